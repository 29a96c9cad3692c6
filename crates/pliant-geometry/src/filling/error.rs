//! Why matter cannot be divided among sites.

use crate::soup::figures;

/// Why matter cannot be divided among sites. Pieces are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FillingError {
    /// There is no matter.
    #[error("there is no matter to fill with sites; give a shape or a cloud with at least one point")]
    Empty,
    /// The spacing is not a length.
    #[error("the spacing of the sites is {spacing} m; give a finite length above zero")]
    BadSpacing {
        /// What was given (m).
        spacing: f64,
    },
    /// A factor of the spacing that is none.
    #[error("the spacing is multiplied by {factor} at piece {piece}; give finite factors above zero")]
    BadFactor {
        /// The first such piece.
        piece: usize,
        /// Its factor.
        factor: f64,
    },
    /// Sites that would be moved too far, or not by a number.
    #[error("sites cannot be moved at random by {share} of their spacing; give a share from 0 to 0.5")]
    BadShare {
        /// What was given.
        share: f64,
    },
    /// A piece that is none.
    #[error(
        "piece {piece} of the matter has a place, volume or moment that is no finite number, or no volume; mend or leave out this point"
    )]
    BadPiece {
        /// The first such piece.
        piece: usize,
    },
    /// Lists of different lengths.
    #[error("there are {points} pieces of matter but {values} values for them; give one for each")]
    ListsDiffer {
        /// How many pieces there are.
        points: usize,
        /// How many values there are.
        values: usize,
    },
    /// The pieces are too large to tell what a cell holds.
    #[error(
        "the matter is cut into pieces of {} m, too large for sites {} m apart; cut it into pieces of at most {} m, or use a \
         larger spacing",
        figures(*piece), figures(*spacing), figures(super::LARGEST_PIECE * spacing)
    )]
    TooCoarse {
        /// Size of the largest pieces, as cubes (m).
        piece: f64,
        /// The wished spacing there (m).
        spacing: f64,
    },
    /// Too many sites.
    #[error(
        "a spacing of {} m makes about {} sites, or as many cells along the body; at most {} are allowed: use a larger spacing",
        figures(*spacing), figures(*sites), figures(*limit as f64)
    )]
    TooMany {
        /// How many there would be.
        sites: f64,
        /// The limit exceeded.
        limit: usize,
        /// The spacing (m).
        spacing: f64,
    },
}
