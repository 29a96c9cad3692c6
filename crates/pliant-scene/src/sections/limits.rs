//! Limits against absurd sizes, refused with an estimate before any memory is taken.

use super::body::resolution_place;
use crate::plan::{BodyPlan, Method, OutputPlan, Rate, Resolution, Shape, TimePlan};
use crate::problem::Problem;
use crate::schema::sink::Sink;

/// More nodes than this in one scene are refused.
pub(crate) const MAX_NODES: f64 = 2e7;
/// More nodes than this in one scene are worth a warning.
const MANY_NODES: f64 = 2e6;
/// What a node costs at least, in bytes: elements, stiffness blocks and vectors, for linear and quadratic elements.
const BYTES_PER_NODE: [f64; 2] = [2e3, 3e3];
/// Positions and three derivatives.
const NODES_A_SAMPLE: f64 = 4.0;
/// More frames than this are refused.
const MAX_FRAMES: f64 = 1e5;
/// More rows of probes.csv than this are refused.
const MAX_SAMPLES: f64 = 1e7;
/// More steps than this are refused.
const MAX_STEPS: f64 = 1e9;

/// Bodies that are too large, alone or together.
pub(crate) fn size_problems<'a>(bodies: impl IntoIterator<Item = &'a BodyPlan>) -> Vec<Problem> {
    let mut total = 0.0;
    let mut problems = Vec::new();
    for body in bodies {
        let nodes = estimated_nodes(body);
        let before = total;
        total += nodes;
        if total <= MANY_NODES || before > MAX_NODES {
            continue;
        }
        let (place, key) = resolution_place(body);
        let bytes = BYTES_PER_NODE[(body.order.value - 1).min(1)];
        let whole = if before > 0.0 { " with the bodies before it" } else { "" };
        let estimate = format!("about {} nodes and at least {}", rounded(total), memory(total * bytes));
        if total > MAX_NODES {
            let reason = format!(
                "`{}`{whole} needs {estimate} of memory, beyond the limit of {} nodes",
                body.name,
                rounded(MAX_NODES)
            );
            problems.push(Problem::error(
                place,
                key,
                reason,
                "make it coarser; a million nodes are many already",
            ));
        } else if before <= MANY_NODES {
            let reason = format!("`{}`{whole} needs {estimate} of memory", body.name);
            problems.push(Problem::warning(place, key, reason, "make it coarser if that is not meant"));
        }
    }
    problems
}

/// Nodes of all copies; a mesh file is not opened here and counts nothing.
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn estimated_nodes(body: &BodyPlan) -> f64 {
    let order = body.order.value as f64;
    let copies = body.copy_count() as f64;
    match body.method.value {
        Method::Elaston => return copies * NODES_A_SAMPLE * estimated_samples(body),
        Method::Phyxel | Method::Peridynamic if body.cells().is_none() => {
            return copies * estimated_samples(body);
        }
        Method::Phyxel | Method::Peridynamic | Method::Tet => {}
    }
    if let Some(cells) = body.cells() {
        return copies * cells.map(|along| along as f64 * order + 1.0).iter().product::<f64>();
    }
    let Resolution::Spacing(spacing) = body.resolution else { return 0.0 };
    let volume = match body.shape.value {
        Shape::Cylinder { radius, inner_radius, length, .. } => {
            std::f64::consts::PI * (radius * radius - inner_radius * inner_radius) * length
        }
        Shape::Sphere { radius } => 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
        _ => 0.0,
    };
    copies * volume / (spacing.value / order).powi(3)
}

/// Samples of an elaston body; shapes from files count nothing.
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn estimated_samples(body: &BodyPlan) -> f64 {
    match (body.resolution, body.shape.value.extents()) {
        (Resolution::Samples(samples, finer), _) => samples.value as f64 * finer,
        (Resolution::Spacing(spacing), Some(extents)) => {
            extents.iter().map(|length| (length / spacing.value).max(1.0)).product()
        }
        _ => 0.0,
    }
}

fn rounded(count: f64) -> String {
    match count {
        count if count >= 1e12 => format!("{count:.0e}"),
        count if count >= 1e9 => format!("{:.0} billion", count / 1e9),
        count if count >= 1e6 => format!("{:.0} million", count / 1e6),
        count => format!("{count:.0}"),
    }
}

fn memory(bytes: f64) -> String {
    match bytes {
        bytes if bytes >= 1e15 => format!("{:.0e} GB", bytes / 1e9),
        bytes => format!("{:.0} GB", bytes / 1e9),
    }
}

/// Runs that would write or compute without end.
pub(crate) fn check_time(time: Option<&TimePlan>, output: Option<&OutputPlan>, sink: &Sink) {
    let Some(time) = time else { return };
    let (place, duration) = (time.duration.place, time.duration.value);
    let writes_frames = output.is_none_or(|output| output.frames);
    if let (true, Some(frames)) =
        (writes_frames, count(time.frames, duration).filter(|count| *count > MAX_FRAMES))
    {
        let reason = format!("this run would write {} frames", rounded(frames));
        sink.error(
            place,
            "time.duration",
            reason,
            format!(
                "shorten `duration` or lower `frames_per_second`; at most {} frames",
                rounded(MAX_FRAMES)
            ),
        );
    }
    if let Some(samples) = count(time.samples, duration).filter(|count| *count > MAX_SAMPLES) {
        let reason = format!("this run would write {} rows of probes.csv", rounded(samples));
        sink.error(
            place,
            "time.duration",
            reason,
            format!("lower `samples_per_second`; at most {} rows", rounded(MAX_SAMPLES)),
        );
    }
    check_step(time, sink);
}

fn check_step(time: &TimePlan, sink: &Sink) {
    let Some(step) = time.step else { return };
    let duration = time.duration.value;
    if step.value > duration {
        let reason = format!("`step` ({} s) is longer than `duration` ({duration} s)", step.value);
        sink.error(step.place, "time.step", reason, "make it shorter, or leave it out");
    } else if duration / step.value > MAX_STEPS {
        let reason = format!("this run would take {} steps", rounded(duration / step.value));
        sink.error(step.place, "time.step", reason, "make the step longer, or leave it out");
    }
}

fn count(rate: Rate, duration: f64) -> Option<f64> {
    match rate {
        Rate::EveryStep => None,
        Rate::PerSecond(rate) => Some(rate * duration),
    }
}
