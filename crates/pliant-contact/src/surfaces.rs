//! Everything that can touch, in flat arrays: points, triangles and edges of all bodies, then those of colliders.
//!
//! Points of bodies are carried by nodes of the system; points of colliders are *kinematic*: they move as they are told.

use crate::collider::{Collider, ColliderShape};
use crate::merged;
use crate::setup::ContactBody;
use crate::thickness::{self, Outside};
use glam::DVec3;
use pliant_system::Pose;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock};

/// Marks points that no single node carries, and missing triangles.
pub(crate) const NONE: u32 = u32::MAX;

/// Who owns a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A body of the system, by its number.
    Body(u32),
    /// A collider, by its number.
    Collider(u32),
}

/// Points, triangles and edges of one body or collider.
pub(crate) struct Surface {
    pub owner: Owner,
    pub points: Range<u32>,
    pub triangles: Range<u32>,
    pub edges: Range<u32>,
    pub is_closed: bool,
    pub touches_itself: bool,
    /// Mean length of edges at rest (m).
    pub edge_length: f64,
    /// Room around the way of its points that a search looks at (m).
    pub room: f64,
    /// How far from it contact with triangles and edges begins (m); zero for colliders.
    pub skin: f64,
}

/// Two points and the one or two triangles they join; none for the edges of analytic shapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub points: [u32; 2],
    pub triangles: [u32; 2],
}

/// All surfaces.
pub(crate) struct Surfaces {
    pub surfaces: Vec<Surface>,
    /// The one node behind a point, or [`NONE`].
    node: Vec<u32>,
    starts: Vec<u32>,
    nodes: Vec<u32>,
    weights: Vec<f64>,
    /// Where the points of colliders begin.
    pub first_kinematic: usize,
    /// Some point of a body follows more nodes than elements have.
    pub is_carried_by_many: bool,
    /// Memory of [`Known`], to be used again when nobody looks at it.
    known: Mutex<Vec<KnownVectors>>,
    pub x_rest: Vec<DVec3>,
    pub radius: Vec<f64>,
    /// Area that belongs to a point at rest (m2).
    pub area: Vec<f64>,
    /// How thick the body is below the point at rest (m); infinite for colliders.
    pub thickness: Vec<f64>,
    /// How deep a point or what it spans may be entered before the wrong side is the nearest (m).
    pub depth_limit: Vec<f64>,
    /// Normal stiffness a point brings (N/m); infinite for colliders.
    pub stiffness: Vec<f64>,
    /// Mass a point stands for (kg); infinite for colliders.
    pub mass: Vec<f64>,
    pub surface_of_point: Vec<u32>,
    pub triangles: Vec<[u32; 3]>,
    pub triangle_edges: Vec<[u32; 3]>,
    pub surface_of_triangle: Vec<u32>,
    pub edges: Vec<Edge>,
    pub surface_of_edge: Vec<u32>,
    ring_starts: Vec<u32>,
    rings: Vec<u32>,
}

/// How much stiffer a touching pair is than the layer of material below it: overlaps are this much smaller than what
/// the material gives.
pub(crate) const STIFFER: f64 = 20.0;

/// Room around the way of a point, over the mean length of the edges of its surface.
const ROOM: f64 = 0.15;

/// Where contact with triangles and edges begins, over the mean length of edges: which side of each other two edges are on
/// can only be told while they do not touch.
const SKIN: f64 = 0.005;

/// The same at most, over the thickness of the thinnest part.
const SKIN_OF_THICKNESS: f64 = 0.02;

impl Surfaces {
    pub fn new(bodies: &[ContactBody], colliders: &[Collider], node_masses: &[f64]) -> Self {
        let mut all = Self::empty();
        for (i, body) in bodies.iter().enumerate() {
            all.add_body(i as u32, body, node_masses);
        }
        all.first_kinematic = all.x_rest.len();
        all.is_carried_by_many = (0..all.first_kinematic as u32).any(|p| all.row(p).count() > merged::FEW);
        for (i, collider) in colliders.iter().enumerate() {
            all.add_collider(i as u32, collider);
        }
        all.find_rings();
        all.make_room();
        all
    }

    /// Colliders may have triangles of any size: their room is no larger than that of the bodies.
    fn make_room(&mut self) {
        let bodies = self.surfaces.iter().filter(|s| matches!(s.owner, Owner::Body(_)));
        let shortest = bodies.map(|s| s.edge_length).fold(f64::INFINITY, f64::min);
        for surface in &mut self.surfaces {
            surface.room = ROOM
                * match surface.owner {
                    Owner::Body(_) => surface.edge_length,
                    Owner::Collider(_) => surface.edge_length.min(shortest),
                };
        }
    }

    fn empty() -> Self {
        Self {
            surfaces: Vec::new(),
            node: Vec::new(),
            starts: vec![0],
            nodes: Vec::new(),
            weights: Vec::new(),
            first_kinematic: 0,
            is_carried_by_many: false,
            known: Mutex::default(),
            x_rest: Vec::new(),
            radius: Vec::new(),
            area: Vec::new(),
            thickness: Vec::new(),
            depth_limit: Vec::new(),
            stiffness: Vec::new(),
            mass: Vec::new(),
            surface_of_point: Vec::new(),
            triangles: Vec::new(),
            triangle_edges: Vec::new(),
            surface_of_triangle: Vec::new(),
            edges: Vec::new(),
            surface_of_edge: Vec::new(),
            ring_starts: Vec::new(),
            rings: Vec::new(),
        }
    }

    fn add_body(&mut self, number: u32, body: &ContactBody, node_masses: &[f64]) {
        let first = self.x_rest.len() as u32;
        let mut areas = point_areas(body);
        // Points of triangles without area must not be without stiffness.
        let mean = areas.iter().sum::<f64>() / areas.len().max(1) as f64;
        areas.iter_mut().for_each(|area| *area = area.max(1e-6 * mean));
        let ContactBody { x_rest, triangles, is_closed, radii, .. } = body;
        let thicknesses = thickness::of_points(&Outside { x_rest, triangles, is_closed: *is_closed, radii });
        for p in 0..body.x_rest.len() {
            let row: Vec<(u32, f64)> = body.points.row(p).collect();
            self.node.push(if let [(node, 1.0)] = row[..] { node } else { NONE });
            // Points a little outside of the cells have negative weights, too.
            self.mass.push(row.iter().map(|&(node, w)| w.abs() * node_masses[node as usize]).sum());
            for (node, weight) in row {
                self.nodes.push(node);
                self.weights.push(weight);
            }
            self.starts.push(self.nodes.len() as u32);
            // Thin bodies are held apart more stiffly; the outsides of tangled surfaces may seem to be of no thickness.
            let length = areas[p].sqrt() * (thicknesses[p] / areas[p].sqrt()).clamp(0.02, 1.0);
            self.stiffness.push(STIFFER * body.moduli[p] * areas[p] / length);
        }
        self.area.extend(&areas);
        self.depth_limit.extend(&thicknesses);
        self.thickness.extend(&thicknesses);
        self.x_rest.extend_from_slice(&body.x_rest);
        let radius = |p: usize| body.radii.get(p).copied().unwrap_or(0.0);
        self.radius.extend((0..body.x_rest.len()).map(radius));
        let triangles: Vec<[u32; 3]> = body.triangles.iter().map(|t| t.map(|p| p + first)).collect();
        self.close_surface(Owner::Body(number), first, triangles, None, body.is_closed, body.touches_itself);
    }

    fn add_collider(&mut self, number: u32, collider: &Collider) {
        let first = self.x_rest.len() as u32;
        let (points, triangles, edges, radius, is_closed) = match &collider.shape {
            ColliderShape::Mesh(mesh) => {
                (mesh.points().to_vec(), mesh.triangles().to_vec(), None, 0.0, mesh.is_closed)
            }
            ColliderShape::Analytic(shape) => {
                let features = shape.features();
                (features.points, Vec::new(), Some(features.edges), features.radius, true)
            }
        };
        match &collider.shape {
            ColliderShape::Mesh(mesh) => self.depth_limit.extend(thickness::of_points(&Outside {
                x_rest: mesh.points(),
                triangles: mesh.triangles(),
                is_closed,
                radii: &[],
            })),
            ColliderShape::Analytic(shape) => {
                self.depth_limit.resize(self.depth_limit.len() + points.len(), shape.depth_limit());
            }
        }
        for _ in &points {
            self.node.push(NONE);
            self.starts.push(self.nodes.len() as u32);
            self.area.push(0.0);
            self.thickness.push(f64::INFINITY);
            self.stiffness.push(f64::INFINITY);
            self.mass.push(f64::INFINITY);
            self.radius.push(radius);
        }
        self.x_rest.extend_from_slice(&points);
        let triangles = triangles.iter().map(|t| t.map(|p| p + first)).collect();
        let edges = edges.map(|edges| edges.iter().map(|e| e.map(|p| p + first)).collect());
        self.close_surface(Owner::Collider(number), first, triangles, edges, is_closed, false);
    }

    /// Adds triangles and edges over the points from `first` on as one more surface.
    fn close_surface(
        &mut self,
        owner: Owner,
        first: u32,
        triangles: Vec<[u32; 3]>,
        edges: Option<Vec<[u32; 2]>>,
        is_closed: bool,
        touches_itself: bool,
    ) {
        let number = self.surfaces.len() as u32;
        let (first_triangle, first_edge) = (self.triangles.len() as u32, self.edges.len() as u32);
        self.surface_of_point.resize(self.x_rest.len(), number);
        self.triangles.extend_from_slice(&triangles);
        self.surface_of_triangle.resize(self.triangles.len(), number);
        match edges {
            Some(edges) => {
                let bare = edges.iter().map(|&points| Edge { points, triangles: [NONE; 2] });
                self.edges.extend(bare);
            }
            None => self.find_edges(first_triangle),
        }
        self.surface_of_edge.resize(self.edges.len(), number);
        let lengths: f64 = self.edges[first_edge as usize..]
            .iter()
            .map(|e| self.x_rest[e.points[0] as usize].distance(self.x_rest[e.points[1] as usize]))
            .sum();
        let edge_count = self.edges.len() - first_edge as usize;
        let radii = &self.radius[first as usize..];
        let mean_radius = radii.iter().sum::<f64>() / radii.len().max(1) as f64;
        let edge_length = if edge_count > 0 { lengths / edge_count as f64 } else { 2.0 * mean_radius };
        if triangles.len() + edge_count > 0 {
            self.depth_limit[first as usize..].iter_mut().for_each(|d| *d = d.min(edge_length));
        }
        let thinnest = self.thickness[first as usize..].iter().copied().fold(f64::INFINITY, f64::min);
        let skin = match owner {
            Owner::Body(_) if edge_count > 0 => {
                (SKIN_OF_THICKNESS * thinnest).clamp(0.02 * SKIN * edge_length, SKIN * edge_length)
            }
            _ => 0.0,
        };
        self.surfaces.push(Surface {
            owner,
            skin,
            room: 0.0,
            points: first..self.x_rest.len() as u32,
            triangles: first_triangle..self.triangles.len() as u32,
            edges: first_edge..self.edges.len() as u32,
            is_closed,
            touches_itself,
            edge_length,
        });
    }

    /// Edges of the triangles from `first` on, each once, in the order of their first triangle.
    fn find_edges(&mut self, first: u32) {
        let mut sides: Vec<([u32; 2], u32, usize)> = Vec::new();
        for t in first as usize..self.triangles.len() {
            let corners = self.triangles[t];
            for k in 0..3 {
                let (a, b) = (corners[k], corners[(k + 1) % 3]);
                sides.push(([a.min(b), a.max(b)], t as u32, k));
            }
        }
        sides.sort_unstable();
        self.triangle_edges.resize(self.triangles.len(), [NONE; 3]);
        let mut at = 0;
        while at < sides.len() {
            let points = sides[at].0;
            let run = sides[at..].iter().take_while(|s| s.0 == points).count();
            let edge = self.edges.len() as u32;
            for &(_, t, k) in &sides[at..at + run] {
                self.triangle_edges[t as usize][k] = edge;
            }
            let second = if run == 2 { sides[at + 1].1 } else { NONE };
            self.edges.push(Edge { points, triangles: [sides[at].1, second] });
            at += run;
        }
    }

    fn find_rings(&mut self) {
        let mut starts = vec![0u32; self.x_rest.len() + 1];
        for &p in self.triangles.iter().flatten() {
            starts[p as usize + 1] += 1;
        }
        for p in 0..self.x_rest.len() {
            starts[p + 1] += starts[p];
        }
        let mut next = starts.clone();
        self.rings = vec![0; starts[self.x_rest.len()] as usize];
        for (t, corners) in self.triangles.iter().enumerate() {
            for &p in corners {
                self.rings[next[p as usize] as usize] = t as u32;
                next[p as usize] += 1;
            }
        }
        self.ring_starts = starts;
    }

    /// Triangles around a point, ascending.
    pub fn ring(&self, p: u32) -> &[u32] {
        &self.rings[self.ring_starts[p as usize] as usize..self.ring_starts[p as usize + 1] as usize]
    }

    pub fn point_count(&self) -> usize {
        self.x_rest.len()
    }

    pub fn is_kinematic(&self, p: u32) -> bool {
        p as usize >= self.first_kinematic
    }

    /// Nodes and weights of a point; none of a kinematic one.
    pub fn row(&self, p: u32) -> impl Iterator<Item = (u32, f64)> + '_ {
        let range = self.starts[p as usize] as usize..self.starts[p as usize + 1] as usize;
        self.nodes[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }

    /// How much farther a point can move than those that carry it: weights outside of cells are negative.
    pub fn leverage(&self) -> f64 {
        let of_point = |p: u32| self.row(p).map(|(_, weight)| weight.abs()).sum::<f64>();
        (0..self.point_count() as u32).map(of_point).fold(1.0, f64::max)
    }

    /// Where contact of two surfaces begins (m).
    pub fn skin(&self, of: u32, with: u32) -> f64 {
        let [a, b] = [of, with].map(|s| self.surfaces[s as usize].skin);
        if a > 0.0 && b > 0.0 { 0.5 * (a + b) } else { a + b }
    }

    pub fn owner(&self, p: u32) -> Owner {
        self.surfaces[self.surface_of_point[p as usize] as usize].owner
    }

    /// Where the points of colliders are at a pose.
    pub fn place_kinematic(&self, poses: &[Pose], out: &mut Vec<DVec3>) {
        out.clear();
        for surface in &self.surfaces {
            if let Owner::Collider(c) = surface.owner {
                let pose = &poses[c as usize];
                out.extend(surface.points.clone().map(|p| pose.to_world(self.x_rest[p as usize])));
            }
        }
    }
}

/// A third of every triangle around a point; the cross-section of a sphere.
fn point_areas(body: &ContactBody) -> Vec<f64> {
    if body.triangles.is_empty() {
        return body.radii.iter().map(|r| std::f64::consts::PI * r * r).collect();
    }
    let mut areas = vec![0.0; body.x_rest.len()];
    for t in &body.triangles {
        let [a, b, c] = t.map(|p| body.x_rest[p as usize]);
        let third = (b - a).cross(c - a).length() / 6.0;
        for p in t {
            areas[*p as usize] += third;
        }
    }
    areas
}

/// Vectors of points that many nodes carry, each found when it is first asked for: a point belongs to several triangles and edges, and these to
/// many pairs.
#[derive(Clone)]
pub(crate) struct Known(Option<KnownVectors>);

type KnownVectors = Arc<[OnceLock<DVec3>]>;

impl Known {
    /// Nothing yet; nothing is kept where few nodes carry a point.
    pub fn new(surfaces: &Surfaces) -> Self {
        Self(surfaces.is_carried_by_many.then(|| Self::memory(surfaces)))
    }

    fn memory(surfaces: &Surfaces) -> KnownVectors {
        let mut all = surfaces.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for vectors in all.iter_mut() {
            if let Some(free) = Arc::get_mut(vectors) {
                free.iter_mut().for_each(|vector| *vector = OnceLock::new());
                return Arc::clone(vectors);
            }
        }
        let new: KnownVectors = (0..surfaces.first_kinematic).map(|_| OnceLock::new()).collect();
        all.push(Arc::clone(&new));
        new
    }

    /// The vector of a point by those of the nodes.
    #[inline]
    pub fn get(&self, surfaces: &Surfaces, p: u32, of_nodes: &[DVec3]) -> DVec3 {
        let find = || surfaces.row(p).map(|(node, weight)| of_nodes[node as usize] * weight).sum();
        match self.0.as_ref().and_then(|known| known.get(p as usize)) {
            Some(known) => *known.get_or_init(find),
            None => find(),
        }
    }
}

/// Positions of all points: those of bodies follow nodes, those of colliders are given.
#[derive(Clone)]
pub(crate) struct View<'a> {
    pub surfaces: &'a Surfaces,
    pub q: &'a [DVec3],
    pub kinematic: &'a [DVec3],
    pub poses: &'a [Pose],
    pub known: Known,
}

impl View<'_> {
    /// Where a point is (m).
    #[inline]
    pub fn x(&self, p: u32) -> DVec3 {
        let surfaces = self.surfaces;
        let node = surfaces.node[p as usize];
        if node != NONE {
            return self.q[node as usize];
        }
        if surfaces.is_kinematic(p) {
            return self.kinematic[p as usize - surfaces.first_kinematic];
        }
        self.known.get(surfaces, p, self.q)
    }

    pub fn corners(&self, t: u32) -> [DVec3; 3] {
        self.surfaces.triangles[t as usize].map(|p| self.x(p))
    }

    /// Unit normal of a triangle; zero without area.
    pub fn normal(&self, t: u32) -> DVec3 {
        let [a, b, c] = self.corners(t);
        (b - a).cross(c - a).normalize_or_zero()
    }
}
