//! How far points may move before something passes through something.
//!
//! Newton's corrections can be as large as they like; a point that is carried through a plate in one of them would be
//! pushed out on the wrong side. So corrections end where the first pair meets, and a little behind, where the penalty
//! takes over.

use crate::bond::Bond;
use crate::collider::{Analytic, Collider, ColliderShape};
use crate::pairs::{Near, Pair, look};
use crate::surfaces::{Known, View};
use glam::DVec3;
use pliant_geometry::{edge_hits_edge_facing, point_hits_triangle_facing};

/// How far behind a surface a move may end, over the depth at which the other side is as near.
const BEHIND: f64 = 0.2;

/// Steps of a walk along the distance to an analytic shape.
const MOST_STEPS: usize = 64;

/// Moves of all points.
pub(crate) struct Move<'a> {
    pub from: View<'a>,
    pub colliders: &'a [Collider],
    /// Of the nodes; colliders stand still.
    pub direction: &'a [DVec3],
    pub ways: Known,
}

impl Move<'_> {
    /// Share of the move that a pair allows.
    pub fn allowed(&self, bond: &Bond) -> f64 {
        let pair = bond.pair();
        let (points, count) = pair.points(self.from.surfaces);
        let moved: [DVec3; 4] =
            std::array::from_fn(|k| if k < count { self.moved(points[k]) } else { DVec3::ZERO });
        let first = if matches!(pair, Pair::EdgeEdge(..)) { 2 } else { 1 };
        let longest = |part: &[DVec3]| part.iter().map(|d| d.length()).fold(0.0, f64::max);
        let way = longest(&moved[..first.min(count)]) + longest(&moved[first.min(count)..count]);
        let limit = BEHIND * self.depth_limit(pair, &points[..count]);
        if way <= limit {
            return 1.0;
        }
        let near = look(&self.from, self.colliders, pair, bond.facing);
        if let Some(near) = near.filter(|near| near.gap + bond.allowance <= 0.0) {
            return room_left(&near, &moved, count, limit);
        }
        match pair {
            Pair::PointCollider(p, c) => self.way_to_shape(p, c, moved[0], limit),
            Pair::PointTriangle(_, t) => {
                let start = points.map(|p| self.from.x(p));
                let toward = self.from.normal(t) * bond.facing.side;
                let hit = point_hits_triangle_facing(start, moved, toward);
                hit.map_or(1.0, |hit| {
                    let [u, v, w] = hit.weights;
                    let approach = -toward.dot(moved[0] - moved[1] * u - moved[2] * v - moved[3] * w);
                    hit.share + limit / approach.abs().max(limit)
                })
            }
            Pair::EdgeEdge(..) => {
                let start = points.map(|p| self.from.x(p));
                let hit = edge_hits_edge_facing(start, moved, bond.facing.along);
                hit.map_or(1.0, |hit| hit.share + limit / way.max(limit))
            }
            Pair::PointPoint(..) => near.map_or(1.0, |near| (near.gap + limit) / way),
        }
        .min(1.0)
    }

    fn moved(&self, p: u32) -> DVec3 {
        self.ways.get(self.from.surfaces, p, self.direction)
    }

    fn depth_limit(&self, pair: Pair, points: &[u32]) -> f64 {
        let of_points = |points: &[u32]| {
            points.iter().map(|&p| self.from.surfaces.depth_limit[p as usize]).fold(f64::INFINITY, f64::min)
        };
        match pair {
            Pair::PointCollider(_, c) => match &self.colliders[c as usize].shape {
                ColliderShape::Analytic(shape) => shape.depth_limit(),
                ColliderShape::Mesh(_) => f64::INFINITY,
            },
            // The point itself has no inside; what it enters has.
            Pair::PointTriangle(..) => of_points(&points[1..]),
            _ => of_points(points),
        }
    }

    /// Share of the way of a point to an analytic shape, and a little behind its surface.
    fn way_to_shape(&self, p: u32, c: u32, moved: DVec3, limit: f64) -> f64 {
        let ColliderShape::Analytic(shape) = &self.colliders[c as usize].shape else { return 1.0 };
        let pose = &self.from.poses[c as usize];
        let (from, to) = (pose.to_rest(self.from.x(p)), pose.to_rest(self.from.x(p) + moved));
        let share = walk(shape, self.from.surfaces.radius[p as usize], from, to);
        if share < 1.0 { share + limit / moved.length() } else { 1.0 }
    }
}

/// Walks from `from` towards `to` (m, at rest) as far as the distance to the shape allows, until the surface is reached;
/// the share of the way, 1 if it is not reached.
pub(crate) fn walk(shape: &Analytic, radius: f64, from: DVec3, to: DVec3) -> f64 {
    let length = from.distance(to);
    let near = 1e-6 * length;
    let mut share = 0.0;
    for _ in 0..MOST_STEPS {
        let left = shape.distance(from.lerp(to, share)).gap - radius;
        if left <= near {
            return share;
        }
        share += left / length;
        if share >= 1.0 {
            return 1.0;
        }
    }
    share
}

/// For a pair that overlaps already: how much farther it may.
fn room_left(near: &Near, moved: &[DVec3; 4], count: usize, limit: f64) -> f64 {
    let relative: DVec3 = (0..count).map(|k| moved[k] * near.weights[k]).sum();
    let approach = -near.normal.dot(relative);
    if approach <= 0.0 { 1.0 } else { (limit / approach).min(1.0) }
}
