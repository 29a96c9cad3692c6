//! The run directory: where a run's results go, under names everybody knows.
//!
//! ```text
//! RUN/
//!   .pliant-run     marks the folder as ours, so that a later run may replace its results
//!   frames.pvd      the series: open this in ParaView
//!   frames/         frame_000000.vtu, frame_000001.vtu, ... and, if asked for, surface_000000.ply, ...;
//!                   skin_000000.vtu, ... where bodies carry a surface along
//!   probes.csv      every probe over time
//!   energy.csv      the energies over time
//!   summary.json    what was run and how it went
//!   checkpoint.pliant, checkpoint-previous.pliant   where the run can be taken up again
//! ```
//!
//! A folder with anybody else's files is refused. In a folder of ours only files under the names above are removed.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use pliant_world::Frame;

use crate::checkpoint::Checkpoint;
use crate::error::OutputError;
use crate::surface_frame::SurfaceFrame;
use crate::write::summary::SUMMARY_FORMAT;
use crate::write::{CsvTable, Field, PvdSeries, Summary, is_leftover, write_ply, write_skins, write_vtu};

const MARKER: &str = ".pliant-run";
const MARKER_TEXT: &str = "This folder holds results of pliant; the next run into it replaces them.\n";
const FRAMES: &str = "frames";
const SERIES: &str = "frames.pvd";
const PROBES: &str = "probes.csv";
const ENERGY: &str = "energy.csv";
const SUMMARY: &str = "summary.json";
const CHECKPOINT: &str = "checkpoint.pliant";
const PREVIOUS: &str = "checkpoint-previous.pliant";
/// Around the number of a skin file.
const SKIN: (&str, &str) = ("skin_", ".vtu");

/// In which form frames are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FrameFormat {
    /// Everything: `frame_000042.vtu`, listed in `frames.pvd`.
    Vtu,
    /// What is seen from outside: `surface_000042.ply`.
    Ply,
}

impl FrameFormat {
    /// All formats; the first one a run has is the main one.
    pub const ALL: [FrameFormat; 2] = [FrameFormat::Vtu, FrameFormat::Ply];

    /// `frame_000042.vtu`, `surface_000042.ply`; longer numbers take more digits.
    fn file_name(self, index: usize) -> String {
        let (start, end) = self.affixes();
        format!("{start}{index:06}{end}")
    }

    fn affixes(self) -> (&'static str, &'static str) {
        match self {
            FrameFormat::Vtu => ("frame_", ".vtu"),
            FrameFormat::Ply => ("surface_", ".ply"),
        }
    }

    /// The number in the name of a frame file of this format.
    fn index(self, name: &str) -> Option<usize> {
        number_between(name, self.affixes())
    }
}

/// A folder that takes the results of one run.
#[derive(Debug)]
pub struct RunDirectory {
    path: PathBuf,
    /// As chosen, in the order of [`FrameFormat::ALL`].
    formats: Vec<FrameFormat>,
    /// Lists the VTU files.
    series: PvdSeries,
    /// Time and main file of each frame.
    frames: Vec<(f64, String)>,
    /// The PLY files.
    surfaces: BTreeSet<String>,
    /// Written so far, relative to `path`, without the frames.
    files: BTreeSet<String>,
    /// Frames that were written before the run was taken up again, and are gone.
    missing: usize,
    /// Held as long as the run goes on; the system lets go of it when the process ends, however it ends.
    _lock: fs::File,
}

impl RunDirectory {
    /// Makes the folder ready: creates it, or removes the results of an older run from it. Refuses a folder that
    /// holds anything else.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, OutputError> {
        let path = path.into();
        let found = state_of(&path)?;
        match &found {
            FolderState::Missing => create_folder(&path)?,
            FolderState::Empty | FolderState::Own => {}
            FolderState::Foreign { example } => {
                return Err(OutputError::ForeignFolder { path, example: example.clone() });
            }
        }
        let lock = lock(&path)?;
        if matches!(found, FolderState::Own) {
            remove_results(&path)?;
        }
        create_folder(&path.join(FRAMES))?;
        let series = PvdSeries::new(path.join(SERIES));
        let formats = vec![FrameFormat::Vtu];
        let (frames, surfaces, files) = (vec![], BTreeSet::new(), BTreeSet::new());
        Ok(Self { path, formats, series, frames, surfaces, files, missing: 0, _lock: lock })
    }

    /// Writes frames in these formats from now on; without this they are VTU files only. Order and repetitions do not
    /// matter.
    #[must_use]
    pub fn with_formats(mut self, formats: &[FrameFormat]) -> Self {
        self.formats = FrameFormat::ALL.into_iter().filter(|format| formats.contains(format)).collect();
        self
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
        let lock = lock(&path)?;
        remove(&path.join(SUMMARY))?;
        remove_matching(&path, is_leftover)?;
        let frames = path.join(FRAMES);
        create_folder(&frames)?;
        let count = frame_times.len();
        remove_matching(&frames, |name| {
            frame_index(name).is_some_and(|index| index >= count) || is_leftover(name)
        })?;
        let has = |format: FrameFormat, index| frames.join(format.file_name(index)).is_file();
        let entry = |format: FrameFormat, index: usize| (frame_times[index], frame_file(format, index));
        // Frames may have been written in other formats than those to come: what is there is listed.
        let of = |format| (0..count).filter(move |&index| has(format, index));
        let mut listed = Vec::new();
        for index in of(FrameFormat::Vtu) {
            listed.push(entry(FrameFormat::Vtu, index));
            if path.join(skin_file(index)).is_file() {
                listed.push((frame_times[index], skin_file(index)));
            }
        }
        let mut files = BTreeSet::new();
        if listed.is_empty() {
            remove(&path.join(SERIES))?;
        } else {
            files.insert(SERIES.into());
        }
        let series = PvdSeries::reopen(path.join(SERIES), listed)?;
        let surfaces = of(FrameFormat::Ply).map(|i| frame_file(FrameFormat::Ply, i)).collect();
        // Every frame counts, even if somebody has removed its files: the numbers go on.
        let main =
            |i| FrameFormat::ALL.into_iter().find(|&format| has(format, i)).unwrap_or(FrameFormat::Vtu);
        let missing =
            (0..count).filter(|&i| !FrameFormat::ALL.into_iter().any(|format| has(format, i))).count();
        let frames = (0..count).map(|i| entry(main(i), i)).collect();
        Ok(Self {
            path,
            formats: vec![FrameFormat::Vtu],
            series,
            frames,
            surfaces,
            files,
            missing,
            _lock: lock,
        })
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

    /// Frames that were written before the run was taken up again, and are gone.
    pub fn missing_frames(&self) -> usize {
        self.missing
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The list of frames: what to open in ParaView. Exists after the first frame that is a VTU file.
    pub fn series_path(&self) -> &Path {
        self.series.path()
    }

    /// Time (s) and main file (relative to the folder) of each frame written: the VTU file where there is one.
    pub fn frames(&self) -> &[(f64, String)] {
        &self.frames
    }

    /// Where the VTU file of a frame is.
    pub fn frame_path(&self, index: usize) -> PathBuf {
        self.frame_path_as(FrameFormat::Vtu, index)
    }

    /// Where the file of a frame is in that format.
    pub fn frame_path_as(&self, format: FrameFormat, index: usize) -> PathBuf {
        self.path.join(FRAMES).join(format.file_name(index))
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

    /// Writes a frame with the chosen fields in all formats of the run, VTU unless
    /// [`with_formats`](Self::with_formats) says otherwise, and lists it. Returns the path of its main file.
    pub fn write_frame(&mut self, frame: &Frame, fields: &[Field]) -> Result<PathBuf, OutputError> {
        if !frame.time.is_finite() {
            return Err(OutputError::BrokenTime { index: frame.index, time: frame.time });
        }
        for format in self.formats.clone() {
            let path = self.frame_path_as(format, frame.index);
            match format {
                FrameFormat::Vtu => {
                    write_vtu(&path, frame, fields)?;
                    if has_skins(frame) {
                        let (skins, bodies) = skins_of(frame, fields);
                        write_skins(&self.path.join(skin_file(frame.index)), &skins, &bodies)?;
                    }
                }
                FrameFormat::Ply => write_ply(&path, &SurfaceFrame::of(frame).with_fields(fields))?,
            }
        }
        self.list(frame)?;
        let main = self.formats.first().copied().unwrap_or(FrameFormat::Vtu);
        Ok(self.frame_path_as(main, frame.index))
    }

    /// Only when all files of a frame are whole, so that no list names one that is not.
    fn list(&mut self, frame: &Frame) -> Result<(), OutputError> {
        for &format in &self.formats {
            let file = frame_file(format, frame.index);
            match format {
                FrameFormat::Vtu => {
                    self.series.add(frame.time, &file)?;
                    if has_skins(frame) {
                        self.series.add(frame.time, &skin_file(frame.index))?;
                    }
                    self.files.insert(SERIES.into());
                }
                FrameFormat::Ply => _ = self.surfaces.insert(file),
            }
        }
        if let Some(&main) = self.formats.first() {
            let file = frame_file(main, frame.index);
            match self.frames.iter_mut().rev().find(|(_, known)| *known == file) {
                Some(known) => known.0 = frame.time,
                None => self.frames.push((frame.time, file)),
            }
        }
        Ok(())
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
        self.files.iter().chain(frames).chain(&self.surfaces).cloned().collect()
    }

    fn start_table<S: AsRef<str>>(&mut self, file: &str, columns: &[S]) -> Result<CsvTable, OutputError> {
        let table = CsvTable::create(&self.path.join(file), columns)?;
        self.files.insert(file.into());
        Ok(table)
    }
}

/// A frame file, relative to the run's folder.
fn frame_file(format: FrameFormat, index: usize) -> String {
    format!("{FRAMES}/{}", format.file_name(index))
}

/// The number in the name of a frame file of any format.
fn frame_index(name: &str) -> Option<usize> {
    let of_skin = || number_between(name, SKIN);
    FrameFormat::ALL.into_iter().find_map(|format| format.index(name)).or_else(of_skin)
}

/// The number in a name between two affixes, of at least six digits.
fn number_between(name: &str, (start, end): (&str, &str)) -> Option<usize> {
    let digits = name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end))?;
    let is_number = digits.len() >= 6 && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { digits.parse().ok() } else { None }
}

fn has_skins(frame: &Frame) -> bool {
    frame.bodies.iter().any(|body| body.shape.skin.is_some())
}

/// Where the skins of a frame are, relative to the run directory.
fn skin_file(index: usize) -> String {
    format!("{FRAMES}/{}{index:06}{}", SKIN.0, SKIN.1)
}

/// The surfaces of the bodies that carry one along, and the numbers of these bodies.
fn skins_of(frame: &Frame, fields: &[Field]) -> (SurfaceFrame, Vec<usize>) {
    let has_skin = |&body: &usize| frame.bodies[body].shape.skin.is_some();
    let bodies: Vec<usize> = (0..frame.bodies.len()).filter(has_skin).collect();
    let chosen = bodies.iter().map(|&body| frame.bodies[body].clone()).collect();
    let frame = Frame { index: frame.index, time: frame.time, bodies: chosen };
    (SurfaceFrame::of(&frame).with_fields(fields), bodies)
}

/// Locks a folder by its marker, which is made if it is missing.
fn lock(path: &Path) -> Result<fs::File, OutputError> {
    let marker = path.join(MARKER);
    let refuse = |error| OutputError::file("write", &marker, error);
    let mut options = fs::OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(&marker).map_err(refuse)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Err(OutputError::Busy { path: path.into() }),
        // Some file systems have no locks: then the user takes care.
        Err(fs::TryLockError::Error(_)) => {}
    }
    if file.metadata().map_err(refuse)?.len() == 0 {
        file.write_all(MARKER_TEXT.as_bytes()).map_err(refuse)?;
    }
    Ok(file)
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
