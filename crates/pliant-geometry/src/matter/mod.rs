//! Matter as points, each of which stands for a piece of the body.
//!
//! A [`MaterialCloud`] is all a method without cells knows of a shape. Each builder cuts its shape into pieces whose volume,
//! centroid and second moment it knows exactly where the shape allows it, so that a single piece across a thin direction
//! bends as it should; and yields, where there is one, the surface that is seen and touched ([`Matter`]).

mod ball;
mod block;
mod creases;
mod curve;
#[cfg(test)]
mod file_tests;
mod filled;
mod implicit;
mod kinks;
mod pieces;
mod points;
mod refined;
mod section;
mod shell;
mod spacing;
mod split;
mod swept;
#[cfg(test)]
mod tests;
mod union;

use std::collections::BTreeMap;

use glam::{DMat3, DVec3};

pub use ball::ball;
pub use block::BlockShape;
pub use curve::Curve;
pub use filled::filled;
pub use implicit::implicit_surface;
pub use points::{CloudMatter, cloud_matter};
pub use section::Section;
pub use shell::{shell, tetrahedra};
pub use spacing::{MAX_MATERIAL_POINTS, MatterError, MatterSpacing};
pub use swept::Swept;
pub use union::union;

use crate::bounds::BoundingBox;
use crate::triangles::TriangleSurface;

/// The matter of a shape, and the surface that is seen of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matter {
    /// What it is made of.
    pub cloud: MaterialCloud,
    /// What is seen and touched; none for bare clouds.
    pub surface: Option<TriangleSurface>,
    /// Named groups of points of the surface (of the cloud, if there is no surface), ascending.
    pub point_groups: BTreeMap<String, Vec<u32>>,
    /// Named groups of material points, ascending.
    pub cloud_groups: BTreeMap<String, Vec<u32>>,
    /// The first material point of each part it was put together of; nothing where it is one.
    pub parts: Vec<u32>,
    /// Where these go on after a kink, ascending.
    pub kinks: Vec<Kink>,
    /// Where sheets of one part meet.
    pub creases: Vec<Crease>,
}

/// A place where the sheets of a surface meet at an angle, or more than two of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crease {
    /// Where it is (m).
    pub place: DVec3,
    /// How thick the sheets are (m).
    pub thickness: f64,
}

/// A kink of a line that something was swept along, or a bend too tight for its samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kink {
    /// The part that goes on where the one before ends.
    pub part: u32,
    /// Where on the line it is (m).
    pub place: DVec3,
    /// The radius of the bend (m); nothing where it is a corner.
    pub radius: f64,
}

impl Matter {
    /// The matter turned and shifted.
    #[must_use]
    pub fn placed(mut self, placement: &crate::Placement) -> Self {
        self.cloud = self.cloud.placed(placement);
        self.kinks.iter_mut().for_each(|kink| kink.place = placement.point(kink.place));
        self.creases.iter_mut().for_each(|crease| crease.place = placement.point(crease.place));
        if let Some(surface) = &mut self.surface {
            surface.points.iter_mut().for_each(|point| *point = placement.point(*point));
        }
        self
    }

    /// Around the surface, or around the points where there is none (m).
    pub fn bounds(&self) -> BoundingBox {
        self.surface.as_ref().map_or_else(|| self.cloud.bounds(), TriangleSurface::bounds)
    }
}

/// Radius of the sphere that stands for a piece with a longest edge (m): neighbours overlap a little.
fn piece_radius(longest_edge: f64) -> f64 {
    0.525 * longest_edge
}

/// Where a piece lies on the line it was swept along.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnLine {
    /// Which line of the cloud, from 1 on; 0 for none.
    line: u32,
    /// How far along it the middle of the piece is, or of the piece that it was cut from (m).
    place: f64,
    /// Half the length of that (m).
    half: f64,
    /// How long the line is if it is closed (m), else infinite.
    round: f64,
}

impl OnLine {
    /// Of what was not swept.
    pub const NONE: Self = Self { line: 0, place: 0.0, half: 0.0, round: f64::INFINITY };

    /// On the only line of a cloud.
    pub(crate) fn between(from: f64, to: f64, round: f64) -> Self {
        Self { line: 1, place: 0.5 * (from + to), half: 0.5 * (to - from), round }
    }

    /// How much of a line is between two pieces at least (m); nothing for those of different lines.
    pub fn apart(&self, other: &Self) -> f64 {
        if self.line != other.line || self.line == 0 {
            return 0.0;
        }
        let way = (self.place - other.place).abs();
        (way.min(self.round - way) - self.half - other.half).max(0.0)
    }
}

/// Matter as points, each of which stands for a volume. The first four lists have one entry a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialCloud {
    /// Centroids of the pieces (m).
    pub points: Vec<DVec3>,
    /// Volumes of the pieces (m³).
    pub volumes: Vec<f64>,
    /// Second moment of each piece about its own centroid, per volume (m²); symmetric.
    pub moments: Vec<DMat3>,
    /// Radius of the sphere that stands for the point in contact and connectivity (m).
    pub radii: Vec<f64>,
    /// Where they lie on lines that they were swept along; empty if none was.
    pub lines: Vec<OnLine>,
}

impl MaterialCloud {
    /// A cloud of balls as scanners and particle programs write it: each point stands for the cube around its ball, so that
    /// balls that just touch in a cubic lattice fill space.
    pub fn from_points_and_radii(points: Vec<DVec3>, radii: Vec<f64>) -> Self {
        assert_eq!(points.len(), radii.len(), "one radius a point");
        let volumes = radii.iter().map(|radius| (2.0 * radius).powi(3)).collect();
        let moments = radii.iter().map(|radius| cube_moment(2.0 * radius)).collect();
        Self { points, volumes, moments, radii, lines: Vec::new() }
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// True if there is no matter.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Volume of the whole (m³).
    pub fn volume(&self) -> f64 {
        self.volumes.iter().sum()
    }

    /// Centre of the volume (m); not a number if there is no volume.
    pub fn centre(&self) -> DVec3 {
        let first_moment: DVec3 = self.points.iter().zip(&self.volumes).map(|(x, v)| *x * *v).sum();
        first_moment / self.volume()
    }

    /// The box around the points (m); what a point's piece reaches beyond its centroid is not counted.
    pub fn bounds(&self) -> BoundingBox {
        BoundingBox::of_points(&self.points)
    }
}

/// Second moment per volume of a cube about its centre (m²).
pub fn cube_moment(side: f64) -> DMat3 {
    DMat3::from_diagonal(DVec3::splat(side * side / 12.0))
}
