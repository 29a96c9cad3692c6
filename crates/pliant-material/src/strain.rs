//! Strain without cancellation: what the energies of the laws need close to the rest state and under rotation.
//!
//! With G = F^T F - I (twice the Green strain), J^2 - 1 = tr G + r, where r = II(G) + III(G) is of second
//! order, and I1 - 3 = tr G. An energy such as mu/2 (I1 - 3) - mu ln J is the small difference of first-order terms;
//! written with q = tr G + r and r the first-order terms cancel on paper instead of in the last digits.

use glam::{DMat3, DVec3};
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

/// Below this |G|^2 strains are small: forms that cancel first-order terms on paper are the more accurate ones.
pub(crate) const NEAR_REST: f64 = 0.25;

/// What isotropic energies are made of, at one F.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invariants {
    /// I1 - 3 = tr G.
    pub first: f64,
    /// r = J^2 - 1 - (I1 - 3) = II(G) + III(G), of second order in the strain.
    pub remainder: f64,
    /// III(G) = det G, of third order.
    pub third: f64,
    /// I2 = |cof F|^2.
    pub second_invariant: f64,
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
    let third = small::determinant_from_cofactor(&G, &cof);
    let remainder = small::trace(&cof) + third;
    let cof_F = small::cofactor(F);
    let (third, second) = (lanes(third), lanes(small::contract(&cof_F, &cof_F)));
    // Lanes are read out here, not in the closure: a closure may stay a call that hands over whole registers.
    let (first, remainder) = (lanes(strain.trace()), lanes(remainder));
    let (size, J) = (lanes(strain.norm_squared()), lanes(small::determinant(F)));
    R::from_lanes(|l| {
        energy(&Invariants {
            first: first[l],
            remainder: remainder[l],
            third: third[l],
            second_invariant: second[l],
            volume_ratio: J[l],
            near_rest: size[l] < NEAR_REST && J[l] > 0.0,
        })
    })
}

/// The numbers in the lanes; a scalar repeats itself.
#[inline(always)]
pub(crate) fn lanes<R: Real>(x: R) -> [f64; WIDTH] {
    [x.lane(0), x.lane(1 % R::COUNT), x.lane(2 % R::COUNT), x.lane(3 % R::COUNT)]
}

/// F of each lane; a scalar repeats itself. All lanes are read at once, which is several times as fast as one by one.
#[inline(always)]
pub(crate) fn lane_mats<R: Real>(F: &M3<R>) -> [DMat3; WIDTH] {
    let columns = [
        [lanes(F[0][0]), lanes(F[1][0]), lanes(F[2][0])],
        [lanes(F[0][1]), lanes(F[1][1]), lanes(F[2][1])],
        [lanes(F[0][2]), lanes(F[1][2]), lanes(F[2][2])],
    ];
    let column = |j: usize, l: usize| DVec3::new(columns[j][0][l], columns[j][1][l], columns[j][2][l]);
    let mat = |l: usize| DMat3::from_cols(column(0, l), column(1, l), column(2, l));
    [mat(0), mat(1), mat(2), mat(3)]
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

/// exp(x) - 1 - x without cancellation.
pub(crate) fn exp_m1_minus(x: f64) -> f64 {
    if x.abs() > 0.5 {
        return x.exp_m1() - x;
    }
    // x^2/2 (1 + x/3 (1 + x/4 (...))); 0.5^15 / 17! is far below the last digit.
    let sum = (3..=16).rev().fold(1.0, |sum, k| 1.0 + sum * x / f64::from(k));
    0.5 * x * x * sum
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

    #[test]
    fn exponential_without_its_linear_part() {
        for x in [1e-12, -1e-9, 1e-6, -1e-4] {
            let series = x * x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x / 120.0)));
            assert!((exp_m1_minus(x) / series - 1.0).abs() < 1e-15, "{x}");
        }
        for x in [0.4999999, -0.4999999, 0.51, -0.51, 0.1, -0.1, 5.0, -20.0] {
            let direct = f64::exp_m1(x) - x;
            assert!((exp_m1_minus(x) / direct - 1.0).abs() < 1e-14, "{x}");
        }
        assert_eq!(exp_m1_minus(0.0), 0.0);
    }
}
