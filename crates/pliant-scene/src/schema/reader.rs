//! Takes values out of a table of the scene by their [`Field`] definitions and remembers which keys were read, so
//! that nothing the user wrote is silently ignored.

use std::borrow::Cow;
use std::cell::RefCell;

use glam::DVec3;

use super::field::{Choose, Field, Kind, Presence, Section};
use super::sink::Sink;
use super::suggest::nearest;
use super::value::{self, NumberRule, Spot};
use crate::place::{Located, Place};
use crate::tree::{EMPTY, Entry, Node, Table, Value, parse_value};
use crate::units::Dimension;

/// One table with its section definition.
pub(crate) struct Reader<'a> {
    pub sink: &'a Sink,
    table: &'a Table,
    section: &'static Section,
    /// Key path of the table, empty for the root.
    pub path: String,
    /// Where the table is named: for what is missing.
    pub place: Place,
    read: RefCell<Vec<&'static str>>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        sink: &'a Sink,
        table: &'a Table,
        section: &'static Section,
        path: String,
        place: Place,
    ) -> Self {
        Self { sink, table, section, path, place, read: RefCell::new(Vec::new()) }
    }

    /// Whether the user gave the key.
    pub(crate) fn has(&self, field: &Field) -> bool {
        self.table.get(field.name).is_some()
    }

    /// Where the key stands, if the user gave it.
    pub(crate) fn place_of(&self, field: &Field) -> Place {
        self.table.get(field.name).map_or(self.place, |entry| entry.node.place)
    }

    /// Where the name in `[section.name]` stands.
    pub(crate) fn place_of_named(&self, section: &str, name: &str) -> Place {
        let section = self.table.get(section).map(|entry| &entry.node.value);
        match section {
            Some(Value::Table(table)) => table.get(name).map_or(self.place, |entry| entry.key_place),
            _ => self.place,
        }
    }

    /// The key path of a field.
    pub(crate) fn path_of(&self, field: &Field) -> String {
        if self.path.is_empty() { field.name.to_string() } else { format!("{}.{}", self.path, field.name) }
    }

    /// An error about a key, at its value.
    pub(crate) fn error(&self, field: &Field, reason: impl Into<String>, remedy: impl Into<String>) {
        self.sink.error(self.place_of(field), &self.path_of(field), reason, remedy);
    }

    /// A warning about a key, at its value.
    pub(crate) fn warning(&self, field: &Field, reason: impl Into<String>, remedy: impl Into<String>) {
        self.sink.warning(self.place_of(field), &self.path_of(field), reason, remedy);
    }

    /// An error about the table as a whole.
    pub(crate) fn error_here(&self, reason: impl Into<String>, remedy: impl Into<String>) {
        self.sink.error(self.place, &self.path, reason, remedy);
    }

    /// The key as given, marked as read.
    pub(crate) fn entry(&self, field: &'static Field) -> Option<&'a Entry> {
        debug_assert!(
            self.section.fields.iter().any(|known| known.name == field.name),
            "`{}` is read but not documented in {}",
            field.name,
            self.section.heading
        );
        self.read.borrow_mut().push(field.name);
        let entry = self.table.get(field.name);
        #[cfg(test)]
        if entry.is_some() {
            seen::note(self.section.heading, field.name);
        }
        entry
    }

    /// The value given, or the default; a missing required key is reported.
    pub(crate) fn node(&self, field: &'static Field) -> Option<Cow<'a, Node>> {
        if let Some(entry) = self.entry(field) {
            return Some(Cow::Borrowed(&entry.node));
        }
        match field.presence {
            Presence::Default(text) => parse_value(text, &|_| self.place).map(Cow::Owned),
            Presence::Optional(_) => None,
            Presence::Required => {
                self.missing(field);
                None
            }
        }
    }

    /// Whether the table has an unknown key that means this one: then that is the problem, not a missing key.
    pub(crate) fn was_misspelt(&self, field: &Field) -> bool {
        let names: Vec<&str> = self.section.fields.iter().map(|known| known.name).collect();
        let means_it = |entry: &Entry| {
            !names.contains(&entry.key.as_str())
                && nearest(&entry.key, names.iter().copied()) == Some(field.name)
        };
        self.table.entries.iter().any(means_it)
    }

    /// Reports a key that has to be there.
    pub(crate) fn missing(&self, field: &Field) {
        if self.was_misspelt(field) {
            return;
        }
        let within = if self.path.is_empty() { "the scene".to_string() } else { format!("`{}`", self.path) };
        let line = format!("`{} = {}`", field.name, field.example);
        let remedy = if std::ptr::eq(self.table, &raw const EMPTY) {
            format!("add a table [{}] with for example {line}", self.path)
        } else {
            format!("add for example {line}")
        };
        let reason = format!("`{}` is missing in {within}", field.name);
        self.sink.error(self.place, &self.path_of(field), reason, remedy);
    }

    fn with<T>(
        &self,
        field: &'static Field,
        take: impl FnOnce(Spot<'_>, &Node) -> Option<T>,
    ) -> Option<Located<T>> {
        let node = self.node(field)?;
        let path = self.path_of(field);
        let spot = Spot { sink: self.sink, path: &path, name: field.name, example: field.example };
        take(spot, &node).map(|value| Located { value, place: node.place })
    }

    /// A value with a form of its own.
    pub(crate) fn special<T>(
        &self,
        field: &'static Field,
        take: impl FnOnce(Spot<'_>, &Node) -> Option<T>,
    ) -> Option<Located<T>> {
        self.with(field, take)
    }

    pub(crate) fn number(&self, field: &'static Field) -> Option<Located<f64>> {
        self.with(field, |spot, node| value::number(spot, node, &rule_of(field)))
    }

    pub(crate) fn vector(&self, field: &'static Field) -> Option<Located<DVec3>> {
        self.with(field, |spot, node| value::vector(spot, node, &rule_of(field)))
    }

    /// A vector that gives a direction: not zero, returned with length one.
    pub(crate) fn direction(&self, field: &'static Field) -> Option<Located<DVec3>> {
        let given = self.vector(field)?;
        match given.value.try_normalize() {
            Some(unit) => Some(Located { value: unit, place: given.place }),
            None => {
                let name = field.name;
                self.error(field, format!("`{name}` has no length, so it gives no direction"), {
                    format!("write for example `{name} = {}`", field.example)
                });
                None
            }
        }
    }

    pub(crate) fn count(&self, field: &'static Field) -> Option<Located<usize>> {
        self.with(field, |spot, node| value::count(spot, node, field.bounds, field.why))
    }

    pub(crate) fn choice<T: Choose>(&self, field: &'static Field) -> Option<Located<T>> {
        self.with(field, |spot, node| value::choice(spot, node))
    }

    /// A list of words, each at most once; nothing if none of those that are there is known.
    pub(crate) fn choices<T: Choose + PartialEq>(&self, field: &'static Field) -> Option<Vec<T>> {
        let read_all = |spot: Spot<'_>, node: &Node| {
            let Value::List(items) = &node.value else {
                spot.wrong_kind(node, "a list of words");
                return None;
            };
            let mut words: Vec<T> = Vec::new();
            for word in items.iter().filter_map(|item| value::choice(spot, item)) {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
            // A list of wrong words only is not an empty list: it has been told what is wrong with it.
            (items.is_empty() || !words.is_empty()).then_some(words)
        };
        self.with(field, read_all).map(|located| located.value)
    }

    pub(crate) fn flag(&self, field: &'static Field) -> Option<bool> {
        let read = |spot: Spot<'_>, node: &Node| match node.value {
            Value::Flag(flag) => Some(flag),
            _ => {
                spot.wrong_kind(node, "true or false");
                None
            }
        };
        self.with(field, read).map(|located| located.value)
    }

    pub(crate) fn text(&self, field: &'static Field) -> Option<Located<String>> {
        self.with(field, |spot, node| match &node.value {
            Value::Text(text) => Some(text.clone()),
            _ => {
                spot.wrong_kind(node, "a text");
                None
            }
        })
    }

    /// The table under a key, ready to be read.
    pub(crate) fn table(&self, field: &'static Field, section: &'static Section) -> Option<Reader<'a>> {
        let entry = self.entry(field);
        if entry.is_none() && matches!(field.presence, Presence::Required) {
            self.missing(field);
        }
        let entry = entry?;
        match &entry.node.value {
            Value::Table(table) => {
                Some(Reader::new(self.sink, table, section, self.path_of(field), entry.node.place))
            }
            _ => {
                let path = self.path_of(field);
                let spot = Spot { sink: self.sink, path: &path, name: field.name, example: field.example };
                spot.wrong_kind(&entry.node, "a table");
                None
            }
        }
    }

    /// The table under a key; if it was left out, an empty one, so that defaults are stated in one place only.
    pub(crate) fn table_or_empty(
        &self,
        field: &'static Field,
        section: &'static Section,
    ) -> Option<Reader<'a>> {
        if self.has(field) {
            return self.table(field, section);
        }
        self.entry(field);
        Some(Reader::new(self.sink, &EMPTY, section, self.path_of(field), self.place))
    }

    /// The tables in a list under a key; places in the path count from 0, as overrides do.
    pub(crate) fn tables(&self, field: &'static Field, section: &'static Section) -> Option<Vec<Reader<'a>>> {
        let entry = self.entry(field);
        if entry.is_none() && matches!(field.presence, Presence::Required) {
            self.missing(field);
        }
        let entry = entry?;
        let path = self.path_of(field);
        let spot = Spot { sink: self.sink, path: &path, name: field.name, example: field.example };
        let Value::List(items) = &entry.node.value else {
            spot.wrong_kind(&entry.node, "a list of tables");
            return None;
        };
        let mut readers = Vec::new();
        for (number, item) in items.iter().enumerate() {
            match &item.value {
                Value::Table(table) => {
                    readers.push(Reader::new(
                        self.sink,
                        table,
                        section,
                        format!("{path}.{number}"),
                        item.place,
                    ));
                }
                _ => spot.wrong_kind(item, "a list of tables"),
            }
        }
        Some(readers)
    }

    /// Reports a key that makes no sense beside what else was said.
    pub(crate) fn refuse(&self, field: &'static Field, reason: impl Into<String>, remedy: impl Into<String>) {
        if self.entry(field).is_some() {
            self.error(field, reason, remedy);
        }
    }

    /// Exactly one of the keys must be there; returns it.
    pub(crate) fn exactly_one(&self, fields: &[&'static Field]) -> Option<&'static Field> {
        let given: Vec<&'static Field> = fields.iter().copied().filter(|field| self.has(field)).collect();
        let names = |list: &[&'static Field]| {
            list.iter().map(|field| format!("`{}`", field.name)).collect::<Vec<_>>().join(", ")
        };
        match given[..] {
            [one] => Some(one),
            [] if fields.iter().any(|field| self.was_misspelt(field)) => None,
            [] => {
                self.error_here(
                    format!("`{}` needs one of {}", self.path, names(fields)),
                    format!("add for example `{} = {}`", fields[0].name, fields[0].example),
                );
                None
            }
            [_, second, ..] => {
                given.iter().for_each(|field| {
                    self.entry(field);
                });
                self.error(second, format!("{} exclude each other", names(&given)), "keep one of them");
                None
            }
        }
    }

    /// Reports unknown keys, and known ones nobody asked for.
    pub(crate) fn finish(&self) {
        for entry in &self.table.entries {
            let known = self.section.fields.iter().find(|field| field.name == entry.key);
            match known {
                None if self.section.later.contains(&entry.key.as_str()) => self.later(entry),
                None => self.unknown(entry),
                Some(field) if !self.read.borrow().contains(&field.name) => self.unused(entry),
                Some(_) => {}
            }
        }
    }

    fn unused(&self, entry: &Entry) {
        self.sink.error(
            entry.key_place,
            &self.path_of_key(&entry.key),
            format!("`{}` has no meaning beside the other keys here", entry.key),
            "remove it; the scene reference says what it goes with",
        );
    }

    fn later(&self, entry: &Entry) {
        self.sink.error(
            entry.key_place,
            &self.path_of_key(&entry.key),
            format!("`{}` is planned, but not in this version", entry.key),
            "remove it",
        );
    }

    fn unknown(&self, entry: &Entry) {
        let names: Vec<&str> = self.section.fields.iter().map(|field| field.name).collect();
        let within = if self.path.is_empty() { "the scene".to_string() } else { format!("`{}`", self.path) };
        let known = format!("known keys: {}", names.join(", "));
        let remedy = match nearest(&entry.key, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`? {known}"),
            None => known,
        };
        let reason = format!("unknown key `{}` in {within}", entry.key);
        self.sink.error(entry.key_place, &self.path_of_key(&entry.key), reason, remedy);
    }

    fn path_of_key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_string() } else { format!("{}.{key}", self.path) }
    }
}

/// The number rule a field stands for.
fn rule_of(field: &Field) -> NumberRule {
    let dimension = match field.kind {
        Kind::Number(dimension) | Kind::Vector(dimension) => dimension,
        _ => Dimension::RATIO,
    };
    NumberRule { dimension, bounds: field.bounds, why: field.why, plausible: field.plausible }
}

/// Which keys were taken from a scene, for the test that every documented key really is.
#[cfg(test)]
pub(crate) mod seen {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local! {
        static KEYS: RefCell<BTreeSet<(&'static str, &'static str)>> = const { RefCell::new(BTreeSet::new()) };
    }

    pub(crate) fn note(section: &'static str, key: &'static str) {
        KEYS.with_borrow_mut(|keys| keys.insert((section, key)));
    }

    pub(crate) fn take() -> BTreeSet<(&'static str, &'static str)> {
        KEYS.take()
    }
}
