//! Bodies of the plan to bodies of the world: mesh, materials by region, one body for each copy.

use std::ops::Range;
use std::sync::Arc;

use glam::{DMat3, DVec3};
use pliant_body::Body;
use pliant_body::elaston::{ElastonBody, ElastonError, ElastonModel, ElastonSetup, StrainMeasure};
use pliant_body::tet::TetBody;
use pliant_geometry::gmls::GmlsBasis;
use pliant_geometry::matter::Matter;
use pliant_geometry::sampling::{Bend, Fold, Piece, SamplingError, SamplingOptions, Strip, sample};
use pliant_geometry::{BoundingBox, Placement, RegionError, TetMesh};
use pliant_material::bond::{Bonds, Orthotropy};
use pliant_material::directional::DirectionalHooke;
use pliant_material::laws::{MooneyRivlin, Ogden};
use pliant_material::{AnyLaw, Damping, LameParameters, Material};
use pliant_world::{BodySetup, Start};

use super::cloud::region_of_point;
use super::directions::{Places, directions};
use super::matter::{self, BodyMatter};
use super::mesh::{BodyMesh, has_named_sides, mesh};
use super::region::{self, Selects};
use super::{Files, Workbench, peridynamic, phyxel, text};
use crate::plan::{
    Basis, BodyPlan, Constants, ElastonPlan, Law, MaterialPlan, Plan, Region, StartPlan, Strain,
};
use crate::problem::Problem;
use crate::schema::Choose;
use crate::sections::body::resolution_place;

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
    if let Some(elaston) = &body.elaston {
        return add_elastons(bench, body, elaston, files);
    }
    if let Some(phyxel) = &body.phyxel {
        return phyxel::add(bench, body, phyxel, files);
    }
    if let Some(plan) = &body.peridynamic {
        return peridynamic::add(bench, body, plan, files);
    }
    let BodyMesh { mesh, carried } = mesh(body, bench.plan.up, files, &mut bench.problems)?;
    let palette = Palette::new(bench.plan, body)?;
    let material_of_element = material_of_element(bench, body, &mesh, &palette);
    let (bounds, edge) = (mesh.bounds(), mesh.mean_edge_length());
    let first = bench.body_of_copy.len();
    for (number, offset) in offsets(body).into_iter().enumerate() {
        let placement = placement(body, offset);
        let built =
            TetBody::new(mesh.clone(), &placement, palette.materials.clone(), material_of_element.clone())
                .map_err(|error| unusable(body, &error.to_string()))?;
        let built = match &carried {
            Some(skin) => built.with_skin(skin.triangles.clone(), &skin.elements, &skin.lambdas),
            None => built,
        };
        add_copy(bench, body, number, Box::new(built), &palette);
    }
    let copies = first..bench.body_of_copy.len();
    Ok(BuiltBody { copies, bounds, edge, named_sides: has_named_sides(&body.shape.value) })
}

pub(super) fn placement(body: &BodyPlan, offset: DVec3) -> Placement {
    Placement { rotation: body.placement.matrix(), translation: body.placement.position + offset }
}

pub(super) fn add_copy(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    number: usize,
    built: Box<dyn Body>,
    palette: &Palette,
) {
    let index = bench.world.add_body(BodySetup {
        name: copy_name(body, number),
        body: built,
        material_names: palette.names.clone(),
        velocity: body.velocity,
        spin: body.spin,
    });
    if let Some(start) = body.start {
        bench.world.begin_deformed(index, deformed(start, &body.placement.matrix()));
    }
    bench.body_of_copy.push(bench.bodies.len());
}

/// How a body turned by a matrix is deformed at the beginning.
fn deformed(start: StartPlan, rotation: &DMat3) -> Start {
    match start {
        StartPlan::Stretched(factors) => {
            Start::Affine(*rotation * DMat3::from_diagonal(factors) * rotation.transpose())
        }
        StartPlan::Folded(axis) => Start::Folded(rotation.col(axis.index())),
        StartPlan::Random(seed) => Start::Random(seed),
    }
}

/// Adds a body of elastons and its copies, which share everything but their place.
fn add_elastons(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    elaston: &ElastonPlan,
    files: &dyn Files,
) -> Result<BuiltBody, Problem> {
    let ElastonParts { setup, palette, edge, named_sides } = elaston_parts(bench, body, elaston, files)?;
    let bounds = setup.matter.bounds();
    let sampling = sample(&setup.matter.cloud, &setup.sampling).map_err(|error| unsampled(body, error))?;
    warn_about_strip(bench, body, sampling.strip);
    warn_about_bend(bench, body, sampling.smooth_bend);
    warn_about_fold(bench, body, sampling.fold);
    let model = ElastonModel::from_sampling(setup, sampling).map_err(|error| unmade(body, &error))?;
    let model = Arc::new(model);
    warn_about_pieces(bench, body, model.pieces());
    let first = bench.body_of_copy.len();
    for (number, offset) in offsets(body).into_iter().enumerate() {
        let built = ElastonBody::new(model.clone(), &placement(body, offset));
        add_copy(bench, body, number, Box::new(built), &palette);
    }
    Ok(BuiltBody { copies: first..bench.body_of_copy.len(), bounds, edge, named_sides })
}

/// What a body of elastons is made from, and what is known of it besides.
pub(super) struct ElastonParts {
    pub setup: ElastonSetup,
    palette: Palette,
    edge: f64,
    named_sides: bool,
}

/// Makes the matter of a body of elastons; nothing is sampled yet.
pub(super) fn elaston_parts(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    elaston: &ElastonPlan,
    files: &dyn Files,
) -> Result<ElastonParts, Problem> {
    let BodyMatter { matter, sampling, edge, named_sides } =
        matter::matter(body, elaston, bench.plan.up, files, &mut bench.problems)?;
    let palette = Palette::new(bench.plan, body)?;
    let material_of_point = material_of_point(bench, body, &matter, named_sides, &palette);
    let basis = match elaston.basis {
        Basis::Condensed => GmlsBasis::Condensed,
        Basis::Linear => GmlsBasis::Linear,
        Basis::Quadratic => GmlsBasis::Quadratic,
    };
    let strain = match elaston.strain {
        Strain::Corotational => StrainMeasure::Corotational,
        Strain::CorotationalLagged => StrainMeasure::CorotationalLagged,
        Strain::Green => StrainMeasure::Green,
    };
    let poisson = palette.materials.iter().map(|material| material.law.lame().poisson()).fold(0.0, f64::max);
    let sampling = SamplingOptions { ratio: elaston.ratio, basis, ..sampling }.for_poisson(poisson);
    let regions = region_of_point(body, &matter, named_sides, &matter.cloud.points);
    let places = Places { points: &matter.cloud.points, regions: &regions };
    let directions = directions(bench, body, elaston.directions.as_ref(), &places, files)?;
    let setup = ElastonSetup {
        matter,
        directions,
        material_of_point,
        materials: palette.materials.clone(),
        sampling,
        strain,
        turned_axes: elaston.turned_axes,
    };
    Ok(ElastonParts { setup, palette, edge, named_sides })
}

/// Pieces listed at most.
const LISTED_PIECES: usize = 4;

/// Tells of a body that does not hang together, with the place of each piece.
pub(super) fn warn_about_pieces(bench: &mut Workbench<'_>, body: &BodyPlan, pieces: &[Piece]) {
    if pieces.len() < 2 {
        return;
    }
    let tell =
        |piece: &Piece| format!("{} m3 around {}", text::number(piece.volume), text::point(piece.centre));
    let mut listed: Vec<String> = pieces.iter().take(LISTED_PIECES).map(tell).collect();
    if pieces.len() > LISTED_PIECES {
        listed.push(format!("{} more", pieces.len() - LISTED_PIECES));
    }
    let reason =
        format!("\"{}\" is in {} pieces that do not touch: {}", body.name, pieces.len(), listed.join("; "));
    let together =
        pieces.iter().any(|piece| pieces.iter().filter(|other| other.group == piece.group).count() > 1);
    let remedy = if together {
        "some of them share samples and so move as one; make the spacing smaller, the points closer or the radii larger"
    } else {
        "they move apart; make the points closer or the radii larger if that is not meant"
    };
    let key = format!("body.{}.shape", body.name);
    let warning = Problem::warning(body.shape.place, key, reason, remedy);
    bench.pieces.push((bench.bodies.len(), warning));
}

/// Strips that are too stiff by less than this share are not told of.
const STIFFER: f64 = 0.04;

/// Tells of a narrow shell, whose edges the samples do not show.
fn warn_about_strip(bench: &mut Workbench<'_>, body: &BodyPlan, strip: Option<Strip>) {
    let Some(strip) = strip.filter(|strip| strip.excess() > STIFFER) else { return };
    let (place, key) = resolution_place(body);
    let reason = format!(
        "\"{}\" is a strip around {}, about {} m wide and {} m thick, with few samples across: there it twists about {:.0} % too stiffly",
        body.name,
        text::point(strip.place),
        text::rounded(strip.width),
        text::rounded(strip.thickness),
        100.0 * strip.excess()
    );
    let remedy = format!(
        "make the spacing at least {} m, so that it is a row of samples, or at most {} m; nothing to do if it is not twisted",
        text::rounded(strip.width),
        text::rounded(strip.thickness)
    );
    bench.problems.push(Problem::warning(place, key, reason, remedy));
}

/// Curved parts that lock by less than this bend rightly.
const LOCKING: f64 = 2.0;

/// Parts that meet farther on are close if samples are more than so many times as far apart as they. With up to twice, hairpins are within a tenth.
const CLOSE: f64 = 2.0;

/// Tells of a curved part that too few samples follow.
fn warn_about_bend(bench: &mut Workbench<'_>, body: &BodyPlan, bend: Option<Bend>) {
    let Some(bend) = bend.filter(|bend| bend.locking() > LOCKING) else { return };
    let (place, key) = resolution_place(body);
    let reason = format!(
        "\"{}\" is curved around {}, with a radius of about {} m and a thickness of {} m; samples {} m apart make it too stiff against bending there",
        body.name,
        text::point(bend.place),
        text::rounded(bend.radius),
        text::rounded(bend.thickness),
        text::rounded(bend.spacing)
    );
    let remedy = format!("make the spacing at most {} m", text::rounded(bend.largest_spacing()));
    bench.problems.push(Problem::warning(place, key, reason, remedy));
}

/// Tells of close parts with samples farther apart than they are.
fn warn_about_fold(bench: &mut Workbench<'_>, body: &BodyPlan, fold: Option<Fold>) {
    let Some(fold) = fold.filter(|fold| fold.spacing > CLOSE * fold.apart) else { return };
    let (place, key) = resolution_place(body);
    let reason = format!(
        "parts of \"{}\" around {} are less than {} m apart, and samples {} m; each moves on its own, but where they meet they may bend too stiffly by a tenth or two",
        body.name,
        text::point(fold.place),
        text::rounded(fold.apart),
        text::rounded(fold.spacing)
    );
    let remedy = format!(
        "make the spacing at most {} m, or give `grading` where they meet, with a `radius` of some spacings",
        text::rounded(fold.apart)
    );
    bench.problems.push(Problem::warning(place, key, reason, remedy));
}

fn unsampled(body: &BodyPlan, error: SamplingError) -> Problem {
    let (place, key) = match (&body.elaston, error.is_about_points()) {
        (Some(ElastonPlan { matter_spacing: Some(given), .. }), true) => {
            (given.place, format!("body.{}.matter_spacing", body.name))
        }
        _ => resolution_place(body),
    };
    let reason = format!("\"{}\" cannot be made of elastons: {error}", body.name);
    Problem::error(place, key, reason, error.remedy())
}

fn unmade(body: &BodyPlan, error: &ElastonError) -> Problem {
    let (place, key) = resolution_place(body);
    let reason = format!("\"{}\" cannot be made of elastons: {error}", body.name);
    Problem::error(place, key, reason, "change how fine it is, or its shape")
}

/// The material of each material point; later regions win.
pub(super) fn material_of_point(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    matter: &Matter,
    named_sides: bool,
    palette: &Palette,
) -> Vec<u32> {
    let bounds = matter.bounds();
    let group = |name: &str| {
        matter.cloud_groups.get(name).cloned().ok_or_else(|| RegionError::UnknownGroup {
            name: name.to_string(),
            known: matter.cloud_groups.keys().cloned().collect(),
        })
    };
    let select = |region: &Region| {
        region::geometry(region, named_sides, Selects::Elements).points(&matter.cloud.points, &bounds, &group)
    };
    materials_by_region(bench, body, palette, matter.cloud.len(), &bounds, "piece of matter", &select)
}

fn unusable(body: &BodyPlan, reason: &str) -> Problem {
    let key = format!("body.{}.shape", body.name);
    let remedy = "make it finer, straighten it, or mesh it again";
    Problem::error(body.shape.place, key, format!("\"{}\" cannot be made: {reason}", body.name), remedy)
}

pub(super) fn offsets(body: &BodyPlan) -> Vec<DVec3> {
    body.copies.map_or_else(|| vec![DVec3::ZERO], |copies| copies.offsets().collect())
}

/// `name` alone, or `name.1`, `name.2`, ... of several.
pub(super) fn copy_name(body: &BodyPlan, number: usize) -> String {
    if body.copy_count() == 1 { body.name.clone() } else { format!("{}.{}", body.name, number + 1) }
}

/// The materials of one body: its own first, then those of its regions.
pub(super) struct Palette {
    /// Indices into [`Plan::materials`].
    plan_indices: Vec<usize>,
    names: Vec<String>,
    pub materials: Vec<Material>,
}

impl Palette {
    pub fn new(plan: &Plan, body: &BodyPlan) -> Result<Self, Problem> {
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
    let law = match &plan.constants {
        // Bonds have energies of their own; the law tells the moduli.
        Constants::Bonds { .. } => AnyLaw::from_name(Law::StVenantKirchhoff.word(), lame)
            .map_err(|error| refuse(error.to_string()))?,
        Constants::None => {
            AnyLaw::from_name(plan.law.value.word(), lame).map_err(|error| refuse(error.to_string()))?
        }
        Constants::MooneyRivlin { c10, c01 } => MooneyRivlin::new(*c10, *c01, moduli.bulk)
            .map(AnyLaw::MooneyRivlin)
            .map_err(|error| refuse(error.to_string()))?,
        Constants::Ogden(terms) => {
            Ogden::new(terms, moduli.bulk).map(AnyLaw::Ogden).map_err(|error| refuse(error.to_string()))?
        }
    };
    let damping = Damping {
        mass_rate: plan.damping.mass,
        stiffness_time: plan.damping.stiffness,
        shear_viscosity: plan.damping.viscosity,
        bulk_viscosity: plan.damping.bulk_viscosity,
    };
    let mut made = Material::new(law, plan.density, damping).map_err(|error| refuse(error.to_string()))?;
    if let Constants::Bonds { g, h } = &plan.constants {
        made.bonds = Some(Bonds { dilation: g.clone(), stretch: h.clone() });
    }
    if let Some(along) = &plan.young_along {
        let shear = plan.shear_along.as_ref().map(|shear| shear.value);
        let hooke = DirectionalHooke::new(along.value, moduli.poisson, shear);
        made.directional = Some(hooke.map_err(|error| refuse(error.to_string()))?);
        // Bonds that cannot have these moduli have been refused by now.
        made.orthotropy = Orthotropy::new(along.value, moduli.poisson).ok();
    }
    Ok(made)
}

/// The material of each element; later regions win.
fn material_of_element(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    mesh: &TetMesh,
    palette: &Palette,
) -> Vec<u32> {
    let sides = has_named_sides(&body.shape.value);
    let select = |region: &Region| region::geometry(region, sides, Selects::Elements).elements(mesh);
    materials_by_region(bench, body, palette, mesh.element_count(), &mesh.bounds(), "element", &select)
}

/// The material of each of so many things; `select` finds those in a region.
fn materials_by_region(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    palette: &Palette,
    count: usize,
    bounds: &BoundingBox,
    thing: &str,
    select: &dyn Fn(&Region) -> Result<Vec<u32>, RegionError>,
) -> Vec<u32> {
    let mut material_of = vec![0; count];
    for (number, part) in body.regions.iter().enumerate() {
        let key = format!("body.{}.regions.{number}.where", body.name);
        match select(&part.region.value) {
            Ok(selected) if selected.is_empty() => bench.problems.push(Problem::warning(
                part.region.place,
                key,
                format!(
                    "the material \"{}\" is not used here: no {thing} of \"{}\" has its centre in the region",
                    bench.plan.materials[part.material].name, body.name
                ),
                format!(
                    "the region is {}; \"{}\" lies {} in its own coordinates; move or enlarge the region",
                    region::words(&part.region.value),
                    body.name,
                    text::extent(bounds),
                ),
            )),
            Ok(selected) => {
                let index = palette.index(part.material);
                selected.iter().for_each(|&one| material_of[one as usize] = index);
            }
            Err(error) => {
                let problem = region::refused(part.region.place, key, &body.name, &error);
                bench.problems.push(problem);
            }
        }
    }
    material_of
}
