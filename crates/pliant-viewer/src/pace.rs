//! How fast time goes, and how often there are pictures.

use std::time::{Duration, Instant};

/// Simulated time against the clock on the wall.
#[derive(Debug)]
pub struct Pace {
    /// Simulated seconds a second; 0 is as fast as it goes.
    speed: f64,
    begun: Instant,
    begun_at: f64,
    /// When the ratio was asked for last.
    asked: Instant,
    asked_at: f64,
}

impl Default for Pace {
    fn default() -> Self {
        let now = Instant::now();
        Self { speed: 1.0, begun: now, begun_at: 0.0, asked: now, asked_at: 0.0 }
    }
}

impl Pace {
    /// The longest time that is waited at once, so that a slow motion stays lively.
    const LONGEST: Duration = Duration::from_millis(100);

    /// What is wanted.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Wants another speed from this simulated time (s) on.
    pub fn set_speed(&mut self, speed: f64, time: f64) {
        self.speed = speed;
        self.begin(time);
    }

    /// The clocks are compared from here on.
    pub fn begin(&mut self, time: f64) {
        (self.begun, self.begun_at) = (Instant::now(), time);
        (self.asked, self.asked_at) = (self.begun, time);
    }

    /// What is lost is lost: after a slow stretch it goes on at the speed wanted, not faster.
    pub fn forgive(&mut self, time: f64) {
        let due = (time - self.begun_at).max(0.0) / self.speed.max(1e-9);
        if self.begun.elapsed().as_secs_f64() > due + Self::LONGEST.as_secs_f64() {
            (self.begun, self.begun_at) = (Instant::now(), time);
        }
    }

    /// How long to wait until the wall clock has come as far.
    pub fn ahead(&self, time: f64) -> Duration {
        if self.speed == 0.0 {
            return Duration::ZERO;
        }
        let due = (time - self.begun_at).max(0.0) / self.speed;
        Duration::try_from_secs_f64(due)
            .unwrap_or(Self::LONGEST)
            .saturating_sub(self.begun.elapsed())
            .min(Self::LONGEST)
    }

    /// Simulated seconds a second since this was asked last.
    pub fn take_ratio(&mut self, time: f64) -> f64 {
        let elapsed = self.asked.elapsed().as_secs_f64();
        let ratio = if elapsed > 0.0 { (time - self.asked_at).max(0.0) / elapsed } else { 0.0 };
        (self.asked, self.asked_at) = (Instant::now(), time);
        ratio
    }
}

/// When the next picture may be made: not more often than can be seen, and not so often that steps suffer.
#[derive(Debug)]
pub struct PictureBudget {
    /// When the last one was done, and what it took.
    last: Instant,
    cost: Duration,
    due: Instant,
}

impl Default for PictureBudget {
    fn default() -> Self {
        let now = Instant::now();
        Self { last: now, cost: Duration::ZERO, due: now }
    }
}

impl PictureBudget {
    /// Time between pictures at least.
    const SHORTEST: Duration = Duration::from_millis(16);
    /// And at most, however long one takes.
    const LONGEST: Duration = Duration::from_secs(2);
    /// Steps take so many times as long as pictures. What pages cost a run is to stay below 5 %; encoding and telling is not in this.
    const STEPS_TO_PICTURES: u32 = 50;

    /// From when on there may be another, though steps wait for it.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Whether there may be one now. While steps have to wait for the clock for so long, pictures cost nothing.
    pub fn allows(&self, idle: Duration) -> bool {
        Instant::now() >= self.due || (idle > self.cost && self.last.elapsed() >= Self::SHORTEST)
    }

    /// A picture was made, begun then.
    pub fn spent(&mut self, begun: Instant) {
        (self.last, self.cost) = (Instant::now(), begun.elapsed());
        self.due = self.last + (self.cost * Self::STEPS_TO_PICTURES).clamp(Self::SHORTEST, Self::LONGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ahead_waits_and_who_is_behind_does_not() {
        let mut pace = Pace::default();
        pace.begin(1.0);
        assert!(pace.ahead(1.0).is_zero());
        let wait = pace.ahead(1.05);
        assert!(wait > Duration::from_millis(20) && wait <= Duration::from_millis(50), "{wait:?}");
        assert_eq!(pace.ahead(50.0), Pace::LONGEST);
        pace.set_speed(0.0, 1.0);
        assert!(pace.ahead(50.0).is_zero());
    }

    #[test]
    fn pictures_take_a_small_share() {
        let mut budget = PictureBudget::default();
        let begun = Instant::now() - Duration::from_millis(5);
        budget.spent(begun);
        let pause = budget.due() - Instant::now();
        assert!(pause > Duration::from_millis(200) && pause <= PictureBudget::LONGEST, "{pause:?}");
        assert!(!budget.allows(Duration::ZERO), "steps would wait");
        assert!(!budget.allows(Duration::from_millis(90)), "nobody sees so many");
        std::thread::sleep(PictureBudget::SHORTEST);
        assert!(budget.allows(Duration::from_millis(90)), "steps wait for the clock anyway");
        assert!(!budget.allows(Duration::from_millis(4)), "it would take longer than they wait");
    }
}
