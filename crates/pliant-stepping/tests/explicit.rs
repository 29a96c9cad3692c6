//! What only explicit steppers promise: stability up to the limit, and conservation.

#![allow(clippy::unwrap_used)]

mod support;

use glam::DVec3;
use pliant_geometry::ElementOrder::{Linear, Quadratic};
use pliant_material::Damping;
use pliant_stepping::*;
use pliant_system::{At, Hold, Holds, Mass, Motion, State, System, load::MassDamping};
use support::*;

const SCHEMES: [ExplicitScheme; 3] =
    [ExplicitScheme::Leapfrog, ExplicitScheme::Verlet, ExplicitScheme::SymplecticEuler];

/// Numbers without any order, for velocities that excite every mode.
fn shaken(n: usize, size: f64) -> Vec<DVec3> {
    let number = |k: usize| ((k as f64 * 12.9898).sin() * 43758.5453).fract() * size;
    (0..n).map(|i| DVec3::new(number(3 * i), number(3 * i + 1), number(3 * i + 2))).collect()
}

fn velocity(stepper: &Explicit, state: &State) -> Vec<DVec3> {
    let mut v = vec![DVec3::ZERO; state.q.len()];
    stepper.velocity_now(state, &mut v);
    v
}

#[test]
fn leapfrog_and_verlet_are_one_method() {
    let mut bar = Bar::new([3, 1, 1], DVec3::new(1.0, 0.4, 0.4), Linear, "neo-hookean").clamped();
    bar.damping =
        Damping { mass_rate: 0.3, stiffness_time: 1e-4, shear_viscosity: 0.01, bulk_viscosity: 0.0 };
    bar.gravity = DVec3::new(0.0, 0.0, -9.81);
    let mut system = bar.build();
    let mut states = [State::at_rest(system.x_rest.clone()), State::at_rest(system.x_rest.clone())];
    let mut steppers =
        [Explicit::new(ExplicitScheme::Leapfrog, 0.9), Explicit::new(ExplicitScheme::Verlet, 0.9)];
    for k in 0..2 {
        states[k].v = shaken(system.node_count(), 0.5);
        steppers[k].prepare(&mut system, &mut states[k]).unwrap();
    }
    let limit = steppers[0].largest_step(&mut system, &states[0]).unwrap();
    for step in 0..500 {
        // Also while the step changes.
        let dt = limit * if step % 50 < 25 { 0.8 } else { 0.5 };
        for k in 0..2 {
            steppers[k].step(&mut system, &mut states[k], dt, &mut NoPhases).unwrap();
        }
        let error = largest_distance(&states[0].q, &states[1].q);
        assert!(error < 1e-12, "step {step}: {error:e}");
        let error =
            largest_distance(&velocity(&steppers[0], &states[0]), &velocity(&steppers[1], &states[1]));
        assert!(error < 1e-10, "step {step}: {error:e}");
    }
}

#[test]
fn momentum_and_angular_momentum_stay_to_the_last_digits() {
    for law in ["corotational", "stvk", "neo-hookean", "neo-hookean-isochoric", "stable-neo-hookean"] {
        for scheme in SCHEMES {
            let mut system = Bar::new([3, 2, 2], DVec3::new(1.0, 0.6, 0.6), Linear, law).build();
            let mut state = State::at_rest(system.x_rest.clone());
            let noise = shaken(system.node_count(), 0.3);
            let spin = DVec3::new(1.0, 2.0, -0.5);
            for i in 0..state.q.len() {
                state.v[i] = DVec3::new(0.5, 0.0, 0.2) + spin.cross(state.q[i]) + noise[i];
                state.q[i] *= DVec3::new(1.1, 0.95, 1.0);
            }
            let mut stepper = Explicit::new(scheme, 0.5);
            stepper.prepare(&mut system, &mut state).unwrap();
            let dt = stepper.largest_step(&mut system, &state).unwrap();
            let moments = |stepper: &Explicit, system: &System, state: &State| {
                let v = velocity(stepper, state);
                (system.momentum(&v), system.angular_momentum(&state.q, &v))
            };
            let before = moments(&stepper, &system, &state);
            for _ in 0..1000 {
                stepper.step(&mut system, &mut state, dt, &mut NoPhases).unwrap();
            }
            let after = moments(&stepper, &system, &state);
            let error = after.0.distance(before.0) / before.0.length();
            assert!(error < 1e-12, "{law} {scheme:?}: momentum {error:e}");
            let error = after.1.distance(before.1) / before.1.length();
            assert!(error < 1e-12, "{law} {scheme:?}: angular momentum {error:e}");
        }
    }
}

#[test]
fn energy_wavers_but_does_not_drift() {
    let mut system = Bar::new([3, 1, 1], DVec3::new(1.0, 0.4, 0.4), Linear, "neo-hookean").clamped().build();
    let mut state = State::at_rest(system.x_rest.clone());
    state.v.iter_mut().zip(&system.x_rest).for_each(|(v, x)| *v = DVec3::new(0.0, 0.2, 1.0) * x.x);
    let mut stepper = Explicit::new(ExplicitScheme::Verlet, 0.5);
    stepper.prepare(&mut system, &mut state).unwrap();
    let dt = stepper.largest_step(&mut system, &state).unwrap();
    let energy = |system: &System, state: &State| {
        let at = At { q: &state.q, v: &state.v, time: 0.0 };
        system.potential_energy(&at).unwrap() + system.kinetic_energy(&state.v)
    };
    let start = energy(&system, &state);
    let mut mean = [0.0; 2];
    for half in &mut mean {
        for _ in 0..4000 {
            stepper.step(&mut system, &mut state, dt, &mut NoPhases).unwrap();
            let now = energy(&system, &state);
            assert!((now / start - 1.0).abs() < 0.02, "{now} {start}");
            *half += now / 4000.0;
        }
    }
    assert!((mean[1] / mean[0] - 1.0).abs() < 1e-4, "{mean:?}");
}

/// Growth of the largest speed over many steps of `share` of the limit.
fn growth(bar: &Bar, scheme: ExplicitScheme, share: f64, steps: usize) -> f64 {
    let mut system = bar.build();
    let mut state = State::at_rest(system.x_rest.clone());
    state.v = shaken(system.node_count(), 1e-3);
    system.holds.project(&mut state.v);
    let mut stepper = Explicit::new(scheme, 1.0);
    stepper.prepare(&mut system, &mut state).unwrap();
    let limit = stepper.largest_step(&mut system, &state).unwrap();
    let start = state.v.iter().map(|v| v.length()).fold(0.0, f64::max);
    for _ in 0..steps {
        if stepper.step(&mut system, &mut state, share * limit, &mut NoPhases).is_err() {
            return f64::INFINITY;
        }
    }
    state.v.iter().map(|v| v.length()).fold(0.0, f64::max) / start
}

#[test]
fn the_stable_step_is_near_the_true_limit() {
    let rayleigh = Damping { stiffness_time: 2e-3, ..Damping::NONE };
    let drag = Damping { mass_rate: 300.0, ..Damping::NONE };
    for order in [Linear, Quadratic] {
        for damping in [Damping::NONE, rayleigh, drag] {
            for clamped in [true, false] {
                for scheme in SCHEMES {
                    let mut bar = Bar::new([6, 2, 2], DVec3::new(1.0, 0.3, 0.35), order, "linear");
                    bar.damping = damping;
                    let bar = if clamped { bar.clamped() } else { bar };
                    let name = format!("{order:?} {damping:?} clamped {clamped} {scheme:?}");
                    let calm = growth(&bar, scheme, 0.99, 2000);
                    assert!(calm < 10.0, "{name}: {calm} at 0.99 of the limit");
                    // Drag and stiffness have their largest rates in different modes: the limit is a lower bound then.
                    if damping != drag {
                        let wild = growth(&bar, scheme, 1.05, 2000);
                        assert!(wild > 1e3, "{name}: {wild} at 1.05 of the limit");
                    }
                }
            }
        }
    }
}

/// One node in a thick liquid and no spring: the limit is that of the drag alone, and with a drag that vanishes
/// there is none. Velocities driven on by the accelerations before make of the half step an Adams-Bashforth one.
#[test]
fn the_limit_of_pure_drag_is_one_over_its_rate() {
    for (rate, expected) in [(50.0, 0.02), (1e12, 1e-12), (0.0, f64::INFINITY)] {
        let drag = MassDamping::new("drag".into(), 0, Mass::lumped(vec![rate * 3.0]));
        let holds = Holds::new(1, Vec::new(), &[]).unwrap();
        let mut system = System::new(vec![DVec3::ZERO], Mass::lumped(vec![3.0]), holds, vec![Box::new(drag)]);
        let mut state = State::at_rest(vec![DVec3::ZERO]);
        let mut stepper = Explicit::new(ExplicitScheme::Leapfrog, 1.0);
        stepper.prepare(&mut system, &mut state).unwrap();
        let limit = stepper.largest_step(&mut system, &state).unwrap();
        // The estimate of the rate carries a margin of two percent.
        assert!(limit == expected || (limit / expected - 1.0).abs() < 0.03, "{rate}: {limit}");
    }
}

#[test]
fn a_body_held_everywhere_has_no_limit_and_does_not_move() {
    let x = vec![DVec3::ZERO];
    let requests: Vec<Hold> =
        AXES.iter().map(|&direction| Hold { node: 0, direction, motion: 0, x_rest: x[0] }).collect();
    let holds = Holds::new(1, vec![Motion::still()], &requests).unwrap();
    let drag = MassDamping::new("drag".into(), 0, Mass::lumped(vec![1.0]));
    let mut system = System::new(x.clone(), Mass::lumped(vec![1.0]), holds, vec![Box::new(drag)]);
    let mut state = State::at_rest(x);
    let mut stepper = Explicit::new(ExplicitScheme::Verlet, 0.9);
    stepper.prepare(&mut system, &mut state).unwrap();
    assert_eq!(stepper.largest_step(&mut system, &state), Some(f64::INFINITY));
    stepper.step(&mut system, &mut state, 1.0, &mut NoPhases).unwrap();
    assert_eq!(state.q[0], DVec3::ZERO);
}
