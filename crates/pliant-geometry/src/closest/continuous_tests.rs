use glam::{DQuat, DVec3};
use proptest::prelude::*;

use super::*;

const STILL: DVec3 = DVec3::ZERO;
const FLAT: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

fn vector(size: f64) -> impl Strategy<Value = DVec3> {
    [-size..size, -size..size, -size..size].prop_map(DVec3::from_array)
}

/// A point that moves against a triangle at rest.
fn drop_on(corners: [DVec3; 3], from: DVec3, along: DVec3) -> Option<TriangleHit> {
    let [a, b, c] = corners;
    point_hits_triangle([from, a, b, c], [along, STILL, STILL, STILL])
}

#[test]
fn a_falling_point_hits_where_and_when_it_should() {
    let hit =
        drop_on(FLAT, DVec3::new(0.25, 0.5, 1.0), DVec3::new(0.0, 0.0, -4.0)).expect("it passes through");
    assert!((hit.share - 0.25).abs() < 1e-15);
    assert!(hit.weights.iter().zip([0.25, 0.25, 0.5]).all(|(w, e)| (w - e).abs() < 1e-15), "{hit:?}");
    assert!(drop_on(FLAT, DVec3::new(0.7, 0.5, 1.0), DVec3::new(0.0, 0.0, -4.0)).is_none());
    assert!(drop_on(FLAT, DVec3::new(0.2, 0.5, 1.0), DVec3::new(0.0, 0.0, -0.9)).is_none());
    assert!(drop_on(FLAT, DVec3::new(0.2, 0.5, -1.0), DVec3::new(0.0, 0.0, 2.0)).is_some());
}

#[test]
fn a_start_in_touch_is_a_hit_only_inward() {
    for turn in 0..50 {
        let rotation =
            DQuat::from_rotation_x(0.3 * f64::from(turn)) * DQuat::from_rotation_z(f64::from(turn));
        let turned = |x: DVec3| rotation * x + DVec3::new(0.7, -3.0, 0.1) * f64::from(turn);
        let corners = FLAT.map(turned);
        let point = turned(DVec3::new(0.3, 0.2, 0.0));
        for slide in [-0.1, 0.0, 0.05] {
            let up = rotation * DVec3::new(slide, slide, 0.3);
            let down = rotation * DVec3::new(slide, slide, -0.3);
            assert!(drop_on(corners, point, up).is_none(), "{turn} {slide}");
            let hit = drop_on(corners, point, down).expect("it is driven in");
            assert!(hit.share == 0.0, "{turn} {slide}: {hit:?}");
            let [a, b, c] = corners;
            let (start, below) = ([point, a, b, c], rotation * -DVec3::Z);
            let facing = |moved| point_hits_triangle_facing(start, [moved, STILL, STILL, STILL], below);
            assert!(facing(up).is_some() && facing(down).is_none(), "{turn} {slide}");
        }
        let aside = turned(DVec3::new(0.8, 0.8, 0.0));
        assert!(drop_on(corners, aside, rotation * -DVec3::Z).is_none());
    }
}

#[test]
fn touching_edges_need_a_side() {
    let start = [-DVec3::X, DVec3::X, -DVec3::Y, DVec3::Y];
    for (along, hits) in [(DVec3::Z, false), (-DVec3::Z, true)] {
        let moved = [along, along, STILL, STILL];
        assert!(edge_hits_edge(start, moved).is_none());
        assert_eq!(edge_hits_edge_facing(start, moved, DVec3::Z).is_some(), hits);
        assert_eq!(edge_hits_edge_facing(start, moved, -DVec3::Z).is_some(), !hits);
    }
}

#[test]
fn motion_within_a_plane_is_no_hit() {
    let slide = DVec3::new(3.0, 1.0, 0.0);
    assert!(drop_on(FLAT, DVec3::new(-1.0, 0.2, 0.0), slide).is_none());
    let start = [DVec3::new(-1.0, 0.0, 0.0), DVec3::new(-0.5, 1.0, 0.0), DVec3::ZERO, DVec3::Y];
    assert!(edge_hits_edge(start, [slide, slide, STILL, STILL]).is_none());
    assert!(edge_hits_edge([DVec3::ZERO; 4], [DVec3::ZERO; 4]).is_none());
    assert!(point_hits_triangle([DVec3::ONE; 4], [DVec3::X; 4]).is_none());
}

#[test]
fn nothing_finite_panics() {
    let sizes = [0.0, 1e-320, 1e-150, 1.0, 1e150, 1e308];
    for size in sizes {
        for path in sizes {
            let start = [DVec3::ONE, -DVec3::X, DVec3::Y, -DVec3::Z].map(|x| x * size);
            let moved = [-DVec3::ONE, DVec3::X, DVec3::X, DVec3::Z].map(|x| x * path);
            let hits = [
                point_hits_triangle(start, moved).map(|h| h.share),
                edge_hits_edge(start, moved).map(|h| h.share),
            ];
            assert!(
                hits.iter().flatten().all(|share| (0.0..=1.0).contains(share)),
                "{size} {path}: {hits:?}"
            );
        }
    }
}

/// A sheet of 200 triangles in the unit square, shaken within its plane, then turned and moved.
fn sheet(rotation: DQuat, shift: DVec3) -> (Vec<DVec3>, Vec<[usize; 3]>) {
    let points = (0..121).map(|k| {
        let (i, j) = (f64::from(k % 11), f64::from(k / 11));
        let shaken =
            |x: f64, other: f64| (x + 0.3 * (7.0 * x + 3.0 * other).sin() * (x * (10.0 - x) / 25.0)) / 10.0;
        rotation * DVec3::new(shaken(i, j), shaken(j, i), 0.0) + shift
    });
    let corner = |i: usize, j: usize| 11 * j + i;
    let quads = (0..100).map(|k| (k % 10, k / 10));
    let triangles = quads.flat_map(|(i, j)| {
        let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    (points.collect(), triangles.collect())
}

/// Where to cross the sheet: inside a triangle, on an edge, at a corner.
fn target(points: &[DVec3], triangle: [usize; 3], kind: u8, weight: f64) -> DVec3 {
    let [a, b, c] = triangle.map(|i| points[i]);
    match kind {
        0 => a * (0.5 - 0.5 * weight) + b * 0.5 + c * (0.5 * weight),
        1 => a.lerp(b, weight),
        2 => a.lerp(c, weight),
        _ => a,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn nothing_slips_through_a_sheet(turn in vector(3.0), shift in vector(100.0), chosen in 0..200usize, kind in 0..4u8,
            weight in 0.0..1.0f64, slant in vector(1.0), speed in -1..4i32, when in 0.02..0.98f64, sheet_speed in vector(5.0)) {
        let rotation = DQuat::from_scaled_axis(turn);
        let (points, triangles) = sheet(rotation, shift);
        let normal = rotation * DVec3::Z;
        // At least 0.01 across the sheet for 1.7 along it.
        let along = (slant + normal * (slant.dot(normal).signum() * 0.01)) * 10f64.powi(speed);
        let target = target(&points, triangles[chosen], kind, weight);
        let from = target - along * when;
        let moved = [along + sheet_speed, sheet_speed, sheet_speed, sheet_speed];
        let shares: Vec<f64> = triangles.iter().filter_map(|t| {
            let [a, b, c] = t.map(|i| points[i]);
            point_hits_triangle([from, a, b, c], moved).map(|hit| hit.share)
        }).collect();
        prop_assert!(!shares.is_empty(), "slipped through");
        prop_assert!(shares.iter().all(|share| (share - when).abs() < 1e-6), "{when} {shares:?}");
    }

    #[test]
    fn moving_triangles_are_hit_as_samples_say(start in [vector(1.0), vector(1.0), vector(1.0), vector(1.0)],
            moved in [vector(2.0), vector(2.0), vector(2.0), vector(2.0)]) {
        let at = |share: f64| -> [DVec3; 4] { std::array::from_fn(|i| start[i] + moved[i] * share) };
        let hit = point_hits_triangle(start, moved);
        if let Some(hit) = hit {
            let [p, a, b, c] = at(hit.share);
            let place = a * hit.weights[0] + b * hit.weights[1] + c * hit.weights[2];
            prop_assert!(place.distance(p) < 1e-6, "{hit:?}: {}", place.distance(p));
        }
        let crossing = |[p, a, b, c]: [DVec3; 4]| {
            let side = (b - a).cross(c - a).dot(p - a);
            let closest = closest_on_triangle(p, [a, b, c]);
            (side, closest.barycentric.iter().all(|w| *w > 0.05))
        };
        if let Some(sampled) = first_sampled(|share| crossing(at(share))) {
            let hit = hit.expect("the samples pass through");
            prop_assert!(hit.share <= sampled, "{hit:?} {sampled}");
        }
    }

    #[test]
    fn moving_edges_are_hit_as_samples_say(start in [vector(1.0), vector(1.0), vector(1.0), vector(1.0)],
            moved in [vector(2.0), vector(2.0), vector(2.0), vector(2.0)]) {
        let at = |share: f64| -> [DVec3; 4] { std::array::from_fn(|i| start[i] + moved[i] * share) };
        let hit = edge_hits_edge(start, moved);
        if let Some(hit) = hit {
            let [p0, p1, q0, q1] = at(hit.share);
            let away = p0.lerp(p1, hit.s).distance(q0.lerp(q1, hit.t));
            prop_assert!(away < 1e-6, "{hit:?}: {away}");
        }
        let crossing = |[p0, p1, q0, q1]: [DVec3; 4]| {
            let side = (p1 - p0).cross(q1 - q0).dot(p0 - q0);
            let closest = closest_between_segments([p0, p1], [q0, q1]);
            (side, [closest.s, closest.t].iter().all(|x| (0.05..0.95).contains(x)))
        };
        if let Some(sampled) = first_sampled(|share| crossing(at(share))) {
            let hit = hit.expect("the samples pass through");
            prop_assert!(hit.share <= sampled, "{hit:?} {sampled}");
        }
    }
}

/// The end of the first of 1000 pieces of a step at whose ends the side differs and the places are well inside.
fn first_sampled(crossing: impl Fn(f64) -> (f64, bool)) -> Option<f64> {
    let mut before = crossing(0.0);
    (1..=1000).map(|k| f64::from(k) / 1000.0).find(|&share| {
        let after = crossing(share);
        let crossed = before.0 * after.0 < 0.0 && before.1 && after.1;
        before = after;
        crossed
    })
}
