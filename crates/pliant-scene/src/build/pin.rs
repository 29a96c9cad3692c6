//! Pins of the plan to held nodes of the world.

use glam::DVec3;
use pliant_system as system;
use pliant_world::PinSetup;

use super::Workbench;
use super::motion::{motion, motion_along_path};
use super::region::{self, Asker};
use crate::plan::{Hold, Motion, PinPlan};
use crate::problem::Problem;

/// What a pin of the plan holds in the world.
#[derive(Default)]
pub(super) struct Held {
    /// Points of the world that are nodes.
    pub points: Vec<u32>,
    /// Pins of the world that hold by springs.
    pub springs: Vec<usize>,
}

/// Adds a pin, for each copy of each body; notes what it holds.
pub(super) fn add(bench: &mut Workbench<'_>, pin: &PinPlan) {
    let asker = Asker { kind: "pin", name: &pin.name, bodies: &pin.bodies, region: &pin.region };
    let parts = region::points(bench, asker);
    if parts.is_empty() {
        bench.refusals.loose.extend(&pin.bodies);
    }
    warn_if_idle(bench, pin);
    let mut held = Held::default();
    for part in parts {
        let copies = bench.copies(part.body);
        if copies.clone().any(|copy| bench.world.body(copy).points().is_some()) {
            add_springs(bench, pin, part.body, asker, &mut held);
            continue;
        }
        refuse_hinge(bench, pin, part.body);
        for copy in copies {
            let first = bench.world.first_point(copy);
            held.points.extend(part.selected.iter().map(|point| point + first));
            let rest = bench.world.body(copy).points_at_rest();
            let places = part.selected.iter().map(|&point| rest[point as usize]);
            let setup = PinSetup { nodes: part.selected.clone(), ..setup(bench, pin, copy, places) };
            bench.world.add_pin(setup);
        }
    }
    bench.held.push(held);
}

/// Holds a body whose points are not nodes, by springs.
fn add_springs(bench: &mut Workbench<'_>, pin: &PinPlan, body: usize, asker: Asker<'_>, held: &mut Held) {
    for copy in bench.copies(body) {
        let Some(springs) = region::hold_points(bench, asker, body, copy, !pin.moment.value) else { return };
        let places: Vec<DVec3> = springs.iter().map(|point| point.x_rest).collect();
        let setup = PinSetup { springs, ..setup(bench, pin, copy, places.into_iter()) };
        held.springs.push(bench.world.pin_count());
        bench.world.add_pin(setup);
    }
}

/// Places are all that a node has.
fn refuse_hinge(bench: &mut Workbench<'_>, pin: &PinPlan, body: usize) {
    if pin.moment.value {
        return;
    }
    let name = &bench.plan.bodies[body].name;
    bench.problems.push(Problem::error(
        pin.moment.place,
        format!("pin.{}.moment", pin.name),
        format!(
            "\"{name}\" is held by its nodes, which have places only: `moment = false` means nothing there"
        ),
        "remove `moment`; for a hinge hold a single line of nodes, or use `method = \"elaston\"`",
    ));
}

/// A pin that holds nothing yet.
fn setup(
    bench: &Workbench<'_>,
    pin: &PinPlan,
    body: usize,
    places: impl ExactSizeIterator<Item = DVec3>,
) -> PinSetup {
    let along_path = bench.plan.stepper.value.follows_path().then_some(bench.plan.time.duration.value);
    let motion = pin.motion.as_ref().map(|motion| motion_of(motion, places, along_path));
    let motion = motion.unwrap_or_else(system::Motion::still);
    PinSetup {
        name: pin.name.clone(),
        body,
        nodes: Vec::new(),
        springs: Vec::new(),
        directions: directions(pin.hold),
        motion,
    }
}

/// A motion along a direction that the pin leaves free moves nothing.
fn warn_if_idle(bench: &mut Workbench<'_>, pin: &PinPlan) {
    let Some(motion) = &pin.motion else { return };
    let held = directions(pin.hold);
    let free_part = |shift: DVec3| held.iter().fold(shift, |rest, d| rest - *d * d.dot(rest));
    let is_idle = |key: &crate::plan::Keyframe| free_part(key.shift).length() > 1e-9 * key.shift.length();
    if motion.keyframes.iter().any(|key| key.turn == 0.0 && is_idle(key)) {
        bench.problems.push(Problem::warning(
            motion.place,
            format!("pin.{}.motion", pin.name),
            format!(
                "pin \"{}\" moves along a direction that it does not hold: that part has no effect",
                pin.name
            ),
            "hold that direction too (`axes`), or take it out of `move`",
        ));
    }
}

fn directions(hold: Hold) -> Vec<DVec3> {
    match hold {
        Hold::Axes(held) => (0..3).filter(|&axis| held[axis]).map(|axis| DVec3::AXES[axis]).collect(),
        Hold::Along(direction) => vec![direction],
    }
}

/// The motion of held points that rest here; without a point on its axis it turns about their mean. Along a path it needs the duration of the schedule.
fn motion_of(
    given: &Motion,
    held: impl ExactSizeIterator<Item = DVec3>,
    along_path: Option<f64>,
) -> system::Motion {
    #[allow(clippy::cast_precision_loss, reason = "nodes are far fewer than 2^53")]
    let count = held.len() as f64;
    let middle = held.sum::<DVec3>() / count;
    match along_path {
        Some(duration) => motion_along_path(given, middle, duration),
        None => motion(given, middle),
    }
}
