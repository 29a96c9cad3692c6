//! Line plots as SVG pictures: axes with round ticks, units, title, legend; several of them on a sheet.
//!
//! The same data gives the same bytes. Long series are thinned to what a picture can show, extremes kept; values
//! that are not finite leave a gap.

mod line;
mod sheet;
mod ticks;

pub use sheet::Sheet;

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

/// How a line is drawn that the others are held against.
const REFERENCE: (&str, &str) = ("#000000", "5 4");

/// Radius of the dots on lines that have them (px).
const DOT_RADIUS: f64 = 3.5;

/// Values beyond this are left out: their differences would overflow.
const LARGEST: f64 = 1e300;

/// Mean width of a letter relative to the size of the font.
const LETTER_WIDTH: f64 = 0.56;

const TITLE_SIZE: f64 = 16.0;
const TEXT_SIZE: f64 = 12.0;
const LEGEND_LINE: f64 = 18.0;
const LEGEND_SAMPLE: f64 = 26.0;
const CIRCLE_RADIUS: f64 = 3.2;
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
    /// What the other lines are held against: black and dashed, above them.
    pub is_reference: bool,
}

/// How numbers are laid out along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By their logarithms; numbers that are not above zero are left out.
    Logarithmic,
}

impl Scale {
    fn can_show(self, value: f64) -> bool {
        value.abs() <= LARGEST && (self == Self::Linear || value > ticks::SMALLEST)
    }
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
    /// Points that no line joins, as circles; each in the colour of the line of its place.
    pub points: Vec<Series>,
    /// Width of the picture (px).
    pub width: f64,
    /// Height of the picture (px); grows when the legend needs more.
    pub height: f64,
    /// Of the horizontal axis.
    pub x_scale: Scale,
    /// Of the vertical axis.
    pub y_scale: Scale,
    /// A dot at every point.
    pub dots: bool,
    /// Names no lines: another plot of the same sheet does.
    pub hides_legend: bool,
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
            points: Vec::new(),
            width: 760.0,
            height: 420.0,
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
            dots: false,
            hides_legend: false,
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
            plot.series.push(Series { name: name.into(), x: time.to_vec(), y, is_reference: false });
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
        if self.hides_legend {
            return false;
        }
        let single = self.series.len() + self.points.len() <= 1;
        !single || self.series.first().is_some_and(|only| only.name != self.y_label)
    }
}

/// The points of a line that can be drawn; the others are `None`.
fn drawable<'a>(plot: &Plot, series: &'a Series) -> impl Iterator<Item = Option<(f64, f64)>> + use<'a> {
    let (x_scale, y_scale) = (plot.x_scale, plot.y_scale);
    let is_fine = move |x: f64, y: f64| x_scale.can_show(x) && y_scale.can_show(y);
    series.x.iter().zip(&series.y).map(move |(&x, &y)| is_fine(x, y).then_some((x, y)))
}

impl Plot {
    /// Lines, then points, as the legend lists them.
    fn all(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().chain(&self.points)
    }
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
        let points: Vec<(f64, f64)> =
            plot.all().flat_map(|series| drawable(plot, series)).flatten().collect();
        let legend_width = if plot.has_legend() { legend_width(plot) } else { 0.0 };
        let needed = 80.0 + LEGEND_LINE * plot.all().count() as f64;
        let height = if plot.has_legend() { plot.height.max(needed) } else { plot.height };
        let top = if plot.title.is_empty() { 20.0 } else { 44.0 };
        let (left, right) = (84.0, (plot.width - 20.0 - legend_width).max(184.0));
        let bottom = (height - 54.0).max(top + 60.0);
        let steps = |length: f64, each: f64| (length / each).max(2.0) as usize;
        let (xs, ys) = (points.iter().map(|p| p.0), points.iter().map(|p| p.1));
        let (x_steps, y_steps) = (steps(right - left, 60.0), steps(bottom - top, 40.0));
        Self {
            plot,
            x: match plot.x_scale {
                Scale::Linear => Axis::exact(xs, x_steps),
                Scale::Logarithmic => Axis::logarithmic(xs),
            },
            y: match plot.y_scale {
                Scale::Linear => Axis::padded(ys, y_steps),
                Scale::Logarithmic => Axis::logarithmic(ys),
            },
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
        let mut svg = self.content();
        svg.push_str("</svg>\n");
        svg
    }

    /// All that is drawn, without what makes it a picture of its own.
    fn content(mut self) -> String {
        self.ticks();
        self.labels();
        self.lines();
        self.circles();
        if self.plot.has_legend() {
            self.legend();
        }
        self.svg
    }

    fn open(&mut self) {
        self.svg = opening((self.plot.width, self.height), &self.plot.title, &self.description());
    }

    /// What the picture shows, for those who cannot see it.
    fn description(&self) -> String {
        let names: Vec<&str> = self.plot.all().map(|series| series.name.as_str()).collect();
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
        let xs: Vec<(f64, String)> =
            self.x.ticks().into_iter().map(|(at, label)| (self.px(at), label)).collect();
        let ys: Vec<(f64, String)> =
            self.y.ticks().into_iter().map(|(at, label)| (self.py(at), label)).collect();
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
        let (references, others): (Vec<_>, Vec<_>) =
            styled(self.plot).partition(|(line, _)| line.is_reference);
        for (series, style) in others.into_iter().chain(references) {
            let to_picture = |(x, y)| (self.px(x), self.py(y));
            let points: Vec<_> = drawable(self.plot, series).map(|point| point.map(to_picture)).collect();
            if self.plot.dots && !series.is_reference {
                self.dots(points.iter().flatten(), &style);
            }
            let path = line::path(points.into_iter());
            if !path.is_empty() {
                let _ = writeln!(self.svg, "<path d=\"{path}\" {style}/>");
            }
        }
    }

    fn dots<'p>(&mut self, points: impl Iterator<Item = &'p (f64, f64)>, style: &Style) {
        for (x, y) in points {
            let colour = style.colour;
            let _ = writeln!(
                self.svg,
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{DOT_RADIUS}\" fill=\"{colour}\"/>"
            );
        }
    }

    fn circles(&mut self) {
        for (index, series) in self.plot.points.iter().enumerate() {
            for (x, y) in drawable(self.plot, series).flatten() {
                let at = (self.px(x), self.py(y));
                self.circle(at, index);
            }
        }
    }

    fn circle(&mut self, (x, y): (f64, f64), index: usize) {
        let colour = COLOURS[index % COLOURS.len()];
        let _ = writeln!(
            self.svg,
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{CIRCLE_RADIUS}\" fill=\"#ffffff\" fill-opacity=\"0.6\" \
             stroke=\"{colour}\" stroke-width=\"1.2\"/>"
        );
    }

    fn legend(&mut self) {
        let x = self.right + 16.0;
        let lines: Vec<Style> = styled(self.plot).map(|(_, style)| style).collect();
        for (row, series) in self.plot.all().enumerate() {
            let y = self.top + 8.0 + LEGEND_LINE * row as f64;
            match lines.get(row) {
                Some(style) => {
                    let _ = writeln!(self.svg, "<path d=\"M{x:.2} {y:.2}h{LEGEND_SAMPLE}\" {style}/>");
                }
                None => self.circle((x + 0.5 * LEGEND_SAMPLE, y), row - lines.len()),
            }
            let name = shortened(&series.name, LONGEST_LEGEND_NAME);
            self.text((x + LEGEND_SAMPLE + 6.0, y + 4.0), "start", TEXT_SIZE, &name);
        }
    }
}

/// The beginning of a picture of a width and height (px).
fn opening((width, height): (f64, f64), title: &str, description: &str) -> String {
    let (title, description) = (xml(title), xml(description));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"{TEXT_SIZE}\" fill=\"#222222\">\n\
         <title>{title}</title>\n<desc>{description}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    )
}

/// How a line looks.
struct Style {
    colour: &'static str,
    dashes: &'static str,
}

impl std::fmt::Display for Style {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let colour = self.colour;
        write!(out, "fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"")?;
        if self.dashes.is_empty() { Ok(()) } else { write!(out, " stroke-dasharray=\"{}\"", self.dashes) }
    }
}

/// The lines with their looks: colours in the order of the lines, those of references apart.
fn styled(plot: &Plot) -> impl Iterator<Item = (&Series, Style)> {
    let mut index = 0;
    plot.series.iter().map(move |series| {
        if series.is_reference {
            return (series, Style { colour: REFERENCE.0, dashes: REFERENCE.1 });
        }
        let (colour, dashes) =
            (COLOURS[index % COLOURS.len()], DASHES[(index / COLOURS.len()) % DASHES.len()]);
        index += 1;
        (series, Style { colour, dashes })
    })
}

fn legend_width(plot: &Plot) -> f64 {
    let letters = plot.all().map(|series| series.name.chars().count()).max().unwrap_or(0);
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
