//! The world and its step loop.
//!
//! One step, job by job (what each reads -> writes):
//!
//! 1. choose the step: schedule, stepper's limit and guard's share (state) -> `state.dt`
//! 2. contact: who may meet (state) -> system; within the step where velocities are filtered or ends projected
//! 3. advance: system, state -> state (the stepper's work)
//! 4. commit: what touched (system) -> state
//! 5. guard: a state that is due for a look is secured; after a failure the last secured state -> state, half the step
//! 6. sample and frame, if due: state -> listener
//! 7. the listener may stop the run, or write a checkpoint of the last secured state
//!
//! Commits of plastic state and topology edits will stand beside 4; the order is fixed.

use crate::contact::WorldCollider;
use crate::error::RunError;
use crate::frame::{BodyFrame, BodyShape, Frame};
use crate::grips::Grip;
use crate::listener::{Ending, Energies, Flow, Listener, Sample};
use crate::pins::Springs;
use crate::probe::Quantity;
use crate::reading::ReadyProbe;
use crate::schedule::Schedule;
use crate::snapshot::{RunTotals, Snapshot};
use glam::DVec3;
use pliant_body::{Body, Face, ThinMeasures};
use pliant_contact::Overlap;
use pliant_math::reduce;
use pliant_stepping::{IterationRecord, PathView, Phase, Phases, StepError, StepReport, Stepper};
use pliant_system::{At, State, System};
use std::sync::Arc;

/// Steps between two looks at the stability limit.
const STEPS_BETWEEN_LIMITS: u64 = 512;

/// A body in a world.
pub(crate) struct WorldBody {
    pub body: Box<dyn Body>,
    pub first_node: usize,
    pub node_count: usize,
    pub first_point: usize,
    /// Of a body whose points are not nodes: those that touch, and where they are among the points of the contact layer.
    pub touching: Vec<u32>,
    pub contact_points: std::ops::Range<usize>,
    pub shape: Arc<BodyShape>,
    /// Its surface, with mid-side points.
    pub faces: Vec<Face>,
    /// Edges of the box around it at rest (m).
    pub extent: DVec3,
    /// Diagonal of that box (m).
    pub size: f64,
    /// No point is farther from zero in a field than this times what is farthest among the nodes.
    pub gain: f64,
}

/// Bodies, their system and state, and the stepper that advances them.
pub struct World {
    pub(crate) bodies: Vec<WorldBody>,
    pub(crate) system: System,
    pub(crate) state: State,
    pub(crate) stepper: Box<dyn Stepper>,
    pub(crate) schedule: Schedule,
    probes: Vec<ReadyProbe>,
    /// Names of the pins, by the index of their motion.
    pub(crate) pin_names: Vec<String>,
    /// What pins hold by springs.
    pub(crate) springs: Vec<Springs>,
    /// What is held by hand.
    pub(crate) grips: Vec<Grip>,
    /// Where the loads begin among the system's terms.
    pub(crate) first_load: usize,
    pub(crate) velocity: Vec<DVec3>,
    pub(crate) force: Vec<DVec3>,
    pub(crate) secured: Snapshot,
    pub(crate) totals: RunTotals,
    /// Gaps of all points (m), if a probe reads them.
    pub(crate) gaps: Vec<f64>,
    /// Contact force on each point of the bodies that touch with points of their own (N).
    pub(crate) on_contact_points: Vec<DVec3>,
    /// Frames made so far.
    pub(crate) frames: u64,
    /// Where the last step began (s).
    step_start: f64,
    /// Nothing moves or grows by itself: total energy cannot grow.
    pub(crate) is_closed: bool,
    /// What contact may add to the energy of a closed world (J).
    pub(crate) energy_slack: f64,
    pub(crate) colliders: Vec<WorldCollider>,
    pub(crate) start_overlaps: Vec<Overlap>,
    /// Step and energies, when they were last worked out.
    pub(crate) known_energies: Option<(u64, Energies)>,
}

/// What a world is made of.
pub(crate) struct Parts {
    pub bodies: Vec<WorldBody>,
    pub system: System,
    pub state: State,
    pub stepper: Box<dyn Stepper>,
    pub schedule: Schedule,
    pub probes: Vec<ReadyProbe>,
    pub pin_names: Vec<String>,
    pub springs: Vec<Springs>,
    pub first_load: usize,
    pub is_closed: bool,
    pub colliders: Vec<WorldCollider>,
    pub start_overlaps: Vec<Overlap>,
}

impl World {
    pub(crate) fn new(parts: Parts) -> Self {
        let Parts { bodies, system, state, stepper, schedule, probes, pin_names, first_load, .. } = parts;
        let Parts { springs, is_closed, colliders, start_overlaps, .. } = parts;
        let energy_slack = if system.contact.is_some() { energy_slack(&bodies) } else { 0.0 };
        let n = system.node_count();
        let (velocity, force) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
        let totals = RunTotals::default();
        let secured = Snapshot { state: state.clone(), totals, frames: 0 };
        let step_start = state.time;
        Self {
            bodies,
            system,
            state,
            stepper,
            schedule,
            probes,
            pin_names,
            springs,
            grips: Vec::new(),
            first_load,
            velocity,
            force,
            secured,
            totals,
            gaps: Vec::new(),
            on_contact_points: Vec::new(),
            frames: 0,
            step_start,
            is_closed,
            energy_slack,
            colliders,
            start_overlaps,
            known_energies: None,
        }
    }

    /// Runs to the end of the schedule, or until the listener stops it.
    pub fn run<L: Listener>(&mut self, listener: &mut L) -> Result<Ending, L::Error> {
        if self.state.step == 0 && self.frames == 0 {
            let sample = self.sample();
            listener.sample(sample)?;
            self.offer_frame(listener)?;
            self.mark_secured();
        }
        if !self.is_over() && listener.begins() == Flow::Stop {
            return Ok(Ending::Stopped);
        }
        while !self.is_over() {
            let report = match self.step(listener) {
                Ok(report) => report,
                Err(error) if error.cause == StepError::Interrupted => return Ok(Ending::Stopped),
                Err(error) => return Err(listener.failed(self, error)),
            };
            self.tell(listener)?;
            if listener.stepped(self, &report)? == Flow::Stop {
                return Ok(if self.is_over() { Ending::Finished } else { Ending::Stopped });
            }
        }
        Ok(Ending::Finished)
    }

    /// Samples and frames that are due after a step. The state has been secured if there are any.
    fn tell<L: Listener>(&mut self, listener: &mut L) -> Result<(), L::Error> {
        if self.schedule.is_sample(self.step_start, self.state.time) {
            listener.enter(Phase::Observe);
            let sample = self.sample();
            listener.sample(sample)?;
        }
        if self.schedule.is_frame(self.state.time) {
            self.offer_frame(listener)?;
            self.secured.frames = self.frames;
        }
        Ok(())
    }

    fn offer_frame<L: Listener>(&mut self, listener: &mut L) -> Result<(), L::Error> {
        if listener.wants_frames() {
            listener.enter(Phase::Observe);
            let frame = self.frame(self.frames as usize);
            listener.frame(frame)?;
        }
        self.frames += 1;
        Ok(())
    }

    /// Takes one step of the length the schedule, the stepper and the guard allow. If it goes wrong, the world goes
    /// back to its last secured state and tries smaller steps.
    pub fn step(&mut self, phases: &mut dyn Phases) -> Result<StepReport, RunError> {
        if self.state.step == 0
            && let Err(cause) = self.look(0.0)
        {
            return Err(self.story(cause, 0.0));
        }
        if self.state.step == 0 {
            self.remember_energy();
        }
        loop {
            let stop = self.schedule.next_stop(self.state.time);
            let limit = self.step_limit(phases)?;
            let dt = self.schedule.step_towards(self.state.time, stop, limit * self.state.guard.share);
            match self.try_step(dt, stop, phases) {
                Ok(report) => return Ok(report),
                Err(StepError::Interrupted) => {
                    self.go_back_to_secured();
                    return Err(self.story(StepError::Interrupted, dt));
                }
                Err(cause) => self.go_back(cause, dt)?,
            }
        }
    }

    fn try_step(&mut self, dt: f64, stop: f64, phases: &mut dyn Phases) -> Result<StepReport, StepError> {
        let before = self.state.time;
        let (is_explicit, is_solved) = (self.is_explicit(), self.solves_contact());
        if let Some(contact) = self.system.contact.as_mut().filter(|_| is_solved) {
            phases.enter(Phase::Contact);
            contact.begin_step(&self.state, dt);
        }
        let report = self.stepper.step(&mut self.system, &mut self.state, dt, phases)?;
        if let Some(contact) = self.system.contact.as_mut().filter(|_| !is_explicit) {
            phases.enter(Phase::Contact);
            if is_solved {
                contact.commit(&mut self.state);
            }
            if self.bodies.iter().any(|body| !body.is_nodal()) {
                contact.point_forces(&self.state.q, &mut self.on_contact_points);
            }
            phases.enter(Phase::Update);
        }
        if (stop - self.state.time).abs() <= 1e-9 * dt {
            self.state.time = stop;
        }
        self.totals.count(&report);
        self.calm_down();
        if self.is_look_due(before) {
            self.secure(before, report.advanced, phases)?;
            phases.enter(Phase::Update);
        }
        self.step_start = before;
        Ok(report)
    }

    pub(crate) fn is_explicit(&self) -> bool {
        self.stepper.needs().lumped_mass
    }

    /// Whether the forces of contact are part of the equation of a step.
    fn solves_contact(&self) -> bool {
        let is_projected = self.system.contact.as_ref().is_some_and(|contact| contact.is_projected());
        !self.is_explicit() && !is_projected
    }

    /// The largest step allowed now (s), looked up again every so often.
    fn step_limit(&mut self, phases: &mut dyn Phases) -> Result<f64, RunError> {
        let asked = self.schedule.largest_step.unwrap_or(f64::INFINITY);
        if self.is_explicit() {
            let is_time = self.state.step.is_multiple_of(STEPS_BETWEEN_LIMITS);
            if self.state.dt == 0.0 || is_time {
                phases.enter(if is_time { Phase::Update } else { Phase::Guard });
                let limit = self.stepper.largest_step(&mut self.system, &self.state).unwrap_or(f64::INFINITY);
                if self.schedule.step_is_fixed && limit < asked {
                    return Err(self.story(StepError::Unstable { step: asked, limit }, asked));
                }
                let agitation = &mut self.state.guard.agitation;
                *agitation = agitation.max(reduce::max_length(&self.state.a));
                self.state.dt = limit.min(asked);
                self.check_limit(limit)?;
            }
            return Ok(self.state.dt);
        }
        let limit = self.stepper.largest_step(&mut self.system, &self.state).unwrap_or(f64::INFINITY);
        self.state.dt = limit.min(asked);
        Ok(self.state.dt)
    }

    pub(crate) fn body_of_node(&self, node: usize) -> usize {
        self.bodies.partition_point(|b| b.first_node <= node) - 1
    }

    /// The largest step the stepper may take from here (s), if it has a limit.
    pub fn largest_step(&mut self) -> Option<f64> {
        self.stepper.largest_step(&mut self.system, &self.state)
    }

    /// What takes or adds energy in this scene, so that no stepper could keep it; `None` if nothing does.
    pub fn energy_exchange(&self) -> Option<&'static str> {
        if self.system.has_damping() {
            return Some("damping takes energy");
        }
        if self.system.contact.is_some() {
            return Some("contact takes energy");
        }
        if self.energies().load.is_none() {
            return Some("a load follows the body and has no potential");
        }
        (!self.is_closed).then_some("things are moved or loads change")
    }

    /// True at the end of the whole run, which [`World::stop_at`] does not change.
    pub fn is_finished(&self) -> bool {
        self.schedule.is_end(self.state.time) || self.path().is_some_and(|path| path.is_at_end)
    }

    /// True at the end of the schedule.
    pub fn is_over(&self) -> bool {
        self.schedule.is_over(self.state.time) || self.is_finished()
    }

    /// Ends the run with the step that reaches `time` (s), if that is before its end: what comes before is as without.
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

    /// Time (s); the length of the path in a run that follows one.
    pub fn time(&self) -> f64 {
        self.state.time
    }

    /// Where on a path of equilibria the world is, in a run that follows one.
    pub fn path(&self) -> Option<PathView<'_>> {
        self.stepper.path(&self.state)
    }

    /// Time of loads and prescribed motions (s).
    pub fn load_time(&self) -> f64 {
        self.path().map_or(self.state.time, |path| path.load_time())
    }

    /// Counts so far.
    pub fn totals(&self) -> &RunTotals {
        &self.totals
    }

    /// The stepper's name and its linear solver's.
    pub fn method_names(&self) -> (&'static str, Option<String>) {
        (self.stepper.name(), self.stepper.solver_name())
    }

    /// Numbers of the matrix of the last solve that may differ from zero, if there has been one.
    pub fn matrix_nonzeros(&self) -> Option<usize> {
        self.stepper.matrix_nonzeros()
    }

    /// How the equations of a step are solved, if there are any to solve.
    pub fn solve_name(&self) -> Option<&'static str> {
        self.stepper.solve_name()
    }

    /// Keeps a record of the iterations of each step from now on, or no longer: see [`World::iteration_records`].
    pub fn record_iterations(&mut self, on: bool) {
        self.stepper.record_iterations(on);
    }

    /// The iterations of the last step, if they are recorded and the step was solved by a quasi-Newton method.
    pub fn iteration_records(&self) -> &[IterationRecord] {
        self.stepper.iteration_records()
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
        self.probes.iter().map(|p| p.probe.unit())
    }

    /// The method that moves a body, as in scene files.
    pub fn method(&self, body: usize) -> &'static str {
        self.bodies[body].body.method()
    }

    /// How many neighbours all unknowns of a body have together, of a method that works by neighbourhoods.
    pub fn neighbour_count(&self, body: usize) -> Option<usize> {
        self.bodies[body].body.neighbour_count()
    }

    /// Whether a body tells how it is stretched, bent and twisted as a thin thing.
    pub fn has_thin_measures(&self, body: usize) -> bool {
        self.bodies[body].body.has_thin_measures()
    }

    /// Whether things touch each other here.
    pub fn has_contact(&self) -> bool {
        self.system.contact.is_some()
    }

    /// Number of bodies (copies count).
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// What a body is at rest.
    pub fn shape(&self, body: usize) -> &Arc<BodyShape> {
        &self.bodies[body].shape
    }

    /// Triangles of a body's surface over the points of [`World::positions`], without a copy.
    pub fn surface(&self, body: usize) -> &[[u32; 3]] {
        &self.bodies[body].shape.surface
    }

    /// Energies and probes now.
    pub fn sample(&mut self) -> Sample {
        self.stepper.velocity_now(&self.state, &mut self.velocity);
        if self.probes.iter().any(|p| p.probe.quantity == Quantity::Reaction) {
            let at = At { q: &self.state.q, v: &self.velocity, time: self.load_time() };
            self.system.forces(&at, &mut self.force);
            for (sum, force) in self.force.iter_mut().zip(&self.state.contact.force) {
                *sum += *force;
            }
        }
        let reads_gaps = self.probes.iter().any(|p| p.probe.quantity == Quantity::ContactGap);
        self.gaps = if reads_gaps { self.point_gaps() } else { Vec::new() };
        Sample {
            time: self.state.time,
            energies: match self.known_energies {
                Some((step, energies)) if step == self.state.step => energies,
                _ => self.energies(),
            },
            probes: self.probes.iter().map(|probe| self.read(probe)).collect(),
        }
    }

    pub(crate) fn energies(&self) -> Energies {
        let at = At { q: &self.state.q, v: &self.velocity, time: self.load_time() };
        let touching = match &self.system.contact {
            Some(contact) if self.solves_contact() => contact.stored_energy(&self.state.q),
            _ => 0.0,
        };
        let elastic = self.system.elastic_energy(&at) + touching;
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
        let gaps = self.point_gaps();
        let bodies = (0..self.bodies.len()).map(|body| self.body_frame(body, &gaps)).collect();
        Frame { index, time: self.state.time, bodies, colliders: self.collider_frames() }
    }

    fn body_frame(&self, index: usize, gaps: &[f64]) -> BodyFrame {
        let body = &self.bodies[index];
        let cells: Vec<u32> = (0..body.body.cell_count() as u32).collect();
        let fields = body.body.cell_fields(&cells, self.nodes_of(index));
        BodyFrame {
            shape: body.shape.clone(),
            positions: self.positions(index).into_owned(),
            velocities: self.points_of(index, &self.velocity).into_owned(),
            stress: fields.iter().map(|f| f.stress).collect(),
            von_mises: fields.iter().map(|f| f.von_mises()).collect(),
            strain: fields.iter().map(|f| f.strain).collect(),
            energy_density: fields.iter().map(|f| f.energy_density).collect(),
            measures: body
                .body
                .has_thin_measures()
                .then(|| fields.iter().map(|f| f.measures.unwrap_or(ThinMeasures::UNKNOWN)).collect()),
            contact: self.contact_fields(index, gaps),
        }
    }
}

/// Share of the energy scale m c^2 of the bodies that contact may add before the guard steps in: that of a strain of about
/// one percent. Things that begin within each other's skin, or are freed from an overlap, gain less.
const CONTACT_SLACK: f64 = 1e-4;

fn energy_slack(bodies: &[WorldBody]) -> f64 {
    let scale = |body: &WorldBody| {
        let mass = body.body.total_mass();
        let speeds = body.body.materials().iter().map(|material| material.p_wave_speed());
        mass * speeds.fold(f64::INFINITY, f64::min).powi(2)
    };
    CONTACT_SLACK * bodies.iter().map(scale).sum::<f64>()
}
