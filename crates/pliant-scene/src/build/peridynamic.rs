//! Peridynamic bodies.

use glam::DVec3;
use pliant_body::cloud::CloudError;
use pliant_body::peridynamic::{Form, Influence, PeridynamicSetup};

use super::body::BuiltBody;
use super::cloud::{self, FilledBody, FilledParts};
use super::matter::Loader;
use super::phyxel::STABILISATION;
use super::{Files, Workbench, text};
use crate::plan::{BodyPlan, BondForm, BondInfluence, DirectionsPlan, PeridynamicPlan};
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
    let directions = directions(bench, body, plan, &filled, files)?;
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

/// First two directions of the material at each point; none where nothing asks for them.
fn directions(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    plan: &PeridynamicPlan,
    filled: &FilledBody,
    files: &dyn Files,
) -> Result<Vec<[DVec3; 2]>, Problem> {
    let of_regions = body.regions.iter().map(|region| region.directions.as_ref());
    let given = std::iter::once(plan.directions.as_ref()).chain(of_regions);
    let mut fields: Vec<Option<Vec<[DVec3; 2]>>> = Vec::new();
    for directions in given {
        fields.push(match directions {
            None => None,
            Some(DirectionsPlan::Even(both)) => Some(vec![*both; filled.setup.points.len()]),
            Some(DirectionsPlan::Painted(name)) => {
                let loader = Loader { body, up: bench.plan.up, files, problems: &mut bench.problems };
                let first = loader.painted_directions(name, &filled.setup.points)?;
                Some(first.into_iter().map(|d| [d, d.any_orthonormal_vector()]).collect())
            }
        });
    }
    if fields.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let at = |i: usize| {
        let of_region = filled.region_of_point[i].and_then(|region| fields[region + 1].as_ref());
        of_region.or(fields[0].as_ref()).map_or([DVec3::X, DVec3::Y], |field| field[i])
    };
    Ok((0..filled.setup.points.len()).map(at).collect())
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
