//! `--set key=value`: changes the document before it is checked, so an override obeys the same rules as the file.

use std::ops::Range;

use crate::place::{Origin, Place};
use crate::problem::Problem;
use crate::schema::suggest::nearest;
use crate::tree::{Entry, Node, Table, Value, parse_value};

/// Tables whose second name the user invents.
pub(crate) const NAMED_SECTIONS: &[&str] = &["material", "body", "pin", "load", "probe"];

/// The text a user gave, as it is shown in messages.
pub(crate) fn shown(key: &str, value: &str) -> String {
    format!("{key}={value}")
}

/// Puts one override into the document.
pub(crate) fn apply(root: &mut Table, number: usize, key: &str, value: &str) -> Result<(), Problem> {
    let path = Path { number, key };
    let segments = path.segments()?;
    require_known_name(root, &path, &segments)?;
    set(root, &path, &segments, path.value(value))
}

/// Takes a key out of the document; false if it is not there. Names that hold a dot cannot be told.
pub(crate) fn remove(root: &mut Table, key: &str) -> bool {
    match key.split_once('.') {
        None => {
            let before = root.entries.len();
            root.entries.retain(|entry| entry.key != key);
            root.entries.len() < before
        }
        Some((first, rest)) => match root.get_mut(first).map(|entry| &mut entry.node.value) {
            Some(Value::Table(table)) => remove(table, rest),
            Some(Value::List(items)) => remove_from_list(items, rest),
            _ => false,
        },
    }
}

/// The same in one of the tables of a list, which are counted from 0.
fn remove_from_list(items: &mut [Node], key: &str) -> bool {
    let Some((number, rest)) = key.split_once('.') else { return false };
    let item = number.parse::<usize>().ok().and_then(|number| items.get_mut(number));
    match item.map(|node| &mut node.value) {
        Some(Value::Table(table)) => remove(table, rest),
        _ => false,
    }
}

/// The key of an override, with places inside the text `key=value`.
struct Path<'a> {
    number: usize,
    key: &'a str,
}

/// A part of the path between dots.
struct Segment<'a> {
    name: &'a str,
    place: Place,
}

impl Path<'_> {
    fn place(&self, column: usize, length: usize) -> Place {
        Place { origin: Origin::Override(self.number), line: 1, column: column + 1, length: length.max(1) }
    }

    fn whole(&self) -> Place {
        self.place(0, self.key.chars().count())
    }

    fn segments(&self) -> Result<Vec<Segment<'_>>, Problem> {
        let mut column = 0;
        let mut segments = Vec::new();
        for part in self.key.split('.') {
            let (name, length) = (part.trim(), part.chars().count());
            if name.is_empty() {
                return Err(self.problem("the key has an empty part", "write it like body.bear.spacing=4mm"));
            }
            segments.push(Segment { name, place: self.place(column, length) });
            column += length + 1;
        }
        Ok(segments)
    }

    /// The value: TOML if it can be read as TOML, else a text, so that quotes are not needed.
    fn value(&self, text: &str) -> Node {
        let offset = self.key.chars().count() + 1;
        let place = |range: Range<usize>| {
            let count = |to: usize| text.get(..to).map_or(0, |part| part.chars().count());
            self.place(offset + count(range.start), count(range.end).saturating_sub(count(range.start)))
        };
        parse_value(text.trim(), &place).unwrap_or_else(|| Node {
            place: self.place(offset, text.chars().count()),
            value: Value::Text(text.trim().to_string()),
        })
    }

    fn problem(&self, reason: impl Into<String>, remedy: impl Into<String>) -> Problem {
        Problem::error(self.whole(), self.key, reason, remedy)
    }
}

/// A typing error in a name must not create a second, half-empty body.
fn require_known_name(root: &Table, path: &Path<'_>, segments: &[Segment<'_>]) -> Result<(), Problem> {
    let [section, name, _, ..] = segments else { return Ok(()) };
    if !NAMED_SECTIONS.contains(&section.name) {
        return Ok(());
    }
    let known: Vec<&str> = match root.get(section.name).map(|entry| &entry.node.value) {
        Some(Value::Table(table)) => table.entries.iter().map(|entry| entry.key.as_str()).collect(),
        _ => Vec::new(),
    };
    if known.contains(&name.name) {
        return Ok(());
    }
    let remedy = match nearest(name.name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => format!("the scene has no [{}.*] at all", section.name),
        None => format!("the scene has: {}", known.join(", ")),
    };
    Err(path.problem(format!("the scene has no [{}.{}]", section.name, name.name), remedy))
}

fn set(table: &mut Table, path: &Path<'_>, segments: &[Segment<'_>], value: Node) -> Result<(), Problem> {
    let Some((first, rest)) = segments.split_first() else { return Ok(()) };
    if table.get(first.name).is_none() {
        let empty = Node { place: first.place, value: Value::Table(Table::default()) };
        table.entries.push(Entry { key: first.name.to_string(), key_place: first.place, node: empty });
    }
    let Some(entry) = table.get_mut(first.name) else { return Ok(()) };
    if rest.is_empty() {
        entry.key_place = first.place;
    }
    set_in_node(&mut entry.node, path, rest, value)
}

fn set_in_node(node: &mut Node, path: &Path<'_>, rest: &[Segment<'_>], value: Node) -> Result<(), Problem> {
    let Some((first, after)) = rest.split_first() else {
        *node = value;
        return Ok(());
    };
    match &mut node.value {
        Value::Table(table) => set(table, path, rest, value),
        Value::List(list) => {
            let count = list.len();
            let item = first.name.parse::<usize>().ok().and_then(|index| list.get_mut(index));
            let Some(item) = item else {
                return Err(path.problem(
                    format!("`{}` is no item of the list", first.name),
                    format!("the list has {count} items, counted from 0"),
                ));
            };
            set_in_node(item, path, after, value)
        }
        other => Err(path.problem(
            format!("`{}` cannot be set, because what stands before it is {}", first.name, other.kind()),
            "shorten the key",
        )),
    }
}
