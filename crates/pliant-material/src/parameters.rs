//! Elastic moduli of isotropic materials and the conversions between the usual pairs.
//!
//! lambda, mu: Lame parameters in Pa; E: Young's modulus in Pa; nu: Poisson's ratio; K: bulk modulus in Pa.
//! A material is stable when mu > 0 and K > 0, that is E > 0 and -1 < nu < 1/2.

use thiserror::Error;

/// A parameter no material can have.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ParameterError {
    /// A modulus, density or the like that must be positive is not.
    #[error("{name} must be a positive finite number, but is {value} {unit}")]
    NotPositive {
        /// What it is.
        name: &'static str,
        /// What was given.
        value: f64,
        /// Its unit.
        unit: &'static str,
    },
    /// A damping coefficient that must not be negative is.
    #[error(
        "{name} must be zero or a positive finite number, but is {value} {unit}: negative damping adds energy"
    )]
    Negative {
        /// What it is.
        name: &'static str,
        /// What was given.
        value: f64,
        /// Its unit.
        unit: &'static str,
    },
    /// Poisson's ratio outside its range.
    #[error(
        "Poisson's ratio must lie above -1 and below 0.5, but is {value}; 0.5 is exactly incompressible and has no \
         finite bulk modulus: use 0.49 or 0.499 for rubber"
    )]
    PoissonRatio {
        /// What was given.
        value: f64,
    },
    /// Lame's first parameter so negative that the bulk modulus is not positive.
    #[error(
        "lambda must lie above -2/3 mu = {least} Pa for the bulk modulus to be positive, but is {value} Pa"
    )]
    Lambda {
        /// What was given.
        value: f64,
        /// The bound.
        least: f64,
    },
    /// Constants of a law for rubber that make no shear modulus above zero.
    #[error(
        "{constants} make the shear modulus at rest {formula} = {shear} Pa, but it must be a positive finite number: \
         such a material would not resist a change of shape"
    )]
    NoShearModulus {
        /// What they are called.
        constants: &'static str,
        /// How the shear modulus follows from them.
        formula: &'static str,
        /// What comes out.
        shear: f64,
    },
    /// Terms of Ogden's law that are none.
    #[error("{reason}")]
    OgdenTerms {
        /// What is wrong with them, and what would be right.
        reason: String,
    },
    /// The moduli are so large that the conversion overflows.
    #[error("these moduli are too large: lambda = {lambda} Pa, mu = {mu} Pa")]
    Overflow {
        /// Lame's first parameter.
        lambda: f64,
        /// Shear modulus.
        mu: f64,
    },
}

/// `value` if it is positive and finite.
pub(crate) fn positive(name: &'static str, value: f64, unit: &'static str) -> Result<f64, ParameterError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(ParameterError::NotPositive { name, value, unit })
    }
}

/// `value` if it is zero or positive, and finite.
pub(crate) fn not_negative(
    name: &'static str,
    value: f64,
    unit: &'static str,
) -> Result<f64, ParameterError> {
    if value >= 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(ParameterError::Negative { name, value, unit })
    }
}

/// The Lame parameters of an isotropic material; always such that mu > 0 and K > 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LameParameters {
    lambda: f64,
    mu: f64,
}

impl LameParameters {
    /// From lambda and the shear modulus mu in Pa.
    pub fn from_lame(lambda: f64, mu: f64) -> Result<Self, ParameterError> {
        let mu = positive("the shear modulus mu", mu, "Pa")?;
        let least = -2.0 / 3.0 * mu;
        if lambda.is_nan() || lambda <= least {
            return Err(ParameterError::Lambda { value: lambda, least });
        }
        Self { lambda, mu }.finite()
    }

    /// From Young's modulus in Pa and Poisson's ratio.
    pub fn from_young_poisson(young: f64, poisson: f64) -> Result<Self, ParameterError> {
        let young = positive("Young's modulus E", young, "Pa")?;
        if !(poisson > -1.0 && poisson < 0.5) {
            return Err(ParameterError::PoissonRatio { value: poisson });
        }
        let mu = young / (2.0 * (1.0 + poisson));
        Self { lambda: 2.0 * mu * poisson / (1.0 - 2.0 * poisson), mu }.finite()
    }

    /// From the bulk modulus and the shear modulus in Pa.
    pub fn from_bulk_shear(bulk: f64, mu: f64) -> Result<Self, ParameterError> {
        let bulk = positive("the bulk modulus K", bulk, "Pa")?;
        let mu = positive("the shear modulus mu", mu, "Pa")?;
        Self { lambda: bulk - 2.0 / 3.0 * mu, mu }.finite()
    }

    fn finite(self) -> Result<Self, ParameterError> {
        if self.p_wave_modulus().is_finite() && self.young().is_finite() {
            Ok(self)
        } else {
            Err(ParameterError::Overflow { lambda: self.lambda, mu: self.mu })
        }
    }

    /// Lame's first parameter lambda in Pa.
    #[inline(always)]
    pub fn lambda(&self) -> f64 {
        self.lambda
    }

    /// Shear modulus mu in Pa.
    #[inline(always)]
    pub fn mu(&self) -> f64 {
        self.mu
    }

    /// Bulk modulus K = lambda + 2/3 mu in Pa.
    #[inline(always)]
    pub fn bulk(&self) -> f64 {
        self.lambda + 2.0 / 3.0 * self.mu
    }

    /// Young's modulus E = mu (3 lambda + 2 mu) / (lambda + mu) in Pa.
    pub fn young(&self) -> f64 {
        let ratio = self.lambda / self.mu;
        self.mu * (3.0 * ratio + 2.0) / (ratio + 1.0)
    }

    /// Poisson's ratio nu = lambda / (2 (lambda + mu)).
    pub fn poisson(&self) -> f64 {
        let ratio = self.lambda / self.mu;
        0.5 * ratio / (ratio + 1.0)
    }

    /// P-wave modulus lambda + 2 mu in Pa: its root over the density is the fastest wave at rest.
    pub fn p_wave_modulus(&self) -> f64 {
        self.lambda + 2.0 * self.mu
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn pairs_convert_back_and_forth() {
        for (young, poisson) in [(1e6, 0.3), (2.1e11, 0.0), (5.0, 0.499), (1.0, -0.9), (7e10, 0.25)] {
            let lame = LameParameters::from_young_poisson(young, poisson).unwrap();
            let same = |a: f64, b: f64| assert!((a - b).abs() <= 1e-12 * b.abs().max(1e-3), "{a} {b}");
            same(lame.young(), young);
            same(lame.poisson(), poisson);
            same(lame.bulk(), young / (3.0 * (1.0 - 2.0 * poisson)));
            let again = LameParameters::from_bulk_shear(lame.bulk(), lame.mu()).unwrap();
            same(again.lambda() / young, lame.lambda() / young);
            let direct = LameParameters::from_lame(lame.lambda(), lame.mu()).unwrap();
            assert_eq!(direct, lame);
            same(lame.p_wave_modulus(), lame.bulk() + 4.0 / 3.0 * lame.mu());
        }
    }

    #[test]
    fn nonsense_is_refused_with_the_range() {
        for (young, poisson, says) in [
            (0.0, 0.3, "Young's modulus E must be a positive finite number, but is 0 Pa"),
            (-1.0, 0.3, "Young's modulus"),
            (f64::NAN, 0.3, "Young's modulus"),
            (f64::INFINITY, 0.3, "Young's modulus"),
            (1e6, 0.5, "below 0.5, but is 0.5"),
            (1e6, -1.0, "above -1"),
            (1e6, f64::NAN, "Poisson"),
            (1e306, 0.4999999, "too large"),
        ] {
            let error = LameParameters::from_young_poisson(young, poisson).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
        let error = LameParameters::from_lame(-0.7, 1.0).unwrap_err().to_string();
        assert!(error.contains("above -2/3 mu"), "{error}");
        assert!(LameParameters::from_lame(f64::NAN, 1.0).is_err());
        assert!(LameParameters::from_lame(1.0, 0.0).is_err());
        assert!(LameParameters::from_bulk_shear(0.0, 1.0).is_err());
        assert!(LameParameters::from_bulk_shear(1.0, -1.0).is_err());
    }
}
