//! How fast an error falls: straight lines through logarithms.

use super::row::FigureRow;
use super::table::{Curve, Panel};
use serde::Serialize;

/// Points a line must have to tell an order.
const LEAST_POINTS: usize = 3;

/// What a curve says as a whole.
#[derive(Debug, Serialize)]
pub struct CurveReport {
    /// Id of the panel.
    pub panel: String,
    /// Its name.
    pub curve: String,
    /// p of error ~ (non-zeros)^-p; none if too few points are above what the reference is known to.
    pub order_by_nonzeros: Option<f64>,
    /// q of error ~ h^q, where h is the distance of the unknowns.
    pub order_by_spacing: Option<f64>,
    /// Points the orders are fitted to.
    pub points: usize,
    /// How well the reference is known; errors below are not fitted to.
    pub within: f64,
    /// The value over its reference in the finest run.
    pub finest: Option<f64>,
    /// Largest relative difference from the curve it must be the same as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<Difference>,
}

/// How far two curves are apart.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// Name of the other curve.
    pub from: String,
    /// Largest relative difference of values of the same size.
    pub at_most: f64,
}

impl CurveReport {
    /// Of the rows of one curve; `all` are those of its panel.
    pub fn new(panel: &Panel, curve: &Curve, rows: &[&FigureRow], all: &[&FigureRow]) -> Self {
        let above = |row: &&&FigureRow| row.error.is_some_and(|error| error > panel.within);
        let fitted: Vec<&&FigureRow> = rows.iter().filter(above).collect();
        let order_over = |size: &dyn Fn(&FigureRow) -> Option<usize>| {
            let point = |row: &&&FigureRow| Some((size(row)? as f64, row.error?));
            slope(&fitted.iter().filter_map(point).collect::<Vec<_>>()).map(|slope| -slope)
        };
        let spacings = f64::from(panel.dimension_of(curve));
        Self {
            panel: panel.id.clone(),
            curve: curve.name.clone(),
            order_by_nonzeros: order_over(&|row| row.nonzeros),
            order_by_spacing: order_over(&|row| Some(row.dofs)).map(|order| order * spacings),
            points: fitted.len(),
            within: panel.within,
            finest: rows.last().and_then(|row| row.over_reference),
            differs: curve.same_as.as_ref().and_then(|other| difference(rows, other, all)),
        }
    }
}

/// Slope of the straight line through the logarithms of some points, by least squares.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let usable = |(x, y): &&(f64, f64)| *x > 0.0 && *y > 0.0;
    let logarithms: Vec<(f64, f64)> = points.iter().filter(usable).map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logarithms.len();
    if count < LEAST_POINTS {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / count as f64;
    let (x_mean, y_mean) = (mean(|p| p.0), mean(|p| p.1));
    let sums = logarithms.iter().fold((0.0, 0.0), |(xx, xy), (x, y)| {
        (xx + (x - x_mean) * (x - x_mean), xy + (x - x_mean) * (y - y_mean))
    });
    (sums.0 > 0.0).then(|| sums.1 / sums.0)
}

fn difference(rows: &[&FigureRow], other: &str, all: &[&FigureRow]) -> Option<Difference> {
    let others: Vec<&FigureRow> = all.iter().copied().filter(|row| row.curve == other).collect();
    let apart = |(one, two): (&&FigureRow, &&FigureRow)| {
        Some((one.over_reference? / two.over_reference? - 1.0).abs())
    };
    let apart: Option<Vec<f64>> = rows.iter().zip(&others).map(apart).collect();
    let at_most = apart?.into_iter().reduce(f64::max)?;
    Some(Difference { from: other.to_owned(), at_most })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::slope;

    #[test]
    fn a_power_has_its_exponent_as_slope() {
        let points: Vec<(f64, f64)> =
            [2.0, 5.0, 11.0].iter().map(|x: &f64| (*x, 3.0 * x.powf(-1.5))).collect();
        assert!((slope(&points).unwrap() + 1.5).abs() < 1e-12);
    }

    #[test]
    fn too_few_points_have_no_slope() {
        assert_eq!(slope(&[]), None);
        assert_eq!(slope(&[(2.0, 1.0)]), None);
        assert_eq!(slope(&[(2.0, 1.0), (4.0, 0.5)]), None);
        assert_eq!(slope(&[(2.0, 1.0), (2.0, 0.5), (2.0, 0.2)]), None);
        assert_eq!(slope(&[(2.0, 1.0), (4.0, 0.5), (8.0, 0.0)]), None);
    }
}
