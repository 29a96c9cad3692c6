//! What a run needs to follow a path of equilibria: something that drives it, and nothing that cannot be followed.

use super::Context;
use crate::place::Place;
use crate::plan::{History, LoadKind, LoadPlan, PinPlan};
use crate::schema::sink::Sink;

/// Where the path is asked for.
const KEY: &str = "stepper.follow";

pub(super) fn check(
    place: Place,
    context: &Context,
    has_gravity: bool,
    loads: &[Option<LoadPlan>],
    pins: &[Option<PinPlan>],
    sink: &Sink,
) {
    if context.contact.is_on {
        sink.error(
            place,
            KEY,
            "a path of equilibria has kinks where things touch or let go, at which it cannot be followed",
            "remove [contact] and colliders, or follow the load: `follow = \"load\"`",
        );
    }
    for load in loads.iter().flatten().filter(|load| matches!(load.kind, LoadKind::Wind { .. })) {
        sink.error(
            load.place,
            &format!("load.{}", load.name),
            "wind blows in real time, which a path of equilibria does not have",
            "use `pressure` or `traction`, or follow the load: `follow = \"load\"` in [stepper]",
        );
    }
    // What could not be read may be what drives it.
    let is_known = loads.iter().all(Option::is_some) && pins.iter().all(Option::is_some);
    let is_driven = has_gravity
        || loads.iter().flatten().any(|load| changes(&load.history))
        || pins.iter().flatten().any(|pin| pin.motion.is_some());
    if is_known && !is_driven {
        sink.error(
            place,
            KEY,
            "nothing changes with the schedule, so there is no path to follow",
            "add a load (without `over_time = \"step\"`), or a `motion` to a pin",
        );
    }
}

/// Whether a load is not the same all the time.
fn changes(history: &History) -> bool {
    match history {
        History::Step => false,
        History::Ramp => true,
        History::Keyframes(pairs) => pairs.windows(2).any(|pair| pair[0].1 != pair[1].1),
    }
}
