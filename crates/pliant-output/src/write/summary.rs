//! `summary.json`: what was run, how it went, what came out, for people and for programs.
//!
//! Keys come in the order of the struct, named lists become objects in the order given, numbers that are not finite
//! become `null`. Two runs that differ in speed only differ in the seconds only.

use std::path::Path;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::whole::write_whole;
use crate::error::OutputError;

/// The first entry of every summary; it makes a run directory recognisable.
pub const SUMMARY_FORMAT: &str = "pliant run summary 1";

/// What a run was and how it went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Version of Pliant.
    pub version: String,
    /// What was run.
    pub scene: SceneSummary,
    /// How it ended.
    pub status: RunStatus,
    /// Name of the stepper.
    pub stepper: String,
    /// How the equations of a step were solved; "none" if there are none to solve.
    pub solve: String,
    /// Name of the linear solver, with its preconditioner or ordering.
    pub solver: String,
    /// Numbers of the matrix of the last solve that may differ from zero, both triangles, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix_nonzeros: Option<usize>,
    /// Threads used.
    pub threads: usize,
    /// Accepted steps.
    pub steps: u64,
    /// Smallest and largest step (s).
    pub dt: StepRange,
    /// Time the run reached (s).
    pub time_reached: f64,
    /// Elapsed time (s).
    pub wall_seconds: f64,
    /// Processor time of all threads (s).
    pub cpu_seconds: f64,
    /// Processor time of all threads from the first step to the last, without set-up (s).
    pub stepping_cpu_seconds: f64,
    /// Most memory held at a time (bytes), where the system tells.
    pub peak_memory_bytes: Option<u64>,
    /// Elapsed time of each phase (s), by name.
    #[serde(serialize_with = "as_map")]
    pub seconds_per_phase: Vec<(String, f64)>,
    /// Iterations of that solve in all steps.
    pub iterations: u64,
    /// Iterations of the linear solver in all steps; 0 with a direct solver.
    pub linear_iterations: u64,
    /// Times a step was repeated smaller.
    pub cutbacks: u64,
    /// How often the run was stopped and taken up again.
    pub resumed: u64,
    /// The bodies.
    pub bodies: Vec<BodySummary>,
    /// Hash of the whole final state: 16 hexadecimal digits.
    #[serde(serialize_with = "as_hex")]
    pub state_hash: u64,
    /// Of a run that follows a path of equilibria: share of the full load at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load_factor: Option<f64>,
    /// The points of that path where the stiffness is singular.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub critical_points: Vec<CriticalSummary>,
    /// The deepest overlap of each pair of things that touched.
    pub penetrations: Vec<PenetrationSummary>,
    /// The probes, by name.
    #[serde(serialize_with = "as_map")]
    pub probes: Vec<(String, ProbeSummary)>,
    /// Warnings, each text once.
    pub warnings: Vec<WarningCount>,
    /// Files written, relative to the run directory.
    pub files: Vec<String>,
}

/// A point of a path of equilibria where the stiffness is singular.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CriticalSummary {
    /// "limit point" or "bifurcation".
    pub kind: String,
    /// Share of the full load.
    pub load_factor: f64,
    /// The step that found it.
    pub step: u64,
    /// Unstable motions before and after it.
    pub unstable: [usize; 2],
}

/// How deep two things were in each other at most, beyond what was there at the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PenetrationSummary {
    /// Their names.
    pub between: [String; 2],
    /// m.
    pub depth: f64,
    /// Over the local thickness of the thinner of the two.
    pub share_of_thickness: f64,
    /// When (s).
    pub time: f64,
    /// Where (m).
    pub place: [f64; 3],
}

/// Which scene was run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SceneSummary {
    /// Its title.
    pub title: String,
    /// Hash of the scene with all that was set for it: 16 hexadecimal digits.
    #[serde(serialize_with = "as_hex")]
    pub hash: u64,
    /// Unit vector against gravity.
    pub up: [f64; 3],
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunStatus {
    /// It reached its end.
    #[default]
    Completed,
    /// The user stopped it.
    Stopped,
    /// It could not go on, for this reason.
    Failed(String),
}

/// Smallest and largest step (s).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StepRange {
    /// The smallest; `None` before the first step.
    pub min: Option<f64>,
    /// The largest; `None` before the first step.
    pub max: Option<f64>,
}

impl StepRange {
    /// Takes a step into account.
    pub fn record(&mut self, dt: f64) {
        self.min = Some(self.min.map_or(dt, |min| min.min(dt)));
        self.max = Some(self.max.map_or(dt, |max| max.max(dt)));
    }
}

/// Size of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BodySummary {
    /// Its name.
    pub name: String,
    /// The method that moves it.
    pub method: String,
    /// Nodes.
    pub nodes: usize,
    /// Cells.
    pub cells: usize,
    /// Neighbours of all its unknowns together, of a method that works by neighbourhoods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub neighbours: Option<usize>,
}

/// A probe's value at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ProbeValue {
    /// In the unit of the probe.
    pub value: f64,
    /// Time (s).
    pub time: f64,
}

/// What a probe has seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ProbeSummary {
    /// SI unit of the values.
    pub unit: String,
    /// The last value.
    #[serde(rename = "final")]
    pub last: Option<ProbeValue>,
    /// The smallest value, when it came first.
    pub min: Option<ProbeValue>,
    /// The largest value, when it came first.
    pub max: Option<ProbeValue>,
}

impl ProbeSummary {
    /// A probe that has seen nothing yet.
    pub fn new(unit: &str) -> Self {
        Self { unit: unit.into(), ..Self::default() }
    }

    /// Takes a value into account; one that is not finite counts as the last value only.
    pub fn record(&mut self, time: f64, value: f64) {
        let seen = ProbeValue { value, time };
        self.last = Some(seen);
        if !value.is_finite() {
            return;
        }
        if self.min.is_none_or(|min| value < min.value) {
            self.min = Some(seen);
        }
        if self.max.is_none_or(|max| value > max.value) {
            self.max = Some(seen);
        }
    }
}

/// A warning and how often it came.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WarningCount {
    /// What it says.
    pub message: String,
    /// How often.
    pub count: u64,
}

impl Summary {
    /// Counts a warning; a text that came before is counted on.
    pub fn warn(&mut self, message: &str, count: u64) {
        match self.warnings.iter_mut().find(|warning| warning.message == message) {
            Some(known) => known.count += count,
            None => self.warnings.push(WarningCount { message: message.into(), count }),
        }
    }

    /// The summary as indented JSON, ending with a line break.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(&Tagged { format: SUMMARY_FORMAT, summary: self })
            .expect("names are strings and nothing else can fail in memory");
        text.push('\n');
        text
    }

    /// Writes the summary, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        write_whole(path, |out| out.write_all(self.to_json().as_bytes()))
    }
}

#[derive(Serialize)]
struct Tagged<'a> {
    format: &'static str,
    #[serde(flatten)]
    summary: &'a Summary,
}

fn as_hex<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{hash:016x}"))
}

fn as_map<T: Serialize, S: Serializer>(entries: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(entries.len()))?;
    for (name, value) in entries {
        map.serialize_entry(name, value)?;
    }
    map.end()
}
