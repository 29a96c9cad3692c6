//! Elastons that are stiffer along some directions: what is built, and what is refused with the reason.

#![allow(clippy::unwrap_used)]

use pliant_scene::build::build;
use pliant_scene::{MemoryFiles, Plan};

const BAR: &str = "gravity = 0\n[stepper]\nkind = \"implicit-euler\"\n[time]\nduration = 1\nstep = 0.01\n[material.m]\nlaw = \"linear\"\n\
    young_along = [\"1 GPa\", \"1 MPa\", \"1 MPa\"]\npoisson = 0.3\n[body.bar]\nshape = { box = [0.4, 0.02, 0.02] }\n\
    method = \"elaston\"\nsamples = 8\nmaterial = \"m\"\n";

fn scene(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(BAR.to_string(), |scene, (old, new)| {
        assert!(scene.contains(old), "{old}");
        scene.replace(old, new)
    })
}

/// All that is wrong with a scene, as one text; empty if nothing is.
fn problems(scene: &str) -> String {
    let plan = match Plan::parse(scene, "bar.toml", &[]) {
        Ok(plan) => plan,
        Err(problems) => return problems.to_string(),
    };
    build(&plan, &MemoryFiles::none()).err().map(|problems| problems.to_string()).unwrap_or_default()
}

#[test]
fn moduli_of_any_ratio_directions_and_regions_are_built() {
    let other = "[material.n]\nyoung = \"3 MPa\"\npoisson = 0.4\n[body.bar]";
    let regions = "material = \"m\"\nregions = [{ where = { half_space = { point = [0.2, 0, 0], normal = [1, 0, 0] } }, material = \"n\" }, \
                   { where = { box = [[0, 0, 0], [0.1, 1, 1]] }, material = \"m\", directions = { first = [0, 0, 1] } }]";
    for changes in [
        &[][..],
        &[("samples = 8", "samples = 8\ndirections = { first = [1, 1, 0] }")],
        &[(
            "samples = 8",
            "samples = 8\nbasis = \"quadratic\"\ndirections = { first = [1, 1, 0], second = [0, 0, 1] }",
        )],
        &[("poisson = 0.3", "poisson = 0.3\nshear_along = [\"5 MPa\", \"4 MPa\", \"3 MPa\"]")],
        &[("[body.bar]", other), ("material = \"m\"", regions)],
    ] {
        assert_eq!(problems(&scene(changes)), "", "{changes:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let cases: [(&[(&str, &str)], &str); 8] = [
        (&[("\"1 GPa\"", "0")], "young_along"),
        (&[("poisson = 0.3", "poisson = 0.6")], "must be below 0.5"),
        (&[("samples = 8", "samples = 8\ndirections = { first = [0, 0, 0] }")], "first"),
        (
            &[("samples = 8", "samples = 8\ndirections = { first = [1, 0, 0], second = [2, 0, 0] }")],
            "says nothing",
        ),
        (
            &[("poisson = 0.3", "poisson = 0.3\nshear_along = [\"1 MPa\", \"-1 MPa\", \"1 MPa\"]")],
            "shear_along",
        ),
        (
            &[(
                "young_along = [\"1 GPa\", \"1 MPa\", \"1 MPa\"]",
                "young = \"1 MPa\"\nshear_along = [1, 1, 1]",
            )],
            "goes with `young_along`",
        ),
        (
            &[("method = \"elaston\"\nsamples = 8", "cells = [8, 1, 1]")],
            "cannot be stiffer along some directions",
        ),
        (
            &[("method = \"elaston\"\nsamples = 8", "cells = [8, 1, 1]\ndirections = { first = [1, 0, 0] }")],
            "belongs to elastons and peridynamic bodies",
        ),
    ];
    for (changes, reason) in cases {
        let found = problems(&scene(changes));
        assert!(found.contains(reason), "{changes:?} gives:\n{found}");
    }
}

#[test]
fn bonds_have_no_shear_moduli() {
    let found = problems(&scene(&[
        ("method = \"elaston\"\nsamples = 8", "method = \"peridynamic\"\ncells = [16, 2, 2]"),
        ("law = \"linear\"", "law = \"stvk\""),
        ("\"1 GPa\"", "\"2 MPa\""),
        ("poisson = 0.3", "poisson = 0.3\nshear_along = [\"1 MPa\", \"1 MPa\", \"1 MPa\"]"),
    ]));
    assert!(found.contains("no shear moduli of their own"), "{found}");
}
