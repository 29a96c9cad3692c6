//! Bodies that are clouds of points: matter, sites in it, materials.

use std::sync::Arc;

use glam::DVec3;
use pliant_body::cloud::{CloudBody, CloudModel, CloudSetup};
use pliant_geometry::BoundingBox;
use pliant_geometry::filling::{Filling, FillingError, FillingOptions, Layout, fill};
use pliant_geometry::matter::{Matter, MatterSpacing};

use super::body::{BuiltBody, Palette, add_copy, material_of_point, offsets, placement, warn_about_pieces};
use super::geometry::Geometry;
use super::matter::{Loader, name_sides, refuse_coarse, refused, sample_distance};
use super::region::{self, Selects};
use super::{Files, Workbench};
use crate::plan::{BodyPlan, CloudPlan, PhyxelLayout, Resolution, SampleGrading};
use crate::problem::Problem;
use crate::schema::Choose;
use crate::sections::body::resolution_place;

/// Sizes of the pieces of matter over the distance of points: smaller ones are tried where a shape comes in larger pieces than asked for.
const PIECES: [f64; 3] = [0.45, 0.3, 0.2];
/// Phyxels that a surface is filled with if nobody says how many.
const AUTOMATIC_COUNT: f64 = 2000.0;
/// How much larger than those at the surface cells of an octree are at most: two to this.
const OCTREE_LEVELS: u32 = 2;

/// Points in matter, with all that is known of them; what the method needs besides is its own affair.
pub(super) struct FilledBody {
    pub setup: CloudSetup,
    pub palette: Palette,
    /// Distance of points, m.
    pub edge: f64,
    pub named_sides: bool,
    /// Material regions by point: the last one each is in.
    pub region_of_point: Vec<Option<usize>>,
}

/// Fills the matter of a body with points.
pub(super) fn fill_body(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    cloud: &CloudPlan,
    files: &dyn Files,
) -> Result<FilledBody, Problem> {
    let Filled { mut matter, filling, irregular, edge } = filled(bench, body, cloud, files)?;
    let named_sides = name_sides(&mut matter);
    let palette = Palette::new(bench.plan, body)?;
    let of_piece = material_of_point(bench, body, &matter, named_sides, &palette);
    let material_of_point = by_majority(&of_piece, &matter.cloud.volumes, &filling, palette.materials.len());
    let Filling { points, volumes, spacings, site_of_piece } = filling;
    let region_of_point = region_of_point(body, &matter, named_sides, &points);
    let setup = CloudSetup {
        matter,
        points,
        volumes,
        spacings,
        point_of_piece: site_of_piece,
        material_of_point,
        materials: palette.materials.clone(),
        irregular,
        gentle_holds: bench.plan.stepper.value.kind().is_explicit(),
    };
    Ok(FilledBody { setup, palette, edge, named_sides, region_of_point })
}

/// Adds copies of a model, which share everything but their place.
pub(super) fn add_copies(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    model: CloudModel,
    of: &FilledParts,
) -> BuiltBody {
    let (model, bounds) = (Arc::new(model), of.bounds);
    warn_about_pieces(bench, body, &model.pieces());
    let first = bench.body_of_copy.len();
    for (number, offset) in offsets(body).into_iter().enumerate() {
        let built = CloudBody::new(model.clone(), &placement(body, offset));
        add_copy(bench, body, number, Box::new(built), &of.palette);
    }
    let copies = first..bench.body_of_copy.len();
    BuiltBody { copies, bounds, edge: of.edge, named_sides: of.named_sides }
}

/// What is left of a [`FilledBody`] when its points are a model.
pub(super) struct FilledParts {
    pub palette: Palette,
    pub bounds: BoundingBox,
    pub edge: f64,
    pub named_sides: bool,
}

/// The last of the body's material regions that each point is in.
pub(super) fn region_of_point(
    body: &BodyPlan,
    matter: &Matter,
    named_sides: bool,
    points: &[DVec3],
) -> Vec<Option<usize>> {
    let mut regions = vec![None; points.len()];
    let none = |_: &str| Ok(Vec::new());
    for (number, part) in body.regions.iter().enumerate() {
        let region = region::geometry(&part.region.value, named_sides, Selects::Elements);
        // What is wrong with a region was told when its material was looked for.
        let inside = region.points(points, &matter.bounds(), &none).unwrap_or_default();
        inside.iter().for_each(|&point| regions[point as usize] = Some(number));
    }
    regions
}

/// Matter with sites in it.
struct Filled {
    matter: Matter,
    filling: Filling,
    /// Sites do not lie in rows.
    irregular: bool,
    /// Distance of sites, m.
    edge: f64,
}

fn filled(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    cloud: &CloudPlan,
    files: &dyn Files,
) -> Result<Filled, Problem> {
    let mut loader = Loader { body, up: bench.plan.up, files, problems: &mut bench.problems };
    let painted = loader.painted(cloud.grading.as_ref())?;
    let geometry = loader.load(&body.shape, "shape")?;
    let edge = distance(body, &geometry);
    let finest = match (&cloud.grading, &painted) {
        (Some(SampleGrading::Near { finer, .. }), _) => 1.0 / finer,
        (_, Some(painted)) => painted.factors.iter().copied().fold(f64::INFINITY, f64::min),
        _ => 1.0,
    };
    let wish = Wish { body, cloud, geometry: &geometry, edge, finest };
    let mut shares = PIECES.into_iter().peekable();
    while let Some(share) = shares.next() {
        let (layout, matter) = wish.laid_out(share)?;
        refuse_coarse(body, edge, matter.bounds().size().max_element())?;
        let factors = match (&cloud.grading, &painted) {
            (_, Some(painted)) => Some(painted.at(&matter.cloud.points)),
            (Some(grading), _) => matter.cloud.points.iter().map(|point| grading.factor(*point)).collect(),
            _ => None,
        };
        let irregular = wish.is_irregular(layout);
        let options = FillingOptions { layout, spacing: edge, factors, seed: cloud.seed };
        match fill(&matter.cloud, &options) {
            Ok(filling) => return Ok(Filled { matter, filling, irregular, edge }),
            Err(FillingError::TooCoarse { .. })
                if shares.peek().is_some() && cloud.matter_spacing.is_none() => {}
            Err(error) => return Err(unfilled(body, &error)),
        }
    }
    Err(unfilled(body, &FillingError::Empty))
}

/// What is to be filled, and how.
struct Wish<'a> {
    body: &'a BodyPlan,
    cloud: &'a CloudPlan,
    geometry: &'a Geometry,
    /// Distance of points, m.
    edge: f64,
    /// The closest, over that.
    finest: f64,
}

impl Wish<'_> {
    /// Whether points do not lie in rows.
    fn is_irregular(&self, layout: Layout) -> bool {
        match layout {
            Layout::Pieces => matches!(self.geometry, Geometry::Ready(_)),
            Layout::Cubic | Layout::BodyCentred => false,
            Layout::Jittered { .. } | Layout::Poisson | Layout::Octree { .. } => true,
        }
    }

    /// The layout for the geometry, and matter in pieces of this share of the spacing.
    fn laid_out(&self, share: f64) -> Result<(Layout, Matter), Problem> {
        let Self { body, cloud, geometry, edge, finest } = *self;
        let layout = match cloud.layout.value {
            PhyxelLayout::Uniform => Layout::Cubic,
            PhyxelLayout::BodyCentred => Layout::BodyCentred,
            PhyxelLayout::Jittered => Layout::Jittered { share: cloud.jitter },
            PhyxelLayout::Poisson => Layout::Poisson,
            PhyxelLayout::Octree => Layout::Octree { levels: OCTREE_LEVELS },
        };
        let refuse = |error| refused(body, cloud.matter_spacing, &error);
        match geometry {
            // The cells of a block are points, or are cut in two along each direction for other layouts.
            Geometry::Block(shape) if finest == 1.0 && cloud.matter_spacing.is_none() => {
                let cells = body.cells().unwrap_or_else(|| shape.extents().map(|length| parts(length, edge)));
                if layout == Layout::Cubic {
                    return Ok((Layout::Pieces, shape.matter_in_cells(cells).map_err(refuse)?));
                }
                let finer = cells.map(|count| 2 * count);
                Ok((layout, shape.matter_in_cells(finer).map_err(refuse)?))
            }
            Geometry::Ready(matter) if matches!(body.resolution, Resolution::Automatic(_)) => {
                Ok((Layout::Pieces, (**matter).clone()))
            }
            _ => {
                let pieces = cloud.matter_spacing.map_or(share * edge * finest.min(1.0), |given| given.value);
                let spacing = MatterSpacing::for_samples(edge).with_pieces(Some(pieces));
                Ok((layout, geometry.matter(spacing).map_err(refuse)?))
            }
        }
    }
}

/// Parts of a length, none longer than `size`; a hair of rounding does not cost an extra one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first")]
fn parts(length: f64, size: f64) -> usize {
    (length / size - 1e-9).ceil().clamp(1.0, 1e12) as usize
}

/// Distance of points, m.
#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn distance(body: &BodyPlan, geometry: &Geometry) -> f64 {
    match (body.resolution, geometry) {
        (Resolution::Cells(cells), Geometry::Block(shape)) => {
            let extents = shape.extents();
            (0..3).map(|k| extents[k] / cells.value[k] as f64).fold(0.0, f64::max)
        }
        (Resolution::Automatic(_), Geometry::Ready(matter)) => {
            (matter.cloud.volume() / matter.cloud.len().max(1) as f64).cbrt()
        }
        (Resolution::Automatic(finer), _) => geometry.distance_for(AUTOMATIC_COUNT) / finer,
        _ => sample_distance(body, geometry),
    }
}

/// The material with the largest share of each point.
fn by_majority(of_piece: &[u32], volumes: &[f64], filling: &Filling, materials: usize) -> Vec<u32> {
    if materials == 1 {
        return vec![0; filling.points.len()];
    }
    let mut shares = vec![0.0; filling.points.len() * materials];
    for (piece, &site) in filling.site_of_piece.iter().enumerate() {
        shares[site as usize * materials + of_piece[piece] as usize] += volumes[piece];
    }
    #[allow(clippy::cast_possible_truncation, reason = "materials are few")]
    let largest =
        |of: &[f64]| (0..of.len()).fold(0, |best, k| if of[k] > of[best] { k } else { best }) as u32;
    shares.chunks(materials).map(largest).collect()
}

fn unfilled(body: &BodyPlan, error: &FillingError) -> Problem {
    let (place, key) = resolution_place(body);
    let reason =
        format!("\"{}\" cannot be filled with points ({}): {error}", body.name, body.method.value.word());
    Problem::error(place, key, reason, "change how fine it is, or its shape")
}
