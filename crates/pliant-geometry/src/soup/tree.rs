//! A binary tree of boxes over the triangles, cut where the Morton code of the centroids changes its highest bit.
//! Answers: the nearest triangle, whether any is near, where a segment crosses the surface.
//!
//! Triangles and points are renumbered along the curve, so that a leaf is a run of triangles whose corners lie near
//! each other in memory.

use glam::DVec3;
use rayon::prelude::*;

use super::orient::centroid;
use crate::bounds::BoundingBox;
use crate::spatial_order::morton_key;
use crate::triangles::closest_point_of_triangle;

/// Triangles a leaf holds at most.
pub(super) const LEAF_SIZE: usize = 8;

const NONE: u32 = u32::MAX;

/// One box of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub bounds: BoundingBox,
    /// First triangle; all triangles below this box are consecutive.
    pub first: u32,
    pub count: u32,
    /// Index of the right child, or 0 for a leaf; the left child follows its parent.
    pub right: u32,
}

impl Branch {
    pub fn triangles(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Triangles in the order of the tree.
#[derive(Clone, Debug)]
pub(crate) struct TriangleTree {
    pub points: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
    pub(super) branches: Vec<Branch>,
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
        let mut tree = Self { points: moved, triangles, branches: vec![] };
        if !keyed.is_empty() {
            tree.build(&keyed, 0..keyed.len());
        }
        tree
    }

    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|id| self.points[id as usize])
    }

    /// Adds the box over a run of triangles, and the boxes below. The depth is at most the 63 bits of a key plus the
    /// halvings of one run of equal keys.
    fn build(&mut self, keyed: &[(u64, u32)], range: std::ops::Range<usize>) -> BoundingBox {
        let index = self.branches.len();
        let (first, count) = (range.start as u32, range.len() as u32);
        self.branches.push(Branch { bounds: BoundingBox::EMPTY, first, count, right: 0 });
        let bounds = if range.len() <= LEAF_SIZE {
            let mut bounds = BoundingBox::EMPTY;
            range.for_each(|t| self.corners(t).into_iter().for_each(|x| bounds.include(x)));
            bounds
        } else {
            let middle = cut(keyed, range.clone());
            let mut bounds = self.build(keyed, range.start..middle);
            self.branches[index].right = self.branches.len() as u32;
            bounds.merge(&self.build(keyed, middle..range.end));
            bounds
        };
        self.branches[index].bounds = bounds;
        bounds
    }

    /// The box around all triangles.
    pub fn bounds(&self) -> BoundingBox {
        self.branches.first().map_or(BoundingBox::EMPTY, |root| root.bounds)
    }

    /// The nearest point of the surface within `reach`.
    pub fn closest(&self, x: DVec3, reach: f64) -> Option<DVec3> {
        let mut best = (reach * reach, None);
        let mut stack = Stack::new();
        stack.push(0, self.distance_squared(0, x));
        while let Some((index, away)) = stack.pop() {
            if away > best.0 {
                continue;
            }
            let branch = &self.branches[index as usize];
            if branch.right == 0 {
                for t in branch.triangles() {
                    let point = closest_point_of_triangle(self.corners(t), x);
                    let squared = point.distance_squared(x);
                    if squared < best.0 {
                        best = (squared, Some(point));
                    }
                }
            } else {
                let (left, right) = (index + 1, branch.right);
                let (l, r) = (self.distance_squared(left, x), self.distance_squared(right, x));
                let (near, far) = if l <= r { ((left, l), (right, r)) } else { ((right, r), (left, l)) };
                stack.push(far.0, far.1);
                stack.push(near.0, near.1);
            }
        }
        best.1
    }

    /// Whether any triangle comes within `reach` of the point.
    pub fn is_within(&self, x: DVec3, reach: f64) -> bool {
        let limit = reach * reach;
        let mut stack = Stack::new();
        stack.push(0, self.distance_squared(0, x));
        while let Some((index, away)) = stack.pop() {
            if away > limit {
                continue;
            }
            let branch = &self.branches[index as usize];
            if branch.right == 0 {
                let near = |t| closest_point_of_triangle(self.corners(t), x).distance_squared(x) <= limit;
                if branch.triangles().any(near) {
                    return true;
                }
            } else {
                let (left, right) = (index + 1, branch.right);
                let (l, r) = (self.distance_squared(left, x), self.distance_squared(right, x));
                let (near, far) = if l <= r { ((left, l), (right, r)) } else { ((right, r), (left, l)) };
                stack.push(far.0, far.1);
                stack.push(near.0, near.1);
            }
        }
        false
    }

    fn distance_squared(&self, branch: u32, x: DVec3) -> f64 {
        self.branches.get(branch as usize).map_or(f64::INFINITY, |b| b.bounds.distance_squared(x))
    }

    /// Where the segment crosses the surface: fractions of its length, ascending, into `out`.
    pub fn crossings(&self, from: DVec3, to: DVec3, out: &mut Vec<f64>) {
        out.clear();
        let along = to - from;
        let segment = BoundingBox { min: from.min(to), max: from.max(to) };
        let mut stack = Stack::new();
        stack.push(0, 0.0);
        while let Some((index, _)) = stack.pop() {
            let Some(branch) = self.branches.get(index as usize) else { break };
            if !overlap(&branch.bounds, &segment) || misses(&branch.bounds, from, along) {
                continue;
            }
            if branch.right == 0 {
                out.extend(branch.triangles().filter_map(|t| self.crossing(t, from, along)));
            } else {
                stack.push(branch.right, 0.0);
                stack.push(index + 1, 0.0);
            }
        }
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
pub(super) fn cut(keyed: &[(u64, u32)], range: std::ops::Range<usize>) -> usize {
    let (low, high) = (keyed[range.start].0, keyed[range.end - 1].0);
    if low == high {
        return range.start + range.len() / 2;
    }
    let bit = 63 - (low ^ high).leading_zeros();
    range.start + keyed[range].partition_point(|(key, _)| key >> bit & 1 == 0)
}

/// Branches still to visit, each with a number. Deep enough for every tree: one entry a level, two at the last.
pub(super) struct Stack {
    entries: [(u32, f64); 128],
    len: usize,
}

impl Stack {
    pub fn new() -> Self {
        Self { entries: [(0, 0.0); 128], len: 0 }
    }

    pub fn push(&mut self, branch: u32, value: f64) {
        self.entries[self.len] = (branch, value);
        self.len += 1;
    }

    pub fn pop(&mut self) -> Option<(u32, f64)> {
        self.len = self.len.checked_sub(1)?;
        Some(self.entries[self.len])
    }
}

pub(super) fn overlap(a: &BoundingBox, b: &BoundingBox) -> bool {
    a.min.cmple(b.max).all() && b.min.cmple(a.max).all()
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
