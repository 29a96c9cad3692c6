//! The fit at one point, sample by sample: no matrix but G itself is ever formed, only products with c and its
//! derivatives.
//!
//! Lengths are in units of `L`, the spacing of the first supporting sample; pairs of axes are ordered xx, yy, zz, yz, xz, xy.

use glam::DVec3;

use super::cholesky::Cholesky;
use super::{Gmls, GmlsBasis, GmlsError, GmlsRow};

/// The axes of the second derivatives.
const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)];

/// Weight of each second derivative in the fit.
const PAIR_WEIGHTS: [f64; 6] = [1.0, 1.0, 1.0, 2.0, 2.0, 2.0];

/// Memory for evaluations; any number of them, one at a time.
#[derive(Clone, Debug, Default)]
pub struct GmlsScratch {
    linear: Vec<Support<4>>,
    quadratic: Vec<Support<10>>,
    pub(super) supporters: Vec<u32>,
    pub(super) rows: Vec<GmlsRow>,
}

/// What a sample brings to the fit.
#[derive(Clone, Debug)]
pub(super) struct Support<const M: usize> {
    /// The kernel and its derivatives, ordered as in [`GmlsRow`].
    kernel: GmlsRow,
    /// Spacing over `L`.
    scale: f64,
    /// Residual vectors of the value and the first derivatives.
    residuals: [[f64; M]; 4],
    /// Their products with c and its derivatives.
    products: [GmlsRow; 4],
}

/// Picks the memory for a number of monomials.
pub(super) trait Monomials<const M: usize> {
    fn supports(&mut self) -> &mut Vec<Support<M>>;
}

impl Monomials<4> for GmlsScratch {
    fn supports(&mut self) -> &mut Vec<Support<4>> {
        &mut self.linear
    }
}

impl Monomials<10> for GmlsScratch {
    fn supports(&mut self) -> &mut Vec<Support<10>> {
        &mut self.quadratic
    }
}

impl Gmls {
    pub(super) fn evaluate_with<const M: usize>(
        &self,
        x: DVec3,
        supporters: &[u32],
        derivatives: bool,
        scratch: &mut GmlsScratch,
        out: &mut Vec<GmlsRow>,
    ) -> Result<(), GmlsError>
    where
        GmlsScratch: Monomials<M>,
    {
        let &[first, ..] = supporters else { return Err(GmlsError::OutOfReach { point: x }) };
        let L = self.spacings[first as usize];
        let supports = scratch.supports();
        supports.clear();
        supports.extend(supporters.iter().map(|&i| self.support(x, i as usize, L)));
        let curvature = self.curvature_weights();
        let factor = factorise(supports, &curvature)
            .ok_or(GmlsError::Undetermined { point: x, supporters: supporters.len() })?;
        let coefficients = coefficients(supports, &curvature, &factor, derivatives);
        for support in supports.iter() {
            push_rows(support, self.basis, &coefficients, L, derivatives, out);
        }
        Ok(())
    }

    fn support<const M: usize>(&self, x: DVec3, i: usize, L: f64) -> Support<M> {
        let d = ((self.samples[i] - x) / L).to_array();
        let scale = self.spacings[i] / L;
        Support {
            kernel: kernel(d, self.radii[i] / L, self.kernel_weights[i]),
            scale,
            residuals: residuals(d, scale),
            products: [[0.0; 10]; 4],
        }
    }

    /// Weights of the residuals of second derivatives, but for the power of the spacing.
    fn curvature_weights(&self) -> [f64; 6] {
        let share = match self.basis {
            GmlsBasis::Linear => 0.0,
            GmlsBasis::Quadratic => 1.0,
            GmlsBasis::Condensed => self.ridge,
        };
        PAIR_WEIGHTS.map(|weight| share * weight)
    }
}

/// w = (1 - q²)⁴ and its derivatives by the point, which moves against d.
fn kernel(d: [f64; 3], radius: f64, weight: f64) -> GmlsRow {
    let k = 1.0 / (radius * radius);
    let u = (1.0 - k * (d[0] * d[0] + d[1] * d[1] + d[2] * d[2])).max(0.0);
    let (first, second) = (8.0 * weight * k * u.powi(3), 48.0 * weight * (k * u) * (k * u));
    let mut row = [0.0; 10];
    row[0] = weight * u.powi(4);
    for j in 0..3 {
        row[1 + j] = first * d[j];
    }
    for (pair, &(j, k)) in PAIRS.iter().enumerate() {
        row[4 + pair] = second * d[j] * d[k] - if j == k { first } else { 0.0 };
    }
    row
}

/// Monomials 1, x, y, z, x²/2, y²/2, z²/2, yz, xz, xy at d and their first derivatives times the scale.
fn residuals<const M: usize>([x, y, z]: [f64; 3], s: f64) -> [[f64; M]; 4] {
    let all = [
        [1.0, x, y, z, 0.5 * x * x, 0.5 * y * y, 0.5 * z * z, y * z, x * z, x * y],
        [0.0, s, 0.0, 0.0, s * x, 0.0, 0.0, 0.0, s * z, s * y],
        [0.0, 0.0, s, 0.0, 0.0, s * y, 0.0, s * z, 0.0, s * x],
        [0.0, 0.0, 0.0, s, 0.0, 0.0, s * z, s * y, s * x, 0.0],
    ];
    all.map(|row| std::array::from_fn(|m| row[m]))
}

fn factorise<const M: usize>(supports: &[Support<M>], curvature: &[f64; 6]) -> Option<Cholesky<M>> {
    let mut G = [[0.0; M]; M];
    let mut fourth_powers = 0.0;
    for support in supports {
        let w = support.kernel[0];
        for r in &support.residuals {
            add_lower(&mut G, w, r);
        }
        fourth_powers += w * support.scale.powi(4);
    }
    for pair in 0..M.saturating_sub(4) {
        G[4 + pair][4 + pair] += curvature[pair] * fourth_powers;
    }
    Cholesky::of(G)
}

/// c and, if asked for, its derivatives. Leaves the products of the residuals with them in the supports.
fn coefficients<const M: usize>(
    supports: &mut [Support<M>],
    curvature: &[f64; 6],
    factor: &Cholesky<M>,
    derivatives: bool,
) -> [[f64; M]; 10] {
    let mut c = [[0.0; M]; 10];
    c[0][0] = 1.0;
    factor.solve(&mut c[0]);
    multiply(supports, &c, 0..1);
    if !derivatives {
        return c;
    }
    for j in 0..3 {
        c[1 + j][1 + j] = 1.0;
    }
    for pair in 0..M.saturating_sub(4) {
        c[4 + pair][4 + pair] = 1.0;
    }
    for support in supports.iter() {
        let Gc = support.times(0, &c[0], curvature);
        for derivative in 1..10 {
            subtract(&mut c[derivative], support.kernel[derivative], &Gc);
        }
    }
    for j in 0..3 {
        factor.solve(&mut c[1 + j]);
    }
    multiply(supports, &c, 1..4);
    for support in supports.iter() {
        let Gc: [[f64; M]; 3] = std::array::from_fn(|j| support.times(1 + j, &c[1 + j], curvature));
        for (pair, &(j, k)) in PAIRS.iter().enumerate() {
            subtract(&mut c[4 + pair], support.kernel[1 + j], &Gc[k]);
            subtract(&mut c[4 + pair], support.kernel[1 + k], &Gc[j]);
        }
    }
    for pair in 0..6 {
        factor.solve(&mut c[4 + pair]);
    }
    multiply(supports, &c, 4..10);
    c
}

fn multiply<const M: usize>(supports: &mut [Support<M>], c: &[[f64; M]; 10], which: std::ops::Range<usize>) {
    for support in supports {
        for (r, products) in support.residuals.iter().zip(&mut support.products) {
            for derivative in which.clone() {
                products[derivative] = dot(r, &c[derivative]);
            }
        }
    }
}

impl<const M: usize> Support<M> {
    /// The sample's part of G, but for its kernel, times a vector whose products with the residuals are known.
    #[inline]
    fn times(&self, which: usize, vector: &[f64; M], curvature: &[f64; 6]) -> [f64; M] {
        let mut result = [0.0; M];
        for (r, products) in self.residuals.iter().zip(&self.products) {
            subtract(&mut result, -products[which], r);
        }
        let fourth_power = self.scale.powi(4);
        for pair in 0..M.saturating_sub(4) {
            result[4 + pair] += fourth_power * curvature[pair] * vector[4 + pair];
        }
        result
    }
}

fn push_rows<const M: usize>(
    support: &Support<M>,
    basis: GmlsBasis,
    c: &[[f64; M]; 10],
    L: f64,
    derivatives: bool,
    out: &mut Vec<GmlsRow>,
) {
    for products in &support.products {
        out.push(row(&support.kernel, products, L, derivatives));
    }
    if basis == GmlsBasis::Quadratic {
        let square = support.scale * support.scale;
        for pair in 0..M.saturating_sub(4) {
            let weight = square * PAIR_WEIGHTS[pair];
            let products = std::array::from_fn(|derivative| weight * c[derivative][4 + pair]);
            out.push(row(&support.kernel, &products, L, derivatives));
        }
    }
}

/// The product of the kernel with r . c and its derivatives, in metres again.
fn row(w: &GmlsRow, rc: &GmlsRow, L: f64, derivatives: bool) -> GmlsRow {
    let mut row = [0.0; 10];
    row[0] = w[0] * rc[0];
    if !derivatives {
        return row;
    }
    for j in 1..4 {
        row[j] = (w[j] * rc[0] + w[0] * rc[j]) / L;
    }
    for (pair, &(j, k)) in PAIRS.iter().enumerate() {
        let mixed = w[1 + j] * rc[1 + k] + w[1 + k] * rc[1 + j];
        row[4 + pair] = (w[4 + pair] * rc[0] + mixed + w[0] * rc[4 + pair]) / (L * L);
    }
    row
}

/// Adds factor r r^T below and on the diagonal.
#[inline]
fn add_lower<const M: usize>(G: &mut [[f64; M]; M], factor: f64, r: &[f64; M]) {
    for m in 0..M {
        let left = factor * r[m];
        for n in 0..=m {
            G[m][n] += left * r[n];
        }
    }
}

#[inline]
fn dot<const M: usize>(a: &[f64; M], b: &[f64; M]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[inline]
fn subtract<const M: usize>(a: &mut [f64; M], factor: f64, b: &[f64; M]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a -= factor * b;
    }
}
