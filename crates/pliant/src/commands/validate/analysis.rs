//! Carries out the analysis of a case: a run, two runs to be compared, natural modes, the search for a critical load, a fit, or a cut.

use super::cases::{Analysis, Case, Component, Take, Value};
use super::cut::cut_through;
use super::measure::measure;
use super::waves::waves_around;
use crate::commands::fit::{TestChoice, fit_to_table};
use crate::commands::modes::{CriticalLoads, CriticalSearch, critical_loads, modes_of};
use crate::run::{RunOptions, RunResult, run_scene};
use glam::DVec3;
use pliant_material::fit::{Family, TestError};
use pliant_scene::Scene;
use pliant_scene::plan::Basis;
use pliant_world::World;
use std::collections::BTreeMap;

/// Loads tried before the search for a critical one gives up.
const MAX_TRIALS: usize = 12;

/// The search ends when the load changes by less than this share.
const SAME_LOAD: f64 = 1e-6;

/// What is said of a value that the analysis of its case does not have.
const NOT_ITS_OWN: &str = "the analysis of the case does not give this value";

/// Treloar's tests of rubber, as in the repository.
const TRELOAR: (&str, &str) = ("data/treloar.csv", include_str!("../../../../../data/treloar.csv"));

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
    Critical(Critical),
    Deviations(Vec<TestError>),
    Cut(f64),
}

/// Critical loads, and what moves at the first.
struct Critical {
    factors: Vec<f64>,
    /// What each probe says at each of them.
    probes: BTreeMap<String, Vec<f64>>,
    /// Places and displacements of the points of the first body, where the path was left.
    first_motion: Vec<(DVec3, DVec3)>,
}

impl Critical {
    /// A load of which nothing else is known.
    fn at(load: f64) -> Self {
        Self { factors: vec![load], probes: BTreeMap::new(), first_motion: Vec::new() }
    }

    fn of(found: &CriticalLoads) -> Self {
        let factors = found.points.iter().map(|point| point.load_factor).collect();
        let column = |k: usize| found.probes.iter().map(|row| row[k]).collect();
        let names = found.world.probe_names().enumerate();
        let probes = names.map(|(k, name)| (name.to_owned(), column(k))).collect();
        let motion = found.shapes.first().map(|mode| found.world.points_of(0, &mode.shape).into_owned());
        let places = found.world.positions(0).into_owned();
        let first_motion = places.into_iter().zip(motion.unwrap_or_default()).collect();
        Self { factors, probes, first_motion }
    }

    /// The load factors, or what the value asks for instead at each of them.
    fn series(&self, value: &Value) -> Result<Vec<f64>, String> {
        match value.of.components() {
            [] => Ok(self.factors.clone()),
            [Component::Probe(name)] => {
                let found = self.probes.get(name).cloned();
                found.ok_or_else(|| format!("there is no probe \"{name}\""))
            }
            _ => Err("at critical loads one probe is read".to_owned()),
        }
    }

    fn value(&self, value: &Value) -> Result<f64, String> {
        let none = || "there is no critical load that far".to_owned();
        match value.take {
            Take::Critical => self.series(value)?.first().copied().ok_or_else(none),
            Take::LastCritical => self.series(value)?.last().copied().ok_or_else(none),
            Take::CriticalCount => Ok(self.factors.len() as f64),
            Take::Waves(axis) => Ok(waves_around(&self.first_motion, axis).ok_or_else(none)? as f64),
            _ => Err(NOT_ITS_OWN.to_owned()),
        }
    }
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
        Analysis::Critical { up_to, count } => {
            let with_shapes = case.value.iter().any(|value| matches!(value.take, Take::Waves(_)));
            let search = CriticalSearch { count: *count, up_to: *up_to, with_shapes };
            let found = critical_loads(&scene, search, threads).map_err(|failure| failure.message)?;
            let nodes = nodes_in(&found.world);
            Ok(Outcome::new(&scene, &nodes, Answer::Critical(Critical::of(&found))))
        }
        Analysis::Vanishing { key, unit, begin } => {
            let mut nodes = Vec::new();
            let load = critical_load(*begin, |load| {
                let load = (key.clone(), format!("{load:e} {unit}").trim().to_owned());
                let scene = case.load_with(&[changes, &[load]].concat())?;
                let (world, eigenvalue) = lowest_eigenvalue(&scene, threads)?;
                nodes = nodes_in(&world);
                Ok(eigenvalue)
            })?;
            Ok(Outcome::new(&scene, &nodes, Answer::Critical(Critical::at(load))))
        }
        Analysis::Fit { law, using } => {
            Ok(Outcome::new(&scene, &[], Answer::Deviations(deviations(law, *using)?)))
        }
        Analysis::Cut(cut) => {
            let (world, energy) = cut_through(&scene, cut, threads)?;
            Ok(Outcome::new(&scene, &nodes_in(&world), Answer::Cut(energy)))
        }
    }
}

/// How far a law is off in each of Treloar's tests when it is fitted to one of them.
fn deviations(law: &str, using: TestChoice) -> Result<Vec<TestError>, String> {
    let family = Family::named(law).ok_or_else(|| {
        let known: Vec<String> = Family::ALL.iter().map(|family| family.name()).collect();
        format!("there is no law \"{law}\" to fit; there are: {}", known.join(", "))
    })?;
    let (name, text) = TRELOAR;
    Ok(fit_to_table(name, text, family, &[using.test()])?.errors)
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

    /// Numbers of the matrix of a run that may differ from zero.
    pub fn nonzeros(&self) -> Option<usize> {
        match &self.answer {
            Answer::Run(result) => result.summary.matrix_nonzeros,
            _ => None,
        }
    }

    /// A critical load that was found elsewhere.
    #[cfg(test)]
    pub fn of_critical_load(load: f64) -> Self {
        Self { dofs: 0, samples: None, answer: Answer::Critical(Critical::at(load)) }
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
            (Answer::Critical(critical), _) => Ok(vec![value.scale * critical.value(value)?]),
            (Answer::Cut(energy), Take::Cut) => Ok(vec![value.scale * energy]),
            (Answer::Deviations(all), Take::Deviation(test)) => {
                let test = test.test();
                let found = all.iter().find(|error| error.test == test);
                let found = found.ok_or_else(|| format!("there is no {} test", test.name()))?;
                Ok(vec![value.scale * found.relative_rms])
            }
            _ => Err(NOT_ITS_OWN.to_owned()),
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

    fn case(scene: &str, analysis: &str, take: &str) -> Case {
        toml::from_str(&format!(
            "id = 'x'\nfamily = 'solids'\nmethod = 'peridynamic'\nscene = '{scene}'\nanalysis = {analysis}\ntolerance_pass = 1\n\
             tolerance_top = 1\nsource = 'none'\nvalue = [{{ id = 'y', take = {take}, scale = 2, reference = 1 }}]"
        ))
        .unwrap()
    }

    #[test]
    fn a_fit_tells_how_far_a_law_is_off_in_each_test() {
        let errors = deviations("neo-hookean", TestChoice::Uniaxial).unwrap();
        let used: Vec<&str> = errors.iter().filter(|e| e.used).map(|e| e.test.name()).collect();
        assert_eq!((errors.len(), used), (3, vec!["uniaxial"]));
        let case = case(
            "p-v2-uniaxial",
            "{ fit = { law = 'neo-hookean', using = 'uniaxial' } }",
            "{ deviation = 'shear' }",
        );
        let outcome = carry_out(&case, &[], None).unwrap();
        let shear = errors.iter().find(|e| e.test.name() == "shear").unwrap();
        assert_eq!(
            (outcome.value(&case.value[0]).unwrap(), outcome.dofs),
            (vec![2.0 * shear.relative_rms], 0)
        );
    }

    #[test]
    fn laws_that_cannot_be_fitted_are_named() {
        let message = deviations("bond", TestChoice::Uniaxial).unwrap_err();
        assert!(message.contains("\"bond\"") && message.contains("mooney-rivlin, ogden-1"), "{message}");
    }

    const CUT: &str = "{ cut = { point = [2e-3, 2e-3, 2e-3], normal = [1, 0, 0], half_width = 0.5e-3 } }";

    #[test]
    fn a_cut_is_of_the_bonds_of_the_scene() {
        let mut case = case("d-v5b-cut", CUT, "'cut'");
        case.set =
            vec!["body.block.shape={ box = [4e-3, 4e-3, 4e-3] }".into(), "body.block.cells=[8, 8, 8]".into()];
        let outcome = carry_out(&case, &[], None).unwrap();
        assert_eq!(outcome.dofs, 3 * 512);
        // Stiffness goes with the modulus, and so does the energy.
        let softer = carry_out(&case, &[("material.glass.young".into(), "16 GPa".into())], None).unwrap();
        let [whole, half] = [outcome, softer].map(|outcome| outcome.value(&case.value[0]).unwrap()[0]);
        assert!(whole > 0.0 && (half / whole - 0.5).abs() < 1e-9, "{whole} {half}");
    }

    #[test]
    fn what_has_no_bonds_cannot_be_cut() {
        let case = case("v1b-cantilever", CUT, "'cut'");
        let message = carry_out(&case, &[], None).err().unwrap();
        assert!(message.contains("made of bonds"), "{message}");
    }

    #[test]
    fn an_analysis_gives_only_what_is_its_own() {
        let case = case("d-v5b-cut", CUT, "'cut'");
        let message = Outcome::of_critical_load(1.0).value(&case.value[0]).unwrap_err();
        assert!(message.contains("does not give"), "{message}");
    }
}
