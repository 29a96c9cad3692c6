//! lambda g and mu h together.
//!
//! At small strain e a full neighbourhood stores lambda tr(e)^2/9 + mu (2 e : e + tr(e)^2)/15, since g'' = h'' = 2 at rest. Compared with
//! Hooke's law (lambda_s, mu_s):
//!
//!   mu = 15/2 mu_s = 15 E/(4 (1 + nu)),   lambda = 9/2 (lambda_s - mu_s) = 9 E (4 nu - 1)/(4 (1 + nu)(1 - 2 nu)).
//!
//! (Eq. 26 of Xu 2018 has the first, but not the second.) Below nu = 1/4 lambda is negative. The energy is then bounded below if g = h:
//! h is convex, so h(theta) <= sum w V h(tau), and |lambda| < mu for every positive bulk modulus. With another g it need not be.

use super::{BasisSum, bond_factors};
use crate::{LameParameters, ParameterError};
use thiserror::Error;

/// What cannot be a bond's energy.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BondError {
    /// A coefficient that breaks the conditions.
    #[error(
        "the coefficient of {name} must be zero or a positive finite number, but is {coefficient}: with a negative one bonds \
         may give way as they are pulled further"
    )]
    Coefficient {
        /// The function.
        name: String,
        /// What was given.
        coefficient: f64,
    },
    /// An n out of range.
    #[error("{name} is not among the functions: n goes from 1 to 64")]
    Order {
        /// The function.
        name: String,
    },
    /// A function given twice.
    #[error("{name} is there twice: add its coefficients up")]
    Twice {
        /// The function.
        name: String,
    },
    /// Nothing in it.
    #[error("a sum of bond functions needs a coefficient above zero")]
    Empty,
    /// lambda < 0 with g and h apart.
    #[error(
        "with Poisson's ratio {poisson} below 1/4 the factor of g is negative, and where g grows faster than h the energy falls \
         without end: use the same functions for g and h, or a ratio of at least 1/4"
    )]
    Unbounded {
        /// Poisson's ratio.
        poisson: f64,
    },
    /// Factors that make no material.
    #[error("lambda and mu of the bonds make no material: {0}")]
    Moduli(#[from] ParameterError),
}

/// The energy of bonds, W = lambda g(theta) + mu sum w V h(tau).
#[derive(Clone, Debug, PartialEq)]
pub struct BondEnergy {
    lambda: f64,
    mu: f64,
    dilation: BasisSum,
    stretch: BasisSum,
}

impl BondEnergy {
    /// From the factors lambda and mu (Pa) of g (`dilation`) and h (`stretch`).
    pub fn new(lambda: f64, mu: f64, dilation: BasisSum, stretch: BasisSum) -> Result<Self, BondError> {
        let energy = Self { lambda, mu, dilation, stretch };
        let moduli = LameParameters::from_lame(energy.lame_lambda(), energy.lame_mu())?;
        if lambda < 0.0 && energy.dilation != energy.stretch {
            return Err(BondError::Unbounded { poisson: moduli.poisson() });
        }
        Ok(energy)
    }

    /// With these elastic moduli at small strain.
    pub fn from_moduli(
        lame: LameParameters,
        dilation: BasisSum,
        stretch: BasisSum,
    ) -> Result<Self, BondError> {
        let [lambda, mu] = bond_factors(&lame, 3);
        Self::new(lambda, mu, dilation, stretch)
    }

    fn lame_mu(&self) -> f64 {
        self.mu / 7.5
    }

    fn lame_lambda(&self) -> f64 {
        self.lambda / 4.5 + self.lame_mu()
    }

    /// The elastic moduli at small strain.
    pub fn moduli(&self) -> LameParameters {
        LameParameters::from_lame(self.lame_lambda(), self.lame_mu()).expect("new() made them once")
    }

    /// The factor lambda of g (Pa).
    pub fn lambda(&self) -> f64 {
        self.lambda
    }

    /// The factor mu of h (Pa).
    pub fn mu(&self) -> f64 {
        self.mu
    }

    /// g.
    pub fn dilation(&self) -> &BasisSum {
        &self.dilation
    }

    /// h.
    pub fn stretch(&self) -> &BasisSum {
        &self.stretch
    }
}
