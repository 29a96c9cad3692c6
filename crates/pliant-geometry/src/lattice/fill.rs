//! The lattice a body gets: of the spacing asked for, or of one that suits it.

use super::{DEFAULT_LATTICE_NODES, Lattice, LatticeError, LatticeOptions, lattice};
use crate::lattice::spacing::too_coarse;
use crate::soup::{Remark, RemarkLevel, Solid, figures};

/// Nodes that a spacing nobody asked for may lead to, about.
const MOST_NODES_UNASKED: f64 = 3e5;

/// Which spacing a body gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpacingWish {
    /// This one (m).
    Given(f64),
    /// One that gives about [`DEFAULT_LATTICE_NODES`] nodes, and this many times finer.
    Automatic {
        /// 1 for the usual spacing, 2 for half of it.
        finer: f64,
    },
}

impl SpacingWish {
    /// The spacing to begin with (m).
    pub fn spacing(self, solid: &Solid) -> f64 {
        match self {
            Self::Given(spacing) => spacing,
            Self::Automatic { finer } => solid.suggested_spacing(DEFAULT_LATTICE_NODES) / finer,
        }
    }
}

/// Fills a solid with tetrahedra. An automatic spacing that is too coarse for a thin body gives way to one that suits
/// it, if that needs no more than some 300 000 nodes, and a remark tells so.
///
/// # Errors
/// As [`lattice`], and when most of the surface is lost.
pub fn fill(solid: &Solid, wish: SpacingWish, options: &LatticeOptions) -> Result<Lattice, LatticeError> {
    let usual = wish.spacing(solid);
    let error = match whole_lattice(solid, usual, options) {
        Err(error) => error,
        filled => return filled,
    };
    let (SpacingWish::Automatic { finer }, Some(remedy)) = (wish, remedy_of(solid, &error)) else {
        return Err(error);
    };
    // Coarser than what is just fine enough would fail again.
    let spacing = remedy / finer.max(1.0);
    if solid.expected_nodes(spacing) > MOST_NODES_UNASKED * finer.powi(3).max(1.0) {
        return Err(error);
    }
    // What is said about the usual spacing is the truth about the surface, if a finer one does not help.
    let mut filled = whole_lattice(solid, spacing, options).map_err(|_| error)?;
    let text = format!(
        "the body is thin: a spacing of {} m is taken instead of the usual {} m",
        figures(spacing),
        figures(usual)
    );
    filled.report.remarks.insert(0, Remark { level: RemarkLevel::Warning, text });
    Ok(filled)
}

/// A finer spacing that may help (m).
fn remedy_of(solid: &Solid, error: &LatticeError) -> Option<f64> {
    match error {
        LatticeError::TooCoarse { remedy, .. } => Some(*remedy),
        LatticeError::MostLost { spacing, .. } => match too_coarse(solid, *spacing) {
            LatticeError::TooCoarse { remedy, .. } => Some(remedy),
            _ => None,
        },
        LatticeError::BadSpacing(_) | LatticeError::TooFine { .. } => None,
    }
}

/// A lattice that holds at least half of the points of the surface.
fn whole_lattice(solid: &Solid, spacing: f64, options: &LatticeOptions) -> Result<Lattice, LatticeError> {
    let filled = lattice(solid, spacing, options)?;
    let (lost, points) = (filled.report.lost_points, solid.tree.points.len());
    if 2 * lost > points { Err(LatticeError::MostLost { lost, points, spacing }) } else { Ok(filled) }
}
