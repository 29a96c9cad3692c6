//! The cubic lattice.

use super::boxes::Boxes;
use super::grid::Grid;
use super::keys::{self, around, shifted};
use super::settle::{Cells, settle};
use super::shares::{Shares, find};
use super::{Filling, FillingError};

pub(super) fn fill(boxes: &Boxes<'_>, spacing: f64) -> Result<Filling, FillingError> {
    fill_grid(boxes, &Grid::fit(boxes, spacing)?)
}

/// A site for each cell of the grid.
pub(super) fn fill_grid(boxes: &Boxes<'_>, grid: &Grid) -> Result<Filling, FillingError> {
    let shares = Shares::of(boxes, grid);
    let count = shares.keys.len();
    let cells = Cells {
        places: shares.keys.iter().map(|key| grid.middle(*key, 0)).collect(),
        volumes: vec![grid.volume(); count],
        widths: vec![grid.width(); count],
        slimness: grid.slimness(),
        owners: (0..count as u32).collect(),
    };
    settle(boxes, &shares, &cells, |cell, out| {
        let index = keys::index(shares.keys[cell]);
        let near = around().filter_map(|step| shifted(index, step, 0));
        out.extend(near.filter_map(|index| find(&shares.keys, keys::key(index))));
    })
}
