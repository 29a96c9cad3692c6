//! Which samples move an elaston, and how: shape functions in flat arrays.
//!
//! An *entry* is a pair of an elaston and a sample whose support holds it: one weight for each node of the sample and each vector of the
//! elaston's jet that counts, four nodes side by side (a *unit*; ten nodes take three of them). Entries are stored by elaston; a second list
//! gives them by sample, so that forces and matrix rows are gathered by whoever owns them, in a fixed order and without slots.

use super::aligned::Aligned;
use super::measure::{JET, SECOND};
use glam::{DMat3, DVec3};
use pliant_math::lanes::{Kernel, Real, WIDTH, dispatch};
use pliant_system::RowGroups;

/// Numbers of the values and gradients of a unit.
pub const VALUES: usize = 4 * WIDTH;

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
    /// Vectors of each elaston's jet that count: 6, 8 or 9.
    pub vectors: Vec<u8>,
    /// Where the weights of each elaston start, in rows of WIDTH numbers.
    weight_starts: Vec<u32>,
    /// For each entry, each of its units and each vector of its elaston WIDTH weights.
    weights: Aligned,
    /// Where the users of each sample start.
    user_starts: Vec<u32>,
    /// Elastons ascending.
    users: Vec<User>,
}

/// An elaston that a sample moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct User {
    /// The elaston.
    pub elaston: u32,
    /// The entry of the two.
    pub entry: u32,
    /// Where its weights start, in rows of WIDTH numbers.
    pub weights: u32,
}

/// Derivatives along x, y, z in the order of the geometry: N, three first and six second ones.
pub type Row = [f64; 10];

impl Stencils {
    /// For elastons with these samples and so many vectors each; all weights are zero.
    pub fn new(
        nodes_a_sample: usize,
        sample_count: usize,
        samples_of: &[impl AsRef<[u32]>],
        vectors: Vec<u8>,
    ) -> Self {
        let units = nodes_a_sample.div_ceil(WIDTH);
        let samples: Vec<u32> = samples_of.iter().flat_map(AsRef::as_ref).copied().collect();
        let mut starts = vec![0];
        starts.extend(samples_of.iter().scan(0, |end, samples| {
            *end += samples.as_ref().len() as u32;
            Some(*end)
        }));
        let mut weight_starts = vec![0];
        weight_starts.extend(samples_of.iter().zip(&vectors).scan(0, |end, (samples, &vectors)| {
            *end += (samples.as_ref().len() * units) as u32 * u32::from(vectors);
            Some(*end)
        }));
        let weights = Aligned::zeros(weight_starts[samples_of.len()] as usize * WIDTH);
        let shape = Self { nodes_a_sample, units, sample_count, ..Self::default() };
        let mut stencils = Self { starts, samples, vectors, weight_starts, weights, ..shape };
        stencils.list_users();
        stencils
    }

    /// The weights of each elaston, to be filled by [`write_weights`].
    pub fn weights_mut(&mut self) -> Vec<&mut [f64]> {
        let mut rest = &mut self.weights[..];
        let mut parts = Vec::with_capacity(self.starts.len() - 1);
        for ends in self.weight_starts.windows(2) {
            let (own, others) = rest.split_at_mut((ends[1] - ends[0]) as usize * WIDTH);
            rest = others;
            parts.push(own);
        }
        parts
    }

    /// Lists the entries by sample.
    fn list_users(&mut self) {
        let mut starts = vec![0u32; self.sample_count + 1];
        self.samples.iter().for_each(|&s| starts[s as usize + 1] += 1);
        for s in 0..self.sample_count {
            starts[s + 1] += starts[s];
        }
        let mut next = starts.clone();
        self.users = vec![User::default(); self.samples.len()];
        for e in 0..self.len() {
            let mut weights = self.weight_starts[e];
            for entry in self.starts[e]..self.starts[e + 1] {
                let place = &mut next[self.samples[entry as usize] as usize];
                self.users[*place as usize] = User { elaston: e as u32, entry, weights };
                *place += 1;
                weights += self.units as u32 * u32::from(self.vectors[e]);
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

    /// Elastons that sample `i` moves.
    pub fn users(&self, i: usize) -> &[User] {
        &self.users[self.user_starts[i] as usize..self.user_starts[i + 1] as usize]
    }

    /// All weights of an elaston: for each entry and unit a row of WIDTH numbers a vector.
    #[inline(always)]
    pub fn weights_of(&self, elaston: usize) -> &[f64] {
        let starts = &self.weight_starts[elaston..elaston + 2];
        &self.weights[starts[0] as usize * WIDTH..starts[1] as usize * WIDTH]
    }

    /// Weights from a row on.
    #[inline(always)]
    pub fn weights_from(&self, row: u32) -> &[f64] {
        &self.weights[row as usize * WIDTH..]
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
            for user in self.users(i as usize) {
                for &j in self.samples[self.entries(user.elaston as usize)].iter().take_while(|&&j| j < i) {
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

/// Writes the weights of an elaston with these axes (columns) and so many vectors, and the values and gradients of its nodes.
/// `rows` holds a row for each node of each sample.
pub fn write_weights(
    rows: &[Row],
    axes: &DMat3,
    nodes_a_sample: usize,
    vectors: u8,
    weights: &mut [f64],
    values: &mut [f64],
) {
    dispatch(Write { rows, axes, nodes_a_sample, vectors, weights, values });
}

/// Four nodes at a time.
struct Write<'a> {
    rows: &'a [Row],
    axes: &'a DMat3,
    nodes_a_sample: usize,
    vectors: u8,
    weights: &'a mut [f64],
    values: &'a mut [f64],
}

impl Kernel for Write<'_> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real>(self) {
        let axes = self.axes.to_cols_array_2d();
        let units = self.rows.chunks(self.nodes_a_sample).flat_map(
            #[inline(always)]
            |rows| rows.chunks(WIDTH),
        );
        let unit = self.vectors as usize * WIDTH;
        let out = self.weights.chunks_exact_mut(unit).zip(self.values.chunks_exact_mut(VALUES));
        for (rows, (weights, values)) in units.zip(out) {
            let mut numbers = [R::zero(); 10];
            for n in 0..10 {
                numbers[n] = R::from_lanes(
                    #[inline(always)]
                    |lane| if lane < rows.len() { rows[lane][n] } else { 0.0 },
                );
            }
            for (number, value) in numbers.iter().zip(values.chunks_exact_mut(WIDTH)) {
                value.copy_from_slice(&number.to_lanes());
            }
            let jet = along_axes(&numbers, &axes);
            for (number, weight) in jet.iter().zip(weights.chunks_exact_mut(WIDTH)) {
                weight.copy_from_slice(&number.to_lanes());
            }
        }
    }
}

/// First and second derivatives along the axes from those along x, y, z.
#[inline(always)]
fn along_axes<R: Real>(row: &[R; 10], axes: &[[f64; 3]; 3]) -> [R; JET] {
    // Second derivatives come as xx, yy, zz, yz, xz, xy.
    let hessian = [[row[4], row[9], row[8]], [row[9], row[5], row[7]], [row[8], row[7], row[6]]];
    let mut turned = [[R::zero(); 3]; 3];
    let mut jet = [R::zero(); JET];
    for k in 0..3 {
        jet[k] = times(&[row[1], row[2], row[3]], &axes[k]);
        for j in 0..3 {
            turned[k][j] = times(&hessian[j], &axes[k]);
        }
    }
    for (second, &(j, k)) in jet[3..].iter_mut().zip(&SECOND) {
        *second = times(&turned[k], &axes[j]);
    }
    jet
}

#[inline(always)]
fn times<R: Real>(vector: &[R; 3], axis: &[f64; 3]) -> R {
    let [x, y, z] = axis.map(R::splat);
    vector[0].mul_add(x, vector[1].mul_add(y, vector[2] * z))
}
