//! Peridynamic bodies: what is refused, with the reason, and what is built.

#![allow(clippy::unwrap_used)]

use pliant_scene::build::build;
use pliant_scene::{MemoryFiles, Plan};

const BAR: &str = "gravity = 0\n[time]\nduration = 1\n[material.m]\nlaw = \"bonds\"\nyoung = \"1 MPa\"\npoisson = 0.3\n\
    [body.bar]\nshape = { box = [0.4, 0.2, 0.2] }\nmethod = \"peridynamic\"\ncells = [8, 4, 4]\nmaterial = \"m\"\n";

fn scene(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(BAR.to_string(), |scene, (old, new)| {
        assert!(scene.contains(old), "{old}");
        scene.replace(old, new)
    })
}

/// All that is wrong with a scene, as one text; empty if nothing is.
fn problems(scene: &str) -> String {
    let files = MemoryFiles::none();
    let plan = match Plan::parse(scene, "bar.toml", &[]) {
        Ok(plan) => plan,
        Err(problems) => return problems.to_string(),
    };
    build(&plan, &files).err().map(|problems| problems.to_string()).unwrap_or_default()
}

#[test]
fn a_bar_of_bonds_has_points_and_neighbours() {
    let plan = Plan::parse(BAR, "bar.toml", &[]).unwrap();
    let built = build(&plan, &MemoryFiles::none()).unwrap();
    assert_eq!(built.world.node_count(0), 8 * 4 * 4);
}

#[test]
fn laws_of_f_stvk_directions_and_sheets_are_built() {
    for (old, new) in [
        ("law = \"bonds\"", "law = \"stable-neo-hookean\""),
        ("law = \"bonds\"", "law = \"stvk\""),
        ("young = \"1 MPa\"", "young_along = [\"2 MPa\", \"1 MPa\", \"1 MPa\"]"),
        ("cells = [8, 4, 4]", "cells = [8, 4, 4]\nlayout = \"jittered\""),
        ("shape = { box = [0.4, 0.2, 0.2] }", "shape = { box = [0.4, 0.2, 0.001] }"),
    ] {
        let cells = if new.contains("0.001") { "cells = [8, 4, 1]" } else { "cells = [8, 4, 4]" };
        let text = scene(&[(old, new)]).replace("cells = [8, 4, 4]", cells);
        assert_eq!(problems(&text), "", "{new}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let cases: [(&[(&str, &str)], &str); 9] = [
        (
            &[("law = \"bonds\"", "law = \"bonds\"\nh = { A4 = 1 }"), ("poisson = 0.3", "poisson = 0.1")],
            "below 1/4",
        ),
        (&[("law = \"bonds\"", "law = \"bonds\"\ng = { A1 = -1 }")], "must be zero or a positive"),
        (&[("law = \"bonds\"", "law = \"bonds\"\ng = { C1 = 1 }")], "there is no function \"C1\""),
        (&[("law = \"bonds\"", "law = \"neo-hookean\"\ng = { A1 = 1 }")], "belongs to the law \"bonds\""),
        (&[("method = \"peridynamic\"", "method = \"phyxel\"")], "has no bonds"),
        (&[("cells = [8, 4, 4]", "cells = [8, 4, 4]\nhorizon = 0.5")], "nearer there is nobody"),
        (&[("cells = [8, 4, 4]", "cells = [8, 4, 4]\nform = \"correspondence\"")], "is a law of bonds"),
        (
            &[("young = \"1 MPa\"", "young_along = [\"1 GPa\", \"1 kPa\", \"1 kPa\"]")],
            "cannot differ so much",
        ),
        (&[("cells = [8, 4, 4]", "cells = [8, 4, 4]\ndirections = { first = [0, 0, 0] }")], "first"),
    ];
    for (changes, reason) in cases {
        let found = problems(&scene(changes));
        assert!(found.contains(reason), "{changes:?} gives:\n{found}");
    }
}

#[test]
fn a_law_of_f_in_a_single_layer_is_refused_with_the_remedy() {
    let found = problems(&scene(&[
        ("law = \"bonds\"", "law = \"neo-hookean\""),
        ("cells = [8, 4, 4]", "cells = [8, 4, 1]"),
        ("[0.4, 0.2, 0.2]", "[0.4, 0.2, 0.01]"),
    ]));
    assert!(found.contains("single layer") && found.contains("law = \"bonds\""), "{found}");
}
