//! Pieces that are sites.
//!
//! Points of a file may lie (nearly) in the same place, as where two scans overlap. As two sites they would measure strain across next to nothing,
//! and no explicit step would be small enough; they become one, with the matter of both.

use glam::DVec3;

use super::distance::neighbour_distances;
use super::{Filling, FillingError, check_count};
use crate::cell_list::CellList;
use crate::matter::MaterialCloud;

/// Pieces nearer than this share of their size, and of the usual distance, are one site.
const SAME: f64 = 0.1;

pub(super) fn fill(cloud: &MaterialCloud) -> Result<Filling, FillingError> {
    let sizes: Vec<f64> = cloud.volumes.iter().map(|volume| volume.cbrt()).collect();
    check_count(cloud.len(), sizes[0])?;
    let spacings = neighbour_distances(&cloud.points, &sizes);
    let firsts = firsts_of_same_place(&cloud.points, &sizes, &spacings);
    if firsts.iter().enumerate().all(|(piece, &first)| piece == first as usize) {
        let site_of_piece = (0..cloud.len() as u32).collect();
        let (points, volumes) = (cloud.points.clone(), cloud.volumes.clone());
        return Ok(Filling { points, volumes, spacings, site_of_piece });
    }
    Ok(joined(cloud, &firsts))
}

/// For each piece the first one it is in the same place with: itself if there is none before it.
fn firsts_of_same_place(points: &[DVec3], sizes: &[f64], spacings: &[f64]) -> Vec<u32> {
    let mut sorted = spacings.to_vec();
    let middle = sorted.len() / 2;
    let reach = SAME * *sorted.select_nth_unstable_by(middle, f64::total_cmp).1;
    let mut cells = CellList::default();
    cells.rebuild(points, reach);
    let mut firsts: Vec<u32> = (0..points.len() as u32).collect();
    for piece in 0..points.len() {
        if firsts[piece] != piece as u32 {
            continue;
        }
        cells.neighbours_of(points[piece], reach, |other| {
            let other = other as usize;
            let size = sizes[piece].min(sizes[other]);
            let is_free = other > piece && firsts[other] == other as u32;
            if is_free && points[other].distance(points[piece]) < reach.min(SAME * size) {
                firsts[other] = piece as u32;
            }
        });
    }
    firsts
}

/// Sites of the first pieces, each with the matter of all in its place.
fn joined(cloud: &MaterialCloud, firsts: &[u32]) -> Filling {
    let kept: Vec<u32> = (0..).zip(firsts).filter(|(piece, first)| piece == *first).map(|(p, _)| p).collect();
    let site = |piece: u32| kept.partition_point(|&first| first < firsts[piece as usize]) as u32;
    let site_of_piece: Vec<u32> = (0..cloud.len() as u32).map(site).collect();
    let (mut volumes, mut moments) = (vec![0.0; kept.len()], vec![DVec3::ZERO; kept.len()]);
    for (piece, &site) in site_of_piece.iter().enumerate() {
        volumes[site as usize] += cloud.volumes[piece];
        moments[site as usize] += cloud.points[piece] * cloud.volumes[piece];
    }
    let points: Vec<DVec3> = moments.iter().zip(&volumes).map(|(moment, volume)| *moment / *volume).collect();
    let sizes: Vec<f64> = volumes.iter().map(|volume| volume.cbrt()).collect();
    Filling { spacings: neighbour_distances(&points, &sizes), points, volumes, site_of_piece }
}
