//! Equilibrium under loads and motions that grow with a pseudo time, in increments that adapt.

use crate::newton::Newton;
use crate::stage::Stage;
use crate::stepper::{Needs, Phases, StepError, StepReport, Stepper};
use glam::DVec3;
use pliant_system::{FactorMemory, State, System};

/// Iterations that the first equilibrium of bodies that begin deformed may take at least.
const FIRST_ITERATIONS: usize = 100;

/// Newton iterations up to which the next increment may be larger.
const EASY: usize = 6;

/// Where [`State::stepper`] keeps the increment to try next (s).
const INCREMENT: usize = 0;

/// Load stepping with automatic cut-back.
pub struct QuasiStatic {
    newton: Newton,
    first_increment: f64,
    max_cutbacks: usize,
    zero: Vec<DVec3>,
    q: Vec<DVec3>,
}

impl QuasiStatic {
    /// `first_increment` of pseudo time (s) to begin with; an increment that fails is halved, at most
    /// `max_cutbacks` times in a row.
    pub fn new(newton: Newton, first_increment: f64, max_cutbacks: usize) -> Self {
        Self { newton, first_increment, max_cutbacks, zero: Vec::new(), q: Vec::new() }
    }
}

impl QuasiStatic {
    /// With a little room for rounding in sums of increments.
    fn smallest_increment(&self) -> f64 {
        0.999 * self.first_increment * 0.5f64.powi(self.max_cutbacks as i32)
    }
}

impl Stepper for QuasiStatic {
    fn name(&self) -> &'static str {
        "quasi-static"
    }

    fn needs(&self) -> Needs {
        Needs { lumped_mass: false, equilibrium: true }
    }

    fn prepare(&mut self, system: &mut System, state: &mut State) -> Result<(), StepError> {
        self.newton.forget();
        self.zero = vec![DVec3::ZERO; system.node_count()];
        if state.stepper.is_empty() {
            state.stepper = vec![if system.is_linear() { f64::INFINITY } else { self.first_increment }];
            state.v.fill(DVec3::ZERO);
        }
        self.q = state.q.clone();
        Ok(())
    }

    fn largest_step(&mut self, _: &mut System, state: &State) -> Option<f64> {
        Some(state.stepper[INCREMENT])
    }

    fn step(
        &mut self,
        system: &mut System,
        state: &mut State,
        dt: f64,
        phases: &mut dyn Phases,
    ) -> Result<StepReport, StepError> {
        let mut advance = dt;
        let mut report = StepReport::default();
        loop {
            let stage = Stage::equilibrium(&state.q, &self.zero, state.time + advance);
            self.q.copy_from_slice(&state.q);
            // A body that begins deformed is as far from balance under any share of the load.
            let begins_deformed = state.step == 0 && state.q != system.x_rest;
            let usual = self.newton.allow(if begins_deformed { FIRST_ITERATIONS } else { 0 });
            if begins_deformed && system.has_stand_ins() {
                report.iterations += find_back(&mut self.newton, system, &stage, &mut self.q, phases)?;
            }
            let solved = self.newton.solve(system, &stage, &mut self.q, &mut state.factor, phases);
            self.newton.limit(usual);
            match solved {
                Ok(newton) => {
                    report.iterations += newton.iterations;
                    report.linear_iterations += newton.linear_iterations;
                    report.projections += newton.projections;
                    report.residual = newton.residual;
                    report.advanced = advance;
                    if newton.iterations <= EASY && report.cutbacks == 0 {
                        state.stepper[INCREMENT] = state.stepper[INCREMENT].max(advance * 1.5);
                    } else if report.cutbacks > 0 {
                        state.stepper[INCREMENT] = advance;
                    }
                    break;
                }
                Err(StepError::Interrupted) => return Err(StepError::Interrupted),
                Err(error) if 0.5 * advance < self.smallest_increment() => {
                    let cutbacks = self.max_cutbacks;
                    return Err(StepError::TooManyCutbacks { cutbacks, last: Box::new(error) });
                }
                Err(_) => {
                    report.cutbacks += 1;
                    advance *= 0.5;
                }
            }
        }
        std::mem::swap(&mut state.q, &mut self.q);
        state.time += report.advanced;
        state.step += 1;
        Ok(report)
    }

    fn solver_name(&self) -> Option<String> {
        Some(self.newton.solver_name())
    }

    fn matrix_nonzeros(&self) -> Option<usize> {
        self.newton.matrix_nonzeros()
    }

    fn solve_name(&self) -> Option<&'static str> {
        Some("newton")
    }
}

/// Balance with stand-ins, from which that without them is near. Where there is none, the start stays what it was. Tells the iterations.
fn find_back(
    newton: &mut Newton,
    system: &mut System,
    stage: &Stage<'_>,
    q: &mut Vec<DVec3>,
    phases: &mut dyn Phases,
) -> Result<usize, StepError> {
    newton.forget();
    system.exchange_stand_ins();
    let solved = newton.solve(system, stage, q, &mut FactorMemory::default(), phases);
    system.exchange_stand_ins();
    newton.forget();
    match solved {
        Ok(report) => Ok(report.iterations),
        Err(StepError::Interrupted) => Err(StepError::Interrupted),
        Err(_) => {
            q.copy_from_slice(stage.start);
            Ok(0)
        }
    }
}
