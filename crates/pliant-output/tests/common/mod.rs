//! Shared by the tests: folders of their own, a small frame.
#![allow(dead_code)]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use glam::{DMat3, DVec3};
use pliant_geometry::{BoundarySurface, ElementOrder, TetMesh, shapes};
use pliant_world::{BodyFrame, BodyShape, ColliderFrame, ColliderPicture, ContactFields, Frame};

/// An empty folder for one test.
pub fn empty_folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pliant-output").join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Names in a folder, sorted.
pub fn names_in(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The unit cube, cut into tetrahedra.
pub fn cube(order: ElementOrder) -> TetMesh {
    let shape = shapes::Shape::Box {
        origin: DVec3::ZERO,
        size: DVec3::ONE,
        grading: std::array::from_fn(|_| shapes::Grading::Uniform),
    };
    shape.mesh(shapes::Fineness::Cells([2, 1, 1]), order).unwrap()
}

/// A cube that has moved, with a value of its own in every place.
pub fn moved_cube(name: &str, order: ElementOrder, materials: &[&str]) -> BodyFrame {
    let mesh = cube(order);
    let (nodes, cells) = (mesh.node_count(), mesh.element_count());
    let surface = BoundarySurface::new(&mesh);
    let shape = BodyShape {
        name: name.into(),
        rest: mesh.nodes.clone(),
        nodes_a_cell: order.nodes_per_tet(),
        cells: mesh.tets.clone(),
        cell_materials: (0..cells).map(|cell| (cell % materials.len()) as u32).collect(),
        material_names: materials.iter().map(|&name| name.into()).collect(),
        surface: surface.iter().map(|t| [t[0], t[1], t[2]]).collect(),
        balls: Vec::new(),
        cells_near: Default::default(),
        skin: None,
    };
    let tensor = |cell: usize, scale: f64| {
        let c = cell as f64;
        let (xx, yy, zz, xy, yz, xz) = (c + 1.0, c + 2.0, c + 3.0, c + 4.0, c + 5.0, c + 6.0);
        scale * DMat3::from_cols_array_2d(&[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    };
    BodyFrame {
        positions: mesh.nodes.iter().map(|&x| x * 1.5 + DVec3::new(0.25, -1.0, 2.0)).collect(),
        velocities: (0..nodes).map(|i| DVec3::new(i as f64, 0.5, -1.0)).collect(),
        stress: (0..cells).map(|cell| tensor(cell, 1000.0)).collect(),
        strain: (0..cells).map(|cell| tensor(cell, 0.125)).collect(),
        von_mises: (0..cells).map(|cell| 10.0 * cell as f64).collect(),
        energy_density: (0..cells).map(|cell| 0.5 * cell as f64).collect(),
        measures: None,
        contact: None,
        shape: Arc::new(shape),
    }
}

/// A frame with a linear and a quadratic cube.
pub fn two_cubes(index: usize, time: f64) -> Frame {
    let bodies = vec![
        moved_cube("würfel <1> & \"co\"", ElementOrder::Linear, &["rubber", "steel"]),
        moved_cube("second", ElementOrder::Quadratic, &["steel", "jelly"]),
    ];
    Frame { index, time, bodies, colliders: vec![] }
}

/// A square floor that never moves and a plate that rises from frame to frame, but not at first.
pub fn floor_and_plate(index: usize) -> Vec<ColliderFrame> {
    let corner = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let square = |name: &str, z: f64| {
        let points =
            vec![corner(-1.0, -1.0, z), corner(1.0, -1.0, z), corner(1.0, 1.0, z), corner(-1.0, 1.0, z)];
        Arc::new(ColliderPicture {
            name: name.into(),
            points,
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            is_plane: name == "floor",
        })
    };
    let (floor, plate) = (square("floor", -2.0), square("plate & <co>", 3.0));
    let risen = DVec3::Z * 0.1 * index as f64;
    let positions = plate.points.iter().map(|&x| x + risen).collect();
    vec![
        ColliderFrame { positions: floor.points.clone(), shape: floor },
        ColliderFrame { positions, shape: plate },
    ]
}

/// Contact with a value of its own at every node; nothing is near the first.
pub fn contact_of(body: &BodyFrame) -> ContactFields {
    let nodes = body.positions.len();
    let gap = |i: usize| if i == 0 { f64::NAN } else { 0.5 * i as f64 };
    ContactFields {
        force: (0..nodes).map(|i| DVec3::new(0.0, 3.0, 4.0) * i as f64).collect(),
        pressure: (0..nodes).map(|i| 7.0 * i as f64).collect(),
        gap: (0..nodes).map(gap).collect(),
    }
}

/// Two cubes that touch a floor and a plate.
pub fn touching_cubes(index: usize, time: f64) -> Frame {
    let mut frame = two_cubes(index, time);
    frame.colliders = floor_and_plate(index);
    frame.bodies.iter_mut().for_each(|body| body.contact = Some(contact_of(body)));
    frame
}
