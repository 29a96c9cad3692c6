//! The constitutive laws, one file each. Every law agrees with Hooke's law for small strains; all but those fitted to
//! rubber, which have more constants, take their parameters as [`LameParameters`].

mod corotational;
mod linear;
mod mooney_rivlin;
mod neo_hookean;
mod neo_hookean_isochoric;
mod ogden;
mod st_venant_kirchhoff;
mod stable_neo_hookean;
mod volume_guard;

pub use corotational::Corotational;
pub use linear::Linear;
pub use mooney_rivlin::MooneyRivlin;
pub use neo_hookean::NeoHookean;
pub use neo_hookean_isochoric::NeoHookeanIsochoric;
pub use ogden::Ogden;
pub use st_venant_kirchhoff::StVenantKirchhoff;
pub use stable_neo_hookean::StableNeoHookean;
pub use volume_guard::VolumeGuard;

use crate::LameParameters;
use crate::law::Isotropic;

/// Laws that have no other parameters than the moduli.
macro_rules! of_moduli_alone {
    ($($law:ident),+) => {$(
        impl Isotropic for $law {
            fn from_moduli(lame: LameParameters) -> Self {
                Self(lame)
            }
            fn moduli(&self) -> LameParameters {
                self.0
            }
        }
    )+};
}

of_moduli_alone!(Linear, Corotational, StVenantKirchhoff, NeoHookean, NeoHookeanIsochoric, StableNeoHookean);
