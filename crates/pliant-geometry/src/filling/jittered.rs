//! The cubic lattice, its sites moved at random.

use glam::DVec3;

use super::boxes::Boxes;
use super::cubic;
use super::grid::Grid;
use super::random::Random;
use super::{Filling, FillingError};

pub(super) fn fill(boxes: &Boxes<'_>, spacing: f64, share: f64, seed: u64) -> Result<Filling, FillingError> {
    let grid = Grid::fit(boxes, spacing)?;
    let mut filling = cubic::fill_grid(boxes, &grid)?;
    let mut random = Random::new(seed);
    let farthest = share * grid.cell.min(DVec3::splat(spacing));
    for point in &mut filling.points {
        *point += farthest * DVec3::from_array(std::array::from_fn(|_| random.signed()));
    }
    Ok(filling)
}
