//! Mooney-Rivlin: rubber by two invariants, with a volume term.
//!
//! psi = C10 (J^(-2/3) I1 - 3) + C01 (J^(-4/3) I2 - 3) + K/2 (J - 1)^2,  I2 = |cof F|^2
//! P   = a F + e H + b cof F,  a = 2 C10 J^(-2/3),  e = 2 C01 J^(-4/3),  H = I1 F - F F^T F,
//!       b = K (J - 1) - (a I1 + 2 e I2)/(3 J)
//! dP  = a dF + e DH[dF] + b D cof(F)[dF] + d (cof F : dF) cof F
//!       - 2/3 a/J (F (cof F : dF) + cof F (F : dF)) - 4/3 e/J (H (cof F : dF) + cof F (H : dF)),
//!       DH[dF] = 2 (F : dF) F + I1 dF - dF F^T F - F dF^T F - F F^T dF,  d = K + (5/9 a I1 + 14/9 e I2)/J^2
//!
//! At rest mu = 2 (C10 + C01). Source: Mooney, J. Appl. Phys. 11, 1940; Rivlin, Phil. Trans. R. Soc. A 241, 1948; the split of
//! shape and volume as in Simo, Taylor & Pister 1985.
//! Limits: J > 0. At J <= 0 the energy is +infinity; stress and tangent are then evaluated at J = 1e-60, finite and
//! meaningless. With a negative constant the energy is not bounded below: fine as far as the data of the fit go, not beyond.

use crate::strain::{Invariants, energy_from_invariants, floored_volume_ratio, ln_1p_minus};
use crate::{Isotropic, LameParameters, Law, ParameterError};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// Mooney-Rivlin elasticity with separate shape and volume energies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MooneyRivlin {
    c10: f64,
    c01: f64,
    lame: LameParameters,
}

/// C01 of the whole C10 + C01 in [`Isotropic::from_moduli`]: usual of gum rubber (Treloar, The Physics of Rubber Elasticity,
/// 3rd ed., ch. 5).
const USUAL_SHARE_OF_C01: f64 = 0.2;

impl MooneyRivlin {
    /// From C10, C01 and the bulk modulus (Pa). C01 may be negative, or C10, as long as the shear modulus 2 (C10 + C01) is positive.
    pub fn new(c10: f64, c01: f64, bulk: f64) -> Result<Self, ParameterError> {
        Ok(Self { c10, c01, lame: LameParameters::from_bulk_shear(bulk, Self::shear_modulus(c10, c01)?)? })
    }

    /// The shear modulus at rest, 2 (C10 + C01) (Pa); an error if it is none.
    pub fn shear_modulus(c10: f64, c01: f64) -> Result<f64, ParameterError> {
        let shear = 2.0 * (c10 + c01);
        if shear > 0.0 && shear.is_finite() {
            return Ok(shear);
        }
        Err(ParameterError::NoShearModulus { constants: "c10 and c01", formula: "2 (c10 + c01)", shear })
    }

    /// C10 (Pa).
    pub fn c10(&self) -> f64 {
        self.c10
    }

    /// C01 (Pa).
    pub fn c01(&self) -> f64 {
        self.c01
    }

    /// Whether the energy grows with the stretch however far it goes: no negative constant.
    pub fn is_stable_at_any_stretch(&self) -> bool {
        self.c10 >= 0.0 && self.c01 >= 0.0
    }

    #[inline(always)]
    fn coefficients<R: Real>(&self, F: &M3<R>) -> Coefficients<R> {
        let cof = small::cofactor(F);
        let J = floored_volume_ratio(small::determinant_from_cofactor(F, &cof));
        let root = J.map(f64::cbrt);
        let inverse = R::one() / (root * root);
        let a = R::splat(2.0 * self.c10) * inverse;
        let e = R::splat(2.0 * self.c01) * inverse * inverse;
        let (I1, I2) = (small::contract(F, F), small::contract(&cof, &cof));
        let FTF = small::transpose_mul(F, F);
        let H = small::sub(&small::scale(F, I1), &small::mul(F, &FTF));
        let bulk = R::splat(self.lame.bulk());
        let (a_over_J, e_over_J) = (a / J, e / J);
        let (aI1, eI2) = (a_over_J * I1, e_over_J * I2);
        let mean_F = I1 / (J * R::splat(3.0));
        let mean_H = (I2 + I2) / (J * R::splat(3.0));
        let pressure = bulk * (J - R::one());
        let b = pressure - a * mean_F - e * mean_H;
        let d = bulk + (aI1 * R::splat(5.0 / 9.0) + eI2 * R::splat(14.0 / 9.0)) / J;
        let mixed_F = a_over_J * R::splat(-2.0 / 3.0);
        let mixed_H = e_over_J * R::splat(-4.0 / 3.0);
        Coefficients { cof, H, FTF, I1, mean_F, mean_H, pressure, a, e, b, d, mixed_F, mixed_H }
    }
}

/// What stress and tangent are made of, in the letters of the module head.
struct Coefficients<R> {
    cof: M3<R>,
    H: M3<R>,
    FTF: M3<R>,
    I1: R,
    /// I1/(3 J)
    mean_F: R,
    /// 2 I2/(3 J)
    mean_H: R,
    /// K (J - 1)
    pressure: R,
    a: R,
    e: R,
    b: R,
    d: R,
    mixed_F: R,
    mixed_H: R,
}

impl<R: Real> Coefficients<R> {
    #[inline(always)]
    fn stress(&self, F: &M3<R>) -> M3<R> {
        // Term by term, so that each vanishes exactly at rest.
        small::from_fn(
            #[inline(always)]
            |i, k| {
                let cof = self.cof[i][k];
                let first = self.a * (F[i][k] - self.mean_F * cof);
                let second = self.e * (self.H[i][k] - self.mean_H * cof);
                self.pressure.mul_add(cof, first + second)
            },
        )
    }

    #[inline(always)]
    fn differential(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        let along_F = small::contract(F, dF);
        let along_H = small::contract(&self.H, dF);
        let along_cof = small::contract(&self.cof, dF);
        // dF F^T F + F (dF^T F + F^T dF)
        let cross = small::transpose_mul(dF, F);
        let both = small::add(&cross, &small::transpose(&cross));
        let turned = small::add(&small::mul(dF, &self.FTF), &small::mul(F, &both));
        let d_cof = small::cofactor_differential(F, dF);
        let of_F = (self.e + self.e) * along_F + self.mixed_F * along_cof;
        let of_H = self.mixed_H * along_cof;
        let of_cof = self.d * along_cof + self.mixed_F * along_F + self.mixed_H * along_H;
        let of_dF = self.e.mul_add(self.I1, self.a);
        small::from_fn(
            #[inline(always)]
            |i, k| {
                let first = of_dF.mul_add(dF[i][k], of_F * F[i][k]);
                let second = of_H.mul_add(self.H[i][k], of_cof * self.cof[i][k]);
                self.b.mul_add(d_cof[i][k], first) - self.e * turned[i][k] + second
            },
        )
    }
}

/// J^(-2/3) I1 - 3.
pub(super) fn first_shape_change(at: &Invariants) -> f64 {
    if at.near_rest {
        // J^(-2/3) I1 / 3 = (1 + x)(1 + q)^(-1/3) with x = (I1 - 3)/3, q = 3 x + r; in logarithms x cancels.
        let q = at.squared_volume_change();
        let logarithm = ln_1p_minus(at.first / 3.0) - (at.remainder + ln_1p_minus(q)) / 3.0;
        3.0 * logarithm.exp_m1()
    } else {
        let root = at.volume_ratio.cbrt();
        (at.first + 3.0) / (root * root) - 3.0
    }
}

/// J^(-4/3) I2 - 3.
fn second_shape_change(at: &Invariants) -> f64 {
    if at.near_rest {
        // J^(-4/3) I2 / 3 = (1 + y)(1 + q)^(-2/3) with y = (2 tr G + II(G))/3; y - 2/3 q = -(II(G) + 2 III(G))/3.
        let q = at.squared_volume_change();
        let y = (2.0 * at.first + at.remainder - at.third) / 3.0;
        let second_order = -(at.remainder + at.third) / 3.0;
        3.0 * (second_order + ln_1p_minus(y) - 2.0 / 3.0 * ln_1p_minus(q)).exp_m1()
    } else {
        let root = at.volume_ratio.cbrt();
        let squared = root * root;
        at.second_invariant / (squared * squared) - 3.0
    }
}

impl Isotropic for MooneyRivlin {
    fn from_moduli(lame: LameParameters) -> Self {
        let half = 0.5 * lame.mu();
        Self { c10: half * (1.0 - USUAL_SHARE_OF_C01), c01: half * USUAL_SHARE_OF_C01, lame }
    }

    fn moduli(&self) -> LameParameters {
        self.lame
    }
}

impl Law for MooneyRivlin {
    fn name(&self) -> &'static str {
        "mooney-rivlin"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let (c10, c01, bulk) = (self.c10, self.c01, self.lame.bulk());
        energy_from_invariants(F, |at| {
            let j = at.volume_change();
            let shape = c10 * first_shape_change(at) + c01 * second_shape_change(at);
            let psi = shape + 0.5 * bulk * j * j;
            if at.volume_ratio > 0.0 && !psi.is_nan() { psi } else { f64::INFINITY }
        })
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        self.coefficients(F).stress(F)
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        self.coefficients(F).differential(F, dF)
    }

    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        let coefficients = self.coefficients(F);
        crate::law::tangent_from_differentials(
            #[inline(always)]
            |dF| coefficients.differential(F, dF),
        )
    }

    fn needs_positive_volume(&self) -> bool {
        true
    }
}
