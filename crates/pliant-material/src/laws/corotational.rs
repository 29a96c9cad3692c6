//! Corotational linear elasticity: Hooke's law in the frame of the polar rotation F = R S.
//!
//! psi = mu |F - R|^2 + lambda/2 (tr(R^T F) - 3)^2
//! P   = 2 mu (F - R) + lambda tr(S - I) R
//! dP  = 2 mu dF + lambda (R : dF) R + (lambda tr(S - I) - 2 mu) dR
//! dR  = R [w]x,  (tr(S) I - S) w = axial(R^T dF - dF^T R)
//!
//! P has no dR term because dR : F = 0 (R is stationary). Source: Sifakis & Barbic, FEM Simulation of 3D
//! Deformable Solids, SIGGRAPH 2012 course, corotated linear elasticity.
//! Limits: large rotations with moderate strains; in compression it neither stiffens nor resists inversion, and R
//! jumps where two of the S_i sum to zero (the tangent then holds the rotation about that axis).

use crate::law::tangent_from_differentials;
use crate::strain::{NEAR_REST, lane_mats, twice_green_strain};
use crate::{LameParameters, Law};
use glam::DMat3;
use pliant_math::decompose::{Polar, PolarDifferential, polar, polar_rotation};
use pliant_math::lanes::{Real, WIDTH};
use pliant_math::small::{self, M3};

/// Corotational linear elasticity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corotational(pub LameParameters);

/// What the differential needs of F.
struct Frame<R> {
    rotation: M3<R>,
    /// (tr(S) I - S)^-1
    inverse_sums: M3<R>,
    /// lambda tr(S - I)
    pressure: R,
}

/// S - I at one F, accurate to the last digits for small strains: there S - I = (F^T F - I)(S + I)^-1.
fn stretch_change(F: &DMat3) -> DMat3 {
    let Polar { stretch, .. } = polar(F);
    let strain = twice_green_strain::<f64>(&small::splat_mat(F));
    if strain.norm_squared() < NEAR_REST && F.determinant() > 0.0 {
        let G = small::lane_mat(&strain.full(), 0);
        G * (stretch + DMat3::IDENTITY).inverse()
    } else {
        stretch - DMat3::IDENTITY
    }
}

impl Corotational {
    /// lambda tr(S - I), with tr(S - I) = R : (F - R).
    #[inline(always)]
    fn pressure<R: Real>(&self, rotation: &M3<R>, F_minus_R: &M3<R>) -> R {
        R::splat(self.0.lambda()) * small::contract(rotation, F_minus_R)
    }

    #[inline(always)]
    fn frame<R: Real>(&self, F: &M3<R>) -> Frame<R> {
        let F_lanes = lane_mats(F);
        let at = |l: usize| PolarDifferential::new(&polar(&F_lanes[l % R::COUNT]));
        let lanes = if R::COUNT == 1 { [at(0); WIDTH] } else { [at(0), at(1), at(2), at(3)] };
        let rotation = small::from_mats(|l| lanes[l].rotation);
        let pressure = self.pressure(&rotation, &small::sub(F, &rotation));
        Frame { rotation, inverse_sums: small::from_mats(|l| lanes[l].inverse_sums), pressure }
    }

    #[inline(always)]
    fn differential<R: Real>(&self, frame: &Frame<R>, dF: &M3<R>) -> M3<R> {
        let R = &frame.rotation;
        let W = small::transpose_mul(R, dF);
        let axial = [W[2][1] - W[1][2], W[0][2] - W[2][0], W[1][0] - W[0][1]];
        let w = small::mul_vec(&frame.inverse_sums, &axial);
        let zero = R::zero();
        let spin = [[zero, -w[2], w[1]], [w[2], zero, -w[0]], [-w[1], w[0], zero]];
        let dR = small::mul(R, &spin);
        let two_mu = R::splat(2.0 * self.0.mu());
        let along = R::splat(self.0.lambda()) * small::trace(&W);
        let turning = frame.pressure - two_mu;
        small::from_fn(
            #[inline(always)]
            |i, k| turning.mul_add(dR[i][k], along.mul_add(R[i][k], two_mu * dF[i][k])),
        )
    }
}

impl Law for Corotational {
    fn name(&self) -> &'static str {
        "corotational"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let (mu, lambda) = (self.0.mu(), self.0.lambda());
        let F_lanes = lane_mats(F);
        R::from_lanes(|l| {
            let D = stretch_change(&F_lanes[l]);
            let volume = D.x_axis.x + D.y_axis.y + D.z_axis.z;
            let size = D.x_axis.length_squared() + D.y_axis.length_squared() + D.z_axis.length_squared();
            mu * size + 0.5 * lambda * volume * volume
        })
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        let F_lanes = lane_mats(F);
        let rotation = small::from_mats(|l| polar_rotation(&F_lanes[l]));
        let F_minus_R = small::sub(F, &rotation);
        let pressure = self.pressure(&rotation, &F_minus_R);
        small::add_scaled(&small::scale(&rotation, pressure), R::splat(2.0 * self.0.mu()), &F_minus_R)
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        self.differential(&self.frame(F), dF)
    }

    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        let frame = self.frame(F);
        tangent_from_differentials(|dF| self.differential(&frame, dF))
    }
}
