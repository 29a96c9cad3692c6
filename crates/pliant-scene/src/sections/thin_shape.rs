//! Sheets, rods and curves of a `shape = { ... }`.

use glam::DVec3;

use super::shape::{PLAUSIBLE_SIZE, ends_with, read_file_size};
use crate::plan::{RodPlan, SectionPlan, Shape};
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Bounds, Field, Kind};
use crate::tree::{Node, Value};
use crate::units::Dimension;

pub(super) const SHEET: Field = Field::optional(
    "sheet",
    Kind::Special("two lengths"),
    "[\"1 m\", \"50 cm\"]",
    "",
    "A flat sheet with these lengths along x and y and the `thickness` given, its middle in the body's origin. Its rim is the group `edge`.",
);
pub(super) const ROD: Field = Field::optional(
    "rod",
    Kind::Special("a list of points"),
    "[[0, 0, 0], [\"1 m\", 0, 0]]",
    "",
    "A rod along the line through these points, with a `radius` or a `section`. Its ends are the groups `start` and `end`.",
);
pub(super) const CURVES: Field = Field::optional(
    "curves",
    Kind::Text,
    "\"wires.obj\"",
    "",
    "An OBJ file with lines (`l`): each becomes a rod with the `radius` or `section` given. Lines that meet end to end are one curve.",
);
pub(super) const THICKNESS: Field = Field::optional(
    "thickness",
    Kind::Number(Dimension::LENGTH),
    "\"1 mm\"",
    "the surface of a file is filled",
    "For sheet: how thick it is. For file: the surface is the middle of a shell this thick, be it open or closed.",
)
.within(Bounds::Positive)
.because("a body has a volume")
.plausible(1e-9, 1e3);
pub(super) const ROD_RADIUS: Field = Field::optional(
    "radius",
    Kind::Number(Dimension::LENGTH),
    "\"2 mm\"",
    "given by `section`; for a cloud, by the file or the distances of its points",
    "For rod and curves: radius of a round section. For a cloud of points: the radius of all of them.",
)
.within(Bounds::Positive)
.because("a body has a volume")
.plausible(1e-9, 1e3);
pub(super) const SECTION: Field = Field::optional(
    "section",
    Kind::Special("two lengths"),
    "[\"2 mm\", \"4 mm\"]",
    "round, by `radius`",
    "For rod and curves: a rectangular section: across, and along `up`.",
);
pub(super) const UP: Field = Field::optional(
    "up",
    Kind::Vector(Dimension::RATIO),
    "[0, 0, 1]",
    "z at the start of the curve, and not twisted from there",
    "For rod and curves: where the second length of the `section` points.",
);
pub(super) const SMOOTH: Field = Field::optional(
    "smooth",
    Kind::Flag,
    "true",
    "false",
    "For rod and curves: a smooth line through the points instead of straight pieces.",
);
pub(super) const CLOSED: Field =
    Field::optional("closed", Kind::Flag, "true", "false", "For rod: joins the last point to the first.");

/// More points than this are for a file.
const MOST_POINTS: usize = 100_000;

pub(super) fn read_sheet(reader: &Reader<'_>) -> Option<Shape> {
    let size = reader.special(&SHEET, read_two_lengths);
    let thickness = reader.number(&THICKNESS);
    if !reader.has(&THICKNESS) {
        reader.error(&SHEET, "a sheet needs a `thickness`", "add for example `thickness = \"1 mm\"`");
    }
    Some(Shape::Sheet { size: size?.value, thickness: thickness?.value })
}

pub(super) fn read_rod(reader: &Reader<'_>) -> Option<Shape> {
    let points = reader.special(&ROD, read_points);
    let (smooth, up) = (reader.flag(&SMOOTH).unwrap_or(false), read_up(reader));
    let closed = reader.flag(&CLOSED).unwrap_or(false);
    let section = read_section(reader, &ROD);
    let points = points?.value;
    if let Some(first) = first_coincidence(&points, closed) {
        let second = (first + 1) % points.len();
        reader.error(
            &ROD,
            format!("points {} and {} of the rod coincide", first + 1, second + 1),
            "leave one of them out",
        );
        return None;
    }
    if closed && points.len() < 3 {
        reader.error(&CLOSED, "a closed rod needs at least three points", "add points, or open it");
        return None;
    }
    Some(Shape::Rod(RodPlan { points, smooth, closed, section: section?, up: up? }))
}

pub(super) fn read_curves(reader: &Reader<'_>) -> Option<Shape> {
    let (path, size) = (reader.text(&CURVES), read_file_size(reader));
    let (smooth, up) = (reader.flag(&SMOOTH).unwrap_or(false), read_up(reader));
    let section = read_section(reader, &CURVES);
    let path = path?;
    if !ends_with(&path.value, &[".obj"]) {
        let reason = format!("curves are read from OBJ, but \"{}\" is another format", path.value);
        reader.error(&CURVES, reason, "give a file that ends in .obj and has lines (`l`)");
        return None;
    }
    Some(Shape::Curves { path, size, section: section?, smooth, up: up? })
}

/// `Some(None)` if it was not given.
fn read_up(reader: &Reader<'_>) -> Option<Option<DVec3>> {
    let up = reader.direction(&UP);
    if reader.has(&UP) { up.map(|up| Some(up.value)) } else { Some(None) }
}

fn read_section(reader: &Reader<'_>, owner: &'static Field) -> Option<SectionPlan> {
    let (radius, section) = (reader.number(&ROD_RADIUS), reader.special(&SECTION, read_two_lengths));
    match (reader.has(&ROD_RADIUS), reader.has(&SECTION)) {
        (true, true) => {
            reader.error(&SECTION, "`radius` and `section` exclude each other", "keep one of them");
            None
        }
        (true, false) => radius.map(|radius| SectionPlan::Round(radius.value)),
        (false, true) => section.map(|section| SectionPlan::Rectangle(section.value)),
        (false, false) => {
            let reason = format!("`{}` needs a `radius` or a `section`", owner.name);
            reader.error(owner, reason, "add for example `radius = \"2 mm\"`");
            None
        }
    }
}

fn read_two_lengths(spot: Spot<'_>, node: &Node) -> Option<[f64; 2]> {
    let items = match &node.value {
        Value::List(items) if items.len() == 2 => items,
        _ => {
            spot.error(node.place, format!("`{}` must be two lengths", spot.name), spot.like());
            return None;
        }
    };
    let rule = NumberRule {
        bounds: Bounds::Positive,
        why: "a body has a volume",
        plausible: Some(PLAUSIBLE_SIZE),
        ..NumberRule::any(Dimension::LENGTH)
    };
    match [0, 1].map(|i| value::number(spot, &items[i], &rule)) {
        [Some(a), Some(b)] => Some([a, b]),
        _ => None,
    }
}

fn read_points(spot: Spot<'_>, node: &Node) -> Option<Vec<DVec3>> {
    let items = match &node.value {
        Value::List(items) if (2..=MOST_POINTS).contains(&items.len()) => items,
        Value::List(items) => {
            let reason = format!("`{}` has {} points, but needs 2 to {MOST_POINTS}", spot.name, items.len());
            spot.error(node.place, reason, spot.like());
            return None;
        }
        _ => {
            spot.wrong_kind(node, "a list of points");
            return None;
        }
    };
    let rule = NumberRule { plausible: Some((0.0, PLAUSIBLE_SIZE.1)), ..NumberRule::any(Dimension::LENGTH) };
    let points: Vec<Option<DVec3>> = items.iter().map(|item| value::vector(spot, item, &rule)).collect();
    points.into_iter().collect()
}

/// The first of two neighbours in the same place.
fn first_coincidence(points: &[DVec3], closed: bool) -> Option<usize> {
    let size = points.iter().fold(0.0f64, |size, point| size.max(point.distance(points[0])));
    let count = if closed && points.len() > 2 { points.len() } else { points.len().saturating_sub(1) };
    (0..count).find(|&i| points[i].distance(points[(i + 1) % points.len()]) <= 1e-9 * size)
}
