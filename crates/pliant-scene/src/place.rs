//! Places: where in the scene file, or in which `--set` override, something was said.

/// What a [`Place`] counts its lines in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The scene file.
    Scene,
    /// The override with this number; its text is `key=value`.
    Override(usize),
}

/// A stretch of text, for messages. Lines and columns count from 1, columns and lengths in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// File or override.
    pub origin: Origin,
    /// Line, from 1.
    pub line: usize,
    /// Column of the first character, from 1.
    pub column: usize,
    /// Characters on that line, at least 1.
    pub length: usize,
}

impl Place {
    /// The very beginning of the scene, for problems that have no better place.
    pub const START: Self = Self { origin: Origin::Scene, line: 1, column: 1, length: 1 };
}

/// A value with the place it came from; for a default this is the place of the table that lacks it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it was said.
    pub place: Place,
}

impl<T> Located<T> {
    /// The same place with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: change(self.value), place: self.place }
    }
}

/// The texts a plan was read from: enough to show any [`Place`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the scene file as the user knows it.
    pub name: String,
    /// The text of the scene file.
    pub text: String,
    /// Overrides as `key=value`.
    pub overrides: Vec<String>,
}

impl Source {
    /// The line of text a place points into.
    #[must_use]
    pub fn line(&self, place: Place) -> &str {
        match place.origin {
            Origin::Scene => self.text.split('\n').nth(place.line - 1).unwrap_or("").trim_end_matches('\r'),
            Origin::Override(number) => self.overrides.get(number).map_or("", String::as_str),
        }
    }
}

/// Turns byte ranges of a text into places.
pub(crate) struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let after_newlines =
            text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(after_newlines).collect() }
    }

    /// The place of a byte range of the scene text; a range over several lines is cut at its first line's end.
    pub(crate) fn place(&self, range: std::ops::Range<usize>) -> Place {
        let start = floor_char_boundary(self.text, range.start);
        let line = self.starts.partition_point(|&line_start| line_start <= start).max(1);
        let line_start = self.starts[line - 1];
        let line_end = self.starts.get(line).map_or(self.text.len(), |next| next - 1);
        let end = floor_char_boundary(self.text, range.end.min(line_end).max(start));
        let count = |from: usize, to: usize| self.text.get(from..to).map_or(0, |part| part.chars().count());
        Place {
            origin: Origin::Scene,
            line,
            column: count(line_start, start) + 1,
            length: count(start, end).max(1),
        }
    }
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
