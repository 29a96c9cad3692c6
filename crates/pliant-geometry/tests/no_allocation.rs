//! Searches that run every step allocate nothing once their buffers have grown.
#![allow(clippy::unwrap_used)]

#[path = "support/counting.rs"]
mod counting;
mod support;

use counting::allocations_of;
use glam::DVec3;
use pliant_geometry::{BoundingBox, BoundsTree, CellList};

#[test]
fn searches_in_a_steady_state_allocate_nothing() {
    let mut numbers = support::Numbers(3);
    let points: Vec<DVec3> = (0..30_000).map(|_| numbers.point(1.0)).collect();
    let mut far = points.clone();
    far[77] = DVec3::splat(1e12);
    let boxes: Vec<BoundingBox> =
        points.iter().map(|&x| BoundingBox { min: x, max: x }.grown(0.03)).collect();
    // Within the pool: handing work to it from outside may allocate.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        for points in [points, far] {
            let (mut list, mut out) = (CellList::default(), vec![]);
            let mut search = || {
                list.rebuild(&points, 0.06);
                list.pairs(0.06, &mut out);
            };
            assert!(allocations_of(&mut search) > 0);
            search();
            assert_eq!(allocations_of(&mut search), 0, "cells");
            assert!(out.len() > 30_000);
        }
        let mut tree = BoundsTree::new(&boxes);
        let mut count = 0;
        let walks = allocations_of(|| {
            tree.refit(&boxes);
            tree.visit_overlaps(&boxes[5], |_| count += 1);
            tree.visit_self_pairs(|_, _| count += 1);
            tree.visit_pairs(&tree, |_, _| count += 1);
            tree.visit_nearest(DVec3::ZERO, f64::INFINITY, |_, limit| limit);
        });
        assert_eq!(walks, 0, "tree");
        assert!(count > 30_000);
    });
}
