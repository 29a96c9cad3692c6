//! An elaston body in its own coordinates: laid out once, stood in the world once for each copy.

use super::constitutive::{Section, stiffness};
use super::hessian::Elasticity;
use super::mass::{Inertia, body_mass};
use super::measure::StrainMeasure;
use super::setup::ElastonSetup;
use super::stencils::Stencils;
use crate::body::BodyMass;
use glam::{DMat3, DVec3};
use pliant_geometry::BoundingBox;
use pliant_geometry::gmls::{Gmls, GmlsBasis, GmlsError, GmlsScratch};
use pliant_geometry::matter::Matter;
use pliant_geometry::sampling::{ElastonSite, Piece, Sampling, SamplingError, sample};
use pliant_material::Material;
use pliant_system::Embedding;
use rayon::prelude::*;
use std::sync::Arc;

/// Weight that draws second derivatives towards zero where samples leave them open (condensed basis).
pub const RIDGE: f64 = 1e-3;

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
    pub(super) sites: Vec<ElastonSite>,
    /// Material with the largest share of each elaston.
    pub(super) material_of_site: Vec<u32>,
    /// Mass of each elaston (kg).
    pub(super) masses: Vec<f64>,
    /// Spacing of the sample nearest to each elaston (m).
    pub(super) spacing_of_site: Vec<f64>,
    /// Volume of the matter nearest to each sample (m3).
    pub(super) sample_volumes: Vec<f64>,
    pub(super) gaps: Gaps,
    pub(super) pieces: Vec<Piece>,
    pub(super) stencils: Arc<Stencils>,
    pub(super) stiffness: Arc<Vec<Elasticity>>,
    pub(super) damping: Arc<Vec<Elasticity>>,
    pub(super) measure: StrainMeasure,
    pub(super) mass: BodyMass,
    /// Values and gradients of all nodes of each elaston, for masses of parts.
    pub(super) shapes: Shapes,
    /// Points: those of the surface (or the matter), then the elastons' centres.
    pub(super) points: Vec<DVec3>,
    pub(super) carrier: Embedding,
    pub(super) bounds: BoundingBox,
}

/// Shape functions at the centres of the elastons.
#[derive(Default)]
pub(super) struct Shapes {
    /// Where the samples of each elaston start.
    starts: Vec<usize>,
    samples: Vec<u32>,
    values: Vec<[f64; 4]>,
    nodes_a_sample: usize,
}

impl Shapes {
    fn inertia(&self, e: usize, mass: f64, site: &ElastonSite) -> Inertia<'_> {
        let range = self.starts[e]..self.starts[e + 1];
        let k = self.nodes_a_sample;
        Inertia {
            samples: &self.samples[range.clone()],
            shapes: &self.values[range.start * k..range.end * k],
            mass,
            moments: site.axes * site.moment * site.axes.transpose(),
        }
    }
}

/// What the field does at one elaston.
struct AtSite {
    samples: Vec<u32>,
    rows: Vec<[f64; 10]>,
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
        let Sampling { samples, spacings, radii, volumes, mut elastons, reach, pieces, .. } = sampling;
        if let Some(seed) = setup.turned_axes {
            turn_axes(&mut elastons, seed);
        }
        let gmls = Gmls::new(samples, spacings, radii, setup.sampling.basis, RIDGE);
        let at_sites = evaluate(&gmls, &elastons, reach)?;
        let density = |p: u32| setup.materials[setup.material_of_point[p as usize] as usize].density;
        let volume = |p: u32| setup.matter.cloud.volumes[p as usize];
        let masses: Vec<f64> =
            elastons.iter().map(|site| site.points.iter().map(|&p| density(p) * volume(p)).sum()).collect();
        let material_of_site: Vec<u32> =
            elastons.iter().map(|site| largest_share(site, &setup.material_of_point, volume)).collect();
        let (stencils, shapes) = lay_out(&gmls, &elastons, &at_sites);
        let of_site = |e: usize| &setup.materials[material_of_site[e] as usize];
        let condensed = setup.sampling.basis == GmlsBasis::Condensed;
        let elastic = |e: usize| {
            let lame = of_site(e).law.lame();
            Elasticity::new(*stiffness(lame.lambda(), lame.mu(), &section(&elastons[e]), condensed))
        };
        let stiffnesses: Vec<Elasticity> = (0..elastons.len()).into_par_iter().map(elastic).collect();
        let damping = dampings(&elastons, &stiffnesses, of_site, condensed);
        let inertias: Vec<Inertia<'_>> =
            (0..elastons.len()).map(|e| shapes.inertia(e, masses[e], &elastons[e])).collect();
        let mass = body_mass(&inertias, shapes.nodes_a_sample, gmls.nodes());
        if mass.lumped.iter().any(|m| m.is_nan() || *m <= 0.0) {
            return Err(ElastonError::NoMass);
        }
        let spacing_of_site = nearest_spacings(&gmls, &elastons, &at_sites);
        let seen = setup.matter.surface.as_ref().map_or(&setup.matter.cloud.points, |s| &s.points);
        let points: Vec<DVec3> =
            seen.iter().copied().chain(elastons.iter().map(|site| site.centre)).collect();
        let gaps = Gaps::new(&gmls, &elastons, &at_sites);
        let carrier = gaps.carry(&gmls, &elastons, &points)?;
        let bounds = BoundingBox::of_points(seen);
        Ok(Self {
            matter: setup.matter,
            materials: setup.materials,
            gmls,
            sites: elastons,
            material_of_site,
            masses,
            spacing_of_site,
            sample_volumes: volumes,
            gaps,
            pieces,
            stencils: Arc::new(stencils),
            stiffness: Arc::new(stiffnesses),
            damping: Arc::new(damping),
            measure: setup.strain,
            mass,
            shapes,
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
        let inertias: Vec<Inertia<'_>> = cells
            .iter()
            .map(|&e| e as usize)
            .map(|e| self.shapes.inertia(e, mass(e), &self.sites[e]))
            .collect();
        body_mass(&inertias, self.shapes.nodes_a_sample, self.gmls.nodes())
    }

    /// The elaston nearest to a place.
    pub(super) fn nearest_site(&self, x: DVec3) -> usize {
        nearest_site(&self.sites, x)
    }

    /// Connected pieces of the matter.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

fn section(site: &ElastonSite) -> Section {
    Section { volume: site.volume, moments: site.moment, thin: site.thin, area: site.section }
}

/// Shape functions with all derivatives at the centres of the elastons; `reach` names the samples of each.
fn evaluate(gmls: &Gmls, sites: &[ElastonSite], reach: Vec<Vec<u32>>) -> Result<Vec<AtSite>, GmlsError> {
    sites
        .par_iter()
        .zip(reach.into_par_iter())
        .map_init(GmlsScratch::default, |scratch, (site, samples)| {
            let mut rows = Vec::new();
            gmls.evaluate(site.centre, &samples, true, scratch, &mut rows)?;
            Ok(AtSite { samples, rows })
        })
        .collect()
}

fn lay_out(gmls: &Gmls, sites: &[ElastonSite], at_sites: &[AtSite]) -> (Stencils, Shapes) {
    let k = gmls.basis().nodes_a_sample();
    let mut stencils = Stencils::new(k, gmls.samples().len());
    let mut shapes = Shapes { starts: vec![0], nodes_a_sample: k, ..Shapes::default() };
    for (site, at) in sites.iter().zip(at_sites) {
        stencils.push(&at.samples, &at.rows, &site.axes);
        shapes.samples.extend_from_slice(&at.samples);
        shapes.values.extend(at.rows.iter().map(|row| [row[0], row[1], row[2], row[3]]));
        shapes.starts.push(shapes.samples.len());
    }
    stencils.finish();
    (stencils, shapes)
}

/// D of the damping: stiffness_time times the elastic one plus that of the viscosities. Empty if there is none at all.
fn dampings<'a>(
    sites: &[ElastonSite],
    elastic: &[Elasticity],
    of_site: impl Fn(usize) -> &'a Material,
    condensed: bool,
) -> Vec<Elasticity> {
    let is_damped = |e: usize| of_site(e).damping.stiffness_time != 0.0 || of_site(e).damping.is_viscous();
    if !(0..sites.len()).any(is_damped) {
        return Vec::new();
    }
    (0..sites.len())
        .map(|e| {
            let damping = of_site(e).damping;
            let mut D = elastic[e].stiffness;
            D.iter_mut().flatten().for_each(|d| *d *= damping.stiffness_time);
            if damping.is_viscous() {
                let lambda = damping.bulk_viscosity - 2.0 / 3.0 * damping.shear_viscosity;
                let viscous = stiffness(lambda, damping.shear_viscosity, &section(&sites[e]), condensed);
                D.iter_mut().flatten().zip(viscous.iter().flatten()).for_each(|(d, v)| *d += v);
            }
            Elasticity::new(D)
        })
        .collect()
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
fn nearest_spacings(gmls: &Gmls, sites: &[ElastonSite], at_sites: &[AtSite]) -> Vec<f64> {
    let nearest = |(site, at): (&ElastonSite, &AtSite)| {
        let distance = |i: &u32| gmls.samples()[*i as usize].distance_squared(site.centre);
        let nearest = at.samples.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        gmls.spacings()[nearest.map_or(0, |&i| i as usize)]
    };
    sites.iter().zip(at_sites).map(nearest).collect()
}

/// Samples whose support holds an elaston although only across a gap: they do not move it, nor the points around it.
#[derive(Default)]
pub(super) struct Gaps {
    /// For each elaston; empty if no elaston has any.
    beyond: Vec<Vec<u32>>,
}

impl Gaps {
    fn new(gmls: &Gmls, sites: &[ElastonSite], at_sites: &[AtSite]) -> Self {
        let of_site = |(site, at): (&ElastonSite, &AtSite)| {
            let mut all = Vec::new();
            gmls.supporters(site.centre, &mut all);
            all.retain(|i| at.samples.binary_search(i).is_err());
            all
        };
        let beyond: Vec<Vec<u32>> = sites.par_iter().zip(at_sites).map(of_site).collect();
        if beyond.iter().all(Vec::is_empty) { Self::default() } else { Self { beyond } }
    }

    /// Nodes and weights of a place; `nearest` finds the elaston nearest to it.
    pub(super) fn weights(
        &self,
        gmls: &Gmls,
        x: DVec3,
        scratch: &mut GmlsScratch,
        nearest: impl Fn() -> usize,
    ) -> Result<Vec<(u32, f64)>, GmlsError> {
        if self.beyond.is_empty() {
            return gmls.weights(x, scratch);
        }
        let (mut samples, mut rows) = (Vec::new(), Vec::new());
        gmls.supporters(x, &mut samples);
        let beyond = &self.beyond[nearest()];
        samples.retain(|i| beyond.binary_search(i).is_err());
        gmls.evaluate(x, &samples, false, scratch, &mut rows)?;
        let k = gmls.basis().nodes_a_sample();
        let nodes = samples.iter().flat_map(|&i| (0..k as u32).map(move |a| i * k as u32 + a));
        Ok(nodes.zip(rows.iter().map(|row| row[0])).collect())
    }

    /// Rows of weights of all points.
    fn carry(&self, gmls: &Gmls, sites: &[ElastonSite], points: &[DVec3]) -> Result<Embedding, GmlsError> {
        let rows: Vec<Vec<(u32, f64)>> = points
            .par_iter()
            .map_init(GmlsScratch::default, |scratch, &x| {
                self.weights(gmls, x, scratch, || nearest_site(sites, x))
            })
            .collect::<Result<_, _>>()?;
        let mut carrier = Embedding::new();
        rows.into_iter().for_each(|row| carrier.push(row));
        Ok(carrier)
    }
}

/// The elaston nearest to a place.
fn nearest_site(sites: &[ElastonSite], x: DVec3) -> usize {
    let distance = |e: &usize| sites[*e].centre.distance_squared(x);
    (0..sites.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0)
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
    }
}
