//! Materials of the library in scenes: `preset` in a material, and bodies that name a preset directly.

use pliant_material::library::{PRESETS, Preset};

use super::Context;
use crate::materials;
use crate::place::{Located, Place};
use crate::schema::reader::Reader;
use crate::schema::suggest::nearest;
use crate::schema::value::{Spot, shown};
use crate::schema::{Field, Kind};
use crate::tree::{Entry, Node, Table, Value};

pub(crate) const PRESET: Field = Field::optional(
    "preset",
    Kind::Special("the name of a material of the [library](materials.md)"),
    "\"jelly\"",
    "every value is given here",
    "Takes law, stiffness, density and damping from the material library; any value given beside it counts instead.",
);

/// What a material starts from.
#[derive(Clone, Copy)]
pub(crate) enum Base {
    /// Nothing: every value is given.
    Scratch,
    /// A preset, at the place where it is named.
    Preset(Located<&'static Preset>),
    /// Something nobody knows, already reported.
    Unknown,
}

impl Base {
    pub(crate) fn preset(&self) -> Option<Located<&'static Preset>> {
        match self {
            Self::Preset(preset) => Some(*preset),
            Self::Scratch | Self::Unknown => None,
        }
    }
}

pub(crate) fn read(reader: &Reader<'_>) -> Base {
    if !reader.has(&PRESET) {
        reader.entry(&PRESET);
        return Base::Scratch;
    }
    reader.special(&PRESET, find).map_or(Base::Unknown, Base::Preset)
}

fn find(spot: Spot<'_>, node: &Node) -> Option<&'static Preset> {
    let Value::Text(name) = &node.value else {
        spot.wrong_kind(node, "the name of a material of the library");
        return None;
    };
    let found = materials::find(name);
    if let Err(unknown) = &found {
        spot.error(node.place, format!("there is no preset {}", shown(node)), unknown.remedy());
    }
    found.ok()
}

/// Writes out what a body means by naming a preset: a table `[material.NAME]` with `preset = "NAME"`, unless there is a
/// table of that name. All else, overrides among it, then sees a material like any other.
pub(crate) fn write_out(document: &mut Table) {
    let mut named: Vec<(&'static str, Place)> = Vec::new();
    for node in materials_named(document) {
        let Value::Text(name) = &node.value else { continue };
        named.extend(Preset::find(name).map(|preset| (preset.name, node.place)));
    }
    let Some(first) = named.first() else { return };
    if document.get(SECTION).is_none() {
        document.entries.push(entry(SECTION, first.1, Value::Table(Table::default())));
    }
    let Some(Value::Table(tables)) = document.get_mut(SECTION).map(|entry| &mut entry.node.value) else {
        return;
    };
    for (name, place) in named {
        if tables.get(name).is_none() {
            let keys = vec![entry(PRESET.name, place, Value::Text(name.to_string()))];
            tables.entries.push(entry(name, place, Value::Table(Table { entries: keys })));
        }
    }
}

const SECTION: &str = "material";

fn entry(key: &str, place: Place, value: Value) -> Entry {
    Entry { key: key.to_string(), key_place: place, node: Node { place, value } }
}

/// Every value of `material` in bodies and their regions, readable or not.
fn materials_named(document: &Table) -> Vec<&Node> {
    let Some(Value::Table(bodies)) = document.get("body").map(|entry| &entry.node.value) else {
        return Vec::new();
    };
    let mut nodes = Vec::new();
    for body in bodies.entries.iter().filter_map(|entry| as_table(&entry.node)) {
        nodes.extend(body.get(SECTION).map(|entry| &entry.node));
        if let Some(Value::List(regions)) = body.get("regions").map(|entry| &entry.node.value) {
            let tables = regions.iter().filter_map(as_table);
            nodes.extend(tables.filter_map(|region| region.get(SECTION).map(|entry| &entry.node)));
        }
    }
    nodes
}

fn as_table(node: &Node) -> Option<&Table> {
    match &node.value {
        Value::Table(table) => Some(table),
        _ => None,
    }
}

/// Finds the index of the material a body names: a table, or a preset.
pub(crate) fn resolve_material(spot: Spot<'_>, node: &Node, context: &Context) -> Option<usize> {
    let Value::Text(name) = &node.value else {
        spot.wrong_kind(node, "the name of a material");
        return None;
    };
    let names = &context.materials;
    let found = names.iter().position(|known| known == name);
    if found.is_none() {
        let mut candidates: Vec<&str> = names.iter().map(String::as_str).collect();
        candidates.extend(PRESETS.iter().map(|preset| preset.name));
        let remedy = match nearest(name, candidates) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => {
                let tables = if names.is_empty() {
                    String::new()
                } else {
                    format!(", use one of: {}", names.join(", "))
                };
                format!(
                    "add a table [material.{name}]{tables}, or name a preset: `pliant materials` lists them"
                )
            }
        };
        spot.error(node.place, format!("there is no material \"{name}\""), remedy);
    }
    found
}
