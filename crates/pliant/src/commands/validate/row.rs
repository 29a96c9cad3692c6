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
    /// How many samples carry the bodies, of methods that have such.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<usize>,
    dofs: usize,
    /// Of the whole case, set-up included, with one seed; the rows of one case share one analysis.
    seconds: f64,
    /// The seed whose value is the worst, and this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The largest difference between two seeds, relative as the error is.
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
    /// Settings of steps, tolerances and solvers that are not the defaults.
    overrides: Vec<String>,
    scene: String,
    set: Vec<String>,
    source: String,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

/// What a case gave with one seed.
pub struct Trial {
    /// The seed, if it has any.
    pub seed: Option<u64>,
    /// What came out, or why nothing did.
    pub outcome: Result<Outcome, String>,
    /// How long it took (s).
    pub seconds: f64,
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
    let finer = (!case.finer.is_empty()).then(|| finer_id(case));
    case.value.iter().map(|value| id(case, value)).chain(finer).map(|id| Planned {
        id,
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

fn finer_id(case: &Case) -> String {
    format!("{}/finer", case.id)
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

/// The largest relative difference between any two of several rows.
fn spread(rows: &[Row], value: &Value) -> Option<f64> {
    let found: Option<Vec<&[f64]>> = rows.iter().map(|row| Some(row.value.as_ref()?.components())).collect();
    let (found, size) = (found?, norm(value.reference.components().iter().copied()));
    let size = if size > 0.0 { size } else { value.over.unwrap_or(1.0) };
    let pairs =
        found.iter().enumerate().flat_map(|(k, one)| found[..k].iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| norm(one.iter().zip(*other).map(|(x, y)| x - y)) / size).reduce(f64::max)
}

impl Row {
    /// Compares one value of a case, of the seed with the largest error; one without a value is worse than any.
    pub fn worst(case: &Case, value: &Value, trials: &[Trial], overrides: &[String]) -> Self {
        let mut rows: Vec<Row> = trials.iter().map(|trial| Row::new(case, value, trial, overrides)).collect();
        let spread = spread(&rows, value);
        let badness = |row: &Row| row.error.filter(|error| !error.is_nan()).unwrap_or(f64::INFINITY);
        rows.sort_by(|a, b| badness(b).total_cmp(&badness(a)));
        Self { spread, ..rows.swap_remove(0) }
    }

    /// Compares the largest error of a case with that of the same case done finer: the value is the latter over the former. None if
    /// there is nothing to compare.
    pub fn finer(case: &Case, rows: &[Row], finer: Vec<Row>) -> Option<Self> {
        let badness = |row: &Row| row.error.filter(|error| !error.is_nan()).unwrap_or(f64::INFINITY);
        let before = rows.iter().map(badness).fold(0.0, f64::max);
        let worst = finer.into_iter().reduce(|a, b| if badness(&b) > badness(&a) { b } else { a })?;
        let ratio = badness(&worst) / before;
        let (tolerance, tolerance_top) = (1.0, 0.5);
        let is_number = ratio.is_finite();
        Some(Self {
            id: finer_id(case),
            value: is_number.then_some(Reference::One(ratio)),
            reference: Reference::One(0.0),
            error: is_number.then_some(ratio),
            tolerance,
            tolerance_top,
            top: is_within(is_number.then_some(ratio), tolerance_top),
            pass: case.counts.then_some(ratio < tolerance),
            spread: None,
            source: "the largest error of the case made finer over its largest error".to_owned(),
            ..worst
        })
    }

    /// Compares one value of a case.
    fn new(case: &Case, value: &Value, trial: &Trial, overrides: &[String]) -> Self {
        let reference = value.reference.components();
        let outcome = &trial.outcome;
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
            samples: outcome.as_ref().ok().and_then(|outcome| outcome.samples),
            dofs: outcome.as_ref().map_or(0, |outcome| outcome.dofs),
            seconds: trial.seconds,
            seed: trial.seed,
            spread: None,
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
            "{:<34} {:>24} {:>24} {:>9} {:>9} {:>9} {:>8} {:>7} {:>7}  verdict",
            "id", "value", "reference", "error", "pass at", "top at", "dofs", "samples", "seconds"
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
        let samples = self.samples.map_or(String::new(), |samples| samples.to_string());
        let verdict = match self.verdict() {
            Verdict::Passed if self.top => "top",
            Verdict::Passed => "pass",
            Verdict::Short => "SHORT",
            Verdict::Reported => "reported",
        };
        write!(
            f,
            "{:<34} {value:>24} {:>24} {error:>9} {:>9.0e} {:>9.0e} {:>8} {samples:>7} {:>7.2}  {verdict}",
            self.id,
            shown(&self.reference),
            self.tolerance,
            self.tolerance_top,
            self.dofs,
            self.seconds
        )?;
        if let Some(seed) = self.seed {
            write!(f, "  seed {seed}")?;
        }
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

    fn trial(seed: u64, outcome: Result<f64, &str>) -> Trial {
        let outcome = outcome.map(Outcome::of_critical_load).map_err(str::to_owned);
        Trial { seed: Some(seed), outcome, seconds: 1.0 }
    }

    fn case() -> Case {
        let text = "id = 'x'\nfamily = 'rods'\nmethod = 'elaston'\nscene = 'e-heavy-rod'\ntolerance_pass = 0.1\n\
                    tolerance_top = 0.1\nsource = 'none'\nvalue = [{ id = 'y', take = 'critical', reference = 2 }]";
        toml::from_str(text).expect("the text above is a case")
    }

    #[test]
    fn the_worst_seed_counts_and_the_spread_is_between_seeds() {
        let case = case();
        let trials = [trial(1, Ok(2.1)), trial(2, Ok(1.6)), trial(3, Ok(2.2))];
        let row = Row::worst(&case, &case.value[0], &trials, &[]);
        assert_eq!((row.seed, row.pass), (Some(2), Some(false)));
        assert!((row.error.unwrap_or(0.0) - 0.2).abs() < 1e-12);
        assert!((row.spread.unwrap_or(0.0) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn finer_is_better_only_if_the_largest_error_is_smaller() {
        let case = case();
        let rows =
            |value: Result<f64, &str>| vec![Row::worst(&case, &case.value[0], &[trial(1, value)], &[])];
        let verdict = |value| Row::finer(&case, &rows(Ok(2.2)), rows(value)).map(|row| row.verdict());
        assert_eq!(verdict(Ok(1.9)), Some(Verdict::Passed));
        assert_eq!(verdict(Ok(1.7)), Some(Verdict::Short));
        assert_eq!(verdict(Err("stopped")), Some(Verdict::Short));
        let row = Row::finer(&case, &rows(Ok(2.2)), rows(Ok(2.1)));
        assert!(row.is_some_and(|row| (row.error.unwrap_or(0.0) - 0.5).abs() < 1e-12 && row.id == "x/finer"));
    }

    #[test]
    fn a_seed_without_a_value_is_the_worst() {
        let case = case();
        let trials = [trial(1, Ok(9.0)), trial(2, Err("stopped")), trial(3, Ok(2.0))];
        let row = Row::worst(&case, &case.value[0], &trials, &[]);
        assert_eq!((row.seed, row.spread, row.failure.as_deref()), (Some(2), None, Some("stopped")));
        let one = Row::worst(&case, &case.value[0], &trials[2..], &[]);
        assert_eq!((one.spread, one.pass), (None, Some(true)));
    }

    #[test]
    fn no_number_never_passes() {
        assert!(is_within(Some(0.1), 0.1) && !is_within(Some(0.2), 0.1));
        assert!(!is_within(None, 0.1) && !is_within(Some(f64::NAN), 0.1));
    }
}
