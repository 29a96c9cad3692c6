//! From matter to a discretisation: samples that carry the unknowns, and elastons that carry the energy, after
//! [Martin10, section 9.1].
//!
//! 1. Matter is sorted along a space-filling curve (`matter`), and who touches whom is found (`links`).
//! 2. A first, rough set of cells tells the form of the body around them: rod, shell or solid (`form`). With it the
//!    number of samples follows from the spacing: a rod of length L gets L/h of them, a plate L²/h², a solid L³/h³.
//! 3. Samples: farthest points (`farthest`), then Lloyd's relaxation (`lloyd`), which centres them in thin parts.
//! 4. Elastons: the samples and farthest points between them, as many to a sample as its form needs; relaxed with the thin
//!    directions collapsed, so that one lies across each (`elastons`).
//! 5. Cells of both hang together: none reaches across a gap (`gaps`).
//! 6. Supports wide enough for the form (`supports`), and who reaches whom along the body (`reach`).
//!
//! Everything is in fixed order: the same bits at any number of threads.
//!
//! Deviates: the number of elastons is fixed sample by sample, not over the whole, so that thin parts of a mixed
//! body get their share; cells of Lloyd's relaxation share the pieces of matter that lie on their border, without which it stops early on
//! lattices; the relaxation has momentum; thin directions come from balls of several sizes, not from the cell.

mod apart;
mod bends;
mod boxes;
mod crowd;
mod curved;
mod elastons;
mod error;
mod farthest;
mod form;
mod gaps;
mod grains;
mod joints;
mod links;
mod lloyd;
mod matter;
mod nearest;
mod options;
mod part_forms;
mod plan;
mod reach;
mod strips;
mod supports;
mod unfold;

#[cfg(test)]
mod tests;

use glam::{DMat3, DVec3};

use crate::gmls::{Aside, Breadth, Spot};
use crate::matter::MaterialCloud;
use elastons::{collapsed, elaston_clusters, sites};
use farthest::Farthest;
use form::{Form, forms};
use links::{Cells, pieces, touching};
use lloyd::{Clusters, Ending, relax};
use matter::Matter;
use plan::{Plan, mean_h, plan};

use apart::Apart;
pub use bends::Bend;
pub use error::SamplingError;
pub use joints::{CoarseJoint, Graded, graded_at_joints};
pub use options::{SamplingOptions, Spacing};
pub use reach::Fold;
pub use strips::Strip;

/// Largest distance from matter to farthest points, per spacing, on lines, in planes and in space.
const COVER: [f64; 3] = [0.69, 0.85, 0.9];

/// Times that sites lost in the relaxation are given back.
const REFILLS: usize = 3;

/// Points that a sample of a solid, a shell and a rod needs around it, measured with painted clouds: a rod with one point a sample is a
/// tenth too soft, shells with 2.4 and solids with 5.6 have motions that nothing resists; with 1.3, 3.2 and 6.4 all is well.
const POINTS_A_SAMPLE: [f64; 3] = [5.9, 3.2, 1.2];

/// Samples and elastons are where they belong to within this part of the spacing.
const TOLERANCE: f64 = 1e-4;
const ELASTON_TOLERANCE: f64 = 5e-4;

/// Rounds that even out elastons, for each of them along a solid.
const ROUNDS_ALONG: f64 = 2.0;

/// A place where energy and mass are integrated, with the matter it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct ElastonSite {
    /// Centroid of its matter (m).
    pub centre: DVec3,
    /// Volume of its matter (m³).
    pub volume: f64,
    /// Second moment of its matter about the centre, per volume, in the frame of `axes` (m²).
    pub moment: DMat3,
    /// The same without what the bend of the middle line or surface brings along thin axes: what resists bending (m²).
    pub straight_moment: DMat3,
    /// Its frame: orthonormal, right-handed; columns are axes, the thin ones last.
    pub axes: DMat3,
    /// Which axes are thin: the last two in a rod, the last in a shell, none in a solid.
    pub thin: [bool; 3],
    /// Area of the cross-section where two axes are thin (m²), else 0.
    pub section: f64,
    /// Its centre as a place of the body as it is laid out if it is folded; else nothing beside space.
    pub laid_out: Spot,
    /// The points of the cloud that are its matter, ascending.
    pub points: Vec<u32>,
}

impl ElastonSite {
    /// The same somewhere else.
    fn moved(self, back: impl Fn(DVec3) -> DVec3) -> Self {
        let centre = back(self.centre);
        Self { centre, laid_out: Spot { x: centre, ..self.laid_out }, ..self }
    }

    /// A place of its matter, or beside it.
    pub fn spot(&self, x: DVec3) -> Spot {
        self.laid_out.moved_to(x)
    }
}

/// Matter that hangs together: pieces that touch or spheres that overlap.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// How many points of the cloud it has.
    pub points: usize,
    /// Its volume (m³).
    pub volume: f64,
    /// Its centre (m).
    pub centre: DVec3,
    /// How many samples lie in it: those with most of their matter there.
    pub samples: usize,
    /// Pieces with the same number share samples, and so move as one although they do not touch.
    pub group: u32,
}

/// A body cut into samples and elastons.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampling {
    /// Where the unknowns are (m).
    pub samples: Vec<DVec3>,
    /// Distance between a sample and its neighbours (m): the mean of the wanted spacing over its matter, corrected by the rounding of
    /// the number of samples. It varies as smoothly as the wish does.
    pub spacings: Vec<f64>,
    /// Radius of each sample's support (m).
    pub radii: Vec<f64>,
    /// Volume of the matter nearest to each sample (m³).
    pub volumes: Vec<f64>,
    /// How many axes are thin around each sample.
    pub thin_axes: Vec<u8>,
    /// How broad what each sample stands for is across them.
    pub breadths: Vec<Breadth>,
    /// Where samples lie beside space, in bodies with close parts; else empty.
    pub asides: Vec<Aside>,
    /// Where energy is integrated.
    pub elastons: Vec<ElastonSite>,
    /// For each elaston the samples that reach it along the body, ascending: those in whose support it lies although only
    /// across a gap are not among them.
    pub reach: Vec<Vec<u32>>,
    /// Connected pieces, by their first point; one if the body hangs together.
    pub pieces: Vec<Piece>,
    /// How many points lie exactly where another one does. Their volumes add up.
    pub duplicates: usize,
    /// How many samples have too few points of the cloud for the elastons they should get.
    pub starved: usize,
    /// The strip that twists most too stiffly because few samples lie across it.
    pub strip: Option<Strip>,
    /// The place that is most curved for how far samples are apart: a bend, or a kink.
    pub bend: Option<Bend>,
    /// The curved part that is most too stiff because samples are far apart.
    pub smooth_bend: Option<Bend>,
    /// Two parts that meet farther on and are much nearer to each other than samples are.
    pub fold: Option<Fold>,
}

impl Sampling {
    /// Whether parts of different form meet in the body.
    pub fn is_joined(&self) -> bool {
        self.thin_axes.iter().any(|thin| *thin != self.thin_axes[0])
    }

    /// Whether some of it is a rod.
    pub fn has_rods(&self) -> bool {
        self.thin_axes.contains(&2)
    }
}

/// Cuts a body into samples and elastons.
///
/// # Errors
/// If the cloud cannot be a body, or its points are too few or too many for the spacing.
pub fn sample(cloud: &MaterialCloud, options: &SamplingOptions) -> Result<Sampling, SamplingError> {
    error::check(cloud)?;
    options.check(cloud)?;
    let Some(apart) = Apart::new(cloud, options) else { return sample_laid_out(cloud, options) };
    let mut laid_out = cloud.clone();
    apart.spread(&mut laid_out.points);
    let mut found = sample_laid_out(&laid_out, options).map_err(|error| error.moved(|x| apart.back(x)))?;
    apart.move_back(&mut found);
    Ok(found)
}

/// The same for a body whose pieces are far from each other.
fn sample_laid_out(cloud: &MaterialCloud, options: &SamplingOptions) -> Result<Sampling, SamplingError> {
    let Some(strands) = Apart::strands(cloud, options) else {
        return Ok(cut(cloud, options)?.sampling(options));
    };
    let mut laid_out = cloud.clone();
    strands.spread(&mut laid_out.points);
    let cut = cut(&laid_out, options).map_err(|error| error.moved(|x| strands.back(x)))?;
    Ok(cut.moved(|x| strands.back(x)).sampling(options))
}

/// A body cut into the cells of samples and elastons.
struct Cut {
    matter: Matter,
    links: Vec<(u32, u32)>,
    clusters: Clusters,
    spacings: Vec<f64>,
    cells: Cells,
    forms: Vec<Form>,
    quotas: Vec<usize>,
    fine: Clusters,
    fine_cells: Cells,
    elastons: Vec<ElastonSite>,
}

fn cut(cloud: &MaterialCloud, options: &SamplingOptions) -> Result<Cut, SamplingError> {
    let matter = Matter::new(cloud, &options.spacing).with_forms(options);
    let (plan, mut matter) = plan(matter, options)?;
    matter.weigh(&plan.shares);
    let links = plan.along.links();
    let clusters = sample_clusters(&matter, &plan, options.seed);
    let clusters = centred(&matter, plan.mended(&matter, &plan.flat, clusters));
    let spacings = spacings(&matter, &clusters, &plan);
    let cells = Cells::new(&matter, &clusters, links).with_gaps(plan.has_gaps);
    let scaled: Vec<f64> = spacings.iter().map(|h| plan.form_scale * h).collect();
    let forms = forms(&matter, &cells, &matter.form_spacings(&clusters.owner, scaled.clone()));
    let flat = collapsed(&matter, &clusters, &forms);
    let quotas = options.quotas(forms.iter().map(|form| form.thin));
    check_cells(&cells, &forms, &spacings)?;
    let ending = elaston_ending(&matter, &forms, &quotas);
    let fine = elaston_clusters(&matter, &flat, &clusters, &cells, &quotas, ending, plan.along_gaps());
    let fine = plan.mended(&matter, &flat, fine);
    let fine_cells = Cells::new(&matter, &fine, links).with_gaps(plan.has_gaps);
    let mut elastons = sites(&matter, &fine, &fine_cells, &clusters, &scaled, &deep(&cells, &forms));
    curved::straighten(&matter, &fine_cells, &mut elastons);
    Ok(Cut {
        matter,
        links: plan.along.links().to_vec(),
        clusters,
        spacings,
        cells,
        forms,
        quotas,
        fine,
        fine_cells,
        elastons,
    })
}

impl Cut {
    /// The same with all that was laid out apart back in its place, so that it touches again.
    fn moved(self, back: impl Fn(DVec3) -> DVec3) -> Self {
        let matter = self.matter.moved(&back);
        let links = touching(&matter);
        let put_back = |clusters: Clusters| {
            let sites = clusters.sites.into_iter().map(&back).collect();
            Clusters { sites, ..clusters }
        };
        let (clusters, fine) = (put_back(self.clusters), put_back(self.fine));
        let elastons = self.elastons.into_iter();
        Self {
            cells: Cells::new(&matter, &clusters, &links),
            fine_cells: Cells::new(&matter, &fine, &links),
            elastons: elastons.map(|site| site.moved(&back)).collect(),
            matter,
            links,
            clusters,
            fine,
            ..self
        }
    }

    /// What follows: supports, and who reaches whom.
    fn sampling(self, options: &SamplingOptions) -> Sampling {
        let Self { matter, links, clusters, spacings, cells, forms, quotas, fine, fine_cells, .. } = self;
        let mut elastons = self.elastons;
        let thin_axes: Vec<u8> = forms.iter().map(|form| form.thin as u8).collect();
        let asides =
            unfold::lay_out(&clusters, &cells, &spacings, &fine, &fine_cells, &matter, &mut elastons);
        let radii = supports::radii(&clusters.sites, &spacings, &thin_axes, &asides, &elastons, options);
        let is_laid_out = !asides.is_empty();
        let (reach, fold) = reach::samples_by_elaston(
            &matter,
            &clusters,
            &spacings,
            &thin_axes,
            &fine,
            &fine_cells,
            &radii,
            is_laid_out,
        );
        let [bend, smooth_bend] = bends::worst(&clusters.sites, &spacings, &forms, &cells);
        let spacing = |e: usize| spacings[clusters.owner[fine_cells.points(e)[0] as usize] as usize];
        let coarse_bend = bends::coarse(&elastons, &fine_cells, spacing);
        let locks_more = |a: &Bend, b: &Bend| a.locking().total_cmp(&b.locking());
        let smooth_bend = smooth_bend.into_iter().chain(coarse_bend).max_by(locks_more);
        let starved = quotas.iter().enumerate().filter(|(i, quota)| cells.points(*i).len() < **quota).count();
        Sampling {
            volumes: cells.volumes(&matter),
            pieces: pieces(&matter, &links, &clusters, &reach, &fine),
            strip: strips::worst(&clusters.sites, &spacings, &forms, &cells),
            bend,
            smooth_bend,
            fold,
            breadths: supports::breadths(&matter, &clusters, &forms),
            samples: clusters.sites,
            asides,
            spacings,
            radii,
            thin_axes,
            elastons,
            reach,
            duplicates: matter.duplicates(),
            starved,
        }
    }
}

/// Rounds of relaxation that elastons get. In a solid there are few of them along each direction, and as many rounds even them out.
fn elaston_ending(matter: &Matter, forms: &[Form], quotas: &[usize]) -> Ending {
    let affordable = Ending::affordable(matter.len(), ELASTON_TOLERANCE);
    let is_solid = forms.iter().all(|form| form.thin == 0);
    let along = (quotas.iter().sum::<usize>() as f64).cbrt();
    let enough = if is_solid { (ROUNDS_ALONG * along) as usize } else { usize::MAX };
    Ending { rounds: (affordable.rounds / 2).min(enough), ..affordable }
}

/// Samples in a solid with nothing thin beside them.
fn deep(cells: &Cells, forms: &[Form]) -> Vec<bool> {
    let is_solid = |sample: usize| forms[sample].thin == 0;
    let is_deep =
        |sample: usize| is_solid(sample) && cells.neighbours(sample).iter().all(|&i| is_solid(i as usize));
    (0..forms.len()).map(is_deep).collect()
}

/// The same around each sample: a cloud may be fine enough on the whole, but not where samples are close.
fn check_cells(cells: &Cells, forms: &[Form], spacings: &[f64]) -> Result<(), SamplingError> {
    for sample in 0..forms.len() {
        let near = || cells.neighbours(sample).iter().map(|&other| other as usize).chain([sample]);
        let points: usize = near().map(|other| cells.points(other).len()).sum();
        let samples = near().count();
        if (points as f64) < POINTS_A_SAMPLE[forms[sample].thin] * samples as f64 {
            return Err(SamplingError::MatterTooCoarseAt {
                place: cells.centres[sample],
                spacing: spacings[sample],
                points,
                samples,
            });
        }
    }
    Ok(())
}

fn sample_clusters(matter: &Matter, plan: &Plan, seed: u64) -> Clusters {
    let metric: Vec<f64> =
        matter.h.iter().zip(&plan.dimensions).map(|(h, d)| h * COVER[*d as usize - 1]).collect();
    let mut farthest = Farthest::new(&plan.flat, &metric, plan.along_gaps());
    farthest.start(matter, seed);
    let ending = Ending::affordable(matter.len(), TOLERANCE);
    let mut clusters = relaxed_to(plan.samples, farthest, matter, plan, ending);
    // Relaxation loses a site when all its matter comes to be nearer to others.
    for _ in 0..REFILLS {
        if clusters.sites.len() >= plan.samples {
            break;
        }
        let mut farthest = Farthest::new(&plan.flat, &metric, plan.along_gaps());
        farthest.add_all(&clusters);
        clusters = relaxed_to(plan.samples, farthest, matter, plan, ending);
    }
    clusters
}

/// Adds farthest points until there are so many sites, and relaxes them.
fn relaxed_to(
    samples: usize,
    mut farthest: Farthest<'_>,
    matter: &Matter,
    plan: &Plan,
    ending: Ending,
) -> Clusters {
    while farthest.sites().len() < samples && farthest.cover() > 0.0 {
        farthest.add_farthest();
    }
    relax(matter, &plan.flat, farthest.finish(), ending, plan.along_gaps())
}

/// Puts sites into the middle of their matter as it is.
fn centred(matter: &Matter, clusters: Clusters) -> Clusters {
    let mut sums = vec![(0.0, DVec3::ZERO); clusters.sites.len()];
    for (place, &owner) in clusters.owner.iter().enumerate() {
        let (volume, first) = &mut sums[owner as usize];
        *volume += matter.volume[place];
        *first += matter.volume[place] * matter.x()[place];
    }
    let sites = sums.into_iter().map(|(volume, first)| first / volume).collect();
    Clusters { sites, ..clusters }
}

fn spacings(matter: &Matter, clusters: &Clusters, plan: &Plan) -> Vec<f64> {
    let factor = plan.factor_for(clusters.sites.len());
    mean_h(matter, clusters).into_iter().map(|h| h * factor).collect()
}
