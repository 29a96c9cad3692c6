//! Bodies of phyxels.

use pliant_body::cloud::CloudError;
use pliant_body::phyxel::{NeighbourKernel, PhyxelSetup, Support};

use super::body::BuiltBody;
use super::cloud::{self, FilledBody, FilledParts};
use super::{Files, Workbench, text};
use crate::plan::{BodyPlan, PhyxelKernel, PhyxelPlan, PhyxelReach};
use crate::problem::Problem;
use crate::sections::body::resolution_place;

/// Reach on a lattice, in spacings: the 26 nearest of a cubic one.
const LATTICE_REACH: f64 = 2.0;
/// The same among irregular points.
const IRREGULAR_REACH: f64 = 1.8;
/// beta: bars of 4 to 12 phyxels bend within 2 % with it, in rows and moved at random.
pub(super) const STABILISATION: f64 = 4.25;

/// Adds a body of phyxels and its copies.
pub(super) fn add(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    phyxel: &PhyxelPlan,
    files: &dyn Files,
) -> Result<BuiltBody, Problem> {
    let FilledBody { setup, palette, edge, named_sides, .. } =
        cloud::fill_body(bench, body, &phyxel.cloud, files)?;
    let (irregular, bounds) = (setup.irregular, setup.matter.bounds());
    let setup = PhyxelSetup {
        cloud: setup,
        quadratic: phyxel.quadratic,
        kernel: kernel(phyxel, irregular),
        support: support(phyxel, irregular),
        stabilisation: phyxel.stabilisation.unwrap_or(STABILISATION),
        volume_stiffness: phyxel.volume_stiffness,
    };
    let model = setup.model().map_err(|error| unfit(body, &error))?;
    Ok(cloud::add_copies(bench, body, model, &FilledParts { palette, bounds, edge, named_sides }))
}

fn kernel(phyxel: &PhyxelPlan, irregular: bool) -> NeighbourKernel {
    match phyxel.kernel {
        Some(PhyxelKernel::Poly6) => NeighbourKernel::Poly6,
        Some(PhyxelKernel::InverseSquare) => NeighbourKernel::InverseSquare,
        None if irregular => NeighbourKernel::InverseSquare,
        None => NeighbourKernel::Poly6,
    }
}

fn support(phyxel: &PhyxelPlan, irregular: bool) -> Support {
    match phyxel.reach {
        PhyxelReach::Neighbours(count) => Support::Nearest(count),
        PhyxelReach::Spacings(Some(reach)) => Support::Radius(reach),
        PhyxelReach::Spacings(None) => {
            Support::Radius(if irregular { IRREGULAR_REACH } else { LATTICE_REACH })
        }
    }
}

fn unfit(body: &BodyPlan, error: &CloudError) -> Problem {
    let (place, key) = resolution_place(body);
    let why = match error {
        CloudError::Flat { at, neighbours } => format!(
            "around {} a phyxel has {neighbours} {}, too few or (nearly) all in a plane or on a line, so that nothing tells how the body deforms there",
            text::point(*at),
            if *neighbours == 1 { "neighbour" } else { "neighbours" }
        ),
        other => other.to_string(),
    };
    let reason = format!("\"{}\" cannot be made of phyxels: {why}", body.name);
    let remedy = match error {
        CloudError::Flat { .. } => {
            "make the spacing at most half of the thinnest part, or use `method = \"elaston\"`, which takes thin parts"
        }
        CloudError::Empty => "check its shape",
        CloudError::Alone { .. } => "make the spacing or the reach larger",
        CloudError::NoMass => "check the density",
    };
    Problem::error(place, key, reason, remedy)
}
