//! `[stepper]` and `[solver]`.

use crate::place::{Located, Place};
use crate::plan::{
    AtBifurcation, Follow, ImplicitSolve, NewtonOptions, Ordering, PathOptions, Preconditioner, QuasiOptions,
    SolverKind, SolverPlan, Stepper, StepperKind, TimePlan,
};
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Bounds, Choose, Field, Kind, Section, choices_of};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const KIND: Field = Field::with_default(
    "kind",
    Kind::Choice(choices_of::<StepperKind>),
    "\"implicit-euler\"",
    "Which integrator. There is one for the whole scene.",
);
const SOLVE: Field = Field::optional(
    "solve",
    Kind::Choice(choices_of::<ImplicitSolve>),
    "\"l-bfgs\"",
    "l-bfgs if all that is elastic is made of bonds, else newton; the summary says which",
    "For implicit-euler and generalized-alpha: how the equations of a step are solved.",
);
const SPECTRAL_RADIUS: Field = Field::with_default(
    "spectral_radius",
    Kind::Number(Dimension::RATIO),
    "0.9",
    "For generalized-alpha: share of the fastest vibrations that survives a step. 1 keeps everything, 0 removes them at once.",
)
.within(Bounds::Closed(0.0, 1.0))
.because("the stepper is unstable outside");
const SAFETY: Field = Field::with_default(
    "safety",
    Kind::Number(Dimension::RATIO),
    "0.9",
    "For the explicit steppers: share of the stable step that is used.",
)
.within(Bounds::Closed(0.01, 1.0))
.because("a step beyond the stable one blows up");
const TOLERANCE: Field = Field::with_default(
    "tolerance",
    Kind::Number(Dimension::RATIO),
    "1e-6",
    "For newton in implicit-euler, generalized-alpha and quasi-static: iterations end when the residual is smaller than \
     this share of the forces at work.",
)
.within(Bounds::Open(0.0, 0.5))
.because("a share of the forces is meant");
const ACCURACY: Field = Field::with_default(
    "accuracy",
    Kind::Number(Dimension::RATIO),
    "1e-8",
    "For l-bfgs and quasi-newton: iterations end when the error of the energy is estimated to be smaller than this share of \
     what they have brought it down by. 1e-4 is enough for pictures.",
)
.within(Bounds::Open(0.0, 0.1))
.because("a share of the energy is meant");
const MAX_ITERATIONS: Field = Field::optional(
    "max_iterations",
    Kind::Count,
    "30",
    "30; 200 for l-bfgs and quasi-newton",
    "For the same steppers: iterations after which a step is tried again with half its size.",
)
.within(Bounds::Closed(1.0, 10_000.0));

/// Iterations of Newton's method, and of quasi-Newton methods, unless the scene says how many.
const NEWTON_ITERATIONS: usize = 30;
const QUASI_ITERATIONS: usize = 200;

const LOAD_STEPS: Field = Field::optional(
    "load_steps",
    Kind::Count,
    "10",
    "begins with 4 (of a path: 20) and makes increments longer when that is easy; 1 if the scene is linear",
    "For quasi-static: number of equal load increments; increments that fail are cut in two. With `follow = \"arc-length\"` the first step is \
     such a part of the load, and none changes the load by more.",
)
.within(Bounds::Closed(1.0, 1e6));
const MAX_CUTBACKS: Field = Field::with_default(
    "max_cutbacks",
    Kind::Count,
    "12",
    "For quasi-static: how many times an increment may be halved before the run gives up.",
)
.within(Bounds::Closed(0.0, 50.0));

const FOLLOW: Field = Field::with_default(
    "follow",
    Kind::Choice(choices_of::<Follow>),
    "\"load\"",
    "For quasi-static: what the run goes along.",
);
const MAX_STEPS: Field = Field::with_default(
    "max_steps",
    Kind::Count,
    "200",
    "For `follow = \"arc-length\"`: steps after which the path ends.",
)
.within(Bounds::Closed(1.0, 1e6));
const LOAD_RANGE: Field = Field::with_default(
    "load_range",
    Kind::Special("two load factors"),
    "[-1.0, 1.0]",
    "For `follow = \"arc-length\"`: the path ends where the load factor leaves this range. The load factor is the pseudo time of loads and \
     pins over the duration: 0 at the beginning, 1 at the end of the schedule. It may fall below 0, where everything that grows with time is \
     turned round.",
);
const AT_BIFURCATION: Field = Field::with_default(
    "at_bifurcation",
    Kind::Choice(choices_of::<AtBifurcation>),
    "\"straight-on\"",
    "For `follow = \"arc-length\"`: what the path does where another one crosses it.",
);
/// Options of a path.
const PATH_OPTIONS: [&Field; 3] = [&MAX_STEPS, &LOAD_RANGE, &AT_BIFURCATION];

pub(crate) const STEPPER: Section = Section::new(
    "[stepper]",
    "The time integrator. An option that belongs to another kind is refused.",
    &[
        &KIND,
        &SOLVE,
        &SPECTRAL_RADIUS,
        &SAFETY,
        &TOLERANCE,
        &ACCURACY,
        &MAX_ITERATIONS,
        &LOAD_STEPS,
        &MAX_CUTBACKS,
        &FOLLOW,
        &MAX_STEPS,
        &LOAD_RANGE,
        &AT_BIFURCATION,
    ],
    "[stepper]\nkind = \"generalized-alpha\"\nspectral_radius = 0.8",
);

/// What was read of `[stepper]`; the kind is known even when an option is wrong.
pub(crate) struct StepperRead {
    pub kind: StepperKind,
    pub plan: Option<Located<Stepper>>,
    safety_place: Option<Place>,
    follow_place: Option<Place>,
}

impl StepperRead {
    /// Other sections are then read as for the default stepper.
    pub(crate) fn unreadable() -> Self {
        Self { kind: StepperKind::ImplicitEuler, plan: None, safety_place: None, follow_place: None }
    }

    /// Where it is said that a path shall be followed, if that is so.
    pub(crate) fn path_place(&self) -> Option<Place> {
        self.follow_place.filter(|_| self.plan.as_ref().is_some_and(|plan| plan.value.follows_path()))
    }

    /// Whether a method with a scalar matrix was asked for.
    fn is_quasi(&self) -> bool {
        let solve = match self.plan.as_ref().map(|plan| plan.value) {
            Some(Stepper::ImplicitEuler { solve, .. } | Stepper::GeneralizedAlpha { solve, .. }) => solve,
            _ => None,
        };
        solve.is_some_and(ImplicitSolve::is_quasi)
    }
}

pub(crate) fn read_stepper(reader: &Reader<'_>) -> StepperRead {
    let kind = reader.choice::<StepperKind>(&KIND);
    let Some(kind) = kind.map(|kind| kind.value) else {
        return StepperRead::unreadable();
    };
    refuse_foreign_options(reader, kind);
    let value = read_options(reader, kind);
    reader.finish();
    StepperRead {
        kind,
        plan: value.map(|value| Located { value, place: reader.place }),
        safety_place: reader.has(&SAFETY).then(|| reader.place_of(&SAFETY)),
        follow_place: reader.has(&FOLLOW).then(|| reader.place_of(&FOLLOW)),
    }
}

/// Which steppers an option belongs to.
fn owners(field: &Field) -> &'static [StepperKind] {
    use StepperKind::{GeneralizedAlpha, ImplicitEuler, Leapfrog, QuasiStatic, SymplecticEuler, Verlet};
    match field.name {
        "solve" | "accuracy" => &[ImplicitEuler, GeneralizedAlpha],
        "spectral_radius" => &[GeneralizedAlpha],
        "safety" => &[Leapfrog, Verlet, SymplecticEuler],
        "load_steps" | "max_cutbacks" | "follow" | "max_steps" | "load_range" | "at_bifurcation" => {
            &[QuasiStatic]
        }
        _ => &[ImplicitEuler, GeneralizedAlpha, QuasiStatic],
    }
}

fn refuse_foreign_options(reader: &Reader<'_>, kind: StepperKind) {
    for field in STEPPER.fields.iter().filter(|field| field.name != KIND.name) {
        let owners = owners(field);
        if !owners.contains(&kind) {
            let words: Vec<&str> = owners.iter().map(|owner| owner.word()).collect();
            let why = match (kind, field.name) {
                (StepperKind::QuasiStatic, "solve" | "accuracy") => {
                    ": equilibria are found by Newton's method, which without inertia takes far fewer iterations than others"
                }
                _ => "",
            };
            reader.refuse(
                field,
                format!("`{}` does not belong to the stepper \"{}\"{why}", field.name, kind.word()),
                format!("remove it, or choose a stepper it belongs to: {}", words.join(", ")),
            );
        }
    }
}

fn read_options(reader: &Reader<'_>, kind: StepperKind) -> Option<Stepper> {
    match kind {
        StepperKind::ImplicitEuler => {
            let (solve, newton, quasi) = (read_solve(reader, kind), read_newton(reader), read_quasi(reader));
            Some(Stepper::ImplicitEuler { solve: solve?, newton: newton?, quasi: quasi? })
        }
        StepperKind::GeneralizedAlpha => {
            let radius = reader.number(&SPECTRAL_RADIUS);
            let (solve, newton, quasi) = (read_solve(reader, kind), read_newton(reader), read_quasi(reader));
            Some(Stepper::GeneralizedAlpha {
                spectral_radius: radius?.value,
                solve: solve?,
                newton: newton?,
                quasi: quasi?,
            })
        }
        StepperKind::Leapfrog | StepperKind::Verlet | StepperKind::SymplecticEuler => {
            Some(Stepper::Explicit { kind, safety: reader.number(&SAFETY)?.value })
        }
        StepperKind::QuasiStatic => {
            let (steps, newton, cutbacks) =
                (reader.count(&LOAD_STEPS), read_newton(reader), reader.count(&MAX_CUTBACKS));
            let (load_steps, path) = (steps.map(|steps| steps.value), read_path(reader));
            Some(Stepper::QuasiStatic {
                load_steps,
                newton: newton?,
                max_cutbacks: cutbacks?.value,
                path: path?,
            })
        }
    }
}

/// Options of the path, `Some(None)` if the load is followed. Options without a path are refused.
#[allow(clippy::option_option, reason = "outer: readable; inner: given")]
fn read_path(reader: &Reader<'_>) -> Option<Option<PathOptions>> {
    let follow = reader.choice::<Follow>(&FOLLOW)?.value;
    if follow == Follow::Load {
        for field in PATH_OPTIONS {
            reader.refuse(
                field,
                format!("`{}` belongs to a path, but it is the load that is followed", field.name),
                "remove it, or add `follow = \"arc-length\"`",
            );
        }
        return Some(None);
    }
    let (max_steps, range) = (reader.count(&MAX_STEPS), reader.special(&LOAD_RANGE, read_range));
    let at_bifurcation = reader.choice::<AtBifurcation>(&AT_BIFURCATION);
    Some(Some(PathOptions {
        max_steps: max_steps?.value,
        load_range: range?.value,
        at_bifurcation: at_bifurcation?.value,
    }))
}

fn read_range(spot: Spot<'_>, node: &Node) -> Option<[f64; 2]> {
    let Value::List(items) = &node.value else {
        spot.wrong_kind(node, "two load factors");
        return None;
    };
    let numbers: Vec<Option<f64>> =
        items.iter().map(|item| value::number(spot, item, &NumberRule::any(Dimension::RATIO))).collect();
    let numbers: Vec<f64> = numbers.into_iter().collect::<Option<_>>()?;
    match numbers[..] {
        [least, most] if least <= 0.0 && most > 0.0 => Some([least, most]),
        _ => {
            spot.error(
                node.place,
                "`load_range` is not a range around 0, where the path begins",
                "give the smallest load factor, 0 or less, and the largest, above 0: `load_range = [-1.0, 1.0]`",
            );
            None
        }
    }
}

/// How steps are solved, `Some(None)` if the scene does not say. Options of another way are refused.
#[allow(clippy::option_option, reason = "outer: readable; inner: given")]
fn read_solve(reader: &Reader<'_>, kind: StepperKind) -> Option<Option<ImplicitSolve>> {
    if !reader.has(&SOLVE) {
        reader.entry(&SOLVE);
        return Some(None);
    }
    let solve = reader.choice::<ImplicitSolve>(&SOLVE)?.value;
    if solve == ImplicitSolve::Linearised && kind == StepperKind::GeneralizedAlpha {
        reader.error(
            &SOLVE,
            "one linear solve a step is of first order, which generalized-alpha is chosen to avoid",
            "use `solve = \"newton\"`, or `kind = \"implicit-euler\"`",
        );
        return None;
    }
    let (foreign, other) = if solve.is_quasi() { (&TOLERANCE, &ACCURACY) } else { (&ACCURACY, &TOLERANCE) };
    reader.refuse(
        foreign,
        format!("`{}` does not belong to `solve = \"{}\"`", foreign.name, solve.word()),
        format!("use `{}`", other.name),
    );
    Some(Some(solve))
}

fn read_newton(reader: &Reader<'_>) -> Option<NewtonOptions> {
    let (tolerance, max_iterations) = (reader.number(&TOLERANCE), reader.count(&MAX_ITERATIONS));
    let max_iterations = max_iterations.map_or(NEWTON_ITERATIONS, |most| most.value);
    Some(NewtonOptions { tolerance: tolerance?.value, max_iterations })
}

fn read_quasi(reader: &Reader<'_>) -> Option<QuasiOptions> {
    let (accuracy, max_iterations) = (reader.number(&ACCURACY), reader.count(&MAX_ITERATIONS));
    let max_iterations = max_iterations.map_or(QUASI_ITERATIONS, |most| most.value);
    Some(QuasiOptions { accuracy: accuracy?.value, max_iterations })
}

/// Rules that need both `[stepper]` and `[time]`.
pub(crate) fn check_with_time(stepper: &StepperRead, time: Option<&TimePlan>, sink: &Sink) {
    let Some(step) = time.and_then(|time| time.step) else { return };
    if stepper.kind == StepperKind::QuasiStatic {
        sink.error(
            step.place,
            "time.step",
            "a quasi-static run has load increments, not time steps",
            "remove `step`, and use `load_steps` in [stepper]",
        );
    } else if let Some(place) = stepper.safety_place {
        sink.error(
            place,
            "stepper.safety",
            "`safety` scales the stable step, but `time.step` fixes the step",
            "keep one of the two",
        );
    }
}

const SOLVER_KIND: Field =
    Field::with_default("kind", Kind::Choice(choices_of::<SolverKind>), "\"auto\"", "Which solver.");
const PRECONDITIONER: Field = Field::with_default(
    "preconditioner",
    Kind::Choice(choices_of::<Preconditioner>),
    "\"block-ic\"",
    "For conjugate gradients.",
);
const ORDERING: Field = Field::with_default(
    "ordering",
    Kind::Choice(choices_of::<Ordering>),
    "\"auto\"",
    "For Cholesky: how unknowns are ordered to keep the factor sparse.",
);
const SOLVER_TOLERANCE: Field = Field::optional(
    "tolerance",
    Kind::Number(Dimension::RATIO),
    "1e-8",
    "follows the progress of Newton's iterations",
    "For conjugate gradients: residual at the end, as a share of the right-hand side.",
)
.within(Bounds::Open(0.0, 0.5));

pub(crate) const SOLVER: Section = Section::new(
    "[solver]",
    "The solver of linear systems, for the implicit and quasi-static steppers.",
    &[&SOLVER_KIND, &PRECONDITIONER, &ORDERING, &SOLVER_TOLERANCE],
    "[solver]\nkind = \"cg\"\ntolerance = 1e-8",
);

pub(crate) fn read_solver(reader: &Reader<'_>, is_given: bool, stepper: &StepperRead) -> Option<SolverPlan> {
    if is_given && stepper.kind.is_explicit() {
        let reason = "explicit steppers solve no linear systems, so [solver] has no effect";
        reader.sink.warning(reader.place, &reader.path, reason, "remove it, or choose an implicit stepper");
    }
    if is_given && stepper.is_quasi() {
        let reason =
            "l-bfgs and quasi-newton have a matrix and a solver of their own, so [solver] has no effect";
        reader.sink.warning(reader.place, &reader.path, reason, "remove it, or use `solve = \"newton\"`");
    }
    let kind = reader.choice::<SolverKind>(&SOLVER_KIND);
    if kind.is_some_and(|kind| kind.value == SolverKind::ConjugateGradients) && stepper.path_place().is_some()
    {
        reader.error(
            &SOLVER_KIND,
            "conjugate gradients need a positive matrix, which that of a path is not beyond a limit point",
            "remove `kind`, or use `kind = \"cholesky\"`",
        );
    }
    let (preconditioner, ordering) = (reader.choice(&PRECONDITIONER), reader.choice(&ORDERING));
    let tolerance = reader.number(&SOLVER_TOLERANCE);
    refuse_solver_options(reader, kind.map(|kind| kind.value));
    reader.finish();
    Some(SolverPlan {
        place: reader.place,
        kind: kind?.value,
        preconditioner: preconditioner?.value,
        ordering: ordering?.value,
        tolerance: tolerance.map(|tolerance| tolerance.value),
    })
}

fn refuse_solver_options(reader: &Reader<'_>, kind: Option<SolverKind>) {
    let foreign: &[&'static Field] = match kind {
        Some(SolverKind::Cholesky) => &[&PRECONDITIONER, &SOLVER_TOLERANCE],
        Some(SolverKind::ConjugateGradients) => &[&ORDERING],
        Some(SolverKind::Auto) | None => &[],
    };
    let word = kind.map_or("", Choose::word);
    for field in foreign {
        reader.refuse(
            field,
            format!("`{}` does not belong to the solver \"{word}\"", field.name),
            "remove it",
        );
    }
}
