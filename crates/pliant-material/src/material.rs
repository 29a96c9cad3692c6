//! A material: how it resists, how heavy it is, how it dies down.

use crate::bond::{Bonds, Orthotropy};
use crate::directional::{DirectionalHooke, Six, isotropic};
use crate::parameters::{ParameterError, positive};
use crate::{AnyLaw, Damping};
use glam::DMat3;

/// What a region of a body is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// Constitutive law with its parameters.
    pub law: AnyLaw,
    /// Mass per rest volume in kg/m3.
    pub density: f64,
    /// Damping.
    pub damping: Damping,
    /// What its bonds do, of a material that is for peridynamic bodies; `law` then has its moduli.
    pub bonds: Option<Bonds>,
    /// How its bonds depend on their direction; `law` then has the mean of its moduli.
    pub orthotropy: Option<Orthotropy>,
    /// Hooke's law along its directions, for elastons; `law` then has the mean of its moduli.
    pub directional: Option<DirectionalHooke>,
}

impl Material {
    /// A material with positive density and no negative damping.
    pub fn new(law: AnyLaw, density: f64, damping: Damping) -> Result<Self, ParameterError> {
        let density = positive("the density", density, "kg/m3")?;
        let damping = damping.checked()?;
        Ok(Self { law, density, damping, bonds: None, orthotropy: None, directional: None })
    }

    /// The largest of Young's moduli along its directions (Pa).
    pub fn stiffest_young(&self) -> f64 {
        self.directional.map_or_else(|| self.law.lame().young(), |along| along.stiffest_young())
    }

    /// C (Pa) at small strain seen from axes in which the directions of the material are the columns of `directions`.
    pub fn stiffness_in(&self, directions: &DMat3) -> Six {
        match &self.directional {
            Some(along) => along.stiffness_in(directions),
            None => isotropic(self.law.lame().lambda(), self.law.lame().mu()),
        }
    }

    /// Speed of pressure waves at rest, sqrt((lambda + 2 mu)/density) in m/s: bounds explicit steps.
    pub fn p_wave_speed(&self) -> f64 {
        (self.law.lame().p_wave_modulus() / self.density).sqrt()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::LameParameters;

    #[test]
    fn weightless_and_exciting_materials_are_refused() {
        let law = AnyLaw::all(LameParameters::from_young_poisson(2.0, 0.0).unwrap())[0];
        assert_eq!(Material::new(law, 8.0, Damping::NONE).unwrap().p_wave_speed(), 0.5);
        for density in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let error = Material::new(law, density, Damping::NONE).unwrap_err().to_string();
            assert!(error.contains("density must be a positive"), "{error}");
        }
        for bad in [
            Damping { mass_rate: -1.0, ..Damping::NONE },
            Damping { stiffness_time: f64::NAN, ..Damping::NONE },
            Damping { shear_viscosity: -1e-9, ..Damping::NONE },
            Damping { bulk_viscosity: f64::INFINITY, ..Damping::NONE },
        ] {
            assert!(Material::new(law, 1.0, bad).is_err());
        }
    }
}
