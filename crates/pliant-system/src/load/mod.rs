//! Loads and damping that act on nodes and surfaces of any method.

mod acceleration;
mod couple;
mod embedded;
mod mass_damping;
mod nodal_force;
mod penalty_hold;
mod pressure;
#[cfg(test)]
mod tests;
mod wind;

pub use acceleration::Acceleration;
pub use couple::{Couple, NoLeverArm};
pub use embedded::Embedded;
pub use mass_damping::MassDamping;
pub use nodal_force::NodalForce;
pub use penalty_hold::{HeldPoints, HoldPoint, PenaltyHold};
pub use pressure::{Pressure, SurfacePoint};
pub use wind::{Gusts, Sides, Wind};
