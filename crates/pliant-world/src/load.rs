//! Loads as the scene knows them, turned into terms when the mass is known.

use crate::contact::has_closed_surface;
use crate::error::BuildError;
use glam::DVec3;
use pliant_body::{Body, Face};
use pliant_system::load::{
    Acceleration, Couple, Embedded, Gusts, NoLeverArm, NodalForce, Pressure, Sides, SurfacePoint, Wind,
};
use pliant_system::{Embedding, History, Mass, Term};
use std::collections::BTreeMap;

/// A load on one body. Point indices are the body's own.
#[derive(Clone, Debug)]
pub enum Load {
    /// A uniform acceleration of the mass [m/s2].
    Acceleration(DVec3),
    /// A uniform acceleration [m/s2] of the mass of some cells.
    CellAcceleration {
        /// The cells.
        cells: Vec<u32>,
        /// The acceleration.
        acceleration: DVec3,
    },
    /// A total force (N) shared among points by weight.
    Force {
        /// Points and weights (any scale).
        shares: Vec<(u32, f64)>,
        /// The total.
        total: DVec3,
    },
    /// A force per rest area (Pa) on faces, fixed in direction.
    Traction {
        /// Points and areas in m2.
        shares: Vec<(u32, f64)>,
        /// Per area.
        traction: DVec3,
    },
    /// Pressure (Pa) on faces, following them; positive pushes in.
    Pressure {
        /// The faces.
        faces: Vec<Face>,
        /// How much.
        pressure: f64,
    },
    /// Wind on faces: on the outside of closed surfaces, on both sides of others.
    Wind {
        /// The faces.
        faces: Vec<Face>,
        /// The air.
        air: Air,
    },
    /// A couple [N m] on points.
    Torque {
        /// Points and weights.
        shares: Vec<(u32, f64)>,
        /// The couple.
        torque: DVec3,
        /// A fixed point of its axis (m); `None` is the points' centre, which moves with them.
        about: Option<DVec3>,
    },
}

/// Air that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// Its velocity [m/s].
    pub velocity: DVec3,
    /// Its density [kg/m3].
    pub density: f64,
    /// Pressure on a face that is square to the wind, by that of air that is stopped.
    pub drag: f64,
    /// How it comes and goes.
    pub gusts: Option<Gusts>,
}

/// A load with its name, body and history.
pub(crate) struct NamedLoad {
    pub name: String,
    pub body: usize,
    pub load: Load,
    pub history: History,
}

impl NamedLoad {
    /// Whether it has a potential that does not change with time.
    pub(crate) fn is_steady(&self) -> bool {
        let has_potential =
            !matches!(self.load, Load::Pressure { .. } | Load::Torque { .. } | Load::Wind { .. });
        self.history.is_constant() && has_potential
    }

    /// The term on a body.
    pub(crate) fn term(&self, on: &LoadContext<'_>) -> Result<Box<dyn Term>, BuildError> {
        let (name, history) = (self.name.clone(), self.history.clone());
        Ok(match &self.load {
            Load::Acceleration(acceleration) => {
                let (nodes, shares) = (on.all_nodes(), on.shift_shares);
                Box::new(Acceleration::of_field(name, on.mass, nodes, *acceleration, shares, history))
            }
            Load::CellAcceleration { cells, acceleration } => {
                let part = on.body.mass_of_cells(cells).matrix(!on.mass.is_coupled());
                let field: Vec<DVec3> = on.body.shift_shares().iter().map(|s| *acceleration * *s).collect();
                let mut forces = vec![DVec3::ZERO; field.len()];
                part.multiply(&field, &mut forces);
                Box::new(NodalForce::new(name, on.all_nodes(), forces, history))
            }
            Load::Force { shares, total } => {
                let sum: f64 = shares.iter().map(|share| share.1).sum();
                on.dead_forces(name, shares.iter().map(|&(point, w)| (point, *total * (w / sum))), history)
            }
            Load::Traction { shares, traction } => {
                on.dead_forces(name, shares.iter().map(|&(point, area)| (point, *traction * area)), history)
            }
            Load::Pressure { faces, pressure } => on.on_points(face_points(faces), |points| {
                let (each, rule) = (points_a_face(faces), on.body.face_points());
                Box::new(Pressure::new(name, points, each, rule, *pressure, history))
            }),
            Load::Wind { faces, air } => on.on_points(face_points(faces), |points| {
                let (each, rule) = (points_a_face(faces), on.body.face_points());
                let sides = if has_closed_surface(on.body) { Sides::Outside } else { Sides::Both };
                let Air { velocity, density, drag, gusts } = *air;
                Box::new(Wind::new(name, points, each, rule, velocity, density, drag, sides, gusts, history))
            }),
            Load::Torque { shares, torque, about } => self.couple(on, shares, *torque, *about)?,
        })
    }

    fn couple(
        &self,
        on: &LoadContext<'_>,
        shares: &[(u32, f64)],
        torque: DVec3,
        about: Option<DVec3>,
    ) -> Result<Box<dyn Term>, BuildError> {
        let (points, weights): (Vec<u32>, Vec<f64>) = shares.iter().copied().unzip();
        // Couples look at where their points rest: the numbers they have there must fit.
        let rest = on.body.points_at_rest();
        let own: Vec<DVec3> = points.iter().map(|&p| rest[p as usize]).collect();
        let refuse = |e: NoLeverArm| BuildError::Load { load: self.name.clone(), reason: e.to_string() };
        let numbers = (0..points.len() as u32).collect();
        let (name, history) = (self.name.clone(), self.history.clone());
        let couple = Couple::new(name, numbers, weights, torque, about, history, &own).map_err(refuse)?;
        Ok(on.on_points(points, |numbers| Box::new(couple.on(numbers))))
    }
}

/// The body a load acts on.
#[derive(Clone, Copy)]
pub(crate) struct LoadContext<'a> {
    pub body: &'a dyn Body,
    /// Where its nodes start in the system.
    pub first_node: u32,
    /// Of all nodes.
    pub mass: &'a Mass,
    /// Of all nodes.
    pub shift_shares: &'a [f64],
}

impl LoadContext<'_> {
    fn all_nodes(&self) -> Vec<u32> {
        (self.first_node..self.first_node + self.body.x_rest().len() as u32).collect()
    }

    /// Forces on points that stay as they are; they go to the nodes once and for all.
    fn dead_forces(
        &self,
        name: String,
        on_points: impl Iterator<Item = (u32, DVec3)>,
        history: History,
    ) -> Box<dyn Term> {
        let (nodes, forces) = if self.body.points().is_none() {
            on_points.map(|(point, force)| (point + self.first_node, force)).unzip()
        } else {
            let mut sums: BTreeMap<u32, DVec3> = BTreeMap::new();
            for (point, force) in on_points {
                for (node, weight) in self.body.carriers(point) {
                    *sums.entry(node + self.first_node).or_insert(DVec3::ZERO) += force * weight;
                }
            }
            sums.into_iter().unzip()
        };
        Box::new(NodalForce::new(name, nodes, forces, history))
    }

    /// The term that `make` makes over these points of the body, given the numbers it knows them by.
    fn on_points(&self, points: Vec<u32>, make: impl FnOnce(Vec<u32>) -> Box<dyn Term>) -> Box<dyn Term> {
        if self.body.points().is_none() {
            return make(points.iter().map(|point| point + self.first_node).collect());
        }
        let mut used = points.clone();
        used.sort_unstable();
        used.dedup();
        let mut carrier = Embedding::new();
        for &point in &used {
            let row = self.body.carriers(point).into_iter();
            carrier.push(row.map(|(node, weight)| (node + self.first_node, weight)));
        }
        let number = |point: &u32| used.partition_point(|p| p < point) as u32;
        Box::new(Embedded::new(make(points.iter().map(number).collect()), carrier))
    }
}

fn points_a_face(faces: &[Face]) -> usize {
    faces.first().map_or(3, |face| face.nodes.len())
}

fn face_points(faces: &[Face]) -> Vec<u32> {
    faces.iter().flat_map(|face| face.nodes.iter().copied()).collect()
}

/// ∫ N_i dA over faces at rest: each point's share of a uniform load. Points ascend.
pub fn face_weights(body: &dyn Body, faces: &[Face]) -> Vec<(u32, f64)> {
    let points = body.face_points();
    let mut area = BTreeMap::new();
    for face in faces {
        for point in &points {
            let da = area_element(body.points_at_rest(), face, point) * point.weight;
            for (&node, shape) in face.nodes.iter().zip(&point.shape) {
                *area.entry(node).or_insert(0.0) += shape * da;
            }
        }
    }
    area.into_iter().collect()
}

fn area_element(x: &[DVec3], face: &Face, point: &SurfacePoint) -> f64 {
    let along = |w: &[f64]| -> DVec3 { face.nodes.iter().zip(w).map(|(&n, w)| x[n as usize] * *w).sum() };
    along(&point.along_s).cross(along(&point.along_t)).length()
}
