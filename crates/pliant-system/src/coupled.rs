//! A sparse symmetric matrix of masses, in full rows (both triangles), columns ascending.

use glam::DVec3;
use pliant_math::lanes::{Kernel, Real, WIDTH, dispatch};
use rayon::prelude::*;
use std::ops::Range;

/// Mass that couples the nodes of a body (kg). It may be large: those who need the same share it.
#[derive(Clone, Debug)]
pub struct CoupledMass {
    starts: Vec<usize>,
    values: Vec<f64>,
    /// Where the columns of each row start. The nodes of a sample have the same columns, which are kept once.
    column_starts: Vec<usize>,
    columns: Vec<u32>,
}

/// Blocks of the lower triangle for nodes that come in groups, every node of a group coupled with every node of others.
#[derive(Clone, Debug, Default)]
pub struct LowerGroups {
    /// Nodes of a group, k.
    pub nodes_a_group: usize,
    /// Where the columns of each group start, and their number at the end.
    pub starts: Vec<usize>,
    /// Groups that a group is coupled with: ascending, itself the last. A group may have none, then it has no mass.
    pub columns: Vec<u32>,
    /// k x k numbers for each column, row by row, and perhaps more behind them. Of those of a group with itself the lower half counts.
    pub blocks: Vec<f64>,
}

impl LowerGroups {
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// For each group the later groups it is coupled with, ascending, and which of their columns it is.
    fn later(&self) -> (Vec<usize>, Vec<(u32, u32)>) {
        let earlier = |j: usize| self.starts[j]..self.starts[j + 1].saturating_sub(1).max(self.starts[j]);
        let mut starts = vec![0; self.len() + 1];
        for column in (0..self.len()).flat_map(earlier) {
            starts[self.columns[column] as usize + 1] += 1;
        }
        for i in 0..self.len() {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut later = vec![(0, 0); starts[self.len()]];
        for j in 0..self.len() {
            for column in earlier(j) {
                let place = &mut next[self.columns[column] as usize];
                later[*place] = (j as u32, column as u32);
                *place += 1;
            }
        }
        (starts, later)
    }

    /// Entry (a, b) of the block of a column.
    fn entry(&self, column: usize, a: usize, b: usize) -> f64 {
        self.blocks[(column * self.nodes_a_group + a) * self.nodes_a_group + b]
    }

    /// Writes the rows of group `i`, one after the other; `later` are its later groups.
    fn write_rows(&self, i: usize, later: &[(u32, u32)], rows: &mut [f64]) {
        let (k, own) = (self.nodes_a_group, self.starts[i]..self.starts[i + 1]);
        let length = (own.len() + later.len()) * k;
        for (a, row) in rows.chunks_exact_mut(length.max(1)).enumerate() {
            let (lower, upper) = row.split_at_mut(own.len() * k);
            for (column, out) in own.clone().zip(lower.chunks_exact_mut(k)) {
                let is_diagonal = column + 1 == own.end;
                for (b, out) in out.iter_mut().enumerate() {
                    *out = if is_diagonal && b > a {
                        self.entry(column, b, a)
                    } else {
                        self.entry(column, a, b)
                    };
                }
            }
            for (&(_, column), out) in later.iter().zip(upper.chunks_exact_mut(k)) {
                for (b, out) in out.iter_mut().enumerate() {
                    *out = self.entry(column as usize, b, a);
                }
            }
        }
    }
}

impl CoupledMass {
    /// From lower-triangle entries (i, j, m_ij) with i >= j, given in any order and summed in the order given.
    pub fn new(node_count: usize, entries: &[(u32, u32, f64)]) -> Self {
        let mut starts = vec![0; node_count + 1];
        for_each_mirrored(entries, |i, _, _| starts[i as usize + 1] += 1);
        for i in 0..node_count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let (mut columns, mut values) = (vec![0; starts[node_count]], vec![0.0; starts[node_count]]);
        for_each_mirrored(entries, |i, j, m| {
            let place = &mut next[i as usize];
            (columns[*place], values[*place]) = (j, m);
            *place += 1;
        });
        let mut coupled = Self { starts, values, column_starts: vec![0], columns };
        coupled.sort_rows();
        coupled.share_columns();
        coupled
    }

    /// From the blocks of groups of nodes: rows come sorted, so that nothing is to be searched for.
    pub fn from_groups(lower: &LowerGroups) -> Self {
        let (k, count) = (lower.nodes_a_group, lower.len());
        let (later_starts, later) = lower.later();
        let later_of = |i: usize| &later[later_starts[i]..later_starts[i + 1]];
        let (mut starts, mut column_starts, mut columns) = (vec![0], Vec::new(), Vec::new());
        for i in 0..count {
            let first = columns.len();
            let own = lower.columns[lower.starts[i]..lower.starts[i + 1]].iter().copied();
            for group in own.chain(later_of(i).iter().map(|&(j, _)| j)) {
                columns.extend((0..k as u32).map(|b| group * k as u32 + b));
            }
            for _ in 0..k {
                column_starts.push(first);
                starts.push(starts[starts.len() - 1] + columns.len() - first);
            }
        }
        let mut values = vec![0.0; starts[count * k]];
        let mut rest = values.as_mut_slice();
        let mut parts = Vec::with_capacity(count);
        for i in 0..count {
            let (own, others) = rest.split_at_mut(starts[(i + 1) * k] - starts[i * k]);
            rest = others;
            parts.push((i, own));
        }
        parts.into_par_iter().for_each(|(i, rows)| lower.write_rows(i, later_of(i), rows));
        columns.shrink_to_fit();
        Self { starts, values, column_starts, columns }
    }

    /// How many nodes.
    pub fn node_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Sorts each row by columns and sums repeated entries in the order given.
    fn sort_rows(&mut self) {
        let mut kept = 0;
        let mut row: Vec<(u32, f64)> = Vec::new();
        for i in 0..self.starts.len() - 1 {
            let range = std::mem::replace(&mut self.starts[i], kept)..self.starts[i + 1];
            row.clear();
            row.extend(range.clone().map(|k| (self.columns[k], self.values[k])));
            row.sort_by_key(|&(j, _)| j);
            for entries in row.chunk_by(|a, b| a.0 == b.0) {
                self.columns[kept] = entries[0].0;
                self.values[kept] = entries.iter().skip(1).fold(entries[0].1, |sum, (_, m)| sum + m);
                kept += 1;
            }
        }
        if let Some(end) = self.starts.last_mut() {
            *end = kept;
        }
        self.columns.truncate(kept);
        self.values.truncate(kept);
        self.values.shrink_to_fit();
    }

    /// Keeps the columns of rows that are like the row before only once.
    fn share_columns(&mut self) {
        let mut own = 0..0;
        self.column_starts.clear();
        for i in 0..self.starts.len() - 1 {
            let row = self.starts[i]..self.starts[i + 1];
            if self.columns[own.clone()] != self.columns[row.clone()] {
                let length = row.len();
                self.columns.copy_within(row, own.end);
                own = own.end..own.end + length;
            }
            self.column_starts.push(own.start);
        }
        self.columns.truncate(own.end);
        self.columns.shrink_to_fit();
    }

    /// Columns of row `i`, ascending.
    pub(crate) fn columns_of(&self, i: usize) -> &[u32] {
        let start = self.column_starts[i];
        &self.columns[start..start + self.starts[i + 1] - self.starts[i]]
    }

    fn values_of(&self, i: usize) -> &[f64] {
        &self.values[self.starts[i]..self.starts[i + 1]]
    }

    /// The numbers m_ij of row `i` with j <= i.
    pub(crate) fn lower_row(&self, i: usize) -> &[f64] {
        let count = self.columns_of(i).partition_point(|&j| j as usize <= i);
        &self.values_of(i)[..count]
    }

    /// Columns and masses of row `i`.
    pub(crate) fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.columns_of(i).iter().map(|&j| j as usize).zip(self.values_of(i).iter().copied())
    }

    /// Some rows, from `first` on, times x.
    pub(crate) fn multiply_rows(&self, first: usize, x: &[DVec3], out: &mut [DVec3]) {
        dispatch(RowsTimes { mass: self, first, x, out });
    }

    /// Rows from `first` on, but for `end`, that have the same columns as `first`: no more than WIDTH.
    fn alike(&self, first: usize, end: usize) -> Range<usize> {
        let start = self.column_starts[first];
        let most = end.min(first + WIDTH);
        let length = self.starts[first + 1] - self.starts[first];
        let is_alike =
            |i: &usize| self.column_starts[*i] == start && self.starts[i + 1] - self.starts[*i] == length;
        first..(first..most).take_while(is_alike).count() + first
    }
}

/// Product with rows: four at a time where they have the same columns, components side by side. Every row is summed column after column.
struct RowsTimes<'a> {
    mass: &'a CoupledMass,
    first: usize,
    x: &'a [DVec3],
    out: &'a mut [DVec3],
}

impl Kernel for RowsTimes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let Self { mass, first, x, out } = self;
        let end = first + out.len();
        let mut i = first;
        while i < end {
            let rows = mass.alike(i, end);
            let columns = mass.columns_of(i);
            let local = i - first;
            if rows.len() == WIDTH && R::COUNT == WIDTH {
                let values: [&[f64]; WIDTH] = [0, 1, 2, 3].map(
                    #[inline(always)]
                    |a| &mass.values_of(i + a)[..columns.len()],
                );
                four_rows::<R>(columns, values, x, &mut out[local..local + WIDTH]);
                i += WIDTH;
            } else {
                out[local] = mass.row(i).map(|(j, m)| x[j] * m).sum();
                i += 1;
            }
        }
    }
}

#[inline(always)]
fn four_rows<R: Real>(columns: &[u32], values: [&[f64]; WIDTH], x: &[DVec3], out: &mut [DVec3]) {
    let mut sums = [R::zero(); WIDTH];
    for (n, &j) in columns.iter().enumerate() {
        let x = x[j as usize];
        let x = R::load(&[x.x, x.y, x.z, 0.0]);
        for a in 0..WIDTH {
            sums[a] += x * R::splat(values[a][n]);
        }
    }
    for a in 0..WIDTH {
        let [x, y, z, _] = sums[a].to_lanes();
        out[a] = DVec3::new(x, y, z);
    }
}

/// Calls `visit(row, column, mass)` for the entries of both triangles.
fn for_each_mirrored(entries: &[(u32, u32, f64)], mut visit: impl FnMut(u32, u32, f64)) {
    for &(i, j, m) in entries {
        visit(i, j, m);
        if i != j {
            visit(j, i, m);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_the_same_columns_keep_them_once() {
        // Nodes 0 to 2 are all coupled, 3 and 4 with each other, 5 is alone.
        let entries = [(2, 1, 5.0), (0, 0, 1.0), (1, 0, 2.0), (1, 1, 3.0), (2, 0, 4.0), (2, 2, 6.0)];
        let entries = [&entries[..], &[(3, 3, 7.0), (4, 3, 8.0), (4, 4, 9.0), (5, 5, 10.0)]].concat();
        let mass = CoupledMass::new(6, &entries);
        assert_eq!((mass.columns.len(), mass.values.len()), (3 + 2 + 1, 9 + 4 + 1));
        assert_eq!(mass.lower_row(2), [4.0, 5.0, 6.0]);
        assert_eq!(mass.row(1).collect::<Vec<_>>(), [(0, 2.0), (1, 3.0), (2, 5.0)]);
    }

    #[test]
    fn groups_give_what_their_entries_give() {
        // Group 1 is coupled with none, 2 and 3 with 0, 3 also with 2; group 4 has no mass.
        let (k, columns) = (4, [vec![0], vec![1], vec![0, 2], vec![0, 2, 3], vec![]]);
        let (mut lower, mut entries) = (LowerGroups { nodes_a_group: k, ..Default::default() }, Vec::new());
        lower.starts.push(0);
        for (i, own) in columns.iter().enumerate() {
            for &j in own {
                for (a, b) in (0..k).flat_map(|a| (0..k).map(move |b| (a, b))) {
                    let m = (lower.blocks.len() + 1) as f64;
                    lower.blocks.push(m);
                    if j as usize != i || b <= a {
                        entries.push(((i * k + a) as u32, j * k as u32 + b as u32, m));
                    }
                }
            }
            lower.columns.extend(own);
            lower.starts.push(lower.columns.len());
        }
        let (grouped, plain) = (CoupledMass::from_groups(&lower), CoupledMass::new(20, &entries));
        assert_eq!(grouped.node_count(), 20);
        for i in 0..20 {
            assert_eq!(grouped.row(i).collect::<Vec<_>>(), plain.row(i).collect::<Vec<_>>(), "row {i}");
            assert_eq!(grouped.lower_row(i), plain.lower_row(i));
        }
        let x: Vec<DVec3> = (0..20).map(|i| DVec3::new(1.0, f64::from(i), 0.1 * f64::from(i))).collect();
        let mut out = [DVec3::ZERO; 20];
        grouped.multiply_rows(0, &x, &mut out);
        for (i, out) in out.iter().enumerate() {
            assert_eq!(*out, plain.row(i).map(|(j, m)| x[j] * m).sum::<DVec3>(), "row {i}");
        }
    }
}
