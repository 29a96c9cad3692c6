//! Rigid things that bodies touch: analytic shapes and meshes, each with a motion of its own.
//!
//! A collider is described where it rests; its [`Motion`] says where that is in the world. Detection happens in rest
//! coordinates: the [`Pose`] of a time takes points there and forces back.

mod analytic;
mod distance;
mod features;
mod mesh;
#[cfg(test)]
mod mesh_tests;
mod picture;
mod round;
#[cfg(test)]
mod tests;

use pliant_geometry::{BoundingBox, TriangleSurface};
use pliant_system::{Motion, Pose};

use crate::settings::Friction;

pub use analytic::{Analytic, ColliderError, Primitive};
pub use distance::SurfaceDistance;
pub use features::Features;
pub use mesh::{ColliderMesh, ColliderMeshError};

/// A rigid thing that bodies touch, and that is not moved by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// For messages, probes and pictures.
    pub name: String,
    /// What it is, where it rests.
    pub shape: ColliderShape,
    /// How it moves from there.
    pub motion: Motion,
    /// Its friction; if none is given, that of the scene.
    pub friction: Option<Friction>,
}

impl Collider {
    /// Where it is and how it moves at a time (s).
    pub fn at(&self, time: f64) -> Pose {
        self.motion.pose(time)
    }
}

/// The form of a collider, in rest coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum ColliderShape {
    /// Known by a formula.
    Analytic(Analytic),
    /// Known by triangles.
    Mesh(ColliderMesh),
}

impl ColliderShape {
    /// Around all matter (m), if it has an end.
    pub fn bounds(&self) -> Option<BoundingBox> {
        match self {
            ColliderShape::Analytic(shape) => shape.bounds(),
            ColliderShape::Mesh(mesh) => Some(mesh.bounds()),
        }
    }

    /// Triangles for drawing, in rest coordinates. `around`, also in rest coordinates, holds what is to be seen: it
    /// tells how much of a plane is drawn.
    pub fn picture(&self, around: BoundingBox) -> TriangleSurface {
        match self {
            ColliderShape::Analytic(shape) => shape.picture(around),
            ColliderShape::Mesh(mesh) => mesh.surface().clone(),
        }
    }
}
