//! Runs that are killed, interrupted, filled up and damaged, from the outside.

#![allow(clippy::unwrap_used)]

mod support;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use support::{pliant, summary};

/// Takes a few seconds; explicit, with frames and tables.
const SWING: &str = r#"
title = "Killed again and again"
[time]
duration = "4 s"
frames_per_second = 10
[stepper]
kind = "leapfrog"
[material.rubber]
young = "2 MPa"
poisson = 0.3
[body.bar]
shape = { box = [1, 0.2, 0.2] }
cells = [40, 8, 8]
order = 1
material = "rubber"
[pin.wall]
body = "bar"
where = { face = "x-" }
[probe.tip]
body = "bar"
at = [1, 0.1, 0.1]
read = "displacement.z"
[output]
checkpoint = "10 ms"
"#;

fn folder(name: &str) -> PathBuf {
    let path = support::folder(name);
    std::fs::write(path.join("swing.toml"), SWING).unwrap();
    path
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = pliant(folder, &["run", "swing.toml", "--quiet"]);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs to the end: (exit code, standard error).
fn finish(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = start(folder, arguments).wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Every result two runs must share to the byte.
fn assert_same_results(one: &Path, other: &Path) {
    for key in ["state_hash", "steps", "probes", "status"] {
        assert_eq!(summary(one)[key], summary(other)[key], "{key}");
    }
    let frames = |run: &Path| {
        let files = std::fs::read_dir(run.join("frames")).unwrap();
        let mut names: Vec<String> = files.map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(frames(one), frames(other));
    let fixed = ["probes.csv", "energy.csv", "frames.pvd"].map(str::to_owned).into_iter();
    for name in fixed.chain(frames(one).into_iter().map(|name| format!("frames/{name}"))) {
        let (a, b) = (std::fs::read(one.join(&name)).unwrap(), std::fs::read(other.join(&name)).unwrap());
        assert!(a == b, "{name} differs");
    }
}

/// A small generator, so that moments differ and a failure can be repeated.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below_ms: u64) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_micros((self.0 >> 33) % (1000 * below_ms))
    }
}

#[test]
fn fifty_kills_end_in_the_same_bits() {
    let folder = folder("kills");
    assert_eq!(finish(&folder, &["-o", "straight"]).0, Some(0));
    let reached = || {
        let found = pliant::output::RunDirectory::last_checkpoint(&folder.join("killed")).unwrap();
        found.map_or(0.0, |(_, checkpoint)| checkpoint.snapshot.state.time)
    };
    let (mut moments, mut longest) = (Moments(7), 50);
    for kill in 0..50 {
        let (before, threads) = (reached(), ["1", "2"][kill % 2]);
        let mut child = start(&folder, &["-o", "killed", "--resume", "--threads", threads]);
        std::thread::sleep(moments.next(longest));
        assert!(child.try_wait().unwrap().is_none(), "the run ended before kill {kill}: make it longer");
        // Kill -9: nothing can be done about it any more.
        child.kill().unwrap();
        child.wait().unwrap();
        // On any machine: some progress each time, but not to the end within fifty kills.
        longest = if reached() - before < 0.02 { longest + longest / 4 } else { (longest * 3 / 4).max(8) };
    }
    let (code, error) = finish(&folder, &["-o", "killed", "--resume"]);
    assert_eq!(code, Some(0), "{error}");
    assert_same_results(&folder.join("straight"), &folder.join("killed"));
    assert!(summary(&folder.join("killed"))["resumed"].as_u64().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_at_a_good_state_and_says_how_to_go_on() {
    let folder = folder("ctrl-c");
    assert_eq!(finish(&folder, &["-o", "straight"]).0, Some(0));
    let child = start(&folder, &["-o", "stopped"]);
    std::thread::sleep(Duration::from_millis(200));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("with --resume to go on"), "{error}");
    assert_eq!(summary(&folder.join("stopped"))["status"], "stopped");
    assert_eq!(finish(&folder, &["-o", "stopped", "--resume"]).0, Some(0));
    assert_same_results(&folder.join("straight"), &folder.join("stopped"));
}

#[test]
fn until_and_resume_are_the_whole_run() {
    let folder = folder("until");
    assert_eq!(finish(&folder, &["-o", "straight"]).0, Some(0));
    assert_eq!(finish(&folder, &["-o", "parts", "--until", "0.3333 s"]).0, Some(0));
    assert_eq!(finish(&folder, &["-o", "parts", "--resume"]).0, Some(0));
    assert_same_results(&folder.join("straight"), &folder.join("parts"));
    // Once more: it is over already, and stays as it is.
    assert_eq!(finish(&folder, &["-o", "parts", "--resume"]).0, Some(0));
    assert_same_results(&folder.join("straight"), &folder.join("parts"));
}

#[test]
fn damaged_old_and_foreign_checkpoints_are_refused_by_name() {
    let folder = folder("refused");
    assert_eq!(finish(&folder, &["-o", "run", "--until", "0.2 s"]).0, Some(0));
    let path = folder.join("run/checkpoint.pliant");
    let good = std::fs::read(&path).unwrap();
    let refused = |bytes: &[u8], word: &str, arguments: &[&str]| {
        std::fs::write(&path, bytes).unwrap();
        let (code, error) = finish(&folder, &[&["-o", "run", "--resume"], arguments].concat());
        assert_eq!(code, Some(2), "{error}");
        assert!(error.contains("checkpoint.pliant") && error.contains(word), "{word}: {error}");
    };
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    refused(&damaged, "checksum", &[]);
    refused(&good[..good.len() / 2], "ends too early", &[]);
    refused(b"something else", "no checkpoint of pliant", &[]);
    refused(b"", "no checkpoint of pliant", &[]);
    let mut old = good.clone();
    old[16] = 0;
    refused(&old, "format 0", &[]);
    let mut other = pliant::output::Checkpoint::parse(&good).unwrap();
    other.version = "0.0.1".into();
    other.write(&path).unwrap();
    refused(&std::fs::read(&path).unwrap(), "written by pliant 0.0.1", &[]);
    refused(&good, "another scene", &["--set", "material.rubber.young=3 MPa"]);
    // The refusal has harmed nothing.
    std::fs::write(&path, &good).unwrap();
    assert_eq!(finish(&folder, &["-o", "run", "--resume"]).0, Some(0));
}

/// A limit on file sizes acts like a full disk in the middle of a file.
#[cfg(unix)]
#[test]
fn a_full_disk_gives_a_clean_error_and_leaves_readable_results() {
    let folder = folder("full");
    let script = "trap '' XFSZ; ulimit -f 24; exec \"$0\" run swing.toml --quiet -o run";
    let output = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_pliant")])
        .current_dir(&folder)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(4), "{error}");
    assert!(error.starts_with("error: cannot write") && !error.contains("panicked"), "{error}");
    for table in ["probes.csv", "energy.csv"] {
        let path = folder.join("run").join(table);
        if path.exists() {
            pliant::output::Table::read(&path).unwrap();
        }
    }
    let leftovers = std::fs::read_dir(folder.join("run/frames")).unwrap();
    assert!(leftovers.flatten().all(|file| !file.file_name().to_string_lossy().ends_with(".partial")));
}

#[test]
fn a_second_run_into_the_same_folder_is_refused() {
    let folder = folder("busy");
    let mut first = start(&folder, &["-o", "run"]);
    while !folder.join("run/probes.csv").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    for arguments in [["-o", "run"].as_slice(), &["-o", "run", "--resume"]] {
        let (code, error) = finish(&folder, arguments);
        assert_eq!(code, Some(4), "{error}");
        assert!(error.contains("another run is writing into run"), "{error}");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock goes with the process.
    assert_eq!(finish(&folder, &["-o", "run", "--until", "10 ms"]).0, Some(0));
}
