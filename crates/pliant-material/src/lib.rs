//! Constitutive laws as pure functions of the deformation gradient, and their parameters.
//!
//! - [`Law`]: what a law is; [`laws`]: the laws, one file each; [`AnyLaw`]: any of them, by its name in scene files;
//! - [`LameParameters`]: elastic moduli, from and to the usual pairs; [`Damping`]: what takes energy out;
//!   [`Material`]: law, density and damping together;
//! - [`library`]: materials by name, each figure with its source;
//! - [`measures`]: stresses and strains people ask for.
//!
//! To add a law: a file in `laws/`, a line in the table of `any_law.rs`. The conformance tests then cover it.

mod any_law;
mod damping;
pub mod law;
pub mod laws;
pub mod library;
mod material;
pub mod measures;
mod parameters;
mod strain;
mod tangent;

pub use any_law::{AnyLaw, UnknownLaw};
pub use damping::Damping;
pub use law::{Law, stress_tangent};
pub use material::Material;
pub use parameters::{LameParameters, ParameterError};
