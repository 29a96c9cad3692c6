//! Single values: numbers with units, vectors, counts, words. Used by the field reader and by the few places whose
//! values have a form of their own.

use glam::DVec3;

use super::field::{Bounds, Choose};
use super::sink::Sink;
use super::suggest::nearest;
use crate::place::Place;
use crate::tree::{Node, Value};
use crate::units::{self, Dimension, UnitError};

/// What a number must be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberRule {
    pub dimension: Dimension,
    pub bounds: Bounds,
    pub why: &'static str,
    pub plausible: Option<(f64, f64)>,
}

impl NumberRule {
    pub(crate) const fn any(dimension: Dimension) -> Self {
        Self { dimension, bounds: Bounds::Any, why: "", plausible: None }
    }
}

/// Where a value is being read: for messages.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub sink: &'a Sink,
    /// The whole key path.
    pub path: &'a str,
    /// The last part of it, as messages name it.
    pub name: &'a str,
    /// A whole value of the key in TOML.
    pub example: &'a str,
}

impl Spot<'_> {
    pub(crate) fn error(&self, place: Place, reason: impl Into<String>, remedy: impl Into<String>) {
        self.sink.error(place, self.path, reason, remedy);
    }

    /// The remedy that shows how the key is written.
    pub(crate) fn like(&self) -> String {
        format!("write for example `{} = {}`", self.name, self.example)
    }

    /// Says which words are possible.
    pub(crate) fn wrong_kind_of_word(&self, node: &Node, expected: &str, words: &str) {
        let reason = format!("`{}` must be {expected}, but is {}", self.name, shown(node));
        self.error(node.place, reason, format!("choose one of: {words}"));
    }

    /// Says what was expected and what was found.
    pub(crate) fn wrong_kind(&self, node: &Node, expected: &str) {
        let reason =
            format!("`{}` must be {expected}, but {} is {}", self.name, shown(node), node.value.kind());
        self.error(node.place, reason, self.like());
    }
}

/// A value as the user wrote it, shortened; lists and tables are not repeated.
pub(crate) fn shown(node: &Node) -> String {
    match &node.value {
        Value::Text(text) if text.chars().count() > 40 => {
            format!("\"{}...\"", text.chars().take(37).collect::<String>())
        }
        Value::Text(text) => format!("\"{text}\""),
        Value::Integer(Some(integer)) => integer.to_string(),
        Value::Float(float) => float.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Integer(None) | Value::Date | Value::List(_) | Value::Table(_) => "this".to_string(),
    }
}

/// Reads a number in SI.
pub(crate) fn number(spot: Spot<'_>, node: &Node, rule: &NumberRule) -> Option<f64> {
    let value = bare_number(spot, node, rule.dimension)?;
    if !rule.bounds.contain(value) {
        let because = if rule.why.is_empty() { String::new() } else { format!(", because {}", rule.why) };
        let reason =
            format!("`{}` is {}, but must be {}{because}", spot.name, shown(node), rule.bounds.describe());
        spot.error(node.place, reason, remedy_for_bounds(spot, rule));
        return None;
    }
    warn_if_implausible(spot, node, value, rule);
    Some(value)
}

fn remedy_for_bounds(spot: Spot<'_>, rule: &NumberRule) -> String {
    match rule.bounds {
        Bounds::Any | Bounds::Positive | Bounds::NonNegative => spot.like(),
        Bounds::Open(..) | Bounds::Closed(..) => format!("choose a value {}", rule.bounds.describe()),
    }
}

fn warn_if_implausible(spot: Spot<'_>, node: &Node, value: f64, rule: &NumberRule) {
    let Some((low, high)) = rule.plausible else { return };
    let size = value.abs();
    if size == 0.0 || (low..=high).contains(&size) {
        return;
    }
    let unit = rule.dimension.si_unit();
    let check = if unit.is_empty() { "check the number" } else { "check the unit (plain numbers are SI)" };
    let (word, limit) = if size < low { ("small", low) } else { ("large", high) };
    spot.sink.warning(
        node.place,
        spot.path,
        format!("`{}` is {}, unusually {word}", spot.name, with_unit(value, &unit)),
        format!("{check}; this warning begins at {}", with_unit(limit, &unit)),
    );
}

fn with_unit(value: f64, unit: &str) -> String {
    let number = if (1e-3..1e6).contains(&value.abs()) { value.to_string() } else { format!("{value:e}") };
    if unit.is_empty() { number } else { format!("{number} {unit}") }
}

fn quoted_example(dimension: Dimension) -> String {
    let example = dimension.example();
    if dimension == Dimension::RATIO { example } else { format!("\"{example}\"") }
}

fn bare_number(spot: Spot<'_>, node: &Node, dimension: Dimension) -> Option<f64> {
    let value = match &node.value {
        Value::Text(text) => return quantity(spot, node, text, dimension),
        #[allow(clippy::cast_precision_loss, reason = "a count beyond 2^53 is rounded, as in any calculator")]
        Value::Integer(Some(integer)) => *integer as f64,
        Value::Integer(None) => f64::INFINITY,
        Value::Float(float) => *float,
        Value::Flag(_) | Value::Date | Value::List(_) | Value::Table(_) => {
            spot.wrong_kind(node, &dimension.describe());
            return None;
        }
    };
    if !value.is_finite() {
        spot.error(node.place, format!("`{}` is not a finite number", spot.name), spot.like());
        return None;
    }
    Some(value)
}

fn quantity(spot: Spot<'_>, node: &Node, text: &str, dimension: Dimension) -> Option<f64> {
    let expected = dimension.describe();
    let quantity = match units::parse(text) {
        Ok(quantity) => quantity,
        Err(error) => {
            let reason = format!("`{}` must be {expected}, but in {} {error}", spot.name, shown(node));
            spot.error(node.place, reason, unit_remedy(&error, dimension));
            return None;
        }
    };
    // A plain number in quotes is SI like a plain number without.
    if quantity.has_unit && quantity.dimension != dimension {
        let given = quantity.dimension.describe();
        let reason = format!("`{}` must be {expected}, but {} is {given}", spot.name, shown(node));
        spot.error(node.place, reason, dimension_remedy(quantity.dimension, dimension));
        return None;
    }
    Some(quantity.value)
}

fn unit_remedy(error: &UnitError, dimension: Dimension) -> String {
    let example = quoted_example(dimension);
    match error.remedy() {
        Some(remedy) => remedy,
        None if units::symbols::usual_units(dimension).is_empty() => format!("write for example {example}"),
        None => {
            format!("write for example {example}; usual units: {}", units::symbols::usual_units(dimension))
        }
    }
}

fn dimension_remedy(given: Dimension, expected: Dimension) -> String {
    let cycles = given == Dimension::RATE && expected == Dimension::ANGULAR_VELOCITY;
    if cycles {
        return "say whether turns or radians are meant: \"1 turn/s\" or \"1 rad/s\"".into();
    }
    let unit = expected.si_unit();
    if unit.is_empty() {
        return "write the number without a unit".into();
    }
    format!("write for example {}; a plain number would be in {unit}", quoted_example(expected))
}

/// Reads three numbers in SI.
pub(crate) fn vector(spot: Spot<'_>, node: &Node, rule: &NumberRule) -> Option<DVec3> {
    let Value::List(items) = &node.value else {
        spot.wrong_kind(node, "a list of three numbers (x, y, z)");
        return None;
    };
    if items.len() != 3 {
        spot.error(
            node.place,
            format!("`{}` must have three numbers (x, y, z), but has {}", spot.name, items.len()),
            spot.like(),
        );
        return None;
    }
    // One slip of the unit is usually repeated in all components; one warning is enough.
    let quiet = NumberRule { plausible: None, ..*rule };
    let components: Vec<Option<f64>> = items.iter().map(|item| number(spot, item, &quiet)).collect();
    let [Some(x), Some(y), Some(z)] = components[..] else { return None };
    let largest = if x.abs() >= y.abs().max(z.abs()) { 0 } else { 1 + usize::from(z.abs() > y.abs()) };
    warn_if_implausible(spot, &items[largest], [x, y, z][largest], rule);
    Some(DVec3::new(x, y, z))
}

/// Reads a whole number.
pub(crate) fn count(spot: Spot<'_>, node: &Node, bounds: Bounds, why: &str) -> Option<usize> {
    let Value::Integer(integer) = node.value else {
        spot.wrong_kind(node, "a whole number");
        return None;
    };
    let because = if why.is_empty() { String::new() } else { format!(", because {why}") };
    // Floats hold every bound exactly.
    #[allow(clippy::cast_precision_loss, reason = "only compared with small bounds")]
    let inside = integer.filter(|&value| bounds.contain(value as f64));
    let count = inside.and_then(|value| usize::try_from(value).ok());
    if count.is_none() {
        let words = count_words(integer, bounds);
        let given = if integer.is_some() { shown(node) } else { "beyond what can be stored".to_string() };
        let reason = format!("`{}` is {given}, but must be {words}{because}", spot.name);
        spot.error(node.place, reason, format!("choose a whole number {words}"));
    }
    count
}

/// The largest count: a whole number of TOML that is also one of the machine.
const LARGEST_COUNT: usize = isize::MAX as usize;

/// Which counts are possible; the largest is named to those who are beyond it.
fn count_words(given: Option<i64>, bounds: Bounds) -> String {
    let is_small = given.is_some_and(|value| value <= isize::MAX as i64);
    match bounds {
        Bounds::Any | Bounds::NonNegative if is_small => "0 or greater".to_string(),
        Bounds::Any | Bounds::NonNegative => format!("between 0 and {LARGEST_COUNT}"),
        Bounds::Positive if !is_small => format!("between 1 and {LARGEST_COUNT}"),
        _ => bounds.describe(),
    }
}

/// Reads one of the words of an enum.
pub(crate) fn choice<T: Choose>(spot: Spot<'_>, node: &Node) -> Option<T> {
    let names: Vec<&str> = T::ALL.iter().map(|(_, choice)| choice.name).collect();
    let Value::Text(text) = &node.value else {
        spot.wrong_kind(node, &format!("one of {}", names.join(", ")));
        return None;
    };
    if let Some((value, _)) = T::ALL.iter().find(|(_, choice)| choice.name == text) {
        return Some(*value);
    }
    if T::LATER.contains(&text.as_str()) {
        spot.error(
            node.place,
            format!("`{}` = \"{text}\" is planned, but not in this version", spot.name),
            format!("choose one of: {}", names.join(", ")),
        );
        return None;
    }
    let remedy = match nearest(text, names.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"? Possible: {}", names.join(", ")),
        None => format!("choose one of: {}", names.join(", ")),
    };
    spot.error(node.place, format!("`{}` = {} is not known", spot.name, shown(node)), remedy);
    None
}
