//! Order of the nodes for conjugate gradients: slabs that do not touch each other, then the layers between them.
//!
//! A breadth-first order keeps neighbours close (good for the cache, and for incomplete factors, whose quality
//! depends on the order). It is cut into slabs of consecutive nodes; the nodes of a slab that touch an earlier
//! slab are taken out as a *layer*. What is left of the slabs is mutually independent, so substitution runs on
//! all slabs side by side and then on the layers, with nothing dropped and the same bits at any number of
//! threads. The cut depends on the pattern only.

use crate::sparse::Graph;
use std::ops::Range;

/// Nodes a slab has about.
const NODES_PER_SLAB: usize = 4500;
/// Most slabs.
pub const MAX_SLABS: usize = 32;
/// Largest share of all nodes that may be in layers; fewer slabs are made otherwise.
const LAYER_SHARE: f64 = 0.2;

/// Nodes in slabs and layers.
#[derive(Debug, Clone)]
pub struct Slabs {
    /// `order[k]` is the node at place `k`.
    pub order: Vec<u32>,
    /// Places of each slab, ascending from 0.
    pub slabs: Vec<Range<usize>>,
    /// Places of each layer, after all slabs. Layer `c` touches slabs `c` and `c + 1` only.
    pub layers: Vec<Range<usize>>,
}

impl Slabs {
    /// Cuts a graph.
    pub fn new(graph: &Graph) -> Self {
        let base = breadth_first_order(graph);
        let mut count = (graph.node_count() / NODES_PER_SLAB).clamp(1, MAX_SLABS);
        loop {
            if let Some(slabs) = Self::cut(graph, &base, count) {
                return slabs;
            }
            count /= 2;
        }
    }

    /// `None` if the layers would be too large or touch more than their two slabs.
    fn cut(graph: &Graph, base: &[u32], count: usize) -> Option<Self> {
        let n = base.len();
        let mut slab_of = vec![0u32; n];
        for (place, &node) in base.iter().enumerate() {
            slab_of[node as usize] = (place * count / n) as u32;
        }
        let earlier = |i: u32| {
            let own = slab_of[i as usize];
            graph.neighbours(i as usize).iter().map(|&j| slab_of[j as usize]).filter(|&s| s < own).min()
        };
        let mut slabs: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut layers: Vec<Vec<u32>> = vec![Vec::new(); count.saturating_sub(1)];
        for &node in base {
            let own = slab_of[node as usize] as usize;
            match earlier(node) {
                None => slabs[own].push(node),
                Some(s) if s as usize + 1 == own => layers[own - 1].push(node),
                Some(_) => return None,
            }
        }
        let in_layers: usize = layers.iter().map(Vec::len).sum();
        if count > 1 && in_layers as f64 > LAYER_SHARE * n as f64 {
            return None;
        }
        if count > 1 && layers_touch(graph, &layers) {
            return None;
        }
        let mut order = Vec::with_capacity(n);
        let mut append = |parts: Vec<Vec<u32>>| -> Vec<Range<usize>> {
            let place = |part: Vec<u32>| {
                let start = order.len();
                order.extend(part);
                start..order.len()
            };
            parts.into_iter().map(place).collect()
        };
        let (slabs, layers) = (append(slabs), append(layers));
        Some(Self { order, slabs, layers })
    }
}

fn layers_touch(graph: &Graph, layers: &[Vec<u32>]) -> bool {
    let mut layer_of = vec![u32::MAX; graph.node_count()];
    for (c, layer) in layers.iter().enumerate() {
        layer.iter().for_each(|&i| layer_of[i as usize] = c as u32);
    }
    let other = |i: u32, j: u32| {
        let (a, b) = (layer_of[i as usize], layer_of[j as usize]);
        b != u32::MAX && a != b
    };
    layers.iter().flatten().any(|&i| graph.neighbours(i as usize).iter().any(|&j| other(i, j)))
}

/// Level by level from a node far out, neighbours of lower degree first [Cuthill, McKee 1969].
fn breadth_first_order(graph: &Graph) -> Vec<u32> {
    let n = graph.node_count();
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    for start in 0..n {
        if !seen[start] {
            let root = far_node(graph, start as u32, &mut seen);
            traverse(graph, root, &mut seen, &mut order);
        }
    }
    order
}

/// The end of a few breadth-first walks: nearly as far out as possible. Leaves `seen` as it was.
fn far_node(graph: &Graph, start: u32, seen: &mut [bool]) -> u32 {
    let mut root = start;
    for _ in 0..3 {
        let mut walk = Vec::new();
        traverse(graph, root, seen, &mut walk);
        walk.iter().for_each(|&i| seen[i as usize] = false);
        root = walk.last().copied().unwrap_or(root);
    }
    root
}

fn traverse(graph: &Graph, root: u32, seen: &mut [bool], order: &mut Vec<u32>) {
    let mut next = order.len();
    seen[root as usize] = true;
    order.push(root);
    while next < order.len() {
        let node = order[next] as usize;
        next += 1;
        let first = order.len();
        for &j in graph.neighbours(node) {
            if !seen[j as usize] {
                seen[j as usize] = true;
                order.push(j);
            }
        }
        order[first..].sort_by_key(|&j| (graph.neighbours(j as usize).len(), j));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::BlockPattern;

    fn long_grid(nx: usize, ny: usize) -> Graph {
        let at = |x: usize, y: usize| x * ny + y;
        let mut pairs = Vec::new();
        for x in 0..nx {
            for y in 0..ny {
                pairs.extend((x + 1 < nx).then(|| (at(x, y), at(x + 1, y))));
                pairs.extend((y + 1 < ny).then(|| (at(x, y), at(x, y + 1))));
            }
        }
        BlockPattern::from_pairs(nx * ny, pairs).graph()
    }

    #[test]
    fn slabs_are_independent_and_cover_all_nodes() {
        let graph = long_grid(2000, 12);
        let slabs = Slabs::new(&graph);
        assert!(slabs.slabs.len() > 2);
        let mut sorted = slabs.order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(k, &i)| k == i as usize));
        let mut part = vec![usize::MAX; graph.node_count()];
        for (c, range) in slabs.slabs.iter().enumerate() {
            slabs.order[range.clone()].iter().for_each(|&i| part[i as usize] = c);
        }
        for i in 0..graph.node_count() {
            for &j in graph.neighbours(i) {
                let (a, b) = (part[i], part[j as usize]);
                assert!(a == b || a == usize::MAX || b == usize::MAX, "slabs {a} and {b} touch");
            }
        }
    }

    #[test]
    fn dense_graph_is_one_slab() {
        let n = 120;
        let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let slabs = Slabs::new(&BlockPattern::from_pairs(n, pairs).graph());
        assert_eq!((slabs.slabs.len(), slabs.layers.len()), (1, 0));
    }
}
