//! Triangles from space to the picture: clipped where they pass the eye, projected, with the plane of their depth.

use crate::lens::Lens;
use crate::scan::{Outline, three};
use crate::surface::{CHUNK, Surface};
use glam::DVec3;
use rayon::prelude::*;

/// A piece of a triangle on the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facet {
    pub(crate) outline: Outline,
    /// 1 / depth = plane.0 * x + plane.1 * y + plane.2, x and y in pixels.
    pub(crate) plane: [f64; 3],
    /// Least and largest 1 / depth of its corners.
    pub(crate) bounds: (f32, f32),
    /// Which triangle it is a piece of.
    pub(crate) triangle: u32,
}

/// What is kept of the view: in front of the eye, and not too far off the picture for the fixed-point grid.
struct Limits {
    near: f64,
    slope_x: f64,
    slope_y: f64,
}

/// View coordinates of all vertices.
pub(crate) fn view_points(points: &[DVec3], lens: &Lens) -> Vec<DVec3> {
    points.par_iter().with_min_len(CHUNK).map(|p| lens.view_of(*p)).collect()
}

/// All triangles that may be seen, in their order. `sides` tells for each object which side counts, 0 for both.
pub(crate) fn project_all(
    surface: &Surface,
    view: &[DVec3],
    sides: &[f64],
    lens: &Lens,
    size: (usize, usize),
) -> Vec<Facet> {
    let limits =
        Limits { near: lens.near, slope_x: size.0 as f64 / lens.focal, slope_y: size.1 as f64 / lens.focal };
    let chunks = surface.triangles.par_chunks(CHUNK).enumerate();
    let pieces: Vec<Vec<Facet>> = chunks
        .map(|(chunk, triangles)| {
            let mut facets = Vec::with_capacity(triangles.len());
            for (index, triangle) in triangles.iter().enumerate() {
                let corners = three(|i| view[triangle.corners[i] as usize]);
                let side = sides[triangle.object as usize];
                project(corners, side, (chunk * CHUNK + index) as u32, lens, &limits, &mut facets);
            }
            facets
        })
        .collect();
    pieces.concat()
}

fn project(
    corners: [DVec3; 3],
    side: f64,
    triangle: u32,
    lens: &Lens,
    limits: &Limits,
    facets: &mut Vec<Facet>,
) {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    // View coordinates are left-handed, so normals point at the eye where their product is positive.
    if side * normal.dot(corners[0]) < 0.0 {
        return;
    }
    let Some(plane) = lens.inverse_depth(normal, corners[0]) else { return };
    let mut add = |corners: [DVec3; 3]| {
        let inverses = three(|i| (1.0 / corners[i].z) as f32);
        let bounds =
            (inverses[0].min(inverses[1]).min(inverses[2]), inverses[0].max(inverses[1]).max(inverses[2]));
        if let Some(outline) = Outline::new(three(|i| lens.project(corners[i]))) {
            facets.push(Facet { outline, plane, bounds, triangle });
        }
    };
    if corners.iter().all(|c| limits.all_hold(*c)) {
        add(corners);
        return;
    }
    let polygon = clip(&corners, limits);
    for last in 2..polygon.len() {
        add([polygon[0], polygon[last - 1], polygon[last]]);
    }
}

impl Limits {
    /// Five half-spaces; a point is kept where all are at least 0.
    fn values(&self, p: DVec3) -> [f64; 5] {
        let (x, y) = (self.slope_x * p.z, self.slope_y * p.z);
        [p.z - self.near, x - p.x, x + p.x, y - p.y, y + p.y]
    }

    fn all_hold(&self, p: DVec3) -> bool {
        self.values(p).iter().all(|value| *value >= 0.0)
    }
}

/// The part of a polygon within the limits (I. Sutherland and G. Hodgman, 1974).
fn clip(corners: &[DVec3], limits: &Limits) -> Vec<DVec3> {
    let mut polygon = corners.to_vec();
    for side in 0..5 {
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (index, &to) in polygon.iter().enumerate() {
            let from = polygon[(index + polygon.len() - 1) % polygon.len()];
            let (before, after) = (limits.values(from)[side], limits.values(to)[side]);
            if (before >= 0.0) != (after >= 0.0) {
                kept.push(from + (to - from) * (before / (before - after)));
            }
            if after >= 0.0 {
                kept.push(to);
            }
        }
        polygon = kept;
    }
    // Rounding may leave a corner a hair outside; a depth of 0 or less must never be divided by.
    for corner in &mut polygon {
        corner.z = corner.z.max(limits.near);
    }
    polygon
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { near: 0.1, slope_x: 2.0, slope_y: 1.0 };

    #[test]
    fn a_triangle_in_front_of_the_eye_is_not_cut() {
        let corners = [DVec3::new(0.0, 0.0, 1.0), DVec3::new(1.0, 0.0, 1.0), DVec3::new(0.0, 0.5, 2.0)];
        assert_eq!(clip(&corners, &LIMITS), corners.to_vec());
    }

    #[test]
    fn a_triangle_through_the_eye_plane_is_cut_at_the_near_plane() {
        let corners = [DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.1, 0.0, 2.0), DVec3::new(-0.1, 0.1, 2.0)];
        let polygon = clip(&corners, &LIMITS);
        assert_eq!(polygon.len(), 4);
        assert!(polygon.iter().all(|p| p.z >= LIMITS.near));
        assert_eq!(polygon.iter().filter(|p| (p.z - LIMITS.near).abs() < 1e-12).count(), 2);
    }

    #[test]
    fn a_triangle_behind_the_eye_vanishes() {
        let corners = [DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.1, 0.0, -2.0), DVec3::new(-0.1, 0.1, 0.0)];
        assert!(clip(&corners, &LIMITS).is_empty());
    }

    #[test]
    fn a_huge_triangle_is_cut_to_the_guard_band() {
        let corners = [DVec3::new(-1e9, -1e9, 1.0), DVec3::new(1e9, -1e9, 1.0), DVec3::new(0.0, 1e9, 1.0)];
        let polygon = clip(&corners, &LIMITS);
        assert!(polygon.len() >= 4);
        assert!(polygon.iter().all(|p| p.x.abs() <= 2.0 + 1e-6 && p.y.abs() <= 1.0 + 1e-6));
    }
}
