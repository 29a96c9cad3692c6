//! Line plots over time as SVG pictures: axes with round ticks, units, title, legend.
//!
//! The same data gives the same bytes. Long series are thinned to what a picture can show, extremes kept; values
//! that are not finite leave a gap.

mod line;
mod ticks;

use std::fmt::Write as _;
use std::path::Path;

use crate::error::OutputError;
use crate::table::Table;
use crate::text::xml;
use crate::write::write_whole;
use ticks::Axis;

/// Colours that people with colour blindness can tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Lines that share a colour differ by their dashes.
const DASHES: [&str; 3] = ["", "6 3", "2 2"];

/// Values beyond this are left out: their differences would overflow.
const LARGEST: f64 = 1e300;

/// Mean width of a letter relative to the size of the font.
const LETTER_WIDTH: f64 = 0.56;

const TITLE_SIZE: f64 = 16.0;
const TEXT_SIZE: f64 = 12.0;
const LEGEND_LINE: f64 = 18.0;
const LEGEND_SAMPLE: f64 = 26.0;
const LONGEST_LEGEND_NAME: usize = 28;

/// A named line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Places along the horizontal axis.
    pub x: Vec<f64>,
    /// Values, one a place.
    pub y: Vec<f64>,
}

/// A picture with lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Above the picture.
    pub title: String,
    /// What is along the horizontal axis.
    pub x_label: String,
    /// Its unit; may be empty.
    pub x_unit: String,
    /// What is along the vertical axis.
    pub y_label: String,
    /// Its unit; may be empty.
    pub y_unit: String,
    /// The lines.
    pub series: Vec<Series>,
    /// Width of the picture (px).
    pub width: f64,
    /// Height of the picture (px); grows when the legend needs more.
    pub height: f64,
}

impl Default for Plot {
    fn default() -> Self {
        Self {
            title: String::new(),
            x_label: "time".into(),
            x_unit: "s".into(),
            y_label: String::new(),
            y_unit: String::new(),
            series: Vec::new(),
            width: 760.0,
            height: 420.0,
        }
    }
}

impl Plot {
    /// A plot of some columns of a table over its first column, time.
    pub fn of_columns(title: &str, table: &Table, columns: &[&str], unit: &str) -> Result<Self, OutputError> {
        let time = table.columns.first().map_or(&[][..], Vec::as_slice);
        let mut plot = Plot { title: title.into(), y_unit: unit.into(), ..Plot::default() };
        for &name in columns {
            let y = table.column(name)?.to_vec();
            plot.series.push(Series { name: name.into(), x: time.to_vec(), y });
        }
        if let [only] = columns {
            plot.y_label = (*only).into();
        }
        Ok(plot)
    }

    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        Picture::new(self).draw()
    }

    /// Writes the picture, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), OutputError> {
        write_whole(path, |out| out.write_all(self.to_svg().as_bytes()))
    }

    fn has_legend(&self) -> bool {
        self.series.len() > 1 || self.series.first().is_some_and(|only| only.name != self.y_label)
    }
}

/// The points of a line that can be drawn; the others are `None`.
fn drawable(series: &Series) -> impl Iterator<Item = Option<(f64, f64)>> {
    let is_fine = |value: f64| value.abs() <= LARGEST;
    series.x.iter().zip(&series.y).map(move |(&x, &y)| (is_fine(x) && is_fine(y)).then_some((x, y)))
}

/// A plot being drawn.
struct Picture<'a> {
    plot: &'a Plot,
    x: Axis,
    y: Axis,
    is_empty: bool,
    /// The rectangle of the axes (px).
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    height: f64,
    svg: String,
}

impl<'a> Picture<'a> {
    fn new(plot: &'a Plot) -> Self {
        let points: Vec<(f64, f64)> = plot.series.iter().flat_map(drawable).flatten().collect();
        let legend_width = if plot.has_legend() { legend_width(plot) } else { 0.0 };
        let needed = 80.0 + LEGEND_LINE * plot.series.len() as f64;
        let height = if plot.has_legend() { plot.height.max(needed) } else { plot.height };
        let top = if plot.title.is_empty() { 20.0 } else { 44.0 };
        let (left, right) = (84.0, (plot.width - 20.0 - legend_width).max(184.0));
        let bottom = (height - 54.0).max(top + 60.0);
        let steps = |length: f64, each: f64| (length / each).max(2.0) as usize;
        Self {
            plot,
            x: Axis::exact(points.iter().map(|p| p.0), steps(right - left, 60.0)),
            y: Axis::padded(points.iter().map(|p| p.1), steps(bottom - top, 40.0)),
            is_empty: points.is_empty(),
            left,
            right,
            top,
            bottom,
            height,
            svg: String::new(),
        }
    }

    fn draw(mut self) -> String {
        self.open();
        self.ticks();
        self.labels();
        self.lines();
        if self.plot.has_legend() {
            self.legend();
        }
        self.svg.push_str("</svg>\n");
        self.svg
    }

    fn open(&mut self) {
        let (width, height) = (self.plot.width, self.height);
        let (title, description) = (xml(&self.plot.title), self.description());
        let _ = write!(
            self.svg,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"{TEXT_SIZE}\" fill=\"#222222\">\n\
             <title>{title}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
            xml(&description)
        );
    }

    /// What the picture shows, for those who cannot see it.
    fn description(&self) -> String {
        let names: Vec<&str> = self.plot.series.iter().map(|series| series.name.as_str()).collect();
        format!("{} over {}", names.join(", "), self.plot.x_label)
    }

    fn px(&self, x: f64) -> f64 {
        self.left + self.x.fraction(x) * (self.right - self.left)
    }

    fn py(&self, y: f64) -> f64 {
        self.bottom - self.y.fraction(y) * (self.bottom - self.top)
    }

    fn ticks(&mut self) {
        let (left, right, top, bottom) = (self.left, self.right, self.top, self.bottom);
        self.svg.push_str("<g stroke=\"#dddddd\">\n");
        let xs: Vec<(f64, String)> = self.x.ticks().map(|(at, label)| (self.px(at), label)).collect();
        let ys: Vec<(f64, String)> = self.y.ticks().map(|(at, label)| (self.py(at), label)).collect();
        for (x, _) in &xs {
            let _ = writeln!(self.svg, "<path d=\"M{x:.2} {top}V{bottom}\"/>");
        }
        for (y, _) in &ys {
            let _ = writeln!(self.svg, "<path d=\"M{left} {y:.2}H{right}\"/>");
        }
        self.svg.push_str("</g>\n");
        for (x, label) in &xs {
            self.text((*x, bottom + 18.0), "middle", TEXT_SIZE, label);
        }
        for (y, label) in &ys {
            self.text((left - 8.0, y + 4.0), "end", TEXT_SIZE, label);
        }
        let _ = writeln!(
            self.svg,
            "<path d=\"M{left} {top}V{bottom}H{right}\" fill=\"none\" stroke=\"#222222\"/>"
        );
    }

    fn labels(&mut self) {
        let plot = self.plot;
        let middle = (self.left + self.right) / 2.0;
        if !plot.title.is_empty() {
            let room = (plot.width - 20.0) / (TITLE_SIZE * LETTER_WIDTH);
            self.text((plot.width / 2.0, 26.0), "middle", TITLE_SIZE, &shortened(&plot.title, room as usize));
        }
        let x_label = axis_label(&plot.x_label, &plot.x_unit, self.x.exponent());
        self.text((middle, self.bottom + 40.0), "middle", TEXT_SIZE, &x_label);
        let y_label = axis_label(&plot.y_label, &plot.y_unit, self.y.exponent());
        let room = (self.bottom - self.top) / (TEXT_SIZE * LETTER_WIDTH);
        let y_middle = (self.top + self.bottom) / 2.0;
        let _ = writeln!(
            self.svg,
            "<text transform=\"translate(20 {y_middle:.2}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            xml(&shortened(&y_label, room as usize))
        );
        if self.is_empty {
            self.text((middle, y_middle), "middle", TEXT_SIZE, "no data");
        }
    }

    fn text(&mut self, (x, y): (f64, f64), anchor: &str, size: f64, text: &str) {
        let size = if size == TEXT_SIZE { String::new() } else { format!(" font-size=\"{size}\"") };
        let text = xml(text);
        let _ = writeln!(
            self.svg,
            "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\"{size}>{text}</text>"
        );
    }

    fn lines(&mut self) {
        for (index, series) in self.plot.series.iter().enumerate() {
            let points = drawable(series).map(|point| point.map(|(x, y)| (self.px(x), self.py(y))));
            let path = line::path(points);
            if !path.is_empty() {
                let style = style(index);
                let _ = writeln!(self.svg, "<path d=\"{path}\" {style}/>");
            }
        }
    }

    fn legend(&mut self) {
        let x = self.right + 16.0;
        for (index, series) in self.plot.series.iter().enumerate() {
            let y = self.top + 8.0 + LEGEND_LINE * index as f64;
            let style = style(index);
            let _ = writeln!(self.svg, "<path d=\"M{x:.2} {y:.2}h{LEGEND_SAMPLE}\" {style}/>");
            let name = shortened(&series.name, LONGEST_LEGEND_NAME);
            self.text((x + LEGEND_SAMPLE + 6.0, y + 4.0), "start", TEXT_SIZE, &name);
        }
    }
}

fn style(index: usize) -> String {
    let colour = COLOURS[index % COLOURS.len()];
    let dashes = DASHES[(index / COLOURS.len()) % DASHES.len()];
    let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"{dashes}")
}

fn legend_width(plot: &Plot) -> f64 {
    let letters = plot.series.iter().map(|series| series.name.chars().count()).max().unwrap_or(0);
    let letters = letters.min(LONGEST_LEGEND_NAME) as f64;
    16.0 + LEGEND_SAMPLE + 6.0 + letters * TEXT_SIZE * LETTER_WIDTH
}

/// `stress [10⁶ Pa]`.
fn axis_label(label: &str, unit: &str, exponent: i32) -> String {
    let factor = if exponent == 0 { String::new() } else { format!("10{}", superscript(exponent)) };
    let scale = format!("{factor} {unit}");
    match (label, scale.trim()) {
        (label, "") => label.into(),
        ("", scale) => format!("[{scale}]"),
        (label, scale) => format!("{label} [{scale}]"),
    }
}

fn superscript(number: i32) -> String {
    let digit = |c| match c {
        '-' => '⁻',
        c => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][c as usize - '0' as usize],
    };
    number.to_string().chars().map(digit).collect()
}

/// The text, cut to so many letters if need be.
fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.into();
    }
    let mut short: String = text.chars().take(letters.saturating_sub(1)).collect();
    short.push('…');
    short
}
