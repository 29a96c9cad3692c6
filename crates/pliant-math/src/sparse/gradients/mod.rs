//! Preconditioned conjugate gradients for large systems [Hestenes, Stiefel 1952].
//!
//! Everything happens in slab order (`slabs`), in double precision, on vectors padded to four numbers a node.

mod coarse;
mod kernel;
mod ordered;
mod preconditioner;
mod slabs;
mod vec4;

pub use preconditioner::Preconditioner;

use super::solver::{LinearSolver, NotPositiveDefinite, Outcome, SolveError, SolveReport};
use super::{BlockMatrix, BlockPattern};
use crate::reduce;
use coarse::Coarse;
use glam::DVec3;
use kernel::Shared;
use ordered::{Layout, OrderedValues};
use preconditioner::IncompleteFactor;
use std::sync::Arc;
use vec4::Quad;

/// Iterations after which a solve stops, unless set otherwise.
pub const DEFAULT_ITERATION_LIMIT: usize = 2000;

/// Nodes from which on work is spread over threads.
const PARALLEL_NODES: usize = 6000;

/// Conjugate gradients with an incomplete factor.
pub struct ConjugateGradients {
    preconditioner: Preconditioner,
    /// Iterations after which a solve stops.
    pub iteration_limit: usize,
    /// Whether a coarse correction is added (needs positions; looked at by `analyze`).
    pub two_level: bool,
    state: Option<State>,
}

struct State {
    pattern: Arc<BlockPattern>,
    layout: Layout,
    values: OrderedValues,
    factor: IncompleteFactor,
    coarse: Option<Coarse>,
    ready: bool,
    /// Whether the present solve started from zero.
    from_zero: bool,
    x: Vec<Quad>,
    r: Vec<Quad>,
    z: Vec<Quad>,
    p: Vec<Quad>,
    q: Vec<Quad>,
}

impl Default for ConjugateGradients {
    fn default() -> Self {
        Self::new(Preconditioner::default())
    }
}

impl ConjugateGradients {
    /// A solver with the given preconditioner.
    pub fn new(preconditioner: Preconditioner) -> Self {
        Self { preconditioner, iteration_limit: DEFAULT_ITERATION_LIMIT, two_level: true, state: None }
    }
}

impl State {
    fn new(pattern: &Arc<BlockPattern>, positions: &[DVec3], kind: Preconditioner, two_level: bool) -> Self {
        let layout = Layout::new(pattern);
        let grouped = two_level
            && positions.len() == pattern.node_count()
            && pattern.node_count() >= coarse::SMALLEST_SYSTEM;
        let zeros = || vec![Quad::default(); pattern.node_count()];
        Self {
            pattern: pattern.clone(),
            values: OrderedValues::default(),
            factor: IncompleteFactor::new(&layout, kind),
            coarse: grouped.then(|| Coarse::new(&layout, positions)),
            ready: false,
            from_zero: true,
            x: zeros(),
            r: zeros(),
            z: zeros(),
            p: zeros(),
            q: zeros(),
            layout,
        }
    }

    /// Runs `work` inside the thread pool if there is work for several threads.
    fn in_pool<T: Send>(&mut self, work: impl FnOnce(&mut Self) -> T + Send) -> T {
        if self.x.len() < PARALLEL_NODES { work(self) } else { reduce::enter_pool(|| work(self)) }
    }

    fn prepare(&mut self, matrix: &BlockMatrix, kind: Preconditioner) -> Result<(), NotPositiveDefinite> {
        self.ready = false;
        self.values.load(&self.layout, matrix);
        if !self.factor.factor(&self.layout, &self.values, kind) {
            return Err(worst_diagonal(matrix));
        }
        if let Some(coarse) = &mut self.coarse {
            coarse.factor(&self.layout, &self.values);
        }
        self.ready = true;
        Ok(())
    }

    fn solve(
        &mut self,
        rhs: &[DVec3],
        x: &mut [DVec3],
        tolerance: f64,
        limit: usize,
    ) -> Result<SolveReport, SolveError> {
        let norm = reduce::norm(rhs);
        if !norm.is_finite() {
            return Err(SolveError::NotFinite);
        }
        if norm == 0.0 {
            x.fill(DVec3::ZERO);
            return Ok(SolveReport { outcome: Outcome::Converged, iterations: 0, relative_residual: 0.0 });
        }
        self.layout.gather(rhs, &mut self.r);
        self.layout.gather(x, &mut self.x);
        self.from_zero = x.iter().all(|v| *v == DVec3::ZERO);
        // Whatever an earlier solve left there must not enter, not even times zero.
        self.p.fill(Quad::default());
        self.q.fill(Quad::default());
        if !self.from_zero {
            self.values.multiply(&self.layout, &self.x, &mut self.q);
            for (r, q) in self.r.iter_mut().zip(&self.q) {
                (0..4).for_each(|lane| r.0[lane] -= q.0[lane]);
            }
        }
        let report = self.run(norm, tolerance, limit)?;
        self.layout.scatter(&self.x, x);
        Ok(report)
    }

    fn run(&mut self, rhs_norm: f64, tolerance: f64, limit: usize) -> Result<SolveReport, SolveError> {
        let target = tolerance * rhs_norm;
        let mut residual = self.advance(0.0).sqrt();
        let report = |outcome: Outcome, iterations: usize, residual: f64| {
            Ok(SolveReport { outcome, iterations, relative_residual: residual / rhs_norm })
        };
        let mut rho_before = 1.0;
        for iteration in 0..limit {
            if residual <= target {
                return report(Outcome::Converged, iteration, residual);
            }
            let rho = self.precondition();
            if !rho.is_finite() {
                return Err(SolveError::NotFinite);
            }
            if rho <= 0.0 {
                return report(Outcome::Stalled, iteration, residual);
            }
            let beta = if iteration == 0 { 0.0 } else { rho / rho_before };
            self.update_direction(beta);
            rho_before = rho;
            let curvature = self.values.multiply(&self.layout, &self.p, &mut self.q);
            if !curvature.is_finite() {
                return Err(SolveError::NotFinite);
            }
            if curvature <= 0.0 {
                if iteration == 0 && self.from_zero {
                    self.x.copy_from_slice(&self.p);
                }
                return report(Outcome::NegativeCurvature, iteration, residual);
            }
            residual = self.advance(rho / curvature).sqrt();
        }
        let outcome = if residual <= target { Outcome::Converged } else { Outcome::Stalled };
        report(outcome, limit, residual)
    }

    /// `z = M^-1 r` up to the coarse part, which is kept apart; returns `r . M^-1 r`.
    fn precondition(&mut self) -> f64 {
        let (factor, layout, r, z) = (&self.factor, &self.layout, &self.r, &mut self.z);
        match &mut self.coarse {
            None => factor.apply(layout, r, z),
            Some(coarse) if r.len() < PARALLEL_NODES => factor.apply(layout, r, z) + coarse.solve(r),
            Some(coarse) => {
                let (fine, coarse) = rayon::join(|| factor.apply(layout, r, z), || coarse.solve(r));
                fine + coarse
            }
        }
    }

    /// `p = z + beta p`, with the coarse part of `z`.
    fn update_direction(&mut self, beta: f64) {
        let avx2 = self.layout.avx2;
        let coarse = self.coarse.as_ref().filter(|c| c.is_ready());
        let (z, p) = (&self.z, Shared(self.p.as_mut_ptr()));
        self.layout.on_pieces(|range| {
            // SAFETY: pieces do not overlap; the layout has checked the instructions.
            let p = unsafe { { p }.slice(range.clone()) };
            match coarse {
                Some(coarse) => coarse.update_direction(range.start, p, beta, &z[range]),
                None => unsafe { kernel::run_direct(avx2, p, beta, &z[range]) },
            }
            0.0
        });
    }

    /// `x += alpha p`, `r -= alpha q`; returns `r . r`.
    fn advance(&mut self, alpha: f64) -> f64 {
        let avx2 = self.layout.avx2;
        let (p, q) = (&self.p, &self.q);
        let (x, r) = (Shared(self.x.as_mut_ptr()), Shared(self.r.as_mut_ptr()));
        self.layout.on_pieces(|range| {
            let (x, r) = ({ x }, { r });
            // SAFETY: pieces do not overlap; the layout has checked the instructions.
            unsafe {
                let (x, r) = (x.slice(range.clone()), r.slice(range.clone()));
                kernel::run_advance(avx2, x, r, alpha, &p[range.clone()], &q[range])
            }
        })
    }
}

impl LinearSolver for ConjugateGradients {
    fn name(&self) -> String {
        let coarse = self.state.as_ref().and_then(|s| s.coarse.as_ref());
        match coarse {
            None => format!("conjugate gradients with {}", self.preconditioner.name()),
            Some(coarse) => format!(
                "conjugate gradients with {} and rigid motions of {} groups",
                self.preconditioner.name(),
                coarse.group_count()
            ),
        }
    }

    fn analyze(&mut self, pattern: &Arc<BlockPattern>, positions: &[DVec3]) {
        if !self.state.as_ref().is_some_and(|s| Arc::ptr_eq(&s.pattern, pattern)) {
            self.state = None;
            self.state = Some(State::new(pattern, positions, self.preconditioner, self.two_level));
        }
    }

    fn factor(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite> {
        self.analyze(matrix.pattern(), &[]);
        let Some(state) = &mut self.state else { unreachable!("analyze always leaves a state") };
        let kind = self.preconditioner;
        state.in_pool(|state| state.prepare(matrix, kind))
    }

    fn update_values(&mut self, matrix: &BlockMatrix) -> Result<(), NotPositiveDefinite> {
        match self.state.as_mut().filter(|s| s.ready && Arc::ptr_eq(&s.pattern, matrix.pattern())) {
            None => self.factor(matrix),
            Some(state) => {
                state.in_pool(|state| state.values.load(&state.layout, matrix));
                Ok(())
            }
        }
    }

    fn solve(
        &mut self,
        matrix: &BlockMatrix,
        rhs: &[DVec3],
        x: &mut [DVec3],
        relative_tolerance: f64,
    ) -> Result<SolveReport, SolveError> {
        let limit = self.iteration_limit;
        let state = self.state.as_mut().filter(|s| s.ready && Arc::ptr_eq(&s.pattern, matrix.pattern()));
        let Some(state) = state else { return Err(SolveError::NotFactored) };
        state.in_pool(|state| state.solve(rhs, x, relative_tolerance, limit))
    }

    fn memory_bytes(&self) -> usize {
        let Some(s) = &self.state else { return 0 };
        s.layout.memory_bytes()
            + s.values.memory_bytes()
            + s.factor.memory_bytes()
            + s.coarse.as_ref().map_or(0, Coarse::memory_bytes)
            + 5 * size_of_val(s.x.as_slice())
    }

    fn is_direct(&self) -> bool {
        false
    }
}

/// The diagonal entry that is least positive, to name the culprit.
fn worst_diagonal(matrix: &BlockMatrix) -> NotPositiveDefinite {
    let mut worst = NotPositiveDefinite { node: 0, axis: 0, pivot: f64::INFINITY };
    for node in 0..matrix.node_count() {
        let block = matrix.diagonal(node);
        for (axis, pivot) in [block.x_axis.x, block.y_axis.y, block.z_axis.z].into_iter().enumerate() {
            if pivot < worst.pivot || pivot.is_nan() {
                worst = NotPositiveDefinite { node, axis, pivot };
            }
        }
    }
    worst
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sparse::testing::{random_spd, random_vector};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn product_in_slab_order_equals_the_plain_one(n in 1usize..80, degree in 0usize..6, seed in 0u64..300) {
            let matrix = random_spd(n, degree, seed);
            let mut state = State::new(matrix.pattern(), &[], Preconditioner::BlockJacobi, false);
            state.values.load(&state.layout, &matrix);
            let x = random_vector(n, seed + 1);
            let (mut plain, mut ordered) = (x.clone(), x.clone());
            matrix.multiply(&x, &mut plain);
            state.layout.gather(&x, &mut state.p);
            state.values.multiply(&state.layout, &state.p, &mut state.q);
            state.layout.scatter(&state.q, &mut ordered);
            let scale = reduce::max_length(&plain);
            for (a, b) in plain.iter().zip(&ordered) {
                prop_assert!((*a - *b).length() <= 1e-13 * scale);
            }
            prop_assert!(state.q.iter().all(|q| q.0[3] == 0.0));
        }

        #[test]
        fn random_systems_are_solved(n in 1usize..80, degree in 0usize..6, seed in 0u64..300) {
            let matrix = random_spd(n, degree, seed);
            let rhs = random_vector(n, seed + 1);
            for kind in [Preconditioner::BlockJacobi, Preconditioner::IncompleteCholesky] {
                let mut solver = ConjugateGradients::new(kind);
                solver.factor(&matrix).unwrap();
                let mut x = vec![DVec3::ZERO; n];
                let report = solver.solve(&matrix, &rhs, &mut x, 1e-9).unwrap();
                prop_assert_eq!(report.outcome, Outcome::Converged);
                let mut r = rhs.clone();
                matrix.multiply(&x, &mut r);
                r.iter_mut().zip(&rhs).for_each(|(r, b)| *r -= *b);
                prop_assert!(reduce::norm(&r) <= 1e-7 * reduce::norm(&rhs));
            }
        }
    }

    #[test]
    fn portable_and_wide_kernels_give_the_same_bits() {
        let matrix = random_spd(200, 5, 3);
        let rhs = random_vector(200, 4);
        let run = |avx2: bool| {
            let mut solver = ConjugateGradients::default();
            solver.analyze(matrix.pattern(), &[]);
            solver.state.as_mut().unwrap().layout.avx2 = avx2;
            solver.factor(&matrix).unwrap();
            let mut x = vec![DVec3::ZERO; 200];
            solver.solve(&matrix, &rhs, &mut x, 1e-8).unwrap();
            x
        };
        assert_eq!(run(false), run(vec4::has_avx2()));
    }
}
