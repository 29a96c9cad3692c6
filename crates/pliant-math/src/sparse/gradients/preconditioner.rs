//! Incomplete block Cholesky factors: `M = (I + W) D (I + W)^T` on the blocks of the matrix, without fill
//! [Meijerink, van der Vorst 1977], and the diagonal blocks alone.
//!
//! `D_i = A_ii - sum_j G_ij W_ij^T`, `G_ij = A_ij - sum_k G_ik W_jk^T`, `W_ij = G_ij D_j^-1`, sums over the blocks
//! that exist. If a `D_i` is not positive definite, the diagonal of the matrix is enlarged by a factor and the
//! factorisation starts again [Manteuffel 1980].
//!
//! The factor is kept in single precision: it only has to be near the inverse, and reading it is half of the
//! time of an iteration. Conjugate gradients run in double precision.

use super::kernel::{self, PADDING, Shared};
use super::ordered::{Layout, OrderedValues};
use super::vec4::{ENTRIES, Quad};
use crate::reduce;
use glam::{DMat3, DVec3};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Which preconditioner conjugate gradients use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preconditioner {
    /// Inverse diagonal blocks.
    BlockJacobi,
    /// Incomplete Cholesky on the blocks of the matrix.
    #[default]
    IncompleteCholesky,
}

impl Preconditioner {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::BlockJacobi => "block Jacobi",
            Self::IncompleteCholesky => "incomplete block Cholesky",
        }
    }
}

/// First enlargement of the diagonal after a failure; four times as much each time after.
const FIRST_SHIFT: f64 = 1e-3;
/// Attempts before giving up.
const MAX_ATTEMPTS: usize = 8;
/// Smallest pivot of a diagonal block relative to the matrix's own.
const SMALLEST_PIVOT: f64 = 1e-8;

/// Numbers of scratch for each block of a row while it is factored.
const SCRATCH: usize = 12;
/// Blocks of a row whose scratch is on the stack; longer rows allocate.
const SMALL_ROW: usize = 48;

/// An incomplete factor.
#[derive(Debug, Default)]
pub struct IncompleteFactor {
    /// For every lower block `(i, j)`, the pairs of blocks `(i, k)`, `(j, k)`: `pairs[pair_start[b]..]`.
    pair_start: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    /// `W` by rows of the lower triangle.
    lower: Vec<f32>,
    /// `W^T` by rows of the upper triangle.
    upper: Vec<f32>,
    /// `D^-1`.
    inverse: Vec<f32>,
    /// Enlargement of the diagonal that was needed.
    pub shift: f64,
}

/// Parts of the factor that tasks write for different rows.
#[derive(Clone, Copy)]
struct Target {
    lower: *mut f32,
    inverse: *mut f32,
}

// SAFETY: rows are written by one task each and read only when finished.
unsafe impl Send for Target {}
unsafe impl Sync for Target {}

impl IncompleteFactor {
    /// Finds the pairs of blocks that meet in a layout.
    pub fn new(layout: &Layout, kind: Preconditioner) -> Self {
        let mut factor = Self { pair_start: vec![0], ..Self::default() };
        if kind != Preconditioner::IncompleteCholesky {
            return factor;
        }
        let mut place = vec![u32::MAX; layout.node_count()];
        for i in 0..layout.node_count() {
            let row = layout.lower_start[i]..layout.lower_start[i + 1];
            row.clone().for_each(|b| place[layout.lower_columns[b as usize] as usize] = b);
            for b in row.clone() {
                let j = layout.lower_columns[b as usize] as usize;
                for c in layout.lower_start[j]..layout.lower_start[j + 1] {
                    let met = place[layout.lower_columns[c as usize] as usize];
                    if met != u32::MAX {
                        factor.pairs.push((met, c));
                    }
                }
                factor.pair_start.push(factor.pairs.len() as u32);
            }
            row.for_each(|b| place[layout.lower_columns[b as usize] as usize] = u32::MAX);
        }
        factor
    }

    /// Factors; `false` when no enlargement of the diagonal made it positive definite.
    pub fn factor(&mut self, layout: &Layout, values: &OrderedValues, kind: Preconditioner) -> bool {
        let coupled = kind != Preconditioner::BlockJacobi;
        let blocks = if coupled { layout.lower_count() } else { 0 };
        self.lower.resize(ENTRIES * blocks + PADDING, 0.0);
        self.upper.resize(ENTRIES * blocks + PADDING, 0.0);
        self.inverse.resize(ENTRIES * layout.node_count() + PADDING, 0.0);
        self.shift = 0.0;
        for attempt in 0..MAX_ATTEMPTS {
            if self.try_factor(layout, values, kind) {
                if coupled {
                    self.transpose(layout);
                }
                return true;
            }
            self.shift = FIRST_SHIFT * 4f64.powi(attempt as i32);
        }
        false
    }

    fn try_factor(&mut self, layout: &Layout, values: &OrderedValues, kind: Preconditioner) -> bool {
        let target = Target { lower: self.lower.as_mut_ptr(), inverse: self.inverse.as_mut_ptr() };
        let (this, failed) = (&*self, AtomicBool::new(false));
        let coupled = kind != Preconditioner::BlockJacobi;
        let run = |range: Range<usize>| {
            let target = { target };
            for i in range {
                // SAFETY: row i is this task's own; rows of its columns are finished.
                if !unsafe { this.factor_row(layout, values, coupled, target, i) } {
                    failed.store(true, Relaxed);
                    break;
                }
            }
            0.0
        };
        layout.on_slabs(run);
        if !failed.load(Relaxed) {
            layout.on_layers(run);
        }
        !failed.load(Relaxed)
    }

    /// # Safety
    /// Row `i` of the target is written by nobody else and the rows of its columns are finished.
    unsafe fn factor_row(
        &self,
        layout: &Layout,
        values: &OrderedValues,
        coupled: bool,
        target: Target,
        i: usize,
    ) -> bool {
        let own = values.diagonal_block(i);
        let own = own + DMat3::from_diagonal(diagonal_of(&own)) * self.shift;
        let mut diagonal = own;
        let blocks = (layout.lower_start[i + 1] - layout.lower_start[i]) as usize;
        if coupled && blocks > 0 {
            let job = kernel::FactorRow {
                values: &values.lower,
                pair_start: &self.pair_start,
                pairs: &self.pairs,
                factor: target.lower,
                inverse: target.inverse,
            };
            let [x, y, z] = own.to_cols_array_2d().map(|[a, b, c]| [a, b, c, 0.0]);
            let mut columns = [x, y, z];
            let mut small = [0.0; SCRATCH * SMALL_ROW];
            let mut large = Vec::new();
            let scratch = if blocks <= SMALL_ROW {
                small.as_mut_ptr()
            } else {
                large.resize(SCRATCH * blocks, 0.0);
                large.as_mut_ptr()
            };
            // SAFETY: the row is ours, the rows of its columns are finished, the scratch is large enough.
            unsafe { kernel::run_factor_row(layout.avx2, layout.lower(), job, i, scratch, &mut columns) };
            diagonal = DMat3::from_cols_array_2d(&columns.map(|[a, b, c, _]| [a, b, c]));
        }
        match inverse_if_positive(&diagonal, &own) {
            None => false,
            Some(inverse) => {
                // SAFETY: the own row is ours.
                unsafe { write_block(target.inverse, i, &inverse) };
                true
            }
        }
    }

    fn transpose(&mut self, layout: &Layout) {
        let lower = &self.lower;
        for (target, &from) in self.upper.chunks_exact_mut(ENTRIES).zip(&layout.upper_from) {
            let block = &lower[ENTRIES * from as usize..][..ENTRIES];
            for r in 0..3 {
                for c in 0..3 {
                    target[3 * c + r] = block[3 * r + c];
                }
            }
        }
    }

    /// `z = M^-1 r`; returns `r . z`.
    pub fn apply(&self, layout: &Layout, r: &[Quad], z: &mut [Quad]) -> f64 {
        assert_eq!((r.len(), self.inverse.len()), (z.len(), ENTRIES * z.len() + PADDING), "one layout");
        if self.lower.len() == PADDING {
            return self.apply_diagonal(r, z);
        }
        let z = Shared(z.as_mut_ptr());
        let forward = |range: Range<usize>| {
            let z = { z };
            // SAFETY: slabs only read themselves; layers read finished slabs and themselves.
            unsafe { kernel::run_forward(layout.avx2, layout.lower(), &self.lower, r, z, range) };
            0.0
        };
        let backward = |range: Range<usize>| {
            let z = { z };
            let (upper, rows) = (&self.upper, layout.upper());
            // SAFETY: layers only read themselves; slabs read finished layers and themselves.
            unsafe { kernel::run_backward(layout.avx2, rows, upper, &self.inverse, r, z, range) }
        };
        layout.on_slabs(forward);
        layout.on_layers(forward);
        let from_layers = layout.on_layers(backward);
        from_layers + layout.on_slabs(backward)
    }

    fn apply_diagonal(&self, r: &[Quad], z: &mut [Quad]) -> f64 {
        reduce::for_chunks(z, |first, chunk| {
            for (k, target) in chunk.iter_mut().enumerate() {
                let block = block_at(&self.inverse[ENTRIES * (first + k)..]);
                let product = block * r[first + k].vector();
                *target = Quad([product.x, product.y, product.z, 0.0]);
            }
        });
        let part = |range: Range<usize>| -> f64 { range.map(|i| r[i].vector().dot(z[i].vector())).sum() };
        reduce::ordered(z.len(), 0.0, part, |a, b| a + b)
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        4 * (self.lower.len() + self.upper.len() + self.inverse.len() + self.pair_start.len())
            + 8 * self.pairs.len()
    }
}

fn diagonal_of(block: &DMat3) -> DVec3 {
    DVec3::new(block.x_axis.x, block.y_axis.y, block.z_axis.z)
}

fn block_at(numbers: &[f32]) -> DMat3 {
    DMat3::from_cols_array(&std::array::from_fn(|k| f64::from(numbers[k])))
}

/// # Safety
/// Block `index` exists and nobody else uses it meanwhile.
unsafe fn write_block(blocks: *mut f32, index: usize, block: &DMat3) {
    let numbers = block.to_cols_array().map(|x| x as f32);
    // SAFETY: the caller's.
    unsafe { blocks.add(ENTRIES * index).cast::<[f32; ENTRIES]>().write_unaligned(numbers) }
}

/// The inverse of a symmetric block by its `L D L^T` factors, if its pivots are positive compared with the
/// diagonal of `own`.
fn inverse_if_positive(block: &DMat3, own: &DMat3) -> Option<DMat3> {
    let least = SMALLEST_PIVOT * diagonal_of(own);
    let positive = |pivot: f64, least: f64| pivot > least && pivot > 0.0 && pivot < f64::INFINITY;
    let [c0, c1, c2] = block.to_cols_array_2d();
    let d0 = c0[0];
    if !positive(d0, least.x) {
        return None;
    }
    let (l10, l20) = (c0[1] / d0, c0[2] / d0);
    let d1 = c1[1] - l10 * c0[1];
    if !positive(d1, least.y) {
        return None;
    }
    let l21 = (c1[2] - l20 * c0[1]) / d1;
    let d2 = c2[2] - l20 * c0[2] - l21 * l21 * d1;
    if !positive(d2, least.z) {
        return None;
    }
    // Inverse of the unit lower factor: rows (1), (-l10, 1), (l10 l21 - l20, -l21, 1).
    let (m10, m20, m21) = (-l10, l10 * l21 - l20, -l21);
    let (e0, e1, e2) = (1.0 / d0, 1.0 / d1, 1.0 / d2);
    let xx = e0 + m10 * m10 * e1 + m20 * m20 * e2;
    let xy = m10 * e1 + m20 * m21 * e2;
    let xz = m20 * e2;
    let yy = e1 + m21 * m21 * e2;
    let yz = m21 * e2;
    Some(DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, e2]))
}
