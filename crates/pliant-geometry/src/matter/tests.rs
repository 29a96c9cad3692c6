//! Volumes, centres and moments of all shapes against closed forms.
#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;

use glam::{DMat3, DVec3};

use super::*;
use crate::Solid;

fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance * expected.abs().max(1e-300)
}

/// Volume, centre and the second moment per volume about the centre.
fn assert_exact(matter: &Matter, volume: f64, centre: DVec3, moment: DMat3, tolerance: f64) {
    let cloud = &matter.cloud;
    assert!(close(cloud.volume(), volume, tolerance), "volume {} instead of {volume}", cloud.volume());
    let scale = moment.to_cols_array().iter().fold(0.0f64, |m, x| m.max(x.abs())).sqrt();
    let off = cloud.centre().distance(centre);
    assert!(off <= tolerance * (scale + centre.length()), "centre {} instead of {centre}", cloud.centre());
    let found = cloud.second_moment(centre) * (1.0 / volume);
    let error = (found - moment).to_cols_array().iter().fold(0.0f64, |m, x| m.max(x.abs()));
    assert!(error <= tolerance * scale * scale, "moment {found} instead of {moment}, error {error:e}");
    assert!(cloud.radii.iter().all(|radius| *radius > 0.0));
    let trace = |m: &DMat3| m.x_axis.x + m.y_axis.y + m.z_axis.z;
    assert!(cloud.moments.iter().all(|m| trace(m) > 0.0));
}

/// The surface is closed, faces outward and encloses about the volume.
fn assert_closed(matter: &Matter, tolerance: f64) {
    let surface = matter.surface.as_ref().unwrap();
    let signed: f64 = (0..surface.triangles.len())
        .map(|t| surface.corners(t))
        .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
        .sum();
    let volume = matter.cloud.volume();
    assert!(close(signed, volume, tolerance), "{signed} instead of {volume}");
    let report = surface.examine();
    assert!(report.closed, "{:?}", report.remarks);
}

fn diagonal(x: f64, y: f64, z: f64) -> DMat3 {
    DMat3::from_diagonal(DVec3::new(x, y, z))
}

#[test]
fn boxes_plates_and_rods_of_boxes_are_exact() {
    for (size, counts) in [
        (DVec3::new(1.0, 1.0, 1.0), 20 * 20 * 20),
        (DVec3::new(1.0, 1.0, 0.01), 20 * 20),
        (DVec3::new(2.0, 0.01, 0.02), 64),
    ] {
        let shape = BlockShape::Box { origin: DVec3::new(5.0, 0.0, -1.0), size, twist: 0.0 };
        let matter = shape.matter(MatterSpacing::for_samples(0.25)).unwrap();
        assert_eq!(matter.cloud.len(), counts);
        let centre = DVec3::new(5.0, 0.0, -1.0) + 0.5 * size;
        let m = size * size / 12.0;
        // Sums over so many pieces round.
        let rounding = (matter.cloud.len() as f64 * f64::EPSILON).max(1e-13);
        assert_exact(&matter, size.element_product(), centre, diagonal(m.x, m.y, m.z), rounding);
        assert_closed(&matter, 1e-12);
        let surface = matter.surface.as_ref().unwrap();
        for id in &matter.point_groups["x+"] {
            assert!((surface.points[*id as usize].x - 5.0 - size.x).abs() < 1e-12);
        }
        assert!(matter.point_groups["y-"].len() >= 4);
    }
}

#[test]
fn a_sheet_has_a_rim() {
    let matter = BlockShape::sheet(1.0, 1.0, 0.001).matter(MatterSpacing::for_samples(0.2)).unwrap();
    let surface = matter.surface.unwrap();
    let rim = &matter.point_groups["edge"];
    // Ten squares on each of four sides, each with a point in its middle.
    assert_eq!(rim.len(), 3 * 4 * 10);
    let on_rim = |point: DVec3| (point.x.abs() - 0.5).abs() < 1e-12 || (point.y.abs() - 0.5).abs() < 1e-12;
    assert!(rim.iter().all(|id| on_rim(surface.points[*id as usize])));
}

#[test]
fn a_twisted_box_keeps_its_volume_and_a_block_is_exact() {
    let (size, twist) = (DVec3::new(3.0, 0.4, 0.2), PI / 2.0);
    let shape = BlockShape::Box { origin: -0.5 * size, size, twist };
    let matter = shape.matter(MatterSpacing::for_samples(0.5)).unwrap();
    // Turned evenly from 0 to 90 degrees, both directions get the mean of the two moments, and yz the mean of sin cos.
    let (a, b) = (size.y * size.y / 12.0, size.z * size.z / 12.0);
    let moment = DMat3::from_cols(
        DVec3::new(size.x * size.x / 12.0, 0.0, 0.0),
        DVec3::new(0.0, 0.5 * (a + b), (a - b) / PI),
        DVec3::new(0.0, (a - b) / PI, 0.5 * (a + b)),
    );
    assert_exact(&matter, size.element_product(), DVec3::ZERO, moment, 1e-9);
    // A pyramid stump: base 2 x 2, top 1 x 1, height 3.
    let corner = |half: f64, z: f64| {
        [[-half, -half], [half, -half], [half, half], [-half, half]].map(|[x, y]| DVec3::new(x, y, z))
    };
    let corners: Vec<DVec3> = [corner(1.0, 0.0), corner(0.5, 3.0)].concat();
    let matter =
        BlockShape::Corners(corners.try_into().unwrap()).matter(MatterSpacing::for_samples(1.0)).unwrap();
    assert!(close(matter.cloud.volume(), 7.0, 1e-13));
    assert!(close(matter.cloud.centre().z, 3.0 * 11.0 / 28.0, 1e-13), "{}", matter.cloud.centre());
    assert_closed(&matter, 1e-12);
}

#[test]
fn round_rods_cylinders_and_tubes_are_exact() {
    for (radius, inner, length) in [(0.01, 0.0, 2.0), (1.0, 0.0, 2.0), (1.0, 0.9, 4.0), (0.6, 0.2, 3.0)] {
        let section = Section::Round { radius, inner_radius: inner };
        let from = DVec3::new(1.0, 2.0, 3.0);
        let along = DVec3::new(2.0, -1.0, 2.0) / 3.0;
        let swept = Swept::cylinder(from, from + length * along, section);
        let matter = swept.matter(MatterSpacing::for_samples(0.5)).unwrap();
        let area = PI * (radius * radius - inner * inner);
        let across = (radius * radius + inner * inner) / 4.0;
        let aa = DMat3::from_cols(along * along.x, along * along.y, along * along.z);
        let moment = aa * (length * length / 12.0 - across) + DMat3::IDENTITY * across;
        assert_exact(&matter, area * length, from + 0.5 * length * along, moment, 1e-10);
        assert_closed(&matter, 0.06);
        let surface = matter.surface.as_ref().unwrap();
        for id in &matter.point_groups["end"] {
            assert!(((surface.points[*id as usize] - from).dot(along) - length).abs() < 1e-12);
        }
        assert_eq!(matter.point_groups["start"].len(), matter.point_groups["end"].len());
        if radius < 0.1 {
            assert_eq!(matter.cloud.len(), 32);
        }
    }
}

#[test]
fn a_rectangular_ring_has_the_moments_of_pappus() {
    let count = 720;
    let (radius, width, height) = (2.0, 0.2, 0.1);
    let points = (0..count)
        .map(|i| 2.0 * PI * f64::from(i) / f64::from(count))
        .map(|angle| radius * DVec3::new(angle.cos(), angle.sin(), 0.0))
        .collect();
    let curve = Curve { points, closed: true, smooth: false };
    let swept = Swept { curve, section: Section::Rectangle { width, height }, up: Some(DVec3::Z) };
    let matter = swept.matter(MatterSpacing::for_samples(0.5)).unwrap();
    let chord = 2.0 * f64::from(count) * radius * (PI / f64::from(count)).sin();
    assert!(close(matter.cloud.volume(), width * height * chord, 1e-12));
    // Mean square distance from the axis of a ring of width w: R^2 + w^2/4.
    let across = 0.5 * (radius * radius + width * width / 4.0);
    let moment = diagonal(across, across, height * height / 12.0);
    assert_exact(&matter, width * height * chord, DVec3::ZERO, moment, 2e-5);
    assert_closed(&matter, 1e-4);
}

#[test]
fn a_smooth_curve_is_swept_with_its_length_and_a_corner_costs_nothing() {
    let circle = |count: u32| {
        let at = move |i: u32| 2.0 * PI * f64::from(i) / f64::from(count);
        (0..count).map(|i| DVec3::new(at(i).cos(), at(i).sin(), 0.0)).collect::<Vec<_>>()
    };
    let curve = Curve { points: circle(24), closed: true, smooth: true };
    let swept = Swept { curve, section: Section::round(0.05), up: None };
    let matter = swept.matter(MatterSpacing::for_samples(0.5)).unwrap();
    assert!(close(matter.cloud.volume(), PI * 0.05f64.powi(2) * 2.0 * PI, 1e-3), "{}", matter.cloud.volume());
    assert_closed(&matter, 0.06);
    // Where the section is wide for the cells at a corner, the matter is exact all the same, and the surface nearly so.
    for (side, tolerance) in [(0.02, 1e-12), (0.1, 0.05)] {
        let points = vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0)];
        let curve = Curve { points, closed: false, smooth: false };
        let swept = Swept { curve, section: Section::Rectangle { width: side, height: side }, up: None };
        let matter = swept.matter(MatterSpacing::for_samples(0.5)).unwrap();
        assert!(close(matter.cloud.volume(), 2.0 * side * side, 1e-12));
        assert_closed(&matter, tolerance);
    }
}

#[test]
fn balls_are_exact() {
    for spacing in [0.3, 0.7, 5.0] {
        let centre = DVec3::new(1.0, -2.0, 0.5);
        let matter = ball(centre, 1.5, MatterSpacing::for_samples(spacing)).unwrap();
        let m = 1.5 * 1.5 / 5.0;
        assert_exact(&matter, 4.0 / 3.0 * PI * 1.5f64.powi(3), centre, diagonal(m, m, m), 1e-12);
        assert_closed(&matter, 0.15);
    }
    let fine = ball(DVec3::ZERO, 1.0, MatterSpacing::for_samples(0.2)).unwrap();
    assert_closed(&fine, 0.01);
    assert!(Solid::new(fine.surface.as_ref().unwrap()).is_ok());
}

#[test]
fn nonsense_is_refused() {
    let fine = MatterSpacing::for_samples(1e-6);
    assert!(matches!(BlockShape::sheet(1.0, 1.0, 1.0).matter(fine), Err(MatterError::TooFine { .. })));
    assert!(matches!(ball(DVec3::ZERO, 1.0, fine), Err(MatterError::TooFine { .. })));
    let some = MatterSpacing::for_samples(0.1);
    assert!(ball(DVec3::ZERO, f64::NAN, some).is_err());
    assert!(BlockShape::sheet(1.0, 1.0, 0.0).matter(some).is_err());
    assert!(ball(DVec3::ZERO, 1.0, MatterSpacing::for_samples(0.0)).is_err());
    let rod = |points: Vec<DVec3>| {
        Swept {
            curve: Curve { points, closed: false, smooth: false },
            section: Section::round(0.1),
            up: Some(DVec3::X),
        }
        .matter(some)
        .unwrap_err()
        .to_string()
    };
    assert!(rod(vec![DVec3::ZERO]).contains("1 point, but needs 2"));
    assert!(rod(vec![DVec3::ZERO, DVec3::Y, DVec3::Y]).contains("2 and 3 of the curve coincide"));
    assert!(rod(vec![DVec3::ZERO, DVec3::X]).contains("runs along `up`"));
    assert!(rod(vec![DVec3::ZERO, DVec3::NAN]).contains("not finite"));
}

#[test]
fn pieces_are_cut_where_samples_are_close() {
    let size = DVec3::new(1.0, 0.2, 0.05);
    let shape = BlockShape::Box { origin: DVec3::ZERO, size, twist: 0.0 };
    let whole = shape.matter(MatterSpacing::for_samples(0.1)).unwrap();
    let wanted: Vec<f64> = whole.cloud.points.iter().map(|x| if x.x < 0.3 { 0.004 } else { 0.02 }).collect();
    let split = whole.clone().split(&wanted).unwrap();
    assert_exact(&split, 0.01, size * 0.5, DMat3::from_diagonal(size * size / 12.0), 1e-12);
    assert_eq!(split.surface, whole.surface);
    let near = |x: &&DVec3| x.x < 0.3;
    let count = |matter: &Matter| matter.cloud.points.iter().filter(near).count();
    // 0.02 m long pieces into five, 0.05 m thick ones into thirteen.
    assert_eq!(count(&split), 5 * 5 * 13 * count(&whole));
    for (name, ids) in &whole.cloud_groups {
        let volume = |matter: &Matter, ids: &[u32]| -> f64 {
            ids.iter().map(|id| matter.cloud.volumes[*id as usize]).sum()
        };
        let (before, after) = (volume(&whole, ids), volume(&split, &split.cloud_groups[name]));
        assert!(close(after, before, 1e-12), "{name}: {after} instead of {before}");
    }
    let error = whole.clone().split(&vec![1e-6; wanted.len()]).unwrap_err();
    assert!(matches!(error, MatterError::TooFine { .. }), "{error}");
    assert!(whole.split(&vec![0.0; wanted.len()]).is_err());
}
