//! `pliant gallery`: scenes that ship inside the program.

use crate::cli::{Failure, GalleryAction};
use pliant_scene::Scene;

/// A scene of the gallery.
pub struct GalleryScene {
    /// Its name on the command line.
    pub name: &'static str,
    /// The scene file.
    pub text: &'static str,
}

impl GalleryScene {
    /// The scene with overrides as of `--set`.
    pub fn load(&self, overrides: &[(String, String)]) -> Result<Scene, pliant_scene::Problems> {
        Scene::from_text(self.text, &format!("{}.toml", self.name), &super::run::pairs(overrides))
    }
}

macro_rules! gallery {
    ($($name:literal),+ $(,)?) => {
        /// All scenes, in the order they are listed.
        pub const SCENES: &[GalleryScene] = &[
            $(GalleryScene {
                name: $name,
                text: include_str!(concat!("../../../../scenes/gallery/", $name, ".toml")),
            }),+
        ];
    };
}

gallery!("swinging-beam", "hanging-jelly", "twisting-bar", "stretching-dumbbell");

/// Lists or runs.
pub fn run(action: Option<GalleryAction>) -> Result<(), Failure> {
    match action {
        None => list(false),
        Some(GalleryAction::List { names }) => list(names),
        Some(GalleryAction::Run { name, options }) => {
            let scene = find(&name)?.load(&super::run::overrides(&options)).map_err(Failure::bad_input)?;
            super::run::run_named(&scene, &name, &options)
        }
    }
}

fn list(names_only: bool) -> Result<(), Failure> {
    for scene in SCENES {
        if names_only {
            crate::cli::say!("{}", scene.name);
            continue;
        }
        let parsed = scene.load(&[]).map_err(Failure::bad_input)?;
        crate::cli::say!("{:<22} {}", scene.name, parsed.title());
        if let Some(about) = &parsed.plan().about {
            about.lines().for_each(|line| crate::cli::say!("{:<22} {}", "", line.trim()));
        }
    }
    if !names_only {
        crate::cli::say!("\nRun one with: pliant gallery run NAME");
    }
    Ok(())
}

fn find(name: &str) -> Result<&'static GalleryScene, Failure> {
    SCENES.iter().find(|s| s.name == name).ok_or_else(|| {
        let names: Vec<&str> = SCENES.iter().map(|s| s.name).collect();
        Failure::bad_input(format!("error: no gallery scene \"{name}\"; there are: {}", names.join(", ")))
    })
}
