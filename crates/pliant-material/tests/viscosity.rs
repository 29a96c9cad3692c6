//! Kelvin-Voigt viscosity: it dissipates, rigid motion feels nothing, and its differentials are right.

mod samples;

use glam::{DMat3, DVec3};
use pliant_material::Damping;
use pliant_math::small::{lane_mat, splat_mat};
use samples::{Random, contract, norm, trace};

const VISCOUS: Damping = Damping { shear_viscosity: 0.7, bulk_viscosity: 0.4, ..Damping::NONE };

fn stress(damping: &Damping, F: &DMat3, Fdot: &DMat3) -> DMat3 {
    lane_mat(&damping.viscous_stress::<f64>(&splat_mat(F), &splat_mat(Fdot)), 0)
}

#[test]
fn it_never_adds_energy() {
    let mut random = Random::new(1);
    let shear_only = Damping { bulk_viscosity: 0.0, ..VISCOUS };
    let bulk_only = Damping { shear_viscosity: 0.0, ..VISCOUS };
    for F in samples::deformations(&mut random, true) {
        for damping in [VISCOUS, shear_only, bulk_only] {
            let Fdot = random.matrix(3.0);
            let power = contract(&stress(&damping, &F, &Fdot), &Fdot);
            assert!(power >= 0.0, "{damping:?}: {power}");
        }
        let Fdot = random.matrix(3.0);
        assert!(contract(&stress(&VISCOUS, &F, &Fdot), &Fdot) > 1e-6);
    }
}

#[test]
fn rigid_motion_feels_nothing() {
    let mut random = Random::new(2);
    for F in samples::deformations(&mut random, false) {
        let w = random.vector();
        let spin = DMat3::from_cols(w.cross(DVec3::X), w.cross(DVec3::Y), w.cross(DVec3::Z));
        assert!(norm(&stress(&VISCOUS, &F, &(spin * F))) < 1e-13 * norm(&F).powi(3));
    }
}

#[test]
fn at_rest_it_is_newtons_law() {
    let L = Random::new(3).matrix(1.0);
    let rate = (L + L.transpose()) * 0.5;
    let volume = DMat3::from_diagonal(DVec3::splat(trace(&rate) / 3.0));
    let expected = (rate - volume) * (2.0 * 0.7) + volume * (3.0 * 0.4);
    assert!(norm(&(stress(&VISCOUS, &DMat3::IDENTITY, &L) - expected)) < 1e-15);
}

#[test]
fn differentials_match_differences() {
    let mut random = Random::new(4);
    for F in samples::deformations(&mut random, true) {
        let (Fdot, dF) = (random.matrix(1.0), random.matrix(1.0));
        let h = 1e-4;
        let ahead = stress(&VISCOUS, &(F + dF * h), &Fdot);
        let behind = stress(&VISCOUS, &(F - dF * h), &Fdot);
        let measured = (ahead - behind) * (0.5 / h);
        let given = lane_mat(
            &VISCOUS.viscous_stress_differential::<f64>(&splat_mat(&F), &splat_mat(&Fdot), &splat_mat(&dF)),
            0,
        );
        assert!(norm(&(measured - given)) < 1e-7 * (1.0 + norm(&given)), "{measured:?} {given:?}");
        // Linear in the rate: the stress of a sum is the sum of the stresses.
        let sum = stress(&VISCOUS, &F, &(Fdot + dF));
        let parts = stress(&VISCOUS, &F, &Fdot) + stress(&VISCOUS, &F, &dF);
        assert!(norm(&(sum - parts)) < 1e-13 * (1.0 + norm(&sum)));
    }
}
