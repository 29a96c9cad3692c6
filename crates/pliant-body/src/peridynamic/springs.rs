//! Bonds as springs, whatever their direction: the scalar matrix of quasi-Newton methods (Xu 2018, eq. 23).
//!
//! K of a point is at most V (lambda g'' sum_j a_j m'^2/x^2 + mu sum_j b_j h''/x^2) times the square of the difference of two places, since
//! (sum a u)^2 <= sum a u^2 and d d^T <= I. So the spring of i and j has
//!   k_ij = V_i (max(lambda, 0) g''(theta_i) a_ij m'^2 + mu b_ij h''(tau_ij))/x_ij^2 + the same of j.
//! (The paper's k_ij lacks V_i V_j; here V_j is in a_ij.) It depends on how bonds are stretched; who is joined with whom does not.

use super::bond_law::BondLaw;
use super::stencils::{DILATION, LENGTH, STRETCH, Stencils};
use crate::packs::FILLING;
use glam::DVec3;
use pliant_math::lanes::WIDTH;
use pliant_system::TangentWeights;
use std::sync::OnceLock;

/// All springs of a batch of points; laid out when a stepper asks for them.
#[derive(Default)]
pub struct Springs {
    laid_out: OnceLock<LaidOut>,
}

struct LaidOut {
    /// Pairs (i > j) of nodes, ascending.
    pairs: Vec<(u32, u32)>,
    /// Which spring each bond adds to, in the order of [`each_bond`].
    places: Vec<u32>,
}

/// A bond as the point at one of its ends sees it.
struct End {
    nodes: [u32; 2],
    length: f64,
    dilation: f64,
    stretch: f64,
}

impl Springs {
    /// Pairs of nodes that springs join.
    pub fn pairs(&self, stencils: &Stencils) -> &[(u32, u32)] {
        &self.laid_out(stencils).pairs
    }

    fn laid_out(&self, stencils: &Stencils) -> &LaidOut {
        self.laid_out.get_or_init(|| {
            let mut all = Vec::new();
            each_point(stencils, |_, ends| all.extend(ends.iter().map(|end| sorted(end.nodes))));
            let mut pairs = all.clone();
            pairs.sort_unstable();
            pairs.dedup();
            let place = |pair: &(u32, u32)| pairs.binary_search(pair).expect("it was listed") as u32;
            let places = all.iter().map(place).collect();
            LaidOut { pairs, places }
        })
    }

    /// Stiffness (N/m) of each, at positions `q`.
    pub fn stiffness(
        &self,
        stencils: &Stencils,
        law: &BondLaw,
        q: &[DVec3],
        weights: TangentWeights,
        out: &mut [f64],
    ) {
        out.fill(0.0);
        let mut places = self.laid_out(stencils).places.iter();
        let (position, velocity) = (weights.position, 2.0 * weights.velocity);
        each_point(stencils, |volume, ends| {
            let tau = |end: &End| q[end.nodes[1] as usize].distance(q[end.nodes[0] as usize]) / end.length;
            let dilation: f64 = ends.iter().map(|end| end.dilation * law.measure(tau(end) - 1.0)).sum();
            let theta = (1.0 + dilation).max(LEAST_STRETCH);
            let g =
                position * law.lambda * law.g.curvature(theta, 1.0 / theta) + velocity * law.lambda_damping;
            for (end, &place) in ends.iter().zip(&mut places) {
                let tau = tau(end).max(LEAST_STRETCH);
                let h = position * law.mu * law.h.curvature(tau, 1.0 / tau) + velocity * law.mu_damping;
                let slope = law.measure_slope(tau);
                let both = end.dilation * g.max(0.0) * slope * slope + end.stretch * h.max(0.0);
                out[place as usize] += volume * both / (end.length * end.length);
            }
        });
    }
}

/// Bonds pressed further count as if pressed to this: some functions are infinite at zero.
const LEAST_STRETCH: f64 = 0.05;

fn sorted([i, j]: [u32; 2]) -> (u32, u32) {
    (i.max(j), i.min(j))
}

/// Volume and bonds of each point, in a fixed order.
fn each_point(stencils: &Stencils, mut f: impl FnMut(f64, &[End])) {
    let packs = &stencils.packs;
    let mut ends = Vec::new();
    for chunk in &packs.chunks {
        let nodes = &packs.slot_nodes[chunk.slots.clone()];
        for at in chunk.packs.start * WIDTH..chunk.packs.end * WIDTH {
            if packs.points[at] == FILLING {
                continue;
            }
            let (pack, lane) = (at / WIDTH, at % WIDTH);
            let own = nodes[packs.own[at] as usize];
            ends.clear();
            for (k, row) in packs.rows(pack).enumerate() {
                let number = |which: usize| {
                    stencils.rows.numbers
                        [stencils.rows.starts[pack] + k * Stencils::ROW + which * WIDTH + lane]
                };
                let other = nodes[packs.neighbours[row * WIDTH + lane] as usize];
                // Rows that fill up have no length.
                if number(LENGTH) > 0.0 {
                    let (dilation, stretch) = (number(DILATION), number(STRETCH));
                    ends.push(End { nodes: [own, other], length: number(LENGTH), dilation, stretch });
                }
            }
            f(stencils.volumes[at], &ends);
        }
    }
}
