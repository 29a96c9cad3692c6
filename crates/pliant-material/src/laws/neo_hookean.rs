//! Compressible neo-Hookean, logarithmic in the volume.
//!
//! psi = mu/2 (I1 - 3) - mu ln J + lambda/2 (ln J)^2
//! P   = mu F + f' cof F,  f' = (lambda ln J - mu)/J
//! dP  = mu dF + f' D cof(F)[dF] + f'' (cof F : dF) cof F,  f'' = (lambda (1 - ln J) + mu)/J^2
//!
//! Source: Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2nd ed., ch. 6.
//! Limits: J > 0. At J <= 0 the energy is +infinity; stress and tangent are then evaluated at J = 1e-60, finite
//! and meaningless. In strong dilation (ln J > 1) the volumetric part softens.

use crate::strain::{energy_from_invariants, floored_volume_ratio, ln_1p_minus};
use crate::tangent::{VolumetricTangent, from_blocks};
use crate::{LameParameters, Law};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// Neo-Hookean elasticity with a logarithmic volume term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeoHookean(pub LameParameters);

impl NeoHookean {
    /// Cofactors of F, J and f'(J).
    #[inline(always)]
    fn volumetric<R: Real>(&self, F: &M3<R>) -> (M3<R>, R, R) {
        let cof = small::cofactor(F);
        let J = floored_volume_ratio(small::determinant_from_cofactor(F, &cof));
        let (mu, lambda) = (R::splat(self.0.mu()), R::splat(self.0.lambda()));
        let slope = (lambda * J.map(f64::ln) - mu) / J;
        (cof, J, slope)
    }

    /// Cofactors and coefficients of the tangent; f'' = (lambda/J - f')/J.
    #[inline(always)]
    fn tangent<R: Real>(&self, F: &M3<R>) -> (M3<R>, VolumetricTangent<R>) {
        let (cof, J, slope) = self.volumetric(F);
        let curvature = (R::splat(self.0.lambda()) / J - slope) / J;
        (cof, VolumetricTangent { shear: R::splat(self.0.mu()), slope, curvature })
    }
}

impl Law for NeoHookean {
    fn name(&self) -> &'static str {
        "neo-hookean"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let (mu, lambda) = (self.0.mu(), self.0.lambda());
        energy_from_invariants(F, |at| {
            let J = at.volume_ratio;
            let psi = if at.near_rest {
                // I1 - 3 - 2 ln J = -r - (ln(1 + q) - q)
                let q = at.squared_volume_change();
                let ln_J = 0.5 * q.ln_1p();
                0.5 * mu * (-at.remainder - ln_1p_minus(q)) + 0.5 * lambda * ln_J * ln_J
            } else {
                let ln_J = J.ln();
                0.5 * mu * at.first - mu * ln_J + 0.5 * lambda * ln_J * ln_J
            };
            if J > 0.0 && !psi.is_nan() { psi } else { f64::INFINITY }
        })
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        let (cof, _, slope) = self.volumetric(F);
        small::add_scaled(&small::scale(&cof, slope), R::splat(self.0.mu()), F)
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

    fn needs_positive_volume(&self) -> bool {
        true
    }
}
