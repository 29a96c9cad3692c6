//! Contact: how touching things act on each other, and rigid things that bodies touch.

use glam::DVec3;

use super::{FileSize, Motion, Placement, Rotation};
use crate::place::{Located, Place};
use crate::schema::choice_enum;

/// Coulomb friction: ratios of tangential to normal force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// The largest one of points that stick.
    pub sticking: f64,
    /// That of points that slide; not above `sticking`.
    pub sliding: f64,
}

choice_enum! {
    /// How contact acts on bodies.
    pub enum Response {
        /// What goes with the stepper: `penalty` with the implicit and quasi-static ones, `filter` with the explicit ones.
        Auto = "auto",
        /// Forces that grow with the depth of overlap, solved together with everything else.
        Penalty = "penalty",
        /// Velocities that would lead to overlap are changed after each explicit step.
        Filter = "filter",
        /// Implicit steps are solved without contact; then positions are moved to where nothing overlaps.
        Projection = "projection",
    }
}

choice_enum! {
    /// What happens to bodies that overlap at the beginning.
    pub enum Initial {
        /// They may stay as deep in each other as they are, and get no deeper.
        Keep = "keep",
        /// They are pushed apart slowly.
        Resolve = "resolve",
        /// The run does not begin.
        Refuse = "refuse",
    }
}

/// The `[contact]` table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPlan {
    /// Where it begins; without it, where the first collider is named.
    pub place: Place,
    /// Friction of bodies with each other, and with colliders that have none of their own.
    pub friction: Friction,
    /// Bodies touch each other, not only colliders.
    pub between_bodies: bool,
    /// Bodies touch themselves unless they say otherwise.
    pub with_itself: bool,
    /// How it acts.
    pub response: Response,
    /// Factor of the stiffness derived from materials.
    pub stiffness: f64,
    /// Share of critical damping of the approach.
    pub damping: f64,
    /// What happens to bodies that overlap at the beginning.
    pub initial: Initial,
}

choice_enum! {
    /// What of a body touches others.
    pub enum ContactSurface {
        /// The outside of its elements.
        Cells = "cells",
        /// The surface of the file it was made from, as it is carried along.
        Skin = "skin",
    }
}

/// Geometry of a collider in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum ColliderShape {
    /// Everything behind a plane is solid.
    Plane {
        /// A point of it, m.
        point: DVec3,
        /// Unit vector to the free side.
        normal: DVec3,
    },
    /// A ball.
    Sphere {
        /// Centre, m.
        centre: DVec3,
        /// Radius, m.
        radius: f64,
    },
    /// A box.
    Box {
        /// Centre, m.
        centre: DVec3,
        /// Edge lengths, m.
        size: DVec3,
        /// Turn about its centre.
        rotation: Option<Rotation>,
    },
    /// A cylinder with flat ends.
    Cylinder {
        /// Centre of one end, m.
        from: DVec3,
        /// Centre of the other end, m.
        to: DVec3,
        /// Radius, m.
        radius: f64,
    },
    /// A cylinder with round ends: everything within a radius of a segment.
    Capsule {
        /// One end of the segment, m.
        from: DVec3,
        /// Its other end, m.
        to: DVec3,
        /// Radius, m.
        radius: f64,
    },
    /// A surface of triangles from a file.
    File {
        /// Path as given, relative to the scene file.
        path: Located<String>,
        /// What the coordinates in the file are multiplied by.
        size: FileSize,
        /// Where it stands.
        placement: Placement,
    },
}

/// A `[collider.NAME]` table.
#[derive(Clone, Debug)]
pub struct ColliderPlan {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub place: Place,
    /// Geometry.
    pub shape: Located<ColliderShape>,
    /// Whether its inside is the free side.
    pub hollow: bool,
    /// Friction with bodies, if it is not that of [`ContactPlan`].
    pub friction: Option<Friction>,
    /// How it moves, if it does.
    pub motion: Option<Motion>,
}

impl ColliderPlan {
    /// Whether it ever moves.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.motion.as_ref().is_some_and(Motion::is_moving)
    }
}
