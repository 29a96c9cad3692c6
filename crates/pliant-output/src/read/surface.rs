//! Readers of surfaces: bytes in, [`TriangleSurface`] out.
//!
//! One entry, [`surface`], which tells the format by the content: OBJ, STL (text and binary), PLY (text and binary
//! of both byte orders), OFF (text).
//!
//! The readers are written here rather than taken from crates because they promise what those do not: errors with
//! a place and a remedy, never more memory than 1 MB and 20 times the file, damaged numbers left out and told.
//! Units are those of the file, taken as metres; the scene scales.

use pliant_geometry::TriangleSurface;

use super::error::{DAMAGED, Fault, MeshReadError};
use super::{obj, off, ply, stl};

/// A surface, and what the reader did to get it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSurface {
    /// The surface: at least one triangle, ids in range, coordinates finite and at most 1e150. No more is promised:
    /// holes, flipped and repeated triangles are as in the file.
    pub surface: TriangleSurface,
    /// What was changed without harm, one sentence each.
    pub notes: Vec<String>,
    /// What was left out or is doubtful, one sentence each.
    pub warnings: Vec<String>,
}

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Obj,
    StlText,
    StlBinary,
    Ply,
    Off,
}

/// Reads a surface. `name` is what the user calls the file; its extension matters only where the content leaves
/// doubt, and for the explanation when it is not recognised.
pub fn surface(name: &str, bytes: &[u8]) -> Result<ReadSurface, MeshReadError> {
    let read = || {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        match detect(name, bytes)? {
            Format::Obj => obj::read(bytes),
            Format::StlText => stl::read_text(bytes),
            Format::StlBinary => stl::read_binary(bytes),
            Format::Ply => ply::read(bytes),
            Format::Off => off::read(bytes),
        }
    };
    read().map_err(|fault: Fault| fault.in_file(name))
}

fn detect(name: &str, bytes: &[u8]) -> Result<Format, Fault> {
    let start = bytes.trim_ascii_start();
    if start.is_empty() {
        return Err(Fault::file("the file is empty", DAMAGED));
    }
    if start.starts_with(b"ply") && start.get(3).is_some_and(u8::is_ascii_whitespace) {
        return Ok(Format::Ply);
    }
    // Before the text formats: the 80 bytes before the count of a binary STL may say anything, even "solid".
    if stl::fits_binary(bytes) {
        return Ok(Format::StlBinary);
    }
    if let Some(fault) = refused(start) {
        return Err(fault);
    }
    let is_text = !start[..start.len().min(1024)].contains(&0);
    if is_text && starts_with_word(start, b"solid") {
        return Ok(Format::StlText);
    }
    if is_text && off::is_off(start) {
        return Ok(Format::Off);
    }
    if is_text && obj::is_obj(start) {
        return Ok(Format::Obj);
    }
    let is_named_stl = extension(name) == "stl";
    if (is_named_stl || starts_with_word(start, b"solid")) && !is_text && bytes.len() >= stl::HEADER {
        // Damaged: the reader says in which way.
        return Ok(Format::StlBinary);
    }
    Err(unrecognised(name))
}

fn starts_with_word(bytes: &[u8], word: &[u8]) -> bool {
    bytes.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
        && bytes.get(word.len()).is_none_or(u8::is_ascii_whitespace)
}

fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase()).unwrap_or_default()
}

const FORMATS: &str = "give a surface as OBJ, STL, PLY or OFF";

/// Formats that are known, but not read here.
fn refused(start: &[u8]) -> Option<Fault> {
    let head = String::from_utf8_lossy(&start[..start.len().min(1024)]);
    let fault = |reason: &str, remedy: &str| Some(Fault::file(reason, remedy));
    if start.starts_with(b"glTF") || (head.starts_with('{') && head.contains("\"asset\"")) {
        return fault("glTF is not read", "export the surface as OBJ, STL or PLY, for instance with Blender");
    }
    if head.starts_with("OFF BINARY") {
        return fault("binary OFF is not read", "save it as OFF text, or export OBJ, STL or PLY");
    }
    if head.starts_with("4OFF") || head.starts_with("nOFF") || head.starts_with("4nOFF") {
        return fault("the points of this OFF file are not in three dimensions", FORMATS);
    }
    if start.starts_with(b"PK\x03\x04") {
        return fault(
            "the file is a zip archive (3MF files are too)",
            "unpack it, or export OBJ, STL or PLY",
        );
    }
    if start.starts_with(b"\x1f\x8b") {
        return fault("the file is compressed by gzip", "unpack it first");
    }
    if head.starts_with("$MeshFormat") || head.starts_with("# vtk DataFile") || head.contains("<VTKFile") {
        return fault(
            "this is a Gmsh or VTK file, not one of the surface formats",
            "give it as a tetrahedral mesh, or export the surface as OBJ, STL or PLY",
        );
    }
    None
}

fn unrecognised(name: &str) -> Fault {
    let reason = match extension(name).as_str() {
        "obj" => "the name ends in .obj, but the file has no line with \"v\" and coordinates",
        "stl" => {
            "the name ends in .stl, but the file neither begins with \"solid\" nor is a whole binary STL"
        }
        "ply" => "the name ends in .ply, but the file does not begin with \"ply\"",
        "off" => "the name ends in .off, but the file does not begin with \"OFF\"",
        "fbx" | "blend" | "dae" | "usd" | "usda" | "usdc" | "step" | "stp" | "iges" => {
            "this format is not read"
        }
        _ => "the content is no surface format known here",
    };
    Fault::file(reason, FORMATS)
}
