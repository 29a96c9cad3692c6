//! Golden values: coarse gallery scenes against numbers written down before. A change here is a change of numerical
//! results: if it is meant, write the new numbers down and say so in CHANGELOG.md.

#![allow(clippy::unwrap_used)]

use pliant::scene::Scene;
use pliant::{RunOptions, run_scene};

/// Relative difference that rounding of another processor may cause.
const TOLERANCE: f64 = 1e-5;

fn check(text: &str, overrides: &[(&str, &str)], expected: &[(&str, f64)]) {
    let scene = Scene::from_text(text, "golden.toml", overrides).unwrap();
    let result = run_scene(&scene, &RunOptions { threads: Some(2), ..RunOptions::default() }).unwrap();
    for (probe, value) in expected {
        let last = result.series(probe).unwrap().last().unwrap().1;
        assert!((last - value).abs() <= TOLERANCE * value.abs(), "{probe}: {last:?}, written down {value}");
    }
}

#[test]
fn swinging_beam() {
    let text = include_str!("../../../scenes/gallery/swinging-beam.toml");
    let overrides = [("time.duration", "0.5 s"), ("body.beam.cells", "[5, 1, 1]")];
    check(text, &overrides, &[("tip", -0.6033186446903481), ("wall", 599.0638885419626)]);
}

#[test]
fn hanging_jelly() {
    let text = include_str!("../../../scenes/gallery/hanging-jelly.toml");
    let overrides = [("time.duration", "0.3 s"), ("body.jelly.spacing", "4 cm")];
    check(text, &overrides, &[("bottom", -0.015498793474855005), ("weight", 11.735200656791417)]);
}

#[test]
fn twisting_bar() {
    let text = include_str!("../../../scenes/gallery/twisting-bar.toml");
    let overrides = [("time.duration", "0.5 s"), ("body.bar.cells", "[6, 1, 1]")];
    check(text, &overrides, &[("torsion", 21_797.507063013873), ("energy", 4.943546774491577)]);
}

#[test]
fn stretching_dumbbell() {
    let text = include_str!("../../../scenes/gallery/stretching-dumbbell.toml");
    check(
        text,
        &[("body.bar.cells", "[10, 2, 2]")],
        &[("force", 1_667.4480764490168), ("waist", -0.008278623099240996)],
    );
}
