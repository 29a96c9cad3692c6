//! What bonds are for the loops, laid out by [`Packs`].

use super::bonds::Bonds;
use crate::cloud::Placed;
use crate::packs::{PackBatch, Packs, SharedRows};
use crate::phyxel::{Basis, Moments};
use glam::{DMat3, DVec3};
use pliant_math::lanes::WIDTH;
use rayon::prelude::*;

/// Numbers of a bond: 1/x, the length at rest.
pub const PER_LENGTH: usize = 0;
/// x.
pub const LENGTH: usize = 1;
/// a, in theta.
pub const DILATION: usize = 2;
/// b, beside h.
pub const STRETCH: usize = 3;
/// Weights of the neighbour in F: three.
pub const GRADIENT: usize = 4;
/// How many numbers.
pub const NUMBERS: usize = 7;

/// What a second cache holds (bytes).
const CACHE: usize = 1 << 18;

/// All points of one material and kind, laid out for kernels.
#[derive(Clone, Debug, Default)]
pub struct Stencils {
    /// Who and whose neighbours.
    pub packs: Packs,
    /// Per row: the numbers of a bond; of each, one a lane.
    pub rows: SharedRows,
    /// Per pack: volumes (m3), one a lane; filling has none.
    pub volumes: Vec<f64>,
    /// There are more numbers than a cache holds: they are worth asking for ahead of time.
    pub is_long: bool,
}

impl Stencils {
    /// Numbers of a row of lanes.
    pub const ROW: usize = NUMBERS * WIDTH;

    /// Lays out the points of a material with neighbourhoods of so many dimensions.
    pub fn new(cloud: Placed<'_>, bonds: &Bonds, material: u32, dimension: usize, first_node: u32) -> Self {
        let Placed { setup, neighbours, x_rest } = cloud;
        let is_member = |i: u32| {
            setup.material_of_point[i as usize] == material && bonds.extent(i as usize).dimension == dimension
        };
        let packs = Packs::new(&PackBatch { members: &is_member, x_rest, neighbours, first_node });
        let fits = if dimension == 3 { fits(cloud) } else { Vec::new() };
        let rows = packs.by_neighbour(neighbours, NUMBERS, |i, at, numbers| {
            let (length, s) = (offset(cloud, i as usize, at).length(), setup.spacings[i as usize]);
            numbers[PER_LENGTH] = 1.0 / (length * s);
            numbers[LENGTH] = length * s;
            let nth = at - neighbours.range(i as usize).start;
            numbers[DILATION] = bonds.dilation(i as usize)[nth];
            numbers[STRETCH] = bonds.stretch(i as usize)[nth];
            let gradient = fits.get(i as usize).map_or(DVec3::ZERO, |fit| {
                *fit * offset(cloud, i as usize, at) * (neighbours.weight(i as usize, at) / s)
            });
            numbers[GRADIENT..].copy_from_slice(&gradient.to_array());
        });
        let volumes = packs.by_point(1, |i, is_filling, numbers| {
            numbers[0] = if is_filling { 0.0 } else { setup.volumes[i as usize] };
        });
        let is_long = size_of_val(rows.numbers.as_slice()) > CACHE;
        Self { packs, rows, volumes, is_long }
    }
}

/// From a point to a neighbour in the lists, over the spacing.
fn offset(cloud: Placed<'_>, i: usize, at: usize) -> DVec3 {
    cloud.offset(i, at) / cloud.setup.spacings[i]
}

/// M^-1 of each point, M = sum w x x^T over its neighbours: their weights in F are M^-1 w x.
fn fits(cloud: Placed<'_>) -> Vec<DMat3> {
    let neighbours = cloud.neighbours;
    let of_point = |i: usize| {
        let offsets = neighbours.range(i).map(|at| (offset(cloud, i, at), neighbours.weight(i, at)));
        let moments = Moments::new(Basis::Linear, 1.0, offsets);
        let column = |b: usize| DVec3::from_array(std::array::from_fn(|a| moments.inverse(a, b)));
        DMat3::from_cols(column(0), column(1), column(2))
    };
    (0..cloud.x_rest.len()).into_par_iter().map(of_point).collect()
}
