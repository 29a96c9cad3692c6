//! How weights of surface points may change: every row stays exact for affine motion ([`patch`](super::patch)).

use glam::{DMat4, DVec3, DVec4};
use rayon::prelude::*;

/// The rows of all surface points.
pub struct SurfaceChange {
    rows: Vec<Row>,
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
        Self { rows: (0..surface.len()).into_par_iter().map(of).collect() }
    }

    /// Adds how much the balance changes with the multipliers L.
    pub fn add_response(&self, L: &[DVec3], out: &mut [DVec3]) {
        let changes: Vec<Vec<f64>> = self.rows.par_iter().map(|row| row.change(L)).collect();
        for (row, change) in self.rows.iter().zip(changes) {
            for (&j, change) in row.phyxels.iter().zip(change) {
                out[j as usize] += row.area * change;
            }
        }
    }

    /// Changes the rows.
    pub fn change(&self, L: &[DVec3], rows: &mut [Vec<(u32, f64)>]) {
        for (row, old) in self.rows.iter().zip(rows) {
            for ((_, weight), change) in old.iter_mut().zip(row.change(L)) {
                *weight -= change;
            }
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

    /// ease (a . L - its affine fit), a phyxel; empty if the row stays what it is.
    fn change(&self, L: &[DVec3]) -> Vec<f64> {
        let Some(inverse) = self.inverse else { return Vec::new() };
        let values: Vec<f64> = self.phyxels.iter().map(|&j| self.area.dot(L[j as usize])).collect();
        let mut sum = DVec4::ZERO;
        for ((p, ease), value) in self.places.iter().zip(&self.ease).zip(&values) {
            sum += *p * (ease * value);
        }
        let fit = inverse * sum;
        let of = |k: usize| self.ease[k] * (values[k] - fit.dot(self.places[k]));
        (0..values.len()).map(of).collect()
    }
}
