//! Loads and damping that act on nodes and surfaces of any method.

mod acceleration;
mod couple;
mod mass_damping;
mod nodal_force;
mod pressure;

pub use acceleration::Acceleration;
pub use couple::{Couple, NoLeverArm};
pub use mass_damping::MassDamping;
pub use nodal_force::NodalForce;
pub use pressure::{Pressure, SurfacePoint};
