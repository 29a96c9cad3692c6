//! Tangents: exact where faces are flat and stay so, and fit for a Cholesky factorisation everywhere.

use crate::common::{Random, floor, mesh, moving, rough, scene, sheet, spheres};
use crate::scenes::{DT, Scene, all, on_shape, rough_and_damped, shapes};
use crate::stepper::{Matrix, assembled};
use glam::DVec3;
use pliant_contact::{Analytic, ColliderShape, ContactSettings};
use pliant_system::{Contact, Motion};

fn plane() -> Analytic {
    match floor().shape {
        ColliderShape::Analytic(shape) => shape,
        ColliderShape::Mesh(_) => unreachable!("the floor is a plane"),
    }
}

/// Central differences of the forces.
fn differences(scene: &Scene) -> Matrix {
    const H: f64 = 1e-7;
    let mut q = scene.q.clone();
    let n = 3 * q.len();
    let mut out = Matrix::zero(n);
    for column in 0..n {
        let (i, axis) = (column / 3, column % 3);
        let x = q[i];
        q[i][axis] = x[axis] + H;
        let ahead = scene.forces(&q);
        q[i][axis] = x[axis] - H;
        let behind = scene.forces(&q);
        q[i] = x;
        for row in 0..n {
            let change = ahead[row / 3][row % 3] - behind[row / 3][row % 3];
            out.set(row, column, -change / (2.0 * H));
        }
    }
    out
}

fn check_exact(scene: &Scene) {
    let (exact, given) = (differences(scene), assembled(&scene.layer, &scene.q, false));
    let largest = exact.largest();
    assert!(largest > 1.0, "{}: nothing touches", scene.name);
    let error = exact.distance(&given) / largest;
    assert!(error < 1e-6, "{}: {error:.1e}", scene.name);
}

#[test]
fn exact_on_a_plane_that_sticks_slides_and_damps() {
    let mut random = Random(1);
    for settings in [ContactSettings::default(), rough(0.4), rough(0.01), rough_and_damped()] {
        let scene = on_shape(plane(), Motion::still(), settings, &mut random);
        check_exact(&scene.settled_then_moved(1e-4, &mut random));
        let shifted = moving(floor(), DVec3::new(0.3, 0.1, 0.0), 0.0).motion;
        let scene = on_shape(plane(), shifted, settings, &mut random);
        check_exact(&scene.settled_then_moved(1e-4, &mut random));
    }
}

#[test]
fn exact_on_the_faces_of_a_mesh() {
    let mut random = Random(2);
    for settings in [ContactSettings::default(), rough(0.4), rough_and_damped()] {
        let radius = 0.02;
        let at = |z: f64| -> Vec<DVec3> {
            [[0.2, 0.1], [0.7, 0.2], [0.3, 0.8]].map(|[x, y]| DVec3::new(x, y, radius + z)).to_vec()
        };
        let ground = mesh("ground", &sheet(DVec3::ZERO, 1.0, 1));
        let (mut layer, mut state) =
            scene(vec![spheres("grains", 0, &at(0.002), radius)], vec![ground], settings);
        let q = at(-0.003);
        state.step = 1;
        state.v = vec![DVec3::Z * (-0.005 / DT); 3];
        layer.begin_step(&state, DT);
        layer.freeze(&q);
        let scene = Scene { name: "faces".to_owned(), layer, state, q };
        check_exact(&scene.settled_then_moved(1e-4, &mut random));
    }
}

#[test]
fn symmetric_and_never_negative() {
    let mut random = Random(3);
    for settings in [ContactSettings::default(), rough(0.4), rough(0.01), rough_and_damped()] {
        for scene in all(settings) {
            let scene = scene.settled_then_moved(3e-4, &mut random);
            for cautious in [false, true] {
                let mut matrix = assembled(&scene.layer, &scene.q, cautious);
                let largest = matrix.largest();
                assert!(largest > 0.0 && matrix.asymmetry() <= 1e-12 * largest, "{}", scene.name);
                matrix.add_to_diagonal(1e-9 * largest);
                assert!(matrix.is_positive(), "{}, cautious: {cautious}", scene.name);
            }
        }
    }
}

/// A cautious tangent is never softer than the true one.
#[test]
fn cautious_ones_are_stiffer() {
    let mut random = Random(4);
    for scene in all(rough(0.02)) {
        let scene = scene.settled_then_moved(3e-4, &mut random);
        let mut cautious = assembled(&scene.layer, &scene.q, true);
        let largest = cautious.largest();
        cautious.subtract(&assembled(&scene.layer, &scene.q, false));
        cautious.add_to_diagonal(1e-9 * largest);
        assert!(cautious.is_positive(), "{}", scene.name);
    }
}

#[test]
fn differentials_are_the_tangent_times_the_change() {
    let mut random = Random(5);
    for scene in all(rough_and_damped()) {
        let scene = scene.settled_then_moved(1e-4, &mut random);
        let dq: Vec<DVec3> = scene.q.iter().map(|_| random.vector()).collect();
        let matrix = assembled(&scene.layer, &scene.q, false);
        let mut change = vec![DVec3::ZERO; dq.len()];
        scene.layer.add_differential(&scene.q, &dq, &mut change);
        let expected = matrix.times(&dq);
        let error = change.iter().zip(&expected).map(|(a, b)| (*a + *b).length()).fold(0.0, f64::max);
        assert!(error < 1e-12 * matrix.largest(), "{}: {error}", scene.name);
    }
}

/// On curved shapes and edges the tangent leaves out that normals turn; it must still be near the truth for a small
/// overlap.
#[test]
fn nearly_exact_on_every_shape_when_overlaps_are_small() {
    let mut random = Random(6);
    for shape in shapes() {
        let scene = on_shape(shape, Motion::still(), ContactSettings::default(), &mut random);
        let (exact, given) = (differences(&scene), assembled(&scene.layer, &scene.q, false));
        let error = exact.distance(&given) / exact.largest();
        assert!(error < 0.5, "{}: {error}", scene.name);
    }
}
