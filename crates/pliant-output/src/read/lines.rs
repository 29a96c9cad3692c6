//! Text files that mean something line by line: OBJ, OFF.

use super::error::{DAMAGED, Fault, Place};
use super::scan::shortened;
use super::surface_raw::coordinate;

/// A line with its place. A backslash at the end of a line joins the next one to it; `#` begins a comment.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    file: &'a [u8],
    start: usize,
    text: &'a [u8],
}

/// All lines of a file that are not blank.
pub(super) fn lines(file: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < file.len() {
            let start = at;
            let end = logical_end(file, start);
            at = end + 1;
            let text = &file[start..end];
            let text = &text[..comment_start(text)];
            if !text.trim_ascii().is_empty() {
                return Some(Line { file, start, text });
            }
        }
        None
    })
}

/// Within a word, as in `1.#INF`, the sign begins no comment.
fn comment_start(text: &[u8]) -> usize {
    let begins = |at: usize| text[at] == b'#' && (at == 0 || text[at - 1].is_ascii_whitespace());
    (0..text.len()).find(|&at| begins(at)).unwrap_or(text.len())
}

/// The line break that is not behind a backslash, or the end of the file.
fn logical_end(file: &[u8], start: usize) -> usize {
    let mut from = start;
    loop {
        let Some(length) = file[from..].iter().position(|&b| b == b'\n') else { return file.len() };
        let end = from + length;
        let line = &file[from..end];
        if !line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\") {
            return end;
        }
        from = end + 1;
    }
}

impl<'a> Line<'a> {
    /// The words; bytes that are no text make an empty word.
    pub fn words(self) -> impl Iterator<Item = &'a str> + Clone {
        self.text
            .split(|&b| b.is_ascii_whitespace() || b == b'\\')
            .filter(|word| !word.is_empty())
            .map(|word| std::str::from_utf8(word).unwrap_or(""))
    }

    pub fn fault(self, reason: impl Into<String>, remedy: impl Into<String>) -> Fault {
        Fault::at(Place::Line(self.number()), reason, remedy)
    }

    /// Counted from 1; counts afresh, so only for messages.
    pub fn number(self) -> usize {
        1 + self.file[..self.start].iter().filter(|&&b| b == b'\n').count()
    }

    /// Three coordinates; further words are somebody else's.
    pub fn point(self, mut words: impl Iterator<Item = &'a str>) -> Result<glam::DVec3, Fault> {
        let mut x = [0.0; 3];
        for (i, x) in x.iter_mut().enumerate() {
            let Some(word) = words.next() else {
                let reason = format!("a point needs three coordinates, this one has {i}");
                return Err(self.fault(reason, DAMAGED));
            };
            let wrong = || format!("expected a coordinate, found \"{}\"", shortened(word));
            *x = coordinate(word).ok_or_else(|| self.fault(wrong(), DAMAGED))?;
        }
        Ok(x.into())
    }
}
