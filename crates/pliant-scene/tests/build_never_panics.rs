//! Whatever a small scene says, it is built or refused.
#![allow(clippy::unwrap_used)]

use pliant_scene::plan::{Plan, Resolution, Shape};
use pliant_scene::{MemoryFiles, build};

const SCENE: &str = r#"
up = "z"
gravity = 9.81

[time]
duration = 1
frames_per_second = 30
samples_per_second = 30

[stepper]
kind = "implicit-euler"

[material.m]
law = "neo-hookean"
young = 1e5
poisson = 0.3
density = 1000
viscosity = 1

[material.n]
young = 1e6
poisson = 0.2

[body.b]
shape = { box = [1, 1, 1], twist = 0.3, grade = { x = 2 } }
order = 1
cells = [2, 1, 1]
material = "m"
regions = [{ where = { face = "z+" }, material = "n" }]
position = [0, 0, 1]
rotation = { axis = [0, 1, 0], angle = 1 }
velocity = [1, 0, 0]
spin = [0, 0, 1]
copies = { grid = [2, 1, 1], spacing = 3 }

[pin.p]
body = "b"
where = { face = "x-" }
axes = "xy"

[pin.q]
body = "b"
where = { near = [1, 1, 1] }
along = [0, 1, 1]

[pin.r]
body = "b"
where = { face = "x+" }
axes = "x"
motion = { keyframes = [{ time = 0 }, { time = 0.5, turn = 1 }], axis = [1, 0, 0] }

[load.l]
body = "b"
where = { face = "y+" }
torque = [0, 1, 0]
over_time = [[0, 0], [1, 1]]

[load.k]
body = "b"
where = { face = "y+" }
pressure = 3

[probe.s]
body = "b"
where = { face = "x+" }
read = "stress"

[probe.a]
body = "b"
at = [0.5, 0.5, 0.5]
read = "displacement"

[probe.h]
pin = "p"
read = "reaction"
"#;

/// Replacements for values, sensible ones for other keys among them.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "1",
    "2",
    "1e-9",
    "1e9",
    "1e300",
    "1e-300",
    "nan",
    "[0, 0, 0]",
    "[1, 0, 0]",
    "[0, 0, 1e9]",
    "[1e300, 1, 1]",
    "[3, 1, 2]",
    "\"all\"",
    "\"xyz\"",
    "\"x\"",
    "{ face = \"z-\" }",
    "{ near = \"centre\" }",
    "{ near = \"corners\" }",
    "{ group = \"g\" }",
    "{ not = \"all\" }",
    "{ every = [{ face = \"x-\" }, { face = \"y-\" }] }",
    "{ box = [[0, 0, 0], [1e-6, 1, 1]] }",
    "{ sphere = { centre = [0, 0, 0], radius = 1e300 } }",
    "{ half_space = { point = [1e300, 0, 0], normal = [1, 0, 0] } }",
    "{ sphere = 0.5 }",
    "{ cylinder = { radius = 0.2, inner_radius = 0.1, length = 1 } }",
    "{ box = [1e-7, 1, 1] }",
    "{ box = [1, 1, 1], twist = \"300 deg\" }",
    "{ file = \"a.msh\" }",
    "{ block = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0.2, 0.8, 2]] }",
    "\"reaction\"",
    "\"energy\"",
    "\"strain\"",
    "\"velocity.norm\"",
    "\"quasi-static\"",
    "\"verlet\"",
    "\"generalized-alpha\"",
    "\"linear\"",
    "{ grid = [1, 1, 1], spacing = 0 }",
    "{ grid = [3, 1, 1], spacing = 1e300 }",
    "{ axis = [1, 1, 1], angle = 1e9 }",
    "\"step\"",
    "\"ramp\"",
    "[[0, 1e300], [1, 0]]",
    "{ keyframes = [{ time = 5, move = [0, 0, 1e300] }] }",
    "{ keyframes = [{ time = 0.1, move = [0, 0, 1] }] }",
];

fn is_small(plan: &Plan) -> bool {
    plan.bodies.iter().all(|body| {
        let fine = match (&body.shape.value, body.resolution) {
            (Shape::Box { .. } | Shape::Block { .. }, _) => {
                body.cells().unwrap().iter().map(|&n| n as f64).product::<f64>() < 200.0
            }
            (_, Resolution::Spacing(spacing)) => spacing.value > 0.15,
            _ => true,
        };
        fine && body.copy_count() < 10
    })
}

/// Scenes that could be built, and those that were refused.
#[derive(Default)]
struct Counts {
    built: usize,
    refused: usize,
}

fn try_to_build(text: &str, counts: &mut Counts) {
    let Ok(plan) = Plan::parse(text, "any.toml", &[]) else { return };
    if !is_small(&plan) {
        return;
    }
    match build::build(&plan, &MemoryFiles::none()) {
        Ok(built) => {
            let mut world = built.world;
            // One step: what is accepted must at least not panic when it runs.
            let _ = world.step(&mut pliant_stepping::NoPhases);
            let _ = (world.sample(), world.frame(0));
            counts.built += 1;
        }
        Err(problems) => {
            assert!(problems.has_errors() && !problems.to_string().is_empty());
            problems.list().iter().for_each(|problem| assert!(!problem.remedy.is_empty(), "{problem:?}"));
            counts.refused += 1;
        }
    }
}

#[test]
fn any_value_in_any_place() {
    let lines: Vec<&str> = SCENE.lines().collect();
    let mut counts = Counts::default();
    for (at, line) in lines.iter().enumerate() {
        let Some((key, _)) = line.split_once(" = ") else { continue };
        for value in VALUES {
            let mut changed = lines.clone();
            let line = format!("{key} = {value}");
            changed[at] = &line;
            let text = changed.join("\n");
            try_to_build(&text, &mut counts);
            // With spacing in place of cells, other shapes can be reached.
            if key == "shape" {
                try_to_build(&text.replace("cells = [2, 1, 1]", "spacing = 0.4"), &mut counts);
            }
        }
    }
    assert!(counts.built > 80 && counts.refused > 30, "{} built, {} refused", counts.built, counts.refused);
}

#[test]
fn complete_scenes_are_built_or_refused() {
    for text in [
        include_str!("complete/static.toml"),
        include_str!("complete/path.toml"),
        include_str!("complete/alpha.toml"),
        include_str!("complete/explicit.toml"),
    ] {
        let plan = Plan::parse(text, "complete.toml", &[]).unwrap();
        let _ = build::build(&plan, &MemoryFiles::none());
    }
    let plan = Plan::parse(
        include_str!("complete/dynamic.toml"),
        "complete.toml",
        &[("body.tube.spacing", "2 cm"), ("body.ball.spacing", "3 cm")],
    )
    .unwrap();
    let problems = build::build(&plan, &MemoryFiles::none()).unwrap_err();
    assert!(problems.has_errors());
}
