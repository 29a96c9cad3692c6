//! Probes of the plan to probes of the world, one for each column.

use std::collections::BTreeSet;

use glam::DVec3;
use pliant_body::Body;
use pliant_system::Embedding;
use pliant_world as world;

use super::pin::Held;
use super::region::{self, Asker, Part};
use super::{Workbench, text};
use crate::place::Located;
use crate::plan::{Component, ContactSurface, Gather, LOAD_FACTOR, ProbePlan, ProbeTarget, Quantity};
use crate::problem::Problem;
use crate::schema::Choose;

/// Points nearer to a body than this share of its size are on it.
const ON_THE_BODY: f64 = 1e-6;
/// Points nearer than this share of an element's edge are meant to be on a curved surface the mesh cuts short.
const NEAR_THE_BODY: f64 = 0.25;

/// Adds the column of load factors, where a path is followed.
pub(super) fn add_load_factor(bench: &mut Workbench<'_>) {
    if bench.plan.stepper.value.follows_path() {
        bench.world.add_probe(world::Probe {
            name: LOAD_FACTOR.to_owned(),
            quantity: world::Quantity::LoadFactor,
            component: world::Component::Value,
            target: world::ProbeTarget::Path,
            gather: world::Gather::Mean,
        });
    }
}

/// Adds the columns of a probe.
pub(super) fn add(bench: &mut Workbench<'_>, probe: &ProbePlan) {
    let Some(target) = target(bench, probe) else { return };
    for (component, column) in probe.components.iter().zip(&probe.columns) {
        bench.world.add_probe(world::Probe {
            name: column.clone(),
            quantity: quantity(probe.quantity.value),
            component: component_of(*component),
            target: target.clone(),
            gather: gather(probe.gather),
        });
    }
}

fn target(bench: &mut Workbench<'_>, probe: &ProbePlan) -> Option<world::ProbeTarget> {
    match &probe.target {
        ProbeTarget::Pin(pin) => {
            let Held { points, springs } = bench.held.get(*pin)?;
            let pins = || world::ProbeTarget::Pins { points: points.clone(), pins: springs.clone() };
            (!points.is_empty() || !springs.is_empty()).then(pins)
        }
        ProbeTarget::Colliders(colliders) => Some(world::ProbeTarget::Colliders(colliders.clone())),
        ProbeTarget::Point { body, at } => point(bench, probe, *body, at),
        ProbeTarget::Region { bodies, region } => {
            let asker = Asker { kind: "probe", name: &probe.name, bodies, region };
            refuse_measures(bench, probe, bodies)?;
            if is_of_elements(probe.quantity.value) {
                elements(bench, asker)
            } else {
                points(bench, probe, asker)
            }
        }
    }
}

fn is_of_elements(quantity: Quantity) -> bool {
    use Quantity::{AngularMomentum, Energy, Momentum, Strain, Stress, Volume};
    let is_of_matter = matches!(quantity, Strain | Stress | Volume | Energy | Momentum | AngularMomentum);
    is_of_matter || quantity.is_of_thin_matter()
}

/// Only some methods know how thin matter is bent.
fn refuse_measures(bench: &mut Workbench<'_>, probe: &ProbePlan, bodies: &[usize]) -> Option<()> {
    let quantity = probe.quantity.value;
    if !quantity.is_of_thin_matter() {
        return Some(());
    }
    let knows = |body: usize| bench.copies(body).all(|copy| bench.world.body(copy).has_thin_measures());
    let Some(body) = bodies.iter().copied().find(|&body| !knows(body)) else { return Some(()) };
    let (name, method) = (&bench.plan.bodies[body].name, bench.plan.bodies[body].method.value.word());
    bench.problems.push(Problem::error(
        probe.quantity.place,
        format!("probe.{}.read", probe.name),
        format!("\"{name}\" has no {}: method \"{method}\" does not know what is thin", quantity.word()),
        "read `strain`, or use `method = \"elaston\"`",
    ));
    None
}

fn elements(bench: &mut Workbench<'_>, asker: Asker<'_>) -> Option<world::ProbeTarget> {
    let parts: Vec<world::BodyCells> = region::elements(bench, asker)
        .into_iter()
        .flat_map(|part| {
            bench.copies(part.body).map(move |body| world::BodyCells { body, cells: part.selected.clone() })
        })
        .collect();
    (!parts.is_empty()).then_some(world::ProbeTarget::Cells(parts))
}

fn points(bench: &mut Workbench<'_>, probe: &ProbePlan, asker: Asker<'_>) -> Option<world::ProbeTarget> {
    if probe.quantity.value == Quantity::Reaction {
        refuse_reaction(bench, probe, asker)?;
    }
    let mut points = Vec::new();
    let mut parts = region::points(bench, asker);
    if probe.quantity.value.is_of_contact() && !parts.is_empty() {
        keep_what_touches(bench, probe, asker, &mut parts);
    }
    for part in parts {
        for copy in bench.copies(part.body) {
            let first = bench.world.first_point(copy);
            points.extend(part.selected.iter().map(|point| point + first));
        }
    }
    if points.is_empty() {
        return None;
    }
    if probe.quantity.value == Quantity::Reaction {
        warn_if_free(bench, probe, &points);
    }
    Some(world::ProbeTarget::Points(points))
}

/// Springs hold matter, not the points of a region.
fn refuse_reaction(bench: &mut Workbench<'_>, probe: &ProbePlan, asker: Asker<'_>) -> Option<()> {
    let Some(&body) = asker.bodies.iter().find(|&&body| !bench.has_nodes_for_points(body)) else {
        return Some(());
    };
    let name = &bench.plan.bodies[body].name;
    bench.problems.push(Problem::error(
        probe.quantity.place,
        format!("probe.{}.read", probe.name),
        format!("the points of \"{name}\" are not held one by one, so a region of it has no reaction"),
        "name the pin instead: `pin = \"...\"`",
    ));
    None
}

/// Points inside of a body never touch anything, so they would only blur means.
fn keep_what_touches(
    bench: &mut Workbench<'_>,
    probe: &ProbePlan,
    asker: Asker<'_>,
    parts: &mut [Part<u32>],
) {
    for part in parts.iter_mut() {
        let Some(copy) = bench.copies(part.body).next() else { continue };
        let surface = bench.plan.bodies[part.body].contact_surface;
        let outside = outer_points(bench.world.body(copy), surface);
        part.selected.retain(|point| outside.contains(point));
    }
    if parts.iter().all(|part| part.selected.is_empty()) {
        let is_nodal = asker.bodies.iter().all(|&body| bench.has_nodes_for_points(body));
        let thing = if is_nodal { "node" } else { "point" };
        bench.problems.push(Problem::error(
            asker.region.place,
            asker.key(),
            format!("probe \"{}\" measures nothing: no {thing} of its region is on the surface", probe.name),
            "only the surface touches: choose a region that reaches it, a face for instance",
        ));
    }
}

/// The points that feel what a body touches.
fn outer_points(body: &dyn Body, surface: ContactSurface) -> BTreeSet<u32> {
    match (surface, body.skin()) {
        (ContactSurface::Skin, Some(skin)) => {
            let carrier = &skin.carrier;
            (0..carrier.len()).flat_map(|point| carrier.row(point).map(|(node, _)| node)).collect()
        }
        _ if body.surface().is_empty() => (0..).take(body.radii().len()).collect(),
        _ => body.surface().iter().flat_map(|face| face.nodes.iter().copied()).collect(),
    }
}

fn warn_if_free(bench: &mut Workbench<'_>, probe: &ProbePlan, points: &[u32]) {
    let held: BTreeSet<u32> = bench.held.iter().flat_map(|held| held.points.iter().copied()).collect();
    if !points.iter().any(|point| held.contains(point)) {
        bench.problems.push(Problem::warning(
            probe.quantity.place,
            format!("probe.{}.read", probe.name),
            format!("probe \"{}\" is always zero: no pin holds anything in its region", probe.name),
            "name the pin instead: `pin = \"...\"`",
        ));
    }
}

fn point(
    bench: &mut Workbench<'_>,
    probe: &ProbePlan,
    body: usize,
    at: &Located<DVec3>,
) -> Option<world::ProbeTarget> {
    refuse_measures(bench, probe, &[body])?;
    let copy = bench.copies(body).next()?;
    let (rows, distance) = bench.world.body(copy).embed(at.value);
    check_distance(bench, probe, body, at, distance)?;
    let first = bench.world.first_node(copy);
    let mut carrier = Embedding::new();
    carrier.push(rows.into_iter().map(|(node, weight)| (node + first, weight)));
    Some(world::ProbeTarget::Point { body: copy, point: at.value, carrier })
}

/// A point beside the body is an error; one that the facets of a curved surface miss is taken to the surface.
fn check_distance(
    bench: &mut Workbench<'_>,
    probe: &ProbePlan,
    body: usize,
    at: &Located<DVec3>,
    distance: f64,
) -> Option<()> {
    let built = bench.bodies.get(body)?.as_ref()?;
    if distance <= ON_THE_BODY * built.bounds.diagonal() {
        return Some(());
    }
    let (name, key) = (&bench.plan.bodies[body].name, format!("probe.{}.at", probe.name));
    let outside = format!("{} is {} m outside of \"{name}\"", text::point(at.value), text::number(distance));
    if distance <= NEAR_THE_BODY * built.edge {
        let remedy = "the nearest point of the mesh is read; make the mesh finer, or move the point";
        bench.problems.push(Problem::warning(at.place, key, outside, remedy));
        return Some(());
    }
    let remedy = format!(
        "\"{name}\" lies {} in its own coordinates, before `position` and `rotation`",
        text::extent(&built.bounds)
    );
    bench.problems.push(Problem::error(at.place, key, outside, remedy));
    None
}

fn quantity(quantity: Quantity) -> world::Quantity {
    match quantity {
        Quantity::Displacement => world::Quantity::Displacement,
        Quantity::Position => world::Quantity::Position,
        Quantity::Velocity => world::Quantity::Velocity,
        Quantity::Strain => world::Quantity::Strain,
        Quantity::Stress => world::Quantity::Stress,
        Quantity::Volume => world::Quantity::Volume,
        Quantity::Reaction => world::Quantity::Reaction,
        Quantity::Energy => world::Quantity::Energy,
        Quantity::Momentum => world::Quantity::Momentum,
        Quantity::AngularMomentum => world::Quantity::AngularMomentum,
        Quantity::ContactForce => world::Quantity::ContactForce,
        Quantity::ContactPressure => world::Quantity::ContactPressure,
        Quantity::ContactGap => world::Quantity::ContactGap,
        Quantity::Membrane => world::Quantity::Membrane,
        Quantity::Bending => world::Quantity::Bending,
        Quantity::Twist => world::Quantity::Twist,
    }
}

fn component_of(component: Component) -> world::Component {
    use world::Component::{Axis, Entry};
    match component {
        Component::X => Axis(0),
        Component::Y => Axis(1),
        Component::Z => Axis(2),
        Component::Norm => world::Component::Norm,
        Component::XX => Entry(0, 0),
        Component::YY => Entry(1, 1),
        Component::ZZ => Entry(2, 2),
        Component::XY => Entry(0, 1),
        Component::YZ => Entry(1, 2),
        Component::XZ => Entry(0, 2),
        Component::VonMises => world::Component::VonMises,
        Component::Kinetic => world::Component::Kinetic,
        Component::Elastic => world::Component::Elastic,
        Component::Total => world::Component::Total,
        Component::Spread => world::Component::Spread,
        Component::Value => world::Component::Value,
    }
}

fn gather(gather: Gather) -> world::Gather {
    match gather {
        Gather::Mean => world::Gather::Mean,
        Gather::Sum => world::Gather::Sum,
        Gather::Min => world::Gather::Min,
        Gather::Max => world::Gather::Max,
    }
}
