use glam::DVec3;
use proptest::prelude::*;

use super::*;

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

fn assert_is_on_its_feature(closest: ClosestOnTriangle) {
    let weights = closest.barycentric;
    assert!(weights.iter().all(|w| (0.0..=1.0).contains(w)), "{closest:?}");
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15, "{closest:?}");
    match closest.feature {
        TriangleFeature::Face => assert!(weights.iter().all(|w| *w > 0.0), "{closest:?}"),
        TriangleFeature::Edge(k) => {
            let k = usize::from(k);
            assert!(
                weights[k] > 0.0 && weights[(k + 1) % 3] > 0.0 && weights[(k + 2) % 3] == 0.0,
                "{closest:?}"
            );
        }
        TriangleFeature::Corner(k) => assert_eq!(weights[usize::from(k)], 1.0, "{closest:?}"),
    }
}

#[test]
fn nothing_on_the_triangle_is_closer_also_without_area() {
    let corners = [DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0), DVec3::new(0.5, 1.5, 0.3)];
    let line = [DVec3::ZERO, DVec3::X, DVec3::X * 3.0];
    let slanted = [DVec3::ZERO, DVec3::new(0.1, 0.3, 0.7), DVec3::new(0.3, 0.9, 2.1)];
    let back_and_forth = [DVec3::ZERO, DVec3::new(0.3, 0.9, 2.1), DVec3::new(0.1, 0.3, 0.7)];
    let needle = [DVec3::ZERO, DVec3::new(2.0, 1.0, 0.0), DVec3::new(1.0, 0.5, 1e-9)];
    let point = [DVec3::ONE; 3];
    for triangle in [corners, line, slanted, back_and_forth, needle, point] {
        for k in 0..125 {
            let p = DVec3::new(f64::from(k % 5), f64::from(k / 5 % 5), f64::from(k / 25)) - 1.5;
            assert_is_on_its_feature(closest_on_triangle(p, triangle));
            let found = closest_point_of_triangle(p, triangle).distance(p);
            for i in 0..=20 {
                for j in 0..=20 - i {
                    let (v, w) = (f64::from(i) / 20.0, f64::from(j) / 20.0);
                    let [a, b, c] = triangle;
                    let other = (a + (b - a) * v + (c - a) * w).distance(p);
                    assert!(found <= other + 2e-9, "{triangle:?} {p}: {found} {other}");
                }
            }
        }
    }
}

#[test]
fn every_part_of_a_triangle_is_named() {
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
    let expected = [
        ((0.2, 0.2), TriangleFeature::Face),
        ((0.5, -1.0), TriangleFeature::Edge(0)),
        ((1.0, 1.0), TriangleFeature::Edge(1)),
        ((-1.0, 0.5), TriangleFeature::Edge(2)),
        ((-1.0, -1.0), TriangleFeature::Corner(0)),
        ((2.0, -1.0), TriangleFeature::Corner(1)),
        ((-1.0, 2.0), TriangleFeature::Corner(2)),
    ];
    for ((x, y), feature) in expected {
        assert_eq!(closest_on_triangle(DVec3::new(x, y, 0.3), corners).feature, feature, "{x} {y}");
    }
}

#[test]
fn numbers_out_of_range_give_finite_answers() {
    let sizes = [0.0, 1e-320, 1e-170, 1e-90, 1.0, 1e90, 1e170, 1e308];
    let directions = [DVec3::X, DVec3::new(-0.3, 0.7, 0.2), DVec3::new(0.5, 0.5, -0.6), -DVec3::ONE];
    for size in sizes {
        for other in sizes {
            let [a, b, c, p] = directions;
            let corners = [a * size, b * other, c * size];
            assert_is_on_its_feature(closest_on_triangle(p * other, corners));
            let found = closest_between_segments([a * size, b * other], [c * size, p * other]);
            assert!((0.0..=1.0).contains(&found.s) && (0.0..=1.0).contains(&found.t), "{found:?}");
        }
    }
}

#[test]
fn segments_side_by_side_meet_at_an_end() {
    let p = [DVec3::ZERO, DVec3::X];
    for (q, distance) in [
        ([DVec3::new(0.5, 1.0, 0.0), DVec3::new(1.5, 1.0, 0.0)], 1.0),
        ([DVec3::new(1.5, 1.0, 0.0), DVec3::new(0.5, 1.0, 0.0)], 1.0),
        ([DVec3::new(2.0, 0.0, 0.0), DVec3::new(3.0, 0.0, 0.0)], 1.0),
        ([DVec3::new(-5.0, 0.0, 2.0), DVec3::new(5.0, 0.0, 2.0)], 2.0),
        ([DVec3::new(0.5, 3.0, 0.0); 2], 3.0),
    ] {
        for (p, q) in [(p, q), (q, p)] {
            let found = closest_between_segments(p, q);
            let [x, y] = found.points(p, q);
            assert!(!found.is_interior, "{q:?}: {found:?}");
            assert!((x.distance(y) - distance).abs() < 1e-15, "{q:?}: {found:?}");
        }
    }
    let found = closest_between_segments([DVec3::ONE; 2], [DVec3::ZERO; 2]);
    assert!(!found.is_interior && found.s.is_finite() && found.t.is_finite());
}

#[test]
fn crossing_segments_meet_inside() {
    let found = closest_between_segments(
        [-DVec3::X, DVec3::X],
        [DVec3::new(0.5, -1.0, 1.0), DVec3::new(0.5, 3.0, 1.0)],
    );
    assert_eq!(found, ClosestOnSegments { s: 0.75, t: 0.25, is_interior: true });
}

proptest! {
    #[test]
    fn no_point_of_a_triangle_is_closer(p in vector(2.0), corners in [vector(1.0), vector(1.0), vector(1.0)],
            v in 0.0..1.0f64, w in 0.0..1.0f64) {
        let (v, w) = if v + w > 1.0 { (1.0 - v, 1.0 - w) } else { (v, w) };
        assert_is_on_its_feature(closest_on_triangle(p, corners));
        let found = closest_point_of_triangle(p, corners).distance(p);
        let [a, b, c] = corners;
        prop_assert!(found <= (a + (b - a) * v + (c - a) * w).distance(p) + 1e-12);
    }

    #[test]
    fn no_points_of_segments_are_closer(p in [vector(1.0), vector(1.0)], turn in vector(1.0), shift in vector(1.0),
            angle in 0..10i32, s in 0.0..1.0f64, t in 0.0..1.0f64) {
        // From any direction to nearly parallel.
        let along = (p[1] - p[0]) + turn * 10f64.powi(-2 * angle);
        let q = [p[0] + shift, p[0] + shift + along];
        let closest = closest_between_segments(p, q);
        let [x, y] = closest.points(p, q);
        prop_assert_eq!(closest.is_interior, [closest.s, closest.t].iter().all(|x| *x > 0.0 && *x < 1.0));
        let other = p[0].lerp(p[1], s).distance(q[0].lerp(q[1], t));
        prop_assert!(x.distance(y) <= other + 1e-10, "{} {other}", x.distance(y));
    }
}
