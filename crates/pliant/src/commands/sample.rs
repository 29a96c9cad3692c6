//! `pliant sample`: material points that fill a surface.

use super::mesh_file::read_surface;
use crate::cli::{Failure, parse_length, parse_scale};
use clap::Args;
use pliant_geometry::{RemarkLevel, Solid, sample_inside};
use pliant_output::write::write_cloud_ply;
use std::path::PathBuf;

/// Options of `sample`.
#[derive(Args, Debug)]
pub struct SampleArgs {
    /// Surface mesh (.obj, .stl, .ply, .off), closed or nearly so.
    pub mesh: PathBuf,
    /// Where the points go (.ply).
    #[arg(short, long, value_name = "CLOUD.ply")]
    pub output: PathBuf,
    /// Distance of neighbouring points, such as "5 mm"; plain numbers are metres.
    #[arg(long, value_parser = parse_length)]
    pub spacing: f64,
    /// What coordinates are multiplied by; 0.001 if the file is in millimetres.
    #[arg(long, default_value_t = 1.0, value_parser = parse_scale)]
    pub scale: f64,
}

/// Fills the surface and writes the points.
pub fn run(args: &SampleArgs) -> Result<(), Failure> {
    let is_ply = args.output.extension().is_some_and(|e| e.eq_ignore_ascii_case("ply"));
    if !is_ply {
        return Err(Failure::bad_input(
            "error: points are written as PLY: let the name of the output end in .ply",
        ));
    }
    let read = read_surface(&args.mesh, args.scale)?;
    let surface = read.surface;
    let refuse = |reason: String| Failure::bad_input(format!("error: {}: {reason}", args.mesh.display()));
    let solid = Solid::new(&surface).map_err(|refusal| refuse(refusal.reason))?;
    let cloud = sample_inside(&solid, args.spacing).map_err(|error| refuse(error.to_string()))?;
    let remarks = &solid.report().remarks;
    let warnings = remarks.iter().filter(|remark| remark.level >= RemarkLevel::Warning);
    read.notes.iter().for_each(|note| eprintln!("note: {note}"));
    read.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    warnings.for_each(|remark| eprintln!("{remark}"));
    write_cloud_ply(&args.output, &cloud.points, &cloud.radii, &cloud.volumes)
        .map_err(|error| Failure::output(format!("error: {error}")))?;
    crate::cli::say!(
        "{} points, {:.6e} m3 in all, radius {:.3e} m each -> {}",
        cloud.points.len(),
        solid.volume(),
        cloud.radii.first().copied().unwrap_or(0.0),
        args.output.display()
    );
    Ok(())
}
