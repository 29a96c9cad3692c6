//! Functions and unions of a `shape = { ... }`.

use glam::DVec3;

use super::body::{ROTATION_KEYS, read_placement};
use super::shape::{self, PLAUSIBLE_SIZE};
use crate::expression::Expression;
use crate::place::Located;
use crate::plan::{Shape, UnionPart};
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Field, Kind, Section};
use crate::tree::{Node, Value};
use crate::units::Dimension;

pub(super) const IMPLICIT: Field = Field::optional(
    "implicit",
    Kind::Text,
    "\"x^2 + y^2 + z^2 - 1\"",
    "",
    "Everything in `bounds` where this function of x, y, z (in metres) is negative: numbers, `pi`, `+ - * / ^`, brackets, \
     `sqrt`, `sin`, `cos`, `abs`, `exp`, `min(a, b)`, `max(a, b)`. `min` of two functions is both bodies together, `max` what they share.",
);
pub(super) const BOUNDS: Field = Field::optional(
    "bounds",
    Kind::Special("two points"),
    "[[-1.1, -1.1, -1.1], [1.1, 1.1, 1.1]]",
    "",
    "For implicit, and needed there: the box the function is looked at in.",
);
pub(super) const UNION: Field = Field::optional(
    "union",
    Kind::Tables(&PART_KEYS),
    "[{ shape = { box = [1, 1, 1] } }, { shape = { sphere = 0.6 }, position = [1, 0, 0] }]",
    "",
    "Several shapes as one body; what overlaps counts once.",
);

const PART_SHAPE: Field = Field::required(
    "shape",
    Kind::Special("a shape, as of a body, but no union"),
    "{ box = [1, 1, 1] }",
    "The geometry of the part.",
);
const PART_POSITION: Field = Field::with_default(
    "position",
    Kind::Vector(Dimension::LENGTH),
    "[0, 0, 0]",
    "Where the part's origin stands in the body's coordinates.",
)
.plausible(0.0, 1e6)
.example("[0, 0, \"40 cm\"]");
const PART_ROTATION: Field = Field::optional(
    "rotation",
    Kind::Table(&ROTATION_KEYS),
    "{ axis = [0, 0, 1], angle = \"30 deg\" }",
    "none",
    "Turn about the part's origin, before it is moved to `position`.",
);
const PART_KEYS: Section = Section::new(
    "union = [{ ... }]",
    "A part of a body.",
    &[&PART_SHAPE, &PART_POSITION, &PART_ROTATION],
    "shape = { union = [{ shape = { box = [1, 1, 1] } }, { shape = { sphere = 0.6 }, position = [1, 0, 0] }] }",
);

/// More parts than this are for a file.
const MOST_PARTS: usize = 1000;

pub(super) fn read_implicit(reader: &Reader<'_>) -> Option<Shape> {
    let text = reader.text(&IMPLICIT);
    let bounds = reader.special(&BOUNDS, read_bounds);
    if !reader.has(&BOUNDS) {
        let remedy = format!("add for example `bounds = {}`", BOUNDS.example);
        reader.error(&IMPLICIT, "`implicit` needs `bounds`, the box the function is looked at in", remedy);
    }
    let text = text?;
    if let Err(error) = Expression::parse(&text.value) {
        reader.error(&IMPLICIT, format!("in \"{}\": {error}", text.value), error.remedy());
        return None;
    }
    Some(Shape::Implicit { text, bounds: bounds?.value })
}

fn read_bounds(spot: Spot<'_>, node: &Node) -> Option<[DVec3; 2]> {
    let items = match &node.value {
        Value::List(items) if items.len() == 2 => items,
        _ => {
            spot.error(node.place, "`bounds` must be two points", spot.like());
            return None;
        }
    };
    let rule = NumberRule { plausible: Some((0.0, PLAUSIBLE_SIZE.1)), ..NumberRule::any(Dimension::LENGTH) };
    let [Some(low), Some(high)] = [0, 1].map(|i| value::vector(spot, &items[i], &rule)) else { return None };
    if !low.cmplt(high).all() {
        spot.error(node.place, "`bounds` is an empty box", "give the smaller coordinates first");
        return None;
    }
    Some([low, high])
}

pub(super) fn read_union(reader: &Reader<'_>) -> Option<Shape> {
    let parts = reader.tables(&UNION, &PART_KEYS)?;
    if parts.is_empty() || parts.len() > MOST_PARTS {
        let reason = format!("a union has 1 to {MOST_PARTS} parts, but this one has {}", parts.len());
        reader.error(&UNION, reason, format!("write for example `union = {}`", UNION.example));
        return None;
    }
    let parts: Vec<Option<UnionPart>> = parts.iter().map(read_part).collect();
    parts.into_iter().collect::<Option<Vec<UnionPart>>>().map(Shape::Union)
}

fn read_part(reader: &Reader<'_>) -> Option<UnionPart> {
    let shape = reader.special(&PART_SHAPE, |spot, node| {
        let Value::Table(table) = &node.value else {
            spot.wrong_kind(node, "a table");
            return None;
        };
        if let Some(inner) = table.get(UNION.name) {
            spot.error(inner.key_place, "a union cannot be a part of a union", "put all parts into one list");
            return None;
        }
        let keys = Reader::new(spot.sink, table, &shape::SHAPE, spot.path.to_string(), node.place);
        shape::read(&keys)
    });
    let placement = read_placement(reader, &PART_POSITION, &PART_ROTATION);
    reader.finish();
    let Located { value: shape, .. } = shape?;
    Some(UnionPart { shape, placement: placement? })
}
