//! Directions of materials that are stiffer along some.

use glam::DVec3;

use super::matter::Loader;
use super::{Files, Workbench};
use crate::place::Located;
use crate::plan::{BodyPlan, DirectionsPlan};
use crate::problem::Problem;

/// Places of a body, and the last of its material regions that each is in.
pub(super) struct Places<'a> {
    pub points: &'a [DVec3],
    pub regions: &'a [Option<usize>],
}

/// First two directions of the material at each place; none where nothing asks for them.
pub(super) fn directions(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    of_body: Option<&Located<DirectionsPlan>>,
    places: &Places<'_>,
    files: &dyn Files,
) -> Result<Vec<[DVec3; 2]>, Problem> {
    let of_regions = body.regions.iter().map(|region| region.directions.as_ref());
    let given = std::iter::once(of_body).chain(of_regions);
    let mut fields: Vec<Option<Vec<[DVec3; 2]>>> = Vec::new();
    for directions in given {
        fields.push(match directions.map(|given| &given.value) {
            None => None,
            Some(DirectionsPlan::Even(both)) => Some(vec![*both; places.points.len()]),
            Some(DirectionsPlan::Painted(name)) => {
                let loader = Loader { body, up: bench.plan.up, files, problems: &mut bench.problems };
                let first = loader.painted_directions(name, places.points)?;
                Some(first.into_iter().map(|d| [d, d.any_orthonormal_vector()]).collect())
            }
        });
    }
    if fields.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    let at = |i: usize| {
        let of_region = places.regions[i].and_then(|region| fields[region + 1].as_ref());
        of_region.or(fields[0].as_ref()).map_or([DVec3::X, DVec3::Y], |field| field[i])
    };
    Ok((0..places.points.len()).map(at).collect())
}
