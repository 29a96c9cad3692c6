//! Keys of a body with `method = "phyxel"`.

use super::elaston::{self, BASIS, GRADING, MATTER_SPACING, SAMPLES, SEED, given_or};
use crate::plan::{Basis, CloudPlan, PhyxelKernel, PhyxelLayout, PhyxelPlan, PhyxelReach, Resolution, Shape};
use crate::schema::reader::Reader;
use crate::schema::{Bounds, Field, Kind, choices_of};
use crate::units::Dimension;

pub(super) const LAYOUT: Field = Field::optional(
    "layout",
    Kind::Choice(choices_of::<PhyxelLayout>),
    "\"uniform\"",
    "`\"uniform\"`; the points of a file without faces stay where they are unless `spacing` is given",
    "For phyxels and peridynamic points: how they are laid out.",
);
pub(super) const JITTER: Field = Field::optional(
    "jitter",
    Kind::Number(Dimension::RATIO),
    "0.25",
    "0.25",
    "With `layout = \"jittered\"`: how far each is moved at random along each axis, in spacings.",
)
.within(Bounds::Closed(0.0, 0.45))
.because("farther they would change places");
pub(super) const KERNEL: Field = Field::optional(
    "kernel",
    Kind::Choice(choices_of::<PhyxelKernel>),
    "\"poly6\"",
    "`\"poly6\"` for uniform and bcc layouts, `\"inverse-square\"` for others",
    "For phyxels: how the weight of a neighbour falls with its distance.",
);
pub(super) const REACH: Field = Field::optional(
    "reach",
    Kind::Number(Dimension::RATIO),
    "1.8",
    "what suits the layout; farther where neighbours are too few",
    "For phyxels: how far each looks for neighbours, in distances of phyxels there.",
)
.within(Bounds::Closed(1.0, 6.0))
.because("nearer there is nobody, farther it costs and blurs");
pub(super) const NEIGHBOURS: Field = Field::optional(
    "neighbours",
    Kind::Count,
    "26",
    "given by `reach`",
    "For phyxels instead of `reach`: so many nearest are the neighbours (and those just as far as the last).",
)
.within(Bounds::Closed(4.0, 500.0))
.because("fewer do not tell how the body deforms");
pub(super) const STABILISATION: Field = Field::optional(
    "stabilisation",
    Kind::Number(Dimension::RATIO),
    "4",
    "4.25",
    "For phyxels, and peridynamic bodies in the correspondence form: how stiffly deformations are held that F does not see (hourglass modes), in shear moduli. Affine motion never feels it.",
)
.within(Bounds::Closed(0.0, 100.0))
.because("it is a number of order one");
pub(super) const VOLUME_STIFFNESS: Field = Field::optional(
    "volume_stiffness",
    Kind::Number(Dimension::PRESSURE),
    "\"1 MPa\"",
    "0",
    "For phyxels: stiffness k of an energy k/2 (J - 1)² against change of volume, beside the law.",
)
.within(Bounds::NonNegative)
.because("matter pushes back");

/// All keys that only phyxels have.
const OWN: [&Field; 4] = [&KERNEL, &REACH, &NEIGHBOURS, &VOLUME_STIFFNESS];
/// Those of all clouds of points.
const OF_CLOUDS: [&Field; 3] = [&LAYOUT, &JITTER, &STABILISATION];

/// Refuses the keys of phyxels for a body of another method.
pub(super) fn refuse(reader: &Reader<'_>, method: &str) {
    for field in OWN {
        let reason =
            format!("`{}` belongs to phyxels, but the method of this body is \"{method}\"", field.name);
        reader.refuse(field, reason, "remove it, or add `method = \"phyxel\"`");
    }
}

/// Refuses the keys of clouds of points for a body that is none.
pub(super) fn refuse_cloud(reader: &Reader<'_>, method: &str) {
    refuse(reader, method);
    for field in OF_CLOUDS {
        let reason = format!(
            "`{}` belongs to phyxels and peridynamic bodies, but the method of this body is \"{method}\"",
            field.name
        );
        reader.refuse(field, reason, "remove it, or add `method = \"phyxel\"`");
    }
}

/// Takes the keys without a complaint, when the method is not known.
pub(super) fn skip(reader: &Reader<'_>) {
    OWN.iter().chain(&OF_CLOUDS).for_each(|field| {
        reader.entry(field);
    });
}

/// How points are laid out.
pub(super) fn read_cloud(reader: &Reader<'_>, shape: Option<&Shape>) -> Option<CloudPlan> {
    let here = reader.place_of(&LAYOUT);
    let layout = given_or(
        reader,
        &LAYOUT,
        crate::place::Located { value: PhyxelLayout::Uniform, place: here },
        |field| reader.choice(field),
    );
    let jitter = given_or(reader, &JITTER, 0.25, |field| reader.number(field).map(|v| v.value));
    let seed = given_or(reader, &SEED, 1, |field| reader.count(field).map(|v| v.value as u64));
    let grading = given_or(reader, &GRADING, None, |field| elaston::grading(reader, field, shape).map(Some));
    let matter_spacing = given_or(reader, &MATTER_SPACING, None, |field| reader.number(field).map(Some));
    let layout = layout?;
    if reader.has(&JITTER) && layout.value != PhyxelLayout::Jittered {
        reader.refuse(
            &JITTER,
            "`jitter` goes with `layout = \"jittered\"`",
            "remove it, or choose that layout",
        );
    }
    let graded = matches!(layout.value, PhyxelLayout::Octree | PhyxelLayout::Poisson);
    if grading.as_ref().is_some_and(Option::is_some) && !graded {
        reader.error(
            &GRADING,
            "rows of points have one spacing everywhere, so they cannot be graded",
            "choose `layout = \"octree\"` or `layout = \"poisson\"`",
        );
        return None;
    }
    Some(CloudPlan {
        layout,
        jitter: jitter?,
        seed: seed?,
        grading: grading?,
        matter_spacing: matter_spacing?,
    })
}

/// How stiffly motions are held that F does not see.
pub(super) fn read_stabilisation(reader: &Reader<'_>) -> Option<Option<f64>> {
    given_or(reader, &STABILISATION, None, |field| reader.number(field).map(|v| Some(v.value)))
}

pub(super) fn read(reader: &Reader<'_>, shape: Option<&Shape>) -> Option<PhyxelPlan> {
    let cloud = read_cloud(reader, shape);
    let basis = given_or(reader, &BASIS, Basis::Linear, |field| reader.choice(field).map(|v| v.value));
    let kernel = given_or(reader, &KERNEL, None, |field| reader.choice(field).map(|v| Some(v.value)));
    let reach = read_reach(reader);
    let stabilisation = read_stabilisation(reader);
    let volume_stiffness =
        given_or(reader, &VOLUME_STIFFNESS, 0.0, |field| reader.number(field).map(|v| v.value));
    if basis? == Basis::Condensed {
        reader.error(&BASIS, "`q12` is a basis of elastons", "use `\"linear\"` or `\"quadratic\"`");
        return None;
    }
    Some(PhyxelPlan {
        cloud: cloud?,
        quadratic: basis? == Basis::Quadratic,
        kernel: kernel?,
        reach: reach?,
        stabilisation: stabilisation?,
        volume_stiffness: volume_stiffness?,
    })
}

fn read_reach(reader: &Reader<'_>) -> Option<PhyxelReach> {
    let (reach, neighbours) = (reader.number(&REACH), reader.count(&NEIGHBOURS));
    match (reader.has(&REACH), reader.has(&NEIGHBOURS)) {
        (true, true) => {
            reader.error(&NEIGHBOURS, "`reach` and `neighbours` exclude each other", "keep one of them");
            None
        }
        (true, false) => Some(PhyxelReach::Spacings(Some(reach?.value))),
        (false, true) => Some(PhyxelReach::Neighbours(neighbours?.value)),
        (false, false) => Some(PhyxelReach::Spacings(None)),
    }
}

/// How fine a body of phyxels is.
pub(super) fn read_resolution(
    reader: &Reader<'_>,
    shape: Option<&Shape>,
    spacing_key: &'static Field,
    cells_key: &'static Field,
    read_cells: impl FnOnce(&'static Field) -> Option<crate::place::Located<[usize; 3]>>,
) -> Option<Resolution> {
    let (spacing, samples, cells) =
        (reader.number(spacing_key), reader.count(&SAMPLES), read_cells(cells_key));
    let given = [spacing_key, &SAMPLES, cells_key].into_iter().filter(|field| reader.has(field)).count();
    if given > 1 {
        let second = if reader.has(cells_key) { cells_key } else { &SAMPLES };
        reader.error(second, "`spacing`, `samples` and `cells` exclude each other", "keep one of them");
        return None;
    }
    let shape = shape?;
    let has_cells = matches!(shape, Shape::Box { .. } | Shape::Block { .. } | Shape::Sheet { .. });
    if reader.has(cells_key) && !has_cells {
        reader.error(cells_key, "only boxes and blocks have cells", "give `spacing = \"1 cm\"` instead");
        return None;
    }
    if reader.has(spacing_key) {
        return spacing.map(Resolution::Spacing);
    }
    if reader.has(&SAMPLES) {
        return samples.map(|samples| Resolution::Samples(samples, 1.0));
    }
    if reader.has(cells_key) {
        return cells.map(Resolution::Cells);
    }
    if [spacing_key, &SAMPLES, cells_key].into_iter().any(|field| reader.was_misspelt(field)) {
        return None;
    }
    if matches!(shape, Shape::Surface { .. }) {
        return Some(Resolution::Automatic(1.0));
    }
    reader.error_here(
        format!("`{}` does not say how fine it is", reader.path),
        "add `spacing = \"4 cm\"`, or `samples = 1000`",
    );
    None
}
