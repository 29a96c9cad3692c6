//! Bodies of phyxels: matter, sites in it, materials.

use std::sync::Arc;

use pliant_body::phyxel::{NeighbourKernel, PhyxelBody, PhyxelError, PhyxelModel, PhyxelSetup, Support};
use pliant_geometry::filling::{Filling, FillingError, FillingOptions, Layout, fill};
use pliant_geometry::matter::{Matter, MatterSpacing};

use super::body::{BuiltBody, Palette, add_copy, material_of_point, offsets, placement, warn_about_pieces};
use super::geometry::Geometry;
use super::matter::{Loader, name_sides, refuse_coarse, refused, sample_distance};
use super::{Files, Workbench, text};
use crate::plan::{BodyPlan, PhyxelKernel, PhyxelLayout, PhyxelPlan, PhyxelReach, Resolution, SampleGrading};
use crate::problem::Problem;
use crate::sections::body::resolution_place;

/// Reach on a lattice, in spacings: the 26 nearest of a cubic one.
const LATTICE_REACH: f64 = 2.0;
/// The same among irregular points.
const IRREGULAR_REACH: f64 = 1.8;
/// beta: bars of 4 to 12 phyxels bend within 2 % with it, in rows and moved at random.
const STABILISATION: f64 = 4.25;
/// Sizes of the pieces of matter over the distance of phyxels: smaller ones are tried where a shape comes in larger pieces than asked for.
const PIECES: [f64; 3] = [0.45, 0.3, 0.2];
/// Phyxels that a surface is filled with if nobody says how many.
const AUTOMATIC_COUNT: f64 = 2000.0;
/// How much larger than those at the surface cells of an octree are at most: two to this.
const OCTREE_LEVELS: u32 = 2;

/// Adds a body of phyxels and its copies, which share everything but their place.
pub(super) fn add(
    bench: &mut Workbench<'_>,
    body: &BodyPlan,
    phyxel: &PhyxelPlan,
    files: &dyn Files,
) -> Result<BuiltBody, Problem> {
    let Filled { mut matter, filling, irregular, edge } = filled(bench, body, phyxel, files)?;
    let named_sides = name_sides(&mut matter);
    let palette = Palette::new(bench.plan, body)?;
    let of_piece = material_of_point(bench, body, &matter, named_sides, &palette);
    let material_of_phyxel = by_majority(&of_piece, &matter.cloud.volumes, &filling, palette.materials.len());
    let bounds = matter.bounds();
    let Filling { points, volumes, spacings, site_of_piece } = filling;
    let setup = PhyxelSetup {
        matter,
        points,
        volumes,
        spacings,
        phyxel_of_piece: site_of_piece,
        material_of_phyxel,
        materials: palette.materials.clone(),
        irregular,
        gentle_holds: bench.plan.stepper.value.kind().is_explicit(),
        quadratic: phyxel.quadratic,
        kernel: kernel(phyxel, irregular),
        support: support(phyxel, irregular),
        stabilisation: phyxel.stabilisation.unwrap_or(STABILISATION),
        volume_stiffness: phyxel.volume_stiffness,
    };
    let model = Arc::new(PhyxelModel::new(setup).map_err(|error| unfit(body, &error))?);
    warn_about_pieces(bench, body, &model.pieces());
    let first = bench.body_of_copy.len();
    for (number, offset) in offsets(body).into_iter().enumerate() {
        let built = PhyxelBody::new(model.clone(), &placement(body, offset));
        add_copy(bench, body, number, Box::new(built), &palette);
    }
    Ok(BuiltBody { copies: first..bench.body_of_copy.len(), bounds, edge, named_sides })
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
    phyxel: &PhyxelPlan,
    files: &dyn Files,
) -> Result<Filled, Problem> {
    let mut loader = Loader { body, up: bench.plan.up, files, problems: &mut bench.problems };
    let painted = loader.painted(phyxel.grading.as_ref())?;
    let geometry = loader.load(&body.shape, "shape")?;
    let edge = distance(body, &geometry);
    let finest = match (&phyxel.grading, &painted) {
        (Some(SampleGrading::Near { finer, .. }), _) => 1.0 / finer,
        (_, Some(painted)) => painted.factors.iter().copied().fold(f64::INFINITY, f64::min),
        _ => 1.0,
    };
    let wish = Wish { body, phyxel, geometry: &geometry, edge, finest };
    let mut shares = PIECES.into_iter().peekable();
    while let Some(share) = shares.next() {
        let (layout, matter) = wish.laid_out(share)?;
        refuse_coarse(body, edge, matter.bounds().size().max_element())?;
        let factors = match (&phyxel.grading, &painted) {
            (_, Some(painted)) => Some(painted.at(&matter.cloud.points)),
            (Some(grading), _) => matter.cloud.points.iter().map(|point| grading.factor(*point)).collect(),
            _ => None,
        };
        let irregular = wish.is_irregular(layout);
        let options = FillingOptions { layout, spacing: edge, factors, seed: phyxel.seed };
        match fill(&matter.cloud, &options) {
            Ok(filling) => return Ok(Filled { matter, filling, irregular, edge }),
            Err(FillingError::TooCoarse { .. })
                if shares.peek().is_some() && phyxel.matter_spacing.is_none() => {}
            Err(error) => return Err(unfilled(body, &error)),
        }
    }
    Err(unfilled(body, &FillingError::Empty))
}

/// What is to be filled, and how.
struct Wish<'a> {
    body: &'a BodyPlan,
    phyxel: &'a PhyxelPlan,
    geometry: &'a Geometry,
    /// Distance of phyxels, m.
    edge: f64,
    /// The closest, over that.
    finest: f64,
}

impl Wish<'_> {
    /// Whether phyxels do not lie in rows.
    fn is_irregular(&self, layout: Layout) -> bool {
        match layout {
            Layout::Pieces => matches!(self.geometry, Geometry::Ready(_)),
            Layout::Cubic | Layout::BodyCentred => false,
            Layout::Jittered { .. } | Layout::Poisson | Layout::Octree { .. } => true,
        }
    }

    /// The layout for the geometry, and matter in pieces of this share of the spacing.
    fn laid_out(&self, share: f64) -> Result<(Layout, Matter), Problem> {
        let Self { body, phyxel, geometry, edge, finest } = *self;
        let layout = match phyxel.layout.value {
            PhyxelLayout::Uniform => Layout::Cubic,
            PhyxelLayout::BodyCentred => Layout::BodyCentred,
            PhyxelLayout::Jittered => Layout::Jittered { share: phyxel.jitter },
            PhyxelLayout::Poisson => Layout::Poisson,
            PhyxelLayout::Octree => Layout::Octree { levels: OCTREE_LEVELS },
        };
        let refuse = |error| refused(body, phyxel.matter_spacing, &error);
        match geometry {
            // The cells of a block are phyxels, or are cut in two along each direction for other layouts.
            Geometry::Block(shape) if finest == 1.0 && phyxel.matter_spacing.is_none() => {
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
                let pieces =
                    phyxel.matter_spacing.map_or(share * edge * finest.min(1.0), |given| given.value);
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

/// Distance of phyxels, m.
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

/// The material with the largest share of each phyxel.
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
    let reason = format!("\"{}\" cannot be filled with phyxels: {error}", body.name);
    Problem::error(place, key, reason, "change how fine it is, or its shape")
}

fn unfit(body: &BodyPlan, error: &PhyxelError) -> Problem {
    let (place, key) = resolution_place(body);
    let why = match error {
        PhyxelError::Flat { at, neighbours } => format!(
            "around {} a phyxel has {neighbours} {}, too few or (nearly) all in a plane or on a line, so that nothing tells how the body deforms there",
            text::point(*at),
            if *neighbours == 1 { "neighbour" } else { "neighbours" }
        ),
        other => other.to_string(),
    };
    let reason = format!("\"{}\" cannot be made of phyxels: {why}", body.name);
    let remedy = match error {
        PhyxelError::Flat { .. } => {
            "make the spacing at most half of the thinnest part, or use `method = \"elaston\"`, which takes thin parts"
        }
        PhyxelError::Empty => "check its shape",
        PhyxelError::NoMass => "check the density",
    };
    Problem::error(place, key, reason, remedy)
}
