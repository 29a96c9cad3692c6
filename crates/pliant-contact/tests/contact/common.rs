//! Small bodies and colliders to touch with, and random numbers that are always the same.

use glam::{DQuat, DVec3};
use pliant_contact::collider::Primitive;
use pliant_contact::{
    Analytic, Collider, ColliderMesh, ColliderShape, ContactBody, ContactLayer, ContactSettings, Friction,
};
use pliant_geometry::TriangleSurface;
use pliant_system::{Embedding, Interpolation, Keyframe, Motion, State};

/// E / (1 - nu^2) of all bodies (Pa).
pub const MODULUS: f64 = 1e6;

/// Speed of sound of all bodies (m/s).
pub const WAVE_SPEED: f64 = 10.0;

/// A collider that stays where it is.
pub fn still(name: &str, solid: Primitive) -> Collider {
    let shape = ColliderShape::Analytic(Analytic::new(solid, false).unwrap());
    Collider { name: name.to_owned(), shape, motion: Motion::still(), friction: None }
}

/// The ground z = 0.
pub fn floor() -> Collider {
    still("floor", Primitive::Plane { point: DVec3::ZERO, normal: DVec3::Z })
}

/// A collider of triangles that stays where it is.
pub fn mesh(name: &str, surface: &TriangleSurface) -> Collider {
    let shape = ColliderShape::Mesh(ColliderMesh::new(surface).unwrap());
    Collider { name: name.to_owned(), shape, motion: Motion::still(), friction: None }
}

/// Moves by `shift` (m) and turns by `turn` (rad) about z in the first second.
pub fn moving(mut collider: Collider, shift: DVec3, turn: f64) -> Collider {
    let keys =
        vec![Keyframe { time: 0.0, shift: DVec3::ZERO, turn: 0.0 }, Keyframe { time: 1.0, shift, turn }];
    collider.motion = Motion::new(keys, DVec3::Z, DVec3::new(0.1, -0.2, 0.0), Interpolation::Linear);
    collider
}

/// A surface of triangles whose points are the nodes from `first_node` on.
pub fn body(name: &str, first_node: u32, surface: &TriangleSurface, is_closed: bool) -> ContactBody {
    let nodes: Vec<u32> = (0..surface.points.len() as u32).map(|p| first_node + p).collect();
    ContactBody {
        name: name.to_owned(),
        points: Embedding::of_nodes(&nodes),
        x_rest: surface.points.clone(),
        triangles: surface.triangles.clone(),
        is_closed,
        radii: Vec::new(),
        moduli: vec![MODULUS; surface.points.len()],
        wave_speed: WAVE_SPEED,
        touches_itself: false,
    }
}

/// Spheres of one radius whose centres are the nodes from `first_node` on.
pub fn spheres(name: &str, first_node: u32, centres: &[DVec3], radius: f64) -> ContactBody {
    let surface = TriangleSurface { points: centres.to_vec(), triangles: Vec::new() };
    let mut body = body(name, first_node, &surface, false);
    body.radii = vec![radius; centres.len()];
    body
}

/// A block outward, two triangles a side.
pub fn block(corner: DVec3, size: DVec3) -> TriangleSurface {
    let bits = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    let points = (0..8).map(|i| corner + bits(i) * size).collect();
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    TriangleSurface { points, triangles: sides.iter().flat_map(|&s| halves(s)).collect() }
}

fn halves([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

/// A square sheet of `cells` x `cells` quads, facing z, from a corner.
pub fn sheet(corner: DVec3, size: f64, cells: u32) -> TriangleSurface {
    let at = |i: u32, j: u32| j * (cells + 1) + i;
    let step = size / f64::from(cells);
    let points = (0..=cells)
        .flat_map(|j| (0..=cells).map(move |i| corner + DVec3::new(f64::from(i), f64::from(j), 0.0) * step))
        .collect();
    let quads = (0..cells).flat_map(|j| (0..cells).map(move |i| (i, j)));
    let quad = |(i, j)| halves([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
    TriangleSurface { points, triangles: quads.flat_map(quad).collect() }
}

/// A closed plate: two sheets and a rim of quads. The top is `corner.z` + thickness.
pub fn plate(corner: DVec3, size: f64, cells: u32, thickness: f64) -> TriangleSurface {
    let top = sheet(corner + DVec3::Z * thickness, size, cells);
    let bottom = sheet(corner, size, cells);
    let below = top.points.len() as u32;
    let at = |i: u32, j: u32| j * (cells + 1) + i;
    let mut triangles = top.triangles;
    triangles.extend(bottom.triangles.iter().map(|&[a, b, c]| [a + below, c + below, b + below]));
    let mut wall = |a: u32, b: u32| triangles.extend(halves([a + below, b + below, b, a]));
    for i in 0..cells {
        wall(at(i, 0), at(i + 1, 0));
        wall(at(cells, i), at(cells, i + 1));
        wall(at(i + 1, cells), at(i, cells));
        wall(at(0, i + 1), at(0, i));
    }
    TriangleSurface { points: top.points.into_iter().chain(bottom.points).collect(), triangles }
}

/// The surface turned about its own mean point, then moved.
pub fn placed(surface: &TriangleSurface, rotation: DQuat, shift: DVec3) -> TriangleSurface {
    let middle = surface.points.iter().sum::<DVec3>() / surface.points.len() as f64;
    let points = surface.points.iter().map(|x| middle + shift + rotation * (*x - middle)).collect();
    TriangleSurface { points, triangles: surface.triangles.clone() }
}

/// With this friction, sticking and sliding alike.
pub fn rough(coefficient: f64) -> ContactSettings {
    ContactSettings { friction: Friction::new(coefficient), ..ContactSettings::default() }
}

/// A layer over nodes of one kilogram, and a state at rest with the nodes where the bodies rest. Bodies must number
/// their nodes one after the other.
pub fn scene(
    bodies: Vec<ContactBody>,
    colliders: Vec<Collider>,
    settings: ContactSettings,
) -> (ContactLayer, State) {
    let q: Vec<DVec3> = bodies.iter().flat_map(|b| b.x_rest.clone()).collect();
    let masses = vec![1.0; q.len()];
    (ContactLayer::new(bodies, colliders, settings, &masses), State::at_rest(q))
}

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Between 0 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn within(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.unit()
    }

    /// Each coordinate between -1 and 1.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.within(-1.0, 1.0), self.within(-1.0, 1.0), self.within(-1.0, 1.0))
    }

    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.vector();
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    pub fn rotation(&mut self) -> DQuat {
        DQuat::from_axis_angle(self.direction(), self.within(0.0, 6.0))
    }
}

/// All that a layer says of a place, to be compared bit by bit.
pub trait ContactLayerExt {
    fn bits(&self, q: &[DVec3]) -> Vec<u64>;
}

impl ContactLayerExt for ContactLayer {
    fn bits(&self, q: &[DVec3]) -> Vec<u64> {
        use pliant_system::Contact;
        let mut forces = vec![DVec3::ZERO; q.len()];
        self.add_forces(q, &mut forces);
        let figures = forces.iter().flat_map(|f| f.to_array());
        figures.chain([self.potential(q), self.stored_energy(q)]).map(f64::to_bits).collect()
    }
}

/// Where contact of a body with triangles and edges begins: half a percent of the mean length of its edges (m). The bodies here
/// are thick enough.
pub fn skin(surface: &TriangleSurface) -> f64 {
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for &[a, b, c] in &surface.triangles {
        edges.extend([[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]));
    }
    edges.sort_unstable();
    edges.dedup();
    let length = |&[p, q]: &[u32; 2]| surface.points[p as usize].distance(surface.points[q as usize]);
    0.005 * edges.iter().map(length).sum::<f64>() / edges.len() as f64
}
