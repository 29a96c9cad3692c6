//! Dead forces on nodes: point loads, and tractions already spread to nodes.

use crate::motion::History;
use crate::term::{At, Term};
use glam::DVec3;

/// f_i = history(t) F_i.
pub struct NodalForce {
    name: String,
    nodes: Vec<u32>,
    forces: Vec<DVec3>,
    history: History,
}

impl NodalForce {
    /// Forces (N) on nodes (a node may appear more than once).
    pub fn new(name: String, nodes: Vec<u32>, forces: Vec<DVec3>, history: History) -> Self {
        debug_assert_eq!(nodes.len(), forces.len());
        Self { name, nodes, forces, history }
    }
}

impl Term for NodalForce {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        let factor = self.history.at(at.time);
        pliant_math::reduce::for_chunks(out, |first, out| {
            for (out, force) in out.iter_mut().zip(&self.forces[first..]) {
                *out = *force * factor;
            }
        });
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let work: f64 = self.nodes.iter().zip(&self.forces).map(|(&i, f)| f.dot(at.q[i as usize])).sum();
        Some(-self.history.at(at.time) * work)
    }

    fn is_linear(&self) -> bool {
        true
    }
}
