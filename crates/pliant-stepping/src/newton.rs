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

use crate::stage::{NewtonReport, NewtonSettings, Stage};
use crate::stepper::{Phase, Phases, StepError};
use glam::DVec3;
use pliant_math::reduce;
use pliant_math::sparse::{LinearSolver, Outcome};
use pliant_system::{Assembly, At, EndPoint, FactorMemory, System, TangentWeights};

/// Positions are taken as converged when corrections fall below this share of the system's size: rounding.
const ROUNDING: f64 = 1e-13;

/// Smallest share of a correction a line search tries.
const SMALLEST_SHARE: f64 = 1.0 / 1024.0;

/// Share of the work along a direction that may be left where a line search without a potential ends (Crisfield 1982).
const SLOPE_LEFT: f64 = 0.9;

/// Share of the predicted decrease that a step must bring (Armijo).
const SUFFICIENT: f64 = 1e-4;

/// Iterations with a cautious tangent of contact after one whose correction had to be cut.
const CAUTIOUS: usize = 2;

/// How often contact is brought up to date in one step.
const CONTACT_PASSES: usize = 8;

/// Iterations each time; what was found before is kept if they do not do.
const PASS_ITERATIONS: usize = 15;

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
    pub(crate) work: Work,
}

#[derive(Default)]
pub(crate) struct Work {
    pub(crate) q_eval: Vec<DVec3>,
    pub(crate) v_eval: Vec<DVec3>,
    force: Vec<DVec3>,
    inertia: Vec<DVec3>,
    offset: Vec<DVec3>,
    pub(crate) residual: Vec<DVec3>,
    trial: Vec<DVec3>,
    /// The last solution while contact is brought up to date.
    settled: Vec<DVec3>,
    pub(crate) direction: Vec<DVec3>,
    boundary: Vec<DVec3>,
    pub(crate) rhs: Vec<DVec3>,
    pub(crate) solution: Vec<DVec3>,
}

/// Residual norm and what it is compared with.
#[derive(Clone, Copy)]
struct Balance {
    residual: f64,
    reference: f64,
}

impl Balance {
    fn relative(&self) -> f64 {
        if self.residual == 0.0 { 0.0 } else { self.residual / self.reference }
    }
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
            work: Work::default(),
        }
    }

    /// The linear solver's name.
    pub fn solver_name(&self) -> String {
        self.solver.name()
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
        if self.boundary_motion(system, stage, q) {
            freeze_contact(system, q);
            self.first_iteration(system, stage, q, memory, phases, &mut report)?;
        }
        freeze_contact(system, q);
        self.iterate(system, stage, q, self.settings.max_iterations, memory, phases, &mut report)?;
        for _ in 0..CONTACT_PASSES {
            if !self.settle_contact(system, q) {
                break;
            }
            self.work.settled.clone_from(q);
            if self.iterate(system, stage, q, PASS_ITERATIONS, memory, phases, &mut report).is_err() {
                // What was found before holds, with what touched a moment ago.
                q.clone_from(&self.work.settled);
                break;
            }
        }
        Ok(report)
    }

    /// Newton's iterations from `q`, with contact as it is frozen.
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
        let mut balance = self.balance(system, stage, q, phases);
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
            balance = self.line_search(system, stage, q, balance, phases, report)?;
            if self.was_stopped {
                // Something is in the way: what is nearest there counts from now on.
                freeze_contact(system, q);
                balance = self.balance(system, stage, q, phases);
            }
            if moved <= ROUNDING * size_of(q) {
                report.residual = balance.relative();
                return Ok(());
            }
        }
    }

    /// Lets contact follow a solution; true if that changed the equations.
    fn settle_contact(&mut self, system: &mut System, q: &[DVec3]) -> bool {
        let changed = system.contact.as_mut().is_some_and(|contact| contact.settle(q));
        if changed {
            self.follow_contact(system);
        }
        changed
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
        self.boundary_motion(system, stage, q);
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
        let n = system.node_count();
        let work = &mut self.work;
        for field in [
            &mut work.q_eval,
            &mut work.v_eval,
            &mut work.force,
            &mut work.inertia,
            &mut work.offset,
            &mut work.residual,
            &mut work.trial,
            &mut work.direction,
            &mut work.boundary,
        ] {
            field.resize(n, DVec3::ZERO);
        }
        if self.assembly.is_none() {
            self.assembly = Some(Assembly::new(system));
            self.analyze(system);
        }
        self.follow_contact(system);
    }

    fn follow_contact(&mut self, system: &System) {
        if self.assembly.as_mut().is_some_and(|assembly| assembly.follow_contact(system)) {
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

    /// How far the held nodes of the guess are from where they must be; false if they are there.
    fn boundary_motion(&mut self, system: &System, stage: &Stage<'_>, q: &[DVec3]) -> bool {
        let boundary = &mut self.work.boundary;
        boundary.copy_from_slice(q);
        system.holds.place(stage.end_time, boundary);
        for (target, q) in boundary.iter_mut().zip(q) {
            *target -= *q;
        }
        boundary.iter().any(|d| *d != DVec3::ZERO)
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
        let balance = self.balance(system, stage, q, phases);
        self.add_boundary_response(system, stage, q);
        report.iterations += 1;
        let loose = self.settings.inexact && !system.is_linear();
        let tolerance = if loose { LOOSEST_LINEAR * 0.1 } else { self.settings.linear_tolerance };
        self.find_direction(system, stage, q, tolerance, memory, phases, report)?;
        for i in 0..q.len() {
            q[i] += self.work.direction[i] + self.work.boundary[i];
        }
        system.holds.place(stage.end_time, q);
        stage.evaluation_point(q, &mut self.work.q_eval, &mut self.work.v_eval);
        if !balance.residual.is_finite() || !system.admissible(&self.work.q_eval) {
            return Err(StepError::Inverted { node: self.worst_node() });
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

    /// Residual at `q`, left in `work.residual` with held components removed.
    fn balance(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &[DVec3],
        phases: &mut dyn Phases,
    ) -> Balance {
        phases.enter(Phase::Forces);
        stage.evaluation_point(q, &mut self.work.q_eval, &mut self.work.v_eval);
        let work = &mut self.work;
        let at = At { q: &work.q_eval, v: &work.v_eval, time: stage.load_time };
        system.forces(&at, &mut work.force);
        if let Some(contact) = &system.contact {
            contact.add_forces(q, &mut work.force);
        }
        phases.enter(Phase::Update);
        let mut reference = reduce::norm(&work.force) + system.support_norm();
        work.residual.copy_from_slice(&work.force);
        if stage.mass_factor != 0.0 {
            for i in 0..q.len() {
                work.offset[i] = (q[i] - stage.inertia_target[i]) * stage.mass_factor;
            }
            system.mass.multiply(&work.offset, &mut work.inertia);
            reference += reduce::norm(&work.inertia);
            reduce::add_scaled(&mut work.residual, -1.0, &work.inertia);
        }
        system.holds.project(&mut work.residual);
        Balance { residual: reduce::norm(&work.residual), reference }
    }

    /// Potential of the stage at `q`, up to a constant: the residual is minus its gradient.
    fn merit(&self, system: &System, stage: &Stage<'_>, q: &[DVec3]) -> Option<f64> {
        if system.has_damping() && stage.velocity_rate != 0.0 {
            return None;
        }
        let work = &self.work;
        let at = At { q: &work.q_eval, v: &work.v_eval, time: stage.load_time };
        let touching = system.contact.as_ref().map_or(0.0, |contact| contact.potential(q));
        let potential = system.potential_energy(&at)? / stage.theta + touching;
        if stage.mass_factor == 0.0 {
            return Some(potential);
        }
        let inertia: f64 = (0..q.len()).map(|i| (q[i] - stage.inertia_target[i]).dot(work.inertia[i])).sum();
        Some(potential + 0.5 * inertia)
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
        if self.reuse_factor(system, stage, q, tolerance, memory, phases, report) {
            return Ok(());
        }
        let exact = self.try_direction(system, stage, q, tolerance, false, phases, report)?;
        if !exact && !self.try_direction(system, stage, q, tolerance, true, phases, report)? {
            return Err(StepError::Singular { node: self.worst_node() });
        }
        self.keep_factor(system, stage, !exact, memory);
        let assembly = self.assembly.as_ref().expect("made in prepare");
        assembly.extend(&self.work.solution, &mut self.work.direction);
        system.holds.project(&mut self.work.direction);
        if !system.is_symmetric() {
            phases.enter(Phase::Solve);
            report.linear_iterations += self.correct_for_followers(system, stage, q, tolerance);
            phases.enter(Phase::Update);
        }
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
            assembly.assemble_with_contact(system, &at, weights, stage.mass_factor, Some(end));
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
        let mut merit_before: Option<Option<f64>> = None;
        let direction = &self.work.direction;
        let mut share = system.contact.as_mut().map_or(1.0, |contact| {
            contact.foresee(q, direction);
            contact.largest_share(q, direction)
        });
        self.was_stopped = share < 1.0;
        let (first_share, smallest) = (share, share * SMALLEST_SHARE);
        let mut admissible_seen = false;
        while share >= smallest {
            let mut trial = std::mem::take(&mut self.work.trial);
            for i in 0..q.len() {
                trial[i] = q[i] + self.work.direction[i] * share;
            }
            stage.evaluation_point(&trial, &mut self.work.q_eval, &mut self.work.v_eval);
            if system.admissible(&self.work.q_eval) {
                admissible_seen = true;
                let after = self.balance(system, stage, &trial, phases);
                let smaller = after.residual < before.residual * (1.0 - SUFFICIENT * share);
                let done = after.relative() <= self.settings.tolerance;
                let slope_after = reduce::dot(&self.work.residual, &self.work.direction);
                let accepted = smaller || done || {
                    let merit = self.merit(system, stage, &trial);
                    let reference = *merit_before.get_or_insert_with(|| {
                        self.balance(system, stage, q, phases);
                        self.merit(system, stage, q)
                    });
                    let accepted = match (merit, reference) {
                        (Some(m), Some(r)) => m <= r - SUFFICIENT * share * slope,
                        // No potential (follower loads, damping): the work along the direction must shrink instead.
                        _ => slope_after.abs() <= SLOPE_LEFT * slope,
                    };
                    self.balance(system, stage, &trial, phases);
                    accepted
                };
                if accepted {
                    let is_whole = share == first_share && smaller;
                    self.cautious = if is_whole { self.cautious.saturating_sub(1) } else { CAUTIOUS };
                    std::mem::swap(q, &mut trial);
                    self.work.trial = trial;
                    return Ok(after);
                }
            }
            self.work.trial = trial;
            share *= 0.5;
        }
        let small = reduce::max_length(&self.work.direction) <= 1e4 * ROUNDING * size_of(q);
        if small {
            return Ok(self.balance(system, stage, q, phases));
        }
        let node = self.worst_node();
        if admissible_seen { Err(self.not_converged(report)) } else { Err(StepError::Inverted { node }) }
    }

    fn not_converged(&self, report: &NewtonReport) -> StepError {
        StepError::NotConverged {
            iterations: report.iterations,
            residual: report.residual,
            tolerance: self.settings.tolerance,
            node: self.worst_node(),
        }
    }

    /// The node with the largest residual.
    fn worst_node(&self) -> usize {
        let length = |i: usize| self.work.residual[i].length_squared();
        (0..self.work.residual.len()).max_by(|&a, &b| length(a).total_cmp(&length(b))).unwrap_or(0)
    }
}

fn freeze_contact(system: &mut System, q: &[DVec3]) {
    if let Some(contact) = &mut system.contact {
        contact.freeze(q);
    }
}

/// Largest coordinate: the scale of rounding in positions.
fn size_of(q: &[DVec3]) -> f64 {
    q.iter().map(|x| x.abs().max_element()).fold(f64::MIN_POSITIVE, f64::max)
}
