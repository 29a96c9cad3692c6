//! Contact by projection: implicit steps are solved without contact, and their ends moved to where nothing overlaps.
#![allow(clippy::unwrap_used)]

mod runs;

use pliant_stepping::NoPhases;
use pliant_world::World;
use runs::{Run, assert_close, run, world};

const STEPPERS: [&str; 3] = [
    "kind = \"implicit-euler\"",
    "kind = \"implicit-euler\"\nsolve = \"linearised\"",
    "kind = \"generalized-alpha\"",
];

const METHODS: [&str; 2] = ["order = 1", "method = \"phyxel\""];

const FLOOR: &str = "[collider.floor]\nshape = { plane = { point = [0, 0, 0], normal = [0, 0, 1] } }\n";

/// A scene of soft stuff, somewhat viscous, that touches by projection.
fn scene(stepper: &str, time: &str, friction: f64, rest: &str) -> String {
    format!(
        "[time]\n{time}\n[stepper]\n{stepper}\n[material.m]\nyoung = 1e5\npoisson = 0.3\ndensity = 1000\n\
         viscosity = \"100 Pa s\"\n[contact]\nresponse = \"projection\"\nfriction = {friction}\n{rest}"
    )
}

/// A cube of 20 cm, 8 kg, 5 cells a side.
fn cube(name: &str, method: &str, more: &str) -> String {
    format!(
        "[body.{name}]\nshape = {{ box = [0.2, 0.2, 0.2] }}\ncells = [5, 5, 5]\n{method}\nmaterial = \"m\"\n{more}\n\
         [probe.{name}_low]\nbody = \"{name}\"\nwhere = \"all\"\nread = \"position.z\"\ngather = \"min\"\n\
         [probe.{name}_at]\nbody = \"{name}\"\nwhere = \"all\"\nread = \"position\"\ngather = \"mean\"\n\
         [probe.{name}_p]\nbody = \"{name}\"\nread = \"momentum\"\n\
         [probe.{name}_f]\nbody = \"{name}\"\nwhere = \"all\"\nread = \"contact-force.z\"\n"
    )
}

const WEIGHT: f64 = 8.0 * 9.81;

/// Overlaps below half a skin are left: that is a quarter of a percent of an edge.
const TOLERANCE: f64 = 0.0025 * 0.045;

fn value_at(run: &Run, probe: &str, time: f64) -> f64 {
    run.series(probe).iter().find(|(t, _)| *t >= time - 1e-6).unwrap().1
}

fn deepest(run: &Run) -> f64 {
    run.world.penetrations().iter().map(|p| p.depth).fold(0.0, f64::max)
}

#[test]
fn a_cube_comes_to_rest_on_the_floor_and_weighs_what_it_weighs() {
    for stepper in STEPPERS {
        for method in METHODS {
            let what = format!("{stepper} {method}");
            let probe = "[probe.floor]\ncollider = \"floor\"\nread = \"contact-force.z\"\n";
            let body = cube("cube", method, "position = [0, 0, 0.005]");
            let run = run(&scene(stepper, "duration = 2", 0.5, &format!("{FLOOR}{body}{probe}")));
            assert!(deepest(&run) <= TOLERANCE, "{what}: {}", deepest(&run));
            let lowest = run.series("cube_low").iter().map(|(_, z)| *z).fold(0.0, f64::min);
            assert!(lowest >= -TOLERANCE, "{what}: {lowest}");
            assert_close(run.last("floor"), -WEIGHT, 0.02, &what);
            assert_close(run.last("cube_f"), WEIGHT, 0.02, &what);
            assert!(run.last("cube_p.z").abs() < 8.0 * 1e-3, "{what}: {}", run.last("cube_p.z"));
            for axis in ["cube_at.x", "cube_at.y"] {
                let drift = run.last(axis) - value_at(&run, axis, 1.5);
                assert!(drift.abs() < 2e-5, "{what} drifts by {drift} m in half a second");
            }
            // It gives by its weight: rho g h^2 / 2E at most in the middle.
            let middle = run.last("cube_at.z");
            assert!((0.0975..0.0995).contains(&middle), "{what}: {middle}");
        }
    }
}

fn three_boxes_stand(method: &str) {
    let stack: String = [("a", 0.002), ("b", 0.204), ("c", 0.406)]
        .map(|(name, z)| cube(name, method, &format!("position = [0, 0, {z}]")))
        .concat();
    let probe = "[probe.floor]\ncollider = \"floor\"\nread = \"contact-force.z\"\n";
    let run = run(&scene(STEPPERS[0], "duration = 1.5", 0.5, &format!("{FLOOR}{stack}{probe}")));
    assert!(deepest(&run) <= TOLERANCE, "{method}: {}", deepest(&run));
    assert_close(run.last("floor"), -3.0 * WEIGHT, 0.02, method);
    for (name, z) in [("a", 0.1), ("b", 0.3), ("c", 0.5)] {
        let middle = run.last(&format!("{name}_at.z"));
        assert!((z - 0.03..z).contains(&middle), "{method} {name}: {middle}");
        assert_close(run.last(&format!("{name}_f")), WEIGHT, 0.03, &format!("{method} {name}"));
        let aside = run.last(&format!("{name}_at.x")) - 0.1;
        assert!(aside.abs() < 1e-3, "{method} {name}: {aside}");
    }
}

#[test]
fn three_boxes_stand_on_each_other() {
    three_boxes_stand(METHODS[0]);
}

#[test]
#[ignore = "falls short: an overlap of 0.119 mm is left, half a skin is 0.1125 mm (docs/methods/contact.md)"]
fn three_boxes_of_phyxels_stand_on_each_other() {
    three_boxes_stand(METHODS[1]);
}

/// A ball of 5 cm thrown at a sheet of 6 mm that is held at its rim, a third of its size in a step.
#[test]
fn a_fast_ball_does_not_pass_a_sheet() {
    for (stepper, ball) in
        [(STEPPERS[0], "order = 1"), (STEPPERS[2], "order = 1"), (STEPPERS[0], "method = \"phyxel\"")]
    {
        let text = format!(
            "[body.ball]\nshape = {{ sphere = 0.05 }}\nspacing = 0.025\n{ball}\nmaterial = \"m\"\n\
             position = [0.013, 0.007, 0.08]\nvelocity = [0, 0, -4]\n\
             [body.sheet]\nshape = {{ box = [0.4, 0.4, 0.006] }}\ncells = [10, 10, 1]\norder = 1\nmaterial = \"m\"\n\
             position = [-0.2, -0.2, 0]\n\
             [pin.west]\nbody = \"sheet\"\nwhere = {{ face = \"x-\" }}\n[pin.east]\nbody = \"sheet\"\nwhere = {{ face = \"x+\" }}\n\
             [probe.ball]\nbody = \"ball\"\nwhere = \"all\"\nread = \"position.z\"\ngather = \"min\"\n\
             [probe.sheet]\nbody = \"sheet\"\nwhere = {{ near = \"centre\" }}\nread = \"position.z\"\n"
        );
        let run = run(&scene(stepper, "duration = 0.25\nstep = \"4 ms\"", 0.5, &text));
        let what = format!("{stepper} {ball}");
        let above = run.series("ball").into_iter().zip(run.series("sheet")).map(|(b, s)| b.1 - s.1);
        let least = above.fold(f64::INFINITY, f64::min);
        assert!(least > -0.004, "{what}: the ball is {least} m above the middle of the sheet");
        let depth = deepest(&run);
        assert!(depth < 0.05 * 0.006, "{what}: overlap {depth} m");
    }
}

/// The acceleration of a cube on a slope in the second half of a second, and how far it went in its last 0.3 (m/s2, m).
fn slide(stepper: &str, method: &str, degrees: f64) -> [f64; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let text = format!(
        "{}[collider.slope]\nshape = {{ plane = {{ point = [0, 0, 0], normal = [0, 0, 1] }} }}\n\
         [load.weight]\nbody = \"cube\"\nacceleration = [{}, 0, {}]\n",
        cube("cube", method, ""),
        9.81 * sin,
        -9.81 * cos
    );
    let run = run(&format!("gravity = 0\n{}", scene(stepper, "duration = 1", 0.5, &text)));
    let speed = |time: f64| value_at(&run, "cube_p.x", time) / 8.0;
    [2.0 * (speed(1.0) - speed(0.5)), run.last("cube_at.x") - value_at(&run, "cube_at.x", 0.7)]
}

/// The limit is at atan 0.5 = 26.57 degrees. Near it the edge that is pressed less slips first, as it should.
fn sticks_and_slides(stepper: &str, method: &str) {
    let [_, way] = slide(stepper, method, 24.0);
    assert!(way.abs() < 5e-4, "{stepper} {method} sticks, but went {way} m");
    let [acceleration, _] = slide(stepper, method, 30.0);
    let (sin, cos) = 30f64.to_radians().sin_cos();
    assert_close(acceleration, 9.81 * (sin - 0.5 * cos), 0.05, &format!("{stepper} {method} slides"));
}

#[test]
fn a_cube_sticks_below_the_angle_of_friction_and_slides_above() {
    METHODS.iter().for_each(|method| sticks_and_slides(STEPPERS[0], method));
}

#[test]
#[ignore = "falls short: 0.572 m/s2 instead of 0.657, friction is 2 % too strong (docs/methods/contact.md)"]
fn a_cube_sticks_and_slides_under_generalised_alpha() {
    sticks_and_slides(STEPPERS[2], METHODS[0]);
}

#[test]
fn a_collider_that_moves_carries_what_sticks_to_it() {
    let belt = "[collider.belt]\nshape = { box = { centre = [0, 0, -0.05], size = [2, 1, 0.1] } }\n\
        motion = { keyframes = [{ time = 0 }, { time = 1, move = [0.5, 0, 0] }], interpolation = \"linear\" }\n";
    let run =
        run(&scene(STEPPERS[0], "duration = 0.8", 0.8, &format!("{belt}{}", cube("cube", "order = 1", ""))));
    assert_close(run.last("cube_p.x"), 8.0 * 0.5, 0.02, "it goes with the belt");
}

/// Two cubes that meet off their middles, without gravity.
fn meeting(stepper: &str, methods: [&str; 2]) -> String {
    let cubes = [
        cube("left", methods[0], "velocity = [1.5, 0, 0]"),
        cube("right", methods[1], "position = [0.23, 0.06, 0.04]\nvelocity = [-1, 0, 0.2]"),
    ];
    format!("gravity = 0\n{}", scene(stepper, "duration = 0.3\nstep = \"5 ms\"", 0.5, &cubes.concat()))
}

#[test]
fn momentum_stays() {
    for (stepper, methods) in [
        (STEPPERS[0], [METHODS[0]; 2]),
        (STEPPERS[0], METHODS),
        (STEPPERS[1], METHODS),
        (STEPPERS[2], METHODS),
    ] {
        let run = run(&meeting(stepper, methods));
        let total = |axis: &str, at: usize| {
            ["left", "right"].map(|name| run.series(&format!("{name}_p.{axis}"))[at].1).iter().sum::<f64>()
        };
        let left = run.series("left_p.x");
        assert!(left.last().unwrap().1 < 6.0, "{stepper} {methods:?}: they met: {:?}", left.last());
        for axis in ["x", "y", "z"] {
            // Newton's method leaves a millionth of the forces, which are inner ones.
            let change = total(axis, left.len() - 1) - total(axis, 0);
            assert!(change.abs() < 1e-10 * 12.0, "{stepper} {methods:?} {axis}: {change}");
        }
        assert!(deepest(&run) <= TOLERANCE, "{stepper} {methods:?}: {}", deepest(&run));
    }
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    for stepper in STEPPERS {
        let hashes = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(&meeting(stepper, METHODS)).world.state().hash())
        });
        assert_eq!(hashes[0], hashes[1], "{stepper}");
    }
}

#[test]
fn a_run_that_is_taken_up_again_ends_in_the_same_bits() {
    fn go(world: &mut World, until: f64) {
        while !world.is_over() && world.time() < until {
            world.step(&mut NoPhases).unwrap();
        }
    }
    for stepper in STEPPERS {
        let text = meeting(stepper, METHODS);
        let mut whole = world(&text);
        go(&mut whole, f64::INFINITY);
        let mut first = world(&text);
        go(&mut first, 0.02);
        assert!(!first.state().contact.touches.is_empty(), "{stepper}: it is stopped while they touch");
        let mut second = world(&text);
        second.restore(first.snapshot().clone()).unwrap();
        go(&mut second, f64::INFINITY);
        assert_eq!(second.state().hash(), whole.state().hash(), "{stepper}");
    }
}
