//! `validate --recover` and `--restep`: does a run that was stopped go on to the same bits?
//!
//! `--recover` runs a scene to its end, runs it again and stops it half-way, resumes it from its checkpoint with another
//! number of threads, and compares the hash of the last state, the tables and the frames. `--restep` takes
//! a step in the middle three times: in a run of its own, after going back, and in a world built anew.

use super::cases::Table;
use crate::cli::{Failure, ValidateArgs};
use crate::commands::gallery;
use crate::run::{RunError, RunOptions, run_scene, with_threads};
use pliant_output::write::RunStatus;
use pliant_scene::Scene;
use pliant_stepping::NoPhases;
use pliant_world::World;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// A scene to be stopped, and where it comes from.
struct Subject {
    id: String,
    scene: Scene,
    /// Frames are written and compared, too.
    frames: bool,
}

/// What came out for one scene.
#[derive(Debug, Serialize)]
pub struct RecoverRow {
    /// Case or gallery scene.
    pub id: String,
    /// `recover` or `restep`.
    pub check: &'static str,
    /// Steps of the whole run.
    pub steps: u64,
    /// The step it was stopped after.
    pub stopped_after: u64,
    /// Hash of the state it should come to.
    pub state_hash: String,
    /// Hash it came to.
    pub again: String,
    /// Same bits, in all that was compared.
    pub pass: bool,
    /// What differs, or why it could not be run.
    pub failure: Option<String>,
}

impl fmt::Display for RecoverRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.pass { "same" } else { "DIFFERS" };
        write!(
            f,
            "{:<38} {:<8} {:>8} steps, stopped after {:>7}  {} {}  {verdict}",
            self.id, self.check, self.steps, self.stopped_after, self.state_hash, self.again
        )?;
        match &self.failure {
            Some(failure) => write!(f, "\n    {}", failure.trim_end().replace('\n', "\n    ")),
            None => Ok(()),
        }
    }
}

/// Checks the chosen scenes and tells of each.
pub fn run(
    args: &ValidateArgs,
    table: &Table,
    tell: impl Fn(&RecoverRow),
) -> Result<Vec<RecoverRow>, Failure> {
    let mut rows = Vec::new();
    for subject in subjects(args, table)? {
        let mut keep = |row: RecoverRow| {
            tell(&row);
            rows.push(row);
        };
        if args.recover {
            keep(recover(&subject));
        }
        if args.restep {
            keep(restep(&subject));
        }
    }
    Ok(rows)
}

/// Names of the scenes [`run`] would check.
pub fn ids(args: &ValidateArgs, table: &Table) -> Result<Vec<String>, Failure> {
    Ok(subjects(args, table)?.into_iter().map(|subject| subject.id).collect())
}

/// Every gallery scene and every scene of the cases that run one, as each case changes it, once.
fn subjects(args: &ValidateArgs, table: &Table) -> Result<Vec<Subject>, Failure> {
    let mut subjects = Vec::new();
    let is_chosen = |id: &str| args.case.as_ref().is_none_or(|start| id.starts_with(start.as_str()));
    // Gallery scenes belong to no family of problems.
    for (number, gallery_scene) in gallery::SCENES.iter().enumerate().filter(|_| args.family.is_none()) {
        let id = format!("gallery/{}", gallery_scene.name);
        if is_chosen(&id) && (!args.quick || number == 0) {
            let scene = gallery_scene.load(&[]).map_err(Failure::bad_input)?;
            if args.method.as_ref().is_none_or(|method| scene.uses_method(method)) {
                subjects.push(Subject { id, scene, frames: true });
            }
        }
    }
    let mut seen: Vec<(&str, &[String], Option<u64>)> = Vec::new();
    for case in super::choose_from(table, args).into_iter().filter(|case| case.analysis.is_of_a_run()) {
        let key = (case.scene.as_str(), case.set.as_slice(), case.refine.map(f64::to_bits));
        if !seen.contains(&key) {
            seen.push(key);
            let scene = case.load().map_err(Failure::bad_input)?;
            subjects.push(Subject { id: case.id.clone(), scene, frames: false });
        }
    }
    if subjects.is_empty() {
        return Err(Failure::bad_input("error: no scene fits; `pliant validate --list` shows all ids"));
    }
    Ok(subjects)
}

/// A folder that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("pliant-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn recover(subject: &Subject) -> RecoverRow {
    let mut row = RecoverRow::new(subject, "recover");
    if let Err(reason) = try_recover(subject, &mut row) {
        row.failure = Some(reason);
    }
    row.pass = row.failure.is_none();
    row
}

fn try_recover(subject: &Subject, row: &mut RecoverRow) -> Result<(), String> {
    let (whole, parts) = (Scratch::new("whole"), Scratch::new("parts"));
    let options = |folder: &Scratch, threads| RunOptions {
        output: Some(folder.0.clone()),
        threads: Some(threads),
        no_frames: !subject.frames,
        ..RunOptions::default()
    };
    let run = |options: &RunOptions| run_scene(&subject.scene, options).map_err(|error| error.to_string());
    let straight = run(&options(&whole, 2))?.summary;
    row.steps = straight.steps;
    row.state_hash = hex(straight.state_hash);
    let half = straight.steps / 2;
    let stopped = run(&RunOptions { stop_after_steps: Some(half), ..options(&parts, 2) })?.summary;
    row.stopped_after = stopped.steps;
    if stopped.status != RunStatus::Stopped {
        return Err("it did not stop when it was told to".into());
    }
    let resumed = run(&RunOptions { resume: true, ..options(&parts, 1) })?.summary;
    row.again = hex(resumed.state_hash);
    if resumed.state_hash != straight.state_hash {
        return Err("the last states differ".into());
    }
    if (resumed.steps, &resumed.probes) != (straight.steps, &straight.probes) {
        return Err("the summaries differ".into());
    }
    match first_difference(&whole.0, &parts.0) {
        Some(file) => Err(format!("{file} differs")),
        None => Ok(()),
    }
}

/// The first of the tables and frames of two run directories that is not the same in both.
fn first_difference(one: &Path, other: &Path) -> Option<String> {
    let mut names: Vec<String> = ["probes.csv", "energy.csv", "frames.pvd"].map(str::to_owned).to_vec();
    for folder in [one, other] {
        let files = std::fs::read_dir(folder.join("frames")).into_iter().flatten().flatten();
        names.extend(files.map(|file| format!("frames/{}", file.file_name().to_string_lossy())));
    }
    names.into_iter().find(|name| std::fs::read(one.join(name)).ok() != std::fs::read(other.join(name)).ok())
}

fn restep(subject: &Subject) -> RecoverRow {
    let mut row = RecoverRow::new(subject, "restep");
    let outcome = with_threads(None, || {
        let result = try_restep(subject, &mut row);
        Ok::<_, RunError>(result)
    });
    row.failure = match outcome {
        Ok(Ok(())) => None,
        Ok(Err(reason)) => Some(reason),
        Err(error) => Some(error.to_string()),
    };
    row.pass = row.failure.is_none();
    row
}

fn try_restep(subject: &Subject, row: &mut RecoverRow) -> Result<(), String> {
    let mut world = build(subject)?;
    while !world.is_over() {
        step(&mut world)?;
    }
    row.steps = world.state().step;
    let mut world = build(subject)?;
    while world.state().step < row.steps / 2 {
        step(&mut world)?;
    }
    // Explicit runs secure one state in many: the last one.
    let middle = world.snapshot().clone();
    row.stopped_after = middle.state.step;
    let mut uninterrupted = build(subject)?;
    while uninterrupted.state().step <= middle.state.step {
        step(&mut uninterrupted)?;
    }
    let straight = uninterrupted.state().hash();
    world.restore(middle.clone()).map_err(|error| error.to_string())?;
    let again = hash_after_step(&mut world)?;
    let mut fresh = build(subject)?;
    fresh.restore(middle).map_err(|error| error.to_string())?;
    let anew = hash_after_step(&mut fresh)?;
    (row.state_hash, row.again) = (hex(straight), hex(if again == straight { anew } else { again }));
    match (again == straight, anew == straight) {
        (true, true) => Ok(()),
        (false, _) => Err("the same step from the same state came out differently".into()),
        (_, false) => Err("a world built anew steps differently from the same state".into()),
    }
}

fn build(subject: &Subject) -> Result<World, String> {
    subject.scene.build().map(|built| built.world).map_err(|problems| problems.to_string())
}

fn step(world: &mut World) -> Result<(), String> {
    world.step(&mut NoPhases).map(|_| ()).map_err(|error| error.to_string())
}

fn hash_after_step(world: &mut World) -> Result<u64, String> {
    step(world)?;
    Ok(world.state().hash())
}

fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

impl RecoverRow {
    fn new(subject: &Subject, check: &'static str) -> Self {
        Self {
            id: subject.id.clone(),
            check,
            steps: 0,
            stopped_after: 0,
            state_hash: String::new(),
            again: String::new(),
            pass: false,
            failure: None,
        }
    }
}
