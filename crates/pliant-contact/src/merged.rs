//! Tangent blocks of contact where many nodes carry a point: each pair of nodes has one slot, whichever bonds couple it.
//!
//! A bond of points that n nodes carry couples n (n + 1) / 2 pairs. Elements have few nodes, and a slot for each pair of each
//! bond costs little. A point of a body of samples is carried by a hundred nodes: a hundred bonds would need a million
//! slots, most of them for the same pairs.

use crate::bond::Bond;
use crate::layer::carriers;
use crate::penalty::Stiffness;
use crate::surfaces::Surfaces;
use glam::DMat3;

/// Points that more nodes than this carry make their slots worth merging; elements have ten nodes at most.
pub(crate) const FEW: usize = 10;

/// Pairs that are collected before those that are the same are thrown out.
const MANY: usize = 1 << 22;

/// Up to so many nodes, a bit for each pair is kept instead (8 MB).
const MOST_IN_BITS: usize = 1 << 13;

/// A node that carries points of a bond, with the weights of normal force and friction.
#[derive(Clone, Copy)]
pub(crate) struct Carried {
    node: u32,
    normal: f64,
    friction: f64,
}

/// Memory for finding pairs.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Nodes of a bond.
    pub row: Vec<(u32, f64)>,
    /// A row of bits for each node, and that of a bond.
    bits: Vec<u64>,
    own: Vec<u64>,
}

/// Each pair of nodes that some bond couples, ascending by (i, j), i >= j.
pub(crate) fn pairs(surfaces: &Surfaces, bonds: &[Bond], scratch: &mut Scratch, out: &mut Vec<(u32, u32)>) {
    out.clear();
    let nodes = &mut scratch.row;
    let (mut least, mut most) = (u32::MAX, 0);
    for bond in bonds {
        carriers(surfaces, bond.pair(), &[1.0; 4], nodes);
        least = nodes.iter().fold(least, |least, &(node, _)| least.min(node));
        most = nodes.iter().fold(most, |most, &(node, _)| most.max(node));
    }
    if least > most {
        return;
    }
    let count = (most - least) as usize + 1;
    if count <= MOST_IN_BITS {
        pairs_by_bits(surfaces, bonds, (least, count), scratch, out);
    } else {
        pairs_by_sorting(surfaces, bonds, nodes, out);
    }
}

/// The same for `count` nodes from `least` on: a row of bits for each node.
fn pairs_by_bits(
    surfaces: &Surfaces,
    bonds: &[Bond],
    (least, count): (u32, usize),
    Scratch { row: nodes, bits: rows, own }: &mut Scratch,
    out: &mut Vec<(u32, u32)>,
) {
    let words = count.div_ceil(64);
    rows.clear();
    rows.resize(count * words, 0);
    own.resize(words, 0);
    for bond in bonds {
        carriers(surfaces, bond.pair(), &[1.0; 4], nodes);
        let local = |&(node, _): &(u32, f64)| (node - least) as usize;
        own.fill(0);
        nodes.iter().map(local).for_each(|i| own[i / 64] |= 1 << (i % 64));
        for i in nodes.iter().map(local) {
            rows[i * words..(i + 1) * words].iter_mut().zip(&*own).for_each(|(row, own)| *row |= own);
        }
    }
    for (i, row) in (0u32..).zip(rows.chunks_exact(words)) {
        for (word, &bits) in (0u32..).zip(row) {
            let mut left = bits;
            while left != 0 {
                let j = 64 * word + left.trailing_zeros();
                left &= left - 1;
                if j <= i {
                    out.push((least + i, least + j));
                }
            }
        }
    }
}

fn pairs_by_sorting(
    surfaces: &Surfaces,
    bonds: &[Bond],
    nodes: &mut Vec<(u32, f64)>,
    out: &mut Vec<(u32, u32)>,
) {
    let mut known = 0;
    for bond in bonds {
        carriers(surfaces, bond.pair(), &[1.0; 4], nodes);
        nodes.sort_unstable_by_key(|&(node, _)| node);
        nodes.dedup_by_key(|(node, _)| *node);
        for (k, &(i, _)) in nodes.iter().enumerate() {
            out.extend(nodes[..=k].iter().map(|&(j, _)| (i, j)));
        }
        if out.len() > known + MANY {
            sort(out);
            known = out.len();
        }
    }
    sort(out);
}

fn sort(pairs: &mut Vec<(u32, u32)>) {
    pairs.sort_unstable();
    pairs.dedup();
}

/// Adds the tangent of a bond to the slots of its pairs.
pub(crate) fn add(
    surfaces: &Surfaces,
    bond: &Bond,
    stiffness: &Stiffness,
    pairs: &[(u32, u32)],
    own: &mut Vec<Carried>,
    out: &mut [DMat3],
) {
    find_carried(surfaces, bond, stiffness, own);
    for (k, a) in own.iter().enumerate() {
        let first = pairs.partition_point(|&(i, _)| i < a.node);
        // Both run through ascending columns.
        let mut slot = first;
        for b in &own[..=k] {
            slot += pairs[slot..].partition_point(|&pair| pair < (a.node, b.node));
            out[slot] +=
                stiffness.normal * (a.normal * b.normal) + stiffness.friction * (a.friction * b.friction);
        }
    }
}

/// The nodes of a bond, ascending, each once.
fn find_carried(surfaces: &Surfaces, bond: &Bond, stiffness: &Stiffness, out: &mut Vec<Carried>) {
    out.clear();
    let (points, count) = bond.pair().points(surfaces);
    for k in 0..count {
        let (normal, friction) = (stiffness.weights[k], bond.lag.weights[k]);
        let of_point = surfaces.row(points[k]);
        out.extend(of_point.map(|(node, w)| Carried { node, normal: w * normal, friction: w * friction }));
    }
    out.sort_unstable_by_key(|carried| carried.node);
    out.dedup_by(|next, kept| {
        let same = next.node == kept.node;
        if same {
            kept.normal += next.normal;
            kept.friction += next.friction;
        }
        same
    });
}
