//! Strips: thin bodies with few samples across.
//!
//! Near a free edge of a twisted shell, in a layer about as wide as the shell is thick, shear across the thickness relieves the
//! twist. Few samples across a strip cannot show that layer: sections warp linearly, and a strip of thickness t and width b has the
//! torsion constant 4 I2 I3/(I2 + I3) = b t³/3 / (1 + (t/b)²) instead of Saint-Venant's, about b t³/3 (1 - 0.63 t/b)
//! (Timoshenko and Goodier 1970, article 109). A row of samples knows better: there sections have the right constant.

use glam::DVec3;

use crate::cell_list::CellList;

use super::form::{Form, outer};
use super::links::Cells;

/// Samples up to this many spacings away tell how wide the shell is.
const REACH: f64 = 4.0;

/// Shells narrower than this many spacings are strips. (At a straight edge of a wide one samples seem to be 3.8 spacings wide, at a
/// corner 3.2.)
const NARROW: f64 = 3.2;

/// A thin body with few samples across, which twists too stiffly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    /// A place on it (m).
    pub place: DVec3,
    /// Its width (m).
    pub width: f64,
    /// Its thickness (m).
    pub thickness: f64,
}

impl Strip {
    /// By how much it is too stiff against twist, as a share of the right stiffness.
    pub fn excess(&self) -> f64 {
        let r = self.thickness / self.width;
        1.0 / ((1.0 + r * r) * (1.0 - 0.63 * r)) - 1.0
    }
}

/// The strip that is farthest off, if there is one.
pub(super) fn worst(samples: &[DVec3], spacings: &[f64], forms: &[Form], cells: &Cells) -> Option<Strip> {
    if forms.iter().all(|form| form.thin != 1) {
        return None;
    }
    let largest = spacings.iter().copied().fold(0.0, f64::max);
    let mut near = CellList::default();
    near.rebuild(samples, REACH * largest);
    let width = |i: usize| {
        if forms[i].thin == 1 { width(&near, samples, i, spacings[i], &forms[i]) } else { f64::INFINITY }
    };
    let widths: Vec<f64> = (0..samples.len()).map(width).collect();
    let is_narrow = |i: usize| widths[i] < NARROW * spacings[i];
    let strips = (0..samples.len())
        .filter(|&i| is_narrow(i) && cells.neighbours(i).iter().all(|&other| is_narrow(other as usize)))
        .map(|i| Strip { place: samples[i], width: widths[i], thickness: forms[i].section });
    strips.max_by(|a, b| a.excess().total_cmp(&b.excess()))
}

/// How wide a shell is across its narrower direction, as the samples around one show it (m).
fn width(near: &CellList, samples: &[DVec3], own: usize, h: f64, form: &Form) -> f64 {
    let normal = form.axes.z_axis;
    let (mut count, mut first, mut second) = (0.0, DVec3::ZERO, glam::DMat3::ZERO);
    near.neighbours_of(samples[own], REACH * h, |other| {
        let x = samples[other as usize] - samples[own];
        let x = x - normal * normal.dot(x);
        count += 1.0;
        first += x;
        second += outer(x);
    });
    let mean = first / count;
    let moment = second * (1.0 / count) - outer(mean);
    // The smaller eigenvalue in the plane; each sample stands for a cell as wide as the spacing.
    let (a, b) = (form.axes.x_axis, form.axes.y_axis);
    let (aa, bb, ab) = (a.dot(moment * a), b.dot(moment * b), a.dot(moment * b));
    let smaller = 0.5 * (aa + bb) - (0.25 * (aa - bb).powi(2) + ab * ab).sqrt();
    (12.0 * smaller.max(0.0) + h * h).sqrt()
}
