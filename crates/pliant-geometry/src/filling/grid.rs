//! The cubic lattice of cells around a body, and which share of a piece lies in which cell.

use glam::DVec3;

use super::boxes::Boxes;
use super::error::FillingError;
use super::keys::{self, MOST_ALONG};
use super::shares::Partition;

/// A body longer than a whole number of cells by less than this share of one gets no further cell.
const OVERHANG: f64 = 0.05;

/// The ends of a body along an axis are flat if the layers of cells there hold at least this share of the fullest one.
const FLAT: f64 = 0.6;

/// Edges of a cell are at least this long, in spacings.
const LEAST: f64 = 1e-9;

/// Parts of a piece below this share are not told apart: pieces that end where a cell ends do not lie in the next one.
const SLIVER: f64 = 1e-6;

/// Cells along the axes around a body.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub origin: DVec3,
    /// Edges of a cell (m).
    pub cell: DVec3,
    pub counts: [u32; 3],
    /// What the numbers of cells along the axes start with.
    pub first: [u32; 3],
}

impl Grid {
    /// Cells of about the spacing (m), the same on both sides of the body's middle. Where the body has flat ends, a whole number
    /// of cells fits it.
    pub fn fit(boxes: &Boxes<'_>, spacing: f64) -> Result<Self, FillingError> {
        let size = boxes.bounds.size();
        let wished = (size / spacing - OVERHANG).ceil().max(DVec3::ONE);
        let most = wished.max_element();
        // Written so that sizes beyond all numbers are refused too.
        if !(size.is_finite() && most <= f64::from(MOST_ALONG)) {
            return Err(FillingError::TooMany { sites: most, limit: MOST_ALONG as usize, spacing });
        }
        let counts = wished.to_array().map(|count| count as u32);
        // Far from the origin a small piece may have no width.
        let cell = (size / wished).max(DVec3::splat(LEAST * spacing));
        let mut grid = Self { origin: boxes.bounds.min, cell, counts, first: [0; 3] };
        for axis in 0..3 {
            if counts[axis] > 2 && !grid.has_flat_ends(boxes, axis) {
                grid.cell[axis] = spacing;
                grid.origin[axis] = boxes.bounds.centre()[axis] - 0.5 * spacing * wished[axis];
            }
        }
        Ok(grid)
    }

    fn has_flat_ends(&self, boxes: &Boxes<'_>, axis: usize) -> bool {
        let mut layers = vec![0.0; self.counts[axis] as usize];
        for piece in 0..boxes.len() {
            let span = self.span(axis, boxes.points[piece][axis], boxes.edges[piece][axis]);
            for part in span.parts() {
                layers[part.cell as usize] += part.share * boxes.volumes[piece];
            }
        }
        let fullest = layers.iter().copied().fold(0.0, f64::max);
        layers[0].min(layers[layers.len() - 1]) >= FLAT * fullest
    }

    /// The middle of a block of cells, two to the power of `level` along each axis, from its first cell's number.
    pub fn middle(&self, key: u64, level: u32) -> DVec3 {
        let half = 0.5 * f64::from(1u32 << level);
        let index = keys::index(key);
        let at = |axis: usize| f64::from(index[axis]) - f64::from(self.first[axis]) + half;
        self.origin + self.cell * DVec3::new(at(0), at(1), at(2))
    }

    /// The longest edge of a cell along an axis with more than one (m).
    pub fn width(&self) -> f64 {
        self.edges_of_several().fold(0.0, f64::max)
    }

    /// The shortest such edge as a share of the longest.
    pub fn slimness(&self) -> f64 {
        self.edges_of_several().fold(f64::INFINITY, f64::min) / self.width()
    }

    /// Edges of a cell along axes with more than one; all if there is only one cell.
    fn edges_of_several(&self) -> impl Iterator<Item = f64> {
        let is_one = self.counts == [1; 3];
        (0..3).filter(move |axis| is_one || self.counts[*axis] > 1).map(|axis| self.cell[axis])
    }

    pub fn volume(&self) -> f64 {
        self.cell.element_product()
    }

    #[inline]
    fn span(&self, axis: usize, x: f64, edge: f64) -> Span {
        let (origin, cell) = (self.origin[axis], self.cell[axis]);
        let (place, half) = ((x - origin) / cell, 0.5 * (edge / cell).min(1.0));
        let last = self.counts[axis] - 1;
        // The conversion takes negative numbers to 0.
        let own = (place as u32).min(last);
        let (low, high) = (f64::from(own), f64::from(own) + 1.0);
        let below = if own > 0 { (low - (place - half)) / (2.0 * half) } else { 0.0 };
        let above = if own < last { (place + half - high) / (2.0 * half) } else { 0.0 };
        let coordinate = |place: f64| origin + cell * place;
        let (cell, share, border, end) = if below > SLIVER {
            (own - 1, below, low, place - half)
        } else if above > SLIVER {
            (own + 1, above, high, place + half)
        } else {
            let whole = Part { cell: own, share: 1.0, middle: x };
            return Span { parts: [whole, whole], count: 1 };
        };
        let middle = 0.5 * (border + end);
        // The rest lies so that both together have the piece's centre.
        let rest = (place - share * middle) / (1.0 - share);
        let own = Part { cell: own, share: 1.0 - share, middle: coordinate(rest) };
        Span { parts: [own, Part { cell, share, middle: coordinate(middle) }], count: 2 }
    }
}

/// Where a piece lies along an axis: in one cell or in two.
struct Span {
    parts: [Part; 2],
    count: usize,
}

#[derive(Clone, Copy)]
struct Part {
    cell: u32,
    share: f64,
    middle: f64,
}

impl Span {
    #[inline]
    fn parts(&self) -> &[Part] {
        &self.parts[..self.count]
    }
}

impl Partition for Grid {
    #[inline]
    fn key(&self, point: DVec3) -> u64 {
        let place = (point - self.origin) / self.cell;
        let cell = |axis: usize| (place[axis] as u32).min(self.counts[axis] - 1) + self.first[axis];
        keys::key([cell(0), cell(1), cell(2)])
    }

    #[inline]
    fn share(&self, point: DVec3, edges: DVec3, visit: &mut impl FnMut(u64, f64, DVec3)) {
        let [x, y, z] = [0, 1, 2].map(|axis| self.span(axis, point[axis], edges[axis]));
        for z in z.parts() {
            for y in y.parts() {
                for x in x.parts() {
                    let [fx, fy, fz] = self.first;
                    let key = keys::key([x.cell + fx, y.cell + fy, z.cell + fz]);
                    visit(key, x.share * y.share * z.share, DVec3::new(x.middle, y.middle, z.middle));
                }
            }
        }
    }
}
