//! Forces are minus the gradient of the potential, and equal and opposite.

use crate::common::{Random, moving, rough, still};
use crate::scenes::{
    Scene, all, edge_on_edge, embedded, grains, on_block, on_shape, on_sheet, rough_and_damped, shapes,
};
use glam::DVec3;
use pliant_contact::ContactSettings;
use pliant_contact::collider::Primitive;
use pliant_system::Contact;

/// Step of the differences (m).
const H: f64 = 1e-6;

/// Central differences of the potential, one a coordinate.
fn minus_gradient(scene: &Scene, q: &[DVec3]) -> Vec<DVec3> {
    let mut q = q.to_vec();
    (0..q.len())
        .map(|i| {
            DVec3::from_array(std::array::from_fn(|axis| {
                let x = q[i];
                q[i][axis] = x[axis] + H;
                let ahead = scene.layer.potential(&q);
                q[i][axis] = x[axis] - H;
                let behind = scene.layer.potential(&q);
                q[i] = x;
                (behind - ahead) / (2.0 * H)
            }))
        })
        .collect()
}

fn check(scene: &Scene) {
    let forces = scene.forces(&scene.q);
    let expected = minus_gradient(scene, &scene.q);
    let largest = forces.iter().map(|f| f.length()).fold(0.0, f64::max);
    assert!(largest > 1.0, "{}: nothing touches ({largest} N)", scene.name);
    for (i, (force, expected)) in forces.iter().zip(&expected).enumerate() {
        let error = force.distance(*expected) / largest;
        assert!(error < 1e-6, "{}: node {i}: {force} but {expected} N, {error:.1e}", scene.name);
    }
}

#[test]
fn of_everything_that_can_touch_without_friction() {
    all(ContactSettings::default()).iter().for_each(check);
}

#[test]
fn with_lagged_friction_and_damping() {
    let mut random = Random(17);
    for settings in [rough(0.4), rough_and_damped()] {
        for by in [1e-4, 2e-3] {
            for scene in all(settings) {
                check(&scene.settled_then_moved(by, &mut random));
            }
        }
    }
}

#[test]
fn with_colliders_that_shift() {
    let mut random = Random(5);
    for shape in shapes() {
        let motion = moving(ground(), DVec3::new(0.1, -0.2, 0.15), 0.0).motion;
        let scene = on_shape(shape, motion, rough_and_damped(), &mut random);
        check(&scene.settled_then_moved(1e-4, &mut random));
    }
}

#[test]
fn with_colliders_that_turn() {
    let mut random = Random(6);
    for shape in shapes() {
        let motion = moving(ground(), DVec3::new(0.1, -0.2, 0.15), 0.4).motion;
        let scene = on_shape(shape, motion, rough_and_damped(), &mut random);
        check(&scene.settled_then_moved(1e-4, &mut random));
    }
}

fn ground() -> pliant_contact::Collider {
    still("ground", Primitive::Plane { point: DVec3::ZERO, normal: DVec3::Z })
}

#[test]
fn the_stored_part_is_that_without_friction_and_damping() {
    let mut random = Random(8);
    for scene in all(rough_and_damped()) {
        let scene = scene.settled_then_moved(1e-4, &mut random);
        let (stored, potential) = (scene.layer.stored_energy(&scene.q), scene.layer.potential(&scene.q));
        assert!(0.0 < stored && stored < potential, "{}: {stored} of {potential} J", scene.name);
    }
    for scene in all(ContactSettings::default()) {
        assert_eq!(scene.layer.stored_energy(&scene.q), scene.layer.potential(&scene.q));
    }
}

#[test]
fn forces_on_bodies_and_colliders_cancel() {
    let mut random = Random(9);
    for scene in all(rough_and_damped()) {
        let mut scene = scene.settled_then_moved(1e-4, &mut random);
        scene.layer.settle(&scene.q);
        let forces = scene.forces(&scene.q);
        scene.state.q.clone_from(&scene.q);
        scene.layer.commit(&mut scene.state);
        let memory = &scene.state.contact;
        let largest = forces.iter().map(|f| f.length()).fold(0.0, f64::max);
        let total: DVec3 = memory.force.iter().sum::<DVec3>() + memory.on_colliders.iter().sum::<DVec3>();
        assert!(total.length() < 1e-12 * largest, "{}: {total} N left of {largest} N", scene.name);
        for (told, acting) in memory.force.iter().zip(&forces) {
            assert!(told.distance(*acting) < 1e-12 * largest, "{}: {told} told, {acting} acts", scene.name);
        }
    }
}

#[test]
fn moments_between_bodies_cancel() {
    let smooth = ContactSettings { damping: 0.3, ..ContactSettings::default() };
    let mut random = Random(10);
    for scene in [on_block(smooth, false), on_sheet(smooth), edge_on_edge(smooth), grains(smooth)] {
        let mut scene = scene.settled_then_moved(1e-4, &mut random);
        scene.layer.freeze(&scene.q);
        let forces = scene.forces(&scene.q);
        let largest = forces.iter().map(|f| f.length()).fold(0.0, f64::max);
        let moment: DVec3 = scene.q.iter().zip(&forces).map(|(x, f)| x.cross(*f)).sum();
        assert!(moment.length() < 1e-12 * largest, "{}: {moment} N m left, {largest} N act", scene.name);
    }
}

/// The spring of friction is between points of the surfaces, which differ by the overlap: its moment is no larger.
#[test]
fn moments_of_friction_are_as_small_as_the_overlap() {
    let mut random = Random(11);
    let scene = edge_on_edge(rough(0.4)).settled_then_moved(1e-4, &mut random);
    let forces = scene.forces(&scene.q);
    let largest = forces.iter().map(|f| f.length()).fold(0.0, f64::max);
    let moment: DVec3 = scene.q.iter().zip(&forces).map(|(x, f)| x.cross(*f)).sum();
    assert!(moment.length() < 0.4 * 0.01 * 4.0 * largest, "{moment} N m left, {largest} N act");
}

/// Exactly over the line between two triangles of one plane there is one force, and beside it the same.
#[test]
fn flat_edges_are_not_felt() {
    let mut scene = on_block(ContactSettings::default(), true);
    let mut q = scene.q.clone();
    let mut pushed = |q: &[DVec3]| {
        scene.layer.freeze(q);
        scene.forces(q)[1]
    };
    let expected = pushed(&q);
    let height = q[1].z;
    assert!(expected.z > 1.0);
    for off in [-0.03, -1e-6, -1e-12, 0.0, 1e-12, 1e-6, 0.03] {
        // The collider has moved and turned a little: over its diagonal, which goes through its corner.
        let turned = glam::DQuat::from_rotation_z(0.05 * crate::scenes::DT);
        let about = DVec3::new(0.1, -0.2, 0.0);
        let shift = DVec3::new(0.02, 0.03, 0.01) * crate::scenes::DT;
        let rest = DVec3::new(0.5 + off, 0.5 - off, height - shift.z);
        q[1] = about + turned * (rest - about) + shift;
        let error = pushed(&q).distance(expected) / expected.length();
        assert!(error < 1e-9, "{off} m beside: {} but {expected} N", pushed(&q));
    }
}

#[test]
fn several_nodes_share_a_point_by_their_weights() {
    let scene = embedded(ContactSettings::default());
    let forces = scene.forces(&scene.q);
    // The tool pushes down on the cage, the floor up: both act on the cage's nodes only, and on the tool's.
    let on_tool: DVec3 = forces[4..].iter().sum();
    assert!(on_tool.z > 1.0 && on_tool.x.abs() < 1e-9 * on_tool.z, "{on_tool}");
    assert!(forces[..4].iter().all(|f| f.z != 0.0));
}
