//! How long the plain search for neighbours takes, on clouds in random order and along a curve, with about ten neighbours a point.
//!
//!     RAYON_NUM_THREADS=1 cargo run --release -p pliant-geometry --example cell_speed [points]

use std::time::Instant;

use glam::DVec3;
use pliant_geometry::CellList;
use pliant_geometry::spatial_order::hilbert_order;

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    let asked = std::env::args().nth(1).and_then(|count| count.parse().ok());
    for count in asked.map_or(vec![100_000usize, 1_000_000], |count| vec![count]) {
        let mut numbers = support::Numbers(3);
        let points: Vec<DVec3> = (0..count).map(|_| numbers.point(1.0)).collect();
        measure("random order", &points);
        let order = hilbert_order(&points);
        measure("Hilbert order", &order.iter().map(|&id| points[id as usize]).collect::<Vec<_>>());
    }
}

fn measure(name: &str, points: &[DVec3]) {
    let count = points.len() as f64;
    let reach = (10.0 * 8.0 / count * 3.0 / (4.0 * std::f64::consts::PI)).cbrt();
    let (mut list, mut out, mut best) = (CellList::default(), vec![], [f64::INFINITY; 2]);
    for _ in 0..15 {
        let start = Instant::now();
        list.rebuild(points, reach);
        let built = start.elapsed().as_secs_f64();
        list.pairs(reach, &mut out);
        let found = start.elapsed().as_secs_f64() - built;
        best = [best[0].min(built), best[1].min(found)];
    }
    println!(
        "{count} points, {name}, {:.2} neighbours each: rebuild {:.2} ms, pairs {:.2} ms",
        2.0 * out.len() as f64 / count,
        1e3 * best[0],
        1e3 * best[1]
    );
}
