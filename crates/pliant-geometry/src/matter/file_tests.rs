//! Matter of surfaces, meshes, functions, clouds and unions.
#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;

use glam::{DMat3, DVec3};

use super::*;
use crate::shapes::unit_box;
use crate::{ElementOrder, Placement, Solid, TetMesh};

fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance * expected.abs()
}

fn assert_moments(cloud: &MaterialCloud, volume: f64, centre: DVec3, moment: DVec3, tolerance: f64) {
    assert!(close(cloud.volume(), volume, tolerance), "volume {} instead of {volume}", cloud.volume());
    let scale = moment.max_element().sqrt();
    assert!(cloud.centre().distance(centre) <= tolerance * scale, "centre {}", cloud.centre());
    let found = cloud.second_moment(centre) * (1.0 / volume);
    let error =
        (found - DMat3::from_diagonal(moment)).to_cols_array().iter().fold(0.0f64, |m, x| m.max(x.abs()));
    assert!(error <= tolerance * scale * scale, "moment {found} instead of {moment}, error {error:e}");
}

fn flat_square() -> TriangleSurface {
    TriangleSurface {
        points: vec![DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

#[test]
fn a_shell_has_the_moments_of_a_plate() {
    let thickness = 0.02;
    let matter = shell(&flat_square(), thickness, MatterSpacing::for_samples(0.3)).unwrap();
    let moment = DVec3::new(1.0, 1.0, thickness * thickness) / 12.0;
    assert_moments(&matter.cloud, thickness, DVec3::new(0.5, 0.5, 0.0), moment, 1e-12);
    // Long edges are halved until the surface can bend with the samples: 8 to a side.
    let seen = matter.surface.as_ref().unwrap();
    assert_eq!(matter.point_groups["edge"].len(), 32);
    let area: f64 = (0..seen.triangles.len())
        .map(|t| seen.corners(t))
        .map(|[a, b, c]| 0.5 * (b - a).cross(c - a).z)
        .sum();
    assert!(close(area, 1.0, 1e-12), "{area}");
    let longest =
        (0..seen.triangles.len()).map(|t| seen.corners(t)).map(|[a, b, _]| a.distance(b)).fold(0.0, f64::max);
    assert!(longest <= 0.15, "{longest}");
    // The same triangle again counts once.
    let mut twice = flat_square();
    twice.triangles.push([0, 1, 2]);
    assert_eq!(shell(&twice, thickness, MatterSpacing::for_samples(0.3)).unwrap(), matter);
    assert!(shell(&flat_square(), 0.0, MatterSpacing::for_samples(0.3)).is_err());
    assert!(shell(&TriangleSurface::default(), 0.1, MatterSpacing::for_samples(0.3)).is_err());
    let too_fine = shell(&flat_square(), 0.1, MatterSpacing::for_samples(1e-4));
    assert!(matches!(too_fine, Err(MatterError::TooFine { .. })));
}

#[test]
fn a_shell_around_a_ball_has_its_area() {
    let sphere = ball(DVec3::ZERO, 1.0, MatterSpacing::for_samples(0.1)).unwrap().surface.unwrap();
    let matter = shell(&sphere, 0.01, MatterSpacing::for_samples(0.2)).unwrap();
    assert!(close(matter.cloud.volume(), 4.0 * PI * 0.01, 2e-3));
    assert!(matter.point_groups.is_empty());
}

#[test]
fn tetrahedra_are_exact_and_keep_their_groups() {
    for mesh in [unit_box([2, 2, 2]), unit_box([2, 2, 2]).to_quadratic()] {
        let mut mesh = mesh;
        let left: Vec<u32> =
            (0..mesh.element_count() as u32).filter(|e| mesh.centroid(*e as usize).x < 0.5).collect();
        let bottom: Vec<u32> =
            (0..mesh.node_count() as u32).filter(|n| mesh.nodes[*n as usize].z == 0.0).collect();
        mesh.element_groups.insert("left".into(), left);
        mesh.node_groups.insert("bottom".into(), bottom);
        let matter = tetrahedra(&mesh, MatterSpacing::for_samples(0.4)).unwrap();
        // Sums over so many pieces round.
        let rounding = matter.cloud.len() as f64 * f64::EPSILON;
        assert_moments(&matter.cloud, 1.0, DVec3::splat(0.5), DVec3::splat(1.0 / 12.0), rounding);
        let half: f64 = matter.cloud_groups["left"].iter().map(|i| matter.cloud.volumes[*i as usize]).sum();
        assert!(close(half, 0.5, 1e-12));
        let surface = matter.surface.as_ref().unwrap();
        assert!(surface.examine().closed);
        assert!(close(Solid::new(surface).unwrap().volume(), 1.0, 1e-12));
        let bottom = &matter.point_groups["bottom"];
        assert!(bottom.len() >= 9 && bottom.iter().all(|i| surface.points[*i as usize].z == 0.0));
    }
    // One tetrahedron: volume 1/6, centroid at a quarter, moments 3/80 and products -1/80.
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let mesh = TetMesh::new(ElementOrder::Linear, corners, vec![0, 1, 2, 3]);
    for spacing in [0.2, 9.0] {
        let cloud = tetrahedra(&mesh, MatterSpacing::for_samples(spacing)).unwrap().cloud;
        assert!(close(cloud.volume(), 1.0 / 6.0, 1e-12));
        let moment = cloud.second_moment(DVec3::splat(0.25)) * 6.0;
        assert!(
            close(moment.x_axis.x, 3.0 / 80.0, 1e-12) && close(moment.x_axis.y, -1.0 / 80.0, 1e-12),
            "{moment}"
        );
    }
}

#[test]
fn a_filled_surface_has_the_enclosed_volume() {
    let spacing = MatterSpacing::for_samples(0.5);
    let surface = ball(DVec3::X, 1.0, MatterSpacing::for_samples(0.1)).unwrap().surface.unwrap();
    let solid = Solid::new(&surface).unwrap();
    let matter = filled(&solid, surface.clone(), spacing).unwrap();
    assert!(close(matter.cloud.volume(), solid.volume(), 1e-12));
    assert_moments(&matter.cloud, solid.volume(), DVec3::X, DVec3::splat(0.2), 0.01);
    assert_eq!(matter.surface.as_ref(), Some(&surface));
    assert!(filled(&solid, surface, MatterSpacing::for_samples(1e-3)).is_err());
}

fn unit_bounds() -> BoundingBox {
    BoundingBox { min: DVec3::splat(-1.0), max: DVec3::splat(1.0) }
}

#[test]
fn a_function_has_a_closed_surface_with_its_zeros() {
    let ball = |x: DVec3| x.length() - 0.8;
    let surface = implicit_surface(&ball, unit_bounds(), 0.1).unwrap();
    let furthest = surface.points.iter().map(|x| ball(*x).abs()).fold(0.0, f64::max);
    // Zeros near a corner of the grid are kept a hundredth of an edge away from it.
    assert!(furthest < 2e-3, "{furthest}");
    let solid = Solid::new(&surface).unwrap();
    assert!(solid.report().closed);
    assert!(close(solid.volume(), 4.0 / 3.0 * PI * 0.8f64.powi(3), 0.01), "{}", solid.volume());
    // What reaches beyond the box is cut off there; its sharp edges are blunted by less than a cube of the grid.
    for (size, tolerance) in [(0.125, 0.03), (0.0625, 0.01)] {
        let half = implicit_surface(&|x: DVec3| x.x, unit_bounds(), size).unwrap();
        let solid = Solid::new(&half).unwrap();
        assert!(solid.report().closed);
        assert!(close(solid.volume(), 4.0, tolerance), "{}", solid.volume());
    }
}

#[test]
fn functions_without_a_zero_are_refused() {
    let refused =
        |f: &(dyn Fn(DVec3) -> f64 + Sync)| implicit_surface(f, unit_bounds(), 0.25).unwrap_err().to_string();
    assert!(refused(&|_| 1.0).contains("not negative anywhere"));
    assert!(refused(&|_| -1.0).contains("negative everywhere"));
    assert!(refused(&|_| f64::NAN).contains("not negative anywhere"));
    assert!(implicit_surface(&|x: DVec3| x.x, unit_bounds(), 1e-4).is_err());
    let empty = BoundingBox { min: DVec3::ONE, max: DVec3::ZERO };
    assert!(implicit_surface(&|x: DVec3| x.x, empty, 0.1).is_err());
}

#[test]
fn clouds_get_radii_from_their_spacing() {
    for axes in [1, 2, 3] {
        let count = |axis: i32| if axis < axes { 6 } else { 1 };
        let mut points = vec![];
        for i in 0..count(0) {
            for j in 0..count(1) {
                for k in 0..count(2) {
                    points.push(0.1 * DVec3::new(f64::from(i), f64::from(j), f64::from(k)));
                }
            }
        }
        points.push(points[3]);
        let made = cloud_matter(&points, None).unwrap();
        assert_eq!((made.duplicates, made.origin.len()), (1, points.len() - 1));
        let radii = &made.matter.cloud.radii;
        assert!(radii.iter().all(|radius| (radius - 0.05).abs() < 1e-12), "{radii:?}");
    }
}

#[test]
fn bad_clouds_are_refused() {
    let refused =
        |points: &[DVec3], radii: Option<&[f64]>| cloud_matter(points, radii).unwrap_err().to_string();
    let two = [DVec3::ZERO, DVec3::X];
    assert!(refused(&[], None).contains("no points"));
    assert!(refused(&[DVec3::X], None).contains("one point"));
    assert!(refused(&[DVec3::X, DVec3::X], None).contains("same place"));
    assert!(refused(&[DVec3::X, DVec3::NAN], None).contains("point 2 of the cloud is not finite"));
    assert!(refused(&two, Some(&[0.1, 0.0])).contains("radius of point 2 is 0"));
    assert!(refused(&two, Some(&[f64::NAN, 0.1])).contains("radius of point 1 is NaN"));
    assert!(refused(&two, Some(&[0.1])).contains("not one radius"));
}

#[test]
fn overlaps_of_a_union_count_once() {
    let spacing = MatterSpacing::for_samples(0.25);
    let cube = |x: f64| {
        let shape = BlockShape::Box { origin: DVec3::ZERO, size: DVec3::ONE, twist: 0.0 };
        shape.matter(spacing).unwrap().placed(&Placement::at(DVec3::new(x, 0.0, 0.0)))
    };
    let both = union(vec![cube(0.0), cube(0.3)]);
    let moment = DVec3::new(1.3 * 1.3, 1.0, 1.0) / 12.0;
    assert_moments(&both.cloud, 1.3, DVec3::new(0.65, 0.5, 0.5), moment, 0.01);
    let surface = both.surface.unwrap();
    assert_eq!(surface.points.len(), 2 * cube(0.0).surface.unwrap().points.len());
    assert!(both.cloud_groups["x+"].iter().all(|i| both.cloud.points[*i as usize].x > 0.9));
    // One inside the other adds nothing; apart, both are whole.
    assert!(close(union(vec![cube(0.0), cube(0.0)]).cloud.volume(), 1.0, 0.01));
    assert!(close(union(vec![cube(0.0), cube(5.0)]).cloud.volume(), 2.0, 1e-12));
    let rod = Swept::cylinder(DVec3::new(0.5, 0.5, -1.0), DVec3::new(0.5, 0.5, 0.5), Section::round(0.02));
    let mixed = union(vec![cube(0.0), rod.matter(spacing).unwrap()]);
    assert!(close(mixed.cloud.volume(), 1.0 + PI * 4e-4, 1e-4), "{}", mixed.cloud.volume());
}

#[test]
fn placing_turns_the_moments_too() {
    let sheet = BlockShape::sheet(1.0, 0.5, 0.01).matter(MatterSpacing::for_samples(0.2)).unwrap();
    let quarter = Placement::new(DVec3::Z, PI / 2.0, DVec3::new(3.0, 0.0, 0.0)).unwrap();
    let moment = DVec3::new(0.25, 1.0, 1e-4) / 12.0;
    assert_moments(&sheet.placed(&quarter).cloud, 0.005, DVec3::new(3.0, 0.0, 0.0), moment, 1e-12);
}
