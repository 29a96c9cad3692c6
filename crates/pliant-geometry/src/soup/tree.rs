//! A binary tree of boxes over the triangles, cut where the Morton code of the centroids changes its highest bit.
//! Answers: the nearest triangle, whether any is near, where a segment crosses the surface.
//!
//! Triangles and points are renumbered along the curve, so that a leaf is a run of triangles whose corners lie near
//! each other in memory.

use glam::DVec3;
use rayon::prelude::*;

use super::orient::centroid;
use crate::bounds::BoundingBox;
use crate::bounds_tree::{BoundsNode, Hierarchy};
use crate::closest::closest_point_of_triangle;
use crate::spatial_order::morton_key;

/// Triangles a leaf holds at most.
const LEAF_SIZE: usize = 8;

const NONE: u32 = u32::MAX;

/// Ends a walk: no squared distance is below it.
const ENOUGH: f64 = -1.0;

/// Triangles in the order of the tree.
#[derive(Clone, Debug)]
pub(crate) struct TriangleTree {
    pub points: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
    hierarchy: Hierarchy,
}

impl TriangleTree {
    /// Ids must be in range and positions finite.
    pub fn new(points: &[DVec3], triangles: &[[u32; 3]]) -> Self {
        let corners = |t: &[u32; 3]| t.map(|id| points[id as usize]);
        let bounds = BoundingBox::of_points(points);
        let mut keyed: Vec<(u64, u32)> = triangles
            .iter()
            .zip(0u32..)
            .map(|(t, i)| (morton_key(centroid(corners(t)), &bounds), i))
            .collect();
        keyed.par_sort_unstable();
        let mut new_id = vec![NONE; points.len()];
        let mut moved: Vec<DVec3> = Vec::with_capacity(points.len());
        let mut renumber = |id: u32| {
            let slot = &mut new_id[id as usize];
            if *slot == NONE {
                *slot = moved.len() as u32;
                moved.push(points[id as usize]);
            }
            *slot
        };
        let triangles = keyed.iter().map(|&(_, i)| triangles[i as usize].map(&mut renumber)).collect();
        let mut tree = Self { points: moved, triangles, hierarchy: Hierarchy::default() };
        // The depth is at most the 63 bits of a key plus the halvings of one run of equal keys.
        let around = |t: usize| BoundingBox::of_points(&tree.corners(t));
        tree.hierarchy = Hierarchy::new(keyed.len(), LEAF_SIZE, &mut |range| cut(&keyed, range), &around);
        tree
    }

    /// The boxes, parents before their children.
    pub(super) fn nodes(&self) -> &[BoundsNode] {
        &self.hierarchy.nodes
    }

    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|id| self.points[id as usize])
    }

    /// The box around all triangles.
    pub fn bounds(&self) -> BoundingBox {
        self.hierarchy.bounds()
    }

    /// The nearest point of the surface within `reach`.
    pub fn closest(&self, x: DVec3, reach: f64) -> Option<DVec3> {
        let mut best = None;
        self.hierarchy.visit_nearest(x, reach * reach, |triangles, mut limit| {
            for t in triangles {
                let point = closest_point_of_triangle(x, self.corners(t));
                let squared = point.distance_squared(x);
                if squared < limit {
                    limit = squared;
                    best = Some(point);
                }
            }
            limit
        });
        best
    }

    /// Whether any triangle comes within `reach` of the point.
    pub fn is_within(&self, x: DVec3, reach: f64) -> bool {
        let mut found = false;
        self.hierarchy.visit_nearest(x, reach * reach, |mut triangles, limit| {
            let near = |t| closest_point_of_triangle(x, self.corners(t)).distance_squared(x) <= limit;
            found |= triangles.any(near);
            if found { ENOUGH } else { limit }
        });
        found
    }

    /// Where the segment crosses the surface: fractions of its length, ascending, into `out`.
    pub fn crossings(&self, from: DVec3, to: DVec3, out: &mut Vec<f64>) {
        out.clear();
        let along = to - from;
        let segment = BoundingBox { min: from.min(to), max: from.max(to) };
        let wanted = |bounds: &BoundingBox| bounds.overlaps(&segment) && !misses(bounds, from, along);
        self.hierarchy.visit_leaves(wanted, |triangles| {
            out.extend(triangles.filter_map(|t| self.crossing(t, from, along)));
        });
        out.sort_unstable_by(f64::total_cmp);
    }

    /// The side functions are worked out in the order of the point ids, so two triangles that share an edge agree on
    /// which side of it the segment passes and none slips through between them.
    fn crossing(&self, triangle: usize, from: DVec3, along: DVec3) -> Option<f64> {
        let ids = self.triangles[triangle];
        let x = self.corners(triangle).map(|x| x - from);
        let side = |i: usize, j: usize| {
            let of = |i: usize, j: usize| along.dot(x[i].cross(x[j]));
            if ids[i] < ids[j] { of(i, j) } else { -of(j, i) }
        };
        let s = [side(1, 2), side(2, 0), side(0, 1)];
        let all = |test: fn(&f64) -> bool| s.iter().all(test);
        if !all(|s| *s >= 0.0) && !all(|s| *s <= 0.0) {
            return None;
        }
        let normal = (x[1] - x[0]).cross(x[2] - x[0]);
        let slope = normal.dot(along);
        if slope == 0.0 {
            return None;
        }
        let t = normal.dot(x[0]) / slope;
        (0.0..=1.0).contains(&t).then_some(t)
    }
}

/// Where to cut a run of sorted keys: before the first key that has the highest differing bit set.
fn cut(keyed: &[(u64, u32)], range: std::ops::Range<usize>) -> usize {
    let (low, high) = (keyed[range.start].0, keyed[range.end - 1].0);
    if low == high {
        return range.start + range.len() / 2;
    }
    let bit = 63 - (low ^ high).leading_zeros();
    range.start + keyed[range].partition_point(|(key, _)| key >> bit & 1 == 0)
}

/// Whether the line passes the box by: separating axes along x cross y (Ericson 2005, section 5.3.3).
fn misses(bounds: &BoundingBox, from: DVec3, along: DVec3) -> bool {
    let half = 0.5 * (bounds.max - bounds.min);
    let m = from - bounds.centre();
    let a = along.abs();
    let slack = 1e-12 * (half.max_element() + m.abs().max_element()) * a.max_element();
    (m.y * along.z - m.z * along.y).abs() > half.y * a.z + half.z * a.y + slack
        || (m.z * along.x - m.x * along.z).abs() > half.z * a.x + half.x * a.z + slack
        || (m.x * along.y - m.y * along.x).abs() > half.x * a.y + half.y * a.x + slack
}
