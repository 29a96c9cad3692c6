//! Whatever is asked for, there is a picture or a message: no panic, no endless work.
#![allow(clippy::unwrap_used)]

use glam::DVec3;
use pliant_render::{
    Camera, ColourScale, Extent, Faces, Ground, Image, Object, Picture, RenderError, View, contact_sheet,
    render,
};
use proptest::prelude::*;

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => -2.0..2.0_f64,
        1 => Just(0.0),
        1 => prop_oneof![
            Just(f64::NAN), Just(f64::INFINITY), Just(f64::NEG_INFINITY), Just(1e300), Just(-1e89), Just(1e-300),
            Just(1e12), Just(5e-324),
        ],
    ]
}

fn point() -> impl Strategy<Value = DVec3> {
    (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

fn camera() -> impl Strategy<Value = Camera> {
    prop_oneof![
        Just(Camera::default()),
        (-400.0..400.0_f64, -100.0..100.0_f64, 0.01..5.0_f64, 1.0..150.0_f64).prop_map(
            |(azimuth, elevation, distance, field_of_view)| Camera::Orbit {
                azimuth,
                elevation,
                distance,
                field_of_view
            }
        ),
        (point(), point(), 1.0..150.0_f64).prop_map(|(eye, target, field_of_view)| Camera::Placed {
            eye,
            target,
            field_of_view
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_scene_gives_a_picture_of_its_size_or_a_message(
        positions in prop::collection::vec(point(), 0..12),
        corners in prop::collection::vec(any::<[u32; 3]>(), 0..12),
        values in prop::collection::vec(coordinate(), 12),
        ends in (coordinate(), coordinate()),
        camera in camera(),
        size in (1..90_usize, 1..60_usize),
        samples in 1..5_usize,
        up in prop_oneof![Just(DVec3::Z), Just(DVec3::Y), point()],
        ground in prop::option::of(coordinate()),
        flags in any::<(bool, bool, bool)>(),
    ) {
        let count = positions.len().max(1) as u32;
        let triangles: Vec<[u32; 3]> = corners.iter().map(|c| c.map(|index| index % count)).collect();
        let triangles = if positions.is_empty() { Vec::new() } else { triangles };
        let values = &values[..positions.len()];
        let object = Object {
            name: "anything",
            positions: &positions,
            triangles: &triangles,
            values: flags.0.then_some(values),
            colour: [0.5, f32::NAN, 2.0],
            faces: [Faces::All, Faces::Inside, Faces::Front][usize::from(flags.0) + usize::from(flags.2)],
        };
        let scale = Some(ColourScale::new("value", "Pa", ends.0, ends.1));
        let picture = Picture { objects: &[object], scale, title: "any \u{1f600}", caption: "" };
        let view = View {
            width: size.0,
            height: size.1,
            samples,
            up,
            camera,
            ground: ground.map(|height| Ground { height, grid: true }),
            shadows: flags.1,
            wireframe: flags.2,
            ..View::default()
        };
        if let Ok(image) = render(&picture, &view) {
            prop_assert_eq!((image.width, image.height), size);
            prop_assert_eq!(image.rgb8.len(), 3 * size.0 * size.1);
        }
    }
}

#[test]
fn an_empty_scene_is_background() {
    let view = View { width: 64, height: 36, ..View::default() };
    let image = render(&Picture::default(), &view).unwrap();
    let row: Vec<_> = (0..64).map(|x| image.pixel(x, 5).unwrap()).collect();
    assert!(row.iter().all(|pixel| *pixel == row[0]));
    assert_ne!(image.pixel(0, 0), image.pixel(0, 35));
}

#[test]
fn a_single_point_and_a_flat_triangle_do_no_harm() {
    for positions in [vec![DVec3::ONE; 3], vec![DVec3::ZERO, DVec3::X, DVec3::X * 2.0]] {
        let triangles = [[0, 1, 2], [0, 0, 0]];
        let object = Object {
            name: "flat",
            positions: &positions,
            triangles: &triangles,
            colour: [1.0; 3],
            ..Object::default()
        };
        let view = View {
            width: 64,
            height: 36,
            ground: Some(Ground { height: 1.0, grid: true }),
            ..View::default()
        };
        render(&Picture { objects: &[object], ..Picture::default() }, &view).unwrap();
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_remedy() {
    let size = |width, height| render(&Picture::default(), &View { width, height, ..View::default() });
    for (width, height) in [(0, 10), (10, 0), (8193, 10), (10, usize::MAX)] {
        assert!(matches!(size(width, height), Err(RenderError::Size { .. })));
    }
    assert!(size(0, 10).unwrap_err().to_string().contains("between 1 and 8192"));
    let samples = render(&Picture::default(), &View { samples: 5, ..View::default() });
    assert!(matches!(samples, Err(RenderError::Samples { side: 5 })));
    let positions = [DVec3::ZERO; 2];
    let triangles = [[0, 1, 2]];
    let broken = Object { name: "rope", positions: &positions, triangles: &triangles, ..Object::default() };
    let message =
        |object| render(&Picture { objects: &[object], ..Picture::default() }, &View::default()).unwrap_err();
    assert!(message(broken).to_string().contains("\"rope\": triangle 0"));
    let values = [1.0];
    let short = Object { triangles: &[], values: Some(&values), ..broken };
    assert!(message(short).to_string().contains("1 values for 2 vertices"));
    let camera = Camera::Placed { eye: DVec3::ONE, target: DVec3::ONE, field_of_view: 30.0 };
    let blind = render(&Picture::default(), &View { camera, ..View::default() });
    assert!(matches!(blind, Err(RenderError::Camera { .. })));
    let no_up = render(&Picture::default(), &View { up: DVec3::ZERO, ..View::default() });
    assert!(no_up.unwrap_err().to_string().contains("up axis"));
}

#[test]
fn an_extent_passes_over_what_is_not_finite() {
    let mut extent = Extent::new();
    assert!(extent.is_empty() && extent.corners().is_none());
    extent.include(&[DVec3::NAN, DVec3::splat(f64::INFINITY)]);
    assert!(extent.is_empty());
    extent.include(&[DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0)]);
    assert_eq!((extent.centre(), extent.radius()), (DVec3::X, 1.0));
}

#[test]
fn a_sheet_has_even_margins_and_refuses_uneven_pictures() {
    let tile = |colour| (Image::filled(40, 20, [colour; 3]), "one".to_string());
    let sheet = contact_sheet(&[tile(10), tile(20), tile(30)], 2).unwrap();
    assert_eq!(sheet.width, 2 * 40 + 3 * 4);
    assert_eq!(sheet.pixel(4, 4), Some([10; 3]));
    assert_eq!(sheet.pixel(48, 4), Some([20; 3]));
    assert_eq!(sheet.pixel(3, 4), Some([255; 3]));
    assert!(matches!(contact_sheet(&[], 2), Err(RenderError::NoPictures { .. })));
    let odd = (Image::filled(41, 20, [0; 3]), String::new());
    assert!(matches!(contact_sheet(&[tile(1), odd], 2), Err(RenderError::UnevenPictures { index: 1, .. })));
}
