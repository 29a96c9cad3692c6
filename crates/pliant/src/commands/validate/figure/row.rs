//! One run of a curve beside its reference.

use super::table::{Curve, Panel};
use crate::commands::validate::analysis::{Outcome, carry_out};
use crate::commands::validate::cases::Case;
use serde::Serialize;
use std::fmt;
use std::time::Instant;

/// A point of a curve: of several seeds the one with the largest error.
#[derive(Debug, Serialize)]
pub struct FigureRow {
    /// Id of the panel.
    pub panel: String,
    /// Name of the curve.
    pub curve: String,
    /// What is read.
    pub value: Option<f64>,
    /// What it should be.
    pub reference: f64,
    /// One over the other.
    pub over_reference: Option<f64>,
    /// Relative.
    pub error: Option<f64>,
    /// Numbers of the stiffness matrix that may differ from zero.
    pub nonzeros: Option<usize>,
    /// Three for each node, held or not.
    pub dofs: usize,
    /// How many samples carry the body, of methods that have such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<usize>,
    /// The seed with the largest error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The largest difference between two seeds, over the reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<f64>,
    /// Of all seeds together, set-up included.
    pub seconds: f64,
    /// Settings of steps, tolerances and solvers that are not the defaults.
    pub overrides: Vec<String>,
    /// Name of the scene.
    pub scene: String,
    /// What is set in it.
    pub set: Vec<String>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// What one seed gave.
struct Trial {
    seed: Option<u64>,
    outcome: Outcome,
    value: f64,
}

impl FigureRow {
    /// Does one run of a curve, with each of its seeds.
    pub fn measure(panel: &Panel, curve: &Curve, size: usize, quick: bool, threads: Option<usize>) -> Self {
        let (case, started) = (curve.case(size), Instant::now());
        let reference = panel.value.reference.components().first().copied().unwrap_or(f64::NAN);
        let seeds = curve.seeds(quick);
        let trials: Result<Vec<Trial>, String> =
            seeds.into_iter().map(|seed| try_with(panel, &case, seed, threads)).collect();
        let mut row = Self {
            panel: panel.id.clone(),
            curve: curve.name.clone(),
            value: None,
            reference,
            over_reference: None,
            error: None,
            nonzeros: None,
            dofs: 0,
            samples: None,
            seed: None,
            spread: None,
            seconds: started.elapsed().as_secs_f64(),
            overrides: case.overrides().unwrap_or_default(),
            scene: case.scene.clone(),
            set: case.set.clone(),
            failure: None,
        };
        match trials {
            Ok(trials) => row.take_worst(&trials),
            Err(failure) => row.failure = Some(failure),
        }
        row
    }

    fn take_worst(&mut self, trials: &[Trial]) {
        let error = |trial: &Trial| (trial.value / self.reference - 1.0).abs();
        let Some(worst) = trials.iter().max_by(|a, b| error(a).total_cmp(&error(b))) else { return };
        let values = || trials.iter().map(|trial| trial.value);
        let range = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        self.error = Some(error(worst));
        self.value = Some(worst.value);
        self.over_reference = Some(worst.value / self.reference);
        self.nonzeros = worst.outcome.nonzeros();
        self.dofs = worst.outcome.dofs;
        self.samples = worst.outcome.samples;
        self.seed = worst.seed;
        self.spread = (trials.len() > 1).then(|| range / self.reference.abs());
    }

    /// The line above the rows.
    pub fn heading() -> String {
        format!(
            "{:<12} {:<18} {:>8} {:>8} {:>10} {:>13} {:>9} {:>9} {:>7}  set",
            "panel", "curve", "samples", "dofs", "non-zeros", "to reference", "error", "spread", "seconds"
        )
    }
}

fn try_with(panel: &Panel, case: &Case, seed: Option<u64>, threads: Option<usize>) -> Result<Trial, String> {
    let changes = seed.map_or(Ok(Vec::new()), |seed| case.seeded(seed))?;
    let outcome = carry_out(case, &changes, threads)?;
    match outcome.value(&panel.value)?.as_slice() {
        [value] => Ok(Trial { seed, value: *value, outcome }),
        more => Err(format!("a figure shows one number, not {}", more.len())),
    }
}

impl fmt::Display for FigureRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        write!(
            f,
            "{:<12} {:<18} {:>8} {:>8} {:>10} {:>13} {:>9} {:>9} {:>7.2}  {}",
            self.panel,
            self.curve,
            or_none(self.samples.map(|n| n.to_string())),
            self.dofs,
            or_none(self.nonzeros.map(|n| n.to_string())),
            or_none(self.over_reference.map(|x| format!("{x:.6}"))),
            or_none(self.error.map(|x| format!("{x:.2e}"))),
            or_none(self.spread.map(|x| format!("{x:.1e}"))),
            self.seconds,
            self.set.join(" "),
        )?;
        if !self.overrides.is_empty() {
            write!(f, "  {}", self.overrides.join(" "))?;
        }
        match &self.failure {
            Some(failure) => write!(f, "\n    {}", failure.trim_end().replace('\n', "\n    ")),
            None => Ok(()),
        }
    }
}
