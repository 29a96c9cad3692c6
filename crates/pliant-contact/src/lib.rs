//! Who touches whom, and with which force. One layer for every body, collider and method: it knows embedded points and
//! the surfaces and spheres they span, nothing of what moves them.
//!
//! A [`ContactLayer`] is made from [`ContactBody`]s and [`Collider`]s once. Before every step it finds who may meet
//! in it; then an implicit stepper asks for forces and tangents (penalty), or an explicit one has its velocities
//! filtered, as has an implicit one whose contact is projected. What must be remembered from step to step is in the state.

mod apart;
mod bond;
pub mod collider;
mod conjugate;
mod ends;
mod filter;
mod groups;
mod layer;
mod merged;
mod overlap;
mod pairs;
mod passing;
mod penalty;
mod points;
mod search;
mod settings;
mod setup;
mod slots;
mod spheres;
mod surfaces;
mod sweep;
#[cfg(test)]
mod tests;
mod thickness;
mod winding;
mod work;
mod zones;

pub use collider::{Analytic, Collider, ColliderMesh, ColliderMeshError, ColliderShape};
pub use layer::ContactLayer;
pub use overlap::Overlap;
pub use settings::{ContactSettings, Friction, ImplicitResponse, InitialOverlap};
pub use setup::ContactBody;
pub use spheres::{SphereCloud, SphereSearch, sphere_cloud};
