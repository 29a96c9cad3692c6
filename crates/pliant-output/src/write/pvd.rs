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
    frames: Vec<SeriesFrame>,
}

/// A frame of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesFrame {
    /// Its time (s).
    pub time: f64,
    /// Its files, relative to the list's folder: the first one is its own, the others may be those of other frames too.
    /// Programs show them as parts of one whole, numbered in this order.
    pub files: Vec<String>,
}

impl PvdSeries {
    /// A series without frames; nothing is written yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), frames: Vec::new() }
    }

    /// A series that has these frames already; its list is written anew if there are any.
    pub fn reopen(path: impl Into<PathBuf>, frames: Vec<SeriesFrame>) -> Result<Self, OutputError> {
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

    /// The frames so far.
    pub fn frames(&self) -> &[SeriesFrame] {
        &self.frames
    }

    /// Adds a frame of one file, see [`add_parts`](Self::add_parts).
    pub fn add(&mut self, time: f64, file: &str) -> Result<(), OutputError> {
        self.add_parts(SeriesFrame { time, files: vec![file.to_owned()] })
    }

    /// Adds a frame and writes the list. Files have `/` between folders; a frame whose first file is in the list
    /// already takes the place of the one that is there. When writing fails, the list stays as it was.
    pub fn add_parts(&mut self, frame: SeriesFrame) -> Result<(), OutputError> {
        if !frame.time.is_finite() {
            return Err(OutputError::BrokenTime { index: self.frames.len(), time: frame.time });
        }
        let mut frames = self.frames.clone();
        match frames.iter_mut().rev().find(|known| known.files.first() == frame.files.first()) {
            Some(known) => *known = frame,
            None => frames.push(frame),
        }
        write_whole(&self.path, |out| out.write_all(list(&frames).as_bytes()))?;
        self.frames = frames;
        Ok(())
    }
}

fn list(frames: &[SeriesFrame]) -> String {
    let mut text = String::with_capacity(200 + 100 * frames.len());
    text.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.push_str(
        "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n  <Collection>\n",
    );
    let (mut part, mut time_before) = (0, f64::NAN);
    for frame in frames {
        // Files of the same time that follow each other are parts of one frame.
        if frame.time != time_before {
            (part, time_before) = (0, frame.time);
        }
        let time = number(frame.time);
        for file in &frame.files {
            let file = xml(file);
            let _ = writeln!(
                text,
                "    <DataSet timestep=\"{time}\" group=\"\" part=\"{part}\" file=\"{file}\"/>"
            );
            part += 1;
        }
    }
    text.push_str("  </Collection>\n</VTKFile>\n");
    text
}
