//! A value beside its reference: one row of the table, one object of the JSON.

use super::analysis::Outcome;
use super::cases::{Case, Reference, Value};
use super::measure::norm;
use serde::Serialize;
use std::fmt;

/// What a row says about the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Within the tolerance.
    Passed,
    /// Outside of it, or there is no value at all.
    Short,
    /// Nothing was demanded.
    Reported,
}

/// One value of one case.
#[derive(Debug, Serialize)]
pub struct Row {
    id: String,
    family: String,
    method: String,
    /// A number, or a vector like the reference; none if the case failed.
    value: Option<Reference>,
    reference: Reference,
    /// Relative: the norm of the difference over that of the reference (or what the case gives if that is zero).
    error: Option<f64>,
    tolerance: f64,
    tolerance_top: f64,
    /// Whether the error is within `tolerance_top`.
    pub top: bool,
    /// Whether it is within `tolerance`; none if nothing was demanded.
    pass: Option<bool>,
    dofs: usize,
    /// Of the whole case, set-up included; the rows of one case share one analysis.
    seconds: f64,
    /// Settings of steps, tolerances and solvers that are not the defaults.
    overrides: Vec<String>,
    scene: String,
    set: Vec<String>,
    source: String,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

/// A row that has not been run.
#[derive(Debug, Serialize)]
pub struct Planned {
    /// Its id.
    pub id: String,
    /// Its family.
    pub family: String,
    /// Its method.
    pub method: String,
    /// Part of `--quick`.
    pub quick: bool,
    /// Whether something is demanded.
    pub counts: bool,
    /// Name of its scene.
    pub scene: String,
}

/// The rows a case will give.
pub fn planned(case: &Case) -> impl Iterator<Item = Planned> {
    case.value.iter().map(|value| Planned {
        id: id(case, value),
        family: case.family.clone(),
        method: case.method.clone(),
        quick: case.quick,
        counts: case.counts,
        scene: case.scene.clone(),
    })
}

fn id(case: &Case, value: &Value) -> String {
    if value.id.is_empty() { case.id.clone() } else { format!("{}/{}", case.id, value.id) }
}

/// Relative error, see [`Row::error`].
fn relative_error(value: &[f64], reference: &[f64], over: Option<f64>) -> f64 {
    let difference = norm(value.iter().zip(reference).map(|(x, y)| x - y));
    let size = norm(reference.iter().copied());
    difference / if size > 0.0 { size } else { over.unwrap_or(1.0) }
}

/// False also for an error that is no number.
fn is_within(error: Option<f64>, tolerance: f64) -> bool {
    error.is_some_and(|error| error <= tolerance)
}

impl Row {
    /// Compares one value of a case.
    pub fn new(
        case: &Case,
        value: &Value,
        outcome: &Result<Outcome, String>,
        seconds: f64,
        overrides: &[String],
    ) -> Self {
        let reference = value.reference.components();
        let measured = match outcome {
            Ok(outcome) => outcome.value(value),
            Err(message) => Err(message.clone()),
        };
        let measured = measured.and_then(|found| match found.len() == reference.len() {
            true => Ok(found),
            false => Err(format!("it has {} components, its reference {}", found.len(), reference.len())),
        });
        let error = measured.as_ref().ok().map(|found| relative_error(found, reference, value.over));
        let tolerance = value.tolerance_pass.unwrap_or(case.tolerance_pass);
        let tolerance_top = value.tolerance_top.unwrap_or(case.tolerance_top);
        Self {
            id: id(case, value),
            family: case.family.clone(),
            method: case.method.clone(),
            error,
            tolerance,
            tolerance_top,
            top: is_within(error, tolerance_top),
            pass: case.counts.then(|| is_within(error, tolerance)),
            dofs: outcome.as_ref().map_or(0, |outcome| outcome.dofs),
            seconds,
            overrides: overrides.to_vec(),
            scene: case.scene.clone(),
            set: case.set.clone(),
            source: case.source.clone(),
            failure: measured.as_ref().err().cloned(),
            value: measured.ok().map(|found| like(&value.reference, found)),
            reference: value.reference.clone(),
        }
    }

    /// What it says about the program.
    pub fn verdict(&self) -> Verdict {
        match self.pass {
            Some(true) => Verdict::Passed,
            Some(false) => Verdict::Short,
            None => Verdict::Reported,
        }
    }

    /// The first line of the table.
    pub fn heading() -> String {
        format!(
            "{:<34} {:>24} {:>24} {:>9} {:>9} {:>9} {:>8} {:>7}  verdict",
            "id", "value", "reference", "error", "pass at", "top at", "dofs", "seconds"
        )
    }
}

/// A number if the reference is one.
fn like(reference: &Reference, found: Vec<f64>) -> Reference {
    match (reference, found.as_slice()) {
        (Reference::One(_), [one]) => Reference::One(*one),
        _ => Reference::Vector(found),
    }
}

fn shown(value: &Reference) -> String {
    let number = |x: &f64| match x.abs() {
        0.0 => "0".to_owned(),
        size if (1e-3..1e5).contains(&size) => format!("{x:.6}"),
        _ => format!("{x:.4e}"),
    };
    match value {
        Reference::One(one) => number(one),
        Reference::Vector(many) => {
            let components: Vec<String> = many.iter().map(|x| format!("{x:.4}")).collect();
            format!("({})", components.join(", "))
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value.as_ref().map_or("none".to_owned(), shown);
        let error = self.error.map_or("none".to_owned(), |error| format!("{error:.1e}"));
        let verdict = match self.verdict() {
            Verdict::Passed if self.top => "top",
            Verdict::Passed => "pass",
            Verdict::Short => "SHORT",
            Verdict::Reported => "reported",
        };
        write!(
            f,
            "{:<34} {value:>24} {:>24} {error:>9} {:>9.0e} {:>9.0e} {:>8} {:>7.2}  {verdict}",
            self.id,
            shown(&self.reference),
            self.tolerance,
            self.tolerance_top,
            self.dofs,
            self.seconds
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_relative_also_for_vectors_and_zero() {
        assert!((relative_error(&[1.1], &[1.0], None) - 0.1).abs() < 1e-15);
        assert!((relative_error(&[3.0, 4.5], &[3.0, 4.0], None) - 0.1).abs() < 1e-15);
        assert!((relative_error(&[0.3, 0.4], &[0.0, 0.0], Some(10.0)) - 0.05).abs() < 1e-15);
    }

    #[test]
    fn no_number_never_passes() {
        assert!(is_within(Some(0.1), 0.1) && !is_within(Some(0.2), 0.1));
        assert!(!is_within(None, 0.1) && !is_within(Some(f64::NAN), 0.1));
    }
}
