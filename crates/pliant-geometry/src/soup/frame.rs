//! The frame all geometry of a soup is worked out in: the body's box moved to the origin and scaled by a power of two
//! to a size of about one, so that no product of coordinates can overflow or vanish.

use glam::DVec3;

use crate::bounds::BoundingBox;

/// Coordinates beyond this (m) are treated like numbers that are not finite: their cube has no f64.
pub(crate) const LARGEST_COORDINATE: f64 = 1e90;

/// unit = (x - centre) * scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    centre: DVec3,
    scale: f64,
}

impl Frame {
    /// The frame of a box; any box whose corners are within [`LARGEST_COORDINATE`].
    pub fn of(bounds: &BoundingBox) -> Self {
        let longest = bounds.size().max_element();
        if bounds.is_empty() || longest <= 0.0 {
            let centre = if bounds.is_empty() { DVec3::ZERO } else { bounds.centre() };
            return Self { centre, scale: 1.0 };
        }
        let exponent = longest.log2().ceil().clamp(-900.0, 900.0);
        Self { centre: bounds.centre(), scale: (-exponent).exp2() }
    }

    pub fn to_unit(self, x: DVec3) -> DVec3 {
        (x - self.centre) * self.scale
    }

    pub fn to_metres(self, unit: DVec3) -> DVec3 {
        unit / self.scale + self.centre
    }

    /// A length of the body (m) in the frame.
    pub fn length_to_unit(self, length: f64) -> f64 {
        length * self.scale
    }

    /// A length of the frame in metres.
    pub fn length(self, unit: f64) -> f64 {
        unit / self.scale
    }

    /// An area of the frame in square metres.
    pub fn area(self, unit: f64) -> f64 {
        unit / self.scale / self.scale
    }

    /// A volume of the frame in cubic metres.
    pub fn volume(self, unit: f64) -> f64 {
        unit / self.scale / self.scale / self.scale
    }
}
