//! One interface for all linear solvers.

use super::{BlockMatrix, BlockPattern};
use glam::DVec3;
use std::sync::Arc;

/// A matrix that was to be positive definite is not, or is singular to working precision.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "the matrix is not positive definite: pivot {pivot:e} at node {node}, axis {axis} (scaled to about 1)"
)]
pub struct NotPositiveDefinite {
    /// Node (row of blocks) at which it was noticed.
    pub node: usize,
    /// Axis of that node, 0 to 2.
    pub axis: usize,
    /// The offending pivot of the matrix scaled to a diagonal of about one.
    pub pivot: f64,
}

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The residual is within the tolerance.
    Converged,
    /// The residual did not get smaller any more, or the iteration limit was reached; `x` is the best found.
    Stalled,
    /// A direction of negative curvature was met (the matrix is indefinite); `x` is the iterate before it, or,
    /// if the first direction from a zero start was already one, that direction.
    NegativeCurvature,
}

/// What a solve did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolveReport {
    /// How it ended.
    pub outcome: Outcome,
    /// Iterations (of conjugate gradients, or of refinement after a direct solve).
    pub iterations: usize,
    /// Final residual over the norm of the right-hand side (for conjugate gradients the recurrence's).
    pub relative_residual: f64,
}

/// Why a solve was impossible.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// No successful [`LinearSolver::factor`] came before.
    #[error("the solver has no factor of this matrix")]
    NotFactored,
    /// The right-hand side or the matrix has infinite or undefined entries.
    #[error("the linear system has entries that are not finite")]
    NotFinite,
}

/// A solver for symmetric positive definite block matrices.
///
/// Call [`analyze`](Self::analyze) when the pattern changes, [`factor`](Self::factor) when the values change and
/// [`solve`](Self::solve) for each right-hand side. Nothing is allocated by `factor` and `solve` after their
/// first use on a pattern, and results have the same bits at any number of threads.
pub trait LinearSolver: Send {
    /// What it is and, after `analyze`, why it was chosen; for summaries.
    fn name(&self) -> String;

    /// Prepares for matrices of `pattern`. Cheap when the pattern is the same `Arc` as before. `positions` (one
    /// a node, or empty) help to find a good order.
    fn analyze(&mut self, pattern: &Arc<BlockPattern>, positions: &[DVec3]);

    /// Prepares for solving with the values of `matrix`, analysing first if its pattern is a new one.
    fn factor(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite>;

    /// Takes over the values of `matrix` for coming solves. Iterative solvers keep the preconditioner of the last
    /// `factor`, which is cheaper when the values have changed little; direct ones factor again.
    fn update_values(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite> {
        self.factor(matrix)
    }

    /// Solves `matrix x = rhs` until the residual is below `relative_tolerance` times the right-hand side.
    /// `matrix` must be the one given to the last `factor` or `update_values`. `x` holds the initial guess
    /// (iterative solvers start from it).
    fn solve(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
        relative_tolerance: f64,
    ) -> Result<SolveReport, SolveError>;

    /// Bytes held.
    fn memory_bytes(&self) -> usize;

    /// How many solves take as long as factoring, if that is known: whether a factor is worth keeping.
    fn solves_a_factor(&self) -> Option<f64> {
        None
    }

    /// One solve with the factor and nothing else, as a preconditioner: not improved, not judged. `x` is overwritten.
    ///
    /// # Errors
    /// Without a factor, or if the result is not finite.
    fn precondition(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
    ) -> Result<(), SolveError> {
        x.fill(DVec3::ZERO);
        self.solve(matrix, rhs, x, 0.1).map(|_| ())
    }

    /// Whether solves are direct: exact up to rounding whatever the tolerance, and cheap beside `factor`.
    fn is_direct(&self) -> bool;
}
