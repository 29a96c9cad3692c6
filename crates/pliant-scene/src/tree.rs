//! The scene as a tree of values that know their place. Thin layer over the `toml` crate's spanned document, so that
//! overrides can be put in and nothing else in this crate sees the parser.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use crate::place::{LineIndex, Place};
use crate::problem::Problem;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub place: Place,
    pub value: Value,
}

/// What a scene file can say.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    /// `None` when it does not fit 64 bits.
    Integer(Option<i64>),
    Float(f64),
    Flag(bool),
    /// TOML has dates; no key of ours takes one.
    Date,
    List(Vec<Node>),
    Table(Table),
}

impl Value {
    /// What it is, with its article, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Integer(_) => "an integer",
            Self::Float(_) => "a number",
            Self::Flag(_) => "true or false",
            Self::Date => "a date",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

/// Keys and values in the order of the file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub entries: Vec<Entry>,
}

/// What a table that was left out holds.
pub(crate) static EMPTY: Table = Table { entries: Vec::new() };

/// One key of a table.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub key: String,
    pub key_place: Place,
    pub node: Node,
}

impl Table {
    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.key == key)
    }
}

/// Reads a whole scene; all syntax errors the parser can tell apart, at most one per line.
pub(crate) fn parse_document(text: &str) -> Result<Table, Vec<Problem>> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let lines = LineIndex::new(text);
    if errors.is_empty() {
        return Ok(convert_table(document.get_ref(), &|range| lines.place(range)));
    }
    Err(syntax_problems(text, &lines, &errors))
}

/// Reads one value as TOML, with places given by `place`.
pub(crate) fn parse_value(text: &str, place: &dyn Fn(Range<usize>) -> Place) -> Option<Node> {
    let value = DeValue::parse(text).ok()?;
    Some(convert(&value, place))
}

fn convert(spanned: &Spanned<DeValue<'_>>, place: &dyn Fn(Range<usize>) -> Place) -> Node {
    let value = match spanned.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => Value::Integer(to_i64(integer)),
        DeValue::Float(float) => Value::Float(float.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => Value::List(list.iter().map(|item| convert(item, place)).collect()),
        DeValue::Table(table) => Value::Table(convert_table(table, place)),
    };
    Node { place: place(spanned.span()), value }
}

fn to_i64(integer: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// The parser sorts by name; we want the order of the file, so that everything is numbered as the user sees it.
fn convert_table(table: &DeTable<'_>, place: &dyn Fn(Range<usize>) -> Place) -> Table {
    let mut pairs: Vec<_> = table.iter().collect();
    pairs.sort_by_key(|(key, _)| key.span().start);
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| Entry {
        key: key_text(key),
        key_place: place(key.span()),
        node: convert(value, place),
    };
    Table { entries: pairs.into_iter().map(entry).collect() }
}

fn key_text(key: &Spanned<std::borrow::Cow<'_, str>>) -> String {
    key.get_ref().to_string()
}

/// More syntax errors than this are echoes of the first ones.
const MAX_SYNTAX_ERRORS: usize = 10;

fn syntax_problems(text: &str, lines: &LineIndex<'_>, errors: &[toml::de::Error]) -> Vec<Problem> {
    let mut located: Vec<(Range<usize>, &str)> =
        errors.iter().map(|error| (error.span().unwrap_or(0..0), error.message())).collect();
    located.sort_by_key(|(range, _)| range.start);
    drop_echoes(text, lines, &mut located);
    let mut problems: Vec<Problem> =
        located.iter().map(|(range, message)| syntax_problem(text, lines, range, message)).collect();
    problems.dedup_by_key(|problem| problem.place.line);
    problems.truncate(MAX_SYNTAX_ERRORS);
    problems
}

/// A table given twice makes each of its keys a duplicate; the table is enough.
fn drop_echoes(text: &str, lines: &LineIndex<'_>, errors: &mut Vec<(Range<usize>, &str)>) {
    let all_lines: Vec<&str> = text.split('\n').collect();
    let is_header =
        |line: usize| all_lines.get(line - 1).is_some_and(|line| line.trim_start().starts_with('['));
    let mut inside_from: Option<usize> = None;
    errors.retain(|(range, message)| {
        let line = lines.place(range.clone()).line;
        let duplicate = message.starts_with("duplicate key");
        if duplicate && is_header(line) {
            inside_from = Some(line);
            return true;
        }
        let echo = duplicate && inside_from.is_some_and(|from| !(from + 1..=line).any(is_header));
        !echo
    });
}

fn syntax_problem(text: &str, lines: &LineIndex<'_>, range: &Range<usize>, message: &str) -> Problem {
    let given = text.get(range.clone()).unwrap_or("").trim();
    let (reason, remedy) = if message.starts_with("string values must be quoted") && given.is_empty() {
        ("a key without a value".to_string(), "write a value after `=`".to_string())
    } else if message.starts_with("string values must be quoted") {
        let quoted = given.replace('"', "'");
        (
            format!("`{given}` must be in quotes"),
            format!("write \"{quoted}\": values with a unit and names are texts"),
        )
    } else if message.starts_with("duplicate key") {
        (format!("`{given}` is given twice"), "keep one of the two, or rename one".to_string())
    } else {
        (
            format!("this is not TOML: {message}"),
            "mend the syntax, see https://toml.io for the rules".to_string(),
        )
    };
    Problem::error(
        lines.place(range.clone()),
        "",
        reason,
        format!("{remedy}; the rest of the scene is checked once the syntax is right"),
    )
}
