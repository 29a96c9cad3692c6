//! Lattices of surfaces of every kind: volume, shape of the elements, embedding, refusals, determinism.
#![allow(clippy::unwrap_used)]

mod support;

use std::f64::consts::PI;

use glam::{DMat3, DVec3};
use pliant_geometry::{
    BoundarySurface, DEFAULT_LATTICE_NODES, Lattice, LatticeError, LatticeOptions, Solid, SpacingWish,
    TriangleSurface, fill, lattice, sample_inside,
};
use support::{Numbers, bumpy_sphere, cuboid, inside_out, joined, sphere, torus};

fn filled(surface: &TriangleSurface, spacing: f64) -> Lattice {
    lattice(&Solid::new(surface).unwrap(), spacing, &LatticeOptions::default()).unwrap()
}

/// Sound as a mesh, no thin tetrahedra, and the report tells the truth.
fn assert_sound(name: &str, body: &Lattice) {
    let check = body.mesh.check();
    assert!(!check.has_errors(), "{name}: {check}");
    assert!(body.mesh.is_positive(), "{name}");
    assert!(body.report.min_dihedral >= 10.0, "{name}: {:?}", body.report);
    assert!(body.report.max_dihedral <= 165.0, "{name}: {:?}", body.report);
    assert!((body.report.volume / body.mesh.volume() - 1.0).abs() < 1e-12, "{name}");
    let edge = body.mesh.mean_edge_length() / body.spacing;
    assert!((0.7..1.1).contains(&edge), "{name}: mean edge {edge} spacings");
}

#[test]
fn spheres_and_tori_keep_their_volume() {
    for across in [8.0, 9.0, 10.0, 14.3] {
        let body = filled(&sphere(DVec3::new(0.3, 0.1, 7.0), 1.0, 60), 2.0 / across);
        assert_sound("sphere", &body);
        assert!(body.report.volume_error().abs() < 0.005, "{across}: {:?}", body.report);
        assert_eq!((body.report.pieces, body.report.lost_points), (1, 0));
    }
    for across in [5.0, 5.5, 6.0, 8.1] {
        let body = filled(&torus(1.0, 0.3, 120, 60), 0.6 / across);
        assert_sound("torus", &body);
        assert!(body.report.volume_error().abs() < 0.005, "{across}: {:?}", body.report);
    }
}

#[test]
fn boundary_nodes_lie_on_the_surface() {
    let surface = bumpy_sphere(DVec3::ZERO, 1.0, 80, 0.1);
    let solid = Solid::new(&surface).unwrap();
    // The fit moves nodes by at most 0.15 of a cell, and a cell is 6 / (2 + 2 sqrt 3) spacings.
    for (fit_volume, limit) in [(false, 1e-12), (true, 0.15 * 1.0981)] {
        let body = lattice(&solid, 0.15, &LatticeOptions { fit_volume }).unwrap();
        assert_sound("bumpy sphere", &body);
        for node in BoundarySurface::new(&body.mesh).nodes() {
            let distance = solid.distance(body.mesh.nodes[node as usize], 1.0).unwrap();
            assert!(distance <= limit * body.spacing, "fit {fit_volume}: {distance}");
        }
    }
}

#[test]
fn a_cube_keeps_its_volume_and_its_faces() {
    for spacing in [0.1, 0.125 * 0.910_683_602_522_959, 0.17, 0.31] {
        let body = filled(&cuboid(DVec3::ZERO, DVec3::ONE), spacing);
        assert_sound("cube", &body);
        assert!(body.report.volume_error().abs() < 0.02, "{spacing}: {:?}", body.report);
    }
}

#[test]
fn damaged_surfaces_make_the_same_body() {
    let whole = sphere(DVec3::ZERO, 1.0, 60);
    let exact = 4.0 / 3.0 * PI;
    let mut numbers = Numbers(1);
    let mut ragged = whole.clone();
    ragged.triangles.retain(|_| numbers.next() > 0.2);
    let mut flipped = whole.clone();
    flipped.triangles.iter_mut().filter(|_| numbers.next() < 0.1).for_each(|t| t.swap(1, 2));
    let mut repeated = whole.clone();
    repeated.triangles.extend_from_within(300..900);
    let mut not_a_number = whole.clone();
    not_a_number.points[1000] = DVec3::NAN;
    let cases = [
        ("ragged", ragged, 0.03),
        ("flipped", flipped, 0.01),
        ("repeated", repeated, 0.01),
        ("inside out", inside_out(&whole), 0.01),
        ("not a number", not_a_number, 0.01),
    ];
    for (name, surface, tolerance) in cases {
        let body = filled(&surface, 0.2);
        assert_sound(name, &body);
        let error = body.report.volume / exact - 1.0;
        assert!(error.abs() < tolerance, "{name}: {error}");
    }
}

#[test]
fn cavities_and_overlaps_come_out_right() {
    let hollow = joined(&sphere(DVec3::ZERO, 1.0, 60), &inside_out(&sphere(DVec3::ZERO, 0.5, 40)));
    let body = filled(&hollow, 0.15);
    assert_sound("hollow", &body);
    assert!(body.report.volume_error().abs() < 0.01, "{:?}", body.report);
    let shift = DVec3::new(0.4, 0.0, 0.0);
    let body = filled(&joined(&sphere(-shift, 0.7, 40), &sphere(shift, 0.7, 40)), 0.12);
    assert_sound("overlapping", &body);
    let volume = 2.0 * (4.0 / 3.0 * PI * 0.343 - PI * 0.09 * 0.6);
    assert!((body.report.volume / volume - 1.0).abs() < 0.01, "{:?}", body.report);
}

#[test]
fn thin_parts_and_separate_pieces_are_told() {
    let needle = cuboid(DVec3::new(0.9, -0.01, -0.01), DVec3::new(3.0, 0.01, 0.01));
    let body = filled(&joined(&sphere(DVec3::ZERO, 1.0, 40), &needle), 0.2);
    assert!(
        body.report.lost_points >= 4 && body.report.remarks[0].text.contains("are lost"),
        "{:?}",
        body.report
    );
    let far = DVec3::new(5.0, 0.0, 0.0);
    let body = filled(&joined(&sphere(DVec3::ZERO, 1.0, 40), &sphere(far, 1.0, 40)), 0.25);
    assert!(body.report.pieces == 2 && body.report.remarks[0].text.contains("2 pieces"));
}

#[test]
fn embedded_points_are_reproduced_and_follow_affine_motions() {
    for (name, surface, spacing) in [
        ("sphere", bumpy_sphere(DVec3::splat(40.0), 1.0, 60, 0.15), 0.2),
        ("cube", cuboid(DVec3::ZERO, DVec3::new(1.0, 0.4, 0.7)), 0.15),
        ("large", sphere(DVec3::ZERO, 1e30, 30), 2e29),
    ] {
        let body = filled(&surface, spacing);
        let rows = body.embed(&surface.points);
        assert_eq!((rows.nodes.len(), rows.clamped), (surface.points.len(), 0), "{name}");
        assert!(rows.farthest < 0.5 * spacing, "{name}: {}", rows.farthest / spacing);
        let size = surface.bounds().diagonal();
        let map = DMat3::from_cols_array(&[1.2, 0.3, -0.1, 0.0, 0.7, 0.4, 0.2, -0.5, 1.1]);
        let moved: Vec<DVec3> = body.mesh.nodes.iter().map(|x| map * *x + DVec3::splat(size)).collect();
        for (i, x) in surface.points.iter().enumerate() {
            assert!((rows.weights[i].iter().sum::<f64>() - 1.0).abs() < 1e-14);
            assert!(rows.value(i, &body.mesh.nodes).distance(*x) < 1e-11 * size.max(x.length()), "{name}");
            assert!(
                rows.value(i, &moved).distance(map * *x + DVec3::splat(size)) < 1e-11 * size.max(x.length())
            );
        }
    }
}

#[test]
fn far_points_are_clamped_and_counted() {
    let body = filled(&sphere(DVec3::ZERO, 1.0, 30), 0.25);
    let points = [
        DVec3::new(5.0, 0.0, 0.0),
        DVec3::NAN,
        DVec3::ZERO,
        DVec3::splat(f64::INFINITY),
        DVec3::splat(1e300),
    ];
    let rows = body.embed(&points);
    assert_eq!(rows.clamped, 4);
    assert!(
        rows.value(0, &body.mesh.nodes).distance(DVec3::X) < 0.1
            && rows.value(2, &body.mesh.nodes).length() < 1e-14
    );
    assert!(rows.weights.iter().flatten().all(|w| (0.0..=1.0).contains(w)));
    assert!(body.embed(&[]).nodes.is_empty());
}

#[test]
fn absurd_spacings_are_refused_with_one_that_works() {
    let solid = Solid::new(&cuboid(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.05))).unwrap();
    let attempt = |spacing| lattice(&solid, spacing, &LatticeOptions::default()).unwrap_err();
    for spacing in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(attempt(spacing), LatticeError::BadSpacing(_)));
        assert!(sample_inside(&solid, spacing).is_err());
    }
    for spacing in [1e-5, 1e-12, 1e-300, f64::MIN_POSITIVE] {
        let error = attempt(spacing);
        let LatticeError::TooFine { remedy, .. } = error else { panic!("{error}") };
        assert!((1e-4..1e-2).contains(&remedy), "{error}");
        assert!(sample_inside(&solid, spacing).is_err());
    }
    for spacing in [3.0, 1e12, 1e300, f64::MAX] {
        let error = attempt(spacing);
        let LatticeError::TooCoarse { remedy, .. } = error else { panic!("{error}") };
        assert!(error.to_string().contains("use about"), "{error}");
        let body = lattice(&solid, remedy, &LatticeOptions::default()).unwrap();
        assert_sound("remedy", &body);
        assert!(sample_inside(&solid, spacing).is_err());
    }
    let thin = lattice(&solid, 0.04, &LatticeOptions::default()).unwrap();
    assert!(thin.report.remarks.iter().any(|r| r.text.contains("less than two cells thick")));
}

#[test]
fn suggested_spacings_give_about_the_nodes_asked_for() {
    let surfaces = [sphere(DVec3::ZERO, 1.0, 40), torus(1.0, 0.2, 60, 30), cuboid(DVec3::ZERO, DVec3::ONE)];
    for surface in surfaces {
        let solid = Solid::new(&surface).unwrap();
        for nodes in [DEFAULT_LATTICE_NODES, 20_000] {
            let body = lattice(&solid, solid.suggested_spacing(nodes), &LatticeOptions::default()).unwrap();
            let share = body.report.nodes as f64 / nodes as f64;
            assert!((0.8..1.25).contains(&share), "{share} of {nodes}");
        }
    }
}

#[test]
fn clouds_fill_the_inside_and_share_its_volume() {
    let solid = Solid::new(&sphere(DVec3::X, 1.0, 60)).unwrap();
    let cloud = sample_inside(&solid, 0.1).unwrap();
    assert!((cloud.volumes.iter().sum::<f64>() / solid.volume() - 1.0).abs() < 1e-12);
    assert!(cloud.points.iter().all(|&x| solid.contains(x)));
    let balls: f64 = cloud.radii.iter().map(|r| 4.0 / 3.0 * PI * r.powi(3)).sum();
    assert!((balls / solid.volume() - 1.0).abs() < 1e-12);
    let nearest = |x: DVec3| {
        let others = cloud.points.iter().map(|y| x.distance(*y)).filter(|d| *d > 0.0);
        others.fold(f64::INFINITY, f64::min)
    };
    assert!(cloud.points.iter().step_by(97).all(|&x| (nearest(x) - 0.1).abs() < 1e-12));
    // A BCC point's own cell has the volume 4 d^3 / (3 sqrt 3).
    let own = 4.0 * 0.001 / 27f64.sqrt();
    assert!((cloud.volumes[0] / own - 1.0).abs() < 0.02, "{}", cloud.volumes[0] / own);
}

#[test]
fn results_are_the_same_at_any_number_of_threads() {
    let mut surface = bumpy_sphere(DVec3::ZERO, 1.0, 100, 0.1);
    for open in [false, true] {
        if open {
            let mut numbers = Numbers(9);
            surface.triangles.retain(|_| numbers.next() > 0.1);
        }
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let body = filled(&surface, 0.1);
                let rows = body.embed(&surface.points);
                (body.mesh, body.report, rows)
            })
        };
        let alone = run(1);
        assert!(alone == run(2) && alone == run(5));
    }
}

#[test]
fn an_automatic_spacing_suits_thin_plates_and_a_given_one_is_kept() {
    let plate = cuboid(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.012));
    let solid = Solid::new(&plate).unwrap();
    let options = LatticeOptions::default();
    let usual = solid.suggested_spacing(DEFAULT_LATTICE_NODES);
    assert!(fill(&solid, SpacingWish::Given(0.1), &options).is_err());
    let body = fill(&solid, SpacingWish::Automatic { finer: 1.0 }, &options).unwrap();
    assert_sound("plate", &body);
    assert!(body.spacing < usual && body.report.lost_points == 0, "{} {usual}", body.spacing);
    assert!(body.report.remarks[0].text.starts_with("the body is thin: a spacing of"), "{:?}", body.report);
    // So thin that it would take a million nodes: nobody asked for that.
    let foil = Solid::new(&cuboid(DVec3::ZERO, DVec3::new(1.0, 1.0, 1e-3))).unwrap();
    let error = fill(&foil, SpacingWish::Automatic { finer: 1.0 }, &options).unwrap_err();
    assert!(matches!(error, LatticeError::TooCoarse { .. } | LatticeError::MostLost { .. }), "{error}");
}

#[test]
fn a_lattice_without_most_of_the_surface_is_refused() {
    let mut soup = cuboid(DVec3::ZERO, DVec3::splat(1.0));
    for i in 0..30 {
        let corner = DVec3::new(3.0 + 0.2 * f64::from(i), 0.0, 0.0);
        soup = joined(&soup, &cuboid(corner, corner + DVec3::splat(0.01)));
    }
    let solid = Solid::new(&soup).unwrap();
    let error = fill(&solid, SpacingWish::Given(0.2), &LatticeOptions::default()).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("most of the surface (2") && text.contains("of 248 points)"), "{text}");
    assert!(text.contains("use a smaller spacing"), "{text}");
}
