//! Sparse Cholesky factorisation by a block multifrontal method.
//!
//! The factor is a forest of dense fronts ([`symbolic`](super::symbolic)). Subtrees are separate tasks and the
//! large fronts above them are cut inside; both cuts depend on the pattern only and every entry is computed by
//! the same operations in the same order however the work is spread, so the factor has the same bits at any
//! number of threads.
//!
//! Unknowns are scaled by powers of two to a diagonal between 1 and 4, which changes no digit but makes the
//! size of a pivot meaningful: at or below [`SMALLEST_PIVOT`] the matrix is singular to working precision.

mod front;
mod kernel;
mod plan;
mod substitution;
mod vec8;

use super::automatic::SUBSTITUTION_CYCLES_PER_ENTRY;
use super::ordering::{self, Ordering};
use super::solver::{LinearSolver, NotPositiveDefinite, Outcome, SolveError, SolveReport};
use super::{BLOCK, BlockMatrix, BlockPattern, ProductPlan};
use crate::reduce;
use front::{Arrays, Job};
use glam::DVec3;
use plan::Plan;
use rayon::prelude::*;
use std::sync::Arc;
use vec8::Instructions;

/// Pivots of the scaled matrix at or below this count as not positive: rounding leaves about 1e-16 times the
/// number of operations in place of a zero, honest pivots of slender bodies go down to about 1e-11.
pub const SMALLEST_PIVOT: f64 = 1e-13;
/// Corrections by the residual after a direct solve, at most.
const MAX_REFINEMENTS: usize = 3;

/// Floating-point operations a cycle that the factorisation of large fronts comes to on one core.
const FLOPS_PER_CYCLE: f64 = 10.0;

/// Direct solver: sparse Cholesky with a kept symbolic analysis.
pub struct Cholesky {
    ordering: Ordering,
    instructions: Instructions,
    analysis: Option<Analysis>,
}

struct Analysis {
    pattern: Arc<BlockPattern>,
    plan: Plan,
    /// `order[k]` is the node eliminated as the k-th.
    order: Vec<u32>,
    ordering: Ordering,
    flops: f64,
    entries: usize,
    product: ProductPlan,
    factor: Vec<f64>,
    workspace: Vec<f64>,
    pivots: Vec<f64>,
    scale: Vec<f64>,
    /// Right-hand side and solution in elimination order.
    unknowns: Vec<f64>,
    /// Update vectors of all fronts.
    updates: Vec<f64>,
    residual: Vec<DVec3>,
    factored: bool,
    /// Kernels used by the last factorisation.
    instructions: Instructions,
}

impl Default for Cholesky {
    fn default() -> Self {
        Self::new(Ordering::Auto)
    }
}

impl Cholesky {
    /// A solver that finds its elimination order in the given way.
    pub fn new(ordering: Ordering) -> Self {
        Self { ordering, instructions: Instructions::detect(), analysis: None }
    }

    /// Floating point operations of a factorisation, after `analyze`.
    pub fn flops(&self) -> Option<f64> {
        self.analysis.as_ref().map(|a| a.flops)
    }

    /// Entries of the factor, after `analyze`.
    pub fn factor_entries(&self) -> Option<usize> {
        self.analysis.as_ref().map(|a| a.entries)
    }

    /// `x = A^-1 rhs` by the factor alone, without a look at the residual. Zero without a factor.
    pub(super) fn substitute(&mut self, rhs: &[DVec3], x: &mut [DVec3]) {
        match self.analysis.as_mut().filter(|a| a.factored) {
            Some(a) => a.substitute(rhs, x, false),
            None => x.fill(DVec3::ZERO),
        }
    }

    /// Frees the factor and the workspace, but keeps the analysis.
    pub fn release(&mut self) {
        if let Some(a) = &mut self.analysis {
            a.factored = false;
            (a.factor, a.workspace) = (Vec::new(), Vec::new());
        }
    }
}

impl Analysis {
    fn new(pattern: &Arc<BlockPattern>, positions: &[DVec3], ordering: Ordering) -> Self {
        let (symbolic, ordering) = ordering::analyze(pattern, positions, ordering);
        let plan = Plan::new(pattern, &symbolic);
        let dofs = pattern.dof_count();
        Self {
            pattern: pattern.clone(),
            ordering,
            flops: symbolic.flops(),
            entries: symbolic.factor_entries(),
            product: ProductPlan::new(pattern),
            factor: Vec::new(),
            workspace: Vec::new(),
            pivots: vec![0.0; plan.pivots_len],
            scale: vec![1.0; dofs],
            unknowns: vec![0.0; dofs],
            updates: vec![0.0; plan.to_parent.len()],
            residual: vec![DVec3::ZERO; pattern.node_count()],
            order: symbolic.order,
            plan,
            factored: false,
            instructions: Instructions::Portable,
        }
    }

    /// Powers of two that bring the diagonal to 1..4; 1 where the diagonal is not positive (which the
    /// factorisation then reports).
    fn rescale(&mut self, matrix: &BlockMatrix) {
        for (k, &node) in self.order.iter().enumerate() {
            let block = matrix.diagonal(node as usize);
            for (axis, value) in [block.x_axis.x, block.y_axis.y, block.z_axis.z].into_iter().enumerate() {
                self.scale[BLOCK * k + axis] = power_of_two_scale(value);
            }
        }
    }

    fn factor(
        &mut self,
        matrix: &BlockMatrix,
        instructions: Instructions,
    ) -> Result<(), NotPositiveDefinite> {
        self.factored = false;
        self.instructions = instructions;
        self.rescale(matrix);
        self.factor.resize(self.plan.factor_len, 0.0);
        self.workspace.resize(self.plan.workspace_len, 0.0);
        let job = Job {
            plan: &self.plan,
            matrix,
            scale: &self.scale,
            smallest_pivot: SMALLEST_PIVOT,
            instructions,
            arrays: Arrays {
                factor: self.factor.as_mut_ptr(),
                workspace: self.workspace.as_mut_ptr(),
                pivots: self.pivots.as_mut_ptr(),
            },
        };
        let failure = if self.plan.small {
            (0..self.plan.fronts.len()).find_map(|s| factor_one(&job, s))
        } else {
            reduce::enter_pool(|| for_children(&self.plan.roots, &|s| factor_subtree(&job, s)))
        };
        if let Some((unknown, pivot)) = failure {
            let node = self.order[unknown / BLOCK] as usize;
            return Err(NotPositiveDefinite { node, axis: unknown % BLOCK, pivot });
        }
        self.factored = true;
        Ok(())
    }

    /// Solves for one right-hand side without refinement: `x = A^-1 rhs`, or `x += A^-1 rhs`.
    fn substitute(&mut self, rhs: &[DVec3], x: &mut [DVec3], add: bool) {
        for (k, &node) in self.order.iter().enumerate() {
            let value = rhs[node as usize].to_array();
            for axis in 0..BLOCK {
                self.unknowns[BLOCK * k + axis] = value[axis] * self.scale[BLOCK * k + axis];
            }
        }
        substitution::solve(
            &self.plan,
            &self.factor,
            self.instructions,
            &mut self.unknowns,
            &mut self.updates,
        );
        for (k, &node) in self.order.iter().enumerate() {
            let scaled = |axis: usize| self.unknowns[BLOCK * k + axis] * self.scale[BLOCK * k + axis];
            let value = DVec3::new(scaled(0), scaled(1), scaled(2));
            let target = &mut x[node as usize];
            *target = if add { *target + value } else { value };
        }
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

/// The power of two whose square brings `value` to 1..4.
fn power_of_two_scale(value: f64) -> f64 {
    if !(value > f64::MIN_POSITIVE && value < f64::INFINITY) {
        return 1.0;
    }
    let exponent = (value.to_bits() >> 52) as i64 - 1023;
    f64::from_bits(((1023 - exponent.div_euclid(2)) as u64) << 52)
}

/// Runs `work` on all of `fronts`, side by side if there are several; the failure at the lowest unknown counts.
fn for_children(
    fronts: &[u32],
    work: &(impl Fn(usize) -> Option<(usize, f64)> + Sync),
) -> Option<(usize, f64)> {
    let earlier = |a: Option<(usize, f64)>, b: Option<(usize, f64)>| match (a, b) {
        (Some(a), Some(b)) => Some(if a.0 <= b.0 { a } else { b }),
        (a, b) => a.or(b),
    };
    match fronts {
        [] => None,
        [only] => work(*only as usize),
        _ => fronts.par_iter().map(|&s| work(s as usize)).reduce(|| None, earlier),
    }
}

/// Factors front `s`; returns the first unknown with a bad pivot and the pivot.
fn factor_one(job: &Job, s: usize) -> Option<(usize, f64)> {
    let failure = job.factor_front(s).err()?;
    Some((job.plan.fronts[s].first_unknown + failure.unknown, failure.pivot))
}

/// Factors the subtree of front `s`.
fn factor_subtree(job: &Job, s: usize) -> Option<(usize, f64)> {
    let one = |s: usize| factor_one(job, s);
    if job.plan.task_of_root[s] != u32::MAX {
        let range = job.plan.tasks[job.plan.task_of_root[s] as usize].clone();
        return range.into_iter().find_map(one);
    }
    for_children(&job.plan.fronts[s].children, &|c| factor_subtree(job, c)).or_else(|| one(s))
}

impl LinearSolver for Cholesky {
    fn name(&self) -> String {
        match &self.analysis {
            None => "sparse Cholesky".into(),
            Some(a) => format!(
                "sparse Cholesky ({}, {} unknowns, {:.2e} factor entries)",
                a.ordering.name(),
                a.pattern.dof_count(),
                a.entries as f64
            ),
        }
    }

    fn analyze(&mut self, pattern: &Arc<BlockPattern>, positions: &[DVec3]) {
        if !self.analysis.as_ref().is_some_and(|a| Arc::ptr_eq(&a.pattern, pattern)) {
            self.analysis = None;
            self.analysis = Some(Analysis::new(pattern, positions, self.ordering));
        }
    }

    fn factor(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite> {
        self.analyze(matrix.pattern(), &[]);
        match &mut self.analysis {
            Some(analysis) => analysis.factor(matrix, self.instructions),
            None => unreachable!("analyze always leaves an analysis"),
        }
    }

    fn solve(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
        relative_tolerance: f64,
    ) -> Result<SolveReport, SolveError> {
        let analysis =
            self.analysis.as_mut().filter(|a| a.factored && Arc::ptr_eq(&a.pattern, matrix.pattern()));
        let Some(a) = analysis else { return Err(SolveError::NotFactored) };
        let norm = reduce::norm(rhs);
        if norm == 0.0 {
            x.fill(DVec3::ZERO);
            return Ok(SolveReport { outcome: Outcome::Converged, iterations: 0, relative_residual: 0.0 });
        }
        a.substitute(rhs, x, false);
        let mut residual = a.residual_norm(matrix, rhs, x);
        let mut iterations = 0;
        while residual > relative_tolerance * norm && iterations < MAX_REFINEMENTS {
            let correction = std::mem::take(&mut a.residual);
            a.substitute(&correction, x, true);
            a.residual = correction;
            let before = std::mem::replace(&mut residual, a.residual_norm(matrix, rhs, x));
            iterations += 1;
            if residual > 0.5 * before {
                break;
            }
        }
        if !residual.is_finite() {
            return Err(SolveError::NotFinite);
        }
        let converged = residual <= relative_tolerance * norm;
        let outcome = if converged { Outcome::Converged } else { Outcome::Stalled };
        Ok(SolveReport { outcome, iterations, relative_residual: residual / norm })
    }

    fn memory_bytes(&self) -> usize {
        let Some(a) = &self.analysis else { return 0 };
        let numbers = a.factor.len() + a.workspace.len() + a.pivots.len() + a.scale.len();
        let vectors = a.unknowns.len() + a.updates.len() + BLOCK * a.residual.len();
        8 * (numbers + vectors) + a.plan.memory_bytes() + a.product.memory_bytes() + 4 * a.order.len()
    }

    fn solves_a_factor(&self) -> Option<f64> {
        let a = self.analysis.as_ref()?;
        let solve = SUBSTITUTION_CYCLES_PER_ENTRY * a.entries as f64;
        Some(a.flops / FLOPS_PER_CYCLE / solve)
    }

    fn precondition(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
    ) -> Result<(), SolveError> {
        let analysis =
            self.analysis.as_mut().filter(|a| a.factored && Arc::ptr_eq(&a.pattern, matrix.pattern()));
        let Some(a) = analysis else { return Err(SolveError::NotFactored) };
        a.substitute(rhs, x, false);
        if x.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(SolveError::NotFinite) }
    }

    fn is_direct(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sparse::testing::{random_spd, random_vector};
    use proptest::prelude::*;

    /// Gaussian elimination without pivoting, which positive definite matrices do not need.
    fn dense_solution(matrix: &BlockMatrix, rhs: &[DVec3]) -> Vec<f64> {
        let mut a = matrix.to_dense();
        let mut x: Vec<f64> = rhs.iter().flat_map(|v| v.to_array()).collect();
        let n = x.len();
        for k in 0..n {
            for i in k + 1..n {
                let factor = a[i][k] / a[k][k];
                for j in k..n {
                    a[i][j] -= factor * a[k][j];
                }
                x[i] -= factor * x[k];
            }
        }
        for k in (0..n).rev() {
            let sum: f64 = (k + 1..n).map(|j| a[k][j] * x[j]).sum();
            x[k] = (x[k] - sum) / a[k][k];
        }
        x
    }

    fn solution(
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        instructions: Instructions,
        order: Ordering,
    ) -> Vec<DVec3> {
        let mut solver = Cholesky { instructions, ..Cholesky::new(order) };
        solver.factor(matrix).unwrap();
        let mut x = vec![DVec3::ZERO; rhs.len()];
        solver.substitute(rhs, &mut x);
        x
    }

    proptest! {
        #[test]
        fn solutions_are_those_of_dense_elimination(n in 1usize..60, degree in 0usize..6, seed in 0u64..300) {
            let matrix = random_spd(n, degree, seed);
            let rhs = random_vector(n, seed + 1);
            let exact = dense_solution(&matrix, &rhs);
            let scale = exact.iter().fold(0.0f64, |m, x| m.max(x.abs()));
            for order in [Ordering::Natural, Ordering::Graph] {
                let x = solution(&matrix, &rhs, Instructions::detect(), order);
                let flat: &[f64] = bytemuck::cast_slice(&x);
                for (a, b) in flat.iter().zip(&exact) {
                    prop_assert!((a - b).abs() <= 1e-8 * scale, "{} against {}", a, b);
                }
            }
        }
    }

    #[test]
    fn every_set_of_instructions_gives_the_same_bits() {
        let matrix = random_spd(150, 6, 11);
        let rhs = random_vector(150, 12);
        let all = Instructions::available();
        let first = solution(&matrix, &rhs, all[0], Ordering::Graph);
        for instructions in all {
            assert_eq!(first, solution(&matrix, &rhs, instructions, Ordering::Graph), "{instructions:?}");
        }
    }

    #[test]
    fn scales_are_powers_of_two_that_bring_the_diagonal_to_one() {
        for value in [1e-300, 3e-7, 0.25, 1.0, 1.99, 2.0, 3.99, 4.0, 1e9, 1e300] {
            let scale = power_of_two_scale(value);
            assert_eq!(scale.to_bits() << 12, 0, "a power of two");
            assert!((1.0..4.0).contains(&(value * scale * scale)), "{value} by {scale}");
        }
        assert_eq!(power_of_two_scale(-1.0), 1.0);
        assert_eq!(power_of_two_scale(f64::NAN), 1.0);
    }
}
