//! Layouts without order, and pieces that are sites.

use super::*;

#[test]
fn jitter_is_bounded_and_seeded() {
    let cloud = block(DVec3::new(0.6, 0.5, 0.4), 0.1);
    let even = filled(&cloud, Layout::Cubic, 0.1);
    let jittered = |seed| {
        let options = FillingOptions { seed, ..options(Layout::Jittered { share: 0.25 }, 0.1) };
        fill(&cloud, &options).unwrap()
    };
    let (first, again, other) = (jittered(7), jittered(7), jittered(8));
    check(&cloud, &first);
    assert_eq!(first, again);
    assert_ne!(first.points, other.points);
    assert_eq!((&first.volumes, &first.site_of_piece), (&even.volumes, &even.site_of_piece));
    let moves: Vec<DVec3> = first.points.iter().zip(&even.points).map(|(a, b)| (*a - *b) / 0.1).collect();
    assert!(moves.iter().all(|x| x.abs().max_element() <= 0.25 + 1e-12));
    let most = moves.iter().map(|x| x.abs().max_element()).fold(0.0, f64::max);
    let mean = moves.iter().sum::<DVec3>() / moves.len() as f64;
    assert!(most > 0.24 && mean.length() < 0.05, "{most} {mean}");
    let still = filled(&cloud, Layout::Jittered { share: 0.0 }, 0.1);
    assert_eq!(still, even);
}

#[test]
fn poisson_discs_keep_their_distance_and_leave_no_gaps() {
    let cloud = block(DVec3::new(1.0, 0.8, 0.6), 0.1);
    let filling = filled(&cloud, Layout::Poisson, 0.1);
    check(&cloud, &filling);
    let least = least_distance(&filling.points);
    assert!(least > 0.07, "moves to centres bring sites closer, but not much: {least}");
    let each = cloud.volume() / filling.points.len() as f64 / 1e-3;
    assert!((0.9..1.6).contains(&each), "{each} spacings cubed a site");
    let farthest = cloud
        .points
        .iter()
        .zip(&filling.site_of_piece)
        .map(|(x, site)| x.distance(filling.points[*site as usize]));
    assert!(farthest.fold(0.0, f64::max) < 0.13);
    assert!(filling.spacings.iter().all(|spacing| (0.08..0.16).contains(spacing)));
    assert!((centre(&filling) - cloud.centre()).length() < 1e-12);
    let other = fill(&cloud, &FillingOptions { seed: 2, ..options(Layout::Poisson, 0.1) }).unwrap();
    assert_ne!(filling.points, other.points);
}

#[test]
fn no_dart_hits_within_a_spacing_of_another_and_none_is_left_out() {
    let cloud = sphere(0.4, 0.1);
    let (darts, owners) = poisson::throw(&cloud.points, &vec![0.1; cloud.len()], 3);
    let hits: Vec<DVec3> = darts.iter().map(|piece| cloud.points[*piece as usize]).collect();
    assert!(least_distance(&hits) >= 0.1 * (1.0 - 1e-8));
    for (point, owner) in cloud.points.iter().zip(&owners) {
        assert!(hits[*owner as usize].distance(*point) <= 0.1);
    }
}

#[test]
fn volumes_of_poisson_discs_are_those_of_the_nearest_pieces() {
    let cloud = sphere(0.4, 0.1);
    let filling = filled(&cloud, Layout::Poisson, 0.12);
    let mut volumes = vec![0.0; filling.points.len()];
    for (site, volume) in filling.site_of_piece.iter().zip(&cloud.volumes) {
        volumes[*site as usize] += volume;
    }
    assert_eq!(volumes, filling.volumes);
}

#[test]
fn graded_discs_follow_their_factors() {
    let cloud = block(DVec3::new(2.0, 0.5, 0.5), 0.1);
    let factors = cloud.points.iter().map(|x| 1.0 + x.x).collect();
    let options = FillingOptions { factors: Some(factors), ..options(Layout::Poisson, 0.08) };
    let filling = fill(&cloud, &options).unwrap();
    check(&cloud, &filling);
    for (point, spacing) in filling.points.iter().zip(&filling.spacings) {
        let share = spacing / (0.08 * (1.0 + point.x));
        assert!((0.6..1.8).contains(&share), "{share} at {point}");
    }
}

#[test]
fn pieces_are_sites_as_they_are() {
    let cloud = block(DVec3::new(0.9, 0.6, 0.5), 0.5);
    let filling = filled(&cloud, Layout::Pieces, f64::NAN);
    check(&cloud, &filling);
    assert_eq!((&filling.points, &filling.volumes), (&cloud.points, &cloud.volumes));
    assert!(filling.spacings.iter().all(|spacing| (spacing - 0.1).abs() < 1e-9));
}

#[test]
fn pieces_far_from_all_others_have_their_own_size_for_a_spacing() {
    let mut cloud = MaterialCloud::default();
    for place in [DVec3::ZERO, DVec3::new(1e9, 1e9, 1e9), DVec3::new(-1e9, 1e9, 0.0)] {
        push(&mut cloud, place, 0.1);
    }
    let filling = filled(&cloud, Layout::Pieces, 0.1);
    assert!(filling.spacings.iter().all(|spacing| (spacing - 0.1).abs() < 1e-9));
}

#[test]
fn pieces_in_nearly_the_same_place_are_one_site() {
    let mut cloud = MaterialCloud::default();
    for n in 0..27 {
        push(&mut cloud, DVec3::new((n % 3) as f64, (n / 3 % 3) as f64, (n / 9) as f64), 1.0);
    }
    push(&mut cloud, DVec3::new(0.0, 1e-6, 0.0), 1.0);
    push(&mut cloud, DVec3::new(0.0, -1e-6, 0.0), 1.0);
    push(&mut cloud, DVec3::new(1.5, 1.0, 1.0), 1.0);
    let filling = filled(&cloud, Layout::Pieces, 1.0);
    assert_eq!(filling.points.len(), 28, "half a spacing apart is not the same place");
    assert_eq!((filling.volumes[0], filling.volumes[1]), (3.0, 1.0));
    assert!(filling.points[0].length() < 1e-12, "{}", filling.points[0]);
    assert_eq!(filling.site_of_piece[27..], [0, 0, 27]);
    assert!((filling.volumes.iter().sum::<f64>() - cloud.volume()).abs() < 1e-12);
}
