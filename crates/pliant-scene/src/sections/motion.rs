//! `motion = { ... }` of pins and colliders: keyframes of a rigid motion.

use glam::DVec3;

use crate::plan::{Interpolation, Keyframe, Motion};
use crate::schema::reader::Reader;
use crate::schema::{Bounds, Field, Kind, Section, choices_of};
use crate::units::Dimension;

pub(super) const KEYFRAMES: Field = Field::required(
    "keyframes",
    Kind::Tables(&KEYFRAME_KEYS),
    "[{ time = 0 }, { time = \"2 s\", move = [0, 0, \"5 cm\"] }]",
    "Where it is when, in ascending order of time. It stands still before the first one and after the last one.",
);
const AXIS: Field = Field::optional(
    "axis",
    Kind::Vector(Dimension::RATIO),
    "[1, 0, 0]",
    "needed only for `turn`",
    "Direction of the axis of `turn`, in the world; any length.",
);
const ABOUT_OF_PIN: Field = Field::optional(
    "about",
    Kind::Vector(Dimension::LENGTH),
    "[\"1 m\", \"10 cm\", \"10 cm\"]",
    "the mean of the held points, for each body and copy its own",
    "A point on the axis, in the world. It moves along with `move`.",
);
const ABOUT_OF_COLLIDER: Field = Field::optional(
    "about",
    ABOUT_OF_PIN.kind,
    ABOUT_OF_PIN.example,
    "the centre of the shape's bounds; of a plane its `point`",
    ABOUT_OF_PIN.doc,
);
const INTERPOLATION_OF_PIN: Field = Field::with_default(
    "interpolation",
    Kind::Choice(choices_of::<Interpolation>),
    "\"linear\"",
    "How it goes from one keyframe to the next.",
);
const INTERPOLATION_OF_COLLIDER: Field = Field::with_default(
    "interpolation",
    INTERPOLATION_OF_PIN.kind,
    "\"smooth\"",
    "How it goes from one keyframe to the next. A jump of the speed would be a blow to what is touched.",
);

/// The keys of a motion: the same for all who move but for what is assumed without them.
pub(super) struct MotionKeys {
    about: &'static Field,
    interpolation: &'static Field,
}

pub(super) const OF_PIN: MotionKeys =
    MotionKeys { about: &ABOUT_OF_PIN, interpolation: &INTERPOLATION_OF_PIN };
pub(super) const OF_COLLIDER: MotionKeys =
    MotionKeys { about: &ABOUT_OF_COLLIDER, interpolation: &INTERPOLATION_OF_COLLIDER };

pub(super) const PIN_MOTION: Section = Section::new(
    "motion = { ... }",
    "The prescribed motion of a pin, measured from rest: first the turn, then the shift.",
    &[&KEYFRAMES, &AXIS, &ABOUT_OF_PIN, &INTERPOLATION_OF_PIN],
    "motion = { keyframes = [{ time = 0 }, { time = \"1 s\", turn = \"180 deg\" }], axis = [1, 0, 0], interpolation = \"smooth\" }",
);
pub(super) const COLLIDER_MOTION: Section = Section::new(
    "collider.NAME.motion = { ... }",
    "The prescribed motion of a collider, measured from where its shape says it is: first the turn, then the shift. If the first \
     keyframe is elsewhere, the collider begins there.",
    &[&KEYFRAMES, &AXIS, &ABOUT_OF_COLLIDER, &INTERPOLATION_OF_COLLIDER],
    "motion = { keyframes = [{ time = 0 }, { time = \"1 s\", move = [0, 0, \"-2 cm\"] }] }",
);

const TIME: Field =
    Field::required("time", Kind::Number(Dimension::TIME), "\"1 s\"", "When.").within(Bounds::NonNegative);
const MOVE: Field = Field::optional(
    "move",
    Kind::Vector(Dimension::LENGTH),
    "[0, 0, \"5 cm\"]",
    "as in the keyframe before, or 0",
    "Shift from rest.",
);
const TURN: Field = Field::optional(
    "turn",
    Kind::Number(Dimension::ANGLE),
    "\"90 deg\"",
    "as in the keyframe before, or 0",
    "Turn from rest about `axis`, right-handed; may be more than a full turn.",
);
const KEYFRAME_KEYS: Section = Section::new(
    "keyframes = [{ ... }]",
    "One moment of a motion.",
    &[&TIME, &MOVE, &TURN],
    "keyframes = [{ time = 0 }, { time = \"2 s\", move = [0, 0, \"5 cm\"] }]",
);

/// Reads a motion; a turn has an axis.
pub(super) fn read(reader: &Reader<'_>, keys: &MotionKeys) -> Option<Motion> {
    let keyframes = read_keyframes(reader);
    let axis = reader.direction(&AXIS);
    let about = reader.vector(keys.about);
    let interpolation = reader.choice::<Interpolation>(keys.interpolation);
    reader.finish();
    let keyframes = keyframes?;
    let turns = keyframes.iter().any(|keyframe| keyframe.turn != 0.0);
    if turns && !reader.has(&AXIS) {
        reader.error_here("`turn` needs an axis", "add for example `axis = [1, 0, 0]` to the motion");
        return None;
    }
    if !turns && (reader.has(&AXIS) || reader.has(keys.about)) {
        let field = if reader.has(&AXIS) { &AXIS } else { keys.about };
        reader.warning(
            field,
            format!("`{}` has no effect: no keyframe turns", field.name),
            "remove it, or add `turn` to a keyframe",
        );
    }
    let axis = axis.map(|axis| axis.value);
    let about = about.map(|about| about.value);
    Some(Motion { place: reader.place, keyframes, axis, about, interpolation: interpolation?.value })
}

fn read_keyframes(reader: &Reader<'_>) -> Option<Vec<Keyframe>> {
    let tables = reader.tables(&KEYFRAMES, &KEYFRAME_KEYS)?;
    if tables.is_empty() {
        reader.error(
            &KEYFRAMES,
            "`keyframes` is empty",
            format!("write for example `keyframes = {}`", KEYFRAMES.example),
        );
        return None;
    }
    let mut keyframes: Vec<Keyframe> = Vec::new();
    let mut complete = true;
    for table in &tables {
        let before = keyframes.last().copied();
        match read_keyframe(table, before) {
            Some(keyframe) => keyframes.push(keyframe),
            None => complete = false,
        }
    }
    complete.then_some(keyframes)
}

fn read_keyframe(reader: &Reader<'_>, before: Option<Keyframe>) -> Option<Keyframe> {
    let (time, shift, turn) = (reader.number(&TIME), reader.vector(&MOVE), reader.number(&TURN));
    reader.finish();
    let time = time?.value;
    if let Some(before) = before.filter(|before| time <= before.time) {
        reader.error(
            &TIME,
            format!("keyframes must go forward in time, but {time} s does not come after {} s", before.time),
            "put them in ascending order of `time`",
        );
        return None;
    }
    Some(Keyframe {
        time,
        shift: shift.map_or(before.map_or(DVec3::ZERO, |keyframe| keyframe.shift), |shift| shift.value),
        turn: turn.map_or(before.map_or(0.0, |keyframe| keyframe.turn), |turn| turn.value),
    })
}
