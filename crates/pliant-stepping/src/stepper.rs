//! What a stepper is.

use crate::path::PathView;
use glam::DVec3;
use pliant_system::{State, System};

/// Parts of a step whose time is told apart in the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Forces of all terms.
    Forces,
    /// Tangent blocks and their sum.
    Assembly,
    /// Numeric factorisation or preconditioner.
    Factor,
    /// Triangular solves or conjugate gradients.
    Solve,
    /// Who touches whom, and filtered velocities.
    Contact,
    /// Updates of positions and velocities, norms, line searches.
    Update,
    /// The world's look at states, copies to go back to, and stability limits looked up out of turn.
    Guard,
    /// Energies, probes and frames read off a state.
    Observe,
}

impl Phase {
    /// Its name in summaries.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Forces => "forces",
            Phase::Assembly => "assembly",
            Phase::Factor => "factor",
            Phase::Solve => "solve",
            Phase::Contact => "contact",
            Phase::Update => "update",
            Phase::Guard => "guard",
            Phase::Observe => "observe",
        }
    }
}

/// Is told when a phase begins: engine crates read no clock themselves.
pub trait Phases {
    /// The phase that begins now; the one before ends.
    fn enter(&mut self, phase: Phase);
    /// True if the step that is being computed shall be given up: asked between the iterations of implicit steps, which may take long.
    fn is_interrupted(&self) -> bool {
        false
    }
}

/// Does not look at the clock.
pub struct NoPhases;

impl Phases for NoPhases {
    fn enter(&mut self, _: Phase) {}
}

/// What a stepper needs of the system, checked when the world is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Divides by the mass of each node, so it must be lumped and positive.
    pub lumped_mass: bool,
    /// Looks for equilibrium: each body must be held.
    pub equilibrium: bool,
}

/// What happened in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Time that passed (s); quasi-static steps may be shorter than asked.
    pub advanced: f64,
    /// Iterations of Newton's method, or of the one that is used in its place.
    pub iterations: usize,
    /// Conjugate gradient iterations in all linear solves.
    pub linear_iterations: usize,
    /// Trials thrown away and repeated smaller.
    pub cutbacks: usize,
    /// Residual over reference force at the end.
    pub residual: f64,
    /// Iterations in which the matrix had to be made positive.
    pub projections: usize,
}

/// Where an iteration of a quasi-Newton method begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationRecord {
    /// How often contact had been brought up to date; each time it is another potential.
    pub pass: usize,
    /// Potential of the stage (J), up to a constant; `None` if there is none.
    pub energy: Option<f64>,
    /// Its decrease since the step began (J), summed up from the work of the residual: exact where differences of energies are rounding.
    pub decrease: f64,
    /// Estimate of what is left to gain, r^T H r / 2 (J).
    pub decrement: f64,
    /// Residual over reference force.
    pub residual: f64,
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// A number overflowed or is no number.
    #[error("node {node} went to a non-finite place; the step of {step:.3e} s is too large for this state")]
    NotFinite {
        /// The first node that did.
        node: usize,
        /// Step tried (s).
        step: f64,
    },
    /// Newton's method, or the one in its place, did not converge.
    #[error(
        "no equilibrium found in {iterations} iterations: the unbalanced force is {residual:.2e} of the forces at work (limit {tolerance:.0e}), worst at node {node}"
    )]
    NotConverged {
        /// Iterations done.
        iterations: usize,
        /// Residual over reference force.
        residual: f64,
        /// What was asked.
        tolerance: f64,
        /// Node with the largest unbalanced force.
        node: usize,
    },
    /// No step along the search direction is possible.
    #[error("an element near node {node} would turn inside out")]
    Inverted {
        /// Node with the largest unbalanced force.
        node: usize,
    },
    /// The matrix cannot be factored even when made positive.
    #[error("the matrix is singular at node {node}: the body can move there without any force")]
    Singular {
        /// Where.
        node: usize,
    },
    /// Two neighbouring points of a path have directions that do not belong together.
    #[error("the path of equilibria turns by {angle:.0} degrees in one step: it may be another path")]
    LostPath {
        /// By how much (degrees).
        angle: f64,
    },
    /// A path of equilibria that leads nowhere.
    #[error(
        "nothing drives the path: at its beginning no load and no pin that moves anything changes with the schedule"
    )]
    NothingDriven,
    /// Load stepping became too small.
    #[error("the load step was halved {cutbacks} times and still fails: {last}")]
    TooManyCutbacks {
        /// How often.
        cutbacks: usize,
        /// The last failure.
        last: Box<StepError>,
    },
    /// Part of a body moves farther in a step than the body is large.
    #[error(
        "node {node} moves at {speed:.3e} m/s against the rest of its body, farther than the body is large in a step of {step:.3e} s"
    )]
    Runaway {
        /// The fastest node.
        node: usize,
        /// Its speed against the mean of the body (m/s).
        speed: f64,
        /// Step tried (s).
        step: f64,
    },
    /// More energy than there was, though nothing puts any in.
    #[error("the energy has grown from {from:.3e} J to {to:.3e} J, though nothing puts any in")]
    EnergyGrowth {
        /// The fastest node.
        node: usize,
        /// At the start (J).
        from: f64,
        /// Now (J).
        to: f64,
    },
    /// The stability limit has fallen so far that the run would never end.
    #[error("the stable step has fallen from {first:.3e} s to {limit:.3e} s: the run would never end")]
    Stuck {
        /// At the start (s).
        first: f64,
        /// Now (s).
        limit: f64,
    },
    /// Somebody wants the run to stop: [`Phases::is_interrupted`].
    #[error("the step was interrupted")]
    Interrupted,
    /// A fixed explicit step above the stability limit.
    #[error("the step {step:.3e} s is above the stability limit {limit:.3e} s")]
    Unstable {
        /// Step asked (s).
        step: f64,
        /// Largest stable step (s).
        limit: f64,
    },
}

impl StepError {
    /// The node the story is about, if there is one.
    pub fn node(&self) -> Option<usize> {
        match self {
            StepError::NotFinite { node, .. }
            | StepError::NotConverged { node, .. }
            | StepError::Inverted { node }
            | StepError::Runaway { node, .. }
            | StepError::EnergyGrowth { node, .. }
            | StepError::Singular { node } => Some(*node),
            StepError::TooManyCutbacks { last, .. } => last.node(),
            StepError::Unstable { .. }
            | StepError::Stuck { .. }
            | StepError::LostPath { .. }
            | StepError::NothingDriven
            | StepError::Interrupted => None,
        }
    }
}

/// Advances a state in time. Owns its history and factorisations, but everything that matters for going on
/// is in the [`State`].
pub trait Stepper: Send {
    /// Name as in scene files.
    fn name(&self) -> &'static str;

    /// What it needs of the system.
    fn needs(&self) -> Needs;

    /// Called once before the first step (and after a change of the system).
    fn prepare(&mut self, system: &mut System, state: &mut State) -> Result<(), StepError>;

    /// The largest step it may take from here (s), if it has a limit.
    fn largest_step(&mut self, system: &mut System, state: &State) -> Option<f64>;

    /// Advances by `dt` (s). After an error the state is of no use; the caller keeps a copy.
    fn step(
        &mut self,
        system: &mut System,
        state: &mut State,
        dt: f64,
        phases: &mut dyn Phases,
    ) -> Result<StepReport, StepError>;

    /// Velocities at `state.time`, for steppers that keep them elsewhere.
    fn velocity_now(&self, state: &State, out: &mut [DVec3]) {
        out.copy_from_slice(&state.v);
    }

    /// Where on a path of equilibria a state is, of steppers that follow one: the time of loads and prescribed motions is not
    /// `state.time` then, and the stepper says when the end is reached.
    fn path<'a>(&self, state: &'a State) -> Option<PathView<'a>> {
        let _ = state;
        None
    }

    /// How linear systems were solved, for the summary.
    fn solver_name(&self) -> Option<String> {
        None
    }

    /// Numbers of the matrix of the last solve that may differ from zero, if there has been one.
    fn matrix_nonzeros(&self) -> Option<usize> {
        None
    }

    /// How the equations of a step are solved, as in scene files, if there are any to solve.
    fn solve_name(&self) -> Option<&'static str> {
        None
    }

    /// Keeps a record of the iterations of a step from now on, or no longer. Newton's method keeps none.
    fn record_iterations(&mut self, on: bool) {
        let _ = on;
    }

    /// The iterations of the last step, if they are recorded.
    fn iteration_records(&self) -> &[IterationRecord] {
        &[]
    }
}
