//! Parts of a body that nothing joins: each must be held on its own in a static run.

use glam::DVec3;
use pliant_body::Body;

/// Nodes that move together.
pub(crate) struct Parts {
    /// The part of each node.
    part_of_node: Vec<u32>,
    /// The middle of each part: the mean of its points at rest (m).
    pub centres: Vec<DVec3>,
}

impl Parts {
    /// Nodes of a cell belong together, and so do all that carry a point.
    pub fn of(body: &dyn Body) -> Self {
        let own = || (0..body.x_rest().len() as u32).collect();
        let mut sets = Sets { parent: body.joined_nodes().unwrap_or_else(own) };
        match body.points() {
            Some(points) => {
                (0..points.carrier.len())
                    .for_each(|i| sets.join(points.carrier.row(i).map(|(node, _)| node)));
            }
            None => {
                let cells = body.cells();
                let nodes_a_cell = cells.points_a_cell();
                cells.into_points().chunks(nodes_a_cell).for_each(|cell| sets.join(cell.iter().copied()));
            }
        }
        let (part_of_node, count) = sets.numbered();
        let mut parts = Self { part_of_node, centres: vec![DVec3::ZERO; count] };
        parts.find_centres(body);
        parts
    }

    fn find_centres(&mut self, body: &dyn Body) {
        let mut counts = vec![0.0; self.centres.len()];
        for (point, x) in (0u32..).zip(body.points_at_rest()) {
            let Some(part) = self.of_row(&body.carriers(point)) else { continue };
            self.centres[part] += *x;
            counts[part] += 1.0;
        }
        self.centres.iter_mut().zip(counts).for_each(|(centre, count)| *centre /= f64::max(count, 1.0));
    }

    pub fn of_node(&self, node: usize) -> usize {
        self.part_of_node[node] as usize
    }

    /// The part of what these nodes carry; none if nothing does.
    pub fn of_row(&self, row: &[(u32, f64)]) -> Option<usize> {
        row.first().map(|(node, _)| self.of_node(*node as usize))
    }
}

/// Sets that merge.
struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    fn root(&mut self, mut i: u32) -> u32 {
        while self.parent[i as usize] != i {
            let above = self.parent[self.parent[i as usize] as usize];
            self.parent[i as usize] = above;
            i = above;
        }
        i
    }

    fn join(&mut self, mut nodes: impl Iterator<Item = u32>) {
        let Some(first) = nodes.next() else { return };
        let mut root = self.root(first);
        for node in nodes {
            let other = self.root(node);
            let smaller = root.min(other);
            self.parent[root.max(other) as usize] = smaller;
            root = smaller;
        }
    }

    /// Sets numbered by their first node, and how many there are.
    fn numbered(mut self) -> (Vec<u32>, usize) {
        let mut number_of_root = vec![u32::MAX; self.parent.len()];
        let mut count = 0;
        let numbers = (0..self.parent.len() as u32).map(|node| {
            let number = &mut number_of_root[self.root(node) as usize];
            if *number == u32::MAX {
                *number = count;
                count += 1;
            }
            *number
        });
        (numbers.collect(), count as usize)
    }
}
