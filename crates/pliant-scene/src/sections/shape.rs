//! `shape = { ... }` of a body.

use glam::{DMat3, DVec3};

use super::composed_shape::{self, BOUNDS, IMPLICIT, UNION};
use super::thin_shape::{self, CLOSED, CURVES, ROD, ROD_RADIUS, SECTION, SHEET, SMOOTH, THICKNESS, UP};
use crate::place::Located;
use crate::plan::{Axis, FileSize, Grading, Shape};
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Bounds, Field, Kind, Section, choices_of};
use crate::tree::{Node, Value};
use crate::units::Dimension;

/// Bodies larger or smaller than this are probably a slip of the unit.
pub(super) const PLAUSIBLE_SIZE: (f64, f64) = (1e-7, 1e5);

const BOX: Field = Field::optional(
    "box",
    Kind::Vector(Dimension::LENGTH),
    "[\"1 m\", \"20 cm\", \"20 cm\"]",
    "",
    "A box with these edge lengths; its lower corner is the body's origin.",
)
.within(Bounds::Positive)
.because("a body has a volume")
.plausible(PLAUSIBLE_SIZE.0, PLAUSIBLE_SIZE.1);
const BLOCK: Field = Field::optional(
    "block",
    Kind::Special("eight corners"),
    "[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]",
    "",
    "A block with straight edges between eight corners: four of the bottom counter-clockwise seen from above, then the four above them.",
);
const CYLINDER: Field = Field::optional(
    "cylinder",
    Kind::Table(&CYLINDER_KEYS),
    "{ radius = \"2 cm\", length = \"30 cm\" }",
    "",
    "A cylinder or tube; the centre of its lower end is the body's origin.",
);
const SPHERE: Field = Field::optional(
    "sphere",
    Kind::Number(Dimension::LENGTH),
    "\"5 cm\"",
    "",
    "A ball of this radius around the body's origin.",
)
.within(Bounds::Positive)
.because("a body has a volume")
.plausible(PLAUSIBLE_SIZE.0, PLAUSIBLE_SIZE.1);
const FILE: Field = Field::optional(
    "file",
    Kind::Text,
    "\"bracket.msh\"",
    "",
    "A mesh of tetrahedra: Gmsh 2.2 or 4.1 (`.msh`), VTK legacy (`.vtk`) or VTU (`.vtu`); or a surface of triangles: OBJ, STL, PLY or OFF (`.obj`, `.stl`, `.ply`, `.off`), closed or nearly so, which is filled and carried along (with `thickness`: open or closed, the middle of a shell); or, for elastons, a cloud of points: PLY without faces, with radii in a property `radius` if it has them, or lines with x, y, z and perhaps a radius (`.xyz`). The path is relative to the scene file.",
);
const CENTRED: Field = Field::optional(
    "centred",
    Kind::Flag,
    "true",
    "false",
    "For box and cylinder: the middle is the body's origin instead.",
);
const TWIST: Field = Field::optional(
    "twist",
    Kind::Number(Dimension::ANGLE),
    "\"90 deg\"",
    "0",
    "For box: turns the upper x end against the lower one about the middle line along x, evenly in between.",
)
.plausible(1e-9, 100.0);
const GRADE: Field = Field::optional(
    "grade",
    Kind::Table(&GRADE_KEYS),
    "{ x = 4 }",
    "even cells",
    "For box and block: cells that grow along an axis.",
);
pub(super) const SCALE: Field = Field::optional(
    "scale",
    Kind::Number(Dimension::RATIO),
    "0.001",
    "1, so the file is in metres",
    "For file and curves: what coordinates are multiplied by; 0.001 if the file is in millimetres.",
)
.within(Bounds::Positive);
pub(super) const HEIGHT: Field = Field::optional(
    "height",
    Kind::Number(Dimension::LENGTH),
    "\"12 cm\"",
    "given by `scale`",
    "For file and curves: scales the mesh to this extent along the scene's `up` axis.",
)
.within(Bounds::Positive)
.plausible(PLAUSIBLE_SIZE.0, PLAUSIBLE_SIZE.1);

const KINDS: &[&Field] = &[&BOX, &BLOCK, &CYLINDER, &SPHERE, &FILE, &SHEET, &ROD, &CURVES, &IMPLICIT, &UNION];

pub(crate) const SHAPE: Section = Section::new(
    "shape = { ... }",
    "The geometry of a body in its own coordinates: exactly one of `box`, `block`, `cylinder`, `sphere`, `file`, `sheet`, \
     `rod`, `curves`, `implicit` and `union`, with the options that belong to it. `rod`, `curves`, `union`, shells and clouds need \
     `method = \"elaston\"`.",
    &[
        &BOX,
        &BLOCK,
        &CYLINDER,
        &SPHERE,
        &FILE,
        &SHEET,
        &ROD,
        &CURVES,
        &IMPLICIT,
        &UNION,
        &CENTRED,
        &TWIST,
        &GRADE,
        &SCALE,
        &HEIGHT,
        &THICKNESS,
        &ROD_RADIUS,
        &SECTION,
        &UP,
        &SMOOTH,
        &CLOSED,
        &BOUNDS,
    ],
    "shape = { box = [\"12 m\", \"1.1 m\", \"0.32 m\"], centred = true, twist = \"90 deg\" }",
);

const RADIUS: Field = Field::required("radius", Kind::Number(Dimension::LENGTH), "\"2 cm\"", "Outer radius.")
    .within(Bounds::Positive)
    .plausible(PLAUSIBLE_SIZE.0, PLAUSIBLE_SIZE.1);
const LENGTH: Field = Field::required("length", Kind::Number(Dimension::LENGTH), "\"30 cm\"", "Length.")
    .within(Bounds::Positive)
    .plausible(PLAUSIBLE_SIZE.0, PLAUSIBLE_SIZE.1);
const INNER_RADIUS: Field =
    Field::with_default("inner_radius", Kind::Number(Dimension::LENGTH), "0", "Inner radius of a tube.")
        .within(Bounds::NonNegative)
        .example("\"1 cm\"");
const AXIS: Field =
    Field::with_default("axis", Kind::Choice(choices_of::<Axis>), "\"z\"", "Direction of the axis.");

const CYLINDER_KEYS: Section = Section::new(
    "shape = { cylinder = { ... } }",
    "A cylinder or tube.",
    &[&RADIUS, &LENGTH, &INNER_RADIUS, &AXIS],
    "shape = { cylinder = { radius = \"2 cm\", inner_radius = \"1 cm\", length = \"30 cm\", axis = \"x\" } }",
);

const GRADE_KIND: Kind = Kind::Special("a number, or a list of numbers");
const GRADE_X: Field =
    Field::optional("x", GRADE_KIND, "4", "even cells", "Along x (the first direction of a block).");
const GRADE_Y: Field =
    Field::optional("y", GRADE_KIND, "[1, 3, 1]", "even cells", "Along y (the second direction).");
const GRADE_Z: Field =
    Field::optional("z", GRADE_KIND, "0.25", "even cells", "Along z (the third direction).");

const GRADE_KEYS: Section = Section::new(
    "grade = { ... }",
    "Cell sizes along the axes of a box or block. A number is the size of the last cell over that of the first one; a list gives \
     relative sizes at even stations: `[1, 3, 1]` is fine at both ends. Sizes between change geometrically.",
    &[&GRADE_X, &GRADE_Y, &GRADE_Z],
    "shape = { box = [1, 1, 1], grade = { x = [1, 3, 1], z = 0.25 } }",
);

pub(super) fn read(reader: &Reader<'_>) -> Option<Located<Shape>> {
    let kind = reader.exactly_one(KINDS);
    let shape = kind.and_then(|kind| read_kind(reader, kind));
    if let Some(kind) = kind {
        refuse_foreign_options(reader, kind);
    } else {
        // Which options belong is unknown, so they are not complained about.
        SHAPE.fields.iter().for_each(|field| {
            reader.entry(field);
        });
    }
    reader.finish();
    shape.map(|value| Located { value, place: reader.place })
}

fn read_kind(reader: &Reader<'_>, kind: &Field) -> Option<Shape> {
    match kind.name {
        "box" => read_box(reader),
        "block" => read_block(reader),
        "cylinder" => read_cylinder(reader),
        "sphere" => reader.number(&SPHERE).map(|radius| Shape::Sphere { radius: radius.value }),
        "sheet" => thin_shape::read_sheet(reader),
        "rod" => thin_shape::read_rod(reader),
        "curves" => thin_shape::read_curves(reader),
        "implicit" => composed_shape::read_implicit(reader),
        "union" => composed_shape::read_union(reader),
        _ => read_file(reader),
    }
}

fn refuse_foreign_options(reader: &Reader<'_>, kind: &Field) {
    let owners: [(&'static Field, &[&str]); 12] = [
        (&CENTRED, &["box", "cylinder"]),
        (&TWIST, &["box"]),
        (&GRADE, &["box", "block"]),
        (&SCALE, &["file", "curves"]),
        (&HEIGHT, &["file", "curves"]),
        (&THICKNESS, &["sheet", "file"]),
        (&ROD_RADIUS, &["rod", "curves", "file"]),
        (&SECTION, &["rod", "curves"]),
        (&UP, &["rod", "curves"]),
        (&SMOOTH, &["rod", "curves"]),
        (&CLOSED, &["rod"]),
        (&BOUNDS, &["implicit"]),
    ];
    for (option, shapes) in owners {
        if !shapes.contains(&kind.name) {
            reader.refuse(
                option,
                format!("`{}` does not belong to the shape `{}`", option.name, kind.name),
                format!("remove it; it goes with: {}", shapes.join(", ")),
            );
        }
    }
}

fn read_box(reader: &Reader<'_>) -> Option<Shape> {
    let (size, twist, grading) = (reader.vector(&BOX), reader.number(&TWIST), read_grading(reader));
    let centred = reader.flag(&CENTRED).unwrap_or(false);
    Some(Shape::Box {
        size: size?.value,
        centred,
        twist: twist.map_or(0.0, |twist| twist.value),
        grading: grading?,
    })
}

fn read_block(reader: &Reader<'_>) -> Option<Shape> {
    let (corners, grading) = (reader.special(&BLOCK, read_corners), read_grading(reader));
    let corners = corners?.value;
    if let Some(corner) = first_inverted_corner(&corners) {
        reader.error(
            &BLOCK,
            format!("the block is flat or turned inside out at corner {} (counted from 1)", corner + 1),
            "list the bottom's corners counter-clockwise seen from above, then the four above them in the same order",
        );
        return None;
    }
    Some(Shape::Block { corners, grading: grading? })
}

fn read_corners(spot: Spot<'_>, node: &Node) -> Option<[DVec3; 8]> {
    let items = match &node.value {
        Value::List(items) if items.len() == 8 => items,
        _ => {
            spot.error(
                node.place,
                "`block` needs eight corners",
                format!("write for example `block = {}`", BLOCK.example),
            );
            return None;
        }
    };
    let rule = NumberRule { plausible: Some((0.0, PLAUSIBLE_SIZE.1)), ..NumberRule::any(Dimension::LENGTH) };
    let corners: Vec<Option<DVec3>> = items.iter().map(|item| value::vector(spot, item, &rule)).collect();
    let corners: Vec<DVec3> = corners.into_iter().collect::<Option<_>>()?;
    corners.try_into().ok()
}

/// The three neighbours of each corner of a hexahedron, right-handed.
const NEIGHBOURS: [[usize; 3]; 8] =
    [[1, 3, 4], [2, 0, 5], [3, 1, 6], [0, 2, 7], [7, 5, 0], [4, 6, 1], [5, 7, 2], [6, 4, 3]];

/// A trilinear block with a positive Jacobian at every corner is what people mean by a block.
fn first_inverted_corner(corners: &[DVec3; 8]) -> Option<usize> {
    (0..8).find(|&corner| {
        let edges = NEIGHBOURS[corner].map(|neighbour| corners[neighbour] - corners[corner]);
        let volume = DMat3::from_cols(edges[0], edges[1], edges[2]).determinant();
        let scale: f64 = edges.iter().map(|edge| edge.length()).product();
        // A NaN from overflow counts as bad, too.
        volume.is_nan() || volume <= 1e-9 * scale
    })
}

fn read_cylinder(reader: &Reader<'_>) -> Option<Shape> {
    let centred = reader.flag(&CENTRED).unwrap_or(false);
    let keys = reader.table(&CYLINDER, &CYLINDER_KEYS)?;
    let (radius, length) = (keys.number(&RADIUS), keys.number(&LENGTH));
    let (inner, axis) = (keys.number(&INNER_RADIUS), keys.choice::<Axis>(&AXIS));
    keys.finish();
    let (radius, inner) = (radius?.value, inner?.value);
    if inner >= radius {
        keys.error(
            &INNER_RADIUS,
            "`inner_radius` is not smaller than `radius`, so the tube has no wall",
            "make it smaller",
        );
        return None;
    }
    Some(Shape::Cylinder { radius, inner_radius: inner, length: length?.value, axis: axis?.value, centred })
}

const TET_FILES: [&str; 3] = [".msh", ".vtk", ".vtu"];
const SURFACE_FILES: [&str; 4] = [".obj", ".stl", ".ply", ".off"];
const CLOUD_FILES: [&str; 1] = [".xyz"];

fn read_file(reader: &Reader<'_>) -> Option<Shape> {
    let (path, size) = (reader.text(&FILE), read_file_size(reader));
    let (thickness, radius) = (reader.number(&THICKNESS), reader.number(&ROD_RADIUS));
    if (reader.has(&THICKNESS) && thickness.is_none()) || (reader.has(&ROD_RADIUS) && radius.is_none()) {
        return None;
    }
    let path = path?;
    let is_cloud = ends_with(&path.value, &CLOUD_FILES);
    if ends_with(&path.value, &SURFACE_FILES) || is_cloud {
        if is_cloud && thickness.is_some() {
            let reason = "a cloud of points has radii, no thickness";
            reader.error(&THICKNESS, reason, "give `radius` instead, or leave it out");
        }
        let (thickness, radius) = (thickness.map(|given| given.value), radius.map(|given| given.value));
        return Some(Shape::Surface { path, size, thickness, radius });
    }
    if ends_with(&path.value, &TET_FILES) {
        for option in [&THICKNESS, &ROD_RADIUS] {
            let reason = format!("`{}` has no meaning for a mesh of tetrahedra", option.name);
            reader.refuse(option, reason, "remove it");
        }
        return Some(Shape::File { path, size });
    }
    let known = [TET_FILES.as_slice(), SURFACE_FILES.as_slice(), CLOUD_FILES.as_slice()].concat();
    refuse_format(reader, &FILE, format!("the format of \"{}\" is not known", path.value), &known);
    None
}

/// The surface of triangles a key names, and its size.
pub(super) fn read_surface_file(
    reader: &Reader<'_>,
    field: &'static Field,
) -> Option<(Located<String>, FileSize)> {
    let (path, size) = (reader.text(field), read_file_size(reader));
    let path = path?;
    if ends_with(&path.value, &SURFACE_FILES) {
        return Some((path, size));
    }
    let reason = if ends_with(&path.value, &TET_FILES) {
        format!("\"{}\" holds tetrahedra, but a surface of triangles is needed", path.value)
    } else {
        format!("the format of \"{}\" is not known", path.value)
    };
    refuse_format(reader, field, reason, &SURFACE_FILES);
    None
}

pub(super) fn ends_with(path: &str, endings: &[&str]) -> bool {
    let lower = path.to_ascii_lowercase();
    endings.iter().any(|ending| lower.ends_with(ending))
}

fn refuse_format(reader: &Reader<'_>, field: &Field, reason: String, known: &[&str]) {
    reader.error(field, reason, format!("give a file that ends in one of: {}", known.join(", ")));
}

pub(super) fn read_file_size(reader: &Reader<'_>) -> FileSize {
    let (scale, height) = (reader.number(&SCALE), reader.number(&HEIGHT));
    if reader.has(&SCALE) && reader.has(&HEIGHT) {
        reader.error(&HEIGHT, "`scale` and `height` exclude each other", "keep one of them");
    }
    height.map_or(FileSize::Scale(scale.map_or(1.0, |scale| scale.value)), |height| {
        FileSize::Height(height.value)
    })
}

fn read_grading(reader: &Reader<'_>) -> Option<Grading> {
    let keys = reader.table_or_empty(&GRADE, &GRADE_KEYS)?;
    let sizes = [&GRADE_X, &GRADE_Y, &GRADE_Z].map(|field| keys.special(field, read_sizes));
    keys.finish();
    Some(Grading { sizes: sizes.map(|given| given.map_or(Vec::new(), |sizes| sizes.value)) })
}

fn read_sizes(spot: Spot<'_>, node: &Node) -> Option<Vec<f64>> {
    let rule = NumberRule {
        bounds: Bounds::Closed(1e-4, 1e4),
        why: "it is a ratio of cell sizes",
        ..NumberRule::any(Dimension::RATIO)
    };
    let Value::List(items) = &node.value else {
        return value::number(spot, node, &rule).map(|ratio| vec![1.0, ratio]);
    };
    if items.len() < 2 {
        spot.error(
            node.place,
            format!("`{}` needs at least two sizes", spot.name),
            "write for example [1, 3, 1]",
        );
        return None;
    }
    let sizes: Vec<Option<f64>> = items.iter().map(|item| value::number(spot, item, &rule)).collect();
    sizes.into_iter().collect()
}
