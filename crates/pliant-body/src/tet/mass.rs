//! Mass of tetrahedra.
//!
//! 4-node elements are lumped by volume, rho V / 4 a node. 10-node elements have the consistent mass
//! m_ab = ∫ rho N_a N_b dV, and for explicit steppers the HRZ lumping (Hinton, Rock & Zienkiewicz 1976): its
//! diagonal scaled to the right total, which keeps every mass positive (row sums would make corners negative).

use crate::body::BodyMass;
use glam::DVec3;
use pliant_geometry::tet_shape::{TetRule, jacobian, quadratic_values};
use pliant_geometry::{ElementOrder, TetMesh};
use pliant_system::CoupledMass;
use std::sync::Arc;

/// Mass of an element's nodes (kg).
struct ElementMass {
    /// Lumped masses of its nodes.
    lumped: Vec<f64>,
    /// Consistent mass, row by row; empty for 4-node elements.
    coupled: Vec<f64>,
}

/// Mass of one element of density `density` [kg/m3].
fn element_mass(mesh: &TetMesh, element: usize, density: f64) -> ElementMass {
    match mesh.order {
        ElementOrder::Linear => {
            ElementMass { lumped: vec![density * mesh.corner_volume(element) / 4.0; 4], coupled: Vec::new() }
        }
        ElementOrder::Quadratic => quadratic_mass(mesh, element, density),
    }
}

fn quadratic_mass(mesh: &TetMesh, element: usize, density: f64) -> ElementMass {
    let nodes = mesh.element(element);
    let x: [DVec3; 10] = std::array::from_fn(|a| mesh.nodes[nodes[a] as usize]);
    let mut coupled = vec![0.0; 100];
    let mut total = 0.0;
    for point in TetRule::of_degree(4).expect("a rule of degree 4 exists").points() {
        let N = quadratic_values(point.lambda);
        let dm = density * point.weight * jacobian(&x, point.lambda) / 6.0;
        total += dm;
        for a in 0..10 {
            for b in 0..10 {
                coupled[10 * a + b] += dm * N[a] * N[b];
            }
        }
    }
    let trace: f64 = (0..10).map(|a| coupled[11 * a]).sum();
    let lumped = (0..10).map(|a| coupled[11 * a] * total / trace).collect();
    ElementMass { lumped, coupled }
}

/// What some elements of a mesh bring to the mass of its nodes; `density(e)` [kg/m3].
pub fn body_mass(
    mesh: &TetMesh,
    elements: impl Iterator<Item = u32>,
    density: impl Fn(usize) -> f64,
) -> BodyMass {
    let (mut lumped, mut entries) = (vec![0.0; mesh.nodes.len()], Vec::new());
    for element in elements.map(|e| e as usize) {
        let nodes = mesh.element(element);
        let own = element_mass(mesh, element, density(element));
        for (&node, m) in nodes.iter().zip(&own.lumped) {
            lumped[node as usize] += m;
        }
        for (k, &m) in own.coupled.iter().enumerate() {
            let (i, j) = (nodes[k / nodes.len()], nodes[k % nodes.len()]);
            if i >= j {
                entries.push((i, j, m));
            }
        }
    }
    let is_coupled = !entries.is_empty();
    let coupled = is_coupled.then(|| Arc::new(CoupledMass::new(lumped.len(), &entries)));
    BodyMass { lumped, coupled }
}
