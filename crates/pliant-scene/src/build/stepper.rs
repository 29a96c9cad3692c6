//! Stepper, linear solver and schedule of the plan.

use pliant_math::sparse::{
    Automatic, Cholesky, ConjugateGradients, Indefinite, LinearSolver, Ordering as EliminationOrder,
    Preconditioner as Conditioner,
};
use pliant_stepping as stepping;
use pliant_stepping::{
    Explicit, ExplicitScheme, GeneralizedAlpha, ImplicitEuler, Newton, NewtonSettings, PathFollowing,
    PathSettings, QuasiSettings, QuasiStatic, SolveChoice, StageSolver,
};
use pliant_world::Schedule;

use crate::plan::{
    AtBifurcation, History, ImplicitSolve, Interpolation, NewtonOptions, Ordering, PathOptions, Plan,
    Preconditioner, QuasiOptions, Rate, SolverKind, SolverPlan, Stepper, StepperKind,
};

/// Longest step of an implicit stepper unless the scene gives one, s.
const LONGEST_STEP: f64 = 1.0 / 120.0;
/// Fewest steps of a run of an implicit stepper unless the scene gives a step.
const FEWEST_STEPS: f64 = 100.0;
/// Load increments a quasi-static run of a nonlinear scene begins with unless the scene says how many.
const LOAD_STEPS: usize = 4;
/// The same where a path is followed, the last of whose equilibria may be far from all others.
const PATH_STEPS: usize = 20;

/// How far a pin turns in one step of a quasi-static run at most (rad): where it is after a whole turn looks like where it was, and Newton's method finds
/// what is nearest.
const LARGEST_TURN: f64 = std::f64::consts::FRAC_PI_4;

/// Stops between two keyframes at most.
const MOST_STOPS: f64 = 1e6;

/// The stepper of a scene.
pub(super) fn stepper(plan: &Plan) -> Box<dyn stepping::Stepper> {
    let newton =
        |options: NewtonOptions| Newton::new(newton_settings(plan, options), linear_solver(&plan.solver));
    match plan.stepper.value {
        Stepper::ImplicitEuler { solve, newton: options, quasi } => {
            let solver = StageSolver::new(choice(solve), newton(options), quasi_settings(solve, quasi));
            Box::new(ImplicitEuler::new(solver, solve == Some(ImplicitSolve::Linearised)))
        }
        Stepper::GeneralizedAlpha { spectral_radius, solve, newton: options, quasi } => {
            let solver = StageSolver::new(choice(solve), newton(options), quasi_settings(solve, quasi));
            Box::new(GeneralizedAlpha::new(solver, spectral_radius))
        }
        // A step the user gave is held against the limit itself.
        Stepper::Explicit { kind, safety } => {
            Box::new(Explicit::new(scheme(kind), if plan.time.step.is_some() { 1.0 } else { safety }))
        }
        Stepper::QuasiStatic { load_steps, newton: options, max_cutbacks, path: Some(path) } => {
            let settings = path_settings(plan, options, load_steps, max_cutbacks, path);
            let solver = Indefinite::new(elimination_order(&plan.solver));
            Box::new(PathFollowing::new(settings, solver).with_kinks(stops(plan)))
        }
        Stepper::QuasiStatic { load_steps, newton: options, max_cutbacks, path: None } => {
            let first = increment(plan, load_steps.unwrap_or(LOAD_STEPS));
            Box::new(QuasiStatic::new(newton(options), first, max_cutbacks))
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "at most a million")]
fn path_settings(
    plan: &Plan,
    options: NewtonOptions,
    load_steps: Option<usize>,
    max_cutbacks: usize,
    path: PathOptions,
) -> PathSettings {
    let share = |steps: usize| 1.0 / steps.max(1) as f64;
    PathSettings {
        newton: newton_settings(plan, options),
        full: plan.time.duration.value,
        first_length: share(load_steps.unwrap_or(PATH_STEPS)),
        largest_change: load_steps.map_or(f64::INFINITY, share),
        max_cutbacks,
        max_steps: path.max_steps as u64,
        load_range: path.load_range,
        switches: path.at_bifurcation == AtBifurcation::Switch,
    }
}

fn choice(solve: Option<ImplicitSolve>) -> SolveChoice {
    match solve {
        None => SolveChoice::Automatic,
        Some(solve) if solve.is_quasi() => SolveChoice::Quasi,
        Some(_) => SolveChoice::Newton,
    }
}

fn quasi_settings(solve: Option<ImplicitSolve>, options: QuasiOptions) -> QuasiSettings {
    let QuasiOptions { accuracy, max_iterations } = options;
    let of_method = match solve {
        Some(ImplicitSolve::QuasiNewton) => QuasiSettings::quasi_newton(),
        _ => QuasiSettings::default(),
    };
    QuasiSettings { accuracy, max_iterations, ..of_method }
}

fn scheme(kind: StepperKind) -> ExplicitScheme {
    match kind {
        StepperKind::Verlet => ExplicitScheme::Verlet,
        StepperKind::SymplecticEuler => ExplicitScheme::SymplecticEuler,
        _ => ExplicitScheme::Leapfrog,
    }
}

#[allow(clippy::cast_precision_loss, reason = "at most a million")]
fn increment(plan: &Plan, load_steps: usize) -> f64 {
    plan.time.duration.value / load_steps.max(1) as f64
}

fn newton_settings(plan: &Plan, options: NewtonOptions) -> NewtonSettings {
    let default = NewtonSettings::default();
    NewtonSettings {
        tolerance: options.tolerance,
        max_iterations: options.max_iterations,
        linear_tolerance: plan.solver.tolerance.unwrap_or(default.linear_tolerance),
        inexact: plan.solver.tolerance.is_none(),
    }
}

/// The linear solver of a scene.
fn linear_solver(plan: &SolverPlan) -> Box<dyn LinearSolver> {
    match plan.kind {
        SolverKind::Auto => Box::new(Automatic::default()),
        SolverKind::Cholesky => Box::new(Cholesky::new(elimination_order(plan))),
        SolverKind::ConjugateGradients => Box::new(ConjugateGradients::new(match plan.preconditioner {
            Preconditioner::BlockIncompleteCholesky => Conditioner::IncompleteCholesky,
            Preconditioner::BlockJacobi => Conditioner::BlockJacobi,
        })),
    }
}

fn elimination_order(plan: &SolverPlan) -> EliminationOrder {
    match plan.ordering {
        Ordering::Auto => EliminationOrder::Auto,
        Ordering::Metis => EliminationOrder::Graph,
        Ordering::Geometric => EliminationOrder::Geometric,
    }
}

/// Every step of a path is told, and the stepper knows where it ends.
const OF_A_PATH: Schedule = Schedule {
    duration: f64::INFINITY,
    until: None,
    frame_interval: None,
    sample_interval: None,
    largest_step: None,
    step_is_fixed: false,
    stops: Vec::new(),
};

/// When steps end and what is written when.
pub(super) fn schedule(plan: &Plan) -> Schedule {
    if plan.stepper.value.follows_path() {
        return OF_A_PATH;
    }
    let interval = |rate: Rate| match rate {
        Rate::EveryStep => None,
        Rate::PerSecond(rate) => Some(1.0 / rate),
    };
    Schedule {
        duration: plan.time.duration.value,
        until: None,
        frame_interval: interval(plan.time.frames),
        sample_interval: interval(plan.time.samples),
        largest_step: largest_step(plan),
        step_is_fixed: plan.time.step.is_some(),
        stops: match plan.stepper.value {
            Stepper::QuasiStatic { .. } => merged(stops(plan), turning_stops(plan)),
            _ => stops(plan),
        },
    }
}

fn largest_step(plan: &Plan) -> Option<f64> {
    match (plan.time.step, plan.stepper.value) {
        (Some(step), _) => Some(step.value),
        (None, Stepper::Explicit { .. }) => None,
        (None, Stepper::QuasiStatic { load_steps, .. }) => load_steps.map(|count| increment(plan, count)),
        (None, _) => Some(LONGEST_STEP.min(plan.time.duration.value / FEWEST_STEPS)),
    }
}

/// Keyframes of pins and loads within the run, ascending: a step ends at each of them.
fn stops(plan: &Plan) -> Vec<f64> {
    let motions = plan.pins.iter().filter_map(|pin| pin.motion.as_ref());
    let mut stops: Vec<f64> =
        motions.flat_map(|motion| motion.keyframes.iter().map(|keyframe| keyframe.time)).collect();
    for load in &plan.loads {
        if let History::Keyframes(pairs) = &load.history {
            stops.extend(pairs.iter().map(|pair| pair.0));
        }
    }
    stops.retain(|time| *time > 0.0 && *time < plan.time.duration.value);
    merged(stops, Vec::new())
}

/// Times between keyframes so near to each other that no pin turns by more than [`LARGEST_TURN`] from one to the next.
#[allow(clippy::cast_precision_loss, reason = "at most as many as turns take room in memory")]
fn turning_stops(plan: &Plan) -> Vec<f64> {
    let mut stops = Vec::new();
    for motion in plan.pins.iter().filter_map(|pin| pin.motion.as_ref()) {
        let steepest = match motion.interpolation {
            Interpolation::Linear => 1.0,
            Interpolation::Smooth => 1.5,
        };
        for pair in motion.keyframes.windows(2) {
            let (from, to) = (pair[0].time, pair[1].time.min(plan.time.duration.value));
            let rate = steepest * (pair[1].turn - pair[0].turn).abs() / (pair[1].time - pair[0].time);
            let pieces = (rate * (to - from) / LARGEST_TURN).ceil().min(MOST_STOPS);
            stops.extend((1..pieces as usize).map(|k| from + (to - from) * k as f64 / pieces));
        }
    }
    stops
}

/// Both, ascending.
fn merged(mut stops: Vec<f64>, others: Vec<f64>) -> Vec<f64> {
    stops.extend(others);
    stops.sort_by(f64::total_cmp);
    stops.dedup();
    stops
}
