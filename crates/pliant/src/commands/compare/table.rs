//! A comparison as text: costs and errors of all runs, then every probe.

use super::Same;
use super::study::{Figures, Run, Study};
use std::fmt::Write as _;

/// More columns of probes than this are in the files only.
const MOST_PROBES: usize = 12;

/// The tables and what is to be said about them.
pub fn text(study: &Study) -> String {
    let mut text = heading(study);
    text += &overview(study);
    text += &notes(study);
    let shown = study.yardsticks.len().min(MOST_PROBES);
    for column in 0..shown {
        text += &probe(study, column);
    }
    if study.yardsticks.len() > shown {
        let more = study.yardsticks.len() - shown;
        let _ = writeln!(text, "\n{more} more columns of probes are in compare.csv.");
    }
    text
}

fn heading(study: &Study) -> String {
    let same = match study.same {
        Same::Spacing => "the same spacing for every method",
        Same::Dofs => "about as many unknowns for every method as the scene has",
    };
    let reference = match study.reference {
        Some(index) => format!("errors against {}", study.runs[index].name()),
        None => "no reference".to_owned(),
    };
    format!("{}\n{same}; {reference}\n\n", study.title)
}

/// Which difference the column of errors shows.
pub fn measure(study: &Study) -> &'static str {
    if study.is_static { "end" } else { "rms" }
}

fn overview(study: &Study) -> String {
    let width = study.runs.iter().map(|run| run.label.chars().count()).max().unwrap_or(0).max("method".len());
    let error = format!("error ({})", measure(study));
    let mut text = format!(
        "{:<width$} {:>6} {:>9} {:>9} {:>11} {:>9} {:>12} {:>12} {:>12}  worst probe\n",
        "method", "finer", "dofs", "wall s", "cpu s / s", "steps", error, "energy drift", "stable step"
    );
    for (index, run) in study.runs.iter().enumerate() {
        match &run.outcome {
            Ok(figures) => {
                let _ =
                    write!(text, "{:<width$} {:>6} {}", run.label, run.factor, row(study, index, figures));
            }
            Err(reason) if is_told(study, index) => {
                let _ = writeln!(
                    text,
                    "{:<width$} {:>6}    cannot: {reason}",
                    run.label,
                    refused_factors(study, index)
                );
            }
            Err(_) => {}
        }
    }
    text
}

/// Whether a run that could not be done is the first of its contender with that reason.
fn is_told(study: &Study, index: usize) -> bool {
    let run = &study.runs[index];
    let before = index.checked_sub(1).map(|before| &study.runs[before]);
    before.is_none_or(|before| !is_refused_alike(before, run))
}

fn is_refused_alike(one: &Run, other: &Run) -> bool {
    one.label == other.label && one.outcome.as_ref().err() == other.outcome.as_ref().err()
}

/// The refinements that could not be done for one reason: `1,2`.
fn refused_factors(study: &Study, first: usize) -> String {
    let run = &study.runs[first];
    let alike = study.runs[first..].iter().take_while(|other| is_refused_alike(run, other));
    let factors: Vec<String> = alike.map(|run| run.factor.to_string()).collect();
    factors.join(",")
}

fn row(study: &Study, index: usize, figures: &Figures) -> String {
    let summary = &figures.result.summary;
    let worst = study.worst(index);
    let error = match worst {
        _ if study.reference == Some(index) => "reference".to_owned(),
        Some((_, error)) => percent(error),
        None => "-".to_owned(),
    };
    let drift = figures.drift.as_ref().map_or("-".to_owned(), |drift| format!("{drift:.1e}"));
    let step = figures.stable_step.as_ref().map_or("-".to_owned(), |step| format!("{step:.2e} s"));
    let line = format!(
        "{:>9} {:>9.2} {:>11} {:>9} {error:>12} {drift:>12} {step:>12}  {}",
        figures.dofs,
        summary.wall_seconds,
        three_digits(figures.cpu_per_second()),
        summary.steps,
        worst.map_or("", |(name, _)| name)
    );
    format!("{}\n", line.trim_end())
}

/// `12.3 %`, `0.0123 %`.
fn percent(share: f64) -> String {
    format!("{} %", three_digits(100.0 * share))
}

/// A number with three digits that count.
fn three_digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let digits = value.abs().log10().floor() as i32;
    match digits {
        -4..=2 => format!("{value:.*}", (2 - digits).unsigned_abs() as usize),
        3..=6 => format!("{value:.0}"),
        _ => format!("{value:.2e}"),
    }
}

/// What dashes mean, what was changed, and what is wrong with the reference.
fn notes(study: &Study) -> String {
    let mut lines = Vec::new();
    if let Some(problem) = &study.reference_problem {
        lines.push(format!("Reference: {problem}"));
    }
    let measured = if study.is_static { "at the end" } else { "over time (root mean square)" };
    if !study.yardsticks.is_empty() {
        lines.push(format!(
            "Error: difference of the worst probe from the reference {measured}, in percent of the largest size of the reference."
        ));
    }
    lines.push("Cpu s / s: processor time of a simulated second, without set-up. Stable step: the limit of explicit steps at rest.".into());
    lines.extend(reasons(study, "Energy drift", |figures| figures.drift.as_ref().err()));
    lines.extend(reasons(study, "Stable step", |figures| figures.stable_step.as_ref().err()));
    lines.extend(unread(study));
    lines.extend(warnings(study));
    for (label, remarks) in study.remarks.iter().filter(|(_, remarks)| !remarks.is_empty()) {
        lines.push(format!("{label}: {}.", remarks.join("; ")));
    }
    format!("\n{}\n", lines.join("\n"))
}

/// Which probes a method cannot read.
fn unread(study: &Study) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for run in &study.runs {
        let left_out = run.outcome.as_ref().map_or(&[][..], |figures| &figures.left_out);
        let line = format!("{} cannot read the probes: {}.", run.label, left_out.join(", "));
        if !left_out.is_empty() && lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    lines
}

/// Which runs have warnings in their summaries.
fn warnings(study: &Study) -> Option<String> {
    let counted = study.runs.iter().filter_map(|run| {
        let count = run.outcome.as_ref().ok()?.result.summary.warnings.len();
        (count > 0).then(|| format!("{} ({count})", run.name()))
    });
    let counted: Vec<String> = counted.collect();
    (!counted.is_empty()).then(|| format!("Warnings, in compare.json: {}.", counted.join(", ")))
}

/// Why a column has dashes: one line where it is the same for all.
fn reasons(study: &Study, column: &str, why: impl Fn(&Figures) -> Option<&String>) -> Vec<String> {
    let missing = |run: &Run| Some((run.label.clone(), why(run.outcome.as_ref().ok()?)?.clone()));
    let mut all: Vec<(String, String)> = study.runs.iter().filter_map(missing).collect();
    all.dedup();
    match all.split_first() {
        None => vec![],
        Some((first, rest)) if rest.iter().all(|other| other.1 == first.1) => {
            vec![format!("{column} -: {}.", first.1)]
        }
        _ => all.iter().map(|(label, reason)| format!("{column} - of {label}: {reason}.")).collect(),
    }
}

/// A probe by every run.
fn probe(study: &Study, column: usize) -> String {
    let yardstick = &study.yardsticks[column];
    let unit = unit(study, &yardstick.name);
    let names: Vec<String> = study.runs.iter().map(Run::name).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!(
        "\n{} ({unit}), largest size of the reference {:.4e}\n  {:<width$} {:>14} {:>13} {:>9} {:>9} {:>9}\n",
        yardstick.name, yardstick.size, "", "at the end", "difference", "end %", "largest %", "rms %"
    );
    for (index, run) in study.runs.iter().enumerate() {
        let Ok(figures) = &run.outcome else { continue };
        let last = figures.result.series(&yardstick.name).and_then(|series| series.last().copied());
        let _ = write!(text, "  {:<width$} {:>14.6e}", names[index], last.map_or(f64::NAN, |last| last.1));
        match run.differences.get(column).copied().flatten() {
            _ if study.reference == Some(index) => text += "     reference",
            None => text += "             -",
            Some(d) => {
                let share = |apart: f64| match yardstick.size > 0.0 {
                    true => three_digits(100.0 * apart.abs() / yardstick.size),
                    false => "-".to_owned(),
                };
                let _ = write!(
                    text,
                    " {:>13.3e} {:>9} {:>9} {:>9}",
                    d.end,
                    share(d.end),
                    share(d.largest),
                    share(d.rms)
                );
            }
        }
        text.push('\n');
    }
    text
}

/// The unit of a probe.
pub fn unit<'s>(study: &'s Study, name: &str) -> &'s str {
    let summaries = study.runs.iter().filter_map(|run| run.outcome.as_ref().ok());
    let units = summaries.flat_map(|figures| &figures.result.summary.probes);
    units.filter(|(probe, _)| probe == name).map(|(_, probe)| probe.unit.as_str()).next().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_that_count() {
        for (value, text) in [
            (0.0, "0"),
            (12.345, "12.3"),
            (0.012345, "0.0123"),
            (123.4, "123"),
            (4321.0, "4321"),
            (1.5e-7, "1.50e-7"),
        ] {
            assert_eq!(three_digits(value), text);
        }
    }
}
