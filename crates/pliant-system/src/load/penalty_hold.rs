//! Points of a body held by stiff springs: for bodies whose points are not nodes, so that none can be taken out of the
//! equations.
//!
//! With x_p = W_p q, the place t_p(time) that the motion gives it, the stiffness k_p and the projector D on the held
//! directions, the energy is sum_p k_p |D (x_p - t_p)|^2 / 2. Its tangent is constant, K_ij D with K_ij = sum_p k_p w_pi w_pj, and is
//! summed once over all points: many points are carried by the same nodes. So are the forces: motions are rigid, t_p = R X_p + s, so that with
//! the nodes at rest r_j they are D (s sum_p k_p w_pi - R d_i - sum_j K_ij (q_j - R r_j)), d_i = sum_p k_p w_pi (W_p r - X_p). Differences from rest, not
//! places, are multiplied by what is stiff: no digits are lost.

use crate::embedding::Embedding;
use crate::motion::{Motion, Pose};
use crate::term::{At, TangentWeights, Term};
use glam::{DMat3, DQuat, DVec3};
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
        self.off(point, q, &self.motion.pose(time)) * -self.stiffness[point]
    }

    /// How far a point is from where it should be, along what is held (m).
    fn off(&self, point: usize, q: &[DVec3], pose: &Pose) -> DVec3 {
        self.projector * (self.carrier.value(point, q) - pose.to_world(self.x_rest[point]))
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
    /// The nodes that carry the points, ascending.
    nodes: Vec<u32>,
    /// Where each of them is at rest: r.
    rest: Vec<DVec3>,
    /// Of each node i: sum_p k_p w_pi (N/m), and d (N).
    pulls: Vec<(f64, DVec3)>,
    /// Pairs of nodes i >= j, by ascending (i, j).
    pairs: Vec<(u32, u32)>,
    /// The same by their numbers in `nodes`.
    own_pairs: Vec<(u32, u32)>,
    /// K_ij of each pair (N/m).
    entries: Vec<f64>,
    /// Energy (J) where all nodes are at rest: points that they do not carry to where they are wanted.
    energy_at_rest: f64,
}

impl PenaltyHold {
    /// Holds points of the system's nodes, which are at `q_rest` at rest.
    pub fn new(name: String, held: Arc<HeldPoints>, q_rest: &[DVec3]) -> Self {
        let (nodes, rows) = held.carrier.numbered();
        let mut pulls = vec![(0.0, DVec3::ZERO); nodes.len()];
        let mut energy_at_rest = 0.0;
        for (point, (k, x_rest)) in held.stiffness.iter().zip(&held.x_rest).enumerate() {
            let off = held.carrier.value(point, q_rest) - *x_rest;
            energy_at_rest += 0.5 * k * (held.projector * off).length_squared();
            for (node, weight) in rows.row(point) {
                let (pull, at_rest) = &mut pulls[node as usize];
                *pull += k * weight;
                *at_rest += off * (k * weight);
            }
        }
        let rest = nodes.iter().map(|&node| q_rest[node as usize]).collect();
        let (own_pairs, entries) = summed_pairs(nodes.len(), &rows, &held.stiffness);
        let global = |&(i, j): &(u32, u32)| (nodes[i as usize], nodes[j as usize]);
        let pairs = own_pairs.iter().map(global).collect();
        Self { name, held, nodes, rest, pulls, pairs, own_pairs, entries, energy_at_rest }
    }

    /// The energy where the motion has not moved anything: with u = q - r, f = -D (d + K u), it is (u . D d - u . f)/2 and what there is at rest.
    fn energy_in_place(&self, at: &At<'_>) -> f64 {
        let mut forces = vec![DVec3::ZERO; self.nodes.len()];
        self.forces(at, &mut forces);
        let of = |own: usize| {
            let moved = at.q[self.nodes[own] as usize] - self.rest[own];
            0.5 * moved.dot(self.held.projector * self.pulls[own].1 - forces[own])
        };
        (0..self.nodes.len()).map(of).sum::<f64>() + self.energy_at_rest
    }

    /// out -= K moved, then what is not held is taken out.
    fn pull_back(&self, moved: impl Fn(usize) -> DVec3, out: &mut [DVec3]) {
        for (&(i, j), &k) in self.own_pairs.iter().zip(&self.entries) {
            let (i, j) = (i as usize, j as usize);
            out[i] -= moved(j) * k;
            if i != j {
                out[j] -= moved(i) * k;
            }
        }
        out.iter_mut().for_each(|force| *force = self.held.projector * *force);
    }
}

/// K_ij for every pair of nodes i >= j that a point couples, by ascending (i, j). Row by row: what is kept beside the result is
/// one row of it and the transposed weights.
fn summed_pairs(nodes: usize, rows: &Embedding, stiffness: &[f64]) -> (Vec<(u32, u32)>, Vec<f64>) {
    let mut points_of: Vec<Vec<(u32, f64)>> = vec![Vec::new(); nodes];
    for point in 0..rows.len() {
        rows.row(point).for_each(|(node, weight)| points_of[node as usize].push((point as u32, weight)));
    }
    let (mut pairs, mut entries) = (Vec::new(), Vec::new());
    let (mut sum, mut is_known) = (vec![0.0; nodes], vec![false; nodes]);
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
            pairs.push((i as u32, j as u32));
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
        let pose = self.held.motion.pose(at.time);
        for (out, (pull, at_rest)) in out.iter_mut().zip(&self.pulls) {
            *out = pose.shift * *pull - pose.rotation * *at_rest;
        }
        let place = |own: usize| at.q[self.nodes[own] as usize];
        if pose.rotation == DQuat::IDENTITY {
            self.pull_back(|own| place(own) - self.rest[own], out);
        } else {
            self.pull_back(|own| place(own) - pose.rotation * self.rest[own], out);
        }
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let pose = self.held.motion.pose(at.time);
        if pose == Pose::STILL {
            return Some(self.energy_in_place(at));
        }
        let of = |point: usize| {
            0.5 * self.held.stiffness[point] * self.held.off(point, at.q, &pose).length_squared()
        };
        Some((0..self.held.len()).map(of).sum())
    }

    fn force_differential(&self, _: &At<'_>, dq: &[DVec3], _: Option<&[DVec3]>, out: &mut [DVec3]) {
        out.fill(DVec3::ZERO);
        self.pull_back(|own| dq[self.nodes[own] as usize], out);
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
