//! How fine matter is cut, and what is refused.

use thiserror::Error;

use crate::soup::figures;

/// Clouds with more points than this are refused.
pub const MAX_MATERIAL_POINTS: usize = 2_000_000;

/// Surfaces with more triangles than this are refused.
const MAX_SURFACE_TRIANGLES: usize = 4_000_000;

/// Why no matter can be made of a shape.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MatterError {
    /// Not a length.
    #[error("{what} is {value} m, but must be a positive finite length")]
    BadLength {
        /// Which length.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// Too many points.
    #[error(
        "pieces of {} m make about {} {what}; at most {} are allowed: use a larger spacing",
        figures(*size), figures(*count), figures(*limit as f64)
    )]
    TooFine {
        /// Size of the pieces (m).
        size: f64,
        /// How many there would be.
        count: f64,
        /// Points or triangles.
        what: &'static str,
        /// The limit exceeded.
        limit: usize,
    },
    /// A shape that is none.
    #[error("{reason}; {remedy}")]
    BadShape {
        /// What is wrong.
        reason: String,
        /// What to do.
        remedy: String,
    },
}

impl MatterError {
    pub(super) fn shape(reason: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::BadShape { reason: reason.into(), remedy: remedy.into() }
    }
}

/// How fine matter is cut into material points, by the distance of the samples that will carry it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatterSpacing {
    /// Distance of neighbouring samples (m): what is thinner than this gets one piece across.
    pub samples: f64,
    /// Size of the pieces (m); chosen from `samples` if not given.
    pub pieces: Option<f64>,
}

/// Pieces along a sample distance by the number of directions a body extends in: a rod can afford more.
const PIECES_A_SAMPLE: [f64; 4] = [8.0, 8.0, 5.0, 5.0];

/// Sample distances that a row of samples is thick at most.
const ROW_OF_SAMPLES: f64 = 2.0;

/// Pieces along a sample distance across a row of samples.
const PIECES_ACROSS_A_ROW: f64 = 3.0;

impl MatterSpacing {
    /// Pieces of the size that suits samples this far apart (m).
    pub fn for_samples(samples: f64) -> Self {
        Self { samples, pieces: None }
    }

    /// Pieces of the size given, if there is one (m).
    #[must_use]
    pub fn with_pieces(self, pieces: Option<f64>) -> Self {
        Self { pieces, ..self }
    }

    pub(super) fn check(&self) -> Result<(), MatterError> {
        positive("the spacing of the samples", self.samples)?;
        self.pieces.map_or(Ok(()), |pieces| positive("the spacing of the material points", pieces))
    }

    /// Whether a body of this extent (m) is thin for the samples.
    pub(super) fn is_thin(&self, length: f64) -> bool {
        length < self.samples * (1.0 - 1e-9)
    }

    /// Size of the pieces of a body with these extents (m).
    pub(super) fn size(&self, extents: [f64; 3]) -> f64 {
        let extended = extents.iter().filter(|length| !self.is_thin(**length)).count();
        self.pieces.unwrap_or(self.samples / PIECES_A_SAMPLE[extended])
    }

    /// Pieces of about this size along a length (m): one if the length is thin, unless a size was asked for.
    pub(super) fn pieces_along(&self, length: f64, size: f64) -> usize {
        if self.pieces.is_none() && self.is_thin(length) { 1 } else { parts(length, size) }
    }

    /// Sizes of the pieces along a body and across it (m). One that is a little thicker than its samples are apart still gets a row
    /// of them: it is cut finely along, so that they can be even, and coarsely across.
    pub(super) fn sizes(&self, extents: [f64; 3]) -> [f64; 2] {
        let is_row = extents.iter().filter(|length| self.is_slender(**length)).count() == 2;
        if is_row && self.pieces.is_none() {
            return [self.samples / PIECES_A_SAMPLE[1], self.samples / PIECES_ACROSS_A_ROW];
        }
        [self.size(extents); 2]
    }

    fn is_slender(&self, length: f64) -> bool {
        length < ROW_OF_SAMPLES * self.samples
    }

    /// Pieces along the three directions of a body.
    pub(super) fn counts(&self, extents: [f64; 3]) -> Result<[usize; 3], MatterError> {
        let [along, across] = self.sizes(extents);
        let size = |length: f64| if self.is_slender(length) { across } else { along };
        let counts = extents.map(|length| self.pieces_along(length, size(length)));
        limit_points(along, counts.iter().map(|count| *count as f64).product())?;
        Ok(counts)
    }

    /// Edges of the surface along a length (m): at most half a sample distance long.
    pub(super) fn edges_along(&self, length: f64) -> usize {
        if self.is_thin(length) { 1 } else { parts(length, self.edge()) }
    }

    /// Longest edge of the surface (m).
    pub(super) fn edge(&self) -> f64 {
        0.5 * self.samples
    }
}

/// Equal parts of a length, none longer than `size`; a hair of rounding does not cost an extra one.
pub(super) fn parts(length: f64, size: f64) -> usize {
    (length / size - 1e-9).ceil().clamp(1.0, 1e12) as usize
}

pub(super) fn positive(what: &'static str, value: f64) -> Result<(), MatterError> {
    if value > 0.0 && value.is_finite() { Ok(()) } else { Err(MatterError::BadLength { what, value }) }
}

/// Refuses too many material points before there are any.
pub(super) fn limit_points(size: f64, count: f64) -> Result<(), MatterError> {
    limit(size, count, "material points", MAX_MATERIAL_POINTS)
}

/// The same for triangles of the surface.
pub(super) fn limit_triangles(size: f64, count: f64) -> Result<(), MatterError> {
    limit(size, count, "triangles", MAX_SURFACE_TRIANGLES)
}

fn limit(size: f64, count: f64, what: &'static str, limit: usize) -> Result<(), MatterError> {
    if count.is_nan() || count > limit as f64 {
        return Err(MatterError::TooFine { size, count, what, limit });
    }
    Ok(())
}
