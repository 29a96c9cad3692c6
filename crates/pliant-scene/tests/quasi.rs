//! `solve = "l-bfgs"` and `"quasi-newton"` in scenes of every method: the same motion as by Newton, with pins, damping and contact.
#![allow(clippy::unwrap_used)]

mod runs;

use runs::{Run, run};

const TETRAHEDRA: &str = "cells = [6, 2, 2]\norder = 1";
const PHYXELS: &str = "method = \"phyxel\"\ncells = [12, 4, 4]";
const ELASTONS: &str = "method = \"elaston\"\nspacing = \"10 cm\"";

fn stepper(kind: &str, solve: &str) -> String {
    let exactness =
        if solve == "newton" { "tolerance = 1e-9" } else { "accuracy = 1e-11\nmax_iterations = 900" };
    format!("[stepper]\nkind = \"{kind}\"\nsolve = \"{solve}\"\n{exactness}\n")
}

/// A beam held at one end.
fn beam(law: &str, method: &str, more: &str) -> String {
    format!(
        "[time]\nduration = 0.1\nstep = 0.01\n[material.m]\nlaw = \"{law}\"\nyoung = 1e5\npoisson = 0.3\n{more}\n\
         [body.beam]\nshape = {{ box = [0.6, 0.2, 0.2] }}\nmaterial = \"m\"\n{method}\n\
         [pin.wall]\nbody = \"beam\"\nwhere = {{ face = \"x-\" }}\n"
    )
}

const CARRIED: &str = "motion = { interpolation = \"smooth\", keyframes = [\
    { time = 0 }, { time = 0.2, move = [0, \"5 cm\", \"10 cm\"] }] }\n";

fn largest_difference(a: &Run, b: &Run) -> f64 {
    let (a, b) = (&a.world.state().q, &b.world.state().q);
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

/// Fails unless quasi-Newton methods end where Newton does, to so many metres.
fn assert_same(what: &str, text: &str, kind: &str, solves: &[&str], tolerance: f64) {
    let expected = run(&format!("{}{text}", stepper(kind, "newton")));
    assert_eq!(expected.world.solve_name(), Some("newton"));
    for solve in solves {
        let found = run(&format!("{}{text}", stepper(kind, solve)));
        assert_eq!(found.world.solve_name(), Some(*solve));
        let error = largest_difference(&expected, &found);
        let iterations = (expected.world.totals().iterations, found.world.totals().iterations);
        assert!(error < tolerance, "{what}, {kind}, {solve}: {error:e} m, iterations {iterations:?}");
    }
}

#[test]
fn every_method_moves_as_by_newton() {
    for (name, method) in [("tetrahedra", TETRAHEDRA), ("phyxels", PHYXELS), ("elastons", ELASTONS)] {
        for law in ["linear", "stvk"] {
            for kind in ["implicit-euler", "generalized-alpha"] {
                let what = format!("{name} {law}");
                assert_same(&what, &beam(law, method, ""), kind, &["l-bfgs", "quasi-newton"], 2e-6);
            }
        }
    }
}

#[test]
fn pins_that_move_and_damping_move_as_by_newton() {
    for (name, method) in [("tetrahedra", TETRAHEDRA), ("phyxels", PHYXELS)] {
        for kind in ["implicit-euler", "generalized-alpha"] {
            // Pins hold phyxels by springs, whose energy at the first guess is most of what the accuracy is a share of.
            let tolerance = if method == PHYXELS { 2e-5 } else { 2e-7 };
            let carried = beam("neo-hookean", method, "") + CARRIED;
            assert_same(&format!("carried {name}"), &carried, kind, &["l-bfgs"], tolerance);
            let damped = beam("stvk", method, "viscosity = \"200 Pa s\"") + CARRIED;
            assert_same(&format!("damped {name}"), &damped, kind, &["l-bfgs"], tolerance);
        }
    }
}

/// A cube that falls onto a floor and slides, and another, out of line with it, on top of it.
fn falling(friction: f64) -> String {
    let cube = |name: &str, place: [f64; 3], cells: usize| {
        format!(
            "[body.{name}]\nshape = {{ box = [0.2, 0.2, 0.2] }}\nmaterial = \"m\"\nposition = {place:?}\n\
             velocity = [0.5, 0, -1]\ncells = [{cells}, {cells}, {cells}]\norder = 1\n"
        )
    };
    format!(
        "[time]\nduration = 0.1\nstep = 0.005\n[material.m]\nlaw = \"neo-hookean\"\nyoung = 5e4\npoisson = 0.3\n{}{}\
         [contact]\nfriction = {friction}\n\
         [collider.floor]\nshape = {{ plane = {{ point = [0, 0, 0], normal = [0, 0, 1] }} }}\n",
        cube("low", [0.0, 0.0, 0.01], 3),
        cube("high", [0.037, 0.021, 0.23], 2),
    )
}

#[test]
fn what_touches_moves_as_by_newton() {
    for friction in [0.0, 0.5] {
        let what = format!("falling cubes, friction {friction}");
        assert_same(&what, &falling(friction), "implicit-euler", &["l-bfgs", "quasi-newton"], 2e-5);
        assert_same(&what, &falling(friction), "generalized-alpha", &["l-bfgs"], 2e-5);
    }
}

#[test]
fn what_touches_has_the_same_bits_at_one_and_two_threads() {
    let hash = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let text = stepper("implicit-euler", "l-bfgs") + &falling(0.5);
        pool.install(|| run(&text).world.state().hash())
    };
    assert_eq!(hash(1), hash(2));
}
