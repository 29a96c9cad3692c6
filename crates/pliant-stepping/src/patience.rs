//! Whole corrections that make things worse at first.
//!
//! A correction that turns a thin body stretches it by what is of second order, and the residual grows by the ratio of the stiffness against
//! stretching to that against bending. A line search that wants less of it cuts such corrections to next to nothing. If the next tangent has the
//! stresses that were foreseen ([`Term::can_foresee`](pliant_system::Term::can_foresee)), the iteration after that takes the stretch away again. So corrections are taken whole for a
//! while, and only if that does not lead to a smaller residual, it is gone back to the best place so far, to go on from there with a line search
//! [the watchdog of Chamberlain, Powell, Lemarechal, Pedersen 1982].

use crate::balance::Balance;
use crate::line_search::SUFFICIENT;
use glam::DVec3;
use pliant_system::System;

/// Iterations that may pass without a residual below the smallest so far.
const LONGEST: usize = 12;

/// What is known of the iterations of one solve.
#[derive(Default)]
pub(crate) struct Patience {
    /// Where forces were taken an iteration before; nothing if there was none.
    before: Vec<DVec3>,
    /// Stresses are those that were foreseen.
    is_foreseeing: bool,
    /// Where the residual was smallest, how small, and how many iterations may pass.
    best: Vec<DVec3>,
    smallest: f64,
    left: usize,
}

/// What to do after a whole correction.
pub(crate) enum Verdict {
    GoOn,
    GoBack,
}

impl Patience {
    /// Nothing is known.
    pub(crate) fn reset(&mut self) {
        self.before.clear();
        self.is_foreseeing = false;
        self.left = 0;
    }

    /// Begins with the iterations from `q`, if there are stresses to foresee.
    pub(crate) fn begin(&mut self, system: &System, q: &[DVec3], balance: &Balance) {
        let can_foresee = system.terms().iter().any(|term| term.can_foresee());
        self.left = if can_foresee { LONGEST } else { 0 };
        if self.left > 0 {
            self.best.clear();
            self.best.extend_from_slice(q);
            self.smallest = balance.residual;
        }
    }

    /// What touches what has changed, and residuals of before mean nothing: from now on it is this one that has to be undercut.
    pub(crate) fn compare_with(&mut self, q: &[DVec3], balance: &Balance) {
        if self.left > 0 {
            self.best.copy_from_slice(q);
            self.smallest = balance.residual;
        }
    }

    /// Corrections are taken whole.
    pub(crate) fn is_left(&self) -> bool {
        self.left > 0
    }

    /// The next correction is found here.
    pub(crate) fn linearised_at(&mut self, q_eval: &[DVec3]) {
        self.before.clear();
        self.before.extend_from_slice(q_eval);
    }

    /// Stresses are foreseen from here on: the last correction was a large one.
    pub(crate) fn foresee(&mut self) {
        self.is_foreseeing = true;
    }

    /// Where stresses are foreseen from.
    pub(crate) fn came_from(&self) -> Option<&[DVec3]> {
        (self.is_foreseeing && !self.before.is_empty()).then_some(&self.before)
    }

    /// Looks at where a whole correction led; `q` is there, or where it was best.
    pub(crate) fn judge(&mut self, q: &mut [DVec3], after: &Balance) -> Verdict {
        if after.residual < self.smallest * (1.0 - SUFFICIENT) {
            self.best.copy_from_slice(q);
            self.smallest = after.residual;
            self.left = LONGEST;
            return Verdict::GoOn;
        }
        self.left -= 1;
        self.is_foreseeing = true;
        if self.left > 0 && after.residual.is_finite() {
            return Verdict::GoOn;
        }
        self.give_up(q);
        Verdict::GoBack
    }

    /// Takes `q` back to where it was best.
    pub(crate) fn give_up(&mut self, q: &mut [DVec3]) {
        q.copy_from_slice(&self.best);
        self.reset();
    }
}
