//! The world and its step loop.
//!
//! One step, job by job (what each reads -> writes):
//!
//! 1. choose the step: schedule, stepper's limit (state) -> `state.dt`
//! 2. advance: system, state -> state (the stepper's work)
//! 3. retry: if the step failed, the copy made before it -> state, half the step
//! 4. sample and frame, if due: state -> listener
//!
//! Contact detection, commits of plastic state and topology edits will stand between 1 and 4; the order is fixed.

use crate::error::RunError;
use crate::frame::{BodyFrame, BodyShape, Frame};
use crate::probe::Quantity;
use crate::reading::ReadyProbe;
use crate::schedule::Schedule;
use glam::DVec3;
use pliant_body::Body;
use pliant_material::measures::von_mises;
use pliant_stepping::{Phases, StepError, StepReport, Stepper};
use pliant_system::{At, State, System};
use std::sync::Arc;

/// Steps between two looks at the stability limit.
const STEPS_BETWEEN_LIMITS: u64 = 512;

/// How often a failed dynamic step is halved before the run stops.
const MAX_RETRIES: usize = 8;

/// A body in a world.
pub(crate) struct WorldBody {
    pub body: Box<dyn Body>,
    pub first_node: usize,
    pub shape: Arc<BodyShape>,
}

/// Energies at one instant (J).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energies {
    /// Of motion.
    pub kinetic: f64,
    /// Stored in deformation.
    pub elastic: f64,
    /// Of loads that have a potential (gravity, dead forces), if all have.
    pub load: Option<f64>,
}

impl Energies {
    /// The sum, if every part is known.
    pub fn total(&self) -> Option<f64> {
        self.load.map(|load| self.kinetic + self.elastic + load)
    }
}

/// A row of numbers at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Time (s).
    pub time: f64,
    /// Energies of the whole world.
    pub energies: Energies,
    /// One value a probe.
    pub probes: Vec<f64>,
}

/// Hears of a run as it goes.
pub trait Listener: Phases {
    /// What may stop a run from outside (a full disk, say).
    type Error;
    /// A row of numbers.
    fn sample(&mut self, sample: Sample) -> Result<(), Self::Error>;
    /// False if frames need not be made.
    fn wants_frames(&self) -> bool {
        true
    }
    /// A picture.
    fn frame(&mut self, frame: Frame) -> Result<(), Self::Error>;
    /// After every step.
    fn stepped(&mut self, world: &World, report: &StepReport) -> Result<(), Self::Error>;
    /// Makes its kind of error of a failed step.
    fn failed(&mut self, error: RunError) -> Self::Error;
}

/// A listener for hosts that read the world themselves.
pub struct Silent;

impl Phases for Silent {
    fn enter(&mut self, _: pliant_stepping::Phase) {}
}

impl Listener for Silent {
    type Error = RunError;
    fn wants_frames(&self) -> bool {
        false
    }
    fn sample(&mut self, _: Sample) -> Result<(), RunError> {
        Ok(())
    }
    fn frame(&mut self, _: Frame) -> Result<(), RunError> {
        Ok(())
    }
    fn stepped(&mut self, _: &World, _: &StepReport) -> Result<(), RunError> {
        Ok(())
    }
    fn failed(&mut self, error: RunError) -> RunError {
        error
    }
}

/// Counts over a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunTotals {
    /// Steps taken.
    pub steps: u64,
    /// Newton iterations.
    pub iterations: usize,
    /// Conjugate gradient iterations.
    pub linear_iterations: usize,
    /// Failed trials, repeated smaller.
    pub cutbacks: usize,
    /// Newton iterations whose matrix had to be made positive.
    pub projections: usize,
    /// Smallest step (s).
    pub smallest_step: f64,
    /// Largest step (s).
    pub largest_step: f64,
}

/// Bodies, their system and state, and the stepper that advances them.
pub struct World {
    pub(crate) bodies: Vec<WorldBody>,
    pub(crate) system: System,
    pub(crate) state: State,
    pub(crate) stepper: Box<dyn Stepper>,
    schedule: Schedule,
    probes: Vec<ReadyProbe>,
    pub(crate) velocity: Vec<DVec3>,
    pub(crate) force: Vec<DVec3>,
    backup: Option<State>,
    totals: RunTotals,
}

impl World {
    pub(crate) fn new(
        bodies: Vec<WorldBody>,
        system: System,
        state: State,
        stepper: Box<dyn Stepper>,
        schedule: Schedule,
        probes: Vec<ReadyProbe>,
    ) -> Self {
        let n = system.node_count();
        let totals = RunTotals { smallest_step: f64::INFINITY, ..RunTotals::default() };
        let (velocity, force) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
        Self { bodies, system, state, stepper, schedule, probes, velocity, force, backup: None, totals }
    }

    /// Runs to the end of the schedule.
    pub fn run<L: Listener>(&mut self, listener: &mut L) -> Result<(), L::Error> {
        if self.state.step == 0 {
            let sample = self.sample();
            listener.sample(sample)?;
            self.offer_frame(0, listener)?;
        }
        let mut frames = 1;
        while !self.is_over() {
            let before = self.state.time;
            let report = match self.step(listener) {
                Ok(report) => report,
                Err(error) => return Err(listener.failed(error)),
            };
            listener.stepped(self, &report)?;
            if self.schedule.is_sample(before, self.state.time) {
                let sample = self.sample();
                listener.sample(sample)?;
            }
            if self.schedule.is_frame(self.state.time) {
                self.offer_frame(frames, listener)?;
                frames += 1;
            }
        }
        Ok(())
    }

    fn offer_frame<L: Listener>(&mut self, index: usize, listener: &mut L) -> Result<(), L::Error> {
        if !listener.wants_frames() {
            return Ok(());
        }
        let frame = self.frame(index);
        listener.frame(frame)
    }

    /// Takes one step of the length the schedule and the stepper allow.
    pub fn step(&mut self, phases: &mut dyn Phases) -> Result<StepReport, RunError> {
        let stop = self.schedule.next_stop(self.state.time);
        let limit = self.step_limit()?;
        let mut dt = self.schedule.step_towards(self.state.time, stop, limit);
        let mut retries = 0;
        loop {
            self.back_up();
            match self.stepper.step(&mut self.system, &mut self.state, dt, phases) {
                Ok(mut report) => {
                    if (stop - self.state.time).abs() <= 1e-9 * dt {
                        self.state.time = stop;
                    }
                    report.cutbacks += retries;
                    self.count(&report);
                    return Ok(report);
                }
                Err(cause) => {
                    retries += 1;
                    let Some(good) =
                        self.backup.as_ref().filter(|_| retries <= MAX_RETRIES && can_retry(&cause))
                    else {
                        return Err(self.run_error(cause));
                    };
                    self.state.clone_from(good);
                    dt *= 0.5;
                }
            }
        }
    }

    /// The largest step allowed now (s), looked up again every so often.
    fn step_limit(&mut self) -> Result<f64, RunError> {
        let asked = self.schedule.largest_step.unwrap_or(f64::INFINITY);
        if self.stepper.needs().lumped_mass {
            if self.state.dt == 0.0 || self.state.step.is_multiple_of(STEPS_BETWEEN_LIMITS) {
                let limit = self.stepper.largest_step(&mut self.system, &self.state).unwrap_or(f64::INFINITY);
                if self.schedule.step_is_fixed && limit < asked {
                    return Err(self.run_error(StepError::Unstable { step: asked, limit }));
                }
                self.state.dt = limit.min(asked);
            }
            return Ok(self.state.dt);
        }
        let limit = self.stepper.largest_step(&mut self.system, &self.state).unwrap_or(f64::INFINITY);
        self.state.dt = limit.min(asked);
        Ok(self.state.dt)
    }

    /// Keeps a copy to go back to; explicit steps are too cheap and too many for that.
    fn back_up(&mut self) {
        if self.stepper.needs().lumped_mass {
            return;
        }
        match &mut self.backup {
            Some(backup) => backup.clone_from(&self.state),
            None => self.backup = Some(self.state.clone()),
        }
    }

    fn count(&mut self, report: &StepReport) {
        let totals = &mut self.totals;
        totals.steps += 1;
        totals.iterations += report.iterations;
        totals.linear_iterations += report.linear_iterations;
        totals.cutbacks += report.cutbacks;
        totals.projections += report.projections;
        totals.smallest_step = totals.smallest_step.min(report.advanced);
        totals.largest_step = totals.largest_step.max(report.advanced);
    }

    fn run_error(&self, cause: StepError) -> RunError {
        let place = cause.node().map_or(String::new(), |node| {
            let body = &self.bodies[self.body_of_node(node)];
            let x = body.shape.rest[node - body.first_node];
            format!(
                " in body \"{}\" near rest position ({:.4}, {:.4}, {:.4}) m",
                body.shape.name, x.x, x.y, x.z
            )
        });
        let good = self.backup.as_ref().unwrap_or(&self.state);
        let remedy = remedy(&cause).to_owned();
        RunError { time: good.time, step: good.step, place, cause, remedy }
    }

    fn body_of_node(&self, node: usize) -> usize {
        self.bodies.partition_point(|b| b.first_node <= node) - 1
    }

    /// The largest step the stepper may take from here (s), if it has a limit.
    pub fn largest_step(&mut self) -> Option<f64> {
        self.stepper.largest_step(&mut self.system, &self.state)
    }

    /// True at the end of the schedule.
    pub fn is_over(&self) -> bool {
        self.schedule.is_over(self.state.time)
    }

    /// Ends the run at `time` (s) if that is before its end: what comes before is as without.
    pub fn stop_at(&mut self, time: f64) {
        self.schedule.until = Some(time);
    }

    /// When it steps, samples and stops.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Time (s).
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// Counts so far.
    pub fn totals(&self) -> &RunTotals {
        &self.totals
    }

    /// The stepper's name and its linear solver's.
    pub fn method_names(&self) -> (&'static str, Option<String>) {
        (self.stepper.name(), self.stepper.solver_name())
    }

    /// The system, for modes and benches.
    pub fn system_mut(&mut self) -> &mut System {
        &mut self.system
    }

    /// The system and state, for analyses about the present state.
    pub fn parts(&mut self) -> (&mut System, &State) {
        (&mut self.system, &self.state)
    }

    /// Names of the probes.
    pub fn probe_names(&self) -> impl Iterator<Item = &str> {
        self.probes.iter().map(|p| p.probe.name.as_str())
    }

    /// SI units of the probes.
    pub fn probe_units(&self) -> impl Iterator<Item = &str> {
        self.probes.iter().map(|p| p.probe.quantity.unit())
    }

    /// The method that moves a body, as in scene files.
    pub fn method(&self, body: usize) -> &'static str {
        self.bodies[body].body.method()
    }

    /// Number of bodies (copies count).
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// What a body is at rest.
    pub fn shape(&self, body: usize) -> &Arc<BodyShape> {
        &self.bodies[body].shape
    }

    /// Node positions of a body, without a copy (m).
    pub fn positions(&self, body: usize) -> &[DVec3] {
        &self.state.q[self.node_range(body)]
    }

    /// Triangles of a body's surface over [`World::positions`], without a copy.
    pub fn surface(&self, body: usize) -> &[[u32; 3]] {
        &self.bodies[body].shape.surface
    }

    pub(crate) fn node_range(&self, body: usize) -> std::ops::Range<usize> {
        let body = &self.bodies[body];
        body.first_node..body.first_node + body.shape.rest.len()
    }

    /// Energies and probes now.
    pub fn sample(&mut self) -> Sample {
        self.stepper.velocity_now(&self.state, &mut self.velocity);
        if self.probes.iter().any(|p| p.probe.quantity == Quantity::Reaction) {
            let at = At { q: &self.state.q, v: &self.velocity, time: self.state.time };
            self.system.forces(&at, &mut self.force);
        }
        Sample {
            time: self.state.time,
            energies: self.energies(),
            probes: self.probes.iter().map(|probe| self.read(probe)).collect(),
        }
    }

    fn energies(&self) -> Energies {
        let at = At { q: &self.state.q, v: &self.velocity, time: self.state.time };
        let elastic = self.system.elastic_energy(&at);
        let loads = self.system.terms().iter().filter(|t| !t.is_elastic());
        Energies {
            kinetic: if self.stepper.needs().equilibrium {
                0.0
            } else {
                self.system.kinetic_energy(&self.velocity)
            },
            elastic,
            load: loads.map(|t| t.energy(&at)).sum(),
        }
    }

    /// A copy of everything an output format may want.
    pub fn frame(&mut self, index: usize) -> Frame {
        self.stepper.velocity_now(&self.state, &mut self.velocity);
        let bodies = (0..self.bodies.len()).map(|body| self.body_frame(body)).collect();
        Frame { index, time: self.state.time, bodies }
    }

    fn body_frame(&self, body: usize) -> BodyFrame {
        let range = self.node_range(body);
        let body = &self.bodies[body];
        let cells: Vec<u32> = (0..body.body.cell_count() as u32).collect();
        let fields = body.body.cell_fields(&cells, &self.state.q[range.clone()]);
        BodyFrame {
            shape: body.shape.clone(),
            positions: self.state.q[range.clone()].to_vec(),
            velocities: self.velocity[range].to_vec(),
            stress: fields.iter().map(|f| f.stress).collect(),
            von_mises: fields.iter().map(|f| von_mises(&f.stress)).collect(),
            strain: fields.iter().map(|f| f.strain).collect(),
            energy_density: fields.iter().map(|f| f.energy_density).collect(),
        }
    }
}

/// Smaller steps cannot mend a singular matrix or a step the user fixed; load stepping has cut back already.
fn can_retry(cause: &StepError) -> bool {
    !matches!(
        cause,
        StepError::Singular { .. } | StepError::TooManyCutbacks { .. } | StepError::Unstable { .. }
    )
}

fn remedy(cause: &StepError) -> &'static str {
    match cause {
        StepError::NotFinite { .. } => "Try a smaller time.step or stepper.safety, or an implicit stepper",
        StepError::NotConverged { .. } => "Try a smaller time.step, or more stepper.max_iterations",
        StepError::Inverted { .. } => {
            "The motion or load is too abrupt for the mesh: spread it over more time, refine the mesh, or use law = \"stable-neo-hookean\""
        }
        StepError::Singular { .. } => "Hold the body with a [pin], or check for loose parts of the mesh",
        StepError::TooManyCutbacks { .. } => {
            "The load may be beyond what the body can carry (buckling, softening): look at the last frame, apply less, or use a dynamic stepper"
        }
        StepError::Unstable { .. } => {
            "Leave time.step out (it is then chosen for you), make it smaller, or use an implicit stepper"
        }
    }
}
