//! Strains of an elaston, the stresses that go with them, and their derivatives.
//!
//! The motion near an elaston is known by nine vectors: the three first derivatives of x along its axes and the six second ones (11,
//! 22, 33, 23, 13, 12), together a [`Jet`]. As matrices: F_0 = F with the columns x_,j, and F_k (k = 1..3) with the columns x_,jk.
//!
//! *Corotational.* With F = R S, Y_m = R^T F_m: alpha = sym(Y_0) - 1, beta^k = sym(Y_k). R depends on F, so
//! differentiating W(alpha, beta) takes how R turns: dR = R `[w]x`, (tr S - S) w = axial(R^T dF - dF^T R) =: axial(Z_0). With
//! A_m = dW/d(strain m), L = (tr S - S)^-1 and tau = axial(sum_m A_m Y_m^T, antisymmetric part, doubled):
//!
//! ```text
//! P_0 = R (A_0 + [L tau]x),   P_k = R A_k
//! ```
//!
//! The paper leaves out `[L tau]x`; its force is then no gradient and turns the body (NUMBERS in docs/methods/elaston.md).
//!
//! *Green.* alpha = (F^T F - 1)/2, beta^k = sym(F^T F_k): P_0 = F A_0 + sum_k F_k A_k, P_k = F A_k.

use super::constitutive::{STRAINS, Stiffness};
use glam::DMat3;
use pliant_math::decompose::{PolarDifferential, polar};
use pliant_math::lanes::Real;
use pliant_math::small::{self, M3, V3};

/// How deformation is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum StrainMeasure {
    /// Small strain in a frame that turns with the elaston; forces are the exact gradient of the energy.
    #[default]
    Corotational,
    /// The same frame, but forces leave out how it turns with the displacement, as the paper has it: not a gradient.
    CorotationalLagged,
    /// Green strain, quadratic in the displacement: frame-indifferent without a frame of its own.
    Green,
}

/// Vectors in a jet.
pub const JET: usize = 9;

/// First and second derivatives of x along the elaston's axes, or what is conjugate to them.
pub type Jet<R> = [V3<R>; JET];

/// The axes j, k of the second derivatives in a jet, from its fourth vector on.
pub const SECOND: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)];

/// F_0..F_3 of a jet.
#[inline(always)]
pub fn matrices<R: Real>(jet: &Jet<R>) -> [M3<R>; 4] {
    let mut F = [small::zero(); 4];
    for j in 0..3 {
        for c in 0..3 {
            F[0][c][j] = jet[j][c];
        }
    }
    for (s, &(j, k)) in SECOND.iter().enumerate() {
        for c in 0..3 {
            F[k + 1][c][j] = jet[s + 3][c];
            F[j + 1][c][k] = jet[s + 3][c];
        }
    }
    F
}

/// The transpose of [`matrices`]: what four matrices P_m are for the vectors of the jet.
#[inline(always)]
pub fn gather<R: Real>(P: &[M3<R>; 4]) -> Jet<R> {
    let mut jet = [[R::zero(); 3]; JET];
    for c in 0..3 {
        for j in 0..3 {
            jet[j][c] = P[0][c][j];
        }
        for (s, &(j, k)) in SECOND.iter().enumerate() {
            let one = P[k + 1][c][j];
            jet[s + 3][c] = if j == k { one } else { one + P[j + 1][c][k] };
        }
    }
    jet
}

/// Six numbers (shears doubled) of the symmetric part of each of four matrices.
#[inline(always)]
pub(super) fn symmetric_numbers<R: Real>(Y: &[M3<R>; 4]) -> [R; STRAINS] {
    let mut e = [R::zero(); STRAINS];
    for (m, Y) in Y.iter().enumerate() {
        for i in 0..3 {
            e[6 * m + i] = Y[i][i];
        }
        for (s, &(a, b)) in SECOND[3..].iter().enumerate() {
            e[6 * m + 3 + s] = Y[a][b] + Y[b][a];
        }
    }
    e
}

/// Symmetric matrices from numbers conjugate to those of [`symmetric_numbers`].
#[inline(always)]
fn tensors<R: Real>(s: &[R; STRAINS]) -> [M3<R>; 4] {
    let mut A = [small::zero(); 4];
    for (m, A) in A.iter_mut().enumerate() {
        for i in 0..3 {
            A[i][i] = s[6 * m + i];
        }
        for (k, &(a, b)) in SECOND[3..].iter().enumerate() {
            A[a][b] = s[6 * m + 3 + k];
            A[b][a] = s[6 * m + 3 + k];
        }
    }
    A
}

#[inline(always)]
fn times<R: Real>(D: &Stiffness, e: &[R; STRAINS]) -> [R; STRAINS] {
    let mut s = [R::zero(); STRAINS];
    for (s, row) in s.iter_mut().zip(D) {
        for (d, e) in row.iter().zip(e) {
            *s = R::splat(*d).mul_add(*e, *s);
        }
    }
    s
}

/// The same for one strain: D is symmetric, so that its rows can be added up as columns, side by side.
#[inline(always)]
fn times_one<R: Real>(D: &Stiffness, e: &[f64; STRAINS]) -> [f64; STRAINS] {
    let count = STRAINS / R::COUNT;
    let mut sums = [R::zero(); STRAINS];
    for (row, e) in D.iter().zip(e) {
        for l in 0..count {
            sums[l] = R::load(&row[l * R::COUNT..]).mul_add(R::splat(*e), sums[l]);
        }
    }
    let mut s = [0.0; STRAINS];
    for l in 0..count {
        s[l * R::COUNT..][..R::COUNT].copy_from_slice(&sums[l].to_lanes()[..R::COUNT]);
    }
    s
}

/// `[w]x`.
#[inline(always)]
pub(super) fn cross_matrix<R: Real>(w: &V3<R>) -> M3<R> {
    let o = R::zero();
    [[o, -w[2], w[1]], [w[2], o, -w[0]], [-w[1], w[0], o]]
}

/// The vector t with t . w = `[w]x` : Z.
#[inline(always)]
fn axial<R: Real>(Z: &M3<R>) -> V3<R> {
    [Z[2][1] - Z[1][2], Z[0][2] - Z[2][0], Z[1][0] - Z[0][1]]
}

#[inline(always)]
fn rows(m: &DMat3) -> M3<f64> {
    small::splat_mat(m)
}

#[inline(always)]
fn wide<R: Real>(a: &M3<f64>) -> M3<R> {
    small::from_fn(
        #[inline(always)]
        |i, j| R::splat(a[i][j]),
    )
}

/// How much of the derivative of the stresses is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// E^T D E, with E the derivative of the strains: never negative.
    Positive,
}

/// An elaston in a state of deformation, ready for derivatives.
pub enum Deformed {
    /// See the module head.
    Corotated(Corotated),
    /// See the module head.
    Green(Green),
}

/// State of the corotational measure.
pub struct Corotated {
    pub(super) R: M3<f64>,
    pub(super) Y: [M3<f64>; 4],
    pub(super) A: [M3<f64>; 4],
    /// (tr S - S)^-1; zero in the lagged form, which takes R as given.
    pub(super) L: M3<f64>,
    /// L tau.
    pub(super) w: V3<f64>,
    strain: [f64; STRAINS],
}

/// State of the Green measure.
pub struct Green {
    F: [M3<f64>; 4],
    A: [M3<f64>; 4],
    strain: [f64; STRAINS],
}

impl Deformed {
    /// Strains and stresses for a jet. To be called in a kernel, like all of this.
    #[inline(always)]
    pub fn new<R: Real>(measure: StrainMeasure, D: &Stiffness, jet: &Jet<f64>) -> Self {
        match measure {
            StrainMeasure::Green => Self::Green(Green::new::<R>(D, jet)),
            StrainMeasure::Corotational => Self::Corotated(Corotated::new::<R>(D, jet, false)),
            StrainMeasure::CorotationalLagged => Self::Corotated(Corotated::new::<R>(D, jet, true)),
        }
    }

    /// e.
    #[inline(always)]
    pub fn strain(&self) -> &[f64; STRAINS] {
        match self {
            Self::Corotated(state) => &state.strain,
            Self::Green(state) => &state.strain,
        }
    }

    /// W = 1/2 e^T D e (J).
    #[inline(always)]
    pub fn energy<R: Real>(&self, D: &Stiffness) -> f64 {
        let e = self.strain();
        0.5 * times_one::<R>(D, e).iter().zip(e).map(|(s, e)| s * e).sum::<f64>()
    }

    /// dW/d(jet).
    #[inline(always)]
    pub fn stress(&self) -> Jet<f64> {
        match self {
            Self::Corotated(state) => state.stress(),
            Self::Green(state) => state.stress(),
        }
    }

    /// The change of [`Deformed::stress`] for changes of the jet, several side by side. With [`Part::Positive`] `D` may be any positive
    /// matrix, such as that of a damping.
    #[inline(always)]
    pub fn differential<R: Real>(&self, D: &Stiffness, change: &Jet<R>, part: Part) -> Jet<R> {
        match self {
            Self::Corotated(state) => state.differential(D, change, part),
            Self::Green(state) => state.differential(D, change, part),
        }
    }
}

impl Corotated {
    #[inline(always)]
    fn new<R: Real>(D: &Stiffness, jet: &Jet<f64>, lagged: bool) -> Self {
        let F = matrices(jet);
        let polar = polar(&small::lane_mat(&F[0], 0));
        let rotation = rows(&polar.rotation);
        let mut Y = F;
        for Y in &mut Y {
            *Y = small::transpose_mul(&rotation, Y);
        }
        let mut strain = symmetric_numbers(&Y);
        strain[..3].iter_mut().for_each(|e| *e -= 1.0);
        let A = tensors(&times_one::<R>(D, &strain));
        let (mut L, mut w) = (small::zero(), [0.0; 3]);
        if !lagged {
            L = rows(&PolarDifferential::new(&polar).inverse_sums);
            w = small::mul_vec(&L, &torque(&A, &Y));
        }
        Self { R: rotation, Y, A, L, w, strain }
    }

    #[inline(always)]
    fn stress(&self) -> Jet<f64> {
        let mut P = self.A;
        P[0] = small::add(&P[0], &cross_matrix(&self.w));
        for P in &mut P {
            *P = small::mul(&self.R, P);
        }
        gather(&P)
    }

    #[inline(always)]
    fn differential<R: Real>(&self, D: &Stiffness, change: &Jet<R>, part: Part) -> Jet<R> {
        let Rt: M3<R> = wide(&self.R);
        let L: M3<R> = wide(&self.L);
        let Y: [M3<R>; 4] = [wide(&self.Y[0]), wide(&self.Y[1]), wide(&self.Y[2]), wide(&self.Y[3])];
        let dF = matrices(change);
        let mut dY = dF;
        for dY in &mut dY {
            *dY = small::transpose_mul(&Rt, dY);
        }
        let turn = small::mul_vec(&L, &axial(&dY[0]));
        let turning = cross_matrix(&turn);
        for m in 0..4 {
            dY[m] = small::sub(&dY[m], &small::mul(&turning, &Y[m]));
        }
        let dA = tensors(&times(D, &symmetric_numbers(&dY)));
        let mut dP = dA;
        let mut d_torque = torque(&dA, &Y);
        if part == Part::Whole {
            let A: [M3<R>; 4] = [wide(&self.A[0]), wide(&self.A[1]), wide(&self.A[2]), wide(&self.A[3])];
            let w: V3<R> = [R::splat(self.w[0]), R::splat(self.w[1]), R::splat(self.w[2])];
            let more = torque(&A, &dY);
            // d(tr S - S) w, with dS = sym(dY_0).
            let dS = small::symmetric(&dY[0]);
            let trace = small::trace(&dS);
            let dSw = small::mul_vec(&dS, &w);
            for c in 0..3 {
                d_torque[c] = d_torque[c] + more[c] - (trace * w[c] - dSw[c]);
            }
            for m in 0..4 {
                let P = if m == 0 { small::add(&A[0], &cross_matrix(&w)) } else { A[m] };
                dP[m] = small::add(&dP[m], &small::mul(&turning, &P));
            }
        }
        dP[0] = small::add(&dP[0], &cross_matrix(&small::mul_vec(&L, &d_torque)));
        for dP in &mut dP {
            *dP = small::mul(&Rt, dP);
        }
        gather(&dP)
    }
}

/// tau: what the stresses do when R turns under them.
#[inline(always)]
fn torque<R: Real>(A: &[M3<R>; 4], Y: &[M3<R>; 4]) -> V3<R> {
    let mut B = small::mul_transpose(&A[0], &Y[0]);
    for m in 1..4 {
        B = small::add(&B, &small::mul_transpose(&A[m], &Y[m]));
    }
    let t = axial(&B);
    [-t[0], -t[1], -t[2]]
}

impl Green {
    #[inline(always)]
    fn new<R: Real>(D: &Stiffness, jet: &Jet<f64>) -> Self {
        let F = matrices(jet);
        let mut product = F;
        for product in &mut product {
            *product = small::transpose_mul(&F[0], product);
        }
        product[0] = small::scale(&small::sub(&product[0], &small::identity()), 0.5);
        let strain = symmetric_numbers(&product);
        let A = tensors(&times_one::<R>(D, &strain));
        Self { F, A, strain }
    }

    #[inline(always)]
    fn stress(&self) -> Jet<f64> {
        let mut P = self.A;
        for P in &mut P {
            *P = small::mul(&self.F[0], P);
        }
        for k in 1..4 {
            P[0] = small::add(&P[0], &small::mul(&self.F[k], &self.A[k]));
        }
        gather(&P)
    }

    #[inline(always)]
    fn differential<R: Real>(&self, D: &Stiffness, change: &Jet<R>, part: Part) -> Jet<R> {
        let F: [M3<R>; 4] = [wide(&self.F[0]), wide(&self.F[1]), wide(&self.F[2]), wide(&self.F[3])];
        let dF = matrices(change);
        // 2 sym(F^T dF)/2 for m = 0; F^T dF_k + dF^T F_k for the others.
        let mut product = [small::transpose_mul(&F[0], &dF[0]); 4];
        for k in 1..4 {
            product[k] =
                small::add(&small::transpose_mul(&F[0], &dF[k]), &small::transpose_mul(&dF[0], &F[k]));
        }
        let dA = tensors(&times(D, &symmetric_numbers(&product)));
        let mut dP = dA;
        for m in 0..4 {
            dP[m] = small::mul(&F[0], &dA[m]);
        }
        for k in 1..4 {
            dP[0] = small::add(&dP[0], &small::mul(&F[k], &dA[k]));
        }
        if part == Part::Whole {
            let A: [M3<R>; 4] = [wide(&self.A[0]), wide(&self.A[1]), wide(&self.A[2]), wide(&self.A[3])];
            for m in 0..4 {
                dP[m] = small::add(&dP[m], &small::mul(&dF[0], &A[m]));
            }
            for k in 1..4 {
                dP[0] = small::add(&dP[0], &small::mul(&dF[k], &A[k]));
            }
        }
        gather(&dP)
    }
}

#[cfg(test)]
#[path = "measure_tests.rs"]
pub(super) mod tests;
