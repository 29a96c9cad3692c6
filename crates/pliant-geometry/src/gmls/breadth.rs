//! How broad what a sample stands for is, and that kernels do not see it.
//!
//! A sample of a rod stands for a whole cross-section. Were its kernel a function of the distance from its centre alone, shape functions would vary
//! across the section, where no other sample is to tell how: a load at a corner of the end of a rod would be another load than the same at its axis, and
//! drive motions from sample to sample that hardly anything resists. So the distance is taken from the section: with P the projection on the thin
//! axes, s = d . P d and s0 the square of the farthest place of the section,
//!
//! ```text
//! r^2 q^2 = d^2 - psi(s),   psi = s                                    for s <= s0
//!                           psi = s - u^3 / (u^2 + s0^2),  u = s - s0  beyond
//! ```
//!
//! twice continuously differentiable, and d^2 - s0 far away. Within a straight rod or flat sheet shape functions are then polynomials across it. Where it
//! is much thinner than samples are apart, nothing changes.

use glam::{DMat3, DVec3};

/// How broad what a sample stands for is across its thin axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breadth {
    /// Projection on the thin axes.
    projection: DMat3,
    /// Square of the farthest distance across them from the sample (m²).
    square: f64,
}

/// The largest value of psi over s0.
const MOST: f64 = 1.5;

impl Breadth {
    /// Of a sample of a solid.
    pub const NONE: Self = Self { projection: DMat3::ZERO, square: 0.0 };

    /// Thin along these axes (orthonormal), across which the section reaches so far (m).
    pub fn new(thin: &[DVec3], farthest: f64) -> Self {
        let outer = |n: &DVec3| DMat3::from_cols(*n * n.x, *n * n.y, *n * n.z);
        Self { projection: thin.iter().map(outer).sum(), square: farthest * farthest }
    }

    /// psi at most (m²).
    pub(super) fn most(&self) -> f64 {
        MOST * self.square
    }

    /// The square of the distance of a place at d from the sample, from its section (m²).
    pub(super) fn distance_squared(&self, d: DVec3) -> f64 {
        d.length_squared() - self.across(d, 1.0).psi
    }

    /// psi and its derivatives at d, which is in units of the length L.
    pub(super) fn across(&self, d: DVec3, L: f64) -> Across {
        if self.square == 0.0 {
            return Across::NOWHERE;
        }
        let s0 = self.square / (L * L);
        let Pd = self.projection * d;
        let s = Pd.length_squared();
        let u = (s - s0).max(0.0);
        let sum = u * u + s0 * s0;
        let psi = s - u * u * u / sum;
        let psi_s = 1.0 - u * u * (u * u + 3.0 * s0 * s0) / (sum * sum);
        let psi_ss = -2.0 * u * s0 * s0 * (3.0 * s0 * s0 - u * u) / (sum * sum * sum);
        let slope = |j: usize, k: usize| psi_s * self.projection.col(k)[j] + 2.0 * psi_ss * Pd[j] * Pd[k];
        let slopes = [slope(0, 0), slope(1, 1), slope(2, 2), slope(1, 2), slope(0, 2), slope(0, 1)];
        Across { psi, change: psi_s * Pd, slopes }
    }
}

/// psi, half its gradient and half its second derivatives (xx, yy, zz, yz, xz, xy).
#[derive(Clone, Copy, Debug)]
pub(super) struct Across {
    pub psi: f64,
    pub change: DVec3,
    pub slopes: [f64; 6],
}

impl Across {
    pub const NOWHERE: Self = Self { psi: 0.0, change: DVec3::ZERO, slopes: [0.0; 6] };
}
