//! Tetrahedral finite elements, 4- and 10-node, total Lagrangian, any law psi(F).
//!
//! Useful alone and the in-house reference for the meshless methods. Theory: `docs/methods/tet.md`.

mod body;
mod chunks;
mod elastic;
mod family;
mod fields;
mod kernels;
mod mass;

pub use body::{TetBody, TetBodyError};
pub use elastic::TetElastic;
pub use family::{Family, Linear, Quadratic};
pub use fields::ElementFields;
