//! Closed parts that are inside out while others are not.
//!
//! Crossing a triangle from front to back adds one to the winding number. In front of the boundary of a solid, outer or
//! of a cavity, it is 0; in front of a part that faces the wrong way it is -1, whatever other parts are around.

use glam::DVec3;

use super::edges::{EdgeTable, Sets};
use super::orient::{area_vector, centroid};
use super::tree::TriangleTree;
use super::winding::Winding;

/// How far in front of a triangle the winding number is asked for, as a share of the triangle's size.
const IN_FRONT: f64 = 1e-4;

/// Turns the connected parts of a closed surface that face inward. Returns how many there were.
pub(super) fn turn_inward_parts(points: &[DVec3], triangles: &mut [[u32; 3]], edges: &EdgeTable) -> usize {
    let mut sets = Sets::new(triangles.len());
    for (_, run) in edges.edges() {
        run[1..].iter().for_each(|&(_, half)| sets.join(run[0].1 / 3, half / 3));
    }
    let roots: Vec<u32> = (0..triangles.len() as u32).map(|t| sets.root(t)).collect();
    let tree = TriangleTree::new(points, triangles);
    let winding = Winding::new(&tree);
    let mut inward = vec![false; triangles.len()];
    for (root, triangle) in largest_of_each(points, triangles, &roots) {
        let corners = triangles[triangle as usize].map(|id| points[id as usize]);
        let normal = area_vector(corners);
        let front = centroid(corners) + normal.normalize_or_zero() * (IN_FRONT * normal.length().sqrt());
        inward[root as usize] = winding.at(&tree, front) < -0.5;
    }
    for (t, _) in triangles.iter_mut().zip(&roots).filter(|(_, root)| inward[**root as usize]) {
        t.swap(1, 2);
    }
    inward.iter().filter(|inward| **inward).count()
}

/// The root and the largest triangle of each part, in the order of the roots.
fn largest_of_each(points: &[DVec3], triangles: &[[u32; 3]], roots: &[u32]) -> Vec<(u32, u32)> {
    let area = |t: u32| area_vector(triangles[t as usize].map(|id| points[id as usize])).length();
    let mut largest: Vec<u32> = (0..triangles.len() as u32).collect();
    for (t, &root) in (0u32..).zip(roots) {
        let best = &mut largest[root as usize];
        if area(t) > area(*best) {
            *best = t;
        }
    }
    (0u32..).zip(roots).filter(|&(t, &root)| t == root).map(|(t, _)| (t, largest[t as usize])).collect()
}
