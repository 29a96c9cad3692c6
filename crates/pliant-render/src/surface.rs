//! All objects of a picture as one list of triangles, with a normal at every corner.
//!
//! Normals of neighbouring triangles are averaged by the angle at the shared corner (G. Thürmer and C. Wüthrich, 1998),
//! but only where they differ by less than the crease angle: round things look round, boxes keep their edges.

use crate::closed::one_sided;
use crate::extent::is_usable;
use crate::lens::SceneUnits;
use crate::picture::Picture;
use crate::scan::three;
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
    /// For each vertex the first one of its object at the same place.
    pub(crate) twins: Vec<u32>,
    /// Unit normals of the triangles' corners.
    pub(crate) normals: Vec<[[f32; 3]; 3]>,
    /// Where each vertex lies on the colour scale, 0 to 1; NaN for grey. Empty without a scale.
    pub(crate) fractions: Vec<f32>,
    /// For each object whether only its fronts are there.
    pub(crate) one_sided: Vec<bool>,
}

impl Surface {
    pub(crate) fn new(picture: &Picture, units: &SceneUnits) -> Self {
        let mut points = Vec::new();
        let mut triangles = Vec::new();
        let mut twins = Vec::new();
        for (object, input) in picture.objects.iter().enumerate() {
            let first = points.len() as u32;
            points.extend(input.positions.iter().map(|p| units.scene_point(*p)));
            add_twins(&points[first as usize..], first, &mut twins);
            let drawable = |corners: &&[u32; 3]| {
                let [a, b, c] = three(|i| input.positions[corners[i] as usize]);
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
        let normals = corner_normals(&points, &triangles, &twins);
        let fractions = fractions(picture, points.len());
        let mut surface = Self { fractions, points, triangles, twins, normals, one_sided: Vec::new() };
        surface.one_sided = one_sided(&surface, picture);
        surface
    }

    pub(crate) fn corner_points(&self, triangle: &Triangle) -> [DVec3; 3] {
        three(|i| self.points[triangle.corners[i] as usize])
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

/// Places looked at for a twin; beyond them a vertex stays alone.
const LONGEST_PROBE: usize = 32;

/// Vertices closer than about this (scene units) are taken for one.
const SAME_PLACE: f64 = 1e-6;

/// For each vertex of an object the first one at the same place: seams and loose triangles must look whole.
/// An open hash table, because sorting would take longer than drawing.
fn add_twins(points: &[DVec3], first: u32, twins: &mut Vec<u32>) {
    let size = (2 * points.len()).next_power_of_two();
    let mut table = vec![u32::MAX; size];
    let step = |c: f64| (c / SAME_PLACE + 0.5_f64.copysign(c)) as i64;
    let cell = |point: &DVec3| [step(point.x), step(point.y), step(point.z)];
    for (index, point) in points.iter().enumerate() {
        let own = cell(point);
        let mixed = own.iter().fold(0_u64, |hash, step| {
            (hash ^ *step as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        let mut twin = index as u32;
        for probe in 0..LONGEST_PROBE {
            let place = (mixed as usize).wrapping_add(probe) % size;
            if table[place] == u32::MAX {
                table[place] = index as u32;
                break;
            }
            if cell(&points[table[place] as usize]) == own {
                twin = table[place];
                break;
            }
        }
        twins.push(first + twin);
    }
}

/// Which corners meet at each vertex: `corners[starts[v]..starts[v + 1]]`, corner = 3 * triangle + place.
struct Fans {
    starts: Vec<u32>,
    corners: Vec<u32>,
}

impl Fans {
    fn new(vertices: usize, triangles: &[Triangle], twins: &[u32]) -> Self {
        let mut starts = vec![0_u32; vertices + 1];
        let places =
            || triangles.iter().flat_map(|t| t.corners).map(|vertex| twins[vertex as usize] as usize);
        for vertex in places() {
            starts[vertex + 1] += 1;
        }
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut next = starts.clone();
        let mut corners = vec![0_u32; 3 * triangles.len()];
        for (corner, vertex) in places().enumerate() {
            corners[next[vertex] as usize] = corner as u32;
            next[vertex] += 1;
        }
        Self { starts, corners }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        &self.corners[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }
}

/// Corners of a vertex that are looked at: a fan of a million triangles must not cost a million squared.
const LARGEST_FAN: usize = 64;

fn corner_normals(points: &[DVec3], triangles: &[Triangle], twins: &[u32]) -> Vec<[[f32; 3]; 3]> {
    let (faces, angles): (Vec<DVec3>, Vec<[f64; 3]>) = triangles
        .par_iter()
        .with_min_len(CHUNK)
        .map(|t| face(three(|i| points[t.corners[i] as usize])))
        .unzip();
    let fans = Fans::new(points.len(), triangles, twins);
    let smooth = |triangle: usize, vertex: u32| {
        let own = faces[triangle];
        let mut sum = DVec3::ZERO;
        for &corner in fans.of(twins[vertex as usize]).iter().take(LARGEST_FAN) {
            let other = corner as usize / 3;
            let cosine = own.dot(faces[other]);
            if cosine.abs() > CREASE_COSINE {
                sum += faces[other] * angles[other][corner as usize % 3] * cosine.signum();
            }
        }
        let normal = sum.try_normalize().unwrap_or(own);
        [normal.x as f32, normal.y as f32, normal.z as f32]
    };
    let all = triangles.par_iter().enumerate().with_min_len(CHUNK);
    all.map(|(index, t)| three(|i| smooth(index, t.corners[i]))).collect()
}

/// Unit normal of a triangle and its three angles (rad).
fn face(corners: [DVec3; 3]) -> (DVec3, [f64; 3]) {
    let [a, b, c] = corners;
    let unit = |edge: DVec3| edge.try_normalize().unwrap_or(DVec3::X);
    let (ab, bc, ca) = (unit(b - a), unit(c - b), unit(a - c));
    let normal = (b - a).cross(c - a).try_normalize().unwrap_or(DVec3::Z);
    (normal, [arc_cosine(-ab.dot(ca)), arc_cosine(-bc.dot(ab)), arc_cosine(-ca.dot(bc))])
}

/// Arc cosine within 7e-5 rad (Abramowitz and Stegun 4.4.45): weights need no more, and it has the same bits everywhere.
fn arc_cosine(cosine: f64) -> f64 {
    let x = cosine.abs().min(1.0);
    let angle = (1.0 - x).sqrt() * (1.570_728_8 + x * (-0.212_114_4 + x * (0.074_261_0 - 0.018_729_3 * x)));
    if cosine < 0.0 { std::f64::consts::PI - angle } else { angle }
}
