//! Memory layout of methods that work by neighbourhoods: points in chunks and packs.
//!
//! Points go along a space-filling curve and are cut into chunks, which number their nodes (own and neighbours) locally and own a force
//! slot for each. In a chunk four points with about as many neighbours form a pack; their numbers stand side by side for SIMD lanes.
//! Where one has fewer neighbours than the others, itself with nothing but zeros fills up.
//! Packs whose neighbours have the same numbers, as inside lattices, share them ([`SharedRows`]): less to stream from memory.

use crate::cloud::Neighbours;
use glam::DVec3;
use pliant_geometry::spatial_order::hilbert_order;
use pliant_math::lanes::WIDTH;
use std::collections::BTreeMap;
use std::ops::Range;

/// Points of a chunk at most: their nodes and forces stay in the second cache.
const LARGEST_CHUNK: usize = 384;
/// Chunks at least, where there are enough points: work for several threads.
const CHUNKS: usize = 8;
/// Points of a chunk at least.
const SMALLEST_CHUNK: usize = 32;

/// Ranges of one chunk in the arrays of [`Packs`].
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Packs.
    pub packs: Range<usize>,
    /// Force slots.
    pub slots: Range<usize>,
}

/// Some points of a body with their neighbours, laid out for kernels.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    /// The chunks, in order.
    pub chunks: Vec<Chunk>,
    /// Node of each force slot.
    pub slot_nodes: Vec<u32>,
    /// Where the neighbours of each pack start, in rows of lanes; their number at the end.
    pub starts: Vec<u32>,
    /// Per row and lane: slot of the neighbour within the chunk.
    pub neighbours: Vec<u16>,
    /// Per pack and lane: slot of the point itself within the chunk.
    pub own: Vec<u16>,
    /// Per pack and lane: the point, [`FILLING`] where there is none.
    pub points: Vec<u32>,
}

/// In place of a point where a pack has less than four.
pub const FILLING: u32 = u32::MAX;

/// What is laid out.
pub struct PackBatch<'a> {
    /// Which points.
    pub members: &'a dyn Fn(u32) -> bool,
    /// All points of the body (m).
    pub x_rest: &'a [DVec3],
    /// Who is whose neighbour.
    pub neighbours: &'a Neighbours,
    /// Added to each node.
    pub first_node: u32,
}

impl Packs {
    /// Lays out a batch.
    pub fn new(batch: &PackBatch<'_>) -> Self {
        let order: Vec<u32> =
            hilbert_order(batch.x_rest).into_iter().filter(|&i| (batch.members)(i)).collect();
        let mut out = Self { starts: vec![0], ..Self::default() };
        let mut numbering = Numbering { local: vec![UNNUMBERED; batch.x_rest.len()] };
        let size = order.len().div_ceil(CHUNKS).clamp(SMALLEST_CHUNK, LARGEST_CHUNK);
        for members in order.chunks(size) {
            let mut sorted = members.to_vec();
            // Stable, so that neighbours stay together among equals.
            sorted.sort_by_key(|&i| std::cmp::Reverse(batch.neighbours.range(i as usize).len()));
            out.push_chunk(batch, &sorted, &mut numbering);
        }
        out
    }

    /// Packs there are.
    pub fn packs(&self) -> usize {
        self.starts.len() - 1
    }

    /// Rows of the longest pack of a chunk.
    pub fn most_rows(&self, chunk: &Chunk) -> usize {
        chunk.packs.clone().map(|pack| self.rows(pack).len()).max().unwrap_or(0)
    }

    /// Rows of a pack.
    pub fn rows(&self, pack: usize) -> Range<usize> {
        self.starts[pack] as usize..self.starts[pack + 1] as usize
    }

    /// Numbers of each neighbour, `count` of them: `write` gets the point, the place of the neighbour in the lists of [`Neighbours`] and
    /// where they go. Of each row `count` times one number a lane; zero where a point has no more neighbours. Filling has those of the point
    /// it copies.
    pub fn by_neighbour(
        &self,
        neighbours: &Neighbours,
        count: usize,
        write: impl Fn(u32, usize, &mut [f64]),
    ) -> SharedRows {
        let mut out = SharedRows::default();
        let mut known = BTreeMap::new();
        let mut numbers = vec![0.0; count];
        for pack in 0..self.packs() {
            let first = out.numbers.len();
            out.numbers.resize(first + self.rows(pack).len() * count * WIDTH, 0.0);
            for lane in 0..WIDTH {
                let point = self.point_in_lane(pack * WIDTH + lane);
                for (row, neighbour) in neighbours.range(point as usize).enumerate() {
                    write(point, neighbour, &mut numbers);
                    place(&mut out.numbers[first..], row, lane, &numbers);
                }
            }
            out.share_last(first, count, &mut known);
        }
        out
    }

    /// Numbers of each point, laid out in the same way by packs; `write` gets the point (of filling one to take for it), whether it is
    /// filling, and where they go.
    pub fn by_point(&self, count: usize, write: impl Fn(u32, bool, &mut [f64])) -> Vec<f64> {
        let mut out = vec![0.0; self.points.len() * count];
        let mut numbers = vec![0.0; count];
        for at in 0..self.points.len() {
            write(self.point_in_lane(at), self.points[at] == FILLING, &mut numbers);
            place(&mut out, at / WIDTH, at % WIDTH, &numbers);
        }
        out
    }

    /// The point of a lane; filling copies the last point before it.
    fn point_in_lane(&self, at: usize) -> u32 {
        let pack = at / WIDTH * WIDTH;
        let real = self.points[pack..=at].iter().rev().find(|point| **point != FILLING);
        real.copied().unwrap_or(FILLING)
    }

    fn push_chunk(&mut self, batch: &PackBatch<'_>, members: &[u32], numbering: &mut Numbering) {
        let (first_pack, first_slot) = (self.packs(), self.slot_nodes.len());
        // Own points first: they lie side by side.
        for &i in members {
            numbering.slot(i, batch.first_node, first_slot, &mut self.slot_nodes);
        }
        for pack in members.chunks(WIDTH) {
            self.push_pack(batch, pack, first_slot, numbering);
        }
        for &node in &self.slot_nodes[first_slot..] {
            numbering.local[(node - batch.first_node) as usize] = UNNUMBERED;
        }
        self.chunks.push(Chunk { packs: first_pack..self.packs(), slots: first_slot..self.slot_nodes.len() });
    }

    fn push_pack(
        &mut self,
        batch: &PackBatch<'_>,
        pack: &[u32],
        first_slot: usize,
        numbering: &mut Numbering,
    ) {
        let lane = |l: usize| pack[l.min(pack.len() - 1)];
        let rows = pack.iter().map(|&i| batch.neighbours.range(i as usize).len()).max().unwrap_or(0);
        for row in 0..rows {
            for l in 0..WIDTH {
                let i = lane(l);
                let j = batch.neighbours.range(i as usize).nth(row).map_or(i, |at| batch.neighbours.ids[at]);
                self.neighbours.push(numbering.slot(j, batch.first_node, first_slot, &mut self.slot_nodes));
            }
        }
        self.starts.push(self.neighbours.len() as u32 / WIDTH as u32);
        for l in 0..WIDTH {
            self.own.push(numbering.slot(lane(l), batch.first_node, first_slot, &mut self.slot_nodes));
            self.points.push(pack.get(l).copied().unwrap_or(FILLING));
        }
    }
}

/// Numbers of the neighbours of each pack, by rows; packs with the same numbers have one copy.
#[derive(Clone, Debug, Default)]
pub struct SharedRows {
    /// All that differ.
    pub numbers: Vec<f64>,
    /// Per pack: where its own start.
    pub starts: Vec<usize>,
}

/// Numbers that differ by less than this of the largest of their kind are taken for the same: far above what rounding leaves of equal ones of
/// a lattice, far below what matters.
const SAME: f64 = 1.0 / (1u64 << 40) as f64;

impl SharedRows {
    /// The next pack has the numbers from `first` on, `count` kinds of them, or those of a pack before it that has the same: found by `known`,
    /// from what they are but for rounding. Whoever shares with nobody has its own, to the last bit.
    fn share_last(&mut self, first: usize, count: usize, known: &mut BTreeMap<u64, usize>) {
        let scales = scales(&self.numbers[first..], count);
        let whole = |(at, number): (usize, &f64)| (number / scales[at / WIDTH % count]).round();
        let key = self.numbers[first..].iter().enumerate().map(whole).fold(0u64, |hash, number| {
            (hash ^ (number as i64 as u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        let start = *known.entry(key).or_insert(first);
        let length = self.numbers.len() - first;
        let is_same = start + length <= first && {
            let (shared, own) = (&self.numbers[start..start + length], &self.numbers[first..]);
            let close =
                |(at, (a, b)): (usize, (&f64, &f64))| (a - b).abs() <= 4.0 * scales[at / WIDTH % count];
            shared.iter().zip(own).enumerate().all(close)
        };
        if is_same {
            self.numbers.truncate(first);
        }
        self.starts.push(if is_same { start } else { first });
    }
}

/// What numbers of each kind are rounded to: a share of a power of two above the largest, so that rounding does not decide which.
fn scales(numbers: &[f64], count: usize) -> Vec<f64> {
    let mut largest = vec![f64::MIN_POSITIVE; count];
    for (at, number) in numbers.iter().enumerate() {
        let kind = &mut largest[at / WIDTH % count];
        *kind = kind.max(number.abs());
    }
    largest.iter().map(|x| SAME * (1.37 * x).log2().ceil().exp2()).collect()
}

/// Numbers of one lane of a row or pack.
fn place(out: &mut [f64], row: usize, lane: usize, numbers: &[f64]) {
    for (k, number) in numbers.iter().enumerate() {
        out[(row * numbers.len() + k) * WIDTH + lane] = *number;
    }
}

/// A node that has no slot in the chunk yet.
const UNNUMBERED: u16 = u16::MAX;

/// Slots of the chunk being laid out, given in order of first use.
struct Numbering {
    /// Per point: its slot in the chunk.
    local: Vec<u16>,
}

impl Numbering {
    fn slot(&mut self, i: u32, first_node: u32, first_slot: usize, slot_nodes: &mut Vec<u32>) -> u16 {
        let local = &mut self.local[i as usize];
        if *local == UNNUMBERED {
            *local = (slot_nodes.len() - first_slot) as u16;
            slot_nodes.push(i + first_node);
        }
        *local
    }
}
