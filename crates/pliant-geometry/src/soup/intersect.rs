//! Triangles that cut through each other: an edge of one passes through the other's inside.
//!
//! Pairs that share a point are left out (neighbours always touch), and so are pairs that only touch or lie in one
//! plane: the count is of cuts that certainly are there. Found by walking the tree against itself; it stops at a
//! number of pairs, and at an amount of work proportional to the number of triangles, and says so.

use glam::DVec3;

use super::tree::TriangleTree;

/// Pairs of boxes and triangles looked at per triangle before giving up.
const WORK_PER_TRIANGLE: usize = 400;

/// How many pairs of triangles cut through each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfIntersections {
    /// Pairs found.
    pub count: usize,
    /// The search was stopped: there may be more.
    pub capped: bool,
}

pub(super) fn self_intersections(tree: &TriangleTree, limit: usize) -> SelfIntersections {
    let mut found = SelfIntersections { count: 0, capped: false };
    let mut work = WORK_PER_TRIANGLE.saturating_mul(tree.triangles.len()).max(100_000);
    let mut pairs: Vec<(u32, u32)> = vec![(0, 0)];
    while let Some((a, b)) = pairs.pop() {
        if work == 0 || found.count >= limit {
            found.capped = true;
            break;
        }
        work -= 1;
        let (left, right) = (&tree.nodes()[a as usize], &tree.nodes()[b as usize]);
        if a != b && !left.bounds.overlaps(&right.bounds) {
            continue;
        }
        match (left.is_leaf(), right.is_leaf()) {
            (true, true) => {
                found.count += cuts_between_leaves(tree, a, b);
                work = work.saturating_sub(left.len() * right.len() / 4);
            }
            (false, _) if a == b => {
                pairs.extend([(a + 1, a + 1), (left.right(), left.right()), (a + 1, left.right())])
            }
            (true, false) => pairs.extend([(a, b + 1), (a, right.right())]),
            (false, true) => pairs.extend([(a + 1, b), (left.right(), b)]),
            (false, false) if left.len() >= right.len() => pairs.extend([(a + 1, b), (left.right(), b)]),
            (false, false) => pairs.extend([(a, b + 1), (a, right.right())]),
        }
    }
    found
}

fn cuts_between_leaves(tree: &TriangleTree, a: u32, b: u32) -> usize {
    let mut count = 0;
    for s in tree.nodes()[a as usize].places() {
        for t in tree.nodes()[b as usize].places() {
            if (a != b || s < t) && shares_no_point(tree.triangles[s], tree.triangles[t]) {
                count += cut(tree.corners(s), tree.corners(t)) as usize;
            }
        }
    }
    count
}

fn shares_no_point(s: [u32; 3], t: [u32; 3]) -> bool {
    !s.iter().any(|id| t.contains(id))
}

fn cut(s: [DVec3; 3], t: [DVec3; 3]) -> bool {
    straddles(s, t)
        && straddles(t, s)
        && (0..3).any(|k| passes_through(s[k], s[(k + 1) % 3], t) || passes_through(t[k], t[(k + 1) % 3], s))
}

/// Whether the corners of one triangle lie on both sides of the other's plane.
fn straddles(s: [DVec3; 3], [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    let side = s.map(|x| normal.dot(x - a));
    side.iter().any(|d| *d > 0.0) && side.iter().any(|d| *d < 0.0)
}

/// Whether a segment passes through the inside of a triangle, by the signs of five volumes.
fn passes_through(p: DVec3, q: DVec3, [a, b, c]: [DVec3; 3]) -> bool {
    let normal = (b - a).cross(c - a);
    if normal.dot(p - a) * normal.dot(q - a) >= 0.0 {
        return false;
    }
    let along = q - p;
    let side = |x: DVec3, y: DVec3| along.dot((x - p).cross(y - p));
    let s = [side(a, b), side(b, c), side(c, a)];
    s.iter().all(|v| *v > 0.0) || s.iter().all(|v| *v < 0.0)
}
