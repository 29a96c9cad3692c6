//! What can be wrong with a mesh file, told with place and remedy.

use std::fmt;

use thiserror::Error;

/// The remedy when a file breaks off or holds nonsense.
pub(super) const DAMAGED: &str = "the file is damaged or cut off: export it again";

/// Where in a file something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line, counted from 1.
    Line(usize),
    /// A byte, counted from 0 (in binary parts).
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File => Ok(()),
            Place::Line(line) => write!(f, ", line {line}"),
            Place::Byte(byte) => write!(f, ", byte {byte}"),
        }
    }
}

/// Why a mesh file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{place}: {reason}; {remedy}")]
pub struct MeshReadError {
    /// The name the caller gave.
    pub file: String,
    /// Where it is wrong.
    pub place: Place,
    /// What is wrong.
    pub reason: String,
    /// What to do.
    pub remedy: String,
}

/// A [`MeshReadError`] that does not know its file yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub place: Place,
    pub reason: String,
    pub remedy: String,
}

impl Fault {
    pub fn at(place: Place, reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place, reason: reason.into(), remedy: remedy.into() }
    }

    pub fn file(reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::at(Place::File, reason, remedy)
    }

    pub fn in_file(self, file: &str) -> MeshReadError {
        MeshReadError { file: file.into(), place: self.place, reason: self.reason, remedy: self.remedy }
    }
}
