use glam::DVec3;
use proptest::prelude::*;

use super::*;

fn pairs_of(points: &[DVec3], reach: f64) -> Vec<(u32, u32)> {
    let mut list = CellList::default();
    list.rebuild(points, reach);
    // What was in the list before does not matter.
    let mut out = vec![(7, 7); 3];
    list.pairs(reach, &mut out);
    out
}

fn all_pairs(points: &[DVec3], near: impl Fn(usize, usize, f64) -> bool) -> Vec<(u32, u32)> {
    let mut pairs = vec![];
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            if near(i, j, points[i].distance_squared(points[j])) {
                pairs.push((i as u32, j as u32));
            }
        }
    }
    pairs
}

fn assert_all_pairs(points: &[DVec3], reach: f64) {
    let expected = all_pairs(points, |_, _, squared| squared <= reach * reach);
    assert_eq!(pairs_of(points, reach), expected, "reach {reach}");
}

fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn cloud(count: usize, seed: u64) -> Vec<DVec3> {
    let mut next = numbers(seed);
    (0..count).map(|_| DVec3::new(next(), next(), next())).collect()
}

#[test]
fn clouds_of_every_spread_have_their_pairs() {
    let ball = cloud(400, 1);
    let plate: Vec<DVec3> = ball.iter().map(|x| *x * DVec3::new(1.0, 1.0, 0.0)).collect();
    let line: Vec<DVec3> = ball.iter().map(|x| *x * DVec3::new(0.0, 1.0, 0.0)).collect();
    let far: Vec<DVec3> = ball.iter().map(|x| *x + DVec3::new(1e7, -3e5, 2.0)).collect();
    let clusters: Vec<DVec3> = ball
        .iter()
        .enumerate()
        .map(|(i, x)| *x + 1e9 * (i % 7) as f64 * DVec3::new(1.0, 0.3, -2.0))
        .collect();
    let mut outliers = ball.clone();
    outliers[17] = DVec3::new(1e300, 0.0, -1e30);
    outliers[200] = DVec3::splat(-1e15);
    let stretched: Vec<DVec3> = ball.iter().map(|x| (30.0 * *x).exp()).collect();
    for points in [ball, plate, line, far, clusters, outliers, stretched] {
        for reach in [0.0, 1e-12, 0.03, 0.1, 0.4, 3.0, 1e12] {
            assert_all_pairs(&points, reach);
        }
    }
}

#[test]
fn points_on_the_borders_of_cells_are_found() {
    let grid: Vec<DVec3> = (0..343)
        .map(|k| 0.1 * DVec3::new(f64::from(k % 7), f64::from(k / 7 % 7), f64::from(k / 49)))
        .collect();
    for reach in [0.1, 0.1 * (1.0 + 1e-15), 0.2, 0.1 * 2f64.sqrt(), 0.3] {
        assert_all_pairs(&grid, reach);
    }
    assert_all_pairs(&vec![DVec3::ONE; 50], 0.0);
}

#[test]
fn nothing_and_what_is_not_finite_has_no_neighbours() {
    assert!(pairs_of(&[], 1.0).is_empty());
    let points =
        [DVec3::ZERO, DVec3::NAN, DVec3::ZERO, DVec3::new(f64::INFINITY, 0.0, 0.0), DVec3::splat(0.1)];
    assert_eq!(pairs_of(&points, 1.0), [(0, 2), (0, 4), (2, 4)]);
    assert!(pairs_of(&[DVec3::NAN; 4], 1.0).is_empty());
    for reach in [-1.0, f64::NAN] {
        assert!(pairs_of(&points, reach).is_empty());
    }
}

#[test]
fn memory_stays_in_proportion_to_the_points() {
    let mut points = cloud(1000, 5);
    points.iter_mut().step_by(10).for_each(|x| *x *= 1e6);
    let mut list = CellList::default();
    list.rebuild(&points, 1e-3);
    assert!(list.starts.len() <= CELLS_PER_POINT * points.len() + 3);
    assert_all_pairs(&points, 1e-3);
}

#[test]
fn a_list_serves_other_reaches_and_clouds_too() {
    let points = cloud(500, 3);
    let (mut list, mut out) = (CellList::default(), vec![]);
    list.rebuild(&points, 0.1);
    for reach in [0.02, 0.1, 0.25, 2.0] {
        list.pairs(reach, &mut out);
        assert_eq!(out, all_pairs(&points, |_, _, squared| squared <= reach * reach));
    }
    let fewer = cloud(100, 4);
    list.rebuild(&fewer, 0.2);
    list.pairs(0.2, &mut out);
    assert_eq!(out, all_pairs(&fewer, |_, _, squared| squared <= 0.04));
}

#[test]
fn spheres_are_found_by_their_radii() {
    let points = cloud(600, 9);
    let mut next = numbers(10);
    let radii: Vec<f64> = points.iter().map(|_| 0.06 * next()).collect();
    let (mut list, mut out) = (CellList::default(), vec![]);
    for gap in [0.0, 0.02, -0.03] {
        list.rebuild_spheres(&points, &radii, gap);
        list.sphere_pairs(gap, |a, b| !(a + b).is_multiple_of(3), &mut out);
        let near = |i: usize, j: usize, squared: f64| {
            let reach = radii[i] + radii[j] + gap;
            !(i + j).is_multiple_of(3) && reach >= 0.0 && squared <= reach * reach
        };
        assert_eq!(out, all_pairs(&points, near), "gap {gap}");
        assert!(!out.is_empty());
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let points = cloud(60_000, 11);
    let found = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| pairs_of(&points, 0.03))
    };
    let one = found(1);
    assert!(one.len() > 100_000 && one.is_sorted());
    assert_eq!(one, found(3));
}

proptest! {
    #[test]
    fn neighbours_are_those_within_reach(seed in 0..1000u64, x in [-0.5..1.5f64, -0.5..1.5, -0.5..1.5],
            built in 0.01..0.5f64, reach in 0.0..0.7f64) {
        let points = cloud(300, seed);
        let x = DVec3::from_array(x);
        let mut list = CellList::default();
        list.rebuild(&points, built);
        let mut found = vec![];
        list.neighbours_of(x, reach, |id| found.push(id));
        found.sort_unstable();
        let near = |(_, point): &(u32, &DVec3)| point.distance_squared(x) <= reach * reach;
        let expected: Vec<u32> = (0u32..).zip(&points).filter(near).map(|(id, _)| id).collect();
        prop_assert_eq!(found, expected);
    }
}
