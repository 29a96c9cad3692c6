//! PVD files: the list of a series' frame files with their times, which ParaView and PyVista open as one.
//!
//! The file is written anew, whole, with every frame: whenever a run is killed, the series so far can be read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::whole::write_whole;
use crate::error::OutputError;
use crate::text::{number, xml};

/// A series of frame files and its list on disk.
#[derive(Clone, Debug)]
pub struct PvdSeries {
    path: PathBuf,
    frames: Vec<(f64, String)>,
}

impl PvdSeries {
    /// A series without frames; nothing is written yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), frames: Vec::new() }
    }

    /// A series that has these frames already; its list is written anew if there are any.
    pub fn reopen(path: impl Into<PathBuf>, frames: Vec<(f64, String)>) -> Result<Self, OutputError> {
        let path = path.into();
        if !frames.is_empty() {
            write_whole(&path, |out| out.write_all(list(&frames).as_bytes()))?;
        }
        Ok(Self { path, frames })
    }

    /// Where the list is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Time (s) and file of each frame.
    pub fn frames(&self) -> &[(f64, String)] {
        &self.frames
    }

    /// Adds a frame and writes the list. `file` is relative to the list's folder, with `/` between folders; a file
    /// that is in the list already gets the new time. When writing fails, the list stays as it was.
    pub fn add(&mut self, time: f64, file: &str) -> Result<(), OutputError> {
        if !time.is_finite() {
            return Err(OutputError::BrokenTime { index: self.frames.len(), time });
        }
        let mut frames = self.frames.clone();
        match frames.iter_mut().rev().find(|(_, known)| known == file) {
            Some(known) => known.0 = time,
            None => frames.push((time, file.to_string())),
        }
        write_whole(&self.path, |out| out.write_all(list(&frames).as_bytes()))?;
        self.frames = frames;
        Ok(())
    }
}

fn list(frames: &[(f64, String)]) -> String {
    let mut text = String::with_capacity(200 + 100 * frames.len());
    text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(
        "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n  <Collection>\n",
    );
    for (index, (time, file)) in frames.iter().enumerate() {
        // Files of the same time that follow each other are parts of one frame.
        let earlier = frames[..index].iter().rev().take_while(|(other, _)| other == time).count();
        let (time, file) = (number(*time), xml(file));
        let _ = writeln!(
            text,
            "    <DataSet timestep=\"{time}\" group=\"\" part=\"{earlier}\" file=\"{file}\"/>"
        );
    }
    text.push_str("  </Collection>\n</VTKFile>\n");
    text
}
