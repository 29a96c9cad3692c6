//! Mesh files named on the command line: reading them, and telling what is in a surface.

use crate::cli::{Failure, exit};
use pliant_geometry::{
    Lattice, LatticeOptions, Remark, Solid, SpacingWish, SurfaceReport, TriangleSurface, figures, fill,
};
use pliant_output::read::ReadSurface;
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::path::Path;

/// The bytes of a file; pipes and devices, which may never end, are refused.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let name = file.display();
    let refuse = |reason: String| Failure::bad_input(format!("error: cannot read {name}: {reason}"));
    let found = std::fs::metadata(file).map_err(|error| refuse(explain(&error)))?;
    if !found.is_file() {
        return Err(refuse("it is no plain file; name a mesh or scene file".into()));
    }
    std::fs::read(file).map_err(|error| refuse(explain(&error)))
}

/// Plain words for what the operating system says.
fn explain(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file; check the path".into(),
        ErrorKind::NotADirectory => "a part of the path is a file, not a folder; check the path".into(),
        ErrorKind::PermissionDenied => "permission denied; change the file's permissions".into(),
        _ => format!("{error}; check the path"),
    }
}

/// Whether the name is that of a surface format.
pub fn is_surface(file: &Path) -> bool {
    let extension = file.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    ["obj", "stl", "ply", "off"].contains(&extension.as_str())
}

/// Reads a surface and multiplies its coordinates.
pub fn read_surface(file: &Path, scale: f64) -> Result<ReadSurface, Failure> {
    let bytes = read(file)?;
    let name = file.display().to_string();
    let mut read = pliant_output::read::surface(&name, &bytes)
        .map_err(|error| Failure::bad_input(format!("error: {error}")))?;
    read.surface.points.iter_mut().for_each(|point| *point *= scale);
    Ok(read)
}

/// Tells all that is found in a surface, and what would become of it as a body.
pub fn report_surface(file: &Path, spacing: Option<f64>, scale: f64, json: bool) -> Result<(), Failure> {
    let read = read_surface(file, scale)?;
    let report = read.surface.examine();
    let body = if report.is_refused() { None } else { Some(as_body(&read.surface, spacing)) };
    if json {
        say_json(&to_json(file, &read, &report, body.as_ref()));
    } else {
        tell_surface(file, &read, &report);
        if let Some(Ok(body)) = &body {
            tell_body(body);
        }
    }
    match body {
        Some(Ok(_)) => Ok(()),
        Some(Err(reason)) if !json => Err(Failure::bad_input(format!("error: {}: {reason}", file.display()))),
        _ => Err(Failure { message: String::new(), code: exit::BAD_INPUT }),
    }
}

/// Prints a value over several lines.
pub fn say_json(value: &Value) {
    crate::cli::say!("{value:#}");
}

/// The lattice a scene would make of the surface, or why it cannot.
fn as_body(surface: &TriangleSurface, spacing: Option<f64>) -> Result<Lattice, String> {
    let solid = Solid::new(surface).map_err(|refusal| refusal.reason)?;
    let wish = spacing.map_or(SpacingWish::Automatic { finer: 1.0 }, SpacingWish::Given);
    fill(&solid, wish, &LatticeOptions::default()).map_err(|error| error.to_string())
}

/// Size, area and volume are among the remarks.
fn tell_surface(file: &Path, read: &ReadSurface, report: &SurfaceReport) {
    crate::cli::say!("{}:", file.display());
    report.remarks.iter().for_each(|remark| crate::cli::say!("{remark}"));
    read.warnings.iter().for_each(|warning| crate::cli::say!("warning: {warning}"));
    read.notes.iter().for_each(|note| crate::cli::say!("note: {note}"));
}

/// Nodes, angles and volume are among the remarks.
fn tell_body(body: &Lattice) {
    let report = &body.report;
    crate::cli::say!("as a body with a spacing of {} m:", figures(body.spacing));
    report.remarks.iter().for_each(|remark| crate::cli::say!("{remark}"));
    let quality = &report.quality;
    crate::cli::say!("quality (1 = regular): worst {:.3}, mean {:.3}", quality.min, quality.mean);
}

fn to_json(
    file: &Path,
    read: &ReadSurface,
    report: &SurfaceReport,
    body: Option<&Result<Lattice, String>>,
) -> Value {
    let of_reader = |level: &'static str| move |text: &String| json!({ "level": level, "text": text });
    let mut remarks: Vec<Value> = report.remarks.iter().map(remark_json).collect();
    remarks.extend(read.warnings.iter().map(of_reader("warning")));
    remarks.extend(read.notes.iter().map(of_reader("note")));
    if let Some(Err(reason)) = body {
        remarks.push(json!({ "level": "refused", "text": reason }));
    }
    json!({
        "file": file.display().to_string(),
        "points": report.points,
        "triangles": report.triangles,
        "size": report.bounds.size().to_array(),
        "area": report.area,
        "volume": report.enclosed_volume,
        "volume_is_exact": report.volume_is_exact,
        "closed": report.closed,
        "oriented": report.oriented,
        "components": report.component_count,
        "remarks": remarks,
        "lattice": body.and_then(|body| body.as_ref().ok()).map(lattice_json),
    })
}

fn lattice_json(body: &Lattice) -> Value {
    let report = &body.report;
    json!({
        "spacing": body.spacing,
        "nodes": report.nodes,
        "elements": report.elements,
        "volume": report.volume,
        "worst_quality": report.quality.min,
        "mean_quality": report.quality.mean,
        "least_dihedral_angle": report.min_dihedral,
        "largest_dihedral_angle": report.max_dihedral,
        "pieces": report.pieces,
        "lost_points": report.lost_points,
        "remarks": report.remarks.iter().map(remark_json).collect::<Vec<_>>(),
    })
}

fn remark_json(remark: &Remark) -> Value {
    json!({ "level": remark.level.word(), "text": remark.text })
}
