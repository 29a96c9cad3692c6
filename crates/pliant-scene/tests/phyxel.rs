//! Bodies of phyxels: mass from every layout, bars that stretch and bend as they should, steppers, and what is refused.
#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;
use std::sync::Arc;

use glam::DVec3;
use pliant_scene::{MemoryFiles, Scene};
use pliant_world::{Silent, World};

fn built(text: &str, files: MemoryFiles) -> World {
    let scene = Scene::with_files(text, "test.toml", &[], Arc::new(files)).unwrap_or_else(|p| panic!("{p}"));
    scene.build().unwrap_or_else(|problems| panic!("{problems}")).world
}

fn refusal(text: &str) -> String {
    match Scene::with_files(text, "test.toml", &[], Arc::new(MemoryFiles::none())) {
        Err(problems) => problems.to_string(),
        Ok(scene) => match scene.build() {
            Err(problems) => problems.to_string(),
            Ok(_) => panic!("it must be refused"),
        },
    }
}

/// A scene with one body.
fn scene(stepper: &str, shape: &str, keys: &str) -> String {
    format!(
        "gravity = 0\n[time]\nduration = \"1 s\"\n\n[stepper]\nkind = \"{stepper}\"\n\n[material.stuff]\nlaw = \"stvk\"\nyoung = \"1 MPa\"\npoisson = 0.3\ndensity = 1000\n\n\
         [body.thing]\nmethod = \"phyxel\"\nshape = {shape}\nmaterial = \"stuff\"\n{keys}\n"
    )
}

#[track_caller]
fn assert_mass(shape: &str, keys: &str, expected: f64, tolerance: f64) {
    let mut world = built(&scene("leapfrog", shape, keys), MemoryFiles::none());
    let system = world.system_mut();
    let shift = vec![DVec3::X; system.node_count()];
    let found = system.momentum(&shift).x;
    assert!(
        (found / expected - 1.0).abs() < tolerance,
        "{shape} {keys}: {found} kg instead of {expected} kg"
    );
}

#[test]
fn every_layout_has_the_mass_of_the_body() {
    for layout in ["uniform", "bcc", "jittered", "poisson", "octree"] {
        let keys = format!("spacing = 0.1\nlayout = \"{layout}\"");
        assert_mass("{ box = [1, 0.5, 0.5] }", &keys, 250.0, 1e-9);
        assert_mass("{ sphere = 0.5 }", &keys, 1e3 * PI / 6.0, 1e-9);
    }
    // Balls come in larger pieces than asked for; smaller ones are taken by themselves.
    assert_mass("{ sphere = 0.15 }", "spacing = 0.04", 1e3 * PI / 6.0 * 0.027, 1e-9);
    assert_mass("{ box = [1, 0.5, 0.5] }", "cells = [8, 4, 5]", 250.0, 1e-9);
    assert_mass("{ cylinder = { radius = 0.2, length = 1 } }", "samples = 500", 1e3 * PI * 0.04, 1e-9);
}

#[test]
fn the_points_of_a_cloud_stay_where_they_are() {
    let mut cloud = String::new();
    for n in 0..125 {
        cloud += &format!(
            "{} {} {}\n",
            0.1 * f64::from(n % 5),
            0.1 * f64::from(n / 5 % 5),
            0.1 * f64::from(n / 25)
        );
    }
    let text = scene("leapfrog", "{ file = \"grid.xyz\", radius = 0.05 }", "");
    let mut world = built(&text, MemoryFiles::none().with("grid.xyz", cloud));
    assert_eq!(world.system_mut().node_count(), 125);
    let shift = vec![DVec3::X; 125];
    assert!((world.system_mut().momentum(&shift).x - 125.0).abs() < 1e-9);
}

/// A bar 4 x 1 x 1 pulled by 1 kPa: how much its middle half and the whole of it stretch.
fn stretch(cells: [usize; 3], keys: &str) -> [f64; 2] {
    let text = scene("quasi-static", "{ box = [4, 1, 1] }", &format!("cells = {cells:?}\n{keys}"));
    let mut world = built(
        &format!(
            "{text}[pin.root]\nbody = \"thing\"\nwhere = {{ face = \"x-\" }}\naxes = \"x\"\n\
             [pin.line]\nbody = \"thing\"\nwhere = {{ face = \"y-\" }}\naxes = \"y\"\n\
             [pin.side]\nbody = \"thing\"\nwhere = {{ face = \"z-\" }}\naxes = \"z\"\n\
             [load.end]\nbody = \"thing\"\nwhere = {{ face = \"x+\" }}\ntraction = [\"1 kPa\", 0, 0]\n\
             [probe.low]\nbody = \"thing\"\nat = [1, 0.5, 0.5]\nread = \"displacement.x\"\n\
             [probe.high]\nbody = \"thing\"\nat = [3, 0.5, 0.5]\nread = \"displacement.x\"\n\
             [probe.end]\nbody = \"thing\"\nwhere = {{ face = \"x+\" }}\nread = \"displacement.x\"\n"
        ),
        MemoryFiles::none(),
    );
    world.run(&mut Silent).unwrap();
    let probes = world.sample().probes;
    [0.5 * (probes[1] - probes[0]), 0.25 * probes[2]]
}

/// 1 kPa on 1 MPa: a thousandth, less 1.5e-6 of the law; exact up to the ends, since the patch test is passed.
#[test]
fn a_bar_stretches_by_its_modulus() {
    let expected = 1e-3 - 1.5e-6;
    for cells in [[16, 4, 4], [24, 6, 6], [20, 4, 5]] {
        for found in stretch(cells, "") {
            assert!((found / expected - 1.0).abs() < 1e-3, "{cells:?}: {found}");
        }
    }
    for seed in 1..=3 {
        let [middle, whole] = stretch([16, 4, 4], &format!("layout = \"jittered\"\nseed = {seed}"));
        assert!((middle / expected - 1.0).abs() < 0.01, "seed {seed}: {middle}");
        assert!((whole / expected - 1.0).abs() < 2e-3, "seed {seed}: {whole}");
    }
}

#[test]
fn all_steppers_move_it_and_momentum_stays() {
    for stepper in ["leapfrog", "verlet", "symplectic-euler", "implicit-euler", "generalized-alpha"] {
        let step =
            if stepper.contains('-') && stepper != "symplectic-euler" { "step = \"5 ms\"" } else { "" };
        let text = scene(
            stepper,
            "{ box = [0.4, 0.2, 0.2] }",
            "cells = [6, 3, 3]\nvelocity = [1, 0.5, 0]\nspin = [0, 3, 10]",
        )
        .replace("duration = \"1 s\"", &format!("duration = \"50 ms\"\n{step}"));
        let mut world = built(&text, MemoryFiles::none());
        world.run(&mut Silent).unwrap_or_else(|error| panic!("{stepper}: {error:?}"));
        let (system, state) = world.parts();
        let momentum = system.momentum(&state.v);
        assert!(momentum.distance(DVec3::new(16.0, 8.0, 0.0)) < 1e-9, "{stepper}: {momentum}");
    }
}

#[test]
fn what_is_thin_or_makes_no_sense_is_refused_with_the_remedy() {
    let thin = refusal(&scene("leapfrog", "{ sheet = [1, 1], thickness = 0.02 }", "spacing = 0.1"));
    assert!(thin.contains("all in a plane") && thin.contains("elaston"), "{thin}");
    let alone = refusal(&scene("leapfrog", "{ box = [1, 1, 1] }", "cells = [1, 1, 1]"));
    assert!(alone.contains("around (0.5, 0.5, 0.5) m a phyxel has 0 neighbours"), "{alone}");
    let graded = "spacing = 0.1\ngrading = { near = [0, 0, 0], radius = 0.2 }";
    let graded = refusal(&scene("leapfrog", "{ box = [1, 1, 1] }", graded));
    assert!(graded.contains("octree"), "{graded}");
    let both =
        refusal(&scene("leapfrog", "{ box = [1, 1, 1] }", "spacing = 0.1\nreach = 2\nneighbours = 20"));
    assert!(both.contains("exclude each other"), "{both}");
    let ratio = refusal(&scene("leapfrog", "{ box = [1, 1, 1] }", "spacing = 0.1\nratio = 2"));
    assert!(ratio.contains("belongs to elastons"), "{ratio}");
    let basis = refusal(&scene("leapfrog", "{ box = [1, 1, 1] }", "spacing = 0.1\nbasis = \"q12\""));
    assert!(basis.contains("basis of elastons"), "{basis}");
}

/// Packs of four that are not full must not look as if somebody in them were inside out.
#[test]
fn bodies_of_any_number_of_phyxels_are_upright_at_rest() {
    for count in [9, 10, 11, 37, 54, 59] {
        let keys = format!("cells = [{count}, 3, 3]\nspin = [0, 0, 1]");
        let shape = format!("{{ box = [{}, 0.3, 0.3] }}", 0.1 * f64::from(count));
        let mut world = built(&scene("leapfrog", &shape, &keys), MemoryFiles::none());
        let q = world.state().q.clone();
        let (inverted, _) = world.system_mut().inverted_count(&q);
        assert_eq!(inverted, 0, "{count}");
    }
}
