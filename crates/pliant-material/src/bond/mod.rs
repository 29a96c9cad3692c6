//! Energies of peridynamic bonds: the one-dimensional functions that hyperelastic peridynamic bodies are made of.
//!
//! A point stores (Xu 2018, eq. 12)
//!
//!   W = lambda g(theta) + mu sum_j w_j V_j h(tau_j),   theta = 1 + sum_j w_j V_j (tau_j - 1),
//!
//! with tau = |y|/|x| the stretch of a bond, y its present and x its rest vector, and w a weight with sum w_j V_j = 1 over a whole
//! neighbourhood. (The paper's theta = sum w V tau, eq. 14, would stress a body at rest wherever that sum is not 1.) g and h
//! are sums of the functions A_n and B_n ([`Basis`]) with coefficients that are not negative ([`BasisSum`]), which meets the
//! paper's three conditions: no energy at rest, least there, and convex.
//!
//! - [`Basis`]: A_n, B_n and their derivatives; [`BasisSum`]: g and h;
//! - [`BondFunction`]: the same for loops over bonds;
//! - [`BondEnergy`]: lambda g and mu h together, from and to elastic moduli;
//! - [`Orthotropy`]: the scalar state G that makes bonds stiffer along some directions;
//! - [`Neighbourhood`]: what a full isotropic neighbourhood gives under an affine deformation, by quadrature over directions;
//! - the force along a bond is (w/|x|)(lambda g'(theta) + mu h'(tau)), pulling both ends together where it is positive.

mod basis;
mod energy;
mod function;
mod neighbourhood;
mod orthotropy;

pub use basis::{Basis, BasisSum};
pub use energy::{BondEnergy, BondError};
pub use function::BondFunction;
pub(crate) use neighbourhood::Moments;
pub use neighbourhood::{Neighbourhood, Sides};
pub use orthotropy::{Orthotropy, OrthotropyError, bond_factors};

/// What the bonds of a material do, where that is not told by a law psi(F).
#[derive(Clone, Debug, PartialEq)]
pub struct Bonds {
    /// g, of the mean stretch of bonds.
    pub dilation: BasisSum,
    /// h, of the stretch of each.
    pub stretch: BasisSum,
}
