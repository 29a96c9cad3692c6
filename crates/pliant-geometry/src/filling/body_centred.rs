//! The body-centred lattice: two cubic lattices, one in the middles of the other's cubes.
//!
//! The two stand a quarter and three quarters along each cube, so that the body's ends are the same and no site is on them:
//! layers of sites are half a cube apart, the outer ones half of that from the end. Cells are what is nearest to a site;
//! which part of a piece lies in which is found from samples of it.

use glam::DVec3;

use super::boxes::Boxes;
use super::grid::Grid;
use super::keys::{self, across, shifted};
use super::settle::{Cells, settle};
use super::shares::{Partition, Shares, find};
use super::{Filling, FillingError};

/// Samples of a piece are about this far apart, in distances between sites.
const SAMPLE: f64 = 0.1;

/// Samples along an edge of a piece at most: an odd number, so that one is the centre.
const MOST_SAMPLES: usize = 5;

/// Squared distances that differ by less are equal, in squared spacings.
const TIE: f64 = 1e-9;

pub(super) fn fill(boxes: &Boxes<'_>, spacing: f64) -> Result<Filling, FillingError> {
    // Neighbours are half a diagonal of the cube apart.
    let grid = Grid::fit(boxes, spacing * 2.0 / 3f64.sqrt())?;
    let lattice = BodyCentred { spacing: 0.5 * grid.cell.length(), grid };
    let shares = Shares::of(boxes, &lattice);
    let count = shares.keys.len();
    let cells = Cells {
        places: shares.keys.iter().map(|key| lattice.place(*key)).collect(),
        volumes: vec![0.5 * lattice.grid.volume(); count],
        widths: vec![lattice.spacing; count],
        slimness: 1.0,
        owners: (0..count as u32).collect(),
    };
    settle(boxes, &shares, &cells, |cell, out| {
        let near = neighbours(shares.keys[cell]);
        out.extend(near.filter_map(|key| find(&shares.keys, key)));
    })
}

struct BodyCentred {
    grid: Grid,
    /// Distance of neighbours (m).
    spacing: f64,
}

/// The lower bit of a number says which of the two lattices is meant, the others which cube.
fn offset(key: u64) -> f64 {
    if key & 1 == 0 { -0.25 } else { 0.25 }
}

impl BodyCentred {
    fn place(&self, key: u64) -> DVec3 {
        self.grid.middle(key >> 1, 0) + offset(key) * self.grid.cell
    }

    /// The cube of the nearest site of one lattice to a place in cubes, and how far that is (m²).
    #[inline]
    fn nearest(&self, place: DVec3, lattice: u64) -> (f64, [u32; 3]) {
        let place = place - offset(lattice);
        // The conversion takes negative numbers to 0.
        let cube = [0, 1, 2].map(|axis| (place[axis] as u32).min(self.grid.counts[axis] - 1));
        let middle = DVec3::from_array(cube.map(f64::from)) + 0.5;
        (((place - middle) * self.grid.cell).length_squared(), cube)
    }

    /// The nearest site, and that of the other lattice if it is as near, which is common where pieces are a whole fraction of
    /// the cubes: such a point belongs to both by halves.
    #[inline]
    fn nearest_sites(&self, point: DVec3) -> (u64, Option<u64>) {
        let place = (point - self.grid.origin) / self.grid.cell;
        let [even, odd] = [0, 1].map(|lattice| self.nearest(place, lattice));
        let number = |cube: [u32; 3], lattice: u64| keys::key(cube) << 1 | lattice;
        let difference = even.0 - odd.0;
        if difference.abs() <= TIE * self.spacing * self.spacing {
            (number(even.1, 0), Some(number(odd.1, 1)))
        } else if difference < 0.0 {
            (number(even.1, 0), None)
        } else {
            (number(odd.1, 1), None)
        }
    }
}

impl Partition for BodyCentred {
    #[inline]
    fn key(&self, point: DVec3) -> u64 {
        self.nearest_sites(point).0
    }

    fn share(&self, point: DVec3, edges: DVec3, visit: &mut impl FnMut(u64, f64, DVec3)) {
        let edges = edges.min(self.grid.cell);
        let counts = edges.to_array().map(|edge| samples(edge / (SAMPLE * self.spacing)));
        let share = 1.0 / counts.iter().product::<usize>() as f64;
        let at = |axis: usize, i: usize| ((i as f64 + 0.5) / counts[axis] as f64 - 0.5) * edges[axis];
        for k in 0..counts[2] {
            for j in 0..counts[1] {
                for i in 0..counts[0] {
                    let sample = point + DVec3::new(at(0, i), at(1, j), at(2, k));
                    let (key, other) = self.nearest_sites(sample);
                    let share = if other.is_some() { 0.5 * share } else { share };
                    visit(key, share, sample);
                    if let Some(other) = other {
                        visit(other, share, sample);
                    }
                }
            }
        }
    }
}

/// An odd number, not much below the one wished for.
fn samples(wished: f64) -> usize {
    let half = (0.5 * (wished - 1.0)).ceil().max(0.0) as usize;
    (2 * half + 1).min(MOST_SAMPLES)
}

/// The eight nearest sites, which are of the other lattice, and the six next ones. The other lattice's site with the same
/// number is above one of the even lattice and below one of the odd.
fn neighbours(key: u64) -> impl Iterator<Item = u64> {
    let (index, lattice) = (keys::index(key >> 1), key & 1);
    let towards = if lattice == 0 { -1 } else { 1 };
    let corner = move |i: i32| [i & 1, i >> 1 & 1, i >> 2].map(|bit| bit * towards);
    let others = (0..8).map(move |i| (corner(i), 1 - lattice));
    let own = across().map(move |step| (step, lattice));
    let number = move |(step, lattice)| Some(keys::key(shifted(index, step, 0)?) << 1 | lattice);
    others.chain(own).filter_map(number)
}
