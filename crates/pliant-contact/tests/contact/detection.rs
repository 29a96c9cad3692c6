//! Gaps of nodes, and that everything that comes near is seen.

use crate::common::{Random, block, body, floor, placed, plate, rough, scene, sheet, spheres};
use glam::DVec3;
use pliant_contact::ContactSettings;
use pliant_system::Contact;

#[test]
fn gaps_are_distances_to_what_is_nearest() {
    let (mut layer, state) =
        scene(vec![body("block", 0, &block(DVec3::Z * 0.02, DVec3::ONE), true)], vec![floor()], rough(0.3));
    let mut gaps = vec![0.0; 8];
    layer.node_gaps(&state.q, 0.0, &mut gaps);
    for (gap, x) in gaps.iter().zip(&state.q) {
        if x.z < 0.5 {
            assert!((gap - 0.02).abs() < 1e-12, "{gap} m at {x}");
        } else {
            assert!(gap.is_nan() || (gap - 1.02).abs() < 1e-12, "{gap} m at {x}");
        }
    }
}

#[test]
fn gaps_between_bodies_are_seen_from_both() {
    let lower = plate(DVec3::ZERO, 1.0, 3, 0.2);
    let upper = plate(DVec3::new(0.0, 0.0, 0.23), 1.0, 3, 0.2);
    let (mut layer, state) =
        scene(vec![body("a", 0, &lower, true), body("b", 32, &upper, true)], vec![], rough(0.3));
    let mut gaps = vec![0.0; 64];
    layer.node_gaps(&state.q, 0.0, &mut gaps);
    for (i, (gap, x)) in gaps.iter().zip(&state.q).enumerate() {
        if x.z > 0.1 && x.z < 0.3 {
            assert!((gap - 0.03).abs() < 1e-9, "{gap} m at node {i}, {x}");
        }
    }
}

/// Whatever falls on whatever: after a step that was foreseen, every overlap of points with faces has a force.
#[test]
fn every_new_overlap_is_pushed_back() {
    let mut random = Random(77);
    let mut overlapping = 0;
    for _ in 0..40 {
        let ground = sheet(DVec3::new(-1.0, -1.0, 0.0), 2.0, 4);
        let solid = placed(
            &block(DVec3::splat(-0.2), DVec3::splat(0.4)),
            random.rotation(),
            DVec3::new(random.within(-0.5, 0.5), random.within(-0.5, 0.5), 0.4),
        );
        let bodies = vec![body("block", 0, &solid, true), body("ground", 8, &ground, false)];
        let (mut layer, mut state) = scene(bodies, vec![], ContactSettings::default());
        state.step = 1;
        let fall = random.within(0.05, 0.3);
        state.v[..8].fill(DVec3::new(random.within(-0.1, 0.1), 0.0, -fall) / 0.01);
        layer.begin_step(&state, 0.01);
        let q: Vec<DVec3> = state.q.iter().zip(&state.v).map(|(x, v)| *x + *v * 0.01).collect();
        layer.freeze(&q);
        let mut forces = vec![DVec3::ZERO; q.len()];
        layer.add_forces(&q, &mut forces);
        for i in (0..8).filter(|&i| q[i].z < 0.0) {
            overlapping += 1;
            assert!(forces[i].z > 0.0, "node {i} at {} feels {} N", q[i], forces[i]);
        }
    }
    assert!(overlapping > 20, "{overlapping}");
}

/// Without contact between bodies only colliders are touched.
#[test]
fn bodies_may_be_told_to_ignore_each_other() {
    let bodies =
        || vec![spheres("a", 0, &[DVec3::Z * 0.049], 0.05), spheres("b", 1, &[DVec3::Z * 0.145], 0.05)];
    for between_bodies in [true, false] {
        let settings = ContactSettings { between_bodies, ..ContactSettings::default() };
        let (mut layer, mut state) = scene(bodies(), vec![floor()], settings);
        state.step = 1;
        state.q.iter_mut().for_each(|x| x.z += 0.01);
        state.q[1].z += 0.01;
        layer.begin_step(&state, 0.01);
        let q = [DVec3::Z * 0.049, DVec3::Z * 0.145];
        layer.freeze(&q);
        let mut forces = [DVec3::ZERO; 2];
        layer.add_forces(&q, &mut forces);
        assert_eq!(forces[1].z > 0.0, between_bodies);
        assert!(forces[0].z + forces[1].z > 0.0);
    }
}
