//! The World: owns everything, runs the step loop, makes frames.
//!
//! A [`WorldBuilder`] collects bodies, pins, loads and probes; [`WorldBuilder::build`] turns them into a [`World`],
//! which a host drives with [`World::step`] (or [`World::run`]) and reads through slices and [`Frame`]s.

mod builder;
mod error;
pub mod frame;
mod load;
mod probe;
mod reading;
mod schedule;
mod world;

pub use builder::{BodySetup, PinSetup, WorldBuilder};
pub use error::{BuildError, RunError};
pub use frame::{BodyFrame, BodyShape, Frame};
pub use load::{Load, face_weights};
pub use probe::{BodyCells, Component, Gather, Probe, ProbeTarget, Quantity};
pub use schedule::Schedule;
pub use world::{Energies, Listener, RunTotals, Sample, Silent, World};
