//! The end of an implicit step that is projected: how things lie there, and not as was foreseen from its start.
//!
//! The filter holds pairs apart along the normals of the start of the step. Steps of implicit steppers are long: bodies turn and slide, and
//! at the end somebody may overlap all the same. Such a pair is held apart along the normal of the end, too,
//!
//! g_end + n . (x_rel - x_rel,end) >= 0,     x_rel - x_rel,end = dt (v_rel - v_rel,end)
//!
//! and impulses are found anew: Newton's method for where nothing overlaps. What overlapped at the start may stay as deep, and is undone
//! as the filter does.

use crate::filter::{Impulses, Touch, driven};
use crate::layer::ContactLayer;
use glam::DVec3;
use pliant_system::Drift;

/// How often ends are looked at.
const MOST_LOOKS: usize = 6;

/// Share of the limit of friction below which a pair sticks beyond doubt.
const CLEARLY: f64 = 0.99;

/// Rounds in which velocities of those that touch are brought to rest.
const MOST_ROUNDS: usize = 20;

impl ContactLayer {
    /// Changes velocities until nothing overlaps at the end of the step.
    pub(crate) fn mend_ends(&mut self, drift: &mut Drift<'_>, impulses: &mut Impulses) {
        for _ in 0..MOST_LOOKS {
            if !self.find_end_overlaps(drift, impulses) {
                break;
            }
            impulses.solve(&self.judged.bonds, drift, self.tolerance);
        }
    }

    /// Adds those that overlap at the end; true if there are any.
    fn find_end_overlaps(&mut self, drift: &Drift<'_>, impulses: &mut Impulses) -> bool {
        let mut q_end = std::mem::take(&mut self.q_guess);
        q_end.clear();
        q_end.extend(drift.q.iter().zip(&*drift.v).map(|(q, v)| *q + *v * drift.dt));
        let known = impulses.touches.len();
        let solve = self.solve(&q_end);
        let (start, end) = (&solve.start, &solve.end);
        for (index, bond) in self.judged.bonds.iter().enumerate() {
            let Some(near) = solve.look_afresh(bond) else { continue };
            // What was there at the start may stay.
            let overlap = bond.start_gap.min(0.0) - near.gap - bond.allowance;
            if overlap > self.tolerance {
                let driven = driven(bond.pair(), &near.weights, start, end) / drift.dt;
                let mut touch = Touch::new(index, &near, -overlap, driven);
                touch.at_end = true;
                impulses.push(touch, &self.surfaces, bond.pair(), drift);
            }
        }
        // Gaps are as the filter counts them: from where no velocity is.
        for at in known..impulses.touches.len() {
            let approach = impulses.velocity(&impulses.touches[at], drift.v).dot(impulses.touches[at].normal);
            impulses.touches[at].gap -= approach * drift.dt;
        }
        self.q_guess = q_end;
        impulses.touches.len() > known
    }

    /// Brings those that touched to rest against each other, where they stick in every direction, else along the normal.
    pub(crate) fn bring_to_rest(&self, v: &mut [DVec3]) {
        let impulses = &self.impulses;
        for _ in 0..MOST_ROUNDS {
            for touch in impulses.touches.iter().filter(|touch| touch.push > 0.0) {
                let velocity = impulses.velocity(touch, v);
                let along = velocity.dot(touch.normal);
                impulses.apply(touch, touch.normal * (-along / touch.mobility), v);
                let friction = self.judged.bonds[touch.bond].friction;
                if touch.drag.length() < CLEARLY * friction.sliding * touch.push {
                    let velocity = impulses.velocity(touch, v);
                    let across = velocity - touch.normal * velocity.dot(touch.normal);
                    impulses.apply(touch, across * (-1.0 / touch.looseness), v);
                }
            }
        }
    }
}
