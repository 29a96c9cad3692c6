#![allow(clippy::unwrap_used)]

use super::*;
use crate::sparse::testing::{Random, random_pattern, random_vector};
use proptest::prelude::*;

/// Springs of random stiffness and a little mass at every node.
fn springs(pattern: &Arc<BlockPattern>, seed: u64) -> ScalarMatrix {
    let mut random = Random(seed);
    let mut matrix = ScalarMatrix::zeros(pattern.clone());
    for i in 0..pattern.node_count() {
        for (entry, &j) in pattern.row_range(i).zip(pattern.row(i)) {
            let (j, k) = (j as usize, 10f64.powf(2.0 * random.number()));
            if i == j {
                matrix.values[entry] += 0.05 * k;
                continue;
            }
            matrix.values[entry] -= k;
            matrix.values[pattern.diagonal_index(i)] += k;
            matrix.values[pattern.diagonal_index(j)] += k;
        }
    }
    matrix
}

fn lattice(n: [usize; 3]) -> (Arc<BlockPattern>, Vec<DVec3>) {
    let at = |x: usize, y: usize, z: usize| x + n[0] * (y + n[1] * z);
    let (mut pairs, mut positions) = (Vec::new(), Vec::new());
    for z in 0..n[2] {
        for y in 0..n[1] {
            for x in 0..n[0] {
                positions.push(DVec3::new(x as f64, y as f64, z as f64));
                for other in positions[..positions.len() - 1].iter().rev().take(n[0] * (n[1] + 2)) {
                    let [a, b, c] = other.to_array().map(|c| c as usize);
                    if a.abs_diff(x).max(b.abs_diff(y)).max(c.abs_diff(z)) == 1 {
                        pairs.push((at(x, y, z), at(a, b, c)));
                    }
                }
            }
        }
    }
    (BlockPattern::from_pairs(positions.len(), pairs), positions)
}

/// |A x - b| over the largest diagonal entry times the largest x: what rounding of a factor is measured by.
fn residual(matrix: &ScalarMatrix, rhs: &[DVec3], x: &[DVec3]) -> f64 {
    let mut image = vec![DVec3::ZERO; x.len()];
    matrix.multiply(x, &mut image);
    let stiffest = matrix.values.iter().copied().fold(0.0, f64::max);
    let size = x.iter().map(|x| x.length()).fold(0.0, f64::max);
    image.iter().zip(rhs).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max) / (stiffest * size)
}

proptest! {
    #[test]
    fn three_sides_are_solved_as_one_by_one(n in 1usize..80, degree in 0usize..6, seed in 0u64..200) {
        let matrix = springs(&random_pattern(n, degree, seed), seed);
        // The same matrix with a block diag(a, a, a) for each number, by the solver of blocks.
        let blocks = matrix.values.iter().map(|a| glam::DMat3::from_diagonal(DVec3::splat(*a))).collect();
        let blocks = BlockMatrix::new(matrix.pattern().clone(), blocks);
        let rhs = random_vector(n, seed + 1);
        let (mut x, mut expected) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
        let mut solver = ScalarCholesky::default();
        solver.factor(&matrix).unwrap();
        solver.solve(&rhs, &mut x);
        let mut direct = Cholesky::default();
        direct.factor(&blocks).unwrap();
        direct.solve(&blocks, &rhs, &mut expected, 1e-14).unwrap();
        let size = expected.iter().map(|x| x.length()).fold(0.0, f64::max);
        for (x, y) in x.iter().zip(&expected) {
            // A factor in single precision: its rounding times the condition of the matrix, at most about 1e5.
            prop_assert!(x.distance(*y) < 6e-3 * size, "{x} against {y}");
        }
        prop_assert!(residual(&matrix, &rhs, &x) < 1e-6);
    }
}

#[test]
fn new_values_keep_the_analysis_and_threads_change_no_bit() {
    let (pattern, positions) = lattice([17, 16, 15]);
    let rhs = random_vector(positions.len(), 3);
    let solve = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut solver = ScalarCholesky::default();
            solver.analyze(&pattern, &positions);
            let mut found = Vec::new();
            for seed in [1, 2] {
                let matrix = springs(&pattern, seed);
                let before = solver.factor_entries();
                solver.factor(&matrix).unwrap();
                assert_eq!(before, solver.factor_entries());
                let mut x = vec![DVec3::ZERO; rhs.len()];
                solver.solve(&rhs, &mut x);
                assert!(residual(&matrix, &rhs, &x) < 1e-6);
                found.push(x);
            }
            found
        })
    };
    assert_eq!(solve(1), solve(2));
}

#[test]
fn blocks_of_three_nodes_add_little_to_the_factor() {
    let (pattern, positions) = lattice([14, 14, 14]);
    let mut solver = ScalarCholesky::default();
    solver.analyze(&pattern, &positions);
    // Entries of the factor node by node: a block of the plain analysis has nine.
    let (symbolic, _) = ordering::analyze(&pattern, &positions, Ordering::Auto);
    let plain = symbolic.factor_entries() / 9;
    assert!(solver.factor_entries() < 3 * plain / 2, "{} against {plain}", solver.factor_entries());
}

#[test]
fn a_body_that_nothing_holds_and_no_mass_slows_is_not_positive_definite() {
    let mut matrix = ScalarMatrix::zeros(BlockPattern::from_pairs(4, [(1, 0), (2, 1), (3, 2)]));
    for (i, k) in [(1, 2.0), (2, 3.0), (3, 4.0)] {
        let pattern = matrix.pattern().clone();
        matrix.values[pattern.index(i, i - 1).unwrap()] -= k;
        matrix.values[pattern.diagonal_index(i)] += k;
        matrix.values[pattern.diagonal_index(i - 1)] += k;
    }
    let mut solver = ScalarCholesky::default();
    assert!(solver.factor(&matrix).is_err());
    let mut x = vec![DVec3::ONE; 4];
    solver.solve(&[DVec3::ONE; 4], &mut x);
    assert_eq!(x, vec![DVec3::ZERO; 4]);
}
