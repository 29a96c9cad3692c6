//! Sides of blocks and twisted boxes as groups of the mesh.
//!
//! `face = "y+"` of such a body is the side of the straight grid of cells the body is made from, wherever its nodes
//! are after the mapping. Nodes and elements get groups of different names, because a group that has both would
//! select the nodes of its elements too.

use pliant_geometry::{ElementOrder, TET_EDGES, TET_FACES, TetMesh};

use crate::plan::Axis;
use crate::schema::Choose;

/// The group of the nodes on a side.
pub(super) fn node_group(axis: Axis, upper: bool) -> String {
    format!("nodes on {}{}", axis.word(), if upper { '+' } else { '-' })
}

/// The group of the elements with a face on a side.
pub(super) fn element_group(axis: Axis, upper: bool) -> String {
    format!("elements on {}{}", axis.word(), if upper { '+' } else { '-' })
}

/// Adds the groups of all six sides to a grid of so many cells, numbered with x slowest and z fastest.
pub(super) fn name_sides(mesh: &mut TetMesh, cells: [usize; 3]) {
    for axis in Axis::ALL.iter().map(|(axis, _)| *axis) {
        for upper in [false, true] {
            let on = nodes_on(mesh, cells, axis.index(), upper);
            mesh.element_groups.insert(element_group(axis, upper), elements_on(mesh, &on));
            mesh.node_groups.insert(node_group(axis, upper), ids(&on));
        }
    }
}

/// For each node: whether it is on the side. A node in the middle of an edge is there when both ends are.
fn nodes_on(mesh: &TetMesh, cells: [usize; 3], axis: usize, upper: bool) -> Vec<bool> {
    let counts = cells.map(|n| n + 1);
    let level = if upper { cells[axis] } else { 0 };
    let index_along = |node: usize| match axis {
        0 => node / (counts[1] * counts[2]),
        1 => node / counts[2] % counts[1],
        _ => node % counts[2],
    };
    let corners = counts.iter().product::<usize>().min(mesh.node_count());
    let mut on = vec![false; mesh.node_count()];
    (0..corners).for_each(|node| on[node] = index_along(node) == level);
    if mesh.order == ElementOrder::Quadratic {
        for tet in mesh.elements() {
            for (edge, [a, b]) in TET_EDGES.iter().enumerate() {
                on[tet[4 + edge] as usize] = on[tet[*a] as usize] && on[tet[*b] as usize];
            }
        }
    }
    on
}

fn elements_on(mesh: &TetMesh, on: &[bool]) -> Vec<u32> {
    let touches = |tet: &[u32]| TET_FACES.iter().any(|face| face.iter().all(|&i| on[tet[i] as usize]));
    ids(&mesh.elements().map(touches).collect::<Vec<bool>>())
}

fn ids(marked: &[bool]) -> Vec<u32> {
    (0u32..).zip(marked).filter(|(_, marked)| **marked).map(|(id, _)| id).collect()
}
