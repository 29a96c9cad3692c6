//! A block matrix in slab order: strictly lower triangle by rows, the diagonal, and the product.

use super::kernel::{self, PADDING, Rows, Shared};
use super::slabs::{MAX_SLABS, Slabs};
use super::vec4::{ENTRIES, Quad, has_avx2};
use crate::sparse::{BlockMatrix, BlockPattern};
use glam::{DMat3, DVec3};
use rayon::prelude::*;
use std::ops::Range;

/// Blocks copied by one thread at a time.
const BLOCKS_PER_COPY: usize = 4096;

/// Where nodes and blocks of a pattern are in slab order.
#[derive(Debug)]
pub struct Layout {
    /// The order and its cuts.
    pub slabs: Slabs,
    /// Lower triangle: first block of each row.
    pub lower_start: Vec<u32>,
    /// Lower triangle: columns, ascending in a row.
    pub lower_columns: Vec<u32>,
    /// Twice the index of the block in the matrix, plus one if it is transposed.
    source: Vec<u32>,
    /// Index of the diagonal block in the matrix.
    diagonal_source: Vec<u32>,
    /// Upper triangle: first block of each row.
    pub upper_start: Vec<u32>,
    /// Upper triangle: columns, ascending in a row.
    pub upper_columns: Vec<u32>,
    /// The lower block whose transpose each upper block is.
    pub upper_from: Vec<u32>,
    /// Whether the wide kernels can be used.
    pub avx2: bool,
}

impl Layout {
    /// Orders the nodes of a pattern.
    pub fn new(pattern: &BlockPattern) -> Self {
        let slabs = Slabs::new(&pattern.graph());
        let n = pattern.node_count();
        let mut rank = vec![0u32; n];
        slabs.order.iter().enumerate().for_each(|(k, &i)| rank[i as usize] = k as u32);
        let mut rows: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
        let mut diagonal_source = vec![0; n];
        for i in 0..n {
            for (index, &j) in pattern.row_range(i).zip(pattern.row(i)) {
                let (ri, rj) = (rank[i], rank[j as usize]);
                if ri == rj {
                    diagonal_source[ri as usize] = index as u32;
                } else {
                    rows[ri.max(rj) as usize].push((ri.min(rj), 2 * index as u32 + u32::from(ri < rj)));
                }
            }
        }
        let mut layout = Self {
            slabs,
            lower_start: vec![0],
            lower_columns: Vec::with_capacity(pattern.block_count() - n),
            source: Vec::with_capacity(pattern.block_count() - n),
            diagonal_source,
            upper_start: Vec::new(),
            upper_columns: Vec::new(),
            upper_from: Vec::new(),
            avx2: has_avx2(),
        };
        for mut row in rows {
            row.sort_unstable();
            layout.lower_columns.extend(row.iter().map(|entry| entry.0));
            layout.source.extend(row.iter().map(|entry| entry.1));
            layout.lower_start.push(layout.lower_columns.len() as u32);
        }
        layout.transpose();
        layout
    }

    fn transpose(&mut self) {
        let n = self.node_count();
        let mut start = vec![0u32; n + 1];
        self.lower_columns.iter().for_each(|&j| start[j as usize + 1] += 1);
        for i in 0..n {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        self.upper_columns = vec![0; self.lower_columns.len()];
        self.upper_from = vec![0; self.lower_columns.len()];
        for i in 0..n {
            for b in self.lower_start[i]..self.lower_start[i + 1] {
                let slot = &mut next[self.lower_columns[b as usize] as usize];
                self.upper_columns[*slot as usize] = i as u32;
                self.upper_from[*slot as usize] = b;
                *slot += 1;
            }
        }
        self.upper_start = start;
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.slabs.order.len()
    }

    /// Number of blocks in the strictly lower triangle.
    pub fn lower_count(&self) -> usize {
        self.lower_columns.len()
    }

    /// The strictly lower triangle.
    pub fn lower(&self) -> Rows<'_> {
        Rows { start: &self.lower_start, columns: &self.lower_columns }
    }

    /// The strictly upper triangle.
    pub fn upper(&self) -> Rows<'_> {
        Rows { start: &self.upper_start, columns: &self.upper_columns }
    }

    /// Runs `work` on all slabs, side by side; returns the sum of its results in order.
    pub fn on_slabs(&self, work: impl Fn(Range<usize>) -> f64 + Sync) -> f64 {
        side_by_side(&self.slabs.slabs, &work)
    }

    /// Runs `work` on ranges that cover all nodes, side by side; returns the sum of its results in order. A range is
    /// a slab, and the layers go with the last one: the thread that swept a slab has its vectors at hand.
    pub fn on_pieces(&self, work: impl Fn(Range<usize>) -> f64 + Sync) -> f64 {
        let (n, slabs) = (self.node_count(), self.slabs.slabs.len());
        let last_start = self.slabs.slabs[slabs - 1].start;
        side_by_side(&self.slabs.slabs, &|range: Range<usize>| {
            let end = if range.start == last_start { n } else { range.end };
            work(range.start..end)
        })
    }

    /// Runs `work` on all layers, side by side; returns the sum of its results in order.
    pub fn on_layers(&self, work: impl Fn(Range<usize>) -> f64 + Sync) -> f64 {
        side_by_side(&self.slabs.layers, &work)
    }

    /// As [`on_layers`](Self::on_layers) for work that also writes to the slabs beside a layer: layers that run
    /// together are not neighbours.
    fn on_layers_apart(&self, work: impl Fn(Range<usize>) -> f64 + Sync) -> f64 {
        let every_other = |first: usize| -> f64 {
            let mut sums = [0.0; MAX_SLABS];
            let parts = self.slabs.layers.par_iter().skip(first).step_by(2);
            parts.zip(sums.par_iter_mut()).for_each(|(range, sum)| *sum = work(range.clone()));
            sums.iter().sum()
        };
        match self.slabs.layers.as_slice() {
            [] => 0.0,
            [only] => work(only.clone()),
            _ => every_other(0) + every_other(1),
        }
    }

    /// Copies a vector of nodes into slab order.
    pub fn gather(&self, from: &[DVec3], to: &mut [Quad]) {
        for (quad, &i) in to.iter_mut().zip(&self.slabs.order) {
            let v = from[i as usize];
            *quad = Quad([v.x, v.y, v.z, 0.0]);
        }
    }

    /// Copies a vector in slab order back.
    pub fn scatter(&self, from: &[Quad], to: &mut [DVec3]) {
        for (quad, &i) in from.iter().zip(&self.slabs.order) {
            to[i as usize] = DVec3::new(quad.0[0], quad.0[1], quad.0[2]);
        }
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        let per_block = self.source.len() + 2 * self.lower_columns.len() + self.upper_from.len();
        4 * (per_block + 4 * self.node_count())
    }
}

fn side_by_side(parts: &[Range<usize>], work: &(impl Fn(Range<usize>) -> f64 + Sync)) -> f64 {
    match parts {
        [] => 0.0,
        [only] => work(only.clone()),
        _ => {
            let mut sums = [0.0; MAX_SLABS];
            let jobs = parts.par_iter().zip(sums.par_iter_mut());
            jobs.for_each(|(range, sum)| *sum = work(range.clone()));
            sums.iter().sum()
        }
    }
}

/// Values of a matrix in slab order.
#[derive(Debug, Default)]
pub struct OrderedValues {
    /// Strictly lower blocks, nine numbers each, and the padding.
    pub lower: Vec<f64>,
    /// Diagonal blocks and the padding.
    pub diagonal: Vec<f64>,
}

impl OrderedValues {
    /// Takes over the values of a matrix.
    pub fn load(&mut self, layout: &Layout, matrix: &BlockMatrix) {
        self.lower.resize(ENTRIES * layout.lower_count() + PADDING, 0.0);
        self.diagonal.resize(ENTRIES * layout.node_count() + PADDING, 0.0);
        let copy = |target: &mut [f64], source: u32| {
            let block = &matrix.values[source as usize / 2];
            let block = if source % 2 == 1 { block.transpose() } else { *block };
            target.copy_from_slice(&block.to_cols_array());
        };
        let copy_all = |targets: &mut [f64], sources: &[u32]| {
            for (target, &source) in targets.chunks_exact_mut(ENTRIES).zip(sources) {
                copy(target, source);
            }
        };
        let lower = &mut self.lower[..ENTRIES * layout.lower_count()];
        if layout.slabs.slabs.len() == 1 {
            copy_all(lower, &layout.source);
        } else {
            let chunks = lower.par_chunks_mut(ENTRIES * BLOCKS_PER_COPY);
            let jobs = chunks.zip(layout.source.par_chunks(BLOCKS_PER_COPY));
            jobs.for_each(|(targets, sources)| copy_all(targets, sources));
        }
        for (target, &source) in self.diagonal.chunks_exact_mut(ENTRIES).zip(&layout.diagonal_source) {
            copy(target, 2 * source);
        }
    }

    /// Lower block `b`.
    #[inline]
    pub fn lower_block(&self, b: usize) -> DMat3 {
        DMat3::from_cols_array(&self.lower.as_chunks::<ENTRIES>().0[b])
    }

    /// Diagonal block of row `i`.
    #[inline]
    pub fn diagonal_block(&self, i: usize) -> DMat3 {
        DMat3::from_cols_array(&self.diagonal.as_chunks::<ENTRIES>().0[i])
    }

    /// `y = A x`; returns `x . A x`.
    pub fn multiply(&self, layout: &Layout, x: &[Quad], y: &mut [Quad]) -> f64 {
        let n = layout.node_count();
        assert_eq!((x.len(), y.len()), (n, n), "vectors with one entry a node");
        assert_eq!(self.diagonal.len(), ENTRIES * n + PADDING, "values of this layout");
        let y = Shared(y.as_mut_ptr());
        let run = |range: Range<usize>| {
            // Shared is copied as a whole, so that the closure may cross threads.
            let y = { y };
            // SAFETY: a slab writes only to itself; a layer to itself and to the two slabs beside it. Slabs are
            // finished before layers start, and layers running together are not neighbours.
            unsafe {
                kernel::run_multiply(layout.avx2, layout.lower(), &self.lower, &self.diagonal, x, y, range)
            }
        };
        let from_slabs = layout.on_slabs(run);
        from_slabs + layout.on_layers_apart(run)
    }

    /// Bytes held.
    pub fn memory_bytes(&self) -> usize {
        8 * (self.lower.len() + self.diagonal.len())
    }
}
