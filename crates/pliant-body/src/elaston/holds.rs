//! What pins take hold of: places on the surface and in the matter, with the stiffness of a penalty.
//!
//! Shape functions do not interpolate, so no unknown can be held by itself. A face is held by E c/h per area at integration points
//! of the surface, which also holds its turning; matter by E c/h^2 per volume; a single place by the stiffness of the sample
//! around it. c trades the give of the penalty against locking (measured in docs/methods/elaston.md).

use super::body::ElastonBody;
use crate::body::Body;
use glam::DVec3;
use pliant_geometry::tri_shape::TriRule;
use pliant_geometry::{Region, RegionError};
use pliant_system::load::HoldPoint;

/// c: how much stiffer than the body itself a hold is.
pub(super) const STIFFER: f64 = 3e2;

/// A place to be held, in the body's own coordinates.
struct Place {
    x: DVec3,
    stiffness: f64,
    elaston: usize,
}

/// What holds a region.
pub fn hold_points(body: &ElastonBody, region: &Region, mean: bool) -> Result<Vec<HoldPoint>, RegionError> {
    let mut places = on_faces(body, region)?;
    places.extend(in_matter(body, region)?);
    if places.is_empty() {
        places = at_points(body, region)?;
    }
    let rows = |place: &Place| (place.x, body.weights(place.x), place.stiffness);
    Ok(if mean {
        means(&places).iter().map(|group| mean_point(body, group)).collect()
    } else {
        places.iter().map(rows).map(|(x, row, stiffness)| point(body, x, row, stiffness)).collect()
    })
}

fn point(body: &ElastonBody, x: DVec3, row: Vec<(u32, f64)>, stiffness: f64) -> HoldPoint {
    HoldPoint { x_rest: body.place(x), row, stiffness }
}

fn on_faces(body: &ElastonBody, region: &Region) -> Result<Vec<Place>, RegionError> {
    let rule = TriRule::of_degree(4).expect("a rule of degree 4 exists");
    let mut places = Vec::new();
    for face in body.select_faces(region)? {
        let [a, b, c] = [0, 1, 2].map(|k| body.own_point(face.nodes[k]));
        let area = 0.5 * (b - a).cross(c - a).length();
        for q in rule.points() {
            let x = a * q.lambda[0] + b * q.lambda[1] + c * q.lambda[2];
            let (elaston, young, h) = body.around(x);
            places.push(Place { x, stiffness: STIFFER * young / h * area * q.weight, elaston });
        }
    }
    Ok(places)
}

fn in_matter(body: &ElastonBody, region: &Region) -> Result<Vec<Place>, RegionError> {
    let cloud = body.cloud();
    let selected = body.select_matter(region)?;
    let place = |&p: &u32| {
        let x = cloud.points[p as usize];
        let (elaston, young, h) = body.around(x);
        Place { x, stiffness: STIFFER * young / (h * h) * cloud.volumes[p as usize], elaston }
    };
    Ok(selected.iter().map(place).collect())
}

fn at_points(body: &ElastonBody, region: &Region) -> Result<Vec<Place>, RegionError> {
    let place = |&p: &u32| {
        let x = body.own_point(p);
        let (elaston, young, h) = body.around(x);
        Place { x, stiffness: STIFFER * young / (h * h) * body.sample_volume_around(x), elaston }
    };
    Ok(body.select_points(region)?.iter().map(place).collect())
}

/// Places by elaston: one elaston lies across each thin direction, so that their means lie on the middle line or surface.
fn means(places: &[Place]) -> Vec<Vec<&Place>> {
    let mut sorted: Vec<&Place> = places.iter().collect();
    sorted.sort_by_key(|place| place.elaston);
    sorted.chunk_by(|a, b| a.elaston == b.elaston).map(<[_]>::to_vec).collect()
}

/// One place for all of a group: their mean, moved along the thin axes of the elaston to its middle, where turning moves nothing.
fn mean_point(body: &ElastonBody, group: &[&Place]) -> HoldPoint {
    let total: f64 = group.iter().map(|place| place.stiffness).sum();
    let mean: DVec3 = group.iter().map(|place| place.x * (place.stiffness / total)).sum();
    let site = &body.model().sites()[group[0].elaston];
    let off = site.axes.transpose() * (mean - site.centre);
    let across = DVec3::from_array(std::array::from_fn(|k| if site.thin[k] { off[k] } else { 0.0 }));
    let x = mean - site.axes * across;
    point(body, x, body.weights(x), total)
}
