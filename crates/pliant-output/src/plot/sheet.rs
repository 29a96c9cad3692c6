//! Several plots in one picture, in rows.

use std::fmt::Write as _;
use std::path::Path;

use super::{Picture, Plot, TITLE_SIZE, opening, shortened};
use crate::error::OutputError;
use crate::text::xml;
use crate::write::write_whole;

/// Room for the title above the panels (px).
const TITLE_HEIGHT: f64 = 40.0;
/// Mean width of a letter of the title relative to its size.
const LETTER_WIDTH: f64 = 0.6;

/// A picture of several plots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Above all of them.
    pub title: String,
    /// The plots, row by row.
    pub panels: Vec<Plot>,
    /// How many stand side by side; at least one.
    pub columns: usize,
}

impl Sheet {
    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        let columns = self.columns.clamp(1, self.panels.len().max(1));
        let pictures: Vec<Picture<'_>> = self.panels.iter().map(Picture::new).collect();
        let widest = |column: usize| {
            let in_column = self.panels.iter().skip(column).step_by(columns);
            in_column.map(|plot| plot.width).fold(0.0, f64::max)
        };
        let widths: Vec<f64> = (0..columns).map(widest).collect();
        let heights: Vec<f64> =
            pictures.chunks(columns).map(|row| row.iter().map(|p| p.height).fold(0.0, f64::max)).collect();
        let width = widths.iter().sum::<f64>().max(200.0);
        let height = TITLE_HEIGHT + heights.iter().sum::<f64>();
        let names: Vec<&str> = self.panels.iter().map(|plot| plot.title.as_str()).collect();
        let mut svg = opening((width, height), &self.title, &names.join("; "));
        let room = (width - 20.0) / (TITLE_SIZE * LETTER_WIDTH);
        let _ = writeln!(
            svg,
            "<text x=\"{:.2}\" y=\"28\" text-anchor=\"middle\" font-size=\"{TITLE_SIZE}\" font-weight=\"bold\">{}</text>",
            width / 2.0,
            xml(&shortened(&self.title, room as usize))
        );
        for (index, picture) in pictures.into_iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let x = widths[..column].iter().sum::<f64>();
            let y = TITLE_HEIGHT + heights[..row].iter().sum::<f64>();
            let (width, height) = (picture.plot.width, picture.height);
            let _ = writeln!(
                svg,
                "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
            );
            svg.push_str(&picture.content());
            svg.push_str("</svg>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Writes the picture, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        write_whole(path, |out| out.write_all(self.to_svg().as_bytes()))
    }
}
