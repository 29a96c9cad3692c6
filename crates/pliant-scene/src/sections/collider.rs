//! `[collider.NAME]`.

use super::contact::{self, MOST_FRICTION};
use super::root::Named;
use super::{Context, body, collider_shape, motion};
use crate::plan::{ColliderPlan, ColliderShape, Friction, Placement};
use crate::schema::reader::Reader;
use crate::schema::{Bounds, Field, Kind, Section};
use crate::units::Dimension;

const SHAPE: Field = Field::required(
    "shape",
    Kind::Table(&collider_shape::SHAPE),
    "{ plane = { point = [0, 0, 0], normal = [0, 0, 1] } }",
    "The geometry.",
);
const HOLLOW: Field = Field::with_default(
    "hollow",
    Kind::Flag,
    "false",
    "For sphere, box, cylinder and capsule: the inside is free and the outside solid, so that it is a container.",
)
.example("true");
const POSITION: Field = Field::with_default(
    "position",
    Kind::Vector(Dimension::LENGTH),
    "[0, 0, 0]",
    "For file: where the origin of the file stands in the world.",
)
.plausible(0.0, 1e6)
.example("[0, 0, \"40 cm\"]");
const ROTATION: Field = Field::optional(
    "rotation",
    Kind::Table(&body::ROTATION_KEYS),
    "{ axis = [0, 0, 1], angle = \"30 deg\" }",
    "none",
    "For file: turn about its origin, before it is moved to `position`.",
);
const FRICTION: Field = Field::optional(
    "friction",
    Kind::Number(Dimension::RATIO),
    "0.4",
    "that of [contact]",
    "Coefficient of friction of points that stick to it.",
)
.within(Bounds::NonNegative)
.because("friction only brakes")
.plausible(0.0, MOST_FRICTION);
const SLIDING_FRICTION: Field = Field::optional(
    "sliding_friction",
    Kind::Number(Dimension::RATIO),
    "0.3",
    "as `friction`",
    "Coefficient of friction of points that slide on it; not above `friction`.",
)
.within(Bounds::NonNegative)
.because("friction only brakes");
const MOTION: Field = Field::optional(
    "motion",
    Kind::Table(&motion::COLLIDER_MOTION),
    "{ keyframes = [{ time = 0 }, { time = \"2 s\", move = [0, 0, \"-5 cm\"] }] }",
    "it stands still",
    "How it moves.",
);

pub(crate) const COLLIDER: Section = Section::new(
    "[collider.NAME]",
    "Rigid things that bodies touch: they stand still or move as prescribed, whatever pushes them.",
    &[&SHAPE, &HOLLOW, &POSITION, &ROTATION, &FRICTION, &SLIDING_FRICTION, &MOTION],
    "[collider.floor]\nshape = { plane = { point = [0, 0, 0], normal = [0, 0, 1] } }\nfriction = 0.6",
);

pub(crate) fn read(named: &Named<'_>, context: &Context) -> Option<ColliderPlan> {
    let reader = &named.reader;
    refuse_name_of_body(named, context);
    let placement = body::read_placement(reader, &POSITION, &ROTATION);
    let shape = reader.table(&SHAPE, &collider_shape::SHAPE).and_then(|keys| collider_shape::read(&keys));
    let hollow = reader.flag(&HOLLOW);
    let friction = read_friction(reader, context);
    let motion =
        reader.table(&MOTION, &motion::COLLIDER_MOTION).map(|keys| motion::read(&keys, &motion::OF_COLLIDER));
    reader.finish();
    let mut shape = shape?;
    check_hollow(reader, &shape.value, hollow);
    place_file(reader, &mut shape.value, placement);
    Some(ColliderPlan {
        name: named.name.clone(),
        place: named.place,
        shape,
        hollow: hollow?,
        friction: friction?,
        motion: motion.map_or(Some(None), |motion| motion.map(Some))?,
    })
}

/// Bodies and colliders share files of results and messages, so no two have one name.
fn refuse_name_of_body(named: &Named<'_>, context: &Context) {
    if context.bodies.contains(&named.name) {
        named.reader.error_here(
            format!("there is a body \"{}\" already; results are told apart by these names", named.name),
            "rename the collider or the body",
        );
    }
}

/// Its own friction; `None` inside if it has none.
fn read_friction(reader: &Reader<'_>, context: &Context) -> Option<Option<Friction>> {
    let (sticking, sliding) = (reader.number(&FRICTION), reader.number(&SLIDING_FRICTION));
    let sticking = || match reader.has(&FRICTION) {
        true => sticking.map(|sticking| sticking.value),
        false => context.contact.friction.map(|friction| friction.sticking),
    };
    match (reader.has(&FRICTION), reader.has(&SLIDING_FRICTION)) {
        (false, false) => Some(None),
        (true, false) => sticking().map(|sticking| Some(Friction { sticking, sliding: sticking })),
        (_, true) => {
            contact::checked_friction(reader, &SLIDING_FRICTION, sticking()?, sliding?.value).map(Some)
        }
    }
}

fn check_hollow(reader: &Reader<'_>, shape: &ColliderShape, hollow: Option<bool>) {
    let (reason, remedy) = match shape {
        ColliderShape::Plane { .. } => (
            "a plane has no inside, so it cannot be hollow",
            "remove `hollow`; turn `normal` round to change the free side",
        ),
        ColliderShape::File { .. } => (
            "a surface from a file cannot be hollow: a closed one is solid, an open one is touched from both sides",
            "remove `hollow`; for a container give its wall, or leave its lid open in the file",
        ),
        _ => return,
    };
    if hollow == Some(true) {
        reader.error(&HOLLOW, reason, remedy);
    }
}

/// Surfaces from files stand where the table says; the other shapes say it themselves.
fn place_file(reader: &Reader<'_>, shape: &mut ColliderShape, given: Option<Placement>) {
    if let ColliderShape::File { placement, .. } = shape {
        *placement = given.unwrap_or_default();
        return;
    }
    for field in [&POSITION, &ROTATION] {
        reader.refuse(
            field,
            format!("`{}` is for shapes from files: this one says itself where it is", field.name),
            "remove it, and change the numbers in `shape`",
        );
    }
}
