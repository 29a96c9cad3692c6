//! L-BFGS and quasi-Newton iterations in place of Newton's.

#![allow(clippy::unwrap_used)]

#[path = "support/lattice.rs"]
mod lattice;
mod support;

use glam::DVec3;
use lattice::Lattice;
use pliant_geometry::ElementOrder::{Linear, Quadratic};
use pliant_stepping::*;
use pliant_system::{Interpolation, Motion, State, System};
use support::*;

const G: DVec3 = DVec3::new(0.0, 0.0, -9.81);

fn settings(history: usize) -> QuasiSettings {
    QuasiSettings { accuracy: 1e-12, max_iterations: 600, history }
}

/// Both ways to step, by Newton and by the methods with a scalar matrix.
fn steppers(solver: impl Fn() -> StageSolver) -> [Box<dyn Stepper>; 2] {
    [Box::new(ImplicitEuler::new(solver(), false)), Box::new(GeneralizedAlpha::new(solver(), 0.7))]
}

/// Bodies that are all there is to try: bonds and tetrahedra, held, rolling and carried along.
fn systems() -> Vec<(&'static str, System)> {
    let lattice = |hardening: f64, drag: f64, pin: Motion| {
        Lattice { cells: [7, 3, 3], hardening, drag, pin: Some(pin), ..Lattice::default() }.build()
    };
    let bar = |law: &'static str| {
        let mut bar = Bar::new([6, 2, 2], DVec3::new(1.0, 0.3, 0.3), Linear, law);
        (bar.young, bar.gravity) = (1000.0, G);
        bar
    };
    let turn = || motion(0.2, DVec3::new(0.1, 0.0, 0.2), DVec3::X, 0.8, Interpolation::Smooth);
    let rolling = bar("neo-hookean").pin(|x| x.x == 0.0, &[DVec3::X], Motion::still()).pin(
        |x| x.y == 0.0,
        &[DVec3::new(0.0, 1.0, 1.0)],
        Motion::still(),
    );
    let mut damped = bar("neo-hookean").clamped();
    damped.damping.shear_viscosity = 2.0;
    let mut heavy = Bar::new([3, 1, 1], DVec3::new(1.0, 0.3, 0.3), Quadratic, "stvk").clamped();
    (heavy.young, heavy.gravity, heavy.consistent) = (1000.0, G, true);
    vec![
        ("bonds", lattice(0.0, 0.0, Motion::still())),
        ("hardening bonds", lattice(40.0, 0.0, Motion::still())),
        ("damped bonds", lattice(0.0, 0.05, Motion::still())),
        ("carried bonds", lattice(5.0, 0.0, turn())),
        ("linear tetrahedra", bar("linear").clamped().build()),
        ("neo-hookean tetrahedra", bar("neo-hookean").clamped().build()),
        ("carried tetrahedra", bar("neo-hookean").pin(|x| x.x == 0.0, &AXES, turn()).build()),
        ("rolling tetrahedra", rolling.build()),
        ("damped tetrahedra", damped.build()),
        ("consistent mass", heavy.build()),
    ]
}

#[test]
fn answers_are_those_of_newton() {
    for (name, mut system) in systems() {
        let exact = steppers(|| newton(1e-10).into());
        for (k, mut stepper) in exact.into_iter().enumerate() {
            let start = State::at_rest(system.x_rest.clone());
            let mut expected = start.clone();
            run(stepper.as_mut(), &mut system, &mut expected, 0.15, 15);
            for history in [0, 8] {
                let mut quasi = steppers(|| settings(history).into()).into_iter().nth(k).unwrap();
                let mut state = start.clone();
                run(quasi.as_mut(), &mut system, &mut state, 0.15, 15);
                let way = largest_distance(&expected.q, &start.q);
                let error = largest_distance(&expected.q, &state.q);
                // Energies to 1e-12, so positions to 1e-6 of what a step moves.
                assert!(error < 2e-5 * way, "{name}, {}, {history}: {error:e} of {way}", quasi.name());
            }
        }
    }
}

#[test]
fn bonds_choose_l_bfgs_and_tetrahedra_newton() {
    let solver = || {
        let newton = newton(1e-6);
        StageSolver::new(SolveChoice::Automatic, newton, QuasiSettings::default())
    };
    for (system, expected) in [
        (Lattice::default().build(), "l-bfgs"),
        (Bar::new([2, 1, 1], DVec3::ONE, Linear, "stvk").clamped().build(), "newton"),
    ] {
        let mut system = system;
        for mut stepper in steppers(solver) {
            let mut state = State::at_rest(system.x_rest.clone());
            run(stepper.as_mut(), &mut system, &mut state, 0.02, 2);
            assert_eq!(stepper.solve_name(), Some(expected));
            let is_scalar = stepper.solver_name().unwrap().contains("scalar");
            assert_eq!(is_scalar, expected == "l-bfgs", "{:?}", stepper.solver_name());
        }
    }
    let plain: StageSolver = QuasiSettings::quasi_newton().into();
    assert_eq!(ImplicitEuler::new(plain, false).solve_name(), Some("quasi-newton"));
}

#[test]
fn same_bits_at_one_and_two_threads_and_from_a_copied_state() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let make = || steppers(|| QuasiSettings::default().into());
    for k in 0..2 {
        let go = |resumed: bool| {
            let mut stepper = make().into_iter().nth(k).unwrap();
            let pin = motion(0.1, DVec3::new(0.0, 0.0, 0.3), DVec3::X, 1.0, Interpolation::Smooth);
            let lattice =
                Lattice { cells: [20, 14, 14], hardening: 400.0, pin: Some(pin), ..Lattice::default() };
            let mut system = lattice.build();
            let mut state = State::at_rest(system.x_rest.clone());
            run(stepper.as_mut(), &mut system, &mut state, 0.06, 6);
            assert!(!state.factor.is_empty());
            if resumed {
                // As after a kill: nothing is left but the state.
                stepper = make().into_iter().nth(k).unwrap();
                stepper.prepare(&mut system, &mut state).unwrap();
            }
            for _ in 0..3 {
                stepper.step(&mut system, &mut state, 0.01, &mut NoPhases).unwrap();
            }
            state.hash()
        };
        let first = pool(1).install(|| go(false));
        assert_eq!(first, pool(2).install(|| go(false)), "threads");
        assert_eq!(first, pool(2).install(|| go(true)), "resumed");
    }
}

#[test]
fn a_factor_is_used_on_until_it_is_old_or_the_step_is_another() {
    let mut system = Lattice::default().build();
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = ImplicitEuler::new(QuasiSettings::default(), false);
    run(&mut stepper, &mut system, &mut state, 0.01, 1);
    let first = state.factor.clone();
    for dt in [0.01, 0.0100001] {
        stepper.step(&mut system, &mut state, dt, &mut NoPhases).unwrap();
        assert_eq!(state.factor, first, "{dt}");
    }
    stepper.step(&mut system, &mut state, 0.005, &mut NoPhases).unwrap();
    assert_ne!(state.factor, first);
    // Bonds that have become a hundred times as stiff: more than 25 iterations, and then a new factor where they are.
    let mut system = Lattice { hardening: 3000.0, ..Lattice::default() }.build();
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = ImplicitEuler::new(QuasiSettings::quasi_newton(), false);
    run(&mut stepper, &mut system, &mut state, 0.02, 1);
    let first = state.factor.clone();
    for _ in 0..20 {
        stepper.step(&mut system, &mut state, 0.02, &mut NoPhases).unwrap();
    }
    assert_ne!(state.factor, first);
}

/// The step's iterations, recorded.
fn records(history: usize, lattice: &Lattice, dt: f64) -> Vec<IterationRecord> {
    let mut system = lattice.build();
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = ImplicitEuler::new(settings(history), false);
    stepper.record_iterations(true);
    run(&mut stepper, &mut system, &mut state, 8.0 * dt, 8);
    stepper.iteration_records().to_vec()
}

#[test]
fn energies_of_iterations_fall_to_the_same_and_l_bfgs_takes_the_shorter_way() {
    let lattice = Lattice { hardening: 10.0, ..Lattice::default() };
    let [quasi, lbfgs] = [0, 8].map(|history| records(history, &lattice, 0.01));
    for records in [&quasi, &lbfgs] {
        let energies: Vec<f64> = records.iter().map(|record| record.energy.unwrap()).collect();
        let scale = energies[0] - energies[energies.len() - 1];
        assert!(scale > 0.0);
        for (k, pair) in records.windows(2).enumerate() {
            let fall = energies[k] - energies[k + 1];
            assert!(fall > -1e-9 * scale, "iteration {k}: {fall:e} of {scale:e}");
            // What is summed up from the work of forces is the same to the order of the steps.
            let work = pair[1].decrease - pair[0].decrease;
            assert!(
                (work - fall).abs() < 0.1 * fall.abs() + 1e-9 * scale,
                "iteration {k}: {work:e} {fall:e}"
            );
        }
        let last = records[records.len() - 1];
        assert!(last.decrement <= 1e-12 * (last.decrease + last.decrement) || last.residual < 1e-12);
        assert!(records.iter().all(|record| record.pass == 0));
    }
    assert!(2 * lbfgs.len() < quasi.len(), "{} against {}", lbfgs.len(), quasi.len());
    // Newton keeps no records, and nobody does who was not asked to.
    let mut stepper = ImplicitEuler::new(newton(1e-6), false);
    stepper.record_iterations(true);
    let mut system = lattice.build();
    let mut state = State::at_rest(system.x_rest.clone());
    run(&mut stepper, &mut system, &mut state, 0.01, 1);
    assert!(stepper.iteration_records().is_empty());
}

#[test]
fn a_body_in_balance_takes_no_iterations() {
    let mut system = Lattice { gravity: DVec3::ZERO, ..Lattice::default() }.build();
    for history in [0, 8] {
        let mut state = State::at_rest(system.x_rest.clone());
        let mut stepper = ImplicitEuler::new(settings(history), false);
        stepper.prepare(&mut system, &mut state).unwrap();
        let report = stepper.step(&mut system, &mut state, 0.01, &mut NoPhases).unwrap();
        assert_eq!(report.iterations, 0);
        assert_eq!(largest_distance(&state.q, &system.x_rest), 0.0);
    }
}

/// Asks for the end from the third look on.
struct Impatient(std::cell::Cell<usize>);

impl Phases for Impatient {
    fn enter(&mut self, _: Phase) {}
    fn is_interrupted(&self) -> bool {
        self.0.set(self.0.get() + 1);
        self.0.get() > 2
    }
}

#[test]
fn steps_that_do_not_get_there_fail_and_may_be_interrupted() {
    let mut system = Lattice::default().build();
    let mut state = State::at_rest(system.x_rest.clone());
    let mut stepper = ImplicitEuler::new(QuasiSettings { max_iterations: 3, ..settings(8) }, false);
    stepper.prepare(&mut system, &mut state).unwrap();
    let failed = stepper.step(&mut system, &mut state.clone(), 0.05, &mut NoPhases);
    assert!(matches!(failed, Err(StepError::NotConverged { iterations: 3, .. })), "{failed:?}");
    let mut stepper = ImplicitEuler::new(settings(8), false);
    stepper.prepare(&mut system, &mut state).unwrap();
    let failed = stepper.step(&mut system, &mut state, 0.05, &mut Impatient(Default::default()));
    assert_eq!(failed, Err(StepError::Interrupted));
}
