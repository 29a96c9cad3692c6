//! Writes docs/materials.md from the material library. Run: `cargo run -p pliant-scene --example write_materials`

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/materials.md");
    std::fs::write(path, pliant_scene::materials::page())?;
    println!("wrote docs/materials.md");
    Ok(())
}
