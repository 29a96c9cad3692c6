//! Lloyd's relaxation: every site moves to the centroid of the matter that is nearest to it, again and again.
//!
//! Deviates from the plain scheme in two points. A piece of matter has an extent: if the border between the two nearest sites
//! cuts it, both get their part of it. With points that belong to one site whole, on lattices nothing moves any more as soon as sites are within half a piece of
//! where they belong. And sites keep part of their motion from round to round (Nesterov's momentum, dropped when it
//! leads astray), because the plain scheme needs n² rounds to even out a row of n sites.

use glam::DVec3;
use rayon::prelude::*;

use crate::bounds::BoundingBox;
use crate::cell_list::CellList;

use super::matter::{BLOCK, Blocks, Matter};

/// Rounds end when no site moves by more than this part of the smallest spacing.
const TOLERANCE: f64 = 1e-4;

/// Rounds without momentum at the end, so that sites are centroids.
const LAST_ROUNDS: usize = 3;

/// With graded spacing, dense places keep their sites if matter there weighs more: h to this power less, the one that is right for
/// surfaces and nearly so for lines and solids.
const GRADING_POWER: i32 = 4;

/// Sites, and at each place of the matter the nearest one.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    pub sites: Vec<DVec3>,
    pub owner: Vec<u32>,
}

/// Rounds that a body of so many points can afford.
pub(super) fn rounds_for(points: usize) -> usize {
    (2_000_000 / points.max(1)).clamp(40, 2000)
}

/// The two nearest sites of a piece.
#[derive(Clone, Copy, Default)]
struct Nearest {
    first: u32,
    second: u32,
}

/// Relaxes sites in matter whose points are taken to be where `blocks` has them.
pub(super) fn relax(matter: &Matter, blocks: &Blocks, clusters: Clusters, rounds: usize) -> Clusters {
    let Clusters { mut sites, mut owner } = clusters;
    let mut search = Search::new(matter, blocks, &owner, &sites);
    let tolerance = TOLERANCE * matter.h.iter().copied().fold(f64::INFINITY, f64::min);
    let mut before = sites.clone();
    let mut momentum = 0;
    for round in 0..rounds + LAST_ROUNDS {
        search.nearest(blocks, &sites);
        let centres = search.centroids(matter, blocks, &sites);
        let moved = farthest_move(&centres, &before);
        let astray: f64 = (0..sites.len()).map(|i| (sites[i] - centres[i]).dot(centres[i] - before[i])).sum();
        momentum = if astray > 0.0 || round + LAST_ROUNDS >= rounds { 0 } else { momentum + 1 };
        let share = momentum as f64 / (momentum as f64 + 3.0);
        for i in 0..sites.len() {
            sites[i] = centres[i] + share * (centres[i] - before[i]);
        }
        before = centres;
        if moved < tolerance {
            break;
        }
    }
    sites = before;
    search.nearest(blocks, &sites);
    owner.iter_mut().zip(&search.found).for_each(|(owner, found)| *owner = found.first);
    without_empty(Clusters { sites, owner })
}

/// Drops sites that no matter is nearest to.
fn without_empty(clusters: Clusters) -> Clusters {
    let Clusters { sites, mut owner } = clusters;
    let mut number = vec![u32::MAX; sites.len()];
    owner.iter().for_each(|owner| number[*owner as usize] = 0);
    let mut kept = Vec::with_capacity(sites.len());
    for (site, number) in sites.into_iter().zip(&mut number) {
        if *number == 0 {
            *number = kept.len() as u32;
            kept.push(site);
        }
    }
    owner.iter_mut().for_each(|owner| *owner = number[*owner as usize]);
    Clusters { sites: kept, owner }
}

fn farthest_move(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance_squared(*b)).fold(0.0, f64::max).sqrt()
}

struct Search {
    cells: CellList,
    reach: f64,
    found: Vec<Nearest>,
    /// What a piece counts for.
    weight: Vec<f64>,
}

impl Search {
    fn new(matter: &Matter, blocks: &Blocks, owner: &[u32], sites: &[DVec3]) -> Self {
        let is_graded = matter.h.iter().any(|h| *h != matter.h[0]);
        let scale = matter.mean_h();
        let grade = |h: f64| if is_graded { (scale / h).powi(GRADING_POWER) } else { 1.0 };
        // About the distance between sites.
        let apart = |place: usize| blocks.x[place].distance(sites[owner[place] as usize]);
        let mean = (0..matter.len()).map(apart).sum::<f64>() / matter.len() as f64;
        Self {
            cells: CellList::default(),
            reach: 3.0 * mean,
            found: owner.iter().map(|&first| Nearest { first, second: first }).collect(),
            weight: matter.volume.iter().zip(&matter.h).map(|(v, h)| v * grade(*h)).collect(),
        }
    }

    /// Finds the two nearest sites of all points; of equally near ones the first.
    fn nearest(&mut self, blocks: &Blocks, sites: &[DVec3]) {
        self.cells.rebuild(sites, self.reach);
        let (cells, reach) = (&self.cells, self.reach);
        let runs = self.found.par_chunks_mut(BLOCK).zip(blocks.x.par_chunks(BLOCK)).with_min_len(8);
        runs.zip(&blocks.small).for_each_init(Candidates::default, |candidates, ((found, x), bounds)| {
            candidates.gather(cells, sites, bounds, found[0], reach);
            candidates.nearest(x, found);
        });
    }

    /// Centroids of the cells; a site without matter stays.
    fn centroids(&self, matter: &Matter, blocks: &Blocks, sites: &[DVec3]) -> Vec<DVec3> {
        let part = |place: usize| split(matter, self.found[place], blocks.x[place], place, sites);
        let parts: Vec<Part> = (0..matter.len()).into_par_iter().with_min_len(1024).map(part).collect();
        let mut sums = vec![(0.0, DVec3::ZERO); sites.len()];
        let mut add = |site: u32, weight: f64, x: DVec3| {
            let (total, sum) = &mut sums[site as usize];
            *total += weight;
            // Relative to the site: no digits are lost far from the origin.
            *sum += weight * (x - sites[site as usize]);
        };
        for (place, part) in parts.iter().enumerate() {
            let (found, x, weight) = (self.found[place], blocks.x[place], self.weight[place]);
            add(found.first, weight * (1.0 - part.share), x + part.first);
            if part.share > 0.0 {
                add(found.second, weight * part.share, x + part.second);
            }
        }
        let moved = |(site, (total, sum)): (&DVec3, (f64, DVec3))| {
            if total > 0.0 { *site + sum / total } else { *site }
        };
        sites.iter().zip(sums).map(moved).collect()
    }
}

/// Sites that may be the nearest or second nearest of points in a box.
#[derive(Default)]
struct Candidates {
    ids: Vec<u32>,
    kept: Vec<(u32, DVec3)>,
}

impl Candidates {
    fn gather(&mut self, cells: &CellList, sites: &[DVec3], bounds: &BoundingBox, old: Nearest, reach: f64) {
        let centre = bounds.centre();
        // Nobody in the box is farther from its second nearest site than the centre from any two, plus half the
        // diagonal; so both lie within another half of it around the centre.
        let known = [old.first, old.second].map(|i| sites[i as usize].distance(centre));
        let bound = if old.first == old.second {
            second_nearest(cells, sites, centre, known[0].max(reach))
        } else {
            known[0].max(known[1])
        };
        self.ids.clear();
        cells.neighbours_of(centre, (bound + bounds.diagonal()) * (1.0 + 1e-9), |i| self.ids.push(i));
        self.ids.sort_unstable();
        self.keep_near(sites, bounds);
    }

    /// Keeps those that are no farther from the nearest point of the box than two are from the farthest.
    fn keep_near(&mut self, sites: &[DVec3], bounds: &BoundingBox) {
        let (mut first, mut second) = (f64::INFINITY, f64::INFINITY);
        for &i in &self.ids {
            let site = sites[i as usize];
            let farthest = (site - bounds.min).abs().max((site - bounds.max).abs()).length_squared();
            second = second.min(farthest.max(first));
            first = first.min(farthest);
        }
        let limit = second * (1.0 + 1e-9);
        self.kept.clear();
        let near = self.ids.iter().map(|&i| (i, sites[i as usize]));
        self.kept.extend(near.filter(|(_, site)| bounds.distance_squared(*site) <= limit));
    }

    /// All points of a block against one candidate after the other. A candidate's number takes the place of the lowest bits
    /// of its distance, so that two smallest numbers are all there is to find; equal distances go to the first.
    fn nearest(&self, x: &[DVec3], found: &mut [Nearest]) {
        let place = |k: usize| x[k.min(x.len() - 1)];
        let coordinates: [[f64; BLOCK]; 3] =
            std::array::from_fn(|axis| std::array::from_fn(|k| place(k)[axis]));
        let [px, py, pz] = &coordinates;
        let numbers = self.kept.len().next_power_of_two() as u64 - 1;
        let (mut first, mut second) = ([f64::INFINITY; BLOCK], [f64::INFINITY; BLOCK]);
        for (number, (_, site)) in self.kept.iter().enumerate() {
            for k in 0..BLOCK {
                let (dx, dy, dz) = (px[k] - site.x, py[k] - site.y, pz[k] - site.z);
                let distance = dx * dx + dy * dy + dz * dz;
                let tagged = f64::from_bits(distance.to_bits() & !numbers | number as u64);
                let larger = if tagged < first[k] { first[k] } else { tagged };
                first[k] = if tagged < first[k] { tagged } else { first[k] };
                second[k] = if larger < second[k] { larger } else { second[k] };
            }
        }
        let id = |tagged: f64| self.kept[(tagged.to_bits() & numbers) as usize].0;
        for (k, found) in found.iter_mut().enumerate() {
            let nearest = id(first[k]);
            *found = Nearest {
                first: nearest,
                second: if second[k].is_finite() { id(second[k]) } else { nearest },
            };
        }
    }
}

/// A distance within which there are two sites, if there are two.
fn second_nearest(cells: &CellList, sites: &[DVec3], centre: DVec3, mut reach: f64) -> f64 {
    for _ in 0..64 {
        let mut count = 0;
        cells.neighbours_of(centre, reach, |_| count += 1);
        if count >= sites.len().min(2) {
            break;
        }
        reach *= 2.0;
    }
    reach
}

/// How a piece is shared by its two nearest sites.
#[derive(Clone, Copy, Default)]
struct Part {
    /// What the second gets.
    share: f64,
    /// From the piece's centroid to those of the parts (m).
    first: DVec3,
    second: DVec3,
}

/// Takes the piece for a slab along the line between the sites, as wide as its second moment says.
fn split(matter: &Matter, found: Nearest, x: DVec3, place: usize, sites: &[DVec3]) -> Part {
    let (a, b) = (sites[found.first as usize], sites[found.second as usize]);
    let apart = a.distance(b);
    if apart == 0.0 {
        return Part::default();
    }
    let to_border = (x.distance_squared(b) - x.distance_squared(a)) / (2.0 * apart);
    if to_border >= 0.5 * matter.length[place] {
        return Part::default();
    }
    let along = (b - a) / apart;
    let half = (3.0 * along.dot(matter.moment[place] * along).max(0.0)).sqrt();
    if to_border >= half {
        return Part::default();
    }
    Part {
        share: (half - to_border) / (2.0 * half),
        first: 0.5 * (to_border - half) * along,
        second: 0.5 * (to_border + half) * along,
    }
}
