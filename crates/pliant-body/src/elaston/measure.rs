//! Strains of an elaston, the stresses that go with them, and their derivatives.
//!
//! The motion near an elaston is known by nine vectors: the three first derivatives of x along its axes and the six second ones (11,
//! 12, 13, 22, 23, 33), together a [`Jet`]. As matrices: F_0 = F with the columns x_,j, and F_k (k = 1..3) with the columns x_,jk.
//!
//! *Corotational.* With F = R S, Y_m = R^T F_m: alpha = sym(Y_0) - 1, beta^k = sym(Y_k), all linear in the jet seen from the turned axes,
//! z_m = R^T x_m. So W = 1/2 u.K u with u = z - z_rest and a constant K ([`Elasticity`]), and p = K u is the stress there.
//! R depends on F, so differentiating W takes how R turns: dR = R `[w]x`, (tr S - S) w = sum_m e_m x dz_m over the first derivatives. With
//! L = (tr S - S)^-1 and tau = -sum_m z_m x p_m, the stress conjugate to the jet is
//!
//! ```text
//! R (p_m + L tau x e_m)  for the first derivatives,   R p_m  for the second
//! ```
//!
//! The paper leaves out L tau; its force is then no gradient and turns the body (NUMBERS in docs/methods/elaston.md).
//!
//! *Green.* alpha = (F^T F - 1)/2, beta^k = sym(F^T F_k): P_0 = F A_0 + sum_k F_k A_k, P_k = F A_k.
//!
//! *Foreseen stresses.* A correction dq of Newton's method turns a thin body and, being straight, stretches it by what is of second order in the
//! turn. Times the stiffness against stretching that is a stress far above all that are there, and the geometric part of the next tangent, which
//! is made of it, is worthless. With stresses as unknowns of their own, which the same linearisation determines, p* = D (e + de) where e + de is
//! linear in dq, the residual stays what it is and only that part of the tangent changes [Magisano, Leonetti, Garcea 2017]. Where the iterations
//! converge, p* and p differ by second order, so that they converge as fast as Newton's.

use super::constitutive::{STRAINS, Stiffness};
use super::elasticity::{Elasticity, with_vectors};
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

/// The axes j, k of the second derivatives in a jet, from its fourth vector on. Those of the last axes come last: where these are thin,
/// the derivatives are condensed out of D, and all that is done with jets can leave out their end.
pub const SECOND: [(usize, usize); 6] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];

/// The axes of the shears among the six numbers of a strain.
const SHEARS: [(usize, usize); 3] = [(1, 2), (0, 2), (0, 1)];

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
        for (s, &(a, b)) in SHEARS.iter().enumerate() {
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
        for (k, &(a, b)) in SHEARS.iter().enumerate() {
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

/// a x b.
#[inline(always)]
pub(super) fn cross<R: Real>(a: &V3<R>, b: &V3<R>) -> V3<R> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// v += a.
#[inline(always)]
fn add_to<R: Real>(v: &mut V3<R>, a: &V3<R>) {
    for c in 0..3 {
        v[c] += a[c];
    }
}

/// v -= a.
#[inline(always)]
fn take_from<R: Real>(v: &mut V3<R>, a: &V3<R>) {
    for c in 0..3 {
        v[c] -= a[c];
    }
}

/// sum_m a_m x b_m.
#[inline(always)]
fn sum_of_crosses<R: Real>(a: &[V3<R>], b: &[V3<R>]) -> V3<R> {
    let mut sum = [R::zero(); 3];
    for m in 0..a.len() {
        add_to(&mut sum, &cross(&a[m], &b[m]));
    }
    sum
}

/// a^T v.
#[inline(always)]
fn transpose_times<R: Real>(a: &M3<R>, v: &V3<R>) -> V3<R> {
    small::vec_from_fn(
        #[inline(always)]
        |j| a[2][j].mul_add(v[2], a[1][j].mul_add(v[1], a[0][j] * v[0])),
    )
}

/// a x e_m.
#[inline(always)]
fn cross_axis<R: Real>(a: &V3<R>, m: usize) -> V3<R> {
    let mut out = [R::zero(); 3];
    out[(m + 1) % 3] = a[(m + 2) % 3];
    out[(m + 2) % 3] = -a[(m + 1) % 3];
    out
}

#[inline(always)]
fn wide_vector<R: Real>(a: &V3<f64>) -> V3<R> {
    [R::splat(a[0]), R::splat(a[1]), R::splat(a[2])]
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
    /// The jet in the turned axes.
    pub(super) z: Jet<f64>,
    /// K (z - z_rest).
    pub(super) p: Jet<f64>,
    /// (tr S - S)^-1; zero in the lagged form, which takes R as given.
    pub(super) L: M3<f64>,
    /// L tau.
    pub(super) w: V3<f64>,
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
    pub fn new<R: Real>(measure: StrainMeasure, of: &Elasticity, jet: &Jet<f64>) -> Self {
        match measure {
            StrainMeasure::Green => Self::Green(Green::new::<R>(of.stiffness(), jet)),
            StrainMeasure::Corotational => Self::Corotated(Corotated::new::<R>(of, jet, false)),
            StrainMeasure::CorotationalLagged => Self::Corotated(Corotated::new::<R>(of, jet, true)),
        }
    }

    /// The state for the jet `end`, but with the stress that the linearised strains at `start` foresaw for it.
    #[inline(always)]
    pub fn foreseen<R: Real>(
        measure: StrainMeasure,
        of: &Elasticity,
        start: &Jet<f64>,
        end: &Jet<f64>,
    ) -> Self {
        let mut change = *end;
        for (change, start) in change.iter_mut().zip(start) {
            take_from(change, start);
        }
        match (Self::new::<R>(measure, of, start), Self::new::<R>(measure, of, end)) {
            (Self::Corotated(start), Self::Corotated(end)) => {
                let p = of.times::<R>(&from_rest(&start.linear_jet(&change)));
                let w = small::mul_vec(&end.L, &sum_of_crosses(&p, &end.z));
                Self::Corotated(Corotated { p, w, ..end })
            }
            (Self::Green(start), Self::Green(end)) => {
                let mut strain = start.strain;
                let more = symmetric_numbers(&start.strain_change(&matrices(&change)));
                for (strain, more) in strain.iter_mut().zip(more) {
                    *strain += more;
                }
                let A = tensors(&times_one::<R>(of.stiffness(), &strain));
                Self::Green(Green { A, ..end })
            }
            // Both have the same measure.
            (_, end) => end,
        }
    }

    /// e.
    #[inline(always)]
    pub fn strain(&self) -> [f64; STRAINS] {
        match self {
            Self::Corotated(state) => symmetric_numbers(&matrices(&from_rest(&state.z))),
            Self::Green(state) => state.strain,
        }
    }

    /// W = 1/2 e^T D e (J).
    #[inline(always)]
    pub fn energy(&self) -> f64 {
        match self {
            Self::Corotated(state) => {
                let u = from_rest(&state.z);
                0.5 * state.p.iter().flatten().zip(u.iter().flatten()).map(|(p, u)| p * u).sum::<f64>()
            }
            Self::Green(state) => state.energy(),
        }
    }

    /// dW/d(jet).
    #[inline(always)]
    pub fn stress(&self) -> Jet<f64> {
        match self {
            Self::Corotated(state) => state.stress(),
            Self::Green(state) => state.stress(),
        }
    }

    /// The change of [`Deformed::stress`] for a change of the jet. With [`Part::Positive`] `of` may be any positive
    /// matrix, such as that of a damping.
    #[inline(always)]
    pub fn differential<R: Real>(&self, of: &Elasticity, change: &Jet<f64>, part: Part) -> Jet<f64> {
        match self {
            Self::Corotated(state) => with_vectors!(of.vectors, V => state.differential::<f64, V>(
                #[inline(always)]
                |u| of.times::<R>(u),
                change,
                part,
            )),
            Self::Green(state) => state.differential(
                #[inline(always)]
                |e| times_one::<R>(of.stiffness(), e),
                change,
                part,
            ),
        }
    }

    /// The same for several changes side by side.
    #[inline(always)]
    pub fn differentials<R: Real>(&self, of: &Elasticity, change: &Jet<R>, part: Part) -> Jet<R> {
        match self {
            Self::Corotated(state) => state.differential::<R, JET>(
                #[inline(always)]
                |u| of.times_side_by_side(u),
                change,
                part,
            ),
            Self::Green(state) => state.differential(
                #[inline(always)]
                |e| times(of.stiffness(), e),
                change,
                part,
            ),
        }
    }
}

/// z - z_rest.
#[inline(always)]
fn from_rest(z: &Jet<f64>) -> Jet<f64> {
    let mut u = *z;
    for m in 0..3 {
        u[m][m] -= 1.0;
    }
    u
}

impl Corotated {
    #[inline(always)]
    fn new<R: Real>(of: &Elasticity, jet: &Jet<f64>, lagged: bool) -> Self {
        let F = DMat3::from_cols(jet[0].into(), jet[1].into(), jet[2].into());
        let polar = polar(&F);
        let rotation = rows(&polar.rotation);
        let mut z = *jet;
        for z in &mut z {
            *z = transpose_times(&rotation, z);
        }
        let p = of.times::<R>(&from_rest(&z));
        let (mut L, mut w) = (small::zero(), [0.0; 3]);
        if !lagged {
            L = rows(&PolarDifferential::new(&polar).inverse_sums);
            w = small::mul_vec(&L, &sum_of_crosses(&p, &z));
        }
        Self { R: rotation, z, p, L, w }
    }

    /// z after a change of the jet, to first order.
    #[inline(always)]
    fn linear_jet(&self, change: &Jet<f64>) -> Jet<f64> {
        let mut z = self.z;
        let mut axial = [0.0; 3];
        for m in 0..JET {
            let dz = transpose_times(&self.R, &change[m]);
            add_to(&mut z[m], &dz);
            if m < 3 {
                take_from(&mut axial, &cross_axis(&dz, m));
            }
        }
        let turn = small::mul_vec(&self.L, &axial);
        for (z, old) in z.iter_mut().zip(&self.z) {
            take_from(z, &cross(&turn, old));
        }
        z
    }

    /// P_m in the turned axes.
    #[inline(always)]
    fn turned_stress(&self) -> Jet<f64> {
        let mut P = self.p;
        for m in 0..3 {
            add_to(&mut P[m], &cross_axis(&self.w, m));
        }
        P
    }

    #[inline(always)]
    fn stress(&self) -> Jet<f64> {
        let mut P = self.turned_stress();
        for P in &mut P {
            *P = small::mul_vec(&self.R, P);
        }
        P
    }

    #[inline(always)]
    fn differential<R: Real, const V: usize>(
        &self,
        times: impl Fn(&Jet<R>) -> Jet<R>,
        change: &Jet<R>,
        part: Part,
    ) -> Jet<R> {
        let (rotation, L): (M3<R>, M3<R>) = (wide(&self.R), wide(&self.L));
        let (mut z, mut dz) = ([[R::zero(); 3]; JET], [[R::zero(); 3]; JET]);
        let mut axial = [R::zero(); 3];
        for m in 0..V {
            z[m] = wide_vector(&self.z[m]);
            dz[m] = transpose_times(&rotation, &change[m]);
            if m < 3 {
                take_from(&mut axial, &cross_axis(&dz[m], m));
            }
        }
        let turn = small::mul_vec(&L, &axial);
        for m in 0..V {
            take_from(&mut dz[m], &cross(&turn, &z[m]));
        }
        let mut dP = times(&dz);
        let mut d_torque = sum_of_crosses(&dP[..V], &z[..V]);
        if part == Part::Whole {
            let w: V3<R> = wide_vector(&self.w);
            let P = self.turned_stress();
            for m in 0..V {
                add_to(&mut d_torque, &cross(&wide_vector(&self.p[m]), &dz[m]));
                add_to(&mut dP[m], &cross(&turn, &wide_vector(&P[m])));
            }
            // d(tr S - S) w, with dS = sym of the first derivatives' change.
            let dS = small::symmetric(&[dz[0], dz[1], dz[2]]);
            let trace = small::trace(&dS);
            let dSw = small::mul_vec(&dS, &w);
            for c in 0..3 {
                d_torque[c] -= trace * w[c] - dSw[c];
            }
        }
        let dw = small::mul_vec(&L, &d_torque);
        for m in 0..3 {
            add_to(&mut dP[m], &cross_axis(&dw, m));
        }
        for dP in &mut dP[..V] {
            *dP = small::mul_vec(&rotation, dP);
        }
        dP
    }
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
    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for (m, A) in self.A.iter().enumerate() {
            let e = &self.strain[6 * m..6 * m + 6];
            sum += (0..3).map(|i| A[i][i] * e[i]).sum::<f64>();
            sum += SHEARS.iter().zip(&e[3..]).map(|(&(a, b), e)| A[a][b] * e).sum::<f64>();
        }
        0.5 * sum
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

    /// Matrices whose symmetric parts are the change of the strains: 2 sym(F^T dF)/2 for m = 0; F^T dF_k + dF^T F_k for the others.
    #[inline(always)]
    fn strain_change<R: Real>(&self, dF: &[M3<R>; 4]) -> [M3<R>; 4] {
        let F: [M3<R>; 4] = [wide(&self.F[0]), wide(&self.F[1]), wide(&self.F[2]), wide(&self.F[3])];
        let mut product = [small::transpose_mul(&F[0], &dF[0]); 4];
        for k in 1..4 {
            product[k] =
                small::add(&small::transpose_mul(&F[0], &dF[k]), &small::transpose_mul(&dF[0], &F[k]));
        }
        product
    }

    #[inline(always)]
    fn differential<R: Real>(
        &self,
        times: impl Fn(&[R; STRAINS]) -> [R; STRAINS],
        change: &Jet<R>,
        part: Part,
    ) -> Jet<R> {
        let F: [M3<R>; 4] = [wide(&self.F[0]), wide(&self.F[1]), wide(&self.F[2]), wide(&self.F[3])];
        let dF = matrices(change);
        let dA = tensors(&times(&symmetric_numbers(&self.strain_change(&dF))));
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
