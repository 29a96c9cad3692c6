//! The inner loops: jets from nodes, forces from stresses, matrix rows from Hessians.
//!
//! The tangent of an elaston is B^T H B with B its 27 x 3n stencil and H = d(stress)/d(jet), 27 x 27. Blocks are not kept an elaston
//! at a time (a solid's elaston couples a hundred nodes, ten thousand blocks): each sample gathers its own rows from
//! all elastons that it moves. For sample I and elaston e, L = B_I^T H is made once, then L B_J for every sample J <= I of e: 81
//! multiplications a block, nodes of J side by side in the lanes and four samples J at a time, so that each number of L is
//! read once for all of them.

use super::hessian::{Hessian, NUMBERS, PADDED};
use super::measure::{JET, Jet};
use super::stencils::{Stencils, UNIT};
use glam::{DMat3, DVec3};
use pliant_math::lanes::{Kernel, Real, WIDTH, dispatch};
use pliant_system::{GroupRows, RowGroups};
use std::cell::RefCell;

/// The jet of an elaston for a field laid out by [`Stencils::lay_out`]; to be called in a kernel.
#[inline(always)]
pub fn jet_of<R: Real>(stencils: &Stencils, elaston: usize, field: &[f64]) -> Jet<f64> {
    let mut sums = [[R::zero(); 3]; JET];
    for entry in stencils.entries(elaston) {
        let first = stencils.samples[entry] as usize * stencils.units;
        for unit in 0..stencils.units {
            let weights = stencils.weights(entry, unit);
            let field = &field[3 * WIDTH * (first + unit)..][..3 * WIDTH];
            for lane in (0..WIDTH).step_by(R::COUNT) {
                let (x, y, z) = (
                    R::load(&field[lane..]),
                    R::load(&field[WIDTH + lane..]),
                    R::load(&field[2 * WIDTH + lane..]),
                );
                for m in 0..JET {
                    let w = R::load(&weights[m * WIDTH + lane..]);
                    sums[m] = [w.mul_add(x, sums[m][0]), w.mul_add(y, sums[m][1]), w.mul_add(z, sums[m][2])];
                }
            }
        }
    }
    let mut jet = [[0.0; 3]; JET];
    for m in 0..JET {
        for c in 0..3 {
            let [a, b, c4, d] = sums[m][c].to_lanes();
            jet[m][c] = (a + b) + (c4 + d);
        }
    }
    jet
}

/// Forces on the nodes of a sample: minus the stresses of its elastons.
pub struct SpreadTo<'a> {
    pub stencils: &'a Stencils,
    pub sample: usize,
    pub stresses: &'a [Jet<f64>],
    pub out: &'a mut [DVec3],
}

impl Kernel for SpreadTo<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        for (unit, out) in self.out.chunks_mut(WIDTH).enumerate() {
            let mut sum = [[R::zero(); WIDTH]; 3];
            for &(e, entry) in self.stencils.users(self.sample) {
                let weights = self.stencils.weights(entry as usize, unit);
                let stress = &self.stresses[e as usize];
                for m in 0..JET {
                    for l in 0..WIDTH / R::COUNT {
                        let w = R::load(&weights[m * WIDTH + l * R::COUNT..]);
                        for c in 0..3 {
                            sum[c][l] = w.mul_add(R::splat(stress[m][c]), sum[c][l]);
                        }
                    }
                }
            }
            for (a, out) in out.iter_mut().enumerate() {
                let component = |c: usize| sum[c][a / R::COUNT].lane(a % R::COUNT);
                *out = -DVec3::new(component(0), component(1), component(2));
            }
        }
    }
}

/// Adds the rows of all samples.
#[derive(Clone, Copy)]
pub struct RowKernel<'a> {
    pub stencils: &'a Stencils,
    pub groups: &'a RowGroups,
    pub hessians: &'a [Hessian],
}

thread_local! {
    static SCRATCH: RefCell<RowScratch> = RefCell::default();
}

/// What a thread keeps between rows.
#[derive(Default)]
struct RowScratch {
    /// Blocks of the row: for each unit of each column and each node of the row nine entries, nodes of the unit side by side.
    sums: Vec<f64>,
    /// Column number of each sample, of those in the row.
    column: Vec<u32>,
    /// B_I^T H: three rows of PADDED numbers for each node.
    left: Vec<f64>,
}

impl RowKernel<'_> {
    /// Adds to all rows, halving the work among threads so that no list of parts is needed.
    pub fn add_all(&self, rows: GroupRows<'_>) {
        let first = rows.row_starts.first().copied().unwrap_or(0);
        let end = rows.row_starts.last().copied().unwrap_or(0);
        self.add_range(
            0..self.groups.len(),
            first,
            &mut rows.values[first..end],
            rows.row_starts,
            rows.places,
        );
    }

    fn add_range(
        &self,
        samples: std::ops::Range<usize>,
        offset: usize,
        values: &mut [DMat3],
        row_starts: &[usize],
        places: &[u32],
    ) {
        if samples.len() > 1 {
            let middle = samples.start + samples.len() / 2;
            let (left, right) = values.split_at_mut(row_starts[middle] - offset);
            rayon::join(
                || self.add_range(samples.start..middle, offset, left, row_starts, places),
                || self.add_range(middle..samples.end, row_starts[middle], right, row_starts, places),
            );
            return;
        }
        for sample in samples {
            SCRATCH.with_borrow_mut(|scratch| {
                dispatch(SumRow { kernel: *self, sample, scratch: &mut *scratch });
                self.store(sample, &scratch.sums, |place| place as usize - offset, values, places);
            });
        }
    }

    /// Adds the sums of a row to the matrix.
    fn store(
        &self,
        sample: usize,
        sums: &[f64],
        local: impl Fn(u32) -> usize,
        values: &mut [DMat3],
        places: &[u32],
    ) {
        let (k, units) = (self.stencils.nodes_a_sample, self.stencils.units);
        let first = self.groups.starts[sample] as usize;
        for (column, &other) in self.groups.columns_of(sample).iter().enumerate() {
            for a in 0..k {
                let place = local(places[(first + column) * k + a]);
                let blocks = if other as usize == sample { a + 1 } else { k };
                for (b, value) in values[place..place + blocks].iter_mut().enumerate() {
                    let start = ((column * units + b / WIDTH) * k + a) * UNIT + b % WIDTH;
                    let entry = |c: usize, d: usize| sums[start + (3 * c + d) * WIDTH];
                    let axis = |d: usize| DVec3::new(entry(0, d), entry(1, d), entry(2, d));
                    *value += DMat3::from_cols(axis(0), axis(1), axis(2));
                }
            }
        }
    }
}

/// Sums the row of a sample.
struct SumRow<'a> {
    kernel: RowKernel<'a>,
    sample: usize,
    scratch: &'a mut RowScratch,
}

impl Kernel for SumRow<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let Self { kernel, sample, scratch } = self;
        let stencils = kernel.stencils;
        let (k, units) = (stencils.nodes_a_sample, stencils.units);
        let columns = kernel.groups.columns_of(sample);
        let RowScratch { sums, column, left } = scratch;
        sums.clear();
        sums.resize(columns.len() * units * k * UNIT, 0.0);
        column.resize(stencils.sample_count.max(column.len()), 0);
        for (c, &j) in columns.iter().enumerate() {
            column[j as usize] = c as u32;
        }
        left.resize(k * 3 * PADDED, 0.0);
        for &(e, own) in stencils.users(sample) {
            left_product::<R>(stencils, own as usize, &kernel.hessians[e as usize].0, left);
            let entries = stencils.entries(e as usize).start..own as usize + 1;
            // Place of a unit among the sums, and its weights.
            let unit = |n: usize| {
                let (entry, unit) = (entries.start + n / units, n % units);
                let place = (column[stencils.samples[entry] as usize] as usize * units + unit) * k * UNIT;
                (place, stencils.weights(entry, unit))
            };
            let count = entries.len() * units;
            let mut n = 0;
            while n + 4 <= count {
                add_blocks::<R, 4>(left, k, [unit(n), unit(n + 1), unit(n + 2), unit(n + 3)], sums);
                n += 4;
            }
            match count - n {
                1 => add_blocks::<R, 1>(left, k, [unit(n)], sums),
                2 => add_blocks::<R, 2>(left, k, [unit(n), unit(n + 1)], sums),
                3 => add_blocks::<R, 3>(left, k, [unit(n), unit(n + 1), unit(n + 2)], sums),
                _ => {}
            }
        }
    }
}

/// L = B_I^T H.
#[inline(always)]
fn left_product<R: Real>(stencils: &Stencils, entry: usize, H: &[[f64; PADDED]; NUMBERS], left: &mut [f64]) {
    let count = PADDED / R::COUNT;
    for a in (0..stencils.nodes_a_sample).step_by(2) {
        let weights = stencils.weights(entry, a / WIDTH);
        let rows = &mut left[3 * a * PADDED..][..6 * PADDED];
        for c in 0..3 {
            let mut l = 0;
            while l + 4 <= count {
                left_part::<R, 4>(weights, a % WIDTH, H, c, l, rows);
                l += 4;
            }
            while l + 3 <= count {
                left_part::<R, 3>(weights, a % WIDTH, H, c, l, rows);
                l += 3;
            }
            while l < count {
                left_part::<R, 1>(weights, a % WIDTH, H, c, l, rows);
                l += 1;
            }
        }
    }
}

/// N lanes from `first` on of the rows c of two nodes: few enough sums to stay in registers, and each number of H is read once for
/// both nodes.
#[inline(always)]
fn left_part<R: Real, const N: usize>(
    weights: &[f64; UNIT],
    node: usize,
    H: &[[f64; PADDED]; NUMBERS],
    c: usize,
    first: usize,
    rows: &mut [f64],
) {
    let mut sums = [[R::zero(); N]; 2];
    for m in 0..JET {
        let at = m * WIDTH + node;
        let (w, v) = (R::splat(weights[at]), R::splat(weights[at + 1]));
        let row = &H[3 * m + c];
        for l in 0..N {
            let number = R::load(&row[(first + l) * R::COUNT..]);
            sums[0][l] = w.mul_add(number, sums[0][l]);
            sums[1][l] = v.mul_add(number, sums[1][l]);
        }
    }
    for (node, sums) in sums.iter().enumerate() {
        let out = &mut rows[(3 * node + c) * PADDED + first * R::COUNT..][..N * R::COUNT];
        for l in 0..N {
            out[l * R::COUNT..][..R::COUNT].copy_from_slice(&sums[l].to_lanes()[..R::COUNT]);
        }
    }
}

/// sums += L B_J for several units, whose places among the sums and weights are given.
#[inline(always)]
fn add_blocks<R: Real, const N: usize>(
    left: &[f64],
    k: usize,
    units: [(usize, &[f64; UNIT]); N],
    sums: &mut [f64],
) {
    for lane in (0..WIDTH).step_by(R::COUNT) {
        for row in 0..3 * k {
            let L: &[f64; NUMBERS] = left[row * PADDED..][..NUMBERS].try_into().expect("the row has as many");
            let mut sum = [[R::zero(); 3]; N];
            for u in 0..N {
                let place = &sums[units[u].0 + 3 * row * WIDTH + lane..][..2 * WIDTH + R::COUNT];
                sum[u] = [R::load(place), R::load(&place[WIDTH..]), R::load(&place[2 * WIDTH..])];
            }
            for n in 0..JET {
                let (x, y, z) = (R::splat(L[3 * n]), R::splat(L[3 * n + 1]), R::splat(L[3 * n + 2]));
                for u in 0..N {
                    let w = R::load(&units[u].1[n * WIDTH + lane..]);
                    sum[u] = [x.mul_add(w, sum[u][0]), y.mul_add(w, sum[u][1]), z.mul_add(w, sum[u][2])];
                }
            }
            for u in 0..N {
                let place = &mut sums[units[u].0 + 3 * row * WIDTH + lane..][..2 * WIDTH + R::COUNT];
                for d in 0..3 {
                    place[d * WIDTH..][..R::COUNT].copy_from_slice(&sum[u][d].to_lanes()[..R::COUNT]);
                }
            }
        }
    }
}
