//! The numeric work on one front: gather the updates of its children and its part of the matrix, factor the
//! panel, form the update for its parent [Duff, Reid 1983; Liu 1992].

use super::kernel::{self, BadPivot, COLUMN_STRIP, FrontShape, SLIVER};
use super::plan::{Front, Plan};
use super::vec8::Instructions;
use crate::sparse::BlockMatrix;
use crate::sparse::pattern::BLOCK;
use rayon::prelude::*;
use std::ops::Range;

/// Slivers handled by one piece of work inside a wide front; a multiple of three.
const SLIVERS_PER_PIECE: usize = 6;

/// Arrays of a factorisation, shared by tasks that write to different parts of them.
#[derive(Clone, Copy)]
pub struct Arrays {
    /// Panels of all fronts, or null.
    pub factor: *mut f64,
    /// The same in single precision, or null.
    pub single: *mut f32,
    /// Update matrices.
    pub workspace: *mut f64,
    /// Inverse pivots.
    pub pivots: *mut f64,
    /// Signs of the pivots, laid out as these are, or null if pivots that are not positive are refused.
    pub signs: *mut f64,
}

// SAFETY: tasks write only to the panels, updates and pivots of their own fronts and read those of finished
// ones; the plan gives all of them separate places.
unsafe impl Send for Arrays {}
unsafe impl Sync for Arrays {}

/// What one factorisation reads.
pub struct Job<'a> {
    /// The fixed part.
    pub plan: &'a Plan,
    /// The matrix.
    pub matrix: &'a BlockMatrix,
    /// Scale of every unknown, in elimination order.
    pub scale: &'a [f64],
    /// Pivots at or below this (of the scaled matrix) are refused, or have the other sign.
    pub smallest_pivot: f64,
    /// Kernels to use.
    pub instructions: Instructions,
    /// Where numbers go.
    pub arrays: Arrays,
}

impl Job<'_> {
    /// Factors front `s`, whose children are done.
    pub fn factor_front(&self, s: usize) -> Result<(), BadPivot> {
        let front = &self.plan.fronts[s];
        self.fill_panel(s);
        let mut is_signed = false;
        if let Err(bad) = self.factor_panel(front) {
            if self.arrays.signs.is_null() {
                return Err(bad);
            }
            is_signed = true;
            self.fill_panel(s);
            self.factor_signed_panel(front)?;
        }
        match &self.plan.window {
            None => self.form_update(front),
            Some(window) => self.advance_window(s, window),
        }
        if is_signed {
            self.sign_update(front);
        }
        self.keep_single(front);
        Ok(())
    }

    /// Sets the panel to what is to be factored.
    fn fill_panel(&self, s: usize) {
        let front = &self.plan.fronts[s];
        match &self.plan.window {
            None => self.gather_panel(front),
            Some(window) => self.take_from_window(s, window),
        }
        self.add_matrix(front);
    }

    /// The panel of a front while it is worked on.
    pub(super) fn panel(&self, front: &Front) -> *mut f64 {
        if self.arrays.single.is_null() {
            self.arrays.factor.wrapping_add(front.panel)
        } else {
            self.arrays.workspace.wrapping_add(front.working_panel)
        }
    }

    /// Rounds the panel to where it is kept, if that is in single precision.
    fn keep_single(&self, front: &Front) {
        if self.arrays.single.is_null() {
            return;
        }
        let shape = front.shape;
        self.in_pieces(front, 0..shape.slivers(), |slivers| {
            let (start, end) = (shape.sliver_start(slivers.start), shape.sliver_start(slivers.end));
            // SAFETY: these slivers of the own panel, here and there, belong to this piece of work alone.
            let (from, to) = unsafe {
                let arrays = self.arrays;
                let from = self.panel(front).add(start).cast_const();
                let to = arrays.single.add(front.panel + start);
                (
                    std::slice::from_raw_parts(from, end - start),
                    std::slice::from_raw_parts_mut(to, end - start),
                )
            };
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from as f32);
        });
    }

    /// Calls `work` for pieces of `0..count` slivers from `first`, side by side when the front is wide.
    pub(super) fn in_pieces(&self, front: &Front, slivers: Range<usize>, work: impl Fn(Range<usize>) + Sync) {
        let pieces = slivers.len().div_ceil(SLIVERS_PER_PIECE);
        if !front.wide || pieces < 2 {
            if !slivers.is_empty() {
                work(slivers);
            }
            return;
        }
        (0..pieces).into_par_iter().for_each(|piece| {
            let start = slivers.start + piece * SLIVERS_PER_PIECE;
            work(start..slivers.end.min(start + SLIVERS_PER_PIECE));
        });
    }

    /// Sets the panel to the sum of the children's updates.
    fn gather_panel(&self, front: &Front) {
        let shape = front.shape;
        self.in_pieces(front, 0..shape.slivers(), |slivers| {
            let (start, end) = (shape.sliver_start(slivers.start), shape.sliver_start(slivers.end));
            // SAFETY: these slivers of the own panel belong to this piece of work alone.
            unsafe { self.panel(front).add(start).write_bytes(0, end - start) };
            let rows = first_row(shape, slivers.start)..first_row(shape, slivers.end);
            for &c in &front.children {
                self.add_child(front, &self.plan.fronts[c as usize], rows.clone(), Part::Panel);
            }
        });
    }

    /// Adds the blocks of the matrix that belong to the panel.
    fn add_matrix(&self, front: &Front) {
        let columns = front.shape.k / BLOCK;
        if !front.wide {
            return (0..columns).for_each(|column| self.add_column(front, column));
        }
        (0..columns).into_par_iter().for_each(|column| self.add_column(front, column));
    }

    /// Adds the blocks of the matrix in one column of nodes.
    fn add_column(&self, front: &Front, column_node: usize) {
        let shape = front.shape;
        let column = BLOCK * column_node;
        let column_unknown = front.first_unknown + column;
        for target in self.plan.targets_of(column_unknown / BLOCK) {
            let block = &self.matrix.values[target.block()];
            let block = if target.is_transposed() { block.transpose() } else { *block }.to_cols_array_2d();
            let row = BLOCK * target.row as usize;
            let row_unknown = self.plan_unknown(front, target.row as usize);
            for b in 0..BLOCK {
                let on_diagonal = row == column;
                for a in if on_diagonal { b } else { 0 }..BLOCK {
                    let scale = self.scale[row_unknown + a] * self.scale[column_unknown + b];
                    let place = shape.panel_row(row + a) + SLIVER * (column + b);
                    // SAFETY: the place is in the own panel, in a column that no other piece of work writes.
                    unsafe { *self.panel(front).add(place) += scale * block[b][a] };
                }
            }
        }
    }

    /// First unknown of a node of a front, in elimination order.
    fn plan_unknown(&self, front: &Front, node: usize) -> usize {
        let row = BLOCK * node;
        if row < front.shape.k {
            front.first_unknown + row
        } else {
            self.plan.row_unknowns[front.rows + row - front.shape.k] as usize
        }
    }

    fn factor_panel(&self, front: &Front) -> Result<(), BadPivot> {
        let shape = front.shape;
        let tiles = shape.diagonal_slivers();
        let strip = COLUMN_STRIP / SLIVER;
        for from in (0..tiles).step_by(strip) {
            let to = tiles.min(from + strip);
            // SAFETY: the panel and the pivots are this front's own; rows are split into disjoint pieces.
            unsafe {
                let (instructions, arrays) = (self.instructions, self.arrays);
                let panel = self.panel(front);
                let pivots = arrays.pivots.add(front.pivots);
                let smallest = self.smallest_pivot;
                kernel::run_factor_strip(instructions, panel, shape, pivots, from, to, smallest)?;
                self.in_pieces(front, to..shape.slivers(), |rows| {
                    let arrays = self.arrays;
                    let panel = self.panel(front);
                    let pivots = arrays.pivots.add(front.pivots);
                    kernel::run_solve_rows(
                        instructions,
                        panel,
                        shape,
                        pivots,
                        rows.start,
                        rows.end,
                        from,
                        to,
                    );
                });
            }
        }
        Ok(())
    }

    /// Update matrix: `- L L^T` of the rows below, plus what the children have for them.
    fn form_update(&self, front: &Front) {
        let shape = front.shape;
        self.in_pieces(front, 0..shape.lower_slivers(), |slivers| {
            // SAFETY: the panel is finished; these slivers of the update are written by this piece alone.
            unsafe {
                let panel = self.panel(front);
                let update = self.arrays.workspace.add(front.update);
                kernel::run_write_update(self.instructions, panel, shape, update, slivers.start, slivers.end);
            }
            let rows = shape.k + SLIVER * slivers.start..shape.k + shape.r.min(SLIVER * slivers.end);
            for &c in &front.children {
                self.add_child(front, &self.plan.fronts[c as usize], rows.clone(), Part::Update);
            }
        });
    }

    /// Adds the rows of a child's update that are in `rows` of the front and the columns that are in `part`.
    fn add_child(&self, front: &Front, child: &Front, rows: Range<usize>, part: Part) {
        let places = &self.plan.to_parent[child.rows..child.rows + child.shape.r];
        let start = places.partition_point(|&p| (p as usize) < rows.start);
        let end = places.partition_point(|&p| (p as usize) < rows.end);
        let (columns, target) = match part {
            Part::Panel => (0..child.parent_rows, self.panel(front)),
            Part::Update => {
                (child.parent_rows..child.shape.r, self.arrays.workspace.wrapping_add(front.update))
            }
        };
        let start = start.max(columns.start);
        let row_place = |row: usize| match part {
            Part::Panel => front.shape.panel_row(row),
            Part::Update => FrontShape::update_row(row - front.shape.k),
        };
        let first_column = if part == Part::Panel { 0 } else { front.shape.k };
        let column_place = |q: usize| SLIVER * (places[q] as usize - first_column);
        let mut row = start;
        while row < end {
            let g = row / SLIVER;
            let sliver_end = end.min(SLIVER * (g + 1));
            // SAFETY: the child is finished; rows of the target belong to the caller's piece of work.
            let source = unsafe { self.arrays.workspace.add(child.update + kernel::triangle_start(g)) };
            let full = row == SLIVER * g && sliver_end == SLIVER * (g + 1);
            let before_diagonal = columns.start..columns.end.min(SLIVER * g);
            if full {
                let mut bases = [0usize; SLIVER];
                for (lane, base) in bases.iter_mut().enumerate() {
                    *base = row_place(places[row + lane] as usize);
                }
                for q in before_diagonal {
                    let column = column_place(q);
                    for lane in 0..SLIVER {
                        // SAFETY: within the target and the source by construction of the plan.
                        unsafe { *target.add(bases[lane] + column) += *source.add(SLIVER * q + lane) };
                    }
                }
            }
            for r in row..sliver_end {
                let base = row_place(places[r] as usize);
                let first = if full { columns.start.max(SLIVER * g) } else { columns.start };
                for q in first..columns.end.min(r + 1) {
                    // SAFETY: as above.
                    unsafe { *target.add(base + column_place(q)) += *source.add(SLIVER * q + r % SLIVER) };
                }
            }
            row = sliver_end;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Panel,
    Update,
}

/// First row of the front in a sliver of its panel.
fn first_row(shape: FrontShape, sliver: usize) -> usize {
    let diagonal = shape.diagonal_slivers();
    if sliver < diagonal { SLIVER * sliver } else { shape.k + shape.r.min(SLIVER * (sliver - diagonal)) }
}
