//! How thick a body is below each point of its surface.

use glam::DVec3;
use pliant_geometry::{BoundingBox, BoundsTree};

/// The outside of a body or collider at rest.
pub(crate) struct Outside<'a> {
    pub x_rest: &'a [DVec3],
    pub triangles: &'a [[u32; 3]],
    pub is_closed: bool,
    pub radii: &'a [f64],
}

/// From each point straight inwards to where the surface is met again (m), at rest. Spheres and sheets are twice their
/// radius thick.
pub(crate) fn of_points(body: &Outside<'_>) -> Vec<f64> {
    let bounds = BoundingBox::of_points(body.x_rest);
    let size = bounds.diagonal().max(f64::MIN_POSITIVE);
    if body.triangles.is_empty() || !body.is_closed {
        let own = |p: usize| body.radii.get(p).map_or(0.0, |r| 2.0 * r);
        return (0..body.x_rest.len()).map(|p| if own(p) > 0.0 { own(p) } else { size }).collect();
    }
    let corners = |t: &[u32; 3]| t.map(|p| body.x_rest[p as usize]);
    let boxes: Vec<BoundingBox> =
        body.triangles.iter().map(|t| BoundingBox::of_points(&corners(t))).collect();
    let tree = BoundsTree::new(&boxes);
    let normals = point_normals(body);
    (0..body.x_rest.len()).map(|p| below(body, &tree, p as u32, normals[p], size)).collect()
}

fn point_normals(body: &Outside<'_>) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; body.x_rest.len()];
    for t in body.triangles {
        let [a, b, c] = t.map(|p| body.x_rest[p as usize]);
        let normal = (b - a).cross(c - a);
        for p in t {
            normals[*p as usize] += normal;
        }
    }
    normals.iter().map(|n| n.normalize_or_zero()).collect()
}

/// Looks along ever longer pieces of the ray, so that near sides are found with few tests.
fn below(body: &Outside<'_>, tree: &BoundsTree, p: u32, normal: DVec3, size: f64) -> f64 {
    let start = body.x_rest[p as usize];
    let (mut from, mut to) = (0.0, size / 256.0);
    while from < size && normal != DVec3::ZERO {
        let piece = BoundingBox::of_points(&[start - normal * from, start - normal * to]);
        let mut nearest = f64::INFINITY;
        tree.visit_overlaps(&piece, |t| {
            let corners = body.triangles[t as usize];
            if !corners.contains(&p) {
                let hit = ray_hits(start, -normal, corners.map(|p| body.x_rest[p as usize]));
                nearest = nearest.min(hit.unwrap_or(f64::INFINITY));
            }
        });
        if nearest <= to {
            return nearest.max(1e-9 * size);
        }
        (from, to) = (to, 2.0 * to);
    }
    size
}

/// Where the ray meets the triangle (Moeller & Trumbore 1997).
fn ray_hits(start: DVec3, along: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (ab, ac) = (b - a, c - a);
    let across = along.cross(ac);
    let determinant = ab.dot(across);
    if determinant.abs() < 1e-300 {
        return None;
    }
    let offset = start - a;
    let u = offset.dot(across) / determinant;
    let turned = offset.cross(ab);
    let v = along.dot(turned) / determinant;
    let distance = ac.dot(turned) / determinant;
    const ROOM: f64 = 1e-9;
    (u >= -ROOM && v >= -ROOM && u + v <= 1.0 + ROOM && distance > 0.0).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plate_is_as_thick_as_it_is() {
        // A box of 1 x 1 x 0.1 with two triangles a side.
        let corner = |i: usize| DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, 0.1 * (i >> 2 & 1) as f64);
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        let mut triangles: Vec<[u32; 3]> = triangles;
        let mut x_rest: Vec<DVec3> = (0..8).map(corner).collect();
        // A point in the middle of the top, as part of triangles there.
        x_rest.push(DVec3::new(0.4, 0.5, 0.1));
        triangles[2] = [4, 5, 8];
        triangles.extend([[5, 7, 8], [7, 4, 8]]);
        let plate = Outside { x_rest: &x_rest, triangles: &triangles, is_closed: true, radii: &[] };
        assert!((of_points(&plate)[8] - 0.1).abs() < 1e-12);
    }
}
