//! Writes docs/scene-reference.md from the definitions. Run: `cargo run -p pliant-scene --example write_reference`

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scene-reference.md");
    if let Some(folder) = std::path::Path::new(path).parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, pliant_scene::reference_page())?;
    println!("wrote docs/scene-reference.md");
    Ok(())
}
