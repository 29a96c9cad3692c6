//! Closest points of triangles and segments, and the moment at which moving ones meet.
//!
//! Closest points go by Voronoi regions (Ericson, Real-Time Collision Detection, 2005, sections 5.1.5 and 5.1.9). Where
//! rounding leaves the regions without meaning (a triangle without area, segments side by side), the borders are asked
//! instead, so that every finite input has a finite answer.

mod continuous;

#[cfg(test)]
mod continuous_tests;
#[cfg(test)]
mod tests;

use glam::DVec3;

pub use continuous::{
    EdgeHit, TriangleHit, edge_hits_edge, edge_hits_edge_facing, point_hits_triangle,
    point_hits_triangle_facing,
};

/// Segments whose angle has a squared sine below this count as side by side: their ends are asked too.
const PARALLEL: f64 = 1e-8;

/// The part of a triangle a point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriangleFeature {
    /// The inside.
    Face,
    /// The edge that joins corner k and corner k + 1 (modulo 3).
    Edge(u8),
    /// Corner k.
    Corner(u8),
}

/// The point of a triangle that is closest to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOnTriangle {
    /// Weights of the corners: none negative, and they sum to 1.
    pub barycentric: [f64; 3],
    /// Where on the triangle it is.
    pub feature: TriangleFeature,
}

impl ClosestOnTriangle {
    #[inline]
    fn corner(k: usize) -> Self {
        let mut barycentric = [0.0; 3];
        barycentric[k] = 1.0;
        Self { barycentric, feature: TriangleFeature::Corner(k as u8) }
    }

    /// On edge k, with the weights of its two corners.
    #[inline]
    fn edge(k: usize, first: f64, second: f64) -> Self {
        let next = (k + 1) % 3;
        let mut barycentric = [0.0; 3];
        barycentric[k] = first;
        barycentric[next] = second;
        let feature = if second <= 0.0 {
            TriangleFeature::Corner(k as u8)
        } else if first <= 0.0 {
            TriangleFeature::Corner(next as u8)
        } else {
            TriangleFeature::Edge(k as u8)
        };
        Self { barycentric, feature }
    }

    /// The point itself (m).
    #[inline]
    pub fn point(&self, [a, b, c]: [DVec3; 3]) -> DVec3 {
        let [_, v, w] = self.barycentric;
        a + (b - a) * v + (c - a) * w
    }
}

/// The point of a triangle closest to `p`, also of one without area.
// Always: callers that want the weights alone are spared the rest, 8 % of the time of locating points.
#[inline(always)]
pub fn closest_on_triangle(p: DVec3, corners: [DVec3; 3]) -> ClosestOnTriangle {
    let [a, b, c] = corners;
    let (ab, ac, ap, bp, cp) = (b - a, c - a, p - a, p - b, p - c);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return ClosestOnTriangle::corner(0);
    }
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return ClosestOnTriangle::corner(1);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let v = share(d1, d1 - d3);
        return ClosestOnTriangle::edge(0, 1.0 - v, v);
    }
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return ClosestOnTriangle::corner(2);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let w = share(d2, d2 - d6);
        return ClosestOnTriangle::edge(2, w, 1.0 - w);
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = share(d4 - d3, (d4 - d3) + (d5 - d6));
        return ClosestOnTriangle::edge(1, 1.0 - w, w);
    }
    // The sum is the squared length of the cross product of two sides. What rounding leaves of a triangle without
    // area, or of numbers out of range, says nothing about regions.
    let sum = va + vb + vc;
    let rounding = 4.0 * f64::EPSILON * (d1.abs() + d3.abs()) * (d2.abs() + d6.abs());
    if sum > rounding && sum < f64::INFINITY {
        let barycentric = [va / sum, vb / sum, vc / sum];
        return ClosestOnTriangle { barycentric, feature: TriangleFeature::Face };
    }
    closest_on_sides(p, corners)
}

/// The point of a triangle closest to `p` (m).
#[inline]
pub fn closest_point_of_triangle(p: DVec3, corners: [DVec3; 3]) -> DVec3 {
    closest_on_triangle(p, corners).point(corners)
}

/// The closest point of the three sides; the first of equally near ones.
#[cold]
fn closest_on_sides(p: DVec3, corners: [DVec3; 3]) -> ClosestOnTriangle {
    let mut best = (f64::INFINITY, ClosestOnTriangle::corner(0));
    for k in 0..3 {
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        let share = closest_on_segment(p, [from, to]);
        let away = from.lerp(to, share).distance_squared(p);
        if away < best.0 {
            best = (away, ClosestOnTriangle::edge(k, 1.0 - share, share));
        }
    }
    best.1
}

/// How far along a segment its point closest to `p` lies: 0 at its first end, 1 at its second.
#[inline]
pub fn closest_on_segment(p: DVec3, [from, to]: [DVec3; 2]) -> f64 {
    let along = to - from;
    share((p - from).dot(along), along.length_squared()).clamp(0.0, 1.0)
}

/// The closest points of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOnSegments {
    /// How far along the first, from 0 to 1.
    pub s: f64,
    /// How far along the second, from 0 to 1.
    pub t: f64,
    /// Both are strictly between the ends.
    pub is_interior: bool,
}

impl ClosestOnSegments {
    #[inline]
    fn new(s: f64, t: f64) -> Self {
        let inside = |x: f64| x > 0.0 && x < 1.0;
        Self { s, t, is_interior: inside(s) && inside(t) }
    }

    /// The two points (m).
    #[inline]
    pub fn points(&self, p: [DVec3; 2], q: [DVec3; 2]) -> [DVec3; 2] {
        [p[0] + (p[1] - p[0]) * self.s, q[0] + (q[1] - q[0]) * self.t]
    }
}

/// The closest points of two segments, also of parallel ones and of segments without length. Of the many closest
/// points of parallel ones an end is taken.
#[inline]
pub fn closest_between_segments(p: [DVec3; 2], q: [DVec3; 2]) -> ClosestOnSegments {
    let (u, v, r) = (p[1] - p[0], q[1] - q[0], p[0] - q[0]);
    let (uu, uv, vv) = (u.length_squared(), u.dot(v), v.length_squared());
    let (ur, vr) = (u.dot(r), v.dot(r));
    let squares = uu * vv;
    let determinant = squares - uv * uv;
    let s = share(uv * vr - ur * vv, determinant).clamp(0.0, 1.0);
    let t = share(uv * s + vr, vv);
    // Where the second point had to be moved to an end, the first one follows it.
    let (s, t) = if t < 0.0 {
        (share(-ur, uu).clamp(0.0, 1.0), 0.0)
    } else if t > 1.0 {
        (share(uv - ur, uu).clamp(0.0, 1.0), 1.0)
    } else {
        (s, t)
    };
    if determinant > PARALLEL * squares && squares < f64::INFINITY {
        return ClosestOnSegments::new(s, t);
    }
    nearest_with_ends(p, q, ClosestOnSegments::new(s, t))
}

/// The closest of the four ends to the other segment, unless `other` is closer still.
#[cold]
fn nearest_with_ends(p: [DVec3; 2], q: [DVec3; 2], other: ClosestOnSegments) -> ClosestOnSegments {
    let ends = [
        ClosestOnSegments::new(0.0, closest_on_segment(p[0], q)),
        ClosestOnSegments::new(1.0, closest_on_segment(p[1], q)),
        ClosestOnSegments::new(closest_on_segment(q[0], p), 0.0),
        ClosestOnSegments::new(closest_on_segment(q[1], p), 1.0),
    ];
    let mut best = (f64::INFINITY, ends[0]);
    for candidate in ends.into_iter().chain([other]) {
        let [x, y] = candidate.points(p, q);
        let away = x.distance_squared(y);
        if away < best.0 {
            best = (away, candidate);
        }
    }
    best.1
}

/// A part of a whole; nothing of a whole that is nothing or out of range.
#[inline]
fn share(part: f64, whole: f64) -> f64 {
    let share = part / whole;
    if whole > 0.0 && share.abs() < f64::INFINITY { share } else { 0.0 }
}
