//! Skin files: the surfaces that bodies carry along, as VTU files of triangles beside those of the cells.
//!
//! Layout as in [`vtu`](super::vtu): raw appended blocks, body names as field data, the cell array `body`. All numbers
//! belong to points.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use super::whole::write_whole;
use crate::error::OutputError;
use crate::surface_frame::{SurfaceFrame, SurfacePart};
use crate::text::{number, xml};

/// VTK's number of a triangle.
const VTK_TRIANGLE: u8 = 5;

/// Writes surfaces as a VTU file of triangles, whole or not at all. `bodies` are the numbers the parts have in the frame.
pub fn write_skins(path: &Path, frame: &SurfaceFrame, bodies: &[usize]) -> Result<(), OutputError> {
    let blocks = blocks(frame, bodies);
    let header = header(frame, bodies, &blocks);
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

fn blocks(frame: &SurfaceFrame, bodies: &[usize]) -> Vec<Block> {
    let parts = &frame.parts;
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
    if parts.iter().all(|part| part.displacements.len() == part.positions.len()) {
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
    let body = |(part, body): (&SurfacePart, &usize)| std::iter::repeat_n(*body as i32, part.triangles.len());
    let labels = parts.iter().zip(bodies).flat_map(body).flat_map(i32::to_le_bytes).collect();
    blocks.push(block("CellData", "Int32", "body", 1, labels));
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

fn header(frame: &SurfaceFrame, bodies: &[usize], blocks: &[Block]) -> String {
    let points: usize = frame.parts.iter().map(|part| part.positions.len()).sum();
    let cells: usize = frame.parts.iter().map(|part| part.triangles.len()).sum();
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
    single("Float64", "TimeValue", &number(frame.time));
    for (part, body) in frame.parts.iter().zip(bodies) {
        single("Int32", &format!("body:{}", part.name), &body.to_string());
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
