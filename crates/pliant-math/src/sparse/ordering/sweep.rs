//! Orders that sweep through a body from one end to the other, so that the factor fills a band.
//!
//! Where nodes are coupled over a good part of the width of a body, as in meshless fields, separators are so thick that dissection
//! leaves little between them. There a sweep has the least fill, and it needs the update of one front at a time only.

use crate::sparse::Graph;
use glam::DVec3;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes along the longest side of the box around them.
pub fn axis_sweep(positions: &[DVec3]) -> Vec<u32> {
    let (mut lower, mut upper) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for p in positions {
        (lower, upper) = (lower.min(*p), upper.max(*p));
    }
    let extent = (upper - lower).to_array();
    let axis = (0..3).fold(0, |best, axis| if extent[axis] > extent[best] { axis } else { best });
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    let place = |i: u32| positions[i as usize][axis];
    order.sort_by(|&a, &b| place(a).total_cmp(&place(b)).then(a.cmp(&b)));
    order
}

/// The order of a small profile [Sloan 1986]: from one end of the graph to the other, next always the node that brings few
/// new ones into the front, and of those the one that is farthest from the other end.
pub fn graph_sweep(graph: &Graph) -> Vec<u32> {
    let n = graph.node_count();
    let mut sweep = Sweep {
        graph,
        status: vec![Status::Away; n],
        growth: (0..n).map(|i| graph.neighbours(i).len() as i64 + 1).collect(),
        walk: Walk { distance: vec![u32::MAX; n], nodes: Vec::new() },
        queue: BinaryHeap::new(),
    };
    let mut order = Vec::with_capacity(n);
    for i in 0..n {
        if sweep.status[i] == Status::Away {
            sweep.number_piece(i as u32, &mut order);
        }
    }
    order
}

/// Weights of the distance from the end and of the growth of the front.
const DISTANCE: i64 = 1;
const GROWTH: i64 = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Away,
    /// A neighbour of the front.
    Near,
    /// In the front: numbered neighbours, but no number.
    InFront,
    Numbered,
}

struct Sweep<'a> {
    graph: &'a Graph,
    status: Vec<Status>,
    /// By how many nodes the front grows if a node is numbered.
    growth: Vec<i64>,
    /// From the end of the sweep.
    walk: Walk,
    /// Priorities and nodes. One whose priority has changed since is there again.
    queue: BinaryHeap<(i64, Reverse<u32>)>,
}

impl Sweep<'_> {
    /// Numbers the connected piece of a node.
    fn number_piece(&mut self, seed: u32, order: &mut Vec<u32>) {
        let start = self.walk.farthest(self.graph, seed);
        let end = self.walk.farthest(self.graph, start);
        let start = self.walk.farthest(self.graph, end);
        self.status[start as usize] = Status::Near;
        self.push(start);
        while let Some((priority, Reverse(i))) = self.queue.pop() {
            let status = self.status[i as usize];
            if status == Status::Numbered || priority != self.priority(i) {
                continue;
            }
            if status == Status::Near {
                self.take_into_front(i);
            }
            self.status[i as usize] = Status::Numbered;
            order.push(i);
            for &j in self.graph.neighbours(i as usize) {
                if self.status[j as usize] == Status::Near {
                    self.take_into_front(j);
                }
            }
        }
    }

    fn priority(&self, i: u32) -> i64 {
        DISTANCE * i64::from(self.walk.distance[i as usize]) - GROWTH * self.growth[i as usize]
    }

    fn push(&mut self, i: u32) {
        self.queue.push((self.priority(i), Reverse(i)));
    }

    /// From now on the node is no growth of the front any more, neither for itself nor for its neighbours.
    fn take_into_front(&mut self, i: u32) {
        self.status[i as usize] = Status::InFront;
        self.growth[i as usize] -= 1;
        self.push(i);
        for &j in self.graph.neighbours(i as usize) {
            let status = &mut self.status[j as usize];
            if *status == Status::Away {
                *status = Status::Near;
            }
            if *status != Status::Numbered {
                self.growth[j as usize] -= 1;
                self.push(j);
            }
        }
    }
}

/// A walk through a connected piece of a graph.
struct Walk {
    /// From where the walk began; the largest number if it did not come there.
    distance: Vec<u32>,
    nodes: Vec<u32>,
}

impl Walk {
    /// Walks from a node through its piece and returns one of the farthest nodes, with as few neighbours as any.
    fn farthest(&mut self, graph: &Graph, from: u32) -> u32 {
        self.nodes.drain(..).for_each(|i| self.distance[i as usize] = u32::MAX);
        self.distance[from as usize] = 0;
        self.nodes.push(from);
        let mut next = 0;
        while next < self.nodes.len() {
            let here = self.nodes[next] as usize;
            next += 1;
            for &j in graph.neighbours(here) {
                if self.distance[j as usize] == u32::MAX {
                    self.distance[j as usize] = self.distance[here] + 1;
                    self.nodes.push(j);
                }
            }
        }
        let farthest = self.nodes.last().map_or(0, |&i| self.distance[i as usize]);
        let ends = self.nodes.iter().rev().take_while(|&&i| self.distance[i as usize] == farthest);
        ends.copied().min_by_key(|&i| (graph.neighbours(i as usize).len(), i)).unwrap_or(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::ordering::NodeGroups;
    use crate::sparse::{BlockPattern, symbolic::Symbolic, testing::random_pattern};

    /// A strip of `length` by `width` nodes, coupled as far as `reach`, numbered at random.
    fn strip(length: usize, width: usize, reach: usize) -> (std::sync::Arc<BlockPattern>, Vec<DVec3>) {
        let n = length * width;
        // 7919 is a prime that divides no n used here.
        let place = |k: usize| ((k * 7919 % n) / width, (k * 7919 % n) % width);
        let far = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
        let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let pattern = BlockPattern::from_pairs(n, pairs.filter(|&(i, j)| far(place(i), place(j)) <= reach));
        (pattern, (0..n).map(|k| DVec3::new(place(k).0 as f64, place(k).1 as f64, 0.0)).collect())
    }

    #[test]
    fn sweeps_fill_a_band_only() {
        let (pattern, positions) = strip(40, 5, 2);
        let groups = NodeGroups::singles(pattern.graph());
        // A band has the nodes up to the reach ahead and the rest of the row; panels of a few nodes a little more.
        let band = 200 * (3 * 5 + 3) * 9;
        for order in [axis_sweep(&positions), graph_sweep(groups.graph())] {
            let symbolic = Symbolic::path(&groups, &order);
            assert!(symbolic.factor_entries() < band, "{} of {band}", symbolic.factor_entries());
        }
    }

    #[test]
    fn every_node_of_every_piece_is_numbered_once() {
        for seed in 0..20 {
            let pattern = random_pattern(50, 1, seed);
            let mut order = graph_sweep(&pattern.graph());
            order.sort_unstable();
            assert_eq!(order, (0..50).collect::<Vec<u32>>());
        }
    }
}
