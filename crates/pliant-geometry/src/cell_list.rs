//! Neighbours of points: the plain search by cells that point-based methods use.
//!
//! Space is cut into cells about as wide as the search reaches, and the points are sorted by cell, so that the points of a row of
//! neighbouring cells are one run in memory. Cells are numbered row by row; a table over those numbers says where the points of
//! each begin. Where there are far more cells than points the table has an entry for several cells, and the place is
//! found among them by halving: memory stays in proportion to the points however far they are spread.
//!
//! All pairs are found cell by cell: the points of a cell are held against those behind them in the order, which lie in
//! half of the neighbouring cells (`search`), and the pairs are then sorted by their ids (`sort_pairs`). Of a million points
//! this is bound by memory: what one step of it leaves, the next takes up while it is in the cache, piece by piece.
//!
//! All buffers are kept: once they have grown, nothing is allocated. Work is split into fixed pieces of points and put
//! together in their order, so the answer has the same bits at any number of threads.

mod axis;
mod search;
mod sort_pairs;

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use glam::DVec3;
use rayon::prelude::*;

use crate::bounds::BoundingBox;
use axis::Axis;
use search::Bench;
use sort_pairs::{Blocks, PairSorter, Piece};

/// Entries of the table per point at most.
const CELLS_PER_POINT: usize = 8;

/// Points a piece of work holds at least.
const PIECE: usize = 4096;

/// Pieces a search is cut into at least, and points they hold at most: large pieces are put together in long runs of memory, but
/// what one finds must stay in the cache.
const PIECES: usize = 64;
const LARGEST_PIECE: usize = 16_384;

/// The cell of points that are not finite.
const NOWHERE: u64 = u64::MAX;

/// Points sorted by cell.
#[derive(Clone, Debug, Default)]
pub struct CellList {
    axes: [Axis; 3],
    /// A cell's number without its lowest bits, as many as this, is its entry of the table.
    shift: u32,
    /// Where the points of each entry begin.
    starts: Vec<u32>,
    /// Cell of each point by id, then by place.
    cell_of_id: Vec<u64>,
    cell_at: Vec<u64>,
    /// Id at each place; points that are not finite have none.
    id_at: Vec<u32>,
    /// Position and, if there are any, radius at each place.
    x_at: Vec<DVec3>,
    radius_at: Vec<f64>,
    largest_radius: f64,
    /// How many points were given.
    ids: usize,
    /// What threads search with, and what they found.
    benches: Vec<Bench>,
    pieces: Vec<Piece>,
    sorter: PairSorter,
}

impl CellList {
    /// Sorts the points into cells made for searches that reach this far (m). Points that are not finite are nobody's
    /// neighbours.
    pub fn rebuild(&mut self, points: &[DVec3], reach: f64) {
        self.ids = points.len();
        self.cut_axes(points, reach);
        self.number_cells(points);
        self.sort_by_cell();
        self.fill_places(points);
        self.radius_at.clear();
        self.largest_radius = 0.0;
    }

    /// The same for spheres, for searches of those at most `gap` (m) apart. The radii (m), as many as centres, must
    /// not be negative.
    pub fn rebuild_spheres(&mut self, centres: &[DVec3], radii: &[f64], gap: f64) {
        let largest = radii.iter().copied().fold(0.0, f64::max);
        self.rebuild(centres, 2.0 * largest + gap);
        let ids = self.id_at.par_iter().with_min_len(PIECE);
        ids.map(|&id| radii[id as usize]).collect_into_vec(&mut self.radius_at);
        self.largest_radius = largest;
    }

    /// How many points can be found.
    pub fn len(&self) -> usize {
        self.id_at.len()
    }

    /// True if no point can be found.
    pub fn is_empty(&self) -> bool {
        self.id_at.is_empty()
    }

    fn cut_axes(&mut self, points: &[DVec3], reach: f64) {
        let finite = || points.iter().filter(|x| x.is_finite());
        let bounds = BoundingBox::of_points(finite());
        let mut width = if reach > 0.0 { reach } else { 0.0 };
        loop {
            for (k, axis) in self.axes.iter_mut().enumerate() {
                axis.fit([bounds.min[k], bounds.max[k]], width, finite().map(|x| x[k]));
            }
            // Only points spread over millions of slabs along every axis have more cells than numbers.
            let cells = self.axes.iter().try_fold(1u64, |cells, axis| cells.checked_mul(axis.count()));
            if cells.is_some_and(|cells| cells < NOWHERE) {
                return;
            }
            width = (2.0 * width).max(1e-6 * bounds.size().max_element());
        }
    }

    fn number_cells(&mut self, points: &[DVec3]) {
        let axes = &self.axes;
        let cells = points.par_iter().with_min_len(PIECE).map(|&x| cell_of(axes, x));
        cells.collect_into_vec(&mut self.cell_of_id);
        let cells: u64 = axes.iter().map(Axis::count).product();
        let most = (CELLS_PER_POINT * points.len()).max(1024) as u64;
        self.shift = 0;
        while cells >> self.shift > most {
            self.shift += 1;
        }
        self.starts.clear();
        self.starts.resize((cells >> self.shift) as usize + 3, 0);
    }

    /// A counting sort over the table, then a sort within its entries where they hold several cells.
    fn sort_by_cell(&mut self) {
        let (shift, starts) = (self.shift, &mut self.starts);
        // Two entries ahead, so that filling the places moves every start to where it belongs.
        for &cell in self.cell_of_id.iter().filter(|cell| **cell != NOWHERE) {
            starts[(cell >> shift) as usize + 2] += 1;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        self.id_at.resize(sum as usize, 0);
        for (id, &cell) in self.cell_of_id.iter().enumerate() {
            if cell != NOWHERE {
                let next = &mut starts[(cell >> shift) as usize + 1];
                self.id_at[*next as usize] = id as u32;
                *next += 1;
            }
        }
        if shift > 0 {
            let cells = &self.cell_of_id;
            for pair in self.starts.windows(2) {
                let run = &mut self.id_at[pair[0] as usize..pair[1] as usize];
                run.sort_unstable_by_key(|&id| (cells[id as usize], id));
            }
        }
    }

    /// Fetches the points to their places piece by piece, and nothing else meanwhile: then many are on their way at
    /// once. Their cells are worked out anew while the piece is in the cache, which is quicker than fetching them too.
    fn fill_places(&mut self, points: &[DVec3]) {
        let Self { axes, id_at, cell_at, x_at, .. } = self;
        cell_at.resize(id_at.len(), 0);
        x_at.resize(id_at.len(), DVec3::ZERO);
        let pieces =
            id_at.par_chunks(PIECE).zip(x_at.par_chunks_mut(PIECE)).zip(cell_at.par_chunks_mut(PIECE));
        pieces.for_each(|((ids, x), cells)| {
            x.iter_mut().zip(ids).for_each(|(x, &id)| *x = points[id as usize]);
            cells.iter_mut().zip(x).for_each(|(cell, x)| *cell = cell_of(axes, *x));
        });
    }

    /// The first place of a cell, or of those behind it if it is empty.
    #[inline]
    fn place(&self, cell: u64) -> usize {
        let entry = (cell >> self.shift) as usize;
        let first = self.starts[entry] as usize;
        if self.shift == 0 {
            return first;
        }
        let end = self.starts[entry + 1] as usize;
        first + self.cell_at[first..end].partition_point(|other| *other < cell)
    }

    /// Calls `visit` with runs of places, in their order, that together hold everything within `reach` of a box and not
    /// in a row before `first_row`.
    #[inline]
    fn visit_runs(
        &self,
        around: &BoundingBox,
        reach: f64,
        first_row: (u32, u32),
        mut visit: impl FnMut(Range<usize>),
    ) {
        let [(i0, i1), (j0, j1), (k0, k1)] =
            [0, 1, 2].map(|axis| self.axes[axis].slabs_near([around.min[axis], around.max[axis]], reach));
        let (along, across) = (self.axes[0].count(), self.axes[1].count());
        for k in k0.max(first_row.1)..=k1 {
            let from = if k == first_row.1 { j0.max(first_row.0) } else { j0 };
            for j in from..=j1 {
                let row = along * (u64::from(j) + across * u64::from(k));
                let run = self.place(row + u64::from(i0))..self.place(row + u64::from(i1) + 1);
                if !run.is_empty() {
                    visit(run);
                }
            }
        }
    }

    /// Calls `visit` with the id of every point within `reach` (m) of the given one, in a fixed order. Quick if the reach
    /// is about the one the cells were made for.
    #[inline]
    pub fn neighbours_of(&self, point: DVec3, reach: f64, mut visit: impl FnMut(u32)) {
        if self.is_empty() || !point.is_finite() || reach.is_nan() || reach < 0.0 {
            return;
        }
        let limit = reach * reach;
        self.visit_runs(&BoundingBox { min: point, max: point }, reach, (0, 0), |run| {
            for (x, &id) in self.x_at[run.clone()].iter().zip(&self.id_at[run]) {
                if x.distance_squared(point) <= limit {
                    visit(id);
                }
            }
        });
    }

    /// All pairs of points (the smaller id first) at most `reach` (m) apart, sorted. `out` is overwritten.
    pub fn pairs(&mut self, reach: f64, out: &mut Vec<(u32, u32)>) {
        self.find::<false>(reach, reach, |_, _| true, out);
    }

    /// All pairs of spheres (the smaller id first) at most `gap` (m) apart that `keep` accepts, sorted. `out` is
    /// overwritten.
    pub fn sphere_pairs(
        &mut self,
        gap: f64,
        keep: impl Fn(u32, u32) -> bool + Sync,
        out: &mut Vec<(u32, u32)>,
    ) {
        self.find::<true>(2.0 * self.largest_radius + gap, gap, keep, out);
    }

    fn find<const RADII: bool>(
        &mut self,
        reach: f64,
        gap: f64,
        keep: impl Fn(u32, u32) -> bool + Sync,
        out: &mut Vec<(u32, u32)>,
    ) {
        let size = (self.len() / PIECES).next_power_of_two().clamp(PIECE, LARGEST_PIECE);
        let count = if reach >= 0.0 { self.len().div_ceil(size) } else { 0 };
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.resize_with(count, Piece::default);
        let split = Blocks::of(self.ids);
        // The bench that was used last is the one that is still in the cache.
        let benches = Mutex::new(std::mem::take(&mut self.benches));
        let free = || benches.lock().unwrap_or_else(PoisonError::into_inner);
        pieces.par_iter_mut().enumerate().for_each(|(index, piece)| {
            let mut bench = free().pop().unwrap_or_default();
            let places = size * index..self.len().min(size * (index + 1));
            piece.take(bench.search::<RADII>(self, places, reach, gap, &keep), split);
            free().push(bench);
        });
        self.benches = benches.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.pieces = pieces;
        self.sorter.sort(&self.pieces, split, out);
    }
}

/// The number of the cell a point is in.
#[inline]
fn cell_of(axes: &[Axis; 3], x: DVec3) -> u64 {
    if !x.is_finite() {
        return NOWHERE;
    }
    let [i, j, k] = [axes[0].slab(x.x), axes[1].slab(x.y), axes[2].slab(x.z)].map(u64::from);
    i + axes[0].count() * (j + axes[1].count() * k)
}
