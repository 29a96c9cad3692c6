//! `pliant validate` from the outside: what must be there is there, and the rows are what the JSON promises.
//!
//! That scenes load, probes exist and ids are unique is tested beside the table, in `commands/validate/cases/tests.rs`.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::process::{Command, Output};

/// Where the id of at least one value that counts must begin, by 10-node tets.
const REQUIRED: [&str; 29] = [
    "V1a/lin/centre",
    "V1a/lin/corner",
    "V1a/nl/centre",
    "V1a/nl/corner",
    "V1b/tip",
    "V1c/edge",
    "V1d/in_plane",
    "V1d/out_of_plane",
    "V2a/stretch=0.5/P",
    "V2a/stretch=0.75/P",
    "V2a/stretch=1.25/P",
    "V2a/stretch=1.5/P",
    "V2a/stretch=2/P",
    "V2a/stretch=3/P",
    "V2a/stretch=3/lateral",
    "V2b/uniaxial/stretch=0.75/P",
    "V2b/uniaxial/P_min",
    "V2b/shear/g=0.5/P12",
    "V2b/shear/g=1/P12",
    "V2c/g=1/sigma12",
    "V2c/g=1/N1",
    "R8/n=1",
    "R8/n=2",
    "R8/n=3",
    "V3a/stress",
    "V3a/contact_time",
    "V3b/verlet/momentum",
    "V3b/verlet/angular",
    "V3b/verlet/energy",
];

/// The same of contact; some of them take longer.
const CONTACT: [&str; 21] = [
    "V3a/impact/leapfrog/stress",
    "V3a/impact/leapfrog/contact_time",
    "V3a/impact/leapfrog/speed_after",
    "V3c/d=1e-5/force",
    "V3c/d=1e-5/radius",
    "V3c/d=1e-5/pressure",
    "V3c/d=1e-4/pressure",
    "V3d/implicit-euler/angle",
    "V3d/implicit-euler/acceleration",
    "V3d/leapfrog/angle",
    "V3d/leapfrog/acceleration",
    "C1/leapfrog/momentum",
    "C1/implicit-euler/momentum",
    "C2/leapfrog/gain",
    "C2/implicit-euler/gain",
    "C3/leapfrog/lowest",
    "C3/implicit-euler/lowest",
    "C4/plate",
    "C4/body",
    "C5/implicit-euler/drift",
    "C5/leapfrog/drift",
];

fn validate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pliant")).arg("validate").args(arguments).output().unwrap()
}

fn rows(arguments: &[&str]) -> Vec<Value> {
    let output = validate(arguments);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{arguments:?}\n{out}\n{err}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_else(|| panic!("{key} of {row} is no text"))
}

#[test]
fn everything_required_counts_and_is_quick() {
    let listed = rows(&["--list", "--json"]);
    for required in REQUIRED {
        let row = listed.iter().find(|row| text(row, "id").starts_with(required));
        let row = row.unwrap_or_else(|| panic!("{required} is missing"));
        assert!(row["counts"] == true && row["quick"] == true && row["method"] == "tet", "{row}");
        assert!(!text(row, "id").ends_with("/p1"), "{row}");
    }
}

#[test]
fn contact_is_a_family_of_its_own_and_counts() {
    let listed = rows(&["--list", "--json", "--family", "contact"]);
    assert!(listed.iter().all(|row| row["family"] == "contact"));
    for required in CONTACT {
        let counts = |row: &&Value| text(row, "id").starts_with(required) && row["counts"] == true;
        assert!(listed.iter().any(|row| counts(&row)), "{required} is missing");
    }
    assert!(listed.iter().filter(|row| row["quick"] == true).count() > CONTACT.len());
}

#[test]
fn other_steppers_are_reported_without_a_verdict() {
    let listed = rows(&["--list", "--json", "--case", "V3b"]);
    for stepper in ["leapfrog", "symplectic-euler", "generalized-alpha", "implicit-euler"] {
        for quantity in ["momentum", "angular", "energy"] {
            let id = format!("V3b/{stepper}/{quantity}");
            let row = listed.iter().find(|row| text(row, "id") == id).unwrap();
            assert_eq!(row["counts"], false, "{id}");
        }
    }
}

#[test]
fn rows_have_every_promised_key_and_honest_errors() {
    let rows = rows(&["--case", "V2", "--method", "tet", "--json"]);
    assert!(rows.len() > 20);
    for row in &rows {
        let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key} of {row}"));
        let error = (number("value") - number("reference")).abs() / number("reference").abs();
        assert!((number("error") - error).abs() <= 1e-12, "{row}");
        assert_eq!(row["pass"], error <= number("tolerance"), "{row}");
        assert_eq!(row["top"], error <= number("tolerance_top"), "{row}");
        assert!(number("tolerance_top") == 1e-4 && row["top"] == true, "{row}");
        assert!(number("dofs") > 0.0 && number("seconds") > 0.0, "{row}");
        assert!(row["overrides"].as_array().unwrap().is_empty(), "{row}");
        assert_eq!(row["family"], "solids");
    }
}

#[test]
fn modes_and_critical_loads_are_found() {
    for case in ["R7", "R8"] {
        for row in rows(&["--case", case, "--json"]) {
            assert_eq!(row["top"], true, "{row}");
        }
    }
}

#[test]
fn a_table_for_people_ends_with_a_conclusion() {
    let output = validate(&["--case", "V2c", "--method", "tet"]);
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("V2c/g=1/N1_forces") && out.contains("top"), "{out}");
    assert!(out.trim_end().ends_with("6 of 6 values pass, 6 of them at the top tolerance"), "{out}");
}

#[test]
fn a_filter_that_fits_nothing_says_how_to_find_out() {
    let output = validate(&["--case", "no-such-case"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("validate --list"));
}

#[test]
fn scenes_to_be_stopped_are_listed_and_not_run() {
    let output = Command::new(env!("CARGO_BIN_EXE_pliant"))
        .args(["validate", "--list", "--recover"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("gallery/swinging-beam\n"), "{text}");
    assert!(text.lines().any(|line| line == "V1b") && !text.contains("steps"), "{text}");
}

#[test]
fn an_unknown_figure_is_refused_with_those_there_are() {
    let output = validate(&["--figure", "martin2010-7"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("\"martin2010-7\"") && message.contains("martin2010-2, martin2010-3"),
        "{message}"
    );
    let both = validate(&["--figure", "martin2010-2", "--case", "V2"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn a_figure_has_rows_orders_and_a_picture() {
    let folder = std::env::temp_dir().join(format!("pliant-figure-{}", std::process::id()));
    let output = validate(&["--figure", "martin2010-3", "--quick", "--json", "-o", folder.to_str().unwrap()]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{report}");
    let rows = report["rows"].as_array().unwrap();
    for row in rows {
        let number = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key} of {row}"));
        assert!(number("nonzeros") >= number("dofs") / 3.0, "{row}");
        assert!(
            (number("error") - (number("value") / number("reference") - 1.0).abs()).abs() < 1e-12,
            "{row}"
        );
        assert!(row["overrides"].as_array().unwrap().is_empty(), "{row}");
    }
    let curves = report["curves"].as_array().unwrap();
    for panel in ["solid", "shell", "rod", "twist"] {
        for curve in ["q12", "linear", "quadratic", "4-node tets", "10-node tets"] {
            let is_it = |row: &&Value| row["panel"] == panel && row["curve"] == curve;
            assert!(rows.iter().any(|row| is_it(&row)), "{panel}/{curve}");
            assert!(curves.iter().any(|row| is_it(&row)), "{panel}/{curve}");
        }
    }
    let order = |panel: &str, curve: &str| {
        let found = curves.iter().find(|row| row["panel"] == panel && row["curve"] == curve).unwrap();
        found["order_by_nonzeros"].as_f64().unwrap_or_else(|| panic!("{found}"))
    };
    assert!(order("solid", "4-node tets") > 0.3 && order("solid", "4-node tets") < 1.0);
    assert!(order("shell", "q12") > order("shell", "linear"), "the linear basis locks");
    let picture = std::fs::read_to_string(folder.join("martin2010-3.svg")).unwrap();
    assert!(
        picture.starts_with("<?xml") && picture.contains("non-zeros") && picture.contains("10-node tets")
    );
    std::fs::remove_dir_all(folder).unwrap();
}
