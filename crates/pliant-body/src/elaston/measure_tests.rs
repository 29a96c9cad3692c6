#![allow(clippy::unwrap_used)]

use super::*;
use crate::elaston::composite::{Part as CompositePart, composite_stiffness};
use crate::elaston::constitutive::{Section, stiffness};
use crate::elaston::elasticity::stiff_vectors;
use glam::{DMat3, DVec3};
use pliant_material::directional::{DirectionalHooke, directions_of};

/// A small deterministic source of numbers in -1..1.
pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 / (1u64 << 53) as f64) * 2.0 - 1.0
    }

    fn jet(&mut self, size: f64) -> Jet<f64> {
        std::array::from_fn(|_| std::array::from_fn(|_| size * self.next()))
    }
}

pub fn sample() -> Box<Stiffness> {
    let moments = DMat3::from_cols(
        DVec3::new(0.3, 0.02, 0.01),
        DVec3::new(0.02, 0.1, -0.01),
        DVec3::new(0.01, -0.01, 0.05),
    );
    stiffness(1.2, 0.8, &Section { volume: 0.7, moments, thin: [false, true, true], area: 0.4 }, true)
}

pub fn elasticity(vectors: u8) -> Elasticity {
    Elasticity::new(&sample(), vectors).with_stiffness(sample())
}

pub fn deformed(numbers: &mut Numbers) -> Jet<f64> {
    let mut jet = numbers.jet(0.3);
    let turn = DMat3::from_axis_angle(DVec3::new(1.0, 2.0, -0.5).normalize(), 2.1);
    for j in 0..3 {
        for c in 0..3 {
            jet[j][c] += turn.col(j)[c];
        }
    }
    jet
}

fn shifted(jet: &Jet<f64>, change: &Jet<f64>, h: f64) -> Jet<f64> {
    std::array::from_fn(|m| std::array::from_fn(|c| jet[m][c] + h * change[m][c]))
}

fn dot(a: &Jet<f64>, b: &Jet<f64>) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| a * b).sum()
}

/// What is foreseen and what comes differ by the square of the change; without a change they are the same.
#[test]
fn foreseen_stresses_are_right_to_first_order() {
    let D = elasticity(stiff_vectors(&sample()));
    let mut numbers = Numbers(19);
    for measure in [StrainMeasure::Corotational, StrainMeasure::Green] {
        let (jet, change) = (deformed(&mut numbers), numbers.jet(1.0));
        let off = |h: f64| {
            let end = shifted(&jet, &change, h);
            let foreseen = Deformed::foreseen::<f64>(measure, &D, &jet, &end).stress();
            let found = Deformed::new::<f64>(measure, &D, &end).stress();
            shifted(&foreseen, &found, -1.0).iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()))
        };
        assert!(off(0.0) < 1e-14, "{measure:?}: {}", off(0.0));
        let (coarse, fine) = (off(1e-2), off(1e-3));
        assert!(fine > 1e-9, "{measure:?}: strains are not linear, so stresses must differ: {fine}");
        assert!((coarse / fine / 100.0 - 1.0).abs() < 0.2, "{measure:?}: {coarse} {fine}");
    }
}

#[test]
fn stress_is_the_gradient_of_the_energy() {
    let D = elasticity(stiff_vectors(&sample()));
    let mut numbers = Numbers(7);
    for measure in [StrainMeasure::Corotational, StrainMeasure::Green] {
        let (jet, change) = (deformed(&mut numbers), numbers.jet(1.0));
        let energy = |h: f64| Deformed::new::<f64>(measure, &D, &shifted(&jet, &change, h)).energy();
        let slope = (energy(1e-5) - energy(-1e-5)) / 2e-5;
        let stress = dot(&Deformed::new::<f64>(measure, &D, &jet).stress(), &change);
        assert!((slope / stress - 1.0).abs() < 1e-8, "{measure:?}: {slope} {stress}");
    }
}

#[test]
fn the_differential_is_that_of_the_stress() {
    let D = elasticity(stiff_vectors(&sample()));
    let mut numbers = Numbers(11);
    for measure in [StrainMeasure::Corotational, StrainMeasure::Green] {
        let (jet, change) = (deformed(&mut numbers), numbers.jet(1.0));
        let stress = |h: f64| Deformed::new::<f64>(measure, &D, &shifted(&jet, &change, h)).stress();
        let (above, below) = (stress(1e-5), stress(-1e-5));
        let got = Deformed::new::<f64>(measure, &D, &jet).differential::<f64>(&D, &change, Part::Whole);
        let size = dot(&got, &got).sqrt();
        for m in 0..JET {
            for c in 0..3 {
                let slope = (above[m][c] - below[m][c]) / 2e-5;
                assert!(
                    (slope - got[m][c]).abs() < 1e-8 * size,
                    "{measure:?} {m} {c}: {slope} {}",
                    got[m][c]
                );
            }
        }
    }
}

#[test]
fn the_differential_is_symmetric_and_its_positive_part_is_positive() {
    let D = elasticity(stiff_vectors(&sample()));
    let mut numbers = Numbers(23);
    for measure in [StrainMeasure::Corotational, StrainMeasure::CorotationalLagged, StrainMeasure::Green] {
        let jet = deformed(&mut numbers);
        let state = Deformed::new::<f64>(measure, &D, &jet);
        for _ in 0..20 {
            let (a, b) = (numbers.jet(1.0), numbers.jet(1.0));
            for part in [Part::Whole, Part::Positive] {
                if part == Part::Whole && measure == StrainMeasure::CorotationalLagged {
                    continue;
                }
                let ab = dot(&a, &state.differential::<f64>(&D, &b, part));
                let ba = dot(&b, &state.differential::<f64>(&D, &a, part));
                assert!((ab - ba).abs() < 1e-12 * (ab.abs() + 1.0), "{measure:?} {part:?}: {ab} {ba}");
            }
            assert!(dot(&a, &state.differential::<f64>(&D, &a, Part::Positive)) > -1e-13);
        }
    }
}

#[test]
fn turning_the_body_turns_the_stress() {
    let D = elasticity(stiff_vectors(&sample()));
    let mut numbers = Numbers(5);
    let jet = deformed(&mut numbers);
    let turn = DMat3::from_axis_angle(DVec3::new(-0.3, 1.0, 0.2).normalize(), 1.3);
    let turned: Jet<f64> = jet.map(|v| (turn * DVec3::from_array(v)).to_array());
    for measure in [StrainMeasure::Corotational, StrainMeasure::CorotationalLagged, StrainMeasure::Green] {
        let (a, b) = (Deformed::new::<f64>(measure, &D, &jet), Deformed::new::<f64>(measure, &D, &turned));
        assert!((a.energy() - b.energy()).abs() < 1e-13);
        for (a, b) in a.stress().iter().zip(b.stress()) {
            assert!((turn * DVec3::from_array(*a) - DVec3::from_array(b)).length() < 1e-13);
        }
    }
}

/// Two layers of an elaston with fibres along different directions.
fn layers_with_fibres() -> Box<Stiffness> {
    let wood = DirectionalHooke::new([16.0, 1.0, 2.0], 0.3, None).unwrap();
    let moments = DMat3::from_diagonal(DVec3::new(0.3, 0.1, 0.05));
    let section = Section { volume: 0.7, moments, thin: [false, false, true], area: 0.0 };
    let layer = |fibre: DVec3, offset: f64| CompositePart {
        material: 0,
        stiffness: wood.stiffness_in(&directions_of(fibre, DVec3::Z)),
        volume: 0.35,
        offset: DVec3::new(0.0, 0.0, offset),
        moments: DMat3::from_diagonal(DVec3::new(0.3, 0.1, 0.01)),
    };
    composite_stiffness(
        &[layer(DVec3::new(1.0, 0.5, 0.1), -0.2), layer(DVec3::new(0.2, -1.0, 0.0), 0.2)],
        &section,
        true,
    )
}

#[test]
fn layers_with_fibres_have_a_gradient_and_a_turn_costs_nothing() {
    let D = layers_with_fibres();
    let of = Elasticity::new(&D, stiff_vectors(&D)).with_stiffness(D.clone());
    let mut numbers = Numbers(23);
    for measure in [StrainMeasure::Corotational, StrainMeasure::Green] {
        let (jet, change) = (deformed(&mut numbers), numbers.jet(1.0));
        let state = |h: f64| Deformed::new::<f64>(measure, &of, &shifted(&jet, &change, h));
        let slope = (state(1e-5).energy() - state(-1e-5).energy()) / 2e-5;
        let stress = dot(&state(0.0).stress(), &change);
        assert!((slope / stress - 1.0).abs() < 1e-7, "{measure:?}: {slope} {stress}");
        let turn = DMat3::from_axis_angle(DVec3::new(0.3, -1.0, 0.5).normalize(), 1.3);
        let mut turned = [[0.0; 3]; JET];
        (0..3).for_each(|j| turned[j] = turn.col(j).to_array());
        let rigid = Deformed::new::<f64>(measure, &of, &turned);
        assert!(rigid.energy().abs() < 1e-25, "{measure:?}: {}", rigid.energy());
        assert!(rigid.stress().iter().flatten().all(|p| p.abs() < 1e-12), "{measure:?}");
    }
}
