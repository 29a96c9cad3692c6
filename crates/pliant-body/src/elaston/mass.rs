//! Mass of the samples: M_ab = sum_e rho V (N_a N_b + sum_kl m_kl N_a,k N_b,l), eq. 21 of martin2010 with moments.
//!
//! The moment term gives a rod on a line of samples its inertia against turning about that line.

use super::stencils::VALUES;
use crate::body::BodyMass;
use glam::{DMat3, DVec3};
use pliant_math::lanes::{Kernel, Real, WIDTH, dispatch};
use rayon::prelude::*;

/// A value and a gradient.
const NUMBERS: usize = 4;
/// Nodes of a sample at most.
const MOST_NODES: usize = 10;

/// What an elaston brings: its samples, the values and gradients (along x, y, z) of the nodes' shape functions, its
/// mass and its second moments (along x, y, z).
pub struct Inertia<'a> {
    /// Samples, ascending.
    pub samples: &'a [u32],
    /// N and its gradient for each node of each sample: of four nodes at a time N, then N_x, N_y and N_z.
    pub shapes: &'a [f64],
    /// Mass (kg).
    pub mass: f64,
    /// Second moments per volume in m2.
    pub moments: DMat3,
}

impl Inertia<'_> {
    /// What entries with node `a` of sample `own` are made of: multiplied with value and gradient of node b they give M_ab.
    #[inline(always)]
    fn left(&self, own: usize, a: usize, units: usize) -> [f64; NUMBERS] {
        let unit = &self.shapes[(own * units + a / WIDTH) * VALUES..][..VALUES];
        let [value, x, y, z] = [0, 1, 2, 3].map(|n| unit[n * WIDTH + a % WIDTH]);
        let turned = self.moments * DVec3::new(x, y, z);
        [value, turned.x, turned.y, turned.z].map(|number| self.mass * number)
    }
}

/// The mass of `node_count` nodes, `nodes_a_sample` to a sample.
pub fn body_mass(elastons: &[Inertia<'_>], nodes_a_sample: usize, node_count: usize) -> BodyMass {
    let (k, sample_count) = (nodes_a_sample, node_count / nodes_a_sample);
    let users = Users::new(elastons, sample_count);
    let columns: Vec<Vec<u32>> = (0..sample_count)
        .into_par_iter()
        .map_init(|| vec![false; sample_count], |seen, i| columns(elastons, users.of(i), seen))
        .collect();
    // Each row of a sample ends with the diagonal: of the last block only its lower half counts.
    let missing = k * (k - 1) / 2;
    let count: usize = columns.iter().map(|columns| (columns.len() * k * k).saturating_sub(missing)).sum();
    let mut coupled = vec![(0, 0, 0.0); count];
    let mut lumped = vec![0.0; node_count];
    let mut rest = coupled.as_mut_slice();
    let mut rows = Vec::with_capacity(sample_count);
    for (sample, (columns, lumped)) in columns.iter().zip(lumped.chunks_mut(k)).enumerate() {
        let (out, others) = rest.split_at_mut((columns.len() * k * k).saturating_sub(missing));
        rest = others;
        let users = users.of(sample);
        rows.push((Rows { elastons, users, columns, sample, k }, out, lumped));
    }
    let scratch = || (vec![0; sample_count], Vec::new());
    rows.into_par_iter().for_each_init(scratch, |(place, sums), (row, out, lumped)| {
        row.write(place, sums, out, lumped);
    });
    debug_assert!(lumped.iter().all(|m| *m >= 0.0), "a diagonal entry is a sum of squares");
    BodyMass { lumped, coupled }
}

/// Elastons that each sample moves, and which of their samples it is.
struct Users {
    starts: Vec<usize>,
    pairs: Vec<(u32, u32)>,
}

impl Users {
    fn new(elastons: &[Inertia<'_>], sample_count: usize) -> Self {
        let mut starts = vec![0; sample_count + 1];
        for &sample in elastons.iter().flat_map(|elaston| elaston.samples) {
            starts[sample as usize + 1] += 1;
        }
        for i in 0..sample_count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut pairs = vec![(0, 0); starts[sample_count]];
        for (e, elaston) in elastons.iter().enumerate() {
            for (own, &sample) in elaston.samples.iter().enumerate() {
                let place = &mut next[sample as usize];
                pairs[*place] = (e as u32, own as u32);
                *place += 1;
            }
        }
        Self { starts, pairs }
    }

    fn of(&self, sample: usize) -> &[(u32, u32)] {
        &self.pairs[self.starts[sample]..self.starts[sample + 1]]
    }
}

/// Samples that share an elaston with the one of these users and come no later, ascending: itself last. `seen` is scratch.
fn columns(elastons: &[Inertia<'_>], users: &[(u32, u32)], seen: &mut [bool]) -> Vec<u32> {
    let mut columns = Vec::new();
    for &(e, own) in users {
        for &j in &elastons[e as usize].samples[..=own as usize] {
            if !std::mem::replace(&mut seen[j as usize], true) {
                columns.push(j);
            }
        }
    }
    columns.iter().for_each(|&j| seen[j as usize] = false);
    columns.sort_unstable();
    columns
}

/// The rows of a sample with columns up to the diagonal.
#[derive(Clone, Copy)]
struct Rows<'a> {
    elastons: &'a [Inertia<'a>],
    /// Elastons, and which of their samples this one is.
    users: &'a [(u32, u32)],
    /// Samples coupled to it, ascending, itself last; none if no elaston has it.
    columns: &'a [u32],
    sample: usize,
    k: usize,
}

impl Rows<'_> {
    /// Writes all entries, sorted, and those on the diagonal. `place` is scratch with a number for every sample, `sums` too.
    fn write(&self, place: &mut [u32], sums: &mut Vec<f64>, out: &mut [(u32, u32, f64)], lumped: &mut [f64]) {
        for (c, &j) in self.columns.iter().enumerate() {
            place[j as usize] = c as u32;
        }
        let (k, units) = (self.k, self.k.div_ceil(WIDTH));
        sums.clear();
        sums.resize(self.columns.len() * units * k * WIDTH, 0.0);
        dispatch(Sum { rows: *self, place, sums });
        let mut out = out.iter_mut();
        for a in 0..k {
            let row = (self.sample * k + a) as u32;
            for (c, &j) in self.columns.iter().enumerate() {
                let is_own = j as usize == self.sample;
                let sum = |b: usize| sums[((c * units + b / WIDTH) * k + a) * WIDTH + b % WIDTH];
                for (b, entry) in (0..if is_own { a + 1 } else { k }).zip(&mut out) {
                    *entry = (row, j * k as u32 + b as u32, sum(b));
                }
                if is_own {
                    lumped[a] = sum(a);
                }
            }
        }
    }
}

/// Sums over elastons: for each unit of each column and each node of the row WIDTH numbers.
struct Sum<'a> {
    rows: Rows<'a>,
    place: &'a [u32],
    sums: &'a mut [f64],
}

impl Kernel for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let Self { rows, place, sums } = self;
        let (k, units) = (rows.k, rows.k.div_ceil(WIDTH));
        for &(e, own) in rows.users {
            let elaston = &rows.elastons[e as usize];
            let mut left = [[0.0; NUMBERS]; MOST_NODES];
            for (a, left) in left[..k].iter_mut().enumerate() {
                *left = elaston.left(own as usize, a, units);
            }
            for (t, &j) in elaston.samples[..=own as usize].iter().enumerate() {
                for unit in 0..units {
                    let right = &elaston.shapes[(t * units + unit) * VALUES..][..VALUES];
                    let first = (place[j as usize] as usize * units + unit) * k * WIDTH;
                    let out = &mut sums[first..first + k * WIDTH];
                    for lane in (0..WIDTH).step_by(R::COUNT) {
                        let mut numbers = [R::zero(); NUMBERS];
                        for n in 0..NUMBERS {
                            numbers[n] = R::load(&right[n * WIDTH + lane..]);
                        }
                        for a in 0..k {
                            let out = &mut out[a * WIDTH + lane..][..R::COUNT];
                            let mut sum = R::load(out);
                            for n in 0..NUMBERS {
                                sum = R::splat(left[a][n]).mul_add(numbers[n], sum);
                            }
                            out.copy_from_slice(&sum.to_lanes()[..R::COUNT]);
                        }
                    }
                }
            }
        }
    }
}
