//! `pliant render` from the outside: which files appear, and what is said when none can.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use support::{expect_code, pliant};

/// A scene small enough to run in a moment: three frames, y up.
const BAR: &str = r#"
title = "A bar"
up = "y"
[time]
duration = "0.1 s"
frames_per_second = 20
[material.rubber]
young = "1 MPa"
poisson = 0.3
[body.bar]
shape = { box = [1, 0.2, 0.2] }
cells = [4, 1, 1]
material = "rubber"
[pin.wall]
body = "bar"
where = { face = "x-" }
"#;

/// A fresh folder with the scene.
fn folder(name: &str) -> PathBuf {
    let path = support::folder(&format!("render-{name}"));
    std::fs::create_dir(path.join("tmp")).unwrap();
    std::fs::write(path.join("bar.toml"), BAR).unwrap();
    path
}

/// Runs with an empty PATH (so without ffmpeg) and its own folder for temporary files, and expects this exit code;
/// returns (standard output, standard error).
fn expect(folder: &Path, arguments: &str, code: i32) -> (String, String) {
    let mut command = pliant(folder, &arguments.split_whitespace().collect::<Vec<_>>());
    expect_code(command.env("PATH", "").env("TMPDIR", folder.join("tmp")), code)
}

/// Width and height in the head of a PNG file.
fn png_size(path: &Path) -> (u32, u32) {
    let bytes = std::fs::read(path).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// Files in a folder, temporary ones too.
fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_run_directory_becomes_pictures_sheets_and_films() {
    let folder = folder("kinds");
    expect(&folder, "run bar.toml -o out -q", 0);
    let (out, _) = expect(&folder, "render out -o last.png --size 320x180", 0);
    assert_eq!(out, "wrote last.png (frame 2, t = 0.1 s)\n");
    assert_eq!(png_size(&folder.join("last.png")), (320, 180));
    expect(&folder, "render out -o frame.png --size 320x180 --frame 2 --threads 1", 0);
    expect(&folder, "render out -o time.png --size 320x180 --time 80ms --threads 2", 0);
    expect(&folder, "render out -o first.png --size 320x180 --time 0", 0);
    let bytes = |name: &str| std::fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("last.png"), bytes("frame.png"));
    assert_eq!(bytes("last.png"), bytes("time.png"));
    assert_ne!(bytes("last.png"), bytes("first.png"));
    expect(&folder, "render out -o sheet.png --sheet 3 --size 160x90", 0);
    let (width, height) = png_size(&folder.join("sheet.png"));
    assert!(width > 3 * 160 && width < 4 * 160 && height > 90 && height < 180, "{width} x {height}");
    let (out, _) = expect(&folder, "render out -o film.gif --size 160x90", 0);
    assert_eq!(out, "wrote film.gif (3 frames, 20 a second, as fast as it happened)\n");
    assert!(bytes("film.gif").starts_with(b"GIF89a"));
    assert!(!files(&folder).iter().any(|name| name.starts_with('.')), "{:?}", files(&folder));
}

#[test]
fn each_option_changes_the_picture() {
    let folder = folder("options");
    expect(&folder, "run bar.toml -o out -q", 0);
    expect(&folder, "render out -o plain.png --size 320x180", 0);
    let plain = std::fs::read(folder.join("plain.png")).unwrap();
    let options = [
        "--field none",
        "--field displacement",
        "--field velocity",
        "--field energy_density",
        "--range -1,2e5",
        "--camera -60,5",
        "--camera 32,18,2",
        "--look-at 1,0,0",
        "--no-ground",
        "--wireframe",
    ];
    for option in options {
        expect(&folder, &format!("render out -o other.png --size 320x180 {option}"), 0);
        assert!(std::fs::read(folder.join("other.png")).unwrap() != plain, "{option} changes nothing");
    }
}

#[test]
fn a_scene_is_run_first_and_leaves_nothing_but_its_picture() {
    let folder = folder("scene");
    std::fs::write(folder.join("bare.toml"), format!("{BAR}[output]\nframes = false\n")).unwrap();
    let (out, err) = expect(&folder, "render bare.toml -o a.png --size 160x90 --set time.duration=0.05", 0);
    assert!(out.contains("t = 0.05 s"), "{out}");
    assert!(err.contains("running \"A bar\" in a temporary folder first"), "{err}");
    assert_eq!(files(&folder), ["a.png", "bar.toml", "bare.toml", "tmp"]);
    assert!(files(&folder.join("tmp")).is_empty());
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_remedy() {
    let folder = folder("refused");
    expect(&folder, "run bar.toml -o out -q", 0);
    std::fs::create_dir(folder.join("empty")).unwrap();
    expect(&folder, "run bar.toml -o bare -q --set output.frames=false", 0);
    let cases = [
        ("out -o film.avi", 2, "End the name in .png"),
        ("out -o picture", 2, "End the name in .png"),
        ("out -o x.png --frame 3", 2, "the run has 3 frames. Give 0 to 2"),
        ("bare -o x.png", 2, "the run has no frames"),
        ("empty -o x.png", 2, "is no run directory"),
        ("nowhere -o x.png", 2, "`pliant gallery list` names"),
        ("nowhere.toml -o x.png", 2, "no such run directory, scene file or gallery scene"),
        ("out -o x.mp4", 2, "Install ffmpeg, or ask for a .gif"),
        (
            "out -o x.png --field strain",
            2,
            "There are: displacement, energy_density, velocity, von_mises, none",
        ),
        ("out -o x.gif --time 0.1", 2, "leave --time out"),
        ("out -o x.png --fps 10", 2, "leave --fps out"),
        ("out -o x.png --set a=1", 2, "Name the scene file instead"),
        ("out -o x.png --size 1x1", 2, "expected WIDTHxHEIGHT"),
        ("out -o x.png --range 2,1", 2, "LO below HI"),
        ("out -o x.png --sheet 2 --frame 1", 2, "cannot be used with"),
        ("out -o no/such/x.png", 4, "there is no folder no/such. Create it first."),
    ];
    for (arguments, code, words) in cases {
        let (_, err) = expect(&folder, &format!("render {arguments}"), code);
        assert!(err.contains(words), "{arguments}: {err}");
    }
    assert!(!files(&folder).iter().any(|name| name.starts_with("x.") || name.starts_with('.')));
}

#[test]
fn frames_for_other_programs_and_empty_pictures_are_told() {
    let folder = folder("told");
    expect(&folder, "run bar.toml -o surfaces -q --format ply", 0);
    let (_, err) = expect(&folder, "render surfaces -o a.png", 2);
    assert!(err.contains("PLY files only") && err.contains("`--format vtu`"), "{err}");
    expect(&folder, "run bar.toml -o out -q", 0);
    let note = "nothing of the scene is in the picture";
    let (_, err) = expect(&folder, "render out -o a.png --size 320x180 --look-at 100,0,0", 0);
    assert!(err.contains(note), "{err}");
    let (_, err) = expect(&folder, "render out -o a.png --size 320x180 --look-at 0.5,0,0", 0);
    assert!(!err.contains(note), "{err}");
}
