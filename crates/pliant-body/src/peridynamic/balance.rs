//! Bonds that are in balance under every homogeneous strain.
//!
//! Weights fitted point by point give every point the right energy, but not bodies the right stiffness: under a homogeneous strain the bonds of a
//! point near a surface, or among irregular points, leave a force, points move away from it, and the body is softer. A body under the
//! constant stress sigma(e) shall be in balance with its tractions sigma n. With c_ij = V_i w_ij + V_j w_ji the bonds pull at point i with
//!   2 mu sum_j c_ij n n n/x : e  (and 2 lambda tr(e)/3 sum_j c_ij n/x, its contraction where directions count alike),
//! and the surface with sigma(e) B_i, B_i = sum_p a_p phi_pi (a_p: share of the surface at its point p, outwards; phi_pi: weight of point i there).
//! With S = sum_j w_ij n n n n, the moments weights are fitted to, that is
//!   Q_i = sum_j c_ij n n n/x = -S . B_i,
//! ten equations a point. Where they hold, the moments of the whole body are right, since sum_i x_i Q_i = -sum_i V_i S_i; those of each point need not be,
//! and at edges and corners they cannot. So weights are not negative and make
//!   rho sum (w - w0)^2/w0 + |Q + S . B|^2 + s2^2 |sum w n n - 1/3|^2 + s4^2 |sum w n n n n - S|^2
//! least, with w0 fitted point by point. Its dual, the least of sum w0 max(0, 1 + A^T l)^2/2 - t l + rho l^2/2, has no bounds: Newton's method, each step by
//! conjugate gradients, and w = w0 max(0, 1 + A^T l).
//!
//! Two spacings hold 13 bonds a point, too few for ten equations: such bodies keep the weights they have ([`BondBalance::is_worth_it`]).

use super::fitted_weights::{MOMENTS, moments_of, place_of};
use crate::cloud::Neighbours;
use glam::DVec3;
use rayon::prelude::*;

/// Equations a point: moments of the fourth order, of the second, forces.
const SQUARES: usize = 6;
const FORCES: usize = 10;
const FIRST_FORCE: usize = MOMENTS + SQUARES;
const ROWS: usize = FIRST_FORCE + FORCES;
type Rows = [f64; ROWS];

/// How much moments of the fourth and second order count beside forces, s4 and s2.
const FOURTH: f64 = 0.03;
const SECOND: f64 = 0.1;
/// How much a change of weights counts, rho.
const REGULAR: f64 = 1e-4;
/// Bonds without weight get this share of the mean, from which they can grow.
const ALIVE: f64 = 1e-2;
/// Share of w0 that every bond keeps: a point at a tip must not lose all stiffness along some direction.
const LEAST: f64 = 1e-2;
/// Rounds of Newton's method and iterations of each, at most.
const ROUNDS: usize = 8;
const ITERATIONS: usize = 60;
/// Done when the gradient is below this share of the forces at surfaces; share of it that conjugate gradients leave.
const DONE: f64 = 1e-2;
const LEFT: f64 = 0.1;
/// Smallest step of a line search, and the share of the slope it must gain.
const SHORTEST: f64 = 1e-3;
const SUFFICIENT: f64 = 1e-4;
/// Mean neighbours from which there are bonds enough.
const ENOUGH: f64 = 40.0;

/// Powers of x, y, z in the products of three components, and how often each stands in the tensor; in the order of [`cubic`].
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

/// A bond of point i: its direction, and V_i/x.
struct Bond {
    n: DVec3,
    share: f64,
}

impl Bond {
    /// What its weight adds to the moments of its owner.
    #[inline]
    fn moments(&self) -> [f64; FIRST_FORCE] {
        let (fourth, second) = (moments_of(self.n), squares(self.n));
        std::array::from_fn(|k| if k < MOMENTS { FOURTH * fourth[k] } else { SECOND * second[k - MOMENTS] })
    }

    /// What it adds to the forces at both ends, with opposite signs.
    #[inline]
    fn pull(&self) -> [f64; FORCES] {
        cubic(self.n).map(|q| q * self.share)
    }
}

/// What is balanced; lengths are in spacings, volumes in cubes of these.
pub struct BondBalance<'a> {
    neighbours: &'a Neighbours,
    bonds: Vec<Bond>,
    /// B of each point.
    areas: Vec<DVec3>,
    incoming: Incoming,
}

/// Bonds by their other end.
struct Incoming {
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

/// Products of three components, each by the square root of how often it stands in the tensor.
fn cubic(n: DVec3) -> [f64; FORCES] {
    let DVec3 { x, y, z } = n;
    let (three, six) = (3.0_f64.sqrt(), 6.0_f64.sqrt());
    [
        x * x * x,
        y * y * y,
        z * z * z,
        three * x * x * y,
        three * x * x * z,
        three * x * y * y,
        three * y * y * z,
        three * x * z * z,
        three * y * z * z,
        six * x * y * z,
    ]
}

/// The same of two components.
fn squares(n: DVec3) -> [f64; SQUARES] {
    let two = 2.0_f64.sqrt();
    [n.x * n.x, n.y * n.y, n.z * n.z, two * n.x * n.y, two * n.y * n.z, two * n.z * n.x]
}

/// S . B in the order of [`CUBIC`], from the moments S in theirs.
fn contracted(S: &[f64; MOMENTS], B: DVec3) -> [f64; FORCES] {
    std::array::from_fn(|k| {
        let ([x, y, z], times) = CUBIC[k];
        let along =
            entry(S, [x + 1, y, z]) * B.x + entry(S, [x, y + 1, z]) * B.y + entry(S, [x, y, z + 1]) * B.z;
        times.sqrt() * along
    })
}

/// S : 1 in the order of [`squares`].
fn traced(S: &[f64; MOMENTS]) -> [f64; SQUARES] {
    let powers = [[2, 0, 0], [0, 2, 0], [0, 0, 2], [1, 1, 0], [0, 1, 1], [1, 0, 1]];
    std::array::from_fn(|k| {
        let [x, y, z] = powers[k];
        let sum = entry(S, [x + 2, y, z]) + entry(S, [x, y + 2, z]) + entry(S, [x, y, z + 2]);
        if k < 3 { sum } else { 2.0_f64.sqrt() * sum }
    })
}

fn entry(S: &[f64; MOMENTS], powers: [i32; 3]) -> f64 {
    let (place, times) = place_of(powers);
    S[place] / times.sqrt()
}

impl<'a> BondBalance<'a> {
    /// Whether there are bonds enough to balance.
    pub fn is_worth_it(neighbours: &Neighbours) -> bool {
        let points = (neighbours.starts.len() - 1) as f64;
        neighbours.ids.len() as f64 >= ENOUGH * points
    }

    /// Of points with cells of these volumes (m3), so far apart (m), with B (m2) each.
    pub fn new(
        neighbours: &'a Neighbours,
        points: &[DVec3],
        volumes: &[f64],
        spacing: f64,
        areas: &[DVec3],
    ) -> Self {
        let bond = |i: usize, at: usize| {
            let offset = (points[neighbours.ids[at] as usize] - points[i]) / spacing;
            Bond { n: offset.normalize(), share: volumes[i] / spacing.powi(3) / offset.length() }
        };
        let bonds = (0..points.len())
            .into_par_iter()
            .flat_map_iter(|i| neighbours.range(i).map(move |at| bond(i, at)))
            .collect();
        let areas = areas.iter().map(|b| *b / (spacing * spacing)).collect();
        Self { neighbours, bonds, areas, incoming: Incoming::new(neighbours) }
    }

    fn points(&self) -> usize {
        self.areas.len()
    }

    /// Weights near these that balance, with these moments at each point.
    pub fn balanced(&self, first: &[f64], moments: &[[f64; MOMENTS]]) -> Vec<f64> {
        let target: Vec<Rows> = (0..self.points()).map(|i| target(&moments[i], self.areas[i])).collect();
        let size = target.iter().map(|rows| square(&rows[FIRST_FORCE..])).sum::<f64>().sqrt();
        let dual = Dual { balance: self, start: self.alive(first), target };
        let mut l = vec![[0.0; ROWS]; self.points()];
        for _ in 0..ROUNDS {
            let opened = dual.opened(&l);
            let gradient = dual.gradient(&l, &opened);
            if dot(&gradient, &gradient).sqrt() <= DONE * size {
                break;
            }
            let step = dual.newton_step(&opened, &gradient);
            let Some(better) = dual.line_search(&l, &opened, &gradient, &step) else { break };
            l = better;
        }
        let weights = dual.weights(&dual.opened(&l));
        weights.iter().zip(&dual.start).map(|(w, start)| w.max(LEAST * start)).collect()
    }

    /// Bonds that weights were taken from can get some again.
    fn alive(&self, first: &[f64]) -> Vec<f64> {
        let of_point = |i: usize| {
            let range = self.neighbours.range(i);
            let least = ALIVE / range.len().max(1) as f64;
            range.map(move |at| first[at].max(least))
        };
        (0..self.points()).flat_map(of_point).collect()
    }

    /// A w, by points.
    fn sums(&self, weights: &[f64]) -> Vec<Rows> {
        let of_point = |i: usize| {
            let mut rows = [0.0; ROWS];
            for at in self.neighbours.range(i) {
                let (moments, pull, w) = (self.bonds[at].moments(), self.bonds[at].pull(), weights[at]);
                (0..FIRST_FORCE).for_each(|k| rows[k] += w * moments[k]);
                (0..FORCES).for_each(|k| rows[FIRST_FORCE + k] += w * pull[k]);
            }
            for &at in self.incoming.of(i) {
                let (pull, w) = (self.bonds[at as usize].pull(), weights[at as usize]);
                (0..FORCES).for_each(|k| rows[FIRST_FORCE + k] -= w * pull[k]);
            }
            rows
        };
        (0..self.points()).into_par_iter().map(of_point).collect()
    }

    /// A^T l, by bonds.
    fn by_bonds(&self, l: &[Rows]) -> Vec<f64> {
        let of_point = |i: usize| {
            self.neighbours.range(i).map(move |at| {
                let (own, other) = (&l[i], &l[self.neighbours.ids[at] as usize]);
                let (moments, pull) = (self.bonds[at].moments(), self.bonds[at].pull());
                let of_moments: f64 = (0..FIRST_FORCE).map(|k| moments[k] * own[k]).sum();
                let change = |k: usize| own[FIRST_FORCE + k] - other[FIRST_FORCE + k];
                let of_forces: f64 = (0..FORCES).map(|k| pull[k] * change(k)).sum();
                of_moments + of_forces
            })
        };
        (0..self.points()).into_par_iter().flat_map_iter(of_point).collect()
    }
}

/// What sums at a point shall be.
fn target(S: &[f64; MOMENTS], B: DVec3) -> Rows {
    let (forces, second) = (contracted(S, B), traced(S));
    std::array::from_fn(|k| match k {
        0..MOMENTS => FOURTH * S[k],
        MOMENTS..FIRST_FORCE => SECOND * second[k - MOMENTS],
        _ => -forces[k - FIRST_FORCE],
    })
}

/// The problem in the multipliers of the equations.
struct Dual<'a> {
    balance: &'a BondBalance<'a>,
    /// w0.
    start: Vec<f64>,
    target: Vec<Rows>,
}

impl Dual<'_> {
    /// 1 + A^T l, by bonds.
    fn opened(&self, l: &[Rows]) -> Vec<f64> {
        let mut opened = self.balance.by_bonds(l);
        opened.par_iter_mut().for_each(|z| *z += 1.0);
        opened
    }

    fn weights(&self, opened: &[f64]) -> Vec<f64> {
        opened.iter().zip(&self.start).map(|(z, w)| w * z.max(0.0)).collect()
    }

    /// t - A w - rho l.
    fn gradient(&self, l: &[Rows], opened: &[f64]) -> Vec<Rows> {
        let mut rest = self.balance.sums(&self.weights(opened));
        rest.par_iter_mut().zip(&self.target).zip(l).for_each(|((rest, target), l)| {
            (0..ROWS).for_each(|k| rest[k] = target[k] - rest[k] - REGULAR * l[k]);
        });
        rest
    }

    fn value(&self, l: &[Rows], opened: &[f64]) -> f64 {
        let squares: f64 =
            opened.iter().zip(&self.start).map(|(z, w)| 0.5 * w * z.max(0.0) * z.max(0.0)).sum();
        squares - dot(&self.target, l) + 0.5 * REGULAR * dot(l, l)
    }

    /// (A w0' A^T + rho)^-1 gradient, w0' of bonds that have weight.
    fn newton_step(&self, opened: &[f64], gradient: &[Rows]) -> Vec<Rows> {
        let has_weight = |(z, w): (&f64, &f64)| if *z > 0.0 { *w } else { 0.0 };
        let weights: Vec<f64> = opened.iter().zip(&self.start).map(has_weight).collect();
        let apply = |l: &[Rows]| {
            let mut by_bonds = self.balance.by_bonds(l);
            by_bonds.par_iter_mut().zip(&weights).for_each(|(x, w)| *x *= w);
            let mut out = self.balance.sums(&by_bonds);
            out.par_iter_mut().zip(l).for_each(|(out, l)| {
                (0..ROWS).for_each(|k| out[k] += REGULAR * l[k]);
            });
            out
        };
        conjugate_gradients(gradient, &self.diagonal(&weights), apply)
    }

    /// Of A w A^T + rho.
    fn diagonal(&self, weights: &[f64]) -> Vec<Rows> {
        let balance = self.balance;
        let of_point = |i: usize| {
            let mut rows = [REGULAR; ROWS];
            for at in balance.neighbours.range(i) {
                let (moments, pull, w) = (balance.bonds[at].moments(), balance.bonds[at].pull(), weights[at]);
                (0..FIRST_FORCE).for_each(|k| rows[k] += w * moments[k] * moments[k]);
                (0..FORCES).for_each(|k| rows[FIRST_FORCE + k] += w * pull[k] * pull[k]);
            }
            for &at in balance.incoming.of(i) {
                let (pull, w) = (balance.bonds[at as usize].pull(), weights[at as usize]);
                (0..FORCES).for_each(|k| rows[FIRST_FORCE + k] += w * pull[k] * pull[k]);
            }
            rows
        };
        (0..balance.points()).into_par_iter().map(of_point).collect()
    }

    fn line_search(&self, l: &[Rows], opened: &[f64], gradient: &[Rows], step: &[Rows]) -> Option<Vec<Rows>> {
        let (before, slope) = (self.value(l, opened), dot(gradient, step));
        let mut share = 1.0;
        while share >= SHORTEST {
            let mut trial = l.to_vec();
            add_scaled(&mut trial, share, step);
            if self.value(&trial, &self.opened(&trial)) <= before - SUFFICIENT * share * slope {
                return Some(trial);
            }
            share *= 0.5;
        }
        None
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

fn add_scaled(to: &mut [Rows], factor: f64, x: &[Rows]) {
    to.par_iter_mut().zip(x).for_each(|(to, x)| to.iter_mut().zip(x).for_each(|(to, x)| *to += factor * x));
}

/// r over the diagonal.
fn preconditioned(r: &[Rows], diagonal: &[Rows]) -> Vec<Rows> {
    r.par_iter().zip(diagonal).map(|(r, d)| std::array::from_fn(|k| r[k] / d[k])).collect()
}

fn conjugate_gradients(rest: &[Rows], diagonal: &[Rows], apply: impl Fn(&[Rows]) -> Vec<Rows>) -> Vec<Rows> {
    let mut l = vec![[0.0; ROWS]; rest.len()];
    let mut r = rest.to_vec();
    let mut z = preconditioned(&r, diagonal);
    let mut direction = z.clone();
    let first = dot(&r, &r);
    let mut before = dot(&r, &z);
    for _ in 0..ITERATIONS {
        let image = apply(&direction);
        let share = before / dot(&direction, &image);
        if !share.is_finite() || share <= 0.0 {
            break;
        }
        add_scaled(&mut l, share, &direction);
        add_scaled(&mut r, -share, &image);
        if dot(&r, &r) <= LEFT * LEFT * first {
            break;
        }
        z = preconditioned(&r, diagonal);
        let now = dot(&r, &z);
        let factor = now / before;
        direction
            .par_iter_mut()
            .zip(&z)
            .for_each(|(d, z)| (0..ROWS).for_each(|k| d[k] = z[k] + factor * d[k]));
        before = now;
    }
    l
}
