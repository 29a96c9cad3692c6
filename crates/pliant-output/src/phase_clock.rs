//! Seconds of each phase of a run. Engine crates read no clock; whoever hears of a run may.

use std::time::Instant;

/// Seconds of each phase, in the order they were first met.
#[derive(Clone, Debug, Default)]
pub struct PhaseClock {
    current: Option<(&'static str, Instant)>,
    seconds: Vec<(&'static str, f64)>,
}

impl PhaseClock {
    /// A phase begins, or nothing that counts; the one before ends.
    pub fn enter(&mut self, name: Option<&'static str>) {
        let now = Instant::now();
        if let Some((name, since)) = self.current.take() {
            let spent = (now - since).as_secs_f64();
            match self.seconds.iter_mut().find(|(n, _)| *n == name) {
                Some((_, seconds)) => *seconds += spent,
                None => self.seconds.push((name, spent)),
            }
        }
        self.current = name.map(|name| (name, now));
    }

    /// Name and seconds of each phase that has ended.
    pub fn seconds(&self) -> &[(&'static str, f64)] {
        &self.seconds
    }

    /// All over again.
    pub fn clear(&mut self) {
        self.seconds.clear();
    }
}
