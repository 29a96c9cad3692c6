//! Keys of a body with `method = "peridynamic"`, and of its parts.

use super::elaston::{BASIS, given_or};
use super::phyxel;
use crate::place::Located;
use crate::plan::{
    BodyPlan, BondForm, BondInfluence, CloudPlan, DirectionsPlan, Law, MaterialPlan, Method, PeridynamicPlan,
    PhyxelLayout, Shape,
};
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;
use crate::schema::{Bounds, Choose, Field, Kind, Section, choices_of};
use crate::units::Dimension;
use pliant_material::bond::Orthotropy;

pub(super) const HORIZON: Field = Field::optional(
    "horizon",
    Kind::Number(Dimension::RATIO),
    "3",
    "`2`; `3` with the layouts `jittered`, `poisson` and `octree`",
    "For peridynamic bodies: how far bonds reach, in distances of points. More cost more and blur more; a sheet of one layer of points bends the more stiffly the farther they reach, unless it has a thickness.",
)
.within(Bounds::Closed(1.1, 8.0))
.because("nearer there is nobody, farther it costs and blurs");
pub(super) const INFLUENCE: Field = Field::optional(
    "influence",
    Kind::Choice(choices_of::<BondInfluence>),
    "\"constant\"",
    "`\"inverse\"`",
    "For peridynamic bodies: how much a bond counts by its length.",
);
pub(super) const FORM: Field = Field::optional(
    "form",
    Kind::Choice(choices_of::<BondForm>),
    "\"correspondence\"",
    "`\"bonds\"` for materials with the laws `bonds` and `stvk`, `\"correspondence\"` for others",
    "For peridynamic bodies: how a law acts between points.",
);
pub(super) const DIRECTIONS: Field = Field::optional(
    "directions",
    Kind::Table(&DIRECTIONS_KEYS),
    "{ first = [1, 0, 0], second = [0, 1, 0] }",
    "the axes of the body",
    "For elastons and peridynamic bodies of a material with `young_along`: its directions, in the body's own coordinates.",
);

const FIRST: Field = Field::optional(
    "first",
    Kind::Vector(Dimension::RATIO),
    "[1, 0, 0]",
    "given by `attribute`",
    "The first direction; any length.",
);
const SECOND: Field = Field::optional(
    "second",
    Kind::Vector(Dimension::RATIO),
    "[0, 1, 0]",
    "anything across the first",
    "A direction that lies in the plane of the first two; what is along the first is taken off.",
);
const ATTRIBUTE: Field = Field::optional(
    "attribute",
    Kind::Text,
    "\"fibre\"",
    "given by `first`",
    "For a body from a PLY file: the first direction is painted on its points, as three properties with this name and _x, _y, _z behind it.",
);
pub(crate) const DIRECTIONS_KEYS: Section = Section::new(
    "directions = { ... }",
    "Directions of a material that is stiffer along some, of a body or of one of its `regions`.",
    &[&FIRST, &SECOND, &ATTRIBUTE],
    "directions = { first = [1, 1, 0] }",
);

/// All keys that only peridynamic bodies have.
const OWN: [&Field; 3] = [&HORIZON, &INFLUENCE, &FORM];

/// Refuses the keys for a body of another method.
pub(super) fn refuse(reader: &Reader<'_>, method: &str) {
    for field in OWN {
        let reason = format!(
            "`{}` belongs to peridynamic bodies, but the method of this body is \"{method}\"",
            field.name
        );
        reader.refuse(field, reason, "remove it, or add `method = \"peridynamic\"`");
    }
}

/// Refuses directions, at a key of a body or of its region, for a method that knows none.
pub(super) fn refuse_directions(reader: &Reader<'_>, field: &'static Field, method: &str) {
    let reason = format!(
        "`{}` belongs to elastons and peridynamic bodies, but the method of this body is \"{method}\"",
        field.name
    );
    reader.refuse(field, reason, "remove it, or add `method = \"elaston\"` to the body");
}

/// Takes the keys without a complaint, when the method is not known.
pub(super) fn skip(reader: &Reader<'_>) {
    OWN.iter().chain(&[&DIRECTIONS]).for_each(|field| {
        reader.entry(field);
    });
}

/// Horizons, in spacings: points in rows need few bonds; others more, so that these balance.
const ROWS_HORIZON: f64 = 2.0;
const IRREGULAR_HORIZON: f64 = 3.0;

fn usual_horizon(cloud: &CloudPlan) -> f64 {
    match cloud.layout.value {
        PhyxelLayout::Uniform | PhyxelLayout::BodyCentred => ROWS_HORIZON,
        PhyxelLayout::Jittered | PhyxelLayout::Poisson | PhyxelLayout::Octree => IRREGULAR_HORIZON,
    }
}

pub(super) fn read(reader: &Reader<'_>, shape: Option<&Shape>) -> Option<PeridynamicPlan> {
    reader.refuse(&BASIS, "`basis` belongs to elastons and phyxels", "remove it");
    let cloud = phyxel::read_cloud(reader, shape);
    let usual = cloud.as_ref().map_or(ROWS_HORIZON, usual_horizon);
    let horizon = given_or(reader, &HORIZON, usual, |field| reader.number(field).map(|v| v.value));
    let influence =
        given_or(reader, &INFLUENCE, BondInfluence::Inverse, |field| reader.choice(field).map(|v| v.value));
    let form = given_or(reader, &FORM, None, |field| reader.choice(field).map(Some));
    let stabilisation = phyxel::read_stabilisation(reader);
    let directions = read_directions(reader, &DIRECTIONS);
    Some(PeridynamicPlan {
        cloud: cloud?,
        horizon: horizon?,
        influence: influence?,
        form: form?,
        stabilisation: stabilisation?,
        directions: directions?,
    })
}

/// Directions at a key; the inner `None` if it is not there.
#[allow(clippy::option_option, reason = "absent is not wrong")]
pub(super) fn read_directions(
    reader: &Reader<'_>,
    field: &'static Field,
) -> Option<Option<Located<DirectionsPlan>>> {
    if !reader.has(field) {
        reader.entry(field);
        return Some(None);
    }
    let keys = reader.table(field, &DIRECTIONS_KEYS)?;
    let value = directions(&keys)?;
    Some(Some(Located { value, place: keys.place }))
}

fn directions(keys: &Reader<'_>) -> Option<DirectionsPlan> {
    let kind = keys.exactly_one(&[&FIRST, &ATTRIBUTE]);
    let attribute = keys.text(&ATTRIBUTE);
    let first = if keys.has(&FIRST) { keys.direction(&FIRST) } else { None };
    let second = if keys.has(&SECOND) { Some(keys.direction(&SECOND)) } else { None };
    keys.finish();
    if kind?.name == ATTRIBUTE.name {
        return Some(DirectionsPlan::Painted(attribute?));
    }
    let first = first?.value;
    let second = match second {
        None => first.any_orthonormal_vector(),
        Some(given) => given?.value,
    };
    if first.cross(second).length() < 1e-6 {
        keys.error(
            &SECOND,
            "`second` points along `first`, so that it says nothing",
            "leave it out, or turn it",
        );
        return None;
    }
    Some(DirectionsPlan::Even([first, second]))
}

/// Warns of directions, of a body or of its regions, where no material asks for them.
pub(super) fn check_directions(body: &BodyPlan, materials: &[Option<MaterialPlan>], sink: &Sink) {
    // A material that could not be read may ask for them.
    let isotropic = |index: usize| {
        let material = materials.get(index)?.as_ref()?;
        material.young_along.is_none().then_some(material.name.as_str())
    };
    let warn = |given: &Located<DirectionsPlan>, key: &str, material: &str| {
        sink.warning(
            given.place,
            &format!("body.{}.{key}", body.name),
            format!("`directions` has no effect: \"{material}\" is equally stiff along all"),
            "remove it, or give the material `young_along` in place of `young`",
        );
    };
    for (i, region) in body.regions.iter().enumerate() {
        if let (Some(given), Some(material)) = (&region.directions, isotropic(region.material)) {
            warn(given, &format!("regions.{i}.directions"), material);
        }
    }
    // Regions without directions of their own have those of the body.
    let mut heirs = body.regions.iter().filter(|region| region.directions.is_none());
    let is_used = heirs.any(|region| isotropic(region.material).is_none());
    let of_elaston = body.elaston.as_ref().and_then(|plan| plan.directions.as_ref());
    let of_points = body.peridynamic.as_ref().and_then(|plan| plan.directions.as_ref());
    if let (Some(given), Some(material), false) =
        (of_elaston.or(of_points), isotropic(body.material), is_used)
    {
        warn(given, "directions", material);
    }
}

/// Rules between peridynamic bodies and materials, and between materials for them and other bodies.
pub(super) fn check_laws(body: &BodyPlan, material: &MaterialPlan, sink: &Sink) {
    let law = material.law.value;
    let key = format!("material.{}.law", material.name);
    let Some(plan) = &body.peridynamic else {
        refuse_elsewhere(body, material, sink);
        return;
    };
    let has_bonds = matches!(law, Law::Bonds | Law::StVenantKirchhoff);
    let asked = plan.form.map(|form| form.value);
    match asked {
        Some(BondForm::Bonds) if !has_bonds => sink.error(
            material.law.place,
            &key,
            format!("`{}` is a law of the deformation gradient, not of bonds, but \"{}\" asks for the form \"bonds\"", law.word(), body.name),
            "use `form = \"correspondence\"`, or `law = \"bonds\"`; `pliant fit` finds its functions",
        ),
        Some(BondForm::Correspondence) if law == Law::Bonds => sink.error(
            material.law.place,
            &key,
            format!("`bonds` is a law of bonds, but \"{}\" asks for the form \"correspondence\"", body.name),
            "remove `form`, or use another law",
        ),
        _ => {}
    }
    if let Some(shear) = &material.shear_along {
        sink.error(
            shear.place,
            &format!("material.{}.shear_along", material.name),
            format!("bonds have no shear moduli of their own, but \"{}\" is made of them", body.name),
            "leave `shear_along` out, or add `method = \"elaston\"`",
        );
    }
    let by_bonds = asked.map_or(has_bonds, |form| form == BondForm::Bonds);
    let Some(along) = &material.young_along else { return };
    let key = format!("material.{}.young_along", material.name);
    if let Err(error) = Orthotropy::new(along.value, material.moduli.value.poisson) {
        sink.error(along.place, &key, error.to_string(), "bring the moduli closer together");
    }
    if !by_bonds {
        sink.error(
            along.place,
            &key,
            format!("only bonds know directions, but \"{}\" acts by its law `{}`", body.name, law.word()),
            "use `law = \"bonds\"` or `law = \"stvk\"`, or leave `young_along` out",
        );
    }
}

fn refuse_elsewhere(body: &BodyPlan, material: &MaterialPlan, sink: &Sink) {
    debug_assert_ne!(body.method.value, Method::Peridynamic, "they have a plan");
    if material.law.value == Law::Bonds {
        sink.error(
            material.law.place,
            &format!("material.{}.law", material.name),
            format!("\"{}\" has no bonds: its method is \"{}\"", body.name, body.method.value.word()),
            "add `method = \"peridynamic\"` to it, or use another law",
        );
    }
    if let Some(along) = material.young_along.as_ref().filter(|_| body.elaston.is_none()) {
        sink.error(
            along.place,
            &format!("material.{}.young_along", material.name),
            format!(
                "\"{}\" cannot be stiffer along some directions: its method is \"{}\"",
                body.name,
                body.method.value.word()
            ),
            "add `method = \"elaston\"` or `method = \"peridynamic\"` to it, or give `young`",
        );
    }
}
