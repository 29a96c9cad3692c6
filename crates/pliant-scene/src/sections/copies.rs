//! `copies = { ... }` of a body.

use glam::DVec3;

use super::body::read_counts;
use crate::plan::Copies;
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Field, Kind, Section};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const GRID: Field = Field::required(
    "grid",
    Kind::Special("three whole numbers"),
    "[2, 2, 1]",
    "Number of bodies along world x, y, z.",
);
const COPY_SPACING: Field = Field::required(
    "spacing",
    Kind::Special("a length, or three lengths"),
    "\"20 cm\"",
    "Distance from copy to copy, one for all directions or one for each.",
);
pub(super) const COPIES_KEYS: Section = Section::new(
    "copies = { ... }",
    "A grid of equal bodies.",
    &[&GRID, &COPY_SPACING],
    "copies = { grid = [2, 2, 1], spacing = [\"20 cm\", \"30 cm\", 0] }",
);

/// More copies than this are a slip.
const MAX_COPIES: usize = 10_000;

#[allow(clippy::cast_precision_loss, reason = "copies are few")]
pub(super) fn read(reader: &Reader<'_>) -> Option<Copies> {
    let grid = reader.special(&GRID, |spot, node| read_counts(spot, node, MAX_COPIES as f64));
    let spacing = reader.special(&COPY_SPACING, read_copy_spacing);
    reader.finish();
    let (grid, spacing) = (grid?.value, spacing?);
    let count = grid.iter().fold(1usize, |product, along| product.saturating_mul(*along));
    if count > MAX_COPIES {
        reader.error(&GRID, format!("{count} copies are too many"), format!("use at most {MAX_COPIES}"));
        return None;
    }
    let coincide = (0..3).any(|along| grid[along] > 1 && spacing.value[along] == 0.0);
    if coincide {
        reader.error(
            &COPY_SPACING,
            "copies stand in the same place, because their distance is 0",
            "give a distance for every direction that has copies",
        );
        return None;
    }
    Some(Copies { grid, spacing: spacing.value })
}

fn read_copy_spacing(spot: Spot<'_>, node: &Node) -> Option<DVec3> {
    let rule = NumberRule::any(Dimension::LENGTH);
    match &node.value {
        Value::List(_) => value::vector(spot, node, &rule),
        _ => value::number(spot, node, &rule).map(DVec3::splat),
    }
}
