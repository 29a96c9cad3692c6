//! Peridynamics: matter as points whose bonds to all others within a horizon store energy.
//!
//! Hyperelastic bonds after Xu et al. 2018, with the constants mended and weights fitted to moments; laws psi(F) by the correspondence
//! form. Solids, single layers (cloth) and single fibres. Theory: `docs/methods/peridynamic.md`.

mod balance;
mod bending;
mod bond_law;
mod bonds;
mod dimension;
mod elastic;
mod fitted_weights;
mod kernels;
mod loose;
mod physics;
mod sheet;
mod springs;
mod stencils;
mod tangent;
mod upright;

pub use bonds::Influence;
pub use physics::{Form, PeridynamicSetup};
