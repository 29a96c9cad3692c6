//! Scene file to checked plan to World, and the reference page made from the same definitions.
//!
//! ```
//! let text = pliant_scene::starter_scene("my-beam");
//! let scene = pliant_scene::Scene::from_text(&text, "my-beam.toml", &[("body.beam.spacing", "5 cm")])?;
//! assert_eq!(scene.plan().bodies[0].name, "beam");
//! let built = scene.build()?;
//! assert_eq!(built.world.shape(0).name, "beam");
//! # Ok::<(), pliant_scene::Problems>(())
//! ```
//!
//! The way of a scene: text -> [tree with places](place) -> overrides put in -> sections read by their
//! [field definitions](schema) -> [`Plan`] -> [meshes, regions, terms](mod@build) -> `World`. Neither stage stops at a
//! problem; they note it and go on, so the user sees all [`Problems`] at once. [`Scene`] goes the whole way. Files a scene
//! names are read through [`Files`], so that it can come from disk or from memory.

pub mod build;
mod by_method;
mod expression;
pub mod materials;
mod overrides;
pub mod place;
pub mod plan;
pub mod problem;
mod reference;
mod scene;
pub mod schema;
mod sections;
mod starter;
mod tree;
pub mod units;

pub use build::{Built, DiskFiles, Files, MemoryFiles};
pub use by_method::ByMethod;
pub use place::{Located, Origin, Place, Source};
pub use plan::Plan;
pub use problem::{Problem, Problems, Severity};
pub use reference::reference_page;
pub use scene::{LoadError, NoPath, Scene};
pub use starter::starter_scene;
