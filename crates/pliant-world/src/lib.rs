//! The World: owns everything, runs the step loop, makes frames.
//!
//! A [`WorldBuilder`] collects bodies, pins, loads and probes; [`WorldBuilder::build`] turns them into a [`World`],
//! which a host drives with [`World::step`] (or [`World::run`]) and reads through slices and [`Frame`]s.

mod builder;
mod contact;
mod error;
pub mod frame;
mod guard;
mod listener;
mod load;
mod probe;
mod reading;
mod schedule;
mod snapshot;
mod story;
mod world;

pub use builder::{BodySetup, PinSetup, WorldBuilder};
pub use contact::{BodyContact, ContactSetup, ContactSurfaceChoice, Penetration};
pub use error::{BuildError, RunError};
pub use frame::{BodyFrame, BodyShape, ColliderFrame, ColliderPicture, ContactFields, Frame};
pub use listener::{Ending, Energies, Flow, Listener, Sample, Silent};
pub use load::{Load, face_weights};
pub use pliant_body::Skin;
pub use pliant_system::{ContactMemory, Deepest, Embedding, GuardMemory, State, TouchMemory};
pub use probe::{BodyCells, Component, Gather, Probe, ProbeTarget, Quantity};
pub use schedule::Schedule;
pub use snapshot::{Repeats, RestoreError, RunTotals, Snapshot};
pub use story::Likely;
pub use world::World;
