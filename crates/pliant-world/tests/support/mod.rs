//! A body whose nodes are not places: a box that can only shift, turn and shear as a whole.
//!
//! x(X) = q_0 + sum_j (X_j - O_j) / s q_j with the corner O of the box: one position and three derivatives, times a length s.
#![allow(dead_code, reason = "not every test uses everything")]

use glam::{DMat3, DVec3};
use pliant_body::{Body, BodyMass, BodyPoints, Cells, Face, HoldPoint, PointFields, ThinMeasures};
use pliant_geometry::{Region, RegionError, Side};
use pliant_material::{AnyLaw, Damping, LameParameters, Material};
use pliant_math::sparse::Automatic;
use pliant_stepping::{ImplicitEuler, Newton, NewtonSettings, QuasiStatic, Stepper};
use pliant_system::load::SurfacePoint;
use pliant_system::{At, CoupledMass, Embedding, Mass, TangentWeights, Term};
use pliant_world::{BodySetup, Schedule};

pub const DENSITY: f64 = 1000.0;
pub const SIZE: DVec3 = DVec3::new(0.3, 0.2, 0.1);
/// Where the corner of the box is.
pub const ORIGIN: DVec3 = DVec3::new(1.0, 2.0, 0.5);
/// Length in the derivatives.
pub const LENGTH: f64 = 0.07;

pub struct AffineBody {
    x_rest: Vec<DVec3>,
    points: BodyPoints,
    mass: BodyMass,
    materials: Vec<Material>,
    /// Stiffness against anything but a shift (N/m).
    stiffness: f64,
}

/// Weights of the nodes at a place of the box.
pub fn row(x: DVec3) -> Vec<(u32, f64)> {
    let along = (x - ORIGIN) / LENGTH;
    vec![(0, 1.0), (1, along.x), (2, along.y), (3, along.z)]
}

fn corners() -> Vec<DVec3> {
    (0..8).map(|k| ORIGIN + SIZE * DVec3::new((k & 1) as f64, (k >> 1 & 1) as f64, (k >> 2) as f64)).collect()
}

impl AffineBody {
    pub fn new(stiffness: f64) -> Self {
        let mut places = corners();
        places.push(ORIGIN + SIZE * 0.5);
        let mut carrier = Embedding::new();
        places.iter().for_each(|&x| carrier.push(row(x)));
        let mass = DENSITY * SIZE.x * SIZE.y * SIZE.z;
        // Integrals of N_i N_j: linear functions over a box.
        let mut entries = Vec::new();
        for i in 0..4u32 {
            for j in 0..=i {
                let length = |k: u32| SIZE[k as usize - 1] / LENGTH;
                let mean = match (i, j) {
                    (0, 0) => 1.0,
                    (_, 0) => length(i) / 2.0,
                    _ if i == j => length(i) * length(i) / 3.0,
                    _ => length(i) * length(j) / 4.0,
                };
                entries.push((i, j, mass * mean));
            }
        }
        let lumped = entries.iter().filter(|(i, j, _)| i == j).map(|entry| entry.2).collect();
        let coupled = Some(std::sync::Arc::new(CoupledMass::new(4, &entries)));
        let law = AnyLaw::from_name("linear", LameParameters::from_lame(1e6, 1e6).unwrap()).unwrap();
        Self {
            x_rest: vec![ORIGIN, DVec3::X * LENGTH, DVec3::Y * LENGTH, DVec3::Z * LENGTH],
            points: BodyPoints { x_rest: places, carrier },
            mass: BodyMass { lumped, coupled },
            materials: vec![Material::new(law, DENSITY, Damping::default()).unwrap()],
            stiffness,
        }
    }

    /// The same body, with each weight of its points written in three parts.
    pub fn in_parts(mut self) -> Self {
        let mut carrier = Embedding::new();
        for p in 0..self.points.x_rest.len() {
            let row: Vec<(u32, f64)> = self.points.carrier.row(p).collect();
            carrier
                .push((0..3).flat_map(|_| row.iter().map(|&(node, w)| (node, w / 3.0)).collect::<Vec<_>>()));
        }
        self.points.carrier = carrier;
        self
    }

    pub fn setup(self, velocity: DVec3, spin: DVec3) -> BodySetup {
        BodySetup {
            name: "box".into(),
            body: Box::new(self),
            material_names: vec!["stuff".into()],
            velocity,
            spin,
        }
    }

    fn on_side(&self, region: &Region, x: DVec3) -> bool {
        match region {
            Region::Face(Side::XMin) => x.x == ORIGIN.x,
            Region::Face(Side::XMax) => (x.x - ORIGIN.x - SIZE.x).abs() < 1e-12,
            Region::Face(Side::ZMin) => x.z == ORIGIN.z,
            _ => true,
        }
    }
}

/// The 12 triangles of the box, outward.
pub fn box_faces() -> Vec<Face> {
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    quads
        .iter()
        .flat_map(|&[a, b, c, d]| [Face { nodes: vec![a, b, c] }, Face { nodes: vec![a, c, d] }])
        .collect()
}

impl Body for AffineBody {
    fn method(&self) -> &'static str {
        "affine"
    }
    fn x_rest(&self) -> &[DVec3] {
        &self.x_rest
    }
    fn points(&self) -> Option<&BodyPoints> {
        Some(&self.points)
    }
    fn shift_shares(&self) -> Vec<f64> {
        vec![1.0, 0.0, 0.0, 0.0]
    }
    fn can_lump(&self) -> bool {
        false
    }
    fn mass(&self) -> &BodyMass {
        &self.mass
    }
    fn mass_of_cells(&self, cells: &[u32]) -> BodyMass {
        assert_eq!(cells, [0]);
        self.mass.clone()
    }
    fn terms(&self, _: &str, first_node: u32, _: bool) -> Vec<Box<dyn Term>> {
        let nodes: Vec<u32> = (first_node + 1..first_node + 4).collect();
        let pairs = nodes.iter().map(|&node| (node, node)).collect();
        vec![Box::new(Shape { nodes, pairs, rest: self.x_rest[1..].to_vec(), stiffness: self.stiffness })]
    }
    fn select_points(&self, region: &Region) -> Result<Vec<u32>, RegionError> {
        let inside = |&p: &u32| self.on_side(region, self.points.x_rest[p as usize]);
        Ok((0..self.points.x_rest.len() as u32).filter(inside).collect())
    }
    fn select_cells(&self, _: &Region) -> Result<Vec<u32>, RegionError> {
        Ok(vec![0])
    }
    fn select_faces(&self, region: &Region) -> Result<Vec<Face>, RegionError> {
        let inside =
            |face: &Face| face.nodes.iter().all(|&p| self.on_side(region, self.points.x_rest[p as usize]));
        Ok(box_faces().into_iter().filter(inside).collect())
    }
    fn hold_points(&self, region: &Region, mean: bool) -> Result<Vec<HoldPoint>, RegionError> {
        let held: Vec<DVec3> = corners().into_iter().filter(|&x| self.on_side(region, x)).collect();
        let point = |x: DVec3, stiffness| HoldPoint { x_rest: x, row: row(x), stiffness };
        if mean {
            let middle = held.iter().sum::<DVec3>() / held.len() as f64;
            return Ok(vec![point(middle, 1e6)]);
        }
        Ok(held.into_iter().map(|x| point(x, 1e6)).collect())
    }
    fn surface(&self) -> Vec<Face> {
        box_faces()
    }
    fn face_points(&self) -> Vec<SurfacePoint> {
        let (along_s, along_t) = (vec![-1.0, 1.0, 0.0], vec![-1.0, 0.0, 1.0]);
        vec![SurfacePoint { weight: 0.5, shape: vec![1.0 / 3.0; 3], along_s, along_t }]
    }
    fn embed(&self, point: DVec3) -> (Vec<(u32, f64)>, f64) {
        (row(point), 0.0)
    }
    fn cells(&self) -> Cells {
        Cells::Points { points: vec![8] }
    }
    fn materials(&self) -> &[Material] {
        &self.materials
    }
    fn cell_materials(&self) -> Vec<u32> {
        vec![0]
    }
    fn cell_count(&self) -> usize {
        1
    }
    fn has_thin_measures(&self) -> bool {
        true
    }
    fn cell_fields(&self, _: &[u32], q: &[DVec3]) -> Vec<PointFields> {
        vec![self.fields_at(ORIGIN, q)]
    }
    fn fields_at(&self, _: DVec3, q: &[DVec3]) -> PointFields {
        let stretch = q[1].length() / LENGTH - 1.0;
        PointFields {
            volume: SIZE.x * SIZE.y * SIZE.z,
            volume_ratio: q[1].cross(q[2]).dot(q[3]) / LENGTH.powi(3),
            strain: DMat3::ZERO,
            stress: DMat3::ZERO,
            surface_von_mises: None,
            energy_density: 0.0,
            measures: Some(ThinMeasures { membrane: stretch, bending: 2.0, twist: 3.0 }),
        }
    }
}

/// k/2 sum |q_j - s e_j|^2: the box would rather not turn or shear.
struct Shape {
    nodes: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    rest: Vec<DVec3>,
    stiffness: f64,
}

impl Term for Shape {
    fn name(&self) -> &str {
        "shape"
    }
    fn force_slots(&self) -> &[u32] {
        &self.nodes
    }
    fn forces(&self, at: &At<'_>, out: &mut [DVec3]) {
        for (k, out) in out.iter_mut().enumerate() {
            *out = (at.q[self.nodes[k] as usize] - self.rest[k]) * -self.stiffness;
        }
    }
    fn energy(&self, at: &At<'_>) -> Option<f64> {
        let of = |k: usize| (at.q[self.nodes[k] as usize] - self.rest[k]).length_squared();
        Some((0..3).map(|k| 0.5 * self.stiffness * of(k)).sum())
    }
    fn is_elastic(&self) -> bool {
        true
    }
    fn force_differential(&self, _: &At<'_>, dq: &[DVec3], _: Option<&[DVec3]>, out: &mut [DVec3]) {
        for (&node, out) in self.nodes.iter().zip(out) {
            *out = dq[node as usize] * -self.stiffness;
        }
    }
    fn pair_slots(&self) -> &[(u32, u32)] {
        &self.pairs
    }
    fn tangent(&self, _: &At<'_>, weights: TangentWeights, out: &mut [DMat3]) {
        out.fill(DMat3::from_diagonal(DVec3::splat(self.stiffness * weights.position)));
    }
    fn is_linear(&self) -> bool {
        true
    }
}

pub fn newton() -> Newton {
    let settings = NewtonSettings { tolerance: 1e-10, ..NewtonSettings::default() };
    Newton::new(settings, Box::new(Automatic::default()))
}

pub fn dynamics() -> Box<dyn Stepper> {
    Box::new(ImplicitEuler::new(newton(), false))
}

pub fn statics() -> Box<dyn Stepper> {
    Box::new(QuasiStatic::new(newton(), 1.0, 8))
}

pub fn schedule(duration: f64, step: f64) -> Schedule {
    Schedule {
        duration,
        until: None,
        frame_interval: None,
        sample_interval: None,
        largest_step: Some(step),
        step_is_fixed: false,
        stops: Vec::new(),
    }
}

/// Total mass (kg) and the inertia about the centre.
pub fn mass_and_inertia() -> (f64, DMat3) {
    let mass = DENSITY * SIZE.x * SIZE.y * SIZE.z;
    let s = SIZE * SIZE;
    (mass, DMat3::from_diagonal(DVec3::new(s.y + s.z, s.x + s.z, s.x + s.y) * (mass / 12.0)))
}

/// So that the mass matrix of the helper is checked, too.
pub fn mass_matrix() -> Mass {
    AffineBody::new(0.0).mass.matrix(false)
}
