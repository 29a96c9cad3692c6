//! Mass of the nodes: lumped (one number a node) or consistent (sparse symmetric matrices of numbers, one for each body that has one).

use crate::coupled::CoupledMass;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::Arc;

/// Nodes handled by one task of a product with lumped masses, and of one with coupled ones.
const NODES_A_TASK: usize = 1024;
const ROWS_A_TASK: usize = 128;

/// Mass of all nodes (kg). Always has lumped masses; couplings between nodes where a method has them.
#[derive(Clone, Debug)]
pub struct Mass {
    lumped: Vec<f64>,
    /// Nodes that are coupled, by their first node; nodes of none have their lumped mass.
    parts: Vec<Part>,
}

/// The coupled mass of some nodes in a row.
#[derive(Clone, Debug)]
struct Part {
    first: usize,
    rows: Arc<CoupledMass>,
}

impl Mass {
    /// One mass a node.
    pub fn lumped(masses: Vec<f64>) -> Self {
        Self { lumped: masses, parts: Vec::new() }
    }

    /// Consistent mass from lower-triangle entries (i, j, m_ij) with i >= j, given in any order and summed in the
    /// order given; `lumped` is what explicit steppers use instead.
    pub fn consistent(lumped: Vec<f64>, entries: &[(u32, u32, f64)]) -> Self {
        let rows = Arc::new(CoupledMass::new(lumped.len(), entries));
        Self::of_parts(lumped, [(0, rows)])
    }

    /// Consistent mass of bodies: the first node of each and what couples its nodes, in the order of nodes. Nodes of none have their
    /// lumped mass.
    pub fn of_parts(lumped: Vec<f64>, parts: impl IntoIterator<Item = (usize, Arc<CoupledMass>)>) -> Self {
        let parts: Vec<Part> = parts.into_iter().map(|(first, rows)| Part { first, rows }).collect();
        let ends = parts.iter().map(|part| part.first + part.rows.node_count());
        let nexts = parts.iter().skip(1).map(|part| part.first).chain([lumped.len()]);
        debug_assert!(ends.zip(nexts).all(|(end, next)| end <= next), "parts are in the order of nodes");
        Self { lumped, parts }
    }

    /// Forgets the couplings, for steppers that divide by the mass.
    pub fn lump(&mut self) {
        self.parts.clear();
    }

    /// The lumped masses (kg).
    pub fn lumped_masses(&self) -> &[f64] {
        &self.lumped
    }

    /// True if nodes are coupled by mass.
    pub fn is_coupled(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Total mass (kg), where every node is a place; see [`Mass::shifted_total`] for others.
    pub fn total(&self) -> f64 {
        self.lumped.iter().sum()
    }

    /// Mass (kg) of some nodes of which a shift by 1 moves each by its share: s^T M s. `shares` is over all nodes.
    pub fn shifted_total(&self, nodes: std::ops::Range<usize>, shares: &[f64]) -> f64 {
        let moved = |i: usize| match self.part_of(i) {
            None => shares[i] * self.lumped[i],
            Some(part) => part.rows.row(i - part.first).map(|(j, m)| shares[part.first + j] * m).sum(),
        };
        nodes.filter(|&i| shares[i] != 0.0).map(|i| shares[i] * moved(i)).sum()
    }

    /// The entries m_ij with j <= i, in row order: for the pattern and the values of a matrix.
    pub fn lower_entries(&self) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
        (0..self.lumped.len()).flat_map(move |i| {
            let (first, columns) = match self.part_of(i) {
                None => (i, [0].as_slice()),
                Some(part) => (part.first, part.rows.columns_of(i - part.first)),
            };
            let entry = move |(&j, &m): (&u32, &f64)| (i as u32, first as u32 + j, m);
            columns.iter().zip(self.lower_row(i)).map(entry)
        })
    }

    /// How many entries [`Mass::lower_entries`] has.
    pub fn lower_count(&self) -> usize {
        let n = self.lumped.len();
        (0..n).map(|i| self.lower_row(i).len()).sum()
    }

    /// The numbers m_ij of row `i` with j <= i, in the order of [`Mass::lower_entries`].
    pub fn lower_row(&self, i: usize) -> &[f64] {
        match self.part_of(i) {
            None => std::slice::from_ref(&self.lumped[i]),
            Some(part) => part.rows.lower_row(i - part.first),
        }
    }

    /// out = M x.
    pub fn multiply(&self, x: &[DVec3], out: &mut [DVec3]) {
        let mut rest = out;
        let mut done = 0;
        for part in &self.parts {
            let (before, others) = rest.split_at_mut(part.first - done);
            let (own, others) = others.split_at_mut(part.rows.node_count());
            self.multiply_lumped(done, x, before);
            let x = &x[part.first..part.first + own.len()];
            own.par_chunks_mut(ROWS_A_TASK)
                .enumerate()
                .for_each(|(task, rows)| part.rows.multiply_rows(task * ROWS_A_TASK, x, rows));
            done = part.first + own.len();
            rest = others;
        }
        self.multiply_lumped(done, x, rest);
    }

    fn multiply_lumped(&self, first: usize, x: &[DVec3], out: &mut [DVec3]) {
        let (x, masses) = (&x[first..first + out.len()], &self.lumped[first..first + out.len()]);
        out.par_chunks_mut(NODES_A_TASK)
            .zip(x.par_chunks(NODES_A_TASK))
            .zip(masses.par_chunks(NODES_A_TASK))
            .for_each(|((out, x), m)| {
                for i in 0..out.len() {
                    out[i] = x[i] * m[i];
                }
            });
    }

    /// Row `i` of M times x.
    pub fn row_times(&self, i: usize, x: &[DVec3]) -> DVec3 {
        match self.part_of(i) {
            None => x[i] * self.lumped[i],
            Some(part) => part.rows.row(i - part.first).map(|(j, m)| x[part.first + j] * m).sum(),
        }
    }

    /// The part that node `i` is coupled in.
    fn part_of(&self, i: usize) -> Option<&Part> {
        let after = self.parts.partition_point(|part| part.first <= i);
        let part = &self.parts[after.checked_sub(1)?];
        (i - part.first < part.rows.node_count()).then_some(part)
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
    fn parts_and_what_is_between_them_act_as_one_matrix() {
        let entries = [(0, 0, 1.0), (1, 0, 0.25), (1, 1, 2.0)];
        let rows = Arc::new(CoupledMass::new(2, &entries));
        let lumped: Vec<f64> = (1..=7).map(f64::from).collect();
        let mass = Mass::of_parts(lumped.clone(), [(1, rows.clone()), (4, rows)]);
        let of_part = |first: u32| entries.map(|(i, j, m)| (i + first, j + first, m));
        let alone = [(0, 0, 1.0), (3, 3, 4.0), (6, 6, 7.0)];
        let whole = Mass::consistent(lumped, &[&of_part(1)[..], &of_part(4), &alone].concat());
        let x: Vec<DVec3> = (0..7).map(|i| DVec3::new(1.0, f64::from(i), -0.5)).collect();
        let (mut a, mut b) = ([DVec3::ZERO; 7], [DVec3::ZERO; 7]);
        mass.multiply(&x, &mut a);
        whole.multiply(&x, &mut b);
        assert_eq!(a, b);
        assert_eq!(mass.lower_entries().collect::<Vec<_>>(), whole.lower_entries().collect::<Vec<_>>());
        assert_eq!(mass.lower_count(), 3 + 2 * 3);
        assert_eq!(mass.shifted_total(0..7, &[1.0; 7]), whole.shifted_total(0..7, &[1.0; 7]));
        assert_eq!([3, 4, 5].map(|i| mass.row_times(i, &x)), [3, 4, 5].map(|i| whole.row_times(i, &x)));
    }
}
