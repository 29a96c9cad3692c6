//! Readers of tetrahedral meshes, [`tet_mesh`], of surfaces, [`surface()`], of clouds, [`cloud()`], and of curves, [`curves()`]:
//! bytes in, [`TetMesh`], [`TriangleSurface`](pliant_geometry::TriangleSurface), points out.
//!
//! [`tet_mesh`] tells the format by the content: Gmsh 2.x and 4.1 (ASCII and binary), VTK legacy
//! (ASCII and binary, both cell layouts), VTU (ascii, inline base64, appended raw or base64, zlib-compressed).
//!
//! What every reader promises: it never panics and never allocates by a count it has not held against the size of
//! the file; an error says file, place, reason and remedy; everything repaired or left out is told in the notes.
//! Tetrahedra become elements. Volume groups become element groups; groups of points, curves and surfaces become
//! node groups. Other cells are left out with a note.

mod cloud;
mod curves;
mod error;
mod gmsh;
mod gmsh_cells;
mod lines;
mod numbers;
mod obj;
mod off;
mod ply;
mod ply_header;
mod polygon;
mod raw;
mod scan;
mod stl;
mod surface;
mod surface_raw;
mod vtk_cells;
mod vtk_legacy;
mod vtu;
mod vtu_data;
mod vtu_grid;

#[cfg(test)]
mod tests;

use pliant_geometry::TetMesh;

pub use cloud::{ReadCloud, cloud, is_cloud};
pub use curves::{ReadCurve, curves};
pub use error::{MeshReadError, Place};
pub use surface::{ReadSurface, surface};
pub(crate) use vtu_grid::{VtuArray, VtuGrid, vtu_grid};

use error::{DAMAGED, Fault};

/// A mesh, and what the reader did to get it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadMesh {
    /// The mesh: sound, positively oriented, every node used.
    pub mesh: TetMesh,
    /// What was repaired, left out or looks odd, one sentence each.
    pub notes: Vec<String>,
}

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Gmsh,
    VtkLegacy,
    Vtu,
}

/// Reads a tetrahedral mesh. `name` is what the user calls the file; its extension matters only for the
/// explanation when the content is not recognised.
pub fn tet_mesh(name: &str, bytes: &[u8]) -> Result<ReadMesh, MeshReadError> {
    let read = || {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let raw = match detect(name, bytes)? {
            Format::Gmsh => gmsh::read(bytes)?,
            Format::VtkLegacy => vtk_legacy::read(bytes)?,
            Format::Vtu => vtu::read(bytes)?,
        };
        raw.finish()
    };
    read().map_err(|fault: Fault| fault.in_file(name))
}

fn detect(name: &str, bytes: &[u8]) -> Result<Format, Fault> {
    let start = bytes.trim_ascii_start();
    let head = String::from_utf8_lossy(&start[..start.len().min(4096)]);
    if start.is_empty() {
        return Err(Fault::file("the file is empty", DAMAGED));
    }
    if head.starts_with("$NOD") {
        return Err(Fault::file("this is Gmsh format 1", gmsh::CONVERT));
    }
    if head.starts_with('$') {
        return Ok(Format::Gmsh);
    }
    if head.starts_with("# vtk DataFile") {
        return Ok(Format::VtkLegacy);
    }
    if head.starts_with('<') && head.contains("<VTKFile") {
        return Ok(Format::Vtu);
    }
    Err(unrecognised(name, bytes))
}

fn unrecognised(name: &str, bytes: &[u8]) -> Fault {
    const FORMATS: &str =
        "give a tetrahedral mesh as Gmsh 2.2 or 4.1 (.msh), VTK legacy (.vtk) or VTU (.vtu)";
    let extension = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default();
    let reason = match extension.as_str() {
        _ if bytes.starts_with(b"\x1f\x8b") => "the file is compressed by gzip",
        _ if bytes.starts_with(b"PK\x03\x04") => "the file is a zip archive",
        _ if bytes.starts_with(b"\x89HDF") => "the file is HDF5",
        "msh" => "the name ends in .msh, but the file does not begin with $MeshFormat",
        "vtk" => "the name ends in .vtk, but the file does not begin with \"# vtk DataFile\"",
        "vtu" => "the name ends in .vtu, but the file has no <VTKFile> element",
        "obj" | "stl" | "ply" | "off" => "this is a surface format, which has no tetrahedra",
        _ => "the content is no tetrahedral mesh format known here",
    };
    Fault::file(reason, FORMATS)
}
