//! The cells of VTK files, legacy and XML alike: points, connectivity, offsets, types and integer cell arrays.
//!
//! Every integer cell array with one component and few different values makes groups, called `array=value`
//! (for instance `gmsh:physical=2`).

use std::collections::BTreeSet;
use std::ops::Range;

use glam::DVec3;
use pliant_geometry::ElementOrder;

use super::error::{DAMAGED, Fault, Place};
use super::raw::{CellKind, GroupId, RawMesh};

/// Arrays with more values than this number the cells rather than group them.
const MAX_GROUPS_PER_ARRAY: usize = 256;

/// What Gmsh and others write for cells in no group.
const NO_GROUP: i64 = -1;

/// One piece of an unstructured grid.
#[derive(Debug, Default)]
pub(super) struct VtkPiece {
    pub points: Vec<DVec3>,
    pub connectivity: Vec<i64>,
    /// End of each cell in `connectivity`.
    pub ends: Vec<i64>,
    pub types: Vec<i64>,
    /// Integer cell arrays: name and one value per cell.
    pub labels: Vec<(String, Vec<i64>)>,
    /// What errors point at.
    pub place: Option<Place>,
}

/// Three coordinates a point.
pub(super) fn points_of(values: &[f64]) -> Vec<DVec3> {
    values.chunks_exact(3).map(DVec3::from_slice).collect()
}

impl VtkPiece {
    pub fn fault(&self, reason: String) -> Fault {
        Fault::at(self.place.unwrap_or(Place::File), reason, DAMAGED)
    }

    /// Adds the piece to the mesh; its points follow the ones that are there.
    pub fn add_to(mut self, raw: &mut RawMesh) -> Result<(), Fault> {
        if self.ends.len() != self.types.len() {
            return Err(self.fault(format!(
                "there are {} cells, but {} cell types",
                self.ends.len(),
                self.types.len()
            )));
        }
        let first_node = raw.nodes.len();
        let columns = self.label_groups(raw)?;
        let mut start = 0;
        for cell in 0..self.types.len() {
            let range = self.range(cell, start)?;
            start = range.end;
            let nodes = self.node_ids(cell, range, first_node)?;
            let kind = self.kind(cell, nodes.len())?;
            let groups: Vec<GroupId> = columns.iter().filter_map(|column| column[cell]).collect();
            raw.add(kind, &nodes, &groups)?;
        }
        raw.nodes.append(&mut self.points);
        Ok(())
    }

    /// Where the points of a cell are in `connectivity`, which begins at `start`.
    pub fn range(&self, cell: usize, start: usize) -> Result<Range<usize>, Fault> {
        let end = self.ends[cell];
        let sound = usize::try_from(end).ok().filter(|&e| start <= e && e <= self.connectivity.len());
        let unsound = || self.fault(format!("the offset {end} of cell {cell} does not fit the connectivity"));
        sound.map(|end| start..end).ok_or_else(unsound)
    }

    /// The order of a cell with so many points if it is a tetrahedron.
    pub fn tet_order(&self, cell: usize, node_count: usize) -> Result<Option<ElementOrder>, Fault> {
        Ok(match self.kind(cell, node_count)? {
            CellKind::Tet(order) => Some(order),
            _ => None,
        })
    }

    /// The points of a cell, `first` added.
    pub fn node_ids(&self, cell: usize, range: Range<usize>, first: usize) -> Result<Vec<u32>, Fault> {
        let id = |&node: &i64| match usize::try_from(node) {
            Ok(node) if node < self.points.len() => Ok((first + node) as u32),
            _ => Err(self
                .fault(format!("cell {cell} uses point {node}, but there are {} points", self.points.len()))),
        };
        self.connectivity[range].iter().map(id).collect()
    }

    fn kind(&self, cell: usize, node_count: usize) -> Result<CellKind, Fault> {
        let number = self.types[cell];
        let kind = cell_kind(number, node_count);
        match kind {
            Some(CellKind::Tet(order)) if order.nodes_per_tet() != node_count => {
                Err(self.fault(format!("cell {cell} is of type {number}, but has {node_count} points")))
            }
            Some(kind) => Ok(kind),
            None => Err(self.fault(format!("cell {cell} has the unknown type {number}"))),
        }
    }

    /// For every label array the group of each cell.
    fn label_groups(&mut self, raw: &mut RawMesh) -> Result<Vec<Vec<Option<GroupId>>>, Fault> {
        let mut columns = vec![];
        for (name, values) in std::mem::take(&mut self.labels) {
            if values.len() != self.types.len() {
                let (found, cells) = (values.len(), self.types.len());
                return Err(self.fault(format!("cell array \"{name}\" has {found} values for {cells} cells")));
            }
            let distinct: BTreeSet<i64> = values.iter().copied().collect();
            if distinct.len() > MAX_GROUPS_PER_ARRAY {
                let count = distinct.len();
                raw.notes
                    .push(format!("cell array \"{name}\" has {count} different values: not taken as groups"));
                continue;
            }
            let mut group = |&value: &i64| (value != NO_GROUP).then(|| raw.group(&format!("{name}={value}")));
            columns.push(values.iter().map(&mut group).collect());
        }
        Ok(columns)
    }
}

/// What a VTK cell type is to us (vtkCellType.h); Lagrange and Bezier cells go by their number of points.
fn cell_kind(number: i64, node_count: usize) -> Option<CellKind> {
    use CellKind::{Lower, OtherVolume, Tet};
    Some(match number {
        0..=2 => Lower("points"),
        3 | 4 | 21 | 35 | 51 | 60 | 68 | 75 => Lower("lines"),
        5 | 6 | 22 | 34 | 52 | 61 | 69 | 76 => Lower("triangles"),
        7 | 36 => Lower("polygons"),
        8 | 9 | 23 | 28 | 30 | 53 | 62 | 63 | 70 | 77 => Lower("quadrangles"),
        10 => Tet(ElementOrder::Linear),
        24 => Tet(ElementOrder::Quadratic),
        // A Lagrange tetrahedron of first or second order is an ordinary one.
        71 if node_count == 4 => Tet(ElementOrder::Linear),
        71 if node_count == 10 => Tet(ElementOrder::Quadratic),
        64 | 71 | 78 => OtherVolume("tetrahedra of higher order"),
        11 | 12 | 25 | 29 | 33 | 67 | 72 | 79 => OtherVolume("hexahedra"),
        13 | 26 | 31 | 32 | 65 | 73 | 80 => OtherVolume("wedges"),
        14 | 27 | 37 | 66 | 74 | 81 => OtherVolume("pyramids"),
        15 | 16 | 41 | 42 => OtherVolume("polyhedra"),
        _ => return None,
    })
}
