//! From any soup to points and triangles that mean something: coincident points are merged, triangles that cannot be
//! part of a surface are dropped, and everything is counted.
//!
//! Points merge when they round to the same multiple of 2^-30 of the body's longest side (rounded up to a power of
//! two). Triangles with three different points but no area stay: they close seams and add nothing to any sum.

use glam::DVec3;

use super::frame::Frame;
use crate::bounds::BoundingBox;
use crate::triangles::TriangleSurface;

/// Cells per unit length within which points are the same point.
const MERGE_CELLS: f64 = (1u64 << 30) as f64;

/// A triangle is called degenerate if its area is below this fraction of its longest side squared.
const NO_AREA: f64 = 1e-12;

const NONE: u32 = u32::MAX;

/// What was dropped or merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CleanCounts {
    pub non_finite_points: usize,
    pub unused_points: usize,
    pub merged_points: usize,
    /// Triangles with an id out of range or a point that is not usable.
    pub unusable_triangles: usize,
    /// Triangles without area; those that repeat a point are gone.
    pub degenerate_triangles: usize,
    pub duplicate_triangles: usize,
    /// The file lists (nearly) every triangle once for each side.
    pub two_sided: bool,
}

/// What becomes of two triangles over the same points that face opposite ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opposed {
    /// They cancel each other, like a wall between two closed parts.
    Cancel,
    /// One of them is kept, like a sheet that is drawn from both sides.
    KeepOne,
}

/// Points in the unit frame and triangles over them.
#[derive(Clone, Debug)]
pub(crate) struct Cleaned {
    pub frame: Frame,
    pub bounds: BoundingBox,
    pub points: Vec<DVec3>,
    /// For each point, which one of the file it is: the first of those that were merged.
    pub sources: Vec<u32>,
    pub triangles: Vec<[u32; 3]>,
    pub counts: CleanCounts,
}

/// Merges and drops. Safe on any content.
pub(crate) fn clean(surface: &TriangleSurface, opposed: Opposed) -> Cleaned {
    let mut counts = CleanCounts::default();
    let usable = |id: u32| surface.points.get(id as usize).is_some_and(|&x| TriangleSurface::is_usable(x));
    let mut used = vec![false; surface.points.len()];
    for ids in surface.triangles.iter().filter(|ids| ids.iter().all(|&id| usable(id))) {
        ids.iter().for_each(|&id| used[id as usize] = true);
    }
    counts.non_finite_points = surface.points.iter().filter(|&&x| !TriangleSurface::is_usable(x)).count();
    counts.unused_points =
        surface.points.len() - counts.non_finite_points - used.iter().filter(|u| **u).count();
    let used_points = || surface.points.iter().zip(&used).filter(|(_, used)| **used).map(|(x, _)| x);
    let bounds = BoundingBox::of_points(used_points());
    let frame = Frame::of(&bounds);
    let (points, sources, new_id) = merge(&surface.points, &used, frame);
    counts.merged_points = used_points().count() - points.len();
    drop(used);
    let mut triangles = Vec::with_capacity(surface.triangles.len());
    for ids in &surface.triangles {
        if !ids.iter().all(|&id| usable(id)) {
            counts.unusable_triangles += 1;
            continue;
        }
        let [a, b, c] = ids.map(|id| new_id[id as usize]);
        if has_no_area([a, b, c].map(|id| points[id as usize])) {
            counts.degenerate_triangles += 1;
        }
        if a != b && b != c && c != a {
            triangles.push([a, b, c]);
        }
    }
    drop(new_id);
    drop_duplicates(&mut triangles, opposed, &mut counts);
    Cleaned { frame, bounds, points, sources, triangles, counts }
}

pub(crate) fn has_no_area([a, b, c]: [DVec3; 3]) -> bool {
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    (b - a).cross(c - a).length() <= NO_AREA * longest
}

/// Points in the frame with their ids in the file, and for each used point its new id. A table with open addressing, filled in the order of the
/// ids: the result depends on nothing else.
fn merge(points: &[DVec3], used: &[bool], frame: Frame) -> (Vec<DVec3>, Vec<u32>, Vec<u32>) {
    let count = used.iter().filter(|u| **u).count();
    let capacity = (2 * count).next_power_of_two().max(2);
    let mut table = vec![NONE; capacity];
    let (mut merged, mut sources): (Vec<DVec3>, Vec<u32>) = (vec![], vec![]);
    let mut new_id = vec![NONE; points.len()];
    for (id, &x) in points.iter().enumerate().filter(|(id, _)| used[*id]) {
        let unit = frame.to_unit(x);
        let cell = cell_of(unit);
        let mut slot = mixed(cell) as usize & (capacity - 1);
        while table[slot] != NONE && cell_of(merged[table[slot] as usize]) != cell {
            slot = (slot + 1) & (capacity - 1);
        }
        if table[slot] == NONE {
            table[slot] = merged.len() as u32;
            merged.push(unit);
            sources.push(id as u32);
        }
        new_id[id] = table[slot];
    }
    (merged, sources, new_id)
}

fn cell_of(unit: DVec3) -> [i64; 3] {
    (unit * MERGE_CELLS).round().to_array().map(|x| x as i64)
}

/// Spreads the bits of a key (the finaliser of splitmix64 after each part).
fn mixed(key: [i64; 3]) -> u64 {
    key.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, &part| {
        let mut z = hash ^ part as u64;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}

/// Keeps one of several triangles over the same points. Two that face opposite ways may cancel each other, unless most of
/// the file is like that: then it draws both sides of every triangle, and the first of each pair is the surface.
fn drop_duplicates(triangles: &mut Vec<[u32; 3]>, opposed: Opposed, counts: &mut CleanCounts) {
    let mut keyed: Vec<([u32; 3], u32)> = triangles.iter().map(|&t| sorted(t)).zip(0u32..).collect();
    keyed.sort_unstable();
    let runs = || keyed.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1);
    let net = |run: &[([u32; 3], u32)]| -> i64 {
        run.iter().map(|&(_, t)| if is_odd(triangles[t as usize]) { -1 } else { 1 }).sum()
    };
    let paired: usize = runs().filter(|run| net(run) == 0).map(<[_]>::len).sum();
    counts.two_sided = 2 * paired > triangles.len();
    let mut gone = vec![];
    for run in runs() {
        let sum = net(run);
        let keep = run.iter().position(|&(_, t)| match sum {
            0 => counts.two_sided || opposed == Opposed::KeepOne,
            _ => is_odd(triangles[t as usize]) == (sum < 0),
        });
        gone.extend(run.iter().enumerate().filter(|(i, _)| Some(*i) != keep).map(|(_, &(_, t))| t));
    }
    counts.duplicate_triangles = gone.len();
    gone.iter().for_each(|&t| triangles[t as usize] = [NONE; 3]);
    triangles.retain(|t| t[0] != NONE);
}

fn sorted(mut t: [u32; 3]) -> [u32; 3] {
    t.sort_unstable();
    t
}

/// Whether sorting the corners turns the triangle over.
fn is_odd([a, b, c]: [u32; 3]) -> bool {
    (a > b) ^ (b > c) ^ (a > c)
}
