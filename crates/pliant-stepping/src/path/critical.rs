//! Where on a step its critical point is.
//!
//! A limit point is the zero of dtau/ds. At a bifurcation an eigenvalue of A x = mu M x goes through zero: the one next to the `before` lowest if motions lose
//! their stability, the last of them if they find it again. How many are negative says on which side of it a trial is, whatever else crosses nearby; its
//! value says where to try next. Both by regula falsi (Illinois).

use super::memory::{CriticalKind, LOAD_RATE, LOAD_TIME, NEGATIVE};
use super::{Arrival, PathFollowing};
use crate::stepper::{Phases, StepError, StepReport};
use pliant_system::{State, System};

/// dtau/ds below which a limit point is found: the load is off by half its square then.
const FLAT: f64 = 1e-5;

/// Trials to find a limit point.
const LIMIT_TRIALS: usize = 20;

/// The same of a bifurcation. It is found when trials on both sides are as near as this share of the step, and the zero between them has settled
/// to this share of the load.
const BIFURCATION_TRIALS: usize = 24;
const NEAR: f64 = 1.0 / 256.0;
const SETTLED: f64 = 1e-6;

/// Trials are kept away from the ends of what is left by this share of it.
const MARGIN: f64 = 0.02;

/// A critical point within a step.
pub(super) struct Found {
    pub kind: CriticalKind,
    pub load_time: f64,
    /// Unstable motions beyond it.
    pub after: f64,
}

/// A trial on one side of a bifurcation: length along the step, time of loads, and the eigenvalue that goes through zero, where it is known.
#[derive(Clone, Copy)]
struct Trial {
    length: f64,
    load_time: f64,
    eigenvalue: Option<f64>,
}

impl PathFollowing {
    /// Where the load is largest or smallest before `end`.
    pub(super) fn find_limit(
        &mut self,
        system: &mut System,
        state: &State,
        end: Arrival,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<Arrival, StepError> {
        let (mut near, mut far) = ((0.0, state.stepper[LOAD_RATE]), (end.length, end.load_rate));
        let mut at = end;
        let mut last_side = 0.0;
        for _ in 0..LIMIT_TRIALS {
            let length = (near.0 * far.1 - far.0 * near.1) / (far.1 - near.1);
            at = self.arrive(system, state, length, phases, report)?;
            if at.load_rate.abs() <= FLAT {
                break;
            }
            let side = at.load_rate * near.1;
            let (moved, other) = if side > 0.0 { (&mut near, &mut far) } else { (&mut far, &mut near) };
            *moved = (length, at.load_rate);
            if side * last_side > 0.0 {
                other.1 *= 0.5;
            }
            last_side = side;
        }
        Ok(at)
    }

    /// A point beyond the first place before `end` where the number of unstable motions changes, and the time of loads there (s).
    pub(super) fn find_bifurcation(
        &mut self,
        system: &mut System,
        state: &State,
        end: Arrival,
        phases: &mut dyn Phases,
        report: &mut StepReport,
    ) -> Result<(Arrival, f64), StepError> {
        let before = state.stepper[NEGATIVE] as usize;
        let loses = end.negative > before;
        // A run that is taken up again knows nothing of motions found before.
        self.equations.forget_soft_motions();
        let mut far_end = end;
        let mut far = self.trial(system, &end, before, loses)?;
        let mut near = Trial { length: 0.0, load_time: state.stepper[LOAD_TIME], eigenvalue: None };
        let mut last_was_near = None;
        let mut zero = f64::NAN;
        for _ in 0..BIFURCATION_TRIALS {
            let length = near.length + share_to_try(&near, &far) * (far.length - near.length);
            let at = self.arrive(system, state, length, phases, report)?;
            let is_near = at.negative == before;
            let trial = self.trial(system, &at, before, loses)?;
            let (moved, other) = if is_near { (&mut near, &mut far) } else { (&mut far, &mut near) };
            *moved = trial;
            if last_was_near == Some(is_near) {
                other.eigenvalue = other.eigenvalue.map(|value| 0.5 * value);
            }
            last_was_near = Some(is_near);
            if !is_near {
                far_end = at;
            }
            let zero_before = std::mem::replace(&mut zero, zero_between(&near, &far));
            let is_settled = (zero - zero_before).abs() <= SETTLED * zero.abs();
            if is_settled && far.length - near.length <= NEAR * end.length {
                break;
            }
        }
        if last_was_near != Some(false) {
            // The point and its tangent are those of the last arrival. How many are negative so near to zero may be rounding, so that is what it was.
            let negative = far_end.negative;
            far_end = self.arrive(system, state, far_end.length, phases, report)?;
            far_end.negative = negative;
        }
        Ok((far_end, zero))
    }

    /// A trial where the path has arrived.
    fn trial(
        &mut self,
        system: &mut System,
        at: &Arrival,
        before: usize,
        loses: bool,
    ) -> Result<Trial, StepError> {
        let soft = self.equations.soft_eigenvalues(system)?;
        let is_near = at.negative == before;
        // As many motions have crossed as the number has changed by; the first of them to do so is the farthest from zero.
        let number = if is_near { 0 } else { at.negative.abs_diff(before) - 1 };
        let is_positive = is_near == loses;
        let eigenvalue = soft.iter().copied().filter(|value| (*value > 0.0) == is_positive).nth(number);
        Ok(Trial { length: at.length, load_time: at.load_time, eigenvalue })
    }
}

/// Where the eigenvalue is zero between two trials, as a share of the way; half of it where that is not known.
fn share_of_zero(near: &Trial, far: &Trial) -> f64 {
    match (near.eigenvalue, far.eigenvalue) {
        (Some(near), Some(far)) => near / (near - far),
        _ => 0.5,
    }
}

fn share_to_try(near: &Trial, far: &Trial) -> f64 {
    share_of_zero(near, far).clamp(MARGIN, 1.0 - MARGIN)
}

/// Time of loads (s) at the zero between two trials.
fn zero_between(near: &Trial, far: &Trial) -> f64 {
    near.load_time + share_of_zero(near, far) * (far.load_time - near.load_time)
}
