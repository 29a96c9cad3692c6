//! Sums and maxima over long arrays with the same bits at any number of threads.
//!
//! Arrays are cut into chunks of [`CHUNK`] entries whatever the number of threads; each chunk is reduced by one
//! thread and the partial results are combined in order. Short arrays are never handed to other threads.

use glam::DVec3;
use rayon::prelude::*;

/// Entries reduced by one thread at a time.
pub const CHUNK: usize = 4096;
/// Chunks from which on other threads are asked to help.
const PARALLEL_CHUNKS: usize = 8;
/// Chunks whose partial results are kept on the stack at a time.
const BATCH: usize = 64;

/// Runs `work` inside the thread pool. Callers outside of it would otherwise pay for a hand-over at each of the
/// many short parallel loops inside.
pub fn enter_pool<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if rayon::current_thread_index().is_some() { work() } else { rayon::scope(|_| work()) }
}

/// Combines `reduce(range)` of fixed chunks in ascending order, starting from `initial`.
pub fn ordered<T: Copy + Send + Sync>(
    length: usize,
    initial: T,
    reduce: impl Fn(std::ops::Range<usize>) -> T + Sync,
    combine: impl Fn(T, T) -> T,
) -> T {
    let chunks = length.div_ceil(CHUNK);
    let range = |c: usize| c * CHUNK..length.min((c + 1) * CHUNK);
    let mut total = initial;
    if chunks < PARALLEL_CHUNKS {
        for c in 0..chunks {
            total = combine(total, reduce(range(c)));
        }
        return total;
    }
    for first in (0..chunks).step_by(BATCH) {
        let mut partial = [initial; BATCH];
        let batch = &mut partial[..BATCH.min(chunks - first)];
        batch.par_iter_mut().enumerate().for_each(|(k, out)| *out = reduce(range(first + k)));
        total = batch.iter().fold(total, |sum, &part| combine(sum, part));
    }
    total
}

/// Calls `work(first, chunk)` for fixed chunks of an array, side by side if it is long.
pub fn for_chunks<T: Send>(data: &mut [T], work: impl Fn(usize, &mut [T]) + Sync) {
    if data.len() < PARALLEL_CHUNKS * CHUNK {
        return work(0, data);
    }
    data.par_chunks_mut(CHUNK).enumerate().for_each(|(c, chunk)| work(c * CHUNK, chunk));
}

/// `sum x_i y_i`.
///
/// # Panics
/// When the lengths differ (also in the other functions of two arrays).
pub fn dot(x: &[DVec3], y: &[DVec3]) -> f64 {
    assert_eq!(x.len(), y.len());
    let part = |r: std::ops::Range<usize>| dot_serial(&x[r.clone()], &y[r]);
    ordered(x.len(), 0.0, part, |a, b| a + b)
}

/// Three sums side by side: the additions of one sum wait for each other.
fn dot_serial(x: &[DVec3], y: &[DVec3]) -> f64 {
    let mut sums = DVec3::ZERO;
    for (a, b) in x.iter().zip(y) {
        sums += *a * *b;
    }
    sums.x + sums.y + sums.z
}

/// `sum x_i y_i` of plain numbers.
pub fn dot_f64(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len());
    let part = |r: std::ops::Range<usize>| {
        let mut sums = [0.0; 4];
        let (a, b) = (x[r.clone()].chunks_exact(4), y[r].chunks_exact(4));
        let rest: f64 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
        for (a, b) in a.zip(b) {
            for lane in 0..4 {
                sums[lane] += a[lane] * b[lane];
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
    };
    ordered(x.len(), 0.0, part, |a, b| a + b)
}

/// Sum of plain numbers.
pub fn sum(x: &[f64]) -> f64 {
    ordered(x.len(), 0.0, |r| x[r].iter().sum(), |a, b| a + b)
}

/// Sum of vectors.
pub fn sum_vectors(x: &[DVec3]) -> DVec3 {
    ordered(x.len(), DVec3::ZERO, |r| x[r].iter().copied().sum(), |a, b| a + b)
}

/// Euclidean norm.
pub fn norm(x: &[DVec3]) -> f64 {
    dot(x, x).sqrt()
}

/// Euclidean norm of plain numbers.
pub fn norm_f64(x: &[f64]) -> f64 {
    dot_f64(x, x).sqrt()
}

/// Largest length of a vector, 0 for none; NaN if there is one.
pub fn max_length(x: &[DVec3]) -> f64 {
    let larger = |a: f64, b: f64| if b > a || b.is_nan() { b } else { a };
    let part = |r: std::ops::Range<usize>| x[r].iter().map(|v| v.length_squared()).fold(0.0, larger);
    ordered(x.len(), 0.0, part, larger).sqrt()
}

/// Largest magnitude, 0 for none; NaN if there is one.
pub fn max_abs(x: &[f64]) -> f64 {
    let larger = |a: f64, b: f64| if b > a || b.is_nan() { b } else { a };
    ordered(x.len(), 0.0, |r| x[r].iter().map(|v| v.abs()).fold(0.0, larger), larger)
}

/// `y += a x`.
pub fn add_scaled(y: &mut [DVec3], a: f64, x: &[DVec3]) {
    assert_eq!(x.len(), y.len());
    for_chunks(y, |first, chunk| {
        for (y, x) in chunk.iter_mut().zip(&x[first..]) {
            *y += a * *x;
        }
    });
}

/// `y = x + a y`.
pub fn scale_and_add(y: &mut [DVec3], a: f64, x: &[DVec3]) {
    assert_eq!(x.len(), y.len());
    for_chunks(y, |first, chunk| {
        for (y, x) in chunk.iter_mut().zip(&x[first..]) {
            *y = *x + a * *y;
        }
    });
}

/// `y *= a`.
pub fn scale(y: &mut [DVec3], a: f64) {
    for_chunks(y, |_, chunk| chunk.iter_mut().for_each(|y| *y *= a));
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn wavy(n: usize) -> Vec<DVec3> {
        (0..n).map(|i| DVec3::new((i as f64).sin(), (0.7 * i as f64).cos(), 1.0 / (1.0 + i as f64))).collect()
    }

    fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
    }

    #[test]
    fn every_reduction_has_the_same_bits_with_one_and_three_threads() {
        for n in [0, 1, CHUNK - 1, 9 * CHUNK + 17, 70 * CHUNK + 3] {
            let x = wavy(n);
            let flat: &[f64] = bytemuck::cast_slice(&x);
            let all = || {
                let mut y = x.clone();
                add_scaled(&mut y, 0.3, &x);
                scale_and_add(&mut y, -0.1, &x);
                scale(&mut y, 1.7);
                let vector = sum_vectors(&y);
                let scalars = [dot(&x, &y), norm(&y), max_length(&y), dot_f64(flat, flat), sum(flat)];
                (vector.to_array(), scalars, norm_f64(flat), max_abs(flat), y)
            };
            assert_eq!(with_threads(1, all), with_threads(3, all), "{n} entries");
        }
    }

    #[test]
    fn reductions_are_right() {
        let n = 10 * CHUNK + 5;
        let x: Vec<f64> = (0..n).map(|i| (i % 7) as f64 - 3.0).collect();
        assert_eq!(sum(&x), x.iter().sum::<f64>());
        assert_eq!(dot_f64(&x, &x), x.iter().map(|v| v * v).sum::<f64>());
        assert_eq!(max_abs(&x), 3.0);
        let v: Vec<DVec3> = x.iter().map(|&a| DVec3::new(a, 2.0 * a, 2.0 * a)).collect();
        assert_eq!(max_length(&v), 9.0);
        assert_eq!(dot(&v, &v), 9.0 * dot_f64(&x, &x));
        assert_eq!(norm(&v), 3.0 * norm_f64(&x));
    }

    #[test]
    fn maxima_do_not_hide_undefined_numbers() {
        assert!(max_abs(&[1.0, f64::NAN, 2.0]).is_nan());
        assert!(max_length(&[DVec3::X, DVec3::NAN, DVec3::Y]).is_nan());
        assert_eq!(max_abs(&[]), 0.0);
    }
}
