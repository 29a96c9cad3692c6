//! Immutable copies of the world for output: no engine types inside.

use glam::{DMat3, DVec3};
use pliant_body::{Skin, ThinMeasures};
use pliant_system::Embedding;
use std::sync::Arc;

/// What a body looks like at rest; shared by all its frames.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyShape {
    /// Name in the scene (copies have `name.1`, `name.2`, ...).
    pub name: String,
    /// Point positions at rest (m); the points of tetrahedra are their nodes.
    pub rest: Vec<DVec3>,
    /// Points a cell has: 4 or 10 (VTK's quadratic order), or 1 of bodies that are points.
    pub nodes_a_cell: usize,
    /// Points of all cells.
    pub cells: Vec<u32>,
    /// Index into `material_names` of each cell.
    pub cell_materials: Vec<u32>,
    /// Names of the materials.
    pub material_names: Vec<String>,
    /// Points of the surface's triangles (corners only), outward oriented.
    pub surface: Vec<[u32; 3]>,
    /// Radius (m) of the ball that each point is seen as, from the first on, of a body that is points alone; else empty.
    pub balls: Vec<f64>,
    /// For each point the cells near it, with weights that sum to one, where cells are points; else empty.
    pub cells_near: Embedding,
    /// A surface carried along that is seen in place of that of the cells.
    pub skin: Option<Skin>,
}

/// A body at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyFrame {
    /// What it is at rest.
    pub shape: Arc<BodyShape>,
    /// Point positions (m).
    pub positions: Vec<DVec3>,
    /// Point velocities [m/s].
    pub velocities: Vec<DVec3>,
    /// Cauchy stress of each cell (Pa).
    pub stress: Vec<DMat3>,
    /// Von Mises stress of each cell (Pa).
    pub von_mises: Vec<f64>,
    /// Green strain of each cell.
    pub strain: Vec<DMat3>,
    /// Elastic energy density of each cell [J/m3 of rest volume].
    pub energy_density: Vec<f64>,
    /// How each cell is stretched, bent and twisted as a thin thing, not a number where it is not thin; none where the
    /// method does not know.
    pub measures: Option<Vec<ThinMeasures>>,
    /// What contact does at the points; none in a world without contact.
    pub contact: Option<ContactFields>,
}

/// What contact does at the points of a body at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactFields {
    /// Contact force on each point (N).
    pub force: Vec<DVec3>,
    /// Contact pressure at each point (Pa).
    pub pressure: Vec<f64>,
    /// Distance of each point from what is nearest (m); not a number where
    /// nothing is near.
    pub gap: Vec<f64>,
}

/// What a collider looks like at rest; shared by all its frames.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderPicture {
    /// Name in the scene.
    pub name: String,
    /// Points at rest (m).
    pub points: Vec<DVec3>,
    /// Points of the triangles.
    pub triangles: Vec<[u32; 3]>,
    /// It stands for a plane, which has no end: the triangles are a square of it.
    pub is_plane: bool,
}

/// A collider at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderFrame {
    /// What it is at rest.
    pub shape: Arc<ColliderPicture>,
    /// Positions of its points (m).
    pub positions: Vec<DVec3>,
}

/// The world at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Number of the frame, from 0.
    pub index: usize,
    /// Time (s).
    pub time: f64,
    /// All bodies.
    pub bodies: Vec<BodyFrame>,
    /// All colliders.
    pub colliders: Vec<ColliderFrame>,
}
