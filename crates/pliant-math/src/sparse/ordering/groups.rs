//! Nodes with the same neighbours as one: the nodes of a sample are all coupled with the same others, so a graph with one node a
//! sample says the same and has a sixteenth of the couplings.

use crate::sparse::Graph;

/// A graph of groups of nodes. The nodes of a group are neighbours of each other and have the same other neighbours.
#[derive(Debug, Clone)]
pub struct NodeGroups {
    graph: Graph,
    /// Where the members of each group start in `members`, and their number at the end.
    starts: Vec<usize>,
    members: Vec<u32>,
}

impl NodeGroups {
    /// Every node is a group of its own.
    pub fn singles(graph: Graph) -> Self {
        let n = graph.node_count();
        Self { graph, starts: (0..=n).collect(), members: (0..n as u32).collect() }
    }

    /// Gathers the nodes of `graph` that have the same neighbours.
    pub fn new(graph: &Graph) -> Self {
        let n = graph.node_count();
        let keys: Vec<u64> = (0..n).map(|i| neighbourhood_key(graph, i)).collect();
        let mut group_of = vec![u32::MAX; n];
        let (mut starts, mut members) = (vec![0], Vec::with_capacity(n));
        for i in 0..n {
            if group_of[i] != u32::MAX {
                continue;
            }
            let (group, first) = (starts.len() as u32 - 1, members.len());
            let alike = |&&j: &&u32| {
                let j = j as usize;
                j > i && group_of[j] == u32::MAX && keys[j] == keys[i] && are_alike(graph, i, j)
            };
            members.push(i as u32);
            members.extend(graph.neighbours(i).iter().filter(alike));
            members[first..].iter().for_each(|&j| group_of[j as usize] = group);
            starts.push(members.len());
        }
        let graph = quotient(graph, &group_of, &starts, &members);
        Self { graph, starts, members }
    }

    /// How many groups.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// True without nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Which groups are coupled.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The nodes of a group, ascending.
    pub fn members(&self, group: usize) -> &[u32] {
        &self.members[self.starts[group]..self.starts[group + 1]]
    }

    /// An order of groups as an order of nodes.
    pub fn expand(&self, order: &[u32]) -> Vec<u32> {
        order.iter().flat_map(|&group| self.members(group as usize)).copied().collect()
    }
}

/// The same number for nodes with the same neighbours, themselves included.
fn neighbourhood_key(graph: &Graph, i: usize) -> u64 {
    let spread = |j: u64| {
        (j + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    let all = graph.neighbours(i).iter().map(|&j| u64::from(j)).chain([i as u64]);
    all.fold(0, |sum: u64, j| sum.wrapping_add(spread(j)))
}

/// Whether two neighbours have the same neighbours but for each other.
fn are_alike(graph: &Graph, i: usize, j: usize) -> bool {
    let but = |all: usize, other: usize| graph.neighbours(all).iter().filter(move |&&k| k as usize != other);
    graph.neighbours(i).len() == graph.neighbours(j).len() && but(i, j).eq(but(j, i))
}

/// The graph of the groups, from the neighbours of their first members.
fn quotient(graph: &Graph, group_of: &[u32], starts: &[usize], members: &[u32]) -> Graph {
    let (mut start, mut neighbours) = (vec![0], Vec::new());
    let mut seen = vec![u32::MAX; starts.len() - 1];
    for group in 0..starts.len() - 1 {
        let first = neighbours.len();
        seen[group] = group as u32;
        for &j in graph.neighbours(members[starts[group]] as usize) {
            let other = group_of[j as usize];
            if seen[other as usize] != group as u32 {
                seen[other as usize] = group as u32;
                neighbours.push(other);
            }
        }
        neighbours[first..].sort_unstable();
        start.push(neighbours.len());
    }
    Graph::new(start, neighbours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::BlockPattern;

    #[test]
    fn nodes_of_a_sample_are_one_group() {
        // Five samples of three nodes in a row, neighbours coupled; the last sample has lost a node.
        let nodes = |sample: usize| (3 * sample..3 * sample + 3).filter(|&i| i < 14);
        let pairs = (0..5).flat_map(|a| (a..5.min(a + 2)).map(move |b| (a, b)));
        let pairs = pairs.flat_map(|(a, b)| nodes(a).flat_map(move |i| nodes(b).map(move |j| (i, j))));
        let groups = NodeGroups::new(&BlockPattern::from_pairs(14, pairs).graph());
        assert_eq!(groups.len(), 5);
        assert_eq!(groups.members(1), [3, 4, 5]);
        assert_eq!(groups.graph().neighbours(3), [2, 4]);
        assert_eq!(groups.expand(&[4, 0]), [12, 13, 0, 1, 2]);
    }

    #[test]
    fn nodes_with_the_same_others_that_are_not_coupled_stay_apart() {
        let groups = NodeGroups::new(&BlockPattern::from_pairs(3, [(0, 2), (1, 2)]).graph());
        assert_eq!(groups.len(), 3);
    }
}
