//! Materials: law, moduli, density, damping.

use pliant_material::bond::BasisSum;

use crate::place::{Located, Place};
use crate::schema::choice_enum;

choice_enum! {
    /// Elastic laws.
    pub enum Law {
        /// Small strains and small rotations only; for checks against linear theory.
        Linear = "linear",
        /// Linear in a frame that turns with each element: small strains, large rotations.
        Corotational = "corotational",
        /// St. Venant-Kirchhoff, quadratic in the Green strain: small strains, large rotations; softens under strong compression.
        StVenantKirchhoff = "stvk",
        /// Neo-Hookean, `mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J`: rubber-like, large strains; cannot be turned inside out.
        NeoHookean = "neo-hookean",
        /// Neo-Hookean with shape and volume apart, `mu/2 (J^(-2/3) I1 - 3) + K/2 (J - 1)^2`.
        NeoHookeanIsochoric = "neo-hookean-isochoric",
        /// Stable neo-Hookean (Smith, de Goes and Kim 2018): like neo-Hookean, and finite even when elements are turned inside out. The right choice when in doubt.
        StableNeoHookean = "stable-neo-hookean",
        /// Mooney-Rivlin, `c10 (J^(-2/3) I1 - 3) + c01 (J^(-4/3) I2 - 3) + K/2 (J - 1)^2`: rubber, with the constants `c10` and `c01`.
        MooneyRivlin = "mooney-rivlin",
        /// Ogden, `sum mu/alpha (l1^alpha + l2^alpha + l3^alpha - 3) + K/2 (J - 1)^2` in the stretches without change of volume: rubber up to where it stiffens, with the lists `mu` and `alpha`.
        Ogden = "ogden",
        /// For peridynamic bodies: energies of the stretches of bonds, `lambda g(theta) + mu sum w h(tau)` (Xu et al. 2018), with the functions `g` and `h`; without these the linear peridynamic solid.
        Bonds = "bonds",
    }
}

/// Elastic moduli of an isotropic material; all of them, whichever pair was given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moduli {
    /// Young's modulus E, Pa.
    pub young: f64,
    /// Poisson's ratio.
    pub poisson: f64,
    /// Bulk modulus K, Pa.
    pub bulk: f64,
    /// Shear modulus mu, Pa.
    pub shear: f64,
    /// Lame's first parameter lambda, Pa.
    pub lambda: f64,
}

impl Moduli {
    /// From Young's modulus and Poisson's ratio in (-1, 1/2).
    #[must_use]
    pub fn from_young_poisson(young: f64, poisson: f64) -> Self {
        let shear = young / (2.0 * (1.0 + poisson));
        let lambda = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
        Self { young, poisson, bulk: young / (3.0 * (1.0 - 2.0 * poisson)), shear, lambda }
    }

    /// From bulk and shear modulus.
    #[must_use]
    pub fn from_bulk_shear(bulk: f64, shear: f64) -> Self {
        let young = 9.0 * bulk * shear / (3.0 * bulk + shear);
        let poisson = (3.0 * bulk - 2.0 * shear) / (2.0 * (3.0 * bulk + shear));
        Self { young, poisson, bulk, shear, lambda: bulk - 2.0 / 3.0 * shear }
    }

    /// From Lame's parameters.
    #[must_use]
    pub fn from_lambda_shear(lambda: f64, shear: f64) -> Self {
        Self { lambda, ..Self::from_bulk_shear(lambda + 2.0 / 3.0 * shear, shear) }
    }

    /// From bulk modulus and Poisson's ratio.
    #[must_use]
    pub fn from_bulk_poisson(bulk: f64, poisson: f64) -> Self {
        Self { bulk, ..Self::from_young_poisson(3.0 * bulk * (1.0 - 2.0 * poisson), poisson) }
    }

    /// From shear modulus and Poisson's ratio.
    #[must_use]
    pub fn from_shear_poisson(shear: f64, poisson: f64) -> Self {
        Self { shear, ..Self::from_young_poisson(2.0 * shear * (1.0 + poisson), poisson) }
    }

    /// From Lame's first parameter and Poisson's ratio, both of one sign.
    #[must_use]
    pub fn from_lambda_poisson(lambda: f64, poisson: f64) -> Self {
        let young = lambda * (1.0 + poisson) * (1.0 - 2.0 * poisson) / poisson;
        Self { lambda, ..Self::from_young_poisson(young, poisson) }
    }
}

/// Constants of a law that the moduli do not tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Constants {
    /// The law has none.
    #[default]
    None,
    /// Of Mooney and Rivlin's law, Pa.
    MooneyRivlin {
        /// Beside the first invariant.
        c10: f64,
        /// Beside the second invariant.
        c01: f64,
    },
    /// Terms of Ogden's law: factor mu, Pa, and exponent alpha.
    Ogden(Vec<(f64, f64)>),
    /// Functions of bonds.
    Bonds {
        /// Of the mean stretch.
        g: BasisSum,
        /// Of the stretch of each bond.
        h: BasisSum,
    },
}

/// Damping of a material.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Damping {
    /// Rayleigh: force per momentum, 1/s.
    pub mass: f64,
    /// Rayleigh: multiple of the rest stiffness, s.
    pub stiffness: f64,
    /// Kelvin-Voigt shear viscosity, Pa s.
    pub viscosity: f64,
    /// Kelvin-Voigt volume viscosity, Pa s.
    pub bulk_viscosity: f64,
}

/// A `[material.NAME]` table, or a preset of the library that a body names.
#[derive(Clone, Debug)]
pub struct MaterialPlan {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub place: Place,
    /// The elastic law.
    pub law: Located<Law>,
    /// Elastic moduli, at the place of the second one given.
    pub moduli: Located<Moduli>,
    /// What the law has beside the moduli.
    pub constants: Constants,
    /// Young's moduli along three directions, Pa, of a material that is stiffer along some.
    pub young_along: Option<Located<[f64; 3]>>,
    /// Shear moduli of the planes of directions 12, 13, 23, Pa, if they are given.
    pub shear_along: Option<Located<[f64; 3]>>,
    /// Mass per rest volume, kg/m3.
    pub density: f64,
    /// Damping.
    pub damping: Damping,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_pair_of_moduli_says_the_same(young in 1.0f64..1e9, poisson in -0.9f64..0.49) {
            let first = Moduli::from_young_poisson(young, poisson);
            let mut others = vec![
                Moduli::from_bulk_shear(first.bulk, first.shear),
                Moduli::from_lambda_shear(first.lambda, first.shear),
                Moduli::from_bulk_poisson(first.bulk, poisson),
                Moduli::from_shear_poisson(first.shear, poisson),
            ];
            if poisson != 0.0 {
                others.push(Moduli::from_lambda_poisson(first.lambda, poisson));
            }
            for other in others {
                for (a, b) in [(first.young, other.young), (first.bulk, other.bulk), (first.shear, other.shear)] {
                    prop_assert!((a - b).abs() <= 1e-11 * a.abs(), "{a} {b}");
                }
                prop_assert!((first.poisson - other.poisson).abs() < 1e-11);
                prop_assert!((first.lambda - other.lambda).abs() < 1e-11 * (first.lambda.abs() + first.bulk));
            }
        }
    }
}
