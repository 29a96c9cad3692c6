//! Exact signed distance to analytic shapes, inside and outside.
//!
//! Spheres and capsules are all points within a radius of a point or a segment. Blocks and cylinders are the set where
//! every q_i <= 0, with q = |y| - half in their own axes (for the cylinder: the radial and the axial one). Outside, the
//! closest point clamps the coordinates with q_i > 0; inside, the nearest side is that of the largest q_i.

use glam::{DVec2, DVec3};

use super::analytic::{Analytic, Primitive};

/// Below this fraction of the radius the distance from an axis has no direction that means anything.
const ON_AXIS: f64 = 1e-14;

/// How far a point is from the surface of a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceDistance {
    /// Distance (m), positive on the free side and negative in the matter.
    pub gap: f64,
    /// The gradient of the gap, of unit length, towards the free side. Where there are several (centres, axes, ridges
    /// within) it is one of them.
    pub normal: DVec3,
}

impl Analytic {
    /// The distance of a point (m) in rest coordinates.
    #[inline]
    pub fn distance(&self, x: DVec3) -> SurfaceDistance {
        let SurfaceDistance { gap, normal } = to_solid(self.solid(), x);
        if self.is_hollow() {
            SurfaceDistance { gap: -gap, normal: -normal }
        } else {
            SurfaceDistance { gap, normal }
        }
    }
}

#[inline]
fn to_solid(solid: &Primitive, x: DVec3) -> SurfaceDistance {
    match *solid {
        Primitive::Plane { point, normal } => SurfaceDistance { gap: normal.dot(x - point), normal },
        Primitive::Sphere { centre, radius } => from_core(x - centre, radius, || DVec3::Z),
        Primitive::Box { centre, half, rotation } => {
            let found = to_block(rotation.conjugate() * (x - centre), half);
            SurfaceDistance { gap: found.gap, normal: rotation * found.normal }
        }
        Primitive::Cylinder { from, to, radius } => to_cylinder(x, from, to, radius),
        Primitive::Capsule { from, to, radius } => {
            let along = to - from;
            let share = (along.dot(x - from) / along.length_squared()).clamp(0.0, 1.0);
            from_core(x - (from + along * share), radius, || along.normalize().any_orthonormal_vector())
        }
    }
}

/// All points within `radius` of a core, seen from the closest point of which `arm` leads here.
#[inline]
fn from_core(arm: DVec3, radius: f64, on_core: impl Fn() -> DVec3) -> SurfaceDistance {
    let length = arm.length();
    let normal = if length > ON_AXIS * radius { arm / length } else { on_core() };
    SurfaceDistance { gap: length - radius, normal }
}

/// The block |y_i| <= half_i.
#[inline]
fn to_block(y: DVec3, half: DVec3) -> SurfaceDistance {
    let q = y.abs() - half;
    let outside = q.max(DVec3::ZERO);
    let gap = outside.length();
    if gap > 0.0 {
        return SurfaceDistance { gap, normal: outside * y.signum() / gap };
    }
    let axis = q.max_position();
    let normal = DVec3::AXES[axis] * y[axis].signum();
    SurfaceDistance { gap: q[axis], normal }
}

/// A block in the plane of the axis and the point.
#[inline]
fn to_cylinder(x: DVec3, from: DVec3, to: DVec3, radius: f64) -> SurfaceDistance {
    let length = from.distance(to);
    let axis = (to - from) / length;
    let arm = x - 0.5 * (from + to);
    let height = axis.dot(arm);
    let across = arm - axis * height;
    let off_axis = across.length();
    let radial = if off_axis > ON_AXIS * radius { across / off_axis } else { axis.any_orthonormal_vector() };
    let axial = axis * height.signum();
    let q = DVec2::new(off_axis - radius, height.abs() - 0.5 * length);
    let outside = q.max(DVec2::ZERO);
    let gap = outside.length();
    if gap > 0.0 {
        return SurfaceDistance { gap, normal: (radial * outside.x + axial * outside.y) / gap };
    }
    if q.x >= q.y {
        SurfaceDistance { gap: q.x, normal: radial }
    } else {
        SurfaceDistance { gap: q.y, normal: axial }
    }
}
