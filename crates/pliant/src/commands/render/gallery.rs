//! `pliant gallery render`: the picture of every gallery scene, and the page that shows them.

use super::frames::Frames;
use super::parse::Size;
use super::show::Show;
use super::source::{simulate, with_frames};
use super::survey::{Survey, extent_of};
use super::{Look, open, write_bytes, write_small_png};
use crate::cli::Failure;
use crate::commands::gallery::{GalleryScene, SCENES, find};
use clap::Args;
use pliant_scene::Scene;
use std::path::{Path, PathBuf};

const SIZE: Size = Size { width: 800, height: 450 };

/// Bytes of a picture, at most.
const LARGEST: usize = 150_000;

/// Options of `gallery render`.
#[derive(Args, Debug)]
pub struct GalleryRenderArgs {
    /// Only these scenes; the page is then left as it is [default: all].
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Folder for the pictures; the page gets its name with .md.
    #[arg(short, long, value_name = "DIR", default_value = "docs/gallery")]
    pub output: PathBuf,
    /// Threads; the pictures have the same bytes at any number [default: all cores].
    #[arg(long, value_parser = crate::cli::parse_threads)]
    pub threads: Option<usize>,
}

/// Draws the pictures and writes the page.
pub fn run(args: &GalleryRenderArgs) -> Result<(), Failure> {
    let scenes: Vec<&GalleryScene> = match args.names.is_empty() {
        true => SCENES.iter().collect(),
        false => args.names.iter().map(|name| find(name)).collect::<Result<_, _>>()?,
    };
    std::fs::create_dir_all(&args.output)
        .map_err(|e| Failure::output(format!("error: cannot create {}: {e}", args.output.display())))?;
    for entry in scenes {
        let scene = entry.load(&with_frames(&[])).map_err(Failure::bad_input)?;
        let path = args.output.join(format!("{}.png", entry.name));
        let drawn = crate::run::with_threads(args.threads, || Ok(draw(&scene, &path, args.threads)));
        let bytes = drawn.map_err(Failure::from)??;
        crate::cli::say!("wrote {} ({} kB)", path.display(), bytes.div_ceil(1000));
    }
    if args.names.is_empty() {
        let page = args.output.with_extension("md");
        write_bytes(&page, page_text(&args.output)?.as_bytes())?;
        crate::cli::say!("wrote {}", page.display());
    }
    Ok(())
}

/// Runs a scene and draws the moment at which it has moved most. Returns the bytes of the file.
fn draw(scene: &Scene, path: &Path, threads: Option<usize>) -> Result<usize, Failure> {
    let folder = simulate(scene, threads, true)?;
    let stored = open(folder.path())?;
    let frames = Frames::new(&stored, &[], false)?;
    let survey = Survey::of(&frames, &[])?;
    let frame = frames.frame(survey.most_displaced)?;
    let show = Show::new(&stored, &survey, &extent_of(&frame), &Look::default(), SIZE)?;
    write_small_png(path, &show.picture(&frame)?, LARGEST)
}

/// The page, as Markdown. Pictures are in `folder`, beside the page.
fn page_text(folder: &Path) -> Result<String, Failure> {
    let folder = folder.file_name().map_or(".".into(), |name| name.to_string_lossy());
    let mut text = String::from(
        "# Gallery\n\nThe scenes that ship inside the program, each at the moment at which it has moved most. \
         Colours with a scale are the von Mises stress.\nThis page and its pictures are made by `pliant gallery render`.\n",
    );
    for entry in SCENES {
        let scene = entry.load(&[]).map_err(Failure::bad_input)?;
        let (name, title) = (entry.name, scene.title());
        text += &format!("\n## {title}\n\n![{title}]({folder}/{name}.png)\n");
        if let Some(about) = &scene.plan().about {
            let lines: Vec<&str> = about.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            text += &format!("\n{}\n", lines.join("\n"));
        }
        text += &format!("\n```sh\npliant gallery run {name}\npliant render {name} -o {name}.gif\n```\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_page_shows_every_scene_with_its_picture_and_command() {
        let text = page_text(Path::new("somewhere/pictures")).unwrap();
        for scene in SCENES {
            assert!(text.contains(&format!("(pictures/{}.png)", scene.name)));
            assert!(text.contains(&format!("pliant gallery run {}\n", scene.name)));
        }
        assert_eq!(text.matches("## ").count(), SCENES.len());
    }
}
