//! Pressure that follows the surface: f_i = -p ∫ N_i n da over the deformed surface.
//!
//! With surface coordinates (s, t), n da = (x_,s x x_,t) ds dt, so f_i = -p sum_g w_g N_i (x_,s x x_,t).
//! Its derivative is symmetric over a closed or fully edge-held surface; the assembled block is the symmetric
//! part, the differential is exact.

use crate::motion::History;
use crate::term::{At, TangentWeights, Term};
use glam::{DMat3, DVec3};

/// An integration point of a surface: shape functions and their derivatives along two surface coordinates.
#[derive(Clone, Debug)]
pub struct SurfacePoint {
    /// Quadrature weight in (s, t).
    pub weight: f64,
    /// N_i.
    pub shape: Vec<f64>,
    /// dN_i/ds.
    pub along_s: Vec<f64>,
    /// dN_i/dt.
    pub along_t: Vec<f64>,
}

impl SurfacePoint {
    /// The one point that is exact on a flat triangle of three points.
    pub fn of_triangle() -> Self {
        Self {
            weight: 0.5,
            shape: vec![1.0 / 3.0; 3],
            along_s: vec![-1.0, 1.0, 0.0],
            along_t: vec![-1.0, 0.0, 1.0],
        }
    }
}

/// Pressure (Pa) on faces, positive inwards.
pub struct Pressure {
    name: String,
    /// Nodes of all faces, `nodes_a_face` each, oriented so that x_,s x x_,t points out.
    nodes: Vec<u32>,
    nodes_a_face: usize,
    points: Vec<SurfacePoint>,
    pairs: Vec<(u32, u32)>,
    pressure: f64,
    history: History,
}

impl Pressure {
    /// Faces share one set of integration points.
    pub fn new(
        name: String,
        nodes: Vec<u32>,
        nodes_a_face: usize,
        points: Vec<SurfacePoint>,
        pressure: f64,
        history: History,
    ) -> Self {
        let mut pairs = Vec::new();
        for face in nodes.chunks_exact(nodes_a_face) {
            for a in 0..nodes_a_face {
                for b in 0..=a {
                    pairs.push((face[a].max(face[b]), face[a].min(face[b])));
                }
            }
        }
        Self { name, nodes, nodes_a_face, points, pairs, pressure, history }
    }

    fn pressure_at(&self, time: f64) -> f64 {
        self.pressure * self.history.at(time)
    }
}

fn tangents(face: &[u32], point: &SurfacePoint, field: &[DVec3]) -> (DVec3, DVec3) {
    let along = |weights: &[f64]| -> DVec3 {
        face.iter().zip(weights).map(|(&node, &w)| field[node as usize] * w).sum()
    };
    (along(&point.along_s), along(&point.along_t))
}

/// The matrix [u]x with [u]x v = u x v.
fn cross_matrix(u: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, u.z, -u.y), DVec3::new(-u.z, 0.0, u.x), DVec3::new(u.y, -u.x, 0.0))
}

impl Term for Pressure {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        let p = self.pressure_at(at.time);
        for (face, out) in
            self.nodes.chunks_exact(self.nodes_a_face).zip(out.chunks_exact_mut(self.nodes_a_face))
        {
            out.fill(DVec3::ZERO);
            for point in &self.points {
                let (s, t) = tangents(face, point, at.q);
                let push = s.cross(t) * (-p * point.weight);
                for (out, shape) in out.iter_mut().zip(&point.shape) {
                    *out += push * *shape;
                }
            }
        }
    }

    fn energy(&self, at: &At<'_>) -> Option<f64> {
        // p times the enclosed volume is a potential only for a closed surface; without load there is none to miss.
        (self.pressure_at(at.time) == 0.0).then_some(0.0)
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], _: Option<&[DVec3]>, out: &mut [DVec3]) {
        let p = self.pressure_at(at.time);
        for (face, out) in
            self.nodes.chunks_exact(self.nodes_a_face).zip(out.chunks_exact_mut(self.nodes_a_face))
        {
            out.fill(DVec3::ZERO);
            for point in &self.points {
                let (s, t) = tangents(face, point, at.q);
                let (ds, dt) = tangents(face, point, dq);
                let push = (ds.cross(t) + s.cross(dt)) * (-p * point.weight);
                for (out, shape) in out.iter_mut().zip(&point.shape) {
                    *out += push * *shape;
                }
            }
        }
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    fn tangent(&self, at: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        if weights.positive {
            // The load part is indefinite; leaving it out keeps the matrix positive.
            out.fill(DMat3::ZERO);
            return;
        }
        let p = self.pressure_at(at.time) * weights.position;
        let n = self.nodes_a_face;
        for (face, out) in self.nodes.chunks_exact(n).zip(out.chunks_exact_mut(n * (n + 1) / 2)) {
            out.fill(DMat3::ZERO);
            for point in &self.points {
                let (s, t) = tangents(face, point, at.q);
                let (s, t) = (cross_matrix(s), cross_matrix(t));
                // d(x_,s x x_,t) = -[t]x N_j,s dx_j + [s]x N_j,t dx_j
                let block = |i: usize, j: usize| {
                    (s * point.along_t[j] - t * point.along_s[j]) * (p * point.weight * point.shape[i])
                };
                let mut slot = 0;
                for a in 0..n {
                    for b in 0..=a {
                        let (i, j) = if face[a] >= face[b] { (a, b) } else { (b, a) };
                        out[slot] += (block(i, j) + block(j, i).transpose()) * 0.5;
                        slot += 1;
                    }
                }
            }
        }
    }
}
