//! Points carried by nodes: x = W q, f += W^T f.
//!
//! One idea for probes at material points, render vertices, loads spread over a surface and (later) contact
//! points and bindings. The weights are scalars; those of nodes that are places sum to one.

use glam::DVec3;
use rayon::prelude::*;
use std::sync::Arc;

/// Sparse rows of scalar weights, one row an embedded point. Copies share them.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding(Arc<Rows>);

#[derive(Clone, Debug, PartialEq)]
struct Rows {
    starts: Vec<u32>,
    nodes: Vec<u32>,
    weights: Vec<f64>,
}

impl Default for Embedding {
    fn default() -> Self {
        Self::new()
    }
}

impl Embedding {
    /// No points yet.
    pub fn new() -> Self {
        Self(Arc::new(Rows { starts: vec![0], nodes: Vec::new(), weights: Vec::new() }))
    }

    /// Adds a point that follows `nodes` with `weights`.
    pub fn push(&mut self, row: impl IntoIterator<Item = (u32, f64)>) {
        let rows = Arc::make_mut(&mut self.0);
        for (node, weight) in row {
            rows.nodes.push(node);
            rows.weights.push(weight);
        }
        rows.starts.push(rows.nodes.len() as u32);
    }

    /// Gives back memory that was kept for more points.
    pub fn shrink(&mut self) {
        let rows = Arc::make_mut(&mut self.0);
        rows.starts.shrink_to_fit();
        rows.nodes.shrink_to_fit();
        rows.weights.shrink_to_fit();
    }

    /// Points that coincide with nodes.
    pub fn of_nodes(nodes: &[u32]) -> Self {
        let mut embedding = Self::new();
        for &node in nodes {
            embedding.push([(node, 1.0)]);
        }
        embedding
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.0.starts.len() - 1
    }

    /// True without points.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes and weights of point `i`.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
        let range = self.0.starts[i] as usize..self.0.starts[i + 1] as usize;
        self.0.nodes[range.clone()].iter().copied().zip(self.0.weights[range].iter().copied())
    }

    /// Point `i` of a node field (positions, velocities, ...).
    pub fn value(&self, i: usize, field: &[DVec3]) -> DVec3 {
        self.row(i).map(|(node, weight)| field[node as usize] * weight).sum()
    }

    /// All points of a node field.
    pub fn values(&self, field: &[DVec3]) -> Vec<DVec3> {
        (0..self.len()).into_par_iter().with_min_len(64).map(|i| self.value(i, field)).collect()
    }

    /// The largest sum of |weights| of a point: no point of a field is farther from zero than this times the farthest node.
    pub fn gain(&self) -> f64 {
        let of = |i: usize| self.row(i).map(|(_, weight)| weight.abs()).sum::<f64>();
        (0..self.len()).map(of).fold(0.0, f64::max)
    }

    /// The nodes that carry some point, ascending, and the same rows over their numbers in that list.
    pub fn numbered(&self) -> (Vec<u32>, Self) {
        let mut nodes = self.0.nodes.clone();
        nodes.sort_unstable();
        nodes.dedup();
        let number = |node: &u32| nodes.partition_point(|n| n < node) as u32;
        let own = self.0.nodes.iter().map(number).collect();
        let rows = Rows { starts: self.0.starts.clone(), nodes: own, weights: self.0.weights.clone() };
        (nodes, Self(Arc::new(rows)))
    }

    /// Adds W^T `point_forces` to `node_forces`.
    pub fn spread(&self, point_forces: &[DVec3], node_forces: &mut [DVec3]) {
        for (i, force) in point_forces.iter().enumerate() {
            for (node, weight) in self.row(i) {
                node_forces[node as usize] += *force * weight;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_point_is_farther_than_its_gain_times_the_farthest_node() {
        let mut w = Embedding::new();
        assert_eq!(w.gain(), 0.0);
        w.push([(0, 1.5), (1, -0.5)]);
        w.push([(1, 1.0)]);
        assert_eq!(w.gain(), 2.0);
        // As far as that, if the nodes go against each other.
        assert_eq!(w.value(0, &[DVec3::X, -DVec3::X]), 2.0 * DVec3::X);
    }

    #[test]
    fn spreading_is_the_transpose_of_reading() {
        let mut w = Embedding::new();
        w.push([(0, 0.25), (2, 0.75)]);
        w.push([(1, 1.0)]);
        let q = [DVec3::X, DVec3::Y, DVec3::Z];
        let f = [DVec3::new(1.0, 2.0, 3.0), DVec3::new(-1.0, 0.5, 0.0)];
        let mut node_forces = [DVec3::ZERO; 3];
        w.spread(&f, &mut node_forces);
        let left: f64 = (0..2).map(|i| w.value(i, &q).dot(f[i])).sum();
        let right: f64 = (0..3).map(|i| q[i].dot(node_forces[i])).sum();
        assert!((left - right).abs() < 1e-15);
        assert_eq!(Embedding::of_nodes(&[2]).value(0, &q), DVec3::Z);
        let (nodes, own) = w.numbered();
        assert_eq!(nodes, [0, 1, 2]);
        assert_eq!(own.values(&q), w.values(&q));
        let (nodes, own) = Embedding::of_nodes(&[7, 3]).numbered();
        assert_eq!((nodes, own), (vec![3, 7], Embedding::of_nodes(&[1, 0])));
    }
}
