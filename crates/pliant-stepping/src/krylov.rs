//! Flexible GMRES (Saad 1993) for matrices that are not symmetric: loads that follow the body (pressure on an open
//! surface, couples) have such derivatives. The symmetric part, which is factored anyway, preconditions it, so a
//! few iterations do.

use glam::DVec3;
use pliant_math::reduce;

/// Improves `x` until |rhs - A x| <= tolerance |rhs|, in `most` iterations at most; returns their number and whether that was
/// reached. `apply(v, out)` is A v, `precondition(r, z)` an approximate solve that may differ from call to call. With `or_nothing` it ends
/// early when it is so slow that it would not do in twice as many.
pub fn flexible_gmres(
    mut apply: impl FnMut(&[DVec3], &mut [DVec3]),
    mut precondition: impl FnMut(&[DVec3], &mut [DVec3]),
    rhs: &[DVec3],
    x: &mut [DVec3],
    tolerance: f64,
    most: usize,
    or_nothing: bool,
) -> (usize, bool) {
    let n = rhs.len();
    let mut image = vec![DVec3::ZERO; n];
    if x.iter().any(|x| *x != DVec3::ZERO) {
        apply(x, &mut image);
    }
    let mut residual: Vec<DVec3> = rhs.iter().zip(&image).map(|(r, a)| *r - *a).collect();
    let start = reduce::norm(&residual);
    let goal = tolerance * reduce::norm(rhs);
    if start <= goal {
        return (0, true);
    }
    reduce::scale(&mut residual, 1.0 / start);
    let (mut basis, mut steps) = (vec![residual], Vec::new());
    let mut least_squares = LeastSquares::new(start);
    let mut is_reached = false;
    for k in 0..most {
        let mut z = vec![DVec3::ZERO; n];
        precondition(&basis[k], &mut z);
        apply(&z, &mut image);
        steps.push(z);
        let mut column: Vec<f64> = Vec::with_capacity(k + 2);
        for v in &basis {
            let share = reduce::dot(&image, v);
            reduce::add_scaled(&mut image, -share, v);
            column.push(share);
        }
        let length = reduce::norm(&image);
        column.push(length);
        let left = least_squares.push(column);
        is_reached = left <= goal || length <= 1e-14 * start;
        let share = (k + 1) as f64 / (2 * most) as f64;
        let is_slow = k > 0 && left > start * (goal / start).powf(share);
        if is_reached || (or_nothing && is_slow) {
            break;
        }
        basis.push(image.iter().map(|v| *v / length).collect());
    }
    for (share, step) in least_squares.solve().iter().zip(&steps) {
        reduce::add_scaled(x, *share, step);
    }
    (steps.len(), is_reached)
}

/// min |start e_1 - H y| by Givens rotations, column by column.
struct LeastSquares {
    columns: Vec<Vec<f64>>,
    rotations: Vec<(f64, f64)>,
    rhs: Vec<f64>,
}

impl LeastSquares {
    fn new(start: f64) -> Self {
        Self { columns: Vec::new(), rotations: Vec::new(), rhs: vec![start] }
    }

    /// Adds a column of H and returns the norm of what is left.
    fn push(&mut self, mut column: Vec<f64>) -> f64 {
        for (i, &(c, s)) in self.rotations.iter().enumerate() {
            let (a, b) = (column[i], column[i + 1]);
            (column[i], column[i + 1]) = (c * a + s * b, c * b - s * a);
        }
        let k = self.columns.len();
        let length = column[k].hypot(column[k + 1]);
        let (c, s) = if length > 0.0 { (column[k] / length, column[k + 1] / length) } else { (1.0, 0.0) };
        column[k] = length;
        column.truncate(k + 1);
        self.columns.push(column);
        self.rotations.push((c, s));
        let last = self.rhs[k];
        self.rhs[k] = c * last;
        self.rhs.push(-s * last);
        (s * last).abs()
    }

    fn solve(&self) -> Vec<f64> {
        let k = self.columns.len();
        let mut y = self.rhs[..k].to_vec();
        for i in (0..k).rev() {
            let known: f64 = (i + 1..k).map(|j| self.columns[j][i] * y[j]).sum();
            let pivot = self.columns[i][i];
            y[i] = if pivot == 0.0 { 0.0 } else { (y[i] - known) / pivot };
        }
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unsymmetric_system_is_solved_with_its_symmetric_part_as_preconditioner() {
        // A = D + N: a diagonal and a strong cyclic shift.
        let n = 40;
        let diagonal = |i: usize| 2.0 + 0.1 * i as f64;
        let apply = |x: &[DVec3], out: &mut [DVec3]| {
            for i in 0..n {
                out[i] = x[i] * diagonal(i) + x[(i + 1) % n].cross(DVec3::ONE) * 0.7;
            }
        };
        let precondition = |r: &[DVec3], z: &mut [DVec3]| {
            for i in 0..n {
                z[i] = r[i] / diagonal(i);
            }
        };
        let exact: Vec<DVec3> = (0..n).map(|i| DVec3::new(i as f64, 1.0, -(i as f64).sqrt())).collect();
        let mut rhs = vec![DVec3::ZERO; n];
        apply(&exact, &mut rhs);
        let mut x = vec![DVec3::ZERO; n];
        let iterations = flexible_gmres(apply, precondition, &rhs, &mut x, 1e-10, 30, false).0;
        assert!(iterations < 30, "{iterations}");
        let error = exact.iter().zip(&x).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
        assert!(error < 1e-8, "{error}");
        let mut x = vec![DVec3::ZERO; n];
        let (spent, is_reached) = flexible_gmres(apply, precondition, &rhs, &mut x, 1e-10, 4, true);
        assert!(!is_reached && spent < 4, "{spent} iterations, although four would not do");
    }
}
