//! What the world asks of a body, whatever its method.
//!
//! There are two kinds of numbers. *Nodes* are the unknowns that steppers move; *points* are the places of a body that can be
//! selected, loaded, held, touched, drawn and read. The points of tetrahedra are their nodes. A body whose nodes also are
//! derivatives of a field has points of its own, which nodes carry ([`BodyPoints`]).

use crate::skin::Skin;
use glam::{DMat3, DVec3};
use pliant_geometry::{Region, RegionError};
use pliant_material::Material;
use pliant_material::measures::von_mises;
use pliant_system::load::{HoldPoint, SurfacePoint};
use pliant_system::{CoupledMass, Embedding, Mass, StandIn, Term};
use std::borrow::Cow;
use std::sync::Arc;

/// Mass of a body's own nodes.
#[derive(Clone, Debug, Default)]
pub struct BodyMass {
    /// One mass a node (kg), all positive: for explicit steppers. Where nodes are derivatives, their entry on the diagonal
    /// of the consistent mass.
    pub lumped: Vec<f64>,
    /// The consistent mass, shared with the systems that the body is in; none if the lumped one is all there is.
    pub coupled: Option<Arc<CoupledMass>>,
}

impl BodyMass {
    /// As a matrix over the body's own nodes: consistent where there is such, unless `lump`.
    pub fn matrix(&self, lump: bool) -> Mass {
        let coupled = self.coupled.iter().filter(|_| !lump);
        Mass::of_parts(self.lumped.clone(), coupled.map(|rows| (0, rows.clone())))
    }
}

/// The places of a body whose nodes are not places.
#[derive(Clone, Debug, Default)]
pub struct BodyPoints {
    /// Where they are at rest, placed in the world (m).
    pub x_rest: Vec<DVec3>,
    /// What carries each of them: rows over the body's own nodes.
    pub carrier: Embedding,
}

/// What a body looks like to an output format. Indices are those of points.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// Tetrahedra with 4 or 10 nodes each, in VTK's order.
    Tets {
        /// 4 or 10.
        nodes_a_cell: usize,
        /// Point indices within the body.
        nodes: Vec<u32>,
    },
    /// Cells without a shape of their own, each at one point.
    Points {
        /// Point indices within the body.
        points: Vec<u32>,
    },
}

impl Cells {
    /// How many points a cell has.
    pub fn points_a_cell(&self) -> usize {
        match self {
            Cells::Tets { nodes_a_cell, .. } => *nodes_a_cell,
            Cells::Points { .. } => 1,
        }
    }

    /// The points of all cells, one cell after the other.
    pub fn into_points(self) -> Vec<u32> {
        match self {
            Cells::Tets { nodes, .. } => nodes,
            Cells::Points { points } => points,
        }
    }
}

/// A face of a body's surface, outward oriented: 3 or 6 points (corners, then mid-sides).
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Points within the body; of tetrahedra these are nodes.
    pub nodes: Vec<u32>,
}

/// Local measures at a material point or averaged over a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointFields {
    /// Rest volume it stands for, in m3 (zero for a single point).
    pub volume: f64,
    /// det F: volume over volume at rest; negative where matter is inside out.
    pub volume_ratio: f64,
    /// Green strain.
    pub strain: DMat3,
    /// Cauchy stress (Pa).
    pub stress: DMat3,
    /// The largest von Mises stress (Pa) at the surface of a cell that is thin, which bending and torsion bring; none for points and what is not thin.
    pub surface_von_mises: Option<f64>,
    /// Energy density [J/m3 of rest volume].
    pub energy_density: f64,
    /// How thin matter is bent, of bodies that know.
    pub measures: Option<ThinMeasures>,
}

impl PointFields {
    /// Von Mises stress (Pa): of thin cells the largest across their thickness.
    pub fn von_mises(&self) -> f64 {
        self.surface_von_mises.unwrap_or_else(|| von_mises(&self.stress))
    }
}

/// How thin matter is stretched, bent and twisted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThinMeasures {
    /// Largest principal strain along the middle of what is thin.
    pub membrane: f64,
    /// Largest principal curvature that has come since rest (1/m).
    pub bending: f64,
    /// Twist by length that has come since rest (1/m).
    pub twist: f64,
}

impl ThinMeasures {
    /// Of what is not thin.
    pub const UNKNOWN: ThinMeasures = ThinMeasures { membrane: f64::NAN, bending: f64::NAN, twist: f64::NAN };
}

/// Things of a method that are seen beside the surface: places, perhaps with axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BodyLayer {
    /// For programs.
    pub name: &'static str,
    /// For people.
    pub label: &'static str,
    /// Where they are (m).
    pub positions: Vec<DVec3>,
    /// Half of the extent along three axes (m) of each, or empty.
    pub axes: Vec<[DVec3; 3]>,
}

/// One object in material space under one method. Node and point indices are the body's own.
pub trait Body: Send + Sync {
    /// Name of the method, as in scene files.
    fn method(&self) -> &'static str;
    /// Nodes at rest, placed in the world (m): positions, unless [`Body::points`] says otherwise.
    fn x_rest(&self) -> &[DVec3];
    /// The places of the body, if they are not its nodes.
    fn points(&self) -> Option<&BodyPoints> {
        None
    }
    /// What a shift of the body adds to each node: 1 to a position, 0 to a derivative.
    fn shift_shares(&self) -> Vec<f64> {
        vec![1.0; self.x_rest().len()]
    }
    /// Whether the body is nothing but the places of its nodes, so that turning it about a line through all of them does nothing. Samples of
    /// others have directions, too.
    fn nodes_are_places(&self) -> bool {
        false
    }

    /// For each node the smallest of those it is joined with, of a body whose forces join nodes that carry no point together; else
    /// those that share a cell or carry a point are joined.
    fn joined_nodes(&self) -> Option<Vec<u32>> {
        None
    }
    /// How many neighbours all its unknowns have together (i of j and j of i count apart), of a method that works by neighbourhoods.
    fn neighbour_count(&self) -> Option<usize> {
        None
    }
    /// Whether a mass for each node by itself makes sense, which explicit steppers need.
    fn can_lump(&self) -> bool {
        true
    }
    /// Where the points are at rest, placed in the world (m).
    fn points_at_rest(&self) -> &[DVec3] {
        self.points().map_or_else(|| self.x_rest(), |points| &points.x_rest)
    }
    /// A field at the points (positions, velocities, ...) from the same field at the body's nodes; without a copy where
    /// points are nodes.
    fn at_points<'a>(&self, nodes: &'a [DVec3]) -> Cow<'a, [DVec3]> {
        self.points().map_or(Cow::Borrowed(nodes), |points| Cow::Owned(points.carrier.values(nodes)))
    }
    /// The nodes that carry a point, with weights.
    fn carriers(&self, point: u32) -> Vec<(u32, f64)> {
        self.points()
            .map_or_else(|| vec![(point, 1.0)], |points| points.carrier.row(point as usize).collect())
    }
    /// Total mass (kg).
    fn total_mass(&self) -> f64 {
        let mass = self.mass();
        match self.points() {
            None => mass.lumped.iter().sum(),
            Some(_) => mass.matrix(false).shifted_total(0..mass.lumped.len(), &self.shift_shares()),
        }
    }
    /// Mass of the nodes.
    fn mass(&self) -> &BodyMass;
    /// The part of the mass that some cells bring.
    fn mass_of_cells(&self, cells: &[u32]) -> BodyMass;
    /// The forces inside the body; `first_node` is where its nodes start in the system, `lump` whether its mass is
    /// lumped there (drag in proportion to mass must use the same).
    fn terms(&self, name: &str, first_node: u32, lump: bool) -> Vec<Box<dyn Term>>;
    /// For a body that begins inside out, and whose terms would find back to another shape than that at rest: what takes the place of
    /// which of them until it has found back.
    fn stand_ins(&self, name: &str, first_node: u32) -> Vec<StandIn> {
        let _ = (name, first_node);
        Vec::new()
    }
    /// Points in a region given in the body's own coordinates, ascending.
    fn select_points(&self, region: &Region) -> Result<Vec<u32>, RegionError>;
    /// Cells whose centre lies in a region, ascending.
    fn select_cells(&self, region: &Region) -> Result<Vec<u32>, RegionError>;
    /// Faces of the surface all of whose points lie in a region.
    fn select_faces(&self, region: &Region) -> Result<Vec<Face>, RegionError>;
    /// What is to be held so that the matter of a region stays where it is, of a body whose points are not nodes. With
    /// `mean` places are held but not directions: thin sections may turn about where they are held.
    ///
    /// # Errors
    /// If the region makes no sense for the body.
    fn hold_points(&self, region: &Region, mean: bool) -> Result<Vec<HoldPoint>, RegionError> {
        let _ = (region, mean);
        Ok(Vec::new())
    }
    /// How far matter reaches beyond each point (m), of a body that touches with spheres because it has no surface; else
    /// empty.
    fn radii(&self) -> &[f64] {
        &[]
    }
    /// The whole surface; none of a body that is points alone.
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
    /// Whether its fields have [`ThinMeasures`].
    fn has_thin_measures(&self) -> bool {
        false
    }
    /// Fields of some cells for the body's nodes.
    fn cell_fields(&self, cells: &[u32], q: &[DVec3]) -> Vec<PointFields>;
    /// What else there is to see, at node positions `q`.
    fn layers(&self, q: &[DVec3]) -> Vec<BodyLayer> {
        let _ = q;
        Vec::new()
    }
    /// Fields at a material point given in the body's own coordinates.
    fn fields_at(&self, point: DVec3, q: &[DVec3]) -> PointFields;
}
