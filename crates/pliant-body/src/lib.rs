//! One folder a method: turns an object in material space into nodes, masses and terms.
//!
//! The world sees bodies through [`Body`] only; a new method is a new folder that implements it.

mod body;
mod skin;
pub mod tet;

pub use body::{Body, BodyMass, Cells, Face, PointFields};
pub use skin::Skin;
