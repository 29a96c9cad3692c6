//! Orders in which nodes are eliminated: few new non-zeros, and an elimination tree with independent branches.
//!
//! The order is found on the graph of nodes, not of unknowns: it is nine times smaller and the three unknowns
//! of a node stay together, which is what makes dense blocks. Where nodes come in groups with the same neighbours, it is found on
//! the graph of the groups.

mod geometric;
mod groups;
mod metis;
mod sweep;

pub use geometric::geometric_nested_dissection;
pub use groups::NodeGroups;
pub use metis::graph_nested_dissection;
pub use sweep::{axis_sweep, graph_sweep};

use super::BlockPattern;
use super::symbolic::Symbolic;
use glam::DVec3;

/// How the elimination order is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ordering {
    /// Several of the others, and the one whose factorisation is estimated to take the least time.
    #[default]
    Auto,
    /// Nested dissection by planes through the node positions.
    Geometric,
    /// Multilevel nested dissection of the graph.
    Graph,
    /// From one end to the other, along an axis.
    AxisSweep,
    /// From one end of the graph to the other.
    GraphSweep,
    /// As the nodes are numbered.
    Natural,
}

impl Ordering {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Ordering::Auto => "automatic order",
            Ordering::Geometric => "geometric nested dissection",
            Ordering::Graph => "graph nested dissection",
            Ordering::AxisSweep => "sweep along an axis",
            Ordering::GraphSweep => "sweep through the graph",
            Ordering::Natural => "natural order",
        }
    }

    /// Whether it looks at positions.
    fn needs_positions(self) -> bool {
        matches!(self, Ordering::Geometric | Ordering::AxisSweep)
    }
}

/// Analyses `pattern` with the requested order and says which order was taken.
///
/// `positions` help to find an order; without one position a node, orders that need them are not considered.
pub fn analyze(pattern: &BlockPattern, positions: &[DVec3], ordering: Ordering) -> (Symbolic, Ordering) {
    let search = Search::new(pattern, positions);
    match ordering {
        Ordering::Auto => search.best(search.candidates()),
        one if one.needs_positions() && !search.has_positions() => search.with(Ordering::Graph),
        one => search.with(one),
    }
}

/// A structure to estimate the work by, and its order if it is the one that the automatic order would find.
pub fn estimate(pattern: &BlockPattern, positions: &[DVec3]) -> (Symbolic, Option<Ordering>) {
    let search = Search::new(pattern, positions);
    if search.is_grouped {
        let (symbolic, order) = search.best(search.candidates());
        return (symbolic, Some(order));
    }
    // The geometric order is the cheaper one to find, and close enough for an estimate.
    let cheap = if search.has_positions() { Ordering::Geometric } else { Ordering::Graph };
    (search.with(cheap).0, None)
}

/// What orders are found from.
struct Search {
    groups: NodeGroups,
    /// Of each group; empty if they are not known.
    positions: Vec<DVec3>,
    /// Nodes come in groups: fields with several nodes a sample, whose couplings are wide.
    is_grouped: bool,
}

impl Search {
    fn new(pattern: &BlockPattern, positions: &[DVec3]) -> Self {
        let graph = pattern.graph();
        let groups = NodeGroups::new(&graph);
        let is_grouped = 2 * groups.len() <= graph.node_count();
        let groups = if is_grouped { groups } else { NodeGroups::singles(graph) };
        let positions = if positions.len() == pattern.node_count() {
            (0..groups.len()).map(|group| positions[groups.members(group)[0] as usize]).collect()
        } else {
            Vec::new()
        };
        Self { groups, positions, is_grouped }
    }

    fn has_positions(&self) -> bool {
        self.positions.len() == self.groups.len()
    }

    fn candidates(&self) -> &'static [Ordering] {
        use Ordering::{AxisSweep, Geometric, Graph, GraphSweep};
        match (self.is_grouped, self.has_positions()) {
            (true, true) => &[Graph, Geometric, AxisSweep, GraphSweep],
            (true, false) => &[Graph, GraphSweep],
            (false, true) => &[Graph, Geometric],
            (false, false) => &[Graph],
        }
    }

    fn with(&self, kind: Ordering) -> (Symbolic, Ordering) {
        let graph = self.groups.graph();
        let tree = |order: &[u32]| Symbolic::of_groups(&self.groups, order);
        let path = |order: &[u32]| Symbolic::path(&self.groups, order);
        let symbolic = match kind {
            Ordering::Geometric => tree(&geometric_nested_dissection(graph, &self.positions)),
            Ordering::Graph => tree(&graph_nested_dissection(graph)),
            Ordering::AxisSweep => path(&axis_sweep(&self.positions)),
            Ordering::GraphSweep => path(&graph_sweep(graph)),
            Ordering::Natural | Ordering::Auto => tree(&(0..self.groups.len() as u32).collect::<Vec<u32>>()),
        };
        (symbolic, kind)
    }

    /// The cheapest of several orders, of equal ones the first.
    fn best(&self, kinds: &[Ordering]) -> (Symbolic, Ordering) {
        let found = kinds.iter().map(|&kind| self.with(kind));
        let cheaper = |a: (Symbolic, Ordering), b: (Symbolic, Ordering)| {
            if b.0.estimated_cost() < a.0.estimated_cost() { b } else { a }
        };
        found.reduce(cheaper).unwrap_or_else(|| self.with(Ordering::Natural))
    }
}
