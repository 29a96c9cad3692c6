//! `[load.NAME]`.

use super::root::Named;
use super::{Context, region, resolve_bodies};
use crate::plan::{Gusts, History, LoadKind, LoadPlan, Spread};
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Bounds, Field, Kind, Section, choices_of};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const BODY: Field = Field::required(
    "body",
    Kind::Special("the name of a body, a list of names, or `\"all\"`"),
    "\"beam\"",
    "On whom it acts. Each body, and each of its copies, feels all of the load.",
);
const WHERE: Field = Field::optional(
    "where",
    Kind::Region,
    "{ face = \"x+\" }",
    "the whole body for `acceleration` and `wind`, else it must be given",
    "On which part it acts. Tractions, pressures and wind act on the part of the surface that lies in the region: on faces all of whose \
     nodes do.",
);
const FORCE: Field = Field::optional(
    "force",
    Kind::Vector(Dimension::FORCE),
    "[0, 0, \"-5 N\"]",
    "",
    "A total force that keeps its direction.",
);
const TRACTION: Field = Field::optional(
    "traction",
    Kind::Vector(Dimension::PRESSURE),
    "[0, 0, \"-1 kPa\"]",
    "",
    "A force per area at rest that keeps its direction.",
);
const PRESSURE: Field = Field::optional(
    "pressure",
    Kind::Number(Dimension::PRESSURE),
    "\"10 kPa\"",
    "",
    "A force per area that follows the surface; positive pushes inwards.",
);
const TORQUE: Field = Field::optional(
    "torque",
    Kind::Vector(Dimension::TORQUE),
    "[\"3 N m\", 0, 0]",
    "",
    "A total torque, axis times size; its forces follow the region as it turns.",
);
const ACCELERATION: Field = Field::optional(
    "acceleration",
    Kind::Vector(Dimension::ACCELERATION),
    "[\"2 m/s2\", 0, 0]",
    "",
    "A force per mass, like a second gravity.",
);
const WIND: Field = Field::optional(
    "wind",
    Kind::Vector(Dimension::VELOCITY),
    "[\"5 m/s\", 0, 0]",
    "",
    "Velocity of air that pushes the surface: with the velocity u of the air against a piece of surface with normal n, \
     `density drag |u| (u . n) n / 2` per area. The side of a solid that faces the wind is pushed, an open sheet from both sides; parts do not \
     shelter each other. In still air, `[0, 0, 0]`, it is drag.",
)
.plausible(0.0, 1e3);
const DRAG: Field = Field::with_default(
    "drag",
    Kind::Number(Dimension::RATIO),
    "1.0",
    "For `wind`: pressure on a surface square to the wind, over that of air that is stopped.",
)
.within(Bounds::NonNegative);
const AIR_DENSITY: Field = Field::with_default(
    "density",
    Kind::Number(Dimension::DENSITY),
    "\"1.2 kg/m3\"",
    "For `wind`: mass per volume of what blows.",
)
.within(Bounds::NonNegative);
const GUSTS: Field = Field::optional(
    "gusts",
    Kind::Table(&GUST_KEYS),
    "{ period = \"2 s\", strength = 0.5 }",
    "it blows evenly",
    "For `wind`: how it comes and goes.",
);
const PERIOD: Field =
    Field::required("period", Kind::Number(Dimension::TIME), "\"2 s\"", "From gust to gust.")
        .within(Bounds::Positive);
const STRENGTH: Field = Field::with_default(
    "strength",
    Kind::Number(Dimension::RATIO),
    "0.5",
    "Share of the speed that comes and goes; with 1 it dies down to nothing.",
)
.within(Bounds::NonNegative);
const GUST_KEYS: Section = Section::new(
    "gusts = { ... }",
    "A wind that swells and dies down: its speed is multiplied by `1 + strength sin(2 pi t / period)`.",
    &[&PERIOD, &STRENGTH],
    "gusts = { period = \"2 s\", strength = 0.5 }",
);
const SPREAD: Field = Field::with_default(
    "spread",
    Kind::Choice(choices_of::<Spread>),
    "\"auto\"",
    "For `force`: how the total is shared out over the region.",
);
const ABOUT: Field = Field::optional(
    "about",
    Kind::Vector(Dimension::LENGTH),
    "[\"1 m\", \"10 cm\", \"10 cm\"]",
    "the region's centre, which moves with it",
    "For `torque`: a point of a fixed axis, in the world. The forces may then have a resultant, as when a wheel is turned at its rim.",
);
const OVER_TIME: Field = Field::optional(
    "over_time",
    Kind::Special("`\"step\"`, `\"ramp\"`, or pairs of time and factor"),
    "[[\"0 s\", 0.0], [\"1 s\", 1.0]]",
    "`\"step\"`; `\"ramp\"` in a quasi-static run",
    "Strength over time. `\"step\"`: all of it from the beginning. `\"ramp\"`: from nothing to all of it over the duration. Pairs: \
     straight lines between, constant before and after.",
);

const KINDS: &[&Field] = &[&FORCE, &TRACTION, &PRESSURE, &TORQUE, &ACCELERATION, &WIND];

pub(crate) const LOAD: Section = Section::new(
    "[load.NAME]",
    "Pushes a part of a body: exactly one of `force`, `traction`, `pressure`, `torque`, `acceleration` and `wind`. Gravity is not a \
     load; it is set at the top of the file.",
    &[
        &BODY,
        &WHERE,
        &FORCE,
        &TRACTION,
        &PRESSURE,
        &TORQUE,
        &ACCELERATION,
        &WIND,
        &DRAG,
        &AIR_DENSITY,
        &GUSTS,
        &SPREAD,
        &ABOUT,
        &OVER_TIME,
    ],
    "[load.push]\nbody = \"beam\"\nwhere = { face = \"x+\" }\nforce = [0, 0, \"-5 N\"]\nover_time = [[\"0 s\", 0.0], [\"1 s\", 1.0]]",
);

pub(crate) fn read(named: &Named<'_>, context: &Context) -> Option<LoadPlan> {
    let reader = &named.reader;
    let bodies = reader.special(&BODY, |spot, node| resolve_bodies(spot, node, context));
    let chosen = reader.exactly_one(KINDS);
    let kind = chosen.and_then(|field| read_kind(reader, field));
    if let Some(field) = chosen {
        refuse_foreign_options(reader, field);
    }
    let part = read_part(reader, chosen);
    let history = read_history(reader, context);
    reader.finish();
    let kind = kind?;
    warn_if_nothing(reader, &kind, chosen?);
    Some(LoadPlan {
        name: named.name.clone(),
        place: named.place,
        bodies: bodies?.value,
        region: part?,
        kind,
        history: history?,
    })
}

fn read_kind(reader: &Reader<'_>, field: &'static Field) -> Option<LoadKind> {
    match field.name {
        "force" => {
            let (total, spread) = (reader.vector(&FORCE), reader.choice::<Spread>(&SPREAD));
            Some(LoadKind::Force { total: total?.value, spread: spread?.value })
        }
        "traction" => reader.vector(&TRACTION).map(|traction| LoadKind::Traction(traction.value)),
        "pressure" => reader.number(&PRESSURE).map(|pressure| LoadKind::Pressure(pressure.value)),
        "torque" => {
            let (total, about) = (reader.vector(&TORQUE), reader.vector(&ABOUT));
            Some(LoadKind::Torque { total: total?.value, about: about.map(|about| about.value) })
        }
        "wind" => read_wind(reader),
        _ => reader.vector(&ACCELERATION).map(|acceleration| LoadKind::Acceleration(acceleration.value)),
    }
}

fn read_wind(reader: &Reader<'_>) -> Option<LoadKind> {
    let (velocity, drag) = (reader.vector(&WIND), reader.number(&DRAG));
    let density = reader.number(&AIR_DENSITY);
    let gusts = reader.table(&GUSTS, &GUST_KEYS).map(|keys| {
        let (period, strength) = (keys.number(&PERIOD), keys.number(&STRENGTH));
        keys.finish();
        Some(Gusts { period: period?.value, strength: strength?.value })
    });
    let gusts = gusts.map_or(Some(None), |gusts| gusts.map(Some))?;
    Some(LoadKind::Wind { velocity: velocity?.value, density: density?.value, drag: drag?.value, gusts })
}

fn refuse_foreign_options(reader: &Reader<'_>, kind: &Field) {
    let options =
        [(&SPREAD, &FORCE), (&ABOUT, &TORQUE), (&DRAG, &WIND), (&AIR_DENSITY, &WIND), (&GUSTS, &WIND)];
    for (option, owner) in options {
        if kind.name != owner.name {
            reader.refuse(
                option,
                format!("`{}` does not belong to `{}`", option.name, kind.name),
                format!("remove it; it goes with `{}`", owner.name),
            );
        }
    }
}

fn read_part(reader: &Reader<'_>, kind: Option<&Field>) -> Option<crate::Located<crate::plan::Region>> {
    let part = region::read(reader, &WHERE);
    if reader.has(&WHERE) {
        return part;
    }
    if kind.is_none_or(|kind| [ACCELERATION.name, WIND.name].contains(&kind.name)) {
        return Some(region::all(reader.place));
    }
    reader.missing(&WHERE);
    None
}

fn read_history(reader: &Reader<'_>, context: &Context) -> Option<History> {
    let given = reader.special(&OVER_TIME, read_over_time).map(|history| history.value);
    if reader.has(&OVER_TIME) {
        return given;
    }
    Some(if context.is_static() { History::Ramp } else { History::Step })
}

fn read_over_time(spot: Spot<'_>, node: &Node) -> Option<History> {
    match &node.value {
        Value::Text(text) if text == "step" => Some(History::Step),
        Value::Text(text) if text == "ramp" => Some(History::Ramp),
        Value::List(items) if items.is_empty() => {
            spot.error(
                node.place,
                "`over_time` is empty",
                format!("write for example `over_time = {}`", OVER_TIME.example),
            );
            None
        }
        Value::List(items) => read_pairs(spot, items).map(History::Keyframes),
        _ => {
            spot.wrong_kind_of_word(
                node,
                "\"step\", \"ramp\" or pairs of time and factor",
                "step, ramp, [[\"0 s\", 0.0], [\"1 s\", 1.0]]",
            );
            None
        }
    }
}

fn read_pairs(spot: Spot<'_>, items: &[Node]) -> Option<Vec<(f64, f64)>> {
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    let mut complete = true;
    for item in items {
        let Some(pair) = read_pair(spot, item) else {
            complete = false;
            continue;
        };
        if let Some(before) = pairs.last().filter(|before| pair.0 <= before.0) {
            spot.error(
                item.place,
                format!(
                    "`over_time` must go forward in time, but {} s does not come after {} s",
                    pair.0, before.0
                ),
                "put the pairs in ascending order of time",
            );
            complete = false;
        }
        pairs.push(pair);
    }
    complete.then_some(pairs)
}

fn read_pair(spot: Spot<'_>, item: &Node) -> Option<(f64, f64)> {
    let parts = match &item.value {
        Value::List(parts) if parts.len() == 2 => parts,
        _ => {
            spot.error(
                item.place,
                "this is not a pair of time and factor",
                "write for example [\"1 s\", 1.0]",
            );
            return None;
        }
    };
    let time_rule = NumberRule { bounds: Bounds::NonNegative, ..NumberRule::any(Dimension::TIME) };
    let time = value::number(spot, &parts[0], &time_rule);
    let factor = value::number(spot, &parts[1], &NumberRule::any(Dimension::RATIO));
    Some((time?, factor?))
}

fn warn_if_nothing(reader: &Reader<'_>, kind: &LoadKind, field: &Field) {
    let nothing = match kind {
        LoadKind::Force { total: load, .. }
        | LoadKind::Traction(load)
        | LoadKind::Torque { total: load, .. }
        | LoadKind::Acceleration(load) => load.length_squared() == 0.0,
        LoadKind::Pressure(pressure) => *pressure == 0.0,
        // Still air is drag.
        LoadKind::Wind { density, drag, .. } => *density * *drag == 0.0,
    };
    if nothing {
        reader.warning(field, "this load is zero, so it does nothing", "give it a size, or remove it");
    }
}

/// The same load twice is usually a copy that was meant to be changed.
pub(crate) fn check_duplicates(loads: &[Option<LoadPlan>], sink: &Sink) {
    let loads: Vec<&LoadPlan> = loads.iter().flatten().collect();
    for (number, load) in loads.iter().enumerate() {
        let same = |other: &&&LoadPlan| {
            other.bodies == load.bodies
                && other.region.value == load.region.value
                && other.kind == load.kind
                && other.history == load.history
        };
        if let Some(first) = loads[..number].iter().find(same) {
            sink.warning(
                load.place,
                &format!("load.{}", load.name),
                format!("this load is the same as [load.{}]; the two add up", first.name),
                "change one of them, or remove it",
            );
        }
    }
}
