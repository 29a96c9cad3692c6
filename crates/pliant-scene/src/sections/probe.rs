//! `[probe.NAME]`.

use super::root::Named;
use super::{Context, region, resolve, resolve_bodies, resolve_several};
use crate::plan::{Component, Gather, LOAD_FACTOR, ProbePlan, ProbeTarget, Quantity};
use crate::schema::reader::Reader;
use crate::schema::suggest::nearest;
use crate::schema::value::Spot;
use crate::schema::{Choose, Field, Kind, Section, choices_of};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const BODY: Field = Field::optional(
    "body",
    Kind::Special("the name of a body, a list of names, or `\"all\"`"),
    "\"beam\"",
    "must be given, unless `pin` or `collider` is",
    "Whom it measures.",
);
const WHERE: Field = Field::optional(
    "where",
    Kind::Region,
    "{ near = [\"1 m\", \"10 cm\", \"10 cm\"] }",
    "the whole body",
    "Which part it measures.",
);
const AT: Field = Field::optional(
    "at",
    Kind::Vector(Dimension::LENGTH),
    "[\"1 m\", \"10 cm\", \"10 cm\"]",
    "given by `where`",
    "Instead of `where`: an exact material point, in the body's own coordinates at rest; values are interpolated. Of several copies \
     the first is read.",
);
const PIN: Field = Field::optional(
    "pin",
    Kind::Special("the name of a pin"),
    "\"root\"",
    "given by `body` and `where`",
    "For `reaction`, instead of `body` and `where`: the pin whose nodes are read. If other pins hold them too, their force counts.",
);
const COLLIDER: Field = Field::optional(
    "collider",
    Kind::Special("the name of a collider, a list of names, or `\"all\"`"),
    "\"floor\"",
    "given by `body` and `where`",
    "For `contact-force`, instead of `body` and `where`: the collider that all bodies together push with this force; several are gathered. It has no `.spread`.",
);
const READ: Field = Field::required(
    "read",
    Kind::Special("a quantity, or a quantity and a component: `displacement.z`"),
    "\"displacement.z\"",
    "What it measures. Without a component each one gets a column of its own. The table below lists quantities and components.",
);
const GATHER: Field = Field::optional(
    "gather",
    Kind::Choice(choices_of::<Gather>),
    "\"max\"",
    "`sum` for reaction, energy, the momenta and contact-force, `max` for contact-pressure, `min` for contact-gap and volume, else `mean`",
    "How the values of a region become one.",
);

pub(crate) const PROBE: Section = Section::new(
    "[probe.NAME]",
    "Measures something over time; each probe is a column (or several) of probes.csv.",
    &[&BODY, &WHERE, &AT, &PIN, &COLLIDER, &READ, &GATHER],
    "[probe.tip]\nbody = \"beam\"\nat = [\"1 m\", \"10 cm\", \"10 cm\"]\nread = \"displacement.z\"\n\n\
     [probe.pull]\npin = \"root\"\nread = \"reaction.x\"",
);

pub(crate) fn read(named: &Named<'_>, context: &Context) -> Option<ProbePlan> {
    let reader = &named.reader;
    if named.name == "time" {
        reader.error_here(
            "a probe cannot be called \"time\": the first column of probes.csv is",
            "choose another name",
        );
    }
    if named.name == LOAD_FACTOR && context.follows_path {
        reader.error_here(
            format!("a probe cannot be called \"{LOAD_FACTOR}\" where a path is followed: the second column of probes.csv is"),
            "choose another name",
        );
    }
    let reading = reader.special(&READ, read_quantity);
    let quantity = reading.as_ref().map(|reading| reading.value.quantity);
    let component = reading.as_ref().and_then(|reading| reading.value.component);
    check_contact(reader, context, quantity);
    check_spread(reader, component);
    let target = read_target(reader, context, quantity);
    let gather = reader.choice::<Gather>(&GATHER).map(|gather| gather.value);
    check_gather(reader, quantity, component, gather);
    reader.finish();
    let reading = reading?;
    let quantity = quantity?;
    let components = component.map_or(quantity.default_components().to_vec(), |component| vec![component]);
    let columns = match components[..] {
        [_] => vec![named.name.clone()],
        _ => components.iter().map(|component| format!("{}.{}", named.name, component.word())).collect(),
    };
    Some(ProbePlan {
        name: named.name.clone(),
        place: named.place,
        target: target?,
        quantity: crate::Located { value: quantity, place: reading.place },
        components,
        columns,
        gather: gather.unwrap_or(quantity.default_gather()),
    })
}

struct Reading {
    quantity: Quantity,
    component: Option<Component>,
}

fn read_quantity(spot: Spot<'_>, node: &Node) -> Option<Reading> {
    let Value::Text(text) = &node.value else {
        spot.wrong_kind(node, "a quantity");
        return None;
    };
    let (name, component) = match text.split_once('.') {
        Some((name, component)) => (name, Some(component)),
        None => (text.as_str(), None),
    };
    let found = Quantity::ALL.iter().find(|(_, choice)| choice.name == name);
    let Some((quantity, _)) = found else {
        let names: Vec<&str> = Quantity::ALL.iter().map(|(_, choice)| choice.name).collect();
        let hint = nearest(name, names.iter().copied())
            .map_or(String::new(), |near| format!("did you mean \"{near}\"? "));
        spot.error(
            node.place,
            format!("the quantity \"{name}\" is not known"),
            format!("{hint}Possible: {}", names.join(", ")),
        );
        return None;
    };
    let Some(component) = component else { return Some(Reading { quantity: *quantity, component: None }) };
    let known = quantity.components();
    let found = known.iter().find(|known| known.word() == component);
    if found.is_none() {
        let words: Vec<&str> = known.iter().map(|known| known.word()).collect();
        let remedy = match words[..] {
            [] => format!("it is a single number: write `read = \"{name}\"`"),
            _ => format!("choose one of: {}", words.join(", ")),
        };
        spot.error(node.place, format!("{name} has no component \"{component}\""), remedy);
    }
    found.map(|component| Reading { quantity: *quantity, component: Some(*component) })
}

fn read_target(reader: &Reader<'_>, context: &Context, quantity: Option<Quantity>) -> Option<ProbeTarget> {
    let bodies = reader.special(&BODY, |spot, node| resolve_bodies(spot, node, context));
    let part = region::read(reader, &WHERE);
    let at = reader.vector(&AT);
    let pin = reader.special(&PIN, |spot, node| resolve(spot, node, "pin", &context.pins));
    let colliders =
        reader.special(&COLLIDER, |spot, node| resolve_several(spot, node, "collider", &context.colliders));
    if reader.has(&COLLIDER) {
        let colliders = check_collider(reader, quantity).and(colliders)?.value;
        return nonempty(reader, colliders).map(ProbeTarget::Colliders);
    }
    if reader.has(&PIN) {
        return check_pin(reader, quantity).and(pin).map(|pin| ProbeTarget::Pin(pin.value));
    }
    if !reader.has(&BODY) {
        reader.missing(&BODY);
        return None;
    }
    if reader.has(&AT) {
        check_point(reader, quantity)?;
        let [body] = bodies?.value[..] else {
            reader.error(&BODY, "`at` reads a point of one body", "name a single body");
            return None;
        };
        return at.map(|at| ProbeTarget::Point { body, at });
    }
    let part = if reader.has(&WHERE) { part? } else { region::all(reader.place) };
    Some(ProbeTarget::Region { bodies: bodies?.value, region: part })
}

/// What is touched can be read only if anything can touch.
fn check_contact(reader: &Reader<'_>, context: &Context, quantity: Option<Quantity>) {
    if let Some(quantity) = quantity.filter(|quantity| quantity.is_of_contact() && !context.contact.is_on) {
        reader.error(
            &READ,
            format!("contact is off, so there is no {} to read", quantity.word()),
            "add a table [contact] or a collider",
        );
    }
}

fn check_collider(reader: &Reader<'_>, quantity: Option<Quantity>) -> Option<()> {
    let mut fine = refuse_beside(reader, &COLLIDER, &[&BODY, &WHERE, &AT, &PIN]);
    if quantity.is_some_and(|quantity| quantity != Quantity::ContactForce) {
        reader.error(
            &COLLIDER,
            "only a contact force can be read from a collider",
            "write `read = \"contact-force\"`, or give `body` and `where` instead",
        );
        fine = false;
    }
    fine.then_some(())
}

/// A collider knows the sum of the forces on it, not where each acts.
fn check_spread(reader: &Reader<'_>, component: Option<Component>) {
    if component == Some(Component::Spread) && reader.has(&COLLIDER) {
        reader.error(
            &READ,
            "a collider knows only the sum of the forces on it, so it has no spread",
            "give `body` and `where` instead of `collider`",
        );
    }
}

/// `collider = "all"` of a scene that has none.
fn nonempty(reader: &Reader<'_>, colliders: Vec<usize>) -> Option<Vec<usize>> {
    if colliders.is_empty() {
        reader.error(&COLLIDER, "the scene has no collider", "add a table [collider.NAME]");
        return None;
    }
    Some(colliders)
}

/// Refuses keys beside one that excludes them; whether there were none.
fn refuse_beside(reader: &Reader<'_>, field: &Field, others: &[&Field]) -> bool {
    let given: Vec<&&Field> = others.iter().filter(|other| reader.has(other)).collect();
    for other in &given {
        let reason = format!("`{}` and `{}` exclude each other", field.name, other.name);
        reader.error(other, reason, "keep one of them");
    }
    given.is_empty()
}

fn check_pin(reader: &Reader<'_>, quantity: Option<Quantity>) -> Option<()> {
    let mut fine = refuse_beside(reader, &PIN, &[&BODY, &WHERE, &AT]);
    if quantity.is_some_and(|quantity| quantity != Quantity::Reaction) {
        reader.error(
            &PIN,
            "only a reaction can be read from a pin",
            "write `read = \"reaction\"`, or give `body` and `where` instead",
        );
        fine = false;
    }
    fine.then_some(())
}

fn check_point(reader: &Reader<'_>, quantity: Option<Quantity>) -> Option<()> {
    if reader.has(&WHERE) {
        reader.error(&AT, "`where` and `at` exclude each other", "keep one of them");
        return None;
    }
    if let Some(quantity) = quantity.filter(|quantity| !quantity.exists_at_a_point()) {
        reader.error(
            &AT,
            format!("{} belongs to a region, not to a point", quantity.word()),
            "give `where` instead of `at`",
        );
        return None;
    }
    Some(())
}

fn check_gather(
    reader: &Reader<'_>,
    quantity: Option<Quantity>,
    component: Option<Component>,
    gather: Option<Gather>,
) {
    let Some(gather) = gather else { return };
    if reader.has(&AT) {
        reader.error(&GATHER, "a point has one value, so there is nothing to gather", "remove `gather`");
    } else if component == Some(Component::Spread) {
        reader.error(
            &GATHER,
            "the spread belongs to all forces of the region together, so there is nothing to gather",
            "remove `gather`",
        );
    } else if let Some(quantity) = quantity.filter(|quantity| quantity.is_total() && gather != Gather::Sum) {
        reader.error(
            &GATHER,
            format!("{} is a sum over the region, so it has no {}", quantity.word(), gather.word()),
            "remove `gather`",
        );
    }
}
