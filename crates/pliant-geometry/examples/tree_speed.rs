//! How long the questions take that go through trees of boxes, and a hash of the answers: same bits before and after a
//! change of the trees?
//!
//!     cargo run --release -p pliant-geometry --example tree_speed [linear|quadratic|surface]

use std::time::Instant;

use glam::DVec3;
use pliant_geometry::shapes::{Fineness, Shape};
use pliant_geometry::{ElementOrder, Solid, TetLocator};

#[path = "../tests/support/mod.rs"]
mod support;

/// The best of five runs, and the hash of what it found.
fn measure(name: &str, mut work: impl FnMut() -> u64) {
    let mut best = f64::INFINITY;
    let mut hash = 0;
    for _ in 0..5 {
        let start = Instant::now();
        hash = work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name:<40} {:9.2} ms   {hash:016x}", 1e3 * best);
}

fn hashed(values: impl Iterator<Item = f64>) -> u64 {
    values.fold(0xcbf2_9ce4_8422_2325, |h, v| (h ^ v.to_bits()).wrapping_mul(0x0100_0000_01b3))
}

fn main() {
    let mut numbers = support::Numbers(5);
    let points: Vec<DVec3> = (0..100_000).map(|_| numbers.point(1.2)).collect();
    for (name, order, spacing) in
        [("linear", ElementOrder::Linear, 0.04), ("quadratic", ElementOrder::Quadratic, 0.2)]
    {
        if std::env::args().nth(1).is_some_and(|wanted| wanted != name) {
            continue;
        }
        let shape = Shape::Sphere { centre: DVec3::ZERO, radius: 1.0 };
        let mesh = shape.mesh(Fineness::Spacing(spacing), order).expect("the shape is fine");
        println!("{name}: {} elements", mesh.element_count());
        measure("  build locator", || u64::from(TetLocator::new(&mesh).locate(DVec3::ZERO).is_some()));
        let locator = TetLocator::new(&mesh);
        let few = &points[..if order == ElementOrder::Linear { points.len() } else { 5000 }];
        measure("  locate", || {
            let found = few.iter().filter_map(|&x| locator.locate(x));
            hashed(found.flat_map(|l| [f64::from(l.element), l.distance, l.lambda[0], l.point.x]))
        });
    }
    if std::env::args().nth(1).is_some_and(|wanted| wanted != "surface") {
        return;
    }
    let surface = support::bumpy_sphere(DVec3::ZERO, 1.0, 250, 0.1);
    println!("surface: {} triangles", surface.triangles.len());
    measure("  build solid", || hashed([Solid::new(&surface).expect("closed").volume()].into_iter()));
    let mut solid = Solid::new(&surface).expect("closed");
    measure("  winding", || hashed(points.iter().map(|&x| solid.winding_number(x))));
    measure("  distance", || hashed(points.iter().filter_map(|&x| solid.distance(x, 10.0))));
    let start = Instant::now();
    solid.look_for_self_intersections(1000);
    println!("  self-intersections {:22.2} ms", 1e3 * start.elapsed().as_secs_f64());
}
