//! `pliant sample`: material points that fill a surface, those of a shell, or those of a bare cloud with radii found.

use super::mesh_file::{read, read_surface};
use crate::cli::{Failure, parse_length, parse_scale};
use clap::Args;
use glam::DVec3;
use pliant_geometry::matter::{MatterSpacing, cloud_matter, shell};
use pliant_geometry::{MaterialCloud, RemarkLevel, Solid, TriangleSurface, counted, sample_inside};
use pliant_output::read::{cloud, is_cloud};
use pliant_output::write::write_cloud_ply;
use std::path::PathBuf;

/// Options of `sample`.
#[derive(Args, Debug)]
pub struct SampleArgs {
    /// Surface mesh (.obj, .stl, .ply, .off), closed or nearly so, or a cloud of points (.xyz, .ply without faces).
    pub mesh: PathBuf,
    /// Where the points go (.ply).
    #[arg(short, long, value_name = "CLOUD.ply")]
    pub output: PathBuf,
    /// Distance of neighbouring points, such as "5 mm"; plain numbers are metres. Needed for surfaces; clouds have their own.
    #[arg(long, value_parser = parse_length)]
    pub spacing: Option<f64>,
    /// Takes the surface, open or closed, as the middle of a shell this thick instead of filling it.
    #[arg(long, value_parser = parse_length)]
    pub thickness: Option<f64>,
    /// What coordinates are multiplied by; 0.001 if the file is in millimetres.
    #[arg(long, default_value_t = 1.0, value_parser = parse_scale)]
    pub scale: f64,
}

/// Makes the points and writes them.
pub fn run(args: &SampleArgs) -> Result<(), Failure> {
    let is_ply = args.output.extension().is_some_and(|e| e.eq_ignore_ascii_case("ply"));
    if !is_ply {
        return Err(Failure::bad_input(
            "error: points are written as PLY: let the name of the output end in .ply",
        ));
    }
    let bytes = read(&args.mesh)?;
    let points = if is_cloud(&args.mesh.display().to_string(), &bytes) {
        bare_cloud(args, &bytes)?
    } else {
        of_surface(args)?
    };
    write_cloud_ply(&args.output, &points.points, &points.radii, &points.volumes)
        .map_err(|error| Failure::output(format!("error: {error}")))?;
    crate::cli::say!(
        "{} points, {:.6e} m3 in all, radius {} -> {}",
        points.len(),
        points.volume(),
        radius_words(&points.radii),
        args.output.display()
    );
    Ok(())
}

fn radius_words(radii: &[f64]) -> String {
    let least = radii.iter().copied().fold(f64::INFINITY, f64::min);
    let most = radii.iter().copied().fold(0.0, f64::max);
    if least < most { format!("{least:.3e} to {most:.3e} m") } else { format!("{most:.3e} m each") }
}

fn refuse(args: &SampleArgs, reason: impl std::fmt::Display) -> Failure {
    Failure::bad_input(format!("error: {}: {reason}", args.mesh.display()))
}

/// The points of a cloud, with radii from the file or from their distances.
fn bare_cloud(args: &SampleArgs, bytes: &[u8]) -> Result<MaterialCloud, Failure> {
    for (name, given) in [("spacing", args.spacing), ("thickness", args.thickness)] {
        if given.is_some() {
            return Err(refuse(args, format!("it is a cloud of points already; remove --{name}")));
        }
    }
    let read = cloud(&args.mesh.display().to_string(), bytes, None)
        .map_err(|error| Failure::bad_input(format!("error: {error}")))?;
    read.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    let points: Vec<DVec3> = read.points.iter().map(|point| *point * args.scale).collect();
    let radii = read.radii.map(|radii| radii.iter().map(|radius| radius * args.scale).collect::<Vec<f64>>());
    let made = cloud_matter(&points, radii.as_deref()).map_err(|error| refuse(args, error))?;
    if made.duplicates > 0 {
        let left_out = counted(made.duplicates, "point was", "points were");
        eprintln!("warning: {left_out} left out: another one is in the same place");
    }
    Ok(made.matter.cloud)
}

/// Points inside a surface, or of a shell.
fn of_surface(args: &SampleArgs) -> Result<MaterialCloud, Failure> {
    let Some(spacing) = args.spacing else {
        return Err(refuse(args, "a surface needs a distance of the points; add for example --spacing 5mm"));
    };
    let read = read_surface(&args.mesh, args.scale)?;
    read.notes.iter().for_each(|note| eprintln!("note: {note}"));
    read.warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    match args.thickness {
        Some(thickness) => {
            let pieces = MatterSpacing::for_samples(spacing).with_pieces(Some(spacing));
            let matter = shell(&read.surface, thickness, pieces).map_err(|error| refuse(args, error))?;
            Ok(matter.cloud)
        }
        None => inside(args, &read.surface, spacing),
    }
}

fn inside(args: &SampleArgs, surface: &TriangleSurface, spacing: f64) -> Result<MaterialCloud, Failure> {
    let solid = Solid::new(surface).map_err(|refusal| refuse(args, refusal.reason))?;
    let points = sample_inside(&solid, spacing).map_err(|error| refuse(args, error))?;
    let warnings = solid.report().remarks.iter().filter(|remark| remark.level >= RemarkLevel::Warning);
    warnings.for_each(|remark| eprintln!("{remark}"));
    let mut cloud = MaterialCloud::from_points_and_radii(points.points, points.radii);
    cloud.volumes = points.volumes;
    Ok(cloud)
}
