//! What the world refuses, told in the words and at the places of the scene.

use std::collections::BTreeSet;

use glam::DVec3;
use pliant_world::{BuildError, World};

use super::body::copy_name;
use super::text;
use crate::place::Place;
use crate::plan::{BodyPlan, Initial, Plan};
use crate::problem::{Problem, Problems};
use crate::sections::CONTACT_HOLDS_NOT;

/// Turns refusals into problems; of copies only the first one is told of.
#[derive(Default)]
pub(super) struct Refusals {
    /// Bodies of the plan with a pin that could not be placed: that they are loose only follows from it.
    pub loose: BTreeSet<usize>,
    /// Pairs of pins already told of.
    pairs: BTreeSet<(String, String)>,
    /// Bodies of the plan a piece of which was told of.
    pub in_pieces: BTreeSet<usize>,
}

impl Refusals {
    /// The problem to tell, unless it was told already.
    pub fn problem(&mut self, plan: &Plan, error: &BuildError) -> Option<Problem> {
        match error {
            BuildError::NothingHolds { body, .. }
                if body_index(plan, body).is_some_and(|index| self.loose.contains(&index)) =>
            {
                None
            }
            BuildError::LoosePart { body, .. }
                if body_index(plan, body).is_some_and(|index| !self.in_pieces.insert(index)) =>
            {
                None
            }
            BuildError::PinsDisagree { first, second, .. }
                if !self.pairs.insert((first.clone(), second.clone())) =>
            {
                None
            }
            _ => Some(problem(plan, error)),
        }
    }
}

/// A refusal as the user is told of it.
pub(super) fn problem(plan: &Plan, error: &BuildError) -> Problem {
    match error {
        BuildError::NoBody => {
            Problem::error(Place::START, "body", "there is no body to simulate", "add a table [body.NAME]")
        }
        BuildError::PinsDisagree { first, second, body, at } => {
            let place =
                plan.pins.iter().find(|pin| pin.name == *second).map_or(Place::START, |pin| pin.place);
            let reason = format!(
                "pins \"{first}\" and \"{second}\" both hold \"{body}\" at ({at}) m in one direction, but move it \
                 differently"
            );
            let remedy = "keep their regions apart, or give them the same motion";
            Problem::error(place, format!("pin.{second}"), reason, remedy)
        }
        BuildError::Load { load, reason } => {
            let found = plan.loads.iter().find(|known| known.name == *load);
            let place = found.map_or(Place::START, |load| load.region.place);
            let remedy = "choose a region that is wide in two directions, a face for instance";
            Problem::error(place, format!("load.{load}.where"), format!("load \"{load}\": {reason}"), remedy)
        }
        BuildError::NothingHolds { body, freedom } => {
            let found = body_index(plan, body).map(|index| &plan.bodies[index]);
            let (place, name) = found.map_or((Place::START, body.as_str()), |body| (body.place, &body.name));
            let reason = format!("\"{name}\" can {freedom}, so a quasi-static run has no equilibrium");
            let but = if plan.contact.is_some() { CONTACT_HOLDS_NOT } else { "" };
            let remedy = format!("hold more of it: a turn is stopped by pins at points beside its axis{but}");
            Problem::error(place, format!("body.{name}"), reason, remedy)
        }
        BuildError::LoosePart { body, centre, others, freedom } => {
            loose_part(plan, body, *centre, *others, freedom)
        }
        BuildError::CannotLump { body, method } => {
            let reason = format!(
                "\"{body}\" of method \"{method}\" cannot be moved by an explicit stepper, because its mass couples what \
                 it is made of"
            );
            let remedy = "use an implicit stepper: `kind = \"implicit-euler\"` for instance";
            Problem::error(plan.stepper.place, "stepper", reason, remedy)
        }
        BuildError::Prepare(cause) => {
            let reason = format!("the run cannot begin: {cause}");
            Problem::error(plan.stepper.place, "stepper", reason, "try another stepper, or a finer mesh")
        }
    }
}

/// A piece that floats, by its place.
fn loose_part(plan: &Plan, body: &str, centre: DVec3, others: usize, freedom: &str) -> Problem {
    let found = body_index(plan, body).map(|index| &plan.bodies[index]);
    let (place, name) = found.map_or((Place::START, body), |body| (body.shape.place, &body.name));
    let more = match others {
        0 => String::new(),
        1 => "; another piece is loose, too".into(),
        _ => format!("; {others} other pieces are loose, too"),
    };
    let reason = format!(
        "the piece of \"{name}\" around {} touches no other and can {freedom}, so a quasi-static run has no equilibrium{more}",
        text::point(centre)
    );
    let but = if plan.contact.is_some() { CONTACT_HOLDS_NOT } else { "" };
    let remedy = format!("hold it with a pin, join it to the rest, or remove it{but}");
    Problem::error(place, format!("body.{name}.shape"), reason, remedy)
}

/// The body of the plan that a body of the world is (a copy of).
fn body_index(plan: &Plan, name: &str) -> Option<usize> {
    let is_it = |body: &BodyPlan| (0..body.copy_count()).any(|number| copy_name(body, number) == name);
    plan.bodies.iter().position(is_it)
}

/// A world that is broken before its first step is refused.
pub(super) fn check_start(plan: &Plan, world: &World, problems: &mut Problems) {
    let Some(error) = world.start_problem() else { return };
    let name = error.place.as_ref().map(|place| place.0.as_str());
    let (place, key) =
        body_place(name.and_then(|name| body_index(plan, name)).map(|index| &plan.bodies[index]));
    let at = error.place.as_deref().map_or(String::new(), |(body, x)| {
        format!(" (\"{body}\" near rest position {:.4}, {:.4}, {:.4} m)", x.x, x.y, x.z)
    });
    problems.push(Problem::error(place, key, format!("{}{at}", error.likely), lower_first(error.remedy)));
}

/// Overlaps up to this share of the local thickness are as good as none.
const TOUCHING: f64 = 1e-3;

/// Things that overlap before the first step: what cannot go well is refused, the rest is told of by name.
pub(super) fn check_overlaps(plan: &Plan, world: &World, problems: &mut Problems) {
    let Some(contact) = &plan.contact else { return };
    let found = world.start_overlaps().iter().filter(|overlap| overlap.share > TOUCHING);
    for overlap in found.take(OVERLAPS_TOLD) {
        let [first, second] = &overlap.names;
        let found = thing_place(plan, first).or_else(|| thing_place(plan, second));
        let (place, key) = found.unwrap_or((Place::START, "contact".into()));
        let x = overlap.place;
        let at = format!("near ({:.4}, {:.4}, {:.4}) m", x.x, x.y, x.z);
        let Some(depth) = overlap.depth else {
            let reason =
                format!("\"{first}\" and \"{second}\" are one inside the other at the beginning, {at}");
            problems.push(Problem::error(place, key, reason, "move one of them so that they touch at most"));
            continue;
        };
        let percent = 100.0 * overlap.share;
        let reason = format!(
            "\"{first}\" and \"{second}\" overlap by {:.4} mm at the beginning ({percent:.1} % of the thickness there), {at}",
            1e3 * depth
        );
        problems.push(match contact.initial {
            Initial::Refuse => Problem::error(
                place,
                key,
                reason,
                "move them apart, or use `initial = \"keep\"` or `\"resolve\"`",
            ),
            Initial::Keep => {
                let reason = format!("{reason}; they may stay so, and get no deeper");
                let remedy =
                    "move them apart, or push them apart slowly with `initial = \"resolve\"` in [contact]";
                Problem::warning(place, key, reason, remedy)
            }
            Initial::Resolve => {
                let reason = format!("{reason}; they are pushed apart slowly");
                Problem::warning(place, key, reason, "move them apart if that is not meant")
            }
        });
    }
}

/// Pairs of overlapping things that are told of.
const OVERLAPS_TOLD: usize = 10;

/// Where a body or collider is named in the scene, and its key.
fn thing_place(plan: &Plan, name: &str) -> Option<(Place, String)> {
    if let Some(index) = body_index(plan, name) {
        return Some(body_place(Some(&plan.bodies[index])));
    }
    let collider = plan.colliders.iter().find(|collider| collider.name == name)?;
    Some((collider.place, format!("collider.{name}")))
}

fn body_place(body: Option<&BodyPlan>) -> (Place, String) {
    body.map_or((Place::START, "body".into()), |body| (body.place, format!("body.{}", body.name)))
}

/// More explicit steps than this are never meant: years on any machine.
const MOST_STEPS: f64 = 1e10;

/// More explicit steps than this take long: worth a word before.
const MANY_STEPS: f64 = 1e7;

/// Warns of what may keep the world from running well.
pub(super) fn warn_of_doubts(plan: &Plan, world: &World, problems: &mut Problems) {
    for doubt in world.doubts() {
        let body = doubt.body().and_then(|name| body_index(plan, name)).map(|index| &plan.bodies[index]);
        let (place, key) = body_place(body);
        problems.push(Problem::warning(place, key, format!("{doubt}"), lower_first(doubt.remedy())));
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

/// An explicit stepper cannot take a step beyond its stable one, nor any number of steps.
pub(super) fn check_step(plan: &Plan, world: &mut World, problems: &mut Problems) {
    if !plan.stepper.value.kind().is_explicit() {
        return;
    }
    let limit = world.largest_step().unwrap_or(f64::INFINITY);
    check_step_count(plan, limit, problems);
    let Some(step) = plan.time.step.filter(|step| step.value > limit) else { return };
    let reason = format!(
        "the step of {} s is longer than the stable one of {} s, so the run would blow up",
        text::number(step.value),
        text::number(limit)
    );
    let remedy = "leave `step` out (it is then chosen for you), make it shorter, or use an implicit stepper";
    problems.push(Problem::error(step.place, "time.step", reason, remedy));
}

/// Refuses a run that would never end, and warns of one that takes long.
fn check_step_count(plan: &Plan, limit: f64, problems: &mut Problems) {
    let steps = plan.time.duration.value / limit;
    if steps <= MANY_STEPS {
        return;
    }
    let reason = format!(
        "the stable step is {} s, so this run takes {} steps",
        text::number(limit),
        text::number(steps)
    );
    let remedy = "use an implicit stepper, a shorter duration, larger elements or a softer material";
    let (place, key) = (plan.stepper.place, "stepper");
    problems.push(if steps <= MOST_STEPS {
        Problem::warning(place, key, reason, remedy)
    } else {
        Problem::error(place, key, reason, remedy)
    });
}
