//! Times of the linear solvers on cantilever beams and cubes of 4-node tetrahedra, fastest of several runs.
//!
//! `cargo run --release -p pliant-math --example solver_times -- [--dump DIR] [--threads N]
//! [--only direct|gradients|modes] [CELLS...]`, where CELLS is like `45x9x9`. Bodies with as many cells in x as in y are
//! cubes held at both ends, others are beams held at one. With `--dump` the matrices are written as Matrix Market
//! files, for `scripts/compare_cholmod.sh`.

mod elastic_box;

use elastic_box::ElasticBox;
use glam::{DMat3, DVec3};
use pliant_math::sparse::*;
use std::time::Instant;

fn body(cells: [usize; 3]) -> ElasticBox {
    if cells[0] == cells[1] {
        return elastic_box::build(cells, DVec3::splat(0.5), |p| p.x == 0.0 || p.x > 0.4999);
    }
    elastic_box::build(cells, DVec3::new(1.0, 0.2, 0.2), |p| p.x == 0.0)
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut dump, mut only, mut threads, mut sizes) = (None, None, 1, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--dump" => dump = arguments.next(),
            "--only" => only = arguments.next(),
            "--threads" => threads = arguments.next().and_then(|t| t.parse().ok()).unwrap_or(1),
            cells => sizes.push(cells.to_string()),
        }
    }
    if sizes.is_empty() {
        sizes = ["25x5x5", "40x8x8", "45x9x9"].map(String::from).to_vec();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    for size in &sizes {
        let cells: Vec<usize> = size.split('x').filter_map(|c| c.parse().ok()).collect();
        let &[x, y, z] = cells.as_slice() else {
            eprintln!("cells are like 45x9x9, not {size}");
            continue;
        };
        let body = body([x, y, z]);
        if let Some(folder) = &dump {
            write_dump(&format!("{folder}/peer1-{size}.mtx"), &body.stiffness);
        }
        let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
        pool.install(|| {
            if wanted("direct") {
                measure_direct(size, &body);
            }
            if wanted("gradients") {
                measure_gradients(size, &body);
            }
            if wanted("modes") {
                measure_modes(size, &body);
            }
        });
    }
}

fn write_dump(path: &str, matrix: &BlockMatrix) {
    let file = std::fs::File::create(path).expect("the dump folder can be written");
    write_matrix_market(matrix, &mut std::io::BufWriter::new(file)).expect("the dump can be written");
}

fn best_of<T>(times: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut out = None;
    for _ in 0..times {
        let start = Instant::now();
        out = Some(work());
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    (best, out.expect("measured at least once"))
}

fn measure_direct(size: &str, body: &ElasticBox) {
    let matrix = &body.stiffness;
    for ordering in [Ordering::Geometric, Ordering::Graph] {
        let mut solver = Cholesky::new(ordering);
        let (analyze, ()) = best_of(1, || solver.analyze(matrix.pattern(), &body.positions));
        let (factor, ()) = best_of(15, || solver.factor(matrix).expect("a held elastic body is definite"));
        let rhs = vec![-DVec3::Z; body.positions.len()];
        let mut x = rhs.clone();
        let (solve, report) = best_of(9, || solver.solve(matrix, &rhs, &mut x, 1e-8).expect("finite"));
        let flops = solver.flops().unwrap_or(0.0);
        println!(
            "{size} {}: analyze {analyze:.1} ms, factor {factor:.2} ms ({:.2} Gflop, {:.1} Gflop/s), solve \
             {solve:.2} ms (residual {:.1e}), {:.1} MB, {:.2e} entries",
            ordering.name(),
            flops * 1e-9,
            flops * 1e-6 / factor,
            report.relative_residual,
            solver.memory_bytes() as f64 * 1e-6,
            solver.factor_entries().unwrap_or(0) as f64,
        );
    }
}

/// A time step of 0.01 s and a static problem, without and with the coarse correction.
fn measure_gradients(size: &str, body: &ElasticBox) {
    for (step, two_level) in [(0.01, false), (0.01, true), (f64::INFINITY, false), (f64::INFINITY, true)] {
        let mut matrix = body.stiffness.clone();
        for (i, mass) in body.mass.iter().enumerate() {
            *matrix.diagonal_mut(i) += DMat3::IDENTITY * (mass / (step * step));
        }
        let mut solver = ConjugateGradients::default();
        solver.two_level = two_level;
        let (analyze, ()) = best_of(1, || solver.analyze(matrix.pattern(), &body.positions));
        let (factor, ()) = best_of(9, || solver.factor(&matrix).expect("a held elastic body is definite"));
        let rhs: Vec<DVec3> = body.mass.iter().map(|m| -DVec3::Z * *m).collect();
        print!("{size} step {step} two-level {two_level}: analyze {analyze:.1} ms, factor {factor:.2} ms;");
        for tolerance in [1e-1, 1e-3, 1e-6] {
            let mut x = rhs.clone();
            let (solve, report) = best_of(9, || {
                x.fill(DVec3::ZERO);
                solver.solve(&matrix, &rhs, &mut x, tolerance).expect("finite")
            });
            let each = solve / report.iterations.max(1) as f64;
            print!(" {tolerance:.0e}: {} x {each:.3} = {solve:.2} ms,", report.iterations);
        }
        println!(" {:.1} MB", solver.memory_bytes() as f64 * 1e-6);
    }
}

fn measure_modes(size: &str, body: &ElasticBox) {
    let mass: Vec<DVec3> = body.mass.iter().map(|&m| DVec3::splat(m)).collect();
    let options = EigenOptions::lowest(10);
    let (time, pairs) =
        best_of(1, || lowest_modes(&body.stiffness, Mass::Lumped(&mass), &body.positions, &options));
    match pairs {
        Err(error) => println!("{size} modes: {error}"),
        Ok(pairs) => {
            let hertz = |p: &EigenPair| p.value.max(0.0).sqrt() / std::f64::consts::TAU;
            let worst = pairs.iter().map(|p| p.residual).fold(0.0, f64::max);
            let frequencies: Vec<String> = pairs.iter().map(|p| format!("{:.3}", hertz(p))).collect();
            println!("{size} modes: {time:.0} ms, residual {worst:.1e}, {} Hz", frequencies.join(" "));
        }
    }
}
