//! A uniform acceleration of a body's mass: gravity, or a shaken frame.

use crate::mass::Mass;
use crate::motion::History;
use crate::term::{At, Term};
use glam::DVec3;

/// f = history(t) M a, the load consistent with the mass in use, so that free fall is exact.
pub struct Acceleration {
    name: String,
    nodes: Vec<u32>,
    /// M a at each of the nodes (N).
    forces: Vec<DVec3>,
    history: History,
}

impl Acceleration {
    /// On the mass of `nodes` (all nodes of some bodies), in the form it has in `mass`.
    pub fn new(name: String, mass: &Mass, nodes: Vec<u32>, acceleration: DVec3, history: History) -> Self {
        Self::shared(name, mass, nodes, |_| acceleration, history)
    }

    /// As [`Acceleration::new`], where nodes need not be places: an acceleration of the body is that of each node by
    /// its share of a shift.
    pub fn of_field(
        name: String,
        mass: &Mass,
        nodes: Vec<u32>,
        acceleration: DVec3,
        shift_shares: &[f64],
        history: History,
    ) -> Self {
        Self::shared(name, mass, nodes, |node| acceleration * shift_shares[node as usize], history)
    }

    fn shared(
        name: String,
        mass: &Mass,
        nodes: Vec<u32>,
        acceleration: impl Fn(u32) -> DVec3,
        history: History,
    ) -> Self {
        let mut field = vec![DVec3::ZERO; mass.lumped_masses().len()];
        for &node in &nodes {
            field[node as usize] = acceleration(node);
        }
        let forces = nodes.iter().map(|&node| mass.row_times(node as usize, &field)).collect();
        Self { name, nodes, forces, history }
    }
}

impl Term for Acceleration {
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
