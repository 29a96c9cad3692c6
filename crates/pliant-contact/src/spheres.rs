//! Which spheres of matter may touch: by the search through cells that serves points everywhere.
//!
//! Spheres of about one size go into one [`CellList`] whose cells are as wide as the largest two reach. Where sizes differ
//! by more than a factor of two they are sorted into classes by powers of two, each with cells of its own width: a
//! sphere is held against its own class and, as a query, against every class of larger ones. The work per sphere is a
//! few cells a class, so it grows with the number of spheres times the number of classes in use, never with the square of
//! the number of spheres (as long as spheres of one class do not lie in heaps within each other).

mod cloud;

#[cfg(test)]
mod tests;

use glam::DVec3;
use pliant_geometry::CellList;
use rayon::prelude::*;

pub use cloud::{SphereCloud, sphere_cloud};

/// Classes of sizes at most; what is smaller than 2^-63 of the largest belongs to the last.
const CLASSES: usize = 64;

/// Spheres a piece of the search between classes holds.
const PIECE: usize = 2048;

/// Spheres of about one size.
#[derive(Clone, Debug, Default)]
struct Class {
    /// Their ids, ascending, and what is known of each.
    ids: Vec<u32>,
    centres: Vec<DVec3>,
    radii: Vec<f64>,
    largest: f64,
    list: CellList,
    /// Pairs within the class, by place in `ids`.
    pairs: Vec<(u32, u32)>,
    /// Pairs with larger classes, by id, piece by piece.
    pieces: Vec<Vec<(u32, u32)>>,
}

/// Finds pairs of spheres. Keeps its buffers: once they have grown, nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct SphereSearch {
    list: CellList,
    /// Largest first.
    classes: Vec<Class>,
    pairs: Vec<(u32, u32)>,
}

impl SphereSearch {
    /// With empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs (the smaller id first) with |x_i - x_j| <= r_i + r_j + reach that `keep` accepts, sorted. Centres, radii and
    /// reach in metres; as many radii as centres. Spheres whose centre or radius is not finite touch nothing. The
    /// same bits at any number of threads.
    pub fn find(
        &mut self,
        centres: &[DVec3],
        radii: &[f64],
        reach: f64,
        keep: impl Fn(u32, u32) -> bool + Sync,
    ) -> &[(u32, u32)] {
        let sizes = Sizes::of(radii, reach);
        if sizes.are_alike() {
            self.list.rebuild_spheres(centres, radii, reach);
            self.list.sphere_pairs(reach, keep, &mut self.pairs);
        } else {
            self.find_by_class(centres, radii, &sizes, &keep);
        }
        &self.pairs
    }

    fn find_by_class(
        &mut self,
        centres: &[DVec3],
        radii: &[f64],
        sizes: &Sizes,
        keep: &(impl Fn(u32, u32) -> bool + Sync),
    ) {
        self.classes.resize_with(CLASSES, Class::default);
        self.classes.iter_mut().for_each(Class::clear);
        for (id, (&centre, &radius)) in (0u32..).zip(centres.iter().zip(radii)) {
            if radius.is_finite() && centre.is_finite() {
                self.classes[sizes.class(radius)].add(id, centre, radius);
            }
        }
        self.pairs.clear();
        for index in 0..CLASSES {
            let (larger, rest) = self.classes.split_at_mut(index);
            let class = &mut rest[0];
            if !class.ids.is_empty() {
                class.find_within(sizes.reach, keep, &mut self.pairs);
                class.find_larger(larger, sizes.reach, keep, &mut self.pairs);
            }
        }
        self.pairs.par_sort_unstable();
    }
}

/// How the sizes 2 r + reach of spheres are spread.
struct Sizes {
    reach: f64,
    smallest: f64,
    largest: f64,
    are_finite: bool,
}

impl Sizes {
    fn of(radii: &[f64], reach: f64) -> Self {
        let mut sizes = Self { reach, smallest: f64::INFINITY, largest: f64::NEG_INFINITY, are_finite: true };
        for &radius in radii {
            if radius.is_finite() {
                let size = 2.0 * radius + reach;
                sizes.smallest = sizes.smallest.min(size);
                sizes.largest = sizes.largest.max(size);
            } else {
                sizes.are_finite = false;
            }
        }
        sizes
    }

    fn are_alike(&self) -> bool {
        self.are_finite && self.smallest >= 0.5 * self.largest
    }

    /// The halvings from the largest size to this one, by the exponent of their ratio.
    fn class(&self, radius: f64) -> usize {
        let ratio = (2.0 * radius + self.reach) / self.largest;
        let exponent = (ratio.max(0.0).to_bits() >> 52) as usize;
        1022usize.saturating_sub(exponent).min(CLASSES - 1)
    }
}

impl Class {
    fn clear(&mut self) {
        self.ids.clear();
        self.centres.clear();
        self.radii.clear();
        self.largest = 0.0;
    }

    fn add(&mut self, id: u32, centre: DVec3, radius: f64) {
        self.ids.push(id);
        self.centres.push(centre);
        self.radii.push(radius);
        self.largest = self.largest.max(radius);
    }

    /// Sorts the class into its cells and adds the pairs within it.
    fn find_within(
        &mut self,
        reach: f64,
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let Self { ids, centres, radii, list, pairs: own, .. } = self;
        let id = |place: u32| ids[place as usize];
        list.rebuild_spheres(centres, radii, reach);
        list.sphere_pairs(reach, |a, b| keep(id(a), id(b)), own);
        pairs.extend(own.iter().map(|&(a, b)| (id(a), id(b))));
    }

    /// Adds the pairs with spheres of larger classes, which are in their cells already.
    fn find_larger(
        &mut self,
        larger: &[Class],
        reach: f64,
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let Self { ids, centres, radii, pieces, .. } = self;
        pieces.resize_with(ids.len().div_ceil(PIECE), Vec::new);
        let spheres = ids.par_chunks(PIECE).zip(centres.par_chunks(PIECE)).zip(radii.par_chunks(PIECE));
        pieces.par_iter_mut().zip(spheres).for_each(|(found, ((ids, centres), radii))| {
            found.clear();
            for ((&id, &centre), &radius) in ids.iter().zip(centres).zip(radii) {
                for class in larger.iter().filter(|class| !class.ids.is_empty()) {
                    class.visit_touching(centre, radius + reach, |other| {
                        let pair = (id.min(other), id.max(other));
                        if keep(pair.0, pair.1) {
                            found.push(pair);
                        }
                    });
                }
            }
        });
        pieces.iter().for_each(|found| pairs.extend_from_slice(found));
    }

    /// The ids of the class's spheres within a distance of the point.
    fn visit_touching(&self, point: DVec3, distance: f64, mut visit: impl FnMut(u32)) {
        self.list.neighbours_of(point, self.largest + distance, |place| {
            let place = place as usize;
            let limit = self.radii[place] + distance;
            if limit >= 0.0 && self.centres[place].distance_squared(point) <= limit * limit {
                visit(self.ids[place]);
            }
        });
    }
}
