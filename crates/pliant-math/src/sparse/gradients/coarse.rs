//! Coarse correction: rigid motions of groups of nodes, solved directly and added to the incomplete factor.
//!
//! Incomplete factors damp what varies from node to node; what bends the whole body takes as many iterations as
//! the body is long. Here nodes are gathered into groups of about [`NODES_PER_GROUP`] by cutting boxes, each group
//! moves as a rigid body (three translations, three rotations about its centre), and the matrix restricted to
//! these motions is factored; `P (P^T A P)^-1 P^T r` is added to what the incomplete factor gives [Nicolaides 1987; Vanek, Mandel, Brezina 1996, without
//! smoothing].

use super::PARALLEL_NODES;
use super::ordered::{Layout, OrderedValues};
use super::vec4::Quad;
use crate::reduce;
use crate::sparse::cholesky::Cholesky;
use crate::sparse::ordering::Ordering;
use crate::sparse::{BlockMatrix, BlockPattern, LinearSolver};
use glam::{DMat3, DVec3};
use rayon::prelude::*;

/// Nodes a group has about, in systems of moderate size.
const NODES_PER_GROUP: usize = 80;
/// Most groups; larger systems have larger groups.
const MAX_GROUPS: usize = 2000;
/// Systems with fewer nodes have no coarse correction.
pub const SMALLEST_SYSTEM: usize = 400;
/// Nodes from which on residuals are summed over groups by several threads.
const PARALLEL_RESTRICTION: usize = 40_000;
/// Enlargement of the coarse diagonal: keeps rotations of straight or single-node groups from being singular.
const REGULARISATION: f64 = 1e-9;

/// Groups of nodes and the coarse matrix.
pub struct Coarse {
    /// Group of each place in slab order.
    group_of: Vec<u32>,
    /// Places of each group, ascending: `members[member_start[g]..member_start[g + 1]]`.
    member_start: Vec<u32>,
    members: Vec<u32>,
    /// Position relative to the centre of the group, divided by the group's size.
    arm: Vec<DVec3>,
    /// For each pair of groups, the blocks of the matrix that couple them.
    pairs: Vec<GroupPair>,
    couplings: Vec<u32>,
    /// Row of each lower block.
    row_of: Vec<u32>,
    /// Restricted blocks of each pair, between two steps of the factorisation.
    restricted: Vec<[DMat3; 4]>,
    matrix: BlockMatrix,
    solver: Cholesky,
    rhs: Vec<DVec3>,
    solution: Vec<DVec3>,
    /// Whether the last factorisation succeeded.
    ready: bool,
}

/// Two coupled groups, `high >= low`.
struct GroupPair {
    high: u32,
    low: u32,
    /// Their range in `couplings`: twice the lower block, plus one if its row is in the low group.
    blocks: std::ops::Range<usize>,
    /// Blocks of the coarse matrix: (high, low) x (translation, rotation), row by row; the upper right one of a
    /// diagonal pair is not stored.
    targets: [Option<usize>; 4],
}

impl Coarse {
    /// Groups the nodes of a layout by their positions (one a node, in the order of the pattern).
    pub fn new(layout: &Layout, positions: &[DVec3]) -> Self {
        let n = layout.node_count();
        let place: Vec<DVec3> = layout.slabs.order.iter().map(|&i| positions[i as usize]).collect();
        let count = (n / NODES_PER_GROUP).clamp(1, MAX_GROUPS);
        let mut group_of = vec![0u32; n];
        let mut nodes: Vec<u32> = (0..n as u32).collect();
        let mut groups = 0;
        divide(&mut nodes, &place, count, &mut |group| {
            group.iter().for_each(|&i| group_of[i as usize] = groups);
            groups += 1;
        });
        let (member_start, members) = buckets(&group_of, groups as usize);
        let arm = arms(&member_start, &members, &place);
        let mut coarse = Self {
            group_of,
            member_start,
            members,
            arm,
            pairs: Vec::new(),
            couplings: Vec::new(),
            row_of: Vec::new(),
            restricted: Vec::new(),
            matrix: BlockMatrix::zeros(BlockPattern::from_pairs(0, [])),
            solver: Cholesky::new(Ordering::Graph),
            rhs: vec![DVec3::ZERO; 2 * groups as usize],
            solution: vec![DVec3::ZERO; 2 * groups as usize],
            ready: false,
        };
        coarse.find_pairs(layout, groups as usize);
        coarse
    }

    fn find_pairs(&mut self, layout: &Layout, groups: usize) {
        let n = layout.node_count();
        for i in 0..n {
            let blocks = layout.lower_start[i + 1] - layout.lower_start[i];
            self.row_of.extend(std::iter::repeat_n(i as u32, blocks as usize));
        }
        let mut keys: Vec<(u32, u32, u32)> = (0..groups as u32).map(|g| (g, g, u32::MAX)).collect();
        for (b, (&i, &j)) in self.row_of.iter().zip(&layout.lower_columns).enumerate() {
            let (gi, gj) = (self.group_of[i as usize], self.group_of[j as usize]);
            keys.push((gi.max(gj), gi.min(gj), 2 * b as u32 + u32::from(gi < gj)));
        }
        keys.sort_unstable();
        let couples = |a: &(u32, u32, u32), b: &(u32, u32, u32)| (a.0, a.1) == (b.0, b.1);
        let mut edges = Vec::new();
        for run in keys.chunk_by(couples) {
            let (high, low) = (2 * run[0].0 as usize, 2 * run[0].1 as usize);
            edges.extend([(high, low), (high, low + 1), (high + 1, low), (high + 1, low + 1)]);
        }
        let pattern = BlockPattern::from_pairs(2 * groups, edges);
        for run in keys.chunk_by(couples) {
            let (high, low) = (run[0].0, run[0].1);
            let start = self.couplings.len();
            self.couplings.extend(run.iter().map(|key| key.2).filter(|&b| b != u32::MAX));
            let (h, l) = (2 * high as usize, 2 * low as usize);
            let target = |i: usize, j: usize| if i >= j { pattern.index(i, j) } else { None };
            self.pairs.push(GroupPair {
                high,
                low,
                blocks: start..self.couplings.len(),
                targets: [target(h, l), target(h, l + 1), target(h + 1, l), target(h + 1, l + 1)],
            });
        }
        self.solver.analyze(&pattern, &[]);
        self.matrix = BlockMatrix::zeros(pattern);
    }

    /// Restricts the matrix to the groups' motions and factors it.
    pub fn factor(&mut self, layout: &Layout, values: &OrderedValues) {
        let mut restricted = std::mem::take(&mut self.restricted);
        restricted.resize(self.pairs.len(), [DMat3::ZERO; 4]);
        let this = &*self;
        if layout.node_count() < PARALLEL_NODES {
            let jobs = restricted.iter_mut().zip(&self.pairs);
            jobs.for_each(|(out, pair)| *out = this.restrict(layout, values, pair));
        } else {
            let jobs = restricted.par_iter_mut().zip(&self.pairs).with_min_len(16);
            jobs.for_each(|(out, pair)| *out = this.restrict(layout, values, pair));
        }
        for (pair, blocks) in self.pairs.iter().zip(&restricted) {
            for (target, block) in pair.targets.iter().zip(blocks) {
                if let Some(index) = target {
                    self.matrix.values[*index] = *block;
                }
            }
        }
        self.restricted = restricted;
        for g in 0..self.matrix.node_count() {
            let block = self.matrix.diagonal_mut(g);
            for axis in 0..3 {
                let entry = &mut block.col_mut(axis)[axis];
                *entry = if *entry > 0.0 { *entry * (1.0 + REGULARISATION) } else { 1.0 };
            }
        }
        self.ready = self.solver.factor(&self.matrix).is_ok();
    }

    /// `sum P_i^T A_ij P_j` over the blocks of a pair, as translation and rotation parts.
    fn restrict(&self, layout: &Layout, values: &OrderedValues, pair: &GroupPair) -> [DMat3; 4] {
        let mut sum = [DMat3::ZERO; 4];
        for &coupling in &self.couplings[pair.blocks.clone()] {
            let b = (coupling / 2) as usize;
            let (mut i, mut j) = (self.row_of[b] as usize, layout.lower_columns[b] as usize);
            let mut block = values.lower_block(b);
            if coupling % 2 == 1 {
                (i, j, block) = (j, i, block.transpose());
            }
            add_restricted(&mut sum, &block, self.arm[i], self.arm[j]);
        }
        if pair.high == pair.low {
            // Both triangles of the couplings inside the group, and the diagonal.
            sum = [
                sum[0] + sum[0].transpose(),
                sum[1] + sum[2].transpose(),
                sum[2] + sum[1].transpose(),
                sum[3] + sum[3].transpose(),
            ];
            let g = pair.high as usize;
            for &i in &self.members[self.member_start[g] as usize..self.member_start[g + 1] as usize] {
                let arm = self.arm[i as usize];
                add_restricted(&mut sum, &values.diagonal_block(i as usize), arm, arm);
            }
        }
        sum
    }

    /// Finds `c = (P^T A P)^-1 P^T r`; returns `r . P c`.
    pub fn solve(&mut self, r: &[Quad]) -> f64 {
        if !self.ready {
            return 0.0;
        }
        let (start, members, arm) = (&self.member_start, &self.members, &self.arm);
        let restrict = |(g, target): (usize, &mut [DVec3])| {
            let (mut force, mut moment) = (DVec3::ZERO, DVec3::ZERO);
            for &i in &members[start[g] as usize..start[g + 1] as usize] {
                let v = r[i as usize].vector();
                force += v;
                moment += arm[i as usize].cross(v);
            }
            target.copy_from_slice(&[force, moment]);
        };
        if r.len() < PARALLEL_RESTRICTION {
            self.rhs.chunks_exact_mut(2).enumerate().for_each(restrict);
        } else {
            self.rhs.par_chunks_exact_mut(2).with_min_len(16).enumerate().for_each(restrict);
        }
        self.solver.substitute(&self.rhs, &mut self.solution);
        reduce::dot(&self.rhs, &self.solution)
    }

    /// `p = z + P c + beta p` for the nodes from `first` on.
    pub fn update_direction(&self, first: usize, p: &mut [Quad], beta: f64, z: &[Quad]) {
        let (groups, arms) = (&self.group_of[first..], &self.arm[first..]);
        for (p, (z, (&g, arm))) in p.iter_mut().zip(z.iter().zip(groups.iter().zip(arms))) {
            let (shift, turn) = (self.solution[2 * g as usize], self.solution[2 * g as usize + 1]);
            let v = z.vector() + shift + turn.cross(*arm) + beta * p.vector();
            p.0 = [v.x, v.y, v.z, 0.0];
        }
    }

    /// Whether there is a coarse factor.
    pub fn is_ready(&self) -> bool {
        self.ready
    }

    /// Number of groups.
    pub fn group_count(&self) -> usize {
        self.member_start.len() - 1
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        self.solver.memory_bytes()
            + self.matrix.memory_bytes()
            + 4 * (self.group_of.len() + self.members.len() + self.couplings.len() + self.row_of.len())
            + size_of_val(self.arm.as_slice())
            + size_of_val(self.restricted.as_slice())
    }
}

/// Adds `P_i^T A P_j` with `P_i v = shift + turn x arm_i`.
#[inline]
fn add_restricted(sum: &mut [DMat3; 4], block: &DMat3, arm_i: DVec3, arm_j: DVec3) {
    // turn x arm = -[arm]x turn, and ([arm]x)^T = -[arm]x: A P_j = A (I, -[a_j]x), P_i^T = (I; [a_i]x).
    let turned = -times_cross(block, arm_j);
    sum[0] += *block;
    sum[1] += turned;
    sum[2] += cross_times(arm_i, block);
    sum[3] += cross_times(arm_i, &turned);
}

/// `[a]x B`: the cross product of `a` with each column.
fn cross_times(a: DVec3, block: &DMat3) -> DMat3 {
    DMat3::from_cols(a.cross(block.x_axis), a.cross(block.y_axis), a.cross(block.z_axis))
}

/// `B [a]x`.
fn times_cross(block: &DMat3, a: DVec3) -> DMat3 {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = *block;
    DMat3::from_cols(y * a.z - z * a.y, z * a.x - x * a.z, x * a.y - y * a.x)
}

/// Cuts a set of nodes across its longest axis again and again into `count` parts of nearly equal size.
fn divide(nodes: &mut [u32], positions: &[DVec3], count: usize, take: &mut impl FnMut(&[u32])) {
    if count < 2 {
        return take(nodes);
    }
    let (mut lower, mut upper) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for &i in nodes.iter() {
        lower = lower.min(positions[i as usize]);
        upper = upper.max(positions[i as usize]);
    }
    let axis = (upper - lower).max_position();
    nodes.sort_unstable_by(|&a, &b| {
        positions[a as usize][axis].total_cmp(&positions[b as usize][axis]).then(a.cmp(&b))
    });
    let (low, high) = nodes.split_at_mut(nodes.len() * (count / 2) / count);
    divide(low, positions, count / 2, take);
    divide(high, positions, count - count / 2, take);
}

/// Items of each bucket, ascending.
fn buckets(bucket_of: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut start = vec![0u32; count + 1];
    bucket_of.iter().for_each(|&g| start[g as usize + 1] += 1);
    for g in 0..count {
        start[g + 1] += start[g];
    }
    let mut next = start.clone();
    let mut items = vec![0u32; bucket_of.len()];
    for (i, &g) in bucket_of.iter().enumerate() {
        items[next[g as usize] as usize] = i as u32;
        next[g as usize] += 1;
    }
    (start, items)
}

/// Positions relative to the centre of the group in units of the group's size.
fn arms(member_start: &[u32], members: &[u32], positions: &[DVec3]) -> Vec<DVec3> {
    let mut arm = vec![DVec3::ZERO; positions.len()];
    for range in member_start.windows(2) {
        let group = &members[range[0] as usize..range[1] as usize];
        let sum: DVec3 = group.iter().map(|&i| positions[i as usize]).sum();
        let centre = sum / group.len().max(1) as f64;
        let size = group.iter().map(|&i| (positions[i as usize] - centre).length()).fold(0.0, f64::max);
        for &i in group {
            let relative = positions[i as usize] - centre;
            arm[i as usize] = if size > 0.0 { relative / size } else { DVec3::ZERO };
        }
    }
    arm
}
