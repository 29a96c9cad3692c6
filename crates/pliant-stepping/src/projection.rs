//! Contact of implicit steps by projection: the step is solved without it, then its end is moved to where nothing overlaps.
//!
//! The mean velocities of the step, (q - q_n) / dt, are filtered as those of an explicit step are. In contrast to that, nodes do not answer
//! to impulses p by their masses alone but as the step does, A dq = p / dt with the matrix A of Newton's last iteration: to first
//! order the end is the one that the equation of the step has with the forces p / dt in it.

use crate::newton::Newton;
use crate::stage::{NewtonReport, Stage};
use crate::stepper::{Phase, Phases, StepError};
use glam::DVec3;
use pliant_system::{Contact, ContactMemory, Drift, FactorMemory, StepResponse, System};

/// Relative tolerances of the answer to impulses that are still being looked for, and to those that were found, where linear solves are
/// iterative: momentum is kept as exactly as the second.
const ROUGHLY: f64 = 1e-3;
const EXACTLY: f64 = 1e-12;

/// Arrays that are kept from step to step.
#[derive(Default)]
pub(crate) struct Projection {
    /// Where the step starts, after overlaps that were there have been undone (m).
    start: Vec<DVec3>,
    /// Mean velocities of the step (m/s).
    v: Vec<DVec3>,
    inverse_mass: Vec<f64>,
}

/// The end of a step that is looked for, and what persists of it.
pub(crate) struct EndOfStep<'a> {
    /// The first guess, then the answer (m).
    pub q: &'a mut Vec<DVec3>,
    pub factor: &'a mut FactorMemory,
    pub memory: &'a mut ContactMemory,
    /// Length of the step (s).
    pub dt: f64,
    pub phases: &'a mut dyn Phases,
}

impl Projection {
    /// Finds the end of a step: by `solve` alone or, if contact is projected, by `solve` without contact and then by projection.
    pub fn solve(
        &mut self,
        newton: &mut Newton,
        system: &mut System,
        stage: &Stage<'_>,
        mut end: EndOfStep<'_>,
        solve: impl Fn(&mut Newton, &mut System, &mut EndOfStep<'_>) -> Result<NewtonReport, StepError>,
    ) -> Result<NewtonReport, StepError> {
        self.start.clear();
        if !system.contact.as_ref().is_some_and(|contact| contact.is_projected()) {
            return solve(newton, system, &mut end);
        }
        let mut contact = system.contact.take();
        let mut solved = solve(newton, system, &mut end);
        if let (Ok(_), Some(contact)) = (&solved, &mut contact)
            && let Err(error) = self.project(newton, system, contact.as_mut(), stage, &mut end)
        {
            solved = Err(error);
        }
        system.contact = contact;
        solved
    }

    /// Where the step starts, if overlaps that were there have been undone.
    pub fn move_start(&self, q: &mut [DVec3]) {
        if !self.start.is_empty() {
            q.copy_from_slice(&self.start);
        }
    }

    /// Velocities at the end of the step that are not the mean ones of it drive nobody who touches into others, or off them.
    pub fn calm(&self, system: &mut System, v: &mut [DVec3]) {
        if let Some(contact) = system.contact.as_mut().filter(|_| !self.start.is_empty()) {
            contact.calm(v);
        }
    }

    /// Moves the end of a step that was solved without contact to where nothing overlaps.
    fn project(
        &mut self,
        newton: &mut Newton,
        system: &System,
        contact: &mut dyn Contact,
        stage: &Stage<'_>,
        end: &mut EndOfStep<'_>,
    ) -> Result<(), StepError> {
        let EndOfStep { q, factor, memory, dt, phases } = end;
        let dt = *dt;
        phases.enter(Phase::Contact);
        if self.inverse_mass.len() != q.len() {
            self.inverse_mass = system.mass.lumped_masses().iter().map(|m| 1.0 / m).collect();
        }
        self.start.extend_from_slice(stage.start);
        self.v.clear();
        self.v.extend(q.iter().zip(stage.start).map(|(q, start)| (*q - *start) / dt));
        let mut response = Response { newton, system, stage, q, dt, factor, phases: *phases };
        let mut drift = Drift {
            q: &mut self.start,
            v: &mut self.v,
            inverse_mass: &self.inverse_mass,
            holds: &system.holds,
            time: stage.end_time - dt,
            dt,
            kick: dt,
            response: Some(&mut response),
        };
        contact.filter(&mut drift, memory);
        for (q, (start, v)) in q.iter_mut().zip(self.start.iter().zip(&self.v)) {
            *q = *start + *v * dt;
        }
        system.holds.place(stage.end_time, q);
        phases.enter(Phase::Update);
        stage.evaluation_point(q, &mut newton.work.q_eval, &mut newton.work.v_eval);
        if system.admissible(&newton.work.q_eval) {
            return Ok(());
        }
        let pressed = |i: usize| memory.force[i].length_squared();
        let node = (0..q.len()).max_by(|&i, &j| pressed(i).total_cmp(&pressed(j))).unwrap_or(0);
        Err(StepError::Inverted { node })
    }
}

/// How a step that has been solved answers to impulses.
struct Response<'a> {
    newton: &'a mut Newton,
    system: &'a System,
    stage: &'a Stage<'a>,
    /// Its end without contact.
    q: &'a [DVec3],
    dt: f64,
    factor: &'a mut FactorMemory,
    phases: &'a mut dyn Phases,
}

impl StepResponse for Response<'_> {
    fn respond(&mut self, impulses: &[DVec3], is_exact: bool, out: &mut [DVec3]) -> bool {
        if !self.newton.is_current && !self.make_factor() {
            return false;
        }
        self.phases.enter(Phase::Solve);
        let tolerance = if is_exact { EXACTLY } else { ROUGHLY };
        let done = self.newton.answer(self.system, impulses, tolerance, out);
        let per = 1.0 / (self.dt * self.dt);
        out.iter_mut().for_each(|change| *change *= per);
        self.phases.enter(Phase::Contact);
        done
    }
}

impl Response<'_> {
    /// A step that was solved without a single iteration has no matrix yet.
    fn make_factor(&mut self) -> bool {
        let Self { newton, system, stage, q, factor, phases, .. } = self;
        stage.evaluation_point(q, &mut newton.work.q_eval, &mut newton.work.v_eval);
        let exact = newton.factor(system, stage, q, false, *phases);
        let done = exact || newton.factor(system, stage, q, true, *phases);
        if done {
            newton.keep_factor(system, stage, !exact, factor);
        }
        done
    }
}

impl Newton {
    /// A dx = f with the matrix at hand.
    fn answer(&mut self, system: &System, force: &[DVec3], tolerance: f64, out: &mut [DVec3]) -> bool {
        let Some(assembly) = &self.assembly else { return false };
        let work = &mut self.work;
        work.residual.copy_from_slice(force);
        system.holds.project(&mut work.residual);
        assembly.restrict(&work.residual, &mut work.rhs);
        work.solution.fill(DVec3::ZERO);
        let solved = self.solver.solve(assembly.matrix(), &work.rhs, &mut work.solution, tolerance);
        assembly.extend(&work.solution, out);
        system.holds.project(out);
        solved.is_ok()
    }
}
