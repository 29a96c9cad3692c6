//! Strain without cancellation: what the energies of the laws need close to the rest state and under rotation.
//!
//! With G = F^T F - I (twice the Green strain), J^2 - 1 = tr G + r, where r = II(G) + III(G) is of second
//! order, and I1 - 3 = tr G. An energy such as mu/2 (I1 - 3) - mu ln J is the small difference of first-order terms;
//! written with q = tr G + r and r the first-order terms cancel on paper instead of in the last digits.

use pliant_math::lanes::{Real, WIDTH};
use pliant_math::small::{self, M3};

/// The entries of a symmetric 3x3 matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symmetric<R> {
    pub xx: R,
    pub yy: R,
    pub zz: R,
    pub yz: R,
    pub zx: R,
    pub xy: R,
}

impl<R: Real> Symmetric<R> {
    /// Sum of the diagonal.
    #[inline(always)]
    pub fn trace(&self) -> R {
        self.xx + self.yy + self.zz
    }

    /// Sum of the squares of all nine entries.
    #[inline(always)]
    pub fn norm_squared(&self) -> R {
        let diagonal = self.zz.mul_add(self.zz, self.yy.mul_add(self.yy, self.xx * self.xx));
        let off = self.xy.mul_add(self.xy, self.zx.mul_add(self.zx, self.yz * self.yz));
        off.mul_add(R::splat(2.0), diagonal)
    }

    /// All nine entries.
    #[inline(always)]
    pub fn full(&self) -> M3<R> {
        [[self.xx, self.xy, self.zx], [self.xy, self.yy, self.yz], [self.zx, self.yz, self.zz]]
    }
}

/// `a . b` of columns i and j of F, added to `start`. The column's own entry comes first, so that
/// `F_ii^2 - 1` is rounded once.
#[inline(always)]
fn column_product<R: Real>(F: &M3<R>, i: usize, j: usize, start: R) -> R {
    let (second, third) = ((i + 1) % 3, (i + 2) % 3);
    let own = F[i][i].mul_add(F[i][j], start);
    F[third][i].mul_add(F[third][j], F[second][i].mul_add(F[second][j], own))
}

/// G = F^T F - I = 2 E, twice the Green strain, accurate to the last digits for small strains.
#[inline(always)]
pub(crate) fn twice_green_strain<R: Real>(F: &M3<R>) -> Symmetric<R> {
    let (minus_one, zero) = (R::splat(-1.0), R::zero());
    Symmetric {
        xx: column_product(F, 0, 0, minus_one),
        yy: column_product(F, 1, 1, minus_one),
        zz: column_product(F, 2, 2, minus_one),
        yz: column_product(F, 1, 2, zero),
        zx: column_product(F, 2, 0, zero),
        xy: column_product(F, 0, 1, zero),
    }
}

/// What isotropic energies are made of, at one F.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invariants {
    /// I1 - 3 = tr G.
    pub first: f64,
    /// r = J^2 - 1 - (I1 - 3), of second order in the strain.
    pub remainder: f64,
    /// J.
    pub volume_ratio: f64,
    /// Whether strains are small enough (|G| < 1/2, not inverted) for the forms that cancel first-order terms on
    /// paper; elsewhere the plain forms are the more accurate ones.
    pub near_rest: bool,
}

impl Invariants {
    /// q = J^2 - 1.
    pub fn squared_volume_change(&self) -> f64 {
        self.first + self.remainder
    }

    /// J - 1.
    pub fn volume_change(&self) -> f64 {
        if self.near_rest {
            let q = self.squared_volume_change();
            q / (1.0 + (1.0 + q).sqrt())
        } else {
            self.volume_ratio - 1.0
        }
    }
}

/// Evaluates an energy lane by lane from the invariants of F.
#[inline(always)]
pub(crate) fn energy_from_invariants<R: Real>(F: &M3<R>, energy: impl Fn(&Invariants) -> f64) -> R {
    let strain = twice_green_strain(F);
    let G = strain.full();
    let cof = small::cofactor(&G);
    let remainder = small::trace(&cof) + small::determinant_from_cofactor(&G, &cof);
    // Lanes are read out here, not in the closure: a closure may stay a call that hands over whole registers.
    let (first, remainder) = (lanes(strain.trace()), lanes(remainder));
    let (size, J) = (lanes(strain.norm_squared()), lanes(small::determinant(F)));
    R::from_lanes(|l| {
        let near_rest = size[l] < 0.25 && J[l] > 0.0;
        energy(&Invariants { first: first[l], remainder: remainder[l], volume_ratio: J[l], near_rest })
    })
}

/// The numbers in the lanes; a scalar repeats itself.
#[inline(always)]
pub(crate) fn lanes<R: Real>(x: R) -> [f64; WIDTH] {
    [x.lane(0), x.lane(1 % R::COUNT), x.lane(2 % R::COUNT), x.lane(3 % R::COUNT)]
}

/// ln(1 + q) - q without cancellation.
pub(crate) fn ln_1p_minus(q: f64) -> f64 {
    if q.abs() > 0.25 {
        return q.ln_1p() - q;
    }
    // ln(1 + q) = 2 artanh(s) with s = q / (2 + q), and 2 s - q = -q s; |s| <= 1/7, so ten terms reach 1e-17.
    const ODD_RECIPROCALS: [f64; 10] = [
        1.0 / 3.0,
        1.0 / 5.0,
        1.0 / 7.0,
        1.0 / 9.0,
        1.0 / 11.0,
        1.0 / 13.0,
        1.0 / 15.0,
        1.0 / 17.0,
        1.0 / 19.0,
        1.0 / 21.0,
    ];
    let s = q / (2.0 + q);
    let squared = s * s;
    let sum = ODD_RECIPROCALS.iter().rev().fold(0.0, |sum, r| sum * squared + r);
    2.0 * s * squared * sum - q * s
}

/// The least J at which laws with a barrier evaluate stress: keeps 1/J^2 and J^(-8/3) finite.
const VOLUME_RATIO_FLOOR: f64 = 1e-60;

/// J, or a tiny positive number where J is not positive.
#[inline(always)]
pub(crate) fn floored_volume_ratio<R: Real>(J: R) -> R {
    J.max(R::splat(VOLUME_RATIO_FLOOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_without_its_linear_part() {
        // Against the series at |q| small and against ln_1p at |q| large.
        for q in [1e-12, -1e-9, 1e-6, -1e-4] {
            let series = q * q * (-0.5 + q * (1.0 / 3.0 + q * (-0.25 + q / 5.0)));
            assert!((ln_1p_minus(q) / series - 1.0).abs() < 1e-15, "{q}");
        }
        for q in [0.2499999, -0.2499999, 0.26, -0.26, 0.1, -0.1, 5.0, -0.9] {
            let direct = f64::ln_1p(q) - q;
            assert!((ln_1p_minus(q) / direct - 1.0).abs() < 1e-14, "{q}");
        }
        assert_eq!(ln_1p_minus(0.0), 0.0);
    }
}
