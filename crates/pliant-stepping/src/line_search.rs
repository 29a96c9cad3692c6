//! How far to go along a direction: as far as nothing passes through anything, no element turns inside out, and things get better; half as
//! far until that is so.

use crate::balance::{Balance, Work};
use crate::stage::Stage;
use crate::stepper::Phases;
use glam::DVec3;
use pliant_math::reduce;
use pliant_system::System;

/// Smallest share of a correction that is tried.
const SMALLEST_SHARE: f64 = 1.0 / 1024.0;

/// Share of the predicted decrease that a step must bring (Armijo).
pub(crate) const SUFFICIENT: f64 = 1e-4;

/// Share of the work along a direction that may be left where a line search without a potential ends (Crisfield 1982).
pub(crate) const SLOPE_LEFT: f64 = 0.9;

/// A place that is tried. The residual in the work arrays is the one there.
pub(crate) struct Trial<'a> {
    pub(crate) q: &'a [DVec3],
    pub(crate) share: f64,
    pub(crate) balance: Balance,
    /// Work of the residual along the direction.
    pub(crate) slope: f64,
}

/// What a line search came to.
pub(crate) enum Found {
    /// A share of the direction, which `q` has moved by, and the balance there.
    Share(f64, Balance),
    /// No share was good enough.
    Nothing {
        /// Some would have been, had it only been for elements turned inside out.
        admissible_seen: bool,
    },
}

/// The share of the direction that contact allows.
pub(crate) fn allowed_share(system: &mut System, q: &[DVec3], direction: &[DVec3]) -> f64 {
    system.contact.as_mut().map_or(1.0, |contact| {
        contact.foresee(q, direction);
        contact.largest_share(q, direction)
    })
}

/// Halves the share until `accept(work, system, q, trial)`; `q` is moved then.
pub(crate) fn halve(
    work: &mut Work,
    system: &mut System,
    stage: &Stage<'_>,
    q: &mut Vec<DVec3>,
    first_share: f64,
    phases: &mut dyn Phases,
    mut accept: impl FnMut(&mut Work, &mut System, &[DVec3], &Trial<'_>, &mut dyn Phases) -> bool,
) -> Found {
    let (mut share, smallest) = (first_share, first_share * SMALLEST_SHARE);
    let mut admissible_seen = false;
    while share >= smallest {
        let mut moved = std::mem::take(&mut work.trial);
        for i in 0..q.len() {
            moved[i] = q[i] + work.direction[i] * share;
        }
        work.evaluate_at(stage, &moved);
        if system.admissible(&work.q_eval) {
            admissible_seen = true;
            let balance = work.balance(system, stage, &moved, phases);
            let slope = reduce::dot(&work.residual, &work.direction);
            let trial = Trial { q: &moved, share, balance, slope };
            if accept(work, system, q, &trial, phases) {
                std::mem::swap(q, &mut moved);
                work.trial = moved;
                return Found::Share(share, balance);
            }
        }
        work.trial = moved;
        share *= 0.5;
    }
    Found::Nothing { admissible_seen }
}
