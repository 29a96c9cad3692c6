//! Spacings: what is refused, what is suggested.

use thiserror::Error;

use super::grid::Grid;
use crate::shapes::MAX_ELEMENTS;
use crate::soup::{Solid, figures};

/// Nodes a body gets when no spacing is given.
pub const DEFAULT_LATTICE_NODES: usize = 3000;

/// Lattices with more cubes than this over the surface's box are refused.
pub const MAX_CELLS: usize = 20_000_000;

/// Cell width over spacing. A tetrahedron of the lattice has two edges of one cell width and four of sqrt(3)/2:
/// the spacing is their mean.
pub(super) const CELL_PER_SPACING: f64 = 6.0 / (2.0 + 2.0 * 1.732_050_807_568_877_2);

/// Tetrahedra in a cube of the lattice.
const TETS_PER_CELL: f64 = 12.0;

/// Why no lattice or cloud can be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LatticeError {
    /// Not a length.
    #[error("the spacing is {0} m, but must be a positive finite length")]
    BadSpacing(f64),
    /// Too many cells.
    #[error(
        "a spacing of {} m needs {} {what}; at most {} are allowed: use at least {} m",
        figures(*spacing), figures(*count), figures(*limit as f64), figures(*remedy)
    )]
    TooFine {
        /// The spacing asked for (m).
        spacing: f64,
        /// How many cells or elements it needs.
        count: f64,
        /// Which of the two.
        what: &'static str,
        /// The limit exceeded.
        limit: usize,
        /// A spacing that is allowed (m).
        remedy: f64,
    },
    /// No lattice point lies inside.
    #[error(
        "a spacing of {} m is too coarse: the body is about {} m thick and no lattice point lies inside; use about {} m",
        figures(*spacing), figures(*thickness), figures(*remedy)
    )]
    TooCoarse {
        /// The spacing asked for (m).
        spacing: f64,
        /// Mean thickness: twice the volume over the area (m).
        thickness: f64,
        /// A spacing that should work (m).
        remedy: f64,
    },
    /// There is a lattice, but most of the surface lies elsewhere.
    #[error(
        "most of the surface ({lost} of {points} points) lies outside the tetrahedra at a spacing of {} m; use a smaller \
         spacing, or close the surface if the file is a soup of triangles without an inside",
        figures(*spacing)
    )]
    MostLost {
        /// Points of the surface farther than about one spacing from the lattice.
        lost: usize,
        /// Points the surface has.
        points: usize,
        /// The spacing asked for (m).
        spacing: f64,
    },
}

impl Solid {
    /// The spacing (m) at which a lattice has about this many nodes.
    pub fn suggested_spacing(&self, nodes: usize) -> f64 {
        let wanted = nodes.max(10) as f64;
        let (mut low, mut high) = (1e-9, 1e3);
        for _ in 0..100 {
            let middle = f64::sqrt(low * high);
            *(if self.nodes_with_cells(middle) > wanted { &mut low } else { &mut high }) = middle;
        }
        self.frame.length(high / CELL_PER_SPACING)
    }

    /// About how many nodes a lattice of a spacing (m) has.
    pub(super) fn expected_nodes(&self, spacing: f64) -> f64 {
        self.nodes_with_cells(self.frame.length_to_unit(spacing * CELL_PER_SPACING))
    }

    /// Two nodes a cube; the skin, made of cut points and drawn sites, adds some per cell face.
    fn nodes_with_cells(&self, cell: f64) -> f64 {
        2.0 * self.unit_volume / cell.powi(3) + SKIN_NODES * self.unit_area() / cell.powi(2)
    }

    pub(super) fn unit_area(&self) -> f64 {
        self.report().area / self.frame.area(1.0)
    }

    /// Twice the volume over the area (m): the thickness of a plate, two thirds of the radius of a ball.
    pub(super) fn mean_thickness(&self) -> f64 {
        2.0 * self.volume() / self.report().area.max(f64::MIN_POSITIVE)
    }
}

/// Nodes the skin adds, per cell face of its area: 1.3 to 1.6 on curved surfaces, up to 2.3 on flat ones.
const SKIN_NODES: f64 = 1.45;

/// Whether a count exceeds a limit; a count that is no number does.
fn is_beyond(count: f64, limit: usize) -> bool {
    count.is_nan() || count > limit as f64
}

/// The grid for a cell width (m), unless it would be too large.
pub(crate) fn checked_grid(solid: &Solid, spacing: f64, cell_per_spacing: f64) -> Result<Grid, LatticeError> {
    if !(spacing.is_finite() && spacing > 0.0) {
        return Err(LatticeError::BadSpacing(spacing));
    }
    let bounds = solid.tree.bounds();
    let excess = |spacing: f64| {
        let cell = solid.frame.length_to_unit(spacing * cell_per_spacing);
        let cells = Grid::cell_count_over(&bounds, cell);
        let tets = TETS_PER_CELL * solid.unit_volume / cell.powi(3);
        if is_beyond(cells, MAX_CELLS) {
            Some((cells, "cells", MAX_CELLS))
        } else if is_beyond(tets, MAX_ELEMENTS) {
            Some((tets, "elements", MAX_ELEMENTS))
        } else {
            None
        }
    };
    if let Some((count, what, limit)) = excess(spacing) {
        // The longest side in one cell is never too many; halve the ratio down to the first that is allowed.
        let (mut low, mut high) = (spacing, solid.frame.length(1.0));
        for _ in 0..60 {
            let middle = f64::sqrt(low) * f64::sqrt(high);
            *(if excess(middle).is_some() { &mut low } else { &mut high }) = middle;
        }
        return Err(LatticeError::TooFine { spacing, count, what, limit, remedy: 1.01 * high });
    }
    // A cell wider than the body needs no more room than one as wide.
    let cell = solid.frame.length_to_unit(spacing * cell_per_spacing).min(1e6);
    Ok(Grid::over(&bounds, cell))
}

/// Cells of material points may differ in volume from the body by this factor; beyond, the spacing is too coarse.
const COARSEST: f64 = 4.0;

/// Whether points with cells of this volume each, together, are a fair picture of the body (unit frame).
pub(crate) fn is_fair(solid: &Solid, points: usize, cell: f64) -> bool {
    let ratio = points as f64 * cell / solid.unit_volume;
    (1.0 / COARSEST..COARSEST).contains(&ratio)
}

/// The error for a spacing at which nothing is inside.
pub(crate) fn too_coarse(solid: &Solid, spacing: f64) -> LatticeError {
    let thickness = solid.mean_thickness();
    let remedy = (0.5 * thickness).min(0.5 * spacing).min(solid.suggested_spacing(DEFAULT_LATTICE_NODES));
    LatticeError::TooCoarse { spacing, thickness, remedy }
}
