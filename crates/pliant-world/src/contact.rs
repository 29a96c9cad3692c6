//! What a world is told of contact, and what it tells.

use crate::frame::{ColliderFrame, ColliderPicture, ContactFields};
use crate::world::World;
use glam::DVec3;
use pliant_body::{Body, Cells, Face, Skin};
use pliant_contact::collider::Primitive;
use pliant_contact::{Collider, ColliderShape, ContactBody, ContactSettings};
use pliant_geometry::{BoundingBox, TriangleSurface};
use pliant_material::Material;
use pliant_system::{Embedding, Motion};
use rayon::prelude::*;
use std::borrow::Cow;
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

/// What of a body touches: points over its own nodes, and triangles over these points.
struct Touching {
    points: Embedding,
    triangles: Vec<[u32; 3]>,
    is_closed: bool,
    radii: Vec<f64>,
    /// E / (1 - nu^2) at each point (Pa).
    moduli: Vec<f64>,
}

/// What a body shows to the contact layer; its nodes start at `first_node` in the system.
pub(crate) fn contact_body(name: &str, body: &dyn Body, first_node: u32, choice: BodyContact) -> ContactBody {
    let Touching { points, triangles, is_closed, radii, moduli } = match (choice.surface, body.skin()) {
        (ContactSurfaceChoice::Skin, Some(skin)) => skin_surface(skin, body),
        _ => own_surface(body),
    };
    let x_rest: Vec<DVec3> = (0..points.len()).map(|p| points.value(p, body.x_rest())).collect();
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
        radii,
        moduli,
        wave_speed,
        touches_itself: choice.touches_itself,
    }
}

/// The points of a body that its own surface touches with, ascending: of a body without a surface those that have a radius.
pub(crate) fn touching_points(body: &dyn Body) -> Vec<u32> {
    let faces = body.surface();
    if faces.is_empty() {
        return (0..body.radii().len() as u32).collect();
    }
    let mut points: Vec<u32> =
        faces.iter().flat_map(|f| crate::builder::face_triangles(&f.nodes)).flatten().collect();
    points.sort_unstable();
    points.dedup();
    // Every point was there six times.
    points.shrink_to_fit();
    points
}

/// The outside of the body: its points, and triangles over them; spheres if it has no surface.
fn own_surface(body: &dyn Body) -> Touching {
    let used = touching_points(body);
    let number = |point: u32| used.partition_point(|&p| p < point) as u32;
    let faces = body.surface();
    let triangles: Vec<[u32; 3]> =
        faces.iter().flat_map(|f| crate::builder::face_triangles(&f.nodes)).map(|t| t.map(number)).collect();
    let mut points = Embedding::new();
    used.iter().for_each(|&point| points.push(body.carriers(point)));
    let moduli = match body.points() {
        None => softest_of_nodes(body, &points),
        Some(_) => moduli_nearby(body, &used),
    };
    let radii = if triangles.is_empty() { body.radii().to_vec() } else { Vec::new() };
    Touching { points, is_closed: has_closed_surface(body), triangles, radii, moduli }
}

/// Whether the surface of a body encloses it; the outside of tetrahedra always does.
pub(crate) fn has_closed_surface(body: &dyn Body) -> bool {
    let triangles: Vec<[u32; 3]> = match body.cells() {
        Cells::Tets { .. } => return true,
        Cells::Points { .. } => {
            body.surface().iter().flat_map(|f| crate::builder::face_triangles(&f.nodes)).collect()
        }
    };
    !triangles.is_empty() && every_side_has_its_back(&triangles)
}

/// Whether each edge has two triangles that run along it in opposite directions.
fn every_side_has_its_back(triangles: &[[u32; 3]]) -> bool {
    let mut sides: Vec<[u32; 2]> = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    sides.sort_unstable();
    let mut back: Vec<[u32; 2]> = sides.iter().map(|&[a, b]| [b, a]).collect();
    back.sort_unstable();
    sides == back && sides.windows(2).all(|pair| pair[0] != pair[1])
}

/// The skin as it is: a solid if every edge has two triangles and they look outwards, else a sheet.
fn skin_surface(skin: &Skin, body: &dyn Body) -> Touching {
    let is_closed = every_side_has_its_back(&skin.triangles);
    let points = skin.points(body.x_rest());
    let volume: f64 =
        skin.triangles.iter().map(|t| t.map(|p| points[p as usize])).map(|[a, b, c]| a.dot(b.cross(c))).sum();
    let turned = |&[a, b, c]: &[u32; 3]| if is_closed && volume < 0.0 { [a, c, b] } else { [a, b, c] };
    Touching {
        points: skin.carrier.clone(),
        triangles: skin.triangles.iter().map(turned).collect(),
        is_closed,
        radii: Vec::new(),
        moduli: softest_of_nodes(body, &skin.carrier),
    }
}

/// E / (1 - nu^2) of each material (Pa).
fn material_moduli(body: &dyn Body) -> Vec<f64> {
    let of = |material: &Material| {
        let lame = material.law.lame();
        let (lambda, mu) = (lame.lambda(), lame.mu());
        4.0 * mu * (lambda + mu) / (lambda + 2.0 * mu)
    };
    body.materials().iter().map(of).collect()
}

/// The modulus at points that are carried by nodes of cells: that of the softest cell around.
fn softest_of_nodes(body: &dyn Body, points: &Embedding) -> Vec<f64> {
    let (of_material, cells) = (material_moduli(body), body.cells());
    let each = cells.points_a_cell();
    let mut of_node = vec![f64::INFINITY; body.x_rest().len()];
    for (cell, &material) in cells.into_points().chunks(each).zip(&body.cell_materials()) {
        for &node in cell {
            of_node[node as usize] = of_node[node as usize].min(of_material[material as usize]);
        }
    }
    let softest =
        |p: usize| points.row(p).map(|(node, _)| of_node[node as usize]).fold(f64::INFINITY, f64::min);
    (0..points.len()).map(softest).collect()
}

/// The modulus at points of a body whose cells are points, too: that of the cell next to it.
fn moduli_nearby(body: &dyn Body, points: &[u32]) -> Vec<f64> {
    let (of_material, materials) = (material_moduli(body), body.cell_materials());
    let (rest, cells) = (body.points_at_rest(), body.cells().into_points());
    let nearest = |&point: &u32| {
        let away = |cell: usize| rest[cells[cell] as usize].distance_squared(rest[point as usize]);
        let cell = (0..cells.len()).min_by(|&a, &b| away(a).total_cmp(&away(b)));
        cell.map_or(f64::INFINITY, |cell| of_material[materials[cell] as usize])
    };
    match of_material[..] {
        [only] => vec![only; points.len()],
        _ => points.par_iter().map(nearest).collect(),
    }
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

    /// Contact as it is now, for the points of a body; `gaps` are those of all points.
    pub(crate) fn contact_fields(&self, body: usize, gaps: &[f64]) -> Option<ContactFields> {
        if self.state.contact.force.is_empty() && self.system.contact.is_none() {
            return None;
        }
        let force = self.contact_forces(body).into_owned();
        let pressure = self.pressures(body, &force);
        Some(ContactFields { force, pressure, gap: gaps[self.bodies[body].points()].to_vec() })
    }

    /// Contact force on each point of a body in the last step (N).
    pub(crate) fn contact_forces(&self, index: usize) -> Cow<'_, [DVec3]> {
        let body = &self.bodies[index];
        if body.is_nodal() {
            let known = self.state.contact.force.get(body.nodes());
            return known.map_or_else(|| Cow::Owned(vec![DVec3::ZERO; body.node_count]), Cow::Borrowed);
        }
        let mut forces = vec![DVec3::ZERO; body.shape.rest.len()];
        let own = self.on_contact_points.get(body.contact_points.clone()).unwrap_or_default();
        for (&point, force) in body.touching.iter().zip(own) {
            forces[point as usize] = *force;
        }
        Cow::Owned(forces)
    }

    /// Force over the area around each point of a body's surface that faces it now (Pa). Quadratic faces bear uniform
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

    /// Gaps of all points now (m).
    pub(crate) fn point_gaps(&mut self) -> Vec<f64> {
        let mut of_nodes = vec![f64::NAN; self.state.q.len()];
        let mut of_contact_points = Vec::new();
        if let Some(contact) = &mut self.system.contact {
            contact.node_gaps(&self.state.q, self.state.time, &mut of_nodes);
            if self.bodies.iter().any(|body| !body.is_nodal()) {
                contact.point_gaps(&self.state.q, self.state.time, &mut of_contact_points);
            }
        }
        let mut gaps = Vec::with_capacity(of_nodes.len());
        for body in &self.bodies {
            if body.is_nodal() {
                gaps.extend_from_slice(&of_nodes[body.nodes()]);
                continue;
            }
            let first = gaps.len();
            gaps.resize(first + body.shape.rest.len(), f64::NAN);
            let own = of_contact_points.get(body.contact_points.clone()).unwrap_or_default();
            body.touching.iter().zip(own).for_each(|(&point, gap)| gaps[first + point as usize] = *gap);
        }
        gaps
    }
}
