//! Scenes that are meant to go wrong, with every kind of stepper: each must end with the right story, quickly.

#![allow(clippy::unwrap_used)]

use pliant::scene::Scene;
use pliant::{RunError, RunOptions, run_scene};
use std::path::Path;

const STEPPERS: [&str; 5] =
    ["implicit-euler", "generalized-alpha", "quasi-static", "leapfrog", "symplectic-euler"];

/// How a disaster ended: refused, stopped with a story, or run to its end with warnings.
#[derive(Debug)]
enum Story {
    Refused(String),
    Stopped(String),
    Completed(String),
}

impl Story {
    fn text(&self) -> &str {
        match self {
            Story::Refused(text) | Story::Stopped(text) | Story::Completed(text) => text,
        }
    }
}

fn end_of(name: &str, overrides: &[(&str, &str)]) -> Story {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/disasters").join(format!("{name}.toml"));
    let scene = Scene::load(&path, overrides).unwrap_or_else(|error| panic!("{error}"));
    let folder = format!("{}/disaster-{name}-{}", env!("CARGO_TARGET_TMPDIR"), overrides.len());
    let options = RunOptions { output: Some(folder.clone().into()), ..RunOptions::default() };
    match run_scene(&scene, &options) {
        Ok(result) => {
            let summary = result.summary;
            assert!(summary.probes.iter().all(|(_, probe)| probe.last.unwrap().value.is_finite()));
            Story::Completed(summary.warnings.iter().map(|w| w.message.clone() + "\n").collect())
        }
        Err(RunError::Scene(problems)) => Story::Refused(problems.to_string()),
        Err(RunError::Stopped { error, saved }) => {
            // The last good state is on disk: a frame and a checkpoint, both readable.
            assert_eq!(saved.unwrap(), Path::new(&folder));
            let (_, checkpoint) =
                pliant::output::RunDirectory::last_checkpoint(Path::new(&folder)).unwrap().unwrap();
            assert_eq!(checkpoint.snapshot.state.first_not_finite(), None);
            assert_eq!(checkpoint.snapshot.state.time, error.time);
            let summary = std::fs::read_to_string(format!("{folder}/summary.json")).unwrap();
            assert!(summary.contains("\"failed\""), "{summary}");
            Story::Stopped(error.to_string())
        }
        Err(other) => panic!("{name}: {other}"),
    }
}

fn check(name: &str, word: &str, steppers: &[&str]) {
    for stepper in steppers {
        let story = end_of(name, &[("stepper.kind", stepper)]);
        assert!(story.text().contains(word), "{name} with {stepper}: {story:?}");
    }
}

#[test]
fn absurd_stiffness() {
    check("absurd-stiffness", "a stiffness out of all proportion", &STEPPERS);
    // Large, but no overflow: an explicit run would take for ever and says so.
    let overrides = [("material.neutronium.young", "1e25 Pa"), ("stepper.kind", "leapfrog")];
    let Story::Refused(text) = end_of("absurd-stiffness", &overrides) else { panic!() };
    assert!(text.contains("so this run takes") && text.contains("use an implicit stepper"), "{text}");
}

#[test]
fn pins_that_pull_apart() {
    check("torn-apart", "pin \"right\" moves its part of \"bar\"", &STEPPERS);
}

#[test]
fn inverted_start() {
    let dynamic = ["implicit-euler", "generalized-alpha", "leapfrog", "symplectic-euler"];
    check("inverted-start", "inside out at the start", &dynamic);
    check("inverted-start", "pin \"right\" moves its part of \"bar\"", &["quasi-static"]);
}

#[test]
fn endless_load() {
    check("endless-load", "load \"crush\" has grown to", &STEPPERS);
}

#[test]
fn nearly_incompressible_runs_and_warns() {
    for stepper in STEPPERS {
        let story = end_of("nearly-incompressible", &[("stepper.kind", stepper)]);
        assert!(matches!(story, Story::Completed(_)), "{stepper}: {story:?}");
        assert!(story.text().contains("linear tetrahedra are far too stiff"), "{stepper}: {story:?}");
        assert!(story.text().contains("nearly incompressible"), "{stepper}: {story:?}");
    }
}

#[test]
fn mass_ratio_runs_and_warns() {
    for stepper in ["implicit-euler", "generalized-alpha", "quasi-static", "leapfrog"] {
        let story = end_of("mass-ratio", &[("stepper.kind", stepper), ("time.duration", "20 ms")]);
        assert!(matches!(story, Story::Completed(_)), "{stepper}: {story:?}");
        assert!(story.text().contains("the mass ratio"), "{stepper}: {story:?}");
    }
}

/// What is too fast for the step first chosen goes well with smaller ones, and the summary says how often.
#[test]
fn a_violent_but_possible_motion_is_repeated_smaller_and_counted() {
    let overrides = [
        ("pin.right.motion.keyframes.2.move", "[\"300 m\", 0, 0]"),
        ("time.duration", "0.101 s"),
        ("material.rubber.law", "stable-neo-hookean"),
        ("stepper.kind", "implicit-euler"),
    ];
    let story = end_of("torn-apart", &overrides);
    let Story::Completed(text) = &story else { panic!("{story:?}") };
    assert!(text.contains("a step was repeated smaller"), "{text}");
}

/// Squashed to a thirteenth of its length and pulled out again, faster than the stability limit is looked at.
const SQUASH: &str = r#"
[time]
duration = "60 ms"
frames_per_second = 200
[material.rubber]
young = "1 MPa"
poisson = 0.3
[body.bar]
shape = { box = [0.2, 0.1, 0.1] }
cells = [8, 4, 4]
order = 1
material = "rubber"
[pin.left]
body = "bar"
where = { face = "x-" }
[pin.right]
body = "bar"
where = { face = "x+" }
motion = { keyframes = [{ time = 0 }, { time = "20 ms", move = ["-185 mm", 0, 0] }, { time = "60 ms", move = [0, 0, 0] }] }
[probe.energy]
body = "bar"
read = "energy"
"#;

fn squash(law: &str, stepper: &str) -> pliant::RunResult {
    let overrides = [("material.rubber.law", law), ("stepper.kind", stepper)];
    let scene = Scene::from_text(SQUASH, "squash.toml", &overrides).unwrap();
    run_scene(&scene, &RunOptions::default()).unwrap_or_else(|error| panic!("{law}, {stepper}: {error}"))
}

#[test]
fn explicit_steps_that_become_unstable_are_taken_back_and_repeated() {
    for stepper in ["leapfrog", "verlet"] {
        let result = squash("neo-hookean", stepper);
        let warnings: String = result.summary.warnings.iter().map(|w| w.message.clone() + "\n").collect();
        assert!(warnings.contains("a step was repeated smaller"), "{stepper}: {warnings}");
        // Times of the samples ascend: nothing was told twice or taken back.
        assert!(result.samples.windows(2).all(|pair| pair[0].time < pair[1].time), "{stepper}");
        assert!(result.samples.iter().all(|sample| sample.probes[0].is_finite()), "{stepper}");
    }
}

#[test]
fn elements_turned_inside_out_are_not_silent() {
    for stepper in ["leapfrog", "implicit-euler"] {
        let warnings = squash("stvk", stepper).summary.warnings;
        assert!(warnings.iter().any(|w| w.message.contains("inside out") && w.count > 1), "{warnings:?}");
    }
}

/// A bar thrown against its own pin at many times the speed of its waves: nothing does work on it.
const THROWN: &str = r#"
gravity = 0
[time]
duration = "0.1 s"
[stepper]
kind = "verlet"
[material.rubber]
law = "corotational"
young = "1 MPa"
poisson = 0.3
[body.bar]
shape = { box = [0.4, 0.05, 0.05] }
cells = [16, 2, 2]
order = 1
material = "rubber"
velocity = ["-60 m/s", 0, 0]
[pin.wall]
body = "bar"
where = { face = "x-" }
"#;

#[test]
fn energy_from_nowhere_stops_the_run_or_is_mended_and_counted() {
    for law in ["corotational", "stvk", "stable-neo-hookean"] {
        let scene = Scene::from_text(THROWN, "thrown.toml", &[("material.rubber.law", law)]).unwrap();
        match run_scene(&scene, &RunOptions::default()) {
            Err(RunError::Stopped { error, .. }) => {
                let text = error.to_string();
                assert!(text.contains("move against each other"), "{law}: {text}");
            }
            Err(other) => panic!("{law}: {other}"),
            Ok(result) => {
                let total = |sample: &pliant::world::Sample| sample.energies.total().unwrap();
                let start = total(&result.samples[0]);
                let most = result.samples.iter().map(total).fold(0.0, f64::max);
                assert!(most < 2.0 * start, "{law}: {start} J became {most} J");
                assert!(!result.summary.warnings.is_empty(), "{law}: silent");
            }
        }
    }
}

#[test]
fn a_body_that_is_inside_out_as_a_whole_is_no_result() {
    let overrides = [
        ("stepper.kind", "quasi-static"),
        ("material.rubber.law", "linear"),
        ("load.crush.over_time", "[[0, 0.0], [1, 1e5]]"),
    ];
    let story = end_of("endless-load", &overrides);
    assert!(matches!(story, Story::Stopped(_)) && story.text().contains("inside out"), "{story:?}");
}
