//! One file a command.

pub mod bench;
pub mod check;
pub mod gallery;
pub mod modes;
pub mod new;
pub mod run;
pub mod validate;
