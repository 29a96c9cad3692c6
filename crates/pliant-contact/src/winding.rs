//! Whether a point is inside a closed surface, even where parts of the surface are folded over or inside out.
//!
//! The normal of what is nearest tells inside from outside only where the surface does not cross itself. Elements that are
//! inside out fold it: over a fold the nearest triangle shows its back to the outside. The winding number knows no such
//! doubt. Along any ray from the point it is the number of triangles that are left, less those that are entered.

use crate::search::Search;
use crate::surfaces::View;
use glam::DVec3;
use pliant_geometry::BoundingBox;

/// Whether a closed surface, by its number, winds around a point (m).
pub(crate) fn is_inside(search: &Search, view: &View<'_>, surface: u32, point: DVec3) -> bool {
    let ray = BoundingBox { min: point, max: DVec3 { x: f64::INFINITY, ..point } };
    let mut winding = 0;
    search.visit_triangles(view.surfaces, surface, &ray, |t| winding += left(point, view.corners(t)));
    winding > 0
}

/// How a ray from a point along x crosses a triangle: 1 if it comes from behind, -1 if from the front, 0 if it misses.
fn left(point: DVec3, corners: [DVec3; 3]) -> i32 {
    let [a, b, c] = corners;
    let turns = turn(point, a, b) + turn(point, b, c) + turn(point, c, a);
    let normal = (b - a).cross(c - a);
    let is_ahead = normal.dot(a - point) * f64::from(turns) > 0.0;
    if is_ahead { turns } else { 0 }
}

/// Seen along x, whether an edge crosses the half line from a point along y: 1 upwards, -1 downwards. The same edge of a
/// neighbour, which goes the other way, gives the opposite to the last bit, so that no ray slips through between the two.
fn turn(point: DVec3, from: DVec3, to: DVec3) -> i32 {
    if (from.z <= point.z) == (to.z <= point.z) {
        return 0;
    }
    let (low, high, sign) = if from.z < to.z { (from, to, 1) } else { (to, from, -1) };
    let right = (high.y - low.y) * (point.z - low.z) - (high.z - low.z) * (point.y - low.y);
    if right > 0.0 { sign } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tetrahedron with a right angle at the origin, outward.
    fn cell(top: DVec3) -> [[DVec3; 3]; 4] {
        let (o, x, y) = (DVec3::ZERO, DVec3::X, DVec3::Y);
        [[o, y, x], [o, x, top], [o, top, y], [x, y, top]]
    }

    fn winding(point: DVec3, triangles: &[[DVec3; 3]]) -> i32 {
        triangles.iter().map(|t| left(point, *t)).sum()
    }

    #[test]
    fn a_cell_winds_around_its_inside_and_backwards_if_it_is_inside_out() {
        let inside = DVec3::splat(0.2);
        assert_eq!(winding(inside, &cell(DVec3::Z)), 1);
        assert_eq!(winding(inside.with_z(-0.2), &cell(DVec3::Z)), 0);
        assert_eq!(winding(inside.with_z(-0.2), &cell(-DVec3::Z)), -1);
        assert_eq!(winding(inside, &cell(-DVec3::Z)), 0);
    }

    #[test]
    fn rays_through_edges_and_corners_count_once() {
        // A ray from here meets the far side in its middle, on its edges or at its corners.
        for (y, z) in [(0.0, 0.0), (0.0, 0.25), (0.25, 0.0), (0.5, 0.5), (0.25, 0.75), (1.0, 0.0), (0.0, 1.0)]
        {
            let before = DVec3::new(-1.0, y, z);
            assert_eq!(winding(before, &cell(DVec3::Z)), 0, "{before}");
        }
    }
}
