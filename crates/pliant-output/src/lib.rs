//! Frames to files; mesh readers.
//!
//! [`RunDirectory`] takes a run's results: frames as VTU files with a PVD list, as PLY surfaces or as surfels, tables of probes
//! and energies, the summary. [`StoredRun`] reads it back. [`SurfaceFrame`] is the visible surface of a frame, for
//! pictures and surface files. [`write`](mod@write) holds the single writers, [`plot`] draws columns of a [`Table`]
//! over time as SVG.

pub mod checkpoint;
mod error;
mod frame_files;
mod phase_clock;
pub mod plot;
pub mod read;
pub mod run_dir;
pub mod stored;
pub mod surface_frame;
pub mod surfels;
pub mod table;
mod text;
pub mod write;

pub use checkpoint::Checkpoint;
pub use error::OutputError;
pub use frame_files::FrameFormat;
pub use phase_clock::PhaseClock;
pub use run_dir::RunDirectory;
pub use stored::StoredRun;
pub use surface_frame::{SurfaceField, SurfaceFrame, SurfacePart, unit_of_field};
pub use surfels::{SurfelFrame, SurfelMaker, SurfelPart};
pub use table::Table;
pub use write::{CsvTable, Field, Summary};
