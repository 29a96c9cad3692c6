//! `pliant gallery`: scenes that ship inside the program.

use crate::cli::{Failure, GalleryAction};
use pliant_scene::{MemoryFiles, Scene};
use std::sync::Arc;

/// A scene of the gallery.
pub struct GalleryScene {
    /// Its name on the command line.
    pub name: &'static str,
    /// The scene file.
    pub text: &'static str,
    /// Name and content of the mesh file beside it, if it has one.
    pub mesh: Option<(&'static str, &'static [u8])>,
}

impl GalleryScene {
    /// The scene with overrides as of `--set`.
    pub fn load(&self, overrides: &[(String, String)]) -> Result<Scene, pliant_scene::Problems> {
        let name = format!("{}.toml", self.name);
        Scene::with_files(self.text, &name, &super::run::pairs(overrides), Arc::new(self.files()))
    }

    /// The files beside it.
    pub fn files(&self) -> MemoryFiles {
        match self.mesh {
            Some((name, content)) => MemoryFiles::none().with(name, content.to_vec()),
            None => MemoryFiles::none(),
        }
    }
}

macro_rules! gallery {
    (@mesh) => { None };
    (@mesh $mesh:literal) => {
        Some(($mesh, include_bytes!(concat!("../../../../scenes/gallery/", $mesh)).as_slice()))
    };
    ($($name:literal $(with $mesh:literal)?),+ $(,)?) => {
        /// All scenes, in the order they are listed.
        pub const SCENES: &[GalleryScene] = &[
            $(GalleryScene {
                name: $name,
                text: include_str!(concat!("../../../../scenes/gallery/", $name, ".toml")),
                mesh: gallery!(@mesh $($mesh)?),
            }),+
        ];
    };
}

gallery!(
    "swinging-beam",
    "jelly-bear" with "jelly-bear.obj",
    "hanging-jelly",
    "twisting-bar",
    "stretching-dumbbell",
    "jelly-on-stairs" with "jelly-bear.obj",
    "pile-in-a-bowl" with "bowl.obj",
    "squeezed-block",
    "soft-gripper",
    "heavy-rod",
    "clamped-shell",
    "snap-through",
    "hanging-cube",
    "flag-in-wind",
    "soft-cube",
    "dropped-dragon" with "dragon.obj",
    "bears-on-stairs" with "bear-points.xyz",
    "jelly-to-steel",
    "bars-of-bonds",
    "testing-machine",
    "trampoline",
    "hammock",
    "turtles" with "turtle.obj",
    "stvk-bears" with "jelly-bear.obj",
    "flower" with "flower.obj",
    "plectoneme",
    "helical-perversion",
    "cylinder-buckling",
    "rod-shell-cube",
    "plant" with "plant.obj",
    "umbrella" with "umbrella.obj",
    "chair",
    "fish",
);

/// Lists or runs.
pub fn run(action: Option<GalleryAction>) -> Result<(), Failure> {
    match action {
        None => list(false),
        Some(GalleryAction::List { names }) => list(names),
        Some(GalleryAction::Run { name, options }) => {
            let scene = find(&name)?.load(&super::run::overrides(&options)).map_err(Failure::bad_input)?;
            super::run::run_named(&scene, &name, &options)
        }
        Some(GalleryAction::View { name, flags }) => super::view::run_gallery(find(&name)?, &flags),
        Some(GalleryAction::Render(args)) => super::render::run_gallery(&args),
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
        crate::cli::say!("\nRun one with: pliant gallery run NAME\nSee one live: pliant gallery view NAME");
    }
    Ok(())
}

/// The scene of that name.
pub fn find(name: &str) -> Result<&'static GalleryScene, Failure> {
    SCENES.iter().find(|s| s.name == name).ok_or_else(|| {
        let names: Vec<&str> = SCENES.iter().map(|s| s.name).collect();
        Failure::bad_input(format!("error: no gallery scene \"{name}\"; there are: {}", names.join(", ")))
    })
}
