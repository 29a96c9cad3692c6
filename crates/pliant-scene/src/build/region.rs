//! Regions on real bodies: what they select, and what to say when that is nothing.

use pliant_body::{Body, Face, HoldPoint};
use pliant_geometry::{NamedPoint, Region as Selection, RegionError, Side};

use super::Workbench;
use super::sides::{element_group, node_group};
use super::text;
use crate::place::{Located, Place};
use crate::plan::{Axis, NearTarget, Region};
use crate::problem::Problem;
use crate::schema::Choose;
use crate::schema::suggest::nearest;

/// What a region is to select.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Selects {
    /// Nodes, or faces by their nodes.
    Nodes,
    /// Elements.
    Elements,
}

/// Who asks for a region.
#[derive(Clone, Copy)]
pub(super) struct Asker<'a> {
    /// `pin`, `load` or `probe`.
    pub kind: &'static str,
    /// Its name.
    pub name: &'a str,
    /// Which bodies: indices into [`crate::Plan::bodies`].
    pub bodies: &'a [usize],
    /// Which part of them.
    pub region: &'a Located<Region>,
}

impl Asker<'_> {
    pub(super) fn key(&self) -> String {
        format!("{}.{}.where", self.kind, self.name)
    }

    /// `pin "root" holds nothing`.
    fn in_vain(&self) -> String {
        let verb = match self.kind {
            "pin" => "holds",
            "load" => "pushes",
            _ => "measures",
        };
        format!("{} \"{}\" {verb} nothing", self.kind, self.name)
    }
}

/// What a region selects of one body of the plan (of each of its copies).
pub(super) struct Part<T> {
    /// Index into [`crate::Plan::bodies`].
    pub body: usize,
    /// What is selected, by numbers within the body.
    pub selected: Vec<T>,
}

/// Nodes, faces and elements in messages, and the rule by which they count.
struct Thing {
    what: &'static str,
    rule: &'static str,
}

const NODE: Thing = Thing { what: "no node of {} lies in its region", rule: "" };
const POINT: Thing = Thing { what: "no point of {} lies in its region", rule: "" };
const FACE: Thing = Thing {
    what: "no face of the surface of {} lies in its region",
    rule: "; a face counts when all its nodes are inside",
};
const ELEMENT: Thing = Thing { what: "no element of {} has its centre in its region", rule: "" };

/// Selects points, which may be nodes; nothing at all is an error.
pub(super) fn points(bench: &mut Workbench<'_>, asker: Asker<'_>) -> Vec<Part<u32>> {
    let parts = select(bench, asker, Selects::Nodes, |body, region| body.select_points(region));
    let is_nodal = asker.bodies.iter().all(|&body| bench.has_nodes_for_points(body));
    checked(bench, asker, parts, if is_nodal { &NODE } else { &POINT })
}

/// What is to be held of a copy of a body whose points are not nodes; `None` if that cannot be.
pub(super) fn hold_points(
    bench: &mut Workbench<'_>,
    asker: Asker<'_>,
    body: usize,
    copy: usize,
    mean: bool,
) -> Option<Vec<HoldPoint>> {
    let built = bench.bodies.get(body).and_then(Option::as_ref)?;
    let region = geometry(&asker.region.value, built.named_sides, Selects::Nodes);
    match bench.world.body(copy).hold_points(&region, mean) {
        Ok(points) => Some(points),
        Err(error) => {
            let name = &bench.plan.bodies[body].name;
            bench.problems.push(refused(asker.region.place, asker.key(), name, &error));
            None
        }
    }
}

/// Selects faces of the surface; nothing at all is an error.
pub(super) fn faces(bench: &mut Workbench<'_>, asker: Asker<'_>) -> Vec<Part<Face>> {
    let parts = any_faces(bench, asker);
    checked(bench, asker, parts, &FACE)
}

/// Selects faces of the surface; `None` if the region is wrong, no parts if there are none.
pub(super) fn any_faces(bench: &mut Workbench<'_>, asker: Asker<'_>) -> Option<Vec<Part<Face>>> {
    select(bench, asker, Selects::Nodes, |body, region| body.select_faces(region))
}

/// Selects elements; nothing at all is an error.
pub(super) fn elements(bench: &mut Workbench<'_>, asker: Asker<'_>) -> Vec<Part<u32>> {
    let parts = select(bench, asker, Selects::Elements, |body, region| body.select_cells(region));
    checked(bench, asker, parts, &ELEMENT)
}

/// Finds what a region selects of a body.
type Evaluate<T> = fn(&dyn Body, &Selection) -> Result<Vec<T>, RegionError>;

/// `None` if a body is missing or the region cannot be evaluated on one of them.
fn select<T>(
    bench: &mut Workbench<'_>,
    asker: Asker<'_>,
    selects: Selects,
    evaluate: Evaluate<T>,
) -> Option<Vec<Part<T>>> {
    let mut parts = Some(Vec::new());
    for &body in asker.bodies {
        let Some(built) = bench.bodies.get(body).and_then(Option::as_ref) else {
            parts = None;
            continue;
        };
        let region = geometry(&asker.region.value, built.named_sides, selects);
        match evaluate(bench.world.body(built.copies.start), &region) {
            Ok(selected) => {
                if let Some(parts) = &mut parts {
                    parts.push(Part { body, selected });
                }
            }
            Err(error) => {
                let name = &bench.plan.bodies[body].name;
                bench.problems.push(refused(asker.region.place, asker.key(), name, &error));
                parts = None;
            }
        }
    }
    parts
}

/// Complains about bodies of which nothing is selected: an error if that is all of them.
fn checked<T>(
    bench: &mut Workbench<'_>,
    asker: Asker<'_>,
    parts: Option<Vec<Part<T>>>,
    thing: &Thing,
) -> Vec<Part<T>> {
    let Some(mut parts) = parts else { return Vec::new() };
    let empty: Vec<usize> =
        parts.iter().filter(|part| part.selected.is_empty()).map(|part| part.body).collect();
    if !empty.is_empty() {
        let problem = nothing_selected(bench, asker, &empty, empty.len() == parts.len(), thing);
        bench.problems.push(problem);
    }
    parts.retain(|part| !part.selected.is_empty());
    parts
}

fn nothing_selected(
    bench: &Workbench<'_>,
    asker: Asker<'_>,
    empty: &[usize],
    all: bool,
    thing: &Thing,
) -> Problem {
    let plan = bench.plan;
    let names: Vec<&str> = empty.iter().map(|&body| plan.bodies[body].name.as_str()).collect();
    let what = thing.what.replace("{}", &text::names(&names));
    let lies = |body: usize| {
        let built = bench.bodies[body].as_ref()?;
        let (name, extent) = (&plan.bodies[body].name, text::extent(&built.bounds));
        let things = if bench.has_nodes_for_points(body) { "nodes" } else { "points" };
        Some(format!(
            "\"{name}\" lies {extent} in its own coordinates, its {things} about {} m apart",
            text::number(built.edge / plan.bodies[body].order.value as f64)
        ))
    };
    let where_it_is = empty.first().and_then(|&body| lies(body)).unwrap_or_default();
    let is_bare = |body: &usize| bench.copies(*body).all(|copy| bench.world.body(copy).surface().is_empty());
    let remedy = if thing.what == FACE.what && empty.iter().all(is_bare) {
        "a cloud of points has no surface: use a force or an acceleration, or a shape with a surface".into()
    } else {
        let region = words(&asker.region.value);
        format!("the region is {region}; {where_it_is}; move or enlarge the region{}", thing.rule)
    };
    if all {
        let reason = format!("{}: {what}", asker.in_vain());
        Problem::error(asker.region.place, asker.key(), reason, remedy)
    } else {
        let reason = format!("{} \"{}\": {what}", asker.kind, asker.name);
        Problem::warning(asker.region.place, asker.key(), reason, remedy)
    }
}

/// A region that cannot be evaluated on a body.
pub(super) fn refused(place: Place, key: String, body: &str, error: &RegionError) -> Problem {
    match error {
        RegionError::UnknownGroup { name, known } => {
            let known: Vec<&str> = known.iter().map(String::as_str).filter(|known| !is_side(known)).collect();
            let remedy = match nearest(name, known.iter().copied()) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None if known.is_empty() => "it has no groups at all: select by position instead".to_string(),
                None => format!("its groups are: {}", known.join(", ")),
            };
            Problem::error(place, key, format!("\"{body}\" has no group \"{name}\""), remedy)
        }
        RegionError::Nonsense { what, remedy } => Problem::error(place, key, what.clone(), *remedy),
    }
}

/// Whether a group is one of ours.
fn is_side(group: &str) -> bool {
    let sides = || Axis::ALL.iter().flat_map(|(axis, _)| [(*axis, false), (*axis, true)]);
    sides().any(|(axis, upper)| group == node_group(axis, upper) || group == element_group(axis, upper))
}

/// The region as the geometry knows it.
pub(super) fn geometry(region: &Region, named_sides: bool, selects: Selects) -> Selection {
    let inner = |region: &Region| geometry(region, named_sides, selects);
    match region {
        Region::All => Selection::Everything,
        Region::Box { min, max } => Selection::Box { min: *min, max: *max },
        Region::Sphere { centre, radius } => Selection::Sphere { centre: *centre, radius: *radius },
        Region::HalfSpace { point, normal } => Selection::HalfSpace { point: *point, normal: *normal },
        Region::Cylinder { from, to, radius } => {
            Selection::Cylinder { from: *from, to: *to, radius: *radius }
        }
        Region::Near(NearTarget::Point(point)) => Selection::Near(*point),
        Region::Near(NearTarget::Centre) => Selection::NearNamed(NamedPoint::Centre),
        Region::Near(NearTarget::Corners) => Selection::NearNamed(NamedPoint::Corners),
        Region::Face { axis, upper } if named_sides => Selection::Group(match selects {
            Selects::Nodes => node_group(*axis, *upper),
            Selects::Elements => element_group(*axis, *upper),
        }),
        Region::Face { axis, upper } => Selection::Face(side(*axis, *upper)),
        Region::Group(name) => Selection::Group(name.clone()),
        Region::Any(list) => Selection::Any(list.iter().map(inner).collect()),
        Region::Every(list) => Selection::All(list.iter().map(inner).collect()),
        Region::Not(region) => Selection::Not(Box::new(inner(region))),
    }
}

fn side(axis: Axis, upper: bool) -> Side {
    match (axis, upper) {
        (Axis::X, false) => Side::XMin,
        (Axis::X, true) => Side::XMax,
        (Axis::Y, false) => Side::YMin,
        (Axis::Y, true) => Side::YMax,
        (Axis::Z, false) => Side::ZMin,
        (Axis::Z, true) => Side::ZMax,
    }
}

/// A region in words.
pub(super) fn words(region: &Region) -> String {
    let listed = |list: &[Region], word: &str| {
        let each: Vec<String> = list.iter().map(words).collect();
        each.join(word)
    };
    match region {
        Region::All => "the whole body".to_string(),
        Region::Box { min, max } => {
            format!("the box between {} and {}", text::point(*min), text::point(*max))
        }
        Region::Sphere { centre, radius } => {
            format!("the sphere of radius {} m around {}", text::number(*radius), text::point(*centre))
        }
        Region::HalfSpace { point, normal } => format!(
            "everything beyond {} along [{}, {}, {}]",
            text::point(*point),
            text::number(normal.x),
            text::number(normal.y),
            text::number(normal.z)
        ),
        Region::Cylinder { from, to, radius } => format!(
            "the cylinder of radius {} m from {} to {}",
            text::number(*radius),
            text::point(*from),
            text::point(*to)
        ),
        Region::Near(NearTarget::Point(point)) => format!("what is nearest to {}", text::point(*point)),
        Region::Near(NearTarget::Centre) => "what is nearest to the centre".to_string(),
        Region::Near(NearTarget::Corners) => "what is nearest to the corners".to_string(),
        Region::Face { axis, upper } => {
            format!("the side {}{}", axis.word(), if *upper { '+' } else { '-' })
        }
        Region::Group(name) => format!("the group \"{name}\""),
        Region::Any(list) => format!("({})", listed(list, " or ")),
        Region::Every(list) => format!("({})", listed(list, " and ")),
        Region::Not(region) => format!("everything but {}", words(region)),
    }
}
