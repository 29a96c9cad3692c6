//! Values of a symmetric block matrix and its product with a vector.
//!
//! The product reads each stored block once and uses it for both triangles: half the memory traffic of full
//! rows. Rows are cut into fixed ranges. A range adds the transposed part of its own columns in place and what
//! falls before the range into a buffer of its own; the buffers are then added in order, so the result does not
//! depend on the number of threads.

use super::pattern::{BLOCK, BlockPattern};
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use std::sync::Arc;

/// Symmetric matrix of 3 x 3 blocks: the lower triangle of its pattern with values.
#[derive(Debug, Clone)]
pub struct BlockMatrix {
    pattern: Arc<BlockPattern>,
    /// The stored blocks in the order of the pattern. Diagonal blocks hold both triangles.
    pub values: Vec<DMat3>,
}

impl BlockMatrix {
    /// A matrix of zeros.
    pub fn zeros(pattern: Arc<BlockPattern>) -> Self {
        let values = vec![DMat3::ZERO; pattern.block_count()];
        Self { pattern, values }
    }

    /// A matrix with the given values, one a stored block.
    ///
    /// # Panics
    /// When the number of values is not the number of stored blocks.
    pub fn new(pattern: Arc<BlockPattern>, values: Vec<DMat3>) -> Self {
        assert_eq!(values.len(), pattern.block_count(), "one value a stored block");
        Self { pattern, values }
    }

    /// The pattern.
    pub fn pattern(&self) -> &Arc<BlockPattern> {
        &self.pattern
    }

    /// Number of block rows.
    pub fn node_count(&self) -> usize {
        self.pattern.node_count()
    }

    /// The diagonal block of node `i`.
    pub fn diagonal(&self, i: usize) -> DMat3 {
        self.values[self.pattern.diagonal_index(i)]
    }

    /// Mutable diagonal block of node `i`.
    pub fn diagonal_mut(&mut self, i: usize) -> &mut DMat3 {
        &mut self.values[self.pattern.diagonal_index(i)]
    }

    /// The block that couples row `i` with column `j`, zero when it is not stored.
    pub fn block(&self, i: usize, j: usize) -> DMat3 {
        match self.pattern.index(i, j) {
            Some(index) if i >= j => self.values[index],
            Some(index) => self.values[index].transpose(),
            None => DMat3::ZERO,
        }
    }

    /// `y = A x`. The first call on a pattern should use a [`ProductPlan`] made once; this convenience makes
    /// one each time.
    pub fn multiply(&self, x: &[DVec3], y: &mut [DVec3]) {
        ProductPlan::new(&self.pattern).multiply(self, x, y);
    }

    /// The matrix as dense rows of unknowns, for tests and for tiny systems.
    pub fn to_dense(&self) -> Vec<Vec<f64>> {
        let n = self.pattern.dof_count();
        let mut dense = vec![vec![0.0; n]; n];
        for i in 0..self.node_count() {
            for (index, &j) in self.pattern.row_range(i).zip(self.pattern.row(i)) {
                let block = self.values[index].to_cols_array_2d();
                for r in 0..BLOCK {
                    for c in 0..BLOCK {
                        dense[BLOCK * i + r][BLOCK * j as usize + c] = block[c][r];
                        dense[BLOCK * j as usize + c][BLOCK * i + r] = block[c][r];
                    }
                }
            }
        }
        dense
    }

    /// Bytes held by the values (the pattern is shared).
    pub fn memory_bytes(&self) -> usize {
        size_of_val(self.values.as_slice())
    }
}

/// Blocks a range of rows holds at least before rows are cut: below this, starting a task costs more than it saves.
const BLOCKS_PER_RANGE: usize = 8192;
/// Most ranges rows are cut into.
const MAX_RANGES: usize = 16;

/// How the rows of a pattern are cut for the product, with the buffers it needs. Keep one for each pattern.
#[derive(Debug, Clone)]
pub struct ProductPlan {
    ranges: Vec<RowRange>,
}

#[derive(Debug, Clone)]
struct RowRange {
    first: usize,
    end: usize,
    /// Lowest column that the rows of this range touch.
    lowest: usize,
    /// Transposed contributions to the rows `lowest..first` of earlier ranges.
    spill: Vec<DVec3>,
}

impl ProductPlan {
    /// Cuts the rows of `pattern` into ranges of nearly equal work. Depends on the pattern only.
    pub fn new(pattern: &BlockPattern) -> Self {
        let n = pattern.node_count();
        let count = (pattern.block_count() / BLOCKS_PER_RANGE).clamp(1, MAX_RANGES);
        let mut ranges = Vec::with_capacity(count);
        let mut first = 0;
        for k in 0..count {
            let target = pattern.block_count() * (k + 1) / count;
            let end = if k + 1 == count { n } else { pattern.row_starts().partition_point(|&s| s < target) };
            let end = end.clamp(first, n);
            let lowest = (first..end).map(|i| pattern.row(i)[0] as usize).min().unwrap_or(first);
            let lowest = lowest.min(first);
            ranges.push(RowRange { first, end, lowest, spill: vec![DVec3::ZERO; first - lowest] });
            first = end;
        }
        Self { ranges }
    }

    /// `y = A x`, with the same bits at any number of threads.
    ///
    /// # Panics
    /// When `x` or `y` do not have one entry a node of `matrix`.
    pub fn multiply(&mut self, matrix: &BlockMatrix, x: &[DVec3], y: &mut [DVec3]) {
        let n = matrix.node_count();
        assert_eq!((x.len(), y.len()), (n, n), "vectors with one entry a node");
        if let [only] = self.ranges.as_mut_slice() {
            return only.multiply(matrix, x, y);
        }
        let mut rest = &mut y[..];
        let mut jobs = Vec::with_capacity(MAX_RANGES);
        for range in &mut self.ranges {
            let (own, later) = rest.split_at_mut(range.end - range.first);
            jobs.push((range, own));
            rest = later;
        }
        crate::reduce::enter_pool(|| {
            jobs.into_par_iter().for_each(|(range, own)| range.multiply(matrix, x, own));
        });
        for range in &self.ranges {
            for (target, spill) in y[range.lowest..range.first].iter_mut().zip(&range.spill) {
                *target += *spill;
            }
        }
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        self.ranges.iter().map(|r| size_of_val(r.spill.as_slice())).sum()
    }
}

impl RowRange {
    fn multiply(&mut self, matrix: &BlockMatrix, x: &[DVec3], y: &mut [DVec3]) {
        let pattern = &matrix.pattern;
        self.spill.fill(DVec3::ZERO);
        for i in self.first..self.end {
            let xi = x[i];
            let range = pattern.row_range(i);
            let (columns, blocks) = (&pattern.columns()[range.clone()], &matrix.values[range]);
            let mut sum = DVec3::ZERO;
            let off_diagonal = columns.len() - 1;
            for (&j, block) in columns[..off_diagonal].iter().zip(blocks) {
                let j = j as usize;
                sum += *block * x[j];
                let transposed = DVec3::new(block.x_axis.dot(xi), block.y_axis.dot(xi), block.z_axis.dot(xi));
                if j >= self.first {
                    y[j - self.first] += transposed;
                } else {
                    self.spill[j - self.lowest] += transposed;
                }
            }
            // Row i is written here for the first time: rows after it add to it only later.
            y[i - self.first] = sum + blocks[off_diagonal] * xi;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::sparse::testing::{random_spd, random_vector};
    use proptest::prelude::*;

    fn dense_product(matrix: &BlockMatrix, x: &[DVec3]) -> Vec<f64> {
        let flat: &[f64] = bytemuck::cast_slice(x);
        matrix.to_dense().iter().map(|row| row.iter().zip(flat).map(|(a, b)| a * b).sum()).collect()
    }

    proptest! {
        #[test]
        fn product_equals_the_dense_one(n in 1usize..50, degree in 0usize..6, seed in 0u64..1000) {
            let matrix = random_spd(n, degree, seed);
            let x = random_vector(n, seed + 1);
            let mut y = vec![DVec3::splat(f64::NAN); n];
            matrix.multiply(&x, &mut y);
            let flat: &[f64] = bytemuck::cast_slice(&y);
            for (a, b) in flat.iter().zip(dense_product(&matrix, &x)) {
                prop_assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()));
            }
        }
    }

    #[test]
    fn product_has_the_same_bits_with_one_and_two_threads() {
        let matrix = random_spd(6000, 9, 7);
        let mut plan = ProductPlan::new(matrix.pattern());
        assert!(plan.ranges.len() > 2, "the test must cut rows");
        let x = random_vector(6000, 8);
        let run = |threads: usize, plan: &mut ProductPlan| {
            let mut y = vec![DVec3::ZERO; 6000];
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| plan.multiply(&matrix, &x, &mut y));
            y
        };
        assert_eq!(run(1, &mut plan), run(2, &mut plan));
    }
}
