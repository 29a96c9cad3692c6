//! Which pairs can come near each other: a hierarchy of boxes a surface, refitted to where its points are and will be.
//!
//! A point's box holds its way through the coming step and some room around. Whoever stays within its box needs no new
//! search, and what a search finds beyond what is needed changes nothing: pairs are judged one by one afterwards. So results
//! do not depend on when a search was made.

use crate::collider::{Collider, ColliderShape};
use crate::pairs::Pair;
use crate::spheres::SphereSearch;
use crate::surfaces::{Owner, Surface, Surfaces, View};
use glam::DVec3;
use pliant_geometry::{BoundingBox, BoundsTree};
use pliant_system::Pose;
use rayon::prelude::*;

/// Points that move farther than this share of the mean length of edges in a step are fast: where they hit something may
/// be far from what is nearest to them at the start.
pub(crate) const FAST: f64 = 0.25;

/// Everything of two surfaces that is nearer than this to each other is found (m).
pub(crate) fn guaranteed_reach(a: &Surface, b: &Surface) -> f64 {
    a.room + b.room
}

/// Boxes of a surface's triangles and edges.
struct Trees {
    triangles: BoundsTree,
    edges: BoundsTree,
}

/// What one task compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    /// Points of a surface with the triangles of another, or of itself.
    Points { of: u32, with: u32 },
    /// Edges of a surface with those of a later one, or of itself.
    Edges { of: u32, with: u32 },
}

/// The search, with its boxes and buffers kept.
pub(crate) struct Search {
    trees: Vec<Trees>,
    /// The box of every point.
    boxes: Vec<BoundingBox>,
    triangle_boxes: Vec<BoundingBox>,
    edge_boxes: Vec<BoundingBox>,
    surface_boxes: Vec<BoundingBox>,
    tasks: Vec<Task>,
    found: Vec<Vec<u64>>,
    spheres: SphereSearch,
    sphere_points: Vec<u32>,
    sphere_centres: Vec<DVec3>,
    sphere_radii: Vec<f64>,
    between_bodies: bool,
    /// Where the colliders were, and how far they may go without a new search (m).
    poses: Vec<Pose>,
    slack: f64,
    /// The pairs found, ascending.
    pub keys: Vec<u64>,
}

impl Search {
    pub fn new(surfaces: &Surfaces, between_bodies: bool) -> Self {
        let rest_box =
            |points: &[u32]| BoundingBox::of_points(points.iter().map(|&p| &surfaces.x_rest[p as usize]));
        let triangle_boxes: Vec<BoundingBox> = surfaces.triangles.iter().map(|t| rest_box(t)).collect();
        let edge_boxes: Vec<BoundingBox> = surfaces.edges.iter().map(|e| rest_box(&e.points)).collect();
        let trees = surfaces.surfaces.iter().map(|surface| Trees {
            triangles: BoundsTree::new(&triangle_boxes[span(&surface.triangles)]),
            edges: BoundsTree::new(&edge_boxes[span(&surface.edges)]),
        });
        let is_sphere = |s: &&Surface| s.triangles.is_empty() && matches!(s.owner, Owner::Body(_));
        let spheres = surfaces.surfaces.iter().filter(is_sphere);
        let sphere_points: Vec<u32> = spheres.flat_map(|surface| surface.points.clone()).collect();
        Self {
            trees: trees.collect(),
            boxes: vec![BoundingBox::EMPTY; surfaces.point_count()],
            surface_boxes: vec![BoundingBox::EMPTY; surfaces.surfaces.len()],
            triangle_boxes,
            edge_boxes,
            tasks: Vec::new(),
            found: Vec::new(),
            spheres: SphereSearch::new(),
            sphere_radii: sphere_points.iter().map(|&p| surfaces.radius[p as usize]).collect(),
            sphere_centres: vec![DVec3::ZERO; sphere_points.len()],
            sphere_points,
            between_bodies,
            poses: Vec::new(),
            slack: 0.0,
            keys: Vec::new(),
        }
    }

    /// Finds all pairs that can come within reach while points move from `start` to `end`.
    pub fn find(&mut self, start: &View<'_>, end: &View<'_>, colliders: &[Collider]) {
        self.enclose(start, end);
        self.keys.clear();
        self.plan_tasks(start.surfaces);
        self.found.resize_with(self.found.len().max(self.tasks.len()), Vec::new);
        let (tasks, mut found) = (std::mem::take(&mut self.tasks), std::mem::take(&mut self.found));
        let this = &*self;
        found[..tasks.len()].par_iter_mut().zip(&tasks).for_each(|(out, task)| {
            out.clear();
            this.run_task(*task, start, out);
        });
        for found in &found[..tasks.len()] {
            self.keys.extend_from_slice(found);
        }
        (self.tasks, self.found) = (tasks, found);
        self.find_colliders(start, end, colliders);
        self.find_spheres(start);
        self.keys.sort_unstable();
    }

    /// Calls `visit` with every triangle of a surface that may come into a box.
    pub fn visit_triangles(
        &self,
        surfaces: &Surfaces,
        surface: u32,
        bounds: &BoundingBox,
        mut visit: impl FnMut(u32),
    ) {
        let first = surfaces.surfaces[surface as usize].triangles.start;
        self.trees[surface as usize].triangles.visit_overlaps(bounds, |local| visit(first + local));
    }

    /// True if all points stay within their boxes on their way to `end`.
    pub fn covers(&self, end: &View<'_>) -> bool {
        if self.poses.len() != end.poses.len() || self.colliders_moved(end.poses) > self.slack {
            return false;
        }
        let inside = |p: usize| {
            let (x, radius) = (end.x(p as u32), end.surfaces.radius[p]);
            let b = &self.boxes[p];
            (x - radius).cmpge(b.min).all() && (x + radius).cmple(b.max).all()
        };
        (0..self.boxes.len()).into_par_iter().with_min_len(4096).all(inside)
    }

    /// The farthest that colliders have moved, seen from where bodies are (m).
    fn colliders_moved(&self, poses: &[Pose]) -> f64 {
        let mut bounds = BoundingBox::EMPTY;
        self.surface_boxes.iter().for_each(|b| bounds.merge(b));
        let corners = bounds.corners();
        let moved = |(before, now): (&Pose, &Pose)| {
            if before == now {
                return 0.0;
            }
            corners.iter().map(|&x| before.to_rest(x).distance(now.to_rest(x))).fold(0.0, f64::max)
        };
        self.poses.iter().zip(poses).map(moved).fold(0.0, f64::max)
    }

    fn enclose(&mut self, start: &View<'_>, end: &View<'_>) {
        let surfaces = start.surfaces;
        self.boxes.par_iter_mut().with_min_len(1024).enumerate().for_each(|(p, out)| {
            let surface = &surfaces.surfaces[surfaces.surface_of_point[p] as usize];
            let (from, to) = (start.x(p as u32), end.x(p as u32));
            let way = from.distance(to);
            // What is fast may be deflected and go as far another way.
            let aside = if way > FAST * surface.edge_length { way } else { 0.1 * way };
            let room = surfaces.radius[p] + surface.room + aside;
            *out = BoundingBox { min: from.min(to) - room, max: from.max(to) + room };
        });
        let boxes = &self.boxes;
        let around = |points: &[u32]| {
            let mut bounds = BoundingBox::EMPTY;
            points.iter().for_each(|&p| bounds.merge(&boxes[p as usize]));
            bounds
        };
        self.triangle_boxes
            .par_iter_mut()
            .zip(&surfaces.triangles)
            .with_min_len(1024)
            .for_each(|(out, corners)| *out = around(corners));
        self.edge_boxes.par_iter_mut().zip(&surfaces.edges).with_min_len(1024).for_each(|(out, edge)| {
            *out = around(&edge.points);
        });
        for (number, surface) in surfaces.surfaces.iter().enumerate() {
            let mut bounds = BoundingBox::EMPTY;
            boxes[span(&surface.points)].iter().for_each(|b| bounds.merge(b));
            self.surface_boxes[number] = bounds;
            self.trees[number].triangles.refit(&self.triangle_boxes[span(&surface.triangles)]);
            self.trees[number].edges.refit(&self.edge_boxes[span(&surface.edges)]);
        }
    }

    fn plan_tasks(&mut self, surfaces: &Surfaces) {
        self.tasks.clear();
        let count = surfaces.surfaces.len() as u32;
        for of in 0..count {
            for with in 0..count {
                let (a, b) = (&surfaces.surfaces[of as usize], &surfaces.surfaces[with as usize]);
                if !self.may_touch(of, with, a, b) {
                    continue;
                }
                if !b.triangles.is_empty() {
                    self.tasks.push(Task::Points { of, with });
                }
                if of <= with && !a.edges.is_empty() && !b.edges.is_empty() {
                    self.tasks.push(Task::Edges { of, with });
                }
            }
        }
    }

    fn may_touch(&self, of: u32, with: u32, a: &Surface, b: &Surface) -> bool {
        let is_wanted = match (a.owner, b.owner) {
            (Owner::Collider(_), Owner::Collider(_)) => false,
            (Owner::Body(i), Owner::Body(j)) if i == j => a.touches_itself,
            (Owner::Body(_), Owner::Body(_)) => self.between_bodies,
            _ => true,
        };
        is_wanted && self.surface_boxes[of as usize].overlaps(&self.surface_boxes[with as usize])
    }

    fn run_task(&self, task: Task, start: &View<'_>, out: &mut Vec<u64>) {
        let surfaces = start.surfaces;
        match task {
            Task::Points { of, with } => {
                let (a, b) = (&surfaces.surfaces[of as usize], &surfaces.surfaces[with as usize]);
                let bounds = &self.surface_boxes[with as usize];
                let tree = &self.trees[with as usize].triangles;
                for p in a.points.clone().filter(|&p| self.boxes[p as usize].overlaps(bounds)) {
                    tree.visit_overlaps(&self.boxes[p as usize], |local| {
                        let t = b.triangles.start + local;
                        if of != with || !are_neighbours(surfaces, &[p], &surfaces.triangles[t as usize]) {
                            out.push(Pair::PointTriangle(p, t).key());
                        }
                    });
                }
            }
            Task::Edges { of, with } => {
                let (a, b) = (&surfaces.surfaces[of as usize], &surfaces.surfaces[with as usize]);
                let bounds = &self.surface_boxes[with as usize];
                let tree = &self.trees[with as usize].edges;
                let is_near = |e: &u32| self.edge_boxes[*e as usize].overlaps(bounds);
                for e in a.edges.clone().filter(is_near) {
                    tree.visit_overlaps(&self.edge_boxes[e as usize], |local| {
                        let f = b.edges.start + local;
                        if of == with && f <= e {
                            return;
                        }
                        let (p, q) = (surfaces.edges[e as usize].points, surfaces.edges[f as usize].points);
                        if of != with || !are_neighbours(surfaces, &p, &q) {
                            out.push(Pair::EdgeEdge(e, f).key());
                        }
                    });
                }
            }
        }
    }

    /// Points of bodies near analytic colliders, at the start or the end of their way or in between.
    fn find_colliders(&mut self, start: &View<'_>, end: &View<'_>, colliders: &[Collider]) {
        let surfaces = start.surfaces;
        self.poses.clear();
        self.poses.extend_from_slice(end.poses);
        self.slack = surfaces.surfaces.iter().map(|s| s.room).fold(f64::INFINITY, f64::min);
        for (c, collider) in colliders.iter().enumerate() {
            let ColliderShape::Analytic(shape) = &collider.shape else { continue };
            for p in 0..surfaces.first_kinematic as u32 {
                let bounds = &self.boxes[p as usize];
                // The distance changes by no more than the way: what is farther than half of it at both ends stays away.
                let reach = 0.5 * bounds.diagonal() + self.slack;
                let [from, to] =
                    [start, end].map(|view| shape.distance(view.poses[c].to_rest(view.x(p))).gap);
                if 0.5 * (from + to) <= reach || from.min(to) <= 0.0 {
                    self.keys.push(Pair::PointCollider(p, c as u32).key());
                }
            }
        }
    }

    fn find_spheres(&mut self, start: &View<'_>) {
        if self.sphere_points.is_empty() {
            return;
        }
        let (surfaces, points) = (start.surfaces, &self.sphere_points);
        let mut reach: f64 = 0.0;
        for (centre, &p) in self.sphere_centres.iter_mut().zip(points) {
            *centre = start.x(p);
            reach = reach.max(self.boxes[p as usize].diagonal() - 2.0 * surfaces.radius[p as usize]);
        }
        let between = self.between_bodies;
        let keep = |i: u32, j: u32| {
            let (p, q) = (points[i as usize], points[j as usize]);
            let [a, b] = [p, q].map(|p| surfaces.surface_of_point[p as usize]);
            if a != b {
                return between;
            }
            let rest = surfaces.x_rest[p as usize].distance(surfaces.x_rest[q as usize]);
            let touching = surfaces.radius[p as usize] + surfaces.radius[q as usize];
            surfaces.surfaces[a as usize].touches_itself && rest > 1.1 * touching
        };
        let found = self.spheres.find(&self.sphere_centres, &self.sphere_radii, reach, keep);
        self.keys.extend(
            found.iter().map(|&(i, j)| Pair::PointPoint(points[i as usize], points[j as usize]).key()),
        );
    }
}

/// Whether a triangle joins some point of each.
fn are_neighbours(surfaces: &Surfaces, some: &[u32], others: &[u32]) -> bool {
    some.iter().any(|&p| {
        let ring = surfaces.ring(p).iter();
        ring.flat_map(|&t| surfaces.triangles[t as usize]).any(|corner| others.contains(&corner))
    })
}

fn span(range: &std::ops::Range<u32>) -> std::ops::Range<usize> {
    range.start as usize..range.end as usize
}
