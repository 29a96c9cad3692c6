//! The structure of a sweep: nodes are eliminated in the order given, a panel at a time, and all rows that have been touched and not
//! eliminated are one front, which moves through the body [frontal method: Irons 1970]. Its update is worked on in place and
//! never handed from front to front, so panels may be narrow, which keeps the factor small.

use super::ordering::NodeGroups;
use super::pattern::BLOCK;
use super::symbolic::{Supernode, Symbolic, front_flops};

/// Groups of nodes in a panel, at most.
const WIDEST: usize = 64;

/// Cost of a front in cycles: as for others, but the update is read and written once, in order.
pub(super) fn front_cost(nodes: usize, rows: usize) -> f64 {
    let (k, r) = ((BLOCK * nodes) as f64, (BLOCK * rows) as f64);
    1500.0 + 1.0 * k * (k + r) + 0.25 * r * r + front_flops(nodes, rows) / 16.0
}

impl Symbolic {
    /// The structure of an elimination in exactly this order of groups.
    ///
    /// # Panics
    /// When `order` does not have one entry a group.
    pub fn path(groups: &NodeGroups, order: &[u32]) -> Self {
        assert_eq!(order.len(), groups.len(), "an order names every group once");
        let mut rank = vec![0u32; order.len()];
        for (k, &group) in order.iter().enumerate() {
            rank[group as usize] = k as u32;
        }
        let mut first_node = vec![0u32];
        for &group in order {
            first_node.push(first_node[first_node.len() - 1] + groups.members(group as usize).len() as u32);
        }
        let front = Front { groups, order, rank: &rank, first_node: &first_node };
        let ends = cut_into_panels(&first_node, &front.sizes());
        Self::from_parts(groups.expand(order), front.supernodes(&ends), true)
    }
}

/// The rows that are touched and not eliminated.
struct Front<'a> {
    groups: &'a NodeGroups,
    order: &'a [u32],
    rank: &'a [u32],
    /// First node of each group, in elimination order, and the number of nodes at the end.
    first_node: &'a [u32],
}

impl Front<'_> {
    /// Calls `visit` with the rank of every group that the elimination of the one at `k` touches for the first time.
    fn touch(&self, k: usize, touched: &mut [bool], mut visit: impl FnMut(u32)) {
        for &other in self.groups.graph().neighbours(self.order[k] as usize) {
            let other = self.rank[other as usize];
            if other as usize > k && !touched[other as usize] {
                touched[other as usize] = true;
                visit(other);
            }
        }
    }

    fn nodes(&self, k: u32) -> std::ops::Range<u32> {
        self.first_node[k as usize]..self.first_node[k as usize + 1]
    }

    /// Nodes in the front after the elimination of each group.
    fn sizes(&self) -> Vec<usize> {
        let mut touched = vec![false; self.order.len()];
        let mut size = 0;
        (0..self.order.len())
            .map(|k| {
                if touched[k] {
                    size -= self.nodes(k as u32).len();
                }
                self.touch(k, &mut touched, |other| size += self.nodes(other).len());
                size
            })
            .collect()
    }

    /// The panels that end before these groups.
    fn supernodes(&self, ends: &[usize]) -> Vec<Supernode> {
        let mut touched = vec![false; self.order.len()];
        let mut front: Vec<u32> = Vec::new();
        let mut first = 0;
        let mut supernodes = Vec::with_capacity(ends.len());
        for (s, &end) in ends.iter().enumerate() {
            (first..end).for_each(|k| self.touch(k, &mut touched, |other| front.push(other)));
            front.retain(|&k| k as usize >= end);
            front.sort_unstable();
            let s = s as u32;
            supernodes.push(Supernode {
                first: self.first_node[first],
                end: self.first_node[end],
                rows: front.iter().flat_map(|&k| self.nodes(k)).collect(),
                parent: (s as usize + 1 < ends.len()).then_some(s + 1),
                children: if s == 0 { Vec::new() } else { vec![s - 1] },
            });
            first = end;
        }
        supernodes
    }
}

/// Where panels end so that their cost is the least, by dynamic programming. `front[k]` are the nodes in the front after group `k`.
fn cut_into_panels(first_node: &[u32], front: &[usize]) -> Vec<usize> {
    let n = front.len();
    let mut least = vec![0.0; n + 1];
    let mut start_of_last = vec![0usize; n + 1];
    for end in 1..=n {
        let cost = |start: usize| {
            let nodes = (first_node[end] - first_node[start]) as usize;
            least[start] + front_cost(nodes, front[end - 1])
        };
        let starts = end.saturating_sub(WIDEST)..end;
        let (start, cost) = starts
            .map(|start| (start, cost(start)))
            .fold((end - 1, f64::INFINITY), |best, next| if next.1 < best.1 { next } else { best });
        (least[end], start_of_last[end]) = (cost, start);
    }
    let mut ends = Vec::new();
    let mut end = n;
    while end > 0 {
        ends.push(end);
        end = start_of_last[end];
    }
    ends.reverse();
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::random_pattern;

    #[test]
    fn a_path_holds_all_the_fill_and_every_front_follows_from_the_one_before() {
        for seed in 0..40 {
            let pattern = random_pattern(60, 2, seed);
            let order: Vec<u32> = (0..60).map(|k| k * 7 % 60).collect();
            let path = Symbolic::path(&NodeGroups::singles(pattern.graph()), &order);
            let exact = Symbolic::new(&pattern, &order);
            assert!(path.factor_entries() >= 60 * 6, "diagonal blocks at least");
            assert_eq!(path.order, order);
            let graph = pattern.graph();
            let mut next = 0;
            for (s, supernode) in path.supernodes.iter().enumerate() {
                assert_eq!(supernode.first, next);
                next = supernode.end;
                for i in supernode.first..supernode.end {
                    for &j in graph.neighbours(path.order[i as usize] as usize) {
                        let j = path.rank[j as usize];
                        assert!(j < supernode.end || supernode.rows.contains(&j));
                    }
                }
                if let Some(before) = s.checked_sub(1).map(|s| &path.supernodes[s]) {
                    let is_kept = |i: &&u32| **i >= supernode.end;
                    assert!(before.rows.iter().filter(is_kept).all(|i| supernode.rows.contains(i)));
                }
            }
            assert_eq!(next, 60);
            assert!(exact.supernodes.len() <= 60);
        }
    }
}
