//! What phyxels need of each neighbour and of their fit, laid out by [`Packs`].

use super::moments::{Basis, Moments, functions};
use crate::cloud::Neighbours;
use crate::packs::{PackBatch, Packs, SharedRows};
use glam::DVec3;
use pliant_math::lanes::WIDTH;

/// All phyxels of one material, laid out for kernels with B functions.
#[derive(Clone, Debug, Default)]
pub struct Stencils<const B: usize> {
    /// Who and whose neighbours.
    pub packs: Packs,
    /// Per row: w p (B of them), then w; of each, one number a lane.
    pub weighted: SharedRows,
    /// Per pack: M^-1, of each entry one number a lane.
    pub inverses: Vec<f64>,
    /// Per pack: [`VOLUME`], [`STABILISATION`] and [`PER_LENGTH`]; of each, one number a lane.
    pub extras: Vec<f64>,
}

/// Numbers of a phyxel: volume (m3) of the cell.
pub const VOLUME: usize = 0;
/// beta mu V / sum w x^2.
pub const STABILISATION: usize = 1;
/// 1/s: what turns the first coefficients into F.
pub const PER_LENGTH: usize = 2;
/// How many there are.
pub const EXTRAS: usize = 3;

/// What a batch of phyxels is laid out from.
pub struct Batch<'a> {
    /// Which phyxels.
    pub members: &'a dyn Fn(u32) -> bool,
    /// All phyxels of the body where they are placed (m).
    pub x_rest: &'a [DVec3],
    /// Distance of phyxels around each (m).
    pub spacings: &'a [f64],
    /// Cell volumes (m3).
    pub volumes: &'a [f64],
    /// Who is whose neighbour.
    pub neighbours: &'a Neighbours,
    /// beta mu (Pa) of the stabilisation.
    pub stabilisation: f64,
    /// Added to each node.
    pub first_node: u32,
}

impl<const B: usize> Stencils<B> {
    /// The functions that are fitted.
    const BASIS: Basis = if B == super::moments::QUADRATIC { Basis::Quadratic } else { Basis::Linear };
    /// Numbers of a row of lanes.
    pub const ROW: usize = (B + 1) * WIDTH;

    /// Lays out a batch.
    pub fn new(batch: &Batch<'_>) -> Self {
        let &Batch { members, x_rest, neighbours, first_node, .. } = batch;
        let packs = Packs::new(&PackBatch { members, x_rest, neighbours, first_node });
        let weighted = packs.by_neighbour(neighbours, Self::ROW / WIDTH, |i, at, numbers| {
            let w = neighbours.weight(i as usize, at);
            let p = functions(Self::BASIS, batch.offset(i, neighbours.ids[at]));
            (0..B).for_each(|b| numbers[b] = w * p[b]);
            numbers[B] = w;
        });
        let inverses = packs.by_point(B * B, |i, _, numbers| {
            let moments = batch.moments(Self::BASIS, i);
            (0..B * B).for_each(|k| numbers[k] = moments.inverse(k / B, k % B));
        });
        let extras = packs.by_point(EXTRAS, |i, is_filling, numbers| {
            numbers.copy_from_slice(&batch.extras(i));
            // Filling weighs nothing.
            if is_filling {
                (numbers[VOLUME], numbers[STABILISATION]) = (0.0, 0.0);
            }
        });
        Self { packs, weighted, inverses, extras }
    }
}

impl Batch<'_> {
    /// From i to j, over the distance of phyxels.
    fn offset(&self, i: u32, j: u32) -> DVec3 {
        (self.x_rest[j as usize] - self.x_rest[i as usize]) / self.spacings[i as usize]
    }

    /// Where the neighbours of a phyxel are from it, over the distance of phyxels, and their weights.
    fn around(&self, i: u32) -> impl Iterator<Item = (DVec3, f64)> {
        let neighbours = self.neighbours;
        neighbours
            .range(i as usize)
            .map(move |at| (self.offset(i, neighbours.ids[at]), neighbours.weight(i as usize, at)))
    }

    fn moments(&self, basis: Basis, i: u32) -> Moments {
        Moments::new(basis, 1.0, self.around(i))
    }

    fn extras(&self, i: u32) -> [f64; EXTRAS] {
        let second: f64 = self.around(i).map(|(x, w)| w * x.length_squared()).sum();
        let (volume, spacing) = (self.volumes[i as usize], self.spacings[i as usize]);
        [volume, self.stabilisation * volume / (second * spacing * spacing), 1.0 / spacing]
    }
}

#[cfg(test)]
mod tests {
    use super::super::neighbours::{NeighbourKernel, Search, Support};
    use super::{Basis, Batch, Stencils};
    use glam::{DQuat, DVec3};

    /// Share of the packs of a turned cube of n^3 phyxels that have numbers of their own.
    fn own_share(n: usize, support: Support) -> f64 {
        let turn = DQuat::from_rotation_x(0.3) * DQuat::from_rotation_z(1.1);
        let place =
            |at: usize| turn * (0.01 * DVec3::new((at % n) as f64, (at / n % n) as f64, (at / n / n) as f64));
        let points: Vec<DVec3> = (0..n * n * n).map(place).collect();
        let spacings = vec![0.01; points.len()];
        let search = Search {
            points: &points,
            spacings: &spacings,
            kernel: NeighbourKernel::Poly6,
            support,
            basis: Basis::Linear,
        };
        let neighbours = search.find().expect("a cube spans space");
        let stencils = Stencils::<3>::new(&Batch {
            members: &|_| true,
            x_rest: &points,
            spacings: &spacings,
            volumes: &vec![1e-6; points.len()],
            neighbours: &neighbours,
            stabilisation: 1.0,
            first_node: 0,
        });
        let mut starts = stencils.weighted.starts;
        let packs = starts.len() as f64;
        starts.sort_unstable();
        starts.dedup();
        starts.len() as f64 / packs
    }

    #[test]
    fn phyxels_inside_a_lattice_share_their_numbers() {
        for support in [Support::Radius(2.0), Support::Nearest(26)] {
            let share = own_share(12, support);
            // All but those at the surface; 488 of 1728 have it within one layer, 728 of 1728 within two.
            assert!(share < 0.65, "{share} with {support:?}");
        }
    }
}
