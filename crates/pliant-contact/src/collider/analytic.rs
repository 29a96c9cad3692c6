//! Shapes that are known by a formula, checked once when they are made.

use glam::{DQuat, DVec3};
use pliant_geometry::BoundingBox;

/// Lengths and coordinates beyond this (m) are refused: their products have no f64.
const LARGEST: f64 = 1e60;

/// Lengths below this (m) are refused, for the same reason.
const SMALLEST: f64 = 1e-60;

/// A form, in rest coordinates (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Primitive {
    /// Everything behind a plane.
    Plane {
        /// Any point of the plane (m).
        point: DVec3,
        /// Towards the free side; of unit length once it is in an [`Analytic`].
        normal: DVec3,
    },
    /// A ball.
    Sphere {
        /// Its middle (m).
        centre: DVec3,
        /// Its radius (m).
        radius: f64,
    },
    /// A block with any orientation.
    Box {
        /// Its middle (m).
        centre: DVec3,
        /// Half its edge lengths (m).
        half: DVec3,
        /// From its own axes to rest directions; of unit length once it is in an [`Analytic`].
        rotation: DQuat,
    },
    /// A round bar with flat ends.
    Cylinder {
        /// Middle of one end (m).
        from: DVec3,
        /// Middle of the other end (m).
        to: DVec3,
        /// Its radius (m).
        radius: f64,
    },
    /// A round bar with hemispheres beyond its ends.
    Capsule {
        /// Middle of one hemisphere (m).
        from: DVec3,
        /// Middle of the other hemisphere (m).
        to: DVec3,
        /// Its radius (m).
        radius: f64,
    },
}

/// A shape that is known by a formula, in rest coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Analytic {
    solid: Primitive,
    hollow: bool,
}

/// Why there is no such shape.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ColliderError {
    /// A coordinate is not a number, or too large.
    #[error("the {what} is [{}, {}, {}]; give finite coordinates in metres", .value.x, .value.y, .value.z)]
    NotFinite {
        /// Which vector.
        what: &'static str,
        /// What was given.
        value: DVec3,
    },
    /// A direction without a direction.
    #[error("the normal of the plane is zero; give a direction towards the free side, such as [0, 0, 1]")]
    ZeroNormal,
    /// The radius is no length.
    #[error("the radius is {0} m; it must be positive and finite")]
    BadRadius(f64),
    /// Half an edge is no length.
    #[error("half the size of the box is [{}, {}, {}] m; all three must be positive and finite", .0.x, .0.y, .0.z)]
    BadHalf(DVec3),
    /// The rotation is no rotation.
    #[error(
        "the rotation of the box is not finite or zero; give an axis that is not zero and a finite angle"
    )]
    BadRotation,
    /// A bar without length.
    #[error("the ends of the {0} are in the same place; set `from` and `to` apart, or use a sphere")]
    NoLength(&'static str),
    /// A container that would hold everything on one side of a plane.
    #[error("a plane cannot be hollow; turn its normal round to have the free side behind it")]
    HollowPlane,
}

impl Analytic {
    /// Checks the form. With `hollow` the inside is the free side, a container; the plane has no inside.
    ///
    /// # Errors
    /// When the form is none: see [`ColliderError`].
    pub fn new(solid: Primitive, hollow: bool) -> Result<Self, ColliderError> {
        let solid = match solid {
            Primitive::Plane { .. } if hollow => return Err(ColliderError::HollowPlane),
            Primitive::Plane { point, normal } => checked_plane(point, normal)?,
            Primitive::Sphere { centre, radius } => {
                check_point("centre", centre)?;
                check_radius(radius)?;
                solid
            }
            Primitive::Box { centre, half, rotation } => checked_box(centre, half, rotation)?,
            Primitive::Cylinder { from, to, radius } => {
                check_bar("cylinder", from, to, radius)?;
                solid
            }
            Primitive::Capsule { from, to, radius } => {
                check_bar("capsule", from, to, radius)?;
                solid
            }
        };
        Ok(Self { solid, hollow })
    }

    /// The form.
    pub fn solid(&self) -> &Primitive {
        &self.solid
    }

    /// True if the inside is the free side.
    pub fn is_hollow(&self) -> bool {
        self.hollow
    }

    /// How deep (m) a point may get before the nearest side is a wrong one: half the smallest width. Planes and hollow
    /// shapes have no wrong side.
    pub fn depth_limit(&self) -> f64 {
        if self.hollow {
            return f64::INFINITY;
        }
        match self.solid {
            Primitive::Plane { .. } => f64::INFINITY,
            Primitive::Sphere { radius, .. } | Primitive::Capsule { radius, .. } => radius,
            Primitive::Box { half, .. } => half.min_element(),
            Primitive::Cylinder { from, to, radius } => radius.min(0.5 * from.distance(to)),
        }
    }

    /// The smallest box around all matter (m). None for a plane, behind which there is no end of it, and for hollow
    /// shapes, outside of which there is none.
    pub fn bounds(&self) -> Option<BoundingBox> {
        let around =
            |centre: DVec3, reach: DVec3| Some(BoundingBox { min: centre - reach, max: centre + reach });
        match self.solid {
            _ if self.hollow => None,
            Primitive::Plane { .. } => None,
            Primitive::Sphere { centre, radius } => around(centre, DVec3::splat(radius)),
            Primitive::Box { centre, half, rotation } => {
                let sides = [DVec3::X * half.x, DVec3::Y * half.y, DVec3::Z * half.z];
                around(centre, sides.iter().map(|&side| (rotation * side).abs()).sum())
            }
            Primitive::Cylinder { from, to, radius } => {
                let axis = (to - from).normalize();
                // The disc at right angles to the axis reaches radius sqrt(1 - a_i^2) along coordinate i.
                let disc = (DVec3::ONE - axis * axis).max(DVec3::ZERO).map(f64::sqrt) * radius;
                around(0.5 * (from + to), 0.5 * (to - from).abs() + disc)
            }
            Primitive::Capsule { from, to, radius } => {
                around(0.5 * (from + to), 0.5 * (to - from).abs() + DVec3::splat(radius))
            }
        }
    }
}

fn checked_plane(point: DVec3, normal: DVec3) -> Result<Primitive, ColliderError> {
    check_point("point of the plane", point)?;
    if !normal.is_finite() {
        return Err(ColliderError::NotFinite { what: "normal of the plane", value: normal });
    }
    // Scaled first, so that the square of its length neither overflows nor vanishes.
    let largest = normal.abs().max_element();
    let normal = (normal / largest).try_normalize().ok_or(ColliderError::ZeroNormal)?;
    Ok(Primitive::Plane { point, normal })
}

fn checked_box(centre: DVec3, half: DVec3, rotation: DQuat) -> Result<Primitive, ColliderError> {
    check_point("centre", centre)?;
    if !half.to_array().iter().all(|&length| is_length(length)) {
        return Err(ColliderError::BadHalf(half));
    }
    let size = rotation.length();
    if !(size.is_finite() && size > SMALLEST) {
        return Err(ColliderError::BadRotation);
    }
    Ok(Primitive::Box { centre, half, rotation: rotation.normalize() })
}

fn check_bar(what: &'static str, from: DVec3, to: DVec3, radius: f64) -> Result<(), ColliderError> {
    check_point("point `from`", from)?;
    check_point("point `to`", to)?;
    check_radius(radius)?;
    if from.distance(to) < SMALLEST { Err(ColliderError::NoLength(what)) } else { Ok(()) }
}

fn check_point(what: &'static str, value: DVec3) -> Result<(), ColliderError> {
    let is_usable = value.is_finite() && value.abs().max_element() <= LARGEST;
    if is_usable { Ok(()) } else { Err(ColliderError::NotFinite { what, value }) }
}

fn check_radius(radius: f64) -> Result<(), ColliderError> {
    if is_length(radius) { Ok(()) } else { Err(ColliderError::BadRadius(radius)) }
}

fn is_length(length: f64) -> bool {
    (SMALLEST..=LARGEST).contains(&length)
}
