//! A surface of triangles as it comes from a file: nothing is promised about it but that its ids are in range.

use glam::DVec3;

use crate::bounds::BoundingBox;
use crate::soup::LARGEST_COORDINATE;

/// Points and triangles. Normals point outward if the triangles are wound counter-clockwise seen from outside;
/// holes, flipped triangles, duplicates and loose points may all occur.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleSurface {
    /// Positions (m).
    pub points: Vec<DVec3>,
    /// Three point ids each, all below the number of points.
    pub triangles: Vec<[u32; 3]>,
}

impl TriangleSurface {
    /// The corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|id| self.points[id as usize])
    }

    /// Whether geometry can be worked out with a point: its coordinates are finite and within 1e90 m.
    pub fn is_usable(point: DVec3) -> bool {
        point.is_finite() && point.abs().max_element() <= LARGEST_COORDINATE
    }

    /// Around all points.
    pub fn bounds(&self) -> BoundingBox {
        BoundingBox::of_points(&self.points)
    }
}
