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

/// All that is odd about a scene that can be built.
fn warnings(scene: &str) -> String {
    Plan::parse(scene, "bar.toml", &[]).unwrap().warnings.to_string()
}

#[test]
fn directions_of_a_material_that_knows_none_are_warned_of() {
    let isotropic = ("young_along = [\"1 GPa\", \"1 MPa\", \"1 MPa\"]", "young = \"1 MPa\"");
    let of_body = ("samples = 8", "samples = 8\ndirections = { first = [1, 0, 0] }");
    let other = ("[body.bar]", "[material.n]\nyoung = \"3 MPa\"\npoisson = 0.4\n[body.bar]");
    let regions = |own: &str| {
        format!("regions = [{{ where = {{ box = [[0, 0, 0], [0.1, 1, 1]] }}{own} }}]\nmaterial = ")
    };
    let found = warnings(&scene(&[isotropic, of_body]));
    assert!(found.contains("`directions` has no effect: \"m\" is equally stiff"), "{found}");
    assert!(found.contains("(body.bar.directions)"), "{found}");
    let own = regions(", material = \"n\", directions = { first = [0, 0, 1] }");
    let found = warnings(&scene(&[of_body, ("material = ", &own), other]));
    assert!(found.contains("(body.bar.regions.0.directions)") && !found.contains("\"m\""), "{found}");
    // The region has the directions of the body, and a material that asks for them.
    let inherited = regions(", material = \"m\"");
    let of_regions = [of_body, ("material = \"m\"", "material = \"n\""), ("material = ", &inherited), other];
    for fine in [&of_regions[..], &[isotropic], &[of_body]] {
        let found = warnings(&scene(fine));
        assert!(!found.contains("directions"), "{fine:?} gives:\n{found}");
    }
}

#[test]
fn directions_of_a_region_are_refused_where_those_of_the_body_are() {
    let regions = "young = \"1 MPa\"\npoisson = 0.3\n[body.bar]\nregions = [{ where = { face = \"x-\" }, material = \"m\", directions = { first = [0, 0, 1] } }]";
    for method in ["tet", "phyxel"] {
        let found = problems(&scene(&[
            ("young_along = [\"1 GPa\", \"1 MPa\", \"1 MPa\"]\npoisson = 0.3\n[body.bar]", regions),
            ("method = \"elaston\"\nsamples = 8", &format!("method = \"{method}\"\ncells = [16, 2, 2]")),
        ]));
        let reason = format!(
            "belongs to elastons and peridynamic bodies, but the method of this body is \"{method}\""
        );
        assert!(found.contains(&reason) && found.contains("regions.0.directions"), "{found}");
        assert_eq!(found.matches("error:").count(), 1, "{found}");
    }
}

#[test]
fn wrong_moduli_along_directions_are_one_mistake() {
    for wrong in [
        "[\"1 GPa\", \"1 MPa\"]",
        "[\"1 GPa\", \"1 MPa\", \"1 MPa\", \"1 MPa\"]",
        "[\"-1 GPa\", \"1 MPa\", \"1 MPa\"]",
        "[0, \"1 MPa\", \"1 MPa\"]",
        "[nan, \"1 MPa\", \"1 MPa\"]",
        "[\"1 kg\", \"1 MPa\", \"1 MPa\"]",
        "\"1 MPa\"",
    ] {
        let found = problems(&scene(&[("[\"1 GPa\", \"1 MPa\", \"1 MPa\"]", wrong)]));
        assert_eq!(found.matches("error:").count(), 1, "{wrong} gives:\n{found}");
        assert!(found.contains("`young_along`"), "{wrong} gives:\n{found}");
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
