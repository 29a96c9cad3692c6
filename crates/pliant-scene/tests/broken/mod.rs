//! Broken scenes and what the user sees for them. A first line `# set: key=value` gives overrides.

use std::path::{Path, PathBuf};

/// A scene file that must be refused or warned about.
pub struct BrokenScene {
    /// The TOML file.
    pub path: PathBuf,
    /// Its name without ending.
    pub name: String,
    text: String,
}

/// All of them, by name.
pub fn scenes() -> std::io::Result<Vec<BrokenScene>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut scenes = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
            let text = std::fs::read_to_string(&path)?;
            scenes.push(BrokenScene { path, name, text });
        }
    }
    scenes.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(scenes)
}

impl BrokenScene {
    /// What the user sees.
    pub fn messages(&self) -> String {
        let overrides: Vec<(&str, &str)> =
            self.text.lines().filter_map(|line| line.strip_prefix("# set: ")?.split_once('=')).collect();
        match pliant_scene::Plan::parse(&self.text, &format!("{}.toml", self.name), &overrides) {
            Ok(plan) => plan.warnings.to_string(),
            Err(problems) => problems.to_string(),
        }
    }
}
