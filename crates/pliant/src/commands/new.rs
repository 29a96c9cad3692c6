//! `pliant new`.

use crate::cli::Failure;
use std::io::Write;
use std::path::Path;

/// Writes a commented starter scene, never over a file that is there.
pub fn run(name: &str) -> Result<(), Failure> {
    let name = name.strip_suffix(".toml").unwrap_or(name);
    if name.is_empty() || name.ends_with('/') {
        return Err(Failure::bad_input("error: the scene needs a name, as in: pliant new bridge"));
    }
    let path = format!("{name}.toml");
    let title =
        Path::new(name).file_name().map_or_else(|| name.to_owned(), |n| n.to_string_lossy().into_owned());
    let mut file = std::fs::File::create_new(&path).map_err(|e| match e.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::bad_input(format!("error: {path} is there already; choose another name"))
        }
        _ => Failure::output(format!("error: cannot write {path}: {e}")),
    })?;
    file.write_all(pliant_scene::starter_scene(&title).as_bytes())
        .map_err(|e| Failure::output(format!("error: cannot write {path}: {e}")))?;
    crate::cli::say!("Wrote {path}. Next:\n  pliant run \"{path}\"");
    Ok(())
}
