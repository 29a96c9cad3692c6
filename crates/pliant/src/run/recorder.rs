//! Listens to a run: clocks, progress, files, checkpoints, samples.

use super::progress::Progress;
use super::{RunError, RunOptions, RunResult, check_origin};
use cpu_time::ProcessTime;
use pliant_output::write::{
    BodySummary, CriticalSummary, PenetrationSummary, ProbeSummary, RunStatus, SceneSummary, StepRange,
    Summary,
};
use pliant_output::{Checkpoint, CsvTable, Field, OutputError, PhaseClock, RunDirectory, Table};
use pliant_scene::Scene;
use pliant_stepping::{CriticalPoint, PathView, Phase, Phases, StepReport};
use pliant_world::{Energies, Flow, Frame, Listener, Penetration, RunTotals, Sample, World};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Elapsed time between checkpoints unless the scene gives a simulated one.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(10);

const ENERGY_COLUMNS: [&str; 5] = ["time", "kinetic", "elastic", "load", "total"];

/// Time spent, with what was spent before the run was taken up again.
struct Clocks {
    started: Instant,
    started_cpu: ProcessTime,
    stepping_cpu: ProcessTime,
    earlier_wall: f64,
    earlier_cpu: [f64; 2],
}

impl Clocks {
    fn start() -> Self {
        let (started, cpu) = (Instant::now(), ProcessTime::now());
        Self { started, started_cpu: cpu, stepping_cpu: cpu, earlier_wall: 0.0, earlier_cpu: [0.0; 2] }
    }

    fn wall(&self) -> f64 {
        self.earlier_wall + self.started.elapsed().as_secs_f64()
    }

    /// Of all, and from the first step on.
    fn cpu(&self) -> [f64; 2] {
        let now = [self.started_cpu, self.stepping_cpu].map(|since| since.elapsed().as_secs_f64());
        [self.earlier_cpu[0] + now[0], self.earlier_cpu[1] + now[1]]
    }
}

/// When the next checkpoint is due.
struct CheckpointClock {
    /// Simulated time between two (s), if the scene says so.
    interval: Option<f64>,
    last: Instant,
    /// Simulated time of the last one (s).
    last_time: f64,
}

impl CheckpointClock {
    fn is_due(&self, time: f64) -> bool {
        match self.interval {
            Some(interval) => (time / interval).floor() > (self.last_time / interval).floor(),
            None => self.last.elapsed() >= CHECKPOINT_EVERY,
        }
    }

    fn written(&mut self, time: f64) {
        (self.last, self.last_time) = (Instant::now(), time);
    }
}

/// Listens to a run.
pub(super) struct Recorder {
    clock: PhaseClock,
    clocks: Clocks,
    checkpoints: CheckpointClock,
    /// Where a new run shall write.
    folder: Option<PathBuf>,
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
    /// Time at which the run ends (s).
    end: f64,
    /// Critical points of the path that were told of.
    critical_points: usize,
    interrupt: Option<Arc<AtomicBool>>,
    stop_after_steps: Option<u64>,
    resumed: u64,
    /// Title and hash of the scene, hash of the world.
    origin: (String, u64, u64),
}

impl Recorder {
    pub(super) fn start(scene: &Scene, options: &RunOptions) -> Result<Self, RunError> {
        let kept = options.resume && options.output.as_deref().is_some_and(has_checkpoint);
        let folder = options.output.clone().filter(|_| !kept);
        if let Some(folder) = &folder {
            RunDirectory::check(folder)?;
        }
        let mut clock = PhaseClock::default();
        clock.enter(Some("setup"));
        let end = options.until.unwrap_or(f64::INFINITY).min(scene.duration());
        let output = &scene.plan().output;
        Ok(Self {
            clock,
            clocks: Clocks::start(),
            checkpoints: CheckpointClock {
                interval: output.checkpoint,
                last: Instant::now(),
                last_time: 0.0,
            },
            write_frames: options.output.is_some() && output.frames && !options.no_frames,
            folder,
            directory: None,
            fields: scene.output_fields(),
            probes: None,
            energy: None,
            probe_names: Vec::new(),
            probe_units: Vec::new(),
            probe_summaries: Vec::new(),
            samples: Vec::new(),
            progress: Progress::new(options.progress),
            end,
            critical_points: 0,
            interrupt: options.interrupt.clone(),
            stop_after_steps: options.stop_after_steps,
            resumed: 0,
            origin: (scene.title(), scene.run_hash(), 0),
        })
    }

    /// Begins the folder and tables of a new run. Not before there is a world: a scene that is refused leaves older results as they are.
    pub(super) fn open(&mut self, scene: &Scene, world: &World) -> Result<(), RunError> {
        self.meet(world);
        let Some(folder) = self.folder.take() else { return Ok(()) };
        let mut directory = RunDirectory::create(folder)?.with_formats(&scene.output_formats());
        self.probes = Some(directory.start_probes(&self.probe_columns())?);
        self.energy = Some(directory.start_energy(&ENERGY_COLUMNS)?);
        self.directory = Some(directory);
        Ok(())
    }

    /// Puts world and files back to where a checkpoint says.
    pub(super) fn resume(
        &mut self,
        scene: &Scene,
        world: &mut World,
        path: &Path,
        checkpoint: Checkpoint,
    ) -> Result<(), RunError> {
        check_origin(scene, world, path, &checkpoint)?;
        self.meet(world);
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut directory =
            RunDirectory::reopen(folder, &checkpoint.frame_times)?.with_formats(&scene.output_formats());
        let [probes, energy] = checkpoint.table_bytes;
        self.probes = Some(directory.reopen_probes(&self.probe_columns(), probes)?);
        self.energy = Some(directory.reopen_energy(&ENERGY_COLUMNS, energy)?);
        self.read_samples(&directory)?;
        self.directory = Some(directory);
        self.resumed = checkpoint.resumed + u64::from(!checkpoint.finished);
        (self.clocks.earlier_wall, self.clocks.earlier_cpu) =
            (checkpoint.wall_seconds, checkpoint.cpu_seconds);
        self.checkpoints.written(checkpoint.snapshot.state.time);
        let misfit = |error: pliant_world::RestoreError| OutputError::checkpoint(path, error.to_string());
        world.restore(checkpoint.snapshot).map_err(misfit)?;
        self.critical_points = world.path().map_or(0, |path| path.found());
        Ok(())
    }

    fn meet(&mut self, world: &World) {
        self.clocks.stepping_cpu = ProcessTime::now();
        self.probe_names = world.probe_names().map(str::to_owned).collect();
        self.probe_units = world.probe_units().map(str::to_owned).collect();
        self.probe_summaries = self.probe_units.iter().map(|unit| ProbeSummary::new(unit)).collect();
        self.origin.2 = world.fingerprint();
    }

    fn probe_columns(&self) -> Vec<String> {
        std::iter::once("time".to_owned()).chain(self.probe_names.iter().cloned()).collect()
    }

    /// The samples of the run so far, from its tables: numbers in them read back to the bit.
    fn read_samples(&mut self, directory: &RunDirectory) -> Result<(), OutputError> {
        let probes = Table::read(&directory.probes_path())?;
        let energy = Table::read(&directory.energy_path())?;
        let (kinetic, elastic, load) =
            (energy.column("kinetic")?, energy.column("elastic")?, energy.column("load")?);
        for row in 0..probes.row_count().min(energy.row_count()) {
            let load = Some(load[row]).filter(|load| !load.is_nan());
            let sample = Sample {
                time: probes.columns[0][row],
                energies: Energies { kinetic: kinetic[row], elastic: elastic[row], load },
                probes: probes.columns[1..].iter().map(|column| column[row]).collect(),
            };
            self.take_in(sample);
        }
        Ok(())
    }

    fn take_in(&mut self, sample: Sample) {
        for (summary, &value) in self.probe_summaries.iter_mut().zip(&sample.probes) {
            summary.record(sample.time, value);
        }
        self.samples.push(sample);
    }

    fn write_checkpoint(&mut self, world: &World, finished: bool) -> Result<(), OutputError> {
        let Some(directory) = &mut self.directory else { return Ok(()) };
        let length = |table: &Option<CsvTable>| table.as_ref().map_or(0, CsvTable::length);
        let (title, scene, fingerprint) = self.origin.clone();
        let checkpoint = Checkpoint {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            title,
            scene,
            fingerprint,
            finished,
            resumed: self.resumed,
            wall_seconds: self.clocks.wall(),
            cpu_seconds: self.clocks.cpu(),
            frame_times: directory.frames().iter().map(|frame| frame.0).collect(),
            table_bytes: [length(&self.probes), length(&self.energy)],
            snapshot: world.snapshot().clone(),
        };
        directory.write_checkpoint(&checkpoint)?;
        self.checkpoints.written(world.time());
        Ok(())
    }

    fn is_stop_wanted(&self, steps: u64) -> bool {
        self.is_interrupted() || self.stop_after_steps.is_some_and(|limit| steps >= limit)
    }

    pub(super) fn finish(
        mut self,
        scene: &Scene,
        world: &World,
        status: RunStatus,
        warnings: &[String],
    ) -> Result<RunResult, RunError> {
        self.clock.enter(Some("checkpoint"));
        if !matches!(status, RunStatus::Failed(_)) {
            self.write_checkpoint(world, world.is_finished())?;
        }
        self.clock.enter(None);
        self.progress.finish();
        let mut summary = self.summary(scene, world, status);
        warnings.iter().for_each(|warning| summary.warn(warning, 1));
        if self.samples.iter().any(|sample| sample.energies.load.is_none()) {
            summary.warn(
                "loads that follow the body (pressure, torque, wind) have no potential: load and total energy are not known",
                1,
            );
        }
        warn_of_events(&mut summary, world.totals());
        warn_of_penetrations(&mut summary);
        let missing = self.directory.as_ref().map_or(0, RunDirectory::missing_frames);
        if missing > 0 {
            summary.warn(
                "a frame from before the run was resumed is gone: the series has a hole",
                missing as u64,
            );
        }
        if let Some(directory) = &mut self.directory {
            directory.write_summary(&mut summary)?;
        }
        Ok(RunResult { summary, samples: self.samples, probe_names: self.probe_names })
    }

    fn summary(&self, scene: &Scene, world: &World, status: RunStatus) -> Summary {
        let totals = world.totals();
        let (stepper, solver) = world.method_names();
        let [cpu_seconds, stepping_cpu_seconds] = self.clocks.cpu();
        let some_steps = totals.steps > 0;
        Summary {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scene: SceneSummary { title: scene.title(), hash: scene.hash(), up: scene.plan().up.to_array() },
            status,
            stepper: stepper.to_owned(),
            solve: world.solve_name().unwrap_or("none").to_owned(),
            solver: solver.unwrap_or_else(|| "none".to_owned()),
            matrix_nonzeros: world.matrix_nonzeros(),
            threads: rayon::current_num_threads(),
            steps: totals.steps,
            dt: StepRange {
                min: some_steps.then_some(totals.smallest_step),
                max: some_steps.then_some(totals.largest_step),
            },
            time_reached: world.time(),
            wall_seconds: self.clocks.wall(),
            cpu_seconds,
            stepping_cpu_seconds,
            peak_memory_bytes: peak_memory_bytes(),
            seconds_per_phase: self.clock.seconds().iter().map(|(n, s)| ((*n).to_owned(), *s)).collect(),
            iterations: totals.iterations,
            linear_iterations: totals.linear_iterations,
            cutbacks: totals.cutbacks + totals.repeats.total(),
            resumed: self.resumed,
            bodies: (0..world.body_count()).map(|b| body_summary(world, b)).collect(),
            state_hash: world.state().hash(),
            load_factor: world.path().map(|path| path.load_factor()),
            critical_points: world.path().map_or_else(Vec::new, |path| critical_summaries(&path)),
            penetrations: world.penetrations().into_iter().map(penetration_summary).collect(),
            probes: self.probe_names.iter().cloned().zip(self.probe_summaries.clone()).collect(),
            ..Summary::default()
        }
    }
}

fn critical_summaries(path: &PathView<'_>) -> Vec<CriticalSummary> {
    let summary = |point: CriticalPoint| CriticalSummary {
        kind: point.kind.word().to_owned(),
        load_factor: point.load_factor,
        step: point.step,
        unstable: point.unstable,
    };
    path.critical_points().map(summary).collect()
}

fn penetration_summary(penetration: Penetration) -> PenetrationSummary {
    let Penetration { names, depth, share, time, place } = penetration;
    PenetrationSummary { between: names, depth, share_of_thickness: share, time, place: place.to_array() }
}

/// Overlaps deeper than this share of the local thickness are told of.
const TOO_DEEP: f64 = 0.01;

/// How many pairs are named.
const PAIRS_NAMED: usize = 5;

/// Names the pairs that were too deep in each other, the worst first.
fn warn_of_penetrations(summary: &mut Summary) {
    let mut worst: Vec<PenetrationSummary> =
        summary.penetrations.iter().filter(|p| p.share_of_thickness > TOO_DEEP).cloned().collect();
    worst.sort_by(|a, b| b.share_of_thickness.total_cmp(&a.share_of_thickness));
    for p in worst.iter().take(PAIRS_NAMED) {
        let [first, second] = &p.between;
        let text = format!(
            "\"{first}\" and \"{second}\" overlapped by {:.3} mm at t = {:.4} s, {:.1} % of the thickness there: a smaller \
             step or a finer mesh helps",
            1e3 * p.depth,
            p.time,
            100.0 * p.share_of_thickness
        );
        summary.warn(&text, 1);
    }
    if worst.len() > PAIRS_NAMED {
        let more = worst.len() - PAIRS_NAMED;
        summary.warn(
            "more pairs overlapped by over 1 % of their thickness: see \"penetrations\" in summary.json",
            more as u64,
        );
    }
}

/// Names and counts what the run had to work around.
fn warn_of_events(summary: &mut Summary, totals: &RunTotals) {
    let repeats = &totals.repeats;
    let events = [
        (
            totals.projections,
            "the matrix had to be made positive in some Newton iterations (buckling or strong compression)",
        ),
        (
            totals.inverted_looks,
            "elements were inside out when looked at: the law can take it, but stresses there mean little",
        ),
        (totals.cutbacks, "a load increment was halved because no equilibrium was found"),
        (repeats.not_finite, "a step was repeated smaller: numbers overflowed"),
        (repeats.inverted, "a step was repeated smaller: an element would have turned inside out"),
        (repeats.runaway, "a step was repeated smaller: a part of a body ran away"),
        (repeats.energy, "a step was repeated smaller: energy came from nowhere"),
        (repeats.not_converged, "a step was repeated smaller: Newton's method did not converge"),
    ];
    for (count, text) in events {
        if count > 0 {
            summary.warn(text, count);
        }
    }
}

fn has_checkpoint(folder: &Path) -> bool {
    !matches!(RunDirectory::last_checkpoint(folder), Ok(None))
}

fn body_summary(world: &World, body: usize) -> BodySummary {
    let shape = world.shape(body);
    BodySummary {
        name: shape.name.clone(),
        method: world.method(body).to_owned(),
        nodes: world.node_count(body),
        cells: shape.cells.len() / shape.nodes_a_cell,
        neighbours: world.neighbour_count(body),
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
        self.clock.enter(Some(phase.word()));
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Listener for Recorder {
    type Error = RunError;

    fn sample(&mut self, sample: Sample) -> Result<(), RunError> {
        self.clock.enter(Some("output"));
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
        self.take_in(sample);
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

    fn begins(&mut self) -> Flow {
        if self.is_stop_wanted(0) { Flow::Stop } else { Flow::GoOn }
    }

    fn stepped(&mut self, world: &World, _: &StepReport) -> Result<Flow, RunError> {
        self.tell_progress(world);
        if self.directory.is_some() && self.checkpoints.is_due(world.time()) {
            self.clock.enter(Some("checkpoint"));
            self.write_checkpoint(world, false)?;
        }
        Ok(if self.is_stop_wanted(world.state().step) { Flow::Stop } else { Flow::GoOn })
    }

    fn failed(&mut self, world: &mut World, error: pliant_world::RunError) -> RunError {
        self.clock.enter(Some("output"));
        // The checkpoint first: the frame is no part of what a resumed run has made.
        let saved = self.write_checkpoint(world, false).and_then(|()| self.write_last_good(world));
        let folder = self.directory.as_ref().map(|directory| directory.path().to_path_buf());
        RunError::Stopped { error, saved: folder.filter(|_| saved.is_ok()) }
    }
}

impl Recorder {
    fn tell_progress(&mut self, world: &World) {
        let (time, end) = (world.time(), self.end);
        let Some(path) = world.path() else {
            return self.progress.at(time / end, || format!("t = {time:.4} s of {end} s"));
        };
        for point in path.critical_points().skip(self.critical_points) {
            let [before, after] = point.unstable;
            self.progress.tell(&format!(
                "step {}: {} at load factor {:.6}, unstable motions {before} -> {after}",
                point.step,
                point.kind.word(),
                point.load_factor
            ));
        }
        self.critical_points = path.found();
        let step = world.state().step;
        self.progress.at(path.share_done, || format!("step {step}, load factor {:.4}", path.load_factor()));
    }

    /// A frame of the state the run stopped at, unless there is one already.
    fn write_last_good(&mut self, world: &mut World) -> Result<(), OutputError> {
        let Some(directory) = self.directory.as_mut().filter(|_| self.write_frames) else { return Ok(()) };
        if directory.frames().last().is_some_and(|last| last.0 == world.time()) {
            return Ok(());
        }
        let frame = world.frame(directory.frames().len());
        directory.write_frame(&frame, &self.fields).map(|_| ())
    }
}
