//! Cylinders and tubes: rings of nodes in the cross-section, extruded in layers.
//!
//! Ring j at radius r_j carries about 2 pi r_j / spacing nodes; a solid cylinder starts from one node in the centre
//! and has 6 j nodes on ring j. Neighbouring rings are joined by triangles, zipped by angle. Every prism between two
//! layers is cut into three tetrahedra by the rule "the diagonal of a side leaves the bottom at the lower id", which
//! matches between neighbours.

use std::f64::consts::TAU;

use glam::{DMat3, DVec2, DVec3};

use super::curved::snap_mid_nodes;
use super::{ShapeError, affordable, cells_along, finite, positive};
use crate::mesh::{ElementOrder, TetMesh};

pub(super) fn mesh(
    ends: [DVec3; 2],
    radius: f64,
    inner_radius: Option<f64>,
    spacing: f64,
    order: ElementOrder,
) -> Result<TetMesh, ShapeError> {
    ends.iter().try_for_each(|&end| finite("an end of the cylinder", end))?;
    positive("the radius of the cylinder", radius)?;
    let length = ends[0].distance(ends[1]);
    positive("the length of the cylinder", length)?;
    let inner = inner_radius.unwrap_or(0.0);
    if !(0.0..radius).contains(&inner) {
        let must = "at least 0 and smaller than the outer radius";
        return Err(ShapeError::BadValue { what: "the inner radius", value: inner.to_string(), must });
    }
    let cells = |l: f64| (l / spacing).max(1.0);
    affordable(6.0 * cells(radius - inner) * cells(TAU * radius) * cells(length))?;
    let section = CrossSection::new(inner, radius, spacing);
    let layers = cells_along(length, spacing);
    let mut mesh = section.extruded(length, layers);
    if order == ElementOrder::Quadratic {
        mesh = mesh.to_quadratic();
        for r in [radius, inner].into_iter().filter(|&r| r > 0.0) {
            snap_to_radius(&mut mesh, r);
        }
    }
    place(&mut mesh, ends);
    Ok(mesh)
}

/// Snaps the mid nodes of the faces on the cylinder of this radius about z.
fn snap_to_radius(mesh: &mut TetMesh, radius: f64) {
    let on_side = |face: [DVec3; 3]| {
        let flat_end = face[0].z == face[1].z && face[1].z == face[2].z;
        !flat_end && face.iter().all(|x| (x.truncate().length() - radius).abs() < 1e-9 * radius)
    };
    snap_mid_nodes(mesh, on_side, |x| {
        let r = x.truncate();
        (r * (radius / r.length())).extend(x.z)
    });
}

/// Turns z into the direction between the ends; exact for coordinate axes.
fn place(mesh: &mut TetMesh, [from, to]: [DVec3; 2]) {
    let z = (to - from).normalize();
    let (x, y) = match z.to_array() {
        // Cyclic permutations, so that an axis-aligned cylinder is not rounded.
        [1.0, 0.0, 0.0] => (DVec3::Y, DVec3::Z),
        [0.0, 1.0, 0.0] => (DVec3::Z, DVec3::X),
        [0.0, 0.0, 1.0] => (DVec3::X, DVec3::Y),
        _ => z.any_orthonormal_pair(),
    };
    let (x, y) = if x.cross(y).dot(z) > 0.0 { (x, y) } else { (y, x) };
    let rotation = DMat3::from_cols(x, y, z);
    for node in &mut mesh.nodes {
        *node = rotation * *node + from;
    }
}

/// A triangulated disc or annulus.
struct CrossSection {
    nodes: Vec<DVec2>,
    triangles: Vec<[u32; 3]>,
}

impl CrossSection {
    fn new(inner: f64, outer: f64, spacing: f64) -> Self {
        let cells = cells_along(outer - inner, spacing);
        let mut section = Self { nodes: vec![], triangles: vec![] };
        let counts = ring_counts(inner, outer, spacing, cells);
        let mut previous = section.add_ring(inner, counts[0]);
        for (j, &count) in counts.iter().enumerate().skip(1) {
            let radius = if j == cells { outer } else { inner + (outer - inner) * j as f64 / cells as f64 };
            let ring = section.add_ring(radius, count);
            section.zip(previous, ring);
            previous = ring;
        }
        section
    }

    /// Adds a ring of nodes and returns (first id, count).
    fn add_ring(&mut self, radius: f64, count: u32) -> (u32, u32) {
        let first = self.nodes.len() as u32;
        self.nodes.extend((0..count).map(|i| radius * unit(i, count)));
        (first, count)
    }

    /// Joins two rings by triangles, always advancing on the ring whose next node comes first.
    fn zip(&mut self, (inner, m): (u32, u32), (outer, n): (u32, u32)) {
        let (mut i, mut j) = (0, 0);
        let last = if m == 1 { 0 } else { m };
        while i < last || j < n {
            // Compare the middles of the next arcs: (i + 1/2) / m against (j + 1/2) / n, in whole numbers.
            let advance_outer =
                i == last || j < n && (2 * j + 1) as u64 * m as u64 <= (2 * i + 1) as u64 * n as u64;
            let (a, b) = (inner + i % m, outer + j % n);
            if advance_outer {
                j += 1;
                self.triangles.push([a, b, outer + j % n]);
            } else {
                i += 1;
                self.triangles.push([a, b, inner + i % m]);
            }
        }
    }

    /// Extrudes along z from 0 to `length`.
    fn extruded(&self, length: f64, layers: usize) -> TetMesh {
        let heights = super::axis::uniform(length, layers);
        let nodes = heights.iter().flat_map(|&z| self.nodes.iter().map(move |p| p.extend(z))).collect();
        let per_layer = self.nodes.len() as u32;
        let mut tets = Vec::with_capacity(12 * self.triangles.len() * layers);
        for layer in 0..layers as u32 {
            let base = layer * per_layer;
            for triangle in &self.triangles {
                let mut sorted = *triangle;
                sorted.sort_unstable();
                let [p, q, r] = sorted.map(|i| base + i);
                let [p1, q1, r1] = [p, q, r].map(|i| i + per_layer);
                let mirrored = even_rotation(triangle) != sorted;
                for [a, b, c, d] in [[p, q, r, r1], [p, q, r1, q1], [p, q1, r1, p1]] {
                    tets.extend(if mirrored { [a, c, b, d] } else { [a, b, c, d] });
                }
            }
        }
        TetMesh::new(ElementOrder::Linear, nodes, tets)
    }
}

/// The triangle turned (not mirrored) so that its lowest id comes first.
fn even_rotation(triangle: &[u32; 3]) -> [u32; 3] {
    let mut turned = *triangle;
    let lowest = (0..3).min_by_key(|&i| triangle[i]).unwrap_or(0);
    turned.rotate_left(lowest);
    turned
}

/// The unit vector at i / count of a turn, exact at quarter turns.
fn unit(i: u32, count: u32) -> DVec2 {
    match (4 * i).checked_rem(count) {
        Some(0) => [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y][(4 * i / count) as usize % 4],
        _ => DVec2::from_angle(TAU * i as f64 / count as f64).normalize(),
    }
}

/// Nodes on every ring from the inside out.
fn ring_counts(inner: f64, outer: f64, spacing: f64, cells: usize) -> Vec<u32> {
    if inner == 0.0 {
        return std::iter::once(1).chain((1..=cells as u32).map(|j| 6 * j)).collect();
    }
    let radius = |j: usize| inner + (outer - inner) * j as f64 / cells as f64;
    let mut counts: Vec<u32> =
        (0..=cells).map(|j| ((TAU * radius(j) / spacing).round() as u32).max(8)).collect();
    // A ring more than twice as fine as the one inside it would make slivers.
    for j in (0..cells).rev() {
        counts[j] = counts[j].max(counts[j + 1].div_ceil(2));
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::{Fineness, Shape};
    use super::*;
    use crate::surface::BoundarySurface;

    fn cylinder(inner_radius: Option<f64>) -> Shape {
        let (from, to) = (DVec3::new(1.0, 0.0, -1.0), DVec3::new(1.0, 3.0, -1.0));
        Shape::Cylinder { from, to, radius: 0.5, inner_radius }
    }

    fn meshed(shape: &Shape, spacing: f64, order: ElementOrder) -> TetMesh {
        shape.mesh(Fineness::Spacing(spacing), order).expect("valid")
    }

    #[test]
    fn cylinders_and_tubes_are_sound_and_well_shaped() {
        for inner in [None, Some(0.05), Some(0.25), Some(0.45)] {
            for spacing in [0.5, 0.25, 0.1, 0.06] {
                let mesh = meshed(&cylinder(inner), spacing, ElementOrder::Linear);
                assert!(mesh.check().is_clean(), "{inner:?} {spacing}: {}", mesh.check());
                let quality = mesh.quality_summary().expect("elements");
                // A wall or a bore much smaller than the spacing has stretched elements whatever one does.
                let thin = inner.is_some_and(|r| 0.5 - r < 0.9 * spacing || r < 0.4 * spacing);
                assert!(thin || quality.min > 0.25, "{inner:?} {spacing}: {quality:?}");
            }
        }
    }

    #[test]
    fn skin_nodes_lie_on_ends_and_sides() {
        for order in [ElementOrder::Linear, ElementOrder::Quadratic] {
            let mesh = meshed(&cylinder(Some(0.2)), 0.15, order);
            assert!(mesh.check().is_clean(), "{}", mesh.check());
            for node in BoundarySurface::new(&mesh).nodes() {
                let x = mesh.nodes[node as usize];
                let r = (x - DVec3::new(1.0, x.y, -1.0)).length();
                let near = |a: f64, b: f64| (a - b).abs() < 1e-14;
                assert!(near(x.y, 0.0) || near(x.y, 3.0) || near(r, 0.5) || near(r, 0.2), "{x}");
            }
        }
    }

    #[test]
    fn volume_converges_and_curved_elements_are_better() {
        let errors = |inner, order| {
            let shape = cylinder(inner);
            [0.25, 0.125, 0.0625].map(|s| (meshed(&shape, s, order).volume() / shape.volume() - 1.0).abs())
        };
        let (linear, curved) = (errors(None, ElementOrder::Linear), errors(None, ElementOrder::Quadratic));
        assert!(linear[0] > 3.5 * linear[1] && linear[1] > 3.5 * linear[2], "{linear:?}");
        assert!(curved[0] < linear[0] / 20.0 && curved[0] > 12.0 * curved[1], "{curved:?} {linear:?}");
        // In a tube the errors of bore and mantle partly cancel: no clean rate, but small.
        let (linear, curved) =
            (errors(Some(0.2), ElementOrder::Linear), errors(Some(0.2), ElementOrder::Quadratic));
        assert!(linear[0] < 4e-2 && linear[1] < 1e-2 && linear[2] < 2.5e-3, "{linear:?}");
        assert!(curved[0] < 1e-3 && curved[1] < 6e-5 && curved[2] < 4e-6, "{curved:?}");
    }

    #[test]
    fn any_direction_works() {
        let to = DVec3::new(0.3, -0.7, 0.5);
        let shape = Shape::Cylinder { from: DVec3::ONE, to, radius: 0.2, inner_radius: None };
        let mesh = meshed(&shape, 0.1, ElementOrder::Quadratic);
        assert!(mesh.check().is_clean(), "{}", mesh.check());
        assert!((mesh.volume() / shape.volume() - 1.0).abs() < 1e-3);
        for end in [DVec3::ONE, to] {
            assert!(mesh.nodes.iter().any(|x| x.distance(end) < 1e-14));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let make = |radius, inner_radius, to| {
            let shape = Shape::Cylinder { from: DVec3::ZERO, to, radius, inner_radius };
            shape.mesh(Fineness::Spacing(0.1), ElementOrder::Linear)
        };
        assert!(make(0.5, None, DVec3::Z).is_ok());
        assert!(make(0.5, Some(0.5), DVec3::Z).is_err());
        assert!(make(0.5, Some(-0.1), DVec3::Z).is_err());
        assert!(make(0.5, Some(f64::NAN), DVec3::Z).is_err());
        assert!(make(0.5, None, DVec3::ZERO).is_err());
        assert!(make(0.0, None, DVec3::Z).is_err());
        assert!(make(1e9, None, DVec3::Z).is_err());
        assert!(make(0.5, None, DVec3::splat(f64::NAN)).is_err());
    }
}
