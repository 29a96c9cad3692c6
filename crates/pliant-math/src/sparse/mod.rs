//! Symmetric matrices of 3 x 3 blocks and the solvers for them.
//!
//! A block row is a node with three unknowns. Matrices share a [`BlockPattern`]; solvers derive from it once
//! what depends on it alone (orders, symbolic factors, cuts into tasks) and keep it as long as the pattern is
//! the same `Arc`.

pub mod automatic;
pub mod cholesky;
mod dense;
pub mod eigen;
pub mod gradients;
pub mod indefinite;
pub mod matrix;
pub mod matrix_market;
pub mod ordering;
mod path;
pub mod pattern;
pub mod scalar;
pub mod solver;
pub mod symbolic;
#[cfg(test)]
mod testing;

pub use automatic::{Automatic, SolverChoice};
pub use cholesky::Cholesky;
pub use eigen::{EigenError, EigenOptions, EigenPair, Mass, lowest_modes, nearest_to_zero};
pub use gradients::{ConjugateGradients, Preconditioner};
pub use indefinite::{Indefinite, NotFinite};
pub use matrix::{BlockMatrix, ProductPlan};
pub use matrix_market::write_matrix_market;
pub use ordering::Ordering;
pub use pattern::{BLOCK, BlockPattern, Graph};
pub use scalar::{ScalarCholesky, ScalarMatrix};
pub use solver::{LinearSolver, NotPositiveDefinite, Outcome, SolveError, SolveReport};
