//! A body of tetrahedra.

use super::chunks::{BadElement, Batch, first_bad_element};
use super::elastic::TetElastic;
use super::family::{Linear, Quadratic};
use super::fields::ElementFields;
use super::mass::body_mass;
use crate::body::{Body, BodyMass, Cells, Face, PointFields};
use crate::skin::Skin;
use glam::DVec3;
use pliant_geometry::tet_shape;
use pliant_geometry::tri_shape::{self, TriRule};
use pliant_geometry::{
    BoundarySurface, ElementOrder, Placement, Region, RegionError, TetLocator, TetMesh, spatial_order,
};
use pliant_material::{Material, with_law};
use pliant_system::load::{MassDamping, SurfacePoint};
use pliant_system::{Embedding, Term};
use rayon::prelude::*;

/// A tetrahedral mesh with materials, placed in the world.
pub struct TetBody {
    /// In the body's own coordinates.
    mesh: TetMesh,
    /// The same mesh where it is placed at rest.
    placed: TetMesh,
    surface: BoundarySurface,
    locator: TetLocator,
    materials: Vec<Material>,
    material_of_element: Vec<u32>,
    mass: BodyMass,
    skin: Option<Skin>,
}

/// Why a mesh makes no body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TetBodyError {
    /// No elements.
    #[error("the mesh has no tetrahedra")]
    Empty,
    /// A flat or inverted element.
    #[error("tetrahedron {element} is flat or inside out at rest (Jacobian determinant {determinant:.3e})")]
    BadElement {
        /// Which.
        element: u32,
        /// Its Jacobian determinant.
        determinant: f64,
    },
    /// A node that belongs to no element, or only to elements lighter than the smallest number, would have no mass.
    #[error(
        "node {node} would have no mass: it belongs to no tetrahedron, or the density is next to nothing"
    )]
    LooseNode {
        /// Which.
        node: usize,
    },
}

impl TetBody {
    /// `mesh` is in the body's own coordinates; `material_of_element` indexes `materials`.
    pub fn new(
        mesh: TetMesh,
        placement: &Placement,
        materials: Vec<Material>,
        material_of_element: Vec<u32>,
    ) -> Result<Self, TetBodyError> {
        if mesh.element_count() == 0 {
            return Err(TetBodyError::Empty);
        }
        let mut placed = mesh.clone();
        placement.apply(&mut placed.nodes);
        let all = 0..mesh.element_count() as u32;
        let mass = body_mass(&mesh, all, |e| materials[material_of_element[e] as usize].density);
        let body = Self {
            surface: BoundarySurface::new(&mesh),
            locator: TetLocator::new(&mesh),
            mesh,
            placed,
            materials,
            material_of_element,
            mass,
            skin: None,
        };
        if let Some(BadElement { element, determinant }) = first_bad_element(&body.placed) {
            return Err(TetBodyError::BadElement { element, determinant });
        }
        // Only after that: the mass of inverted elements is negative.
        match body.mass.lumped.iter().position(|&m| m <= 0.0) {
            Some(node) => Err(TetBodyError::LooseNode { node }),
            None => Ok(body),
        }
    }

    /// The same body with a surface that it carries along. Each point lies in (or near) an element at the given
    /// barycentric coordinates; elements of 10 nodes carry it by all of them.
    #[must_use]
    pub fn with_skin(mut self, triangles: Vec<[u32; 3]>, elements: &[u32], lambdas: &[[f64; 4]]) -> Self {
        let mut carrier = Embedding::new();
        for (&element, &lambda) in elements.iter().zip(lambdas) {
            let nodes = self.mesh.element(element as usize).iter().copied();
            match self.mesh.order {
                ElementOrder::Linear => carrier.push(nodes.zip(lambda)),
                ElementOrder::Quadratic => carrier.push(nodes.zip(tet_shape::quadratic_values(lambda))),
            }
        }
        self.skin = Some(Skin { triangles, carrier });
        self
    }

    /// The mesh in the body's own coordinates.
    pub fn mesh(&self) -> &TetMesh {
        &self.mesh
    }

    fn fields(&self) -> ElementFields<'_> {
        ElementFields {
            mesh: &self.placed,
            materials: &self.materials,
            material_of_element: &self.material_of_element,
        }
    }

    /// One term a material: a batch has one law.
    fn elastic_terms(&self, name: &str, first_node: u32) -> Result<Vec<Box<dyn Term>>, BadElement> {
        let order = spatial_order::element_order(&self.placed);
        let mut terms: Vec<Box<dyn Term>> = Vec::new();
        for (index, material) in self.materials.iter().enumerate() {
            let own: Vec<u32> = order
                .iter()
                .copied()
                .filter(|&e| self.material_of_element[e as usize] as usize == index)
                .collect();
            if own.is_empty() {
                continue;
            }
            let batch =
                Batch { order: &own, tets: &self.placed.tets, first_node, x_rest: &self.placed.nodes };
            let name = format!("{name} (elastic, {})", material.law.name());
            terms.push(elastic_term(self.mesh.order, name, material, &batch)?);
        }
        Ok(terms)
    }

    fn mass_damping(&self, name: &str, first_node: u32, lump: bool) -> Option<MassDamping> {
        let material = |e: usize| &self.materials[self.material_of_element[e] as usize];
        if (0..self.mesh.element_count()).all(|e| material(e).damping.mass_rate == 0.0) {
            return None;
        }
        // Where a drag is a rate times a mass, its matrix is the mass matrix of "densities" rate times rho.
        let all = 0..self.mesh.element_count() as u32;
        let drag = body_mass(&self.mesh, all, |e| material(e).density * material(e).damping.mass_rate);
        Some(MassDamping::new(format!("{name} (mass damping)"), first_node, drag.matrix(lump)))
    }

    fn faces(&self, triangles: impl Iterator<Item = usize>) -> Vec<Face> {
        triangles.map(|t| Face { nodes: self.surface.triangle(t).to_vec() }).collect()
    }
}

fn elastic_term(
    order: ElementOrder,
    name: String,
    material: &Material,
    batch: &Batch<'_>,
) -> Result<Box<dyn Term>, BadElement> {
    let damping = material.damping;
    with_law!(material.law, |law| {
        Ok(match order {
            ElementOrder::Linear => Box::new(TetElastic::<_, Linear, 4, 1>::new(name, law, damping, batch)?),
            ElementOrder::Quadratic => {
                Box::new(TetElastic::<_, Quadratic, 10, 4>::new(name, law, damping, batch)?)
            }
        })
    })
}

impl Body for TetBody {
    fn method(&self) -> &'static str {
        "tet"
    }

    fn x_rest(&self) -> &[DVec3] {
        &self.placed.nodes
    }

    fn mass(&self) -> &BodyMass {
        &self.mass
    }

    fn mass_of_cells(&self, cells: &[u32]) -> BodyMass {
        let density = |e: usize| self.materials[self.material_of_element[e] as usize].density;
        body_mass(&self.mesh, cells.iter().copied(), density)
    }

    fn terms(&self, name: &str, first_node: u32, lump: bool) -> Vec<Box<dyn Term>> {
        let mut terms =
            self.elastic_terms(name, first_node).expect("every element was checked when the body was made");
        if let Some(damping) = self.mass_damping(name, first_node, lump) {
            terms.push(Box::new(damping));
        }
        terms
    }

    fn select_points(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        region.nodes(&self.mesh)
    }

    fn select_cells(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        region.elements(&self.mesh)
    }

    fn select_faces(&self, region: &Region) -> Result<Vec<Face>, RegionError> {
        let faces = region.faces(&self.mesh, &self.surface)?;
        Ok(self.faces(faces.into_iter().map(|t| t as usize)))
    }

    fn surface(&self) -> Vec<Face> {
        self.faces(0..self.surface.count())
    }

    fn face_points(&self) -> Vec<SurfacePoint> {
        match self.mesh.order {
            ElementOrder::Linear => vec![SurfacePoint::of_triangle()],
            // N_i (degree 2) times x_,s x x_,t (degree 2 when deformed).
            ElementOrder::Quadratic => TriRule::of_degree(4)
                .expect("a rule of degree 4 exists")
                .points()
                .iter()
                .map(|point| {
                    let gradients = tri_shape::quadratic_gradients(point.lambda);
                    SurfacePoint {
                        weight: 0.5 * point.weight,
                        shape: tri_shape::quadratic_values(point.lambda).to_vec(),
                        along_s: gradients.iter().map(|g| g[0]).collect(),
                        along_t: gradients.iter().map(|g| g[1]).collect(),
                    }
                })
                .collect(),
        }
    }

    fn embed(&self, point: DVec3) -> (Vec<(u32, f64)>, f64) {
        let Some(location) = self.locator.locate(point) else {
            return (Vec::new(), f64::INFINITY);
        };
        let nodes = self.mesh.element(location.element as usize);
        (nodes.iter().copied().zip(location.weights).collect(), location.distance)
    }

    fn skin(&self) -> Option<&Skin> {
        self.skin.as_ref()
    }

    fn cells(&self) -> Cells {
        Cells::Tets { nodes_a_cell: self.mesh.order.nodes_per_tet(), nodes: self.mesh.tets.clone() }
    }

    fn materials(&self) -> &[Material] {
        &self.materials
    }

    fn cell_materials(&self) -> Vec<u32> {
        self.material_of_element.clone()
    }

    fn cell_count(&self) -> usize {
        self.mesh.element_count()
    }

    fn cell_fields(&self, cells: &[u32], q: &[DVec3]) -> Vec<PointFields> {
        let fields = self.fields();
        cells.par_iter().map(|&e| fields.mean(e as usize, q)).collect()
    }

    fn fields_at(&self, point: DVec3, q: &[DVec3]) -> PointFields {
        match self.locator.locate(point) {
            Some(location) => self.fields().at(location.element as usize, location.lambda, q),
            None => self.fields().mean(0, q),
        }
    }
}
