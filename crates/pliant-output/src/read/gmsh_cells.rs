//! Gmsh's element types: how many nodes they have and what they are to us.

use pliant_geometry::ElementOrder;

use super::raw::CellKind;

/// (number of nodes, kind) of an element type; `None` for types we have never heard of.
pub(super) fn cell_type(number: i64) -> Option<(usize, CellKind)> {
    use CellKind::{Lower, OtherVolume, Tet};
    Some(match number {
        1 => (2, Lower("lines")),
        2 => (3, Lower("triangles")),
        3 => (4, Lower("quadrangles")),
        4 => (4, Tet(ElementOrder::Linear)),
        5 => (8, OtherVolume("hexahedra")),
        6 => (6, OtherVolume("prisms")),
        7 => (5, OtherVolume("pyramids")),
        8 => (3, Lower("lines")),
        9 => (6, Lower("triangles")),
        10 => (9, Lower("quadrangles")),
        11 => (10, Tet(ElementOrder::Quadratic)),
        12 => (27, OtherVolume("hexahedra")),
        13 => (18, OtherVolume("prisms")),
        14 => (14, OtherVolume("pyramids")),
        15 => (1, Lower("points")),
        16 => (8, Lower("quadrangles")),
        17 => (20, OtherVolume("hexahedra")),
        18 => (15, OtherVolume("prisms")),
        19 => (13, OtherVolume("pyramids")),
        20 => (9, Lower("triangles")),
        21 => (10, Lower("triangles")),
        22 => (12, Lower("triangles")),
        23 | 24 => (15, Lower("triangles")),
        25 => (21, Lower("triangles")),
        26 => (4, Lower("lines")),
        27 => (5, Lower("lines")),
        28 => (6, Lower("lines")),
        29 => (20, OtherVolume("tetrahedra of third order")),
        30 => (35, OtherVolume("tetrahedra of fourth order")),
        31 => (56, OtherVolume("tetrahedra of fifth order")),
        36 => (16, Lower("quadrangles")),
        92 => (64, OtherVolume("hexahedra")),
        93 => (125, OtherVolume("hexahedra")),
        _ => return None,
    })
}

/// Gmsh numbers the last two mid-edge nodes of a tetrahedron the other way round than VTK.
pub(super) fn to_vtk_order(kind: CellKind, nodes: &mut [u32]) {
    if kind == CellKind::Tet(ElementOrder::Quadratic) {
        nodes.swap(8, 9);
    }
}
