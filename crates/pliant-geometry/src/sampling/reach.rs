//! Which samples reach an elaston along the body.
//!
//! A support is a ball, and would tie together what is near in space but far along the body: the turns of a spring, the two
//! sides of a slit. So distances are also taken from elaston to elaston through cells that touch, which gives a few
//! per cent more than the true length, and samples much farther off than their support is wide are left out.

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

/// Samples by elaston, ascending.
pub(super) fn samples_by_elaston(
    matter: &Matter,
    samples: &Clusters,
    elastons: &Clusters,
    cells: &Cells,
    radii: &[f64],
) -> Vec<Vec<u32>> {
    let mut starts: Vec<(u32, u32)> =
        (0..matter.len()).map(|place| (samples.owner[place], elastons.owner[place])).collect();
    starts.sort_unstable();
    starts.dedup();
    let runs: Vec<&[(u32, u32)]> = starts.chunk_by(|a, b| a.0 == b.0).collect();
    let paths = || Paths { length: vec![f64::INFINITY; cells.centres.len()], ..Paths::default() };
    let reached: Vec<Vec<u32>> = runs
        .par_chunks(16)
        .map_init(paths, |paths, runs| {
            let reached = runs.iter().map(|run| {
                let sample = run[0].0 as usize;
                let limit = (LONGER + BESIDE) * radii[sample];
                paths.reached(cells, samples.sites[sample], run, limit)
            });
            reached.collect::<Vec<_>>()
        })
        .flatten_iter()
        .collect();
    let mut by_elaston = vec![Vec::new(); cells.centres.len()];
    for (run, elastons) in runs.iter().zip(reached) {
        for elaston in elastons {
            by_elaston[elaston as usize].push(run[0].0);
        }
    }
    by_elaston
}

/// Shortest paths from one sample (Dijkstra).
#[derive(Default)]
struct Paths {
    length: Vec<f64>,
    /// Lengths that are not negative are ordered as their bits are.
    open: BinaryHeap<Reverse<(u64, u32)>>,
    reached: Vec<u32>,
}

impl Paths {
    fn reached(&mut self, cells: &Cells, from: DVec3, starts: &[(u32, u32)], limit: f64) -> Vec<u32> {
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
                self.offer(other, length + centre.distance(cells.centres[other as usize]), limit);
            }
        }
        self.reached.iter().for_each(|elaston| self.length[*elaston as usize] = f64::INFINITY);
        std::mem::take(&mut self.reached)
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
        gmls.supporters(x, out);
        let reach = &self.reach[elaston];
        if out.iter().any(|sample| reach.binary_search(sample).is_ok()) {
            out.retain(|sample| reach.binary_search(sample).is_ok());
        }
    }
}
