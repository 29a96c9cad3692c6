//! `pliant fit` from the outside: Treloar's rubber to materials that scenes take, and data that are none.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use support::expect;

fn folder(name: &str) -> PathBuf {
    support::folder(&format!("fit-{name}"))
}

fn treloar() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/treloar.csv");
    path.canonicalize().unwrap().to_string_lossy().into_owned()
}

fn json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["fit"];
    all.extend(arguments);
    all.push("--json");
    serde_json::from_str(&expect(folder, &all, 0).0).unwrap()
}

/// Deviation (%) of a law in a test.
fn percent(results: &serde_json::Value, law: &str, test: &str) -> f64 {
    let fit = results["fits"].as_array().unwrap().iter().find(|fit| fit["law"] == law).unwrap();
    let error = fit["errors"].as_array().unwrap().iter().find(|error| error["test"] == test).unwrap();
    100.0 * error["relative_rms"].as_f64().unwrap()
}

#[test]
fn treloars_rubber_becomes_materials_that_scenes_take() {
    let here = folder("treloar");
    let (out, _) = expect(&here, &["fit", &treloar(), "-o", "fitted", "--name", "gum"], 0);
    for part in
        ["Points: uniaxial 24, biaxial 16, shear 13.", "ogden-3", "mooney-rivlin", "bonds", "[material.gum]"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    let materials = std::fs::read_to_string(here.join("fitted/material.toml")).unwrap();
    let best = materials.find("[material.gum]").unwrap();
    assert!(materials[best..].starts_with("[material.gum]\nlaw = \"ogden\""), "{materials}");
    for picture in ["fit.svg", "fit-ogden-3.svg", "fit-bonds.svg", "fit-neo-hookean.svg"] {
        let svg = std::fs::read_to_string(here.join("fitted").join(picture)).unwrap();
        // 53 points and three samples in the legend.
        assert_eq!(svg.matches("<circle").count(), 56, "{picture}");
        assert!(svg.contains("nominal stress [MPa]"), "{picture}");
    }
    for (method, name) in
        [("tet", "gum"), ("phyxel", "gum"), ("tet", "gum-mooney-rivlin"), ("tet", "gum-neo-hookean")]
    {
        let scene = format!(
            "[time]\nduration = \"2 ms\"\nframes_per_second = 1000\n{materials}\n[body.block]\nmethod = \"{method}\"\n\
             shape = {{ box = [\"3 cm\", \"3 cm\", \"3 cm\"] }}\nspacing = \"1 cm\"\nmaterial = \"{name}\"\n\
             [pin.root]\nbody = \"block\"\nwhere = {{ face = \"x-\" }}\n"
        );
        std::fs::write(here.join("scene.toml"), scene).unwrap();
        expect(&here, &["run", "scene.toml", "-o", "out", "--quiet"], 0);
    }
}

#[test]
fn a_pull_is_met_to_two_percent_and_the_others_are_compared() {
    let here = folder("pull");
    let results = json(&here, &[&treloar(), "--using", "uniaxial", "--law", "ogden,bonds", "--terms", "3"]);
    for law in ["ogden-3", "bonds", "bonds-incompressible"] {
        assert!(percent(&results, law, "uniaxial") < 2.0, "{law}: {results}");
        assert!(percent(&results, law, "biaxial") > 2.0, "it was not fitted: {results}");
    }
    let again = json(&here, &[&treloar(), "--using", "uniaxial", "--law", "ogden,bonds", "--terms", "3"]);
    assert_eq!(results, again);
}

#[test]
fn one_file_a_test_and_units_of_ones_own() {
    let here = folder("files");
    let mut rows = String::from("strain [%]; true stress [kPa]\n");
    for stretch in [1.1, 1.3, 1.6, 2.0_f64] {
        // Neo-Hookean rubber of 0.4 MPa.
        let stress = 400.0 * (stretch.powi(2) - 1.0 / stretch);
        rows.push_str(&format!("{};{stress}\n", (stretch - 1.0) * 100.0).replace('.', ","));
    }
    std::fs::write(here.join("pull.csv"), rows).unwrap();
    let results = json(&here, &["--uniaxial", "pull.csv", "--law", "neo-hookean"]);
    let mu = results["fits"][0]["constants"]["mu_pa"].as_f64().unwrap();
    assert!((mu - 4e5).abs() < 1e-3, "{mu}");
    let (out, _) = expect(&here, &["fit", "--uniaxial", "pull.csv", "--law", "ogden", "--terms", "3"], 2);
    assert!(out.is_empty());
}

#[test]
fn what_cannot_be_fitted_is_refused_with_place_reason_and_remedy() {
    let here = folder("refused");
    let head = "test,stretch,stress [MPa]\n";
    let write = |name: &str, text: &[u8]| std::fs::write(here.join(name), text).unwrap();
    write("falling.csv", format!("{head}ut,1.2,4\nut,1.5,3\nut,2,2\nut,3,1\nut,4,0.1").as_bytes());
    write("pushing.csv", format!("{head}ut,1.2,-1\nut,1.5,-2\nut,2,-3").as_bytes());
    write("lonely.csv", format!("{head}ut,1.2,1").as_bytes());
    write("negative.csv", format!("{head}ut,1.2,1\nut,-2,3").as_bytes());
    write("nan.csv", format!("{head}ut,1.2,1\nut,2,nan").as_bytes());
    write("headless.csv", b"1.2,1\n2,3");
    write("unit.csv", b"test,stretch,stress [kg]\nut,1.2,1");
    write("picture.csv", &[0x89, b'P', b'N', b'G', 0xff, 0xfe]);
    write("huge.csv", &vec![b'1'; 9 << 20]);
    write("empty.csv", b"");
    for (file, parts) in [
        ("falling.csv", ["uniaxial", "does not rise", "columns"]),
        ("pushing.csv", ["uniaxial", "points the wrong way", "sign"]),
        ("lonely.csv", ["1 points", "at least 2", "fit"]),
        ("negative.csv", ["negative.csv, line 3", "stretch -2 is not possible", "above 0"]),
        ("nan.csv", ["nan.csv, line 3", "no finite number", "plain number"]),
        ("headless.csv", ["headless.csv, line 1", "without a header", "begin with a header"]),
        ("unit.csv", ["unit.csv, line 1", "of a mass", "usual units"]),
        ("picture.csv", ["picture.csv", "not a text file", "CSV"]),
        ("huge.csv", ["huge.csv", "larger than 8 MB", "every tenth"]),
        ("empty.csv", ["empty.csv", "no table", "header"]),
        ("missing.csv", ["missing.csv", "cannot be read", "check the name"]),
    ] {
        let (out, err) = expect(&here, &["fit", file], 2);
        assert!(out.is_empty(), "{file}: {out}");
        for part in parts {
            assert!(err.contains(part), "{file}: {err}");
        }
    }
    let (_, err) = expect(&here, &["fit", &treloar(), "--poisson", "0.5"], 2);
    assert!(err.contains("0.4999"), "{err}");
    let (_, err) = expect(&here, &["fit"], 2);
    assert!(err.contains("<DATA|--uniaxial") || err.contains("DATA"), "{err}");
    write("one.csv", format!("{head}ut,1.2,1\nut,2,3").as_bytes());
    let (_, err) = expect(&here, &["fit", "one.csv", "--using", "shear"], 2);
    assert!(err.contains("no point of the shear test"), "{err}");
}
