//! Keys of a body with `method = "elaston"`.

use super::peridynamic;
use crate::plan::BodyPlan;
use crate::plan::{Basis, ElastonPlan, Law, MaterialPlan, Method, Resolution, SampleGrading, Shape, Strain};
use crate::schema::reader::Reader;
use crate::schema::sink::Sink;
use crate::schema::{Bounds, Choose, Field, Kind, Section, choices_of};
use crate::units::Dimension;

pub(super) const SAMPLES: Field = Field::optional(
    "samples",
    Kind::Count,
    "200",
    "given by `spacing`",
    "For elastons and phyxels instead of `spacing`: how many samples (phyxels) carry the body.",
)
.within(Bounds::Closed(2.0, 5e6))
.because("one sample alone cannot deform");
pub(super) const BASIS: Field = Field::optional(
    "basis",
    Kind::Choice(choices_of::<Basis>),
    "\"q12\"",
    "`\"q12\"` of elastons, `\"linear\"` of phyxels",
    "For elastons: the shape functions. For phyxels: what is fitted to neighbours, `linear` or `quadratic`.",
);
pub(super) const STRAIN: Field = Field::optional(
    "strain",
    Kind::Choice(choices_of::<Strain>),
    "\"corotational\"",
    "`\"corotational\"`",
    "For elastons: how deformation is measured. The stress follows Hooke's law.",
);
pub(super) const RATIO: Field = Field::optional(
    "ratio",
    Kind::Number(Dimension::RATIO),
    "2",
    "2; 3 in rods, 2.5 where the body is not thin; 3 with the quadratic basis",
    "For elastons: how many there are to a sample along each direction in which the body extends.",
)
.within(Bounds::Closed(1.0, 8.0))
.because("fewer measure too little, more cost without gain");
pub(super) const SEED: Field = Field::optional(
    "seed",
    Kind::Count,
    "1",
    "1",
    "For elastons and phyxels: chooses one of many equally good layouts.",
);
pub(super) const GRADING: Field = Field::optional(
    "grading",
    Kind::Table(&GRADING_KEYS),
    "{ near = [0, 0, 0], radius = \"20 cm\", finer = 3 }",
    "even samples",
    "For elastons, and phyxels of the layouts `octree` and `poisson`: where samples (phyxels) are closer together.",
);
pub(super) const MATTER_SPACING: Field = Field::optional(
    "matter_spacing",
    Kind::Number(Dimension::LENGTH),
    "\"5 mm\"",
    "an eighth of the `spacing` in rods, a fifth in sheets, a fifth in solids; one piece across what is thinner than it",
    "For elastons and phyxels: size of the pieces of matter the samples (phyxels) are chosen from.",
)
.within(Bounds::Positive)
.because("pieces have a size");
pub(super) const TURNED_AXES: Field = Field::optional(
    "turned_axes",
    Kind::Count,
    "5",
    "they are not turned",
    "For elastons: turns the axes of each of them by a random angle, about its normal where it is thin; the number chooses the angles. \
     For checks: results must stay the same.",
);

const NEAR: Field = Field::optional(
    "near",
    Kind::Vector(Dimension::LENGTH),
    "[0, 0, 0]",
    "given by `attribute`",
    "The point of the body around which samples are closer, in its own coordinates.",
);
const NEAR_RADIUS: Field = Field::optional(
    "radius",
    Kind::Number(Dimension::LENGTH),
    "\"20 cm\"",
    "",
    "For near, and needed there: farther away than this the spacing is as given.",
)
.within(Bounds::Positive);
const FINER: Field = Field::optional(
    "finer",
    Kind::Number(Dimension::RATIO),
    "3",
    "2",
    "For near: how many times as close the samples are at the point; the spacing grows evenly from there.",
)
.within(Bounds::Closed(0.1, 20.0))
.because("samples vary slowly, or they carry nothing well");
const ATTRIBUTE: Field = Field::optional(
    "attribute",
    Kind::Text,
    "\"coarseness\"",
    "given by `near`",
    "A property that every point of the body's PLY file has: the spacing is multiplied by it.",
);
const GRADING_KEYS: Section = Section::new(
    "grading = { ... }",
    "Where samples are closer together: around a point, or as painted on a file.",
    &[&NEAR, &NEAR_RADIUS, &FINER, &ATTRIBUTE],
    "grading = { near = [0, 0, 0], radius = \"20 cm\", finer = 3 }",
);

/// Keys of all methods without elements.
const SHARED: [&Field; 5] = [&SAMPLES, &BASIS, &SEED, &GRADING, &MATTER_SPACING];
/// Keys that only elastons have.
const OWN: [&Field; 3] = [&STRAIN, &RATIO, &TURNED_AXES];

/// Refuses the keys of elastons for a body of another method.
pub(super) fn refuse(reader: &Reader<'_>, method: &str) {
    for field in OWN {
        let reason =
            format!("`{}` belongs to elastons, but the method of this body is \"{method}\"", field.name);
        reader.refuse(field, reason, "remove it, or add `method = \"elaston\"`");
    }
}

/// Refuses the keys of methods without elements for tetrahedra.
pub(super) fn refuse_shared(reader: &Reader<'_>) {
    for field in SHARED {
        let reason = format!(
            "`{}` belongs to elastons and phyxels, but the method of this body is \"tet\"",
            field.name
        );
        reader.refuse(field, reason, "remove it, or add `method = \"elaston\"` or `method = \"phyxel\"`");
    }
}

/// Takes the keys without a complaint, when the method is not known.
pub(super) fn skip(reader: &Reader<'_>) {
    SHARED.iter().chain(&OWN).for_each(|field| {
        reader.entry(field);
    });
}

pub(super) fn read(reader: &Reader<'_>, shape: Option<&Shape>) -> Option<ElastonPlan> {
    let basis = given_or(reader, &BASIS, Basis::Condensed, |field| reader.choice(field).map(|v| v.value));
    let strain =
        given_or(reader, &STRAIN, Strain::Corotational, |field| reader.choice(field).map(|v| v.value));
    let ratio = given_or(reader, &RATIO, None, |field| reader.number(field).map(|v| Some(v.value)));
    let seed = given_or(reader, &SEED, 1, |field| reader.count(field).map(|v| v.value as u64));
    let grading = given_or(reader, &GRADING, None, |field| grading(reader, field, shape).map(Some));
    let matter_spacing = given_or(reader, &MATTER_SPACING, None, |field| reader.number(field).map(Some));
    let turned_axes =
        given_or(reader, &TURNED_AXES, None, |field| reader.count(field).map(|v| Some(v.value as u64)));
    let directions = peridynamic::read_directions(reader, &peridynamic::DIRECTIONS);
    Some(ElastonPlan {
        basis: basis?,
        strain: strain?,
        ratio: ratio?,
        seed: seed?,
        grading: grading?,
        matter_spacing: matter_spacing?,
        turned_axes: turned_axes?,
        directions: directions?,
    })
}

/// The value of a key, or what it is without one; `None` if it is wrong.
pub(super) fn given_or<T>(
    reader: &Reader<'_>,
    field: &'static Field,
    without: T,
    read: impl FnOnce(&'static Field) -> Option<T>,
) -> Option<T> {
    let given = read(field);
    if reader.has(field) { given } else { Some(without) }
}

/// Where a body is finer.
pub(super) fn grading(
    reader: &Reader<'_>,
    field: &'static Field,
    shape: Option<&Shape>,
) -> Option<SampleGrading> {
    let keys = reader.table(field, &GRADING_KEYS)?;
    read_grading(&keys, shape)
}

fn read_grading(keys: &Reader<'_>, shape: Option<&Shape>) -> Option<SampleGrading> {
    let kind = keys.exactly_one(&[&NEAR, &ATTRIBUTE]);
    let (point, radius, finer) = (keys.vector(&NEAR), keys.number(&NEAR_RADIUS), keys.number(&FINER));
    let attribute = keys.text(&ATTRIBUTE);
    let grading = match kind?.name {
        "near" => {
            if !keys.has(&NEAR_RADIUS) {
                keys.error(&NEAR, "`near` needs a `radius`", "add for example `radius = \"20 cm\"`");
            }
            let finer = if keys.has(&FINER) { finer?.value } else { 2.0 };
            Some(SampleGrading::Near { point: point?.value, radius: radius?.value, finer })
        }
        _ => {
            for field in [&NEAR_RADIUS, &FINER] {
                keys.refuse(field, format!("`{}` goes with `near`", field.name), "remove it");
            }
            let is_ply = |path: &str| path.to_ascii_lowercase().ends_with(".ply");
            let painted = matches!(shape, Some(Shape::Surface { path, .. }) if is_ply(&path.value));
            if shape.is_some() && !painted {
                keys.error(
                    &ATTRIBUTE,
                    "`attribute` is a property of a PLY file, but the shape is none",
                    "give such a file in `shape`, or use `near`",
                );
                return None;
            }
            attribute.map(SampleGrading::Painted)
        }
    };
    keys.finish();
    grading
}

/// How fine an elaston body is.
pub(super) fn read_resolution(
    reader: &Reader<'_>,
    spacing_key: &'static Field,
    cells_key: &'static Field,
) -> Option<Resolution> {
    let (spacing, samples) = (reader.number(spacing_key), reader.count(&SAMPLES));
    let reason = "elastons have no cells: samples lie where the body needs them";
    reader.refuse(cells_key, reason, "give `spacing = \"4 cm\"` or `samples = 200` instead");
    match (reader.has(spacing_key), reader.has(&SAMPLES)) {
        (true, true) => {
            reader.error(&SAMPLES, "`spacing` and `samples` exclude each other", "keep one of them");
            None
        }
        (true, false) => spacing.map(Resolution::Spacing),
        (false, true) => samples.map(|samples| Resolution::Samples(samples, 1.0)),
        (false, false) if reader.was_misspelt(spacing_key) || reader.was_misspelt(&SAMPLES) => None,
        (false, false) if reader.has(cells_key) => None,
        (false, false) => {
            reader.error_here(
                format!("`{}` does not say how fine it is", reader.path),
                "add `spacing = \"4 cm\"`, or `samples = 200`",
            );
            None
        }
    }
}

/// Why a shape needs elastons; `None` if tetrahedra can fill it, too.
pub(super) fn needs_elastons(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Rod(_) => Some("a `rod`"),
        Shape::Curves { .. } => Some("`curves`"),
        Shape::Union(_) => Some("a `union`"),
        Shape::Surface { thickness: Some(_), .. } => Some("a surface with a `thickness`"),
        Shape::Surface { radius: Some(_), .. } => Some("a cloud of points"),
        Shape::Surface { path, .. } if path.value.to_ascii_lowercase().ends_with(".xyz") => {
            Some("a cloud of points")
        }
        _ => None,
    }
}

/// Laws whose behaviour at large strain elastons do not have.
pub(super) fn check_laws(body: &BodyPlan, material: &MaterialPlan, sink: &Sink) {
    let hooke = matches!(material.law.value, Law::Linear | Law::Corotational | Law::StVenantKirchhoff);
    // A law that nobody chose is at the place of the material itself.
    let chosen = material.law.place != material.place;
    if body.method.value == Method::Elaston && chosen && !hooke {
        sink.warning(
            material.law.place,
            &format!("material.{}.law", material.name),
            format!(
                "\"{}\" is of elastons, which follow Hooke's law with the moduli of \"{}\" at small strain, not `{}`",
                body.name,
                material.name,
                material.law.value.word()
            ),
            "nothing to do if strains are small; else use `method = \"tet\"`",
        );
    }
}
