//! Bodies whose cells are points: vertices in the grid, their surface beside it, read back as what is seen.
#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;

use common::{empty_folder, moved_cube};
use pliant_geometry::ElementOrder;
use pliant_output::{Field, RunDirectory, StoredRun, SurfaceFrame};
use pliant_world::{BodyFrame, Embedding, Frame, ThinMeasures};

/// The cube as two cells at two of its points; each point takes half of both.
fn cloud() -> BodyFrame {
    let mut body = moved_cube("cloud", ElementOrder::Linear, &["foam"]);
    let shape = Arc::make_mut(&mut body.shape);
    (shape.nodes_a_cell, shape.cells, shape.cell_materials) = (1, vec![0, 3], vec![0, 0]);
    shape.cells_near = Embedding::new();
    (0..shape.rest.len()).for_each(|_| shape.cells_near.push([(0, 0.5), (1, 0.5)]));
    body.stress.truncate(2);
    body.strain.truncate(2);
    body.von_mises.truncate(2);
    body.energy_density.truncate(2);
    let measures = |k: f64| ThinMeasures { membrane: k, bending: 10.0 * k, twist: 100.0 * k };
    body.measures = Some(vec![measures(1.0), measures(2.0)]);
    body
}

#[test]
fn what_is_seen_of_points_comes_back() {
    let folder = empty_folder("what_is_seen_of_points");
    let solid = moved_cube("solid", ElementOrder::Quadratic, &["foam"]);
    let frame = Frame { index: 0, time: 0.0, bodies: vec![solid, cloud()], colliders: vec![] };
    RunDirectory::create(&folder).unwrap().write_frame(&frame, &Field::ALL).unwrap();
    assert!(folder.join("frames/skin_000000.vtu").is_file(), "the surface does not follow from the cells");
    let stored = StoredRun::open(&folder).unwrap().surface_frame(0).unwrap();
    let names: Vec<&str> = stored.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["solid", "cloud"]);
    let seen = SurfaceFrame::of(&frame);
    assert_eq!(stored.parts[1].positions, seen.parts[1].positions);
    assert_eq!(stored.parts[1].triangles.len(), 20);
    let field = |name: &str| {
        let found = stored.parts[1].fields.iter().find(|field| field.name == name);
        found.unwrap_or_else(|| panic!("no {name}")).values.clone()
    };
    assert!(field("bending").iter().all(|value| *value == 15.0));
    assert!(field("von_mises").iter().all(|value| *value == 5.0));
}

#[test]
fn cells_of_points_are_vertices_and_solids_know_nothing_of_thin_matter() {
    let folder = empty_folder("cells_of_points");
    let write = |bodies: Vec<BodyFrame>| {
        let frame = Frame { index: 0, time: 0.0, bodies, colliders: vec![] };
        RunDirectory::create(&folder).unwrap().write_frame(&frame, &Field::ALL).unwrap();
        String::from_utf8_lossy(&std::fs::read(folder.join("frames/frame_000000.vtu")).unwrap()).into_owned()
    };
    let text = write(vec![cloud()]);
    assert!(text.contains("NumberOfCells=\"2\"") && text.contains("Name=\"twist\""), "{}", &text[..600]);
    let text = write(vec![moved_cube("solid", ElementOrder::Linear, &["foam"])]);
    assert!(!text.contains("twist") && !text.contains("membrane"));
}
