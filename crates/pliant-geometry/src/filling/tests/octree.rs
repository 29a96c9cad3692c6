//! The octree.

use super::*;

/// Cells of a filling whose sites are all in the middle of theirs.
fn cells(filling: &Filling) -> Vec<BoundingBox> {
    let cell =
        |(point, spacing): (&DVec3, &f64)| BoundingBox { min: *point, max: *point }.grown(0.5 * spacing);
    filling.points.iter().zip(&filling.spacings).map(cell).collect()
}

fn assert_balanced(filling: &Filling) {
    let cells = cells(filling);
    for (a, small) in cells.iter().enumerate() {
        for (b, large) in cells.iter().enumerate() {
            if filling.spacings[b] > 2.1 * filling.spacings[a] {
                let common = small.max.min(large.max) - small.min.max(large.min);
                let touching = common.to_array().iter().filter(|x| **x > 1e-9).count();
                assert!(
                    touching < 2 || common.min_element() < -1e-9,
                    "cells at {} and {} share a face",
                    small.centre(),
                    large.centre()
                );
            }
        }
    }
}

#[test]
fn cells_are_small_at_the_surface_and_balanced() {
    let cloud = coarse_block(DVec3::splat(1.6), 0.1);
    let filling = filled(&cloud, Layout::Octree { levels: 2 }, 0.1);
    check(&cloud, &filling);
    let mut counts = [0; 3];
    for (cell, spacing) in cells(&filling).iter().zip(&filling.spacings) {
        let level = (spacing / 0.1).log2().round() as usize;
        counts[level] += 1;
        let depth = cell.min.min(1.6 - cell.max).min_element();
        assert!(depth > -1e-9, "a cell of the box reaches beyond it");
        assert_eq!(depth < 1e-9, level == 0 && depth < 0.05, "only the smallest cells are at the surface");
    }
    assert!(counts[0] > 8 * counts[1] && counts[1] > 0 && counts[2] >= 8, "{counts:?}");
    let volume: f64 = filling.spacings.iter().map(|spacing| spacing.powi(3)).sum();
    assert!((volume / cloud.volume() - 1.0).abs() < 1e-9, "cells fill the box once");
    assert_balanced(&filling);
    let even = filled(&cloud, Layout::Cubic, 0.1);
    assert!(filling.points.len() < even.points.len());
}

#[test]
fn without_levels_an_octree_is_the_lattice() {
    let cloud = sphere(0.4, 0.1);
    let octree = filled(&cloud, Layout::Octree { levels: 0 }, 0.1);
    assert_eq!(octree, filled(&cloud, Layout::Cubic, 0.1));
}

#[test]
fn a_ball_is_coarse_inside() {
    let cloud = sphere(1.0, 0.15);
    let filling = filled(&cloud, Layout::Octree { levels: 3 }, 0.08);
    check(&cloud, &filling);
    let mut surface_is_fine = true;
    let mut largest = 0.0f64;
    for (point, spacing) in filling.points.iter().zip(&filling.spacings) {
        let depth = 1.0 - point.distance(cloud.centre());
        surface_is_fine &= depth > 0.06 || *spacing < 0.09;
        largest = largest.max(*spacing);
    }
    assert!(surface_is_fine);
    assert!((0.3..0.65).contains(&largest), "{largest}");
    assert!(filling.points.len() < filled(&cloud, Layout::Cubic, 0.08).points.len());
}

#[test]
fn graded_cells_follow_their_factors() {
    let cloud = coarse_block(DVec3::new(3.2, 1.6, 1.6), 0.1);
    let factors = cloud.points.iter().map(|x| if x.x < 1.6 { 1.0 } else { 2.0 }).collect();
    let options = FillingOptions { factors: Some(factors), ..options(Layout::Octree { levels: 1 }, 0.1) };
    let filling = fill(&cloud, &options).unwrap();
    check(&cloud, &filling);
    assert_balanced(&filling);
    let range = |from: f64, to: f64| {
        let within = |x: &DVec3| (from..to).contains(&x.x);
        let spacings = filling.points.iter().zip(&filling.spacings).filter(|(x, _)| within(x)).map(|x| *x.1);
        spacings.fold((f64::INFINITY, 0.0f64), |(low, high), s| (low.min(s), high.max(s)))
    };
    let ((a, b), (c, d)) = (range(0.0, 1.4), range(1.8, 3.2));
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
    assert!(near(a, 0.1) && near(b, 0.2), "{a} {b}");
    assert!(near(c, 0.2) && near(d, 0.4), "{c} {d}");
}

#[test]
fn absurd_numbers_of_levels_are_harmless() {
    let cloud = block(DVec3::splat(0.8), 0.1);
    let many = filled(&cloud, Layout::Octree { levels: u32::MAX }, 0.1);
    check(&cloud, &many);
    let some = filled(&cloud, Layout::Octree { levels: 4 }, 0.1);
    assert_eq!(many, some);
}
