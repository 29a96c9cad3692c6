//! Elastons with the numbers of samples and elastons of [Martin10, table 1], beside the paper's seconds (Core2 Duo, 2.4 GHz); and the
//! clamped rod PEER4.
//!
//! The paper's basis has 30 unknowns a sample (12 in its last three rows), the default one 12. Its frame is an assembly and a solve;
//! ours is a whole step of the world with default settings: forces, Newton's iterations, guard.
//!
//! The paper's precomputation starts from samples and elastons and ends with the local stiffness matrices and the mass. What comes
//! before it (matter, sampling) and after it (pattern of the matrix, its analysis, the world) has rows of its own.

use super::child::{Job, Workshop};
use super::solver::{Sample, on_threads, refactor_seconds, write};
use super::{Limit, Row, curved, peer4};
use crate::cli::Failure;
use cpu_time::ThreadTime;
use glam::DVec3;
use pliant_body::elaston::{ElastonError, ElastonModel};
use pliant_geometry::sampling::{Sampling, SamplingError, sample};
use pliant_math::sparse::SolverChoice;
use pliant_scene::Scene;
use pliant_stepping::NoPhases;
use pliant_system::{Assembly, At, TangentWeights};
use pliant_world::World;
use std::path::Path;
use std::time::Instant;

/// Steps that a frame's time is the mean of, after one that is not counted.
const STEPS: usize = 3;
/// Least and most times something is repeated; the minimum counts.
const REPEATS: [usize; 2] = [3, 200];
/// Repeating ends when this much time is spent (s); the second: even below the least number of times.
const ENOUGH: [f64; 2] = [1.0, 8.0];
/// One over the time step (1/s): the default one.
const STEPS_A_SECOND: f64 = 120.0;
/// Duration of a frame for what shall run in real time (s).
const FRAME: f64 = 1.0 / 60.0;
const PAPER: &str = "the paper";

/// A row of the paper's table.
struct Case {
    name: &'static str,
    scene: &'static str,
    elastons: usize,
    samples: usize,
    /// Unknowns of a sample there.
    unknowns: usize,
    /// Precomputation, assembly, solve (s).
    seconds: [f64; 3],
    /// How many times as fast a frame must be.
    frame: f64,
    /// So much work that two threads must pay.
    large: bool,
    /// Must run in real time.
    real_time: bool,
}

macro_rules! case {
    ($name:literal, [$elastons:literal, $samples:literal, $unknowns:literal], $seconds:expr, $frame:literal, $large:literal, $real_time:literal) => {
        Case {
            name: $name,
            scene: include_str!(concat!("../../../../../scenes/bench/elaston-", $name, ".toml")),
            elastons: $elastons,
            samples: $samples,
            unknowns: $unknowns,
            seconds: $seconds,
            frame: $frame,
            large: $large,
            real_time: $real_time,
        }
    };
}

const CASES: [Case; 11] = [
    case!("plectoneme", [100, 30, 30], [0.56, 0.021, 0.014], 3.0, false, true),
    case!("wire-dog", [630, 88, 30], [3.35, 0.24, 0.027], 40.0, false, true),
    case!("perversion", [1200, 400, 30], [3.86, 0.05, 0.063], 3.0, false, false),
    case!("plant", [1390, 501, 30], [30.7, 4.21, 3.79], 40.0, true, false),
    case!("buckling", [2805, 528, 30], [74.59, 5.06, 19.62], 40.0, true, false),
    case!("flag-low-res", [4020, 434, 30], [20.75, 0.42, 0.52], 3.0, true, false),
    case!("flag", [5670, 1490, 30], [68.06, 2.92, 20.14], 10.0, true, false),
    case!("cube-cut", [2688, 50, 30], [41.96, 2.17, 0.32], 3.0, true, false),
    case!("plastic-cuboid", [4000, 117, 12], [1.51, 0.59, 0.054], 3.0, true, false),
    case!("fish", [5000, 540, 12], [4.48, 2.45, 0.67], 3.0, true, false),
    case!("squeeze-bunnies", [800, 160, 12], [0.65, 0.34, 0.29], 3.0, false, false),
];

/// All rows of the suite, or those of one body; `quick` measures once, and the smallest bodies only.
pub fn run(quick: bool, only: Option<&str>, dump: Option<&Path>) -> Result<Vec<Row>, Failure> {
    match only {
        Some("peer4") => return peer4::run(quick),
        Some("curved-shell") => return curved::run(quick),
        _ => {}
    }
    let mut rows = Vec::new();
    let (mut blocks, mut seconds) = (0.0, 0.0);
    let cases: Vec<&Case> = match only {
        Some(name) => CASES.iter().filter(|case| case.name == name).collect(),
        None => CASES.iter().take(if quick { 2 } else { CASES.len() }).collect(),
    };
    if cases.is_empty() {
        let names = CASES.map(|case| case.name).join(", ");
        return Err(Failure::bad_input(format!("error: no such body of elastons; there are: {names}")));
    }
    for case in cases {
        let one = on_threads(1, || measure(case, processor, quick))??;
        let two = on_threads(2, || measure(case, clock, quick))??;
        if let Some(folder) = dump {
            write(&one.matrix, folder)?;
        }
        blocks += one.blocks;
        seconds += one.assembly;
        rows.extend(case.rows(&one, &two));
    }
    if !quick && only.is_none_or(|name| name == "flag") {
        rows.push(memory()?);
    }
    if only.is_some() {
        return Ok(rows);
    }
    rows.push(block_row("elaston/block", seconds, blocks));
    rows.extend(curved::run(quick)?);
    rows.extend(peer4::run(quick)?);
    Ok(rows)
}

/// Seconds of the thread, for work on one thread: others on the machine do not count.
pub(super) fn processor(work: &mut dyn FnMut()) -> f64 {
    let started = ThreadTime::now();
    work();
    started.elapsed().as_secs_f64()
}

/// Seconds that pass.
fn clock(work: &mut dyn FnMut()) -> f64 {
    let started = Instant::now();
    work();
    started.elapsed().as_secs_f64()
}

pub(super) type Clock = fn(&mut dyn FnMut()) -> f64;

/// The least of several times.
fn least(clock: Clock, quick: bool, mut work: impl FnMut()) -> f64 {
    least_after(clock, quick, || (), |()| work())
}

/// The same for work that uses something up, which is made anew each time and does not count.
fn least_after<T>(clock: Clock, quick: bool, mut prepare: impl FnMut() -> T, mut work: impl FnMut(T)) -> f64 {
    let (mut least, mut spent, mut count) = (f64::INFINITY, 0.0, 0);
    while (count < REPEATS[0] && spent < ENOUGH[1]) || (spent < ENOUGH[0] && count < REPEATS[1]) {
        let mut prepared = Some(prepare());
        let seconds = clock(&mut || prepared.take().map_or((), &mut work));
        least = least.min(seconds);
        spent += seconds;
        count += 1;
        if quick {
            break;
        }
    }
    least
}

/// Seconds of a case.
struct Measured {
    samples: usize,
    elastons: usize,
    blocks: f64,
    before: Before,
    assembly: f64,
    solve: f64,
    solver: String,
    frame: f64,
    iterations: f64,
    /// Our Cholesky alone, to compare with CHOLMOD.
    refactor: f64,
    matrix: Sample,
}

fn measure(case: &Case, clock: Clock, quick: bool) -> Result<Measured, Failure> {
    let scene = Scene::from_text(case.scene, case.name, &[]).map_err(Failure::bad_input)?;
    let before = Before::measure(&scene, clock, quick)?;
    let mut prepared = None;
    let start = least(clock, quick, || prepared = Some(Prepared::new(&scene)));
    let Prepared { mut world, mut assembly, mut solver, positions } =
        prepared.expect("measured once at least")?;
    let (system, state) = world.parts();
    let at = At { q: &state.q, v: &state.v, time: 0.0 };
    let weights = TangentWeights { position: 1.0, velocity: STEPS_A_SECOND, positive: false };
    let mass_factor = STEPS_A_SECOND * STEPS_A_SECOND;
    let seconds = least(clock, quick, || assembly.assemble(system, &at, weights, mass_factor));
    let rhs = vec![DVec3::NEG_Z; positions.len()];
    let mut x = rhs.clone();
    let matrix = assembly.matrix();
    let mut solved = true;
    let solve = least(clock, quick, || {
        x.fill(DVec3::ZERO);
        solved &= solver.factor(matrix).is_ok() && solver.solve(matrix, &rhs, &mut x, 1e-6).is_ok();
    });
    let blocks: usize = system.terms().iter().map(|term| term.element_blocks()).sum();
    let matrix = Sample { name: format!("elaston-{}", case.name), matrix: matrix.clone(), positions };
    let (frame, iterations) = frame(&scene, clock, quick)?;
    Ok(Measured {
        samples: matrix.positions.len() / 4,
        elastons: (0..world.body_count()).map(|body| world.shape(body).cells.len()).sum(),
        blocks: blocks as f64,
        before: Before { start, ..before },
        assembly: seconds,
        solve: if solved { solve } else { f64::NAN },
        solver: solver.name(),
        frame,
        iterations,
        refactor: refactor_seconds(&matrix, quick),
        matrix,
    })
}

/// Seconds before the first step.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Shapes to material points.
    cloud: f64,
    /// Material points to samples, elastons with their forms and moments, and supports.
    sampling: f64,
    /// What the paper's precomputation holds: shape functions at the elastons, local stiffness, mass. Ours also ties the surface to the
    /// samples.
    precomputation: f64,
    /// All of the above once more, and the world, the pattern of the matrix and its analysis.
    start: f64,
}

impl Before {
    fn measure(scene: &Scene, clock: Clock, quick: bool) -> Result<Self, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::bad_input(error.to_string());
        let setups = scene.elaston_setups().map_err(|error| failed(&error))?;
        let cloud = least(clock, quick, || drop(scene.elaston_setups()));
        let sampled = || -> Result<Vec<Sampling>, SamplingError> {
            setups.iter().map(|setup| sample(&setup.matter.cloud, &setup.sampling)).collect()
        };
        let samplings = sampled().map_err(|error| failed(&error))?;
        let sampling = least(clock, quick, || drop(sampled()));
        let mut models: Result<Vec<ElastonModel>, ElastonError> = Ok(Vec::new());
        let prepare = || (setups.clone(), samplings.clone());
        let precomputation = least_after(clock, quick, prepare, |(setups, samplings)| {
            let pairs = setups.into_iter().zip(samplings);
            models = pairs.map(|(setup, sampling)| ElastonModel::from_sampling(setup, sampling)).collect();
        });
        models.map_err(|error| failed(&error))?;
        Ok(Self { cloud, sampling, precomputation, ..Self::default() })
    }

    fn whole(&self) -> f64 {
        self.cloud + self.sampling + self.precomputation
    }

    fn rows(one: &Self, two: &Self, id: impl Fn(&str) -> String, paper: f64) -> Vec<Row> {
        let row = |name: &str, what: &str, seconds: f64, limit: Limit| {
            Row::new(&id(name), what, seconds, "s", limit)
        };
        vec![
            row("cloud", "shapes to material points, two threads", two.cloud, Limit::None),
            row(
                "sampling",
                "material points to samples and elastons, their forms and supports, two threads",
                two.sampling,
                Limit::None,
            ),
            row(
                "precomputation",
                "samples to shape functions at the elastons, stiffness, mass and what ties the surface, two threads",
                two.precomputation,
                Limit::Most(paper / 20.0),
            )
            .against(PAPER, paper),
            row("precomputation-one", "the same, processor time of one thread", one.precomputation, Limit::None)
                .against(PAPER, paper),
            row("whole", "cloud, sampling and precomputation, two threads", two.whole(), Limit::None)
                .against(PAPER, paper),
            row(
                "start",
                "all before the first step: also the world, the pattern of the matrix and its analysis, two threads",
                two.start,
                Limit::None,
            ),
        ]
    }
}

/// All that comes before the first step: matter, sampling, stencils, pattern, symbolic factorisation.
struct Prepared {
    world: World,
    assembly: Assembly,
    solver: Box<dyn pliant_math::sparse::LinearSolver>,
    positions: Vec<DVec3>,
}

impl Prepared {
    fn new(scene: &Scene) -> Result<Self, Failure> {
        let mut world = scene.build().map_err(Failure::bad_input)?.world;
        let (system, _) = world.parts();
        let assembly = Assembly::new(system);
        let places = system.places();
        let positions: Vec<DVec3> =
            (0..assembly.unknown_count()).map(|unknown| places[assembly.node(unknown)]).collect();
        let mut solver = SolverChoice::Automatic.make();
        solver.analyze(assembly.pattern(), &positions);
        Ok(Self { world, assembly, solver, positions })
    }
}

/// Seconds of a step, and Newton iterations in it.
pub(super) fn frame(scene: &Scene, clock: Clock, quick: bool) -> Result<(f64, f64), Failure> {
    let (mut best, mut iterations) = (f64::INFINITY, 0);
    let started = Instant::now();
    for repeat in 0..if quick { 1 } else { REPEATS[0] } {
        if repeat > 0 && started.elapsed().as_secs_f64() > ENOUGH[1] {
            break;
        }
        let mut world = scene.build().map_err(Failure::bad_input)?.world;
        let mut failed = None;
        let mut steps = |count: usize| {
            iterations = 0;
            for _ in 0..count {
                match world.step(&mut NoPhases) {
                    Ok(report) => iterations += report.iterations,
                    Err(error) => failed = Some(error),
                }
            }
        };
        steps(1);
        best = best.min(clock(&mut || steps(STEPS)) / STEPS as f64);
        if let Some(error) = failed {
            return Err(Failure { message: error.to_string(), code: crate::cli::exit::RUN_FAILED });
        }
    }
    Ok((best, iterations as f64 / STEPS as f64))
}

impl Case {
    fn rows(&self, one: &Measured, two: &Measured) -> Vec<Row> {
        let id = |what: &str| format!("elaston/{}/{what}", self.name);
        let [before, assembly, solve] = self.seconds;
        let counts = format!(
            "elastons (paper: {}); {} samples ({}), {} unknowns ({})",
            self.elastons,
            one.samples,
            self.samples,
            12 * one.samples,
            self.unknowns * self.samples
        );
        let solver = format!("factor and solve, one thread: {}", one.solver);
        let whole = format!("a step, two threads, {:.1} Newton iterations", two.iterations);
        let paid = if self.large { Limit::Least { least: 1.7 } } else { Limit::None };
        let mut rows = vec![Row::new(&id("counts"), counts, one.elastons as f64, "", Limit::None)];
        rows.extend(Before::rows(&one.before, &two.before, id, before));
        rows.extend([
            Row::new(&id("assembly"), "assembly, one thread", one.assembly, "s", Limit::None)
                .against(PAPER, assembly),
            block_row(&id("block"), one.assembly, one.blocks),
            Row::new(
                &id("threads"),
                "assembly: speed-up of two threads",
                one.assembly / two.assembly,
                "x",
                paid,
            ),
            Row::new(&id("solve"), solver, one.solve, "s", Limit::None).against(PAPER, solve),
            Row::new(
                &format!("elaston-{}/refactor", self.name),
                "numeric factorisation, Cholesky, one thread",
                1e3 * one.refactor,
                "ms",
                Limit::None,
            ),
            Row::new(&id("frame-one"), "a step, one thread", one.frame, "s", Limit::None),
            Row::new(&id("frame"), whole, two.frame, "s", Limit::Most((assembly + solve) / self.frame))
                .against(PAPER, assembly + solve),
        ]);
        if self.real_time {
            let steps = FRAME * STEPS_A_SECOND;
            rows.push(Row::new(
                &id("real-time"),
                "the steps of a 60th of a second, two threads",
                1e3 * steps * two.frame,
                "ms",
                Limit::Most(1e3 * FRAME),
            ));
        }
        rows
    }
}

fn block_row(id: &str, seconds: f64, blocks: f64) -> Row {
    let what = format!("assembly for each of {:.2} million 3x3 blocks, one thread", 1e-6 * blocks);
    Row::new(id, what, 1e9 * seconds / blocks, "ns", Limit::Most(10.0))
}

/// Peak memory of a short run of the flag.
fn memory() -> Result<Row, Failure> {
    let flag = CASES.iter().find(|case| case.name == "flag").map_or("", |case| case.scene);
    let set = [("time.duration", "40 ms"), ("time.step", "8.4 ms"), ("output.frames", "false")];
    let set = set.map(|(key, value)| (key, value.to_owned())).to_vec();
    let job = Job { name: "flag.toml", text: flag, set, threads: 2 };
    let run = Workshop::open()?.run(&job)?;
    let what = "peak resident memory of a run of the flag";
    Ok(Row::new("elaston/flag/memory", what, run.memory(), "MB", Limit::Most(600.0)))
}
