//! Neo-Hookean split into change of shape and change of volume.
//!
//! psi = mu/2 (J^(-2/3) I1 - 3) + K/2 (J - 1)^2,  K = lambda + 2/3 mu
//! P   = a F + b cof F,  a = mu J^(-2/3),  b = K (J - 1) - a I1/(3 J)
//! dP  = a dF + b D cof(F)[dF] + c (F (cof F : dF) + cof F (F : dF)) + d (cof F : dF) cof F,
//!       c = -2/3 a/J,  d = K + 5/9 a I1/J^2
//!
//! Source: Simo, Taylor & Pister, Comput. Methods Appl. Mech. Eng. 51, 1985; Bonet & Wood, 2nd ed., ch. 6.
//! Limits: J > 0. At J <= 0 the energy is +infinity; stress and tangent are then evaluated at J = 1e-60, finite
//! and meaningless. K/2 (J - 1)^2 alone would let an element collapse; the shape term stops that only for
//! collapse that is not uniform.

use crate::laws::mooney_rivlin::first_shape_change;
use crate::strain::{energy_from_invariants, floored_volume_ratio};
use crate::tangent::{VolumetricTangent, add_mixed, from_blocks};
use crate::{LameParameters, Law};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// Neo-Hookean elasticity with separate shape and volume energies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeoHookeanIsochoric(pub LameParameters);

/// Cofactors and coefficients of stress and tangent, in the letters of the module head.
struct Coefficients<R> {
    cof: M3<R>,
    abd: VolumetricTangent<R>,
    c: R,
}

impl NeoHookeanIsochoric {
    #[inline(always)]
    fn coefficients<R: Real>(&self, F: &M3<R>) -> Coefficients<R> {
        let cof = small::cofactor(F);
        let J = floored_volume_ratio(small::determinant_from_cofactor(F, &cof));
        let bulk = R::splat(self.0.bulk());
        let root = J.map(f64::cbrt);
        let a = R::splat(self.0.mu()) / (root * root);
        let a_over_J = a / J;
        let I1 = small::contract(F, F);
        let shape = a_over_J * I1;
        let slope = bulk * (J - R::one()) - shape * R::splat(1.0 / 3.0);
        let curvature = bulk + shape / J * R::splat(5.0 / 9.0);
        let abd = VolumetricTangent { shear: a, slope, curvature };
        Coefficients { cof, abd, c: a_over_J * R::splat(-2.0 / 3.0) }
    }
}

impl Law for NeoHookeanIsochoric {
    fn name(&self) -> &'static str {
        "neo-hookean-isochoric"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let (mu, bulk) = (self.0.mu(), self.0.bulk());
        energy_from_invariants(F, |at| {
            let j = at.volume_change();
            let psi = 0.5 * mu * first_shape_change(at) + 0.5 * bulk * j * j;
            if at.volume_ratio > 0.0 && !psi.is_nan() { psi } else { f64::INFINITY }
        })
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        let Coefficients { cof, abd, .. } = self.coefficients(F);
        small::add_scaled(&small::scale(&cof, abd.slope), abd.shear, F)
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        let Coefficients { cof, abd, c } = self.coefficients(F);
        let along_F = c * small::contract(&cof, dF);
        let along_cof = c * small::contract(F, dF);
        let dP = abd.apply(F, &cof, dF);
        small::add_scaled(&small::add_scaled(&dP, along_F, F), along_cof, &cof)
    }

    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        let Coefficients { cof, abd, c } = self.coefficients(F);
        from_blocks(|i, j| {
            let mut block = abd.block(F, &cof, i, j);
            add_mixed(&mut block, c, F, &cof, i, j);
            block
        })
    }

    fn needs_positive_volume(&self) -> bool {
        true
    }
}
