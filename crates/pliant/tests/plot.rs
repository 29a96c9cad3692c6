//! `pliant plot` on a run of the program itself.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use support::expect;

/// A bar that falls and hangs on a wall, with probes of two units.
const BAR: &str = r#"
title = "A <bar> & a wall"
[time]
duration = "0.1 s"
frames_per_second = 20
samples_per_second = 100
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
[probe.side]
body = "bar"
at = [1, 0.1, 0.1]
read = "displacement.x"
[probe.speed]
body = "bar"
at = [1, 0.1, 0.1]
read = "velocity.z"
"#;

fn folder(name: &str) -> PathBuf {
    support::folder(&format!("plot-{name}"))
}

fn run_of_the_bar(name: &str) -> PathBuf {
    let here = folder(name);
    std::fs::write(here.join("bar.toml"), BAR).unwrap();
    expect(&here, &["run", "bar.toml", "-o", "out", "--quiet"], 0);
    here
}

/// The picture, known to be whole.
fn svg(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with("<?xml") && text.trim_end().ends_with("</svg>"), "{}", path.display());
    text
}

#[test]
fn a_run_becomes_one_picture_a_unit() {
    let here = run_of_the_bar("pictures");
    let (out, _) = expect(&here, &["plot", "out"], 0);
    for line in [
        "energy.svg (kinetic, elastic, load, total)",
        "probes-m.svg (tip, side)",
        "probes-m_per_s.svg (speed)",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    for (name, marks) in [
        ("energy.svg", ["Energy: A &lt;bar&gt; &amp; a wall", "kinetic", "[J]", "time [s]"]),
        ("probes-m.svg", ["Probes: A &lt;bar&gt; &amp; a wall", "tip", "side", "[m]"]),
        ("probes-m_per_s.svg", ["speed: A &lt;bar&gt; &amp; a wall", "speed", "speed [m/s]", "time [s]"]),
    ] {
        let picture = svg(&here.join("out").join(name));
        for mark in marks {
            assert!(picture.contains(mark), "{name} lacks {mark}");
        }
    }
    // A later run into the folder is not stopped by the pictures; the same run gives the same pictures.
    let before = svg(&here.join("out/probes-m.svg"));
    expect(&here, &["run", "bar.toml", "-o", "out", "--quiet"], 0);
    expect(&here, &["plot", "out"], 0);
    assert_eq!(svg(&here.join("out/probes-m.svg")), before);
}

#[test]
fn pictures_go_where_they_are_wanted() {
    let here = run_of_the_bar("elsewhere");
    let (out, _) = expect(&here, &["plot", "out", "--probe", "speed", "-o", "new/pictures"], 0);
    assert!(out.contains("speed") && !out.contains("tip"), "{out}");
    svg(&here.join("new/pictures/probes-m_per_s.svg"));
    assert!(!here.join("new/pictures/probes-m.svg").exists());
    assert!(!here.join("out/energy.svg").exists());
}

#[test]
fn what_cannot_be_drawn_is_explained() {
    let here = run_of_the_bar("refused");
    let (_, err) = expect(&here, &["plot", "out", "--probe", "tips"], 2);
    assert!(err.contains("has no probe \"tips\", but tip, side, speed; name one"), "{err}");
    let (_, err) = expect(&here, &["plot", "nowhere"], 2);
    assert!(err.contains("nowhere") && err.contains("no such file or folder"), "{err}");
    let (_, err) = expect(&here, &["plot", "bar.toml"], 2);
    assert!(err.contains("is a file, not a run directory"), "{err}");
    let (_, err) = expect(&here, &["plot", "."], 2);
    assert!(err.contains("is no run directory"), "{err}");
    std::fs::write(here.join("out/energy.csv"), "time,kinetic\n0,zero\n").unwrap();
    let (_, err) = expect(&here, &["plot", "out"], 2);
    assert!(err.contains("energy.csv"), "{err}");
}
