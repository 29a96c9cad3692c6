//! Impulses across gaps, and how they are taken back.
//!
//! The filter sees a pair along the normal of the start of the step. By its end the two may have turned, or slid off each
//! other sideways, and are far apart although they were held where their planes would have met. What such a pair was kept
//! from is given back, in parts: the two may come nearer to each other by half of what is between them. Others around them
//! that are near have impulses of their own, and what passes all the same is stopped in the end (see `zones`).

use crate::bond::distance;
use crate::filter::Impulses;
use crate::layer::ContactLayer;
use glam::DVec3;
use pliant_system::Drift;

/// Pairs that end up farther apart than this, over the skin, did not touch.
const SKINS: f64 = 2.0;

/// Share of the way between the two that is given back at once.
const PART: f64 = 0.5;

impl ContactLayer {
    /// Gives room to pairs that are held apart farther than they touch; true if there are any.
    pub(crate) fn loosen(&mut self, drift: &Drift<'_>, impulses: &mut Impulses) -> bool {
        self.q_guess.clear();
        self.q_guess.extend(drift.q.iter().zip(&*drift.v).map(|(q, v)| *q + *v * drift.dt));
        let end = self.end.view(&self.surfaces, &self.q_guess);
        let mut changed = false;
        for touch in impulses.touches.iter_mut().filter(|touch| touch.push > 0.0) {
            let bond = &self.judged.bonds[touch.bond];
            let apart = distance(&end, bond.pair());
            if apart > SKINS * bond.skin {
                touch.slack += PART * (apart - bond.skin);
                changed = true;
            }
        }
        changed
    }
}

/// Whether a line between two points goes through a triangle.
pub(crate) fn pierces([from, to]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let height = |p: DVec3| (b - a).cross(c - a).dot(p - a);
    let turn = |p: DVec3, q: DVec3| (p - from).cross(q - from).dot(to - from);
    let turns = [turn(a, b), turn(b, c), turn(c, a)];
    let is_around = turns.iter().all(|t| *t >= 0.0) || turns.iter().all(|t| *t <= 0.0);
    height(from) * height(to) < 0.0 && is_around
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

    #[test]
    fn a_line_goes_through_a_triangle_or_past_it() {
        let needle = |x: f64| [DVec3::new(x, 0.2, -5.0), DVec3::new(x, 0.25, 5.0)];
        assert!(pierces(needle(0.2), FLAT) && !pierces(needle(0.9), FLAT) && !pierces(needle(-0.1), FLAT));
        let short = [DVec3::new(0.2, 0.2, 0.1), DVec3::new(0.2, 0.2, 5.0)];
        assert!(!pierces(short, FLAT), "it ends above");
    }
}
