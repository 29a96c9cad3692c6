//! Lloyd's relaxation: every site moves to the centroid of the matter that is nearest to it, again and again.
//!
//! Deviates from the plain scheme in three points. A piece of matter has an extent: if the border between the two nearest sites
//! cuts it, both get their part of it. With points that belong to one site whole, on lattices nothing moves any more as soon as sites are within half a piece of
//! where they belong. Sites keep part of their motion from round to round (Nesterov's momentum, dropped when it
//! leads astray), because the plain scheme needs n² rounds to even out a row of n sites. And where a site has very many points, most
//! rounds look at runs of them only (`grains`).

use glam::DVec3;

use super::gaps::{Along, mend};
use super::grains::{CoarseGrains, Grains};
use super::matter::{Blocks, Matter};
use super::nearest::{Accounts, Nearest, NearestSites};

/// Rounds without momentum at the end, so that sites are centroids.
const LAST_ROUNDS: usize = 3;

/// Rounds over all points after those over runs of them.
const FINE_ROUNDS: usize = 3;

/// Sites, and at each place of the matter the nearest one.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    pub sites: Vec<DVec3>,
    pub owner: Vec<u32>,
}

/// When a relaxation ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// After so many rounds.
    pub rounds: usize,
    /// When no site moves by more than this part of the smallest spacing.
    pub tolerance: f64,
}

impl Ending {
    /// Rounds that a body of so many points can afford.
    pub fn affordable(points: usize, tolerance: f64) -> Self {
        Self { rounds: (2_000_000 / points.max(1)).clamp(40, 2000), tolerance }
    }
}

/// Relaxes sites in matter whose points are taken to be where `blocks` has them; with `along`, cells hang together.
pub(super) fn relax(
    matter: &Matter,
    blocks: &Blocks,
    clusters: Clusters,
    ending: Ending,
    along: Option<&Along>,
) -> Clusters {
    let Clusters { sites, mut owner } = clusters;
    let tolerance = ending.tolerance * matter.h.iter().copied().fold(f64::INFINITY, f64::min);
    let grains = Grains::of(matter, blocks);
    // Runs of grains may lie on both sides of a gap.
    let coarse = if along.is_some() { None } else { CoarseGrains::new(&grains, sites.len()) };
    let (sites, rounds) = match coarse {
        Some(coarse) => {
            let of_run = |run: usize| owner[coarse.starts[run] as usize];
            let mut first = Relaxation::new(coarse.grains(), sites, of_run, None);
            first.run(ending.rounds, tolerance);
            (first.sites, FINE_ROUNDS.min(ending.rounds / 2))
        }
        None => (sites, ending.rounds),
    };
    let mend = along.map(|along| Mend { matter, along });
    let mut last = Relaxation::new(grains, sites, |place| owner[place], mend);
    last.run(rounds, tolerance);
    last.find_owners(&mut owner);
    in_order(Clusters { sites: last.sites, owner })
}

/// Goes on for some plain rounds in which cells hang together.
pub(super) fn relax_mended(
    matter: &Matter,
    blocks: &Blocks,
    clusters: Clusters,
    rounds: usize,
    along: &Along,
) -> Clusters {
    let Clusters { sites, mut owner } = clusters;
    let mend = Some(Mend { matter, along });
    let mut relaxation = Relaxation::new(Grains::of(matter, blocks), sites, |place| owner[place], mend);
    for round in 0..=rounds {
        relaxation.find_owners(&mut owner);
        if round < rounds {
            let centres = relaxation.centroids(&owner);
            relaxation.move_to(centres);
        }
    }
    in_order(Clusters { sites: relaxation.sites, owner })
}

/// What has the last word on which site owns what.
#[derive(Clone, Copy)]
struct Mend<'a> {
    matter: &'a Matter,
    along: &'a Along,
}

struct Relaxation<'a> {
    grains: Grains<'a>,
    sites: Vec<DVec3>,
    nearest: NearestSites,
    mend: Option<Mend<'a>>,
}

impl<'a> Relaxation<'a> {
    fn new(
        grains: Grains<'a>,
        sites: Vec<DVec3>,
        owner: impl Fn(usize) -> u32,
        mend: Option<Mend<'a>>,
    ) -> Self {
        Self { nearest: NearestSites::new(&grains, &sites, owner), grains, sites, mend }
    }

    fn run(&mut self, rounds: usize, tolerance: f64) {
        let mut before = self.sites.clone();
        let mut owner = if self.mend.is_some() { vec![0; self.grains.x.len()] } else { Vec::new() };
        let mut momentum = 0;
        for round in 0..rounds + LAST_ROUNDS {
            if self.mend.is_some() {
                self.find_owners(&mut owner);
            }
            let centres = self.centroids(&owner);
            let moved = farthest_move(&centres, &before);
            let astray: f64 =
                (0..before.len()).map(|i| (self.sites[i] - centres[i]).dot(centres[i] - before[i])).sum();
            momentum = if astray > 0.0 || round + LAST_ROUNDS >= rounds { 0 } else { momentum + 1 };
            let share = momentum as f64 / (momentum as f64 + 3.0);
            let next = |i: usize| centres[i] + share * (centres[i] - before[i]);
            self.move_to((0..centres.len()).map(next).collect());
            before = centres;
            if moved < tolerance {
                break;
            }
        }
        self.move_to(before);
    }

    fn move_to(&mut self, sites: Vec<DVec3>) {
        self.nearest.moved(&self.sites, &sites);
        self.sites = sites;
    }

    /// The nearest site of each grain, or the one it goes to along the body.
    fn find_owners(&mut self, owner: &mut [u32]) {
        self.nearest.find(&self.grains, &self.sites, |_, _, _| ());
        owner.iter_mut().zip(self.nearest.owners()).for_each(|(owner, found)| *owner = found);
        if let Some(Mend { matter, along }) = self.mend {
            mend(matter, along.links(), &self.sites, owner);
        }
    }

    /// Centroids of the cells; a site without matter stays. Matter whose owner is given and not the nearest site is all its owner's.
    fn centroids(&mut self, owner: &[u32]) -> Vec<DVec3> {
        let (grains, sites) = (self.grains, &self.sites);
        let share = |place: usize, found: Nearest, accounts: &mut Accounts| match owner.get(place) {
            Some(&owner) if owner != found.first => {
                accounts.add(owner, grains.weight[place], grains.x[place] - sites[owner as usize]);
            }
            _ => split(&grains, found, place, sites, accounts),
        };
        let chunks = self.nearest.find(&grains, sites, share);
        let mut sums = vec![(0.0, DVec3::ZERO); sites.len()];
        for (site, weight, first) in chunks.into_iter().flatten() {
            let (total, sum) = &mut sums[site as usize];
            *total += weight;
            *sum += first;
        }
        let moved = |(site, (total, sum)): (&DVec3, (f64, DVec3))| {
            if total > 0.0 { *site + sum / total } else { *site }
        };
        sites.iter().zip(sums).map(moved).collect()
    }
}

/// Numbers sites in the order of their first matter, so that those near each other are near in memory too, and drops those that no
/// matter is nearest to.
fn in_order(clusters: Clusters) -> Clusters {
    let Clusters { sites, mut owner } = clusters;
    let mut number = vec![u32::MAX; sites.len()];
    let mut kept = Vec::with_capacity(sites.len());
    for owner in &mut owner {
        let number = &mut number[*owner as usize];
        if *number == u32::MAX {
            *number = kept.len() as u32;
            kept.push(sites[*owner as usize]);
        }
        *owner = *number;
    }
    Clusters { sites: kept, owner }
}

fn farthest_move(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance_squared(*b)).fold(0.0, f64::max).sqrt()
}

/// Gives a grain to its two nearest sites: taken for a slab along the line between them, as wide as its second moment says.
#[inline]
fn split(grains: &Grains<'_>, found: Nearest, place: usize, sites: &[DVec3], accounts: &mut Accounts) {
    let (x, weight, length) = (grains.x[place], grains.weight[place], grains.length[place]);
    let (a, b) = (sites[found.first as usize], sites[found.second as usize]);
    // Relative to the site: no digits are lost far from the origin.
    let (from_a, from_b) = (x - a, x - b);
    let apart = a.distance_squared(b);
    let nearer = from_b.length_squared() - from_a.length_squared();
    // The border is half of this over the distance of the sites away. Far from it no root is needed.
    if nearer * nearer >= length * length * apart {
        return accounts.add(found.first, weight, from_a);
    }
    let apart = apart.sqrt();
    let along = (b - a) / apart;
    let (to_border, half) =
        (nearer / (2.0 * apart), (3.0 * along.dot(grains.moment[place] * along).max(0.0)).sqrt());
    if to_border >= half {
        return accounts.add(found.first, weight, from_a);
    }
    let share = (half - to_border) / (2.0 * half);
    accounts.add(found.first, weight * (1.0 - share), from_a + 0.5 * (to_border - half) * along);
    accounts.add(found.second, weight * share, from_b + 0.5 * (to_border + half) * along);
}
