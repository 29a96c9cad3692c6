//! Linear elasticity (small strain).
//!
//! psi = mu e : e + lambda/2 tr(e)^2,  e = sym(F) - I
//! P   = 2 mu e + lambda tr(e) I
//! dP  = 2 mu sym(dF) + lambda tr(dF) I
//!
//! Source: Hooke's law; Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2nd ed., ch. 6.
//! Limits: strains and rotations below about 1 %. Not objective: a rotated body is stressed and grows.

use crate::{LameParameters, Law};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// Linear elasticity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear(pub LameParameters);

impl Linear {
    /// Hooke's stress of a displacement gradient.
    #[inline(always)]
    fn stress<R: Real>(&self, H: &M3<R>) -> M3<R> {
        let mu = R::splat(self.0.mu());
        let pressure = R::splat(self.0.lambda()) * small::trace(H);
        small::from_fn(
            #[inline(always)]
            |i, k| {
                let shear = mu * (H[i][k] + H[k][i]);
                if i == k { shear + pressure } else { shear }
            },
        )
    }
}

impl Law for Linear {
    fn name(&self) -> &'static str {
        "linear"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let H = small::sub(F, &small::identity());
        R::splat(0.5) * small::contract(&self.stress(&H), &H)
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        self.stress(&small::sub(F, &small::identity()))
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, _: &M3<R>, dF: &M3<R>) -> M3<R> {
        self.stress(dF)
    }

    fn is_linear(&self) -> bool {
        true
    }
}
