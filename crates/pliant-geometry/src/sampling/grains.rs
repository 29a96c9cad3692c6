//! What sites are relaxed over: pieces of matter as they are, or runs of them as one.
//!
//! Most rounds of a relaxation only have to bring sites near to where they belong, and a few dozen grains to a site show that as
//! well as hundreds of points do.

use glam::{DMat3, DVec3};

use crate::bounds::BoundingBox;

use super::form::outer;
use super::matter::{BLOCK, Blocks, Matter};

/// Runs are so long that a site keeps this many grains.
const GRAINS_A_SITE: usize = 16;

/// A run ends where the next point is farther off than this many pieces: what lies beyond a gap is no part of it.
const GAP: f64 = 3.0;

/// Lists by place.
#[derive(Clone, Copy)]
pub(super) struct Grains<'a> {
    pub x: &'a [DVec3],
    /// Boxes around runs of [`BLOCK`] grains.
    pub bounds: &'a [BoundingBox],
    /// What a grain counts for.
    pub weight: &'a [f64],
    /// Second moment per volume (m²).
    pub moment: &'a [DMat3],
    /// An upper bound of the longest side (m).
    pub length: &'a [f64],
}

impl<'a> Grains<'a> {
    /// The pieces of matter, taken to be where `blocks` has them.
    pub fn of(matter: &'a Matter, blocks: &'a Blocks) -> Self {
        Self {
            x: &blocks.x,
            bounds: &blocks.small,
            weight: &matter.weight,
            moment: &matter.moment,
            length: &matter.length,
        }
    }
}

/// Grains of their own.
pub(super) struct CoarseGrains {
    x: Vec<DVec3>,
    bounds: Vec<BoundingBox>,
    weight: Vec<f64>,
    moment: Vec<DMat3>,
    length: Vec<f64>,
    /// Where the run of each grain starts.
    pub starts: Vec<u32>,
}

impl CoarseGrains {
    /// Runs of grains for so many sites; nothing if they have too few grains for that.
    pub fn new(fine: &Grains<'_>, sites: usize) -> Option<Self> {
        let longest = fine.x.len() / (GRAINS_A_SITE * sites.max(1));
        if longest < 2 {
            return None;
        }
        let mut coarse = Self {
            x: Vec::new(),
            bounds: Vec::new(),
            weight: Vec::new(),
            moment: Vec::new(),
            length: Vec::new(),
            starts: Vec::new(),
        };
        // Runs of a space-filling curve are about as long as wide if they are powers of two.
        let longest = 1 << longest.ilog2();
        let mut start = 0;
        while start < fine.x.len() {
            let end = run_end(fine, start, longest);
            coarse.push(fine, start, end);
            start = end;
        }
        coarse.bounds = coarse.x.chunks(BLOCK).map(BoundingBox::of_points).collect();
        Some(coarse)
    }

    fn push(&mut self, fine: &Grains<'_>, start: usize, end: usize) {
        let origin = fine.x[start];
        let (mut weight, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for place in start..end {
            let x = fine.x[place] - origin;
            weight += fine.weight[place];
            first += x * fine.weight[place];
            second += (outer(x) + fine.moment[place]) * fine.weight[place];
        }
        let mean = first / weight;
        let moment = second * (1.0 / weight) - outer(mean);
        self.starts.push(start as u32);
        self.x.push(origin + mean);
        self.weight.push(weight);
        let trace = moment.x_axis.x + moment.y_axis.y + moment.z_axis.z;
        self.length.push((12.0 * trace.max(0.0)).sqrt());
        self.moment.push(moment);
    }

    pub fn grains(&self) -> Grains<'_> {
        Grains {
            x: &self.x,
            bounds: &self.bounds,
            weight: &self.weight,
            moment: &self.moment,
            length: &self.length,
        }
    }
}

fn run_end(fine: &Grains<'_>, start: usize, longest: usize) -> usize {
    let last = (start + longest).min(fine.x.len());
    let is_gap = |place: &usize| {
        let near = GAP * 0.5 * (fine.length[*place] + fine.length[place - 1]);
        fine.x[*place].distance_squared(fine.x[place - 1]) > near * near
    };
    (start + 1..last).find(is_gap).unwrap_or(last)
}
