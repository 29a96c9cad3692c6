//! A body of phyxels in its own coordinates: laid out once, stood in the world once for each copy.

use super::carry::{Carrier, search_list};
use super::moments::Basis;
use super::neighbours::{Flat, NeighbourKernel, Neighbours, Search, Support};
use super::patch::{Patch, balance};
use crate::body::BodyMass;
use glam::DVec3;
use pliant_geometry::matter::Matter;
use pliant_geometry::sampling::Piece;
use pliant_geometry::{BoundingBox, CellList};
use pliant_material::Material;
use pliant_system::Embedding;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// All that makes a body of phyxels. Everything is in the body's own coordinates.
#[derive(Clone, Debug)]
pub struct PhyxelSetup {
    /// The matter, and what is seen and touched of it; without a surface, the phyxels themselves are.
    pub matter: Matter,
    /// Phyxels (m).
    pub points: Vec<DVec3>,
    /// Volume of the cell of each (m3).
    pub volumes: Vec<f64>,
    /// Distance of neighbours around each (m).
    pub spacings: Vec<f64>,
    /// Which phyxel each piece of the matter belongs to.
    pub phyxel_of_piece: Vec<u32>,
    /// Index into `materials` of each phyxel.
    pub material_of_phyxel: Vec<u32>,
    /// The materials.
    pub materials: Vec<Material>,
    /// Phyxels do not lie in rows.
    pub irregular: bool,
    /// Pins hold only as stiffly as explicit steps can take without becoming smaller.
    pub gentle_holds: bool,
    /// What is fitted to neighbours.
    pub quadratic: bool,
    /// How weights of neighbours fall.
    pub kernel: NeighbourKernel,
    /// How far neighbours are.
    pub support: Support,
    /// beta: how stiffly hourglass modes are held.
    pub stabilisation: f64,
    /// k (Pa) of an energy k/2 (J - 1)^2 against change of volume.
    pub volume_stiffness: f64,
}

/// Why there is no body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PhyxelError {
    /// No phyxels.
    #[error("there is no matter to fill")]
    Empty,
    /// One alone, or all in a plane or on a line.
    #[error(
        "the {neighbours} phyxels around ({}, {}, {}) m lie in a plane or on a line (or are too few), so that nothing tells how the body deforms there",
        at.x, at.y, at.z
    )]
    Flat {
        /// Where (m).
        at: DVec3,
        /// How many neighbours there are.
        neighbours: usize,
    },
    /// A phyxel without inertia.
    #[error("a phyxel would have no mass: the density is next to nothing")]
    NoMass,
}

/// Phyxels and all that is made of them.
pub struct PhyxelModel {
    pub(super) setup: PhyxelSetup,
    pub(super) neighbours: Neighbours,
    pub(super) mass: BodyMass,
    /// Points: those of the surface, then the phyxels.
    pub(super) points: Vec<DVec3>,
    pub(super) carrier: Embedding,
    pub(super) bounds: BoundingBox,
    /// How far each phyxel reaches (m), for contact without a surface.
    pub(super) radii: Vec<f64>,
    /// What phyxels are found by.
    list: CellList,
}

impl PhyxelModel {
    /// Finds neighbours and what carries the surface.
    ///
    /// # Errors
    /// If a phyxel's neighbours do not tell how the body deforms around it.
    pub fn new(setup: PhyxelSetup) -> Result<Self, PhyxelError> {
        if setup.points.is_empty() {
            return Err(PhyxelError::Empty);
        }
        let search = Search {
            points: &setup.points,
            spacings: &setup.spacings,
            kernel: setup.kernel,
            support: setup.support,
            basis: if setup.quadratic { Basis::Quadratic } else { Basis::Linear },
        };
        let mut neighbours = search.find().map_err(|Flat { phyxel, neighbours }| PhyxelError::Flat {
            at: setup.points[phyxel as usize],
            neighbours,
        })?;
        let density = |i: usize| setup.materials[setup.material_of_phyxel[i] as usize].density;
        let lumped: Vec<f64> = setup.volumes.iter().enumerate().map(|(i, v)| v * density(i)).collect();
        if lumped.iter().any(|&m| m <= 0.0) {
            return Err(PhyxelError::NoMass);
        }
        let list = search_list(&setup.points, &setup.spacings);
        let (points, carrier) = carried(&setup, &mut neighbours, &list);
        let bounds = setup.matter.bounds();
        let radii = setup.spacings.iter().map(|s| 0.525 * s).collect();
        let mass = BodyMass { lumped, coupled: None };
        Ok(Self { setup, neighbours, mass, points, carrier, bounds, radii, list })
    }

    /// Carries further places.
    pub(super) fn carry(&self) -> Carrier<'_> {
        let setup = &self.setup;
        Carrier::new(&setup.points, &setup.spacings, setup.irregular, &self.neighbours, &self.list)
    }

    /// How many points there are before the phyxels.
    pub(super) fn seen_count(&self) -> usize {
        self.points.len() - self.setup.points.len()
    }

    /// How many phyxels.
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
fn carried(setup: &PhyxelSetup, neighbours: &mut Neighbours, list: &CellList) -> (Vec<DVec3>, Embedding) {
    let carrier = Carrier::new(&setup.points, &setup.spacings, setup.irregular, neighbours, list);
    let mut points = setup.matter.surface.as_ref().map_or_else(Vec::new, |surface| surface.points.clone());
    let mut rows: Vec<Vec<(u32, f64)>> = points.par_iter().map(|&x| carrier.row(x)).collect();
    let patch = Patch {
        points: &setup.points,
        volumes: &setup.volumes,
        spacings: &setup.spacings,
        surface: &points,
        triangles: setup.matter.surface.as_ref().map_or(&[], |surface| &surface.triangles),
        basis: if setup.quadratic { Basis::Quadratic } else { Basis::Linear },
    };
    balance(&patch, neighbours, &mut rows);
    let mut embedding = Embedding::new();
    rows.into_iter().for_each(|row| embedding.push(row));
    (0..setup.points.len() as u32).for_each(|i| embedding.push([(i, 1.0)]));
    points.extend(&setup.points);
    (points, embedding)
}
