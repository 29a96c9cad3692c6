//! Whether a pair meets on its way through the step, whatever else is known of it.

use crate::apart::pierces;
use crate::collider::{Collider, ColliderShape};
use crate::pairs::Pair;
use crate::passing::walk;
use crate::search::Search;
use crate::surfaces::View;
use crate::winding::is_inside;
use glam::DVec3;
use pliant_geometry::{BoundingBox, edge_hits_edge_facing, point_hits_triangle_facing};

/// Share of the room inside a shape, or of the distance of two centres, beyond which something is passing.
const DEEP: f64 = 0.5;

/// Sines of angles below this do not tell inside from outside.
const CLEARLY: f64 = 0.1;

/// Straight ways of all points.
pub(crate) struct Sweep<'a> {
    pub start: View<'a>,
    pub end: View<'a>,
    pub colliders: &'a [Collider],
    /// Where surfaces are.
    pub search: &'a Search,
}

impl Sweep<'_> {
    /// Ways are looked at a little beyond their ends, so that nobody ends where sides are a matter of rounding.
    pub const LONGER: f64 = 1.001;

    /// Whether a pair that is `clearance` (m) apart at the start passes through each other; `side` is that of a sheet, if known.
    pub fn meets(&self, pair: Pair, clearance: f64, side: Option<f64>) -> bool {
        let (points, count) = pair.points(self.start.surfaces);
        let from = points.map_first(count, |p| self.start.x(p));
        let mut moved = points.map_first(count, |p| self.end.x(p));
        (0..count).for_each(|k| moved[k] = (moved[k] - from[k]) * Self::LONGER);
        match pair {
            Pair::PointTriangle(p, t) => {
                let way = longest(&moved[..1], &moved[1..]);
                clearance <= way && self.point_meets_triangle([p, t], from, moved, side)
            }
            Pair::EdgeEdge(a, b) => {
                let way = longest(&moved[..2], &moved[2..]);
                clearance <= way && self.edges_meet(a, b, from, moved)
            }
            Pair::PointPoint(a, b) => {
                let radii = [a, b].map(|p| self.start.surfaces.radius[p as usize]);
                spheres_pass(from[0] - from[1], moved[0] - moved[1], radii[0] + radii[1])
            }
            Pair::PointCollider(p, c) => self.passes_shape(p, c),
        }
    }

    /// The outside of a solid may be passed outwards by what is inside.
    fn point_meets_triangle(
        &self,
        [p, t]: [u32; 2],
        from: [DVec3; 4],
        moved: [DVec3; 4],
        side: Option<f64>,
    ) -> bool {
        let surfaces = self.start.surfaces;
        let (of, with) = (surfaces.surface_of_point[p as usize], surfaces.surface_of_triangle[t as usize]);
        let is_closed = surfaces.surfaces[with as usize].is_closed;
        let normal = self.start.normal(t);
        let height = normal.dot(from[0] - from[1]);
        let side = if is_closed { 1.0 } else { side.unwrap_or(height.signum()) };
        let Some(hit) = point_hits_triangle_facing(from, moved, normal * side) else { return false };
        let [_, a, b, c]: [DVec3; 4] = std::array::from_fn(|k| from[k] + moved[k] * hit.share);
        let [u, v, w] = hit.weights;
        let relative = moved[0] - moved[1] * u - moved[2] * v - moved[3] * w;
        let leaves = is_closed && (b - a).cross(c - a).dot(relative) > 0.0;
        // What turns inside out on the way shows its back to the outside.
        !leaves || (of != with && !is_inside(self.search, &self.start, with, from[0]))
    }

    /// Edges of solids may pass each other outwards, if one is inside the other.
    fn edges_meet(&self, a: u32, b: u32, from: [DVec3; 4], moved: [DVec3; 4]) -> bool {
        let across = (from[1] - from[0]).cross(from[3] - from[2]);
        let toward = across * across.dot(from[0] - from[2]);
        let Some(hit) = edge_hits_edge_facing(from, moved, toward) else { return false };
        let [p, q, r, s]: [DVec3; 4] = std::array::from_fn(|k| from[k] + moved[k] * hit.share);
        let outward = self.outward(b) - self.outward(a);
        let normal = (q - p).cross(s - r).normalize_or_zero();
        let lean = normal.dot(outward);
        let relative = moved[0].lerp(moved[1], hit.s) - moved[2].lerp(moved[3], hit.t);
        let leaves = lean.abs() > CLEARLY && lean * normal.dot(relative) > 0.0;
        !leaves || !(self.is_entangled(a, b) || self.is_entangled(b, a))
    }

    /// Whether an edge is in the solid that another edge belongs to, or goes through its surface.
    fn is_entangled(&self, edge: u32, other: u32) -> bool {
        let surfaces = self.start.surfaces;
        let [of, with] = [edge, other].map(|e| surfaces.surface_of_edge[e as usize]);
        if of == with || surfaces.surfaces[with as usize].triangles.is_empty() {
            return true;
        }
        let ends = surfaces.edges[edge as usize].points.map(|p| self.start.x(p));
        let mut crosses = false;
        self.search.visit_triangles(surfaces, with, &BoundingBox::of_points(&ends), |t| {
            crosses = crosses || pierces(ends, self.start.corners(t));
        });
        let is_closed = surfaces.surfaces[with as usize].is_closed;
        crosses || (is_closed && is_inside(self.search, &self.start, with, ends[0]))
    }

    /// Sum of the normals beside an edge of a solid; zero where there is no inside.
    fn outward(&self, edge: u32) -> DVec3 {
        let surfaces = self.start.surfaces;
        if !surfaces.surfaces[surfaces.surface_of_edge[edge as usize] as usize].is_closed {
            return DVec3::ZERO;
        }
        let beside = surfaces.edges[edge as usize].triangles;
        let known = beside.iter().filter(|t| (**t as usize) < surfaces.triangles.len());
        known.map(|&t| self.start.normal(t)).sum()
    }

    /// Whether a point goes deep into an analytic shape, or through it.
    fn passes_shape(&self, p: u32, c: u32) -> bool {
        let ColliderShape::Analytic(shape) = &self.colliders[c as usize].shape else { return false };
        let from = self.start.poses[c as usize].to_rest(self.start.x(p));
        let to = self.end.poses[c as usize].to_rest(self.end.x(p));
        let deep = DEEP * shape.depth_limit();
        if from.distance(to) <= deep || shape.distance(from).gap < 0.0 {
            return false;
        }
        walk(shape, self.start.surfaces.radius[p as usize] - deep, from, to) < 1.0
    }
}

/// The longest way of any of some against any of others (m).
fn longest(some: &[DVec3], others: &[DVec3]) -> f64 {
    let pairs = some.iter().flat_map(|a| others.iter().map(move |b| a.distance_squared(*b)));
    pairs.fold(0.0, f64::max).sqrt()
}

/// Whether two spheres whose centres are `apart` (m) and move by `moved` (m) against each other change places.
fn spheres_pass(apart: DVec3, moved: DVec3, radii: f64) -> bool {
    let length = moved.length_squared();
    let share = if length > 0.0 { (-apart.dot(moved) / length).clamp(0.0, 1.0) } else { 0.0 };
    let nearest = (apart + moved * share).length();
    apart.dot(apart + moved) < 0.0 && nearest < DEEP * radii
}

/// Points of pairs that have fewer than four.
trait MapFirst {
    fn map_first(&self, count: usize, x: impl Fn(u32) -> DVec3) -> [DVec3; 4];
}

impl MapFirst for [u32; 4] {
    fn map_first(&self, count: usize, x: impl Fn(u32) -> DVec3) -> [DVec3; 4] {
        std::array::from_fn(|k| if k < count { x(self[k]) } else { DVec3::ZERO })
    }
}
