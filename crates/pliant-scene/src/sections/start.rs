//! `start = { ... }` of a body: how it is deformed at the beginning.

use glam::DVec3;

use crate::place::Located;
use crate::plan::{Axis, Method, StartPlan};
use crate::schema::reader::Reader;
use crate::schema::{Bounds, Field, Kind, Section, choices_of};
use crate::units::Dimension;

pub(super) const START: Field = Field::optional(
    "start",
    Kind::Table(&START_KEYS),
    "{ stretch = [1.5, 1, 1] }",
    "at rest",
    "How the body is deformed at the beginning; it springs back from there.",
);

const STRETCH: Field = Field::optional(
    "stretch",
    Kind::Vector(Dimension::RATIO),
    "[1.5, 1, 1]",
    "none",
    "Stretched by these factors along its own axes.",
)
.within(Bounds::Closed(-100.0, 100.0))
.because("farther no material would hold");
const MIRROR: Field = Field::optional(
    "mirror",
    Kind::Choice(choices_of::<Axis>),
    "\"x\"",
    "none",
    "Turned inside out: mirrored along this axis.",
);
const FLATTEN: Field = Field::optional(
    "flatten",
    Kind::Choice(choices_of::<Axis>),
    "\"z\"",
    "none",
    "Pressed into the plane across this axis.",
);
const FOLD: Field = Field::optional(
    "fold",
    Kind::Choice(choices_of::<Axis>),
    "\"x\"",
    "none",
    "The upper half along this axis is laid over the lower one; not for elastons.",
);
const RANDOM: Field = Field::optional(
    "random",
    Kind::Count,
    "1",
    "none",
    "Every node is at a random place in the body's bounding box; the number is the seed. Not for elastons.",
)
.within(Bounds::Closed(0.0, 1e9))
.because("it is a seed");

pub(super) const START_KEYS: Section = Section::new(
    "start = { ... }",
    "How a body is deformed at the beginning, about the middle of its bounding box and along its own axes. The rest shape stays what it is. Starts that are flat or inside out are shaken by a hundredth of the size: exactly symmetric ones \
     would be in (unstable) balance. Exactly one of `stretch`, `mirror`, `flatten`, `fold` and `random`. What begins inside out needs a law that can be: `stable-neo-hookean`, \
     `corotational`.",
    &[&STRETCH, &MIRROR, &FLATTEN, &FOLD, &RANDOM],
    "start = { stretch = [1.5, 0.8, 0.8] }",
);

/// How a body of a method begins; `None` inside if at rest.
pub(super) fn read(reader: &Reader<'_>, method: Option<Located<Method>>) -> Option<Option<StartPlan>> {
    let Some(keys) = reader.table(&START, &START_KEYS) else {
        return if reader.has(&START) { None } else { Some(None) };
    };
    let kind = keys.exactly_one(&[&STRETCH, &MIRROR, &FLATTEN, &FOLD, &RANDOM]);
    let stretch = keys.vector(&STRETCH);
    let axis = |field| keys.choice::<Axis>(field).map(|axis| axis.value);
    let (mirror, flatten, fold) = (axis(&MIRROR), axis(&FLATTEN), axis(&FOLD));
    let seed = keys.count(&RANDOM);
    keys.finish();
    let start = match kind?.name {
        "stretch" => StartPlan::Stretched(stretch?.value),
        "mirror" => StartPlan::Stretched(scaled_along(mirror?, -1.0)),
        "flatten" => StartPlan::Stretched(scaled_along(flatten?, 0.0)),
        "fold" => StartPlan::Folded(fold?),
        _ => StartPlan::Random(seed?.value as u64),
    };
    let is_elaston = method.is_some_and(|method| method.value == Method::Elaston);
    if is_elaston && !matches!(start, StartPlan::Stretched(_)) {
        let field = if matches!(start, StartPlan::Folded(_)) { &FOLD } else { &RANDOM };
        keys.error(
            field,
            format!("`{}` moves each node by itself, but nodes of elastons are derivatives, too", field.name),
            "use `stretch`, `mirror` or `flatten`, or another method",
        );
        return None;
    }
    Some(Some(start))
}

fn scaled_along(axis: Axis, factor: f64) -> DVec3 {
    let mut factors = DVec3::ONE;
    factors[axis.index()] = factor;
    factors
}
