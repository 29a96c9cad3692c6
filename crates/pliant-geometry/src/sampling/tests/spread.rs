//! Where samples are, how many, and that nothing depends on threads.

use super::*;
use crate::gmls::GmlsBasis;

#[test]
fn samples_of_a_rod_are_evenly_spread() {
    for (count, samples) in [(40, 8), (80, 16), (320, 64)] {
        let rod = block([0.5, 0.0, 0.0], [1.0, 0.005, 0.005], [count, 1, 1]);
        let sampling = sampled(&rod, 1.0 / samples as f64);
        let mut places: Vec<f64> = sampling.samples.iter().map(|x| x.x * samples as f64).collect();
        places.sort_unstable_by(f64::total_cmp);
        assert_eq!(places.len(), samples);
        for (i, place) in places.iter().enumerate() {
            assert!((place - (i as f64 + 0.5)).abs() < 0.02, "sample {i} of {samples} at {place}");
        }
    }
}

#[test]
fn samples_of_thin_bodies_lie_in_the_middle() {
    let plate = block([0.0; 3], [1.0, 1.0, 0.05], [40, 40, 4]);
    let sampling = sampled(&plate, 0.125);
    for x in &sampling.samples {
        assert!(x.z.abs() < 0.003 * 0.05, "{x}");
    }
}

#[test]
fn a_number_of_samples_gives_that_many_and_their_spacing() {
    for (size, cells, count, spacing) in [
        ([1.0, 0.01, 0.01], [80, 1, 1], 16, 1.0 / 16.0),
        ([1.0, 1.0, 0.01], [40, 40, 1], 64, 0.125),
        ([1.0, 1.0, 1.0], [20, 20, 20], 64, 0.25),
    ] {
        let options = SamplingOptions::new(Spacing::Count(count));
        let sampling = sample(&block([0.0; 3], size, cells), &options).unwrap();
        assert_eq!(sampling.samples.len(), count);
        for h in &sampling.spacings {
            assert!((h / spacing - 1.0).abs() < 0.02, "{size:?}: {h} and not {spacing}");
        }
    }
}

/// Half as far apart at one end as at the other.
#[test]
fn graded_spacing_is_followed() {
    for (size, cells) in [([2.0, 0.005, 0.005], [400, 1, 1]), ([2.0, 0.5, 0.005], [200, 50, 1])] {
        let cloud = block([1.0, 0.0, 0.0], size, cells);
        let wish = |x: f64| 0.05 + 0.025 * x;
        let spacing = Spacing::PerPoint(cloud.points.iter().map(|x| wish(x.x)).collect());
        let sampling = sample(&cloud, &SamplingOptions::new(spacing)).unwrap();
        let power = if size[1] > 0.1 { 2 } else { 1 };
        let between = |low: f64, high: f64| {
            let inside = |x: &&DVec3| (low..high).contains(&x.x);
            let steps = 1000;
            let wanted: f64 = (0..steps)
                .map(|i| wish(low + (high - low) * (i as f64 + 0.5) / steps as f64).powi(-power))
                .sum::<f64>()
                * (high - low)
                / steps as f64
                * size[1].powi(power - 1);
            sampling.samples.iter().filter(inside).count() as f64 / wanted
        };
        for (low, high) in [(0.0, 0.7), (0.7, 1.4), (1.4, 2.0)] {
            let share = between(low, high);
            assert!(
                (share - 1.0).abs() < 0.15,
                "{size:?} from {low} to {high}: {share} of the samples wanted"
            );
        }
        for (x, h) in sampling.samples.iter().zip(&sampling.spacings) {
            assert!((h / wish(x.x) - 1.0).abs() < 0.05, "{h} at {}", x.x);
        }
    }
}

#[test]
fn supports_suit_the_basis_and_reach_enough_samples() {
    let cube = block([0.0; 3], [1.0; 3], [15; 3]);
    let plate = block([0.0; 3], [1.0, 1.0, 0.01], [40, 40, 1]);
    let radius = |cloud: &MaterialCloud, basis: GmlsBasis| {
        let options = SamplingOptions { basis, ..SamplingOptions::new(Spacing::Uniform(0.25)) };
        let sampling = sample(cloud, &options).unwrap();
        for elaston in &sampling.elastons {
            let distances = sampling.samples.iter().map(|x| x.distance(elaston.centre));
            let count = distances.zip(&sampling.radii).filter(|(d, r)| d < r).count();
            assert!(count >= if elaston.thin[2] { 6 } else { 8 }, "{count} supporters");
        }
        let factors = sampling.radii.iter().zip(&sampling.spacings).map(|(r, h)| r / h);
        factors.fold(f64::INFINITY, f64::min)
    };
    assert!((radius(&plate, GmlsBasis::Condensed) - 3.0).abs() < 1e-12);
    assert!((radius(&plate, GmlsBasis::Quadratic) - 2.0).abs() < 1e-12);
    assert!((radius(&plate, GmlsBasis::Linear) - 2.0).abs() < 1e-12);
    let in_cube = SamplingOptions::new(Spacing::Uniform(0.34));
    let sampling = sample(&cube, &in_cube).unwrap();
    let narrowest = sampling.radii.iter().zip(&sampling.spacings).map(|(r, h)| r / h).fold(9.0, f64::min);
    assert!((narrowest - 2.0).abs() < 1e-12, "{narrowest}");
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let flat = block([0.0; 3], [1.0, 1.0, 0.02], [60, 60, 2]);
    let cube = block([0.0, 0.0, 0.2], [0.4; 3], [20; 3]);
    let cloud = turned(&union(&[flat, cube]));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| sampled(&cloud, 0.1))
    };
    assert_eq!(with(1), with(2));
}

#[test]
fn the_seed_chooses_the_sampling() {
    let plate = block([0.0; 3], [1.0, 1.0, 0.01], [40, 40, 1]);
    let with = |seed: u64| {
        sample(&plate, &SamplingOptions { seed, ..SamplingOptions::new(Spacing::Uniform(0.1)) }).unwrap()
    };
    assert_eq!(with(1), with(1));
    assert_ne!(with(1).samples, with(2).samples);
}

#[test]
fn a_number_of_samples_is_what_one_gets() {
    let rod = block([0.0; 3], [1.0, 0.01, 0.01], [1280, 1, 1]);
    for count in [40, 100, 159, 160, 161] {
        let sampling = sample(&rod, &SamplingOptions::new(Spacing::Count(count))).unwrap();
        assert_eq!(sampling.samples.len(), count);
    }
}
