//! Gravity and the loads of the plan to loads of the world. Each body and each copy feels the whole of a load.

use glam::DVec3;
use pliant_body::{Body, Face};
use pliant_system as system;
use pliant_world::{Air, Gusts, Load, face_weights};

use super::Workbench;
use super::region::{self, Asker, Part};
use crate::plan::{History, LoadKind, LoadPlan, Plan, Region, Spread};

/// Name of the load that gravity is.
const GRAVITY: &str = "gravity";

/// Adds gravity on every body: from the start in dynamics, growing over the duration in a quasi-static run.
pub(super) fn add_gravity(bench: &mut Workbench<'_>) {
    let plan = bench.plan;
    if plan.gravity == DVec3::ZERO {
        return;
    }
    let history = if plan.stepper.value.is_static() { History::Ramp } else { History::Step };
    for copy in 0..bench.body_of_copy.len() {
        let load = Load::Acceleration(plan.gravity);
        bench.world.add_load(GRAVITY.to_string(), copy, load, history_of(&history, plan));
    }
}

/// Adds a load, for each copy of each body.
pub(super) fn add(bench: &mut Workbench<'_>, load: &LoadPlan) {
    let asker = Asker { kind: "load", name: &load.name, bodies: &load.bodies, region: &load.region };
    match load.kind {
        LoadKind::Acceleration(acceleration) => add_acceleration(bench, load, asker, acceleration),
        LoadKind::Pressure(pressure) => {
            for part in region::faces(bench, asker) {
                add_part(bench, load, part.body, &|_| Load::Pressure {
                    faces: part.selected.clone(),
                    pressure,
                });
            }
        }
        LoadKind::Traction(traction) => {
            for part in region::faces(bench, asker) {
                add_part(bench, load, part.body, &|body| Load::Traction {
                    shares: face_weights(body, &part.selected),
                    traction,
                });
            }
        }
        LoadKind::Wind { velocity, density, drag, gusts } => {
            let gusts = gusts.map(|gusts| Gusts { period: gusts.period, strength: gusts.strength });
            let air = Air { velocity, density, drag, gusts };
            for part in region::faces(bench, asker) {
                add_part(bench, load, part.body, &|_| Load::Wind { faces: part.selected.clone(), air });
            }
        }
        LoadKind::Force { total, spread } => {
            for part in shared(bench, asker, spread) {
                add_part(bench, load, part.body(), &|body| Load::Force { shares: part.shares(body), total });
            }
        }
        LoadKind::Torque { total, about } => {
            for part in shared(bench, asker, Spread::Auto) {
                add_part(bench, load, part.body(), &|body| Load::Torque {
                    shares: part.shares(body),
                    torque: total,
                    about,
                });
            }
        }
    }
}

/// On the whole body by its mass as it is; on a part of it by the mass of the elements there.
fn add_acceleration(bench: &mut Workbench<'_>, load: &LoadPlan, asker: Asker<'_>, acceleration: DVec3) {
    if load.region.value == Region::All {
        for &body in &load.bodies {
            add_part(bench, load, body, &|_| Load::Acceleration(acceleration));
        }
        return;
    }
    for part in region::elements(bench, asker) {
        add_part(bench, load, part.body, &|_| Load::CellAcceleration {
            cells: part.selected.clone(),
            acceleration,
        });
    }
}

/// What a total is shared out over.
enum Carrier {
    Faces(Part<Face>),
    Points(Part<u32>),
}

impl Carrier {
    fn body(&self) -> usize {
        match self {
            Self::Faces(part) => part.body,
            Self::Points(part) => part.body,
        }
    }

    fn shares(&self, body: &dyn Body) -> Vec<(u32, f64)> {
        match self {
            Self::Faces(part) => face_weights(body, &part.selected),
            Self::Points(part) => part.selected.iter().map(|&point| (point, 1.0)).collect(),
        }
    }
}

/// What carries a total; with [`Spread::Auto`] faces where the region has some, else points.
fn shared(bench: &mut Workbench<'_>, asker: Asker<'_>, spread: Spread) -> Vec<Carrier> {
    match spread {
        Spread::Area => region::faces(bench, asker).into_iter().map(Carrier::Faces).collect(),
        Spread::Nodes => region::points(bench, asker).into_iter().map(Carrier::Points).collect(),
        Spread::Auto => {
            let Some(mut faces) = region::any_faces(bench, asker) else { return Vec::new() };
            faces.retain(|part| !part.selected.is_empty());
            if faces.len() == asker.bodies.len() {
                return faces.into_iter().map(Carrier::Faces).collect();
            }
            let parts = region::points(bench, asker).into_iter();
            parts
                .map(|points| match faces.iter().position(|part| part.body == points.body) {
                    Some(with_faces) => Carrier::Faces(faces.swap_remove(with_faces)),
                    None => Carrier::Points(points),
                })
                .collect()
        }
    }
}

fn add_part(bench: &mut Workbench<'_>, load: &LoadPlan, body: usize, make: &dyn Fn(&dyn Body) -> Load) {
    for copy in bench.copies(body) {
        let made = make(bench.world.body(copy));
        bench.world.add_load(load.name.clone(), copy, made, history_of(&load.history, bench.plan));
    }
}

/// The same pairs within the schedule with ends at its ends: from there a path of equilibria goes on.
fn over_schedule(pairs: &[(f64, f64)], duration: f64) -> Vec<(f64, f64)> {
    let mut whole = pairs.to_vec();
    if let (Some(first), Some(last)) = (pairs.first(), pairs.last()) {
        if first.0 > 0.0 {
            whole.insert(0, (0.0, first.1));
        }
        if last.0 < duration {
            whole.push((duration, last.1));
        }
    }
    whole
}

fn history_of(history: &History, plan: &Plan) -> system::History {
    let follows_path = plan.stepper.value.follows_path();
    let history = match history {
        History::Step => system::History::constant(1.0),
        History::Ramp => system::History::ramp(plan.time.duration.value),
        History::Keyframes(pairs) if follows_path => {
            let pairs = over_schedule(pairs, plan.time.duration.value);
            system::History::through(&pairs, system::Interpolation::Linear)
        }
        History::Keyframes(pairs) => system::History::through(pairs, system::Interpolation::Linear),
    };
    if follows_path { history.going_on() } else { history }
}
