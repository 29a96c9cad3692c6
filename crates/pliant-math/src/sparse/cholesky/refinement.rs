//! From a substitution to a solution: corrections by the residual with a factor in double precision; with a rounded one conjugate
//! gradients that it preconditions [Hestenes, Stiefel 1952], which need not know how far rounding has moved the softest motions.

use super::{Analysis, Numbers};
use crate::reduce;
use crate::sparse::BlockMatrix;
use crate::sparse::solver::SolveError;
use glam::DVec3;

/// Corrections by the residual after a direct solve, at most.
const MAX_REFINEMENTS: usize = 3;
/// Conjugate gradients with a rounded factor, at most; if they do not do, the factor is made again in double precision.
const MAX_GRADIENTS: usize = 25;

/// What a solve has come to.
pub(super) struct Refined {
    /// Corrections.
    pub iterations: usize,
    /// Norm of the residual.
    pub residual: f64,
}

impl Analysis {
    /// Solves until the norm of the residual is below `goal`, or does not get smaller any more.
    pub(super) fn solve_to(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
        goal: f64,
    ) -> Result<Refined, SolveError> {
        if matches!(self.factor, Numbers::Double(_)) {
            return Ok(self.refine(matrix, rhs, x, goal));
        }
        if let Some(refined) = self.conjugate_gradients(matrix, rhs, x, goal) {
            return Ok(refined);
        }
        self.compute(matrix, false).map_err(|_| SolveError::NotFactored)?;
        let refined = self.refine(matrix, rhs, x, goal);
        // As `factor` has left it: what comes later must not depend on what was solved in between.
        self.round();
        Ok(refined)
    }

    fn refine(&mut self, matrix: &BlockMatrix, rhs: &[DVec3], x: &mut [DVec3], goal: f64) -> Refined {
        self.substitute(rhs, x, false);
        let mut residual = self.residual_norm(matrix, rhs, x);
        let mut iterations = 0;
        while residual > goal && iterations < MAX_REFINEMENTS {
            let correction = std::mem::take(&mut self.residual);
            self.substitute(&correction, x, true);
            self.residual = correction;
            let before = std::mem::replace(&mut residual, self.residual_norm(matrix, rhs, x));
            iterations += 1;
            if residual > 0.5 * before {
                break;
            }
        }
        Refined { iterations, residual }
    }

    /// `None` if there would have to be too many.
    fn conjugate_gradients(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
        goal: f64,
    ) -> Option<Refined> {
        x.fill(DVec3::ZERO);
        let mut iterations = 0;
        let mut residual = self.residual_norm(matrix, rhs, x);
        // Rounding drives the residual apart from the one that is carried along: start again from the true one.
        while residual > goal && iterations < MAX_GRADIENTS {
            iterations += self.gradients_from_residual(matrix, x, goal, MAX_GRADIENTS - iterations)?;
            let before = std::mem::replace(&mut residual, self.residual_norm(matrix, rhs, x));
            if residual > 0.5 * before {
                break;
            }
        }
        Some(Refined { iterations, residual })
    }

    /// Adds to `x` what answers to the residual at hand; returns the number of iterations, `None` if `most` do not do.
    fn gradients_from_residual(
        &mut self,
        matrix: &BlockMatrix,
        x: &mut [DVec3],
        goal: f64,
        most: usize,
    ) -> Option<usize> {
        let mut residual = std::mem::take(&mut self.residual);
        let mut answer = vec![DVec3::ZERO; x.len()];
        self.substitute(&residual, &mut answer, false);
        let mut direction = answer.clone();
        let mut image = vec![DVec3::ZERO; x.len()];
        let mut weight = reduce::dot(&residual, &answer);
        let mut done = None;
        for iteration in 1..=most {
            self.product.multiply(matrix, &direction, &mut image);
            let curvature = reduce::dot(&direction, &image);
            if curvature.is_nan() || curvature <= 0.0 {
                break;
            }
            let length = weight / curvature;
            reduce::add_scaled(x, length, &direction);
            reduce::add_scaled(&mut residual, -length, &image);
            if reduce::norm(&residual) <= goal {
                done = Some(iteration);
                break;
            }
            self.substitute(&residual, &mut answer, false);
            let before = std::mem::replace(&mut weight, reduce::dot(&residual, &answer));
            for (direction, answer) in direction.iter_mut().zip(&answer) {
                *direction = *answer + *direction * (weight / before);
            }
        }
        self.residual = residual;
        done
    }

    /// `residual = rhs - A x`; returns its norm.
    fn residual_norm(&mut self, matrix: &BlockMatrix, rhs: &[DVec3], x: &[DVec3]) -> f64 {
        self.product.multiply(matrix, x, &mut self.residual);
        for (r, b) in self.residual.iter_mut().zip(rhs) {
            *r = *b - *r;
        }
        reduce::norm(&self.residual)
    }
}
