//! `pliant bench`: speed and memory against fixed limits, accuracy before speed.
//!
//! Scenes are run by a child `pliant run`, so that processor time and peak memory are those of a plain run. Each is
//! run several times, interleaved, and the minimum counts: other work on the machine only adds.

mod child;
mod contact;
mod curved;
mod elaston;
mod growth;
mod iterations;
mod peer4;
mod peridynamic;
mod phyxel;
mod solver;
mod tet;
mod trust;
mod viewer;

use crate::cli::{BenchArgs, Failure, exit};
use serde::Serialize;

/// What a value must keep to.
#[derive(Clone, Copy, Debug, Serialize, PartialEq)]
#[serde(untagged)]
pub enum Limit {
    /// At most.
    Most(f64),
    /// Between.
    Between([f64; 2]),
    /// At least: `{"least": x}`.
    Least {
        /// The bound.
        least: f64,
    },
    /// Reported only.
    None,
}

impl Limit {
    fn holds(self, value: f64) -> Option<bool> {
        match self {
            Limit::Most(limit) => Some(value <= limit),
            Limit::Between([low, high]) => Some((low..=high).contains(&value)),
            Limit::Least { least } => Some(value >= least),
            Limit::None => None,
        }
    }

    fn text(self) -> String {
        match self {
            Limit::Most(limit) => format!("<= {limit}"),
            Limit::Between([low, high]) => format!("{low} .. {high}"),
            Limit::Least { least } => format!(">= {least}"),
            Limit::None => String::new(),
        }
    }
}

/// One measured value.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Unique name.
    pub id: String,
    /// What was measured.
    pub what: String,
    /// The value.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What it must keep to.
    pub limit: Limit,
    /// Whether it does; `None` if it is only reported.
    pub pass: Option<bool>,
    /// What it is compared with.
    pub baseline: Option<String>,
    /// The baseline's value in the same unit.
    pub baseline_value: Option<f64>,
    /// Value over baseline value.
    pub ratio: Option<f64>,
}

impl Row {
    /// A value with its limit.
    pub fn new(id: &str, what: impl Into<String>, value: f64, unit: &'static str, limit: Limit) -> Self {
        let pass = limit.holds(value);
        let (baseline, baseline_value, ratio) = (None, None, None);
        Self {
            id: id.to_owned(),
            what: what.into(),
            value,
            unit,
            limit,
            pass,
            baseline,
            baseline_value,
            ratio,
        }
    }

    /// Compared with another value.
    pub fn against(mut self, baseline: &str, value: f64) -> Self {
        self.ratio = Some(self.value / value);
        self.baseline = Some(baseline.to_owned());
        self.baseline_value = Some(value);
        self
    }
}

/// Runs the suites asked for and prints their rows.
pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    let suites: &[&str] =
        &["tet", "solver", "trust", "contact", "elaston", "phyxel", "peridynamic", "viewer"];
    // Of the elastons one body alone may be asked for: "elaston/flag".
    let (suite, only) = match args.suite.as_deref().and_then(|suite| suite.split_once('/')) {
        Some(("elaston", only)) => (Some("elaston"), Some(only)),
        _ => (args.suite.as_deref(), None),
    };
    if let Some(suite) = suite.filter(|s| !suites.contains(s)) {
        return Err(Failure::bad_input(format!(
            "error: no suite \"{suite}\"; there are: {}",
            suites.join(", ")
        )));
    }
    if let Some(folder) = &args.dump {
        std::fs::create_dir_all(folder)
            .map_err(|e| Failure::output(format!("cannot make the folder {}: {e}", folder.display())))?;
    }
    let wanted = |name: &str| suite.is_none_or(|s| s == name);
    let mut rows = Vec::new();
    if wanted("tet") {
        rows.extend(tet::run(args.quick)?);
    }
    if wanted("solver") {
        rows.extend(solver::run(args.quick, args.dump.as_deref())?);
    }
    if wanted("trust") {
        rows.extend(trust::run(args.quick)?);
    }
    if wanted("contact") {
        rows.extend(contact::run(args.quick)?);
    }
    if wanted("elaston") {
        rows.extend(elaston::run(args.quick, only, args.dump.as_deref())?);
    }
    if wanted("phyxel") {
        rows.extend(phyxel::run(args.quick, args.dump.as_deref())?);
    }
    if wanted("peridynamic") {
        rows.extend(peridynamic::run(args.quick, args.dump.as_deref())?);
    }
    if wanted("viewer") {
        rows.extend(viewer::run(args.quick)?);
    }
    if args.json {
        let text = serde_json::to_string_pretty(&rows).map_err(Failure::output)?;
        crate::cli::say!("{text}");
    } else {
        print_table(&rows);
    }
    if rows.iter().any(|row| row.pass == Some(false)) {
        return Err(Failure { message: String::new(), code: exit::SHORTFALL });
    }
    Ok(())
}

fn print_table(rows: &[Row]) {
    for row in rows {
        let verdict = match row.pass {
            Some(true) => "ok",
            Some(false) => "SHORT",
            None => "",
        };
        let value = format!("{:.4} {}", row.value, row.unit);
        crate::cli::say!(
            "{:<5} {:<26} {:>16}  {:<18} {}",
            verdict,
            row.id,
            value,
            row.limit.text(),
            row.what
        );
        if let (Some(name), Some(value), Some(ratio)) = (&row.baseline, row.baseline_value, row.ratio) {
            crate::cli::say!(
                "{:<5} {:<26} {:>16}  {ratio:.3} x {name} ({value:.4} {})",
                "",
                "",
                "",
                row.unit
            );
        }
    }
}
