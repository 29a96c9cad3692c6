//! Node positions along one axis of a box: uniform, given, or growing geometrically.

use super::{ShapeError, cells_along};

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
}

impl Axis {
    /// 0, 1 or 2.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Which end of an axis the small cells are at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GradeEnd {
    /// The end with the smallest coordinate.
    Start,
    /// The end with the largest coordinate.
    End,
    /// Both ends; the largest cells are in the middle.
    Both,
}

/// Where the cells lie along an axis.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum Grading {
    /// Cells of one size.
    #[default]
    Uniform,
    /// Node positions, measured from the start of the axis (m): ascending from 0 to the length of the axis. They
    /// replace spacing and cells on this axis.
    Positions(Vec<f64>),
    /// Cell sizes form a geometric series; the largest cell is `ratio` times the smallest.
    Ratio {
        /// Largest over smallest cell, at least 1.
        ratio: f64,
        /// Where the small cells are.
        toward: GradeEnd,
    },
}

impl Grading {
    /// The same grading for a mesh `factor` times as fine: given positions are subdivided evenly; the others depend
    /// on the number of cells only and stay as they are.
    pub fn refined(&self, factor: usize) -> Grading {
        let Grading::Positions(positions) = self else { return self.clone() };
        let factor = factor.max(1);
        let mut refined = vec![];
        for pair in positions.windows(2) {
            refined.extend((0..factor).map(|i| pair[0] + (pair[1] - pair[0]) * i as f64 / factor as f64));
        }
        refined.extend(positions.last());
        Grading::Positions(refined)
    }

    /// Cells along an axis of this length at this spacing; graded axes get the spacing in the mean.
    pub(super) fn cells(&self, length: f64, spacing: f64) -> usize {
        match self {
            Grading::Positions(positions) => positions.len().saturating_sub(1),
            _ => cells_along(length, spacing),
        }
    }

    /// Node positions from 0 to `length`.
    pub(super) fn positions(&self, length: f64, cells: usize) -> Result<Vec<f64>, ShapeError> {
        match self {
            Grading::Uniform => Ok(uniform(length, cells)),
            Grading::Positions(positions) => checked(positions, length),
            Grading::Ratio { ratio, toward } => {
                if !(*ratio >= 1.0 && ratio.is_finite()) {
                    let must = "a number of at least 1 (largest cell over smallest)";
                    return Err(ShapeError::BadValue {
                        what: "the grading ratio",
                        value: ratio.to_string(),
                        must,
                    });
                }
                Ok(geometric(length, cells, *ratio, *toward))
            }
        }
    }
}

/// Evenly spaced positions; the last one is the length itself.
pub(super) fn uniform(length: f64, cells: usize) -> Vec<f64> {
    let step = length / cells as f64;
    (0..cells).map(|i| i as f64 * step).chain([length]).collect()
}

fn checked(positions: &[f64], length: f64) -> Result<Vec<f64>, ShapeError> {
    let bad = |must| {
        Err(ShapeError::BadValue {
            what: "the list of node positions",
            value: format!("{positions:?}"),
            must,
        })
    };
    if positions.len() < 2 || !positions.iter().all(|x| x.is_finite()) {
        return bad("at least two finite lengths");
    }
    if !positions.is_sorted_by(|a, b| a < b) {
        return bad("ascending without repetition");
    }
    let close = 1e-9 * length;
    let (first, last) = (positions[0], positions[positions.len() - 1]);
    if first.abs() > close || (last - length).abs() > close {
        return bad("measured from the start of the axis: from 0 to the length of the box on this axis");
    }
    Ok(positions.to_vec())
}

fn geometric(length: f64, cells: usize, ratio: f64, toward: GradeEnd) -> Vec<f64> {
    // How many steps of growth lie between the smallest cell and cell i.
    let steps = |i: usize| match toward {
        GradeEnd::Start => i,
        GradeEnd::End => cells - 1 - i,
        GradeEnd::Both => i.min(cells - 1 - i),
    };
    let most = (0..cells).map(steps).max().unwrap_or(0);
    let growth = if most > 0 { ratio.powf(1.0 / most as f64) } else { 1.0 };
    let sizes: Vec<f64> = (0..cells).map(|i| growth.powi(steps(i) as i32)).collect();
    let scale = length / sizes.iter().sum::<f64>();
    let mut positions = vec![0.0];
    let mut sum = 0.0;
    for size in &sizes[..cells - 1] {
        sum += size;
        positions.push(sum * scale);
    }
    positions.push(length);
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(positions: &[f64]) -> Vec<f64> {
        positions.windows(2).map(|p| p[1] - p[0]).collect()
    }

    #[test]
    fn ratio_is_largest_over_smallest_at_the_named_end() {
        for (toward, small) in [(GradeEnd::Start, 0), (GradeEnd::End, 9), (GradeEnd::Both, 0)] {
            let grading = Grading::Ratio { ratio: 4.0, toward };
            let positions = grading.positions(2.0, 10).expect("valid");
            let sizes = sizes(&positions);
            assert_eq!((positions[0], positions[10]), (0.0, 2.0));
            let (min, max) =
                (sizes.iter().copied().fold(9.0, f64::min), sizes.iter().copied().fold(0.0, f64::max));
            assert!((max / min - 4.0).abs() < 1e-12);
            assert_eq!(sizes[small], min);
        }
        assert_eq!(geometric(1.0, 1, 7.0, GradeEnd::Both), [0.0, 1.0]);
    }

    #[test]
    fn bad_positions_and_ratios_are_refused() {
        for positions in
            [vec![0.0], vec![0.0, 0.5, 0.5, 1.0], vec![0.1, 1.0], vec![0.0, 0.9], vec![0.0, f64::NAN]]
        {
            assert!(Grading::Positions(positions).positions(1.0, 2).is_err());
        }
        for ratio in [0.5, f64::NAN, f64::INFINITY] {
            assert!(Grading::Ratio { ratio, toward: GradeEnd::End }.positions(1.0, 2).is_err());
        }
    }

    #[test]
    fn refinement_subdivides_given_positions() {
        let refined = Grading::Positions(vec![0.0, 1.0, 4.0]).refined(2);
        assert_eq!(refined, Grading::Positions(vec![0.0, 0.5, 1.0, 2.5, 4.0]));
        assert_eq!(Grading::Uniform.refined(3), Grading::Uniform);
    }
}
