//! What there is to see at one instant: made once, and sent to each page as that page wants it.

use glam::DVec3;
use pliant_output::SurfaceFrame;
use pliant_world::Frame;
use serde::Serialize;

/// One instant.
#[derive(Debug, Default)]
pub struct Picture {
    /// Changes with the scene: what was sent of another one is worth nothing.
    pub epoch: u64,
    /// Number of the picture.
    pub index: u64,
    /// Simulated time (s).
    pub time: f64,
    /// Steps taken.
    pub step: u64,
    /// Simulated seconds a second, lately.
    pub speed_ratio: f64,
    /// What the solver did lately.
    pub solver: SolverText,
    /// What is held.
    pub grab: Option<GrabText>,
    /// Bodies and colliders.
    pub shown: Shown,
    /// Things that are no surfaces.
    pub marks: Vec<Marks>,
}

/// Where the surfaces come from.
#[derive(Debug, Default)]
pub enum Shown {
    /// Nothing is known yet.
    #[default]
    Nothing,
    /// A running simulation.
    Live(Frame),
    /// A finished one.
    Stored(SurfaceFrame),
}

/// What the solver did lately.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SolverText {
    /// A step (ms).
    pub step_ms: f64,
    /// Newton iterations a step.
    pub iterations: f64,
    /// Points that touch something.
    pub contacts: usize,
    /// Each phase (ms a step).
    pub phases: Vec<(&'static str, f64)>,
}

/// What is held, and how hard.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GrabText {
    /// Where the body is held (m).
    pub from: [f64; 3],
    /// Where it is drawn to (m).
    pub to: [f64; 3],
    /// How hard (N).
    pub force: f64,
}

/// Points, or points with axes, of one layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Whose.
    pub name: String,
    /// Of which layer.
    pub layer: &'static str,
    /// Where (m).
    pub positions: Vec<DVec3>,
    /// Three vectors each (m), or empty.
    pub axes: Vec<[DVec3; 3]>,
    /// How large (m), or empty.
    pub radii: Vec<f64>,
}
