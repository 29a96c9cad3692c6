//! The arrays of a VTU file: all bodies of a frame as one grid, streamed as little-endian bytes.

use std::io::{self, Write};

use glam::{DMat3, DVec3};
use pliant_world::{BodyFrame, ContactFields, Frame, ThinMeasures};

use super::vtu::Field;
use crate::error::OutputError;

/// VTK's numbers of the cells we write.
const VTK_VERTEX: u8 = 1;
const VTK_TETRA: u8 = 10;
const VTK_QUADRATIC_TETRA: u8 = 24;

/// One array of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Array {
    Points,
    Connectivity,
    /// The end of each cell in the connectivity.
    Offsets,
    Types,
    Field(Field),
}

impl Array {
    pub fn name(self) -> &'static str {
        match self {
            Array::Points => "points",
            Array::Connectivity => "connectivity",
            Array::Offsets => "offsets",
            Array::Types => "types",
            Array::Field(field) => field.name(),
        }
    }

    pub fn type_name(self) -> &'static str {
        match self {
            Array::Connectivity | Array::Offsets => "Int64",
            Array::Types => "UInt8",
            Array::Field(Field::Material | Field::Body) => "Int32",
            Array::Points | Array::Field(_) => "Float64",
        }
    }

    pub fn components(self) -> usize {
        match self {
            Array::Points | Array::Field(Field::Displacement | Field::Velocity | Field::ContactForce) => 3,
            Array::Field(Field::Stress | Field::Strain) => 6,
            _ => 1,
        }
    }

    pub fn component_names(self) -> &'static [&'static str] {
        match self {
            Array::Field(Field::Displacement | Field::Velocity | Field::ContactForce) => &["X", "Y", "Z"],
            Array::Field(Field::Stress | Field::Strain) => &["XX", "YY", "ZZ", "XY", "YZ", "XZ"],
            _ => &[],
        }
    }

    fn bytes_a_number(self) -> usize {
        match self.type_name() {
            "UInt8" => 1,
            "Int32" => 4,
            _ => 8,
        }
    }
}

/// All bodies of a frame as one grid.
pub(super) struct Grid<'a> {
    pub frame: &'a Frame,
    /// Sorted, each once.
    pub fields: Vec<Field>,
    pub point_count: usize,
    pub cell_count: usize,
    /// Materials of all bodies, each name once, in order of appearance.
    pub material_names: Vec<&'a str>,
    /// For each body: index of its materials in `material_names`.
    material_indices: Vec<Vec<i32>>,
}

impl<'a> Grid<'a> {
    /// Checks that the frame's arrays fit each other.
    pub fn new(frame: &'a Frame, fields: &[Field]) -> Result<Self, OutputError> {
        let has_contact = frame.bodies.iter().any(|body| body.contact.is_some());
        let has_measures = frame.bodies.iter().any(|body| body.measures.is_some());
        let is_wanted = |field: &Field| {
            let is_there =
                (has_contact || !field.is_of_contact()) && (has_measures || !field.is_of_thin_matter());
            fields.contains(field) && is_there
        };
        let fields: Vec<Field> = Field::ALL.into_iter().filter(is_wanted).collect();
        if !frame.time.is_finite() {
            return Err(OutputError::BrokenTime { index: frame.index, time: frame.time });
        }
        for body in &frame.bodies {
            check_body(body, &fields).map_err(|reason| OutputError::BrokenFrame {
                index: frame.index,
                body: body.shape.name.clone(),
                reason,
            })?;
        }
        let (material_names, material_indices) = merge_materials(frame);
        Ok(Self {
            frame,
            fields,
            point_count: frame.bodies.iter().map(|body| body.positions.len()).sum(),
            cell_count: frame.bodies.iter().map(cell_count).sum(),
            material_names,
            material_indices,
        })
    }

    pub fn byte_count(&self, array: Array) -> u64 {
        let entries = match array {
            Array::Points => self.point_count,
            Array::Connectivity => self.frame.bodies.iter().map(|body| body.shape.cells.len()).sum(),
            Array::Offsets | Array::Types => self.cell_count,
            Array::Field(field) if field.is_of_nodes() => self.point_count,
            Array::Field(_) => self.cell_count,
        };
        (entries * array.components() * array.bytes_a_number()) as u64
    }

    pub fn write(&self, array: Array, sink: &mut Sink) -> io::Result<()> {
        let bodies = &self.frame.bodies;
        match array {
            Array::Points => bodies.iter().try_for_each(|body| sink.vectors(body.positions.iter().copied())),
            Array::Connectivity => self.write_connectivity(sink),
            Array::Offsets => self.write_offsets(sink),
            Array::Types => bodies.iter().try_for_each(|body| {
                let kind = match body.shape.nodes_a_cell {
                    1 => VTK_VERTEX,
                    10 => VTK_QUADRATIC_TETRA,
                    _ => VTK_TETRA,
                };
                (0..cell_count(body)).try_for_each(|_| sink.put(&[kind]))
            }),
            Array::Field(field) => {
                (0..bodies.len()).try_for_each(|index| self.write_field(field, index, sink))
            }
        }
    }

    fn write_connectivity(&self, sink: &mut Sink) -> io::Result<()> {
        let mut first_node = 0;
        for body in &self.frame.bodies {
            for &node in &body.shape.cells {
                sink.put(&(first_node + i64::from(node)).to_le_bytes())?;
            }
            first_node += body.positions.len() as i64;
        }
        Ok(())
    }

    fn write_offsets(&self, sink: &mut Sink) -> io::Result<()> {
        let mut end = 0;
        for body in &self.frame.bodies {
            for _ in 0..cell_count(body) {
                end += body.shape.nodes_a_cell as i64;
                sink.put(&end.to_le_bytes())?;
            }
        }
        Ok(())
    }

    fn write_field(&self, field: Field, index: usize, sink: &mut Sink) -> io::Result<()> {
        let body = &self.frame.bodies[index];
        match field {
            Field::Displacement => {
                sink.vectors(body.positions.iter().zip(&body.shape.rest).map(|(&x, &x_rest)| x - x_rest))
            }
            Field::Velocity => sink.vectors(body.velocities.iter().copied()),
            Field::ContactForce | Field::ContactPressure | Field::ContactGap => {
                write_contact(field, body, sink)
            }
            Field::Stress => sink.symmetric_tensors(&body.stress),
            Field::Strain => sink.symmetric_tensors(&body.strain),
            Field::VonMises => sink.numbers(&body.von_mises),
            Field::EnergyDensity => sink.numbers(&body.energy_density),
            Field::Membrane => write_measure(body, |m| m.membrane, sink),
            Field::Bending => write_measure(body, |m| m.bending, sink),
            Field::Twist => write_measure(body, |m| m.twist, sink),
            Field::Material => body.shape.cell_materials.iter().try_for_each(|&material| {
                sink.put(&self.material_indices[index][material as usize].to_le_bytes())
            }),
            Field::Body => {
                let bytes = (index as i32).to_le_bytes();
                (0..cell_count(body)).try_for_each(|_| sink.put(&bytes))
            }
        }
    }
}

/// A body that takes no part in contact feels no force, and nothing is near it.
fn write_contact(field: Field, body: &BodyFrame, sink: &mut Sink) -> io::Result<()> {
    let count = body.positions.len();
    match (field, &body.contact) {
        (Field::ContactForce, Some(contact)) => sink.vectors(contact.force.iter().copied()),
        (Field::ContactForce, None) => sink.vectors(std::iter::repeat_n(DVec3::ZERO, count)),
        (Field::ContactGap, Some(contact)) => sink.numbers(&contact.gap),
        (Field::ContactGap, None) => sink.numbers(&vec![f64::NAN; count]),
        (_, Some(contact)) => sink.numbers(&contact.pressure),
        (_, None) => sink.numbers(&vec![0.0; count]),
    }
}

/// Not a number where the body does not know.
fn write_measure(body: &BodyFrame, of: fn(&ThinMeasures) -> f64, sink: &mut Sink) -> io::Result<()> {
    match &body.measures {
        Some(measures) => sink.numbers(&measures.iter().map(of).collect::<Vec<f64>>()),
        None => sink.numbers(&vec![f64::NAN; cell_count(body)]),
    }
}

fn cell_count(body: &BodyFrame) -> usize {
    body.shape.cells.len() / body.shape.nodes_a_cell
}

/// Why the arrays of a body do not fit each other, if so.
fn check_body(body: &BodyFrame, fields: &[Field]) -> Result<(), String> {
    let shape = &body.shape;
    let nodes = shape.rest.len();
    if ![1, 4, 10].contains(&shape.nodes_a_cell) {
        return Err(format!("has {} nodes a cell instead of 1, 4 or 10", shape.nodes_a_cell));
    }
    if !shape.cells.len().is_multiple_of(shape.nodes_a_cell) {
        let (found, each) = (shape.cells.len(), shape.nodes_a_cell);
        return Err(format!("has {found} cell nodes, which is no multiple of {each}"));
    }
    if let Some(node) = shape.cells.iter().find(|&&node| node as usize >= nodes) {
        return Err(format!("has a cell with node {node}, but only {nodes} nodes"));
    }
    expect_length("positions", body.positions.len(), nodes, "nodes")?;
    fields.iter().try_for_each(|&field| check_field(body, field))
}

fn check_field(body: &BodyFrame, field: Field) -> Result<(), String> {
    let of_contact = |length: fn(&ContactFields) -> usize| body.contact.as_ref().map(length);
    let length = match field {
        Field::Displacement | Field::Body => return Ok(()),
        Field::ContactForce => of_contact(|contact| contact.force.len()).unwrap_or(body.positions.len()),
        Field::ContactPressure => {
            of_contact(|contact| contact.pressure.len()).unwrap_or(body.positions.len())
        }
        Field::ContactGap => of_contact(|contact| contact.gap.len()).unwrap_or(body.positions.len()),
        Field::Velocity => body.velocities.len(),
        Field::Stress => body.stress.len(),
        Field::Strain => body.strain.len(),
        Field::VonMises => body.von_mises.len(),
        Field::EnergyDensity => body.energy_density.len(),
        Field::Membrane | Field::Bending | Field::Twist => {
            body.measures.as_ref().map_or(cell_count(body), Vec::len)
        }
        Field::Material => body.shape.cell_materials.len(),
    };
    if field == Field::Material {
        let count = body.shape.material_names.len();
        if let Some(bad) = body.shape.cell_materials.iter().find(|&&material| material as usize >= count) {
            return Err(format!("has a cell with material {bad}, but only {count} materials"));
        }
    }
    if field.is_of_nodes() {
        expect_length(field.name(), length, body.positions.len(), "nodes")
    } else {
        expect_length(field.name(), length, cell_count(body), "cells")
    }
}

fn expect_length(name: &str, found: usize, wanted: usize, of_what: &str) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    Err(format!("has {found} values of {name} for {wanted} {of_what}"))
}

/// Bodies number their own materials; in the file equal names have equal numbers.
fn merge_materials(frame: &Frame) -> (Vec<&str>, Vec<Vec<i32>>) {
    let mut names: Vec<&str> = Vec::new();
    let mut number_of = |name| {
        let index = names.iter().position(|&known| known == name).unwrap_or(names.len());
        if index == names.len() {
            names.push(name);
        }
        index as i32
    };
    let indices = frame
        .bodies
        .iter()
        .map(|body| body.shape.material_names.iter().map(|name| number_of(name.as_str())).collect());
    let indices = indices.collect();
    (names, indices)
}

/// Gathers numbers as little-endian bytes and hands them on in large pieces.
pub(super) struct Sink<'a> {
    out: &'a mut dyn Write,
    pending: Vec<u8>,
}

impl<'a> Sink<'a> {
    const PIECE: usize = 1 << 16;

    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, pending: Vec::with_capacity(Self::PIECE + 64) }
    }

    pub fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= Self::PIECE {
            self.out.write_all(&self.pending)?;
            self.pending.clear();
        }
        Ok(())
    }

    pub fn finish(self) -> io::Result<()> {
        self.out.write_all(&self.pending)
    }

    fn numbers(&mut self, values: &[f64]) -> io::Result<()> {
        values.iter().try_for_each(|value| self.put(&value.to_le_bytes()))
    }

    fn vectors(&mut self, vectors: impl Iterator<Item = DVec3>) -> io::Result<()> {
        vectors.into_iter().try_for_each(|vector| self.numbers(&vector.to_array()))
    }

    /// In VTK's order XX, YY, ZZ, XY, YZ, XZ.
    fn symmetric_tensors(&mut self, tensors: &[DMat3]) -> io::Result<()> {
        let mean = |a: f64, b: f64| 0.5 * (a + b);
        tensors.iter().try_for_each(|t| {
            let shears =
                [mean(t.y_axis.x, t.x_axis.y), mean(t.z_axis.y, t.y_axis.z), mean(t.z_axis.x, t.x_axis.z)];
            self.numbers(&[t.x_axis.x, t.y_axis.y, t.z_axis.z, shears[0], shears[1], shears[2]])
        })
    }
}
