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
    pub fn new(neighbours: impl Iterator<Item = (DVec3, f64)> + Clone) -> Self {
        let mut K = DMat3::ZERO;
        for (x, w) in neighbours.clone() {
            K += DMat3::from_cols(x * x.x, x * x.y, x * x.z) * w;
        }
        let eigen = symmetric_eigen(&K);
        let widest = eigen.values[0];
        let mut dimension = (1..3).filter(|&k| eigen.values[k] > THIN * widest).count() + 1;
        // Flat cells may lie one upon another: somebody straight above makes it a solid.
        while dimension < 3
            && neighbours.clone().any(|(x, _)| is_across(eigen.vectors.transpose() * x, dimension))
        {
            dimension += 1;
        }
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

/// Whether an offset is more across than along the first axes.
fn is_across(x: DVec3, dimension: usize) -> bool {
    let square = |axes: std::ops::Range<usize>| axes.map(|k| x[k] * x[k]).sum::<f64>();
    square(dimension..3) > square(0..dimension)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(count: [i32; 3], size: DVec3) -> Vec<(DVec3, f64)> {
        let range = |k: usize| -(count[k] / 2)..=(count[k] - 1) / 2;
        let all = range(0).flat_map(|x| range(1).flat_map(move |y| range(2).map(move |z| [x, y, z])));
        let points = all.map(|p| DVec3::from_array(p.map(f64::from)) * size);
        points.filter(|x| x.length() > 0.0).map(|x| (x, 1.0)).collect()
    }

    #[test]
    fn layers_and_fibres_are_told_from_flat_cells_in_two_layers() {
        let of = |count, size| Extent::new(cells(count, size).into_iter()).dimension;
        assert_eq!(of([3, 3, 3], DVec3::ONE), 3);
        assert_eq!(of([3, 3, 1], DVec3::ONE), 2);
        assert_eq!(of([3, 1, 1], DVec3::ONE), 1);
        let flat = DVec3::new(1.0, 1.0, 0.1);
        assert_eq!(of([3, 3, 1], flat), 2);
        assert_eq!(of([3, 3, 2], flat), 3);
        assert_eq!(of([3, 2, 1], DVec3::new(1.0, 0.1, 0.1)), 2);
    }
}
