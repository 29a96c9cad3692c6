//! Meshes, bodies and numbers shared by the tests of this crate.

#![allow(dead_code, clippy::unwrap_used)]

use glam::{DMat3, DQuat, DVec3};
use pliant_body::cloud::{CloudBody, CloudSetup};
use pliant_body::peridynamic::{Form, Influence, PeridynamicSetup};
use pliant_body::phyxel::{NeighbourKernel, PhyxelSetup, Support};
use pliant_body::tet::TetBody;
use pliant_geometry::matter::{MaterialCloud, Matter};
use pliant_geometry::{ElementOrder, Placement, TetMesh, shapes};
use pliant_material::bond::{Basis, BasisSum, Bonds, Orthotropy};
use pliant_material::{AnyLaw, Damping, LameParameters, Material};

/// SplitMix64 (Steele, Lea & Flood 2014): the same numbers in every run.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Uniform in [-1, 1).
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    pub fn matrix(&mut self, size: f64) -> DMat3 {
        DMat3::from_cols(self.vector(), self.vector(), self.vector()) * size
    }

    pub fn rotation(&mut self) -> DMat3 {
        let v = self.vector();
        DMat3::from_quat(DQuat::from_xyzw(v.x, v.y, v.z, self.number() + 1e-3).normalize())
    }

    pub fn field(&mut self, n: usize, size: f64) -> Vec<DVec3> {
        (0..n).map(|_| self.vector() * size).collect()
    }
}

pub const ORDERS: [ElementOrder; 2] = [ElementOrder::Linear, ElementOrder::Quadratic];
pub const DENSITY: f64 = 3.0;

pub fn lame() -> LameParameters {
    LameParameters::from_young_poisson(1.7, 0.3).unwrap()
}

/// A unit cube of irregular elements: every node that is not on the surface is moved, then mid-side nodes are put
/// in the middles of the edges.
pub fn irregular_cube(cells: [usize; 3], order: ElementOrder, random: &mut Random) -> TetMesh {
    let mut mesh = shapes::unit_box(cells);
    let cell = 1.0 / *cells.iter().max().unwrap() as f64;
    for x in &mut mesh.nodes {
        if is_inside(*x) {
            *x += random.vector() * (0.15 * cell);
        }
    }
    match order {
        ElementOrder::Linear => mesh,
        ElementOrder::Quadratic => mesh.to_quadratic(),
    }
}

/// Strictly inside the unit cube.
pub fn is_inside(x: DVec3) -> bool {
    x.min_element() > 1e-9 && x.max_element() < 1.0 - 1e-9
}

pub fn body(mesh: TetMesh, law: AnyLaw, damping: Damping) -> TetBody {
    let elements = mesh.element_count();
    let material = Material::new(law, DENSITY, damping).unwrap();
    TetBody::new(mesh, &Placement::at(DVec3::ZERO), vec![material], vec![0; elements]).unwrap()
}

/// Stretched, sheared, turned, and every node moved a little by itself: no symmetry left, no element inverted.
pub fn deformed(x_rest: &[DVec3], noise: f64, random: &mut Random) -> Vec<DVec3> {
    let F = random.rotation() * (DMat3::IDENTITY + random.matrix(0.12));
    let shift = random.vector();
    x_rest.iter().map(|x| F * *x + shift + random.vector() * noise).collect()
}

pub fn largest(field: &[DVec3]) -> f64 {
    field.iter().map(|x| x.length()).fold(0.0, f64::max)
}

pub fn largest_difference(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

pub fn moved(q: &[DVec3], direction: &[DVec3], step: f64) -> Vec<DVec3> {
    q.iter().zip(direction).map(|(q, d)| *q + *d * step).collect()
}

/// Fourth-order central difference of a scalar along a line.
pub fn slope(f: impl Fn(f64) -> f64, h: f64) -> f64 {
    (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
}

/// Fourth-order central difference of a field along a line.
pub fn slope_of_field(mut f: impl FnMut(f64) -> Vec<DVec3>, h: f64) -> Vec<DVec3> {
    let (a, b, c, d) = (f(h), f(-h), f(2.0 * h), f(-2.0 * h));
    (0..a.len()).map(|i| ((a[i] - b[i]) * 8.0 - (c[i] - d[i])) / (12.0 * h)).collect()
}

/// True if the symmetric matrix plus `shift` on its diagonal has a Cholesky factor.
pub fn is_positive_definite(mut a: Vec<Vec<f64>>, shift: f64) -> bool {
    let n = a.len();
    for k in 0..n {
        a[k][k] += shift;
    }
    for k in 0..n {
        if a[k][k].is_nan() || a[k][k] <= 0.0 {
            return false;
        }
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            for j in k + 1..n {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    true
}

/// A unit cube of irregular points.
fn irregular_cloud(counts: [usize; 3], material: Material) -> CloudSetup {
    let cell = DVec3::from_array(counts.map(|n| 1.0 / n as f64));
    let mut random = Random::new(7);
    let mut points = Vec::new();
    for i in 0..counts[0] {
        for j in 0..counts[1] {
            for k in 0..counts[2] {
                let place = DVec3::new(i as f64, j as f64, k as f64) + 0.5;
                points.push((place + random.vector() * 0.15) * cell);
            }
        }
    }
    let n = points.len();
    let cloud = MaterialCloud::from_points_and_radii(points.clone(), vec![0.5 * cell.max_element(); n]);
    CloudSetup {
        matter: Matter { cloud, ..Matter::default() },
        points,
        volumes: vec![1.0 / n as f64; n],
        spacings: vec![cell.max_element(); n],
        point_of_piece: (0..n as u32).collect(),
        material_of_point: vec![0; n],
        materials: vec![material],
        irregular: false,
        gentle_holds: true,
    }
}

/// A unit cube of irregular phyxels.
pub fn phyxels(counts: [usize; 3], law: AnyLaw, damping: Damping, quadratic: bool) -> CloudBody {
    let setup = PhyxelSetup {
        cloud: irregular_cloud(counts, Material::new(law, DENSITY, damping).unwrap()),
        quadratic,
        kernel: if quadratic { NeighbourKernel::InverseSquare } else { NeighbourKernel::Poly6 },
        support: Support::Radius(if quadratic { 2.6 } else { 1.8 }),
        stabilisation: 4.0,
        // An energy of J beside the small-strain law would be neither linear nor the same from every side.
        volume_stiffness: if quadratic && !law.is_linear() { 0.7 } else { 0.0 },
    };
    CloudBody::new(std::sync::Arc::new(setup.model().unwrap()), &Placement::default())
}

fn make_thin(cloud: &mut CloudSetup, counts: [usize; 3]) {
    const SPACING: f64 = 0.5;
    const THICKNESS: f64 = 0.3;
    let along = counts.map(|n| n > 1);
    for x in &mut cloud.points {
        for axis in 0..3 {
            x[axis] = if along[axis] { x[axis] * SPACING * counts[axis] as f64 } else { 0.0 };
        }
    }
    let volume: f64 = along.iter().map(|along| if *along { SPACING } else { THICKNESS }).product();
    cloud.volumes.fill(volume);
    cloud.spacings.fill(SPACING);
    let radii = vec![0.5 * THICKNESS; cloud.points.len()];
    cloud.matter.cloud = MaterialCloud::from_points_and_radii(cloud.points.clone(), radii);
}

/// A unit cube of irregular points with bonds; where there is only one along an axis, a layer or a row of them, half a metre apart and as thin as
/// such things are.
pub fn bonded(counts: [usize; 3], material: Material) -> CloudBody {
    let mut cloud = irregular_cloud(counts, material);
    if counts.contains(&1) {
        make_thin(&mut cloud, counts);
    }
    let setup = PeridynamicSetup {
        cloud,
        horizon: 1.9,
        influence: Influence::Inverse,
        forms: vec![Form::Bonds],
        directions: Vec::new(),
        stabilisation: 4.0,
    };
    CloudBody::new(std::sync::Arc::new(setup.model().unwrap()), &Placement::default())
}

/// Materials of bonds: one of each kind of function, mixed ones, unlike g and h, St. Venant-Kirchhoff's law, unlike directions.
pub fn bond_materials(damping: Damping) -> Vec<(&'static str, Material)> {
    let plain = |lame| {
        let law = AnyLaw::from_name("stvk", lame).unwrap();
        Material::new(law, DENSITY, damping).unwrap()
    };
    let with = |g: &[(Basis, f64)], h: &[(Basis, f64)], lame: LameParameters| {
        let bonds = Bonds { dilation: BasisSum::new(g).unwrap(), stretch: BasisSum::new(h).unwrap() };
        Material { bonds: Some(bonds), ..plain(lame) }
    };
    let (b1, a1, a4) = ([(Basis::B(1), 1.0)], [(Basis::A(1), 1.0)], [(Basis::A(4), 1.0)]);
    let mixed = [(Basis::A(2), 0.4), (Basis::B(3), 0.6)];
    let auxetic = LameParameters::from_young_poisson(2.0, 0.1).unwrap();
    let along = Orthotropy::new([2.0, 1.0, 0.7], 0.3).unwrap();
    vec![
        ("linear", with(&b1, &b1, lame())),
        ("A1", with(&a1, &a1, auxetic)),
        ("A4 and mixed", with(&a4, &mixed, lame())),
        ("stvk", plain(lame())),
        ("stvk along", Material { orthotropy: Some(along), ..plain(lame()) }),
    ]
}
