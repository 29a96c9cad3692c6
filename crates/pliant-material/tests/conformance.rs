//! Every law through every property, in one loop: derivatives against finite differences, symmetry, rest, rigid
//! motion, objectivity, isotropy, Hooke's law at rest, precision close to rest, lanes against scalars.

#![allow(clippy::unwrap_used)]

mod samples;

use glam::DMat3;
use pliant_material::law::tangent_from_differentials;
use pliant_material::measures::{green_strain, small_strain};
use pliant_material::{AnyLaw, LameParameters, Law, with_law};
use pliant_math::lanes::{Kernel, Portable, Real, WIDTH, dispatch};
use pliant_math::small::{from_mats, splat_mat};
use samples::{Random, contract, norm, singular_values};

/// The parameter sets every law is tried with: common, nearly incompressible, auxetic.
fn parameters() -> [LameParameters; 3] {
    [(1.0, 0.3), (2.0e5, 0.47), (3.0, -0.4)].map(|(e, nu)| LameParameters::from_young_poisson(e, nu).unwrap())
}

/// Runs a check on every law at every kind of deformation it is defined for.
fn for_every_law(check: impl Fn(&AnyLaw, &DMat3, &mut Random)) {
    let mut random = Random::new(7);
    for lame in parameters() {
        for law in AnyLaw::all(lame) {
            for F in samples::deformations(&mut random, !law.needs_positive_volume()) {
                check(&law, &F, &mut random);
            }
        }
    }
}

/// Fourth-order central difference of a function of the step along a direction.
fn difference<T>(f: impl Fn(f64) -> T) -> T
where
    T: std::ops::Sub<Output = T> + std::ops::Mul<f64, Output = T>,
{
    let h = 1e-3;
    (f(h) - f(-h)) * (8.0 / (12.0 * h)) - (f(2.0 * h) - f(-2.0 * h)) * (1.0 / (12.0 * h))
}

fn scale(law: &AnyLaw) -> f64 {
    law.lame().p_wave_modulus()
}

fn hooke(lame: &LameParameters, e: &DMat3) -> DMat3 {
    *e * (2.0 * lame.mu()) + DMat3::from_diagonal(glam::DVec3::splat(lame.lambda() * samples::trace(e)))
}

#[test]
fn stress_is_the_gradient_of_the_energy() {
    for_every_law(|law, F, random| {
        let dF = random.matrix(1.0);
        let measured = difference(|t| law.energy_density(&(*F + dF * t)));
        let given = contract(&law.first_piola_stress(F), &dF);
        let error = (measured - given).abs() / (scale(law) + norm(&law.first_piola_stress(F)));
        assert!(error < 1e-8, "{law:?} at {F:?}: {measured} {given} {error:e}");
    });
}

#[test]
fn differential_is_the_gradient_of_the_stress() {
    for_every_law(|law, F, random| {
        let dF = random.matrix(1.0);
        let measured = difference(|t| law.first_piola_stress(&(*F + dF * t)));
        let given = law.stress_differential(F, &dF);
        let error = norm(&(measured - given)) / (scale(law) + norm(&given));
        assert!(error < 1e-8, "{law:?} at {F:?}: {error:e}");
    });
}

#[test]
fn tangent_is_symmetric_and_agrees_with_the_differential() {
    for_every_law(|law, F, _| {
        let at = splat_mat::<f64>(F);
        let tangent = with_law!(law, |l| l.stress_tangent(&at));
        let columns = with_law!(law, |l| tangent_from_differentials(|dF| l.stress_differential(&at, dF)));
        let size = scale(law) + tangent.iter().flatten().fold(0.0, |m: f64, x| m.max(x.abs()));
        for row in 0..9 {
            for column in 0..9 {
                let (entry, mirrored) = (tangent[row][column], tangent[column][row]);
                assert!((entry - mirrored).abs() < 1e-13 * size, "{law:?} at {F:?}: ({row}, {column})");
                assert!((entry - columns[row][column]).abs() < 1e-13 * size, "{law:?} ({row}, {column})");
            }
        }
    });
}

#[test]
fn rest_has_no_energy_and_no_stress() {
    for law in parameters().into_iter().flat_map(AnyLaw::all) {
        assert_eq!(law.energy_density(&DMat3::IDENTITY), 0.0, "{law:?}");
        assert_eq!(law.first_piola_stress(&DMat3::IDENTITY), DMat3::ZERO, "{law:?}");
    }
}

#[test]
fn rotations_cost_nothing() {
    let mut random = Random::new(3);
    for law in parameters().into_iter().flat_map(AnyLaw::all).filter(|law| !law.is_linear()) {
        for _ in 0..50 {
            let Q = random.rotation();
            assert!(law.energy_density(&Q).abs() < 1e-29 * scale(&law), "{law:?}");
            assert!(norm(&law.first_piola_stress(&Q)) < 5e-15 * scale(&law), "{law:?}");
        }
    }
}

#[test]
fn small_strain_law_alone_feels_rotations() {
    let law = AnyLaw::from_name("linear", parameters()[0]).unwrap();
    let Q = DMat3::from_rotation_z(0.5);
    assert!(law.energy_density(&Q) > 1e-3 * scale(&law));
}

#[test]
fn energy_is_objective_and_isotropic() {
    for_every_law(|law, F, random| {
        let Q = random.rotation();
        let psi = law.energy_density(F);
        let tolerance = 1e-12 * (psi.abs() + 1e-3 * scale(law));
        let turned = law.energy_density(&(*F * Q));
        if law.is_linear() {
            // Isotropy of the small-strain law: both configurations turn.
            let both = law.energy_density(&(Q.transpose() * *F * Q));
            assert!((both - psi).abs() < tolerance, "{law:?}: {both} {psi}");
        } else {
            let moved = law.energy_density(&(Q * *F));
            assert!((moved - psi).abs() < tolerance, "{law:?} at {F:?}: {moved} {psi}");
            assert!((turned - psi).abs() < tolerance, "{law:?} at {F:?}: {turned} {psi}");
        }
    });
}

#[test]
fn hooke_at_rest() {
    let mut random = Random::new(11);
    for law in parameters().into_iter().flat_map(AnyLaw::all) {
        for _ in 0..20 {
            let dF = random.matrix(1.0);
            let dP = law.stress_differential(&DMat3::IDENTITY, &dF);
            let expected = hooke(&law.lame(), &small_strain(&(dF + DMat3::IDENTITY)));
            assert!(norm(&(dP - expected)) < 1e-14 * scale(&law) * norm(&dF), "{law:?}");
        }
    }
}

#[test]
fn tiny_strains_keep_their_digits() {
    let mut random = Random::new(5);
    for law in parameters().into_iter().flat_map(AnyLaw::all) {
        for size in [1e-12, 1e-9, 1e-7] {
            let F = DMat3::IDENTITY + random.matrix(size);
            // F - I is exact here, so Hooke's energy of it is right up to the strain itself.
            let E = green_strain(&F);
            let energy = 0.5 * contract(&hooke(&law.lame(), &E), &E);
            let error = (law.energy_density(&F) / energy - 1.0).abs();
            assert!(error < 20.0 * size, "{law:?} energy at {size:e}: {error:e}");
            let stress = hooke(&law.lame(), &small_strain(&F));
            let error = norm(&(law.first_piola_stress(&F) - stress)) / norm(&stress);
            assert!(error < 20.0 * size + 2e-15 / size, "{law:?} stress at {size:e}: {error:e}");
        }
    }
}

#[test]
fn tiny_strains_under_rotation_keep_their_digits() {
    let mut random = Random::new(6);
    for law in parameters().into_iter().flat_map(AnyLaw::all).filter(|law| !law.is_linear()) {
        for _ in 0..20 {
            let size = 1e-7;
            let U = DMat3::IDENTITY + random.matrix(size);
            let E = green_strain(&U);
            let energy = 0.5 * contract(&hooke(&law.lame(), &E), &E);
            let error = (law.energy_density(&(random.rotation() * U)) / energy - 1.0).abs();
            assert!(error < 1e-6, "{law:?}: {error:e}");
        }
    }
}

#[test]
fn no_volume_no_energy_and_still_no_nan() {
    let mut random = Random::new(17);
    let mut cases = vec![
        DMat3::ZERO,
        -DMat3::IDENTITY,
        DMat3::from_diagonal(glam::DVec3::new(1.0, 1.0, 0.0)),
        DMat3::from_diagonal(glam::DVec3::new(1.0, 0.0, 0.0)),
        DMat3::from_diagonal(glam::DVec3::new(1.0, 1.0, -1.0)),
        DMat3::from_diagonal(glam::DVec3::new(1e-9, 1.0, -1e-9)),
    ];
    cases.extend((0..20).map(|_| random.rotation() * samples::reflection() * random.stretch(0.1, 10.0)));
    for law in parameters().into_iter().flat_map(AnyLaw::all) {
        for F in &cases {
            let psi = law.energy_density(F);
            assert!(
                if law.needs_positive_volume() { psi == f64::INFINITY } else { psi.is_finite() },
                "{law:?}"
            );
            assert!(law.first_piola_stress(F).is_finite(), "{law:?} at {F:?}");
            assert!(law.stress_differential(F, &random.matrix(1.0)).is_finite(), "{law:?} at {F:?}");
            let tangent = with_law!(law, |l| l.stress_tangent(&splat_mat::<f64>(F)));
            assert!(tangent.iter().flatten().all(|x| x.is_finite()), "{law:?} at {F:?}");
        }
    }
}

/// Everything a law computes, for as many deformations as there are lanes.
#[derive(Clone, Copy)]
struct Everything<'a, L> {
    law: L,
    F: &'a [DMat3; WIDTH],
    dF: &'a [DMat3; WIDTH],
}

impl<L: Law> Kernel for Everything<'_, L> {
    type Output = Vec<u64>;
    #[inline(always)]
    fn run<R: Real>(self) -> Vec<u64> {
        let mut bits = Vec::new();
        for first in (0..WIDTH).step_by(R::COUNT) {
            let (F, dF) = (from_mats::<R>(|l| self.F[first + l]), from_mats::<R>(|l| self.dF[first + l]));
            let psi = self.law.energy_density(&F);
            let P = self.law.first_piola_stress(&F);
            let dP = self.law.stress_differential(&F, &dF);
            let tangent = self.law.stress_tangent(&F);
            for l in 0..R::COUNT {
                bits.push(psi.lane(l).to_bits());
                bits.extend(P.iter().flatten().map(|x| x.lane(l).to_bits()));
                bits.extend(dP.iter().flatten().map(|x| x.lane(l).to_bits()));
                bits.extend(tangent.iter().flatten().map(|x| x.lane(l).to_bits()));
            }
        }
        bits
    }
}

#[test]
fn lanes_give_the_bits_of_scalars() {
    let mut random = Random::new(23);
    for law in parameters().into_iter().flat_map(AnyLaw::all) {
        let mut pool = samples::deformations(&mut random, true);
        pool.push(DMat3::IDENTITY);
        pool.push(DMat3::ZERO);
        for chunk in pool.chunks_exact(WIDTH) {
            let F: [DMat3; WIDTH] = chunk.try_into().unwrap();
            let dF = std::array::from_fn(|_| random.matrix(1.0));
            with_law!(law, |law| {
                let all = Everything { law, F: &F, dF: &dF };
                let scalar = all.run::<f64>();
                assert_eq!(scalar, all.run::<Portable>(), "{law:?}");
                assert_eq!(scalar, dispatch(all), "{law:?}");
            });
        }
    }
}

#[test]
fn samples_cover_what_they_claim() {
    let mut random = Random::new(1);
    let with = samples::deformations(&mut random, true);
    let without = samples::deformations(&mut random, false);
    assert!(with.iter().any(|F| F.determinant() < -0.1));
    assert!(without.iter().all(|F| F.determinant() > 0.05));
    assert!(without.iter().any(|F| norm(&(*F - DMat3::IDENTITY)) < 1e-5));
    assert!(without.iter().any(|F| singular_values(F).x > 2.0));
}
