//! Any of the laws, by its name in scene files.

use crate::law::Isotropic;
use crate::laws::{
    Corotational, Linear, MooneyRivlin, NeoHookean, NeoHookeanIsochoric, Ogden, StVenantKirchhoff,
    StableNeoHookean,
};
use crate::measures::cauchy_stress;
use crate::{LameParameters, Law};
use glam::DMat3;
use pliant_math::small::{lane_mat, splat_mat};
use thiserror::Error;

/// A law nobody knows.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("there is no law \"{name}\"; there are {}", AnyLaw::NAMES.join(", "))]
pub struct UnknownLaw {
    /// What was given.
    pub name: String,
}

/// The one table of laws: variant, type, name in scene files.
macro_rules! laws {
    ($($(#[$doc:meta])* $law:ident = $name:literal),+ $(,)?) => {
        /// One of the constitutive laws. Kernels take the law inside, by [`with_law!`](crate::with_law), once a batch.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyLaw {
            $($(#[$doc])* $law($law)),+
        }

        impl AnyLaw {
            /// The names in scene files.
            pub const NAMES: [&str; [$($name),+].len()] = [$($name),+];

            /// Every law with the same moduli at rest, see [`Isotropic::from_moduli`].
            pub fn all(lame: LameParameters) -> [AnyLaw; Self::NAMES.len()] {
                [$(AnyLaw::$law($law::from_moduli(lame))),+]
            }

            /// The law with this name and these moduli at rest, see [`Isotropic::from_moduli`].
            pub fn from_name(name: &str, lame: LameParameters) -> Result<AnyLaw, UnknownLaw> {
                match name {
                    $($name => Ok(AnyLaw::$law($law::from_moduli(lame))),)+
                    _ => Err(UnknownLaw { name: name.to_owned() }),
                }
            }

            /// The elastic moduli at rest.
            pub fn lame(&self) -> LameParameters {
                match self {
                    $(AnyLaw::$law(law) => law.moduli()),+
                }
            }
        }

        /// Runs an expression with the concrete law inside an [`AnyLaw`], compiled once for each law:
        /// `with_law!(any, |law| assemble(law, &elements))`.
        #[macro_export]
        macro_rules! with_law {
            ($any:expr, |$bound:ident| $body:expr) => {
                match $any {
                    $($crate::AnyLaw::$law($bound) => $body),+
                }
            };
        }
    };
}

laws! {
    /// Small strain.
    Linear = "linear",
    /// Hooke's law in a rotating frame.
    Corotational = "corotational",
    /// St. Venant-Kirchhoff.
    StVenantKirchhoff = "stvk",
    /// Neo-Hookean, logarithmic in the volume.
    NeoHookean = "neo-hookean",
    /// Neo-Hookean, shape and volume apart.
    NeoHookeanIsochoric = "neo-hookean-isochoric",
    /// Neo-Hookean that survives inversion.
    StableNeoHookean = "stable-neo-hookean",
    /// Mooney-Rivlin: rubber, in two invariants.
    MooneyRivlin = "mooney-rivlin",
    /// Ogden: rubber, in powers of the stretches.
    Ogden = "ogden",
}

/// One evaluation at a time, for probes and outputs; kernels use [`with_law!`](crate::with_law).
impl AnyLaw {
    /// Name as in scene files.
    pub fn name(&self) -> &'static str {
        with_law!(self, |law| law.name())
    }

    /// True if psi is infinite at det F <= 0.
    pub fn needs_positive_volume(&self) -> bool {
        with_law!(self, |law| law.needs_positive_volume())
    }

    /// True if P is linear in F.
    pub fn is_linear(&self) -> bool {
        with_law!(self, |law| law.is_linear())
    }

    /// psi(F) in J/m3.
    pub fn energy_density(&self, F: &DMat3) -> f64 {
        with_law!(self, |law| law.energy_density::<f64>(&splat_mat(F)))
    }

    /// P(F) in Pa.
    pub fn first_piola_stress(&self, F: &DMat3) -> DMat3 {
        with_law!(self, |law| lane_mat(&law.first_piola_stress::<f64>(&splat_mat(F)), 0))
    }

    /// dP in Pa for a change dF of F.
    pub fn stress_differential(&self, F: &DMat3, dF: &DMat3) -> DMat3 {
        with_law!(self, |law| lane_mat(&law.stress_differential::<f64>(&splat_mat(F), &splat_mat(dF)), 0))
    }

    /// Cauchy stress in Pa; the small-strain law does not tell it from P.
    pub fn cauchy_stress(&self, F: &DMat3) -> DMat3 {
        let P = self.first_piola_stress(F);
        if self.is_linear() { P } else { cauchy_stress(&P, F) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_laws_and_back() {
        let lame = LameParameters::from_young_poisson(3.0, 0.2).unwrap();
        for (law, name) in AnyLaw::all(lame).into_iter().zip(AnyLaw::NAMES) {
            assert_eq!(law.name(), name);
            assert_eq!(AnyLaw::from_name(name, lame).unwrap(), law);
            assert_eq!(law.lame(), lame);
        }
        let message = AnyLaw::from_name("jelly", lame).unwrap_err().to_string();
        assert!(
            message.starts_with("there is no law \"jelly\"; there are linear, corotational"),
            "{message}"
        );
    }
}
