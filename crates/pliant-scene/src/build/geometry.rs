//! Shapes with all their files read, and how fine their matter is cut.

use glam::DVec3;
use pliant_geometry::matter::{
    BlockShape, Matter, MatterError, MatterSpacing, Section, Swept, ball, filled, shell, tetrahedra, union,
};
use pliant_geometry::{Placement, Solid, TetMesh, TriangleSurface};

/// A shape with everything read that its files hold.
pub(super) enum Geometry {
    Block(BlockShape),
    Swept(Vec<Swept>),
    Ball(f64),
    Filled(Box<Solid>, TriangleSurface),
    Shell(TriangleSurface, f64),
    Tets(TetMesh),
    Ready(Box<Matter>),
    Union(Vec<(Geometry, Placement)>),
}

impl Geometry {
    /// Its matter.
    pub fn matter(&self, spacing: MatterSpacing) -> Result<Matter, MatterError> {
        match self {
            Self::Block(shape) => shape.matter(spacing),
            Self::Swept(rods) => {
                let rods = rods.iter().map(|rod| rod.matter(spacing)).collect::<Result<Vec<_>, _>>()?;
                Ok(union(rods))
            }
            Self::Ball(radius) => ball(DVec3::ZERO, *radius, spacing),
            Self::Filled(solid, surface) => filled(solid, surface.clone(), spacing),
            Self::Shell(surface, thickness) => shell(surface, *thickness, spacing),
            Self::Tets(mesh) => tetrahedra(mesh, spacing),
            Self::Ready(matter) => Ok((**matter).clone()),
            Self::Union(parts) => {
                let parts = parts.iter().map(|(part, at)| Ok(part.matter(spacing)?.placed(at)));
                let mut whole = union(parts.collect::<Result<Vec<_>, MatterError>>()?);
                // Sides of parts are not sides of the whole.
                whole.point_groups.retain(|name, _| !name.ends_with(['-', '+']));
                whole.cloud_groups.retain(|name, _| !name.ends_with(['-', '+']));
                Ok(whole)
            }
        }
    }

    /// The distance at which there are about so many samples, m.
    pub fn distance_for(&self, count: f64) -> f64 {
        let (mut low, mut high) = (1e-12f64, 1e12f64);
        for _ in 0..200 {
            let middle = (low * high).sqrt();
            *(if self.samples(middle) > count { &mut low } else { &mut high }) = middle;
        }
        high
    }

    /// About how many samples there are at a distance, m.
    fn samples(&self, distance: f64) -> f64 {
        let count = |extents: [f64; 3]| extents.iter().map(|length| (length / distance).max(1.0)).product();
        let cube = |volume: f64| [volume.cbrt(); 3];
        let walls = |volume: f64, area: f64| {
            let side = (0.5 * area).sqrt();
            if area > 0.0 { [side, side, 2.0 * volume / area] } else { cube(volume) }
        };
        let rod = |rod: &Swept| {
            let length = rod.curve.length();
            match rod.section {
                Section::Rectangle { width, height } => [length, width, height],
                Section::Round { radius, inner_radius: 0.0 } => {
                    let side = std::f64::consts::PI.sqrt() * radius;
                    [length, side, side]
                }
                Section::Round { radius, inner_radius } => {
                    [length, std::f64::consts::PI * (radius + inner_radius), radius - inner_radius]
                }
            }
        };
        match self {
            Self::Block(shape) => count(shape.extents()),
            Self::Swept(rods) => rods.iter().map(|one| count(rod(one))).sum(),
            Self::Ball(radius) => count(cube(4.0 / 3.0 * std::f64::consts::PI * radius.powi(3))),
            Self::Filled(solid, _) => count(walls(solid.volume(), solid.report().area)),
            Self::Shell(surface, thickness) => {
                let area: f64 = (0..surface.triangles.len())
                    .map(|t| surface.corners(t))
                    .map(|[a, b, c]| 0.5 * (b - a).cross(c - a).length())
                    .sum();
                count([area.sqrt(), area.sqrt(), *thickness])
            }
            Self::Tets(mesh) => count(cube(mesh.volume())),
            Self::Ready(matter) => count(cube(matter.cloud.volume())),
            Self::Union(parts) => parts.iter().map(|(part, _)| part.samples(distance)).sum(),
        }
    }
}

/// Graded matter with more points than this is cut coarser at first, and then smaller where samples are close.
const MANY_POINTS: usize = 300_000;

/// Sample distances that a piece of graded matter is wide.
const GRADED_PIECE: f64 = 0.25;

/// How fine matter is cut.
pub(super) struct Pieces {
    /// Distance of the samples where nothing makes them closer, m.
    pub edge: f64,
    /// What it is multiplied by where they are closest.
    pub finest: f64,
    /// Size of the pieces, if the scene says it, m.
    pub given: Option<f64>,
}

impl Pieces {
    /// The matter of a shape; `factors` tells what the distance of the samples is multiplied by at
    /// places, if it is not the same everywhere.
    pub fn of(
        &self,
        geometry: &Geometry,
        factors: &dyn Fn(&[DVec3]) -> Option<Vec<f64>>,
    ) -> Result<Matter, MatterError> {
        // Elastons, half as far apart as samples, need several pieces each where samples are closest.
        let finest = self.edge * (1.33 * self.finest).min(1.0);
        let mut samples = finest;
        loop {
            let made = geometry.matter(MatterSpacing::for_samples(samples).with_pieces(self.given));
            let is_fixed = samples >= self.edge || self.given.is_some();
            let is_too_fine = match &made {
                Ok(matter) => matter.cloud.len() > MANY_POINTS && !matches!(geometry, Geometry::Ready(_)),
                Err(error) => matches!(error, MatterError::TooFine { .. }),
            };
            if is_too_fine && !is_fixed {
                samples = (1.5 * samples).min(self.edge);
                continue;
            }
            let made = made?;
            let factors = if samples > finest { factors(&made.cloud.points) } else { None };
            let Some(factors) = factors else { return Ok(made) };
            let wanted: Vec<f64> = factors.iter().map(|factor| GRADED_PIECE * self.edge * factor).collect();
            return made.split(&wanted);
        }
    }
}
