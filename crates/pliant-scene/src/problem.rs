//! Problems of a scene: what is wrong, where, why, and what to do about it; shown like a compiler does, or as JSON.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use crate::place::{Origin, Place, Source};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The scene cannot be run.
    Error,
    /// The scene can be run, but probably does not do what was meant.
    Warning,
}

impl Severity {
    /// The word in messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// One thing wrong with a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Error or warning.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// The key path, for example `material.rubber.young`; empty for the scene as a whole.
    pub key: String,
    /// What is wrong and why that is bad.
    pub reason: String,
    /// What the user can do.
    pub remedy: String,
}

impl Problem {
    /// Something that keeps the scene from running.
    pub fn error(
        place: Place,
        key: impl Into<String>,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Error,
            place,
            key: key.into(),
            reason: reason.into(),
            remedy: remedy.into(),
        }
    }

    /// Something that looks like a mistake but can be run.
    pub fn warning(
        place: Place,
        key: impl Into<String>,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(place, key, reason, remedy) }
    }
}

/// Problems with the texts they point into, sorted by place.
#[derive(Clone, Debug)]
pub struct Problems {
    source: Arc<Source>,
    list: Vec<Problem>,
}

impl Problems {
    /// No problems yet.
    #[must_use]
    pub fn new(source: Arc<Source>) -> Self {
        Self { source, list: Vec::new() }
    }

    /// Adds a problem at its place in the order; a problem already known is not repeated.
    pub fn push(&mut self, problem: Problem) {
        if !self.list.contains(&problem) {
            let at = self.list.partition_point(|known| known.place <= problem.place);
            self.list.insert(at, problem);
        }
    }

    /// Adds several.
    pub fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.list.extend(problems);
        self.list.sort_by_key(|problem| problem.place);
        self.list.dedup();
    }

    /// Those that were not told of already.
    #[must_use]
    pub fn without(mut self, told: &Problems) -> Self {
        self.list.retain(|problem| !told.list.contains(problem));
        self
    }

    /// All of them, by place.
    #[must_use]
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many errors.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.list.iter().filter(|problem| problem.severity == Severity::Error).count()
    }

    /// How many warnings.
    #[must_use]
    pub fn warning_count(&self) -> usize {
        self.list.len() - self.error_count()
    }

    /// Whether anything keeps the scene from running.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.error_count() > 0
    }

    /// The texts the places point into.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// One problem as text: message, place, the line with carets, remedy.
    #[must_use]
    pub fn render_one(&self, problem: &Problem) -> String {
        let place = problem.place;
        let mut text = String::new();
        let key = if problem.key.is_empty() { String::new() } else { format!("  ({})", problem.key) };
        let line_number = match place.origin {
            Origin::Scene => place.line.to_string(),
            Origin::Override(_) => " ".to_string(),
        };
        let margin = " ".repeat(line_number.len());
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}: {}", problem.severity.word(), problem.reason);
        let _ = writeln!(text, "{margin}--> {}{key}", self.where_is(place));
        let _ = writeln!(text, "{margin} |");
        let line = self.source.line(place);
        let _ = writeln!(text, "{line_number} | {}", line.replace('\t', " "));
        let _ = writeln!(text, "{margin} | {}{}", " ".repeat(place.column - 1), carets(place, line));
        let _ = writeln!(text, "{margin} = {}", problem.remedy);
        text
    }

    fn where_is(&self, place: Place) -> String {
        match place.origin {
            Origin::Scene => format!("{}:{}:{}", self.source.name, place.line, place.column),
            Origin::Override(_) => "override given by --set".to_string(),
        }
    }

    /// All of it for programs: a JSON array of objects.
    #[must_use]
    pub fn to_json(&self) -> String {
        let objects: Vec<String> = self.list.iter().map(|problem| self.json_object(problem)).collect();
        if objects.is_empty() { "[]".to_string() } else { format!("[\n  {}\n]", objects.join(",\n  ")) }
    }

    fn json_object(&self, problem: &Problem) -> String {
        let place = problem.place;
        let from_override = match place.origin {
            Origin::Scene => "null".to_string(),
            Origin::Override(number) => {
                json_text(self.source.overrides.get(number).map_or("", String::as_str))
            }
        };
        format!(
            "{{\"severity\": \"{}\", \"file\": {}, \"override\": {from_override}, \"line\": {}, \"column\": {}, \
             \"length\": {}, \"key\": {}, \"reason\": {}, \"remedy\": {}}}",
            problem.severity.word(),
            json_text(&self.source.name),
            place.line,
            place.column,
            place.length,
            json_text(&problem.key),
            json_text(&problem.reason),
            json_text(&problem.remedy),
        )
    }
}

/// Carets under the stretch, never past the end of the line (but one at least).
fn carets(place: Place, line: &str) -> String {
    let left_on_line = line.chars().count().saturating_sub(place.column - 1);
    "^".repeat(place.length.min(left_on_line).max(1))
}

impl fmt::Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rendered: Vec<String> = self.list.iter().map(|problem| self.render_one(problem)).collect();
        formatter.write_str(&rendered.join("\n"))
    }
}

impl std::error::Error for Problems {}

/// A JSON string literal.
fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn source(text: &str) -> Arc<Source> {
        Arc::new(Source {
            name: "a.toml".into(),
            text: text.into(),
            overrides: vec!["body.a.spacing=4mm".into()],
        })
    }

    #[test]
    fn sorted_by_place_and_not_repeated() {
        let mut problems = Problems::new(source("a\nb\n"));
        let second = Place { line: 2, ..Place::START };
        problems.push(Problem::error(second, "b", "late", "fix"));
        problems.push(Problem::warning(Place::START, "a", "early", "fix"));
        problems.push(Problem::error(second, "b", "late", "fix"));
        let reasons: Vec<&str> = problems.list().iter().map(|problem| problem.reason.as_str()).collect();
        assert_eq!(reasons, ["early", "late"]);
        assert_eq!((problems.error_count(), problems.warning_count()), (1, 1));
    }

    #[test]
    fn json_escapes_and_names_the_override() {
        let mut problems = Problems::new(source("x = \"\\\"\"\n"));
        let place = Place { origin: Origin::Override(0), ..Place::START };
        problems.push(Problem::error(place, "k", "say \"hi\"\n\u{1}", "back\\slash"));
        let json = problems.to_json();
        assert!(json.contains(r#""reason": "say \"hi\"\n\u0001""#), "{json}");
        assert!(json.contains(r#""override": "body.a.spacing=4mm""#), "{json}");
        assert!(json.contains(r#""remedy": "back\\slash""#), "{json}");
    }
}
