//! What a run needs to make sense as a whole: bodies that are held, something that moves.

use glam::{DMat3, DVec3};

use super::Context;
use super::body::is_moving;
use crate::plan::{ColliderPlan, Hold, PinPlan, Plan};
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;

/// In a quasi-static run every body must be held in all three directions; whether the held points also keep it from
/// turning is seen when the mesh exists.
pub(crate) fn check_held(reader: &Reader<'_>, context: &Context, pins: &[Option<PinPlan>]) {
    // A pin that could not be read may be the one that holds.
    if pins.iter().any(Option::is_none) {
        return;
    }
    for (index, name) in context.bodies.iter().enumerate() {
        let held: Vec<Hold> =
            pins.iter().flatten().filter(|pin| pin.bodies.contains(&index)).map(|pin| pin.hold).collect();
        report_if_loose(reader, name, &held, context.contact.is_on);
    }
}

/// What to add about contact where a body is not held.
pub(crate) const CONTACT_HOLDS_NOT: &str = "; contact does not count: at the beginning it holds nothing";

fn report_if_loose(reader: &Reader<'_>, name: &str, held: &[Hold], contact_is_on: bool) {
    let but = if contact_is_on { CONTACT_HOLDS_NOT } else { "" };
    let (place, key) = (reader.place_of_named("body", name), format!("body.{name}"));
    if held.is_empty() {
        reader.sink.error(
            place,
            &key,
            format!("nothing holds \"{name}\", so a quasi-static run has no equilibrium"),
            format!(
                "add a pin: [pin.root] with `body = \"{name}\"` and for example `where = {{ face = \"x-\" }}`{but}"
            ),
        );
    } else if let Some(direction) = free_direction(held) {
        reader.sink.error(
            place,
            &key,
            format!("\"{name}\" can slide along {direction}, so a quasi-static run has no equilibrium"),
            format!("hold that direction at one point at least{but}"),
        );
    }
}

/// A direction that no pin holds, in words.
fn free_direction(held: &[Hold]) -> Option<String> {
    let mut moment = DMat3::ZERO;
    for hold in held {
        match hold {
            Hold::Axes(axes) => {
                (0..3).filter(|&axis| axes[axis]).for_each(|axis| moment += outer(DVec3::AXES[axis]))
            }
            Hold::Along(direction) => moment += outer(*direction),
        }
    }
    let free_axis =
        DVec3::AXES.iter().zip(["x", "y", "z"]).find(|(axis, _)| (moment * **axis).length() < 1e-9);
    match free_axis {
        Some((_, name)) => Some(name.to_string()),
        None if moment.determinant() < 1e-9 => Some("an oblique direction".to_string()),
        None => None,
    }
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// A scene in which nothing can ever move is a slip.
pub(crate) fn warn_if_nothing_happens(plan: &Plan, sink: &Sink) {
    let dynamic = !plan.stepper.value.is_static();
    let driven = plan.gravity != DVec3::ZERO
        || !plan.loads.is_empty()
        || plan.pins.iter().any(|pin| pin.motion.as_ref().is_some_and(crate::plan::Motion::is_moving))
        || plan.colliders.iter().any(ColliderPlan::is_moving)
        || plan.bodies.iter().any(|body| body.start.is_some())
        || (dynamic && plan.bodies.iter().any(is_moving));
    if !driven {
        sink.warning(
            plan.time.place,
            "",
            "nothing will happen: there is no gravity, no load, no moving pin or collider, and no initial motion",
            "add one of them",
        );
    }
}

/// Contact of which nothing can come is a slip: one body alone, and no collider.
pub(crate) fn warn_if_nothing_touches(plan: &Plan, sink: &Sink) {
    let Some(contact) = plan.contact else { return };
    let bodies: usize = plan.bodies.iter().map(crate::plan::BodyPlan::copy_count).sum();
    let touch = !plan.colliders.is_empty()
        || plan.bodies.iter().any(|body| body.self_contact)
        || (contact.between_bodies && bodies > 1);
    if !touch {
        let reason = if bodies > 1 {
            "nothing can touch: there is no collider, and bodies touch neither each other nor themselves"
        } else {
            "nothing can touch: there is one body, no collider, and it does not touch itself"
        };
        sink.warning(contact.place, "contact", reason, "add a collider, or write `self = true`");
    }
}
