//! Ogden: rubber by powers of the principal stretches, with a volume term.
//!
//! psi = sum_p mu_p/alpha_p (l1^alpha_p + l2^alpha_p + l3^alpha_p - 3) + K/2 (J - 1)^2,  l_i = J^(-1/3) s_i
//! p_i = (t_i + c)/s_i,  t_i = sum_p mu_p (l_i^alpha_p - mean_k l_k^alpha_p),  c = K (J - 1) J
//! dp_i/ds_j = (dt_i/dln s_j + K (2 J - 1) J)/(s_i s_j) - delta_ij p_i/s_i,
//!       dt_i/dln s_j = sum_p mu_p alpha_p (delta_ij L_i - (L_i + L_j - M)/3),  L_i = l_i^alpha_p, M = mean_k L_k
//! (p_i - p_j)/(s_i - s_j) = (D (s_i + s_j)/2 - (t_i + t_j)/2 - c)/(s_i s_j),
//!       D = (t_i - t_j)/(s_i - s_j) = sum_p mu_p (l_i l_j)^(alpha_p/2) sinh(alpha_p x/2)/sinh(x/2) / sqrt(s_i s_j),  x = ln(s_i/s_j),
//! which has no cancellation at equal stretches. P and dP from there: `spectral.rs`.
//!
//! At rest mu = 1/2 sum mu_p alpha_p. Source: Ogden, Proc. R. Soc. Lond. A 326, 1972; the split of shape and volume as in
//! Simo & Taylor, Comput. Methods Appl. Mech. Eng. 85, 1991.
//! Limits: J > 0. At J <= 0 the energy is +infinity; stress and tangent are then evaluated at tiny stretches, finite and
//! meaningless. With a term mu_p alpha_p < 0 the energy may not be bounded below: fine as far as the data of the fit go.

use crate::law::tangent_from_differentials;
use crate::spectral::{Derivatives, PAIRS, Principal, SpectralTangent, stress_of};
use crate::strain::{exp_m1_minus, lane_mats};
use crate::{Isotropic, LameParameters, Law, ParameterError};
use glam::DMat3;
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// Exponents beyond this are cut off: exp(250)^2 is still a number. Only stretches of absurd size get there.
const LARGEST_EXPONENT: f64 = 250.0;

/// Ogden's fit to Treloar's rubber (1972): shares of the three terms in the shear modulus, and their exponents.
const USUAL: [(f64, f64); 3] = [(0.969_231, 1.3), (0.007_101, 5.0), (0.023_668, -2.0)];

/// Ogden elasticity with separate shape and volume energies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ogden {
    count: usize,
    mu: [f64; Ogden::MOST_TERMS],
    alpha: [f64; Ogden::MOST_TERMS],
    lame: LameParameters,
}

/// A power l_i^alpha of each stretch, less one.
fn powers(alpha: f64, shape: &[f64; 3]) -> [f64; 3] {
    shape.map(|e| exponent(alpha * e).exp_m1())
}

fn exponent(x: f64) -> f64 {
    x.clamp(-LARGEST_EXPONENT, LARGEST_EXPONENT)
}

/// sinh(alpha x/2)/sinh(x/2), whose limit at x = 0 is alpha.
fn sinh_ratio(alpha: f64, x: f64) -> f64 {
    if x == 0.0 { alpha } else { (0.5 * alpha * x).sinh() / (0.5 * x).sinh() }
}

fn mean(values: &[f64; 3]) -> f64 {
    (values[0] + values[1] + values[2]) / 3.0
}

impl Ogden {
    /// More terms than this no data can tell apart.
    pub const MOST_TERMS: usize = 4;
    /// The largest size of an exponent.
    pub const LARGEST_ALPHA: f64 = 50.0;

    /// From the terms (mu_p (Pa), alpha_p) and the bulk modulus (Pa). Terms may be negative, as long as the shear modulus
    /// 1/2 sum mu_p alpha_p is positive.
    pub fn new(terms: &[(f64, f64)], bulk: f64) -> Result<Self, ParameterError> {
        let lame = LameParameters::from_bulk_shear(bulk, Self::shear_modulus(terms)?)?;
        Ok(Self::of_terms(terms, lame))
    }

    /// The shear modulus at rest, 1/2 sum mu_p alpha_p (Pa); an error if it, or a term, is none.
    pub fn shear_modulus(terms: &[(f64, f64)]) -> Result<f64, ParameterError> {
        let refuse = |reason: String| Err(ParameterError::OgdenTerms { reason });
        if terms.is_empty() || terms.len() > Self::MOST_TERMS {
            let (most, count) = (Self::MOST_TERMS, terms.len());
            return refuse(format!("Ogden's law has 1 to {most} terms, but {count} are given"));
        }
        for &(mu, alpha) in terms {
            if !mu.is_finite() {
                return refuse(format!("mu must be finite numbers, but one is {mu} Pa"));
            }
            if !(alpha.abs() <= Self::LARGEST_ALPHA && alpha != 0.0) {
                let largest = Self::LARGEST_ALPHA;
                return refuse(format!(
                    "alpha must lie between -{largest} and {largest} and not be 0, but one is {alpha}: \
                     the energy is divided by it"
                ));
            }
        }
        let shear = 0.5 * terms.iter().map(|(mu, alpha)| mu * alpha).sum::<f64>();
        if shear > 0.0 && shear.is_finite() {
            return Ok(shear);
        }
        let formula = "1/2 sum mu alpha";
        Err(ParameterError::NoShearModulus { constants: "mu and alpha", formula, shear })
    }

    fn of_terms(terms: &[(f64, f64)], lame: LameParameters) -> Self {
        let mut law =
            Self { count: terms.len(), mu: [0.0; Self::MOST_TERMS], alpha: [1.0; Self::MOST_TERMS], lame };
        for (p, &(mu, alpha)) in terms.iter().enumerate() {
            (law.mu[p], law.alpha[p]) = (mu, alpha);
        }
        law
    }

    /// The terms (mu_p (Pa), alpha_p).
    pub fn terms(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        (0..self.count).map(|p| (self.mu[p], self.alpha[p]))
    }

    /// Whether the energy grows with the stretch however far it goes: no term with mu_p alpha_p < 0.
    pub fn is_stable_at_any_stretch(&self) -> bool {
        self.terms().all(|(mu, alpha)| mu * alpha >= 0.0)
    }

    fn energy(&self, at: &Principal) -> f64 {
        let ln_J = at.ln_volume_ratio();
        let shape = at.logarithms.map(|log| log - ln_J / 3.0);
        // The three logarithms sum to zero, so they may be taken off each power: first-order terms cancel on paper.
        let of_term = |(mu, alpha): (f64, f64)| {
            let sum: f64 = shape.iter().map(|e| exp_m1_minus(exponent(alpha * e))).sum();
            mu / alpha * sum
        };
        let j = ln_J.exp_m1();
        self.terms().map(of_term).sum::<f64>() + 0.5 * self.lame.bulk() * j * j
    }

    /// p_i.
    fn principal_stress(&self, at: &Principal) -> [f64; 3] {
        let ln_J = at.ln_volume_ratio();
        let shape = at.logarithms.map(|log| log - ln_J / 3.0);
        let mut sum = [self.lame.bulk() * ln_J.exp_m1() * ln_J.exp(); 3];
        for (mu, alpha) in self.terms() {
            let L = powers(alpha, &shape);
            let M = mean(&L);
            (0..3).for_each(|i| sum[i] += mu * (L[i] - M));
        }
        std::array::from_fn(|i| sum[i] / at.stretches[i])
    }

    fn derivatives(&self, at: &Principal) -> Derivatives {
        let (s, ln_J) = (&at.stretches, at.ln_volume_ratio());
        let (J, bulk) = (ln_J.exp(), self.lame.bulk());
        let shape = at.logarithms.map(|log| log - ln_J / 3.0);
        let c = bulk * ln_J.exp_m1() * J;
        let mut t = [0.0; 3];
        let mut slopes = [[bulk * (2.0 * J - 1.0) * J; 3]; 3];
        let mut D = [0.0; 3];
        for (mu, alpha) in self.terms() {
            let L = powers(alpha, &shape);
            let M = mean(&L);
            for i in 0..3 {
                t[i] += mu * (L[i] - M);
                slopes[i][i] += mu * alpha * (1.0 + L[i]);
                for j in 0..3 {
                    slopes[i][j] -= mu * alpha * (1.0 + L[i] + L[j] - M) / 3.0;
                }
            }
            for (k, (i, j)) in PAIRS.into_iter().enumerate() {
                let x = at.logarithms[i] - at.logarithms[j];
                D[k] += if x.abs() < 1.0 {
                    let middle = exponent(0.5 * alpha * (shape[i] + shape[j])).exp();
                    mu * middle * sinh_ratio(alpha, x) / (s[i] * s[j]).sqrt()
                } else {
                    mu * (L[i] - L[j]) / (s[i] - s[j])
                };
            }
        }
        let stress: [f64; 3] = std::array::from_fn(|i| (t[i] + c) / s[i]);
        let mut hessian = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                hessian[i][j] = slopes[i][j] / (s[i] * s[j]);
            }
            hessian[i][i] -= stress[i] / s[i];
        }
        let difference = |k: usize, (i, j): (usize, usize)| {
            (0.5 * D[k] * (s[i] + s[j]) - 0.5 * (t[i] + t[j]) - c) / (s[i] * s[j])
        };
        Derivatives {
            hessian,
            differences: std::array::from_fn(|k| difference(k, PAIRS[k])),
            sums: PAIRS.map(|(i, j)| (stress[i] + stress[j]) / (s[i] + s[j])),
        }
    }

    #[inline(always)]
    fn tangent<R: Real>(&self, F: &M3<R>) -> SpectralTangent<R> {
        let F_lanes = lane_mats(F);
        let at = |l: usize| {
            let principal = Principal::of(&F_lanes[l]);
            (principal, self.derivatives(&principal))
        };
        if R::COUNT == 1 {
            SpectralTangent::new(&[at(0)])
        } else {
            SpectralTangent::new(&[at(0), at(1), at(2), at(3)])
        }
    }
}

impl Isotropic for Ogden {
    fn from_moduli(lame: LameParameters) -> Self {
        Self::of_terms(&USUAL.map(|(share, alpha)| (2.0 * share * lame.mu() / alpha, alpha)), lame)
    }

    fn moduli(&self) -> LameParameters {
        self.lame
    }
}

impl Law for Ogden {
    fn name(&self) -> &'static str {
        "ogden"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let F_lanes = lane_mats(F);
        R::from_lanes(|l| {
            let F = &F_lanes[l];
            let psi = self.energy(&Principal::of(F));
            if F.determinant() > 0.0 && !psi.is_nan() { psi } else { f64::INFINITY }
        })
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        let F_lanes = lane_mats(F);
        let at = |l: usize| -> DMat3 {
            let principal = Principal::of(&F_lanes[l]);
            stress_of(&principal, &self.principal_stress(&principal))
        };
        small::from_mats(at)
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        self.tangent(F).apply(dF)
    }

    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        let tangent = self.tangent(F);
        tangent_from_differentials(
            #[inline(always)]
            |dF| tangent.apply(dF),
        )
    }

    fn needs_positive_volume(&self) -> bool {
        true
    }
}
