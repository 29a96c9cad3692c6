//! Which share of which piece lies in which cell.

use glam::DVec3;
use rayon::prelude::*;

use super::boxes::Boxes;

/// Pieces handled by one thread at a time.
const CHUNK: usize = 4096;

/// Space cut into cells with numbers.
pub(super) trait Partition: Sync {
    /// The cell a point is in.
    fn key(&self, point: DVec3) -> u64;

    /// Calls `visit` with cells a box lies in, the share of it that does, and the middle of that share. Shares sum to one; the
    /// cell its centre is in has one.
    fn share(&self, point: DVec3, edges: DVec3, visit: &mut impl FnMut(u64, f64, DVec3));
}

/// A part of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// The cell it is in, by its place in the list of cells.
    pub cell: u32,
    pub volume: f64,
    pub middle: DVec3,
}

/// The cells that hold centres of pieces, and the parts of pieces in them. What a piece has in other cells counts for its own:
/// half a piece is too little to make a site of.
pub(super) struct Shares {
    /// Numbers of the cells, ascending.
    pub keys: Vec<u64>,
    /// The cell of each piece's centre, by its place in the list.
    pub cell_of_piece: Vec<u32>,
    parts: Vec<Vec<Share>>,
}

impl Shares {
    pub fn of(boxes: &Boxes<'_>, partition: &impl Partition) -> Self {
        let own: Vec<u64> =
            boxes.points.par_iter().with_min_len(CHUNK).map(|point| partition.key(*point)).collect();
        let mut keys = own.clone();
        keys.par_sort_unstable();
        keys.dedup();
        let cell_of_piece: Vec<u32> =
            own.par_iter().with_min_len(CHUNK).map(|key| find(&keys, *key).unwrap_or_default()).collect();
        let chunks = (0..boxes.len().div_ceil(CHUNK)).into_par_iter();
        let share_chunk = |chunk: usize| {
            let mut out = Vec::with_capacity(2 * CHUNK);
            for piece in chunk * CHUNK..((chunk + 1) * CHUNK).min(boxes.len()) {
                share_piece(boxes, partition, &keys, (own[piece], cell_of_piece[piece]), piece, &mut out);
            }
            out
        };
        let parts = chunks.map(share_chunk).collect();
        Self { keys, cell_of_piece, parts }
    }

    /// All parts, in the order of the pieces.
    pub fn parts(&self) -> impl Iterator<Item = &Share> {
        self.parts.iter().flatten()
    }
}

/// The place of a number in an ascending list.
pub(super) fn find(keys: &[u64], key: u64) -> Option<u32> {
    keys.binary_search(&key).ok().map(|place| place as u32)
}

fn share_piece(
    boxes: &Boxes<'_>,
    partition: &impl Partition,
    keys: &[u64],
    (own_key, own): (u64, u32),
    piece: usize,
    out: &mut Vec<Share>,
) {
    let (point, volume, first) = (boxes.points[piece], boxes.volumes[piece], out.len());
    let mut last = (own_key, own);
    partition.share(point, boxes.edges[piece], &mut |key, share, middle| {
        if key != last.0 {
            last = (key, if key == own_key { own } else { find(keys, key).unwrap_or(own) });
        }
        let (cell, volume) = (last.1, share * volume);
        match out[first..].iter_mut().find(|other| other.cell == cell) {
            Some(other) => {
                other.middle += (middle - other.middle) * (volume / (other.volume + volume));
                other.volume += volume;
            }
            None => out.push(Share { cell, volume, middle }),
        }
    });
}
