//! One file a command.

pub mod bench;
pub mod check;
pub mod compare;
pub mod fit;
pub mod gallery;
pub mod materials;
pub mod mesh_file;
pub mod modes;
pub mod new;
pub mod plot;
pub mod render;
pub mod run;
pub mod sample;
pub mod validate;
pub mod view;
