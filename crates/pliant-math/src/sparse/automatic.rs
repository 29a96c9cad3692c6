//! The choice between the direct and the iterative solver.

use super::cholesky::Cholesky;
use super::gradients::ConjugateGradients;
use super::ordering;
use super::solver::{LinearSolver, NotPositiveDefinite, SolveError, SolveReport};
use super::symbolic::Symbolic;
use super::{BlockMatrix, BlockPattern};
use glam::DVec3;
use std::sync::Arc;

/// Cycles of a preconditioner set-up and a typical solve by conjugate gradients, for each block of the matrix:
/// about 300 and 40 iterations of 30, measured on tetrahedral solids of 3k to 30k unknowns.
const GRADIENT_CYCLES_PER_BLOCK: f64 = 1500.0;
/// Cycles a direct solve takes for each entry of the factor, both substitutions together.
pub(super) const SUBSTITUTION_CYCLES_PER_ENTRY: f64 = 5.0;
/// How much slower the direct solver may be and still be taken: it is exact and does not mind bad conditioning.
const DIRECT_BONUS: f64 = 1.5;
/// Rows with more blocks than this are those of meshless fields, on which conjugate gradients take ten times the iterations.
const WIDE_ROWS: f64 = 60.0;
const WIDE_ROW_FACTOR: f64 = 10.0;
/// Systems up to this size are always solved directly.
const ALWAYS_DIRECT: usize = 1500;

/// Which solver is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SolverChoice {
    /// By the estimated work.
    #[default]
    Automatic,
    /// Sparse Cholesky.
    Cholesky,
    /// Conjugate gradients with incomplete block Cholesky and a coarse correction.
    ConjugateGradients,
}

impl SolverChoice {
    /// A new solver of that kind.
    pub fn make(self) -> Box<dyn LinearSolver> {
        match self {
            Self::Automatic => Box::new(Automatic::default()),
            Self::Cholesky => Box::new(Cholesky::default()),
            Self::ConjugateGradients => Box::new(ConjugateGradients::default()),
        }
    }
}

/// Chooses for each pattern by the estimated work: direct for small, thin or slender bodies, whose factors stay
/// sparse, conjugate gradients for large solids.
#[derive(Default)]
pub struct Automatic {
    chosen: Option<Chosen>,
}

struct Chosen {
    pattern: Arc<BlockPattern>,
    solver: Box<dyn LinearSolver>,
    reason: String,
}

fn direct_cycles(symbolic: &Symbolic) -> f64 {
    symbolic.estimated_cost() + SUBSTITUTION_CYCLES_PER_ENTRY * symbolic.factor_entries() as f64
}

fn choose(pattern: &Arc<BlockPattern>, positions: &[DVec3]) -> Chosen {
    let direct =
        |reason: String| Chosen { pattern: pattern.clone(), solver: SolverChoice::Cholesky.make(), reason };
    let unknowns = pattern.dof_count();
    if unknowns <= ALWAYS_DIRECT {
        return direct(format!("automatic: {unknowns} unknowns are few"));
    }
    let (symbolic, order) = ordering::estimate(pattern, positions);
    let direct_work = direct_cycles(&symbolic);
    let is_wide = pattern.block_count() as f64 > WIDE_ROWS * pattern.node_count() as f64;
    let factor = if is_wide { WIDE_ROW_FACTOR } else { 1.0 };
    let gradient_work = factor * GRADIENT_CYCLES_PER_BLOCK * pattern.block_count() as f64;
    let ratio = direct_work / gradient_work;
    if ratio <= DIRECT_BONUS {
        let reason = format!("automatic: estimated {ratio:.1} times the work of conjugate gradients");
        return match order {
            None => direct(reason),
            Some(order) => {
                let solver = Cholesky::analyzed(pattern, symbolic, order);
                Chosen { pattern: pattern.clone(), solver: Box::new(solver), reason }
            }
        };
    }
    Chosen {
        pattern: pattern.clone(),
        solver: SolverChoice::ConjugateGradients.make(),
        reason: format!("automatic: a direct solve is estimated at {ratio:.1} times the work"),
    }
}

impl LinearSolver for Automatic {
    fn name(&self) -> String {
        match &self.chosen {
            None => "automatic".into(),
            Some(chosen) => format!("{} [{}]", chosen.solver.name(), chosen.reason),
        }
    }

    fn analyze(&mut self, pattern: &Arc<BlockPattern>, positions: &[DVec3]) {
        if !self.chosen.as_ref().is_some_and(|c| Arc::ptr_eq(&c.pattern, pattern)) {
            self.chosen = None;
            let mut chosen = choose(pattern, positions);
            chosen.solver.analyze(pattern, positions);
            self.chosen = Some(chosen);
        }
    }

    fn factor(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite> {
        self.analyze(matrix.pattern(), &[]);
        match &mut self.chosen {
            Some(chosen) => chosen.solver.factor(matrix),
            None => unreachable!("analyze always chooses"),
        }
    }

    fn update_values(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite> {
        self.analyze(matrix.pattern(), &[]);
        match &mut self.chosen {
            Some(chosen) => chosen.solver.update_values(matrix),
            None => unreachable!("analyze always chooses"),
        }
    }

    fn solve(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
        relative_tolerance: f64,
    ) -> Result<SolveReport, SolveError> {
        match &mut self.chosen {
            Some(chosen) => chosen.solver.solve(matrix, rhs, x, relative_tolerance),
            None => Err(SolveError::NotFactored),
        }
    }

    fn memory_bytes(&self) -> usize {
        self.chosen.as_ref().map_or(0, |c| c.solver.memory_bytes())
    }

    fn solves_a_factor(&self) -> Option<f64> {
        self.chosen.as_ref().and_then(|c| c.solver.solves_a_factor())
    }

    fn precondition(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
    ) -> Result<(), SolveError> {
        match &mut self.chosen {
            Some(chosen) => chosen.solver.precondition(matrix, rhs, x),
            None => Err(SolveError::NotFactored),
        }
    }

    fn is_direct(&self) -> bool {
        self.chosen.as_ref().is_none_or(|c| c.solver.is_direct())
    }
}
