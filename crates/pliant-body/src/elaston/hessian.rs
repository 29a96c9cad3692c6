//! H = d(stress)/d(jet) of an elaston, 27 x 27.
//!
//! *Corotational.* Seen from the turned axes (Z_m = R^T dF_m), H is a constant matrix and a correction of rank six. With e = E_0 z
//! for a frame that does not turn and w = B z, B = L axial(Z_0), how it turns:
//!
//! ```text
//! H = K + B^T W + W^T B + B^T M B,     K = E_0^T D E_0
//! W = T^T D E_0 + Q,                   M = T^T D T + M_g
//! ```
//!
//! T holds the strains that a turn about each axis alone makes, -sym(`[e_c]x` Y_m). Q and M_g are what stresses do (with B_0 = sum A_m
//! Y_m^T, w = L tau, S = Y_0):
//!
//! ```text
//! Q(w', Z)   = -sum A_m : [w']x Z_m - (w'.w) tr Z_0 + w'.sym(Z_0) w
//! M_g(w', u) = u.B_0 w' - (w'.u) tr B_0 + w.(w' x S u) - w'.sym([u]x S) w - u.sym([w']x S) w
//! ```
//!
//! *Green.* Column by column from the differential.

use super::constitutive::{STRAINS, Stiffness};
use super::measure::{Corotated, Deformed, JET, Jet, Part, SECOND, cross_matrix, symmetric_numbers};
use pliant_math::lanes::{Real, WIDTH};
use pliant_math::small::{self, M3};

/// Numbers of a jet.
pub const NUMBERS: usize = 3 * JET;
/// The same in whole lanes.
pub const PADDED: usize = NUMBERS.div_ceil(WIDTH) * WIDTH;

/// H of an elaston: row 3 m + c for component c of vector m of the jet, columns likewise.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct Hessian(pub [[f64; PADDED]; NUMBERS]);

impl Default for Hessian {
    fn default() -> Self {
        Self([[0.0; PADDED]; NUMBERS])
    }
}

/// What an elaston is made of, ready for tangents.
pub struct Elasticity {
    /// D.
    pub stiffness: Stiffness,
    /// K = E_0^T D E_0.
    constant: Hessian,
}

/// The strain numbers that each number of a jet makes in a frame that does not turn: one, or two (the same twice counts once).
const STRAINS_OF: [[usize; 2]; NUMBERS] = strains_of();

const fn strains_of() -> [[usize; 2]; NUMBERS] {
    let mut table = [[0; 2]; NUMBERS];
    let mut c = 0;
    while c < 3 {
        let mut j = 0;
        while j < 3 {
            let number = if j == c { c } else { 6 - j - c };
            table[3 * j + c] = [number, number];
            j += 1;
        }
        let mut s = 0;
        while s < 6 {
            let (j, k) = SECOND[s];
            let of_k = 6 * (k + 1) + if j == c { c } else { 6 - j - c };
            let of_j = 6 * (j + 1) + if k == c { c } else { 6 - k - c };
            table[3 * (s + 3) + c] = [of_k, of_j];
            s += 1;
        }
        c += 1;
    }
    table
}

/// Sum of a function over the strain numbers of a jet number.
#[inline(always)]
fn over_strains(z: usize, f: impl Fn(usize) -> f64) -> f64 {
    let [a, b] = STRAINS_OF[z];
    if a == b { f(a) } else { f(a) + f(b) }
}

impl Elasticity {
    /// Keeps what does not change.
    pub fn new(stiffness: Stiffness) -> Self {
        let mut constant = Hessian::default();
        for i in 0..NUMBERS {
            for j in 0..NUMBERS {
                constant.0[i][j] = over_strains(i, |a| over_strains(j, |b| stiffness[a][b]));
            }
        }
        Self { stiffness, constant }
    }
}

/// A share of a Hessian: factor, elasticity and part.
pub type Share<'a> = (f64, &'a Elasticity, Part);

/// H of an elaston, elastic plus damping, exactly symmetric; to be called in a kernel.
#[inline(always)]
pub fn hessian<R: Real>(state: &Deformed, elastic: Share<'_>, damping: Option<Share<'_>>, out: &mut Hessian) {
    match state {
        Deformed::Corotated(state) => of_corotated::<R>(state, elastic, damping, out),
        Deformed::Green(_) => by_columns::<R>(state, elastic, damping, out),
    }
}

#[inline(always)]
fn of_corotated<R: Real>(
    state: &Corotated,
    elastic: Share<'_>,
    damping: Option<Share<'_>>,
    out: &mut Hessian,
) {
    let H = &mut out.0;
    for row in H.iter_mut() {
        row.fill(0.0);
    }
    let turns = Turns::new(state);
    add_share::<R>(H, &turns, elastic);
    if let Some(share) = damping {
        add_share::<R>(H, &turns, share);
    }
    rotate::<R>(H, &state.R);
}

/// How strains and stresses depend on the turning of the frame.
struct Turns {
    /// T, a row a strain number, padded.
    strains: [[f64; WIDTH]; STRAINS],
    /// B, a row a jet number of the first derivatives.
    of_jet: [[f64; 3]; 9],
    /// Q, a row a jet number.
    stresses: [[f64; WIDTH]; NUMBERS],
    /// M_g.
    geometric: M3<f64>,
}

impl Turns {
    #[inline(always)]
    fn new(state: &Corotated) -> Self {
        let mut strains = [[0.0; WIDTH]; STRAINS];
        for c in 0..3 {
            let mut axis = [0.0; 3];
            axis[c] = -1.0;
            let turn: M3<f64> = cross_matrix(&axis);
            let mut turned = state.Y;
            for (turned, Y) in turned.iter_mut().zip(&state.Y) {
                *turned = small::mul(&turn, Y);
            }
            for (row, number) in strains.iter_mut().zip(symmetric_numbers(&turned)) {
                row[c] = number;
            }
        }
        let mut of_jet = [[0.0; 3]; 9];
        for i in 0..3 {
            // axial(Z)_i = Z[i + 2][i + 1] - Z[i + 1][i + 2], indices cyclic; Z_0[c][m] is number 3 m + c.
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            for k in 0..3 {
                of_jet[3 * next + last][k] = state.L[k][i];
                of_jet[3 * last + next][k] = -state.L[k][i];
            }
        }
        Self { strains, of_jet, stresses: stress_turns(state), geometric: geometric(state) }
    }
}

/// -(e_t x e_c) . v.
#[inline(always)]
fn turned(t: usize, c: usize, v: &[f64; 3]) -> f64 {
    match (c + 3 - t) % 3 {
        1 => -v[(t + 2) % 3],
        2 => v[(t + 1) % 3],
        _ => 0.0,
    }
}

/// Q: for each number of a jet what turning about each axis does to the stresses' work on it.
#[inline(always)]
fn stress_turns(state: &Corotated) -> [[f64; WIDTH]; NUMBERS] {
    let (A, w) = (&state.A, &state.w);
    let mut Q = [[0.0; WIDTH]; NUMBERS];
    for t in 0..3 {
        for c in 0..3 {
            for m in 0..3 {
                let mut sum = turned(t, c, &A[0][m]);
                if c == m {
                    sum -= w[t];
                }
                if t == c {
                    sum += 0.5 * w[m];
                }
                if t == m {
                    sum += 0.5 * w[c];
                }
                Q[3 * m + c][t] = sum;
            }
            for (s, &(j, k)) in SECOND.iter().enumerate() {
                let mut sum = turned(t, c, &A[k + 1][j]);
                if j != k {
                    sum += turned(t, c, &A[j + 1][k]);
                }
                Q[3 * (s + 3) + c][t] = sum;
            }
        }
    }
    Q
}

/// M_g.
#[inline(always)]
fn geometric(state: &Corotated) -> M3<f64> {
    let (S, w) = (&state.Y[0], &state.w);
    let mut B0 = small::mul_transpose(&state.A[0], &state.Y[0]);
    for m in 1..4 {
        B0 = small::add(&B0, &small::mul_transpose(&state.A[m], &state.Y[m]));
    }
    let trace = small::trace(&B0);
    let mut sums = [[0.0; 3]; 3];
    // sym([e_j]x S) w for each axis.
    let mut stretched = [[0.0; 3]; 3];
    for (j, stretched) in stretched.iter_mut().enumerate() {
        let mut axis = [0.0; 3];
        axis[j] = 1.0;
        let turn: M3<f64> = cross_matrix(&axis);
        *stretched = small::mul_vec(&small::symmetric(&small::mul(&turn, S)), w);
    }
    for i in 0..3 {
        for j in 0..3 {
            let s = [S[0][j], S[1][j], S[2][j]];
            // w . (e_i x s) = e_i . (s x w).
            let (a, b) = ((i + 1) % 3, (i + 2) % 3);
            let cross = s[a] * w[b] - s[b] * w[a];
            let own = if i == j { trace } else { 0.0 };
            sums[i][j] = B0[j][i] - own + cross - stretched[j][i] - stretched[i][j];
        }
    }
    small::symmetric(&sums)
}

/// Adds factor (K + B^T W + W^T B + B^T M B), in the turned axes; blocks below the diagonal are not complete.
#[inline(always)]
fn add_share<R: Real>(
    H: &mut [[f64; PADDED]; NUMBERS],
    turns: &Turns,
    (factor, elasticity, part): Share<'_>,
) {
    let whole = part == Part::Whole;
    let DT = times_turns::<R>(&elasticity.stiffness, &turns.strains);
    let mut W = [[0.0; PADDED]; 3];
    for z in 0..NUMBERS {
        for t in 0..3 {
            let stress = if whole { turns.stresses[z][t] } else { 0.0 };
            W[t][z] = over_strains(
                z,
                #[inline(always)]
                |i| DT[i][t],
            ) + stress;
        }
    }
    let mut M = if whole { turns.geometric } else { small::zero() };
    for i in 0..STRAINS {
        for a in 0..3 {
            for b in 0..3 {
                M[a][b] += turns.strains[i][a] * DT[i][b];
            }
        }
    }
    let M = small::symmetric(&M);
    for z in 0..NUMBERS {
        for j in 0..PADDED {
            H[z][j] += factor * elasticity.constant.0[z][j];
        }
    }
    for z in 0..9 {
        let B = turns.of_jet[z];
        // B^T (W + M B / 2), and its transpose.
        let MB = small::mul_vec(&M, &B);
        for t in 0..3 {
            let b = factor * B[t];
            for j in 0..PADDED {
                H[z][j] += b * W[t][j];
            }
            for j in 0..9 {
                H[j][z] += b * W[t][j];
            }
            let mb = factor * MB[t];
            for j in 0..9 {
                H[z][j] += mb * turns.of_jet[j][t];
            }
        }
    }
}

/// D T, rows padded.
#[inline(always)]
fn times_turns<R: Real>(D: &Stiffness, T: &[[f64; WIDTH]; STRAINS]) -> [[f64; WIDTH]; STRAINS] {
    // Rows at a time: one sum after the other would wait for each addition.
    const ROWS: usize = 8;
    let mut out = [[0.0; WIDTH]; STRAINS];
    for first in (0..STRAINS).step_by(ROWS) {
        for lane in (0..WIDTH).step_by(R::COUNT) {
            let mut sums = [R::zero(); ROWS];
            for j in 0..STRAINS {
                let t = R::load(&T[j][lane..]);
                for i in 0..ROWS {
                    sums[i] = R::splat(D[first + i][j]).mul_add(t, sums[i]);
                }
            }
            for i in 0..ROWS {
                out[first + i][lane..][..R::COUNT].copy_from_slice(&sums[i].to_lanes()[..R::COUNT]);
            }
        }
    }
    out
}

/// Each 3 x 3 block H_mn becomes R H_mn R^T; only those with m <= n are read. Rows of a block are worked on whole, with the number beside
/// them.
#[inline(always)]
fn rotate<R: Real>(H: &mut [[f64; PADDED]; NUMBERS], rotation: &M3<f64>) {
    let (mut rows, mut columns) = ([[0.0; WIDTH]; 3], [[0.0; WIDTH]; 3]);
    for c in 0..3 {
        for d in 0..3 {
            rows[c][d] = rotation[c][d];
            columns[d][c] = rotation[c][d];
        }
    }
    for n in 0..JET {
        for m in 0..=n {
            let mut block = [[0.0; WIDTH]; 3];
            for c in 0..3 {
                block[c].copy_from_slice(&H[3 * m + c][3 * n..3 * n + WIDTH]);
            }
            let turned = rows_times::<R>(&rows_times::<R>(&rows, &block), &columns);
            for c in 0..3 {
                for d in 0..3 {
                    H[3 * m + c][3 * n + d] = turned[c][d];
                    H[3 * n + d][3 * m + c] = turned[c][d];
                }
            }
        }
    }
}

/// Product of a 3 x 3 matrix, whose rows may be longer, with three rows.
#[inline(always)]
fn rows_times<R: Real>(a: &[[f64; WIDTH]; 3], rows: &[[f64; WIDTH]; 3]) -> [[f64; WIDTH]; 3] {
    let mut out = [[0.0; WIDTH]; 3];
    for lane in (0..WIDTH).step_by(R::COUNT) {
        let (x, y, z) = (R::load(&rows[0][lane..]), R::load(&rows[1][lane..]), R::load(&rows[2][lane..]));
        for c in 0..3 {
            let sum = R::splat(a[c][0]) * x;
            let sum = R::splat(a[c][1]).mul_add(y, sum);
            let sum = R::splat(a[c][2]).mul_add(z, sum);
            out[c][lane..][..R::COUNT].copy_from_slice(&sum.to_lanes()[..R::COUNT]);
        }
    }
    out
}

/// Column by column from the differential, for any measure.
#[inline(always)]
fn by_columns<R: Real>(state: &Deformed, elastic: Share<'_>, damping: Option<Share<'_>>, out: &mut Hessian) {
    let H = &mut out.0;
    for first in (0..NUMBERS).step_by(R::COUNT) {
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
        let mut stress = scaled(&state.differential(&of.stiffness, &change, part), factor);
        if let Some((factor, of, part)) = damping {
            let more = scaled(&state.differential(&of.stiffness, &change, part), factor);
            for m in 0..JET {
                for c in 0..3 {
                    stress[m][c] += more[m][c];
                }
            }
        }
        for m in 0..JET {
            for c in 0..3 {
                let lanes = stress[m][c].to_lanes();
                H[3 * m + c][first..first + R::COUNT].copy_from_slice(&lanes[..R::COUNT]);
            }
        }
    }
    for i in 0..NUMBERS {
        for j in 0..i {
            let mean = 0.5 * (H[i][j] + H[j][i]);
            H[i][j] = mean;
            H[j][i] = mean;
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
