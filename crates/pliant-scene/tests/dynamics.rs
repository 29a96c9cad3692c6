//! Scenes in motion: every stepper, pins that move, bits at any thread count.
#![allow(clippy::unwrap_used)]

mod runs;

use runs::{assert_close, run, run_world, world};

fn scene(stepper: &str, time: &str, rest: &str) -> String {
    format!("[time]\n{time}\n[stepper]\n{stepper}\n[material.m]\nyoung = 1e5\npoisson = 0.3\n{rest}")
}

const STEPPERS: [&str; 6] = [
    "kind = \"implicit-euler\"",
    "kind = \"implicit-euler\"\nsolve = \"linearised\"",
    "kind = \"generalized-alpha\"",
    "kind = \"leapfrog\"",
    "kind = \"verlet\"",
    "kind = \"symplectic-euler\"",
];

const BALL: &str = "[body.ball]\nshape = { box = [0.2, 0.2, 0.2] }\ncells = [2, 2, 2]\norder = 1\nmaterial = \"m\"\n\
    velocity = [1, 0, 2]\nspin = [0, 0, 3]\n[probe.p]\nbody = \"ball\"\nread = \"momentum\"\n\
    [probe.l]\nbody = \"ball\"\nread = \"angular_momentum.z\"\n[probe.x]\nbody = \"ball\"\nwhere = { near = \"centre\" }\nread = \"position\"\n";

#[test]
fn every_stepper_throws_a_body_along_its_parabola() {
    for stepper in STEPPERS {
        let run = run(&scene(stepper, "duration = 0.1\nframes_per_second = 20", BALL));
        let mass = 8.0;
        assert_close(run.last("p.x"), mass, 1e-5, stepper);
        assert_close(run.last("p.z"), mass * (2.0 - 0.981), 1e-4, stepper);
        // First order in time is off by g t dt / 2.
        let dt = 0.1 / run.step_times.len() as f64;
        let off = if stepper.contains("euler") { 0.5 * 9.81 * 0.1 * dt } else { 0.0 };
        let z = 0.1 + 0.2 - 0.5 * 9.81 * 0.01 - off;
        assert!((run.last("x.z") - z).abs() < 1e-5, "{stepper}: {} {z}", run.last("x.z"));
        assert!((run.last("x.x") - 0.2).abs() < 1e-5, "{stepper}");
        assert_eq!(run.frames.len(), 3, "{stepper}: at 0, 0.05 and 0.1 s");
        assert_eq!(run.frames[1].time, 0.05);
        assert!(run.world.state().time == 0.1);
    }
}

#[test]
fn second_order_steppers_keep_energy_and_the_explicit_ones_angular_momentum() {
    let text = |stepper: &str| scene(stepper, "duration = 0.2\nsamples_per_second = \"every step\"", BALL);
    for stepper in ["kind = \"generalized-alpha\"", "kind = \"leapfrog\"", "kind = \"verlet\""] {
        let run = run(&text(stepper).replace("[material.m]", "[material.m]\nlaw = \"stvk\""));
        let energy: Vec<f64> = run.samples.iter().map(|sample| sample.energies.total().unwrap()).collect();
        let start = energy[0];
        let kinetic = run.samples[0].energies.kinetic;
        let drift = energy.iter().map(|e| (e - start).abs()).fold(0.0, f64::max) / kinetic;
        assert!(drift < 1e-3, "{stepper}: {drift}");
        if !stepper.contains("alpha") {
            // Gravity turns nothing about the vertical, and neither do inner forces.
            let spin = run.series("l");
            assert_close(spin.last().unwrap().1, spin[0].1, 1e-9, stepper);
        }
    }
}

#[test]
fn implicit_steps_divide_the_time_between_frames() {
    let text = |time: &str| scene(STEPPERS[0], time, BALL);
    // 1/25 s between frames: five steps of 1/125 s.
    assert_eq!(run(&text("duration = 1\nframes_per_second = 25")).step_times.len(), 125);
    assert_eq!(run(&text("duration = 0.01")).step_times.len(), 100, "short runs have a hundred steps");
    assert_eq!(run(&text("duration = 0.1\nframes_per_second = 10\nstep = 0.03")).step_times.len(), 4);
}

#[test]
fn moving_pin_drags_the_body_and_steps_end_at_keyframes() {
    for stepper in STEPPERS {
        let run = run(&scene(
            stepper,
            "duration = 0.2\nframes_per_second = 10",
            "[body.b]\nshape = { box = [0.2, 0.2, 0.2] }\ncells = [1, 1, 1]\norder = 1\nmaterial = \"m\"\n\
             [pin.hand]\nbody = \"b\"\nwhere = { face = \"z+\" }\n\
             motion = { keyframes = [{ time = 0 }, { time = 0.0731, move = [0.1, 0, 0] }], interpolation = \"smooth\" }\n\
             [probe.hand]\nbody = \"b\"\nwhere = { face = \"z+\" }\nread = \"displacement.x\"\n\
             [probe.speed]\nbody = \"b\"\nwhere = { face = \"z+\" }\nread = \"velocity.x\"\n\
             [probe.pull]\npin = \"hand\"\nread = \"reaction.z\"",
        ));
        assert!(run.step_times.contains(&0.0731), "{stepper}");
        assert_close(run.last("hand"), 0.1, 1e-12, stepper);
        assert!(run.last("speed").abs() < 1e-12, "{stepper}");
        assert!(run.last("pull").is_finite());
    }
}

#[test]
fn body_at_rest_under_gravity_pulls_at_its_pin_with_its_weight() {
    for stepper in ["kind = \"implicit-euler\"", "kind = \"generalized-alpha\"", "kind = \"verlet\""] {
        let run = run(&scene(
            stepper,
            "duration = 2\nframes_per_second = 5\nsamples_per_second = 100",
            "damping = { mass = \"60 1/s\" }\n[body.b]\nshape = { box = [0.1, 0.1, 0.1] }\ncells = [1, 1, 1]\norder = 2\nmaterial = \"m\"\n\
             [pin.hand]\nbody = \"b\"\nwhere = { face = \"z+\" }\n[probe.pull]\npin = \"hand\"\nread = \"reaction.z\"",
        ));
        assert_close(run.last("pull"), 9.81, 1e-4, stepper);
    }
}

#[test]
fn one_and_two_threads_give_the_same_bits() {
    let bodies = "[body.b]\nshape = { box = [1, 0.3, 0.3] }\ncells = [8, 3, 3]\nORDER\nmaterial = \"m\"\ncopies = { grid = [2, 1, 1], spacing = 2 }\n\
        [pin.root]\nbody = \"b\"\nwhere = { face = \"x-\" }\n[load.t]\nbody = \"b\"\nwhere = { face = \"x+\" }\ntorque = [3, 0, 0]\n\
        [probe.tip]\nbody = \"b\"\nwhere = { face = \"x+\" }\nread = \"displacement.z\"\n";
    for stepper in STEPPERS {
        let order = if stepper.contains("alpha") { "order = 2" } else { "order = 1" };
        let text = scene(stepper, "duration = 0.05\nframes_per_second = 40", &bodies.replace("ORDER", order));
        let hash = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run_world(world(&text), &text).world.state().hash())
        };
        assert_eq!(hash(1), hash(2), "{stepper}");
    }
}

#[test]
fn cg_and_cholesky_agree() {
    let text = |solver: &str| {
        scene(
            STEPPERS[2],
            "duration = 0.05",
            &format!(
                "[solver]\n{solver}\n[body.b]\nshape = {{ box = [1, 0.3, 0.3] }}\ncells = [6, 2, 2]\nmaterial = \"m\"\n\
             [pin.root]\nbody = \"b\"\nwhere = {{ face = \"x-\" }}\n[probe.tip]\nbody = \"b\"\nwhere = {{ face = \"x+\" }}\nread = \"displacement.z\""
            ),
        )
    };
    let exact = run(&text("kind = \"cholesky\"")).last("tip");
    assert!(exact < -1e-4, "{exact}");
    for solver in [
        "kind = \"cg\"",
        "kind = \"cg\"\npreconditioner = \"block-jacobi\"\ntolerance = 1e-10",
        "kind = \"cholesky\"\nordering = \"metis\"",
        "kind = \"auto\"",
    ] {
        assert_close(run(&text(solver)).last("tip"), exact, 1e-5, solver);
    }
}

/// Drag, acceleration and spin in proportion to mass act on the mass in use: a body that moves as a whole stays unstrained.
#[test]
fn drag_and_acceleration_by_mass_leave_a_free_body_unstrained() {
    for stepper in ["kind = \"generalized-alpha\"", "kind = \"implicit-euler\"", "kind = \"verlet\""] {
        for order in [1, 2] {
            let body = format!(
                "damping = {{ mass = 5 }}\n[body.b]\nshape = {{ box = [1, 0.5, 0.5] }}\ncells = [2, 1, 1]\norder = {order}\n\
                 material = \"m\"\n[load.a]\nbody = \"b\"\nwhere = {{ box = [[-1, -1, -1], [2, 2, 2]] }}\nacceleration = [10, 0, 0]\n\
                 [probe.elastic]\nbody = \"b\"\nread = \"energy.elastic\"\n[probe.kinetic]\nbody = \"b\"\nread = \"energy.kinetic\"\n"
            );
            let run = run(&scene(stepper, "duration = 0.2", &body));
            let (elastic, kinetic) = (run.last("elastic"), run.last("kinetic"));
            assert!(
                kinetic > 1.0 && elastic < 1e-8 * kinetic,
                "{stepper}, order {order}: {elastic} {kinetic}"
            );
        }
    }
}

#[test]
fn parts_of_a_moving_body_share_its_energy_and_momentum() {
    let half = |name: &str, normal: i32, read: &str| {
        format!(
            "[probe.{name}]\nbody = \"b\"\nwhere = {{ half_space = {{ point = [0.5, 0, 0], normal = [{normal}, 0, 0] }} }}\nread = \"{read}\"\n"
        )
    };
    for (stepper, order) in
        [("kind = \"verlet\"", 1), ("kind = \"verlet\"", 2), ("kind = \"generalized-alpha\"", 2)]
    {
        let body = format!(
            "[body.b]\nshape = {{ box = [1, 1, 1] }}\ncells = [2, 2, 2]\norder = {order}\nmaterial = \"m\"\nvelocity = [1, 0, 0]\n{}{}{}",
            half("left", -1, "energy.kinetic"),
            half("right", 1, "energy.kinetic"),
            half("push", 1, "momentum.x")
        );
        let run = run(&format!("gravity = 0\n{}", scene(stepper, "duration = 0.01", &body)));
        for probe in ["left", "right"] {
            assert_close(run.last(probe), 250.0, 1e-9, stepper);
        }
        assert_close(run.last("push"), 500.0, 1e-9, stepper);
    }
}

#[test]
fn spin_is_about_the_centre_of_mass_in_use() {
    let body = "[body.b]\nshape = { box = [1, 0.1, 0.1], twist = \"90 deg\" }\ncells = [4, 1, 1]\nmaterial = \"m\"\nspin = [0, 0, 20]\n\
        [probe.p]\nbody = \"b\"\nread = \"momentum.norm\"\n";
    for stepper in ["kind = \"generalized-alpha\"", "kind = \"verlet\""] {
        let run = run(&format!("gravity = 0\n{}", scene(stepper, "duration = 0.001", body)));
        let start = run.series("p")[0].1;
        assert!(start < 1e-10, "{stepper}: {start}");
    }
}
