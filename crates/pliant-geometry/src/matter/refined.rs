//! Surfaces with shorter edges: what is carried by a field must be able to bend with it.

use std::collections::BTreeMap;

use super::spacing::{MatterError, limit_triangles};
use crate::triangles::TriangleSurface;

/// The surface with every edge longer than `longest` (m) halved, again and again. Triangles that share an edge go on sharing it; points
/// keep their numbers, new ones follow.
pub(super) fn refined(mut surface: TriangleSurface, longest: f64) -> Result<TriangleSurface, MatterError> {
    loop {
        let mut middles: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut triangles = Vec::with_capacity(surface.triangles.len());
        for &[a, b, c] in &surface.triangles {
            let mut middle = |i: u32, j: u32| {
                let [p, q] = [i, j].map(|id| surface.points[id as usize]);
                let is_long = p.distance(q) > longest && (p - q).is_finite();
                is_long.then(|| {
                    *middles.entry([i.min(j), i.max(j)]).or_insert_with(|| {
                        surface.points.push(0.5 * (p + q));
                        surface.points.len() as u32 - 1
                    })
                })
            };
            split([a, b, c], [middle(a, b), middle(b, c), middle(c, a)], &mut triangles);
        }
        limit_triangles(longest, triangles.len() as f64)?;
        surface.triangles = triangles;
        if middles.is_empty() {
            return Ok(surface);
        }
    }
}

/// The parts of a triangle, some of whose sides ab, bc, ca have a middle.
fn split([a, b, c]: [u32; 3], middles: [Option<u32>; 3], out: &mut Vec<[u32; 3]>) {
    match middles {
        [None, None, None] => out.push([a, b, c]),
        [Some(ab), Some(bc), Some(ca)] => out.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]),
        [Some(ab), None, None] => out.extend([[a, ab, c], [ab, b, c]]),
        [Some(ab), Some(bc), None] => out.extend([[ab, b, bc], [a, ab, bc], [a, bc, c]]),
        [ab, bc, ca] => split([b, c, a], [bc, ca, ab], out),
    }
}

/// Points on edges that only one triangle has, ascending.
pub(super) fn border(surface: &TriangleSurface) -> Vec<u32> {
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]].map(|[i, j]| [i.min(j), i.max(j)]);
    let mut edges: Vec<[u32; 2]> = surface.triangles.iter().flat_map(|triangle| sides(*triangle)).collect();
    edges.sort_unstable();
    let single = edges.chunk_by(|a, b| a == b).filter(|run| run.len() == 1);
    let mut points: Vec<u32> = single.flat_map(|run| run[0]).collect();
    points.sort_unstable();
    points.dedup();
    points
}
