//! What turns points back that are inside out.
//!
//! Bonds do not know left from right: a mirrored body stores nothing. The paper exchanges two rows of F where det F < 0 (Xu 2018, eq. 24),
//! which depends on the axes and does not help every g and h. Here a law beside the bonds does it, nothing but where matter is pressed to
//! less than [`LEAST`] of its volume:
//!
//!   psi(F) = k/2 (LEAST - J)^2 for J < LEAST,  P = -k (LEAST - J) cof F,  J = det F.

use pliant_material::Law;
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// J below which it acts.
pub const LEAST: f64 = 0.2;

/// The law.
#[derive(Clone, Copy, Debug)]
pub struct Upright {
    /// k (Pa).
    pub stiffness: f64,
}

impl Upright {
    /// LEAST - J where that is positive, else zero.
    #[inline(always)]
    fn lack<R: Real>(J: R) -> R {
        (R::splat(LEAST) - J).max(R::zero())
    }

    /// Whether it acts on some point.
    #[inline(always)]
    pub fn acts<R: Real>(&self, F: &M3<R>) -> bool {
        let lanes = Self::lack(small::determinant(F)).to_lanes();
        self.stiffness > 0.0 && lanes[..R::COUNT].iter().any(|lack| *lack > 0.0)
    }
}

impl Law for Upright {
    fn name(&self) -> &'static str {
        "upright"
    }

    #[inline(always)]
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R {
        let lack = Self::lack(small::determinant(F));
        R::splat(0.5 * self.stiffness) * lack * lack
    }

    #[inline(always)]
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R> {
        let factor = -(R::splat(self.stiffness) * Self::lack(small::determinant(F)));
        small::scale(&small::cofactor(F), factor)
    }

    #[inline(always)]
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R> {
        let (k, cofactor) = (R::splat(self.stiffness), small::cofactor(F));
        let lack = Self::lack(small::determinant(F));
        let acts = lack.map(|lack| if lack > 0.0 { 1.0 } else { 0.0 });
        let dJ = small::contract(&cofactor, dF);
        let turned = small::scale(&small::cofactor_differential(F, dF), -(k * lack));
        small::add_scaled(&turned, k * acts * dJ, &cofactor)
    }
}
