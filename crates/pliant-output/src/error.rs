//! Why a result cannot be written or read back, told with path, reason and remedy.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a result cannot be written or read back.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The operating system refuses.
    #[error("cannot {action} {}: {reason}; {remedy}", path.display())]
    File {
        /// What was tried: "write", "create", ...
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's words.
        reason: String,
        /// What to do.
        remedy: &'static str,
        /// The system's error.
        #[source]
        source: io::Error,
    },
    /// The folder for the results holds somebody else's files.
    #[error(
        "the folder {} holds files that are no results of pliant (for instance {example}); \
         name a new folder for the results, or empty this one yourself",
        path.display()
    )]
    ForeignFolder {
        /// The folder.
        path: PathBuf,
        /// One of the files in it.
        example: String,
    },
    /// Another run is writing there.
    #[error("another run is writing into {}; wait for it, stop it, or name another folder", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// Where the folder for the results should be there is something else.
    #[error("{} is a file, not a folder; name another folder for the results", path.display())]
    NotAFolder {
        /// The place.
        path: PathBuf,
    },
    /// A frame whose arrays do not fit each other.
    #[error(
        "frame {index} cannot be written: body \"{body}\" {reason}; this is a fault of the program, please report it"
    )]
    BrokenFrame {
        /// Number of the frame.
        index: usize,
        /// Name of the body.
        body: String,
        /// What does not fit.
        reason: String,
    },
    /// A frame without a place on the time axis.
    #[error(
        "frame {index} cannot be written: its time is {time}; this is a fault of the program, please report it"
    )]
    BrokenTime {
        /// Number of the frame.
        index: usize,
        /// The time.
        time: f64,
    },
    /// A surface or cloud of points whose arrays do not fit each other.
    #[error("{} cannot be written: {reason}; this is a fault of the program, please report it", path.display())]
    BadSurface {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// A folder that holds no results of a run, or not those that are asked for.
    #[error("{} {reason}; {remedy}", path.display())]
    NotARun {
        /// The folder.
        path: PathBuf,
        /// What is missing.
        reason: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A result that cannot be read back.
    #[error("{}: {reason}; {remedy}", path.display())]
    BadResult {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the place.
        reason: String,
        /// What to do.
        remedy: String,
    },
    /// A table whose header names no column, or one column twice.
    #[error("the table {} cannot be written: {reason}", path.display())]
    BadHeader {
        /// The table.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A row that does not fit the header of its table.
    #[error(
        "the table {} has {columns} columns, but a row has {values} values; \
         this is a fault of the program, please report it",
        path.display()
    )]
    WrongRow {
        /// The table.
        path: PathBuf,
        /// Columns of the header.
        columns: usize,
        /// Values of the row.
        values: usize,
    },
    /// A table that cannot be read.
    #[error("{}, line {line}: {reason}; {remedy}", path.display())]
    BadTable {
        /// The table.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        reason: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A checkpoint that cannot be used.
    #[error("cannot resume from {}: {reason}; {remedy}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
        /// What to do.
        remedy: String,
    },
    /// A column that the table does not have.
    #[error("there is no column \"{name}\"; there are: {known}")]
    UnknownColumn {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
}

impl OutputError {
    /// A checkpoint that cannot be used, with the remedy that always helps.
    pub fn checkpoint(path: &Path, reason: impl Into<String>) -> Self {
        let remedy = "start again without --resume".into();
        OutputError::Checkpoint { path: path.into(), reason: reason.into(), remedy }
    }

    /// An error of the operating system, with the remedy that fits its kind.
    pub(crate) fn file(action: &'static str, path: &Path, source: io::Error) -> Self {
        let (reason, remedy) = explain(&source);
        OutputError::File { action, path: path.into(), reason, remedy, source }
    }
}

/// Plain words for the kinds of errors a user can do something about.
fn explain(error: &io::Error) -> (String, &'static str) {
    use io::ErrorKind as Kind;
    let (reason, remedy) = match error.kind() {
        Kind::StorageFull => ("the disk is full", "free some space or name a folder on another disk"),
        Kind::QuotaExceeded => {
            ("your disk quota is used up", "free some space or name a folder on another disk")
        }
        Kind::PermissionDenied => ("permission denied", "name a folder you may write to"),
        Kind::ReadOnlyFilesystem => ("the file system is read-only", "name a folder you may write to"),
        Kind::NotFound => ("there is no such file or folder", "check the path"),
        Kind::NotADirectory => ("a part of the path is a file, not a folder", "check the path"),
        Kind::InvalidFilename => ("the name is too long or not allowed", "use a shorter name"),
        Kind::FileTooLarge => ("the file is too large for this file system", "name a folder on another disk"),
        _ => return (error.to_string(), "check the path and the disk"),
    };
    (reason.into(), remedy)
}
