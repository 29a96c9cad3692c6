//! The program as a child, for tests from the outside.
#![allow(clippy::unwrap_used, dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// A fresh folder for one test; names are shared by all test files.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The program with these arguments, in a folder.
pub fn pliant(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pliant"));
    command.args(arguments).current_dir(folder);
    command
}

/// Runs a program to its end: exit code, standard output, standard error. A panic is nobody's right answer.
pub fn outcome(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().unwrap();
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code(), out, err)
}

/// Runs a program and expects this exit code; returns (standard output, standard error).
pub fn expect_code(command: &mut Command, code: i32) -> (String, String) {
    let (found, out, err) = outcome(command);
    assert_eq!(found, Some(code), "{command:?}\n{out}\n{err}");
    (out, err)
}

/// Runs the program in a folder and expects this exit code; returns (standard output, standard error).
pub fn expect(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    expect_code(&mut pliant(folder, arguments), code)
}

/// The summary in a run directory.
pub fn summary(run: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(run.join("summary.json")).unwrap()).unwrap()
}
