//! A comparison as `compare.csv` (a row a run) and `compare.json`.

use super::Same;
use super::study::{Figures, Run, Study};
use super::table;
use crate::cli::Failure;
use pliant_output::write::write_whole;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Writes both.
pub fn write(study: &Study, folder: &Path) -> Result<(), Failure> {
    let files = [("compare.csv", csv(study)), ("compare.json", format!("{:#}\n", json(study)))];
    for (name, text) in files {
        write_whole(&folder.join(name), |out| out.write_all(text.as_bytes())).map_err(Failure::output)?;
    }
    Ok(())
}

/// All of it for programs.
pub fn json(study: &Study) -> Value {
    let runs: Vec<Value> = (0..study.runs.len()).map(|index| run_json(study, index)).collect();
    let remarks: Map<String, Value> =
        study.remarks.iter().map(|(label, remarks)| (label.clone(), json!(remarks))).collect();
    json!({
        "format": "pliant compare 1",
        "scene": study.title,
        "same": match study.same { Same::Spacing => "spacing", Same::Dofs => "dofs" },
        "error_is": table::measure(study),
        "reference": study.reference.map(|index| study.runs[index].name()),
        "reference_problem": study.reference_problem,
        "interrupted": study.is_interrupted,
        "changes": remarks,
        "runs": runs,
    })
}

fn run_json(study: &Study, index: usize) -> Value {
    let run = &study.runs[index];
    let figures = match &run.outcome {
        Ok(figures) => figures,
        Err(reason) => {
            return json!({ "method": run.label, "finer": run.factor, "status": "cannot", "reason": reason });
        }
    };
    let summary = &figures.result.summary;
    let worst = study.worst(index);
    json!({
        "method": run.label,
        "finer": run.factor,
        "status": if study.reference == Some(index) { "reference" } else { "completed" },
        "dofs": figures.dofs,
        "wall_seconds": summary.wall_seconds,
        "cpu_seconds": summary.cpu_seconds,
        "cpu_seconds_per_simulated_second": figures.cpu_per_second(),
        "steps": summary.steps,
        "error": worst.map(|(_, error)| error),
        "worst_probe": worst.map(|(name, _)| name),
        "energy_drift": figures.drift.as_ref().ok(),
        "energy_drift_missing": figures.drift.as_ref().err(),
        "largest_stable_step": figures.stable_step.as_ref().ok(),
        "largest_stable_step_missing": figures.stable_step.as_ref().err(),
        "probes_left_out": figures.left_out,
        "warnings": summary.warnings.iter().map(|warning| &warning.message).collect::<Vec<_>>(),
        "probes": probes_json(study, run, figures),
    })
}

fn probes_json(study: &Study, run: &Run, figures: &Figures) -> Value {
    let probe = |name: &String| {
        let last = figures.result.series(name).and_then(|series| series.last().copied());
        let column = study.yardsticks.iter().position(|yardstick| yardstick.name == *name);
        let yardstick = column.map(|column| &study.yardsticks[column]);
        let difference = column.and_then(|column| run.differences.get(column).copied().flatten());
        let value = json!({
            "unit": table::unit(study, name),
            "end": last.map(|last| last.1),
            "size_of_reference": yardstick.map(|yardstick| yardstick.size),
            "difference": difference.map(|d| json!({ "end": d.end, "largest": d.largest, "rms": d.rms })),
        });
        (name.clone(), value)
    };
    Value::Object(figures.result.probe_names.iter().map(probe).collect())
}

/// A row a run; numbers that are not there are empty.
fn csv(study: &Study) -> String {
    let mut head: Vec<String> = [
        "method",
        "finer",
        "status",
        "dofs",
        "wall_seconds",
        "cpu_seconds_per_simulated_second",
        "steps",
        "error",
        "worst_probe",
        "energy_drift",
        "largest_stable_step",
        "reason",
    ]
    .map(str::to_owned)
    .into();
    for yardstick in &study.yardsticks {
        let name = &yardstick.name;
        head.extend(
            ["end", "end_difference", "largest_difference", "rms_difference"].map(|w| format!("{name} {w}")),
        );
    }
    let mut text = csv_line(&head);
    for index in 0..study.runs.len() {
        text += &csv_line(&csv_row(study, index));
    }
    text
}

fn csv_row(study: &Study, index: usize) -> Vec<String> {
    let run = &study.runs[index];
    let mut cells = vec![run.label.clone(), run.factor.to_string()];
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let figures = match &run.outcome {
        Ok(figures) => figures,
        Err(reason) => {
            cells.push("cannot".into());
            cells.extend(std::iter::repeat_n(String::new(), 8));
            cells.push(reason.clone());
            cells.extend(std::iter::repeat_n(String::new(), 4 * study.yardsticks.len()));
            return cells;
        }
    };
    let (summary, worst) = (&figures.result.summary, study.worst(index));
    cells.extend([
        if study.reference == Some(index) { "reference" } else { "completed" }.to_owned(),
        figures.dofs.to_string(),
        summary.wall_seconds.to_string(),
        figures.cpu_per_second().to_string(),
        summary.steps.to_string(),
        number(worst.map(|(_, error)| error)),
        worst.map_or("", |(name, _)| name).to_owned(),
        number(figures.drift.as_ref().ok().copied()),
        number(figures.stable_step.as_ref().ok().copied()),
        String::new(),
    ]);
    for (column, yardstick) in study.yardsticks.iter().enumerate() {
        let last = figures.result.series(&yardstick.name).and_then(|series| series.last().copied());
        let difference = run.differences.get(column).copied().flatten();
        cells.push(number(last.map(|last| last.1)));
        cells.extend([
            number(difference.map(|d| d.end)),
            number(difference.map(|d| d.largest)),
            number(difference.map(|d| d.rms)),
        ]);
    }
    cells
}

/// Cells with commas and quotes as RFC 4180 has them.
fn csv_line(cells: &[String]) -> String {
    let cell = |text: &String| match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.clone(),
    };
    let cells: Vec<String> = cells.iter().map(cell).collect();
    cells.join(",") + "\n"
}
