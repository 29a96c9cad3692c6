//! Laying out folded bodies: where places lie beside space, so that parts that are near only across a gap are far from each other.
//!
//! The legs of a hairpin, the tines of a fork, two plates on a block, the sides of a slit that ends: between elastons A and B on both sides the way g along
//! the body is much longer than the distance e. Elaston A is
//!
//! ```text
//! u_A = max_B (g/2 - e) - 0.25 h
//! ```
//!
//! beyond the place where the parts meet, if that is positive. Elastons with u > 0 that touch are a *flank*, two flanks with such pairs between them have a *gap* between them.
//! Each flank goes aside its own way, along one of a few directions forwards or backwards, two with a gap between them different ways:
//!
//! ```text
//! a(X) = max_A (s(u_A) - 2 g(A, X)),     s(u) = S tanh(2 u / S), S = 2 h
//! ```
//!
//! where A goes over its elastons, g(A, X) is the way to A and what would be negative is nothing. So a changes by no more than twice the way, however many gaps a flank has (with
//! a direction a gap teeth of a comb, which have four each, were a half too soft), and supports (3 h) do not reach from one flank to the other once these are well apart. It is made smooth by linear fits from elaston to elaston, which also give its gradients.
//!
//! Flanks that meet nowhere near, as the turns of a spring or the sides of a ring that is cut through, need none of this: ways tell them apart (`reach`).

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use crate::cell_list::CellList;
use crate::gmls::{ASIDE, Aside, Spot};

use super::ElastonSite;
use super::gaps::middles;
use super::links::{Cells, Sets};
use super::lloyd::Clusters;
use super::matter::Matter;
use super::reach::Paths;

/// Supports reach this many spacings; what is farther off in space needs not be laid out.
const NEAR: f64 = 3.0;

/// Ways are looked at up to this many spacings.
const LONGEST: f64 = 10.0;

/// Ways from centre to centre are rough: differences of so many spacings do not count.
const ROUGH: f64 = 0.25;

/// Places go aside by so much a metre of the way, up to this many spacings. Parts come apart the sooner the steeper it is; with 1, tines of a fork bend by a tenth too
/// much, with 3 and 4 samples on the same side have too little in common, and hairpins get stiffer again.
const STEEP: f64 = 2.0;
const FAR: f64 = 2.0;

/// Rounds of smoothing.
const ROUNDS: usize = 2;

/// Share of the spread of neighbours that is taken to be there in all directions, so that lines and planes of them have a gradient.
const RIDGE: f64 = 0.01;

/// Two elastons that are near only across a gap, and how far they are beyond where their parts meet (m).
#[derive(Clone, Copy, Debug)]
struct Across {
    a: u32,
    b: u32,
    beyond: f64,
    /// Whether there is a way of the lengths that are looked at.
    is_way: bool,
}

/// Lays the elastons of a folded body out. Where its samples then lie beside space; empty if it is not folded.
pub(super) fn lay_out(
    samples: &Clusters,
    sample_cells: &Cells,
    spacings: &[f64],
    elastons: &Clusters,
    cells: &Cells,
    matter: &Matter,
    sites: &mut [ElastonSite],
) -> Vec<Aside> {
    let is_folded = folded(sample_cells, spacings);
    if !is_folded.contains(&true) {
        return Vec::new();
    }
    let mut sums = vec![(0.0, 0.0, false); sites.len()];
    for (place, &elaston) in elastons.owner.iter().enumerate() {
        let (sample, sum) = (samples.owner[place] as usize, &mut sums[elaston as usize]);
        sum.0 += matter.volume[place];
        sum.1 += matter.volume[place] * spacings[sample];
        sum.2 |= is_folded[sample];
    }
    let around: Vec<f64> = sums.iter().map(|(volume, sum, _)| sum / volume).collect();
    let looked_at: Vec<u32> = (0..sites.len() as u32).filter(|e| sums[*e as usize].2).collect();
    let Some(spots) = unfolded(cells, &around, &looked_at) else { return Vec::new() };
    for (site, spot) in sites.iter_mut().zip(spots) {
        site.laid_out = Spot { x: site.centre, ..spot };
    }
    let middles = middles(matter.x(), &samples.sites, &samples.owner);
    let aside = |(place, x): (&u32, &DVec3)| sites[elastons.owner[*place as usize] as usize].spot(*x).aside;
    middles.iter().zip(&samples.sites).map(aside).collect()
}

/// For each of the cells wanted, `pair(a, b, e, g)` with all that are near it: at which distance, and how long the way is (infinite if there is none of the
/// lengths that are looked at).
fn pairs<T: Send>(
    cells: &Cells,
    spacings: &[f64],
    wanted: &[u32],
    pair: impl Fn(u32, u32, f64, f64) -> Option<T> + Sync,
) -> Vec<T> {
    let largest = spacings.iter().copied().fold(0.0, f64::max);
    let mut near = CellList::default();
    near.rebuild(&cells.centres, NEAR * largest);
    let from = |paths: &mut Paths, a: u32| {
        let (x, h) = (cells.centres[a as usize], spacings[a as usize]);
        let reached = paths.reached_from(cells, a, LONGEST * h);
        let mut others = Vec::new();
        near.neighbours_of(x, NEAR * h, |b| others.push(b));
        others.sort_unstable();
        let others = others.into_iter();
        let found: Vec<T> = others
            .filter_map(|b| pair(a, b, x.distance(cells.centres[b as usize]), paths.length(b)))
            .collect();
        paths.forget(&reached);
        found
    };
    let chunks: Vec<Vec<T>> = wanted
        .par_chunks(16)
        .map_init(
            || Paths::new(cells.centres.len()),
            |paths, own| own.iter().flat_map(|&a| from(paths, a)).collect(),
        )
        .collect();
    chunks.into_iter().flatten().collect()
}

/// Samples with others that may be near only across a gap, and those beside them.
fn folded(cells: &Cells, spacings: &[f64]) -> Vec<bool> {
    let all: Vec<u32> = (0..spacings.len() as u32).collect();
    let own = pairs(cells, spacings, &all, |a, _, e, g| {
        let longest = LONGEST * spacings[a as usize];
        (0.5 * g.min(longest) > e).then_some(a)
    });
    let mut is_folded = vec![false; spacings.len()];
    for a in own {
        is_folded[a as usize] = true;
        cells.neighbours(a as usize).iter().for_each(|b| is_folded[*b as usize] = true);
    }
    is_folded
}

/// Where elastons lie beside space: none if the body is not folded. `spacings` are those of samples around each elaston (m).
fn unfolded(cells: &Cells, spacings: &[f64], looked_at: &[u32]) -> Option<Vec<Spot>> {
    let across = pairs(cells, spacings, looked_at, |a, b, e, g| {
        let h = spacings[a as usize];
        let beyond = 0.5 * g.min(LONGEST * h) - e - ROUGH * h;
        (beyond > 0.0).then_some(Across { a, b, beyond, is_way: g.is_finite() })
    });
    let sides = sides(cells, spacings.len(), &across);
    if sides.iter().all(Vec::is_empty) {
        return None;
    }
    let mut spots: Vec<Spot> = cells.centres.iter().map(|x| Spot::from(*x)).collect();
    for (way, side) in sides.iter().enumerate().filter(|(_, side)| !side.is_empty()) {
        let sign = if way % 2 == 0 { 1.0 } else { -1.0 };
        let heights = heights(side, cells, spacings);
        spots.iter_mut().zip(heights).for_each(|(spot, height)| spot.aside[way / 2] += sign * height);
    }
    for _ in 0..ROUNDS {
        spots = smoothed(cells, spacings, &spots);
    }
    Some(spots)
}

/// Elastons of flanks that go aside in a direction of their own, or the opposite way, and how far they are beyond where parts meet (m).
type Side = Vec<(u32, f64)>;

/// Elastons by direction and way, forwards before backwards. Flanks with a gap between them go different ways, as far as there are enough.
fn sides(cells: &Cells, elastons: usize, across: &[Across]) -> Vec<Side> {
    let flank = flanks(cells, elastons, across);
    // Both elastons of a pair know of it, unless their spacings differ much.
    let mut gaps: Vec<([u32; 2], bool)> = Vec::new();
    for pair in across {
        if let [Some(own), Some(other)] = [pair.a, pair.b].map(|elaston| flank[elaston as usize]) {
            gaps.push(([own.min(other), own.max(other)], !pair.is_way));
        }
    }
    gaps.sort_unstable();
    gaps.dedup_by_key(|gap| gap.0);
    // Flanks that meet nowhere near have no way between any of their elastons.
    gaps.retain(|([one, other], is_apart)| one != other && !is_apart);
    let mut way_of: Vec<(u32, usize)> = Vec::new();
    let mut own: Vec<u32> = gaps.iter().flat_map(|(gap, _)| *gap).collect();
    own.sort_unstable();
    own.dedup();
    for flank in own {
        let beside = gaps.iter().filter(|(gap, _)| gap.contains(&flank)).flat_map(|(gap, _)| *gap);
        let beside: Vec<u32> = beside.collect();
        let is_taken =
            |way: &usize| way_of.iter().any(|(other, taken)| taken == way && beside.contains(other));
        let way = (0..2 * ASIDE).find(|way| !is_taken(way)).unwrap_or(way_of.len() % (2 * ASIDE));
        way_of.push((flank, way));
    }
    let mut sides: Vec<Side> = vec![Vec::new(); 2 * ASIDE];
    for pair in across {
        let Some(own) = flank[pair.a as usize] else { continue };
        if let Ok(place) = way_of.binary_search_by_key(&own, |(flank, _)| *flank) {
            sides[way_of[place].1].push((pair.a, pair.beyond));
        }
    }
    sides
}

/// The flank of each elaston that is of one, by an elaston that stands for it.
fn flanks(cells: &Cells, elastons: usize, across: &[Across]) -> Vec<Option<u32>> {
    let mut is_flank = vec![false; elastons];
    across.iter().for_each(|pair| is_flank[pair.a as usize] = true);
    let mut sets = Sets::new(elastons);
    for a in (0..elastons as u32).filter(|a| is_flank[*a as usize]) {
        for &b in cells.neighbours(a as usize).iter().filter(|b| is_flank[**b as usize]) {
            sets.merge(a, b);
        }
    }
    (0..elastons as u32).map(|a| is_flank[a as usize].then(|| sets.root(a))).collect()
}

/// How far all elastons go aside that way (m).
fn heights(side: &Side, cells: &Cells, spacings: &[f64]) -> Vec<f64> {
    let top = |&(elaston, beyond): &(u32, f64)| {
        let most = FAR * spacings[elaston as usize];
        (elaston, most * (STEEP * beyond / most).tanh())
    };
    Paths::slopes(cells, &side.iter().map(top).collect::<Vec<_>>(), STEEP)
}

/// Values and gradients of linear fits around each elaston.
fn smoothed(cells: &Cells, spacings: &[f64], spots: &[Spot]) -> Vec<Spot> {
    let fit = |own: usize| {
        let x = cells.centres[own];
        let mut around: Vec<u32> = vec![own as u32];
        around.extend(cells.neighbours(own));
        for k in 1..around.len() {
            around.extend(cells.neighbours(around[k] as usize));
        }
        around.sort_unstable();
        around.dedup();
        let weight = |b: u32| {
            let q = cells.centres[b as usize].distance_squared(x) / spacings[own].powi(2);
            (1.0 - q).max(0.0).powi(2)
        };
        let mut sum = 0.0;
        let mut mean = DVec3::ZERO;
        let mut mean_aside: Aside = [0.0; ASIDE];
        for &b in &around {
            let w = weight(b);
            sum += w;
            mean += w * (cells.centres[b as usize] - x);
            mean_aside.iter_mut().zip(&spots[b as usize].aside).for_each(|(m, a)| *m += w * a);
        }
        mean /= sum;
        mean_aside.iter_mut().for_each(|m| *m /= sum);
        let mut spread = DMat3::ZERO;
        let mut slopes = [DVec3::ZERO; ASIDE];
        for &b in &around {
            let d = cells.centres[b as usize] - x - mean;
            let w = weight(b) / sum;
            spread += w * DMat3::from_cols(d * d.x, d * d.y, d * d.z);
            for k in 0..ASIDE {
                slopes[k] += w * (spots[b as usize].aside[k] - mean_aside[k]) * d;
            }
        }
        let trace = spread.x_axis.x + spread.y_axis.y + spread.z_axis.z;
        if trace <= 0.0 {
            return spots[own];
        }
        let inverse = (spread + DMat3::from_diagonal(DVec3::splat(RIDGE * trace))).inverse();
        let slopes = slopes.map(|slope| inverse * slope);
        let aside = std::array::from_fn(|k| mean_aside[k] - slopes[k].dot(mean));
        Spot { x, aside, slopes }
    };
    (0..spots.len()).into_par_iter().map(fit).collect()
}
