//! The camera as numbers: where it stands, where it looks, and how points fall on the picture.
//!
//! Everything here is in scene units: the framed extent has its centre at the origin and half its diagonal is 1.

use crate::error::RenderError;
use crate::extent::FARTHEST;
use crate::picture::{Camera, View};
use glam::DVec3;

/// Part of the width or height left free around what is framed.
const MARGIN: f64 = 0.09;

/// Nothing nearer than this (scene units) is drawn.
const NEAREST: f64 = 1e-3;

/// Maps user coordinates (m) to scene units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SceneUnits {
    pub(crate) centre: DVec3,
    /// Half the diagonal of the framed extent (m).
    pub(crate) radius: f64,
}

impl SceneUnits {
    pub(crate) fn scene_point(&self, position: DVec3) -> DVec3 {
        (position - self.centre) / self.radius
    }
}

/// The up direction and the two level directions: right and towards the viewer, seen from azimuth 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) up: DVec3,
    pub(crate) right: DVec3,
    pub(crate) front: DVec3,
}

impl Level {
    pub(crate) fn new(up: DVec3) -> Result<Self, RenderError> {
        let Some(up) = up.try_normalize() else {
            let reason = format!("the up axis {up} has no direction. Give one such as (0, 0, 1).");
            return Err(RenderError::Camera { reason });
        };
        let guide = if up.x.abs() < 0.9 { DVec3::X } else { DVec3::Y };
        let right = (guide - up * guide.dot(up)).normalize();
        Ok(Self { up, right, front: right.cross(up) })
    }

    /// Unit vectors from what is seen to the eye and to the right of the picture, for angles in degrees.
    pub(crate) fn back_and_right(&self, azimuth: f64, elevation: f64) -> (DVec3, DVec3) {
        let (turn, rise) = (azimuth.to_radians(), elevation.clamp(-90.0, 90.0).to_radians());
        let level_back = self.front * turn.cos() + self.right * turn.sin();
        let right = self.right * turn.cos() - self.front * turn.sin();
        (level_back * rise.cos() + self.up * rise.sin(), right)
    }
}

/// Pixels at the four sides that words and the legend need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Insets {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

/// A pinhole camera. View coordinates: x right, y up, z the depth in front of the eye.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lens {
    pub(crate) eye: DVec3,
    pub(crate) right: DVec3,
    pub(crate) up: DVec3,
    pub(crate) forward: DVec3,
    /// Pixels a unit of x at depth 1.
    pub(crate) focal: f64,
    /// Size of a pixel at depth 1.
    pub(crate) pixel: f64,
    pub(crate) centre_x: f64,
    pub(crate) centre_y: f64,
    pub(crate) near: f64,
}

impl Lens {
    /// The lens of a view; `points` (scene units) is what an orbiting camera frames.
    pub(crate) fn new(
        view: &View,
        level: &Level,
        units: &SceneUnits,
        points: &[DVec3],
        insets: Insets,
    ) -> Result<Self, RenderError> {
        match view.camera {
            Camera::Orbit { azimuth, elevation, distance, field_of_view } => {
                check_orbit(azimuth, elevation, distance)?;
                let (back, right) = level.back_and_right(azimuth, elevation);
                let mut lens = Self::towards(-back, right, view, field_of_view)?;
                lens.frame(points, view, insets, distance);
                Ok(lens)
            }
            Camera::Placed { eye, target, field_of_view } => {
                let (forward, right) = sight(eye, target, level)?;
                let mut lens = Self::towards(forward, right, view, field_of_view)?;
                lens.eye = units.scene_point(eye);
                lens.near = NEAREST * (units.scene_point(target) - lens.eye).length().clamp(1e-6, 1.0);
                Ok(lens)
            }
        }
    }

    fn towards(forward: DVec3, right: DVec3, view: &View, field_of_view: f64) -> Result<Self, RenderError> {
        if !(1.0..=150.0).contains(&field_of_view) {
            let reason = format!("a field of view of {field_of_view} degrees is not offered. Give 1 to 150.");
            return Err(RenderError::Camera { reason });
        }
        let half_height = 0.5 * view.height as f64;
        let half_slope = (0.5 * field_of_view).to_radians().tan();
        Ok(Self {
            eye: DVec3::ZERO,
            right,
            up: right.cross(forward),
            forward,
            focal: half_height / half_slope,
            pixel: half_slope / half_height,
            centre_x: 0.5 * view.width as f64,
            centre_y: half_height,
            near: NEAREST,
        })
    }

    /// Moves the eye to the nearest place from which all points lie inside the margins.
    ///
    /// With the direction fixed, "point i is left of the right border" is linear in the eye: x_i - e_x <= s (z_i - e_z)
    /// with the slope s of that border. The two borders of an axis meet their worst points at one e_z; the smaller
    /// one of the two axes counts.
    fn frame(&mut self, points: &[DVec3], view: &View, insets: Insets, distance: f64) {
        let (width, height) = (view.width as f64, view.height as f64);
        let (left, right) = self.slopes(width, insets.left, insets.right);
        let (top, bottom) = self.slopes(height, insets.top, insets.bottom);
        let worst = |axis: DVec3, slope: f64| {
            points.iter().map(|p| p.dot(axis) - slope * p.dot(self.forward)).fold(f64::NEG_INFINITY, f64::max)
        };
        let (a, b) = (worst(self.right, right), worst(-self.right, left));
        let (c, d) = (worst(self.up, top), worst(-self.up, bottom));
        let level = |plus: f64, minus: f64, slopes: f64| -(plus + minus) / slopes;
        let depth = level(a, b, left + right).min(level(c, d, top + bottom));
        // Spare room is shared by both sides of an axis.
        let x = 0.5 * ((a + right * depth) - (b + left * depth));
        let y = 0.5 * ((c + top * depth) - (d + bottom * depth));
        let depths = points.iter().map(|p| p.dot(self.forward));
        let (first, last) = depths.fold((f64::MAX, f64::MIN), |(lo, hi), z| (lo.min(z), hi.max(z)));
        let middle = 0.5 * (first + last);
        let depth = middle - (middle - depth).max(NEAREST) * distance;
        self.eye = self.right * x + self.up * y + self.forward * depth;
    }

    /// Slopes of the two borders of an axis, counted from the middle of the picture.
    fn slopes(&self, size: f64, before: f64, after: f64) -> (f64, f64) {
        let slope = |inset: f64| {
            let free = 0.5 * size - (inset + MARGIN * size).min(0.45 * size);
            free / self.focal
        };
        (slope(before), slope(after))
    }

    /// View coordinates of a point in scene units.
    pub(crate) fn view_of(&self, point: DVec3) -> DVec3 {
        let from_eye = point - self.eye;
        DVec3::new(from_eye.dot(self.right), from_eye.dot(self.up), from_eye.dot(self.forward))
    }

    /// Where a view point with positive depth falls (pixels from the upper left corner).
    pub(crate) fn project(&self, view: DVec3) -> (f64, f64) {
        let scale = self.focal / view.z;
        (self.centre_x + view.x * scale, self.centre_y - view.y * scale)
    }

    /// The view direction through a place of the picture, with depth 1.
    pub(crate) fn ray(&self, x: f64, y: f64) -> DVec3 {
        DVec3::new((x - self.centre_x) * self.pixel, (self.centre_y - y) * self.pixel, 1.0)
    }

    /// Scene direction of a view direction.
    pub(crate) fn scene_direction(&self, view: DVec3) -> DVec3 {
        self.right * view.x + self.up * view.y + self.forward * view.z
    }

    /// 1 / depth over the picture, of the plane through a view point with a view normal: a x + b y + c.
    pub(crate) fn inverse_depth(&self, normal: DVec3, point: DVec3) -> Option<[f64; 3]> {
        let offset = normal.dot(point);
        let (a, b) = (normal.x / self.focal / offset, -normal.y / self.focal / offset);
        let c = normal.z / offset - a * self.centre_x - b * self.centre_y;
        (a.is_finite() && b.is_finite() && c.is_finite()).then_some([a, b, c])
    }
}

fn check_orbit(azimuth: f64, elevation: f64, distance: f64) -> Result<(), RenderError> {
    let reason = if !azimuth.is_finite() || !elevation.is_finite() {
        format!("azimuth {azimuth} and elevation {elevation} must be finite numbers of degrees.")
    } else if !(0.01..=1000.0).contains(&distance) {
        format!("a distance factor of {distance} is not offered. Give 0.01 to 1000; 1 frames everything.")
    } else {
        return Ok(());
    };
    Err(RenderError::Camera { reason })
}

/// Forward and right of a camera that stands somewhere.
fn sight(eye: DVec3, target: DVec3, level: &Level) -> Result<(DVec3, DVec3), RenderError> {
    let in_reach = |p: DVec3| p.abs().max_element() < FARTHEST && p.is_finite();
    let forward = (target - eye).try_normalize().filter(|_| in_reach(eye) && in_reach(target));
    let Some(forward) = forward else {
        let reason = format!("the eye {eye} and the target {target} must be two different finite points.");
        return Err(RenderError::Camera { reason });
    };
    let right = forward.cross(level.up);
    // Straight up or down there is no level direction: take the one of azimuth 0.
    let right = if right.length() > 1e-6 { right.normalize() } else { level.right };
    Ok((forward, (right - forward * right.dot(forward)).normalize()))
}
