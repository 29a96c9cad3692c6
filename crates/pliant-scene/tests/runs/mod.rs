//! Runs small scenes and keeps what they tell.
#![allow(clippy::unwrap_used, dead_code)]

use std::sync::Arc;

use pliant_scene::{MemoryFiles, Scene};
use pliant_stepping::{Phase, Phases, StepReport};
use pliant_world::{Flow, Frame, Listener, RunError, Sample, World};

/// What a run told.
pub struct Run {
    pub world: World,
    pub samples: Vec<Sample>,
    pub frames: Vec<Frame>,
    pub step_times: Vec<f64>,
}

#[derive(Default)]
struct Collector {
    samples: Vec<Sample>,
    frames: Vec<Frame>,
    step_times: Vec<f64>,
}

impl Phases for Collector {
    fn enter(&mut self, _: Phase) {}
}

impl Listener for Collector {
    type Error = RunError;
    fn sample(&mut self, sample: Sample) -> Result<(), RunError> {
        self.samples.push(sample);
        Ok(())
    }
    fn frame(&mut self, frame: Frame) -> Result<(), RunError> {
        self.frames.push(frame);
        Ok(())
    }
    fn stepped(&mut self, world: &World, _: &StepReport) -> Result<Flow, RunError> {
        self.step_times.push(world.time());
        Ok(Flow::GoOn)
    }
    fn failed(&mut self, _: &mut World, error: RunError) -> RunError {
        error
    }
}

/// Builds a scene; problems are the test's failure.
pub fn world(text: &str) -> World {
    world_with(text, MemoryFiles::none())
}

/// Builds a scene with files.
pub fn world_with(text: &str, files: MemoryFiles) -> World {
    let scene = Scene::with_files(text, "test.toml", &[], Arc::new(files))
        .unwrap_or_else(|problems| panic!("{problems}"));
    let built = scene.build().unwrap_or_else(|problems| panic!("{problems}"));
    assert!(built.warnings.is_empty(), "{}", built.warnings);
    built.world
}

/// Runs a scene to its end.
pub fn run(text: &str) -> Run {
    run_world(world(text), text)
}

/// Runs a world to its end.
pub fn run_world(mut world: World, text: &str) -> Run {
    let mut collector = Collector::default();
    if let Err(error) = world.run(&mut collector) {
        panic!("{error}\n{text}");
    }
    let Collector { samples, frames, step_times } = collector;
    Run { world, samples, frames, step_times }
}

impl Run {
    fn column(&self, probe: &str) -> usize {
        self.world.probe_names().position(|name| name == probe).unwrap_or_else(|| panic!("no probe {probe}"))
    }

    /// The last value of a probe.
    pub fn last(&self, probe: &str) -> f64 {
        let column = self.column(probe);
        self.samples.last().unwrap().probes[column]
    }

    /// All values of a probe with their times.
    pub fn series(&self, probe: &str) -> Vec<(f64, f64)> {
        let column = self.column(probe);
        self.samples.iter().map(|sample| (sample.time, sample.probes[column])).collect()
    }
}

/// Fails unless two numbers are equal up to a share of the larger one.
#[track_caller]
pub fn assert_close(value: f64, expected: f64, share: f64, what: &str) {
    let error = (value - expected).abs() / expected.abs().max(1e-300);
    assert!(error <= share, "{what}: {value} instead of {expected}, off by {error:.2e}");
}
