//! What is seen and touched of bodies that are layers or fibres all over: the surface of matter has two sides, but points move them as one.
//! So a layer is its middle surface, with one side's triangles, and a fibre has none: its points are spheres.

use super::dimension::Extent;
use crate::cloud::{CloudSetup, Neighbours};
use glam::DVec3;
use pliant_geometry::CellList;
use pliant_geometry::matter::Matter;
use std::collections::BTreeMap;

/// Sum of a surface's areas, as vectors along the normals of the layer, over their sum: that of two sides is about zero.
const ONE_SIDED: f64 = 0.5;
/// Cosine between a triangle of a side and the normal of the layer; triangles of the rim are across.
const ALONG: f64 = 0.5;

/// Replaces the surface of a body that has no solid parts.
pub fn flatten(setup: &mut CloudSetup, neighbours: &Neighbours, extents: &[Extent]) {
    if setup.matter.surface.is_none() || extents.iter().any(|extent| extent.dimension == 3) {
        return;
    }
    let nearest = nearest_points(setup);
    if extents.iter().all(|extent| extent.dimension == 1) {
        forget_surface(setup, &nearest);
        return;
    }
    let normals = normals(neighbours, extents);
    lay_flat(&mut setup.matter, &setup.points, &nearest, &normals);
}

/// Groups of the surface become those of the matter around the points nearest to theirs.
fn forget_surface(setup: &mut CloudSetup, nearest: &[usize]) {
    setup.matter.surface = None;
    for (name, members) in std::mem::take(&mut setup.matter.point_groups) {
        let mut is_in = vec![false; setup.points.len()];
        members.iter().for_each(|&p| is_in[nearest[p as usize]] = true);
        let pieces = 0..setup.point_of_piece.len() as u32;
        let inside = pieces.filter(|&piece| is_in[setup.point_of_piece[piece as usize] as usize]).collect();
        setup.matter.cloud_groups.entry(name).or_insert(inside);
    }
    setup.matter.point_groups = setup.matter.cloud_groups.clone();
}

/// Of each point of the surface.
fn nearest_points(setup: &CloudSetup) -> Vec<usize> {
    let surface = setup.matter.surface.as_ref().map_or(&[][..], |surface| &surface.points);
    let reach = 1.5 * setup.spacings.iter().copied().fold(0.0, f64::max);
    let mut list = CellList::default();
    list.rebuild(&setup.points, reach);
    let nearest = |x: &DVec3| {
        let distance = |j: usize| setup.points[j].distance_squared(*x);
        let mut found: Option<usize> = None;
        list.neighbours_of(*x, reach, |j| {
            if found.is_none_or(|best| distance(j as usize) < distance(best)) {
                found = Some(j as usize);
            }
        });
        let all = || (0..setup.points.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        found.or_else(all).unwrap_or(0)
    };
    surface.iter().map(nearest).collect()
}

/// Normals of the layer at its points, which agree from neighbour to neighbour.
fn normals(neighbours: &Neighbours, extents: &[Extent]) -> Vec<DVec3> {
    let mut normals: Vec<DVec3> = extents.iter().map(|extent| extent.axes.col(2)).collect();
    let mut is_known = vec![false; extents.len()];
    let mut waiting = Vec::new();
    for first in 0..extents.len() {
        if is_known[first] {
            continue;
        }
        is_known[first] = true;
        waiting.push(first);
        while let Some(i) = waiting.pop() {
            for at in neighbours.range(i) {
                let j = neighbours.ids[at] as usize;
                if !is_known[j] {
                    is_known[j] = true;
                    normals[j] = if normals[j].dot(normals[i]) < 0.0 { -normals[j] } else { normals[j] };
                    waiting.push(j);
                }
            }
        }
    }
    normals
}

fn lay_flat(matter: &mut Matter, points: &[DVec3], nearest: &[usize], normals: &[DVec3]) {
    let Some(surface) = &mut matter.surface else { return };
    let area = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|p| surface.points[p as usize]);
        0.5 * (b - a).cross(c - a)
    };
    let upwards = |t: &[u32; 3]| area(t).dot(normals[nearest[t[0] as usize]]);
    let total: f64 = surface.triangles.iter().map(|t| area(t).length()).sum();
    let sum: f64 = surface.triangles.iter().map(upwards).sum();
    let is_one_sided = sum.abs() > ONE_SIDED * total;
    let triangles: Vec<[u32; 3]> = surface
        .triangles
        .iter()
        .filter(|t| is_one_sided || upwards(t) > ALONG * area(t).length())
        .copied()
        .collect();
    let mut number = vec![u32::MAX; surface.points.len()];
    let mut kept = Vec::new();
    for &p in triangles.iter().flatten() {
        if number[p as usize] == u32::MAX {
            number[p as usize] = kept.len() as u32;
            let (x, i) = (surface.points[p as usize], nearest[p as usize]);
            kept.push(x - normals[i] * (x - points[i]).dot(normals[i]));
        }
    }
    surface.triangles = triangles.iter().map(|t| t.map(|p| number[p as usize])).collect();
    surface.points = kept;
    renumber(&mut matter.point_groups, &number);
}

/// Points that are gone leave their groups.
fn renumber(groups: &mut BTreeMap<String, Vec<u32>>, number: &[u32]) {
    for members in groups.values_mut() {
        *members = members.iter().map(|&p| number[p as usize]).filter(|&p| p != u32::MAX).collect();
        members.sort_unstable();
    }
}
