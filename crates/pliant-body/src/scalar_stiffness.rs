//! A constant stiffness that is the same along every direction: f_i = -sum_j (K_ij q_j + C_ij v_j).

use glam::{DMat3, DVec3};
use pliant_system::{At, TangentWeights, Term};
use rayon::prelude::*;

/// An entry of the matrices: its row and column, K (N/m) and C (N s/m).
pub type Entry = ((u32, u32), [f64; 2]);

/// Rows of K and C add up to zero, so that nothing pulls while all move alike.
pub struct ScalarStiffness {
    name: String,
    is_damped: bool,
    /// The node of each row.
    nodes: Vec<u32>,
    /// Where each row starts.
    starts: Vec<u32>,
    /// The node of each column.
    columns: Vec<u32>,
    /// K and C.
    values: Vec<[f64; 2]>,
    /// Pairs (i >= j) of nodes, and where in `values` they are.
    pairs: Vec<(u32, u32)>,
    places: Vec<u32>,
}

impl ScalarStiffness {
    /// Adds up entries, of which there may be many a place; both (i, j) and (j, i) are among them.
    pub fn new(name: String, mut entries: Vec<Entry>) -> Self {
        // Stable: the order of sums is that of the entries.
        entries.sort_by_key(|(place, _)| *place);
        let (mut nodes, mut starts) = (Vec::new(), Vec::new());
        let (mut columns, mut values): (Vec<u32>, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
        let mut last = None;
        for ((row, column), [k, c]) in entries {
            if last == Some((row, column)) {
                let value = values.last_mut().expect("the place has an entry");
                *value = [value[0] + k, value[1] + c];
                continue;
            }
            if nodes.last() != Some(&row) {
                nodes.push(row);
                starts.push(columns.len() as u32);
            }
            columns.push(column);
            values.push([k, c]);
            last = Some((row, column));
        }
        starts.push(columns.len() as u32);
        let is_damped = values.iter().any(|[_, c]| *c != 0.0);
        let mut new =
            Self { name, is_damped, nodes, starts, columns, values, pairs: Vec::new(), places: Vec::new() };
        for row in 0..new.nodes.len() {
            for at in new.row(row).filter(|&at| new.columns[at] <= new.nodes[row]) {
                new.pairs.push((new.nodes[row], new.columns[at]));
                new.places.push(at as u32);
            }
        }
        new
    }

    fn row(&self, row: usize) -> std::ops::Range<usize> {
        self.starts[row] as usize..self.starts[row + 1] as usize
    }

    /// -(K x + C y) of each row; differences keep digits of small changes far from the origin.
    fn pull(&self, x: &[DVec3], y: Option<&[DVec3]>, out: &mut [DVec3]) {
        out.par_iter_mut().enumerate().with_min_len(256).for_each(|(row, out)| {
            let node = self.nodes[row] as usize;
            *out = self.row(row).fold(DVec3::ZERO, |sum, at| {
                let (j, [k, c]) = (self.columns[at] as usize, self.values[at]);
                let slow = y.map_or(DVec3::ZERO, |y| (y[node] - y[j]) * c);
                sum + (x[node] - x[j]) * k + slow
            });
        });
    }
}

impl Term for ScalarStiffness {
    fn name(&self) -> &str {
        &self.name
    }

    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }

    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        self.pull(at.q, self.is_damped.then_some(at.v), out);
    }

    /// q . K q / 2 = -sum_(i > j) K_ij |q_i - q_j|^2 / 2.
    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let of_row = |row: usize| -> f64 {
            let node = self.nodes[row] as usize;
            let of = |at_entry: usize| {
                let j = self.columns[at_entry] as usize;
                -0.25 * self.values[at_entry][0] * (at.q[node] - at.q[j]).length_squared()
            };
            self.row(row).map(of).sum()
        };
        let parts: Vec<f64> = (0..self.nodes.len()).into_par_iter().with_min_len(256).map(of_row).collect();
        Some(parts.into_iter().sum())
    }

    fn is_elastic(&self) -> bool {
        true
    }

    fn force_differential(&self, _: &At<'_>, dq: &[DVec3], dv: Option<&[DVec3]>, out: &mut [DVec3]) {
        self.pull(dq, dv.filter(|_| self.is_damped), out);
    }

    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }

    fn tangent(&self, _: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        for (block, &place) in out.iter_mut().zip(&self.places) {
            let [k, c] = self.values[place as usize];
            *block = DMat3::from_diagonal(DVec3::splat(weights.position * k + weights.velocity * c));
        }
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn has_damping(&self) -> bool {
        self.is_damped
    }
}
