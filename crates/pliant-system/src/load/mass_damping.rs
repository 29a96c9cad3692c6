//! The mass-proportional half of Rayleigh damping: f = -C v, C = ∫ alpha rho N_i N_j dV.
//!
//! C has the form the mass has (consistent or lumped), so that a body that moves as a whole is slowed down as a whole.

use crate::mass::Mass;
use crate::term::{At, TangentWeights, Term};
use glam::{DMat3, DVec3};

/// A drag on a body in proportion to its mass.
pub struct MassDamping {
    name: String,
    nodes: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    /// C over the body's own nodes [kg/s].
    drag: Mass,
    /// The lower entries of C, one a pair.
    entries: Vec<f64>,
}

impl MassDamping {
    /// `drag` [kg/s] on the nodes from `first_node` on, in the form of a mass matrix.
    pub fn new(name: String, first_node: u32, drag: Mass) -> Self {
        let count = drag.lumped_masses().len() as u32;
        let (pairs, entries) =
            drag.lower_entries().map(|(i, j, c)| ((i + first_node, j + first_node), c)).unzip();
        Self { name, nodes: (first_node..first_node + count).collect(), pairs, drag, entries }
    }

    /// out = -C v.
    fn slow_down(&self, v: &[DVec3], out: &mut [DVec3]) {
        let first = self.nodes.first().map_or(0, |&node| node as usize);
        self.drag.multiply(&v[first..first + self.nodes.len()], out);
        for out in out {
            *out = -*out;
        }
    }
}

impl Term for MassDamping {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        self.slow_down(at.v, out);
    }

    fn energy(&self, _: &At<'_>) -> Option<f64> {
        Some(0.0)
    }

    fn force_differential(&self, _: &At<'_>, _: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        match dv {
            Some(dv) => self.slow_down(dv, out),
            None => out.fill(DVec3::ZERO),
        }
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    fn tangent(&self, _: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        for (out, entry) in out.iter_mut().zip(&self.entries) {
            *out = DMat3::from_diagonal(DVec3::splat(weights.velocity * entry));
        }
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn has_damping(&self) -> bool {
        true
    }
}
