//! Bodies made from surfaces of triangles: filled, held, loaded, and carried along.
#![allow(clippy::unwrap_used)]

mod runs;

use glam::DVec3;
use pliant_scene::{MemoryFiles, Scene};
use std::sync::Arc;

const SPHERE: &[u8] = include_bytes!("../../../validation/scenes/sphere.ply");
const TORUS: &[u8] = include_bytes!("../../../validation/scenes/torus.ply");

fn scene(file: &str, more: &str) -> String {
    format!(
        "[stepper]\nkind = \"quasi-static\"\n[material.soft]\nyoung = \"30 kPa\"\npoisson = 0.4\n\
         [body.solid]\nshape = {{ file = \"{file}\" }}\nmaterial = \"soft\"\n{more}\n\
         [pin.half]\nbody = \"solid\"\nwhere = {{ box = [[-1, -1, -1], [1e-6, 1, 1]] }}\n"
    )
}

fn files() -> MemoryFiles {
    MemoryFiles::none().with("sphere.ply", SPHERE).with("torus.ply", TORUS)
}

fn skin_volume(points: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let sixth = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| points[i as usize]);
        a.dot(b.cross(c)) / 6.0
    };
    triangles.iter().map(sixth).sum()
}

#[test]
fn the_lattice_has_the_volume_of_the_surface() {
    for (file, spacing) in [("sphere.ply", "10 mm"), ("torus.ply", "6 mm")] {
        for order in [1, 2] {
            let text = scene(file, &format!("spacing = \"{spacing}\"\norder = {order}"));
            let world = runs::world_with(&text, files());
            let shape = world.shape(0);
            let skin = shape.skin.as_ref().unwrap();
            let expected = skin_volume(&skin.points(&shape.rest), &skin.triangles);
            let corners = |cell: &[u32]| [0, 1, 2, 3].map(|i| shape.rest[cell[i] as usize]);
            let volume: f64 = shape
                .cells
                .chunks(shape.nodes_a_cell)
                .map(|cell| {
                    let [a, b, c, d] = corners(cell);
                    (b - a).cross(c - a).dot(d - a) / 6.0
                })
                .sum();
            assert!((volume / expected - 1.0).abs() < 0.01, "{file} {order}: {volume} {expected}");
        }
    }
}

#[test]
fn the_skin_rests_where_the_file_says_and_follows_turns_and_stretches() {
    for order in [1, 2] {
        let world =
            runs::world_with(&scene("torus.ply", &format!("spacing = \"6 mm\"\norder = {order}")), files());
        let shape = world.shape(0);
        let skin = shape.skin.as_ref().unwrap();
        let rest = skin.points(&shape.rest);
        // The first point of the file.
        assert!(rest[0].distance(DVec3::new(0.065, 0.0, 0.0)) < 1e-8, "{}", rest[0]);
        let map = glam::DMat3::from_rotation_y(0.7) * glam::DMat3::from_diagonal(DVec3::new(2.0, 0.5, 1.5));
        let moved: Vec<DVec3> = shape.rest.iter().map(|x| map * *x + DVec3::X).collect();
        for (now, rest) in skin.points(&moved).iter().zip(&rest) {
            assert!(now.distance(map * *rest + DVec3::X) < 1e-12);
        }
    }
}

/// Sag against fine mapped meshes of 10-node tetrahedra: see the case L1 of the validation.
#[test]
fn a_hanging_half_sags_as_in_a_fine_mesh() {
    for (file, at, spacing, expected) in
        [("sphere.ply", 0.049, "10 mm", -9.17198e-4), ("torus.ply", 0.049, "7 mm", -0.0160232)]
    {
        let probe = format!("[probe.sag]\nbody = \"solid\"\nat = [{at}, 0, 0]\nread = \"displacement.z\"\n");
        let text = scene(file, &format!("spacing = \"{spacing}\"")) + &probe;
        let run = runs::run_world(runs::world_with(&text, files()), &text);
        let sag = run.last("sag");
        assert!((sag / expected - 1.0).abs() < 0.02, "{file}: {sag} {expected}");
    }
}

#[test]
fn surfaces_without_an_inside_and_impossible_spacings_are_refused_with_a_remedy() {
    let sheet = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    let cases = [
        ("sheet.obj", "", "cannot become a body"),
        ("sphere.ply", "spacing = \"1 um\"", "nodes"),
        ("sphere.ply", "spacing = \"1 m\"", "too coarse"),
        ("sphere.ply", "cells = [2, 2, 2]", "only boxes and blocks have cells"),
        ("missing.obj", "", "there is no file"),
    ];
    for (file, more, word) in cases {
        let files = files().with("sheet.obj", sheet);
        let loaded = Scene::with_files(&scene(file, more), "test.toml", &[], Arc::new(files));
        let error = loaded.and_then(|scene| scene.build().map(|_| ())).unwrap_err().to_string();
        assert!(error.contains(word), "{file} {more}: {error}");
    }
}

#[test]
fn without_a_spacing_a_modest_one_is_chosen_and_can_be_refined() {
    let text = scene("torus.ply", "order = 1");
    let coarse = runs::world_with(&text, files()).shape(0).rest.len();
    assert!((1000..10_000).contains(&coarse), "{coarse}");
    let scene = Scene::with_files(&text, "test.toml", &[], Arc::new(files())).unwrap();
    let fine = scene.refined(2.0).unwrap().build().unwrap().world.shape(0).rest.len();
    assert!((5 * coarse..12 * coarse).contains(&fine), "{coarse} {fine}");
}

#[test]
fn holes_are_bridged_with_a_warning() {
    // The sphere without its last 400 triangles.
    let header_end = SPHERE.windows(11).position(|w| w == b"end_header\n").unwrap() + 11;
    let header = String::from_utf8(SPHERE[..header_end].to_vec()).unwrap();
    let faces: usize = header.split("element face ").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
    let mut bytes = header.replace(&format!("face {faces}"), &format!("face {}", faces - 400)).into_bytes();
    bytes.extend_from_slice(&SPHERE[header_end..SPHERE.len() - 400 * 13]);
    let files = MemoryFiles::none().with("open.ply", bytes);
    let text = scene("open.ply", "spacing = \"10 mm\"");
    let built = Scene::with_files(&text, "test.toml", &[], Arc::new(files)).unwrap().build().unwrap();
    assert!(built.warnings.to_string().contains("hole"), "{}", built.warnings);
}

/// A box of quadrilaterals, as most programs write it.
fn quads(x: f64, y: f64, z: f64) -> String {
    let mut text = String::new();
    for corner in 0..8 {
        let at = |bit: i32, length: f64| if corner & bit == 0 { 0.0 } else { length };
        text += &format!("v {} {} {}\n", at(1, x), at(2, y), at(4, z));
    }
    text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"
}

/// Warnings about a body of this file, refined by a factor.
fn warnings_of(obj: &str, factor: f64) -> String {
    let files = MemoryFiles::none().with("box.obj", obj.as_bytes());
    let scene = Scene::with_files(&scene("box.obj", ""), "box.toml", &[], Arc::new(files)).unwrap();
    scene.refined(factor).unwrap().build().unwrap().warnings.to_string()
}

#[test]
fn cut_polygons_are_no_warning_but_lines_left_out_are() {
    let whole = quads(0.1, 0.1, 0.1);
    assert_eq!(warnings_of(&whole, 1.0), "");
    let odd = warnings_of(&format!("{whole}mystery 5\n"), 1.0);
    assert!(odd.contains("1 line with unknown statements left out"), "{odd}");
}

#[test]
fn a_thin_plate_gets_a_spacing_that_suits_it() {
    let told = warnings_of(&quads(0.1, 0.1, 0.0048), 0.25);
    assert!(told.contains("the body is thin: a spacing of"), "{told}");
}
