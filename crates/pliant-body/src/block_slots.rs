//! Where blocks of the tangent go in methods that work by neighbourhoods: a point couples all its neighbours with each other.

use crate::local::add_block;
use crate::packs::Packs;
use glam::DMat3;
use pliant_math::lanes::{Real, WIDTH};
use pliant_math::small::M3;
use std::ops::Range;

/// Set in a block's index if the block must be transposed before it is added.
const TRANSPOSED: u32 = 1 << 31;

/// Where the blocks of each pack go. Made when a stepper asks for it: explicit ones never do.
#[derive(Clone, Debug, Default)]
pub struct BlockSlots {
    /// Node pairs (i >= j) of all slots.
    pub pair_nodes: Vec<(u32, u32)>,
    /// Slots of each chunk.
    pub chunks: Vec<Range<usize>>,
    /// Where the blocks of each pack start in `slots`.
    starts: Vec<usize>,
    /// Per pack, pair (a, b <= a) of its nodes and lane: slot within the chunk, with [`TRANSPOSED`].
    slots: Vec<u32>,
}

impl BlockSlots {
    /// For all packs. The nodes of a pack are its neighbours, row after row, then the point itself.
    pub fn new(packs: &Packs) -> Self {
        let mut out = Self { starts: vec![0], ..Self::default() };
        for chunk in &packs.chunks {
            let nodes = &packs.slot_nodes[chunk.slots.clone()];
            let first = out.pair_nodes.len();
            let pairs = chunk_pairs(packs, chunk.packs.clone(), nodes);
            for pack in chunk.packs.clone() {
                out.push_pack(packs, pack, nodes, &pairs);
            }
            out.pair_nodes.extend(pairs);
            out.chunks.push(first..out.pair_nodes.len());
        }
        out
    }

    fn push_pack(&mut self, packs: &Packs, pack: usize, nodes: &[u32], pairs: &[(u32, u32)]) {
        let local = |a: usize, l: usize| local_node(packs, pack, a, l);
        for a in 0..=packs.rows(pack).len() {
            for b in 0..=a {
                for l in 0..WIDTH {
                    let (i, j) = (nodes[local(a, l) as usize], nodes[local(b, l) as usize]);
                    let pair = (i.max(j), i.min(j));
                    let slot = pairs.binary_search(&pair).expect("every pair was listed") as u32;
                    self.slots.push(if i >= j { slot } else { slot | TRANSPOSED });
                }
            }
        }
        self.starts.push(self.slots.len());
    }

    /// Those of one pack.
    pub fn of_pack(&self, pack: usize) -> PackSlots<'_> {
        PackSlots(&self.slots[self.starts[pack]..self.starts[pack + 1]])
    }
}

/// Where the blocks of one pack go, by pairs of its nodes in the order (0, 0), (1, 0), (1, 1), ...
pub struct PackSlots<'a>(&'a [u32]);

impl PackSlots<'_> {
    /// Adds the blocks of a pair.
    #[inline(always)]
    pub fn add<R: Real>(&self, pair: usize, K: &M3<R>, blocks: &mut [DMat3]) {
        let index = &self.0[pair * WIDTH..(pair + 1) * WIDTH];
        add_block(
            K,
            #[inline(always)]
            |lane| ((index[lane] & !TRANSPOSED) as usize, index[lane] & TRANSPOSED != 0),
            blocks,
        );
    }
}

/// Slot in the chunk of node `a` of a lane of a pack.
fn local_node(packs: &Packs, pack: usize, a: usize, lane: usize) -> u16 {
    let rows = packs.rows(pack);
    if a < rows.len() {
        packs.neighbours[(rows.start + a) * WIDTH + lane]
    } else {
        packs.own[pack * WIDTH + lane]
    }
}

/// All pairs of nodes that share a point of the chunk, sorted.
fn chunk_pairs(packs: &Packs, of_chunk: Range<usize>, nodes: &[u32]) -> Vec<(u32, u32)> {
    let mut partners: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut members = Vec::new();
    for pack in of_chunk {
        for l in 0..WIDTH {
            members.clear();
            let count = packs.rows(pack).len();
            members.extend((0..=count).map(|a| local_node(packs, pack, a, l)));
            for &a in &members {
                let node = nodes[a as usize];
                let lower = members.iter().map(|&b| nodes[b as usize]).filter(|&other| other <= node);
                partners[a as usize].extend(lower);
            }
        }
        // Lists stay short if doubles are thrown out as they come.
        for list in &mut partners {
            if list.len() > 1024 {
                list.sort_unstable();
                list.dedup();
            }
        }
    }
    let mut pairs = Vec::new();
    for (a, list) in partners.iter_mut().enumerate() {
        list.sort_unstable();
        list.dedup();
        pairs.extend(list.iter().map(|&b| (nodes[a], b)));
    }
    pairs.sort_unstable();
    pairs
}
