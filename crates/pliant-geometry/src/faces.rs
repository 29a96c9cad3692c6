//! Which faces of which elements coincide: the base of the boundary, the manifold test and the orientation test.
//!
//! A face is numbered 4 * element + local face. Faces are bucketed by their smallest node (counting sort), so
//! the work is linear in the number of elements and the result does not depend on any hash.

use crate::mesh::{FACES, TetMesh};

/// One face: its corners ascending, its number, and whether sorting the outward corners was an odd permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Face {
    pub corners: [u32; 3],
    pub number: u32,
    pub odd: bool,
}

impl Face {
    fn of(mesh: &TetMesh, element: usize, local: usize) -> Self {
        let tet = mesh.element(element);
        let [a, b, c] = FACES[local].map(|i| tet[i]);
        let odd = (a > b) ^ (b > c) ^ (a > c);
        let mut corners = [a, b, c];
        corners.sort_unstable();
        Face { corners, number: (4 * element + local) as u32, odd }
    }
}

/// All faces, those with the same corners next to each other, each such run in ascending number.
pub(crate) struct SortedFaces(Vec<Face>);

impl SortedFaces {
    pub fn new(mesh: &TetMesh) -> Self {
        let mut starts = vec![0usize; mesh.node_count() + 1];
        let all = || (0..mesh.element_count()).flat_map(|e| (0..4).map(move |k| (e, k)));
        for (element, local) in all() {
            starts[Face::of(mesh, element, local).corners[0] as usize + 1] += 1;
        }
        for node in 0..mesh.node_count() {
            starts[node + 1] += starts[node];
        }
        let blank = Face { corners: [0; 3], number: 0, odd: false };
        let mut faces = vec![blank; 4 * mesh.element_count()];
        let mut next = starts.clone();
        for (element, local) in all() {
            let face = Face::of(mesh, element, local);
            let slot = &mut next[face.corners[0] as usize];
            faces[*slot] = face;
            *slot += 1;
        }
        for node in 0..mesh.node_count() {
            faces[starts[node]..starts[node + 1]].sort_unstable();
        }
        Self(faces)
    }

    /// Runs of faces with the same three corners: one face on the boundary, two inside, more is non-manifold.
    pub fn runs(&self) -> impl Iterator<Item = &[Face]> {
        self.0.chunk_by(|a, b| a.corners == b.corners)
    }
}
