//! A world driven by the host's own loop: what a game or an editor does.
//!
//! Run it with `cargo run --release --example embed`.

use pliant::glam::DVec3;
use pliant::stepping::NoPhases;

const SCENE: &str = r#"
[time]
duration = "1 s"
step = "1/60 s"
[material.jelly]
young = "20 kPa"
poisson = 0.4
[body.block]
shape = { box = ["20 cm", "10 cm", "10 cm"] }
cells = [4, 2, 2]
order = 1
material = "jelly"
[pin.shelf]
body = "block"
where = { face = "x-" }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 1. A world from a scene: text here, a file through `pliant::scene::Scene::from_file`.
    let mut world = pliant::world_from_text(SCENE, "embedded scene")?;
    // 2. The triangles never change; the positions are read in place, without a copy.
    println!("{} triangles", world.surface(0).len());
    while !world.is_over() {
        // 3. One step of the host's loop.
        world.step(&mut NoPhases)?;
        // 4. Hand the buffers to the renderer.
        draw(world.time(), &world.positions(0), world.surface(0));
    }
    Ok(())
}

fn draw(time: f64, positions: &[DVec3], triangles: &[[u32; 3]]) {
    let lowest = triangles.iter().flatten().map(|&i| positions[i as usize].z).fold(f64::INFINITY, f64::min);
    println!("t = {time:.3} s, lowest vertex at {lowest:.4} m");
}
