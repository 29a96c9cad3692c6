//! Regions (`where`): parts of a body, in the body's own coordinates at rest, before placement and copies.

use glam::DVec3;

use super::Axis;

/// A part of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// The whole body.
    All,
    /// Inside of an axis-aligned box.
    Box {
        /// Lower corner, m.
        min: DVec3,
        /// Upper corner, m.
        max: DVec3,
    },
    /// Inside of a sphere.
    Sphere {
        /// Centre, m.
        centre: DVec3,
        /// Radius, m.
        radius: f64,
    },
    /// The side of a plane its normal points to.
    HalfSpace {
        /// A point of the plane, m.
        point: DVec3,
        /// Unit normal.
        normal: DVec3,
    },
    /// Inside of a cylinder with flat ends.
    Cylinder {
        /// Centre of one end, m.
        from: DVec3,
        /// Centre of the other end, m.
        to: DVec3,
        /// Radius, m.
        radius: f64,
    },
    /// The node or nodes (if several are equally near) nearest to a point.
    Near(NearTarget),
    /// The outermost nodes in a direction.
    Face {
        /// Which axis.
        axis: Axis,
        /// The upper end of the axis rather than the lower one.
        upper: bool,
    },
    /// A named group of a mesh file.
    Group(String),
    /// In at least one of these.
    Any(Vec<Region>),
    /// In all of these.
    Every(Vec<Region>),
    /// Everything but this.
    Not(Box<Region>),
}

/// What [`Region::Near`] is near to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NearTarget {
    /// A point, m.
    Point(DVec3),
    /// The centre of the body's bounding box.
    Centre,
    /// Each of the eight corners of the body's bounding box.
    Corners,
}
