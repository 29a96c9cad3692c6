//! A surface of triangles as it comes from a file: nothing is promised about it but that its ids are in range.

use glam::DVec3;

use crate::bounds::BoundingBox;

/// Points and triangles. Normals point outward if the triangles are wound counter-clockwise seen from outside;
/// holes, flipped triangles, duplicates and loose points may all occur.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleSurface {
    /// Positions (m).
    pub points: Vec<DVec3>,
    /// Three point ids each, all below the number of points.
    pub triangles: Vec<[u32; 3]>,
}

impl TriangleSurface {
    /// The corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|id| self.points[id as usize])
    }

    /// Around all points.
    pub fn bounds(&self) -> BoundingBox {
        BoundingBox::of_points(&self.points)
    }
}

/// The point of a triangle closest to `p`, also of one without area.
pub(crate) fn closest_point_of_triangle(corners: [DVec3; 3], p: DVec3) -> DVec3 {
    let [_, v, w] = closest_on_triangle(corners, p);
    let [a, b, c] = corners;
    a + (b - a) * v + (c - a) * w
}

/// Weights of the corners for the point of a triangle closest to `p`, by its Voronoi regions (Ericson, Real-Time Collision
/// Detection, 5.1.5).
pub(crate) fn closest_on_triangle([a, b, c]: [DVec3; 3], p: DVec3) -> [f64; 3] {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let (d3, d4) = (ab.dot(p - b), ac.dot(p - b));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let v = share(d1, d1 - d3);
        return [1.0 - v, v, 0.0];
    }
    let (d5, d6) = (ab.dot(p - c), ac.dot(p - c));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let w = share(d2, d2 - d6);
        return [1.0 - w, 0.0, w];
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = share(d4 - d3, (d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - w, w];
    }
    let sum = va + vb + vc;
    if sum > 0.0 { [va / sum, vb / sum, vc / sum] } else { [1.0, 0.0, 0.0] }
}

/// A part of a whole; nothing of a whole that is nothing, as the sides of a triangle without area are.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_on_the_triangle_is_closer_also_without_area() {
        let corners = [DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0), DVec3::new(0.5, 1.5, 0.3)];
        let line = [DVec3::ZERO, DVec3::X, DVec3::X * 3.0];
        let point = [DVec3::ONE; 3];
        for triangle in [corners, line, point] {
            for k in 0..125 {
                let p = DVec3::new(f64::from(k % 5), f64::from(k / 5 % 5), f64::from(k / 25)) - 1.5;
                let found = closest_point_of_triangle(triangle, p).distance(p);
                for i in 0..=20 {
                    for j in 0..=20 - i {
                        let (v, w) = (f64::from(i) / 20.0, f64::from(j) / 20.0);
                        let [a, b, c] = triangle;
                        let other = (a + (b - a) * v + (c - a) * w).distance(p);
                        assert!(found <= other + 1e-12, "{triangle:?} {p}: {found} {other}");
                    }
                }
            }
        }
    }
}
