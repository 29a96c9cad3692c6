//! The constitutive laws, one file each. Every law takes its parameters as
//! [`LameParameters`](crate::LameParameters) and agrees with Hooke's law for small strains.

mod corotational;
mod linear;
mod neo_hookean;
mod neo_hookean_isochoric;
mod st_venant_kirchhoff;
mod stable_neo_hookean;
mod volume_guard;

pub use corotational::Corotational;
pub use linear::Linear;
pub use neo_hookean::NeoHookean;
pub use neo_hookean_isochoric::NeoHookeanIsochoric;
pub use st_venant_kirchhoff::StVenantKirchhoff;
pub use stable_neo_hookean::StableNeoHookean;
pub use volume_guard::VolumeGuard;
