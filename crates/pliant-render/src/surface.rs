//! All objects of a picture as one list of triangles, with a normal at every corner.
//!
//! Normals of neighbouring triangles are averaged by the angle at the shared corner (G. Thürmer and C. Wüthrich, 1998),
//! but only where they differ by less than the crease angle: round things look round, boxes keep their edges.

use crate::extent::is_usable;
use crate::lens::SceneUnits;
use crate::picture::Picture;
use glam::DVec3;
use rayon::prelude::*;

/// Cosine of the crease angle, 50 degrees.
const CREASE_COSINE: f64 = 0.643;

/// Triangles a parallel task; fixed, so that results do not depend on the number of threads.
pub(crate) const CHUNK: usize = 4096;

/// One triangle that can be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    /// Indices of vertices, over all objects.
    pub(crate) corners: [u32; 3],
    /// Which object it belongs to.
    pub(crate) object: u32,
}

/// Everything to be drawn, in scene units.
pub(crate) struct Surface {
    pub(crate) points: Vec<DVec3>,
    pub(crate) triangles: Vec<Triangle>,
    /// Unit normals of the triangles' corners.
    pub(crate) normals: Vec<[[f32; 3]; 3]>,
    /// Where each vertex lies on the colour scale, 0 to 1; NaN for grey. Empty without a scale.
    pub(crate) fractions: Vec<f32>,
}

impl Surface {
    pub(crate) fn new(picture: &Picture, units: &SceneUnits) -> Self {
        let mut points = Vec::new();
        let mut triangles = Vec::new();
        for (object, input) in picture.objects.iter().enumerate() {
            let first = points.len() as u32;
            points.extend(input.positions.iter().map(|p| units.from_user(*p)));
            let drawable = |corners: &&[u32; 3]| {
                let [a, b, c] = corners.map(|v| input.positions[v as usize]);
                is_usable(a) && is_usable(b) && is_usable(c) && a != b && b != c && c != a
            };
            triangles.extend(
                input
                    .triangles
                    .iter()
                    .filter(drawable)
                    .map(|corners| Triangle { corners: corners.map(|v| v + first), object: object as u32 }),
            );
        }
        let normals = corner_normals(&points, &triangles);
        Self { fractions: fractions(picture, points.len()), points, triangles, normals }
    }

    pub(crate) fn corner_points(&self, triangle: &Triangle) -> [DVec3; 3] {
        triangle.corners.map(|c| self.points[c as usize])
    }
}

fn fractions(picture: &Picture, count: usize) -> Vec<f32> {
    let Some(scale) = &picture.scale else { return Vec::new() };
    let mut all = Vec::with_capacity(count);
    for object in picture.objects {
        match object.values {
            Some(values) => {
                all.extend(values.iter().map(|v| scale.fraction(*v).map_or(f32::NAN, |f| f as f32)))
            }
            None => all.resize(all.len() + object.positions.len(), f32::NAN),
        }
    }
    all
}

/// Which corners meet at each vertex: `corners[starts[v]..starts[v + 1]]`, corner = 3 * triangle + place.
struct Fans {
    starts: Vec<u32>,
    corners: Vec<u32>,
}

impl Fans {
    fn new(vertices: usize, triangles: &[Triangle]) -> Self {
        let mut starts = vec![0_u32; vertices + 1];
        for vertex in triangles.iter().flat_map(|t| t.corners) {
            starts[vertex as usize + 1] += 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut corners = vec![0_u32; 3 * triangles.len()];
        for (corner, vertex) in triangles.iter().flat_map(|t| t.corners).enumerate() {
            corners[next[vertex as usize] as usize] = corner as u32;
            next[vertex as usize] += 1;
        }
        Self { starts, corners }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        &self.corners[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }
}

/// Corners of a vertex that are looked at: a fan of a million triangles must not cost a million squared.
const LARGEST_FAN: usize = 64;

fn corner_normals(points: &[DVec3], triangles: &[Triangle]) -> Vec<[[f32; 3]; 3]> {
    let (faces, angles): (Vec<DVec3>, Vec<[f64; 3]>) =
        triangles.par_iter().with_min_len(CHUNK).map(|t| face(t.corners.map(|c| points[c as usize]))).unzip();
    let fans = Fans::new(points.len(), triangles);
    let smooth = |triangle: usize, vertex: u32| {
        let own = faces[triangle];
        let mut sum = DVec3::ZERO;
        for &corner in fans.of(vertex).iter().take(LARGEST_FAN) {
            let other = corner as usize / 3;
            let cosine = own.dot(faces[other]);
            if cosine.abs() > CREASE_COSINE {
                sum += faces[other] * angles[other][corner as usize % 3] * cosine.signum();
            }
        }
        sum.try_normalize().unwrap_or(own).to_array().map(|c| c as f32)
    };
    let all = triangles.par_iter().enumerate().with_min_len(CHUNK);
    all.map(|(index, t)| t.corners.map(|vertex| smooth(index, vertex))).collect()
}

/// Unit normal of a triangle and its three angles (rad).
fn face(corners: [DVec3; 3]) -> (DVec3, [f64; 3]) {
    let [a, b, c] = corners;
    let [ab, bc, ca] = [b - a, c - b, a - c].map(|edge| edge.try_normalize().unwrap_or(DVec3::X));
    let normal = (b - a).cross(c - a).try_normalize().unwrap_or(DVec3::Z);
    (normal, [arc_cosine(-ab.dot(ca)), arc_cosine(-bc.dot(ab)), arc_cosine(-ca.dot(bc))])
}

/// Arc cosine within 7e-5 rad (Abramowitz and Stegun 4.4.45): weights need no more, and it has the same bits everywhere.
fn arc_cosine(cosine: f64) -> f64 {
    let x = cosine.abs().min(1.0);
    let angle = (1.0 - x).sqrt() * (1.570_728_8 + x * (-0.212_114_4 + x * (0.074_261_0 - 0.018_729_3 * x)));
    if cosine < 0.0 { std::f64::consts::PI - angle } else { angle }
}
