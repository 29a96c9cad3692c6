//! Lloyd's relaxation: every site moves to the centroid of the matter that is nearest to it, again and again.
//!
//! Deviates from the plain scheme in three points. A piece of matter has an extent: if the border between the two nearest sites
//! cuts it, both get their part of it. With points that belong to one site whole, on lattices nothing moves any more as soon as sites are within half a piece of
//! where they belong. Sites keep part of their motion from round to round (Nesterov's momentum, dropped when it
//! leads astray), because the plain scheme needs n² rounds to even out a row of n sites. And where a site has very many points, most
//! rounds look at runs of them only (`grains`).

use glam::DVec3;

use super::crowd::{CROWDED, Crowd};
use super::gaps::{Along, NOBODY, mend};
use super::grains::{CoarseGrains, Grains};
use super::matter::{Blocks, Matter};
use super::nearest::{Accounts, Nearest, NearestSites, Sums};

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
            first.run(ending.rounds, tolerance, &mut []);
            (first.sites, FINE_ROUNDS.min(ending.rounds / 2))
        }
        None => (sites, ending.rounds),
    };
    let mend = along.map(|along| Mend::new(matter, along));
    let mut last = Relaxation::new(grains, sites, |place| owner[place], mend);
    last.run(rounds, tolerance, &mut owner);
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
    let mend = Some(Mend::new(matter, along));
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
struct Mend<'a> {
    matter: &'a Matter,
    along: &'a Along,
    /// If space does not tell.
    crowd: Option<Crowd>,
}

impl<'a> Mend<'a> {
    fn new(matter: &'a Matter, along: &'a Along) -> Self {
        Self { matter, along, crowd: None }
    }
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

    /// `owner` tells the site of each grain before, and, if cells shall hang together, afterwards.
    fn run(&mut self, rounds: usize, tolerance: f64, owner: &mut [u32]) {
        let mut before = self.sites.clone();
        let mut momentum = 0;
        for round in 0..rounds + LAST_ROUNDS {
            let centres = if self.mend.is_some() {
                self.find_owners(owner);
                self.centroids(owner)
            } else {
                self.centroids(&[])
            };
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
        if let Some(Mend { along, crowd: Some(crowd), .. }) = &mut self.mend {
            return crowd.find_owners(along, self.grains.x, &self.sites, owner);
        }
        self.nearest.find(&self.grains, &self.sites, |_, _, _| ());
        let Some(mending) = &mut self.mend else {
            return owner.iter_mut().zip(self.nearest.owners()).for_each(|(owner, found)| *owner = found);
        };
        let Mend { matter, along, crowd } = mending;
        let mut found: Vec<u32> = self.nearest.owners().collect();
        let volume: f64 = matter.volume.iter().sum();
        if mend(matter, along.links(), &self.sites, &mut found) > CROWDED * volume {
            let crowd = crowd.insert(Crowd::new(owner.len()));
            return crowd.find_owners(along, self.grains.x, &self.sites, owner);
        }
        owner.copy_from_slice(&found);
    }

    /// Centroids of the cells; a site without matter stays. Matter whose owner is given and not the nearest site is all its owner's.
    fn centroids(&mut self, owner: &[u32]) -> Vec<DVec3> {
        if let Some(Mend { crowd: Some(crowd), .. }) = &self.mend {
            return self.crowded_centroids(crowd, owner);
        }
        let (grains, sites) = (self.grains, &self.sites);
        let share = |place: usize, found: Nearest, accounts: &mut Accounts| match owner.get(place) {
            Some(&owner) if owner != found.first => {
                accounts.add(owner, grains.weight[place], grains.x[place] - sites[owner as usize]);
            }
            _ => split(&grains, [found.first, found.second], place, sites, accounts),
        };
        let chunks = self.nearest.find(&grains, sites, share);
        self.centres(chunks)
    }

    /// The same where cells are found along the body.
    fn crowded_centroids(&self, crowd: &Crowd, owner: &[u32]) -> Vec<DVec3> {
        let (grains, sites) = (self.grains, &self.sites);
        let mut accounts = Accounts::new(sites.len());
        for (place, (&first, &second)) in owner.iter().zip(&crowd.second).enumerate() {
            match second {
                NOBODY => accounts.add(first, grains.weight[place], grains.x[place] - sites[first as usize]),
                _ => split(&grains, [first, second], place, sites, &mut accounts),
            }
        }
        self.centres(vec![accounts.take()])
    }

    /// Where sites come to be with what belongs to them.
    fn centres(&self, chunks: Vec<Sums>) -> Vec<DVec3> {
        let sites = &self.sites;
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

/// Gives a grain to its two nearest sites, the nearest one first: taken for a slab along the line between them, as wide as its second moment says.
#[inline]
fn split(
    grains: &Grains<'_>,
    [first, second]: [u32; 2],
    place: usize,
    sites: &[DVec3],
    accounts: &mut Accounts,
) {
    let (x, weight, length) = (grains.x[place], grains.weight[place], grains.length[place]);
    let (a, b) = (sites[first as usize], sites[second as usize]);
    // Relative to the site: no digits are lost far from the origin.
    let (from_a, from_b) = (x - a, x - b);
    let apart = a.distance_squared(b);
    let nearer = from_b.length_squared() - from_a.length_squared();
    // The border is half of this over the distance of the sites away. Far from it no root is needed.
    if nearer * nearer >= length * length * apart {
        return accounts.add(first, weight, from_a);
    }
    let apart = apart.sqrt();
    let along = (b - a) / apart;
    let (to_border, half) =
        (nearer / (2.0 * apart), (3.0 * along.dot(grains.moment[place] * along).max(0.0)).sqrt());
    if to_border >= half {
        return accounts.add(first, weight, from_a);
    }
    let share = (half - to_border) / (2.0 * half);
    accounts.add(first, weight * (1.0 - share), from_a + 0.5 * (to_border - half) * along);
    accounts.add(second, weight * share, from_b + 0.5 * (to_border + half) * along);
}
