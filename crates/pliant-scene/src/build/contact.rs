//! Contact of the plan to contact of the world: settings, colliders, and what of each body touches.

use glam::{DQuat, DVec3};
use pliant_contact as contact;
use pliant_contact::collider::{ColliderError, Primitive};
use pliant_contact::{Analytic, Collider, ColliderMesh, ColliderMeshError};
use pliant_system as system;
use pliant_world::{BodyContact, ContactSetup, ContactSurfaceChoice};

use super::motion::motion;
use super::surface::SurfaceFile;
use super::{Files, Workbench};
use crate::plan::{
    ColliderPlan, ColliderShape, ContactPlan, ContactSurface, Friction, Initial, Placement, Response,
};
use crate::problem::{Problem, Problems};

/// Lets the world's bodies touch, if the scene says so. Bodies are there already.
pub(super) fn add(bench: &mut Workbench<'_>, files: &dyn Files) {
    let plan = bench.plan;
    let Some(contact) = &plan.contact else { return };
    let mut colliders = Vec::new();
    for collider in &plan.colliders {
        match collider_of(collider, plan.up, files, &mut bench.problems) {
            Ok(collider) => colliders.push(collider),
            Err(problem) => bench.problems.push(problem),
        }
    }
    let bodies = bench.body_of_copy.iter().map(|&body| {
        let body = &plan.bodies[body];
        BodyContact { touches_itself: body.self_contact, surface: surface_choice(body.contact_surface) }
    });
    let setup = ContactSetup { settings: settings(contact), colliders, bodies: bodies.collect() };
    bench.world.contact(setup);
}

fn settings(plan: &ContactPlan) -> contact::ContactSettings {
    contact::ContactSettings {
        friction: friction(plan.friction),
        response: match plan.response {
            Response::Projection => contact::ImplicitResponse::Projection,
            Response::Auto | Response::Penalty | Response::Filter => contact::ImplicitResponse::Penalty,
        },
        stiffness: plan.stiffness,
        damping: plan.damping,
        initial: match plan.initial {
            Initial::Keep => contact::InitialOverlap::Keep,
            Initial::Resolve => contact::InitialOverlap::Resolve,
            Initial::Refuse => contact::InitialOverlap::Refuse,
        },
        between_bodies: plan.between_bodies,
    }
}

fn friction(friction: Friction) -> contact::Friction {
    contact::Friction { sticking: friction.sticking, sliding: friction.sliding }
}

fn surface_choice(surface: ContactSurface) -> ContactSurfaceChoice {
    match surface {
        ContactSurface::Cells => ContactSurfaceChoice::Cells,
        ContactSurface::Skin => ContactSurfaceChoice::Skin,
    }
}

fn collider_of(
    plan: &ColliderPlan,
    up: DVec3,
    files: &dyn Files,
    problems: &mut Problems,
) -> Result<Collider, Problem> {
    let (shape, middle) = shape_of(plan, up, files, problems)?;
    let motion = plan.motion.as_ref().map_or_else(system::Motion::still, |given| motion(given, middle));
    Ok(Collider { name: plan.name.clone(), shape, motion, friction: plan.friction.map(friction) })
}

/// The shape, and what it turns about unless told otherwise.
fn shape_of(
    plan: &ColliderPlan,
    up: DVec3,
    files: &dyn Files,
    problems: &mut Problems,
) -> Result<(contact::ColliderShape, DVec3), Problem> {
    let (form, middle) = match plan.shape.value {
        ColliderShape::Plane { point, normal } => (Primitive::Plane { point, normal }, point),
        ColliderShape::Sphere { centre, radius } => (Primitive::Sphere { centre, radius }, centre),
        ColliderShape::Box { centre, size, rotation } => {
            let rotation =
                rotation.map_or(DQuat::IDENTITY, |turn| DQuat::from_axis_angle(turn.axis, turn.angle));
            (Primitive::Box { centre, half: size * 0.5, rotation }, centre)
        }
        ColliderShape::Cylinder { from, to, radius } => {
            (Primitive::Cylinder { from, to, radius }, from.midpoint(to))
        }
        ColliderShape::Capsule { from, to, radius } => {
            (Primitive::Capsule { from, to, radius }, from.midpoint(to))
        }
        ColliderShape::File { ref path, size, placement } => {
            let file = SurfaceFile { key: format!("collider.{}.shape.file", plan.name), path, size };
            let mesh = mesh(&file, placement, up, files, problems)?;
            let middle = mesh.bounds().centre();
            return Ok((contact::ColliderShape::Mesh(mesh), middle));
        }
    };
    let form = Analytic::new(form, plan.hollow).map_err(|error| no_shape(plan, &error))?;
    Ok((contact::ColliderShape::Analytic(form), middle))
}

fn no_shape(plan: &ColliderPlan, error: &ColliderError) -> Problem {
    let (reason, remedy) = match error {
        ColliderError::NotFinite { what, .. } => too_far(what),
        ColliderError::BadRadius(_) => too_large_or_small("radius"),
        ColliderError::BadHalf(_) => too_large_or_small("size"),
        _ => reason_and_remedy(error),
    };
    Problem::error(plan.shape.place, format!("collider.{}.shape", plan.name), reason, remedy)
}

fn too_far(what: &str) -> (String, String) {
    let reason = format!("the {what} is farther away than can be calculated with");
    (reason, "check the coordinates and their units".to_string())
}

fn too_large_or_small(what: &str) -> (String, String) {
    let reason = format!("the {what} is larger or smaller than can be calculated with");
    (reason, "check the length and its unit".to_string())
}

/// The surface of a file where the scene puts it. What was mended becomes warnings.
fn mesh(
    file: &SurfaceFile<'_>,
    placement: Placement,
    up: DVec3,
    files: &dyn Files,
    problems: &mut Problems,
) -> Result<ColliderMesh, Problem> {
    let mut surface = file.read(up, files, problems)?;
    let placement =
        pliant_geometry::Placement { rotation: placement.matrix(), translation: placement.position };
    placement.apply(&mut surface.points);
    let mesh = ColliderMesh::new(&surface).map_err(|error| {
        let (reason, remedy) = match &error {
            ColliderMeshError::NotFinite { point, .. } => {
                too_far(&format!("point {point} (counted from 0) of the collider"))
            }
            _ => reason_and_remedy(&error),
        };
        let reason = format!("\"{}\" cannot be touched: {reason}", file.path.value);
        Problem::error(file.path.place, &file.key, reason, remedy)
    })?;
    let check = "`pliant check` on the file tells more; mend it if that is not meant";
    mesh.repairs.iter().for_each(|text| file.warn(problems, text, check));
    Ok(mesh)
}

/// Refusals of contact say what is wrong, then what to do, with a semicolon between.
fn reason_and_remedy(error: &impl std::error::Error) -> (String, String) {
    let text = error.to_string();
    match text.rsplit_once("; ") {
        Some((reason, remedy)) => (reason.to_string(), remedy.to_string()),
        None => (text, "change the shape".to_string()),
    }
}

#[cfg(test)]
#[path = "contact_tests.rs"]
mod tests;
