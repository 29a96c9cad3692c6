use proptest::prelude::*;

use super::*;

fn all_pairs(
    centres: &[DVec3],
    radii: &[f64],
    reach: f64,
    keep: impl Fn(u32, u32) -> bool,
) -> Vec<(u32, u32)> {
    let mut pairs = vec![];
    for i in 0..centres.len() {
        for j in i + 1..centres.len() {
            let apart = radii[i] + radii[j] + reach;
            let near = apart >= 0.0 && centres[i].distance(centres[j]) <= apart;
            if near && radii[i].is_finite() && radii[j].is_finite() && keep(i as u32, j as u32) {
                pairs.push((i as u32, j as u32));
            }
        }
    }
    pairs
}

/// Radii spread over these powers of ten.
fn spread(cloud: &SphereCloud, decades: f64) -> Vec<f64> {
    let mixed = |i: usize| (i as f64 * 0.618_033_988_749_895).fract();
    (0..cloud.radii.len()).map(|i| 3.0 * cloud.radius * 10f64.powf(-decades * mixed(i))).collect()
}

#[test]
fn spheres_of_one_size_and_of_many_are_found() {
    let cloud = sphere_cloud(1500, 10.0);
    let (mut search, keep) = (SphereSearch::new(), |a: u32, b: u32| a % 5 != b % 5);
    for radii in [cloud.radii.clone(), spread(&cloud, 0.5), spread(&cloud, 3.0), spread(&cloud, 30.0)] {
        for reach in [0.0, 0.01] {
            let found = search.find(&cloud.centres, &radii, reach, keep);
            assert!(!found.is_empty());
            assert_eq!(found, all_pairs(&cloud.centres, &radii, reach, keep));
        }
    }
}

#[test]
fn spheres_without_size_or_sense_do_no_harm() {
    let mut search = SphereSearch::new();
    let all = |_, _| true;
    assert!(search.find(&[], &[], 0.1, all).is_empty());
    let centres = [DVec3::ZERO, DVec3::ZERO, DVec3::X, DVec3::NAN, DVec3::splat(0.2), DVec3::Y];
    for radii in
        [[0.0; 6], [0.0, 0.0, 1.0, 1.0, f64::NAN, f64::INFINITY], [1e300, 1e-300, 0.0, 1.0, 2.0, 3.0]]
    {
        for reach in [0.0, 0.5] {
            let found = search.find(&centres, &radii, reach, all).to_vec();
            assert_eq!(found, all_pairs(&centres, &radii, reach, all), "{radii:?} {reach}");
        }
    }
    assert!(search.find(&centres, &[0.1; 6], f64::NAN, all).is_empty());
    assert!(search.find(&centres, &[0.1; 6], -1.0, all).is_empty());
}

/// Were the large sphere's reach used for all, every pair would be looked at: 2 10^8 of them.
#[test]
fn one_large_sphere_among_many_small_ones_costs_little() {
    let mut cloud = sphere_cloud(20_000, 6.0);
    cloud.radii[123] = 2.0;
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let found = SphereSearch::new()
        .find(&cloud.centres, &cloud.radii, 0.0, |_, _| {
            asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            true
        })
        .to_vec();
    let with_large = found.iter().filter(|(a, b)| *a == 123 || *b == 123).count();
    assert_eq!(with_large, 19_999);
    assert!(found.len() < 100_000 && asked.into_inner() == found.len());
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let cloud = sphere_cloud(20_000, 10.0);
    for radii in [cloud.radii.clone(), spread(&cloud, 2.0)] {
        let found = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| SphereSearch::new().find(&cloud.centres, &radii, 1e-3, |_, _| true).to_vec())
        };
        assert_eq!(found(1), found(3));
    }
}

#[test]
fn the_cloud_has_the_neighbours_it_promises() {
    let cloud = sphere_cloud(50_000, 10.0);
    let pairs = SphereSearch::new().find(&cloud.centres, &cloud.radii, 0.0, |_, _| true).len();
    let each = 2.0 * pairs as f64 / 50_000.0;
    assert!((9.0..11.0).contains(&each), "{each}");
}

proptest! {
    #[test]
    fn every_pair_is_found(count in 0..120usize, decades in 0.0..4.0f64, size in 0.1..4.0f64, reach in 0.0..0.1f64) {
        let cloud = sphere_cloud(count, 10.0);
        let radii: Vec<f64> = spread(&cloud, decades).iter().map(|r| size * r).collect();
        let mut search = SphereSearch::new();
        let found = search.find(&cloud.centres, &radii, reach, |_, _| true);
        prop_assert_eq!(found, all_pairs(&cloud.centres, &radii, reach, |_, _| true));
    }
}
