//! How weights of surface points may change: every row stays exact for affine motion ([`patch`](super::patch)).

use glam::{DMat4, DVec3, DVec4};
use rayon::prelude::*;

/// The rows of all surface points.
pub struct SurfaceChange {
    rows: Vec<Row>,
    /// Weights of all rows.
    weights: usize,
}

/// What carries one surface point.
struct Row {
    area: DVec3,
    phyxels: Vec<u32>,
    /// Offset of each phyxel from the point, and one.
    places: Vec<DVec4>,
    /// How easily each weight changes.
    ease: Vec<f64>,
    /// (sum of ease p p^T)^-1; `None` if the phyxels do not span space, and the row stays what it is.
    inverse: Option<DMat4>,
}

/// The farthest phyxel of a row changes a little, too.
const BEYOND_FARTHEST: f64 = 1.15;
/// Determinant over the product of the diagonal, below which phyxels do not span space.
const FLAT: f64 = 1e-4;
/// Rows that one task handles.
const TASK: usize = 64;

impl SurfaceChange {
    /// Rows that carry these points with these shares of the surface.
    pub fn new(points: &[DVec3], surface: &[DVec3], areas: &[DVec3], rows: &[Vec<(u32, f64)>]) -> Self {
        let of = |p: usize| Row::new(points, surface[p], areas[p], &rows[p]);
        let rows: Vec<Row> = (0..surface.len()).into_par_iter().map(of).collect();
        let weights = rows.iter().map(|row| row.phyxels.len()).sum();
        Self { rows, weights }
    }

    /// Adds how much the balance changes with the multipliers L. `changes` is room to work in, kept from call to call.
    pub fn add_response(&self, L: &[DVec3], changes: &mut Vec<f64>, out: &mut [DVec3]) {
        changes.resize(self.weights, 0.0);
        let mut parts: Vec<(&[Row], &mut [f64])> = Vec::with_capacity(self.rows.len() / TASK + 1);
        let mut rest = changes.as_mut_slice();
        for rows in self.rows.chunks(TASK) {
            let (part, after) = rest.split_at_mut(rows.iter().map(|row| row.phyxels.len()).sum());
            parts.push((rows, part));
            rest = after;
        }
        parts.into_par_iter().for_each(|(rows, mut part)| {
            for row in rows {
                let (own, after) = part.split_at_mut(row.phyxels.len());
                row.change(L, own);
                part = after;
            }
        });
        let mut changes = changes.iter();
        for row in &self.rows {
            for (&j, change) in row.phyxels.iter().zip(&mut changes) {
                out[j as usize] += row.area * *change;
            }
        }
    }

    /// Changes the rows.
    pub fn change(&self, L: &[DVec3], rows: &mut [Vec<(u32, f64)>]) {
        let mut changes = Vec::new();
        for (row, old) in self.rows.iter().zip(rows) {
            changes.resize(row.phyxels.len(), 0.0);
            row.change(L, &mut changes);
            old.iter_mut().zip(&changes).for_each(|(weight, change)| weight.1 -= change);
        }
    }
}

impl Row {
    fn new(points: &[DVec3], x: DVec3, area: DVec3, row: &[(u32, f64)]) -> Self {
        let offset = |&(j, _): &(u32, f64)| points[j as usize] - x;
        let farthest = row.iter().map(|of| offset(of).length()).fold(0.0, f64::max) * BEYOND_FARTHEST;
        let places: Vec<DVec4> = row.iter().map(|of| offset(of).extend(1.0)).collect();
        let ease: Vec<f64> =
            row.iter().map(|of| 1.0 - offset(of).length_squared() / (farthest * farthest)).collect();
        let mut M = DMat4::ZERO;
        for (p, ease) in places.iter().zip(&ease) {
            M += DMat4::from_cols(*p * p.x, *p * p.y, *p * p.z, *p * p.w) * *ease;
        }
        let diagonal = M.x_axis.x * M.y_axis.y * M.z_axis.z * M.w_axis.w;
        let inverse = (M.determinant() > FLAT * diagonal && area != DVec3::ZERO).then(|| M.inverse());
        let phyxels = row.iter().map(|&(j, _)| j).collect();
        Self { area, phyxels, places, ease, inverse }
    }

    /// Writes ease (a . L - its affine fit) of each phyxel; nothing but zeros if the row stays what it is.
    fn change(&self, L: &[DVec3], out: &mut [f64]) {
        let Some(inverse) = self.inverse else {
            out.fill(0.0);
            return;
        };
        let mut sum = DVec4::ZERO;
        for (k, out) in out.iter_mut().enumerate() {
            *out = self.ease[k] * self.area.dot(L[self.phyxels[k] as usize]);
            sum += self.places[k] * *out;
        }
        let fit = inverse * sum;
        for (k, out) in out.iter_mut().enumerate() {
            *out -= self.ease[k] * fit.dot(self.places[k]);
        }
    }
}
