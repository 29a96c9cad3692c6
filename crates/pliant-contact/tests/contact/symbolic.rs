//! What the matrix is analysed from, and that a state says all.

use crate::common::{ContactLayerExt as _, block, body, floor, placed, rough, scene, sheet, spheres};
use crate::scenes::{all, rough_and_damped};
use crate::stepper::Stepper;
use glam::{DMat3, DQuat, DVec3};
use pliant_contact::ContactLayer;
use pliant_system::{Contact, State};

fn is_covered(layer: &ContactLayer, nodes: usize) {
    let couplings = layer.couplings();
    assert!(couplings.windows(2).all(|w| w[0] < w[1]), "not ascending");
    for &(i, j) in layer.pair_slots() {
        assert!(i >= j && (i as usize) < nodes, "({i}, {j})");
        assert!(i == j || couplings.binary_search(&[i, j]).is_ok(), "({i}, {j}) is not coupled");
    }
}

#[test]
fn couplings_cover_all_slots() {
    for mut scene in all(rough_and_damped()) {
        is_covered(&scene.layer, scene.q.len());
        let slots = scene.layer.pair_slots().to_vec();
        let q = scene.q.clone();
        scene.layer.settle(&q);
        is_covered(&scene.layer, scene.q.len());
        // Foreseen as they were, nothing was added.
        assert_eq!(scene.layer.pair_slots(), slots, "{}", scene.name);
    }
}

#[test]
fn beginning_twice_is_beginning_once() {
    for mut scene in all(rough_and_damped()) {
        let look = |scene: &mut crate::scenes::Scene| {
            scene.layer.freeze(&scene.q);
            let mut blocks = vec![DMat3::ZERO; scene.layer.pair_slots().len()];
            scene.layer.tangent(&scene.q, false, &mut blocks);
            (
                scene.layer.pair_slots().to_vec(),
                scene.layer.couplings().to_vec(),
                scene.layer.bits(&scene.q),
                blocks,
            )
        };
        let once = look(&mut scene);
        let state = scene.state.clone();
        scene.layer.begin_step(&state, crate::scenes::DT);
        assert!(once == look(&mut scene), "{}", scene.name);
        // Also after something else in between.
        let mut other = state.clone();
        other.q.iter_mut().for_each(|x| *x += DVec3::splat(0.3));
        scene.layer.begin_step(&other, 0.5);
        scene.layer.settle(&other.q);
        scene.layer.begin_step(&state, crate::scenes::DT);
        assert!(once == look(&mut scene), "{}", scene.name);
    }
}

/// A block and grains that fall on the floor and a sheet, with friction.
fn falling() -> (ContactLayer, State) {
    let box_at = placed(
        &block(DVec3::new(0.1, 0.1, 0.12), DVec3::splat(0.1)),
        DQuat::from_axis_angle(DVec3::new(1.0, 1.0, 0.2).normalize(), 0.2),
        DVec3::ZERO,
    );
    let centres = [DVec3::new(0.2, 0.15, 0.3), DVec3::new(0.3, 0.3, 0.08)];
    let bodies = vec![
        body("block", 0, &box_at, true),
        spheres("grains", 8, &centres, 0.05),
        body("sheet", 10, &sheet(DVec3::new(0.0, 0.0, 0.02), 0.4, 1), false),
    ];
    let (layer, mut state) = scene(bodies, vec![floor()], rough(0.4));
    state.v.iter_mut().for_each(|v| *v = DVec3::new(0.3, 0.1, -1.0));
    (layer, state)
}

#[test]
fn a_restored_state_goes_on_with_the_same_bits() {
    let (mut layer, mut state) = falling();
    let stepper = Stepper { mass: 1.0, dt: 2e-3 };
    let loads = vec![DVec3::Z * -10.0; state.q.len()];
    (0..60).for_each(|_| _ = stepper.step(&mut layer, &mut state, &loads));
    assert!(!state.contact.touches.is_empty());
    let kept = state.clone();
    (0..40).for_each(|_| _ = stepper.step(&mut layer, &mut state, &loads));
    let hash = state.hash();
    let (mut fresh, _) = falling();
    for layer in [&mut layer, &mut fresh] {
        state = kept.clone();
        (0..40).for_each(|_| _ = stepper.step(layer, &mut state, &loads));
        assert_eq!(state.hash(), hash);
    }
}

#[test]
fn the_same_bits_at_any_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (mut layer, mut state) = falling();
            let stepper = Stepper { mass: 1.0, dt: 2e-3 };
            let loads = vec![DVec3::Z * -10.0; state.q.len()];
            (0..60).for_each(|_| _ = stepper.step(&mut layer, &mut state, &loads));
            state.hash()
        })
    };
    assert_eq!(run(1), run(4));
}
