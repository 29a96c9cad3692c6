//! Iterations of L-BFGS and of the plain quasi-Newton method of [Xu2018], as in its figure 7: how the error of the potential of a step falls.
//!
//! The error is (E_k - E)/(E_0 - E), eq. 25, with E where iterations to the limit of rounding end; decreases are summed from the work of the residual, which loses no
//! digits.

use super::{Limit, Row};
use crate::cli::Failure;
use pliant_output::plot::{Plot, Scale, Series};
use pliant_scene::Scene;
use pliant_stepping::NoPhases;
use std::path::Path;

const BEAM: &str = include_str!("../../../../../validation/scenes/d-iterations.toml");

/// Steps that count.
const STEPS: usize = 12;
/// Errors that shall be reached, and within how many iterations on average.
const LIMITS: [(f64, f64); 2] = [(1e-4, 10.0), (1e-8, 20.0)];
/// What is plotted: less is rounding.
const SMALLEST: f64 = 1e-12;

/// Relative errors of a step: at its beginning and after each iteration.
type Errors = Vec<f64>;

/// The rows, and a plot into the folder if there is one.
pub fn run(dump: Option<&Path>) -> Result<Vec<Row>, Failure> {
    let remembering = errors("l-bfgs")?;
    let rows = LIMITS.map(|(error, most)| {
        let mean = remembering.iter().map(|errors| iterations_to(errors, error)).sum::<f64>() / STEPS as f64;
        let what =
            format!("iterations of L-BFGS to a relative error of {error:e}, mean of {STEPS} steps of 10 ms");
        Row::new(&format!("peridynamic/iterations-{error:e}"), what, mean, "", Limit::Most(most))
    });
    if let Some(folder) = dump {
        let plain = errors("quasi-newton")?;
        let series = [("L-BFGS", &remembering), ("quasi-Newton, as in the paper", &plain)];
        plot(series.map(|(name, steps)| (name, steps.last().map_or(&[][..], Vec::as_slice))))
            .write(&folder.join("peridynamic-iterations.svg"))
            .map_err(Failure::output)?;
    }
    Ok(rows.to_vec())
}

fn iterations_to(errors: &[f64], error: f64) -> f64 {
    errors.iter().position(|e| *e <= error).unwrap_or(errors.len()) as f64
}

/// Of every step.
fn errors(solve: &str) -> Result<Vec<Errors>, Failure> {
    let set = [("stepper.solve", solve), ("stepper.accuracy", "1e-13")];
    let scene = Scene::from_text(BEAM, "d-iterations.toml", &set).map_err(Failure::bad_input)?;
    let mut world = scene.build().map_err(Failure::bad_input)?.world;
    world.record_iterations(true);
    let mut steps = Vec::new();
    for _ in 0..STEPS {
        let stepped = world.step(&mut NoPhases);
        stepped.map_err(|e| Failure { message: e.to_string(), code: crate::cli::exit::RUN_FAILED })?;
        let records = world.iteration_records();
        let whole = records.last().map_or(0.0, |last| last.decrease + last.decrement);
        steps.push(records.iter().map(|record| 1.0 - record.decrease / whole).collect());
    }
    Ok(steps)
}

fn plot(steps: [(&str, &[f64]); 2]) -> Plot {
    let series = steps.map(|(name, errors)| {
        let shown: Vec<f64> = errors.iter().copied().take_while(|error| *error > SMALLEST).collect();
        Series {
            name: name.into(),
            x: (0..shown.len()).map(|k| k as f64).collect(),
            y: shown,
            ..Series::default()
        }
    });
    Plot {
        title: "A step of 10 ms of a beam of bonds".into(),
        x_label: "iterations".into(),
        y_label: "relative error of the potential".into(),
        y_scale: Scale::Logarithmic,
        dots: true,
        series: series.into(),
        ..Plot::default()
    }
}
