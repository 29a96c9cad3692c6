//! Tests of material and what was measured in them.

use thiserror::Error;

/// How the test piece is pulled. The third direction is free in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Test {
    /// In one direction; both others are free.
    Uniaxial,
    /// In two directions alike.
    Biaxial,
    /// In one direction, while another keeps its length (a wide strip): pure shear, also called planar tension.
    Shear,
}

impl Test {
    /// All of them.
    pub const ALL: [Test; 3] = [Test::Uniaxial, Test::Biaxial, Test::Shear];

    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniaxial => "uniaxial",
            Self::Biaxial => "biaxial",
            Self::Shear => "shear",
        }
    }

    /// Principal stretches when the free side has a stretch of its own.
    pub fn stretches(self, stretch: f64, side: f64) -> [f64; 3] {
        match self {
            Self::Uniaxial => [stretch, side, side],
            Self::Biaxial => [stretch, stretch, side],
            Self::Shear => [stretch, 1.0, side],
        }
    }

    /// k: the stretch of the free side is the stretch to this power when the volume stays.
    pub fn side_power(self) -> f64 {
        match self {
            Self::Uniaxial => -0.5,
            Self::Biaxial => -2.0,
            Self::Shear => -1.0,
        }
    }
}

/// One point of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// Which test.
    pub test: Test,
    /// Length over rest length.
    pub stretch: f64,
    /// Force over rest area (Pa).
    pub stress: f64,
}

/// Why measurements make no sense.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum NonsenseError {
    /// A number that cannot be.
    #[error(
        "point {number} of the {test} test has the stretch {stretch} and the stress {stress} Pa; stretches must be positive, and all numbers finite"
    )]
    Impossible {
        /// Counted from 1, in the order given.
        number: usize,
        /// Which test.
        test: &'static str,
        /// What was given.
        stretch: f64,
        /// What was given (Pa).
        stress: f64,
    },
    /// Nothing to fit to.
    #[error(
        "there are {found} points of {tests} away from rest, but a fit needs at least 2 with different stretches"
    )]
    TooFew {
        /// How many there are.
        found: usize,
        /// Of which tests.
        tests: String,
    },
    /// The stress is zero throughout.
    #[error("all stresses of the {test} test are zero, so there is nothing to fit")]
    NoStress {
        /// Which test.
        test: &'static str,
    },
    /// Pulls that push.
    #[error(
        "in the {test} test the stress points the wrong way: a material that is pulled must pull back, so stress is positive above the \
         stretch 1 and negative below it; is the sign of the stress, or strain taken for stretch, the reason?"
    )]
    WrongWay {
        /// Which test.
        test: &'static str,
    },
    /// Stresses that do not rise.
    #[error(
        "in the {test} test the stress does not rise with the stretch: the nearest curve that rises misses the points by {percent:.0} % of the \
         largest stress; are the columns the right ones?"
    )]
    NotRising {
        /// Which test.
        test: &'static str,
        /// Root mean square deviation from the nearest rising curve, of the largest stress (%).
        percent: f64,
    },
}

/// Beyond this share of the largest stress points are not near any rising curve. Loops of loading and unloading of rubber stay below.
const MOST_FALLING: f64 = 0.15;

/// Points that make sense, and which tests a fit uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurements {
    points: Vec<Measurement>,
    used: Vec<Test>,
}

impl Measurements {
    /// Points in any order; the tests in `used` are fitted to, others only compared with. No test in `used` means all.
    pub fn new(points: Vec<Measurement>, used: &[Test]) -> Result<Self, NonsenseError> {
        let used = if used.is_empty() { Test::ALL.to_vec() } else { used.to_vec() };
        let all = Self { points, used };
        for test in Test::ALL {
            for (index, m) in all.of(test).enumerate() {
                if !(m.stretch > 0.0 && m.stretch.is_finite() && m.stress.is_finite()) {
                    let (stretch, stress) = (m.stretch, m.stress);
                    return Err(NonsenseError::Impossible {
                        number: index + 1,
                        test: test.name(),
                        stretch,
                        stress,
                    });
                }
            }
        }
        let found = all.distinct_used();
        if found < 2 {
            let tests: Vec<&str> = all.used.iter().map(|test| test.name()).collect();
            return Err(NonsenseError::TooFew { found, tests: tests.join(", ") });
        }
        for test in Test::ALL {
            all.check(test)?;
        }
        Ok(all)
    }

    /// The points of a test.
    pub fn of(&self, test: Test) -> impl Iterator<Item = &Measurement> {
        self.points.iter().filter(move |m| m.test == test)
    }

    /// Whether a law is fitted to this test.
    pub fn is_used(&self, test: Test) -> bool {
        self.used.contains(&test)
    }

    /// The largest size of a stress (Pa).
    pub fn largest_stress(&self, test: Test) -> f64 {
        self.of(test).map(|m| m.stress.abs()).fold(0.0, f64::max)
    }

    /// At most so many points a test: groups that follow each other in stretch become their means.
    pub(super) fn thinned(&self, most: usize) -> Self {
        let mut points = Vec::new();
        for test in Test::ALL {
            let mut of_test: Vec<Measurement> = self.of(test).copied().collect();
            of_test.sort_by(|a, b| a.stretch.total_cmp(&b.stretch));
            for group in of_test.chunks(of_test.len().div_ceil(most).max(1)) {
                let mean = |f: fn(&Measurement) -> f64| group.iter().map(f).sum::<f64>() / group.len() as f64;
                points.push(Measurement { test, stretch: mean(|m| m.stretch), stress: mean(|m| m.stress) });
            }
        }
        Self { points, used: self.used.clone() }
    }

    /// The points of the used tests, each with its weight: squares of weighted deviations sum to the mean over tests of the mean over
    /// points of squared deviations relative to the largest stress.
    pub(super) fn weighted(&self) -> Vec<(Measurement, f64)> {
        let tests =
            Test::ALL.into_iter().filter(|&test| self.is_used(test) && self.of(test).next().is_some());
        let tests: Vec<Test> = tests.collect();
        let mut weighted = Vec::new();
        for &test in &tests {
            let count = (self.of(test).count() * tests.len()) as f64;
            let weight = 1.0 / (self.largest_stress(test) * count.sqrt());
            weighted.extend(self.of(test).map(|&m| (m, weight)));
        }
        weighted
    }

    /// How many different stretches away from rest the used tests have.
    pub(super) fn distinct_used(&self) -> usize {
        let mut count = 0;
        for test in Test::ALL.into_iter().filter(|&test| self.is_used(test)) {
            let mut stretches: Vec<f64> = self.of(test).map(|m| m.stretch).filter(|&l| l != 1.0).collect();
            stretches.sort_by(f64::total_cmp);
            stretches.dedup();
            count += stretches.len();
        }
        count
    }

    fn check(&self, test: Test) -> Result<(), NonsenseError> {
        let mut points: Vec<Measurement> = self.of(test).copied().collect();
        if points.is_empty() {
            return Ok(());
        }
        let (name, largest) = (test.name(), self.largest_stress(test));
        if largest == 0.0 {
            return Err(NonsenseError::NoStress { test: name });
        }
        let work: f64 = points.iter().map(|m| m.stress / largest * m.stretch.ln()).sum();
        if work <= 0.0 {
            return Err(NonsenseError::WrongWay { test: name });
        }
        points.sort_by(|a, b| a.stretch.total_cmp(&b.stretch));
        let stresses: Vec<f64> = points.iter().map(|m| m.stress / largest).collect();
        let off = distance_to_rising(&stresses);
        if off > MOST_FALLING {
            return Err(NonsenseError::NotRising { test: name, percent: 100.0 * off });
        }
        Ok(())
    }
}

/// Root mean square distance to the nearest sequence that does not fall (pooling of adjacent violators).
fn distance_to_rising(values: &[f64]) -> f64 {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for &value in values {
        let (mut sum, mut count) = (value, 1);
        while let Some(&(before, size)) = pools.last() {
            if before / size as f64 <= sum / count as f64 {
                break;
            }
            (sum, count) = (sum + before, count + size);
            pools.pop();
        }
        pools.push((sum, count));
    }
    let means = pools.iter().flat_map(|&(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    let squares: f64 = values.iter().zip(means).map(|(value, mean)| (value - mean).powi(2)).sum();
    (squares / values.len().max(1) as f64).sqrt()
}
