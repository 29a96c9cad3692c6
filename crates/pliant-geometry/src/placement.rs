//! Rigid placement of a body: rotate about the origin of its own coordinates, then shift.

use glam::{DMat3, DVec3};

/// A rotation followed by a translation: x = R X + t.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Rotation matrix R.
    pub rotation: DMat3,
    /// Translation t (m).
    pub translation: DVec3,
}

impl Default for Placement {
    fn default() -> Self {
        Self { rotation: DMat3::IDENTITY, translation: DVec3::ZERO }
    }
}

impl Placement {
    /// A pure translation.
    pub fn at(translation: DVec3) -> Self {
        Self { translation, ..Self::default() }
    }

    /// Rotation by `angle` (rad) about `axis` (any length), then translation; `None` if the axis has no direction.
    pub fn new(axis: DVec3, angle: f64, translation: DVec3) -> Option<Self> {
        let axis = axis.try_normalize()?;
        Some(Self { rotation: DMat3::from_axis_angle(axis, angle), translation })
    }

    /// Where a point of the body goes.
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// Where a direction of the body goes.
    pub fn direction(&self, direction: DVec3) -> DVec3 {
        self.rotation * direction
    }

    /// The body coordinates of a placed point.
    pub fn inverse_point(&self, point: DVec3) -> DVec3 {
        self.rotation.transpose() * (point - self.translation)
    }

    /// Places all points. A pure translation adds the shift and rounds nothing else.
    pub fn apply(&self, points: &mut [DVec3]) {
        let turns = self.rotation != DMat3::IDENTITY;
        for point in points {
            *point = if turns { self.point(*point) } else { *point + self.translation };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turn_then_shift() {
        let placement = Placement::new(DVec3::Z * 3.0, std::f64::consts::FRAC_PI_2, DVec3::X).expect("axis");
        let mut points = [DVec3::X, DVec3::new(0.0, 0.0, 2.0)];
        placement.apply(&mut points);
        assert!((points[0] - DVec3::new(1.0, 1.0, 0.0)).length() < 1e-15);
        assert!((points[1] - DVec3::new(1.0, 0.0, 2.0)).length() < 1e-15);
        assert!((placement.inverse_point(points[0]) - DVec3::X).length() < 1e-15);
        assert!((placement.direction(DVec3::X) - DVec3::Y).length() < 1e-15);
        assert!(Placement::new(DVec3::ZERO, 1.0, DVec3::ZERO).is_none());
    }
}
