//! Eigenvalues of small dense symmetric matrices, by Jacobi rotations [Golub, Van Loan, 8.5].

/// A dense square matrix, row after row.
#[derive(Debug, Clone)]
pub struct Square {
    size: usize,
    entries: Vec<f64>,
}

impl Square {
    /// Zeros.
    pub fn zeros(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    /// Entry in a row and a column.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    /// Sets an entry.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.entries[row * self.size + column] = value;
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.size..(row + 1) * self.size]
    }

    fn two_rows(&mut self, p: usize, q: usize) -> (&mut [f64], &mut [f64]) {
        let (low, high) = self.entries.split_at_mut(q * self.size);
        (&mut low[p * self.size..(p + 1) * self.size], &mut high[..self.size])
    }
}

/// Sweeps after which rotations stop; ten are enough for any size met here.
const MAX_SWEEPS: usize = 40;

/// Eigenvalues, descending, and the eigenvectors as rows in the same order.
pub fn symmetric_eigen(mut a: Square) -> (Vec<f64>, Square) {
    let n = a.size;
    let mut vectors = Square::zeros(n);
    (0..n).for_each(|i| vectors.set(i, i, 1.0));
    let norm: f64 = a.entries.iter().map(|x| x * x).sum::<f64>().sqrt();
    for _ in 0..MAX_SWEEPS {
        let mut largest = 0.0f64;
        for p in 0..n {
            for q in p + 1..n {
                let off = a.get(p, q);
                largest = largest.max(off.abs());
                if off.abs() > 1e-17 * norm {
                    rotate(&mut a, &mut vectors, p, q);
                }
            }
        }
        if largest <= 1e-15 * norm {
            break;
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| a.get(j, j).total_cmp(&a.get(i, i)));
    let mut sorted = Square::zeros(n);
    for (k, &i) in order.iter().enumerate() {
        sorted.entries[k * n..(k + 1) * n].copy_from_slice(vectors.row(i));
    }
    (order.iter().map(|&i| a.get(i, i)).collect(), sorted)
}

/// One rotation that makes entry `(p, q)` zero, `p < q`.
fn rotate(a: &mut Square, vectors: &mut Square, p: usize, q: usize) {
    let (app, aqq, apq) = (a.get(p, p), a.get(q, q), a.get(p, q));
    let theta = (aqq - app) / (2.0 * apq);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    let turn = |x: &mut [f64], y: &mut [f64]| {
        for (x, y) in x.iter_mut().zip(y) {
            (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
        }
    };
    let (row_p, row_q) = a.two_rows(p, q);
    turn(row_p, row_q);
    for i in 0..a.size {
        let (x, y) = (a.get(i, p), a.get(i, q));
        a.set(i, p, c * x - s * y);
        a.set(i, q, s * x + c * y);
    }
    let (vector_p, vector_q) = vectors.two_rows(p, q);
    turn(vector_p, vector_q);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::Random;

    #[test]
    fn eigenvectors_diagonalise_random_matrices() {
        let n = 23;
        let mut random = Random(5);
        let mut a = Square::zeros(n);
        for i in 0..n {
            for j in 0..=i {
                let x = random.number();
                a.set(i, j, x);
                a.set(j, i, x);
            }
        }
        let (values, vectors) = symmetric_eigen(a.clone());
        assert!(values.windows(2).all(|w| w[0] >= w[1]));
        for k in 0..n {
            let v = vectors.row(k);
            for i in 0..n {
                let product: f64 = a.row(i).iter().zip(v).map(|(a, v)| a * v).sum();
                assert!((product - values[k] * v[i]).abs() < 1e-13);
            }
        }
    }
}
