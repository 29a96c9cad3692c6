//! Who may touch whom: pairs as sortable keys, and what they look like where they are.

use crate::collider::{Collider, ColliderShape};
use crate::surfaces::{NONE, Surfaces, View};
use glam::DVec3;
use pliant_geometry::{TriangleFeature, closest_between_segments, closest_on_triangle};

/// Bits of each of the two numbers in a key.
const BITS: u32 = 31;

/// Sines of angles between edges below this count as parallel: points and triangles see to those.
const PARALLEL: f64 = 1e-3;

/// Two things that may touch. Keys of pairs sort by kind, then by who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    /// A point of a body and an analytic collider.
    PointCollider(u32, u32),
    /// A point and a triangle.
    PointTriangle(u32, u32),
    /// Two edges.
    EdgeEdge(u32, u32),
    /// Two spheres.
    PointPoint(u32, u32),
}

impl Pair {
    pub fn key(self) -> u64 {
        let (kind, a, b) = match self {
            Pair::PointCollider(a, b) => (0u64, a, b),
            Pair::PointTriangle(a, b) => (1, a, b),
            Pair::EdgeEdge(a, b) => (2, a, b),
            Pair::PointPoint(a, b) => (3, a, b),
        };
        kind << (2 * BITS) | u64::from(a) << BITS | u64::from(b)
    }

    pub fn of_key(key: u64) -> Self {
        const MASK: u64 = (1 << BITS) - 1;
        let (a, b) = ((key >> BITS & MASK) as u32, (key & MASK) as u32);
        match key >> (2 * BITS) {
            0 => Pair::PointCollider(a, b),
            1 => Pair::PointTriangle(a, b),
            2 => Pair::EdgeEdge(a, b),
            _ => Pair::PointPoint(a, b),
        }
    }

    /// Where contact of the two begins (m).
    pub fn skin(self, surfaces: &Surfaces) -> f64 {
        match self {
            Pair::PointTriangle(p, t) => {
                surfaces.skin(surfaces.surface_of_point[p as usize], surfaces.surface_of_triangle[t as usize])
            }
            Pair::EdgeEdge(a, b) => {
                surfaces.skin(surfaces.surface_of_edge[a as usize], surfaces.surface_of_edge[b as usize])
            }
            Pair::PointCollider(..) | Pair::PointPoint(..) => 0.0,
        }
    }

    /// The points involved, and how many.
    pub fn points(self, surfaces: &Surfaces) -> ([u32; 4], usize) {
        match self {
            Pair::PointCollider(p, _) => ([p, NONE, NONE, NONE], 1),
            Pair::PointTriangle(p, t) => {
                let [a, b, c] = surfaces.triangles[t as usize];
                ([p, a, b, c], 4)
            }
            Pair::EdgeEdge(a, b) => {
                let ([a0, a1], [b0, b1]) =
                    (surfaces.edges[a as usize].points, surfaces.edges[b as usize].points);
                ([a0, a1, b0, b1], 4)
            }
            Pair::PointPoint(a, b) => ([a, b, NONE, NONE], 2),
        }
    }
}

/// How two things lie to each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// Signed distance (m) between their matter, less the skin: negative when they push each other.
    pub gap: f64,
    /// Unit vector that the first is pushed along.
    pub normal: DVec3,
    /// Relative position = sum of weights times points: positive for the first, negative for the second.
    pub weights: [f64; 4],
}

/// Which way round something is touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Facing {
    /// -1 for the back of a sheet.
    pub side: f64,
    /// The normal of two edges points along this.
    pub along: DVec3,
    /// Two edges that count only if their ways cross.
    pub only_swept: bool,
}

impl Facing {
    pub const FRONT: Facing = Facing { side: 1.0, along: DVec3::ZERO, only_swept: false };
}

/// How a pair lies, if the closest features are its own: a point over an edge that two triangles share belongs to one of
/// them only.
pub(crate) fn look(view: &View<'_>, colliders: &[Collider], pair: Pair, facing: Facing) -> Option<Near> {
    match pair {
        Pair::PointCollider(p, c) => point_collider(view, colliders, p, c),
        Pair::PointTriangle(p, t) => point_triangle(view, p, t, facing.side),
        Pair::EdgeEdge(a, b) => edge_edge(view, a, b, facing.along),
        Pair::PointPoint(a, b) => point_point(view, a, b),
    }
}

/// How a pair lies if what is nearest to what, and the normal, stay as they were in `frozen`. In contrast to [`look`] this
/// has no kinks: points do not go from one triangle to the next, edges do not slip off each other's ends.
pub(crate) fn look_frozen(view: &View<'_>, pair: Pair, frozen: &Near) -> Near {
    let surfaces = view.surfaces;
    let (points, count) = pair.points(surfaces);
    let apart: DVec3 = (0..count).map(|k| view.x(points[k]) * frozen.weights[k]).sum();
    let thick: f64 = (0..count).map(|k| surfaces.radius[points[k] as usize] * frozen.weights[k].abs()).sum();
    Near { gap: frozen.normal.dot(apart) - thick - pair.skin(surfaces), ..*frozen }
}

fn point_collider(view: &View<'_>, colliders: &[Collider], p: u32, c: u32) -> Option<Near> {
    let ColliderShape::Analytic(shape) = &colliders[c as usize].shape else { return None };
    let pose = &view.poses[c as usize];
    let distance = shape.distance(pose.to_rest(view.x(p)));
    Some(Near {
        gap: distance.gap - view.surfaces.radius[p as usize],
        normal: pose.turn(distance.normal),
        weights: [1.0, 0.0, 0.0, 0.0],
    })
}

fn point_triangle(view: &View<'_>, p: u32, t: u32, side: f64) -> Option<Near> {
    let surfaces = view.surfaces;
    let (x, corners) = (view.x(p), view.corners(t));
    let closest = closest_on_triangle(x, corners);
    let away = x - closest.point(corners);
    let outward = feature_normal(view, t, closest.feature, away)?;
    let signed = match closest.feature {
        TriangleFeature::Face => away.dot(outward.normal),
        _ if outward.is_border => away.length() * side,
        _ => away.length().copysign(away.dot(outward.normal)),
    };
    let normal = match closest.feature {
        TriangleFeature::Face => outward.normal,
        // On the feature itself the direction is lost; the mean normal stands in.
        _ if away.length() < 1e-12 * (corners[1] - corners[0]).length() => outward.normal,
        _ => away / signed,
    };
    let [u, v, w] = closest.barycentric;
    let thick: f64 = surfaces.triangles[t as usize]
        .iter()
        .zip([u, v, w])
        .map(|(&p, weight)| weight * surfaces.radius[p as usize])
        .sum();
    Some(Near {
        gap: side * signed - surfaces.radius[p as usize] - thick - Pair::PointTriangle(p, t).skin(surfaces),
        normal: normal * side,
        weights: [1.0, -u, -v, -w],
    })
}

/// How far a point is from a triangle (m), whatever is nearest on it.
pub(crate) fn distance_to_triangle(view: &View<'_>, p: u32, t: u32) -> f64 {
    let (x, corners) = (view.x(p), view.corners(t));
    x.distance(closest_on_triangle(x, corners).point(corners))
}

/// How far two edges are from each other (m), less their thickness.
pub(crate) fn distance_of_edges(view: &View<'_>, a: u32, b: u32) -> f64 {
    let [a, b] = [a, b].map(|e| view.surfaces.edges[e as usize].points);
    let (pa, pb) = (a.map(|p| view.x(p)), b.map(|p| view.x(p)));
    let closest = closest_between_segments(pa, pb);
    let [on_a, on_b] = closest.points(pa, pb);
    let thick = mean(view.surfaces, a, closest.s) + mean(view.surfaces, b, closest.t);
    on_a.distance(on_b) - thick
}

/// The mean normal of a feature (Baerentzen & Aanaes 2005: its sign tells inside from outside).
struct Outward {
    normal: DVec3,
    /// A feature at the border of a sheet, which has no inside.
    is_border: bool,
}

/// `None` if the feature belongs to another triangle, or has no normal, or if something around it is nearer to the point
/// that lies `away` from it.
fn feature_normal(view: &View<'_>, t: u32, feature: TriangleFeature, away: DVec3) -> Option<Outward> {
    let surfaces = view.surfaces;
    let own = view.normal(t);
    let (normal, is_border) = match feature {
        TriangleFeature::Face => (own, false),
        TriangleFeature::Edge(k) => {
            let number = surfaces.triangle_edges[t as usize][k as usize];
            match surfaces.edges[number as usize].triangles {
                [first, _] if first != t => return None,
                [_, second] if second != NONE && leans_over_second(view, number, away) => return None,
                [_, NONE] => (own, true),
                [_, second] => ((own + view.normal(second)).normalize_or(own), false),
            }
        }
        TriangleFeature::Corner(k) => {
            let corner = surfaces.triangles[t as usize][k as usize];
            let ring = surfaces.ring(corner);
            if ring.first() != Some(&t) || leans_over_ring(view, corner, ring, away) {
                return None;
            }
            (corner_normal(view, corner, ring).normalize_or(own), is_on_border(surfaces, corner, ring))
        }
    };
    (normal != DVec3::ZERO).then_some(Outward { normal, is_border })
}

/// Whether a point `away` from an edge is nearer to the second triangle of the edge.
fn leans_over_second(view: &View<'_>, edge: u32, away: DVec3) -> bool {
    let Ridge { points, triangles } = Ridge::of(view, edge);
    let line = (points[1] - points[0]).normalize_or_zero();
    triangles[1].is_some_and(|opposite| {
        let inward = opposite - points[0];
        away.dot(inward - line * line.dot(inward)) > 0.0
    })
}

/// Whether a point `away` from a corner is nearer to an edge or triangle around it.
fn leans_over_ring(view: &View<'_>, corner: u32, ring: &[u32], away: DVec3) -> bool {
    let x = view.x(corner);
    let others = ring.iter().flat_map(|&t| view.surfaces.triangles[t as usize]).filter(|&p| p != corner);
    others.into_iter().any(|p| away.dot(view.x(p) - x) > 0.0)
}

/// Sum of the normals around a point, weighted by angles.
fn corner_normal(view: &View<'_>, corner: u32, ring: &[u32]) -> DVec3 {
    let x = view.x(corner);
    ring.iter()
        .map(|&t| {
            let others = view.surfaces.triangles[t as usize].map(|p| (p, view.x(p) - x));
            let mut arms = others.iter().filter(|(p, _)| *p != corner).map(|(_, arm)| *arm);
            let (Some(a), Some(b)) = (arms.next(), arms.next()) else { return DVec3::ZERO };
            view.normal(t) * a.angle_between(b)
        })
        .filter(|n| n.is_finite())
        .sum()
}

fn is_on_border(surfaces: &Surfaces, corner: u32, ring: &[u32]) -> bool {
    ring.iter().flat_map(|&t| surfaces.triangle_edges[t as usize]).any(|e| {
        let edge = &surfaces.edges[e as usize];
        edge.triangles[1] == NONE && edge.points.contains(&corner)
    })
}

fn edge_edge(view: &View<'_>, a: u32, b: u32, along: DVec3) -> Option<Near> {
    let surfaces = view.surfaces;
    let skin = Pair::EdgeEdge(a, b).skin(surfaces);
    let [a, b] = [a, b].map(|e| surfaces.edges[e as usize].points);
    let (pa, pb) = (a.map(|p| view.x(p)), b.map(|p| view.x(p)));
    let closest = closest_between_segments(pa, pb);
    let cross = (pa[1] - pa[0]).cross(pb[1] - pb[0]);
    let lengths = (pa[1] - pa[0]).length() * (pb[1] - pb[0]).length();
    if !closest.is_interior || cross.length() <= PARALLEL * lengths {
        return None;
    }
    let normal = cross.normalize();
    let normal = if normal.dot(along) < 0.0 { -normal } else { normal };
    let [on_a, on_b] = closest.points(pa, pb);
    let (s, t) = (closest.s, closest.t);
    let thick = mean(surfaces, a, s) + mean(surfaces, b, t) + skin;
    Some(Near { gap: normal.dot(on_a - on_b) - thick, normal, weights: [1.0 - s, s, t - 1.0, -t] })
}

fn mean(surfaces: &Surfaces, points: [u32; 2], share: f64) -> f64 {
    surfaces.radius[points[0] as usize] * (1.0 - share) + surfaces.radius[points[1] as usize] * share
}

fn point_point(view: &View<'_>, a: u32, b: u32) -> Option<Near> {
    let away = view.x(a) - view.x(b);
    let distance = away.length();
    let radii = view.surfaces.radius[a as usize] + view.surfaces.radius[b as usize];
    let normal = if distance > 0.0 { away / distance } else { DVec3::Z };
    Some(Near { gap: distance - radii, normal, weights: [1.0, -1.0, 0.0, 0.0] })
}

/// The direction from edge `b` to edge `a`, across both, if they are not parallel: which side of each other they are on.
/// `known` is the direction in which the first was pushed before: it counts if they are nearer than `touching` (m).
pub(crate) fn edge_side(
    view: &View<'_>,
    a: u32,
    b: u32,
    known: Option<DVec3>,
    touching: f64,
) -> Option<DVec3> {
    let [pa, pb] = [a, b].map(|e| view.x(view.surfaces.edges[e as usize].points[0]));
    let across = edge_cross(view, a, b)?;
    let apart = across.dot(pa - pb);
    let sign = match known {
        Some(known) if apart.abs() <= touching => across.dot(known),
        _ => apart,
    };
    Some(if sign < 0.0 { -across } else { across })
}

/// Whether the places where two edges are nearest are between their ends.
pub(crate) fn edges_cross_over(view: &View<'_>, a: u32, b: u32) -> bool {
    let [pa, pb] = [a, b].map(|e| view.surfaces.edges[e as usize].points.map(|p| view.x(p)));
    closest_between_segments(pa, pb).is_interior
}

/// Unit vector across two edges, along (a1 - a0) x (b1 - b0), if they are not parallel.
pub(crate) fn edge_cross(view: &View<'_>, a: u32, b: u32) -> Option<DVec3> {
    let [along_a, along_b] = [a, b].map(|e| {
        let [from, to] = view.surfaces.edges[e as usize].points;
        view.x(to) - view.x(from)
    });
    let cross = along_a.cross(along_b);
    (cross.length() > PARALLEL * along_a.length() * along_b.length()).then(|| cross.normalize())
}

/// An edge and the corners opposite of it in its triangles.
struct Ridge {
    points: [DVec3; 2],
    triangles: [Option<DVec3>; 2],
}

impl Ridge {
    fn of(view: &View<'_>, edge: u32) -> Self {
        let edge = view.surfaces.edges[edge as usize];
        let opposite = |t: u32| {
            let corners = view.surfaces.triangles.get(t as usize)?;
            corners.iter().find(|p| !edge.points.contains(p)).map(|&p| view.x(p))
        };
        Self { points: edge.points.map(|p| view.x(p)), triangles: edge.triangles.map(opposite) }
    }
}

/// Whether an edge can meet another: not where the triangles of a solid form a valley, which whatever gets there meets
/// first; a valley of a sheet is a ridge from its other side. Flat edges count: the faces of coarse bodies
/// bend along them in the next moment.
pub(crate) fn can_meet(view: &View<'_>, edge: u32) -> bool {
    const FLAT: f64 = 0.996; // cos 5 degrees
    let surfaces = view.surfaces;
    let [first, second] = surfaces.edges[edge as usize].triangles;
    let is_closed = surfaces.surfaces[surfaces.surface_of_edge[edge as usize] as usize].is_closed;
    if first == NONE || second == NONE || !is_closed {
        return true;
    }
    let (n, m) = (view.normal(first), view.normal(second));
    let ridge = Ridge::of(view, edge);
    let outside = ridge.triangles[1].map_or(0.0, |x| n.dot(x - ridge.points[0]));
    outside <= 0.0 || n.dot(m) >= FLAT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_pairs_and_sort_by_kind() {
        let pairs = [
            Pair::PointCollider(7, 3),
            Pair::PointTriangle(5, (1 << 31) - 1),
            Pair::EdgeEdge((1 << 31) - 1, 0),
            Pair::PointPoint(1, 2),
        ];
        assert!(pairs.iter().all(|&pair| Pair::of_key(pair.key()) == pair));
        assert!(pairs.windows(2).all(|w| w[0].key() < w[1].key()));
    }
}
