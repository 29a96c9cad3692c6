//! `[contact]`, and what its friction is.

use crate::place::Located;
use crate::plan::{ContactPlan, Friction, ImplicitSolve, Initial, Response, Stepper, StepperKind};
use crate::problem::Problem;
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;
use crate::schema::{Bounds, Choose, Field, Kind, Section, choices_of};
use crate::units::Dimension;

const FRICTION: Field = Field::with_default(
    "friction",
    Kind::Number(Dimension::RATIO),
    "0.5",
    "Coefficient of friction of points that stick, of bodies with each other and with colliders that have none of their own. 0 is \
     frictionless.",
)
.within(Bounds::NonNegative)
.because("friction only brakes")
.plausible(0.0, MOST_FRICTION);
const SLIDING_FRICTION: Field = Field::optional(
    "sliding_friction",
    Kind::Number(Dimension::RATIO),
    "0.3",
    "as `friction`",
    "Coefficient of friction of points that slide; not above `friction`.",
)
.within(Bounds::NonNegative)
.because("friction only brakes");
const BETWEEN_BODIES: Field = Field::with_default(
    "between_bodies",
    Kind::Flag,
    "true",
    "Bodies touch each other; else they touch only colliders.",
);
const SELF: Field = Field::with_default(
    "self",
    Kind::Flag,
    "false",
    "Bodies touch themselves; `self_contact` in [body.NAME] says it for one of them.",
);
const RESPONSE: Field = Field::with_default(
    "response",
    Kind::Choice(choices_of::<Response>),
    "\"auto\"",
    "How contact acts. One that does not go with the stepper is refused.",
);
const STIFFNESS: Field = Field::with_default(
    "stiffness",
    Kind::Number(Dimension::RATIO),
    "1",
    "For `penalty`: factor of the stiffness of contact, which is derived from the materials. More makes overlaps smaller, and steps \
     harder to solve.",
)
.within(Bounds::Positive)
.because("contact pushes apart")
.plausible(0.01, 1000.0);
const DAMPING: Field = Field::with_default(
    "damping",
    Kind::Number(Dimension::RATIO),
    "0",
    "For `penalty`: share of critical damping of the approach of touching points.",
)
.within(Bounds::NonNegative)
.because("damping takes energy away")
.plausible(0.0, 2.0);
const INITIAL: Field = Field::with_default(
    "initial",
    Kind::Choice(choices_of::<Initial>),
    "\"keep\"",
    "What happens to things that overlap at the beginning.",
);

/// More friction than this is probably a slip.
pub(super) const MOST_FRICTION: f64 = 10.0;

pub(crate) const CONTACT: Section = Section::new(
    "[contact]",
    "How touching things act on each other. Contact is on if this table or any collider is there; else bodies pass through each \
     other.",
    &[&FRICTION, &SLIDING_FRICTION, &BETWEEN_BODIES, &SELF, &RESPONSE, &STIFFNESS, &DAMPING, &INITIAL],
    "[contact]\nfriction = 0.4\nsliding_friction = 0.3\nself = true",
);

/// What readers of other sections must know of contact.
pub(crate) struct ContactContext {
    /// Whether things touch.
    pub is_on: bool,
    /// Whether bodies touch themselves unless they say otherwise.
    pub with_itself: bool,
    /// Friction of who has none of its own; `None` if it could not be read.
    pub friction: Option<Friction>,
}

impl ContactContext {
    pub(super) fn new(is_on: bool, plan: Option<&ContactPlan>) -> Self {
        let with_itself = plan.is_some_and(|plan| plan.with_itself);
        Self { is_on, with_itself, friction: plan.map(|plan| plan.friction) }
    }
}

pub(super) fn read(reader: &Reader<'_>, stepper: StepperKind) -> Option<ContactPlan> {
    let friction = read_friction(reader);
    let (between_bodies, with_itself) = (reader.flag(&BETWEEN_BODIES), reader.flag(&SELF));
    let response = reader.choice::<Response>(&RESPONSE).map(|response| response.value);
    let (stiffness, damping) = (reader.number(&STIFFNESS), reader.number(&DAMPING));
    let initial = reader.choice::<Initial>(&INITIAL);
    check_response(reader, response, stepper);
    refuse_penalty_options(reader, response, stepper);
    reader.finish();
    Some(ContactPlan {
        place: reader.place,
        friction: friction?,
        between_bodies: between_bodies?,
        with_itself: with_itself?,
        response: response?,
        stiffness: stiffness?.value,
        damping: damping?.value,
        initial: initial?.value,
    })
}

/// One linear solve from the start of a step cannot know who will touch at its end; what is projected need not know.
pub(super) fn check_stepper(stepper: Option<&Located<Stepper>>, contact: Option<&ContactPlan>, sink: &Sink) {
    if contact.is_some_and(|contact| contact.response == Response::Projection) {
        return;
    }
    let Some(Located { value: Stepper::ImplicitEuler { solve: Some(ImplicitSolve::Linearised), .. }, place }) =
        stepper
    else {
        return;
    };
    sink.push(Problem::error(
        *place,
        "stepper.solve",
        "\"linearised\" solves once from the start of a step and cannot know who touches at its end",
        "use `solve = \"newton\"`, `response = \"projection\"` in [contact], or an explicit stepper",
    ));
}

fn read_friction(reader: &Reader<'_>) -> Option<Friction> {
    let (sticking, sliding) = (reader.number(&FRICTION), reader.number(&SLIDING_FRICTION));
    let sticking = sticking?.value;
    if reader.has(&SLIDING_FRICTION) {
        return checked_friction(reader, &SLIDING_FRICTION, sticking, sliding?.value);
    }
    Some(Friction { sticking, sliding: sticking })
}

/// Points that slide are not braked more than points that stick.
pub(super) fn checked_friction(
    reader: &Reader<'_>,
    field: &Field,
    sticking: f64,
    sliding: f64,
) -> Option<Friction> {
    if sliding > sticking {
        reader.error(
            field,
            format!(
                "`{}` is {sliding}, above the friction of points that stick ({sticking}): then nothing could start to slide",
                field.name
            ),
            format!("make it {sticking} or less, or give a larger `friction`"),
        );
        return None;
    }
    Some(Friction { sticking, sliding })
}

fn check_response(reader: &Reader<'_>, response: Option<Response>, stepper: StepperKind) {
    let word = stepper.word();
    match response {
        Some(Response::Filter) if !stepper.is_explicit() => {
            let explicit = StepperKind::ALL.iter().filter(|(kind, _)| kind.is_explicit());
            let words: Vec<&str> = explicit.map(|(_, choice)| choice.name).collect();
            reader.error(
                &RESPONSE,
                format!("\"filter\" changes the velocities of an explicit step, but \"{word}\" is not explicit"),
                format!("leave `response` out, or choose an explicit stepper: {}", words.join(", ")),
            );
        }
        Some(Response::Penalty) if stepper.is_explicit() => reader.error(
            &RESPONSE,
            format!(
                "\"penalty\" is for implicit steppers: under the explicit one \"{word}\" its stiffness would need far \
                 smaller steps"
            ),
            "leave `response` out, or choose an implicit stepper",
        ),
        Some(Response::Projection) if stepper.is_explicit() => reader.error(
            &RESPONSE,
            format!(
                "\"projection\" moves the end of an implicit step to where nothing overlaps; under the explicit stepper \
                 \"{word}\" the filter of velocities does the same"
            ),
            "leave `response` out, or write \"filter\"",
        ),
        Some(Response::Projection) if stepper == StepperKind::QuasiStatic => reader.error(
            &RESPONSE,
            format!(
                "\"projection\" gives each step impulses, which need time and masses to act on; \"{word}\" looks for \
                 equilibrium and has neither"
            ),
            "leave `response` out, or choose \"implicit-euler\" or \"generalized-alpha\"",
        ),
        _ => {}
    }
}

fn refuse_penalty_options(reader: &Reader<'_>, response: Option<Response>, stepper: StepperKind) {
    let (what_is_done, remedy) = if stepper.is_explicit() {
        let done = format!("under the explicit stepper \"{}\" velocities are filtered", stepper.word());
        (done, "remove it, or choose an implicit stepper")
    } else if response == Some(Response::Projection) {
        ("with \"projection\" nothing overlaps".to_string(), "remove it, or choose the response \"penalty\"")
    } else {
        return;
    };
    for field in [&STIFFNESS, &DAMPING] {
        let reason = format!("`{}` belongs to the response \"penalty\", but {what_is_done}", field.name);
        reader.refuse(field, reason, remedy);
    }
}
