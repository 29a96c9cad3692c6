//! Frames to files; mesh readers.
//!
//! [`RunDirectory`] takes a run's results: frames as VTU files with a PVD list, tables of probes and energies,
//! the summary. [`write`](mod@write) holds the single writers, [`plot`] draws columns of a [`Table`] over time as SVG.

mod error;
pub mod plot;
pub mod read;
pub mod run_dir;
pub mod table;
mod text;
pub mod write;

pub use error::OutputError;
pub use run_dir::RunDirectory;
pub use table::Table;
pub use write::{CsvTable, Field, Summary};
