//! Parts thinner than a cell, slivers, and the smallest bodies.

use super::*;

/// A block with a plate that stands out of it; the plate lies at an odd height and is thinner than a cell.
fn block_with_plate(thickness: f64, height: f64) -> MaterialCloud {
    let bounds = BoundingBox { min: DVec3::ZERO, max: DVec3::new(1.0, 0.6, 0.6) };
    cubes(0.02, bounds, |x| x.x < 0.4 || (x.z > height && x.z < height + thickness))
}

#[test]
fn a_plate_thinner_than_a_cell_keeps_a_site_in_every_cell() {
    for (thickness, height) in [(0.04, 0.33), (0.04, 0.38), (0.06, 0.21), (0.02, 0.24)] {
        let cloud = block_with_plate(thickness, height);
        for layout in LAYOUTS {
            check(&cloud, &filled(&cloud, layout, 0.1));
        }
        let filling = filled(&cloud, Layout::Cubic, 0.1);
        let plate: Vec<DVec3> = filling.points.iter().copied().filter(|x| x.x > 0.4).collect();
        assert_eq!(plate.len(), 36, "{thickness} at {height}");
        let off = plate.iter().map(|x| (x.z - height - 0.5 * thickness).abs()).fold(0.0, f64::max);
        assert!(off < 0.03, "{thickness} at {height}: off by {off}");
    }
}

#[test]
fn a_thin_sheet_is_one_layer() {
    let cloud = block(DVec3::new(1.0, 0.7, 0.01), 0.1);
    let filling = filled(&cloud, Layout::Cubic, 0.1);
    check(&cloud, &filling);
    assert_eq!(filling.points.len(), 70);
    assert!(filling.points.iter().all(|x| (x.z - 0.005).abs() < 1e-12));
    assert!(filling.spacings.iter().all(|spacing| (spacing - 0.1).abs() < 1e-9));
}

#[test]
fn a_tilted_plate_keeps_all_its_matter_near_sites() {
    let normal = DVec3::new(0.3, 0.5, 1.0).normalize();
    let bounds = BoundingBox { min: DVec3::splat(-0.5), max: DVec3::splat(0.5) };
    for half in [0.01, 0.02, 0.03, 0.06] {
        let cloud = cubes(0.02, bounds, |x| x.dot(normal).abs() < half);
        for layout in LAYOUTS {
            let filling = filled(&cloud, layout, 0.1);
            check(&cloud, &filling);
            let least = least_distance(&filling.points);
            assert!(matches!(layout, Layout::Jittered { .. }) || least > 0.02, "{layout:?} {half}: {least}");
        }
    }
}

#[test]
fn a_tilted_rod_thinner_than_a_cell_is_a_row_of_sites() {
    let along = DVec3::new(0.6, 0.3, 1.0).normalize();
    let bounds = BoundingBox { min: DVec3::splat(-0.5), max: DVec3::splat(0.5) };
    let cloud = cubes(0.02, bounds, |x| x.reject_from(along).length() < 0.025);
    for layout in LAYOUTS {
        let filling = filled(&cloud, layout, 0.1);
        check(&cloud, &filling);
        let mut row: Vec<f64> = filling.points.iter().map(|x| x.dot(along)).collect();
        row.sort_by(f64::total_cmp);
        let widest = row.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
        assert!(widest < 0.2, "{layout:?}: a gap of {widest}");
        assert!((7..=22).contains(&row.len()), "{layout:?}: {} sites", row.len());
    }
}

#[test]
fn sites_do_not_stand_close_together_at_a_curved_surface() {
    for radius in [0.31, 0.36, 0.4, 0.43, 0.47] {
        let cloud = sphere(radius, 0.1);
        for layout in [Layout::Cubic, Layout::BodyCentred, Layout::Octree { levels: 1 }] {
            let filling = filled(&cloud, layout, 0.1);
            check(&cloud, &filling);
            let least = least_distance(&filling.points);
            assert!(least > 0.05, "{layout:?} {radius}: {least}");
        }
    }
}

#[test]
fn two_pieces_keep_their_mass() {
    let mut cloud = MaterialCloud::default();
    push(&mut cloud, DVec3::ZERO, 0.1);
    push(&mut cloud, DVec3::new(0.1, 0.0, 0.0), 0.1);
    for layout in LAYOUTS.into_iter().chain([Layout::Pieces]) {
        check(&cloud, &filled(&cloud, layout, 0.2));
    }
    // Far apart, each is a site.
    cloud.points[1].x = 50.0;
    for layout in LAYOUTS {
        let filling = filled(&cloud, layout, 0.2);
        check(&cloud, &filling);
        assert_eq!(filling.points.len(), 2, "{layout:?}");
        assert_eq!(filling.site_of_piece, [0, 1].map(|i| if filling.points[0].x < 1.0 { i } else { 1 - i }));
        filling.volumes.iter().for_each(|volume| assert!((volume / 1e-3 - 1.0).abs() < 1e-12));
    }
}
