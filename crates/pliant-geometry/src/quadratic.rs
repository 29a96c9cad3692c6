//! From 4-node to 10-node elements.

use crate::mesh::{EDGES, ElementOrder, TetMesh};

impl TetMesh {
    /// The same mesh with 10-node elements: one shared node in the middle of every edge. A quadratic mesh is
    /// returned as it is.
    ///
    /// The corners keep their ids; mid-edge nodes follow, numbered by their edge (lower end, then higher end), so
    /// the numbering does not depend on the order of the elements. A mid-edge node joins a node group if both
    /// ends of its edge are in it.
    pub fn to_quadratic(&self) -> TetMesh {
        if self.order == ElementOrder::Quadratic {
            return self.clone();
        }
        let edges = self.unique_edges();
        let corner_count = self.node_count() as u32;
        let mut mesh = self.clone();
        mesh.order = ElementOrder::Quadratic;
        mesh.nodes
            .extend(edges.iter().map(|&[a, b]| 0.5 * (self.nodes[a as usize] + self.nodes[b as usize])));
        mesh.tets = Vec::with_capacity(10 * self.element_count());
        let rows = EdgeRows::new(&edges, self.node_count());
        for tet in self.elements() {
            mesh.tets.extend_from_slice(tet);
            for [i, j] in EDGES {
                mesh.tets.push(corner_count + rows.position(&edges, tet[i], tet[j]));
            }
        }
        for ids in mesh.node_groups.values_mut() {
            let inside = |node: &u32| ids.binary_search(node).is_ok();
            let joining: Vec<u32> = (0u32..)
                .zip(&edges)
                .filter(|(_, [a, b])| inside(a) && inside(b))
                .map(|(i, _)| corner_count + i)
                .collect();
            ids.extend(joining);
        }
        mesh
    }

    /// The straight edges between corners as (lower, higher) node ids, sorted.
    pub fn unique_edges(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> = self
            .elements()
            .flat_map(|tet| EDGES.map(|[i, j]| [tet[i].min(tet[j]), tet[i].max(tet[j])]))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// Where the edges of each lower end start in the sorted list.
struct EdgeRows(Vec<u32>);

impl EdgeRows {
    fn new(edges: &[[u32; 2]], node_count: usize) -> Self {
        let mut starts = vec![0u32; node_count + 1];
        for edge in edges {
            starts[edge[0] as usize + 1] += 1;
        }
        for node in 0..node_count {
            starts[node + 1] += starts[node];
        }
        Self(starts)
    }

    fn position(&self, edges: &[[u32; 2]], a: u32, b: u32) -> u32 {
        let (low, high) = (a.min(b), a.max(b));
        let start = self.0[low as usize];
        let row = &edges[start as usize..self.0[low as usize + 1] as usize];
        start + row.partition_point(|edge| edge[1] < high) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::unit_box;

    #[test]
    fn mid_nodes_are_shared_and_in_the_middle() {
        let linear = unit_box([2, 3, 1]);
        let mesh = linear.to_quadratic();
        assert_eq!(mesh.node_count(), linear.node_count() + linear.unique_edges().len());
        // A structured box refined twice has the same number of nodes: every mid-edge node is a grid node.
        assert_eq!(mesh.node_count(), 5 * 7 * 3);
        for tet in mesh.elements() {
            for (k, [i, j]) in EDGES.iter().enumerate() {
                let x = |n: usize| mesh.nodes[tet[n] as usize];
                assert!((x(4 + k) - 0.5 * (x(*i) + x(*j))).length() < 1e-15);
            }
        }
        assert!(mesh.check().is_clean(), "{}", mesh.check());
        assert_eq!(mesh.to_quadratic(), mesh);
    }

    #[test]
    fn groups_take_the_mid_nodes_between_members() {
        let mut mesh = unit_box([1, 1, 1]);
        mesh.node_groups.insert("low".into(), (0..8).filter(|&i| mesh.nodes[i as usize].x == 0.0).collect());
        let mesh = mesh.to_quadratic();
        let group = &mesh.node_groups["low"];
        assert_eq!(group.len(), 9);
        assert!(group.iter().all(|&i| mesh.nodes[i as usize].x == 0.0) && group.is_sorted());
    }
}
