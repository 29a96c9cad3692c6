//! Carries out the analysis of a case: a run, two runs to be compared, natural modes, or the search for a critical load.

use super::cases::{Analysis, Case, Take, Value};
use super::measure::measure;
use crate::commands::modes::modes_of;
use crate::run::{RunOptions, RunResult, run_scene};
use pliant_scene::Scene;
use pliant_scene::plan::Basis;
use pliant_world::World;

/// Loads tried before the search for a critical one gives up.
const MAX_TRIALS: usize = 12;

/// The search ends when the load changes by less than this share.
const SAME_LOAD: f64 = 1e-6;

/// What an analysis gave.
pub struct Outcome {
    /// Three for each node, held or not.
    pub dofs: usize,
    /// How many samples carry the bodies, of methods that have such.
    pub samples: Option<usize>,
    answer: Answer,
}

enum Answer {
    Run(Box<RunResult>),
    Compared(Box<[RunResult; 2]>),
    Frequencies(Vec<f64>),
    Critical(f64),
}

/// A key and its value.
type Change = (String, String);

/// Does what the case says, with further changes of its scene.
pub fn carry_out(case: &Case, changes: &[Change], threads: Option<usize>) -> Result<Outcome, String> {
    let scene = case.load_with(changes)?;
    match &case.analysis {
        Analysis::Run => {
            let result = run(case, &scene, threads)?;
            Ok(Outcome::new(&scene, &nodes_of(&result), Answer::Run(Box::new(result))))
        }
        Analysis::Compare(set) => {
            let changed = case.load_with(&[changes, &case.pairs(set)?].concat())?;
            let both = [run(case, &scene, threads)?, run(case, &changed, threads)?];
            Ok(Outcome::new(&scene, &nodes_of(&both[0]), Answer::Compared(Box::new(both))))
        }
        Analysis::Modes(count) => {
            let (world, modes) =
                modes_of(&scene, *count, false, threads).map_err(|failure| failure.message)?;
            let frequencies = modes.iter().map(|mode| mode.frequency).collect();
            Ok(Outcome::new(&scene, &nodes_in(&world), Answer::Frequencies(frequencies)))
        }
        Analysis::Critical { key, unit, begin } => {
            let mut nodes = Vec::new();
            let load = critical_load(*begin, |load| {
                let load = (key.clone(), format!("{load:e} {unit}").trim().to_owned());
                let scene = case.load_with(&[changes, &[load]].concat())?;
                let (world, eigenvalue) = lowest_eigenvalue(&scene, threads)?;
                nodes = nodes_in(&world);
                Ok(eigenvalue)
            })?;
            Ok(Outcome::new(&scene, &nodes, Answer::Critical(load)))
        }
    }
}

fn run(case: &Case, scene: &Scene, threads: Option<usize>) -> Result<RunResult, String> {
    let options = RunOptions { threads, ..RunOptions::default() };
    let result = run_scene(scene, &options).map_err(|error| error.to_string())?;
    if let Some(least) = case.least_steps
        && result.summary.steps < least
    {
        return Err(format!("it took {} steps instead of at least {least}", result.summary.steps));
    }
    Ok(result)
}

/// Number of nodes of each body of a run.
fn nodes_of(result: &RunResult) -> Vec<usize> {
    result.summary.bodies.iter().map(|body| body.nodes).collect()
}

/// Number of nodes of each body of a world.
fn nodes_in(world: &World) -> Vec<usize> {
    (0..world.body_count()).map(|body| world.node_count(body)).collect()
}

/// The lowest eigenvalue of the loaded state, and the world it belongs to.
fn lowest_eigenvalue(scene: &Scene, threads: Option<usize>) -> Result<(World, f64), String> {
    let (world, modes) = modes_of(scene, 1, true, threads).map_err(|failure| failure.message)?;
    let lowest = modes.first().ok_or("there are no modes")?.eigenvalue;
    Ok((world, lowest))
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

/// How many samples carry the bodies of elastons, by their nodes; `None` if there are no such bodies.
fn samples(scene: &Scene, nodes: &[usize]) -> Option<usize> {
    let nodes_a_sample = |basis: Basis| match basis {
        Basis::Quadratic => 10,
        Basis::Condensed | Basis::Linear => 4,
    };
    let of_elastons = scene.plan().bodies.iter().zip(nodes).filter_map(|(body, nodes)| {
        let elaston = body.elaston.as_ref()?;
        Some(nodes / nodes_a_sample(elaston.basis))
    });
    of_elastons.reduce(|sum, samples| sum + samples)
}

impl Outcome {
    /// Of a scene whose bodies have so many nodes; there are no copies among validation scenes.
    fn new(scene: &Scene, nodes: &[usize], answer: Answer) -> Self {
        Self { dofs: 3 * nodes.iter().sum::<usize>(), samples: samples(scene, nodes), answer }
    }

    /// A critical load that was found elsewhere.
    #[cfg(test)]
    pub fn of_critical_load(load: f64) -> Self {
        Self { dofs: 0, samples: None, answer: Answer::Critical(load) }
    }

    /// The value a row asks for.
    pub fn value(&self, value: &Value) -> Result<Vec<f64>, String> {
        match (&self.answer, &value.take) {
            (Answer::Run(result), _) => measure(value, result),
            (Answer::Compared(both), _) => {
                let (first, second) = (measure(value, &both[0])?, measure(value, &both[1])?);
                Ok(second.iter().zip(&first).map(|(x, y)| x / y).collect())
            }
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
