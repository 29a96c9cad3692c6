//! One file a command.

pub mod bench;
pub mod check;
pub mod gallery;
pub mod materials;
pub mod modes;
pub mod new;
pub mod plot;
pub mod run;
pub mod validate;
