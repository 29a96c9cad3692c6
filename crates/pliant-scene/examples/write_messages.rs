//! Writes what the user sees for each broken scene of tests/broken, to be read before it is committed.
//! Run: `cargo run -p pliant-scene --example write_messages`

#[path = "../tests/broken/mod.rs"]
mod broken;

fn main() -> std::io::Result<()> {
    for scene in broken::scenes()? {
        std::fs::write(scene.path.with_extension("expected"), scene.messages())?;
        println!("wrote tests/broken/{}.expected", scene.name);
    }
    Ok(())
}
