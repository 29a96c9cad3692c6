//! The page in a real browser: `dev/bench.mjs` of the page's own folder opens it in Chromium and measures.
//!
//! That needs Chromium, Node.js, and the folder with its packages. Where one is missing, the rows are left out, and it is said why.

use super::super::{Limit, Row};
use serde::Deserialize;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where the page is made, in the repository.
const FOLDER: &str = "crates/pliant-viewer/web";
/// What the script ends with when there is no browser.
const NO_BROWSER: i32 = 3;

/// What the script prints.
#[derive(Deserialize)]
struct Figures {
    /// Script of a frame, least and median (ms).
    least: f64,
    median: f64,
    /// From the request to the first picture, least (ms).
    first: f64,
    triangles: usize,
    frames: usize,
    visits: usize,
}

/// The rows; none, with a word on the error stream, where they cannot be measured.
pub fn rows() -> Result<Vec<Row>, String> {
    match figures()? {
        Ok(figures) => Ok(rows_of(&figures)),
        Err(reason) => {
            eprintln!("viewer/script and viewer/first-picture were skipped: {reason}.");
            Ok(Vec::new())
        }
    }
}

fn rows_of(figures: &Figures) -> Vec<Row> {
    let Figures { triangles, frames, visits, .. } = figures;
    let script =
        format!("the page's script for a frame of {triangles} triangles in Chromium, least of {frames}");
    let first = format!("from the page's request to its first picture in Chromium, least of {visits} visits");
    vec![
        Row::new("viewer/script", script, figures.least, "ms", Limit::Most(8.0)),
        Row::new("viewer/script-median", "the median of them", figures.median, "ms", Limit::None),
        Row::new("viewer/first-picture", first, 1e-3 * figures.first, "s", Limit::Most(1.0)),
    ]
}

/// What the script measures, or why it cannot.
fn figures() -> Result<Result<Figures, String>, String> {
    let Some(folder) = folder() else {
        return Ok(Err(format!("the folder {FOLDER} is not here: they are measured in the repository")));
    };
    if !folder.join("node_modules/playwright-core").is_dir() {
        return Ok(Err(format!("its packages are missing: run `npm ci` in {FOLDER}")));
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new("node");
    command.args(["dev/bench.mjs", "--json"]).current_dir(&folder).env("PLIANT", program);
    let Ok(output) = command.stdin(Stdio::null()).output() else {
        return Ok(Err("there is no Node.js: install it".into()));
    };
    let complaint = || String::from_utf8_lossy(&output.stderr).trim().to_string();
    match output.status.code() {
        Some(0) => serde_json::from_slice(&output.stdout).map(Ok).map_err(|error| error.to_string()),
        Some(NO_BROWSER) => Ok(Err(complaint().trim_end_matches('.').to_string())),
        _ => Err(format!("node dev/bench.mjs: {}", complaint())),
    }
}

/// The page's folder, seen from here or from where the program was built.
fn folder() -> Option<PathBuf> {
    let places = [std::env::current_dir().ok(), std::env::current_exe().ok()];
    let all = places.iter().flatten().flat_map(|place| place.ancestors());
    all.map(|place| place.join(FOLDER)).find(|folder| folder.join("dev/bench.mjs").is_file())
}
