//! Cells along the body: what lies across a gap is not near.
//!
//! Distances are those of space, so that the cell of a site beside a slit also takes matter from the other side of it, and the
//! site would tie both together. Here a cell keeps the largest of its parts that hang together. Others go to the cells beside them on
//! their own side, and the relaxation goes on with that until sites have settled on one side or the other.

use glam::DVec3;

use super::links::Sets;
use super::lloyd::{Clusters, relax_with};
use super::matter::{Blocks, Matter};

/// Parts of a cell that hang together with the rest only outside of it and hold less than this share of its matter are not worth
/// the work: dense clouds are linked by a few of their points.
const STRAY: f64 = 0.02;

/// Rounds of relaxation with cells that hang together.
const ROUNDS: usize = 40;

const NOBODY: u32 = u32::MAX;

/// The same clusters if each of them hangs together; else others that do.
pub(super) fn along_body(
    matter: &Matter,
    blocks: &Blocks,
    links: &[(u32, u32)],
    clusters: Clusters,
) -> Clusters {
    let mut owner = clusters.owner.clone();
    if !mend(matter, links, &clusters.sites, &mut owner) {
        return clusters;
    }
    relax_with(matter, blocks, clusters, ROUNDS, |sites, owner| {
        mend(matter, links, sites, owner);
    })
}

/// Gives parts of cells that do not hang together with the rest to cells beside them; whether there were any.
fn mend(matter: &Matter, links: &[(u32, u32)], sites: &[DVec3], owner: &mut [u32]) -> bool {
    let strays = strays(matter, links, sites.len(), owner);
    if strays.is_empty() {
        return false;
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
    true
}

/// Places of the parts that cells lose, ascending.
fn strays(matter: &Matter, links: &[(u32, u32)], cells: usize, owner: &[u32]) -> Vec<u32> {
    let mut sets = Sets::new(matter.len());
    for &(a, b) in links {
        if owner[a as usize] == owner[b as usize] {
            sets.merge(a, b);
        }
    }
    let roots: Vec<u32> = (0..matter.len() as u32).map(|place| sets.root(place)).collect();
    let mut volume = vec![0.0; matter.len()];
    roots.iter().zip(&matter.volume).for_each(|(root, v)| volume[*root as usize] += v);
    let (mut whole, mut largest) = (vec![0.0; cells], vec![NOBODY; cells]);
    for (place, &root) in roots.iter().enumerate() {
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
    let is_stray = |place: &u32| {
        let (root, cell) = (roots[*place as usize], owner[*place as usize] as usize);
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
