//! Moves the mid-edge nodes of a quadratic mesh onto a curved surface.

use glam::DVec3;

use crate::adjacency::NodeElements;
use crate::mesh::TetMesh;
use crate::surface::BoundarySurface;
use crate::tet_shape::smallest_jacobian;

/// Moves the mid nodes of the boundary faces that `on_surface` accepts (given their three corners) to where `project`
/// puts them. A node whose move would fold an element stays in the middle of its edge.
pub(super) fn snap_mid_nodes(
    mesh: &mut TetMesh,
    on_surface: impl Fn([DVec3; 3]) -> bool,
    project: impl Fn(DVec3) -> DVec3,
) {
    let skin = BoundarySurface::new(mesh);
    let mut mids: Vec<u32> = skin
        .iter()
        .filter(|face| on_surface([0, 1, 2].map(|i| mesh.nodes[face[i] as usize])))
        .flat_map(|face| [face[3], face[4], face[5]])
        .collect();
    mids.sort_unstable();
    mids.dedup();
    let straight: Vec<DVec3> = mids.iter().map(|&node| mesh.nodes[node as usize]).collect();
    for &node in &mids {
        mesh.nodes[node as usize] = project(mesh.nodes[node as usize]);
    }
    let elements = NodeElements::new(mesh);
    let folds = |mesh: &TetMesh, node: u32| {
        let mut around = elements.of(node as usize).iter();
        around.any(|&e| smallest_jacobian(&mesh.quadratic_positions(e as usize)) <= 0.0)
    };
    // Straight elements are sound, so putting nodes back ends.
    loop {
        let back: Vec<usize> = (0..mids.len())
            .filter(|&i| mesh.nodes[mids[i] as usize] != straight[i] && folds(mesh, mids[i]))
            .collect();
        if back.is_empty() {
            return;
        }
        for i in back {
            mesh.nodes[mids[i] as usize] = straight[i];
        }
    }
}
