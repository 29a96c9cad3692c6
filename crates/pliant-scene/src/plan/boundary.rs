//! Pins and loads: what holds, moves and pushes bodies.

use glam::DVec3;

use super::Region;
use crate::place::{Located, Place};
use crate::schema::choice_enum;

/// Which directions a pin holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// World axes x, y, z.
    Axes([bool; 3]),
    /// One oblique direction, a unit vector.
    Along(DVec3),
}

choice_enum! {
    /// How a motion goes from keyframe to keyframe.
    pub enum Interpolation {
        /// At constant speed.
        Linear = "linear",
        /// Starting and ending at rest: `3 s^2 - 2 s^3`.
        Smooth = "smooth",
    }
}

/// Where a moving pin or collider is at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keyframe {
    /// Time, s.
    pub time: f64,
    /// Shift from rest, m.
    pub shift: DVec3,
    /// Turn from rest, rad; may be more than a full turn.
    pub turn: f64,
}

/// How a pin or collider moves. Before the first keyframe and after the last one it stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Where it was said.
    pub place: Place,
    /// In ascending order of time; at least one.
    pub keyframes: Vec<Keyframe>,
    /// Unit axis of the turn; there when a keyframe turns.
    pub axis: Option<DVec3>,
    /// A point on that axis in world coordinates, m; `None` is the mean of the pinned points at rest, the centre
    /// of the bounds of a collider, the point of a plane.
    pub about: Option<DVec3>,
    /// Between the keyframes.
    pub interpolation: Interpolation,
}

impl Motion {
    /// Whether it ever moves anything.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.keyframes.iter().any(|keyframe| keyframe.shift != DVec3::ZERO || keyframe.turn != 0.0)
    }
}

/// A `[pin.NAME]` table.
#[derive(Clone, Debug)]
pub struct PinPlan {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub place: Place,
    /// Indices into [`crate::Plan::bodies`].
    pub bodies: Vec<usize>,
    /// Which part of them.
    pub region: Located<Region>,
    /// Which directions.
    pub hold: Hold,
    /// Whether thin sections are kept from turning about where they are held; said where.
    pub moment: Located<bool>,
    /// How it moves, if it does.
    pub motion: Option<Motion>,
}

choice_enum! {
    /// How a total force is shared out.
    pub enum Spread {
        /// By area if the region has faces of the surface, else by nodes.
        Auto = "auto",
        /// Evenly over the rest area of the selected surface.
        Area = "area",
        /// The same share for each selected node, or point of a body whose points are not nodes.
        Nodes = "nodes",
    }
}

/// What a load does at full strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoadKind {
    /// A total force, N; keeps its direction.
    Force {
        /// The sum over the region.
        total: DVec3,
        /// How it is shared out.
        spread: Spread,
    },
    /// Force per rest area, Pa; keeps its direction.
    Traction(DVec3),
    /// Force per area, Pa; follows the surface, positive pushes inwards.
    Pressure(f64),
    /// A total torque, N m.
    Torque {
        /// Axis times size.
        total: DVec3,
        /// A point on the axis in world coordinates, m; `None` is the region's centre, and moves with it.
        about: Option<DVec3>,
    },
    /// Force per mass, m/s2.
    Acceleration(DVec3),
    /// Moving air.
    Wind {
        /// Its velocity, m/s.
        velocity: DVec3,
        /// Its density, kg/m3.
        density: f64,
        /// Coefficient of drag.
        drag: f64,
        /// How it comes and goes.
        gusts: Option<Gusts>,
    },
}

/// A wind that swells and dies down like a sine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gusts {
    /// From gust to gust, s.
    pub period: f64,
    /// Share of the speed that comes and goes.
    pub strength: f64,
}

/// Strength of a load over time.
#[derive(Clone, Debug, PartialEq)]
pub enum History {
    /// Full strength from the beginning.
    Step,
    /// From nothing to full strength over the duration of the run.
    Ramp,
    /// Pairs of time (s) and factor in ascending order, straight lines between; constant before and after.
    Keyframes(Vec<(f64, f64)>),
}

/// A `[load.NAME]` table.
#[derive(Clone, Debug)]
pub struct LoadPlan {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub place: Place,
    /// Indices into [`crate::Plan::bodies`].
    pub bodies: Vec<usize>,
    /// Which part of them.
    pub region: Located<Region>,
    /// What it does.
    pub kind: LoadKind,
    /// Strength over time.
    pub history: History,
}
