//! Writes what the user sees for each broken scene of tests/broken and tests/broken_build, to be read before it is
//! committed. Run: `cargo run -p pliant-scene --example write_messages`

#[path = "../tests/broken/mod.rs"]
mod broken;

fn main() -> std::io::Result<()> {
    for folder in broken::FOLDERS {
        for scene in broken::scenes(folder)? {
            std::fs::write(scene.path.with_extension("expected"), scene.messages())?;
            println!("wrote tests/{folder}/{}.expected", scene.name);
        }
    }
    Ok(())
}
