//! Elastons: one rule for rods, shells and solids (martin2010, and past it).
//!
//! A body is a cloud of material points. Generalised moving least squares over *samples* carry its displacement; *elastons* measure
//! how it is stretched, sheared, bent and twisted. No code here asks whether it looks at a rod, a shell or a solid: an elaston has zero,
//! one or two thin axes, found from the points alone, and everything else follows from its second moments.
//!
//! - [`ElastonSetup`]: what a body is made from; [`ElastonBody`]: the body;
//! - `constitutive`: the energy of an elaston; `measure`: strains, stresses and their derivatives; `stencils`: the layout in memory;
//! - `elastic`: the term; `rows`: its tangent, row by row; `mass`; `fields`: what is put out; `carriers`: which samples carry a
//!   place; `holds`: what pins take hold of; `jets`: what an elaston sees of the field.

mod aligned;
mod body;
mod carriers;
mod composite;
mod constitutive;
mod elastic;
mod elasticity;
mod fields;
mod hessian;
mod holds;
mod jets;
#[cfg(test)]
mod linear_tests;
mod mass;
mod measure;
mod model;
mod rows;
#[cfg(test)]
mod sampled_tests;
mod setup;
mod stencils;

pub use body::ElastonBody;
pub use measure::StrainMeasure;
pub use model::{ElastonError, ElastonModel};
pub use setup::ElastonSetup;
