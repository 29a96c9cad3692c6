//! Nodes, embeddings, mass, terms, state and assembly. Knows no method.
//!
//! A [`System`] is everything a time stepper needs: where the nodes are held ([`Holds`]), how heavy they are
//! ([`Mass`]), and which [`Term`]s push on them. Methods (tetrahedra, elastons, ...) make terms; steppers use
//! them; neither knows the other.

pub mod assembly;
pub mod contact;
pub mod coupled;
pub mod embedding;
pub mod hold;
pub mod load;
pub mod mass;
pub mod motion;
pub mod springs;
pub mod state;
pub mod system;
pub mod term;

pub use assembly::{Assembly, EndPoint};
pub use contact::{Contact, Drift, StepResponse};
pub use coupled::{CoupledMass, LowerGroups};
pub use embedding::Embedding;
pub use hold::{HeldNode, Hold, HoldConflict, Holds};
pub use mass::Mass;
pub use motion::{History, Interpolation, Keyframe, Motion, Pose};
pub use springs::SpringAssembly;
pub use state::{ContactMemory, Deepest, FactorMemory, GuardMemory, State, TouchMemory};
pub use system::System;
pub use term::{At, GroupRows, RowGroups, StandIn, TangentWeights, Term};
