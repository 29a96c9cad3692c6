//! Every analytic shape goes through every property.

#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;

use glam::{DQuat, DVec3};
use pliant_geometry::{BoundingBox, Solid, closest_point_of_triangle};
use pliant_system::{Interpolation, Keyframe, Motion};
use proptest::prelude::*;

use super::*;

/// Sag of a polygon with 64 sides, both ways round a sphere, as a share of the radius.
const SAG: f64 = 2.0 * (PI / 64.0) * (PI / 64.0) / 2.0;

fn turn() -> DQuat {
    DQuat::from_axis_angle(DVec3::new(1.0, -2.0, 0.5).normalize(), 0.8)
}

/// One of every kind, in general position.
fn solids() -> Vec<Primitive> {
    let centre = DVec3::new(0.3, -0.2, 0.5);
    let arm = DVec3::new(0.5, 0.4, -0.3);
    vec![
        Primitive::Sphere { centre, radius: 0.7 },
        Primitive::Box { centre, half: DVec3::new(0.3, 0.5, 0.9), rotation: turn() },
        Primitive::Cylinder { from: centre - arm, to: centre + arm, radius: 0.4 },
        Primitive::Cylinder { from: centre - 0.2 * arm, to: centre + 0.2 * arm, radius: 0.8 },
        Primitive::Capsule { from: centre - arm, to: centre + arm, radius: 0.4 },
    ]
}

fn plane_point() -> DVec3 {
    DVec3::new(0.1, 0.2, 0.3)
}

fn plane() -> Analytic {
    let normal = DVec3::new(1.0, 2.0, -3.0);
    Analytic::new(Primitive::Plane { point: plane_point(), normal }, false).unwrap()
}

/// All solids, full and hollow, and a plane.
fn shapes() -> Vec<Analytic> {
    let both = |solid: &Primitive| [false, true].map(|hollow| Analytic::new(*solid, hollow).unwrap());
    solids().iter().flat_map(both).chain([plane()]).collect()
}

fn somewhere() -> impl Strategy<Value = DVec3> {
    [-2.0..2.0f64, -2.0..2.0f64, -2.0..2.0f64].prop_map(DVec3::from_array)
}

fn around() -> BoundingBox {
    BoundingBox { min: DVec3::splat(-2.0), max: DVec3::splat(2.0) }
}

fn distance_to_triangles(surface: &TriangleSurface, x: DVec3) -> f64 {
    let distance = |t| closest_point_of_triangle(x, surface.corners(t)).distance(x);
    (0..surface.triangles.len()).map(distance).fold(f64::INFINITY, f64::min)
}

/// How far the picture may be from the shape (m).
fn sag(shape: &Analytic) -> f64 {
    match *shape.solid() {
        Primitive::Plane { .. } | Primitive::Box { .. } => 1e-12,
        Primitive::Sphere { radius, .. }
        | Primitive::Cylinder { radius, .. }
        | Primitive::Capsule { radius, .. } => SAG * radius,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn the_distance_is_that_to_the_drawn_surface(x in somewhere()) {
        for shape in shapes() {
            let (picture, found) = (shape.picture(around()), shape.distance(x));
            let drawn = distance_to_triangles(&picture, x);
            prop_assert!((found.gap.abs() - drawn).abs() <= sag(&shape), "{shape:?} {found:?} {drawn}");
        }
    }
}

proptest! {
    #[test]
    fn the_normal_leads_to_the_surface(x in somewhere()) {
        for shape in shapes() {
            let SurfaceDistance { gap, normal } = shape.distance(x);
            prop_assert!((normal.length() - 1.0).abs() < 1e-14);
            prop_assert!(shape.distance(x - normal * gap).gap.abs() < 1e-14, "{shape:?} {x}");
        }
    }

    #[test]
    fn the_normal_is_the_gradient_of_the_gap(x in somewhere()) {
        let h = 1e-6;
        for shape in shapes() {
            let normal = shape.distance(x).normal;
            let steps = DVec3::AXES.map(|axis| [shape.distance(x + axis * h), shape.distance(x - axis * h)]);
            // There is no gradient across a ridge, and a strongly bent one near a centre.
            if steps.iter().flatten().all(|near| near.normal.distance(normal) < 1e-4) {
                let gradient = DVec3::from_array(steps.map(|[above, below]| (above.gap - below.gap) / (2.0 * h)));
                prop_assert!(gradient.distance(normal) < 1e-8, "{shape:?} {x} {gradient} {normal}");
            }
        }
    }

    #[test]
    fn any_rotation_of_a_block_is_that_of_the_point(x in somewhere(), axis in somewhere(), angle in 0.0..6.0f64) {
        let rotation = DQuat::from_axis_angle(axis.normalize_or(DVec3::Z), angle);
        let (centre, half) = (DVec3::new(0.3, -0.2, 0.5), DVec3::new(0.3, 0.5, 0.9));
        let block = |centre, rotation| Analytic::new(Primitive::Box { centre, half, rotation }, false).unwrap();
        // Also of a quaternion that is not of unit length.
        let turned = block(centre, rotation * 3.0).distance(centre + rotation * x);
        let straight = block(DVec3::ZERO, DQuat::IDENTITY).distance(x);
        prop_assert!((turned.gap - straight.gap).abs() < 1e-13);
        let closest = |found: SurfaceDistance| found.normal * found.gap;
        prop_assert!((closest(turned) - rotation * closest(straight)).length() < 1e-13 || straight.gap < 0.0);
    }

    #[test]
    fn hollow_turns_gap_and_normal_round(x in somewhere()) {
        for solid in solids() {
            let full = Analytic::new(solid, false).unwrap().distance(x);
            let hollow = Analytic::new(solid, true).unwrap().distance(x);
            prop_assert_eq!((hollow.gap, hollow.normal), (-full.gap, -full.normal));
        }
    }

    #[test]
    fn nothing_is_deeper_than_the_limit(x in somewhere()) {
        for solid in solids() {
            let shape = Analytic::new(solid, false).unwrap();
            prop_assert!(shape.distance(x).gap >= -shape.depth_limit() - 1e-15);
        }
    }
}

/// A thousand points of the box, on no plane of symmetry.
fn grid() -> impl Iterator<Item = DVec3> {
    let id = |i: i32| DVec3::new(f64::from(i % 10), f64::from(i / 10 % 10), f64::from(i / 100));
    (0..1000).map(move |i| id(i) * 0.41 - 1.93)
}

#[test]
fn the_gap_is_negative_in_the_matter() {
    for shape in shapes().iter().filter(|shape| **shape != plane()) {
        let drawn = Solid::new(&shape.picture(around())).unwrap();
        let clear = grid().filter(|&x| shape.distance(x).gap.abs() > sag(shape));
        let mut sides = [0; 2];
        for x in clear {
            let is_matter = shape.distance(x).gap < 0.0;
            assert_eq!(is_matter, drawn.contains(x) != shape.is_hollow(), "{shape:?} {x}");
            sides[usize::from(is_matter)] += 1;
        }
        assert!(sides.iter().all(|&count| count > 5), "{sides:?}");
    }
    assert!(
        grid().all(|x| plane().distance(x).gap * DVec3::new(1.0, 2.0, -3.0).dot(x - plane_point()) >= 0.0)
    );
}

#[test]
fn most_points_have_a_gradient() {
    // Guards the test of the gradient: what it leaves out must be rare.
    for shape in shapes() {
        let bent = |x: &DVec3| {
            let near = |axis: DVec3| shape.distance(*x + axis * 1e-6).normal;
            DVec3::AXES.iter().any(|&axis| near(axis).distance(near(-axis)) > 1e-4)
        };
        assert!(grid().filter(bent).count() < 20, "{shape:?}");
    }
}

#[test]
fn centres_axes_corners_and_rims_have_a_normal() {
    let centre = DVec3::new(0.3, -0.2, 0.5);
    for solid in solids() {
        let shape = Analytic::new(solid, false).unwrap();
        let mut spots = vec![centre, centre + 1e-17];
        if let Primitive::Cylinder { from, to, .. } | Primitive::Capsule { from, to, .. } = solid {
            spots.extend([from, to, from.lerp(to, 0.3), from.lerp(to, -0.5), from.lerp(to, 2.0)]);
        }
        spots.extend(shape.features().points);
        for x in spots {
            let SurfaceDistance { gap, normal } = shape.distance(x);
            assert!((normal.length() - 1.0).abs() < 1e-14, "{shape:?} {x}");
            assert!(shape.distance(x - normal * gap).gap.abs() < 1e-14, "{shape:?} {x}");
        }
        assert!((shape.distance(centre).gap + shape.depth_limit()).abs() < 1e-15, "{shape:?}");
    }
}

#[test]
fn features_lie_on_the_surface_or_their_radius_below() {
    let expected = [(1, 0, 0.7), (8, 12, 0.0), (128, 128, 0.0), (128, 128, 0.0), (2, 1, 0.4)];
    for (solid, (points, edges, radius)) in solids().iter().zip(expected) {
        let shape = Analytic::new(*solid, false).unwrap();
        let features = shape.features();
        assert_eq!((features.points.len(), features.edges.len(), features.radius), (points, edges, radius));
        for &x in &features.points {
            assert!((shape.distance(x).gap + radius).abs() < 1e-15, "{shape:?} {x}");
        }
        for edge in &features.edges {
            let [a, b] = edge.map(|id| features.points[id as usize]);
            assert!(a.distance(b) > 0.0);
            assert!((shape.distance(0.5 * (a + b)).gap + radius).abs() <= sag(&shape), "{shape:?}");
        }
    }
}

#[test]
fn edges_of_a_block_are_its_edges() {
    let half = DVec3::new(0.3, 0.5, 0.9);
    let block = Primitive::Box { centre: DVec3::ONE, half, rotation: turn() };
    let features = Analytic::new(block, false).unwrap().features();
    let mut seen = [0; 3];
    for edge in features.edges {
        let [a, b] = edge.map(|id| turn().conjugate() * features.points[id as usize]);
        let axis = (0..3).find(|&i| ((b - a).abs() - 2.0 * half * DVec3::AXES[i]).length() < 1e-14).unwrap();
        seen[axis] += 1;
    }
    assert_eq!(seen, [4; 3]);
}

#[test]
fn planes_and_hollow_shapes_have_no_end_and_nothing_that_pokes() {
    for shape in shapes().iter().filter(|shape| shape.is_hollow() || **shape == plane()) {
        assert_eq!(shape.bounds(), None);
        assert_eq!(shape.features(), Features::default());
        assert_eq!(shape.depth_limit(), f64::INFINITY);
    }
}

#[test]
fn bounds_are_tight() {
    for solid in solids() {
        let shape = Analytic::new(solid, false).unwrap();
        let (bounds, drawn) = (shape.bounds().unwrap(), shape.picture(around()).bounds());
        let gaps = [drawn.min - bounds.min, bounds.max - drawn.max];
        assert!(gaps.iter().all(|gap| gap.min_element() > -1e-14), "{shape:?}");
        assert!(gaps.iter().all(|gap| gap.max_element() <= sag(&shape)), "{shape:?} {gaps:?}");
    }
}

#[test]
fn pictures_are_closed_and_face_the_free_side() {
    let ball = |r: f64| 4.0 / 3.0 * PI * r.powi(3);
    let bar = |length: f64, r: f64| PI * r * r * length;
    let length = 2.0 * 0.5f64.sqrt();
    let (long, flat) = (bar(length, 0.4), bar(0.2 * length, 0.8));
    let volumes = [ball(0.7), 8.0 * 0.3 * 0.5 * 0.9, long, flat, long + ball(0.4)];
    for (solid, volume) in solids().iter().zip(volumes) {
        for hollow in [false, true] {
            let shape = Analytic::new(*solid, hollow).unwrap();
            let picture = shape.picture(around());
            let mesh = ColliderMesh::new(&picture).unwrap();
            assert!(mesh.is_closed);
            let turned = ["all triangles faced inward and were turned"];
            assert_eq!(mesh.repairs, if hollow { turned.to_vec() } else { vec![] });
            let report = picture.examine();
            // What is missing is between the surface and the triangles with their corners on it.
            let missing = (volume - report.enclosed_volume) / report.area;
            assert!(missing > -1e-14 && missing < sag(&shape), "{shape:?} {missing}");
        }
    }
}

#[test]
fn the_square_of_a_plane_is_twice_what_is_on_it() {
    let plane = |normal| Analytic::new(Primitive::Plane { point: DVec3::Z, normal }, false).unwrap();
    let around = BoundingBox { min: DVec3::new(1.0, 2.0, 3.0), max: DVec3::new(3.0, 8.0, 4.0) };
    let floor = plane(DVec3::Z * 5.0).picture(around);
    let expected = BoundingBox { min: DVec3::new(-4.0, -1.0, 1.0), max: DVec3::new(8.0, 11.0, 1.0) };
    assert_eq!(floor.bounds(), expected);
    for normal in [DVec3::Z, -DVec3::Z, DVec3::X, DVec3::new(0.1, 0.2, -0.9)] {
        for box_seen in [around, BoundingBox::EMPTY] {
            let (shape, square) = (plane(normal), plane(normal).picture(box_seen));
            assert!(square.points.iter().all(|&x| shape.distance(x).gap.abs() < 1e-14));
            for t in 0..2 {
                let [a, b, c] = square.corners(t);
                assert!((b - a).cross(c - a).normalize().distance(normal.normalize()) < 1e-14);
            }
        }
    }
}

#[test]
fn shapes_that_are_none_are_refused_with_the_reason() {
    let (o, r) = (DVec3::ZERO, DQuat::IDENTITY);
    let nan = DVec3::new(0.0, f64::NAN, 0.0);
    let cases = [
        (Primitive::Plane { point: o, normal: o }, false, "normal of the plane is zero"),
        (Primitive::Plane { point: o, normal: nan }, false, "normal of the plane is [0, NaN, 0]"),
        (Primitive::Plane { point: nan, normal: DVec3::Z }, false, "point of the plane is"),
        (Primitive::Plane { point: o, normal: DVec3::Z }, true, "cannot be hollow"),
        (Primitive::Sphere { centre: o, radius: 0.0 }, false, "radius is 0 m"),
        (Primitive::Sphere { centre: o, radius: -1.0 }, true, "radius is -1 m"),
        (Primitive::Sphere { centre: o, radius: f64::INFINITY }, false, "radius is inf m"),
        (Primitive::Sphere { centre: DVec3::splat(1e200), radius: 1.0 }, false, "the centre is"),
        (Primitive::Box { centre: nan, half: DVec3::ONE, rotation: r }, false, "the centre is"),
        (Primitive::Box { centre: o, half: DVec3::new(1.0, 0.0, 2.0), rotation: r }, false, "[1, 0, 2] m"),
        (Primitive::Box { centre: o, half: DVec3::ONE, rotation: r * 0.0 }, false, "rotation"),
        (Primitive::Box { centre: o, half: DVec3::ONE, rotation: r * f64::NAN }, false, "rotation"),
        (Primitive::Cylinder { from: DVec3::X, to: DVec3::X, radius: 1.0 }, false, "ends of the cylinder"),
        (Primitive::Cylinder { from: o, to: nan, radius: 1.0 }, false, "point `to` is"),
        (Primitive::Capsule { from: DVec3::X, to: DVec3::X, radius: 1.0 }, false, "ends of the capsule"),
        (Primitive::Capsule { from: o, to: DVec3::X, radius: f64::NAN }, false, "radius is NaN"),
    ];
    for (solid, hollow, words) in cases {
        let message = Analytic::new(solid, hollow).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
    let tiny = Primitive::Plane { point: o, normal: DVec3::Y * 1e-300 };
    assert_eq!(Analytic::new(tiny, false).unwrap().distance(DVec3::Y).gap, 1.0);
}

#[test]
fn a_collider_moves_with_its_pose() {
    let keyframe = |time, z, turn| Keyframe { time, shift: DVec3::Z * z, turn };
    let keyframes = vec![keyframe(0.0, 0.0, 0.0), keyframe(2.0, 1.0, PI)];
    let motion = Motion::new(keyframes, DVec3::X, DVec3::ZERO, Interpolation::Linear);
    let floor = Analytic::new(Primitive::Plane { point: DVec3::ZERO, normal: DVec3::Z }, false).unwrap();
    let shape = ColliderShape::Analytic(floor);
    let collider = Collider { name: "floor".into(), shape, motion, friction: None };
    // Upside down and one metre up.
    let pose = collider.at(2.0);
    let found = floor.distance(pose.to_rest(DVec3::new(5.0, 0.0, 0.25)));
    assert!((found.gap - 0.75).abs() < 1e-14);
    assert!(pose.turn(found.normal).distance(-DVec3::Z) < 1e-14);
    // On the way its points rise, and those at y > 0 rise faster.
    let velocity = collider.at(1.0).velocity_at(DVec3::new(0.0, 2.0, 0.5));
    assert!(velocity.distance(DVec3::new(0.0, 0.0, 0.5 + PI)) < 1e-14, "{velocity}");
    assert_eq!(collider.shape.bounds(), None);
    assert_eq!(collider.shape.picture(around()), floor.picture(around()));
}
