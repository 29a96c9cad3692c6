//! The inner loops: jets from nodes, forces from stresses, matrix rows from Hessians.
//!
//! The tangent of an elaston is B^T H B with B its 27 x 3n stencil and H = d(stress)/d(jet), 27 x 27. Blocks are not kept an elaston
//! at a time (a solid's elaston couples a hundred nodes, ten thousand blocks): each sample gathers its own rows from
//! all elastons that it moves. For sample I and elaston e, L = B_I^T H is made once, then L B_J for every sample J <= I of e: 81
//! multiplications a block, nodes of J side by side in the lanes and four samples J at a time, so that each number of L is
//! read once for all of them.
//!
//! Vectors at the end of a jet that D gives no stiffness are left out of all this: nine are left in a solid, eight where one
//! axis is thin and condensed, six where two are. `V` is their number.

use super::aligned::CACHE_LINE;
use super::elasticity::{NUMBERS, PADDED, padded, with_vectors};
use super::hessian::hessian_numbers;
use super::measure::{JET, Jet};
use super::stencils::{Stencils, User};
use glam::{DMat3, DVec3};
use pliant_math::lanes::{Kernel, Real, WIDTH, dispatch};
use pliant_system::{GroupRows, RowGroups};
use std::cell::RefCell;

/// The vectors that count of the jet of an elaston for a field laid out by [`Stencils::lay_out`]; to be called in a kernel.
#[inline(always)]
pub fn jet_of<R: Real>(stencils: &Stencils, elaston: usize, field: &[f64]) -> Jet<f64> {
    let mut jet = [[0.0; 3]; JET];
    // In parts of no more sums than there are registers.
    match stencils.vectors[elaston] {
        6 => {
            add_vectors::<R, 6, 0, 3>(stencils, elaston, field, &mut jet);
            add_vectors::<R, 6, 3, 3>(stencils, elaston, field, &mut jet);
        }
        8 => {
            add_vectors::<R, 8, 0, 4>(stencils, elaston, field, &mut jet);
            add_vectors::<R, 8, 4, 4>(stencils, elaston, field, &mut jet);
        }
        _ => {
            add_vectors::<R, JET, 0, 4>(stencils, elaston, field, &mut jet);
            add_vectors::<R, JET, 4, 3>(stencils, elaston, field, &mut jet);
            add_vectors::<R, JET, 7, 2>(stencils, elaston, field, &mut jet);
        }
    }
    jet
}

/// N of the V vectors, from `FIRST` on.
#[inline(always)]
fn add_vectors<R: Real, const V: usize, const FIRST: usize, const N: usize>(
    stencils: &Stencils,
    elaston: usize,
    field: &[f64],
    jet: &mut Jet<f64>,
) {
    let mut sums = [[R::zero(); 3]; N];
    let samples = &stencils.samples[stencils.entries(elaston)];
    let mut units = stencils.weights_of(elaston).chunks_exact(V * WIDTH);
    for &sample in samples {
        let first = sample as usize * stencils.units;
        for (unit, weights) in units.by_ref().take(stencils.units).enumerate() {
            let field = &field[3 * WIDTH * (first + unit)..][..3 * WIDTH];
            for lane in (0..WIDTH).step_by(R::COUNT) {
                let (x, y, z) = (
                    R::load(&field[lane..]),
                    R::load(&field[WIDTH + lane..]),
                    R::load(&field[2 * WIDTH + lane..]),
                );
                for m in 0..N {
                    let w = R::load(&weights[(FIRST + m) * WIDTH + lane..]);
                    sums[m] = [w.mul_add(x, sums[m][0]), w.mul_add(y, sums[m][1]), w.mul_add(z, sums[m][2])];
                }
            }
        }
    }
    for m in 0..N {
        for c in 0..3 {
            let [a, b, c4, d] = sums[m][c].to_lanes();
            jet[FIRST + m][c] = (a + b) + (c4 + d);
        }
    }
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
            for user in self.stencils.users(self.sample) {
                let (e, weights) = (user.elaston as usize, self.stencils.weights_from(user.weights));
                let stress = &self.stresses[e];
                with_vectors!(self.stencils.vectors[e], V => {
                    add_stress::<R, V>(&weights[unit * V * WIDTH..][..V * WIDTH], stress, &mut sum);
                });
            }
            for (a, out) in out.iter_mut().enumerate() {
                let component = |c: usize| sum[c][a / R::COUNT].lane(a % R::COUNT);
                *out = -DVec3::new(component(0), component(1), component(2));
            }
        }
    }
}

/// Adds what one elaston brings, itself a sum: so only one addition waits for the elaston before.
#[inline(always)]
fn add_stress<R: Real, const V: usize>(weights: &[f64], stress: &Jet<f64>, sum: &mut [[R; WIDTH]; 3]) {
    for l in 0..WIDTH / R::COUNT {
        let mut own = [R::zero(); 3];
        for m in 0..V {
            let w = R::load(&weights[m * WIDTH + l * R::COUNT..]);
            for c in 0..3 {
                own[c] = w.mul_add(R::splat(stress[m][c]), own[c]);
            }
        }
        for c in 0..3 {
            sum[c][l] += own[c];
        }
    }
}

/// Numbers of the blocks of a node with a unit.
const BLOCKS: usize = 9 * WIDTH;

/// Adds the rows of all samples.
#[derive(Clone, Copy)]
pub struct RowKernel<'a> {
    pub stencils: &'a Stencils,
    pub groups: &'a RowGroups,
    /// Of all elastons, [`hessian_numbers`] each.
    pub hessians: &'a [f64],
    /// Where that of each elaston starts, in lines of the cache.
    pub hessian_starts: &'a [u32],
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
    #[inline(always)]
    fn hessian(&self, elaston: u32) -> &[f64] {
        let starts = &self.hessian_starts[elaston as usize..elaston as usize + 2];
        &self.hessians[starts[0] as usize * CACHE_LINE..starts[1] as usize * CACHE_LINE]
    }

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
                    let start = ((column * units + b / WIDTH) * k + a) * BLOCKS + b % WIDTH;
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
        sums.resize(columns.len() * units * k * BLOCKS, 0.0);
        column.resize(stencils.sample_count.max(column.len()), 0);
        for (c, &j) in columns.iter().enumerate() {
            column[j as usize] = c as u32;
        }
        left.resize(k.next_multiple_of(2) * 3 * PADDED, 0.0);
        let users = stencils.users(sample);
        for (n, user) in users.iter().enumerate() {
            if let Some(next) = users.get(n + 1) {
                prefetch::<R>(kernel.hessian(next.elaston));
            }
            let H = kernel.hessian(user.elaston);
            with_vectors!(stencils.vectors[user.elaston as usize], V => {
                left_product::<R, V>(stencils, user, &H[..hessian_numbers(V)], left);
                add_elaston::<R, V>(stencils, user, column, left, sums);
            });
        }
    }
}

/// Asks for a Hessian, which is too long ago to be near.
#[inline(always)]
fn prefetch<R: Real>(H: &[f64]) {
    for start in (0..H.len()).step_by(CACHE_LINE) {
        R::prefetch(H, start);
    }
}

/// sums += L B_J for all entries J of an elaston up to the user's own.
#[inline(always)]
fn add_elaston<R: Real, const V: usize>(
    stencils: &Stencils,
    user: &User,
    column: &[u32],
    left: &[f64],
    sums: &mut [f64],
) {
    let (k, units) = (stencils.nodes_a_sample, stencils.units);
    let first = stencils.entries(user.elaston as usize).start;
    let samples = &stencils.samples[first..user.entry as usize + 1];
    let weights = stencils.weights_of(user.elaston as usize);
    // Place of a unit among the sums, and its weights.
    let unit = |n: usize| {
        let place = (column[samples[n / units] as usize] as usize * units + n % units) * k * BLOCKS;
        (place, &weights[n * V * WIDTH..][..V * WIDTH])
    };
    let count = samples.len() * units;
    let mut n = 0;
    while n + 4 <= count {
        add_blocks::<R, V, 4>(left, k, [unit(n), unit(n + 1), unit(n + 2), unit(n + 3)], sums);
        n += 4;
    }
    match count - n {
        1 => add_blocks::<R, V, 1>(left, k, [unit(n)], sums),
        2 => add_blocks::<R, V, 2>(left, k, [unit(n), unit(n + 1)], sums),
        3 => add_blocks::<R, V, 3>(left, k, [unit(n), unit(n + 1), unit(n + 2)], sums),
        _ => {}
    }
}

/// L = B_I^T H.
#[inline(always)]
fn left_product<R: Real, const V: usize>(stencils: &Stencils, user: &User, H: &[f64], left: &mut [f64]) {
    let count = padded(V) / R::COUNT;
    let units = stencils.weights_from(user.weights);
    for a in (0..stencils.nodes_a_sample).step_by(2) {
        let weights = &units[a / WIDTH * V * WIDTH..][..V * WIDTH];
        let rows = &mut left[3 * a * PADDED..][..6 * PADDED];
        for c in 0..3 {
            // Parts of no more sums than there are registers.
            match count {
                5 => left_part::<R, V, 5>(weights, a % WIDTH, H, c, 0, rows),
                6 => {
                    left_part::<R, V, 3>(weights, a % WIDTH, H, c, 0, rows);
                    left_part::<R, V, 3>(weights, a % WIDTH, H, c, 3, rows);
                }
                7 => {
                    left_part::<R, V, 4>(weights, a % WIDTH, H, c, 0, rows);
                    left_part::<R, V, 3>(weights, a % WIDTH, H, c, 4, rows);
                }
                _ => (0..count).for_each(
                    #[inline(always)]
                    |l| left_part::<R, V, 1>(weights, a % WIDTH, H, c, l, rows),
                ),
            }
        }
    }
}

/// N lanes from `first` on of the rows c of two nodes: few enough sums to stay in registers, and each number of H is read once for
/// both nodes.
#[inline(always)]
fn left_part<R: Real, const V: usize, const N: usize>(
    weights: &[f64],
    node: usize,
    H: &[f64],
    c: usize,
    first: usize,
    rows: &mut [f64],
) {
    let mut sums = [[R::zero(); N]; 2];
    for m in 0..V {
        let at = m * WIDTH + node;
        let (w, v) = (R::splat(weights[at]), R::splat(weights[at + 1]));
        let row = (3 * m + c) * padded(V);
        for l in 0..N {
            let number = R::load(&H[row + (first + l) * R::COUNT..]);
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
fn add_blocks<R: Real, const V: usize, const N: usize>(
    left: &[f64],
    k: usize,
    units: [(usize, &[f64]); N],
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
            for n in 0..V {
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
