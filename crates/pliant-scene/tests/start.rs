//! Bodies that begin deformed: where their nodes are, for every method, and what is refused.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use glam::DVec3;
use pliant_scene::{MemoryFiles, Scene};
use pliant_world::{Silent, World};

const AXES: [&str; 3] = ["x", "y", "z"];

/// A block 2 x 1 x 1 that begins as `start` says, its face x- held if it is `pinned`.
fn scene(method: &str, start: &str, pinned: bool) -> String {
    let size = if method == "elaston" { "samples = 60" } else { "cells = [6, 3, 3]" };
    let pin = if pinned { "[pin.root]\nbody = \"block\"\nwhere = { face = \"x-\" }\n" } else { "" };
    let stepper = if pinned { "quasi-static" } else { "implicit-euler" };
    format!(
        "gravity = 0\n[time]\nduration = 1\n[stepper]\nkind = \"{stepper}\"\n[material.rubber]\nlaw = \"stable-neo-hookean\"\nyoung = \"1 MPa\"\npoisson = 0.3\n\
         density = 1000\n[body.block]\nmethod = \"{method}\"\nshape = {{ box = [2, 1, 1] }}\n{size}\nmaterial = \"rubber\"\nstart = {start}\n{pin}"
    )
}

fn parsed(text: &str) -> Result<World, String> {
    let scene = Scene::with_files(text, "test.toml", &[], Arc::new(MemoryFiles::none()));
    let scene = scene.map_err(|problems| problems.to_string())?;
    Ok(scene.build().map_err(|problems| problems.to_string())?.world)
}

fn bounds(world: &World) -> [DVec3; 2] {
    let places = world.positions(0);
    let least = places.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    [least, places.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max)]
}

#[track_caller]
fn assert_near(found: DVec3, expected: DVec3, tolerance: f64) {
    assert!(found.distance(expected) < tolerance, "{found} instead of {expected}");
}

#[test]
fn affine_starts_are_about_the_middle_for_every_method() {
    for method in ["tet", "elaston", "phyxel"] {
        let world = parsed(&scene(method, "{ stretch = [2, 1, 0.5] }", false)).unwrap();
        let [least, most] = bounds(&world);
        assert_near(least, DVec3::new(-1.0, 0.0, 0.25), 1e-6);
        assert_near(most, DVec3::new(3.0, 1.0, 0.75), 1e-6);
        for axis in 0..3 {
            let start = format!("{{ flatten = \"{}\" }}", AXES[axis]);
            let [least, most] = bounds(&parsed(&scene(method, &start, false)).unwrap());
            assert!((most - least)[axis].abs() < 0.1, "{method} is flat along {axis}");
            assert!(
                (least[axis] - [1.0, 0.5, 0.5][axis]).abs() < 0.1,
                "{method} is flattened to its middle, {least}"
            );
        }
        let at_rest = parsed(&scene(method, "{ stretch = [1, 1, 1] }", false)).unwrap();
        let mirrored = parsed(&scene(method, "{ mirror = \"x\" }", false)).unwrap();
        for (x, m) in at_rest.positions(0).iter().zip(mirrored.positions(0).iter()) {
            assert_near(*m, DVec3::new(2.0 - x.x, x.y, x.z), 0.1);
        }
    }
}

#[test]
fn a_fold_lays_one_half_over_the_other() {
    for method in ["tet", "phyxel"] {
        let at_rest = parsed(&scene(method, "{ stretch = [1, 1, 1] }", false)).unwrap();
        let folded = parsed(&scene(method, "{ fold = \"x\" }", false)).unwrap();
        for (x, f) in at_rest.state().q.iter().zip(&folded.state().q) {
            assert_near(*f, DVec3::new(1.0 - (x.x - 1.0).abs(), x.y, x.z), 0.03);
        }
    }
}

#[test]
fn random_starts_differ_by_their_seed_and_stay_in_the_box() {
    for method in ["tet", "phyxel"] {
        let with = |seed: u32| parsed(&scene(method, &format!("{{ random = {seed} }}"), false)).unwrap();
        let (one, again, other) = (with(1), with(1), with(2));
        assert_eq!(one.state().q, again.state().q);
        assert_ne!(one.state().q, other.state().q);
        let box_of_body = |x: &DVec3| x.cmpge(DVec3::ZERO).all() && x.cmple(DVec3::new(2.0, 1.0, 1.0)).all();
        assert!(one.state().q.iter().all(box_of_body));
    }
}

#[test]
fn held_nodes_begin_where_they_are_held() {
    let world = parsed(&scene("tet", "{ mirror = \"x\" }", true)).unwrap();
    let held = world.shape(0).rest.iter().enumerate().filter(|(_, x)| x.x == 0.0);
    for (node, x) in held {
        assert_near(world.state().q[node], *x, 1e-12);
    }
}

#[test]
fn what_begins_as_it_should_not_finds_back() {
    let starts =
        [("tet", "{ fold = \"x\" }"), ("tet", "{ flatten = \"z\" }"), ("phyxel", "{ mirror = \"x\" }")];
    for (method, start) in starts {
        let mut world = parsed(&scene(method, start, true)).unwrap();
        let rest = world.shape(0).rest.clone();
        world.run(&mut Silent).unwrap();
        for (x, x_rest) in world.positions(0).iter().zip(&rest) {
            assert_near(*x, *x_rest, 1e-3);
        }
        assert!(
            world.totals().iterations < 100,
            "{method}, {start}: {} iterations",
            world.totals().iterations
        );
    }
}

#[test]
fn nonsense_is_refused_with_the_reason() {
    let refusal = |method: &str, start: &str| match parsed(&scene(method, start, false)) {
        Err(message) => message,
        Ok(_) => panic!("{start} must be refused"),
    };
    assert!(refusal("elaston", "{ random = 1 }").contains("derivatives"));
    assert!(refusal("elaston", "{ fold = \"x\" }").contains("derivatives"));
    assert!(refusal("tet", "{ }").contains("needs one of"));
    assert!(refusal("tet", "{ mirror = \"x\", fold = \"x\" }").contains("exclude each other"));
    assert!(refusal("tet", "{ mirror = \"w\" }").contains("\"x\""));
    assert!(refusal("tet", "{ stretch = [1e9, 1, 1] }").contains("stretch"));
}

/// Volume over volume at rest of a block that begins deformed: the smallest, which is the default, the mean, and that at a point.
fn volumes(method: &str, law: &str, start: &str) -> [f64; 3] {
    let probe =
        |name: &str, more: &str| format!("[probe.{name}]\nbody = \"block\"\nread = \"volume\"\n{more}\n");
    let probes =
        [probe("least", ""), probe("mean", "gather = \"mean\""), probe("middle", "at = [1.05, 0.45, 0.52]")];
    let text = scene(method, start, false).replace("stable-neo-hookean", law) + &probes.concat();
    parsed(&text).unwrap().sample().probes.try_into().unwrap()
}

#[test]
fn probes_of_volume_read_det_f_for_every_method() {
    let by_law = ["tet", "elaston", "phyxel", "peridynamic"].map(|method| (method, "stable-neo-hookean"));
    for (method, law) in by_law.into_iter().chain([("peridynamic", "bonds")]) {
        for volume in volumes(method, law, "{ stretch = [2, 1.5, 0.5] }") {
            assert!((volume - 1.5).abs() < 1e-6, "{method}, {law}: {volume}");
        }
    }
}

#[test]
fn what_is_inside_out_has_a_negative_volume() {
    for method in ["tet", "elaston", "phyxel", "peridynamic"] {
        // Such starts are shaken, so that not all is at -1.
        let [least, mean, _] = volumes(method, "stable-neo-hookean", "{ mirror = \"x\" }");
        assert!(least < mean && mean < 0.0, "{method}: {least} {mean}");
    }
}
