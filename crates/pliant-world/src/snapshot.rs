//! Everything that must be kept to go on exactly where a run was, and the counts of what happened so far.

use crate::world::World;
use bytemuck::cast_slice;
use pliant_math::hash::Fnv;
use pliant_stepping::{StepError, StepReport};
use pliant_system::State;

/// How often steps were thrown away and repeated smaller, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    /// A position or velocity was no finite number.
    pub not_finite: u64,
    /// An element would have turned inside out.
    pub inverted: u64,
    /// A part of a body ran away.
    pub runaway: u64,
    /// Energy came from nowhere.
    pub energy: u64,
    /// Newton's method did not converge.
    pub not_converged: u64,
}

impl Repeats {
    /// One more for this reason.
    pub(crate) fn count(&mut self, cause: &StepError) {
        match cause {
            StepError::NotFinite { .. } => self.not_finite += 1,
            StepError::Inverted { .. } => self.inverted += 1,
            StepError::Runaway { .. } => self.runaway += 1,
            StepError::EnergyGrowth { .. } => self.energy += 1,
            _ => self.not_converged += 1,
        }
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.not_finite + self.inverted + self.runaway + self.energy + self.not_converged
    }
}

/// Counts over a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunTotals {
    /// Steps taken.
    pub steps: u64,
    /// Newton iterations.
    pub iterations: u64,
    /// Conjugate gradient iterations.
    pub linear_iterations: u64,
    /// Load increments that were halved.
    pub cutbacks: u64,
    /// Newton iterations whose matrix had to be made positive.
    pub projections: u64,
    /// Looks that found an element inside out under a law that can take it.
    pub inverted_looks: u64,
    /// Steps repeated smaller by the guard.
    pub repeats: Repeats,
    /// Smallest step (s), infinite before the first.
    pub smallest_step: f64,
    /// Largest step (s).
    pub largest_step: f64,
}

impl Default for RunTotals {
    fn default() -> Self {
        Self {
            steps: 0,
            iterations: 0,
            linear_iterations: 0,
            cutbacks: 0,
            projections: 0,
            inverted_looks: 0,
            repeats: Repeats::default(),
            smallest_step: f64::INFINITY,
            largest_step: 0.0,
        }
    }
}

impl RunTotals {
    /// Takes a step into account.
    pub(crate) fn count(&mut self, report: &StepReport) {
        self.steps += 1;
        self.iterations += report.iterations as u64;
        self.linear_iterations += report.linear_iterations as u64;
        self.cutbacks += report.cutbacks as u64;
        self.projections += report.projections as u64;
        self.smallest_step = self.smallest_step.min(report.advanced);
        self.largest_step = self.largest_step.max(report.advanced);
    }
}

/// A point of a run to go back to: a world restored to it continues to the same bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Everything that persists.
    pub state: State,
    /// Counts up to there.
    pub totals: RunTotals,
    /// Frames made up to there.
    pub frames: u64,
}

/// Why a snapshot does not fit a world.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RestoreError {
    /// Another number of nodes.
    #[error("it has {found} nodes, the scene has {expected}")]
    NodeCount {
        /// In the snapshot.
        found: usize,
        /// In the world.
        expected: usize,
    },
    /// Another stepper.
    #[error("it was made with another stepper")]
    Stepper,
}

impl World {
    /// The last state that was checked and found good, with its counts. Samples and frames told so far lie at or
    /// before it, so a run that goes on from here tells the rest and nothing twice.
    pub fn snapshot(&self) -> &Snapshot {
        &self.secured
    }

    /// Goes back (or on) to a snapshot of a world built from the same scene.
    ///
    /// # Errors
    /// If it cannot be of this world; then nothing has changed.
    pub fn restore(&mut self, snapshot: Snapshot) -> Result<(), RestoreError> {
        let (found, expected) = (snapshot.state.q.len(), self.system.node_count());
        if found != expected {
            return Err(RestoreError::NodeCount { found, expected });
        }
        if snapshot.state.stepper.len() != self.state.stepper.len() {
            return Err(RestoreError::Stepper);
        }
        self.state.copy_from(&snapshot.state);
        self.known_energies = None;
        (self.totals, self.frames) = (snapshot.totals, snapshot.frames);
        self.secured = snapshot;
        // Factorisations of another state are forgotten; the state itself is not touched after its first step.
        if self.stepper.prepare(&mut self.system, &mut self.state).is_err() {
            return Err(RestoreError::Stepper);
        }
        self.state.copy_from(&self.secured.state);
        Ok(())
    }

    /// A hash of what the world is made of, whatever its state: bodies, rest positions, masses, cells and stepper.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.bytes(self.stepper.name().as_bytes());
        hash.words(cast_slice(&self.system.x_rest));
        hash.words(cast_slice(self.system.mass.lumped_masses()));
        for body in &self.bodies {
            hash.bytes(body.shape.name.as_bytes()).bytes(&[0]);
            hash.words(cast_slice(&body.shape.cells));
            hash.words(cast_slice(&body.shape.cell_materials));
        }
        hash.value()
    }
}
