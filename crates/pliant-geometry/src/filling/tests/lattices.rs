//! Cubic and body-centred lattices.

use super::*;

#[test]
fn a_box_of_whole_cells_gets_the_lattice_exactly() {
    let size = DVec3::new(0.06, 0.06, 0.3);
    let cloud = block(size, 0.01);
    let filling = filled(&cloud, Layout::Cubic, 0.01);
    check(&cloud, &filling);
    assert_eq!(filling.points.len(), 6 * 6 * 30);
    let mut seen = vec![false; 6 * 6 * 30];
    for (point, volume) in filling.points.iter().zip(&filling.volumes) {
        let place = *point / 0.01 - 0.5;
        assert!((place - place.round()).abs().max_element() < 1e-9, "{point}");
        let [i, j, k] = place.round().to_array().map(|x| x as usize);
        seen[i + 6 * (j + 6 * k)] = true;
        assert!((volume / 1e-6 - 1.0).abs() < 1e-9);
    }
    assert!(seen.iter().all(|seen| *seen));
    assert!(filling.spacings.iter().all(|spacing| (spacing - 0.01).abs() < 1e-12));
    assert!((centre(&filling) - 0.5 * size).length() < 1e-12);
}

#[test]
fn cells_shrink_so_that_a_whole_number_fits_a_box() {
    let size = DVec3::new(0.95, 0.6, 0.31);
    let cloud = block(size, 0.1);
    let filling = filled(&cloud, Layout::Cubic, 0.1);
    check(&cloud, &filling);
    assert_eq!(filling.points.len(), 10 * 6 * 4, "0.31 needs four cells");
    let whole = size.element_product() / 240.0;
    // Pieces do not end where cells do: they are shared exactly all the same.
    assert!(filling.volumes.iter().all(|volume| (volume / whole - 1.0).abs() < 1e-9));
    let least = filling.points.iter().copied().reduce(DVec3::min).unwrap();
    assert!((least - DVec3::new(0.0475, 0.05, 0.03875)).length() < 1e-9, "{least}");
}

#[test]
fn a_ball_keeps_volume_and_centre() {
    let cloud = sphere(0.5, 0.1);
    for layout in [Layout::Cubic, Layout::BodyCentred, Layout::Poisson, Layout::Octree { levels: 2 }] {
        let filling = filled(&cloud, layout, 0.1);
        check(&cloud, &filling);
        let off = centre(&filling).distance(cloud.centre());
        assert!(off < 1e-3, "{layout:?}: {off}");
        let farthest = filling.points.iter().map(|point| point.distance(cloud.centre())).fold(0.0, f64::max);
        assert!((0.4..0.5).contains(&farthest), "{layout:?}: {farthest}");
    }
    let cubic = filled(&cloud, Layout::Cubic, 0.1);
    let density = cubic.points.len() as f64 * 0.001 / cloud.volume();
    assert!((0.85..1.15).contains(&density), "{density}");
    assert!(least_distance(&cubic.points) > 0.06, "{}", least_distance(&cubic.points));
    let full = cubic.volumes.iter().filter(|volume| (**volume / 1e-3 - 1.0).abs() < 0.02).count();
    assert!(full > 200, "{full} cells are full");
}

#[test]
fn first_moments_are_exact_where_sites_are_centroids() {
    // Half cells along every axis: no site is at a place of the lattice.
    let bounds = BoundingBox { min: DVec3::ZERO, max: DVec3::ONE };
    let cloud = cubes(0.05, bounds, |x| (x - 0.37).length() < 0.35);
    let filling = filled(&cloud, Layout::Poisson, 0.2);
    assert!((centre(&filling) - cloud.centre()).length() < 1e-12);
    // One cell: too small for anything but its centroid.
    let filling = filled(&cloud, Layout::Cubic, 2.0);
    assert_eq!(filling.points.len(), 1);
    assert!((filling.points[0] - cloud.centre()).length() < 1e-12);
}

#[test]
fn holes_of_a_cloud_do_not_make_holes_of_the_lattice() {
    let whole = block(DVec3::new(0.5, 0.4, 0.3), 0.1);
    let mut broken = MaterialCloud::default();
    for piece in (0..whole.len()).filter(|piece| piece % 13 != 5) {
        broken.points.push(whole.points[piece]);
        broken.volumes.push(whole.volumes[piece]);
        broken.moments.push(whole.moments[piece]);
        broken.radii.push(whole.radii[piece]);
    }
    for layout in [Layout::Cubic, Layout::Octree { levels: 0 }] {
        let filling = filled(&broken, layout, 0.1);
        check(&broken, &filling);
        assert_eq!(filling.points.len(), 60);
        assert!((centre(&filling) - broken.centre()).length() < 1e-12, "all are centroids");
        assert!(least_distance(&filling.points) > 0.09);
    }
}

#[test]
fn a_body_centred_box_is_even() {
    let (edge, count) = (0.1 * 2.0 / 3f64.sqrt(), 6);
    let size = DVec3::splat(edge * f64::from(count));
    let cloud = block(size, edge);
    let filling = filled(&cloud, Layout::BodyCentred, 0.1);
    check(&cloud, &filling);
    assert_eq!(filling.points.len(), 2 * 216);
    assert!(filling.spacings.iter().all(|spacing| (spacing - 0.1).abs() < 1e-9));
    // Two layers from the ends, cells and those around them know nothing of the surface.
    let inner = |x: &DVec3| (*x - 0.5 * size).abs().max_element() < 1.3 * edge;
    let mut count = 0;
    for (point, volume) in filling.points.iter().zip(&filling.volumes).filter(|(point, _)| inner(point)) {
        assert!((volume / (0.5 * edge.powi(3)) - 1.0).abs() < 1e-9, "{point}");
        let near = filling.points.iter().filter(|other| (other.distance(*point) / 0.1 - 1.0).abs() < 1e-9);
        assert_eq!(near.count(), 8, "{point}");
        count += 1;
    }
    assert_eq!(count, 2 * 27);
    assert!(least_distance(&filling.points) > 0.07, "{}", least_distance(&filling.points));
    assert!((centre(&filling) - 0.5 * size).length() < 1e-3 * size.x);
}

#[test]
fn every_layout_keeps_all_matter_near_its_site() {
    let bar = block(DVec3::new(0.73, 0.21, 0.34), 0.1);
    let ball = sphere(0.33, 0.1);
    for layout in LAYOUTS {
        check(&bar, &filled(&bar, layout, 0.1));
        check(&ball, &filled(&ball, layout, 0.1));
    }
}

#[test]
fn fillings_have_the_same_bits_at_any_number_of_threads() {
    let cloud = sphere(0.5, 0.1);
    let with = |threads: usize, layout: Layout| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| filled(&cloud, layout, 0.13))
    };
    for layout in LAYOUTS {
        assert_eq!(with(1, layout), with(3, layout), "{layout:?}");
    }
}
