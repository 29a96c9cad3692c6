//! A body of elastons, placed in the world.

use super::elastic::ElastonElastic;
use super::fields;
use super::model::ElastonModel;
use crate::body::{Body, BodyLayer, BodyMass, BodyPoints, Cells, Face, PointFields};
use crate::holds::{SpringHeld, hold_points};
use glam::DVec3;
use pliant_geometry::matter::MaterialCloud;
use pliant_geometry::{Placement, Region, RegionError};
use pliant_material::Material;
use pliant_system::load::{HoldPoint, MassDamping, SurfacePoint};
use pliant_system::{Embedding, Term};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// An elaston body that stands somewhere.
pub struct ElastonBody {
    pub(super) model: Arc<ElastonModel>,
    pub(super) placement: Placement,
    /// Nodes at rest: positions of the samples and their scaled derivatives, turned with the body.
    x_rest: Vec<DVec3>,
    points: BodyPoints,
    /// What carries the samples, made when somebody looks at them.
    samples: OnceLock<Embedding>,
}

impl ElastonBody {
    /// Stands a model somewhere.
    pub fn new(model: Arc<ElastonModel>, placement: &Placement) -> Self {
        let k = model.gmls.basis().nodes_a_sample();
        let mut x_rest = Vec::with_capacity(model.gmls.nodes());
        for (&x, &s) in model.gmls.samples().iter().zip(model.gmls.spacings()) {
            x_rest.push(placement.point(x));
            x_rest.extend((0..3).map(|j| placement.direction(DVec3::AXES[j] * s)));
            x_rest.resize(x_rest.len() + k - 4, DVec3::ZERO);
        }
        let placed = model.points.iter().map(|&x| placement.point(x)).collect();
        let points = BodyPoints { x_rest: placed, carrier: model.carrier.clone() };
        Self { model, placement: *placement, x_rest, points, samples: OnceLock::new() }
    }

    /// What stands there.
    pub fn model(&self) -> &ElastonModel {
        &self.model
    }

    pub(super) fn cloud(&self) -> &MaterialCloud {
        &self.model.matter.cloud
    }

    /// Material points in a region.
    pub(super) fn select_matter(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        match region {
            // "The nearest" and sides are about the surface.
            Region::Near(_) | Region::NearNamed(_) | Region::Face(_) => return Ok(Vec::new()),
            _ => {}
        }
        let groups = &self.model.matter.cloud_groups;
        let known = |name: &str| match groups.get(name) {
            Some(points) => Ok(points.clone()),
            // A group of the surface alone is none of the matter.
            None if self.model.matter.point_groups.contains_key(name) => Ok(Vec::new()),
            None => Err(unknown_group(&self.model.matter.point_groups, name)),
        };
        region.points(&self.cloud().points, &self.model.bounds, &known)
    }

    /// Where the samples are: shape functions do not interpolate, so that it takes their neighbours, too.
    fn sample_places(&self, q: &[DVec3]) -> Vec<DVec3> {
        let carrier = self.samples.get_or_init(|| {
            let mut carrier = Embedding::new();
            self.model.gmls.samples().iter().for_each(|&x| carrier.push(self.weights(x)));
            carrier
        });
        carrier.values(q)
    }

    fn triangles(&self) -> &[[u32; 3]] {
        self.model.matter.surface.as_ref().map_or(&[], |surface| &surface.triangles)
    }
}

fn unknown_group(groups: &BTreeMap<String, Vec<u32>>, name: &str) -> RegionError {
    RegionError::UnknownGroup { name: name.to_owned(), known: groups.keys().cloned().collect() }
}

impl Body for ElastonBody {
    fn method(&self) -> &'static str {
        "elaston"
    }

    fn x_rest(&self) -> &[DVec3] {
        &self.x_rest
    }

    fn points(&self) -> Option<&BodyPoints> {
        Some(&self.points)
    }

    fn shift_shares(&self) -> Vec<f64> {
        let k = self.model.gmls.basis().nodes_a_sample();
        (0..self.x_rest.len()).map(|node| if node % k == 0 { 1.0 } else { 0.0 }).collect()
    }

    fn can_lump(&self) -> bool {
        false
    }

    fn mass(&self) -> &BodyMass {
        &self.model.mass
    }

    fn mass_of_cells(&self, cells: &[u32]) -> BodyMass {
        self.model.mass_of(cells, |e| self.model.masses[e])
    }

    fn terms(&self, name: &str, first_node: u32, _lump: bool) -> Vec<Box<dyn Term>> {
        let model = &self.model;
        let elastic = ElastonElastic::new(
            format!("{name} (elastic, elastons)"),
            model.measure,
            first_node,
            model.stencils.clone(),
            model.stiffness.clone(),
            model.damping.clone(),
        );
        let mut terms: Vec<Box<dyn Term>> = vec![Box::new(elastic)];
        let rate = |e: usize| model.materials[model.material_of_site[e] as usize].damping.mass_rate;
        if (0..model.sites.len()).any(|e| rate(e) != 0.0) {
            let all: Vec<u32> = (0..model.sites.len() as u32).collect();
            let drag = model.mass_of(&all, |e| rate(e) * model.masses[e]);
            let name = format!("{name} (mass damping)");
            terms.push(Box::new(MassDamping::new(name, first_node, drag.matrix(false))));
        }
        terms
    }

    fn select_points(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        let seen = self.model.seen_count();
        let group = |name: &str| {
            let groups = &self.model.matter.point_groups;
            groups.get(name).cloned().ok_or_else(|| unknown_group(groups, name))
        };
        region.points(&self.model.points[..seen], &self.model.bounds, &group)
    }

    fn select_cells(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        let matter = &self.model.matter;
        let in_group = |name: &str| -> Result<Vec<u32>, RegionError> {
            let members =
                matter.cloud_groups.get(name).ok_or_else(|| unknown_group(&matter.cloud_groups, name))?;
            let most = |e: &u32| {
                let points = &self.model.sites[*e as usize].points;
                2 * points.iter().filter(|p| members.binary_search(p).is_ok()).count() > points.len()
            };
            Ok((0..self.model.sites.len() as u32).filter(most).collect())
        };
        region.points(&self.model.points[self.model.seen_count()..], &self.model.bounds, &in_group)
    }

    fn select_faces(&self, region: &Region) -> Result<Vec<Face>, RegionError> {
        let mut inside = vec![false; self.model.seen_count()];
        self.select_points(region)?.iter().for_each(|&p| inside[p as usize] = true);
        let whole = self.triangles().iter().filter(|t| t.iter().all(|&p| inside[p as usize]));
        Ok(whole.map(|t| Face { nodes: t.to_vec() }).collect())
    }

    fn hold_points(&self, region: &Region, mean: bool) -> Result<Vec<HoldPoint>, RegionError> {
        hold_points(self, region, mean)
    }

    fn radii(&self) -> &[f64] {
        if self.model.matter.surface.is_some() { &[] } else { &self.cloud().radii }
    }

    fn surface(&self) -> Vec<Face> {
        self.triangles().iter().map(|t| Face { nodes: t.to_vec() }).collect()
    }

    fn face_points(&self) -> Vec<SurfacePoint> {
        vec![SurfacePoint::of_triangle()]
    }

    fn embed(&self, point: DVec3) -> (Vec<(u32, f64)>, f64) {
        let cloud = self.cloud();
        let reach = |(x, r): (&DVec3, &f64)| x.distance(point) - 2.0 * r;
        let outside = cloud.points.iter().zip(&cloud.radii).map(reach).fold(f64::INFINITY, f64::min).max(0.0);
        (self.weights(point), outside)
    }

    fn cells(&self) -> Cells {
        let seen = self.model.seen_count() as u32;
        Cells::Points { points: (seen..self.model.points.len() as u32).collect() }
    }

    fn materials(&self) -> &[Material] {
        &self.model.materials
    }

    fn cell_materials(&self) -> Vec<u32> {
        self.model.material_of_site.clone()
    }

    fn cell_count(&self) -> usize {
        self.model.sites.len()
    }

    fn has_thin_measures(&self) -> bool {
        true
    }

    fn cell_fields(&self, cells: &[u32], q: &[DVec3]) -> Vec<PointFields> {
        fields::of_cells(&self.model, &self.placement, cells, q)
    }

    fn layers(&self, q: &[DVec3]) -> Vec<BodyLayer> {
        let centres =
            (self.model.seen_count()..self.model.points.len()).map(|e| self.model.carrier.value(e, q));
        vec![
            BodyLayer {
                name: "samples",
                label: "Samples",
                positions: self.sample_places(q),
                axes: Vec::new(),
            },
            BodyLayer {
                name: "elastons",
                label: "Elastons",
                positions: centres.collect(),
                axes: fields::axes(&self.model, q),
            },
        ]
    }

    fn fields_at(&self, point: DVec3, q: &[DVec3]) -> PointFields {
        fields::at(&self.model, &self.placement, point, q)
    }
}
