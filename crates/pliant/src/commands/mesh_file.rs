//! Mesh files named on the command line: reading them, and telling what is in a surface.

use crate::cli::{Failure, exit};
use pliant_geometry::{LatticeOptions, RemarkLevel, Solid, TriangleSurface, lattice};
use pliant_output::read::ReadSurface;
use std::path::Path;

/// The bytes of a file; pipes and devices, which may never end, are refused.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let name = file.display();
    let refuse = |reason: String| Failure::bad_input(format!("error: cannot read {name}: {reason}"));
    let found = std::fs::metadata(file).map_err(|error| refuse(error.to_string()))?;
    if !found.is_file() {
        return Err(refuse("it is no plain file; name a mesh or scene file".into()));
    }
    std::fs::read(file).map_err(|error| refuse(error.to_string()))
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
pub fn report_surface(file: &Path, spacing: Option<f64>, scale: f64) -> Result<(), Failure> {
    let read = read_surface(file, scale)?;
    let report = read.surface.examine();
    let size = report.bounds.size();
    crate::cli::say!("{}: {} points, {} triangles", file.display(), report.points, report.triangles);
    crate::cli::say!("size {:.6} x {:.6} x {:.6} m, area {:.6e} m2", size.x, size.y, size.z, report.area);
    let how = if report.volume_is_exact { "" } else { " (estimated from samples)" };
    crate::cli::say!("encloses {:.6e} m3{how}", report.enclosed_volume);
    crate::cli::say!(
        "{}, {}, {} component{}",
        if report.closed { "closed" } else { "not closed" },
        if report.oriented { "neighbours agree" } else { "neighbours disagree" },
        report.component_count,
        if report.component_count == 1 { "" } else { "s" }
    );
    read.notes.iter().for_each(|note| crate::cli::say!("note: {note}"));
    report.remarks.iter().for_each(|remark| crate::cli::say!("{remark}"));
    if report.is_refused() {
        return Err(Failure { message: String::new(), code: exit::BAD_INPUT });
    }
    report_lattice(&read.surface, spacing)
}

/// The lattice a scene would make of the surface.
fn report_lattice(surface: &TriangleSurface, spacing: Option<f64>) -> Result<(), Failure> {
    let refuse = |reason: String| Failure::bad_input(format!("error: {reason}"));
    let solid = Solid::new(surface).map_err(|refusal| refuse(refusal.reason))?;
    let spacing = spacing.unwrap_or_else(|| solid.suggested_spacing(pliant_geometry::DEFAULT_LATTICE_NODES));
    let filled = lattice(&solid, spacing, &LatticeOptions::default()).map_err(|e| refuse(e.to_string()))?;
    let report = &filled.report;
    crate::cli::say!(
        "as a body with a spacing of {spacing:.3e} m: {} nodes, {} tetrahedra, volume {:+.2} % off",
        report.nodes,
        report.elements,
        100.0 * report.volume_error()
    );
    crate::cli::say!(
        "quality (1 = regular): worst {:.3}, mean {:.3}; dihedral angles {:.1} to {:.1} degrees",
        report.quality.min,
        report.quality.mean,
        report.min_dihedral,
        report.max_dihedral
    );
    let worth_telling = report.remarks.iter().filter(|remark| remark.level >= RemarkLevel::Note);
    worth_telling.for_each(|remark| crate::cli::say!("{remark}"));
    Ok(())
}
