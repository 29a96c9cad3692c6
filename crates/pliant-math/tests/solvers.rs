//! Linear solvers and eigenvalues on elastic bodies, chains and made-up matrices.
#![allow(clippy::unwrap_used)]

#[path = "../examples/elastic_box/mod.rs"]
mod elastic_box;

use elastic_box::ElasticBox;
use glam::{DMat3, DVec3};
use pliant_math::reduce;
use pliant_math::sparse::*;
use std::f64::consts::PI;
use std::sync::Arc;

fn cantilever(cells: [usize; 3]) -> ElasticBox {
    let length = cells[0] as f64 / cells[1] as f64;
    elastic_box::build(cells, DVec3::new(length, 1.0, 1.0), |p| p.x == 0.0)
}

fn free_box(cells: [usize; 3]) -> ElasticBox {
    elastic_box::build(cells, DVec3::new(1.0, 1.0, 1.0), |_| false)
}

/// Springs of stiffness 1 in all three axes between neighbours in a row, both ends fixed.
fn chain(n: usize) -> BlockMatrix {
    let pattern = BlockPattern::from_pairs(n, (1..n).map(|i| (i, i - 1)));
    let mut matrix = BlockMatrix::zeros(pattern.clone());
    for i in 0..n {
        *matrix.diagonal_mut(i) = DMat3::IDENTITY * 2.0;
        if i > 0 {
            matrix.values[pattern.index(i, i - 1).unwrap()] = -DMat3::IDENTITY;
        }
    }
    matrix
}

fn every_solver() -> Vec<Box<dyn LinearSolver>> {
    vec![
        Box::new(Cholesky::new(Ordering::Geometric)),
        Box::new(Cholesky::new(Ordering::Graph)),
        Box::new(Cholesky::new(Ordering::Natural)),
        Box::new(ConjugateGradients::new(Preconditioner::BlockJacobi)),
        Box::new(ConjugateGradients::new(Preconditioner::IncompleteCholesky)),
        Box::new(Automatic::default()),
    ]
}

fn residual(matrix: &BlockMatrix, rhs: &[DVec3], x: &[DVec3]) -> f64 {
    let mut r = vec![DVec3::ZERO; rhs.len()];
    matrix.multiply(x, &mut r);
    r.iter_mut().zip(rhs).for_each(|(r, b)| *r -= *b);
    reduce::norm(&r) / reduce::norm(rhs)
}

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn wavy(n: usize) -> Vec<DVec3> {
    (0..n).map(|i| DVec3::new((0.3 * i as f64).sin(), (0.7 * i as f64).cos(), 1.0)).collect()
}

#[test]
fn every_solver_solves_a_cantilever() {
    let body = cantilever([12, 4, 4]);
    let rhs = wavy(body.positions.len());
    for mut solver in every_solver() {
        solver.analyze(body.stiffness.pattern(), &body.positions);
        solver.factor(&body.stiffness).unwrap();
        let mut x = vec![DVec3::ZERO; rhs.len()];
        let report = solver.solve(&body.stiffness, &rhs, &mut x, 1e-10).unwrap();
        assert_eq!(report.outcome, Outcome::Converged, "{}", solver.name());
        let error = residual(&body.stiffness, &rhs, &x);
        assert!(error < 2e-10, "{}: residual {error:e}", solver.name());
        assert!(solver.memory_bytes() > 0);
    }
}

#[test]
fn every_solver_follows_new_values_and_new_patterns() {
    for mut solver in every_solver() {
        for cells in [[6, 2, 2], [9, 3, 3]] {
            let mut body = cantilever(cells);
            let rhs = wavy(body.positions.len());
            for factor in [1.0, 37.0] {
                body.stiffness.values.iter_mut().for_each(|v| *v *= factor);
                solver.factor(&body.stiffness).unwrap();
                let mut x = vec![DVec3::ZERO; rhs.len()];
                solver.solve(&body.stiffness, &rhs, &mut x, 1e-9).unwrap();
                let error = residual(&body.stiffness, &rhs, &x);
                assert!(error < 1e-8, "{}: {error:e}", solver.name());
            }
        }
    }
}

#[test]
fn every_solver_refuses_to_solve_before_factoring_and_with_undefined_numbers() {
    let body = cantilever([4, 2, 2]);
    let n = body.positions.len();
    for mut solver in every_solver() {
        let mut x = vec![DVec3::ZERO; n];
        let rhs = wavy(n);
        assert_eq!(solver.solve(&body.stiffness, &rhs, &mut x, 1e-6), Err(SolveError::NotFactored));
        solver.factor(&body.stiffness).unwrap();
        let other = cantilever([4, 2, 2]);
        assert_eq!(solver.solve(&other.stiffness, &rhs, &mut x, 1e-6), Err(SolveError::NotFactored));
        let bad = vec![DVec3::NAN; n];
        assert_eq!(solver.solve(&body.stiffness, &bad, &mut x, 1e-6), Err(SolveError::NotFinite));
        let zero = solver.solve(&body.stiffness, &vec![DVec3::ZERO; n], &mut x, 1e-6).unwrap();
        assert_eq!((zero.iterations, x[0]), (0, DVec3::ZERO));
        let mut broken = body.stiffness.clone();
        broken.values[3].x_axis.x = f64::NAN;
        let noticed = match solver.factor(&broken) {
            Err(_) => true,
            Ok(()) => {
                let report = solver.solve(&broken, &rhs, &mut x, 1e-6);
                report.is_err_and(|e| e == SolveError::NotFinite)
            }
        };
        assert!(noticed, "undefined numbers went unnoticed by {}", solver.name());
    }
}

#[test]
fn cholesky_refuses_free_and_indefinite_bodies() {
    let body = free_box([4, 3, 3]);
    let mut solver = Cholesky::default();
    let error = solver.factor(&body.stiffness).unwrap_err();
    assert!(error.pivot.abs() < 1e-12, "a free body is singular: {error}");

    let mut body = cantilever([8, 3, 3]);
    assert!(solver.factor(&body.stiffness).is_ok());
    *body.stiffness.diagonal_mut(20) -= DMat3::IDENTITY * 4e7;
    let error = solver.factor(&body.stiffness).unwrap_err();
    assert!(error.pivot < 0.0, "{error}");
    let rhs = wavy(body.positions.len());
    let mut x = rhs.clone();
    assert_eq!(solver.solve(&body.stiffness, &rhs, &mut x, 1e-6), Err(SolveError::NotFactored));
}

#[test]
fn gradients_report_negative_curvature_with_a_usable_iterate() {
    let mut body = cantilever([8, 3, 3]);
    let rhs = wavy(body.positions.len());
    // Softer than the softest mode: one slightly negative eigenvalue among many positive ones.
    for (i, mass) in body.mass.iter().enumerate() {
        *body.stiffness.diagonal_mut(i) -= DMat3::IDENTITY * (mass * 30.0);
    }
    let mut solver = ConjugateGradients::default();
    solver.factor(&body.stiffness).unwrap();
    let mut x = vec![DVec3::ZERO; rhs.len()];
    let report = solver.solve(&body.stiffness, &rhs, &mut x, 1e-10).unwrap();
    assert_eq!(report.outcome, Outcome::NegativeCurvature);
    assert!(reduce::dot(&x, &rhs) > 0.0, "the iterate goes downhill");

    let mut negative = chain(6);
    negative.values.iter_mut().for_each(|v| *v = -*v);
    assert!(solver.factor(&negative).is_err(), "a negative diagonal has no preconditioner");
}

#[test]
fn incomplete_cholesky_is_exact_where_nothing_fills_in() {
    let matrix = chain(300);
    let rhs = wavy(300);
    let mut solver = ConjugateGradients::new(Preconditioner::IncompleteCholesky);
    solver.factor(&matrix).unwrap();
    let mut x = vec![DVec3::ZERO; 300];
    // The factor is kept in single precision: one iteration leaves its rounding times the conditioning.
    let report = solver.solve(&matrix, &rhs, &mut x, 1e-3).unwrap();
    assert_eq!((report.outcome, report.iterations), (Outcome::Converged, 1));
    let mut jacobi = ConjugateGradients::new(Preconditioner::BlockJacobi);
    jacobi.factor(&matrix).unwrap();
    x.fill(DVec3::ZERO);
    assert!(jacobi.solve(&matrix, &rhs, &mut x, 1e-3).unwrap().iterations > 100);
}

#[test]
fn gradients_start_from_the_given_vector() {
    let body = cantilever([10, 3, 3]);
    let rhs = wavy(body.positions.len());
    let mut solver = ConjugateGradients::default();
    solver.factor(&body.stiffness).unwrap();
    let mut x = vec![DVec3::ZERO; rhs.len()];
    let cold = solver.solve(&body.stiffness, &rhs, &mut x, 1e-8).unwrap();
    let warm = solver.solve(&body.stiffness, &rhs, &mut x, 1e-6).unwrap();
    assert!(cold.iterations > 5);
    assert_eq!(warm.iterations, 0);
    solver.iteration_limit = 3;
    x.fill(DVec3::ZERO);
    let limited = solver.solve(&body.stiffness, &rhs, &mut x, 1e-8).unwrap();
    assert_eq!((limited.outcome, limited.iterations), (Outcome::Stalled, 3));
}

#[test]
fn gradients_keep_the_preconditioner_when_values_are_updated() {
    let mut body = cantilever([10, 3, 3]);
    let rhs = wavy(body.positions.len());
    let mut solver = ConjugateGradients::default();
    solver.factor(&body.stiffness).unwrap();
    for (i, mass) in body.mass.iter().enumerate() {
        *body.stiffness.diagonal_mut(i) += DMat3::IDENTITY * (1e3 * mass);
    }
    solver.update_values(&body.stiffness).unwrap();
    let mut x = vec![DVec3::ZERO; rhs.len()];
    let report = solver.solve(&body.stiffness, &rhs, &mut x, 1e-8).unwrap();
    assert_eq!(report.outcome, Outcome::Converged);
    assert!(residual(&body.stiffness, &rhs, &x) < 2e-8);
}

#[test]
fn coarse_correction_saves_most_iterations_of_a_slender_body() {
    let body = cantilever([60, 3, 3]);
    let rhs: Vec<DVec3> = body.mass.iter().map(|m| -DVec3::Z * *m).collect();
    let iterations = |two_level: bool| {
        let mut solver = ConjugateGradients::default();
        solver.two_level = two_level;
        solver.analyze(body.stiffness.pattern(), &body.positions);
        solver.factor(&body.stiffness).unwrap();
        let mut x = vec![DVec3::ZERO; rhs.len()];
        let report = solver.solve(&body.stiffness, &rhs, &mut x, 1e-8).unwrap();
        assert_eq!(report.outcome, Outcome::Converged);
        report.iterations
    };
    let (one, two) = (iterations(false), iterations(true));
    assert!(3 * two < one, "{two} iterations with, {one} without");
}

#[test]
fn every_solver_has_the_same_bits_with_one_two_and_three_threads() {
    // Long enough for several slabs, and for fronts that are cut.
    let body = cantilever([260, 5, 5]);
    let rhs = wavy(body.positions.len());
    for choice in [SolverChoice::Cholesky, SolverChoice::ConjugateGradients] {
        let run = || {
            let mut solver = choice.make();
            solver.analyze(body.stiffness.pattern(), &body.positions);
            solver.factor(&body.stiffness).unwrap();
            let mut x = vec![DVec3::ZERO; rhs.len()];
            let report = solver.solve(&body.stiffness, &rhs, &mut x, 1e-5).unwrap();
            (x, report.iterations, report.relative_residual.to_bits())
        };
        let one = with_threads(1, run);
        assert_eq!(one, with_threads(2, run), "{choice:?}");
        assert_eq!(one, with_threads(3, run), "{choice:?}");
    }
}

#[test]
fn cube_has_the_same_bits_with_one_and_two_threads() {
    // Large fronts above the tasks, which are cut inside.
    let body = cantilever([11, 11, 11]);
    let rhs = wavy(body.positions.len());
    let run = || {
        let mut solver = Cholesky::default();
        solver.analyze(body.stiffness.pattern(), &body.positions);
        solver.factor(&body.stiffness).unwrap();
        let mut x = vec![DVec3::ZERO; rhs.len()];
        solver.solve(&body.stiffness, &rhs, &mut x, 1e-12).unwrap();
        x
    };
    assert_eq!(with_threads(1, run), with_threads(2, run));
}

#[test]
fn automatic_choice_is_direct_for_slender_and_iterative_for_solid_bodies() {
    let name = |body: &ElasticBox| {
        let mut solver = Automatic::default();
        solver.analyze(body.stiffness.pattern(), &body.positions);
        (solver.is_direct(), solver.name())
    };
    let (direct, text) = name(&cantilever([1500, 1, 1]));
    assert!(direct && text.contains("automatic"), "{text}");
    let (direct, text) = name(&cantilever([18, 18, 18]));
    assert!(!direct && text.contains("conjugate gradients") && text.contains("automatic"), "{text}");
}

#[test]
fn orders_are_permutations() {
    let body = cantilever([9, 5, 4]);
    let graph = body.stiffness.pattern().graph();
    let orders = [
        ordering::geometric_nested_dissection(&graph, &body.positions),
        ordering::graph_nested_dissection(&graph),
    ];
    for mut order in orders {
        order.sort_unstable();
        assert!(order.iter().enumerate().all(|(k, &i)| k == i as usize));
        assert_eq!(order.len(), body.positions.len());
    }
}

#[test]
fn symbolic_analysis_is_kept_for_the_same_pattern() {
    let body = cantilever([10, 4, 4]);
    let mut solver = Cholesky::default();
    solver.analyze(body.stiffness.pattern(), &body.positions);
    let entries = solver.factor_entries();
    // With no positions the geometric order is out of the question: the same entries mean the same analysis.
    solver.analyze(body.stiffness.pattern(), &[]);
    solver.factor(&body.stiffness).unwrap();
    assert_eq!(solver.factor_entries(), entries);
    let memory = solver.memory_bytes();
    solver.factor(&body.stiffness).unwrap();
    assert_eq!(solver.memory_bytes(), memory, "a second factorisation takes no more memory");
    solver.release();
    assert!(solver.memory_bytes() < memory / 2);
}

#[test]
fn chain_has_the_eigenvalues_of_the_closed_form_three_times() {
    let n = 40;
    let matrix = chain(n);
    let mass = vec![DVec3::splat(2.0); n];
    let pairs = lowest_modes(&matrix, Mass::Lumped(&mass), &[], &EigenOptions::lowest(12)).unwrap();
    assert_eq!(pairs.len(), 12);
    for (k, pair) in pairs.iter().enumerate() {
        let j = (k / 3 + 1) as f64;
        let exact = 4.0 / 2.0 * (0.5 * j * PI / (n as f64 + 1.0)).sin().powi(2);
        assert!((pair.value - exact).abs() < 1e-10 * exact, "mode {k}: {} against {exact}", pair.value);
        assert!(pair.residual < 1e-6);
        for (l, other) in pairs.iter().enumerate() {
            let overlap = 2.0 * reduce::dot(&pair.vector, &other.vector);
            assert!((overlap - f64::from(k == l)).abs() < 1e-9, "modes {k} and {l}: {overlap}");
        }
    }
}

#[test]
fn free_body_has_six_rigid_motions_and_then_elastic_ones() {
    let body = free_box([4, 4, 4]);
    let mass: Vec<DVec3> = body.mass.iter().map(|&m| DVec3::splat(m)).collect();
    let pairs =
        lowest_modes(&body.stiffness, Mass::Lumped(&mass), &body.positions, &EigenOptions::lowest(10))
            .unwrap();
    let first_elastic = pairs[6].value;
    assert!(first_elastic > 100.0);
    for pair in &pairs[..6] {
        assert!(pair.value.abs() < 1e-8 * first_elastic, "rigid motion at {}", pair.value);
    }
    assert!(pairs[6..].windows(2).all(|w| w[0].value <= w[1].value));
}

#[test]
fn indefinite_stiffness_has_negative_eigenvalues_first() {
    let n = 30;
    let mut matrix = chain(n);
    for i in 0..n {
        *matrix.diagonal_mut(i) -= DMat3::IDENTITY * 0.05;
    }
    let mass = vec![DVec3::ONE; n];
    let pairs = lowest_modes(&matrix, Mass::Lumped(&mass), &[], &EigenOptions::lowest(9)).unwrap();
    for (k, pair) in pairs.iter().enumerate() {
        let exact = 4.0 * (0.5 * (k / 3 + 1) as f64 * PI / (n as f64 + 1.0)).sin().powi(2) - 0.05;
        assert!((pair.value - exact).abs() < 1e-10, "mode {k}: {} against {exact}", pair.value);
    }
    assert!(pairs[0].value < 0.0 && pairs[8].value > 0.0);
}

#[test]
fn eigenvalues_nearest_to_zero_are_found_with_both_signs() {
    let n = 30;
    let mut matrix = chain(n);
    for i in 0..n {
        *matrix.diagonal_mut(i) -= DMat3::from_diagonal(DVec3::new(0.05, 0.12, 0.3));
    }
    let mut exact: Vec<f64> = (1..=n)
        .flat_map(|j| {
            let free = 4.0 * (0.5 * j as f64 * PI / (n as f64 + 1.0)).sin().powi(2);
            [0.05, 0.12, 0.3].map(|shift| 0.5 * (free - shift))
        })
        .collect();
    exact.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    let mut solver = Indefinite::new(Ordering::Natural);
    assert_eq!(solver.factor(&matrix), Ok(exact.iter().filter(|value| **value < 0.0).count()));
    let number = |k: usize| ((k * 7919 + 13) % 1009) as f64 / 1009.0 - 0.5;
    let mut block: Vec<Vec<DVec3>> = (0..6)
        .map(|k| (0..n).map(|i| DVec3::from_array([0, 1, 2].map(|c| number(97 * k + 3 * i + c)))).collect())
        .collect();
    // The last vector depends on the one before it.
    block[5] = block[4].clone();
    let times_mass = |x: &[DVec3], out: &mut [DVec3]| out.iter_mut().zip(x).for_each(|(y, x)| *y = 2.0 * *x);
    let inverse = |rhs: &[DVec3], out: &mut [DVec3]| solver.solve(&matrix, rhs, out);
    // The third eigenvalue is 0.82 of the first that the block does not hold: errors fall by that number squared a round.
    let found = nearest_to_zero(&mut block, 80, times_mass, inverse).unwrap();
    for (value, exact) in found.iter().zip(&exact).take(3) {
        assert!((value - exact).abs() < 1e-9, "{found:?} against {exact:?}");
    }
    for (i, x) in block.iter().take(3).enumerate() {
        for (j, y) in block.iter().take(3).enumerate() {
            let overlap = 2.0 * reduce::dot(x, y);
            assert!((overlap - f64::from(i == j)).abs() < 1e-9, "{i} and {j}: {overlap}");
        }
    }
}

#[test]
fn consistent_mass_and_tiny_systems_have_all_their_eigenvalues() {
    let matrix = chain(2);
    let mut mass = matrix.clone();
    mass.values.iter_mut().for_each(|v| *v = v.abs());
    // K = (2 -1; -1 2), M = (2 1; 1 2): eigenvalues 1/3 and 3, three times each.
    let pairs = lowest_modes(&matrix, Mass::Consistent(&mass), &[], &EigenOptions::lowest(20)).unwrap();
    let values: Vec<f64> = pairs.iter().map(|p| p.value).collect();
    assert_eq!(values.len(), 6);
    for (value, exact) in values.iter().zip([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 3.0, 3.0, 3.0]) {
        assert!((value - exact).abs() < 1e-12, "{values:?}");
    }
    let none = vec![DVec3::ZERO; 2];
    let singular = BlockMatrix::zeros(matrix.pattern().clone());
    let error = lowest_modes(&singular, Mass::Lumped(&none), &[], &EigenOptions::lowest(1)).unwrap_err();
    assert!(matches!(error, EigenError::NoShift { .. }));
}

#[test]
fn held_axes_without_mass_do_not_appear_among_the_modes() {
    let n = 12;
    let mut matrix = chain(n);
    // The y and z axes are held: identity rows, no mass.
    let pattern: Arc<BlockPattern> = matrix.pattern().clone();
    for i in 0..n {
        *matrix.diagonal_mut(i) = DMat3::from_diagonal(DVec3::new(2.0, 1.0, 1.0));
        if i > 0 {
            matrix.values[pattern.index(i, i - 1).unwrap()] =
                DMat3::from_diagonal(DVec3::new(-1.0, 0.0, 0.0));
        }
    }
    let mass = vec![DVec3::X; n];
    let pairs = lowest_modes(&matrix, Mass::Lumped(&mass), &[], &EigenOptions::lowest(4)).unwrap();
    for (k, pair) in pairs.iter().enumerate() {
        let exact = 4.0 * (0.5 * (k + 1) as f64 * PI / (n as f64 + 1.0)).sin().powi(2);
        assert!((pair.value - exact).abs() < 1e-10);
        assert!(pair.vector.iter().all(|v| v.y == 0.0 && v.z == 0.0));
    }
}
