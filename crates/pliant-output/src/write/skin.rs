//! Files of triangles beside those of the cells: the surfaces that bodies carry along (skins), and colliders.
//!
//! VTU files laid out as in [`vtu`](super::vtu): raw appended blocks, names as field data (`body:NAME`,
//! `collider:NAME`; `plane` where a square stands for a plane), the cell array `body` or `collider`. All other numbers belong to points.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use super::whole::write_whole;
use crate::error::OutputError;
use crate::surface_frame::{SurfaceFrame, SurfacePart};
use crate::text::{number, xml};

/// VTK's number of a triangle.
const VTK_TRIANGLE: u8 = 5;

/// Field data of a collider that stands for a plane.
pub(crate) const PLANE_MARK: &str = "plane";

/// Writes surfaces as a VTU file of triangles, whole or not at all. `bodies` are the numbers the parts have in the frame.
pub fn write_skins(path: &Path, frame: &SurfaceFrame, bodies: &[usize]) -> Result<(), OutputError> {
    let file = Triangles { label: "body", parts: &frame.parts, numbers: bodies, time: Some(frame.time) };
    write_triangles(path, &file)
}

/// Writes a collider with its number as a VTU file of triangles, whole or not at all. Without a time (s) it is the
/// collider at rest, which stands for any number of frames.
pub fn write_collider(
    path: &Path,
    collider: &SurfacePart,
    number_of_it: usize,
    time: Option<f64>,
) -> Result<(), OutputError> {
    let (parts, numbers) = (std::slice::from_ref(collider), [number_of_it]);
    write_triangles(path, &Triangles { label: "collider", parts, numbers: &numbers, time })
}

/// What goes into a file.
struct Triangles<'a> {
    /// What the parts are.
    label: &'static str,
    parts: &'a [SurfacePart],
    /// The number each part has in the frame.
    numbers: &'a [usize],
    time: Option<f64>,
}

fn write_triangles(path: &Path, file: &Triangles) -> Result<(), OutputError> {
    for part in file.parts {
        part.check_triangles().map_err(|reason| OutputError::BadSurface {
            path: path.into(),
            reason: format!("{} \"{}\" {reason}", file.label, part.name),
        })?;
    }
    let blocks = blocks(file);
    let header = header(file, &blocks);
    write_whole(path, |out| {
        out.write_all(header.as_bytes())?;
        blocks.iter().try_for_each(|block| write_block(block, out))?;
        out.write_all(b"\n  </AppendedData>\n</VTKFile>\n")
    })
}

/// An array of the file.
struct Block {
    section: &'static str,
    kind: &'static str,
    name: String,
    components: usize,
    bytes: Vec<u8>,
}

fn write_block(block: &Block, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&(block.bytes.len() as u64).to_le_bytes())?;
    out.write_all(&block.bytes)
}

fn blocks(file: &Triangles) -> Vec<Block> {
    let parts = file.parts;
    let triangles: usize = parts.iter().map(|part| part.triangles.len()).sum();
    let block = |section, kind, name: &str, components, bytes| Block {
        section,
        kind,
        name: name.to_owned(),
        components,
        bytes,
    };
    let points = floats(parts.iter().flat_map(|part| part.positions.iter().flat_map(|x| x.to_array())));
    let ends = (1..=triangles as i64).flat_map(|i| (3 * i).to_le_bytes()).collect();
    let mut blocks = vec![
        block("Points", "Float64", "points", 3, points),
        block("Cells", "Int64", "connectivity", 1, connectivity(parts)),
        block("Cells", "Int64", "offsets", 1, ends),
        block("Cells", "UInt8", "types", 1, vec![VTK_TRIANGLE; triangles]),
    ];
    let is_known = |part: &SurfacePart| part.displacements.len() == part.positions.len();
    if file.label == "body" && parts.iter().all(is_known) {
        let all = parts.iter().flat_map(|part| part.displacements.iter().flat_map(|x| x.to_array()));
        blocks.push(block("PointData", "Float64", "displacement", 3, floats(all)));
    }
    for field in parts.first().map_or(&[][..], |part| &part.fields) {
        let of_part = |part: &SurfacePart| part.field(&field.name).map(|found| found.values.clone());
        let all: Option<Vec<Vec<f64>>> = parts.iter().map(of_part).collect();
        if let Some(all) = all.filter(|_| field.name != "displacement") {
            blocks.push(block("PointData", "Float64", &field.name, 1, floats(all.into_iter().flatten())));
        }
    }
    let label =
        |(part, number): (&SurfacePart, &usize)| std::iter::repeat_n(*number as i32, part.triangles.len());
    let labels = parts.iter().zip(file.numbers).flat_map(label).flat_map(i32::to_le_bytes).collect();
    blocks.push(block("CellData", "Int32", file.label, 1, labels));
    blocks
}

fn floats(values: impl Iterator<Item = f64>) -> Vec<u8> {
    values.flat_map(f64::to_le_bytes).collect()
}

fn connectivity(parts: &[SurfacePart]) -> Vec<u8> {
    let mut first = 0;
    let mut bytes = Vec::new();
    for part in parts {
        let ids = part.triangles.iter().flatten().map(|&id| first + i64::from(id));
        bytes.extend(ids.flat_map(i64::to_le_bytes));
        first += part.positions.len() as i64;
    }
    bytes
}

fn header(file: &Triangles, blocks: &[Block]) -> String {
    let points: usize = file.parts.iter().map(|part| part.positions.len()).sum();
    let cells: usize = file.parts.iter().map(|part| part.triangles.len()).sum();
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n\
         \x20 <UnstructuredGrid>\n    <FieldData>\n",
    );
    let mut single = |kind: &str, name: &str, value: &str| {
        let name = xml(name);
        let _ = writeln!(
            text,
            "      <DataArray type=\"{kind}\" Name=\"{name}\" NumberOfTuples=\"1\" format=\"ascii\">{value}</DataArray>"
        );
    };
    if let Some(time) = file.time {
        single("Float64", "TimeValue", &number(time));
    }
    for (part, number) in file.parts.iter().zip(file.numbers) {
        single("Int32", &format!("{}:{}", file.label, part.name), &number.to_string());
    }
    if file.parts.iter().any(|part| part.is_plane) {
        single("Int32", PLANE_MARK, "1");
    }
    let _ =
        writeln!(text, "    </FieldData>\n    <Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">");
    let mut offset = 0;
    for section in ["Points", "Cells", "PointData", "CellData"] {
        let _ = writeln!(text, "      <{section}>");
        for block in blocks {
            if block.section == section {
                let Block { kind, components, .. } = block;
                let name = xml(&block.name);
                let _ = writeln!(
                    text,
                    "        <DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"appended\" offset=\"{offset}\"/>"
                );
                offset += 8 + block.bytes.len();
            }
        }
        let _ = writeln!(text, "      </{section}>");
    }
    text + "    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"raw\">\n_"
}
