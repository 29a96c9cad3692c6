//! Paths of equilibria: the load is an unknown, so that a structure can be followed through snap-through, snap-back and buckling, where load stepping
//! ends or jumps.
//!
//!   r(q, tau) = 0,     < t_n, (q - q_n, tau - tau_n) > = ds
//!
//! tau: time of loads and prescribed motions, which may fall; t_n: unit tangent of the path at its last point; ds: length of the step. The second equation is
//! the plane square to the tangent at the predicted point [Riks 1979; Wempner 1971]: linear, so that there is no choice among roots, and Newton's method
//! meets it in every iteration (`equations.rs`). Lengths are measured by
//!
//!   < (a, alpha), (b, beta) > = (a^T M b / c^2 + alpha beta) / 2,     c^2 = q_tau^T M q_tau at the beginning,
//!
//! the mean of displacements over the mass, which does not change with the mesh and suits unknowns that are no places; at the beginning ds = dtau. The length
//! of the path so far is `State::time`.
//!
//! The tangent at a new point, A b = dr/dtau, goes on to the side where it makes an acute angle with the way there: past limit points and bifurcations
//! alike, unlike the sign of the determinant, which turns round at a bifurcation. With it comes the number of negative eigenvalues of A. Where dtau/ds has
//! changed its sign there is a limit point in between; where the number has changed and the sign has not, another path crosses
//! [Wriggers, Wagner, Miehe 1988] (`critical.rs`). At a bifurcation the path goes straight on, or, if asked to, along the motion without stiffness.
//!
//! Where motions or loads change how they grow, the path has a kink. A step ends there, and the tangent beyond it is that of what comes.
//!
//! State: `v` holds the tangent dq/ds (nothing moves; it is no velocity), `stepper` the rest (`memory.rs`), so that a run that is taken up again goes on to
//! the same bits.

mod critical;
mod equations;
mod memory;

pub use memory::{CriticalKind, CriticalPoint, PathView};

use crate::stage::NewtonSettings;
use crate::stepper::{Needs, Phases, StepError, StepReport, Stepper};
use critical::Found;
use equations::{Equations, Plane, Point, RateSide};
use glam::DVec3;
use memory::{LENGTH, LOAD_RATE, LOAD_TIME, NEGATIVE, REACH, SCALE, SWITCHED};
use pliant_math::reduce;
use pliant_math::sparse::Indefinite;
use pliant_system::{State, System};

/// Iterations of a step [Ramm 1981] and turn of the path in it (rad) that lengths are chosen for.
const WANTED_ITERATIONS: f64 = 4.0;
const WANTED_TURN: f64 = 0.3;

/// By how much lengths change from step to step.
const SHRINK: f64 = 0.5;
const GROW: f64 = 2.0;

/// How far things move in a step at most, and in the first one along another path: mean over the mass, of their radius of gyration.
const LONGEST_WAY: f64 = 0.02;
const FIRST_WAY_ASIDE: f64 = 0.005;

/// A path that turns by more than this in one step (rad) may be another one.
const MOST_TURN: f64 = 1.0;

/// Times of loads closer than this, as a share of the full load, are the same.
const SAME_TIME: f64 = 1e-9;

/// How a path is followed, and how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSettings {
    /// When a point is in balance.
    pub newton: NewtonSettings,
    /// Time at which the load is full (s): load factor 1.
    pub full: f64,
    /// Share of the full load that the first step is long.
    pub first_length: f64,
    /// Share of the full load by which the load changes in a step at most.
    pub largest_change: f64,
    /// How often a step may be halved.
    pub max_cutbacks: usize,
    /// The path ends after so many steps,
    pub max_steps: u64,
    /// or where the load factor leaves this range.
    pub load_range: [f64; 2],
    /// At the first bifurcation it goes on along the other path.
    pub switches: bool,
}

/// Follows a path of equilibria.
pub struct PathFollowing {
    settings: PathSettings,
    equations: Equations,
    /// Times (s) at which loads or motions change how they grow, ascending.
    kinks: Vec<f64>,
    point: Point,
    /// Tangent at the point.
    tangent: Vec<DVec3>,
    /// Images of the direction of the step and of the tangent in the metric.
    normal: Vec<DVec3>,
    image: Vec<DVec3>,
}

/// What was found where a step ends.
#[derive(Clone, Copy)]
struct Arrival {
    iterations: usize,
    /// Length along the direction of the step.
    length: f64,
    load_time: f64,
    /// dtau/ds.
    load_rate: f64,
    /// Unstable motions.
    negative: usize,
    /// Angle between the tangents at its ends (rad).
    turn: f64,
}

impl PathFollowing {
    /// Solves with its own factor of matrices that need not be positive.
    pub fn new(settings: PathSettings, solver: Indefinite) -> Self {
        let equations = Equations::new(settings.newton, solver, settings.full);
        let (tangent, normal, image) = (Vec::new(), Vec::new(), Vec::new());
        Self { settings, equations, kinks: Vec::new(), point: Point::default(), tangent, normal, image }
    }

    /// With the times (s, ascending) at which loads or motions change how they grow: a step ends at each, and the path goes on in another direction.
    #[must_use]
    pub fn with_kinks(self, kinks: Vec<f64>) -> Self {
        Self { kinks, ..self }
    }

    /// The point under the loads of the beginning, the metric, and the first tangent.
    fn begin(
        &mut self,
        system: &mut System,
        state: &mut State,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.point.q.copy_from_slice(&state.q);
        self.balance_under(system, state, 0.0, phases, report).map_err(|error| match error {
            StepError::Interrupted => error,
            _ => StepError::TooManyCutbacks { cutbacks: 0, last: Box::new(error) },
        })?;
        let negative = self.equations.tangent(system, &self.point, RateSide::After, phases)?;
        system.mass.multiply(&self.equations.response, &mut self.image);
        let square = reduce::dot(&self.equations.response, &self.image);
        if square <= 0.0 || !square.is_finite() {
            return Err(StepError::NothingDriven);
        }
        state.q.copy_from_slice(&self.point.q);
        state.v.copy_from_slice(&self.equations.response);
        state.stepper[SCALE] = square;
        state.stepper[REACH] = (0.5 * moment_of_mass(system) / square).sqrt();
        state.stepper[LOAD_RATE] = 1.0;
        state.stepper[NEGATIVE] = negative as f64;
        Ok(())
    }

    /// The point of the path at a length along the direction of the state, or where the range of loads ends on the way.
    fn arrive(
        &mut self,
        system: &mut System,
        state: &State,
        length: f64,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<Arrival, StepError> {
        let (from, rate) = (state.stepper[LOAD_TIME], state.stepper[LOAD_RATE]);
        map_to_dual(system, &state.v, state.stepper[SCALE], &mut self.normal);
        let point = &mut self.point;
        point.load_time = from + rate * length;
        for i in 0..state.q.len() {
            point.q[i] = state.q[i] + state.v[i] * length;
        }
        system.holds.place(point.load_time, &mut point.q);
        if !system.admissible(&point.q) {
            return Err(StepError::Inverted { node: system.inadmissible_node(&point.q).unwrap_or(0) });
        }
        let plane = Plane {
            origin: &state.q,
            origin_load: from,
            normal: &self.normal,
            normal_load: 0.5 * rate,
            distance: length,
            leads_to_point: true,
        };
        let mut iterations = self.equations.correct(system, &plane, point, phases, report)?;
        let kink = self.kink_passed(from, self.point.load_time);
        if let Some(stop) = kink.or_else(|| self.end_passed(self.point.load_time)) {
            iterations += self.land(system, state, stop, phases, report)?;
        }
        let side = if kink.is_some() && rate < 0.0 { RateSide::Before } else { RateSide::After };
        let negative = self.equations.tangent(system, &self.point, side, phases)?;
        self.orient(system, state, iterations, negative, kink.is_some())
    }

    /// The first kink between two times of loads (s).
    fn kink_passed(&self, from: f64, to: f64) -> Option<f64> {
        let slack = SAME_TIME * self.settings.full;
        if to > from {
            return self.kinks.iter().copied().find(|kink| *kink > from + slack && *kink <= to);
        }
        self.kinks.iter().rev().copied().find(|kink| *kink < from - slack && *kink >= to)
    }

    /// The end of the range of loads that lies before a time of loads (s).
    fn end_passed(&self, load_time: f64) -> Option<f64> {
        let [least, most] = self.settings.load_range.map(|factor| factor * self.settings.full);
        if load_time > most {
            return Some(most);
        }
        (load_time < least).then_some(least)
    }

    /// Takes the point back to where the load is that of the end, on the way from the state.
    fn land(
        &mut self,
        system: &mut System,
        state: &State,
        end: f64,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<usize, StepError> {
        let from = state.stepper[LOAD_TIME];
        let share = (end - from) / (self.point.load_time - from);
        for (q, start) in self.point.q.iter_mut().zip(&state.q) {
            *q = *start + (*q - *start) * share;
        }
        self.balance_under(system, state, end, phases, report)
    }

    /// Moves the point to where it is in balance under the loads of a time (s).
    fn balance_under(
        &mut self,
        system: &mut System,
        state: &State,
        load_time: f64,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<usize, StepError> {
        self.point.load_time = load_time;
        system.holds.place(load_time, &mut self.point.q);
        self.tangent.fill(DVec3::ZERO);
        let plane = Plane {
            origin: &state.q,
            origin_load: state.stepper[LOAD_TIME],
            normal: &self.tangent,
            normal_load: 1.0,
            distance: load_time - state.stepper[LOAD_TIME],
            leads_to_point: false,
        };
        let iterations = self.equations.correct(system, &plane, &mut self.point, phases, report)?;
        // Not off by rounding: the end is told by it.
        self.point.load_time = load_time;
        Ok(iterations)
    }

    /// The unit tangent at the point, to the side where it makes an acute angle with the way there, or where time goes on.
    fn orient(
        &mut self,
        system: &System,
        state: &State,
        iterations: usize,
        negative: usize,
        is_at_kink: bool,
    ) -> Result<Arrival, StepError> {
        let (from, rate) = (state.stepper[LOAD_TIME], state.stepper[LOAD_RATE]);
        let Self { point, tangent, normal, image, equations, .. } = self;
        let response = &equations.response;
        map_to_dual(system, response, state.stepper[SCALE], image);
        let size = (reduce::dot(response, image) + 0.5).sqrt();
        for (way, (q, start)) in tangent.iter_mut().zip(point.q.iter().zip(&state.q)) {
            *way = *q - *start;
        }
        let load_way = point.load_time - from;
        let length = reduce::dot(normal, tangent) + 0.5 * rate * load_way;
        // Beyond a kink another direction is right, but time goes on as before.
        let along = if is_at_kink { load_way } else { reduce::dot(image, tangent) + 0.5 * load_way };
        let unit = along.signum() / size;
        for (tangent, response) in tangent.iter_mut().zip(response) {
            *tangent = *response * unit;
        }
        let cosine = reduce::dot(normal, tangent) + 0.5 * rate * unit;
        let turn = if is_at_kink { WANTED_TURN } else { cosine.clamp(-1.0, 1.0).acos() };
        if turn.is_nan() || turn > MOST_TURN {
            return Err(StepError::LostPath { angle: turn.to_degrees() });
        }
        let load_time = point.load_time;
        Ok(Arrival { iterations, length, load_time, load_rate: unit, negative, turn })
    }

    /// A step of this length; it ends early at a critical point.
    fn attempt(
        &mut self,
        system: &mut System,
        state: &State,
        length: f64,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<(Arrival, Option<Found>), StepError> {
        let (rate, before) = (state.stepper[LOAD_RATE], state.stepper[NEGATIVE]);
        let end = self.arrive(system, state, length, phases, report)?;
        let after = end.negative as f64;
        if rate * end.load_rate < 0.0 {
            let at = self.find_limit(system, state, end, phases, report)?;
            let found = Found { kind: CriticalKind::Limit, load_time: at.load_time, after };
            // Flat, and on the far side: what is beyond is not found again.
            return Ok((Arrival { load_rate: 0.0, ..at }, Some(found)));
        }
        // Not a number where the number of the last point means nothing.
        if before.is_nan() || before == after {
            return Ok((end, None));
        }
        let (at, load_time) = self.find_bifurcation(system, state, end, phases, report)?;
        let after = at.negative as f64;
        Ok((at, Some(Found { kind: CriticalKind::Bifurcation, load_time, after })))
    }

    /// Makes the motion without stiffness at the point the direction to go on.
    fn switch(&mut self, system: &mut System, state: &mut State) -> Result<(), StepError> {
        self.equations.softest_motion(system, &mut self.tangent)?;
        map_to_dual(system, &self.tangent, state.stepper[SCALE], &mut self.image);
        let size = reduce::dot(&self.tangent, &self.image).sqrt();
        reduce::scale(&mut self.tangent, 1.0 / size);
        state.stepper[LOAD_RATE] = 0.0;
        state.stepper[NEGATIVE] = f64::NAN;
        state.stepper[SWITCHED] = 1.0;
        state.stepper[LENGTH] = FIRST_WAY_ASIDE * state.stepper[REACH];
        Ok(())
    }

    /// Length of the step after one of `length`.
    fn next_length(&self, state: &State, length: f64, end: &Arrival, was_cut: bool) -> f64 {
        let by_iterations = (WANTED_ITERATIONS / end.iterations.max(1) as f64).sqrt();
        let factor = by_iterations.min(WANTED_TURN / end.turn).clamp(SHRINK, GROW);
        let factor = if was_cut { factor.min(1.0) } else { factor };
        let by_load = self.settings.largest_change * self.settings.full / end.load_rate.abs();
        (length * factor).min(by_load).min(LONGEST_WAY * state.stepper[REACH])
    }

    /// Moves the state to the point.
    fn accept(
        &mut self,
        system: &mut System,
        state: &mut State,
        end: &Arrival,
        found: Option<&Found>,
    ) -> Result<(), StepError> {
        state.step += 1;
        state.time += end.length;
        let memory = &mut state.stepper;
        let before = memory[NEGATIVE];
        (memory[LOAD_TIME], memory[LOAD_RATE]) = (end.load_time, end.load_rate);
        memory[NEGATIVE] = end.negative as f64;
        if let Some(found) = found {
            memory[NEGATIVE] = found.after;
            let before = if before.is_nan() { end.negative as f64 } else { before };
            memory::record(memory, found.kind, found.load_time, state.step, [before, found.after]);
            let is_new = memory[SWITCHED] == 0.0 && found.kind == CriticalKind::Bifurcation;
            if self.settings.switches && is_new {
                self.switch(system, state)?;
            }
        }
        state.q.copy_from_slice(&self.point.q);
        state.v.copy_from_slice(&self.tangent);
        Ok(())
    }
}

/// Moment of inertia of the mass at rest about its centre (kg m2), summed over all axes once.
fn moment_of_mass(system: &System) -> f64 {
    let (x, shares) = (&system.x_rest, system.shift_shares());
    let ones: Vec<DVec3> = shares.iter().map(|share| DVec3::splat(*share)).collect();
    let mut image = vec![DVec3::ZERO; x.len()];
    system.mass.multiply(&ones, &mut image);
    let total = reduce::dot(&ones, &image) / 3.0;
    let first = (0..x.len()).map(|i| system.mass.row_times(i, x) * shares[i]).sum::<DVec3>();
    let from_centre: Vec<DVec3> =
        x.iter().zip(shares).map(|(x, share)| *x - first / total * *share).collect();
    system.mass.multiply(&from_centre, &mut image);
    reduce::dot(&from_centre, &image)
}

/// M x / (2 c^2): what products in the metric are taken with.
fn map_to_dual(system: &System, x: &[DVec3], scale: f64, out: &mut [DVec3]) {
    system.mass.multiply(x, out);
    reduce::scale(out, 0.5 / scale);
}

impl Stepper for PathFollowing {
    fn name(&self) -> &'static str {
        "quasi-static"
    }

    fn needs(&self) -> Needs {
        Needs { lumped_mass: false, equilibrium: true }
    }

    fn prepare(&mut self, system: &mut System, state: &mut State) -> Result<(), StepError> {
        let n = system.node_count();
        self.equations.prepare(system);
        for field in [&mut self.point.q, &mut self.tangent, &mut self.normal, &mut self.image] {
            field.clear();
            field.resize(n, DVec3::ZERO);
        }
        if state.stepper.is_empty() {
            state.stepper = memory::begin(self.settings.first_length * self.settings.full);
            state.v.fill(DVec3::ZERO);
        }
        Ok(())
    }

    fn largest_step(&mut self, _: &mut System, state: &State) -> Option<f64> {
        Some(state.stepper[LENGTH])
    }

    fn step(
        &mut self,
        system: &mut System,
        state: &mut State,
        dt: f64,
        phases: &mut dyn Phases,
    ) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        if state.step == 0 {
            self.begin(system, state, phases, &mut report)?;
        }
        let mut length = dt.min(LONGEST_WAY * state.stepper[REACH]);
        let (end, found) = loop {
            match self.attempt(system, state, length, phases, &mut report) {
                Ok(done) => break done,
                Err(StepError::Interrupted) => return Err(StepError::Interrupted),
                Err(error) if report.cutbacks == self.settings.max_cutbacks => {
                    let cutbacks = self.settings.max_cutbacks;
                    return Err(StepError::TooManyCutbacks { cutbacks, last: Box::new(error) });
                }
                Err(_) => {
                    report.cutbacks += 1;
                    length *= 0.5;
                }
            }
        };
        state.stepper[LENGTH] = self.next_length(state, length, &end, report.cutbacks > 0);
        self.accept(system, state, &end, found.as_ref())?;
        report.advanced = end.length;
        Ok(report)
    }

    /// Nothing moves.
    fn velocity_now(&self, _: &State, out: &mut [DVec3]) {
        out.fill(DVec3::ZERO);
    }

    fn path<'a>(&self, state: &'a State) -> Option<PathView<'a>> {
        let load_time = state.stepper[LOAD_TIME];
        let [least, most] = self.settings.load_range.map(|factor| factor * self.settings.full);
        let is_outside = load_time >= most || load_time <= least;
        let is_at_end = state.step >= self.settings.max_steps || (state.step > 0 && is_outside);
        let by_steps = state.step as f64 / self.settings.max_steps as f64;
        let share_done = if is_at_end { 1.0 } else { by_steps.max(load_time / most) };
        Some(PathView { memory: &state.stepper, full: self.settings.full, is_at_end, share_done })
    }

    fn solver_name(&self) -> Option<String> {
        Some(self.equations.solver_name())
    }

    fn matrix_nonzeros(&self) -> Option<usize> {
        self.equations.matrix_nonzeros()
    }

    fn solve_name(&self) -> Option<&'static str> {
        Some("arc-length")
    }
}
