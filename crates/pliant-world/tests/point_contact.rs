//! Contact of a body whose points are not its nodes.
#![allow(clippy::unwrap_used)]

mod support;

use glam::DVec3;
use pliant_contact::collider::Primitive;
use pliant_contact::{Analytic, Collider, ColliderShape, ContactSettings};
use pliant_stepping::NoPhases;
use pliant_system::{History, Motion};
use pliant_world::{
    BodyContact, Component, ContactSetup, Gather, Load, Probe, ProbeTarget, Quantity, World, WorldBuilder,
};
use support::*;

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// A box that stands on a plane, looked at after it has come to rest.
fn standing(body: AffineBody) -> World {
    let mut builder = WorldBuilder::new();
    builder.add_body(body.setup(DVec3::ZERO, DVec3::ZERO));
    builder.add_load("gravity".into(), 0, Load::Acceleration(GRAVITY), History::constant(1.0));
    let plane = Primitive::Plane { point: ORIGIN, normal: DVec3::Z };
    let shape = ColliderShape::Analytic(Analytic::new(plane, false).unwrap());
    let floor = Collider { name: "floor".into(), shape, motion: Motion::still(), friction: None };
    builder.contact(ContactSetup {
        settings: ContactSettings::default(),
        colliders: vec![floor],
        bodies: vec![BodyContact::default()],
    });
    let all = || ProbeTarget::Points((0..9).collect());
    let mut read = |quantity, component, target, gather| {
        builder.add_probe(Probe { name: "probe".into(), quantity, component, target, gather });
    };
    read(Quantity::ContactForce, Component::Axis(2), all(), Gather::Sum);
    read(Quantity::ContactForce, Component::Axis(2), ProbeTarget::Points(vec![4, 5, 6, 7]), Gather::Sum);
    read(Quantity::ContactForce, Component::Axis(2), ProbeTarget::Colliders(vec![0]), Gather::Sum);
    read(Quantity::ContactGap, Component::Value, ProbeTarget::Points(vec![0, 1, 2, 3]), Gather::Max);
    let mut world = builder.build(dynamics(), schedule(1.0, 0.02)).unwrap();
    while !world.is_over() {
        world.step(&mut NoPhases).unwrap();
    }
    world
}

#[test]
fn a_box_on_the_floor_is_carried_by_its_lower_corners() {
    let mut world = standing(AffineBody::new(1e5));
    let (mass, _) = mass_and_inertia();
    let weight = 9.81 * mass;
    let probes = world.sample().probes;
    assert!((probes[0] / weight - 1.0).abs() < 1e-3, "{probes:?}, weight {weight}");
    assert_eq!(probes[1], 0.0, "the upper corners touch nothing");
    assert!((probes[2] + probes[0]).abs() < 1e-9 * weight, "{probes:?}");
    assert!(probes[3].abs() < 1e-3, "{probes:?}");
    let contact = world.frame(0).bodies[0].contact.clone().unwrap();
    assert_eq!((contact.force.len(), contact.gap.len(), contact.pressure.len()), (9, 9, 9));
    assert_eq!(contact.force.iter().filter(|force| force.z > 0.1 * weight).count(), 4);
    assert!((contact.force.iter().map(|force| force.z).sum::<f64>() - probes[0]).abs() < 1e-12 * weight);
    assert!(contact.gap[..4].iter().all(|gap| gap.abs() < 1e-3) && contact.gap[8].is_nan());
}

#[test]
fn slots_that_bonds_share_make_the_same_matrix() {
    // Rows of twelve entries have their slots merged, and each node comes in them three times.
    let (plain, parts) = (standing(AffineBody::new(1e5)), standing(AffineBody::new(1e5).in_parts()));
    for (a, b) in plain.positions(0).iter().zip(parts.positions(0).iter()) {
        assert!((*a - *b).length() < 1e-9, "{a} {b}");
    }
    // A wrong tangent would still converge, but not as fast.
    assert!(parts.totals().iterations <= plain.totals().iterations + 2);
}
