//! Products of slivers with vectors, for substitutions.

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

/// Slivers whose products with a vector are computed side by side, so that additions do not wait for each other.
pub const SLIVERS_TOGETHER: usize = 4;

/// `sums[s] = sum_p x[p] * column p` of up to four slivers, `stride` numbers apart.
///
/// # Safety
/// There are `count` slivers with at least `x.len()` columns.
#[inline(always)]
unsafe fn rows_times<V: Vec8, E: Entry>(
    slivers: *const E,
    stride: usize,
    count: usize,
    x: &[f64],
    sums: &mut [[f64; SLIVER]; SLIVERS_TOGETHER],
) {
    // SAFETY: the caller's.
    unsafe {
        if count == SLIVERS_TOGETHER {
            let mut acc = [V::splat(0.0); SLIVERS_TOGETHER];
            for (p, value) in x.iter().enumerate() {
                let value = V::splat(*value);
                for s in 0..SLIVERS_TOGETHER {
                    acc[s] = E::load::<V>(slivers.add(s * stride + SLIVER * p)).mul_add(value, acc[s]);
                }
            }
            for s in 0..SLIVERS_TOGETHER {
                sums[s] = acc[s].to_array();
            }
            return;
        }
        for s in 0..count {
            let mut acc = V::splat(0.0);
            for (p, value) in x.iter().enumerate() {
                acc = E::load::<V>(slivers.add(s * stride + SLIVER * p)).mul_add(V::splat(*value), acc);
            }
            sums[s] = acc.to_array();
        }
    }
}

/// `x[p] -= sum_s values[s] . column p` of up to four slivers, `stride` numbers apart.
///
/// # Safety
/// There are `count` slivers with at least `x.len()` columns.
#[inline(always)]
unsafe fn columns_times<V: Vec8, E: Entry>(
    slivers: *const E,
    stride: usize,
    count: usize,
    values: &[[f64; SLIVER]; SLIVERS_TOGETHER],
    x: &mut [f64],
) {
    // SAFETY: the caller's.
    unsafe {
        let mut rows = [V::splat(0.0); SLIVERS_TOGETHER];
        for s in 0..count {
            rows[s] = V::load(values[s].as_ptr());
        }
        for (p, target) in x.iter_mut().enumerate() {
            let mut acc = V::splat(0.0);
            if count == SLIVERS_TOGETHER {
                let mut other = V::splat(0.0);
                acc = E::load::<V>(slivers.add(SLIVER * p)).mul_add(rows[0], acc);
                other = E::load::<V>(slivers.add(stride + SLIVER * p)).mul_add(rows[1], other);
                acc = E::load::<V>(slivers.add(2 * stride + SLIVER * p)).mul_add(rows[2], acc);
                other = E::load::<V>(slivers.add(3 * stride + SLIVER * p)).mul_add(rows[3], other);
                acc = acc.add(other);
            } else {
                for s in 0..count {
                    acc = E::load::<V>(slivers.add(s * stride + SLIVER * p)).mul_add(rows[s], acc);
                }
            }
            let [a, b, c, d, e, f, g, h] = acc.to_array();
            *target -= ((a + e) + (c + g)) + ((b + f) + (d + h));
        }
    }
}

with_instructions!(
    /// [`rows_times`] with the given instructions.
    run_rows_times, rows_times<E: Entry>,
    (slivers: *const E, stride: usize, count: usize, x: &[f64],
     sums: &mut [[f64; SLIVER]; SLIVERS_TOGETHER])
);
with_instructions!(
    /// [`columns_times`] with the given instructions.
    run_columns_times, columns_times<E: Entry>,
    (slivers: *const E, stride: usize, count: usize,
     values: &[[f64; SLIVER]; SLIVERS_TOGETHER], x: &mut [f64])
);
