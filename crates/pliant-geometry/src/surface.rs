//! The skin of a mesh: the faces that belong to one element only.

use glam::DVec3;

use crate::faces::SortedFaces;
use crate::mesh::{ElementOrder, TetMesh};
use crate::tri_shape::{self, TriRule};

/// Boundary triangles of a tetrahedral mesh, wound so that normals point outward, in the order of
/// (element, local face).
#[derive(Clone, Debug, PartialEq)]
pub struct BoundarySurface {
    /// Order of the mesh: 3 or 6 nodes a triangle.
    pub order: ElementOrder,
    /// Node ids, 3 or 6 per triangle: corners, then the mid nodes of the sides (0,1), (1,2), (2,0).
    pub triangles: Vec<u32>,
    /// The element each triangle belongs to.
    pub owners: Vec<u32>,
    /// Which face of that element: the one opposite this corner, 0..3.
    pub local_faces: Vec<u8>,
}

impl BoundarySurface {
    /// Extracts the boundary; all node ids of the mesh must be in range.
    pub fn new(mesh: &TetMesh) -> Self {
        let faces = SortedFaces::new(mesh);
        let mut numbers: Vec<u32> =
            faces.runs().filter(|run| run.len() == 1).map(|run| run[0].number).collect();
        numbers.sort_unstable();
        let mut triangles = Vec::with_capacity(numbers.len() * mesh.order.nodes_per_face());
        for &number in &numbers {
            let (ids, n) = mesh.face(number as usize / 4, number as usize % 4);
            triangles.extend_from_slice(&ids[..n]);
        }
        Self {
            order: mesh.order,
            triangles,
            owners: numbers.iter().map(|n| n / 4).collect(),
            local_faces: numbers.iter().map(|n| (n % 4) as u8).collect(),
        }
    }

    /// How many triangles there are.
    pub fn count(&self) -> usize {
        self.owners.len()
    }

    /// The 3 or 6 node ids of a triangle.
    pub fn triangle(&self, triangle: usize) -> &[u32] {
        let n = self.order.nodes_per_face();
        &self.triangles[n * triangle..n * (triangle + 1)]
    }

    /// The node ids of all triangles.
    pub fn iter(&self) -> std::slice::ChunksExact<'_, u32> {
        self.triangles.chunks_exact(self.order.nodes_per_face())
    }

    /// Half the cross product of two sides: outward normal times area of the flat triangle (m²).
    pub fn corner_area_vector(&self, nodes: &[DVec3], triangle: usize) -> DVec3 {
        let [a, b, c] = [0, 1, 2].map(|i| nodes[self.triangle(triangle)[i] as usize]);
        0.5 * (b - a).cross(c - a)
    }

    /// Integral of the outward unit normal over the (curved) triangle (m²).
    pub fn area_vector(&self, nodes: &[DVec3], triangle: usize) -> DVec3 {
        match self.order {
            ElementOrder::Linear => self.corner_area_vector(nodes, triangle),
            ElementOrder::Quadratic => {
                let x = self.six_positions(nodes, triangle);
                let rule = TriRule::Three.points();
                0.5 * rule.iter().map(|p| p.weight * tri_shape::area_vector(&x, p.lambda)).sum::<DVec3>()
            }
        }
    }

    /// Area of the (curved) triangle (m²); for a curved one by quadrature of degree 5.
    pub fn area(&self, nodes: &[DVec3], triangle: usize) -> f64 {
        match self.order {
            ElementOrder::Linear => self.corner_area_vector(nodes, triangle).length(),
            ElementOrder::Quadratic => {
                let x = self.six_positions(nodes, triangle);
                let rule = TriRule::Seven.points();
                0.5 * rule
                    .iter()
                    .map(|p| p.weight * tri_shape::area_vector(&x, p.lambda).length())
                    .sum::<f64>()
            }
        }
    }

    /// Mean outward unit normal of a triangle; zero for a degenerate one.
    pub fn normal(&self, nodes: &[DVec3], triangle: usize) -> DVec3 {
        self.area_vector(nodes, triangle).normalize_or_zero()
    }

    /// Total area (m²).
    pub fn total_area(&self, nodes: &[DVec3]) -> f64 {
        (0..self.count()).map(|t| self.area(nodes, t)).sum()
    }

    /// Sorted ids of the nodes on the surface.
    pub fn nodes(&self) -> Vec<u32> {
        let mut ids = self.triangles.clone();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn six_positions(&self, nodes: &[DVec3], triangle: usize) -> [DVec3; 6] {
        let ids = self.triangle(triangle);
        std::array::from_fn(|i| nodes[ids[i] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::unit_box;

    #[test]
    fn box_skin_is_closed_outward_and_has_the_right_area() {
        for mesh in [unit_box([3, 2, 2]), unit_box([3, 2, 2]).to_quadratic()] {
            let skin = BoundarySurface::new(&mesh);
            assert_eq!(skin.count(), 2 * 2 * (6 + 6 + 4));
            assert!((skin.total_area(&mesh.nodes) - 6.0).abs() < 1e-12);
            let closed: DVec3 = (0..skin.count()).map(|t| skin.area_vector(&mesh.nodes, t)).sum();
            assert!(closed.length() < 1e-13);
            // Divergence theorem: the integral of x . n over the skin is three times the volume.
            let flux: f64 = (0..skin.count())
                .map(|t| {
                    mesh.nodes[skin.triangle(t)[0] as usize].dot(skin.corner_area_vector(&mesh.nodes, t))
                })
                .sum();
            assert!((flux - 3.0).abs() < 1e-12, "{flux}");
            for t in 0..skin.count() {
                let (ids, n) = mesh.face(skin.owners[t] as usize, skin.local_faces[t] as usize);
                assert_eq!(skin.triangle(t), &ids[..n]);
            }
            assert_eq!(skin.nodes().len(), if n_is_linear(&mesh) { 4 * 3 * 3 - 2 } else { 7 * 25 - 5 * 9 });
        }
    }

    fn n_is_linear(mesh: &TetMesh) -> bool {
        mesh.order == ElementOrder::Linear
    }
}
