//! Which samples reach an elaston along the body.
//!
//! A support is a ball, and would tie together what is near in space but far along the body: the turns of a spring, the two
//! sides of a slit. So distances are also taken from elaston to elaston through cells that touch, which gives a few
//! per cent more than the true length, and samples much farther off than their support is wide are left out.
//!
//! Where close parts meet, as at the roots of two plates side by side on a block, a sample that is left out from some elaston on makes fields jump
//! there, and the root becomes a hinge: such plates bent by a third too much. So ways that turn back may be as long again. That ties the parts together for a
//! while beyond their roots, which is somewhat too stiff, and less so with closer samples; bodies that are laid out beside space (`unfold`) lose nothing by it. Samples of
//! rods in others, which are few, do without.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use glam::DVec3;
use rayon::prelude::*;

use crate::gmls::Gmls;

use super::Sampling;
use super::links::Cells;
use super::lloyd::Clusters;
use super::matter::Matter;

/// Paths along the body may be this much longer than the support is wide, and longer by this part of it for points beside the elaston.
const LONGER: f64 = 1.15;
const BESIDE: f64 = 0.2;

/// Ways this many times as long as the distance turn back, and may be so many times as long as others.
const TURNED_BACK: f64 = 2.0;
const AGAIN: f64 = 2.0;

/// Where two parts are nearer to each other than samples are, though the way from one to the other is long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fold {
    /// A place on one of them (m).
    pub place: DVec3,
    /// How far the other is away (m).
    pub apart: f64,
    /// How far samples are apart there (m).
    pub spacing: f64,
}

impl Fold {
    fn worse(a: Option<Self>, b: Option<Self>) -> Option<Self> {
        let ratio = |fold: &Option<Self>| fold.map_or(0.0, |fold| fold.spacing / fold.apart);
        if ratio(&b) > ratio(&a) { b } else { a }
    }
}

/// Samples by elaston, ascending, and the worst fold.
pub(super) fn samples_by_elaston(
    matter: &Matter,
    samples: &Clusters,
    spacings: &[f64],
    thin_axes: &[u8],
    elastons: &Clusters,
    cells: &Cells,
    radii: &[f64],
    is_laid_out: bool,
) -> (Vec<Vec<u32>>, Option<Fold>) {
    let mut starts: Vec<(u32, u32)> =
        (0..matter.len()).map(|place| (samples.owner[place], elastons.owner[place])).collect();
    starts.sort_unstable();
    starts.dedup();
    let runs: Vec<&[(u32, u32)]> = starts.chunk_by(|a, b| a.0 == b.0).collect();
    let paths = || Paths::new(cells.centres.len());
    let reached: Vec<(Vec<u32>, Option<Fold>)> = runs
        .par_chunks(16)
        .map_init(paths, |paths, runs| {
            let reached = runs.iter().map(|run| {
                let sample = run[0].0 as usize;
                let limit = (LONGER + BESIDE) * radii[sample];
                let limit_back = if thin_axes[sample] == 2 && !is_laid_out { limit } else { AGAIN * limit };
                let from = samples.sites[sample];
                let elastons = paths.reached(cells, from, run, [limit, limit_back]);
                let fold = paths.fold(cells, from, &elastons, spacings[sample]);
                paths.forget(&elastons);
                (elastons, fold)
            });
            reached.collect::<Vec<_>>()
        })
        .flatten_iter()
        .collect();
    let mut by_elaston = vec![Vec::new(); cells.centres.len()];
    let mut worst = None;
    for (run, (elastons, fold)) in runs.iter().zip(reached) {
        worst = Fold::worse(worst, fold);
        for elaston in elastons {
            by_elaston[elaston as usize].push(run[0].0);
        }
    }
    (by_elaston, worst)
}

/// Shortest paths from one sample (Dijkstra).
pub(super) struct Paths {
    length: Vec<f64>,
    /// Lengths that are not negative are ordered as their bits are.
    open: BinaryHeap<Reverse<(u64, u32)>>,
    reached: Vec<u32>,
}

impl Paths {
    pub fn new(elastons: usize) -> Self {
        Self { length: vec![f64::INFINITY; elastons], open: BinaryHeap::new(), reached: Vec::new() }
    }

    /// How long the way to an elaston is (m); infinite if it was not reached.
    pub fn length(&self, elaston: u32) -> f64 {
        self.length[elaston as usize]
    }

    /// The elastons to which the way from another is no longer than this (m).
    pub fn reached_from(&mut self, cells: &Cells, from: u32, longest: f64) -> Vec<u32> {
        self.reached(cells, cells.centres[from as usize], &[(0, from)], [longest; 2])
    }

    /// Heights that fall by so much a metre along the body from those of some elastons, down to nothing (m).
    pub fn slopes(cells: &Cells, tops: &[(u32, f64)], slope: f64) -> Vec<f64> {
        let highest = tops.iter().map(|top| top.1).fold(0.0, f64::max);
        let bottom = highest / slope;
        let mut paths = Self::new(cells.centres.len());
        for &(top, height) in tops {
            paths.offer(top, (highest - height) / slope, bottom);
        }
        while let Some((length, elaston)) = paths.next() {
            for &other in cells.neighbours(elaston as usize) {
                let step = cells.centres[elaston as usize].distance(cells.centres[other as usize]);
                paths.offer(other, length + step, bottom);
            }
        }
        paths.length.iter().map(|length| slope * (bottom - length).max(0.0)).collect()
    }

    /// The nearest of the elastons from which nobody went on.
    fn next(&mut self) -> Option<(f64, u32)> {
        while let Some(Reverse((bits, elaston))) = self.open.pop() {
            let length = f64::from_bits(bits);
            if length <= self.length[elaston as usize] {
                return Some((length, elaston));
            }
        }
        None
    }

    /// The elastons within the limits for ways as such and for ways that turn back (m).
    fn reached(
        &mut self,
        cells: &Cells,
        from: DVec3,
        starts: &[(u32, u32)],
        [limit, limit_back]: [f64; 2],
    ) -> Vec<u32> {
        for &(_, elaston) in starts {
            self.offer(elaston, from.distance(cells.centres[elaston as usize]), f64::INFINITY);
        }
        while let Some(Reverse((bits, elaston))) = self.open.pop() {
            let length = f64::from_bits(bits);
            if length > self.length[elaston as usize] {
                continue;
            }
            let centre = cells.centres[elaston as usize];
            for &other in cells.neighbours(elaston as usize) {
                let next = cells.centres[other as usize];
                let length = length + centre.distance(next);
                let is_turned = length > TURNED_BACK * from.distance(next);
                self.offer(other, length, if is_turned { limit_back } else { limit });
            }
        }
        std::mem::take(&mut self.reached)
    }

    pub fn forget(&mut self, reached: &[u32]) {
        reached.iter().for_each(|elaston| self.length[*elaston as usize] = f64::INFINITY);
    }

    /// The elaston that is nearest to the sample, nearer than samples are, but not along the body.
    fn fold(&self, cells: &Cells, from: DVec3, reached: &[u32], spacing: f64) -> Option<Fold> {
        let fold = |&elaston: &u32| {
            let place = cells.centres[elaston as usize];
            let apart = place.distance(from);
            let is_folded = apart < spacing && self.length[elaston as usize] > TURNED_BACK * spacing;
            is_folded.then_some(Fold { place, apart, spacing })
        };
        reached.iter().map(fold).fold(None, Fold::worse)
    }

    fn offer(&mut self, elaston: u32, length: f64, limit: f64) {
        let known = &mut self.length[elaston as usize];
        if length <= limit && length < *known {
            if known.is_infinite() {
                self.reached.push(elaston);
            }
            *known = length;
            self.open.push(Reverse((length.to_bits(), elaston)));
        }
    }
}

impl Sampling {
    /// Writes the samples that support a point of the elaston's matter or beside it: those whose support holds it
    /// and that reach it along the body; all of the former if the latter are none. Ascending; `out` is overwritten.
    pub fn supporters(&self, gmls: &Gmls, elaston: usize, x: DVec3, out: &mut Vec<u32>) {
        gmls.supporters(self.elastons[elaston].spot(x), out);
        let reach = &self.reach[elaston];
        if out.iter().any(|sample| reach.binary_search(sample).is_ok()) {
            out.retain(|sample| reach.binary_search(sample).is_ok());
        }
    }
}
