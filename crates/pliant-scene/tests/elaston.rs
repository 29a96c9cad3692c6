//! Bodies of elastons from every kind of shape: what is built has the mass it should have.
#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;
use std::sync::Arc;

use glam::DVec3;
use pliant_scene::{MemoryFiles, Scene};
use pliant_stepping::NoPhases;

fn files() -> MemoryFiles {
    let mut grid = String::new();
    for i in 0..40 {
        for j in 0..4 {
            for k in 0..4 {
                grid += &format!("{} {} {}\n", 0.05 * f64::from(i), 0.05 * f64::from(j), 0.05 * f64::from(k));
            }
        }
    }
    let mut ply = String::from(
        "ply\nformat ascii 1.0\nelement vertex 41\nproperty float x\nproperty float y\nproperty float z\n\
        property float radius\nproperty float coarseness\nend_header\n",
    );
    for i in 0..41 {
        ply += &format!("{} 0 0 0.0125 {}\n", 0.025 * f64::from(i), 0.5 + f64::from(i) / 40.0);
    }
    let wires = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nl 1 2\nl 3 2\nl 3 4\n";
    let sheet = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let tet = "# vtk DataFile Version 3.0\none\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n\
        0 0 0  1 0 0  0 1 0  0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n";
    MemoryFiles::none()
        .with("grid.xyz", grid)
        .with("line.ply", ply)
        .with("wires.obj", wires)
        .with("sheet.obj", sheet)
        .with("cube.obj", cube)
        .with("tet.vtk", tet)
}

/// A scene with one body that floats.
fn scene(shape: &str, keys: &str) -> String {
    format!(
        "[time]\nduration = \"1 ms\"\n\n[stepper]\nkind = \"implicit-euler\"\n\n[material.stuff]\nyoung = \"1 MPa\"\npoisson = 0.3\ndensity = 1000\n\n\
         [body.thing]\nmethod = \"elaston\"\nshape = {shape}\nmaterial = \"stuff\"\n{keys}\n"
    )
}

fn mass(shape: &str, keys: &str) -> f64 {
    let text = scene(shape, keys);
    let scene =
        Scene::with_files(&text, "test.toml", &[], Arc::new(files())).unwrap_or_else(|p| panic!("{p}"));
    let mut built = scene.build().unwrap_or_else(|problems| panic!("{problems}"));
    assert!(!built.world.shape(0).rest.is_empty());
    let system = built.world.system_mut();
    let shift: Vec<DVec3> = system.shift_shares().iter().map(|share| *share * DVec3::X).collect();
    system.momentum(&shift).x
}

#[track_caller]
fn assert_mass(shape: &str, keys: &str, expected: f64, tolerance: f64) {
    let found = mass(shape, keys);
    assert!((found / expected - 1.0).abs() < tolerance, "{shape}: {found} kg instead of {expected} kg");
}

#[test]
fn boxes_rods_and_sheets_have_their_mass() {
    assert_mass("{ box = [1, 1, 1] }", "spacing = 0.25", 1000.0, 1e-9);
    assert_mass("{ box = [1, 0.01, 0.01] }", "samples = 8", 0.1, 1e-9);
    assert_mass("{ sheet = [1, 0.5], thickness = \"1 mm\" }", "samples = 64", 0.5, 1e-9);
    assert_mass("{ rod = [[0, 0, 0], [1, 0, 0]], radius = 0.01 }", "samples = 16", 1e3 * PI * 1e-4, 1e-9);
    assert_mass(
        "{ rod = [[0, 0, 0], [1, 0, 0], [1, 1, 0]], section = [0.01, 0.04], smooth = true }",
        "spacing = 0.1",
        0.8,
        0.08,
    );
    assert_mass("{ cylinder = { radius = 0.2, length = 1 } }", "spacing = 0.1", 1e3 * PI * 0.04, 1e-9);
    assert_mass(
        "{ cylinder = { radius = 0.5, inner_radius = 0.49, length = 1 } }",
        "spacing = 0.2",
        1e3 * PI * 0.0099,
        1e-9,
    );
    assert_mass("{ sphere = 0.5 }", "spacing = 0.2", 1e3 * PI / 6.0, 1e-9);
}

#[test]
fn files_functions_and_unions_have_their_mass() {
    assert_mass("{ file = \"cube.obj\" }", "spacing = 0.25", 1000.0, 1e-9);
    assert_mass("{ file = \"tet.vtk\" }", "spacing = 0.25", 1000.0 / 6.0, 1e-9);
    assert_mass("{ file = \"sheet.obj\", thickness = \"1 mm\" }", "spacing = 0.2", 1.0, 1e-9);
    assert_mass("{ file = \"grid.xyz\" }", "spacing = 0.2", 1e3 * 640.0 * 0.05f64.powi(3), 1e-9);
    assert_mass("{ file = \"line.ply\" }", "spacing = 0.1", 1e3 * 41.0 * 0.025f64.powi(3), 1e-6);
    assert_mass("{ curves = \"wires.obj\", radius = 0.02 }", "spacing = 0.2", 1e3 * 3.0 * PI * 4e-4, 1e-9);
    assert_mass(
        "{ implicit = \"x^2 + y^2 + z^2 - 0.25\", bounds = [[-1, -1, -1], [1, 1, 1]] }",
        "spacing = 0.2",
        1e3 * PI / 6.0,
        0.02,
    );
    assert_mass(
        "{ union = [{ shape = { box = [1, 1, 1] } }, { shape = { box = [1, 1, 1] }, position = [0.5, 0, 0] }] }",
        "spacing = 0.25",
        1500.0,
        0.01,
    );
}

#[test]
fn keys_of_elastons_are_taken() {
    let keys = "spacing = 0.2\nbasis = \"quadratic\"\nstrain = \"green\"\nratio = 2\nseed = 7\nmatter_spacing = 0.05\n\
        grading = { near = [0, 0, 0], radius = 0.5, finer = 2 }";
    assert_mass("{ box = [1, 0.2, 0.2] }", keys, 40.0, 1e-9);
    let keys = "samples = 12\ngrading = { attribute = \"coarseness\" }";
    assert_mass("{ file = \"line.ply\" }", keys, 1e3 * 41.0 * 0.025f64.powi(3), 1e-6);
}

/// Ten times as close in one corner: matter as fine everywhere as there would be 20 million points.
#[test]
fn matter_is_graded_with_the_samples() {
    let keys = "spacing = 0.03\ngrading = { near = [0, 0, 0], radius = 0.05, finer = 10 }";
    assert_mass("{ box = [1, 0.1, 0.1] }", keys, 10.0, 1e-9);
}

#[test]
fn sides_of_boxes_and_ends_of_rods_can_be_pinned() {
    for (shape, place) in [
        ("{ box = [1, 0.1, 0.1] }", "{ face = \"x-\" }"),
        ("{ box = [1, 0.1, 0.1], twist = 1 }", "{ face = \"x-\" }"),
        ("{ rod = [[0, 0, 0], [1, 0, 0]], radius = 0.01 }", "{ group = \"start\" }"),
        ("{ sheet = [1, 1], thickness = 0.01 }", "{ group = \"edge\" }"),
        ("{ cylinder = { radius = 0.05, length = 1, axis = \"x\" } }", "{ face = \"x-\" }"),
    ] {
        let text =
            scene(shape, "spacing = 0.2") + &format!("\n[pin.root]\nbody = \"thing\"\nwhere = {place}\n");
        let scene = Scene::with_files(&text, "test.toml", &[], Arc::new(files())).unwrap();
        scene.build().unwrap_or_else(|problems| panic!("{shape}: {problems}"));
    }
}

/// Runs a quasi-static scene to its end; returns the last readings of its probes, its steps and its iterations.
fn settled(text: &str) -> (Vec<f64>, u64, usize) {
    let scene =
        Scene::with_files(text, "test.toml", &[], Arc::new(files())).unwrap_or_else(|p| panic!("{p}"));
    let mut world = scene.build().unwrap_or_else(|problems| panic!("{problems}")).world;
    let mut iterations = 0;
    while !world.is_over() {
        iterations += world.step(&mut NoPhases).unwrap_or_else(|e| panic!("{e}")).iterations;
    }
    (world.sample().probes.clone(), world.state().step, iterations)
}

/// P L^2 / (E I) = 20 in one increment: the tip of the strip turns by 88 degrees (the elastica, integrated).
#[test]
fn a_slender_strip_bends_through_a_right_angle_in_few_iterations() {
    let text = "gravity = 0\n[stepper]\nkind = \"quasi-static\"\nload_steps = 1\n[material.steel]\nlaw = \"linear\"\nyoung = \"200 GPa\"\npoisson = 0\n\
        [body.strip]\nmethod = \"elaston\"\nshape = { box = [1, 0.01, 0.001] }\nsamples = 32\nmaterial = \"steel\"\n\
        [pin.root]\nbody = \"strip\"\nwhere = { face = \"x-\" }\n\
        [load.tip]\nbody = \"strip\"\nwhere = { face = \"x+\" }\nforce = [0, 0, \"3.3333333 N\"]\n\
        [probe.tip]\nbody = \"strip\"\nat = [1, 0.005, 0.0005]\nread = \"displacement.z\"\n";
    let (tip, steps, iterations) = settled(text);
    assert!((tip[0] - 0.8687).abs() < 2e-3, "{tip:?}");
    assert!(steps <= 2 && iterations <= 30, "{steps} steps, {iterations} iterations");
}

/// Three whole turns look like none: increments are so short that they are seen.
#[test]
fn a_pin_that_turns_thrice_twists_thrice() {
    let text = "gravity = 0\n[stepper]\nkind = \"quasi-static\"\n[material.rubber]\nlaw = \"linear\"\nyoung = \"1 MPa\"\npoisson = 0\n\
        [body.rod]\nmethod = \"elaston\"\nshape = { rod = [[0, 0, 0], [1, 0, 0]], radius = \"5 mm\" }\nsamples = 64\nmaterial = \"rubber\"\n\
        [pin.start]\nbody = \"rod\"\nwhere = { group = \"start\" }\n\
        [pin.start.motion]\naxis = [1, 0, 0]\nkeyframes = [{ time = 0 }, { time = 1, turn = \"3 turn\" }]\n\
        [pin.end]\nbody = \"rod\"\nwhere = { group = \"end\" }\nmotion = { keyframes = [{ time = 0, move = [0.1, 0, 0] }] }\n\
        [probe.twist]\nbody = \"rod\"\nat = [0.5, 0, 0]\nread = \"twist\"\n";
    let (twist, steps, _) = settled(text);
    assert!(steps >= 24, "{steps}");
    // Sections are stretched by a tenth: twist is by length at rest.
    assert!((twist[0].abs() / (6.0 * PI) - 1.0).abs() < 0.02, "{twist:?}");
}
