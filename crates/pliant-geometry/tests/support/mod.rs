//! Surfaces to test with, all made in code.
#![allow(dead_code)]

use std::f64::consts::{PI, TAU};

use glam::DVec3;
use pliant_geometry::TriangleSurface;

/// A grid of quads over (u, v), closed in u; closed in v too if `wrap`, else with one point at each end.
fn revolved(nu: usize, nv: usize, wrap: bool, at: impl Fn(f64, f64) -> DVec3) -> TriangleSurface {
    let rows = if wrap { nv } else { nv - 1 };
    let mut points = vec![];
    for j in 0..rows {
        let v = if wrap { j as f64 / nv as f64 } else { (j + 1) as f64 / nv as f64 };
        points.extend((0..nu).map(|i| at(i as f64 / nu as f64, v)));
    }
    let id = |i: usize, j: usize| (j % rows * nu + i % nu) as u32;
    let mut triangles = vec![];
    let quads = if wrap { nv } else { nv - 2 };
    for j in 0..quads {
        for i in 0..nu {
            let [a, b, c, d] = [id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    if !wrap {
        let (south, north) = (points.len() as u32, points.len() as u32 + 1);
        points.extend([at(0.0, 0.0), at(0.0, 1.0)]);
        for i in 0..nu {
            triangles.push([south, id(i + 1, 0), id(i, 0)]);
            triangles.push([north, id(i, rows - 1), id(i + 1, rows - 1)]);
        }
    }
    TriangleSurface { points, triangles }
}

/// A sphere with rings and meridians: 2 n (n - 1) * 2 triangles.
pub fn sphere(centre: DVec3, radius: f64, n: usize) -> TriangleSurface {
    bumpy_sphere(centre, radius, n, 0.0)
}

/// A sphere with waves of a relative height.
pub fn bumpy_sphere(centre: DVec3, radius: f64, n: usize, height: f64) -> TriangleSurface {
    revolved(2 * n, n, false, |u, v| {
        let (theta, phi) = (PI * (1.0 - v), TAU * u);
        let direction = DVec3::new(theta.sin() * phi.cos(), theta.sin() * phi.sin(), theta.cos());
        let wave = (7.0 * direction.x).sin() * (6.0 * direction.y).cos() * (5.0 * direction.z + 1.0).sin();
        centre + radius * (1.0 + height * wave) * direction
    })
}

/// A torus about z: `ring` radius of the centre line, `tube` of the tube.
pub fn torus(ring: f64, tube: f64, nu: usize, nv: usize) -> TriangleSurface {
    revolved(nu, nv, true, |u, v| {
        let (phi, psi) = (TAU * u, TAU * v);
        let r = ring + tube * psi.cos();
        DVec3::new(r * phi.cos(), r * phi.sin(), tube * psi.sin())
    })
}

/// A box with twelve triangles.
pub fn cuboid(low: DVec3, high: DVec3) -> TriangleSurface {
    let points = (0..8)
        .map(|i| {
            let pick = |bit: usize| if i >> bit & 1 == 0 { low } else { high };
            DVec3::new(pick(0).x, pick(1).y, pick(2).z)
        })
        .collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    TriangleSurface { points, triangles }
}

/// Two surfaces as one file.
pub fn joined(a: &TriangleSurface, b: &TriangleSurface) -> TriangleSurface {
    let mut all = a.clone();
    let offset = a.points.len() as u32;
    all.points.extend(&b.points);
    all.triangles.extend(b.triangles.iter().map(|t| t.map(|id| id + offset)));
    all
}

/// Every triangle turned over.
pub fn inside_out(surface: &TriangleSurface) -> TriangleSurface {
    let mut turned = surface.clone();
    turned.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    turned
}

/// A fixed sequence of numbers in [0, 1).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn point(&mut self, half: f64) -> DVec3 {
        half * (2.0 * DVec3::new(self.next(), self.next(), self.next()) - 1.0)
    }
}

/// The winding number by its definition: the sum of all solid angles.
pub fn exact_winding(surface: &TriangleSurface, q: DVec3) -> f64 {
    let solid_angle = |t: usize| {
        let [a, b, c] = surface.corners(t).map(|x| x - q);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let numerator = a.dot(b.cross(c));
        2.0 * numerator.atan2(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb)
    };
    (0..surface.triangles.len()).map(solid_angle).sum::<f64>() / (4.0 * PI)
}
