//! Mass of the nodes: lumped (one number a node) or consistent (a sparse symmetric matrix of numbers).

use glam::DVec3;
use rayon::prelude::*;

/// Rows handled by one task of a product.
const ROWS_A_TASK: usize = 1024;

/// Mass of all nodes (kg). Always has lumped masses; couplings between nodes where a method has them.
#[derive(Clone, Debug)]
pub struct Mass {
    lumped: Vec<f64>,
    coupled: Option<Coupled>,
}

/// Full symmetric rows (both triangles), columns ascending.
#[derive(Clone, Debug)]
struct Coupled {
    starts: Vec<usize>,
    values: Vec<f64>,
    /// Where the columns of each row start. The nodes of a sample have the same columns, which are kept once.
    column_starts: Vec<usize>,
    columns: Vec<u32>,
}

impl Mass {
    /// One mass a node.
    pub fn lumped(masses: Vec<f64>) -> Self {
        Self { lumped: masses, coupled: None }
    }

    /// Consistent mass from lower-triangle entries (i, j, m_ij) with i >= j, given in any order and summed in the
    /// order given; `lumped` is what explicit steppers use instead.
    pub fn consistent(lumped: Vec<f64>, entries: &[(u32, u32, f64)]) -> Self {
        let coupled = Coupled::new(lumped.len(), entries);
        Self { lumped, coupled: Some(coupled) }
    }

    /// Forgets the couplings, for steppers that divide by the mass.
    pub fn lump(&mut self) {
        self.coupled = None;
    }

    /// The lumped masses (kg).
    pub fn lumped_masses(&self) -> &[f64] {
        &self.lumped
    }

    /// True if nodes are coupled by mass.
    pub fn is_coupled(&self) -> bool {
        self.coupled.is_some()
    }

    /// Total mass (kg), where every node is a place; see [`Mass::shifted_total`] for others.
    pub fn total(&self) -> f64 {
        self.lumped.iter().sum()
    }

    /// Mass (kg) of some nodes of which a shift by 1 moves each by its share: s^T M s. `shares` is over all nodes.
    pub fn shifted_total(&self, nodes: std::ops::Range<usize>, shares: &[f64]) -> f64 {
        match &self.coupled {
            None => nodes.map(|i| shares[i] * shares[i] * self.lumped[i]).sum(),
            Some(coupled) => nodes
                .filter(|&i| shares[i] != 0.0)
                .map(|i| {
                    let moved: f64 = coupled.row(i).map(|(j, m)| shares[j as usize] * m).sum();
                    shares[i] * moved
                })
                .sum(),
        }
    }

    /// The entries m_ij with j <= i, in row order: for the pattern and the values of a matrix.
    pub fn lower_entries(&self) -> Box<dyn Iterator<Item = (u32, u32, f64)> + '_> {
        match &self.coupled {
            None => Box::new(self.lumped.iter().enumerate().map(|(i, &m)| (i as u32, i as u32, m))),
            Some(coupled) => Box::new((0..self.lumped.len()).flat_map(move |i| {
                coupled.row(i).map(move |(j, m)| (i as u32, j, m)).take_while(|&(i, j, _)| j <= i)
            })),
        }
    }

    /// How many entries [`Mass::lower_entries`] has.
    pub fn lower_count(&self) -> usize {
        let n = self.lumped.len();
        (0..n).map(|i| self.lower_row(i).len()).sum()
    }

    /// The numbers m_ij of row `i` with j <= i, in the order of [`Mass::lower_entries`].
    pub fn lower_row(&self, i: usize) -> &[f64] {
        match &self.coupled {
            None => std::slice::from_ref(&self.lumped[i]),
            Some(coupled) => {
                let count = coupled.columns_of(i).partition_point(|&j| j as usize <= i);
                &coupled.values[coupled.starts[i]..coupled.starts[i] + count]
            }
        }
    }

    /// out = M x.
    pub fn multiply(&self, x: &[DVec3], out: &mut [DVec3]) {
        match &self.coupled {
            None => out
                .par_chunks_mut(ROWS_A_TASK)
                .zip(x.par_chunks(ROWS_A_TASK))
                .zip(self.lumped.par_chunks(ROWS_A_TASK))
                .for_each(|((out, x), m)| {
                    for i in 0..out.len() {
                        out[i] = x[i] * m[i];
                    }
                }),
            Some(coupled) => out.par_chunks_mut(ROWS_A_TASK).enumerate().for_each(|(task, rows)| {
                for (local, out) in rows.iter_mut().enumerate() {
                    *out = coupled.row_times(task * ROWS_A_TASK + local, x);
                }
            }),
        }
    }

    /// Row `i` of M times x.
    pub fn row_times(&self, i: usize, x: &[DVec3]) -> DVec3 {
        match &self.coupled {
            None => x[i] * self.lumped[i],
            Some(coupled) => coupled.row_times(i, x),
        }
    }
}

impl Coupled {
    fn new(node_count: usize, entries: &[(u32, u32, f64)]) -> Self {
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

    fn columns_of(&self, i: usize) -> &[u32] {
        let start = self.column_starts[i];
        &self.columns[start..start + self.starts[i + 1] - self.starts[i]]
    }

    /// Columns and masses of row `i`.
    fn row(&self, i: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
        let values = &self.values[self.starts[i]..self.starts[i + 1]];
        self.columns_of(i).iter().copied().zip(values.iter().copied())
    }

    fn row_times(&self, i: usize, x: &[DVec3]) -> DVec3 {
        self.row(i).map(|(j, m)| x[j as usize] * m).sum()
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
    fn a_consistent_mass_is_symmetric_and_sums_repeated_entries() {
        let mass = Mass::consistent(vec![2.0, 3.0], &[(0, 0, 1.0), (1, 0, 0.5), (1, 1, 2.0), (0, 0, 0.5)]);
        let x = [DVec3::X, DVec3::Y];
        let mut out = [DVec3::ZERO; 2];
        mass.multiply(&x, &mut out);
        assert_eq!(out, [DVec3::new(1.5, 0.5, 0.0), DVec3::new(0.5, 2.0, 0.0)]);
        assert_eq!(mass.lower_entries().collect::<Vec<_>>(), [(0, 0, 1.5), (1, 0, 0.5), (1, 1, 2.0)]);
        assert_eq!(mass.total(), 5.0);
        assert_eq!(mass.shifted_total(0..2, &[1.0, 1.0]), 4.5);
        assert_eq!(mass.shifted_total(0..2, &[1.0, 0.0]), 1.5);
        assert_eq!([mass.lower_row(0), mass.lower_row(1)], [&[1.5][..], &[0.5, 2.0]]);
        let mut lumped = mass.clone();
        lumped.lump();
        assert_eq!(lumped.row_times(1, &x), DVec3::Y * 3.0);
    }

    #[test]
    fn rows_with_the_same_columns_keep_them_once() {
        // Nodes 0 to 2 are all coupled, 3 and 4 with each other, 5 is alone.
        let entries = [(2, 1, 5.0), (0, 0, 1.0), (1, 0, 2.0), (1, 1, 3.0), (2, 0, 4.0), (2, 2, 6.0)];
        let entries = [&entries[..], &[(3, 3, 7.0), (4, 3, 8.0), (4, 4, 9.0), (5, 5, 10.0)]].concat();
        let mass = Mass::consistent(vec![1.0; 6], &entries);
        let coupled = mass.coupled.as_ref().map(|c| (c.columns.len(), c.values.len()));
        assert_eq!(coupled, Some((3 + 2 + 1, 9 + 4 + 1)));
        let x: Vec<DVec3> = (0..6).map(|i| DVec3::new(1.0, f64::from(i), 0.0)).collect();
        let sums = [7.0, 10.0, 15.0, 15.0, 17.0, 10.0];
        for (i, sum) in sums.into_iter().enumerate() {
            assert_eq!(mass.row_times(i, &x).x, sum);
        }
        assert_eq!(mass.row_times(1, &x).y, 3.0 + 10.0);
        assert_eq!(mass.lower_row(2), [4.0, 5.0, 6.0]);
    }
}
