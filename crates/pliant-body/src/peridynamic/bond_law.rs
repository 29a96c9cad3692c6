//! What all bonds of one material do, in solids, layers or fibres.

use super::upright::Upright;
use pliant_material::bond::{BasisSum, BondFunction, bond_factors};
use pliant_material::{Damping, LameParameters, Material};
use pliant_math::lanes::Real;

/// How stiffly points that are inside out are turned back, in P-wave moduli.
const UPRIGHT: f64 = 4.0;

/// W = lambda g(theta) + mu sum_j b_j h(tau_j), theta = 1 + sum_j a_j m(tau_j) (Xu 2018, eq. 12), damped by
/// lambda_d theta' + mu_d tau' along each bond.
#[derive(Clone, Debug)]
pub struct BondLaw {
    /// lambda and mu (Pa).
    pub lambda: f64,
    pub mu: f64,
    /// The same beside rates (Pa s).
    pub lambda_damping: f64,
    pub mu_damping: f64,
    pub g: BondFunction,
    pub h: BondFunction,
    /// m = (tau^2 - 1)/2 and not tau - 1.
    pub squared: bool,
    /// Neighbourhoods span space, so that points can be inside out.
    pub has_volume: bool,
    /// What turns points back that are.
    pub upright: Upright,
}

impl BondLaw {
    /// Of a material in a space of so many dimensions; without functions of bonds, St. Venant-Kirchhoff's law.
    pub fn new(material: &Material, dimension: usize) -> Self {
        let lame = material.law.lame();
        let [lambda, mu] = bond_factors(&lame, dimension);
        let [lambda_damping, mu_damping] = damping_factors(&material.damping, [lambda, mu], dimension);
        let (g, h) = match &material.bonds {
            // In a layer lambda is negative below a ratio of 1/3; the energy is bounded all the same with g = h.
            Some(bonds) if lambda < 0.0 => (bonds.stretch.clone(), bonds.stretch.clone()),
            Some(bonds) => (bonds.dilation.clone(), bonds.stretch.clone()),
            None => (BasisSum::only(pliant_material::bond::Basis::B(1)), BasisSum::st_venant_kirchhoff()),
        };
        let stiffness = if dimension == 3 { UPRIGHT * lame.p_wave_modulus() } else { 0.0 };
        Self {
            lambda,
            mu,
            lambda_damping,
            mu_damping,
            g: BondFunction::new(&g),
            h: BondFunction::new(&h),
            squared: material.bonds.is_none(),
            has_volume: dimension == 3,
            upright: Upright { stiffness },
        }
    }

    /// Whether forces depend on velocities.
    pub fn is_damped(&self) -> bool {
        self.lambda_damping != 0.0 || self.mu_damping != 0.0
    }

    /// m of a stretch 1 + e.
    #[inline(always)]
    pub fn measure<R: Real>(&self, e: R) -> R {
        if self.squared { e * (R::splat(0.5) * e + R::one()) } else { e }
    }

    /// m'.
    #[inline(always)]
    pub fn measure_slope<R: Real>(&self, stretch: R) -> R {
        if self.squared { stretch } else { R::one() }
    }

    /// m''.
    pub fn measure_curvature(&self) -> f64 {
        if self.squared { 1.0 } else { 0.0 }
    }
}

/// Rayleigh's part is so many seconds of the stiffness at rest; viscosities are moduli of rates.
fn damping_factors(damping: &Damping, [lambda, mu]: [f64; 2], dimension: usize) -> [f64; 2] {
    let (eta, bulk) = (damping.shear_viscosity, damping.bulk_viscosity);
    let viscous = match LameParameters::from_lame(bulk - 2.0 / 3.0 * eta, eta) {
        Ok(viscosities) => bond_factors(&viscosities, dimension),
        // One of the two is zero: the formula of solids needs no division.
        Err(_) => [4.5 * (bulk - 5.0 / 3.0 * eta), 7.5 * eta],
    };
    let time = damping.stiffness_time;
    [time * lambda + viscous[0], time * mu + viscous[1]]
}
