//! Files that appear whole: written under a temporary name in the same folder, then renamed.
//!
//! Renaming replaces the old file in one step, so a reader sees the old content or the new one, and a killed run
//! leaves at worst a temporary file. Frames and tables are not forced to the disk (no fsync): that guards against a
//! loss of power only and costs more than the step of a small scene. Checkpoints are ([`write_durably`]).

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::OutputError;

const PREFIX: &str = ".pliant-";
const SUFFIX: &str = ".partial";

/// Writes a file so that it appears whole or not at all; a file of that name is replaced.
///
/// `fill` writes the content; when it fails, nothing is left behind.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    write_and_rename(path, fill, |_| Ok(())).map_err(|error| OutputError::file("write", path, error))
}

/// As [`write_whole`], and on the disk when it returns: the content before the name.
pub fn write_durably(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    write_and_rename(path, fill, File::sync_data).map_err(|error| OutputError::file("write", path, error))
}

fn write_and_rename(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    settle: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let (temporary, file) = Temporary::beside(path)?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    fill(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    settle(&file)?;
    // Closed before the renaming, which some systems refuse for open files.
    drop(file);
    temporary.become_file(path)
}

/// Whether a file of this name is what a killed run left of [`write_whole`].
pub fn is_leftover(file_name: &str) -> bool {
    file_name.starts_with(PREFIX) && file_name.ends_with(SUFFIX)
}

/// A temporary file, removed when dropped.
struct Temporary {
    path: PathBuf,
    armed: bool,
}

impl Temporary {
    /// Opens a new file in the folder of `target`. Its name does not contain the target's, which may be as long as
    /// names may be.
    fn beside(target: &Path) -> io::Result<(Self, File)> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            let path = target.with_file_name(format!("{PREFIX}{}-{number}{SUFFIX}", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((Self { path, armed: true }, file)),
                // Left by a killed process that had our number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            }
        }
    }

    fn become_file(mut self, target: &Path) -> io::Result<()> {
        fs::rename(&self.path, target)?;
        self.armed = false;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if self.armed {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(&self.path);
        }
    }
}
