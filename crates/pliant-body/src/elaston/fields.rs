//! Stress, strain and thin measures of elastons, for output.
//!
//! Within an elaston the strain is linear: alpha + sum_k theta_k beta^k. Stresses are taken from the conjugate numbers D e, in which the
//! internal modes are already at their minimum: sigma(theta) = s_0/V + sum_kl theta_k (m^-1)_kl s_l/V.

use super::constitutive::{STRAINS, Stiffness};
use super::measure::{Deformed, Jet, SECOND};
use super::model::ElastonModel;
use super::rows::jet_of;
use super::stencils::Stencils;
use crate::body::{PointFields, ThinMeasures};
use glam::{DMat3, DVec3};
use pliant_geometry::Placement;
use pliant_material::LameParameters;
use pliant_material::measures::von_mises;
use pliant_math::decompose::{polar_rotation, symmetric_eigen};
use pliant_math::lanes::{Kernel, Real, dispatch};
use rayon::prelude::*;

/// Fields at the centres of elastons.
pub fn of_cells(model: &ElastonModel, placement: &Placement, cells: &[u32], q: &[DVec3]) -> Vec<PointFields> {
    let q = laid_out(model, q);
    let of = |&e: &u32| {
        let state = StateOf { model, stencils: &model.stencils, place: e as usize, e: e as usize, q: &q };
        let state = dispatch(state);
        let at_surface = largest_von_mises(model, e as usize, &state.1);
        let centre = fields(model, placement, e as usize, DVec3::ZERO, state);
        PointFields { surface_von_mises: at_surface, ..centre }
    };
    cells.par_iter().map(of).collect()
}

/// Fields at a place of the body's own coordinates, by the elaston nearest to it.
pub fn at(model: &ElastonModel, placement: &Placement, point: DVec3, q: &[DVec3]) -> PointFields {
    let e = model.nearest_site(point);
    let theta = model.sites[e].axes.transpose() * (point - model.sites[e].centre);
    // Off the centre all second derivatives count, also those that have no part in the energy.
    let stencils = model.whole_stencil(e);
    let state = StateOf { model, stencils: &stencils, place: 0, e, q: &laid_out(model, q) };
    fields(model, placement, e, theta, dispatch(state))
}

/// The axes of elastons as they are now, as long as half their extent: of a box with the same second moment.
pub fn axes(model: &ElastonModel, q: &[DVec3]) -> Vec<[DVec3; 3]> {
    let q = laid_out(model, q);
    let of = |e: usize| {
        let (jet, ..) = dispatch(StateOf { model, stencils: &model.stencils, place: e, e, q: &q });
        let site = &model.sites[e];
        let F = gradient(&jet);
        [0, 1, 2].map(|k| F.col(k) * (3.0 * site.moment.col(k)[k].max(0.0)).sqrt())
    };
    (0..model.sites.len()).into_par_iter().map(of).collect()
}

fn laid_out(model: &ElastonModel, q: &[DVec3]) -> Vec<f64> {
    let mut laid_out = Vec::new();
    model.stencils.lay_out(q, &mut laid_out);
    laid_out
}

fn fields(
    model: &ElastonModel,
    placement: &Placement,
    e: usize,
    theta: DVec3,
    (jet, strain, energy): State,
) -> PointFields {
    let site = &model.sites[e];
    // Along the elaston's axes first; these turn with R.
    let axes_now = polar_rotation(&gradient(&jet));
    let stress = stress_at(model, e, &strain, theta);
    let F = (gradient(&jet) + bending_gradient(&jet, theta)) * (placement.rotation * site.axes).transpose();
    PointFields {
        volume: site.volume,
        volume_ratio: F.determinant(),
        strain: (F.transpose() * F - DMat3::IDENTITY) * 0.5,
        stress: axes_now * stress * axes_now.transpose(),
        surface_von_mises: None,
        energy_density: energy / site.volume,
        measures: Some(thin_measures(&strain, &site.thin)),
    }
}

/// Stress along the elaston's axes at a place in it.
fn stress_at(model: &ElastonModel, e: usize, strain: &[f64; STRAINS], theta: DVec3) -> DMat3 {
    let site = &model.sites[e];
    let centre = match model.is_plain(e) {
        true => hooke(&model.material(e).law.lame(), &tensor(&strain[..6], 0.5)),
        false => membrane_stress(&model.stiffness_of(e), strain, site.volume),
    };
    if theta == DVec3::ZERO {
        return centre;
    }
    centre + bending_stress(&model.stiffness_of(e), strain, site.volume, &site.straight_moment, theta)
}

/// A / sqrt(m_2 m_3) of a section: 12 of rectangles, 4 pi of ellipses. Above this it counts as round.
const ROUND: f64 = 12.28;

/// The largest von Mises stress at the surface of what is thin: at the middle of its sides.
fn largest_von_mises(model: &ElastonModel, e: usize, strain: &[f64; STRAINS]) -> Option<f64> {
    let site = &model.sites[e];
    let square = |k: usize| site.straight_moment.col(k)[k].max(0.0);
    let is_round = site.section > ROUND * (square(1) * square(2)).sqrt();
    // Half a side of a rectangle with this second moment, half an axis of an ellipse.
    let half = |k: usize| (if is_round { 4.0 } else { 3.0 } * square(k)).sqrt();
    let sides =
        (0..3).filter(|&k| site.thin[k]).flat_map(|k| [DVec3::AXES[k] * half(k), -DVec3::AXES[k] * half(k)]);
    sides.map(|theta| von_mises(&stress_at(model, e, strain, theta))).reduce(f64::max)
}

/// s_0/V: the mean over the matter of the elaston.
fn membrane_stress(D: &Stiffness, strain: &[f64; STRAINS], volume: f64) -> DMat3 {
    let s: [f64; 6] = std::array::from_fn(|i| (0..6).map(|j| D[i][j] * strain[j]).sum::<f64>() / volume);
    tensor(&s, 1.0)
}

/// Jet, strains and energy.
type State = (Jet<f64>, [f64; STRAINS], f64);

/// State of an elaston.
struct StateOf<'a> {
    model: &'a ElastonModel,
    /// What moves it, and its place there.
    stencils: &'a Stencils,
    place: usize,
    e: usize,
    q: &'a [f64],
}

impl Kernel for StateOf<'_> {
    type Output = State;

    #[inline(always)]
    fn run<R: Real>(self) -> Self::Output {
        let of = &self.model.stiffness[self.e];
        let jet = jet_of::<R>(self.stencils, self.place, self.q);
        let state = Deformed::new::<R>(self.model.measure, of, &jet);
        let of_part = |p: usize| {
            let jet = jet_of::<R>(&self.model.stencils, p, self.q);
            Deformed::new::<R>(self.model.measure, &self.model.stiffness[p], &jet).energy()
        };
        let of_parts: f64 = self.model.parts(self.e).map(of_part).sum();
        (jet, state.strain(), state.energy() + of_parts)
    }
}

/// F with the columns x_,j.
fn gradient(jet: &Jet<f64>) -> DMat3 {
    DMat3::from_cols(jet[0].into(), jet[1].into(), jet[2].into())
}

/// sum_k theta_k F_k: the columns x_,jk theta_k.
fn bending_gradient(jet: &Jet<f64>, theta: DVec3) -> DMat3 {
    let mut columns = [DVec3::ZERO; 3];
    for (second, &(j, k)) in jet[3..].iter().zip(&SECOND) {
        let second = DVec3::from_array(*second);
        columns[j] += second * theta[k];
        if j != k {
            columns[k] += second * theta[j];
        }
    }
    DMat3::from_cols(columns[0], columns[1], columns[2])
}

/// A symmetric matrix from six numbers; `shear` is what off-diagonal numbers are multiplied by.
fn tensor(numbers: &[f64], shear: f64) -> DMat3 {
    let [xx, yy, zz, yz, xz, xy] = [0, 1, 2, 3, 4, 5].map(|i| numbers[i]);
    let (yz, xz, xy) = (shear * yz, shear * xz, shear * xy);
    DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz))
}

/// Hooke's law: the stress at the centre.
fn hooke(lame: &LameParameters, strain: &DMat3) -> DMat3 {
    let trace = strain.x_axis.x + strain.y_axis.y + strain.z_axis.z;
    *strain * (2.0 * lame.mu()) + DMat3::from_diagonal(DVec3::splat(lame.lambda() * trace))
}

/// The part of the stress that is linear in the place: sum_kl theta_k (m^-1)_kl s_l/V.
fn bending_stress(D: &Stiffness, e: &[f64; STRAINS], volume: f64, moments: &DMat3, theta: DVec3) -> DMat3 {
    let s: Vec<f64> =
        D.iter().map(|row| row.iter().zip(e).map(|(d, e)| d * e).sum::<f64>() / volume).collect();
    let part = |m: usize| tensor(&s[6 * m..6 * m + 6], 1.0);
    let shares = moments.inverse() * theta;
    if !shares.is_finite() {
        return DMat3::ZERO;
    }
    part(1) * shares.x + part(2) * shares.y + part(3) * shares.z
}

/// Measures along the axes that are not thin; curvatures about those that are.
fn thin_measures(e: &[f64; STRAINS], thin: &[bool; 3]) -> ThinMeasures {
    let along = |m: usize| {
        let mut matrix = tensor(&e[6 * m..6 * m + 6], 0.5);
        for k in (0..3).filter(|&k| thin[k]) {
            for j in 0..3 {
                matrix.col_mut(k)[j] = 0.0;
                matrix.col_mut(j)[k] = 0.0;
            }
        }
        matrix
    };
    let largest = |m: usize| {
        let values = symmetric_eigen(&along(m)).values;
        [values.x, values.y, values.z]
            .into_iter()
            .fold(0.0, |a: f64, b| if b.abs() > a.abs() { b } else { a })
    };
    let bent: Vec<usize> = (0..3).filter(|&k| thin[k]).collect();
    let bending = bent.iter().map(|&k| largest(k + 1)).fold(0.0, |a: f64, b| a.hypot(b));
    let tensor_entry = |m: usize, a: usize, b: usize| 0.5 * e[6 * m + 6 - a - b];
    let twist = match bent[..] {
        // Of a shell: half the difference of the principal curvatures is the largest twist.
        [k] => {
            let [a, b] = [(k + 1) % 3, (k + 2) % 3];
            let m = along(k + 1);
            (0.5 * (m.col(a)[a] - m.col(b)[b])).hypot(m.col(a)[b])
        }
        [b, c] => {
            let a = 3 - b - c;
            tensor_entry(b + 1, a, c) - tensor_entry(c + 1, a, b)
        }
        _ => 0.0,
    };
    ThinMeasures { membrane: largest(0), bending, twist }
}
