//! A cursor over the bytes of a file that reads words or binary numbers and knows where it is.

use super::error::{DAMAGED, Fault, Place};
use super::numbers::{Kind, Numbers};

/// How numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Text,
    Binary { big_endian: bool },
}

#[derive(Clone)]
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where the last word or line began: what an error is about.
    last: usize,
    /// How [`Scan::int`], [`Scan::size`] and [`Scan::double`] read.
    pub encoding: Encoding,
    /// Bytes of a binary [`Scan::size`]: 4 or 8.
    pub size_bytes: usize,
}

impl<'a> Scan<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, last: 0, encoding: Encoding::Text, size_bytes: 8 }
    }

    /// Line in text, byte in binary. Counts lines afresh: only used when something is wrong.
    pub fn place(&self) -> Place {
        let newlines = || self.bytes[..self.last].iter().filter(|&&b| b == b'\n').count();
        match self.encoding {
            Encoding::Text => Place::Line(1 + newlines()),
            Encoding::Binary { .. } => Place::Byte(self.at),
        }
    }

    pub fn fault(&self, reason: impl Into<String>, remedy: impl Into<String>) -> Fault {
        Fault::at(self.place(), reason, remedy)
    }

    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub fn skip_whitespace(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// The rest of the current line without its end; the cursor moves to the next line.
    pub fn line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.last = self.at;
        let length = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        self.at += (length + 1).min(rest.len());
        rest[..length].trim_ascii_end()
    }

    /// The next line that is not blank, as words; empty at the end of the file.
    pub fn words(&mut self) -> Vec<String> {
        self.skip_whitespace();
        String::from_utf8_lossy(self.line()).split_ascii_whitespace().map(String::from).collect()
    }

    /// The next word; `None` at the end of the file. Bytes that are no text make an empty word.
    pub fn token(&mut self) -> Option<&'a str> {
        self.skip_whitespace();
        let rest = &self.bytes[self.at..];
        self.last = self.at;
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| std::str::from_utf8(&rest[..length]).unwrap_or(""))
    }

    /// The next word without moving on.
    pub fn peek(&mut self) -> Option<&'a str> {
        let before = self.at;
        let token = self.token();
        self.at = before;
        token
    }

    /// The next n bytes as they are.
    pub fn raw(&mut self, n: usize, what: &str) -> Result<&'a [u8], Fault> {
        let rest = &self.bytes[self.at..];
        if n > rest.len() {
            return Err(self.fault(format!("the file ends in the middle of {what}"), DAMAGED));
        }
        self.at += n;
        Ok(&rest[..n])
    }

    /// Moves behind the next occurrence of `mark`; false (and at the end) if there is none.
    pub fn skip_past(&mut self, mark: &[u8]) -> bool {
        let found = find(&self.bytes[self.at..], mark);
        self.at = found.map_or(self.bytes.len(), |i| self.at + i + mark.len());
        found.is_some()
    }

    /// A word as a number.
    pub fn number<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Fault> {
        let Some(word) = self.token() else {
            return Err(self.fault(format!("the file ends where {what} is expected"), DAMAGED));
        };
        word.parse()
            .map_err(|_| self.fault(format!("expected {what}, found \"{}\"", shortened(word)), DAMAGED))
    }

    /// A signed integer: a word, or 4 bytes.
    pub fn int(&mut self, what: &str) -> Result<i64, Fault> {
        match self.encoding {
            Encoding::Text => self.number(what),
            Encoding::Binary { big_endian } => {
                let bytes = self.raw(4, what)?;
                Ok(Kind::I32.integer(bytes, big_endian))
            }
        }
    }

    /// A count or number without sign: a word, or `size_bytes` bytes.
    pub fn size(&mut self, what: &str) -> Result<u64, Fault> {
        match self.encoding {
            Encoding::Text => self.number(what),
            Encoding::Binary { big_endian } => {
                let kind = if self.size_bytes == 4 { Kind::U32 } else { Kind::U64 };
                let bytes = self.raw(kind.size(), what)?;
                Ok(kind.integer(bytes, big_endian) as u64)
            }
        }
    }

    /// A float: a word, or 8 bytes.
    pub fn double(&mut self, what: &str) -> Result<f64, Fault> {
        match self.encoding {
            Encoding::Text => self.number(what),
            Encoding::Binary { big_endian } => {
                let bytes = self.raw(8, what)?;
                Ok(Kind::F64.float(bytes, big_endian))
            }
        }
    }

    /// Refuses a count of things that take at least `numbers` numbers each, if the rest of the file cannot hold them.
    pub fn room(&self, count: u64, numbers: usize, what: &str) -> Result<usize, Fault> {
        // A word takes a digit and a blank (the very last blank may be missing); a binary number 4 bytes or more.
        let each = if self.encoding == Encoding::Text { 2 } else { 4 };
        let needed = (count as u128) * (numbers * each) as u128;
        if needed > self.remaining() as u128 + 1 {
            let reason = format!("{count} {what} are announced, more than the rest of the file can hold");
            return Err(self.fault(reason, DAMAGED));
        }
        Ok(count as usize)
    }

    /// `count` numbers of a kind, as words or binary.
    pub fn array(&mut self, kind: Kind, count: u64, what: &str) -> Result<Numbers, Fault> {
        match self.encoding {
            Encoding::Text => {
                let count = self.room(count, 1, what)?;
                if kind.is_float() {
                    (0..count).map(|_| self.number(what)).collect::<Result<_, _>>().map(Numbers::Floats)
                } else {
                    (0..count).map(|_| self.number(what)).collect::<Result<_, _>>().map(Numbers::Integers)
                }
            }
            Encoding::Binary { big_endian } => {
                let length = (count as u128) * kind.size() as u128;
                let bytes = self.raw(usize::try_from(length).unwrap_or(usize::MAX), what)?;
                Ok(kind.decode(bytes, big_endian))
            }
        }
    }
}

/// Where `mark` first occurs.
pub(super) fn find(bytes: &[u8], mark: &[u8]) -> Option<usize> {
    bytes.windows(mark.len().max(1)).position(|window| window == mark)
}

/// A word for a message, cut to a bearable length.
pub(super) fn shortened(word: &str) -> String {
    let short: String = word.chars().take(20).collect();
    if short.len() < word.len() { short + "..." } else { short }
}
