//! Newton, load stepping, and what implicit steppers promise.

#![allow(clippy::unwrap_used)]

mod support;

use glam::{DMat3, DQuat, DVec3};
use pliant_body::Body;
use pliant_geometry::ElementOrder::{Linear, Quadratic};
use pliant_geometry::{Placement, Region, Side};
use pliant_material::AnyLaw;
use pliant_math::sparse::{Cholesky, ConjugateGradients, LinearSolver, Preconditioner};
use pliant_stepping::*;
use pliant_system::load::{Couple, NodalForce, Pressure};
use pliant_system::{At, History, Interpolation, Motion, State, System, Term};
use std::sync::atomic::Ordering::Relaxed;
use support::*;

fn still() -> Motion {
    Motion::still()
}

/// A bar on rollers at three sides, pulled at its far end: uniform strain.
fn pulled(law: &'static str, order: pliant_geometry::ElementOrder, stretch: f64) -> Bar {
    let size = DVec3::new(1.0, 0.5, 0.4);
    let pull = motion(1.0, DVec3::X * (stretch - 1.0), DVec3::X, 0.0, Interpolation::Linear);
    Bar::new([3, 2, 2], size, order, law)
        .pin(|x| x.x == 0.0, &[DVec3::X], still())
        .pin(|x| x.y == 0.0, &[DVec3::Y], still())
        .pin(|x| x.z == 0.0, &[DVec3::Z], still())
        .pin(|x| x.x == 1.0, &[DVec3::X], pull)
}

/// The stretch across a bar pulled to `along`: where the stress across vanishes, by bisection.
fn stretch_across(law: &AnyLaw, along: f64) -> f64 {
    let across_stress =
        |s: f64| law.first_piola_stress(&DMat3::from_diagonal(DVec3::new(along, s, s))).y_axis.y;
    let (mut low, mut high) = (0.5, 1.5);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if across_stress(middle) < 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[test]
fn a_pulled_bar_strains_uniformly_and_pulls_back_with_the_laws_stress() {
    for name in AnyLaw::NAMES {
        for order in [Linear, Quadratic] {
            let stretch = 1.4;
            let bar = pulled(name, order, stretch);
            let law = AnyLaw::from_name(name, bar.lame()).unwrap();
            let mut system = bar.build();
            let mut state = State::at_rest(system.x_rest.clone());
            let mut stepper = QuasiStatic::new(newton(1e-11), 0.5, 8);
            equilibrate(&mut stepper, &mut system, &mut state);
            let across = stretch_across(&law, stretch);
            let F = DVec3::new(stretch, across, across);
            let expected: Vec<DVec3> = system.x_rest.iter().map(|x| F * *x).collect();
            let error = largest_distance(&state.q, &expected);
            assert!(error < 1e-9, "{name} {order:?}: {error:e}");
            let mut f = vec![DVec3::ZERO; state.q.len()];
            system.forces(&At { q: &state.q, v: &state.v, time: 1.0 }, &mut f);
            let reaction: f64 = (0..f.len()).filter(|&i| system.x_rest[i].x == 1.0).map(|i| f[i].x).sum();
            let stress = law.first_piola_stress(&DMat3::from_diagonal(F)).x_axis.x;
            let area = bar.size.y * bar.size.z;
            assert!((reaction + stress * area).abs() < 1e-9 * stress * area, "{name} {order:?}: {reaction}");
        }
    }
}

/// The same bar placed askew on oblique rollers: the same answer, turned.
#[test]
fn oblique_rollers_turn_the_answer_with_them() {
    let (axis, angle, shift) = (DVec3::new(1.0, 2.0, -0.5), 0.7, DVec3::new(0.3, -2.0, 1.0));
    let turn = DQuat::from_axis_angle(axis.normalize(), angle);
    let stretch = 1.3;
    let plain = pulled("neo-hookean", Linear, stretch);
    let [x, y, z] = AXES.map(|d| turn * d);
    let pull = motion(1.0, x * (stretch - 1.0), DVec3::X, 0.0, Interpolation::Linear);
    let mut askew = Bar::new(plain.cells, plain.size, Linear, "neo-hookean")
        .pin(|x| x.x == 0.0, &[x], still())
        .pin(|x| x.y == 0.0, &[y], still())
        .pin(|x| x.z == 0.0, &[z], still())
        .pin(|x| x.x == 1.0, &[x], pull);
    askew.placement = Placement::new(axis, angle, shift).unwrap();
    let solve = |bar: &Bar| {
        let mut system = bar.build();
        let mut state = State::at_rest(system.x_rest.clone());
        let mut stepper = QuasiStatic::new(newton(1e-11), 0.5, 8);
        let reports = equilibrate(&mut stepper, &mut system, &mut state);
        (state.q, reports.iter().map(|r| r.iterations).sum::<usize>())
    };
    let ((straight, few), (turned, also)) = (solve(&plain), solve(&askew));
    let expected: Vec<DVec3> = straight.iter().map(|q| turn * *q + shift).collect();
    assert!(largest_distance(&turned, &expected) < 1e-9);
    assert!(also <= few + 2, "{also} iterations askew, {few} straight");
}

/// A cantilever pulled down at its tip, as it hangs: for iteration counts.
fn loaded_cantilever(law: &'static str, force: f64) -> (System, State) {
    let bar = Bar::new([8, 2, 2], DVec3::new(1.0, 0.2, 0.2), Linear, law).clamped();
    let system = bar.build_with(|body| {
        let tip = body.select_points(&Region::Face(Side::XMax)).unwrap();
        let each = DVec3::new(0.0, 0.0, -force / tip.len() as f64);
        let forces = vec![each; tip.len()];
        vec![Box::new(NodalForce::new("tip".into(), tip, forces, History::ramp(1.0)))]
    });
    let state = State::at_rest(system.x_rest.clone());
    (system, state)
}

#[test]
fn newton_doubles_the_digits_with_each_iteration() {
    let iterations = |tolerance: f64| {
        let (mut system, mut state) = loaded_cantilever("neo-hookean", 0.01);
        let mut stepper = QuasiStatic::new(newton(tolerance), 1.0, 0);
        let reports = equilibrate(&mut stepper, &mut system, &mut state);
        assert_eq!(reports.len(), 1);
        assert!(reports[0].residual <= tolerance);
        reports[0].iterations
    };
    let counts = [1e-2, 1e-3, 1e-6, 1e-12].map(iterations);
    assert!(counts[3] <= counts[1] + 2, "{counts:?}: not quadratic");
    assert!(counts[3] <= 9, "{counts:?}");
}

#[test]
fn linear_problems_take_one_iteration_and_one_factor() {
    type Make = fn(Newton) -> Box<dyn Stepper>;
    let steppers: [(&str, Make); 4] = [
        ("quasi-static", |n| Box::new(QuasiStatic::new(n, 0.1, 3))),
        ("implicit Euler", |n| Box::new(ImplicitEuler::new(n, false))),
        ("linearised", |n| Box::new(ImplicitEuler::new(n, true))),
        ("generalized alpha", |n| Box::new(GeneralizedAlpha::new(n, 0.8))),
    ];
    for (name, make) in steppers {
        let solver = Counting::default();
        let factored = solver.factored.clone();
        let settings = NewtonSettings { tolerance: 1e-9, ..NewtonSettings::default() };
        let mut stepper = make(Newton::new(settings, Box::new(solver)));
        let (mut system, mut state) = loaded_cantilever("linear", 0.01);
        assert!(system.is_linear());
        stepper.prepare(&mut system, &mut state).unwrap();
        for step in 0..5 {
            let report = stepper.step(&mut system, &mut state, 0.1, &mut NoPhases).unwrap();
            assert_eq!(report.iterations, 1, "{name}, step {step}: {report:?}");
            assert!(report.residual <= 1e-9, "{name}: {report:?}");
        }
        assert_eq!(factored.load(Relaxed), 1, "{name}");
        // Another step length is another matrix for dynamics, the same one for statics.
        stepper.step(&mut system, &mut state, 0.05, &mut NoPhases).unwrap();
        let expected = if name == "quasi-static" { 1 } else { 2 };
        assert_eq!(factored.load(Relaxed), expected, "{name}");
    }
}

#[test]
fn a_linear_static_answer_needs_one_increment() {
    let (mut system, mut state) = loaded_cantilever("linear", 0.01);
    let mut stepper = QuasiStatic::new(newton(1e-10), 0.1, 3);
    assert_eq!(equilibrate(&mut stepper, &mut system, &mut state).len(), 1);
}

/// Half the bar's height pushed away in one go: too much for one Newton solve, not for several.
#[test]
fn a_hard_increment_is_cut_back_and_found() {
    let press = |first: f64, cutbacks: usize| {
        let squeeze = motion(1.0, DVec3::new(0.3, 0.0, -0.55), DVec3::Z, 1.0, Interpolation::Linear);
        let bar = Bar::new([2, 2, 3], DVec3::new(1.0, 1.0, 1.0), Linear, "neo-hookean")
            .pin(|x| x.z == 0.0, &AXES, still())
            .pin(|x| x.z == 1.0, &AXES, squeeze);
        let mut system = bar.build();
        let mut state = State::at_rest(system.x_rest.clone());
        let mut stepper = QuasiStatic::new(newton(1e-10), first, cutbacks);
        let reports = equilibrate(&mut stepper, &mut system, &mut state);
        (state.q, reports)
    };
    let (gentle, easy) = press(0.02, 0);
    assert!(easy.iter().all(|r| r.cutbacks == 0));
    let (hasty, hard) = press(1.0, 12);
    assert!(hard[0].cutbacks > 0, "{hard:?}: the increment is not hard at all");
    assert!(hard.len() < easy.len(), "{} {}", hard.len(), easy.len());
    assert!(largest_distance(&gentle, &hasty) < 1e-7, "{}", largest_distance(&gentle, &hasty));
}

#[test]
fn too_many_cutbacks_end_with_the_reason() {
    // Pressed through itself: no neo-Hookean equilibrium has no volume.
    let crush = motion(1.0, DVec3::new(0.0, 0.0, -1.2), DVec3::Z, 0.0, Interpolation::Linear);
    let bar = Bar::new([1, 1, 1], DVec3::ONE, Linear, "neo-hookean").pin(|x| x.z == 0.0, &AXES, still()).pin(
        |x| x.z == 1.0,
        &AXES,
        crush,
    );
    let mut system = bar.build();
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = QuasiStatic::new(newton(1e-8), 1.0, 4);
    stepper.prepare(&mut system, &mut state).unwrap();
    let mut last = None;
    while state.time < 1.0 && last.is_none() {
        let dt = stepper.largest_step(&mut system, &state).unwrap().min(1.0 - state.time);
        last = stepper.step(&mut system, &mut state, dt, &mut NoPhases).err();
    }
    let error = last.expect("crushing to nothing must fail");
    assert!(matches!(&error, StepError::TooManyCutbacks { cutbacks: 4, .. }), "{error}");
    assert!(state.time > 0.5, "gave up at {}", state.time);
}

#[test]
fn a_body_nothing_holds_is_singular_and_says_so() {
    let mut bar = Bar::new([2, 1, 1], DVec3::ONE, Linear, "stvk");
    bar.gravity = DVec3::Z;
    let mut system = bar.build();
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = QuasiStatic::new(newton(1e-8), 1.0, 0);
    stepper.prepare(&mut system, &mut state).unwrap();
    let error = stepper.step(&mut system, &mut state, 1.0, &mut NoPhases).unwrap_err();
    let StepError::TooManyCutbacks { last, .. } = error else { panic!("{error}") };
    assert!(matches!(*last, StepError::Singular { .. }), "{last}");
}

/// A ring of pressure and a couple: loads without a full matrix still converge.
#[test]
fn follower_loads_converge() {
    for order in [Linear, Quadratic] {
        let bar = Bar::new([5, 2, 2], DVec3::new(1.0, 0.4, 0.4), order, "neo-hookean").clamped();
        let mut system = bar.build_with(|body| {
            let x = body.x_rest();
            let side = body.select_faces(&Region::Face(Side::ZMax)).unwrap();
            let nodes: Vec<u32> = side.iter().flat_map(|f| f.nodes.clone()).collect();
            let per_face = nodes.len() / side.len();
            let pressure =
                Pressure::new("p".into(), nodes, per_face, body.face_points(), 0.4, History::ramp(1.0));
            let tip = body.select_points(&Region::Face(Side::XMax)).unwrap();
            let weights = vec![1.0; tip.len()];
            let torque = DVec3::new(0.3, 0.0, 0.0);
            let couple = Couple::new("T".into(), tip, weights, torque, None, History::ramp(1.0), x).unwrap();
            let terms: Vec<Box<dyn Term>> = vec![Box::new(pressure), Box::new(couple)];
            terms
        });
        let mut state = State::at_rest(system.x_rest.clone());
        let mut stepper = QuasiStatic::new(newton(1e-9), 0.25, 6);
        let reports = equilibrate(&mut stepper, &mut system, &mut state);
        // Neither matrix is whole (the couple has none at all), yet Newton converges as if it were.
        assert!(reports.iter().all(|r| r.cutbacks == 0 && r.iterations <= 12), "{order:?}: {reports:?}");
        let mut f = vec![DVec3::ZERO; state.q.len()];
        system.forces(&At { q: &state.q, v: &state.v, time: 1.0 }, &mut f);
        let all: f64 = f.iter().map(|f| f.length_squared()).sum::<f64>().sqrt();
        system.holds.project(&mut f);
        let free: f64 = f.iter().map(|f| f.length_squared()).sum::<f64>().sqrt();
        assert!(free < 2e-9 * all, "{order:?}: {free:e} of {all:e}");
        let tip = (0..f.len()).filter(|&i| system.x_rest[i].x == 1.0).map(|i| state.q[i] - system.x_rest[i]);
        let largest = tip.map(|u| u.length()).fold(0.0, f64::max);
        assert!(largest > 0.05, "{order:?}: {largest}: nothing happens");
    }
}

#[test]
fn rho_one_keeps_the_energy_of_linear_motion_and_less_loses_it() {
    let final_share = |rho: f64| {
        let mut bar = Bar::new([4, 1, 1], DVec3::new(1.0, 0.25, 0.25), Quadratic, "linear").clamped();
        bar.consistent = true;
        let mut system = bar.build();
        let mut state = State::at_rest(system.x_rest.clone());
        for (v, x) in state.v.iter_mut().zip(&system.x_rest) {
            *v = DVec3::new(0.2, 0.1, 1.0) * x.x * x.x;
        }
        let mut stepper = GeneralizedAlpha::new(newton(1e-12), rho);
        stepper.prepare(&mut system, &mut state).unwrap();
        let energy = |system: &System, state: &State| {
            let at = At { q: &state.q, v: &state.v, time: 0.0 };
            system.potential_energy(&at).unwrap() + system.kinetic_energy(&state.v)
        };
        let start = energy(&system, &state);
        let mut worst = 0.0f64;
        for _ in 0..300 {
            stepper.step(&mut system, &mut state, 0.02, &mut NoPhases).unwrap();
            worst = worst.max((energy(&system, &state) / start - 1.0).abs());
        }
        (worst, energy(&system, &state) / start)
    };
    let (worst, _) = final_share(1.0);
    assert!(worst < 1e-9, "rho = 1 changes the energy by {worst:e}");
    let (_, left) = final_share(0.5);
    assert!((0.01..0.999).contains(&left), "rho = 0.5 leaves {left}");
}

/// Ten times the explicit limit and large rotations: implicit steps stay where they belong.
#[test]
fn large_steps_stay_calm() {
    for (name, mut stepper) in dynamic_steppers(1e-6) {
        if stepper.needs().lumped_mass {
            continue;
        }
        let mut bar =
            Bar::new([6, 1, 1], DVec3::new(1.0, 0.15, 0.15), Linear, "stable-neo-hookean").clamped();
        (bar.young, bar.gravity) = (2e3, DVec3::new(0.0, 0.0, -9.81));
        let mut system = bar.build();
        let mut state = State::at_rest(system.x_rest.clone());
        run(stepper.as_mut(), &mut system, &mut state, 2.0, 100);
        let length = state.q.iter().map(|q| q.length()).fold(0.0, f64::max);
        assert!((0.8..1.4).contains(&length), "{name}: {length}");
    }
}

/// Implicit Euler at a large step brings a hanging bar to rest where the quasi-static stepper finds it.
#[test]
fn dynamics_come_to_rest_where_statics_are() {
    let build = || {
        let mut bar = Bar::new([4, 1, 1], DVec3::new(1.0, 0.3, 0.3), Linear, "neo-hookean").clamped();
        bar.gravity = DVec3::new(0.0, 0.0, -0.3);
        bar.build()
    };
    let (mut system, mut other) = (build(), build());
    let mut moving = State::at_rest(system.x_rest.clone());
    let mut resting = moving.clone();
    run(&mut ImplicitEuler::new(newton(1e-9), false), &mut system, &mut moving, 400.0, 400);
    equilibrate(&mut QuasiStatic::new(newton(1e-10), 0.5, 4), &mut other, &mut resting);
    let sag = largest_distance(&resting.q, &other.x_rest);
    assert!(sag > 0.02, "{sag}");
    assert!(largest_distance(&moving.q, &resting.q) < 1e-6 * sag);
}

/// Conjugate gradients that solve no more exactly than Newton needs end at the answer of the factorisation.
#[test]
fn conjugate_gradients_find_the_same_equilibrium() {
    let answer = |solver: Box<dyn LinearSolver>, inexact: bool| {
        let (mut system, mut state) = loaded_cantilever("neo-hookean", 0.02);
        let settings = NewtonSettings { tolerance: 1e-9, inexact, ..NewtonSettings::default() };
        let mut stepper = QuasiStatic::new(Newton::new(settings, solver), 0.25, 4);
        let reports = equilibrate(&mut stepper, &mut system, &mut state);
        (state.q, reports.iter().map(|r| r.linear_iterations).sum::<usize>())
    };
    let gradients = || Box::new(ConjugateGradients::new(Preconditioner::default()));
    let (exact, _) = answer(Box::<Cholesky>::default(), true);
    let (loose, few) = answer(gradients(), true);
    let (tight, many) = answer(gradients(), false);
    assert!(largest_distance(&exact, &loose) < 1e-6, "{}", largest_distance(&exact, &loose));
    assert!(largest_distance(&exact, &tight) < 1e-6);
    assert!(few < many, "inexact {few}, exact {many} iterations");
}
