//! Functions of bonds, and moduli along directions, in `[material.NAME]`.

use pliant_material::LameParameters;
use pliant_material::bond::{Basis, BasisSum, BondEnergy, Orthotropy};

use super::material::{BULK, LAMBDA, POISSON, SHEAR, YOUNG, check_poisson};
use crate::place::Located;
use crate::plan::{Constants, Law, Moduli};
use crate::schema::reader::Reader;
use crate::schema::value::{self, NumberRule, Spot};
use crate::schema::{Bounds, Field, Kind};
use crate::tree::{Node, Value};
use crate::units::Dimension;

pub(super) const G: Field = Field::optional(
    "g",
    Kind::Special("a table of functions and their coefficients"),
    "{ A1 = 1 }",
    "`{ B1 = 1 }`",
    "For the law `bonds`: the function of the mean stretch of bonds, a sum of A1, A2, ... (infinite where matter is pressed to nothing) and B1, B2, ... (finite) with coefficients that are not negative; only their shares count.",
);
pub(super) const H: Field = Field::optional(
    "h",
    Kind::Special("a table of functions and their coefficients"),
    "{ A1 = 0.4, B3 = 0.6 }",
    "as `g`",
    "For the law `bonds`: the function of the stretch of each bond, in the same way. `pliant fit` finds both from tests of material.",
);
pub(super) const YOUNG_ALONG: Field = Field::optional(
    "young_along",
    Kind::Special("a list of three pressures"),
    "[\"4 MPa\", \"1 MPa\", \"1 MPa\"]",
    "the same along all directions",
    "For elastons and peridynamic bodies, instead of `young`: Young's moduli along the three `directions` of the body. Beside it `poisson`: of elastons how much a pull along the stiffer of two directions thins the other.",
);
pub(super) const SHEAR_ALONG: Field = Field::optional(
    "shear_along",
    Kind::Special("a list of three pressures"),
    "[\"0.6 MPa\", \"0.6 MPa\", \"0.4 MPa\"]",
    "Huber's: `sqrt(E1 E2)/(2 (1 + sqrt(nu12 nu21)))` and so on",
    "For elastons, beside `young_along`: shear moduli of the planes of the first and second, the first and third, the second and third direction.",
);

/// Functions of bonds; refused for other laws.
pub(super) fn read_functions(reader: &Reader<'_>, law: Option<Law>, moduli: &Moduli) -> Option<Constants> {
    if law != Some(Law::Bonds) {
        for field in [&G, &H] {
            if law.is_some() {
                let reason = format!("`{}` belongs to the law \"bonds\"", field.name);
                reader.refuse(field, reason, "write `law = \"bonds\"`, or leave it out");
            } else {
                reader.entry(field);
            }
        }
        return Some(Constants::None);
    }
    let g = functions(reader, &G);
    let h = functions(reader, &H);
    let g = if reader.has(&G) { g? } else { BasisSum::only(Basis::B(1)) };
    let h = if reader.has(&H) { h? } else { g.clone() };
    let lame = LameParameters::from_lame(moduli.lambda, moduli.shear).ok()?;
    if let Err(error) = BondEnergy::from_moduli(lame, g.clone(), h.clone()) {
        let remedy = "give `g` and `h` the same functions, or a `poisson` of 0.25 or more";
        reader.error(if reader.has(&H) { &H } else { &G }, error.to_string(), remedy);
        return None;
    }
    Some(Constants::Bonds { g, h })
}

fn functions(reader: &Reader<'_>, field: &'static Field) -> Option<BasisSum> {
    reader.special(field, read_sum).map(|located| located.value)
}

fn read_sum(spot: Spot<'_>, node: &Node) -> Option<BasisSum> {
    let Value::Table(table) = &node.value else {
        spot.wrong_kind(node, "a table");
        return None;
    };
    let rule = NumberRule::any(Dimension::RATIO);
    let mut terms = Vec::new();
    for entry in &table.entries {
        let Some(basis) = Basis::from_name(&entry.key) else {
            spot.error(
                entry.key_place,
                format!("there is no function \"{}\" of bonds", entry.key),
                format!("there are A1, A2, ... and B1, B2, ... up to {}", Basis::LARGEST),
            );
            return None;
        };
        terms.push((basis, value::number(spot, &entry.node, &rule)?));
    }
    match BasisSum::new(&terms) {
        Ok(sum) => Some(sum),
        Err(error) => {
            spot.error(
                node.place,
                error.to_string(),
                "`pliant fit` finds coefficients from tests of material",
            );
            None
        }
    }
}

/// Three moduli; the inner `None` if they are not given.
#[allow(clippy::option_option, reason = "absent is not wrong")]
pub(super) fn read_along(reader: &Reader<'_>, field: &'static Field) -> Option<Option<Located<[f64; 3]>>> {
    if !reader.has(field) {
        reader.entry(field);
        return Some(None);
    }
    let three = |spot: Spot<'_>, node: &Node| {
        let rule = NumberRule { bounds: Bounds::Positive, ..NumberRule::any(Dimension::PRESSURE) };
        let items = match &node.value {
            Value::List(items) if items.len() == 3 => items,
            _ => {
                spot.error(node.place, format!("`{}` must be three moduli", spot.name), spot.like());
                return None;
            }
        };
        let read: Vec<Option<f64>> = items.iter().map(|item| value::number(spot, item, &rule)).collect();
        match read[..] {
            [Some(a), Some(b), Some(c)] => Some([a, b, c]),
            _ => None,
        }
    };
    reader.special(field, three).map(Some)
}

/// Moduli of a material with moduli along directions, `None` if those are wrong: those of their mean.
pub(super) fn moduli_along(
    reader: &Reader<'_>,
    along: Option<&Located<[f64; 3]>>,
) -> Option<Located<Moduli>> {
    for field in [&YOUNG, &BULK, &SHEAR, &LAMBDA] {
        let reason = format!("`{}` beside `young_along`, which gives the stiffness already", field.name);
        reader.refuse(field, reason, format!("leave `{}` out; `poisson` tells the rest", field.name));
    }
    let poisson = reader.number(&POISSON);
    if !reader.has(&POISSON) {
        reader.missing(&POISSON);
        return None;
    }
    let poisson = poisson?.value;
    if !check_poisson(reader, poisson) {
        return None;
    }
    let along = along?;
    let moduli = Moduli::from_young_poisson(Orthotropy::mean_young(along.value), poisson);
    Some(Located { value: moduli, place: along.place })
}
