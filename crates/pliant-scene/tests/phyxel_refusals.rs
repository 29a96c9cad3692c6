//! Bad input of phyxels: refused by name with a remedy, or taken and run to the end with numbers that are numbers.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use glam::DVec3;
use pliant_scene::{MemoryFiles, Scene};
use pliant_world::{Silent, World};

const BOX: &str = "{ box = [0.1, 0.1, 0.1] }";

/// A scene with one body.
fn scene(shape: &str, keys: &str) -> String {
    format!(
        "[time]\nduration = \"10 ms\"\n[stepper]\nkind = \"leapfrog\"\n[material.stuff]\nyoung = \"100 kPa\"\npoisson = 0.3\ndensity = 1000\n\
         [body.thing]\nmethod = \"phyxel\"\nshape = {shape}\nmaterial = \"stuff\"\n{keys}\n"
    )
}

fn build(shape: &str, keys: &str, files: MemoryFiles) -> Result<World, String> {
    let scene = Scene::with_files(&scene(shape, keys), "test.toml", &[], Arc::new(files));
    let built = scene.map_err(|problems| problems.to_string())?.build();
    built.map(|built| built.world).map_err(|problems| problems.to_string())
}

/// The body is refused, and the message has all these words.
#[track_caller]
fn assert_refused(shape: &str, keys: &str, files: MemoryFiles, words: &[&str]) {
    let message = build(shape, keys, files).err().unwrap_or_else(|| panic!("{shape} {keys} must be refused"));
    for word in words {
        assert!(message.contains(word), "{shape} {keys}: no \"{word}\" in\n{message}");
    }
}

/// The body runs to its end in a moderate number of steps, and everything stays finite.
#[track_caller]
fn assert_runs(shape: &str, keys: &str, files: MemoryFiles) {
    let mut world = build(shape, keys, files).unwrap_or_else(|message| panic!("{shape} {keys}:\n{message}"));
    world.run(&mut Silent).unwrap_or_else(|error| panic!("{shape} {keys}: {error:?}"));
    let (_, state) = world.parts();
    assert!(state.q.iter().chain(&state.v).all(|x| x.is_finite()), "{shape} {keys}");
    assert!(state.step < 2000, "{shape} {keys}: {} steps for 10 ms", state.step);
}

fn cloud(points: &[DVec3]) -> MemoryFiles {
    let line = |p: &DVec3| format!("{} {} {} 0.05\n", p.x, p.y, p.z);
    MemoryFiles::none().with("points.xyz", points.iter().map(line).collect::<String>())
}

const CLOUD: &str = "{ file = \"points.xyz\" }";

/// Points in rows of a tenth.
fn grid(counts: [usize; 3]) -> Vec<DVec3> {
    let [nx, ny, nz] = counts;
    let at = |n: usize| DVec3::new((n % nx) as f64, (n / nx % ny) as f64, (n / nx / ny) as f64) * 0.1;
    (0..nx * ny * nz).map(at).collect()
}

#[test]
fn spacings_that_are_none_are_refused() {
    for (spacing, word) in [
        ("0", "greater than 0"),
        ("\"-1 cm\"", "greater than 0"),
        ("nan", "not a finite number"),
        ("inf", "not a finite number"),
        ("1e9", "larger than \"thing\""),
        ("1e-9", "beyond the limit"),
    ] {
        for layout in ["uniform", "octree", "poisson", "bcc", "jittered"] {
            let keys = format!("spacing = {spacing}\nlayout = \"{layout}\"");
            let word = if spacing == "1e-9" && layout != "uniform" { "thing" } else { word };
            assert_refused(BOX, &keys, MemoryFiles::none(), &[word]);
        }
    }
}

#[test]
fn reaches_and_counts_out_of_bounds_are_refused() {
    let with = |key: &str| format!("spacing = 0.02\n{key}");
    for (key, words) in [
        ("reach = 0.5", ["`reach` is 0.5", "between 1 and 6"]),
        ("reach = nan", ["`reach`", "not a finite number"]),
        ("neighbours = 3", ["`neighbours` is 3", "between 4 and 500"]),
        ("neighbours = 1000000000000", ["`neighbours`", "between 4 and 500"]),
        ("layout = \"jittered\"\njitter = 5", ["`jitter` is 5", "between 0 and 0.45"]),
        ("layout = \"octre\"", ["\"octre\" is not known", "octree"]),
        ("layout = \"octree\"\ndepth = 40", ["unknown key `depth`", "body.thing"]),
        ("stabilisation = -1", ["`stabilisation` is -1", "between 0 and 100"]),
        ("volume_stiffness = \"-1 Pa\"", ["`volume_stiffness`", "-1 Pa"]),
    ] {
        assert_refused(BOX, &with(key), MemoryFiles::none(), &words);
    }
    assert_refused(BOX, "samples = 1", MemoryFiles::none(), &["`samples` is 1", "one sample alone"]);
}

#[test]
fn points_that_do_not_span_space_are_refused_with_place_and_remedy() {
    let words = ["cannot be made of phyxels", "around (0, 0, 0) m", "elaston"];
    assert_refused(CLOUD, "", cloud(&grid([5, 5, 1])), &words);
    assert_refused(CLOUD, "", cloud(&grid([10, 1, 1])), &words);
    assert_refused(CLOUD, "", cloud(&grid([2, 1, 1])), &["a phyxel has 1 neighbour,"]);
    assert_refused(CLOUD, "", cloud(&grid([1, 1, 1])), &["one point, which cannot deform"]);
    assert_refused(CLOUD, "", cloud(&[DVec3::ONE; 30]), &["all points are in the same place"]);
    let mut with_island = grid([4, 4, 4]);
    with_island.push(DVec3::X * 100.0);
    assert_refused(CLOUD, "", cloud(&with_island), &["around (100, 0, 0) m", "0 neighbours"]);
}

/// Steps across next to nothing would be next to nothing.
#[test]
fn points_nearly_in_a_plane_are_refused_too() {
    for height in [1e-9, 1e-6, 1e-3] {
        let mut points = grid([6, 6, 1]);
        points.iter_mut().enumerate().for_each(|(n, p)| p.z = height * ((n * 7 % 5) as f64));
        assert_refused(CLOUD, "", cloud(&points), &["nearly", "in a plane", "elaston"]);
    }
}

#[test]
fn parts_thinner_than_the_spacing_are_refused() {
    let words = ["a phyxel has", "in a plane or on a line", "at most half of the thinnest part"];
    assert_refused("{ box = [0.2, 0.2, 0.005] }", "spacing = 0.02", MemoryFiles::none(), &words);
    assert_refused("{ box = [0.2, 0.005, 0.005] }", "spacing = 0.02", MemoryFiles::none(), &words);
    let rod = "{ rod = [[0, 0, 0], [0.4, 0, 0]], radius = 0.003 }";
    assert_refused(rod, "spacing = 0.02", MemoryFiles::none(), &words);
    assert_refused(BOX, "cells = [2, 2, 2]\nbasis = \"quadratic\"", MemoryFiles::none(), &words);
}

#[test]
fn points_in_the_same_place_are_one_phyxel() {
    let shifts = [DVec3::ZERO, DVec3::X * 1e-12, DVec3::new(1e-9, 0.0, 0.0), DVec3::new(0.0, 1e-4, 1e-4)];
    for shift in shifts {
        let mut points = grid([4, 4, 4]);
        let twins: Vec<DVec3> = points[..20].iter().map(|p| *p + shift).collect();
        points.extend(twins);
        let mut world = build(CLOUD, "", cloud(&points)).unwrap();
        assert_eq!(world.system_mut().node_count(), 64, "{shift}");
        assert_runs(CLOUD, "", cloud(&points));
    }
}

#[test]
fn more_neighbours_than_phyxels_are_all_there_are() {
    assert_runs(BOX, "spacing = 0.03\nneighbours = 500", MemoryFiles::none());
    assert_runs(BOX, "spacing = 0.02\nneighbours = 4", MemoryFiles::none());
    assert_runs(BOX, "spacing = 0.02\nreach = 1", MemoryFiles::none());
    assert_runs(BOX, "spacing = 0.02\nreach = 6", MemoryFiles::none());
}

#[test]
fn octrees_with_no_room_for_large_cells_are_even() {
    assert_runs(BOX, "spacing = 0.05\nlayout = \"octree\"", MemoryFiles::none());
    assert_refused(
        BOX,
        "spacing = 0.2\nlayout = \"octree\"",
        MemoryFiles::none(),
        &["larger than \"thing\""],
    );
}

/// They were refused as if the body were thin: a phyxel looked farther, but took no more of what it saw.
#[test]
fn too_few_neighbours_asked_for_are_as_many_more_as_it_takes() {
    assert_runs(BOX, "spacing = 0.02\nneighbours = 4\nbasis = \"quadratic\"", MemoryFiles::none());
    assert_runs(BOX, "spacing = 0.02\nneighbours = 9\nbasis = \"quadratic\"", MemoryFiles::none());
    assert_runs(BOX, "spacing = 0.02\nneighbours = 4\nlayout = \"poisson\"", MemoryFiles::none());
    let words = ["a phyxel has", "in a plane or on a line", "at most half of the thinnest part"];
    assert_refused(
        "{ box = [0.2, 0.2, 0.005] }",
        "spacing = 0.02\nneighbours = 4",
        MemoryFiles::none(),
        &words,
    );
}
