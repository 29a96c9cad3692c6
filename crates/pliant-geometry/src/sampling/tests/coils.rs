//! Turns of a line that nearly touch, and bends about as narrow as samples are apart.

use std::f64::consts::TAU;

use glam::DVec3;

use crate::matter::{Curve, Matter as Shape, MatterSpacing, Section, Swept};
use crate::sampling::{Graded, Sampling, SamplingOptions, Spacing, graded_at_joints, sample};

/// Five turns of a wire of 1 mm, 1 cm from their axis.
fn coil(pitch: f64, h: f64) -> Shape {
    let point = |i: usize| TAU * i as f64 / 40.0;
    let points = (0..=200).map(point).map(|a| DVec3::new(0.01 * a.cos(), 0.01 * a.sin(), pitch * a / TAU));
    let curve = Curve { points: points.collect(), closed: false, smooth: false };
    let section = Section::Round { radius: 0.0005, inner_radius: 0.0 };
    Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(h)).unwrap()
}

fn sampled(shape: Shape, h: f64) -> Sampling {
    let Graded { matter: shape, options, .. } =
        graded_at_joints(shape, &SamplingOptions::new(Spacing::Uniform(h))).unwrap();
    sample(&shape.cloud, &options).unwrap()
}

/// Turns a tenth of the wire apart were one, and with samples about a radius apart a coil was a lump of three samples.
#[test]
fn close_turns_of_a_coil_have_samples_of_their_own_at_any_spacing() {
    let length = 5.0 * TAU * 0.01;
    for pitch in [0.0011, 0.003] {
        for h in [0.02, 0.012, 0.007, 0.006, 0.005, 0.003] {
            let sampling = sampled(coil(pitch, h), h);
            let turn = |x: DVec3| (x.z / pitch - x.y.atan2(x.x) / TAU).round() + x.y.atan2(x.x) / TAU;
            assert!(
                sampling.samples.len() as f64 > 0.8 * length / h,
                "{pitch} {h}: {}",
                sampling.samples.len()
            );
            assert_eq!(sampling.pieces.len(), 1);
            let rods = sampling.elastons.iter().filter(|elaston| elaston.thin == [false, true, true]).count();
            let all = sampling.elastons.len();
            assert!(rods as f64 >= 0.99 * all as f64, "{pitch} {h}: {rods} of {all} are of a rod");
            for (elaston, reach) in sampling.elastons.iter().zip(&sampling.reach) {
                let apart = |i: &u32| (turn(sampling.samples[*i as usize]) - turn(elaston.centre)).abs();
                assert!(
                    reach.iter().all(|i| apart(i) < 0.75),
                    "{pitch} {h}: from turn to turn at {}",
                    elaston.centre
                );
            }
        }
    }
}

/// Where turns overlap they are one, as all that touches is.
#[test]
fn turns_that_overlap_hang_together() {
    let h = 0.005;
    let sampling = sampled(coil(0.0004, h), h);
    let does_cross = |(elaston, reach): (&crate::sampling::ElastonSite, &Vec<u32>)| {
        reach.iter().any(|i| (sampling.samples[*i as usize].z - elaston.centre.z).abs() > 0.0004)
    };
    assert!(sampling.elastons.iter().zip(&sampling.reach).any(does_cross));
}

/// A corner of the wire.
fn corner(i: usize) -> DVec3 {
    DVec3::new(0.025 * i as f64, 0.0433 * (i % 2) as f64, 0.0)
}

/// Four legs of a wire of 1 mm, with angles of 60 degrees between them.
fn zigzag(h: f64) -> Shape {
    let curve = Curve { points: (0..5).map(corner).collect(), closed: false, smooth: false };
    let section = Section::Rectangle { width: 0.001, height: 0.001 };
    Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(h)).unwrap()
}

/// Its corners were sampled as solids, with hundreds of samples, or too coarsely.
#[test]
fn corners_of_a_wire_stay_rows_of_samples() {
    for h in [0.04, 0.02, 0.01, 0.005] {
        let sampling = sampled(zigzag(h), h);
        assert!(sampling.thin_axes.iter().all(|thin| *thin == 2), "{h}");
        assert!((50..110).contains(&sampling.samples.len()), "{h}: {}", sampling.samples.len());
        let closest = sampling.spacings.iter().copied().fold(h, f64::min);
        assert!((0.0005..0.0015).contains(&closest), "{h}: {closest}");
    }
}

/// Stress turns at a corner: with thin axes there it bent by 3 to 8 % too much when refined.
#[test]
fn nothing_is_thin_at_corners_of_a_wire_and_two_axes_are_elsewhere() {
    for h in [0.04, 0.01, 0.0025] {
        let sampling = sampled(zigzag(h), h);
        let off = |x: DVec3| (1..4).map(|i| corner(i).distance(x)).fold(f64::INFINITY, f64::min);
        for elaston in &sampling.elastons {
            let is_known = match off(elaston.centre) {
                near if near < 0.0003 => elaston.thin == [false; 3],
                far if far > 0.0012 => elaston.thin == [false, true, true],
                _ => true,
            };
            assert!(is_known, "{h}: {:?} at {}", elaston.thin, elaston.centre);
        }
        let solid = sampling.elastons.iter().filter(|elaston| elaston.thin == [false; 3]);
        assert!(solid.count() >= 3, "{h}");
    }
}

/// With a bend shorter than a piece of its matter a hairpin was too coarse to be looked at, and had no samples for its bend.
#[test]
fn a_tight_bend_has_samples_of_its_own_at_any_spacing() {
    let around = |i: usize| {
        let turn = 0.5 * TAU * i as f64 / 12.0;
        DVec3::new(0.2 + 0.004 * turn.sin(), 0.004 - 0.004 * turn.cos(), 0.0)
    };
    let ends = [DVec3::ZERO, DVec3::new(0.0, 0.008, 0.0)];
    let points = [ends[0]].into_iter().chain((0..=12).map(around)).chain([ends[1]]);
    let curve = Curve { points: points.collect(), closed: false, smooth: false };
    let section = Section::Rectangle { width: 0.002, height: 0.002 };
    let hairpin = Swept { curve, section, up: None };
    for h in [0.05, 0.03, 0.02, 0.01] {
        let sampling = sampled(hairpin.matter(MatterSpacing::for_samples(h)).unwrap(), h);
        let closest = sampling.spacings.iter().copied().fold(h, f64::min);
        assert!(closest < 0.003, "{h}: {closest}");
    }
}

/// With so few samples that each meets the next at what looks like a fold nothing told of the bend.
#[test]
fn a_bend_is_told_of_however_few_samples_there_are() {
    let half_ring = |h: f64| {
        let around = |i: usize| 0.5 * TAU * i as f64 / 48.0;
        let points = (0..=48).map(around).map(|a| DVec3::new(a.cos(), a.sin(), 0.0));
        let curve = Curve { points: points.collect(), closed: false, smooth: false };
        let section = Section::Rectangle { width: 0.01, height: 0.01 };
        sampled(Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(h)).unwrap(), h)
    };
    for h in [0.8, 0.7, 0.6, 0.4, 0.25] {
        let bend = half_ring(h).smooth_bend.unwrap();
        assert!((0.7..1.4).contains(&bend.radius) && bend.locking() > 2.0, "{h}: {bend:?}");
    }
    assert!(half_ring(0.1).smooth_bend.unwrap().locking() < 2.0);
}
