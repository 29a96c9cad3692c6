//! Regions: the values of `where`.

use crate::place::{Located, Place};
use crate::plan::{Axis, NearTarget, Region};
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot, shown};
use crate::schema::{Bounds, Field, Kind, Section, choice_enum, choices_of};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const LENGTHS: Kind = Kind::Vector(Dimension::LENGTH);

const BOX: Field = Field::optional(
    "box",
    Kind::Special("two corners"),
    "[[0, 0, 0], [\"1 cm\", \"20 cm\", \"20 cm\"]]",
    "",
    "Everything inside of the box between two opposite corners.",
);
const SPHERE: Field = Field::optional(
    "sphere",
    Kind::Table(&SPHERE_KEYS),
    "{ centre = [0, 0, 0], radius = \"1 cm\" }",
    "",
    "Everything inside of a sphere.",
);
const HALF_SPACE: Field = Field::optional(
    "half_space",
    Kind::Table(&HALF_SPACE_KEYS),
    "{ point = [0, 0, \"5 cm\"], normal = [0, 0, 1] }",
    "",
    "Everything on the side of a plane its normal points to.",
);
const CYLINDER: Field = Field::optional(
    "cylinder",
    Kind::Table(&CYLINDER_KEYS),
    "{ from = [0, 0, 0], to = [0, 0, \"10 cm\"], radius = \"1 cm\" }",
    "",
    "Everything inside of a cylinder with flat ends.",
);
const NEAR: Field = Field::optional(
    "near",
    Kind::Special("a point, `\"centre\"` or `\"corners\"`"),
    "[\"1 m\", \"10 cm\", \"10 cm\"]",
    "",
    "The node nearest to a point (all of them if several are equally near), to the centre of the body's bounding box, or to each \
     of its corners.",
);
const FACE: Field = Field::optional(
    "face",
    Kind::Choice(choices_of::<Side>),
    "\"x-\"",
    "",
    "One side of the body: everything with the smallest (`-`) or largest (`+`) coordinate; of a box or block its side, twisted or not.",
);
const GROUP: Field = Field::optional(
    "group",
    Kind::Text,
    "\"inlet\"",
    "",
    "A named group of the mesh file the body comes from.",
);
const ANY: Field = Field::optional(
    "any",
    Kind::Special("a list of regions"),
    "[{ face = \"x-\" }, { face = \"x+\" }]",
    "",
    "What is in at least one of several regions.",
);
const EVERY: Field = Field::optional(
    "every",
    Kind::Special("a list of regions"),
    "[{ face = \"x-\" }, { face = \"z+\" }]",
    "",
    "What is in all of several regions.",
);
const NOT: Field = Field::optional("not", Kind::Region, "{ face = \"x-\" }", "", "Everything but a region.");

const KINDS: &[&Field] = &[&BOX, &SPHERE, &HALF_SPACE, &CYLINDER, &NEAR, &FACE, &GROUP, &ANY, &EVERY, &NOT];

pub(crate) const REGION: Section = Section::new(
    "where = { ... }",
    "Regions select parts of a body for pins, loads, probes and materials. A region is `\"all\"` or a table with exactly one of \
     these keys. Coordinates are the body's own at rest, before `position`, `rotation` and `copies`; a hair of tolerance is added, so \
     that points on a border are in.",
    KINDS,
    "where = { every = [{ face = \"x+\" }, { not = { half_space = { point = [0, 0, \"5 cm\"], normal = [0, 0, 1] } } }] }",
);

const CENTRE: Field = Field::required("centre", LENGTHS, "[0, 0, 0]", "Centre.");
const RADIUS: Field = Field::required("radius", Kind::Number(Dimension::LENGTH), "\"1 cm\"", "Radius.")
    .within(Bounds::Positive);
const POINT: Field = Field::required("point", LENGTHS, "[0, 0, \"5 cm\"]", "A point of the plane.");
const NORMAL: Field = Field::required(
    "normal",
    Kind::Vector(Dimension::RATIO),
    "[0, 0, 1]",
    "Direction of the selected side; any length.",
);
const FROM: Field = Field::required("from", LENGTHS, "[0, 0, 0]", "Centre of one end.");
const TO: Field = Field::required("to", LENGTHS, "[0, 0, \"10 cm\"]", "Centre of the other end.");

const SPHERE_KEYS: Section = Section::new(
    "sphere = { ... }",
    "A region inside of a sphere.",
    &[&CENTRE, &RADIUS],
    "where = { sphere = { centre = [0, 0, 0], radius = \"1 cm\" } }",
);
const HALF_SPACE_KEYS: Section = Section::new(
    "half_space = { ... }",
    "A region on one side of a plane.",
    &[&POINT, &NORMAL],
    "where = { half_space = { point = [0, 0, \"5 cm\"], normal = [0, 0, 1] } }",
);
const CYLINDER_KEYS: Section = Section::new(
    "cylinder = { ... }",
    "A region inside of a cylinder.",
    &[&FROM, &TO, &RADIUS],
    "where = { cylinder = { from = [0, 0, 0], to = [0, 0, \"10 cm\"], radius = \"1 cm\" } }",
);

choice_enum! {
    /// Sides of a body.
    pub enum Side {
        /// Smallest x.
        XLower = "x-",
        /// Largest x.
        XUpper = "x+",
        /// Smallest y.
        YLower = "y-",
        /// Largest y.
        YUpper = "y+",
        /// Smallest z.
        ZLower = "z-",
        /// Largest z.
        ZUpper = "z+",
    }
}

impl Side {
    fn region(self) -> Region {
        let (axis, upper) = match self {
            Self::XLower => (Axis::X, false),
            Self::XUpper => (Axis::X, true),
            Self::YLower => (Axis::Y, false),
            Self::YUpper => (Axis::Y, true),
            Self::ZLower => (Axis::Z, false),
            Self::ZUpper => (Axis::Z, true),
        };
        Region::Face { axis, upper }
    }
}

/// Reads the region under a key.
pub(super) fn read(reader: &Reader<'_>, field: &'static Field) -> Option<Located<Region>> {
    reader.special(field, read_node)
}

fn read_node(spot: Spot<'_>, node: &Node) -> Option<Region> {
    match &node.value {
        Value::Text(text) if text == "all" => Some(Region::All),
        Value::Table(table) => {
            let reader = Reader::new(spot.sink, table, &REGION, spot.path.to_string(), node.place);
            let region = reader.exactly_one(KINDS).and_then(|kind| read_kind(&reader, kind));
            reader.finish();
            region
        }
        _ => {
            spot.error(
                node.place,
                format!("`{}` must be a region, but is {}", spot.name, shown(node)),
                "write \"all\" or a table like { face = \"x-\" }",
            );
            None
        }
    }
}

fn read_kind(reader: &Reader<'_>, kind: &'static Field) -> Option<Region> {
    match kind.name {
        "box" => reader.special(&BOX, read_box).map(|region| region.value),
        "sphere" => read_sphere(&reader.table(&SPHERE, &SPHERE_KEYS)?),
        "half_space" => read_half_space(&reader.table(&HALF_SPACE, &HALF_SPACE_KEYS)?),
        "cylinder" => read_cylinder(&reader.table(&CYLINDER, &CYLINDER_KEYS)?),
        "near" => reader.special(&NEAR, read_near).map(|target| Region::Near(target.value)),
        "face" => reader.choice::<Side>(&FACE).map(|side| side.value.region()),
        "group" => reader.text(&GROUP).map(|name| Region::Group(name.value)),
        "any" => reader.special(&ANY, read_list).map(|list| Region::Any(list.value)),
        "every" => reader.special(&EVERY, read_list).map(|list| Region::Every(list.value)),
        _ => reader.special(&NOT, read_node).map(|region| Region::Not(Box::new(region.value))),
    }
}

const LENGTH_RULE: NumberRule = NumberRule::any(Dimension::LENGTH);

fn read_box(spot: Spot<'_>, node: &Node) -> Option<Region> {
    let corners = match &node.value {
        Value::List(items) if items.len() == 2 => items,
        _ => {
            spot.error(
                node.place,
                "a box region needs two opposite corners",
                format!("write for example `box = {}`", BOX.example),
            );
            return None;
        }
    };
    let (a, b) =
        (value::vector(spot, &corners[0], &LENGTH_RULE), value::vector(spot, &corners[1], &LENGTH_RULE));
    let (a, b) = (a?, b?);
    Some(Region::Box { min: a.min(b), max: a.max(b) })
}

fn read_sphere(reader: &Reader<'_>) -> Option<Region> {
    let (centre, radius) = (reader.vector(&CENTRE), reader.number(&RADIUS));
    reader.finish();
    Some(Region::Sphere { centre: centre?.value, radius: radius?.value })
}

fn read_half_space(reader: &Reader<'_>) -> Option<Region> {
    let (point, normal) = (reader.vector(&POINT), reader.direction(&NORMAL));
    reader.finish();
    Some(Region::HalfSpace { point: point?.value, normal: normal?.value })
}

fn read_cylinder(reader: &Reader<'_>) -> Option<Region> {
    let (from, to, radius) = (reader.vector(&FROM), reader.vector(&TO), reader.number(&RADIUS));
    reader.finish();
    let (from, to) = (from?, to?);
    if from.value == to.value {
        reader.error(
            &TO,
            "the cylinder has no length: `from` and `to` are the same point",
            "move one of them",
        );
        return None;
    }
    Some(Region::Cylinder { from: from.value, to: to.value, radius: radius?.value })
}

fn read_near(spot: Spot<'_>, node: &Node) -> Option<NearTarget> {
    match &node.value {
        Value::Text(text) if text == "centre" => Some(NearTarget::Centre),
        Value::Text(text) if text == "corners" => Some(NearTarget::Corners),
        Value::List(_) => value::vector(spot, node, &LENGTH_RULE).map(NearTarget::Point),
        _ => {
            spot.wrong_kind_of_word(
                node,
                "a point, \"centre\" or \"corners\"",
                "[x, y, z], \"centre\", \"corners\"",
            );
            None
        }
    }
}

fn read_list(spot: Spot<'_>, node: &Node) -> Option<Vec<Region>> {
    let items = match &node.value {
        Value::List(items) if !items.is_empty() => items,
        _ => {
            spot.error(
                node.place,
                format!("`{}` must be a list of regions with at least one item", spot.name),
                format!("write for example `{} = {}`", spot.name, ANY.example),
            );
            return None;
        }
    };
    let read_item = |(number, item): (usize, &Node)| {
        let path = format!("{}.{number}", spot.path);
        read_node(Spot { path: &path, ..spot }, item)
    };
    let regions: Vec<Option<Region>> = items.iter().enumerate().map(read_item).collect();
    regions.into_iter().collect()
}

/// The whole body, for keys that may be left out.
pub(super) fn all(place: Place) -> Located<Region> {
    Located { value: Region::All, place }
}
