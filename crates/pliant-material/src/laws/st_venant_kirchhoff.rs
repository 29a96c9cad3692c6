//! St. Venant-Kirchhoff.
//!
//! E   = (F^T F - I)/2,  S = 2 mu E + lambda tr(E) I
//! psi = mu E : E + lambda/2 tr(E)^2
//! P   = F S
//! dP  = dF S + F (mu (dF^T F + F^T dF) + lambda (F : dF) I)
//!
//! Source: Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2nd ed., ch. 6.
//! Limits: large rotations with moderate strains. Softens in compression: uniaxial stress has its minimum
//! -0.19245 E at the stretch 1/sqrt(3), and psi stays finite at zero and negative volume.

use crate::strain::{Symmetric, twice_green_strain};
use crate::tangent::from_blocks;
use crate::{LameParameters, Law};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// St. Venant-Kirchhoff elasticity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StVenantKirchhoff(pub LameParameters);

impl StVenantKirchhoff {
    /// Second Piola-Kirchhoff stress S = mu G + lambda/2 tr(G) I from G = 2 E.
    #[inline(always)]
    fn second_piola_stress<R: Real>(&self, G: &Symmetric<R>) -> M3<R> {
        let mu = R::splat(self.0.mu());
        let pressure = R::splat(0.5 * self.0.lambda()) * G.trace();
        Symmetric {
            xx: mu.mul_add(G.xx, pressure),
            yy: mu.mul_add(G.yy, pressure),
            zz: mu.mul_add(G.zz, pressure),
            yz: mu * G.yz,
            zx: mu * G.zx,
            xy: mu * G.xy,
        }
        .full()
    }
}

impl Law for StVenantKirchhoff {
    fn name(&self) -> &'static str {
        "stvk"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let G = twice_green_strain(F);
        let (shear, volume) = (R::splat(0.25 * self.0.mu()), R::splat(0.125 * self.0.lambda()));
        shear.mul_add(G.norm_squared(), volume * G.trace() * G.trace())
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        small::mul(F, &self.second_piola_stress(&twice_green_strain(F)))
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        let S = self.second_piola_stress(&twice_green_strain(F));
        let half = small::transpose_mul(F, dF);
        let mu = R::splat(self.0.mu());
        let pressure = R::splat(self.0.lambda()) * small::trace(&half);
        let dS = small::from_fn(
            #[inline(always)]
            |k, l| {
                let shear = mu * (half[k][l] + half[l][k]);
                if k == l { shear + pressure } else { shear }
            },
        );
        small::add(&small::mul(dF, &S), &small::mul(F, &dS))
    }

    /// The entry (ik, jl) is d_ij S_kl + lambda F_ik F_jl + mu (F_il F_jk + (F F^T)_ij d_kl).
    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        let S = self.second_piola_stress(&twice_green_strain(F));
        let (mu, lambda) = (R::splat(self.0.mu()), R::splat(self.0.lambda()));
        let muF = small::scale(F, mu);
        let lambdaF = small::scale(F, lambda);
        from_blocks(|i, j| {
            let muB = muF[i][2].mul_add(F[j][2], muF[i][1].mul_add(F[j][1], muF[i][0] * F[j][0]));
            small::from_fn(
                #[inline(always)]
                |k, l| {
                    let mut entry = lambdaF[i][k].mul_add(F[j][l], muF[i][l] * F[j][k]);
                    if i == j {
                        entry += S[k][l];
                    }
                    if k == l { entry + muB } else { entry }
                },
            )
        })
    }
}
