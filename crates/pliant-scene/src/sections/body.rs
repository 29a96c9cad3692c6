//! `[body.NAME]`.

use glam::DVec3;

use super::preset::resolve_material;
use super::root::Named;
use super::{Context, copies, elaston, peridynamic, phyxel, region, shape, start};
use crate::place::Located;
use crate::plan::{
    BodyPlan, ContactSurface, ElastonPlan, Grading, MaterialPlan, MaterialRegion, Method, PeridynamicPlan,
    PhyxelPlan, Placement, Resolution, Rotation, Shape, Strain,
};
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;
use crate::schema::value::{self, Spot};
use crate::schema::{Bounds, Choose, Field, Kind, Section, choices_of};
use crate::tree::{Node, Value};
use crate::units::Dimension;

const SHAPE: Field = Field::required(
    "shape",
    Kind::Table(&shape::SHAPE),
    "{ box = [\"1 m\", \"20 cm\", \"20 cm\"] }",
    "The geometry.",
);
const METHOD: Field = Field::with_default(
    "method",
    Kind::Choice(choices_of::<Method>),
    "\"tet\"",
    "How the body is discretised.",
);
const ORDER: Field = Field::with_default(
    "order",
    Kind::Count,
    "2",
    "For tetrahedra: polynomial order of the elements: 2 is accurate (10-node tetrahedra), 1 is cheap and too stiff in bending (4-node tetrahedra).",
)
.within(Bounds::Closed(1.0, 2.0))
.because("there are linear and quadratic elements");
const SPACING: Field = Field::optional(
    "spacing",
    Kind::Number(Dimension::LENGTH),
    "\"4 cm\"",
    "given by `cells`, `samples` or the mesh file",
    "Size of the elements: the largest edge of a cell of a box or block, about the edge length in other shapes; for elastons and phyxels the distance of the samples (phyxels).",
)
.within(Bounds::Positive)
.because("elements have a size");
const CELLS: Field = Field::optional(
    "cells",
    Kind::Special("three whole numbers"),
    "[25, 5, 5]",
    "given by `spacing`",
    "For box and block instead of `spacing`: number of cells along x, y, z. Each cell is cut into six tetrahedra, or is a phyxel or peridynamic point.",
);
const MATERIAL: Field = Field::required(
    "material",
    Kind::Special("the name of a material, or of one of the [library](materials.md)"),
    "\"rubber\"",
    "What it is made of.",
);
const REGIONS: Field = Field::optional(
    "regions",
    Kind::Tables(&REGION_KEYS),
    "[{ where = { half_space = { point = [0, 0, 0], normal = [0, 0, 1] } }, material = \"steel\" }]",
    "one material",
    "Parts made of other materials, by the centre of each element; where two overlap, the later one counts.",
);
const POSITION: Field = Field::with_default(
    "position",
    Kind::Vector(Dimension::LENGTH),
    "[0, 0, 0]",
    "Where the body's origin stands in the world.",
)
.plausible(0.0, 1e6)
.example("[0, 0, \"40 cm\"]");
const ROTATION: Field = Field::optional(
    "rotation",
    Kind::Table(&ROTATION_KEYS),
    "{ axis = [0, 0, 1], angle = \"30 deg\" }",
    "none",
    "Turn about the body's origin, before it is moved to `position`.",
);
const VELOCITY: Field = Field::with_default(
    "velocity",
    Kind::Vector(Dimension::VELOCITY),
    "[0, 0, 0]",
    "Velocity at the beginning.",
)
.plausible(0.0, 1e5)
.example("[\"2 m/s\", 0, 0]");
const SPIN: Field = Field::with_default(
    "spin",
    Kind::Vector(Dimension::ANGULAR_VELOCITY),
    "[0, 0, 0]",
    "Angular velocity at the beginning: an axis times a speed, about the centre of mass (of each copy).",
)
.plausible(0.0, 1e6)
.example("[0, 0, \"1 turn/s\"]");
const COPIES: Field = Field::optional(
    "copies",
    Kind::Table(&copies::COPIES_KEYS),
    "{ grid = [2, 2, 1], spacing = \"20 cm\" }",
    "one body",
    "A grid of equal bodies. Pins, loads and probes apply to all of them.",
);

const SELF_CONTACT: Field = Field::optional(
    "self_contact",
    Kind::Flag,
    "true",
    "as `self` in [contact] says",
    "Whether it touches itself.",
);
const CONTACT_SURFACE: Field = Field::with_default(
    "contact_surface",
    Kind::Choice(choices_of::<ContactSurface>),
    "\"cells\"",
    "What of it touches others.",
);

pub(crate) const BODY: Section = Section::new(
    "[body.NAME]",
    "The things that deform.",
    &[
        &SHAPE,
        &METHOD,
        &ORDER,
        &SPACING,
        &CELLS,
        &elaston::SAMPLES,
        &elaston::BASIS,
        &elaston::STRAIN,
        &elaston::RATIO,
        &elaston::SEED,
        &elaston::GRADING,
        &elaston::MATTER_SPACING,
        &elaston::TURNED_AXES,
        &phyxel::LAYOUT,
        &phyxel::JITTER,
        &phyxel::KERNEL,
        &phyxel::REACH,
        &phyxel::NEIGHBOURS,
        &phyxel::STABILISATION,
        &phyxel::VOLUME_STIFFNESS,
        &peridynamic::HORIZON,
        &peridynamic::INFLUENCE,
        &peridynamic::FORM,
        &peridynamic::DIRECTIONS,
        &MATERIAL,
        &REGIONS,
        &POSITION,
        &ROTATION,
        &VELOCITY,
        &SPIN,
        &start::START,
        &COPIES,
        &SELF_CONTACT,
        &CONTACT_SURFACE,
    ],
    "[body.beam]\nshape = { box = [\"1 m\", \"20 cm\", \"20 cm\"] }\nspacing = \"4 cm\"\nmaterial = \"rubber\"\n\
     position = [0, 0, \"50 cm\"]",
);

const WHERE: Field = Field::required("where", Kind::Region, "{ face = \"x-\" }", "Which part.");
const REGION_MATERIAL: Field = Field::required(
    "material",
    Kind::Special("the name of a material, or of one of the [library](materials.md)"),
    "\"steel\"",
    "What it is made of.",
);
const REGION_DIRECTIONS: Field = Field::optional(
    "directions",
    Kind::Table(&peridynamic::DIRECTIONS_KEYS),
    "{ first = [0, 0, 1] }",
    "those of the body",
    "For elastons and peridynamic bodies of a material with `young_along`: its directions there.",
);
const REGION_KEYS: Section = Section::new(
    "regions = [{ ... }]",
    "A part of a body with a material of its own.",
    &[&WHERE, &REGION_MATERIAL, &REGION_DIRECTIONS],
    "regions = [{ where = { half_space = { point = [0, 0, \"10 cm\"], normal = [0, 0, 1] } }, material = \"steel\" }]",
);

const AXIS: Field = Field::required(
    "axis",
    Kind::Vector(Dimension::RATIO),
    "[0, 0, 1]",
    "Direction of the axis; any length.",
);
const ANGLE: Field =
    Field::required("angle", Kind::Number(Dimension::ANGLE), "\"30 deg\"", "Angle, right-handed.");
pub(super) const ROTATION_KEYS: Section = Section::new(
    "rotation = { ... }",
    "A turn of a body, or of a collider from a file.",
    &[&AXIS, &ANGLE],
    "rotation = { axis = [0, 0, 1], angle = \"30 deg\" }",
);

/// More cells than this along one direction overflow any estimate.
const MAX_CELLS_ALONG: f64 = 1e9;
pub(crate) fn read(named: &Named<'_>, context: &Context) -> Option<BodyPlan> {
    let reader = &named.reader;
    let shape = reader.table(&SHAPE, &shape::SHAPE).and_then(|keys| shape::read(&keys));
    let method = reader.choice::<Method>(&METHOD);
    let discretisation = read_discretisation(reader, method, shape.as_ref());
    let material = reader.special(&MATERIAL, |spot, node| resolve_material(spot, node, context));
    let regions = read_regions(reader, method, context);
    let placement = read_placement(reader, &POSITION, &ROTATION);
    let (velocity, spin) = (reader.vector(&VELOCITY), reader.vector(&SPIN));
    let start = start::read(reader, method);
    let copies = reader.table(&COPIES, &copies::COPIES_KEYS).map(|keys| copies::read(&keys));
    let self_contact = read_self_contact(reader, context);
    let contact_surface = read_contact_surface(reader, shape.as_ref().map(|shape| &shape.value), method);
    warn_about_contact(reader, context);
    warn_about_motion(reader, context);
    let discretisation = discretisation.filter(|of| !is_lagged_in_a_static_run(reader, context, of));
    let shape = shape.filter(|shape| !is_graded_without_cells(reader, shape, method));
    reader.finish();
    let Discretisation { order, resolution, elaston, phyxel, peridynamic } = discretisation?;
    Some(BodyPlan {
        name: named.name.clone(),
        place: named.place,
        shape: shape?,
        method: method?,
        order,
        resolution,
        elaston,
        phyxel,
        peridynamic,
        material: material?.value,
        regions: regions?,
        placement: placement?,
        velocity: velocity?.value,
        spin: spin?.value,
        start: start?,
        copies: copies.map_or(Some(None), |copies| copies.map(Some))?,
        self_contact: self_contact?,
        contact_surface: contact_surface?,
    })
}

/// What belongs to the method.
struct Discretisation {
    order: Located<usize>,
    resolution: Resolution,
    elaston: Option<ElastonPlan>,
    phyxel: Option<PhyxelPlan>,
    peridynamic: Option<PeridynamicPlan>,
}

impl Discretisation {
    /// Without anything of a method.
    fn plain(order: Located<usize>, resolution: Resolution) -> Self {
        Self { order, resolution, elaston: None, phyxel: None, peridynamic: None }
    }
}

fn read_discretisation(
    reader: &Reader<'_>,
    method: Option<Located<Method>>,
    shape: Option<&Located<Shape>>,
) -> Option<Discretisation> {
    let (order, kind) = (reader.count(&ORDER), shape.map(|shape| &shape.value));
    let Some(method) = method else {
        // Which keys belong is unknown, so they are not complained about.
        elaston::skip(reader);
        phyxel::skip(reader);
        peridynamic::skip(reader);
        reader.entry(&SPACING);
        reader.entry(&CELLS);
        return None;
    };
    let first_order = Located { value: 1, place: method.place };
    match method.value {
        Method::Tet => {
            elaston::refuse(reader, "tet");
            elaston::refuse_shared(reader);
            phyxel::refuse_cloud(reader, "tet");
            peridynamic::refuse(reader, "tet");
            peridynamic::refuse_directions(reader, &peridynamic::DIRECTIONS, "tet");
            let resolution = read_resolution(reader, kind);
            let is_refused = shape.is_some_and(|shape| refuse_for_tets(reader, shape));
            let (order, resolution) = (order?, resolution?);
            (!is_refused).then(|| Discretisation::plain(order, resolution))
        }
        Method::Elaston => {
            refuse_order(reader, "elastons", "`basis` chooses the shape functions");
            phyxel::refuse_cloud(reader, "elaston");
            peridynamic::refuse(reader, "elaston");
            let plan = elaston::read(reader, kind);
            let resolution = elaston::read_resolution(reader, &SPACING, &CELLS);
            Some(Discretisation { elaston: Some(plan?), ..Discretisation::plain(first_order, resolution?) })
        }
        Method::Phyxel => {
            refuse_order(reader, "phyxels", "`basis` chooses what is fitted");
            elaston::refuse(reader, "phyxel");
            peridynamic::refuse(reader, "phyxel");
            peridynamic::refuse_directions(reader, &peridynamic::DIRECTIONS, "phyxel");
            let plan = phyxel::read(reader, kind);
            let resolution = read_cloud_resolution(reader, kind);
            Some(Discretisation { phyxel: Some(plan?), ..Discretisation::plain(first_order, resolution?) })
        }
        Method::Peridynamic => {
            refuse_order(reader, "peridynamic bodies", "`horizon` chooses how far bonds reach");
            elaston::refuse(reader, "peridynamic");
            phyxel::refuse(reader, "peridynamic");
            let plan = peridynamic::read(reader, kind);
            let resolution = read_cloud_resolution(reader, kind);
            Some(Discretisation {
                peridynamic: Some(plan?),
                ..Discretisation::plain(first_order, resolution?)
            })
        }
    }
}

fn refuse_order(reader: &Reader<'_>, what: &str, instead: &str) {
    let reason = format!("`order` is about elements, which {what} do not have");
    reader.refuse(&ORDER, reason, format!("remove it; {instead}"));
}

fn read_cloud_resolution(reader: &Reader<'_>, shape: Option<&Shape>) -> Option<Resolution> {
    let cells = |field| reader.special(field, |spot, node| read_counts(spot, node, MAX_CELLS_ALONG));
    phyxel::read_resolution(reader, shape, &SPACING, &CELLS, cells)
}

/// Whether cells are graded of a body that has none (or only equal ones), which is refused.
fn is_graded_without_cells(
    reader: &Reader<'_>,
    shape: &Located<Shape>,
    method: Option<Located<Method>>,
) -> bool {
    let (Shape::Box { grading, .. } | Shape::Block { grading, .. }) = &shape.value else { return false };
    let is_tet = method.is_none_or(|method| method.value == Method::Tet);
    if is_tet || *grading == Grading::default() {
        return false;
    }
    let remedy = "remove `grade`; `grading` makes elastons, and phyxels in an octree, closer around a point";
    let path = format!("{}.grade", reader.path_of(&SHAPE));
    reader.sink.error(shape.place, &path, "`grade` is about the cells of tetrahedra", remedy);
    true
}

/// Whether the lagged form of elastons shall find an equilibrium, which is refused.
fn is_lagged_in_a_static_run(reader: &Reader<'_>, context: &Context, of: &Discretisation) -> bool {
    let is_lagged = of.elaston.as_ref().is_some_and(|plan| plan.strain == Strain::CorotationalLagged);
    if is_lagged && context.is_static() {
        reader.error(
            &elaston::STRAIN,
            "`corotational-lagged` leaves out how the frames turn, so that Newton's method does not find an equilibrium with it",
            "use `strain = \"corotational\"`, or a stepper in time",
        );
        return true;
    }
    false
}

/// Whether a shape is not for tetrahedra, which is told.
fn refuse_for_tets(reader: &Reader<'_>, shape: &Located<Shape>) -> bool {
    let Some(what) = elaston::needs_elastons(&shape.value) else { return false };
    let reason = format!("{what} cannot be filled with tetrahedra");
    reader.sink.error(shape.place, &reader.path_of(&SHAPE), reason, "add `method = \"elaston\"`");
    true
}

fn read_resolution(reader: &Reader<'_>, shape: Option<&Shape>) -> Option<Resolution> {
    let spacing = reader.number(&SPACING);
    let cells = reader.special(&CELLS, |spot, node| read_counts(spot, node, MAX_CELLS_ALONG));
    // Without a readable shape only the values themselves can be judged.
    let shape = shape?;
    let has_cells = matches!(shape, Shape::Box { .. } | Shape::Block { .. } | Shape::Sheet { .. });
    match (shape, reader.has(&SPACING), reader.has(&CELLS)) {
        (Shape::File { .. }, spacing_given, cells_given) => {
            warn_about_file_resolution(reader, spacing_given, cells_given);
            Some(Resolution::File)
        }
        (_, true, true) => {
            reader.error(&CELLS, "`spacing` and `cells` exclude each other", "keep one of them");
            None
        }
        (_, true, false) => spacing.map(Resolution::Spacing),
        (Shape::Surface { .. }, false, false) if !reader.was_misspelt(&SPACING) => {
            Some(Resolution::Automatic(1.0))
        }
        (_, false, true) if has_cells => cells.map(Resolution::Cells),
        (_, false, true) => {
            reader.error(&CELLS, "only boxes and blocks have cells", "give `spacing = \"1 cm\"` instead");
            None
        }
        (_, false, false) if reader.was_misspelt(&SPACING) || reader.was_misspelt(&CELLS) => None,
        (_, false, false) => {
            let or_cells = if has_cells { ", or `cells = [25, 5, 5]`" } else { "" };
            reader.error_here(
                format!("`{}` does not say how fine it is", reader.path),
                format!("add `spacing = \"4 cm\"`{or_cells}"),
            );
            None
        }
    }
}

fn warn_about_file_resolution(reader: &Reader<'_>, spacing_given: bool, cells_given: bool) {
    for (field, given) in [(&SPACING, spacing_given), (&CELLS, cells_given)] {
        if given {
            reader.warning(
                field,
                format!("`{}` has no effect: the elements are those of the mesh file", field.name),
                "remove it, or make a finer mesh file",
            );
        }
    }
}

pub(super) fn read_counts(spot: Spot<'_>, node: &Node, most: f64) -> Option<[usize; 3]> {
    let items = match &node.value {
        Value::List(items) if items.len() == 3 => items,
        _ => {
            spot.error(
                node.place,
                format!("`{}` must be three whole numbers", spot.name),
                format!("write for example `{} = [4, 2, 2]`", spot.name),
            );
            return None;
        }
    };
    let read = |item: &Node| value::count(spot, item, Bounds::Closed(1.0, most), "");
    let counts: Vec<Option<usize>> = items.iter().map(read).collect();
    match counts[..] {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    }
}

fn read_regions(
    reader: &Reader<'_>,
    method: Option<Located<Method>>,
    context: &Context,
) -> Option<Vec<MaterialRegion>> {
    if !reader.has(&REGIONS) {
        return Some(Vec::new());
    }
    let read_one = |keys: &Reader<'_>| {
        let part = region::read(keys, &WHERE);
        let material = keys.special(&REGION_MATERIAL, |spot, node| resolve_material(spot, node, context));
        let directions = match method.map(|method| method.value) {
            Some(method @ (Method::Tet | Method::Phyxel)) => {
                peridynamic::refuse_directions(keys, &REGION_DIRECTIONS, method.word());
                Some(None)
            }
            _ => peridynamic::read_directions(keys, &REGION_DIRECTIONS),
        };
        keys.finish();
        Some(MaterialRegion { region: part?, material: material?.value, directions: directions? })
    };
    let regions: Vec<Option<MaterialRegion>> =
        reader.tables(&REGIONS, &REGION_KEYS)?.iter().map(read_one).collect();
    regions.into_iter().collect()
}

/// Where something stands, by its two keys.
pub(super) fn read_placement(
    reader: &Reader<'_>,
    position: &'static Field,
    rotation: &'static Field,
) -> Option<Placement> {
    let position = reader.vector(position);
    let rotation = reader.table(rotation, &ROTATION_KEYS).map(|keys| {
        let (axis, angle) = (keys.direction(&AXIS), keys.number(&ANGLE));
        keys.finish();
        Some(Rotation { axis: axis?.value, angle: angle?.value })
    });
    let rotation = rotation.map_or(Some(None), |rotation| rotation.map(Some))?;
    Some(Placement { position: position?.value, rotation })
}

fn read_self_contact(reader: &Reader<'_>, context: &Context) -> Option<bool> {
    let given = reader.flag(&SELF_CONTACT);
    if reader.has(&SELF_CONTACT) { given } else { Some(context.contact.with_itself) }
}

fn read_contact_surface(
    reader: &Reader<'_>,
    shape: Option<&Shape>,
    method: Option<Located<Method>>,
) -> Option<ContactSurface> {
    let surface = reader.choice::<ContactSurface>(&CONTACT_SURFACE)?.value;
    if method.is_some_and(|method| method.value != Method::Tet) {
        let reason = "bodies without elements have one surface only, which is seen and touched";
        reader.refuse(&CONTACT_SURFACE, reason, "remove `contact_surface`");
        return Some(ContactSurface::Cells);
    }
    let has_skin = shape.is_none_or(|shape| matches!(shape, Shape::Surface { .. }));
    if surface == ContactSurface::Skin && !has_skin {
        reader.error(
            &CONTACT_SURFACE,
            "this body has no skin: only a body made from a surface of triangles carries one along",
            "remove `contact_surface`, or give such a file in `shape`",
        );
        return None;
    }
    Some(surface)
}

fn warn_about_contact(reader: &Reader<'_>, context: &Context) {
    for field in [&SELF_CONTACT, &CONTACT_SURFACE] {
        if !context.contact.is_on && reader.has(field) {
            reader.warning(
                field,
                format!("`{}` has no effect: contact is off", field.name),
                "remove it, or add a table [contact] or a collider",
            );
        }
    }
}

fn warn_about_motion(reader: &Reader<'_>, context: &Context) {
    for field in [&VELOCITY, &SPIN] {
        if context.is_static() && reader.has(field) {
            reader.warning(
                field,
                format!("`{}` has no effect in a quasi-static run", field.name),
                "remove it, or choose another stepper",
            );
        }
    }
}

/// Linear tetrahedra lock from about this Poisson's ratio on.
const LOCKING_POISSON: f64 = 0.45;

/// Rules between bodies and their materials.
pub(crate) fn check_materials(bodies: &[Option<BodyPlan>], materials: &[Option<MaterialPlan>], sink: &Sink) {
    for body in bodies.iter().flatten() {
        peridynamic::check_directions(body, materials, sink);
        let used = std::iter::once(body.material).chain(body.regions.iter().map(|region| region.material));
        let mut used: Vec<usize> = used.collect();
        used.sort_unstable();
        used.dedup();
        for material in used.into_iter().filter_map(|index| materials.get(index)?.as_ref()) {
            elaston::check_laws(body, material, sink);
            peridynamic::check_laws(body, material, sink);
            if body.method.value == Method::Tet && body.order.value == 1 {
                warn_about_locking(body, material, sink);
            }
        }
    }
}

fn warn_about_locking(body: &BodyPlan, material: &MaterialPlan, sink: &Sink) {
    let poisson = material.moduli.value.poisson;
    if poisson > LOCKING_POISSON {
        sink.warning(
            body.order.place,
            &format!("body.{}.order", body.name),
            format!(
                "linear tetrahedra are far too stiff at the Poisson's ratio {poisson:.4} of \"{}\"",
                material.name
            ),
            "use `order = 2`",
        );
    }
}

/// Whether a body moves at the beginning.
pub(crate) fn is_moving(body: &BodyPlan) -> bool {
    body.velocity != DVec3::ZERO || body.spin != DVec3::ZERO
}

/// For messages about the size of a body.
pub(crate) fn resolution_place(body: &BodyPlan) -> (crate::Place, String) {
    let (place, key) = match body.resolution {
        Resolution::Spacing(Located { place, .. }) => (place, "spacing"),
        Resolution::Cells(Located { place, .. }) => (place, "cells"),
        Resolution::Samples(Located { place, .. }, _) => (place, "samples"),
        Resolution::File | Resolution::Automatic(_) => (body.place, "shape"),
    };
    (place, format!("body.{}.{key}", body.name))
}
