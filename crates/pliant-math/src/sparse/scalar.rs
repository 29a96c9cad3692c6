//! Cholesky factors of matrices with one number a pair of nodes, for three right-hand sides at once.
//!
//! Quasi-Newton methods put L (x) I3 in place of a stiffness [Liu et al. 2017; Xu et al. 2018, (23)]: the same number for x, y and z, so that
//! the factor has a ninth of the entries and one substitution answers all three axes.
//!
//! The factorisation is that of blocks ([`Cholesky`]): three nodes that are eliminated one after the other make a block. An order and
//! its supernodes are found on the nodes themselves; blocks never reach from one supernode into another, which would join branches of
//! the tree, so each is filled up with unknowns of their own (a diagonal of one, coupled with nothing) to a multiple of three.
//!
//! The answer is a preconditioner, so the factor is kept in single precision where pivots allow: its product with its transpose is symmetric
//! and positive definite all the same.

use super::cholesky::Cholesky;
use super::ordering::{self, Ordering};
use super::solver::{LinearSolver, NotPositiveDefinite};
use super::symbolic::Symbolic;
use super::{BLOCK, BlockMatrix, BlockPattern};
use glam::DVec3;
use std::sync::Arc;

/// A symmetric matrix with one number for each stored pair of a pattern.
#[derive(Debug, Clone)]
pub struct ScalarMatrix {
    pattern: Arc<BlockPattern>,
    /// The lower triangle with the diagonal, in the order of the pattern.
    pub values: Vec<f64>,
}

impl ScalarMatrix {
    /// A matrix of zeros.
    pub fn zeros(pattern: Arc<BlockPattern>) -> Self {
        let values = vec![0.0; pattern.block_count()];
        Self { pattern, values }
    }

    /// Where the numbers are.
    pub fn pattern(&self) -> &Arc<BlockPattern> {
        &self.pattern
    }

    /// `y = A x`, for x, y and z alike.
    pub fn multiply(&self, x: &[DVec3], y: &mut [DVec3]) {
        y.fill(DVec3::ZERO);
        for i in 0..self.pattern.node_count() {
            for (entry, &j) in self.pattern.row_range(i).zip(self.pattern.row(i)) {
                let (value, j) = (self.values[entry], j as usize);
                y[i] += x[j] * value;
                if i != j {
                    y[j] += x[i] * value;
                }
            }
        }
    }
}

/// Factors scalar matrices and solves with them.
#[derive(Default)]
pub struct ScalarCholesky {
    packing: Option<Packing>,
}

/// Three nodes to a block.
struct Packing {
    pattern: Arc<BlockPattern>,
    solver: Cholesky,
    matrix: BlockMatrix,
    /// Where each node is among the unknowns of the blocks.
    places: Vec<u32>,
    /// Where each number of the scalar matrix goes: nine times the block, plus three times the column, plus the row.
    targets: Vec<u32>,
    /// Unknowns that only fill blocks up, as places.
    fillers: Vec<u32>,
    rhs: Vec<DVec3>,
    solution: Vec<DVec3>,
}

impl ScalarCholesky {
    /// Prepares for matrices of `pattern`; nothing is done when it is the same `Arc` as before. `positions` help to find an order.
    pub fn analyze(&mut self, pattern: &Arc<BlockPattern>, positions: &[DVec3]) {
        if !self.packing.as_ref().is_some_and(|p| Arc::ptr_eq(&p.pattern, pattern)) {
            self.packing = Some(Packing::new(pattern, positions));
        }
    }

    /// Factors.
    ///
    /// # Errors
    /// With the node at which it was noticed, if the matrix is not positive definite.
    pub fn factor(&mut self, matrix: &ScalarMatrix) -> Result<(), NotPositiveDefinite> {
        self.analyze(&matrix.pattern, &[]);
        match &mut self.packing {
            Some(packing) => packing.factor(matrix),
            None => unreachable!("analyze always leaves a packing"),
        }
    }

    /// `x = A^-1 rhs` for x, y and z at once; zero without a factor. Allocates nothing after the first time.
    pub fn solve(&mut self, rhs: &[DVec3], x: &mut [DVec3]) {
        match &mut self.packing {
            Some(packing) => packing.solve(rhs, x),
            None => x.fill(DVec3::ZERO),
        }
    }

    /// Entries of the factor, after `analyze`.
    pub fn factor_entries(&self) -> usize {
        self.packing.as_ref().and_then(|p| p.solver.factor_entries()).unwrap_or(0)
    }

    /// Floating point operations of a factorisation, after `analyze`.
    pub fn flops(&self) -> f64 {
        self.packing.as_ref().and_then(|p| p.solver.flops()).unwrap_or(0.0)
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        self.packing.as_ref().map_or(0, |p| {
            let lists = 4 * (p.places.len() + p.targets.len() + p.fillers.len());
            let vectors = size_of::<DVec3>() * (p.rhs.len() + p.solution.len());
            lists + vectors + p.solver.memory_bytes() + p.matrix.memory_bytes()
        })
    }
}

impl Packing {
    fn new(pattern: &Arc<BlockPattern>, positions: &[DVec3]) -> Self {
        let (symbolic, _) = ordering::analyze(pattern, positions, Ordering::Auto);
        let (places, fillers, blocks) = pack(&symbolic);
        let block = |node: usize| places[node] as usize / BLOCK;
        let rows = 0..pattern.node_count();
        let pairs = rows.clone().flat_map(|i| pattern.row(i).iter().map(move |&j| (i, j as usize)));
        let packed = BlockPattern::from_pairs(blocks, pairs.clone().map(|(i, j)| (block(i), block(j))));
        let target = |(i, j): (usize, usize)| {
            let (row, column) = (places[i].max(places[j]) as usize, places[i].min(places[j]) as usize);
            let entry = packed.index(row / BLOCK, column / BLOCK).expect("pair is in the pattern");
            (BLOCK * BLOCK * entry + BLOCK * (column % BLOCK) + row % BLOCK) as u32
        };
        let targets = pairs.map(target).collect();
        // Blocks are numbered as they are eliminated.
        let mut solver = Cholesky::new(Ordering::Natural).single_above(0);
        solver.analyze(&packed, &[]);
        let unknowns = vec![DVec3::ZERO; BLOCK * blocks];
        Self {
            pattern: pattern.clone(),
            solver,
            matrix: BlockMatrix::zeros(packed),
            places,
            targets,
            fillers,
            rhs: unknowns.clone(),
            solution: unknowns,
        }
    }

    fn factor(&mut self, matrix: &ScalarMatrix) -> Result<(), NotPositiveDefinite> {
        let values = &mut self.matrix.values;
        values.fill(glam::DMat3::ZERO);
        for (&target, &value) in self.targets.iter().zip(&matrix.values) {
            let (entry, column, row) = (target as usize / 9, target as usize / 3 % 3, target as usize % 3);
            values[entry].col_mut(column)[row] = value;
        }
        for block in 0..self.matrix.node_count() {
            // The numbers of a diagonal block are in its lower triangle so far.
            let lower = self.matrix.diagonal_mut(block);
            (lower.y_axis.x, lower.z_axis.x, lower.z_axis.y) =
                (lower.x_axis.y, lower.x_axis.z, lower.y_axis.z);
        }
        for &place in &self.fillers {
            let axis = place as usize % BLOCK;
            self.matrix.diagonal_mut(place as usize / BLOCK).col_mut(axis)[axis] = 1.0;
        }
        self.solver.factor(&self.matrix).map_err(|failure| {
            let place = (BLOCK * failure.node + failure.axis) as u32;
            let node = self.places.iter().position(|&p| p == place).unwrap_or(0);
            NotPositiveDefinite { node, axis: 0, ..failure }
        })
    }

    fn solve(&mut self, rhs: &[DVec3], x: &mut [DVec3]) {
        for (&place, value) in self.places.iter().zip(rhs) {
            self.rhs[place as usize] = *value;
        }
        self.solver.substitute_three(&self.rhs, &mut self.solution);
        for (&place, value) in self.places.iter().zip(x) {
            *value = self.solution[place as usize];
        }
    }
}

/// Where each node is among the unknowns of blocks, the unknowns that only fill up, and the number of blocks.
fn pack(symbolic: &Symbolic) -> (Vec<u32>, Vec<u32>, usize) {
    let mut places = vec![0; symbolic.order.len()];
    let (mut fillers, mut next) = (Vec::new(), 0u32);
    for supernode in &symbolic.supernodes {
        for &node in &symbolic.order[supernode.first as usize..supernode.end as usize] {
            places[node as usize] = next;
            next += 1;
        }
        while !(next as usize).is_multiple_of(BLOCK) {
            fillers.push(next);
            next += 1;
        }
    }
    (places, fillers, next as usize / BLOCK)
}

#[cfg(test)]
mod tests;
