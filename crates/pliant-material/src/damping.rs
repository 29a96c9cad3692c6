//! What takes energy out of a material: Rayleigh damping and Kelvin-Voigt viscosity.
//!
//! Rayleigh damping acts on the assembled system, C = mass_rate M + stiffness_time K; a mode of angular frequency w
//! decays with the ratio (mass_rate/w + stiffness_time w)/2. It slows down rigid motion too.
//!
//! Kelvin-Voigt viscosity is a stress beside the elastic one, in finite strain
//!   S_v = 2 eta_s dev(Edot) + eta_b tr(Edot) I,  Edot = sym(F^T Fdot),  P_v = F S_v,
//! so that rigid motion feels nothing and the power P_v : Fdot = S_v : Edot is never negative.
//! Source: Simo & Hughes, Computational Inelasticity, ch. 10.
//!
//! Symbols: Fdot = dF/dt in 1/s; eta_s, eta_b: shear and bulk viscosity in Pa s.

use crate::parameters::{ParameterError, not_negative};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3};

/// Damping of a material; all zero by default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damping {
    /// Rayleigh coefficient of the mass matrix in 1/s.
    pub mass_rate: f64,
    /// Rayleigh coefficient of the stiffness matrix in s.
    pub stiffness_time: f64,
    /// Kelvin-Voigt viscosity against change of shape in Pa s.
    pub shear_viscosity: f64,
    /// Kelvin-Voigt viscosity against change of volume in Pa s.
    pub bulk_viscosity: f64,
}

impl Damping {
    /// No damping at all.
    pub const NONE: Self =
        Self { mass_rate: 0.0, stiffness_time: 0.0, shear_viscosity: 0.0, bulk_viscosity: 0.0 };

    /// The damping itself if every coefficient is zero or positive.
    pub fn checked(self) -> Result<Self, ParameterError> {
        not_negative("the mass damping rate", self.mass_rate, "1/s")?;
        not_negative("the stiffness damping time", self.stiffness_time, "s")?;
        not_negative("the shear viscosity", self.shear_viscosity, "Pa s")?;
        not_negative("the bulk viscosity", self.bulk_viscosity, "Pa s")?;
        Ok(self)
    }

    /// True if there is a viscous stress.
    pub fn is_viscous(&self) -> bool {
        self.shear_viscosity > 0.0 || self.bulk_viscosity > 0.0
    }

    /// S_v from the unsymmetric product A whose symmetric part is the strain rate.
    #[inline(always)]
    fn second_piola_stress<R: Real>(&self, A: &M3<R>) -> M3<R> {
        let shear = R::splat(self.shear_viscosity);
        let volume = R::splat(self.bulk_viscosity - 2.0 / 3.0 * self.shear_viscosity) * small::trace(A);
        small::from_fn(
            #[inline(always)]
            |k, l| {
                let deviatoric = shear * (A[k][l] + A[l][k]);
                if k == l { deviatoric + volume } else { deviatoric }
            },
        )
    }

    /// P_v(F, Fdot) in Pa. Linear in Fdot, so it is its own differential with respect to Fdot.
    #[inline(always)]
    pub fn viscous_stress<R: Real>(&self, F: &M3<R>, Fdot: &M3<R>) -> M3<R> {
        small::mul(F, &self.second_piola_stress(&small::transpose_mul(F, Fdot)))
    }

    /// dP_v in Pa for a change dF of F at constant Fdot.
    #[inline(always)]
    pub fn viscous_stress_differential<R: Real>(&self, F: &M3<R>, Fdot: &M3<R>, dF: &M3<R>) -> M3<R> {
        let S = self.second_piola_stress(&small::transpose_mul(F, Fdot));
        let dS = self.second_piola_stress(&small::transpose_mul(dF, Fdot));
        small::add(&small::mul(dF, &S), &small::mul(F, &dS))
    }
}
