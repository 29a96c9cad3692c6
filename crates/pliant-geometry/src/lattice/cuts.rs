//! Where lattice edges cross the surface, and which sites are drawn onto it.
//!
//! After Labelle and Shewchuk, "Isosurface Stuffing: Fast Tetrahedral Meshes with Good Dihedral Angles" (2007): an edge
//! between an inside and an outside site has a cut point. A site with a cut point nearer than a fraction alpha of an
//! edge is violated: it moves to the nearest such point, and all cuts of its edges are void. The fractions are those
//! of the paper that maximise the smallest dihedral angle.
//! Cut points are exact intersections with triangles; where the surface has a hole, the place where the winding
//! number passes 1/2.

use glam::DVec3;
use rayon::prelude::*;

use super::grid::{DIRECTIONS, Grid, LONG_DIRECTIONS, Site, neighbour, opposite};
use crate::soup::Solid;

const ALPHA_LONG: f64 = 0.24999;
const ALPHA_SHORT: f64 = 0.41189;

/// Halvings of an edge in search of the border of the inside: to 1/65536 of its length.
const HALVINGS: usize = 16;

/// Edges cut by one thread at a time.
const CHUNK: usize = 256;

/// With more crossings than this on one edge the border is found by halving too: each gap between two of them would
/// cost a winding number, and a soup of large triangles has thousands.
const MOST_CROSSINGS: usize = 32;

pub(super) const NONE: u32 = u32::MAX;

/// Where a site lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Outside,
    Inside,
    /// Drawn onto the surface.
    On,
}

/// Cut points of the lattice and the sites drawn onto the surface.
pub(super) struct Cuts {
    pub sides: Vec<Side>,
    /// Number among the sites that have or had cut edges, or NONE.
    active: Vec<u32>,
    /// For each active site and direction the cut of that edge, or NONE.
    slots: Vec<[u32; DIRECTIONS]>,
    /// For each active site where it was drawn.
    drawn: Vec<DVec3>,
    pub points: Vec<DVec3>,
}

/// An edge from an inside to an outside site.
struct CutEdge {
    from: u32,
    to: u32,
    direction: usize,
}

impl Cuts {
    pub fn new(solid: &Solid, grid: &Grid, inside: Vec<bool>) -> Self {
        let edges = cut_edges(grid, &inside);
        let fractions = cut_fractions(solid, grid, &edges);
        let sides = inside.iter().map(|&i| if i { Side::Inside } else { Side::Outside }).collect();
        let mut cuts =
            Self { sides, active: vec![NONE; inside.len()], slots: vec![], drawn: vec![], points: vec![] };
        drop(inside);
        let mut sites = vec![];
        for (edge, &t) in edges.iter().zip(&fractions) {
            let cut = cuts.points.len() as u32;
            let [a, b] = [edge.from, edge.to].map(|i| grid.position(grid.site(i as usize)));
            cuts.points.push(a + t * (b - a));
            for (site, direction) in [(edge.from, edge.direction), (edge.to, opposite(edge.direction))] {
                let slot = cuts.activate(site, &mut sites);
                cuts.slots[slot][direction] = cut;
            }
        }
        cuts.draw(grid, &sites, &fractions);
        cuts
    }

    fn activate(&mut self, site: u32, sites: &mut Vec<u32>) -> usize {
        let number = &mut self.active[site as usize];
        if *number == NONE {
            *number = self.slots.len() as u32;
            self.slots.push([NONE; DIRECTIONS]);
            self.drawn.push(DVec3::ZERO);
            sites.push(site);
        }
        *number as usize
    }

    /// Draws violated sites onto the surface, one after the other.
    fn draw(&mut self, grid: &Grid, sites: &[u32], fractions: &[f64]) {
        for (number, &index) in sites.iter().enumerate() {
            let inside = self.sides[index as usize] == Side::Inside;
            let mut nearest = (f64::INFINITY, NONE);
            for (direction, &cut) in self.slots[number].iter().enumerate().filter(|(_, cut)| **cut != NONE) {
                let long = direction < LONG_DIRECTIONS;
                let t = fractions[cut as usize];
                let t = if inside { t } else { 1.0 - t };
                let (alpha, length) = if long { (ALPHA_LONG, 1.0) } else { (ALPHA_SHORT, 0.75f64.sqrt()) };
                if t < alpha && t * length < nearest.0 {
                    nearest = (t * length, cut);
                }
            }
            if nearest.1 != NONE {
                self.sides[index as usize] = Side::On;
                self.drawn[number] = self.points[nearest.1 as usize];
                self.void_cuts(grid, grid.site(index as usize), number);
            }
        }
    }

    fn void_cuts(&mut self, grid: &Grid, site: Site, number: usize) {
        for direction in 0..DIRECTIONS {
            if std::mem::replace(&mut self.slots[number][direction], NONE) != NONE {
                let other = self.active[grid.index(neighbour(site, direction))] as usize;
                self.slots[other][opposite(direction)] = NONE;
            }
        }
    }

    /// Where a site is after drawing.
    pub fn position(&self, grid: &Grid, index: usize, site: Site) -> DVec3 {
        if self.sides[index] == Side::On {
            self.drawn[self.active[index] as usize]
        } else {
            grid.position(site)
        }
    }

    /// The cut of an edge of a site; it must be there.
    pub fn cut(&self, index: usize, direction: usize) -> u32 {
        self.slots[self.active[index] as usize][direction]
    }
}

/// All edges from inside to outside, by their inside sites in ascending order.
fn cut_edges(grid: &Grid, inside: &[bool]) -> Vec<CutEdge> {
    let mut edges = vec![];
    for from in (0..inside.len()).filter(|&i| inside[i]) {
        let site = grid.site(from);
        for direction in 0..DIRECTIONS {
            let to = grid.index(neighbour(site, direction));
            if !inside[to] {
                edges.push(CutEdge { from: from as u32, to: to as u32, direction });
            }
        }
    }
    edges
}

/// For each edge the fraction, from its inside end, at which the inside ends.
fn cut_fractions(solid: &Solid, grid: &Grid, edges: &[CutEdge]) -> Vec<f64> {
    let mut fractions = vec![0.0; edges.len()];
    fractions.par_chunks_mut(CHUNK).zip(edges.par_chunks(CHUNK)).for_each(|(out, edges)| {
        let mut crossings = vec![];
        for (t, edge) in out.iter_mut().zip(edges) {
            let [a, b] = [edge.from, edge.to].map(|i| grid.position(grid.site(i as usize)));
            solid.tree.crossings(a, b, &mut crossings);
            *t = border(solid, a, b, &crossings);
        }
    });
    fractions
}

/// The first crossing behind which the segment is outside; without crossings, or with very many, a border by bisection.
fn border(solid: &Solid, a: DVec3, b: DVec3, crossings: &[f64]) -> f64 {
    let at = |t: f64| a + t * (b - a);
    if let Some(&last) = crossings.last().filter(|_| crossings.len() <= MOST_CROSSINGS) {
        let leaves =
            |pair: &&[f64]| pair[1] - pair[0] > 1e-9 && !solid.unit_contains(at(0.5 * (pair[0] + pair[1])));
        return crossings.windows(2).find(leaves).map_or(last, |pair| pair[0]);
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        *(if solid.unit_contains(at(middle)) { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}
