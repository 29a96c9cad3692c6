//! Cells of bodies with so many close parts that space does not tell whose matter is whose, as a coil with turns much closer than samples: most matter is nearest to
//! sites of other turns.
//!
//! There the cell of a site grows from the place where the site sits, from piece to piece that touch, as that of a farthest point does (`farthest`): a place goes to the site
//! for which the farthest place on the way is nearest.

use std::cmp::Reverse;

use glam::DVec3;

use super::gaps::{Along, NOBODY, Queue, middles};

/// A body is crowded if more than this share of its matter is nearest to sites of other parts.
pub(super) const CROWDED: f64 = 0.3;

/// Cells under way.
pub(super) struct Crowd {
    distance: Vec<f64>,
    open: Queue<(u32, u32)>,
    /// The site of a cell beside each place, the nearest; nobody inside of cells.
    pub second: Vec<u32>,
}

impl Crowd {
    pub fn new(places: usize) -> Self {
        Self { distance: vec![f64::INFINITY; places], open: Queue::new(), second: vec![NOBODY; places] }
    }

    /// Cells around sites that have moved since `owner` was found.
    pub fn find_owners(&mut self, along: &Along, x: &[DVec3], sites: &[DVec3], owner: &mut [u32]) {
        let homes = middles(x, sites, owner);
        self.distance.fill(f64::INFINITY);
        for (site, home) in (0..).zip(homes) {
            self.offer(home, site, x[home as usize].distance_squared(sites[site as usize]), owner);
        }
        while let Some(Reverse((bits, (place, site)))) = self.open.pop() {
            let far = f64::from_bits(bits);
            if far > self.distance[place as usize] || owner[place as usize] != site {
                continue;
            }
            for &other in along.beside(place) {
                let distance = x[other as usize].distance_squared(sites[site as usize]);
                self.offer(other, site, far.max(distance), owner);
            }
        }
        for place in 0..x.len() {
            let distance = |site: &u32| x[place].distance_squared(sites[*site as usize]);
            let beside = along.beside(place as u32).iter().map(|other| owner[*other as usize]);
            let others = beside.filter(|site| *site != owner[place]);
            self.second[place] =
                others.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b))).unwrap_or(NOBODY);
        }
    }

    fn offer(&mut self, place: u32, site: u32, far: f64, owner: &mut [u32]) {
        let known = &mut self.distance[place as usize];
        if far < *known {
            *known = far;
            owner[place as usize] = site;
            self.open.push(Reverse((far.to_bits(), (place, site))));
        }
    }
}
