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
    columns: Vec<u32>,
    values: Vec<f64>,
}

impl Mass {
    /// One mass a node.
    pub fn lumped(masses: Vec<f64>) -> Self {
        Self { lumped: masses, coupled: None }
    }

    /// Consistent mass from lower-triangle entries (i, j, m_ij) with i >= j, given in any order and summed in the
    /// order given; `lumped` is what explicit steppers use instead.
    pub fn consistent(lumped: Vec<f64>, entries: &[(u32, u32, f64)]) -> Self {
        let mut full: Vec<(u32, u32, f64)> = Vec::with_capacity(2 * entries.len());
        for &(i, j, m) in entries {
            full.push((i, j, m));
            if i != j {
                full.push((j, i, m));
            }
        }
        full.sort_by_key(|&(i, j, _)| (i, j));
        let mut coupled =
            Coupled { starts: vec![0; lumped.len() + 1], columns: Vec::new(), values: Vec::new() };
        let mut previous = None;
        for (i, j, m) in full {
            if previous == Some((i, j)) {
                *coupled.values.last_mut().expect("a previous entry exists") += m;
            } else {
                coupled.columns.push(j);
                coupled.values.push(m);
                coupled.starts[i as usize + 1] += 1;
                previous = Some((i, j));
            }
        }
        for row in 0..lumped.len() {
            coupled.starts[row + 1] += coupled.starts[row];
        }
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
                    let row = coupled.starts[i]..coupled.starts[i + 1];
                    let moved: f64 =
                        row.map(|k| shares[coupled.columns[k] as usize] * coupled.values[k]).sum();
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
                (coupled.starts[i]..coupled.starts[i + 1])
                    .map(move |k| (i as u32, coupled.columns[k], coupled.values[k]))
                    .filter(|&(i, j, _)| j <= i)
            })),
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
    fn row_times(&self, i: usize, x: &[DVec3]) -> DVec3 {
        (self.starts[i]..self.starts[i + 1]).map(|k| x[self.columns[k] as usize] * self.values[k]).sum()
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
        let mut lumped = mass.clone();
        lumped.lump();
        assert_eq!(lumped.row_times(1, &x), DVec3::Y * 3.0);
    }
}
