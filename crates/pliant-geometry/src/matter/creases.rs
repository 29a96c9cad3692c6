//! Where the sheets of a surface meet at an angle, or more than two of them: samples do not close up there by themselves, since nothing tells one sheet from the next.

use std::collections::BTreeMap;

use super::Crease;
use crate::triangles::TriangleSurface;

/// Triangles whose normals lean more against each other than this (a cosine) meet at a crease.
const CREASE: f64 = 0.6;

/// Middles of edges at which triangles meet so. `thickness` is that of the sheets (m).
pub(super) fn creases(surface: &TriangleSurface, thickness: f64) -> Vec<Crease> {
    let mut at_edge: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (number, [a, b, c]) in surface.triangles.iter().enumerate() {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            at_edge.entry((*from.min(to), *from.max(to))).or_default().push(number);
        }
    }
    let point = |id: u32| surface.points[id as usize];
    let normal = |number: usize| {
        let [a, b, c] = surface.triangles[number].map(point);
        (b - a).cross(c - a).normalize_or_zero()
    };
    let is_crease = |triangles: &[usize]| match triangles {
        [_] => false,
        [a, b] => normal(*a).dot(normal(*b)).abs() < CREASE,
        _ => true,
    };
    let met = at_edge.iter().filter(|(_, triangles)| is_crease(triangles));
    met.map(|((a, b), _)| Crease { place: 0.5 * (point(*a) + point(*b)), thickness }).collect()
}
