//! The scene file's sections: each module holds the definitions of its keys and the code that reads them.

pub(crate) mod body;
mod bonds;
mod collider;
mod collider_shape;
mod composed_shape;
mod contact;
mod copies;
mod elaston;
pub(crate) mod limits;
mod load;
mod material;
mod motion;
mod output;
mod path;
mod peridynamic;
mod phyxel;
mod pin;
mod preset;
mod probe;
mod region;
pub(crate) mod root;
mod rubber;
mod shape;
mod start;
mod statics;
mod stepper;
mod thin_shape;
mod time;

pub(crate) use region::REGION;
pub(crate) use statics::CONTACT_HOLDS_NOT;

use std::sync::Arc;

use crate::overrides;
use crate::place::Source;
use crate::plan::{Plan, StepperKind};
use crate::problem::Problems;
use crate::schema::sink::Sink;
use crate::schema::suggest::nearest;
use crate::schema::value::Spot;
use crate::tree::{Node, Table, Value, parse_document};

/// Text and overrides to plan; see [`Plan::parse`].
pub(crate) fn read_scene(text: &str, name: &str, overrides: &[(&str, &str)]) -> Result<Plan, Problems> {
    read_scene_without(text, name, overrides, &[])
}

/// The same, as if these keys (`body.beam.order`) had not been given.
pub(crate) fn read_scene_without(
    text: &str,
    name: &str,
    overrides: &[(&str, &str)],
    left_out: &[String],
) -> Result<Plan, Problems> {
    let source = Arc::new(Source {
        name: name.to_string(),
        text: text.to_string(),
        overrides: overrides.iter().map(|(key, value)| overrides::shown(key, value)).collect(),
    });
    let mut problems = Problems::new(source.clone());
    let mut document = match parse_document(text) {
        Ok(document) => document,
        Err(syntax) => {
            problems.extend(syntax);
            return Err(problems);
        }
    };
    preset::write_out(&mut document);
    for (number, (key, value)) in overrides.iter().enumerate() {
        if let Err(problem) = overrides::apply(&mut document, number, key, value) {
            problems.push(problem);
        }
        preset::write_out(&mut document);
    }
    for key in left_out {
        overrides::remove(&mut document, key);
    }
    let sink = Sink::default();
    let plan = root::read(&document, &sink, source);
    problems.extend(sink.into_problems());
    match plan {
        Some(plan) if !problems.has_errors() => Ok(Plan { warnings: problems, ..plan }),
        _ => Err(problems),
    }
}

/// What readers of one section must know of the others.
pub(crate) struct Context {
    pub materials: Vec<String>,
    pub bodies: Vec<String>,
    pub pins: Vec<String>,
    pub colliders: Vec<String>,
    pub contact: contact::ContactContext,
    pub stepper: StepperKind,
    /// A path of equilibria is followed.
    pub follows_path: bool,
}

impl Context {
    pub(crate) fn is_static(&self) -> bool {
        self.stepper == StepperKind::QuasiStatic
    }
}

/// The names of the tables `[section.NAME]`, whether they can be read or not.
fn names_in(root: &Table, section: &str) -> Vec<String> {
    match root.get(section).map(|entry| &entry.node.value) {
        Some(Value::Table(table)) => table.entries.iter().map(|entry| entry.key.clone()).collect(),
        _ => Vec::new(),
    }
}

/// Finds the index of a thing by its name.
fn resolve(spot: Spot<'_>, node: &Node, what: &str, names: &[String]) -> Option<usize> {
    let Value::Text(text) = &node.value else {
        spot.wrong_kind(node, &format!("the name of a {what}"));
        return None;
    };
    let found = names.iter().position(|name| name == text);
    if found.is_none() {
        let remedy = match nearest(text, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if names.is_empty() => format!("add a table [{what}.{text}]"),
            None => format!("add a table [{what}.{text}], or use one of: {}", names.join(", ")),
        };
        spot.error(node.place, format!("there is no {what} \"{text}\""), remedy);
    }
    found
}

/// Reads `body = "name"`, a list of names, or "all".
fn resolve_bodies(spot: Spot<'_>, node: &Node, context: &Context) -> Option<Vec<usize>> {
    resolve_several(spot, node, "body", &context.bodies)
}

/// Reads a name, a list of names, or "all".
fn resolve_several(spot: Spot<'_>, node: &Node, what: &str, names: &[String]) -> Option<Vec<usize>> {
    match &node.value {
        Value::Text(text) if text == "all" => Some((0..names.len()).collect()),
        Value::List(items) if items.is_empty() => {
            let remedy = format!("name a {what}, or write `{what} = \"all\"`");
            spot.error(node.place, format!("`{what}` is an empty list"), remedy);
            None
        }
        Value::List(items) => {
            let found: Vec<Option<usize>> =
                items.iter().map(|item| resolve(spot, item, what, names)).collect();
            let mut indices: Vec<usize> = found.into_iter().collect::<Option<_>>()?;
            indices.sort_unstable();
            indices.dedup();
            Some(indices)
        }
        _ => resolve(spot, node, what, names).map(|index| vec![index]),
    }
}
