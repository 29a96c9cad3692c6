//! The numeric work on a front of a path, around the factorisation of its panel: the columns that are eliminated leave the window,
//! new rows take their places, and the products of the panel are subtracted in place.

use super::front::Job;
use super::kernel::{self, FrontShape, SLIVER};
use super::slots::{NONE, Window};

/// Where the entry of two slots is in the window.
#[inline(always)]
fn entry(a: usize, b: usize) -> usize {
    FrontShape::update_row(a.max(b)) + SLIVER * a.min(b)
}

impl Job<'_> {
    /// Sets the panel of front `s` to what the window has for it.
    pub(super) fn take_from_window(&self, s: usize, window: &Window) {
        let front = &self.plan.fronts[s];
        let shape = front.shape;
        let columns = window.column_sources(front.first_unknown..front.first_unknown + shape.k);
        let sources = window.sources(s);
        self.in_pieces(front, 0..shape.slivers(), |slivers| {
            for g in slivers {
                let (start, end) = (shape.sliver_start(g), shape.sliver_start(g + 1));
                // SAFETY: this sliver of the own panel belongs to this piece of work alone.
                let sliver =
                    unsafe { std::slice::from_raw_parts_mut(self.panel(front).add(start), end - start) };
                sliver.fill(0.0);
                let diagonal = shape.diagonal_slivers();
                if g < diagonal {
                    self.take_diagonal(columns, g, sliver);
                } else {
                    let first = SLIVER * (g - diagonal);
                    self.take_rows(columns, &sources[first..sources.len().min(first + SLIVER)], sliver);
                }
            }
        });
    }

    fn window_at(&self, place: usize) -> f64 {
        // SAFETY: a place in the triangle of slots in use; nothing is written to the window while panels are taken from it.
        unsafe { *self.arrays.workspace.add(place) }
    }

    /// Sliver `g` of the diagonal block.
    fn take_diagonal(&self, columns: &[u32], g: usize, sliver: &mut [f64]) {
        for row in SLIVER * g..columns.len().min(SLIVER * (g + 1)) {
            for column in (0..=row).filter(|&column| columns[row] != NONE && columns[column] != NONE) {
                let place = entry(columns[row] as usize, columns[column] as usize);
                sliver[SLIVER * column + row % SLIVER] = self.window_at(place);
            }
        }
    }

    /// A sliver of the rows below, whose rows were at `sources`.
    fn take_rows(&self, columns: &[u32], sources: &[u32], sliver: &mut [f64]) {
        let first = sources[0] as usize;
        let is_whole = sources.len() == SLIVER
            && first.is_multiple_of(SLIVER)
            && sources.iter().enumerate().all(|(lane, &source)| source as usize == first + lane);
        for (values, &column) in sliver.chunks_exact_mut(SLIVER).zip(columns) {
            if column == NONE {
                continue;
            }
            let column = column as usize;
            if is_whole && column < first {
                let start = entry(first, column);
                // SAFETY: eight rows of a sliver of the window, which is not written now.
                let whole = unsafe { std::slice::from_raw_parts(self.arrays.workspace.add(start), SLIVER) };
                values.copy_from_slice(whole);
                continue;
            }
            for (value, &source) in values.iter_mut().zip(sources).filter(|(_, source)| **source != NONE) {
                *value = self.window_at(entry(source as usize, column));
            }
        }
    }

    /// Gives the window the rows of front `s` and subtracts the products of its panel.
    pub(super) fn advance_window(&self, s: usize, window: &Window) {
        let front = &self.plan.fronts[s];
        let sources = window.sources(s);
        self.move_rows(s, window);
        let new: Vec<usize> = (0..sources.len()).filter(|&slot| sources[slot] == NONE).collect();
        self.in_pieces(front, 0..front.shape.lower_slivers(), |slivers| {
            for g in slivers.clone() {
                self.clear(&new, g);
            }
            // SAFETY: the panel is finished; these slivers of the window are written by this piece alone.
            unsafe {
                let panel = self.panel(front);
                let update = self.arrays.workspace;
                kernel::run_subtract_update(
                    self.instructions,
                    panel,
                    front.shape,
                    update,
                    slivers.start,
                    slivers.end,
                );
            }
        });
    }

    /// Moves the rows that were in other slots before.
    fn move_rows(&self, s: usize, window: &Window) {
        let sources = window.sources(s);
        let stay: Vec<(usize, usize)> = (0..sources.len())
            .filter(|&slot| sources[slot] != NONE)
            .map(|slot| (slot, sources[slot] as usize))
            .collect();
        // Where the rows that stay are while others are moved.
        let mut now: Vec<usize> = stay.iter().map(|&(_, source)| source).collect();
        for (index, &(slot, source)) in stay.iter().enumerate().filter(|(_, (slot, source))| slot != source) {
            for &other in &now {
                let other_now = if other == source { slot } else { other };
                // SAFETY: places in the triangle; the slot had no row.
                unsafe {
                    *self.arrays.workspace.add(entry(slot, other_now)) = self.window_at(entry(source, other));
                }
            }
            now[index] = slot;
        }
    }

    /// Clears new rows and columns in sliver `g` of the window.
    fn clear(&self, new: &[usize], g: usize) {
        let (first, end) = (SLIVER * g, SLIVER * (g + 1));
        let start = kernel::triangle_start(g);
        // SAFETY: sliver g of the window has as many columns, and is written by one piece of work alone.
        let sliver =
            unsafe { std::slice::from_raw_parts_mut(self.arrays.workspace.add(start), SLIVER * end) };
        for &slot in new.iter().take_while(|&&slot| slot < end) {
            sliver[SLIVER * slot..SLIVER * (slot + 1)].fill(0.0);
        }
        for &slot in new.iter().filter(|&&slot| slot >= first && slot < end) {
            sliver.chunks_exact_mut(SLIVER).for_each(|column| column[slot - first] = 0.0);
        }
    }
}
