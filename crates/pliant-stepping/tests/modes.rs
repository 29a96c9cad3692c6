//! Natural frequencies and critical loads against closed forms.

#![allow(clippy::unwrap_used)]

mod support;

use glam::{DMat3, DVec3};
use pliant_body::Body;
use pliant_geometry::ElementOrder::{self, Linear, Quadratic};
use pliant_geometry::{Placement, Region, Side};
use pliant_stepping::*;
use pliant_system::load::NodalForce;
use pliant_system::{At, History, Motion, State, System};
use std::f64::consts::{PI, TAU};
use support::*;

fn at_rest(system: &System) -> State {
    State::at_rest(system.x_rest.clone())
}

/// The clamped bar 1 x 0.01 x 0.01 of Euler and Bernoulli: (beta_n L)^2 sqrt(E I / (rho A L^4)).
#[test]
fn a_slender_cantilever_has_the_frequencies_of_beam_theory() {
    let side = 0.01;
    let mut bar = Bar::new([50, 1, 1], DVec3::new(1.0, side, side), Quadratic, "stvk").clamped();
    (bar.young, bar.poisson, bar.consistent) = (2e9, 0.0, true);
    let mut system = bar.build();
    let state = at_rest(&system);
    let modes = natural_modes(&mut system, &state, 6).unwrap().modes;
    let scale = (bar.young * side * side / 12.0 / DENSITY).sqrt() / TAU;
    for (n, beta_squared) in [3.51602, 22.0345, 61.6972].into_iter().enumerate() {
        // A square section bends both ways alike: each frequency comes twice.
        for mode in &modes[2 * n..2 * n + 2] {
            let error = mode.frequency / (beta_squared * scale) - 1.0;
            assert!(error.abs() < 0.005, "mode {n}: {} Hz, off by {error:e}", mode.frequency);
            assert!(mode.residual < 1e-5 && mode.eigenvalue > 10.0 * mode.rounding, "{}", mode.rounding);
        }
    }
}

/// nu = 0 and sliding sides: f = (2 k - 1) / (4 L) sqrt(E / rho) along the bar.
#[test]
fn a_bar_held_at_one_end_has_quarter_waves() {
    let mut bar = Bar::new([10, 1, 1], DVec3::new(2.0, 0.5, 0.5), Quadratic, "linear")
        .pin(|x| x.x == 0.0, &[DVec3::X], Motion::still())
        .pin(|x| x.y == 0.0 || x.y == 1.0, &[DVec3::Y], Motion::still())
        .pin(|x| x.z == 0.0 || x.z == 1.0, &[DVec3::Z], Motion::still());
    (bar.young, bar.poisson, bar.consistent) = (50.0, 0.0, true);
    let mut system = bar.build();
    let state = at_rest(&system);
    let modes = natural_modes(&mut system, &state, 8).unwrap().modes;
    let quarter = (bar.young / DENSITY).sqrt() / 8.0;
    for odd in [1.0, 3.0] {
        let near = modes.iter().map(|m| (m.frequency / (odd * quarter) - 1.0).abs()).fold(1.0, f64::min);
        assert!(near < 1e-3, "{odd} quarters: nearest is off by {near:e}");
    }
    for mode in &modes {
        for (u, x) in mode.shape.iter().zip(&system.x_rest) {
            let held = [x.x == 0.0, x.y == 0.0 || x.y == 0.5, x.z == 0.0 || x.z == 0.5];
            assert!((0..3).all(|k| !held[k] || u[k] == 0.0), "{x} moves by {u}");
        }
    }
}

#[test]
fn a_free_body_has_six_modes_without_stiffness() {
    for (order, consistent) in [(Linear, false), (Quadratic, false), (Quadratic, true)] {
        for young in [1e-3, 1.0, 1e11] {
            let mut bar = Bar::new([3, 3, 3], DVec3::new(1.0, 1.1, 0.9), order, "neo-hookean");
            (bar.consistent, bar.young) = (consistent, young);
            bar.placement =
                Placement::new(DVec3::new(1.0, 1.0, 0.0), 0.6, DVec3::new(5.0, 0.0, -3.0)).unwrap();
            let mut system = bar.build();
            let state = at_rest(&system);
            let modes = natural_modes(&mut system, &state, 9).unwrap();
            assert_eq!(modes.rigid_count(), 6, "{order:?} {consistent} {young:e}: {:?}", frequencies(&modes));
            assert!(!modes.is_unstable());
            let speed = (young / DENSITY).sqrt();
            assert!(modes.modes[6].frequency > 0.1 * speed, "{:?}", frequencies(&modes));
        }
    }
}

fn frequencies(modes: &Modes) -> Vec<f64> {
    modes.modes.iter().map(|m| m.frequency).collect()
}

#[test]
fn shapes_are_normal_in_the_mass_and_diagonal_in_the_stiffness() {
    for (order, consistent) in [(Linear, false), (Quadratic, true)] {
        let mut bar = Bar::new([4, 2, 1], DVec3::new(1.0, 0.5, 0.3), order, "stvk").clamped();
        bar.consistent = consistent;
        let mut system = bar.build();
        let state = at_rest(&system);
        let modes = natural_modes(&mut system, &state, 5).unwrap().modes;
        let still = vec![DVec3::ZERO; state.q.len()];
        for (a, first) in modes.iter().enumerate() {
            let mut df = still.clone();
            let at = At { q: &state.q, v: &still, time: 0.0 };
            system.force_differential(&at, &first.shape, None, &mut df);
            for (b, second) in modes.iter().enumerate() {
                let mass: f64 =
                    (0..df.len()).map(|i| second.shape[i].dot(system.mass.row_times(i, &first.shape))).sum();
                let stiffness: f64 = (0..df.len()).map(|i| -second.shape[i].dot(df[i])).sum();
                let same = if a == b { 1.0 } else { 0.0 };
                assert!((mass - same).abs() < 1e-8, "{order:?} {a} {b}: {mass}");
                let error = stiffness - same * first.eigenvalue;
                assert!(error.abs() < 1e-6 * modes[4].eigenvalue, "{order:?} {a} {b}: {error:e}");
            }
            let largest = first.shape.iter().flat_map(|u| u.to_array()).fold(0.0f64, |m, x| m.max(x.abs()));
            assert!(first.shape.iter().any(|u| u.max_element() == largest), "the sign is not fixed");
        }
    }
}

#[test]
fn turning_the_state_keeps_the_frequencies() {
    let bar = Bar::new([4, 1, 1], DVec3::new(1.0, 0.3, 0.3), Linear, "neo-hookean-isochoric");
    let mut system = bar.build();
    let mut state = at_rest(&system);
    let before = natural_modes(&mut system, &state, 10).unwrap();
    let turn = DMat3::from_axis_angle(DVec3::new(1.0, -2.0, 0.3).normalize(), 2.0);
    state.q.iter_mut().for_each(|q| *q = turn * *q + DVec3::X);
    let after = natural_modes(&mut system, &state, 10).unwrap();
    for (a, b) in before.modes.iter().zip(&after.modes) {
        assert!((a.frequency - b.frequency).abs() < 1e-8 * before.modes[9].frequency, "{a:?} {b:?}");
    }
}

/// A column clamped below and pressed above, free to sway: Euler's load is pi^2 E I / (4 L^2). The lowest eigenvalue of
/// the compressed, straight column passes zero there.
#[test]
fn a_column_buckles_at_eulers_load() {
    let (length, side, young) = (1.0, 0.02, 1e6);
    let euler = PI * PI * young * f64::powi(side, 4) / 12.0 / (4.0 * length * length);
    let lowest = |share: f64| {
        let mut bar = Bar::new([30, 1, 1], DVec3::new(length, side, side), Quadratic, "stvk").clamped();
        (bar.young, bar.poisson, bar.consistent) = (young, 0.0, true);
        let mut system = bar.build_with(|body| {
            let top = body.select_faces(&Region::Face(Side::XMax)).unwrap();
            // A dead load of the right resultant, consistent with six-node triangles: a third at each mid-side node.
            let per_face = share * euler / top.len() as f64;
            let (mut nodes, mut forces) = (Vec::new(), Vec::new());
            for face in top {
                for &node in &face.nodes[3..] {
                    nodes.push(node);
                    forces.push(DVec3::X * (-per_face / 3.0));
                }
            }
            vec![Box::new(NodalForce::new("top".into(), nodes, forces, History::ramp(1.0)))]
        });
        let mut state = at_rest(&system);
        equilibrate(&mut QuasiStatic::new(newton(1e-10), 0.5, 6), &mut system, &mut state);
        let sway = largest_distance(&state.q, &system.x_rest);
        assert!(sway < 1e-2 * length, "the column is not straight: {sway}");
        natural_modes(&mut system, &state, 2).unwrap().modes[0].eigenvalue
    };
    // omega^2 falls nearly linearly to zero: the two sides of the load, and the load itself by interpolation.
    let (below, above) = (lowest(0.98), lowest(1.02));
    assert!(below > 0.0 && above < 0.0, "{below:e} {above:e}");
    let critical = 0.98 + 0.04 * below / (below - above);
    assert!((critical - 1.0).abs() < 0.003, "{critical} of Euler's load");
    assert!(lowest(0.0) > 20.0 * below);
}

#[test]
fn what_cannot_vibrate_is_refused() {
    let bar = Bar::new([1, 1, 1], DVec3::ONE, Linear, "stvk").pin(|_| true, &AXES, Motion::still());
    let mut system = bar.build();
    let state = at_rest(&system);
    assert_eq!(natural_modes(&mut system, &state, 3), Err(ModesError::NothingMoves));

    let mut system = Bar::new([1, 1, 1], DVec3::ONE, Linear, "stvk").build();
    let mut state = at_rest(&system);
    state.q[3].x = f64::NAN;
    assert_eq!(natural_modes(&mut system, &state, 3), Err(ModesError::NotFinite));
}

#[test]
fn small_systems_give_all_the_modes_they_have() {
    // 8 nodes, three of them held along one or more axes: 24 - 6 directions are free.
    let order = ElementOrder::Linear;
    let bar = Bar::new([1, 1, 1], DVec3::ONE, order, "stvk")
        .pin(|x| x == DVec3::ZERO, &AXES, Motion::still())
        .pin(|x| x == DVec3::X, &[DVec3::new(0.0, 1.0, 1.0), DVec3::new(0.0, 1.0, -1.0)], Motion::still())
        .pin(|x| x == DVec3::Y, &[DVec3::Z], Motion::still());
    let mut system = bar.build();
    let state = at_rest(&system);
    let modes = natural_modes(&mut system, &state, 100).unwrap();
    assert_eq!(modes.modes.len(), 18);
    assert_eq!(modes.rigid_count(), 0);
    assert!(natural_modes(&mut system, &state, 0).unwrap().modes.is_empty());
}
