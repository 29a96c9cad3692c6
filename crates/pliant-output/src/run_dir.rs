//! The run directory: where a run's results go, under names everybody knows.
//!
//! ```text
//! RUN/
//!   .pliant-run     marks the folder as ours, so that a later run may replace its results
//!   frames.pvd      the series: open this in ParaView
//!   frames/         frame_000000.vtu, frame_000001.vtu, ...
//!   probes.csv      every probe over time
//!   energy.csv      the energies over time
//!   summary.json    what was run and how it went
//!   checkpoint.pliant, checkpoint-previous.pliant   where the run can be taken up again
//! ```
//!
//! A folder with anybody else's files is refused. In a folder of ours only files under the names above are removed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pliant_world::Frame;

use crate::checkpoint::Checkpoint;
use crate::error::OutputError;
use crate::write::summary::SUMMARY_FORMAT;
use crate::write::{CsvTable, Field, PvdSeries, Summary, is_leftover, write_vtu, write_whole};

const MARKER: &str = ".pliant-run";
const MARKER_TEXT: &str = "This folder holds results of pliant; the next run into it replaces them.\n";
const FRAMES: &str = "frames";
const SERIES: &str = "frames.pvd";
const PROBES: &str = "probes.csv";
const ENERGY: &str = "energy.csv";
const SUMMARY: &str = "summary.json";
const CHECKPOINT: &str = "checkpoint.pliant";
const PREVIOUS: &str = "checkpoint-previous.pliant";

/// A folder that takes the results of one run.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    series: PvdSeries,
    /// Written so far, relative to `path`, without the frames.
    files: BTreeSet<String>,
}

impl RunDirectory {
    /// Makes the folder ready: creates it, or removes the results of an older run from it. Refuses a folder that
    /// holds anything else.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, OutputError> {
        let path = path.into();
        match state_of(&path)? {
            FolderState::Missing => create_folder(&path)?,
            FolderState::Empty => {}
            FolderState::Own => remove_results(&path)?,
            FolderState::Foreign { example } => return Err(OutputError::ForeignFolder { path, example }),
        }
        write_whole(&path.join(MARKER), |out| out.write_all(MARKER_TEXT.as_bytes()))?;
        create_folder(&path.join(FRAMES))?;
        let series = PvdSeries::new(path.join(SERIES));
        Ok(Self { path, series, files: BTreeSet::new() })
    }

    /// The newest checkpoint in a folder, with its path; `None` if there is none (or no such folder). A run that was
    /// killed between two steps of replacing it has left the one before.
    ///
    /// # Errors
    /// If there is one that cannot be used: it is named.
    pub fn last_checkpoint(path: &Path) -> Result<Option<(PathBuf, Checkpoint)>, OutputError> {
        let [newest, previous] = [CHECKPOINT, PREVIOUS].map(|name| path.join(name));
        let Some(found) = [&newest, &previous].into_iter().find(|path| path.exists()) else {
            return Ok(None);
        };
        match Checkpoint::read(found) {
            Ok(checkpoint) => Ok(Some((found.clone(), checkpoint))),
            Err(OutputError::Checkpoint { path, reason, .. })
                if found == &newest && Checkpoint::read(&previous).is_ok() =>
            {
                let remedy =
                    format!("remove it to go on from {PREVIOUS} beside it, or start again without --resume");
                Err(OutputError::Checkpoint { path, reason, remedy })
            }
            Err(error) => Err(error),
        }
    }

    /// Opens a folder to go on with a run whose frames so far had these times (s). Frames made after them are
    /// removed, as is what a killed run left half done.
    pub fn reopen(path: impl Into<PathBuf>, frame_times: &[f64]) -> Result<Self, OutputError> {
        let path = path.into();
        remove(&path.join(SUMMARY))?;
        remove_matching(&path, is_leftover)?;
        let frames = path.join(FRAMES);
        create_folder(&frames)?;
        let is_later = |name: &str| frame_index(name).is_some_and(|index| index >= frame_times.len());
        remove_matching(&frames, |name| is_later(name) || is_leftover(name))?;
        let list =
            frame_times.iter().enumerate().map(|(i, &time)| (time, format!("{FRAMES}/{}", frame_name(i))));
        let series = PvdSeries::reopen(path.join(SERIES), list.collect())?;
        let mut files = BTreeSet::new();
        if !frame_times.is_empty() {
            files.insert(SERIES.into());
        }
        Ok(Self { path, series, files })
    }

    /// Writes a checkpoint; the one before is kept beside it.
    pub fn write_checkpoint(&mut self, checkpoint: &Checkpoint) -> Result<PathBuf, OutputError> {
        let [newest, previous] = [CHECKPOINT, PREVIOUS].map(|name| self.path.join(name));
        match fs::rename(&newest, &previous) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(OutputError::file("rename", &newest, error));
            }
            _ => {}
        }
        checkpoint.write(&newest)?;
        self.files.insert(CHECKPOINT.into());
        Ok(newest)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The list of frames: what to open in ParaView. Exists after the first frame.
    pub fn series_path(&self) -> &Path {
        self.series.path()
    }

    /// Time (s) and file (relative to the folder) of each frame written.
    pub fn frames(&self) -> &[(f64, String)] {
        self.series.frames()
    }

    /// Where the file of a frame is.
    pub fn frame_path(&self, index: usize) -> PathBuf {
        self.path.join(FRAMES).join(frame_name(index))
    }

    /// Where the table of probes is.
    pub fn probes_path(&self) -> PathBuf {
        self.path.join(PROBES)
    }

    /// Where the table of energies is.
    pub fn energy_path(&self) -> PathBuf {
        self.path.join(ENERGY)
    }

    /// Where the summary is.
    pub fn summary_path(&self) -> PathBuf {
        self.path.join(SUMMARY)
    }

    /// Writes a frame with the chosen fields and lists it in the series.
    pub fn write_frame(&mut self, frame: &Frame, fields: &[Field]) -> Result<PathBuf, OutputError> {
        let path = self.frame_path(frame.index);
        write_vtu(&path, frame, fields)?;
        self.series.add(frame.time, &format!("{FRAMES}/{}", frame_name(frame.index)))?;
        self.files.insert(SERIES.into());
        Ok(path)
    }

    /// Starts `probes.csv` with all its columns: `time` (s) first, then one a probe.
    pub fn start_probes<S: AsRef<str>>(&mut self, columns: &[S]) -> Result<CsvTable, OutputError> {
        self.start_table(PROBES, columns)
    }

    /// Starts `energy.csv` with all its columns: `time` (s) first, then one a kind of energy (J).
    pub fn start_energy<S: AsRef<str>>(&mut self, columns: &[S]) -> Result<CsvTable, OutputError> {
        self.start_table(ENERGY, columns)
    }

    /// Opens `probes.csv` again to go on after its first `length` bytes.
    pub fn reopen_probes<S: AsRef<str>>(
        &mut self,
        columns: &[S],
        length: u64,
    ) -> Result<CsvTable, OutputError> {
        self.files.insert(PROBES.into());
        CsvTable::reopen(&self.path.join(PROBES), columns, length)
    }

    /// Opens `energy.csv` again to go on after its first `length` bytes.
    pub fn reopen_energy<S: AsRef<str>>(
        &mut self,
        columns: &[S],
        length: u64,
    ) -> Result<CsvTable, OutputError> {
        self.files.insert(ENERGY.into());
        CsvTable::reopen(&self.path.join(ENERGY), columns, length)
    }

    /// Writes `summary.json`. Its list of files is filled in here.
    pub fn write_summary(&mut self, summary: &mut Summary) -> Result<PathBuf, OutputError> {
        self.files.insert(SUMMARY.into());
        summary.files = self.files();
        let path = self.summary_path();
        summary.write(&path)?;
        Ok(path)
    }

    /// What was written so far, relative to the folder: tables and the like by name, then the frames.
    pub fn files(&self) -> Vec<String> {
        let frames = self.series.frames().iter().map(|(_, file)| file);
        self.files.iter().chain(frames).cloned().collect()
    }

    fn start_table<S: AsRef<str>>(&mut self, file: &str, columns: &[S]) -> Result<CsvTable, OutputError> {
        let table = CsvTable::create(&self.path.join(file), columns)?;
        self.files.insert(file.into());
        Ok(table)
    }
}

/// `frame_000042.vtu`; longer numbers take more digits.
fn frame_name(index: usize) -> String {
    format!("frame_{index:06}.vtu")
}

/// The number in the name of a frame file.
fn frame_index(name: &str) -> Option<usize> {
    let digits = name.strip_prefix("frame_").and_then(|rest| rest.strip_suffix(".vtu"))?;
    let is_number = digits.len() >= 6 && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

enum FolderState {
    Missing,
    Empty,
    Own,
    Foreign { example: String },
}

fn state_of(path: &Path) -> Result<FolderState, OutputError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FolderState::Missing),
        Err(error) => return Err(OutputError::file("open", path, error)),
        Ok(found) if !found.is_dir() => return Err(OutputError::NotAFolder { path: path.into() }),
        Ok(_) => {}
    }
    let mut names = entries(path)?;
    names.sort();
    if names.iter().any(|name| name == MARKER) || is_summary(&path.join(SUMMARY)) {
        return Ok(FolderState::Own);
    }
    Ok(match names.into_iter().find(|name| !is_leftover(name)) {
        Some(example) => FolderState::Foreign { example },
        None => FolderState::Empty,
    })
}

/// Whether a file is a summary of ours: its first entry says so.
fn is_summary(path: &Path) -> bool {
    let tag = format!("{{\n  \"format\": \"{SUMMARY_FORMAT}\"");
    fs::read(path).is_ok_and(|bytes| bytes.starts_with(tag.as_bytes()))
}

/// The names in a folder.
fn entries(path: &Path) -> Result<Vec<String>, OutputError> {
    let list = || -> io::Result<Vec<String>> {
        fs::read_dir(path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    list().map_err(|error| OutputError::file("list", path, error))
}

fn create_folder(path: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(path).map_err(|error| OutputError::file("create", path, error))
}

/// Removes what an older run wrote and nothing else.
fn remove_results(path: &Path) -> Result<(), OutputError> {
    // The list goes before what it lists, so that it is never wrong.
    for name in [SERIES, SUMMARY, CHECKPOINT, PREVIOUS, PROBES, ENERGY] {
        remove(&path.join(name))?;
    }
    remove_matching(path, is_leftover)?;
    let frames = path.join(FRAMES);
    if frames.is_dir() {
        remove_matching(&frames, |name| frame_index(name).is_some() || is_leftover(name))?;
    }
    Ok(())
}

fn remove_matching(folder: &Path, is_ours: impl Fn(&str) -> bool) -> Result<(), OutputError> {
    entries(folder)?.iter().filter(|name| is_ours(name)).try_for_each(|name| remove(&folder.join(name)))
}

fn remove(path: &Path) -> Result<(), OutputError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(OutputError::file("remove", path, error))
        }
        _ => Ok(()),
    }
}
