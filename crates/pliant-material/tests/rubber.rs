//! The laws for rubber against closed forms, against each other, at equal stretches, and with constants that are none.

#![allow(clippy::unwrap_used)]

mod samples;

use glam::{DMat3, DVec3};
use pliant_material::laws::{MooneyRivlin, NeoHookeanIsochoric, Ogden};
use pliant_material::{AnyLaw, LameParameters};
use samples::{Random, contract, norm};

const BULK: f64 = 40.0;

/// Nominal stress of an incompressible test piece: the pressure is what leaves the third direction free.
fn free_third_direction(law: &AnyLaw, stretches: DVec3) -> f64 {
    let P = law.first_piola_stress(&DMat3::from_diagonal(stretches));
    P.x_axis.x - P.z_axis.z * stretches.z / stretches.x
}

fn tests(l: f64) -> [DVec3; 3] {
    let root = 1.0 / l.sqrt();
    [DVec3::new(l, root, root), DVec3::new(l, l, 1.0 / (l * l)), DVec3::new(l, 1.0, 1.0 / l)]
}

#[test]
fn mooney_rivlin_in_a_pull_a_double_pull_and_pure_shear() {
    let (c10, c01) = (0.3, 0.05);
    let law = AnyLaw::MooneyRivlin(MooneyRivlin::new(c10, c01, BULK).unwrap());
    for l in [0.5, 0.9, 1.0, 1.3, 2.0, 5.0_f64] {
        let expected = [
            2.0 * (l - l.powi(-2)) * (c10 + c01 / l),
            2.0 * (l - l.powi(-5)) * (c10 + c01 * l * l),
            2.0 * (l - l.powi(-3)) * (c10 + c01),
        ];
        for (stretches, expected) in tests(l).into_iter().zip(expected) {
            let got = free_third_direction(&law, stretches);
            assert!((got - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{l}: {got} {expected}");
        }
    }
}

#[test]
fn ogden_in_a_pull_a_double_pull_and_pure_shear() {
    let terms = [(0.63, 1.3), (0.0012, 5.0), (-0.01, -2.0)];
    let law = AnyLaw::Ogden(Ogden::new(&terms, BULK).unwrap());
    for l in [0.5, 0.9, 1.0, 1.3, 2.0, 7.0_f64] {
        let sum = |side: f64| {
            terms.iter().map(|(mu, a)| mu * (l.powf(a - 1.0) - l.powf(side * a - 1.0))).sum::<f64>()
        };
        for (stretches, expected) in tests(l).into_iter().zip([sum(-0.5), sum(-2.0), sum(-1.0)]) {
            let got = free_third_direction(&law, stretches);
            assert!((got - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{l}: {got} {expected}");
        }
    }
}

#[test]
fn neo_hookean_and_mooney_rivlin_are_ogden_with_whole_powers() {
    let lame = LameParameters::from_bulk_shear(BULK, 0.7).unwrap();
    let (c10, c01) = (0.25, 0.1);
    let pairs = [
        (AnyLaw::NeoHookeanIsochoric(NeoHookeanIsochoric(lame)), vec![(0.7, 2.0)]),
        (AnyLaw::MooneyRivlin(MooneyRivlin::new(c10, c01, BULK).unwrap()), vec![(0.5, 2.0), (-0.2, -2.0)]),
    ];
    let mut random = Random::new(31);
    for (plain, terms) in pairs {
        let ogden = AnyLaw::Ogden(Ogden::new(&terms, BULK).unwrap());
        assert!((plain.lame().mu() - ogden.lame().mu()).abs() < 1e-15);
        for F in samples::deformations(&mut random, false) {
            let scale = 1.0 + norm(&plain.first_piola_stress(&F));
            let dF = random.matrix(1.0);
            let (a, b) = (plain.energy_density(&F), ogden.energy_density(&F));
            assert!((a - b).abs() < 1e-12 * (a.abs() + 1e-14), "{F:?}: {a} {b}");
            let P = plain.first_piola_stress(&F) - ogden.first_piola_stress(&F);
            assert!(norm(&P) < 1e-12 * scale, "{F:?}: {P:?}");
            let dP = plain.stress_differential(&F, &dF) - ogden.stress_differential(&F, &dF);
            assert!(norm(&dP) < 1e-11 * BULK * scale, "{F:?}: {dP:?}");
        }
    }
}

#[test]
fn ogden_is_smooth_where_stretches_meet() {
    let law = AnyLaw::Ogden(Ogden::new(&[(0.63, 1.3), (0.0012, 5.0), (-0.01, -2.0)], BULK).unwrap());
    let mut random = Random::new(41);
    for gap in [0.0, 1e-16, 1e-12, 1e-9, 1e-6, 1e-3] {
        for base in [DVec3::new(2.0, 2.0 + gap, 0.3), DVec3::new(0.5, 3.0, 3.0 + gap), DVec3::splat(1.6)] {
            let (Q, R) = (random.rotation(), random.rotation());
            let F = Q * DMat3::from_diagonal(base) * R;
            let dF = random.matrix(1.0);
            let h = 1e-4;
            let along = |t: f64| law.first_piola_stress(&(F + dF * t));
            let measured = (along(h) - along(-h)) * (8.0 / (12.0 * h))
                - (along(2.0 * h) - along(-2.0 * h)) * (1.0 / (12.0 * h));
            let given = law.stress_differential(&F, &dF);
            assert!(norm(&(measured - given)) < 1e-8 * norm(&given), "gap {gap:e} at {base:?}");
            assert!((contract(&given, &dF)).is_finite());
        }
    }
}

#[test]
fn constants_that_make_no_material_are_refused_with_the_reason() {
    let message = |result: Result<AnyLaw, _>| -> String {
        result.map_err(|error: pliant_material::ParameterError| error.to_string()).unwrap_err()
    };
    let mooney = |c10, c01, bulk| message(MooneyRivlin::new(c10, c01, bulk).map(AnyLaw::MooneyRivlin));
    assert!(mooney(-1.0, 0.5, 1.0).contains("2 (c10 + c01) = -1 Pa"), "{}", mooney(-1.0, 0.5, 1.0));
    assert!(mooney(f64::NAN, 0.5, 1.0).contains("positive finite number"));
    assert!(mooney(1.0, 0.5, 0.0).contains("bulk modulus"));
    let ogden = |terms: &[(f64, f64)]| message(Ogden::new(terms, 1.0).map(AnyLaw::Ogden));
    assert!(ogden(&[]).contains("1 to 4 terms, but 0"));
    assert!(ogden(&[(1.0, 2.0); 5]).contains("but 5 are given"));
    assert!(ogden(&[(1.0, 0.0)]).contains("not be 0, but one is 0"));
    assert!(ogden(&[(1.0, 51.0)]).contains("between -50 and 50"));
    assert!(ogden(&[(1.0, f64::NAN)]).contains("alpha must lie"));
    assert!(ogden(&[(1.0, -2.0)]).contains("1/2 sum mu alpha = -1 Pa"), "{}", ogden(&[(1.0, -2.0)]));
    assert!(ogden(&[(f64::INFINITY, 2.0)]).contains("finite"));
    assert!(!MooneyRivlin::new(1.0, -0.1, 1.0).unwrap().is_stable_at_any_stretch());
    assert!(Ogden::new(&[(1.0, 2.0), (-1.0, -2.0)], 1.0).unwrap().is_stable_at_any_stretch());
    assert!(!Ogden::new(&[(1.0, 2.0), (1.0, -0.1)], 1.0).unwrap().is_stable_at_any_stretch());
}

#[test]
fn absurd_powers_and_stretches_stay_numbers() {
    let law = AnyLaw::Ogden(Ogden::new(&[(1e5, 50.0), (-1e5, -50.0)], 1e9).unwrap());
    for stretches in
        [DVec3::new(1e3, 1e3, 1e-6), DVec3::new(1.0, 1.0, 0.0), DVec3::splat(-1.0), DVec3::splat(1e6)]
    {
        let F = DMat3::from_diagonal(stretches);
        assert!(law.first_piola_stress(&F).is_finite(), "{stretches}");
        assert!(law.stress_differential(&F, &DMat3::IDENTITY).is_finite(), "{stretches}");
        assert!(!law.energy_density(&F).is_nan(), "{stretches}");
    }
}
