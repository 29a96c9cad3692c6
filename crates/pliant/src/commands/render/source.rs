//! Where a run to be drawn comes from: a run directory, or a scene that is run into a temporary one.

use super::RenderArgs;
use crate::cli::{Failure, exit};
use crate::commands::gallery;
use crate::run::{RunError, RunOptions, run_scene};
use pliant_output::write::RunStatus;
use pliant_scene::Scene;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A run directory to draw from.
pub(super) enum Source {
    Kept(PathBuf),
    Temporary(TemporaryFolder),
}

impl Source {
    pub(super) fn folder(&self) -> &Path {
        match self {
            Self::Kept(folder) => folder,
            Self::Temporary(folder) => folder.path(),
        }
    }
}

/// A folder that is removed when dropped.
pub(super) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    fn new() -> Self {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("pliant-render-{}-{number}", std::process::id())))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Nothing more can be done about a folder that cannot be removed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The run directory that was named, or the one of the scene that was named.
pub(super) fn find(args: &RenderArgs) -> Result<Source, Failure> {
    if args.source.is_dir() {
        return kept(args);
    }
    let changes = with_frames(&args.overrides);
    let name = args.source.to_string_lossy();
    if let Some(scene) = gallery::SCENES.iter().find(|scene| scene.name == name)
        && !args.source.is_file()
    {
        let scene = scene.load(&changes).map_err(Failure::bad_input)?;
        return simulate(&scene, args.threads, args.quiet).map(Source::Temporary);
    }
    if !args.source.exists() {
        return Err(Failure::bad_input(format!(
            "error: {name}: there is no such run directory, scene file or gallery scene. \
             `pliant gallery list` names the gallery scenes."
        )));
    }
    let scene = crate::commands::run::load(&args.source, &changes)?;
    simulate(&scene, args.threads, args.quiet).map(Source::Temporary)
}

fn kept(args: &RenderArgs) -> Result<Source, Failure> {
    if !args.overrides.is_empty() {
        return Err(Failure::bad_input(format!(
            "error: --set changes a scene, but {} is a run directory: it has been run. Name the scene file instead.",
            args.source.display()
        )));
    }
    Ok(Source::Kept(args.source.clone()))
}

/// What the scene must write to be drawn, whatever it says; `--set` goes first, so that doubles are not its fault.
pub(super) fn with_frames(overrides: &[(String, String)]) -> Vec<(String, String)> {
    let needed = [("output.frames", "true"), ("output.formats", "[\"vtu\"]")];
    let mut all = overrides.to_vec();
    all.retain(|(key, _)| needed.iter().all(|(name, _)| name != key));
    all.extend(needed.map(|(key, value)| (key.to_owned(), value.to_owned())));
    all
}

/// Runs a scene into a temporary folder.
pub(super) fn simulate(
    scene: &Scene,
    threads: Option<usize>,
    quiet: bool,
) -> Result<TemporaryFolder, Failure> {
    let folder = TemporaryFolder::new();
    if !quiet {
        eprintln!(
            "running \"{}\" in a temporary folder first; to keep the results, use `pliant run` and render its folder",
            scene.title()
        );
    }
    let options = RunOptions {
        output: Some(folder.0.clone()),
        threads,
        progress: !quiet,
        interrupt: Some(crate::interrupt::flag()),
        ..RunOptions::default()
    };
    let result = run_scene(scene, &options).map_err(|error| match error {
        // The folder goes with this function: it must not be pointed at.
        RunError::Stopped { error, .. } => RunError::Stopped { error, saved: None },
        other => other,
    })?;
    if result.summary.status == RunStatus::Stopped {
        let message = "stopped; nothing was drawn and nothing is kept".to_owned();
        return Err(Failure { message, code: exit::INTERRUPTED });
    }
    Ok(folder)
}
