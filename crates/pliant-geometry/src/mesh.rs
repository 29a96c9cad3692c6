//! The tetrahedral mesh: nodes, connectivity and named groups.
//!
//! Numbering within an element is VTK's. Corners 0..3 are positively oriented,
//! det(x1 - x0, x2 - x0, x3 - x0) > 0; a quadratic element continues with the mid-edge nodes
//! 4 = (0,1), 5 = (1,2), 6 = (2,0), 7 = (0,3), 8 = (1,3), 9 = (2,3).
//! (Gmsh exchanges the last two; the readers take care of it.)

use std::collections::BTreeMap;

use glam::DVec3;

use crate::bounds::BoundingBox;

/// The two corners of each edge, in the order of the mid-edge nodes 4..9.
pub const EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]];

/// The face opposite each corner, wound so that its normal points outward.
pub const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// The mid-edge nodes of each face: of its sides (0,1), (1,2), (2,0) in the order of [`FACES`].
pub const FACE_MIDS: [[usize; 3]; 4] = [[5, 9, 8], [7, 9, 6], [4, 8, 7], [6, 5, 4]];

/// The polynomial order of the elements of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementOrder {
    /// 4 nodes: corners only.
    Linear,
    /// 10 nodes: corners and mid-edge nodes.
    Quadratic,
}

impl ElementOrder {
    /// 4 or 10.
    pub fn nodes_per_tet(self) -> usize {
        match self {
            ElementOrder::Linear => 4,
            ElementOrder::Quadratic => 10,
        }
    }

    /// 3 or 6.
    pub fn nodes_per_face(self) -> usize {
        match self {
            ElementOrder::Linear => 3,
            ElementOrder::Quadratic => 6,
        }
    }
}

/// A tetrahedral mesh in the body's own coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct TetMesh {
    /// Node positions (m).
    pub nodes: Vec<DVec3>,
    /// Linear or quadratic; one order for the whole mesh.
    pub order: ElementOrder,
    /// Node ids, 4 or 10 per element, in the numbering of the module head.
    pub tets: Vec<u32>,
    /// Named sets of elements: sorted element ids.
    pub element_groups: BTreeMap<String, Vec<u32>>,
    /// Named sets of nodes: sorted node ids.
    pub node_groups: BTreeMap<String, Vec<u32>>,
}

impl TetMesh {
    /// A mesh without groups.
    pub fn new(order: ElementOrder, nodes: Vec<DVec3>, tets: Vec<u32>) -> Self {
        Self { nodes, order, tets, element_groups: BTreeMap::new(), node_groups: BTreeMap::new() }
    }

    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many elements there are.
    pub fn element_count(&self) -> usize {
        self.tets.len() / self.order.nodes_per_tet()
    }

    /// The 4 or 10 node ids of an element.
    pub fn element(&self, element: usize) -> &[u32] {
        let n = self.order.nodes_per_tet();
        &self.tets[n * element..n * (element + 1)]
    }

    /// The node ids of all elements, element by element.
    pub fn elements(&self) -> std::slice::ChunksExact<'_, u32> {
        self.tets.chunks_exact(self.order.nodes_per_tet())
    }

    /// The four corner positions of an element.
    pub fn corners(&self, element: usize) -> [DVec3; 4] {
        corner_positions(&self.nodes, self.element(element))
    }

    /// The middle of an element's corners.
    pub fn centroid(&self, element: usize) -> DVec3 {
        let [a, b, c, d] = self.corners(element);
        0.25 * (a + b + c + d)
    }

    /// The 3 or 6 node ids of a face (0..3: opposite that corner), wound outward:
    /// corners, then the mid nodes of the sides (0,1), (1,2), (2,0).
    pub fn face(&self, element: usize, local_face: usize) -> ([u32; 6], usize) {
        let tet = self.element(element);
        let mut ids = [0; 6];
        for i in 0..3 {
            ids[i] = tet[FACES[local_face][i]];
        }
        if self.order == ElementOrder::Quadratic {
            for i in 0..3 {
                ids[3 + i] = tet[FACE_MIDS[local_face][i]];
            }
        }
        (ids, self.order.nodes_per_face())
    }

    /// The smallest box around all nodes.
    pub fn bounds(&self) -> BoundingBox {
        BoundingBox::of_points(&self.nodes)
    }
}

/// Corner positions of one element given by its node ids.
pub(crate) fn corner_positions(nodes: &[DVec3], element: &[u32]) -> [DVec3; 4] {
    std::array::from_fn(|i| nodes[element[i] as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mid_nodes_of_faces_lie_on_the_sides_of_the_face() {
        for (face, mids) in FACES.iter().zip(&FACE_MIDS) {
            for side in 0..3 {
                let mut ends = EDGES[mids[side] - 4];
                ends.sort_unstable();
                let mut wanted = [face[side], face[(side + 1) % 3]];
                wanted.sort_unstable();
                assert_eq!(ends, wanted);
            }
        }
    }

    #[test]
    fn faces_point_outward() {
        let x = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        for (corner, face) in FACES.iter().enumerate() {
            let [a, b, c] = face.map(|i| x[i]);
            assert!((b - a).cross(c - a).dot(x[corner] - a) < 0.0, "face {corner} points inward");
        }
    }
}
