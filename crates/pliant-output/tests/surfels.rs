//! Surfels: discs that cover a surface, however it is stretched, and their files.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{empty_folder, names_in, two_cubes};
use glam::{DMat3, DVec3};
use pliant_output::{
    Field, FrameFormat, RunDirectory, SurfaceField, SurfaceFrame, SurfacePart, SurfelMaker, SurfelPart,
};

/// The faces of a unit cube, each of `n` x `n` squares cut in two; points on edges are shared.
fn cube(n: usize) -> SurfacePart {
    let (mut points, mut triangles): (Vec<DVec3>, Vec<[u32; 3]>) = (vec![], vec![]);
    let mut id = |x: DVec3| match points.iter().position(|p: &DVec3| p.distance(x) < 1e-9) {
        Some(found) => found as u32,
        None => {
            points.push(x);
            points.len() as u32 - 1
        }
    };
    for (u, v) in [(DVec3::X, DVec3::Y), (DVec3::Y, DVec3::Z), (DVec3::Z, DVec3::X)] {
        for (side, (u, v)) in [(0.0, (v, u)), (1.0, (u, v))] {
            let at = |i: usize, j: usize| {
                let along = u * i as f64 + v * j as f64;
                along / n as f64 + u.cross(v).abs() * side
            };
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let [a, b, c, d] =
                    [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| id(at(i, j)));
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    let displacements = vec![DVec3::ZERO; points.len()];
    let heights =
        SurfaceField { name: "height".into(), unit: "m", values: points.iter().map(|p| p.z).collect() };
    let name = "cube".into();
    SurfacePart {
        name,
        positions: points,
        triangles,
        displacements,
        fields: vec![heights],
        ..Default::default()
    }
}

fn moved(part: &SurfacePart, motion: impl Fn(DVec3) -> DVec3) -> SurfacePart {
    let positions: Vec<DVec3> = part.positions.iter().map(|&x| motion(x)).collect();
    let displacements = positions.iter().zip(&part.positions).map(|(x, rest)| *x - *rest).collect();
    SurfacePart { positions, displacements, ..part.clone() }
}

/// The largest distance of a place of the surface from the disc that is nearest to it.
fn gap(part: &SurfacePart, surfels: &SurfelPart) -> f64 {
    let mut largest: f64 = 0.0;
    for triangle in &part.triangles {
        let [a, b, c] = triangle.map(|id| part.positions[id as usize]);
        for (s, t) in (0..=8).flat_map(|i| (0..=8 - i).map(move |j| (i as f64 / 8.0, j as f64 / 8.0))) {
            let x = a + (b - a) * s + (c - a) * t;
            let outside = |i: usize| {
                let way = x - surfels.positions[i];
                let height = way.dot(surfels.normals[i]);
                let beyond = (way - surfels.normals[i] * height).length() - surfels.radii[i];
                beyond.max(0.0).hypot(height)
            };
            let nearest = (0..surfels.positions.len()).map(outside).fold(f64::INFINITY, f64::min);
            largest = largest.max(nearest);
        }
    }
    largest
}

#[test]
fn discs_cover_the_surface_at_rest_and_stretched() {
    let part = cube(4);
    let mut maker = SurfelMaker::default();
    let stretch =
        DMat3::from_cols(DVec3::new(3.0, 0.2, 0.0), DVec3::new(0.0, 0.4, 0.1), DVec3::new(0.5, 0.0, 1.0));
    for F in [DMat3::IDENTITY, stretch] {
        let part = moved(&part, |x| F * x);
        let surfels = maker.of_part(&part);
        // 98 points; those on the 12 edges have one more each (3 a row inside), the 8 corners two more.
        assert_eq!(surfels.positions.len(), 98 + 12 * 3 + 8 * 2);
        assert!(gap(&part, &surfels) < 1e-12, "{}", gap(&part, &surfels));
        let largest = surfels.radii.iter().fold(0.0, |a: f64, b| a.max(*b));
        assert!(largest < 0.25 * 3.0, "a disc is no larger than its neighbourhood: {largest}");
        // Normals as a surface carries them: F^-T n of a side of the cube.
        for normal in &surfels.normals {
            let back = (F.transpose() * *normal).normalize();
            assert!((back.abs().max_element() - 1.0).abs() < 1e-12, "{normal}");
        }
    }
}

#[test]
fn surfels_follow_the_motion_and_the_values_of_their_points() {
    let part = cube(3);
    let mut maker = SurfelMaker::default();
    let rest = maker.of_part(&part);
    let (F, shift) = (DMat3::from_rotation_y(0.7) * 1.5, DVec3::new(1.0, 2.0, 3.0));
    let now = maker.of_part(&moved(&part, |x| F * x + shift));
    for i in 0..rest.positions.len() {
        let wanted = F * rest.positions[i] + shift;
        assert!(now.positions[i].distance(wanted) < 1e-12);
        assert!(now.displacements[i].distance(wanted - rest.positions[i]) < 1e-12);
        assert!(now.normals[i].distance(DMat3::from_rotation_y(0.7) * rest.normals[i]) < 1e-12);
        assert!((now.radii[i] - 1.5 * rest.radii[i]).abs() < 1e-12);
        assert!((rest.fields[0].values[i] - rest.positions[i].z).abs() < 1e-12);
        assert!(rest.normals[i].dot(rest.positions[i] - DVec3::splat(0.5)) > 0.0, "outward");
    }
}

#[test]
fn a_fold_that_comes_later_does_not_change_the_surfels() {
    let part = cube(4);
    let mut maker = SurfelMaker::default();
    let before = maker.of_part(&part).positions.len();
    let folded = maker.of_part(&moved(&part, |x| DVec3::new(x.x, x.y, x.z + (x.x - 0.5).abs() * 3.0)));
    assert_eq!(folded.positions.len(), before);
}

#[test]
fn points_alone_are_balls_without_normals() {
    let points = [DVec3::new(1.0, 0.0, 0.0), DVec3::new(0.0, 2.0, 0.0)];
    let around =
        |x: &DVec3| [*x + DVec3::X * 0.1, *x - DVec3::X * 0.1, *x + DVec3::Y * 0.1, *x - DVec3::Y * 0.1];
    let part = SurfacePart {
        positions: points.iter().flat_map(around).collect(),
        balls: vec![0.1, 0.2],
        fields: vec![SurfaceField {
            name: "a".into(),
            unit: "",
            values: vec![1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0],
        }],
        ..Default::default()
    };
    let surfels = SurfelMaker::default().of_part(&part);
    assert!(surfels.positions.iter().zip(points).all(|(x, wanted)| x.distance(wanted) < 1e-15));
    assert_eq!((surfels.normals, surfels.radii), (vec![DVec3::ZERO; 2], vec![0.1, 0.2]));
    assert_eq!(surfels.fields[0].values, [1.0, 2.0]);
}

#[test]
fn flat_and_broken_triangles_make_no_nonsense() {
    let positions = vec![DVec3::ZERO, DVec3::X, DVec3::X * 2.0, DVec3::Y, DVec3::Z];
    let triangles = vec![[0, 1, 2], [0, 0, 1], [3, 3, 3], [0, 1, 3], [0, 1, 3], [0, 3, 1]];
    let part = SurfacePart { positions, triangles, ..Default::default() };
    let surfels = SurfelMaker::default().of_part(&part);
    assert!(surfels.positions.iter().chain(&surfels.normals).all(|x| x.is_finite()));
    assert!(surfels.radii.iter().all(|r| r.is_finite() && *r >= 0.0));
    assert_eq!(SurfelMaker::default().of_part(&SurfacePart::default()), SurfelPart::default());
}

#[test]
fn discs_as_triangles_are_as_large_as_the_discs() {
    let surfels = SurfelMaker::default().of_part(&cube(2));
    let discs = surfels.discs(DVec3::Z);
    assert_eq!(discs.positions.len(), 12 * surfels.positions.len());
    assert_eq!(discs.fields[0].values.len(), discs.positions.len());
    for triangle in &discs.triangles {
        let surfel = triangle[0] as usize / 12;
        let [a, b, c] = triangle.map(|id| discs.positions[id as usize]);
        assert!((b - a).cross(c - a).normalize().distance(surfels.normals[surfel]) < 1e-9);
        for corner in [a, b, c] {
            let reach = corner.distance(surfels.positions[surfel]) / surfels.radii[surfel];
            assert!((1.0..1.04).contains(&reach), "{reach}");
        }
    }
}

#[test]
fn a_run_writes_surfels_as_points_with_normals_and_radii() {
    let folder = empty_folder("surfels_run");
    let mut run = RunDirectory::create(&folder).unwrap().with_formats(&[FrameFormat::Surfels]);
    for index in 0..2 {
        run.write_frame(&two_cubes(index, 0.5 * index as f64), &[Field::VonMises]).unwrap();
    }
    assert_eq!(names_in(&folder.join("frames")), ["surfels_000000.ply", "surfels_000001.ply"]);
    let bytes = fs::read(folder.join("frames/surfels_000001.ply")).unwrap();
    let header = String::from_utf8_lossy(&bytes).split("end_header").next().unwrap().to_owned();
    let wanted = SurfelMaker::default().of_surfaces(&SurfaceFrame::of(&two_cubes(1, 0.5)));
    let count: usize = wanted.parts.iter().map(|part| part.positions.len()).sum();
    assert!(header.contains(&format!("element vertex {count}\n")) && !header.contains("face"), "{header}");
    for property in ["x", "nx", "nz", "radius", "von_mises"] {
        assert!(header.contains(&format!("property float {property}\n")), "{property}");
    }
    assert!(!header.contains("displacement"));
    // x y z nx ny nz radius von_mises, and the body.
    assert_eq!(bytes.len(), header.len() + "end_header\n".len() + count * (8 * 4 + 4));
    let cloud = pliant_output::read::cloud("a.ply", &bytes, None).unwrap();
    assert_eq!(cloud.points.len(), count);
    let radii: Vec<f64> = wanted.parts.iter().flat_map(|part| part.radii.clone()).collect();
    assert!(cloud.radii.unwrap().iter().zip(&radii).all(|(read, r)| (read - r).abs() < 1e-6 * r));
}
