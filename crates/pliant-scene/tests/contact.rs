//! Contact and colliders: what a scene means, and that whatever it says is built or refused.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use pliant_scene::plan::{
    ColliderShape, Component, ContactSurface, FileSize, Friction, Gather, Initial, Interpolation,
    ProbeTarget, Quantity, Response,
};
use pliant_scene::{MemoryFiles, Plan, build};

const DYNAMIC: &str = include_str!("complete/dynamic.toml");

fn parse(text: &str) -> Plan {
    Plan::parse(text, "scene.toml", &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

fn cube(more: &str) -> String {
    format!(
        "[time]\nduration = 1\n[body.cube]\nshape = {{ box = [1, 1, 1] }}\ncells = [1, 1, 1]\nmaterial = \"jelly\"\n{more}"
    )
}

const FLOOR: &str = "[collider.floor]\nshape = { plane = { point = [0, 0, 0], normal = [0, 0, 1] } }\n";

#[test]
fn things_touch_when_there_is_a_table_or_a_collider() {
    assert_eq!(parse(&cube("")).contact, None);
    assert!(parse(&cube("[contact]")).contact.is_some());
    let plan = parse(&cube(FLOOR));
    let contact = plan.contact.unwrap();
    assert_eq!(contact.friction, Friction { sticking: 0.5, sliding: 0.5 });
    assert_eq!((contact.between_bodies, contact.with_itself), (true, false));
    assert_eq!((contact.response, contact.initial), (Response::Auto, Initial::Keep));
    assert_eq!((contact.stiffness, contact.damping), (1.0, 0.0));
    assert_eq!(contact.place, plan.colliders[0].place);
    assert!(plan.warnings.is_empty(), "{}", plan.warnings);
}

#[test]
fn contact_means_what_it_says() {
    let plan = parse(DYNAMIC);
    let contact = plan.contact.unwrap();
    assert_eq!(contact.friction, Friction { sticking: 0.5, sliding: 0.4 });
    assert_eq!((contact.response, contact.initial), (Response::Penalty, Initial::Resolve));
    assert_eq!((contact.stiffness, contact.damping, contact.with_itself), (2.0, 0.1, true));
    let touch: Vec<bool> = plan.bodies.iter().map(|body| body.self_contact).collect();
    assert_eq!(touch, [false, true, true]);
}

#[test]
fn colliders_mean_what_they_say() {
    let plan = parse(DYNAMIC);
    let shape = |number: usize| &plan.colliders[number].shape.value;
    assert_eq!(*shape(0), ColliderShape::Plane { point: DVec3::Y * 2.0, normal: DVec3::NEG_Y });
    assert_eq!(plan.colliders[0].friction, Some(Friction { sticking: 0.8, sliding: 0.6 }));
    assert_eq!(plan.colliders[1].friction, None);
    let ColliderShape::Box { size, rotation, .. } = shape(2) else { panic!("{:?}", shape(2)) };
    assert_eq!((*size, rotation.unwrap().angle), (DVec3::new(1.0, 2.0, 3.0), 20f64.to_radians()));
    let motion = plan.colliders[2].motion.as_ref().unwrap();
    assert_eq!((motion.interpolation, motion.axis), (Interpolation::Linear, Some(DVec3::Y)));
    // A keyframe that says nothing of the shift keeps it.
    assert_eq!(motion.keyframes[1].shift, DVec3::Z);
    assert!(plan.colliders[3].hollow && !plan.colliders[4].hollow);
    let ColliderShape::File { path, size, placement } = shape(5) else { panic!("{:?}", shape(5)) };
    assert_eq!((path.value.as_str(), *size), ("ramp.obj", FileSize::Scale(0.001)));
    assert_eq!(placement.position, DVec3::Y * 5.0);
    assert_eq!(placement.rotation.unwrap().axis, DVec3::Y);
}

#[test]
fn colliders_move_smoothly_and_pins_evenly() {
    let motion = "motion = { keyframes = [{ time = 0 }, { time = 1, move = [0, 0, 1] }] }";
    let plan = parse(&cube(&format!("[pin.p]\nbody = \"cube\"\nwhere = \"all\"\n{motion}\n{FLOOR}{motion}")));
    assert_eq!(plan.pins[0].motion.as_ref().unwrap().interpolation, Interpolation::Linear);
    assert_eq!(plan.colliders[0].motion.as_ref().unwrap().interpolation, Interpolation::Smooth);
}

#[test]
fn a_moving_collider_is_something_that_happens() {
    let still = format!("gravity = 0\n{}", cube(FLOOR));
    assert!(parse(&still).warnings.to_string().contains("nothing will happen"));
    let motion = "motion = { keyframes = [{ time = 0 }, { time = 1, move = [0, 0, 1] }] }";
    let plan = parse(&format!("{still}{motion}"));
    assert!(plan.warnings.is_empty(), "{}", plan.warnings);
}

#[test]
fn only_bodies_with_a_skin_touch_with_it() {
    let surface =
        "[time]\nduration = 1\n[body.bear]\nshape = { file = \"bear.obj\" }\nmaterial = \"jelly\"\n";
    let plan = parse(&format!("{surface}contact_surface = \"skin\"\n{FLOOR}"));
    assert_eq!(plan.bodies[0].contact_surface, ContactSurface::Skin);
    assert_eq!(parse(&format!("{surface}{FLOOR}")).bodies[0].contact_surface, ContactSurface::Cells);
    assert!(Plan::parse(&cube("contact_surface = \"skin\"\n[contact]"), "scene.toml", &[]).is_err());
}

#[test]
fn probes_of_contact_have_columns_and_gather_as_is_useful() {
    let probe = |keys: &str| {
        let plan = parse(&cube(&format!("{FLOOR}[probe.p]\n{keys}")));
        plan.probes.into_iter().next().unwrap()
    };
    let force = probe("body = \"cube\"\nread = \"contact-force\"");
    assert_eq!(force.columns, ["p.x", "p.y", "p.z"]);
    assert_eq!((force.quantity.value, force.gather), (Quantity::ContactForce, Gather::Sum));
    let pressure = probe("body = \"cube\"\nread = \"contact-pressure\"");
    assert_eq!((pressure.columns, pressure.gather), (vec!["p".to_string()], Gather::Max));
    assert_eq!(pressure.components, [Component::Value]);
    assert_eq!(probe("body = \"cube\"\nread = \"contact-gap\"").gather, Gather::Min);
    assert_eq!(probe("body = \"cube\"\nread = \"contact-gap\"\ngather = \"mean\"").gather, Gather::Mean);
    let spread = probe("body = \"cube\"\nread = \"contact-force.spread\"");
    assert_eq!((spread.components, spread.columns), (vec![Component::Spread], vec!["p".to_string()]));
    let floor = probe("collider = \"floor\"\nread = \"contact-force.z\"");
    assert_eq!(floor.target, ProbeTarget::Colliders(vec![0]));
    assert_eq!(
        probe("collider = \"all\"\nread = \"contact-force.z\"").target,
        ProbeTarget::Colliders(vec![0])
    );
}

#[test]
fn units_of_probes_of_contact() {
    let text = cube(&format!(
        "position = [0, 0, 1]\n{FLOOR}[probe.f]\ncollider = \"floor\"\nread = \"contact-force.z\"\n\
         [probe.s]\nbody = \"cube\"\nread = \"contact-force.spread\"\n\
         [probe.p]\nbody = \"cube\"\nread = \"contact-pressure\"\n[probe.g]\nbody = \"cube\"\nread = \"contact-gap\"\n"
    ));
    let built =
        build::build(&parse(&text), &MemoryFiles::none()).unwrap_or_else(|problems| panic!("{problems}"));
    let units: Vec<&str> = built.world.probe_units().collect();
    assert_eq!(units, ["N", "m", "Pa", "m"]);
}

const SCENE: &str = r#"
gravity = 9.81

[time]
duration = 1

[stepper]
kind = "implicit-euler"

[body.b]
shape = { box = [1, 1, 1] }
order = 1
cells = [1, 1, 1]
material = "jelly"
position = [0, 0, 0.9]
copies = { grid = [1, 1, 2], spacing = 1.1 }
self_contact = true

[contact]
friction = 0.4
between_bodies = true
initial = "keep"

[collider.c]
shape = { sphere = { centre = [0.5, 0.5, 0], radius = 1 } }
friction = 0.3
sliding_friction = 0.2
motion = { keyframes = [{ time = 0 }, { time = 0.5, turn = 1, move = [0, 0, 1] }], axis = [1, 0, 0] }

[collider.h]
shape = { cylinder = { from = [0, 0, -9], to = [0, 0, 9], radius = 9 } }
hollow = true

[probe.f]
collider = "c"
read = "contact-force"

[probe.g]
body = "b"
where = { face = "z-" }
read = "contact-gap"
"#;

const VALUES: &[&str] = &[
    "0",
    "-1",
    "1",
    "1e-9",
    "1e300",
    "0.25",
    "true",
    "false",
    "[0, 0, 1]",
    "[1e300, 0, 0]",
    "\"all\"",
    "[\"c\", \"h\"]",
    "\"resolve\"",
    "\"refuse\"",
    "\"verlet\"",
    "\"leapfrog\"",
    "\"generalized-alpha\"",
    "\"quasi-static\"",
    "\"contact-pressure\"",
    "\"contact-force.spread\"",
    "{ plane = { point = [0, 0, 1], normal = [1e-300, 0, 1e-300] } }",
    "{ plane = { point = [0, 0, 1e300], normal = [0, 0, 1] } }",
    "{ plane = { point = [0, 0, 2], normal = [0, 0, 1] } }",
    "{ sphere = { centre = [0, 0, 0], radius = 1e300 } }",
    "{ sphere = { centre = [0.5, 0.5, 0.5], radius = 1e-90 } }",
    "{ box = { centre = [0, 0, 0], size = [1e-200, 1, 1] } }",
    "{ box = { centre = [0, 0, 0], size = [4, 4, 1], axis = [1, 1, 0], turn = 1e300 } }",
    "{ cylinder = { from = [0, 0, -1], to = [0, 0, 0.5], radius = 2 } }",
    "{ capsule = { from = [0, 0, 0], to = [1e-200, 0, 0], radius = 1 } }",
    "{ capsule = { from = [-1e300, 0, 0], to = [1e300, 0, 0], radius = 1 } }",
    "{ file = \"sheet.obj\", scale = 2 }",
    "{ file = \"sheet.obj\", scale = 1e300 }",
    "{ file = \"sheet.obj\", height = 1 }",
    "{ file = \"none.obj\" }",
    "{ file = \"junk.stl\" }",
    "{ keyframes = [{ time = 5, move = [0, 0, 1e300] }] }",
    "{ keyframes = [{ time = 0, move = [0, 0, 1] }, { time = 1e-300, turn = 1e300 }], axis = [0, 0, 1] }",
];

fn files() -> MemoryFiles {
    let sheet = "v -1 -1 0.5\nv 2 -1 0.5\nv 2 2 0.5\nv -1 2 0.5\nf 1 2 3 4\n";
    MemoryFiles::none().with("sheet.obj", sheet).with("junk.stl", "solid nothing\nendsolid\n")
}

#[test]
fn any_value_in_any_place() {
    let lines: Vec<&str> = SCENE.lines().collect();
    let (mut built, mut refused) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let Some((key, _)) = line.split_once(" = ") else { continue };
        for value in VALUES {
            let mut changed = lines.clone();
            let line = format!("{key} = {value}");
            changed[at] = &line;
            let Ok(plan) = Plan::parse(&changed.join("\n"), "any.toml", &[]) else { continue };
            match build::build(&plan, &files()) {
                Ok(done) => {
                    let mut world = done.world;
                    let _ = world.step(&mut pliant_stepping::NoPhases);
                    let _ = (world.sample(), world.frame(0));
                    built += 1;
                }
                Err(problems) => {
                    assert!(problems.has_errors(), "{problems}");
                    refused += 1;
                }
            }
        }
    }
    assert!(built > 40 && refused > 12, "{built} built, {refused} refused");
}
