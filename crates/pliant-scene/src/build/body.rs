//! Bodies of the plan to bodies of the world: mesh, materials by region, one body for each copy.

use std::ops::Range;

use glam::DVec3;
use pliant_body::tet::TetBody;
use pliant_geometry::{BoundingBox, Placement, TetMesh};
use pliant_material::{AnyLaw, Damping, LameParameters, Material};
use pliant_world::BodySetup;

use super::mesh::{BodyMesh, has_named_sides, mesh};
use super::region::{self, Selects};
use super::{Files, Workbench, text};
use crate::plan::{BodyPlan, MaterialPlan, Plan};
use crate::problem::Problem;
use crate::schema::Choose;

/// A body that is in the world, once for each copy.
pub(super) struct BuiltBody {
    /// Its copies in the world.
    pub copies: Range<usize>,
    /// Its extent in its own coordinates.
    pub bounds: BoundingBox,
    /// Mean length of its elements' edges, m.
    pub edge: f64,
    /// Whether its sides are groups of the mesh.
    pub named_sides: bool,
}

/// Adds a body and its copies to the world; `None` if it cannot be made.
pub(super) fn add(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    files: &dyn Files,
) -> Result<BuiltBody, Problem> {
    let BodyMesh { mesh, carried } = mesh(body, bench.plan.up, files, &mut bench.problems)?;
    let palette = Palette::new(bench.plan, body)?;
    let material_of_element = material_of_element(bench, body, &mesh, &palette);
    let (bounds, edge) = (mesh.bounds(), mesh.mean_edge_length());
    let first = bench.body_of_copy.len();
    for (number, offset) in offsets(body).into_iter().enumerate() {
        let placement =
            Placement { rotation: body.placement.matrix(), translation: body.placement.position + offset };
        let built =
            TetBody::new(mesh.clone(), &placement, palette.materials.clone(), material_of_element.clone())
                .map_err(|error| unusable(body, &error.to_string()))?;
        let built = match &carried {
            Some(skin) => built.with_skin(skin.triangles.clone(), &skin.elements, &skin.lambdas),
            None => built,
        };
        bench.world.add_body(BodySetup {
            name: copy_name(body, number),
            body: Box::new(built),
            material_names: palette.names.clone(),
            velocity: body.velocity,
            spin: body.spin,
        });
        bench.body_of_copy.push(bench.bodies.len());
    }
    let copies = first..bench.body_of_copy.len();
    Ok(BuiltBody { copies, bounds, edge, named_sides: has_named_sides(&body.shape.value) })
}

fn unusable(body: &BodyPlan, reason: &str) -> Problem {
    let key = format!("body.{}.shape", body.name);
    let remedy = "make it finer, straighten it, or mesh it again";
    Problem::error(body.shape.place, key, format!("\"{}\" cannot be made: {reason}", body.name), remedy)
}

fn offsets(body: &BodyPlan) -> Vec<DVec3> {
    body.copies.map_or_else(|| vec![DVec3::ZERO], |copies| copies.offsets().collect())
}

/// `name` alone, or `name.1`, `name.2`, ... of several.
pub(super) fn copy_name(body: &BodyPlan, number: usize) -> String {
    if body.copy_count() == 1 { body.name.clone() } else { format!("{}.{}", body.name, number + 1) }
}

/// The materials of one body: its own first, then those of its regions.
struct Palette {
    /// Indices into [`Plan::materials`].
    plan_indices: Vec<usize>,
    names: Vec<String>,
    materials: Vec<Material>,
}

impl Palette {
    fn new(plan: &Plan, body: &BodyPlan) -> Result<Self, Problem> {
        let mut plan_indices = vec![body.material];
        for region in &body.regions {
            if !plan_indices.contains(&region.material) {
                plan_indices.push(region.material);
            }
        }
        let plans = || plan_indices.iter().map(|&index| &plan.materials[index]);
        let names = plans().map(|material| material.name.clone()).collect();
        let materials = plans().map(material).collect::<Result<_, _>>()?;
        Ok(Self { plan_indices, names, materials })
    }

    #[allow(clippy::cast_possible_truncation, reason = "materials are few")]
    fn index(&self, plan_index: usize) -> u32 {
        self.plan_indices.iter().position(|&known| known == plan_index).unwrap_or(0) as u32
    }
}

fn material(plan: &MaterialPlan) -> Result<Material, Problem> {
    let moduli = &plan.moduli.value;
    let refuse = |reason: String| {
        let key = format!("material.{}", plan.name);
        Problem::error(plan.moduli.place, key, reason, "check the moduli and the density")
    };
    let lame =
        LameParameters::from_lame(moduli.lambda, moduli.shear).map_err(|error| refuse(error.to_string()))?;
    let law = AnyLaw::from_name(plan.law.value.word(), lame).map_err(|error| refuse(error.to_string()))?;
    let damping = Damping {
        mass_rate: plan.damping.mass,
        stiffness_time: plan.damping.stiffness,
        shear_viscosity: plan.damping.viscosity,
        bulk_viscosity: plan.damping.bulk_viscosity,
    };
    Material::new(law, plan.density, damping).map_err(|error| refuse(error.to_string()))
}

/// The material of each element; later regions win.
fn material_of_element(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    mesh: &TetMesh,
    palette: &Palette,
) -> Vec<u32> {
    let mut material_of_element = vec![0; mesh.element_count()];
    for (number, part) in body.regions.iter().enumerate() {
        let key = format!("body.{}.regions.{number}.where", body.name);
        let sides = has_named_sides(&body.shape.value);
        match region::geometry(&part.region.value, sides, Selects::Elements).elements(mesh) {
            Ok(elements) if elements.is_empty() => bench.problems.push(Problem::warning(
                part.region.place,
                key,
                format!(
                    "the material \"{}\" is not used here: no element of \"{}\" has its centre in the region",
                    bench.plan.materials[part.material].name, body.name
                ),
                format!(
                    "the region is {}; \"{}\" lies {} in its own coordinates; move or enlarge the region",
                    region::words(&part.region.value),
                    body.name,
                    text::extent(&mesh.bounds()),
                ),
            )),
            Ok(elements) => {
                let index = palette.index(part.material);
                elements.iter().for_each(|&element| material_of_element[element as usize] = index);
            }
            Err(error) => {
                let problem = region::refused(part.region.place, key, &body.name, &error);
                bench.problems.push(problem);
            }
        }
    }
    material_of_element
}
