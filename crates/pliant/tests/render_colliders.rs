//! `pliant render` with colliders and contact, from runs made by hand: what is seen, what is the ground, what is hidden.

#![allow(clippy::unwrap_used)]

mod support;

use glam::{DMat3, DVec3};
use pliant_geometry::shapes::{Fineness, Grading, Shape};
use pliant_geometry::{BoundarySurface, ElementOrder};
use pliant_output::{Field, RunDirectory};
use pliant_world::{BodyFrame, BodyShape, ColliderFrame, ColliderPicture, ContactFields, Frame};
use std::f64::consts::{PI, TAU};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::{expect_code, pliant};

/// A unit cube that stands on z = 0; nothing is near its upper half.
fn cube() -> BodyFrame {
    let grading = [Grading::Uniform, Grading::Uniform, Grading::Uniform];
    let shape = Shape::Box { origin: DVec3::new(-0.5, -0.5, 0.0), size: DVec3::ONE, grading };
    let mesh = shape.mesh(Fineness::Cells([4, 4, 4]), ElementOrder::Linear).unwrap();
    let (nodes, cells) = (mesh.node_count(), mesh.element_count());
    let gap = |x: &DVec3| if x.z > 0.5 { f64::NAN } else { x.z };
    let contact = ContactFields {
        force: mesh.nodes.iter().map(|x| DVec3::Z * (1.0 - x.z)).collect(),
        pressure: mesh.nodes.iter().map(|x| 1e3 * (1.0 - x.z)).collect(),
        gap: mesh.nodes.iter().map(gap).collect(),
    };
    BodyFrame {
        positions: mesh.nodes.clone(),
        velocities: vec![DVec3::ZERO; nodes],
        stress: vec![DMat3::ZERO; cells],
        strain: vec![DMat3::ZERO; cells],
        von_mises: vec![1.0; cells],
        energy_density: vec![1.0; cells],
        measures: None,
        contact: Some(contact),
        shape: Arc::new(BodyShape {
            name: "cube".into(),
            nodes_a_cell: 4,
            cell_materials: vec![0; cells],
            material_names: vec!["rubber".into()],
            surface: BoundarySurface::new(&mesh).iter().map(|t| [t[0], t[1], t[2]]).collect(),
            balls: Vec::new(),
            cells_near: Default::default(),
            skin: None,
            cells: mesh.tets,
            rest: mesh.nodes,
        }),
    }
}

fn still(name: &str, points: Vec<DVec3>, triangles: Vec<[u32; 3]>, is_plane: bool) -> ColliderFrame {
    let positions = points.clone();
    let shape = Arc::new(ColliderPicture { name: name.into(), points, triangles, is_plane });
    ColliderFrame { shape, positions }
}

/// The square of a level plane, facing up or down.
fn plane(name: &str, height: f64, half: f64, faces_up: bool) -> ColliderFrame {
    let turn = if faces_up { 1.0 } else { -1.0 };
    let corner = |x: f64, y: f64| DVec3::new(x * half, turn * y * half, height);
    let points = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    still(name, points, vec![[0, 1, 2], [0, 2, 3]], true)
}

/// A wall of two squares across the view from the front, and from 0.6 m in front of the middle.
fn wall() -> ColliderFrame {
    let point = |i: u32| DVec3::new(f64::from(i % 3) - 1.0, -0.6, 1.5 * f64::from(i / 3));
    still("wall", (0..6).map(point).collect(), vec![[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4]], false)
}

/// A closed ball around the cube, wound to face inwards.
fn container() -> ColliderFrame {
    let (columns, rows) = (48_u32, 24_u32);
    let at = |i: u32, j: u32| i % columns * (rows + 1) + j;
    let point = |i: u32, j: u32| {
        let (a, b) = (TAU * f64::from(i) / f64::from(columns), PI * f64::from(j) / f64::from(rows));
        DVec3::new(a.cos() * b.sin(), a.sin() * b.sin(), b.cos()) + DVec3::Z * 0.5
    };
    let points = (0..columns).flat_map(|i| (0..=rows).map(move |j| point(i, j))).collect();
    let cells = (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j)));
    let quads = cells.flat_map(|(i, j)| {
        [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]]
    });
    still("ball", points, quads.collect(), false)
}

/// A run of one frame with the cube and these colliders.
fn run(folder: &Path, name: &str, colliders: Vec<ColliderFrame>) {
    let mut run = RunDirectory::create(folder.join(name)).unwrap();
    run.write_frame(&Frame { index: 0, time: 0.0, bodies: vec![cube()], colliders }, &Field::ALL).unwrap();
}

fn folder(name: &str) -> PathBuf {
    support::folder(&format!("render-colliders-{name}"))
}

fn render(folder: &Path, arguments: &str, code: i32) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    expect_code(&mut pliant(folder, &[&["render"], words.as_slice()].concat()), code).1
}

/// The bytes of a picture from the front.
fn drawn(folder: &Path, arguments: &str) -> Vec<u8> {
    render(folder, &format!("{arguments} -o x.png -q --size 200x150 --camera 0,15"), 0);
    std::fs::read(folder.join("x.png")).unwrap()
}

/// The share of pixels with this property.
fn share(bytes: &[u8], has: fn(&[u8]) -> bool) -> f64 {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let (count, all) = (pixels.chunks_exact(3).filter(|pixel| has(pixel)).count(), pixels.len() / 3);
    count as f64 / all as f64
}

/// The first body's own colour.
fn is_orange(pixel: &[u8]) -> bool {
    f64::from(pixel[0]) > 1.5 * f64::from(pixel[2])
}

/// Neither a colour nor the bright ground and sky.
fn is_grey(pixel: &[u8]) -> bool {
    let (least, most) = (pixel.iter().min().unwrap(), pixel.iter().max().unwrap());
    most - least < 14 && *most < 190
}

#[test]
fn a_level_plane_is_the_ground_however_large() {
    let folder = folder("ground");
    run(&folder, "bare", vec![]);
    run(&folder, "small", vec![plane("floor", 0.0, 3.0, true)]);
    run(&folder, "large", vec![plane("floor", 0.0, 3000.0, true)]);
    run(&folder, "below", vec![plane("floor", -0.4, 3.0, true)]);
    let bare = drawn(&folder, "bare");
    assert!(
        drawn(&folder, "small") == bare,
        "the ground is where it was, and nothing else is drawn or framed"
    );
    assert!(drawn(&folder, "large") == bare);
    assert!(drawn(&folder, "large --hide floor") == bare, "then the cube stands on the ground");
    assert!(drawn(&folder, "below") != bare, "the ground is where the plane is");
    assert!(drawn(&folder, "small --no-ground") == drawn(&folder, "bare --no-ground"));
}

#[test]
fn a_wall_hides_the_body_until_it_is_hidden() {
    let folder = folder("wall");
    run(&folder, "out", vec![wall()]);
    let seen = share(&drawn(&folder, "out --field none"), is_orange);
    let bare = share(&drawn(&folder, "out --field none --hide wall"), is_orange);
    assert!(bare > 0.1 && seen < 0.2 * bare, "{seen} and {bare}");
    let wall = share(&drawn(&folder, "out --field none --hide cube"), is_orange);
    assert_eq!(wall, 0.0);
    let behind = "out -o x.png -q --field none --size 200x150 --camera 180,15";
    render(&folder, behind, 0);
    let bytes = std::fs::read(folder.join("x.png")).unwrap();
    assert!(share(&bytes, is_orange) > 0.05, "from the other side the cube is in front");
    let error = render(&folder, "out -o x.png --hide walls", 2);
    assert!(error.contains("--hide walls") && error.contains("There are: cube, wall."), "{error}");
}

#[test]
fn what_is_inside_or_behind_a_closed_side_is_seen() {
    let folder = folder("inside");
    run(&folder, "ball", vec![container()]);
    let seen = share(&drawn(&folder, "ball --field none"), is_orange);
    assert!(seen > 0.08, "{seen}");
    run(&folder, "bare", vec![]);
    run(&folder, "plates", vec![plane("lower", 0.0, 2.0, true), plane("upper", 1.05, 2.0, false)]);
    let seen = share(&drawn(&folder, "plates --field none"), is_orange);
    let bare = share(&drawn(&folder, "bare --field none"), is_orange);
    assert!((seen / bare - 1.0).abs() < 0.02, "{seen} and {bare}: one looks through the plane from behind");
    run(&folder, "turned", vec![plane("lower", 0.0, 2.0, true), plane("upper", 1.05, 2.0, true)]);
    let seen = share(&drawn(&folder, "turned --field none"), is_orange);
    assert!(seen < 0.95 * bare, "{seen} and {bare}: from its front it hides the top");
}

#[test]
fn contact_is_shown_in_colours_and_grey_where_there_is_none() {
    let folder = folder("fields");
    run(&folder, "out", vec![wall()]);
    let pictures = ["contact_force", "contact_pressure", "contact_gap"]
        .map(|field| drawn(&folder, &format!("out --hide wall --no-ground --field {field}")));
    assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    let greys = [&pictures[1], &pictures[2]].map(|bytes| share(bytes, is_grey));
    assert!(greys[1] > greys[0] + 0.05, "the upper half has no gap: {greys:?}");
    let error = render(&folder, "out -o x.png --field gap", 2);
    assert!(error.contains("contact_force, contact_gap, contact_pressure, displacement"), "{error}");
}
