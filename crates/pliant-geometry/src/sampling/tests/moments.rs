//! Nothing of the matter is lost: volume, centre and second moment of all elastons together are the cloud's.

use pliant_math::decompose::symmetric_eigen;

use super::*;

fn outer(x: DVec3) -> DMat3 {
    DMat3::from_cols(x * x.x, x * x.y, x * x.z)
}

fn distance(a: DMat3, b: DMat3) -> f64 {
    (a - b).to_cols_array().iter().map(|x| x.abs()).fold(0.0, f64::max)
}

#[test]
fn elastons_keep_volume_centre_and_second_moment() {
    let flat = block([0.0; 3], [1.0, 1.0, 0.01], [40, 40, 1]);
    let wall = block([0.0, 0.0, 0.255], [0.01, 1.0, 0.5], [1, 40, 20]);
    let bodies = [
        block([3.0, -2.0, 1.0], [1.0, 0.02, 0.01], [60, 2, 1]),
        block([0.0; 3], [0.6, 0.5, 0.4], [24, 20, 16]),
        turned(&union(&[flat, wall])),
    ];
    for cloud in bodies {
        let sampling = sampled(&cloud, 0.13);
        // Sums of so many numbers in another order.
        let rounding = f64::EPSILON * cloud.points.len() as f64;
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for elaston in &sampling.elastons {
            let own = elaston.axes * elaston.moment * elaston.axes.transpose();
            volume += elaston.volume;
            first += elaston.volume * elaston.centre;
            second += (outer(elaston.centre) + own) * elaston.volume;
        }
        let matter = cloud.points.iter().zip(&cloud.moments).zip(&cloud.volumes);
        let all = matter.fold(DMat3::ZERO, |sum, ((x, own), v)| sum + (outer(*x) + *own) * *v);
        assert!((volume / cloud.volume() - 1.0).abs() < rounding);
        assert!((first / volume - cloud.centre()).length() < 4.0 * rounding);
        assert!(distance(second, all) < rounding * distance(all, DMat3::ZERO));
        let samples: f64 = sampling.volumes.iter().sum();
        assert!((samples / cloud.volume() - 1.0).abs() < rounding);
    }
}

#[test]
fn every_point_belongs_to_one_elaston() {
    let cloud = turned(&block([0.0; 3], [1.0, 1.0, 0.01], [40, 40, 1]));
    let sampling = sampled(&cloud, 0.13);
    let mut seen = vec![0; cloud.points.len()];
    for elaston in &sampling.elastons {
        assert!(elaston.points.windows(2).all(|pair| pair[0] < pair[1]));
        elaston.points.iter().for_each(|point| seen[*point as usize] += 1);
        let volume: f64 = elaston.points.iter().map(|point| cloud.volumes[*point as usize]).sum();
        assert!((volume / elaston.volume - 1.0).abs() < 1e-13);
    }
    assert!(seen.iter().all(|times| *times == 1));
}

/// Elastons a tenth of the radius long: their arc would add 1.7 % to the moment across.
#[test]
fn the_bend_of_a_ring_is_no_thickness() {
    use super::super::ElastonSite;
    use crate::matter::{Curve, MatterSpacing, Section, Swept};
    let at = |i: usize| DMat3::from_rotation_z(0.1 * i as f64).x_axis;
    let curve = Curve { points: (0..=24).map(at).collect(), closed: false, smooth: true };
    let section = Section::Rectangle { width: 0.01, height: 0.01 };
    let ring = Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(0.3)).unwrap().cloud;
    let sampling = sampled(&ring, 0.3);
    assert_eq!(sampling.elastons.len(), 24);
    // Frames of those at the ends lean a little.
    let is_inside = |elaston: &&ElastonSite| (0.3..2.1).contains(&elaston.centre.y.atan2(elaston.centre.x));
    for elaston in sampling.elastons.iter().filter(is_inside) {
        for across in [elaston.straight_moment.y_axis.y, elaston.straight_moment.z_axis.z] {
            assert!((across / (1e-4 / 12.0) - 1.0).abs() < 2e-3, "{}", elaston.straight_moment);
        }
    }
    let bend = sampling.bend.unwrap();
    assert!((bend.radius - 1.0).abs() < 0.05 && bend.locking() > 8.0, "{bend:?}");
    assert!(bend.largest_spacing() < 0.15, "{bend:?}");
}

/// Elastons that span a quarter of a circle and more: what was left of their moments was negative along some direction, and the body unstable at rest.
#[test]
fn moments_about_arcs_are_never_negative() {
    use crate::matter::{Curve, MatterSpacing, Section, Swept};
    for h in [0.1, 0.11, 0.12, 0.14, 0.18] {
        let curve = Curve { points: vec![DVec3::ZERO, DVec3::X], closed: false, smooth: false };
        let section = Section::Round { radius: 0.1, inner_radius: 0.098 };
        let tube = Swept { curve, section, up: None }.matter(MatterSpacing::for_samples(h)).unwrap().cloud;
        for elaston in &sampled(&tube, h).elastons {
            let least = symmetric_eigen(&elaston.straight_moment).values.min_element();
            assert!(least > -1e-11 * elaston.moment.x_axis.x, "{h}: {}", elaston.straight_moment);
        }
    }
}
