//! Factors that are used on: fields whose samples are coupled with many others take long to assemble (ten to twenty times as long as a
//! product with the derivative), and with a hundred others long to factor too. In dynamics the matrix changes little from step to step. So the
//! last factor preconditions GMRES on the derivative itself (no matrix is assembled for that), until that takes too many iterations.
//!
//! Where the factor was made is part of the state, so that a run that is taken up again goes on with the same one.
//!
//! Loads that follow the body have a derivative that is not symmetric; they are treated in the same way, by the factor of the
//! symmetric part.

use crate::krylov::flexible_gmres;
use crate::newton::{LOOSEST_LINEAR, Newton};
use crate::stage::{NewtonReport, Stage};
use crate::stepper::{Phase, Phases};
use glam::DVec3;
use pliant_math::reduce;
use pliant_system::{At, FactorMemory, System, TangentWeights};

/// Iterations with an old factor before a new one is made: with a dear one about what that costs; with a cheap one somewhat
/// less than the eight that assembly and factor cost, so that little is lost if they do not do.
const DEAR_FACTOR: usize = 12;
const CHEAP_FACTOR: usize = 6;

/// Iterations with the factor of the symmetric part of a derivative; what is left then is used as it is.
const FOLLOWERS: usize = 30;

/// Factors that take as long as this many solves are dear.
const DEAR: f64 = 20.0;

/// Loosest tolerance of a solve with an old factor, and of one that no other follows in its step.
const LOOSEST: f64 = 1e-2;
const LOOSEST_SINGLE: f64 = 1e-4;

impl Newton {
    /// How many iterations with an old factor are worth it, none if none: dynamics (equilibria are far from each other and may lose
    /// stability), wide couplings, nothing that touches and lets go. A single solve must be so exact that only a dear factor pays.
    fn most_with_old(&self, system: &System, stage: &Stage<'_>) -> usize {
        let is_fit = stage.mass_factor > 0.0
            && system.contact.is_none()
            && system.terms().iter().any(|term| term.row_groups().is_some());
        match self.solver.solves_a_factor().filter(|_| is_fit) {
            Some(solves) if solves > DEAR => DEAR_FACTOR,
            Some(_) if !self.is_single => CHEAP_FACTOR,
            _ => 0,
        }
    }

    /// Remembers where the matrix was factored just now.
    pub(crate) fn keep_factor(
        &mut self,
        system: &System,
        stage: &Stage<'_>,
        positive: bool,
        memory: &mut FactorMemory,
    ) {
        if self.most_with_old(system, stage) == 0 {
            return;
        }
        memory.q.clone_from(&self.work.q_eval);
        memory.v.clone_from(&self.work.v_eval);
        let positive = f64::from(u8::from(positive));
        memory.numbers = [stage.load_time, stage.mass_factor, stage.theta, stage.velocity_rate, positive];
        self.kept = Some(memory.identity());
    }

    /// Finds the direction with the old factor, if there is one and it is still good enough.
    #[allow(clippy::too_many_arguments, reason = "all that one iteration of Newton is about")]
    pub(crate) fn reuse_factor(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &[DVec3],
        tolerance: f64,
        memory: &FactorMemory,
        phases: &mut dyn Phases,
        report: &mut NewtonReport,
    ) -> bool {
        let most = self.most_with_old(system, stage);
        if memory.is_empty() || most == 0 || !self.restore_factor(system, memory, phases) {
            return false;
        }
        phases.enter(Phase::Solve);
        self.work.direction.fill(DVec3::ZERO);
        let loosest = if self.is_single { LOOSEST_SINGLE } else { LOOSEST };
        let tolerance = tolerance.clamp(1e-10, loosest);
        self.is_current = memory.numbers[1..4] == [stage.mass_factor, stage.theta, stage.velocity_rate];
        let (iterations, is_reached) = self.krylov(system, stage, q, tolerance, Some(most));
        phases.enter(Phase::Update);
        report.linear_iterations += iterations;
        is_reached && reduce::dot(&self.work.residual, &self.work.direction) > 0.0
    }

    /// Makes the factor of a memory again, if it is not the one at hand.
    fn restore_factor(&mut self, system: &System, memory: &FactorMemory, phases: &mut dyn Phases) -> bool {
        let identity = Some(memory.identity());
        if self.kept == identity {
            return true;
        }
        let [time, mass_factor, position, velocity, positive] = memory.numbers;
        let weights = TangentWeights { position, velocity, positive: positive != 0.0 };
        let Some(assembly) = &mut self.assembly else { return false };
        phases.enter(Phase::Assembly);
        let at = At { q: &memory.q, v: &memory.v, time };
        assembly.assemble(system, &at, weights, mass_factor);
        phases.enter(Phase::Factor);
        let is_factored = self.solver.factor(assembly.matrix()).is_ok();
        self.kept = identity.filter(|_| is_factored);
        is_factored
    }

    /// Turns the answer of the symmetric matrix into that of the whole derivative.
    pub(crate) fn correct_for_followers(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &[DVec3],
        tolerance: f64,
    ) -> usize {
        self.krylov(system, stage, q, tolerance.min(1e-3), None).0
    }

    /// Improves `work.direction` by GMRES on the whole derivative, with the factor at hand. `with_old` is how many iterations may be done
    /// if that is an old one.
    fn krylov(
        &mut self,
        system: &mut System,
        stage: &Stage<'_>,
        q: &[DVec3],
        tolerance: f64,
        with_old: Option<usize>,
    ) -> (usize, bool) {
        let most = with_old.unwrap_or(FOLLOWERS);
        let assembly = self.assembly.as_ref().expect("made in prepare");
        let work = &mut self.work;
        let (solver, rhs, solution) = (&mut self.solver, &mut work.rhs, &mut work.solution);
        let at = At { q: &work.q_eval, v: &work.v_eval, time: stage.load_time };
        let mut direction = std::mem::take(&mut work.direction);
        let mut inertia = vec![DVec3::ZERO; direction.len()];
        let (mut dq, mut dv) = (inertia.clone(), inertia.clone());
        let holds = system.holds.clone();
        let came_from = self.patience.came_from();
        let apply = |x: &[DVec3], out: &mut [DVec3]| {
            for i in 0..x.len() {
                (dq[i], dv[i]) = (x[i] * stage.theta, x[i] * stage.velocity_rate);
            }
            let dv = (stage.velocity_rate != 0.0).then_some(dv.as_slice());
            system.foreseen_differential(&at, came_from, &dq, dv, out);
            if let Some(contact) = &system.contact {
                contact.add_differential(q, x, out);
            }
            system.mass.multiply(x, &mut inertia);
            for i in 0..x.len() {
                out[i] = inertia[i] * stage.mass_factor - out[i];
            }
            system.holds.project(out);
        };
        let precondition = |residual: &[DVec3], out: &mut [DVec3]| {
            assembly.restrict(residual, rhs);
            let done = if with_old.is_some() {
                solver.precondition(assembly.matrix(), rhs, solution)
            } else {
                solution.fill(DVec3::ZERO);
                solver.solve(assembly.matrix(), rhs, solution, LOOSEST_LINEAR).map(|_| ())
            };
            if done.is_err() {
                out.copy_from_slice(residual);
                return;
            }
            assembly.extend(solution, out);
            holds.project(out);
        };
        let or_nothing = with_old.is_some();
        let found =
            flexible_gmres(apply, precondition, &work.residual, &mut direction, tolerance, most, or_nothing);
        work.direction = direction;
        found
    }
}
