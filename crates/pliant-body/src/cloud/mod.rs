//! Bodies that are clouds of points, each with a cell of matter and neighbours: what all methods of that kind share.
//!
//! A method brings a [`CloudPhysics`]: who is whose neighbour with which weight, F at a point, stress for F, and the terms. Everything
//! else (the surface that points carry, pins, loads, probes, contact, output) is here.

mod body;
mod carry;
mod model;
mod neighbours;
mod shared_lists;

pub use body::CloudBody;
pub(crate) use model::fields_by_law;
pub use model::{CloudError, CloudModel, CloudPhysics, CloudSetup, Placed};
pub use neighbours::Neighbours;
pub(crate) use shared_lists::SharedLists;
