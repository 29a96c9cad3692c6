//! When a moving point meets a moving triangle, and a moving edge another (Provot, Collision and self-collision
//! handling in cloth model dedicated to design garments, 1997; Bridson, Fedkiw, Anderson, Robust treatment of collisions,
//! contact and friction for cloth animation, 2002).
//!
//! Four points that move straight lie in one plane when the volume they span vanishes: a cubic in time,
//!   f(t) = u(t) x v(t) . w(t),   u, v, w linear in t.
//! Its critical points cut the step into monotone pieces; each that changes sign holds one root, found by Newton's method
//! kept inside a shrinking bracket. At a root the four are in one plane, and the closest points tell whether they touch.
//!
//! A tolerance closes the seams: a path through a common edge of two triangles meets both rather than neither.
//!
//! A start in touch (f(0) = 0 up to rounding) has no side of its own. The caller's direction, or the normal of the
//! triangle, says which side is free: leaving toward it is no hit, leaving the other way is one at share 0.

use glam::DVec3;

use super::{closest_between_segments, closest_on_triangle};

/// Nearer than this share of the longest edge is a touch.
const SEAM: f64 = 1e-7;

/// And this share of the relative path, which carries the rounding of the moment.
const PATH_ROUNDING: f64 = 1e-11;

/// Rounding of the volume of four points, as a share of the product of the three lengths.
const VOLUME_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// A point meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// Share of the step at the first crossing, from 0 to 1.
    pub share: f64,
    /// Weights of the corners for the place of the crossing.
    pub weights: [f64; 3],
}

/// An edge meets another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeHit {
    /// Share of the step at the first crossing, from 0 to 1.
    pub share: f64,
    /// How far along the first edge.
    pub s: f64,
    /// How far along the second edge.
    pub t: f64,
}

/// The first moment at which a point meets a triangle. `start` (m) is the point and the three corners, `moved` (m) what
/// each moves over the step. A start in touch is a hit if the point moves against the normal (b - a) x (c - a).
/// Motion within one plane is never a hit.
pub fn point_hits_triangle(start: [DVec3; 4], moved: [DVec3; 4]) -> Option<TriangleHit> {
    point_triangle(start, moved, 1.0)
}

/// The same for a triangle that is touched from both sides: `toward_point` is the direction from the triangle to the
/// side the point is on, which decides what a start in touch means.
pub fn point_hits_triangle_facing(
    start: [DVec3; 4],
    moved: [DVec3; 4],
    toward_point: DVec3,
) -> Option<TriangleHit> {
    let [_, a, b, c] = start;
    point_triangle(start, moved, (b - a).cross(c - a).dot(toward_point))
}

fn point_triangle(start: [DVec3; 4], moved: [DVec3; 4], free_side: f64) -> Option<TriangleHit> {
    let from_a = |x: [DVec3; 4]| [x[2] - x[1], x[3] - x[1], x[0] - x[1]];
    let path = Volume::new(from_a(start), from_a(moved), largest_coordinate(start));
    path.first_root(free_side, |share| {
        let [ab, ac, ap] = path.at(share);
        let corners = [DVec3::ZERO, ab, ac];
        let closest = closest_on_triangle(ap, corners);
        let longest = ab.length_squared().max(ac.length_squared()).max(ab.distance_squared(ac));
        let touches = path.is_touch(closest.point(corners).distance_squared(ap), longest);
        touches.then_some(TriangleHit { share, weights: closest.barycentric })
    })
}

/// The first moment at which an edge meets another. `start` (m) is the ends p0, p1 of the first and q0, q1 of the
/// second, `moved` (m) what each moves over the step. Edges that start in touch have no side to be driven
/// through, so that is no hit by itself; [`edge_hits_edge_facing`] knows the side.
pub fn edge_hits_edge(start: [DVec3; 4], moved: [DVec3; 4]) -> Option<EdgeHit> {
    edge_edge(start, moved, 0.0)
}

/// The same with the direction from the second edge to the side the first one is on, which decides what a start in
/// touch means.
pub fn edge_hits_edge_facing(start: [DVec3; 4], moved: [DVec3; 4], toward_first: DVec3) -> Option<EdgeHit> {
    let [p0, p1, q0, q1] = start;
    edge_edge(start, moved, (p1 - p0).cross(q1 - q0).dot(toward_first))
}

fn edge_edge(start: [DVec3; 4], moved: [DVec3; 4], free_side: f64) -> Option<EdgeHit> {
    let from_q = |x: [DVec3; 4]| [x[1] - x[0], x[3] - x[2], x[0] - x[2]];
    let path = Volume::new(from_q(start), from_q(moved), largest_coordinate(start));
    path.first_root(free_side, |share| {
        let [u, v, r] = path.at(share);
        let (p, q) = ([r, r + u], [DVec3::ZERO, v]);
        let closest = closest_between_segments(p, q);
        let [x, y] = closest.points(p, q);
        let longest = u.length_squared().max(v.length_squared());
        let touches = path.is_touch(x.distance_squared(y), longest);
        touches.then_some(EdgeHit { share, s: closest.s, t: closest.t })
    })
}

fn largest_coordinate(points: [DVec3; 4]) -> f64 {
    points.iter().fold(0.0, |most, x| x.abs().max_element().max(most))
}

/// The volume u x v . w of four moving points, as a cubic in the share of the step.
struct Volume {
    start: [DVec3; 3],
    moved: [DVec3; 3],
    /// By rising power.
    cubic: [f64; 4],
    /// What rounding makes of zero: at the start, and anywhere.
    start_rounding: f64,
    rounding: f64,
    /// Squared distance below which points touch however small the triangle is.
    path_rounding: f64,
}

impl Volume {
    fn new(start: [DVec3; 3], moved: [DVec3; 3], coordinate: f64) -> Self {
        let ([u, v, w], [du, dv, dw]) = (start, moved);
        let (n0, n1, n2) = (u.cross(v), u.cross(dv) + du.cross(v), du.cross(dv));
        let cubic = [n0.dot(w), n1.dot(w) + n0.dot(dw), n2.dot(w) + n1.dot(dw), n2.dot(dw)];
        let lengths: [f64; 3] = std::array::from_fn(|i| start[i].length());
        let reaches: [f64; 3] = std::array::from_fn(|i| lengths[i] + moved[i].length());
        let product = |x: [f64; 3]| VOLUME_ROUNDING * x[0] * x[1] * x[2];
        // A point that was put on a triangle is off it by the rounding of its coordinates.
        let [x, y, z] = lengths;
        let placing = 2.0 * f64::EPSILON * coordinate * (x * y + y * z + z * x);
        Self {
            start,
            moved,
            cubic,
            start_rounding: product(lengths) + placing,
            rounding: product(reaches),
            path_rounding: (PATH_ROUNDING * reaches[2]).powi(2),
        }
    }

    fn at(&self, share: f64) -> [DVec3; 3] {
        std::array::from_fn(|i| self.start[i] + self.moved[i] * share)
    }

    fn is_touch(&self, distance_squared: f64, longest_squared: f64) -> bool {
        distance_squared <= (SEAM * SEAM * longest_squared).max(self.path_rounding)
    }

    fn value(&self, share: f64) -> f64 {
        let [a, b, c, d] = self.cubic;
        ((d * share + c) * share + b) * share + a
    }

    fn slope(&self, share: f64) -> f64 {
        let [_, b, c, d] = self.cubic;
        (3.0 * d * share + 2.0 * c) * share + b
    }

    /// True if the cubic has no root: all its Bernstein coefficients are on one side.
    fn keeps_its_side(&self) -> bool {
        let [a, b, c, d] = self.cubic;
        let bernstein = [a, a + b / 3.0, a + (2.0 * b + c) / 3.0, a + b + c + d];
        let limit = self.rounding.max(self.start_rounding);
        bernstein.iter().all(|x| *x > limit) || bernstein.iter().all(|x| *x < -limit)
    }

    /// The first root that `accept` takes. The sign of `free_side` is that of the volume on the free side; 0 if unknown.
    fn first_root<Hit>(&self, free_side: f64, accept: impl Fn(f64) -> Option<Hit>) -> Option<Hit> {
        let flat = self.cubic.iter().all(|c| c.abs() <= self.rounding);
        if flat || !self.rounding.is_finite() || self.keeps_its_side() {
            return None;
        }
        let [first, second] = self.critical_shares();
        let knots = [0.0, first, second, 1.0];
        let mut before = self.value(0.0);
        let in_touch = before.abs() <= if free_side == 0.0 { 0.0 } else { self.start_rounding };
        let mut starting = in_touch;
        for pair in knots.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            let after = self.value(high);
            if low >= high || starting && after.abs() <= self.start_rounding {
                continue;
            }
            if starting {
                starting = false;
                let driven_in = after * free_side.signum() < 0.0 && free_side != 0.0;
                if let Some(hit) = driven_in.then(|| accept(0.0)).flatten() {
                    return Some(hit);
                }
            } else if before < 0.0 && after >= 0.0 || before > 0.0 && after <= 0.0 {
                let hit = accept(self.root_between(low, high, before));
                if hit.is_some() {
                    return hit;
                }
            }
            before = after;
        }
        None
    }

    /// Where the slope vanishes within the step, ascending; 1 stands for none.
    fn critical_shares(&self) -> [f64; 2] {
        let [_, b, c, d] = self.cubic;
        let discriminant = c * c - 3.0 * d * b;
        if discriminant <= 0.0 {
            return [1.0; 2];
        }
        // The form without cancellation.
        let q = -(c + discriminant.sqrt().copysign(c));
        let within = |x: f64| if x > 0.0 && x < 1.0 { x } else { 1.0 };
        let (x, y) = (within(q / (3.0 * d)), within(b / q));
        if x < y { [x, y] } else { [y, x] }
    }

    /// The root in a piece that changes sign: Newton's method, halving where it leaves the bracket.
    fn root_between(&self, mut low: f64, mut high: f64, at_low: f64) -> f64 {
        let mut share = 0.5 * (low + high);
        for _ in 0..100 {
            let value = self.value(share);
            if value == 0.0 {
                return share;
            }
            let same_side = (value < 0.0) == (at_low < 0.0);
            if same_side {
                low = share
            } else {
                high = share
            }
            let next = share - value / self.slope(share);
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            if (next - share).abs() <= f64::EPSILON * share || high - low <= f64::EPSILON * high {
                return next;
            }
            share = next;
        }
        share
    }
}
