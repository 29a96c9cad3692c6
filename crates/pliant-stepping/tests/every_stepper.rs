//! Every stepper through the properties all of them share.

#![allow(clippy::unwrap_used)]

mod support;

use glam::DVec3;
use pliant_body::Body;
use pliant_geometry::ElementOrder::{self, Linear, Quadratic};
use pliant_geometry::{Region, Side};
use pliant_stepping::*;
use pliant_system::load::NodalForce;
use pliant_system::{History, Interpolation, State, System};
use support::*;

const G: DVec3 = DVec3::new(0.5, -0.2, -9.81);

/// A slender bar thrown off balance: neo-Hookean, clamped, hit upwards.
fn swinging_bar(order: ElementOrder) -> (System, State) {
    let mut bar = Bar::new([4, 1, 1], DVec3::new(1.0, 0.25, 0.25), order, "neo-hookean").clamped();
    bar.young = 500.0;
    // A push that comes and goes: loads must be taken at the right time.
    let push = History::through(&[(0.0, 0.2), (0.2, 1.0), (0.5, -0.5)], Interpolation::Smooth);
    let system = bar.build_with(|body| {
        let tip = body.select_points(&Region::Face(Side::XMax)).unwrap();
        let forces = vec![DVec3::new(0.0, 2.0, 1.0); tip.len()];
        vec![Box::new(NodalForce::new("push".into(), tip, forces, push))]
    });
    let mut state = State::at_rest(system.x_rest.clone());
    for i in 0..state.q.len() {
        let x = system.x_rest[i].x;
        state.q[i] += DVec3::new(0.01 * x, -0.05 * x * x, 0.0);
        state.v[i] = DVec3::new(0.0, 0.3, 1.5) * x * x;
    }
    (system, state)
}

fn swing(stepper: &mut dyn Stepper, time: f64, steps: usize) -> Vec<DVec3> {
    let (mut system, mut state) = swinging_bar(Linear);
    run(stepper, &mut system, &mut state, time, steps);
    state.q
}

#[test]
fn halving_the_step_shrinks_the_error_by_the_order() {
    let time = 0.35;
    let reference = swing(&mut Explicit::new(ExplicitScheme::Verlet, 0.9), time, 16384);
    for (name, mut stepper) in dynamic_steppers(1e-11) {
        let order: f64 = if name.contains("euler") { 1.0 } else { 2.0 };
        let mut error = |steps| distance(&swing(stepper.as_mut(), time, steps), &reference);
        // First-order schemes need more steps until what is left is first order: high modes are in the start.
        let steps = if order == 1.0 { 4096 } else { 1024 };
        let (coarse, fine) = (error(steps), error(2 * steps));
        let found = (coarse / fine).log2();
        assert!((found - order).abs() < 0.1, "{name}: {coarse:e} {fine:e}: order {found}");
        assert!(coarse < 0.05, "{name}: {coarse}");
    }
}

#[test]
fn free_fall_is_a_parabola() {
    for (order, consistent) in [(Linear, false), (Quadratic, false), (Quadratic, true)] {
        for (name, mut stepper) in dynamic_steppers(1e-12) {
            if consistent && stepper.needs().lumped_mass {
                continue;
            }
            let mut bar = Bar::new([2, 1, 1], DVec3::new(1.0, 0.4, 0.5), order, "stvk");
            (bar.consistent, bar.gravity) = (consistent, G);
            let mut system = bar.build();
            let mut state = State::at_rest(system.x_rest.clone());
            let v = DVec3::new(1.0, 2.0, 3.0);
            state.v.fill(v);
            let (steps, time) = (40, 0.4);
            run(stepper.as_mut(), &mut system, &mut state, time, steps);
            // First-order schemes put n (n + 1) / 2 in place of n^2 / 2.
            let late = if name.contains("euler") { time * time / steps as f64 } else { 0.0 };
            let moved = v * time + G * (0.5 * (time * time + late));
            let expected: Vec<DVec3> = system.x_rest.iter().map(|x| *x + moved).collect();
            let error = largest_distance(&state.q, &expected);
            assert!(error < 1e-11, "{name} {order:?} consistent {consistent}: {error:e}");
            let mut velocity = vec![DVec3::ZERO; state.q.len()];
            stepper.velocity_now(&state, &mut velocity);
            assert!(velocity.iter().all(|u| u.distance(v + G * time) < 1e-9), "{name}: {}", velocity[0]);
            assert!((state.time - time).abs() < 1e-12 && state.step == steps as u64);
        }
    }
}

#[test]
fn steps_of_changing_length_keep_the_parabola() {
    for (name, mut stepper) in dynamic_steppers(1e-12) {
        if name.contains("euler") {
            continue;
        }
        let mut bar = Bar::new([1, 1, 1], DVec3::ONE, Linear, "stvk");
        bar.gravity = G;
        let mut system = bar.build();
        let mut state = State::at_rest(system.x_rest.clone());
        stepper.prepare(&mut system, &mut state).unwrap();
        for k in 0..30 {
            let dt = [0.01, 0.004, 0.013][k % 3];
            stepper.step(&mut system, &mut state, dt, &mut NoPhases).unwrap();
        }
        let fall = G * (0.5 * state.time * state.time);
        let error =
            state.q.iter().zip(&system.x_rest).map(|(q, x)| (*q - *x - fall).length()).fold(0.0, f64::max);
        assert!(error < 1e-12, "{name}: {error:e}");
    }
}

#[test]
fn a_copied_state_goes_on_to_the_same_bits() {
    for ((name, mut stepper), (_, mut other)) in
        dynamic_steppers(1e-8).into_iter().zip(dynamic_steppers(1e-8))
    {
        let (mut system, mut state) = swinging_bar(Linear);
        run(stepper.as_mut(), &mut system, &mut state, 0.02, 20);
        let mut copy = state.clone();
        run(other.as_mut(), &mut system, &mut copy, 0.02, 20);
        for _ in 0..20 {
            stepper.step(&mut system, &mut state, 0.02 / 20.0, &mut NoPhases).unwrap();
        }
        assert_eq!(state.hash(), copy.hash(), "{name}");
    }
}

#[test]
fn same_bits_at_one_and_two_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (one, two) = (pool(1), pool(2));
    for (k, (name, _)) in dynamic_steppers(1e-8).into_iter().enumerate() {
        let hash = || {
            let (_, mut stepper) = dynamic_steppers(1e-8).remove(k);
            let mut bar = Bar::new([24, 8, 8], DVec3::new(3.0, 1.0, 1.0), Linear, "neo-hookean").clamped();
            bar.gravity = G;
            let mut system = bar.build();
            let mut state = State::at_rest(system.x_rest.clone());
            run(stepper.as_mut(), &mut system, &mut state, 0.006, 3);
            state.hash()
        };
        assert_eq!(one.install(hash), two.install(hash), "{name}");
    }
}

/// The clamp slides up and turns smoothly; all steppers find the same motion.
#[test]
fn moving_holds_carry_the_body_along() {
    let (time, duration) = (0.3, 0.4);
    let bar = || {
        let moving = motion(duration, DVec3::new(0.0, 0.1, 0.3), DVec3::X, 0.5, Interpolation::Smooth);
        let mut bar = Bar::new([3, 1, 1], DVec3::new(1.0, 0.3, 0.3), Linear, "neo-hookean");
        bar.young = 500.0;
        let system = bar.pin(|x| x.x == 0.0, &AXES, moving).build();
        let state = State::at_rest(system.x_rest.clone());
        (system, state)
    };
    let (mut system, mut reference) = bar();
    run(&mut Explicit::new(ExplicitScheme::Verlet, 0.9), &mut system, &mut reference, time, 16384);
    for (name, mut stepper) in dynamic_steppers(1e-10) {
        let order: f64 = if name.contains("euler") { 1.0 } else { 2.0 };
        let mut error = |steps| {
            let (mut system, mut state) = bar();
            run(stepper.as_mut(), &mut system, &mut state, time, steps);
            let mut held = state.q.clone();
            system.holds.place(state.time, &mut held);
            assert!(largest_distance(&held, &state.q) < 1e-14, "{name}: held nodes are not in place");
            distance(&state.q, &reference.q)
        };
        let (coarse, fine) = (error(512), error(1024));
        let found = (coarse / fine).log2();
        // From rest, where nothing accelerates, symplectic Euler and Verlet go the same way.
        let expected = if name == "symplectic-euler" { 2.0 } else { order };
        assert!((found - expected).abs() < 0.15, "{name}: {coarse:e} {fine:e}: order {found}");
    }
}

/// With a consistent mass the held nodes' accelerations pull at their free neighbours.
#[test]
fn moving_holds_with_consistent_mass_keep_the_order() {
    let time = 0.2;
    let bar = || {
        let moving = motion(0.3, DVec3::new(0.0, 0.1, 0.3), DVec3::X, 0.5, Interpolation::Smooth);
        let mut bar = Bar::new([2, 1, 1], DVec3::new(1.0, 0.4, 0.4), Quadratic, "stvk");
        (bar.young, bar.consistent) = (200.0, true);
        bar.damping.shear_viscosity = 0.05;
        let system = bar.pin(|x| x.x == 0.0, &AXES, moving).build();
        let state = State::at_rest(system.x_rest.clone());
        (system, state)
    };
    let go = |rho: f64, steps: usize| {
        let (mut system, mut state) = bar();
        run(&mut GeneralizedAlpha::new(newton(1e-11), rho), &mut system, &mut state, time, steps);
        (state.q, state.v, state.a)
    };
    let reference = go(0.9, 2048);
    for rho in [1.0, 0.8, 0.5, 0.0] {
        let (coarse, fine) = (go(rho, 64), go(rho, 128));
        let order = |k: usize| {
            let field =
                |s: &(Vec<DVec3>, Vec<DVec3>, Vec<DVec3>)| [s.0.clone(), s.1.clone(), s.2.clone()][k].clone();
            let (c, f, r) = (field(&coarse), field(&fine), field(&reference));
            (distance(&c, &r), distance(&f, &r), (distance(&c, &r) / distance(&f, &r)).log2())
        };
        assert!((order(0).2 - 2.0).abs() < 0.2, "rho {rho}: positions {:?}", order(0));
        assert!((order(1).2 - 2.0).abs() < 0.25, "rho {rho}: velocities {:?}", order(1));
        // Accelerations are those of the forces' time, at or near the end of the step: first order.
        assert!(order(2).2 > 0.8, "rho {rho}: accelerations {:?}", order(2));
    }
}

/// Rollers on three sides and a push: the motion stays uniform along the guided directions, whatever the stepper.
#[test]
fn rollers_hold_one_direction_and_free_the_others() {
    for (name, mut stepper) in dynamic_steppers(1e-10) {
        let mut bar = Bar::new([4, 2, 2], DVec3::new(1.0, 0.5, 0.5), Linear, "neo-hookean")
            .pin(|x| x.x == 0.0, &[DVec3::X], pliant_system::Motion::still())
            .pin(|x| x.y == 0.0, &[DVec3::new(0.0, 2.0, 0.0)], pliant_system::Motion::still())
            .pin(|x| x.z == 0.0, &[DVec3::Z], pliant_system::Motion::still());
        bar.gravity = DVec3::new(3.0, 0.0, 0.0);
        let mut system = bar.build();
        let mut state = State::at_rest(system.x_rest.clone());
        run(stepper.as_mut(), &mut system, &mut state, 0.1, 200);
        for (q, x) in state.q.iter().zip(&system.x_rest) {
            for axis in 0..3 {
                assert!(x[axis] != 0.0 || q[axis].abs() < 1e-15, "{name}: {x} went to {q}");
            }
        }
        let end = state.q.iter().zip(&system.x_rest).filter(|(_, x)| x.x == 1.0);
        for (q, x) in end {
            assert!(q.x > x.x + 5e-3, "{name}: {q}");
            // Poisson's effect: thinner where it may.
            assert!(x.y == 0.0 || q.y <= x.y, "{name}: {q}");
        }
    }
}

#[test]
fn a_state_that_explodes_is_reported() {
    let (mut system, mut state) = swinging_bar(Linear);
    let mut stepper = Explicit::new(ExplicitScheme::Leapfrog, 0.9);
    stepper.prepare(&mut system, &mut state).unwrap();
    let limit = stepper.largest_step(&mut system, &state).unwrap();
    let failed = (0..10_000)
        .find_map(|_| stepper.step(&mut system, &mut state, 3.0 * limit, &mut NoPhases).err())
        .expect("three times the limit must fail");
    assert!(matches!(failed, StepError::NotFinite { .. }), "{failed}");
}
