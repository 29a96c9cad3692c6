//! Which blocks the Cholesky factor has, gathered into dense fronts.
//!
//! From an elimination order: the elimination tree and its postorder [Liu 1990], the column counts of the factor
//! without forming it [Gilbert, Ng, Peyton 1994], supernodes (runs of columns with the same structure below),
//! merged with their parents wherever a cost model says that fewer, larger dense fronts are faster, and the rows
//! of each supernode. All on the graph of nodes, or of groups of nodes with the same neighbours; a node is three unknowns.

use super::BlockPattern;
use super::ordering::NodeGroups;
use super::path;
use super::pattern::BLOCK;

const NONE: u32 = u32::MAX;

/// A supernode: consecutive columns of the factor (in elimination order) that share their rows below.
#[derive(Debug, Clone)]
pub struct Supernode {
    /// First node, in elimination order.
    pub first: u32,
    /// One past the last node.
    pub end: u32,
    /// Nodes below the diagonal block, ascending, in elimination order.
    pub rows: Vec<u32>,
    /// The supernode that receives this one's update, `None` at a root.
    pub parent: Option<u32>,
    /// Supernodes whose updates this one receives, ascending.
    pub children: Vec<u32>,
}

impl Supernode {
    /// Number of nodes eliminated here.
    pub fn node_count(&self) -> usize {
        (self.end - self.first) as usize
    }

    /// Estimated cost of this front, in processor cycles; `in_path` if it is one of a [`Symbolic::path`].
    pub fn cost(&self, in_path: bool) -> f64 {
        let cost = if in_path { path::front_cost } else { front_cost };
        cost(self.node_count(), self.rows.len())
    }
}

/// Structure of a Cholesky factor.
#[derive(Debug, Clone)]
pub struct Symbolic {
    /// `order[k]` is the node eliminated as the k-th.
    pub order: Vec<u32>,
    /// The inverse: `rank[order[k]] == k`.
    pub rank: Vec<u32>,
    /// In an order in which children come before their parents.
    pub supernodes: Vec<Supernode>,
    /// Every supernode is the only child of the next one.
    pub is_path: bool,
}

impl Symbolic {
    /// Analyses `pattern` for the elimination order `order` (a permutation of the nodes). The order kept differs
    /// from the given one, but only in ways that do not change the fill: a postorder of the same tree.
    ///
    /// # Panics
    /// When `order` does not have one entry a node.
    pub fn new(pattern: &BlockPattern, order: &[u32]) -> Self {
        Self::of_groups(&NodeGroups::singles(pattern.graph()), order)
    }

    /// The same with an order of groups of nodes, which is so much faster as there are fewer of them.
    ///
    /// # Panics
    /// When `order` does not have one entry a group.
    pub fn of_groups(groups: &NodeGroups, order: &[u32]) -> Self {
        assert_eq!(order.len(), groups.len(), "an order names every group once");
        let lower = |order: &[u32]| Lower::new(groups, order);
        let parent = elimination_tree(&lower(order));
        let post = postorder(&parent);
        let order: Vec<u32> = post.iter().map(|&k| order[k as usize]).collect();
        let parent = renumber_tree(&parent, &post);
        let permuted = lower(&order);
        let counts = column_counts(&permuted, &parent);
        let merged = merge_supernodes(&parent, &counts, &permuted.sizes);
        let order: Vec<u32> = merged.iter().flatten().map(|&k| order[k as usize]).collect();
        let supernodes = structure(&lower(&order), &merged);
        Self::from_parts(groups.expand(&order), supernodes, false)
    }

    pub(super) fn from_parts(order: Vec<u32>, supernodes: Vec<Supernode>, is_path: bool) -> Self {
        let mut rank = vec![0; order.len()];
        for (k, &node) in order.iter().enumerate() {
            rank[node as usize] = k as u32;
        }
        Self { order, rank, supernodes, is_path }
    }

    /// Estimated cost of a numeric factorisation, in processor cycles.
    pub fn estimated_cost(&self) -> f64 {
        self.supernodes.iter().map(|s| s.cost(self.is_path)).sum()
    }

    /// Floating point operations of a numeric factorisation.
    pub fn flops(&self) -> f64 {
        self.supernodes.iter().map(|s| front_flops(s.node_count(), s.rows.len())).sum()
    }

    /// Entries of the factor (unknowns, lower triangle).
    pub fn factor_entries(&self) -> usize {
        let entries = |s: &Supernode| {
            let (k, r) = (BLOCK * s.node_count(), BLOCK * s.rows.len());
            k * (k + 1) / 2 + k * r
        };
        self.supernodes.iter().map(entries).sum()
    }
}

pub(super) fn front_flops(nodes: usize, rows: usize) -> f64 {
    let (k, r) = ((BLOCK * nodes) as f64, (BLOCK * rows) as f64);
    k * k * k / 3.0 + k * k * r + k * r * r
}

/// Cost of a front in cycles: a fixed part, moving entries, and arithmetic (16 useful operations a cycle).
/// Only the ratios matter; they were fitted on tetrahedral beams and cubes of 3k to 30k unknowns.
fn front_cost(nodes: usize, rows: usize) -> f64 {
    let (k, r) = ((BLOCK * nodes) as f64, (BLOCK * rows) as f64);
    1500.0 + 0.5 * k * (k + r) + 1.0 * r * r + front_flops(nodes, rows) / 16.0
}

/// For every group of nodes, in elimination order, its neighbours that come before it.
struct Lower {
    start: Vec<usize>,
    columns: Vec<u32>,
    /// Nodes of each group.
    sizes: Vec<u32>,
}

impl Lower {
    fn new(groups: &NodeGroups, order: &[u32]) -> Self {
        let mut rank = vec![0u32; order.len()];
        for (k, &group) in order.iter().enumerate() {
            rank[group as usize] = k as u32;
        }
        let graph = groups.graph();
        let mut lower = Self {
            start: vec![0],
            columns: Vec::with_capacity(graph.all_neighbours().len() / 2),
            sizes: order.iter().map(|&group| groups.members(group as usize).len() as u32).collect(),
        };
        for (k, &group) in order.iter().enumerate() {
            let ranks = graph.neighbours(group as usize).iter().map(|&j| rank[j as usize]);
            lower.columns.extend(ranks.filter(|&j| (j as usize) < k));
            lower.start.push(lower.columns.len());
        }
        lower
    }

    fn len(&self) -> usize {
        self.start.len() - 1
    }

    fn row(&self, i: usize) -> &[u32] {
        &self.columns[self.start[i]..self.start[i + 1]]
    }

    /// For every group its neighbours that come after it, ascending.
    fn transposed(&self) -> Vec<Vec<u32>> {
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); self.len()];
        for i in 0..self.len() {
            self.row(i).iter().for_each(|&j| below[j as usize].push(i as u32));
        }
        below
    }
}

/// Parents in the elimination tree, by path compression.
fn elimination_tree(lower: &Lower) -> Vec<u32> {
    let n = lower.len();
    let mut parent = vec![NONE; n];
    let mut ancestor = vec![NONE; n];
    for i in 0..n {
        for &j in lower.row(i) {
            let mut node = j;
            while node != NONE && node != i as u32 {
                let next = ancestor[node as usize];
                ancestor[node as usize] = i as u32;
                if next == NONE {
                    parent[node as usize] = i as u32;
                }
                node = next;
            }
        }
    }
    parent
}

/// Children of every node of a forest, as linked lists: first child and next sibling, ascending.
fn child_lists(parent: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![NONE; parent.len()];
    let mut sibling = vec![NONE; parent.len()];
    for node in (0..parent.len()).rev() {
        if parent[node] != NONE {
            let p = parent[node] as usize;
            sibling[node] = first[p];
            first[p] = node as u32;
        }
    }
    (first, sibling)
}

/// Nodes of a forest, every subtree before its root.
fn postorder(parent: &[u32]) -> Vec<u32> {
    let (mut first, sibling) = child_lists(parent);
    let mut post = Vec::with_capacity(parent.len());
    let mut stack = Vec::new();
    for root in (0..parent.len() as u32).filter(|&i| parent[i as usize] == NONE) {
        stack.push(root);
        while let Some(&node) = stack.last() {
            let child = first[node as usize];
            if child == NONE {
                post.push(node);
                stack.pop();
            } else {
                first[node as usize] = sibling[child as usize];
                stack.push(child);
            }
        }
    }
    post
}

fn renumber_tree(parent: &[u32], post: &[u32]) -> Vec<u32> {
    let mut place = vec![0u32; post.len()];
    for (k, &node) in post.iter().enumerate() {
        place[node as usize] = k as u32;
    }
    let renumber = |&node: &u32| match parent[node as usize] {
        NONE => NONE,
        p => place[p as usize],
    };
    post.iter().map(renumber).collect()
}

/// Number of nodes in each column of the factor with the diagonal, for a postordered tree of groups of nodes.
///
/// A row of the factor is the subtree spanned by the row's entries in the matrix; its leaves add the row's nodes to the
/// counts and the least common ancestors of neighbouring leaves take them away [Gilbert, Ng, Peyton 1994].
fn column_counts(lower: &Lower, parent: &[u32]) -> Vec<u32> {
    let n = parent.len();
    let size = |i: usize| i64::from(lower.sizes[i]);
    let mut first_descendant: Vec<u32> = (0..n as u32).collect();
    for node in 0..n {
        if parent[node] != NONE {
            let p = parent[node] as usize;
            first_descendant[p] = first_descendant[p].min(first_descendant[node]);
        }
    }
    let is_leaf = |j: usize| first_descendant[j] as usize == j;
    let mut delta: Vec<i64> = (0..n).map(|j| if is_leaf(j) { size(j) } else { 0 }).collect();
    let columns_of = lower.transposed();
    let mut ancestor: Vec<u32> = (0..n as u32).collect();
    let mut previous_leaf = vec![NONE; n];
    let mut max_first = vec![NONE; n];
    for j in 0..n {
        if parent[j] != NONE {
            delta[parent[j] as usize] -= size(j);
        }
        for &i in &columns_of[j] {
            let i = i as usize;
            let is_leaf = max_first[i] == NONE || first_descendant[j] > max_first[i];
            if !is_leaf {
                continue;
            }
            max_first[i] = first_descendant[j];
            delta[j] += size(i);
            let previous = previous_leaf[i];
            previous_leaf[i] = j as u32;
            if previous != NONE {
                delta[find_root(&mut ancestor, previous) as usize] -= size(i);
            }
        }
        if parent[j] != NONE {
            ancestor[j] = parent[j];
        }
    }
    for j in 0..n {
        if parent[j] != NONE {
            delta[parent[j] as usize] += delta[j];
        }
    }
    delta.into_iter().map(|d| d as u32).collect()
}

fn find_root(ancestor: &mut [u32], node: u32) -> u32 {
    let mut root = node;
    while ancestor[root as usize] != root {
        root = ancestor[root as usize];
    }
    let mut walk = node;
    while walk != root {
        walk = std::mem::replace(&mut ancestor[walk as usize], root);
    }
    root
}

/// Columns gathered into supernodes, in an order in which children come before parents.
fn merge_supernodes(parent: &[u32], counts: &[u32], sizes: &[u32]) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut group_of = vec![0u32; parent.len()];
    for j in 0..parent.len() {
        let continues = j > 0 && parent[j - 1] == j as u32 && counts[j - 1] == counts[j] + sizes[j - 1];
        if !continues {
            groups.push(Vec::new());
        }
        group_of[j] = groups.len() as u32 - 1;
        groups[group_of[j] as usize].push(j as u32);
    }
    let last = |g: &Vec<u32>| g[g.len() - 1] as usize;
    let mut group_parent: Vec<u32> = groups
        .iter()
        .map(|g| if parent[last(g)] == NONE { NONE } else { group_of[parent[last(g)] as usize] })
        .collect();
    let rows: Vec<usize> = groups.iter().map(|g| (counts[last(g)] - sizes[last(g)]) as usize).collect();
    let mut width: Vec<usize> =
        groups.iter().map(|g| g.iter().map(|&k| sizes[k as usize] as usize).sum()).collect();
    let (first_child, sibling) = child_lists(&group_parent);
    let mut merged_into = vec![NONE; groups.len()];
    for p in 0..groups.len() {
        let mut children = Vec::new();
        let mut child = first_child[p];
        while child != NONE {
            children.push(child as usize);
            child = sibling[child as usize];
        }
        // The child with the most rows shares most with its parent: ask it first.
        children.sort_by_key(|&c| (std::cmp::Reverse(rows[c]), c));
        for c in children {
            let (kc, kp) = (width[c], width[p]);
            let apart = front_cost(kc, rows[c]) + front_cost(kp, rows[p]);
            if front_cost(kc + kp, rows[p]) <= apart {
                let columns = std::mem::take(&mut groups[c]);
                groups[p].extend(columns);
                width[p] += kc;
                merged_into[c] = p as u32;
            }
        }
        groups[p].sort_unstable();
    }
    for g in 0..groups.len() {
        while group_parent[g] != NONE && merged_into[group_parent[g] as usize] != NONE {
            group_parent[g] = merged_into[group_parent[g] as usize];
        }
    }
    order_groups(groups, &group_parent, &merged_into)
}

/// Drops the groups that were merged away and puts the others in postorder.
fn order_groups(mut groups: Vec<Vec<u32>>, group_parent: &[u32], merged_into: &[u32]) -> Vec<Vec<u32>> {
    let kept: Vec<usize> = (0..groups.len()).filter(|&g| merged_into[g] == NONE).collect();
    let mut number = vec![NONE; groups.len()];
    for (k, &g) in kept.iter().enumerate() {
        number[g] = k as u32;
    }
    let parent_of = |&g: &usize| match group_parent[g] {
        NONE => NONE,
        p => number[p as usize],
    };
    let kept_parent: Vec<u32> = kept.iter().map(parent_of).collect();
    let post = postorder(&kept_parent);
    post.into_iter().map(|k| std::mem::take(&mut groups[kept[k as usize]])).collect()
}

/// Rows, parents and children of the supernodes. `lower` is in the final order, `merged` gives the sizes.
fn structure(lower: &Lower, merged: &[Vec<u32>]) -> Vec<Supernode> {
    let n = lower.len();
    let below = lower.transposed();
    let mut supernode_of = Vec::with_capacity(n);
    for (s, columns) in merged.iter().enumerate() {
        supernode_of.resize(supernode_of.len() + columns.len(), s as u32);
    }
    let mut node = vec![0u32; n + 1];
    for k in 0..n {
        node[k + 1] = node[k] + lower.sizes[k];
    }
    let mut seen = vec![NONE; n];
    let mut supernodes: Vec<Supernode> = Vec::with_capacity(merged.len());
    let mut children_of: Vec<Vec<u32>> = vec![Vec::new(); merged.len()];
    let mut rows_of: Vec<Vec<u32>> = Vec::with_capacity(merged.len());
    let mut first = 0u32;
    for (s, columns) in merged.iter().enumerate() {
        let end = first + columns.len() as u32;
        let children = std::mem::take(&mut children_of[s]);
        let mut rows = Vec::new();
        let mut add = |i: u32| {
            if i >= end && seen[i as usize] != s as u32 {
                seen[i as usize] = s as u32;
                rows.push(i);
            }
        };
        (first..end).for_each(|j| below[j as usize].iter().for_each(|&i| add(i)));
        for &c in &children {
            rows_of[c as usize].iter().for_each(|&i| add(i));
            rows_of[c as usize] = Vec::new();
        }
        rows.sort_unstable();
        let parent = rows.first().map(|&i| supernode_of[i as usize]);
        if let Some(p) = parent {
            children_of[p as usize].push(s as u32);
        }
        let nodes = rows.iter().flat_map(|&i| node[i as usize]..node[i as usize + 1]).collect();
        rows_of.push(rows);
        let (first_node, end_node) = (node[first as usize], node[end as usize]);
        supernodes.push(Supernode { first: first_node, end: end_node, rows: nodes, parent, children });
        first = end;
    }
    supernodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::testing::random_pattern;
    use proptest::prelude::*;

    /// Fill by eliminating node after node: `filled[j]` are the rows below `j`.
    fn eliminate(pattern: &BlockPattern, order: &[u32], rank: &[u32]) -> Vec<Vec<u32>> {
        let n = order.len();
        let graph = pattern.graph();
        let mut filled = vec![Vec::new(); n];
        for k in 0..n {
            let own = graph.neighbours(order[k] as usize).iter().map(|&j| rank[j as usize]);
            filled[k].extend(own.filter(|&i| i > k as u32));
            filled[k].sort_unstable();
            filled[k].dedup();
            let rows = filled[k].clone();
            if let Some((&first, rest)) = rows.split_first() {
                filled[first as usize].extend_from_slice(rest);
            }
        }
        filled
    }

    proptest! {
        #[test]
        fn supernodes_hold_all_the_fill(n in 1usize..60, degree in 0usize..5, seed in 0u64..500) {
            let pattern = random_pattern(n, degree, seed);
            let order: Vec<u32> = (0..n as u32).rev().collect();
            let symbolic = Symbolic::new(&pattern, &order);
            let filled = eliminate(&pattern, &symbolic.order, &symbolic.rank);
            let mut next = 0;
            for (s, supernode) in symbolic.supernodes.iter().enumerate() {
                prop_assert_eq!(supernode.first, next);
                next = supernode.end;
                for j in supernode.first..supernode.end {
                    for &i in &filled[j as usize] {
                        prop_assert!(i < supernode.end || supernode.rows.binary_search(&i).is_ok());
                    }
                }
                if let Some(p) = supernode.parent {
                    let above = &symbolic.supernodes[p as usize];
                    prop_assert!(p as usize > s && above.children.contains(&(s as u32)));
                    for &i in &supernode.rows {
                        prop_assert!((above.first..above.end).contains(&i) || above.rows.contains(&i));
                    }
                }
            }
            prop_assert_eq!(next as usize, n);
        }

        #[test]
        fn column_counts_are_those_of_the_fill(n in 1usize..60, degree in 0usize..5, seed in 0u64..500) {
            let pattern = random_pattern(n, degree, seed);
            let natural: Vec<u32> = (0..n as u32).collect();
            let graph = NodeGroups::singles(pattern.graph());
            let post = postorder(&elimination_tree(&Lower::new(&graph, &natural)));
            let lower = Lower::new(&graph, &post);
            let counts = column_counts(&lower, &elimination_tree(&lower));
            let mut rank = vec![0; n];
            post.iter().enumerate().for_each(|(k, &i)| rank[i as usize] = k as u32);
            let filled = eliminate(&pattern, &post, &rank);
            for j in 0..n {
                prop_assert_eq!(counts[j] as usize, filled[j].len() + 1);
            }
        }
    }
}
