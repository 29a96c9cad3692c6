//! What is refused.

use super::*;

fn refused(cloud: &MaterialCloud, options: &FillingOptions) -> FillingError {
    let error = fill(cloud, options).unwrap_err();
    assert!(!error.to_string().is_empty());
    error
}

#[test]
fn no_matter_is_refused() {
    for layout in LAYOUTS.into_iter().chain([Layout::Pieces]) {
        assert_eq!(refused(&MaterialCloud::default(), &options(layout, 0.1)), FillingError::Empty);
    }
}

#[test]
fn spacings_that_are_none_are_refused() {
    let cloud = block(DVec3::ONE, 0.5);
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        for layout in LAYOUTS {
            assert!(matches!(refused(&cloud, &options(layout, spacing)), FillingError::BadSpacing { .. }));
        }
    }
    for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut factors = vec![1.0; cloud.len()];
        factors[3] = factor;
        let options = FillingOptions { factors: Some(factors), ..options(Layout::Poisson, 0.5) };
        assert!(matches!(refused(&cloud, &options), FillingError::BadFactor { piece: 3, .. }));
    }
    for share in [-0.1, 0.6, f64::NAN] {
        let error = refused(&cloud, &options(Layout::Jittered { share }, 0.5));
        assert!(matches!(error, FillingError::BadShare { .. }));
    }
}

#[test]
fn pieces_too_large_for_the_spacing_are_refused() {
    let cloud = block(DVec3::ONE, 0.5);
    for layout in LAYOUTS {
        let error = refused(&cloud, &options(layout, 0.15));
        assert!(matches!(error, FillingError::TooCoarse { piece, .. } if (piece - 0.1).abs() < 1e-9));
        assert!(error.to_string().contains("0.09 m"), "{error}");
        assert!(fill(&cloud, &options(layout, 0.17)).is_ok());
    }
    let factors = cloud.points.iter().map(|x| if x.x < 0.2 { 0.3 } else { 1.0 }).collect();
    let options = FillingOptions { factors: Some(factors), ..options(Layout::Octree { levels: 1 }, 0.5) };
    assert!(matches!(refused(&cloud, &options), FillingError::TooCoarse { .. }), "too large in one place");
}

#[test]
fn lattices_without_end_are_refused() {
    let mut cloud = block(DVec3::ONE, 0.5);
    cloud.points[0] = DVec3::splat(1e12);
    for layout in [Layout::Cubic, Layout::BodyCentred, Layout::Octree { levels: 3 }] {
        assert!(matches!(refused(&cloud, &options(layout, 0.5)), FillingError::TooMany { .. }));
    }
    check(&cloud, &filled(&cloud, Layout::Poisson, 0.5));
    assert!(matches!(check_count(MAX_SITES + 1, 0.1), Err(FillingError::TooMany { .. })));
    assert!(check_count(MAX_SITES, 0.1).is_ok());
}

#[test]
fn broken_clouds_are_refused() {
    let cloud = block(DVec3::ONE, 0.5);
    let mut short = cloud.clone();
    short.volumes.pop();
    let error = refused(&short, &options(Layout::Cubic, 0.5));
    assert!(matches!(error, FillingError::ListsDiffer { points: 1000, values: 999 }));
    for spoil in [
        |cloud: &mut MaterialCloud| cloud.points[7].y = f64::NAN,
        |cloud: &mut MaterialCloud| cloud.volumes[7] = 0.0,
        |cloud: &mut MaterialCloud| cloud.moments[7].x_axis.x = f64::INFINITY,
    ] {
        let mut spoilt = cloud.clone();
        spoil(&mut spoilt);
        for layout in [Layout::Pieces, Layout::Cubic, Layout::Poisson] {
            assert_eq!(refused(&spoilt, &options(layout, 0.5)), FillingError::BadPiece { piece: 7 });
        }
    }
    let options = FillingOptions { factors: Some(vec![1.0; 3]), ..options(Layout::Poisson, 0.5) };
    assert!(matches!(refused(&cloud, &options), FillingError::ListsDiffer { .. }));
}

#[test]
fn matter_far_from_the_origin_is_filled_without_a_panic() {
    let mut cloud = MaterialCloud::default();
    push(&mut cloud, DVec3::splat(1e20), 0.1);
    for layout in LAYOUTS.into_iter().chain([Layout::Pieces]) {
        check(&cloud, &filled(&cloud, layout, 0.3));
    }
}
