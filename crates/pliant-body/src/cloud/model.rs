//! A cloud of points in its own coordinates: laid out once, stood in the world once for each copy.

use super::carry::{Carrier, search_list};
use super::neighbours::Neighbours;
use crate::body::{BodyMass, PointFields};
use glam::{DMat3, DVec3};
use pliant_geometry::matter::Matter;
use pliant_geometry::sampling::Piece;
use pliant_geometry::{BoundingBox, CellList};
use pliant_material::{Material, measures};
use pliant_system::{Embedding, StandIn, Term};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// All that makes a cloud of points, whatever its method. Everything is in the body's own coordinates.
#[derive(Clone, Debug)]
pub struct CloudSetup {
    /// The matter, and what is seen and touched of it; without a surface, the points themselves are.
    pub matter: Matter,
    /// Points (m).
    pub points: Vec<DVec3>,
    /// Volume of the cell of each (m3).
    pub volumes: Vec<f64>,
    /// Distance of neighbours around each (m).
    pub spacings: Vec<f64>,
    /// Which point each piece of the matter belongs to.
    pub point_of_piece: Vec<u32>,
    /// Index into `materials` of each point.
    pub material_of_point: Vec<u32>,
    /// The materials.
    pub materials: Vec<Material>,
    /// Points do not lie in rows.
    pub irregular: bool,
    /// Pins hold only as stiffly as explicit steps can take without becoming smaller.
    pub gentle_holds: bool,
}

impl CloudSetup {
    /// What a point is made of.
    pub fn material(&self, point: usize) -> &Material {
        &self.materials[self.material_of_point[point] as usize]
    }

    /// Materials that some point is made of.
    pub fn used_materials(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.materials.len() as u32).filter(|material| self.material_of_point.contains(material))
    }
}

/// A cloud that stands in the world.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    /// What its points are.
    pub setup: &'a CloudSetup,
    /// Who is whose neighbour.
    pub neighbours: &'a Neighbours,
    /// Where points are at rest (m).
    pub x_rest: &'a [DVec3],
}

impl Placed<'_> {
    /// From a point to the neighbour at a place of its list (m).
    pub fn offset(&self, i: usize, at: usize) -> DVec3 {
        self.x_rest[self.neighbours.ids[at] as usize] - self.x_rest[i]
    }
}

/// What a method does with points and their neighbours.
pub trait CloudPhysics: Send + Sync {
    /// Name of the method, as in scene files.
    fn method(&self) -> &'static str;
    /// Its points as a layer to look at: name for programs, name for people.
    fn layer(&self) -> (&'static str, &'static str);
    /// Whether a single fibre, or a single layer, of points is a body.
    fn may_be_thin(&self) -> bool {
        false
    }
    /// Changes weights of neighbours and of carried surface points so that they suit each other.
    fn balance(&mut self, setup: &CloudSetup, neighbours: &mut Neighbours, rows: &mut [Vec<(u32, f64)>]) {
        let _ = (setup, neighbours, rows);
    }
    /// F at a point, for positions `q` of all.
    fn gradient(&self, cloud: Placed<'_>, i: usize, q: &[DVec3]) -> DMat3;
    /// Fields where F is this around a point.
    fn fields_of(&self, cloud: Placed<'_>, i: usize, F: &DMat3) -> PointFields {
        fields_by_law(cloud.setup, i, F)
    }
    /// Fields at a point, for positions `q` of all.
    fn fields(&self, cloud: Placed<'_>, i: usize, q: &[DVec3]) -> PointFields {
        self.fields_of(cloud, i, &self.gradient(cloud, i, q))
    }
    /// The forces inside the body of this name, damping by mass apart; `first_node` is added to each node.
    fn elastic_terms(&self, cloud: Placed<'_>, name: &str, first_node: u32) -> Vec<Box<dyn Term>>;
    /// As [`Body::stand_ins`](crate::Body::stand_ins), for these.
    fn stand_ins(&self, cloud: Placed<'_>, name: &str, first_node: u32) -> Vec<StandIn> {
        let _ = (cloud, name, first_node);
        Vec::new()
    }
}

/// Fields of the law psi(F) of a point.
pub fn fields_by_law(setup: &CloudSetup, i: usize, F: &DMat3) -> PointFields {
    let law = &setup.material(i).law;
    PointFields {
        volume: setup.volumes[i],
        volume_ratio: F.determinant(),
        strain: measures::green_strain(F),
        stress: law.cauchy_stress(F),
        surface_von_mises: None,
        energy_density: law.energy_density(F),
        measures: None,
    }
}

/// Why there is no body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CloudError {
    /// No points.
    #[error("there is no matter to fill")]
    Empty,
    /// One alone, or all in a plane or on a line.
    #[error(
        "the {neighbours} neighbours around ({}, {}, {}) m lie in a plane or on a line (or are too few), so that nothing tells how the body deforms there",
        at.x, at.y, at.z
    )]
    Flat {
        /// Where (m).
        at: DVec3,
        /// How many neighbours there are.
        neighbours: usize,
    },
    /// A point without any neighbour.
    #[error("nothing is within reach of the point at ({}, {}, {}) m", at.x, at.y, at.z)]
    Alone {
        /// Where (m).
        at: DVec3,
    },
    /// A point without inertia.
    #[error("a point would have no mass: the density is next to nothing")]
    NoMass,
}

/// Points and all that is made of them.
pub struct CloudModel {
    pub(super) setup: CloudSetup,
    pub(super) physics: Box<dyn CloudPhysics>,
    pub(super) neighbours: Neighbours,
    pub(super) mass: BodyMass,
    /// Points: those of the surface, then those of the cloud.
    pub(super) points: Vec<DVec3>,
    pub(super) carrier: Embedding,
    pub(super) bounds: BoundingBox,
    /// How far each point reaches (m), for contact without a surface.
    pub(super) radii: Vec<f64>,
    /// What points are found by.
    list: CellList,
}

impl CloudModel {
    /// Finds what carries the surface.
    ///
    /// # Errors
    /// Without points, or with points that have no mass.
    pub fn new(
        setup: CloudSetup,
        mut neighbours: Neighbours,
        mut physics: Box<dyn CloudPhysics>,
    ) -> Result<Self, CloudError> {
        if setup.points.is_empty() {
            return Err(CloudError::Empty);
        }
        let mass = |i: usize| setup.volumes[i] * setup.material(i).density;
        let lumped: Vec<f64> = (0..setup.points.len()).map(mass).collect();
        if lumped.iter().any(|&m| m <= 0.0) {
            return Err(CloudError::NoMass);
        }
        let list = search_list(&setup.points, &setup.spacings);
        let (points, carrier) = carried(&setup, physics.as_mut(), &mut neighbours, &list);
        let bounds = setup.matter.bounds();
        let radii = setup.spacings.iter().map(|s| 0.525 * s).collect();
        let mass = BodyMass { lumped, coupled: None };
        Ok(Self { setup, physics, neighbours, mass, points, carrier, bounds, radii, list })
    }

    /// What the method does.
    pub fn physics(&self) -> &dyn CloudPhysics {
        self.physics.as_ref()
    }

    /// Carries further places.
    pub(super) fn carry(&self) -> Carrier<'_> {
        let setup = &self.setup;
        Carrier::new(setup, self.physics.may_be_thin(), &self.neighbours, &self.list)
    }

    /// How many points there are before the points of the cloud.
    pub(super) fn seen_count(&self) -> usize {
        self.points.len() - self.setup.points.len()
    }

    /// How many points.
    pub fn count(&self) -> usize {
        self.setup.points.len()
    }

    /// The parts of the body that no neighbourhood joins, the largest first.
    pub fn pieces(&self) -> Vec<Piece> {
        let root = self.neighbours.joined();
        let mut pieces: BTreeMap<u32, Piece> = BTreeMap::new();
        for (i, &group) in root.iter().enumerate() {
            let empty = Piece { points: 0, volume: 0.0, centre: DVec3::ZERO, samples: 0, group };
            let piece = pieces.entry(group).or_insert(empty);
            piece.points += 1;
            piece.samples += 1;
            piece.volume += self.setup.volumes[i];
            piece.centre += self.setup.points[i] * self.setup.volumes[i];
        }
        let mut pieces: Vec<Piece> = pieces.into_values().collect();
        pieces.iter_mut().for_each(|piece| piece.centre /= piece.volume);
        pieces.sort_by(|a, b| b.volume.total_cmp(&a.volume));
        pieces
    }

    /// Who is whose neighbour.
    pub fn neighbours(&self) -> &Neighbours {
        &self.neighbours
    }
}

/// All points of the body, and what carries them.
fn carried(
    setup: &CloudSetup,
    physics: &mut dyn CloudPhysics,
    neighbours: &mut Neighbours,
    list: &CellList,
) -> (Vec<DVec3>, Embedding) {
    let carrier = Carrier::new(setup, physics.may_be_thin(), neighbours, list);
    let mut points = setup.matter.surface.as_ref().map_or_else(Vec::new, |surface| surface.points.clone());
    let mut rows: Vec<Vec<(u32, f64)>> = points.par_iter().map(|&x| carrier.row(x)).collect();
    physics.balance(setup, neighbours, &mut rows);
    let mut embedding = Embedding::new();
    rows.into_iter().for_each(|row| embedding.push(row));
    (0..setup.points.len() as u32).for_each(|i| embedding.push([(i, 1.0)]));
    embedding.shrink();
    points.extend(&setup.points);
    (points, embedding)
}
