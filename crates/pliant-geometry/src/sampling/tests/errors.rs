//! Clouds and options that are refused, each with its reason.

use glam::DVec3;

use super::*;
use crate::SamplingError;

fn refusal(cloud: &MaterialCloud, spacing: Spacing) -> SamplingError {
    sample(cloud, &SamplingOptions::new(spacing)).unwrap_err()
}

fn rod() -> MaterialCloud {
    block([0.0; 3], [1.0, 0.01, 0.01], [50, 1, 1])
}

#[test]
fn clouds_that_are_no_body_are_refused() {
    let uniform = || Spacing::Uniform(0.1);
    assert_eq!(refusal(&MaterialCloud::default(), uniform()), SamplingError::Empty);
    let one = block([0.0; 3], [1.0; 3], [1, 1, 1]);
    assert_eq!(refusal(&one, uniform()), SamplingError::OnePlace { points: 1 });
    assert_eq!(refusal(&union(&[one.clone(), one]), uniform()), SamplingError::OnePlace { points: 2 });
    let mut cloud = rod();
    cloud.points[7].y = f64::NAN;
    assert_eq!(refusal(&cloud, uniform()), SamplingError::NotFinite { point: 7 });
    let mut cloud = rod();
    cloud.radii[3] = f64::INFINITY;
    assert_eq!(refusal(&cloud, uniform()), SamplingError::NotFinite { point: 3 });
    let mut cloud = rod();
    cloud.volumes[5] = 0.0;
    assert_eq!(refusal(&cloud, uniform()), SamplingError::NoVolume { point: 5, volume: 0.0 });
    let mut cloud = rod();
    cloud.radii[9] = 0.0;
    assert_eq!(refusal(&cloud, uniform()), SamplingError::NoRadius { point: 9, radius: 0.0 });
    let mut cloud = rod();
    cloud.radii.pop();
    assert_eq!(refusal(&cloud, uniform()), SamplingError::ListsDiffer { points: 50, values: 49 });
}

#[test]
fn spacings_that_do_not_fit_the_body_are_refused() {
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = refusal(&rod(), Spacing::Uniform(spacing));
        assert!(matches!(error, SamplingError::SpacingNotPositive { .. }), "{error}");
    }
    for spacing in [0.9, 5.0, 1e9] {
        let error = refusal(&rod(), Spacing::Uniform(spacing));
        assert!(matches!(error, SamplingError::SpacingTooLarge { .. }), "{spacing}: {error}");
        assert!(error.to_string().contains("too large for a body"), "{error}");
    }
    for spacing in [0.02, 1e-3, 1e-9] {
        let error = refusal(&rod(), Spacing::Uniform(spacing));
        assert!(matches!(error, SamplingError::MatterTooCoarse { .. }), "{spacing}: {error}");
    }
    assert_eq!(refusal(&rod(), Spacing::Count(1)), SamplingError::TooFewSamples { count: 1 });
    for count in [40, 1000, usize::MAX / 4] {
        let error = refusal(&rod(), Spacing::Count(count));
        assert!(matches!(error, SamplingError::MatterTooCoarse { .. }), "{count}: {error}");
    }
    let error = refusal(&rod(), Spacing::PerPoint(vec![0.1; 3]));
    assert_eq!(error, SamplingError::ListsDiffer { points: 50, values: 3 });
}

#[test]
fn ratios_and_supports_out_of_range_are_refused() {
    let options = SamplingOptions::new(Spacing::Uniform(0.1));
    let with = |ratio: f64, support: Option<f64>| {
        sample(&rod(), &SamplingOptions { ratio: Some(ratio), support, ..options.clone() }).map(|_| ())
    };
    assert_eq!(with(0.5, None), Err(SamplingError::BadRatio { ratio: 0.5 }));
    assert!(with(f64::NAN, None).is_err());
    assert_eq!(with(2.0, Some(0.1)), Err(SamplingError::BadSupport { support: 0.1 }));
    assert_eq!(with(2.0, Some(2.5)), Ok(()));
}

#[test]
fn points_in_the_same_place_are_counted_and_their_volumes_add_up() {
    let twice = union(&[rod(), rod()]);
    let sampling = sampled(&twice, 0.1);
    assert_eq!(sampling.duplicates, 50);
    let volume: f64 = sampling.elastons.iter().map(|elaston| elaston.volume).sum();
    assert!((volume - 2e-4).abs() < 1e-17, "{volume}");
    assert_eq!(sampled(&rod(), 0.1).duplicates, 0);
}

/// Thousands of points in nearly the same place: no work that grows with their square.
#[test]
fn absurdly_dense_places_do_no_harm() {
    let mut cloud = rod();
    for i in 0..20_000 {
        cloud.points.push(DVec3::new(1e-6 * i as f64, 0.0, 0.0));
        cloud.volumes.push(1e-9);
        cloud.moments.push(DMat3::from_diagonal(DVec3::splat(1e-6 / 12.0)));
        cloud.radii.push(0.2);
    }
    let sampling = sampled(&cloud, 0.1);
    assert_eq!(sampling.pieces.len(), 1);
    assert_eq!(thin_counts(&sampling)[2], sampling.elastons.len());
}

/// A plate of 80 x 40 points, with samples eight points apart, and `finest` times that around a place.
fn painted_plate(finest: f64) -> (MaterialCloud, Spacing) {
    let cloud = block([0.0; 3], [0.8, 0.4, 0.01], [80, 40, 1]);
    let spot = DVec3::new(-0.2, -0.1, 0.0);
    let factor = |x: &DVec3| finest + (1.0 - finest) * (x.distance(spot) / 0.15 - 0.3).clamp(0.0, 0.7) / 0.7;
    let spacing = Spacing::PerPoint(cloud.points.iter().map(|x| 0.08 * factor(x)).collect());
    (cloud, spacing)
}

#[test]
fn points_too_coarse_for_a_spot_are_refused_with_its_place() {
    let (cloud, spacing) = painted_plate(0.3);
    let fine = sample(&cloud, &SamplingOptions::new(spacing)).unwrap();
    assert!(fine.elastons.len() >= 4 * fine.samples.len() - 4);
    for finest in [0.15, 0.1] {
        let (cloud, spacing) = painted_plate(finest);
        let error = refusal(&cloud, spacing);
        let SamplingError::MatterTooCoarseAt { place, points, samples, .. } = error else {
            panic!("{error}");
        };
        assert!(place.distance(DVec3::new(-0.2, -0.1, 0.0)) < 0.15, "{error}");
        assert!(points < 4 * samples, "{error}");
        assert!(error.is_about_points() && error.remedy().contains("there"));
    }
}
