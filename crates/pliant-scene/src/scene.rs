//! A scene from its text to a world: what the command line, validation and benches share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pliant_body::elaston::ElastonSetup;
use pliant_math::hash::Fnv;
use pliant_output::{Field, FrameFormat};

use crate::build::{Built, DiskFiles, Files, MemoryFiles, build, elaston_setups, read_plain};
use crate::plan::{
    AtBifurcation, Format, History, LoadKind, NewtonOptions, OutputField, PathOptions, Plan, Rate,
    SolverKind, Stepper, StepperKind,
};
use crate::problem::Problems;
use crate::schema::Choose;

/// Why a scene on disk is none.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read the scene {}: {reason}; {remedy}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The file can be read, but not run.
    #[error("{0}")]
    Problems(#[from] Problems),
}

/// Why there is no path of equilibria to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPath {
    /// Things touch.
    #[error(
        "a path of equilibria has kinks where things touch or let go, at which it cannot be followed; remove [contact] and colliders"
    )]
    Contact,
    /// Air moves.
    #[error(
        "wind blows in real time, which a path of equilibria does not have; use `pressure` or `traction`"
    )]
    Wind,
    /// The solver was chosen, and cannot do it.
    #[error(
        "conjugate gradients need a positive matrix, which that of a path is not beyond its critical point; remove `kind` of [solver]"
    )]
    Gradients,
}

/// A checked scene with the files it names.
#[derive(Clone)]
pub struct Scene {
    plan: Plan,
    files: Arc<dyn Files + Send + Sync>,
    hash: u64,
    run_hash: u64,
}

impl Scene {
    /// A scene that needs no other files. `name` is what messages call it; `overrides` are pairs of key path and value
    /// as given to `--set`, applied in order.
    ///
    /// # Errors
    /// All problems of the text at once; those that need meshes are found by [`Scene::build`].
    pub fn from_text(text: &str, name: &str, overrides: &[(&str, &str)]) -> Result<Self, Problems> {
        Self::with_files(text, name, overrides, Arc::new(MemoryFiles::none()))
    }

    /// A scene with the files it may name.
    ///
    /// # Errors
    /// As [`Scene::from_text`].
    pub fn with_files(
        text: &str,
        name: &str,
        overrides: &[(&str, &str)],
        files: Arc<dyn Files + Send + Sync>,
    ) -> Result<Self, Problems> {
        let plan = Plan::parse(text, name, overrides)?;
        let of_run: Vec<(&str, &str)> =
            overrides.iter().copied().filter(|(key, _)| !key.starts_with("output.")).collect();
        Ok(Self { plan, files, hash: scene_hash(text, overrides), run_hash: scene_hash(text, &of_run) })
    }

    /// A scene from disk; files it names are relative to its folder.
    ///
    /// # Errors
    /// If the file cannot be read, or with all its problems at once.
    pub fn load(path: &Path, overrides: &[(&str, &str)]) -> Result<Self, LoadError> {
        let text = read_plain(path).map_err(|error| unreadable(path, &error))?;
        let text = String::from_utf8(text).map_err(|_| LoadError::Unreadable {
            path: path.to_path_buf(),
            reason: "it is not a text in UTF-8".to_string(),
            remedy: "a scene is a TOML file; `pliant new NAME` writes one to start from",
        })?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let name = path.display().to_string();
        Ok(Self::with_files(&text, &name, overrides, Arc::new(DiskFiles { folder }))?)
    }

    /// The same scene `factor` times as fine.
    ///
    /// # Errors
    /// As [`Plan::refined`].
    pub fn refined(&self, factor: f64) -> Result<Self, Problems> {
        Ok(Self { plan: self.plan.refined(factor)?, ..self.clone() })
    }

    /// The same scene as a sequence of equilibria: loads that act at once are ramped up. A static scene stays as it is.
    #[must_use]
    pub fn quasi_static(mut self) -> Self {
        if self.plan.stepper.value.is_static() {
            return self;
        }
        self.plan.stepper.value = Stepper::QuasiStatic {
            load_steps: None,
            newton: NewtonOptions { tolerance: 1e-6, max_iterations: 50 },
            max_cutbacks: 12,
            path: None,
        };
        self.plan.time.step = None;
        (self.plan.time.frames, self.plan.time.samples) = (Rate::EveryStep, Rate::EveryStep);
        for load in &mut self.plan.loads {
            if load.history == History::Step {
                load.history = History::Ramp;
            }
        }
        self
    }

    /// The same scene as a path of equilibria from rest up to a load factor, straight on at bifurcations, in as many steps as it takes.
    ///
    /// # Errors
    /// If it has something that no path goes through.
    pub fn along_path(self, up_to: f64) -> Result<Self, NoPath> {
        let mut scene = self.quasi_static();
        if scene.plan.contact.is_some() {
            return Err(NoPath::Contact);
        }
        if scene.plan.loads.iter().any(|load| matches!(load.kind, LoadKind::Wind { .. })) {
            return Err(NoPath::Wind);
        }
        if scene.plan.solver.kind == SolverKind::ConjugateGradients {
            return Err(NoPath::Gradients);
        }
        if let Stepper::QuasiStatic { path, .. } = &mut scene.plan.stepper.value {
            *path = Some(PathOptions {
                max_steps: usize::MAX,
                load_range: [-up_to, up_to],
                at_bifurcation: AtBifurcation::StraightOn,
            });
        }
        Ok(scene)
    }

    /// The same scene by leapfrog with steps at the very limit of stability: how long steps may be is a property of the
    /// bodies, also where another stepper moves them.
    #[must_use]
    pub fn at_the_stability_limit(mut self) -> Self {
        self.plan.stepper.value = Stepper::Explicit { kind: StepperKind::Leapfrog, safety: 1.0 };
        self.plan.time.step = None;
        self
    }

    /// The same scene without some of its probes, by their names.
    #[must_use]
    pub fn without_probes(mut self, names: &[String]) -> Self {
        self.plan.probes.retain(|probe| !names.contains(&probe.name));
        self
    }

    /// The scene with another plan; what was changed enters its hashes.
    pub(crate) fn with_plan(&self, plan: Plan, changes: &[String]) -> Self {
        let hash = |hash: u64| {
            let mut hasher = Fnv::new();
            hasher.bytes(&hash.to_le_bytes());
            changes.iter().for_each(|change| {
                hasher.bytes(change.as_bytes()).bytes(&[0]);
            });
            hasher.value()
        };
        Self { plan, files: self.files.clone(), hash: hash(self.hash), run_hash: hash(self.run_hash) }
    }

    /// What the scene says.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its title, or the name of its file.
    #[must_use]
    pub fn title(&self) -> String {
        self.plan.title.clone().unwrap_or_else(|| self.plan.source.name.clone())
    }

    /// As [`Scene::hash`], but without overrides of `[output]`: what is written does not change what happens.
    #[must_use]
    pub fn run_hash(&self) -> u64 {
        self.run_hash
    }

    /// A 64-bit FNV-1a hash of the text and the overrides; refinement and mesh files do not enter.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether a body of it is discretised by this method.
    #[must_use]
    pub fn uses_method(&self, method: &str) -> bool {
        self.plan.bodies.iter().any(|body| body.method.value.word() == method)
    }

    /// Simulated time, s.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.plan.time.duration.value
    }

    /// What frames hold.
    #[must_use]
    pub fn output_fields(&self) -> Vec<Field> {
        let field = |field: &OutputField| match field {
            OutputField::Displacement => Field::Displacement,
            OutputField::Velocity => Field::Velocity,
            OutputField::Stress => Field::Stress,
            OutputField::VonMises => Field::VonMises,
            OutputField::EnergyDensity => Field::EnergyDensity,
            OutputField::Membrane => Field::Membrane,
            OutputField::Bending => Field::Bending,
            OutputField::Twist => Field::Twist,
            OutputField::ContactForce => Field::ContactForce,
            OutputField::ContactPressure => Field::ContactPressure,
            OutputField::ContactGap => Field::ContactGap,
        };
        // Which body a cell belongs to is part of the shape, not a choice.
        self.plan.output.fields.iter().map(field).chain([Field::Body]).collect()
    }

    /// In which formats frames are written.
    #[must_use]
    pub fn output_formats(&self) -> Vec<FrameFormat> {
        let format = |format: &Format| match format {
            Format::Vtu => FrameFormat::Vtu,
            Format::Ply => FrameFormat::Ply,
            Format::Surfels => FrameFormat::Surfels,
        };
        self.plan.output.formats.iter().map(format).collect()
    }

    /// Makes the world; `pliant check` is this and nothing more.
    ///
    /// # Errors
    /// All problems at once, see [`build()`](crate::build::build).
    pub fn build(&self) -> Result<Built, Problems> {
        build(&self.plan, self.files.as_ref())
    }

    /// What the elaston bodies are made from; for benches.
    ///
    /// # Errors
    /// All problems at once.
    pub fn elaston_setups(&self) -> Result<Vec<ElastonSetup>, Problems> {
        elaston_setups(&self.plan, self.files.as_ref())
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> LoadError {
    use std::io::ErrorKind;
    let (reason, remedy) = match error.kind() {
        ErrorKind::NotFound => (
            "there is no such file".to_string(),
            "check the path, or write a new scene with `pliant new NAME`",
        ),
        ErrorKind::PermissionDenied => ("permission denied".to_string(), "change the file's permissions"),
        ErrorKind::IsADirectory => ("it is a folder".to_string(), "name the .toml file in it"),
        _ => (error.to_string(), "check the path"),
    };
    LoadError::Unreadable { path: path.to_path_buf(), reason, remedy }
}

/// FNV-1a, 64 bit, over text and overrides; a zero byte ends each part, so that parts cannot run into each other.
fn scene_hash(text: &str, overrides: &[(&str, &str)]) -> u64 {
    let mut hash = Fnv::new();
    for part in std::iter::once(text).chain(overrides.iter().flat_map(|(key, value)| [*key, *value])) {
        hash.bytes(part.as_bytes()).bytes(&[0]);
    }
    hash.value()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn hash_tells_texts_and_overrides_apart() {
        let base = scene_hash("a", &[]);
        for other in [scene_hash("b", &[]), scene_hash("a", &[("x", "1")]), scene_hash("a", &[("x", "2")])] {
            assert_ne!(base, other);
        }
        assert_ne!(scene_hash("a", &[("x", "1y")]), scene_hash("a", &[("x1", "y")]));
        // FNV-1a of "a" and a zero byte, worked out by hand from the definition.
        assert_eq!(scene_hash("a", &[]), 0x089b_e207_b544_f1e4);
    }

    #[test]
    fn missing_and_unreadable_files_say_what_to_do() {
        let folder = std::env::temp_dir();
        let missing = Scene::load(&folder.join("no-such-scene.toml"), &[]).err().unwrap().to_string();
        assert!(missing.contains("there is no such file; check the path"), "{missing}");
        let is_folder = Scene::load(&folder, &[]).err().unwrap().to_string();
        assert!(is_folder.contains("it is a folder"), "{is_folder}");
    }
}
