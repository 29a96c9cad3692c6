//! Writers: frames, tables and summaries to files.
//!
//! What every writer promises: a file appears whole or not at all (tables grow by whole lines), the same input
//! gives the same bytes, and an error names the path, the reason and a remedy.

pub mod csv;
pub mod ply;
pub mod pvd;
pub mod skin;
pub mod summary;
pub mod vtu;
mod vtu_arrays;
mod whole;

pub use csv::CsvTable;
pub use ply::{write_cloud_ply, write_collider_ply, write_ply, write_surfels_ply};
pub use pvd::{PvdSeries, SeriesFrame};
pub use skin::{write_collider, write_skins};
pub use summary::{
    BodySummary, CriticalSummary, PenetrationSummary, ProbeSummary, ProbeValue, RunStatus, SceneSummary,
    StepRange, Summary, WarningCount,
};
pub use vtu::{Field, write_vtu};
pub use whole::{is_leftover, write_durably, write_whole};
