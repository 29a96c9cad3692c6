//! The least-squares fit of a phyxel: which polynomial its neighbours tell, and from what.
//!
//! With p(x) = (x, y, z)/s, or those and their products, and M = sum_j w_j p_j p_j^T, the coefficients of the field around phyxel i
//! are a = M^-1 sum_j w_j p_j (y_j - y_i); the first three are F s (Stegmayr 2008, eqs. 3.22 to 3.33).

use glam::DVec3;

/// What is fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// x, y, z.
    #[default]
    Linear,
    /// And their six products.
    Quadratic,
}

impl Basis {
    /// How many functions.
    pub fn len(self) -> usize {
        match self {
            Basis::Linear => LINEAR,
            Basis::Quadratic => QUADRATIC,
        }
    }
}

/// Functions of the linear basis.
pub const LINEAR: usize = 3;
/// Functions of the quadratic basis.
pub const QUADRATIC: usize = 9;

/// p(x) in units of a length; entries beyond the basis are zero.
pub fn functions(basis: Basis, x: DVec3) -> [f64; QUADRATIC] {
    let DVec3 { x, y, z } = x;
    match basis {
        Basis::Linear => [x, y, z, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        Basis::Quadratic => [x, y, z, x * x, y * y, z * z, y * z, x * z, x * y],
    }
}

/// M of a phyxel, with its inverse.
#[derive(Clone, Debug)]
pub struct Moments {
    /// How many functions there are.
    count: usize,
    /// M^-1, row after row; meaningless if the fit is no good.
    inverse: [[f64; QUADRATIC]; QUADRATIC],
    /// Smallest pivot, over what is [too small](Moments::least_pivot): how far the neighbours are from not telling something.
    worst: f64,
}

/// Pivots of x, y, z below this share of the largest diagonal entry: the neighbours lie (nearly) in a plane. Each phyxel then measures strain across
/// next to nothing; at this share explicit steps are about ten times smaller than among neighbours all around.
const THIN: f64 = 1e-2;
/// Pivots of products below this share of their own diagonal entry: the neighbours lie (nearly) on a surface of second order.
const FLAT: f64 = 1e-3;

impl Moments {
    /// The fit from offsets of neighbours (m) and their weights; s is the length (m) they are measured by.
    pub fn new(basis: Basis, s: f64, neighbours: impl Iterator<Item = (DVec3, f64)>) -> Self {
        let count = basis.len();
        let mut M = [[0.0; QUADRATIC]; QUADRATIC];
        for (x, w) in neighbours {
            let p = functions(basis, x / s);
            for a in 0..count {
                for b in 0..count {
                    M[a][b] += w * p[a] * p[b];
                }
            }
        }
        let (inverse, worst) = invert(&M, count);
        Self { count, inverse, worst }
    }

    /// True if the neighbours tell all coefficients.
    pub fn is_good(&self) -> bool {
        self.worst > 1.0
    }

    /// The pivot of function j that is just too small.
    fn least_pivot(M: &Square, j: usize) -> f64 {
        let largest = (0..LINEAR).map(|k| M[k][k]).fold(0.0, f64::max);
        if j < LINEAR { THIN * largest } else { FLAT * M[j][j] }
    }

    /// An entry of M^-1.
    pub fn inverse(&self, a: usize, b: usize) -> f64 {
        debug_assert!(a < self.count && b < self.count, "an entry of the basis");
        self.inverse[a][b]
    }
}

type Square = [[f64; QUADRATIC]; QUADRATIC];

/// Inverse of a symmetric positive matrix by Cholesky, and its smallest pivot over what is too small.
fn invert(M: &Square, n: usize) -> (Square, f64) {
    let mut L = [[0.0; QUADRATIC]; QUADRATIC];
    let mut worst = f64::INFINITY;
    for j in 0..n {
        let pivot = M[j][j] - (0..j).map(|k| L[j][k] * L[j][k]).sum::<f64>();
        // Not a number counts as the worst, too.
        let share = pivot / Moments::least_pivot(M, j);
        worst = if share > 0.0 { worst.min(share) } else { 0.0 };
        if worst == 0.0 {
            return (L, 0.0);
        }
        L[j][j] = pivot.sqrt();
        for i in j + 1..n {
            L[i][j] = (M[i][j] - (0..j).map(|k| L[i][k] * L[j][k]).sum::<f64>()) / L[j][j];
        }
    }
    let mut inverse = [[0.0; QUADRATIC]; QUADRATIC];
    for column in 0..n {
        let mut y = [0.0; QUADRATIC];
        for i in column..n {
            let e = if i == column { 1.0 } else { 0.0 };
            y[i] = (e - (column..i).map(|k| L[i][k] * y[k]).sum::<f64>()) / L[i][i];
        }
        for i in (0..n).rev() {
            let sum: f64 = (i + 1..n).map(|k| L[k][i] * inverse[k][column]).sum();
            inverse[i][column] = (y[i] - sum) / L[i][i];
        }
    }
    (inverse, worst)
}
