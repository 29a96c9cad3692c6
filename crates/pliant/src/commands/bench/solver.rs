//! The linear solvers on the stiffness matrices of PEER1 at three sizes.

use super::{Limit, Row};
use crate::cli::Failure;
use pliant_math::sparse::{BlockMatrix, Cholesky, LinearSolver, SolverChoice, write_matrix_market};
use pliant_scene::Scene;
use pliant_system::{Assembly, At, TangentWeights};
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

const PEER1: &str = include_str!("../../../../../scenes/bench/peer1-1k.toml");

/// Sizes in cells.
const SIZES: [[usize; 3]; 3] = [[25, 5, 5], [40, 8, 8], [45, 9, 9]];

/// A matrix with the positions of its nodes.
pub(super) struct Sample {
    pub name: String,
    pub matrix: BlockMatrix,
    pub positions: Vec<glam::DVec3>,
}

/// All rows of the suite, measured on one thread unless said otherwise.
pub fn run(quick: bool, dump: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let sizes = if quick { &SIZES[..1] } else { &SIZES[..] };
    let samples: Vec<Sample> = sizes.iter().map(|&cells| sample(cells)).collect::<Result<_, _>>()?;
    if let Some(folder) = dump {
        samples.iter().try_for_each(|s| write(s, folder))?;
    }
    let mut rows = Vec::new();
    for sample in &samples {
        rows.extend(on_threads(1, || measure(sample, quick))?);
        let two = on_threads(2, || refactor_seconds(sample, quick))?;
        let one = on_threads(1, || refactor_seconds(sample, quick))?;
        let id = format!("{}/threads", sample.name);
        rows.push(Row::new(&id, "refactor: speed-up of two threads", one / two, "x", Limit::None));
    }
    Ok(rows)
}

pub(super) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(Failure::output)?;
    Ok(pool.install(work))
}

/// The stiffness of the beam at rest, through the same assembly that steppers use.
fn sample(cells: [usize; 3]) -> Result<Sample, Failure> {
    let text = format!("[{}, {}, {}]", cells[0], cells[1], cells[2]);
    let scene =
        Scene::from_text(PEER1, "peer1.toml", &[("body.beam.cells", &text)]).map_err(Failure::bad_input)?;
    let mut world = scene.build().map_err(Failure::bad_input)?.world;
    let (system, state) = world.parts();
    let mut assembly = Assembly::new(system);
    let at = At { q: &state.q, v: &state.v, time: 0.0 };
    assembly.assemble(system, &at, TangentWeights { position: 1.0, velocity: 0.0, positive: false }, 0.0);
    let positions = (0..assembly.unknown_count()).map(|u| system.x_rest[assembly.node(u)]).collect();
    let name = format!("peer1-{}x{}x{}", cells[0], cells[1], cells[2]);
    Ok(Sample { name, matrix: assembly.matrix().clone(), positions })
}

/// Writes the matrix as a Matrix Market file.
pub(super) fn write(sample: &Sample, folder: &Path) -> Result<(), Failure> {
    let fail =
        |e: std::io::Error| Failure::output(format!("error: cannot write into {}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(fail)?;
    let path = folder.join(format!("{}.mtx", sample.name));
    let mut file = BufWriter::new(std::fs::File::create(&path).map_err(fail)?);
    write_matrix_market(&sample.matrix, &mut file).map_err(fail)?;
    eprintln!("wrote {}", path.display());
    Ok(())
}

fn prepared(sample: &Sample) -> Cholesky {
    let mut solver = Cholesky::default();
    solver.analyze(sample.matrix.pattern(), &sample.positions);
    solver
}

/// The fastest of several numeric factorisations with the symbolic one kept.
pub(super) fn refactor_seconds(sample: &Sample, quick: bool) -> f64 {
    let mut solver = prepared(sample);
    let repeats = if quick { 2 } else { 15 };
    seconds(repeats, || solver.factor(&sample.matrix).is_ok())
}

/// The least time of a call; infinite if it ever fails.
fn seconds(repeats: usize, mut call: impl FnMut() -> bool) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..repeats {
        let start = Instant::now();
        if !call() {
            return f64::INFINITY;
        }
        least = least.min(start.elapsed().as_secs_f64());
    }
    least
}

fn measure(sample: &Sample, quick: bool) -> Vec<Row> {
    let id = |what: &str| format!("{}/{what}", sample.name);
    let start = Instant::now();
    let mut solver = prepared(sample);
    let analyze = start.elapsed().as_secs_f64();
    let factor = refactor_seconds(sample, quick);
    let rhs = vec![glam::DVec3::new(0.0, 0.0, -1.0); sample.positions.len()];
    let mut x = vec![glam::DVec3::ZERO; rhs.len()];
    let factored = solver.factor(&sample.matrix).is_ok();
    let solve = seconds(5, || factored && solver.solve(&sample.matrix, &rhs, &mut x, 1e-10).is_ok());
    let mut gradients = SolverChoice::ConjugateGradients.make();
    gradients.analyze(sample.matrix.pattern(), &sample.positions);
    let iterative = seconds(5, || {
        x.fill(glam::DVec3::ZERO);
        gradients.factor(&sample.matrix).is_ok()
            && gradients.solve(&sample.matrix, &rhs, &mut x, 1e-8).is_ok()
    });
    let entries = solver.factor_entries().unwrap_or(0) as f64;
    let rate = solver.flops().unwrap_or(f64::NAN) / factor * 1e-9;
    vec![
        Row::new(&id("analyze"), "order and symbolic factorisation", analyze * 1e3, "ms", Limit::None),
        Row::new(
            &id("refactor"),
            format!("numeric factorisation, {rate:.1} GFLOP/s, {entries:.0} entries"),
            factor * 1e3,
            "ms",
            Limit::None,
        ),
        Row::new(&id("solve"), "direct solve", solve * 1e3, "ms", Limit::None),
        Row::new(
            &id("gradients"),
            "conjugate gradients to 1e-8, set-up included",
            iterative * 1e3,
            "ms",
            Limit::None,
        )
        .against("refactor and direct solve", (factor + solve) * 1e3),
    ]
}
