//! Constants of laws for rubber, and functions of bonds, from tests of material: what `pliant fit` does.
//!
//! - [`Test`], [`Measurement`], [`Measurements`]: what was measured, checked for sense;
//! - [`fit`]: a [`Family`] of laws to measurements, least squares; [`Fit`]: the law found and how far it is off in each test.
//!
//! Every test counts alike, whatever its number of points and its stresses: a deviation counts relative to the largest stress of its
//! test, and a test by the mean of its squares. All is deterministic: fixed starts, no chance.

mod bonds;
mod measurements;
mod rubber;
mod side;

pub use measurements::{Measurement, Measurements, NonsenseError, Test};

use crate::bond::{BondEnergy, Neighbourhood, Sides};
use crate::laws::{MooneyRivlin, Ogden};
use crate::{AnyLaw, LameParameters};
use glam::{DMat3, DVec3};
use thiserror::Error;

/// Which kind of law is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// One constant.
    NeoHookean,
    /// Two constants, neither negative.
    MooneyRivlin,
    /// So many terms, none with mu alpha negative.
    Ogden(usize),
    /// Functions of peridynamic bonds with coefficients that are not negative.
    Bonds(Sides),
}

/// What was found; stresses in Pa.
#[derive(Clone, Debug, PartialEq)]
pub enum FittedLaw {
    /// The shear modulus.
    NeoHookean {
        /// mu (Pa).
        mu: f64,
    },
    /// Mooney and Rivlin's constants.
    MooneyRivlin {
        /// C10 (Pa).
        c10: f64,
        /// C01 (Pa).
        c01: f64,
    },
    /// Ogden's terms (mu (Pa), alpha).
    Ogden(Vec<(f64, f64)>),
    /// Energy of bonds, and how the free side moves.
    Bonds(BondEnergy, Sides),
}

/// How far a law is off in one test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestError {
    /// Which test.
    pub test: Test,
    /// Root of the mean square deviation, of the largest stress.
    pub relative_rms: f64,
    /// The largest stress (Pa).
    pub largest_stress: f64,
    /// Whether the law was fitted to it, or is only compared with it.
    pub used: bool,
}

/// A law and how well it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The law.
    pub law: FittedLaw,
    /// A row for each test there is.
    pub errors: Vec<TestError>,
}

/// Why there is no fit.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum FitError {
    /// More unknowns than points.
    #[error("{family} has {unknowns} unknowns, but there are {points} points with different stretches")]
    TooFewPoints {
        /// The law.
        family: String,
        /// Its unknowns.
        unknowns: usize,
        /// Points the fit may use.
        points: usize,
    },
    /// Least squares want no stiffness at all.
    #[error("{family} comes nearest without any stiffness: the stresses do not resist the stretch")]
    NoStiffness {
        /// The law.
        family: String,
    },
    /// Numbers that overflow.
    #[error("{family} cannot be fitted: its stresses are no numbers at these stretches")]
    NotFinite {
        /// The law.
        family: String,
    },
}

impl Family {
    /// All that can be fitted.
    pub const ALL: [Family; 7] = [
        Self::NeoHookean,
        Self::MooneyRivlin,
        Self::Ogden(1),
        Self::Ogden(2),
        Self::Ogden(3),
        Self::Bonds(Sides::Free),
        Self::Bonds(Sides::Incompressible),
    ];

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }

    /// As on the command line.
    pub fn name(self) -> String {
        match self {
            Self::NeoHookean => "neo-hookean".into(),
            Self::MooneyRivlin => "mooney-rivlin".into(),
            Self::Ogden(terms) => format!("ogden-{terms}"),
            Self::Bonds(Sides::Free) => "bonds".into(),
            Self::Bonds(Sides::Incompressible) => "bonds-incompressible".into(),
        }
    }

    /// The least number of points it takes.
    fn unknowns(self) -> usize {
        match self {
            Self::NeoHookean => 1,
            Self::MooneyRivlin => 2,
            Self::Ogden(terms) => 2 * terms,
            Self::Bonds(_) => 2,
        }
    }
}

/// The nearest law of a family to the measurements of the used tests.
pub fn fit(family: Family, measurements: &Measurements) -> Result<Fit, FitError> {
    let points = measurements.distinct_used();
    if points < family.unknowns() {
        return Err(FitError::TooFewPoints { family: family.name(), unknowns: family.unknowns(), points });
    }
    let law = match family {
        Family::NeoHookean => rubber::neo_hookean(measurements),
        Family::MooneyRivlin => rubber::mooney_rivlin(measurements),
        Family::Ogden(terms) => rubber::ogden(terms, measurements),
        Family::Bonds(sides) => bonds::fit(sides, measurements),
    }?;
    let errors = errors_of(&law.curve(), measurements);
    Ok(Fit { law, errors })
}

impl Fit {
    /// The largest error of the tests the law was fitted to.
    pub fn largest_error(&self) -> f64 {
        self.errors.iter().filter(|error| error.used).map(|error| error.relative_rms).fold(0.0, f64::max)
    }

    /// Root of the mean of squared errors of the tests the law was fitted to: what was made least.
    pub fn mean_error(&self) -> f64 {
        let used: Vec<f64> =
            self.errors.iter().filter(|error| error.used).map(|error| error.relative_rms).collect();
        (used.iter().map(|e| e * e).sum::<f64>() / used.len().max(1) as f64).sqrt()
    }
}

/// How far a curve is off in each test.
fn errors_of(curve: &dyn Fn(Test, f64) -> f64, measurements: &Measurements) -> Vec<TestError> {
    let of_test = |test: Test| {
        let points: Vec<&Measurement> = measurements.of(test).collect();
        let largest_stress = measurements.largest_stress(test);
        let squares: f64 = points.iter().map(|m| (curve(test, m.stretch) - m.stress).powi(2)).sum();
        let relative_rms = (squares / points.len().max(1) as f64).sqrt() / largest_stress;
        TestError { test, relative_rms, largest_stress, used: measurements.is_used(test) }
    };
    Test::ALL.into_iter().filter(|&test| measurements.of(test).next().is_some()).map(of_test).collect()
}

impl Measurements {
    /// How far a law is off in each test, its own compressibility included: the free side moves until no stress is across it.
    pub fn errors_of(&self, law: &AnyLaw) -> Vec<TestError> {
        let stress = |test: Test, stretch: f64| {
            let at = |side: f64| {
                let F = DMat3::from_diagonal(DVec3::from_array(test.stretches(stretch, side)));
                law.first_piola_stress(&F)
            };
            at(side::without_stress(|side| at(side).z_axis.z)).x_axis.x
        };
        errors_of(&stress, self)
    }
}

impl FittedLaw {
    /// The law for bodies, with this Poisson's ratio at rest; `None` for bonds, and if the constants make no material.
    pub fn material(&self, poisson: f64) -> Option<AnyLaw> {
        let bulk = |shear: f64| 2.0 * shear * (1.0 + poisson) / (3.0 * (1.0 - 2.0 * poisson));
        match self {
            Self::NeoHookean { mu } => {
                let lame = LameParameters::from_bulk_shear(bulk(*mu), *mu).ok()?;
                AnyLaw::from_name("neo-hookean", lame).ok()
            }
            Self::MooneyRivlin { c10, c01 } => {
                let shear = MooneyRivlin::shear_modulus(*c10, *c01).ok()?;
                MooneyRivlin::new(*c10, *c01, bulk(shear)).ok().map(AnyLaw::MooneyRivlin)
            }
            Self::Ogden(terms) => {
                let shear = Ogden::shear_modulus(terms).ok()?;
                Ogden::new(terms, bulk(shear)).ok().map(AnyLaw::Ogden)
            }
            Self::Bonds(..) => None,
        }
    }

    /// Nominal stress (Pa) in a test at a stretch.
    pub fn curve(&self) -> Box<dyn Fn(Test, f64) -> f64 + '_> {
        match self {
            Self::NeoHookean { mu } => Box::new(move |test, l| rubber::stress(&[(*mu, 2.0)], test, l)),
            Self::MooneyRivlin { c10, c01 } => {
                let terms = [(2.0 * c10, 2.0), (-2.0 * c01, -2.0)];
                Box::new(move |test, l| rubber::stress(&terms, test, l))
            }
            Self::Ogden(terms) => Box::new(move |test, l| rubber::stress(terms, test, l)),
            Self::Bonds(energy, sides) => {
                let neighbourhood = Neighbourhood::new();
                Box::new(move |test, l| bonds::stress(&neighbourhood, energy, *sides, test, l))
            }
        }
    }
}
