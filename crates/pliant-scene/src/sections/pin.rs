//! `[pin.NAME]`.

use glam::DVec3;

use super::root::Named;
use super::{Context, region, resolve_bodies};
use crate::plan::{Hold, Interpolation, Keyframe, Motion, PinPlan};
use crate::schema::reader::Reader;
use crate::schema::value::Spot;
use crate::schema::{Bounds, Field, Kind, Section, choices_of};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const BODY: Field = Field::required(
    "body",
    Kind::Special("the name of a body, a list of names, or `\"all\"`"),
    "\"beam\"",
    "Whom it holds.",
);
const WHERE: Field = Field::required("where", Kind::Region, "{ face = \"x-\" }", "Which part it holds.");
const AXES: Field = Field::optional(
    "axes",
    Kind::Special("letters of `xyz`"),
    "\"xz\"",
    "`xyz`, unless `along` is given",
    "Which world directions are held. `\"z\"` alone is a roller or a symmetry plane.",
);
const ALONG: Field = Field::optional(
    "along",
    Kind::Vector(Dimension::RATIO),
    "[1, 1, 0]",
    "given by `axes`",
    "Instead of `axes`: one oblique world direction that is held; any length.",
);
const MOTION: Field = Field::optional(
    "motion",
    Kind::Table(&MOTION_KEYS),
    "{ keyframes = [{ time = 0 }, { time = \"2 s\", move = [0, 0, \"5 cm\"] }] }",
    "it stands still",
    "How the held part moves.",
);

pub(crate) const PIN: Section = Section::new(
    "[pin.NAME]",
    "Holds a part of a body where it is, or moves it as prescribed.",
    &[&BODY, &WHERE, &AXES, &ALONG, &MOTION],
    "[pin.grip]\nbody = \"beam\"\nwhere = { face = \"x+\" }\n\
     motion = { keyframes = [{ time = 0 }, { time = \"2 s\", turn = \"90 deg\" }], axis = [1, 0, 0] }",
);

const KEYFRAMES: Field = Field::required(
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
const ABOUT: Field = Field::optional(
    "about",
    Kind::Vector(Dimension::LENGTH),
    "[\"1 m\", \"10 cm\", \"10 cm\"]",
    "the mean of the held points, for each body and copy its own",
    "A point on the axis, in the world. It moves along with `move`.",
);
const INTERPOLATION: Field = Field::with_default(
    "interpolation",
    Kind::Choice(choices_of::<Interpolation>),
    "\"linear\"",
    "How it goes from one keyframe to the next.",
);
const MOTION_KEYS: Section = Section::new(
    "motion = { ... }",
    "The prescribed motion of a pin, measured from rest: first the turn, then the shift.",
    &[&KEYFRAMES, &AXIS, &ABOUT, &INTERPOLATION],
    "motion = { keyframes = [{ time = 0 }, { time = \"1 s\", turn = \"180 deg\" }], axis = [1, 0, 0], interpolation = \"smooth\" }",
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

pub(crate) fn read(named: &Named<'_>, context: &Context) -> Option<PinPlan> {
    let reader = &named.reader;
    let bodies = reader.special(&BODY, |spot, node| resolve_bodies(spot, node, context));
    let part = region::read(reader, &WHERE);
    let hold = read_hold(reader);
    let motion = reader.table(&MOTION, &MOTION_KEYS).map(|keys| read_motion(&keys, hold));
    reader.finish();
    let motion = motion.map_or(Some(None), |motion| motion.map(Some))?;
    if let Some(motion) = &motion {
        warn_about_jump(reader, motion, context);
    }
    Some(PinPlan {
        name: named.name.clone(),
        place: named.place,
        bodies: bodies?.value,
        region: part?,
        hold: hold?,
        motion,
    })
}

fn read_hold(reader: &Reader<'_>) -> Option<Hold> {
    let (axes, along) = (reader.special(&AXES, read_axes), reader.direction(&ALONG));
    match (reader.has(&AXES), reader.has(&ALONG)) {
        (true, true) => {
            reader.error(
                &ALONG,
                "`axes` and `along` exclude each other",
                "keep one of them; a second pin can hold the rest",
            );
            None
        }
        (false, true) => along.map(|direction| Hold::Along(direction.value)),
        (true, false) => axes.map(|axes| Hold::Axes(axes.value)),
        (false, false) => Some(Hold::Axes([true; 3])),
    }
}

fn read_axes(spot: Spot<'_>, node: &Node) -> Option<[bool; 3]> {
    let letters = match &node.value {
        Value::Text(text) => text.as_str(),
        _ => "",
    };
    let mut held = [false; 3];
    for letter in letters.chars() {
        match "xyz".find(letter) {
            Some(axis) if !held[axis] => held[axis] = true,
            _ => held = [false; 3],
        }
        if held == [false; 3] {
            break;
        }
    }
    if held == [false; 3] {
        spot.wrong_kind_of_word(
            node,
            "some of the letters x, y and z, each once",
            "x, y, z, xy, xz, yz, xyz",
        );
        return None;
    }
    Some(held)
}

fn read_motion(reader: &Reader<'_>, hold: Option<Hold>) -> Option<Motion> {
    let keyframes = read_keyframes(reader);
    let axis = reader.direction(&AXIS);
    let about = reader.vector(&ABOUT);
    let interpolation = reader.choice::<Interpolation>(&INTERPOLATION);
    reader.finish();
    let keyframes = keyframes?;
    let turns = keyframes.iter().any(|keyframe| keyframe.turn != 0.0);
    if turns && !reader.has(&AXIS) {
        reader.error_here("`turn` needs an axis", "add for example `axis = [1, 0, 0]` to the motion");
        return None;
    }
    if turns && matches!(hold, Some(Hold::Along(_))) {
        reader.error(
            &KEYFRAMES,
            "a pin that holds one oblique direction cannot turn",
            "use `axes` instead of `along`",
        );
        return None;
    }
    if !turns && (reader.has(&AXIS) || reader.has(&ABOUT)) {
        let field = if reader.has(&AXIS) { &AXIS } else { &ABOUT };
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

fn warn_about_jump(reader: &Reader<'_>, motion: &Motion, context: &Context) {
    let Some(first) = motion.keyframes.first() else { return };
    if !context.is_static() && (first.shift != DVec3::ZERO || first.turn != 0.0) {
        reader.warning(
            &MOTION,
            "the held part jumps at the beginning, because its first keyframe is not where it rests",
            "begin with `{ time = 0 }`, or place the body there",
        );
    }
}
