//! Which elements touch a node, in compressed rows.

use crate::mesh::TetMesh;

/// For every node the sorted ids of the elements that use it.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeElements {
    starts: Vec<u32>,
    elements: Vec<u32>,
}

impl NodeElements {
    /// Collects the rows; all node ids of the mesh must be in range.
    pub fn new(mesh: &TetMesh) -> Self {
        let mut starts = vec![0u32; mesh.node_count() + 1];
        for &node in &mesh.tets {
            starts[node as usize + 1] += 1;
        }
        for node in 0..mesh.node_count() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut elements = vec![0u32; mesh.tets.len()];
        for (element, ids) in mesh.elements().enumerate() {
            for &node in ids {
                elements[next[node as usize] as usize] = element as u32;
                next[node as usize] += 1;
            }
        }
        Self { starts, elements }
    }

    /// The elements that use the node, ascending.
    pub fn of(&self, node: usize) -> &[u32] {
        &self.elements[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// How many nodes there are rows for.
    pub fn node_count(&self) -> usize {
        self.starts.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::unit_box;

    #[test]
    fn rows_hold_exactly_the_elements_of_a_node() {
        let mesh = unit_box([2, 1, 3]);
        let rows = NodeElements::new(&mesh);
        assert_eq!(rows.node_count(), mesh.node_count());
        for node in 0..mesh.node_count() {
            let wanted: Vec<u32> = (0..mesh.element_count() as u32)
                .filter(|&e| mesh.element(e as usize).contains(&(node as u32)))
                .collect();
            assert_eq!(rows.of(node), wanted);
        }
    }
}
