//! The two nearest sites of every grain, while the sites move.
//!
//! Grains are searched in blocks of some that are near each other, each with a list of the sites that may be nearest to any of
//! them. Lists hold a few sites more than needed, so that they last while sites move; and with its two nearest sites a grain
//! keeps how far off the third is. As long as none can have come nearer than the second, which the motion of the sites on the list
//! tells, there is nothing to search. The answer is the one of a full search at any time.

use glam::DVec3;
use pliant_math::lanes::{Kernel, Real, dispatch};
use rayon::prelude::*;

use crate::bounds::BoundingBox;
use crate::cell_list::CellList;

use super::grains::Grains;
use super::matter::BLOCK;

/// Lists hold sites this much farther off than needed now, in mean distances of matter to its site.
const SPARE: f64 = 0.5;

/// Cells are made anew when sites have moved this far, in the same unit.
const STALE: f64 = 1.0;

/// Blocks of a chunk of work.
const CHUNK: usize = 32;

/// Grains searched side by side.
const WIDTH: usize = 8;

/// Rounding of distances never decides.
const ROUNDING: f64 = 1e-9;

/// The nearest sites of a grain.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    pub first: u32,
    pub second: u32,
    /// No other site of the list is nearer than this less the motion of its sites so far (m).
    third: f64,
}

/// Sites that may be nearest to grains of a block.
#[derive(Clone)]
struct Candidates {
    ids: Vec<u32>,
    /// Others are no nearer to the block than this less the motion of all sites so far (m).
    others: f64,
    /// The sum of the farthest moves of sites on the list, round by round (m).
    motion: f64,
}

/// What a chunk of grains brings to the sites: site, weight and first moment about it.
pub(super) type Sums = Vec<(u32, f64, DVec3)>;

/// Two nearest sites of all grains.
pub(super) struct NearestSites {
    found: Vec<Nearest>,
    candidates: Vec<Candidates>,
    cells: CellList,
    /// Mean distance of matter to its site (m).
    apart: f64,
    /// The sum of the farthest moves of a site, round by round (m), and what it was when the cells were made.
    motion: f64,
    motion_of_cells: f64,
    /// How far each site has moved since the last search (m).
    steps: Vec<f64>,
}

impl NearestSites {
    /// For grains with an owner near each, the nearest if known.
    pub fn new(grains: &Grains<'_>, sites: &[DVec3], owner: impl Fn(usize) -> u32) -> Self {
        let count = grains.x.len();
        let found: Vec<Nearest> = (0..count)
            .map(owner)
            .map(|first| Nearest { first, second: first, third: f64::NEG_INFINITY })
            .collect();
        let distance = |place: usize| grains.x[place].distance(sites[found[place].first as usize]);
        let apart = (0..count).map(distance).sum::<f64>() / count as f64;
        let empty = Candidates { ids: Vec::new(), others: f64::NEG_INFINITY, motion: 0.0 };
        Self {
            candidates: vec![empty; grains.bounds.len()],
            found,
            cells: CellList::default(),
            apart,
            motion: 0.0,
            motion_of_cells: f64::NEG_INFINITY,
            steps: vec![0.0; sites.len()],
        }
    }

    /// The nearest site of each grain.
    pub fn owners(&self) -> impl Iterator<Item = u32> {
        self.found.iter().map(|found| found.first)
    }

    /// Tells that sites have moved.
    pub fn moved(&mut self, from: &[DVec3], to: &[DVec3]) {
        let mut farthest = 0.0f64;
        for (step, (from, to)) in self.steps.iter_mut().zip(from.iter().zip(to)) {
            let distance = from.distance(*to) * (1.0 + ROUNDING);
            farthest = farthest.max(distance);
            *step += distance;
        }
        self.motion += farthest;
    }

    /// Finds the nearest sites, and sums up what `share` makes of each grain: for two sites a weight and a place each.
    pub fn find(
        &mut self,
        grains: &Grains<'_>,
        sites: &[DVec3],
        share: impl Fn(usize, Nearest, &mut Accounts) + Sync,
    ) -> Vec<Sums> {
        if self.motion - self.motion_of_cells > STALE * self.apart {
            // Blocks are searched whole: cells much smaller than them would be many to look at.
            let widths = grains.bounds.iter().map(|bounds| bounds.diagonal());
            let width = widths.sum::<f64>() / grains.bounds.len() as f64;
            self.cells.rebuild(sites, (3.0 * self.apart).max(width));
            self.motion_of_cells = self.motion;
        }
        let place = Place {
            sites,
            steps: &self.steps,
            cells: &self.cells,
            motion: self.motion,
            slack: self.motion - self.motion_of_cells,
            apart: self.apart,
        };
        let chunks = self.found.par_chunks_mut(CHUNK * BLOCK).zip(self.candidates.par_chunks_mut(CHUNK));
        let scratch = || (Bench::default(), Accounts::new(sites.len()));
        let search = |(bench, accounts): &mut (Bench, Accounts), (chunk, (found, lists)): Chunk<'_>| {
            for (block, list) in lists.iter_mut().enumerate() {
                let own = block * BLOCK..((block + 1) * BLOCK).min(found.len());
                let first = chunk * CHUNK * BLOCK + own.start;
                let x = &grains.x[first..first + own.len()];
                let bounds = &grains.bounds[chunk * CHUNK + block];
                place.update(x, bounds, &mut found[own.clone()], list, bench);
                for (k, found) in found[own].iter().enumerate() {
                    share(first + k, *found, accounts);
                }
            }
            accounts.take()
        };
        let sums = chunks.enumerate().map_init(scratch, search).collect();
        self.steps.fill(0.0);
        sums
    }
}

type Chunk<'a> = (usize, (&'a mut [Nearest], &'a mut [Candidates]));

/// Sums for the sites that a chunk meets.
pub(super) struct Accounts {
    slot: Vec<u32>,
    sums: Sums,
}

impl Accounts {
    pub fn new(sites: usize) -> Self {
        Self { slot: vec![u32::MAX; sites], sums: Vec::new() }
    }

    /// Adds weight at an offset from the site.
    #[inline]
    pub fn add(&mut self, site: u32, weight: f64, offset: DVec3) {
        let slot = &mut self.slot[site as usize];
        if *slot == u32::MAX {
            *slot = self.sums.len() as u32;
            self.sums.push((site, 0.0, DVec3::ZERO));
        }
        let (_, total, sum) = &mut self.sums[*slot as usize];
        *total += weight;
        *sum += weight * offset;
    }

    pub fn take(&mut self) -> Sums {
        self.sums.iter().for_each(|sum| self.slot[sum.0 as usize] = u32::MAX);
        std::mem::take(&mut self.sums)
    }
}

/// Where the sites are now.
struct Place<'a> {
    sites: &'a [DVec3],
    steps: &'a [f64],
    cells: &'a CellList,
    motion: f64,
    /// How far sites may have moved since the cells were made (m).
    slack: f64,
    apart: f64,
}

/// Memory of a thread.
#[derive(Default)]
struct Bench {
    /// Grains of a block whose nearest sites are no longer sure.
    unsure: Vec<u32>,
    places: Vec<DVec3>,
}

impl Place<'_> {
    fn update(
        &self,
        x: &[DVec3],
        bounds: &BoundingBox,
        found: &mut [Nearest],
        list: &mut Candidates,
        bench: &mut Bench,
    ) {
        list.motion += list.ids.iter().map(|&i| self.steps[i as usize]).fold(0.0, f64::max);
        bench.unsure.clear();
        let limit = list.others - self.motion;
        for (k, (x, found)) in x.iter().zip(found.iter_mut()).enumerate() {
            if !self.is_sure(*x, found, limit.min(found.third - list.motion)) {
                bench.unsure.push(k as u32);
            }
        }
        if !bench.unsure.is_empty() && !self.search(x, found, list, bench) {
            // Sites that come onto the list are farther off than those that were not on it.
            found.iter_mut().for_each(|found| found.third = found.third.min(limit + list.motion));
            self.gather(bounds, found[0], list);
            self.search(x, found, list, bench);
        }
    }

    /// Whether the two nearest sites are the same as before, if others are farther off than `third`; puts them in order.
    #[inline]
    fn is_sure(&self, x: DVec3, found: &mut Nearest, third: f64) -> bool {
        let [first, second] = [found.first, found.second].map(|i| self.sites[i as usize].distance_squared(x));
        if second < first {
            (found.first, found.second) = (found.second, found.first);
        }
        third > 0.0 && first.max(second) < third * third * (1.0 - ROUNDING)
    }

    /// Searches the list for the grains that are not sure; false if it may miss a site.
    fn search(&self, x: &[DVec3], found: &mut [Nearest], list: &Candidates, bench: &mut Bench) -> bool {
        let limit = list.others - self.motion;
        if list.ids.is_empty() || limit <= 0.0 {
            return false;
        }
        bench.places.clear();
        bench.places.extend(list.ids.iter().map(|&i| self.sites[i as usize]));
        let numbers = list.ids.len().next_power_of_two() as u64 - 1;
        let id = |tagged: f64| list.ids[(tagged.to_bits() & numbers) as usize];
        for group in bench.unsure.chunks(WIDTH) {
            let place = |k: usize| x[group[k.min(group.len() - 1)] as usize];
            let x: [[f64; WIDTH]; 3] = std::array::from_fn(|axis| std::array::from_fn(|k| place(k)[axis]));
            let [first, second, third] = dispatch(ThreeNearest { x: &x, sites: &bench.places, numbers });
            for (k, &own) in group.iter().enumerate() {
                let second_distance = second[k].sqrt();
                if second_distance >= limit * (1.0 - ROUNDING) && limit.is_finite() {
                    return false;
                }
                let nearest = id(first[k]);
                found[own as usize] = Nearest {
                    first: nearest,
                    second: if second[k].is_finite() { id(second[k]) } else { nearest },
                    third: third[k].sqrt() + list.motion,
                };
            }
        }
        true
    }

    /// Lists the sites that may be nearest or second nearest to a place in the box, and those a little farther off.
    fn gather(&self, bounds: &BoundingBox, old: Nearest, list: &mut Candidates) {
        let centre = bounds.centre();
        // Nobody in the box is farther from its second nearest site than the centre from any two, plus half the
        // diagonal; so both lie within another half of it around the centre.
        let known = [old.first, old.second].map(|i| self.sites[i as usize].distance(centre));
        let bound = if old.first == old.second {
            self.second_nearest(centre, known[0].max(3.0 * self.apart))
        } else {
            known[0].max(known[1])
        };
        let spare = SPARE * self.apart;
        let reach = (bound + bounds.diagonal() + spare + self.slack) * (1.0 + ROUNDING);
        list.ids.clear();
        self.cells.neighbours_of(centre, reach, |i| list.ids.push(i));
        list.ids.sort_unstable();
        self.keep_near(bounds, spare, list);
    }

    /// Keeps those that are no farther from the nearest point of the box than two are from the farthest, and a little more.
    fn keep_near(&self, bounds: &BoundingBox, spare: f64, list: &mut Candidates) {
        let (mut first, mut second) = (f64::INFINITY, f64::INFINITY);
        for &i in &list.ids {
            let site = self.sites[i as usize];
            let farthest = (site - bounds.min).abs().max((site - bounds.max).abs()).length_squared();
            second = second.min(farthest.max(first));
            first = first.min(farthest);
        }
        let limit = second.sqrt() * (1.0 + ROUNDING) + spare;
        list.ids.retain(|&i| bounds.distance_squared(self.sites[i as usize]) <= limit * limit);
        let is_whole = list.ids.len() == self.sites.len();
        list.others = if is_whole { f64::INFINITY } else { limit + self.motion };
    }

    /// A distance within which there are two sites, if there are two.
    fn second_nearest(&self, centre: DVec3, mut reach: f64) -> f64 {
        for _ in 0..64 {
            let mut count = 0;
            self.cells.neighbours_of(centre, reach, |_| count += 1);
            if count >= self.sites.len().min(2) {
                break;
            }
            reach *= 2.0;
        }
        reach + self.slack
    }
}

/// Squared distances of the three nearest sites of some grains. A site's number takes the place of the lowest bits of its
/// distance, so that three smallest numbers are all there is to find; equal distances go to the first.
struct ThreeNearest<'a> {
    x: &'a [[f64; WIDTH]; 3],
    sites: &'a [DVec3],
    /// Bits that hold the number.
    numbers: u64,
}

impl Kernel for ThreeNearest<'_> {
    type Output = [[f64; WIDTH]; 3];

    #[inline(always)]
    fn run<R: Real>(self) -> [[f64; WIDTH]; 3] {
        let [px, py, pz] = *self.x;
        let mut first = [f64::INFINITY; WIDTH];
        let (mut second, mut third) = (first, first);
        for (number, site) in self.sites.iter().enumerate() {
            for k in 0..WIDTH {
                let (dx, dy, dz) = (px[k] - site.x, py[k] - site.y, pz[k] - site.z);
                let distance = dx * dx + dy * dy + dz * dz;
                let tagged = f64::from_bits(distance.to_bits() & !self.numbers | number as u64);
                let not_first = if first[k] > tagged { first[k] } else { tagged };
                first[k] = if first[k] < tagged { first[k] } else { tagged };
                let not_second = if second[k] > not_first { second[k] } else { not_first };
                second[k] = if second[k] < not_first { second[k] } else { not_first };
                third[k] = if third[k] < not_second { third[k] } else { not_second };
            }
        }
        [first, second, third]
    }
}
