//! Carries out the analysis of a case: a run, natural modes, or the search for a critical load.

use super::cases::{Analysis, Case, Take, Value};
use super::measure::measure;
use crate::commands::modes::modes_of;
use crate::run::{RunOptions, RunResult, run_scene};
use pliant_scene::Scene;

/// Loads tried before the search for a critical one gives up.
const MAX_TRIALS: usize = 12;

/// The search ends when the load changes by less than this share.
const SAME_LOAD: f64 = 1e-6;

/// What an analysis gave.
pub struct Outcome {
    /// Three for each node, held or not.
    pub dofs: usize,
    answer: Answer,
}

enum Answer {
    Run(Box<RunResult>),
    Frequencies(Vec<f64>),
    Critical(f64),
}

/// Does what the case says.
pub fn carry_out(case: &Case, threads: Option<usize>) -> Result<Outcome, String> {
    match &case.analysis {
        Analysis::Run => run(case, threads),
        Analysis::Modes(count) => modes(case, *count, threads),
        Analysis::Critical { key, unit, begin } => {
            let mut dofs = 0;
            let load = critical_load(*begin, |load| {
                let scene = case.load_with(&[(key.clone(), format!("{load:e} {unit}").trim().to_owned())])?;
                let (nodes, eigenvalue) = lowest_eigenvalue(&scene, threads)?;
                dofs = 3 * nodes;
                Ok(eigenvalue)
            })?;
            Ok(Outcome { dofs, answer: Answer::Critical(load) })
        }
    }
}

fn run(case: &Case, threads: Option<usize>) -> Result<Outcome, String> {
    let options = RunOptions { threads, ..RunOptions::default() };
    let result = run_scene(&case.load()?, &options).map_err(|error| error.to_string())?;
    if let Some(least) = case.least_steps
        && result.summary.steps < least
    {
        return Err(format!("it took {} steps instead of at least {least}", result.summary.steps));
    }
    let dofs = 3 * result.summary.bodies.iter().map(|b| b.nodes).sum::<usize>();
    Ok(Outcome { dofs, answer: Answer::Run(Box::new(result)) })
}

fn modes(case: &Case, count: usize, threads: Option<usize>) -> Result<Outcome, String> {
    let (world, modes) = modes_of(&case.load()?, count, false, threads).map_err(|failure| failure.message)?;
    let nodes: usize = (0..world.body_count()).map(|b| world.shape(b).rest.len()).sum();
    let frequencies = modes.iter().map(|mode| mode.frequency).collect();
    Ok(Outcome { dofs: 3 * nodes, answer: Answer::Frequencies(frequencies) })
}

/// Number of nodes and the lowest eigenvalue of the loaded state.
fn lowest_eigenvalue(scene: &Scene, threads: Option<usize>) -> Result<(usize, f64), String> {
    let (world, modes) = modes_of(scene, 1, true, threads).map_err(|failure| failure.message)?;
    let nodes = (0..world.body_count()).map(|b| world.shape(b).rest.len()).sum();
    let lowest = modes.first().ok_or("there are no modes")?;
    Ok((nodes, lowest.eigenvalue))
}

/// The load at which `eigenvalue` is zero, by the secant method: it falls almost linearly with the load.
fn critical_load(
    begin: [f64; 2],
    mut eigenvalue: impl FnMut(f64) -> Result<f64, String>,
) -> Result<f64, String> {
    let [mut before, mut load] = begin;
    let mut value_before = eigenvalue(before)?;
    for _ in 0..MAX_TRIALS {
        let value = eigenvalue(load)?;
        let next = load - value * (load - before) / (value - value_before);
        if !next.is_finite() {
            return Err(format!("the lowest eigenvalue does not change between {before} and {load}"));
        }
        if (next - load).abs() <= SAME_LOAD * load.abs() {
            return Ok(next);
        }
        (before, value_before, load) = (load, value, next);
    }
    Err(format!("the critical load was not found in {MAX_TRIALS} trials; the last one was {load}"))
}

impl Outcome {
    /// The value a row asks for.
    pub fn value(&self, value: &Value) -> Result<Vec<f64>, String> {
        match (&self.answer, &value.take) {
            (Answer::Run(result), _) => measure(value, result),
            (Answer::Frequencies(all), Take::Mode(number)) => {
                let frequency = number.checked_sub(1).and_then(|k| all.get(k));
                let frequency = frequency.ok_or_else(|| format!("there is no mode {number}"))?;
                Ok(vec![value.scale * frequency])
            }
            (Answer::Critical(load), Take::Critical) => Ok(vec![value.scale * load]),
            _ => Err("the analysis of the case does not give this value".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_secant_finds_the_zero_of_an_almost_linear_eigenvalue() {
        let load = critical_load([1.0, 1.5], |p| Ok((2.0 - p) * (3.0 + 0.1 * p))).unwrap();
        assert!((load - 2.0).abs() < 1e-6, "{load}");
    }

    #[test]
    fn an_eigenvalue_that_does_not_change_has_no_critical_load() {
        assert!(critical_load([1.0, 2.0], |_| Ok(1.0)).is_err());
        assert!(critical_load([1.0, 2.0], |_| Err("stopped".to_owned())).is_err());
    }
}
