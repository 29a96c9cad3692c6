//! Whether two pieces of matter, taken for the cuboids with their moments, touch.
//!
//! Extents along the line between centres do not tell that a thin rod stands where the corners of four cells of a block meet: it is on none of the lines between their
//! centres and its own. Two cuboids are apart if they are so along an axis of one of them or a cross product of two (separating axes).

use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;

/// Axes nearer to parallel than this (sine squared) have no cross product that tells more.
const PARALLEL: f64 = 1e-12;

/// A cuboid: half its edges as columns (m).
struct Cuboid {
    centre: DVec3,
    axes: DMat3,
    half: DMat3,
}

impl Cuboid {
    fn new(centre: DVec3, moment: &DMat3, scale: f64) -> Self {
        let eigen = symmetric_eigen(moment);
        let half = |k: usize| eigen.vectors.col(k) * (scale * (3.0 * eigen.values[k].max(0.0)).sqrt());
        Self { centre, axes: eigen.vectors, half: DMat3::from_cols(half(0), half(1), half(2)) }
    }

    fn extent(&self, along: DVec3) -> f64 {
        (self.half.transpose() * along).abs().element_sum()
    }
}

/// Whether cuboids with these centres (m) and moments per volume (m²), made larger by a factor, touch.
pub(super) fn do_touch(centres: [DVec3; 2], moments: [&DMat3; 2], scale: f64) -> bool {
    let [a, b] = [0, 1].map(|n| Cuboid::new(centres[n], moments[n], scale));
    let between = b.centre - a.centre;
    let is_apart = |along: DVec3| {
        along.length_squared() > PARALLEL && between.dot(along).abs() > a.extent(along) + b.extent(along)
    };
    let faces = (0..3).flat_map(|k| [a.axes.col(k), b.axes.col(k)]);
    let edges = (0..9).map(|n| a.axes.col(n / 3).cross(b.axes.col(n % 3)));
    !faces.chain(edges).any(is_apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(other: DVec3, turn: f64) -> bool {
        let thirds = |half: [f64; 3]| DMat3::from_diagonal(DVec3::from(half).powf(2.0) / 3.0);
        let R = DMat3::from_rotation_z(turn);
        let moment = R * thirds([1.0, 0.1, 0.1]) * R.transpose();
        do_touch([DVec3::ZERO, other], [&thirds([0.5, 0.5, 0.5]), &moment], 1.0)
    }

    #[test]
    fn cuboids_touch_where_they_overlap() {
        assert!(touch(DVec3::new(1.49, 0.0, 0.0), 0.0) && !touch(DVec3::new(1.51, 0.0, 0.0), 0.0));
        assert!(touch(DVec3::new(1.49, 0.59, 0.59), 0.0) && !touch(DVec3::new(1.49, 0.61, 0.0), 0.0));
        // A stick along y past the face, and one that slants past an edge.
        let quarter = std::f64::consts::FRAC_PI_2;
        assert!(touch(DVec3::new(0.59, 1.49, 0.0), quarter) && !touch(DVec3::new(0.61, 0.0, 0.0), quarter));
        let slanted = |x: f64| touch(DVec3::new(x, x, 0.0), 1.5 * quarter);
        assert!(slanted(0.55) && !slanted(0.58));
    }
}
