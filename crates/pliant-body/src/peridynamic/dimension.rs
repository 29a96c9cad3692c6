//! Whether a neighbourhood is a solid, a layer or a fibre, and in which frame.

use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;

/// Spread of neighbours along an axis over that along the widest, below which they are a layer or a fibre: two layers of a lattice have
/// 0.75 within a horizon of two spacings, a layer curved as a cylinder of ten spacings 0.01.
const THIN: f64 = 0.05;

/// How many directions a neighbourhood has, and which: axes along which it extends come first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// 3 for solids, 2 for layers, 1 for fibres.
    pub dimension: usize,
    /// Columns: axes, the widest first; a rotation.
    pub axes: DMat3,
}

impl Extent {
    /// Of neighbours at these offsets with these weights.
    pub fn new(neighbours: impl Iterator<Item = (DVec3, f64)>) -> Self {
        let mut K = DMat3::ZERO;
        for (x, w) in neighbours {
            K += DMat3::from_cols(x * x.x, x * x.y, x * x.z) * w;
        }
        let eigen = symmetric_eigen(&K);
        let widest = eigen.values[0];
        let dimension = (1..3).filter(|&k| eigen.values[k] > THIN * widest).count() + 1;
        let axes = if dimension == 3 { DMat3::IDENTITY } else { eigen.vectors };
        Self { dimension, axes }
    }

    /// A direction in the axes, without what is across a layer or fibre, of length one.
    pub fn along(&self, x: DVec3) -> DVec3 {
        let mut local = self.axes.transpose() * x;
        (self.dimension..3).for_each(|k| local[k] = 0.0);
        local.normalize_or_zero()
    }
}
