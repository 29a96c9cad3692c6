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

impl SurfaceChange {
    /// Rows that carry these points with these shares of the surface.
    pub fn new(points: &[DVec3], surface: &[DVec3], areas: &[DVec3], rows: &[Vec<(u32, f64)>]) -> Self {
        let of = |p: usize| Row::new(points, surface[p], areas[p], &rows[p]);
        let rows: Vec<Row> = (0..surface.len()).into_par_iter().map(of).collect();
        let weights = rows.iter().map(|row| row.phyxels.len()).sum();
        Self { rows, weights }
    }

    /// Adds how much the balance changes with the multipliers L.
    pub fn add_response(&self, L: &[DVec3], out: &mut [DVec3]) {
        let mut responses: Vec<DVec3> = vec![DVec3::ZERO; self.weights];
        let mut parts: Vec<(&Row, &mut [DVec3])> = Vec::with_capacity(self.rows.len());
        let mut rest = responses.as_mut_slice();
        for row in &self.rows {
            let (part, after) = rest.split_at_mut(row.phyxels.len());
            parts.push((row, part));
            rest = after;
        }
        parts.into_par_iter().with_min_len(64).for_each(|(row, part)| {
            row.change(L, |k, change| part[k] = row.area * change);
        });
        let phyxels = self.rows.iter().flat_map(|row| &row.phyxels);
        phyxels.zip(responses).for_each(|(&j, response)| out[j as usize] += response);
    }

    /// Changes the rows.
    pub fn change(&self, L: &[DVec3], rows: &mut [Vec<(u32, f64)>]) {
        for (row, old) in self.rows.iter().zip(rows) {
            row.change(L, |k, change| old[k].1 -= change);
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

    /// Tells ease (a . L - its affine fit) of each phyxel; nothing if the row stays what it is.
    fn change(&self, L: &[DVec3], mut tell: impl FnMut(usize, f64)) {
        let Some(inverse) = self.inverse else { return };
        let value = |k: usize| self.area.dot(L[self.phyxels[k] as usize]);
        let mut sum = DVec4::ZERO;
        for k in 0..self.phyxels.len() {
            sum += self.places[k] * (self.ease[k] * value(k));
        }
        let fit = inverse * sum;
        for k in 0..self.phyxels.len() {
            tell(k, self.ease[k] * (value(k) - fit.dot(self.places[k])));
        }
    }
}
