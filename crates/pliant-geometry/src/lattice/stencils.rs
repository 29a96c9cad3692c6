//! From sites and cut points to tetrahedra: the stencils of Labelle and Shewchuk 2007.
//!
//! Every lattice tetrahedron joins two neighbouring cube centres with an edge of the face between them; (0,1) and (2,3)
//! are its two long edges, the other four are short. Its part on the inside is a tetrahedron, a pyramid or a prism.
//! The diagonal of a quadrilateral face must be the same seen from both sides, so it follows from the lattice face:
//! it ends at the cut of the long edge if one is cut; if two short ones are, at the even end of the uncut long edge
//! (parity rule).

use glam::DVec3;

use super::cuts::{Cuts, NONE, Side};
use super::grid::{Grid, Site, direction, is_even};
use super::quality::{angle, extreme_cosines};
use crate::measure::six_volumes;
use crate::soup::Solid;

/// A tetrahedron with all corners on the surface is taken only if its angles are within these (degrees). The paper's
/// bounds of 10.78 and 164.74 hold for all others, whatever the surface; with this, for the whole lattice.
const THINNEST_ANGLE: f64 = 11.0;
const FLATTEST_ANGLE: f64 = 164.0;

/// Nodes and tetrahedra under construction.
pub(super) struct Stuffing<'a> {
    solid: &'a Solid,
    grid: &'a Grid,
    cuts: &'a Cuts,
    site_nodes: Vec<u32>,
    cut_nodes: Vec<u32>,
    pub nodes: Vec<DVec3>,
    /// Whether a node lies on the surface.
    pub on_surface: Vec<bool>,
    pub tets: Vec<[u32; 4]>,
}

/// One corner of a lattice tetrahedron.
#[derive(Clone, Copy)]
struct Corner {
    site: Site,
    index: usize,
    side: Side,
}

impl<'a> Stuffing<'a> {
    /// Fills the inside.
    pub fn new(solid: &'a Solid, grid: &'a Grid, cuts: &'a Cuts) -> Self {
        let mut stuffing = Self {
            solid,
            grid,
            cuts,
            site_nodes: vec![NONE; grid.site_count()],
            cut_nodes: vec![NONE; cuts.points.len()],
            nodes: vec![],
            on_surface: vec![],
            tets: vec![],
        };
        for index in 0..grid.cell_count() {
            for axis in 0..3 {
                stuffing.around_face(grid.cell_at(index), axis);
            }
        }
        stuffing
    }

    /// The four tetrahedra around the line from a cube's centre to that of the next cube along an axis.
    fn around_face(&mut self, cell: [usize; 3], axis: usize) {
        if cell[axis] + 1 >= self.grid.counts[axis] {
            return;
        }
        let centre: Site = cell.map(|x| 2 * x as i32 + 1);
        let mut next = centre;
        next[axis] += 2;
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let ring = [(1, 1), (-1, 1), (-1, -1), (1, -1)].map(|(du, dv)| {
            let mut site = centre;
            site[axis] += 1;
            site[u] += du;
            site[v] += dv;
            self.corner(site)
        });
        let (a, b) = (self.corner(centre), self.corner(next));
        for k in 0..4 {
            self.stuff([a, b, ring[k], ring[(k + 1) % 4]]);
        }
    }

    fn corner(&self, site: Site) -> Corner {
        let index = self.grid.index(site);
        Corner { site, index, side: self.cuts.sides[index] }
    }

    fn stuff(&mut self, tet: [Corner; 4]) {
        let on = |side: Side| tet.iter().filter(|c| c.side == side).count();
        match (on(Side::Inside), on(Side::Outside)) {
            (0, 0) => self.all_on_surface(tet),
            (0, _) => {}
            (_, 0) => {
                let nodes = tet.map(|c| self.node(c));
                self.emit(nodes);
            }
            (1, _) => self.one_inside(tet),
            (2, 1) => self.pyramid(tet),
            (2, _) => self.two_inside(tet),
            _ => self.three_inside(tet),
        }
    }

    /// Inside or outside is not told by its corners; its middle decides, and its shape must be sound.
    fn all_on_surface(&mut self, tet: [Corner; 4]) {
        let x = tet.map(|c| self.cuts.position(self.grid, c.index, c.site));
        let middle = 0.25 * x.iter().sum::<DVec3>();
        let (smallest, largest) = extreme_cosines(x);
        let is_sound = angle(smallest) >= THINNEST_ANGLE && angle(largest) <= FLATTEST_ANGLE;
        if is_sound && self.solid.unit_contains(middle) {
            let nodes = tet.map(|c| self.node(c));
            self.emit(nodes);
        }
    }

    fn one_inside(&mut self, tet: [Corner; 4]) {
        let [p] = picked(&tet, Side::Inside);
        let nodes = tet.map(|c| if c.side == Side::Outside { self.cut(tet[p], c) } else { self.node(c) });
        self.emit(nodes);
    }

    /// Two inside, one outside, one on the surface.
    fn pyramid(&mut self, tet: [Corner; 4]) {
        let [i, j] = picked(&tet, Side::Inside);
        let [o] = picked(&tet, Side::Outside);
        let [z] = picked(&tet, Side::On);
        let (p, q, apex) = (self.node(tet[i]), self.node(tet[j]), self.node(tet[z]));
        let (cut_p, cut_q) = (self.cut(tet[i], tet[o]), self.cut(tet[j], tet[o]));
        if diagonal_starts_at_first(i, j, o, &tet) {
            self.emit([apex, p, q, cut_q]);
            self.emit([apex, p, cut_q, cut_p]);
        } else {
            self.emit([apex, p, q, cut_p]);
            self.emit([apex, q, cut_q, cut_p]);
        }
    }

    fn two_inside(&mut self, tet: [Corner; 4]) {
        let [i, j] = picked(&tet, Side::Inside);
        let [k, l] = picked(&tet, Side::Outside);
        if partner(i) == j {
            // Both diagonals start at the same end of the long edge.
            let (a, b) = if is_even(tet[i].site) { (tet[i], tet[j]) } else { (tet[j], tet[i]) };
            let [ak, al, bk, bl] = [(a, k), (a, l), (b, k), (b, l)].map(|(c, o)| self.cut(c, tet[o]));
            let (a, b) = (self.node(a), self.node(b));
            self.emit([b, bk, bl, a]);
            if self.length_squared(ak, bl) <= self.length_squared(al, bk) {
                self.emit([a, ak, al, bl]);
                self.emit([a, ak, bl, bk]);
            } else {
                self.emit([a, ak, al, bk]);
                self.emit([a, al, bl, bk]);
            }
        } else {
            let (pi, pj) = (partner(i), partner(j));
            let long_i = self.cut(tet[i], tet[pi]);
            let long_j = self.cut(tet[j], tet[pj]);
            let short_i = self.cut(tet[i], tet[pj]);
            let short_j = self.cut(tet[j], tet[pi]);
            let (a, b) = (self.node(tet[i]), self.node(tet[j]));
            self.emit([long_i, b, short_j, long_j]);
            self.emit([long_i, a, b, long_j]);
            self.emit([long_i, a, long_j, short_i]);
        }
    }

    fn three_inside(&mut self, tet: [Corner; 4]) {
        let [o] = picked(&tet, Side::Outside);
        let p = partner(o);
        let [i, j] = if o < 2 { [2, 3] } else { [0, 1] };
        let [cut_p, cut_i, cut_j] = [p, i, j].map(|c| self.cut(tet[c], tet[o]));
        let [n_p, n_i, n_j] = [p, i, j].map(|c| self.node(tet[c]));
        self.emit([n_p, n_i, n_j, cut_p]);
        if diagonal_starts_at_first(i, j, o, &tet) {
            self.emit([cut_p, n_i, n_j, cut_j]);
            self.emit([cut_p, n_i, cut_j, cut_i]);
        } else {
            self.emit([cut_p, n_i, n_j, cut_i]);
            self.emit([cut_p, n_j, cut_j, cut_i]);
        }
    }

    /// The node of a site, made when first asked for.
    fn node(&mut self, corner: Corner) -> u32 {
        if self.site_nodes[corner.index] == NONE {
            self.site_nodes[corner.index] = self.nodes.len() as u32;
            self.nodes.push(self.cuts.position(self.grid, corner.index, corner.site));
            self.on_surface.push(corner.side == Side::On);
        }
        self.site_nodes[corner.index]
    }

    /// The node at the cut between two sites.
    fn cut(&mut self, inside: Corner, outside: Corner) -> u32 {
        let cut = self.cuts.cut(inside.index, direction(inside.site, outside.site)) as usize;
        if self.cut_nodes[cut] == NONE {
            self.cut_nodes[cut] = self.nodes.len() as u32;
            self.nodes.push(self.cuts.points[cut]);
            self.on_surface.push(true);
        }
        self.cut_nodes[cut]
    }

    fn length_squared(&self, a: u32, b: u32) -> f64 {
        self.nodes[a as usize].distance_squared(self.nodes[b as usize])
    }

    /// Adds a tetrahedron, wound positively.
    fn emit(&mut self, mut tet: [u32; 4]) {
        if six_volumes(tet.map(|i| self.nodes[i as usize])) < 0.0 {
            tet.swap(2, 3);
        }
        self.tets.push(tet);
    }
}

/// The corner at the other end of the long edge.
fn partner(corner: usize) -> usize {
    corner ^ 1
}

/// The corners on a side; there must be N.
fn picked<const N: usize>(tet: &[Corner; 4], side: Side) -> [usize; N] {
    let mut found = (0..4).filter(|&k| tet[k].side == side);
    std::array::from_fn(|_| found.next().expect("the caller has counted the corners on this side"))
}

/// For the face of two inside corners and one outside: whether the diagonal runs from the first inside corner to the
/// second's cut.
fn diagonal_starts_at_first(first: usize, second: usize, outside: usize, tet: &[Corner; 4]) -> bool {
    if partner(outside) == first {
        false
    } else if partner(outside) == second {
        true
    } else {
        is_even(tet[first].site)
    }
}
