//! What pins take hold of in a body whose points are not nodes: places on the surface and in the matter, with the stiffness of a penalty.
//!
//! Shape functions do not interpolate at the surface, so no unknown can be held by itself. A face is held by E c/h per area at
//! integration points of the surface, which also holds its turning; matter by E c/h^2 per volume; a single place by the stiffness of
//! the matter around it. c trades the give of the penalty against locking and small steps (measured in docs/methods/).

use crate::body::Body;
use glam::DVec3;
use pliant_geometry::tri_shape::TriRule;
use pliant_geometry::{Region, RegionError};
use pliant_system::load::HoldPoint;
use std::collections::BTreeMap;

/// What a place is surrounded by.
pub struct Surroundings {
    /// Which part of the body it belongs to: a hinge holds the mean of each.
    pub part: usize,
    /// Young's modulus (Pa).
    pub young: f64,
    /// Distance of the unknowns there (m).
    pub spacing: f64,
}

/// A body that springs hold. Places are in its own coordinates.
pub trait SpringHeld: Body {
    /// c: how much stiffer than the body itself a hold is.
    const STIFFER: f64;
    /// The same for this body.
    fn stiffer(&self) -> f64 {
        Self::STIFFER
    }
    /// Whether faces are held where and as loads push them, part by part, and not at points of their own.
    fn holds_as_loaded(&self) -> bool {
        false
    }
    /// Nodes and weights that carry a point of the body.
    fn carried(&self, point: u32) -> Vec<(u32, f64)> {
        self.weights(self.own_point(point))
    }
    /// How deep (m) below the surface springs take hold of a body whose unknowns are so far apart: a spring that gives as much as the
    /// matter in front of it lets the surface be where it shall be.
    fn hold_depth(&self, spacing: f64) -> f64 {
        let _ = spacing;
        0.0
    }
    /// Where a point is.
    fn own_point(&self, point: u32) -> DVec3;
    /// Where a place is at rest in the world.
    fn place(&self, x: DVec3) -> DVec3;
    /// Nodes and weights that carry a place.
    fn weights(&self, x: DVec3) -> Vec<(u32, f64)>;
    /// What is around a place.
    fn around(&self, x: DVec3) -> Surroundings;
    /// Volume (m3) that the unknown nearest to a place stands for.
    fn volume_around(&self, x: DVec3) -> f64;
    /// Matter in a region: places, and the volume (m3) of each.
    ///
    /// # Errors
    /// If the region makes no sense for the body.
    fn matter_in(&self, region: &Region) -> Result<Vec<(DVec3, f64)>, RegionError>;
    /// The place that stands for a part when only its mean is held.
    fn middle_of(&self, part: usize, mean: DVec3) -> DVec3 {
        let _ = part;
        mean
    }
}

/// A place to be held.
struct Place {
    x: DVec3,
    stiffness: f64,
    part: usize,
}

/// What holds a region; with `mean` one place for each part.
///
/// # Errors
/// If the region makes no sense for the body.
pub fn hold_points<B: SpringHeld>(
    body: &B,
    region: &Region,
    mean: bool,
) -> Result<Vec<HoldPoint>, RegionError> {
    let by_parts = if body.holds_as_loaded() && !mean { by_parts(body, region)? } else { Vec::new() };
    let mut places = if by_parts.is_empty() { on_faces(body, region)? } else { Vec::new() };
    places.extend(in_matter(body, region)?);
    if places.is_empty() && by_parts.is_empty() {
        places = at_points(body, region)?;
    }
    Ok(if mean {
        means(&places).iter().map(|part| mean_point(body, part)).collect()
    } else {
        let of_places = places.iter().map(|place| point(body, place.x, place.stiffness));
        by_parts.into_iter().chain(of_places).collect()
    })
}

fn point<B: SpringHeld>(body: &B, x: DVec3, stiffness: f64) -> HoldPoint {
    HoldPoint { x_rest: body.place(x), row: body.weights(x), stiffness }
}

/// One place for each part of the faces, carried as loads push it: as many as there are unknowns, so that none is held twice.
fn by_parts<B: SpringHeld>(body: &B, region: &Region) -> Result<Vec<HoldPoint>, RegionError> {
    let mut parts: BTreeMap<usize, Vec<(f64, [u32; 3])>> = BTreeMap::new();
    for face in body.select_faces(region)? {
        let corners = [0, 1, 2].map(|k| face.nodes[k]);
        let [a, b, c] = corners.map(|point| body.own_point(point));
        let area = 0.5 * (b - a).cross(c - a).length();
        parts.entry(body.around((a + b + c) / 3.0).part).or_default().push((area, corners));
    }
    Ok(parts.values().map(|faces| mean_of_faces(body, faces)).collect())
}

fn mean_of_faces<B: SpringHeld>(body: &B, faces: &[(f64, [u32; 3])]) -> HoldPoint {
    let whole: f64 = faces.iter().map(|(area, _)| area).sum();
    let (mut x, mut row) = (DVec3::ZERO, BTreeMap::new());
    for (area, corners) in faces {
        let share = area / (3.0 * whole);
        for &corner in corners {
            x += body.own_point(corner) * share;
            for (node, weight) in body.carried(corner) {
                *row.entry(node).or_insert(0.0) += weight * share;
            }
        }
    }
    let Surroundings { young, spacing, .. } = body.around(x);
    let stiffness = body.stiffer() * young / spacing * whole;
    HoldPoint { x_rest: body.place(x), row: row.into_iter().collect(), stiffness }
}

fn on_faces<B: SpringHeld>(body: &B, region: &Region) -> Result<Vec<Place>, RegionError> {
    let rule = TriRule::of_degree(4).expect("a rule of degree 4 exists");
    let mut places = Vec::new();
    for face in body.select_faces(region)? {
        let [a, b, c] = [0, 1, 2].map(|k| body.own_point(face.nodes[k]));
        let outward = (b - a).cross(c - a);
        let (area, normal) = (0.5 * outward.length(), outward.normalize_or_zero());
        for q in rule.points() {
            let x = a * q.lambda[0] + b * q.lambda[1] + c * q.lambda[2];
            let Surroundings { part, young, spacing } = body.around(x);
            let x = x - normal * body.hold_depth(spacing);
            let stiffness = body.stiffer() * young / spacing * area * q.weight;
            places.push(Place { x, stiffness, part });
        }
    }
    Ok(places)
}

fn in_matter<B: SpringHeld>(body: &B, region: &Region) -> Result<Vec<Place>, RegionError> {
    let place = |(x, volume): (DVec3, f64)| {
        let Surroundings { part, young, spacing } = body.around(x);
        let stiffness = body.stiffer() * young / (spacing * spacing) * volume;
        Place { x, stiffness, part }
    };
    Ok(body.matter_in(region)?.into_iter().map(place).collect())
}

fn at_points<B: SpringHeld>(body: &B, region: &Region) -> Result<Vec<Place>, RegionError> {
    let place = |&p: &u32| {
        let x = body.own_point(p);
        let Surroundings { part, young, spacing } = body.around(x);
        let stiffness = body.stiffer() * young / (spacing * spacing) * body.volume_around(x);
        Place { x, stiffness, part }
    };
    Ok(body.select_points(region)?.iter().map(place).collect())
}

/// Places by part.
fn means(places: &[Place]) -> Vec<Vec<&Place>> {
    let mut sorted: Vec<&Place> = places.iter().collect();
    sorted.sort_by_key(|place| place.part);
    sorted.chunk_by(|a, b| a.part == b.part).map(<[_]>::to_vec).collect()
}

/// One place for all of a part.
fn mean_point<B: SpringHeld>(body: &B, part: &[&Place]) -> HoldPoint {
    let total: f64 = part.iter().map(|place| place.stiffness).sum();
    let mean: DVec3 = part.iter().map(|place| place.x * (place.stiffness / total)).sum();
    point(body, body.middle_of(part[0].part, mean), total)
}
