//! The constants of the laws for rubber in `[material.NAME]`: `c10` and `c01`, or `mu` and `alpha`.
//!
//! They give the shear modulus; the stiffness against a change of volume is given beside them, as `poisson` or `bulk`.

use pliant_material::laws::{MooneyRivlin, Ogden};

use super::material::{BULK, LAMBDA, POISSON, SHEAR, YOUNG, check_derived_poisson, check_poisson};
use super::preset::Base;
use crate::place::Located;
use crate::plan::{Constants, Law, Moduli};
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Choose, Field, Kind};
use crate::tree::{Node, Value};
use crate::units::Dimension;

pub(super) const C10: Field = Field::optional(
    "c10",
    Kind::Number(Dimension::PRESSURE),
    "\"0.16 MPa\"",
    "required by the law \"mooney-rivlin\"",
    "Constant of Mooney and Rivlin's law beside the first invariant. `pliant fit` finds it.",
)
.plausible(0.1, 1e12);
pub(super) const C01: Field = Field::optional(
    "c01",
    Kind::Number(Dimension::PRESSURE),
    "\"20 kPa\"",
    "required by the law \"mooney-rivlin\"",
    "Constant of Mooney and Rivlin's law beside the second invariant. The shear modulus at rest is 2 (c10 + c01).",
)
.plausible(0.1, 1e12);
pub(super) const MU: Field = Field::optional(
    "mu",
    Kind::Special("a list of pressures"),
    "[\"0.63 MPa\", \"1.2 kPa\", \"-10 kPa\"]",
    "required by the law \"ogden\"",
    "Factors of the terms of Ogden's law, 1 to 4 of them. `pliant fit` finds them.",
);
pub(super) const ALPHA: Field = Field::optional(
    "alpha",
    Kind::Special("a list of numbers"),
    "[1.3, 5, -2]",
    "required by the law \"ogden\"",
    "Exponents of the terms of Ogden's law, as many as `mu`. The shear modulus at rest is half the sum of the products mu alpha.",
);

/// Which keys a law for rubber has.
fn constants_of(law: Law) -> Option<[&'static Field; 2]> {
    match law {
        Law::MooneyRivlin => Some([&C10, &C01]),
        Law::Ogden => Some([&MU, &ALPHA]),
        _ => None,
    }
}

/// Refuses constants of other laws than the given one; of all, if the law is none.
pub(super) fn refuse_constants_of_others(reader: &Reader<'_>, law: Option<Law>) {
    for other in [Law::MooneyRivlin, Law::Ogden] {
        for field in constants_of(other).into_iter().flatten() {
            match law {
                Some(law) if law == other => {}
                Some(law) => reader.refuse(
                    field,
                    format!(
                        "`{}` belongs to the law \"{}\", not to \"{}\"",
                        field.name,
                        other.word(),
                        law.word()
                    ),
                    format!("write `law = \"{}\"`, or leave `{}` out", other.word(), field.name),
                ),
                None => {
                    reader.entry(field);
                }
            }
        }
    }
}

/// Constants and moduli of a law for rubber; `None` if something is wrong with them, which has been told.
pub(super) fn read(reader: &Reader<'_>, law: Law, base: Base) -> Option<(Located<Moduli>, Constants)> {
    let constants = read_constants(reader, law);
    let volume = read_volume(reader, law, base);
    let (constants, shear) = constants?;
    let moduli = match volume? {
        Volume::Poisson(ratio) => Moduli::from_shear_poisson(shear, ratio),
        Volume::Bulk(bulk) => {
            let moduli = Moduli::from_bulk_shear(bulk, shear);
            check_derived_poisson(reader, &BULK, &moduli).then_some(moduli)?
        }
    };
    let place = constants_of(law).map_or(reader.place, |[first, _]| reader.place_of(first));
    Some((Located { value: moduli, place }, constants))
}

/// Stiffness against a change of volume.
enum Volume {
    Poisson(f64),
    Bulk(f64),
}

fn read_volume(reader: &Reader<'_>, law: Law, base: Base) -> Option<Volume> {
    let word = law.word();
    for field in [&YOUNG, &SHEAR, &LAMBDA] {
        reader.refuse(
            field,
            format!("`{}` beside the law \"{word}\", whose constants give the stiffness already", field.name),
            format!(
                "leave `{}` out; `poisson` or `bulk` tells the stiffness against a change of volume",
                field.name
            ),
        );
    }
    let (poisson, bulk) = (reader.number(&POISSON), reader.number(&BULK));
    match (reader.has(&POISSON), reader.has(&BULK)) {
        (true, true) => {
            reader.error(
                &BULK,
                "`poisson` and `bulk` exclude each other beside these constants",
                "keep one of them",
            );
            None
        }
        (true, false) => {
            let ratio = poisson?.value;
            check_poisson(reader, ratio).then_some(Volume::Poisson(ratio))
        }
        (false, true) => bulk.map(|bulk| Volume::Bulk(bulk.value)),
        (false, false) => match base {
            Base::Preset(preset) => Some(Volume::Poisson(preset.value.poisson)),
            Base::Unknown => None,
            Base::Scratch => {
                let reason =
                    format!("the stiffness of `{}` against a change of volume is not given", reader.path);
                reader.error_here(reason, "add `poisson = 0.49`, which suits rubber, or `bulk`");
                None
            }
        },
    }
}

/// The constants and the shear modulus they make.
fn read_constants(reader: &Reader<'_>, law: Law) -> Option<(Constants, f64)> {
    let [first, second] = constants_of(law)?;
    for field in [first, second] {
        if !reader.has(field) {
            reader.entry(field);
            reader.missing(field);
        }
    }
    let (constants, shear) = if law == Law::Ogden {
        let (mu, alpha) =
            (numbers(reader, &MU, Dimension::PRESSURE), numbers(reader, &ALPHA, Dimension::RATIO));
        let (mu, alpha) = (mu?, alpha?);
        if mu.len() != alpha.len() {
            let reason = format!("`mu` has {} numbers, but `alpha` has {}", mu.len(), alpha.len());
            reader.error(&ALPHA, reason, "give one exponent for each factor");
            return None;
        }
        let terms: Vec<(f64, f64)> = mu.into_iter().zip(alpha).collect();
        let shear = Ogden::shear_modulus(&terms);
        (Constants::Ogden(terms), shear)
    } else {
        let (c10, c01) = (reader.number(&C10), reader.number(&C01));
        let (c10, c01) = (c10?.value, c01?.value);
        (Constants::MooneyRivlin { c10, c01 }, MooneyRivlin::shear_modulus(c10, c01))
    };
    match shear {
        Ok(shear) => {
            warn_if_unbounded(reader, first, &constants);
            Some((constants, shear))
        }
        Err(error) => {
            reader.error(
                first,
                error.to_string(),
                "check signs and units; `pliant fit` finds constants from test data",
            );
            None
        }
    }
}

fn warn_if_unbounded(reader: &Reader<'_>, first: &Field, constants: &Constants) {
    let negative = match constants {
        Constants::None | Constants::Bonds { .. } => None,
        Constants::MooneyRivlin { c10, c01 } => (c10.min(*c01) < 0.0).then_some("a negative constant"),
        Constants::Ogden(terms) => {
            terms.iter().any(|(mu, alpha)| mu * alpha < 0.0).then_some("a term with mu alpha below zero")
        }
    };
    if let Some(what) = negative {
        reader.warning(
            first,
            format!("with {what} the material gives way at some stretch, and a run may fail there"),
            "nothing to do if the body is stretched no further than the test piece was",
        );
    }
}

fn numbers(reader: &Reader<'_>, field: &'static Field, dimension: Dimension) -> Option<Vec<f64>> {
    let read_all = |spot: Spot<'_>, node: &Node| {
        let Value::List(items) = &node.value else {
            spot.wrong_kind(node, "a list");
            return None;
        };
        let rule = NumberRule::any(dimension);
        let read: Vec<Option<f64>> = items.iter().map(|item| value::number(spot, item, &rule)).collect();
        read.into_iter().collect()
    };
    reader.special(field, read_all).map(|located| located.value)
}
