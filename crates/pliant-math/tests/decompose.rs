//! Properties of the decompositions: reconstruction, orthogonality, conventions, degenerate and extreme inputs,
//! and the derivative of the polar rotation by finite differences.

#![allow(clippy::unwrap_used)]

use glam::{DMat3, DQuat, DVec3};
use pliant_math::decompose::{
    Polar, PolarDifferential, Svd, SymmetricEigen, polar, polar_rotation, project_positive_semidefinite, svd,
    symmetric_eigen,
};
use proptest::prelude::*;

fn largest(a: &DMat3) -> f64 {
    a.to_cols_array().iter().fold(0.0, |m, x| m.max(x.abs()))
}

fn assert_rotation(r: &DMat3, what: &str) {
    let defect = largest(&(r.transpose() * *r - DMat3::IDENTITY));
    assert!(defect < 4e-15, "{what} is not orthogonal: {defect:e} {r:?}");
    assert!(r.determinant() > 0.9, "{what} is a reflection: {r:?}");
}

fn assert_close(a: &DMat3, b: &DMat3, scale: f64, what: &str) {
    let error = largest(&(*a * (1.0 / scale) - *b * (1.0 / scale)));
    assert!(error < 1e-14, "{what}: {error:e}\n{a:?}\n{b:?}");
}

fn check_svd(f: &DMat3) {
    let scale = largest(f).max(f64::MIN_POSITIVE);
    let Svd { u, sigma, v } = svd(f);
    assert_rotation(&u, "U");
    assert_rotation(&v, "V");
    let relative = sigma / scale;
    assert!(relative.x >= relative.y && relative.y >= relative.z.abs(), "order {sigma:?} of {f:?}");
    assert!(relative.y >= 0.0);
    assert_close(&(u * DMat3::from_diagonal(relative) * v.transpose() * scale), f, scale, "U sigma V^T");
}

fn check_polar(f: &DMat3) {
    let scale = largest(f).max(f64::MIN_POSITIVE);
    let Polar { rotation, stretch } = polar(f);
    assert_rotation(&rotation, "R");
    assert_eq!(rotation, polar_rotation(f));
    assert_eq!(stretch, stretch.transpose());
    assert_close(&(rotation * (stretch * (1.0 / scale)) * scale), f, scale, "R S");
    let eigen = symmetric_eigen(&stretch);
    let smallest_sum = (eigen.values.y + eigen.values.z) / scale;
    assert!(smallest_sum > -1e-14, "R does not maximise tr(R^T F): {eigen:?} of {f:?}");
}

fn check_eigen(a: &DMat3) {
    let scale = largest(a).max(f64::MIN_POSITIVE);
    let SymmetricEigen { values, vectors } = symmetric_eigen(a);
    assert_rotation(&vectors, "eigenvectors");
    assert!(values.x >= values.y && values.y >= values.z, "order {values:?}");
    let rebuilt = vectors * DMat3::from_diagonal(values / scale) * vectors.transpose() * scale;
    assert_close(&rebuilt, a, scale, "V lambda V^T");
}

fn check_all(f: &DMat3) {
    check_svd(f);
    check_polar(f);
    check_eigen(&(*f * 0.5 + f.transpose() * 0.5));
}

fn matrix(range: f64) -> impl Strategy<Value = DMat3> {
    prop::array::uniform9(-range..range).prop_map(|m| DMat3::from_cols_array(&m))
}

fn rotation() -> impl Strategy<Value = DMat3> {
    (-1.0..1.0, -1.0..1.0, -1.0..1.0, 0.1..1.0)
        .prop_map(|(x, y, z, w)| DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize()))
}

/// Singular values that exercise repetition, rank loss, reflections and bad conditioning.
fn singular_values() -> impl Strategy<Value = DVec3> {
    let one = prop_oneof![
        Just(0.0),
        Just(1.0),
        Just(-1.0),
        Just(1e-8),
        Just(1e-16),
        Just(-1e-16),
        0.1..2.0,
        -2.0..0.0
    ];
    prop::array::uniform3(one).prop_map(DVec3::from_array)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_matrices(f in matrix(2.0)) {
        check_all(&f);
    }

    #[test]
    fn degenerate_matrices(u in rotation(), sigma in singular_values(), v in rotation()) {
        check_all(&(u * DMat3::from_diagonal(sigma) * v.transpose()));
    }

    #[test]
    fn huge_and_tiny_matrices(f in matrix(1.0), exponent in -150.0..150.0) {
        check_all(&(f * 10.0_f64.powf(exponent)));
    }

    #[test]
    fn badly_scaled_columns(f in matrix(1.0), e in prop::array::uniform3(-150.0..150.0)) {
        check_all(&(f * DMat3::from_diagonal(DVec3::from_array(e.map(|x| 10.0_f64.powf(x))))));
    }

    #[test]
    fn nearly_rotations(r in rotation(), h in matrix(1.0), exponent in -17.0..0.0) {
        let f = r + h * 10.0_f64.powf(exponent) * 0.3;
        check_all(&f);
    }

    #[test]
    fn newton_and_svd_agree(r in rotation(), h in matrix(0.3)) {
        let f = r * (DMat3::IDENTITY + h);
        let Svd { u, v, .. } = svd(&f);
        prop_assert!(largest(&(polar_rotation(&f) - u * v.transpose())) < 2e-14);
    }

    #[test]
    fn polar_follows_rotations(q in rotation(), f in matrix(2.0)) {
        let Svd { sigma, .. } = svd(&f);
        prop_assume!(sigma.y + sigma.z > 1e-2);
        let error = largest(&(polar_rotation(&(q * f)) - q * polar_rotation(&f)));
        prop_assert!(error < 1e-12, "{error:e}");
    }

    #[test]
    fn polar_differential_matches_differences(f in matrix(2.0), dF in matrix(1.0)) {
        let sigma = svd(&f).sigma;
        prop_assume!(sigma.y + sigma.z > 0.1);
        let h = 1e-5;
        let differences = (polar_rotation(&(f + dF * h)) - polar_rotation(&(f - dF * h))) * (0.5 / h);
        let dR = PolarDifferential::new(&polar(&f)).apply(&dF);
        let error = largest(&(dR - differences));
        let curvature = 1.0 / (sigma.y + sigma.z).powi(3);
        prop_assert!(error < 1e-8 * curvature.max(1.0), "{error:e} at {sigma:?}");
    }

    #[test]
    fn polar_differential_is_finite_everywhere(
        u in rotation(), sigma in singular_values(), v in rotation(), dF in matrix(1.0), exponent in -150.0..150.0
    ) {
        let f = u * DMat3::from_diagonal(sigma) * v.transpose() * 10.0_f64.powf(exponent);
        let dR = PolarDifferential::new(&polar(&f)).apply(&dF);
        prop_assert!(dR.is_finite(), "{dR:?} at {sigma:?}");
    }

    #[test]
    fn projection_is_the_nearest_semidefinite_matrix(
        entries in prop::collection::vec(-1.0..1.0_f64, 81), exponent in -100.0..100.0
    ) {
        let scale = 10.0_f64.powf(exponent);
        let a: [[f64; 9]; 9] = std::array::from_fn(|i| {
            std::array::from_fn(|j| 0.5 * scale * (entries[9 * i + j] + entries[9 * j + i]))
        });
        let mut p = a;
        prop_assert!(project_positive_semidefinite(&mut p));
        let mut negative: [[f64; 9]; 9] =
            std::array::from_fn(|i| std::array::from_fn(|j| p[i][j] - a[i][j]));
        // A = P - N with P, N semi-definite and P N = 0 characterises the projection.
        prop_assert!(!project_positive_semidefinite(&mut negative));
        let again = p;
        prop_assert!(!project_positive_semidefinite(&mut p));
        prop_assert_eq!(again, p);
        for i in 0..9 {
            for j in 0..9 {
                let product: f64 = (0..9).map(|k| p[i][k] / scale * (negative[k][j] / scale)).sum();
                prop_assert!(product.abs() < 1e-13, "{product:e}");
            }
        }
    }
}

#[test]
fn corner_cases() {
    let outer = DMat3::from_cols(DVec3::new(1.0, 2.0, 3.0), DVec3::new(2.0, 4.0, 6.0), DVec3::ZERO);
    let cases = [
        DMat3::ZERO,
        DMat3::IDENTITY,
        -DMat3::IDENTITY,
        DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0)),
        DMat3::from_diagonal(DVec3::new(-2.0, 1.0, 1.0)),
        DMat3::from_diagonal(DVec3::new(0.0, 0.0, 3.0)),
        DMat3::from_diagonal(DVec3::new(0.0, 5.0, 3.0)),
        DMat3::from_cols(DVec3::Y, DVec3::X, DVec3::Z),
        outer,
        outer * 1e-310,
        DMat3::IDENTITY * 1e-310,
        DMat3::IDENTITY * 1e300,
        DMat3::from_diagonal(DVec3::new(1.0, 1e-200, 1e-308)),
    ];
    for f in cases {
        check_all(&f);
        assert!(PolarDifferential::new(&polar(&f)).apply(&outer).is_finite(), "{f:?}");
    }
    assert_eq!(polar_rotation(&DMat3::ZERO), DMat3::IDENTITY);
    assert_eq!(polar_rotation(&DMat3::IDENTITY), DMat3::IDENTITY);
}

#[test]
fn entries_that_are_not_finite_do_not_panic() {
    for bad in [f64::NAN, f64::INFINITY] {
        let mut f = DMat3::IDENTITY;
        f.y_axis.x = bad;
        assert!(svd(&f).sigma.is_nan());
        assert!(symmetric_eigen(&f).values.is_nan());
        assert!(!polar(&f).stretch.is_finite());
        let mut a = [[bad; 9]; 9];
        assert!(!project_positive_semidefinite(&mut a));
    }
}

#[test]
fn semidefinite_matrices_are_left_alone() {
    let v: [f64; 9] = std::array::from_fn(|i| (i as f64 - 3.3) * 0.7);
    let a: [[f64; 9]; 9] = std::array::from_fn(|i| std::array::from_fn(|j| v[i] * v[j]));
    let mut p = a;
    assert!(!project_positive_semidefinite(&mut p), "rank one is semi-definite");
    assert_eq!(p, a);
    assert!(!project_positive_semidefinite(&mut [[0.0; 9]; 9]));
}
