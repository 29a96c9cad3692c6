//! VTU files with everything that belongs to their points and cells: the frames of a run, read back.

use glam::DVec3;
use pliant_geometry::ElementOrder;
use roxmltree::Node;

use super::error::{DAMAGED, Fault, MeshReadError};
use super::vtk_cells::VtkPiece;
use super::vtu::{Vtu, children, with_grid};
use crate::write::skin::PLANE_MARK;

/// A named array of floats.
#[derive(Clone, Debug)]
pub(crate) struct VtuArray {
    pub name: String,
    pub components: usize,
    pub values: Vec<f64>,
}

/// A tetrahedron: which cell of the file it is, and its points.
#[derive(Clone, Debug)]
pub(crate) struct VtuTet {
    pub cell: usize,
    pub order: ElementOrder,
    /// First of its points in [`VtuGrid::tet_points`].
    start: usize,
}

/// VTK's number of a triangle.
const VTK_TRIANGLE: i64 = 5;

/// A grid of tetrahedra and triangles with its fields. Cells of other kinds are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct VtuGrid {
    pub points: Vec<DVec3>,
    pub tets: Vec<VtuTet>,
    tet_points: Vec<u32>,
    /// Cell and points of each triangle, all in range.
    pub triangles: Vec<(usize, [u32; 3])>,
    /// Cells of all kinds.
    pub cell_count: usize,
    pub point_arrays: Vec<VtuArray>,
    pub cell_arrays: Vec<VtuArray>,
    /// The number of the body each cell belongs to, if the file says so.
    pub bodies: Option<Vec<i64>>,
    /// Number and name of each body, as our own files have them.
    pub body_names: Vec<(i64, String)>,
    /// The name of the collider that the file shows.
    pub collider_name: Option<String>,
    /// It is a square of a plane, as our own files say.
    pub is_plane: bool,
}

impl VtuGrid {
    /// The points of a tetrahedron, all in range.
    pub fn nodes(&self, tet: &VtuTet) -> &[u32] {
        &self.tet_points[tet.start..tet.start + tet.order.nodes_per_tet()]
    }
}

/// Reads a grid; `name` is for messages.
pub(crate) fn vtu_grid(name: &str, bytes: &[u8]) -> Result<VtuGrid, MeshReadError> {
    with_grid(bytes, read).map_err(|fault| fault.in_file(name))
}

fn read(vtu: &Vtu, node: Node) -> Result<VtuGrid, Fault> {
    let mut grid = VtuGrid::default();
    let mut pieces = children(node, "Piece");
    let Some(piece) = pieces.next() else {
        return Err(Fault::file("the grid has no <Piece>", DAMAGED));
    };
    if pieces.next().is_some() {
        return Err(Fault::file("the grid has several pieces", "save it as one piece"));
    }
    let mut cells = vtu.piece(piece)?;
    grid.cell_count = cells.types.len();
    grid.take_tets(&cells)?;
    grid.points = std::mem::take(&mut cells.points);
    let labels = std::mem::take(&mut cells.labels);
    grid.bodies = labels
        .into_iter()
        .find(|(name, values)| name == "body" && values.len() == grid.cell_count)
        .map(|l| l.1);
    grid.point_arrays = arrays(vtu, piece, "PointData", grid.points.len())?;
    grid.cell_arrays = arrays(vtu, piece, "CellData", grid.cell_count)?;
    for array in children(node, "FieldData").flat_map(|data| children(data, "DataArray")) {
        if let Some(name) = array.attribute("Name").and_then(|name| name.strip_prefix("collider:")) {
            grid.collider_name = Some(name.into());
        }
        grid.is_plane |= array.attribute("Name") == Some(PLANE_MARK);
        if let Some(name) = array.attribute("Name").and_then(|name| name.strip_prefix("body:"))
            && let Some(number) = vtu.values(array)?.integers().and_then(|values| values.first().copied())
        {
            grid.body_names.push((number, name.into()));
        }
    }
    Ok(grid)
}

impl VtuGrid {
    fn take_tets(&mut self, cells: &VtkPiece) -> Result<(), Fault> {
        if cells.ends.len() != cells.types.len() {
            let (ends, types) = (cells.ends.len(), cells.types.len());
            return Err(cells.fault(format!("there are {ends} cells, but {types} cell types")));
        }
        let mut start = 0;
        for cell in 0..cells.types.len() {
            let range = cells.range(cell, start)?;
            start = range.end;
            let nodes = cells.node_ids(cell, range, 0)?;
            if let Some(order) = cells.tet_order(cell, nodes.len())? {
                self.tets.push(VtuTet { cell, order, start: self.tet_points.len() });
                self.tet_points.extend(nodes);
            } else if let (VTK_TRIANGLE, &[a, b, c]) = (cells.types[cell], nodes.as_slice()) {
                self.triangles.push((cell, [a, b, c]));
            }
        }
        Ok(())
    }
}

/// The arrays of floats with one tuple a point or cell.
fn arrays(vtu: &Vtu, piece: Node, section: &'static str, count: usize) -> Result<Vec<VtuArray>, Fault> {
    let mut found = vec![];
    for array in children(piece, section).flat_map(|data| children(data, "DataArray")) {
        let is_float = array.attribute("type").is_some_and(|kind| kind.starts_with("Float"));
        let Some(name) = array.attribute("Name").filter(|_| is_float) else { continue };
        let components: usize =
            array.attribute("NumberOfComponents").and_then(|n| n.trim().parse().ok()).unwrap_or(1).max(1);
        let values = vtu.values(array)?.floats().into_owned();
        if Some(values.len()) != count.checked_mul(components) {
            let reason = format!(
                "the array \"{name}\" has {} values instead of {count} times {components}",
                values.len()
            );
            return Err(Fault::file(reason, DAMAGED));
        }
        found.push(VtuArray { name: name.into(), components, values });
    }
    Ok(found)
}
