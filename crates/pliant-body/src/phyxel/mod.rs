//! Phyxels: solids as points with a cell of matter each; F at a point by moving least squares over its neighbours.
//!
//! Element-free Galerkin after Stegmayr 2008 (and Mueller et al. 2004), with any law psi(F), stabilised against hourglass modes.
//! Theory: `docs/methods/phyxel.md`.

mod body;
mod carry;
mod elastic;
mod kernels;
mod model;
mod moments;
mod neighbour_change;
mod neighbours;
mod patch;
mod stencils;
mod surface_change;
mod tangent;

pub use body::PhyxelBody;
pub use model::{PhyxelError, PhyxelModel, PhyxelSetup};
pub use neighbours::{NeighbourKernel, Neighbours, Support};
