//! Words around the picture: title, caption, and the colour bar with its ticks.

use crate::colour::bytes_of_screen;
use crate::image::Image;
use crate::lens::Insets;
use crate::picture::{ColourScale, Picture, View};
use crate::text;
use crate::ticks::Axis;

/// Pictures smaller than this (pixels) carry no words.
const LEAST: (usize, usize) = (160, 90);

/// Ticks the colour bar has room for.
const TICKS: usize = 6;

/// Numbers at ticks stand at least this many times their size apart.
const LINE_HEIGHT: f64 = 1.5;

/// Titles do not become smaller than this to make room for the legend.
const LEAST_SHRINK: f64 = 0.7;

/// Sizes of words and bars on a picture (pixels).
struct Sizes {
    title: f64,
    words: f64,
    margin: f64,
    bar_width: f64,
    gap: f64,
    thickness: f64,
}

impl Sizes {
    fn of(width: usize, height: usize) -> Self {
        // Words shrink less than the picture: they must stay legible.
        let scale = (width as f64 / 1280.0).min(height as f64 / 720.0).powf(0.75).max(0.5);
        Self {
            title: 17.0 * scale,
            words: 13.0 * scale,
            margin: 30.0 * scale,
            bar_width: 18.0 * scale,
            gap: 9.0 * scale,
            thickness: scale.max(1.0),
        }
    }

    /// Base line of the top row of words.
    fn top_line(&self) -> f64 {
        self.margin + self.title
    }
}

/// What words and legend need at the sides of a picture.
pub(crate) fn insets(picture: &Picture, view: &View) -> Insets {
    if !has_room(view.width, view.height) {
        return Insets::default();
    }
    let sizes = Sizes::of(view.width, view.height);
    let bar = picture.scale.as_ref().map_or(0.0, |scale| Bar::of(scale, &sizes).width(&sizes));
    Insets {
        left: 0.0,
        right: bar,
        top: if picture.title.is_empty() && picture.scale.is_none() { 0.0 } else { 1.2 * sizes.title },
        bottom: if picture.caption.is_empty() { 0.0 } else { 1.2 * sizes.words },
    }
}

/// Writes title, caption and legend on a picture.
pub(crate) fn draw_words(image: &mut Image, picture: &Picture, view: &View) {
    if !has_room(image.width, image.height) {
        return;
    }
    let sizes = Sizes::of(image.width, image.height);
    let ink = bytes_of_screen(view.background.text);
    draw_title(image, picture, &sizes, ink);
    let bottom_line = image.height as f64 - sizes.margin;
    text::draw(image, picture.caption, (sizes.margin, bottom_line), sizes.words, ink);
    if let Some(scale) = &picture.scale {
        Bar::of(scale, &sizes).draw(image, scale, &sizes, ink);
    }
}

/// The title: smaller where the legend's label would touch it, and below the label where that does not help.
fn draw_title(image: &mut Image, picture: &Picture, sizes: &Sizes, ink: [u8; 3]) {
    let whole = image.width as f64 - 2.0 * sizes.margin;
    let label = picture.scale.as_ref().map_or(0.0, |scale| {
        text::width(&Bar::of(scale, sizes).axis.label(&scale.label), sizes.words) + 2.0 * sizes.margin
    });
    let wanted = text::width(picture.title, sizes.title).max(1e-9);
    let beside = ((whole - label) / wanted).min(1.0);
    let (share, line) = if beside >= LEAST_SHRINK {
        (beside, sizes.top_line())
    } else {
        ((whole / wanted).min(1.0), sizes.top_line() + 2.2 * sizes.words)
    };
    text::draw(image, picture.title, (sizes.margin, line), sizes.title * share, ink);
}

fn has_room(width: usize, height: usize) -> bool {
    width >= LEAST.0 && height >= LEAST.1
}

/// The colour bar with its words.
struct Bar {
    axis: Axis,
    numbers_width: f64,
}

impl Bar {
    fn of(scale: &ColourScale, sizes: &Sizes) -> Self {
        let axis = Axis::new(scale.min, scale.max, &scale.unit, TICKS);
        let widths = axis.ticks.iter().map(|tick| text::width(&tick.words, sizes.words));
        Self { numbers_width: widths.fold(0.0, f64::max), axis }
    }

    fn width(&self, sizes: &Sizes) -> f64 {
        sizes.bar_width + sizes.gap + self.numbers_width
    }

    fn draw(&self, image: &mut Image, scale: &ColourScale, sizes: &Sizes, ink: [u8; 3]) {
        let right = image.width as f64 - sizes.margin;
        let left = (right - self.width(sizes)).round();
        let top = (sizes.top_line() + 2.0 * sizes.words).round();
        let bottom = (0.72 * image.height as f64).max(top + 20.0).round();
        self.draw_colours(image, scale, (left, top), (left + sizes.bar_width.round(), bottom), ink);
        let fractions: Vec<f64> = self.axis.ticks.iter().map(|tick| tick.fraction).collect();
        let shown = apart(&fractions, LINE_HEIGHT * sizes.words / (bottom - top));
        for tick in &self.axis.ticks {
            let y = bottom - (bottom - top) * tick.fraction;
            let numbers_left = left + sizes.bar_width + sizes.gap;
            let mark_left = left + sizes.bar_width.round();
            level_line(image, mark_left, mark_left + 0.5 * sizes.gap, y, sizes.thickness, ink);
            if shown.contains(&tick.fraction) {
                let line = (numbers_left, y + 0.5 * sizes.words);
                text::draw(image, &tick.words, line, sizes.words, ink);
            }
        }
        let label = self.axis.label(&scale.label);
        let start = (right - text::width(&label, sizes.words)).max(sizes.margin);
        text::draw(image, &label, (start, sizes.top_line()), sizes.words, ink);
        let small = 0.8 * sizes.words;
        let start = (right - text::width(&scale.note, small)).max(sizes.margin);
        text::draw(image, &scale.note, (start, bottom + 2.4 * small), small, ink);
    }

    fn draw_colours(
        &self,
        image: &mut Image,
        scale: &ColourScale,
        (left, top): (f64, f64),
        (right, bottom): (f64, f64),
        ink: [u8; 3],
    ) {
        for y in top as i64 - 1..=bottom as i64 {
            let fraction = (bottom - y as f64 - 0.5) / (bottom - top);
            let colour = scale.map.screen_colour(fraction);
            for x in left as i64 - 1..=right as i64 {
                let border = x < left as i64 || x == right as i64 || y < top as i64 || y == bottom as i64;
                if border { image.blend(x, y, ink, 0.55) } else { image.blend(x, y, colour, 1.0) }
            }
        }
    }
}

/// Those of the ascending places that keep a distance: the last and the first if they can both be had, and between
/// them what does not touch the ones before.
fn apart(places: &[f64], distance: f64) -> Vec<f64> {
    let [first, .., last] = places else { return places.to_vec() };
    if last - first < distance {
        return vec![*last];
    }
    let mut kept = vec![*first];
    for &place in &places[1..places.len() - 1] {
        if place - kept[kept.len() - 1] >= distance && last - place >= distance {
            kept.push(place);
        }
    }
    kept.push(*last);
    kept
}

/// A level line with soft ends, any thickness (pixels).
fn level_line(image: &mut Image, left: f64, right: f64, y: f64, thickness: f64, ink: [u8; 3]) {
    let (top, bottom) = (y - 0.5 * thickness, y + 0.5 * thickness);
    for row in top.floor() as i64..bottom.ceil() as i64 {
        let cover = (bottom.min(row as f64 + 1.0) - top.max(row as f64)).clamp(0.0, 1.0);
        for column in left.round() as i64..right.round() as i64 {
            image.blend(column, row, ink, cover);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_would_touch_are_left_out() {
        let places = [0.0, 0.25, 0.5, 0.75, 1.0];
        assert_eq!(apart(&places, 0.1), places);
        assert_eq!(apart(&places, 0.3), [0.0, 0.5, 1.0]);
        assert_eq!(apart(&places, 0.6), [0.0, 1.0]);
        assert_eq!(apart(&places, 1.5), [1.0]);
        assert_eq!(apart(&[0.5], 2.0), [0.5]);
    }
}
