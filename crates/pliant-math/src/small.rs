//! 3x3 matrices and 3-vectors over [`Real`], for kernels. Outside kernels use glam.
//!
//! Row-major: `m[row][column]`, so that `F[i][k]` reads like the index notation of the docs.

use crate::lanes::Real;
use glam::{DMat3, DVec3};

/// A vector in a kernel.
pub type V3<R> = [R; 3];
/// A matrix in a kernel, `m[row][column]`.
pub type M3<R> = [[R; 3]; 3];

/// The matrix with zeros everywhere.
#[inline(always)]
pub fn zero<R: Real>() -> M3<R> {
    [[R::zero(); 3]; 3]
}

/// The identity.
#[inline(always)]
pub fn identity<R: Real>() -> M3<R> {
    let (o, l) = (R::zero(), R::one());
    [[l, o, o], [o, l, o], [o, o, l]]
}

/// Entry by entry.
#[inline(always)]
pub fn from_fn<R: Real>(f: impl Fn(usize, usize) -> R) -> M3<R> {
    [[f(0, 0), f(0, 1), f(0, 2)], [f(1, 0), f(1, 1), f(1, 2)], [f(2, 0), f(2, 1), f(2, 2)]]
}

/// Component by component.
#[inline(always)]
pub fn vec_from_fn<R: Real>(f: impl Fn(usize) -> R) -> V3<R> {
    [f(0), f(1), f(2)]
}

/// `a + b`.
#[inline(always)]
pub fn add<R: Real>(a: &M3<R>, b: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| a[i][j] + b[i][j],
    )
}

/// `a - b`.
#[inline(always)]
pub fn sub<R: Real>(a: &M3<R>, b: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| a[i][j] - b[i][j],
    )
}

/// `s a`.
#[inline(always)]
pub fn scale<R: Real>(a: &M3<R>, s: R) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| a[i][j] * s,
    )
}

/// `a + s b`.
#[inline(always)]
pub fn add_scaled<R: Real>(a: &M3<R>, s: R, b: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| b[i][j].mul_add(s, a[i][j]),
    )
}

/// Transpose.
#[inline(always)]
pub fn transpose<R: Real>(a: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| a[j][i],
    )
}

/// `a b`.
#[inline(always)]
pub fn mul<R: Real>(a: &M3<R>, b: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| a[i][2].mul_add(b[2][j], a[i][1].mul_add(b[1][j], a[i][0] * b[0][j])),
    )
}

/// `a^T b`.
#[inline(always)]
pub fn transpose_mul<R: Real>(a: &M3<R>, b: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| a[2][i].mul_add(b[2][j], a[1][i].mul_add(b[1][j], a[0][i] * b[0][j])),
    )
}

/// `a b^T`.
#[inline(always)]
pub fn mul_transpose<R: Real>(a: &M3<R>, b: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| a[i][2].mul_add(b[j][2], a[i][1].mul_add(b[j][1], a[i][0] * b[j][0])),
    )
}

/// `a v`.
#[inline(always)]
pub fn mul_vec<R: Real>(a: &M3<R>, v: &V3<R>) -> V3<R> {
    vec_from_fn(
        #[inline(always)]
        |i| a[i][2].mul_add(v[2], a[i][1].mul_add(v[1], a[i][0] * v[0])),
    )
}

/// Symmetric part, (a + a^T)/2.
#[inline(always)]
pub fn symmetric<R: Real>(a: &M3<R>) -> M3<R> {
    let half = R::splat(0.5);
    from_fn(
        #[inline(always)]
        |i, j| (a[i][j] + a[j][i]) * half,
    )
}

/// Trace.
#[inline(always)]
pub fn trace<R: Real>(a: &M3<R>) -> R {
    a[0][0] + a[1][1] + a[2][2]
}

/// Double contraction a : b = sum a_ij b_ij.
#[inline(always)]
pub fn contract<R: Real>(a: &M3<R>, b: &M3<R>) -> R {
    let mut sum = R::zero();
    for i in 0..3 {
        for j in 0..3 {
            sum = a[i][j].mul_add(b[i][j], sum);
        }
    }
    sum
}

/// Cofactor matrix: det(a) a^-T, also defined where a is singular. It is d det(a) / da.
#[inline(always)]
pub fn cofactor<R: Real>(a: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| {
            let (r, s) = ((i + 1) % 3, (i + 2) % 3);
            let (p, q) = ((j + 1) % 3, (j + 2) % 3);
            a[r][p] * a[s][q] - a[r][q] * a[s][p]
        },
    )
}

/// Determinant from the cofactor matrix already at hand.
#[inline(always)]
pub fn determinant_from_cofactor<R: Real>(a: &M3<R>, cof: &M3<R>) -> R {
    a[0][2].mul_add(cof[0][2], a[0][1].mul_add(cof[0][1], a[0][0] * cof[0][0]))
}

/// Determinant.
#[inline(always)]
pub fn determinant<R: Real>(a: &M3<R>) -> R {
    determinant_from_cofactor(a, &cofactor(a))
}

/// Change of the cofactor matrix of `a` when `a` changes by `b`: the bilinear cross product of tensors,
/// `D cof(a)[b]`.
#[inline(always)]
pub fn cofactor_differential<R: Real>(a: &M3<R>, b: &M3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| {
            let (r, s) = ((i + 1) % 3, (i + 2) % 3);
            let (p, q) = ((j + 1) % 3, (j + 2) % 3);
            a[r][p] * b[s][q] + b[r][p] * a[s][q] - a[r][q] * b[s][p] - b[r][q] * a[s][p]
        },
    )
}

/// Outer product u v^T.
#[inline(always)]
pub fn outer<R: Real>(u: &V3<R>, v: &V3<R>) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| u[i] * v[j],
    )
}

/// The same glam matrix in every lane.
#[inline(always)]
pub fn splat_mat<R: Real>(m: &DMat3) -> M3<R> {
    from_fn(
        #[inline(always)]
        |i, j| R::splat(m.col(j)[i]),
    )
}

/// One lane as a glam matrix.
#[inline(always)]
pub fn lane_mat<R: Real>(m: &M3<R>, lane: usize) -> DMat3 {
    let col = |j: usize| DVec3::new(m[0][j].lane(lane), m[1][j].lane(lane), m[2][j].lane(lane));
    DMat3::from_cols(col(0), col(1), col(2))
}

/// Builds from one glam matrix a lane.
#[inline(always)]
pub fn from_mats<R: Real>(f: impl Fn(usize) -> DMat3) -> M3<R> {
    let mats: [DMat3; crate::lanes::WIDTH] = std::array::from_fn(
        #[inline(always)]
        |l| if l < R::COUNT { f(l) } else { DMat3::ZERO },
    );
    from_fn(
        #[inline(always)]
        |i, j| R::from_lanes(|l| mats[l].col(j)[i]),
    )
}

/// Outer product of glam vectors, u v^T.
pub fn outer_product(u: DVec3, v: DVec3) -> DMat3 {
    DMat3::from_cols(u * v.x, u * v.y, u * v.z)
}
