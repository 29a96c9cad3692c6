//! The step guard: looks at states before anybody relies on them, and goes back when one is no good.
//!
//! A *secured* state has been looked at: every number is finite, no part of a body moves farther in a step than the
//! body is large, no element is inside out under a law that cannot take it. Implicit steppers secure every state.
//! Explicit ones take very many cheap steps, so they secure one in [`STEPS_BETWEEN_LOOKS`] and each state of which a
//! sample or frame is made: nothing told is ever taken back.
//!
//! When a step fails, or its state is no good, the world returns to the last secured state and goes on with half the
//! step; after some calm steps the step grows again. All of that is kept in [`GuardMemory`](pliant_system::GuardMemory),
//! part of the state, so that a run that was stopped in between continues to the same bits.

use crate::error::RunError;
use crate::listener::Energies;
use crate::world::World;
use pliant_math::reduce;
use pliant_stepping::{Phase, Phases, StepError};
use rayon::prelude::*;

/// Explicit steps from one look to the next.
const STEPS_BETWEEN_LOOKS: u64 = 64;

/// The smallest share of the step that is tried: eight halvings.
const SMALLEST_SHARE: f64 = 1.0 / 256.0;

/// Calm steps after which a cut step is doubled again.
const CALM_IMPLICIT: u64 = 4;
const CALM_EXPLICIT: u64 = 1024;

/// The stability limit is looked at again when accelerations have grown by this factor beyond all before.
const AGITATED: f64 = 4.0;

/// Steps repeated in a run before it is given up.
const MOST_REPEATS: u64 = 200;

/// A stability limit below this share of the first one is the end.
const STUCK: f64 = 1e-5;

/// A world with more than this share of its elements inside out is beyond recovery.
const BEYOND_RECOVERY: f64 = 0.9;

/// The share of kinetic and elastic energy that may come from nowhere: explicit steps near their limit make the energies
/// of the stiffest motions swing, but not by as much as all of them.
const FROM_NOWHERE: f64 = 0.5;

/// Relative rounding of sums of energies, and of velocities.
const ROUNDING: f64 = 1e-9;

impl World {
    /// Whether the state after a step that began at `before` (s) must be secured.
    pub(crate) fn is_look_due(&self, before: f64) -> bool {
        let (schedule, time) = (&self.schedule, self.state.time);
        !self.is_explicit()
            || self.state.step.is_multiple_of(STEPS_BETWEEN_LOOKS)
            || schedule.is_sample(before, time)
            || schedule.is_frame(time)
    }

    /// Whether elements are looked at, too: samples may be so many that this would cost.
    fn is_full_look(&self) -> bool {
        let is_turn = self.state.step.is_multiple_of(STEPS_BETWEEN_LOOKS);
        !self.is_explicit() || is_turn || self.schedule.is_frame(self.state.time)
    }

    /// Looks at the state, reached by a step of `dt` (s) from `before` (s); if it is good, it becomes the one to go back to.
    pub(crate) fn secure(&mut self, before: f64, dt: f64, phases: &mut dyn Phases) -> Result<(), StepError> {
        phases.enter(Phase::Guard);
        self.look(dt)?;
        if self.is_closed && self.schedule.is_sample(before, self.state.time) {
            // The sample needs the energies in any case.
            phases.enter(Phase::Observe);
            self.look_at_energy()?;
            phases.enter(Phase::Guard);
        }
        if self.is_explicit() && reduce::max_length(&self.state.a) > AGITATED * self.state.guard.agitation {
            // Zero means that the limit is not known.
            self.state.dt = 0.0;
        }
        if self.is_full_look() {
            self.look_at_elements()?;
        }
        self.mark_secured();
        Ok(())
    }

    /// Counts looks that find elements inside out; a body that is so as a whole is beyond recovery.
    fn look_at_elements(&mut self) -> Result<(), StepError> {
        let (inverted, all) = self.system.inverted_count(&self.state.q);
        if inverted as f64 > BEYOND_RECOVERY * all as f64 {
            let away = |&i: &usize| {
                (self.state.q[i] - self.system.x_rest[i]).length_squared() * self.system.shift_shares()[i]
            };
            let node = (0..self.state.q.len()).max_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0);
            return Err(StepError::Inverted { node });
        }
        self.totals.inverted_looks += u64::from(inverted > 0);
        Ok(())
    }

    /// Works the energies out, which a sample needs in any case. In a closed world their sum cannot grow: if most of
    /// what moves and strains was not there at the start, the steps have made it.
    fn look_at_energy(&mut self) -> Result<(), StepError> {
        let energies = self.work_out_energies();
        let (Some(now), start) = (energies.total(), self.state.guard.energy) else { return Ok(()) };
        let rounding = ROUNDING * (now.abs() + start.abs()) + self.energy_slack;
        if now - start > FROM_NOWHERE * (energies.kinetic + energies.elastic) + rounding {
            return Err(StepError::EnergyGrowth { node: self.fastest_node(), from: start, to: now });
        }
        Ok(())
    }

    fn work_out_energies(&mut self) -> Energies {
        self.stepper.velocity_now(&self.state, &mut self.velocity);
        let energies = self.energies();
        self.known_energies = Some((self.state.step, energies));
        energies
    }

    /// Keeps the energy of the start, if it cannot grow.
    pub(crate) fn remember_energy(&mut self) {
        if self.is_closed && self.state.guard.energy.is_nan() {
            self.state.guard.energy = self.work_out_energies().total().unwrap_or(f64::NAN);
            self.mark_secured();
        }
    }

    fn fastest_node(&self) -> usize {
        let speed = |&i: &usize| self.state.v[i].length_squared() * self.system.shift_shares()[i];
        (0..self.state.v.len()).max_by(|a, b| speed(a).total_cmp(&speed(b))).unwrap_or(0)
    }

    /// Steps that have become so short that the run would never end are refused.
    pub(crate) fn check_limit(&mut self, limit: f64) -> Result<(), RunError> {
        let first = self.state.guard.first_step;
        if first == 0.0 {
            self.state.guard.first_step = limit;
        } else if limit < STUCK * first {
            self.state.copy_from(&self.secured.state);
            return Err(self.story(StepError::Stuck { first, limit }, limit));
        }
        Ok(())
    }

    /// Keeps the state to go back to.
    pub(crate) fn mark_secured(&mut self) {
        self.secured.state.copy_from(&self.state);
        (self.secured.totals, self.secured.frames) = (self.totals, self.frames);
    }

    /// What is wrong with the state, if something is.
    pub(crate) fn look(&self, dt: f64) -> Result<(), StepError> {
        if let Some(node) = self.state.first_not_finite() {
            return Err(StepError::NotFinite { node, step: dt });
        }
        if !self.stepper.needs().equilibrium {
            (0..self.bodies.len()).try_for_each(|body| self.look_for_runaway(body, dt))?;
        }
        if self.system.admissible(&self.state.q) {
            return Ok(());
        }
        Err(StepError::Inverted { node: self.system.inadmissible_node(&self.state.q).unwrap_or(0) })
    }

    fn look_for_runaway(&self, body: usize, dt: f64) -> Result<(), StepError> {
        let limit = self.bodies[body].size / dt;
        if self.largest_difference(body) < limit {
            return Ok(());
        }
        let v = self.points_of(body, &self.state.v);
        let mean = reduce::sum_vectors(&v) / v.len() as f64;
        // Squares, and the larger index on a tie: the same node at any number of threads.
        let fastest =
            v.par_iter().enumerate().with_min_len(4096).map(|(i, v)| ((*v - mean).length_squared(), i));
        let (square, index) = fastest.reduce(|| (0.0, 0), |a, b| if b > a { b } else { a });
        let speed = square.sqrt();
        if speed > limit {
            let node = self.bodies[body].node_behind(index, self.system.shift_shares());
            return Err(StepError::Runaway { node, speed, step: dt });
        }
        Ok(())
    }

    /// No two points of a body differ in velocity by more than this (m/s). Far above what they do differ by, but known from the nodes alone.
    fn largest_difference(&self, body: usize) -> f64 {
        let fastest = reduce::max_length(&self.state.v[self.node_range(body)]);
        2.0 * (1.0 + ROUNDING) * self.bodies[body].gain * fastest
    }

    /// Returns to the last secured state to go on with half the step.
    ///
    /// # Errors
    /// If a smaller step cannot help or has been tried; the world is at its last good state then, too.
    pub(crate) fn go_back(&mut self, cause: StepError, dt: f64) -> Result<(), RunError> {
        let repeats = {
            let mut repeats = self.totals.repeats;
            repeats.count(&cause);
            repeats
        };
        self.go_back_to_secured();
        let share = 0.5 * self.state.guard.share;
        if share < SMALLEST_SHARE || repeats.total() > MOST_REPEATS || !can_retry(&cause) {
            return Err(self.story(cause, dt));
        }
        self.totals.repeats = repeats;
        (self.state.guard.share, self.state.guard.calm) = (share, 0);
        // Unknown: what was stable before may be so no more.
        self.state.dt = 0.0;
        self.mark_secured();
        Ok(())
    }

    /// To the last state that was found good.
    pub(crate) fn go_back_to_secured(&mut self) {
        self.state.copy_from(&self.secured.state);
        self.totals = self.secured.totals;
        self.known_energies = None;
    }

    /// After a step that went well: a cut step grows again.
    pub(crate) fn calm_down(&mut self) {
        let calm_enough = if self.is_explicit() { CALM_EXPLICIT } else { CALM_IMPLICIT };
        let guard = &mut self.state.guard;
        if guard.share >= 1.0 {
            return;
        }
        guard.calm += 1;
        if guard.calm >= calm_enough {
            (guard.share, guard.calm) = ((2.0 * guard.share).min(1.0), 0);
        }
    }
}

/// Smaller steps cannot mend a singular matrix or a step the user fixed; load stepping has cut back already.
fn can_retry(cause: &StepError) -> bool {
    !matches!(
        cause,
        StepError::Singular { .. }
            | StepError::TooManyCutbacks { .. }
            | StepError::NothingDriven
            | StepError::Unstable { .. }
            | StepError::Stuck { .. }
    )
}
