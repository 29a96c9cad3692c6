//! What phyxels do as a cloud of points.

use super::elastic::PhyxelElastic;
use super::moments::{Basis, LINEAR, Moments, QUADRATIC, functions};
use super::neighbours::{Flat, NeighbourKernel, Search, Support};
use super::patch::{Patch, balance};
use super::stencils::{Batch, Stencils};
use crate::cloud::{CloudError, CloudModel, CloudPhysics, CloudSetup, Neighbours, Placed};
use crate::pack_term::PackTerm;
use crate::response::Response;
use glam::{DMat3, DVec3};
use pliant_material::laws::VolumeGuard;
use pliant_material::{AnyLaw, Law, with_law};
use pliant_math::small::outer_product;
use pliant_system::Term;

/// What belongs to phyxels beside the cloud.
#[derive(Clone, Debug)]
pub struct PhyxelSetup {
    /// The points.
    pub cloud: CloudSetup,
    /// What is fitted to neighbours.
    pub quadratic: bool,
    /// How weights of neighbours fall.
    pub kernel: NeighbourKernel,
    /// How far neighbours are.
    pub support: Support,
    /// beta: how stiffly hourglass modes are held.
    pub stabilisation: f64,
    /// k (Pa) of an energy k/2 (J - 1)^2 against change of volume.
    pub volume_stiffness: f64,
}

impl PhyxelSetup {
    /// Finds neighbours and what carries the surface.
    ///
    /// # Errors
    /// If a phyxel's neighbours do not tell how the body deforms around it.
    pub fn model(self) -> Result<CloudModel, CloudError> {
        let basis = if self.quadratic { Basis::Quadratic } else { Basis::Linear };
        let (points, spacings) = (&self.cloud.points, &self.cloud.spacings);
        if points.is_empty() {
            return Err(CloudError::Empty);
        }
        let search = Search { points, spacings, kernel: self.kernel, support: self.support, basis };
        let neighbours = search.find().map_err(|Flat { phyxel, neighbours }| CloudError::Flat {
            at: points[phyxel as usize],
            neighbours,
        })?;
        let physics = PhyxelPhysics {
            basis,
            stabilisation: self.stabilisation,
            volume_stiffness: self.volume_stiffness,
        };
        CloudModel::new(self.cloud, neighbours, Box::new(physics))
    }
}

/// Any law of F, fitted to neighbours, with a stabilisation.
struct PhyxelPhysics {
    basis: Basis,
    stabilisation: f64,
    volume_stiffness: f64,
}

impl CloudPhysics for PhyxelPhysics {
    fn method(&self) -> &'static str {
        "phyxel"
    }

    fn layer(&self) -> (&'static str, &'static str) {
        ("phyxels", "Phyxels")
    }

    fn balance(&mut self, setup: &CloudSetup, neighbours: &mut Neighbours, rows: &mut [Vec<(u32, f64)>]) {
        balance_cloud(setup, self.basis, neighbours, rows);
    }

    fn gradient(&self, cloud: Placed<'_>, i: usize, q: &[DVec3]) -> DMat3 {
        fitted_gradient(self.basis, cloud, i, q)
    }

    fn elastic_terms(&self, cloud: Placed<'_>, name: &str, first_node: u32) -> Vec<Box<dyn Term>> {
        let of = |material| {
            let terms =
                LawTerms { cloud, name, first_node, basis: self.basis, stabilisation: self.stabilisation };
            terms.of_material(material, self.volume_stiffness)
        };
        cloud.setup.used_materials().map(of).collect()
    }
}

/// The patch test of a cloud whose F is fitted.
pub fn balance_cloud(
    setup: &CloudSetup,
    basis: Basis,
    neighbours: &mut Neighbours,
    rows: &mut [Vec<(u32, f64)>],
) {
    balance(&patch(setup, basis), neighbours, rows);
}

/// What each point carries of the surface, as a vector outwards (m2); `None` if the surface does not enclose the matter, or is too coarse.
pub fn carried_areas(setup: &CloudSetup, rows: &[Vec<(u32, f64)>]) -> Option<Vec<DVec3>> {
    super::patch::carried_areas(&patch(setup, Basis::Linear), rows)
}

fn patch(setup: &CloudSetup, basis: Basis) -> Patch<'_> {
    let surface = setup.matter.surface.as_ref();
    Patch {
        points: &setup.points,
        volumes: &setup.volumes,
        spacings: &setup.spacings,
        surface: surface.map_or(&[], |surface| &surface.points),
        triangles: surface.map_or(&[], |surface| &surface.triangles),
        basis,
    }
}

/// F by the least-squares fit to neighbours.
pub fn fitted_gradient(basis: Basis, cloud: Placed<'_>, i: usize, q: &[DVec3]) -> DMat3 {
    let neighbours = cloud.neighbours;
    let range = neighbours.range(i);
    let offset = |at: usize| cloud.offset(i, at);
    // Any length does; this one makes the numbers about one.
    let s = range.clone().map(|at| offset(at).length()).fold(f64::MIN_POSITIVE, f64::max);
    let moments = Moments::new(basis, s, range.clone().map(|at| (offset(at), neighbours.weight(i, at))));
    let mut F = DMat3::ZERO;
    for at in range {
        let p = functions(basis, offset(at) / s);
        let fitted = |a: usize| (0..basis.len()).map(|b| moments.inverse(a, b) * p[b]).sum::<f64>();
        let g = DVec3::new(fitted(0), fitted(1), fitted(2)) * (neighbours.weight(i, at) / s);
        F += outer_product(q[neighbours.ids[at] as usize] - q[i], g);
    }
    F
}

/// Points by laws psi(F), stabilised.
pub struct LawTerms<'a> {
    /// The points.
    pub cloud: Placed<'a>,
    /// Of the body.
    pub name: &'a str,
    /// Added to each node.
    pub first_node: u32,
    /// What is fitted to neighbours.
    pub basis: Basis,
    /// beta: how stiffly hourglass modes are held.
    pub stabilisation: f64,
}

impl LawTerms<'_> {
    /// Those of one material; k (Pa) of an energy k/2 (J - 1)^2 beside its law.
    pub fn of_material(&self, material: u32, volume_stiffness: f64) -> Box<dyn Term> {
        self.with_law(material, self.cloud.setup.materials[material as usize].law, volume_stiffness)
    }

    /// The same with another law.
    pub fn with_law(&self, material: u32, law: AnyLaw, volume_stiffness: f64) -> Box<dyn Term> {
        let Placed { setup, neighbours, x_rest } = self.cloud;
        let of = &setup.materials[material as usize];
        let batch = Batch {
            members: &|i| setup.material_of_point[i as usize] == material,
            x_rest,
            spacings: &setup.spacings,
            volumes: &setup.volumes,
            neighbours,
            stabilisation: self.stabilisation * law.lame().mu(),
            first_node: self.first_node,
        };
        let name = format!("{} (elastic, {})", self.name, law.name());
        with_law!(law, |law| {
            let law = VolumeGuard { law, stiffness: volume_stiffness };
            elastic(name, Response { law, damping: of.damping }, &batch, self.basis)
        })
    }
}

fn elastic<L: Law>(name: String, response: Response<L>, batch: &Batch<'_>, basis: Basis) -> Box<dyn Term> {
    match basis {
        Basis::Quadratic => Box::new(PackTerm::new(
            name,
            PhyxelElastic { response, stencils: Stencils::<QUADRATIC>::new(batch) },
        )),
        Basis::Linear => Box::new(PackTerm::new(
            name,
            PhyxelElastic { response, stencils: Stencils::<LINEAR>::new(batch) },
        )),
    }
}
