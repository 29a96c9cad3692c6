//! The documents against the repository: links lead somewhere, citations have an entry, the scene of the README
//! is a scene, and its first screen has the two commands.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

const RUN_COMMAND: &str = "cargo run --release -- gallery run swinging-beam";
const TEST_COMMAND: &str = "bash scripts/test.sh";

/// Lines of a terminal's first screen, generously.
const FIRST_SCREEN: usize = 30;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("cannot read {path}: {error}"))
}

/// Every document, relative to the root.
fn documents() -> Vec<String> {
    let mut list: Vec<String> =
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(str::to_owned).to_vec();
    for folder in ["docs", "docs/methods", "docs/decisions"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                list.push(format!("{folder}/{name}"));
            }
        }
    }
    list.sort();
    list
}

/// The code blocks of a document with this language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fenced = text.split("```").skip(1).step_by(2);
    fenced.filter_map(|block| block.strip_prefix(&format!("{language}\n"))).collect()
}

/// Text outside of code blocks and back-ticks.
fn prose(text: &str) -> String {
    let outside: String = text.split("```").step_by(2).collect();
    outside.split('`').step_by(2).collect()
}

#[test]
fn the_first_screen_has_exactly_the_two_commands() {
    let readme = read("README.md");
    let screen: Vec<&str> = readme.lines().take(FIRST_SCREEN).collect();
    let commands = blocks(&readme, "").into_iter().filter(|block| {
        let at = block.as_ptr() as usize - readme.as_ptr() as usize;
        readme[..at].lines().count() <= screen.len()
    });
    let commands: Vec<&str> = commands.flat_map(str::lines).filter(|line| !line.is_empty()).collect();
    assert_eq!(commands, [RUN_COMMAND, TEST_COMMAND]);
}

#[test]
fn the_scene_of_the_readme_is_a_scene() {
    let readme = read("README.md");
    let scenes = blocks(&readme, "toml");
    assert_eq!(scenes.len(), 1);
    let none: [(&str, &str); 0] = [];
    let plan = pliant::scene::Plan::parse(scenes[0], "README.toml", &none)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert!(plan.warnings.is_empty(), "{}", plan.warnings);
}

#[test]
fn relative_links_lead_somewhere() {
    let mut broken = Vec::new();
    for document in documents() {
        let folder = root().join(&document).parent().unwrap().to_owned();
        let text = prose(&read(&document));
        for rest in text.split("](").skip(1) {
            let target = rest.split(')').next().unwrap().split('#').next().unwrap();
            let elsewhere = target.is_empty() || target.contains("://");
            if !elsewhere && !folder.join(target).exists() {
                broken.push(format!("{document}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere: {broken:#?}");
}

/// A key looks like `[ChungHulbert1993]` or `[DuffReid1983; Liu1992]`.
fn citations(text: &str) -> Vec<String> {
    let inside = text.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    let keys = inside.flat_map(|inside| inside.split(';')).map(str::trim);
    keys.filter(|key| {
        let year = key.len().saturating_sub(4);
        year > 0
            && key.is_ascii()
            && key.starts_with(|c: char| c.is_ascii_uppercase())
            && key[..year].chars().all(|c| c.is_ascii_alphabetic())
            && key[year..].chars().all(|c| c.is_ascii_digit())
    })
    .map(str::to_owned)
    .collect()
}

#[test]
fn citations_have_an_entry() {
    let bibliography = read("docs/references.bib");
    let mut found = 0;
    for document in documents() {
        for key in citations(&prose(&read(&document))) {
            found += 1;
            assert!(
                bibliography.contains(&format!("{{{key},")),
                "{document} cites {key}, which references.bib lacks"
            );
        }
    }
    assert!(found > 5, "only {found} citations found: is the search broken?");
}

#[test]
fn every_decision_is_listed() {
    let list = read("docs/decisions/README.md");
    for document in documents() {
        if let Some(name) = document.strip_prefix("docs/decisions/").filter(|name| *name != "README.md") {
            assert!(list.contains(&format!("({name})")), "docs/decisions/README.md does not list {name}");
        }
    }
}

/// A picture is looked at; a heavy one is not waited for.
const LARGEST_PICTURE: u64 = 150_000;

#[test]
fn every_gallery_scene_has_a_light_picture_in_the_documents() {
    let scenes = fs::read_dir(root().join("scenes/gallery")).unwrap().map(|entry| entry.unwrap().path());
    let page = read("docs/gallery.md");
    for scene in scenes.filter(|path| path.extension().is_some_and(|e| e == "toml")) {
        let name = scene.file_stem().unwrap().to_string_lossy().into_owned();
        let picture = root().join(format!("docs/gallery/{name}.png"));
        let size = fs::metadata(&picture).map_or(0, |found| found.len());
        assert!((1..=LARGEST_PICTURE).contains(&size), "{}: {size} bytes", picture.display());
        assert!(page.contains(&format!("gallery/{name}.png")), "docs/gallery.md does not show {name}");
    }
}

#[test]
fn the_first_screen_of_the_readme_shows_a_picture() {
    let readme = read("README.md");
    let first: Vec<&str> = readme.lines().take(FIRST_SCREEN).collect();
    assert!(first.iter().any(|line| line.contains("](docs/gallery/")), "no picture of docs/gallery");
}
