#![allow(clippy::unwrap_used)]

use super::*;
use crate::sparse::testing::{random_spd, random_vector};
use glam::DMat3;
use proptest::prelude::*;

/// Gaussian elimination without pivoting, which positive definite matrices do not need.
fn dense_solution(matrix: &BlockMatrix, rhs: &[DVec3]) -> Vec<f64> {
    let mut a = matrix.to_dense();
    let mut x: Vec<f64> = rhs.iter().flat_map(|v| v.to_array()).collect();
    let n = x.len();
    for k in 0..n {
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= factor * a[k][j];
            }
            x[i] -= factor * x[k];
        }
    }
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|j| a[k][j] * x[j]).sum();
        x[k] = (x[k] - sum) / a[k][k];
    }
    x
}

fn solution(matrix: &BlockMatrix, rhs: &[DVec3], instructions: Instructions, order: Ordering) -> Vec<DVec3> {
    let mut solver = Cholesky { instructions, ..Cholesky::new(order) };
    solver.factor(matrix).unwrap();
    let mut x = vec![DVec3::ZERO; rhs.len()];
    solver.substitute(rhs, &mut x);
    x
}

proptest! {
    #[test]
    fn solutions_are_those_of_dense_elimination(n in 1usize..60, degree in 0usize..6, seed in 0u64..300) {
        let matrix = random_spd(n, degree, seed);
        let rhs = random_vector(n, seed + 1);
        let exact = dense_solution(&matrix, &rhs);
        let scale = exact.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        for order in [Ordering::Natural, Ordering::Graph, Ordering::GraphSweep] {
            let x = solution(&matrix, &rhs, Instructions::detect(), order);
            let flat: &[f64] = bytemuck::cast_slice(&x);
            for (a, b) in flat.iter().zip(&exact) {
                prop_assert!((a - b).abs() <= 1e-8 * scale, "{} against {}", a, b);
            }
        }
    }
}

#[test]
fn every_set_of_instructions_gives_the_same_bits() {
    let matrix = random_spd(150, 6, 11);
    let rhs = random_vector(150, 12);
    let all = Instructions::available();
    let first = solution(&matrix, &rhs, all[0], Ordering::Graph);
    for instructions in all {
        assert_eq!(first, solution(&matrix, &rhs, instructions, Ordering::Graph), "{instructions:?}");
    }
}

#[test]
fn scales_are_powers_of_two_that_bring_the_diagonal_to_one() {
    for value in [1e-300, 3e-7, 0.25, 1.0, 1.99, 2.0, 3.99, 4.0, 1e9, 1e300] {
        let scale = power_of_two_scale(value);
        assert_eq!(scale.to_bits() << 12, 0, "a power of two");
        assert!((1.0..4.0).contains(&(value * scale * scale)), "{value} by {scale}");
    }
    assert_eq!(power_of_two_scale(-1.0), 1.0);
    assert_eq!(power_of_two_scale(f64::NAN), 1.0);
}

/// Springs between neighbours in a row, softly held: the softest motion is `softness` of the stiffest.
fn soft_chain(n: usize, softness: f64) -> BlockMatrix {
    let pattern = BlockPattern::from_pairs(n, (1..n).map(|i| (i, i - 1)));
    let mut matrix = BlockMatrix::zeros(pattern.clone());
    for i in 0..n {
        let springs = f64::from(u8::from(i > 0)) + f64::from(u8::from(i + 1 < n));
        *matrix.diagonal_mut(i) = DMat3::IDENTITY * (springs + softness);
        if i > 0 {
            matrix.values[pattern.index(i, i - 1).unwrap()] = -DMat3::IDENTITY;
        }
    }
    matrix
}

#[test]
fn a_factor_in_single_precision_solves_as_exactly() {
    let matrix = random_spd(300, 8, 3);
    let rhs = random_vector(300, 4);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut solver = Cholesky::default().single_above(0);
        let mut exact = Cholesky::default();
        let (mut x, mut y) = (vec![DVec3::ZERO; 300], vec![DVec3::ZERO; 300]);
        pool.install(|| {
            solver.factor(&matrix).unwrap();
            exact.factor(&matrix).unwrap();
            let report = solver.solve(&matrix, &rhs, &mut x, 1e-13).unwrap();
            assert_eq!(report.outcome, Outcome::Converged, "{report:?}");
            exact.solve(&matrix, &rhs, &mut y, 1e-13).unwrap();
        });
        assert!(solver.is_single() && !exact.is_single());
        let error = x.iter().zip(&y).map(|(x, y)| x.distance(*y)).fold(0.0, f64::max);
        let size = y.iter().map(|y| y.length()).fold(0.0, f64::max);
        assert!(error < 1e-11 * size, "{error} of {size}");
    }
}

#[test]
fn a_rounded_factor_has_the_same_bits_with_any_instructions_and_however_it_came_about() {
    let matrix = random_spd(150, 6, 21);
    let rhs = random_vector(150, 22);
    let solution = |instructions: Instructions, is_double_first: bool| {
        let mut solver = Cholesky { instructions, ..Cholesky::default().single_above(0) };
        solver.analyze(matrix.pattern(), &[]);
        solver.analysis.as_mut().unwrap().double_first = is_double_first;
        solver.factor(&matrix).unwrap();
        assert!(solver.is_single());
        let mut x = vec![DVec3::ZERO; 150];
        solver.substitute(&rhs, &mut x);
        x
    };
    let first = solution(Instructions::Portable, false);
    for instructions in Instructions::available() {
        assert_eq!(first, solution(instructions, false), "{instructions:?}");
        assert_eq!(first, solution(instructions, true), "{instructions:?}");
    }
}

#[test]
fn factors_with_small_pivots_are_kept_in_double_precision() {
    let mut solver = Cholesky::default().single_above(0);
    let rhs = random_vector(40, 5);
    let mut x = rhs.clone();
    for (softness, is_single) in [(1e-3, true), (1e-10, false), (1e-10, false), (1e-3, true), (1e-3, true)] {
        let matrix = soft_chain(40, softness);
        solver.factor(&matrix).unwrap();
        assert_eq!(solver.is_single(), is_single, "{softness}");
        let report = solver.solve(&matrix, &rhs, &mut x, 1e-6).unwrap();
        assert_eq!(report.outcome, Outcome::Converged, "{softness}: {report:?}");
    }
}

#[test]
fn a_rounded_factor_that_does_not_do_is_made_again_for_the_solve() {
    let matrix = random_spd(200, 6, 31);
    let rhs = random_vector(200, 32);
    // A factor that is far off.
    let mut other = matrix.clone();
    for i in 0..200 {
        *other.diagonal_mut(i) += DMat3::IDENTITY * if i % 3 == 0 { 1e4 } else { i as f64 };
    }
    let mut solver = Cholesky::default().single_above(0);
    solver.factor(&other).unwrap();
    let mut x = rhs.clone();
    let report = solver.solve(&matrix, &rhs, &mut x, 1e-12).unwrap();
    assert_eq!(report.outcome, Outcome::Converged);
    assert!(report.iterations <= 3, "made again: {report:?}");
    assert!(solver.is_single(), "as it was before");
}

#[test]
fn a_sweep_has_the_same_bits_at_any_number_of_threads() {
    // Wide enough that fronts are cut into pieces; the ring opens, so that the front grows, shrinks and rows change slots.
    let n = 260;
    let pairs = (0..n).flat_map(|i| (1..25).map(move |step| (i, (i + step * (1 + i % 3)) % n)));
    let pattern = BlockPattern::from_pairs(n, pairs);
    let mut matrix = BlockMatrix::zeros(pattern.clone());
    for i in 0..n {
        for (k, &j) in pattern.row_range(i).zip(pattern.row(i)) {
            let value = ((i * 31 + j as usize * 17) % 13) as f64 / 13.0 - 0.4;
            matrix.values[k] =
                DMat3::from_cols_array(&std::array::from_fn(|c| value * (1.0 + 0.1 * c as f64)));
        }
        *matrix.diagonal_mut(i) = DMat3::from_diagonal(DVec3::splat(600.0));
    }
    let rhs = random_vector(n, 9);
    let solution = |threads: usize, instructions: Instructions, entries: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut solver =
            Cholesky { instructions, ..Cholesky::new(Ordering::GraphSweep).single_above(entries) };
        pool.install(|| {
            solver.factor(&matrix).unwrap();
            let plan = &solver.analysis.as_ref().unwrap().plan;
            assert!(plan.window.is_some() && plan.fronts.iter().any(|front| front.wide));
            let mut x = vec![DVec3::ZERO; n];
            let report = solver.solve(&matrix, &rhs, &mut x, 1e-13).unwrap();
            assert_eq!(report.outcome, Outcome::Converged, "{report:?}");
            x
        })
    };
    for entries in [0, usize::MAX] {
        let first = solution(1, Instructions::Portable, entries);
        for instructions in Instructions::available() {
            for threads in [1, 2] {
                assert_eq!(first, solution(threads, instructions, entries), "{instructions:?} {threads}");
            }
        }
    }
}
