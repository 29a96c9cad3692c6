//! The equation of one implicit step or one equilibrium, when to stop solving it, and how that went.

use glam::DVec3;

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonSettings {
    /// Unbalanced force over forces at work.
    pub tolerance: f64,
    /// Iterations before giving up.
    pub max_iterations: usize,
    /// Tightest relative tolerance of an iterative linear solve.
    pub linear_tolerance: f64,
    /// Linear solves are only as exact as the progress of the iterations deserves; else `linear_tolerance` holds for all.
    pub inexact: bool,
}

impl Default for NewtonSettings {
    fn default() -> Self {
        Self { tolerance: 1e-6, max_iterations: 50, linear_tolerance: 1e-8, inexact: true }
    }
}

/// The equation of one step: see the module head.
pub struct Stage<'a> {
    /// mu [1/s2]; zero for equilibrium.
    pub mass_factor: f64,
    /// y: where inertia alone would take the nodes.
    pub inertia_target: &'a [DVec3],
    /// q_n.
    pub start: &'a [DVec3],
    /// theta: where between start and end forces are evaluated.
    pub theta: f64,
    /// v_b.
    pub velocity_base: &'a [DVec3],
    /// kappa [1/s].
    pub velocity_rate: f64,
    /// t_e: time of loads (s).
    pub load_time: f64,
    /// Time of prescribed positions: the end of the step (s).
    pub end_time: f64,
}

impl<'a> Stage<'a> {
    /// The equilibrium under the loads of `time`; `zero` is nothing for every node.
    pub(crate) fn equilibrium(start: &'a [DVec3], zero: &'a [DVec3], time: f64) -> Self {
        Self {
            mass_factor: 0.0,
            inertia_target: zero,
            start,
            theta: 1.0,
            velocity_base: zero,
            velocity_rate: 0.0,
            load_time: time,
            end_time: time,
        }
    }
}

/// What a solve did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NewtonReport {
    /// Iterations.
    pub iterations: usize,
    /// Conjugate gradient iterations.
    pub linear_iterations: usize,
    /// Iterations whose matrix was not positive definite.
    pub projections: usize,
    /// Residual over reference force at the end.
    pub residual: f64,
}
