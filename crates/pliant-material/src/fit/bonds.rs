//! Functions of peridynamic bonds from measurements.
//!
//! The nominal stress of a full neighbourhood is linear in the coefficients of the functions in lambda g and mu h, at given stretches. With
//! the volume kept that is all: non-negative least squares. With a free side its stretch depends on the coefficients c. By the
//! theorem of implicit functions the stress P then has the derivatives
//!
//!   dP/dc_k = P_k - (dP/ds)/(dQ/ds) Q_k,   Q = sum_k c_k Q_k = 0 the stress across the free side, s its stretch,
//!
//! and since P is linear in c beside s, P(c') is near sum_k c'_k dP/dc_k: each step of Gauss and Newton is again one of non-negative least
//! squares. Steps are halved until they help.

use super::{Family, FitError, FittedLaw, Measurement, Measurements, Test, side};
use crate::bond::{Basis, BasisSum, BondEnergy, Moments, Neighbourhood, Sides};
use pliant_math::least_squares::{Columns, solve_nonnegative};

/// The largest n that is tried: the sum takes what it needs.
const LARGEST: u32 = 12;

/// Steps of Gauss and Newton, and halvings of one, at most.
const MOST_STEPS: usize = 60;
const MOST_HALVINGS: u32 = 8;

/// More points a test only cost time: each takes several means over directions.
const MOST_POINTS: usize = 80;

/// All functions that are tried: those of h, then those of g.
fn functions() -> Vec<Basis> {
    (1..=LARGEST).flat_map(|n| [Basis::A(n), Basis::B(n)]).collect()
}

/// Stress along the test and across the free side, over their stretches, of each function.
struct Pieces {
    along: Vec<f64>,
    across: Vec<f64>,
}

impl Pieces {
    fn new(neighbourhood: &Neighbourhood, test: Test, stretch: f64, side: f64) -> Self {
        let moments = neighbourhood.moments(&test.stretches(stretch, side), LARGEST);
        let of = |f: &dyn Fn(&Moments, Basis) -> [f64; 3]| -> Vec<[f64; 3]> {
            functions().into_iter().map(|basis| f(&moments, basis)).collect()
        };
        let both = [of(&Moments::of_stretch), of(&Moments::of_dilation)].concat();
        Self {
            along: both.iter().map(|p| p[0] * stretch).collect(),
            across: both.iter().map(|p| p[2] * side).collect(),
        }
    }

    fn stress(&self, coefficients: &[f64]) -> f64 {
        self.along.iter().zip(coefficients).map(|(p, c)| p * c).sum()
    }

    fn across(&self, coefficients: &[f64]) -> f64 {
        self.across.iter().zip(coefficients).map(|(p, c)| p * c).sum()
    }
}

/// Nominal stress of bonds in a test.
pub(super) fn stress(
    neighbourhood: &Neighbourhood,
    energy: &BondEnergy,
    sides: Sides,
    test: Test,
    stretch: f64,
) -> f64 {
    let at = |side: f64| neighbourhood.principal_stress(energy, &test.stretches(stretch, side));
    match sides {
        Sides::Incompressible => {
            let side = stretch.powf(test.side_power());
            let P = at(side);
            P[0] - P[2] * side / stretch
        }
        Sides::Free => at(side::without_stress(|side| at(side)[2] / side))[0],
    }
}

/// The fit as it goes.
struct Search<'a> {
    neighbourhood: Neighbourhood,
    points: &'a [(Measurement, f64)],
    target: Vec<f64>,
}

impl Search<'_> {
    /// Coefficients with the volume kept.
    fn incompressible(&self) -> Option<Vec<f64>> {
        let rows: Vec<Vec<f64>> = self
            .points
            .iter()
            .map(|(m, weight)| {
                let side = m.stretch.powf(m.test.side_power());
                let pieces = Pieces::new(&self.neighbourhood, m.test, m.stretch, side);
                let ratio = side / m.stretch;
                pieces.along.iter().zip(&pieces.across).map(|(p, q)| weight * (p - ratio * q)).collect()
            })
            .collect();
        solve_nonnegative(&columns_of(&rows), &self.target)
    }

    /// The free side of each point.
    fn sides(&self, coefficients: &[f64]) -> Vec<f64> {
        let of = |m: &Measurement| {
            side::without_stress(|side| {
                Pieces::new(&self.neighbourhood, m.test, m.stretch, side).across(coefficients) / side
            })
        };
        self.points.iter().map(|(m, _)| of(m)).collect()
    }

    fn squares(&self, coefficients: &[f64], sides: &[f64]) -> f64 {
        let of = |((m, weight), &side): (&(Measurement, f64), &f64)| {
            let pieces = Pieces::new(&self.neighbourhood, m.test, m.stretch, side);
            (weight * (pieces.stress(coefficients) - m.stress)).powi(2)
        };
        self.points.iter().zip(sides).map(of).sum()
    }

    /// dP/dc of a point.
    fn derivatives(&self, m: &Measurement, side: f64, coefficients: &[f64]) -> Vec<f64> {
        let at = |side: f64| Pieces::new(&self.neighbourhood, m.test, m.stretch, side);
        let h = 1e-5 * side;
        let (more, less) = (at(side + h), at(side - h));
        let along = more.stress(coefficients) - less.stress(coefficients);
        let across = more.across(coefficients) - less.across(coefficients);
        let ratio = if across > 0.0 { along / across } else { 0.0 };
        let here = at(side);
        here.along.iter().zip(&here.across).map(|(p, q)| p - ratio * q).collect()
    }

    /// The coefficients a step of Gauss and Newton leads to.
    fn step(&self, coefficients: &[f64], sides: &[f64]) -> Option<Vec<f64>> {
        let row = |((m, weight), &side): (&(Measurement, f64), &f64)| -> Vec<f64> {
            self.derivatives(m, side, coefficients).iter().map(|d| weight * d).collect()
        };
        let rows: Vec<Vec<f64>> = self.points.iter().zip(sides).map(row).collect();
        solve_nonnegative(&columns_of(&rows), &self.target)
    }

    fn free(&self) -> Option<Vec<f64>> {
        let mut coefficients = self.incompressible()?;
        if coefficients.iter().sum::<f64>() <= 0.0 {
            return Some(coefficients);
        }
        let mut sides = self.sides(&coefficients);
        let mut squares = self.squares(&coefficients, &sides);
        for _ in 0..MOST_STEPS {
            let goal = self.step(&coefficients, &sides)?;
            let halved = |halvings: u32| {
                let share = 0.5_f64.powi(halvings as i32);
                let trial: Vec<f64> =
                    coefficients.iter().zip(&goal).map(|(c, goal)| c + share * (goal - c)).collect();
                let sides = self.sides(&trial);
                let squares = self.squares(&trial, &sides);
                (trial, sides, squares)
            };
            let Some(better) = (0..MOST_HALVINGS).map(halved).find(|trial| trial.2 < squares) else { break };
            let gained = 1.0 - better.2 / squares;
            (coefficients, sides, squares) = better;
            if gained < 1e-6 {
                break;
            }
        }
        Some(coefficients)
    }
}

/// Rows to columns.
fn columns_of(rows: &[Vec<f64>]) -> Columns {
    let count = rows.first().map_or(0, Vec::len);
    (0..count).map(|k| rows.iter().map(|row| row[k]).collect()).collect()
}

pub(super) fn fit(sides: Sides, measurements: &Measurements) -> Result<FittedLaw, FitError> {
    let family = Family::Bonds(sides);
    let points = measurements.thinned(MOST_POINTS).weighted();
    let target = points.iter().map(|(m, weight)| weight * m.stress).collect();
    let search = Search { neighbourhood: Neighbourhood::new(), points: &points, target };
    let found = match sides {
        Sides::Incompressible => search.incompressible(),
        Sides::Free => search.free(),
    };
    let found = found.ok_or(FitError::NotFinite { family: family.name() })?;
    let energy = energy_of(&found).ok_or(FitError::NoStiffness { family: family.name() })?;
    Ok(FittedLaw::Bonds(energy, sides))
}

/// The energy with these coefficients; `None` if they make no material.
fn energy_of(coefficients: &[f64]) -> Option<BondEnergy> {
    let functions = functions();
    let (of_h, of_g) = coefficients.split_at(functions.len());
    let terms = |part: &[f64]| -> Vec<(Basis, f64)> {
        let largest = part.iter().copied().fold(0.0, f64::max);
        // What is left of rounding is no function.
        functions.iter().copied().zip(part.iter().copied()).filter(|term| term.1 > 1e-14 * largest).collect()
    };
    let (of_h, of_g) = (terms(of_h), terms(of_g));
    let sum = |terms: &[(Basis, f64)]| terms.iter().fold(0.0, |sum, term| sum + term.1);
    let stretch = BasisSum::new(&of_h).ok()?;
    let dilation = BasisSum::new(&of_g).unwrap_or_else(|_| stretch.clone());
    BondEnergy::new(sum(&of_g), sum(&of_h), dilation, stretch).ok()
}
