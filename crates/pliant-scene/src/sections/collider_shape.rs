//! `shape = { ... }` of a collider.

use glam::DVec3;

use super::shape::{HEIGHT, PLAUSIBLE_SIZE, SCALE, read_surface_file};
use crate::place::Located;
use crate::plan::{ColliderShape, Placement, Rotation};
use crate::schema::reader::Reader;
use crate::schema::{Bounds, Field, Kind, Section};
use crate::units::Dimension;

const LENGTH: Kind = Kind::Number(Dimension::LENGTH);
const LENGTHS: Kind = Kind::Vector(Dimension::LENGTH);

const PLANE: Field = Field::optional(
    "plane",
    Kind::Table(&PLANE_KEYS),
    "{ point = [0, 0, 0], normal = [0, 0, 1] }",
    "",
    "Everything behind a plane is solid.",
);
const SPHERE: Field = Field::optional(
    "sphere",
    Kind::Table(&SPHERE_KEYS),
    "{ centre = [0, 0, 0], radius = \"10 cm\" }",
    "",
    "A ball.",
);
const BOX: Field = Field::optional(
    "box",
    Kind::Table(&BOX_KEYS),
    "{ centre = [0, 0, 0], size = [\"1 m\", \"1 m\", \"10 cm\"] }",
    "",
    "A box.",
);
const CYLINDER: Field = Field::optional(
    "cylinder",
    Kind::Table(&CYLINDER_KEYS),
    "{ from = [0, 0, 0], to = [0, 0, \"1 m\"], radius = \"10 cm\" }",
    "",
    "A cylinder with flat ends.",
);
const CAPSULE: Field = Field::optional(
    "capsule",
    Kind::Table(&CAPSULE_KEYS),
    "{ from = [0, 0, 0], to = [0, 0, \"1 m\"], radius = \"10 cm\" }",
    "",
    "A cylinder with round ends: everything within `radius` of the line from `from` to `to`.",
);
const FILE: Field = Field::optional(
    "file",
    Kind::Text,
    "\"ramp.obj\"",
    "",
    "A surface of triangles: OBJ, STL, PLY or OFF (`.obj`, `.stl`, `.ply`, `.off`). A closed one is solid; an open one is a sheet that is touched from both sides. The path is relative to the scene file.",
);

const KINDS: &[&Field] = &[&PLANE, &SPHERE, &BOX, &CYLINDER, &CAPSULE, &FILE];

pub(crate) const SHAPE: Section = Section::new(
    "collider.NAME.shape = { ... }",
    "The geometry of a collider in the world: exactly one of `plane`, `sphere`, `box`, `cylinder`, `capsule` and `file`, with the \
     options that belong to it.",
    &[&PLANE, &SPHERE, &BOX, &CYLINDER, &CAPSULE, &FILE, &SCALE, &HEIGHT],
    "shape = { file = \"ramp.obj\", scale = 0.001 }",
);

const POINT: Field = Field::required("point", LENGTHS, "[0, 0, 0]", "A point of the plane.");
const NORMAL: Field = Field::required(
    "normal",
    Kind::Vector(Dimension::RATIO),
    "[0, 0, 1]",
    "Direction to the free side; any length.",
);
const CENTRE: Field = Field::required("centre", LENGTHS, "[0, 0, \"10 cm\"]", "Centre.");
const RADIUS: Field = Field::required("radius", LENGTH, "\"10 cm\"", "Radius.")
    .within(Bounds::Positive)
    .plausible(PLAUSIBLE_SIZE.0, PLAUSIBLE_SIZE.1);
const SIZE: Field = Field::required("size", LENGTHS, "[\"1 m\", \"1 m\", \"10 cm\"]", "Edge lengths.")
    .within(Bounds::Positive)
    .because("a box has a volume")
    .plausible(PLAUSIBLE_SIZE.0, PLAUSIBLE_SIZE.1);
const AXIS: Field = Field::optional(
    "axis",
    Kind::Vector(Dimension::RATIO),
    "[0, 1, 0]",
    "needed only for `turn`",
    "Direction of the axis of `turn`; any length.",
);
const TURN: Field = Field::optional(
    "turn",
    Kind::Number(Dimension::ANGLE),
    "\"20 deg\"",
    "0",
    "Turn about `axis` through the centre, right-handed.",
);
const FROM: Field = Field::required("from", LENGTHS, "[0, 0, 0]", "Centre of one end.");
const TO: Field = Field::required("to", LENGTHS, "[0, 0, \"1 m\"]", "Centre of the other end.");

const PLANE_KEYS: Section = Section::new(
    "collider.NAME.shape = { plane = { ... } }",
    "A plane without end.",
    &[&POINT, &NORMAL],
    "shape = { plane = { point = [0, 0, 0], normal = [0, 0, 1] } }",
);
const SPHERE_KEYS: Section = Section::new(
    "collider.NAME.shape = { sphere = { ... } }",
    "A ball.",
    &[&CENTRE, &RADIUS],
    "shape = { sphere = { centre = [0, 0, \"10 cm\"], radius = \"10 cm\" } }",
);
const BOX_KEYS: Section = Section::new(
    "collider.NAME.shape = { box = { ... } }",
    "A box, turned or not.",
    &[&CENTRE, &SIZE, &AXIS, &TURN],
    "shape = { box = { centre = [0, 0, 0], size = [\"1 m\", \"1 m\", \"10 cm\"], axis = [0, 1, 0], turn = \"20 deg\" } }",
);
const CYLINDER_KEYS: Section = Section::new(
    "collider.NAME.shape = { cylinder = { ... } }",
    "A cylinder with flat ends.",
    &[&FROM, &TO, &RADIUS],
    "shape = { cylinder = { from = [0, 0, 0], to = [0, 0, \"1 m\"], radius = \"10 cm\" } }",
);
const CAPSULE_KEYS: Section = Section::new(
    "collider.NAME.shape = { capsule = { ... } }",
    "A cylinder with round ends.",
    &[&FROM, &TO, &RADIUS],
    "shape = { capsule = { from = [0, 0, 0], to = [0, 0, \"1 m\"], radius = \"10 cm\" } }",
);

pub(super) fn read(reader: &Reader<'_>) -> Option<Located<ColliderShape>> {
    let kind = reader.exactly_one(KINDS);
    let shape = kind.and_then(|kind| read_kind(reader, kind));
    match kind {
        Some(kind) if kind.name != FILE.name => refuse_file_options(reader, kind),
        Some(_) => {}
        // Which options belong is unknown, so they are not complained about.
        None => SHAPE.fields.iter().for_each(|field| {
            reader.entry(field);
        }),
    }
    reader.finish();
    shape.map(|value| Located { value, place: reader.place })
}

fn read_kind(reader: &Reader<'_>, kind: &Field) -> Option<ColliderShape> {
    match kind.name {
        "plane" => read_plane(&reader.table(&PLANE, &PLANE_KEYS)?),
        "sphere" => read_sphere(&reader.table(&SPHERE, &SPHERE_KEYS)?),
        "box" => read_box(&reader.table(&BOX, &BOX_KEYS)?),
        "cylinder" => {
            let (from, to, radius) = read_ends(&reader.table(&CYLINDER, &CYLINDER_KEYS)?)?;
            Some(ColliderShape::Cylinder { from, to, radius })
        }
        "capsule" => {
            let (from, to, radius) = read_ends(&reader.table(&CAPSULE, &CAPSULE_KEYS)?)?;
            Some(ColliderShape::Capsule { from, to, radius })
        }
        _ => {
            let (path, size) = read_surface_file(reader, &FILE)?;
            Some(ColliderShape::File { path, size, placement: Placement::default() })
        }
    }
}

fn refuse_file_options(reader: &Reader<'_>, kind: &Field) {
    for option in [&SCALE, &HEIGHT] {
        reader.refuse(
            option,
            format!("`{}` does not belong to the shape `{}`", option.name, kind.name),
            "remove it; it goes with: file",
        );
    }
}

fn read_plane(reader: &Reader<'_>) -> Option<ColliderShape> {
    let (point, normal) = (reader.vector(&POINT), reader.direction(&NORMAL));
    reader.finish();
    Some(ColliderShape::Plane { point: point?.value, normal: normal?.value })
}

fn read_sphere(reader: &Reader<'_>) -> Option<ColliderShape> {
    let (centre, radius) = (reader.vector(&CENTRE), reader.number(&RADIUS));
    reader.finish();
    Some(ColliderShape::Sphere { centre: centre?.value, radius: radius?.value })
}

fn read_box(reader: &Reader<'_>) -> Option<ColliderShape> {
    let (centre, size) = (reader.vector(&CENTRE), reader.vector(&SIZE));
    let (axis, turn) = (reader.direction(&AXIS), reader.number(&TURN));
    reader.finish();
    let rotation = match (reader.has(&AXIS), reader.has(&TURN)) {
        (true, true) => Some(Rotation { axis: axis?.value, angle: turn?.value }),
        (false, true) => {
            reader.error(&TURN, "`turn` needs an axis", "add for example `axis = [0, 1, 0]` to the box");
            return None;
        }
        (true, false) => {
            let remedy = "remove it, or add for example `turn = \"20 deg\"`";
            reader.warning(&AXIS, "`axis` has no effect: the box does not turn", remedy);
            None
        }
        (false, false) => None,
    };
    Some(ColliderShape::Box { centre: centre?.value, size: size?.value, rotation })
}

/// `from`, `to` and `radius` of a cylinder or capsule.
fn read_ends(reader: &Reader<'_>) -> Option<(DVec3, DVec3, f64)> {
    let (from, to, radius) = (reader.vector(&FROM), reader.vector(&TO), reader.number(&RADIUS));
    reader.finish();
    let (from, to) = (from?.value, to?.value);
    if from == to {
        let reason = "it has no length: `from` and `to` are the same point";
        reader.error(&TO, reason, "move one of them, or use a `sphere`");
        return None;
    }
    Some((from, to, radius?.value))
}
