//! Forward and backward substitution through the fronts, with a vector of updates where the factorisation has
//! an update matrix, so that subtrees are independent in the same way. `R` right-hand sides are done at once: reading the factor is most
//! of the work.

use super::kernel::SLIVER;
use super::plan::{Front, Plan};
use super::products::{self, Entry, SLIVERS_TOGETHER, Tiles};
use super::vec8::Instructions;
use crate::reduce;
use rayon::prelude::*;

/// Factor entries below which a solve is not spread over threads.
const SMALLEST_PARALLEL: usize = 400_000;

/// Vectors shared by tasks that write to different parts of them.
#[derive(Clone, Copy)]
struct Vectors<const R: usize> {
    unknowns: *mut [f64; R],
    updates: *mut [f64; R],
}

// SAFETY: a front writes only its own unknowns and its own update vector; it reads those of its children
// (forward) or of its ancestors (backward), which are finished then.
unsafe impl<const R: usize> Send for Vectors<R> {}
unsafe impl<const R: usize> Sync for Vectors<R> {}

struct Substitution<'a, E, const R: usize> {
    plan: &'a Plan,
    factor: &'a [E],
    instructions: Instructions,
    vectors: Vectors<R>,
}

/// Overwrites `unknowns` (in elimination order) by the solution of `L S L^T x = unknowns`; S is -1 at the unknowns `negative`, else 1.
pub fn solve<E: Entry, const R: usize>(
    plan: &Plan,
    factor: &[E],
    negative: &[usize],
    instructions: Instructions,
    unknowns: &mut [[f64; R]],
    updates: &mut [[f64; R]],
) {
    let vectors = Vectors { unknowns: unknowns.as_mut_ptr(), updates: updates.as_mut_ptr() };
    let substitution = Substitution { plan, factor, instructions, vectors };
    if factor.len() < SMALLEST_PARALLEL || plan.window.is_some() {
        (0..plan.fronts.len()).for_each(|s| substitution.forward(s));
        substitution.turn_round(negative);
        (0..plan.fronts.len()).rev().for_each(|s| substitution.backward(s));
        return;
    }
    reduce::enter_pool(|| {
        plan.roots.par_iter().for_each(|&root| substitution.forward_subtree(root as usize));
        substitution.turn_round(negative);
        plan.roots.par_iter().for_each(|&root| substitution.backward_subtree(root as usize));
    });
}

impl<E: Entry, const R: usize> Substitution<'_, E, R> {
    /// Between the two substitutions: S times the unknowns.
    fn turn_round(&self, negative: &[usize]) {
        for &unknown in negative {
            // SAFETY: no front is at work, and unknowns of the factor are unknowns of the vectors.
            unsafe { (*self.vectors.unknowns.add(unknown)).iter_mut().for_each(|x| *x = -*x) };
        }
    }

    fn task(&self, s: usize) -> Option<std::ops::Range<usize>> {
        let task = self.plan.task_of_root[s];
        (task != u32::MAX).then(|| self.plan.tasks[task as usize].clone())
    }

    fn forward_subtree(&self, s: usize) {
        if let Some(range) = self.task(s) {
            return range.for_each(|s| self.forward(s));
        }
        self.plan.fronts[s].children.par_iter().for_each(|&c| self.forward_subtree(c as usize));
        self.forward(s);
    }

    fn backward_subtree(&self, s: usize) {
        if let Some(range) = self.task(s) {
            return range.rev().for_each(|s| self.backward(s));
        }
        self.backward(s);
        self.plan.fronts[s].children.par_iter().for_each(|&c| self.backward_subtree(c as usize));
    }

    /// Sliver `g` of a front's panel.
    fn sliver(&self, front: &Front, g: usize) -> &[E] {
        self.slivers(front, g, 1)
    }

    /// `count` slivers of a front's panel from `g` on.
    fn slivers(&self, front: &Front, g: usize, count: usize) -> &[E] {
        let (start, end) = (front.shape.sliver_start(g), front.shape.sliver_start(g + count));
        &self.factor[front.panel + start..front.panel + end]
    }

    fn rows_times(&self, slivers: &[E], count: usize, x: &[[f64; R]], sums: &mut Tiles<R>) {
        let stride = slivers.len() / count;
        assert!(count <= SLIVERS_TOGETHER && SLIVER * x.len() <= stride);
        // SAFETY: the slivers are that long; the instructions were detected.
        unsafe { products::run_rows_times(self.instructions, slivers.as_ptr(), stride, count, x, sums) }
    }

    fn columns_times(&self, slivers: &[E], count: usize, values: &Tiles<R>, x: &mut [[f64; R]]) {
        let stride = slivers.len() / count;
        assert!(count <= SLIVERS_TOGETHER && SLIVER * x.len() <= stride);
        // SAFETY: the slivers are that long; the instructions were detected.
        unsafe { products::run_columns_times(self.instructions, slivers.as_ptr(), stride, count, values, x) }
    }

    /// Own unknowns and update vector of a front.
    #[allow(clippy::mut_from_ref)]
    fn own(&self, front: &Front) -> (&mut [[f64; R]], &mut [[f64; R]]) {
        // SAFETY: each front is processed by one task at a time and these parts are its own.
        unsafe {
            let unknowns = self.vectors.unknowns.add(front.first_unknown);
            let updates = self.vectors.updates.add(front.rows);
            (
                std::slice::from_raw_parts_mut(unknowns, front.shape.k),
                std::slice::from_raw_parts_mut(updates, front.shape.r),
            )
        }
    }

    /// `x <- L11^-1 (x + children)`, `update <- children - L21 x`.
    fn forward(&self, s: usize) {
        let front = &self.plan.fronts[s];
        let (x, update) = self.own(front);
        update.fill([0.0; R]);
        for &c in &front.children {
            let child = &self.plan.fronts[c as usize];
            let places = &self.plan.to_parent[child.rows..child.rows + child.shape.r];
            let (_, theirs) = self.own(child);
            for (&place, value) in places.iter().zip(theirs) {
                let target = match (place as usize).checked_sub(front.shape.k) {
                    None => &mut x[place as usize],
                    Some(row) => &mut update[row],
                };
                (0..R).for_each(|r| target[r] += value[r]);
            }
        }
        let (diagonal, all) = (front.shape.diagonal_slivers(), front.shape.slivers());
        let mut sums: Tiles<R> = [[[0.0; SLIVER]; R]; SLIVERS_TOGETHER];
        for g in 0..diagonal {
            let sliver = self.sliver(front, g);
            self.rows_times(sliver, 1, &x[..SLIVER * g], &mut sums);
            solve_tile(sliver, x, SLIVER * g, &sums[0]);
        }
        for g in (diagonal..all).step_by(SLIVERS_TOGETHER) {
            let count = SLIVERS_TOGETHER.min(all - g);
            self.rows_times(self.slivers(front, g, count), count, x, &mut sums);
            let rows = &mut update[SLIVER * (g - diagonal)..];
            for (i, row) in rows.iter_mut().take(SLIVER * count).enumerate() {
                (0..R).for_each(|r| row[r] -= sums[i / SLIVER][r][i % SLIVER]);
            }
        }
    }

    /// `x <- L11^-T (x - L21^T x_rows)`.
    fn backward(&self, s: usize) {
        let front = &self.plan.fronts[s];
        let k = front.shape.k;
        let (x, rows) = self.own(front);
        for (row, &unknown) in rows.iter_mut().zip(&self.plan.row_unknowns[front.rows..]) {
            // SAFETY: unknowns of ancestors, which are finished.
            *row = unsafe { *self.vectors.unknowns.add(unknown as usize) };
        }
        let (diagonal, all) = (front.shape.diagonal_slivers(), front.shape.slivers());
        let zero: Tiles<R> = [[[0.0; SLIVER]; R]; SLIVERS_TOGETHER];
        let mut values = zero;
        for g in (diagonal..all).step_by(SLIVERS_TOGETHER) {
            let count = SLIVERS_TOGETHER.min(all - g);
            values = zero;
            let own = &rows[SLIVER * (g - diagonal)..];
            for (i, row) in own.iter().take(SLIVER * count).enumerate() {
                (0..R).for_each(|r| values[i / SLIVER][r][i % SLIVER] = row[r]);
            }
            self.columns_times(self.slivers(front, g, count), count, &values, x);
        }
        for g in (0..diagonal).rev() {
            let sliver = self.sliver(front, g);
            let first = SLIVER * g;
            let w = SLIVER.min(k - first);
            values[0] = [[0.0; SLIVER]; R];
            for q in (0..w).rev() {
                let column = &sliver[SLIVER * (first + q)..][..SLIVER];
                let column: [f64; SLIVER] = std::array::from_fn(|i| column[i].into());
                for (r, values) in values[0].iter_mut().enumerate() {
                    let sum: f64 = (q + 1..w).map(|i| column[i] * values[i]).sum();
                    values[q] = (x[first + q][r] - sum) / column[q];
                    x[first + q][r] = values[q];
                }
            }
            self.columns_times(sliver, 1, &values, &mut x[..first]);
        }
    }
}

/// Solves with the diagonal tile whose rows start at `first`, after subtracting `sums`.
fn solve_tile<E: Entry, const R: usize>(
    sliver: &[E],
    x: &mut [[f64; R]],
    first: usize,
    sums: &[[f64; SLIVER]; R],
) {
    let w = SLIVER.min(x.len() - first);
    let own = &mut x[first..first + w];
    for (i, value) in own.iter_mut().enumerate() {
        (0..R).for_each(|r| value[r] -= sums[r][i]);
    }
    for q in 0..w {
        let column = &sliver[SLIVER * (first + q)..][..SLIVER];
        let column: [f64; SLIVER] = std::array::from_fn(|i| column[i].into());
        for r in 0..R {
            own[q][r] /= column[q];
            for i in q + 1..w {
                own[i][r] -= column[i] * own[q][r];
            }
        }
    }
}
