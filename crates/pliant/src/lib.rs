//! Pliant: an engine for deformable things.
//!
//! This crate is the library facade and the command line. The engine lives in the crates it re-exports:
//!
//! - [`scene`] makes a [`World`] of a scene file
//! - [`world`] is the world and its step loop
//! - [`body`], [`material`] and [`geometry`] are what bodies are made of
//! - [`stepping`], [`system`] and [`math`] are how they move
//! - [`output`] writes and reads files
//!
//! The shortest way to a moving body, driven by your own loop:
//!
//! ```
//! let scene = r#"
//!     [time]
//!     duration = "0.1 s"
//!     [material.rubber]
//!     young = "1 MPa"
//!     poisson = 0.45
//!     [body.bar]
//!     shape = { box = ["20 cm", "5 cm", "5 cm"] }
//!     cells = [4, 1, 1]
//!     material = "rubber"
//!     [pin.wall]
//!     body = "bar"
//!     where = { face = "x-" }
//! "#;
//! let mut world = pliant::world_from_text(scene, "bar.toml")?;
//! while !world.is_over() {
//!     world.step(&mut pliant::stepping::NoPhases)?;
//! }
//! let lowest = world.positions(0).iter().map(|x| x.z).fold(f64::INFINITY, f64::min);
//! assert!(lowest < 0.0, "it sags");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use pliant_body as body;
pub use pliant_geometry as geometry;
pub use pliant_material as material;
pub use pliant_math as math;
pub use pliant_output as output;
pub use pliant_scene as scene;
pub use pliant_stepping as stepping;
pub use pliant_system as system;
pub use pliant_world as world;

pub use glam;
pub use pliant_world::World;

pub mod cli;
mod commands;
mod interrupt;
mod run;

pub use run::{RunError, RunOptions, RunResult, run_scene, world_from_text};
