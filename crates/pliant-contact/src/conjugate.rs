//! Impulses of an implicit step that was solved without contact.
//!
//! The nodes that an impulse acts on do not answer to it alone: within a step that is long for the material, elasticity carries it
//! on. An impulse p changes the mean velocities of the step by R p = A^-1 p / dt^2, with A the matrix of the step. What the
//! rounds of the filter find with the lumped masses M is the answer for R = M^-1: right for short steps, and far too little
//! for long ones, where a stiff body falls on while its outermost nodes are held.
//!
//! Those rounds are a map lambda -> T(lambda) of the impulses of all pairs whose fixed point is right whatever R is, if velocities
//! are those that R gives. T is a preconditioned step down the gradient, and as R <= M^-1 a short one. So steps along
//! directions that are conjugate to each other, each as long as is best along it, take its place (Silcowitz, Niebe, Erleben 2010
//! have the same about another T; here the length is found, too), and impulses that would pull, or leave Coulomb's
//! cone, are cut. What is left when that ends, small, is done by T alone: nothing overlaps then, and every impulse has its
//! opposite, so momentum is kept.
//!
//! lambda: impulses of pairs (push, drag); z = T(lambda) - lambda; w = M^-1 J^T z: how T changes velocities.

use crate::bond::Bond;
use crate::filter::{Impulses, MOST_ROUNDS, Touch};
use glam::DVec3;
use pliant_system::{Drift, StepResponse};

/// Steps along conjugate directions at most; what is left is left to the lumped masses.
const MOST_STEPS: usize = 40;

/// Rounds of the filter in each of them.
const FEW_ROUNDS: usize = 4;

/// Done when what is left would move nodes by less than this share of what it would have at first in the step of time,
const ENOUGH: f64 = 1e-3;

/// or of the tolerance of positions.
const FINE: f64 = 1e-2;

/// Arrays of the steps along conjugate directions.
#[derive(Default)]
pub(crate) struct Conjugate {
    /// Velocities that all impulses so far give, elasticity counted (m/s).
    v: Vec<DVec3>,
    /// How the rounds would change them, and did before (m/s).
    left: Vec<DVec3>,
    left_before: Vec<DVec3>,
    /// The longest way that they would have changed in the step of time (m).
    longest: f64,
    /// Impulses on nodes along the direction (N s), and what they do (m/s).
    along: Vec<DVec3>,
    answer: Vec<DVec3>,
    /// The impulses of pairs at the start of a step, and their direction (N s).
    known: Vec<(f64, DVec3)>,
    pairs_along: Vec<(f64, DVec3)>,
    impulse: Vec<DVec3>,
    response: Vec<DVec3>,
}

impl Conjugate {
    /// A new step of time begins.
    pub fn forget(&mut self) {
        self.longest = 0.0;
    }

    fn begin(&mut self, nodes: usize, pairs: usize) {
        for field in [
            &mut self.v,
            &mut self.left,
            &mut self.left_before,
            &mut self.along,
            &mut self.answer,
            &mut self.impulse,
            &mut self.response,
        ] {
            field.clear();
            field.resize(nodes, DVec3::ZERO);
        }
        for field in [&mut self.known, &mut self.pairs_along] {
            field.clear();
            field.resize(pairs, (0.0, DVec3::ZERO));
        }
    }

    /// What the rounds change, from what they made of the velocities; returns the longest way (m).
    fn look(&mut self, drift: &Drift<'_>) -> f64 {
        std::mem::swap(&mut self.left, &mut self.left_before);
        let mut largest: f64 = 0.0;
        for (left, (after, v)) in self.left.iter_mut().zip(drift.v.iter().zip(&self.v)) {
            *left = *after - *v;
            largest = largest.max(left.length_squared());
        }
        let way = largest.sqrt() * drift.dt;
        self.longest = self.longest.max(way);
        way
    }

    /// How much of the last direction goes on (Polak and Ribiere).
    fn turn(&self, inverse_mass: &[f64]) -> f64 {
        let (mut now, mut before) = (0.0, 0.0);
        for (i, inverse) in inverse_mass.iter().enumerate() {
            now += self.left[i].dot(self.left[i] - self.left_before[i]) / inverse;
            before += self.left_before[i].length_squared() / inverse;
        }
        if before > 0.0 { (now / before).max(0.0) } else { 0.0 }
    }

    /// The next direction of the impulses on nodes; false if what they do cannot be told.
    fn head(&mut self, share: f64, inverse_mass: &[f64], response: &mut dyn StepResponse) -> bool {
        for (i, inverse) in inverse_mass.iter().enumerate() {
            self.impulse[i] = self.left[i] / *inverse;
        }
        if !response.respond(&self.impulse, false, &mut self.response) {
            return false;
        }
        for i in 0..self.along.len() {
            self.along[i] = self.impulse[i] + self.along[i] * share;
            self.answer[i] = self.response[i] + self.answer[i] * share;
        }
        true
    }

    /// How far to go along the direction, on which things get better by `gain` at first. Where many pairs press on the same few
    /// nodes, impulses of pairs can change much that nodes hardly feel: what these feel is what counts.
    fn length(&self, gain: f64) -> f64 {
        let (mut felt, mut resistance) = (0.0, 0.0);
        for i in 0..self.along.len() {
            felt += self.left[i].dot(self.along[i]);
            resistance += self.along[i].dot(self.answer[i]);
        }
        let gain = gain.min(felt);
        if gain > 0.0 && resistance > 0.0 { gain / resistance } else { 0.0 }
    }
}

impl Impulses {
    /// Impulses for which nothing moves into anything where nodes answer as `response` says.
    pub(crate) fn solve_with(
        &mut self,
        response: &mut dyn StepResponse,
        bonds: &[Bond],
        drift: &mut Drift<'_>,
        tolerance: f64,
    ) {
        let mut steps = std::mem::take(&mut self.conjugate);
        steps.begin(drift.v.len(), self.touches.len());
        let (mut is_moved, mut is_new) = (false, true);
        for _ in 0..MOST_STEPS {
            steps.v.copy_from_slice(drift.v);
            steps.known.iter_mut().zip(&self.touches).for_each(|(known, t)| *known = (t.push, t.drag));
            self.touches.iter_mut().for_each(|touch| touch.slides = false);
            self.rounds(bonds, drift, FEW_ROUNDS);
            let left = steps.look(drift);
            if left <= (ENOUGH * steps.longest).max(FINE * tolerance) {
                break;
            }
            let share = if is_new { 0.0 } else { steps.turn(drift.inverse_mass) };
            if !steps.head(share, drift.inverse_mass, response) {
                break;
            }
            let gain = self.turn_pairs(&mut steps, share, drift.dt);
            let length = steps.length(gain);
            if length == 0.0 {
                break;
            }
            is_moved = true;
            is_new = self.go_along(&mut steps, length, bonds);
            for (i, v) in drift.v.iter_mut().enumerate() {
                *v = steps.v[i] + steps.answer[i] * length;
            }
            if is_new && !self.give_back(&mut steps, response, drift.v) {
                break;
            }
        }
        if is_moved {
            self.answer_exactly(&mut steps, response, drift);
        }
        self.rounds(bonds, drift, MOST_ROUNDS);
        self.conjugate = steps;
    }

    /// The next direction of the impulses of pairs; returns how much better things get along it at first (N m/s): overlap
    /// and sliding that are undone.
    fn turn_pairs(&self, steps: &mut Conjugate, share: f64, dt: f64) -> f64 {
        let mut gain = 0.0;
        for (i, touch) in self.touches.iter().enumerate() {
            let ((push, drag), along) = (steps.known[i], &mut steps.pairs_along[i]);
            *along = (touch.push - push + along.0 * share, touch.drag - drag + along.1 * share);
            if *along != (0.0, DVec3::ZERO) {
                let velocity = self.velocity(touch, &steps.v);
                gain += (touch.slowest(dt) - velocity.dot(touch.normal)) * along.0 - velocity.dot(along.1);
            }
        }
        gain
    }

    /// Moves the impulses of all pairs along the direction, as far as they may go; true if some had to be cut. What was cut
    /// stays in `known`.
    fn go_along(&mut self, steps: &mut Conjugate, length: f64, bonds: &[Bond]) -> bool {
        let mut is_cut = false;
        for (i, touch) in self.touches.iter_mut().enumerate() {
            let ((push, drag), along) = (steps.known[i], steps.pairs_along[i]);
            let wanted = (push + along.0 * length, drag + along.1 * length);
            touch.push = wanted.0.max(0.0);
            let most = bonds[touch.bond].friction.sticking * touch.push;
            touch.drag = wanted.1.clamp_length_max(most);
            steps.known[i] = (touch.push - wanted.0, touch.drag - wanted.1);
            is_cut |= steps.known[i] != (0.0, DVec3::ZERO);
        }
        is_cut
    }

    /// Takes what was cut from the impulses of pairs from the velocities; false if what that does cannot be told.
    fn give_back(&self, steps: &mut Conjugate, response: &mut dyn StepResponse, v: &mut [DVec3]) -> bool {
        let cut = |i: usize, touch: &Touch| touch.normal * steps.known[i].0 + steps.known[i].1;
        self.sum_on_nodes(cut, &mut steps.impulse);
        if !response.respond(&steps.impulse, false, &mut steps.response) {
            return false;
        }
        v.iter_mut().zip(&steps.response).for_each(|(v, change)| *v += *change);
        true
    }

    /// Velocities from the whole impulse of each pair: what was rough on the way is left behind.
    fn answer_exactly(
        &mut self,
        steps: &mut Conjugate,
        response: &mut dyn StepResponse,
        drift: &mut Drift<'_>,
    ) {
        self.sum_on_nodes(|_, touch| touch.impulse(), &mut steps.impulse);
        if response.respond(&steps.impulse, true, &mut steps.response) {
            for (i, v) in drift.v.iter_mut().enumerate() {
                *v = self.v_start[i] + steps.response[i];
            }
        } else {
            self.apply_at_once(drift);
        }
    }

    /// Impulses of pairs, by their number, on their nodes (N s).
    fn sum_on_nodes(&self, of_pair: impl Fn(usize, &Touch) -> DVec3, out: &mut [DVec3]) {
        out.fill(DVec3::ZERO);
        for (i, touch) in self.touches.iter().enumerate() {
            let impulse = of_pair(i, touch);
            if impulse != DVec3::ZERO {
                self.spread(touch, impulse, out);
            }
        }
    }
}
