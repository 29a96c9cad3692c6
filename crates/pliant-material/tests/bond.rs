//! Functions of bonds: derivatives, conditions, moduli, and what a whole neighbourhood makes of them.

#![allow(clippy::unwrap_used)]

use glam::{DMat3, DVec3};
use pliant_material::bond::{Basis, BasisSum, BondEnergy, Neighbourhood};
use pliant_material::{AnyLaw, LameParameters};

fn functions() -> Vec<Basis> {
    [1, 2, 3, 4, 7, 12].into_iter().flat_map(|n| [Basis::A(n), Basis::B(n)]).collect()
}

fn difference(f: impl Fn(f64) -> f64, h: f64) -> f64 {
    (f(h) - f(-h)) * (8.0 / (12.0 * h)) - (f(2.0 * h) - f(-2.0 * h)) / (12.0 * h)
}

#[test]
fn slopes_and_curvatures_are_derivatives() {
    for f in functions() {
        for s in [0.2, 0.7, 1.0, 1.3, 3.0] {
            let h = 1e-4 * s;
            let slope = difference(|t| f.value(s + t), h);
            assert!((slope - f.slope(s)).abs() < 1e-8 * (1.0 + f.slope(s).abs()), "{f:?} {s}");
            let curvature = difference(|t| f.slope(s + t), h);
            assert!((curvature - f.curvature(s)).abs() < 1e-8 * (1.0 + f.curvature(s)), "{f:?} {s}");
        }
    }
}

#[test]
fn every_function_meets_the_three_conditions() {
    for f in functions() {
        assert_eq!((f.value(1.0), f.slope(1.0), f.curvature(1.0)), (0.0, 0.0, 2.0), "{f:?}");
        for i in 1..200 {
            let s = 0.02 * f64::from(i);
            assert!(f.curvature(s) > 0.0 && (f.value(s) > 0.0 || s == 1.0), "{f:?} at {s}");
        }
        // Close to rest all are (s - 1)^2, to the last digits.
        for strain in [1e-3, 1e-6, 1e-9] {
            let s: f64 = 1.0 + strain;
            let error = f.value(s) / (s - 1.0).powi(2) - 1.0;
            assert!(error.abs() < 10.0 * strain + 1e-6, "{f:?} at {strain}: {error:e}");
        }
    }
    assert_eq!(Basis::A(2).value(0.0), f64::INFINITY);
    assert!((Basis::B(2).value(0.0) - 2.0 / 3.0).abs() < 1e-15);
}

#[test]
fn functions_have_names() {
    for f in functions() {
        assert_eq!(Basis::from_name(&f.name()), Some(f));
    }
    for name in ["", "A", "A0", "A65", "C1", "A-1", "1A", "Ä1"] {
        assert_eq!(Basis::from_name(name), None, "{name}");
    }
}

#[test]
fn sums_are_scaled_and_conditions_checked() {
    let sum = BasisSum::new(&[(Basis::A(1), 3.0), (Basis::B(4), 1.0), (Basis::B(5), 0.0)]).unwrap();
    assert_eq!(sum.terms(), [(Basis::A(1), 0.75), (Basis::B(4), 0.25)]);
    assert_eq!(sum.curvature(1.0), 2.0);
    let s = 1.7;
    assert_eq!(sum.slope(s), 0.75 * Basis::A(1).slope(s) + 0.25 * Basis::B(4).slope(s));
    assert_eq!(sum.value(s), 0.75 * Basis::A(1).value(s) + 0.25 * Basis::B(4).value(s));
    let refused = |terms: &[(Basis, f64)]| BasisSum::new(terms).unwrap_err().to_string();
    assert!(
        refused(&[(Basis::A(1), 1.0), (Basis::B(2), -0.1)])
            .contains("coefficient of B2 must be zero or a positive")
    );
    assert!(refused(&[(Basis::A(1), f64::NAN)]).contains("A1"));
    assert!(refused(&[(Basis::A(0), 1.0)]).contains("n goes from 1 to 64"));
    assert!(refused(&[(Basis::A(1), 1.0), (Basis::A(1), 1.0)]).contains("twice"));
    assert!(refused(&[]).contains("above zero") && refused(&[(Basis::A(1), 0.0)]).contains("above zero"));
}

#[test]
fn st_venant_kirchhoff_by_name_is_a_square_of_squares_and_not_convex() {
    let sum = BasisSum::st_venant_kirchhoff();
    for s in [0.3, 0.9, 1.5, 2.0_f64] {
        assert!((sum.value(s) - 0.25 * (s * s - 1.0).powi(2)).abs() < 1e-14);
    }
    assert!(!sum.is_convex() && sum.curvature(0.5) < 0.0 && sum.curvature(0.6) > 0.0);
    assert!(BasisSum::only(Basis::A(3)).is_convex());
}

#[test]
fn moduli_go_in_and_come_out() {
    let neighbourhood = Neighbourhood::new();
    for poisson in [0.25, 0.3, 0.4, 0.49] {
        let lame = LameParameters::from_young_poisson(3.0, poisson).unwrap();
        let (g, h) = (BasisSum::only(Basis::B(2)), BasisSum::only(Basis::A(3)));
        let energy = BondEnergy::from_moduli(lame, g, h).unwrap();
        let young = lame.young();
        assert!((energy.mu() - 15.0 * young / (4.0 * (1.0 + poisson))).abs() < 1e-12 * energy.mu());
        let lambda = 9.0 * young * (4.0 * poisson - 1.0) / (4.0 * (1.0 + poisson) * (1.0 - 2.0 * poisson));
        assert!((energy.lambda() - lambda).abs() < 1e-10 * energy.mu());
        assert!((energy.moduli().poisson() - poisson).abs() < 1e-12);
        let strain = [1e-6, -3e-7, 2e-7];
        let stress = neighbourhood.principal_stress(&energy, &strain.map(|e| 1.0 + e));
        let trace: f64 = strain.iter().sum();
        for i in 0..3 {
            let hooke = 2.0 * lame.mu() * strain[i] + lame.lambda() * trace;
            let error = (stress[i] - hooke).abs() / (lame.p_wave_modulus() * 1e-6);
            assert!(error < 1e-5, "{poisson}: {error:e}");
        }
    }
}

#[test]
fn below_a_quarter_both_functions_must_be_one() {
    let lame = LameParameters::from_young_poisson(1.0, 0.1).unwrap();
    let (g, h) = (BasisSum::only(Basis::A(4)), BasisSum::only(Basis::A(1)));
    let message = BondEnergy::from_moduli(lame, g, h.clone()).unwrap_err().to_string();
    assert!(message.contains("Poisson's ratio 0.1") && message.contains("same functions"), "{message}");
    let energy = BondEnergy::from_moduli(lame, h.clone(), h.clone()).unwrap();
    assert!(energy.lambda() < 0.0);
    // Bounded: the mean of a convex function is no less than the function of the mean.
    let neighbourhood = Neighbourhood::new();
    for stretches in [[3.0, 0.2, 0.2], [8.0, 8.0, 0.1], [0.2, 0.2, 0.2], [5.0, 5.0, 5.0]] {
        assert!(neighbourhood.energy_density(&energy, &stretches) > 0.0);
    }
    let message = BondEnergy::new(1.0, -1.0, h.clone(), h).unwrap_err().to_string();
    assert!(message.contains("make no material"), "{message}");
}

#[test]
fn stress_is_the_gradient_of_the_energy() {
    let lame = LameParameters::from_young_poisson(2.0, 0.35).unwrap();
    let g = BasisSum::new(&[(Basis::A(2), 0.3), (Basis::B(1), 0.7)]).unwrap();
    let h = BasisSum::new(&[(Basis::A(1), 0.9), (Basis::B(6), 0.1)]).unwrap();
    let energy = BondEnergy::from_moduli(lame, g, h).unwrap();
    let neighbourhood = Neighbourhood::new();
    for stretches in [[1.0, 1.2, 0.9], [3.0, 0.6, 0.5], [2.0, 2.0, 0.2]] {
        let stress = neighbourhood.principal_stress(&energy, &stretches);
        for i in 0..3 {
            let along = |t: f64| {
                let mut moved = stretches;
                moved[i] += t;
                neighbourhood.energy_density(&energy, &moved)
            };
            let measured = difference(along, 1e-4);
            assert!((measured - stress[i]).abs() < 1e-7 * (1.0 + stress[i].abs()), "{stretches:?} {i}");
        }
    }
}

#[test]
fn directions_are_fine_enough_for_long_pulls() {
    // B_1 alone has a closed form: W = lambda (theta - 1)^2 + mu (<tau^2> - 2 theta + 1), theta of a spheroid.
    let square = BasisSum::only(Basis::B(1));
    let energy = BondEnergy::new(2.0, 3.0, square.clone(), square).unwrap();
    let neighbourhood = Neighbourhood::new();
    for (a, b) in [(1.5_f64, 0.8_f64), (4.0, 0.5), (7.6, 0.36)] {
        let c: f64 = (a * a - b * b).sqrt();
        let theta = 0.5 * (a + b * b / c * (c / b).asinh());
        let expected = 2.0 * (theta - 1.0).powi(2) + 3.0 * ((a * a + 2.0 * b * b) / 3.0 - 2.0 * theta + 1.0);
        for stretches in [[a, b, b], [b, a, b], [b, b, a]] {
            let got = neighbourhood.energy_density(&energy, &stretches);
            assert!((got / expected - 1.0).abs() < 1e-9, "{a} {b}: {got} {expected}");
        }
    }
}

#[test]
fn directions_are_fine_enough_for_pure_shear() {
    let h = BasisSum::new(&[(Basis::A(1), 0.999), (Basis::A(7), 0.001)]).unwrap();
    let energy = BondEnergy::new(0.1, 1.0, h.clone(), h).unwrap();
    let (usual, fine) = (Neighbourhood::new(), Neighbourhood::with_points(120, 160));
    for l in [1.5, 3.0, 5.0] {
        let stretches = [l, 1.0, 1.0 / l];
        let (a, b) =
            (usual.principal_stress(&energy, &stretches), fine.principal_stress(&energy, &stretches));
        let size = b[0].abs();
        assert!((0..3).all(|i| (a[i] - b[i]).abs() < 1e-6 * size), "{l}: {a:?} {b:?}");
    }
}

#[test]
fn bonds_of_st_venant_and_kirchhoff_are_that_law_at_a_quarter() {
    let lame = LameParameters::from_young_poisson(1.0, 0.25).unwrap();
    let sum = BasisSum::st_venant_kirchhoff();
    let energy = BondEnergy::from_moduli(lame, sum.clone(), sum).unwrap();
    let law = AnyLaw::from_name("stvk", lame).unwrap();
    let neighbourhood = Neighbourhood::new();
    for stretches in [[2.0, 0.8, 0.7], [1.5, 1.5, 0.6], [0.8, 0.9, 1.1]] {
        let stress = neighbourhood.principal_stress(&energy, &stretches);
        let P = law.first_piola_stress(&DMat3::from_diagonal(DVec3::from_array(stretches)));
        for (bonds, exact) in stress.into_iter().zip([P.x_axis.x, P.y_axis.y, P.z_axis.z]) {
            assert!((bonds - exact).abs() < 1e-9, "{stretches:?}: {bonds} {exact}");
        }
    }
}
