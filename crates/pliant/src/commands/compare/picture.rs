//! `compare.svg`: error against cost, and every probe over time.

use super::study::Study;
use super::table;
use crate::cli::Failure;
use pliant_output::plot::{Plot, Scale, Series, Sheet};
use std::path::Path;

/// More panels of probes than this make no picture.
const MOST_PROBES: usize = 12;
/// Size of a panel (px).
const PANEL: (f64, f64) = (680.0, 380.0);

/// Writes the picture.
pub fn write(study: &Study, folder: &Path) -> Result<(), Failure> {
    let mut panels: Vec<Plot> = cost(study).into_iter().collect();
    panels.extend(study.yardsticks.iter().take(MOST_PROBES).map(|yardstick| probe(study, &yardstick.name)));
    if panels.is_empty() {
        panels.push(Plot { title: "no run to show".into(), ..panel() });
    }
    let columns = if panels.len() > 2 { 2 } else { 1 };
    let sheet = Sheet { title: study.title.clone(), panels, columns };
    sheet.write(&folder.join("compare.svg")).map_err(Failure::output)
}

fn panel() -> Plot {
    Plot { width: PANEL.0, height: PANEL.1, ..Plot::default() }
}

/// Contenders with a run that ended, in the order of their colours.
fn shown(study: &Study) -> impl Iterator<Item = &str> {
    let labels = study.remarks.iter().map(|(label, _)| label.as_str());
    labels.filter(|label| study.runs_of(label).any(|(_, run)| run.outcome.is_ok()))
}

/// Error against processor time, a line a contender; `None` if there are no errors.
fn cost(study: &Study) -> Option<Plot> {
    let mut series = Vec::new();
    for label in shown(study) {
        let mut line = Series { name: label.to_owned(), ..Series::default() };
        for (index, run) in study.runs_of(label) {
            if let (Ok(figures), Some((_, error))) = (&run.outcome, study.worst(index)) {
                line.x.push(figures.cpu_per_second());
                line.y.push(100.0 * error);
            }
        }
        // A line without a point keeps its colour for the other panels.
        series.push(line);
    }
    let any = series.iter().any(|line| line.y.iter().any(|error| *error > 0.0));
    any.then(|| Plot {
        title: "Error against cost".into(),
        x_label: "processor time of a simulated second".into(),
        x_unit: "s".into(),
        y_label: format!("error of the worst probe ({})", table::measure(study)),
        y_unit: "%".into(),
        x_scale: Scale::Logarithmic,
        y_scale: Scale::Logarithmic,
        dots: true,
        series,
        ..panel()
    })
}

/// A probe over time: the finest run of every contender, and the reference.
fn probe(study: &Study, name: &str) -> Plot {
    let line = |index: usize, is_reference: bool| {
        let run = &study.runs[index];
        let series = run.outcome.as_ref().ok().and_then(|figures| figures.result.series(name));
        let (x, y) = series.unwrap_or_default().into_iter().unzip();
        let name = if is_reference { format!("reference {}", run.name()) } else { run.name() };
        Series { name, x, y, is_reference }
    };
    let finest = |label: &str| {
        let done = study.runs_of(label).filter(|(_, run)| run.outcome.is_ok());
        done.last().map(|(index, _)| line(index, false))
    };
    let mut series: Vec<Series> = shown(study).filter_map(finest).collect();
    series.extend(study.reference.map(|index| line(index, true)));
    let unit = table::unit(study, name);
    Plot {
        title: name.to_owned(),
        y_unit: if unit == "1" { String::new() } else { unit.to_owned() },
        series,
        ..panel()
    }
}
