//! Samples close up where parts meet, and where rods have kinks.

use glam::DVec3;

use crate::matter::Matter as Shape;
use crate::matter::{BlockShape, Curve, MatterSpacing, Section, Swept, union};
use crate::sampling::{Graded, SamplingOptions, Spacing, graded_at_joints};
use crate::sampling::{SamplingError, sample};
use crate::triangles::TriangleSurface;

fn boxes(boxes: &[([f64; 3], [f64; 3])], h: f64) -> Shape {
    let part = |(origin, size): &([f64; 3], [f64; 3])| {
        BlockShape::Box { origin: (*origin).into(), size: (*size).into(), twist: 0.0 }
            .matter(MatterSpacing::for_samples(h))
            .unwrap()
    };
    union(boxes.iter().map(part).collect())
}

#[test]
fn samples_are_closer_where_a_rod_grows_out_of_a_block_and_as_many_as_wanted() {
    let shape = boxes(&[([-0.5, -0.5, -1.0], [1.0; 3]), ([-0.05, -0.05, 0.0], [0.1, 0.1, 1.0])], 0.15);
    let volume = shape.cloud.volume();
    let options = SamplingOptions::new(Spacing::Count(250));
    let Graded { matter: shape, options, .. } = graded_at_joints(shape, &options).unwrap();
    assert!((shape.cloud.volume() / volume - 1.0).abs() < 1e-12);
    let sampling = sample(&shape.cloud, &options).unwrap();
    assert_eq!(sampling.samples.len(), 250);
    let spacing_at = |x: DVec3| {
        let distance = |i: &usize| sampling.samples[*i].distance(x);
        let nearest = (0..250).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
        sampling.spacings[nearest]
    };
    let (root, far) = (spacing_at(DVec3::new(0.0, 0.0, -0.03)), spacing_at(DVec3::new(0.4, 0.4, -0.9)));
    assert!(root < 0.6 * far, "{root} {far}");
    assert!(spacing_at(DVec3::new(0.0, 0.0, 0.5)) > 0.12, "the rod stays one sample thick");
}

#[test]
fn the_root_of_a_rod_is_sampled_alike_whatever_the_layout() {
    let shape = boxes(&[([-0.5, -0.5, -1.0], [1.0; 3]), ([-0.05, -0.05, 0.0], [0.1, 0.1, 1.0])], 0.14);
    for seed in [1, 2, 3] {
        let options = SamplingOptions { seed, ..SamplingOptions::new(Spacing::Count(350)) };
        let Graded { matter: shape, options, .. } = graded_at_joints(shape.clone(), &options).unwrap();
        let sampling = sample(&shape.cloud, &options).unwrap();
        let z = |i: usize| sampling.samples[i].z;
        let within = |low: f64, high: f64| -> Vec<usize> {
            (0..sampling.samples.len()).filter(|&i| (low..high).contains(&z(i))).collect()
        };
        assert!(within(0.0, 0.07).len() >= 12, "three across, where a row would have one");
        assert!(within(0.0, 0.07).iter().all(|&i| sampling.thin_axes[i] == 0));
        assert!(within(0.2, 1.0).iter().all(|&i| sampling.thin_axes[i] == 2), "a row beyond");
        assert_eq!(sampling.pieces.len(), 1);
        // Those of the row span the section, and none holds some of both.
        let rows = sampling.elastons.iter().filter(|elaston| elaston.thin[1]);
        assert!(rows.clone().count() > 15);
        assert!(rows.clone().all(|e| e.centre.x.abs() < 5e-3));
        // The border to the root is ragged.
        let whole = rows.clone().filter(|e| e.centre.z > 0.1);
        assert!(whole.clone().all(|e| (e.section / 0.01 - 1.0).abs() < 1e-2));
        assert!(rows.clone().all(|e| e.centre.z > 0.07));
        let reach_both = |reach: &Vec<u32>| {
            let thin = |n: u8| reach.iter().any(|&i| sampling.thin_axes[i as usize] == n);
            thin(0) && thin(2)
        };
        assert!(sampling.reach.iter().filter(|reach| reach_both(reach)).count() > 10, "it hangs together");
    }
}

#[test]
fn a_short_rod_between_two_blocks_is_all_root() {
    let blocks = [([-0.5, -0.5, -1.0], [1.0; 3]), ([-0.5, -0.5, 0.235], [1.0; 3])];
    let shape = boxes(&[blocks[0], ([-0.05, -0.05, 0.0], [0.1, 0.1, 0.235]), blocks[1]], 0.15);
    let Graded { matter: shape, options, .. } =
        graded_at_joints(shape, &SamplingOptions::new(Spacing::Count(600))).unwrap();
    assert_eq!(options.strands, None);
    let sampling = sample(&shape.cloud, &options).unwrap();
    let between = |x: &DVec3| x.z > 0.02 && x.z < 0.21;
    let inside = sampling.elastons.iter().filter(|elaston| between(&elaston.centre));
    let rows = inside.clone().filter(|elaston| elaston.thin[1]).count();
    assert!(inside.count() > 30 && rows == 0, "{rows}");
}

/// It was the place where the strand is laid out.
#[test]
fn what_is_too_coarse_in_a_strand_is_told_at_its_place_in_the_body() {
    let shape = boxes(&[([-0.5, -0.5, -1.0], [1.0; 3]), ([-0.05, -0.05, 0.0], [0.1, 0.1, 1.0])], 0.2);
    let Graded { matter: shape, options, .. } =
        graded_at_joints(shape, &SamplingOptions::new(Spacing::Uniform(0.2))).unwrap();
    let strands = options.strands.clone().unwrap();
    let Spacing::PerPoint(mut spacings) = options.spacing.clone() else { panic!("{:?}", options.spacing) };
    for (h, strand) in spacings.iter_mut().zip(&strands) {
        *h = if *strand > 0 { 0.004 } else { *h };
    }
    let spacing = Spacing::PerPoint(spacings);
    match sample(&shape.cloud, &SamplingOptions { spacing, ..options }).unwrap_err() {
        SamplingError::MatterTooCoarseAt { place, .. } => {
            assert!(place.x.abs() < 0.05 && place.z > 0.0, "{place}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn parts_stay_known_when_they_are_put_together_twice_and_cut() {
    let part = |x: f64| boxes(&[([x, 0.0, 0.0], [0.1, 0.1, 0.1])], 0.1);
    let pair = union(vec![part(0.0), part(0.1)]);
    // Both of the pair lie in the first part by half.
    let whole = union(vec![part(0.05), pair, part(0.5)]);
    let [a, b, c, d] = whole.parts[..] else { panic!("{:?}", whole.parts) };
    let x = |point: u32| whole.cloud.points[point as usize].x;
    assert!(a == 0 && x(a) > 0.05 && x(b) < 0.05 && x(c) > 0.15 && x(d) > 0.5);
    let parts = whole.parts.clone();
    let first: Vec<DVec3> = parts.iter().map(|&point| whole.cloud.points[point as usize]).collect();
    let sizes = vec![0.004; whole.cloud.len()];
    let finer = whole.split(&sizes).unwrap();
    assert!(finer.cloud.len() > 4 && finer.parts.len() == 4);
    for (point, first) in finer.parts.iter().zip(first) {
        assert!(finer.cloud.points[*point as usize].distance(first) < 0.02);
    }
}

/// A rod along a line with kinks, 2 mm thick.
fn bent_rod(points: &[[f64; 3]], is_round: bool, h: f64) -> Shape {
    let points = points.iter().map(|x| DVec3::from(*x)).collect();
    let section = if is_round {
        Section::Round { radius: 0.001, inner_radius: 0.0 }
    } else {
        Section::Rectangle { width: 0.002, height: 0.002 }
    };
    let curve = Curve { points, closed: false, smooth: false };
    Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(h)).unwrap()
}

/// Slanted pieces at kinks hardly touch once they are cut smaller, and were left alone.
#[test]
fn rods_with_kinks_are_sampled_at_any_spacing() {
    for h in [0.004, 0.007, 0.01, 0.02, 0.04] {
        for (knee, is_round) in [([0.2, 0.0, 0.008], false), ([0.193, 0.0, 0.004], true)] {
            let points = [[0.0; 3], [0.2, 0.0, 0.0], knee, [0.0, 0.0, knee[2]]];
            let Graded { matter: rod, options, .. } =
                graded_at_joints(bent_rod(&points, is_round, h), &SamplingOptions::new(Spacing::Uniform(h)))
                    .unwrap();
            let sampling = sample(&rod.cloud, &options).unwrap();
            assert_eq!(sampling.pieces.len(), 1, "{h}");
            let closest = sampling.spacings.iter().copied().fold(h, f64::min);
            assert!(closest < 0.5 * h, "{closest} of {h}");
        }
    }
}

#[test]
fn kinks_are_where_a_line_turns_sharply_for_its_samples() {
    let corner = [[0.0; 3], [0.1, 0.0, 0.0], [0.2, 0.0, 0.0], [0.2, 0.0, 0.1]];
    assert_eq!(bent_rod(&corner, false, 0.02).parts.len(), 2);
    let bend = [[0.0; 3], [0.1, 0.0, 0.0], [0.15, 0.0, 0.05], [0.15, 0.0, 0.1]];
    assert!(bent_rod(&bend, false, 0.02).parts.is_empty());
    // Half a turn of 8 mm.
    let arc = |k: usize| (std::f64::consts::PI * k as f64 / 12.0).sin_cos();
    let half_turn = (0..13).map(arc).map(|(sin, cos)| [0.2 + 0.008 * sin, 0.0, 0.008 - 0.008 * cos]);
    let points: Vec<[f64; 3]> = [[0.0; 3]].into_iter().chain(half_turn).chain([[0.0, 0.0, 0.016]]).collect();
    let hairpin = bent_rod(&points, false, 0.03);
    assert_eq!(hairpin.parts.len(), 2);
    let second = hairpin.cloud.points[hairpin.parts[1] as usize];
    assert!(second.x > 0.207, "in the middle of the bend: {second}");
    assert_eq!(hairpin.kinks.len(), 1);
    assert!((hairpin.kinks[0].radius / 0.008 - 1.0).abs() < 0.02, "{:?}", hairpin.kinks);
    assert!(bent_rod(&points, false, 0.004).parts.is_empty());
}

#[test]
fn what_is_one_part_or_graded_by_hand_stays_as_it_is() {
    let plate = boxes(&[([0.0; 3], [1.0, 1.0, 0.02])], 0.1);
    let options = SamplingOptions::new(Spacing::Count(100));
    let graded = graded_at_joints(plate.clone(), &options).unwrap();
    assert_eq!((graded.matter, graded.options), (plate.clone(), options));
    let options = SamplingOptions::new(Spacing::PerPoint(vec![0.1; plate.cloud.len()]));
    let graded = graded_at_joints(plate.clone(), &options).unwrap();
    assert_eq!((graded.matter, graded.options), (plate, options));
}

/// Two sheets that overlap in an edge: pieces are cut where they enter the other sheet, and what is left still touches it where they are cut smaller.
#[test]
fn sheets_that_overlap_hang_together_at_any_spacing() {
    for (thickness, spacing) in
        [(0.001, 0.013), (0.002, 0.016), (0.003, 0.017), (0.003, 0.013), (0.005, 0.018)]
    {
        let flat = ([0.0; 3], [0.2, 0.1, thickness]);
        let upright = ([0.2 - thickness, 0.0, 0.0], [thickness, 0.1, 0.2]);
        let shape = boxes(&[flat, upright], spacing);
        let exact = 0.1 * thickness * (0.4 - thickness);
        assert!((shape.cloud.volume() / exact - 1.0).abs() < 1e-3, "{thickness} {spacing}");
        let options = SamplingOptions::new(Spacing::Uniform(spacing));
        let Graded { matter: shape, options, .. } = graded_at_joints(shape, &options).unwrap();
        let pieces = sample(&shape.cloud, &options).unwrap().pieces;
        assert_eq!(pieces.len(), 1, "{thickness} {spacing}");
    }
}

/// Where the corners of four cells of the block meet below the rod, it was taken for loose.
#[test]
fn a_thin_rod_on_a_block_hangs_on_it_wherever_it_stands() {
    for h in [0.04, 0.025, 0.015] {
        for shift in [0.0, 0.0011] {
            let block = ([-0.05, -0.05, -0.1], [0.1; 3]);
            let shape = boxes(&[block, ([shift - 0.001, -0.001, 0.0], [0.002, 0.002, 0.1])], h);
            let Graded { matter, options, coarsest } =
                graded_at_joints(shape, &SamplingOptions::new(Spacing::Uniform(h))).unwrap();
            assert_eq!(sample(&matter.cloud, &options).unwrap().pieces.len(), 1, "{h} {shift}");
            let joint = coarsest.unwrap();
            assert!((joint.thickness - 0.002).abs() < 1e-4 && joint.length > 0.09, "{joint:?}");
            let is_told = joint.place.distance(DVec3::X * shift) < 0.01 && joint.shortfall > 0.15;
            assert!(is_told, "{joint:?}");
        }
    }
}

/// A ball smaller than the spacing was one piece, and a cube once spokes cut it: they missed it.
#[test]
fn spokes_hang_on_a_small_ball() {
    let spacing = MatterSpacing::for_samples(0.02);
    let spoke = |k: usize| {
        let turn = k as f64 * std::f64::consts::TAU / 6.0;
        let out = DVec3::new(turn.cos(), turn.sin(), 0.0);
        let curve = Curve { points: vec![0.006 * out, 0.08 * out], closed: false, smooth: false };
        let section = Section::Round { radius: 0.001, inner_radius: 0.0 };
        Swept { curve, section, up: None }.matter(spacing).unwrap()
    };
    let hub = crate::matter::ball(DVec3::ZERO, 0.008, spacing).unwrap();
    let wheel = union(std::iter::once(hub).chain((0..6).map(spoke)).collect());
    let options = SamplingOptions::new(Spacing::Uniform(0.02));
    let Graded { matter: wheel, options, .. } = graded_at_joints(wheel, &options).unwrap();
    assert_eq!(sample(&wheel.cloud, &options).unwrap().pieces.len(), 1);
}

/// Along slanted lines flat pieces reached across gaps narrower than they are long, and both strips were one.
#[test]
fn strips_as_far_apart_as_they_are_thick_stay_apart() {
    let (h, t) = (0.02, 0.002);
    for gap in [0.001, 0.0015, 0.002] {
        let strip = |z: f64| ([0.0, 0.0, z], [0.2, 0.02, t]);
        let block = ([-0.02, 0.0, 0.0], [0.02, 0.02, gap + 2.0 * t]);
        let options = SamplingOptions::new(Spacing::Uniform(h));
        let Graded { matter, options, .. } =
            graded_at_joints(boxes(&[block, strip(0.0), strip(t + gap)], h), &options).unwrap();
        let sampling = sample(&matter.cloud, &options).unwrap();
        let is_low = |x: DVec3| x.z < t + 0.5 * gap;
        for (elaston, reach) in sampling.elastons.iter().zip(&sampling.reach) {
            let is_beyond = |i: &u32| is_low(sampling.samples[*i as usize]) != is_low(elaston.centre);
            let is_far = elaston.centre.x > 0.12;
            assert!(!is_far || !reach.iter().any(is_beyond), "{gap}: across at {}", elaston.centre);
        }
    }
}

/// Three sheets of 10 cm in one edge, read as one surface, bend by 0.57 of what they should with samples 2 cm apart: nothing told.
#[test]
fn sheets_of_one_surface_that_meet_at_an_edge_are_told_of() {
    let (width, turned) = (0.1, [0.0, 2.1, -2.1f64]);
    let at = |angle: f64, y: f64| DVec3::new(width * angle.cos(), y, width * angle.sin());
    let mut surface = TriangleSurface { points: vec![DVec3::ZERO, width * DVec3::Y], triangles: Vec::new() };
    for (n, angle) in turned.into_iter().enumerate() {
        surface.points.extend([at(angle, 0.0), at(angle, width)]);
        let corner = 2 + 2 * n as u32;
        surface.triangles.extend([[0, 1, corner + 1], [0, corner + 1, corner]]);
    }
    let told = |surface: &TriangleSurface, h: f64| {
        let sheets = crate::matter::shell(surface, 0.002, MatterSpacing::for_samples(h)).unwrap();
        graded_at_joints(sheets, &SamplingOptions::new(Spacing::Uniform(h))).unwrap().coarsest
    };
    for (h, least, most) in [(0.04, 0.9, f64::MAX), (0.02, 0.35, 0.6), (0.01, 0.08, 0.15), (0.005, 0.0, 0.04)]
    {
        let joint = told(&surface, h).unwrap();
        assert!(joint.shortfall >= least && joint.shortfall < most, "{h}: {joint:?}");
        assert!(joint.place.distance(0.5 * width * DVec3::Y) < 1e-12);
    }
    surface.triangles.truncate(2);
    assert_eq!(told(&surface, 0.02), None);
}
