//! H = d(stress)/d(jet) of an elaston, 27 x 27 or less.
//!
//! *Corotational.* Seen from the turned axes, H is the constant matrix K and a correction of rank six. With B z = L sum_m e_m x z_m, how
//! the frame turns (see the head of measure.rs for L, p and w = L tau):
//!
//! ```text
//! H = K + B^T W + W^T B + B^T M B
//! W = Z^T K + Q,    M = Z^T K Z + M_g
//! ```
//!
//! Column t of Z is what a turn of the frame about axis t alone does to the jet there, -e_t x z_m. Q and M_g are what stresses do (S the
//! first derivatives, symmetric):
//!
//! ```text
//! Q_t        = e_t x p_m, and for the first derivatives -(e_t.w) tr z + e_t.sym(z) w
//! M_g(w', u) = u.N w' - (w'.u) tr N + w.(w' x S u) - w'.sym([u]x S) w - u.sym([w']x S) w,    N = sum_m p_m z_m^T
//! ```
//!
//! *Green.* Column by column from the differential.

use super::aligned::CACHE_LINE;
use super::elasticity::{Elasticity, FIRST, NUMBERS, PADDED, padded, second, whole_lanes};
use super::measure::{Corotated, Deformed, JET, Jet, Part};
use pliant_math::lanes::{Real, WIDTH};
use pliant_math::small::{self, M3, V3};

/// A share of a Hessian: factor, elasticity and part.
pub type Share<'a> = (f64, &'a Elasticity, Part);

/// Numbers that H of so many vectors takes: rows of [`padded`] numbers. There is one more at least, for the way it is written, and
/// as many as fill a line of the cache.
pub const fn hessian_numbers(vectors: usize) -> usize {
    (3 * vectors * padded(vectors) + 1).div_ceil(CACHE_LINE) * CACHE_LINE
}

/// H of an elaston, elastic plus damping, symmetric but for rounding: row 3 m + c for component c of vector m, columns likewise. To be
/// called in a kernel.
#[inline(always)]
pub fn hessian<R: Real, const V: usize>(
    state: &Deformed,
    elastic: Share<'_>,
    damping: Option<Share<'_>>,
    out: &mut [f64],
) {
    match state {
        Deformed::Corotated(state) => of_corotated::<R, V>(state, elastic, damping, out),
        Deformed::Green(_) => by_columns::<R, V>(state, elastic, damping, out),
    }
}

/// Rows of a matrix that is being made.
type Rows = [[f64; PADDED]; NUMBERS];

#[inline(always)]
fn of_corotated<R: Real, const V: usize>(
    state: &Corotated,
    elastic: Share<'_>,
    damping: Option<Share<'_>>,
    out: &mut [f64],
) {
    let mut turning = Turning::new::<V>(state, &elastic);
    let mut H = [[0.0; PADDED]; NUMBERS];
    scale_constant::<V>(&mut H, &elastic);
    turning.add_share::<R, V>(state, &elastic);
    if let Some(share) = &damping {
        add_constant::<V>(&mut H, share);
        turning.add_share::<R, V>(state, share);
    }
    turning.complete();
    turning.add_to::<R, V>(&mut H);
    rotate::<R, V>(&mut H, &state.R, out);
}

/// H = factor K.
#[inline(always)]
fn scale_constant<const V: usize>(H: &mut Rows, (factor, of, _): &Share<'_>) {
    for (row, K) in H.iter_mut().zip(of.of_first().chunks_exact(whole_lanes(FIRST))) {
        for l in 0..FIRST {
            row[l] = factor * K[l];
        }
    }
    let rows = of.of_second::<V>().chunks_exact(whole_lanes(second(V)));
    for (row, K) in H[FIRST..].iter_mut().zip(rows) {
        for l in 0..second(V) {
            row[FIRST + l] = factor * K[l];
        }
    }
}

/// H += factor K.
#[inline(always)]
fn add_constant<const V: usize>(H: &mut Rows, (factor, of, _): &Share<'_>) {
    for (row, K) in H.iter_mut().zip(of.of_first().chunks_exact(whole_lanes(FIRST))) {
        for l in 0..FIRST {
            row[l] = factor.mul_add(K[l], row[l]);
        }
    }
    let rows = of.of_second::<V>().chunks_exact(whole_lanes(second(V)));
    for (row, K) in H[FIRST..].iter_mut().zip(rows) {
        for l in 0..second(V) {
            row[FIRST + l] = factor.mul_add(K[l], row[FIRST + l]);
        }
    }
}

/// Numbers of the first derivatives in whole lanes.
const FIRST_LANES: usize = whole_lanes(FIRST);

/// What comes of the turning of the frame.
struct Turning {
    /// W + M B / 2, a row an axis.
    W: [[f64; PADDED]; 3],
    M: M3<f64>,
    /// B, likewise: only first derivatives turn the frame.
    B: [[f64; FIRST_LANES]; 3],
}

impl Turning {
    /// With Q and M_g.
    #[inline(always)]
    fn new<const V: usize>(state: &Corotated, (factor, _, part): &Share<'_>) -> Self {
        let (mut W, mut M) = ([[0.0; PADDED]; 3], small::zero());
        if *part == Part::Whole {
            W = stress_turns::<V>(state, *factor);
            M = small::scale(&geometric(state), *factor);
        }
        let mut B = [[0.0; FIRST_LANES]; 3];
        for i in 0..3 {
            // Component i of e_m x z_m: z[i + 2] of m = i + 1 less z[i + 1] of m = i + 2, indices cyclic.
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            for k in 0..3 {
                B[k][3 * next + last] = state.L[k][i];
                B[k][3 * last + next] = -state.L[k][i];
            }
        }
        Self { W, M, B }
    }

    /// Adds factor Z^T K to W and factor Z^T K Z to M.
    #[inline(always)]
    fn add_share<R: Real, const V: usize>(&mut self, state: &Corotated, (factor, of, _): &Share<'_>) {
        let mut ZK = [[0.0; PADDED + WIDTH]; 3];
        write_turned::<R>(*factor, &state.z[..3], of.of_first(), 0, &mut ZK);
        write_turned::<R>(*factor, &state.z[3..V], of.of_second::<V>(), FIRST, &mut ZK);
        for t in 0..3 {
            let mut sum = [0.0; 3];
            for m in 0..V {
                let (z, k) = (&state.z[m], &ZK[t][3 * m..3 * m + 3]);
                sum[0] += z[2] * k[1] - z[1] * k[2];
                sum[1] += z[0] * k[2] - z[2] * k[0];
                sum[2] += z[1] * k[0] - z[0] * k[1];
            }
            for c in 0..3 {
                self.M[t][c] += sum[c];
            }
            for l in 0..3 * V {
                self.W[t][l] += ZK[t][l];
            }
        }
    }

    /// W += M B / 2: then the three terms of the correction are two.
    #[inline(always)]
    fn complete(&mut self) {
        let M = small::symmetric(&self.M);
        for t in 0..3 {
            for l in 0..FIRST_LANES {
                let MB = M[t][0] * self.B[0][l] + M[t][1] * self.B[1][l] + M[t][2] * self.B[2][l];
                self.W[t][l] += 0.5 * MB;
            }
        }
    }

    /// H += B^T W + W^T B.
    #[inline(always)]
    fn add_to<R: Real, const V: usize>(&self, H: &mut Rows) {
        let (W, B) = (&self.W, &self.B);
        for z in 0..9 {
            add_combined::<R>(&mut H[z][..padded(V)], [B[0][z], B[1][z], B[2][z]], [&W[0], &W[1], &W[2]]);
        }
        for z in 0..3 * V {
            add_combined::<R>(&mut H[z][..FIRST_LANES], [W[0][z], W[1][z], W[2][z]], [&B[0], &B[1], &B[2]]);
        }
    }
}

/// Writes factor Z^T K for some vectors of the jet and their K, from column `first` on.
#[inline(always)]
fn write_turned<R: Real>(
    factor: f64,
    z: &[V3<f64>],
    K: &[f64],
    first: usize,
    out: &mut [[f64; PADDED + WIDTH]; 3],
) {
    let stride = whole_lanes(3 * z.len());
    for l in (0..stride).step_by(R::COUNT) {
        let mut sums = [R::zero(); 3];
        for m in 0..z.len() {
            let at = 3 * m * stride + l;
            let (a, b) = (R::load(&K[at..]), R::load(&K[at + stride..]));
            let c = R::load(&K[at + 2 * stride..]);
            let (x, y) = (R::splat(factor * z[m][0]), R::splat(factor * z[m][1]));
            let z = R::splat(factor * z[m][2]);
            sums[0] = z.mul_add(b, (-y).mul_add(c, sums[0]));
            sums[1] = x.mul_add(c, (-z).mul_add(a, sums[1]));
            sums[2] = y.mul_add(a, (-x).mul_add(b, sums[2]));
        }
        for t in 0..3 {
            out[t][first + l..first + l + R::COUNT].copy_from_slice(&sums[t].to_lanes()[..R::COUNT]);
        }
    }
}

/// row += sum_t factor_t column_t.
#[inline(always)]
fn add_combined<R: Real>(row: &mut [f64], factors: [f64; 3], columns: [&[f64]; 3]) {
    for l in (0..row.len()).step_by(R::COUNT) {
        let mut sum = R::load(&row[l..]);
        for t in 0..3 {
            sum = R::splat(factors[t]).mul_add(R::load(&columns[t][l..]), sum);
        }
        row[l..l + R::COUNT].copy_from_slice(&sum.to_lanes()[..R::COUNT]);
    }
}

/// factor Q.
#[inline(always)]
fn stress_turns<const V: usize>(state: &Corotated, factor: f64) -> [[f64; PADDED]; 3] {
    let mut Q = [[0.0; PADDED]; 3];
    for m in 0..V {
        let [x, y, z] = [factor * state.p[m][0], factor * state.p[m][1], factor * state.p[m][2]];
        Q[0][3 * m..3 * m + 3].copy_from_slice(&[0.0, -z, y]);
        Q[1][3 * m..3 * m + 3].copy_from_slice(&[z, 0.0, -x]);
        Q[2][3 * m..3 * m + 3].copy_from_slice(&[-y, x, 0.0]);
    }
    let w = [factor * state.w[0], factor * state.w[1], factor * state.w[2]];
    for t in 0..3 {
        for m in 0..3 {
            Q[t][4 * m] -= w[t];
            Q[t][3 * m + t] += 0.5 * w[m];
            Q[t][3 * t + m] += 0.5 * w[m];
        }
    }
    Q
}

/// M_g.
#[inline(always)]
fn geometric(state: &Corotated) -> M3<f64> {
    let w = &state.w;
    // Symmetric but for rounding, so that rows may stand for columns.
    let S: M3<f64> = [state.z[0], state.z[1], state.z[2]];
    let mut N = small::zero();
    for (p, z) in state.p.iter().zip(&state.z) {
        for i in 0..3 {
            for j in 0..3 {
                N[i][j] += p[i] * z[j];
            }
        }
    }
    let trace = small::trace(&N);
    let mut sums = [[0.0; 3]; 3];
    // sym([e_j]x S) w for each axis.
    let mut stretched = [[0.0; 3]; 3];
    for (j, stretched) in stretched.iter_mut().enumerate() {
        *stretched = small::mul_vec(&small::symmetric(&turned(j, &S)), w);
    }
    for i in 0..3 {
        for j in 0..3 {
            let s = &S[j];
            // w . (e_i x s) = e_i . (s x w).
            let (a, b) = ((i + 1) % 3, (i + 2) % 3);
            let cross = s[a] * w[b] - s[b] * w[a];
            let own = if i == j { trace } else { 0.0 };
            sums[i][j] = N[j][i] - own + cross - stretched[j][i] - stretched[i][j];
        }
    }
    small::symmetric(&sums)
}

/// `[e_j]x S`.
#[inline(always)]
fn turned(j: usize, S: &M3<f64>) -> M3<f64> {
    let (next, last) = ((j + 1) % 3, (j + 2) % 3);
    let mut out = small::zero();
    out[next] = [-S[last][0], -S[last][1], -S[last][2]];
    out[last] = S[next];
    out
}

/// Each 3 x 3 block H_mn becomes R H_mn R^T, rows first. Columns are written four at a time; the fourth is overwritten by what comes next. What
/// [`hessian_numbers`] has beyond the matrix takes the last one.
#[inline(always)]
fn rotate<R: Real, const V: usize>(H: &mut Rows, rotation: &M3<f64>, out: &mut [f64]) {
    for m in 0..V {
        for l in (0..padded(V)).step_by(R::COUNT) {
            let rows: V3<R> =
                [R::load(&H[3 * m][l..]), R::load(&H[3 * m + 1][l..]), R::load(&H[3 * m + 2][l..])];
            for c in 0..3 {
                let sum = combined(&rotation[c], &rows);
                H[3 * m + c][l..l + R::COUNT].copy_from_slice(&sum.to_lanes()[..R::COUNT]);
            }
        }
    }
    let mut columns = [[0.0; WIDTH]; 3];
    for (c, row) in rotation.iter().enumerate() {
        for (d, number) in row.iter().enumerate() {
            columns[d][c] = *number;
        }
    }
    for i in 0..3 * V {
        for n in 0..V {
            let numbers = [H[i][3 * n], H[i][3 * n + 1], H[i][3 * n + 2]];
            for lane in (0..WIDTH).step_by(R::COUNT) {
                let columns: V3<R> = [
                    R::load(&columns[0][lane..]),
                    R::load(&columns[1][lane..]),
                    R::load(&columns[2][lane..]),
                ];
                let sum = combined(&numbers, &columns);
                let at = i * padded(V) + 3 * n + lane;
                out[at..at + R::COUNT].copy_from_slice(&sum.to_lanes()[..R::COUNT]);
            }
        }
    }
}

/// sum_c factor_c v_c.
#[inline(always)]
fn combined<R: Real>(factors: &[f64; 3], v: &V3<R>) -> R {
    let sum = R::splat(factors[0]) * v[0];
    let sum = R::splat(factors[1]).mul_add(v[1], sum);
    R::splat(factors[2]).mul_add(v[2], sum)
}

/// Column by column from the differential, for any measure.
#[inline(always)]
fn by_columns<R: Real, const V: usize>(
    state: &Deformed,
    elastic: Share<'_>,
    damping: Option<Share<'_>>,
    out: &mut [f64],
) {
    for first in (0..3 * V).step_by(R::COUNT) {
        // Lane l changes number first + l of the jet.
        let mut change = [[R::zero(); 3]; JET];
        for m in 0..JET {
            for c in 0..3 {
                change[m][c] = R::from_lanes(
                    #[inline(always)]
                    |lane| if first + lane == 3 * m + c { 1.0 } else { 0.0 },
                );
            }
        }
        let (factor, of, part) = elastic;
        let mut stress = scaled(&state.differentials(of, &change, part), factor);
        if let Some((factor, of, part)) = damping {
            let more = scaled(&state.differentials(of, &change, part), factor);
            for m in 0..JET {
                for c in 0..3 {
                    stress[m][c] += more[m][c];
                }
            }
        }
        for m in 0..V {
            for c in 0..3 {
                let lanes = stress[m][c].to_lanes();
                let at = (3 * m + c) * padded(V) + first;
                out[at..at + R::COUNT].copy_from_slice(&lanes[..R::COUNT]);
            }
        }
    }
}

#[inline(always)]
fn scaled<R: Real>(jet: &Jet<R>, factor: f64) -> Jet<R> {
    let mut out = *jet;
    for number in out.iter_mut().flatten() {
        *number = *number * R::splat(factor);
    }
    out
}

#[cfg(test)]
#[path = "hessian_tests.rs"]
mod tests;
