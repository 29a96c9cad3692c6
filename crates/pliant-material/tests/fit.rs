//! Fits: constants that go in come out again, Treloar's rubber, and data that are none.

#![allow(clippy::unwrap_used)]

use pliant_material::bond::{Basis, BasisSum, BondEnergy, Sides};
use pliant_material::fit::{Family, Fit, FittedLaw, Measurement, Measurements, Test, fit};

const TRELOAR: &str = include_str!("../../../data/treloar.csv");

fn treloar(used: &[Test]) -> Measurements {
    let rows = TRELOAR.lines().filter(|line| !line.starts_with('#')).skip(1);
    let point = |line: &str| {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let test = Test::ALL.into_iter().find(|test| test.name() == fields[0]).unwrap();
        Measurement {
            test,
            stretch: fields[1].parse().unwrap(),
            stress: fields[2].parse::<f64>().unwrap() * 1e6,
        }
    };
    Measurements::new(rows.map(point).collect(), used).unwrap()
}

/// What a law gives in all three tests.
fn made_by(law: &FittedLaw, stretches: &[f64]) -> Measurements {
    let curve = law.curve();
    let mut points = Vec::new();
    for test in Test::ALL {
        points.extend(stretches.iter().map(|&stretch| Measurement {
            test,
            stretch,
            stress: curve(test, stretch),
        }));
    }
    Measurements::new(points, &[]).unwrap()
}

const STRETCHES: [f64; 12] = [0.6, 0.8, 0.95, 1.05, 1.2, 1.5, 1.9, 2.4, 3.0, 3.7, 4.4, 5.0];

fn percent(fit: &Fit, test: Test) -> f64 {
    100.0 * fit.errors.iter().find(|error| error.test == test).unwrap().relative_rms
}

#[test]
fn constants_of_rubber_are_found_again() {
    let found = fit(Family::NeoHookean, &made_by(&FittedLaw::NeoHookean { mu: 4e5 }, &STRETCHES)).unwrap();
    let FittedLaw::NeoHookean { mu } = found.law else { panic!() };
    assert!((mu - 4e5).abs() < 1e-4);

    let law = FittedLaw::MooneyRivlin { c10: 1.6e5, c01: 2e4 };
    let FittedLaw::MooneyRivlin { c10, c01 } =
        fit(Family::MooneyRivlin, &made_by(&law, &STRETCHES)).unwrap().law
    else {
        panic!()
    };
    assert!((c10 - 1.6e5).abs() < 1e-4 && (c01 - 2e4).abs() < 1e-4, "{c10} {c01}");

    let terms = [(6.3e5, 1.3), (-1e4, -2.0), (1.2e3, 5.0)];
    for count in 1..=3 {
        let law = FittedLaw::Ogden(terms[..count].to_vec());
        let found = fit(Family::Ogden(count), &made_by(&law, &STRETCHES)).unwrap();
        let FittedLaw::Ogden(given) = &found.law else { panic!() };
        for (found, (mu, alpha)) in given.iter().zip(terms) {
            assert!((found.1 / alpha - 1.0).abs() < 1e-4 && (found.0 / mu - 1.0).abs() < 1e-3, "{given:?}");
        }
    }
}

#[test]
fn more_terms_never_do_worse() {
    let data = treloar(&[]);
    let errors: Vec<f64> = (1..=3).map(|n| fit(Family::Ogden(n), &data).unwrap().mean_error()).collect();
    assert!(errors[0] >= errors[1] && errors[1] >= errors[2], "{errors:?}");
    let neo = fit(Family::NeoHookean, &data).unwrap().mean_error();
    let mooney = fit(Family::MooneyRivlin, &data).unwrap().mean_error();
    assert!(neo >= mooney && neo >= errors[0] && mooney >= errors[1], "{neo} {mooney} {errors:?}");
}

#[test]
fn bonds_are_found_again() {
    let stretch = BasisSum::new(&[(Basis::A(1), 0.8), (Basis::B(4), 0.2)]).unwrap();
    let dilation = BasisSum::only(Basis::A(2));
    let energy = BondEnergy::new(2e5, 1e6, dilation, stretch).unwrap();
    for sides in [Sides::Free, Sides::Incompressible] {
        let law = FittedLaw::Bonds(energy.clone(), sides);
        let found = fit(Family::Bonds(sides), &made_by(&law, &STRETCHES[2..9])).unwrap();
        assert!(found.largest_error() < 1e-4, "{sides:?}: {:e} {:?}", found.largest_error(), found.law);
        let FittedLaw::Bonds(given, _) = &found.law else { panic!() };
        assert!((given.moduli().mu() / energy.moduli().mu() - 1.0).abs() < 0.02, "{given:?}");
    }
}

#[test]
fn treloar_in_a_pull_to_two_percent() {
    let data = treloar(&[Test::Uniaxial]);
    // Uniaxial, biaxial, shear (%); the fit has seen the first only.
    for (family, most) in [
        (Family::Ogden(2), [1.3, 20.0, 5.0]),
        (Family::Ogden(3), [1.0, 20.0, 5.0]),
        (Family::Bonds(Sides::Free), [1.6, 18.0, 9.0]),
        (Family::Bonds(Sides::Incompressible), [1.6, 18.0, 9.0]),
    ] {
        let found = fit(family, &data).unwrap();
        let errors = Test::ALL.map(|test| percent(&found, test));
        assert!(errors.iter().zip(most).all(|(error, most)| *error < most), "{family:?}: {errors:?}");
        assert!(found.errors.iter().all(|error| error.used == (error.test == Test::Uniaxial)));
    }
}

#[test]
fn treloar_in_all_three_tests() {
    let data = treloar(&[]);
    let ogden = fit(Family::Ogden(3), &data).unwrap();
    assert!(ogden.largest_error() < 0.02, "{ogden:?}");
    // The constants as a law for bodies, nearly incompressible, give the same curves.
    let law = ogden.law.material(0.4999).unwrap();
    for (exact, body) in ogden.errors.iter().zip(data.errors_of(&law)) {
        assert!((exact.relative_rms - body.relative_rms).abs() < 0.01, "{exact:?} {body:?}");
    }
    let bonds = fit(Family::Bonds(Sides::Free), &data).unwrap();
    assert!(bonds.largest_error() < 0.09, "{bonds:?}");
    assert!(bonds.law.material(0.49).is_none());
}

fn nonsense(points: &[(f64, f64)]) -> String {
    let points =
        points.iter().map(|&(stretch, stress)| Measurement { test: Test::Uniaxial, stretch, stress });
    Measurements::new(points.collect(), &[]).unwrap_err().to_string()
}

#[test]
fn data_that_make_no_sense_are_refused_with_the_reason() {
    assert!(nonsense(&[]).contains("there are 0 points"));
    assert!(nonsense(&[(1.0, 0.0), (2.0, 1.0)]).contains("there are 1 points"));
    assert!(nonsense(&[(2.0, 1.0), (2.0, 1.1)]).contains("at least 2 with different stretches"));
    assert!(nonsense(&[(1.5, 1.0), (-2.0, 1.1)]).contains("point 2 of the uniaxial test has the stretch -2"));
    assert!(nonsense(&[(1.5, f64::NAN), (2.0, 1.1)]).contains("point 1"));
    assert!(nonsense(&[(1.5, 0.0), (2.0, 0.0)]).contains("all stresses of the uniaxial test are zero"));
    assert!(nonsense(&[(1.5, -1.0), (2.0, -2.0), (3.0, -3.0)]).contains("points the wrong way"));
    assert!(
        nonsense(&[(1.2, 4.0), (1.5, 3.0), (2.0, 2.0), (3.0, 1.0), (4.0, 0.1)]).contains("does not rise")
    );
    let noise: Vec<(f64, f64)> =
        (0..40).map(|i| (1.0 + 0.1 * f64::from(i), f64::from((i * 7919) % 101) / 101.0)).collect();
    assert!(nonsense(&noise).contains("does not rise"), "{}", nonsense(&noise));
}

#[test]
fn too_few_points_for_a_law_are_told() {
    let points =
        [1.2, 1.5, 2.0].map(|stretch| Measurement { test: Test::Shear, stretch, stress: stretch - 1.0 });
    let data = Measurements::new(points.to_vec(), &[]).unwrap();
    let message = fit(Family::Ogden(2), &data).unwrap_err().to_string();
    assert!(message.contains("ogden-2 has 4 unknowns, but there are 3 points"), "{message}");
    assert!(fit(Family::MooneyRivlin, &data).is_ok());
}

#[test]
fn huge_stretches_do_not_break_a_fit() {
    let points =
        [1e3, 1e6, 1e9].map(|stretch| Measurement { test: Test::Uniaxial, stretch, stress: stretch });
    let data = Measurements::new(points.to_vec(), &[]).unwrap();
    for family in [Family::NeoHookean, Family::MooneyRivlin, Family::Ogden(1), Family::Bonds(Sides::Free)] {
        if let Ok(found) = fit(family, &data) {
            assert!(!found.mean_error().is_infinite() || family == Family::Bonds(Sides::Free), "{found:?}");
        }
    }
}

#[test]
fn families_are_found_by_their_names() {
    for family in Family::ALL {
        assert_eq!(Family::named(&family.name()), Some(family));
    }
    assert_eq!((Family::named("bonds"), Family::named("ogden")), (Some(Family::Bonds(Sides::Free)), None));
}
