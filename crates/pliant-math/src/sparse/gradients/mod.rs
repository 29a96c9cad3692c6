//! Preconditioned conjugate gradients for large systems [Hestenes, Stiefel 1952].
//!
//! Everything happens in slab order ([`slabs`]), in double precision, on vectors padded to four numbers a node.

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
use ordered::{Layout, OrderedValues};
use preconditioner::IncompleteFactor;
use std::ops::Range;
use std::sync::Arc;
use vec4::Quad;

/// Iterations after which a solve stops, unless set otherwise.
pub const DEFAULT_ITERATION_LIMIT: usize = 2000;

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
            x: zeros(),
            r: zeros(),
            z: zeros(),
            p: zeros(),
            q: zeros(),
            layout,
        }
    }

    fn run(&mut self, rhs_norm: f64, tolerance: f64, limit: usize) -> SolveReport {
        let target = tolerance * rhs_norm;
        let mut residual = dot(&self.r, &self.r).sqrt();
        let report = |outcome: Outcome, iterations: usize, residual: f64| SolveReport {
            outcome,
            iterations,
            relative_residual: residual / rhs_norm,
        };
        let mut rho_before = 1.0;
        for iteration in 0..limit {
            if residual <= target {
                return report(Outcome::Converged, iteration, residual);
            }
            self.factor.apply(&self.layout, &self.r, &mut self.z);
            if let Some(coarse) = &mut self.coarse {
                coarse.add_correction(&self.r, &mut self.z);
            }
            let rho = dot(&self.r, &self.z);
            if !(rho > 0.0 && rho.is_finite()) {
                return report(Outcome::Stalled, iteration, residual);
            }
            let beta = if iteration == 0 { 0.0 } else { rho / rho_before };
            update_direction(&mut self.p, beta, &self.z);
            rho_before = rho;
            self.values.multiply(&self.layout, &self.p, &mut self.q);
            let curvature = dot(&self.p, &self.q);
            if !curvature.is_finite() {
                return report(Outcome::Stalled, iteration, residual);
            }
            if curvature <= 0.0 {
                if iteration == 0 {
                    self.x.copy_from_slice(&self.p);
                }
                return report(Outcome::NegativeCurvature, iteration, residual);
            }
            let alpha = rho / curvature;
            residual = advance(&mut self.x, &mut self.r, alpha, &self.p, &self.q).sqrt();
        }
        let outcome = if residual <= target { Outcome::Converged } else { Outcome::Stalled };
        report(outcome, limit, residual)
    }
}

fn lanes_dot(a: &[Quad], b: &[Quad]) -> f64 {
    let mut sums = [0.0; 4];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..4 {
            sums[lane] += a.0[lane] * b.0[lane];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

fn dot(a: &[Quad], b: &[Quad]) -> f64 {
    let part = |r: Range<usize>| lanes_dot(&a[r.clone()], &b[r]);
    reduce::ordered(a.len(), 0.0, part, |a, b| a + b)
}

/// `p = z + beta p`.
fn update_direction(p: &mut [Quad], beta: f64, z: &[Quad]) {
    reduce::for_chunks(p, |first, chunk| {
        for (p, z) in chunk.iter_mut().zip(&z[first..]) {
            for lane in 0..4 {
                p.0[lane] = z.0[lane] + beta * p.0[lane];
            }
        }
    });
}

/// `x += alpha p`, `r -= alpha q`; returns `r . r`.
fn advance(x: &mut [Quad], r: &mut [Quad], alpha: f64, p: &[Quad], q: &[Quad]) -> f64 {
    reduce::for_chunks(x, |first, chunk| {
        for (x, p) in chunk.iter_mut().zip(&p[first..]) {
            for lane in 0..4 {
                x.0[lane] += alpha * p.0[lane];
            }
        }
    });
    reduce::for_chunks(r, |first, chunk| {
        for (r, q) in chunk.iter_mut().zip(&q[first..]) {
            for lane in 0..4 {
                r.0[lane] -= alpha * q.0[lane];
            }
        }
    });
    dot(r, r)
}

impl LinearSolver for ConjugateGradients {
    fn name(&self) -> String {
        format!("conjugate gradients with {}", self.preconditioner.name())
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
        state.ready = false;
        state.values.load(&state.layout, matrix);
        if !state.factor.factor(&state.layout, &state.values, self.preconditioner) {
            return Err(worst_diagonal(matrix));
        }
        if let Some(coarse) = &mut state.coarse {
            coarse.factor(&state.layout, &state.values);
        }
        state.ready = true;
        Ok(())
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
        let norm = reduce::norm(rhs);
        if !norm.is_finite() {
            return Err(SolveError::NotFinite);
        }
        if norm == 0.0 {
            x.fill(DVec3::ZERO);
            return Ok(SolveReport { outcome: Outcome::Converged, iterations: 0, relative_residual: 0.0 });
        }
        state.layout.gather(rhs, &mut state.r);
        state.layout.gather(x, &mut state.x);
        if x.iter().any(|v| *v != DVec3::ZERO) {
            state.values.multiply(&state.layout, &state.x, &mut state.q);
            for (r, q) in state.r.iter_mut().zip(&state.q) {
                (0..4).for_each(|lane| r.0[lane] -= q.0[lane]);
            }
        }
        let report = state.run(norm, relative_tolerance, limit);
        if !report.relative_residual.is_finite() {
            return Err(SolveError::NotFinite);
        }
        state.layout.scatter(&state.x, x);
        Ok(report)
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
