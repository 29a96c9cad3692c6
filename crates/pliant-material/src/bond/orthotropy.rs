//! Bonds that are stiffer along some directions: the scalar state G of a direction n (Xu 2018, eqs. 12 and 18),
//!
//!   G(n) = (sum_k sigma_k^2 n_k^2)^(p/2),  n_k = n . d_k,
//!
//! with d_k three directions of the material. (The paper's R must be transposed for that.) The paper has p = 1 and sigma_1 sigma_2 sigma_3 = 1,
//! which changes the stiffness along every direction; here sigma is found so that Young's moduli along the three come out as asked. Bonds
//! that fan out over all directions reach a ratio of moduli of 2.7 at the most with p = 1, more with larger p: the smallest of 1, 2, 4, 8 that
//! does is taken.
//!
//! At small strain e along the axes a full neighbourhood stores sum A_kl e_k e_l/2 with A_kl = 2 lambda/d^2 + 2 mu mean(G n_k^2 n_l^2), and E_k is
//! 1/(A^-1)_kk. In a layer (d = 2) the first two directions count, in a fibre the first.

use crate::LameParameters;
use glam::{DMat3, DVec3};
use pliant_math::least_squares::{Linearised, minimise};
use thiserror::Error;

/// Why bonds cannot have these moduli.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum OrthotropyError {
    /// A modulus that is none.
    #[error("Young's modulus along a direction must be a positive number, but is {0} Pa")]
    Modulus(f64),
    /// Moduli that differ too much.
    #[error(
        "no scalar state of bonds has the moduli {} : {} : {} along its three directions with Poisson's ratio {poisson}: bonds fan out over all \
         directions, and their stiffness cannot differ so much",
        ratios[0], ratios[1], ratios[2]
    )]
    OutOfReach {
        /// Moduli over their geometric mean.
        ratios: [f64; 3],
        /// Poisson's ratio.
        poisson: f64,
    },
}

/// Exponents that are tried.
const POWERS: [f64; 4] = [1.0, 2.0, 4.0, 8.0];
/// Directions of a quarter of a circle, and of the height of a sphere.
const AROUND: usize = 24;
/// Moduli count as met within this.
const MET: f64 = 1e-6;

/// How bonds of a material depend on their direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orthotropy {
    /// sigma and p in space, in layers, in fibres.
    states: [State; 3],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct State {
    sigma: [f64; 3],
    power: f64,
}

impl State {
    fn at(&self, n: DVec3) -> f64 {
        let square: f64 = (0..3).map(|k| (self.sigma[k] * n[k]).powi(2)).sum();
        square.powf(0.5 * self.power)
    }
}

/// lambda and mu of bonds in a space of so many dimensions: W = lambda (theta - 1)^2 + mu sum a (tau - 1)^2 at small strain is Hooke's energy, in
/// layers without stress across, in fibres without stress at their sides.
pub fn bond_factors(lame: &LameParameters, dimension: usize) -> [f64; 2] {
    let (lambda, mu) = (lame.lambda(), lame.mu());
    match dimension {
        1 => [0.0, 0.5 * lame.young()],
        2 => {
            let in_plane = 2.0 * lambda * mu / (lambda + 2.0 * mu);
            [2.0 * (in_plane - mu), 4.0 * mu]
        }
        _ => [4.5 * (lambda - mu), 7.5 * mu],
    }
}

impl Orthotropy {
    /// With these moduli (Pa) along three directions and Poisson's ratio (of the isotropic part of the energy).
    pub fn new(young: [f64; 3], poisson: f64) -> Result<Self, OrthotropyError> {
        if let Some(wrong) = young.into_iter().find(|e| !(*e > 0.0 && e.is_finite())) {
            return Err(OrthotropyError::Modulus(wrong));
        }
        let mean = Self::mean_young(young);
        let ratios = young.map(|e| e / mean);
        let out_of_reach = OrthotropyError::OutOfReach { ratios, poisson };
        let lame = LameParameters::from_young_poisson(1.0, poisson).map_err(|_| out_of_reach)?;
        let state = |d: usize| POWERS.iter().find_map(|&power| solve(&lame, d, ratios, power));
        let [Some(solid), Some(layer)] = [state(3), state(2)] else { return Err(out_of_reach) };
        let fibre = State { sigma: [ratios[0], 0.0, 0.0], power: 1.0 };
        Ok(Self { states: [solid, layer, fibre] })
    }

    /// Young's modulus (Pa) of the isotropic material that the moduli are seen against: their geometric mean.
    pub fn mean_young(young: [f64; 3]) -> f64 {
        young.into_iter().map(|e| e.ln() / 3.0).sum::<f64>().exp()
    }

    /// sigma of solids.
    pub fn sigma(&self) -> [f64; 3] {
        self.states[0].sigma
    }

    fn of(&self, dimension: usize) -> &State {
        &self.states[3 - dimension.clamp(1, 3)]
    }

    /// G of a direction given in the axes of the material.
    pub fn state(&self, dimension: usize, n: DVec3) -> f64 {
        self.of(dimension).at(n)
    }

    /// mean(G f) over all directions of a space of so many dimensions.
    pub fn mean<const N: usize>(&self, dimension: usize, f: impl Fn(DVec3) -> [f64; N]) -> [f64; N] {
        let mut sum = [0.0; N];
        for (n, weight) in directions(dimension) {
            let G = self.of(dimension).at(n) * weight;
            sum.iter_mut().zip(f(n)).for_each(|(sum, f)| *sum += G * f);
        }
        sum
    }

    /// The axes of the material as columns, from its first two directions, in coordinates whose first axes a layer or fibre spans.
    pub fn frame(&self, dimension: usize, [first, second]: [DVec3; 2]) -> DMat3 {
        let flat = |mut x: DVec3| {
            (dimension..3).for_each(|k| x[k] = 0.0);
            x
        };
        let x = flat(first).try_normalize().or_else(|| flat(second).try_normalize()).unwrap_or(DVec3::X);
        let across = |y: DVec3| (y - x * x.dot(y)).try_normalize();
        let y = match dimension {
            2 => across(DVec3::Z.cross(x)),
            _ => across(second),
        };
        let y = y.unwrap_or_else(|| x.any_orthonormal_vector());
        DMat3::from_cols(x, y, x.cross(y))
    }
}

/// Directions with weights that sum to one; G is even, but moments with odd powers must cancel, so all signs are there.
fn directions(dimension: usize) -> Vec<(DVec3, f64)> {
    let circle = |count: usize| {
        (0..count).map(move |k| ((k as f64 + 0.5) / count as f64 * std::f64::consts::TAU).sin_cos())
    };
    match dimension {
        1 => vec![(DVec3::X, 1.0)],
        2 => circle(16 * AROUND)
            .map(|(sin, cos)| (DVec3::new(cos, sin, 0.0), 1.0 / (16 * AROUND) as f64))
            .collect(),
        _ => super::neighbourhood::gauss_legendre(AROUND)
            .into_iter()
            .flat_map(|(z, weight)| [(z, 0.5 * weight), (-z, 0.5 * weight)])
            .flat_map(|(z, weight)| {
                let across = (1.0 - z * z).sqrt();
                let count = 4 * AROUND;
                circle(count)
                    .map(move |(sin, cos)| (DVec3::new(across * cos, across * sin, z), weight / count as f64))
            })
            .collect(),
    }
}

/// sigma that gives these moduli (the isotropic one is 1), if there is one.
fn solve(lame: &LameParameters, dimension: usize, young: [f64; 3], power: f64) -> Option<State> {
    let all = directions(dimension);
    let residual = |logs: &[f64]| -> Option<Vec<f64>> {
        let mut sigma = [0.0; 3];
        sigma.iter_mut().zip(logs).for_each(|(sigma, log)| *sigma = log.exp());
        let state = State { sigma, power };
        let moduli = moduli(lame, dimension, &state, &all)?;
        Some((0..dimension).map(|k| (moduli[k] / young[k]).ln()).collect())
    };
    let evaluate = |logs: &[f64]| {
        let values = residual(logs)?;
        let column = |k: usize| {
            const STEP: f64 = 1e-6;
            let mut moved = logs.to_vec();
            moved[k] += STEP;
            let after = residual(&moved)?;
            Some(after.iter().zip(&values).map(|(after, before)| (after - before) / STEP).collect())
        };
        let columns = (0..logs.len()).map(column).collect::<Option<Vec<Vec<f64>>>>()?;
        Some(Linearised { residuals: values, jacobian: columns })
    };
    let start: Vec<f64> = young[..dimension].iter().map(|e| e.ln() / power).collect();
    let (logs, square) = minimise(&start, evaluate)?;
    let mut sigma = [0.0; 3];
    sigma.iter_mut().zip(&logs).for_each(|(sigma, log)| *sigma = log.exp());
    (square < MET * MET).then_some(State { sigma, power })
}

/// Young's moduli along the axes.
fn moduli(lame: &LameParameters, dimension: usize, state: &State, all: &[(DVec3, f64)]) -> Option<[f64; 3]> {
    let [lambda, mu] = bond_factors(lame, dimension);
    let mut A = DMat3::IDENTITY;
    for k in 0..dimension {
        for l in 0..dimension {
            let moment: f64 =
                all.iter().map(|(n, weight)| weight * state.at(*n) * n[k] * n[k] * n[l] * n[l]).sum();
            A.col_mut(l)[k] = 2.0 * lambda / (dimension * dimension) as f64 + 2.0 * mu * moment;
        }
    }
    let inverse = A.inverse();
    let moduli: [f64; 3] = std::array::from_fn(|k| 1.0 / inverse.col(k)[k]);
    (A.determinant() > 0.0 && moduli.iter().all(|e| *e > 0.0 && e.is_finite())).then_some(moduli)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn equal_moduli_make_no_difference() {
        let same = Orthotropy::new([2e6; 3], 0.3).unwrap();
        for dimension in [3, 2, 1] {
            for (n, _) in directions(dimension) {
                assert!((same.state(dimension, n) - 1.0).abs() < 1e-5, "{n}");
            }
        }
    }

    #[test]
    fn moduli_come_out_as_asked() {
        for (young, poisson) in [([4.0, 1.0, 1.0], 0.25), ([1.0, 2.0, 3.0], 0.3), ([1.0, 1.0, 0.3], 0.1)] {
            let of = Orthotropy::new(young, poisson).unwrap();
            let mean = Orthotropy::mean_young(young);
            let lame = LameParameters::from_young_poisson(mean, poisson).unwrap();
            for dimension in [3, 2] {
                let found = moduli(&lame, dimension, of.of(dimension), &directions(dimension)).unwrap();
                for k in 0..dimension {
                    assert!((found[k] / young[k] - 1.0).abs() < 1e-5, "{dimension}: {found:?} {young:?}");
                }
            }
        }
    }

    #[test]
    fn absurd_moduli_are_refused() {
        assert!(matches!(Orthotropy::new([1.0, 0.0, 1.0], 0.3), Err(OrthotropyError::Modulus(_))));
        assert!(matches!(Orthotropy::new([1e6, 1.0, 1.0], 0.3), Err(OrthotropyError::OutOfReach { .. })));
    }
}
