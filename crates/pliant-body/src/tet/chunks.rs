//! Elements in chunks and packs: the memory layout of a batch.
//!
//! Elements are sorted along a space-filling curve and cut into chunks. A chunk numbers its nodes locally, so that
//! a task works on a few kilobytes, and owns one force slot for each of them and one block slot for each pair.
//! Within a chunk four elements form a pack, whose numbers stand side by side for SIMD lanes; the last pack is
//! filled up with copies of weight zero.

use super::family::{Family, Linear, Quadratic};
use glam::{DMat3, DVec3};
use pliant_geometry::{ElementOrder, TetMesh};
use pliant_math::lanes::WIDTH;

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
        let mut numbering =
            Numbering { local: vec![UNNUMBERED; batch.x_rest.len()], partners: Vec::new(), used: 0 };
        for elements in batch.order.chunks(F::ELEMENTS_A_CHUNK) {
            out.push_chunk(family, batch, elements, &mut numbering)?;
        }
        Ok(out)
    }

    fn push_chunk<const N: usize, const Q: usize, F: Family<N, Q>>(
        &mut self,
        family: &F,
        batch: &Batch<'_>,
        elements: &[u32],
        numbering: &mut Numbering,
    ) -> Result<(), BadElement> {
        let (slots, pairs) = (self.slot_nodes.len(), self.pair_nodes.len());
        let first_pack = self.elements.len() / WIDTH;
        let nodes_of = |e: u32| &batch.tets[e as usize * N..(e as usize + 1) * N];
        for pack in elements.chunks(WIDTH) {
            let lane = |l: usize| pack[l.min(pack.len() - 1)];
            for a in 0..N {
                for l in 0..WIDTH {
                    let local = numbering.node(nodes_of(lane(l))[a], batch.first_node, &mut self.slot_nodes);
                    self.local_nodes.push(local);
                }
            }
            for a in 0..N {
                for b in 0..=a {
                    for l in 0..WIDTH {
                        let (i, j) = (nodes_of(lane(l))[a], nodes_of(lane(l))[b]);
                        let block =
                            numbering.pair(i.max(j), i.min(j), batch.first_node, pairs, &mut self.pair_nodes);
                        self.local_pairs.push(if i >= j { block } else { block | TRANSPOSED });
                    }
                }
            }
            self.elements.extend((0..WIDTH).map(|l| if l < pack.len() { pack[l] } else { u32::MAX }));
            self.push_geometry(family, batch, pack)?;
        }
        numbering.forget(&self.slot_nodes[slots..], batch.first_node);
        self.chunks.push(Chunk {
            packs: first_pack..self.elements.len() / WIDTH,
            slots: slots..self.slot_nodes.len(),
            pairs: pairs..self.pair_nodes.len(),
        });
        Ok(())
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
                if !is_good(determinant) {
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

/// A node that has no number in the chunk yet.
const UNNUMBERED: u16 = u16::MAX;

/// Local numbers of the chunk being laid out, given in order of first use so that neighbours stay together.
struct Numbering {
    /// Per node of the mesh: its number in the chunk.
    local: Vec<u16>,
    /// Per local node: the lower nodes it shares a block with, and the block's number. Lists are kept for reuse.
    partners: Vec<Vec<(u32, u16)>>,
    /// Local nodes in use.
    used: u16,
}

impl Numbering {
    fn node(&mut self, node: u32, first_node: u32, slot_nodes: &mut Vec<u32>) -> u16 {
        let local = &mut self.local[node as usize];
        if *local == UNNUMBERED {
            *local = self.used;
            self.used += 1;
            slot_nodes.push(node + first_node);
            if self.partners.len() < usize::from(self.used) {
                self.partners.push(Vec::new());
            }
        }
        *local
    }

    /// Number of the block (high, low); both nodes have numbers.
    fn pair(
        &mut self,
        high: u32,
        low: u32,
        first_node: u32,
        first_pair: usize,
        pair_nodes: &mut Vec<(u32, u32)>,
    ) -> u16 {
        let partners = &mut self.partners[usize::from(self.local[high as usize])];
        if let Some(&(_, block)) = partners.iter().find(|(node, _)| *node == low) {
            return block;
        }
        let block = (pair_nodes.len() - first_pair) as u16;
        debug_assert!(block < TRANSPOSED, "a chunk has too many blocks");
        partners.push((low, block));
        pair_nodes.push((high + first_node, low + first_node));
        block
    }

    /// Clears the numbers of a finished chunk.
    fn forget(&mut self, slot_nodes: &[u32], first_node: u32) {
        for &node in slot_nodes {
            self.local[(node - first_node) as usize] = UNNUMBERED;
        }
        self.partners.iter_mut().for_each(Vec::clear);
        self.used = 0;
    }
}

/// The first element whose rest shape cannot be laid out.
pub fn first_bad_element(mesh: &TetMesh) -> Option<BadElement> {
    match mesh.order {
        ElementOrder::Linear => first_bad::<4, 1, Linear>(mesh),
        ElementOrder::Quadratic => first_bad::<10, 4, Quadratic>(mesh),
    }
}

fn first_bad<const N: usize, const Q: usize, F: Family<N, Q>>(mesh: &TetMesh) -> Option<BadElement> {
    let family = F::new();
    let gradients: [_; Q] = std::array::from_fn(|point| family.shape_gradients(point));
    mesh.elements().zip(0..).find_map(|(nodes, element)| {
        let worst = gradients
            .iter()
            .map(|g| rest_jacobian(nodes, &mesh.nodes, g).determinant())
            .find(|&determinant| !is_good(determinant))?;
        Some(BadElement { element, determinant: worst })
    })
}

fn is_good(determinant: f64) -> bool {
    determinant > 0.0 && determinant.is_finite()
}

/// J0 = sum_a X_a (x) dN_a/dxi.
fn rest_jacobian<const N: usize>(nodes: &[u32], x_rest: &[DVec3], gradients: &[[f64; 3]; N]) -> DMat3 {
    let column = |k: usize| -> DVec3 {
        nodes.iter().zip(gradients).map(|(&node, g)| x_rest[node as usize] * g[k]).sum()
    };
    DMat3::from_cols(column(0), column(1), column(2))
}
