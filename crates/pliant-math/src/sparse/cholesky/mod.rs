//! Sparse Cholesky factorisation by a block multifrontal method.
//!
//! The factor is a forest of dense fronts ([`symbolic`](super::symbolic)). Subtrees are separate tasks and the
//! large fronts above them are cut inside; both cuts depend on the pattern only and every entry is computed by
//! the same operations in the same order however the work is spread, so the factor has the same bits at any
//! number of threads.
//!
//! Unknowns are scaled by powers of two to a diagonal between 1 and 4, which changes no digit but makes the
//! size of a pivot meaningful: at or below [`SMALLEST_PIVOT`] the matrix is singular to working precision.
//!
//! Large factors are computed in double precision but kept in single precision: half the memory, and half the time of a
//! substitution. The rounded factor is that of a matrix close to the given one, positive definite as a product of a triangle with its
//! transpose, and two or three conjugate gradients do the rest (`refinement.rs`).

mod front;
mod kernel;
mod plan;
mod products;
mod refinement;
mod signed;
mod slots;
mod substitution;
mod vec8;
mod window;

use super::automatic::SUBSTITUTION_CYCLES_PER_ENTRY;
use super::ordering::{self, Ordering};
use super::solver::{LinearSolver, NotPositiveDefinite, Outcome, SolveError, SolveReport};
use super::symbolic::Symbolic;
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
/// Factors with more entries than this are kept in single precision: 128 MB.
const SINGLE_ABOVE: usize = 16_000_000;
/// With smaller pivots of the scaled matrix, rounding to single precision changes the softest motions by more than a few per cent; such
/// factors are kept as they are.
const SMALLEST_SINGLE_PIVOT: f64 = 1e-8;

/// Floating-point operations a cycle that the factorisation of large fronts comes to on one core.
const FLOPS_PER_CYCLE: f64 = 10.0;

/// Direct solver: sparse Cholesky with a kept symbolic analysis.
pub struct Cholesky {
    ordering: Ordering,
    instructions: Instructions,
    single_above: usize,
    analysis: Option<Analysis>,
}

/// The entries of a factor, panel after panel.
enum Numbers {
    Double(Vec<f64>),
    Single(Vec<f32>),
}

impl Numbers {
    fn memory_bytes(&self) -> usize {
        match self {
            Numbers::Double(numbers) => 8 * numbers.len(),
            Numbers::Single(numbers) => 4 * numbers.len(),
        }
    }
}

/// Work arrays of a substitution for `R` right-hand sides.
#[derive(Default)]
struct Sides<const R: usize> {
    unknowns: Vec<[f64; R]>,
    updates: Vec<[f64; R]>,
}

impl<const R: usize> Sides<R> {
    fn resize(&mut self, dofs: usize, plan: &Plan) {
        self.unknowns.resize(dofs, [0.0; R]);
        self.updates.resize(plan.to_parent.len(), [0.0; R]);
    }

    /// Overwrites the unknowns by the solutions.
    fn solve(&mut self, plan: &Plan, factor: &Numbers, negative: &[usize], instructions: Instructions) {
        let (unknowns, updates) = (&mut self.unknowns, &mut self.updates);
        match factor {
            Numbers::Double(factor) => {
                substitution::solve(plan, factor, negative, instructions, unknowns, updates);
            }
            Numbers::Single(factor) => {
                substitution::solve(plan, factor, negative, instructions, unknowns, updates);
            }
        }
    }

    fn memory_bytes(&self) -> usize {
        8 * R * (self.unknowns.len() + self.updates.len())
    }
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
    factor: Numbers,
    /// Factors are kept in single precision where pivots allow it.
    single: bool,
    /// Pivots did not allow it last time: factor in double precision first. Changes no bit of any result.
    double_first: bool,
    workspace: Vec<f64>,
    pivots: Vec<f64>,
    /// Their signs, laid out in the same way; empty if the matrix must be positive.
    signs: Vec<f64>,
    /// Unknowns with negative pivots, in elimination order.
    negative: Vec<usize>,
    scale: Vec<f64>,
    /// Right-hand side and solution in elimination order, and update vectors of all fronts.
    single_side: Sides<1>,
    /// The same for three right-hand sides at once; empty until there are any.
    three_sides: Sides<3>,
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
        let instructions = Instructions::detect();
        Self { ordering, instructions, single_above: SINGLE_ABOVE, analysis: None }
    }

    /// A solver for a pattern whose order and structure are known already.
    pub(super) fn analyzed(pattern: &Arc<BlockPattern>, symbolic: Symbolic, ordering: Ordering) -> Self {
        let mut solver = Self::new(ordering);
        let single = symbolic.factor_entries() > solver.single_above;
        solver.analysis = Some(Analysis::new(pattern, symbolic, ordering, single));
        solver
    }

    /// Keeps factors in single precision that have more entries than this; before the first `analyze`.
    #[must_use]
    pub fn single_above(mut self, entries: usize) -> Self {
        self.single_above = entries;
        self
    }

    /// Whether the factor at hand is kept in single precision.
    pub fn is_single(&self) -> bool {
        self.analysis.as_ref().is_some_and(|a| matches!(a.factor, Numbers::Single(_)))
    }

    /// Floating point operations of a factorisation, after `analyze`.
    pub fn flops(&self) -> Option<f64> {
        self.analysis.as_ref().map(|a| a.flops)
    }

    /// Entries of the factor, after `analyze`.
    pub fn factor_entries(&self) -> Option<usize> {
        self.analysis.as_ref().map(|a| a.entries)
    }

    /// Factors a matrix that need not be positive; returns how many of its pivots, and so of its eigenvalues (Sylvester 1852), are negative.
    ///
    /// # Errors
    /// If an entry is not finite.
    pub(super) fn factor_signed(&mut self, matrix: &BlockMatrix) -> Result<usize, NotPositiveDefinite> {
        self.analyze(matrix.pattern(), &[]);
        match &mut self.analysis {
            Some(analysis) => {
                analysis.factor_signed(matrix, self.instructions)?;
                Ok(analysis.negative.len())
            }
            None => unreachable!("analyze always leaves an analysis"),
        }
    }

    /// `x = A^-1 rhs` by the factor alone, without a look at the residual. Zero without a factor.
    pub(super) fn substitute(&mut self, rhs: &[DVec3], x: &mut [DVec3]) {
        match self.analysis.as_mut().filter(|a| a.factored) {
            Some(a) => a.substitute(rhs, x, false),
            None => x.fill(DVec3::ZERO),
        }
    }

    /// The same for three right-hand sides, the three numbers of an unknown (three a node) in one vector.
    pub(super) fn substitute_three(&mut self, rhs: &[DVec3], x: &mut [DVec3]) {
        match self.analysis.as_mut().filter(|a| a.factored) {
            Some(a) => a.substitute_three(rhs, x),
            None => x.fill(DVec3::ZERO),
        }
    }

    /// Frees the factor and the workspace, but keeps the analysis.
    pub fn release(&mut self) {
        if let Some(a) = &mut self.analysis {
            a.factored = false;
            (a.factor, a.workspace) = (Numbers::Double(Vec::new()), Vec::new());
        }
    }
}

impl Analysis {
    fn new(pattern: &Arc<BlockPattern>, symbolic: Symbolic, ordering: Ordering, single: bool) -> Self {
        let plan = Plan::new(pattern, &symbolic, single);
        let dofs = pattern.dof_count();
        let mut single_side = Sides::default();
        single_side.resize(dofs, &plan);
        Self {
            pattern: pattern.clone(),
            ordering,
            flops: symbolic.flops(),
            entries: symbolic.factor_entries(),
            product: ProductPlan::new(pattern),
            factor: Numbers::Double(Vec::new()),
            single,
            double_first: false,
            workspace: Vec::new(),
            pivots: vec![0.0; plan.pivots_len],
            signs: Vec::new(),
            negative: Vec::new(),
            scale: vec![1.0; dofs],
            single_side,
            three_sides: Sides::default(),
            residual: vec![DVec3::ZERO; pattern.node_count()],
            order: symbolic.order,
            plan,
            factored: false,
            instructions: Instructions::Portable,
        }
    }

    /// Powers of two that bring the diagonal, whatever its sign, to 1..4; 1 where it is zero or no number (which the factorisation
    /// then reports).
    fn rescale(&mut self, matrix: &BlockMatrix) {
        for (k, &node) in self.order.iter().enumerate() {
            let block = matrix.diagonal(node as usize);
            for (axis, value) in [block.x_axis.x, block.y_axis.y, block.z_axis.z].into_iter().enumerate() {
                self.scale[BLOCK * k + axis] = power_of_two_scale(value.abs());
            }
        }
    }

    /// Factors, and keeps the factor as its pivots allow.
    fn factor(
        &mut self,
        matrix: &BlockMatrix,
        instructions: Instructions,
    ) -> Result<(), NotPositiveDefinite> {
        self.factored = false;
        self.instructions = instructions;
        self.rescale(matrix);
        self.signs.clear();
        self.negative.clear();
        let is_rounded = self.single && !self.double_first;
        self.compute(matrix, is_rounded)?;
        if self.single {
            let may_round = self.smallest_pivot() > SMALLEST_SINGLE_PIVOT;
            self.double_first = !may_round;
            match (is_rounded, may_round) {
                (true, false) => self.compute(matrix, false)?,
                (false, true) => self.round(),
                _ => {}
            }
        }
        self.factored = true;
        Ok(())
    }

    /// Factors in double precision as L S L^T, S = diag(+-1).
    fn factor_signed(
        &mut self,
        matrix: &BlockMatrix,
        instructions: Instructions,
    ) -> Result<(), NotPositiveDefinite> {
        self.factored = false;
        self.instructions = instructions;
        self.rescale(matrix);
        self.signs.clear();
        self.signs.resize(self.plan.pivots_len, 1.0);
        self.compute(matrix, false)?;
        self.negative.clear();
        for front in &self.plan.fronts {
            let signs = &self.signs[front.pivots..front.pivots + front.shape.k];
            let negative = (0..signs.len()).filter(|&i| signs[i] < 0.0);
            self.negative.extend(negative.map(|i| front.first_unknown + i));
        }
        self.factored = true;
        Ok(())
    }

    /// Fills the factor, in single precision or not.
    fn compute(&mut self, matrix: &BlockMatrix, is_rounded: bool) -> Result<(), NotPositiveDefinite> {
        let length = self.plan.factor_len;
        let (mut factor, mut single) = (std::ptr::null_mut(), std::ptr::null_mut());
        match (&mut self.factor, is_rounded) {
            (Numbers::Double(numbers), false) => numbers.resize(length, 0.0),
            (Numbers::Single(numbers), true) => numbers.resize(length, 0.0),
            (kept, _) => {
                // The old one goes first, so that there are never two.
                *kept = Numbers::Double(Vec::new());
                *kept = if is_rounded {
                    Numbers::Single(vec![0.0; length])
                } else {
                    Numbers::Double(vec![0.0; length])
                };
            }
        }
        match &mut self.factor {
            Numbers::Double(numbers) => factor = numbers.as_mut_ptr(),
            Numbers::Single(numbers) => single = numbers.as_mut_ptr(),
        }
        self.workspace.resize(self.plan.workspace_len, 0.0);
        let job = Job {
            plan: &self.plan,
            matrix,
            scale: &self.scale,
            smallest_pivot: SMALLEST_PIVOT,
            instructions: self.instructions,
            arrays: Arrays {
                factor,
                single,
                workspace: self.workspace.as_mut_ptr(),
                pivots: self.pivots.as_mut_ptr(),
                signs: if self.signs.is_empty() { std::ptr::null_mut() } else { self.signs.as_mut_ptr() },
            },
        };
        let one_after_the_other = || (0..self.plan.fronts.len()).find_map(|s| factor_one(&job, s));
        let failure = if self.plan.small {
            one_after_the_other()
        } else if self.plan.window.is_some() {
            reduce::enter_pool(one_after_the_other)
        } else {
            reduce::enter_pool(|| for_children(&self.plan.roots, &|s| factor_subtree(&job, s)))
        };
        let Some((unknown, pivot)) = failure else { return Ok(()) };
        let node = self.order[unknown / BLOCK] as usize;
        Err(NotPositiveDefinite { node, axis: unknown % BLOCK, pivot })
    }

    /// The smallest pivot of the scaled matrix.
    fn smallest_pivot(&self) -> f64 {
        let largest_inverse_root = self.pivots.iter().copied().fold(0.0, f64::max);
        1.0 / (largest_inverse_root * largest_inverse_root)
    }

    /// Rounds the factor to single precision: the same bits as if it had been computed so.
    fn round(&mut self) {
        if let Numbers::Double(numbers) = &self.factor {
            self.factor = Numbers::Single(numbers.iter().map(|number| *number as f32).collect());
        }
    }

    /// Solves for one right-hand side without refinement: `x = A^-1 rhs`, or `x += A^-1 rhs`.
    fn substitute(&mut self, rhs: &[DVec3], x: &mut [DVec3], add: bool) {
        for (k, &node) in self.order.iter().enumerate() {
            let value = rhs[node as usize].to_array();
            for axis in 0..BLOCK {
                self.single_side.unknowns[BLOCK * k + axis] = [value[axis] * self.scale[BLOCK * k + axis]];
            }
        }
        self.single_side.solve(&self.plan, &self.factor, &self.negative, self.instructions);
        let unknowns = self.single_side.unknowns.as_flattened();
        for (k, &node) in self.order.iter().enumerate() {
            let scaled = |axis: usize| unknowns[BLOCK * k + axis] * self.scale[BLOCK * k + axis];
            let value = DVec3::new(scaled(0), scaled(1), scaled(2));
            let target = &mut x[node as usize];
            *target = if add { *target + value } else { value };
        }
    }

    /// `x = A^-1 rhs` for three right-hand sides, the three numbers of an unknown in one vector.
    fn substitute_three(&mut self, rhs: &[DVec3], x: &mut [DVec3]) {
        self.three_sides.resize(self.scale.len(), &self.plan);
        let place = |k: usize, order: &[u32]| BLOCK * order[k / BLOCK] as usize + k % BLOCK;
        for (k, unknown) in self.three_sides.unknowns.iter_mut().enumerate() {
            *unknown = (rhs[place(k, &self.order)] * self.scale[k]).to_array();
        }
        self.three_sides.solve(&self.plan, &self.factor, &self.negative, self.instructions);
        for (k, unknown) in self.three_sides.unknowns.iter().enumerate() {
            x[place(k, &self.order)] = DVec3::from_array(*unknown) * self.scale[k];
        }
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
            let (symbolic, ordering) = ordering::analyze(pattern, positions, self.ordering);
            let single = symbolic.factor_entries() > self.single_above;
            self.analysis = Some(Analysis::new(pattern, symbolic, ordering, single));
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
        let goal = relative_tolerance * norm;
        let refined = a.solve_to(matrix, rhs, x, goal)?;
        if !refined.residual.is_finite() {
            return Err(SolveError::NotFinite);
        }
        let outcome = if refined.residual <= goal { Outcome::Converged } else { Outcome::Stalled };
        let relative_residual = refined.residual / norm;
        Ok(SolveReport { outcome, iterations: refined.iterations, relative_residual })
    }

    fn memory_bytes(&self) -> usize {
        let Some(a) = &self.analysis else { return 0 };
        let numbers = a.workspace.len() + a.pivots.len() + a.signs.len() + a.scale.len();
        let vectors = a.single_side.memory_bytes() + a.three_sides.memory_bytes();
        let numbers = 8 * (numbers + BLOCK * a.residual.len()) + vectors + a.factor.memory_bytes();
        numbers + a.plan.memory_bytes() + a.product.memory_bytes() + 4 * a.order.len()
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
mod tests;
