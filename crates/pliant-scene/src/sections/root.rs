//! The top of the file, and the order in which everything is read.

use std::sync::Arc;

use glam::DVec3;

use super::{Context, body, limits, load, material, names_in, output, pin, probe, statics, stepper, time};
use crate::place::{Place, Source};
use crate::plan::{
    Axis, BodyPlan, LoadPlan, MaterialPlan, OutputPlan, PinPlan, Plan, ProbePlan, SolverPlan, TimePlan,
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
        &TITLE, &ABOUT, &UP, &GRAVITY, &TIME, &STEPPER, &SOLVER, &MATERIAL, &BODY, &PIN, &LOAD, &PROBE,
        &OUTPUT,
    ],
    "title = \"A soft beam\"\nup = \"z\"\ngravity = \"9.81 m/s2\"",
)
.later(&["contact", "collider", "binding", "cut"]);

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
        loads: complete(things.loads)?,
        probes: complete(things.probes)?,
        output: run.output?,
    };
    statics::warn_if_nothing_happens(&plan, sink);
    Some(plan)
}

/// The tables that say how the scene is run.
struct Run {
    context: Context,
    stepper: stepper::StepperRead,
    time: Option<TimePlan>,
    solver: Option<SolverPlan>,
    output: Option<OutputPlan>,
}

fn read_run(reader: &Reader<'_>, document: &Table) -> Run {
    let stepper = reader
        .table_or_empty(&STEPPER, &stepper::STEPPER)
        .map_or_else(stepper::StepperRead::unreadable, |table| stepper::read_stepper(&table));
    let context = Context {
        materials: names_in(document, "material"),
        bodies: names_in(document, "body"),
        pins: names_in(document, "pin"),
        stepper: stepper.kind,
    };
    Run {
        time: reader.table_or_empty(&TIME, &time::TIME).and_then(|table| time::read(&table, &context)),
        solver: reader
            .table_or_empty(&SOLVER, &stepper::SOLVER)
            .and_then(|table| stepper::read_solver(&table, document.get("solver").is_some(), stepper.kind)),
        output: reader.table_or_empty(&OUTPUT, &output::OUTPUT).and_then(|table| output::read(&table)),
        stepper,
        context,
    }
}

/// The named tables; `None` for what could not be read, so that indices stay true.
struct Things {
    materials: Vec<Option<MaterialPlan>>,
    bodies: Vec<Option<BodyPlan>>,
    pins: Vec<Option<PinPlan>>,
    loads: Vec<Option<LoadPlan>>,
    probes: Vec<Option<ProbePlan>>,
}

fn read_things(reader: &Reader<'_>, context: &Context) -> Things {
    Things {
        materials: each(reader, &MATERIAL, &material::MATERIAL, material::read),
        bodies: each(reader, &BODY, &body::BODY, |named| body::read(named, context)),
        pins: each(reader, &PIN, &pin::PIN, |named| pin::read(named, context)),
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
    if table.entries.iter().all(|entry| matches!(entry.node.value, Value::Table(_))) {
        return false;
    }
    let is_key = |entry: &&Entry| {
        !matches!(entry.node.value, Value::Table(_))
            || section.fields.iter().any(|known| known.name == entry.key)
    };
    let keys: Vec<&Entry> = table.entries.iter().filter(is_key).collect();
    let names: Vec<String> = keys.iter().map(|entry| format!("`{}`", entry.key)).collect();
    root.sink.error(
        keys.first().map_or(root.place, |entry| entry.key_place),
        field.name,
        format!("{} stand in [{}] without a name", names.join(", "), field.name),
        format!("write [{0}.NAME] above, with a name of your own, like [{0}.first]", field.name),
    );
    true
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
    } else if what == "body" && entry.key == "all" {
        sink.error(
            entry.key_place,
            path,
            "\"all\" means every body, so none can be called so",
            "rename the body",
        );
    }
}
