//! Impulses that bring no energy, wherever the rounds of the filter end.
//!
//! The impulses of an island, touches that act on the same nodes, directly or through others, together do the work
//!
//! A = sum_i lambda_i . (u0_i + u_i) / 2 = lambda . u - lambda . W lambda / 2,     u = u0 + W lambda
//!
//! which is what its kinetic energy changes by where nothing is driven. Once the rounds are settled, lambda_i . u_i <= 0
//! for every touch: it pushes only while its two use up their gap, and friction is against sliding. W has no negative
//! direction, so A <= 0. Rounds that end before promise nothing. Where `loosen` made impulses needless, some may not be
//! taken back yet and drive their two apart; if these were at rest against each other, that is energy from nowhere.
//!
//! So if A > 0, all impulses of the island are made shorter by one factor s, which keeps friction within its cone and
//! momentum as it is:
//!
//! A(s) = s lambda . u0 + s^2 lambda . W lambda / 2
//!
//! is least at s = -lambda . u0 / lambda . W lambda, where it is -(lambda . u0)^2 / (2 lambda . W lambda), or at s = 0, if
//! lambda . u0 >= 0, where it is 0. Either way no energy is left that was not there. As A(1) > 0, s < 1/2. What would pass
//! through something without what was taken is stopped in the end (see `zones`).
//!
//! lambda_i: impulse of a touch (N s); u0_i, u_i: relative velocity of its two before and after all impulses (m/s), what
//! is driven counted; W: how impulses change these (1/kg).

use crate::filter::{Impulses, Touch};
use crate::groups::Groups;
use glam::DVec3;
use pliant_system::Drift;

/// The arrays that are kept.
#[derive(Default)]
pub(crate) struct Islands {
    /// Nodes.
    groups: Groups,
    /// Of each island, at the node that stands for it.
    works: Vec<Work>,
}

/// The work of impulses, in the parts that grow with their length and with its square (J).
#[derive(Clone, Copy, Default)]
struct Work {
    /// lambda . u0
    linear: f64,
    /// lambda . W lambda / 2
    quadratic: f64,
}

impl Work {
    fn gives_energy(&self) -> bool {
        self.linear + self.quadratic > 0.0
    }

    /// The factor of all impulses with which they take most energy, if they give some as they are.
    fn best_length(&self) -> f64 {
        if self.linear < 0.0 { -self.linear / (2.0 * self.quadratic) } else { 0.0 }
    }
}

impl Impulses {
    /// Makes impulses shorter where they give energy; `drift` has the velocities after all of them.
    pub(crate) fn give_no_energy(&mut self, drift: &mut Drift<'_>) {
        let mut islands = std::mem::take(&mut self.islands);
        self.find_islands(drift.v.len(), &mut islands.groups);
        self.add_works(drift.v, &mut islands);
        if self.shorten_those_that_give(&mut islands) {
            self.apply_at_once(drift);
        }
        self.islands = islands;
    }

    fn find_islands(&self, nodes: usize, groups: &mut Groups) {
        groups.clear(nodes);
        for touch in self.touches.iter().filter(|touch| touch.acts()) {
            let first = self.first_moved(touch);
            self.moved(touch).for_each(|node| _ = groups.join(first, node));
        }
    }

    fn add_works(&self, v: &[DVec3], islands: &mut Islands) {
        islands.works.clear();
        islands.works.resize(v.len(), Work::default());
        for touch in self.touches.iter().filter(|touch| touch.acts()) {
            let (impulse, before) = (touch.impulse(), self.velocity(touch, &self.v_start));
            let work = &mut islands.works[islands.groups.root(self.first_moved(touch)) as usize];
            work.linear += impulse.dot(before);
            work.quadratic += 0.5 * impulse.dot(self.velocity(touch, v) - before);
        }
    }

    /// True if there are any.
    fn shorten_those_that_give(&mut self, islands: &mut Islands) -> bool {
        let mut touches = std::mem::take(&mut self.touches);
        let mut changed = false;
        for touch in touches.iter_mut().filter(|touch| touch.acts()) {
            let work = islands.works[islands.groups.root(self.first_moved(touch)) as usize];
            if work.gives_energy() {
                touch.shorten(work.best_length());
                changed = true;
            }
        }
        self.touches = touches;
        changed
    }

    fn first_moved(&self, touch: &Touch) -> u32 {
        self.moved(touch).next().expect("touches that move nobody are not kept")
    }
}
