//! Mass of the samples: M_ab = sum_e rho V (N_a N_b + sum_kl m_kl N_a,k N_b,l), eq. 21 of martin2010 with moments.
//!
//! The moment term gives a rod on a line of samples its inertia against turning about that line.

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
    /// N and its gradient for each node of each sample.
    pub shapes: &'a [[f64; 4]],
    /// Mass (kg).
    pub mass: f64,
    /// Second moments per volume in m2.
    pub moments: DMat3,
}

impl Inertia<'_> {
    /// What entries with node `a` are made of: multiplied with value and gradient of node b they give M_ab.
    fn left(&self, a: usize) -> [f64; NUMBERS] {
        let [value, x, y, z] = self.shapes[a];
        let turned = self.moments * DVec3::new(x, y, z);
        [value, turned.x, turned.y, turned.z].map(|number| self.mass * number)
    }

    /// Value and gradient of all nodes, four nodes of a sample side by side.
    fn lay_out(&self, k: usize) -> Vec<f64> {
        let unit = NUMBERS * WIDTH;
        let mut out = vec![0.0; self.samples.len() * k.div_ceil(WIDTH) * unit];
        for (nodes, out) in self.shapes.chunks(k).zip(out.chunks_mut(k.div_ceil(WIDTH) * unit)) {
            for (a, node) in nodes.iter().enumerate() {
                for (n, number) in node.iter().enumerate() {
                    out[a / WIDTH * unit + n * WIDTH + a % WIDTH] = *number;
                }
            }
        }
        out
    }
}

/// The mass of `node_count` nodes, `nodes_a_sample` to a sample.
pub fn body_mass(elastons: &[Inertia<'_>], nodes_a_sample: usize, node_count: usize) -> BodyMass {
    let sample_count = node_count / nodes_a_sample;
    let mut users: Vec<Vec<(u32, u32)>> = vec![Vec::new(); sample_count];
    for (e, elaston) in elastons.iter().enumerate() {
        for (s, &sample) in elaston.samples.iter().enumerate() {
            users[sample as usize].push((e as u32, s as u32));
        }
    }
    let laid_out: Vec<Vec<f64>> =
        elastons.par_iter().map(|elaston| elaston.lay_out(nodes_a_sample)).collect();
    let rows: Vec<Vec<(u32, u32, f64)>> = (0..sample_count)
        .into_par_iter()
        .map_init(
            || vec![0; sample_count],
            |place, i| {
                let row =
                    Rows { elastons, laid_out: &laid_out, users: &users[i], sample: i, k: nodes_a_sample };
                row.entries(place)
            },
        )
        .collect();
    let coupled: Vec<(u32, u32, f64)> = rows.into_iter().flatten().collect();
    let mut lumped = vec![0.0; node_count];
    for &(_, _, m) in coupled.iter().filter(|(i, j, _)| i == j).inspect(|&&(i, _, m)| lumped[i as usize] = m)
    {
        debug_assert!(m >= 0.0, "a diagonal entry is a sum of squares");
    }
    BodyMass { lumped, coupled }
}

/// The rows of a sample with columns up to the diagonal.
#[derive(Clone, Copy)]
struct Rows<'a> {
    elastons: &'a [Inertia<'a>],
    /// Of each elaston, by [`Inertia::lay_out`].
    laid_out: &'a [Vec<f64>],
    /// Elastons, and which of their samples this one is.
    users: &'a [(u32, u32)],
    sample: usize,
    k: usize,
}

impl Rows<'_> {
    /// All entries, sorted. `place` is scratch with a number for every sample.
    fn entries(&self, place: &mut [u32]) -> Vec<(u32, u32, f64)> {
        let columns = self.columns();
        for (c, &j) in columns.iter().enumerate() {
            place[j as usize] = c as u32;
        }
        let (k, units) = (self.k, self.k.div_ceil(WIDTH));
        let mut sums = vec![0.0; columns.len() * units * k * WIDTH];
        dispatch(Sum { rows: *self, place, sums: &mut sums });
        let mut out = Vec::with_capacity(columns.len() * k * k);
        for a in 0..k {
            let row = (self.sample * k + a) as u32;
            for (c, &j) in columns.iter().enumerate() {
                let end = if j as usize == self.sample { a + 1 } else { k };
                let sum = |b: usize| sums[((c * units + b / WIDTH) * k + a) * WIDTH + b % WIDTH];
                out.extend((0..end).map(|b| (row, j * k as u32 + b as u32, sum(b))));
            }
        }
        out
    }

    /// Samples that share an elaston with this one, ascending, itself last.
    fn columns(&self) -> Vec<u32> {
        let mut columns: Vec<u32> = Vec::new();
        for &(e, own) in self.users {
            columns.extend_from_slice(&self.elastons[e as usize].samples[..=own as usize]);
            // Now and then, so that the list stays about as long as it is at the end.
            if columns.len() > 4096 {
                columns.sort_unstable();
                columns.dedup();
            }
        }
        columns.sort_unstable();
        columns.dedup();
        columns
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
                *left = elaston.left(own as usize * k + a);
            }
            for (t, &j) in elaston.samples[..=own as usize].iter().enumerate() {
                for unit in 0..units {
                    let right = &rows.laid_out[e as usize][(t * units + unit) * NUMBERS * WIDTH..];
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
