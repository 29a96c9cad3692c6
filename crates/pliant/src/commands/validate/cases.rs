//! The tables of cases, `validation/cases.toml` and one a method beside it, and the scenes they name.

use crate::commands::fit::TestChoice;
use crate::commands::run::pairs;
use pliant_scene::{MemoryFiles, Scene};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Name and text of the tables as they are in the repository, in the order they run.
const TABLES: &[(&str, &str)] = &[
    ("cases.toml", include_str!("../../../../../validation/cases.toml")),
    ("elaston.toml", include_str!("../../../../../validation/elaston.toml")),
    ("elaston-stability.toml", include_str!("../../../../../validation/elaston-stability.toml")),
    ("elaston-curved.toml", include_str!("../../../../../validation/elaston-curved.toml")),
    ("elaston-joined.toml", include_str!("../../../../../validation/elaston-joined.toml")),
    ("phyxel.toml", include_str!("../../../../../validation/phyxel.toml")),
    ("peridynamic.toml", include_str!("../../../../../validation/peridynamic.toml")),
];

macro_rules! scenes {
    ($($name:literal),+ $(,)?) => {
        /// Name and text of every validation scene.
        const SCENES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../../../../validation/scenes/", $name, ".toml")))),+
        ];
    };
}

/// Mesh files the scenes name.
const MESHES: &[(&str, &[u8])] = &[
    ("hertz-coarse.vtu", include_bytes!("../../../../../validation/scenes/hertz-coarse.vtu")),
    ("hertz-fine.vtu", include_bytes!("../../../../../validation/scenes/hertz-fine.vtu")),
    ("needle.obj", include_bytes!("../../../../../validation/scenes/needle.obj")),
    ("plate.obj", include_bytes!("../../../../../validation/scenes/plate.obj")),
    ("sphere.ply", include_bytes!("../../../../../validation/scenes/sphere.ply")),
    ("torus.ply", include_bytes!("../../../../../validation/scenes/torus.ply")),
];

scenes!(
    "c1-oblique-hit",
    "c2-bounce",
    "c3-needle",
    "c4-thin-body",
    "c4-thin-plate",
    "c5-rest-on-incline",
    "d-bent-strip",
    "d-iterations",
    "d-stretched",
    "d-tension",
    "d-twist",
    "d-v5b-cut",
    "e-fibre-plate",
    "e-fibre-strip",
    "e-heavy-rod",
    "e-j1-t-cantilever",
    "e-j2-l-plates",
    "e-j3-stiffened-plate",
    "e-j4-rod-out-of-block",
    "e-j5-rod-shell-cube",
    "e-quarter-ring",
    "e-r1a-elastica",
    "e-r1b-heavy-cantilever",
    "e-r2a-curl",
    "e-r2a-short-curl",
    "e-r2b-lateral-buckling",
    "e-r3-twisted-ring",
    "e-r4-bend",
    "e-r5-roll-up",
    "e-r7-heavy-column",
    "e-r8-cantilever-modes",
    "e-r9-spring",
    "e-s1a-cantilever-strip",
    "e-s1c-slit-annulus",
    "e-s1d-pinched-half-tube",
    "e-r6-localised-helix",
    "e-s2a-roof",
    "e-s2b-pinched-cylinder",
    "e-s3a-cantilever-plate",
    "e-s3a-square-plate",
    "e-s4a-plate-buckling",
    "e-s4a-strip-buckling",
    "e-s4c-cylinder-buckling",
    "e-sandwich",
    "e-thick-plate",
    "e-torsion-square",
    "e-torsion-strip",
    "e-two-material-bar",
    "e-v1a-hanging-cube",
    "e-v1b-cantilever",
    "e-v1d-twisted-beam",
    "l1-lattice",
    "p-recovery",
    "p-stiff-cantilever",
    "p-tension",
    "p-v1a-hanging-cube",
    "p-v1b-cantilever",
    "p-v2-simple-shear",
    "p-v2-uniaxial",
    "p-v3a-struck-bar",
    "p-v3b-free-flight",
    "r1a-elastica",
    "r1b-heavy-cantilever",
    "r5-roll-up",
    "r7-heavy-column",
    "r8-cantilever-modes",
    "s1a-cantilever-strip",
    "s3a-cantilever-plate",
    "s3a-square-plate",
    "s4a-plate-buckling",
    "s4a-strip-buckling",
    "s4a-strip-postbuckling",
    "t-heavy-rod",
    "t-s3a-cantilever-plate",
    "t-torsion-square",
    "t-v1a-hanging-cube",
    "v1a-hanging-cube",
    "v1b-cantilever",
    "v1c-cook",
    "v1d-twisted-beam",
    "v2-simple-shear",
    "v2-uniaxial",
    "v3a-impact",
    "v3a-struck-bar",
    "v3b-free-flight",
    "v3c-hertz",
    "v3d-slide",
    "v3d-tilted-plane",
    "v5a-double-cantilever",
);

/// Stands for a probe: energy of everything together (J), kinetic, elastic, of loads and gravity.
pub const TOTAL_ENERGY: &str = "energy.total";

/// All cases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// In the order they run.
    pub case: Vec<Case>,
}

/// One scene, one analysis, and the numbers read of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Where the ids of its values begin.
    pub id: String,
    /// `solids`, `rods`, `shells`, ...
    pub family: String,
    /// How the body is discretised, as in scene files.
    pub method: String,
    /// Name of the scene, without `.toml`.
    pub scene: String,
    /// What is changed in the scene, each as given to `--set`.
    #[serde(default)]
    pub set: Vec<String>,
    /// The mesh is made so many times as fine, as by `run --refine`.
    pub refine: Option<f64>,
    /// It is done a second time with these changes too, each as given to `--set`, and the largest error of all its values must be
    /// smaller then: a further row, `finer`.
    #[serde(default)]
    pub finer: Vec<String>,
    /// It is done once with each of these as the `seed` of every body, and the worst counts; without any, once.
    #[serde(default)]
    pub seeds: Vec<u64>,
    /// What is done with the scene.
    #[serde(default)]
    pub analysis: Analysis,
    /// The run must have taken so many steps for its values to count.
    pub least_steps: Option<u64>,
    /// Takes seconds; part of every test of the program.
    #[serde(default)]
    pub quick: bool,
    /// Without it values are reported, but nothing is demanded of them.
    #[serde(default = "yes")]
    pub counts: bool,
    /// The largest relative error that passes, unless a value has its own.
    pub tolerance_pass: f64,
    /// The largest relative error a top code is judged to have, unless a value has its own.
    pub tolerance_top: f64,
    /// Where the references come from.
    pub source: String,
    /// What is read.
    pub value: Vec<Value>,
}

fn yes() -> bool {
    true
}

fn one() -> f64 {
    1.0
}

fn one_point() -> usize {
    1
}

/// What is done with a scene.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Analysis {
    /// It runs, as by `pliant run`.
    #[default]
    Run,
    /// It runs twice, the second time with these changes, each as given to `--set`. Values are those of the second run
    /// over those of the first.
    Compare(Vec<String>),
    /// Natural modes about rest, as by `pliant modes --count`.
    Modes(usize),
    /// The load factors at which equilibria become unstable, or stable again, as by `pliant modes --critical`.
    Critical {
        /// The largest load factor, as `--up-to`.
        #[serde(default = "one")]
        up_to: f64,
        /// How many are looked for, as `--count`.
        #[serde(default = "one_point")]
        count: usize,
    },
    /// The load at which the lowest eigenvalue of the loaded state would be zero, by `pliant modes --loaded` under several: for bodies whose mesh is not
    /// symmetric, which bend away before they buckle.
    Vanishing {
        /// The value that is varied, as in `--set`, and its unit.
        key: String,
        /// Put behind the number.
        #[serde(default)]
        unit: String,
        /// Two stable loads the search begins with.
        begin: [f64; 2],
    },
    /// A law fitted to Treloar's tests of rubber, as by `pliant fit data/treloar.csv`; the scene is only named.
    Fit {
        /// As `pliant fit` calls it.
        law: String,
        /// The test it is fitted to; it is compared with the others.
        using: TestChoice,
    },
    /// What bonds store that cross a plane; the scene is built, but not run.
    Cut(Cut),
}

impl Analysis {
    /// Whether steps of the scene, or what it is after them, have anything to do with it.
    pub fn is_of_a_run(&self) -> bool {
        !matches!(self, Analysis::Fit { .. } | Analysis::Cut(_))
    }
}

/// A square window in a plane.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// Its middle (m).
    pub point: [f64; 3],
    /// Across it, of any length.
    pub normal: [f64; 3],
    /// Half the length of its sides (m).
    pub half_width: f64,
}

/// A number (or vector) with its reference.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// Behind the id of the case.
    pub id: String,
    /// Which probes; not needed for modes, critical loads, fits and cuts.
    #[serde(default)]
    pub of: Of,
    /// When, or how.
    pub take: Take,
    /// Powers of probes it is multiplied by, at every sample: what it would be at another load, say.
    #[serde(default)]
    pub times: Vec<Factor>,
    /// What is read is multiplied by this.
    #[serde(default = "one")]
    pub scale: f64,
    /// The right answer.
    pub reference: Reference,
    /// What the error of a zero reference is divided by: the length of the body, say.
    pub over: Option<f64>,
    /// Instead of that of the case.
    pub tolerance_pass: Option<f64>,
    /// Instead of that of the case.
    pub tolerance_top: Option<f64>,
}

/// A power of a probe.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factor {
    /// The probe.
    pub of: String,
    /// The exponent.
    pub power: f64,
}

/// One number or a vector of numbers.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Of {
    /// One.
    One(Component),
    /// A vector.
    Vector(Vec<Component>),
}

impl Default for Of {
    fn default() -> Self {
        Of::Vector(Vec::new())
    }
}

impl Of {
    /// The components of the vector; one if it is a number.
    pub fn components(&self) -> &[Component] {
        match self {
            Of::One(one) => std::slice::from_ref(one),
            Of::Vector(many) => many,
        }
    }
}

/// A number made of probes.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Component {
    /// A probe, or [`TOTAL_ENERGY`].
    Probe(String),
    /// The angle (rad) of a vector against the first axis, both components sums over probes.
    Angle {
        /// Along the first axis and across it.
        angle: [BTreeMap<String, f64>; 2],
    },
    /// A sum over probes with these factors.
    Sum(BTreeMap<String, f64>),
}

/// When a value is read from a series, or which number of an analysis it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Take {
    /// At the end.
    End,
    /// At the end of the step at this time (s).
    At(f64),
    /// The smallest of all samples.
    Least,
    /// Mean over the samples of a window of time (s).
    Mean([f64; 2]),
    /// The first time (s) after the given one at which it falls through zero.
    FallsToZero(f64),
    /// At the first sample at which a probe is above a level.
    When(Moment),
    /// Growth per second between two times (s).
    Rate([f64; 2]),
    /// The largest distance, within a window of time (s), from where it was when that began.
    Drift([f64; 2]),
    /// How much the largest of all samples is above the first one.
    LargestRise,
    /// The largest distance from the value at the beginning, relative to the size of that.
    LargestChange,
    /// Newton iterations of the whole run; needs no probe.
    Iterations,
    /// Frequency (Hz) of a mode, counted from 1.
    Mode(usize),
    /// The first critical load factor, or a probe there.
    Critical,
    /// The last critical load factor that was found, or a probe there.
    LastCritical,
    /// How many critical loads were found.
    CriticalCount,
    /// Waves around an axis through the origin of the motion that has no stiffness at the first critical load.
    Waves(usize),
    /// Root mean square deviation of a fitted law in a test, over its largest stress.
    Deviation(TestChoice),
    /// Energy by area and by the square of the stretch of the bonds that are cut (J/m2).
    Cut,
}

/// When a probe rises above a level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The probe.
    pub of: String,
    /// The level.
    pub above: f64,
    /// Not before this time (s).
    pub after: f64,
}

/// The right answer.
#[derive(Clone, Debug, Deserialize, serde::Serialize)]
#[serde(untagged)]
pub enum Reference {
    /// A number.
    One(f64),
    /// A vector.
    Vector(Vec<f64>),
}

impl Reference {
    /// As a vector, of length one if it is a number.
    pub fn components(&self) -> &[f64] {
        match self {
            Reference::One(one) => std::slice::from_ref(one),
            Reference::Vector(many) => many,
        }
    }
}

impl Table {
    /// The tables that are part of the program, as one.
    pub fn embedded() -> Result<Self, String> {
        let mut all = Self { case: Vec::new() };
        for (name, text) in TABLES {
            let table: Self =
                toml::from_str(text).map_err(|error| format!("error: validation/{name}: {error}"))?;
            all.case.extend(table.case);
        }
        Ok(all)
    }
}

impl Case {
    /// The case with what makes it finer.
    pub fn made_finer(&self) -> Self {
        Self { set: [self.set.as_slice(), &self.finer].concat(), finer: Vec::new(), ..self.clone() }
    }

    /// The scene, changed and refined as the case says.
    pub fn load(&self) -> Result<Scene, String> {
        self.load_with(&[])
    }

    /// The scene with further changes.
    pub fn load_with(&self, more: &[(String, String)]) -> Result<Scene, String> {
        let mut changes = self.changes()?;
        changes.extend_from_slice(more);
        let file = format!("validation/scenes/{}.toml", self.scene);
        let files = MESHES.iter().fold(MemoryFiles::none(), |files, (name, bytes)| files.with(*name, *bytes));
        let scene = Scene::with_files(self.text()?, &file, &pairs(&changes), Arc::new(files))
            .map_err(|e| e.to_string())?;
        match self.refine {
            Some(factor) => scene.refined(factor).map_err(|e| e.to_string()),
            None => Ok(scene),
        }
    }

    fn text(&self) -> Result<&'static str, String> {
        let found = SCENES.iter().find(|(name, _)| *name == self.scene);
        found.map(|(_, text)| *text).ok_or_else(|| format!("error: there is no scene \"{}\"", self.scene))
    }

    /// The changes that give every body of the scene a seed.
    pub fn seeded(&self, seed: u64) -> Result<Vec<(String, String)>, String> {
        let scene: toml::Table = toml::from_str(self.text()?).map_err(|error| error.to_string())?;
        let bodies = scene.get("body").and_then(toml::Value::as_table).into_iter().flat_map(|all| all.keys());
        Ok(bodies.map(|body| (format!("body.{body}.seed"), seed.to_string())).collect())
    }

    fn changes(&self) -> Result<Vec<(String, String)>, String> {
        self.pairs(&self.set)
    }

    /// Changes as given to `--set`, cut at the sign of equality.
    pub fn pairs(&self, changes: &[String]) -> Result<Vec<(String, String)>, String> {
        let split = |text: &String| match text.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
            None => Err(format!("error: {}: \"{text}\" is not KEY=VALUE", self.id)),
        };
        changes.iter().map(split).collect()
    }

    /// Every setting of steps, tolerances and solvers that is not left to the program, as `key=value`. Read from
    /// the scene itself, so none can be forgotten.
    pub fn overrides(&self) -> Result<Vec<String>, String> {
        let scene: toml::Table = toml::from_str(self.text()?).map_err(|error| error.to_string())?;
        let mut settings = BTreeMap::new();
        for section in ["stepper", "solver", "time", "contact"] {
            for (key, value) in scene.get(section).and_then(toml::Value::as_table).into_iter().flatten() {
                settings.insert(format!("{section}.{key}"), shown(value));
            }
        }
        settings.extend(self.changes()?);
        Ok(settings.iter().filter(|(key, _)| is_numerical(key)).map(|(k, v)| format!("{k}={v}")).collect())
    }
}

fn shown(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(truth) => truth.to_string(),
        other => format!("{other:?}"),
    }
}

/// True for what a case should leave to the program; the kind of stepper belongs to the problem.
pub(super) fn is_numerical(key: &str) -> bool {
    let is_stepper = key.starts_with("stepper.") && key != "stepper.kind";
    let is_contact = ["contact.stiffness", "contact.damping", "contact.response"].contains(&key);
    is_stepper || is_contact || key.starts_with("solver.") || key == "time.step"
}

#[cfg(test)]
mod tests;
