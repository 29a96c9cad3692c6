//! Phyxels: solids as points with a cell of matter each; F at a point by moving least squares over its neighbours.
//!
//! Element-free Galerkin after Stegmayr 2008 (and Mueller et al. 2004), with any law psi(F), stabilised against hourglass modes.
//! Theory: `docs/methods/phyxel.md`.

mod elastic;
mod kernels;
mod moments;
mod neighbour_change;
mod neighbours;
mod patch;
mod physics;
mod stencils;
mod surface_change;
mod tangent;

pub(crate) use moments::{Basis, Moments};
pub use neighbours::{NeighbourKernel, Support};
pub use physics::PhyxelSetup;
pub(crate) use physics::{LawTerms, balance_cloud, carried_areas, fitted_gradient};
