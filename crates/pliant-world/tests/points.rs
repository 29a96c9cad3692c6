//! A world with a body whose points are not its nodes.
#![allow(clippy::unwrap_used)]

mod support;

use glam::DVec3;
use pliant_body::{Body, Face};
use pliant_geometry::{Region, Side};
use pliant_stepping::{Explicit, ExplicitScheme, NoPhases};
use pliant_system::{At, Embedding, History, Interpolation, Keyframe, Motion};
use pliant_world::{
    Air, BodyCells, BuildError, Component, Gather, Load, PinSetup, Probe, ProbeTarget, Quantity, World,
    WorldBuilder, face_weights,
};
use support::*;

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

fn free(stiffness: f64, velocity: DVec3, spin: DVec3) -> WorldBuilder {
    let mut builder = WorldBuilder::new();
    builder.add_body(AffineBody::new(stiffness).setup(velocity, spin));
    builder
}

fn probe(quantity: Quantity, component: Component, target: ProbeTarget, gather: Gather) -> Probe {
    Probe { name: format!("{quantity:?} {component:?}"), quantity, component, target, gather }
}

/// Reads a vector by three probes.
fn add_vector(builder: &mut WorldBuilder, quantity: Quantity, target: &ProbeTarget, gather: Gather) {
    (0..3).for_each(|k| builder.add_probe(probe(quantity, Component::Axis(k), target.clone(), gather)));
}

fn vector(world: &mut World, first: usize) -> DVec3 {
    DVec3::from_slice(&world.sample().probes[3 * first..3 * first + 3])
}

fn run(world: &mut World) {
    while !world.is_over() {
        world.step(&mut NoPhases).unwrap();
    }
}

fn pin(builder: &mut WorldBuilder, side: Side, mean: bool, motion: Motion) {
    let springs = builder.body(0).hold_points(&Region::Face(side), mean).unwrap();
    builder.add_pin(PinSetup {
        name: "pin".into(),
        body: 0,
        nodes: Vec::new(),
        springs,
        directions: DVec3::AXES.to_vec(),
        motion,
    });
}

#[test]
fn it_falls_as_everything_does() {
    let mut builder = free(1e4, DVec3::X, DVec3::ZERO);
    builder.add_load("gravity".into(), 0, Load::Acceleration(GRAVITY), History::constant(1.0));
    let mut world = builder.build(dynamics(), schedule(0.1, 0.01)).unwrap();
    run(&mut world);
    let frame = world.frame(0);
    let (body, steps) = (&frame.bodies[0], 10.0);
    assert_eq!((body.positions.len(), body.velocities.len()), (9, 9));
    for ((x, v), rest) in body.positions.iter().zip(&body.velocities).zip(&body.shape.rest) {
        assert!((*v - DVec3::X - GRAVITY * 0.1).length() < 1e-9, "{v}");
        // Implicit Euler: g dt^2 (1 + 2 + ... + n).
        let fallen = GRAVITY * (1e-4 * steps * (steps + 1.0) / 2.0);
        assert!((*x - *rest - DVec3::X * 0.1 - fallen).length() < 1e-9, "{x}");
    }
    assert_eq!((body.shape.nodes_a_cell, &body.shape.cells[..]), (1, &[8][..]));
    assert_eq!(body.shape.surface.len(), 12);
    for point in 0..body.shape.rest.len() {
        let shares: f64 = body.shape.cells_near.row(point).map(|(_, share)| share).sum();
        assert!((shares - 1.0).abs() < 1e-12, "every point gets values of cells: {shares}");
    }
    assert_eq!(body.measures.as_ref().unwrap()[0].twist, 3.0);
    assert_eq!(world.node_count(0), 4);
}

#[test]
fn momenta_are_those_of_a_rigid_box() {
    let (velocity, spin) = (DVec3::new(0.4, -0.3, 0.2), DVec3::new(1.0, 2.0, -0.5));
    let mut builder = free(0.0, velocity, spin);
    let cells = ProbeTarget::Cells(vec![BodyCells { body: 0, cells: vec![0] }]);
    add_vector(&mut builder, Quantity::Momentum, &cells, Gather::Sum);
    add_vector(&mut builder, Quantity::AngularMomentum, &cells, Gather::Sum);
    builder.add_probe(probe(Quantity::Energy, Component::Kinetic, cells, Gather::Sum));
    add_vector(&mut builder, Quantity::Velocity, &ProbeTarget::Points(vec![0, 7]), Gather::Mean);
    let mut world = builder.build(dynamics(), schedule(1.0, 0.1)).unwrap();
    let (mass, inertia) = mass_and_inertia();
    let centre = ORIGIN + SIZE * 0.5;
    let sample = world.sample();
    let read = |k: usize| DVec3::from_slice(&sample.probes[3 * k..]);
    assert!((read(0) - velocity * mass).length() < 1e-12 * mass);
    let turning = inertia * spin;
    assert!((read(1) - (centre.cross(velocity) * mass + turning)).length() < 1e-12 * mass);
    let energy = 0.5 * mass * velocity.length_squared() + 0.5 * spin.dot(turning);
    assert!((sample.probes[6] - energy).abs() < 1e-12 * energy);
    // Opposite corners move as the centre does, on average.
    assert!((DVec3::from_slice(&sample.probes[7..10]) - velocity).length() < 1e-12);
    let v = world.state().v.clone();
    let (system, state) = world.parts();
    assert!((system.momentum(&v) - velocity * mass).length() < 1e-12 * mass);
    let angular = system.angular_momentum(&state.q, &v);
    assert!((angular - (centre.cross(velocity) * mass + turning)).length() < 1e-12 * mass);
    assert!((mass_matrix().shifted_total(0..4, &[1.0, 0.0, 0.0, 0.0]) - mass).abs() < 1e-12 * mass);
}

#[test]
fn springs_hold_it_and_say_with_which_force() {
    let mut builder = free(1e4, DVec3::ZERO, DVec3::ZERO);
    pin(&mut builder, Side::XMin, false, Motion::still());
    builder.add_load("gravity".into(), 0, Load::Acceleration(GRAVITY), History::ramp(1.0));
    add_vector(
        &mut builder,
        Quantity::Reaction,
        &ProbeTarget::Pins { points: vec![], pins: vec![0] },
        Gather::Sum,
    );
    add_vector(&mut builder, Quantity::Displacement, &ProbeTarget::Points(vec![0, 2, 4, 6]), Gather::Mean);
    let mut world = builder.build(statics(), schedule(1.0, 1.0)).unwrap();
    run(&mut world);
    let (mass, _) = mass_and_inertia();
    let reaction = vector(&mut world, 0);
    assert!((reaction + GRAVITY * mass).length() < 1e-7 * mass, "{reaction}");
    let sunk = vector(&mut world, 1);
    assert!((sunk - GRAVITY * (mass / 4e6)).length() < 1e-9, "four springs of 1e6 N/m: {sunk}");
}

#[test]
fn a_pin_that_moves_takes_it_along() {
    let key = |time, shift| Keyframe { time, shift, turn: 0.0 };
    let way = DVec3::new(0.1, 0.0, 0.2);
    let keys = vec![key(0.0, DVec3::ZERO), key(1.0, way)];
    let motion = Motion::new(keys, DVec3::Z, DVec3::ZERO, Interpolation::Smooth);
    let mut builder = free(1e4, DVec3::ZERO, DVec3::ZERO);
    pin(&mut builder, Side::XMax, false, motion);
    let mut world = builder.build(statics(), schedule(1.0, 0.25)).unwrap();
    run(&mut world);
    for (x, rest) in world.positions(0).iter().zip(&world.shape(0).rest) {
        assert!((*x - *rest - way).length() < 1e-9, "{x}");
    }
    assert!((world.state().q[1] - DVec3::X * LENGTH).length() < 1e-9, "derivatives do not shift");
}

#[test]
fn a_static_run_wants_enough_springs() {
    let mut builder = free(0.0, DVec3::ZERO, DVec3::ZERO);
    pin(&mut builder, Side::XMin, true, Motion::still());
    let problems = builder.problems(statics().needs());
    assert!(
        matches!(&problems[..], [BuildError::NothingHolds { freedom, .. }] if freedom.starts_with("turn"))
    );
    pin(&mut builder, Side::XMin, false, Motion::still());
    assert_eq!(builder.problems(statics().needs()), []);
}

#[test]
fn explicit_steppers_are_refused() {
    let builder = free(1e4, DVec3::ZERO, DVec3::ZERO);
    let stepper = Explicit::new(ExplicitScheme::Leapfrog, 0.5);
    let error = builder.build(Box::new(stepper), schedule(1.0, 0.1)).err().unwrap();
    assert!(matches!(error, BuildError::CannotLump { .. }), "{error}");
    assert!(error.to_string().contains("implicit"), "{error}");
}

/// Resultant and torque about the origin of a load, by the forces on the nodes.
fn resultant(load: Load) -> (DVec3, DVec3) {
    let mut builder = free(0.0, DVec3::ZERO, DVec3::ZERO);
    builder.add_load("load".into(), 0, load, History::constant(1.0));
    let mut world = builder.build(dynamics(), schedule(1.0, 0.1)).unwrap();
    let state = world.state().clone();
    let mut forces = vec![DVec3::ZERO; 4];
    world.system_mut().forces(&At { q: &state.q, v: &state.v, time: 0.0 }, &mut forces);
    let torque = state.q.iter().zip(&forces).map(|(q, f)| q.cross(*f)).sum();
    (forces[0], torque)
}

fn near(found: DVec3, expected: DVec3) {
    assert!((found - expected).length() < 1e-11 * (1.0 + expected.length()), "{found} is not {expected}");
}

#[test]
fn loads_on_points_have_the_right_resultants() {
    let body = AffineBody::new(0.0);
    let side = body.select_faces(&Region::Face(Side::XMax)).unwrap();
    let (area, middle) = (SIZE.y * SIZE.z, ORIGIN + SIZE * DVec3::new(1.0, 0.5, 0.5));
    let shares = face_weights(&body, &side);
    let push = DVec3::new(3.0, -2.0, 5.0);

    let (force, torque) = resultant(Load::Force { shares: vec![(7, 2.0)], total: push });
    near(force, push);
    near(torque, (ORIGIN + SIZE).cross(push));
    let (force, torque) = resultant(Load::Traction { shares: shares.clone(), traction: push });
    near(force, push * area);
    near(torque, middle.cross(push * area));
    let (force, torque) = resultant(Load::Pressure { faces: side.clone(), pressure: 70.0 });
    near(force, DVec3::X * (-70.0 * area));
    near(torque, middle.cross(DVec3::X * (-70.0 * area)));
    let (force, torque) = resultant(Load::Pressure { faces: box_faces(), pressure: 70.0 });
    near(force, DVec3::ZERO);
    near(torque, DVec3::ZERO);
    let (force, torque) = resultant(Load::Torque { shares, torque: push, about: None });
    near(force, DVec3::ZERO);
    near(torque, push);
    let (mass, _) = mass_and_inertia();
    for load in
        [Load::Acceleration(GRAVITY), Load::CellAcceleration { cells: vec![0], acceleration: GRAVITY }]
    {
        let (force, torque) = resultant(load);
        near(force, GRAVITY * mass);
        near(torque, (ORIGIN + SIZE * 0.5).cross(GRAVITY * mass));
    }
}

#[test]
fn wind_pushes_the_side_that_faces_it() {
    let air = Air { velocity: DVec3::X * 5.0, density: 1.2, drag: 1.0, gusts: None };
    let (force, torque) = resultant(Load::Wind { faces: box_faces(), air });
    let expected = DVec3::X * (0.5 * 1.2 * 25.0 * SIZE.y * SIZE.z);
    near(force, expected);
    near(torque, (ORIGIN + SIZE * 0.5).cross(expected));
}

#[test]
fn wind_carries_a_free_body_along() {
    let air = Air { velocity: DVec3::X * 50.0, density: 1.2, drag: 1.0, gusts: None };
    let mut builder = free(1e5, DVec3::ZERO, DVec3::ZERO);
    builder.add_load("wind".into(), 0, Load::Wind { faces: box_faces(), air }, History::constant(1.0));
    let mut world = builder.build(dynamics(), schedule(1.0, 0.02)).unwrap();
    run(&mut world);
    // dv/dt = c (u - v)^2 with c = rho A / (2 m) gives u - v = u / (1 + c u t).
    let (mass, _) = mass_and_inertia();
    let rate = 0.5 * 1.2 * SIZE.y * SIZE.z / mass;
    let exact = 50.0 - 50.0 / (1.0 + rate * 50.0);
    let found = world.frame(0).bodies[0].velocities[8].x;
    assert!((found / exact - 1.0).abs() < 2e-3, "{found} {exact}");
}

#[test]
fn points_and_nodes_of_several_bodies_are_told_apart() {
    let mut builder = free(1e4, DVec3::ZERO, DVec3::ZERO);
    builder.add_body(AffineBody::new(1e4).setup(DVec3::Y, DVec3::ZERO));
    assert_eq!((builder.first_node(1), builder.first_point(1)), (4, 9));
    add_vector(&mut builder, Quantity::Velocity, &ProbeTarget::Points(vec![9, 17]), Gather::Mean);
    add_vector(&mut builder, Quantity::Position, &ProbeTarget::Points(vec![9]), Gather::Mean);
    let mut carrier = Embedding::new();
    carrier.push(row(ORIGIN + SIZE).into_iter().map(|(node, w)| (node + 4, w)));
    let at = ProbeTarget::Point { body: 1, point: ORIGIN + SIZE, carrier };
    add_vector(&mut builder, Quantity::Position, &at, Gather::Mean);
    builder.add_probe(probe(Quantity::Bending, Component::Value, at, Gather::Mean));
    let mut world = builder.build(dynamics(), schedule(0.1, 0.1)).unwrap();
    assert!((vector(&mut world, 0) - DVec3::Y).length() < 1e-12);
    assert!((vector(&mut world, 1) - ORIGIN).length() < 1e-12);
    assert!((vector(&mut world, 2) - ORIGIN - SIZE).length() < 1e-12);
    assert_eq!(world.sample().probes[9], 2.0);
}

#[test]
fn faces_of_the_box_look_outwards() {
    let corners = AffineBody::new(0.0).points_at_rest().to_vec();
    let middle = ORIGIN + SIZE * 0.5;
    for Face { nodes } in box_faces() {
        let [a, b, c] = [0, 1, 2].map(|k| corners[nodes[k] as usize]);
        assert!((b - a).cross(c - a).dot(a - middle) > 0.0);
    }
}
