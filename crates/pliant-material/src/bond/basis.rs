//! The functions A_n and B_n of a stretch s > 0, and their sums (Xu 2018, eqs. 15 to 17), n = 1, 2, ...:
//!
//!   A_n   = ((s^(n+1) - 1)/(n + 1) + (s^(1-n) - 1)/(n - 1))/n,   A_1 = (s^2 - 1)/2 - ln s
//!   A_n'  = (s^n - s^-n)/n,    A_n'' = s^(n-1) + s^-(n+1)
//!   B_n   = 2 ((s^(n+1) - 1)/(n + 1) - s + 1)/n
//!   B_n'  = 2 (s^n - 1)/n,     B_n'' = 2 s^(n-1)
//!
//! All are zero and least at s = 1, where their second derivative is 2, and convex for s > 0. A_n is infinite at s = 0, B_n is not.

use super::BondError;
use crate::strain::exp_m1_minus;

/// One of the functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Basis {
    /// A_n: infinite where a bond is pressed to a point.
    A(u32),
    /// B_n: finite everywhere.
    B(u32),
}

/// s^n by repeated squaring: the same bits everywhere, and much faster than powers of a number that is not whole.
fn power(s: f64, n: u32) -> f64 {
    let (mut result, mut square, mut n) = (1.0, s, n);
    while n > 0 {
        if n & 1 == 1 {
            result *= square;
        }
        square *= square;
        n >>= 1;
    }
    result
}

impl Basis {
    /// The largest n: beyond it powers of usual stretches are no longer told apart, or no longer numbers.
    pub const LARGEST: u32 = 64;

    /// "A3", "B1".
    pub fn name(self) -> String {
        match self {
            Self::A(n) => format!("A{n}"),
            Self::B(n) => format!("B{n}"),
        }
    }

    /// The function with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut letters = name.chars();
        let kind = letters.next()?;
        let n: u32 = letters.as_str().parse().ok().filter(|n| (1..=Self::LARGEST).contains(n))?;
        match kind {
            'A' | 'a' => Some(Self::A(n)),
            'B' | 'b' => Some(Self::B(n)),
            _ => None,
        }
    }

    /// n.
    pub fn order(self) -> u32 {
        match self {
            Self::A(n) | Self::B(n) => n,
        }
    }

    /// f(s), accurate to the last digits near s = 1.
    pub fn value(self, s: f64) -> f64 {
        let n = f64::from(self.order());
        // With x = ln s and e(y) = exp(y) - 1 - y the terms of first order are gone.
        let x = s.ln();
        match self {
            Self::A(_) if s <= 0.0 => f64::INFINITY,
            Self::A(1) => 0.5 * exp_m1_minus(2.0 * x),
            Self::A(_) => {
                let rising = exp_m1_minus((n + 1.0) * x) / (n + 1.0);
                let falling = exp_m1_minus((1.0 - n) * x) / (n - 1.0);
                (rising + falling) / n
            }
            Self::B(k) if s < 0.5 => 2.0 / n * ((power(s, k + 1) - 1.0) / (n + 1.0) - s + 1.0),
            Self::B(_) => 2.0 / n * (exp_m1_minus((n + 1.0) * x) / (n + 1.0) - exp_m1_minus(x)),
        }
    }

    /// f'(s).
    pub fn slope(self, s: f64) -> f64 {
        match self {
            Self::A(n) => {
                let up = power(s, n);
                (up - 1.0 / up) / f64::from(n)
            }
            Self::B(n) => 2.0 * (power(s, n) - 1.0) / f64::from(n),
        }
    }

    /// f''(s).
    pub fn curvature(self, s: f64) -> f64 {
        match self {
            Self::A(n) => power(s, n - 1) + 1.0 / power(s, n + 1),
            Self::B(n) => 2.0 * power(s, n - 1),
        }
    }
}

/// A sum of basis functions, scaled so that its second derivative at s = 1 is 2, as that of each of them: what is left to
/// lambda and mu is the stiffness.
#[derive(Clone, Debug, PartialEq)]
pub struct BasisSum {
    terms: Vec<(Basis, f64)>,
}

impl BasisSum {
    /// A sum with coefficients in any scale, none of them negative and one of them positive: then g or h is zero and least at
    /// s = 1 and convex. A function may be there once.
    pub fn new(terms: &[(Basis, f64)]) -> Result<Self, BondError> {
        for (i, &(basis, coefficient)) in terms.iter().enumerate() {
            if !(1..=Basis::LARGEST).contains(&basis.order()) {
                return Err(BondError::Order { name: basis.name() });
            }
            if !(coefficient >= 0.0 && coefficient.is_finite()) {
                return Err(BondError::Coefficient { name: basis.name(), coefficient });
            }
            if terms[..i].iter().any(|(known, _)| *known == basis) {
                return Err(BondError::Twice { name: basis.name() });
            }
        }
        let sum: f64 = terms.iter().map(|term| term.1).sum();
        if !(sum > 0.0 && sum.is_finite()) {
            return Err(BondError::Empty);
        }
        let positive = terms.iter().filter(|term| term.1 > 0.0);
        Ok(Self { terms: positive.map(|&(basis, c)| (basis, c / sum)).collect() })
    }

    /// One function alone.
    pub fn only(basis: Basis) -> Self {
        Self { terms: vec![(basis, 1.0)] }
    }

    /// (3 B_3 - B_1)/2 = (s^2 - 1)^2/4: St. Venant-Kirchhoff's law in bonds. It breaks the third condition: below s = 0.577 it is
    /// concave, and a bond pressed further gives way. Hence it is had by name only.
    pub fn st_venant_kirchhoff() -> Self {
        Self { terms: vec![(Basis::B(3), 1.5), (Basis::B(1), -0.5)] }
    }

    /// The functions and their shares; these sum to 1.
    pub fn terms(&self) -> &[(Basis, f64)] {
        &self.terms
    }

    /// Whether the sum meets the third condition: convex for every s > 0.
    pub fn is_convex(&self) -> bool {
        self.terms.iter().all(|term| term.1 >= 0.0)
    }

    /// f(s).
    pub fn value(&self, s: f64) -> f64 {
        self.terms.iter().map(|(basis, share)| share * basis.value(s)).sum()
    }

    /// f'(s).
    pub fn slope(&self, s: f64) -> f64 {
        self.terms.iter().map(|(basis, share)| share * basis.slope(s)).sum()
    }

    /// f''(s).
    pub fn curvature(&self, s: f64) -> f64 {
        self.terms.iter().map(|(basis, share)| share * basis.curvature(s)).sum()
    }
}
