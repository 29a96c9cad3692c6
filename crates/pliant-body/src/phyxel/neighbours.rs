//! Who is whose neighbour, and with which weight.

use super::moments::{Basis, Moments};
use crate::cloud::{Neighbours, SharedLists};
use glam::DVec3;
use pliant_geometry::CellList;
use rayon::prelude::*;

/// How the weight of a neighbour falls with its distance r; h is the radius of the neighbourhood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NeighbourKernel {
    /// (1 - r^2/h^2)^3: smooth, for lattices.
    #[default]
    Poly6,
    /// h^2/r^2: the nearest count most, for irregular points.
    InverseSquare,
}

impl NeighbourKernel {
    fn weight(self, distance: f64, radius: f64) -> f64 {
        let s = distance / radius;
        match self {
            NeighbourKernel::Poly6 => (1.0 - s * s).max(0.0).powi(3),
            NeighbourKernel::InverseSquare => 1.0 / (s * s),
        }
    }
}

/// How far a phyxel looks for neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Support {
    /// To so many times the distance of phyxels there.
    Radius(f64),
    /// To so many nearest; more if some are just as far.
    Nearest(usize),
}

/// A phyxel whose neighbours do not span space, however far it looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat {
    /// Which.
    pub phyxel: u32,
    /// How many neighbours it has.
    pub neighbours: usize,
}

/// How many times its first reach a phyxel looks at most.
const WIDEST: f64 = 2.5;
/// By how much it looks farther at a time.
const WIDER: f64 = 1.15;

/// What neighbours are looked for among.
pub struct Search<'a> {
    /// Phyxels at rest (m).
    pub points: &'a [DVec3],
    /// Distance of phyxels around each (m).
    pub spacings: &'a [f64],
    /// How weights fall.
    pub kernel: NeighbourKernel,
    /// How far neighbours are.
    pub support: Support,
    /// What the neighbours must be able to tell.
    pub basis: Basis,
}

impl Search<'_> {
    /// Neighbours of all.
    ///
    /// # Errors
    /// If some have none, or only such in one plane.
    pub fn find(&self) -> Result<Neighbours, Flat> {
        let reach = self.typical_reach();
        let mut list = CellList::default();
        list.rebuild(self.points, reach);
        let of = |i: u32| self.around(&list, i);
        let all: Vec<Result<Vec<(u32, f64)>, Flat>> =
            (0..self.points.len() as u32).into_par_iter().map(of).collect();
        let mut out = Neighbours { starts: vec![0], ..Neighbours::default() };
        let mut weights = Vec::new();
        for of_one in all {
            // The first that is refused, at any number of threads.
            let of_one = of_one?;
            out.ids.extend(of_one.iter().map(|(id, _)| *id));
            weights.extend(of_one.iter().map(|(_, weight)| *weight));
            out.starts.push(out.ids.len() as u32);
        }
        out.weights = SharedLists::of_points(weights, &out.starts);
        Ok(out)
    }

    fn typical_reach(&self) -> f64 {
        let mut spacings = self.spacings.to_vec();
        let middle = spacings.len() / 2;
        let (_, median, _) = spacings.select_nth_unstable_by(middle, f64::total_cmp);
        *median * self.first_factor()
    }

    /// The first reach, in distances of phyxels.
    fn first_factor(&self) -> f64 {
        match self.support {
            Support::Radius(factor) => factor,
            // A ball of k cells, and a little more.
            Support::Nearest(k) => 1.1 * (k as f64 / (4.0 / 3.0 * std::f64::consts::PI)).cbrt() + 0.5,
        }
    }

    fn around(&self, list: &CellList, i: u32) -> Result<Vec<(u32, f64)>, Flat> {
        let x = self.points[i as usize];
        let first = self.enough(list, i, self.first_factor() * self.spacings[i as usize]);
        let mut reach = first;
        loop {
            let found = self.within(list, i, reach);
            let (chosen, radius) = self.choose(found, reach, reach / first);
            let weighted = |&(id, distance): &(u32, f64)| (id, self.kernel.weight(distance, radius));
            let mut neighbours: Vec<(u32, f64)> =
                chosen.iter().map(weighted).filter(|(_, weight)| *weight > 1e-9).collect();
            neighbours.sort_by_key(|(id, _)| self.place(i, *id));
            let offsets = neighbours.iter().map(|&(id, w)| (self.points[id as usize] - x, w));
            if Moments::new(self.basis, self.spacings[i as usize], offsets).is_good() {
                return Ok(neighbours);
            }
            reach *= WIDER;
            if reach > WIDEST * first {
                return Err(Flat { phyxel: i, neighbours: neighbours.len() });
            }
        }
    }

    /// Where j lies from i in whole steps of a thousandth of their distance, upmost last, and its number.
    fn place(&self, i: u32, j: u32) -> ([i64; 3], u32) {
        let offset = (self.points[j as usize] - self.points[i as usize]) / self.spacings[i as usize];
        ([offset.z, offset.y, offset.x].map(|x| (1e3 * x).round() as i64), j)
    }

    /// The reach, or so much more that as many are within as are asked for: near the surface there are fewer.
    fn enough(&self, list: &CellList, i: u32, mut reach: f64) -> f64 {
        if let Support::Nearest(k) = self.support {
            let wanted = k.min(self.points.len() - 1);
            while self.within(list, i, reach).len() < wanted && reach.is_finite() {
                reach *= WIDER;
            }
        }
        reach
    }

    /// Ids and distances of all others within a reach.
    fn within(&self, list: &CellList, i: u32, reach: f64) -> Vec<(u32, f64)> {
        let x = self.points[i as usize];
        let mut found = Vec::new();
        list.neighbours_of(x, reach, |j| {
            if j != i {
                found.push((j, x.distance(self.points[j as usize])));
            }
        });
        found
    }

    /// Those that count, and the radius their weights are measured by: all within the reach, or the nearest asked for and who is not `wider`
    /// times as far as the last of these.
    fn choose(&self, mut found: Vec<(u32, f64)>, reach: f64, wider: f64) -> (Vec<(u32, f64)>, f64) {
        let Support::Nearest(k) = self.support else {
            return (found, reach);
        };
        let mut distances: Vec<f64> = found.iter().map(|(_, distance)| *distance).collect();
        distances.sort_unstable_by(f64::total_cmp);
        let Some(&last) = distances.get(k - 1).or(distances.last()) else {
            return (found, reach);
        };
        let farthest = last * wider;
        found.retain(|(_, distance)| *distance <= farthest * (1.0 + 1e-9));
        (found, farthest * BEYOND_FARTHEST)
    }
}

/// Radius of the weights over the distance of the farthest neighbour, where neighbours are counted: the farthest must count a little.
const BEYOND_FARTHEST: f64 = 1.15;
