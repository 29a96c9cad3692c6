//! PLY files: the surfaces of a frame, its surfels, or a cloud of points, for Blender, MeshLab, meshio and the like.
//!
//! Binary, little endian, one file a frame with all bodies; the point property `body` tells them apart, and comments
//! in the header name them. Colliders have files of their own, with the point property `collider`. (Bodies share no points. A property of the faces would say the same, but meshio 5.3 takes
//! binary faces with anything beside their corners apart wrongly.) Numbers are `float`: every reader takes them, most
//! convert doubles to them anyway, and seven digits are more than a picture shows. Only things so far from the origin
//! that these digits would not show their shape have `double` positions. Who needs all digits finds them in the VTU
//! files.
//!
//! Source: Turk, "The PLY Polygon File Format", 1994.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use glam::DVec3;

use super::vtu_arrays::Sink;
use super::whole::write_whole;
use crate::error::OutputError;
use crate::surface_frame::{SurfaceField, SurfaceFrame, SurfacePart, check_triangles};
use crate::surfels::{SurfelFrame, SurfelPart};
use crate::text::number;

/// Writes the surfaces of a frame, whole or not at all. Points have normals, `displacement_x`, `_y`, `_z` where they
/// are known, and every field any body has; a body without the field has NaN there.
pub fn write_ply(path: &Path, frame: &SurfaceFrame) -> Result<(), OutputError> {
    let title = format!("pliant frame {}, time {} s, SI units", frame.index, number(frame.time));
    write_parts(path, &title, "body", (0..).zip(&frame.parts).map(PlyPart::of_surface).collect())
}

/// Writes the surfels of a frame, whole or not at all: the points of [`write_ply`] with their `radius` (m), and no faces.
pub fn write_surfels_ply(path: &Path, frame: &SurfelFrame) -> Result<(), OutputError> {
    let title = format!("pliant surfels of frame {}, time {} s, SI units", frame.index, number(frame.time));
    write_parts(path, &title, "body", (0..).zip(&frame.parts).map(PlyPart::of_surfels).collect())
}

/// Writes a collider, whole or not at all: points with normals, and their `collider`, which is its number. Without a
/// time (s) it is the collider at rest.
pub fn write_collider_ply(
    path: &Path,
    collider: &SurfacePart,
    number_of_it: usize,
    time: Option<f64>,
) -> Result<(), OutputError> {
    let instant = time.map_or("at rest".into(), |time| format!("time {} s", number(time)));
    let title = format!("pliant collider, {instant}, SI units");
    write_parts(path, &title, "collider", vec![PlyPart::of_surface((number_of_it as i32, collider))])
}

/// What is written of a body or a collider.
struct PlyPart<'a> {
    /// Tells it apart.
    number: i32,
    name: &'a str,
    positions: &'a [DVec3],
    normals: Cow<'a, [DVec3]>,
    /// None of surfaces.
    radii: Option<&'a [f64]>,
    displacements: &'a [DVec3],
    fields: &'a [SurfaceField],
    /// None of surfels.
    triangles: &'a [[u32; 3]],
}

impl<'a> PlyPart<'a> {
    fn of_surface((number, part): (i32, &'a SurfacePart)) -> Self {
        Self {
            number,
            name: &part.name,
            positions: &part.positions,
            // Triangles that make no sense have none: they are refused below.
            normals: Cow::Owned(if part.check_triangles().is_ok() { part.normals() } else { vec![] }),
            radii: None,
            displacements: &part.displacements,
            fields: &part.fields,
            triangles: &part.triangles,
        }
    }

    fn of_surfels((number, part): (i32, &'a SurfelPart)) -> Self {
        Self {
            number,
            name: &part.name,
            positions: &part.positions,
            normals: Cow::Borrowed(&part.normals),
            radii: Some(&part.radii),
            displacements: &part.displacements,
            fields: &part.fields,
            triangles: &[],
        }
    }
}

/// Parts, told apart by their numbers in the property of this name.
fn write_parts(path: &Path, title: &str, label: &str, parts: Vec<PlyPart<'_>>) -> Result<(), OutputError> {
    check(label, &parts).map_err(|reason| OutputError::BadSurface { path: path.into(), reason })?;
    let columns = Columns::of(&parts);
    let header = header(title, label, &parts, &columns);
    write_whole(path, |out| {
        out.write_all(header.as_bytes())?;
        let mut sink = Sink::new(out);
        for part in &parts {
            write_points(part, &columns, &mut sink)?;
        }
        write_faces(&parts, &mut sink)?;
        sink.finish()
    })
}

/// Writes points without faces, each with a `radius` (m) and a `volume` (m³), whole or not at all. Either list may
/// be empty; it is left out then.
pub fn write_cloud_ply(
    path: &Path,
    points: &[DVec3],
    radii: &[f64],
    volumes: &[f64],
) -> Result<(), OutputError> {
    let columns: Vec<(&str, &[f64])> = [("radius", radii), ("volume", volumes)]
        .into_iter()
        .filter(|(_, values)| !values.is_empty())
        .collect();
    for (name, values) in &columns {
        expect_length(name, values.len(), points.len())
            .map_err(|reason| OutputError::BadSurface { path: path.into(), reason })?;
    }
    let mut header = String::from("ply\nformat binary_little_endian 1.0\ncomment pliant points, SI units\n");
    let _ = writeln!(header, "element vertex {}", points.len());
    let names = ["x", "y", "z"].into_iter().chain(columns.iter().map(|(name, _)| *name));
    let positions = Positions::for_points(points.iter());
    names.for_each(|name| _ = writeln!(header, "property {} {name}", positions.kind_of(name)));
    header.push_str("end_header\n");
    write_whole(path, |out| {
        out.write_all(header.as_bytes())?;
        let mut sink = Sink::new(out);
        for (i, point) in points.iter().enumerate() {
            positions.write(&mut sink, *point)?;
            columns.iter().try_for_each(|(_, values)| floats(&mut sink, &[values[i]]))?;
        }
        sink.finish()
    })
}

/// What the points of the file have beside position and normal.
struct Columns {
    positions: Positions,
    /// The points are surfels: there are no faces.
    has_radii: bool,
    has_displacements: bool,
    /// Name in the frame and in the file.
    fields: Vec<(String, String)>,
}

impl Columns {
    fn of(parts: &[PlyPart<'_>]) -> Self {
        let has_radii = parts.iter().any(|part| part.radii.is_some());
        let has_displacements = parts.iter().any(|part| !part.displacements.is_empty());
        let mut fields: Vec<(String, String)> = vec![];
        for field in parts.iter().flat_map(|part| part.fields) {
            if fields.iter().all(|(known, _)| *known != field.name) {
                let name = unused_name(&field.name, &fields);
                fields.push((field.name.clone(), name));
            }
        }
        let positions = Positions::for_points(parts.iter().flat_map(|part| part.positions));
        Self { positions, has_radii, has_displacements, fields }
    }
}

/// How positions are written: as `float`, or far from the origin as `double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Positions {
    Float,
    Double,
}

/// Coordinates larger than this many times the box around all points are written as `double`: a `float` has seven
/// digits, and less than four would be left for the shape.
const FAR: f64 = 1e3;

impl Positions {
    fn for_points<'a>(points: impl Iterator<Item = &'a DVec3>) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &point in points.filter(|point| point.is_finite()) {
            (low, high) = (low.min(point), high.max(point));
        }
        // Without points the extent is minus infinity, and nothing is far.
        let farthest = low.abs().max(high.abs()).max_element();
        let extent = (high - low).max_element();
        if extent >= 0.0 && farthest > FAR * extent { Self::Double } else { Self::Float }
    }

    /// The type of a property of the points.
    fn kind_of(self, property: &str) -> &'static str {
        if self == Self::Double && ["x", "y", "z"].contains(&property) { "double" } else { "float" }
    }

    fn write(self, sink: &mut Sink, point: DVec3) -> io::Result<()> {
        match self {
            Self::Float => floats(sink, &point.to_array()),
            Self::Double => point.to_array().iter().try_for_each(|x| sink.put(&x.to_le_bytes())),
        }
    }
}

const DISPLACEMENTS: [&str; 3] = ["displacement_x", "displacement_y", "displacement_z"];

/// A property name: one word, not taken yet.
fn unused_name(name: &str, taken: &[(String, String)]) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "_-.:".contains(c) { c } else { '_' };
    let mut word: String = name.chars().map(safe).collect();
    let reserved = ["x", "y", "z", "nx", "ny", "nz", "radius", "body", "collider", ""];
    while reserved.contains(&word.as_str())
        || DISPLACEMENTS.contains(&word.as_str())
        || taken.iter().any(|(_, known)| *known == word)
    {
        word.push('_');
    }
    word
}

fn header(title: &str, label: &str, parts: &[PlyPart<'_>], columns: &Columns) -> String {
    let mut text = format!("ply\nformat binary_little_endian 1.0\ncomment {title}\n");
    for PlyPart { number, name, .. } in parts {
        let name: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(text, "comment {label} {number} {name}");
    }
    let points: usize = parts.iter().map(|part| part.positions.len()).sum();
    let _ = writeln!(text, "element vertex {points}");
    let radius = if columns.has_radii { &["radius"][..] } else { &[] };
    let displacements = if columns.has_displacements { &DISPLACEMENTS[..] } else { &[] };
    let fields = columns.fields.iter().map(|(_, name)| name.as_str());
    let fixed = ["x", "y", "z", "nx", "ny", "nz"].iter().chain(radius).chain(displacements);
    for name in fixed.copied().chain(fields) {
        let _ = writeln!(text, "property {} {name}", columns.positions.kind_of(name));
    }
    let _ = writeln!(text, "property int {label}");
    if !columns.has_radii {
        let faces: usize = parts.iter().map(|part| part.triangles.len()).sum();
        let _ = write!(text, "element face {faces}\nproperty list uchar int vertex_indices\n");
    }
    text.push_str("end_header\n");
    text
}

fn write_points(part: &PlyPart<'_>, columns: &Columns, sink: &mut Sink) -> io::Result<()> {
    let of_name = |name: &str| part.fields.iter().find(|field| field.name == name);
    let fields: Vec<Option<&[f64]>> =
        columns.fields.iter().map(|(name, _)| of_name(name).map(|field| field.values.as_slice())).collect();
    for (i, position) in part.positions.iter().enumerate() {
        columns.positions.write(sink, *position)?;
        floats(sink, &part.normals[i].to_array())?;
        if let Some(radii) = part.radii {
            floats(sink, &[radii[i]])?;
        }
        if columns.has_displacements {
            let displacement = part.displacements.get(i).copied().unwrap_or(DVec3::NAN);
            floats(sink, &displacement.to_array())?;
        }
        for values in &fields {
            floats(sink, &[values.map_or(f64::NAN, |values| values[i])])?;
        }
        sink.put(&part.number.to_le_bytes())?;
    }
    Ok(())
}

fn write_faces(parts: &[PlyPart<'_>], sink: &mut Sink) -> io::Result<()> {
    let mut first = 0;
    for part in parts {
        for triangle in part.triangles {
            sink.put(&[3])?;
            triangle.iter().try_for_each(|id| sink.put(&(first + *id as i32).to_le_bytes()))?;
        }
        first += part.positions.len() as i32;
    }
    Ok(())
}

fn floats(sink: &mut Sink, values: &[f64]) -> io::Result<()> {
    values.iter().try_for_each(|&value| sink.put(&(value as f32).to_le_bytes()))
}

/// Why the arrays of the parts do not fit each other, if so.
fn check(label: &str, parts: &[PlyPart<'_>]) -> Result<(), String> {
    for part in parts {
        let points = part.positions.len();
        let of_part = |reason: String| format!("{label} \"{}\" {reason}", part.name);
        if !part.displacements.is_empty() {
            expect_length("displacement", part.displacements.len(), points).map_err(of_part)?;
        }
        for field in part.fields {
            expect_length(&field.name, field.values.len(), points).map_err(of_part)?;
        }
        check_triangles(part.triangles, points).map_err(of_part)?;
        expect_length("normal", part.normals.len(), points).map_err(of_part)?;
        part.radii.map_or(Ok(()), |r| expect_length("radius", r.len(), points)).map_err(of_part)?;
    }
    let points: usize = parts.iter().map(|part| part.positions.len()).sum();
    if points > i32::MAX as usize {
        return Err(format!("{points} points are more than a PLY file can number"));
    }
    Ok(())
}

fn expect_length(name: &str, found: usize, wanted: usize) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("has {found} values of {name} for {wanted} points")) }
}
