//! Farthest-point sampling: the next site is the point of matter that is farthest from all before.
//!
//! Each block of points keeps its largest distance. A new site skips the blocks whose points are all nearer to an old one,
//! so that the work falls as the sites close in.

use std::cmp::Reverse;

use glam::DVec3;

use super::gaps::{Along, Queue, middles};
use super::lloyd::Clusters;
use super::matter::{Blocks, Matter};

/// Distances are per the metric length of the point, squared.
pub(super) struct Farthest<'a> {
    blocks: &'a Blocks,
    /// One over the squared metric length, by place, and its largest value by block.
    density: Vec<f64>,
    block_density: Vec<f64>,
    distance: Vec<f64>,
    block_distance: Vec<f64>,
    clusters: Clusters,
    /// If distances are along the body.
    along: Option<&'a Along>,
    open: Queue<u32>,
}

impl<'a> Farthest<'a> {
    pub fn new(blocks: &'a Blocks, metric: &[f64], along: Option<&'a Along>) -> Self {
        let density: Vec<f64> = metric.iter().map(|length| 1.0 / (length * length)).collect();
        let largest = |run: &[f64]| run.iter().copied().fold(0.0, f64::max);
        Self {
            blocks,
            block_density: density.chunks(blocks.large_size).map(largest).collect(),
            density,
            distance: vec![f64::INFINITY; blocks.x.len()],
            block_distance: vec![f64::INFINITY; blocks.large.len()],
            clusters: Clusters { sites: Vec::new(), owner: vec![0; blocks.x.len()] },
            along,
            open: Queue::new(),
        }
    }

    /// The first site: a point chosen by the seed.
    pub fn start(&mut self, matter: &Matter, seed: u64) {
        // Multiplication by an odd number mixes seeds that are near each other.
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16;
        let place = (mixed % matter.len() as u64) as usize;
        self.add(matter.x()[place], place);
    }

    pub fn sites(&self) -> &[DVec3] {
        &self.clusters.sites
    }

    /// The largest distance of a point to its nearest site, in metric lengths.
    pub fn cover(&self) -> f64 {
        self.block_distance.iter().copied().fold(0.0, f64::max).sqrt()
    }

    /// The farthest point; of several the first.
    pub fn farthest(&self) -> usize {
        let best = |values: &[f64]| {
            let larger = |best: usize, i: usize| if values[i] > values[best] { i } else { best };
            (1..values.len()).fold(0, larger)
        };
        let first = best(&self.block_distance) * self.blocks.large_size;
        let end = (first + self.blocks.large_size).min(self.distance.len());
        first + best(&self.distance[first..end])
    }

    pub fn add_farthest(&mut self) {
        let place = self.farthest();
        self.add(self.blocks.x[place], place);
    }

    /// The sites of clusters.
    pub fn add_all(&mut self, clusters: &Clusters) {
        let places = middles(&self.blocks.x, &clusters.sites, &clusters.owner);
        for (site, place) in clusters.sites.iter().zip(places) {
            self.add(*site, place as usize);
        }
    }

    /// A site, and where in the matter it is, for distances along the body.
    pub fn add(&mut self, site: DVec3, place: usize) {
        let number = self.clusters.sites.len() as u32;
        self.clusters.sites.push(site);
        if let Some(along) = self.along {
            return self.spread(along, site, number, place as u32);
        }
        for (block, bounds) in self.blocks.large.iter().enumerate() {
            // The box is nearer than the points, and the density the largest: no point can be missed.
            let nearest = site.clamp(bounds.min, bounds.max).distance_squared(site);
            if nearest * self.block_density[block] < self.block_distance[block]
                || self.block_distance[block].is_infinite()
            {
                self.update(block, site, number);
            }
        }
    }

    fn update(&mut self, block: usize, site: DVec3, number: u32) {
        let first = block * self.blocks.large_size;
        let mut largest = 0.0f64;
        for place in first..(first + self.blocks.large_size).min(self.distance.len()) {
            let distance = self.blocks.x[place].distance_squared(site) * self.density[place];
            if distance < self.distance[place] {
                self.distance[place] = distance;
                self.clusters.owner[place] = number;
            }
            largest = largest.max(self.distance[place]);
        }
        self.block_distance[block] = largest;
    }

    /// Goes from a place to those beside it as long as they come to be nearer to the new site.
    fn spread(&mut self, along: &Along, site: DVec3, number: u32, place: u32) {
        let distance =
            |place: u32| self.blocks.x[place as usize].distance_squared(site) * self.density[place as usize];
        let mut blocks = Vec::new();
        self.open.push(Reverse((distance(place).to_bits(), place)));
        while let Some(Reverse((bits, place))) = self.open.pop() {
            let far = f64::from_bits(bits);
            if far >= self.distance[place as usize] {
                continue;
            }
            self.distance[place as usize] = far;
            self.clusters.owner[place as usize] = number;
            blocks.push(place as usize / self.blocks.large_size);
            for &other in along.beside(place) {
                let far = far.max(distance(other));
                if far < self.distance[other as usize] {
                    self.open.push(Reverse((far.to_bits(), other)));
                }
            }
        }
        blocks.sort_unstable();
        self.refresh(blocks);
    }

    /// Points that may no longer become sites. Their owners are sites near them, but not always the nearest.
    pub fn close(&mut self, places: &[u32]) {
        for &place in places {
            self.distance[place as usize] = 0.0;
        }
        let blocks: Vec<usize> =
            places.iter().map(|place| *place as usize / self.blocks.large_size).collect();
        self.refresh(blocks);
    }

    /// Finds the largest distances of blocks, which are sorted, anew.
    fn refresh(&mut self, mut blocks: Vec<usize>) {
        blocks.dedup();
        for block in blocks {
            let first = block * self.blocks.large_size;
            let end = (first + self.blocks.large_size).min(self.distance.len());
            self.block_distance[block] = self.distance[first..end].iter().copied().fold(0.0, f64::max);
        }
    }

    pub fn finish(self) -> Clusters {
        self.clusters
    }
}
