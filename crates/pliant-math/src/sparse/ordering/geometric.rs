//! Nested dissection by planes: cut the cloud of nodes across, take the nodes on one side of the cut that touch
//! the other as the separator, order both sides first and the separator last, and so on inside both sides
//! [George 1973, with cuts by coordinates as in Gilbert, Miller, Teng 1998].
//!
//! Several cuts are tried on each axis and the one with the fewest separator nodes, weighed against imbalance,
//! is taken. On a regular grid that finds the grid planes.

use crate::sparse::Graph;
use glam::DVec3;

/// Parts of at most this many nodes are not cut further.
const LEAF: usize = 24;
/// Cuts tried on each axis, as fractions of the nodes.
const CUTS: [f64; 5] = [0.5, 0.46, 0.54, 0.42, 0.58];

/// Nodes in elimination order.
///
/// # Panics
/// When there is not one position a node.
pub fn geometric_nested_dissection(graph: &Graph, positions: &[DVec3]) -> Vec<u32> {
    let n = graph.node_count();
    assert_eq!(positions.len(), n, "one position a node");
    let mut nodes: Vec<u32> = (0..n as u32).collect();
    let mut dissection = Dissection { graph, positions, side: vec![Side::Outside; n], order: vec![0; n] };
    dissection.order_part(&mut nodes, 0);
    dissection.order
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Outside,
    Low,
    High,
}

struct Dissection<'a> {
    graph: &'a Graph,
    positions: &'a [DVec3],
    /// Scratch: on which side of the present cut a node of the present part is.
    side: Vec<Side>,
    order: Vec<u32>,
}

/// A cut of a part across an axis: the first `low` nodes along the axis against the rest.
struct Cut {
    axis: usize,
    low: usize,
    /// Whether the separator is taken from the low side.
    from_low: bool,
    cost: f64,
}

impl Dissection<'_> {
    /// Writes the order of `nodes` to `order[first..]`.
    fn order_part(&mut self, nodes: &mut [u32], first: usize) {
        if nodes.len() <= LEAF {
            self.sort_along(nodes, self.longest_axis(nodes));
            self.order[first..first + nodes.len()].copy_from_slice(nodes);
            return;
        }
        let Some(cut) = self.best_cut(nodes) else {
            self.order[first..first + nodes.len()].copy_from_slice(nodes);
            return;
        };
        self.sort_along(nodes, cut.axis);
        let (mut low, mut high, separator) = self.divide(nodes, &cut);
        self.order_part(&mut low, first);
        self.order_part(&mut high, first + low.len());
        let after = first + low.len() + high.len();
        self.order[after..after + separator.len()].copy_from_slice(&separator);
    }

    fn extent(&self, nodes: &[u32]) -> DVec3 {
        let (mut lower, mut upper) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &i in nodes {
            lower = lower.min(self.positions[i as usize]);
            upper = upper.max(self.positions[i as usize]);
        }
        upper - lower
    }

    fn longest_axis(&self, nodes: &[u32]) -> usize {
        let extent = self.extent(nodes).to_array();
        (0..3).fold(0, |best, axis| if extent[axis] > extent[best] { axis } else { best })
    }

    /// Along the axis; ties by the other axes and by number, so that the order is one.
    fn sort_along(&self, nodes: &mut [u32], axis: usize) {
        let key = |i: u32| {
            let p = self.positions[i as usize];
            [p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]]
        };
        nodes.sort_unstable_by(|&a, &b| {
            let (ka, kb) = (key(a), key(b));
            let by = |c: usize| ka[c].total_cmp(&kb[c]);
            by(0).then_with(|| by(1)).then_with(|| by(2)).then_with(|| a.cmp(&b))
        });
    }

    fn best_cut(&mut self, nodes: &mut [u32]) -> Option<Cut> {
        let extent = self.extent(nodes).to_array();
        let longest = extent.iter().copied().fold(0.0, f64::max);
        let mut best: Option<Cut> = None;
        for axis in 0..3 {
            // A cut along a much shorter axis never has the smaller separator.
            if extent[axis] < 0.5 * longest {
                continue;
            }
            self.sort_along(nodes, axis);
            for fraction in CUTS {
                let low = self.snap(nodes, axis, (fraction * nodes.len() as f64) as usize);
                if low == 0 || low == nodes.len() {
                    continue;
                }
                let cut = self.rate(nodes, axis, low);
                if best.as_ref().is_none_or(|b| cut.cost < b.cost) {
                    best = Some(cut);
                }
            }
        }
        best
    }

    /// Moves a cut to the nearest place where the coordinate changes, if there is one close by.
    fn snap(&self, nodes: &[u32], axis: usize, low: usize) -> usize {
        let coordinate = |k: usize| self.positions[nodes[k] as usize][axis];
        let reach = nodes.len() / 8;
        for step in 0..=reach {
            for candidate in [low.saturating_sub(step), low + step] {
                let inside = candidate > 0 && candidate < nodes.len();
                if inside && coordinate(candidate - 1) < coordinate(candidate) {
                    return candidate;
                }
            }
        }
        low
    }

    fn mark(&mut self, nodes: &[u32], low: usize) {
        nodes[..low].iter().for_each(|&i| self.side[i as usize] = Side::Low);
        nodes[low..].iter().for_each(|&i| self.side[i as usize] = Side::High);
    }

    fn touches(&self, i: u32, side: Side) -> bool {
        self.graph.neighbours(i as usize).iter().any(|&j| self.side[j as usize] == side)
    }

    fn rate(&mut self, nodes: &[u32], axis: usize, low: usize) -> Cut {
        self.mark(nodes, low);
        let low_boundary = nodes[..low].iter().filter(|&&i| self.touches(i, Side::High)).count();
        let high_boundary = nodes[low..].iter().filter(|&&i| self.touches(i, Side::Low)).count();
        nodes.iter().for_each(|&i| self.side[i as usize] = Side::Outside);
        let separator = low_boundary.min(high_boundary) as f64;
        let imbalance = (2.0 * low as f64 / nodes.len() as f64 - 1.0).abs();
        Cut { axis, low, from_low: low_boundary <= high_boundary, cost: separator * (1.0 + imbalance) }
    }

    fn divide(&mut self, nodes: &[u32], cut: &Cut) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
        self.mark(nodes, cut.low);
        let (low, high) = nodes.split_at(cut.low);
        let (from, other) = if cut.from_low { (low, Side::High) } else { (high, Side::Low) };
        let (separator, rest): (Vec<u32>, Vec<u32>) = from.iter().partition(|&&i| self.touches(i, other));
        nodes.iter().for_each(|&i| self.side[i as usize] = Side::Outside);
        if cut.from_low { (rest, high.to_vec(), separator) } else { (low.to_vec(), rest, separator) }
    }
}
