//! Pins of the plan to held nodes of the world.

use glam::DVec3;
use pliant_system as system;
use pliant_world::PinSetup;

use super::Workbench;
use super::motion::motion;
use super::region::{self, Asker};
use crate::plan::{Hold, Motion, PinPlan};
use crate::problem::Problem;

/// Adds a pin, for each copy of each body; notes the nodes of the system it holds.
pub(super) fn add(bench: &mut Workbench<'_>, pin: &PinPlan) {
    let asker = Asker { kind: "pin", name: &pin.name, bodies: &pin.bodies, region: &pin.region };
    let parts = region::nodes(bench, asker);
    if parts.is_empty() {
        bench.refusals.loose.extend(&pin.bodies);
    }
    warn_if_idle(bench, pin);
    let mut held = Vec::new();
    for part in parts {
        for copy in bench.copies(part.body) {
            let first = bench.world.first_node(copy);
            held.extend(part.selected.iter().map(|node| node + first));
            let x_rest = bench.world.body(copy).x_rest();
            let motion = pin.motion.as_ref().map_or_else(system::Motion::still, |motion| {
                motion_of(motion, part.selected.iter().map(|&node| x_rest[node as usize]))
            });
            bench.world.add_pin(PinSetup {
                name: pin.name.clone(),
                body: copy,
                nodes: part.selected.clone(),
                directions: directions(pin.hold),
                motion,
            });
        }
    }
    bench.pin_nodes.push(held);
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

/// The motion of held points that rest here; without a point on its axis it turns about their mean.
fn motion_of(given: &Motion, held: impl ExactSizeIterator<Item = DVec3>) -> system::Motion {
    #[allow(clippy::cast_precision_loss, reason = "nodes are far fewer than 2^53")]
    let count = held.len() as f64;
    motion(given, held.sum::<DVec3>() / count)
}
