//! Bonds that are in balance under every homogeneous strain.
//!
//! Weights fitted point by point give every point the right energy, but not bodies the right stiffness: under a homogeneous strain the bonds of a
//! point near a surface, or among irregular points, leave a force, points move away from it, and the body is softer. A body under the
//! constant stress sigma(e) shall be in balance with its tractions sigma n. With c_ij = V_i w_ij + V_j w_ji the bonds pull at point i with
//!   2 mu sum_j c_ij n n n/x : e  (and 2 lambda tr(e)/3 sum_j c_ij n/x, its contraction where directions count alike),
//! and the surface with sigma(e) B_i, B_i = sum_p a_p phi_pi (a_p: share of the surface at its point p, outwards; phi_pi: weight of point i there).
//! With S = sum_j w_ij n n n n, the moments weights are fitted to, that is
//!   Q_i = sum_j c_ij n n n/x = -S . B_i,
//! ten equations a point beside the fifteen of the moments. Weights are changed as little as possible, min sum (w - w0)^2/w0, by multipliers and
//! conjugate gradients, some rounds of it so that none becomes negative. What cannot be had at corners is left.

use super::fitted_weights::{MOMENTS, moments_of};
use crate::cloud::Neighbours;
use glam::DVec3;
use rayon::prelude::*;

/// Equations of forces a point.
const FORCES: usize = 10;
/// Equations a point.
const ROWS: usize = MOMENTS + FORCES;
type Rows = [f64; ROWS];

/// Powers of x, y, z in the products of three components, and how often each stands in the tensor.
const CUBIC: [([i32; 3], f64); FORCES] = [
    ([3, 0, 0], 1.0),
    ([0, 3, 0], 1.0),
    ([0, 0, 3], 1.0),
    ([2, 1, 0], 3.0),
    ([2, 0, 1], 3.0),
    ([1, 2, 0], 3.0),
    ([0, 2, 1], 3.0),
    ([1, 0, 2], 3.0),
    ([0, 1, 2], 3.0),
    ([1, 1, 1], 6.0),
];

/// Rounds at most, and iterations of each.
const ROUNDS: usize = 4;
const ITERATIONS: usize = 80;
/// Share of what is wrong that a round leaves.
const LEFT: f64 = 1e-3;
/// Nothing is done where less than this share of the forces at surfaces is wrong.
const FINE: f64 = 1e-6;
/// Another round is worth it if one leaves less than this.
const WORTH_IT: f64 = 0.7;
/// A weight becomes at most so many times smaller in a round.
const SMALLEST: f64 = 0.1;
/// How much a change of weights counts beside what is left of the equations, where not all can be had.
const REGULAR: f64 = 1e-6;

/// What is balanced; lengths are in spacings, volumes in cubes of these.
pub struct BondBalance<'a> {
    pub neighbours: &'a Neighbours,
    pub volumes: Vec<f64>,
    /// Direction of each bond.
    pub directions: Vec<DVec3>,
    /// 1/x.
    pub per_length: Vec<f64>,
    /// B of each point.
    pub areas: Vec<DVec3>,
    /// Bonds by the point they go to.
    pub incoming: Incoming,
}

/// Bonds by their other end.
pub struct Incoming {
    starts: Vec<u32>,
    bonds: Vec<u32>,
}

impl Incoming {
    fn new(neighbours: &Neighbours) -> Self {
        let points = neighbours.starts.len() - 1;
        let mut starts = vec![0u32; points + 1];
        neighbours.ids.iter().for_each(|&j| starts[j as usize + 1] += 1);
        (0..points).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let mut bonds = vec![0; neighbours.ids.len()];
        for (bond, &j) in neighbours.ids.iter().enumerate() {
            bonds[next[j as usize] as usize] = bond as u32;
            next[j as usize] += 1;
        }
        Self { starts, bonds }
    }

    fn of(&self, i: usize) -> &[u32] {
        &self.bonds[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

fn cubic(n: DVec3) -> [f64; FORCES] {
    std::array::from_fn(|k| {
        let ([x, y, z], times) = CUBIC[k];
        times.sqrt() * n.x.powi(x) * n.y.powi(y) * n.z.powi(z)
    })
}

/// S . B in the order of [`CUBIC`], from the moments S in theirs (each by the square root of how often it stands there).
fn contracted(S: &[f64; MOMENTS], B: DVec3) -> [f64; FORCES] {
    let moment = |powers: [i32; 3]| {
        let (place, times) = super::fitted_weights::place_of(powers);
        S[place] / times.sqrt()
    };
    std::array::from_fn(|k| {
        let ([x, y, z], times) = CUBIC[k];
        let along = moment([x + 1, y, z]) * B.x + moment([x, y + 1, z]) * B.y + moment([x, y, z + 1]) * B.z;
        times.sqrt() * along
    })
}

impl<'a> BondBalance<'a> {
    /// Of points with cells of these volumes (m3), so far apart (m), with B (m2) each.
    pub fn new(
        neighbours: &'a Neighbours,
        points: &[DVec3],
        volumes: &[f64],
        spacing: f64,
        areas: &[DVec3],
    ) -> Self {
        let offset = |i: usize, at: usize| (points[neighbours.ids[at] as usize] - points[i]) / spacing;
        let offsets: Vec<DVec3> = (0..points.len())
            .flat_map(|i| neighbours.range(i).map(move |at| (i, at)))
            .map(|(i, at)| offset(i, at))
            .collect();
        Self {
            neighbours,
            volumes: volumes.iter().map(|v| v / spacing.powi(3)).collect(),
            directions: offsets.iter().map(|x| x.normalize()).collect(),
            per_length: offsets.iter().map(|x| 1.0 / x.length()).collect(),
            areas: areas.iter().map(|b| *b / (spacing * spacing)).collect(),
            incoming: Incoming::new(neighbours),
        }
    }

    fn points(&self) -> usize {
        self.volumes.len()
    }

    /// Weights near these that balance, with these moments at each point.
    pub fn balanced(&self, first: &[f64], moments: &[[f64; MOMENTS]]) -> Vec<f64> {
        let mut rest = self.sums(first);
        let target: Vec<Rows> = (0..self.points())
            .map(|i| {
                let forces = contracted(&moments[i], self.areas[i]);
                // The moments stay as they are: where they are not those of a full neighbourhood, that cannot be had.
                std::array::from_fn(|k| if k < MOMENTS { rest[i][k] } else { -forces[k - MOMENTS] })
            })
            .collect();
        let size = target.iter().map(|rows| square(&rows[MOMENTS..])).sum::<f64>().sqrt();
        let mut best = first.to_vec();
        rest = self.rest(&best, &target);
        for _ in 0..ROUNDS {
            let before = norm(&rest);
            if before <= FINE * size {
                break;
            }
            let Some((changed, rest_now)) = self.better(&best, &rest, &target) else { break };
            let is_worth_it = norm(&rest_now) < WORTH_IT * before;
            (best, rest) = (changed, rest_now);
            if !is_worth_it {
                break;
            }
        }
        best
    }

    /// Weights that leave less, by a whole round or a part of one.
    fn better(&self, weights: &[f64], rest: &[Rows], target: &[Rows]) -> Option<(Vec<f64>, Vec<Rows>)> {
        let changes = self.round(weights, rest);
        [1.0, 0.5, 0.25].into_iter().find_map(|share| {
            let changed: Vec<f64> = weights
                .iter()
                .zip(&changes)
                .map(|(w, change)| (w + share * change).max(SMALLEST * w))
                .collect();
            let rest_now = self.rest(&changed, target);
            (norm(&rest_now) < norm(rest)).then_some((changed, rest_now))
        })
    }

    /// Targets less what these weights give.
    fn rest(&self, weights: &[f64], target: &[Rows]) -> Vec<Rows> {
        let mut rest = self.sums(weights);
        rest.par_iter_mut().zip(target).for_each(|(rest, target)| {
            rest.iter_mut().zip(target).for_each(|(rest, target)| *rest = target - *rest);
        });
        rest
    }

    /// w A^T L, (A w A^T + REGULAR) L = rest.
    fn round(&self, weights: &[f64], rest: &[Rows]) -> Vec<f64> {
        let apply = |L: &[Rows]| {
            let mut out = self.sums(&self.changes(weights, L));
            out.par_iter_mut().zip(L).for_each(|(out, L)| {
                out.iter_mut().zip(L).for_each(|(out, L)| *out += REGULAR * L);
            });
            out
        };
        let L = conjugate_gradients(rest, apply);
        self.changes(weights, &L)
    }

    /// w A^T L, by bonds.
    fn changes(&self, weights: &[f64], L: &[Rows]) -> Vec<f64> {
        let of_point = |i: usize| {
            self.neighbours.range(i).map(move |bond| {
                let j = self.neighbours.ids[bond] as usize;
                let n = self.directions[bond];
                let moments: f64 = moments_of(n).iter().zip(&L[i]).map(|(m, L)| m * L).sum();
                let (own, other) = (&L[i][MOMENTS..], &L[j][MOMENTS..]);
                let forces: f64 = cubic(n)
                    .iter()
                    .zip(own.iter().zip(other))
                    .map(|(q, (own, other))| q * (own - other))
                    .sum();
                weights[bond] * (moments + self.volumes[i] * self.per_length[bond] * forces)
            })
        };
        (0..self.points()).into_par_iter().flat_map_iter(of_point).collect()
    }

    /// A w, by points.
    fn sums(&self, weights: &[f64]) -> Vec<Rows> {
        let of_point = |i: usize| {
            let mut rows = [0.0; ROWS];
            for bond in self.neighbours.range(i) {
                let n = self.directions[bond];
                rows.iter_mut().zip(moments_of(n)).for_each(|(row, m)| *row += weights[bond] * m);
                let pull = weights[bond] * self.volumes[i] * self.per_length[bond];
                rows[MOMENTS..].iter_mut().zip(cubic(n)).for_each(|(row, q)| *row += pull * q);
            }
            for &bond in self.incoming.of(i) {
                let bond = bond as usize;
                let j = self.neighbours.starts.partition_point(|&start| start as usize <= bond) - 1;
                let pull = weights[bond] * self.volumes[j] * self.per_length[bond];
                let q = cubic(self.directions[bond]);
                rows[MOMENTS..].iter_mut().zip(q).for_each(|(row, q)| *row -= pull * q);
            }
            rows
        };
        (0..self.points()).into_par_iter().map(of_point).collect()
    }
}

fn square(rows: &[f64]) -> f64 {
    rows.iter().map(|x| x * x).sum()
}

/// Fixed order: chunks are summed one after the other.
fn dot(a: &[Rows], b: &[Rows]) -> f64 {
    let parts: Vec<f64> = a
        .par_chunks(1024)
        .zip(b.par_chunks(1024))
        .map(|(a, b)| a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| a * b).sum())
        .collect();
    parts.into_iter().sum()
}

fn norm(rows: &[Rows]) -> f64 {
    dot(rows, rows).sqrt()
}

fn add_scaled(to: &mut [Rows], factor: f64, x: &[Rows]) {
    to.par_iter_mut().zip(x).for_each(|(to, x)| to.iter_mut().zip(x).for_each(|(to, x)| *to += factor * x));
}

fn conjugate_gradients(rest: &[Rows], apply: impl Fn(&[Rows]) -> Vec<Rows>) -> Vec<Rows> {
    let mut L = vec![[0.0; ROWS]; rest.len()];
    let (mut r, mut direction) = (rest.to_vec(), rest.to_vec());
    let first = dot(&r, &r);
    let mut before = first;
    for _ in 0..ITERATIONS {
        let image = apply(&direction);
        let share = before / dot(&direction, &image);
        if !share.is_finite() || share <= 0.0 {
            break;
        }
        add_scaled(&mut L, share, &direction);
        add_scaled(&mut r, -share, &image);
        let now = dot(&r, &r);
        if now <= LEFT * LEFT * first {
            break;
        }
        let factor = now / before;
        direction.par_iter_mut().zip(&r).for_each(|(d, r)| {
            d.iter_mut().zip(r).for_each(|(d, r)| *d = r + factor * *d);
        });
        before = now;
    }
    L
}
