//! How far a run is: a bar on a terminal, a line every few seconds elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A bar with the time left on a terminal, a line every few seconds elsewhere.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    lines: Option<Instant>,
    started: Instant,
}

/// Steps of the bar.
const BAR_STEPS: f64 = 1000.0;

impl Progress {
    pub fn new(wanted: bool) -> Self {
        let now = Instant::now();
        if !wanted {
            return Self { bar: None, lines: None, started: now };
        }
        if !std::io::stderr().is_terminal() {
            return Self { bar: None, lines: Some(now), started: now };
        }
        let bar =
            ProgressBar::with_draw_target(Some(BAR_STEPS as u64), ProgressDrawTarget::stderr_with_hz(10));
        let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        Self { bar: Some(bar), lines: None, started: now }
    }

    /// So much of the run is done; `place` is where it is, in words.
    pub fn at(&mut self, share: f64, place: impl Fn() -> String) {
        let share = share.clamp(0.0, 1.0);
        if let Some(bar) = &self.bar {
            bar.set_position((share * BAR_STEPS) as u64);
            bar.set_message(place());
        }
        if let Some(last) = &mut self.lines
            && last.elapsed() > Duration::from_secs(5)
        {
            *last = Instant::now();
            let left = self.started.elapsed().as_secs_f64() * (1.0 / share.max(1e-9) - 1.0);
            eprintln!("{} ({:.0} %), about {left:.0} s left", place(), 100.0 * share);
        }
    }

    /// Something happened that is worth a line.
    pub fn tell(&self, line: &str) {
        if let Some(bar) = &self.bar {
            bar.println(line);
        } else if self.lines.is_some() {
            eprintln!("{line}");
        }
    }

    pub fn finish(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
