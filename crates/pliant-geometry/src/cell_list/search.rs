//! Pairs within one piece of the places: cell by cell, the points against all candidates behind them.

use std::ops::Range;

use super::CellList;
use crate::bounds::BoundingBox;

/// The buffers a thread searches a piece with. They pass from piece to piece, so they stay in the cache.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench {
    candidates: Candidates,
    /// The pairs as they are found: in one number, one id in the upper half. Only ever grows.
    found: Vec<u64>,
}

/// The points of a cell and everything behind them in the order that may be near, one array a coordinate. The arrays only
/// ever grow; the first `count` entries are in use.
#[derive(Clone, Debug, Default)]
struct Candidates {
    count: usize,
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
    radius: Vec<f64>,
    id: Vec<u32>,
    /// For one point: how far beyond the limit each candidate is, as a difference of squares (m²).
    excess: Vec<f64>,
}

impl Bench {
    /// Finds the pairs whose first place is one of `places`: spheres at most `gap` (m) apart, or points if there are no radii.
    /// `reach` (m) is the largest distance between centres that can count. Of those that `keep` accepts, the smaller id is in the
    /// upper half.
    pub fn search<const RADII: bool>(
        &mut self,
        list: &CellList,
        places: Range<usize>,
        reach: f64,
        gap: f64,
        keep: impl Fn(u32, u32) -> bool,
    ) -> &[u64] {
        let Self { candidates, found } = self;
        let mut count = 0;
        let mut place = places.start;
        while place < places.end {
            let cell = list.cell_at[place];
            let size = list.cell_at[place..places.end].iter().take_while(|other| **other == cell).count();
            candidates.gather::<RADII>(list, place..place + size, reach);
            for own in 0..size {
                if found.len() < count + candidates.count {
                    found.resize(2 * (count + candidates.count), 0);
                }
                count += candidates.find_near::<RADII>(own, gap, &mut found[count..]);
            }
            place += size;
        }
        let kept = keep_ordered(&mut found[..count], keep);
        &found[..kept]
    }
}

/// Puts the smaller id of each pair into its upper half and moves those that are kept to the front. Returns how many they are.
fn keep_ordered(pairs: &mut [u64], keep: impl Fn(u32, u32) -> bool) -> usize {
    let mut kept = 0;
    for k in 0..pairs.len() {
        let (a, b) = ((pairs[k] >> 32) as u32, pairs[k] as u32);
        let (a, b) = (a.min(b), a.max(b));
        pairs[kept] = u64::from(a) << 32 | u64::from(b);
        kept += usize::from(keep(a, b));
    }
    kept
}

impl Candidates {
    /// The points of a cell come first.
    fn gather<const RADII: bool>(&mut self, list: &CellList, cell: Range<usize>, reach: f64) {
        self.count = 0;
        let around = BoundingBox::of_points(&list.x_at[cell.clone()]);
        let first = list.x_at[cell.start];
        let row = (list.axes[1].slab(first.y), list.axes[2].slab(first.z));
        list.visit_runs(&around, reach, row, |run| {
            self.add::<RADII>(list, run.start.max(cell.start)..run.end)
        });
    }

    #[inline]
    fn add<const RADII: bool>(&mut self, list: &CellList, run: Range<usize>) {
        let room = self.count..self.count + run.len();
        if room.end > self.id.len() {
            self.grow(2 * room.end);
        }
        self.count = room.end;
        let ([x, y, z], id) = (
            [&mut self.x, &mut self.y, &mut self.z].map(|values| &mut values[room.clone()]),
            &mut self.id[room.clone()],
        );
        let (points, ids) = (&list.x_at[run.clone()], &list.id_at[run.clone()]);
        for k in 0..id.len() {
            [x[k], y[k], z[k]] = points[k].to_array();
            id[k] = ids[k];
        }
        if RADII {
            self.radius[room].copy_from_slice(&list.radius_at[run]);
        }
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        let Self { x, y, z, radius, excess, id, .. } = self;
        [x, y, z, radius, excess].into_iter().for_each(|values| values.resize(size, 0.0));
        id.resize(size, 0);
    }

    /// Writes the given candidate with each of those behind it that are near it, and returns how many they are.
    #[inline]
    fn find_near<const RADII: bool>(&mut self, own: usize, gap: f64, found: &mut [u64]) -> usize {
        let behind = own + 1..self.count;
        let [x, y, z, radii] =
            [&self.x, &self.y, &self.z, &self.radius].map(|values| &values[behind.clone()]);
        let (x0, y0, z0) = (self.x[own], self.y[own], self.z[own]);
        let excess = &mut self.excess[behind.clone()];
        let plain = gap * gap;
        let reach = self.radius[own] + gap;
        for k in 0..excess.len() {
            let (x, y, z) = (x[k] - x0, y[k] - y0, z[k] - z0);
            let apart = reach + radii[k];
            let limit = if RADII { apart * apart.abs() } else { plain };
            excess[k] = x * x + y * y + z * z - limit;
        }
        // Every candidate is written, and stays if it counts: branches would be guessed wrong.
        let first = u64::from(self.id[own]) << 32;
        let found = &mut found[..behind.len()];
        let mut count = 0;
        for (&excess, &id) in excess.iter().zip(&self.id[behind]) {
            found[count] = first | u64::from(id);
            count += usize::from(excess <= 0.0);
        }
        count
    }
}
