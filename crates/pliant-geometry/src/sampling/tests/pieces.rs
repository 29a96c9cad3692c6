//! What hangs together, and what only is near.

use std::f64::consts::PI;

use super::*;
use crate::gmls::{Gmls, GmlsBasis};
use crate::matter::{Curve, MatterSpacing, Section, Swept};

#[test]
fn a_body_in_one_piece_says_so() {
    for cloud in [
        block([0.0; 3], [1.0, 0.01, 0.01], [50, 1, 1]),
        block([0.0; 3], [1.0, 1.0, 0.01], [50, 50, 1]),
        turned(&block([0.0; 3], [1.0; 3], [15; 3])),
    ] {
        let sampling = sampled(&cloud, 0.2);
        let [piece] = &sampling.pieces[..] else { panic!("{} pieces", sampling.pieces.len()) };
        assert_eq!((piece.points, piece.samples), (cloud.points.len(), sampling.samples.len()));
        assert!((piece.volume / cloud.volume() - 1.0).abs() < 1e-12);
        assert!((piece.centre - cloud.centre()).length() < 1e-12);
    }
}

#[test]
fn pieces_apart_are_listed_with_their_volume_and_centre() {
    let large = block([0.0; 3], [1.0, 0.4, 0.4], [20, 8, 8]);
    let small = block([0.0, 0.0, 1.0], [0.5, 0.4, 0.4], [10, 8, 8]);
    let sampling = sampled(&union(&[large, small]), 0.2);
    let [large, small] = &sampling.pieces[..] else { panic!("{} pieces", sampling.pieces.len()) };
    assert_eq!((large.points, small.points), (1280, 640));
    assert!((small.volume - 0.08).abs() < 1e-12 && (small.centre - DVec3::Z).length() < 1e-12);
    assert!(large.samples > small.samples && small.samples > 2);
    assert_eq!((large.group, small.group), (0, 1));
}

/// Pieces of the upper part stand on the corners of four of the lower one: centres are farther from each other than those of neighbours, and yet they touch.
#[test]
fn parts_whose_pieces_are_shifted_by_half_hang_together() {
    let lower = block([0.0, 0.0, -0.1], [0.3, 0.3, 0.2], [15, 15, 10]);
    let upper = block([0.0, 0.0, 0.2], [0.08, 0.08, 0.4], [4, 4, 20]);
    assert_eq!(sampled(&union(&[lower, upper]), 0.1).pieces.len(), 1);
}

/// Two sheets nearer to each other than samples are: each has its own, and nothing of one is moved by the other.
#[test]
fn sheets_that_do_not_touch_stay_apart() {
    for gap in [0.005, 0.02, 0.06] {
        let lower = block([0.0; 3], [1.0, 0.5, 0.01], [100, 50, 1]);
        let upper = block([0.0, 0.0, 0.01 + gap], [1.0, 0.5, 0.01], [100, 50, 1]);
        let sampling = sampled(&union(&[lower, upper]), 0.08);
        assert_eq!(sampling.pieces.len(), 2);
        let is_upper = |x: DVec3| x.z > 0.5 * (0.01 + gap);
        let off_middle = |x: &DVec3| (if is_upper(*x) { x.z - 0.01 - gap } else { x.z }).abs();
        assert!(
            sampling.samples.iter().all(|x| off_middle(x) < 1e-6),
            "gap {gap}: samples lie in the sheets"
        );
        for (elaston, samples) in sampling.elastons.iter().zip(&sampling.reach) {
            let own = is_upper(elaston.centre);
            assert!(samples.iter().all(|&i| is_upper(sampling.samples[i as usize]) == own), "gap {gap}");
        }
        let upper = sampling.samples.iter().filter(|x| is_upper(**x)).count();
        assert!(upper.abs_diff(sampling.samples.len() - upper) <= 4, "{upper} of {}", sampling.samples.len());
        assert!(sampling.bend.is_none_or(|bend| bend.locking() < 0.1), "flat sheets are not curved");
    }
}

/// Spheres that overlap connect what cells do not: a scan with gaps.
#[test]
fn spheres_that_overlap_connect() {
    let points: Vec<DVec3> = (0..100).map(|i| DVec3::new(0.01 * i as f64, 0.0, 0.0)).collect();
    let with = |radius: f64| {
        let mut cloud = MaterialCloud::from_points_and_radii(points.clone(), vec![0.001; 100]);
        cloud.radii = vec![radius; 100];
        sampled(&cloud, 0.1).pieces.len()
    };
    assert_eq!(with(0.005), 1);
    assert_eq!(with(0.0049), 100);
}

/// Wire wound so closely that supports reach the next turn: they must not tie the turns together.
#[test]
fn turns_of_a_spring_do_not_reach_each_other() {
    let (turns, a_turn, pitch) = (4, 96, 0.3);
    let mut spring = MaterialCloud::default();
    let piece = 2.0 * PI / a_turn as f64;
    for i in 0..turns * a_turn {
        let angle = piece * i as f64;
        let R = DMat3::from_rotation_z(angle);
        let own = DVec3::new(0.05, piece, 0.05);
        spring.points.push(R * DVec3::X + DVec3::Z * pitch * angle / (2.0 * PI));
        spring.volumes.push(own.x * own.y * own.z);
        spring.moments.push(R * DMat3::from_diagonal(own * own / 12.0) * R.transpose());
        spring.radii.push(0.025);
    }
    let h = 2.0 * PI / 16.0;
    let sampling = sampled(&spring, h);
    assert_eq!(sampling.pieces.len(), 1);
    assert_eq!(thin_counts(&sampling)[2], sampling.elastons.len());
    let gmls = Gmls::new(
        sampling.samples.clone(),
        sampling.spacings.clone(),
        sampling.radii.clone(),
        GmlsBasis::Condensed,
        1e-2,
    );
    let height_along = |x: DVec3| x.z;
    let (mut near, mut kept) = (Vec::new(), Vec::new());
    let mut across = 0;
    for (i, elaston) in sampling.elastons.iter().enumerate() {
        gmls.supporters(elaston.centre, &mut near);
        sampling.supporters(&gmls, i, elaston.centre, &mut kept);
        let is_far = |sample: &u32| {
            let x = sampling.samples[*sample as usize];
            (height_along(x) - height_along(elaston.centre)).abs() > 0.7 * pitch
        };
        across += near.iter().filter(|sample| is_far(sample)).count();
        assert_eq!(kept.iter().filter(|sample| is_far(sample)).count(), 0);
        assert!(kept.len() >= 3);
    }
    assert!(across > 100, "supports do not reach the next turn: the test tests nothing");
}

/// In a body without gaps the way along it is the straight one: nobody is cut off.
#[test]
fn bodies_without_gaps_keep_all_supporters() {
    for (size, cells) in
        [([1.0; 3], [20; 3]), ([1.0, 1.0, 0.01], [50, 50, 1]), ([1.0, 0.05, 0.05], [50, 2, 2])]
    {
        let sampling =
            sampled(&turned(&block([0.0; 3], size, cells)), if size[2] == 1.0 { 0.25 } else { 0.1 });
        let gmls = Gmls::new(
            sampling.samples.clone(),
            sampling.spacings.clone(),
            sampling.radii.clone(),
            GmlsBasis::Condensed,
            1e-2,
        );
        let (mut near, mut kept) = (Vec::new(), Vec::new());
        for (i, elaston) in sampling.elastons.iter().enumerate() {
            gmls.supporters(elaston.centre, &mut near);
            sampling.supporters(&gmls, i, elaston.centre, &mut kept);
            assert_eq!(near, kept);
        }
    }
}

/// Matter much finer than the spacing, as when its size is asked for: a rod of cells of a fiftieth of the spacing, and a wire of them
/// on a coarse block.
#[test]
fn matter_much_finer_than_the_spacing_hangs_together() {
    let rod = block([0.25, 0.0, 0.0], [0.5, 0.0005, 0.0005], [1000, 1, 1]);
    let sampling = sample(&rod, &SamplingOptions::new(Spacing::Count(20))).unwrap();
    assert_eq!(sampling.pieces.len(), 1);
    let thick = block([0.25, 0.0, 0.0], [0.5, 0.002, 0.002], [1000, 4, 4]);
    let sampling = sample(&turned(&thick), &SamplingOptions::new(Spacing::Count(20))).unwrap();
    assert_eq!(sampling.pieces.len(), 1);
    let coarse = block([-0.05, 0.0, 0.0], [0.1; 3], [11; 3]);
    let sampling = sampled(&union(&[coarse.clone(), rod.clone()]), 0.025);
    assert_eq!(sampling.pieces.len(), 1);
    // A gap of a few of its cells parts the wire from the block.
    let apart = block([0.252, 0.0, 0.0], [0.5, 0.0005, 0.0005], [1000, 1, 1]);
    let small = block([-0.005, 0.0, 0.0], [0.01; 3], [20; 3]);
    assert_eq!(sampled(&union(&[small, apart]), 0.025).pieces.len(), 2);
}

/// A plate with a slit narrower than its samples are apart, open at one end: nothing belongs to both sides of it.
#[test]
fn cells_and_supports_do_not_reach_across_a_slit() {
    let plate = block([0.5, 0.0, 0.0], [1.0, 0.62, 0.01], [50, 31, 1]);
    let slit = cut(&plate, |x| x.x < 0.1 || x.y.abs() > 0.011);
    for seed in 1..4 {
        let options = SamplingOptions { seed, ..SamplingOptions::new(Spacing::Uniform(0.1)) };
        let sampling = sample(&slit, &options).unwrap();
        assert_eq!(sampling.pieces.len(), 1);
        for (elaston, reach) in sampling.elastons.iter().zip(&sampling.reach) {
            if elaston.centre.x > 0.35 {
                let is_own = |p: &u32| slit.points[*p as usize].y * elaston.centre.y > 0.0;
                assert!(elaston.points.iter().all(is_own), "seed {seed}: {}", elaston.centre);
            }
            // Ways that turn back are at most 0.81 long, there and back from the end of the slit at 0.1.
            if elaston.centre.x > 0.75 {
                let is_own = |i: &u32| sampling.samples[*i as usize].y * elaston.centre.y > 0.0;
                assert!(reach.iter().all(is_own), "seed {seed}: {}", elaston.centre);
            }
        }
    }
}

/// Two legs of a hairpin, nearer to each other than samples are: each has as many as a rod alone, on its middle, and far from the bend nothing of one moves the other.
#[test]
fn legs_of_a_hairpin_have_samples_of_their_own() {
    let leg = |z: f64| block([0.2, 0.0, z], [0.4, 0.002, 0.002], [160, 1, 1]);
    let bend = block([0.399, 0.0, 0.004], [0.002, 0.002, 0.006], [1, 1, 3]);
    let hairpin = union(&[leg(0.0), bend, leg(0.008)]);
    for seed in 1..4 {
        let options = SamplingOptions { seed, ..SamplingOptions::new(Spacing::Uniform(0.02)) };
        let sampling = sample(&hairpin, &options).unwrap();
        let on = |z: f64| sampling.samples.iter().filter(|x| x.x < 0.36 && (x.z - z).abs() < 1e-6).count();
        assert!((16..=19).contains(&on(0.0)) && (16..=19).contains(&on(0.008)), "seed {seed}");
        assert!(sampling.samples.iter().filter(|x| x.x < 0.36).count() == on(0.0) + on(0.008), "seed {seed}");
        for (elaston, reach) in sampling.elastons.iter().zip(&sampling.reach) {
            let is_own = |z: f64| (z - elaston.centre.z).abs() < 1e-6;
            let is_far = elaston.centre.x < 0.36;
            assert!(!is_far || elaston.points.iter().all(|p| is_own(hairpin.points[*p as usize].z)));
            if elaston.centre.x < 0.24 {
                assert!(reach.iter().all(|i| is_own(sampling.samples[*i as usize].z)), "seed {seed}");
            }
        }
        let fold = sampling.fold.unwrap();
        assert!((fold.apart - 0.008).abs() < 1e-3 && fold.spacing > 0.015 && fold.place.x > 0.2);
    }
}

/// Smooth curves through points at uneven distances have pieces much shorter than thick; several of them in one voxel counted as the first, and the next
/// one seemed loose.
#[test]
fn smooth_rods_hang_together_where_pieces_are_short() {
    let arc = |k: usize| (std::f64::consts::PI * k as f64 / 8.0).sin_cos();
    let bend = (1..8).map(arc).map(|(sin, cos)| DVec3::new(0.2 + 0.006 * sin, 0.0, 0.006 - 0.006 * cos));
    let leg = |z: f64| [0.0, 0.05, 0.1, 0.15, 0.2].map(|x| DVec3::new(x, 0.0, z));
    let points: Vec<DVec3> = leg(0.0).into_iter().chain(bend).chain(leg(0.012).into_iter().rev()).collect();
    let section = Section::Rectangle { width: 0.002, height: 0.002 };
    for h in [0.003, 0.004, 0.005, 0.007] {
        let curve = Curve { points: points.clone(), closed: false, smooth: true };
        let rod = Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(h)).unwrap();
        let sampling = sample(&rod.cloud, &SamplingOptions::new(Spacing::Uniform(h))).unwrap();
        assert_eq!(sampling.pieces.len(), 1, "{h}");
    }
}
