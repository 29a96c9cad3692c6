//! Readers of clouds of points: PLY (with faces or without), and lines of numbers (XYZ).
//!
//! Coordinates that are not finite are kept: whether a cloud may have them is for its user to say.

use glam::DVec3;

use super::error::{DAMAGED, Fault, MeshReadError};
use super::lines::lines;
use super::ply;
use super::scan::shortened;
use super::surface_raw::{coordinate, counted};

/// Points, and what else the file says about them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadCloud {
    /// Positions; units are those of the file.
    pub points: Vec<DVec3>,
    /// One a point: a property `radius` of PLY, the fourth of four numbers a line.
    pub radii: Option<Vec<f64>>,
    /// One a point: the property asked for.
    pub attribute: Option<Vec<f64>>,
    /// What was left out or is doubtful, one sentence each.
    pub warnings: Vec<String>,
}

/// Whether a file is a cloud of points by its name and content: XYZ, or PLY without faces.
pub fn is_cloud(name: &str, bytes: &[u8]) -> bool {
    name.to_ascii_lowercase().ends_with(".xyz") || (is_ply(bytes) && !ply::has_faces(bytes))
}

fn is_ply(bytes: &[u8]) -> bool {
    let start = bytes.trim_ascii_start();
    start.starts_with(b"ply") && start.get(3).is_some_and(u8::is_ascii_whitespace)
}

/// Reads the points of a file, with one property more of PLY if it is asked for.
///
/// # Errors
/// When the content is no cloud, with its place; a property that is not there is none.
pub fn cloud(name: &str, bytes: &[u8], attribute: Option<&str>) -> Result<ReadCloud, MeshReadError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let read = if is_ply(bytes) { ply::read_cloud(bytes, attribute) } else { read_xyz(bytes) };
    read.map_err(|fault| fault.in_file(name))
}

/// Lines of three numbers or more; blanks, commas and semicolons stand between them.
fn read_xyz(bytes: &[u8]) -> Result<ReadCloud, Fault> {
    if bytes.trim_ascii().is_empty() {
        return Err(Fault::file("the file is empty", DAMAGED));
    }
    let mut cloud = ReadCloud::default();
    let (mut radii, mut further) = (vec![], 0);
    for line in lines(bytes) {
        let words = line.words().flat_map(|word| word.split([',', ';'])).filter(|word| !word.is_empty());
        cloud.points.push(line.point(words.clone())?);
        let rest: Vec<&str> = words.skip(3).take(2).collect();
        match rest[..] {
            [] => {}
            [radius] => {
                let wrong = || format!("expected a radius, found \"{}\"", shortened(radius));
                radii.push(coordinate(radius).ok_or_else(|| line.fault(wrong(), DAMAGED))?);
            }
            _ => further += 1,
        }
    }
    if radii.len() == cloud.points.len() {
        cloud.radii = Some(radii);
    } else if !radii.is_empty() {
        let some = counted(radii.len(), "line has a radius", "lines have a radius");
        let reason = format!("{some}, but there are {} lines", cloud.points.len());
        return Err(Fault::file(reason, "give all points a radius, or none"));
    }
    if further > 0 {
        let lines = counted(further, "line has", "lines have");
        cloud.warnings.push(format!("{lines} more than four numbers; only x, y, z are taken of them"));
    }
    Ok(cloud)
}
