#![allow(clippy::unwrap_used)]

use super::*;
use crate::elaston::measure::StrainMeasure;
use crate::elaston::measure::tests::{Numbers, deformed, sample};

#[test]
fn the_short_form_equals_the_columns_of_the_differential() {
    let (elastic, damping) = (Elasticity::new(*sample()), Elasticity::new(*sample()));
    let mut numbers = Numbers(3);
    for measure in [StrainMeasure::Corotational, StrainMeasure::CorotationalLagged] {
        for part in [Part::Whole, Part::Positive] {
            let state = Deformed::new::<f64>(measure, &elastic.stiffness, &deformed(&mut numbers));
            let (share, damped) = ((0.7, &elastic, part), Some((0.3, &damping, Part::Positive)));
            let (mut short, mut long) = (Hessian::default(), Hessian::default());
            hessian::<f64>(&state, share, damped, &mut short);
            by_columns::<f64>(&state, share, damped, &mut long);
            let size = long.0.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
            for i in 0..NUMBERS {
                for j in 0..NUMBERS {
                    let (a, b) = (short.0[i][j], long.0[i][j]);
                    assert!((a - b).abs() < 1e-13 * size, "{measure:?} {part:?} {i} {j}: {a} {b}");
                }
            }
        }
    }
}
