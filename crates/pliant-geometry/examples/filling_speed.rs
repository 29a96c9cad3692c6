//! How long it takes to divide a million pieces of matter among sites, layout by layout.
//!
//!     cargo run --release -p pliant-geometry --example filling_speed [pieces]

use std::time::Instant;

use glam::DVec3;
use pliant_geometry::MaterialCloud;
use pliant_geometry::filling::{FillingOptions, Layout, fill};
use pliant_geometry::matter::{BlockShape, MatterSpacing, ball};

fn main() {
    let asked = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let pieces: f64 = asked.unwrap_or(1e6);
    // Five pieces to a spacing along each axis.
    let spacing = 5.0 / pieces.cbrt();
    let shape = BlockShape::Box { origin: DVec3::ZERO, size: DVec3::ONE, twist: 0.0 };
    let block = shape.matter(MatterSpacing::for_samples(spacing)).expect("a cube can be cut").cloud;
    measure("cube", &block, spacing);
    measure("cube, cells of 4.7 pieces", &block, 0.94 * spacing);
    let radius = (0.75 / std::f64::consts::PI).cbrt();
    let ball =
        ball(DVec3::ZERO, radius, MatterSpacing::for_samples(spacing)).expect("a ball can be cut").cloud;
    measure("ball", &ball, spacing);
}

fn measure(name: &str, cloud: &MaterialCloud, spacing: f64) {
    println!("{name}, {} pieces, spacing {spacing:.4} m", cloud.len());
    let layouts = [
        Layout::Pieces,
        Layout::Cubic,
        Layout::BodyCentred,
        Layout::Jittered { share: 0.25 },
        Layout::Poisson,
        Layout::Octree { levels: 3 },
    ];
    for layout in layouts {
        let options = FillingOptions { layout, spacing, factors: None, seed: 1 };
        let (mut best, mut sites) = (f64::INFINITY, 0);
        for _ in 0..3 {
            let start = Instant::now();
            sites = fill(cloud, &options).map_or(0, |filling| filling.points.len());
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("  {layout:?}: {sites} sites in {:.0} ms", 1e3 * best);
    }
}
