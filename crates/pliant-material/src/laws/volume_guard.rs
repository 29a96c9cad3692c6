//! Any law with an energy against change of volume beside it: psi + k/2 (J - 1)^2.
//!
//! P = P_law + k (J - 1) cof F. Source: Stegmayr 2008, eq. 3.60, per volume and with the sign that restores (the thesis pushes the
//! other way, and forgets the volume). It makes a soft material nearly incompressible, and pushes back where a body turns inside out.

use crate::Law;
use crate::law::tangent_from_differentials;
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// A law that also resists change of volume by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumeGuard<L> {
    /// What it is added to.
    pub law: L,
    /// k (Pa), not negative; zero changes nothing.
    pub stiffness: f64,
}

impl<L: Law> VolumeGuard<L> {
    #[inline(always)]
    fn differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        let cof = small::cofactor(F);
        let J = small::determinant_from_cofactor(F, &cof);
        let k = R::splat(self.stiffness);
        let along = small::scale(&cof, k * small::contract(&cof, dF));
        small::add_scaled(&along, k * (J - R::one()), &small::cofactor_differential(F, dF))
    }
}

impl<L: Law> Law for VolumeGuard<L> {
    fn name(&self) -> &'static str {
        self.law.name()
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let psi = self.law.energy_density(F);
        if self.stiffness == 0.0 {
            return psi;
        }
        let change = small::determinant(F) - R::one();
        (R::splat(0.5 * self.stiffness) * change).mul_add(change, psi)
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        let P = self.law.first_piola_stress(F);
        if self.stiffness == 0.0 {
            return P;
        }
        let cof = small::cofactor(F);
        let J = small::determinant_from_cofactor(F, &cof);
        small::add_scaled(&P, R::splat(self.stiffness) * (J - R::one()), &cof)
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        let dP = self.law.stress_differential(F, dF);
        if self.stiffness == 0.0 {
            return dP;
        }
        small::add(&dP, &self.differential(F, dF))
    }

    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        let mut tangent = self.law.stress_tangent(F);
        if self.stiffness == 0.0 {
            return tangent;
        }
        let guard = tangent_from_differentials(
            #[inline(always)]
            |dF| self.differential(F, dF),
        );
        for (row, guard) in tangent.iter_mut().zip(&guard) {
            for (entry, guard) in row.iter_mut().zip(guard) {
                *entry += *guard;
            }
        }
        tangent
    }

    fn needs_positive_volume(&self) -> bool {
        self.law.needs_positive_volume()
    }

    fn is_linear(&self) -> bool {
        self.law.is_linear() && self.stiffness == 0.0
    }
}
