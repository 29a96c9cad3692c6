//! Where the files a scene names come from: the disk for the command line, memory for scenes inside a program.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Reads files by the path a scene gives, relative to the scene.
pub trait Files {
    /// The bytes of a file.
    ///
    /// # Errors
    /// As the operating system says it.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
}

/// Files on disk. Absolute paths and `..` are followed: a local scene may name any local file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiskFiles {
    /// The folder of the scene.
    pub folder: PathBuf,
}

impl Files for DiskFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        read_plain(&self.folder.join(path))
    }
}

/// The bytes of a plain file. Pipes and devices may never end, so they are refused.
pub(crate) fn read_plain(path: &Path) -> io::Result<Vec<u8>> {
    let found = std::fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !found.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no plain file"));
    }
    std::fs::read(path)
}

/// Files in memory, by their path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// No files at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// With one more file.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.into(), bytes.into());
        self
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}
