//! `pliant fit`: constants of laws from tests of material.

mod data;
mod report;

use crate::cli::Failure;
use clap::{Args, ValueEnum};
use pliant_material::bond::Sides;
use pliant_material::fit::{Family, Fit, Measurement, Measurements, Test, TestError, fit};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Shown by `pliant fit --help`.
pub const HELP: &str = "\
Examples:
  pliant fit data/treloar.csv                  Treloar's rubber (1944), which comes with the sources
  pliant fit data/treloar.csv --using uniaxial -o fitted
  pliant fit --uniaxial pull.csv --shear strip.csv --law ogden --terms 2

A file is a table with a header, separated by commas, semicolons or tabs:
  test, stretch, stress [MPa]
  uniaxial, 1.5, 0.38
  biaxial, 1.2, 0.33
Columns: `stretch` (length over rest length) or `strain` (in \"%\", or without a unit; `true strain` is its logarithm); `stress`
(force over rest area) or `true stress` (over the present one), with a unit; `test`: uniaxial, biaxial or shear (pure shear:
a wide strip), unless the file is given by --uniaxial, --biaxial or --shear. Lines that begin with # are left out.";

/// Laws that can be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LawChoice {
    /// One constant.
    NeoHookean,
    /// Two constants.
    MooneyRivlin,
    /// Powers of the stretches.
    Ogden,
    /// Functions of peridynamic bonds.
    Bonds,
}

/// Tests, as words of the command line and of the table of validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestChoice {
    /// One direction.
    Uniaxial,
    /// Two directions alike.
    Biaxial,
    /// Pure shear.
    Shear,
}

impl TestChoice {
    pub(crate) fn test(self) -> Test {
        match self {
            Self::Uniaxial => Test::Uniaxial,
            Self::Biaxial => Test::Biaxial,
            Self::Shear => Test::Shear,
        }
    }
}

/// Options of `fit`.
#[derive(Args, Debug)]
pub struct FitArgs {
    /// Table with a column `test`.
    #[arg(required_unless_present_any = ["uniaxial", "biaxial", "shear"])]
    pub data: Option<PathBuf>,
    /// Table of a pull in one direction.
    #[arg(long, value_name = "FILE")]
    pub uniaxial: Option<PathBuf>,
    /// Table of a pull in two directions alike.
    #[arg(long, value_name = "FILE")]
    pub biaxial: Option<PathBuf>,
    /// Table of pure shear: a wide strip pulled along its short side.
    #[arg(long, value_name = "FILE")]
    pub shear: Option<PathBuf>,
    /// Only these laws [default: all].
    #[arg(long, value_name = "LAWS", value_delimiter = ',')]
    pub law: Vec<LawChoice>,
    /// Terms of Ogden's law, 1 to 3 [default: 1, 2 and 3].
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub terms: Option<u8>,
    /// Fit to these tests only; the others are compared [default: all there are].
    #[arg(long, value_name = "TESTS", value_delimiter = ',')]
    pub using: Vec<TestChoice>,
    /// Poisson's ratio of the materials that are written; tests of rubber do not tell it. Less is cheaper to simulate, and
    /// wrong at large stretches: the table says how much.
    #[arg(long, default_value_t = 0.4999, value_parser = parse_poisson)]
    pub poisson: f64,
    /// Name of the materials that are written.
    #[arg(long, default_value = "rubber", value_parser = parse_name)]
    pub name: String,
    /// Write material.toml and pictures of the curves into this folder.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// As JSON, in SI units.
    #[arg(long)]
    pub json: bool,
}

fn parse_poisson(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(ratio) if (0.0..=0.4999).contains(&ratio) => Ok(ratio),
        _ => Err("expected a number from 0 to 0.4999".into()),
    }
}

fn parse_name(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !text.is_empty() && text.len() <= 60 && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err("expected letters, digits, - and _".into())
    }
}

/// A law that was found, and how it does in a body with the given Poisson's ratio; nothing is known of bonds there.
pub(super) struct Row {
    pub family: Family,
    pub fit: Fit,
    pub simulated: Option<Vec<TestError>>,
}

/// All there is to tell.
pub(super) struct Results {
    /// Best first.
    pub rows: Vec<Row>,
    /// Laws that could not be fitted, and why.
    pub remarks: Vec<String>,
    pub measurements: Measurements,
}

/// Reads, fits, prints and writes.
pub fn run(args: &FitArgs) -> Result<(), Failure> {
    let points = read_all(args)?;
    let using: Vec<Test> = args.using.iter().map(|choice| choice.test()).collect();
    let measurements = measurements_of(points, &using).map_err(bad)?;
    let results = fit_all(args, measurements)?;
    if args.json {
        crate::cli::say!("{}", report::json(&results, args));
    } else {
        crate::cli::say!("{}", report::words(&results, args).trim_end());
    }
    match &args.output {
        Some(folder) => write(&results, args, folder),
        None => Ok(()),
    }
}

/// The nearest law of a family to the tests of a table; `name` is that of the table, for messages.
pub(crate) fn fit_to_table(name: &str, text: &str, family: Family, using: &[Test]) -> Result<Fit, String> {
    let points = data::parse(Path::new(name), text, None).map_err(|error| error.to_string())?;
    fit(family, &measurements_of(points, using)?).map_err(|error| error.to_string())
}

/// Points checked for sense, the tests in `using` to be fitted to; none means all.
fn measurements_of(points: Vec<Measurement>, using: &[Test]) -> Result<Measurements, String> {
    if let Some(test) = using.iter().find(|test| !points.iter().any(|m| m.test == **test)) {
        let name = test.name();
        return Err(format!(
            "there is no point of the {name} test to fit to; give one, or leave {name} out of --using"
        ));
    }
    Measurements::new(points, using).map_err(|error| error.to_string())
}

fn bad(reason: String) -> Failure {
    Failure::bad_input(format!("error: {reason}"))
}

fn read_all(args: &FitArgs) -> Result<Vec<Measurement>, Failure> {
    let files = [
        (&args.data, None),
        (&args.uniaxial, Some(Test::Uniaxial)),
        (&args.biaxial, Some(Test::Biaxial)),
        (&args.shear, Some(Test::Shear)),
    ];
    let mut points = Vec::new();
    for (path, test) in files {
        if let Some(path) = path {
            points.extend(data::read(path, test).map_err(|error| bad(error.to_string()))?);
        }
    }
    Ok(points)
}

fn families(args: &FitArgs) -> Vec<Family> {
    let is_wanted = |law: LawChoice| args.law.is_empty() || args.law.contains(&law);
    let mut families = Vec::new();
    if is_wanted(LawChoice::NeoHookean) {
        families.push(Family::NeoHookean);
    }
    if is_wanted(LawChoice::MooneyRivlin) {
        families.push(Family::MooneyRivlin);
    }
    if is_wanted(LawChoice::Ogden) {
        match args.terms {
            Some(terms) => families.push(Family::Ogden(usize::from(terms))),
            None => families.extend((1..=3).map(Family::Ogden)),
        }
    }
    if is_wanted(LawChoice::Bonds) {
        families.extend([Sides::Free, Sides::Incompressible].map(Family::Bonds));
    }
    families
}

fn fit_all(args: &FitArgs, measurements: Measurements) -> Result<Results, Failure> {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for family in families(args) {
        match fit(family, &measurements) {
            Ok(fit) => {
                let law = fit.law.material(args.poisson);
                let simulated = law.map(|law| measurements.errors_of(&law));
                rows.push(Row { family, fit, simulated });
            }
            Err(error) => remarks.push(error.to_string()),
        }
    }
    if rows.is_empty() {
        return Err(bad(format!("no law can be fitted: {}", remarks.join("; "))));
    }
    rows.sort_by(|a, b| a.fit.mean_error().total_cmp(&b.fit.mean_error()));
    Ok(Results { rows, remarks, measurements })
}

fn write(results: &Results, args: &FitArgs, folder: &Path) -> Result<(), Failure> {
    let cannot = |path: &Path, error: &dyn std::fmt::Display| {
        Failure::output(format!("error: cannot write {}: {error}", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|error| cannot(folder, &error))?;
    let mut written = Vec::new();
    for (file, plot) in report::plots(results) {
        let path = folder.join(file);
        plot.write(&path).map_err(|error| Failure::output(format!("error: {error}")))?;
        written.push(path);
    }
    let path = folder.join("material.toml");
    std::fs::write(&path, report::materials(results, args)).map_err(|error| cannot(&path, &error))?;
    written.push(path);
    if !args.json {
        crate::cli::say!();
        written.iter().for_each(|path| crate::cli::say!("wrote {}", path.display()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const PULL: &str = "test, stretch, stress [MPa]\nuniaxial, 1.5, 0.4\nuniaxial, 2, 0.7\nshear, 2, 0.8\n";

    #[test]
    fn a_table_is_fitted_to_the_tests_that_are_named() {
        let found = fit_to_table("t.csv", PULL, Family::NeoHookean, &[Test::Uniaxial]).unwrap();
        let used: Vec<bool> = found.errors.iter().map(|error| error.used).collect();
        assert_eq!(used, [true, false]);
        let all = fit_to_table("t.csv", PULL, Family::NeoHookean, &[]).unwrap();
        assert!(all.errors.iter().all(|error| error.used));
    }

    #[test]
    fn a_table_that_is_none_or_lacks_a_test_is_refused() {
        let refused =
            |text: &str| fit_to_table("t.csv", text, Family::NeoHookean, &[Test::Biaxial]).unwrap_err();
        assert!(refused(PULL).contains("no point of the biaxial test"));
        assert!(refused("hello").starts_with("t.csv, line 1"));
    }
}
