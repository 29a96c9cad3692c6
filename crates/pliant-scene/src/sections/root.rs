//! The top of the file, and the order in which everything is read.

use std::sync::Arc;

use glam::DVec3;

use super::contact::{self, ContactContext};
use super::{
    Context, body, collider, limits, load, material, names_in, output, path, pin, probe, statics, stepper,
    time,
};
use crate::place::{Place, Source};
use crate::plan::{
    Axis, BodyPlan, ColliderPlan, ContactPlan, LoadPlan, MaterialPlan, OutputPlan, PinPlan, Plan, ProbePlan,
    SolverPlan, StepperKind, TimePlan,
};
use crate::problem::Problems;
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;
use crate::schema::value::Spot;
use crate::schema::{Bounds, Choose, Field, Kind, Section};
use crate::tree::{Entry, Node, Table, Value};
use crate::units::Dimension;

const TITLE: Field =
    Field::optional("title", Kind::Text, "\"A soft beam\"", "the file's name", "What the scene is called.");
const ABOUT: Field = Field::optional(
    "about",
    Kind::Text,
    "\"Shows how a beam bends.\"",
    "nothing",
    "Free text: what the scene shows, where its numbers come from.",
);
const UP: Field = Field::with_default(
    "up",
    Kind::Special("an axis: `x`, `y`, `z`, `-x`, `-y` or `-z`"),
    "\"z\"",
    "The direction against gravity.",
);
const GRAVITY: Field = Field::with_default(
    "gravity",
    Kind::Number(Dimension::ACCELERATION),
    "\"9.81 m/s2\"",
    "Acceleration of gravity, against `up`. 0 switches it off. In a quasi-static run it grows from nothing over the duration.",
)
.within(Bounds::NonNegative)
.because("its direction is given by `up` (`up = \"-z\"` turns it round)")
.plausible(1e-6, 1e4);

const TIME: Field = Field::optional(
    "time",
    Kind::Table(&time::TIME),
    "{ duration = \"3 s\" }",
    "only a quasi-static scene does without",
    "Duration and rates.",
);
const STEPPER: Field = Field::optional(
    "stepper",
    Kind::Table(&stepper::STEPPER),
    "{ kind = \"verlet\" }",
    "implicit Euler",
    "The time integrator.",
);
const SOLVER: Field = Field::optional(
    "solver",
    Kind::Table(&stepper::SOLVER),
    "{ kind = \"cg\" }",
    "chosen for you",
    "The solver of linear systems.",
);
const MATERIAL: Field = Field::optional(
    "material",
    Kind::Named(&material::MATERIAL),
    "{}",
    "bodies name materials of the library",
    "What bodies are made of.",
);
const BODY: Field =
    Field::optional("body", Kind::Named(&body::BODY), "{}", "**must be given**", "The things that deform.");
const PIN: Field =
    Field::optional("pin", Kind::Named(&pin::PIN), "{}", "nothing is held", "What is held, or moved.");
const CONTACT: Field = Field::optional(
    "contact",
    Kind::Table(&contact::CONTACT),
    "{ friction = 0.4 }",
    "things touch only if there is a collider",
    "How touching things act on each other.",
);
const COLLIDER: Field = Field::optional(
    "collider",
    Kind::Named(&collider::COLLIDER),
    "{}",
    "none",
    "Rigid things that bodies touch.",
);
const LOAD: Field = Field::optional(
    "load",
    Kind::Named(&load::LOAD),
    "{}",
    "gravity alone acts",
    "Forces, pressures, torques.",
);
const PROBE: Field = Field::optional(
    "probe",
    Kind::Named(&probe::PROBE),
    "{}",
    "only energies are recorded",
    "What is measured over time.",
);
const OUTPUT: Field = Field::optional(
    "output",
    Kind::Table(&output::OUTPUT),
    "{ frames = false }",
    "everything",
    "What is written.",
);

/// The whole file.
pub(crate) const ROOT: Section = Section::new(
    "The top of the file",
    "These keys stand before the first table.",
    &[
        &TITLE, &ABOUT, &UP, &GRAVITY, &TIME, &STEPPER, &SOLVER, &MATERIAL, &BODY, &PIN, &CONTACT, &COLLIDER,
        &LOAD, &PROBE, &OUTPUT,
    ],
    "title = \"A soft beam\"\nup = \"z\"\ngravity = \"9.81 m/s2\"",
)
.later(&["binding", "cut"]);

/// Reads everything; `None` when an error left a hole (it is in the sink then).
pub(crate) fn read(document: &Table, sink: &Sink, source: Arc<Source>) -> Option<Plan> {
    let reader = Reader::new(sink, document, &ROOT, String::new(), Place::START);
    let title = reader.text(&TITLE).map(|text| text.value);
    let about = reader.text(&ABOUT).map(|text| text.value);
    let (up, gravity) = (reader.special(&UP, read_up), reader.number(&GRAVITY));
    let run = read_run(&reader, document);
    let things = read_things(&reader, &run.context);
    reader.finish();
    check_together(&reader, &run, &things);
    if let Some(place) = run.stepper.path_place() {
        let is_pulled = gravity.as_ref().is_none_or(|gravity| gravity.value != 0.0);
        path::check(place, &run.context, is_pulled, &things.loads, &things.pins, sink);
    }
    let up = up?.value;
    let plan = Plan {
        warnings: Problems::new(source.clone()),
        source,
        title,
        about,
        up,
        gravity: -up * gravity?.value,
        time: run.time?,
        stepper: run.stepper.plan?,
        solver: run.solver?,
        materials: complete(things.materials)?,
        bodies: complete(things.bodies)?,
        pins: complete(things.pins)?,
        contact: if run.context.contact.is_on { Some(run.contact?) } else { None },
        colliders: complete(things.colliders)?,
        loads: complete(things.loads)?,
        probes: complete(things.probes)?,
        output: run.output?,
    };
    statics::warn_if_nothing_happens(&plan, sink);
    statics::warn_if_nothing_touches(&plan, sink);
    Some(plan)
}

/// The tables that say how the scene is run.
struct Run {
    context: Context,
    stepper: stepper::StepperRead,
    time: Option<TimePlan>,
    solver: Option<SolverPlan>,
    output: Option<OutputPlan>,
    contact: Option<ContactPlan>,
}

fn read_run(reader: &Reader<'_>, document: &Table) -> Run {
    let stepper = reader
        .table_or_empty(&STEPPER, &stepper::STEPPER)
        .map_or_else(stepper::StepperRead::unreadable, |table| stepper::read_stepper(&table));
    let colliders = names_in(document, "collider");
    let is_on = document.get("contact").is_some() || !colliders.is_empty();
    let contact = read_contact(reader, stepper.kind, &colliders);
    let context = Context {
        materials: names_in(document, "material"),
        bodies: names_in(document, "body"),
        pins: names_in(document, "pin"),
        colliders,
        contact: ContactContext::new(is_on, contact.as_ref()),
        stepper: stepper.kind,
        follows_path: stepper.path_place().is_some(),
    };
    Run {
        time: reader.table_or_empty(&TIME, &time::TIME).and_then(|table| time::read(&table, &context)),
        solver: reader
            .table_or_empty(&SOLVER, &stepper::SOLVER)
            .and_then(|table| stepper::read_solver(&table, document.get("solver").is_some(), &stepper)),
        output: reader.table_or_empty(&OUTPUT, &output::OUTPUT).and_then(|table| output::read(&table)),
        stepper,
        contact,
        context,
    }
}

/// Without a table of its own, contact is said to be where the first collider is named.
fn read_contact(reader: &Reader<'_>, stepper: StepperKind, colliders: &[String]) -> Option<ContactPlan> {
    let table = reader.table_or_empty(&CONTACT, &contact::CONTACT)?;
    let plan = contact::read(&table, stepper)?;
    let place = match colliders.first() {
        Some(first) if !reader.has(&CONTACT) => reader.place_of_named("collider", first),
        _ => plan.place,
    };
    Some(ContactPlan { place, ..plan })
}

/// The named tables; `None` for what could not be read, so that indices stay true.
struct Things {
    materials: Vec<Option<MaterialPlan>>,
    bodies: Vec<Option<BodyPlan>>,
    pins: Vec<Option<PinPlan>>,
    colliders: Vec<Option<ColliderPlan>>,
    loads: Vec<Option<LoadPlan>>,
    probes: Vec<Option<ProbePlan>>,
}

fn read_things(reader: &Reader<'_>, context: &Context) -> Things {
    Things {
        materials: each(reader, &MATERIAL, &material::MATERIAL, material::read),
        bodies: each(reader, &BODY, &body::BODY, |named| body::read(named, context)),
        pins: each(reader, &PIN, &pin::PIN, |named| pin::read(named, context)),
        colliders: each(reader, &COLLIDER, &collider::COLLIDER, |named| collider::read(named, context)),
        loads: each(reader, &LOAD, &load::LOAD, |named| load::read(named, context)),
        probes: each(reader, &PROBE, &probe::PROBE, |named| probe::read(named, context)),
    }
}

fn complete<T>(things: Vec<Option<T>>) -> Option<Vec<T>> {
    things.into_iter().collect()
}

/// Checks that need several sections at once, on as much as could be read.
fn check_together(reader: &Reader<'_>, run: &Run, things: &Things) {
    let sink = reader.sink;
    require_bodies(reader, &run.context);
    stepper::check_with_time(&run.stepper, run.time.as_ref(), sink);
    limits::check_time(run.time.as_ref(), run.output.as_ref(), sink);
    limits::size_problems(things.bodies.iter().flatten()).into_iter().for_each(|problem| sink.push(problem));
    body::check_materials(&things.bodies, &things.materials, sink);
    load::check_duplicates(&things.loads, sink);
    if run.context.contact.is_on {
        contact::check_stepper(run.stepper.plan.as_ref(), run.contact.as_ref(), sink);
    }
    if run.context.is_static() {
        statics::check_held(reader, &run.context, &things.pins);
    }
}

fn read_up(spot: Spot<'_>, node: &Node) -> Option<DVec3> {
    let text = match &node.value {
        Value::Text(text) => text.as_str(),
        _ => "",
    };
    let (sign, name) = match text.strip_prefix('-') {
        Some(name) => (-1.0, name),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let axis = Axis::ALL.iter().find(|(_, choice)| choice.name == name);
    if axis.is_none() {
        spot.wrong_kind_of_word(node, "an axis", "x, y, z, -x, -y, -z");
    }
    axis.map(|(axis, _)| axis.vector() * sign)
}

fn require_bodies(reader: &Reader<'_>, context: &Context) {
    if context.bodies.is_empty() {
        let shape = "shape = { box = [\"1 m\", \"20 cm\", \"20 cm\"] }";
        reader.error_here(
            "the scene has no body",
            format!("add a table [body.NAME] with at least a material, a spacing and `{shape}`"),
        );
    }
}

/// A named table.
pub(crate) struct Named<'a> {
    pub name: String,
    /// Where the name stands.
    pub place: Place,
    pub reader: Reader<'a>,
}

/// Reads every table `[section.NAME]`.
fn each<'a, T>(
    root: &Reader<'a>,
    field: &'static Field,
    section: &'static Section,
    read: impl Fn(&Named<'a>) -> Option<T>,
) -> Vec<Option<T>> {
    let Some(entry) = root.entry(field) else { return Vec::new() };
    let Value::Table(table) = &entry.node.value else {
        root.error(
            field,
            format!("`{}` holds named tables", field.name),
            format!("write [{}.NAME] with a name of your own", field.name),
        );
        return Vec::new();
    };
    if report_nameless(root, field, section, table) {
        return vec![None];
    }
    let read_entry = |entry| named(root.sink, field.name, section, entry).and_then(|named| read(&named));
    table.entries.iter().map(read_entry).collect()
}

/// Keys that stand directly in `[body]` show that the name was forgotten.
fn report_nameless(root: &Reader<'_>, field: &'static Field, section: &Section, table: &Table) -> bool {
    if !table.entries.iter().any(|entry| lacks_name(entry, section)) {
        return false;
    }
    let is_key = |entry: &&Entry| {
        !matches!(entry.node.value, Value::Table(_))
            || section.fields.iter().any(|known| known.name == entry.key)
    };
    let keys: Vec<&Entry> = table.entries.iter().filter(is_key).collect();
    let names: Vec<String> = keys.iter().map(|entry| format!("`{}`", entry.key)).collect();
    let stand = if names.len() == 1 { "stands" } else { "stand" };
    root.sink.error(
        keys.first().map_or(root.place, |entry| entry.key_place),
        field.name,
        format!("{} {stand} in [{}] without a name", names.join(", "), field.name),
        format!("write [{0}.NAME] above, with a name of your own, like [{0}.first]", field.name),
    );
    true
}

/// A value, or a table that is the value of a key: `shape` in `[collider]` holds no key of a collider.
fn lacks_name(entry: &Entry, section: &Section) -> bool {
    let is_key = |name: &str| section.fields.iter().any(|known| known.name == name);
    match &entry.node.value {
        Value::Table(table) => {
            let inner = &table.entries;
            is_key(&entry.key) && !inner.is_empty() && !inner.iter().any(|entry| is_key(&entry.key))
        }
        _ => true,
    }
}

fn named<'a>(sink: &'a Sink, what: &str, section: &'static Section, entry: &'a Entry) -> Option<Named<'a>> {
    let Value::Table(table) = &entry.node.value else { return None };
    let path = format!("{what}.{}", entry.key);
    check_name(sink, what, entry, &path);
    let reader = Reader::new(sink, table, section, path, entry.key_place);
    Some(Named { name: entry.key.clone(), place: entry.key_place, reader })
}

/// Names become column headings and file names, so they stay simple.
fn check_name(sink: &Sink, what: &str, entry: &Entry, path: &str) {
    let simple = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if entry.key.is_empty() || !entry.key.chars().all(simple) {
        sink.error(
            entry.key_place,
            path,
            format!("\"{}\" cannot be the name of a {what}", entry.key),
            "use letters, digits, `_` and `-` only",
        );
    } else if matches!(what, "body" | "collider") && entry.key == "all" {
        sink.error(
            entry.key_place,
            path,
            format!("\"all\" means every {what}, so none can be called so"),
            format!("rename the {what}"),
        );
    }
}
