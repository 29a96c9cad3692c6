//! The run directory: where a run's results go, under names everybody knows.
//!
//! ```text
//! RUN/
//!   .pliant-run     marks the folder as ours, so that a later run may replace its results
//!   frames.pvd      the series: open this in ParaView
//!   frames/         frame_000000.vtu, frame_000001.vtu, ... and, if asked for, surface_000000.ply, ..., surfels_000000.ply, ...;
//!                   skin_000000.vtu, ... where bodies carry a surface along;
//!                   collider_0_000000.vtu, ... for each collider (counted from 0); where it is at rest,
//!                   collider_0_rest.vtu for all these frames; the same as .ply beside surfaces and surfels
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

use pliant_world::{BodyFrame, ColliderFrame, Frame};

use crate::checkpoint::Checkpoint;
use crate::error::OutputError;
use crate::frame_files::{
    ColliderFiles, FRAMES, FrameFile, FrameFormat, Instant, collider_file, frame_file, skin_file,
};
use crate::surface_frame::{SurfaceFrame, SurfacePart};
use crate::surfels::SurfelMaker;
use crate::write::summary::SUMMARY_FORMAT;
use crate::write::{
    CsvTable, Field, PvdSeries, SeriesFrame, Summary, is_leftover, write_collider, write_collider_ply,
    write_ply, write_skins, write_surfels_ply, write_vtu,
};

const MARKER: &str = ".pliant-run";
const MARKER_TEXT: &str = "This folder holds results of pliant; the next run into it replaces them.\n";
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
    /// As chosen, in the order of [`FrameFormat::ALL`].
    formats: Vec<FrameFormat>,
    /// Lists the VTU files.
    series: PvdSeries,
    /// Time and main file of each frame.
    frames: Vec<(f64, String)>,
    /// The PLY files.
    surfaces: BTreeSet<String>,
    surfels: SurfelMaker,
    /// Files of colliders at rest: each is written once.
    at_rest: BTreeSet<String>,
    /// Written so far, relative to `path`, without the frames.
    files: BTreeSet<String>,
    /// Frames that were written before the run was taken up again, and are gone.
    missing: usize,
    /// Held as long as the run goes on; the system lets go of it when the process ends, however it ends.
    _lock: fs::File,
}

impl RunDirectory {
    /// Whether [`RunDirectory::create`] would take the folder; nothing in it changes. For long work before there are results.
    ///
    /// # Errors
    /// If it holds anything else, or another run writes into it.
    pub fn check(path: &Path) -> Result<(), OutputError> {
        match usable_state_of(path)? {
            FolderState::Own => lock(path).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Makes the folder ready: creates it, or removes the results of an older run from it. Refuses a folder that
    /// holds anything else.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, OutputError> {
        let path = path.into();
        let found = usable_state_of(&path)?;
        if matches!(found, FolderState::Missing) {
            create_folder(&path)?;
        }
        let lock = lock(&path)?;
        if matches!(found, FolderState::Own) {
            remove_results(&path)?;
        }
        create_folder(&path.join(FRAMES))?;
        let series = PvdSeries::new(path.join(SERIES));
        let formats = vec![FrameFormat::Vtu];
        Ok(Self {
            path,
            formats,
            series,
            frames: vec![],
            surfaces: BTreeSet::new(),
            surfels: SurfelMaker::default(),
            at_rest: BTreeSet::new(),
            files: BTreeSet::new(),
            missing: 0,
            _lock: lock,
        })
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
            FrameFile::of_name(name).is_some_and(|file| file.is_after(count)) || is_leftover(name)
        })?;
        let colliders = ColliderFiles::of_names(&entries(&frames)?);
        let has = |format: FrameFormat, index| frames.join(format.file_name(index)).is_file();
        let entry = |format: FrameFormat, index: usize| (frame_times[index], frame_file(format, index));
        // Frames may have been written in other formats than those to come: what is there is listed.
        let of = |format| (0..count).filter(move |&index| has(format, index));
        let mut listed = Vec::new();
        for index in of(FrameFormat::Vtu) {
            let mut files = vec![frame_file(FrameFormat::Vtu, index)];
            files.extend(Some(skin_file(index)).filter(|skin| path.join(skin).is_file()));
            files.extend(colliders.of_frame(FrameFormat::Vtu, index));
            listed.push(SeriesFrame { time: frame_times[index], files });
        }
        let mut files = BTreeSet::new();
        if listed.is_empty() {
            remove(&path.join(SERIES))?;
        } else {
            files.insert(SERIES.into());
        }
        let series = PvdSeries::reopen(path.join(SERIES), listed)?;
        let ply_files = |format| {
            let colliders = |i| colliders.of_frame(FrameFormat::Ply, i);
            of(format).flat_map(move |i| std::iter::once(frame_file(format, i)).chain(colliders(i)))
        };
        let surfaces = ply_files(FrameFormat::Ply).chain(ply_files(FrameFormat::Surfels)).collect();
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
            surfels: SurfelMaker::default(),
            // Written anew when one is needed: it may have been damaged, and the bytes are the same.
            at_rest: BTreeSet::new(),
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
        let mut parts = Vec::new();
        for format in self.formats.clone() {
            let path = self.frame_path_as(format, frame.index);
            let mut files = vec![frame_file(format, frame.index)];
            match format {
                FrameFormat::Vtu => {
                    write_vtu(&path, frame, fields)?;
                    if has_skins(frame) {
                        let (skins, bodies) = skins_of(frame, fields);
                        write_skins(&self.path.join(skin_file(frame.index)), &skins, &bodies)?;
                        files.push(skin_file(frame.index));
                    }
                }
                FrameFormat::Ply => write_ply(&path, &SurfaceFrame::of(frame).with_fields(fields))?,
                FrameFormat::Surfels => write_surfels_ply(&path, &self.surfels.of_frame(frame, fields))?,
            }
            files.extend(self.write_colliders(frame, format.of_colliders())?);
            parts.push((format, files));
        }
        self.list(frame, parts)?;
        let main = self.formats.first().copied().unwrap_or(FrameFormat::Vtu);
        Ok(self.frame_path_as(main, frame.index))
    }

    /// Writes the colliders of a frame and returns their files. One at rest has the same file in all such frames.
    fn write_colliders(&mut self, frame: &Frame, format: FrameFormat) -> Result<Vec<String>, OutputError> {
        let mut files = Vec::new();
        for (number, collider) in frame.colliders.iter().enumerate() {
            let is_at_rest = collider.positions == collider.shape.points;
            let instant = if is_at_rest { Instant::Rest } else { Instant::Frame(frame.index) };
            let file = collider_file(format, number, instant);
            if !self.at_rest.contains(&file) {
                let (path, part) = (self.path.join(&file), collider_part(collider, is_at_rest));
                let time = (!is_at_rest).then_some(frame.time);
                match format {
                    FrameFormat::Vtu => write_collider(&path, &part, number, time)?,
                    FrameFormat::Ply | FrameFormat::Surfels => {
                        write_collider_ply(&path, &part, number, time)?;
                    }
                }
            }
            if is_at_rest {
                self.at_rest.insert(file.clone());
            }
            files.push(file);
        }
        Ok(files)
    }

    /// Only when all files of a frame are whole, so that no list names one that is not.
    fn list(&mut self, frame: &Frame, parts: Vec<(FrameFormat, Vec<String>)>) -> Result<(), OutputError> {
        for (format, files) in parts {
            match format {
                FrameFormat::Vtu => {
                    self.series.add_parts(SeriesFrame { time: frame.time, files })?;
                    self.files.insert(SERIES.into());
                }
                FrameFormat::Ply | FrameFormat::Surfels => self.surfaces.extend(files),
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

    /// What was written so far, each once, relative to the folder: tables and the like by name, then the frames.
    pub fn files(&self) -> Vec<String> {
        let mut known = BTreeSet::new();
        let frames = self.series.frames().iter().flat_map(|frame| &frame.files);
        let all = self.files.iter().chain(frames).chain(&self.surfaces);
        all.filter(|file| known.insert(file.as_str())).cloned().collect()
    }

    fn start_table<S: AsRef<str>>(&mut self, file: &str, columns: &[S]) -> Result<CsvTable, OutputError> {
        let table = CsvTable::create(&self.path.join(file), columns)?;
        self.files.insert(file.into());
        Ok(table)
    }
}

fn has_skins(frame: &Frame) -> bool {
    frame.bodies.iter().any(has_skin)
}

/// Whether what is seen of a body does not follow from its cells: it carries a skin, or its cells are points.
fn has_skin(body: &BodyFrame) -> bool {
    let shape = &body.shape;
    shape.skin.is_some() || (shape.nodes_a_cell == 1 && !(shape.surface.is_empty() && shape.balls.is_empty()))
}

/// The surfaces of the bodies that carry one along, and the numbers of these bodies.
fn skins_of(frame: &Frame, fields: &[Field]) -> (SurfaceFrame, Vec<usize>) {
    let bodies: Vec<usize> = (0..frame.bodies.len()).filter(|&body| has_skin(&frame.bodies[body])).collect();
    let chosen = bodies.iter().map(|&body| frame.bodies[body].clone()).collect();
    let frame = Frame { index: frame.index, time: frame.time, bodies: chosen, colliders: vec![] };
    (SurfaceFrame::of(&frame).with_fields(fields), bodies)
}

/// What is written of a collider. At rest it has the signs of zeros it has in the shape, whichever frame comes first.
fn collider_part(collider: &ColliderFrame, is_at_rest: bool) -> SurfacePart {
    let mut part = SurfacePart::of_collider(collider);
    if is_at_rest {
        part.positions.clone_from(&collider.shape.points);
    }
    part
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

/// What is in a folder that may be ours.
fn usable_state_of(path: &Path) -> Result<FolderState, OutputError> {
    match state_of(path)? {
        FolderState::Foreign { example } => Err(OutputError::ForeignFolder { path: path.into(), example }),
        usable => Ok(usable),
    }
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
        remove_matching(&frames, |name| FrameFile::of_name(name).is_some() || is_leftover(name))?;
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
