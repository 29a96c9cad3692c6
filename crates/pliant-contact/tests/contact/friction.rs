//! A grain on a plane: Coulomb's law in implicit steps.

use crate::common::{floor, mesh, moving, scene, sheet, spheres};
use crate::stepper::Stepper;
use glam::DVec3;
use pliant_contact::{Collider, ContactLayer, ContactSettings, Friction};
use pliant_system::State;

/// Sticks to 0.5, slides at 0.3.
const ROUGH: Friction = Friction { sticking: 0.5, sliding: 0.3 };

const WEIGHT: f64 = 10.0;
const RADIUS: f64 = 0.05;
const STEPPER: Stepper = Stepper { mass: 1.0, dt: 1e-3 };

/// A grain that lies on a collider, its weight carried.
fn lying(ground: Collider) -> (ContactLayer, State) {
    let settings = ContactSettings { friction: ROUGH, ..ContactSettings::default() };
    let grain = spheres("grain", 0, &[DVec3::new(0.31, 0.23, RADIUS + 1e-6)], RADIUS);
    let (mut layer, mut state) = scene(vec![grain], vec![ground], settings);
    for _ in 0..500 {
        STEPPER.step(&mut layer, &mut state, &[DVec3::Z * -WEIGHT]);
    }
    assert!((state.contact.force[0].z - WEIGHT).abs() < 1e-3 * WEIGHT, "{}", state.contact.force[0]);
    (layer, state)
}

fn grounds() -> Vec<Collider> {
    vec![floor(), mesh("ground", &sheet(DVec3::ZERO, 1.0, 3))]
}

/// Pulls with a force that rises to `pull` (N) in the first 1000 steps: slowly, so that the grain does not swing.
fn drag(layer: &mut ContactLayer, state: &mut State, pull: DVec3, steps: usize) {
    for step in 0..steps {
        let share = (step as f64 / 1000.0).min(1.0);
        STEPPER.step(layer, state, &[pull * share - DVec3::Z * WEIGHT]);
    }
}

#[test]
fn sticks_below_the_limit() {
    for ground in grounds() {
        let (mut layer, mut state) = lying(ground);
        let from = state.q[0];
        let pull = DVec3::new(0.6, -0.8, 0.0) * (0.95 * ROUGH.sticking * WEIGHT);
        drag(&mut layer, &mut state, pull, 1500);
        let friction = state.contact.force[0].with_z(0.0);
        assert!((friction + pull).length() < 1e-3 * WEIGHT, "{friction} against {pull} N");
        let way = state.q[0] - from;
        // What it gives is elastic: less than 1 % of its size.
        assert!(way.length() < 0.01 * RADIUS && way.dot(pull) > 0.0, "{way}");
        assert!(state.v[0].length() < 1e-6, "{}", state.v[0]);
        assert_eq!(state.contact.touches.iter().filter(|t| t.flags & 1 != 0).count(), 0);
    }
}

#[test]
fn slides_above_the_limit_with_what_sliding_leaves() {
    for ground in grounds() {
        let (mut layer, mut state) = lying(ground);
        let along = DVec3::new(0.6, 0.8, 0.0);
        drag(&mut layer, &mut state, along * (1.1 * ROUGH.sticking * WEIGHT), 1100);
        let before = (state.v[0], state.time);
        drag_on(&mut layer, &mut state, along * (1.1 * ROUGH.sticking * WEIGHT), 50);
        let friction = state.contact.force[0].with_z(0.0);
        let expected = ROUGH.sliding * WEIGHT;
        assert!((friction + along * expected).length() < 1e-3 * expected, "{friction} N");
        let acceleration = (state.v[0] - before.0) / (state.time - before.1);
        let expected = (1.1 * ROUGH.sticking - ROUGH.sliding) * WEIGHT / STEPPER.mass;
        assert!((acceleration - along * expected).length() < 2e-3 * expected, "{acceleration} m/s2");
        assert!(state.contact.touches.iter().any(|t| t.flags & 1 != 0));
    }
}

fn drag_on(layer: &mut ContactLayer, state: &mut State, pull: DVec3, steps: usize) {
    for _ in 0..steps {
        STEPPER.step(layer, state, &[pull - DVec3::Z * WEIGHT]);
    }
}

#[test]
fn the_limit_is_sharp() {
    for (share, slides) in [(0.98, false), (1.02, true)] {
        let (mut layer, mut state) = lying(floor());
        drag(&mut layer, &mut state, DVec3::X * (share * ROUGH.sticking * WEIGHT), 1400);
        assert_eq!(state.v[0].x > 0.01, slides, "at {share} of the limit: {}", state.v[0]);
    }
}

#[test]
fn slows_down_and_sticks_again() {
    let (mut layer, mut state) = lying(floor());
    state.v[0] = DVec3::X * 0.3;
    let from = state.q[0];
    drag_on(&mut layer, &mut state, DVec3::ZERO, 400);
    // v^2 / (2 mu g), for the first step it still sticks.
    let expected = 0.09 / (2.0 * ROUGH.sliding * WEIGHT);
    let way = state.q[0].x - from.x;
    assert!((way - expected).abs() < 0.03 * expected, "{way} instead of {expected} m");
    assert!(state.v[0].length() < 1e-5, "{}", state.v[0]);
    assert_eq!(state.contact.touches.iter().filter(|t| t.flags & 1 != 0).count(), 0);
}

/// The stretch goes on from step to step: without pull the grain goes back to where it was.
#[test]
fn the_stretch_is_kept() {
    let (mut layer, mut state) = lying(floor());
    let from = state.q[0];
    let pull = DVec3::X * (0.9 * ROUGH.sticking * WEIGHT);
    drag(&mut layer, &mut state, pull, 1400);
    let stretch = DVec3::from_array(state.contact.touches[0].stretch);
    let way = state.q[0] - from;
    assert!((stretch - way.with_z(0.0)).length() < 1e-6 * way.length(), "{stretch} after {way}");
    drag_on(&mut layer, &mut state, DVec3::ZERO, 400);
    let left = state.q[0].distance(from);
    assert!(left < 1e-6 * way.length(), "{left} of {}", way.length());
}

#[test]
fn no_creep_in_ten_thousand_steps() {
    let (mut layer, mut state) = lying(floor());
    let pull = DVec3::new(-0.8, 0.6, 0.0) * (0.99 * ROUGH.sticking * WEIGHT);
    drag(&mut layer, &mut state, pull, 2000);
    let from = state.q[0];
    drag_on(&mut layer, &mut state, pull, 10_000);
    let way = state.q[0].distance(from);
    assert!(way < 1e-9, "{way} m");
}

/// The ground moves away under the grain, which goes along.
#[test]
fn moving_ground_carries_along() {
    for ground in grounds() {
        // 0.2 m/s from the start: 0.2 m in the second.
        let (mut layer, mut state) = lying(moving(ground, DVec3::X * 0.2, 0.0));
        let (from, start) = (state.q[0], state.time);
        drag_on(&mut layer, &mut state, DVec3::ZERO, 400);
        let expected = 0.2 * (state.time - start);
        let way = state.q[0] - from;
        assert!((way.x - expected).abs() < 1e-3 * expected, "{way} instead of {expected} m");
        assert!((state.v[0].x - 0.2).abs() < 1e-3, "{}", state.v[0]);
    }
}

/// A turntable carries a grain around.
#[test]
fn turning_ground_carries_around() {
    let (mut layer, mut state) = lying(moving(floor(), DVec3::ZERO, 1.0));
    let pivot = DVec3::new(0.1, -0.2, 0.0);
    let angle = |x: DVec3| (x - pivot).y.atan2((x - pivot).x);
    let (from, start) = (state.q[0], state.time);
    drag_on(&mut layer, &mut state, DVec3::ZERO, 400);
    let turned = angle(state.q[0]) - angle(from);
    let expected = state.time - start;
    assert!((turned - expected).abs() < 2e-3 * expected, "{turned} instead of {expected} rad");
    let (r0, r) = ((from - pivot).with_z(0.0).length(), (state.q[0] - pivot).with_z(0.0).length());
    assert!((r / r0 - 1.0).abs() < 1e-3, "{r} from {r0} m");
}
