//! The program from the outside: what a user types, sees and gets.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::process::Command;
use support::{expect, folder, summary};

/// A scene small enough to run in a moment.
const BAR: &str = r#"
title = "A bar"
[time]
duration = "0.1 s"
frames_per_second = 20
[material.rubber]
young = "1 MPa"
poisson = 0.3
[body.bar]
shape = { box = [1, 0.2, 0.2] }
cells = [4, 1, 1]
material = "rubber"
[pin.wall]
body = "bar"
where = { face = "x-" }
[probe.tip]
body = "bar"
at = [1, 0.1, 0.1]
read = "displacement.z"
"#;

fn scene(folder: &Path, text: &str) {
    std::fs::write(folder.join("bar.toml"), text).unwrap();
}

#[test]
fn help_has_examples_and_exit_codes() {
    let here = folder("help");
    let (out, _) = expect(&here, &["--help"], 0);
    assert!(out.contains("Examples:") && out.contains("Exit codes:"), "{out}");
    for command in ["run", "check", "new", "gallery", "modes", "validate", "bench"] {
        let (out, _) = expect(&here, &[command, "--help"], 0);
        assert!(out.contains("Example"), "{command}: {out}");
    }
    expect(&here, &["fly"], 2);
}

#[test]
fn a_run_leaves_a_whole_run_directory() {
    let here = folder("run");
    scene(&here, BAR);
    let (out, _) = expect(&here, &["run", "bar.toml", "-o", "out"], 0);
    assert!(out.contains("Results are in out") && out.contains("ParaView"), "{out}");
    let frames = std::fs::read_dir(here.join("out/frames")).unwrap().count();
    assert_eq!(frames, 3);
    let probes = std::fs::read_to_string(here.join("out/probes.csv")).unwrap();
    assert!(probes.starts_with("time,tip"), "{probes}");
    let energy = std::fs::read_to_string(here.join("out/energy.csv")).unwrap();
    assert!(energy.starts_with("time,kinetic,elastic,load,total"), "{energy}");
    let summary = summary(&here.join("out"));
    assert_eq!(summary["state_hash"].as_str().unwrap().len(), 16);
    assert!(summary["seconds_per_phase"]["forces"].as_f64().unwrap() > 0.0);
    assert!(summary["probes"]["tip"]["final"]["value"].as_f64().unwrap() < 0.0);
    // Again into the same folder is fine; into somebody else's is not.
    expect(&here, &["run", "bar.toml", "-o", "out", "--quiet"], 0);
    std::fs::create_dir(here.join("mine")).unwrap();
    std::fs::write(here.join("mine/letter.txt"), "dear").unwrap();
    let (_, err) = expect(&here, &["run", "bar.toml", "-o", "mine"], 4);
    assert!(err.contains("letter.txt") && err.contains("name a new folder"), "{err}");
    assert_eq!(std::fs::read_dir(here.join("mine")).unwrap().count(), 1);
}

#[test]
fn a_scene_that_is_refused_leaves_results_as_they_are() {
    let here = folder("refused");
    scene(&here, BAR);
    let beyond = "probe.tip.at=[50, 50, 50]";
    expect(&here, &["run", "bar.toml", "-o", "out", "--set", beyond], 2);
    assert!(!here.join("out").exists(), "nothing is made for a scene that is refused");
    expect(&here, &["run", "bar.toml", "-o", "out", "--quiet"], 0);
    let probes = std::fs::read(here.join("out/probes.csv")).unwrap();
    expect(&here, &["run", "bar.toml", "-o", "out", "--set", beyond], 2);
    assert_eq!(std::fs::read(here.join("out/probes.csv")).unwrap(), probes);
    assert_eq!(std::fs::read_dir(here.join("out/frames")).unwrap().count(), 3);
}

#[test]
fn threads_do_not_change_a_bit() {
    let here = folder("threads");
    scene(&here, BAR);
    for stepper in ["implicit-euler", "generalized-alpha", "leapfrog", "quasi-static"] {
        let set = format!("stepper.kind={stepper}");
        let hash = |threads: &str| {
            // Enough elements for several tasks.
            let cells = "body.bar.cells=[40, 8, 8]";
            let order = "body.bar.order=1";
            expect(
                &here,
                &[
                    "run",
                    "bar.toml",
                    "--quiet",
                    "-o",
                    "out",
                    "--threads",
                    threads,
                    "--set",
                    &set,
                    "--set",
                    cells,
                    "--set",
                    order,
                ],
                0,
            );
            summary(&here.join("out"))["state_hash"].as_str().unwrap().to_owned()
        };
        assert_eq!(hash("1"), hash("2"), "{stepper}");
        assert_eq!(hash("1"), hash("3"), "{stepper}");
    }
}

#[test]
fn overrides_and_until_change_the_run() {
    let here = folder("set");
    scene(&here, BAR);
    expect(
        &here,
        &["run", "bar.toml", "-q", "-o", "out", "--until", "50 ms", "--set", "body.bar.cells=[2, 1, 1]"],
        0,
    );
    let summary = summary(&here.join("out"));
    assert_eq!(summary["time_reached"].as_f64().unwrap(), 0.05);
    assert_eq!(summary["bodies"][0]["cells"].as_u64().unwrap(), 12);
    let (_, err) = expect(&here, &["run", "bar.toml", "--set", "body.bra.cells=[2, 1, 1]"], 2);
    assert!(err.contains("bra"), "{err}");
    expect(&here, &["run", "bar.toml", "--set", "nonsense"], 2);
    for threads in ["0", "100000", "many"] {
        let (_, err) = expect(&here, &["run", "bar.toml", "--threads", threads], 2);
        assert!(err.contains("1 to 256"), "{err}");
    }
    let (_, err) = expect(&here, &["run", "bar.toml", "--until", "5 kg"], 2);
    assert!(err.contains("5 kg"), "{err}");
    let (_, err) = expect(&here, &["run", "bar.toml", "--format", "mp3"], 2);
    assert!(err.contains("mp3"), "{err}");
}

#[test]
fn refine_prints_a_convergence_table() {
    let here = folder("refine");
    scene(
        &here,
        &BAR.replace("[time]", "[stepper]\nkind = \"quasi-static\"\n[unused]")
            .replace("[unused]\nduration = \"0.1 s\"\nframes_per_second = 20\n", ""),
    );
    let (out, _) = expect(&here, &["run", "bar.toml", "-q", "-o", "out", "--refine", "1,2,4"], 0);
    assert!(out.contains("tip at the end") && out.contains("order"), "{out}");
    let rows: Vec<&str> = out.lines().filter(|l| l.trim_start().starts_with(['1', '2', '4'])).collect();
    assert_eq!(rows.len(), 3, "{out}");
    assert!(here.join("out/refine-4/summary.json").exists());
    // The folder stays usable for a plain run.
    expect(&here, &["run", "bar.toml", "-q", "-o", "out"], 0);
}

#[test]
fn check_reports_all_problems_at_once() {
    let here = folder("check");
    scene(&here, BAR);
    let (out, _) = expect(&here, &["check", "bar.toml"], 0);
    assert!(out.contains("ready to run"), "{out}");
    let broken = BAR
        .replace("young = \"1 MPa\"", "young = \"-1 MPa\"")
        .replace("material = \"rubber\"", "material = \"ruber\"")
        .replace("face = \"x-\"", "face = \"w-\"");
    scene(&here, &broken);
    let (_, err) = expect(&here, &["check", "bar.toml"], 2);
    for part in ["-1 MPa", "ruber", "w-", "bar.toml:"] {
        assert!(err.contains(part), "{part} missing in\n{err}");
    }
    let (out, _) = expect(&here, &["check", "bar.toml", "--json"], 2);
    let list: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(list.to_string().contains("ruber"));
    // What needs the mesh is found too.
    scene(
        &here,
        &BAR.replace("where = { face = \"x-\" }", "where = { sphere = { centre = [9, 9, 9], radius = 1 } }"),
    );
    let (_, err) = expect(&here, &["check", "bar.toml"], 2);
    assert!(err.contains("wall"), "{err}");
}

#[test]
fn bad_files_are_refused_with_a_reason() {
    let here = folder("bad-files");
    let (_, err) = expect(&here, &["run", "nowhere.toml"], 2);
    assert!(err.contains("nowhere.toml") && err.contains("pliant new"), "{err}");
    std::fs::write(here.join("noise.toml"), [0xff, 0xfe, 0x00]).unwrap();
    let (_, err) = expect(&here, &["check", "noise.toml"], 2);
    assert!(err.contains("UTF-8"), "{err}");
    for (name, bytes) in [
        ("a.msh", &b"$MeshFormat\n9.9 0 8\n"[..]),
        ("b.vtk", b"hello"),
        ("c.vtu", b"<VTKFile"),
        ("d.msh", b""),
    ] {
        std::fs::write(here.join(name), bytes).unwrap();
        let (_, err) = expect(&here, &["check", name], 2);
        assert!(err.contains(name), "{err}");
    }
    expect(&here, &["check", "gone.vtu"], 2);
}

#[test]
fn new_writes_a_scene_that_runs_and_never_overwrites() {
    let here = folder("new");
    let (out, _) = expect(&here, &["new", "bridge"], 0);
    assert!(out.contains("pliant run \"bridge.toml\""), "{out}");
    expect(&here, &["run", "bridge.toml", "-q", "--until", "0.1 s"], 0);
    assert!(here.join("runs/bridge/summary.json").exists());
    let (_, err) = expect(&here, &["new", "bridge"], 2);
    assert!(err.contains("already"), "{err}");
}

#[test]
fn the_gallery_lists_and_every_scene_builds() {
    let here = folder("gallery");
    let (out, _) = expect(&here, &["gallery"], 0);
    assert!(out.contains("swinging-beam"), "{out}");
    let (names, _) = expect(&here, &["gallery", "list", "--names"], 0);
    assert!(names.lines().count() >= 4);
    for name in names.lines() {
        let set = "output.frames=false";
        let (out, _) = expect(&here, &["gallery", "run", name, "--until", "0.02 s", "--set", set], 0);
        assert!(out.contains("state_hash"), "{out}");
    }
    let (_, err) = expect(&here, &["gallery", "run", "moon"], 2);
    assert!(err.contains("swinging-beam"), "{err}");
}

#[test]
fn modes_are_found_about_rest_and_about_the_loaded_state() {
    let here = folder("modes");
    scene(&here, BAR);
    let (out, _) = expect(&here, &["modes", "bar.toml", "--count", "3", "--json"], 0);
    let rest: serde_json::Value = serde_json::from_str(&out).unwrap();
    let frequency = |modes: &serde_json::Value| modes[0]["frequency_hz"].as_f64().unwrap();
    assert!(frequency(&rest) > 0.5 && frequency(&rest) < 2.0, "{rest}");
    let (out, _) = expect(&here, &["modes", "bar.toml", "--count", "1", "--loaded", "--json"], 0);
    let loaded: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!((frequency(&loaded) - frequency(&rest)).abs() > 1e-6);
    let (out, _) = expect(&here, &["modes", "bar.toml", "--count", "2", "-o", "shapes"], 0);
    assert!(out.contains("Mode shapes are in"), "{out}");
    assert!(here.join("shapes/frames.pvd").exists());
}

const COLUMN: &str = "gravity = 7\n[stepper]\nkind = \"quasi-static\"\n[material.column]\nlaw = \"stvk\"\nyoung = \"1.2 GPa\"\npoisson = 0\n\
    density = 10000\n[body.column]\nshape = { box = [0.01, 0.01, 1] }\nmethod = \"elaston\"\nsamples = 12\nmaterial = \"column\"\n\
    [pin.foot]\nbody = \"column\"\nwhere = { face = \"z-\" }\n";

#[test]
fn critical_loads_are_found_and_shown() {
    let here = folder("critical");
    scene(&here, COLUMN);
    let (out, _) = expect(&here, &["modes", "bar.toml", "--critical"], 0);
    assert!(out.contains("no critical load up to load factor 1; --up-to looks further"), "{out}");
    assert!(out.contains("bends away without a critical point") && out.contains("--loaded"), "{out}");
    let (out, _) = expect(&here, &["modes", "bar.toml", "--critical", "--json"], 0);
    assert_eq!(out.trim(), "[]");
    let (out, _) = expect(&here, &["modes", "bar.toml", "--critical", "--up-to", "2", "--json"], 0);
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    // Greenhill: rho A g L^3 / (E I) = 7.8373.
    let factor = found[0]["load_factor"].as_f64().unwrap();
    assert!((7.0 * factor / 7.8373 - 1.0).abs() < 2e-3, "{found}");
    assert_eq!((&found[0]["kind"], found[0]["unstable_before"].as_u64()), (&"bifurcation".into(), Some(0)));
    let (out, _) = expect(&here, &["modes", "bar.toml", "--critical", "--up-to", "2", "-o", "shapes"], 0);
    assert!(out.contains("load factor") && here.join("shapes/frames.pvd").exists(), "{out}");
    let (_, err) = expect(&here, &["modes", "bar.toml", "--critical", "--loaded"], 2);
    assert!(err.contains("cannot be used with"), "{err}");
    scene(
        &here,
        &format!(
            "{COLUMN}[collider.floor]\nshape = {{ plane = {{ point = [0, 0, -1], normal = [0, 0, 1] }} }}\n"
        ),
    );
    let (_, err) = expect(&here, &["modes", "bar.toml", "--critical"], 2);
    assert!(err.contains("kinks where things touch"), "{err}");
}

#[test]
fn numbers_of_modes_and_load_factors_must_be_above_zero() {
    let here = folder("above-zero");
    scene(&here, COLUMN);
    for wrong in [&["--count", "0"][..], &["--count", "-3"], &["--critical", "--count", "0"]] {
        let (_, err) = expect(&here, &[&["modes", "bar.toml"], wrong].concat(), 2);
        assert!(err.contains("expected a whole number greater than 0"), "{wrong:?}: {err}");
    }
    for wrong in ["0", "-1", "-0.5", "nan"] {
        let (_, err) = expect(&here, &["modes", "bar.toml", "--critical", "--up-to", wrong], 2);
        assert!(err.contains("expected a number greater than 0"), "{wrong}: {err}");
    }
}

#[test]
fn a_run_that_cannot_go_on_says_where_why_and_what_to_do() {
    let here = folder("fails");
    // A large bend is not found in one iteration, nor in a quarter of it.
    let hopeless = "[stepper]\nkind = \"quasi-static\"\nmax_cutbacks = 2\nmax_iterations = 1";
    scene(&here, &BAR.replace("[time]\nduration = \"0.1 s\"\nframes_per_second = 20", hopeless));
    let (_, err) = expect(&here, &["run", "bar.toml", "-q", "-o", "out"], 3);
    assert!(err.contains("t = ") && err.contains("body \"bar\""), "{err}");
    let summary = summary(&here.join("out"));
    assert!(summary["status"]["failed"].as_str().unwrap().contains("t = "), "{summary}");
}

#[test]
fn a_fixed_explicit_step_above_the_limit_is_refused() {
    let here = folder("unstable");
    scene(
        &here,
        &BAR.replace(
            "frames_per_second = 20",
            "frames_per_second = 20\nstep = \"20 ms\"\n[stepper]\nkind = \"verlet\"",
        ),
    );
    let (_, err) = expect(&here, &["run", "bar.toml", "-q"], 2);
    assert!(err.contains("stab"), "{err}");
}

/// `--until` cuts a run off; it must not change what comes before.
#[test]
fn a_run_cut_off_is_the_beginning_of_the_whole_run() {
    let here = folder("until");
    let pushed = BAR.replace("[probe.tip]", "[load.push]\nbody = \"bar\"\nwhere = { face = \"x+\" }\nforce = [0, 0, 50]\nover_time = \"ramp\"\n[probe.tip]");
    scene(&here, &pushed);
    let rows = |arguments: &[&str]| {
        let all: Vec<&str> =
            ["run", "bar.toml", "-q", "-o", "out"].iter().chain(arguments).copied().collect();
        expect(&here, &all, 0);
        let text = std::fs::read_to_string(here.join("out/probes.csv")).unwrap();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (whole, part) = (rows(&[]), rows(&["--until", "50 ms"]));
    assert!(part.len() > 3 && part.len() < whole.len());
    assert_eq!(part[..], whole[..part.len()]);
}

#[test]
#[cfg(unix)]
fn a_full_standard_output_is_an_error_and_no_panic() {
    let here = folder("full");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_pliant"))
        .args(["gallery"])
        .current_dir(&here)
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output"));
}

/// A tetrahedron, and a statement nobody knows.
const CORNER: &str =
    "v 0 0 0\nv 4e-6 0 0\nv 0 4e-6 0\nv 0 0 4e-6\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nmystery 5\n";

#[test]
fn check_tells_everything_of_a_surface_once_and_as_json() {
    let here = folder("check-surface");
    std::fs::write(here.join("corner.obj"), CORNER).unwrap();
    let (out, _) = expect(&here, &["check", "corner.obj"], 0);
    for once in ["4 points", "4e-6 x 4e-6 x 4e-6 m", "encloses", "lattice of", "quality"] {
        assert_eq!(out.matches(once).count(), 1, "{once}: {out}");
    }
    let (out, _) = expect(&here, &["check", "corner.obj", "--json"], 0);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((told["points"].as_u64(), told["triangles"].as_u64()), (Some(4), Some(4)));
    assert!((told["volume"].as_f64().unwrap() / (64e-18 / 6.0) - 1.0).abs() < 1e-9, "{out}");
    assert!(told["lattice"]["nodes"].as_u64().unwrap() > 1000, "{out}");
    let remarks = told["remarks"].as_array().unwrap();
    let has = |level: &str, part: &str| {
        remarks.iter().any(|r| r["level"] == level && r["text"].as_str().unwrap().contains(part))
    };
    assert!(has("warning", "unknown statements") && has("note", "encloses"), "{out}");
    let (out, _) = expect(&here, &["check", "corner.obj", "--json", "--spacing", "1 m"], 2);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(told["lattice"].is_null() && out.contains("too coarse"), "{out}");
    let (_, err) = expect(&here, &["check", "gone.obj"], 2);
    assert_eq!(err, "error: cannot read gone.obj: there is no such file; check the path\n");
}

#[test]
fn an_unknown_format_is_one_error() {
    let here = folder("unknown-format");
    scene(&here, BAR);
    let (_, err) = expect(&here, &["run", "bar.toml", "--format", "obj"], 2);
    assert!(err.matches("error").count() == 1 && !err.contains("is empty"), "{err}");
}
