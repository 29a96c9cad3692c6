//! `pliant compare` from the outside.

#![allow(clippy::unwrap_used)]

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::expect;

/// A beam that bends under its weight.
const BEAM: &str = r#"
title = "A <beam> & a wall"
[time]
duration = "1 s"
[stepper]
kind = "quasi-static"
[material.rubber]
young = "1 MPa"
poisson = 0.3
density = 1000
[body.beam]
shape = { box = ["40 cm", "10 cm", "10 cm"] }
cells = [8, 2, 2]
order = 2
material = "rubber"
[pin.wall]
body = "beam"
where = { face = "x-" }
[probe.tip]
body = "beam"
at = ["40 cm", "5 cm", "5 cm"]
read = "displacement"
"#;

fn scene(name: &str, text: &str) -> PathBuf {
    let here = support::folder(&format!("compare-{name}"));
    std::fs::write(here.join("beam.toml"), text).unwrap();
    here
}

fn json(here: &Path, arguments: &[&str], code: i32) -> Value {
    let mut all = vec!["compare", "beam.toml", "--json", "--quiet", "-o", "out"];
    all.extend(arguments);
    let (out, _) = expect(here, &all, code);
    let written = std::fs::read_to_string(here.join("out/compare.json")).unwrap();
    assert_eq!(out, written, "what is told is what is written");
    serde_json::from_str(&out).unwrap()
}

fn run<'v>(study: &'v Value, method: &str, finer: f64) -> &'v Value {
    let runs = study["runs"].as_array().unwrap();
    let is_it = |run: &&Value| run["method"] == method && run["finer"].as_f64() == Some(finer);
    runs.iter().find(is_it).unwrap_or_else(|| panic!("no {method}@{finer}: {study:#}"))
}

#[test]
fn every_method_has_its_rows_and_finds_the_same_equilibrium() {
    let here = scene("all", BEAM);
    let study = json(&here, &["--refine", "1,1.5"], 0);
    assert_eq!(study["reference"], "tet@1.5");
    assert_eq!(study["error_is"], "end");
    let tip = run(&study, "tet", 1.5)["probes"]["tip.z"]["end"].as_f64().unwrap();
    // Beam theory without shear: rho g A L^4 / (8 E I) = 37.7 mm, a length of four heights is softer by shear.
    assert!((-0.042..-0.036).contains(&tip), "{tip}");
    for method in ["tet", "phyxel", "elaston"] {
        let end = |finer: f64| run(&study, method, finer)["probes"]["tip.z"]["end"].as_f64().unwrap();
        assert!((end(1.5) / tip - 1.0).abs() < 0.02, "{method}: {} against {tip}", end(1.5));
        assert!(method == "tet" || (end(1.0) - tip).abs() > (end(1.5) - tip).abs(), "{method} converges");
        for finer in [1.0, 1.5] {
            let row = run(&study, method, finer);
            assert!(row["dofs"].as_u64().unwrap() >= 96, "{row:#}");
            let can_be_explicit = method != "elaston";
            assert_eq!(row["largest_stable_step"].is_number(), can_be_explicit, "{row:#}");
            assert_eq!(row["largest_stable_step_missing"].is_string(), !can_be_explicit, "{row:#}");
            assert!(row["energy_drift_missing"].as_str().unwrap().contains("quasi-static"), "{row:#}");
        }
        let row = run(&study, method, 1.0);
        let error = row["error"].as_f64().unwrap();
        let far = row["probes"]["tip.z"]["difference"]["end"].as_f64().unwrap().abs();
        assert!(error >= far / tip.abs() * 0.999, "the worst probe is no better than tip.z: {error}");
    }
    assert!(run(&study, "tet", 1.5)["error"].is_null(), "the reference has no error");
    // The keys of tetrahedra are left out or said in another way, and that is told.
    let changes = study["changes"]["elaston"].to_string();
    assert!(
        changes.contains("`order` is left out") && changes.contains("spacing 0.05 m instead of `cells`"),
        "{changes}"
    );
    assert!(study["changes"]["tet"].as_array().unwrap().is_empty());
}

#[test]
fn the_table_the_files_and_the_picture_are_there() {
    let here = scene("files", BEAM);
    let arguments = ["compare", "beam.toml", "--methods", "tet,phyxel", "--refine", "1", "-o", "out"];
    let (out, err) = expect(&here, &arguments, 0);
    assert!(err.contains("tet@1 (1 of 2)") && err.contains("phyxel@1 (2 of 2)"), "{err}");
    for wanted in [
        "error (end)",
        "stable step",
        "tip.z (m)",
        "the same spacing",
        "errors against tet@1",
        "out: compare.svg",
    ] {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
    let table = std::fs::read_to_string(here.join("out/compare.csv")).unwrap();
    let counts: Vec<usize> = table.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(counts.len(), 3, "{table}");
    assert!(counts.iter().all(|count| *count == counts[0]), "{table}");
    let picture = std::fs::read_to_string(here.join("out/compare.svg")).unwrap();
    for wanted in ["Error against cost", "tip.z", "reference tet@1", "A &lt;beam&gt; &amp; a wall"] {
        assert!(picture.contains(wanted), "the picture lacks {wanted}");
    }
    assert!(here.join("out/phyxel@1/probes.csv").exists());
    // The folder is ours: a second comparison may have it.
    expect(&here, &arguments, 0);
}

#[test]
fn a_method_that_cannot_says_why_and_the_others_run() {
    let rod = BEAM
        .replace(
            "shape = { box = [\"40 cm\", \"10 cm\", \"10 cm\"] }\ncells = [8, 2, 2]\norder = 2\n",
            "method = \"elaston\"\nshape = { rod = [[0, 0, 0], [\"40 cm\", 0, 0]], radius = \"2 cm\" }\nsamples = 12\n",
        )
        .replace("at = [\"40 cm\", \"5 cm\", \"5 cm\"]", "at = [\"40 cm\", 0, 0]")
        .replace("where = { face = \"x-\" }", "where = { group = \"start\" }")
        .replace("young = \"1 MPa\"", "young = \"100 MPa\"");
    let here = scene("refused", &rod);
    let study = json(&here, &["--methods", "tet,elaston", "--refine", "1,2"], 0);
    let reason = run(&study, "tet", 2.0)["reason"].as_str().unwrap();
    assert!(reason.contains("rod") && reason.contains("cannot be filled with tetrahedra"), "{reason}");
    assert_eq!(study["reference"], "elaston@2", "the finest of those that can");
    assert!(study["reference_problem"].as_str().unwrap().starts_with("tet@2 could not be run"));
    assert!(run(&study, "elaston", 1.0)["error"].as_f64().unwrap() < 0.2);
    let (out, _) = expect(
        &here,
        &["compare", "beam.toml", "--methods", "tet,elaston", "-q", "--until", "0.1", "-o", "out"],
        0,
    );
    assert_eq!(out.matches("cannot: a `rod`").count(), 1, "one reason is told once: {out}");
    assert!(out.contains("1,2    cannot"), "{out}");
    // A reference that was asked for by name is not replaced.
    let study = json(&here, &["--methods", "elaston", "--refine", "1", "--reference", "tet@2"], 3);
    assert!(study["reference"].is_null());
}

#[test]
fn a_probe_that_a_method_cannot_read_is_left_out() {
    let sheet = BEAM
        .replace(
            "shape = { box = [\"40 cm\", \"10 cm\", \"10 cm\"] }\ncells = [8, 2, 2]\norder = 2\n",
            "method = \"elaston\"\nshape = { sheet = [\"20 cm\", \"10 cm\"], thickness = \"2 cm\" }\nsamples = 32\n",
        )
        .replace("[probe.tip]", "[probe.bent]\nbody = \"beam\"\nread = \"bending\"\ngather = \"max\"\n[probe.tip]")
        .replace("at = [\"40 cm\", \"5 cm\", \"5 cm\"]", "at = [\"10 cm\", 0, 0]");
    let here = scene("sheet", &sheet);
    let study = json(&here, &["--methods", "tet,elaston", "--refine", "1"], 0);
    assert_eq!(study["reference"], "tet@1");
    assert_eq!(run(&study, "tet", 1.0)["probes_left_out"], serde_json::json!(["bent"]));
    let elastons = run(&study, "elaston", 1.0);
    assert!(elastons["probes"]["bent"]["difference"].is_null(), "there is nothing to hold it against");
    assert!(elastons["error"].as_f64().unwrap() < 0.05, "{elastons:#}");
    assert!(elastons["probes"]["tip.z"]["difference"]["end"].is_number(), "{elastons:#}");
}

#[test]
fn a_swing_is_compared_over_time_and_keeps_its_energy() {
    let swing = BEAM
        .replace("duration = \"1 s\"", "duration = \"0.1 s\"\nsamples_per_second = 500")
        .replace("quasi-static", "leapfrog");
    let here = scene("swing", &swing);
    let study =
        json(&here, &["--methods", "tet,tet:order=1,phyxel", "--refine", "1", "--reference", "tet@1"], 0);
    assert_eq!(study["error_is"], "rms");
    for method in ["tet", "phyxel"] {
        let drift = run(&study, method, 1.0)["energy_drift"].as_f64().unwrap();
        assert!(drift < 0.02, "{method} {drift}");
        let (step, steps) =
            (&run(&study, method, 1.0)["largest_stable_step"], &run(&study, method, 1.0)["steps"]);
        assert!(
            step.as_f64().unwrap() * steps.as_f64().unwrap() > 0.1,
            "the steps taken are below the limit"
        );
    }
    let error = |method: &str| run(&study, method, 1.0)["error"].as_f64().unwrap();
    assert!(error("phyxel") < 0.05, "{}", error("phyxel"));
    // Linear tetrahedra are far too stiff in bending.
    assert!(error("tet:order=1") > 3.0 * error("phyxel"), "{} {}", error("tet:order=1"), error("phyxel"));
    // With damping no stepper could keep the energy.
    let damped = swing.replace("density = 1000", "density = 1000\ndamping = { mass = \"1 1/s\" }");
    let here = scene("damped", &damped);
    let study =
        json(&here, &["--methods", "tet:order=1", "--refine", "1", "--reference", "tet:order=1@1"], 0);
    let run = run(&study, "tet:order=1", 1.0);
    assert!(run["energy_drift"].is_null());
    assert_eq!(run["energy_drift_missing"], "damping takes energy");
}

#[test]
fn as_many_unknowns_for_each_if_that_is_wished() {
    let here = scene("dofs", BEAM);
    let study = json(&here, &["--refine", "1", "--same", "dofs"], 0);
    let dofs = |method: &str| run(&study, method, 1.0)["dofs"].as_f64().unwrap();
    for method in ["phyxel", "elaston"] {
        assert!(
            (0.7..1.4).contains(&(dofs(method) / dofs("tet"))),
            "{method}: {} of {}",
            dofs(method),
            dofs("tet")
        );
    }
}

#[test]
fn mistakes_are_told_with_a_remedy() {
    let here = scene("mistakes", BEAM);
    for (arguments, wanted) in [
        (
            vec!["compare", "beam.toml", "--methods", "tet,fem"],
            "there is no method \"fem\"; there are: tet, ",
        ),
        (
            vec!["compare", "beam.toml", "--methods", "tet:order"],
            "is no key with a value; write it like tet:seed=2",
        ),
        (vec!["compare", "beam.toml", "--reference", "tet@0"], "is no refinement; write for example tet@4"),
        (vec!["compare", "beam.toml", "--refine", "1,-2"], "expected numbers greater than 0"),
        (vec!["compare", "no-such.toml"], "there is no such file"),
    ] {
        let (_, err) = expect(&here, &arguments, 2);
        assert!(err.contains(wanted), "{arguments:?}: {err}");
    }
    // Without probes there is no accuracy, but a cost.
    let blind = BEAM.split("[probe.tip]").next().unwrap().to_owned();
    let here = scene("blind", &blind);
    let arguments = ["compare", "beam.toml", "--methods", "phyxel", "--refine", "1", "-o", "out"];
    let (out, err) = expect(&here, &arguments, 0);
    assert!(err.contains("the scene has no probes") && err.contains("[probe.tip]"), "{err}");
    assert!(out.contains("phyxel"), "{out}");
}
