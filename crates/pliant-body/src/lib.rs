//! One folder a method: turns an object in material space into nodes, masses and terms.
//!
//! The world sees bodies through [`Body`] only; a new method is a new folder that implements it.

mod block_slots;
mod body;
pub mod cloud;
pub mod elaston;
mod holds;
mod local;
mod pack_term;
mod packs;
pub mod peridynamic;
pub mod phyxel;
mod response;
mod scalar_stiffness;
mod skin;
pub mod tet;

pub use body::{Body, BodyLayer, BodyMass, BodyPoints, Cells, Face, PointFields, ThinMeasures};
pub use pliant_system::load::HoldPoint;
pub use skin::Skin;
