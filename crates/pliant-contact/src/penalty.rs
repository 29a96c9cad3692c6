//! Forces of touching pairs, as the gradient of a potential at the end of an implicit step.
//!
//! With the overlap d = max(0, -gap), the potential of a pair is k d^2 / 2 (what is stored), plus
//! c min(0, gap - gap_0)^2 / (2 dt) while it touches (damping of the approach), plus friction: a spring of stiffness h
//! between the points that are against each other, which yields at mu times the normal force N,
//!
//! W(u) = h u^2 / 2 for |u| <= mu N / h, else mu N (|u| - mu N / (2 h)),
//!
//! with u the stretch at the start of the step plus the tangential motion since. What has yielded at the end of the step is
//! forgotten and the rest of the stretch goes on, so a body at rest on a slope does not creep.
//!
//! Which features of two things are nearest to each other is frozen while a step is being solved, as are N, normal and
//! weights of friction; a solution brings them up to date, and it is solved again if that changed forces. So the
//! potential is smooth but for the moment when things begin to touch, and Newton's method converges.

use crate::bond::{Bond, Lag};
use crate::collider::{Collider, ColliderShape};
use crate::pairs::{Facing, Near, Pair, look, look_frozen};
use crate::passing::walk;
use crate::search::FAST;
use crate::surfaces::View;
use glam::{DMat3, DVec3};
use pliant_geometry::{edge_hits_edge_facing, point_hits_triangle_facing};

/// A step that is being solved.
pub(crate) struct Solve<'a> {
    pub start: View<'a>,
    pub end: View<'a>,
    pub colliders: &'a [Collider],
    /// s.
    pub dt: f64,
}

/// Tangent of a pair: `normal` spreads by the weights of the pair as it lies, `friction` by those it follows.
pub(crate) struct Stiffness {
    pub normal: DMat3,
    pub weights: [f64; 4],
    pub friction: DMat3,
}

impl Stiffness {
    pub fn is_zero(&self) -> bool {
        self.normal == DMat3::ZERO && self.friction == DMat3::ZERO
    }
}

impl Solve<'_> {
    /// How a pair lies, with the features that are frozen.
    pub fn look(&self, bond: &Bond) -> Option<Near> {
        match bond.pair() {
            pair @ (Pair::PointTriangle(..) | Pair::EdgeEdge(..)) => {
                bond.frozen.map(|frozen| look_frozen(&self.end, pair, &frozen))
            }
            _ => self.look_afresh(bond),
        }
    }

    /// How a pair lies, whatever is nearest.
    pub fn look_afresh(&self, bond: &Bond) -> Option<Near> {
        if bond.facing.only_swept && !self.edges_have_crossed(bond) {
            return None;
        }
        if let Pair::PointCollider(p, c) = bond.pair() {
            return self.look_at_shape(p, c);
        }
        let near = look(&self.end, self.colliders, bond.pair(), bond.facing);
        near.filter(|near| near.gap >= self.least_gap(bond)).or_else(|| self.look_swept(bond))
    }

    /// How a point lies to an analytic shape: by the side where its way since the start of the step entered, if it may have
    /// gone beyond the middle of the shape, else by the nearest side.
    fn look_at_shape(&self, p: u32, c: u32) -> Option<Near> {
        let ColliderShape::Analytic(shape) = &self.colliders[c as usize].shape else { return None };
        let (from_pose, pose) = (&self.start.poses[c as usize], &self.end.poses[c as usize]);
        let (from, to) = (from_pose.to_rest(self.start.x(p)), pose.to_rest(self.end.x(p)));
        let radius = self.start.surfaces.radius[p as usize];
        if from.distance(to) <= 0.5 * shape.depth_limit() {
            return look(&self.end, self.colliders, Pair::PointCollider(p, c), Facing::FRONT);
        }
        let entry = from + (to - from) * walk(shape, radius, from, to);
        let there = shape.distance(entry);
        let gap = there.gap + there.normal.dot(to - entry) - radius;
        Some(Near { gap, normal: pose.turn(there.normal), weights: [1.0, 0.0, 0.0, 0.0] })
    }

    /// Where a fast point went through a triangle, though other features of it are nearest now.
    fn look_swept(&self, bond: &Bond) -> Option<Near> {
        let Pair::PointTriangle(p, t) = bond.pair() else { return None };
        let surfaces = self.start.surfaces;
        let surface = &surfaces.surfaces[surfaces.surface_of_triangle[t as usize] as usize];
        if self.start.x(p).distance(self.end.x(p))
            <= FAST * surface.edge_length.min(surfaces.depth_limit[p as usize])
        {
            return None;
        }
        let (points, _) = bond.pair().points(surfaces);
        let start = points.map(|p| self.start.x(p));
        let moved = std::array::from_fn(|k| self.end.x(points[k]) - start[k]);
        let hit = point_hits_triangle_facing(start, moved, self.start.normal(t) * bond.facing.side)?;
        let [u, v, w] = hit.weights;
        let normal = self.end.normal(t) * bond.facing.side;
        let frozen = Near { gap: 0.0, normal, weights: [1.0, -u, -v, -w] };
        Some(look_frozen(&self.end, bond.pair(), &frozen))
    }

    /// What a gap (m) can have become at most, by how far the points have moved: a smaller one is that of another side, where
    /// elements are inside out or points have gone round a corner.
    fn least_gap(&self, bond: &Bond) -> f64 {
        let (points, count) = bond.pair().points(self.start.surfaces);
        if matches!(bond.pair(), Pair::PointCollider(..)) {
            return f64::NEG_INFINITY;
        }
        let way =
            |part: &[u32]| part.iter().map(|&p| self.start.x(p).distance(self.end.x(p))).fold(0.0, f64::max);
        let first = if matches!(bond.pair(), Pair::EdgeEdge(..)) { 2 } else { 1 };
        let known = bond.start_gap - bond.allowance;
        let before = if known.is_finite() { known } else { bond.clearance - bond.skin };
        before - 1.01 * (way(&points[..first]) + way(&points[first..count])) - 1e-9 * bond.clearance.abs()
    }

    /// Whether two edges have met on their way from the start of the step.
    fn edges_have_crossed(&self, bond: &Bond) -> bool {
        let (points, _) = bond.pair().points(self.start.surfaces);
        let start = points.map(|p| self.start.x(p));
        let moved = std::array::from_fn(|k| self.end.x(points[k]) - start[k]);
        edge_hits_edge_facing(start, moved, bond.facing.along).is_some()
    }

    /// Normal force (N) without damping.
    pub fn pressing(&self, bond: &Bond, near: &Near) -> f64 {
        bond.stiffness * (-(near.gap + bond.allowance)).max(0.0)
    }

    /// Approach since the start of the step (m), negative, if it is damped.
    fn damped_approach(&self, bond: &Bond, near: &Near) -> f64 {
        if bond.damping == 0.0 || bond.lag.force == 0.0 || !bond.start_gap.is_finite() {
            return 0.0;
        }
        (near.gap + bond.allowance - bond.start_gap).min(0.0)
    }

    /// Tangential motion against each other (m): what was there at the start of the step, and what has come since.
    pub fn stretch(&self, bond: &Bond) -> DVec3 {
        let Lag { normal, weights, .. } = bond.lag;
        let pair = bond.pair();
        let (points, count) = pair.points(self.start.surfaces);
        let mut moved = DVec3::ZERO;
        for k in 0..count {
            moved += (self.end.x(points[k]) - self.start.x(points[k])) * weights[k];
        }
        if let Pair::PointCollider(p, c) = pair {
            let (from, to) = (&self.start.poses[c as usize], &self.end.poses[c as usize]);
            let x = self.start.x(p);
            moved -= to.to_world(from.to_rest(x)) - x;
        }
        bond.stretch + moved - normal * normal.dot(moved)
    }

    /// Forces (N) along the pair as it lies, and of friction along what it follows, on the first of the two.
    pub fn forces(&self, bond: &Bond) -> (Option<(DVec3, [f64; 4])>, DVec3) {
        let normal = self.look(bond).and_then(|near| {
            let damping = -bond.damping / self.dt * self.damped_approach(bond, &near);
            let force = self.pressing(bond, &near) + damping;
            (force > 0.0).then_some((near.normal * force, near.weights))
        });
        (normal, self.friction(bond))
    }

    /// Force of friction (N) on the first of the two.
    pub fn friction(&self, bond: &Bond) -> DVec3 {
        let limit = bond.coefficient() * bond.lag.force;
        if limit == 0.0 {
            return DVec3::ZERO;
        }
        let stretch = self.stretch(bond);
        let length = stretch.length();
        let share = if bond.grip * length <= limit { bond.grip } else { limit / length };
        stretch * -share
    }

    /// Stored energy and the rest of the potential (J).
    pub fn potential(&self, bond: &Bond) -> (f64, f64) {
        let (mut stored, mut rest) = (0.0, 0.0);
        if let Some(near) = self.look(bond) {
            stored = 0.5 * self.pressing(bond, &near).powi(2) / bond.stiffness;
            rest = 0.5 * bond.damping / self.dt * self.damped_approach(bond, &near).powi(2);
        }
        let limit = bond.coefficient() * bond.lag.force;
        if limit > 0.0 {
            let (k, length) = (bond.grip, self.stretch(bond).length());
            rest += if k * length <= limit {
                0.5 * k * length * length
            } else {
                limit * (length - 0.5 * limit / k)
            };
        }
        (stored, rest)
    }

    /// The tangent, positive semi-definite: changes of the normal are left out.
    ///
    /// The true tangent of those that slide has nothing along the motion, and a correction may throw them from one side
    /// to the other. A cautious one takes the secant instead, which never falls short (Huber 1981, 7.8).
    pub fn stiffness(&self, bond: &Bond, cautious: bool) -> Stiffness {
        let mut out = Stiffness { normal: DMat3::ZERO, weights: [0.0; 4], friction: DMat3::ZERO };
        if let Some(near) = self.look(bond) {
            let mut k = if near.gap + bond.allowance < 0.0 { bond.stiffness } else { 0.0 };
            if self.damped_approach(bond, &near) < 0.0 {
                k += bond.damping / self.dt;
            }
            out.normal = outer(near.normal, near.normal) * k;
            out.weights = near.weights;
        }
        let limit = bond.coefficient() * bond.lag.force;
        if limit > 0.0 {
            let stretch = self.stretch(bond);
            let length = stretch.length();
            let across = DMat3::IDENTITY - outer(bond.lag.normal, bond.lag.normal);
            out.friction = if bond.grip * length <= limit {
                across * bond.grip
            } else if cautious {
                across * (limit / length)
            } else {
                let along = stretch / length;
                (across - outer(along, along)) * (limit / length)
            };
        }
        out
    }
}

fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
