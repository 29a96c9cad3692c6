//! Points of a body held by stiff springs: for bodies whose points are not nodes, so that none can be taken out of the
//! equations.
//!
//! With x_p = W_p q, the place t_p(time) that the motion gives it, the stiffness k_p and the projector D on the held
//! directions, the energy is sum_p k_p |D (x_p - t_p)|^2 / 2. Its tangent is constant, sum_p k_p w_pi w_pj D, and is
//! summed once over all points: many points are carried by the same nodes.

use crate::embedding::Embedding;
use crate::motion::Motion;
use crate::term::{At, TangentWeights, Term};
use glam::{DMat3, DVec3};
use pliant_math::small::outer_product;
use std::sync::Arc;

/// A point of a body that can be held.
#[derive(Clone, Debug, PartialEq)]
pub struct HoldPoint {
    /// Where it is at rest (m).
    pub x_rest: DVec3,
    /// The nodes that carry it, with weights.
    pub row: Vec<(u32, f64)>,
    /// How stiffly it is held (N/m).
    pub stiffness: f64,
}

/// The points that a pin holds by springs, and where it wants them.
#[derive(Debug)]
pub struct HeldPoints {
    x_rest: Vec<DVec3>,
    stiffness: Vec<f64>,
    carrier: Embedding,
    directions: Vec<DVec3>,
    projector: DMat3,
    motion: Motion,
}

impl HeldPoints {
    /// Points over nodes of the system, held along `directions` (any length but zero, not orthogonal by need).
    pub fn new(points: &[HoldPoint], directions: &[DVec3], motion: Motion) -> Self {
        let mut carrier = Embedding::new();
        points.iter().for_each(|point| carrier.push(point.row.iter().copied()));
        let directions = orthonormal(directions);
        Self {
            x_rest: points.iter().map(|point| point.x_rest).collect(),
            stiffness: points.iter().map(|point| point.stiffness).collect(),
            carrier,
            projector: directions.iter().fold(DMat3::ZERO, |sum, &d| sum + outer_product(d, d)),
            directions,
            motion,
        }
    }

    /// How many points are held.
    pub fn len(&self) -> usize {
        self.x_rest.len()
    }

    /// True if nothing is held.
    pub fn is_empty(&self) -> bool {
        self.x_rest.is_empty()
    }

    /// Where the points are at rest (m).
    pub fn x_rest(&self) -> &[DVec3] {
        &self.x_rest
    }

    /// Where the points are, at node positions `q` (m).
    pub fn places(&self, q: &[DVec3]) -> Vec<DVec3> {
        self.carrier.values(q)
    }

    /// The held directions, orthonormal.
    pub fn directions(&self) -> &[DVec3] {
        &self.directions
    }

    /// What the points follow.
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Force (N) of the springs on a point, at node positions `q`.
    pub fn force(&self, point: usize, q: &[DVec3], time: f64) -> DVec3 {
        self.off(point, q, time) * -self.stiffness[point]
    }

    /// How far a point is from where it should be, along what is held (m).
    fn off(&self, point: usize, q: &[DVec3], time: f64) -> DVec3 {
        let (place, _) = self.motion.place(self.x_rest[point], time);
        self.projector * (self.carrier.value(point, q) - place)
    }
}

/// Gram-Schmidt; directions that depend on those before are left out.
fn orthonormal(directions: &[DVec3]) -> Vec<DVec3> {
    let mut basis: Vec<DVec3> = Vec::new();
    for direction in directions {
        let unit = direction.normalize_or_zero();
        let rest = basis.iter().fold(unit, |rest, b| rest - *b * b.dot(rest));
        if rest.length() > 1e-9 {
            basis.push(rest.normalize());
        }
    }
    basis
}

/// Springs between points of a body and where a motion wants them.
pub struct PenaltyHold {
    name: String,
    held: Arc<HeldPoints>,
    /// The nodes that carry the points, ascending, and the rows over their numbers in this list.
    nodes: Vec<u32>,
    rows: Embedding,
    pairs: Vec<(u32, u32)>,
    /// sum_p k_p w_pi w_pj of each pair (N/m).
    entries: Vec<f64>,
}

impl PenaltyHold {
    /// Holds points of the system's nodes.
    pub fn new(name: String, held: Arc<HeldPoints>) -> Self {
        let (nodes, rows) = held.carrier.numbered();
        let (pairs, entries) = summed_pairs(&nodes, &rows, &held.stiffness);
        Self { name, held, nodes, rows, pairs, entries }
    }

    /// out = W^T of forces on the points.
    fn spread(&self, force: impl Fn(usize) -> DVec3, out: &mut [DVec3]) {
        let forces: Vec<DVec3> = (0..self.held.len()).map(force).collect();
        out.fill(DVec3::ZERO);
        self.rows.spread(&forces, out);
    }
}

/// sum_p k_p w_pi w_pj for every pair of nodes i >= j that a point couples, by ascending (i, j). Row by row: what is
/// kept beside the result is one row of it and the transposed weights.
fn summed_pairs(nodes: &[u32], rows: &Embedding, stiffness: &[f64]) -> (Vec<(u32, u32)>, Vec<f64>) {
    let mut points_of: Vec<Vec<(u32, f64)>> = vec![Vec::new(); nodes.len()];
    for point in 0..rows.len() {
        rows.row(point).for_each(|(node, weight)| points_of[node as usize].push((point as u32, weight)));
    }
    let (mut pairs, mut entries) = (Vec::new(), Vec::new());
    let (mut sum, mut is_known) = (vec![0.0; nodes.len()], vec![false; nodes.len()]);
    for (i, points) in points_of.iter().enumerate() {
        let mut columns: Vec<usize> = Vec::new();
        for &(point, weight) in points {
            let k = stiffness[point as usize] * weight;
            for (j, other) in rows.row(point as usize) {
                let j = j as usize;
                if j > i {
                    continue;
                }
                if !is_known[j] {
                    is_known[j] = true;
                    columns.push(j);
                }
                sum[j] += k * other;
            }
        }
        columns.sort_unstable();
        for j in columns {
            pairs.push((nodes[i], nodes[j]));
            entries.push(std::mem::take(&mut sum[j]));
            is_known[j] = false;
        }
    }
    (pairs, entries)
}

impl Term for PenaltyHold {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        self.spread(|point| self.held.force(point, at.q, at.time), out);
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let of = |point: usize| {
            0.5 * self.held.stiffness[point] * self.held.off(point, at.q, at.time).length_squared()
        };
        Some((0..self.held.len()).map(of).sum())
    }

    fn force_differential(&self, _: &At<'_>, dq: &[DVec3], _: Option<&[DVec3]>, out: &mut [DVec3]) {
        let held = &self.held;
        self.spread(|point| held.projector * held.carrier.value(point, dq) * -held.stiffness[point], out);
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    fn tangent(&self, _: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        for (out, entry) in out.iter_mut().zip(&self.entries) {
            *out = self.held.projector * (weights.position * entry);
        }
    }

    fn is_support(&self) -> bool {
        true
    }

    fn is_linear(&self) -> bool {
        true
    }
}
