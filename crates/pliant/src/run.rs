//! The one path from a checked scene to results: `run`, `gallery`, `validate` and `bench` all go through here.

mod progress;
mod recorder;

use crate::cli::{Failure, exit};
use pliant_output::write::{RunStatus, Summary};
use pliant_output::{OutputError, RunDirectory};
use pliant_scene::{Problem, Scene};
use pliant_world::{Ending, Sample, World};
use recorder::Recorder;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How to run a scene.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Folder for the results; without one, samples are kept in memory only.
    pub output: Option<PathBuf>,
    /// Threads; all cores if `None`.
    pub threads: Option<usize>,
    /// Stop with the step that reaches this time (s), if it is before the scene's end.
    pub until: Option<f64>,
    /// Show progress.
    pub progress: bool,
    /// Write no frames even if the scene asks for them.
    pub no_frames: bool,
    /// Go on from the last checkpoint in the folder, if there is one.
    pub resume: bool,
    /// Stop when so many steps have been taken, as if interrupted.
    pub stop_after_steps: Option<u64>,
    /// Stop when this becomes true; the run can be resumed.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// What a run gave.
pub struct RunResult {
    /// As in summary.json.
    pub summary: Summary,
    /// Every row of the probes and energies.
    pub samples: Vec<Sample>,
    /// Names of the probes, in the order of [`Sample::probes`].
    pub probe_names: Vec<String>,
}

impl RunResult {
    /// (time, value) of a probe at every sample.
    pub fn series(&self, probe: &str) -> Option<Vec<(f64, f64)>> {
        let column = self.probe_names.iter().position(|name| name == probe)?;
        Some(self.samples.iter().map(|s| (s.time, s.probes[column])).collect())
    }
}

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The scene is wrong.
    #[error("{0}")]
    Scene(#[from] pliant_scene::Problems),
    /// The simulation could not go on; what there was up to then is in the folder of the results.
    #[error("the simulation stopped {error}{}", saved_text(saved))]
    Stopped {
        /// The whole story.
        error: pliant_world::RunError,
        /// Where the last good state is.
        saved: Option<PathBuf>,
    },
    /// A result could not be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// No threads to be had.
    #[error("cannot start {threads} threads: {reason}; ask for fewer with --threads")]
    Threads {
        /// How many.
        threads: usize,
        /// Why not.
        reason: String,
    },
}

fn saved_text(saved: &Option<PathBuf>) -> String {
    match saved {
        Some(folder) => {
            format!(". The last good state is in {} (its last frame and its checkpoint)", folder.display())
        }
        None => String::new(),
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        let code = match &error {
            RunError::Scene(_) | RunError::Threads { .. } => exit::BAD_INPUT,
            RunError::Stopped { .. } => exit::RUN_FAILED,
            RunError::Output(OutputError::Checkpoint { .. }) => exit::BAD_INPUT,
            RunError::Output(_) => exit::OUTPUT,
        };
        let message = match &error {
            RunError::Scene(problems) => problems.to_string(),
            other => format!("error: {other}"),
        };
        Failure { message, code }
    }
}

/// A world from the text of a scene without files; for hosts with a loop of their own.
pub fn world_from_text(text: &str, name: &str) -> Result<World, pliant_scene::Problems> {
    let scene = Scene::from_text(text, name, &[])?;
    Ok(scene.build()?.world)
}

/// Runs a scene to its end, or to where the options stop it.
pub fn run_scene(scene: &Scene, options: &RunOptions) -> Result<RunResult, RunError> {
    with_threads(options.threads, || run_here(scene, options))
}

/// Runs `work` inside a pool of so many threads, the calling thread waiting: work that starts inside the pool
/// needs no wake-ups.
pub(crate) fn with_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T, RunError> + Send,
) -> Result<T, RunError> {
    let count = threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .build()
        .map_err(|e| RunError::Threads { threads: count, reason: e.to_string() })?;
    pool.install(work)
}

fn run_here(scene: &Scene, options: &RunOptions) -> Result<RunResult, RunError> {
    let checkpoint = match &options.output {
        Some(folder) if options.resume => RunDirectory::last_checkpoint(folder)?,
        _ => None,
    };
    let mut recorder = Recorder::start(scene, options)?;
    let built = scene.build()?;
    let mut world = built.world;
    match checkpoint {
        Some((path, checkpoint)) => recorder.resume(scene, &mut world, &path, checkpoint)?,
        None => recorder.open(scene, &world)?,
    }
    if let Some(until) = options.until {
        world.stop_at(until);
    }
    let outcome = world.run(&mut recorder);
    let status = match &outcome {
        Ok(Ending::Finished) => RunStatus::Completed,
        Ok(Ending::Stopped) => RunStatus::Stopped,
        Err(error) => RunStatus::Failed(error.to_string()),
    };
    let warning = |problem: &Problem| format!("{}; {}", problem.reason, problem.remedy);
    let warnings: Vec<String> = built.warnings.list().iter().map(warning).collect();
    let result = recorder.finish(scene, &world, status, &warnings);
    // What went wrong first is what the user must hear of.
    outcome.and(result)
}

/// Why a checkpoint is not of this scene and program, if it is not.
fn check_origin(
    scene: &Scene,
    world: &World,
    path: &Path,
    checkpoint: &pliant_output::Checkpoint,
) -> Result<(), OutputError> {
    let refuse = |reason: String| Err(OutputError::checkpoint(path, reason));
    let version = env!("CARGO_PKG_VERSION");
    if checkpoint.version != version {
        let written = &checkpoint.version;
        return refuse(format!(
            "it was written by pliant {written}, this is {version}: the bits would differ"
        ));
    }
    if checkpoint.scene != scene.run_hash() {
        return refuse(format!(
            "it belongs to another scene (\"{}\"), or the scene or its --set values have changed since",
            checkpoint.title
        ));
    }
    if checkpoint.fingerprint != world.fingerprint() {
        return refuse("a mesh file of the scene, or how fine it is, has changed since".into());
    }
    Ok(())
}
