//! The mass-proportional half of Rayleigh damping: f_i = -alpha_i m_i v_i with lumped masses.

use crate::term::{At, TangentWeights, Term};
use glam::{DMat3, DVec3};

/// A drag on each node in proportion to its mass.
pub struct MassDamping {
    name: String,
    nodes: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    /// alpha_i m_i [kg/s].
    drag: Vec<f64>,
}

impl MassDamping {
    /// `drag` [kg/s] on each of the nodes.
    pub fn new(name: String, nodes: Vec<u32>, drag: Vec<f64>) -> Self {
        let pairs = nodes.iter().map(|&i| (i, i)).collect();
        Self { name, nodes, pairs, drag }
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
        for ((out, &node), drag) in out.iter_mut().zip(&self.nodes).zip(&self.drag) {
            *out = at.v[node as usize] * -*drag;
        }
    }

    fn energy(&self, _: &At<'_>) -> Option<f64> {
        Some(0.0)
    }

    fn force_differential(&self, _: &At<'_>, _: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        for ((out, &node), drag) in out.iter_mut().zip(&self.nodes).zip(&self.drag) {
            *out = dv.map_or(DVec3::ZERO, |dv| dv[node as usize] * -*drag);
        }
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    fn tangent(&self, _: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        for (out, drag) in out.iter_mut().zip(&self.drag) {
            *out = DMat3::from_diagonal(DVec3::splat(weights.velocity * drag));
        }
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn has_damping(&self) -> bool {
        true
    }
}
