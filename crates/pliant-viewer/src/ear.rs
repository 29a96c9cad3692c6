//! Hears of the steps of a simulation: rows for the plots, times for the solver panel, and when to stop for something else.

use crate::audience::Audience;
use crate::client::Event;
use crate::history::History;
use crate::pace::Pace;
use crate::picture::SolverText;
use crate::work::{Task, Work};
use pliant_output::PhaseClock;
use pliant_world::{Flow, Frame, Listener, Phase, Phases, RunError, Sample, StepReport, World};
use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// Time and iterations of the steps since the last picture.
#[derive(Default)]
pub struct Stopwatch {
    clock: PhaseClock,
    steps: u64,
    iterations: u64,
    last: SolverText,
}

impl Stopwatch {
    /// What there is to tell, with the contacts of the picture.
    pub fn take(&mut self, contacts: usize) -> SolverText {
        if self.steps > 0 {
            let share = 1e3 / self.steps as f64;
            let phases: Vec<(&'static str, f64)> =
                self.clock.seconds().iter().map(|(name, seconds)| (*name, seconds * share)).collect();
            let step_ms = phases.iter().map(|(_, ms)| ms).sum();
            self.last = SolverText {
                step_ms,
                iterations: self.iterations as f64 / self.steps as f64,
                contacts,
                phases,
            };
            self.clock.clear();
            (self.steps, self.iterations) = (0, 0);
        }
        SolverText { contacts, ..self.last.clone() }
    }
}

/// Hears of the steps, and stops them when there is something else to do.
pub struct Ear<'a> {
    /// What pages say.
    pub events: &'a Receiver<Event>,
    /// What they have said meanwhile.
    pub waiting: &'a mut VecDeque<Event>,
    /// Rows for the plots.
    pub history: &'a mut History,
    /// Times for the solver panel.
    pub stopwatch: &'a mut Stopwatch,
    /// Whether it is ahead of the clock.
    pub pace: &'a Pace,
    /// Who waits for a picture.
    pub audience: &'a Audience,
    /// Where to note that a step begins.
    pub work: &'a Work,
    /// From when on there may be one.
    pub picture_due: Instant,
    /// Steps at most.
    pub steps_left: u64,
    /// Simulated time (s) at which to stop.
    pub until: f64,
}

impl Phases for Ear<'_> {
    fn enter(&mut self, phase: Phase) {
        self.stopwatch.clock.enter(Some(phase.word()));
    }
}

impl Listener for Ear<'_> {
    type Error = RunError;

    fn wants_frames(&self) -> bool {
        false
    }

    fn sample(&mut self, sample: Sample) -> Result<(), RunError> {
        self.history.add(&sample);
        Ok(())
    }

    fn frame(&mut self, _: Frame) -> Result<(), RunError> {
        Ok(())
    }

    fn stepped(&mut self, world: &World, report: &StepReport) -> Result<Flow, RunError> {
        self.stopwatch.clock.enter(None);
        self.stopwatch.steps += 1;
        self.stopwatch.iterations += report.iterations as u64;
        self.steps_left -= 1;
        self.waiting.extend(self.events.try_iter());
        let is_due = Instant::now() >= self.picture_due && self.audience.someone_waits();
        let is_ahead = self.pace.ahead(world.time()) > Duration::ZERO;
        let is_enough = self.steps_left == 0 || world.time() >= self.until;
        let stops = is_enough || is_due || is_ahead || !self.waiting.is_empty();
        if !stops {
            self.work.begin(Task::Step);
        }
        Ok(if stops { Flow::Stop } else { Flow::GoOn })
    }

    fn failed(&mut self, _: &mut World, error: RunError) -> RunError {
        error
    }
}
