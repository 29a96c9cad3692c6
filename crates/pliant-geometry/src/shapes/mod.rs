//! Shapes to meshes: boxes and blocks of Kuhn tetrahedra, cylinders and tubes by rings, spheres from the icosahedron.
//!
//! All meshes are positively oriented, conforming and deterministic. Nodes on curved surfaces lie on the surface;
//! the mid-edge nodes of quadratic elements are moved onto it too wherever that keeps all Jacobians positive.

mod axis;
mod block;
mod curved;
mod cylinder;
mod sphere;

use glam::DVec3;
use thiserror::Error;

pub use axis::{Axis, GradeEnd, Grading};
pub use block::kuhn_grid;

use crate::mesh::{ElementOrder, TetMesh};

/// Meshes with more elements than this are refused: a mistyped unit should not fill the memory.
pub const MAX_ELEMENTS: usize = 20_000_000;

/// A solid in its own coordinates (m).
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An axis-aligned box.
    Box {
        /// The corner with the smallest coordinates.
        origin: DVec3,
        /// Edge lengths.
        size: DVec3,
        /// Where the cells lie along each axis.
        grading: [Grading; 3],
    },
    /// A block with eight corners and straight edges (trilinear map of the unit cube). Corners in the order of
    /// VTK's hexahedron: around the bottom, then around the top.
    Hexahedron {
        /// The corners.
        corners: [DVec3; 8],
        /// Where the cells lie along each direction, as shares of it.
        grading: [Grading; 3],
    },
    /// A box whose cross-sections are turned about its centre line, by an angle growing along the axis.
    TwistedBox {
        /// The corner of the straight box with the smallest coordinates.
        origin: DVec3,
        /// Edge lengths of the straight box.
        size: DVec3,
        /// The axis it is twisted about.
        axis: Axis,
        /// Angle of the far end relative to the near end (rad).
        angle: f64,
        /// Where the cells lie along each axis.
        grading: [Grading; 3],
    },
    /// A circular cylinder, solid or hollow.
    Cylinder {
        /// Centre of one end.
        from: DVec3,
        /// Centre of the other end.
        to: DVec3,
        /// Outer radius.
        radius: f64,
        /// Radius of the bore; `None` for a solid cylinder.
        inner_radius: Option<f64>,
    },
    /// A ball.
    Sphere {
        /// Its centre.
        centre: DVec3,
        /// Its radius.
        radius: f64,
    },
}

/// How fine a mesh is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fineness {
    /// Edges about this long (m).
    Spacing(f64),
    /// Cells along x, y, z: boxes and blocks only.
    Cells([usize; 3]),
}

/// Why a shape cannot be meshed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ShapeError {
    /// A length, radius or angle that makes no body.
    #[error("{what} is {value}, but must be {must}")]
    BadValue {
        /// Which value.
        what: &'static str,
        /// What was given.
        value: String,
        /// What it must be.
        must: &'static str,
    },
    /// Cells are given for a round shape.
    #[error("a {shape} takes a spacing, not a number of cells; give the edge length you want instead")]
    NeedsSpacing {
        /// The shape.
        shape: &'static str,
    },
    /// Far too many elements.
    #[error(
        "this spacing would make about {count:.1e} elements, more than {MAX_ELEMENTS}; \
         use a coarser spacing (is the unit right?)"
    )]
    TooMany {
        /// How many there would be.
        count: f64,
    },
    /// The corners of a block make it inside out or folded.
    #[error(
        "the eight corners make a block with {folded} of {total} elements inside out; \
         list them around the bottom, then around the top in the same sense"
    )]
    FoldedBlock {
        /// Elements with a volume that is not positive.
        folded: usize,
        /// All elements.
        total: usize,
    },
}

impl Shape {
    /// Meshes the shape.
    pub fn mesh(&self, fineness: Fineness, order: ElementOrder) -> Result<TetMesh, ShapeError> {
        if let Fineness::Spacing(spacing) = fineness {
            positive("the spacing", spacing)?;
        }
        match self {
            Shape::Box { origin, size, grading } => {
                block::graded_box(*origin, *size, grading, fineness, order)
            }
            Shape::Hexahedron { corners, grading } => block::hexahedron(corners, grading, fineness, order),
            Shape::TwistedBox { origin, size, axis, angle, grading } => {
                block::twisted_box(*origin, *size, *axis, *angle, grading, fineness, order)
            }
            Shape::Cylinder { from, to, radius, inner_radius } => {
                let spacing = spacing_of(fineness, "cylinder")?;
                cylinder::mesh([*from, *to], *radius, *inner_radius, spacing, order)
            }
            Shape::Sphere { centre, radius } => {
                sphere::mesh(*centre, *radius, spacing_of(fineness, "sphere")?, order)
            }
        }
    }

    /// The exact volume of the shape (m³) (of the trilinear map for a hexahedron), which the meshes converge to.
    pub fn volume(&self) -> f64 {
        use std::f64::consts::PI;
        match self {
            Shape::Box { size, .. } | Shape::TwistedBox { size, .. } => size.x * size.y * size.z,
            Shape::Hexahedron { corners, .. } => block::hexahedron_volume(corners),
            Shape::Cylinder { from, to, radius, inner_radius } => {
                PI * (radius.powi(2) - inner_radius.unwrap_or(0.0).powi(2)) * (*to - *from).length()
            }
            Shape::Sphere { radius, .. } => 4.0 / 3.0 * PI * radius.powi(3),
        }
    }
}

/// The unit cube with so many cells along each axis.
pub fn unit_box(cells: [usize; 3]) -> TetMesh {
    let positions = cells.map(|n| axis::uniform(1.0, n.max(1)));
    let [x, y, z] = &positions;
    kuhn_grid([x, y, z])
}

fn spacing_of(fineness: Fineness, shape: &'static str) -> Result<f64, ShapeError> {
    match fineness {
        Fineness::Spacing(spacing) => Ok(spacing),
        Fineness::Cells(_) => Err(ShapeError::NeedsSpacing { shape }),
    }
}

/// Refuses a length that is not a positive finite number.
fn positive(what: &'static str, value: f64) -> Result<(), ShapeError> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(ShapeError::BadValue { what, value: value.to_string(), must: "a positive length" })
}

fn finite(what: &'static str, point: DVec3) -> Result<(), ShapeError> {
    if point.is_finite() {
        return Ok(());
    }
    Err(ShapeError::BadValue { what, value: point.to_string(), must: "finite numbers" })
}

/// Refuses a mesh that would be far too large; `count` may be estimated.
fn affordable(count: f64) -> Result<(), ShapeError> {
    if count <= MAX_ELEMENTS as f64 { Ok(()) } else { Err(ShapeError::TooMany { count }) }
}

/// The number of cells of about this length along an edge; saturates instead of overflowing.
fn cells_along(length: f64, spacing: f64) -> usize {
    ((length / spacing).round() as usize).max(1)
}
