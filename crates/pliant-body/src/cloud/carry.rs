//! What points carry: places of the body as weighted sums of points, exact for every affine motion.
//!
//! A linear moving least-squares fit at the place itself: with p = (1, (x_j - x)/s) and M = sum_j w_j p_j p_j^T the weight of point j
//! is w_j p_j . M^-1 e_1. Where points nearby do not span space, the expansion of the nearest one takes its place.

use super::model::CloudSetup;
use super::neighbours::Neighbours;
use crate::phyxel::{Basis, Moments};
use glam::{DMat3, DMat4, DVec3, DVec4};
use pliant_geometry::CellList;
use pliant_math::decompose::{SymmetricEigen, symmetric_eigen};

/// Carries places.
pub struct Carrier<'a> {
    /// Points at rest (m).
    points: &'a [DVec3],
    /// Distance of points around each (m).
    spacings: &'a [f64],
    /// Points may be a single layer or fibre.
    may_be_thin: bool,
    neighbours: &'a Neighbours,
    list: &'a CellList,
    typical: f64,
    /// How far points carry, and how far beyond the nearest, in their distances.
    reach: [f64; 2],
}

/// What places near points are found by.
pub fn search_list(points: &[DVec3], spacings: &[f64]) -> CellList {
    let mut list = CellList::default();
    list.rebuild(points, REACH * typical(spacings));
    list
}

fn typical(spacings: &[f64]) -> f64 {
    spacings.iter().sum::<f64>() / spacings.len().max(1) as f64
}

/// How far points carry, in their distances: those in rows, and others, which must be more to span space well.
const REACH: f64 = 1.75;
const IRREGULAR_REACH: f64 = 2.2;
/// The same beyond the nearest one.
const BEYOND: f64 = 1.0;
const IRREGULAR_BEYOND: f64 = 1.5;
/// How much farther in layers and fibres: at their edges two rows must count, so that what is held there can still turn.
const WIDER: f64 = 1.5;
/// Determinant of M over the product of its diagonal, below which points do not span space.
const FLAT: f64 = 1e-3;
/// Spread of points along an axis over that along the widest, below which they are a layer or a fibre.
const THIN: f64 = 0.03;

impl<'a> Carrier<'a> {
    /// With the list of [`search_list`].
    pub fn new(
        setup: &'a CloudSetup,
        may_be_thin: bool,
        neighbours: &'a Neighbours,
        list: &'a CellList,
    ) -> Self {
        let reach = if setup.irregular { [IRREGULAR_REACH, IRREGULAR_BEYOND] } else { [REACH, BEYOND] };
        let (points, spacings) = (setup.points.as_slice(), setup.spacings.as_slice());
        Self { points, spacings, may_be_thin, neighbours, list, typical: typical(spacings), reach }
    }

    /// The point nearest to a place.
    pub fn nearest(&self, x: DVec3) -> usize {
        let mut reach = REACH * self.typical;
        for _ in 0..6 {
            let mut nearest = (f64::INFINITY, usize::MAX);
            self.list.neighbours_of(x, reach, |j| {
                let distance = self.points[j as usize].distance_squared(x);
                if distance < nearest.0 {
                    nearest = (distance, j as usize);
                }
            });
            if nearest.1 != usize::MAX {
                return nearest.1;
            }
            reach *= 2.0;
        }
        let distance = |j: &usize| self.points[*j].distance_squared(x);
        (0..self.points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
    }

    /// Points and weights that carry a place.
    pub fn row(&self, x: DVec3) -> Vec<(u32, f64)> {
        let nearest = self.nearest(x);
        let s = self.spacings[nearest];
        let around = self.points[nearest].distance(x);
        if around < 1e-9 * s {
            return vec![(nearest as u32, 1.0)];
        }
        let [reach, beyond] = self.reach.map(|reach| reach * s);
        [1.0, 1.3, 1.7]
            .into_iter()
            .find_map(|wider| self.fit(x, s, reach.max(around + beyond) * wider))
            .or_else(|| self.may_be_thin.then(|| self.fit_along(x, s, WIDER * reach.max(around + beyond))))
            .unwrap_or_else(|| self.expansion(nearest, x))
    }

    fn fit(&self, x: DVec3, s: f64, radius: f64) -> Option<Vec<(u32, f64)>> {
        let found = self.weighted(x, s, radius);
        let mut M = DMat4::ZERO;
        for (_, weight, p) in &found {
            M += DMat4::from_cols(*p * p.x, *p * p.y, *p * p.z, *p * p.w) * *weight;
        }
        let spread = DVec3::new(M.x_axis.x, M.y_axis.y, M.z_axis.z);
        // What is rounding along an axis has a determinant, too.
        let is_plane = spread.min_element() <= FLAT * FLAT * spread.max_element();
        let diagonal = spread.element_product() * M.w_axis.w;
        if found.len() < 4 || is_plane || M.determinant() <= FLAT * diagonal {
            return None;
        }
        let value = M.inverse() * DVec4::W;
        Some(found.iter().map(|(j, weight, p)| (*j, weight * p.dot(value))).collect())
    }

    /// The same fit along the directions that points nearby span: places beside a layer move with the place of the layer below them.
    fn fit_along(&self, x: DVec3, s: f64, radius: f64) -> Vec<(u32, f64)> {
        let found = self.weighted(x, s, radius);
        let total: f64 = found.iter().map(|(_, weight, _)| weight).sum();
        let middle: DVec3 = found.iter().map(|(_, weight, p)| p.truncate() * (weight / total)).sum();
        let mut C = DMat3::ZERO;
        for (_, weight, p) in &found {
            let p = p.truncate() - middle;
            C += DMat3::from_cols(p * p.x, p * p.y, p * p.z) * (weight / total);
        }
        let SymmetricEigen { values: spread, vectors: axes } = symmetric_eigen(&C);
        let widest = spread.max_element();
        let along: Vec<(DVec3, f64)> =
            (0..3).map(|k| (axes.col(k), spread[k])).filter(|(_, spread)| *spread > THIN * widest).collect();
        let share = |p: DVec3| {
            along
                .iter()
                .fold(1.0, |sum, (axis, spread)| sum - middle.dot(*axis) * (p - middle).dot(*axis) / spread)
        };
        found.iter().map(|(j, weight, p)| (*j, weight / total * share(p.truncate()))).collect()
    }

    /// Points within a radius: weight, and offset over s with a one behind it; by number.
    fn weighted(&self, x: DVec3, s: f64, radius: f64) -> Vec<(u32, f64, DVec4)> {
        let mut found: Vec<(u32, f64, DVec4)> = Vec::new();
        self.list.neighbours_of(x, radius, |j| {
            let offset = self.points[j as usize] - x;
            let weight = (1.0 - offset.length_squared() / (radius * radius)).max(0.0).powi(3);
            found.push((j, weight, (offset / s).extend(1.0)));
        });
        found.sort_unstable_by_key(|(j, ..)| *j);
        found
    }

    /// y_i + F_i (x - x_i).
    fn expansion(&self, i: usize, x: DVec3) -> Vec<(u32, f64)> {
        let range = self.neighbours.starts[i] as usize..self.neighbours.starts[i + 1] as usize;
        let s = self.spacings[i];
        let offsets = range.clone().map(|at| {
            (self.points[self.neighbours.ids[at] as usize] - self.points[i], self.neighbours.weight(i, at))
        });
        let moments = Moments::new(Basis::Linear, s, offsets.clone());
        let to = ((x - self.points[i]) / s).to_array();
        let mut row: Vec<(u32, f64)> = Vec::with_capacity(range.len() + 1);
        let mut own = 1.0;
        for (at, (offset, w)) in range.zip(offsets) {
            let p = (offset / s).to_array();
            let weight: f64 =
                (0..3).map(|a| (0..3).map(|b| to[a] * moments.inverse(a, b) * w * p[b]).sum::<f64>()).sum();
            own -= weight;
            row.push((self.neighbours.ids[at], weight));
        }
        row.push((i as u32, own));
        row
    }
}
