//! Triangles to draw an analytic shape with. They face the free side.

use std::f64::consts::FRAC_PI_2;

use glam::DVec3;
use pliant_geometry::{BoundingBox, TriangleSurface};

use super::analytic::{Analytic, Primitive};
use super::features::block_corners;
use super::round::{Axis, SIDES};

/// Rows of triangles from the pole of a hemisphere to its rim.
const ROWS: usize = SIDES / 4;

/// The drawn part of a plane is this much larger than what is seen on it.
const PLANE_MARGIN: f64 = 2.0;

impl Analytic {
    /// Triangles for drawing, facing the free side. Of a plane a square is drawn, over the middle of `around` (rest
    /// coordinates) and twice as large as that is along the plane.
    pub fn picture(&self, around: BoundingBox) -> TriangleSurface {
        let mut surface = match *self.solid() {
            Primitive::Plane { point, normal } => square(point, normal, &around),
            Primitive::Sphere { centre, radius } => bar_with_round_ends(centre, DVec3::Z, 0.0, radius),
            Primitive::Box { centre, half, rotation } => {
                block(block_corners(centre, half, rotation).to_vec())
            }
            Primitive::Cylinder { from, to, radius } => {
                let half = 0.5 * from.distance(to);
                let axis = Axis::new(0.5 * (from + to), (to - from).normalize());
                lathe(&axis, -half, &[(radius, -half), (radius, half)], half)
            }
            Primitive::Capsule { from, to, radius } => bar_with_round_ends(
                0.5 * (from + to),
                (to - from).normalize(),
                0.5 * from.distance(to),
                radius,
            ),
        };
        if self.is_hollow() {
            surface.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
        surface
    }
}

/// A square of the plane with a level side.
fn square(point: DVec3, normal: DVec3, around: &BoundingBox) -> TriangleSurface {
    let level = DVec3::Z.cross(normal).normalize_or(DVec3::X);
    let rising = normal.cross(level);
    let reach = |direction: DVec3| direction.abs().dot(around.size());
    let extent = reach(level).max(reach(rising));
    // A box without size still leaves something to be seen.
    let half = if extent > 0.0 { 0.5 * PLANE_MARGIN * extent } else { 1.0 };
    let seen = if around.is_empty() { point } else { around.centre() };
    let middle = seen - normal * normal.dot(seen - point);
    let corner = |i: f64, j: f64| middle + (level * i + rising * j) * half;
    let points = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    TriangleSurface { points, triangles: vec![[0, 1, 2], [0, 2, 3]] }
}

/// The block with these corners, numbered by bits.
fn block(points: Vec<DVec3>) -> TriangleSurface {
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleSurface { points, triangles }
}

/// A cylinder of half length `half` between hemispheres; a sphere if that is zero.
fn bar_with_round_ends(centre: DVec3, along: DVec3, half: f64, radius: f64) -> TriangleSurface {
    let ring = |row: usize| {
        let (sine, cosine) = (FRAC_PI_2 * row as f64 / ROWS as f64).sin_cos();
        (radius * sine, half + radius * cosine)
    };
    let mut rings: Vec<(f64, f64)> = (1..=ROWS).map(ring).map(|(r, height)| (r, -height)).collect();
    let equator = if half > 0.0 { ROWS } else { ROWS - 1 };
    rings.extend((1..=equator).rev().map(ring));
    lathe(&Axis::new(centre, along), -half - radius, &rings, half + radius)
}

/// The surface through circles (radius, height) about an axis, closed by points on the axis at both ends.
fn lathe(axis: &Axis, bottom: f64, rings: &[(f64, f64)], top: f64) -> TriangleSurface {
    let mut points = vec![axis.at(bottom), axis.at(top)];
    rings.iter().for_each(|&(radius, height)| points.extend(axis.ring(radius, height)));
    let id = |ring: usize, side: usize| (2 + ring * SIDES + side % SIDES) as u32;
    let last = rings.len() - 1;
    let mut triangles = vec![];
    for i in 0..SIDES {
        triangles.push([0, id(0, i + 1), id(0, i)]);
        triangles.push([1, id(last, i), id(last, i + 1)]);
        for ring in 0..last {
            let [a, b] = [id(ring, i), id(ring, i + 1)];
            let [c, d] = [id(ring + 1, i), id(ring + 1, i + 1)];
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    TriangleSurface { points, triangles }
}
