//! How the time of a step grows with the size of what is stepped.

use super::child::{Job, Measured, Workshop};
use crate::cli::Failure;
use pliant_output::plot::{Plot, Series};

/// Runs of each scene; the minimum counts.
pub const REPEATS: usize = 4;
/// Explicit steps of a run at least: looking for the stable step, once in 512, takes as long as some thirty of them.
pub const FEWEST_STEPS: f64 = 400.0;

/// Runs a job several times.
pub fn repeat(workshop: &Workshop, job: &Job<'_>, repeats: usize) -> Result<Vec<Measured>, Failure> {
    (0..repeats).map(|_| workshop.run(job)).collect()
}

/// The least of a number over several runs.
pub fn least_of(runs: &[Measured], f: impl Fn(&Measured) -> f64) -> f64 {
    runs.iter().map(f).fold(f64::INFINITY, f64::min)
}

/// A line by least squares.
pub struct Line {
    /// Where it is at zero.
    pub start: f64,
    /// How much it rises by one.
    pub slope: f64,
    /// How much of the scatter it explains.
    pub r_squared: f64,
}

impl Line {
    /// Through points.
    pub fn through(x: &[f64], y: &[f64]) -> Self {
        let n = x.len() as f64;
        let mean = |v: &[f64]| v.iter().sum::<f64>() / n;
        let (mx, my) = (mean(x), mean(y));
        let xy: f64 = x.iter().zip(y).map(|(x, y)| (x - mx) * (y - my)).sum();
        let xx: f64 = x.iter().map(|x| (x - mx) * (x - mx)).sum();
        let yy: f64 = y.iter().map(|y| (y - my) * (y - my)).sum();
        Self { slope: xy / xx, start: my - mx * xy / xx, r_squared: xy * xy / (xx * yy) }
    }

    /// Milliseconds of a step over what it is for, and the line through them.
    pub fn plot(&self, title: &str, label: &str, x: Vec<f64>, y: Vec<f64>) -> Plot {
        let fitted = x.iter().map(|x| self.start + self.slope * x).collect();
        let series = vec![
            Series { name: "measured".into(), x: x.clone(), y, ..Series::default() },
            Series { name: format!("line, R2 = {:.4}", self.r_squared), x, y: fitted, is_reference: true },
        ];
        Plot {
            title: title.into(),
            x_label: label.into(),
            x_unit: String::new(),
            y_label: "processor time of a step".into(),
            y_unit: "ms".into(),
            dots: true,
            series,
            ..Plot::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn a_line_is_found_and_scatter_is_told() {
        let line = Line::through(&[1.0, 2.0, 4.0], &[3.0, 5.0, 9.0]);
        assert!((line.slope - 2.0).abs() < 1e-12 && (line.start - 1.0).abs() < 1e-12);
        assert!((line.r_squared - 1.0).abs() < 1e-12);
        assert!(Line::through(&[1.0, 2.0, 3.0, 4.0], &[1.0, 4.0, 9.0, 16.0]).r_squared < 0.985);
    }
}
