//! Points at the tips of a solid that bonds do not hold: points that are held take their matter.
//!
//! A bond resists a change of its length only. So a point is held by bonds in three directions, to points that are held themselves; two points at a
//! thin tip, each bonded with the other and with two more in the same plane, swing freely across it. Layers and fibres are left alone: they are
//! more than a few points, and have energies of their own.

use super::physics::PeridynamicSetup;
use crate::cloud::CloudSetup;
use glam::{DMat3, DVec3};
use pliant_math::decompose::symmetric_eigen;
use pliant_math::small::outer_product;

/// A point is held if the smallest eigenvalue of sum n n^T over its bonds is more than this share of their number.
const HELD: f64 = 0.01;
/// Points of a tip at most.
const TIP: usize = 6;

/// Gives the matter of loose points to the nearest held ones, which move to the middle of both; whether there were any. `bonds`:
/// neighbours of each point.
pub fn join_loose(setup: &mut PeridynamicSetup, bonds: &[Vec<u32>]) -> bool {
    let loose = loose_tips(&setup.cloud.points, bonds);
    if !loose.contains(&true) {
        return false;
    }
    let heirs = heirs(&setup.cloud, &loose);
    join(&mut setup.cloud, &heirs);
    if !setup.directions.is_empty() {
        setup.directions = kept(&setup.directions, &heirs);
    }
    true
}

/// Which points are loose and in a tip.
fn loose_tips(points: &[DVec3], bonds: &[Vec<u32>]) -> Vec<bool> {
    let mut loose = vec![false; points.len()];
    loop {
        let is_let_go = |i: &usize| !loose[*i] && !is_held(points, *i, &bonds[*i], &loose);
        let let_go: Vec<usize> = (0..points.len()).filter(is_let_go).collect();
        if let_go.is_empty() {
            break;
        }
        let_go.into_iter().for_each(|i| loose[i] = true);
    }
    for group in groups(bonds, &loose).into_iter().filter(|group| group.len() > TIP) {
        group.into_iter().for_each(|i| loose[i as usize] = false);
    }
    loose
}

fn is_held(points: &[DVec3], i: usize, ids: &[u32], loose: &[bool]) -> bool {
    let (mut K, mut count) = (DMat3::ZERO, 0.0);
    for &j in ids.iter().filter(|j| !loose[**j as usize]) {
        let n = (points[j as usize] - points[i]).normalize_or_zero();
        K += outer_product(n, n);
        count += 1.0;
    }
    symmetric_eigen(&K).values[2] > HELD * count
}

/// Loose points by what bonds join.
fn groups(bonds: &[Vec<u32>], loose: &[bool]) -> Vec<Vec<u32>> {
    let mut is_new = loose.to_vec();
    let mut groups = Vec::new();
    for first in 0..loose.len() {
        let mut group = if is_new[first] { vec![first as u32] } else { continue };
        is_new[first] = false;
        let mut next = 0;
        while next < group.len() {
            for &j in &bonds[group[next] as usize] {
                if std::mem::take(&mut is_new[j as usize]) {
                    group.push(j);
                }
            }
            next += 1;
        }
        groups.push(group);
    }
    groups
}

/// By point: who takes its matter, of the same material if anybody.
fn heirs(cloud: &CloudSetup, loose: &[bool]) -> Vec<Option<u32>> {
    let held: Vec<u32> = (0..loose.len() as u32).filter(|&j| !loose[j as usize]).collect();
    let heir = |i: usize| {
        let rank = |j: u32| {
            let is_other = cloud.material_of_point[j as usize] != cloud.material_of_point[i];
            (is_other, cloud.points[j as usize].distance_squared(cloud.points[i]))
        };
        let order = |a: &u32, b: &u32| {
            let (a, b) = (rank(*a), rank(*b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        };
        held.iter().copied().min_by(order)
    };
    (0..loose.len()).map(|i| if loose[i] { heir(i) } else { None }).collect()
}

fn join(cloud: &mut CloudSetup, heirs: &[Option<u32>]) {
    for (i, heir) in heirs.iter().enumerate() {
        if let Some(j) = heir.map(|j| j as usize) {
            let (own, taken) = (cloud.volumes[j], cloud.volumes[i]);
            cloud.points[j] = (cloud.points[j] * own + cloud.points[i] * taken) / (own + taken);
            cloud.volumes[j] += taken;
        }
    }
    let mut number = 0;
    let numbers: Vec<u32> = heirs
        .iter()
        .map(|heir| {
            number += u32::from(heir.is_none());
            number.saturating_sub(1)
        })
        .collect();
    let new = |i: u32| numbers[heirs[i as usize].unwrap_or(i) as usize];
    cloud.point_of_piece.iter_mut().for_each(|of| *of = new(*of));
    cloud.points = kept(&cloud.points, heirs);
    cloud.volumes = kept(&cloud.volumes, heirs);
    cloud.spacings = kept(&cloud.spacings, heirs);
    cloud.material_of_point = kept(&cloud.material_of_point, heirs);
}

fn kept<T: Copy>(all: &[T], heirs: &[Option<u32>]) -> Vec<T> {
    all.iter().zip(heirs).filter(|(_, heir)| heir.is_none()).map(|(x, _)| *x).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bonds(points: &[DVec3]) -> Vec<Vec<u32>> {
        let near = |i: usize, j: u32| i != j as usize && points[i].distance(points[j as usize]) < 1.99;
        (0..points.len()).map(|i| (0..points.len() as u32).filter(|&j| near(i, j)).collect()).collect()
    }

    fn lattice(count: [i32; 3]) -> Vec<DVec3> {
        let [nx, ny, nz] = count;
        let at = |n: i32| [n % nx, n / nx % ny, n / nx / ny].map(f64::from);
        (0..nx * ny * nz).map(|n| DVec3::from_array(at(n))).collect()
    }

    #[test]
    fn a_flat_tip_of_two_points_is_loose_and_a_solid_a_sheet_and_a_strand_are_not() {
        let mut points = lattice([4, 4, 4]);
        points.extend([DVec3::new(4.2, 1.2, 1.5), DVec3::new(4.2, 1.8, 1.5)]);
        // Both are held by the face before them: four bonds each.
        assert!(!loose_tips(&points, &bonds(&points)).contains(&true));
        points.extend([DVec3::new(5.9, 1.2, 1.5), DVec3::new(5.9, 1.8, 1.5)]);
        let loose = loose_tips(&points, &bonds(&points));
        assert_eq!((0..points.len()).filter(|&i| loose[i]).collect::<Vec<_>>(), [66, 67]);
        for thin in [[6, 6, 1], [9, 1, 1]] {
            let points = lattice(thin);
            assert!(!loose_tips(&points, &bonds(&points)).contains(&true));
        }
    }
}
