//! A body of phyxels, placed in the world.

use super::elastic::PhyxelElastic;
use super::model::PhyxelModel;
use super::moments::{Basis, LINEAR, Moments, QUADRATIC};
use super::stencils::{Batch, Stencils};
use crate::body::{Body, BodyLayer, BodyMass, BodyPoints, Cells, Face, PointFields};
use crate::holds::{SpringHeld, Surroundings, hold_points};
use crate::pack_term::PackTerm;
use crate::response::Response;
use glam::{DMat3, DVec3};
use pliant_geometry::{Placement, Region, RegionError};
use pliant_material::laws::VolumeGuard;
use pliant_material::{Law, Material, measures, with_law};
use pliant_math::small::outer_product;
use pliant_system::load::{HoldPoint, MassDamping, SurfacePoint};
use pliant_system::{Mass, Term};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A body of phyxels that stands somewhere.
pub struct PhyxelBody {
    model: Arc<PhyxelModel>,
    placement: Placement,
    /// Phyxels at rest.
    x_rest: Vec<DVec3>,
    points: BodyPoints,
}

impl PhyxelBody {
    /// Stands a model somewhere.
    pub fn new(model: Arc<PhyxelModel>, placement: &Placement) -> Self {
        let placed = |points: &[DVec3]| points.iter().map(|&x| placement.point(x)).collect::<Vec<_>>();
        let points = BodyPoints { x_rest: placed(&model.points), carrier: model.carrier.clone() };
        Self { x_rest: placed(&model.setup.points), model, placement: *placement, points }
    }

    /// What stands there.
    pub fn model(&self) -> &PhyxelModel {
        &self.model
    }

    fn triangles(&self) -> &[[u32; 3]] {
        self.model.setup.matter.surface.as_ref().map_or(&[], |surface| &surface.triangles)
    }

    fn material(&self, phyxel: usize) -> &Material {
        &self.model.setup.materials[self.model.setup.material_of_phyxel[phyxel] as usize]
    }

    /// F at a phyxel, for the body's nodes.
    fn gradient(&self, i: usize, q: &[DVec3]) -> DMat3 {
        let neighbours = &self.model.neighbours;
        let range = neighbours.starts[i] as usize..neighbours.starts[i + 1] as usize;
        let s = self.model.setup.spacings[i];
        let basis = if self.model.setup.quadratic { Basis::Quadratic } else { Basis::Linear };
        let offset = |at: usize| self.x_rest[neighbours.ids[at] as usize] - self.x_rest[i];
        let moments = Moments::new(basis, s, range.clone().map(|at| (offset(at), neighbours.weights[at])));
        let mut F = DMat3::ZERO;
        for at in range {
            let p = super::moments::functions(basis, offset(at) / s);
            let fitted = |a: usize| (0..basis.len()).map(|b| moments.inverse(a, b) * p[b]).sum::<f64>();
            let g = DVec3::new(fitted(0), fitted(1), fitted(2)) * (neighbours.weights[at] / s);
            F += outer_product(q[neighbours.ids[at] as usize] - q[i], g);
        }
        F
    }

    /// Fields of a material at F.
    fn fields_of(&self, phyxel: usize, F: &DMat3) -> PointFields {
        let law = &self.material(phyxel).law;
        PointFields {
            volume: self.model.setup.volumes[phyxel],
            strain: measures::green_strain(F),
            stress: law.cauchy_stress(F),
            energy_density: law.energy_density(F),
            measures: None,
        }
    }

    /// The elastic term of one material.
    fn elastic_term(&self, name: &str, material: u32, first_node: u32) -> Box<dyn Term> {
        let setup = &self.model.setup;
        let of = &setup.materials[material as usize];
        let batch = Batch {
            members: &|i| setup.material_of_phyxel[i as usize] == material,
            x_rest: &self.x_rest,
            spacings: &setup.spacings,
            volumes: &setup.volumes,
            neighbours: &self.model.neighbours,
            stabilisation: setup.stabilisation * of.law.lame().mu(),
            first_node,
        };
        let name = format!("{name} (elastic, {})", of.law.name());
        with_law!(of.law, |law| {
            let law = VolumeGuard { law, stiffness: setup.volume_stiffness };
            elastic(name, Response { law, damping: of.damping }, &batch, setup.quadratic)
        })
    }
}

fn elastic<L: Law>(name: String, response: Response<L>, batch: &Batch<'_>, quadratic: bool) -> Box<dyn Term> {
    if quadratic {
        Box::new(PackTerm::new(name, PhyxelElastic { response, stencils: Stencils::<QUADRATIC>::new(batch) }))
    } else {
        Box::new(PackTerm::new(name, PhyxelElastic { response, stencils: Stencils::<LINEAR>::new(batch) }))
    }
}

fn unknown_group(groups: &BTreeMap<String, Vec<u32>>, name: &str) -> RegionError {
    RegionError::UnknownGroup { name: name.to_owned(), known: groups.keys().cloned().collect() }
}

/// How much stiffer than the body holds of implicit steps are: they give a ten-thousandth of what a layer of phyxels does.
const STIFF_HOLD: f64 = 1e4;

impl SpringHeld for PhyxelBody {
    /// As much as explicit steps can take without becoming smaller.
    const STIFFER: f64 = 5.0;

    fn stiffer(&self) -> f64 {
        if self.model.setup.gentle_holds { Self::STIFFER } else { STIFF_HOLD }
    }

    /// Stiff springs act where loads do, so that a constant stress between them stays one ([`super::patch`]).
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
        let young = self.material(i).law.lame().young();
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

impl Body for PhyxelBody {
    fn method(&self) -> &'static str {
        "phyxel"
    }

    fn x_rest(&self) -> &[DVec3] {
        &self.x_rest
    }

    fn points(&self) -> Option<&BodyPoints> {
        Some(&self.points)
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
        let setup = &self.model.setup;
        let used = |material: &u32| setup.material_of_phyxel.contains(material);
        let mut terms: Vec<Box<dyn Term>> = (0..setup.materials.len() as u32)
            .filter(used)
            .map(|material| self.elastic_term(name, material, first_node))
            .collect();
        let rate = |i: usize| self.material(i).damping.mass_rate;
        if (0..self.x_rest.len()).any(|i| rate(i) != 0.0) {
            let drag = self.model.mass.lumped.iter().enumerate().map(|(i, m)| m * rate(i)).collect();
            let name = format!("{name} (mass damping)");
            terms.push(Box::new(MassDamping::new(name, first_node, Mass::lumped(drag))));
        }
        terms
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
                let of = setup.phyxel_of_piece[piece as usize] as usize;
                share[of] += setup.matter.cloud.volumes[piece as usize] / setup.volumes[of];
            }
            Ok((0..share.len() as u32).filter(|&i| share[i as usize] > 0.5).collect())
        };
        region.points(&setup.points, &self.model.bounds, &in_group)
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
        self.model.setup.material_of_phyxel.clone()
    }

    fn cell_count(&self) -> usize {
        self.x_rest.len()
    }

    fn cell_fields(&self, cells: &[u32], q: &[DVec3]) -> Vec<PointFields> {
        cells.par_iter().map(|&i| self.fields_of(i as usize, &self.gradient(i as usize, q))).collect()
    }

    fn layers(&self, q: &[DVec3]) -> Vec<BodyLayer> {
        vec![BodyLayer { name: "phyxels", label: "Phyxels", positions: q.to_vec(), axes: Vec::new() }]
    }

    /// F is carried like a place: exact where it is an affine field.
    fn fields_at(&self, point: DVec3, q: &[DVec3]) -> PointFields {
        let carry = self.model.carry();
        let F = carry.row(point).iter().fold(DMat3::ZERO, |F, &(i, w)| F + self.gradient(i as usize, q) * w);
        PointFields { volume: 0.0, ..self.fields_of(carry.nearest(point), &F) }
    }
}
