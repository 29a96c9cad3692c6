//! What overlaps at the start: named, let alone, or undone slowly.

use crate::common::{WAVE_SPEED, block, body, floor, mesh, plate, scene, sheet, spheres, still};
use crate::filter::Explicit;
use crate::stepper::Stepper;
use glam::DVec3;
use pliant_contact::collider::Primitive;
use pliant_contact::{Collider, ContactBody, ContactLayer, ContactSettings, InitialOverlap};
use pliant_system::{Contact, State};

fn ball(centre: DVec3, radius: f64) -> Collider {
    still("ball", Primitive::Sphere { centre, radius })
}

fn unit_block() -> ContactBody {
    body("block", 0, &block(DVec3::ZERO, DVec3::ONE), true)
}

fn found(bodies: Vec<ContactBody>, colliders: Vec<Collider>) -> Vec<([String; 2], Option<f64>)> {
    let (mut layer, state) = scene(bodies, colliders, ContactSettings::default());
    layer.overlaps(&state.q, 0.0).into_iter().map(|o| (o.names, o.depth)).collect()
}

fn names(a: &str, b: &str) -> [String; 2] {
    [a.to_owned(), b.to_owned()]
}

#[test]
fn nothing_overlaps_where_nothing_does() {
    let others = body("plate", 8, &plate(DVec3::new(0.0, 0.0, 1.01), 1.0, 3, 0.05), true);
    assert_eq!(found(vec![unit_block(), others], vec![ball(DVec3::new(0.5, 0.5, -0.31), 0.3)]), []);
}

#[test]
fn overlaps_are_named_with_their_depth() {
    let low = still("ground", Primitive::Plane { point: DVec3::Z * 0.02, normal: DVec3::Z });
    let lone = found(vec![unit_block()], vec![low]);
    assert_eq!(lone.len(), 1);
    assert_eq!(lone[0].0, names("block", "ground"));
    assert!((lone[0].1.unwrap() - 0.02).abs() < 1e-12, "{:?}", lone[0].1);

    // Sixteen points of the plate's underside are in the block by 0.03.
    let above = body("plate", 8, &plate(DVec3::new(0.1, 0.1, 0.97), 0.6, 3, 0.2), true);
    let pair = found(vec![unit_block(), above], vec![]);
    assert_eq!(pair.len(), 1);
    assert_eq!(pair[0].0, names("block", "plate"));
    assert!((pair[0].1.unwrap() - 0.03).abs() < 1e-12, "{:?}", pair[0].1);

    let grains = spheres("grain", 8, &[DVec3::new(0.4, 0.3, 1.04)], 0.05);
    let grain = found(vec![unit_block(), grains], vec![]);
    assert_eq!(grain.len(), 1);
    assert!((grain[0].1.unwrap() - 0.01).abs() < 1e-12, "{:?}", grain[0].1);
}

#[test]
fn what_is_wholly_inside_is_reported() {
    let small = block(DVec3::splat(0.4), DVec3::splat(0.1));
    let cases = [
        found(vec![unit_block()], vec![ball(DVec3::splat(0.5), 0.05)]),
        found(vec![unit_block()], vec![mesh("ball", &small)]),
        found(vec![unit_block(), body("ball", 8, &small, true)], vec![]),
        found(vec![unit_block(), spheres("ball", 8, &[DVec3::splat(0.5)], 0.02)], vec![]),
        found(vec![body("block", 0, &small, true)], vec![mesh("ball", &block(DVec3::ZERO, DVec3::ONE))]),
    ];
    for (i, case) in cases.iter().enumerate() {
        assert_eq!(case.len(), 1, "case {i}: {case:?}");
        let mut told = case[0].0.clone();
        told.sort();
        assert_eq!(told, names("ball", "block"), "case {i}");
        assert_eq!(case[0].1, None, "case {i}");
    }
}

/// Wholly inside, the depth says nothing; with a part outside it does.
#[test]
fn inside_analytic_shapes_only_what_looks_out_is_so_deep() {
    let grain = |z: f64| spheres("grain", 0, &[DVec3::Z * z], 0.02);
    let inside = found(vec![grain(0.4)], vec![ball(DVec3::ZERO, 1.0)]);
    assert_eq!(inside, [(names("grain", "ball"), None)]);
    let looking_out = found(vec![grain(1.01)], vec![ball(DVec3::ZERO, 1.0)]);
    assert!((looking_out[0].1.unwrap() - 0.01).abs() < 1e-12, "{looking_out:?}");
}

fn chosen(initial: InitialOverlap) -> ContactSettings {
    ContactSettings { initial, ..ContactSettings::default() }
}

/// Everything overlaps something.
fn mess(initial: InitialOverlap) -> (ContactLayer, State) {
    let bodies = vec![
        unit_block(),
        body("plate", 8, &plate(DVec3::new(0.1, 0.1, 0.97), 0.6, 3, 0.2), true),
        spheres("grains", 40, &[DVec3::new(0.4, 0.3, 1.2), DVec3::new(0.45, 0.33, 1.25)], 0.05),
        body("sheet", 42, &sheet(DVec3::new(0.05, 0.05, 0.985), 0.5, 3), false),
    ];
    let low = still("ground", Primitive::Plane { point: DVec3::Z * 0.02, normal: DVec3::Z });
    let colliders = vec![
        low,
        ball(DVec3::new(0.5, 0.5, -0.3), 0.35),
        mesh("post", &block(DVec3::new(0.3, 0.9, 0.2), DVec3::splat(0.4))),
    ];
    scene(bodies, colliders, chosen(initial))
}

#[test]
fn no_force_in_the_first_step() {
    for initial in [InitialOverlap::Keep, InitialOverlap::Resolve] {
        let (mut layer, mut state) = mess(initial);
        assert!(layer.overlaps(&state.q, 0.0).len() >= 4);
        layer.begin_step(&state, 1e-3);
        layer.freeze(&state.q);
        let mut forces = vec![DVec3::ZERO; state.q.len()];
        layer.add_forces(&state.q, &mut forces);
        let largest = forces.iter().map(|f| f.length()).fold(0.0, f64::max);
        // Rounding of gap plus allowance, times a stiffness of up to 2e7 N/m.
        assert!(largest < 1e-7, "{initial:?}: {largest} N");

        let explicit = Explicit::free(state.q.len(), 1e-3);
        let (mut layer, _) = mess(initial);
        let start = state.q.clone();
        explicit.filter(&mut layer, &mut state);
        let fastest = state.v.iter().map(|v| v.length()).fold(0.0, f64::max);
        let moved = state.q.iter().zip(&start).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
        assert!(fastest < 1e-12 && moved < 1e-12, "{initial:?}: {fastest} m/s, {moved} m");
    }
}

fn sunk_grain(initial: InitialOverlap) -> (ContactLayer, State) {
    let grain = spheres("grain", 0, &[DVec3::new(0.3, 0.2, 0.04)], 0.05);
    scene(vec![grain], vec![floor()], chosen(initial))
}

/// By 2 % of the speed of sound.
const GENTLE: f64 = 0.02 * WAVE_SPEED;

#[test]
fn kept_overlaps_stay_as_they_are() {
    let (mut layer, mut state) = sunk_grain(InitialOverlap::Keep);
    let stepper = Stepper { mass: 1.0, dt: 1e-3 };
    for _ in 0..200 {
        stepper.step(&mut layer, &mut state, &[DVec3::Z * -10.0]);
    }
    // Its weight presses it in by 10 N over 1.8e6 N/m.
    assert!((state.q[0].z - 0.04).abs() < 1e-5, "{}", state.q[0].z);
    assert!((state.contact.force[0].z - 10.0).abs() < 0.01, "{}", state.contact.force[0]);

    let (mut layer, mut state) = sunk_grain(InitialOverlap::Keep);
    let explicit = Explicit::free(1, 1e-3);
    for _ in 0..200 {
        explicit.step(&mut layer, &mut state, DVec3::Z * -10.0);
    }
    assert!((state.q[0].z - 0.04).abs() < 1e-9, "{}", state.q[0].z);
}

/// Once they have come apart, there is no allowance left.
#[test]
fn what_came_apart_does_not_sink_in_again() {
    let (mut layer, mut state) = sunk_grain(InitialOverlap::Keep);
    let stepper = Stepper { mass: 1.0, dt: 1e-3 };
    state.v[0] = DVec3::Z * 0.5;
    for _ in 0..400 {
        stepper.step(&mut layer, &mut state, &[DVec3::Z * -10.0]);
    }
    assert!((state.q[0].z - 0.05).abs() < 1e-4, "{}", state.q[0].z);
}

#[test]
fn resolved_overlaps_shrink_gently() {
    let (mut layer, mut state) = sunk_grain(InitialOverlap::Resolve);
    let stepper = Stepper { mass: 1.0, dt: 1e-3 };
    for step in 0..100 {
        stepper.step(&mut layer, &mut state, &[DVec3::Z * -10.0]);
        let most = GENTLE * 1e-3 * f64::from(step) + 1e-3;
        assert!(state.q[0].z < 0.04 + most, "step {step}: {}", state.q[0].z);
        assert!(state.v[0].length() < 3.0 * GENTLE, "step {step}: {}", state.v[0]);
    }
    assert!((state.q[0].z - 0.05).abs() < 1e-4, "{}", state.q[0].z);

    let (mut layer, mut state) = sunk_grain(InitialOverlap::Resolve);
    let explicit = Explicit::free(1, 1e-3);
    let mut before = state.q[0].z;
    for step in 0..200 {
        explicit.step(&mut layer, &mut state, DVec3::Z * -10.0);
        let rise = state.q[0].z - before;
        assert!((-1e-9..=GENTLE * 1e-3 * 1.01).contains(&rise), "step {step}: {rise} m");
        before = state.q[0].z;
    }
    assert!((state.q[0].z - 0.05).abs() < 1e-4, "{}", state.q[0].z);
}

/// The deepest overlap does not count what was there at the start.
#[test]
fn the_deepest_overlap_is_what_came_later() {
    let (mut layer, mut state) = sunk_grain(InitialOverlap::Keep);
    let stepper = Stepper { mass: 1.0, dt: 1e-3 };
    for _ in 0..100 {
        stepper.step(&mut layer, &mut state, &[DVec3::Z * -10.0]);
    }
    assert_eq!(state.contact.deepest.len(), 1);
    let deepest = state.contact.deepest[0];
    assert_eq!(deepest.pair, [0, 1]);
    assert_eq!([layer.name(0), layer.name(1)], ["grain", "floor"]);
    assert!(deepest.depth > 1e-6 && deepest.depth < 1e-4, "{deepest:?}");
    assert!((deepest.share - deepest.depth / 0.1).abs() < 1e-12);
}
