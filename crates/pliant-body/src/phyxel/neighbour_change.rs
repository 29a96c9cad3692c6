//! How weights of neighbours may change, to first order ([`patch`](super::patch)).
//!
//! Phyxel i with offsets d_k, M = sum_k w_k d_k d_k^T and q_k = M^-1 d_k has g_k = w_k q_k. With w_k exp(e_k) that changes by
//! w_k (e_k q_k - (sum_l w_l e_l q_l d_l^T) q_k). The least change, sum of V w e^2, that multipliers L ask for is
//! e_k = c q_k . (L_k - L_i - A d_k), A = sum_l w_l (L_l - L_i) q_l^T: what the linear fit leaves over.

use crate::cloud::Neighbours;
use glam::{DMat3, DVec3};
use pliant_math::small::outer_product;
use rayon::prelude::*;

/// c, over the mean square offset weighted: how easily neighbours' weights change beside those of the surface.
const EASE: f64 = 0.1;
/// Largest change of the logarithm of a weight in a step.
const LARGEST: f64 = 1.0;
/// And the smallest that is made at all: inside lattices weights stay equal, and phyxels share them.
const SMALLEST: f64 = 1e-4;
/// Phyxels whose changes are kept at a time, and that one task handles.
const BLOCK: usize = 16384;
const TASK: usize = 256;

/// The weights of phyxels that are out of balance, or near such.
pub struct NeighbourChange<'a> {
    points: &'a [DVec3],
    volumes: &'a [f64],
    neighbours: &'a Neighbours,
    /// Phyxels whose weights change, and M^-1 of each.
    active: Vec<(u32, DMat3)>,
}

impl<'a> NeighbourChange<'a> {
    /// For phyxels out of balance by r.
    pub fn new(points: &'a [DVec3], volumes: &'a [f64], neighbours: &'a Neighbours, r: &[DVec3]) -> Self {
        let small = 1e-9 * r.iter().map(|r| r.length()).fold(0.0, f64::max);
        let mut is_near: Vec<bool> = r.iter().map(|r| r.length() > small).collect();
        for _ in 0..2 {
            let before = is_near.clone();
            for (i, near) in is_near.iter_mut().enumerate() {
                *near |= neighbours.range(i).any(|at| before[neighbours.ids[at] as usize]);
            }
        }
        let mut out = Self { points, volumes, neighbours, active: Vec::new() };
        let near = (0..points.len()).filter(|&i| is_near[i]);
        out.active =
            near.map(|i| (i as u32, out.moments(i).inverse())).filter(|(_, M)| M.is_finite()).collect();
        out
    }

    fn offset(&self, i: usize, at: usize) -> DVec3 {
        self.points[self.neighbours.ids[at] as usize] - self.points[i]
    }

    fn moments(&self, i: usize) -> DMat3 {
        let square = |at: usize| {
            let d = self.offset(i, at);
            outer_product(d, d) * self.neighbours.weight(i, at)
        };
        self.neighbours.range(i).fold(DMat3::ZERO, |M, at| M + square(at))
    }

    /// e of the neighbours of a phyxel.
    fn exponents(&self, i: usize, inverse: &DMat3, L: &[DVec3]) -> Vec<f64> {
        let (neighbours, range) = (self.neighbours, self.neighbours.range(i));
        let rise = |at: usize| L[neighbours.ids[at] as usize] - L[i];
        let (mut A, mut square) = (DMat3::ZERO, 0.0);
        for at in range.clone() {
            let d = self.offset(i, at);
            A += outer_product(rise(at), *inverse * d) * neighbours.weight(i, at);
            square += neighbours.weight(i, at) * d.length_squared();
        }
        let of = |at: usize| {
            let d = self.offset(i, at);
            EASE * square / 3.0 * (*inverse * d).dot(rise(at) - A * d)
        };
        range.map(of).collect()
    }

    /// V times the change of g of the neighbours of a phyxel, appended.
    fn push_changes(&self, &(i, inverse): &(u32, DMat3), L: &[DVec3], out: &mut Vec<DVec3>) {
        let i = i as usize;
        let (neighbours, range) = (self.neighbours, self.neighbours.range(i));
        let e = self.exponents(i, &inverse, L);
        let mut S = DMat3::ZERO;
        for (at, e) in range.clone().zip(&e) {
            let d = self.offset(i, at);
            S += outer_product(inverse * d, d) * (neighbours.weight(i, at) * e);
        }
        for (at, e) in range.zip(&e) {
            let q = inverse * self.offset(i, at);
            out.push((q * *e - S * q) * (neighbours.weight(i, at) * self.volumes[i]));
        }
    }

    /// Adds how much the balance changes with the multipliers L.
    pub fn add_response(&self, L: &[DVec3], out: &mut [DVec3]) {
        for block in self.active.chunks(BLOCK) {
            let of_task = |task: &[(u32, DMat3)]| {
                let mut changes = Vec::new();
                task.iter().for_each(|phyxel| self.push_changes(phyxel, L, &mut changes));
                changes
            };
            let changes: Vec<Vec<DVec3>> = block.par_chunks(TASK).map(of_task).collect();
            let mut changes = changes.iter().flatten();
            for &(i, _) in block {
                for (at, change) in self.neighbours.range(i as usize).zip(&mut changes) {
                    out[self.neighbours.ids[at] as usize] += *change;
                    out[i as usize] -= *change;
                }
            }
        }
    }

    /// All weights after the change.
    pub fn weights(&self, L: &[DVec3]) -> Vec<f64> {
        let mut weights = self.neighbours.weights.in_full();
        for (i, inverse) in &self.active {
            let i = *i as usize;
            for (at, e) in self.neighbours.range(i).zip(self.exponents(i, inverse, L)) {
                if e.abs() > SMALLEST {
                    weights[at] *= e.clamp(-LARGEST, LARGEST).exp();
                }
            }
        }
        weights
    }
}
