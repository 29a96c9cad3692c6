//! Points on circles about an axis, for rims and for pictures.

use std::f64::consts::TAU;

use glam::DVec3;

/// Sides of the polygon that stands for a circle.
pub(super) const SIDES: usize = 64;

/// A straight line in space with two directions at right angles to it.
pub(super) struct Axis {
    origin: DVec3,
    along: DVec3,
    across: [DVec3; 2],
}

impl Axis {
    /// Through `origin` along a unit direction.
    pub fn new(origin: DVec3, along: DVec3) -> Self {
        let first = along.any_orthonormal_vector();
        Self { origin, along, across: [first, along.cross(first)] }
    }

    /// The point of the axis at a height (m).
    pub fn at(&self, height: f64) -> DVec3 {
        self.origin + self.along * height
    }

    /// Corners of the circle with this radius at this height (m), counter-clockwise seen from above.
    pub fn ring(&self, radius: f64, height: f64) -> impl Iterator<Item = DVec3> + '_ {
        let middle = self.at(height);
        (0..SIDES).map(move |i| {
            let (sine, cosine) = (TAU * i as f64 / SIDES as f64).sin_cos();
            middle + (self.across[0] * cosine + self.across[1] * sine) * radius
        })
    }
}
