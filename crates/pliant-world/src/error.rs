//! What can go wrong when a world is built or run.

use crate::story::Likely;
use glam::DVec3;
use pliant_stepping::StepError;

/// Why a world cannot be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// No bodies.
    #[error("there is no body to simulate")]
    NoBody,
    /// Two pins disagree.
    #[error(
        "pins \"{first}\" and \"{second}\" hold the same node of body \"{body}\" (at {at}) in one direction but move it differently"
    )]
    PinsDisagree {
        /// One pin.
        first: String,
        /// The other.
        second: String,
        /// Whose node.
        body: String,
        /// Where it is at rest, as text.
        at: String,
    },
    /// A torque on nodes that cannot carry it.
    #[error("load \"{load}\": {reason}")]
    Load {
        /// Which.
        load: String,
        /// Why.
        reason: String,
    },
    /// A body nothing holds in a static run.
    #[error(
        "body \"{body}\" can {freedom} without any force: a static run has no answer for it. Hold it with a [pin], or use a dynamic stepper"
    )]
    NothingHolds {
        /// Which body.
        body: String,
        /// "move along x", "turn", ...
        freedom: String,
    },
    /// A part of a body that nothing holds or joins to the rest, in a static run.
    #[error(
        "a part of body \"{body}\" around ({:.4}, {:.4}, {:.4}) m can {freedom} without any force: nothing joins it to the rest, and a \
         static run has no answer for it. Hold it with a [pin], or use a dynamic stepper",
        centre.x, centre.y, centre.z
    )]
    LoosePart {
        /// Which body.
        body: String,
        /// The middle of the part, at rest (m).
        centre: DVec3,
        /// Other parts that are loose, too.
        others: usize,
        /// "move along x", "turn", ...
        freedom: String,
    },
    /// A body whose nodes have no masses of their own, and a stepper that needs such.
    #[error(
        "body \"{body}\" of method \"{method}\" cannot be moved by an explicit stepper: its mass couples what it is made of. Use an implicit stepper"
    )]
    CannotLump {
        /// Which body.
        body: String,
        /// Its method.
        method: String,
    },
    /// The stepper could not start.
    #[error("the first step could not be prepared: {0}")]
    Prepare(StepError),
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct RunError {
    /// Time of the last good state (s).
    pub time: f64,
    /// Steps done up to there.
    pub step: u64,
    /// Body and rest position (m) it is about, if it is about a point.
    pub place: Option<Box<(String, DVec3)>>,
    /// What happened.
    pub cause: StepError,
    /// What most likely brought it about.
    pub likely: Box<Likely>,
    /// What to try.
    pub remedy: &'static str,
}

impl std::error::Error for RunError {}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.time {
            time if time == 0.0 || time >= 1e-3 => write!(f, "at t = {time:.6} s (step {})", self.step)?,
            time => write!(f, "at t = {time:.3e} s (step {})", self.step)?,
        }
        if let Some((body, x)) = self.place.as_deref() {
            write!(f, " in body \"{body}\" near rest position ({:.4}, {:.4}, {:.4}) m", x.x, x.y, x.z)?;
        }
        write!(f, ": {}. Likely cause: {}. {}", self.cause, self.likely, self.remedy)
    }
}
