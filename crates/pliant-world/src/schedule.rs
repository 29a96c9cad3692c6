//! When steps end, when samples are taken and when frames are made.

/// The times of a run (s).
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Length of the run; ramps and keyframes refer to it.
    pub duration: f64,
    /// When the run is stopped, if before its end, with the step that reaches it: the same run, cut off.
    pub until: Option<f64>,
    /// Time between frames; steps end exactly there. `None`: a frame after every step.
    pub frame_interval: Option<f64>,
    /// Time between samples, taken at the first step at or after; `None`: every step.
    pub sample_interval: Option<f64>,
    /// The largest step to take, if the user or the stepper's nature says so.
    pub largest_step: Option<f64>,
    /// True if `largest_step` was asked for by the user and must not be silently reduced.
    pub step_is_fixed: bool,
    /// Further times at which a step must end (keyframes), ascending.
    pub stops: Vec<f64>,
}

/// Times closer than this share of an interval are the same.
const SAME: f64 = 1e-9;

impl Schedule {
    /// The next time after `time` at which a step must end.
    pub fn next_stop(&self, time: f64) -> f64 {
        let mut stop = self.duration;
        if let Some(interval) = self.frame_interval {
            stop = stop.min(next_multiple(time, interval));
        }
        let slack = SAME * self.duration;
        if let Some(&other) = self.stops.iter().find(|&&s| s > time + slack) {
            stop = stop.min(other);
        }
        stop
    }

    /// The step from `time` towards the next stop: the largest that divides the way evenly and is no larger than `limit`.
    pub fn step_towards(&self, time: f64, stop: f64, limit: f64) -> f64 {
        let way = stop - time;
        let count = (way / limit - 1e-6).ceil().max(1.0);
        if count >= 1e15 { limit } else { way / count }
    }

    /// True if a frame is due at `time`.
    pub fn is_frame(&self, time: f64) -> bool {
        self.is_due(time, self.frame_interval)
    }

    fn is_due(&self, time: f64, interval: Option<f64>) -> bool {
        let Some(interval) = interval else { return true };
        let ratio = time / interval;
        (ratio - ratio.round()).abs() < 1e-6 || self.is_end(time)
    }

    /// True if a sample is due at the end of a step from `before` to `time`.
    pub fn is_sample(&self, before: f64, time: f64) -> bool {
        let Some(interval) = self.sample_interval else { return true };
        (before / interval + 1e-6).floor() < (time / interval + 1e-6).floor() || self.is_end(time)
    }

    /// True when the run is over, at its end or where it is stopped.
    pub fn is_over(&self, time: f64) -> bool {
        self.is_end(time) || self.until.is_some_and(|until| time >= until * (1.0 - SAME))
    }

    /// True at the end of the whole run.
    pub fn is_end(&self, time: f64) -> bool {
        time >= self.duration * (1.0 - SAME)
    }
}

fn next_multiple(time: f64, interval: f64) -> f64 {
    ((time / interval + 1e-6).floor() + 1.0) * interval
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule() -> Schedule {
        Schedule {
            duration: 1.0,
            until: None,
            frame_interval: Some(0.1),
            sample_interval: Some(0.03),
            largest_step: None,
            step_is_fixed: false,
            stops: vec![0.25],
        }
    }

    #[test]
    fn steps_end_at_frames_and_keyframes() {
        let s = schedule();
        let (mut time, mut stops) = (0.0, Vec::new());
        while !s.is_over(time) {
            time = s.next_stop(time);
            stops.push(time);
        }
        assert_eq!(stops.len(), 11);
        assert_eq!(stops[2], 0.25);
        assert!((s.step_towards(0.1, 0.2, 0.03) - 0.025).abs() < 1e-12);
        assert!((s.step_towards(0.1, 0.2, 0.05) - 0.05).abs() < 1e-12);
        assert!(s.is_frame(0.3) && s.is_frame(1.0) && !s.is_frame(0.25));
    }

    #[test]
    fn samples_are_taken_once_an_interval() {
        let s = schedule();
        let times: Vec<f64> = (0..=100).map(|i| f64::from(i) * 0.01).collect();
        let due = times.windows(2).filter(|w| s.is_sample(w[0], w[1])).count();
        assert_eq!(due, 34);
    }
}
