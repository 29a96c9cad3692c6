//! Dense partial Cholesky factorisation of one front, in slivers.
//!
//! Symbols: a front eliminates `k` unknowns and updates `r` others. Its panel, the first `k` columns, is kept in
//! *slivers*: eight rows, column after column, so that a column of a sliver is one wide register and a tile of
//! eight columns is contiguous. The `k` rows of the diagonal block come first, sliver `g` having the columns up
//! to its diagonal tile. The `r` rows below start a sliver of their own and have all `k` columns. What is missing
//! to multiples of eight is zero. The update matrix (`r` by `r`, lower triangle) is kept like a diagonal block.
//!
//! The same slivers serve as both operands of every product, so nothing is ever repacked. Each entry is
//! `a - l_0 m_0 - l_1 m_1 ...` with fused operations in ascending order whatever the blocking, the instructions
//! or the number of threads: the bits are always the same.

use super::vec8::{Vec8, with_instructions};

/// Rows in a sliver.
pub const SLIVER: usize = 8;
/// Columns factored before the rows below are brought up to date; a multiple of [`SLIVER`].
pub const COLUMN_STRIP: usize = 96;

/// Sizes of a front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrontShape {
    /// Unknowns eliminated.
    pub k: usize,
    /// Unknowns updated.
    pub r: usize,
}

impl FrontShape {
    /// Slivers of the diagonal block.
    pub fn diagonal_slivers(self) -> usize {
        self.k.div_ceil(SLIVER)
    }

    /// Slivers below the diagonal block.
    pub fn lower_slivers(self) -> usize {
        self.r.div_ceil(SLIVER)
    }

    /// Slivers of the panel.
    pub fn slivers(self) -> usize {
        self.diagonal_slivers() + self.lower_slivers()
    }

    /// Numbers in the panel.
    pub fn panel_len(self) -> usize {
        self.sliver_start(self.slivers())
    }

    /// Where sliver `g` of the panel starts.
    #[inline(always)]
    pub fn sliver_start(self, g: usize) -> usize {
        let diagonal = self.diagonal_slivers();
        if g < diagonal {
            triangle_start(g)
        } else {
            triangle_start(diagonal) + (g - diagonal) * SLIVER * self.k
        }
    }

    /// Numbers in the update matrix.
    pub fn update_len(self) -> usize {
        triangle_start(self.lower_slivers())
    }

    /// Where row `row` of the front (`0..k + r`) has its first column in the panel; columns are [`SLIVER`] apart.
    pub fn panel_row(self, row: usize) -> usize {
        if row < self.k {
            triangle_start(row / SLIVER) + row % SLIVER
        } else {
            let below = row - self.k;
            self.sliver_start(self.diagonal_slivers() + below / SLIVER) + below % SLIVER
        }
    }

    /// Where row `row` (`0..r`) of the update matrix has its first column; columns are [`SLIVER`] apart.
    pub fn update_row(row: usize) -> usize {
        triangle_start(row / SLIVER) + row % SLIVER
    }
}

/// Where sliver `g` of a triangle of slivers starts: sliver `g` has `8 (g + 1)` columns.
#[inline(always)]
pub fn triangle_start(g: usize) -> usize {
    SLIVER * SLIVER * (g * (g + 1) / 2)
}

/// A pivot that is not positive enough: the unknown of the front.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BadPivot {
    /// Which unknown of the front, `0..k`.
    pub unknown: usize,
    /// The pivot.
    pub pivot: f64,
}

/// `acc(s)[q] -= sum_p a(s)[p] * b[p][q]` over `depth` columns.
///
/// # Safety
/// `a(s)` and `b` point to slivers with at least `depth` columns; the instructions of `V` are present.
#[inline(always)]
unsafe fn accumulate<V: Vec8, const S: usize, const C: usize>(
    depth: usize,
    a: [*const f64; S],
    b: *const f64,
    acc: &mut [[V; C]; S],
) {
    let mut sums = *acc;
    for p in 0..depth {
        // SAFETY: p < depth, within the slivers.
        unsafe {
            // Plain loops: a closure would not get the caller's instructions.
            let mut rows = [V::splat(0.0); S];
            for s in 0..S {
                rows[s] = V::load(a[s].add(SLIVER * p));
            }
            for q in 0..C {
                let factor = V::splat(*b.add(SLIVER * p + q));
                for s in 0..S {
                    sums[s][q] = rows[s].negative_mul_add(factor, sums[s][q]);
                }
            }
        }
    }
    *acc = sums;
}

/// As [`accumulate`] for tiles of eight columns, in as many passes as the registers of `V` need.
///
/// # Safety
/// As [`accumulate`].
#[inline(always)]
unsafe fn accumulate_tiles<V: Vec8, const S: usize>(
    depth: usize,
    a: [*const f64; S],
    b: *const f64,
    acc: &mut [[V; SLIVER]; S],
) {
    // SAFETY: as the caller's.
    unsafe {
        if V::COLUMNS >= SLIVER {
            return accumulate(depth, a, b, acc);
        }
        let mut half = 0;
        while half < SLIVER {
            let mut part = [[V::splat(0.0); SLIVER / 2]; S];
            for s in 0..S {
                part[s].copy_from_slice(&acc[s][half..half + SLIVER / 2]);
            }
            accumulate(depth, a, b.add(half), &mut part);
            for s in 0..S {
                acc[s][half..half + SLIVER / 2].copy_from_slice(&part[s]);
            }
            half += SLIVER / 2;
        }
    }
}

/// Brings the tiles `(g, j)` of `S` slivers of a panel up to date and divides them by the diagonal tile `(j, j)`.
///
/// # Safety
/// The slivers are inside the panel of width `k`, tile `(j, j)` is factored, `w` columns of tile `j` exist.
#[inline(always)]
unsafe fn solve_tiles<V: Vec8, const S: usize>(
    slivers: [*mut f64; S],
    diagonal: *const f64,
    j: usize,
    w: usize,
    inverse_pivots: &[f64; SLIVER],
) {
    // SAFETY: the tile starts at column 8 j of each sliver and `w` columns of it exist.
    unsafe {
        let at = SLIVER * SLIVER * j;
        let zero = V::splat(0.0);
        let mut acc = [[zero; SLIVER]; S];
        for s in 0..S {
            for q in 0..w {
                acc[s][q] = V::load(slivers[s].add(at + SLIVER * q));
            }
        }
        let mut rows = [diagonal; S];
        for s in 0..S {
            rows[s] = slivers[s].cast_const();
        }
        accumulate_tiles(SLIVER * j, rows, diagonal, &mut acc);
        let tile = diagonal.add(at);
        for q in 0..w {
            let inverse = V::splat(inverse_pivots[q]);
            for s in 0..S {
                acc[s][q] = acc[s][q].mul(inverse);
                acc[s][q].store(slivers[s].add(at + SLIVER * q));
            }
            for later in q + 1..w {
                let factor = V::splat(*tile.add(SLIVER * q + later));
                for s in 0..S {
                    acc[s][later] = acc[s][q].negative_mul_add(factor, acc[s][later]);
                }
            }
        }
    }
}

/// Factors the diagonal tile `(j, j)` of a panel; returns the inverse pivots.
///
/// # Safety
/// `sliver` is sliver `j` of the panel and has all its columns before `8 j` done.
#[inline(always)]
unsafe fn factor_tile<V: Vec8>(
    sliver: *mut f64,
    j: usize,
    w: usize,
    smallest_pivot: f64,
) -> Result<[f64; SLIVER], BadPivot> {
    // SAFETY: the tile starts at column 8 j and `w` columns of it exist; rows beyond `w` are padding.
    unsafe {
        let at = SLIVER * SLIVER * j;
        let mut acc = [[V::splat(0.0); SLIVER]; 1];
        for q in 0..w {
            acc[0][q] = V::load(sliver.add(at + SLIVER * q));
        }
        accumulate_tiles(SLIVER * j, [sliver.cast_const()], sliver, &mut acc);
        let mut tile = [[0.0f64; SLIVER]; SLIVER];
        for q in 0..w {
            acc[0][q].store(tile[q].as_mut_ptr());
        }
        let mut inverse_pivots = [0.0; SLIVER];
        for q in 0..w {
            let pivot = tile[q][q];
            // Written so that a NaN is refused as well.
            if !(pivot > smallest_pivot && pivot < f64::INFINITY) {
                return Err(BadPivot { unknown: SLIVER * j + q, pivot });
            }
            let root = pivot.sqrt();
            let inverse = 1.0 / root;
            inverse_pivots[q] = inverse;
            tile[q][q] = root;
            for i in q + 1..SLIVER {
                tile[q][i] *= inverse;
            }
            for later in q + 1..w {
                let factor = -tile[q][later];
                for i in later..SLIVER {
                    tile[later][i] = factor.mul_add(tile[q][i], tile[later][i]);
                }
            }
        }
        for q in 0..w {
            // Above the diagonal stays zero, so that solves may read whole columns.
            for i in 0..SLIVER {
                *sliver.add(at + SLIVER * q + i) = if i < q { 0.0 } else { tile[q][i] };
            }
        }
        Ok(inverse_pivots)
    }
}

/// Factors the diagonal block of columns `from..to` (in tiles) of a panel whose earlier columns are done, writing
/// the inverse pivots.
///
/// # Safety
/// `panel` points to the panel of `shape`, `inverse` to one number an unknown rounded up to slivers.
#[inline(always)]
pub unsafe fn factor_strip<V: Vec8>(
    panel: *mut f64,
    shape: FrontShape,
    inverse: *mut f64,
    from: usize,
    to: usize,
    smallest_pivot: f64,
) -> Result<(), BadPivot> {
    let mut g = from;
    while g < to {
        let size = V::SLIVERS.min(to - g);
        // SAFETY: tiles before `g` in the strip are done; the group's own triangle follows row by row.
        unsafe {
            solve_rows::<V>(panel, shape, inverse, g, g + size, from, g);
            for own in g..g + size {
                solve_rows::<V>(panel, shape, inverse, own, own + 1, g, own);
                let sliver = panel.add(triangle_start(own));
                let w = SLIVER.min(shape.k - SLIVER * own);
                let pivots = factor_tile::<V>(sliver, own, w, smallest_pivot)?;
                inverse.add(SLIVER * own).cast::<[f64; SLIVER]>().write(pivots);
            }
        }
        g += size;
    }
    Ok(())
}

/// Computes the tiles in columns `from..to` (in tiles) of the slivers `first..end`.
///
/// # Safety
/// The diagonal block is factored up to tile `to` and the slivers are done before tile `from`. No other thread
/// touches these slivers.
#[inline(always)]
pub unsafe fn solve_rows<V: Vec8>(
    panel: *mut f64,
    shape: FrontShape,
    inverse: *const f64,
    first: usize,
    end: usize,
    from: usize,
    to: usize,
) {
    let mut g = first;
    while g < end {
        // A group is either in the diagonal block or below it.
        let diagonal = shape.diagonal_slivers();
        let part_end = if g < diagonal { end.min(diagonal) } else { end };
        let size = V::SLIVERS.min(part_end - g);
        for j in from..to {
            let w = SLIVER.min(shape.k - SLIVER * j);
            // SAFETY: all slivers are inside the panel; inverse pivots of tile j are written.
            unsafe {
                let a = panel.add(shape.sliver_start(g));
                let b = panel.wrapping_add(shape.sliver_start(g + 1));
                let c = panel.wrapping_add(shape.sliver_start(g + 2));
                let diagonal = panel.add(triangle_start(j)).cast_const();
                let pivots = &*inverse.add(SLIVER * j).cast::<[f64; SLIVER]>();
                match size {
                    1 => solve_tiles::<V, 1>([a], diagonal, j, w, pivots),
                    2 => solve_tiles::<V, 2>([a, b], diagonal, j, w, pivots),
                    _ => solve_tiles::<V, 3>([a, b, c], diagonal, j, w, pivots),
                }
            }
        }
        g += size;
    }
}

/// Writes `- L L^T` of the rows below into slivers `first..end` of the update matrix.
///
/// # Safety
/// `panel` is the finished panel of `shape`, `update` its update matrix; no other thread touches these slivers.
#[inline(always)]
pub unsafe fn write_update<V: Vec8>(
    panel: *const f64,
    shape: FrontShape,
    update: *mut f64,
    first: usize,
    end: usize,
) {
    // SAFETY: the caller's.
    unsafe { update_slivers::<V, false>(panel, shape, update, first, end) }
}

/// Subtracts `L L^T` of the rows below from slivers `first..end` of the update matrix.
///
/// # Safety
/// As [`write_update`].
#[inline(always)]
pub unsafe fn subtract_update<V: Vec8>(
    panel: *const f64,
    shape: FrontShape,
    update: *mut f64,
    first: usize,
    end: usize,
) {
    // SAFETY: the caller's.
    unsafe { update_slivers::<V, true>(panel, shape, update, first, end) }
}

/// `ADD` to what is there, or overwrite it.
///
/// # Safety
/// As [`write_update`].
#[inline(always)]
unsafe fn update_slivers<V: Vec8, const ADD: bool>(
    panel: *const f64,
    shape: FrontShape,
    update: *mut f64,
    first: usize,
    end: usize,
) {
    let stride = SLIVER * shape.k;
    let mut g = first;
    while g < end {
        let size = V::SLIVERS.min(end - g);
        for j in 0..g + size {
            // Slivers of the group that reach column tile j; the first ones end before it on the diagonal.
            let start = g.max(j);
            // SAFETY: sliver `s` of the rows below is sliver `diagonal_slivers + s` of the panel; all are below
            // `lower_slivers`, and tile j is within the columns of the slivers from `start` on.
            unsafe {
                let lower = panel.add(triangle_start(shape.diagonal_slivers()));
                let column = lower.add(j * stride);
                let a = lower.add(start * stride);
                let (b, c) = (a.wrapping_add(stride), a.wrapping_add(2 * stride));
                let ta = update.add(triangle_start(start));
                let tb = update.wrapping_add(triangle_start(start + 1));
                let tc = update.wrapping_add(triangle_start(start + 2));
                match g + size - start {
                    1 => update_tiles::<V, 1, ADD>([a], column, [ta], j, shape.k),
                    2 => update_tiles::<V, 2, ADD>([a, b], column, [ta, tb], j, shape.k),
                    _ => update_tiles::<V, 3, ADD>([a, b, c], column, [ta, tb, tc], j, shape.k),
                }
            }
        }
        g += size;
    }
}

/// # Safety
/// As [`accumulate`]; `to` are slivers of the update matrix with the columns of tile `j`.
#[inline(always)]
unsafe fn update_tiles<V: Vec8, const S: usize, const ADD: bool>(
    from: [*const f64; S],
    b: *const f64,
    to: [*mut f64; S],
    j: usize,
    depth: usize,
) {
    // SAFETY: the caller's.
    unsafe {
        let mut acc = [[V::splat(0.0); SLIVER]; S];
        if ADD {
            for s in 0..S {
                for q in 0..SLIVER {
                    acc[s][q] = V::load(to[s].add(SLIVER * (SLIVER * j + q)));
                }
            }
        }
        accumulate_tiles(depth, from, b, &mut acc);
        for s in 0..S {
            for q in 0..SLIVER {
                acc[s][q].store(to[s].add(SLIVER * (SLIVER * j + q)));
            }
        }
    }
}

with_instructions!(
    /// [`factor_strip`] with the given instructions.
    run_factor_strip, factor_strip,
    (panel: *mut f64, shape: FrontShape, inverse: *mut f64, from: usize, to: usize, smallest_pivot: f64)
        -> Result<(), BadPivot>
);
with_instructions!(
    /// [`solve_rows`] with the given instructions.
    run_solve_rows, solve_rows,
    (panel: *mut f64, shape: FrontShape, inverse: *const f64, first: usize, end: usize, from: usize, to: usize)
);
with_instructions!(
    /// [`write_update`] with the given instructions.
    run_write_update, write_update,
    (panel: *const f64, shape: FrontShape, update: *mut f64, first: usize, end: usize)
);
with_instructions!(
    /// [`subtract_update`] with the given instructions.
    run_subtract_update, subtract_update,
    (panel: *const f64, shape: FrontShape, update: *mut f64, first: usize, end: usize)
);
