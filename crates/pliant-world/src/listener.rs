//! Who hears of a run as it goes, and what is told.

use crate::error::RunError;
use crate::frame::Frame;
use crate::world::World;
use pliant_stepping::{Phases, StepReport};

/// Energies at one instant (J).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energies {
    /// Of motion.
    pub kinetic: f64,
    /// Stored in deformation.
    pub elastic: f64,
    /// Of loads that have a potential (gravity, dead forces), if all have.
    pub load: Option<f64>,
}

impl Energies {
    /// The sum, if every part is known.
    pub fn total(&self) -> Option<f64> {
        self.load.map(|load| self.kinetic + self.elastic + load)
    }
}

/// A row of numbers at one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Time (s).
    pub time: f64,
    /// Energies of the whole world.
    pub energies: Energies,
    /// One value a probe.
    pub probes: Vec<f64>,
}

/// Whether a run goes on after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    GoOn,
    /// It stops here; it can be taken up again later.
    Stop,
}

/// How a run ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It reached its end.
    Finished,
    /// The listener stopped it.
    Stopped,
}

/// Hears of a run as it goes.
pub trait Listener: Phases {
    /// What may stop a run from outside (a full disk, say).
    type Error;
    /// A row of numbers.
    fn sample(&mut self, sample: Sample) -> Result<(), Self::Error>;
    /// False if frames need not be made.
    fn wants_frames(&self) -> bool {
        true
    }
    /// A picture.
    fn frame(&mut self, frame: Frame) -> Result<(), Self::Error>;
    /// Before the first step, when the start has been told.
    fn begins(&mut self) -> Flow {
        Flow::GoOn
    }
    /// After every step, when its samples and frames have been told.
    fn stepped(&mut self, world: &World, report: &StepReport) -> Result<Flow, Self::Error>;
    /// Makes its kind of error of a failed step. The world is back at its last good state.
    fn failed(&mut self, world: &mut World, error: RunError) -> Self::Error;
}

/// A listener for hosts that read the world themselves.
pub struct Silent;

impl Phases for Silent {
    fn enter(&mut self, _: pliant_stepping::Phase) {}
}

impl Listener for Silent {
    type Error = RunError;
    fn wants_frames(&self) -> bool {
        false
    }
    fn sample(&mut self, _: Sample) -> Result<(), RunError> {
        Ok(())
    }
    fn frame(&mut self, _: Frame) -> Result<(), RunError> {
        Ok(())
    }
    fn stepped(&mut self, _: &World, _: &StepReport) -> Result<Flow, RunError> {
        Ok(Flow::GoOn)
    }
    fn failed(&mut self, _: &mut World, error: RunError) -> RunError {
        error
    }
}
