//! What an elaston is made of: D, and K = d2W/dz2 in axes that turn with it, for the vectors of a jet that count.
//!
//! Second derivatives along two thin axes are condensed out of D. They have no part in the energy, so all that is done with jets
//! leaves them out: nine vectors count in a solid, eight where one axis is thin, six where two are.

use super::constitutive::Stiffness;
use super::measure::{JET, Jet, SECOND};
use pliant_math::lanes::{Real, WIDTH};

/// Numbers of a jet.
pub const NUMBERS: usize = 3 * JET;
/// The same in whole lanes.
pub const PADDED: usize = padded(JET);

/// Numbers of so many vectors, in whole lanes.
pub const fn padded(vectors: usize) -> usize {
    (3 * vectors).div_ceil(WIDTH) * WIDTH
}

/// Stiffness of a second derivative, over the largest one, that is none: what rounding leaves of what was condensed.
const NONE: f64 = 1e-13;

/// Does something with the number of an elaston's vectors as a constant.
macro_rules! with_vectors {
    ($vectors:expr, $M:ident => $work:expr) => {
        match $vectors {
            6 => {
                const $M: usize = 6;
                $work
            }
            8 => {
                const $M: usize = 8;
                $work
            }
            _ => {
                const $M: usize = $crate::elaston::measure::JET;
                $work
            }
        }
    };
}
pub(super) use with_vectors;

/// A matrix that belongs to the vectors of a jet that count: row 3 m + c for component c of vector m, columns likewise, `padded` numbers a row.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Hessian(pub [f64; NUMBERS * PADDED]);

impl Default for Hessian {
    fn default() -> Self {
        Self([0.0; NUMBERS * PADDED])
    }
}

impl Hessian {
    /// An entry, for a matrix of so many vectors.
    pub fn entry(&self, vectors: usize, i: usize, j: usize) -> f64 {
        self.0[i * padded(vectors) + j]
    }
}

/// What an elaston is made of, ready for tangents.
pub struct Elasticity {
    /// D.
    pub stiffness: Stiffness,
    /// K = E_0^T D E_0, E_0 the strains of a jet in a frame that does not turn.
    pub(super) constant: Hessian,
    /// Vectors of the jet that count: see [`stiff_vectors`].
    pub vectors: u8,
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
        let vectors = stiff_vectors(&stiffness);
        Self::with_vectors(stiffness, vectors)
    }

    /// The same with so many vectors, as many as [`stiff_vectors`] at least.
    pub fn with_vectors(stiffness: Stiffness, vectors: u8) -> Self {
        let mut constant = Hessian::default();
        let (count, stride) = (3 * vectors as usize, padded(vectors as usize));
        for i in 0..count {
            for j in 0..count {
                constant.0[i * stride + j] = constant_entry(&stiffness, i, j);
            }
        }
        Self { stiffness, constant, vectors }
    }

    /// K u; to be called in a kernel.
    #[inline(always)]
    pub fn times<R: Real>(&self, u: &Jet<f64>) -> Jet<f64> {
        with_vectors!(self.vectors, V => times_constant::<R, V>(&self.constant.0, u))
    }

    /// K u for several u side by side.
    #[inline(always)]
    pub fn times_side_by_side<R: Real>(&self, u: &Jet<R>) -> Jet<R> {
        let count = self.vectors as usize;
        let mut out = [[R::zero(); 3]; JET];
        for i in 0..3 * count {
            for j in 0..3 * count {
                let K = R::splat(self.constant.entry(count, i, j));
                out[i / 3][i % 3] = K.mul_add(u[j / 3][j % 3], out[i / 3][i % 3]);
            }
        }
        out
    }
}

/// K u: K is symmetric, so that its rows can be added up as columns, side by side. Even and odd rows apart, so that no sum waits for the
/// one before.
#[inline(always)]
fn times_constant<R: Real, const V: usize>(K: &[f64; NUMBERS * PADDED], u: &Jet<f64>) -> Jet<f64> {
    const MOST: usize = PADDED;
    let count = padded(V) / R::COUNT;
    let mut sums = [[R::zero(); MOST]; 2];
    for i in 0..3 * V {
        let factor = R::splat(u[i / 3][i % 3]);
        for l in 0..count {
            let row = R::load(&K[i * padded(V) + l * R::COUNT..]);
            sums[i % 2][l] = row.mul_add(factor, sums[i % 2][l]);
        }
    }
    let mut flat = [0.0; PADDED];
    for l in 0..count {
        let sum = sums[0][l] + sums[1][l];
        flat[l * R::COUNT..][..R::COUNT].copy_from_slice(&sum.to_lanes()[..R::COUNT]);
    }
    let mut out = [[0.0; 3]; JET];
    for m in 0..V {
        out[m].copy_from_slice(&flat[3 * m..3 * m + 3]);
    }
    out
}

/// An entry of K = E_0^T D E_0.
fn constant_entry(D: &Stiffness, i: usize, j: usize) -> f64 {
    over_strains(i, |a| over_strains(j, |b| D[a][b]))
}

/// Vectors of the jet up to the last one with stiffness, rounded up to a number that there are kernels for. The strains of a second
/// derivative do not mix with others when the frame turns, and K is not negative: a vector without diagonal in K has no part in the
/// energy at all.
pub fn stiff_vectors(D: &Stiffness) -> u8 {
    let stiffness = |m: usize| (3 * m..3 * m + 3).map(|i| constant_entry(D, i, i)).fold(0.0, f64::max);
    let largest = (3..JET).map(stiffness).fold(0.0, f64::max);
    match (3..JET).rev().find(|&m| stiffness(m) > NONE * largest) {
        Some(8) => 9,
        Some(6 | 7) => 8,
        _ => 6,
    }
}
