//! How long a surface of a million triangles takes to become a lattice of about 100 000 nodes.
//!
//! Run: `RAYON_NUM_THREADS=1 cargo run --release -p pliant-geometry --example lattice_speed`

use std::time::Instant;

use glam::DVec3;
use pliant_geometry::{LatticeOptions, Solid, TriangleSurface, lattice, sample_inside};

#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    measure("bumpy sphere", &support::bumpy_sphere(DVec3::ZERO, 1.0, 500, 0.1));
    measure("torus", &support::torus(1.0, 0.4, 1000, 500));
    let mut open = support::bumpy_sphere(DVec3::ZERO, 1.0, 500, 0.1);
    let mut numbers = support::Numbers(1);
    open.triangles.retain(|_| numbers.next() > 0.2);
    measure("the sphere without 20 % of its triangles", &open);
}

fn measure(name: &str, surface: &TriangleSurface) {
    println!("{name}: {} triangles, {} points", surface.triangles.len(), surface.points.len());
    let whole = Instant::now();
    let mut since = Instant::now();
    let mut lap = |what: &str| {
        println!("  {what:<28} {:6.2} s", since.elapsed().as_secs_f64());
        since = Instant::now();
    };
    let mut solid = Solid::new(surface).expect("it encloses something");
    lap("report and tree");
    let spacing = solid.suggested_spacing(100_000);
    let body = lattice(&solid, spacing, &LatticeOptions::default()).expect("the spacing is fine");
    lap("lattice");
    let rows = body.embed(&surface.points);
    lap("embedding");
    println!("  {:<28} {:6.2} s", "together", whole.elapsed().as_secs_f64());
    solid.look_for_self_intersections(1000);
    lap("self-intersections (extra)");
    let cloud = sample_inside(&solid, spacing).expect("the spacing is fine");
    lap("point cloud (extra)");
    for remark in solid.report().remarks.iter().chain(&body.report.remarks) {
        println!("  {remark}");
    }
    println!(
        "  quality {:?}, offset {:.3} spacings",
        body.report.quality,
        body.report.largest_offset / spacing
    );
    println!("  {} clamped points, farthest {:.3} spacings outside", rows.clamped, rows.farthest / spacing);
    println!("  {} sample points", cloud.points.len());
}
