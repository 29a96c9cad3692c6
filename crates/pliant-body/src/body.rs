//! What the world asks of a body, whatever its method.

use crate::skin::Skin;
use glam::{DMat3, DVec3};
use pliant_geometry::{Region, RegionError};
use pliant_material::Material;
use pliant_system::load::SurfacePoint;
use pliant_system::{Mass, Term};

/// Mass of a body's own nodes.
#[derive(Clone, Debug, Default)]
pub struct BodyMass {
    /// One mass a node (kg), all positive: for explicit steppers.
    pub lumped: Vec<f64>,
    /// Lower-triangle entries (i, j <= i, m) of the consistent mass; empty if the lumped one is all there is.
    pub coupled: Vec<(u32, u32, f64)>,
}

impl BodyMass {
    /// As a matrix over the body's own nodes: consistent where there is such, unless `lump`.
    pub fn matrix(&self, lump: bool) -> Mass {
        if lump || self.coupled.is_empty() {
            return Mass::lumped(self.lumped.clone());
        }
        Mass::consistent(self.lumped.clone(), &self.coupled)
    }
}

/// What a body looks like to an output format.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Tetrahedra with 4 or 10 nodes each, in VTK's order.
    Tets {
        /// 4 or 10.
        nodes_a_cell: usize,
        /// Node indices within the body.
        nodes: Vec<u32>,
    },
}

/// A face of a body's surface, outward oriented: 3 or 6 nodes (corners, then mid-sides).
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Nodes within the body.
    pub nodes: Vec<u32>,
}

/// Local measures at a material point or averaged over a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFields {
    /// Rest volume it stands for, in m3 (zero for a single point).
    pub volume: f64,
    /// Green strain.
    pub strain: DMat3,
    /// Cauchy stress (Pa).
    pub stress: DMat3,
    /// Energy density [J/m3 of rest volume].
    pub energy_density: f64,
}

/// One object in material space under one method. Node indices are the body's own.
pub trait Body: Send + Sync {
    /// Name of the method, as in scene files.
    fn method(&self) -> &'static str;
    /// Node positions at rest, placed in the world (m).
    fn x_rest(&self) -> &[DVec3];
    /// Mass of the nodes.
    fn mass(&self) -> &BodyMass;
    /// The part of the mass that some cells bring.
    fn mass_of_cells(&self, cells: &[u32]) -> BodyMass;
    /// The forces inside the body; `first_node` is where its nodes start in the system, `lump` whether its mass is
    /// lumped there (drag in proportion to mass must use the same).
    fn terms(&self, name: &str, first_node: u32, lump: bool) -> Vec<Box<dyn Term>>;
    /// Nodes in a region given in the body's own coordinates, ascending.
    fn select_nodes(&self, region: &Region) -> Result<Vec<u32>, RegionError>;
    /// Cells whose centre lies in a region, ascending.
    fn select_cells(&self, region: &Region) -> Result<Vec<u32>, RegionError>;
    /// Faces of the surface all of whose nodes lie in a region.
    fn select_faces(&self, region: &Region) -> Result<Vec<Face>, RegionError>;
    /// The whole surface.
    fn surface(&self) -> Vec<Face>;
    /// Integration points of a face, exact for pressure on straight faces.
    fn face_points(&self) -> Vec<SurfacePoint>;
    /// Nodes and weights that carry the material point given in the body's own coordinates, and how far it was
    /// outside (m).
    fn embed(&self, point: DVec3) -> (Vec<(u32, f64)>, f64);
    /// A surface carried along, if it has one beside that of its cells.
    fn skin(&self) -> Option<&Skin> {
        None
    }
    /// Cells for output.
    fn cells(&self) -> Cells;
    /// The materials cells may have.
    fn materials(&self) -> &[Material];
    /// Material index of each cell.
    fn cell_materials(&self) -> Vec<u32>;
    /// How many cells.
    fn cell_count(&self) -> usize;
    /// Fields of some cells for the body's node positions.
    fn cell_fields(&self, cells: &[u32], q: &[DVec3]) -> Vec<PointFields>;
    /// Fields at a material point given in the body's own coordinates.
    fn fields_at(&self, point: DVec3, q: &[DVec3]) -> PointFields;
}
