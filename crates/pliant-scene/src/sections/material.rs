//! `[material.NAME]`.

use pliant_material::library::Preset;

use super::bonds::{self, G, H, SHEAR_ALONG, YOUNG_ALONG};
use super::preset::{self, Base, PRESET};
use super::root::Named;
use super::rubber::{self, ALPHA, C01, C10, MU};
use crate::place::Located;
use crate::plan::{Constants, Damping, Law, MaterialPlan, Moduli};
use crate::schema::reader::Reader;
use crate::schema::{Bounds, Choose, Field, Kind, Section, choices_of};
use crate::units::Dimension;

const LAW: Field = Field::with_default(
    "law",
    Kind::Choice(choices_of::<Law>),
    "\"stable-neo-hookean\"",
    "The elastic law. A `preset` brings its own.",
);
pub(super) const YOUNG: Field = Field::optional(
    "young",
    Kind::Number(Dimension::PRESSURE),
    "\"2 MPa\"",
    "given by another pair, or by a `preset`",
    "Young's modulus E: stiffness in a pull. Jelly 10 kPa, rubber 2 MPa, wood 10 GPa, steel 210 GPa.",
)
.within(Bounds::Positive)
.because("a material must resist a pull")
.plausible(1.0, 1e13);
pub(super) const POISSON: Field = Field::optional(
    "poisson",
    Kind::Number(Dimension::RATIO),
    "0.3",
    "given by another pair, or by a `preset`",
    "Poisson's ratio, above -1 and at most 0.4999: how much a pull thins the material. Cork 0, steel 0.3, rubber 0.49.",
);
pub(super) const BULK: Field = Field::optional(
    "bulk",
    Kind::Number(Dimension::PRESSURE),
    "\"5 MPa\"",
    "given by another pair, or by a `preset`",
    "Bulk modulus K: stiffness against a change of volume.",
)
.within(Bounds::Positive)
.because("a material must resist pressure")
.plausible(1.0, 1e13);
pub(super) const SHEAR: Field = Field::optional(
    "shear",
    Kind::Number(Dimension::PRESSURE),
    "\"1 MPa\"",
    "given by another pair, or by a `preset`",
    "Shear modulus mu: stiffness against a change of shape.",
)
.within(Bounds::Positive)
.because("a solid must resist shear")
.plausible(0.3, 1e13);
pub(super) const LAMBDA: Field = Field::optional(
    "lambda",
    Kind::Number(Dimension::PRESSURE),
    "\"4 MPa\"",
    "given by another pair, or by a `preset`",
    "Lame's first parameter, above -2/3 of the shear modulus.",
);
const DENSITY: Field = Field::with_default(
    "density",
    Kind::Number(Dimension::DENSITY),
    "\"1000 kg/m3\"",
    "Mass per volume at rest. The default is water; a `preset` brings its own.",
)
.within(Bounds::Positive)
.because("a body without mass, or with a negative one, does not move by Newton's laws")
.plausible(1e-2, 3e4);
const DAMPING: Field = Field::optional(
    "damping",
    Kind::Table(&RAYLEIGH),
    "{ mass = \"0.1 1/s\", stiffness = \"1 ms\" }",
    "none",
    "Rayleigh damping. Instead of the damping of a `preset`.",
);
const VISCOSITY: Field = Field::with_default(
    "viscosity",
    Kind::Number(Dimension::VISCOSITY),
    "0",
    "Kelvin-Voigt damping: stress per rate of shape change. Unlike Rayleigh damping it is a property of the material alone. \
     Instead of the damping of a `preset`.",
)
.within(Bounds::NonNegative)
.plausible(1e-9, 1e9)
.because("negative damping feeds energy in")
.example("\"10 Pa s\"");
const BULK_VISCOSITY: Field = Field::with_default(
    "bulk_viscosity",
    Kind::Number(Dimension::VISCOSITY),
    "0",
    "Kelvin-Voigt damping: pressure per rate of volume change. Instead of the damping of a `preset`.",
)
.within(Bounds::NonNegative)
.plausible(1e-9, 1e9)
.because("negative damping feeds energy in")
.example("\"10 Pa s\"");

pub(crate) const MATERIAL: Section = Section::new(
    "[material.NAME]",
    "What bodies are made of. Stiffness is given by exactly one pair: `young` and `poisson`, `bulk` and `shear`, or \
     `lambda` and `shear`; the laws for rubber have constants of their own instead, with `poisson` or `bulk` beside them. A `preset` supplies everything, and what is given beside it counts instead: `poisson` alone \
     keeps the preset's Young's modulus, any other modulus alone keeps its Poisson's ratio, a pair replaces both. Its \
     damping keeps its loss factor when the stiffness changes, and is replaced as a whole by `damping`, `viscosity` or \
     `bulk_viscosity`. A body may also name a preset directly, `material = \"jelly\"`, unless there is a table of that \
     name.",
    &[
        &PRESET,
        &LAW,
        &YOUNG,
        &POISSON,
        &BULK,
        &SHEAR,
        &LAMBDA,
        &C10,
        &C01,
        &MU,
        &ALPHA,
        &G,
        &H,
        &YOUNG_ALONG,
        &SHEAR_ALONG,
        &DENSITY,
        &DAMPING,
        &VISCOSITY,
        &BULK_VISCOSITY,
    ],
    "[material.rubber]\nlaw = \"neo-hookean\"\nyoung = \"2 MPa\"\npoisson = 0.45\ndensity = \"1.1 g/cm3\"\n\
     damping = { stiffness = \"1 ms\" }\n\n[material.dessert]\npreset = \"jelly\"\nyoung = \"5 kPa\"",
);

const DAMPING_MASS: Field = Field::with_default(
    "mass",
    Kind::Number(Dimension::RATE),
    "0",
    "Force per momentum, against motion through space.",
)
.within(Bounds::NonNegative)
.plausible(1e-9, 1e6)
.because("negative damping feeds energy in")
.example("\"0.1 1/s\"");
const DAMPING_STIFFNESS: Field = Field::with_default(
    "stiffness",
    Kind::Number(Dimension::TIME),
    "0",
    "Multiple of the stiffness, against changes of shape. A vibration of period T loses about 2 pi^2 times this / T of its \
     amplitude per period.",
)
.within(Bounds::NonNegative)
.plausible(1e-12, 10.0)
.because("negative damping feeds energy in")
.example("\"1 ms\"");

const RAYLEIGH: Section = Section::new(
    "damping = { ... }",
    "Rayleigh damping, inside of [material.NAME].",
    &[&DAMPING_MASS, &DAMPING_STIFFNESS],
    "damping = { mass = \"0.1 1/s\", stiffness = \"1 ms\" }",
);

/// Beyond this ratio the volume stiffness is 5000 times the shear stiffness: elements lock, and the matrices of all methods are nearly
/// singular.
const MAX_POISSON: f64 = 0.4999;

pub(crate) fn read(named: &Named<'_>) -> Option<MaterialPlan> {
    let reader = &named.reader;
    let base = preset::read(reader);
    let law = read_law(reader, base);
    let young_along = bonds::read_along(reader, &YOUNG_ALONG);
    let shear_along = bonds::read_along(reader, &SHEAR_ALONG);
    if !reader.has(&YOUNG_ALONG) {
        let reason =
            "`shear_along` goes with `young_along`: the other moduli are the same along all directions";
        reader.refuse(&SHEAR_ALONG, reason, "leave it out, or give `young_along`");
    }
    let along = young_along.as_ref().and_then(Option::as_ref);
    let stiffness = read_stiffness(named, law.as_ref().map(|law| law.value), base, along);
    let density = read_density(reader, base);
    let own_damping = read_damping(reader);
    reader.finish();
    let (moduli, constants) = stiffness?;
    let own_damping = own_damping?;
    let damping = match base.preset() {
        Some(preset) if !gives_damping(reader) => damping_of(preset.value, &moduli.value),
        _ => own_damping,
    };
    Some(MaterialPlan {
        name: named.name.clone(),
        place: named.place,
        law: law?,
        moduli,
        constants,
        young_along: young_along?,
        shear_along: shear_along?,
        density: density?,
        damping,
    })
}

/// The law of a preset; every one has a law that scenes know, as the tests say.
fn law_of(preset: &Preset) -> Option<Law> {
    Law::ALL.iter().find(|(_, choice)| choice.name == preset.law).map(|(law, _)| *law)
}

fn damping_of(preset: &Preset, moduli: &Moduli) -> Damping {
    let damping = preset.damping(moduli.shear);
    Damping {
        mass: damping.mass_rate,
        stiffness: damping.stiffness_time,
        viscosity: damping.shear_viscosity,
        bulk_viscosity: damping.bulk_viscosity,
    }
}

fn read_law(reader: &Reader<'_>, base: Base) -> Option<Located<Law>> {
    let own = reader.choice::<Law>(&LAW);
    match base.preset() {
        Some(preset) if !reader.has(&LAW) => {
            Some(Located { value: law_of(preset.value)?, place: preset.place })
        }
        _ => own,
    }
}

fn read_density(reader: &Reader<'_>, base: Base) -> Option<f64> {
    let own = reader.number(&DENSITY);
    match base.preset() {
        Some(preset) if !reader.has(&DENSITY) => Some(preset.value.density),
        _ => own.map(|density| density.value),
    }
}

fn gives_damping(reader: &Reader<'_>) -> bool {
    [&DAMPING, &VISCOSITY, &BULK_VISCOSITY].into_iter().any(|field| reader.has(field))
}

fn read_damping(reader: &Reader<'_>) -> Option<Damping> {
    let (viscosity, bulk_viscosity) = (reader.number(&VISCOSITY), reader.number(&BULK_VISCOSITY));
    let rayleigh = reader.table_or_empty(&DAMPING, &RAYLEIGH)?;
    let (mass, stiffness) = (rayleigh.number(&DAMPING_MASS), rayleigh.number(&DAMPING_STIFFNESS));
    rayleigh.finish();
    Some(Damping {
        mass: mass?.value,
        stiffness: stiffness?.value,
        viscosity: viscosity?.value,
        bulk_viscosity: bulk_viscosity?.value,
    })
}

type FromPair = fn(f64, f64) -> Moduli;

/// The pairs that determine an isotropic material.
const PAIRS: [(&Field, &Field, FromPair); 3] = [
    (&YOUNG, &POISSON, Moduli::from_young_poisson),
    (&BULK, &SHEAR, Moduli::from_bulk_shear),
    (&LAMBDA, &SHEAR, Moduli::from_lambda_shear),
];

const PAIR_REMEDY: &str =
    "give exactly one pair: `young` and `poisson`, `bulk` and `shear`, or `lambda` and `shear`";

/// Moduli, and the constants of a law for rubber.
fn read_stiffness(
    named: &Named<'_>,
    law: Option<Law>,
    base: Base,
    along: Option<&Located<[f64; 3]>>,
) -> Option<(Located<Moduli>, Constants)> {
    let reader = &named.reader;
    rubber::refuse_constants_of_others(reader, law);
    let moduli = match law {
        Some(law @ (Law::MooneyRivlin | Law::Ogden)) => {
            bonds::read_functions(reader, Some(law), &Moduli::from_young_poisson(1.0, 0.0));
            return rubber::read(reader, law, base);
        }
        // Even if they are wrong: then that is the mistake, not that there are none.
        _ if reader.has(&YOUNG_ALONG) => bonds::moduli_along(reader, along),
        _ => read_moduli(named, base),
    };
    let constants = match &moduli {
        Some(moduli) => bonds::read_functions(reader, law, &moduli.value),
        // Their keys are taken all the same, so that nobody complains about them.
        None => bonds::read_functions(reader, law, &Moduli::from_young_poisson(1.0, 0.25)),
    };
    Some((moduli?, constants?))
}

fn read_moduli(named: &Named<'_>, base: Base) -> Option<Located<Moduli>> {
    let reader = &named.reader;
    let all = [&YOUNG, &POISSON, &BULK, &SHEAR, &LAMBDA];
    // Every number is checked by itself even if the pair is wrong.
    let values = all.map(|field| reader.number(field));
    let poisson_fine = values[1].is_none_or(|poisson| check_poisson(reader, poisson.value));
    let value_of = |field: &Field| {
        let index = all.iter().position(|known| known.name == field.name)?;
        values[index]
    };
    let given: Vec<&'static Field> = all.into_iter().filter(|field| reader.has(field)).collect();
    if let (Base::Preset(preset), [] | [_]) = (base, given.as_slice()) {
        let Some(field) = given.first() else {
            let moduli = Moduli::from_young_poisson(preset.value.young, preset.value.poisson);
            return Some(Located { value: moduli, place: preset.place });
        };
        let own = value_of(field).filter(|_| poisson_fine)?;
        return completed(reader, field, own, preset.value);
    }
    let pair = PAIRS.iter().find(|(a, b, _)| {
        given.len() == 2 && given.iter().all(|field| field.name == a.name || field.name == b.name)
    });
    let Some((first, second, from_pair)) = pair else {
        // Beside a preset nobody knows, too few moduli are its fault.
        if given.len() > 1 || !matches!(base, Base::Unknown) {
            report_bad_pair(named, &given);
        }
        return None;
    };
    let (a, b) = (value_of(first)?, value_of(second)?);
    let stiff = first.name != LAMBDA.name || check_lambda(reader, a.value, b.value);
    if !(poisson_fine && stiff) {
        return None;
    }
    let moduli = from_pair(a.value, b.value);
    check_derived_poisson(reader, second, &moduli).then_some(Located { value: moduli, place: b.place })
}

/// One modulus beside a preset: Poisson's ratio keeps its Young's modulus, all others keep its Poisson's ratio.
fn completed(
    reader: &Reader<'_>,
    field: &'static Field,
    own: Located<f64>,
    preset: &Preset,
) -> Option<Located<Moduli>> {
    let (young, poisson) = (preset.young, preset.poisson);
    let moduli = match field.name {
        name if name == YOUNG.name => Moduli::from_young_poisson(own.value, poisson),
        name if name == POISSON.name => Moduli::from_young_poisson(young, own.value),
        name if name == BULK.name => Moduli::from_bulk_poisson(own.value, poisson),
        name if name == SHEAR.name => Moduli::from_shear_poisson(own.value, poisson),
        _ if own.value * poisson > 0.0 => Moduli::from_lambda_poisson(own.value, poisson),
        _ => {
            let name = preset.name;
            reader.error(
                field,
                format!("`lambda` is {} Pa, but must be positive beside the Poisson's ratio {poisson} of \"{name}\"", own.value),
                "give a positive `lambda`, or `shear` as well",
            );
            return None;
        }
    };
    Some(Located { value: moduli, place: own.place })
}

fn report_bad_pair(named: &Named<'_>, given: &[&'static Field]) {
    let reader = &named.reader;
    let names: Vec<String> = given.iter().map(|field| format!("`{}`", field.name)).collect();
    let or_preset = match Preset::find(&named.name) {
        Some(preset) => {
            format!("{PAIR_REMEDY}; or add `preset = \"{}\"`, which supplies the rest", preset.name)
        }
        None => format!("{PAIR_REMEDY}; or name a `preset`: `pliant materials` lists them"),
    };
    match given {
        [] => reader.error_here(format!("the stiffness of `{}` is not given", reader.path), or_preset),
        [one] => {
            reader.error(one, format!("{} alone does not determine the stiffness", names[0]), or_preset);
        }
        [.., last] => {
            let verb = if given.len() == 2 { "do not make a pair" } else { "are too many" };
            reader.error(last, format!("{} {verb}", names.join(", ")), PAIR_REMEDY);
        }
    }
}

fn check_lambda(reader: &Reader<'_>, lambda: f64, shear: f64) -> bool {
    let fine = lambda + 2.0 / 3.0 * shear > 0.0;
    if !fine {
        let reason = "`lambda` is too negative: the bulk modulus lambda + 2/3 shear must be positive";
        reader.error(&LAMBDA, reason, "give a `lambda` above -2/3 of `shear`");
    }
    fine
}

const TOO_NEAR: &str = "so nearly incompressible that the stiffness against a change of volume hides that against a change of shape";
const POISSON_REMEDY: &str =
    "use at most 0.4999; rubber is well described by 0.49, in tetrahedra with `order = 2`";

/// Judges the ratio by itself, whatever else is given.
pub(super) fn check_poisson(reader: &Reader<'_>, poisson: f64) -> bool {
    let (reason, remedy) = if poisson <= -1.0 {
        let reason = format!(
            "`poisson` is {poisson}, but must be above -1, because the shear modulus is infinite there"
        );
        (reason, "ordinary materials lie between 0 and 0.5")
    } else if poisson > 0.5 {
        let reason = format!(
            "`poisson` is {poisson}, but must be below 0.5, because the bulk modulus would be negative"
        );
        (reason, POISSON_REMEDY)
    } else if poisson == 0.5 {
        let reason =
            "`poisson` = 0.5 is incompressible: the bulk modulus is infinite, and no method can do that";
        (reason.to_string(), POISSON_REMEDY)
    } else if poisson > MAX_POISSON {
        (format!("`poisson` = {poisson} is {TOO_NEAR}"), POISSON_REMEDY)
    } else {
        return true;
    };
    reader.error(&POISSON, reason, remedy);
    false
}

/// Moduli can hide a ratio that would be refused if it were given.
pub(super) fn check_derived_poisson(reader: &Reader<'_>, second: &Field, moduli: &Moduli) -> bool {
    let fine = moduli.poisson <= MAX_POISSON;
    if !fine {
        let ratio = moduli.poisson;
        let reason = format!("these moduli mean a Poisson's ratio of {ratio:.9}, {TOO_NEAR}");
        reader.error(
            second,
            reason,
            "raise the shear modulus or lower the other one, to a ratio of 0.4999 at most",
        );
    }
    fine
}
