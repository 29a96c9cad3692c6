//! A picture as bytes, for one page: what it already has is not sent again.
//!
//! A message is a head of eight bytes ("PLF1" and the length of the header), a header in JSON, and arrays of little-endian numbers, whose
//! offsets the header tells. Triangles and rest positions go with the first frame that has them, or when they change; a number, the
//! topology, tells the page which ones are meant. Nothing assumes that a body keeps its points: cuts change them.

use crate::client::Wants;
use crate::picture::{GrabText, Marks, Picture, Shown, SolverText};
use glam::DVec3;
use pliant_output::{SurfaceFrame, SurfacePart, SurfelMaker};
use pliant_world::{BodyFrame, BodyShape, Frame};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

const MAGIC: &[u8; 4] = b"PLF1";

/// Surfaces of bodies.
pub const SURFACE: &str = "surface";
/// Colliders.
pub const COLLIDERS: &str = "colliders";
/// Surfaces of bodies as discs.
pub const SURFELS: &str = "surfels";
/// Edges of tetrahedra.
pub const CELLS: &str = "cells";

/// Remembers what a page has.
#[derive(Debug, Default)]
pub struct Encoder {
    epoch: u64,
    frames: u64,
    topologies: u32,
    sent: BTreeMap<(&'static str, String), Sent>,
    surfels: SurfelMaker,
    /// Arrays of the frame at hand.
    bytes: Vec<u8>,
}

/// What a page has of a part.
#[derive(Debug)]
struct Sent {
    topology: u32,
    corners: Corners,
}

/// What a part is made of.
#[derive(Debug)]
enum Corners {
    Triangles(Vec<[u32; 3]>),
    /// Lines that follow from the cells of a shape.
    Cells(Arc<BodyShape>),
    Points(usize),
}

#[derive(Serialize)]
struct Header<'a> {
    id: u64,
    index: u64,
    time: f64,
    step: u64,
    speed_ratio: f64,
    field: &'a str,
    solver: &'a SolverText,
    grab: &'a Option<GrabText>,
    parts: Vec<Part>,
}

#[derive(Serialize, Default)]
struct Part {
    name: String,
    layer: &'static str,
    shape: &'static str,
    topology: u32,
    count: usize,
    positions: usize,
    triangles: Option<(usize, usize)>,
    lines: Option<(usize, usize)>,
    rest: Option<usize>,
    values: Option<usize>,
    radii: Option<usize>,
    axes: Option<usize>,
    normals: Option<usize>,
    plane: bool,
}

impl Encoder {
    /// The message for a picture.
    pub fn encode(&mut self, picture: &Picture, wants: &Wants) -> Vec<u8> {
        if self.epoch != picture.epoch {
            self.epoch = picture.epoch;
            self.sent.clear();
            self.surfels = SurfelMaker::default();
        }
        self.bytes.clear();
        let mut parts = match &picture.shown {
            Shown::Nothing => Vec::new(),
            Shown::Live(frame) => self.live(frame, wants),
            Shown::Stored(frame) => self.surfaces(frame, wants),
        };
        let wanted =
            picture.marks.iter().filter(|marks| wants.layers.iter().any(|layer| layer == marks.layer));
        parts.extend(wanted.map(|marks| self.marks(marks)));
        self.frames += 1;
        let header = Header {
            id: self.frames,
            index: picture.index,
            time: picture.time,
            step: picture.step,
            speed_ratio: picture.speed_ratio,
            field: &wants.field,
            solver: &picture.solver,
            grab: &picture.grab,
            parts,
        };
        self.message(&header)
    }

    fn message(&self, header: &Header<'_>) -> Vec<u8> {
        let mut text = serde_json::to_vec(header).unwrap_or_default();
        text.resize(text.len().next_multiple_of(4), b' ');
        let mut message = Vec::with_capacity(8 + text.len() + self.bytes.len());
        message.extend_from_slice(MAGIC);
        message.extend_from_slice(&(text.len() as u32).to_le_bytes());
        message.extend_from_slice(&text);
        message.extend_from_slice(&self.bytes);
        message
    }

    fn live(&mut self, frame: &Frame, wants: &Wants) -> Vec<Part> {
        let mut parts = self.surfaces(&SurfaceFrame::of_field(frame, &wants.field), wants);
        if wants.layers.iter().any(|layer| layer == CELLS) {
            let with_cells = frame.bodies.iter().filter(|body| body.shape.nodes_a_cell >= 4);
            parts.extend(with_cells.map(|body| self.cells(body)));
        }
        parts
    }

    fn surfaces(&mut self, frame: &SurfaceFrame, wants: &Wants) -> Vec<Part> {
        let is_wanted = |layer: &str| wants.layers.iter().any(|wanted| wanted == layer);
        let mut parts = Vec::new();
        if is_wanted(SURFACE) {
            parts.extend(frame.parts.iter().map(|part| self.surface(SURFACE, part, &wants.field)));
        }
        if is_wanted(SURFELS) {
            parts.extend(frame.parts.iter().map(|part| self.discs(part, &wants.field)));
        }
        if is_wanted(COLLIDERS) {
            parts.extend(frame.colliders.iter().map(|part| self.surface(COLLIDERS, part, "")));
        }
        parts
    }

    fn surface(&mut self, layer: &'static str, part: &SurfacePart, field: &str) -> Part {
        let is_same =
            |corners: &Corners| matches!(corners, Corners::Triangles(known) if *known == part.triangles);
        let (topology, is_new) =
            self.topology(layer, &part.name, is_same, || Corners::Triangles(part.triangles.clone()));
        let rest = is_new && part.displacements.len() == part.positions.len();
        Part {
            name: part.name.clone(),
            layer,
            shape: "triangles",
            topology,
            count: part.positions.len(),
            positions: self.vectors(part.positions.iter().copied()),
            triangles: is_new
                .then(|| (self.indices(part.triangles.iter().flatten().copied()), part.triangles.len())),
            rest: rest
                .then(|| self.vectors(part.positions.iter().zip(&part.displacements).map(|(x, u)| *x - *u))),
            values: part.field(field).map(|field| self.numbers(field.values.iter().copied())),
            plane: part.is_plane,
            ..Part::default()
        }
    }

    fn discs(&mut self, part: &SurfacePart, field: &str) -> Part {
        let surfels = self.surfels.of_part(part);
        let count = surfels.positions.len();
        let is_same = |corners: &Corners| matches!(corners, Corners::Points(known) if *known == count);
        let (topology, _) = self.topology(SURFELS, &part.name, is_same, || Corners::Points(count));
        let values = surfels.fields.iter().find(|known| known.name == field);
        Part {
            topology,
            count,
            layer: SURFELS,
            shape: "discs",
            positions: self.vectors(surfels.positions.iter().copied()),
            normals: Some(self.vectors(surfels.normals.iter().copied())),
            radii: Some(self.numbers(surfels.radii.iter().copied())),
            values: values.map(|field| self.numbers(field.values.iter().copied())),
            name: surfels.name,
            ..Part::default()
        }
    }

    fn cells(&mut self, body: &BodyFrame) -> Part {
        let shape = &body.shape;
        let is_same =
            |corners: &Corners| matches!(corners, Corners::Cells(known) if Arc::ptr_eq(known, shape));
        let (topology, is_new) = self.topology(CELLS, &shape.name, is_same, || Corners::Cells(shape.clone()));
        let edges = if is_new { edges_of(shape) } else { Vec::new() };
        Part {
            name: shape.name.clone(),
            layer: CELLS,
            shape: "lines",
            topology,
            count: body.positions.len(),
            positions: self.vectors(body.positions.iter().copied()),
            lines: is_new.then(|| (self.indices(edges.iter().flatten().copied()), edges.len())),
            ..Part::default()
        }
    }

    fn marks(&mut self, marks: &Marks) -> Part {
        let count = marks.positions.len();
        let is_same = |corners: &Corners| matches!(corners, Corners::Points(known) if *known == count);
        let (topology, _) = self.topology(marks.layer, &marks.name, is_same, || Corners::Points(count));
        let has_axes = !marks.axes.is_empty();
        Part {
            name: marks.name.clone(),
            layer: marks.layer,
            shape: if has_axes { "frames" } else { "points" },
            topology,
            count,
            positions: self.vectors(marks.positions.iter().copied()),
            axes: has_axes.then(|| self.vectors(marks.axes.iter().flatten().copied())),
            radii: (!marks.radii.is_empty()).then(|| self.numbers(marks.radii.iter().copied())),
            ..Part::default()
        }
    }

    /// The number of a topology, and whether the page does not have it yet.
    fn topology(
        &mut self,
        layer: &'static str,
        name: &str,
        is_same: impl Fn(&Corners) -> bool,
        corners: impl FnOnce() -> Corners,
    ) -> (u32, bool) {
        let key = (layer, name.to_string());
        match self.sent.get(&key) {
            Some(sent) if is_same(&sent.corners) => (sent.topology, false),
            _ => {
                self.topologies += 1;
                self.sent.insert(key, Sent { topology: self.topologies, corners: corners() });
                (self.topologies, true)
            }
        }
    }

    /// Appends single-precision vectors; where they begin.
    fn vectors(&mut self, vectors: impl Iterator<Item = DVec3>) -> usize {
        let start = self.bytes.len();
        for vector in vectors {
            let mut bytes = [0u8; 12];
            bytes[..4].copy_from_slice(&(vector.x as f32).to_le_bytes());
            bytes[4..8].copy_from_slice(&(vector.y as f32).to_le_bytes());
            bytes[8..].copy_from_slice(&(vector.z as f32).to_le_bytes());
            self.bytes.extend_from_slice(&bytes);
        }
        start
    }

    fn numbers(&mut self, numbers: impl Iterator<Item = f64>) -> usize {
        let start = self.bytes.len();
        for number in numbers {
            self.bytes.extend_from_slice(&(number as f32).to_le_bytes());
        }
        start
    }

    fn indices(&mut self, indices: impl Iterator<Item = u32>) -> usize {
        let start = self.bytes.len();
        for index in indices {
            self.bytes.extend_from_slice(&index.to_le_bytes());
        }
        start
    }
}

/// Edges between the corners of tetrahedra, each once.
fn edges_of(shape: &BodyShape) -> Vec<[u32; 2]> {
    const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let edge = |cell: &[u32], [a, b]: [usize; 2]| [cell[a].min(cell[b]), cell[a].max(cell[b])];
    let cells = shape.cells.chunks_exact(shape.nodes_a_cell);
    let mut edges: Vec<[u32; 2]> = cells.flat_map(|cell| EDGES.map(|corners| edge(cell, corners))).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[cfg(test)]
#[path = "encode_tests.rs"]
mod tests;
