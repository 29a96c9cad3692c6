//! Peridynamic bodies.

use pliant_body::cloud::CloudError;
use pliant_body::peridynamic::{Form, Influence, PeridynamicSetup};

use super::body::BuiltBody;
use super::cloud::{self, FilledBody, FilledParts};
use super::directions::{Places, directions};
use super::phyxel::STABILISATION;
use super::{Files, Workbench, text};
use crate::plan::{BodyPlan, BondForm, BondInfluence, PeridynamicPlan};
use crate::problem::Problem;
use crate::sections::body::resolution_place;

/// Adds a peridynamic body and its copies.
pub(super) fn add(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    plan: &PeridynamicPlan,
    files: &dyn Files,
) -> Result<BuiltBody, Problem> {
    let filled = cloud::fill_body(bench, body, &plan.cloud, files)?;
    let places = Places { points: &filled.setup.points, regions: &filled.region_of_point };
    let directions = directions(bench, body, plan.directions.as_ref(), &places, files)?;
    let FilledBody { setup, palette, edge, named_sides, .. } = filled;
    let bounds = setup.matter.bounds();
    let form = |material: &pliant_material::Material| {
        let by_bonds = material.bonds.is_some() || material.law.name() == "stvk";
        match plan.form.map(|form| form.value) {
            Some(BondForm::Correspondence) => Form::Correspondence,
            _ if by_bonds => Form::Bonds,
            _ => Form::Correspondence,
        }
    };
    let setup = PeridynamicSetup {
        forms: palette.materials.iter().map(form).collect(),
        cloud: setup,
        horizon: plan.horizon,
        influence: match plan.influence {
            BondInfluence::Inverse => Influence::Inverse,
            BondInfluence::Constant => Influence::Constant,
            BondInfluence::Linear => Influence::Linear,
            BondInfluence::Quadratic => Influence::Quadratic,
        },
        directions,
        stabilisation: plan.stabilisation.unwrap_or(STABILISATION),
    };
    let model = setup.model().map_err(|error| unfit(body, plan, &error))?;
    Ok(cloud::add_copies(bench, body, model, &FilledParts { palette, bounds, edge, named_sides }))
}

fn unfit(body: &BodyPlan, plan: &PeridynamicPlan, error: &CloudError) -> Problem {
    let (place, key) = resolution_place(body);
    let (why, remedy) = match error {
        CloudError::Flat { at, .. } => (
            format!(
                "around {} its points are a single layer or fibre, where a law of the deformation gradient has no meaning",
                text::point(*at)
            ),
            "use `law = \"bonds\"` or `law = \"stvk\"`, or make the spacing at most half of the thinnest part",
        ),
        CloudError::Alone { at } => (
            format!(
                "the point at {} has no neighbour within its horizon of {} spacings",
                text::point(*at),
                text::number(plan.horizon)
            ),
            "make the horizon larger or the spacing smaller",
        ),
        CloudError::Empty => (error.to_string(), "check its shape"),
        CloudError::NoMass => (error.to_string(), "check the density"),
    };
    let reason = format!("\"{}\" cannot be made of peridynamic points: {why}", body.name);
    Problem::error(place, key, reason, remedy)
}
