//! Loads as the scene knows them, turned into terms when the mass is known.

use crate::error::BuildError;
use glam::DVec3;
use pliant_body::{Body, Face};
use pliant_system::load::{Acceleration, Couple, NodalForce, Pressure, SurfacePoint};
use pliant_system::{History, Mass, Term};

/// A load on one body. Node indices are the body's own.
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
    /// A total force (N) shared among nodes by weight.
    Force {
        /// Nodes and weights (any scale).
        shares: Vec<(u32, f64)>,
        /// The total.
        total: DVec3,
    },
    /// A force per rest area (Pa) on faces, fixed in direction.
    Traction {
        /// Nodes and areas in m2.
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
    /// A couple [N m] on nodes.
    Torque {
        /// Nodes and weights.
        shares: Vec<(u32, f64)>,
        /// The couple.
        torque: DVec3,
        /// A fixed point of its axis (m); `None` is the nodes' centre, which moves with them.
        about: Option<DVec3>,
    },
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
        self.history.is_constant() && !matches!(self.load, Load::Pressure { .. } | Load::Torque { .. })
    }

    /// The term for a body whose nodes start at `first_node`.
    pub(crate) fn term(
        &self,
        body: &dyn Body,
        first_node: u32,
        mass: &Mass,
        x_rest: &[DVec3],
    ) -> Result<Box<dyn Term>, BuildError> {
        let (name, history) = (self.name.clone(), self.history.clone());
        let shift = |node: u32| node + first_node;
        let split = |shares: &[(u32, f64)]| -> (Vec<u32>, Vec<f64>) {
            shares.iter().map(|&(node, weight)| (shift(node), weight)).unzip()
        };
        Ok(match &self.load {
            Load::Acceleration(acceleration) => {
                let nodes = (0..body.x_rest().len() as u32).map(shift).collect();
                Box::new(Acceleration::new(name, mass, nodes, *acceleration, history))
            }
            Load::CellAcceleration { cells, acceleration } => {
                let part = body.mass_of_cells(cells).matrix(!mass.is_coupled());
                let field = vec![*acceleration; body.x_rest().len()];
                let mut forces = vec![DVec3::ZERO; field.len()];
                part.multiply(&field, &mut forces);
                let nodes = (0..field.len() as u32).map(shift).collect();
                Box::new(NodalForce::new(name, nodes, forces, history))
            }
            Load::Force { shares, total } => {
                let (nodes, weights) = split(shares);
                let sum: f64 = weights.iter().sum();
                let forces = weights.iter().map(|w| *total * (w / sum)).collect();
                Box::new(NodalForce::new(name, nodes, forces, history))
            }
            Load::Traction { shares, traction } => {
                let (nodes, areas) = split(shares);
                let forces = areas.iter().map(|area| *traction * *area).collect();
                Box::new(NodalForce::new(name, nodes, forces, history))
            }
            Load::Pressure { faces, pressure } => {
                let nodes_a_face = faces.first().map_or(3, |f| f.nodes.len());
                let nodes = faces.iter().flat_map(|f| f.nodes.iter().map(|&n| shift(n))).collect();
                Box::new(Pressure::new(name, nodes, nodes_a_face, body.face_points(), *pressure, history))
            }
            Load::Torque { shares, torque, about } => {
                let (nodes, weights) = split(shares);
                Box::new(
                    Couple::new(name, nodes, weights, *torque, *about, history, x_rest)
                        .map_err(|e| BuildError::Load { load: self.name.clone(), reason: e.to_string() })?,
                )
            }
        })
    }
}

/// ∫ N_i dA over faces at rest: each node's share of a uniform load, and the total area. Nodes ascend.
pub fn face_weights(body: &dyn Body, faces: &[Face]) -> Vec<(u32, f64)> {
    let points = body.face_points();
    let mut area = std::collections::BTreeMap::new();
    for face in faces {
        for point in &points {
            let da = area_element(body.x_rest(), face, point) * point.weight;
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
