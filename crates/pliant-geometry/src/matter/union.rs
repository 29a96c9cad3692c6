//! Several shapes as one body: matter where they overlap counts once.

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::pieces::{Piece, PieceSum};
use super::{Kink, MaterialCloud, Matter};
use crate::soup::Solid;

/// Samples along each direction of a piece near the surface of an earlier part, which tell whether it is cut.
const SAMPLES: usize = 4;

/// Times that a piece which is cut is halved along each direction, where the surface goes through it.
const HALVINGS: usize = 3;

/// Pieces with less than this share left are dropped.
const SMALLEST: f64 = 1e-3;

/// Puts parts together. What lies inside an earlier part is taken from a later one: pieces that are cut keep their share
/// outside. Parts whose surface encloses nothing (shells, bare clouds) take nothing from others. Surfaces are kept whole.
pub fn union(parts: Vec<Matter>) -> Matter {
    // Nothing is taken from anybody by the last part.
    let takers = &parts[..parts.len().saturating_sub(1)];
    let solids: Vec<Option<Solid>> =
        takers.iter().map(|part| Solid::new(part.surface.as_ref()?).ok()).collect();
    let mut whole = Matter::default();
    let bare = parts.iter().any(|part| part.surface.is_none());
    for (number, part) in parts.into_iter().enumerate() {
        let before: Vec<&Solid> = solids[..number].iter().flatten().collect();
        append(&mut whole, cut(part, &before), bare);
    }
    whole
}

/// The part without what lies inside the solids.
fn cut(mut part: Matter, solids: &[&Solid]) -> Matter {
    if solids.is_empty() {
        return part;
    }
    let cloud = &part.cloud;
    let kept: Vec<Option<Piece>> =
        (0..cloud.len()).into_par_iter().with_min_len(64).map(|i| outside(&cloud.piece(i), solids)).collect();
    let mut new_id = vec![None; cloud.len()];
    let mut left = MaterialCloud::default();
    for (point, piece) in kept.iter().enumerate() {
        if let Some(piece) = piece {
            new_id[point] = Some(left.len() as u32);
            left.push_on_line(piece, cloud.radii[point], cloud.on_line(point));
        }
    }
    for ids in part.cloud_groups.values_mut() {
        *ids = ids.iter().filter_map(|id| new_id[*id as usize]).collect();
    }
    if part.surface.is_none() {
        for ids in part.point_groups.values_mut() {
            *ids = ids.iter().filter_map(|id| new_id[*id as usize]).collect();
        }
    }
    let kept_before = |first: u32| new_id[..first as usize].iter().flatten().count() as u32;
    part.parts.iter_mut().for_each(|first| *first = kept_before(*first));
    part.cloud = left;
    part
}

/// What is left of a piece outside of all solids; it is taken for the parallelepiped with its moment.
fn outside(piece: &Piece, solids: &[&Solid]) -> Option<Piece> {
    let edges = edges_of(piece.moment);
    let reach = 0.5 * (edges.x_axis.abs() + edges.y_axis.abs() + edges.z_axis.abs()).length();
    let mut near: Vec<&Solid> = Vec::new();
    for solid in solids {
        if solid.bounds().distance_squared(piece.centre) > reach * reach {
            continue;
        }
        if solid.distance(piece.centre, reach).is_some() {
            near.push(solid);
        } else if solid.contains(piece.centre) {
            return None;
        }
    }
    if near.is_empty() {
        return Some(*piece);
    }
    let count = SAMPLES as f64;
    let share = piece.volume / count.powi(3);
    let moment = piece.moment * (1.0 / (count * count));
    let mut sum = PieceSum::around(piece.centre);
    let mut kept = 0;
    let at = |i: usize| (i as f64 + 0.5) / count - 0.5;
    for i in 0..SAMPLES {
        for j in 0..SAMPLES {
            for k in 0..SAMPLES {
                let centre = piece.centre + edges * DVec3::new(at(i), at(j), at(k));
                if !near.iter().any(|solid| solid.contains(centre)) {
                    sum.add_piece(&Piece { volume: share, centre, moment });
                    kept += 1;
                }
            }
        }
    }
    if kept < SAMPLES.pow(3) {
        sum = PieceSum::around(piece.centre);
        add_outside(piece, edges, &near, HALVINGS, &mut sum);
    }
    sum.finish().filter(|left| left.volume > SMALLEST * piece.volume)
}

/// Adds what is left of a piece with these edges, so exactly that nothing is missing at the border: samples may be much closer there than pieces are long.
fn add_outside(piece: &Piece, edges: DMat3, solids: &[&Solid], halvings: usize, sum: &mut PieceSum) {
    let reach = 0.5 * (edges.x_axis.abs() + edges.y_axis.abs() + edges.z_axis.abs()).length();
    let mut from_border = f64::INFINITY;
    for solid in solids {
        match (solid.distance(piece.centre, reach), solid.contains(piece.centre)) {
            (None, true) => return,
            (None, false) => {}
            (Some(distance), is_inside) => {
                from_border = from_border.min(if is_inside { -distance } else { distance });
            }
        }
    }
    if from_border.is_infinite() {
        return sum.add_piece(piece);
    }
    if halvings == 0 {
        // A plane that cuts a cube leaves about this share.
        let width = edges.determinant().abs().cbrt();
        let share = (0.5 + from_border / width).clamp(0.0, 1.0);
        return sum.add_piece(&Piece { volume: share * piece.volume, ..*piece });
    }
    for octant in 0..8 {
        let side = |bit: usize| if octant >> bit & 1 == 0 { -0.25 } else { 0.25 };
        let part = Piece {
            volume: piece.volume / 8.0,
            centre: piece.centre + edges * DVec3::new(side(0), side(1), side(2)),
            moment: piece.moment * 0.25,
        };
        add_outside(&part, edges * 0.5, solids, halvings - 1, sum);
    }
}

/// Edges of a parallelepiped with this second moment per volume: columns of the Cholesky factor of twelve times it.
fn edges_of(moment: DMat3) -> DMat3 {
    let m = moment * 12.0;
    let trace = m.x_axis.x + m.y_axis.y + m.z_axis.z;
    let root = |value: f64| value.max(1e-12 * trace).max(f64::MIN_POSITIVE).sqrt();
    let a = root(m.x_axis.x);
    let (b, c) = (m.x_axis.y / a, m.x_axis.z / a);
    let d = root(m.y_axis.y - b * b);
    let e = (m.y_axis.z - b * c) / d;
    let f = root(m.z_axis.z - c * c - e * e);
    DMat3::from_cols(DVec3::new(a, b, c), DVec3::new(0.0, d, e), DVec3::new(0.0, 0.0, f))
}

/// Adds a part; with `bare`, there is no surface, and groups of points are those of the cloud.
fn append(whole: &mut Matter, part: Matter, bare: bool) {
    let shift = whole.cloud.len() as u32;
    let moved = |ids: &[u32], shift: u32| ids.iter().map(|id| id + shift).collect::<Vec<u32>>();
    for (name, ids) in &part.cloud_groups {
        whole.cloud_groups.entry(name.clone()).or_default().extend(moved(ids, shift));
    }
    let first = if part.parts.is_empty() { vec![0] } else { part.parts };
    let known = whole.parts.len() as u32;
    whole.creases.extend(&part.creases);
    whole.kinks.extend(part.kinks.iter().map(|kink| Kink { part: kink.part + known, ..*kink }));
    whole.parts.extend(moved(&first, shift));
    whole.cloud.append(part.cloud);
    if bare {
        if part.surface.is_none() {
            for (name, ids) in &part.point_groups {
                whole.point_groups.entry(name.clone()).or_default().extend(moved(ids, shift));
            }
        }
        return;
    }
    let Some(surface) = part.surface else { return };
    let all = whole.surface.get_or_insert_default();
    let shift = all.points.len() as u32;
    all.points.extend(surface.points);
    all.triangles.extend(surface.triangles.iter().map(|triangle| triangle.map(|id| id + shift)));
    for (name, ids) in &part.point_groups {
        whole.point_groups.entry(name.clone()).or_default().extend(moved(ids, shift));
    }
}
