//! Homogeneous deformations with known stress. V2a, V2b, V2c are the cases of the validation set.

#![allow(clippy::unwrap_used)]

use glam::{DMat3, DVec3};
use pliant_material::{AnyLaw, LameParameters};

fn law(name: &str, nu: f64) -> AnyLaw {
    AnyLaw::from_name(name, LameParameters::from_young_poisson(1.0, nu).unwrap()).unwrap()
}

/// Nominal stress and lateral stretch of a bar with free sides, by bisection on the lateral stress.
fn uniaxial(law: &AnyLaw, stretch: f64) -> (f64, f64) {
    let stress = |side: f64| law.first_piola_stress(&DMat3::from_diagonal(DVec3::new(stretch, side, side)));
    let (mut low, mut high) = (0.3, 2.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if stress(middle).y_axis.y < 0.0 { low = middle } else { high = middle }
    }
    (stress(low).x_axis.x, low)
}

fn simple_shear(g: f64) -> DMat3 {
    DMat3::from_cols(DVec3::X, DVec3::new(g, 1.0, 0.0), DVec3::Z)
}

#[test]
fn v2a_neo_hookean_uniaxial() {
    let law = law("neo-hookean", 0.3);
    for (stretch, nominal, side) in [
        (0.5, -0.935352, 1.210767),
        (0.75, -0.317401, 1.086937),
        (1.25, 0.212605, 0.93356),
        (1.5, 0.37828, 0.880175),
        (2.0, 0.646745, 0.798078),
        (3.0, 1.093141, 0.688111),
    ] {
        let (stress, lateral) = uniaxial(&law, stretch);
        // The reference is rounded to six decimals.
        assert!((stress - nominal).abs() < 6e-7, "{stretch}: {stress} {nominal}");
        assert!((lateral - side).abs() < 6e-7, "{stretch}: {lateral} {side}");
    }
}

#[test]
fn v2b_st_venant_kirchhoff_uniaxial_and_shear() {
    for nu in [0.0, 0.3, 0.45] {
        let law = law("stvk", nu);
        let floor = uniaxial(&law, 1.0 / 3.0_f64.sqrt()).0;
        assert!((floor + 0.19245008972987526).abs() < 1e-13, "{floor}");
        for (stretch, nominal) in [(0.75, -0.1640625), (0.9, -0.0855), (1.25, 0.3515625), (1.5, 0.9375)] {
            let stress = uniaxial(&law, stretch).0;
            assert!((stress - nominal).abs() < 1e-13, "{stretch}: {stress} {nominal}");
        }
        let (lambda, mu) = (law.lame().lambda(), law.lame().mu());
        for g in [0.1, 0.5, 1.0, -2.0] {
            let P12 = law.first_piola_stress(&simple_shear(g)).y_axis.x;
            let expected = mu * g + (0.5 * lambda + mu) * g * g * g;
            assert!((P12 - expected).abs() < 1e-13 * expected.abs().max(1.0), "{g}: {P12} {expected}");
        }
    }
}

#[test]
fn v2c_neo_hookean_simple_shear() {
    // The volume does not change, so all three neo-Hookean laws agree in these two.
    for name in ["neo-hookean", "neo-hookean-isochoric", "stable-neo-hookean"] {
        let law = law(name, 0.3);
        let mu = law.lame().mu();
        for g in [0.5, 1.0] {
            let cauchy = law.cauchy_stress(&simple_shear(g));
            assert!((cauchy.y_axis.x / mu - g).abs() < 1e-14, "{name}");
            assert!(((cauchy.x_axis.x - cauchy.y_axis.y) / mu - g * g).abs() < 1e-14, "{name}");
        }
    }
}

#[test]
fn corotational_bar_is_hooke_in_the_stretch() {
    let law = law("corotational", 0.3);
    for stretch in [0.6, 0.9, 1.4, 2.0] {
        let (stress, side) = uniaxial(&law, stretch);
        assert!((stress - (stretch - 1.0)).abs() < 1e-13, "{stress}");
        assert!((side - (1.0 - 0.3 * (stretch - 1.0))).abs() < 1e-13, "{side}");
    }
}

#[test]
fn dilation_of_the_neo_hookean_laws() {
    for c in [0.7, 1.0, 1.3, 2.0_f64] {
        let F = DMat3::from_diagonal(DVec3::splat(c));
        let J = c * c * c;
        let pressure = |name: &str| law(name, 0.3).cauchy_stress(&F).x_axis.x;
        let lame = law("neo-hookean", 0.3).lame();
        let (lambda, mu) = (lame.lambda(), lame.mu());
        let expect = |name: &str, value: f64| {
            let got = pressure(name);
            assert!((got - value).abs() < 1e-14 * value.abs().max(1.0), "{name}: {got} {value}");
        };
        expect("neo-hookean", (mu * (c * c - 1.0) + lambda * J.ln()) / J);
        expect("neo-hookean-isochoric", lame.bulk() * (J - 1.0));
        expect("stable-neo-hookean", mu * (c * c / J - 1.0) + (lambda + mu) * (J - 1.0));
    }
}
