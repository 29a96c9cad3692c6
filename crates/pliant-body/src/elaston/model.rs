//! An elaston body in its own coordinates: laid out once, stood in the world once for each copy.

use super::aligned::passing_zeros;
use super::carriers::Carriers;
use super::composite::composites;
use super::constitutive::{Section, Stiffness, stiffness};
use super::elasticity::{Elasticity, stiff_vectors};
use super::jets::{JetScratch, Jets, Parts, Sight};
use super::mass::{Inertia, body_mass};
use super::measure::{JET, StrainMeasure};
use super::setup::ElastonSetup;
use super::stencils::{Stencils, VALUES, write_weights};
use crate::body::BodyMass;
use glam::{DMat3, DVec3};
use pliant_geometry::BoundingBox;
use pliant_geometry::gmls::{Breadth, Gmls, GmlsBasis, GmlsError, GmlsRow};
use pliant_geometry::matter::Matter;
use pliant_geometry::sampling::{Bend, ElastonSite, Piece, Sampling, SamplingError, sample};
use pliant_material::Material;
use pliant_math::lanes::WIDTH;
use pliant_system::Embedding;
use rayon::prelude::*;
use std::sync::Arc;

/// Weight that draws second derivatives towards zero where samples leave them open (condensed basis).
pub const RIDGE: f64 = 1e-3;

/// The same in bodies with curved shells, which lock and scatter less with it (measured in docs/methods/); flat ones lose 0.1 %.
const RIDGE_OF_CURVED_SHELLS: f64 = 1e-2;

/// Bends that lock more than this, h²/(R t), are no noise of the samples' places.
const CURVED: f64 = 0.1;

/// The ridge for the form of an elaston: that of the body in its shells.
pub(super) fn ridge(gmls: &Gmls, site: &ElastonSite) -> f64 {
    if site.thin == [false, false, true] { gmls.ridge() } else { RIDGE }
}

fn is_curved(bend: Option<&Bend>) -> bool {
    bend.is_some_and(|bend| bend.locking() > CURVED)
}

/// The ridge of the shells of a body.
fn ridge_of_shells(bend: Option<&Bend>) -> f64 {
    if is_curved(bend) { RIDGE_OF_CURVED_SHELLS } else { RIDGE }
}

/// Why there is no body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ElastonError {
    /// The matter cannot be sampled.
    #[error(transparent)]
    Sampling(#[from] SamplingError),
    /// The field has no value somewhere.
    #[error("the samples do not carry all of the body: {0}")]
    Field(#[from] GmlsError),
    /// A node without inertia.
    #[error("a sample would have no mass: the density is next to nothing")]
    NoMass,
}

/// Samples, elastons and all that is made of them.
pub struct ElastonModel {
    pub(super) matter: Matter,
    pub(super) materials: Vec<Material>,
    pub(super) gmls: Gmls,
    sight: Sight,
    pub(super) sites: Vec<ElastonSite>,
    /// Material with the largest share of each elaston.
    pub(super) material_of_site: Vec<u32>,
    /// Mass of each elaston (kg).
    pub(super) masses: Vec<f64>,
    /// Spacing of the sample nearest to each elaston (m).
    pub(super) spacing_of_site: Vec<f64>,
    /// Volume of the matter nearest to each sample (m3).
    pub(super) sample_volumes: Vec<f64>,
    pub(super) carriers: Carriers,
    pub(super) pieces: Vec<Piece>,
    /// Where the parts of each elaston start among stencils and stiffnesses, after all elastons, and their end.
    part_starts: Vec<u32>,
    pub(super) stencils: Arc<Stencils>,
    pub(super) stiffness: Arc<Vec<Elasticity>>,
    /// D of elastons that are not isotropic, or of several materials; empty if there are none.
    composites: Vec<Option<Box<Stiffness>>>,
    pub(super) damping: Arc<Vec<Elasticity>>,
    pub(super) measure: StrainMeasure,
    pub(super) mass: BodyMass,
    /// Points: those of the surface (or the matter), then the elastons' centres.
    pub(super) points: Vec<DVec3>,
    pub(super) carrier: Embedding,
    pub(super) bounds: BoundingBox,
}

/// Shape functions at the centres of the elastons, while masses are made: they would take as much memory as the mass.
struct Shapes {
    /// Where the samples of each elaston start.
    starts: Vec<usize>,
    samples: Vec<u32>,
    /// Of each sample, in units of four nodes: values, then gradients along x, y and z.
    values: Vec<f64>,
    nodes_a_sample: usize,
}

impl Shapes {
    fn inertia(&self, e: usize, mass: f64, site: &ElastonSite) -> Inertia<'_> {
        let range = self.starts[e]..self.starts[e + 1];
        let numbers = self.nodes_a_sample.div_ceil(WIDTH) * VALUES;
        Inertia {
            samples: &self.samples[range.clone()],
            shapes: &self.values[range.start * numbers..range.end * numbers],
            mass,
            moments: site.axes * site.moment * site.axes.transpose(),
        }
    }
}

impl ElastonModel {
    /// Samples the matter and makes all that follows from it.
    ///
    /// # Errors
    /// If the matter cannot be sampled, or the samples do not carry all of it.
    pub fn new(setup: ElastonSetup) -> Result<Self, ElastonError> {
        let sampling = sample(&setup.matter.cloud, &setup.sampling)?;
        Self::from_sampling(setup, sampling)
    }

    /// The same with a sampling that is there already.
    ///
    /// # Errors
    /// If the samples do not carry all of the matter.
    pub fn from_sampling(setup: ElastonSetup, sampling: Sampling) -> Result<Self, ElastonError> {
        let weights = kernel_weights(&sampling);
        let sight = Sight::of(&sampling);
        let Sampling { samples, spacings, radii, breadths, asides, thin_axes, volumes, .. } = sampling;
        let Sampling { mut elastons, reach, pieces, bend, .. } = sampling;
        if let Some(seed) = setup.turned_axes {
            turn_axes(&mut elastons, seed);
        }
        let basis = setup.sampling.basis;
        let ridge = ridge_of_shells(bend.as_ref());
        // Sections of what is curved do not lie side by side: a spring of 16 samples a turn would be 1.8 % too stiff with them.
        let breadths = if is_curved(bend.as_ref()) { vec![Breadth::NONE; breadths.len()] } else { breadths };
        let gmls = Gmls::new(samples, spacings, radii, basis, ridge)
            .with_kernel_weights(weights)
            .with_breadths(breadths)
            .with_asides(asides);
        let density = |p: u32| setup.materials[setup.material_of_point[p as usize] as usize].density;
        let volume = |p: u32| setup.matter.cloud.volumes[p as usize];
        let masses: Vec<f64> =
            elastons.iter().map(|site| site.points.iter().map(|&p| density(p) * volume(p)).sum()).collect();
        let material_of_site: Vec<u32> =
            elastons.iter().map(|site| largest_share(site, &setup.material_of_point, volume)).collect();
        let of_site = |e: usize| &setup.materials[material_of_site[e] as usize];
        let condensed = setup.sampling.basis == GmlsBasis::Condensed;
        let composites = composites(&setup, &elastons, condensed);
        let jets = Jets { gmls: &gmls, cloud: &setup.matter.cloud, sight };
        let moved_by = supporters(&jets, &elastons, &reach);
        let cut = elastons.par_iter().zip(&moved_by);
        let parts: Vec<Parts> = cut.map(|(site, samples)| jets.parts(site, samples, &thin_axes)).collect();
        let (stiffnesses, damping) =
            elasticities(&elastons, of_site, &composites, &parts, condensed, setup.strain);
        let vectors = stiffnesses.iter().map(|of| of.vectors).collect();
        let (stencils, shapes) = lay_out(&jets, &elastons, &moved_by, &parts, vectors)?;
        let inertias: Vec<Inertia<'_>> =
            (0..elastons.len()).map(|e| shapes.inertia(e, masses[e], &elastons[e])).collect();
        let mass = body_mass(&inertias, shapes.nodes_a_sample, gmls.nodes());
        // Derivatives across a line of samples have stiffness but no inertia: only places must have some.
        let of_places = mass.lumped.iter().step_by(shapes.nodes_a_sample);
        if mass.lumped.iter().any(|m| m.is_nan()) || of_places.into_iter().any(|m| *m <= 0.0) {
            return Err(ElastonError::NoMass);
        }
        let spacing_of_site = nearest_spacings(&gmls, &elastons, &reach);
        let seen = setup.matter.surface.as_ref().map_or(&setup.matter.cloud.points, |s| &s.points);
        let points: Vec<DVec3> =
            seen.iter().copied().chain(elastons.iter().map(|site| site.centre)).collect();
        let cloud = &setup.matter.cloud;
        let carriers = Carriers::new(&gmls, cloud, &elastons, &reach);
        let carrier = carriers.carry(&gmls, cloud, &elastons, &points)?;
        let bounds = BoundingBox::of_points(seen);
        Ok(Self {
            matter: setup.matter,
            materials: setup.materials,
            gmls,
            sight,
            sites: elastons,
            material_of_site,
            masses,
            spacing_of_site,
            sample_volumes: volumes,
            carriers,
            pieces,
            part_starts: part_starts(&parts),
            stencils: Arc::new(stencils),
            stiffness: Arc::new(stiffnesses),
            composites,
            damping: Arc::new(damping),
            measure: setup.strain,
            mass,
            points,
            carrier,
            bounds,
        })
    }

    /// How many samples, and how many elastons.
    pub fn counts(&self) -> (usize, usize) {
        (self.gmls.samples().len(), self.sites.len())
    }

    /// The elastons.
    pub fn sites(&self) -> &[ElastonSite] {
        &self.sites
    }

    /// Points of the surface, or of the matter without one: the first of all points.
    pub(super) fn seen_count(&self) -> usize {
        self.points.len() - self.sites.len()
    }

    /// The mass that some elastons bring, by a mass of each.
    pub(super) fn mass_of(&self, cells: &[u32], mass: impl Fn(usize) -> f64) -> BodyMass {
        let sites: Vec<ElastonSite> = cells.iter().map(|&e| self.sites[e as usize].clone()).collect();
        let samples = |e: u32| self.stencils.samples[self.stencils.entries(e as usize)].to_vec();
        let reach: Vec<Vec<u32>> = cells.iter().map(|&e| samples(e)).collect();
        let vectors = cells.iter().map(|&e| self.stencils.vectors[e as usize]).collect();
        let (_, shapes) = lay_out(&self.jets(), &sites, &reach, &[], vectors)
            .expect("they were evaluated for the stencils");
        let inertia = |(n, &e): (usize, &u32)| shapes.inertia(n, mass(e as usize), &sites[n]);
        let inertias: Vec<Inertia<'_>> = cells.iter().enumerate().map(inertia).collect();
        body_mass(&inertias, shapes.nodes_a_sample, self.gmls.nodes())
    }

    /// The stencil of an elaston alone, with all vectors of its jet.
    pub(super) fn whole_stencil(&self, e: usize) -> Stencils {
        let samples = self.stencils.samples[self.stencils.entries(e)].to_vec();
        let made = lay_out(&self.jets(), &self.sites[e..=e], &[samples], &[], vec![JET as u8]);
        made.expect("it was evaluated for the stencils").0
    }

    /// The parts that an elaston is cut into, among stencils and stiffnesses; mostly none.
    pub(super) fn parts(&self, e: usize) -> std::ops::Range<usize> {
        self.part_starts[e] as usize..self.part_starts[e + 1] as usize
    }

    fn jets(&self) -> Jets<'_> {
        Jets { gmls: &self.gmls, cloud: &self.matter.cloud, sight: self.sight }
    }

    /// The material of an elaston.
    pub(super) fn material(&self, e: usize) -> &Material {
        &self.materials[self.material_of_site[e] as usize]
    }

    /// D of an elaston.
    pub(super) fn stiffness_of(&self, e: usize) -> Box<Stiffness> {
        let condensed = self.gmls.basis() == GmlsBasis::Condensed;
        elastic_stiffness(&self.sites[e], self.material(e), self.composites.get(e), condensed)
    }

    /// Whether an elaston follows Hooke's law of its material alone.
    pub(super) fn is_plain(&self, e: usize) -> bool {
        self.composites.get(e).is_none_or(Option::is_none)
    }

    /// The elaston whose matter is nearest to a place.
    pub(super) fn nearest_site(&self, x: DVec3) -> usize {
        self.carriers.site(&self.matter.cloud, x)
    }

    /// Connected pieces of the matter.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

/// What samples count for in the fit. Where parts of different form meet, samples of the thinner one stand for less matter and shall not
/// hold the thicker one; in a body of one form all count the same.
fn kernel_weights(sampling: &Sampling) -> Vec<f64> {
    let is_joined = sampling.is_joined();
    let weight = |(volume, h): (&f64, &f64)| if is_joined { (volume / h.powi(3)).min(1.0) } else { 1.0 };
    sampling.volumes.iter().zip(&sampling.spacings).map(weight).collect()
}

pub(super) fn section(site: &ElastonSite) -> Section {
    Section { volume: site.volume, moments: site.straight_moment, thin: site.thin, area: site.section }
}

/// The samples that move each elaston, of those that reach it along the body.
fn supporters(jets: &Jets<'_>, sites: &[ElastonSite], reach: &[Vec<u32>]) -> Vec<Vec<u32>> {
    sites.par_iter().zip(reach).map(|(site, reach)| jets.supporters(site, reach)).collect()
}

fn part_starts(parts: &[Parts]) -> Vec<u32> {
    let ends = parts.iter().scan(parts.len() as u32, |end, parts| {
        *end += parts.len() as u32;
        Some(*end)
    });
    std::iter::once(parts.len() as u32).chain(ends).collect()
}

/// What is written of an elaston, and where.
struct Writing<'a> {
    site: &'a ElastonSite,
    samples: &'a [u32],
    vectors: u8,
    weights: &'a mut [f64],
    values: &'a mut [f64],
    /// Its parts, with the vectors and weights of each.
    parts: Option<&'a Parts>,
    of_parts: Vec<(u8, &'a mut [f64])>,
}

/// Work arrays.
#[derive(Default)]
struct WritingScratch {
    jets: JetScratch,
    rows: Vec<GmlsRow>,
    part_rows: Vec<GmlsRow>,
    values: Vec<f64>,
}

impl Writing<'_> {
    fn write(self, jets: &Jets<'_>, scratch: &mut WritingScratch) -> Result<(), GmlsError> {
        let WritingScratch { jets: work, rows, part_rows, values } = scratch;
        let (site, nodes_a_sample) = (self.site, jets.gmls.basis().nodes_a_sample());
        jets.rows(site, self.samples, work, rows)?;
        write_weights(rows, &site.axes, nodes_a_sample, self.vectors, self.weights, self.values);
        let Some(parts) = self.parts.filter(|parts| parts.len() > 0) else { return Ok(()) };
        jets.part_rows(site, self.samples, parts, rows, work, part_rows)?;
        values.resize(self.values.len(), 0.0);
        for (rows, (vectors, weights)) in part_rows.chunks(rows.len()).zip(self.of_parts) {
            write_weights(rows, &site.axes, nodes_a_sample, vectors, weights, values);
        }
        Ok(())
    }
}

/// Shape functions with all derivatives as the elastons see them; `reach` names the samples of each, `parts` its parts (nothing: none has any),
/// `vectors` says how many vectors of its jet count, and then those of all parts.
fn lay_out(
    jets: &Jets<'_>,
    sites: &[ElastonSite],
    reach: &[Vec<u32>],
    parts: &[Parts],
    vectors: Vec<u8>,
) -> Result<(Stencils, Shapes), GmlsError> {
    let nodes_a_sample = jets.gmls.basis().nodes_a_sample();
    let of_parts = parts.iter().zip(reach).flat_map(|(parts, of)| std::iter::repeat_n(of, parts.len()));
    let all: Vec<&Vec<u32>> = reach.iter().chain(of_parts).collect();
    let mut stencils = Stencils::new(nodes_a_sample, jets.gmls.samples().len(), &all, vectors);
    let vectors = stencils.vectors.clone();
    let starts: Vec<usize> = stencils.starts[..=sites.len()].iter().map(|&start| start as usize).collect();
    let samples = stencils.samples[..starts[sites.len()]].to_vec();
    let numbers = stencils.units * VALUES;
    let mut values = passing_zeros(numbers * samples.len());
    let mut rest = values.as_mut_slice();
    let mut weights = stencils.weights_mut();
    let mut of_parts = weights.split_off(sites.len()).into_iter().zip(&vectors[sites.len()..]);
    let mut writings = Vec::with_capacity(sites.len());
    for (e, (site, weights)) in sites.iter().zip(weights).enumerate() {
        let (own, others) = rest.split_at_mut(numbers * reach[e].len());
        rest = others;
        let parts = parts.get(e);
        let count = parts.map_or(0, Parts::len);
        let of_parts = of_parts.by_ref().take(count).map(|(weights, vectors)| (*vectors, weights)).collect();
        let samples = reach[e].as_slice();
        writings.push(Writing { site, samples, vectors: vectors[e], weights, values: own, parts, of_parts });
    }
    let written = writings
        .into_par_iter()
        .with_min_len(16)
        .map_init(WritingScratch::default, |scratch, writing| writing.write(jets, scratch));
    // The first that fails, at any number of threads.
    written.collect::<Vec<Result<(), GmlsError>>>().into_iter().collect::<Result<(), GmlsError>>()?;
    Ok((stencils, Shapes { starts, samples, values, nodes_a_sample }))
}

/// Elasticity and damping of all elastons and then of all parts, each pair with as many vectors. The second is empty if there is no damping at all.
fn elasticities<'a>(
    sites: &[ElastonSite],
    of_site: impl Fn(usize) -> &'a Material + Sync,
    composites: &[Option<Box<Stiffness>>],
    parts: &[Parts],
    condensed: bool,
    measure: StrainMeasure,
) -> (Vec<Elasticity>, Vec<Elasticity>) {
    let is_damped = |e: usize| of_site(e).damping.stiffness_time != 0.0 || of_site(e).damping.is_viscous();
    let is_any_damped = (0..sites.len()).any(is_damped);
    let elasticity = |D: Box<Stiffness>, vectors: u8| {
        let of = Elasticity::new(&D, vectors);
        if measure == StrainMeasure::Green { of.with_stiffness(D) } else { of }
    };
    let stiffnesses = |e: usize| {
        let D = elastic_stiffness(&sites[e], of_site(e), composites.get(e), condensed);
        let damping = is_any_damped.then(|| damping_of(&sites[e], &D, of_site(e), condensed));
        (D, damping)
    };
    let pair = |(D, damping): (Box<Stiffness>, Option<Box<Stiffness>>)| {
        let vectors = damping.iter().fold(stiff_vectors(&D), |most, D| most.max(stiff_vectors(D)));
        (elasticity(D, vectors), damping.map(|D| elasticity(D, vectors)))
    };
    let of_elaston = |e: usize| {
        let (D, damping) = stiffnesses(e);
        if parts[e].len() == 0 {
            pair((D, damping))
        } else {
            pair((bending(&D), damping.map(|D| bending(&D))))
        }
    };
    let of_parts = |e: usize| {
        let (D, damping) = stiffnesses(e);
        let of = |(_, share): &(u8, f64)| {
            pair((stretching(&D, *share), damping.as_ref().map(|D| stretching(D, *share))))
        };
        parts[e].shares.iter().map(of).collect::<Vec<_>>()
    };
    let mut all: Vec<(Elasticity, Option<Elasticity>)> =
        (0..sites.len()).into_par_iter().map(of_elaston).collect();
    (0..sites.len()).filter(|&e| parts[e].len() > 0).for_each(|e| all.extend(of_parts(e)));
    let (elastic, damping): (Vec<Elasticity>, Vec<Option<Elasticity>>) = all.into_iter().unzip();
    (elastic, damping.into_iter().flatten().collect())
}

/// D of bending alone.
fn bending(D: &Stiffness) -> Box<Stiffness> {
    let mut bending = Box::new(*D);
    bending[..6].iter_mut().for_each(|row| row.fill(0.0));
    bending
}

/// D of stretching alone, of a share of the matter.
fn stretching(D: &Stiffness, share: f64) -> Box<Stiffness> {
    let mut stretching = Box::new(*D);
    stretching[6..].iter_mut().for_each(|row| row.fill(0.0));
    stretching[..6].iter_mut().flatten().for_each(|d| *d *= share);
    stretching
}

/// D.
fn elastic_stiffness(
    site: &ElastonSite,
    material: &Material,
    composite: Option<&Option<Box<Stiffness>>>,
    condensed: bool,
) -> Box<Stiffness> {
    if let Some(Some(own)) = composite {
        return own.clone();
    }
    let lame = material.law.lame();
    stiffness(lame.lambda(), lame.mu(), &section(site), condensed)
}

/// D of the damping: stiffness_time times the elastic one plus that of the viscosities.
fn damping_of(
    site: &ElastonSite,
    elastic: &Stiffness,
    material: &Material,
    condensed: bool,
) -> Box<Stiffness> {
    let damping = material.damping;
    let mut D = Box::new(*elastic);
    D.iter_mut().flatten().for_each(|d| *d *= damping.stiffness_time);
    if damping.is_viscous() {
        let lambda = damping.bulk_viscosity - 2.0 / 3.0 * damping.shear_viscosity;
        let viscous = stiffness(lambda, damping.shear_viscosity, &section(site), condensed);
        D.iter_mut().flatten().zip(viscous.iter().flatten()).for_each(|(d, v)| *d += v);
    }
    D
}

fn largest_share(site: &ElastonSite, material_of_point: &[u32], volume: impl Fn(u32) -> f64) -> u32 {
    let mut shares: Vec<(u32, f64)> = Vec::new();
    for &p in &site.points {
        let material = material_of_point[p as usize];
        match shares.iter_mut().find(|share| share.0 == material) {
            Some(share) => share.1 += volume(p),
            None => shares.push((material, volume(p))),
        }
    }
    shares
        .iter()
        .copied()
        .reduce(|best, share| if share.1 > best.1 { share } else { best })
        .map_or(0, |s| s.0)
}

/// Spacing of the sample nearest to each elaston.
fn nearest_spacings(gmls: &Gmls, sites: &[ElastonSite], reach: &[Vec<u32>]) -> Vec<f64> {
    let nearest = |(site, samples): (&ElastonSite, &Vec<u32>)| {
        let distance = |i: &u32| gmls.samples()[*i as usize].distance_squared(site.centre);
        let nearest = samples.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        gmls.spacings()[nearest.map_or(0, |&i| i as usize)]
    };
    sites.iter().zip(reach).map(nearest).collect()
}

/// Turns the axes that are not thin about the others by random angles: nothing may depend on them.
fn turn_axes(sites: &mut [ElastonSite], seed: u64) {
    // Multiples of the golden ratio spread evenly and never repeat.
    const GOLDEN: f64 = 0.618_033_988_749_895;
    for (e, site) in sites.iter_mut().enumerate() {
        let angle = std::f64::consts::TAU * ((seed as f64 + e as f64) * GOLDEN).fract();
        let thin = site.thin.iter().filter(|thin| **thin).count();
        // One thin axis: about it. None: about any. Two: about the axis that is not thin.
        let about = match thin {
            0 => 2,
            1 => site.thin.iter().position(|thin| *thin).unwrap_or(2),
            _ => site.thin.iter().position(|thin| !thin).unwrap_or(0),
        };
        let mut axis = DVec3::ZERO;
        axis[about] = 1.0;
        let turn = DMat3::from_axis_angle(axis, angle);
        site.axes *= turn;
        site.moment = turn.transpose() * site.moment * turn;
        site.straight_moment = turn.transpose() * site.straight_moment * turn;
    }
}
