//! Words on a picture, without any font file: letters are strokes of round pens, so they are sharp at every size.

mod glyphs;

use crate::image::Image;

/// Height of a capital, of the gap between letters, and width of the pen, in units of the letters' grid.
const CAPITAL: f64 = 9.0;
const GAP: f64 = 2.9;
const PEN: f64 = 1.25;

/// Lowest line of the grid below the base line.
const DESCENT: f64 = 3.0;

/// Pieces a curve is drawn with.
const CURVE_PIECES: usize = 6;

/// Letters this long are plenty; longer words are cut.
const LONGEST: usize = 200;

type Segment = [(f64, f64); 2];

/// A letter in its place: pieces of strokes (grid units, y upwards from the base line) and how far the next one is.
struct Letter {
    segments: Vec<Segment>,
    advance: f64,
}

/// Width of words whose capitals are `size` high (pixels).
pub(crate) fn width(words: &str, size: f64) -> f64 {
    let letters: f64 = words.chars().take(LONGEST).map(|c| letter(c).advance).sum();
    ((letters - GAP).max(0.0) + PEN) * size / CAPITAL
}

/// Writes words from the left end of their base line (pixels).
pub(crate) fn draw(image: &mut Image, words: &str, (x, y): (f64, f64), size: f64, colour: [u8; 3]) {
    let unit = size / CAPITAL;
    let mut left = x + 0.5 * PEN * unit;
    for character in words.chars().take(LONGEST) {
        let letter = letter(character);
        let place = |(u, v): (f64, f64)| (left + u * unit, y - v * unit);
        let segments: Vec<Segment> = letter.segments.iter().map(|s| s.map(place)).collect();
        // Thin pens fade on small letters: keep a full pixel.
        draw_letter(image, &segments, 0.5 * (PEN * unit).max(1.0), colour);
        left += letter.advance * unit;
    }
}

/// True if a character has strokes of its own.
#[cfg(test)]
pub(crate) fn is_drawn(character: char) -> bool {
    !letter(character).segments.is_empty() && glyphs::strokes(character).is_some()
}

fn draw_letter(image: &mut Image, segments: &[Segment], pen: f64, colour: [u8; 3]) {
    let corners = || segments.iter().flatten();
    let reach = |pick: fn(&(f64, f64)) -> f64| {
        let low = corners().map(pick).fold(f64::INFINITY, f64::min) - pen - 1.0;
        let high = corners().map(pick).fold(f64::NEG_INFINITY, f64::max) + pen + 1.0;
        (low.floor() as i64, high.ceil() as i64)
    };
    let ((left, right), (top, bottom)) = (reach(|c| c.0), reach(|c| c.1));
    for y in top.max(0)..bottom.min(image.height as i64) {
        for x in left.max(0)..right.min(image.width as i64) {
            let (px, py) = (x as f64 + 0.5, y as f64 + 0.5);
            let nearest = segments.iter().map(|s| squared_distance(s, px, py)).fold(f64::INFINITY, f64::min);
            let cover = pen + 0.5 - nearest.sqrt();
            if cover > 0.0 {
                image.blend(x, y, colour, cover.min(1.0));
            }
        }
    }
}

fn squared_distance([from, to]: &Segment, x: f64, y: f64) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = ((x - from.0) * dx + (y - from.1) * dy) / length.max(1e-12);
    let share = along.clamp(0.0, 1.0);
    let (ex, ey) = (x - from.0 - share * dx, y - from.1 - share * dy);
    ex * ex + ey * ey
}

fn letter(character: char) -> Letter {
    if let Some(base) = raised(character) {
        let full = letter(base);
        let shrink = |(u, v): (f64, f64)| (0.62 * u, 0.62 * v + 0.46 * CAPITAL);
        let segments = full.segments.iter().map(|s| s.map(shrink)).collect();
        return Letter { segments, advance: 0.62 * (full.advance - GAP) + 0.8 * GAP };
    }
    let segments = segments_of(glyphs::strokes(character).unwrap_or(glyphs::UNKNOWN));
    let right = segments.iter().flatten().map(|corner| corner.0).fold(0.0, f64::max);
    let tabular = if character.is_ascii_digit() { 6.0 } else { right };
    Letter { advance: if character == ' ' { 4.5 } else { tabular + GAP }, segments }
}

/// The character a superscript is a small, raised form of.
fn raised(character: char) -> Option<char> {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if character == '⁻' {
        return Some('-');
    }
    let digit = RAISED.iter().position(|c| *c == character)?;
    char::from_digit(digit as u32, 10)
}

/// Straight pieces of all strokes of a glyph.
fn segments_of(strokes: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    for stroke in strokes.split_whitespace() {
        let mut pen: Option<(f64, f64)> = None;
        let mut pull: Option<(f64, f64)> = None;
        for (point, is_pull) in points_of(stroke) {
            match (pen, is_pull) {
                (_, true) => pull = Some(point),
                (None, false) => pen = Some(point),
                (Some(from), false) => {
                    match pull.take() {
                        Some(pull) => add_curve(&mut segments, from, pull, point),
                        None => segments.push([from, point]),
                    }
                    pen = Some(point);
                }
            }
        }
        if let (Some(dot), 2) = (pen, stroke.len()) {
            segments.push([dot, dot]);
        }
    }
    segments
}

/// Points of a stroke, base line at 0, and whether they pull a curve.
fn points_of(stroke: &str) -> Vec<((f64, f64), bool)> {
    let mut points = Vec::new();
    let mut is_pull = false;
    let mut column = None;
    for digit in stroke.chars() {
        match (digit.to_digit(16), column) {
            (None, _) => is_pull = true,
            (Some(x), None) => column = Some(f64::from(x)),
            (Some(y), Some(x)) => {
                points.push(((x, f64::from(y) - DESCENT), is_pull));
                (is_pull, column) = (false, None);
            }
        }
    }
    points
}

fn add_curve(segments: &mut Vec<Segment>, from: (f64, f64), pull: (f64, f64), to: (f64, f64)) {
    let at = |piece: usize| {
        let t = piece as f64 / CURVE_PIECES as f64;
        let mix = |a: f64, b: f64, c: f64| a * (1.0 - t) * (1.0 - t) + b * 2.0 * t * (1.0 - t) + c * t * t;
        (mix(from.0, pull.0, to.0), mix(from.1, pull.1, to.1))
    };
    segments.extend((0..CURVE_PIECES).map(|piece| [at(piece), at(piece + 1)]));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_has_strokes() {
        let missing: String = (' '..='~').filter(|c| *c != ' ' && !is_drawn(*c)).collect();
        assert_eq!(missing, "");
    }

    #[test]
    fn characters_differ_from_each_other() {
        let printable: Vec<char> = ('!'..='~').collect();
        for (index, first) in printable.iter().enumerate() {
            for second in &printable[index + 1..] {
                assert_ne!(glyphs::strokes(*first), glyphs::strokes(*second), "{first} and {second}");
            }
        }
    }

    #[test]
    fn digits_are_equally_wide_so_that_columns_of_numbers_line_up() {
        assert!(('0'..='9').all(|digit| width(&digit.to_string(), 20.0) == width("0", 20.0)));
        assert!(width("12", 20.0) > width("1", 20.0));
        assert!(width("m²", 20.0) < width("m2", 20.0));
    }

    #[test]
    fn words_leave_ink_inside_their_width_only() {
        let mut image = Image::filled(120, 40, [255; 3]);
        draw(&mut image, "Hg", (10.0, 25.0), 16.0, [0; 3]);
        let inked: Vec<usize> = (0..120 * 40).filter(|i| image.rgb8[3 * i] < 128).map(|i| i % 120).collect();
        let (first, last) =
            (inked.iter().min().copied().unwrap_or(0), inked.iter().max().copied().unwrap_or(0));
        assert!(first >= 10 && (last as f64) <= 10.0 + width("Hg", 16.0), "{first} to {last}");
        assert!(inked.len() > 60);
    }
}
