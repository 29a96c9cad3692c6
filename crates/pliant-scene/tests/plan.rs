//! What a scene means: plans, overrides, refinement.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use pliant_scene::plan::{
    FileSize, Gather, History, Hold, Law, LoadKind, ProbeTarget, Rate, Region, Resolution, Shape, Stepper,
    StepperKind,
};
use pliant_scene::{Plan, starter_scene};

const DYNAMIC: &str = include_str!("complete/dynamic.toml");
const STATIC: &str = include_str!("complete/static.toml");

fn parse(text: &str, overrides: &[(&str, &str)]) -> Plan {
    Plan::parse(text, "scene.toml", overrides).unwrap_or_else(|problems| panic!("{problems}"))
}

fn reasons(text: &str, overrides: &[(&str, &str)]) -> Vec<String> {
    let problems = Plan::parse(text, "scene.toml", overrides).unwrap_err();
    problems.list().iter().map(|problem| problem.reason.clone()).collect()
}

#[test]
fn starter_scene_parses_clean() {
    let plan = parse(&starter_scene("my \"first\" \\ scene"), &[]);
    assert!(plan.warnings.is_empty(), "{}", plan.warnings);
    assert_eq!(plan.title.as_deref(), Some("my \"first\" \\ scene"));
    assert_eq!(plan.gravity, DVec3::new(0.0, 0.0, -9.81));
    assert_eq!(plan.bodies[0].cells(), Some([20, 2, 2]));
    assert_eq!(plan.probes.len(), 2);
}

#[test]
fn starter_scene_stays_valid_with_its_commented_part() {
    let uncommented: String = starter_scene("x")
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.starts_with('[') || rest.contains(" = ") && !rest.contains("x = 0") => {
                format!("{rest}\n")
            }
            _ => format!("{line}\n"),
        })
        .collect();
    let plan = parse(&uncommented, &[]);
    assert!(plan.warnings.is_empty(), "{}", plan.warnings);
    assert_eq!(plan.loads.len(), 1);
}

#[test]
fn defaults_are_filled_in() {
    let plan = parse(
        "[time]\nduration = 1\n[material.m]\nyoung = 1e6\npoisson = 0.25\n[body.b]\nshape = { sphere = 1 }\nspacing = 0.5\nmaterial = \"m\"",
        &[],
    );
    assert_eq!(plan.up, DVec3::Z);
    assert_eq!(plan.time.frames, Rate::PerSecond(30.0));
    assert_eq!(plan.time.samples, Rate::PerSecond(300.0));
    let Stepper::ImplicitEuler { solve, newton, quasi } = plan.stepper.value else {
        panic!("{:?}", plan.stepper)
    };
    assert_eq!((solve, newton.tolerance, newton.max_iterations), (None, 1e-6, 30));
    assert_eq!((quasi.accuracy, quasi.max_iterations), (1e-8, 200));
    let material = &plan.materials[0];
    assert_eq!((material.law.value, material.density), (Law::StableNeoHookean, 1000.0));
    assert_eq!((material.moduli.value.shear, material.moduli.value.lambda), (4e5, 4e5));
    assert_eq!(plan.bodies[0].order.value, 2);
    assert_eq!(plan.output.fields.len(), 11);
}

#[test]
fn dynamic_scene_means_what_it_says() {
    let plan = parse(DYNAMIC, &[]);
    assert_eq!(plan.gravity, DVec3::new(0.0, 9.81, 0.0));
    let beam = &plan.bodies[0];
    let Shape::Box { size, centred, twist, ref grading } = beam.shape.value else { panic!() };
    assert_eq!((size, centred, twist), (DVec3::new(1.0, 0.2, 0.2), true, std::f64::consts::FRAC_PI_2));
    assert_eq!(grading.sizes, [vec![1.0, 3.0, 1.0], vec![1.0, 2.0], vec![1.0, 0.5]]);
    let offsets: Vec<DVec3> = beam.copies.unwrap().offsets().collect();
    let expected =
        [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1.0], [2.0, 0.0, 1.0]].map(DVec3::from_array);
    assert_eq!(offsets, expected);
    assert!((beam.placement.to_world(DVec3::X) - DVec3::new(0.75f64.sqrt(), 0.5, 0.4)).length() < 1e-15);
    assert_eq!(plan.pins[0].hold, Hold::Axes([true, false, true]));
    assert_eq!(plan.pins[0].bodies, [0, 1]);
    assert_eq!(plan.pins[1].bodies, [0, 1, 2]);
    let motion = plan.pins[2].motion.as_ref().unwrap();
    assert_eq!((motion.keyframes[1].turn, motion.keyframes[1].shift.z), (std::f64::consts::PI, 0.05));
    assert_eq!(plan.loads[0].history, History::Keyframes(vec![(0.0, 0.0), (1.0, 1.0), (2.0, 0.5)]));
    assert_eq!(plan.loads[2].kind, LoadKind::Pressure(1000.0));
    assert_eq!(plan.loads[4].region.value, Region::All);
    assert_eq!(plan.probes[1].columns.len(), 6);
    assert_eq!(plan.probes[1].columns[0], "point.xx");
    assert_eq!(plan.probes[0].columns, ["tip"]);
    assert_eq!(plan.probes[2].target, ProbeTarget::Pin(0));
    let squeezed = plan.probes.iter().find(|probe| probe.name == "squeezed").unwrap();
    assert_eq!((&squeezed.columns[..], squeezed.gather), (&["squeezed".to_owned()][..], Gather::Min));
}

#[test]
fn static_scene_means_what_it_says() {
    let plan = parse(STATIC, &[]);
    assert_eq!(plan.stepper.value.kind(), StepperKind::QuasiStatic);
    assert_eq!((plan.time.duration.value, plan.time.frames), (1.0, Rate::EveryStep));
    assert_eq!(plan.loads[0].history, History::Ramp);
    assert_eq!(plan.materials[0].moduli.value.poisson, 1.0 / 3.0);
    let Shape::File { size, .. } = &plan.bodies[2].shape.value else { panic!() };
    assert_eq!(*size, FileSize::Height(0.12));
    // The slanted edges of Cook's membrane are longer than its width.
    assert!(plan.bodies[0].edge_lengths().unwrap()[0] > 65.0);
}

#[test]
fn places_point_at_what_was_said() {
    let plan = parse(DYNAMIC, &[]);
    let lines: Vec<&str> = DYNAMIC.lines().collect();
    let pin = plan.pins[1].place;
    assert_eq!(lines[pin.line - 1], "[pin.slope]");
    assert_eq!((pin.column, pin.length), (6, 5));
    let region = plan.pins[0].region.place;
    assert!(lines[region.line - 1][region.column - 1..].starts_with("{ any ="));
}

#[test]
fn overrides_replace_add_and_reach_into_lists() {
    let plan = parse(
        DYNAMIC,
        &[
            ("body.ball.spacing", "4mm"),
            ("material.gel.density", "1.2 g/cm3"),
            ("pin.grip.motion.keyframes.1.turn", "30 deg"),
            ("body.beam.cells", "[20, 4, 4]"),
            ("stepper", "{ kind = \"generalized-alpha\" }"),
            ("title", "two words"),
            ("probe.new", "{ body = \"ball\", read = \"energy.total\" }"),
        ],
    );
    let Resolution::Spacing(spacing) = plan.bodies[2].resolution else { panic!() };
    assert_eq!(spacing.value, 0.004);
    assert_eq!(plan.materials[2].density, 1200.0);
    assert!(
        (plan.pins[2].motion.as_ref().unwrap().keyframes[1].turn - std::f64::consts::FRAC_PI_6).abs() < 1e-15
    );
    assert_eq!(plan.bodies[0].cells(), Some([20, 4, 4]));
    assert_eq!(plan.stepper.value.kind(), StepperKind::GeneralizedAlpha);
    assert_eq!(plan.title.as_deref(), Some("two words"));
    assert_eq!(plan.probes.last().unwrap().name, "new");
}

#[test]
fn bad_overrides_are_named() {
    let found = reasons(DYNAMIC, &[("body.bal.spacing", "4mm"), ("pin.grip.motion.keyframes.7.turn", "1")]);
    assert_eq!(found, ["the scene has no [body.bal]", "`7` is no item of the list"]);
    let problems = Plan::parse(DYNAMIC, "scene.toml", &[("time.duration", "5 kg")]).unwrap_err();
    let shown = problems.to_string();
    assert!(shown.contains("override given by --set") && shown.contains("time.duration=5 kg"), "{shown}");
    assert!(problems.to_json().contains("\"override\": \"time.duration=5 kg\""));
}

#[test]
fn refinement_scales_cells_and_spacings() {
    let plan = parse(DYNAMIC, &[]);
    let fine = plan.refined(2.0).unwrap();
    assert_eq!(fine.bodies[0].cells(), Some([20, 4, 4]));
    let Resolution::Spacing(spacing) = fine.bodies[1].resolution else { panic!() };
    assert_eq!(spacing.value, 0.0025);
    assert!(plan.refined(0.0).is_err());
    assert!(plan.refined(1e4).is_err(), "a refined scene obeys the limits");
    let problems = parse(STATIC, &[]).refined(2.0).unwrap_err();
    assert_eq!(problems.error_count(), 2);
    assert!(parse(STATIC, &[]).refined(1.0).is_ok());
}

#[test]
fn spacing_that_divides_the_length_is_not_rounded_up() {
    for (length, spacing, cells) in
        [("1 m", "4 cm", 25), ("30 cm", "10 cm", 3), ("0.7 m", "0.1 m", 7), ("1 m", "30 cm", 4)]
    {
        let shape = format!("{{ box = [\"{length}\", \"{length}\", \"{length}\"] }}");
        let plan = parse(&starter_scene("x"), &[("body.beam.shape", &shape), ("body.beam.spacing", spacing)]);
        assert_eq!(plan.bodies[0].cells(), Some([cells; 3]), "{length} / {spacing}");
    }
}

#[test]
fn windows_line_ends_and_byte_order_marks_are_fine() {
    let text = format!("\u{feff}{}", starter_scene("x").replace('\n', "\r\n"));
    assert!(parse(&text, &[]).warnings.is_empty());
}
