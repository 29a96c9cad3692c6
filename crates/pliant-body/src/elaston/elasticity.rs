//! What an elaston is made of: D, and K = d2W/dz2 in axes that turn with it, for the vectors of a jet that count.
//!
//! Second derivatives along two thin axes are condensed out of D. They have no part in the energy, so all that is done with jets
//! leaves them out: nine vectors count in a solid, eight where one axis is thin, six where two are. Only what counts is kept.

use super::aligned::Aligned;
use super::constitutive::Stiffness;
use super::measure::{JET, Jet, SECOND};
use pliant_math::lanes::{Real, WIDTH};

/// Numbers of a jet.
pub const NUMBERS: usize = 3 * JET;
/// The same in whole lanes.
pub const PADDED: usize = padded(JET);

/// Numbers of so many vectors, in whole lanes.
pub const fn padded(vectors: usize) -> usize {
    whole_lanes(3 * vectors)
}

/// Numbers that K of the first derivatives takes.
const FIRST_BLOCK: usize = FIRST * whole_lanes(FIRST);

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

/// Numbers of the first derivatives.
pub const FIRST: usize = 9;

/// Numbers of the second derivatives among so many vectors.
pub const fn second(vectors: usize) -> usize {
    3 * vectors - FIRST
}

/// So many numbers in whole lanes.
pub const fn whole_lanes(numbers: usize) -> usize {
    numbers.div_ceil(WIDTH) * WIDTH
}

/// What an elaston is made of, ready for tangents.
///
/// K = E_0^T D E_0, E_0 the strains of a jet in a frame that does not turn. D does not couple stretching with bending, as an elaston is
/// about its centre of mass; so K is two matrices, one for the first derivatives and one for the second.
pub struct Elasticity {
    /// Vectors of the jet that count: see [`stiff_vectors`].
    pub vectors: u8,
    /// K of the first derivatives and then that of the second: rows in whole lanes.
    constant: Aligned,
    /// D, where it is asked for: strains that are not linear in the jet.
    stiffness: Option<Box<Stiffness>>,
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
    /// K of so many vectors, as many as [`stiff_vectors`] at least.
    pub fn new(D: &Stiffness, vectors: u8) -> Self {
        debug_assert!(D[..6].iter().all(|row| row[6..].iter().all(|d| *d == 0.0)), "see above");
        let (count, stride) = (second(vectors as usize), whole_lanes(second(vectors as usize)));
        let mut constant = Aligned::zeros(FIRST_BLOCK + count * stride);
        let (of_first, of_second) = constant.split_at_mut(FIRST_BLOCK);
        fill(D, 0, FIRST, of_first);
        fill(D, FIRST, count, of_second);
        Self { vectors, constant, stiffness: None }
    }

    /// The same, with D.
    #[must_use]
    pub fn with_stiffness(self, D: Box<Stiffness>) -> Self {
        Self { stiffness: Some(D), ..self }
    }

    /// D.
    #[inline(always)]
    pub fn stiffness(&self) -> &Stiffness {
        self.stiffness.as_ref().expect("kept for the measures that take it")
    }

    /// K of the first derivatives: rows of `whole_lanes(FIRST)`.
    #[inline(always)]
    pub fn of_first(&self) -> &[f64] {
        &self.constant[..FIRST_BLOCK]
    }

    /// K of the second derivatives of V vectors: rows of `whole_lanes(second(V))`.
    #[inline(always)]
    pub fn of_second<const V: usize>(&self) -> &[f64] {
        &self.constant[FIRST_BLOCK..][..second(V) * whole_lanes(second(V))]
    }

    /// K u; to be called in a kernel.
    #[inline(always)]
    pub fn times<R: Real>(&self, u: &Jet<f64>) -> Jet<f64> {
        let mut out = [[0.0; 3]; JET];
        let (u_first, u_second) = u.as_flattened().split_at(FIRST);
        let (out_first, out_second) = out.as_flattened_mut().split_at_mut(FIRST);
        times_block::<R, FIRST>(self.of_first(), u_first, out_first);
        match self.vectors {
            6 => times_block::<R, { second(6) }>(self.of_second::<6>(), u_second, out_second),
            8 => times_block::<R, { second(8) }>(self.of_second::<8>(), u_second, out_second),
            _ => times_block::<R, { second(JET) }>(self.of_second::<JET>(), u_second, out_second),
        }
        out
    }

    /// K u for several u side by side.
    #[inline(always)]
    pub fn times_side_by_side<R: Real>(&self, u: &Jet<R>) -> Jet<R> {
        let mut out = [[R::zero(); 3]; JET];
        let count = second(self.vectors as usize);
        let (of_first, of_second) = self.constant.split_at(FIRST_BLOCK);
        for (start, count, K) in [(0, FIRST, of_first), (FIRST, count, of_second)] {
            for i in start..start + count {
                for j in start..start + count {
                    let K = R::splat(K[(i - start) * whole_lanes(count) + j - start]);
                    out[i / 3][i % 3] = K.mul_add(u[j / 3][j % 3], out[i / 3][i % 3]);
                }
            }
        }
        out
    }
}

/// Writes `count` rows of K from `first` on.
fn fill(D: &Stiffness, first: usize, count: usize, out: &mut [f64]) {
    for (i, row) in out.chunks_exact_mut(whole_lanes(count)).enumerate() {
        for (j, number) in row[..count].iter_mut().enumerate() {
            *number = constant_entry(D, first + i, first + j);
        }
    }
}

/// K u for N numbers: K is symmetric, so that its rows can be added up as columns, side by side. Even and odd rows apart, so that no sum
/// waits for the one before.
#[inline(always)]
fn times_block<R: Real, const N: usize>(K: &[f64], u: &[f64], out: &mut [f64]) {
    let stride = const { whole_lanes(N) };
    let (K, u, out) = (&K[..N * stride], &u[..N], &mut out[..N]);
    let mut sums = [0.0; PADDED];
    for l in (0..stride).step_by(R::COUNT) {
        let (mut even, mut odd) = (R::zero(), R::zero());
        for i in (0..N - 1).step_by(2) {
            even = R::load(&K[i * stride + l..]).mul_add(R::splat(u[i]), even);
            odd = R::load(&K[(i + 1) * stride + l..]).mul_add(R::splat(u[i + 1]), odd);
        }
        if N % 2 == 1 {
            even = R::load(&K[(N - 1) * stride + l..]).mul_add(R::splat(u[N - 1]), even);
        }
        sums[l..l + R::COUNT].copy_from_slice(&(even + odd).to_lanes()[..R::COUNT]);
    }
    out.copy_from_slice(&sums[..N]);
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
