//! Finer plans for convergence studies.

use super::{Plan, Resolution};
use crate::problem::{Problem, Problems};
use crate::sections::limits;

impl Plan {
    /// The same scene with every spacing divided and every cell count multiplied by `factor`.
    ///
    /// # Errors
    /// Bodies whose mesh comes from a file cannot be refined, and a refined scene obeys the same limits of size as any.
    pub fn refined(&self, factor: f64) -> Result<Self, Problems> {
        let mut problems = Problems::new(self.source.clone());
        let mut plan = self.clone();
        if !(factor.is_finite() && factor > 0.0) {
            problems.push(Problem::error(
                crate::Place::START,
                "",
                format!("the refinement factor is {factor}, but must be greater than 0"),
                "use factors like 1, 2, 4",
            ));
            return Err(problems);
        }
        for body in &mut plan.bodies {
            match &mut body.resolution {
                Resolution::Spacing(spacing) => spacing.value /= factor,
                Resolution::Cells(cells) => cells.value = cells.value.map(|count| scaled(count, factor)),
                Resolution::Automatic(finer) | Resolution::Samples(_, finer) => *finer *= factor,
                Resolution::File if factor == 1.0 => {}
                Resolution::File => problems.push(Problem::error(
                    body.shape.place,
                    format!("body.{}.shape", body.name),
                    "a mesh from a file cannot be refined",
                    "give a finer mesh file, or study convergence on a scene of boxes, cylinders and spheres",
                )),
            }
        }
        problems.extend(limits::size_problems(&plan.bodies));
        if problems.has_errors() { Err(problems) } else { Ok(plan) }
    }
}

/// A count times a factor, at least one.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped first"
)]
fn scaled(count: usize, factor: f64) -> usize {
    (count as f64 * factor).round().clamp(1.0, 1e15) as usize
}
