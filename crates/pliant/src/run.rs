//! The one path from a checked scene to results: `run`, `gallery`, `validate` and `bench` all go through here.

use crate::cli::{Failure, exit};
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use pliant_output::write::{BodySummary, ProbeSummary, RunStatus, SceneSummary, StepRange, Summary};
use pliant_output::{CsvTable, Field, OutputError, RunDirectory};
use pliant_scene::Scene;
use pliant_stepping::{Phase, Phases, StepReport};
use pliant_world::{Frame, Listener, Sample, World};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How to run a scene.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Folder for the results; without one, samples are kept in memory only.
    pub output: Option<PathBuf>,
    /// Threads; all cores if `None`.
    pub threads: Option<usize>,
    /// Stop at this time (s), if it is before the scene's end.
    pub until: Option<f64>,
    /// Show progress.
    pub progress: bool,
    /// Write no frames even if the scene asks for them.
    pub no_frames: bool,
}

/// What a run gave.
pub struct RunResult {
    /// As in summary.json.
    pub summary: Summary,
    /// Every row of the probes and energies.
    pub samples: Vec<Sample>,
    /// Names of the probes, in the order of [`Sample::probes`].
    pub probe_names: Vec<String>,
}

impl RunResult {
    /// (time, value) of a probe at every sample.
    pub fn series(&self, probe: &str) -> Option<Vec<(f64, f64)>> {
        let column = self.probe_names.iter().position(|name| name == probe)?;
        Some(self.samples.iter().map(|s| (s.time, s.probes[column])).collect())
    }
}

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The scene is wrong.
    #[error("{0}")]
    Scene(#[from] pliant_scene::Problems),
    /// The simulation could not go on; what there was up to then is in the result.
    #[error("the simulation stopped {0}")]
    Stopped(pliant_world::RunError),
    /// A result could not be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// No threads to be had.
    #[error("cannot start {threads} threads: {reason}; ask for fewer with --threads")]
    Threads {
        /// How many.
        threads: usize,
        /// Why not.
        reason: String,
    },
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let code = match &error {
            RunError::Scene(_) | RunError::Threads { .. } => exit::BAD_INPUT,
            RunError::Stopped(_) => exit::RUN_FAILED,
            RunError::Output(_) => exit::OUTPUT,
        };
        let message = match &error {
            RunError::Scene(problems) => problems.to_string(),
            other => format!("error: {other}"),
        };
        Failure { message, code }
    }
}

/// A world from the text of a scene without files; for hosts with a loop of their own.
pub fn world_from_text(text: &str, name: &str) -> Result<World, pliant_scene::Problems> {
    let scene = Scene::from_text(text, name, &[])?;
    Ok(scene.build()?.world)
}

/// Runs a scene to its end.
pub fn run_scene(scene: &Scene, options: &RunOptions) -> Result<RunResult, RunError> {
    with_threads(options.threads, || run_here(scene, options))
}

/// Runs `work` inside a pool of so many threads, the calling thread waiting: work that starts inside the pool
/// needs no wake-ups.
pub(crate) fn with_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T, RunError> + Send,
) -> Result<T, RunError> {
    let count = threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .build()
        .map_err(|e| RunError::Threads { threads: count, reason: e.to_string() })?;
    pool.install(work)
}

fn run_here(scene: &Scene, options: &RunOptions) -> Result<RunResult, RunError> {
    let mut recorder = Recorder::start(scene, options)?;
    recorder.clock.enter(Some("setup"));
    let built = scene.build()?;
    let mut world = built.world;
    if let Some(until) = options.until {
        world.stop_at(until);
    }
    recorder.open(&world)?;
    let outcome = world.run(&mut recorder);
    let status = match &outcome {
        Ok(()) => RunStatus::Completed,
        Err(RunError::Stopped(error)) => RunStatus::Failed(error.to_string()),
        Err(error) => RunStatus::Failed(error.to_string()),
    };
    let warnings: Vec<String> = built.warnings.list().iter().map(|p| p.reason.clone()).collect();
    let result = recorder.finish(scene, &world, status, &warnings)?;
    outcome.map(|()| result)
}

/// Seconds of each phase.
struct PhaseClock {
    current: Option<(&'static str, Instant)>,
    seconds: Vec<(&'static str, f64)>,
}

impl PhaseClock {
    fn enter(&mut self, name: Option<&'static str>) {
        let now = Instant::now();
        if let Some((name, since)) = self.current.take() {
            let spent = (now - since).as_secs_f64();
            match self.seconds.iter_mut().find(|(n, _)| *n == name) {
                Some((_, seconds)) => *seconds += spent,
                None => self.seconds.push((name, spent)),
            }
        }
        self.current = name.map(|name| (name, now));
    }
}

/// Listens to a run: clocks, progress, files, samples.
struct Recorder {
    clock: PhaseClock,
    started: Instant,
    started_cpu: ProcessTime,
    stepping_cpu: ProcessTime,
    directory: Option<RunDirectory>,
    write_frames: bool,
    fields: Vec<Field>,
    probes: Option<CsvTable>,
    energy: Option<CsvTable>,
    probe_names: Vec<String>,
    probe_units: Vec<String>,
    probe_summaries: Vec<ProbeSummary>,
    samples: Vec<Sample>,
    progress: Progress,
    dt: StepRange,
}

impl Recorder {
    fn start(scene: &Scene, options: &RunOptions) -> Result<Self, RunError> {
        let directory = options.output.clone().map(RunDirectory::create).transpose()?;
        Ok(Self {
            clock: PhaseClock { current: None, seconds: Vec::new() },
            started: Instant::now(),
            started_cpu: ProcessTime::now(),
            stepping_cpu: ProcessTime::now(),
            write_frames: directory.is_some() && scene.plan().output.frames && !options.no_frames,
            directory,
            fields: scene.output_fields(),
            probes: None,
            energy: None,
            probe_names: Vec::new(),
            probe_units: Vec::new(),
            probe_summaries: Vec::new(),
            samples: Vec::new(),
            progress: Progress::new(
                options.progress,
                options.until.unwrap_or(f64::INFINITY).min(scene.duration()),
            ),
            dt: StepRange::default(),
        })
    }

    fn open(&mut self, world: &World) -> Result<(), RunError> {
        self.stepping_cpu = ProcessTime::now();
        self.probe_names = world.probe_names().map(str::to_owned).collect();
        self.probe_units = world.probe_units().map(str::to_owned).collect();
        self.probe_summaries = self.probe_units.iter().map(|unit| ProbeSummary::new(unit)).collect();
        if let Some(directory) = &mut self.directory {
            let mut names = vec!["time".to_owned()];
            names.extend(self.probe_names.iter().cloned());
            self.probes = Some(directory.start_probes(&names)?);
            self.energy = Some(directory.start_energy(&["time", "kinetic", "elastic", "load", "total"])?);
        }
        Ok(())
    }

    fn finish(
        mut self,
        scene: &Scene,
        world: &World,
        status: RunStatus,
        warnings: &[String],
    ) -> Result<RunResult, RunError> {
        self.clock.enter(None);
        self.progress.finish();
        let totals = world.totals();
        let (stepper, solver) = world.method_names();
        let mut summary = Summary {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scene: SceneSummary { title: scene.title(), hash: scene.hash() },
            status,
            stepper: stepper.to_owned(),
            solver: solver.unwrap_or_else(|| "none".to_owned()),
            threads: rayon::current_num_threads(),
            steps: totals.steps,
            dt: self.dt,
            time_reached: world.time(),
            wall_seconds: self.started.elapsed().as_secs_f64(),
            cpu_seconds: self.started_cpu.elapsed().as_secs_f64(),
            stepping_cpu_seconds: self.stepping_cpu.elapsed().as_secs_f64(),
            peak_memory_bytes: peak_memory_bytes(),
            seconds_per_phase: self.clock.seconds.iter().map(|(n, s)| ((*n).to_owned(), *s)).collect(),
            newton_iterations: totals.iterations as u64,
            linear_iterations: totals.linear_iterations as u64,
            cutbacks: totals.cutbacks as u64,
            bodies: (0..world.body_count()).map(|b| body_summary(world, b)).collect(),
            state_hash: world.state().hash(),
            probes: self.probe_names.iter().cloned().zip(self.probe_summaries.clone()).collect(),
            ..Summary::default()
        };
        for warning in warnings {
            summary.warn(warning);
        }
        if self.samples.iter().any(|sample| sample.energies.load.is_none()) {
            summary.warn("loads that follow the body (pressure, torque) have no potential: load and total energy are not known");
        }
        if totals.projections > 0 {
            let text = "the matrix had to be made positive in some Newton iterations (buckling or strong compression)";
            (0..totals.projections).for_each(|_| summary.warn(text));
        }
        if let Some(directory) = &mut self.directory {
            directory.write_summary(&mut summary)?;
        }
        Ok(RunResult { summary, samples: self.samples, probe_names: self.probe_names })
    }
}

fn body_summary(world: &World, body: usize) -> BodySummary {
    let shape = world.shape(body);
    BodySummary {
        name: shape.name.clone(),
        method: world.method(body).to_owned(),
        nodes: shape.rest.len(),
        cells: shape.cells.len() / shape.nodes_a_cell,
    }
}

/// The most memory the process has held so far, where the system tells.
fn peak_memory_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kb| kb * 1024)
}

impl Phases for Recorder {
    fn enter(&mut self, phase: Phase) {
        self.clock.enter(Some(match phase {
            Phase::Forces => "forces",
            Phase::Assembly => "assembly",
            Phase::Factor => "factor",
            Phase::Solve => "solve",
            Phase::Update => "update",
        }));
    }
}

impl Listener for Recorder {
    type Error = RunError;

    fn sample(&mut self, sample: Sample) -> Result<(), RunError> {
        self.clock.enter(Some("output"));
        for (summary, &value) in self.probe_summaries.iter_mut().zip(&sample.probes) {
            summary.record(sample.time, value);
        }
        if let Some(table) = &mut self.probes {
            let mut row = vec![sample.time];
            row.extend(&sample.probes);
            table.row(&row)?;
        }
        if let Some(table) = &mut self.energy {
            let e = &sample.energies;
            let load = e.load.unwrap_or(f64::NAN);
            table.row(&[sample.time, e.kinetic, e.elastic, load, e.total().unwrap_or(f64::NAN)])?;
        }
        self.samples.push(sample);
        Ok(())
    }

    fn wants_frames(&self) -> bool {
        self.write_frames
    }

    fn frame(&mut self, frame: Frame) -> Result<(), RunError> {
        self.clock.enter(Some("output"));
        if let Some(directory) = &mut self.directory {
            directory.write_frame(&frame, &self.fields)?;
        }
        Ok(())
    }

    fn stepped(&mut self, world: &World, report: &StepReport) -> Result<(), RunError> {
        self.dt.record(report.advanced);
        self.progress.at(world.time());
        Ok(())
    }

    fn failed(&mut self, error: pliant_world::RunError) -> RunError {
        RunError::Stopped(error)
    }
}

/// A bar with the time left on a terminal, a line every few seconds elsewhere.
struct Progress {
    bar: Option<ProgressBar>,
    lines: Option<Instant>,
    duration: f64,
    started: Instant,
}

/// Steps of the bar.
const BAR_STEPS: f64 = 1000.0;

impl Progress {
    fn new(wanted: bool, duration: f64) -> Self {
        let now = Instant::now();
        if !wanted {
            return Self { bar: None, lines: None, duration, started: now };
        }
        if !std::io::stderr().is_terminal() {
            return Self { bar: None, lines: Some(now), duration, started: now };
        }
        let bar =
            ProgressBar::with_draw_target(Some(BAR_STEPS as u64), ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self { bar: Some(bar), lines: None, duration, started: now }
    }

    fn at(&mut self, time: f64) {
        let share = (time / self.duration).clamp(0.0, 1.0);
        if let Some(bar) = &self.bar {
            bar.set_position((share * BAR_STEPS) as u64);
            bar.set_message(format!("t = {time:.4} s"));
        }
        if let Some(last) = &mut self.lines
            && last.elapsed() > Duration::from_secs(5)
        {
            *last = Instant::now();
            let left = self.started.elapsed().as_secs_f64() * (1.0 / share.max(1e-9) - 1.0);
            eprintln!(
                "t = {time:.4} s of {} s ({:.0} %), about {left:.0} s left",
                self.duration,
                100.0 * share
            );
        }
    }

    fn finish(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
