//! What the one who simulates is at, and since when.
//!
//! A step is finished before anything else is heard. So that nobody takes a long one for a hang, the connections look here and tell
//! their pages; the one who simulates only notes when something begins and ends.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What can take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A step of the simulation.
    Step,
    /// Making a world of a scene.
    Scene,
}

impl Task {
    /// For messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Scene => "scene",
        }
    }
}

/// The task at hand, for whoever wants to look.
#[derive(Debug, Default)]
pub struct Work {
    now: Mutex<Option<(Task, Instant)>>,
}

impl Work {
    /// A task begins; whatever was at hand is done.
    pub fn begin(&self, task: Task) {
        self.set(Some((task, Instant::now())));
    }

    /// Nothing is at hand.
    pub fn rest(&self) {
        self.set(None);
    }

    /// The task at hand, and how long it has taken until now.
    pub fn at_hand(&self) -> Option<(Task, Duration)> {
        let now = *self.now.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        now.map(|(task, begun)| (task, begun.elapsed()))
    }

    fn set(&self, now: Option<(Task, Instant)>) {
        *self.now.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = now;
    }
}
