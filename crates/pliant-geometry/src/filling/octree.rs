//! Cells of an octree: small where the surface cuts them, larger inside.
//!
//! A grid of the smallest cells holds the matter; blocks of two, four ... of them along each axis are the cells of higher
//! levels. A block is cut into eight if it is larger than wished and at the surface, or larger than allowed inside. The cuts
//! are found level by level from below: what is cut has a parent that is cut, and so have its neighbours across faces, which
//! keeps cells on both sides of a face within a factor of two.

use super::boxes::Boxes;
use super::grid::Grid;
use super::keys::{self, MOST_ALONG, across, around, shifted};
use super::settle::{Cells, FULL, KEPT, settle};
use super::shares::{Shares, find};
use super::{Filling, FillingError, FillingOptions};

/// Cells may be larger than wished by this factor: those of a fitted grid are, a little.
const LENIENCE: f64 = 1.1;

pub(super) fn fill(
    boxes: &Boxes<'_>,
    options: &FillingOptions,
    levels: u32,
) -> Result<Filling, FillingError> {
    let factors = options.factors.as_deref().unwrap_or(&[1.0]);
    let finest = factors.iter().copied().fold(f64::INFINITY, f64::min);
    let coarsest = factors.iter().copied().fold(0.0, f64::max);
    let mut grid = Grid::fit(boxes, options.spacing * finest)?;
    let levels = levels.min(keys::AXIS_BITS);
    let top = levels.saturating_add((coarsest / finest).log2().ceil() as u32);
    let top = centre_blocks(&mut grid, top);
    let shares = Shares::of(boxes, &grid);
    let wishes = Wishes { options, boxes, largest: LENIENCE * f64::from(1u32 << levels) };
    let tree = Tree::cut(&grid, &shares, &wishes, top);
    let cells = tree.cells(&grid, &shares.keys);
    settle(boxes, &shares, &cells, |cell, out| tree.neighbours(cell, out))
}

/// Numbers the cells so that the grid lies in the middle of whole blocks of the highest level that is of use; returns that level.
fn centre_blocks(grid: &mut Grid, top: u32) -> u32 {
    let longest = grid.counts.iter().copied().max().unwrap_or(1);
    let top = top.min(longest.next_power_of_two().ilog2());
    let block = 1u32 << top;
    grid.first = grid.counts.map(|count| (count.next_multiple_of(block).min(MOST_ALONG) - count) / 2);
    top
}

/// How large cells should be.
struct Wishes<'a> {
    options: &'a FillingOptions,
    boxes: &'a Boxes<'a>,
    /// The largest cell inside the body, in spacings.
    largest: f64,
}

impl Wishes<'_> {
    /// Volume, and volume times wished spacing, of each cell of the grid.
    fn sums(&self, shares: &Shares) -> Vec<[f64; 2]> {
        let mut sums = vec![[0.0; 2]; shares.keys.len()];
        for part in shares.parts() {
            sums[part.cell as usize][0] += part.volume;
        }
        // The mean is over pieces by where their centres are.
        let mut weights = vec![[0.0; 2]; shares.keys.len()];
        for (piece, cell) in shares.cell_of_piece.iter().enumerate() {
            let (weight, volume) = (&mut weights[*cell as usize], self.boxes.volumes[piece]);
            weight[0] += volume;
            weight[1] += volume * self.options.spacing_at(piece);
        }
        for (sum, weight) in sums.iter_mut().zip(weights) {
            sum[1] = sum[0] * weight[1] / weight[0];
        }
        sums
    }
}

/// Blocks of a level that hold matter.
struct Level {
    /// Ascending.
    keys: Vec<u64>,
    sums: Vec<[f64; 2]>,
}

impl Level {
    /// The blocks that eight of these make each.
    fn above(&self) -> Self {
        let mut above = Self { keys: Vec::new(), sums: Vec::<[f64; 2]>::new() };
        for (key, sum) in self.keys.iter().zip(&self.sums) {
            if above.keys.last() != Some(&(key >> 3)) {
                above.keys.push(key >> 3);
                above.sums.push([0.0; 2]);
            }
            if let Some(last) = above.sums.last_mut() {
                last[0] += sum[0];
                last[1] += sum[1];
            }
        }
        above
    }

    fn neighbours(&self, key: u64, level: u32) -> impl Iterator<Item = Option<u32>> + '_ {
        let index = keys::index(key);
        across().map(move |step| find(&self.keys, keys::key(shifted(index, step, level)?)))
    }
}

/// Cells that are not cut any further.
struct Tree {
    /// The number of the first cell of the grid in each, ascending, and its level.
    starts: Vec<u64>,
    levels: Vec<u32>,
}

impl Tree {
    fn cut(grid: &Grid, shares: &Shares, wishes: &Wishes<'_>, top: u32) -> Self {
        let mut leaves: Vec<(u64, u32)> = Vec::new();
        let mut below = Level { keys: shares.keys.clone(), sums: wishes.sums(shares) };
        // Whether blocks of the level below are cut: those of the lowest are not.
        let mut is_cut_below = vec![false; below.keys.len()];
        for level in 1..=top {
            let blocks = below.above();
            let mut is_cut = must_cut(&blocks, level, grid, wishes);
            cut_around(&below, level - 1, &is_cut_below, &blocks, &mut is_cut);
            for (key, _) in below.keys.iter().zip(&is_cut_below).filter(|(_, is_cut)| !**is_cut) {
                if find(&blocks.keys, key >> 3).is_some_and(|parent| is_cut[parent as usize]) {
                    leaves.push((key << (3 * (level - 1)), level - 1));
                }
            }
            (below, is_cut_below) = (blocks, is_cut);
        }
        let whole = below.keys.iter().zip(&is_cut_below).filter(|(_, is_cut)| !**is_cut);
        leaves.extend(whole.map(|(key, _)| (key << (3 * top), top)));
        leaves.sort_unstable();
        let (starts, levels) = leaves.into_iter().unzip();
        Self { starts, levels }
    }

    fn cells(&self, grid: &Grid, units: &[u64]) -> Cells {
        let leaves = || self.starts.iter().zip(&self.levels);
        let owner = |unit: &u64| self.starts.partition_point(|start| start <= unit) as u32 - 1;
        Cells {
            places: leaves().map(|(start, level)| grid.middle(*start, *level)).collect(),
            volumes: self.levels.iter().map(|level| grid.volume() * 8f64.powi(*level as i32)).collect(),
            widths: self.levels.iter().map(|level| grid.width() * 2f64.powi(*level as i32)).collect(),
            slimness: grid.slimness(),
            owners: units.iter().map(owner).collect(),
        }
    }

    /// Leaves in the 26 blocks of the same size around a leaf, or around which these lie.
    fn neighbours(&self, leaf: usize, out: &mut Vec<u32>) {
        let (start, level) = (self.starts[leaf], self.levels[leaf]);
        let index = keys::index(start >> (3 * level));
        for index in around().filter_map(|step| shifted(index, step, level)) {
            let first = keys::key(index) << (3 * level);
            let end = first + (1 << (3 * level));
            let inside = self.starts.partition_point(|start| *start < first);
            if inside > 0 && self.end(inside - 1) > first {
                out.push(inside as u32 - 1);
            }
            let count = self.starts[inside..].iter().take_while(|start| **start < end).count();
            out.extend(inside as u32..(inside + count) as u32);
        }
        out.sort_unstable();
        out.dedup();
    }

    fn end(&self, leaf: usize) -> u64 {
        self.starts[leaf] + (1 << (3 * self.levels[leaf]))
    }
}

/// Which blocks of a level are too large.
fn must_cut(blocks: &Level, level: u32, grid: &Grid, wishes: &Wishes<'_>) -> Vec<bool> {
    let (width, whole) = (grid.width() * 2f64.powi(level as i32), grid.volume() * 8f64.powi(level as i32));
    let is_empty =
        |block: Option<u32>| block.is_none_or(|block| blocks.sums[block as usize][0] < KEPT * whole);
    let is_at_surface =
        |key: u64, volume: f64| volume < (1.0 - FULL) * whole || blocks.neighbours(key, level).any(is_empty);
    let too_large = |(key, sum): (&u64, &[f64; 2])| {
        let wished = sum[1] / sum[0];
        width > wishes.largest * wished || (width > LENIENCE * wished && is_at_surface(*key, sum[0]))
    };
    blocks.keys.iter().zip(&blocks.sums).map(too_large).collect()
}

/// Cuts the parents of blocks that are cut, and of their neighbours.
fn cut_around(below: &Level, level: u32, is_cut_below: &[bool], blocks: &Level, is_cut: &mut [bool]) {
    let mut cut_parent = |key: u64| {
        if let Some(parent) = find(&blocks.keys, key >> 3) {
            is_cut[parent as usize] = true;
        }
    };
    for (key, _) in below.keys.iter().zip(is_cut_below).filter(|(_, is_cut)| **is_cut) {
        cut_parent(*key);
        for neighbour in below.neighbours(*key, level).flatten() {
            cut_parent(below.keys[neighbour as usize]);
        }
    }
}
