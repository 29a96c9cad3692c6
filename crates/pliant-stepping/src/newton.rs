//! Newton's method for one implicit step or one equilibrium.
//!
//! All implicit steppers solve, for the positions q at the end of the step,
//!
//! r(q) = f(q_e, v_e, t_e) - mu M (q - y) = 0,  q_e = q_n + theta (q - q_n),  v_e = v_b + kappa (q - q_n),
//!
//! and differ only in mu, y, theta, v_b, kappa (a [`Stage`]). The matrix is A = mu M - theta df/dq - kappa df/dv.
//!
//! Prescribed motions enter through the first iteration: the held nodes move by dp, everything else by the
//! linearised answer to it, so that a large motion does not crush the elements next to the hold.
//!
//! Contact forces are taken at q itself, the end of the step: r(q) = ... + c(q). What is nearest to what, and the normal
//! forces that friction follows, are those of the last solution, which makes c the gradient of a smooth potential; when a
//! solution is found they are brought up to date and it is solved again, until they agree.

use crate::balance::{Balance, Iterations, Merit, ROUNDING, Work, freeze_contact, size_of, solve_in_passes};
use crate::line_search::{Found, SLOPE_LEFT, SUFFICIENT, allowed_share, halve};
use crate::patience::{Patience, Verdict};
use crate::stage::{NewtonReport, NewtonSettings, Stage};
use crate::stepper::{Phase, Phases, StepError};
use glam::DVec3;
use pliant_math::reduce;
use pliant_math::sparse::{LinearSolver, Outcome};
use pliant_system::{Assembly, At, EndPoint, FactorMemory, System, TangentWeights};

/// Iterations with a cautious tangent of contact after one whose correction had to be cut.
const CAUTIOUS: usize = 2;

/// Iterations each time contact was brought up to date; what was found before is kept if they do not do.
const PASS_ITERATIONS: usize = 15;

/// Corrections that leave more than this share of the residual, so often in a row, while they are hardly more than rounding: it is rounding that is
/// left. In stiff bodies under small loads what it makes of forces is more than the tolerance.
const STALLED: f64 = 0.5;
const STALLS: usize = 3;

/// Corrections are noise if they are at most so many times what counts as rounding, and this share of what moved.
const NOISE: f64 = 100.0;
const NOISE_OF_MOTION: f64 = 1e-6;

/// Loosest relative tolerance of an iterative linear solve inside Newton.
pub(crate) const LOOSEST_LINEAR: f64 = 0.1;

/// The solver with its matrix, factor and work arrays, kept from step to step.
pub struct Newton {
    /// When to stop.
    pub settings: NewtonSettings,
    pub(crate) solver: Box<dyn LinearSolver>,
    pub(crate) assembly: Option<Assembly>,
    /// Weights of the matrix factored last, if the system is linear and it can be used again.
    factored: Option<[f64; 3]>,
    /// Iterations to come with a cautious tangent of contact.
    cautious: usize,
    /// The last correction was cut because something was in the way.
    was_stopped: bool,
    /// The solve at hand is all that is done in a step.
    pub(crate) is_single: bool,
    /// The matrix that is factored is one of the stage at hand.
    pub(crate) is_current: bool,
    /// Identity of the memory whose matrix is factored, if that is used on.
    pub(crate) kept: Option<u64>,
    pub(crate) patience: Patience,
    pub(crate) work: Work,
}

impl Newton {
    /// Uses the given linear solver.
    pub fn new(settings: NewtonSettings, solver: Box<dyn LinearSolver>) -> Self {
        Self {
            settings,
            solver,
            assembly: None,
            factored: None,
            cautious: 0,
            was_stopped: false,
            is_single: false,
            is_current: false,
            kept: None,
            patience: Patience::default(),
            work: Work::default(),
        }
    }

    /// The linear solver's name.
    pub fn solver_name(&self) -> String {
        self.solver.name()
    }

    /// Numbers of its matrix that may differ from zero, once there is one.
    pub fn matrix_nonzeros(&self) -> Option<usize> {
        self.assembly.as_ref().map(|assembly| assembly.pattern().nonzero_count())
    }

    /// Lets a solve take so many iterations at least; returns how many it could take before.
    pub fn allow(&mut self, least: usize) -> usize {
        let before = self.settings.max_iterations;
        self.settings.max_iterations = before.max(least);
        before
    }

    /// Limits the iterations of a solve.
    pub fn limit(&mut self, most: usize) {
        self.settings.max_iterations = most;
    }

    /// Solves the stage; `q` holds the first guess and then the answer.
    pub fn solve(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
    ) -> Result<NewtonReport, StepError> {
        self.prepare(system, stage);
        let mut report = NewtonReport::default();
        if self.work.boundary_motion(system, stage, q) {
            freeze_contact(system, q);
            self.first_iteration(system, stage, q, memory, phases, &mut report)?;
        }
        solve_in_passes(self, system, stage, q, memory, phases, &mut report)?;
        Ok(report)
    }

    /// One linearised solve from `q`: the classic semi-implicit step.
    pub fn solve_once(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut [DVec3],
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
    ) -> Result<NewtonReport, StepError> {
        self.prepare(system, stage);
        let mut report = NewtonReport::default();
        self.work.boundary_motion(system, stage, q);
        self.is_single = true;
        let done = self.first_iteration(system, stage, q, memory, phases, &mut report);
        self.is_single = false;
        done?;
        Ok(report)
    }

    /// Forgets everything that depends on terms and holds.
    pub fn forget(&mut self) {
        self.assembly = None;
        self.factored = None;
        self.kept = None;
    }

    fn prepare(&mut self, system: &mut System, stage: &Stage<'_>) {
        if let Some(contact) = &mut system.contact {
            contact.aim(stage.end_time);
        }
        self.is_current = false;
        self.patience.reset();
        self.make_ready(system);
        self.follow_contact(system);
    }

    /// Arrays and the pattern of the matrix, as far as they are not there.
    pub(crate) fn make_ready(&mut self, system: &System) {
        self.work.resize(system.node_count());
        if self.assembly.is_none() {
            self.assembly = Some(Assembly::new(system));
            self.analyze(system);
        }
    }

    /// Lets the solver look at a new pattern.
    fn analyze(&mut self, system: &System) {
        let Some(assembly) = &self.assembly else { return };
        let count = assembly.unknown_count();
        let places = system.places();
        let positions: Vec<DVec3> = (0..count).map(|u| places[assembly.node(u)]).collect();
        self.solver.analyze(assembly.pattern(), &positions);
        self.work.rhs.resize(count, DVec3::ZERO);
        self.work.solution.resize(count, DVec3::ZERO);
        self.factored = None;
        self.kept = None;
    }

    /// Moves the boundary by dp and everything else by A dx = r(q) + Dr[dp].
    fn first_iteration(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut [DVec3],
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
        report: &mut NewtonReport,
    ) -> Result<(), StepError> {
        let balance = self.work.balance(system, stage, q, phases);
        self.add_boundary_response(system, stage, q);
        report.iterations += 1;
        let loose = self.settings.inexact && !system.is_linear();
        let tolerance = if loose { LOOSEST_LINEAR * 0.1 } else { self.settings.linear_tolerance };
        self.find_direction(system, stage, q, tolerance, memory, phases, report)?;
        self.patience.foresee();
        self.work.move_with_boundary(system, stage, q)?;
        if !balance.residual.is_finite() {
            return Err(StepError::Inverted { node: self.work.worst_node() });
        }
        Ok(())
    }

    /// r += Df[theta dp, kappa dp] + Dc[dp] - mu M dp.
    fn add_boundary_response(&mut self, system: &mut System, stage: &Stage<'_>, q: &[DVec3]) {
        let work = &mut self.work;
        if work.boundary.iter().all(|d| *d == DVec3::ZERO) {
            return;
        }
        let dq: Vec<DVec3> = work.boundary.iter().map(|d| *d * stage.theta).collect();
        let dv: Vec<DVec3> = work.boundary.iter().map(|d| *d * stage.velocity_rate).collect();
        let at = At { q: &work.q_eval, v: &work.v_eval, time: stage.load_time };
        let dv = (stage.velocity_rate != 0.0).then_some(dv.as_slice());
        system.force_differential(&at, &dq, dv, &mut work.force);
        if let Some(contact) = &system.contact {
            contact.add_differential(q, &work.boundary, &mut work.force);
        }
        reduce::add_scaled(&mut work.residual, 1.0, &work.force);
        if stage.mass_factor != 0.0 {
            system.mass.multiply(&work.boundary, &mut work.inertia);
            reduce::add_scaled(&mut work.residual, -stage.mass_factor, &work.inertia);
        }
        system.holds.project(&mut work.residual);
    }

    /// Tolerance of an iterative linear solve (Eisenstat & Walker 1996, choice 2), never tighter than needed.
    fn forcing(&self, system: &System, balance: &Balance, previous: Option<f64>) -> f64 {
        if system.is_linear() || !self.settings.inexact {
            return self.settings.linear_tolerance;
        }
        let shrink = previous.map_or(1.0, |p| balance.residual / p);
        let enough = 0.3 * self.settings.tolerance / balance.relative();
        (0.9 * shrink * shrink).min(LOOSEST_LINEAR).max(enough).max(self.settings.linear_tolerance)
    }

    /// A dx = r; the direction is left in `work.direction`, zero at held nodes.
    fn find_direction(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &[DVec3],
        tolerance: f64,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
        report: &mut NewtonReport,
    ) -> Result<(), StepError> {
        let foresees = self.patience.came_from().is_some();
        if !foresees && self.reuse_factor(system, stage, q, tolerance, memory, phases, report) {
            self.patience.linearised_at(&self.work.q_eval);
            return Ok(());
        }
        let exact = self.try_direction(system, stage, q, tolerance, false, phases, report)?;
        if !exact && !self.try_direction(system, stage, q, tolerance, true, phases, report)? {
            return Err(StepError::Singular { node: self.work.worst_node() });
        }
        if !foresees {
            self.keep_factor(system, stage, !exact, memory);
        }
        let assembly = self.assembly.as_ref().expect("made in prepare");
        assembly.extend(&self.work.solution, &mut self.work.direction);
        system.holds.project(&mut self.work.direction);
        if !system.is_symmetric() {
            phases.enter(Phase::Solve);
            report.linear_iterations += self.correct_for_followers(system, stage, q, tolerance);
            phases.enter(Phase::Update);
        }
        self.patience.linearised_at(&self.work.q_eval);
        Ok(())
    }

    /// Factors the matrix at `q`, whose evaluation point is known, if it is not the one at hand; false if it is not positive definite.
    pub(crate) fn factor(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        q: &[DVec3],
        positive: bool,
        phases: &mut dyn Phases,
    ) -> bool {
        let weights = TangentWeights { position: stage.theta, velocity: stage.velocity_rate, positive };
        let key = [stage.mass_factor, stage.theta, stage.velocity_rate];
        let assembly = self.assembly.as_mut().expect("made in prepare");
        if self.factored != Some(key) || positive {
            phases.enter(Phase::Assembly);
            let at = At { q: &self.work.q_eval, v: &self.work.v_eval, time: stage.load_time };
            let end = EndPoint { q, cautious: self.cautious > 0 };
            let came_from = self.patience.came_from();
            assembly.assemble_on_the_way(system, &at, weights, stage.mass_factor, Some(end), came_from);
            phases.enter(Phase::Factor);
            self.factored = None;
            self.kept = None;
            if self.solver.factor(assembly.matrix()).is_err() {
                return false;
            }
            if system.is_linear() && !positive {
                self.factored = Some(key);
            }
        }
        self.is_current = true;
        true
    }

    /// False if the matrix is not positive definite.
    fn try_direction(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        q: &[DVec3],
        tolerance: f64,
        positive: bool,
        phases: &mut dyn Phases,
        report: &mut NewtonReport,
    ) -> Result<bool, StepError> {
        if !self.factor(system, stage, q, positive, phases) {
            report.projections += 1;
            return Ok(false);
        }
        phases.enter(Phase::Solve);
        let assembly = self.assembly.as_ref().expect("made in prepare");
        let work = &mut self.work;
        assembly.restrict(&work.residual, &mut work.rhs);
        work.solution.fill(DVec3::ZERO);
        let solved = self
            .solver
            .solve(assembly.matrix(), &work.rhs, &mut work.solution, tolerance)
            .map_err(|_| StepError::Singular { node: 0 })?;
        phases.enter(Phase::Update);
        report.linear_iterations += solved.iterations;
        // Conjugate gradients that meet negative curvature stop at a descent direction (Steihaug 1983): use it.
        if solved.outcome == Outcome::NegativeCurvature {
            report.projections += 1;
            return Ok(positive || reduce::dot(&work.rhs, &work.solution) > 0.0);
        }
        Ok(true)
    }

    /// Moves `q` along the direction, as far as the residual or the potential gets smaller.
    fn line_search(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        before: Balance,
        phases: &mut dyn Phases,
        report: &NewtonReport,
    ) -> Result<Balance, StepError> {
        let slope = reduce::dot(&self.work.residual, &self.work.direction);
        let first_share = allowed_share(system, q, &self.work.direction);
        self.was_stopped = first_share < 1.0;
        let tolerance = self.settings.tolerance;
        let mut merit_before: Option<Option<Merit>> = None;
        let mut is_smaller = false;
        let found =
            halve(&mut self.work, system, stage, q, first_share, phases, |work, system, q, trial, phases| {
                let after = trial.balance;
                is_smaller = after.residual < before.residual * (1.0 - SUFFICIENT * trial.share);
                if is_smaller || after.relative() <= tolerance {
                    return true;
                }
                let merit = work.merit(system, stage, trial.q);
                let reference = *merit_before.get_or_insert_with(|| {
                    work.balance(system, stage, q, phases);
                    work.merit(system, stage, q)
                });
                let accepted = match (merit, reference) {
                    (Some(m), Some(r)) => m.value <= r.value - SUFFICIENT * trial.share * slope,
                    // No potential (follower loads, damping): the work along the direction must shrink instead.
                    _ => trial.slope.abs() <= SLOPE_LEFT * slope,
                };
                work.balance(system, stage, trial.q, phases);
                accepted
            });
        match found {
            Found::Share(share, after) => {
                let is_whole = share == first_share && is_smaller;
                self.cautious = if is_whole { self.cautious.saturating_sub(1) } else { CAUTIOUS };
                Ok(after)
            }
            // What is left is rounding.
            _ if reduce::max_length(&self.work.direction) <= 1e4 * ROUNDING * size_of(q) => {
                Ok(self.work.balance(system, stage, q, phases))
            }
            Found::Nothing { admissible_seen: true } => Err(self.not_converged(report)),
            Found::Nothing { .. } => Err(StepError::Inverted { node: self.work.worst_node() }),
        }
    }

    /// Moves `q` by the direction, as far as nothing is in the way, whether things get better or not.
    fn advance_patiently(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut [DVec3],
        phases: &mut dyn Phases,
    ) -> Balance {
        let share = allowed_share(system, q, &self.work.direction);
        self.was_stopped = share < 1.0;
        reduce::add_scaled(q, share, &self.work.direction);
        self.work.evaluate_at(stage, q);
        if !system.admissible(&self.work.q_eval) {
            self.patience.give_up(q);
            return self.work.balance(system, stage, q, phases);
        }
        let after = self.work.balance(system, stage, q, phases);
        match self.patience.judge(q, &after) {
            Verdict::GoOn => after,
            Verdict::GoBack => self.work.balance(system, stage, q, phases),
        }
    }

    fn not_converged(&self, report: &NewtonReport) -> StepError {
        self.work.not_converged(report, self.settings.tolerance)
    }
}

/// Whether corrections of this length say nothing any more.
fn is_noise(moved: f64, stage: &Stage<'_>, q: &[DVec3]) -> bool {
    let motion = || q.iter().zip(stage.start).map(|(x, start)| x.distance(*start)).fold(0.0, f64::max);
    moved <= NOISE * ROUNDING * size_of(q) && moved <= NOISE_OF_MOTION * motion()
}

impl Iterations for Newton {
    fn iterate(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &mut Vec<DVec3>,
        most: usize,
        memory: &mut FactorMemory,
        phases: &mut dyn Phases,
        report: &mut NewtonReport,
    ) -> Result<(), StepError> {
        self.cautious = 0;
        let first = report.iterations;
        let mut previous: Option<f64> = None;
        let mut stalled = 0;
        let mut balance = self.work.balance(system, stage, q, phases);
        self.patience.begin(system, q, &balance);
        loop {
            report.residual = balance.relative();
            if !balance.residual.is_finite() {
                return Err(self.not_converged(report));
            }
            if report.residual <= self.settings.tolerance {
                return Ok(());
            }
            if report.iterations - first >= most {
                return Err(self.not_converged(report));
            }
            if phases.is_interrupted() {
                return Err(StepError::Interrupted);
            }
            report.iterations += 1;
            self.follow_contact(system);
            let tolerance = self.forcing(system, &balance, previous);
            self.find_direction(system, stage, q, tolerance, memory, phases, report)?;
            previous = Some(balance.residual);
            let moved = reduce::max_length(&self.work.direction);
            let is_patient = self.patience.is_left();
            balance = if is_patient {
                self.advance_patiently(system, stage, q, phases)
            } else {
                self.line_search(system, stage, q, balance, phases, report)?
            };
            let went_back = is_patient && !self.patience.is_left();
            if self.was_stopped {
                // Something is in the way: what is nearest there counts from now on.
                freeze_contact(system, q);
                balance = self.work.balance(system, stage, q, phases);
                self.patience.compare_with(q, &balance);
            }
            let is_stalled =
                balance.residual > STALLED * previous.unwrap_or(0.0) && is_noise(moved, stage, q);
            stalled = if is_stalled { stalled + 1 } else { 0 };
            if !went_back && (moved <= ROUNDING * size_of(q) || stalled == STALLS) {
                report.residual = balance.relative();
                return Ok(());
            }
        }
    }

    fn follow_contact(&mut self, system: &System) {
        if self.assembly.as_mut().is_some_and(|assembly| assembly.follow_contact(system)) {
            self.analyze(system);
        }
    }

    fn limits(&self) -> (usize, usize) {
        (self.settings.max_iterations, PASS_ITERATIONS)
    }

    fn work(&mut self) -> &mut Work {
        &mut self.work
    }
}
