//! How long a picture of 50 000 triangles takes, without its encoding.
//!
//! `RAYON_NUM_THREADS=1 cargo run --release -p pliant-render --example speed`

use cpu_time::ProcessTime;
use glam::DVec3;
use pliant_render::{ColourScale, Ground, Object, Picture, View, encode_png, render};
use std::time::Instant;

/// A torus around the z axis, standing on z = 0, of `2 * around * across` triangles.
fn torus(around: u32, across: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let turn = std::f64::consts::TAU;
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (u, v) = (turn * f64::from(i) / f64::from(around), turn * f64::from(j) / f64::from(across));
            let reach = 1.0 + 0.4 * v.cos();
            positions.push(DVec3::new(reach * u.cos(), reach * u.sin(), 0.4 + 0.4 * v.sin()));
            let at = |i: u32, j: u32| i % around * across + j % across;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (positions, triangles)
}

fn main() -> Result<(), pliant_render::RenderError> {
    let (positions, triangles) = torus(250, 100);
    let values: Vec<f64> = positions.iter().map(|p| p.z * 1e5).collect();
    let objects = [Object {
        name: "torus",
        positions: &positions,
        triangles: &triangles,
        values: Some(&values),
        colour: [0.5; 3],
        ..Object::default()
    }];
    let scale = Some(ColourScale::new("pressure", "Pa", 0.0, 8e4));
    let picture = Picture { objects: &objects, scale, title: "Torus", caption: "t = 0.00 s" };
    let view = View { ground: Some(Ground { height: 0.0, grid: true }), ..View::default() };
    let mut times = Vec::new();
    let mut processor_times = Vec::new();
    let mut image = render(&picture, &view)?;
    for _ in 0..9 {
        let (start, processor_start) = (Instant::now(), ProcessTime::now());
        image = render(&picture, &view)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        processor_times.push(processor_start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    processor_times.sort_by(f64::total_cmp);
    let (count, size) = (triangles.len(), (view.width, view.height));
    println!("{count} triangles, {} x {}, {} samples a pixel", size.0, size.1, view.samples * view.samples);
    println!("median {:.1} ms, best {:.1} ms, {} threads", times[4], times[0], rayon::current_num_threads());
    println!("processor time: median {:.1} ms, best {:.1} ms", processor_times[4], processor_times[0]);
    let start = Instant::now();
    let bytes = encode_png(&image, pliant_render::PngColours::All)?.len();
    println!("PNG {} kB in {:.0} ms", bytes / 1000, start.elapsed().as_secs_f64() * 1e3);
    Ok(())
}
