//! Repair of element orientation.
//!
//! Files come with elements numbered left-handed. That is harmless, unless a negative volume means that the mesh
//! is folded over itself. The difference shows at the faces: after turning every negative element, two elements
//! that share a face of a sound mesh see it with opposite winding (they lie on opposite sides of it); where the
//! mesh is folded they see it with the same winding.

use crate::faces::SortedFaces;
use crate::measure::six_volumes;
use crate::mesh::{ElementOrder, TetMesh, corner_positions};

/// What [`TetMesh::repair_orientation`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrientationRepair {
    /// Every element was positive (or flat) already.
    NotNeeded,
    /// So many elements were left-handed and have been renumbered; the mesh is consistent now.
    Turned(usize),
    /// Some elements are inverted because the mesh is folded: nothing was changed.
    Folded {
        /// How many elements have a negative volume.
        inverted: usize,
        /// At how many faces two elements lie on the same side.
        folded_faces: usize,
    },
}

impl TetMesh {
    /// Turns left-handed elements right-handed when only their numbering is at fault. Node ids must be in range.
    pub fn repair_orientation(&mut self) -> OrientationRepair {
        let negative: Vec<usize> =
            (0..self.element_count()).filter(|&e| six_volumes(self.corners(e)) < 0.0).collect();
        if negative.is_empty() {
            return OrientationRepair::NotNeeded;
        }
        let folds_before = self.folded_face_count();
        self.turn(&negative);
        let folds_after = self.folded_face_count();
        // All negative and consistent: the whole mesh was mirrored in its numbering.
        if folds_after == 0 || negative.len() == self.element_count() && folds_before == 0 {
            return OrientationRepair::Turned(negative.len());
        }
        self.turn(&negative);
        OrientationRepair::Folded { inverted: negative.len(), folded_faces: folds_after }
    }

    /// Exchanges corners 1 and 2, with the mid nodes of their edges.
    fn turn(&mut self, elements: &[usize]) {
        let n = self.order.nodes_per_tet();
        for &element in elements {
            let tet = &mut self.tets[n * element..n * (element + 1)];
            tet.swap(1, 2);
            if self.order == ElementOrder::Quadratic {
                tet.swap(4, 6);
                tet.swap(8, 9);
            }
        }
    }

    /// Faces shared by two elements that both wind it the same way.
    fn folded_face_count(&self) -> usize {
        SortedFaces::new(self).runs().filter(|run| run.len() == 2 && run[0].odd == run[1].odd).count()
    }

    /// Elements whose corners span a negative volume.
    pub fn inverted_elements(&self) -> Vec<usize> {
        self.elements()
            .enumerate()
            .filter(|(_, tet)| six_volumes(corner_positions(&self.nodes, tet)) < 0.0)
            .map(|(e, _)| e)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::unit_box;

    #[test]
    fn left_handed_numbering_is_repaired() {
        for order in [ElementOrder::Linear, ElementOrder::Quadratic] {
            let linear = unit_box([2, 2, 2]);
            let sound = if order == ElementOrder::Linear { linear } else { linear.to_quadratic() };
            for pick in [1, 3] {
                let mut mesh = sound.clone();
                let some: Vec<usize> = (0..mesh.element_count()).filter(|e| e % pick == 0).collect();
                mesh.turn(&some);
                assert_eq!(mesh.repair_orientation(), OrientationRepair::Turned(some.len()));
                assert_eq!(mesh, sound);
            }
        }
    }

    #[test]
    fn folded_mesh_is_left_alone() {
        let mut mesh = unit_box([2, 2, 2]);
        let centre = 13;
        mesh.nodes[centre] = glam::DVec3::new(1.4, 0.5, 0.5);
        let before = mesh.clone();
        assert!(matches!(mesh.repair_orientation(), OrientationRepair::Folded { .. }));
        assert_eq!(mesh, before);
    }
}
