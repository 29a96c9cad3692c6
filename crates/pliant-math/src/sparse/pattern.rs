//! Where the blocks of a symmetric block matrix are.
//!
//! A row is a node with three unknowns. Only the lower triangle with the diagonal is kept, row by row with
//! ascending columns, so the last block of row `i` is always the diagonal block `(i, i)`.

use std::sync::Arc;

/// Number of unknowns a node has: the side of a block.
pub const BLOCK: usize = 3;

/// Sparsity of a symmetric matrix of 3 x 3 blocks: lower triangle with the diagonal, by rows.
///
/// It is shared through an [`Arc`]: solvers take "the same `Arc`" to mean "the same pattern" and keep what
/// they derived from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockPattern {
    row_start: Vec<usize>,
    columns: Vec<u32>,
}

impl BlockPattern {
    /// The pattern with the given couplings (in any order, with repetitions, either triangle) and the diagonal.
    ///
    /// # Panics
    /// When a pair names a node that is not below `node_count`.
    pub fn from_pairs(node_count: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Arc<Self> {
        let mut keys: Vec<u64> = (0..node_count as u64).map(|i| i << 32 | i).collect();
        for (i, j) in pairs {
            assert!(i < node_count && j < node_count, "pair ({i}, {j}) outside of {node_count} nodes");
            keys.push((i.max(j) as u64) << 32 | i.min(j) as u64);
        }
        keys.sort_unstable();
        keys.dedup();
        Arc::new(Self::from_sorted_keys(node_count, &keys))
    }

    /// The pattern in which all nodes of each element are coupled with each other.
    ///
    /// # Panics
    /// When an element names a node that is not below `node_count`.
    pub fn from_elements<'a>(node_count: usize, elements: impl IntoIterator<Item = &'a [u32]>) -> Arc<Self> {
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); node_count];
        for nodes in elements {
            for &i in nodes {
                assert!((i as usize) < node_count, "element names node {i} of {node_count}");
                rows[i as usize].extend(nodes.iter().copied().filter(|&j| j < i));
            }
        }
        let mut pattern = Self { row_start: vec![0], columns: Vec::new() };
        for (i, mut row) in rows.into_iter().enumerate() {
            row.sort_unstable();
            row.dedup();
            pattern.columns.extend_from_slice(&row);
            pattern.columns.push(i as u32);
            pattern.row_start.push(pattern.columns.len());
        }
        Arc::new(pattern)
    }

    fn from_sorted_keys(node_count: usize, keys: &[u64]) -> Self {
        let mut row_start = vec![0; node_count + 1];
        for key in keys {
            row_start[(key >> 32) as usize + 1] += 1;
        }
        for i in 0..node_count {
            row_start[i + 1] += row_start[i];
        }
        Self { row_start, columns: keys.iter().map(|&key| key as u32).collect() }
    }

    /// Number of block rows.
    pub fn node_count(&self) -> usize {
        self.row_start.len() - 1
    }

    /// Number of stored blocks (lower triangle with the diagonal).
    pub fn block_count(&self) -> usize {
        self.columns.len()
    }

    /// Numbers of the whole matrix, both triangles, that may differ from zero.
    pub fn nonzero_count(&self) -> usize {
        BLOCK * BLOCK * (2 * self.block_count() - self.node_count())
    }

    /// Number of unknowns, three a node.
    pub fn dof_count(&self) -> usize {
        BLOCK * self.node_count()
    }

    /// Range of the stored blocks of row `i`; the last one is the diagonal block.
    pub fn row_range(&self, i: usize) -> std::ops::Range<usize> {
        self.row_start[i]..self.row_start[i + 1]
    }

    /// Columns of the stored blocks of row `i`, ascending, ending with `i`.
    pub fn row(&self, i: usize) -> &[u32] {
        &self.columns[self.row_range(i)]
    }

    /// Start of each row in [`columns`](Self::columns), and the block count at the end.
    pub fn row_starts(&self) -> &[usize] {
        &self.row_start
    }

    /// Columns of all stored blocks, row after row.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Index of the diagonal block of node `i`.
    pub fn diagonal_index(&self, i: usize) -> usize {
        self.row_start[i + 1] - 1
    }

    /// Index of the stored block that couples `i` and `j`, if there is one. The stored block is `(i, j)` when
    /// `i >= j`, else the transpose of the one asked for.
    pub fn index(&self, i: usize, j: usize) -> Option<usize> {
        let (row, column) = (i.max(j), i.min(j) as u32);
        let found = self.row(row).binary_search(&column).ok()?;
        Some(self.row_start[row] + found)
    }

    /// The graph of the couplings: neighbours of every node without the node itself, ascending.
    pub fn graph(&self) -> Graph {
        let n = self.node_count();
        let mut start = vec![0usize; n + 1];
        for i in 0..n {
            for &j in &self.row(i)[..self.row(i).len() - 1] {
                start[i + 1] += 1;
                start[j as usize + 1] += 1;
            }
        }
        for i in 0..n {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        let mut neighbours = vec![0u32; start[n]];
        let mut put = |node: usize, neighbour: u32| {
            neighbours[next[node]] = neighbour;
            next[node] += 1;
        };
        // Two passes keep the lists ascending: first the smaller neighbours, then the larger ones.
        for i in 0..n {
            self.row(i)[..self.row(i).len() - 1].iter().for_each(|&j| put(i, j));
        }
        for i in 0..n {
            self.row(i)[..self.row(i).len() - 1].iter().for_each(|&j| put(j as usize, i as u32));
        }
        Graph { start, neighbours }
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        8 * self.row_start.len() + 4 * self.columns.len()
    }
}

/// Adjacency lists of an undirected graph without loops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    start: Vec<usize>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// A graph from its lists: where each starts (and the total length at the end), and the neighbours, ascending in each.
    pub(super) fn new(start: Vec<usize>, neighbours: Vec<u32>) -> Self {
        debug_assert_eq!(start.last(), Some(&neighbours.len()));
        Self { start, neighbours }
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.start.len() - 1
    }

    /// Neighbours of node `i`, ascending.
    pub fn neighbours(&self, i: usize) -> &[u32] {
        &self.neighbours[self.start[i]..self.start[i + 1]]
    }

    /// Start of each node's list, and the total length at the end.
    pub fn starts(&self) -> &[usize] {
        &self.start
    }

    /// All lists, one after the other.
    pub fn all_neighbours(&self) -> &[u32] {
        &self.neighbours
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn elements_and_pairs_give_the_same_pattern() {
        let elements: [&[u32]; 2] = [&[0, 3, 1], &[3, 2]];
        let a = BlockPattern::from_elements(5, elements);
        let b = BlockPattern::from_pairs(5, [(0, 3), (3, 1), (1, 0), (2, 3), (3, 2)]);
        assert_eq!(a, b);
        assert_eq!(a.row(3), [0, 1, 2, 3]);
        assert_eq!(a.row(4), [4]);
        assert_eq!(a.index(1, 3), a.index(3, 1));
        assert_eq!(a.index(2, 0), None);
    }

    proptest! {
        #[test]
        fn pattern_holds_what_it_was_built_from(
            n in 1usize..40,
            raw in proptest::collection::vec((0usize..40, 0usize..40), 0..120),
        ) {
            let pairs: Vec<_> = raw.into_iter().map(|(i, j)| (i % n, j % n)).collect();
            let pattern = BlockPattern::from_pairs(n, pairs.iter().copied());
            for &(i, j) in &pairs {
                prop_assert!(pattern.index(i, j).is_some());
            }
            for i in 0..n {
                let row = pattern.row(i);
                prop_assert!(row.windows(2).all(|w| w[0] < w[1]));
                prop_assert_eq!(pattern.columns()[pattern.diagonal_index(i)] as usize, i);
                for &j in row {
                    let asked = i == j as usize || pairs.contains(&(i, j as usize)) || pairs.contains(&(j as usize, i));
                    prop_assert!(asked);
                }
            }
            let graph = pattern.graph();
            for i in 0..n {
                prop_assert!(graph.neighbours(i).windows(2).all(|w| w[0] < w[1]));
                for &j in graph.neighbours(i) {
                    prop_assert!(graph.neighbours(j as usize).contains(&(i as u32)));
                }
            }
        }
    }
}
