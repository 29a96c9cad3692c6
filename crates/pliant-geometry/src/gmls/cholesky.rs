//! Cholesky factor of a small symmetric matrix, of which only the lower triangle is read.

/// A pivot below this part of its diagonal entry is round-off.
const SMALLEST_PIVOT: f64 = 16.0 * f64::EPSILON;

/// The lower factor, with the inverses of its diagonal in place of the diagonal.
#[derive(Clone, Debug)]
pub(super) struct Cholesky<const M: usize> {
    lower: [[f64; M]; M],
}

impl<const M: usize> Cholesky<M> {
    /// None if the matrix is singular to working precision.
    pub fn of(mut matrix: [[f64; M]; M]) -> Option<Self> {
        for j in 0..M {
            let (done, rest) = matrix.split_at_mut(j);
            let row = &mut rest[0];
            let diagonal = row[j];
            for k in 0..j {
                let mut sum = row[k];
                for l in 0..k {
                    sum -= row[l] * done[k][l];
                }
                row[k] = sum * done[k][k];
            }
            let pivot = diagonal - row[..j].iter().map(|x| x * x).sum::<f64>();
            // Written so that what is not a number fails as well.
            let is_sound = pivot > SMALLEST_PIVOT * diagonal && pivot.is_normal();
            if !is_sound {
                return None;
            }
            row[j] = 1.0 / pivot.sqrt();
        }
        Some(Self { lower: matrix })
    }

    /// Overwrites b with the solution.
    #[inline]
    pub fn solve(&self, b: &mut [f64; M]) {
        let lower = &self.lower;
        for i in 0..M {
            let mut sum = b[i];
            for k in 0..i {
                sum -= lower[i][k] * b[k];
            }
            b[i] = sum * lower[i][i];
        }
        for i in (0..M).rev() {
            let x = b[i] * lower[i][i];
            b[i] = x;
            for k in 0..i {
                b[k] -= lower[i][k] * x;
            }
        }
    }
}
