//! A sum of basis functions laid out for loops over bonds.
//!
//! With e = s - 1 and r = 1/s, the powers of A_n and B_n are sums of powers of s and r times e or e^2, all of one sign, so that
//! nothing cancels near s = 1 (x^n - 1 = (x - 1)(1 + x + ... + x^(n-1)), twice):
//!
//!   B_n   = 2 e^2/(n (n+1)) sum_{m<n} (n - m) s^m,       B_n'  = 2 e/n sum_{m<n} s^m
//!   A_n   = e^2/n (sum_{m<n} (n - m) s^m/(n + 1) + sum_{0<m<n} (n - m) r^m/(n - 1)),   A_1 = e^2/2 + e - ln s
//!   A_n'  = e/n (sum_{m<n} s^m + sum_{0<m<=n} r^m)
//!
//! and f'' as in [`Basis`](super::Basis).

use super::{Basis, BasisSum};
use pliant_math::lanes::Real;

/// Coefficients of s^0, s^1, ... and of r^1, r^2, ...
#[derive(Clone, Debug, Default, PartialEq)]
struct Powers {
    rising: Vec<f64>,
    falling: Vec<f64>,
}

impl Powers {
    fn add_rising(&mut self, power: usize, coefficient: f64) {
        add(&mut self.rising, power, coefficient);
    }

    fn add_falling(&mut self, power: usize, coefficient: f64) {
        add(&mut self.falling, power - 1, coefficient);
    }

    #[inline(always)]
    fn sum<R: Real>(&self, s: R, r: R) -> R {
        let rising = horner(&self.rising, s);
        if self.falling.is_empty() { rising } else { r.mul_add(horner(&self.falling, r), rising) }
    }
}

fn add(coefficients: &mut Vec<f64>, place: usize, coefficient: f64) {
    if coefficients.len() <= place {
        coefficients.resize(place + 1, 0.0);
    }
    coefficients[place] += coefficient;
}

#[inline(always)]
fn horner<R: Real>(coefficients: &[f64], x: R) -> R {
    let mut sum = R::zero();
    for &coefficient in coefficients.iter().rev() {
        sum = sum.mul_add(x, R::splat(coefficient));
    }
    sum
}

/// e of a bond that is next to nothing: its logarithm is still a number.
const SHORTEST: f64 = -1.0 + 1e-15;

/// g or h, for four bonds side by side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BondFunction {
    value: Powers,
    slope: Powers,
    curvature: Powers,
    /// Coefficient of e - ln s.
    logarithm: f64,
}

impl BondFunction {
    /// From the shares of the functions.
    pub fn new(sum: &BasisSum) -> Self {
        let mut out = Self::default();
        for &(basis, share) in sum.terms() {
            out.add(basis, share);
        }
        out
    }

    #[allow(clippy::cast_precision_loss, reason = "orders are at most 64")]
    fn add(&mut self, basis: Basis, share: f64) {
        let order = basis.order() as usize;
        let n = order as f64;
        let is_a = matches!(basis, Basis::A(_));
        // What the powers of s of B_n have twice, those of A_n have once.
        let c = if is_a { share / n } else { 2.0 * share / n };
        for m in 0..order {
            self.value.add_rising(m, c * (n - m as f64) / (n + 1.0));
            self.slope.add_rising(m, c);
        }
        self.curvature.add_rising(order - 1, c * n);
        if !is_a {
            return;
        }
        for m in 1..order {
            self.value.add_falling(m, c * (n - m as f64) / (n - 1.0));
        }
        for m in 1..=order {
            self.slope.add_falling(m, c);
        }
        self.curvature.add_falling(order + 1, c * n);
        if order == 1 {
            self.logarithm += share;
        }
    }

    /// f(s); `e` = s - 1, `r` = 1/s.
    #[inline(always)]
    pub fn value<R: Real>(&self, s: R, e: R, r: R) -> R {
        let powers = e * e * self.value.sum(s, r);
        if self.logarithm == 0.0 {
            return powers;
        }
        // Bonds that fill up packs have no length, and count for nothing.
        let rest = e.map(|e| e - e.max(SHORTEST).ln_1p());
        rest.mul_add(R::splat(self.logarithm), powers)
    }

    /// f'(s).
    #[inline(always)]
    pub fn slope<R: Real>(&self, s: R, e: R, r: R) -> R {
        e * self.slope.sum(s, r)
    }

    /// f''(s).
    #[inline(always)]
    pub fn curvature<R: Real>(&self, s: R, r: R) -> R {
        self.curvature.sum(s, r)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_powers_are_the_functions_themselves() {
        let alone = (1..=9).flat_map(|n| [Basis::A(n), Basis::B(n)]).map(BasisSum::only);
        let mixed = BasisSum::new(&[(Basis::A(1), 2.0), (Basis::A(4), 0.5), (Basis::B(3), 1.5)]).unwrap();
        for sum in alone.chain([mixed, BasisSum::st_venant_kirchhoff()]) {
            let f = BondFunction::new(&sum);
            for s in [0.3, 0.7, 0.999, 1.0, 1.0001, 1.6, 3.0_f64] {
                let (e, r) = (s - 1.0, 1.0 / s);
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-13 * b.abs() + 1e-16;
                assert!(close(f.value(s, e, r), sum.value(s)), "{sum:?} at {s}");
                assert!(close(f.slope(s, e, r), sum.slope(s)), "{sum:?} at {s}");
                assert!(close(f.curvature(s, r), sum.curvature(s)), "{sum:?} at {s}");
            }
        }
    }
}
