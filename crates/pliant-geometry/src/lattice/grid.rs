//! The body-centred cubic lattice: corners of cubes and their centres.
//!
//! Sites have doubled integer coordinates: all even for corners, all odd for centres. Each site has six neighbours on
//! its own sublattice at one cell width (long edges) and eight on the other at sqrt(3)/2 of it (short edges).

use glam::DVec3;

use crate::bounds::BoundingBox;

/// A site by its doubled coordinates.
pub(super) type Site = [i32; 3];

/// Directions to neighbours: 0..6 along long edges, 6..14 along short ones.
pub(super) const DIRECTIONS: usize = 14;
pub(super) const LONG_DIRECTIONS: usize = 6;

/// Cells kept free around the box on each side.
const MARGIN: f64 = 1.5;

/// Cubes over a box, with free cells around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub origin: DVec3,
    /// Width of a cube.
    pub cell: f64,
    /// Cubes along each axis.
    pub counts: [usize; 3],
}

impl Grid {
    /// How many cubes a grid over the box would have; may be infinite.
    pub fn cell_count_over(bounds: &BoundingBox, cell: f64) -> f64 {
        let n = (bounds.size() / cell).ceil() + 2.0 * MARGIN;
        n.x * n.y * n.z
    }

    /// The grid, in the middle of the box. The number of cells must have been checked.
    pub fn over(bounds: &BoundingBox, cell: f64) -> Self {
        let n = (bounds.size() / cell).ceil() + 2.0 * MARGIN;
        let counts = n.to_array().map(|n| n as usize);
        let whole = DVec3::from_array(counts.map(|n| n as f64)) * cell;
        Self { origin: bounds.centre() - 0.5 * whole, cell, counts }
    }

    pub fn cell_count(&self) -> usize {
        self.counts.iter().product()
    }

    pub fn corner_count(&self) -> usize {
        self.counts.iter().map(|n| n + 1).product()
    }

    /// Corners and centres together.
    pub fn site_count(&self) -> usize {
        self.corner_count() + self.cell_count()
    }

    /// Number of a cube; x fastest.
    pub fn cell_index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.counts[1] + y) * self.counts[0] + x
    }

    /// The cube with a number.
    pub fn cell_at(&self, index: usize) -> [usize; 3] {
        let [nx, ny, _] = self.counts;
        [index % nx, index / nx % ny, index / nx / ny]
    }

    /// Number of a site: corners first, then centres in the order of their cubes. The site must be in the grid.
    pub fn index(&self, site: Site) -> usize {
        let half = site.map(|x| (x >> 1) as usize);
        if site[0] & 1 == 1 {
            return self.corner_count() + self.cell_index(half);
        }
        let [nx, ny, _] = self.counts;
        (half[2] * (ny + 1) + half[1]) * (nx + 1) + half[0]
    }

    /// The site with a number.
    pub fn site(&self, index: usize) -> Site {
        match index.checked_sub(self.corner_count()) {
            Some(cell) => self.cell_at(cell).map(|x| 2 * x as i32 + 1),
            None => {
                let [nx, ny, _] = self.counts;
                let (x, rest) = (index % (nx + 1), index / (nx + 1));
                [x, rest % (ny + 1), rest / (ny + 1)].map(|x| 2 * x as i32)
            }
        }
    }

    pub fn position(&self, site: Site) -> DVec3 {
        self.origin + 0.5 * self.cell * DVec3::from_array(site.map(f64::from))
    }

    /// The cube a point lies in; points outside get the nearest one.
    pub fn cell_of(&self, x: DVec3) -> [usize; 3] {
        let at = ((x - self.origin) / self.cell).floor().to_array();
        // The cast saturates: negative and NaN become 0.
        [0, 1, 2].map(|i| (at[i] as usize).min(self.counts[i] - 1))
    }
}

/// The neighbour of a site in a direction.
pub(super) fn neighbour(site: Site, direction: usize) -> Site {
    let mut next = site;
    if direction < LONG_DIRECTIONS {
        next[direction / 2] += if direction.is_multiple_of(2) { 2 } else { -2 };
    } else {
        let bits = direction - LONG_DIRECTIONS;
        for (axis, x) in next.iter_mut().enumerate() {
            *x += if bits >> axis & 1 == 1 { 1 } else { -1 };
        }
    }
    next
}

/// The way back.
pub(super) fn opposite(direction: usize) -> usize {
    if direction < LONG_DIRECTIONS {
        direction ^ 1
    } else {
        LONG_DIRECTIONS + (7 - (direction - LONG_DIRECTIONS))
    }
}

/// The direction from a site to one of its neighbours.
pub(super) fn direction(from: Site, to: Site) -> usize {
    let d = [0, 1, 2].map(|i| to[i] - from[i]);
    match d.iter().position(|x| x.abs() == 2) {
        Some(axis) => 2 * axis + (d[axis] < 0) as usize,
        None => LONG_DIRECTIONS + (0..3).map(|i| ((d[i] > 0) as usize) << i).sum::<usize>(),
    }
}

/// Alternates along every long edge.
pub(super) fn is_even(site: Site) -> bool {
    site.iter().map(|x| x >> 1).sum::<i32>() & 1 == 0
}
