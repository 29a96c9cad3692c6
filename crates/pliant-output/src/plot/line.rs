//! A line as SVG path data: thinned to the pixels, broken where values are missing.

use std::fmt::Write as _;

type Point = (f64, f64);

/// SVG path data of a line through the points (px); `None` breaks it. Of the points that follow each other in one
/// column of pixels the first, the lowest, the highest and the last are kept.
pub(super) fn path(points: impl Iterator<Item = Option<Point>>) -> String {
    let mut pen = Pen::default();
    for point in points {
        match point {
            Some(point) => pen.add(point),
            None => pen.lift(),
        }
    }
    pen.lift();
    pen.path
}

#[derive(Default)]
struct Pen {
    path: String,
    is_down: bool,
    column: Vec<Point>,
}

impl Pen {
    fn add(&mut self, point: Point) {
        if self.column.first().is_some_and(|first| first.0.floor() != point.0.floor()) {
            self.finish_column();
        }
        self.column.push(point);
    }

    fn lift(&mut self) {
        let is_lonely = !self.is_down && self.column.len() == 1;
        self.finish_column();
        if is_lonely {
            // A single point between gaps: a dot.
            self.path.push_str("h0.01");
        }
        self.is_down = false;
    }

    fn finish_column(&mut self) {
        let column = std::mem::take(&mut self.column);
        if column.is_empty() {
            return;
        }
        let last = column.len() - 1;
        let by_height = |&a: &usize, &b: &usize| column[a].1.total_cmp(&column[b].1);
        let lowest = (0..=last).min_by(by_height).unwrap_or(0);
        let highest = (0..=last).max_by(by_height).unwrap_or(0);
        let mut kept = [0, lowest, highest, last];
        kept.sort_unstable();
        for (i, &index) in kept.iter().enumerate() {
            if i == 0 || kept[i - 1] != index {
                self.draw_to(column[index]);
            }
        }
    }

    fn draw_to(&mut self, (x, y): Point) {
        let command = if self.is_down { 'L' } else { 'M' };
        let _ = write!(self.path, "{command}{x:.2} {y:.2}");
        self.is_down = true;
    }
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn gaps_break_the_line_and_single_points_become_dots() {
        let points = [Some((0.0, 0.0)), Some((10.0, 5.0)), None, Some((20.0, 1.0)), None, None];
        assert_eq!(path(points.into_iter()), "M0.00 0.00L10.00 5.00M20.00 1.00h0.01");
        assert_eq!(path([None].into_iter()), "");
    }

    #[test]
    fn a_crowded_column_keeps_its_extremes() {
        let points = (0..1000).map(|i| Some((3.0 + f64::from(i) * 1e-4, if i == 400 { 9.0 } else { 1.0 })));
        assert_eq!(path(points), "M3.00 1.00L3.04 9.00L3.10 1.00");
    }
}
