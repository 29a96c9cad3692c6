//! Volume and element quality.

use glam::DVec3;

use crate::mesh::{EDGES, ElementOrder, TetMesh};
use crate::tet_shape::{self, TetRule};

/// Six times the signed volume of a straight tetrahedron (m³).
pub(crate) fn six_volumes([a, b, c, d]: [DVec3; 4]) -> f64 {
    (b - a).cross(c - a).dot(d - a)
}

/// The volume over that of the regular tetrahedron with the same root-mean-square edge length,
/// 6 sqrt(2) V / l_rms^3: 1 for the regular one, 0 for a flat one, negative for an inverted one.
/// (Measure of the same kind as in Parthasarathy, Graichen, Hathaway 1994.)
pub(crate) fn tet_quality(corners: [DVec3; 4]) -> f64 {
    let sum: f64 = EDGES.iter().map(|&[i, j]| (corners[j] - corners[i]).length_squared()).sum();
    let rms = (sum / 6.0).sqrt();
    if rms > 0.0 { std::f64::consts::SQRT_2 * six_volumes(corners) / rms.powi(3) } else { 0.0 }
}

/// Quality of the elements of a mesh, by the measure of [`TetMesh::quality`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QualitySummary {
    /// Quality of the worst element.
    pub min: f64,
    /// Which element is the worst (the first of several).
    pub worst_element: usize,
    /// Mean over the elements.
    pub mean: f64,
}

impl TetMesh {
    /// Signed volume spanned by the corners of an element (m³).
    pub fn corner_volume(&self, element: usize) -> f64 {
        six_volumes(self.corners(element)) / 6.0
    }

    /// Volume of an element (m³), with its curved sides if it is quadratic.
    pub fn element_volume(&self, element: usize) -> f64 {
        match self.order {
            ElementOrder::Linear => self.corner_volume(element),
            // det J of a quadratic tetrahedron is a cubic polynomial, so degree 5 is exact.
            ElementOrder::Quadratic => {
                let positions = self.quadratic_positions(element);
                let rule = TetRule::Fourteen;
                rule.points()
                    .iter()
                    .map(|p| p.weight * tet_shape::jacobian(&positions, p.lambda))
                    .sum::<f64>()
                    / 6.0
            }
        }
    }

    /// The ten node positions of a quadratic element.
    pub(crate) fn quadratic_positions(&self, element: usize) -> [DVec3; 10] {
        let ids = self.element(element);
        std::array::from_fn(|i| self.nodes[ids[i] as usize])
    }

    /// Volume of the mesh (m³).
    pub fn volume(&self) -> f64 {
        (0..self.element_count()).map(|e| self.element_volume(e)).sum()
    }

    /// Shape quality of an element's corners: 6 sqrt(2) V / l_rms^3, where l_rms is the root-mean-square edge
    /// length. 1 for the regular tetrahedron, 0.66 for one of six in a cube, 0 for a flat one.
    pub fn quality(&self, element: usize) -> f64 {
        tet_quality(self.corners(element))
    }

    /// Worst and mean quality; `None` for a mesh without elements.
    pub fn quality_summary(&self) -> Option<QualitySummary> {
        let count = self.element_count();
        let mut summary = QualitySummary { min: f64::INFINITY, worst_element: 0, mean: 0.0 };
        for element in 0..count {
            let quality = self.quality(element);
            summary.mean += quality / count as f64;
            if quality < summary.min {
                summary.min = quality;
                summary.worst_element = element;
            }
        }
        (count > 0).then_some(summary)
    }

    /// Mean length of the straight edges of all elements (m), a measure of the resolution.
    pub fn mean_edge_length(&self) -> f64 {
        let sum: f64 = (0..self.element_count())
            .map(|e| {
                let x = self.corners(e);
                EDGES.iter().map(|&[i, j]| (x[j] - x[i]).length()).sum::<f64>()
            })
            .sum();
        sum / (6 * self.element_count()).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::unit_box;

    #[test]
    fn regular_tet_has_quality_one_and_kuhn_tets_066() {
        let regular = [
            DVec3::new(1.0, 1.0, 1.0),
            DVec3::new(1.0, -1.0, -1.0),
            DVec3::new(-1.0, 1.0, -1.0),
            DVec3::new(-1.0, -1.0, 1.0),
        ];
        assert!((tet_quality(regular).abs() - 1.0).abs() < 1e-14);
        let summary = unit_box([2, 2, 2]).quality_summary().expect("has elements");
        assert!((summary.min - 0.657_267).abs() < 1e-6 && (summary.mean - summary.min).abs() < 1e-12);
    }

    #[test]
    fn curved_volume_follows_the_mid_nodes() {
        let mesh = unit_box([1, 1, 1]).to_quadratic();
        assert!((mesh.volume() - 1.0).abs() < 1e-14);
        // Pushing one mid-edge node of the outer skin outward by d adds d times the integral of its shape
        // function over the two adjacent boundary triangles: 2 * (area/3) * d.
        let mut pushed = mesh.clone();
        let node = (0..mesh.node_count())
            .find(|&i| (mesh.nodes[i] - DVec3::new(0.5, 0.5, 0.0)).length() < 1e-12)
            .expect("diagonal of the face z = 0");
        pushed.nodes[node].z -= 0.01;
        assert!((pushed.volume() - 1.0 - 2.0 * 0.5 / 3.0 * 0.01).abs() < 1e-14);
    }
}
