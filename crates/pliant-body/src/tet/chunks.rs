//! Elements in chunks and packs: the memory layout of a batch.
//!
//! Elements are sorted along a space-filling curve and cut into chunks. A chunk numbers its nodes locally, so that
//! a task works on a few kilobytes, and owns one force slot for each of them and one block slot for each pair.
//! Within a chunk four elements form a pack, whose numbers stand side by side for SIMD lanes; the last pack is
//! filled up with copies of weight zero.

use super::family::Family;
use glam::{DMat3, DVec3};
use pliant_math::lanes::WIDTH;
use std::collections::BTreeMap;

/// Numbers an integration point keeps: the nine of B and its share of the volume.
pub const NUMBERS_A_POINT: usize = 10;

/// Set in a block's local index if the block must be transposed before it is added.
pub const TRANSPOSED: u16 = 1 << 15;

/// Ranges of one chunk in the arrays of [`Chunks`].
#[derive(Clone, Debug)]
pub struct Chunk {
    /// Packs.
    pub packs: std::ops::Range<usize>,
    /// Force slots.
    pub slots: std::ops::Range<usize>,
    /// Block slots.
    pub pairs: std::ops::Range<usize>,
}

/// All elements of a batch.
#[derive(Clone, Debug)]
pub struct Chunks {
    /// The chunks, in order.
    pub chunks: Vec<Chunk>,
    /// Node of each force slot.
    pub slot_nodes: Vec<u32>,
    /// Node pair (i >= j) of each block slot.
    pub pair_nodes: Vec<(u32, u32)>,
    /// Per pack, point, number and lane.
    pub geometry: Vec<f64>,
    /// Per pack, node and lane: force slot within the chunk.
    pub local_nodes: Vec<u16>,
    /// Per pack, pair (a, b <= a) and lane: block slot within the chunk, with [`TRANSPOSED`].
    pub local_pairs: Vec<u16>,
    /// Per pack and lane: the element, `u32::MAX` for filling.
    pub elements: Vec<u32>,
}

/// An element whose rest shape is flat or inside out at an integration point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BadElement {
    /// Index among the elements given.
    pub element: u32,
    /// det J0 there.
    pub determinant: f64,
}

/// The elements of a batch before layout.
pub struct Batch<'a> {
    /// Which elements, in the order they shall be laid out.
    pub order: &'a [u32],
    /// Nodes of element e at e N .. (e + 1) N.
    pub tets: &'a [u32],
    /// Added to each node index.
    pub first_node: u32,
    /// Rest positions by (unshifted) node.
    pub x_rest: &'a [DVec3],
}

impl Chunks {
    /// Lays out a batch.
    pub fn new<const N: usize, const Q: usize, F: Family<N, Q>>(
        family: &F,
        batch: &Batch<'_>,
    ) -> Result<Self, BadElement> {
        let mut out = Self {
            chunks: Vec::new(),
            slot_nodes: Vec::new(),
            pair_nodes: Vec::new(),
            geometry: Vec::new(),
            local_nodes: Vec::new(),
            local_pairs: Vec::new(),
            elements: Vec::new(),
        };
        for elements in batch.order.chunks(F::ELEMENTS_A_CHUNK) {
            out.push_chunk(family, batch, elements)?;
        }
        Ok(out)
    }

    fn push_chunk<const N: usize, const Q: usize, F: Family<N, Q>>(
        &mut self,
        family: &F,
        batch: &Batch<'_>,
        elements: &[u32],
    ) -> Result<(), BadElement> {
        let (slots, pairs) = (self.slot_nodes.len(), self.pair_nodes.len());
        let first_pack = self.elements.len() / WIDTH;
        let nodes_of = |e: u32| &batch.tets[e as usize * N..(e as usize + 1) * N];
        let local = self.number_nodes(elements.iter().flat_map(|&e| nodes_of(e)), batch.first_node);
        let blocks = self.number_pairs(elements.iter().map(|&e| nodes_of(e)), batch.first_node);
        for pack in elements.chunks(WIDTH) {
            let lane = |l: usize| pack[l.min(pack.len() - 1)];
            for a in 0..N {
                self.local_nodes.extend((0..WIDTH).map(|l| local[&nodes_of(lane(l))[a]]));
            }
            for a in 0..N {
                for b in 0..=a {
                    let block = |l: usize| {
                        let (i, j) = (nodes_of(lane(l))[a], nodes_of(lane(l))[b]);
                        if i >= j { blocks[&(i, j)] } else { blocks[&(j, i)] | TRANSPOSED }
                    };
                    self.local_pairs.extend((0..WIDTH).map(block));
                }
            }
            self.elements.extend((0..WIDTH).map(|l| if l < pack.len() { pack[l] } else { u32::MAX }));
            self.push_geometry(family, batch, pack)?;
        }
        self.chunks.push(Chunk {
            packs: first_pack..self.elements.len() / WIDTH,
            slots: slots..self.slot_nodes.len(),
            pairs: pairs..self.pair_nodes.len(),
        });
        Ok(())
    }

    /// Local numbers in order of first use keep neighbours together.
    fn number_nodes<'a>(
        &mut self,
        nodes: impl Iterator<Item = &'a u32>,
        first_node: u32,
    ) -> BTreeMap<u32, u16> {
        let mut local = BTreeMap::new();
        for &node in nodes {
            let next = local.len() as u16;
            local.entry(node).or_insert_with(|| {
                self.slot_nodes.push(node + first_node);
                next
            });
        }
        local
    }

    fn number_pairs<'a>(
        &mut self,
        elements: impl Iterator<Item = &'a [u32]>,
        first_node: u32,
    ) -> BTreeMap<(u32, u32), u16> {
        let mut local = BTreeMap::new();
        for nodes in elements {
            for (a, &i) in nodes.iter().enumerate() {
                for &j in &nodes[..=a] {
                    let (high, low) = (i.max(j), i.min(j));
                    let next = local.len() as u16;
                    local.entry((high, low)).or_insert_with(|| {
                        self.pair_nodes.push((high + first_node, low + first_node));
                        next
                    });
                }
            }
        }
        debug_assert!(local.len() < usize::from(TRANSPOSED), "a chunk has too many blocks");
        local
    }

    fn push_geometry<const N: usize, const Q: usize, F: Family<N, Q>>(
        &mut self,
        family: &F,
        batch: &Batch<'_>,
        pack: &[u32],
    ) -> Result<(), BadElement> {
        for point in 0..Q {
            let mut lanes = [(DMat3::IDENTITY, 0.0); WIDTH];
            for (l, &element) in pack.iter().enumerate() {
                let nodes = &batch.tets[element as usize * N..(element as usize + 1) * N];
                let J0 = rest_jacobian(nodes, batch.x_rest, &family.shape_gradients(point));
                let determinant = J0.determinant();
                if !(determinant > 0.0 && determinant.is_finite()) {
                    return Err(BadElement { element, determinant });
                }
                lanes[l] = (J0.inverse(), family.weight(point) * determinant);
            }
            for l in pack.len()..WIDTH {
                lanes[l] = (lanes[pack.len() - 1].0, 0.0);
            }
            for i in 0..3 {
                for k in 0..3 {
                    self.geometry.extend(lanes.iter().map(|(B, _)| B.col(k)[i]));
                }
            }
            self.geometry.extend(lanes.iter().map(|&(_, weight)| weight));
        }
        Ok(())
    }
}

/// J0 = sum_a X_a (x) dN_a/dxi.
fn rest_jacobian<const N: usize>(nodes: &[u32], x_rest: &[DVec3], gradients: &[[f64; 3]; N]) -> DMat3 {
    let column = |k: usize| -> DVec3 {
        nodes.iter().zip(gradients).map(|(&node, g)| x_rest[node as usize] * g[k]).sum()
    };
    DMat3::from_cols(column(0), column(1), column(2))
}
