//! Axis-aligned bounding boxes, and the length tolerance every geometric test of a body is made with.

use glam::DVec3;

/// Geometric tests treat lengths below this fraction of a body's diagonal as zero.
pub const RELATIVE_TOLERANCE: f64 = 1e-9;

/// An axis-aligned box (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBox {
    /// The corner with the smallest coordinates.
    pub min: DVec3,
    /// The corner with the largest coordinates.
    pub max: DVec3,
}

impl BoundingBox {
    /// The box that holds nothing: the neutral element of [`BoundingBox::include`].
    pub const EMPTY: BoundingBox =
        BoundingBox { min: DVec3::splat(f64::INFINITY), max: DVec3::splat(f64::NEG_INFINITY) };

    /// The smallest box around the points; `EMPTY` if there are none.
    pub fn of_points<'a>(points: impl IntoIterator<Item = &'a DVec3>) -> Self {
        let mut bounds = Self::EMPTY;
        for &point in points {
            bounds.include(point);
        }
        bounds
    }

    /// Grows the box so that it holds the point.
    pub fn include(&mut self, point: DVec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// Grows the box so that it holds the other box.
    pub fn merge(&mut self, other: &BoundingBox) {
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }

    /// True if no point lies in it.
    pub fn is_empty(&self) -> bool {
        !(self.min.x <= self.max.x && self.min.y <= self.max.y && self.min.z <= self.max.z)
    }

    /// Edge lengths (m); zero for the empty box.
    pub fn size(&self) -> DVec3 {
        if self.is_empty() { DVec3::ZERO } else { self.max - self.min }
    }

    /// The middle.
    pub fn centre(&self) -> DVec3 {
        0.5 * (self.min + self.max)
    }

    /// Length of the space diagonal (m).
    pub fn diagonal(&self) -> f64 {
        self.size().length()
    }

    /// Lengths below this (m) count as zero in geometric tests on a body of this size.
    pub fn tolerance(&self) -> f64 {
        RELATIVE_TOLERANCE * self.diagonal()
    }

    /// The eight corners, x fastest.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, low: f64, high: f64| if i >> bit & 1 == 0 { low } else { high };
            DVec3::new(
                pick(0, self.min.x, self.max.x),
                pick(1, self.min.y, self.max.y),
                pick(2, self.min.z, self.max.z),
            )
        })
    }

    /// True if the two have a point in common; touching counts.
    #[inline]
    pub fn overlaps(&self, other: &BoundingBox) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The box with `margin` (m) more on every side.
    #[inline]
    pub fn grown(&self, margin: f64) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Squared distance from the point to the box (m²); zero inside.
    pub fn distance_squared(&self, point: DVec3) -> f64 {
        (point - point.clamp(self.min, self.max)).length_squared()
    }
}
