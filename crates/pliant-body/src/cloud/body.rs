//! A cloud of points, placed in the world.

use super::model::{CloudModel, Placed};
use crate::body::{Body, BodyLayer, BodyMass, BodyPoints, Cells, Face, PointFields};
use crate::holds::{SpringHeld, Surroundings, hold_points};
use glam::{DMat3, DVec3};
use pliant_geometry::{BoundingBox, Placement, Region, RegionError};
use pliant_material::Material;
use pliant_system::load::{HoldPoint, MassDamping, SurfacePoint};
use pliant_system::{Mass, StandIn, Term};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A cloud that stands somewhere.
pub struct CloudBody {
    model: Arc<CloudModel>,
    placement: Placement,
    /// Its points at rest.
    x_rest: Vec<DVec3>,
    points: BodyPoints,
}

impl CloudBody {
    /// Stands a model somewhere.
    pub fn new(model: Arc<CloudModel>, placement: &Placement) -> Self {
        let placed = |points: &[DVec3]| points.iter().map(|&x| placement.point(x)).collect::<Vec<_>>();
        let points = BodyPoints { x_rest: placed(&model.points), carrier: model.carrier.clone() };
        Self { x_rest: placed(&model.setup.points), model, placement: *placement, points }
    }

    /// What stands there.
    pub fn model(&self) -> &CloudModel {
        &self.model
    }

    fn triangles(&self) -> &[[u32; 3]] {
        self.model.setup.matter.surface.as_ref().map_or(&[], |surface| &surface.triangles)
    }

    fn placed(&self) -> Placed<'_> {
        let CloudModel { setup, neighbours, .. } = &*self.model;
        Placed { setup, neighbours, x_rest: &self.x_rest }
    }

    /// F at a point of the cloud, for the body's nodes.
    fn gradient(&self, i: usize, q: &[DVec3]) -> DMat3 {
        self.model.physics.gradient(self.placed(), i, q)
    }

    fn fields_of(&self, i: usize, F: &DMat3) -> PointFields {
        self.model.physics.fields_of(self.placed(), i, F)
    }
}

fn unknown_group(groups: &BTreeMap<String, Vec<u32>>, name: &str) -> RegionError {
    RegionError::UnknownGroup { name: name.to_owned(), known: groups.keys().cloned().collect() }
}

/// How much stiffer than the body holds of implicit steps are: they give a ten-thousandth of what a layer of points does.
const STIFF_HOLD: f64 = 1e4;

impl SpringHeld for CloudBody {
    /// As much as explicit steps can take without becoming smaller.
    const STIFFER: f64 = 5.0;

    fn stiffer(&self) -> f64 {
        if self.model.setup.gentle_holds { Self::STIFFER } else { STIFF_HOLD }
    }

    /// Stiff springs act where loads do, so that a constant stress between them stays one (`phyxel/patch.rs`).
    fn holds_as_loaded(&self) -> bool {
        !self.model.setup.gentle_holds
    }

    fn carried(&self, point: u32) -> Vec<(u32, f64)> {
        self.model.carrier.row(point as usize).collect()
    }

    /// A face is held by STIFFER E/h per area: as stiffly as a layer h/STIFFER of matter would.
    fn hold_depth(&self, spacing: f64) -> f64 {
        spacing / self.stiffer()
    }

    fn own_point(&self, point: u32) -> DVec3 {
        self.model.points[point as usize]
    }

    fn place(&self, x: DVec3) -> DVec3 {
        self.placement.point(x)
    }

    fn weights(&self, x: DVec3) -> Vec<(u32, f64)> {
        self.model.carry().row(x)
    }

    fn around(&self, x: DVec3) -> Surroundings {
        let i = self.model.carry().nearest(x);
        let young = self.model.setup.material(i).law.lame().young();
        Surroundings { part: i, young, spacing: self.model.setup.spacings[i] }
    }

    fn volume_around(&self, x: DVec3) -> f64 {
        self.model.setup.volumes[self.model.carry().nearest(x)]
    }

    fn matter_in(&self, region: &Region) -> Result<Vec<(DVec3, f64)>, RegionError> {
        // "The nearest" and sides are about the surface.
        if matches!(region, Region::Near(_) | Region::NearNamed(_) | Region::Face(_)) {
            return Ok(Vec::new());
        }
        if let Region::Group(name) = region {
            let groups = &self.model.setup.matter;
            if groups.point_groups.contains_key(name) && !groups.cloud_groups.contains_key(name) {
                return Ok(Vec::new());
            }
        }
        let setup = &self.model.setup;
        let inside = self.select_cells(region)?;
        Ok(inside.iter().map(|&i| (setup.points[i as usize], setup.volumes[i as usize])).collect())
    }
}

impl Body for CloudBody {
    fn method(&self) -> &'static str {
        self.model.physics.method()
    }

    fn x_rest(&self) -> &[DVec3] {
        &self.x_rest
    }

    fn points(&self) -> Option<&BodyPoints> {
        Some(&self.points)
    }

    fn nodes_are_places(&self) -> bool {
        true
    }

    fn joined_nodes(&self) -> Option<Vec<u32>> {
        Some(self.model.neighbours.joined())
    }

    fn neighbour_count(&self) -> Option<usize> {
        Some(self.model.neighbours.ids.len())
    }

    fn mass(&self) -> &BodyMass {
        &self.model.mass
    }

    fn mass_of_cells(&self, cells: &[u32]) -> BodyMass {
        let mut lumped = vec![0.0; self.x_rest.len()];
        cells.iter().for_each(|&i| lumped[i as usize] = self.model.mass.lumped[i as usize]);
        BodyMass { lumped, coupled: None }
    }

    fn terms(&self, name: &str, first_node: u32, _lump: bool) -> Vec<Box<dyn Term>> {
        let mut terms = self.model.physics.elastic_terms(self.placed(), name, first_node);
        let rate = |i: usize| self.model.setup.material(i).damping.mass_rate;
        if (0..self.x_rest.len()).any(|i| rate(i) != 0.0) {
            let drag = self.model.mass.lumped.iter().enumerate().map(|(i, m)| m * rate(i)).collect();
            let name = format!("{name} (mass damping)");
            terms.push(Box::new(MassDamping::new(name, first_node, Mass::lumped(drag))));
        }
        terms
    }

    fn stand_ins(&self, name: &str, first_node: u32) -> Vec<StandIn> {
        self.model.physics.stand_ins(self.placed(), name, first_node)
    }

    fn select_points(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        let (model, groups) = (&self.model, &self.model.setup.matter.point_groups);
        if self.triangles().is_empty() {
            return self.select_cells(region);
        }
        let group = |name: &str| groups.get(name).cloned().ok_or_else(|| unknown_group(groups, name));
        region.points(&model.points[..model.seen_count()], &model.bounds, &group)
    }

    fn select_cells(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        let setup = &self.model.setup;
        let groups = &setup.matter.cloud_groups;
        let in_group = |name: &str| -> Result<Vec<u32>, RegionError> {
            let Some(members) = groups.get(name) else {
                // Sides and other groups of the surface hold no matter.
                let is_of_surface = setup.matter.point_groups.contains_key(name);
                return if is_of_surface { Ok(Vec::new()) } else { Err(unknown_group(groups, name)) };
            };
            let mut share = vec![0.0; setup.points.len()];
            for &piece in members {
                let of = setup.point_of_piece[piece as usize] as usize;
                share[of] += setup.matter.cloud.volumes[piece as usize] / setup.volumes[of];
            }
            Ok((0..share.len() as u32).filter(|&i| share[i as usize] > 0.5).collect())
        };
        // Sides of what has no surface are those of its points.
        let bare = || BoundingBox::of_points(&setup.points);
        let bounds = if self.triangles().is_empty() { bare() } else { self.model.bounds };
        region.points(&setup.points, &bounds, &in_group)
    }

    fn select_faces(&self, region: &Region) -> Result<Vec<Face>, RegionError> {
        if self.triangles().is_empty() {
            return Ok(Vec::new());
        }
        let mut inside = vec![false; self.model.seen_count()];
        self.select_points(region)?.iter().for_each(|&p| inside[p as usize] = true);
        let whole = self.triangles().iter().filter(|t| t.iter().all(|&p| inside[p as usize]));
        Ok(whole.map(|t| Face { nodes: t.to_vec() }).collect())
    }

    fn hold_points(&self, region: &Region, mean: bool) -> Result<Vec<HoldPoint>, RegionError> {
        hold_points(self, region, mean)
    }

    fn radii(&self) -> &[f64] {
        if self.model.setup.matter.surface.is_some() { &[] } else { &self.model.radii }
    }

    fn surface(&self) -> Vec<Face> {
        self.triangles().iter().map(|t| Face { nodes: t.to_vec() }).collect()
    }

    fn face_points(&self) -> Vec<SurfacePoint> {
        vec![SurfacePoint::of_triangle()]
    }

    fn embed(&self, point: DVec3) -> (Vec<(u32, f64)>, f64) {
        let carry = self.model.carry();
        let nearest = carry.nearest(point);
        let reach = 0.9 * self.model.setup.spacings[nearest];
        let outside = (self.model.setup.points[nearest].distance(point) - reach).max(0.0);
        (carry.row(point), outside)
    }

    fn cells(&self) -> Cells {
        let seen = self.model.seen_count() as u32;
        Cells::Points { points: (seen..self.model.points.len() as u32).collect() }
    }

    fn materials(&self) -> &[Material] {
        &self.model.setup.materials
    }

    fn cell_materials(&self) -> Vec<u32> {
        self.model.setup.material_of_point.clone()
    }

    fn cell_count(&self) -> usize {
        self.x_rest.len()
    }

    fn cell_fields(&self, cells: &[u32], q: &[DVec3]) -> Vec<PointFields> {
        let (physics, placed) = (self.model.physics(), self.placed());
        cells.par_iter().map(|&i| physics.fields(placed, i as usize, q)).collect()
    }

    fn layers(&self, q: &[DVec3]) -> Vec<BodyLayer> {
        let (name, label) = self.model.physics.layer();
        vec![BodyLayer { name, label, positions: q.to_vec(), axes: Vec::new() }]
    }

    /// F is carried like a place: exact where it is an affine field.
    fn fields_at(&self, point: DVec3, q: &[DVec3]) -> PointFields {
        let carry = self.model.carry();
        let F = carry.row(point).iter().fold(DMat3::ZERO, |F, &(i, w)| F + self.gradient(i as usize, q) * w);
        PointFields { volume: 0.0, ..self.fields_of(carry.nearest(point), &F) }
    }
}
