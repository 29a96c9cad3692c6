//! Farthest-point sampling: the next site is the point of matter that is farthest from all before.
//!
//! Each block of points keeps its largest distance. A new site skips the blocks whose points are all nearer to an old one,
//! so that the work falls as the sites close in.

use glam::DVec3;

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
}

impl<'a> Farthest<'a> {
    pub fn new(blocks: &'a Blocks, metric: &[f64]) -> Self {
        let density: Vec<f64> = metric.iter().map(|length| 1.0 / (length * length)).collect();
        let largest = |run: &[f64]| run.iter().copied().fold(0.0, f64::max);
        Self {
            blocks,
            block_density: density.chunks(blocks.large_size).map(largest).collect(),
            density,
            distance: vec![f64::INFINITY; blocks.x.len()],
            block_distance: vec![f64::INFINITY; blocks.large.len()],
            clusters: Clusters { sites: Vec::new(), owner: vec![0; blocks.x.len()] },
        }
    }

    /// The first site: a point chosen by the seed.
    pub fn start(&mut self, matter: &Matter, seed: u64) {
        // Multiplication by an odd number mixes seeds that are near each other.
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16;
        self.add(matter.x()[(mixed % matter.len() as u64) as usize]);
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
        self.add(self.blocks.x[self.farthest()]);
    }

    pub fn add(&mut self, site: DVec3) {
        let number = self.clusters.sites.len() as u32;
        self.clusters.sites.push(site);
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

    /// Points that may no longer become sites. Their owners are sites near them, but not always the nearest.
    pub fn close(&mut self, places: &[u32]) {
        for &place in places {
            self.distance[place as usize] = 0.0;
        }
        let mut blocks: Vec<usize> =
            places.iter().map(|place| *place as usize / self.blocks.large_size).collect();
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
