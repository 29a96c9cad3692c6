//! Fronts in which a pivot is negative: A = L S L^T with S = diag(+-1), the rest of the factorisation being as for positive matrices.
//!
//! Only the fronts in which it happens come here, a few of all; the rows of eight of a sliver are worked on together, one sliver after the other:
//!
//!   x_j = a_j - sum_{p<j} s_p l_jp x_p,     d_j = (x_j)_j = s_j |d_j|,     l_j = x_j s_j / sqrt(|d_j|)
//!
//! The update of the parent is - L S L^T: what the kernels for positive pivots leave there is put right by 2 l l^T of each negative one.

use super::front::Job;
use super::kernel::{BadPivot, FrontShape, SLIVER};
use super::plan::Front;

impl Job<'_> {
    /// Factors a panel with pivots of both signs.
    pub(super) fn factor_signed_panel(&self, front: &Front) -> Result<(), BadPivot> {
        let shape = front.shape;
        for g in 0..shape.diagonal_slivers() {
            self.solve_signed_sliver(front, g)?;
        }
        self.in_pieces(front, shape.diagonal_slivers()..shape.slivers(), |slivers| {
            for g in slivers {
                // Rows below the diagonal have no pivots that could be bad.
                let _ = self.solve_signed_sliver(front, g);
            }
        });
        Ok(())
    }

    /// Finds the rows of L in sliver `g`, whose diagonal block is done up to there, and the pivots in it.
    fn solve_signed_sliver(&self, front: &Front, g: usize) -> Result<(), BadPivot> {
        let shape = front.shape;
        let columns = if g < shape.diagonal_slivers() { shape.k.min(SLIVER * (g + 1)) } else { shape.k };
        // SAFETY: slivers, pivots and signs of the own front; earlier slivers are finished, this one is written by the caller alone.
        unsafe {
            let panel = self.panel(front);
            let (pivots, signs) = (self.arrays.pivots.add(front.pivots), self.arrays.signs.add(front.pivots));
            let sliver = panel.add(shape.sliver_start(g)).cast::<[f64; SLIVER]>();
            for j in 0..columns {
                let mut x = *sliver.add(j);
                let row = panel.add(shape.panel_row(j)).cast_const();
                for p in 0..j {
                    let factor = -(*signs.add(p) * *row.add(SLIVER * p));
                    let known = *sliver.add(p);
                    (0..SLIVER).for_each(|lane| x[lane] = factor.mul_add(known[lane], x[lane]));
                }
                if j / SLIVER == g && g < shape.diagonal_slivers() {
                    (*pivots.add(j), *signs.add(j)) = self.signed_pivot(j, x[j % SLIVER])?;
                    // Above the diagonal stays zero, so that solves may read whole columns.
                    x[..j % SLIVER].fill(0.0);
                }
                let factor = *signs.add(j) * *pivots.add(j);
                x.iter_mut().for_each(|x| *x *= factor);
                if j / SLIVER == g && g < shape.diagonal_slivers() {
                    x[j % SLIVER] = 1.0 / *pivots.add(j);
                }
                sliver.add(j).write(x);
            }
        }
        Ok(())
    }

    /// Inverse root and sign of a pivot; one that is nothing but rounding is as large as what is not.
    fn signed_pivot(&self, unknown: usize, pivot: f64) -> Result<(f64, f64), BadPivot> {
        if !pivot.is_finite() {
            return Err(BadPivot { unknown, pivot });
        }
        Ok((1.0 / pivot.abs().max(self.smallest_pivot).sqrt(), if pivot < 0.0 { -1.0 } else { 1.0 }))
    }

    /// Turns the part of negative pivots in the update of a front round.
    pub(super) fn sign_update(&self, front: &Front) {
        let FrontShape { k, r } = front.shape;
        // SAFETY: the panel is finished; the update and the signs are this front's own.
        unsafe {
            let (panel, signs) = (self.panel(front), self.arrays.signs.add(front.pivots));
            let update = self.update(front);
            for p in (0..k).filter(|&p| *signs.add(p) < 0.0) {
                let entry = |row: usize| *panel.add(front.shape.panel_row(k + row) + SLIVER * p);
                for row in 0..r {
                    let twice = 2.0 * entry(row);
                    for column in 0..=row {
                        *update.add(FrontShape::update_row(row) + SLIVER * column) += twice * entry(column);
                    }
                }
            }
        }
    }

    /// Where the update of a front is.
    fn update(&self, front: &Front) -> *mut f64 {
        match &self.plan.window {
            None => self.arrays.workspace.wrapping_add(front.update),
            Some(_) => self.arrays.workspace,
        }
    }
}
