//! Least squares against answers by hand, against the conditions of an optimum, and with inputs that are none.
#![allow(clippy::unwrap_used)]

use super::*;

/// SplitMix64 in [-1, 1).
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn residual(columns: &[Vec<f64>], target: &[f64], x: &[f64]) -> Vec<f64> {
    let mut r = target.to_vec();
    for (column, x) in columns.iter().zip(x) {
        r.iter_mut().zip(column).for_each(|(r, a)| *r -= a * x);
    }
    r
}

#[test]
fn a_line_through_points() {
    let xs = [0.0, 1.0, 2.0, 3.0];
    let columns = [vec![1.0; 4], xs.to_vec()];
    let x = solve(&columns, &[1.0, 3.0, 5.0, 7.0]).unwrap();
    assert!((x[0] - 1.0).abs() < 1e-14 && (x[1] - 2.0).abs() < 1e-14, "{x:?}");
}

#[test]
fn parallel_columns_and_more_columns_than_rows_are_borne() {
    let columns = [vec![1.0, 2.0, 3.0], vec![2.0, 4.0, 6.0]];
    let x = solve(&columns, &[1.0, 2.0, 3.0]).unwrap();
    assert!(norm(&residual(&columns, &[1.0, 2.0, 3.0], &x)) < 1e-14, "{x:?}");
    let wide = [vec![1.0], vec![-1.0], vec![3.0]];
    assert!(norm(&residual(&wide, &[2.0], &solve(&wide, &[2.0]).unwrap())) < 1e-14);
    let x = solve_nonnegative(&wide, &[-2.0]).unwrap();
    assert!(norm(&residual(&wide, &[-2.0], &x)) < 1e-14 && x.iter().all(|&x| x >= 0.0), "{x:?}");
}

#[test]
fn nonnegative_answers_meet_the_conditions_of_an_optimum() {
    let mut state = 5;
    for trial in 0..200 {
        let (rows, count) = (1 + trial % 17, 1 + trial % 11);
        let mut column = || (0..rows).map(|_| random(&mut state)).collect::<Vec<f64>>();
        let mut columns: Columns = (0..count).map(|_| column()).collect();
        if count > 3 {
            // Nearly the same column twice.
            columns[1] = columns[0].iter().map(|x| x * (1.0 + 1e-9)).collect();
        }
        let target = column();
        let x = solve_nonnegative(&columns, &target).unwrap();
        let r = residual(&columns, &target, &x);
        for (column, &x) in columns.iter().zip(&x) {
            let gradient = dot(column, &r) / norm(column);
            assert!(x >= 0.0);
            assert!(gradient < 1e-9 * norm(&target), "trial {trial}: {gradient:e} at {x}");
            assert!(x == 0.0 || gradient.abs() < 1e-9 * norm(&target), "trial {trial}: {gradient:e} at {x}");
        }
    }
}

#[test]
fn powers_that_are_nearly_parallel_are_told_apart() {
    let xs: Vec<f64> = (1..=40).map(|i| 0.2 * f64::from(i)).collect();
    let columns: Columns = (1..=10).map(|n| xs.iter().map(|x| x.powi(n)).collect()).collect();
    let truth = [0.0, 2.0, 0.0, 0.0, 1e-3, 0.0, 0.0, 0.0, 3e-7, 0.0];
    let target: Vec<f64> = residual(&columns, &vec![0.0; 40], &truth).iter().map(|r| -r).collect();
    let x = solve_nonnegative(&columns, &target).unwrap();
    let r = norm(&residual(&columns, &target, &x));
    assert!(r < 1e-10 * norm(&target), "{r:e} {x:?}");
}

#[test]
fn an_exponential_is_found_from_afar() {
    let ts: Vec<f64> = (0..20).map(|i| 0.3 * f64::from(i)).collect();
    let evaluate = |p: &[f64]| {
        let value = |t: &f64| p[0] * (-p[1] * t).exp();
        Some(Linearised {
            residuals: ts.iter().map(|t| value(t) - 5.0 * (-0.7 * t).exp()).collect(),
            jacobian: vec![
                ts.iter().map(|t| (-p[1] * t).exp()).collect(),
                ts.iter().map(|t| -t * value(t)).collect(),
            ],
        })
    };
    let (p, squares) = minimise(&[1.0, 0.05], evaluate).unwrap();
    assert!((p[0] - 5.0).abs() < 1e-8 && (p[1] - 0.7).abs() < 1e-8 && squares < 1e-14, "{p:?} {squares:e}");
    assert!(minimise(&[1.0], |_| None).is_none());
}

#[test]
fn what_is_no_number_is_refused() {
    assert!(solve(&[vec![1.0, f64::NAN]], &[1.0, 2.0]).is_none());
    assert!(solve(&[vec![1.0]], &[1.0, 2.0]).is_none());
    assert!(solve_nonnegative(&[vec![1.0]], &[f64::INFINITY]).is_none());
    assert_eq!(solve_nonnegative(&[], &[1.0]).unwrap(), Vec::<f64>::new());
    assert_eq!(solve_nonnegative(&[vec![0.0, 0.0]], &[1.0, 1.0]).unwrap(), [0.0]);
}
