//! How far points are from their neighbours.

use glam::DVec3;
use rayon::prelude::*;

use crate::cell_list::CellList;

/// Neighbours whose distance is averaged: a corner of a cubic lattice has three.
const NEIGHBOURS: usize = 3;

/// How far neighbours are looked for, in guesses: first, and at most.
const FIRST_REACH: f64 = 1.3;
const LAST_REACH: f64 = 12.0;

/// The same limit in the guesses of the finest points, for clouds of very different sizes.
const MOST_CELLS: f64 = 64.0;

/// Of the guesses, those below this share of all are not taken for the size of the finest.
const FINEST: usize = 100;

/// Points handled by one thread at a time.
const CHUNK: usize = 1024;

/// Mean distance of the nearest three points (m), or of as many as there are near; the guess (m) if there are none.
pub(super) fn neighbour_distances(points: &[DVec3], guesses: &[f64]) -> Vec<f64> {
    let mut sorted = guesses.to_vec();
    sorted.par_sort_unstable_by(f64::total_cmp);
    let width = FIRST_REACH * sorted[sorted.len() / FINEST];
    let mut cells = CellList::default();
    cells.rebuild(points, width);
    let mean = |id: usize| mean_distance(&cells, points, id, guesses[id], MOST_CELLS * width);
    (0..points.len()).into_par_iter().with_min_len(CHUNK).map(mean).collect()
}

fn mean_distance(cells: &CellList, points: &[DVec3], id: usize, guess: f64, most: f64) -> f64 {
    let mut reach = FIRST_REACH * guess;
    loop {
        let mut nearest = [f64::INFINITY; NEIGHBOURS];
        cells.neighbours_of(points[id], reach.min(most), |other| {
            if other as usize != id {
                insert(&mut nearest, points[other as usize].distance_squared(points[id]));
            }
        });
        let found = nearest.iter().filter(|square| square.is_finite()).count();
        if found == NEIGHBOURS || reach > (LAST_REACH * guess).min(most) {
            let sum: f64 = nearest[..found].iter().map(|square| square.sqrt()).sum();
            return if sum > 0.0 { sum / found as f64 } else { guess };
        }
        reach *= 2.0;
    }
}

/// Puts a number into its place among the smallest.
fn insert(smallest: &mut [f64; NEIGHBOURS], mut value: f64) {
    for entry in smallest {
        if value < *entry {
            std::mem::swap(entry, &mut value);
        }
    }
}
