//! Colliders made of triangles: solids if these are closed, else sheets that are touched from both sides.

use glam::DVec3;
use pliant_geometry::{BoundingBox, Skin, SkinEdge, SkinRepairs, TriangleSurface, counted};

/// A clean surface of triangles, in rest coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderMesh {
    /// True if the triangles enclose a solid; then they face outward. Else they are a sheet with two sides.
    pub is_closed: bool,
    /// What was done to the surface, in plain words; empty if nothing.
    pub repairs: Vec<String>,
    surface: TriangleSurface,
    edges: Vec<SkinEdge>,
    bounds: BoundingBox,
}

/// Why a surface cannot be touched.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ColliderMeshError {
    /// A point is nowhere.
    #[error(
        "point {point} (counted from 0) of the collider is [{}, {}, {}]; give finite coordinates in metres",
        .value.x, .value.y, .value.z
    )]
    NotFinite {
        /// The first such point.
        point: usize,
        /// Its coordinates.
        value: DVec3,
    },
    /// A triangle uses a point that does not exist.
    #[error(
        "triangle {triangle} (counted from 0) of the collider uses a point that does not exist; export the surface again"
    )]
    MissingPoint {
        /// The first such triangle.
        triangle: usize,
    },
    /// There is nothing to touch.
    #[error("the collider has no triangles; export its surface as triangles")]
    NoTriangles,
    /// There is nothing to touch either.
    #[error("no triangle of the collider has an area; export its surface as triangles")]
    NoArea,
}

impl ColliderMesh {
    /// Cleans the surface: coincident points are merged; triangles without area, duplicates and unused points are left
    /// out; neighbours are made to agree, and closed surfaces to face outward. `repairs` tells what was done.
    ///
    /// # Errors
    /// When a point is not finite (or beyond 1e90 m) or does not exist, or when no triangle is left.
    pub fn new(surface: &TriangleSurface) -> Result<Self, ColliderMeshError> {
        check(surface)?;
        let Skin { surface, edges, is_closed, repairs } = Skin::new(surface);
        if surface.triangles.is_empty() {
            return Err(ColliderMeshError::NoArea);
        }
        let bounds = surface.bounds();
        Ok(Self { is_closed, repairs: sentences(&repairs), surface, edges, bounds })
    }

    /// Positions (m).
    #[inline]
    pub fn points(&self) -> &[DVec3] {
        &self.surface.points
    }

    /// Three point ids each.
    #[inline]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.surface.triangles
    }

    /// Every edge once, with its triangles.
    #[inline]
    pub fn edges(&self) -> &[SkinEdge] {
        &self.edges
    }

    /// Points and triangles together.
    #[inline]
    pub fn surface(&self) -> &TriangleSurface {
        &self.surface
    }

    /// Around all points (m).
    #[inline]
    pub fn bounds(&self) -> BoundingBox {
        self.bounds
    }
}

fn check(surface: &TriangleSurface) -> Result<(), ColliderMeshError> {
    if surface.triangles.is_empty() {
        return Err(ColliderMeshError::NoTriangles);
    }
    if let Some(point) = surface.points.iter().position(|&x| !TriangleSurface::is_usable(x)) {
        return Err(ColliderMeshError::NotFinite { point, value: surface.points[point] });
    }
    let is_missing = |t: &[u32; 3]| t.iter().any(|&id| id as usize >= surface.points.len());
    match surface.triangles.iter().position(is_missing) {
        Some(triangle) => Err(ColliderMeshError::MissingPoint { triangle }),
        None => Ok(()),
    }
}

/// The repairs in plain words.
fn sentences(repairs: &SkinRepairs) -> Vec<String> {
    let mut told = vec![];
    let mut tell = |count: usize, one: &str, many: &str, rest: &str| {
        if count > 0 {
            told.push(format!("{} {rest}", counted(count, one, many)));
        }
    };
    tell(repairs.merged_points, "point", "points", "in the same place as another merged with it");
    tell(repairs.without_area, "triangle without area was", "triangles without area were", "left out");
    tell(repairs.duplicates, "duplicate triangle was", "duplicate triangles were", "left out");
    tell(
        repairs.unused_points,
        "point that no triangle uses was",
        "points that no triangle uses were",
        "left out",
    );
    tell(repairs.turned, "triangle was", "triangles were", "turned to face the same side as the neighbours");
    tell(repairs.inward_parts, "part faced inward and was", "parts faced inward and were", "turned");
    if repairs.inside_out {
        told.push("all triangles faced inward and were turned".to_owned());
    }
    told
}
