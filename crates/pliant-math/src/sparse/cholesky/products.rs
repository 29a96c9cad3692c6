//! Products of slivers with vectors, for substitutions: `R` vectors at once, so that a factor is read once for all of them.

use super::kernel::SLIVER;
use super::vec8::{Vec8, with_instructions};

/// A number of a factor as it is kept. Sums are always in double precision.
pub trait Entry: Copy + Sync + Into<f64> {
    /// Eight of them.
    ///
    /// # Safety
    /// `from` points to eight readable numbers; the processor has the instructions of `V`.
    unsafe fn load<V: Vec8>(from: *const Self) -> V;
}

impl Entry for f64 {
    #[inline(always)]
    unsafe fn load<V: Vec8>(from: *const Self) -> V {
        // SAFETY: the caller's.
        unsafe { V::load(from) }
    }
}

impl Entry for f32 {
    #[inline(always)]
    unsafe fn load<V: Vec8>(from: *const Self) -> V {
        // SAFETY: the caller's.
        unsafe { V::load_single(from) }
    }
}

/// Slivers whose products with vectors are computed side by side, so that additions do not wait for each other.
pub const SLIVERS_TOGETHER: usize = 4;

/// Eight numbers for each of some slivers and each of `R` vectors.
pub type Tiles<const R: usize> = [[[f64; SLIVER]; R]; SLIVERS_TOGETHER];

/// `sum_p x[p] * column p` of `S` slivers, `stride` numbers apart.
///
/// # Safety
/// There are `S` slivers with at least `x.len()` columns.
#[inline(always)]
unsafe fn sums_of<V: Vec8, E: Entry, const R: usize, const S: usize>(
    slivers: *const E,
    stride: usize,
    x: &[[f64; R]],
) -> [[V; R]; S] {
    // SAFETY: the caller's.
    unsafe {
        let mut acc = [[V::splat(0.0); R]; S];
        for (p, value) in x.iter().enumerate() {
            // Plain loops: closures would not be compiled for the instructions of `V`.
            let mut column = [V::splat(0.0); S];
            for s in 0..S {
                column[s] = E::load::<V>(slivers.add(s * stride + SLIVER * p));
            }
            for r in 0..R {
                let value = V::splat(value[r]);
                for s in 0..S {
                    acc[s][r] = column[s].mul_add(value, acc[s][r]);
                }
            }
        }
        acc
    }
}

/// `sums[s] = sum_p x[p] * column p` of up to four slivers, `stride` numbers apart.
///
/// # Safety
/// There are `count` slivers with at least `x.len()` columns.
#[inline(always)]
unsafe fn rows_times<V: Vec8, E: Entry, const R: usize>(
    slivers: *const E,
    stride: usize,
    count: usize,
    x: &[[f64; R]],
    sums: &mut Tiles<R>,
) {
    // SAFETY: the caller's.
    unsafe {
        let mut done = 0;
        if R == 1 && count == SLIVERS_TOGETHER {
            let acc = sums_of::<V, E, R, SLIVERS_TOGETHER>(slivers, stride, x);
            for s in 0..SLIVERS_TOGETHER {
                for r in 0..R {
                    acc[s][r].store(sums[s][r].as_mut_ptr());
                }
            }
            return;
        }
        // More accumulators than these would not fit into the registers.
        while R > 1 && count - done >= 2 {
            let acc = sums_of::<V, E, R, 2>(slivers.add(done * stride), stride, x);
            for s in 0..2 {
                for r in 0..R {
                    acc[s][r].store(sums[done + s][r].as_mut_ptr());
                }
            }
            done += 2;
        }
        for s in done..count {
            let [acc] = sums_of::<V, E, R, 1>(slivers.add(s * stride), stride, x);
            for r in 0..R {
                acc[r].store(sums[s][r].as_mut_ptr());
            }
        }
    }
}

/// `x[p] -= sum_s values[s] . column p` of up to four slivers, `stride` numbers apart.
///
/// # Safety
/// There are `count` slivers with at least `x.len()` columns.
#[inline(always)]
unsafe fn columns_times<V: Vec8, E: Entry, const R: usize>(
    slivers: *const E,
    stride: usize,
    count: usize,
    values: &Tiles<R>,
    x: &mut [[f64; R]],
) {
    // SAFETY: the caller's.
    unsafe {
        let mut rows = [[V::splat(0.0); R]; SLIVERS_TOGETHER];
        for s in 0..count {
            for r in 0..R {
                rows[s][r] = V::load(values[s][r].as_ptr());
            }
        }
        for (p, target) in x.iter_mut().enumerate() {
            let first = slivers.add(SLIVER * p);
            let mut acc = [V::splat(0.0); R];
            if count == SLIVERS_TOGETHER {
                let (a, b) = (E::load::<V>(first), E::load::<V>(first.add(stride)));
                let (c, d) = (E::load::<V>(first.add(2 * stride)), E::load::<V>(first.add(3 * stride)));
                for r in 0..R {
                    let even = c.mul_add(rows[2][r], a.mul_add(rows[0][r], acc[r]));
                    let odd = d.mul_add(rows[3][r], b.mul_add(rows[1][r], V::splat(0.0)));
                    acc[r] = even.add(odd);
                }
            } else {
                for s in 0..count {
                    let column = E::load::<V>(first.add(s * stride));
                    for r in 0..R {
                        acc[r] = column.mul_add(rows[s][r], acc[r]);
                    }
                }
            }
            for r in 0..R {
                let [a, b, c, d, e, f, g, h] = acc[r].to_array();
                target[r] -= ((a + e) + (c + g)) + ((b + f) + (d + h));
            }
        }
    }
}

with_instructions!(
    /// [`rows_times`] with the given instructions.
    run_rows_times, rows_times<E: Entry, const R>,
    (slivers: *const E, stride: usize, count: usize, x: &[[f64; R]], sums: &mut Tiles<R>)
);
with_instructions!(
    /// [`columns_times`] with the given instructions.
    run_columns_times, columns_times<E: Entry, const R>,
    (slivers: *const E, stride: usize, count: usize, values: &Tiles<R>, x: &mut [[f64; R]])
);
