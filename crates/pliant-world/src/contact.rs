//! What a world is told of contact, and what it tells.

use crate::frame::{ColliderFrame, ColliderPicture, ContactFields};
use crate::world::World;
use glam::DVec3;
use pliant_body::{Body, Cells, Face, Skin};
use pliant_contact::collider::Primitive;
use pliant_contact::{Collider, ColliderShape, ContactBody, ContactSettings};
use pliant_geometry::{BoundingBox, TriangleSurface};
use pliant_system::{Embedding, Motion};
use std::sync::Arc;

/// Who touches, and how.
#[derive(Clone, Debug)]
pub struct ContactSetup {
    /// How touching things act on each other.
    pub settings: ContactSettings,
    /// Rigid things that bodies touch.
    pub colliders: Vec<Collider>,
    /// For each body of the world, in the order they were added.
    pub bodies: Vec<BodyContact>,
}

/// How one body touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BodyContact {
    /// It also touches itself.
    pub touches_itself: bool,
    /// What of it touches.
    pub surface: ContactSurfaceChoice,
}

/// What of a body touches others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ContactSurfaceChoice {
    /// The outside of its cells.
    #[default]
    Cells,
    /// The skin it carries along; its cells if it has none.
    Skin,
}

/// An overlap of two things in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Penetration {
    /// Their names.
    pub names: [String; 2],
    /// The deepest it was (m), beyond what was there at the start.
    pub depth: f64,
    /// That over the local thickness of the thinner of the two.
    pub share: f64,
    /// When (s).
    pub time: f64,
    /// Where (m).
    pub place: DVec3,
}

/// A collider as it is drawn.
pub(crate) struct WorldCollider {
    pub motion: Motion,
    pub picture: Arc<ColliderPicture>,
}

impl WorldCollider {
    /// `around` is the box of the bodies (m): planes are drawn as large as fits them.
    pub fn new(collider: &Collider, around: BoundingBox) -> Self {
        let TriangleSurface { points, triangles } = collider.shape.picture(around);
        let name = collider.name.clone();
        let is_plane = match &collider.shape {
            ColliderShape::Analytic(shape) => matches!(shape.solid(), Primitive::Plane { .. }),
            ColliderShape::Mesh(_) => false,
        };
        Self {
            motion: collider.motion.clone(),
            picture: Arc::new(ColliderPicture { name, points, triangles, is_plane }),
        }
    }

    fn frame(&self, time: f64) -> ColliderFrame {
        let pose = self.motion.pose(time);
        let positions = self.picture.points.iter().map(|&x| pose.to_world(x)).collect();
        ColliderFrame { shape: self.picture.clone(), positions }
    }
}

/// What a body shows to the contact layer; its nodes start at `first_node` in the system.
pub(crate) fn contact_body(name: &str, body: &dyn Body, first_node: u32, choice: BodyContact) -> ContactBody {
    let (points, triangles, is_closed) = match (choice.surface, body.skin()) {
        (ContactSurfaceChoice::Skin, Some(skin)) => skin_surface(skin, body.x_rest()),
        _ => cell_surface(body),
    };
    let x_rest: Vec<DVec3> = (0..points.len()).map(|p| points.value(p, body.x_rest())).collect();
    let node_moduli = node_moduli(body);
    let softest =
        |p: usize| points.row(p).map(|(node, _)| node_moduli[node as usize]).fold(f64::INFINITY, f64::min);
    let moduli = (0..points.len()).map(softest).collect();
    let wave_speed = body.materials().iter().map(|m| m.p_wave_speed()).fold(f64::INFINITY, f64::min);
    let mut placed = Embedding::new();
    for p in 0..points.len() {
        placed.push(points.row(p).map(|(node, weight)| (node + first_node, weight)));
    }
    ContactBody {
        name: name.to_owned(),
        points: placed,
        x_rest,
        triangles,
        is_closed,
        radii: Vec::new(),
        moduli,
        wave_speed,
        touches_itself: choice.touches_itself,
    }
}

/// The outside of the cells: its nodes, and triangles over them.
fn cell_surface(body: &dyn Body) -> (Embedding, Vec<[u32; 3]>, bool) {
    let faces = body.surface();
    let all: Vec<[u32; 3]> = faces.iter().flat_map(|f| crate::builder::face_triangles(&f.nodes)).collect();
    let mut nodes: Vec<u32> = all.iter().flatten().copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    let point = |node: u32| nodes.partition_point(|&n| n < node) as u32;
    let triangles = all.iter().map(|t| t.map(point)).collect();
    (Embedding::of_nodes(&nodes), triangles, true)
}

/// The skin as it is: a solid if every edge has two triangles and they look outwards, else a sheet.
fn skin_surface(skin: &Skin, x_rest: &[DVec3]) -> (Embedding, Vec<[u32; 3]>, bool) {
    let mut sides: Vec<[u32; 2]> =
        skin.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    sides.sort_unstable();
    let mut back: Vec<[u32; 2]> = sides.iter().map(|&[a, b]| [b, a]).collect();
    back.sort_unstable();
    let is_closed = sides == back && sides.windows(2).all(|pair| pair[0] != pair[1]);
    let points = skin.points(x_rest);
    let volume: f64 =
        skin.triangles.iter().map(|t| t.map(|p| points[p as usize])).map(|[a, b, c]| a.dot(b.cross(c))).sum();
    let turned = |&[a, b, c]: &[u32; 3]| if is_closed && volume < 0.0 { [a, c, b] } else { [a, b, c] };
    (skin.carrier.clone(), skin.triangles.iter().map(turned).collect(), is_closed)
}

/// E / (1 - nu^2) at each node: that of the softest cell around it.
fn node_moduli(body: &dyn Body) -> Vec<f64> {
    let of_material: Vec<f64> = body
        .materials()
        .iter()
        .map(|material| {
            let lame = material.law.lame();
            let (lambda, mu) = (lame.lambda(), lame.mu());
            4.0 * mu * (lambda + mu) / (lambda + 2.0 * mu)
        })
        .collect();
    let Cells::Tets { nodes_a_cell, nodes } = body.cells();
    let mut moduli = vec![f64::INFINITY; body.x_rest().len()];
    for (cell, &material) in nodes.chunks(nodes_a_cell).zip(&body.cell_materials()) {
        for &node in cell {
            moduli[node as usize] = moduli[node as usize].min(of_material[material as usize]);
        }
    }
    moduli
}

/// The nodes that share the force of a face.
fn bearing(face: &Face) -> &[u32] {
    if face.nodes.len() == 6 { &face.nodes[3..] } else { &face.nodes }
}

/// Corners of quadratic faces get the mean of the mid-side nodes next to them.
fn average_corners(faces: &[Face], values: &mut [f64]) {
    let mut sums = vec![(0.0, 0u32); values.len()];
    for face in faces.iter().filter(|face| face.nodes.len() == 6) {
        let n = &face.nodes;
        for (corner, mids) in [(n[0], [n[3], n[5]]), (n[1], [n[3], n[4]]), (n[2], [n[4], n[5]])] {
            let sum = &mut sums[corner as usize];
            *sum = (sum.0 + values[mids[0] as usize] + values[mids[1] as usize], sum.1 + 2);
        }
    }
    for (value, (sum, count)) in values.iter_mut().zip(sums) {
        if count > 0 {
            *value = sum / f64::from(count);
        }
    }
}

impl World {
    /// The deepest overlap of each pair of things so far, beyond what was there at the start.
    pub fn penetrations(&self) -> Vec<Penetration> {
        let Some(contact) = &self.system.contact else { return Vec::new() };
        let named = |d: &pliant_system::Deepest| Penetration {
            names: d.pair.map(|number| contact.name(number).to_owned()),
            depth: d.depth,
            share: d.share,
            time: d.time,
            place: DVec3::from_array(d.place),
        };
        self.state.contact.deepest.iter().map(named).collect()
    }

    /// What overlaps at the start.
    pub fn start_overlaps(&self) -> &[pliant_contact::Overlap] {
        &self.start_overlaps
    }

    pub(crate) fn collider_frames(&self) -> Vec<ColliderFrame> {
        self.colliders.iter().map(|collider| collider.frame(self.state.time)).collect()
    }

    /// Contact as it is now, for the nodes of a body; `gaps` are those of all nodes.
    pub(crate) fn contact_fields(&self, body: usize, gaps: &[f64]) -> Option<ContactFields> {
        if self.state.contact.force.is_empty() && self.system.contact.is_none() {
            return None;
        }
        let range = self.node_range(body);
        let force = match self.state.contact.force.get(range.clone()) {
            Some(force) => force.to_vec(),
            None => vec![DVec3::ZERO; range.len()],
        };
        let pressure = self.pressures(body, &force);
        Some(ContactFields { force, pressure, gap: gaps[range].to_vec() })
    }

    /// Force over the area around each node of a body's surface that faces it now (Pa). Quadratic faces bear uniform
    /// pressure with their mid-side nodes alone; their corners get the mean of those around.
    pub(crate) fn pressures(&self, body: usize, force: &[DVec3]) -> Vec<f64> {
        let x = self.positions(body);
        let along: Vec<DVec3> = force.iter().map(|f| f.normalize_or_zero()).collect();
        let mut facing = vec![0.0; x.len()];
        let faces = &self.bodies[body].faces;
        for face in faces {
            let [a, b, c] = [0, 1, 2].map(|k| x[face.nodes[k] as usize]);
            let third = (b - a).cross(c - a) / 6.0;
            for &node in bearing(face) {
                facing[node as usize] += (-third.dot(along[node as usize])).max(0.0);
            }
        }
        let pressure = |(area, force): (&f64, &DVec3)| if *area > 0.0 { force.length() / area } else { 0.0 };
        let mut pressures: Vec<f64> = facing.iter().zip(force).map(pressure).collect();
        average_corners(faces, &mut pressures);
        pressures
    }

    /// Gaps of all nodes now (m).
    pub(crate) fn node_gaps(&mut self) -> Vec<f64> {
        let mut gaps = vec![f64::NAN; self.state.q.len()];
        if let Some(contact) = &mut self.system.contact {
            contact.node_gaps(&self.state.q, self.state.time, &mut gaps);
        }
        gaps
    }
}
