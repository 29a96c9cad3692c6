//! Lowest eigenvalues of `K x = lambda M x`: natural frequencies, and critical loads where one reaches zero.
//!
//! Block Lanczos with full orthogonalisation and thick restart [Grimes, Lewis, Simon 1994; Wu, Simon 2000] on
//! `(K + s M)^-1 M`. The shift `s > 0` makes the matrix of a free body regular; where `K` itself is indefinite (a
//! buckled state) it is enlarged until Cholesky succeeds, so that all eigenvalues are above `-s` and the lowest
//! are the largest of the inverse. A block is larger than the six rigid motions, so that multiple eigenvalues
//! are found with all their vectors.

use super::cholesky::Cholesky;
use super::dense::{Square, symmetric_eigen};
use super::matrix::{BlockMatrix, ProductPlan};
use super::solver::LinearSolver;
use crate::reduce;
use glam::{DMat3, DVec3};
use std::collections::VecDeque;
use std::sync::Arc;

/// Vectors in a block: more than the multiplicity of any eigenvalue met in practice (six rigid motions).
const BLOCK_SIZE: usize = 8;
/// First shift relative to the mean ratio of the diagonals of `K` and `M`, about the square of the highest frequency.
const RELATIVE_SHIFT: f64 = 1e-8;
/// Enlargements of the shift, ten times each, before giving up.
const MAX_SHIFTS: usize = 14;

/// The matrix `M`.
#[derive(Debug, Clone, Copy)]
pub enum Mass<'a> {
    /// Diagonal: a mass for each node and axis in kg; zero on axes that are held.
    Lumped(&'a [DVec3]),
    /// With couplings; its pattern is that of `K`.
    Consistent(&'a BlockMatrix),
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EigenOptions {
    /// Number of eigenvalues.
    pub count: usize,
    /// Residual at which a pair counts as found, see [`EigenPair::residual`].
    pub tolerance: f64,
    /// Solves with the shifted matrix after which the search stops.
    pub max_solves: usize,
}

impl EigenOptions {
    /// The lowest `count`, to a residual of 1e-6 (which leaves about 1e-12 in the eigenvalue).
    pub fn lowest(count: usize) -> Self {
        Self { count, tolerance: 1e-6, max_solves: 400 + 40 * count }
    }
}

/// An eigenvalue and its vector.
#[derive(Debug, Clone, PartialEq)]
pub struct EigenPair {
    /// The eigenvalue [1/s^2 for stiffness and mass].
    pub value: f64,
    /// The eigenvector with `x^T M x = 1`.
    pub vector: Vec<DVec3>,
    /// `|K x - lambda M x| / ((|lambda| + s) |M x|)`.
    pub residual: f64,
}

/// Why no eigenvalues were found.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum EigenError {
    /// No shift made the matrix positive definite: `M` is zero or indefinite where `K` is, or not finite.
    #[error("no shift makes K + s M positive definite; last tried s = {shift:e}")]
    NoShift {
        /// The last shift tried.
        shift: f64,
    },
    /// The search stopped before all pairs were found.
    #[error("{found} of {wanted} eigenvalues found in {solves} solves")]
    NotConverged {
        /// Pairs within the tolerance.
        found: usize,
        /// Pairs asked for.
        wanted: usize,
        /// Solves done.
        solves: usize,
    },
}

/// The lowest eigenvalues of `K x = lambda M x`, ascending, negative ones included. There are fewer than asked for
/// only if the system has fewer.
///
/// # Panics
/// When `M` does not fit `K`.
pub fn lowest_modes(
    stiffness: &BlockMatrix,
    mass: Mass,
    positions: &[DVec3],
    options: &EigenOptions,
) -> Result<Vec<EigenPair>, EigenError> {
    let n = stiffness.node_count();
    let fits = match mass {
        Mass::Lumped(m) => m.len() == n,
        Mass::Consistent(m) => {
            Arc::ptr_eq(m.pattern(), stiffness.pattern()) || m.pattern() == stiffness.pattern()
        }
    };
    assert!(fits, "the mass has the nodes and the pattern of the stiffness");
    if options.count == 0 || n == 0 {
        return Ok(Vec::new());
    }
    let mut lanczos = Lanczos::new(stiffness, mass, positions)?;
    lanczos.run(options)
}

/// The eigenvalues of `K x = lambda M x` nearest to zero, of both signs, nearest first, one for each vector of `block`: by subspace iteration, `rounds`
/// solves a vector. `inverse` solves with `K`, which may have negative eigenvalues. `block` is any start, best what is known of the vectors, and holds
/// what was found of them afterwards, orthonormal in the mass; a vector that depends on those before it is zero, and its eigenvalue infinite.
///
/// # Errors
/// Those of `inverse`.
pub fn nearest_to_zero<E>(
    block: &mut [Vec<DVec3>],
    rounds: usize,
    mut times_mass: impl FnMut(&[DVec3], &mut [DVec3]),
    mut inverse: impl FnMut(&[DVec3], &mut [DVec3]) -> Result<(), E>,
) -> Result<Vec<f64>, E> {
    let n = block.first().map_or(0, Vec::len);
    let mut images = vec![vec![DVec3::ZERO; n]; block.len()];
    let mut mass_block = images.clone();
    orthonormalise(block, &mut mass_block, &mut times_mass);
    let mut values = vec![f64::INFINITY; block.len()];
    for _ in 0..rounds {
        for (rhs, image) in mass_block.iter().zip(&mut images) {
            inverse(rhs, image)?;
        }
        let mut projected = Square::zeros(block.len());
        for (i, rhs) in mass_block.iter().enumerate() {
            for (j, image) in images.iter().enumerate() {
                projected.set(i, j, reduce::dot(rhs, image));
            }
        }
        let (inverses, vectors) = symmetric_eigen(symmetric_part(projected, block.len()));
        let mut order: Vec<usize> = (0..block.len()).collect();
        order.sort_by(|a, b| inverses[*b].abs().total_cmp(&inverses[*a].abs()));
        for ((k, x), value) in order.iter().zip(block.iter_mut()).zip(&mut values) {
            *x = Lanczos::combine(&images, vectors.row(*k));
            *value = inverses[*k].recip();
        }
        orthonormalise(block, &mut mass_block, &mut times_mass);
    }
    Ok(values)
}

/// Means over the diagonal: products of two solves differ by rounding.
fn symmetric_part(mut square: Square, size: usize) -> Square {
    for i in 0..size {
        for j in 0..i {
            let mean = 0.5 * (square.get(i, j) + square.get(j, i));
            square.set(i, j, mean);
            square.set(j, i, mean);
        }
    }
    square
}

/// Makes vectors orthonormal in the mass, one after the other; `images` become the mass times them.
fn orthonormalise(
    block: &mut [Vec<DVec3>],
    images: &mut [Vec<DVec3>],
    times_mass: &mut impl FnMut(&[DVec3], &mut [DVec3]),
) {
    for k in 0..block.len() {
        let (done, rest) = block.split_at_mut(k);
        let x = &mut rest[0];
        let before = reduce::norm(x);
        for _ in 0..2 {
            for (y, image) in done.iter().zip(images.iter()) {
                let overlap = reduce::dot(x, image);
                reduce::add_scaled(x, -overlap, y);
            }
        }
        times_mass(x, &mut images[k]);
        let norm = reduce::dot(x, &images[k]).sqrt();
        // Written so that what is no number counts as nothing.
        let scale = if reduce::norm(x) > 1e-12 * before && norm > 0.0 { norm.recip() } else { 0.0 };
        reduce::scale(x, scale);
        reduce::scale(&mut images[k], scale);
    }
}

struct Lanczos<'a> {
    stiffness: &'a BlockMatrix,
    mass: Mass<'a>,
    product: ProductPlan,
    shifted: BlockMatrix,
    shift: f64,
    solver: Cholesky,
    /// Orthonormal in the mass.
    basis: Vec<Vec<DVec3>>,
    mass_basis: Vec<Vec<DVec3>>,
    /// The inverse restricted to the basis: `projected[j][i]`, `i <= j`.
    projected: Vec<Vec<f64>>,
    /// Vectors waiting to extend the basis.
    waiting: VecDeque<Vec<DVec3>>,
    random: u64,
    solves: usize,
}

impl<'a> Lanczos<'a> {
    fn new(stiffness: &'a BlockMatrix, mass: Mass<'a>, positions: &[DVec3]) -> Result<Self, EigenError> {
        let mut lanczos = Self {
            stiffness,
            mass,
            product: ProductPlan::new(stiffness.pattern()),
            shifted: stiffness.clone(),
            shift: 0.0,
            // Substitutions are used as they are.
            solver: Cholesky::default().single_above(usize::MAX),
            basis: Vec::new(),
            mass_basis: Vec::new(),
            projected: Vec::new(),
            waiting: VecDeque::new(),
            random: 0x243f_6a88_85a3_08d3,
            solves: 0,
        };
        lanczos.solver.analyze(stiffness.pattern(), positions);
        lanczos.find_shift()?;
        Ok(lanczos)
    }

    fn find_shift(&mut self) -> Result<(), EigenError> {
        let trace = |m: DMat3| m.x_axis.x.abs() + m.y_axis.y.abs() + m.z_axis.z.abs();
        let n = self.stiffness.node_count();
        let (mut k, mut m) = (0.0, 0.0);
        for i in 0..n {
            let mass = self.mass_diagonal(i);
            // Held axes have no mass and stand for nothing here.
            if trace(mass) > 0.0 {
                k += trace(self.stiffness.diagonal(i));
                m += trace(mass);
            }
        }
        let mut shift = if k > 0.0 && m > 0.0 { RELATIVE_SHIFT * k / m } else { 1.0 };
        for _ in 0..MAX_SHIFTS {
            self.shift = shift;
            self.fill_shifted();
            if self.solver.factor(&self.shifted).is_ok() {
                return Ok(());
            }
            shift *= 10.0;
        }
        Err(EigenError::NoShift { shift: self.shift })
    }

    fn mass_diagonal(&self, i: usize) -> DMat3 {
        match self.mass {
            Mass::Lumped(m) => DMat3::from_diagonal(m[i]),
            Mass::Consistent(m) => m.diagonal(i),
        }
    }

    fn fill_shifted(&mut self) {
        self.shifted.values.copy_from_slice(&self.stiffness.values);
        match self.mass {
            Mass::Lumped(m) => {
                for (i, m) in m.iter().enumerate() {
                    *self.shifted.diagonal_mut(i) += DMat3::from_diagonal(*m) * self.shift;
                }
            }
            Mass::Consistent(m) => {
                for (target, m) in self.shifted.values.iter_mut().zip(&m.values) {
                    *target += *m * self.shift;
                }
            }
        }
    }

    fn times_mass(&mut self, x: &[DVec3]) -> Vec<DVec3> {
        match self.mass {
            Mass::Lumped(m) => m.iter().zip(x).map(|(m, x)| *m * *x).collect(),
            Mass::Consistent(m) => {
                let mut y = vec![DVec3::ZERO; x.len()];
                self.product.multiply(m, x, &mut y);
                y
            }
        }
    }

    /// `(K + s M)^-1 rhs`.
    fn solve(&mut self, rhs: &[DVec3]) -> Vec<DVec3> {
        let mut x = vec![DVec3::ZERO; rhs.len()];
        self.solver.substitute(rhs, &mut x);
        self.solves += 1;
        x
    }

    /// SplitMix64, so that the start is the same each time.
    fn random_vector(&mut self) -> Vec<DVec3> {
        let mut number = || {
            self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.random;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        (0..self.stiffness.node_count()).map(|_| DVec3::new(number(), number(), number())).collect()
    }

    fn wait_for_random(&mut self) {
        let start = self.random_vector();
        let rhs = self.times_mass(&start);
        let x = self.solve(&rhs);
        self.waiting.push_back(x);
    }

    /// Makes `x` orthonormal to the basis; `None` if nothing is left of it.
    fn orthonormalize(&mut self, mut x: Vec<DVec3>) -> Option<(Vec<DVec3>, Vec<DVec3>)> {
        let mass = self.times_mass(&x);
        let before = reduce::dot(&x, &mass).sqrt();
        for _ in 0..2 {
            for (v, mv) in self.basis.iter().zip(&self.mass_basis) {
                let overlap = reduce::dot(&x, mv);
                reduce::add_scaled(&mut x, -overlap, v);
            }
        }
        let mut mass = self.times_mass(&x);
        let norm = reduce::dot(&x, &mass).sqrt();
        // Written so that a NaN counts as nothing.
        if !(norm > 1e-10 * before && norm > 0.0 && norm.is_finite()) {
            return None;
        }
        reduce::scale(&mut x, 1.0 / norm);
        reduce::scale(&mut mass, 1.0 / norm);
        Some((x, mass))
    }

    /// Adds one vector to the basis; `false` when the space is exhausted.
    fn extend(&mut self) -> bool {
        let mut failures = 0;
        while failures < 2 * BLOCK_SIZE {
            if self.waiting.is_empty() {
                self.wait_for_random();
                failures += 1;
            }
            let Some(candidate) = self.waiting.pop_front() else { continue };
            let Some((v, mv)) = self.orthonormalize(candidate) else { continue };
            let image = self.solve(&mv);
            self.basis.push(v);
            self.mass_basis.push(mv);
            self.projected.push(self.mass_basis.iter().map(|mv| reduce::dot(mv, &image)).collect());
            self.waiting.push_back(image);
            return true;
        }
        false
    }

    fn run(&mut self, options: &EigenOptions) -> Result<Vec<EigenPair>, EigenError> {
        let count = options.count;
        let largest = 3 * count + 8 * BLOCK_SIZE;
        (0..BLOCK_SIZE).for_each(|_| self.wait_for_random());
        let mut next_check = count + 2 * BLOCK_SIZE;
        loop {
            let exhausted = !self.extend();
            if !exhausted && self.basis.len() < next_check {
                continue;
            }
            let (values, vectors) = self.ritz();
            let pairs = self.pairs(&values, &vectors, count);
            let found = pairs.iter().filter(|p| p.residual <= options.tolerance).count();
            if found == pairs.len() && (exhausted || found == count) {
                return Ok(pairs);
            }
            if exhausted || self.solves >= options.max_solves {
                return Err(EigenError::NotConverged { found, wanted: count, solves: self.solves });
            }
            if self.basis.len() + BLOCK_SIZE > largest {
                self.restart(&values, &vectors, count + BLOCK_SIZE);
            }
            next_check = self.basis.len() + BLOCK_SIZE;
        }
    }

    /// Eigenvalues of the projected inverse, descending, and its vectors.
    fn ritz(&self) -> (Vec<f64>, Square) {
        let m = self.basis.len();
        let mut projected = Square::zeros(m);
        for (j, row) in self.projected.iter().enumerate() {
            for (i, &value) in row.iter().enumerate() {
                projected.set(i, j, value);
                projected.set(j, i, value);
            }
        }
        symmetric_eigen(projected)
    }

    fn combine(vectors: &[Vec<DVec3>], weights: &[f64]) -> Vec<DVec3> {
        let mut sum = vec![DVec3::ZERO; vectors.first().map_or(0, Vec::len)];
        for (v, &weight) in vectors.iter().zip(weights) {
            reduce::add_scaled(&mut sum, weight, v);
        }
        sum
    }

    /// The first `count` Ritz pairs with their residuals, ascending by eigenvalue.
    fn pairs(&mut self, values: &[f64], vectors: &Square, count: usize) -> Vec<EigenPair> {
        let count = count.min(values.len());
        let mut pairs: Vec<EigenPair> = (0..count).map(|k| self.pair(vectors.row(k))).collect();
        pairs.sort_by(|a, b| a.value.total_cmp(&b.value));
        pairs
    }

    fn pair(&mut self, weights: &[f64]) -> EigenPair {
        let vector = Self::combine(&self.basis, weights);
        let mass = Self::combine(&self.mass_basis, weights);
        let mut residual = vec![DVec3::ZERO; vector.len()];
        self.product.multiply(self.stiffness, &vector, &mut residual);
        // The Rayleigh quotient is more accurate than 1/theta - s.
        let value = reduce::dot(&vector, &residual) / reduce::dot(&vector, &mass);
        reduce::add_scaled(&mut residual, -value, &mass);
        let scale = (value.abs() + self.shift) * reduce::norm(&mass);
        EigenPair { value, vector, residual: reduce::norm(&residual) / scale }
    }

    /// Keeps the best `keep` Ritz vectors as the basis and goes on from there.
    fn restart(&mut self, values: &[f64], vectors: &Square, keep: usize) {
        let keep = keep.min(values.len());
        let combined = |all: &[Vec<DVec3>]| -> Vec<Vec<DVec3>> {
            (0..keep).map(|k| Self::combine(all, vectors.row(k))).collect()
        };
        (self.basis, self.mass_basis) = (combined(&self.basis), combined(&self.mass_basis));
        self.projected =
            (0..keep).map(|j| (0..=j).map(|i| if i == j { values[j] } else { 0.0 }).collect()).collect();
    }
}
