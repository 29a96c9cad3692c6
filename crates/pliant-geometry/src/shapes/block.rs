//! Structured blocks: boxes, hexahedra, twisted boxes.
//!
//! Nodes are numbered with x slowest and z fastest. Every cell is cut into the six Kuhn tetrahedra around the
//! diagonal from its (0,0,0) to its (1,1,1) corner, which match across cells; the six of a cell are consecutive.

use glam::DVec3;

use super::axis::{Axis, Grading};
use super::{Fineness, ShapeError, affordable, finite, positive};
use crate::mesh::{EDGES, ElementOrder, TetMesh};

/// Corners of the six tetrahedra of a cell: bit 2 is x, bit 1 is y, bit 0 is z.
const KUHN: [[u32; 4]; 6] = [
    [0b000, 0b100, 0b110, 0b111],
    [0b000, 0b110, 0b010, 0b111],
    [0b000, 0b010, 0b011, 0b111],
    [0b000, 0b011, 0b001, 0b111],
    [0b000, 0b001, 0b101, 0b111],
    [0b000, 0b101, 0b100, 0b111],
];

/// The grid of nodes at the product of the three lists of coordinates, six tetrahedra a cell.
/// Each list must hold at least two values, ascending.
pub fn kuhn_grid(coordinates: [&[f64]; 3]) -> TetMesh {
    let [xs, ys, zs] = coordinates;
    let mut nodes = Vec::with_capacity(xs.len() * ys.len() * zs.len());
    for &x in xs {
        for &y in ys {
            nodes.extend(zs.iter().map(|&z| DVec3::new(x, y, z)));
        }
    }
    let (row, plane) = (zs.len() as u32, (ys.len() * zs.len()) as u32);
    let cells = coordinates.map(|list| list.len().saturating_sub(1) as u32);
    let mut tets = Vec::with_capacity(24 * cells.iter().map(|&n| n as usize).product::<usize>());
    for (i, j, k) in triples(cells) {
        let first = i * plane + j * row + k;
        for tet in KUHN {
            tets.extend(tet.map(|c| first + (c >> 2) * plane + (c >> 1 & 1) * row + (c & 1)));
        }
    }
    TetMesh::new(ElementOrder::Linear, nodes, tets)
}

fn triples([nx, ny, nz]: [u32; 3]) -> impl Iterator<Item = (u32, u32, u32)> {
    (0..nx).flat_map(move |i| (0..ny).flat_map(move |j| (0..nz).map(move |k| (i, j, k))))
}

fn check_box(origin: DVec3, size: DVec3) -> Result<(), ShapeError> {
    finite("the corner of the box", origin)?;
    size.to_array().into_iter().try_for_each(|length| positive("an edge length of the box", length))
}

fn cell_counts(
    fineness: Fineness,
    lengths: [f64; 3],
    grading: &[Grading; 3],
) -> Result<[usize; 3], ShapeError> {
    let cells = match fineness {
        Fineness::Spacing(spacing) => [0, 1, 2].map(|k| grading[k].cells(lengths[k], spacing)),
        // Given node positions count for themselves.
        Fineness::Cells(cells) => [0, 1, 2].map(|k| match &grading[k] {
            Grading::Positions(positions) => positions.len().saturating_sub(1),
            _ => cells[k],
        }),
    };
    if cells.contains(&0) {
        let (what, must) = ("the number of cells along an axis", "at least 1");
        return Err(ShapeError::BadValue { what, value: "0".into(), must });
    }
    affordable(cells.iter().map(|&n| n as f64).product::<f64>() * 6.0)?;
    Ok(cells)
}

fn with_order(mesh: TetMesh, order: ElementOrder) -> TetMesh {
    if order == ElementOrder::Quadratic { mesh.to_quadratic() } else { mesh }
}

pub(super) fn graded_box(
    origin: DVec3,
    size: DVec3,
    grading: &[Grading; 3],
    fineness: Fineness,
    order: ElementOrder,
) -> Result<TetMesh, ShapeError> {
    check_box(origin, size)?;
    let lengths = size.to_array();
    let cells = cell_counts(fineness, lengths, grading)?;
    let mut lists = [vec![], vec![], vec![]];
    for axis in 0..3 {
        lists[axis] = grading[axis].positions(lengths[axis], cells[axis])?;
        let shift = origin[axis];
        lists[axis].iter_mut().for_each(|x| *x += shift);
    }
    let [x, y, z] = &lists;
    Ok(with_order(kuhn_grid([x, y, z]), order))
}

/// The trilinear map of VTK's hexahedron corners.
fn trilinear(corners: &[DVec3; 8], u: DVec3) -> DVec3 {
    let bottom = |c: [DVec3; 4]| {
        let near = c[0].lerp(c[1], u.x);
        let far = c[3].lerp(c[2], u.x);
        near.lerp(far, u.y)
    };
    let [a, b, c, d, e, f, g, h] = *corners;
    bottom([a, b, c, d]).lerp(bottom([e, f, g, h]), u.z)
}

/// Volume of the trilinear map; det J is quadratic in each coordinate, so 2 x 2 x 2 Gauss points are exact.
pub(super) fn hexahedron_volume(corners: &[DVec3; 8]) -> f64 {
    let gauss = [0.5 - 0.5 / 3f64.sqrt(), 0.5 + 0.5 / 3f64.sqrt()];
    let mut volume = 0.0;
    for (i, j, k) in triples([2, 2, 2]) {
        let u = DVec3::new(gauss[i as usize], gauss[j as usize], gauss[k as usize]);
        // The map is linear along each coordinate line: end differences are exact derivatives.
        let along = |axis: usize| {
            let (mut low, mut high) = (u, u);
            (low[axis], high[axis]) = (0.0, 1.0);
            trilinear(corners, high) - trilinear(corners, low)
        };
        volume += along(0).cross(along(1)).dot(along(2)) / 8.0;
    }
    volume
}

/// Mean length of the four edges along each direction of the block.
fn edge_lengths(c: &[DVec3; 8]) -> [f64; 3] {
    let mean = |edges: [[usize; 2]; 4]| edges.map(|[i, j]| c[i].distance(c[j])).iter().sum::<f64>() / 4.0;
    [
        mean([[0, 1], [3, 2], [4, 5], [7, 6]]),
        mean([[0, 3], [1, 2], [4, 7], [5, 6]]),
        mean([[0, 4], [1, 5], [2, 6], [3, 7]]),
    ]
}

pub(super) fn hexahedron(
    corners: &[DVec3; 8],
    grading: &[Grading; 3],
    fineness: Fineness,
    order: ElementOrder,
) -> Result<TetMesh, ShapeError> {
    corners.iter().try_for_each(|&corner| finite("a corner of the block", corner))?;
    let cells = cell_counts(fineness, edge_lengths(corners), grading)?;
    let mut lists = [vec![], vec![], vec![]];
    for axis in 0..3 {
        lists[axis] = grading[axis].positions(1.0, cells[axis])?;
    }
    let [x, y, z] = &lists;
    let mut mesh = kuhn_grid([x, y, z]);
    for node in &mut mesh.nodes {
        *node = trilinear(corners, *node);
    }
    // A mirrored corner list only needs renumbering; a folded one is refused.
    mesh.repair_orientation();
    let total = mesh.element_count();
    let folded = (0..total).filter(|&e| mesh.quality(e) <= 1e-9).count();
    if folded > 0 {
        return Err(ShapeError::FoldedBlock { folded, total });
    }
    Ok(with_order(mesh, order))
}

pub(super) fn twisted_box(
    origin: DVec3,
    size: DVec3,
    axis: Axis,
    angle: f64,
    grading: &[Grading; 3],
    fineness: Fineness,
    order: ElementOrder,
) -> Result<TetMesh, ShapeError> {
    check_box(origin, size)?;
    if !angle.is_finite() {
        let (what, must) = ("the twist angle", "a finite angle");
        return Err(ShapeError::BadValue { what, value: angle.to_string(), must });
    }
    let straight = graded_box(origin, size, grading, fineness, order)?;
    let mut mesh = straight.clone();
    for node in &mut mesh.nodes {
        *node = twisted(*node, origin, size, axis, angle);
    }
    if order == ElementOrder::Quadratic && !mesh.is_positive() {
        // So few cells for so much twist that curved edges fold an element: keep the edges straight.
        straighten(&mut mesh);
    }
    let total = mesh.element_count();
    let folded = (0..total).filter(|&e| mesh.corner_volume(e) <= 0.0).count();
    if folded > 0 {
        let (what, must) =
            ("the twist angle", "smaller, or the cells along the axis shorter: elements turn inside out");
        return Err(ShapeError::BadValue { what, value: format!("{angle} rad"), must });
    }
    Ok(mesh)
}

/// Turns a point about the centre line by the share of the angle at its height.
fn twisted(point: DVec3, origin: DVec3, size: DVec3, axis: Axis, angle: f64) -> DVec3 {
    let k = axis.index();
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let centre = origin + 0.5 * size;
    let (sin, cos) = (angle * (point[k] - origin[k]) / size[k]).sin_cos();
    let (a, b) = (point[i] - centre[i], point[j] - centre[j]);
    let mut turned = point;
    turned[i] = centre[i] + cos * a - sin * b;
    turned[j] = centre[j] + sin * a + cos * b;
    turned
}

/// Puts every mid-edge node in the middle of its straight edge.
fn straighten(mesh: &mut TetMesh) {
    for tet in mesh.tets.chunks_exact(10) {
        for (k, [i, j]) in EDGES.iter().enumerate() {
            let middle = 0.5 * (mesh.nodes[tet[*i] as usize] + mesh.nodes[tet[*j] as usize]);
            mesh.nodes[tet[4 + k] as usize] = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GradeEnd, Shape, unit_box};
    use super::*;

    const CUBE: [[f64; 3]; 8] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0],
        [0.0, 1.0, 1.0],
    ];

    #[test]
    fn cell_is_cut_around_its_main_diagonal() {
        let mesh = unit_box([1, 1, 1]);
        assert_eq!(mesh.nodes[1], DVec3::Z);
        assert_eq!(mesh.nodes[4], DVec3::X);
        // (a b c g), (a c d g), (a d h g), (a h e g), (a e f g), (a f b g) with VTK's letters for the corners.
        let wanted =
            [[0, 4, 6, 7], [0, 6, 2, 7], [0, 2, 3, 7], [0, 3, 1, 7], [0, 1, 5, 7], [0, 5, 4, 7]].concat();
        assert_eq!(mesh.tets, wanted);
        assert!((0..6).all(|e| (mesh.corner_volume(e) - 1.0 / 6.0).abs() < 1e-16));
    }

    #[test]
    fn spacing_chooses_cells_and_the_far_side_is_exact() {
        let size = DVec3::new(1.0, 0.2, 0.3);
        let shape = Shape::Box { origin: DVec3::splat(0.5), size, grading: Default::default() };
        let mesh = shape.mesh(Fineness::Spacing(0.1), ElementOrder::Linear).expect("valid");
        assert_eq!(mesh.node_count(), 11 * 3 * 4);
        assert_eq!(mesh.bounds().max, DVec3::splat(0.5) + size);
        assert!(mesh.check().is_clean());
        assert!((mesh.volume() - shape.volume()).abs() < 1e-15);
    }

    #[test]
    fn graded_box_uses_its_positions() {
        let grading = [
            Grading::Positions(vec![0.0, 0.1, 1.0]),
            Grading::Ratio { ratio: 3.0, toward: GradeEnd::Both },
            Grading::Uniform,
        ];
        let shape = Shape::Box { origin: DVec3::ZERO, size: DVec3::ONE, grading };
        let mesh = shape.mesh(Fineness::Cells([7, 4, 2]), ElementOrder::Quadratic).expect("valid");
        assert_eq!(mesh.element_count(), 2 * 4 * 2 * 6);
        assert!(mesh.nodes.iter().any(|x| x.x == 0.1));
        assert!((mesh.volume() - 1.0).abs() < 1e-14 && mesh.check().is_clean());
    }

    #[test]
    fn hexahedron_keeps_corners_and_volume() {
        let mut corners = CUBE.map(DVec3::from_array);
        corners[6] = DVec3::new(1.5, 1.2, 1.4);
        let shape = Shape::Hexahedron { corners, grading: Default::default() };
        let mesh = shape.mesh(Fineness::Cells([8, 8, 8]), ElementOrder::Quadratic).expect("valid");
        for corner in corners {
            assert!(mesh.nodes.iter().any(|x| x.distance(corner) < 1e-15), "{corner}");
        }
        assert!(((mesh.volume() - shape.volume()) / shape.volume()).abs() < 3e-3);
        assert!(mesh.check().is_clean());
    }

    #[test]
    fn mirrored_block_is_renumbered_and_folded_block_refused() {
        let mut corners = CUBE.map(DVec3::from_array);
        corners.rotate_left(4);
        let mesh = Shape::Hexahedron { corners, grading: Default::default() }
            .mesh(Fineness::Spacing(0.5), ElementOrder::Linear)
            .expect("mirror");
        assert!((mesh.volume() - 1.0).abs() < 1e-14 && mesh.check().is_clean());
        corners.swap(0, 1);
        let error = Shape::Hexahedron { corners, grading: Default::default() }
            .mesh(Fineness::Spacing(0.5), ElementOrder::Linear)
            .expect_err("must be refused");
        assert!(error.to_string().contains("inside out"), "{error}");
    }

    #[test]
    fn twisted_box_keeps_ends_turned_and_volume() {
        let (size, angle) = (DVec3::new(12.0, 1.1, 0.32), std::f64::consts::FRAC_PI_2);
        let shape = Shape::TwistedBox {
            origin: DVec3::ZERO,
            size,
            axis: Axis::X,
            angle,
            grading: Default::default(),
        };
        for order in [ElementOrder::Linear, ElementOrder::Quadratic] {
            let mesh = shape.mesh(Fineness::Cells([24, 4, 2]), order).expect("valid");
            assert!(mesh.check().is_clean(), "{}", mesh.check());
            let error = (mesh.volume() - shape.volume()).abs() / shape.volume();
            assert!(error < if order == ElementOrder::Linear { 5e-3 } else { 2e-5 }, "{error}");
            let far = mesh.nodes.iter().filter(|x| x.x == 12.0).fold(0f64, |z, x| z.max(x.z - 0.16));
            assert!((far - 0.55).abs() < 1e-12, "the wide side stands upright at the far end: {far}");
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let size = DVec3::new(1.0, -1.0, 1.0);
        let bad = Shape::Box { origin: DVec3::ZERO, size, grading: Default::default() };
        assert!(bad.mesh(Fineness::Spacing(0.1), ElementOrder::Linear).is_err());
        let good = Shape::Box { origin: DVec3::ZERO, size: DVec3::ONE, grading: Default::default() };
        for spacing in [0.0, -1.0, f64::NAN, 1e-9] {
            assert!(good.mesh(Fineness::Spacing(spacing), ElementOrder::Linear).is_err(), "{spacing}");
        }
        assert!(good.mesh(Fineness::Cells([2, 0, 2]), ElementOrder::Linear).is_err());
        assert!(good.mesh(Fineness::Cells([usize::MAX; 3]), ElementOrder::Linear).is_err());
    }
}
