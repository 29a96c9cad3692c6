//! Mass of the samples: M_ab = sum_e rho V (N_a N_b + sum_kl m_kl N_a,k N_b,l), eq. 21 of martin2010 with moments.
//!
//! The moment term gives a rod on a line of samples its inertia against turning about that line.

use super::aligned::passing_zeros;
use super::stencils::VALUES;
use crate::body::BodyMass;
use glam::{DMat3, DVec3};
use pliant_math::lanes::{Kernel, Real, WIDTH, dispatch};
use pliant_system::{CoupledMass, LowerGroups};
use rayon::prelude::*;
use std::sync::Arc;

/// A value and a gradient.
const NUMBERS: usize = 4;
/// Nodes of a sample at most; their number is even.
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

/// Samples whose rows one task sums: what elastons bring is read once for all of them.
const SAMPLES_A_TASK: usize = 16;

/// The mass of `node_count` nodes, `nodes_a_sample` to a sample.
pub fn body_mass(elastons: &[Inertia<'_>], nodes_a_sample: usize, node_count: usize) -> BodyMass {
    let (k, sample_count) = (nodes_a_sample, node_count / nodes_a_sample);
    let users = Users::new(elastons, sample_count);
    let columns: Vec<Vec<u32>> = (0..sample_count)
        .into_par_iter()
        .map_init(|| vec![false; sample_count], |seen, i| columns(elastons, users.of(i), seen))
        .collect();
    let mut starts = vec![0];
    starts.extend(columns.iter().scan(0, |end, columns| {
        *end += columns.len();
        Some(*end)
    }));
    let mut lower = LowerGroups {
        nodes_a_group: k,
        blocks: passing_zeros(starts[sample_count] * k * k),
        starts,
        columns: columns.concat(),
    };
    let mut lumped = vec![0.0; node_count];
    let mut rest = lower.blocks.as_mut_slice();
    let mut tasks = Vec::with_capacity(sample_count.div_ceil(SAMPLES_A_TASK));
    for (task, lumped) in lumped.chunks_mut(k * SAMPLES_A_TASK).enumerate() {
        let first = task * SAMPLES_A_TASK;
        let rows = Rows { elastons, users: &users, starts: &lower.starts, columns: &lower.columns, first, k };
        let end = first + lumped.len() / k;
        let (blocks, others) = rest.split_at_mut((lower.starts[end] - lower.starts[first]) * k * k);
        rest = others;
        tasks.push((rows, end, blocks, lumped));
    }
    // Later samples have the longer rows: they come first, so that threads end together.
    tasks.into_par_iter().rev().for_each_init(Scratch::default, |scratch, (rows, end, blocks, lumped)| {
        rows.write(end, scratch, blocks, lumped);
    });
    debug_assert!(lumped.iter().all(|m| *m >= 0.0), "a diagonal entry is a sum of squares");
    BodyMass { lumped, coupled: Some(Arc::new(CoupledMass::from_groups(&lower))) }
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

/// The rows of some samples with columns up to the diagonal.
#[derive(Clone, Copy)]
struct Rows<'a> {
    elastons: &'a [Inertia<'a>],
    users: &'a Users,
    /// Where the columns of each sample start.
    starts: &'a [usize],
    /// Samples coupled to a sample, ascending, itself last; none if no elaston has it.
    columns: &'a [u32],
    first: usize,
    k: usize,
}

/// What a task needs.
#[derive(Default)]
struct Scratch {
    /// Elaston, which of its samples, and which sample of the task.
    users: Vec<(u32, u32, u32)>,
    /// For each sample of the task the column of every sample.
    places: Vec<u32>,
    /// For each unit of each column and each node of the row WIDTH numbers.
    sums: Vec<f64>,
}

impl Rows<'_> {
    /// Writes the blocks of the samples before `end`, and what is on the diagonal.
    fn write(&self, end: usize, scratch: &mut Scratch, blocks: &mut [f64], lumped: &mut [f64]) {
        let (k, units, samples) = (self.k, self.k.div_ceil(WIDTH), self.starts.len() - 1);
        scratch.users.clear();
        scratch.places.resize(SAMPLES_A_TASK * samples, 0);
        for (local, sample) in (self.first..end).enumerate() {
            let columns = self.starts[sample]..self.starts[sample + 1];
            for column in columns {
                scratch.places[local * samples + self.columns[column] as usize] =
                    (column - self.starts[self.first]) as u32;
            }
            scratch.users.extend(self.users.of(sample).iter().map(|&(e, own)| (e, own, local as u32)));
        }
        // Stable, and quick because it merges what is sorted.
        scratch.users.sort_by_key(|user| user.0);
        scratch.sums.clear();
        scratch.sums.resize((self.starts[end] - self.starts[self.first]) * units * k * WIDTH, 0.0);
        dispatch(Sum { rows: *self, scratch: &mut *scratch });
        for (c, block) in blocks.chunks_exact_mut(k * k).enumerate() {
            for (n, number) in block.iter_mut().enumerate() {
                let (a, b) = (n / k, n % k);
                *number = scratch.sums[((c * units + b / WIDTH) * k + a) * WIDTH + b % WIDTH];
            }
        }
        for (sample, lumped) in (self.first..end).zip(lumped.chunks_mut(k)) {
            if self.starts[sample + 1] > self.starts[sample] {
                let diagonal = self.starts[sample + 1] - 1 - self.starts[self.first];
                for (a, lumped) in lumped.iter_mut().enumerate() {
                    *lumped = blocks[(diagonal * k + a) * k + a];
                }
            }
        }
    }
}

/// Sums over elastons, for every entry in their order.
struct Sum<'a> {
    rows: Rows<'a>,
    scratch: &'a mut Scratch,
}

impl Kernel for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let Self { rows, scratch } = self;
        let Scratch { users, places, sums } = scratch;
        let (k, units, samples) = (rows.k, rows.k.div_ceil(WIDTH), rows.starts.len() - 1);
        for &(e, own, local) in users.iter() {
            let elaston = &rows.elastons[e as usize];
            let places = &places[local as usize * samples..][..samples];
            let mut left = [[0.0; NUMBERS]; MOST_NODES];
            for (a, left) in left[..k].iter_mut().enumerate() {
                *left = elaston.left(own as usize, a, units);
            }
            let places = Places { of: places, samples: &elaston.samples[..=own as usize], units, k };
            for (pair, left) in left[..k].chunks_exact(2).enumerate() {
                add_two_rows::<R>([left[0], left[1]], 2 * pair, &places, elaston.shapes, sums);
            }
        }
    }
}

/// Where the units of an elaston's samples add.
struct Places<'a> {
    /// The column of every sample.
    of: &'a [u32],
    samples: &'a [u32],
    units: usize,
    k: usize,
}

/// Adds left right^T for two nodes of a row and all units: few enough that their numbers stay in registers.
#[inline(always)]
fn add_two_rows<R: Real>(
    left: [[f64; NUMBERS]; 2],
    row: usize,
    places: &Places<'_>,
    shapes: &[f64],
    sums: &mut [f64],
) {
    let mut wide = [[R::zero(); NUMBERS]; 2];
    for a in 0..2 {
        for n in 0..NUMBERS {
            wide[a][n] = R::splat(left[a][n]);
        }
    }
    let mut units = shapes.chunks_exact(VALUES);
    for &sample in places.samples {
        let column = places.of[sample as usize] as usize * places.units;
        for (unit, right) in (column..column + places.units).zip(units.by_ref()) {
            let first = (unit * places.k + row) * WIDTH;
            let out = &mut sums[first..first + 2 * WIDTH];
            for lane in (0..WIDTH).step_by(R::COUNT) {
                let mut sum = [R::load(&out[lane..]), R::load(&out[WIDTH + lane..])];
                for n in 0..NUMBERS {
                    let number = R::load(&right[n * WIDTH + lane..]);
                    sum = [wide[0][n].mul_add(number, sum[0]), wide[1][n].mul_add(number, sum[1])];
                }
                for a in 0..2 {
                    out[a * WIDTH + lane..][..R::COUNT].copy_from_slice(&sum[a].to_lanes()[..R::COUNT]);
                }
            }
        }
    }
}
