//! `pliant validate --figure`: convergence curves of figures of publications, done again.
//!
//! Which runs a figure has is data, `validation/figures.toml`: scenes of the validation, with basis, method and fineness set.

mod fit;
mod picture;
mod row;
mod table;

use crate::cli::{Failure, ValidateArgs, exit};
use fit::CurveReport;
use row::FigureRow;
use serde::Serialize;
use std::path::PathBuf;
pub(super) use table::Figures;
use table::{Figure, Panel};

/// All of a figure, as JSON.
#[derive(Serialize)]
struct Report<'a> {
    figure: &'a str,
    title: &'a str,
    picture: PathBuf,
    rows: &'a [FigureRow],
    curves: &'a [CurveReport],
    sources: Vec<Source<'a>>,
}

/// Where the reference of a panel comes from.
#[derive(Serialize)]
struct Source<'a> {
    panel: &'a str,
    source: &'a str,
}

/// Runs what a figure shows, prints it and draws it.
pub fn run(id: &str, args: &ValidateArgs) -> Result<(), Failure> {
    let figures = Figures::embedded().map_err(Failure::bad_input)?;
    let figure = figures.find(id).map_err(Failure::bad_input)?;
    if args.list {
        return list(figure, args);
    }
    if !args.json {
        crate::cli::say!("{}: {}\n\n{}", figure.id, figure.title, FigureRow::heading());
    }
    let rows: Vec<FigureRow> = figure.panel.iter().flat_map(|panel| measured(panel, args)).collect();
    let curves: Vec<CurveReport> = figure.panel.iter().flat_map(|panel| reports(panel, &rows)).collect();
    let path = draw(figure, &rows, args)?;
    if args.json {
        let source = |panel| Source { panel: id_of(panel), source: &panel.source };
        let sources = figure.panel.iter().map(source).collect();
        let report = Report {
            figure: &figure.id,
            title: &figure.title,
            picture: path,
            rows: &rows,
            curves: &curves,
            sources,
        };
        crate::cli::say!("{}", super::to_json(&report)?);
    } else {
        say_orders(figure, &curves);
        crate::cli::say!("\nwrote {}", path.display());
    }
    if rows.iter().any(|row| row.failure.is_some()) {
        return Err(Failure { message: String::new(), code: exit::SHORTFALL });
    }
    Ok(())
}

fn id_of(panel: &Panel) -> &str {
    &panel.id
}

/// The rows of a panel, each told as soon as it is there.
fn measured(panel: &Panel, args: &ValidateArgs) -> Vec<FigureRow> {
    let runs =
        panel.curve.iter().flat_map(|curve| (0..curve.count(args.quick)).map(move |size| (curve, size)));
    let measure = |(curve, size)| {
        let row = FigureRow::measure(panel, curve, size, args.quick, args.threads);
        if !args.json {
            crate::cli::say!("{row}");
        }
        row
    };
    runs.map(measure).collect()
}

fn reports(panel: &Panel, rows: &[FigureRow]) -> Vec<CurveReport> {
    let of_panel: Vec<&FigureRow> = rows.iter().filter(|row| row.panel == panel.id).collect();
    let report = |curve: &table::Curve| {
        let of_curve: Vec<&FigureRow> =
            of_panel.iter().copied().filter(|row| row.curve == curve.name).collect();
        CurveReport::new(panel, curve, &of_curve, &of_panel)
    };
    panel.curve.iter().map(report).collect()
}

fn draw(figure: &Figure, rows: &[FigureRow], args: &ValidateArgs) -> Result<PathBuf, Failure> {
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from("."));
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::output(format!("error: cannot create {}: {error}", folder.display())))?;
    let path = folder.join(format!("{}.svg", figure.id));
    picture::picture(figure, rows)
        .write(&path)
        .map_err(|error| Failure::output(format!("error: {error}")))?;
    Ok(path)
}

/// The table of what the curves say.
fn say_orders(figure: &Figure, curves: &[CurveReport]) {
    crate::cli::say!(
        "\nOrders, fitted where the error is above what the reference is known to: error ~ (non-zeros)^-p ~ h^q\n\n\
         {:<12} {:<18} {:>7} {:>7} {:>7} {:>13}",
        "panel",
        "curve",
        "p",
        "q",
        "points",
        "finest run"
    );
    let number = |x: Option<f64>| x.map_or("-".to_owned(), |x| format!("{x:.2}"));
    for curve in curves {
        let same = curve.differs.as_ref().map_or(String::new(), |differs| {
            format!("  differs from {} by at most {:.1e}", differs.from, differs.at_most)
        });
        let finest = curve.finest.map_or("-".to_owned(), |x| format!("{x:.6}"));
        crate::cli::say!(
            "{:<12} {:<18} {:>7} {:>7} {:>7} {finest:>13}{same}",
            curve.panel,
            curve.curve,
            number(curve.order_by_nonzeros),
            number(curve.order_by_spacing),
            curve.points
        );
    }
    crate::cli::say!("\nReferences");
    for panel in &figure.panel {
        crate::cli::say!("{:<12} known to {:.0e}: {}", panel.id, panel.within, panel.source);
    }
}

/// Names what would be run.
fn list(figure: &Figure, args: &ValidateArgs) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct PlannedRun<'a> {
        panel: &'a str,
        curve: &'a str,
        scene: &'a str,
        set: Vec<String>,
        quick: bool,
    }
    let mut runs = Vec::new();
    for panel in &figure.panel {
        for curve in &panel.curve {
            for size in 0..curve.count(args.quick) {
                let (set, quick) = (curve.case(size).set, size < curve.quick);
                runs.push(PlannedRun {
                    panel: &panel.id,
                    curve: &curve.name,
                    scene: &curve.scene,
                    set,
                    quick,
                });
            }
        }
    }
    if args.json {
        crate::cli::say!("{}", super::to_json(&runs)?);
        return Ok(());
    }
    for run in runs {
        let remark = if run.quick { "quick" } else { "" };
        crate::cli::say!(
            "{:<12} {:<18} {remark:<6} {:<24} {}",
            run.panel,
            run.curve,
            run.scene,
            run.set.join(" ")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests;
