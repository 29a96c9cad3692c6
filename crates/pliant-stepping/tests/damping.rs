//! Free vibration dies down as Rayleigh and Kelvin and Voigt say.

#![allow(clippy::unwrap_used)]

mod support;

use glam::DVec3;
use pliant_geometry::ElementOrder::{Linear, Quadratic};
use pliant_material::Damping;
use pliant_stepping::*;
use pliant_system::{Motion, State};
use support::*;

/// x(t) of a damped oscillator let go at 1.
fn decaying(omega: f64, ratio: f64, t: f64) -> f64 {
    let damped = omega * (1.0 - ratio * ratio).sqrt();
    let phase = damped * t;
    (-ratio * omega * t).exp() * (phase.cos() + ratio * omega / damped * phase.sin())
}

/// Lets a bar go in its lowest mode and compares the motion of that mode with the closed form over three periods.
fn check(
    mut bar: Bar,
    damping: Damping,
    ratio_of: impl Fn(f64) -> f64,
    stepper: &mut dyn Stepper,
    steps: usize,
    tolerance: f64,
) {
    let name = format!("{} {damping:?}", stepper.name());
    let mut undamped = bar.build();
    let rest = State::at_rest(undamped.x_rest.clone());
    let mode = natural_modes(&mut undamped, &rest, 1).unwrap().modes.remove(0);
    bar.damping = damping;
    let mut system = bar.build();
    let mut state = rest.clone();
    let size = 1e-4;
    for (q, shape) in state.q.iter_mut().zip(&mode.shape) {
        *q += *shape * size;
    }
    let omega = mode.eigenvalue.sqrt();
    let ratio = ratio_of(omega);
    assert!((0.01..0.5).contains(&ratio), "{name}: ratio {ratio} shows nothing");
    stepper.prepare(&mut system, &mut state).unwrap();
    let dt = 3.0 / mode.frequency / steps as f64;
    let mut worst = 0.0f64;
    for _ in 0..steps {
        stepper.step(&mut system, &mut state, dt, &mut NoPhases).unwrap();
        let u: Vec<DVec3> = state.q.iter().zip(&system.x_rest).map(|(q, x)| *q - *x).collect();
        let amount: f64 = (0..u.len()).map(|i| mode.shape[i].dot(system.mass.row_times(i, &u))).sum();
        worst = worst.max((amount / size - decaying(omega, ratio, state.time)).abs());
    }
    assert!(worst < tolerance, "{name}: off by {worst:e} of the amplitude (ratio {ratio})");
}

fn cantilever() -> Bar {
    let mut bar = Bar::new([6, 1, 1], DVec3::new(1.0, 0.2, 0.25), Linear, "linear").clamped();
    bar.young = 50.0;
    bar
}

#[test]
fn rayleigh_damping_has_the_ratio_of_the_textbook() {
    let cases = [
        Damping { mass_rate: 0.3, ..Damping::NONE },
        Damping { stiffness_time: 0.1, ..Damping::NONE },
        Damping { mass_rate: 0.2, stiffness_time: 0.05, ..Damping::NONE },
    ];
    for damping in cases {
        let ratio = |w: f64| 0.5 * (damping.mass_rate / w + damping.stiffness_time * w);
        let mut alpha = GeneralizedAlpha::new(newton(1e-12), 1.0);
        check(cantilever(), damping, ratio, &mut alpha, 1500, 1e-4);
        // Backward Euler adds damping of its own, omega dt / 2.
        let mut euler = ImplicitEuler::new(newton(1e-12), false);
        check(cantilever(), damping, ratio, &mut euler, 6000, 1e-2);
    }
}

/// Damping forces take velocities of the same instant as positions: of second order.
#[test]
fn explicit_steppers_damp_alike() {
    let damping = Damping { mass_rate: 0.2, stiffness_time: 0.002, ..Damping::NONE };
    let ratio = |w: f64| 0.5 * (damping.mass_rate / w + damping.stiffness_time * w);
    for scheme in [ExplicitScheme::Leapfrog, ExplicitScheme::Verlet] {
        check(cantilever(), damping, ratio, &mut Explicit::new(scheme, 0.9), 6000, 1e-5);
    }
}

/// With a drag so strong that a lag of half a step would show: a step of half the length has a quarter of the error.
#[test]
fn explicit_damping_is_of_second_order() {
    let damping = Damping { mass_rate: 2.0, ..Damping::NONE };
    let tip_after = |scheme: ExplicitScheme, steps: usize| {
        let mut bar = cantilever();
        bar.damping = damping;
        let mut system = bar.build();
        let mut state = State::at_rest(system.x_rest.clone());
        state.v.iter_mut().zip(&system.x_rest).for_each(|(v, x)| *v = DVec3::Z * (0.1 * x.x));
        let mut stepper = Explicit::new(scheme, 0.9);
        stepper.prepare(&mut system, &mut state).unwrap();
        for _ in 0..steps {
            stepper.step(&mut system, &mut state, 0.5 / steps as f64, &mut NoPhases).unwrap();
        }
        state.q.iter().zip(&system.x_rest).map(|(q, x)| (*q - *x).z).fold(0.0, f64::max)
    };
    for scheme in [ExplicitScheme::Leapfrog, ExplicitScheme::Verlet] {
        let exact = tip_after(scheme, 16_000);
        let [coarse, fine] = [500, 1000].map(|steps| (tip_after(scheme, steps) - exact).abs());
        assert!((3.3..4.7).contains(&(coarse / fine)), "{scheme:?}: {coarse:e} to {fine:e}");
    }
}

/// A bar with nu = 0 that vibrates along itself, with eta_b = 2/3 eta_s so that nothing happens across: the stress is
/// E e + 2 eta_s de/dt, hence the ratio eta_s omega / E.
#[test]
fn a_kelvin_voigt_bar_dies_down_with_its_viscosity() {
    let eta = 0.4;
    let damping = Damping { shear_viscosity: eta, bulk_viscosity: 2.0 / 3.0 * eta, ..Damping::NONE };
    for (order, consistent) in [(Linear, false), (Quadratic, true)] {
        let mut bar = Bar::new([6, 1, 1], DVec3::new(1.0, 0.2, 0.2), order, "linear")
            .pin(|x| x.x == 0.0, &[DVec3::X], Motion::still())
            // Keeps it from turning and sliding, without force in this motion.
            .pin(|x| x.y == 0.0, &[DVec3::Y], Motion::still())
            .pin(|x| x.z == 0.0, &[DVec3::Z], Motion::still());
        (bar.young, bar.poisson, bar.consistent) = (20.0, 0.0, consistent);
        // First see that the lowest mode is the one along the bar: a quarter wave.
        let mut system = bar.build();
        let state = State::at_rest(system.x_rest.clone());
        let mode = natural_modes(&mut system, &state, 1).unwrap().modes.remove(0);
        let quarter_wave = (bar.young / DENSITY).sqrt() / 4.0;
        assert!((mode.frequency / quarter_wave - 1.0).abs() < 0.01, "{} {quarter_wave}", mode.frequency);
        let mut stepper = GeneralizedAlpha::new(newton(1e-12), 1.0);
        check(bar, damping, |w| eta * w / 20.0, &mut stepper, 1500, 3e-4);
    }
}
