//! Constitutive laws as pure functions of the deformation gradient, and their parameters.
//!
//! - [`Law`]: what a law is; [`laws`]: the laws, one file each; [`AnyLaw`]: any of them, by its name in scene files;
//! - [`LameParameters`]: elastic moduli, from and to the usual pairs; [`Damping`]: what takes energy out;
//!   [`Material`]: law, density and damping together;
//! - [`bond`]: energies of peridynamic bonds; [`directional`]: Hooke's law with moduli along directions;
//! - [`fit`]: constants of laws from tests of material;
//! - [`library`]: materials by name, each figure with its source;
//! - [`measures`]: stresses and strains people ask for.
//!
//! To add a law: a file in `laws/`, a line in the table of `any_law.rs`. The conformance tests then cover it.

mod any_law;
pub mod bond;
mod damping;
pub mod directional;
pub mod fit;
pub mod law;
pub mod laws;
pub mod library;
mod material;
pub mod measures;
mod parameters;
mod spectral;
mod strain;
mod tangent;

pub use any_law::{AnyLaw, UnknownLaw};
pub use damping::Damping;
pub use law::{Isotropic, Law, stress_tangent};
pub use material::Material;
pub use parameters::{LameParameters, ParameterError};
