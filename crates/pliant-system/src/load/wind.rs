//! Wind on a surface: with the velocity u of the air against a piece of area dA, normal n,
//!
//! f = rho C |u| (u . n) n dA / 2,
//!
//! the pressure of a flow that is stopped, times a coefficient C, across the surface; nothing along it. Of a closed surface
//! only the side that faces the wind (u . n < 0, n pointing out) is pushed, so that a thin solid sheet feels the wind once; an open
//! one is pushed from either side. Parts do not shelter each other.
//!
//! With n dA = (x_,s x x_,t) ds dt = a ds dt, the force is rho C |u| (u . a) a / (2 |a|) ds dt.

use super::pressure::SurfacePoint;
use crate::motion::History;
use crate::term::{At, Term};
use glam::DVec3;

/// A wind that swells and dies down: its speed is multiplied by 1 + strength sin(2 pi t / period).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gusts {
    /// From gust to gust (s).
    pub period: f64,
    /// How much of the mean speed comes and goes.
    pub strength: f64,
}

/// Which sides of the faces feel the wind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The outside of a closed surface.
    Outside,
    /// Both sides of a sheet without thickness.
    Both,
}

/// Air that moves past faces.
pub struct Wind {
    name: String,
    /// Nodes of all faces, `nodes_a_face` each, oriented so that x_,s x x_,t points out.
    nodes: Vec<u32>,
    nodes_a_face: usize,
    points: Vec<SurfacePoint>,
    /// Velocity of the air [m/s].
    velocity: DVec3,
    /// rho C / 2 [kg/m3].
    strength: f64,
    sides: Sides,
    gusts: Option<Gusts>,
    history: History,
}

/// How a piece of surface lies and moves.
struct Piece {
    /// Area vector by area of (s, t).
    area: DVec3,
    /// Air against surface [m/s].
    flow: DVec3,
}

impl Wind {
    /// Air of velocity [m/s] and `density` (kg/m3) with a coefficient of `drag` on faces, which share one set of
    /// integration points. The history multiplies the velocity.
    #[allow(clippy::too_many_arguments, reason = "each is a number of the formula")]
    pub fn new(
        name: String,
        nodes: Vec<u32>,
        nodes_a_face: usize,
        points: Vec<SurfacePoint>,
        velocity: DVec3,
        density: f64,
        drag: f64,
        sides: Sides,
        gusts: Option<Gusts>,
        history: History,
    ) -> Self {
        let strength = 0.5 * density * drag;
        Self { name, nodes, nodes_a_face, points, velocity, strength, sides, gusts, history }
    }

    /// Velocity of the air at a time [m/s].
    fn air(&self, time: f64) -> DVec3 {
        let swell = self
            .gusts
            .map_or(1.0, |gusts| 1.0 + gusts.strength * (std::f64::consts::TAU * time / gusts.period).sin());
        self.velocity * (swell * self.history.at(time))
    }

    fn piece(&self, face: &[u32], point: &SurfacePoint, at: &At<'_>, air: DVec3) -> Piece {
        let area = sum(face, &point.along_s, at.q).cross(sum(face, &point.along_t, at.q));
        Piece { area, flow: air - sum(face, &point.shape, at.v) }
    }

    /// Whether the piece feels any wind.
    fn is_pushed(&self, piece: &Piece) -> bool {
        let facing = piece.flow.dot(piece.area);
        match self.sides {
            Sides::Outside => facing < 0.0,
            Sides::Both => facing != 0.0,
        }
    }

    /// Overwrites `out` with what `push` gives for each integration point, shared among the nodes of its face.
    fn each_piece(
        &self,
        at: &At<'_>,
        out: &mut [DVec3],
        push: impl Fn(&Piece, &[u32], &SurfacePoint) -> DVec3,
    ) {
        let (n, air) = (self.nodes_a_face, self.air(at.time));
        for (face, out) in self.nodes.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
            out.fill(DVec3::ZERO);
            for point in &self.points {
                let piece = self.piece(face, point, at, air);
                if !self.is_pushed(&piece) {
                    continue;
                }
                let force = push(&piece, face, point) * (self.strength * point.weight);
                for (out, shape) in out.iter_mut().zip(&point.shape) {
                    *out += force * *shape;
                }
            }
        }
    }
}

fn sum(face: &[u32], weights: &[f64], field: &[DVec3]) -> DVec3 {
    face.iter().zip(weights).map(|(&node, &w)| field[node as usize] * w).sum()
}

impl Term for Wind {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        self.each_piece(at, out, |Piece { area, flow }, _, _| {
            *area * (flow.length() * flow.dot(*area) / area.length())
        });
    }

    fn energy(&self, _: &At<'_>) -> Option<f64> {
        None
    }

    fn force_differential(&self, at: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        self.each_piece(at, out, |Piece { area, flow }, face, point| {
            let (s, t) = (sum(face, &point.along_s, at.q), sum(face, &point.along_t, at.q));
            let (ds, dt) = (sum(face, &point.along_s, dq), sum(face, &point.along_t, dq));
            let d_area = ds.cross(t) + s.cross(dt);
            let d_flow = dv.map_or(DVec3::ZERO, |dv| -sum(face, &point.shape, dv));
            let (speed, size, through) = (flow.length(), area.length(), flow.dot(*area));
            let d_through = d_flow.dot(*area) + flow.dot(d_area);
            let d_strength = flow.dot(d_flow) / speed * through + speed * d_through;
            let d_normal = d_area - *area * (area.dot(d_area) / (size * size));
            (*area * d_strength + d_normal * (speed * through)) / size
        });
    }

    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_damping(&self) -> bool {
        true
    }
}
