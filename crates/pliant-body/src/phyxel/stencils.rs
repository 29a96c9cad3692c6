//! Memory layout: phyxels in chunks and packs, with what they need of each neighbour.
//!
//! Phyxels go along a space-filling curve and are cut into chunks, which number their nodes (own and neighbours) locally and own a force
//! slot for each. In a chunk four phyxels with about as many neighbours form a pack; their numbers stand side by side for SIMD lanes.
//! Where one has fewer neighbours than the others, itself with weight zero fills up.

use super::moments::{Basis, Moments, functions};
use super::neighbours::Neighbours;
use glam::DVec3;
use pliant_geometry::spatial_order::hilbert_order;
use pliant_math::lanes::WIDTH;
use std::ops::Range;

/// Phyxels of a chunk at most: their nodes and forces stay in the second cache.
const LARGEST_CHUNK: usize = 384;
/// Chunks at least, where there are enough phyxels: work for several threads.
const CHUNKS: usize = 16;
/// Phyxels of a chunk at least.
const SMALLEST_CHUNK: usize = 32;

/// Ranges of one chunk in the arrays of [`Stencils`].
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Packs.
    pub packs: Range<usize>,
    /// Force slots.
    pub slots: Range<usize>,
}

/// All phyxels of one material, laid out for kernels with B functions.
#[derive(Clone, Debug, Default)]
pub struct Stencils<const B: usize> {
    /// The chunks, in order.
    pub chunks: Vec<Chunk>,
    /// Node of each force slot.
    pub slot_nodes: Vec<u32>,
    /// Where the neighbours of each pack start, in rows of lanes; their number at the end.
    pub starts: Vec<u32>,
    /// Per row and lane: slot of the neighbour within the chunk.
    pub neighbours: Vec<u16>,
    /// Per row: w p (B of them), then w; of each, one number a lane.
    pub weighted: Vec<f64>,
    /// Per pack and lane: slot of the phyxel itself within the chunk.
    pub own: Vec<u16>,
    /// Per pack: M^-1, then [`VOLUME`], [`STABILISATION`] and [`PER_LENGTH`] after it; of each, one number a lane.
    pub fits: Vec<f64>,
    /// Per pack and lane: the phyxel, `u32::MAX` for filling.
    pub phyxels: Vec<u32>,
}

/// Numbers of a fit after M^-1: volume (m3) of the cell.
pub const VOLUME: usize = 0;
/// beta mu V / sum w x^2.
pub const STABILISATION: usize = 1;
/// 1/s: what turns the first coefficients into F.
pub const PER_LENGTH: usize = 2;
/// How many numbers follow M^-1.
pub const EXTRAS: usize = 3;

/// What a batch of phyxels is laid out from.
pub struct Batch<'a> {
    /// Which phyxels.
    pub members: &'a dyn Fn(u32) -> bool,
    /// All phyxels of the body where they are placed (m).
    pub x_rest: &'a [DVec3],
    /// Distance of phyxels around each (m).
    pub spacings: &'a [f64],
    /// Cell volumes (m3).
    pub volumes: &'a [f64],
    /// Who is whose neighbour.
    pub neighbours: &'a Neighbours,
    /// beta mu (Pa) of the stabilisation.
    pub stabilisation: f64,
    /// Added to each node.
    pub first_node: u32,
}

impl<const B: usize> Stencils<B> {
    /// The functions that are fitted.
    const BASIS: Basis = if B == super::moments::QUADRATIC { Basis::Quadratic } else { Basis::Linear };
    /// Numbers of a row of lanes.
    pub const ROW: usize = (B + 1) * WIDTH;
    /// Numbers of the fits of a pack.
    pub const FIT: usize = (B * B + EXTRAS) * WIDTH;

    /// Lays out a batch.
    pub fn new(batch: &Batch<'_>) -> Self {
        let order: Vec<u32> =
            hilbert_order(batch.x_rest).into_iter().filter(|&i| (batch.members)(i)).collect();
        let mut out = Self { starts: vec![0], ..Self::default() };
        let mut numbering = Numbering { local: vec![UNNUMBERED; batch.x_rest.len()] };
        let size = order.len().div_ceil(CHUNKS).clamp(SMALLEST_CHUNK, LARGEST_CHUNK);
        for members in order.chunks(size) {
            let mut sorted = members.to_vec();
            // Stable, so that neighbours stay together among equals.
            sorted.sort_by_key(|&i| std::cmp::Reverse(batch.count(i)));
            out.push_chunk(batch, &sorted, &mut numbering);
        }
        out
    }

    /// Packs there are.
    pub fn packs(&self) -> usize {
        self.starts.len() - 1
    }

    /// Rows of a pack.
    pub fn rows(&self, pack: usize) -> Range<usize> {
        self.starts[pack] as usize..self.starts[pack + 1] as usize
    }

    fn push_chunk(&mut self, batch: &Batch<'_>, members: &[u32], numbering: &mut Numbering) {
        let (first_pack, first_slot) = (self.packs(), self.slot_nodes.len());
        // Own phyxels first: they lie side by side.
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

    fn push_pack(&mut self, batch: &Batch<'_>, pack: &[u32], first_slot: usize, numbering: &mut Numbering) {
        let lane = |l: usize| pack[l.min(pack.len() - 1)];
        let rows = pack.iter().map(|&i| batch.count(i)).max().unwrap_or(0);
        for row in 0..rows {
            let mut numbers = [[0.0; WIDTH]; super::moments::QUADRATIC + 1];
            for l in 0..WIDTH {
                let i = lane(l);
                let neighbour = batch.neighbour(i, row);
                let j = neighbour.map_or(i, |(j, _)| j);
                self.neighbours.push(numbering.slot(j, batch.first_node, first_slot, &mut self.slot_nodes));
                if let Some((j, w)) = neighbour {
                    let p = functions(Self::BASIS, batch.offset(i, j) / batch.spacings[i as usize]);
                    for b in 0..B {
                        numbers[b][l] = w * p[b];
                    }
                    numbers[B][l] = w;
                }
            }
            numbers[..=B].iter().for_each(|lanes| self.weighted.extend(lanes));
        }
        self.starts.push(self.neighbours.len() as u32 / WIDTH as u32);
        for l in 0..WIDTH {
            self.own.push(numbering.slot(lane(l), batch.first_node, first_slot, &mut self.slot_nodes));
            self.phyxels.push(pack.get(l).copied().unwrap_or(u32::MAX));
        }
        self.push_fits(batch, pack);
    }

    fn push_fits(&mut self, batch: &Batch<'_>, pack: &[u32]) {
        let fits: Vec<(Moments, [f64; EXTRAS])> = (0..WIDTH)
            .map(|l| {
                let (moments, extras) = batch.fit(Self::BASIS, pack[l.min(pack.len() - 1)]);
                // Filling weighs nothing.
                let extras = if l < pack.len() { extras } else { [0.0, 0.0, extras[PER_LENGTH]] };
                (moments, extras)
            })
            .collect();
        for a in 0..B {
            for b in 0..B {
                self.fits.extend(fits.iter().map(|(moments, _)| moments.inverse(a, b)));
            }
        }
        for k in 0..EXTRAS {
            self.fits.extend(fits.iter().map(|(_, extras)| extras[k]));
        }
    }
}

impl Batch<'_> {
    fn range(&self, i: u32) -> Range<usize> {
        self.neighbours.starts[i as usize] as usize..self.neighbours.starts[i as usize + 1] as usize
    }

    fn count(&self, i: u32) -> usize {
        self.range(i).len()
    }

    fn neighbour(&self, i: u32, row: usize) -> Option<(u32, f64)> {
        let at = self.range(i).nth(row)?;
        Some((self.neighbours.ids[at], self.neighbours.weights[at]))
    }

    fn offset(&self, i: u32, j: u32) -> DVec3 {
        self.x_rest[j as usize] - self.x_rest[i as usize]
    }

    fn fit(&self, basis: Basis, i: u32) -> (Moments, [f64; EXTRAS]) {
        let s = self.spacings[i as usize];
        let offsets =
            || self.range(i).map(|at| (self.offset(i, self.neighbours.ids[at]), self.neighbours.weights[at]));
        let moments = Moments::new(basis, s, offsets());
        let second: f64 = offsets().map(|(x, w)| w * x.length_squared()).sum();
        let volume = self.volumes[i as usize];
        (moments, [volume, self.stabilisation * volume / second, 1.0 / s])
    }
}

/// A node that has no slot in the chunk yet.
const UNNUMBERED: u16 = u16::MAX;

/// Slots of the chunk being laid out, given in order of first use.
struct Numbering {
    /// Per phyxel: its slot in the chunk.
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
