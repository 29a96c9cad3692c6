//! Cholesky factor of a small symmetric matrix, of which only the lower triangle is read.

use pliant_math::lanes::Real;

/// A pivot below this part of its diagonal entry is round-off.
const SMALLEST_PIVOT: f64 = 16.0 * f64::EPSILON;

/// The lower factor, with the inverses of its diagonal in place of the diagonal.
#[derive(Clone, Debug)]
pub(super) struct Cholesky<const M: usize> {
    lower: [[f64; M]; M],
}

impl<const M: usize> Cholesky<M> {
    /// None if the matrix is singular to working precision.
    #[inline(always)]
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
    #[inline(always)]
    pub fn solve<R: Real>(&self, b: &mut [R; M]) {
        let lower = &self.lower;
        for i in 0..M {
            let x = b[i] * R::splat(lower[i][i]);
            b[i] = x;
            for k in i + 1..M {
                b[k] = (-x).mul_add(R::splat(lower[k][i]), b[k]);
            }
        }
        for i in (0..M).rev() {
            let x = b[i] * R::splat(lower[i][i]);
            b[i] = x;
            for k in 0..i {
                b[k] = (-x).mul_add(R::splat(lower[i][k]), b[k]);
            }
        }
    }

    /// The same for several, side by side.
    #[inline(always)]
    pub fn solve_all<R: Real>(&self, all: &mut [[f64; M]]) {
        for some in all.chunks_mut(R::COUNT) {
            let mut b = [R::zero(); M];
            for m in 0..M {
                b[m] = R::from_lanes(
                    #[inline(always)]
                    |lane| some.get(lane).map_or(0.0, |b| b[m]),
                );
            }
            self.solve(&mut b);
            for (lane, solution) in some.iter_mut().enumerate() {
                for m in 0..M {
                    solution[m] = b[m].lane(lane);
                }
            }
        }
    }
}
