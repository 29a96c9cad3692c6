//! `[pin.NAME]`.

use glam::DVec3;

use super::root::Named;
use super::{Context, motion, region, resolve_bodies};
use crate::plan::{Hold, Motion, PinPlan};
use crate::schema::reader::Reader;
use crate::schema::value::Spot;
use crate::schema::{Field, Kind, Section};
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
const MOMENT: Field = Field::with_default(
    "moment",
    Kind::Flag,
    "true",
    "With `false` it is a hinge: it holds places but not directions, so that thin sections may turn about it. Only for bodies of method \
     `elaston`; of others a hinge is a pin that holds one line of points.",
)
.example("false");
const MOTION: Field = Field::optional(
    "motion",
    Kind::Table(&motion::PIN_MOTION),
    "{ keyframes = [{ time = 0 }, { time = \"2 s\", move = [0, 0, \"5 cm\"] }] }",
    "it stands still",
    "How the held part moves.",
);

pub(crate) const PIN: Section = Section::new(
    "[pin.NAME]",
    "Holds a part of a body where it is, or moves it as prescribed.",
    &[&BODY, &WHERE, &AXES, &ALONG, &MOMENT, &MOTION],
    "[pin.grip]\nbody = \"beam\"\nwhere = { face = \"x+\" }\n\
     motion = { keyframes = [{ time = 0 }, { time = \"2 s\", turn = \"90 deg\" }], axis = [1, 0, 0] }",
);

pub(crate) fn read(named: &Named<'_>, context: &Context) -> Option<PinPlan> {
    let reader = &named.reader;
    let bodies = reader.special(&BODY, |spot, node| resolve_bodies(spot, node, context));
    let part = region::read(reader, &WHERE);
    let hold = read_hold(reader);
    let moment = reader.flag(&MOMENT);
    let motion = reader.table(&MOTION, &motion::PIN_MOTION).map(|keys| read_motion(&keys, hold));
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
        moment: crate::Located { value: moment?, place: reader.place_of(&MOMENT) },
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

/// A direction alone does not turn.
fn read_motion(reader: &Reader<'_>, hold: Option<Hold>) -> Option<Motion> {
    let motion = motion::read(reader, &motion::OF_PIN)?;
    let turns = motion.keyframes.iter().any(|keyframe| keyframe.turn != 0.0);
    if turns && matches!(hold, Some(Hold::Along(_))) {
        reader.error(
            &motion::KEYFRAMES,
            "a pin that holds one oblique direction cannot turn",
            "use `axes` instead of `along`",
        );
        return None;
    }
    Some(motion)
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
