//! Decompositions of small matrices: symmetric eigenproblem, SVD, polar decomposition and its differential,
//! projection onto positive semi-definite matrices.
//!
//! Conventions, the same for every input, also singular and inverted ones:
//! - eigenvalues and singular values descend; the matrices of vectors are rotations (det +1);
//! - the SVD is F = U diag(sigma) V^T with U, V rotations, so the sign of det F sits in sigma_3 and
//!   sigma_1 >= sigma_2 >= |sigma_3|;
//! - the polar decomposition is F = R S with R a rotation and S symmetric, S = V diag(sigma) V^T: for det F < 0
//!   S has one negative eigenvalue (the "rotation variant"; R maximises tr(R^T F) over rotations).
//!
//! Methods: cyclic Jacobi for symmetric matrices and one-sided Jacobi for the SVD (Golub & Van Loan, Matrix
//! Computations, 4th ed., 8.5 and 8.6), which are accurate to the last digits at any conditioning; scaled
//! Newton iteration for the polar factor of matrices that are well conditioned (Higham, Functions of Matrices,
//! ch. 8). All loops are bounded, nothing allocates, and no fused multiply-add is used, so that the bits do not
//! depend on whether a caller was compiled for a processor that has it. Entries may span 1e-300..1e300. Entries that
//! are not finite give results that are not finite, never a panic.

use glam::{DMat3, DVec3};

/// Sweeps after which Jacobi iterations stop at the latest; they need 3 to 8.
const MAX_SWEEPS: usize = 24;

/// A symmetric 3x3 matrix as `vectors * diag(values) * vectors^T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SymmetricEigen {
    /// Eigenvalues, largest first.
    pub values: DVec3,
    /// Eigenvectors as columns; a rotation.
    pub vectors: DMat3,
}

/// A 3x3 matrix as `u * diag(sigma) * v^T` with rotations `u`, `v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Svd {
    /// Left singular vectors as columns; a rotation.
    pub u: DMat3,
    /// Singular values, sigma_1 >= sigma_2 >= |sigma_3|; sigma_3 has the sign of the determinant.
    pub sigma: DVec3,
    /// Right singular vectors as columns; a rotation.
    pub v: DMat3,
}

/// A 3x3 matrix as `rotation * stretch`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polar {
    /// R, det +1.
    pub rotation: DMat3,
    /// S = R^T F, symmetric; indefinite where det F < 0.
    pub stretch: DMat3,
}

/// The power of two below the largest entry: dividing by it is exact and keeps squares in range.
/// `None` where there is nothing to decompose: all zero, or not finite.
fn exact_scale(entries: impl Iterator<Item = f64>) -> Option<f64> {
    const EXPONENT_BITS: u64 = 0x7ff0_0000_0000_0000;
    let mut largest = 0.0_f64;
    for x in entries {
        if !x.is_finite() {
            return None;
        }
        largest = largest.max(x.abs());
    }
    let power = f64::from_bits(largest.to_bits() & EXPONENT_BITS);
    (largest > 0.0).then_some(power.max(f64::MIN_POSITIVE))
}

/// Cosine and sine of the rotation that annihilates the off-diagonal entry `off` between `p` and `q`:
/// the smaller root of t^2 + 2 zeta t - 1 = 0, t = tan.
#[inline(always)]
fn jacobi_rotation(p: f64, q: f64, off: f64) -> (f64, f64) {
    let zeta = (q - p) / (2.0 * off);
    let t = 1.0_f64.copysign(zeta) / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let c = 1.0 / (1.0 + t * t).sqrt();
    (c, c * t)
}

/// Cyclic Jacobi: on return the diagonal of `a` holds the eigenvalues (unsorted), the columns of the result
/// the eigenvectors.
fn jacobi_eigenvectors<const N: usize>(a: &mut [[f64; N]; N]) -> [[f64; N]; N] {
    let mut v = [[0.0; N]; N];
    for i in 0..N {
        v[i][i] = 1.0;
    }
    let largest = a.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs()));
    let negligible = 0.25 * f64::EPSILON * largest;
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for p in 0..N {
            for q in p + 1..N {
                if a[p][q].abs() > negligible {
                    rotated = true;
                    let (c, s) = jacobi_rotation(a[p][p], a[q][q], a[p][q]);
                    rotate_symmetric(a, p, q, c, s);
                    for row in &mut v {
                        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                    }
                }
            }
        }
        if !rotated {
            break;
        }
    }
    v
}

/// a <- J^T a J for the rotation J in the plane (p, q).
#[inline(always)]
fn rotate_symmetric<const N: usize>(a: &mut [[f64; N]; N], p: usize, q: usize, c: f64, s: f64) {
    let shift = s / c * a[p][q];
    a[p][p] -= shift;
    a[q][q] += shift;
    a[p][q] = 0.0;
    a[q][p] = 0.0;
    for k in 0..N {
        if k != p && k != q {
            let (kp, kq) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
            (a[k][p], a[p][k]) = (kp, kp);
            (a[k][q], a[q][k]) = (kq, kq);
        }
    }
}

/// Orders columns by a key, largest first, keeping the determinant of `v`: a swap negates one column.
fn sort_columns(keys: &mut [f64; 3], mut swap: impl FnMut(usize, usize)) {
    for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        if keys[p] < keys[q] {
            keys.swap(p, q);
            swap(p, q);
        }
    }
}

/// Eigenvalues and eigenvectors of a symmetric matrix (the mean of `a` and its transpose is taken).
pub fn symmetric_eigen(a: &DMat3) -> SymmetricEigen {
    let Some(scale) = exact_scale(a.to_cols_array().into_iter()) else {
        return SymmetricEigen { values: zero_or_nan(a), vectors: DMat3::IDENTITY };
    };
    let entry = |i: usize, j: usize| 0.5 * (a.col(j)[i] / scale) + 0.5 * (a.col(i)[j] / scale);
    let mut rows: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
    let v = jacobi_eigenvectors(&mut rows);
    let mut columns: [DVec3; 3] = std::array::from_fn(|j| DVec3::new(v[0][j], v[1][j], v[2][j]));
    let mut values = [rows[0][0], rows[1][1], rows[2][2]];
    sort_columns(&mut values, |p, q| (columns[p], columns[q]) = (columns[q], -columns[p]));
    let vectors = DMat3::from_cols(columns[0], columns[1], columns[2]);
    SymmetricEigen { values: DVec3::from_array(values) * scale, vectors }
}

/// What the spectrum of a matrix is that has no scale: zero, or not a number.
fn zero_or_nan(a: &DMat3) -> DVec3 {
    DVec3::splat(if a.is_finite() { 0.0 } else { f64::NAN })
}

/// Singular value decomposition with rotations (conventions in the module head).
pub fn svd(a: &DMat3) -> Svd {
    let Some(scale) = exact_scale(a.to_cols_array().into_iter()) else {
        return Svd { u: DMat3::IDENTITY, sigma: zero_or_nan(a), v: DMat3::IDENTITY };
    };
    let mut b = [a.x_axis / scale, a.y_axis / scale, a.z_axis / scale];
    let mut v = [DVec3::X, DVec3::Y, DVec3::Z];
    orthogonalise_columns(&mut b, &mut v);
    let mut keys = b.map(DVec3::length_squared);
    sort_columns(&mut keys, |p, q| {
        (b[p], b[q]) = (b[q], -b[p]);
        (v[p], v[q]) = (v[q], -v[p]);
    });
    let u1 = b[0].normalize();
    let u2 = second_axis(u1, b[1]);
    let u3 = u1.cross(u2);
    // Rounding may swap equal values in the last bit; the order is a promise.
    let first = u1.dot(b[0]);
    let second = u2.dot(b[1]).clamp(0.0, first);
    let third = u3.dot(b[2]).clamp(-second, second);
    Svd {
        u: DMat3::from_cols(u1, u2, u3),
        sigma: DVec3::new(first, second, third) * scale,
        v: DMat3::from_cols(v[0], v[1], v[2]),
    }
}

/// One-sided Jacobi: rotates pairs of columns of `b` (and of `v`) until `b` has orthogonal columns.
fn orthogonalise_columns(b: &mut [DVec3; 3], v: &mut [DVec3; 3]) {
    const TOLERANCE_SQUARED: f64 = f64::EPSILON * f64::EPSILON;
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (alpha, beta, gamma) = (b[p].length_squared(), b[q].length_squared(), b[p].dot(b[q]));
            if gamma * gamma > TOLERANCE_SQUARED * alpha * beta {
                rotated = true;
                let (c, s) = jacobi_rotation(alpha, beta, gamma);
                (b[p], b[q]) = (c * b[p] - s * b[q], s * b[p] + c * b[q]);
                (v[p], v[q]) = (c * v[p] - s * v[q], s * v[p] + c * v[q]);
            }
        }
        if !rotated {
            break;
        }
    }
}

/// The direction of `b` made orthogonal to `u1`; any perpendicular where `b` has no direction (rank 1).
fn second_axis(u1: DVec3, b: DVec3) -> DVec3 {
    let across = b - u1 * u1.dot(b);
    let u2 = if across.length_squared() > f64::MIN_POSITIVE {
        across.normalize()
    } else {
        u1.any_orthonormal_vector()
    };
    (u2 - u1 * u1.dot(u2)).normalize()
}

/// The polar rotation R of F (conventions in the module head).
#[inline]
pub fn polar_rotation(F: &DMat3) -> DMat3 {
    if let Some(rotation) = newton_rotation(F) {
        return rotation;
    }
    let Svd { u, v, .. } = svd(F);
    u * v.transpose()
}

/// Polar decomposition F = R S (conventions in the module head).
#[inline]
pub fn polar(F: &DMat3) -> Polar {
    if let Some(rotation) = newton_rotation(F) {
        let product = rotation.transpose() * *F;
        return Polar { rotation, stretch: (product + product.transpose()) * 0.5 };
    }
    let Svd { u, sigma, v } = svd(F);
    let stretch = v * DMat3::from_diagonal(sigma) * v.transpose();
    Polar { rotation: u * v.transpose(), stretch: stretch * 0.5 + stretch.transpose() * 0.5 }
}

/// Sum of the squares of the entries.
#[inline(always)]
fn norm_squared(a: &DMat3) -> f64 {
    a.x_axis.length_squared() + a.y_axis.length_squared() + a.z_axis.length_squared()
}

/// The orthogonal factor by X <- (g X + X^-T / g) / 2, which converges quadratically; g, the ratio of the norms,
/// speeds up the first steps. `None` for inverted, nearly singular or extremely scaled F.
#[inline]
fn newton_rotation(F: &DMat3) -> Option<DMat3> {
    const SMALLEST_RELATIVE_DETERMINANT: f64 = 1e-4;
    const MAX_STEPS: usize = 12;
    let size = norm_squared(F);
    if !(1e-60..1e60).contains(&size) {
        return None;
    }
    let mut X = *F;
    // Close to a rotation (|F|^2 = 3) scaling gains nothing and costs two roots.
    let mut scaled = (size - 3.0).abs() > 0.5;
    for step in 0..MAX_STEPS {
        let (yz, zx, xy) = (X.y_axis.cross(X.z_axis), X.z_axis.cross(X.x_axis), X.x_axis.cross(X.y_axis));
        let determinant = X.x_axis.dot(yz);
        let well_conditioned = determinant > SMALLEST_RELATIVE_DETERMINANT * size * size.sqrt();
        if step == 0 && !well_conditioned {
            return None;
        }
        let inverse_transpose = DMat3::from_cols(yz, zx, xy) * (1.0 / determinant);
        let g =
            if scaled { (norm_squared(&inverse_transpose) / norm_squared(&X)).sqrt().sqrt() } else { 1.0 };
        let next = X * (0.5 * g) + inverse_transpose * (0.5 / g);
        let change = norm_squared(&(next - X));
        X = next;
        // The error after a step is half the square of the error before it.
        if change < 1e-16 {
            return Some(X);
        }
        scaled = change > 1e-2;
    }
    None
}

/// The derivative of the polar rotation at one F, prepared for many changes dF.
///
/// With dR = R `[w]x`, differentiating F = R S gives (tr(S) I - S) w = axial(R^T dF - dF^T R); the matrix has
/// the eigenvalues S_i + S_j >= 0. Where a sum vanishes (F singular in two directions, or inverted with equal
/// magnitudes) R jumps and has no derivative: rotation about that axis is then held, the pseudo-inverse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolarDifferential {
    /// R.
    pub rotation: DMat3,
    /// (tr(S) I - S)^-1, or its pseudo-inverse.
    pub inverse_sums: DMat3,
}

impl PolarDifferential {
    /// Prepares the derivative at F = R S.
    pub fn new(polar: &Polar) -> Self {
        let S = &polar.stretch;
        let sums = DMat3::from_diagonal(DVec3::splat(S.x_axis.x + S.y_axis.y + S.z_axis.z)) - *S;
        Self { rotation: polar.rotation, inverse_sums: pseudo_inverse(&sums) }
    }

    /// dR for a change dF.
    pub fn apply(&self, dF: &DMat3) -> DMat3 {
        let W = self.rotation.transpose() * *dF;
        let axial = DVec3::new(W.y_axis.z - W.z_axis.y, W.z_axis.x - W.x_axis.z, W.x_axis.y - W.y_axis.x);
        let w = self.inverse_sums * axial;
        self.rotation * DMat3::from_cols(w.cross(DVec3::X), w.cross(DVec3::Y), w.cross(DVec3::Z))
    }
}

/// Inverse of a symmetric positive semi-definite matrix, leaving out directions below 1e-10 of the largest.
fn pseudo_inverse(a: &DMat3) -> DMat3 {
    let mean = (a.x_axis.x + a.y_axis.y + a.z_axis.z) / 3.0;
    let determinant = a.determinant();
    if determinant.is_normal() && determinant > 1e-6 * mean * mean * mean {
        return a.inverse();
    }
    let SymmetricEigen { values, vectors } = symmetric_eigen(a);
    let floor = 1e-10 * values.x;
    let reciprocal = |e: f64| if e > floor && e.recip().is_finite() { e.recip() } else { 0.0 };
    let inverse = DVec3::new(reciprocal(values.x), reciprocal(values.y), reciprocal(values.z));
    vectors * DMat3::from_diagonal(inverse) * vectors.transpose()
}

/// Replaces a symmetric matrix by the nearest positive semi-definite one (Frobenius norm: negative eigenvalues
/// become zero). Returns false where it already was one, up to 1e-12 of its largest diagonal entry.
pub fn project_positive_semidefinite<const N: usize>(a: &mut [[f64; N]; N]) -> bool {
    let Some(scale) = exact_scale(a.iter().flatten().copied()) else {
        return false;
    };
    if is_positive_semidefinite(a, scale) {
        return false;
    }
    let mut work: [[f64; N]; N] =
        std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (a[i][j] / scale) + 0.5 * (a[j][i] / scale)));
    let v = jacobi_eigenvectors(&mut work);
    for k in 0..N {
        let excess = (-work[k][k]).max(0.0) * scale;
        if excess > 0.0 {
            for i in 0..N {
                for j in 0..N {
                    a[i][j] += excess * (v[i][k] * v[j][k]);
                }
            }
        }
    }
    true
}

/// Whether the matrix shifted up by 1e-12 of its largest diagonal entry has a Cholesky factor.
fn is_positive_semidefinite<const N: usize>(a: &[[f64; N]; N], scale: f64) -> bool {
    let largest = (0..N).fold(0.0_f64, |m, i| m.max(a[i][i] / scale));
    let shift = 1e-12 * largest;
    let mut l = [[0.0; N]; N];
    for j in 0..N {
        let mut pivot = a[j][j] / scale + shift;
        for k in 0..j {
            pivot -= l[j][k] * l[j][k];
        }
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        l[j][j] = pivot.sqrt();
        for i in j + 1..N {
            let mut x = a[i][j] / scale;
            for k in 0..j {
                x -= l[i][k] * l[j][k];
            }
            l[i][j] = x / l[j][j];
        }
    }
    true
}
