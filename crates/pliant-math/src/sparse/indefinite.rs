//! Symmetric matrices with a few negative eigenvalues: the stiffness of a structure beyond its limit of stability.
//!
//! A = L S L^T with S = diag(+-1), without interchanges: A has as many negative eigenvalues as pivots [Sylvester 1852]. That is safe as long as no leading part
//! of A is all but singular, which a residual after each solve shows and corrections by it mend.

use super::cholesky::Cholesky;
use super::solver::{LinearSolver, SolveError};
use super::{BlockMatrix, BlockPattern, Ordering, ProductPlan};
use crate::reduce;
use glam::DVec3;
use std::sync::Arc;

/// Corrections by the residual after a solve, at most, and the residual that needs none (of the right-hand side).
const MAX_REFINEMENTS: usize = 3;
const GOOD_ENOUGH: f64 = 1e-12;

/// The matrix has entries that are infinite or no numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the matrix has entries that are not finite, at node {node}")]
pub struct NotFinite {
    /// Where.
    pub node: usize,
}

/// Direct solver for symmetric matrices with few negative eigenvalues.
pub struct Indefinite {
    cholesky: Cholesky,
    product: Option<(Arc<BlockPattern>, ProductPlan)>,
    residual: Vec<DVec3>,
    correction: Vec<DVec3>,
}

impl Indefinite {
    /// A solver that finds its elimination order in the given way.
    pub fn new(ordering: Ordering) -> Self {
        // Answers of a rounded factor are improved by conjugate gradients, which need a positive matrix.
        let cholesky = Cholesky::new(ordering).single_above(usize::MAX);
        Self { cholesky, product: None, residual: Vec::new(), correction: Vec::new() }
    }

    /// What it is, for summaries.
    pub fn name(&self) -> String {
        format!("{}, pivots of both signs", self.cholesky.name())
    }

    /// Prepares for matrices of `pattern`; see [`LinearSolver::analyze`].
    pub fn analyze(&mut self, pattern: &Arc<BlockPattern>, positions: &[DVec3]) {
        self.cholesky.analyze(pattern, positions);
        if !self.product.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, pattern)) {
            self.product = Some((pattern.clone(), ProductPlan::new(pattern)));
        }
        self.residual.resize(pattern.node_count(), DVec3::ZERO);
        self.correction.resize(pattern.node_count(), DVec3::ZERO);
    }

    /// Factors the values of `matrix`; returns how many of its eigenvalues are negative.
    ///
    /// # Errors
    /// If an entry is no number.
    pub fn factor(&mut self, matrix: &BlockMatrix) -> Result<usize, NotFinite> {
        self.analyze(matrix.pattern(), &[]);
        self.cholesky.factor_signed(matrix).map_err(|bad| NotFinite { node: bad.node })
    }

    /// Solves `matrix x = rhs`, `matrix` being the one that was factored last.
    ///
    /// # Errors
    /// Without a factor, or if the answer is not finite.
    pub fn solve(&mut self, matrix: &BlockMatrix, rhs: &[DVec3], x: &mut [DVec3]) -> Result<(), SolveError> {
        self.cholesky.substitute(rhs, x);
        let goal = GOOD_ENOUGH * reduce::norm(rhs);
        let mut left = self.find_residual(matrix, rhs, x);
        for _ in 0..MAX_REFINEMENTS {
            if left.is_nan() || left <= goal {
                break;
            }
            self.cholesky.substitute(&self.residual, &mut self.correction);
            reduce::add_scaled(x, 1.0, &self.correction);
            let before = std::mem::replace(&mut left, self.find_residual(matrix, rhs, x));
            if left > before {
                reduce::add_scaled(x, -1.0, &self.correction);
                break;
            }
        }
        if left.is_finite() { Ok(()) } else { Err(SolveError::NotFinite) }
    }

    /// `residual = rhs - A x`; returns its norm.
    fn find_residual(&mut self, matrix: &BlockMatrix, rhs: &[DVec3], x: &[DVec3]) -> f64 {
        let Some((_, product)) = &mut self.product else { return f64::NAN };
        product.multiply(matrix, x, &mut self.residual);
        for (r, b) in self.residual.iter_mut().zip(rhs) {
            *r = *b - *r;
        }
        reduce::norm(&self.residual)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sparse::dense::{Square, symmetric_eigen};
    use crate::sparse::testing::{random_spd, random_vector};
    use glam::DMat3;

    /// Eigenvalues below zero, by those of the whole matrix.
    fn negative_count(matrix: &BlockMatrix) -> usize {
        let dense = matrix.to_dense();
        let mut square = Square::zeros(dense.len());
        for (i, row) in dense.iter().enumerate() {
            row.iter().enumerate().for_each(|(j, value)| square.set(i, j, *value));
        }
        symmetric_eigen(square).0.iter().filter(|value| **value < 0.0).count()
    }

    /// A positive definite matrix some of whose diagonal is taken away.
    fn indefinite(n: usize, seed: u64) -> BlockMatrix {
        let mut matrix = random_spd(n, 4, seed);
        for node in [n / 3, n / 2] {
            let size = matrix.diagonal(node).x_axis.x;
            *matrix.diagonal_mut(node) -= DMat3::from_diagonal(DVec3::new(1.1, 0.3, 0.0) * size);
        }
        matrix
    }

    #[test]
    fn solutions_and_signs_of_indefinite_matrices_are_right() {
        let mut unstable = 0;
        for seed in 0..40 {
            let n = 20 + seed as usize;
            let matrix = indefinite(n, seed);
            let exact = random_vector(n, seed + 100);
            let mut rhs = vec![DVec3::ZERO; n];
            ProductPlan::new(matrix.pattern()).multiply(&matrix, &exact, &mut rhs);
            for order in [Ordering::Graph, Ordering::GraphSweep, Ordering::Natural] {
                let mut solver = Indefinite::new(order);
                let negative = solver.factor(&matrix).unwrap();
                assert_eq!(negative, negative_count(&matrix), "seed {seed}");
                unstable += negative;
                let mut x = vec![DVec3::ZERO; n];
                solver.solve(&matrix, &rhs, &mut x).unwrap();
                let error = x.iter().zip(&exact).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
                assert!(error < 1e-6, "seed {seed}: {error:e}");
            }
        }
        assert!(unstable > 120, "{unstable} negative eigenvalues in all");
    }

    #[test]
    fn a_positive_matrix_has_the_factor_of_cholesky_and_its_negative_one_negative_pivots_only() {
        let mut matrix = random_spd(150, 6, 3);
        let mut solver = Indefinite::new(Ordering::Graph);
        assert_eq!(solver.factor(&matrix), Ok(0));
        let rhs = random_vector(150, 4);
        let (mut x, mut plain) = (vec![DVec3::ZERO; 150], vec![DVec3::ZERO; 150]);
        solver.cholesky.substitute(&rhs, &mut x);
        let mut cholesky = Cholesky::new(Ordering::Graph);
        cholesky.factor(&matrix).unwrap();
        cholesky.substitute(&rhs, &mut plain);
        assert_eq!(x, plain);
        matrix.values.iter_mut().for_each(|block| *block *= -1.0);
        assert_eq!(solver.factor(&matrix), Ok(450));
        solver.solve(&matrix, &rhs, &mut x).unwrap();
        let scale = plain.iter().map(|x| x.length()).fold(0.0, f64::max);
        let error = x.iter().zip(&plain).map(|(a, b)| (*a + *b).length()).fold(0.0, f64::max);
        assert!(error < 1e-8 * scale, "{error:e} of {scale:e}");
    }

    #[test]
    fn entries_that_are_no_numbers_are_refused() {
        let mut matrix = random_spd(50, 4, 3);
        matrix.values[7] = DMat3::NAN;
        assert!(Indefinite::new(Ordering::Graph).factor(&matrix).is_err());
    }
}
