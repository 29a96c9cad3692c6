//! Whatever the text, a scene is read or refused; nothing panics, and places lie inside of the text.
#![allow(clippy::unwrap_used)]

use pliant_scene::{Origin, Plan, Problems};
use proptest::prelude::*;

const SCENES: [&str; 5] = [
    include_str!("complete/dynamic.toml"),
    include_str!("complete/static.toml"),
    include_str!("complete/path.toml"),
    include_str!("complete/alpha.toml"),
    include_str!("complete/explicit.toml"),
];

/// Reads, renders and checks the places.
fn read(text: &str, overrides: &[(&str, &str)]) {
    let problems: Problems = match Plan::parse(text, "any.toml", overrides) {
        Ok(plan) => {
            let _ = plan.refined(2.0);
            plan.warnings
        }
        Err(problems) => {
            assert!(problems.has_errors());
            problems
        }
    };
    assert!(problems.to_string().is_empty() == problems.is_empty());
    assert!(problems.to_json().starts_with('['));
    let lines: Vec<&str> = text.split('\n').collect();
    for problem in problems.list() {
        assert!(!problem.reason.is_empty() && !problem.remedy.is_empty(), "{problem:?}");
        if problem.place.origin == Origin::Scene {
            let line = lines[problem.place.line - 1];
            assert!(problem.place.column <= line.chars().count() + 1, "{problem:?} in {line:?}");
        }
    }
}

/// Values that are likely to hit a weak spot.
const NASTY: &[&str] = &[
    "0",
    "-1",
    "1e308",
    "-1e308",
    "nan",
    "inf",
    "9223372036854775807",
    "99999999999999999999",
    "true",
    "\"\"",
    "\"x\"",
    "[]",
    "{}",
    "[[]]",
    "[[0, 0, 0]]",
    "[1, 2, 3]",
    "[0, 0, 0]",
    "\"1e300 m\"",
    "\"all\"",
    "{ box = [1e300, 1e300, 1e300] }",
    "{ not = { not = \"all\" } }",
    "1979-05-27",
    "\"é\u{1F600}\"",
    "[{ time = 1e300 }]",
    "1e-320",
    "\"5 mm\"",
    "\"1/0\"",
];

fn mutated() -> impl Strategy<Value = String> {
    (0..SCENES.len(), prop::collection::vec((any::<prop::sample::Index>(), 0..6u8, 0..NASTY.len()), 1..6))
        .prop_map(|(scene, changes)| {
            let mut lines: Vec<String> = SCENES[scene].lines().map(str::to_string).collect();
            for (index, change, nasty) in changes {
                if lines.is_empty() {
                    break;
                }
                let at = index.index(lines.len());
                match change {
                    0 => {
                        lines.remove(at);
                    }
                    1 => {
                        let copy = lines[at].clone();
                        lines.insert(at, copy);
                    }
                    2 => {
                        let key = lines[at].split('=').next().unwrap_or("x").trim().to_string();
                        lines[at] = format!("{key} = {}", NASTY[nasty]);
                    }
                    3 => lines[at] = lines[at].replacen('"', "", 1),
                    4 => lines[at] = lines[at].replacen('[', "[body.", 1),
                    _ => {
                        let other = (at * 7 + 3) % lines.len();
                        lines.swap(at, other);
                    }
                }
            }
            lines.join("\n")
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn mutated_scenes(text in mutated()) {
        read(&text, &[]);
    }

    #[test]
    fn any_text(text in "(\\PC|\n){0,80}") {
        read(&text, &[]);
    }

    #[test]
    fn toml_like_text(text in "(\\[?[a-z]{1,8}(\\.[a-z]{1,4})?\\]? ?=? ?[0-9\"\\[\\]{},. a-z]{0,12}\n){0,8}") {
        read(&text, &[]);
    }

    #[test]
    fn any_override(key in "[a-z.0-9]{0,20}", value in "\\PC{0,12}") {
        read(SCENES[0], &[(&key, &value)]);
    }

    #[test]
    fn nasty_overrides(line in 0usize..200, nasty in 0..NASTY.len()) {
        let keys = ["time.duration", "time.step", "body.beam.shape", "body.beam.cells", "body.ball.spacing", "pin.root.where",
            "pin.grip.motion", "pin.grip.motion.keyframes", "load.push.over_time", "load.push.force", "probe.tip.read", "gravity", "up",
            "material.steel.poisson", "material.rubber.damping", "body.beam.copies", "body.beam.rotation.axis", "body", "pin", "stepper", "contact", "contact.friction",
            "collider", "collider.floor.shape", "collider.step.motion", "collider.ramp.rotation", "probe.weight.collider"];
        read(SCENES[0], &[(keys[line % keys.len()], NASTY[nasty])]);
    }
}
