//! The run directory: names, reuse, refusals, and what a failure leaves behind.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::io;
use std::path::Path;

use common::{empty_folder, names_in, two_cubes};
use pliant_output::write::write_whole;
use pliant_output::{Field, OutputError, RunDirectory, Summary, Table};

fn fill(folder: &Path, frames: usize) -> RunDirectory {
    let mut run = RunDirectory::create(folder).unwrap();
    for index in 0..frames {
        run.write_frame(&two_cubes(index, index as f64 / 30.0), &Field::ALL).unwrap();
    }
    run
}

#[test]
fn a_run_has_everything_under_its_known_name() {
    let folder = empty_folder("run_names").join("deep/new");
    let mut run = fill(&folder, 2);
    run.start_probes(&["time", "tip"]).unwrap().row(&[0.0, -0.5]).unwrap();
    run.start_energy(&["time", "kinetic", "elastic"]).unwrap();
    let mut summary = Summary::default();
    run.write_summary(&mut summary).unwrap();
    assert_eq!(
        names_in(&folder),
        [".pliant-run", "energy.csv", "frames", "frames.pvd", "probes.csv", "summary.json"]
    );
    assert_eq!(names_in(&folder.join("frames")), ["frame_000000.vtu", "frame_000001.vtu"]);
    assert_eq!(
        summary.files,
        [
            "energy.csv",
            "frames.pvd",
            "probes.csv",
            "summary.json",
            "frames/frame_000000.vtu",
            "frames/frame_000001.vtu"
        ]
    );
    assert!(summary.files.iter().all(|file| folder.join(file).is_file()));
    assert_eq!(Table::read(&run.probes_path()).unwrap().names, ["time", "tip"]);
    assert_eq!(run.frame_path(12_345_678), folder.join("frames/frame_12345678.vtu"));
    let pvd = fs::read_to_string(run.series_path()).unwrap();
    assert!(pvd.contains("file=\"frames/frame_000001.vtu\""));
}

#[test]
fn a_new_run_replaces_the_old_one_and_touches_nothing_else() {
    let folder = empty_folder("run_reuse");
    fill(&folder, 3).write_summary(&mut Summary::default()).unwrap();
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    fs::write(folder.join("frames/frame_best.vtu"), "mine").unwrap();
    fs::write(folder.join("frames/.pliant-1-0.partial"), "left by a kill").unwrap();
    let run = fill(&folder, 1);
    assert_eq!(names_in(&folder), [".pliant-run", "frames", "frames.pvd", "notes.txt"]);
    assert_eq!(names_in(&folder.join("frames")), ["frame_000000.vtu", "frame_best.vtu"]);
    assert_eq!(run.frames().len(), 1);
}

#[test]
fn a_run_without_its_mark_is_known_by_its_summary() {
    let folder = empty_folder("run_by_summary");
    fill(&folder, 1).write_summary(&mut Summary::default()).unwrap();
    fs::remove_file(folder.join(".pliant-run")).unwrap();
    RunDirectory::create(&folder).unwrap();
    assert!(names_in(&folder.join("frames")).is_empty());
}

#[test]
fn somebody_elses_folder_is_refused_and_left_alone() {
    let folder = empty_folder("run_foreign");
    fs::write(folder.join("thesis.tex"), "years").unwrap();
    fs::write(folder.join("summary.json"), "{\"format\": \"of another program\"}").unwrap();
    let error = RunDirectory::create(&folder).unwrap_err();
    assert!(matches!(&error, OutputError::ForeignFolder { .. }));
    let text = error.to_string();
    assert!(text.contains("summary.json") && text.contains("name a new folder"), "{text}");
    assert_eq!(names_in(&folder), ["summary.json", "thesis.tex"]);

    let error = RunDirectory::create(folder.join("thesis.tex")).unwrap_err().to_string();
    assert!(error.contains("is a file, not a folder"), "{error}");
    let error = RunDirectory::create(folder.join("thesis.tex/run")).unwrap_err().to_string();
    assert!(error.contains("a part of the path is a file"), "{error}");
}

#[test]
fn a_failed_write_leaves_the_old_file_and_nothing_else() {
    let folder = empty_folder("run_failed_write");
    let path = folder.join("result");
    write_whole(&path, |out| out.write_all(b"old")).unwrap();
    let error = write_whole(&path, |out| {
        out.write_all(&vec![7; 1 << 20])?;
        Err(io::Error::from(io::ErrorKind::StorageFull))
    });
    let text = error.unwrap_err().to_string();
    assert!(text.contains("result: the disk is full; free some space"), "{text}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names_in(&folder), ["result"]);
}

#[test]
fn a_frame_that_cannot_be_written_is_not_listed() {
    let folder = empty_folder("run_unwritable");
    let mut run = fill(&folder, 1);
    // A folder in the place of the file: works for every user, also for those whom permissions do not stop.
    fs::create_dir_all(run.frame_path(1)).unwrap();
    let error = run.write_frame(&two_cubes(1, 0.1), &Field::ALL).unwrap_err();
    assert!(error.to_string().starts_with("cannot write "), "{error}");
    assert_eq!(run.frames().len(), 1);
    assert_eq!(names_in(&folder.join("frames")), ["frame_000000.vtu", "frame_000001.vtu"]);
    assert!(!fs::read_to_string(run.series_path()).unwrap().contains("frame_000001"));
}

/// `/proc` refuses new files even to the administrator, as a read-only folder refuses them to everybody else.
#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_named_with_a_remedy() {
    let error = RunDirectory::create("/proc/pliant-run").unwrap_err();
    assert!(matches!(&error, OutputError::File { action: "create", .. }));
    assert!(error.to_string().starts_with("cannot create /proc/pliant-run: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_named_with_a_remedy() {
    use std::os::unix::fs::PermissionsExt;
    let folder = empty_folder("run_permission");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    let outcome = RunDirectory::create(folder.join("run"));
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    match outcome {
        Err(error) => {
            let text = error.to_string();
            assert!(text.contains("permission denied; name a folder you may write to"), "{text}");
        }
        // The administrator may write anywhere.
        Ok(run) => assert!(run.path().is_dir()),
    }
}

#[test]
fn the_longest_names_work_and_longer_ones_are_explained() {
    let folder = empty_folder("run_long_names");
    let longest = folder.join("x".repeat(255));
    write_whole(&longest, |out| out.write_all(b"fits")).unwrap();
    assert_eq!(fs::read(&longest).unwrap(), b"fits");
    fs::remove_file(&longest).unwrap();
    let error = RunDirectory::create(folder.join("ü".repeat(200))).unwrap_err().to_string();
    assert!(error.contains("the name is too long or not allowed; use a shorter name"), "{error}");
    fill(&folder.join("Bär 🐻 – Lauf"), 1);
    assert!(names_in(&folder) == ["Bär 🐻 – Lauf"]);
}
