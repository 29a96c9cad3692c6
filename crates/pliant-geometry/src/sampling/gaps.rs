//! Cells along the body: what lies across a gap is not near.
//!
//! Distances are those of space, so that the cell of a site beside a slit also takes matter from the other side of it, and the
//! site would tie both together. Where a first look finds such cells, everything goes along the body instead:
//!
//! - a place is as far from a site as the farthest place on the way to it through pieces that touch, on the way on which that is least
//!   (`farthest`). Where there is no gap between the two, that is their distance;
//! - a cell keeps the largest of its parts that hang together. Others go to the cells beside them on their own side, and the relaxation
//!   goes on with that (`lloyd`).
//!
//! Cells of bodies without gaps are made to hang together likewise, afterwards: pieces of different size may touch in odd ways.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec3;

use super::links::{Sets, group};
use super::lloyd::{Clusters, relax_mended};
use super::matter::{Blocks, Matter};

/// Parts of a cell that hang together with the rest only outside of it and hold less than this share of its matter are not worth
/// the work: dense clouds are linked by a few of their points.
const STRAY: f64 = 0.02;

/// Rounds of relaxation with cells that hang together.
const ROUNDS: usize = 40;

/// There is a gap between parts of a cell that do not hang together within a ball this many times as wide as the cell.
const AROUND: f64 = 1.5;

pub(super) const NOBODY: u32 = u32::MAX;

/// Distances that are not negative are ordered as their bits are.
pub(super) type Queue<T> = BinaryHeap<Reverse<(u64, T)>>;

/// Who touches whom, for ways along the body.
pub(super) struct Along {
    links: Vec<(u32, u32)>,
    starts: Vec<u32>,
    others: Vec<u32>,
}

impl Along {
    pub fn new(places: usize, links: Vec<(u32, u32)>) -> Self {
        let (starts, others) = group(places, links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        Self { links, starts, others }
    }

    /// Pairs of places that touch.
    pub fn links(&self) -> &[(u32, u32)] {
        &self.links
    }

    /// The places that touch this one.
    pub fn beside(&self, place: u32) -> &[u32] {
        let place = place as usize;
        &self.others[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

/// The same clusters if each of them hangs together; else others that do.
pub(super) fn along_body(matter: &Matter, blocks: &Blocks, along: &Along, clusters: Clusters) -> Clusters {
    let mut owner = clusters.owner.clone();
    if mend(matter, along.links(), &clusters.sites, &mut owner) == 0.0 {
        return clusters;
    }
    relax_mended(matter, blocks, clusters, ROUNDS, along)
}

/// Whether cells reach across gaps.
pub(super) fn has_gaps(matter: &Matter, along: &Along, clusters: &Clusters) -> bool {
    let Parts { root, largest, .. } =
        Parts::new(matter, along.links(), clusters.sites.len(), &clusters.owner);
    let mut sizes = vec![0.0f64; clusters.sites.len()];
    for (place, &cell) in clusters.owner.iter().enumerate() {
        let distance = matter.x()[place].distance(clusters.sites[cell as usize]);
        sizes[cell as usize] = sizes[cell as usize].max(distance);
    }
    let strays = strays(matter, along.links(), clusters.sites.len(), &clusters.owner);
    let mut ways = Ways::new(matter.len());
    let is_across = |&place: &u32| {
        let cell = clusters.owner[place as usize] as usize;
        let ball = (clusters.sites[cell], AROUND * sizes[cell]);
        place == root[place as usize] && !ways.lead(matter, along, &root, place, largest[cell], ball)
    };
    strays.iter().any(is_across)
}

/// Ways through pieces that touch.
struct Ways {
    length: Vec<f64>,
    reached: Vec<u32>,
    open: Queue<u32>,
}

impl Ways {
    fn new(places: usize) -> Self {
        Self { length: vec![f64::INFINITY; places], reached: Vec::new(), open: Queue::new() }
    }

    /// Whether a way leads from one part of a cell to another within a ball, no longer than it is wide. A coil with close turns may lie within the ball as a whole.
    fn lead(
        &mut self,
        matter: &Matter,
        along: &Along,
        root: &[u32],
        from: u32,
        to: u32,
        (centre, radius): (DVec3, f64),
    ) -> bool {
        self.offer(from, 0.0);
        let mut does_lead = false;
        while let Some(Reverse((bits, place))) = self.open.pop() {
            let length = f64::from_bits(bits);
            if length > self.length[place as usize] {
                continue;
            }
            if root[place as usize] == to {
                does_lead = true;
                break;
            }
            let x = matter.x()[place as usize];
            for &other in along.beside(place) {
                let next = matter.x()[other as usize];
                let is_within = root[other as usize] == from;
                let length = if is_within { length } else { length + x.distance(next) };
                if next.distance_squared(centre) <= radius * radius && length <= 2.0 * radius {
                    self.offer(other, length);
                }
            }
        }
        self.open.clear();
        self.reached.drain(..).for_each(|place| self.length[place as usize] = f64::INFINITY);
        does_lead
    }

    fn offer(&mut self, place: u32, length: f64) {
        let known = &mut self.length[place as usize];
        if length < *known {
            *known = length;
            self.reached.push(place);
            self.open.push(Reverse((length.to_bits(), place)));
        }
    }
}

/// Gives parts of cells that do not hang together with the rest to cells beside them. The volume of these parts (m³).
pub(super) fn mend(matter: &Matter, links: &[(u32, u32)], sites: &[DVec3], owner: &mut [u32]) -> f64 {
    let strays = strays(matter, links, sites.len(), owner);
    if strays.is_empty() {
        return 0.0;
    }
    let before: Vec<u32> = strays.iter().map(|&place| owner[place as usize]).collect();
    strays.iter().for_each(|&place| owner[place as usize] = NOBODY);
    let mut is_open = vec![false; matter.len()];
    strays.iter().for_each(|&place| is_open[place as usize] = true);
    let near = links.iter().filter(|(a, b)| is_open[*a as usize] || is_open[*b as usize]);
    adopt(matter, &near.copied().collect::<Vec<_>>(), sites, owner);
    for (place, before) in strays.iter().zip(before) {
        let owner = &mut owner[*place as usize];
        if *owner == NOBODY {
            *owner = before;
        }
    }
    strays.iter().map(|&place| matter.volume[place as usize]).sum()
}

/// Parts of cells that hang together.
struct Parts {
    /// A place that stands for the part of each place, and the volume of the part (m³) there.
    root: Vec<u32>,
    volume: Vec<f64>,
    /// Of each cell its volume (m³) and its largest part.
    whole: Vec<f64>,
    largest: Vec<u32>,
}

impl Parts {
    fn new(matter: &Matter, links: &[(u32, u32)], cells: usize, owner: &[u32]) -> Self {
        let mut sets = Sets::new(matter.len());
        for &(a, b) in links {
            if owner[a as usize] == owner[b as usize] {
                sets.merge(a, b);
            }
        }
        let root: Vec<u32> = (0..matter.len() as u32).map(|place| sets.root(place)).collect();
        let mut volume = vec![0.0; matter.len()];
        root.iter().zip(&matter.volume).for_each(|(root, v)| volume[*root as usize] += v);
        let (mut whole, mut largest) = (vec![0.0; cells], vec![NOBODY; cells]);
        for (place, &root) in root.iter().enumerate() {
            if root as usize != place {
                continue;
            }
            let cell = owner[place] as usize;
            whole[cell] += volume[place];
            let best = &mut largest[cell];
            if *best == NOBODY || volume[place] > volume[*best as usize] {
                *best = root;
            }
        }
        Self { root, volume, whole, largest }
    }
}

/// Places of the parts that cells lose, ascending.
fn strays(matter: &Matter, links: &[(u32, u32)], cells: usize, owner: &[u32]) -> Vec<u32> {
    let Parts { root, volume, whole, largest } = Parts::new(matter, links, cells, owner);
    let is_stray = |place: &u32| {
        let (root, cell) = (root[*place as usize], owner[*place as usize] as usize);
        root != largest[cell] && volume[root as usize] > STRAY * whole[cell]
    };
    (0..matter.len() as u32).filter(is_stray).collect()
}

/// Gives places without an owner to the nearest of the sites whose cells touch them, layer by layer.
fn adopt(matter: &Matter, links: &[(u32, u32)], sites: &[DVec3], owner: &mut [u32]) {
    loop {
        let mut offers: Vec<(u32, u32)> = Vec::new();
        for &(a, b) in links {
            match (owner[a as usize], owner[b as usize]) {
                (NOBODY, NOBODY) => {}
                (NOBODY, site) => offers.push((a, site)),
                (site, NOBODY) => offers.push((b, site)),
                _ => {}
            }
        }
        if offers.is_empty() {
            return;
        }
        offers.sort_unstable();
        offers.dedup();
        for offers in offers.chunk_by(|a, b| a.0 == b.0) {
            let place = offers[0].0 as usize;
            let distance = |offer: &&(u32, u32)| sites[offer.1 as usize].distance_squared(matter.x()[place]);
            let nearest = offers.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            owner[place] = nearest.map_or(NOBODY, |offer| offer.1);
        }
    }
}

/// The place of each cell that is nearest to its site; the first of all for a cell without matter.
pub(super) fn middles(x: &[DVec3], sites: &[DVec3], owner: &[u32]) -> Vec<u32> {
    let mut nearest = vec![(f64::INFINITY, 0); sites.len()];
    for (place, &owner) in owner.iter().enumerate() {
        let distance = x[place].distance_squared(sites[owner as usize]);
        let best = &mut nearest[owner as usize];
        if distance < best.0 {
            *best = (distance, place as u32);
        }
    }
    nearest.into_iter().map(|(_, place)| place).collect()
}
