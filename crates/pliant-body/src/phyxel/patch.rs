//! The patch test: makes a constant stress balance what the surface carries.
//!
//! Under a constant stress P the phyxels pull at phyxel j with P B_j, B_j = sum_i V_i g_ij (g_ij: weight of y_j in F_i), and the
//! tractions P n on the surface push it with P b_j, b_j = sum_p a_p phi_pj (a_p: share of the surface at its point p, as a
//! vector outwards; phi_pj: weight of phyxel j there). Exact integrals would give b_j = B_j; sums over points do not, and the difference
//! r_j bends the body where it should be even: at edges of lattices, and everywhere among irregular points, where it makes
//! bodies too soft. This is the integration constraint of Chen, Hillman and Rueter (Int. J. Numer. Meth. Engng 95, 2013). They correct test
//! functions only, which costs the energy; here the weights themselves are changed, as little as possible:
//!
//! - those of surface points, d phi_pj = w_pj (a_p . L_j - its affine fit), which keeps affine motion exact;
//! - if that is not enough, also those of neighbours, w_ij exp(e_ij), by Gauss and Newton. F stays exact for affine motion for any weights.
//!
//! L is one vector a phyxel: the multipliers of r = 0, by conjugate gradients. What no weight can change (an open surface, volumes that differ) is left.

use super::moments::{Basis, Moments, functions};
use super::neighbour_change::NeighbourChange;
use super::surface_change::SurfaceChange;
use crate::cloud::{Neighbours, SharedLists};
use glam::{DMat4, DVec3};
use pliant_math::reduce;
use std::collections::BTreeMap;

/// What is balanced.
pub struct Patch<'a> {
    /// Phyxels (m).
    pub points: &'a [DVec3],
    /// Cell volumes (m3).
    pub volumes: &'a [f64],
    /// Distance of phyxels around each (m).
    pub spacings: &'a [f64],
    /// Points of the surface (m).
    pub surface: &'a [DVec3],
    /// Its triangles, seen counter-clockwise from outside.
    pub triangles: &'a [[u32; 3]],
    /// What is fitted to neighbours.
    pub basis: Basis,
}

/// Triangles with edges longer than this many spacings say too little of how the surface carries.
const LARGEST_TRIANGLE: f64 = 2.5;
/// Share by which what the surface encloses may differ from the matter.
const LARGEST_MISMATCH: f64 = 0.05;
/// r over b that is as good as none.
const BALANCED: f64 = 1e-9;
/// r over what it was at first, at which the surface alone is enough.
const ENOUGH: f64 = 1e-2;
/// Conjugate gradient iterations for the surface alone, and for one step of Gauss and Newton.
const SURFACE_ITERATIONS: usize = 2000;
const SURFACE_TOLERANCE: f64 = 1e-4;
/// So many iterations must make r at least this many times smaller, or nothing more is to be had.
const PATIENCE: usize = 60;
const PROGRESS: f64 = 1.2;
const STEP_ITERATIONS: usize = 40;
/// Steps of Gauss and Newton: the errors of stiffness go with the square of r, so a few percent of it are next to nothing.
const STEPS: usize = 2;

/// Weights of neighbours and of surface points that pass the patch test, if they can.
pub fn balance(patch: &Patch<'_>, neighbours: &mut Neighbours, rows: &mut [Vec<(u32, f64)>]) {
    let Some(scaled) = Scaled::new(patch) else { return };
    let first = scaled.residual(neighbours, rows);
    let size = reduce::norm(&scaled.carried(rows));
    let start = reduce::norm(&first);
    if start <= BALANCED * size {
        return;
    }
    if scaled.beside_surface(&first, rows) <= ENOUGH * start {
        let mut changed = rows.to_vec();
        scaled.change_surface(&first, &mut changed);
        let left = reduce::norm(&scaled.residual(neighbours, &changed));
        if left <= ENOUGH * start {
            rows.clone_from_slice(&changed);
            return;
        }
    }
    if patch.basis == Basis::Linear {
        scaled.change_both(neighbours, rows, start);
    }
}

/// What each point carries of the surface (m2), if the surface is one that [`balance`] takes.
pub fn carried_areas(patch: &Patch<'_>, rows: &[Vec<(u32, f64)>]) -> Option<Vec<DVec3>> {
    let spacing = patch.spacings.iter().sum::<f64>() / patch.spacings.len() as f64;
    let scaled = Scaled::new(patch)?;
    Some(scaled.carried(rows).iter().map(|b| *b * (spacing * spacing)).collect())
}

/// The body in units of its mean spacing, about its middle.
struct Scaled {
    points: Vec<DVec3>,
    volumes: Vec<f64>,
    surface: Vec<DVec3>,
    /// Share of the surface at each of its points.
    areas: Vec<DVec3>,
    basis: Basis,
}

impl Scaled {
    /// `None` if there is no surface, one in large pieces, or one that does not enclose the matter.
    fn new(patch: &Patch<'_>) -> Option<Self> {
        let spacing = patch.spacings.iter().sum::<f64>() / patch.spacings.len() as f64;
        let middle = patch.points.iter().sum::<DVec3>() / patch.points.len() as f64;
        let scaled = |x: &DVec3| (*x - middle) / spacing;
        let surface: Vec<DVec3> = patch.surface.iter().map(scaled).collect();
        let mut areas = vec![DVec3::ZERO; surface.len()];
        for triangle in patch.triangles {
            let [a, b, c] = triangle.map(|p| surface[p as usize]);
            let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
            if longest > LARGEST_TRIANGLE {
                return None;
            }
            let share = (b - a).cross(c - a) / 6.0;
            triangle.iter().for_each(|&p| areas[p as usize] += share);
        }
        let volumes: Vec<f64> = patch.volumes.iter().map(|v| v / spacing.powi(3)).collect();
        let points = patch.points.iter().map(scaled).collect();
        let enclosed: f64 = areas.iter().zip(&surface).map(|(area, x)| area.dot(*x)).sum::<f64>() / 3.0;
        let is_skin = (enclosed / volumes.iter().sum::<f64>() - 1.0).abs() <= LARGEST_MISMATCH;
        is_skin.then_some(Self { points, volumes, surface, areas, basis: patch.basis })
    }

    /// b: what the surface carries, a phyxel.
    fn carried(&self, rows: &[Vec<(u32, f64)>]) -> Vec<DVec3> {
        let mut b = vec![DVec3::ZERO; self.points.len()];
        for (row, area) in rows.iter().zip(&self.areas) {
            row.iter().for_each(|&(j, weight)| b[j as usize] += *area * weight);
        }
        b
    }

    /// r = b - B, without what nothing can balance.
    fn residual(&self, neighbours: &Neighbours, rows: &[Vec<(u32, f64)>]) -> Vec<DVec3> {
        let mut r = self.carried(rows);
        for i in 0..self.points.len() {
            let range = neighbours.range(i);
            let offset = |at: usize| self.points[neighbours.ids[at] as usize] - self.points[i];
            let fit =
                Moments::new(self.basis, 1.0, range.clone().map(|at| (offset(at), neighbours.weight(i, at))));
            for at in range {
                let p = functions(self.basis, offset(at));
                let fitted = |a: usize| (0..self.basis.len()).map(|b| fit.inverse(a, b) * p[b]).sum::<f64>();
                let g = DVec3::new(fitted(0), fitted(1), fitted(2)) * neighbours.weight(i, at);
                r[neighbours.ids[at] as usize] -= g * self.volumes[i];
                r[i] += g * self.volumes[i];
            }
        }
        self.remove_affine(neighbours, &mut r);
        r
    }

    /// Takes force and moments of r away from every part of the body, in proportion to volume: weights that keep affine motion exact cannot change these.
    fn remove_affine(&self, neighbours: &Neighbours, r: &mut [DVec3]) {
        let mut parts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (i, part) in neighbours.joined().into_iter().enumerate() {
            parts.entry(part).or_default().push(i);
        }
        for members in parts.values() {
            let mut M = DMat4::ZERO;
            let mut sums = [glam::DVec4::ZERO; 3];
            for &i in members {
                let p = self.points[i].extend(1.0);
                M += DMat4::from_cols(p * p.x, p * p.y, p * p.z, p) * self.volumes[i];
                (0..3).for_each(|d| sums[d] += p * r[i][d]);
            }
            let inverse = M.inverse();
            if !inverse.is_finite() {
                continue;
            }
            let affine = sums.map(|sum| inverse * sum);
            for &i in members {
                let p = self.points[i].extend(1.0);
                r[i] -= DVec3::new(affine[0].dot(p), affine[1].dot(p), affine[2].dot(p)) * self.volumes[i];
            }
        }
    }

    /// Size of r over phyxels that carry no surface points.
    fn beside_surface(&self, r: &[DVec3], rows: &[Vec<(u32, f64)>]) -> f64 {
        let mut rest = r.to_vec();
        rows.iter().flatten().for_each(|&(j, _)| rest[j as usize] = DVec3::ZERO);
        reduce::norm(&rest)
    }

    fn change_surface(&self, r: &[DVec3], rows: &mut [Vec<(u32, f64)>]) {
        let surface = SurfaceChange::new(&self.points, &self.surface, &self.areas, rows);
        let mut room = Vec::new();
        let apply = |L: &[DVec3], out: &mut [DVec3]| surface.add_response(L, &mut room, out);
        let L = conjugate_gradients(r, SURFACE_ITERATIONS, SURFACE_TOLERANCE, apply);
        surface.change(&L, rows);
    }

    /// Steps of Gauss and Newton for all weights, as long as they help.
    fn change_both(&self, neighbours: &mut Neighbours, rows: &mut [Vec<(u32, f64)>], start: f64) {
        let mut before = start;
        for _ in 0..STEPS {
            let r = self.residual(neighbours, rows);
            let (weights, old_rows) = (neighbours.weights.clone(), rows.to_vec());
            let surface = SurfaceChange::new(&self.points, &self.surface, &self.areas, rows);
            let change = NeighbourChange::new(&self.points, &self.volumes, neighbours, &r);
            let mut room = Vec::new();
            let apply = |L: &[DVec3], out: &mut [DVec3]| {
                surface.add_response(L, &mut room, out);
                change.add_response(L, out);
            };
            let L = conjugate_gradients(&r, STEP_ITERATIONS, 1e-3, apply);
            surface.change(&L, rows);
            let changed = change.weights(&L);
            neighbours.weights = SharedLists::of_points(changed, &neighbours.starts);
            let now = reduce::norm(&self.residual(neighbours, rows));
            if now.is_nan() || now >= before {
                neighbours.weights = weights;
                rows.clone_from_slice(&old_rows);
                return;
            }
            before = now;
        }
    }
}

/// L of A L = r for a symmetric A that is positive but for a few directions that r does not have; the best of as many iterations.
fn conjugate_gradients(
    r: &[DVec3],
    iterations: usize,
    tolerance: f64,
    mut add: impl FnMut(&[DVec3], &mut [DVec3]),
) -> Vec<DVec3> {
    let mut rest = r.to_vec();
    let mut direction = rest.clone();
    let mut image = vec![DVec3::ZERO; r.len()];
    let mut L = vec![DVec3::ZERO; r.len()];
    let (first, mut square) = (reduce::dot(r, r), reduce::dot(r, r));
    let mut best = (square, L.clone());
    let mut milestone = square;
    for iteration in 1..=iterations {
        image.fill(DVec3::ZERO);
        add(&direction, &mut image);
        let curvature = reduce::dot(&direction, &image);
        if curvature.is_nan() || curvature <= 0.0 {
            break;
        }
        reduce::add_scaled(&mut L, square / curvature, &direction);
        reduce::add_scaled(&mut rest, -square / curvature, &image);
        let next = reduce::dot(&rest, &rest);
        if next < best.0 {
            best.0 = next;
            best.1.copy_from_slice(&L);
        }
        if next <= tolerance * tolerance * first {
            break;
        }
        if iteration % PATIENCE == 0 {
            if best.0 * PROGRESS * PROGRESS > milestone {
                break;
            }
            milestone = best.0;
        }
        let share = next / square;
        square = next;
        for (direction, rest) in direction.iter_mut().zip(&rest) {
            *direction = *rest + *direction * share;
        }
    }
    best.1
}
