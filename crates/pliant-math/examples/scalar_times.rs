//! Times of the scalar matrix of quasi-Newton methods: springs to the 26 neighbours of a lattice, as peridynamic bodies have.
//!
//!     cargo run --release -p pliant-math --example scalar_times -- 26 25 18

#![allow(clippy::unwrap_used)]

use glam::DVec3;
use pliant_math::sparse::{BlockPattern, ScalarCholesky, ScalarMatrix};
use std::time::Instant;

/// Solves that are timed; the fastest counts, beside the median.
const SOLVES: usize = 100;

fn main() {
    let sides: Vec<usize> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let n: [usize; 3] = sides.try_into().unwrap_or([26, 25, 18]);
    let (matrix, positions) = springs(n);
    let mut solver = ScalarCholesky::default();
    let milliseconds = |start: Instant| 1e3 * start.elapsed().as_secs_f64();
    let start = Instant::now();
    solver.analyze(matrix.pattern(), &positions);
    println!("{} nodes, {} threads", positions.len(), rayon::current_num_threads());
    println!("analysis  {:8.2} ms, {} factor entries", milliseconds(start), solver.factor_entries());
    for _ in 0..3 {
        let start = Instant::now();
        solver.factor(&matrix).unwrap();
        println!("factor    {:8.2} ms, {:.2e} operations", milliseconds(start), solver.flops());
    }
    let rhs: Vec<DVec3> = positions.iter().map(|x| DVec3::new(x.y.sin(), x.z.cos(), x.x.sin())).collect();
    let (mut x, mut image) = (rhs.clone(), rhs.clone());
    let mut times: Vec<f64> = (0..SOLVES)
        .map(|_| {
            let start = Instant::now();
            solver.solve(&rhs, &mut x);
            milliseconds(start)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("solve     {:8.2} ms for three right-hand sides (median {:.2} ms)", times[0], times[SOLVES / 2]);
    matrix.multiply(&x, &mut image);
    let error = image.iter().zip(&rhs).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    println!("residual  {error:8.1e}");
}

/// Springs of stiffness one to all neighbours of a lattice, and a mass of 0.1 at each node.
fn springs(n: [usize; 3]) -> (ScalarMatrix, Vec<DVec3>) {
    let at = |x: usize, y: usize, z: usize| x + n[0] * (y + n[1] * z);
    let all = || (0..n[2]).flat_map(move |z| (0..n[1]).flat_map(move |y| (0..n[0]).map(move |x| (x, y, z))));
    let positions: Vec<DVec3> = all().map(|(x, y, z)| DVec3::new(x as f64, y as f64, z as f64)).collect();
    let near = |a: usize, n: usize| a.saturating_sub(1)..(a + 2).min(n);
    let mut pairs = Vec::new();
    for (x, y, z) in all() {
        for c in near(z, n[2]) {
            for b in near(y, n[1]) {
                pairs.extend(near(x, n[0]).map(|a| (at(x, y, z), at(a, b, c))).filter(|(i, j)| i > j));
            }
        }
    }
    let pattern = BlockPattern::from_pairs(positions.len(), pairs.iter().copied());
    let mut matrix = ScalarMatrix::zeros(pattern.clone());
    for (i, j) in pairs {
        matrix.values[pattern.index(i, j).unwrap()] -= 1.0;
        matrix.values[pattern.diagonal_index(i)] += 1.0;
        matrix.values[pattern.diagonal_index(j)] += 1.0;
    }
    (0..positions.len()).for_each(|i| matrix.values[pattern.diagonal_index(i)] += 0.1);
    (matrix, positions)
}
