//! Moves the boundary so that the lattice holds the volume of the surface.
//!
//! Nodes on a curved surface span flat faces that cut corners: a ball loses 3 e^2 / (8 R^2) of its volume to faces of
//! edge e. The gap between a face and the surface, measured along the normal at the middles of its three sides, has
//! an exact mean if the surface is a quadric over the face. Every node then moves along its normal by the
//! area-weighted mean gap of its faces, which adds exactly the missing volume, to first order.
//! Moves that would spoil a tetrahedron are halved, then cancelled, until none is spoilt: afterwards every angle is
//! within the limits below, or no worse than before, and no tetrahedron is inverted.

use glam::DVec3;
use rayon::prelude::*;

use super::quality::extreme_cosines;
use crate::measure::six_volumes;
use crate::mesh::FACES;
use crate::soup::Solid;

/// The surface is looked for this far from a face, in cells.
const REACH: f64 = 0.4;
/// Nodes move at most this far, in cells.
const FARTHEST: f64 = 0.15;
/// Moving must not make a dihedral angle smaller than this (degrees), or smaller still where it is.
const SMALLEST_ANGLE: f64 = 10.0;
/// ... nor larger than this.
const LARGEST_ANGLE: f64 = 165.0;
/// Rounds in which moves that spoil something are halved; then they are cancelled.
const HALVING_ROUNDS: usize = 5;
/// Rounds after which all moves are cancelled, so that the end is certain.
const MOST_ROUNDS: usize = 60;

const CHUNK: usize = 256;

/// Boundary faces: node ids, wound outward.
pub(super) fn boundary_faces(tets: &[[u32; 4]], on_surface: &[bool]) -> Vec<[u32; 3]> {
    let mut faces: Vec<([u32; 3], [u32; 3])> = vec![];
    for tet in tets {
        for local in FACES {
            let face = local.map(|i| tet[i]);
            if face.iter().all(|&i| on_surface[i as usize]) {
                let mut key = face;
                key.sort_unstable();
                faces.push((key, face));
            }
        }
    }
    faces.sort_unstable();
    faces.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() == 1).map(|run| run[0].1).collect()
}

/// Moves boundary nodes; returns the largest move (unit frame).
pub(super) fn fit(
    solid: &Solid,
    cell: f64,
    nodes: &mut [DVec3],
    tets: &[[u32; 4]],
    faces: &[[u32; 3]],
) -> f64 {
    let gaps = face_gaps(solid, cell, nodes, faces);
    let mut moves = node_moves(nodes, faces, &gaps, FARTHEST * cell);
    let touched: Vec<&[u32; 4]> =
        tets.iter().filter(|tet| tet.iter().any(|&i| moves[i as usize] != DVec3::ZERO)).collect();
    // Taking a move back changes the neighbours too, so only a round that finds nothing is the last.
    let mut round = 0;
    while take_back_spoiling_moves(nodes, &touched, &mut moves, round >= HALVING_ROUNDS) > 0 {
        round += 1;
        if round == MOST_ROUNDS {
            moves.fill(DVec3::ZERO);
        }
    }
    for (node, step) in nodes.iter_mut().zip(&moves) {
        *node += *step;
    }
    moves.iter().fold(0.0, |most: f64, step| most.max(step.length()))
}

fn area_vector(nodes: &[DVec3], face: [u32; 3]) -> DVec3 {
    let [a, b, c] = face.map(|i| nodes[i as usize]);
    0.5 * (b - a).cross(c - a)
}

/// The mean gap between each face and the surface, positive where the surface lies outside.
fn face_gaps(solid: &Solid, cell: f64, nodes: &[DVec3], faces: &[[u32; 3]]) -> Vec<f64> {
    let mut sides: Vec<([u32; 2], u32)> = vec![];
    for (face, number) in faces.iter().zip(0u32..) {
        for k in 0..3 {
            let (a, b) = (face[k], face[(k + 1) % 3]);
            sides.push(([a.min(b), a.max(b)], number));
        }
    }
    sides.sort_unstable();
    let edges: Vec<&[([u32; 2], u32)]> = sides.chunk_by(|a, b| a.0 == b.0).collect();
    let gap = |edge: &&[([u32; 2], u32)], crossings: &mut Vec<f64>| {
        let [a, b] = edge[0].0.map(|i| nodes[i as usize]);
        let normal: DVec3 = edge.iter().map(|&(_, f)| area_vector(nodes, faces[f as usize])).sum();
        let reach = REACH * cell * normal.normalize_or_zero();
        let middle = 0.5 * (a + b);
        solid.tree.crossings(middle - reach, middle + reach, crossings);
        let nearest = crossings.iter().map(|t| 2.0 * t - 1.0).min_by(|s, t| s.abs().total_cmp(&t.abs()));
        nearest.unwrap_or(0.0) * REACH * cell
    };
    let mut gaps = vec![0.0; edges.len()];
    gaps.par_chunks_mut(CHUNK).zip(edges.par_chunks(CHUNK)).for_each(|(out, edges)| {
        let mut crossings = vec![];
        out.iter_mut().zip(edges).for_each(|(out, edge)| *out = gap(edge, &mut crossings));
    });
    let mut mean = vec![0.0; faces.len()];
    for (edge, gap) in edges.iter().zip(&gaps) {
        edge.iter().for_each(|&(_, face)| mean[face as usize] += gap / 3.0);
    }
    mean
}

/// Along the mean normal of the faces around each node, scaled so that the volume swept is gap times area.
fn node_moves(nodes: &[DVec3], faces: &[[u32; 3]], gaps: &[f64], farthest: f64) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; nodes.len()];
    let mut volumes = vec![0.0; nodes.len()];
    for (face, gap) in faces.iter().zip(gaps) {
        let vector = area_vector(nodes, *face);
        for &i in face {
            normals[i as usize] += vector;
            volumes[i as usize] += vector.length() * gap;
        }
    }
    let step = |(normal, volume): (&DVec3, &f64)| {
        let squared = normal.length_squared();
        let step = if squared > 0.0 { *normal * (volume / squared) } else { DVec3::ZERO };
        step.clamp_length_max(farthest)
    };
    normals.iter().zip(&volumes).map(step).collect()
}

/// Halves (at last: cancels) the moves around tetrahedra that would become too thin or inverted. Returns how many
/// there were.
fn take_back_spoiling_moves(
    nodes: &[DVec3],
    tets: &[&[u32; 4]],
    moves: &mut [DVec3],
    at_last: bool,
) -> usize {
    let least = SMALLEST_ANGLE.to_radians().cos();
    let most = LARGEST_ANGLE.to_radians().cos();
    let moved: &[DVec3] = moves;
    let spoilt = |tet: &&[u32; 4]| {
        let corners = tet.map(|i| nodes[i as usize] + moved[i as usize]);
        // The mirror image of a tetrahedron has the same angles.
        if six_volumes(corners) <= 0.0 {
            return tet.iter().any(|&i| moved[i as usize] != DVec3::ZERO);
        }
        let after = extreme_cosines(corners);
        if after.0 <= least && after.1 >= most {
            return false;
        }
        let before = extreme_cosines(tet.map(|i| nodes[i as usize]));
        after.0 > least.max(before.0) || after.1 < most.min(before.1)
    };
    let marks: Vec<bool> = tets.par_iter().with_min_len(1024).map(spoilt).collect();
    let mut nodes_to_stay: Vec<u32> =
        tets.iter().zip(&marks).filter(|(_, spoilt)| **spoilt).flat_map(|(tet, _)| **tet).collect();
    nodes_to_stay.sort_unstable();
    nodes_to_stay.dedup();
    for &i in &nodes_to_stay {
        moves[i as usize] *= if at_last { 0.0 } else { 0.5 };
    }
    marks.iter().filter(|m| **m).count()
}
