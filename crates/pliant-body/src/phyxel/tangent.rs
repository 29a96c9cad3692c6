//! Blocks of the tangent: a phyxel couples all its neighbours with each other.
//!
//! With g_a = (M^-1 w_a p_a)_1..3/s for neighbours and g_i = -sum g_a for the phyxel itself,
//!   K_ab = V g_a . (dP/dF) . g_b + c (L_ab - w_a p_a . M^-1 w_b p_b) I,
//! L the Laplacian of the graph that joins the phyxel with each neighbour by w_a; w_i p_i = -sum_a w_a p_a.

use super::kernels::Loop;
use super::stencils::{PER_LENGTH, STABILISATION, Stencils, VOLUME};
use crate::local::add_block;
use glam::DMat3;
use pliant_material::Law;
use pliant_math::lanes::{Kernel, PaddedPoint, Real, WIDTH};
use pliant_math::small::{self, M3, V3};
use pliant_system::TangentWeights;
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
    /// For all packs. The nodes of a pack are its neighbours, row after row, then the phyxel itself.
    pub fn new<const B: usize>(stencils: &Stencils<B>) -> Self {
        let mut out = Self { starts: vec![0], ..Self::default() };
        for chunk in &stencils.chunks {
            let nodes = &stencils.slot_nodes[chunk.slots.clone()];
            let first = out.pair_nodes.len();
            let pairs = chunk_pairs(stencils, chunk.packs.clone(), nodes);
            for pack in chunk.packs.clone() {
                out.push_pack(stencils, pack, nodes, &pairs);
            }
            out.pair_nodes.extend(pairs);
            out.chunks.push(first..out.pair_nodes.len());
        }
        out
    }

    fn push_pack<const B: usize>(
        &mut self,
        stencils: &Stencils<B>,
        pack: usize,
        nodes: &[u32],
        pairs: &[(u32, u32)],
    ) {
        let local = |a: usize, l: usize| local_node(stencils, pack, a, l);
        for a in 0..=stencils.rows(pack).len() {
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

    fn of_pack(&self, pack: usize) -> &[u32] {
        &self.slots[self.starts[pack]..self.starts[pack + 1]]
    }
}

/// Slot in the chunk of node `a` of a lane of a pack.
fn local_node<const B: usize>(stencils: &Stencils<B>, pack: usize, a: usize, lane: usize) -> u16 {
    let rows = stencils.rows(pack);
    if a < rows.len() {
        stencils.neighbours[(rows.start + a) * WIDTH + lane]
    } else {
        stencils.own[pack * WIDTH + lane]
    }
}

/// All pairs of nodes that share a phyxel of the chunk, sorted.
fn chunk_pairs<const B: usize>(
    stencils: &Stencils<B>,
    packs: Range<usize>,
    nodes: &[u32],
) -> Vec<(u32, u32)> {
    let mut partners: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut members = Vec::new();
    for pack in packs {
        for l in 0..WIDTH {
            members.clear();
            let count = stencils.rows(pack).len();
            members.extend((0..=count).map(|a| local_node(stencils, pack, a, l)));
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

/// Blocks of the weighted tangent of a chunk.
pub struct Tangent<'a, L, const B: usize> {
    pub over: Loop<'a, L, B>,
    pub slots: &'a BlockSlots,
    pub positions: &'a [PaddedPoint],
    /// Empty unless stress depends on velocities and F together.
    pub velocities: &'a [PaddedPoint],
    pub weights: TangentWeights,
    pub blocks: &'a mut [DMat3],
}

/// What a node of a pack brings to blocks.
#[derive(Clone, Copy)]
struct Share<R, const B: usize> {
    /// g.
    gradient: V3<R>,
    /// w p.
    weighted: [R; B],
    /// M^-1 w p.
    fitted: [R; B],
    /// w; of the phyxel itself minus the sum of all.
    weight: R,
}

impl<L: Law, const B: usize> Kernel for Tangent<'_, L, B> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(mut self) {
        let over = self.over;
        self.blocks.fill(DMat3::ZERO);
        let mut shares: Vec<Share<R, B>> = Vec::new();
        for pack in over.chunk.packs.clone() {
            let F = over.gradient(pack, &over.coefficients::<R>(pack, self.positions));
            let rates = (!self.velocities.is_empty())
                .then(|| over.gradient(pack, &over.coefficients::<R>(pack, self.velocities)));
            let A = over.response.weighted_tangent(self.weights, &F, rates.as_ref());
            self.collect(pack, &mut shares);
            self.add_blocks(pack, &A, &shares);
        }
    }
}

impl<L: Law, const B: usize> Tangent<'_, L, B> {
    /// Shares of the neighbours, then of the phyxel itself.
    #[inline(always)]
    fn collect<R: Real>(&self, pack: usize, shares: &mut Vec<Share<R, B>>) {
        let over = &self.over;
        let inverse = over.inverse::<R>(pack);
        let (mut weighted, mut weight) = ([R::zero(); B], R::zero());
        shares.clear();
        for row in over.stencils.rows(pack) {
            let (wp, w) = over.weighted::<R>(row);
            shares.push(self.share(pack, &inverse, wp, w));
            for b in 0..B {
                weighted[b] -= wp[b];
            }
            weight -= w;
        }
        shares.push(self.share(pack, &inverse, weighted, weight));
    }

    #[inline(always)]
    fn share<R: Real>(&self, pack: usize, inverse: &[[R; B]; B], weighted: [R; B], weight: R) -> Share<R, B> {
        let mut fitted = [R::zero(); B];
        for a in 0..B {
            for b in 0..B {
                fitted[a] = inverse[a][b].mul_add(weighted[b], fitted[a]);
            }
        }
        let per_length = self.over.extra::<R>(pack, PER_LENGTH);
        let gradient = [fitted[0] * per_length, fitted[1] * per_length, fitted[2] * per_length];
        Share { gradient, weighted, fitted, weight }
    }

    #[inline(always)]
    fn add_blocks<R: Real>(&mut self, pack: usize, A: &[[R; 9]; 9], shares: &[Share<R, B>]) {
        let over = self.over;
        let volume = over.extra::<R>(pack, VOLUME);
        let damped = self.weights.position + self.weights.velocity * over.response.damping.stiffness_time;
        let c = over.extra::<R>(pack, STABILISATION) * R::splat(damped);
        let slots = self.slots.of_pack(pack);
        let own = shares.len() - 1;
        let mut pair = 0;
        for (a, of_a) in shares.iter().enumerate() {
            let g = of_a.gradient;
            let g = [g[0] * volume, g[1] * volume, g[2] * volume];
            // left[i][row of (j, l)] = V sum_k g_a[k] A[(i,k)][(j,l)]
            let mut left = [[R::zero(); 9]; 3];
            for i in 0..3 {
                for jl in 0..9 {
                    let first = g[1].mul_add(A[3 * i + 1][jl], g[0] * A[3 * i][jl]);
                    left[i][jl] = g[2].mul_add(A[3 * i + 2][jl], first);
                }
            }
            for (b, of_b) in shares[..=a].iter().enumerate() {
                let mut scalar = R::zero();
                for k in 0..B {
                    scalar = of_a.weighted[k].mul_add(of_b.fitted[k], scalar);
                }
                let laplacian = match (a == b, a == own) {
                    (true, true) => -of_a.weight,
                    (true, false) => of_a.weight,
                    (false, true) => -of_b.weight,
                    (false, false) => R::zero(),
                };
                let stabilised = c * (laplacian - scalar);
                let h = of_b.gradient;
                let mut K: M3<R> = small::from_fn(
                    #[inline(always)]
                    |i, j| {
                        let row = &left[i];
                        row[3 * j + 2].mul_add(h[2], row[3 * j + 1].mul_add(h[1], row[3 * j] * h[0]))
                    },
                );
                for k in 0..3 {
                    K[k][k] += stabilised;
                }
                let index = &slots[pair..pair + WIDTH];
                add_block(
                    &K,
                    #[inline(always)]
                    |lane| ((index[lane] & !TRANSPOSED) as usize, index[lane] & TRANSPOSED != 0),
                    self.blocks,
                );
                pair += WIDTH;
            }
        }
    }
}
