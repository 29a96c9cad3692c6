//! Laws in the principal stretches: F = U diag(s) V^T, psi = psi(s), P = U diag(p) V^T with p_i = dpsi/ds_i.
//!
//! dP = U Y V^T with X = U^T dF V and
//!   Y_ii = sum_j d2psi/ds_i ds_j X_jj,
//!   Y_ij + Y_ji = (p_i - p_j)/(s_i - s_j) (X_ij + X_ji),   Y_ij - Y_ji = (p_i + p_j)/(s_i + s_j) (X_ij - X_ji).
//!
//! Source: Xu, Sin, Zhu & Barbic, Nonlinear Material Design Using Principal Stretches, ACM Trans. Graph. 34(4), 2015, the appendix;
//! the quotients are what the laws give, since only they can tell the first without cancellation at equal stretches.

use crate::strain::{NEAR_REST, twice_green_strain};
use glam::{DMat3, DVec3};
use pliant_math::decompose::{svd, symmetric_eigen};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// The least stretch at which laws with a barrier are evaluated; the product of three is their least J.
const LEAST_STRETCH: f64 = 1e-20;

/// F in principal axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Principal {
    pub u: DMat3,
    pub v: DMat3,
    /// s_i, positive.
    pub stretches: [f64; 3],
    /// ln s_i, accurate to the last digits for small strains.
    pub logarithms: [f64; 3],
}

impl Principal {
    /// Small strains come from F^T F - I, which keeps their digits; others from the singular values, which keep those of
    /// the least stretch. Stretches that are not positive are taken for tiny ones.
    pub fn of(F: &DMat3) -> Self {
        let strain = twice_green_strain::<f64>(&small::splat_mat(F));
        if strain.norm_squared() < NEAR_REST && F.determinant() > 0.0 {
            let eigen = symmetric_eigen(&small::lane_mat(&strain.full(), 0));
            let stretches = eigen.values.to_array().map(|g| (1.0 + g).sqrt());
            let logarithms = eigen.values.to_array().map(|g| 0.5 * g.ln_1p());
            let u = *F * eigen.vectors * DMat3::from_diagonal(DVec3::from_array(stretches).recip());
            Self { u, v: eigen.vectors, stretches, logarithms }
        } else {
            let parts = svd(F);
            let stretches = parts.sigma.to_array().map(|s| s.max(LEAST_STRETCH));
            Self { u: parts.u, v: parts.v, stretches, logarithms: stretches.map(f64::ln) }
        }
    }

    /// ln J.
    pub fn ln_volume_ratio(&self) -> f64 {
        self.logarithms[0] + self.logarithms[1] + self.logarithms[2]
    }
}

/// The pairs of axes, in the order of the quotients of a [`SpectralTangent`].
pub(crate) const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// Derivatives of a law at one F, in principal axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Derivatives {
    /// d2psi/ds_i ds_j.
    pub hessian: [[f64; 3]; 3],
    /// (p_i - p_j)/(s_i - s_j) of the [`PAIRS`].
    pub differences: [f64; 3],
    /// (p_i + p_j)/(s_i + s_j) of the [`PAIRS`].
    pub sums: [f64; 3],
}

/// The map dF -> dP at several F side by side.
pub(crate) struct SpectralTangent<R> {
    u: M3<R>,
    v: M3<R>,
    hessian: M3<R>,
    differences: [R; 3],
    sums: [R; 3],
}

impl<R: Real> SpectralTangent<R> {
    /// From the axes and derivatives of each lane.
    #[inline(always)]
    pub fn new(lanes: &[(Principal, Derivatives)]) -> Self {
        let of_lane = |value: fn(&Derivatives, usize) -> f64, k: usize| {
            R::from_lanes(
                #[inline(always)]
                |l| value(&lanes[l % lanes.len()].1, k),
            )
        };
        Self {
            u: small::from_mats(|l| lanes[l % lanes.len()].0.u),
            v: small::from_mats(|l| lanes[l % lanes.len()].0.v),
            hessian: small::from_fn(|i, j| of_lane(|d, k| d.hessian[k / 3][k % 3], 3 * i + j)),
            differences: std::array::from_fn(|k| of_lane(|d, k| d.differences[k], k)),
            sums: std::array::from_fn(|k| of_lane(|d, k| d.sums[k], k)),
        }
    }

    /// dP.
    #[inline(always)]
    pub fn apply(&self, dF: &M3<R>) -> M3<R> {
        let X = small::mul(&small::transpose_mul(&self.u, dF), &self.v);
        let mut Y = small::zero::<R>();
        for i in 0..3 {
            let row = &self.hessian[i];
            Y[i][i] = row[2].mul_add(X[2][2], row[1].mul_add(X[1][1], row[0] * X[0][0]));
        }
        let half = R::splat(0.5);
        for (k, (i, j)) in PAIRS.into_iter().enumerate() {
            let symmetric = half * self.differences[k] * (X[i][j] + X[j][i]);
            let skew = half * self.sums[k] * (X[i][j] - X[j][i]);
            Y[i][j] = symmetric + skew;
            Y[j][i] = symmetric - skew;
        }
        small::mul_transpose(&small::mul(&self.u, &Y), &self.v)
    }
}

/// P = U diag(p) V^T.
pub(crate) fn stress_of(principal: &Principal, stress: &[f64; 3]) -> DMat3 {
    principal.u * DMat3::from_diagonal(DVec3::from_array(*stress)) * principal.v.transpose()
}
