//! Balls: the icosahedron cut into 20 tetrahedra around its centre, each subdivided n times per edge, and the shells
//! blown up to spheres.
//!
//! Shell k (k = 0..n) holds 10 k^2 + 2 nodes at radius k R / n, so cells stay near-regular everywhere. n is even and
//! the icosahedron stands on its two-fold axes: there is a node exactly at each of the six poles +-x, +-y, +-z, and
//! the nodes are symmetric in the three coordinate planes.

use std::collections::BTreeMap;

use glam::DVec3;

use super::curved::snap_mid_nodes;
use super::{ShapeError, affordable, finite, positive};
use crate::measure::tet_quality;
use crate::mesh::{ElementOrder, TetMesh};

/// A node of the subdivided icosahedron: multiples of its twelve vertices, so shared nodes get the same key.
type Key = [(u8, u32); 3];

pub(super) fn mesh(
    centre: DVec3,
    radius: f64,
    spacing: f64,
    order: ElementOrder,
) -> Result<TetMesh, ShapeError> {
    finite("the centre of the sphere", centre)?;
    positive("the radius of the sphere", radius)?;
    let ratio = radius / spacing;
    affordable(20.0 * ratio.powi(3))?;
    let n = 2 * ((ratio / 2.0).round() as u32).max(1);
    let mut mesh = subdivided_ball(n);
    for node in &mut mesh.nodes {
        *node *= radius;
    }
    if order == ElementOrder::Quadratic {
        mesh = mesh.to_quadratic();
        let on_sphere = |face: [DVec3; 3]| face.iter().all(|x| x.length() > radius * (1.0 - 1e-9));
        snap_mid_nodes(&mut mesh, on_sphere, |x| x * (radius / x.length()));
    }
    for node in &mut mesh.nodes {
        *node += centre;
    }
    Ok(mesh)
}

/// The unit ball with n shells.
fn subdivided_ball(n: u32) -> TetMesh {
    let vertices = icosahedron();
    let mut builder = Builder { n, vertices, ids: BTreeMap::new(), nodes: vec![], tets: vec![] };
    for face in outward_faces(&vertices) {
        builder.cut(face);
    }
    TetMesh::new(ElementOrder::Linear, builder.nodes, builder.tets)
}

fn icosahedron() -> [DVec3; 12] {
    let golden = 0.5 * (1.0 + 5f64.sqrt());
    std::array::from_fn(|i| {
        let a = if i & 1 == 0 { 1.0 } else { -1.0 };
        let b = if i & 2 == 0 { golden } else { -golden };
        match i / 4 {
            0 => DVec3::new(0.0, a, b),
            1 => DVec3::new(a, b, 0.0),
            _ => DVec3::new(b, 0.0, a),
        }
    })
}

/// The 20 triples of mutually adjacent vertices (distance 2), wound outward.
fn outward_faces(vertices: &[DVec3; 12]) -> Vec<[u8; 3]> {
    let near = |i: usize, j: usize| vertices[i].distance(vertices[j]) < 2.1;
    let mut faces = vec![];
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if near(i, j) && near(j, k) && near(i, k) {
                    let outward = vertices[i].cross(vertices[j]).dot(vertices[k]) > 0.0;
                    faces.push(if outward { [i, j, k] } else { [i, k, j] }.map(|v| v as u8));
                }
            }
        }
    }
    faces
}

struct Builder {
    n: u32,
    vertices: [DVec3; 12],
    // Looked up only, never walked: the numbering comes from the order of first use.
    ids: BTreeMap<Key, u32>,
    nodes: Vec<DVec3>,
    tets: Vec<u32>,
}

impl Builder {
    /// Cuts the tetrahedron (centre, face) into n^3 smaller ones.
    fn cut(&mut self, face: [u8; 3]) {
        let n = self.n;
        for (a, b, c) in
            (0..n).flat_map(|a| (0..n - a).flat_map(move |b| (0..n - a - b).map(move |c| (a, b, c))))
        {
            let at = |s: &mut Self, da: u32, db: u32, dc: u32| s.node(face, [a + da, b + db, c + dc]);
            let corner = [at(self, 0, 0, 0), at(self, 1, 0, 0), at(self, 0, 1, 0), at(self, 0, 0, 1)];
            self.tets.extend(corner);
            if a + b + c + 2 <= n {
                let octahedron = [
                    at(self, 1, 0, 0),
                    at(self, 0, 1, 0),
                    at(self, 0, 0, 1),
                    at(self, 0, 1, 1),
                    at(self, 1, 0, 1),
                    at(self, 1, 1, 0),
                ];
                self.cut_octahedron(octahedron);
            }
            if a + b + c + 3 <= n {
                let far = [at(self, 1, 1, 1), at(self, 1, 0, 1), at(self, 0, 1, 1), at(self, 1, 1, 0)];
                self.tets.extend(far);
            }
        }
    }

    /// Four tetrahedra around the diagonal that gives the best worst one. Vertices i and i + 3 are opposite.
    fn cut_octahedron(&mut self, o: [u32; 6]) {
        let around = |d: usize| {
            let (p, q) = ((d + 1) % 3, (d + 2) % 3);
            let ring = [o[p], o[q], o[p + 3], o[q + 3]];
            [0, 1, 2, 3].map(|i| [o[d], ring[i], ring[(i + 1) % 4], o[d + 3]])
        };
        let worst = |tets: &[[u32; 4]; 4]| {
            let quality = |t: &[u32; 4]| tet_quality(t.map(|i| self.nodes[i as usize])).abs();
            tets.iter().map(quality).fold(f64::INFINITY, f64::min)
        };
        let mut best = around(0);
        for d in 1..3 {
            // Ties within rounding keep the first diagonal, so the choice is the same everywhere.
            if worst(&around(d)) > worst(&best) + 1e-12 {
                best = around(d);
            }
        }
        for mut tet in best {
            if tet_quality(tet.map(|i| self.nodes[i as usize])) < 0.0 {
                tet.swap(1, 2);
            }
            self.tets.extend(tet);
        }
    }

    /// The node at a multiple of each of the three vertices of a face.
    fn node(&mut self, face: [u8; 3], multiples: [u32; 3]) -> u32 {
        let mut key: Key =
            [0, 1, 2].map(|i| if multiples[i] > 0 { (face[i], multiples[i]) } else { (u8::MAX, 0) });
        key.sort_unstable();
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let shell: u32 = multiples.iter().sum();
        let flat: DVec3 =
            key.iter().filter(|(_, m)| *m > 0).map(|&(v, m)| self.vertices[v as usize] * m as f64).sum();
        let id = self.nodes.len() as u32;
        self.nodes.push(flat.normalize_or_zero() * (shell as f64 / self.n as f64));
        self.ids.insert(key, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fineness, Shape};
    use super::*;
    use crate::surface::BoundarySurface;

    fn ball(spacing: f64, order: ElementOrder) -> TetMesh {
        let shape = Shape::Sphere { centre: DVec3::new(1.0, 2.0, 3.0), radius: 0.5 };
        shape.mesh(Fineness::Spacing(spacing), order).expect("valid")
    }

    #[test]
    fn balls_are_sound_and_well_shaped() {
        for spacing in [1.0, 0.25, 0.125, 0.07] {
            let mesh = ball(spacing, ElementOrder::Linear);
            let n = (2.0 * (0.25 / spacing).round()).max(2.0) as usize;
            assert_eq!(mesh.element_count(), 20 * n * n * n);
            assert!(mesh.check().is_clean(), "{}", mesh.check());
            let quality = mesh.quality_summary().expect("elements");
            assert!(quality.min > 0.5, "spacing {spacing}: {quality:?}");
            let skin = BoundarySurface::new(&mesh);
            assert_eq!(skin.count(), 20 * n * n);
            for node in skin.nodes() {
                let r = mesh.nodes[node as usize].distance(DVec3::new(1.0, 2.0, 3.0));
                assert!((r - 0.5).abs() < 1e-15, "{r}");
            }
        }
    }

    #[test]
    fn volume_converges_and_curved_elements_are_better() {
        let exact = 4.0 / 3.0 * std::f64::consts::PI * 0.125;
        let error = |spacing, order| (ball(spacing, order).volume() - exact).abs() / exact;
        let linear = [0.25, 0.125, 0.0625].map(|s| error(s, ElementOrder::Linear));
        assert!(linear[0] / linear[1] > 3.5 && linear[1] / linear[2] > 3.5, "{linear:?}");
        let curved = [0.25, 0.125].map(|s| error(s, ElementOrder::Quadratic));
        assert!(curved[0] < linear[0] / 20.0 && curved[0] / curved[1] > 12.0, "{curved:?} {linear:?}");
    }

    #[test]
    fn quadratic_balls_have_every_skin_node_on_the_sphere_and_poles_exist() {
        let mesh = ball(0.2, ElementOrder::Quadratic);
        assert!(mesh.check().is_clean());
        let centre = DVec3::new(1.0, 2.0, 3.0);
        for node in BoundarySurface::new(&mesh).nodes() {
            assert!((mesh.nodes[node as usize].distance(centre) - 0.5).abs() < 1e-15);
        }
        for pole in [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z] {
            assert!(mesh.nodes.iter().any(|x| x.distance(centre + 0.5 * pole) < 1e-15), "{pole}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (radius, spacing) in [(0.0, 0.1), (-1.0, 0.1), (f64::NAN, 0.1), (1.0, 1e-6), (1.0, f64::INFINITY)]
        {
            let shape = Shape::Sphere { centre: DVec3::ZERO, radius };
            assert!(
                shape.mesh(Fineness::Spacing(spacing), ElementOrder::Linear).is_err(),
                "{radius} {spacing}"
            );
        }
        let shape = Shape::Sphere { centre: DVec3::ZERO, radius: 1.0 };
        let error =
            shape.mesh(Fineness::Cells([1, 1, 1]), ElementOrder::Linear).expect_err("must be refused");
        assert!(error.to_string().contains("takes a spacing"));
    }
}
