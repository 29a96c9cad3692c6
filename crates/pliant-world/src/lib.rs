//! The World: owns everything, runs the step loop, makes frames.
//!
//! A [`WorldBuilder`] collects bodies, pins, loads and probes; [`WorldBuilder::build`] turns them into a [`World`],
//! which a host drives with [`World::step`] (or [`World::run`]) and reads through slices and [`Frame`]s.

mod builder;
mod contact;
mod error;
pub mod frame;
mod freedom;
mod grips;
mod guard;
mod listener;
mod load;
mod parts;
mod pins;
mod points;
mod probe;
mod reading;
mod schedule;
mod snapshot;
mod start;
mod story;
mod world;

pub use builder::{BodySetup, WorldBuilder};
pub use contact::{BodyContact, ContactSetup, ContactSurfaceChoice, Penetration};
pub use error::{BuildError, RunError};
pub use frame::{BodyFrame, BodyShape, ColliderFrame, ColliderPicture, ContactFields, Frame};
pub use grips::Grip;
pub use listener::{Ending, Energies, Flow, Listener, Sample, Silent};
pub use load::{Air, Load, face_weights};
pub use pins::PinSetup;
pub use pliant_body::{BodyLayer, Skin, ThinMeasures};
pub use pliant_stepping::{Phase, Phases, StepReport};
pub use pliant_system::load::Gusts;
pub use pliant_system::{ContactMemory, Deepest, Embedding, FactorMemory, GuardMemory, State, TouchMemory};
pub use probe::{BodyCells, Component, Gather, Probe, ProbeTarget, Quantity};
pub use schedule::Schedule;
pub use snapshot::{Repeats, RestoreError, RunTotals, Snapshot};
pub use start::Start;
pub use story::Likely;
pub use world::World;
