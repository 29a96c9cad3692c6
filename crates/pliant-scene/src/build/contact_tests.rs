//! Colliders as the world gets them.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use pliant_contact::{Collider, ColliderShape, ContactSettings, Friction, ImplicitResponse, InitialOverlap};

use super::{Primitive, collider_of, settings};
use crate::{MemoryFiles, Plan, Problems};

/// A tetrahedron that is 10 mm high, in millimetres.
const TIP: &str = "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

fn plan(more: &str) -> Plan {
    let text = format!(
        "[time]\nduration = 1\n[body.cube]\nshape = {{ box = [1, 1, 1] }}\ncells = [1, 1, 1]\n\
         material = \"jelly\"\n{more}"
    );
    Plan::parse(&text, "scene.toml", &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

fn collider(keys: &str) -> Collider {
    let plan = plan(&format!("[collider.c]\n{keys}"));
    let mut problems = Problems::new(plan.source.clone());
    let files = MemoryFiles::none().with("tip.obj", TIP);
    let collider = collider_of(&plan.colliders[0], plan.up, &files, &mut problems)
        .unwrap_or_else(|problem| panic!("{problem:?}"));
    assert!(problems.is_empty(), "{problems}");
    collider
}

fn form(keys: &str) -> (Primitive, bool) {
    match collider(keys).shape {
        ColliderShape::Analytic(shape) => (*shape.solid(), shape.is_hollow()),
        ColliderShape::Mesh(_) => panic!("a form was expected"),
    }
}

const QUARTER_TURN: &str =
    "motion = { keyframes = [{ time = 0 }, { time = 1, turn = \"90 deg\" }], axis = [0, 0, 1] }";

#[test]
fn forms_are_what_the_scene_says() {
    let (plane, _) = form("shape = { plane = { point = [0, 0, 1], normal = [0, 0, 5] } }");
    assert_eq!(plane, Primitive::Plane { point: DVec3::Z, normal: DVec3::Z });
    let (ball, hollow) = form("shape = { sphere = { centre = [1, 0, 0], radius = 2 } }\nhollow = true");
    assert_eq!((ball, hollow), (Primitive::Sphere { centre: DVec3::X, radius: 2.0 }, true));
    let (bar, hollow) = form("shape = { cylinder = { from = [0, 0, 0], to = [1, 0, 0], radius = 3 } }");
    assert_eq!((bar, hollow), (Primitive::Cylinder { from: DVec3::ZERO, to: DVec3::X, radius: 3.0 }, false));
    let (pill, _) = form("shape = { capsule = { from = [0, 0, 0], to = [1, 0, 0], radius = 3 } }");
    assert_eq!(pill, Primitive::Capsule { from: DVec3::ZERO, to: DVec3::X, radius: 3.0 });
}

#[test]
fn a_box_has_half_its_size_and_is_turned() {
    let keys =
        "shape = { box = { centre = [0, 0, 1], size = [2, 4, 6], axis = [0, 0, 1], turn = \"90 deg\" } }";
    let (Primitive::Box { centre, half, rotation }, false) = form(keys) else { panic!("no box") };
    assert_eq!((centre, half), (DVec3::Z, DVec3::new(1.0, 2.0, 3.0)));
    assert!((rotation * DVec3::X - DVec3::Y).length() < 1e-15);
}

#[test]
fn files_are_scaled_turned_and_moved() {
    let turned = "position = [1, 0, 0]\nrotation = { axis = [0, 0, 1], angle = \"90 deg\" }";
    for size in ["scale = 0.001", "height = \"1 cm\""] {
        let collider = collider(&format!("shape = {{ file = \"tip.obj\", {size} }}\n{turned}"));
        let ColliderShape::Mesh(mesh) = &collider.shape else { panic!("no mesh") };
        assert!(mesh.is_closed);
        let bounds = mesh.bounds();
        assert!((bounds.min - DVec3::new(0.99, 0.0, 0.0)).length() < 1e-15, "{bounds:?}");
        assert!((bounds.max - DVec3::new(1.0, 0.01, 0.01)).length() < 1e-15, "{bounds:?}");
    }
}

#[test]
fn colliders_turn_about_their_middle_unless_told_otherwise() {
    let shapes = [
        ("{ plane = { point = [1, 2, 3], normal = [0, 1, 0] } }", DVec3::new(1.0, 2.0, 3.0)),
        ("{ sphere = { centre = [1, 2, 3], radius = 1 } }", DVec3::new(1.0, 2.0, 3.0)),
        ("{ box = { centre = [1, 2, 3], size = [1, 2, 3] } }", DVec3::new(1.0, 2.0, 3.0)),
        ("{ cylinder = { from = [1, 2, 3], to = [3, 4, 5], radius = 1 } }", DVec3::new(2.0, 3.0, 4.0)),
        ("{ capsule = { from = [1, 2, 3], to = [3, 4, 5], radius = 1 } }", DVec3::new(2.0, 3.0, 4.0)),
        ("{ file = \"tip.obj\" }", DVec3::splat(5.0)),
    ];
    for (shape, middle) in shapes {
        let motion = collider(&format!("shape = {shape}\n{QUARTER_TURN}")).motion;
        assert!((motion.place(middle, 1.0).0 - middle).length() < 1e-14, "{shape}");
        let beside = motion.place(middle + DVec3::X, 1.0).0;
        assert!((beside - (middle + DVec3::Y)).length() < 1e-14, "{shape}: {beside}");
    }
    let about = QUARTER_TURN.replace("axis =", "about = [0, 0, 0], axis =");
    let motion = collider(&format!("shape = {}\n{about}", shapes[1].0)).motion;
    assert!((motion.place(DVec3::X, 1.0).0 - DVec3::Y).length() < 1e-14);
}

#[test]
fn colliders_start_smoothly_where_their_first_keyframe_is() {
    let collider = collider(
        "shape = { sphere = { centre = [0, 0, 0], radius = 1 } }\n\
         motion = { keyframes = [{ time = 0, move = [1, 0, 0] }, { time = 1, move = [2, 0, 0] }] }",
    );
    let (start, speed) = collider.motion.place(DVec3::ZERO, 0.0);
    assert_eq!((start, speed), (DVec3::X, DVec3::ZERO));
    // A quarter of the way in time is less than a quarter in space: 3 s^2 - 2 s^3.
    assert_eq!(collider.motion.place(DVec3::ZERO, 0.25).0, DVec3::X * (1.0 + 0.156_25));
    let warnings = plan(
        "[collider.c]\nshape = { sphere = { centre = [0, 0, 0], radius = 1 } }\n\
         motion = { keyframes = [{ time = 0, move = [1, 0, 0] }] }",
    )
    .warnings;
    assert!(warnings.is_empty(), "{warnings}");
}

#[test]
fn friction_is_the_colliders_own_or_none() {
    let floor = "shape = { plane = { point = [0, 0, 0], normal = [0, 0, 1] } }";
    let own = |keys: &str| collider(&format!("{floor}\n{keys}")).friction;
    assert_eq!(own(""), None);
    assert_eq!(own("friction = 0.3"), Some(Friction::new(0.3)));
    assert_eq!(own("friction = 0"), Some(Friction::NONE));
    // The friction of sticking points is that of the scene.
    assert_eq!(own("sliding_friction = 0.1"), Some(Friction { sticking: 0.5, sliding: 0.1 }));
}

#[test]
fn settings_are_those_of_the_scene() {
    let plan = plan(
        "[contact]\nfriction = 0.4\nsliding_friction = 0.3\nself = true\nbetween_bodies = false\nstiffness = 2\n\
         damping = 0.1\ninitial = \"refuse\"",
    );
    let expected = ContactSettings {
        friction: Friction { sticking: 0.4, sliding: 0.3 },
        response: ImplicitResponse::Penalty,
        stiffness: 2.0,
        damping: 0.1,
        initial: InitialOverlap::Refuse,
        between_bodies: false,
    };
    assert_eq!(settings(&plan.contact.unwrap()), expected);
}
