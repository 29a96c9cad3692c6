//! The velocity filter, case by case.

use crate::common::{
    Random, block, body, floor, mesh, moving, placed, plate, rough, scene, sheet, skin, spheres,
};
use glam::{DQuat, DVec3};
use pliant_contact::{ContactLayer, ContactSettings, Friction};
use pliant_geometry::closest_between_segments;
use pliant_system::{Contact, Drift, Hold, Holds, Motion, State};

/// Explicit steps of free nodes.
pub struct Explicit {
    pub inverse_mass: Vec<f64>,
    pub holds: Holds,
    pub dt: f64,
}

impl Explicit {
    /// Nodes of one kilogram, all free.
    pub fn free(count: usize, dt: f64) -> Self {
        Self { inverse_mass: vec![1.0; count], holds: Holds::new(count, vec![], &[]).unwrap(), dt }
    }

    /// Filters the velocities of the state, and lets nothing move.
    pub fn filter(&self, layer: &mut ContactLayer, state: &mut State) {
        let (inverse_mass, holds, dt, time) = (&self.inverse_mass[..], &self.holds, self.dt, state.time);
        let State { q, v, contact, .. } = state;
        let mut drift = Drift { q, v, inverse_mass, holds, time, dt, kick: dt, response: None };
        layer.filter(&mut drift, contact);
    }

    /// Speeds up by an acceleration (m/s2), filters, moves.
    pub fn step(&self, layer: &mut ContactLayer, state: &mut State, acceleration: DVec3) {
        state.v.iter_mut().for_each(|v| *v += acceleration * self.dt);
        self.filter(layer, state);
        for (x, v) in state.q.iter_mut().zip(&state.v) {
            *x += *v * self.dt;
        }
        state.time += self.dt;
        state.step += 1;
    }
}

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -10.0);

fn grain_on(ground: pliant_contact::Collider, friction: Friction) -> (ContactLayer, State) {
    let grain = spheres("grain", 0, &[DVec3::new(0.31, 0.23, 0.05)], 0.05);
    scene(vec![grain], vec![ground], ContactSettings { friction, ..ContactSettings::default() })
}

#[test]
fn a_grain_comes_to_rest_on_the_floor_and_weighs_what_it_weighs() {
    let (mut layer, mut state) = grain_on(floor(), Friction::NONE);
    state.q[0].z = 0.2;
    let explicit = Explicit::free(1, 1e-3);
    for _ in 0..400 {
        explicit.step(&mut layer, &mut state, GRAVITY);
        assert!(state.q[0].z >= 0.05 - 1e-12, "{}", state.q[0]);
    }
    assert!((state.q[0].z - 0.05).abs() < 1e-12 && state.v[0].length() < 1e-12, "{}", state.q[0]);
    assert!((state.contact.force[0] - DVec3::Z * 10.0).length() < 1e-9);
    assert!((state.contact.on_colliders[0] + DVec3::Z * 10.0).length() < 1e-9);
}

#[test]
fn sticks_and_slides_by_coulomb() {
    let friction = Friction { sticking: 0.5, sliding: 0.3 };
    for ground in [floor(), mesh("ground", &sheet(DVec3::ZERO, 1.0, 3))] {
        for (pull, expected) in [(4.9, 0.0), (5.1, 5.1 - 3.0)] {
            let (mut layer, mut state) = grain_on(ground.clone(), friction);
            let explicit = Explicit::free(1, 1e-4);
            let along = DVec3::new(0.6, -0.8, 0.0);
            for _ in 0..1000 {
                explicit.step(&mut layer, &mut state, GRAVITY + along * pull);
            }
            let speed = state.v[0].dot(along);
            assert!((speed - expected * 0.1).abs() < 1e-3, "{speed} m/s at {pull} m/s2");
            assert!(state.v[0].cross(along).length() < 1e-9, "{}", state.v[0]);
        }
    }
}

#[test]
fn moving_colliders_carry_along() {
    let friction = Friction::new(0.5);
    for ground in [floor(), mesh("ground", &sheet(DVec3::ZERO, 1.0, 3))] {
        let (mut layer, mut state) = grain_on(moving(ground, DVec3::new(0.2, 0.1, 0.0), 0.0), friction);
        let explicit = Explicit::free(1, 1e-3);
        for _ in 0..200 {
            explicit.step(&mut layer, &mut state, GRAVITY);
        }
        assert!((state.v[0] - DVec3::new(0.2, 0.1, 0.0)).length() < 1e-6, "{}", state.v[0]);
    }
}

#[test]
fn rising_colliders_lift() {
    for ground in [floor(), mesh("ground", &sheet(DVec3::ZERO, 1.0, 3))] {
        let (mut layer, mut state) = grain_on(moving(ground, DVec3::Z * 0.5, 0.0), Friction::NONE);
        let explicit = Explicit::free(1, 1e-3);
        for _ in 0..300 {
            explicit.step(&mut layer, &mut state, GRAVITY);
        }
        let expected = 0.05 + 0.5 * state.time;
        assert!((state.q[0].z - expected).abs() < 1e-9, "{} instead of {expected}", state.q[0].z);
    }
}

/// A small block shot at plates and sheets, far through them within one step.
#[test]
fn fast_blocks_do_not_pass_thin_things() {
    let shot = placed(
        &block(DVec3::new(0.4, 0.42, 0.5), DVec3::splat(0.1)),
        DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 0.3).normalize(), 0.7),
        DVec3::ZERO,
    );
    // Sideways so slowly that they stay over the target.
    let ways = [DVec3::NEG_Z, DVec3::new(0.03, 0.02, -1.0), DVec3::new(-0.05, 0.04, -1.0)];
    for (thin, is_closed) in [(plate(DVec3::ZERO, 1.0, 4, 0.005), true), (sheet(DVec3::ZERO, 1.0, 4), false)]
    {
        for way in ways {
            for friction in [0.0, 0.4] {
                let bodies = vec![body("shot", 0, &shot, true), body("thin", 8, &thin, is_closed)];
                let (mut layer, mut state) = scene(bodies, vec![], rough(friction));
                let mut explicit = Explicit::free(state.q.len(), 0.01);
                // The target is heavy, and stays where it is.
                explicit.inverse_mass[8..].fill(1e-9);
                state.v[..8].fill(way * 150.0);
                for _ in 0..8 {
                    explicit.step(&mut layer, &mut state, DVec3::ZERO);
                }
                let deepest = state.q[..8].iter().map(|x| x.z).fold(f64::INFINITY, f64::min);
                // A part in a thousand of the way is what rounds may leave.
                assert!(deepest > -1e-3, "closed: {is_closed}, {way}, friction {friction}: {deepest} m");
            }
        }
    }
}

/// The same against a collider of triangles.
#[test]
fn fast_grains_do_not_pass_meshes() {
    let ground = mesh("ground", &sheet(DVec3::ZERO, 1.0, 4));
    let centres = [DVec3::new(0.5, 0.5, 0.4), DVec3::new(0.13, 0.4, 0.3), DVec3::new(0.5, 0.8, 0.7)];
    for way in [DVec3::NEG_Z, DVec3::new(0.2, -0.1, -1.0)] {
        let grains = spheres("grains", 0, &centres, 0.01);
        let (mut layer, mut state) = scene(vec![grains], vec![ground.clone()], ContactSettings::default());
        let explicit = Explicit::free(3, 0.01);
        state.v.fill(way * 100.0);
        for _ in 0..3 {
            explicit.step(&mut layer, &mut state, DVec3::ZERO);
            let inside = state.q.iter().filter(|x| x.x > 0.0 && x.x < 1.0 && x.y > 0.0 && x.y < 1.0);
            let deepest = inside.map(|x| x.z).fold(f64::INFINITY, f64::min);
            assert!(deepest > 0.01 - 1e-9, "{way}: {deepest} m");
        }
    }
}

/// Two blocks with crossing edges in front.
#[test]
fn fast_edges_do_not_pass_each_other() {
    let turned = |axis: DVec3| DQuat::from_axis_angle(axis, std::f64::consts::FRAC_PI_4);
    let below = placed(&block(DVec3::ZERO, DVec3::new(1.0, 0.1, 0.1)), turned(DVec3::X), DVec3::ZERO);
    let above = placed(
        &block(DVec3::ZERO, DVec3::new(0.1, 1.0, 0.1)),
        turned(DVec3::Y),
        DVec3::new(0.43, -0.41, 0.4),
    );
    let bodies = vec![body("below", 0, &below, true), body("above", 8, &above, true)];
    let (mut layer, mut state) = scene(bodies, vec![], ContactSettings::default());
    let mut explicit = Explicit::free(16, 0.01);
    explicit.inverse_mass[..8].fill(1e-9);
    state.v[8..].fill(DVec3::Z * -80.0);
    // The two nodes of the edge in front; nothing holds the others together with them.
    let mut front: Vec<usize> = (8..16).collect();
    front.sort_by(|&i, &j| state.q[i].z.total_cmp(&state.q[j].z));
    let top: Vec<usize> = (0..8).filter(|&i| state.q[i].z > 0.115).collect();
    explicit.step(&mut layer, &mut state, DVec3::ZERO);
    let (a, b) = ([state.q[front[0]], state.q[front[1]]], [state.q[top[0]], state.q[top[1]]]);
    let [on_a, on_b] = closest_between_segments(a, b).points(a, b);
    assert!((on_a - on_b).z > -1e-9, "{on_a} over {on_b}");
    let skin = 0.5 * (skin(&below) + skin(&above));
    assert!((on_a - on_b).length() < skin + 1e-3, "stopped short: {on_a} over {on_b}");
}

fn held_grain(directions: &[DVec3], friction: f64) -> (ContactLayer, State, Explicit) {
    let grain = spheres("grain", 0, &[DVec3::new(0.3, 0.2, 0.05)], 0.05);
    let (layer, state) = scene(vec![grain], vec![floor()], rough(friction));
    let hold = |direction: &DVec3| Hold { node: 0, direction: *direction, motion: 0, x_rest: state.q[0] };
    let requests: Vec<Hold> = directions.iter().map(hold).collect();
    let holds = Holds::new(1, vec![Motion::still()], &requests).unwrap();
    (layer, state, Explicit { inverse_mass: vec![1.0], holds, dt: 1e-3 })
}

#[test]
fn held_directions_keep_their_velocity() {
    let oblique = DVec3::new(1.0, 0.5, 2.0).normalize();
    for directions in [vec![oblique], vec![DVec3::X, oblique], vec![DVec3::X, DVec3::Y, DVec3::Z]] {
        for friction in [0.0, 0.3, 2.0] {
            let (mut layer, mut state, explicit) = held_grain(&directions, friction);
            let v = DVec3::new(1.0, -2.0, -3.0);
            state.v[0] = v;
            explicit.filter(&mut layer, &mut state);
            for along in explicit.holds.held()[0].directions() {
                let change = along.dot(state.v[0] - v);
                // Driven into the floor, it may be jammed: then impulses are huge.
                let impulse = state.contact.force[0].length() * explicit.dt;
                assert!(
                    change.abs() < 1e-14 * (1.0 + impulse),
                    "{change} m/s along {along}, friction {friction}"
                );
            }
            if directions.len() < 3 && friction == 0.0 {
                assert!(state.v[0].z > -1e-9, "{}", state.v[0]);
            }
        }
    }
}

/// Held obliquely, what contact can do along the normal is little and what friction can do across is much; friction must
/// neither overshoot nor speed anything up.
#[test]
fn friction_does_not_drive_what_is_partly_held() {
    for share in [0.02, 0.1, 0.5, 1.0, 3.0] {
        for friction in [0.1, 0.5, 1.0] {
            let (mut layer, mut state, explicit) = held_grain(&[DVec3::new(share, 0.0, 1.0)], friction);
            // Free to slide along x and, with it, up and down; no velocity along what is held.
            let free = DVec3::new(1.0, 0.0, -share).normalize();
            state.v[0] = free + DVec3::Y * 0.7;
            let before = state.v[0].length();
            explicit.filter(&mut layer, &mut state);
            let after = state.v[0].length();
            assert!(
                after <= before * (1.0 + 1e-12),
                "share {share}, friction {friction}: {before} -> {after} m/s"
            );
            assert!(state.v[0].z > -1e-6, "share {share}, friction {friction}: {}", state.v[0]);
        }
    }
}

/// Held in three oblique directions, a node cannot be moved: rounding must not make an impulse of it.
#[test]
fn what_is_held_obliquely_in_all_directions_does_not_move() {
    let mut random = Random(4);
    for _ in 0..50 {
        let directions: Vec<DVec3> = (0..3).map(|_| random.direction()).collect();
        let (mut layer, mut state, explicit) = held_grain(&directions, 0.3);
        let v = DVec3::new(1.0, -2.0, -3.0);
        state.v[0] = v;
        explicit.filter(&mut layer, &mut state);
        assert!(state.v[0].distance(v) < 1e-9, "{} instead of {v}", state.v[0]);
        let force = state.contact.force[0];
        assert!(force.length() < 1e12, "{force} N");
    }
}

/// Explicit steps that come back to a state go the same way again.
#[test]
fn the_same_state_goes_the_same_way() {
    let (mut layer, mut state) = grain_on(floor(), Friction::new(0.4));
    let explicit = Explicit::free(1, 1e-3);
    state.v[0] = DVec3::new(0.3, 0.1, 0.0);
    (0..20).for_each(|_| explicit.step(&mut layer, &mut state, GRAVITY));
    let kept = state.clone();
    (0..30).for_each(|_| explicit.step(&mut layer, &mut state, GRAVITY));
    let hash = state.hash();
    let (mut fresh, _) = grain_on(floor(), Friction::new(0.4));
    for layer in [&mut layer, &mut fresh] {
        state = kept.clone();
        (0..30).for_each(|_| explicit.step(layer, &mut state, GRAVITY));
        assert_eq!(state.hash(), hash);
    }
}
