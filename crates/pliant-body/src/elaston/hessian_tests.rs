#![allow(clippy::unwrap_used)]

use super::*;
use crate::elaston::elasticity::stiff_vectors;
use crate::elaston::measure::StrainMeasure;
use crate::elaston::measure::tests::{Numbers, deformed, elasticity, sample};

#[test]
fn the_short_form_equals_the_columns_of_the_differential() {
    assert_eq!(stiff_vectors(&sample()), 6, "two axes are thin and condensed");
    let (elastic, damping) = (elasticity(6), elasticity(6));
    let solid = elasticity(9);
    short_against_long::<6>(&elastic, &damping);
    short_against_long::<9>(&solid, &solid);
    let shell = elasticity(8);
    short_against_long::<8>(&shell, &shell);
}

fn short_against_long<const V: usize>(elastic: &Elasticity, damping: &Elasticity) {
    let mut numbers = Numbers(3);
    for measure in [StrainMeasure::Corotational, StrainMeasure::CorotationalLagged] {
        for part in [Part::Whole, Part::Positive] {
            let state = Deformed::new::<f64>(measure, elastic, &deformed(&mut numbers));
            let (share, damped) = ((0.7, elastic, part), Some((0.3, damping, Part::Positive)));
            let (mut short, mut long) = (vec![0.0; hessian_numbers(V)], vec![0.0; hessian_numbers(V)]);
            hessian::<f64, V>(&state, share, damped, &mut short);
            by_columns::<f64, V>(&state, share, damped, &mut long);
            let size = long.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
            for i in 0..3 * V {
                for j in 0..3 * V {
                    let (a, b) = (short[i * padded(V) + j], long[i * padded(V) + j]);
                    assert!((a - b).abs() < 1e-13 * size, "{V} {measure:?} {part:?} {i} {j}: {a} {b}");
                }
            }
        }
    }
}

#[test]
fn vectors_without_stiffness_have_no_part_in_energy_and_stress() {
    let mut numbers = Numbers(17);
    let (short, long) = (elasticity(6), elasticity(9));
    for measure in [StrainMeasure::Corotational, StrainMeasure::CorotationalLagged, StrainMeasure::Green] {
        let jet = deformed(&mut numbers);
        let [a, b] = [&short, &long].map(|of| Deformed::new::<f64>(measure, of, &jet));
        assert!((a.energy() / b.energy() - 1.0).abs() < 1e-13, "{measure:?}: {} {}", a.energy(), b.energy());
        for (a, b) in a.stress().iter().flatten().zip(b.stress().iter().flatten()) {
            assert!((a - b).abs() < 1e-13, "{measure:?}: {a} {b}");
        }
        let mut other = jet;
        other[6..].fill([0.3, -0.7, 0.9]);
        let other = Deformed::new::<f64>(measure, &long, &other);
        assert!((other.energy() / b.energy() - 1.0).abs() < 1e-13, "{measure:?}");
    }
}
