//! How stiffly layers and fibres bend, by their thickness.
//!
//! Bonds of a layer lie in it and do not feel that it is bent, but for the shortening of the long ones. What its thickness does is added: with the
//! second derivatives of places along the layer, fitted to the points around each, and m, the second moment of the matter across it by volume
//! (t^2/12 of a plate),
//!   E = sum_i V_i m_i/2 (lambda_p |q_xx + q_yy|^2 + 2 mu (|q_xx|^2 + |q_yy|^2 + 2 |q_xy|^2)),    lambda_p of plane stress,
//! which is the energy of a thin plate wherever the layer is not stretched unevenly, and quadratic in places (the isometric bending of Bergou et al.
//! 2006): its matrix is constant. Of a fibre, V m E |q_ss|^2/2 with the mean of m across it.

use super::bond_law::BondLaw;
use super::dimension::Extent;
use crate::cloud::{CloudSetup, Placed};
use crate::scalar_stiffness::{Entry, ScalarStiffness};
use glam::DVec3;
use pliant_geometry::CellList;
use pliant_math::least_squares;
use pliant_system::Term;
use rayon::prelude::*;

/// How far points around are looked at, in spacings, if that is enough of them, and how much further each time.
const REACH: f64 = 2.0;
const FURTHER: f64 = 1.3;
const TRIES: usize = 4;
/// Weights over 1/spacing^2 beyond which points around do not tell a second derivative.
const LARGEST: f64 = 20.0;
/// What may be left of the polynomials that a derivative shall not see.
const EXACT: f64 = 1e-7;
/// Rest curvature times spacing beyond which a layer is curved: the energy is that of what is flat at rest.
const FLAT: f64 = 1e-6;

/// Functions of x and y of which a fit uses some; the coefficients of the last three are second derivatives.
const FUNCTIONS: usize = 5;
const SECOND: [usize; 3] = [2, 3, 4];

fn functions(x: DVec3) -> [f64; FUNCTIONS] {
    [x.x, x.y, 0.5 * x.x * x.x, 0.5 * x.y * x.y, x.x * x.y]
}

/// Second derivatives xx, yy, xy of a field at a point, as sums over points around; the point itself gets what is missing to zero.
struct Curvature {
    points: Vec<u32>,
    weights: [Vec<f64>; 3],
}

/// Points of a body that bend.
pub struct Bending<'a> {
    cloud: Placed<'a>,
    extents: &'a [Extent],
    list: CellList,
    /// Second moments of the matter of each point across the layer, or the mean across a fibre, by volume (m2).
    moments: Vec<f64>,
}

impl<'a> Bending<'a> {
    /// With the extents of all points.
    pub fn new(cloud: Placed<'a>, extents: &'a [Extent]) -> Self {
        let setup = cloud.setup;
        let mut list = CellList::default();
        list.rebuild(&setup.points, REACH * setup.spacings.iter().copied().fold(0.0, f64::max));
        Self { cloud, extents, list, moments: moments_across(setup, extents) }
    }

    /// The term, if something bends.
    pub fn term(&self, name: &str, first_node: u32) -> Option<Box<dyn Term>> {
        let points = self.extents.len();
        let all: Vec<Vec<Entry>> = (0..points).into_par_iter().map(|i| self.entries(i, first_node)).collect();
        let entries: Vec<Entry> = all.into_iter().flatten().collect();
        if entries.is_empty() {
            return None;
        }
        Some(Box::new(ScalarStiffness::new(format!("{name} (elastic, bending)"), entries)))
    }

    /// What a point adds to the matrices.
    fn entries(&self, i: usize, first_node: u32) -> Vec<Entry> {
        let setup = self.cloud.setup;
        let dimension = self.extents[i].dimension;
        let volume = setup.volumes[i] * self.moments[i];
        if dimension == 3 || volume <= 0.0 {
            return Vec::new();
        }
        let Some(Curvature { points, weights: [xx, yy, xy] }) = self.curvature(i) else { return Vec::new() };
        let law = BondLaw::new(setup.material(i), dimension);
        let stiff = plate_factors(law.lambda, law.mu, dimension);
        let slow = plate_factors(law.lambda_damping, law.mu_damping, dimension);
        let entry = |a: usize, b: usize| {
            let trace = (xx[a] + yy[a]) * (xx[b] + yy[b]);
            let square = xx[a] * xx[b] + yy[a] * yy[b] + 2.0 * xy[a] * xy[b];
            let value = |[of_trace, of_square]: [f64; 2]| volume * (of_trace * trace + of_square * square);
            ((first_node + points[a], first_node + points[b]), [value(stiff), value(slow)])
        };
        let count = points.len();
        (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).map(|(a, b)| entry(a, b)).collect()
    }

    /// Of a point around which there are enough others; those of a strip too narrow for yy and xy tell xx alone.
    fn curvature(&self, i: usize) -> Option<Curvature> {
        let dimension = self.extents[i].dimension;
        let reach = |k: usize| REACH * FURTHER.powi(k as i32) * self.cloud.setup.spacings[i];
        let both = (dimension == 2).then(|| (0..TRIES).find_map(|k| self.fit(i, reach(k), 3))).flatten();
        let found = both.or_else(|| (0..TRIES).find_map(|k| self.fit(i, reach(k), 1)))?;
        self.is_flat(i, &found).then_some(found)
    }

    fn is_flat(&self, i: usize, curvature: &Curvature) -> bool {
        let points = &self.cloud.setup.points;
        let own = points[i];
        let second = |weights: &[f64]| -> DVec3 {
            curvature.points.iter().zip(weights).map(|(&j, w)| (points[j as usize] - own) * *w).sum()
        };
        let s = self.cloud.setup.spacings[i];
        curvature.weights.iter().all(|weights| second(weights).length() * s < FLAT)
    }

    /// Fits the first `wanted` second derivatives to points within `reach`; the others are left at nothing.
    fn fit(&self, i: usize, reach: f64, wanted: usize) -> Option<Curvature> {
        let (extent, s) = (&self.extents[i], self.cloud.setup.spacings[i]);
        let used: &[usize] = match (extent.dimension, wanted) {
            (2, 3) => &[0, 1, 2, 3, 4],
            (2, _) => &[0, 1, 2],
            _ => &[0, 2],
        };
        let mut points = self.within(i, reach);
        let fit = Fit { used, rows: points.iter().map(|&j| self.row(i, j, reach)).collect() };
        let derivative = |k: usize| -> Option<Vec<f64>> {
            let weights = if k < wanted { fit.weights(SECOND[k])? } else { vec![0.0; points.len()] };
            let mut weights: Vec<f64> = weights.iter().map(|c| c / (s * s)).collect();
            weights.push(-weights.iter().sum::<f64>());
            Some(weights)
        };
        let weights = [derivative(0)?, derivative(1)?, derivative(2)?];
        points.push(i as u32);
        Some(Curvature { points, weights })
    }

    /// Points nearer to one than `reach`, but not itself, by number.
    fn within(&self, i: usize, reach: f64) -> Vec<u32> {
        let points = &self.cloud.setup.points;
        let mut around = Vec::new();
        self.list.neighbours_of(points[i], reach, |j| {
            if j as usize != i && points[j as usize].distance(points[i]) < reach * (1.0 - 1e-6) {
                around.push(j);
            }
        });
        around.sort_unstable();
        around
    }

    /// The functions at a point around, and how much it counts.
    fn row(&self, i: usize, j: u32, reach: f64) -> ([f64; FUNCTIONS], f64) {
        let setup = self.cloud.setup;
        let offset = setup.points[j as usize] - setup.points[i];
        let share = 1.0 - (offset.length() / reach).powi(2);
        let local = self.extents[i].axes.transpose() * offset;
        (functions(local / setup.spacings[i]), share * share)
    }
}

/// A least-squares fit of some functions.
struct Fit<'a> {
    used: &'a [usize],
    rows: Vec<([f64; FUNCTIONS], f64)>,
}

impl Fit<'_> {
    /// What each row counts in the coefficient of a function: c_j = w_j p_j . M^-1 e, M = sum_j w_j p_j p_j^T. `None` if the rows do not tell it.
    fn weights(&self, function: usize) -> Option<Vec<f64>> {
        let moment = |a: usize, b: usize| self.rows.iter().map(|(p, w)| w * p[a] * p[b]).sum::<f64>();
        let column = |&b: &usize| self.used.iter().map(|&a| moment(a, b)).collect();
        let M: Vec<Vec<f64>> = self.used.iter().map(column).collect();
        let unit: Vec<f64> = self.used.iter().map(|&a| if a == function { 1.0 } else { 0.0 }).collect();
        let x = least_squares::solve(&M, &unit)?;
        let weight = |(p, w): &([f64; FUNCTIONS], f64)| {
            w * self.used.iter().zip(&x).map(|(&a, x)| p[a] * x).sum::<f64>()
        };
        let weights: Vec<f64> = self.rows.iter().map(weight).collect();
        let seen = |a: usize| self.rows.iter().zip(&weights).map(|((p, _), c)| p[a] * c).sum::<f64>();
        let is_exact = self.used.iter().zip(&unit).all(|(&a, unit)| (seen(a) - unit).abs() < EXACT);
        let is_tame = weights.iter().all(|c| c.abs() < LARGEST);
        (is_exact && is_tame).then_some(weights)
    }
}

/// Factors of |q_xx + q_yy|^2 and of the squares, from lambda and mu of bonds.
fn plate_factors(lambda: f64, mu: f64, dimension: usize) -> [f64; 2] {
    if dimension == 2 { [0.5 * lambda + 0.25 * mu, 0.5 * mu] } else { [0.0, 2.0 * mu] }
}

/// Second moments of matter across layers and fibres, by volume.
fn moments_across(setup: &CloudSetup, extents: &[Extent]) -> Vec<f64> {
    let mut sums = vec![0.0; extents.len()];
    let cloud = &setup.matter.cloud;
    for (piece, &of) in setup.point_of_piece.iter().enumerate() {
        let (i, extent) = (of as usize, &extents[of as usize]);
        let offset = cloud.points[piece] - setup.points[i];
        let along = |axis: DVec3| axis.dot(cloud.moments[piece] * axis) + offset.dot(axis).powi(2);
        let across: f64 = (extent.dimension..3).map(|k| along(extent.axes.col(k))).sum();
        sums[i] += cloud.volumes[piece] * across / (3 - extent.dimension).max(1) as f64;
    }
    sums.iter()
        .zip(&setup.volumes)
        .map(|(sum, volume)| if *volume > 0.0 { sum / volume } else { 0.0 })
        .collect()
}
