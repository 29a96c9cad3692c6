//! Broken scenes and what the user sees for them. A first line `# set: key=value` gives overrides. Scenes in
//! `broken_build` are sound as texts; what is wrong shows when they are built.

pub mod meshes;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pliant_scene::Scene;

/// The folders of broken scenes.
pub const FOLDERS: [&str; 2] = ["broken", "broken_build"];

/// A scene file that must be refused or warned about.
pub struct BrokenScene {
    /// The TOML file.
    pub path: PathBuf,
    /// Its name without ending.
    pub name: String,
    text: String,
    /// Whether it is wrong only when built.
    build: bool,
}

/// All of a folder, by name.
pub fn scenes(folder: &str) -> std::io::Result<Vec<BrokenScene>> {
    let build = folder == FOLDERS[1];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut scenes = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
            let text = std::fs::read_to_string(&path)?;
            scenes.push(BrokenScene { path, name, text, build });
        }
    }
    scenes.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(scenes)
}

impl BrokenScene {
    /// What the user sees: problems of the text, or else of the build (if that is what the scene is for).
    pub fn messages(&self) -> String {
        let overrides: Vec<(&str, &str)> =
            self.text.lines().filter_map(|line| line.strip_prefix("# set: ")?.split_once('=')).collect();
        let (name, files) = (format!("{}.toml", self.name), Arc::new(meshes::files()));
        let scene = match Scene::with_files(&self.text, &name, &overrides, files) {
            Ok(scene) => scene,
            Err(problems) => return problems.to_string(),
        };
        if !self.build {
            return scene.plan().warnings.to_string();
        }
        match scene.build() {
            Ok(built) => built.warnings.to_string(),
            Err(problems) => problems.to_string(),
        }
    }
}
