//! The search that remembers finds what a search from scratch would.

use super::super::grains::{CoarseGrains, Grains};
use super::super::matter::Matter;
use super::super::nearest::{Nearest, NearestSites};
use super::*;

/// Evenly spread numbers from 0 to 1 that do not repeat.
fn scatter(count: usize, seed: usize) -> Vec<DVec3> {
    let at = |i: usize, step: f64| ((i + seed) as f64 * step).fract();
    (0..count).map(|i| DVec3::new(at(i, 0.819_172_5), at(i, 0.671_043_6), at(i, 0.549_700_5))).collect()
}

/// Squared distances to the two sites found, against those of all sites.
fn assert_nearest(x: DVec3, sites: &[DVec3], found: Nearest) {
    let distance = |i: u32| sites[i as usize].distance_squared(x);
    let mut all: Vec<f64> = (0..sites.len() as u32).map(distance).collect();
    all.sort_unstable_by(f64::total_cmp);
    assert!((distance(found.first) - all[0]).abs() <= 1e-12 * all[0].max(1e-12));
    let second = all.get(1).copied().unwrap_or(all[0]);
    assert!((distance(found.second) - second).abs() <= 1e-12 * second.max(1e-12));
}

#[test]
fn two_nearest_sites_are_right_while_sites_move() {
    let cloud = turned(&block([0.5; 3], [1.0; 3], [14, 12, 10]));
    let matter = Matter::new(&cloud, &Spacing::Uniform(0.2));
    let grains = Grains::of(&matter, &matter.blocks);
    let middle = DVec3::splat(0.5);
    for count in [1, 2, 3, 40, 700] {
        let mut sites: Vec<DVec3> = scatter(count, 5).iter().map(|x| middle + 0.6 * (*x - middle)).collect();
        let mut nearest = NearestSites::new(&grains, &sites, |_| 0);
        // Large moves, small ones, none, and one site that leaps.
        for (round, step) in [0.1, 0.1, 0.02, 0.005, 0.005, 0.0, 1e-4, 1e-4, 0.05].into_iter().enumerate() {
            let check =
                |place: usize, found: Nearest, _: &mut _| assert_nearest(grains.x[place], &sites, found);
            nearest.find(&grains, &sites, check);
            let steps = scatter(count, 100 + count * round);
            let mut next: Vec<DVec3> =
                sites.iter().zip(&steps).map(|(x, s)| *x + step * (*s - DVec3::splat(0.5))).collect();
            if round == 6 {
                next[count / 2] += DVec3::new(0.3, -0.2, 0.1);
            }
            nearest.moved(&sites, &next);
            sites = next;
        }
    }
}

/// Runs of points weigh what their points weigh, have their centroid, and end where there is a gap.
#[test]
fn coarse_grains_keep_weight_and_moments() {
    let parts = [block([0.0; 3], [1.0; 3], [16; 3]), block([3.0, 0.0, 0.0], [1.0, 0.01, 0.01], [200, 1, 1])];
    let cloud = union(&parts);
    let matter = Matter::new(&cloud, &Spacing::Uniform(0.3));
    let fine = Grains::of(&matter, &matter.blocks);
    assert!(CoarseGrains::new(&fine, 200).is_none());
    let coarse = CoarseGrains::new(&fine, 20).unwrap();
    let grains = coarse.grains();
    assert!(grains.x.len() * 6 < fine.x.len(), "{} of {}", grains.x.len(), fine.x.len());
    let sum = |grains: &Grains<'_>| {
        let all = (0..grains.x.len()).map(|i| (grains.weight[i], grains.x[i], grains.moment[i]));
        all.fold((0.0, DVec3::ZERO, 0.0), |sum, (weight, x, moment)| {
            let trace = moment.x_axis.x + moment.y_axis.y + moment.z_axis.z;
            (sum.0 + weight, sum.1 + weight * x, sum.2 + weight * (x.length_squared() + trace))
        })
    };
    let (all, some) = (sum(&fine), sum(&grains));
    assert!(
        (all.0 - some.0).abs() < 1e-12 && (all.1 - some.1).length() < 1e-12 && (all.2 - some.2).abs() < 1e-12
    );
    assert!(grains.length.iter().all(|length| *length < 0.5), "no grain spans the gap");
}
