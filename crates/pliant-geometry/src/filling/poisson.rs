//! Poisson discs: darts at the pieces in random order, each of which keeps others at a distance.

use glam::DVec3;
use rayon::prelude::*;

use super::boxes::Boxes;
use super::distance::neighbour_distances;
use super::random::Random;
use super::{Filling, FillingError, FillingOptions, check_count};
use crate::cell_list::CellList;

/// How often sites move to the centres of what is nearest to them (Lloyd).
const ROUNDS: usize = 2;

/// Darts just a spacing apart are allowed.
const ROUNDING: f64 = 1e-9;

/// Pieces handled by one thread at a time.
const CHUNK: usize = 1024;

const NOBODY: u32 = u32::MAX;

pub(super) fn fill(boxes: &Boxes<'_>, options: &FillingOptions) -> Result<Filling, FillingError> {
    let spacings: Vec<f64> = (0..boxes.len()).map(|piece| options.spacing_at(piece)).collect();
    let (darts, mut owners) = throw(boxes.points, &spacings, options.seed);
    check_count(darts.len(), options.spacing)?;
    let mut points: Vec<DVec3> = darts.iter().map(|piece| boxes.points[*piece as usize]).collect();
    let wished: Vec<f64> = darts.iter().map(|piece| spacings[*piece as usize]).collect();
    let mut volumes = Vec::new();
    for _ in 0..ROUNDS {
        find_nearest(boxes.points, &points, &wished, &mut owners);
        volumes = move_to_centres(boxes, &owners, &mut points);
    }
    let spacings = neighbour_distances(&points, &wished);
    Ok(without_empty(Filling { points, volumes, spacings, site_of_piece: owners }))
}

/// Pieces hit by a dart that no earlier one keeps off, and for each piece a site near it.
pub(super) fn throw(points: &[DVec3], spacings: &[f64], seed: u64) -> (Vec<u32>, Vec<u32>) {
    let finest = spacings.iter().copied().fold(f64::INFINITY, f64::min);
    let mut cells = CellList::default();
    cells.rebuild(points, finest);
    let mut darts = Vec::new();
    let mut owners = vec![NOBODY; points.len()];
    for dart in Random::new(seed).order(points.len()) {
        let (site, point) = (darts.len() as u32, points[dart as usize]);
        if owners[dart as usize] != NOBODY {
            continue;
        }
        cells.neighbours_of(point, spacings[dart as usize] * (1.0 - ROUNDING), |piece| {
            let owner = &mut owners[piece as usize];
            let distance =
                |site: u32| points[darts[site as usize] as usize].distance_squared(points[piece as usize]);
            if *owner == NOBODY || point.distance_squared(points[piece as usize]) < distance(*owner) {
                *owner = site;
            }
        });
        darts.push(dart);
    }
    (darts, owners)
}

/// The nearest site of each piece, from one that is near; of several the first.
fn find_nearest(pieces: &[DVec3], sites: &[DVec3], wished: &[f64], owners: &mut [u32]) {
    let mean = wished.iter().sum::<f64>() / wished.len() as f64;
    let mut cells = CellList::default();
    cells.rebuild(sites, mean);
    owners.par_iter_mut().zip(pieces).with_min_len(CHUNK).for_each(|(owner, piece)| {
        let mut best = (sites[*owner as usize].distance_squared(*piece), *owner);
        cells.neighbours_of(*piece, best.0.sqrt(), |site| {
            let distance = sites[site as usize].distance_squared(*piece);
            if (distance, site) < best {
                best = (distance, site);
            }
        });
        *owner = best.1;
    });
}

/// Moves sites to the centroids of their pieces, and returns the volumes of these.
fn move_to_centres(boxes: &Boxes<'_>, owners: &[u32], sites: &mut [DVec3]) -> Vec<f64> {
    let mut volumes = vec![0.0; sites.len()];
    let mut moments = vec![DVec3::ZERO; sites.len()];
    for (piece, owner) in owners.iter().enumerate() {
        let (owner, volume) = (*owner as usize, boxes.volumes[piece]);
        volumes[owner] += volume;
        moments[owner] += volume * (boxes.points[piece] - sites[owner]);
    }
    for (site, volume) in volumes.iter().enumerate().filter(|(_, volume)| **volume > 0.0) {
        sites[site] += moments[site] / *volume;
    }
    volumes
}

/// The filling without sites that lost all their pieces to others when they moved.
fn without_empty(mut filling: Filling) -> Filling {
    let mut number = vec![NOBODY; filling.points.len()];
    let mut count = 0;
    for site in 0..number.len() {
        if filling.volumes[site] > 0.0 {
            number[site] = count as u32;
            filling.points[count] = filling.points[site];
            filling.volumes[count] = filling.volumes[site];
            filling.spacings[count] = filling.spacings[site];
            count += 1;
        }
    }
    filling.points.truncate(count);
    filling.volumes.truncate(count);
    filling.spacings.truncate(count);
    filling.site_of_piece.iter_mut().for_each(|site| *site = number[*site as usize]);
    filling
}
