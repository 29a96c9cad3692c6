//! VTU files: a frame as VTK's XML unstructured grid, for ParaView, PyVista, meshio and the like.
//!
//! All bodies of a frame go into one file, one after the other; the cell array `body` tells them apart. The points
//! are the deformed positions, so `points - displacement` is the rest shape. The data follows the XML as raw
//! little-endian blocks, each led by its size as UInt64 (format "appended", encoding "raw").
//!
//! Symmetric tensors have six components in VTK's order XX, YY, ZZ, XY, YZ, XZ, which VTK knows as a symmetric
//! tensor, ParaView shows by name and meshio reads as a plain (cells, 6) array.
//!
//! Names travel as field data, since meshio refuses arrays of strings: `body:NAME` and `material:NAME` hold the
//! index that the cell arrays `body` and `material` use; `TimeValue` (VTK's convention) holds the time.
//!
//! Meshio needs three things that VTK does not: a line break after `<AppendedData ...>` and one before its end,
//! offsets without padding, and blocks that follow each other without gaps.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use pliant_world::Frame;

use super::vtu_arrays::{Array, Grid, Sink};
use super::whole::write_whole;
use crate::error::OutputError;
use crate::text::{number, xml};

/// What a frame file can hold beside the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// Of each node: position minus rest position (m).
    Displacement,
    /// Of each node (m/s).
    Velocity,
    /// Of each node: the force of contact on it (N). This and the next two are there in worlds with contact only.
    ContactForce,
    /// Of each node: the pressure of contact (Pa).
    ContactPressure,
    /// Of each node: the distance from what is nearest (m); not a number where nothing is near.
    ContactGap,
    /// Of each cell: Cauchy stress, six components (Pa).
    Stress,
    /// Of each cell: Green strain, six components (tensor components, no doubled shears).
    Strain,
    /// Of each cell: von Mises stress (Pa).
    VonMises,
    /// Of each cell: elastic energy per rest volume (J/m3).
    EnergyDensity,
    /// Of each cell: largest principal strain along the middle of what is thin. This and the next two are there where some
    /// body knows what is thin; not a number of cells that do not.
    Membrane,
    /// Of each cell: largest principal curvature since rest (1/m).
    Bending,
    /// Of each cell: twist since rest (1/m).
    Twist,
    /// Of each cell: index of the material.
    Material,
    /// Of each cell: index of the body.
    Body,
}

impl Field {
    /// All fields, in the order they have in the file.
    pub const ALL: [Field; 14] = [
        Field::Displacement,
        Field::Velocity,
        Field::ContactForce,
        Field::ContactPressure,
        Field::ContactGap,
        Field::Stress,
        Field::Strain,
        Field::VonMises,
        Field::EnergyDensity,
        Field::Membrane,
        Field::Bending,
        Field::Twist,
        Field::Material,
        Field::Body,
    ];

    /// Its name in the file and in scenes.
    pub fn name(self) -> &'static str {
        match self {
            Field::Displacement => "displacement",
            Field::Velocity => "velocity",
            Field::ContactForce => "contact_force",
            Field::ContactPressure => "contact_pressure",
            Field::ContactGap => "contact_gap",
            Field::Stress => "stress",
            Field::Strain => "strain",
            Field::VonMises => "von_mises",
            Field::EnergyDensity => "energy_density",
            Field::Membrane => "membrane",
            Field::Bending => "bending",
            Field::Twist => "twist",
            Field::Material => "material",
            Field::Body => "body",
        }
    }

    /// The field of that name.
    pub fn from_name(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Whether it belongs to the nodes; else to the cells.
    pub fn is_of_nodes(self) -> bool {
        matches!(self, Field::Displacement | Field::Velocity) || self.is_of_contact()
    }

    /// Whether it tells of thin matter: only worlds with bodies that know it have it.
    pub fn is_of_thin_matter(self) -> bool {
        matches!(self, Field::Membrane | Field::Bending | Field::Twist)
    }

    /// Whether it tells of contact: only worlds with contact have it.
    pub fn is_of_contact(self) -> bool {
        matches!(self, Field::ContactForce | Field::ContactPressure | Field::ContactGap)
    }
}

/// Writes a frame with the chosen fields (their order and repetitions do not matter) as a VTU file, whole or not at
/// all.
pub fn write_vtu(path: &Path, frame: &Frame, fields: &[Field]) -> Result<(), OutputError> {
    let grid = Grid::new(frame, fields)?;
    write_whole(path, |out| write_grid(&grid, out))
}

fn write_grid(grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
    let mut header = Header::default();
    header.write(grid);
    out.write_all(header.text.as_bytes())?;
    let mut sink = Sink::new(out);
    for array in header.arrays {
        sink.put(&grid.byte_count(array).to_le_bytes())?;
        grid.write(array, &mut sink)?;
    }
    sink.finish()?;
    out.write_all(b"\n  </AppendedData>\n</VTKFile>\n")
}

/// The XML before the data, and which arrays it promises in which order.
#[derive(Default)]
struct Header {
    text: String,
    arrays: Vec<Array>,
    /// Where the next array begins behind the underscore.
    offset: u64,
}

impl Header {
    fn write(&mut self, grid: &Grid) {
        self.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        self.line(
            "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">",
        );
        self.line("  <UnstructuredGrid>");
        self.field_data(grid);
        let (points, cells) = (grid.point_count, grid.cell_count);
        self.line(&format!("    <Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">"));
        let (of_nodes, of_cells): (Vec<Field>, Vec<Field>) =
            grid.fields.iter().partition(|field| field.is_of_nodes());
        self.section(grid, "Points", "", &[Array::Points]);
        self.section(grid, "Cells", "", &[Array::Connectivity, Array::Offsets, Array::Types]);
        self.section(grid, "PointData", "", &field_arrays(&of_nodes));
        let coloured = if of_cells.contains(&Field::VonMises) { " Scalars=\"von_mises\"" } else { "" };
        self.section(grid, "CellData", coloured, &field_arrays(&of_cells));
        self.line("    </Piece>");
        self.line("  </UnstructuredGrid>");
        self.line("  <AppendedData encoding=\"raw\">");
        self.text.push('_');
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn field_data(&mut self, grid: &Grid) {
        self.line("    <FieldData>");
        self.single("Float64", "TimeValue", &number(grid.frame.time));
        for (index, body) in grid.frame.bodies.iter().enumerate() {
            self.single("Int32", &format!("body:{}", body.shape.name), &index.to_string());
        }
        for (index, name) in grid.material_names.iter().enumerate() {
            self.single("Int32", &format!("material:{name}"), &index.to_string());
        }
        self.line("    </FieldData>");
    }

    fn single(&mut self, kind: &str, name: &str, value: &str) {
        let name = xml(name);
        self.line(&format!(
            "      <DataArray type=\"{kind}\" Name=\"{name}\" NumberOfTuples=\"1\" format=\"ascii\">{value}</DataArray>"
        ));
    }

    fn section(&mut self, grid: &Grid, tag: &str, attributes: &str, arrays: &[Array]) {
        self.line(&format!("      <{tag}{attributes}>"));
        for &array in arrays {
            self.array(grid, array);
        }
        self.line(&format!("      </{tag}>"));
    }

    fn array(&mut self, grid: &Grid, array: Array) {
        let (kind, name, components) = (array.type_name(), array.name(), array.components());
        let text = &mut self.text;
        let _ = write!(text, "        <DataArray type=\"{kind}\" Name=\"{name}\"");
        if components > 1 {
            let _ = write!(text, " NumberOfComponents=\"{components}\"");
        }
        for (i, component) in array.component_names().iter().enumerate() {
            let _ = write!(text, " ComponentName{i}=\"{component}\"");
        }
        let _ = writeln!(text, " format=\"appended\" offset=\"{}\"/>", self.offset);
        self.arrays.push(array);
        self.offset += 8 + grid.byte_count(array);
    }
}

fn field_arrays(fields: &[Field]) -> Vec<Array> {
    fields.iter().map(|&field| Array::Field(field)).collect()
}
