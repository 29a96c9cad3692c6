//! Which samples move an elaston, and how: shape functions in flat arrays.
//!
//! An *entry* is a pair of an elaston and a sample whose support holds it: one weight for each node of the sample and each of the nine
//! derivatives of a jet, four nodes side by side (a *unit*; ten nodes take three of them). Entries are stored by elaston; a second list gives them
//! by sample, so that forces and matrix rows are gathered by whoever owns them, in a fixed order and without slots.

use super::measure::JET;
use glam::{DMat3, DVec3};
use pliant_math::lanes::WIDTH;
use pliant_system::RowGroups;

/// Numbers of a unit.
pub const UNIT: usize = JET * WIDTH;

/// Shape functions of all elastons of a body.
#[derive(Clone, Debug, Default)]
pub struct Stencils {
    /// Nodes of a sample: 4 or 10.
    pub nodes_a_sample: usize,
    /// Units of four nodes of a sample: 1 or 3.
    pub units: usize,
    /// How many samples.
    pub sample_count: usize,
    /// Where the entries of each elaston start, and their number at the end.
    pub starts: Vec<u32>,
    /// The sample of each entry, ascending within an elaston.
    pub samples: Vec<u32>,
    /// JET * WIDTH weights a unit.
    weights: Vec<f64>,
    /// Where the users of each sample start.
    user_starts: Vec<u32>,
    /// Elaston and entry, elastons ascending.
    users: Vec<(u32, u32)>,
}

/// Derivatives along x, y, z in the order of the geometry: N, three first and six second ones.
pub type Row = [f64; 10];

impl Stencils {
    /// An empty list for samples with so many nodes.
    pub fn new(nodes_a_sample: usize, sample_count: usize) -> Self {
        let units = nodes_a_sample.div_ceil(WIDTH);
        Self { nodes_a_sample, units, sample_count, starts: vec![0], ..Self::default() }
    }

    /// Adds an elaston with these axes (columns); `rows` holds a row for each node of each sample.
    pub fn push(&mut self, samples: &[u32], rows: &[Row], axes: &DMat3) {
        for (s, &sample) in samples.iter().enumerate() {
            self.samples.push(sample);
            let start = self.weights.len();
            self.weights.resize(start + self.units * UNIT, 0.0);
            for a in 0..self.nodes_a_sample {
                let jet = along_axes(&rows[s * self.nodes_a_sample + a], axes);
                for (m, value) in jet.into_iter().enumerate() {
                    self.weights[start + (a / WIDTH) * UNIT + m * WIDTH + a % WIDTH] = value;
                }
            }
        }
        self.starts.push(self.samples.len() as u32);
    }

    /// Lists the entries by sample, when all elastons are there.
    pub fn finish(&mut self) {
        let mut starts = vec![0u32; self.sample_count + 1];
        self.samples.iter().for_each(|&s| starts[s as usize + 1] += 1);
        for s in 0..self.sample_count {
            starts[s + 1] += starts[s];
        }
        let mut next = starts.clone();
        self.users = vec![(0, 0); self.samples.len()];
        for e in 0..self.len() {
            for entry in self.starts[e]..self.starts[e + 1] {
                let place = &mut next[self.samples[entry as usize] as usize];
                self.users[*place as usize] = (e as u32, entry);
                *place += 1;
            }
        }
        self.user_starts = starts;
    }

    /// How many elastons.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The entries of elaston `e`.
    pub fn entries(&self, e: usize) -> std::ops::Range<usize> {
        self.starts[e] as usize..self.starts[e + 1] as usize
    }

    /// Elastons that sample `i` moves, with the entries.
    pub fn users(&self, i: usize) -> &[(u32, u32)] {
        &self.users[self.user_starts[i] as usize..self.user_starts[i + 1] as usize]
    }

    /// The weights of a unit of an entry: JET rows of WIDTH numbers.
    #[inline(always)]
    pub fn weights(&self, entry: usize, unit: usize) -> &[f64; UNIT] {
        let start = (entry * self.units + unit) * UNIT;
        self.weights[start..start + UNIT].try_into().expect("the slice has as many numbers")
    }

    /// Numbers a sample takes in a field laid out for these stencils: three components of each unit.
    #[inline(always)]
    pub fn numbers_a_sample(&self) -> usize {
        3 * WIDTH * self.units
    }

    /// Lays out a node field: for each unit three components, nodes side by side.
    pub fn lay_out(&self, field: &[DVec3], out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.sample_count * self.numbers_a_sample(), 0.0);
        for (nodes, out) in field.chunks(self.nodes_a_sample).zip(out.chunks_mut(self.numbers_a_sample())) {
            for (a, node) in nodes.iter().enumerate() {
                for c in 0..3 {
                    out[(3 * (a / WIDTH) + c) * WIDTH + a % WIDTH] = node[c];
                }
            }
        }
    }

    /// Samples coupled by an elaston at least.
    pub fn row_groups(&self, first_node: u32) -> RowGroups {
        let mut groups = RowGroups {
            first_node,
            nodes_a_group: self.nodes_a_sample,
            starts: vec![0],
            columns: Vec::new(),
        };
        let mut seen = vec![u32::MAX; self.sample_count];
        let mut columns: Vec<u32> = Vec::new();
        for i in 0..self.sample_count as u32 {
            columns.clear();
            seen[i as usize] = i;
            for &(e, _) in self.users(i as usize) {
                for &j in self.samples[self.entries(e as usize)].iter().take_while(|&&j| j < i) {
                    if seen[j as usize] != i {
                        seen[j as usize] = i;
                        columns.push(j);
                    }
                }
            }
            columns.sort_unstable();
            groups.columns.extend_from_slice(&columns);
            groups.columns.push(i);
            groups.starts.push(groups.columns.len() as u32);
        }
        groups
    }

    /// Blocks that the elastons add to the lower triangle, one for each pair of their nodes.
    pub fn element_blocks(&self) -> usize {
        let nodes = |e: usize| self.entries(e).len() * self.nodes_a_sample;
        (0..self.len()).map(|e| nodes(e) * (nodes(e) + 1) / 2).sum()
    }
}

/// First and second derivatives along the axes from those along x, y, z.
fn along_axes(row: &Row, axes: &DMat3) -> [f64; JET] {
    let gradient = DVec3::new(row[1], row[2], row[3]);
    let hessian = DMat3::from_cols(
        DVec3::new(row[4], row[9], row[8]),
        DVec3::new(row[9], row[5], row[7]),
        DVec3::new(row[8], row[7], row[6]),
    );
    let g = axes.transpose() * gradient;
    let h = axes.transpose() * hessian * *axes;
    [g.x, g.y, g.z, h.x_axis.x, h.y_axis.y, h.z_axis.z, h.y_axis.z, h.x_axis.z, h.x_axis.y]
}
