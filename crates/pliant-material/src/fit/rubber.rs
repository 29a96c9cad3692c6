//! Neo-Hookean, Mooney-Rivlin and Ogden from measurements of an incompressible material.
//!
//! With l the stretch and l^k that of the free side (k = -1/2, -2, -1 in uniaxial, biaxial and shear tests) the nominal stress is
//!
//!   sum_p mu_p (l^alpha_p - l^(k alpha_p))/l,
//!
//! neo-Hookean being alpha = 2 and Mooney-Rivlin alpha = 2, -2 with mu = 2 C10, -2 C01. It is linear in c_p = mu_p alpha_p, for which we
//! ask c_p >= 0: then the energy grows with any stretch. So Ogden's terms are found in two steps: non-negative least squares for every
//! choice of exponents from a list, then Levenberg and Marquardt in ln c_p and alpha_p from the best choices.

use super::{Family, FitError, FittedLaw, Measurement, Measurements, Test};
use pliant_math::least_squares::{Columns, Linearised, minimise, solve_nonnegative};

/// Exponents to begin with.
const STARTS: [f64; 24] = [
    -10.0, -8.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.5, -1.0, -0.5, 0.5, 1.0, 1.3, 1.6, 2.0, 2.5, 3.0, 4.0, 5.0,
    6.0, 8.0, 10.0, 13.0, 17.0,
];

/// So many of the best choices are followed.
const FOLLOWED: usize = 8;

/// Exponents beyond this are not looked for: no rubber has them.
const LARGEST_ALPHA: f64 = 20.0;

/// The smallest size of an exponent that is told; mu = c/alpha would be huge below it.
const SMALLEST_ALPHA: f64 = 0.01;

/// Nominal stress of terms (mu, alpha).
pub(super) fn stress(terms: &[(f64, f64)], test: Test, stretch: f64) -> f64 {
    terms.iter().map(|&(mu, alpha)| mu * alpha * unit_stress(alpha, test, stretch)).sum()
}

/// Nominal stress of mu alpha = 1: (l^alpha - l^(k alpha))/(alpha l), which has a limit at alpha = 0.
fn unit_stress(alpha: f64, test: Test, stretch: f64) -> f64 {
    let (x, k) = (stretch.ln(), test.side_power());
    if alpha.abs() * x.abs() < 1e-9 {
        return x * (1.0 - k) / stretch;
    }
    ((alpha * x).exp_m1() - (k * alpha * x).exp_m1()) / (alpha * stretch)
}

/// d/d alpha of [`unit_stress`], by differences: it only steers the search.
fn unit_stress_slope(alpha: f64, test: Test, stretch: f64) -> f64 {
    let h = 1e-4;
    (unit_stress(alpha + h, test, stretch) - unit_stress(alpha - h, test, stretch)) / (2.0 * h)
}

fn column(points: &[(Measurement, f64)], f: impl Fn(&Measurement) -> f64) -> Vec<f64> {
    points.iter().map(|(m, weight)| weight * f(m)).collect()
}

fn exponent_column(points: &[(Measurement, f64)], alpha: f64) -> Vec<f64> {
    column(points, |m| unit_stress(alpha, m.test, m.stretch))
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The least exponent to look for. One test alone does not tell negative exponents from positive ones, but they make rubber that is
/// fitted to a pull absurdly stiff in a double pull.
fn least_alpha(points: &[(Measurement, f64)]) -> f64 {
    let first = points.first().map(|(m, _)| m.test);
    let is_alone = points.iter().all(|(m, _)| Some(m.test) == first);
    if is_alone { SMALLEST_ALPHA } else { -LARGEST_ALPHA }
}

/// c >= 0 of given exponents.
fn linear(family: Family, measurements: &Measurements, alphas: &[f64]) -> Result<Vec<f64>, FitError> {
    let points = measurements.weighted();
    let columns: Columns = alphas.iter().map(|&alpha| exponent_column(&points, alpha)).collect();
    let found = solve_nonnegative(&columns, &column(&points, |m| m.stress))
        .ok_or(FitError::NotFinite { family: family.name() })?;
    if found.iter().sum::<f64>() > 0.0 {
        Ok(found)
    } else {
        Err(FitError::NoStiffness { family: family.name() })
    }
}

pub(super) fn neo_hookean(measurements: &Measurements) -> Result<FittedLaw, FitError> {
    let c = linear(Family::NeoHookean, measurements, &[2.0])?;
    Ok(FittedLaw::NeoHookean { mu: 0.5 * c[0] })
}

pub(super) fn mooney_rivlin(measurements: &Measurements) -> Result<FittedLaw, FitError> {
    let c = linear(Family::MooneyRivlin, measurements, &[2.0, -2.0])?;
    Ok(FittedLaw::MooneyRivlin { c10: 0.25 * c[0], c01: 0.25 * c[1] })
}

/// Exponents with their factors c.
type Terms = Vec<(f64, f64)>;

pub(super) fn ogden(count: usize, measurements: &Measurements) -> Result<FittedLaw, FitError> {
    let family = Family::Ogden(count);
    let points = measurements.weighted();
    let starts = best_choices(count, &points).ok_or(FitError::NotFinite { family: family.name() })?;
    let mut best: Option<(Terms, f64)> = None;
    for start in starts {
        // Terms that were not needed may be of use with other exponents; or not.
        for found in [refined(&awakened(&start, &points), &points), refined(&needed(&start), &points)] {
            let Some((terms, squares)) = found else { continue };
            if best.as_ref().is_none_or(|(_, least)| squares < *least) {
                best = Some((terms, squares));
            }
        }
    }
    let (terms, _) = best.ok_or(FitError::NoStiffness { family: family.name() })?;
    Ok(FittedLaw::Ogden(told(terms, &points)))
}

/// (mu, alpha) by falling share in the stiffness at rest; terms that add nothing to the stress are left out.
fn told(mut terms: Terms, points: &[(Measurement, f64)]) -> Vec<(f64, f64)> {
    let whole = norm(&column(points, |m| m.stress));
    terms.retain(|&(alpha, c)| c * norm(&exponent_column(points, alpha)) > 1e-9 * whole);
    terms.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mu_of = |(alpha, c): (f64, f64)| {
        let alpha = if alpha.abs() < SMALLEST_ALPHA { SMALLEST_ALPHA.copysign(alpha) } else { alpha };
        (c / alpha, alpha)
    };
    terms.into_iter().map(mu_of).collect()
}

/// The best choices of exponents of the list, with their factors. `None` if nothing is a number.
fn best_choices(count: usize, points: &[(Measurement, f64)]) -> Option<Vec<Terms>> {
    let columns: Columns = STARTS.iter().map(|&alpha| exponent_column(points, alpha)).collect();
    let target = column(points, |m| m.stress);
    let least = least_alpha(points);
    let is_tame = |column: &[f64]| column.iter().all(|x| x.is_finite() && x.abs() < 1e100);
    // Columns that overflow are not looked at.
    let usable: Vec<usize> =
        (0..STARTS.len()).filter(|&k| STARTS[k] >= least && is_tame(&columns[k])).collect();
    let mut choices: Vec<(f64, Terms)> = Vec::new();
    for_each_choice(&usable, count.min(usable.len()), &mut |choice| {
        let chosen: Columns = choice.iter().map(|&k| columns[k].clone()).collect();
        let Some(c) = solve_nonnegative(&chosen, &target) else { return };
        let squares: f64 = (0..target.len())
            .map(|row| {
                let value: f64 = chosen.iter().zip(&c).map(|(column, c)| column[row] * c).sum();
                (value - target[row]).powi(2)
            })
            .sum();
        choices.push((squares, choice.iter().map(|&k| STARTS[k]).zip(c).collect()));
    });
    choices.sort_by(|a, b| a.0.total_cmp(&b.0));
    choices.truncate(FOLLOWED);
    (!choices.is_empty()).then(|| choices.into_iter().map(|choice| choice.1).collect())
}

/// Every choice of so many of the items, in order.
fn for_each_choice(items: &[usize], count: usize, visit: &mut dyn FnMut(&[usize])) {
    fn extend(items: &[usize], count: usize, chosen: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
        if chosen.len() == count {
            return visit(chosen);
        }
        for (i, &item) in items.iter().enumerate() {
            chosen.push(item);
            extend(&items[i + 1..], count, chosen, visit);
            chosen.pop();
        }
    }
    extend(items, count, &mut Vec::new(), visit);
}

/// The terms that say something.
fn needed(terms: &[(f64, f64)]) -> Terms {
    terms.iter().copied().filter(|term| term.1 > 0.0).collect()
}

/// All terms; those that say nothing say a little, since a factor of zero has no logarithm.
fn awakened(terms: &[(f64, f64)], points: &[(Measurement, f64)]) -> Terms {
    let whole = norm(&column(points, |m| m.stress));
    let least = |alpha: f64| 1e-3 * whole / norm(&exponent_column(points, alpha)).max(f64::MIN_POSITIVE);
    terms.iter().map(|&(alpha, c)| (alpha, c.max(least(alpha)))).collect()
}

/// The nearest minimum in ln c and alpha, and its sum of squares. `None` without terms.
fn refined(start: &[(f64, f64)], points: &[(Measurement, f64)]) -> Option<(Terms, f64)> {
    if start.is_empty() {
        return None;
    }
    let parameters: Vec<f64> = start.iter().flat_map(|&(alpha, c)| [c.ln(), alpha]).collect();
    let least = least_alpha(points);
    let (found, squares) = minimise(&parameters, |p| linearised(p, least, points))?;
    Some((found.chunks_exact(2).map(|pair| (pair[1], pair[0].exp())).collect(), squares))
}

fn linearised(parameters: &[f64], least_alpha: f64, points: &[(Measurement, f64)]) -> Option<Linearised> {
    if parameters.chunks_exact(2).any(|pair| !(least_alpha..=LARGEST_ALPHA).contains(&pair[1])) {
        return None;
    }
    let mut residuals = column(points, |m| -m.stress);
    let mut jacobian = Columns::new();
    for pair in parameters.chunks_exact(2) {
        let (c, alpha) = (pair[0].exp(), pair[1]);
        let of_c: Vec<f64> = exponent_column(points, alpha).iter().map(|value| c * value).collect();
        residuals.iter_mut().zip(&of_c).for_each(|(r, value)| *r += value);
        jacobian.push(of_c);
        jacobian.push(column(points, |m| c * unit_stress_slope(alpha, m.test, m.stretch)));
    }
    let finite = residuals.iter().chain(jacobian.iter().flatten()).all(|x| x.is_finite());
    finite.then_some(Linearised { residuals, jacobian })
}
