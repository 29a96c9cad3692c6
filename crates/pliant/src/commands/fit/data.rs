//! Tables of tests: header with units, a point a line.

use pliant_material::fit::{Measurement, Test};
use pliant_scene::units::{self, Dimension};
use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Larger files are no tables of a test.
const LARGEST_FILE: u64 = 8 << 20;

/// More points tell a fit nothing new, and make it slow.
const MOST_POINTS: usize = 2000;

/// What is wrong with a table, where, and what to do.
#[derive(Debug)]
pub(super) struct DataError {
    path: PathBuf,
    line: Option<usize>,
    reason: String,
    remedy: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}; {}", self.reason, self.remedy)
    }
}

const HEADER_REMEDY: &str = "begin with a header such as \"test, stretch, stress [MPa]\"";

/// What a column holds; its numbers times `worth` are SI.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Quantity {
    Test,
    Stretch,
    Strain {
        worth: f64,
        is_true: bool,
    },
    Stress {
        worth: f64,
        is_true: bool,
    },
    /// Nothing a fit needs.
    Other,
}

/// A table being read.
struct Table<'a> {
    path: &'a Path,
    separator: char,
    names: Vec<String>,
    quantities: Vec<Quantity>,
}

/// Reads a table; `test` if the file has one test only and its name came beside it.
pub(super) fn read(path: &Path, test: Option<Test>) -> Result<Vec<Measurement>, DataError> {
    let whole = |reason: String, remedy: &str| DataError {
        path: path.into(),
        line: None,
        reason,
        remedy: remedy.into(),
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
        .map_err(|error| whole(format!("cannot be read: {error}"), "check the name"))?;
    if bytes.len() as u64 > LARGEST_FILE {
        let reason = format!("is larger than {} MB", LARGEST_FILE >> 20);
        return Err(whole(reason, "keep every tenth point: a curve needs some tens of points"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| whole("is not a text file".into(), "save it as CSV, with UTF-8 letters"))?;
    parse(path, &text, test)
}

/// The points of a table that is here already; `path` is for messages.
pub(super) fn parse(path: &Path, text: &str, test: Option<Test>) -> Result<Vec<Measurement>, DataError> {
    let wrong = |line: usize, reason: String, remedy: &str| DataError {
        path: path.into(),
        line: Some(line),
        reason,
        remedy: remedy.into(),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let Some((number, header)) = lines.next() else {
        return Err(wrong(1, "there is no table in it".into(), HEADER_REMEDY));
    };
    let table = Table::new(path, number, header, test)?;
    let mut points = Vec::new();
    for (number, line) in lines {
        if points.len() == MOST_POINTS {
            let reason = format!("there are more than {MOST_POINTS} points");
            return Err(wrong(number, reason, "keep every tenth: a curve needs some tens of points"));
        }
        points.push(table.point(number, line, test)?);
    }
    if points.is_empty() {
        return Err(wrong(number, "there is no point below the header".into(), "add a line for each point"));
    }
    Ok(points)
}

impl<'a> Table<'a> {
    fn new(path: &'a Path, line: usize, header: &str, test: Option<Test>) -> Result<Self, DataError> {
        let separator = [';', '\t'].into_iter().find(|&c| header.contains(c)).unwrap_or(',');
        let names: Vec<String> = split(header, separator);
        let mut table = Self { path, separator, names, quantities: Vec::new() };
        if table.names.iter().all(|name| name.parse::<f64>().is_ok()) {
            return Err(table.wrong(line, "numbers without a header".into(), HEADER_REMEDY.into()));
        }
        for name in table.names.clone() {
            let quantity =
                quantity_of(&name).map_err(|(reason, remedy)| table.wrong(line, reason, remedy))?;
            table.quantities.push(quantity);
        }
        table.check(line, test)?;
        Ok(table)
    }

    fn wrong(&self, line: usize, reason: String, remedy: String) -> DataError {
        DataError { path: self.path.into(), line: Some(line), reason, remedy }
    }

    /// One column for each thing there must be.
    fn check(&self, line: usize, test: Option<Test>) -> Result<(), DataError> {
        let columns = |is: fn(&Quantity) -> bool| self.quantities.iter().filter(|q| is(q)).count();
        let known = self.names.join(", ");
        let needed = [
            ("stretch or strain", columns(|q| matches!(q, Quantity::Stretch | Quantity::Strain { .. }))),
            ("stress", columns(|q| matches!(q, Quantity::Stress { .. }))),
        ];
        for (what, count) in needed {
            if count != 1 {
                let found = if count == 0 { "no column".into() } else { format!("{count} columns") };
                let reason = format!("{found} of {what} among: {known}");
                return Err(self.wrong(line, reason, HEADER_REMEDY.into()));
            }
        }
        let tests = columns(|q| *q == Quantity::Test);
        if tests > 1 || (tests == 0 && test.is_none()) {
            let reason = format!(
                "{} of the test among: {known}",
                if tests == 0 { "no column" } else { "two columns" }
            );
            let remedy = "add a column `test` with uniaxial, biaxial or shear, or give the file by --uniaxial, --biaxial or --shear";
            return Err(self.wrong(line, reason, remedy.into()));
        }
        Ok(())
    }

    fn point(&self, line: usize, text: &str, test: Option<Test>) -> Result<Measurement, DataError> {
        let fields = split(text, self.separator);
        if fields.len() != self.names.len() {
            let reason = format!("{} values, but the header has {} columns", fields.len(), self.names.len());
            return Err(self.wrong(line, reason, "give a value for each column".into()));
        }
        let mut measurement = Measurement { test: test.unwrap_or(Test::Uniaxial), stretch: 1.0, stress: 0.0 };
        let mut is_true_stress = false;
        for ((field, name), quantity) in fields.iter().zip(&self.names).zip(&self.quantities) {
            match *quantity {
                Quantity::Other => {}
                Quantity::Test => {
                    let found = test_named(field).ok_or_else(|| {
                        let remedy = "write uniaxial, biaxial or shear";
                        self.wrong(line, format!("\"{field}\" is no test"), remedy.into())
                    })?;
                    if test.is_some_and(|test| test != found) {
                        let reason =
                            format!("a point of the {} test in a file given as another", found.name());
                        return Err(self.wrong(
                            line,
                            reason,
                            "give the file without --uniaxial, --biaxial, --shear".into(),
                        ));
                    }
                    measurement.test = found;
                }
                Quantity::Stretch => measurement.stretch = self.number(line, field, name)?,
                Quantity::Strain { worth, is_true } => {
                    let strain = worth * self.number(line, field, name)?;
                    measurement.stretch = if is_true { strain.exp() } else { 1.0 + strain };
                }
                Quantity::Stress { worth, is_true } => {
                    measurement.stress = worth * self.number(line, field, name)?;
                    is_true_stress = is_true;
                }
            }
        }
        if !(measurement.stretch > 0.0 && measurement.stretch.is_finite()) {
            let reason = format!("the stretch {} is not possible", measurement.stretch);
            let remedy = "a stretch is length over rest length, so above 0; a strain is above -1, or -100 %";
            return Err(self.wrong(line, reason, remedy.into()));
        }
        if is_true_stress {
            // Force over present area to force over rest area, the volume kept: both directions across shrink together.
            measurement.stress /= measurement.stretch;
        }
        Ok(measurement)
    }

    fn number(&self, line: usize, field: &str, name: &str) -> Result<f64, DataError> {
        // Tables with semicolons often have decimal commas.
        let field = if self.separator == ';' { field.replace(',', ".") } else { field.to_owned() };
        match field.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => {
                let reason = format!("\"{field}\" in the column `{name}` is no finite number");
                Err(self.wrong(line, reason, "write a plain number; units belong into the header".into()))
            }
        }
    }
}

fn split(line: &str, separator: char) -> Vec<String> {
    line.split(separator).map(|field| field.trim().trim_matches('"').trim().to_owned()).collect()
}

/// A test by any of its usual names.
fn test_named(name: &str) -> Option<Test> {
    match name.to_lowercase().replace(['_', '-'], " ").as_str() {
        "uniaxial" | "tension" | "uniaxial tension" | "ut" => Some(Test::Uniaxial),
        "biaxial" | "equibiaxial" | "equibiaxial tension" | "et" | "bt" => Some(Test::Biaxial),
        "shear" | "pure shear" | "planar" | "planar tension" | "ps" => Some(Test::Shear),
        _ => None,
    }
}

/// Name and unit of "stress [MPa]" or "stress (MPa)".
fn name_and_unit(text: &str) -> (String, Option<&str>) {
    let (name, unit) = match text.find(['[', '(']) {
        Some(at) => (&text[..at], Some(text[at + 1..].trim_end_matches([']', ')', ' ']))),
        None => (text, None),
    };
    (name.trim().to_lowercase().replace(['_', '-'], " "), unit.filter(|unit| !unit.is_empty()))
}

/// What a column holds, by its head; reason and remedy if its unit is wrong.
fn quantity_of(text: &str) -> Result<Quantity, (String, String)> {
    let (name, unit) = name_and_unit(text);
    let is_true =
        ["true ", "log ", "logarithmic ", "hencky ", "cauchy "].iter().any(|word| name.starts_with(word));
    match name.as_str() {
        "test" | "type" | "mode" => Ok(Quantity::Test),
        "stretch" | "stretch ratio" | "lambda" => {
            worth_of(text, unit.unwrap_or("1"), Dimension::RATIO).map(|_| Quantity::Stretch)
        }
        "strain" | "engineering strain" | "nominal strain" | "true strain" | "log strain"
        | "logarithmic strain" | "hencky strain" => {
            let worth = worth_of(text, unit.unwrap_or("1"), Dimension::RATIO)?;
            Ok(Quantity::Strain { worth, is_true })
        }
        "stress" | "engineering stress" | "nominal stress" | "true stress" | "cauchy stress" => {
            let Some(unit) = unit else {
                return Err((
                    format!("the column `{text}` has no unit"),
                    format!("write for example \"{text} [MPa]\""),
                ));
            };
            Ok(Quantity::Stress { worth: worth_of(text, unit, Dimension::PRESSURE)?, is_true })
        }
        _ => Ok(Quantity::Other),
    }
}

/// What one of a unit is in SI.
fn worth_of(column: &str, unit: &str, expected: Dimension) -> Result<f64, (String, String)> {
    if unit == "1" || unit == "-" {
        return if expected == Dimension::RATIO {
            Ok(1.0)
        } else {
            Err((format!("the column `{column}` has no unit"), "write for example \"stress [MPa]\"".into()))
        };
    }
    let usual = units::symbols::usual_units(expected);
    let remedy =
        || if usual.is_empty() { "leave the unit out".to_owned() } else { format!("usual units: {usual}") };
    match units::parse(&format!("1 {unit}")) {
        Ok(quantity) if quantity.dimension == expected => Ok(quantity.value),
        Ok(quantity) => {
            let (given, wanted) = (quantity.dimension.describe(), expected.describe());
            Err((
                format!("the unit of `{column}` is that of {given}, but must be that of {wanted}"),
                remedy(),
            ))
        }
        Err(error) => Err((format!("in `{column}` {error}"), error.remedy().unwrap_or_else(remedy))),
    }
}

#[cfg(test)]
#[path = "data_tests.rs"]
mod tests;
