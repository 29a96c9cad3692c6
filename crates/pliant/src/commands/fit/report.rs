//! What was found: a table in words, JSON, materials to paste, pictures.

use super::{FitArgs, Results, Row};
use pliant_material::bond::{Basis, BasisSum, Sides};
use pliant_material::fit::{Family, FittedLaw, TestError};
use pliant_output::plot::{Plot, Series};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Points of a curve in a picture.
const CURVE_POINTS: usize = 120;

/// A pressure with six digits, as scenes read it.
fn pressure(value: f64) -> String {
    let (worth, unit) = unit_for(value);
    format!("{} {unit}", six_digits(value / worth))
}

/// The unit in which a pressure reads best.
fn unit_for(value: f64) -> (f64, &'static str) {
    match value.abs() {
        size if size >= 1e5 => (1e6, "MPa"),
        size if size >= 100.0 => (1e3, "kPa"),
        _ => (1.0, "Pa"),
    }
}

/// The number with six digits and no zeros behind.
fn six_digits(value: f64) -> String {
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    if rounded != 0.0 && rounded.abs() < 1e-3 { format!("{rounded:e}") } else { format!("{rounded}") }
}

/// The tests there are, in order.
fn tests(results: &Results) -> Vec<TestError> {
    results.rows.first().map(|row| row.fit.errors.clone()).unwrap_or_default()
}

/// For the terminal.
pub(super) fn words(results: &Results, args: &FitArgs) -> String {
    let mut text = String::new();
    let counted = |error: &TestError| {
        let count = results.measurements.of(error.test).count();
        let role = if error.used { "" } else { " (compared only)" };
        format!("{} {count}{role}", error.test.name())
    };
    let counts: Vec<String> = tests(results).iter().map(counted).collect();
    let _ = writeln!(text, "Points: {}.", counts.join(", "));
    let _ =
        writeln!(text, "Deviation, root mean square, % of the largest stress of each test, best first:\n");
    table(&mut text, results, args);
    for remark in &results.remarks {
        let _ = writeln!(text, "note: {remark}");
    }
    if let Some(row) = results.rows.iter().find(|row| row.family == Family::Bonds(Sides::Free)) {
        let _ = writeln!(text, "\nFunctions of bonds:\n{}", bonds(row));
    }
    if let Some(row) = results.rows.iter().find(|row| row.simulated.is_some()) {
        let _ = writeln!(text, "\nTo paste into a scene:\n\n{}", material(row, &args.name, args));
    }
    text
}

fn table(text: &mut String, results: &Results, args: &FitArgs) {
    let columns = tests(results);
    let _ = write!(text, "{:<21}", "law");
    columns.iter().for_each(|error| {
        let _ = write!(text, "{:>10}", error.test.name());
    });
    let ratio = format!("nu = {}", args.poisson);
    let _ = writeln!(text, "{ratio:>12}");
    for row in &results.rows {
        let _ = write!(text, "{:<21}", row.family.name());
        row.fit.errors.iter().for_each(|error| {
            let _ = write!(text, "{:>10.2}", 100.0 * error.relative_rms);
        });
        let simulated =
            row.simulated.as_ref().map_or("-".into(), |errors| format!("{:.2}", 100.0 * mean_used(errors)));
        let _ = writeln!(text, "{simulated:>12}");
    }
    let _ = writeln!(
        text,
        "\nThe laws are fitted as incompressible, bonds with free sides and so, too; the last column is the mean over the"
    );
    let _ = writeln!(text, "tests fitted to of a body with that Poisson's ratio.");
}

/// Root of the mean square over the tests that were fitted to.
fn mean_used(errors: &[TestError]) -> f64 {
    let used: Vec<f64> = errors.iter().filter(|error| error.used).map(|error| error.relative_rms).collect();
    (used.iter().map(|e| e * e).sum::<f64>() / used.len().max(1) as f64).sqrt()
}

/// `[material.NAME]` of a law that scenes know; bonds whose volume is kept as a comment.
fn material(row: &Row, name: &str, args: &FitArgs) -> String {
    let poisson = args.poisson;
    let head = format!("[material.{name}]\n");
    match &row.fit.law {
        FittedLaw::NeoHookean { mu } => {
            let young = pressure(2.0 * mu * (1.0 + poisson));
            format!("{head}law = \"neo-hookean\"\nyoung = \"{young}\"\npoisson = {poisson}\n")
        }
        FittedLaw::MooneyRivlin { c10, c01 } => {
            let (c10, c01) = (pressure(*c10), pressure(*c01));
            format!("{head}law = \"mooney-rivlin\"\nc10 = \"{c10}\"\nc01 = \"{c01}\"\npoisson = {poisson}\n")
        }
        FittedLaw::Ogden(terms) => {
            let mu: Vec<String> = terms.iter().map(|term| format!("\"{}\"", pressure(term.0))).collect();
            let alpha: Vec<String> = terms.iter().map(|term| six_digits(term.1)).collect();
            let (mu, alpha) = (mu.join(", "), alpha.join(", "));
            format!("{head}law = \"ogden\"\nmu = [{mu}]\nalpha = [{alpha}]\npoisson = {poisson}\n")
        }
        FittedLaw::Bonds(energy, Sides::Free) => {
            let table = |sum: &BasisSum| {
                let term =
                    |(basis, share): &(Basis, f64)| format!("{} = {}", basis.name(), six_digits(*share));
                sum.terms().iter().map(term).collect::<Vec<_>>().join(", ")
            };
            let (g, h) = (table(energy.dilation()), table(energy.stretch()));
            let (young, poisson) = (pressure(energy.moduli().young()), energy.moduli().poisson());
            format!(
                "{head}law = \"bonds\"\ng = {{ {g} }}\nh = {{ {h} }}\nyoung = \"{young}\"\npoisson = {poisson:.9}\n"
            )
        }
        FittedLaw::Bonds(_, Sides::Incompressible) => bonds(row),
    }
}

/// Functions of bonds in words, each line a comment of a scene.
fn bonds(row: &Row) -> String {
    let FittedLaw::Bonds(energy, sides) = &row.fit.law else { return String::new() };
    let sum = |factor: f64, sum: &BasisSum| {
        let term = |(basis, share): &(Basis, f64)| format!("{} {}", pressure(factor * share), basis.name());
        if factor == 0.0 { "0".into() } else { sum.terms().iter().map(term).collect::<Vec<_>>().join(" + ") }
    };
    let moduli = energy.moduli();
    let how = match sides {
        Sides::Free => "the sides of the test piece move as the bonds have it",
        Sides::Incompressible => "the volume of the test piece kept, which bonds alone do not do",
    };
    format!(
        "# W = lambda g(theta) + mu <h(tau)>, {how}\n# lambda g = {}\n# mu h = {}\n# at rest: young = \"{}\", poisson = {:.3}",
        sum(energy.lambda(), energy.dilation()),
        sum(energy.mu(), energy.stretch()),
        pressure(moduli.young()),
        moduli.poisson(),
    )
}

/// The file material.toml: every law, best first.
pub(super) fn materials(results: &Results, args: &FitArgs) -> String {
    let mut text = String::from(
        "# Written by `pliant fit`. Paste the table of the law you choose into a scene; the best comes first.\n",
    );
    let mut first = true;
    for row in &results.rows {
        let name = match row.simulated {
            Some(_) if std::mem::take(&mut first) => args.name.clone(),
            _ => format!("{}-{}", args.name, row.family.name()),
        };
        let errors: Vec<String> = row
            .fit
            .errors
            .iter()
            .map(|e| {
                format!(
                    "{} {:.2} %{}",
                    e.test.name(),
                    100.0 * e.relative_rms,
                    if e.used { "" } else { " (not fitted)" }
                )
            })
            .collect();
        let _ = write!(
            text,
            "\n# {}: {}\n{}\n",
            row.family.name(),
            errors.join(", "),
            material(row, &name, args).trim_end()
        );
    }
    text
}

/// For programs; SI units.
pub(super) fn json(results: &Results, args: &FitArgs) -> Value {
    let errors = |errors: &[TestError]| -> Value {
        let one = |e: &TestError| json!({"test": e.test.name(), "relative_rms": e.relative_rms, "largest_stress_pa": e.largest_stress, "used": e.used});
        errors.iter().map(one).collect::<Vec<_>>().into()
    };
    let row = |row: &Row| {
        json!({
            "law": row.family.name(),
            "constants": constants(&row.fit.law),
            "mean_error": row.fit.mean_error(),
            "errors": errors(&row.fit.errors),
            "errors_with_poisson": row.simulated.as_deref().map(errors),
        })
    };
    let rows: Vec<Value> = results.rows.iter().map(row).collect();
    json!({"poisson": args.poisson, "fits": rows, "notes": results.remarks})
}

fn constants(law: &FittedLaw) -> Value {
    match law {
        FittedLaw::NeoHookean { mu } => json!({"mu_pa": mu}),
        FittedLaw::MooneyRivlin { c10, c01 } => json!({"c10_pa": c10, "c01_pa": c01}),
        FittedLaw::Ogden(terms) => {
            let (mu, alpha): (Vec<f64>, Vec<f64>) = terms.iter().copied().unzip();
            json!({"mu_pa": mu, "alpha": alpha})
        }
        FittedLaw::Bonds(energy, _) => {
            let sum = |factor: f64, sum: &BasisSum| -> Value {
                let one = |(basis, share): &(Basis, f64)| json!({"function": basis.name(), "coefficient_pa": factor * share});
                sum.terms().iter().map(one).collect::<Vec<_>>().into()
            };
            json!({
                "dilation": if energy.lambda() == 0.0 { json!([]) } else { sum(energy.lambda(), energy.dilation()) },
                "stretch": sum(energy.mu(), energy.stretch()),
                "young_pa": energy.moduli().young(),
                "poisson": energy.moduli().poisson(),
            })
        }
    }
}

/// fit.svg with the best law, and a picture for each.
pub(super) fn plots(results: &Results) -> Vec<(String, Plot)> {
    let mut list: Vec<(String, Plot)> = Vec::new();
    for row in &results.rows {
        list.push((format!("fit-{}.svg", row.family.name()), plot(results, row)));
    }
    if let Some((_, best)) = list.first() {
        list.insert(0, ("fit.svg".into(), best.clone()));
    }
    list
}

fn plot(results: &Results, row: &Row) -> Plot {
    let curve = row.fit.law.curve();
    let largest = row.fit.errors.iter().map(|error| error.largest_stress).fold(0.0, f64::max);
    let (worth, unit) = unit_for(largest);
    let (mut series, mut points) = (Vec::new(), Vec::new());
    for error in &row.fit.errors {
        let measured: Vec<_> = results.measurements.of(error.test).collect();
        let x: Vec<f64> = measured.iter().map(|m| m.stretch).collect();
        let y = measured.iter().map(|m| m.stress / worth).collect();
        let places = places(&x);
        let values = places.iter().map(|&l| curve(error.test, l) / worth).collect();
        let note = if error.used { "" } else { ", not fitted" };
        series.push(Series {
            name: format!("{}{note}", error.test.name()),
            x: places,
            y: values,
            is_reference: false,
        });
        points.push(Series { name: format!("{}, measured", error.test.name()), x, y, is_reference: false });
    }
    Plot {
        title: format!("{}, {:.1} % off", title(row.family), 100.0 * row.fit.mean_error()),
        x_label: "stretch".into(),
        x_unit: String::new(),
        y_label: "nominal stress".into(),
        y_unit: unit.into(),
        series,
        points,
        ..Plot::default()
    }
}

fn title(family: Family) -> String {
    match family {
        Family::Ogden(1) => "Ogden's law with one term".into(),
        Family::Ogden(terms) => format!("Ogden's law with {terms} terms"),
        Family::NeoHookean => "Neo-Hookean law".into(),
        Family::MooneyRivlin => "Mooney and Rivlin's law".into(),
        Family::Bonds(Sides::Free) => "Peridynamic bonds, sides free".into(),
        Family::Bonds(Sides::Incompressible) => "Peridynamic bonds, volume kept".into(),
    }
}

/// Stretches from rest, or less, to the largest.
fn places(measured: &[f64]) -> Vec<f64> {
    let low = measured.iter().copied().fold(1.0, f64::min);
    let high = measured.iter().copied().fold(1.0, f64::max);
    (0..=CURVE_POINTS).map(|k| low + (high - low) * k as f64 / CURVE_POINTS as f64).collect()
}
