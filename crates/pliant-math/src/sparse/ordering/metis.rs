//! Multilevel nested dissection of a graph, by the `feral-metis` crate. Nothing else of that crate is used.

use crate::sparse::Graph;
use feral_metis::{CscPattern, MetisOptions, metis_order_full};

/// Nodes in elimination order, found by multilevel nested dissection; the natural order if the crate refuses
/// the graph (more than 2^31 couplings).
pub fn graph_nested_dissection(graph: &Graph) -> Vec<u32> {
    let n = graph.node_count();
    let natural = || (0..n as u32).collect();
    if graph.all_neighbours().len() > i32::MAX as usize {
        return natural();
    }
    let starts: Vec<i32> = graph.starts().iter().map(|&s| s as i32).collect();
    let neighbours: Vec<i32> = graph.all_neighbours().iter().map(|&j| j as i32).collect();
    let Some(pattern) = csc(n, &starts, &neighbours) else { return natural() };
    match metis_order_full(&pattern, &MetisOptions::default()) {
        Ok((order, _, _)) if order.len() == n => order.into_iter().map(|i| i as u32).collect(),
        _ => natural(),
    }
}

fn csc<'a>(n: usize, starts: &'a [i32], neighbours: &'a [i32]) -> Option<CscPattern<'a>> {
    CscPattern::new(n, starts, neighbours)
}
