//! What is said about surfaces of every kind, and where their inside is.
#![allow(clippy::unwrap_used)]

mod support;

use std::f64::consts::PI;

use glam::DVec3;
use pliant_geometry::{RemarkLevel, Solid, SurfaceReport, TriangleSurface};
use support::{Numbers, cuboid, exact_winding, inside_out, joined, sphere, torus};

fn says(report: &SurfaceReport, level: RemarkLevel, words: &str) -> bool {
    report.remarks.iter().any(|r| r.level == level && r.text.contains(words))
}

fn without_share(surface: &TriangleSurface, share: f64) -> TriangleSurface {
    let mut numbers = Numbers(7);
    let mut left = surface.clone();
    left.triangles.retain(|_| numbers.next() >= share);
    left
}

fn with_flipped_share(surface: &TriangleSurface, share: f64) -> TriangleSurface {
    let mut numbers = Numbers(11);
    let mut mixed = surface.clone();
    mixed.triangles.iter_mut().filter(|_| numbers.next() < share).for_each(|t| t.swap(1, 2));
    mixed
}

/// Each triangle with points of its own, as STL has it.
fn exploded(surface: &TriangleSurface) -> TriangleSurface {
    let points: Vec<DVec3> = (0..surface.triangles.len()).flat_map(|t| surface.corners(t)).collect();
    let triangles = (0..surface.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    TriangleSurface { points, triangles }
}

/// Share of points in a box of half width 1.3 that are told right, those within `skin` of the border left out.
fn share_told_right(solid: &Solid, skin: f64, signed_distance: impl Fn(DVec3) -> f64) -> f64 {
    let mut numbers = Numbers(3);
    let (mut right, mut all) = (0, 0);
    while all < 4000 {
        let x = numbers.point(1.3);
        let d = signed_distance(x);
        if d.abs() > skin {
            all += 1;
            right += i32::from(solid.contains(x) == (d < 0.0));
        }
    }
    f64::from(right) / f64::from(all)
}

#[test]
fn a_closed_sphere_is_measured_and_has_nothing_wrong() {
    let surface = sphere(DVec3::new(3.0, -2.0, 1.0), 0.5, 40);
    let report = surface.examine();
    assert_eq!((report.points, report.triangles), (surface.points.len(), surface.triangles.len()));
    assert!(report.closed && report.oriented && !report.inside_out && !report.overlapping, "{report:?}");
    assert_eq!(
        (report.open_edges, report.holes, report.non_manifold_edges, report.flipped_edges),
        (0, 0, 0, 0)
    );
    assert_eq!((report.component_count, report.components[0].triangles), (1, report.triangles));
    assert!((report.area / PI - 1.0).abs() < 0.01);
    assert!((report.enclosed_volume / (PI / 6.0) - 1.0).abs() < 0.01 && report.volume_is_exact);
    assert!((report.signed_volume / report.enclosed_volume - 1.0).abs() < 1e-9);
    assert_eq!(report.self_intersections.unwrap().count, 0);
    assert!(report.remarks.iter().all(|r| r.level == RemarkLevel::Note), "{:?}", report.remarks);
}

#[test]
fn stl_points_are_merged_and_the_surface_is_closed() {
    let surface = exploded(&torus(1.0, 0.3, 30, 20));
    let report = surface.examine();
    assert!(report.closed && report.merged_points == surface.points.len() - 600, "{report:?}");
}

#[test]
fn winding_numbers_agree_with_the_sum_of_solid_angles() {
    let closed = sphere(DVec3::ZERO, 1.0, 60);
    for surface in [without_share(&closed, 0.3), torus(0.8, 0.3, 100, 60), closed] {
        let solid = Solid::new(&surface).unwrap();
        let mut numbers = Numbers(5);
        let mut worst: f64 = 0.0;
        for _ in 0..1000 {
            let q = numbers.point(1.5);
            worst = worst.max((solid.winding_number(q) - exact_winding(&surface, q)).abs());
        }
        assert!(worst < 0.01, "worst error {worst}");
    }
}

#[test]
fn holes_are_counted_and_the_inside_is_still_found() {
    let closed = sphere(DVec3::ZERO, 1.0, 40);
    let mut one_hole = closed.clone();
    one_hole.triangles.remove(500);
    let report = one_hole.examine();
    assert_eq!((report.holes, report.open_edges, report.closed), (1, 3, false));
    assert!(says(
        &report,
        RemarkLevel::Warning,
        "1 hole (3 open edges): the inside is decided by winding number"
    ));
    let ragged = without_share(&closed, 0.2);
    let solid = Solid::new(&ragged).unwrap();
    assert!(!solid.report().volume_is_exact && solid.report().holes > 50);
    assert!(share_told_right(&solid, 0.06, |x| x.length() - 1.0) > 0.999);
    let volume = solid.volume() / (4.0 / 3.0 * PI);
    assert!((volume - 1.0).abs() < 0.05, "{volume}");
}

#[test]
fn flipped_triangles_are_turned_to_agree() {
    let surface = with_flipped_share(&sphere(DVec3::ZERO, 1.0, 40), 0.1);
    let flipped = surface.triangles.len() / 10;
    let solid = Solid::new(&surface).unwrap();
    let report = solid.report();
    assert!(report.turned_triangles.abs_diff(flipped) < flipped / 5, "{}", report.turned_triangles);
    assert!(report.flipped_edges > 0 && !report.oriented && report.closed && report.volume_is_exact);
    assert!(says(report, RemarkLevel::Warning, "turned to agree"));
    assert!(share_told_right(&solid, 0.01, |x| x.length() - 1.0) == 1.0);
}

#[test]
fn a_surface_inside_out_is_turned_round() {
    let solid = Solid::new(&inside_out(&sphere(DVec3::ZERO, 1.0, 20))).unwrap();
    assert!(solid.report().inside_out && solid.report().signed_volume < 0.0 && solid.volume() > 0.0);
    assert!(says(solid.report(), RemarkLevel::Warning, "all normals point inward: turned round"));
    assert!((solid.winding_number(DVec3::ZERO) - 1.0).abs() < 0.01);
}

#[test]
fn a_cavity_stays_a_cavity_also_with_flipped_triangles_and_inside_out() {
    let (outer, inner) = (sphere(DVec3::ZERO, 1.0, 40), inside_out(&sphere(DVec3::ZERO, 0.5, 30)));
    let file = joined(&outer, &inner);
    for surface in [file.clone(), joined(&outer, &with_flipped_share(&inner, 0.1)), inside_out(&file)] {
        let solid = Solid::new(&surface).unwrap();
        let volume = 4.0 / 3.0 * PI * (1.0 - 0.125);
        assert!((solid.volume() / volume - 1.0).abs() < 0.01, "{}", solid.volume());
        assert!(!solid.contains(DVec3::ZERO) && solid.contains(DVec3::new(0.0, 0.75, 0.0)));
    }
}

#[test]
fn overlapping_parts_are_one_body() {
    let shift = DVec3::new(0.4, 0.0, 0.0);
    let solid = Solid::new(&joined(&sphere(-shift, 0.7, 40), &sphere(shift, 0.7, 40))).unwrap();
    assert!(solid.report().overlapping && !solid.report().volume_is_exact);
    assert_eq!(solid.report().component_count, 2);
    let distance = |x: DVec3| (x - shift).length().min((x + shift).length()) - 0.7;
    assert!(share_told_right(&solid, 0.02, distance) == 1.0);
    // Each ball loses a cap of height 0.3 to the other.
    let cap = PI * 0.3f64.powi(2) * (0.7 - 0.1);
    let volume = 2.0 * (4.0 / 3.0 * PI * 0.343 - cap);
    assert!((solid.volume() / volume - 1.0).abs() < 0.05);
    let cuts =
        joined(&sphere(-shift, 0.7, 40), &sphere(shift, 0.7, 40)).examine().self_intersections.unwrap();
    assert!(cuts.count > 50 && !cuts.capped, "{cuts:?}");
}

#[test]
fn duplicates_and_two_sided_files_are_understood() {
    let closed = sphere(DVec3::ZERO, 1.0, 20);
    let mut repeated = closed.clone();
    repeated.triangles.extend_from_within(100..150);
    let report = repeated.examine();
    assert!(report.duplicate_triangles == 50 && report.closed && !report.two_sided);
    let both_sides = joined(&closed, &inside_out(&closed));
    let solid = Solid::new(&both_sides).unwrap();
    assert!(solid.report().two_sided && solid.contains(DVec3::ZERO));
    // Two boxes that share a wall, each with its own copy of it.
    let boxes = joined(&cuboid(DVec3::ZERO, DVec3::ONE), &cuboid(DVec3::X, DVec3::new(2.0, 1.0, 1.0)));
    let solid = Solid::new(&boxes).unwrap();
    assert!((solid.volume() - 2.0).abs() < 1e-12 && solid.report().closed, "{:?}", solid.report());
}

#[test]
fn points_that_are_not_numbers_cost_only_their_triangles() {
    let mut surface = sphere(DVec3::ZERO, 1.0, 40);
    surface.points[700] = DVec3::new(f64::NAN, 0.0, 1.0);
    surface.points[900].y = f64::INFINITY;
    surface.points[1100].z = 1e300;
    let solid = Solid::new(&surface).unwrap();
    assert_eq!(solid.report().non_finite_points, 3);
    assert_eq!((solid.report().unusable_triangles, solid.report().holes), (18, 3));
    assert!(solid.contains(DVec3::ZERO) && solid.winding_number(DVec3::splat(f64::NAN)) == 0.0);
}

#[test]
fn what_encloses_nothing_is_refused_with_a_reason() {
    let sheet = |bend: f64| {
        let points = (0..121).map(|i| {
            let (x, y) = ((i % 11) as f64 / 10.0, (i / 11) as f64 / 10.0);
            DVec3::new(x, y, bend * (x * x + y * y))
        });
        let quad = |i: u32| [[i, i + 1, i + 12], [i, i + 12, i + 11]];
        let cells = (0..110u32).filter(|i| i % 11 < 10);
        TriangleSurface { points: points.collect(), triangles: cells.flat_map(quad).collect() }
    };
    let mut collapsed = sphere(DVec3::ZERO, 1.0, 10);
    collapsed.points.iter_mut().for_each(|x| *x = DVec3::ONE);
    let mut huge = sphere(DVec3::ZERO, 1e300, 10);
    let one = TriangleSurface { points: huge.points[..3].to_vec(), triangles: vec![[0, 1, 2]] };
    huge.points[0].x = 1e308;
    let lost = TriangleSurface { points: vec![DVec3::ZERO], triangles: vec![[0, 7, 9]] };
    let mut folded = sheet(0.0);
    folded = joined(&folded, &inside_out(&folded));
    let small_one =
        TriangleSurface { points: vec![DVec3::ZERO, DVec3::X, DVec3::Y], triangles: vec![[0, 1, 2]] };
    let cases = [
        (TriangleSurface::default(), "no triangles"),
        (sheet(0.0), "open edges"),
        (sheet(0.1), "open edges"),
        (small_one, "open edges"),
        (folded, "encloses nothing"),
        (collapsed, "no triangle has an area"),
        (huge, "finite coordinates"),
        (one, "finite coordinates"),
        (lost, "finite coordinates"),
    ];
    for (surface, words) in cases {
        let refusal = Solid::new(&surface).unwrap_err();
        assert!(refusal.reason.contains(words) && refusal.reason.contains("; "), "{}", refusal.reason);
        assert!(surface.examine().is_refused() && refusal.report.is_refused());
    }
}

#[test]
fn large_and_small_bodies_are_alike() {
    for size in [1e-60, 1e-12, 1e30, 1e80] {
        let solid = Solid::new(&sphere(DVec3::splat(size), size, 20)).unwrap();
        assert!(solid.contains(DVec3::splat(size)) && !solid.contains(DVec3::splat(-size)));
        assert!((solid.volume() / size / size / size / (4.0 / 3.0 * PI) - 1.0).abs() < 0.03);
    }
}

#[test]
fn degenerate_triangles_and_loose_points_are_counted() {
    let mut surface = sphere(DVec3::ZERO, 1.0, 20);
    surface.triangles.extend([[0, 0, 1], [5, 6, 5]]);
    surface.points.extend([DVec3::ONE, DVec3::ONE]);
    let report = surface.examine();
    assert_eq!((report.degenerate_triangles, report.unused_points), (2, 2));
    assert!(report.closed && report.usable_triangles == report.triangles - 2);
}

#[test]
fn a_moebius_strip_is_told() {
    let points: Vec<DVec3> = (0..40)
        .flat_map(|i| {
            let phi = std::f64::consts::TAU * i as f64 / 40.0;
            [-0.3, 0.3].map(|s| {
                let r = 1.0 + s * (0.5 * phi).cos();
                DVec3::new(r * phi.cos(), r * phi.sin(), s * (0.5 * phi).sin())
            })
        })
        .collect();
    let mut triangles = vec![];
    for i in 0..40u32 {
        let (a, b) = (2 * i, 2 * i + 1);
        let (c, d) = if i < 39 { (a + 2, b + 2) } else { (1, 0) };
        triangles.extend([[a, c, b], [b, c, d]]);
    }
    let report = TriangleSurface { points, triangles }.examine();
    assert_eq!(report.one_sided_edges, 1, "{report:?}");
}
