//! Orders in which nodes are eliminated: few new non-zeros, and an elimination tree with independent branches.
//!
//! The order is found on the graph of nodes, not of unknowns: it is nine times smaller and the three unknowns
//! of a node stay together, which is what makes dense blocks.

mod geometric;
mod metis;

pub use geometric::geometric_nested_dissection;
pub use metis::graph_nested_dissection;

use super::BlockPattern;
use super::symbolic::Symbolic;
use glam::DVec3;

/// How the elimination order is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ordering {
    /// Both of the others, and the one whose factorisation is estimated to take less time.
    #[default]
    Auto,
    /// Nested dissection by planes through the node positions.
    Geometric,
    /// Multilevel nested dissection of the graph.
    Graph,
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
            Ordering::Natural => "natural order",
        }
    }
}

/// Analyses `pattern` with the requested order and says which order was taken.
///
/// `positions` is only looked at by the geometric order; without one position a node it is not considered.
pub fn analyze(pattern: &BlockPattern, positions: &[DVec3], ordering: Ordering) -> (Symbolic, Ordering) {
    let n = pattern.node_count();
    let has_positions = positions.len() == n;
    let with = |kind: Ordering| {
        let order = match kind {
            Ordering::Geometric => geometric_nested_dissection(&pattern.graph(), positions),
            Ordering::Graph => graph_nested_dissection(&pattern.graph()),
            Ordering::Natural | Ordering::Auto => (0..n as u32).collect(),
        };
        (Symbolic::new(pattern, &order), kind)
    };
    match ordering {
        Ordering::Natural => with(Ordering::Natural),
        Ordering::Geometric if has_positions => with(Ordering::Geometric),
        Ordering::Graph | Ordering::Geometric => with(Ordering::Graph),
        Ordering::Auto if !has_positions => with(Ordering::Graph),
        Ordering::Auto => {
            let (graph, geometric) = (with(Ordering::Graph), with(Ordering::Geometric));
            if graph.0.estimated_cost() <= geometric.0.estimated_cost() { graph } else { geometric }
        }
    }
}
