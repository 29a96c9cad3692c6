//! What a constitutive law is: an energy density psi of the deformation gradient F and its derivatives.
//!
//! Symbols: F = dx/dX; psi in J/m3 of rest volume; P = dpsi/dF, first Piola-Kirchhoff stress in Pa;
//! dP = (d2psi/dF2) : dF; J = det F; I1 = F : F.
//!
//! Where a law has no energy (see [`Law::needs_positive_volume`]) psi is +infinity, so that a line search turns back;
//! P and dP stay finite there for any finite F of sane size, but mean nothing.

use crate::LameParameters;
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// What every law of the library has: elastic moduli at rest, where all isotropic laws agree with Hooke's.
pub trait Isotropic: Sized {
    /// The law with these moduli at rest. Where they leave something open (the shares of the terms of a law for
    /// rubber), it is what a published fit to natural rubber has.
    fn from_moduli(lame: LameParameters) -> Self;
    /// The elastic moduli at rest.
    fn moduli(&self) -> LameParameters;
}

/// A hyperelastic law psi(F). Pure: no nodes, no time, no state.
///
/// The functions are generic over [`Real`], so that one source serves scalars and SIMD lanes; they must
/// be `#[inline(always)]`.
pub trait Law: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Name as in scene files.
    fn name(&self) -> &'static str;
    /// psi(F) in J/m3.
    fn energy_density<R: Real>(&self, F: &M3<R>) -> R;
    /// P(F) in Pa.
    fn first_piola_stress<R: Real>(&self, F: &M3<R>) -> M3<R>;
    /// dP in Pa for a change dF of F.
    fn stress_differential<R: Real>(&self, F: &M3<R>, dF: &M3<R>) -> M3<R>;
    /// d2psi/dF2 in Pa as a symmetric 9x9 matrix over the index 3 i + k of F_ik. A law overrides it where the whole
    /// costs less than nine differentials.
    #[inline(always)]
    fn stress_tangent<R: Real>(&self, F: &M3<R>) -> [[R; 9]; 9] {
        tangent_from_differentials(|dF| self.stress_differential(F, dF))
    }
    /// True if psi is infinite at det F <= 0, so that a trial step must not cross it.
    fn needs_positive_volume(&self) -> bool {
        false
    }
    /// True if P is linear in F: one solve is exact, Newton needs no second iteration.
    fn is_linear(&self) -> bool {
        false
    }
}

/// d2psi/dF2 as a 9x9 matrix over the index 3 i + k of F_ik.
#[inline(always)]
pub fn stress_tangent<R: Real, L: Law>(law: &L, F: &M3<R>) -> [[R; 9]; 9] {
    law.stress_tangent(F)
}

/// The 9x9 matrix of a linear map dF -> dP, column by column.
#[inline(always)]
pub fn tangent_from_differentials<R: Real>(differential: impl Fn(&M3<R>) -> M3<R>) -> [[R; 9]; 9] {
    let mut tangent = [[R::zero(); 9]; 9];
    for column in 0..9 {
        let mut dF = small::zero::<R>();
        dF[column / 3][column % 3] = R::one();
        let dP = differential(&dF);
        for row in 0..9 {
            tangent[row][column] = dP[row / 3][row % 3];
        }
    }
    tangent
}
