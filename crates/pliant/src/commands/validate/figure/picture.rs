//! The picture of a figure: for each panel values beside their reference, and errors, both over the number of non-zeros.

use super::row::FigureRow;
use super::table::{Curve, Figure, Panel};
use pliant_output::plot::{Plot, Scale, Series, Sheet};

/// Width of a plot without a legend, and with one (px).
const WIDTHS: [f64; 2] = [470.0, 640.0];

/// Height of a plot (px).
const HEIGHT: f64 = 360.0;

/// What is along the horizontal axes.
const ALONG: &str = "non-zeros of the stiffness matrix";

/// Draws the rows of a figure.
pub fn picture(figure: &Figure, rows: &[FigureRow]) -> Sheet {
    let plots = figure.panel.iter().flat_map(|panel| {
        let rows: Vec<&FigureRow> = rows.iter().filter(|row| row.panel == panel.id).collect();
        [values(panel, &rows), errors(panel, &rows)]
    });
    Sheet { title: figure.title.clone(), panels: plots.collect(), columns: 2 }
}

fn values(panel: &Panel, rows: &[&FigureRow]) -> Plot {
    let of = |row: &FigureRow| row.over_reference;
    Plot {
        title: panel.title.clone(),
        y_label: "value over reference".to_owned(),
        series: lines(panel, rows, of, ("reference", 1.0)),
        width: WIDTHS[0],
        hides_legend: true,
        ..blank()
    }
}

fn errors(panel: &Panel, rows: &[&FigureRow]) -> Plot {
    Plot {
        title: format!("{}: error", panel.title),
        y_label: "relative error".to_owned(),
        series: lines(panel, rows, |row| row.error, ("accuracy of the reference", panel.within)),
        width: WIDTHS[1],
        y_scale: Scale::Logarithmic,
        ..blank()
    }
}

fn blank() -> Plot {
    Plot {
        x_label: ALONG.to_owned(),
        x_unit: String::new(),
        x_scale: Scale::Logarithmic,
        height: HEIGHT,
        dots: true,
        ..Plot::default()
    }
}

/// A line a curve, and a level one for what they are held against.
fn lines(
    panel: &Panel,
    rows: &[&FigureRow],
    of: impl Fn(&FigureRow) -> Option<f64>,
    level: (&str, f64),
) -> Vec<Series> {
    let point = |row: &&&FigureRow| Some((row.nonzeros? as f64, of(row)?));
    let line = |curve: &Curve| {
        let of_curve = rows.iter().filter(|row| row.curve == curve.name);
        let (x, y) = of_curve.filter_map(|row| point(&row)).unzip();
        Series { name: curve.name.clone(), x, y, is_reference: false }
    };
    let mut lines: Vec<Series> = panel.curve.iter().map(line).collect();
    let everywhere = || rows.iter().filter_map(|row| row.nonzeros).map(|n| n as f64);
    let ends = [everywhere().fold(f64::INFINITY, f64::min), everywhere().fold(0.0, f64::max)];
    lines.push(Series {
        name: level.0.to_owned(),
        x: ends.to_vec(),
        y: vec![level.1; 2],
        is_reference: true,
    });
    lines
}
