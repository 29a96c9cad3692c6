//! Stable neo-Hookean: polynomial in the volume, defined for every F.
//!
//! psi = mu/2 (I1 - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2
//! P   = mu F + f' cof F,  f' = (lambda + mu)(J - 1) - mu
//! dP  = mu dF + f' D cof(F)[dF] + (lambda + mu)(cof F : dF) cof F
//!
//! Source: after Smith, de Goes & Kim, Stable Neo-Hookean Flesh Simulation, ACM TOG 37(2), 2018.
//! Deviates: the source adds -mu/2 ln(I1 + 1) so that F = 0 is no stationary point, and must then fit its parameters
//! to Hooke's law. Without that term the form needs no fitting: at rest P = 0, and with
//! D cof(I)[dF] = tr(dF) I - dF^T the linearisation is mu (dF + dF^T) + lambda tr(dF) I exactly.
//! Limits: F = 0 is a stationary point (not a minimum), so a body collapsed to a point stays there unless disturbed.

use crate::strain::energy_from_invariants;
use crate::tangent::{VolumetricTangent, from_blocks};
use crate::{LameParameters, Law};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// Neo-Hookean elasticity that survives inversion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StableNeoHookean(pub LameParameters);

impl StableNeoHookean {
    /// Cofactors and coefficients of stress and tangent.
    #[inline(always)]
    fn tangent<R: Real>(&self, F: &M3<R>) -> (M3<R>, VolumetricTangent<R>) {
        let cof = small::cofactor(F);
        let J = small::determinant_from_cofactor(F, &cof);
        let shear = R::splat(self.0.mu());
        let curvature = R::splat(self.0.lambda() + self.0.mu());
        let slope = curvature.mul_add(J - R::one(), -shear);
        (cof, VolumetricTangent { shear, slope, curvature })
    }
}

impl Law for StableNeoHookean {
    fn name(&self) -> &'static str {
        "stable-neo-hookean"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let (mu, lambda) = (self.0.mu(), self.0.lambda());
        energy_from_invariants(F, |at| {
            let j = at.volume_change();
            let volumetric = 0.5 * (lambda + mu) * j * j;
            if at.near_rest {
                // I1 - 3 - 2 (J - 1) = (J - 1)^2 - r
                0.5 * mu * (j * j - at.remainder) + volumetric
            } else {
                0.5 * mu * at.first - mu * j + volumetric
            }
        })
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        let (cof, at) = self.tangent(F);
        small::add_scaled(&small::scale(&cof, at.slope), at.shear, F)
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        let (cof, tangent) = self.tangent(F);
        tangent.apply(F, &cof, dF)
    }

    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        let (cof, tangent) = self.tangent(F);
        from_blocks(|i, j| tangent.block(F, &cof, i, j))
    }
}
