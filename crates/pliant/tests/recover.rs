//! Runs stopped half-way and taken up again with PLY frames and skins, which `validate --recover` does not have.
#![allow(clippy::unwrap_used)]

mod support;

use pliant::scene::{MemoryFiles, Scene};
use pliant::{RunOptions, run_scene};
use std::path::Path;
use std::sync::Arc;
use support::folder;

const TORUS: &[u8] = include_bytes!("../../../validation/scenes/torus.ply");

fn scene(stepper: &str) -> Scene {
    // "kind solve", the second if it is not left to the program.
    let (kind, solve) = stepper.split_once(' ').unwrap_or((stepper, ""));
    let solve = if solve.is_empty() { String::new() } else { format!("solve = \"{solve}\"") };
    let text = format!(
        r#"
[time]
duration = "60 ms"
frames_per_second = 100
[stepper]
kind = "{kind}"
{solve}
[material.soft]
young = "30 kPa"
poisson = 0.4
[body.ring]
shape = {{ file = "torus.ply" }}
spacing = "8 mm"
order = 1
material = "soft"
[pin.half]
body = "ring"
where = {{ box = [[-1, -1, -1], [1e-6, 1, 1]] }}
[output]
formats = ["vtu", "ply"]
[probe.sag]
body = "ring"
at = ["49 mm", 0, 0]
read = "displacement.z"
"#
    );
    let files = MemoryFiles::none().with("torus.ply", TORUS);
    Scene::with_files(&text, "ring.toml", &[], Arc::new(files))
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// Name and content of every frame file and table.
fn results(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names: Vec<String> = ["probes.csv", "energy.csv", "frames.pvd"].map(str::to_owned).to_vec();
    let frames = std::fs::read_dir(folder.join("frames")).unwrap();
    names.extend(frames.map(|file| format!("frames/{}", file.unwrap().file_name().to_string_lossy())));
    names.sort();
    names.into_iter().map(|name| (name.clone(), std::fs::read(folder.join(&name)).unwrap())).collect()
}

#[test]
fn skins_and_ply_frames_go_on_as_if_nothing_had_happened() {
    let quasi = ["implicit-euler l-bfgs", "generalized-alpha quasi-newton"];
    for stepper in ["leapfrog", "implicit-euler", "generalized-alpha"].into_iter().chain(quasi) {
        let (whole, parts) = (folder(&format!("whole-{stepper}")), folder(&format!("parts-{stepper}")));
        let options =
            |folder: &Path| RunOptions { output: Some(folder.to_path_buf()), ..RunOptions::default() };
        let straight = run_scene(&scene(stepper), &options(&whole)).unwrap().summary;
        for share in 1..4 {
            let stop = RunOptions {
                stop_after_steps: Some(straight.steps * share / 4),
                resume: true,
                threads: Some(1),
                ..options(&parts)
            };
            run_scene(&scene(stepper), &stop).unwrap();
        }
        let last = RunOptions { resume: true, ..options(&parts) };
        let resumed = run_scene(&scene(stepper), &last).unwrap().summary;
        assert_eq!(straight.state_hash, resumed.state_hash, "{stepper}");
        assert_eq!(resumed.resumed, 3, "{stepper}");
        let (one, other) = (results(&whole), results(&parts));
        let names = |list: &[(String, Vec<u8>)]| list.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
        assert_eq!(names(&one), names(&other), "{stepper}");
        assert_eq!(one.len(), 3 + 3 * 7, "{stepper}: 7 frames as VTU, skin and PLY");
        for (a, b) in one.iter().zip(&other) {
            assert!(a.1 == b.1, "{stepper}: {} differs", a.0);
        }
    }
}

/// A block thrown onto a floor, by L-BFGS: what is kept of the factor, and what touches.
#[test]
fn l_bfgs_with_contact_goes_on_as_if_nothing_had_happened() {
    let text = r#"
[time]
duration = "0.2 s"
step = "5 ms"
[stepper]
solve = "l-bfgs"
[material.soft]
law = "neo-hookean"
young = "50 kPa"
poisson = 0.3
[body.block]
shape = { box = [0.2, 0.2, 0.2] }
cells = [3, 3, 3]
order = 1
material = "soft"
position = [0, 0, "3 cm"]
velocity = [0.5, 0, -1.0]
[collider.floor]
shape = { plane = { point = [0, 0, 0], normal = [0, 0, 1] } }
"#;
    let scene = || Scene::with_files(text, "block.toml", &[], Arc::new(MemoryFiles::none())).unwrap();
    let (whole, parts) = (folder("whole-block"), folder("parts-block"));
    let options = |folder: &Path| RunOptions { output: Some(folder.to_path_buf()), ..RunOptions::default() };
    let straight = run_scene(&scene(), &options(&whole)).unwrap().summary;
    assert_eq!(straight.solve, "l-bfgs");
    assert!(straight.iterations > straight.steps && !straight.penetrations.is_empty());
    // In the air, while it is pressed together, and after it.
    for steps in [3, 9, 14, 25] {
        let stop = RunOptions { stop_after_steps: Some(steps), resume: true, ..options(&parts) };
        run_scene(&scene(), &stop).unwrap();
    }
    let resumed = run_scene(&scene(), &RunOptions { resume: true, ..options(&parts) }).unwrap().summary;
    assert_eq!((straight.state_hash, straight.iterations), (resumed.state_hash, resumed.iterations));
}

#[test]
fn a_stored_run_shows_the_skin() {
    let folder = folder("stored-skin");
    let options = RunOptions { output: Some(folder.clone()), ..RunOptions::default() };
    run_scene(&scene("implicit-euler"), &options).unwrap();
    let stored = pliant::output::StoredRun::open(&folder).unwrap();
    assert_eq!(stored.frames().len(), 7);
    let frame = stored.surface_frame(6).unwrap();
    assert_eq!(frame.parts.len(), 1);
    let part = &frame.parts[0];
    assert_eq!((part.name.as_str(), part.positions.len(), part.triangles.len()), ("ring", 2048, 4096));
    let sag = part.positions.iter().map(|x| x.z).fold(f64::INFINITY, f64::min);
    assert!(sag < -0.0155, "{sag}");
    assert!(part.field("von_mises").unwrap().values.iter().any(|&stress| stress > 0.0));
}
