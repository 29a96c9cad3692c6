//! The worst cases: soups of triangles as large as the body (no tree helps), thin walls with a pinhole, the smallest and
//! the largest bodies. And the elements that carry points.
#![allow(clippy::unwrap_used)]

mod support;

use std::time::{Duration, Instant};

use glam::DVec3;
use pliant_geometry::{LatticeOptions, Solid, TriangleSurface, lattice, sample_inside};
use support::{Numbers, bumpy_sphere, cuboid, inside_out, joined, sphere};

/// What any surface of this size may take, in a build with checks.
const LIMIT: Duration = Duration::from_secs(2);

/// Triangles between random points of a cube, all about as large as the cube.
fn soup(triangles: usize) -> TriangleSurface {
    let mut numbers = Numbers(17);
    let points = (0..3 * triangles).map(|_| numbers.point(1.0)).collect();
    TriangleSurface {
        points,
        triangles: (0..triangles as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect(),
    }
}

/// The best of three: others may be using the machine.
fn time_of(work: impl Fn()) -> Duration {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..3).map(once).min().unwrap()
}

#[test]
fn soups_of_large_triangles_take_bounded_time() {
    for triangles in [10, 100, 1000, 10_000] {
        let surface = soup(triangles);
        let examining = time_of(|| drop(surface.examine()));
        assert!(examining < LIMIT, "examining {triangles}: {examining:?}");
        let Ok(solid) = Solid::new(&surface) else {
            assert!(surface.examine().is_refused());
            continue;
        };
        let spacing = solid.suggested_spacing(800);
        let filling = time_of(|| {
            if let Ok(body) = lattice(&solid, spacing, &LatticeOptions::default()) {
                assert!(body.mesh.is_positive());
                let rows = body.embed(&surface.points);
                assert!(rows.weights.iter().flatten().all(|w| w.is_finite()));
            }
        });
        assert!(filling < LIMIT, "lattice of {triangles}: {filling:?}");
        println!("{triangles} triangles: examined in {examining:?}, filled in {filling:?}");
    }
}

#[test]
fn points_know_the_element_that_carries_them() {
    let surface = bumpy_sphere(DVec3::ZERO, 1.0, 40, 0.1);
    let body = lattice(&Solid::new(&surface).unwrap(), 0.2, &LatticeOptions::default()).unwrap();
    let mut points = surface.points;
    points.extend([DVec3::ZERO, DVec3::new(9.0, 0.0, 0.0), DVec3::NAN]);
    let rows = body.embed(&points);
    assert_eq!((rows.elements.len(), rows.clamped), (points.len(), 2));
    for (nodes, &element) in rows.nodes.iter().zip(&rows.elements) {
        assert_eq!(&nodes[..], body.mesh.element(element as usize));
    }
}

/// A box with walls of a thickness and a hole of a thousandth of a triangle in one of them.
fn box_with_a_pinhole(wall: f64) -> TriangleSurface {
    let hollow = inside_out(&cuboid(DVec3::splat(wall), DVec3::splat(1.0 - wall)));
    let mut surface = joined(&cuboid(DVec3::ZERO, DVec3::ONE), &hollow);
    let corners = surface.corners(0);
    let ids = surface.triangles.swap_remove(0);
    let first = surface.points.len() as u32;
    let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    surface.points.extend(corners.map(|x| middle + 0.001 * (x - middle)));
    for k in 0..3 {
        let (a, b) = (ids[k], ids[(k + 1) % 3]);
        let (c, d) = (first + (k as u32 + 1) % 3, first + k as u32);
        surface.triangles.extend([[a, b, c], [a, c, d]]);
    }
    surface
}

#[test]
fn thin_walls_with_a_pinhole_are_found() {
    for wall in [0.02, 0.01, 0.005] {
        let solid = Solid::new(&box_with_a_pinhole(wall)).unwrap();
        assert_eq!((solid.report().holes, solid.report().open_edges), (1, 3));
        let exact = 1.0 - (1.0 - 2.0 * wall).powi(3);
        assert!((solid.volume() / exact - 1.0).abs() < 0.03, "{wall}: {}", solid.volume() / exact);
        assert!(!solid.contains(DVec3::splat(0.5)) && solid.contains(DVec3::new(0.5, 0.5 * wall, 0.3)));
    }
}

#[test]
fn bodies_of_any_size_have_the_same_lattice() {
    let made = |size: f64| {
        let solid = Solid::new(&sphere(DVec3::ZERO, size, 20)).unwrap();
        let body = lattice(&solid, 0.25 * size, &LatticeOptions::default()).unwrap();
        assert!(body.mesh.is_positive());
        let cloud = sample_inside(&solid, 0.25 * size).unwrap();
        assert!((cloud.volumes.iter().sum::<f64>() / solid.volume() - 1.0).abs() < 1e-12);
        body.report
    };
    let one = made(1.0);
    for size in [1e-59, 1e-20, 1e30, 1e89] {
        let report = made(size);
        assert_eq!((report.nodes, report.elements), (one.nodes, one.elements), "{size}");
        assert!((report.min_dihedral - one.min_dihedral).abs() < 1e-6, "{size}: {report:?}");
        assert!((report.quality.min - one.quality.min).abs() < 1e-6 && report.volume_error().abs() < 0.01);
    }
    for size in [1e-61, 1e-110, 1e-300] {
        let refusal = Solid::new(&sphere(DVec3::ZERO, size, 20)).unwrap_err();
        assert!(refusal.reason.contains("too small to compute with; "), "{}", refusal.reason);
    }
}
