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
use crate::world::World;
use pliant_math::reduce;
use pliant_stepping::StepError;
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

    /// Looks at the state, reached by a step of `dt` (s); if it is good, it becomes the one to go back to.
    pub(crate) fn secure(&mut self, dt: f64) -> Result<(), StepError> {
        self.look(dt)?;
        if self.is_explicit() && reduce::max_length(&self.state.a) > AGITATED * self.state.guard.agitation {
            // Zero means that the limit is not known.
            self.state.dt = 0.0;
        }
        if self.is_full_look() && !self.system.is_upright(&self.state.q) {
            self.totals.inverted_looks += 1;
        }
        self.mark_secured();
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
        let range = self.node_range(body);
        let v = &self.state.v[range.clone()];
        let mean = reduce::sum_vectors(v) / v.len() as f64;
        let limit = self.bodies[body].size / dt;
        // Squares, and the larger index on a tie: the same node at any number of threads.
        let fastest =
            v.par_iter().enumerate().with_min_len(4096).map(|(i, v)| ((*v - mean).length_squared(), i));
        let (square, index) = fastest.reduce(|| (0.0, 0), |a, b| if b > a { b } else { a });
        let speed = square.sqrt();
        if speed > limit {
            return Err(StepError::Runaway { node: range.start + index, speed, step: dt });
        }
        Ok(())
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
        self.state.copy_from(&self.secured.state);
        self.totals = self.secured.totals;
        let share = 0.5 * self.state.guard.share;
        if share < SMALLEST_SHARE || !can_retry(&cause) {
            return Err(self.story(cause, dt));
        }
        self.totals.repeats = repeats;
        (self.state.guard.share, self.state.guard.calm) = (share, 0);
        // Unknown: what was stable before may be so no more.
        self.state.dt = 0.0;
        self.mark_secured();
        Ok(())
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
        StepError::Singular { .. } | StepError::TooManyCutbacks { .. } | StepError::Unstable { .. }
    )
}
