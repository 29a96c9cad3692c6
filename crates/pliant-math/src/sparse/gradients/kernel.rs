//! Inner loops of conjugate gradients on a block matrix in slab order: product and triangular substitution.
//!
//! Blocks are nine numbers, column after column. A column is loaded as four numbers, the fourth being the next
//! column's first, and lands in a lane nobody looks at; arrays of blocks therefore end with [`PADDING`] numbers.

#[cfg(target_arch = "x86_64")]
use super::vec4::Avx2;
use super::vec4::{ENTRIES, Portable, Quad, Vec4};
use std::ops::Range;

/// Numbers after the last block of an array.
pub const PADDING: usize = 1;

/// Rows of blocks: those of row `i` are `start[i]..start[i + 1]`.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// First block of each row, and the number of blocks at the end.
    pub start: &'a [u32],
    /// Column of each block.
    pub columns: &'a [u32],
}

/// A vector that tasks write to different parts of.
#[derive(Clone, Copy)]
pub struct Shared(pub *mut Quad);

// SAFETY: the kernels' contracts say which parts a call writes; callers keep them apart.
unsafe impl Send for Shared {}
unsafe impl Sync for Shared {}

impl Shared {
    /// A part of the vector.
    ///
    /// # Safety
    /// The range is inside the vector and nobody else uses it meanwhile.
    pub unsafe fn slice<'a>(self, range: Range<usize>) -> &'a mut [Quad] {
        // SAFETY: the caller's.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(range.start), range.len()) }
    }

    #[inline(always)]
    unsafe fn at(self, i: usize) -> *mut f64 {
        // SAFETY: the caller's.
        unsafe { self.0.add(i).cast() }
    }
}

/// `c + B v` for the block at `block` and the vector at `v`.
///
/// # Safety
/// `block` points to ten readable numbers, `v` to three.
#[inline(always)]
unsafe fn block_times<V: Vec4>(block: *const f64, v: *const f64, c: V) -> V {
    // SAFETY: the caller's.
    unsafe {
        let sum = V::load(block).mul_add(V::splat(v), c);
        let sum = V::load(block.add(3)).mul_add(V::splat(v.add(1)), sum);
        V::load(block.add(6)).mul_add(V::splat(v.add(2)), sum)
    }
}

/// `c + B v` for a block in single precision.
///
/// # Safety
/// `block` points to ten readable numbers, `v` to three.
#[inline(always)]
unsafe fn single_block_times<V: Vec4>(block: *const f32, v: *const f64, c: V) -> V {
    // SAFETY: the caller's.
    unsafe {
        let sum = V::load_single(block).mul_add(V::splat(v), c);
        let sum = V::load_single(block.add(3)).mul_add(V::splat(v.add(1)), sum);
        V::load_single(block.add(6)).mul_add(V::splat(v.add(2)), sum)
    }
}

/// `y = A x` for the lower blocks of the given rows and their transposes; returns the part of `x . A x` that
/// these rows contribute: `x_i . (A_ii x_i + 2 sum_j A_ij x_j)`.
///
/// # Safety
/// `rows` is strictly lower triangular; `values` and `diagonal` have all blocks and the padding; the call writes
/// `y` at the given rows and at the columns of their blocks, which no other thread may touch meanwhile.
#[inline(always)]
unsafe fn multiply<V: Vec4>(
    rows: Rows,
    values: &[f64],
    diagonal: &[f64],
    x: &[Quad],
    y: Shared,
    range: Range<usize>,
) -> f64 {
    // SAFETY: the caller's; lane 3 of x is zero, so it adds nothing to the sums over three lanes.
    unsafe {
        let (mut own_part, mut lower_part) = (V::zero(), V::zero());
        for i in range {
            let xi = x.as_ptr().add(i).cast::<f64>();
            let xv = V::load(xi);
            let own = block_times(diagonal.as_ptr().add(ENTRIES * i), xi, V::zero());
            let (mut even, mut odd) = (V::zero(), V::zero());
            for b in rows.start[i] as usize..rows.start[i + 1] as usize {
                let j = *rows.columns.get_unchecked(b) as usize;
                let block = values.as_ptr().add(ENTRIES * b);
                let xj = x.as_ptr().add(j).cast::<f64>();
                // Two sums that take turns, so that additions do not wait for each other.
                (even, odd) = (odd, block_times(block, xj, even));
                let columns = [V::load(block), V::load(block.add(3)), V::load(block.add(6))];
                let transposed = V::sums_of_three(columns[0].mul(xv), columns[1].mul(xv), columns[2].mul(xv));
                let yj = y.at(j);
                V::load(yj).add(transposed).store(yj);
            }
            let lower = even.add(odd);
            own_part = xv.mul_add(own, own_part);
            lower_part = xv.mul_add(lower, lower_part);
            own.add(lower).first_three().store(y.at(i));
        }
        sum_of_lanes(own_part) + 2.0 * sum_of_lanes(lower_part)
    }
}

/// `y_i = r_i - sum_j W_ij y_j` row after row, ascending.
///
/// # Safety
/// As [`multiply`], but writes only the given rows of `y`; other rows it reads must be finished.
#[inline(always)]
unsafe fn forward<V: Vec4>(rows: Rows, factor: &[f32], r: &[Quad], y: Shared, range: Range<usize>) {
    // SAFETY: the caller's.
    unsafe {
        for i in range {
            let (mut even, mut odd) = (V::zero(), V::zero());
            for b in rows.start[i] as usize..rows.start[i + 1] as usize {
                let j = *rows.columns.get_unchecked(b) as usize;
                let sum = single_block_times(factor.as_ptr().add(ENTRIES * b), y.at(j), even);
                (even, odd) = (odd, sum);
            }
            V::load(r.as_ptr().add(i).cast()).sub(even.add(odd)).first_three().store(y.at(i));
        }
    }
}

/// `y_i = D_i y_i - sum_j W_ij y_j` row after row, descending; `inverse` has the blocks `D`. Returns `r . y`.
///
/// # Safety
/// As [`forward`].
#[inline(always)]
unsafe fn backward<V: Vec4>(
    rows: Rows,
    factor: &[f32],
    inverse: &[f32],
    r: &[Quad],
    y: Shared,
    range: Range<usize>,
) -> f64 {
    // SAFETY: the caller's.
    unsafe {
        let mut product = V::zero();
        for i in range.rev() {
            let yi = y.at(i);
            let scaled = single_block_times(inverse.as_ptr().add(ENTRIES * i), yi, V::zero());
            let (mut even, mut odd) = (V::zero(), V::zero());
            // From the far rows to the near ones: the row that was finished just now is needed last.
            for b in (rows.start[i] as usize..rows.start[i + 1] as usize).rev() {
                let j = *rows.columns.get_unchecked(b) as usize;
                let sum = single_block_times(factor.as_ptr().add(ENTRIES * b), y.at(j), even);
                (even, odd) = (odd, sum);
            }
            let result = scaled.sub(even.add(odd)).first_three();
            result.store(yi);
            product = V::load(r.as_ptr().add(i).cast()).mul_add(result, product);
        }
        sum_of_lanes(product)
    }
}

/// Sum of the four lanes.
///
/// # Safety
/// The instructions of `V` are present.
#[inline(always)]
unsafe fn sum_of_lanes<V: Vec4>(v: V) -> f64 {
    let mut lanes = [0.0; 4];
    // SAFETY: four writable numbers.
    unsafe { v.store(lanes.as_mut_ptr()) };
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// `p = z + beta p`.
///
/// # Safety
/// The instructions of `V` are present.
#[inline(always)]
unsafe fn direct<V: Vec4>(p: &mut [Quad], beta: f64, z: &[Quad]) {
    // SAFETY: quads are four numbers.
    unsafe {
        let beta = V::splat(&beta);
        for (p, z) in p.iter_mut().zip(z) {
            beta.mul_add(V::load(p.0.as_ptr()), V::load(z.0.as_ptr())).store(p.0.as_mut_ptr());
        }
    }
}

/// `x += alpha p`, `r -= alpha q`; returns `r . r`.
///
/// # Safety
/// The instructions of `V` are present.
#[inline(always)]
unsafe fn advance<V: Vec4>(x: &mut [Quad], r: &mut [Quad], alpha: f64, p: &[Quad], q: &[Quad]) -> f64 {
    // SAFETY: quads are four numbers.
    unsafe {
        let alpha = V::splat(&alpha);
        let (mut even, mut odd) = (V::zero(), V::zero());
        for ((x, r), (p, q)) in x.iter_mut().zip(r).zip(p.iter().zip(q)) {
            alpha.mul_add(V::load(p.0.as_ptr()), V::load(x.0.as_ptr())).store(x.0.as_mut_ptr());
            let residual = alpha.negative_mul_add(V::load(q.0.as_ptr()), V::load(r.0.as_ptr()));
            residual.store(r.0.as_mut_ptr());
            (even, odd) = (odd, residual.mul_add(residual, even));
        }
        sum_of_lanes(even.add(odd))
    }
}

/// What the factorisation of a row reads and writes.
#[derive(Clone, Copy)]
pub struct FactorRow<'a> {
    /// Lower blocks of the matrix.
    pub values: &'a [f64],
    /// For each lower block the range of its pairs.
    pub pair_start: &'a [u32],
    /// Blocks `(i, k)`, `(j, k)` that meet in block `(i, j)`.
    pub pairs: &'a [(u32, u32)],
    /// `W`, all rows of columns of this row being finished.
    pub factor: *mut f32,
    /// `D^-1`, likewise.
    pub inverse: *const f32,
}

/// Computes the blocks `W_ij` of a row and subtracts `G_ij W_ij^T` from `diagonal`.
///
/// # Safety
/// The row's blocks of `factor` belong to the caller alone; `scratch` has twelve numbers for each block of the row.
#[inline(always)]
unsafe fn factor_row<V: Vec4>(
    rows: Rows,
    job: FactorRow,
    i: usize,
    scratch: *mut f64,
    diagonal: &mut [[f64; 4]; 3],
) {
    // SAFETY: the caller's. Columns of G are kept four numbers apart in the scratch.
    unsafe {
        let first = rows.start[i] as usize;
        let mut sum =
            [V::load(diagonal[0].as_ptr()), V::load(diagonal[1].as_ptr()), V::load(diagonal[2].as_ptr())];
        for b in first..rows.start[i + 1] as usize {
            let block = job.values.as_ptr().add(ENTRIES * b);
            let mut g = [V::load(block), V::load(block.add(3)), V::load(block.add(6))];
            if !job.pairs.is_empty() {
                for pair in *job.pair_start.get_unchecked(b)..*job.pair_start.get_unchecked(b + 1) {
                    let (own, other) = *job.pairs.get_unchecked(pair as usize);
                    let own = scratch.add(12 * (own as usize - first));
                    let columns = [V::load(own), V::load(own.add(4)), V::load(own.add(8))];
                    subtract_product(&mut g, columns, job.factor.add(ENTRIES * other as usize));
                }
            }
            let own = scratch.add(12 * (b - first));
            for c in 0..3 {
                g[c].store(own.add(4 * c));
            }
            let inverse = job.inverse.add(ENTRIES * rows.columns[b] as usize);
            let target = job.factor.add(ENTRIES * b);
            for c in 0..3 {
                let mut w = g[0].mul(V::splat_single(inverse.add(3 * c)));
                w = g[1].mul_add(V::splat_single(inverse.add(3 * c + 1)), w);
                w = g[2].mul_add(V::splat_single(inverse.add(3 * c + 2)), w);
                let mut column = [0.0f64; 4];
                w.store(column.as_mut_ptr());
                for r in 0..3 {
                    *target.add(3 * c + r) = column[r] as f32;
                }
            }
            subtract_product(&mut sum, g, target);
        }
        for c in 0..3 {
            sum[c].store(diagonal[c].as_mut_ptr());
        }
    }
}

/// `g -= columns W^T`.
///
/// # Safety
/// `w` points to a block.
#[inline(always)]
unsafe fn subtract_product<V: Vec4>(g: &mut [V; 3], columns: [V; 3], w: *const f32) {
    // SAFETY: the caller's.
    unsafe {
        for c in 0..3 {
            for m in 0..3 {
                g[c] = columns[m].negative_mul_add(V::splat_single(w.add(3 * m + c)), g[c]);
            }
        }
    }
}

/// Makes a kernel callable with the instructions the processor has.
macro_rules! with_instructions {
    ($(#[$doc:meta])* $name:ident, $kernel:ident, ($($arg:ident: $ty:ty),*) $(-> $out:ty)?) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// The rows written are not touched by other threads; arrays have the sizes of the rows and the padding;
        /// `avx2` only where [`has_avx2`](super::vec4::has_avx2).
        pub unsafe fn $name(avx2: bool, $($arg: $ty),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                unsafe fn wide($($arg: $ty),*) $(-> $out)? {
                    unsafe { $kernel::<Avx2>($($arg),*) }
                }
                if avx2 {
                    // SAFETY: the caller's.
                    return unsafe { wide($($arg),*) };
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = avx2;
            // SAFETY: the caller's.
            unsafe { $kernel::<Portable>($($arg),*) }
        }
    };
}

with_instructions!(
    /// `y = A x` for the lower blocks of the rows in `range` and their transposes; returns their part of `x . A x`.
    run_multiply, multiply,
    (rows: Rows, values: &[f64], diagonal: &[f64], x: &[Quad], y: Shared, range: Range<usize>) -> f64
);
with_instructions!(
    /// `y_i = r_i - sum_j W_ij y_j` for the rows in `range`, ascending.
    run_forward, forward,
    (rows: Rows, factor: &[f32], r: &[Quad], y: Shared, range: Range<usize>)
);
with_instructions!(
    /// `y_i = D_i y_i - sum_j W_ij y_j` for the rows in `range`, descending; returns their part of `r . y`.
    run_backward, backward,
    (rows: Rows, factor: &[f32], inverse: &[f32], r: &[Quad], y: Shared, range: Range<usize>) -> f64
);
with_instructions!(
    /// Factors row `i`, see [`FactorRow`].
    run_factor_row, factor_row,
    (rows: Rows, job: FactorRow, i: usize, scratch: *mut f64, diagonal: &mut [[f64; 4]; 3])
);
with_instructions!(
    /// `p = z + beta p`.
    run_direct, direct, (p: &mut [Quad], beta: f64, z: &[Quad])
);
with_instructions!(
    /// `x += alpha p`, `r -= alpha q`; returns `r . r`.
    run_advance, advance, (x: &mut [Quad], r: &mut [Quad], alpha: f64, p: &[Quad], q: &[Quad]) -> f64
);
