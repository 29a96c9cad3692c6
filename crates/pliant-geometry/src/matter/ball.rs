//! Balls: shells around a middle, cut along circles of latitude and meridians.
//!
//! With mu = cos(theta), a piece between two radii, two mu and two angles has all its moments in closed form.

use std::collections::BTreeMap;
use std::f64::consts::PI;

use glam::{DMat3, DVec3};

use super::pieces::{Piece, outer, symmetric};
use super::spacing::{MatterError, MatterSpacing, limit_points, limit_triangles, parts, positive};
use super::{MaterialCloud, Matter, piece_radius};
use crate::triangles::TriangleSurface;

/// Pieces from the middle of a ball to its surface, at least.
const LEAST_LAYERS: f64 = 3.0;

/// The matter in a ball around a point (m), exact in volume and moments.
///
/// # Errors
/// Without a positive radius, or with too many pieces.
pub fn ball(centre: DVec3, radius: f64, spacing: MatterSpacing) -> Result<Matter, MatterError> {
    spacing.check()?;
    positive("the radius", radius)?;
    // However small, a ball is not one piece: one that is cut smaller where something joins it would be a cube.
    let is_small = spacing.pieces_along(2.0 * radius, radius) == 1;
    let size = if is_small { radius / LEAST_LAYERS } else { spacing.size([2.0 * radius; 3]) };
    limit_points(size, 4.2 * (radius / size).powi(3))?;
    let mut cloud = MaterialCloud::default();
    let middle = radius / (2 * parts(radius, size).max(2) - 1) as f64;
    cloud.push(&whole(middle), piece_radius(2.0 * middle));
    let shells = parts(radius - middle, size);
    let at = |i: usize| middle + (radius - middle) * i as f64 / shells as f64;
    (0..shells).for_each(|shell| add_shell(&mut cloud, at(shell), at(shell + 1)));
    cloud.points.iter_mut().for_each(|point| *point += centre);
    let surface = Some(sphere_surface(centre, radius, spacing.edge())?);
    Ok(Matter { cloud, surface, ..Matter::default() })
}

fn whole(radius: f64) -> Piece {
    let moment = DMat3::from_diagonal(DVec3::splat(radius * radius / 5.0));
    Piece { volume: 4.0 / 3.0 * PI * radius.powi(3), centre: DVec3::ZERO, moment }
}

/// Pieces about as wide as the shell is thick.
fn add_shell(cloud: &mut MaterialCloud, low: f64, high: f64) {
    let (width, middle) = (high - low, 0.5 * (low + high));
    let bands = parts(PI * middle, width).max(3);
    let border = |band: usize| (PI * band as f64 / bands as f64).cos();
    for band in 0..bands {
        let (top, bottom) = if band == 0 { (1.0, border(1)) } else { (border(band), border(band + 1)) };
        let bottom = if band + 1 == bands { -1.0 } else { bottom };
        let theta = PI * (band as f64 + 0.5) / bands as f64;
        let is_cap = band == 0 || band + 1 == bands;
        let pieces = if is_cap { 1 } else { parts(2.0 * PI * middle * theta.sin(), width).max(3) };
        let half = PI / pieces as f64;
        for piece in 0..pieces {
            let angle = (2 * piece + 1) as f64 * half;
            cloud.push(&shell_piece([low, high], [bottom, top], angle, half), piece_radius(1.15 * width));
        }
    }
}

fn shell_piece([r0, r1]: [f64; 2], [m0, m1]: [f64; 2], angle: f64, half: f64) -> Piece {
    let power = |n: i32| (r1.powi(n) - r0.powi(n)) / f64::from(n);
    let sine = |m: f64| (1.0 - m * m).max(0.0).sqrt();
    let volume = power(3) * (m1 - m0) * 2.0 * half;
    // Integrals over mu of sin, sin^2, mu sin, mu, mu^2.
    let over = |f: &dyn Fn(f64) -> f64| f(m1) - f(m0);
    let sin = over(&|m| 0.5 * (m * sine(m) + m.asin()));
    let sin_squared = over(&|m| m - m.powi(3) / 3.0);
    let mu_sin = over(&|m| -sine(m).powi(3) / 3.0);
    let first = DVec3::new(2.0 * half.sin() * sin, 0.0, half * (m1 * m1 - m0 * m0)) * power(4);
    let (even, odd) = (half, 0.5 * (2.0 * half).sin());
    let xz = 2.0 * half.sin() * mu_sin;
    let second = DMat3::from_cols(
        DVec3::new(sin_squared * (even + odd), 0.0, xz),
        DVec3::new(0.0, sin_squared * (even - odd), 0.0),
        DVec3::new(xz, 0.0, 2.0 * half * (m1.powi(3) - m0.powi(3)) / 3.0),
    ) * power(5);
    let centre = first / volume;
    let moment = second * (1.0 / volume) - outer(centre, centre);
    let turn = DMat3::from_rotation_z(angle);
    Piece { volume, centre: turn * centre, moment: symmetric(turn * moment * turn.transpose()) }
}

/// An icosahedron whose triangles are cut until no edge is longer than `edge` (m), its points on the sphere.
fn sphere_surface(centre: DVec3, radius: f64, edge: f64) -> Result<TriangleSurface, MatterError> {
    // An edge of the icosahedron is about 1.1 radii long once it is on the sphere.
    let cuts = parts(1.11 * radius, edge).max(3);
    limit_triangles(edge, 20.0 * (cuts as f64).powi(2))?;
    let golden = 0.5 * (1.0 + 5f64.sqrt());
    let corners: Vec<DVec3> = (0..3)
        .flat_map(|axis| {
            [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)].map(|(a, b)| {
                let mut corner = DVec3::ZERO;
                (corner[axis], corner[(axis + 1) % 3]) = (a, b);
                corner
            })
        })
        .collect();
    let mut surface = TriangleSurface::default();
    let mut ids: BTreeMap<[(usize, usize); 3], u32> = BTreeMap::new();
    for face in icosahedron_faces(&corners) {
        let mut id = |i: usize, j: usize| {
            let k = cuts - i - j;
            let mut key =
                [(face[0], i), (face[1], j), (face[2], k)].map(|(c, n)| if n == 0 { (0, 0) } else { (c, n) });
            key.sort_unstable();
            *ids.entry(key).or_insert_with(|| {
                let flat =
                    corners[face[0]] * i as f64 + corners[face[1]] * j as f64 + corners[face[2]] * k as f64;
                surface.points.push(centre + radius * flat.normalize());
                surface.points.len() as u32 - 1
            })
        };
        let mut triangles = vec![];
        for i in 0..cuts {
            for j in 0..cuts - i {
                triangles.push([id(i, j), id(i + 1, j), id(i, j + 1)]);
                if i + j + 1 < cuts {
                    triangles.push([id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)]);
                }
            }
        }
        surface.triangles.append(&mut triangles);
    }
    Ok(surface)
}

/// Triples of corners two apart, outward.
fn icosahedron_faces(corners: &[DVec3]) -> Vec<[usize; 3]> {
    let joined = |a: usize, b: usize| (corners[a].distance_squared(corners[b]) - 4.0).abs() < 1e-9;
    let mut faces = vec![];
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if joined(a, b) && joined(b, c) && joined(a, c) {
                    let outward = corners[a].dot(corners[b].cross(corners[c])) > 0.0;
                    faces.push(if outward { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    faces
}
